/* Artworks as shown in the rig and pose workspaces. A figure is built when it is first needed, and again when its
 * artwork has changed; its pose is carried over by the names of handles and examples. */
#include "figure.h"

#include <string.h>

const vv_project_artwork *vvi_figure_artwork(const vv_studio *studio, uint32_t artwork)
{
    return vv_document_project(studio->document)->artworks[artwork];
}

/* ---- Showing --------------------------------------------------------------------------------------------------- */

void vvi_figure_present(vvi_figure *f)
{
    vv_handle_pose turns[VV_RIG_MAX_HANDLES];
    const vvi_pose_state *pose_state = f->pose_state;
    vv_rigged_skin(f->rigged, pose_state->pose, f->vertices);
    vv_pose_factor(pose_state->handle_count, f->rest_handles, pose_state->pose, turns);
    for (uint32_t h = 0; h < pose_state->handle_count; h++) {
        const float numbers[5] = {turns[h].translation.x, turns[h].translation.y, turns[h].angle, turns[h].xx,
                                  turns[h].yy};
        f->ends[2 * h] = vv_affine_apply(pose_state->pose[h], f->rest_handles[h].from);
        f->ends[2 * h + 1] = vv_affine_apply(pose_state->pose[h], f->rest_handles[h].to);
        memcpy(f->turns + 5 * (size_t)h, numbers, sizeof numbers);
    }
    f->view.pins = pose_state->pins;
    f->view.place = pose_state->place;
    f->view.posed = pose_state->shown == VVI_SHOWN_HAND;
}

static void measure_figure(vvi_figure *f)
{
    const vv_mesh *mesh = &f->body->mesh;
    vv_vec2 low = mesh->positions[0], high = low;
    for (uint32_t v = 1; v < mesh->vertex_count; v++) {
        vv_vec2 p = mesh->positions[v];
        low = (vv_vec2){vvi_min(low.x, p.x), vvi_min(low.y, p.y)};
        high = (vv_vec2){vvi_max(high.x, p.x), vvi_max(high.y, p.y)};
    }
    f->view.low_x = low.x, f->view.low_y = low.y;
    f->view.high_x = high.x, f->view.high_y = high.y;
    f->size = sqrtf(vv_mesh_area(mesh));
}

/* An artwork without handles or examples is built with a default one, which the page does not see. */
static void fill_view(vvi_figure *f, const vv_project_artwork *artwork)
{
    const vv_mesh *mesh = &f->body->mesh;
    vv_figure *view = &f->view;
    view->vertex_count = mesh->vertex_count;
    view->triangle_count = mesh->triangle_count;
    view->layer_count = mesh->layer_count;
    view->handle_count = artwork->handle_count;
    view->example_count = artwork->example_count;
    view->rest = mesh->positions;
    view->uvs = mesh->uvs;
    view->triangles = mesh->triangles;
    view->layers = (const uint32_t *)mesh->layers;
    view->weights = f->body->weights;
    view->vertices = f->vertices;
    view->handles = f->ends;
    view->turns = f->turns;
    view->smallest_angle = f->body->smallest_angle;
    measure_figure(f);
}

/* ---- Building -------------------------------------------------------------------------------------------------- */

static void clear_figure(vvi_figure *f, const vv_allocator *allocator)
{
    vv_posing_destroy(f->posing, allocator);
    vvi_pose_state_destroy(f->pose_state, allocator);
    vvi_arena_release(&f->arena);
    uint32_t version = f->view.mesh_version;
    *f = (vvi_figure){.view = {.mesh_version = version}};
}

