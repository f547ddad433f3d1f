/* Copies on the stage: an actor copies motion from a puppet that was added before it, in its state after the same
 * fixed step, or from a recording (section 3.4 of "Artist-Directed Dynamics for 2D Animation"). */
#include "runtime/stage/puppet_change.h"

/* ---- Creation ---------------------------------------------------------------------------------------------------- */

/* The base member of the puppet that a copy is from; NULL: a recording, or no such puppet. */
static const member *source_of(const vv_stage *stage, vv_actor id)
{
    const actor *a = id.generation ? vvi_stage_actor(stage, id) : NULL;
    return a && a->puppet ? &a->puppet->members[a->puppet->base] : NULL;
}

vv_result vvi_paste_check(const vv_stage *stage, const vv_actor_def *def, vv_error *error)
{
    vvi_puppet_view target = vvi_puppet_open(def->puppet);
    vv_result result = VV_OK;
    for (uint32_t i = 0; i < def->copy_count && result == VV_OK; i++) {
        const vv_region_copy *copy = &def->copies[i];
        const member *source = source_of(stage, copy->from);
        if (copy->from.generation && !source)
            result = vvi_fail(error, VV_ERROR_ARGUMENT, "copy %u is from a puppet that is not on the stage", i);
        else
            result = vvi_copy_check(copy, source ? &source->view : NULL, &target, error);
        result = vvi_prefix_error_path(result, error, "copies[%u]", i);
    }
    return result;
}

uint32_t vvi_paste_row_count(const vv_actor_def *def)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < def->copy_count; i++)
        count += 6u * def->copies[i].pair_count;
    return count;
}

bool vvi_paste_begin(const vv_stage *stage, puppet *p, const vv_actor_def *def)
{
    const vvi_puppet_view *target = &p->members[p->base].view;
    uint32_t stride = p->family ? vvi_family_stride(p->family) : target->stride;
    p->region_rows = vvi_arena_allocate(&p->arena, 3u * (size_t)stride, sizeof *p->region_rows);
    p->copies = vvi_arena_allocate(&p->arena, def->copy_count + 1u, sizeof *p->copies);
    if (!p->region_rows || !p->copies)
        return false;
    for (uint32_t i = 0; i < def->copy_count; i++) {
        const member *source = source_of(stage, def->copies[i].from);
        if (!vvi_copy_begin(&p->copies[i], &def->copies[i], source ? &source->view : NULL, target, stride, &p->arena))
            return false;
    }
    p->copy_count = def->copy_count;
    VV_ASSERT(p->copy_count <= VV_PUPPET_MAX_COPIES);
    return true;
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

static vvi_copy_side side_of(const actor *a, const vvi_puppet_view *view, const double *c, const double *before)
{
    const placement *place = &a->puppet->place;
    return (vvi_copy_side){.view = view,
                           .c = c,
                           .before = before,
                           .origin = {a->origin[0], a->origin[1]},
                           .at = {place->at[0], place->at[1]},
                           .angle = place->angle,
                           .flipped = a->flipped};
}

/* The base member of a source: what it shows or, where it has switched to another, its candidate as of the last step.
 * False: there is no candidate. */
static bool find_source(const actor *a, vvi_copy_side *out)
{
    const puppet *p = a->puppet;
    const member *m = &p->members[p->base];
    *out = side_of(a, &m->view, m->state.c, m->state.before);
    if (p->current == p->base)
        return true;
    out->origin[0] = mirrored(a, p->transitions.origin[0]);
    out->origin[1] = p->transitions.origin[1];
    return p->transitions.candidates[p->base].age > 0;
}

void vvi_paste_rows(const vv_stage *stage, actor *a, double time)
{
    puppet *p = a->puppet;
    const member *m = current_member(a);
    vvi_copy_side target = side_of(a, &m->view, m->state.c, m->state.before), source;
    for (uint32_t i = 0; i < p->copy_count; i++) {
        const vvi_copying *copy = &p->copies[i];
        const actor *from = copy->recording ? NULL : vvi_stage_actor(stage, copy->from);
        if (!copy->recording && !(from && find_source(from, &source)))
            continue; /* it has been removed */
        p->row_count += vvi_copy_rows(copy, copy->recording ? NULL : &source, &target, time, (double)stage->def.step,
                                      p->rows + p->row_count);
    }
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

/* Measures the state at the shown time about its origin, as vv_stage_pose does. */
static vv_region_state measure(const vv_stage *stage, vv_actor id, vv_region region, bool own)
{
    const actor *a = vvi_stage_actor(stage, id);
    vv_region_state none = {{0.0f, 0.0f}, {0.0f, 0.0f}, vv_mat2_identity()};
    if (!a || !a->puppet || region.handle >= current_member(a)->view.handle_count)
        return none;
    const member *m = current_member(a);
    double share = stage->step_count ? (double)vvi_clamp(stage->pending / stage->def.step, 0.0f, 1.0f) : 1.0;
    double *c = a->puppet->scratch;
    const struct shown *old = &a->shown[0], *new = &a->shown[1];
    vvi_copy_side shown = side_of(a, &m->view, c, c);
    for (uint32_t k = 0; k < 2u * m->view.stride; k++)
        c[k] = a->jumped ? m->state.c[k] : old->c[k] + (new->c[k] - old->c[k]) * share;
    for (int k = 0; k < 2 && !a->jumped; k++)
        shown.origin[k] = old->origin[k] + (new->origin[k] - old->origin[k]) * share;
    return vvi_copy_measure(&shown, region, own, a->puppet->region_rows);
}

vv_region_state vv_stage_region(const vv_stage *stage, vv_actor id, vv_region region)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    return measure(stage, id, region, false);
}

vv_region_state vv_stage_region_local(const vv_stage *stage, vv_actor id, vv_region region)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    return measure(stage, id, region, true);
}
