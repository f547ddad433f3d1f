/* Puppets come and go: what a def must be, and everything that one needs, taken at once. */
#include "runtime/stage/puppet/change.h"

#include <string.h>

/* ---- The def -------------------------------------------------------------------------------------------------------- */

static vv_result check_family(const vv_actor_def *d, vv_error *error)
{
    for (uint32_t i = 0; d->family && i < vv_family_member_count(d->family); i++)
        if (vv_family_member(d->family, i) == d->puppet)
            return VV_OK;
    return d->family ? vvi_fail(error, VV_ERROR_ARGUMENT, "the actor's puppet is no member of its family") : VV_OK;
}

/* Each example at most once: solvers have room for no more. */
static vv_result check_attractions(const vv_actor_def *d, vv_error *error)
{
    uint32_t examples = vv_puppet_example_count(d->puppet);
    bool named[VV_BLEND_MAX_EXAMPLES] = {false};
    for (uint32_t i = 0; i < d->attraction_count; i++) {
        uint32_t example = d->attractions[i];
        if (example >= examples)
            return vvi_fail(error, VV_ERROR_ARGUMENT, "attraction %u is example %u, but the puppet has %u", i, example,
                            examples);
        if (named[example])
            return vvi_fail(error, VV_ERROR_ARGUMENT, "attraction %u is example %u, which was named before", i,
                            example);
        named[example] = true;
    }
    return VV_OK;
}

vv_result vvi_puppet_check_def(const vv_stage *stage, const vv_actor_def *d, vv_error *error)
{
    vv_result result = vv_material_check(&d->material, error);
    if (result == VV_OK)
        result = check_family(d, error);
    if (result == VV_OK)
        result = check_attractions(d, error);
    if (result == VV_OK)
        result = vvi_clip_check(d, vv_puppet_handle_count(d->puppet), error);
    if (result != VV_OK)
        return result;
    if (d->follow_count > VV_PUPPET_MAX_FOLLOWS || d->copy_count > VV_PUPPET_MAX_COPIES)
        return vvi_fail(error, VV_ERROR_LIMIT, "%u follows and %u copies are more than %u and %u", d->follow_count,
                        d->copy_count, VV_PUPPET_MAX_FOLLOWS, VV_PUPPET_MAX_COPIES);
    for (uint32_t i = 0; i < d->follow_count && result == VV_OK; i++)
        result = vvi_placed(vvi_follow_check(stage, d, i, error), error, "follows[%u]", i);
    return result == VV_OK ? vvi_paste_check(stage, d, error) : result;
}

/* ---- Memory ----------------------------------------------------------------------------------------------------------- */

/* Takes from the arena; sets `whole` to false once there is nothing left. */
static void *take(puppet *p, size_t count, size_t size, bool *whole)
{
    void *memory = *whole ? vvi_arena_take(&p->arena, count ? count : 1, size) : NULL;
    *whole = memory != NULL;
    return memory;
}

static double *take_states(puppet *p, const vvi_puppet_view *view, uint32_t count, bool *whole)
{
    return take(p, 2u * (size_t)view->stride * count, sizeof(double), whole);
}

static vvi_sprite_view body_of(const vvi_puppet_view *v, const uint32_t *same)
{
    return (vvi_sprite_view){.particle_count = v->vertex_count,
                             .triangle_count = v->triangle_count,
                             .boundary_count = v->boundary_count,
                             .example_count = v->example_count,
                             .mass = v->mass,
                             .size = v->size,
                             .radius = v->radius,
                             .spacing = v->spacing,
                             .centre = v->centre,
                             .vertices = same,
                             .particles = same,
                             .masses = v->masses,
                             .triangles = v->triangles,
                             .boundary = v->boundary,
                             .boundary_triangles = v->boundary_triangles,
                             .complex = v->complex};
}

static bool make_member(puppet *p, member *m, const vv_puppet *drawing, uint32_t row_capacity)
{
    bool whole = true;
    m->view = vvi_puppet_open(drawing);
    const vvi_puppet_view *view = &m->view;
    uint32_t *same = take(p, view->vertex_count, sizeof *same, &whole);
    m->state = (vvi_puppet_state){.c = take_states(p, view, 1, &whole),
                                  .before = take_states(p, view, 1, &whole),
                                  .v = take_states(p, view, 1, &whole),
                                  .v_before = take_states(p, view, 1, &whole),
                                  .mix = take(p, view->example_count, sizeof(float), &whole),
                                  .fresh = true};
    m->good = take_states(p, view, 1, &whole);
    void *memory = take(p, vvi_puppet_solver_bytes(view, row_capacity), 1, &whole);
    if (!whole)
        return false;
    for (uint32_t i = 0; i < view->vertex_count; i++)
        same[i] = i;
    m->body = body_of(view, same);
    m->solver = vvi_puppet_solver_begin(view, row_capacity, memory);
    return vvi_outline_create(&m->outline, &m->body, &p->arena);
}