static bool allocate_figure(vvi_figure *f, const vv_allocator *allocator)
{
    uint32_t handles = f->body->handle_count, examples = f->rigged->example_count, n = f->body->mesh.vertex_count;
    f->arena.allocator = allocator;
    f->handle_names = vvi_arena_allocate(&f->arena, handles, sizeof *f->handle_names);
    f->example_names = vvi_arena_allocate(&f->arena, examples, sizeof *f->example_names);
    f->rest_handles = vvi_arena_allocate(&f->arena, handles, sizeof *f->rest_handles);
    f->vertices = vvi_arena_allocate(&f->arena, n, sizeof *f->vertices);
    f->ends = vvi_arena_allocate(&f->arena, 2 * (size_t)handles, sizeof *f->ends);
    f->turns = vvi_arena_allocate(&f->arena, 5 * (size_t)handles, sizeof *f->turns);
    f->neighbours = vvi_arena_allocate(&f->arena, (size_t)handles * handles, 1);
    f->components = vvi_arena_allocate(&f->arena, handles, sizeof *f->components);
    f->moved_area = vvi_arena_allocate(&f->arena, handles, sizeof *f->moved_area);
    f->grab.pins = vvi_arena_allocate(&f->arena, (size_t)handles + 1, sizeof *f->grab.pins);
    f->grab.start = vvi_arena_allocate(&f->arena, handles, sizeof *f->grab.start);
    f->grab.solved = vvi_arena_allocate(&f->arena, handles, sizeof *f->grab.solved);
    f->grab.solution = vvi_arena_allocate(&f->arena, handles, sizeof *f->grab.solution);
    f->grab.bones = vvi_arena_allocate(&f->arena, handles, sizeof *f->grab.bones);
    f->pose_state = vvi_pose_state_create(handles, examples, allocator);
    return f->handle_names && f->example_names && f->rest_handles && f->vertices && f->ends && f->turns &&
           f->neighbours && f->components && f->moved_area && f->grab.pins && f->grab.start && f->grab.solved &&
           f->grab.solution && f->grab.bones && f->pose_state;
}

static void copy_names(vvi_figure *f, const vv_project_artwork *artwork)
{
    memcpy(f->rest_handles, f->body->handles, f->pose_state->handle_count * sizeof *f->rest_handles);
    for (uint32_t h = 0; h < artwork->handle_count; h++)
        memcpy(f->handle_names[h], artwork->handles[h].name, VV_PROJECT_NAME_BYTES);
    for (uint32_t e = 0; e < artwork->example_count; e++)
        memcpy(f->example_names[e], artwork->examples[e].name, VV_PROJECT_NAME_BYTES);
}

static vv_result build(vvi_figure *f, const vv_project_artwork *artwork, const vv_rigged *rigged,
                       const vv_allocator *allocator, vv_error *error)
{
    *f = (vvi_figure){.current = true, .rigged = rigged, .body = rigged->body, .body_key = rigged->body->key};
    bool ok = allocate_figure(f, allocator) && vvi_hold_prepare(f, allocator);
    vv_result result =
        ok ? vv_posing_create(f->body->poser, 2 * f->pose_state->handle_count, allocator, &f->posing, error)
           : vvi_fail_memory(error, 0);
    if (result != VV_OK) {
        clear_figure(f, allocator);
        return result;
    }
    copy_names(f, artwork);
    fill_view(f, artwork);
    return VV_OK;
}

/* ---- Carrying over --------------------------------------------------------------------------------------------- */

static uint32_t find_name(uint32_t count, char (*names)[VV_PROJECT_NAME_BYTES], const char *name)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return VV_NONE;
}

static bool same_handles(const vvi_figure *a, const vvi_figure *b)
{
    uint32_t count = a->pose_state->handle_count;
    return count == b->pose_state->handle_count &&
           memcmp(a->handle_names, b->handle_names, count * sizeof *a->handle_names) == 0 &&
           memcmp(a->rest_handles, b->rest_handles, count * sizeof *a->rest_handles) == 0;
}

