/* Artworks to look at: what the rig and pose workspaces draw. A figure is built when it is asked for, and again when its
 * artwork has changed; how it stands is carried over by the names of handles and examples. */
#include "figure.h"

#include <string.h>

const vv_project_artwork *vvi_figure_artwork(const vv_studio *studio, uint32_t artwork)
{
    return vv_document_project(studio->document)->artworks[artwork];
}

/* ---- Showing --------------------------------------------------------------------------------------------------------- */

void vvi_figure_present(vvi_figure *f)
{
    vv_turn turns[VV_RIG_MAX_HANDLES];
    const vvi_stance *stance = f->stance;
    vv_rigged_skin(f->rigged, stance->pose, f->vertices);
    vv_pose_factor(stance->handle_count, f->rest_handles, stance->pose, turns);
    for (uint32_t h = 0; h < stance->handle_count; h++) {
        const float numbers[5] = {turns[h].move.x, turns[h].move.y, turns[h].angle, turns[h].xx, turns[h].yy};
        f->ends[2 * h] = vv_affine_apply(stance->pose[h], f->rest_handles[h].from);
        f->ends[2 * h + 1] = vv_affine_apply(stance->pose[h], f->rest_handles[h].to);
        memcpy(f->turns + 5 * (size_t)h, numbers, sizeof numbers);
    }
    f->view.pins = stance->pins;
    f->view.place = stance->place;
    f->view.posed = stance->shown == VVI_SHOWN_HAND;
}

static void measure(vvi_figure *f)
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

/* An artwork without handles or examples is built with one of its own, which the page need not know of. */
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
    measure(f);
}

/* ---- Building -------------------------------------------------------------------------------------------------------- */

static void empty(vvi_figure *f, const vv_allocator *allocator)
{
    vv_posing_destroy(f->posing, allocator);
    vvi_stance_destroy(f->stance, allocator);
    vvi_arena_release(&f->arena);
    uint32_t version = f->view.mesh_version;
    *f = (vvi_figure){.view = {.mesh_version = version}};
}

static bool reserve(vvi_figure *f, const vv_allocator *allocator)
{
    uint32_t handles = f->body->handle_count, examples = f->rigged->example_count, n = f->body->mesh.vertex_count;
    f->arena.allocator = allocator;
    f->handle_names = vvi_arena_take(&f->arena, handles, sizeof *f->handle_names);
    f->example_names = vvi_arena_take(&f->arena, examples, sizeof *f->example_names);
    f->rest_handles = vvi_arena_take(&f->arena, handles, sizeof *f->rest_handles);
    f->vertices = vvi_arena_take(&f->arena, n, sizeof *f->vertices);
    f->ends = vvi_arena_take(&f->arena, 2 * (size_t)handles, sizeof *f->ends);
    f->turns = vvi_arena_take(&f->arena, 5 * (size_t)handles, sizeof *f->turns);
    f->near = vvi_arena_take(&f->arena, (size_t)handles * handles, 1);
    f->parts = vvi_arena_take(&f->arena, handles, sizeof *f->parts);
    f->reach = vvi_arena_take(&f->arena, handles, sizeof *f->reach);
    f->grip.pins = vvi_arena_take(&f->arena, (size_t)handles + 1, sizeof *f->grip.pins);
    f->grip.start = vvi_arena_take(&f->arena, handles, sizeof *f->grip.start);
    f->grip.solved = vvi_arena_take(&f->arena, handles, sizeof *f->grip.solved);
    f->stance = vvi_stance_create(handles, examples, allocator);
    return f->handle_names && f->example_names && f->rest_handles && f->vertices && f->ends && f->turns && f->near &&
           f->parts && f->reach && f->grip.pins && f->grip.start && f->grip.solved && f->stance;
}

