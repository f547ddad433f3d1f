/* What the files that prepare an artwork for the stage share. */
#ifndef VVI_STAGED_H
#define VVI_STAGED_H

#include "build.h"

#include "runtime/base/base.h"

/* Fills in pins, pin_count and loose_layer; staged->pins has room for VV_SPRITE_MAX_PINS. */
vv_result vvi_join_layers(const vv_project_artwork *artwork, const vv_body *body, vvi_arena *arena, vv_staged *staged,
                          vv_error *error);

#endif