/* Handles that still exist, by name, keep their transforms, and new ones follow them; at rest if none is left. */
static void carry_over_pose(const vvi_figure *from, vvi_figure *to)
{
    vv_handle_pose turn;
    uint32_t count = 0, handles = to->pose_state->handle_count;
    vv_pin *pins = to->grab.pins;
    if (same_handles(from, to)) {
        memcpy(to->pose_state->pose, from->pose_state->pose, handles * sizeof *to->pose_state->pose);
        memcpy(to->pose_state->pins, from->pose_state->pins, handles);
        to->pose_state->shown = VVI_SHOWN_HAND;
        return;
    }
    for (uint32_t h = 0; h < handles; h++) {
        uint32_t old = find_name(from->view.handle_count, from->handle_names, to->handle_names[h]);
        if (old == VV_NONE)
            continue;
        vv_affine pose;
        vv_handle was = from->rest_handles[old], is = to->rest_handles[h];
        was.parent1 = is.parent1 = 0;
        vv_pose_factor(1, &was, &from->pose_state->pose[old], &turn);
        vv_pose_compose(1, &is, &turn, &pose);
        to->pose_state->pins[h] = from->pose_state->pins[old];
        pins[count++] = (vv_pin){.kind = VV_PIN_STRETCH,
                                 .handle = h,
                                 .from = to->rest_handles[h].from,
                                 .to = vv_affine_apply(pose, to->rest_handles[h].from),
                                 .linear = pose.linear};
    }
    if (count == 0 || vv_posing_set_pins(to->posing, count, pins, NULL) != VV_OK)
        return;
    vv_posing_solve(to->posing, 200, 1e-6f * to->size);
    memcpy(to->pose_state->pose, vv_posing_pose(to->posing), handles * sizeof *to->pose_state->pose);
    to->pose_state->shown = VVI_SHOWN_HAND;
}

static bool same_examples(const vvi_figure *a, const vvi_figure *b)
{
    if (a->view.example_count != b->view.example_count)
        return false;
    for (uint32_t e = 0; e < a->view.example_count; e++)
        if (strcmp(a->example_names[e], b->example_names[e]) != 0)
            return false;
    return true;
}

/* The example, if any, that a pose by hand has been stored as; examples are rounded. */
static uint32_t find_stored_example(const vvi_figure *f)
{
    vv_handle_pose turns[VV_RIG_MAX_HANDLES];
    uint32_t handles = f->pose_state->handle_count;
    vv_pose_factor(handles, f->rest_handles, f->pose_state->pose, turns);
    for (uint32_t e = 0; e < f->view.example_count; e++) {
        float error = 0.0f;
        for (uint32_t h = 0; h < handles; h++) {
            const vv_handle_pose *a = &turns[h], *b = &f->rigged->example_poses[(size_t)e * handles + h];
            const float differences[6] = {a->translation.x - b->translation.x,
                                          a->translation.y - b->translation.y,
                                          vv_wrap_angle(a->angle - b->angle),
                                          a->xx - b->xx,
                                          a->xy - b->xy,
                                          a->yy - b->yy};
            for (uint32_t i = 0; i < 6; i++)
                error = vvi_max(error, fabsf(differences[i]));
        }
        if (error <= 1e-5f)
            return e;
    }
    return VV_NONE;
}

static void carry_over_state(const vvi_figure *from, vvi_figure *to, const vv_project_artwork *artwork)
{
    const vvi_pose_state *old = from->pose_state;
    uint32_t example = VV_NONE;
    if (old && old->shown == VVI_SHOWN_HAND) {
        carry_over_pose(from, to);
        example = to->pose_state->shown == VVI_SHOWN_HAND ? find_stored_example(to) : VV_NONE;
    } else if (old && old->shown == VVI_SHOWN_EXAMPLE) {
        example = find_name(to->view.example_count, to->example_names, from->example_names[old->example]);
    } else if (old && old->shown == VVI_SHOWN_PLACE && same_examples(from, to)) {
        vvi_pose_state_place(to->pose_state, to->rigged, old->place);
    } else if (old && old->shown == VVI_SHOWN_REST) {
        for (uint32_t h = 0; h < to->view.handle_count; h++) {
            uint32_t old_handle = find_name(from->view.handle_count, from->handle_names, to->handle_names[h]);
            to->pose_state->pins[h] = old_handle == VV_NONE ? 0 : old->pins[old_handle];
        }
    }
    if (example != VV_NONE)
        vvi_pose_state_example(to->pose_state, to->rigged, artwork, example);
}