static void copy_names(vvi_figure *f, const vv_project_artwork *artwork)
{
    memcpy(f->rest_handles, f->body->handles, f->stance->handle_count * sizeof *f->rest_handles);
    for (uint32_t h = 0; h < artwork->handle_count; h++)
        memcpy(f->handle_names[h], artwork->handles[h].name, VV_PROJECT_NAME_BYTES);
    for (uint32_t e = 0; e < artwork->example_count; e++)
        memcpy(f->example_names[e], artwork->examples[e].name, VV_PROJECT_NAME_BYTES);
}

static vv_result build(vvi_figure *f, const vv_project_artwork *artwork, const vv_rigged *rigged,
                       const vv_allocator *allocator, vv_error *error)
{
    *f = (vvi_figure){.current = true, .rigged = rigged, .body = rigged->body, .body_key = rigged->body->key};
    bool there = reserve(f, allocator) && vvi_hold_prepare(f, allocator);
    vv_result result = there
                           ? vv_posing_create(f->body->poser, f->stance->handle_count + 1, allocator, &f->posing, error)
                           : vvi_fail_memory(error, 0);
    if (result != VV_OK) {
        empty(f, allocator);
        return result;
    }
    copy_names(f, artwork);
    fill_view(f, artwork);
    return VV_OK;
}

/* ---- Carrying over --------------------------------------------------------------------------------------------------- */

static uint32_t find_name(uint32_t count, char (*names)[VV_PROJECT_NAME_BYTES], const char *name)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return VV_NONE;
}

static bool same_handles(const vvi_figure *a, const vvi_figure *b)
{
    uint32_t count = a->stance->handle_count;
    return count == b->stance->handle_count &&
           memcmp(a->handle_names, b->handle_names, count * sizeof *a->handle_names) == 0 &&
           memcmp(a->rest_handles, b->rest_handles, count * sizeof *a->rest_handles) == 0;
}

