/* Materials, which describe how one puppet moves: defaults and ranges. */
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

/* The bound of numbers that have none of their own: its square still fits a float. */
#define MOST 1e18f

#define NUMBER(member, low, high) VVI_PARAMETER(vv_material, member, VVI_PARAMETER_NUMBER, low, high)

/* In the order of assets and, kind by kind, of saves. */
static const vvi_parameter rows[] = {
    NUMBER(stiffness, 0.0f, 1000.0f),
    NUMBER(half_life, 0.0f, MOST),
    NUMBER(examples, 0.0f, 1.0f),
    VVI_PARAMETER(vv_material, attraction, VVI_PARAMETER_CHOICE, 0, VV_ATTRACT_LINEAR),
    NUMBER(gravity, -1e6f, 1e6f),
    NUMBER(drag, 0.0f, MOST),
    NUMBER(friction, 0.0f, MOST),
    NUMBER(bounce, 0.0f, 1.0f),
    VVI_PARAMETER(vv_material, iterations, VVI_PARAMETER_WHOLE, 1, 64),
    VVI_PARAMETER(vv_material, accelerated, VVI_PARAMETER_FLAG, 0, 1),
};
VVI_PARAMETERS_COMPLETE(vv_material, rows);

vvi_parameters vvi_material_parameters(void) { return VVI_PARAMETERS(rows); }

vv_result vv_material_check(const vv_material *material, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(material != NULL);
    return vvi_parameters_check(vvi_material_parameters(), material, error);
}
