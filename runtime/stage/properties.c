/* What a host may change of actors and obstacles at any time, besides how they move: their layers, how they are drawn,
 * how obstacles are touched. All of it is part of the state. */
#include "runtime/stage/walk.h"

#define MAX_TINT     1000.0f
#define MAX_FRICTION 1000.0f

static bool is_within(float x, float low, float high) { return x >= low && x <= high; }

/* ---- Of actors --------------------------------------------------------------------------------------------------- */

static bool is_tint(const vv_tint *t)
{
    return is_within(t->r, 0.0f, MAX_TINT) && is_within(t->g, 0.0f, MAX_TINT) && is_within(t->b, 0.0f, MAX_TINT) &&
           is_within(t->a, 0.0f, MAX_TINT);
}

vv_result vvi_actor_check_properties(const vv_actor_def *def, vv_error *error)
{
    if (!is_tint(&def->tint))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the actor's tint (%g, %g, %g, %g) is not within 0…%g",
                        (double)def->tint.r, (double)def->tint.g, (double)def->tint.b, (double)def->tint.a,
                        (double)MAX_TINT);
    return VV_OK;
}

void vvi_actor_take_properties(actor *a, const vv_actor_def *def)
{
    a->layers = def->layers;
    a->mask = def->mask;
    a->tint = def->tint;
    a->hidden_layers = def->hidden_layers;
    a->tag = def->tag;
}

void vvi_walk_actor_properties(walk *w, actor *a)
{
    vvi_walk_u32(w, &a->layers);
    vvi_walk_u32(w, &a->mask);
    float *tint[4] = {&a->tint.r, &a->tint.g, &a->tint.b, &a->tint.a};
    for (int k = 0; k < 4; k++)
        vvi_walk_float(w, tint[k]);
    vvi_walk_u64(w, &a->hidden_layers);
    vvi_walk_u64(w, &a->in_zones);
    if (w->reader && !is_tint(&a->tint))
        w->reader->failed = true;
}

bool vv_stage_set_layers(vv_stage *stage, vv_actor id, uint32_t layers, uint32_t mask)
{
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a)
        return false;
    if (a->layers != layers || a->mask != mask)
        vvi_actor_wake(stage, a);
    a->layers = layers;
    a->mask = mask;
    return true;
}

/* What lay on it, or against it, is in its island, and wakes with it. */
bool vv_stage_set_sensor(vv_stage *stage, vv_actor id, bool sensor)
{
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a)
        return false;
    if (a->sensor != sensor)
        vvi_actor_wake(stage, a);
    a->sensor = sensor;
    return true;
}

bool vv_stage_set_tint(vv_stage *stage, vv_actor id, vv_tint tint)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a || !is_tint(&tint))
        return false;
    a->tint = tint;
    return true;
}

bool vv_stage_set_hidden_layers(vv_stage *stage, vv_actor id, uint64_t hidden_layers)
{
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (!a)
        return false;
    if (a->hidden_layers != hidden_layers)
        vvi_actor_wake(stage, a);
    a->hidden_layers = hidden_layers;
    return true;
}

bool vv_stage_set_tag(vv_stage *stage, vv_actor id, uint64_t tag)
{
    VV_ASSERT(stage != NULL);
    actor *a = vvi_stage_actor_to_change(stage, id);
    if (a)
        a->tag = tag;
    return a != NULL;
}

/* ---- Of obstacles ------------------------------------------------------------------------------------------------ */

void vvi_walk_obstacle_properties(walk *w, obstacle *o)
{
    vvi_walk_float(w, &o->friction);
    vvi_walk_u32(w, &o->layers);
    vvi_walk_bool(w, &o->sensor);
    vvi_walk_bool(w, &o->one_way);
    if (w->reader && (!is_within(o->friction, 0.0f, MAX_FRICTION) || (o->one_way && o->kind != VV_OBSTACLE_SEGMENTS)))
        w->reader->failed = true;
}

static obstacle *obstacle_to_change(vv_stage *stage, vv_obstacle which)
{
    return vv_stage_has_obstacle(stage, which) && stage->lock != STAGE_IN_STEP ? &stage->obstacles[which.index] : NULL;
}

bool vv_stage_set_obstacle_friction(vv_stage *stage, vv_obstacle which, float friction)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    obstacle *o = obstacle_to_change(stage, which);
    if (!o || !is_within(friction, 0.0f, MAX_FRICTION))
        return false;
    if (o->friction != friction)
        vvi_contacts_wake_met(stage, which.index);
    o->friction = friction;
    return true;
}

/* Wakes before and after the change: actors that lose the contact as well as those that gain it. */
bool vv_stage_set_obstacle_layers(vv_stage *stage, vv_obstacle which, uint32_t layers)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    obstacle *o = obstacle_to_change(stage, which);
    if (!o)
        return false;
    bool changes = o->layers != layers;
    if (changes)
        vvi_contacts_wake_met(stage, which.index);
    o->layers = layers;
    if (changes)
        vvi_contacts_wake_met(stage, which.index);
    vvi_sensors_obstacle_changed(stage, which.index);
    return true;
}

bool vv_stage_set_obstacle_sensor(vv_stage *stage, vv_obstacle which, bool sensor)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    obstacle *o = obstacle_to_change(stage, which);
    if (!o)
        return false;
    bool changes = o->sensor != sensor;
    if (changes)
        vvi_contacts_wake_met(stage, which.index);
    o->sensor = sensor;
    if (changes)
        vvi_contacts_wake_met(stage, which.index);
    vvi_sensors_obstacle_changed(stage, which.index);
    return true;
}

bool vv_stage_set_obstacle_one_way(vv_stage *stage, vv_obstacle which, bool one_way)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    obstacle *o = obstacle_to_change(stage, which);
    if (!o || o->kind != VV_OBSTACLE_SEGMENTS)
        return false;
    if (o->one_way != one_way)
        vvi_contacts_wake_met(stage, which.index);
    o->one_way = one_way;
    return true;
}

bool vv_stage_set_obstacle_tag(vv_stage *stage, vv_obstacle which, uint64_t tag)
{
    VV_ASSERT(stage != NULL);
    obstacle *o = obstacle_to_change(stage, which);
    if (o)
        o->tag = tag;
    return o != NULL;
}
