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

/* The largest value of a strength without a bound of its own: its square still fits a float. */
#define MOST 1e18f

#define NUMBER(member, low, high) VVI_PARAMETER(vv_strengths, member, VVI_PARAMETER_NUMBER, low, high)
#define CHOICE(member, last)      VVI_PARAMETER(vv_strengths, member, VVI_PARAMETER_CHOICE, 0, last)
#define EXAMPLE(member)           VVI_PARAMETER(vv_strengths, member, VVI_PARAMETER_WHOLE, 0, UINT32_MAX)
#define FLAG(member)              VVI_PARAMETER(vv_strengths, member, VVI_PARAMETER_FLAG, 0, 1)

/* In the order of vv_strength, of assets and, kind by kind, of saves. */
static const vvi_parameter rows[] = {
    NUMBER(stiffness, 0.0f, 1000.0f),
    NUMBER(local, 0.0f, 1000.0f),
    NUMBER(damping, 0.0f, MOST),
    NUMBER(projection, 0.0f, 1.0f),
    NUMBER(equilibrium, 0.0f, 100.0f),
    NUMBER(settle, 0.05f, 4.0f),
    NUMBER(energy, 0.0f, MOST),
    NUMBER(energy_threshold, 0.0f, MOST),
    NUMBER(energy_time, 1e-3f, MOST),
    CHOICE(energy_towards, VV_ENERGY_VELOCITY),
    EXAMPLE(energy_example),
    NUMBER(velocity, 0.0f, MOST),
    NUMBER(velocity_threshold, 0.0f, MOST),
    EXAMPLE(velocity_example),
    NUMBER(bounce, 0.0f, 1.5f),
    NUMBER(bounce_time, 0.0f, 1.0f),
    CHOICE(orient, VV_ORIENT_VELOCITY),
    NUMBER(orient_rate, 0.0f, 1000.0f),
    NUMBER(orient_angle, -MOST, MOST),
    FLAG(orient_symmetric),
    NUMBER(friction, 0.0f, MOST),
    NUMBER(drag, 0.0f, MOST),
    NUMBER(gravity, -MOST, MOST),
};
VVI_PARAMETERS_COMPLETE(vv_strengths, rows);

vvi_parameters vvi_strength_parameters(void) { return VVI_PARAMETERS(rows); }

vv_result vv_strengths_check(const vv_strengths *strengths, uint32_t example_count, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(strengths != NULL);
    vv_result result = vvi_parameters_check(vvi_strength_parameters(), strengths, error);
    if (result != VV_OK)
        return result;
    if (strengths->energy_example >= example_count)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "energy_example is %u, and there are %u examples",
                        strengths->energy_example, example_count);
    if (strengths->velocity_example >= example_count)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "velocity_example is %u, and there are %u examples",
                        strengths->velocity_example, example_count);
    return VV_OK;
}
