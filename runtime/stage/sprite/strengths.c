/* Strengths: how one actor moves, with their defaults and ranges. */
#include "sprite.h"

vv_strengths vv_default_strengths(void)
{
    return (vv_strengths){
        .stiffness = 40.0f,
        .local = 20.0f,
        .damping = 2.0f,
        .projection = 1.0f,
        .equilibrium = 14.0f,
        .settle = 0.7f,
        .energy_threshold = 0.05f,
        .energy_time = 0.12f,
        .energy_towards = VV_ENERGY_EXAMPLE,
        .velocity_threshold = 0.3f,
        .bounce_time = 0.06f,
        .orient = VV_ORIENT_FREE,
        .friction = 0.6f,
        .gravity = 1.0f,
    };
}

typedef struct range {
    const char *name;
    float value, low, high;
} range;

/* The largest that a strength without a bound of its own may be: its square still fits a float. */
#define MOST 1e18f

static vv_result check_ranges(const range *ranges, size_t count, vv_error *error)
{
    for (size_t i = 0; i < count; i++)
        if (!(ranges[i].value >= ranges[i].low && ranges[i].value <= ranges[i].high))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "%s is %g and must lie in %g…%g", ranges[i].name,
                            (double)ranges[i].value, (double)ranges[i].low, (double)ranges[i].high);
    return VV_OK;
}

static vv_result check_choices(const vv_strengths *s, uint32_t example_count, vv_error *error)
{
    if ((uint32_t)s->energy_towards > VV_ENERGY_VELOCITY)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "energy_towards is %u, which is no way to go",
                        (uint32_t)s->energy_towards);
    if ((uint32_t)s->orient > VV_ORIENT_VELOCITY)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "orient is %u, which is no way to turn", (uint32_t)s->orient);
    if (s->energy_example >= example_count)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "energy_example is %u, and there are %u examples", s->energy_example,
                        example_count);
    if (s->velocity_example >= example_count)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "velocity_example is %u, and there are %u examples",
                        s->velocity_example, example_count);
    return VV_OK;
}

vv_result vv_strengths_check(const vv_strengths *strengths, uint32_t example_count, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(strengths != NULL);
    const vv_strengths *s = strengths;
    const range ranges[] = {
        {"stiffness", s->stiffness, 0.0f, 1000.0f},
        {"local", s->local, 0.0f, 1000.0f},
        {"damping", s->damping, 0.0f, MOST},
        {"projection", s->projection, 0.0f, 1.0f},
        {"equilibrium", s->equilibrium, 0.0f, 100.0f},
        {"settle", s->settle, 0.05f, 4.0f},
        {"energy", s->energy, 0.0f, MOST},
        {"energy_threshold", s->energy_threshold, 0.0f, MOST},
        {"energy_time", s->energy_time, 1e-6f, MOST},
        {"velocity", s->velocity, 0.0f, MOST},
        {"velocity_threshold", s->velocity_threshold, 0.0f, MOST},
        {"bounce", s->bounce, 0.0f, 1.5f},
        {"bounce_time", s->bounce_time, 0.0f, 1.0f},
        {"orient_rate", s->orient_rate, 0.0f, 1000.0f},
        {"orient_angle", s->orient_angle, -MOST, MOST},
        {"friction", s->friction, 0.0f, MOST},
        {"drag", s->drag, 0.0f, MOST},
        {"gravity", s->gravity, -MOST, MOST},
    };
    vv_result result = check_ranges(ranges, sizeof ranges / sizeof *ranges, error);
    return result == VV_OK ? check_choices(s, example_count, error) : result;
}