/* Handles that are there as before, by name, stand as they stood, and new ones follow them; at rest where none is left. */
static void carry_pose(const vvi_figure *from, vvi_figure *to)
{
    vv_turn turns[VV_RIG_MAX_HANDLES];
    uint32_t count = 0, handles = to->stance->handle_count;
    vv_pin *pins = to->grip.pins;
    if (same_handles(from, to)) {
        memcpy(to->stance->pose, from->stance->pose, handles * sizeof *to->stance->pose);
        memcpy(to->stance->pins, from->stance->pins, handles);
        to->stance->shown = VVI_SHOWN_HAND;
        return;
    }
    vv_pose_factor(from->stance->handle_count, from->rest_handles, from->stance->pose, turns);
    for (uint32_t h = 0; h < handles; h++) {
        uint32_t old = find_name(from->view.handle_count, from->handle_names, to->handle_names[h]);
        if (old == VV_NONE)
            continue;
        vv_affine pose;
        vv_pose_compose(1, &to->rest_handles[h], &turns[old], &pose);
        to->stance->pins[h] = from->stance->pins[old];
        pins[count++] = (vv_pin){.kind = VV_PIN_STRETCH,
                                 .handle = h,
                                 .from = to->rest_handles[h].from,
                                 .to = vv_affine_apply(pose, to->rest_handles[h].from),
                                 .linear = pose.linear};
    }
    if (count == 0 || vv_posing_set_pins(to->posing, count, pins, NULL) != VV_OK)
        return;
    vv_posing_solve(to->posing, 200, 1e-6f * to->size);
    memcpy(to->stance->pose, vv_posing_pose(to->posing), handles * sizeof *to->stance->pose);
    to->stance->shown = VVI_SHOWN_HAND;
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

/* A pose by hand that has become an example, rounded as examples are. */
static uint32_t find_kept(const vvi_figure *f)
{
    vv_turn turns[VV_RIG_MAX_HANDLES];
    uint32_t handles = f->stance->handle_count;
    vv_pose_factor(handles, f->rest_handles, f->stance->pose, turns);
    for (uint32_t e = 0; e < f->view.example_count; e++) {
        float off = 0.0f;
        for (uint32_t h = 0; h < handles; h++) {
            const vv_turn *a = &turns[h], *b = &f->rigged->turns[(size_t)e * handles + h];
            const float apart[6] = {a->move.x - b->move.x, a->move.y - b->move.y, vv_wrap_angle(a->angle - b->angle),
                                    a->xx - b->xx,         a->xy - b->xy,         a->yy - b->yy};
            for (uint32_t i = 0; i < 6; i++)
                off = vvi_max(off, fabsf(apart[i]));
        }
        if (off <= 1e-5f)
            return e;
    }
    return VV_NONE;
}

static void carry_stance(const vvi_figure *from, vvi_figure *to, const vv_project_artwork *artwork)
{
    const vvi_stance *old = from->stance;
    uint32_t example = VV_NONE;
    if (old && old->shown == VVI_SHOWN_HAND) {
        carry_pose(from, to);
        example = to->stance->shown == VVI_SHOWN_HAND ? find_kept(to) : VV_NONE;
    } else if (old && old->shown == VVI_SHOWN_EXAMPLE) {
        example = find_name(to->view.example_count, to->example_names, from->example_names[old->example]);
    } else if (old && old->shown == VVI_SHOWN_PLACE && same_examples(from, to)) {
        vvi_stance_place(to->stance, to->rigged, old->place);
    } else if (old && old->shown == VVI_SHOWN_REST) {
        for (uint32_t h = 0; h < to->view.handle_count; h++) {
            uint32_t was = find_name(from->view.handle_count, from->handle_names, to->handle_names[h]);
            to->stance->pins[h] = was == VV_NONE ? 0 : old->pins[was];
        }
    }
    if (example != VV_NONE)
        vvi_stance_example(to->stance, to->rigged, artwork, example);
}

/* ---- Asking ---------------------------------------------------------------------------------------------------------- */

static vvi_figure *item(vv_studio *studio, uint32_t artwork)
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

static vv_result renew(vv_studio *studio, const vv_project_artwork *artwork, const vv_rigged *rigged, vvi_figure *f,
                       vv_error *error)
{
    vvi_figure made;
    bool same_body = f->body == rigged->body && f->body_key == rigged->body->key;
    vv_result result = build(&made, artwork, rigged, studio->allocator, error);
    if (result != VV_OK)
        return result;
    made.view.mesh_version = same_body ? f->view.mesh_version : ++studio->figures->mesh_version;
    carry_stance(f, &made, artwork);
    empty(f, studio->allocator);
    *f = made;
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
        return vvi_studio_refuse(studio, &error);
    }
    vvi_figure *f = item(studio, artwork);
    vv_result result =
        f ? vv_session_artwork(studio->session, artwork, NULL, &rigged, &error) : vvi_fail_memory(&error, sizeof *f);
    if (result == VV_OK && !f->current)
        result = renew(studio, project->artworks[artwork], rigged, f, &error);
    if (result != VV_OK) {
        vvi_figures_forget(studio);
        return vvi_studio_refuse(studio, &error);
    }
    *out = f;
    return VV_OK;
}

const vv_figure *vv_studio_figure(vv_studio *studio, uint32_t artwork)
{
    vvi_figure *f = NULL;
    return vvi_figure_at(studio, artwork, &f) == VV_OK ? &f->view : NULL;
}

/* ---- What the studio tells ------------------------------------------------------------------------------------------- */

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
        vvi_trials_cut(studio);
    }
}

void vvi_figures_forget(vv_studio *studio)
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
    vvi_trials_release(studio);
    for (uint32_t a = 0; a < VV_PROJECT_MAX_ARTWORKS; a++) {
        if (!figures->items[a])
            continue;
        empty(figures->items[a], studio->allocator);
        vvi_release(studio->allocator, figures->items[a], 1, sizeof *figures->items[a]);
    }
    vvi_release(studio->allocator, figures, 1, sizeof *figures);
    studio->figures = NULL;
}
