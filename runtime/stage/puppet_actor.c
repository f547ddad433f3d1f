/* Creation, placement and removal of puppets: checks the def, and allocates everything that one needs at once. */
#include "runtime/stage/puppet_change.h"

#include <string.h>

/* ---- The def ----------------------------------------------------------------------------------------------------- */

static vv_result check_family(const vv_actor_def *d, vv_error *error)
{
    for (uint32_t i = 0; d->family && i < vv_family_member_count(d->family); i++)
        if (vv_family_member(d->family, i) == d->puppet)
            return VV_OK;
    return d->family ? vvi_fail(error, VV_ERROR_ARGUMENT, "the actor's puppet is not a member of its family") : VV_OK;
}

/* Each example may be named once: solvers have room for no more. */
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
            return vvi_fail(error, VV_ERROR_ARGUMENT, "attraction %u is example %u again; name each example once", i,
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
        return vvi_fail(error, VV_ERROR_LIMIT, "the actor has %u follows and %u copies; at most %u and %u are allowed",
                        d->follow_count, d->copy_count, VV_PUPPET_MAX_FOLLOWS, VV_PUPPET_MAX_COPIES);
    for (uint32_t i = 0; i < d->follow_count && result == VV_OK; i++)
        result = vvi_prefix_error_path(vvi_follow_check(stage, d, i, error), error, "follows[%u]", i);
    return result == VV_OK ? vvi_paste_check(stage, d, error) : result;
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

/* Allocates from the arena; `ok` becomes false once there is no memory, and stays so. */
static void *allocate(puppet *p, size_t count, size_t size, bool *ok)
{
    void *memory = *ok ? vvi_arena_allocate(&p->arena, count ? count : 1, size) : NULL;
    *ok = memory != NULL;
    return memory;
}

static double *allocate_states(puppet *p, const vvi_puppet_view *view, uint32_t count, bool *ok)
{
    return allocate(p, 2u * (size_t)view->stride * count, sizeof(double), ok);
}

static vvi_sprite_view sprite_view_of(const vvi_puppet_view *v, const uint32_t *identity)
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
                             .vertices = identity,
                             .particles = identity,
                             .masses = v->masses,
                             .triangles = v->triangles,
                             .boundary = v->boundary,
                             .boundary_triangles = v->boundary_triangles,
                             .complex = v->complex};
}

static bool make_member(puppet *p, member *m, const vv_puppet *drawing, uint32_t row_capacity)
{
    bool ok = true;
    m->view = vvi_puppet_open(drawing);
    const vvi_puppet_view *view = &m->view;
    uint32_t *identity = allocate(p, view->vertex_count, sizeof *identity, &ok);
    m->state = (vvi_puppet_state){.c = allocate_states(p, view, 1, &ok),
                                  .before = allocate_states(p, view, 1, &ok),
                                  .v = allocate_states(p, view, 1, &ok),
                                  .v_before = allocate_states(p, view, 1, &ok),
                                  .mix = allocate(p, view->example_count, sizeof(float), &ok),
                                  .fresh = true};
    m->last_good = allocate_states(p, view, 1, &ok);
    void *memory = allocate(p, vvi_puppet_solver_bytes(view, row_capacity), 1, &ok);
    if (!ok)
        return false;
    for (uint32_t i = 0; i < view->vertex_count; i++)
        identity[i] = i;
    m->body = sprite_view_of(view, identity);
    m->solver = vvi_puppet_solver_begin(view, row_capacity, memory);
    return vvi_outline_create(&m->outline, &m->body, &p->arena);
}

/* The largest of all members, since they share arrays. */
static uint32_t max_vertex_count(const puppet *p)
{
    uint32_t max = 0;
    for (uint32_t i = 0; i < p->member_count; i++)
        max = p->members[i].view.vertex_count > max ? p->members[i].view.vertex_count : max;
    return max;
}

static const vvi_puppet_view *find_widest_member(const puppet *p)
{
    const vvi_puppet_view *widest = &p->members[0].view;
    for (uint32_t i = 1; i < p->member_count; i++)
        if (p->members[i].view.stride > widest->stride)
            widest = &p->members[i].view;
    return widest;
}

