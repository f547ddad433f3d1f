/* Zones of a scene: they are added at the start, and changed by cues, at once or little by little. A zone that is
 * switched off stays on the stage, where it acts on no layer. */
#include "runtime/scene/player.h"

/* ---- The numbers of a zone --------------------------------------------------------------------------------------- */

/* Pointers to them, in the order of vv_zone_change. */
static void list_numbers(vv_zone_def *d, float *numbers[VVI_ZONE_NUMBERS])
{
    float *const list[] = {&d->position.x,     &d->position.y,   &d->angle,      &d->acceleration.x,
                           &d->acceleration.y, &d->velocity.x,   &d->velocity.y, &d->drag,
                           &d->quadratic_drag, &d->angular_drag, &d->density};
    _Static_assert(sizeof list / sizeof *list == VVI_ZONE_NUMBERS, "one for each number");
    for (uint32_t i = 0; i < VVI_ZONE_NUMBERS; i++)
        numbers[i] = list[i];
}

/* Which change each number belongs to. */
static const vv_zone_change change_of[VVI_ZONE_NUMBERS] = {
    VV_ZONE_CHANGE_POSITION,       VV_ZONE_CHANGE_POSITION,     VV_ZONE_CHANGE_ANGLE,    VV_ZONE_CHANGE_ACCELERATION,
    VV_ZONE_CHANGE_ACCELERATION,   VV_ZONE_CHANGE_VELOCITY,     VV_ZONE_CHANGE_VELOCITY, VV_ZONE_CHANGE_DRAG,
    VV_ZONE_CHANGE_QUADRATIC_DRAG, VV_ZONE_CHANGE_ANGULAR_DRAG, VV_ZONE_CHANGE_DENSITY};

static vv_zone_def def_of_change(const vv_scene_zone_change *c)
{
    return (vv_zone_def){.position = c->position,
                         .angle = c->angle,
                         .acceleration = c->acceleration,
                         .velocity = c->velocity,
                         .drag = c->drag,
                         .quadratic_drag = c->quadratic_drag,
                         .angular_drag = c->angular_drag,
                         .density = c->density};
}

/* ---- At the start ------------------------------------------------------------------------------------------------ */

vv_result vvi_scene_add_zones(vv_scene_player *p, vv_error *error)
{
    for (uint32_t i = 0; i < p->def.zone_count; i++) {
        vv_zone_def def = p->def.zones[i].def;
        scene_zone *z = &p->zones[i];
        *z = (scene_zone){.active = p->def.zones[i].active, .layers = def.layers};
        def.layers = z->active ? z->layers : 0;
        vv_result result = vv_stage_add_zone(p->stage, &def, &z->id, error);
        if (result != VV_OK)
            return vvi_prefix_error_path(result, error, "zones[%u]", i);
    }
    return VV_OK;
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

/* A change that is refused leaves the zone as it was. */
static void set_def(vv_scene_player *p, const scene_zone *z, const vv_zone_def *def)
{
    vv_stage_set_zone(p->stage, z->id, def, NULL);
}

static void begin_numbers(vv_scene_player *p, scene_zone *z, const vv_scene_cue *cue, vv_zone_def *now)
{
    float *numbers[VVI_ZONE_NUMBERS], *wanted[VVI_ZONE_NUMBERS];
    vv_zone_def to = def_of_change(cue->zone_change);
    uint32_t steps = vvi_scene_count_steps(p, cue->value[0]);
    list_numbers(now, numbers);
    list_numbers(&to, wanted);
    for (uint32_t i = 0; i < VVI_ZONE_NUMBERS; i++) {
        if (!(cue->mask >> change_of[i] & 1u))
            continue;
        z->numbers[i] = (scene_number){0, steps, cue->linear, *numbers[i], *wanted[i]};
    }
}

void vvi_scene_change_zone(vv_scene_player *p, const vv_scene_cue *cue)
{
    scene_zone *z = &p->zones[cue->zone];
    vv_zone_def def = vv_stage_zone(p->stage, z->id);
    if (cue->mask >> VV_ZONE_CHANGE_LAYERS & 1u)
        z->layers = cue->zone_change->layers;
    if (cue->mask >> VV_ZONE_CHANGE_ACTIVE & 1u)
        z->active = cue->zone_change->active;
    begin_numbers(p, z, cue, &def);
    def.layers = z->active ? z->layers : 0;
    set_def(p, z, &def);
}

/* One step on: false where it is there already. */
static bool advance(scene_number *n, float *value)
{
    if (n->step >= n->steps)
        return false;
    n->step++;
    float u = (float)n->step / (float)n->steps;
    u = n->linear ? u : vvi_smoothstep(u);
    *value = n->step == n->steps ? n->to : n->from + (n->to - n->from) * u;
    return true;
}

void vvi_scene_move_zones(vv_scene_player *p)
{
    for (uint32_t i = 0; i < p->def.zone_count; i++) {
        scene_zone *z = &p->zones[i];
        vv_zone_def def = vv_stage_zone(p->stage, z->id);
        float *numbers[VVI_ZONE_NUMBERS];
        bool changed = false;
        list_numbers(&def, numbers);
        for (uint32_t n = 0; n < VVI_ZONE_NUMBERS; n++)
            changed = advance(&z->numbers[n], numbers[n]) || changed;
        if (changed)
            set_def(p, z, &def);
    }
}