/* ---- Access ---------------------------------------------------------------------------------------------------- */

static vvi_figure *get_item(vv_studio *studio, uint32_t artwork)
{
    if (!studio->figures) {
        studio->figures = vvi_allocate_zeroed(studio->allocator, 1, sizeof *studio->figures);
        if (studio->figures)
            studio->figures->newest = vv_document_revision(studio->document);
    }
    if (studio->figures && !studio->figures->items[artwork])
        studio->figures->items[artwork] = vvi_allocate_zeroed(studio->allocator, 1, sizeof(vvi_figure));
    return studio->figures ? studio->figures->items[artwork] : NULL;
}

static vv_result rebuild(vv_studio *studio, const vv_project_artwork *artwork, const vv_rigged *rigged, vvi_figure *f,
                         vv_error *error)
{
    vvi_figure rebuilt;
    bool same_body = f->body == rigged->body && f->body_key == rigged->body->key;
    vv_result result = build(&rebuilt, artwork, rigged, studio->allocator, error);
    if (result != VV_OK)
        return result;
    rebuilt.view.mesh_version = same_body ? f->view.mesh_version : ++studio->figures->mesh_version;
    carry_over_state(f, &rebuilt, artwork);
    clear_figure(f, studio->allocator);
    *f = rebuilt;
    vvi_figure_present(f);
    return VV_OK;
}

vv_result vvi_figure_at(vv_studio *studio, uint32_t artwork, vvi_figure **out)
{
    vv_error error = {0};
    const vv_project *project = vv_document_project(studio->document);
    const vv_rigged *rigged = NULL;
    if (artwork >= project->artwork_count) {
        vvi_fail(&error, VV_ERROR_NOT_FOUND, "there is no artwork %u", artwork);
        return vvi_studio_fail(studio, &error);
    }
    vvi_figure *f = get_item(studio, artwork);
    vv_result result =
        f ? vv_session_artwork(studio->session, artwork, NULL, &rigged, &error) : vvi_fail_memory(&error, sizeof *f);
    if (result == VV_OK && !f->current)
        result = rebuild(studio, project->artworks[artwork], rigged, f, &error);
    if (result != VV_OK) {
        vvi_figures_invalidate(studio);
        return vvi_studio_fail(studio, &error);
    }
    *out = f;
    return VV_OK;
}

const vv_figure *vv_studio_figure(vv_studio *studio, uint32_t artwork)
{
    vvi_figure *f = NULL;
    return vvi_figure_at(studio, artwork, &f) == VV_OK ? &f->view : NULL;
}

/* ---- Notifications --------------------------------------------------------------------------------------------- */

void vvi_figures_changed(vv_studio *studio)
{
    struct vvi_figures *figures = studio->figures;
    if (!figures)
        return;
    for (uint32_t a = 0; a < VV_PROJECT_MAX_ARTWORKS; a++)
        if (figures->items[a])
            figures->items[a]->current = false;
    uint64_t revision = vv_document_revision(studio->document);
    if (revision > figures->newest) {
        figures->newest = revision;
        vvi_pose_steps_truncate(studio);
    }
}

void vvi_figures_invalidate(vv_studio *studio)
{
    for (uint32_t a = 0; studio->figures && a < VV_PROJECT_MAX_ARTWORKS; a++)
        if (studio->figures->items[a]) {
            studio->figures->items[a]->body = NULL;
            studio->figures->items[a]->current = false;
        }
}

void vvi_figures_release(vv_studio *studio)
{
    struct vvi_figures *figures = studio->figures;
    if (!figures)
        return;
    vvi_pose_steps_release(studio);
    for (uint32_t a = 0; a < VV_PROJECT_MAX_ARTWORKS; a++) {
        if (!figures->items[a])
            continue;
        clear_figure(figures->items[a], studio->allocator);
        vvi_release(studio->allocator, figures->items[a], 1, sizeof *figures->items[a]);
    }
    vvi_release(studio->allocator, figures, 1, sizeof *figures);
    studio->figures = NULL;
}
