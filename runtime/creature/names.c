/* The names of the built-in caps. */
#include "creature.h"

const char *vv_cap_name(uint32_t cap)
{
    static const char *const names[VV_CAP_OWN] = {"spine", "root", "limb", "grasper", "foot", "mouth",
                                                  "eye",   "ear",  "tail", "wing",    "spike"};
    return cap < VV_CAP_OWN ? names[cap] : NULL;
}
