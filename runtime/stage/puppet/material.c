/* Materials: how one puppet moves, with their defaults and ranges. */
#include "puppet.h"

vv_material vv_default_material(void)
{
    return (vv_material){
        .stiffness = 3.0f,
        .half_life = 0.35f,
        .examples = 1.0f,
        .attraction = VV_ATTRACT_HULL,
        .gravity = 1.0f,
        .friction = 0.6f,
        .iterations = 10,
        .accelerated = true,
    };
}

typedef struct range {
    const char *name;
    float value, low, high;
} range;

/* The largest that a number without a bound of its own may be: its square still fits a float. */
#define MOST 1e18f

vv_result vv_material_check(const vv_material *material, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(material != NULL);
    const vv_material *m = material;
    const range ranges[] = {
        {"stiffness", m->stiffness, 0.0f, 1000.0f},
        {"half_life", m->half_life, 0.0f, MOST},
        {"examples", m->examples, 0.0f, 1.0f},
        {"gravity", m->gravity, -MOST, MOST},
        {"drag", m->drag, 0.0f, MOST},
        {"friction", m->friction, 0.0f, MOST},
        {"bounce", m->bounce, 0.0f, 1.0f},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (!(ranges[i].value >= ranges[i].low && ranges[i].value <= ranges[i].high))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "%s is %g and must lie in %g…%g", ranges[i].name,
                            (double)ranges[i].value, (double)ranges[i].low, (double)ranges[i].high);
    if ((uint32_t)m->attraction > VV_ATTRACT_COMPLEX)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "attraction is %u, which is no way to be drawn to examples",
                        (uint32_t)m->attraction);
    if (m->iterations < 1 || m->iterations > 64)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "iterations is %u and must lie in 1…64", m->iterations);
    return VV_OK;
}