static void allocate_substep_motion(puppet *p, const vvi_puppet_view *view, uint32_t vertices, bool *ok)
{
    substep_motion *t = &p->travel;
    vv_vec2 **arrays[] = {&t->start, &t->end, &t->start_velocity, &t->offsets};
    double **states[] = {&t->displacement, &t->velocity_change, &t->substep_displacement, &t->pending, &t->state};
    for (uint32_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = allocate(p, vertices, sizeof(vv_vec2), ok);
    for (uint32_t i = 0; i < sizeof states / sizeof *states; i++)
        *states[i] = allocate_states(p, view, 1, ok);
    t->bend_memory = allocate_states(p, view, (PUPPET_MAX_BENDS + 1u) * (PUPPET_BEND_NUMBERS + 1u) / 2u, ok);
}

static bool allocate_shared(puppet *p, uint32_t hold_rows)
{
    bool ok = true;
    const vvi_puppet_view *view = find_widest_member(p);
    uint32_t vertices = max_vertex_count(p) + VVI_SPRITE_PADDING, handles = p->members[p->base].view.handle_count;
    p->host_aims = allocate(p, (size_t)VV_CHANNEL_COUNT * handles, sizeof *p->host_aims, &ok);
    p->keyed_parts = allocate(p, handles, 1, &ok);
    p->aims = allocate(p, p->aim_capacity, sizeof *p->aims, &ok);
    p->rows = allocate(p, p->row_capacity, sizeof *p->rows, &ok);
    p->row_memory = allocate_states(p, view, hold_rows, &ok);
    p->fixed = allocate(p, view->column_count, 1, &ok);
    p->scratch = allocate_states(p, view, 1, &ok);
    p->image = allocate_states(p, view, 1, &ok);
    p->backup = allocate_states(p, view, 4, &ok);
    p->backup_mix = allocate(p, VV_BLEND_MAX_EXAMPLES, sizeof(float), &ok);
    for (uint32_t i = 0; i < PUPPET_MAX_CONTACTS; i++) {
        p->points[i].normal_row = allocate_states(p, view, 1, &ok);
        p->points[i].tangent_row = allocate_states(p, view, 1, &ok);
        p->points[i].shape = allocate_states(p, view, 1, &ok);
        p->points[i].columns = allocate(p, view->column_count, sizeof(uint32_t), &ok);
        p->points[i].response = p->points[i].shape ? p->points[i].shape + view->stride : NULL;
    }
    allocate_substep_motion(p, view, vertices, &ok);
    return ok;
}

static bool create_members(puppet *p, const vv_actor_def *def)
{
    bool ok = true;
    p->family = def->family;
    p->member_count = def->family ? vv_family_member_count(def->family) : 1u;
    p->members = allocate(p, p->member_count, sizeof *p->members, &ok);
    p->hold_capacity = def->spare_holds < VV_STAGE_MAX_HOLDS - def->hold_count ? def->hold_count + def->spare_holds
                                                                               : VV_STAGE_MAX_HOLDS;
    p->row_capacity = 2u * p->hold_capacity + vvi_paste_row_count(def);
    VV_ASSERT(p->hold_capacity <= VV_STAGE_MAX_HOLDS);
    for (uint32_t i = 0; i < p->member_count && ok; i++) {
        const vv_puppet *drawing = def->family ? vv_family_member(def->family, i) : def->puppet;
        p->current = p->base = drawing == def->puppet ? i : p->base;
        uint32_t rows =
            p->row_capacity + 2u * PUPPET_MAX_CONTACTS + VVI_PUPPET_STRAIN_ROWS + 5u * vv_puppet_handle_count(drawing);
        uint32_t links = p->family ? vvi_family_row_count(p->family) : 0u;
        ok = make_member(p, &p->members[i], drawing, rows > links ? rows : links);
    }
    if (ok)
        p->aim_capacity = VV_CHANNEL_COUNT * find_widest_member(p)->handle_count;
    return ok && allocate_shared(p, 2u * p->hold_capacity) && vvi_change_begin(p);
}

static bool apply_def(vv_stage *stage, actor *a, const vv_actor_def *def)
{
    puppet *p = a->puppet;
    bool ok = true;
    p->attractions = allocate(p, def->attraction_count, sizeof *p->attractions, &ok);
    p->follows = allocate(p, def->follow_count, sizeof *p->follows, &ok);
    if (!ok)
        return false;
    p->attraction_count = def->attraction_count;
    if (def->attraction_count)
        memcpy(p->attractions, def->attractions, def->attraction_count * sizeof *p->attractions);
    p->follow_count = def->follow_count;
    for (uint32_t i = 0; i < def->follow_count && ok; i++)
        ok = vvi_follow_begin(stage, a, &p->follows[i], &def->follows[i]);
    vvi_puppet_set_material(a, &def->material);
    return ok && vvi_paste_begin(stage, p, def);
}

vv_result vvi_puppet_add(vv_stage *stage, actor *a, const vv_actor_def *def, vv_error *error)
{
    puppet *p = vvi_allocate_zeroed(&stage->allocator, 1, sizeof *p);
    if (!p)
        return vvi_fail_memory(error, sizeof *p);
    p->arena.allocator = &stage->allocator;
    a->puppet = p;
    if (!create_members(p, def) || !apply_def(stage, a, def))
        return vvi_fail_memory(error, sizeof *p);
    a->view = current_member(a)->body;
    /* The arrays of the actor must fit every member. */
    a->capacity = max_vertex_count(p);
    a->state_capacity = 2u * find_widest_member(p)->stride;
    VV_ASSERT(p->current < p->member_count && a->capacity >= a->view.particle_count);
    return VV_OK;
}

void vvi_puppet_switch_member(vv_stage *stage, actor *a, uint32_t which)
{
    puppet *p = a->puppet;
    VV_ASSERT(which < p->member_count);
    const member *m = &p->members[which];
    outline *o = &stage->contacts->outlines[a - stage->actors];
    p->current = which;
    a->view = m->body;
    *o = m->outline; /* its memory belongs to the puppet */
    o->memory = NULL;
    a->mass = 0.0;
    a->artwork = m->view.positions;
    for (uint32_t i = 0; i < m->view.vertex_count; i++)
        a->mass += (double)m->view.masses[i];
    vvi_change_update_copies(p);
    VVI_CHECK(a->mass > 0.0 && a->view.particle_count <= a->capacity);
}

void vvi_puppet_remove(vv_stage *stage, actor *a)
{
    if (!a->puppet)
        return;
    vvi_arena_release(&a->puppet->arena);
    vvi_release(&stage->allocator, a->puppet, 1, sizeof *a->puppet);
    a->puppet = NULL;
}

/* ---- Placement on the stage -------------------------------------------------------------------------------------- */

/* Places the artwork's own state where the def says, rotated, relative to the origin (and mirrored, if flipped). */
void vvi_puppet_place(vv_stage *stage, actor *a, const vv_actor_def *def)
{
    puppet *p = a->puppet;
    member *m = current_member(a);
    const double zero[2] = {0.0, 0.0};
    double centre[2], angle = mirrored(a, (double)a->angle);
    size_t bytes = 2u * (size_t)m->view.stride * sizeof(double);
    p->place = (placement){{(double)def->position.x, (double)def->position.y}, (double)a->angle, def->flipped};
    memcpy(m->state.c, m->view.rest, bytes);
    vvi_state_rotate(&m->view, m->state.c, angle, zero);
    vvi_state_centre(&m->view, m->state.c, centre);
    vvi_state_translate(&m->view, m->state.c, (double[2]){-centre[0], -centre[1]});
    const double centre_on_stage[2] = {mirrored(a, centre[0]), centre[1]};
    for (int k = 0; k < 2; k++) {
        double low = (double)(k ? stage->def.low.y : stage->def.low.x), position = p->place.at[k] + centre_on_stage[k];
        double high = (double)(k ? stage->def.high.y : stage->def.high.x);
        a->origin[k] = a->still_at[k] = position < low ? low : position > high ? high : position;
        p->place.at[k] = a->origin[k] - centre_on_stage[k];
    }
    memcpy(m->state.before, m->state.c, bytes);
    memcpy(m->last_good, m->state.c, bytes);
    vvi_puppet_update_vertices(a);
    vvi_puppet_add_motion(stage, a, (double[2]){(double)a->velocity.x, (double)a->velocity.y}, (double)a->spin);
}