/* The largest of all members: arrays are shared by them. */
static uint32_t most_vertices(const puppet *p)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < p->member_count; i++)
        most = p->members[i].view.vertex_count > most ? p->members[i].view.vertex_count : most;
    return most;
}

static const vvi_puppet_view *widest(const puppet *p)
{
    const vvi_puppet_view *best = &p->members[0].view;
    for (uint32_t i = 1; i < p->member_count; i++)
        if (p->members[i].view.stride > best->stride)
            best = &p->members[i].view;
    return best;
}

static void take_journey(puppet *p, const vvi_puppet_view *view, uint32_t vertices, bool *whole)
{
    journey *t = &p->travel;
    vv_vec2 **arrays[] = {&t->from, &t->to, &t->speed_from, &t->shift};
    double **states[] = {&t->moved, &t->gained, &t->pushed, &t->pending, &t->state};
    for (uint32_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = take(p, vertices, sizeof(vv_vec2), whole);
    for (uint32_t i = 0; i < sizeof states / sizeof *states; i++)
        *states[i] = take_states(p, view, 1, whole);
    t->bend_memory = take_states(p, view, (PUPPET_BENDS + 1u) * (PUPPET_BEND_NUMBERS + 1u) / 2u, whole);
}

static bool take_shared(puppet *p, uint32_t hold_rows)
{
    bool whole = true;
    const vvi_puppet_view *view = widest(p);
    uint32_t vertices = most_vertices(p) + VVI_SPRITE_PADDING, handles = p->members[p->base].view.handle_count;
    p->hands = take(p, (size_t)VV_CHANNEL_COUNT * handles, sizeof *p->hands, &whole);
    p->aims = take(p, p->aim_capacity, sizeof *p->aims, &whole);
    p->rows = take(p, p->row_capacity, sizeof *p->rows, &whole);
    p->row_memory = take_states(p, view, hold_rows, &whole);
    p->mass_factor = take(p, (size_t)view->column_count * view->column_count, sizeof(double), &whole);
    p->fixed = take(p, view->column_count, 1, &whole);
    p->factored = take(p, view->column_count, 1, &whole);
    p->scratch = take_states(p, view, 1, &whole);
    p->backup = take_states(p, view, 4, &whole);
    p->backup_mix = take(p, VV_BLEND_MAX_EXAMPLES, sizeof(float), &whole);
    for (uint32_t i = 0; i < PUPPET_POINTS; i++) {
        p->points[i].across = take_states(p, view, 1, &whole);
        p->points[i].along = take_states(p, view, 1, &whole);
        p->points[i].shape = take_states(p, view, 1, &whole);
        p->points[i].give = p->points[i].shape ? p->points[i].shape + view->stride : NULL;
    }
    take_journey(p, view, vertices, &whole);
    return whole;
}

static bool take_members(puppet *p, const vv_actor_def *def)
{
    bool whole = true;
    p->family = def->family;
    p->member_count = def->family ? vv_family_member_count(def->family) : 1u;
    p->members = take(p, p->member_count, sizeof *p->members, &whole);
    p->hold_capacity =
        def->hold_room < VV_STAGE_MAX_HOLDS - def->hold_count ? def->hold_count + def->hold_room : VV_STAGE_MAX_HOLDS;
    p->row_capacity = 2u * p->hold_capacity + vvi_paste_row_count(def);
    for (uint32_t i = 0; i < p->member_count && whole; i++) {
        const vv_puppet *drawing = def->family ? vv_family_member(def->family, i) : def->puppet;
        p->current = p->base = drawing == def->puppet ? i : p->base;
        uint32_t rows = p->row_capacity + 2u * PUPPET_POINTS + 5u * vv_puppet_handle_count(drawing);
        uint32_t links = p->family ? vvi_family_row_count(p->family) : 0u;
        whole = make_member(p, &p->members[i], drawing, rows > links ? rows : links);
    }
    if (whole)
        p->aim_capacity = VV_CHANNEL_COUNT * widest(p)->handle_count;
    return whole && take_shared(p, 2u * p->hold_capacity) && vvi_change_begin(p);
}

static bool take_def(vv_stage *stage, actor *a, const vv_actor_def *def)
{
    puppet *p = a->puppet;
    bool whole = true;
    p->attractions = take(p, def->attraction_count, sizeof *p->attractions, &whole);
    p->follows = take(p, def->follow_count, sizeof *p->follows, &whole);
    if (!whole)
        return false;
    p->attraction_count = def->attraction_count;
    if (def->attraction_count)
        memcpy(p->attractions, def->attractions, def->attraction_count * sizeof *p->attractions);
    p->follow_count = def->follow_count;
    for (uint32_t i = 0; i < def->follow_count && whole; i++)
        whole = vvi_follow_begin(stage, a, &p->follows[i], &def->follows[i]);
    vvi_puppet_set_material(a, &def->material);
    return whole && vvi_paste_begin(stage, p, def);
}

vv_result vvi_puppet_add(vv_stage *stage, actor *a, const vv_actor_def *def, vv_error *error)
{
    puppet *p = vvi_allocate_zeroed(&stage->allocator, 1, sizeof *p);
    if (!p)
        return vvi_fail_memory(error, sizeof *p);
    p->arena.allocator = &stage->allocator;
    a->puppet = p;
    if (!take_members(p, def) || !take_def(stage, a, def))
        return vvi_fail_memory(error, sizeof *p);
    a->view = member_now(a)->body;
    /* Arrays of the actor hold any member. */
    a->capacity = most_vertices(p);
    a->state_capacity = 2u * widest(p)->stride;
    return VV_OK;
}

void vvi_puppet_become(vv_stage *stage, actor *a, uint32_t which)
{
    puppet *p = a->puppet;
    const member *m = &p->members[which];
    outline *o = &stage->contacts->outlines[a - stage->actors];
    p->current = which;
    p->is_factored = false;
    a->view = m->body;
    *o = m->outline; /* its memory is the puppet's */
    o->memory = NULL;
    a->mass = 0.0;
    for (uint32_t i = 0; i < m->view.vertex_count; i++) {
        a->mass += (double)m->view.masses[i];
        a->artwork[i] = m->view.positions[i];
    }
    vvi_change_follow(p);
}

void vvi_puppet_remove(vv_stage *stage, actor *a)
{
    if (!a->puppet)
        return;
    vvi_arena_release(&a->puppet->arena);
    vvi_release(&stage->allocator, a->puppet, 1, sizeof *a->puppet);
    a->puppet = NULL;
}

/* ---- Its place on the stage --------------------------------------------------------------------------------------------- */

/* The artwork's own state, turned and put where the def says, seen from the origin (and in the mirror, if flipped). */
void vvi_puppet_place(vv_stage *stage, actor *a, const vv_actor_def *def)
{
    puppet *p = a->puppet;
    member *m = member_now(a);
    const double zero[2] = {0.0, 0.0};
    double centre[2], angle = mirrored(a, (double)a->angle);
    size_t bytes = 2u * (size_t)m->view.stride * sizeof(double);
    p->place = (placement){{(double)def->position.x, (double)def->position.y}, (double)a->angle, def->flipped};
    memcpy(m->state.c, m->view.rest, bytes);
    vvi_state_turn(&m->view, m->state.c, angle, zero);
    vvi_state_centre(&m->view, m->state.c, centre);
    vvi_state_shift(&m->view, m->state.c, (double[2]){-centre[0], -centre[1]});
    const double middle[2] = {mirrored(a, centre[0]), centre[1]};
    for (int k = 0; k < 2; k++) {
        double low = (double)(k ? stage->def.low.y : stage->def.low.x), at = p->place.at[k] + middle[k];
        double high = (double)(k ? stage->def.high.y : stage->def.high.x);
        a->origin[k] = a->still_at[k] = at < low ? low : at > high ? high : at;
        p->place.at[k] = a->origin[k] - middle[k];
    }
    memcpy(m->state.before, m->state.c, bytes);
    memcpy(m->good, m->state.c, bytes);
    vvi_puppet_refresh(a);
    vvi_puppet_add_motion(stage, a, (double[2]){(double)a->velocity.x, (double)a->velocity.y}, (double)a->spin);
}
