/* The skeleton of a drawing of many layers. */
#include "bones.h"

bool vvi_bones_of_layers(vvi_bones *b) { return vvi_bones_of_layer(b, 0, false); }
