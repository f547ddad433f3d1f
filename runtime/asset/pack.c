/* Strengths and materials as a baked file holds them. */
#include "runtime/asset/asset.h"

vvi_asset_strengths vvi_asset_pack_strengths(const vv_strengths *s)
{
    return (vvi_asset_strengths){
        .stiffness = s->stiffness,
        .local = s->local,
        .damping = s->damping,
        .projection = s->projection,
        .equilibrium = s->equilibrium,
        .settle = s->settle,
        .energy = s->energy,
        .energy_threshold = s->energy_threshold,
        .energy_time = s->energy_time,
        .energy_towards = (uint32_t)s->energy_towards,
        .energy_example = s->energy_example,
        .velocity = s->velocity,
        .velocity_threshold = s->velocity_threshold,
        .velocity_example = s->velocity_example,
        .bounce = s->bounce,
        .bounce_time = s->bounce_time,
        .orient = (uint32_t)s->orient,
        .orient_rate = s->orient_rate,
        .orient_angle = s->orient_angle,
        .orient_symmetric = (uint32_t)s->orient_symmetric,
        .friction = s->friction,
        .drag = s->drag,
        .gravity = s->gravity,
    };
}

vv_strengths vvi_asset_unpack_strengths(const vvi_asset_strengths *p)
{
    return (vv_strengths){
        .stiffness = p->stiffness,
        .local = p->local,
        .damping = p->damping,
        .projection = p->projection,
        .equilibrium = p->equilibrium,
        .settle = p->settle,
        .energy = p->energy,
        .energy_threshold = p->energy_threshold,
        .energy_time = p->energy_time,
        .energy_towards = (vv_energy_towards)p->energy_towards,
        .energy_example = p->energy_example,
        .velocity = p->velocity,
        .velocity_threshold = p->velocity_threshold,
        .velocity_example = p->velocity_example,
        .bounce = p->bounce,
        .bounce_time = p->bounce_time,
        .orient = (vv_orient)p->orient,
        .orient_rate = p->orient_rate,
        .orient_angle = p->orient_angle,
        .orient_symmetric = p->orient_symmetric != 0,
        .friction = p->friction,
        .drag = p->drag,
        .gravity = p->gravity,
    };
}

vvi_asset_material vvi_asset_pack_material(const vv_material *m)
{
    return (vvi_asset_material){
        .stiffness = m->stiffness,
        .half_life = m->half_life,
        .examples = m->examples,
        .attraction = (uint32_t)m->attraction,
        .gravity = m->gravity,
        .drag = m->drag,
        .friction = m->friction,
        .bounce = m->bounce,
        .iterations = m->iterations,
        .accelerated = (uint32_t)m->accelerated,
    };
}

vv_material vvi_asset_unpack_material(const vvi_asset_material *p)
{
    return (vv_material){
        .stiffness = p->stiffness,
        .half_life = p->half_life,
        .examples = p->examples,
        .attraction = (vv_attraction)p->attraction,
        .gravity = p->gravity,
        .drag = p->drag,
        .friction = p->friction,
        .bounce = p->bounce,
        .iterations = p->iterations,
        .accelerated = p->accelerated != 0,
    };
}
