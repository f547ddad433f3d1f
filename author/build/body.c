/* Builds a mesh with weights, a skin and a poser from layers and handles. */
#include "body.h"

#include "attach.h"

#include <string.h>

vv_result vvi_maker_report(const vvi_maker *m, float done)
{
    if (m->progress && m->progress->report && !m->progress->report(m->progress->user, done))
        return vvi_fail(m->error, VV_ERROR_CANCELLED, "the work was stopped");
    return VV_OK;
}

/* ---- Key --------------------------------------------------------------------------------------------------------- */

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return text ? vv_hash_bytes(hash, text, strlen(text)) : vv_hash_bytes(hash, "", 0);
}

static uint64_t hash_word(uint64_t hash, uint32_t word)
{
    const uint8_t bytes[4] = {(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16), (uint8_t)(word >> 24)};
    return vv_hash_bytes(hash, bytes, 4);
}

static uint64_t hash_vec2(uint64_t hash, vv_vec2 v)
{
    uint32_t words[2];
    memcpy(words, &v, sizeof words);
    return hash_word(hash_word(hash, words[0]), words[1]);
}

uint64_t vv_body_key(const vv_project_artwork *artwork)
{
    uint64_t hash = hash_vec2(0, (vv_vec2){artwork->scale, 0.0f});
    for (uint32_t l = 0; l < artwork->layer_count; l++) {
        const vv_project_layer *layer = &artwork->layers[l];
        hash = hash_text(hash_text(hash, layer->image), layer->mesh);
        hash = hash_word(hash_vec2(hash, layer->at), layer->vertices);
    }
    for (uint32_t h = 0; h < artwork->handle_count; h++) {
        const vv_project_handle *handle = &artwork->handles[h];
        hash = hash_word(hash, (uint32_t)handle->shape.kind);
        hash = hash_vec2(hash_vec2(hash, handle->shape.from), handle->shape.to);
        hash = hash_word(hash_word(hash, artwork->partner[h]), handle->parent);
        for (uint32_t l = 0; l < artwork->layer_count; l++)
            hash = hash_word(hash, handle->every_layer ? 2u : vv_project_handle_moves(handle, l));
    }
    return hash_word(hash_word(hash, artwork->layer_count), artwork->handle_count);
}

uint64_t vvi_cut_key(const vvi_maker *m, uint32_t l)
{
    const vv_project_artwork *artwork = m->artwork;
    const vv_project_layer *layer = &artwork->layers[l];
    uint64_t hash = hash_vec2(hash_text(hash_text(0, layer->image), layer->mesh), layer->at);
    hash = hash_word(hash_vec2(hash, (vv_vec2){artwork->scale, 0.0f}), layer->vertices);
    for (uint32_t h = 0; h < artwork->handle_count; h++) {
        const vv_handle *shape = &artwork->handles[h].shape;
        if (m->attached[h * artwork->layer_count + l])
            hash = hash_vec2(hash_vec2(hash_word(hash, (uint32_t)shape->kind), shape->from), shape->to);
    }
    return hash;
}

/* ---- One mesh ---------------------------------------------------------------------------------------------------- */

static vv_result join_meshes(vvi_maker *m)
{
    vv_body *body = m->body;
    uint64_t vertices = 0, triangles = 0;
    for (uint32_t l = 0; l < body->layer_count; l++) {
        vertices += m->pieces[l].vertex_count;
        triangles += m->pieces[l].triangle_count;
    }
    if (vertices > VV_MESH_MAX_VERTICES) {
        vvi_fail(m->error, VV_ERROR_LIMIT, "the artwork “%s” has more than %u vertices", m->artwork->name,
                 VV_MESH_MAX_VERTICES);
        vvi_error_remedy(m->error, "ask for fewer vertices in its layers");
        return VV_ERROR_LIMIT;
    }
    vv_vec2 *positions = vvi_allocate(body->allocator, (size_t)vertices, sizeof *positions);
    vv_vec2 *uvs = vvi_allocate(body->allocator, (size_t)vertices, sizeof *uvs);
    uint32_t *corners = vvi_allocate(body->allocator, 3 * (size_t)triangles, sizeof *corners);
    vv_layer *layers = vvi_allocate_zeroed(body->allocator, body->layer_count, sizeof *layers);
    body->mesh = (vv_mesh){(uint32_t)vertices, (uint32_t)triangles, body->layer_count, positions, uvs, corners, layers};
    if (!positions || !uvs || !corners || !layers)
        return vvi_fail_memory(m->error, 0);
    uint32_t v = 0, t = 0;
    for (uint32_t l = 0; l < body->layer_count; l++) {
        const vvi_piece *p = &m->pieces[l];
        layers[l] = (vv_layer){v, p->vertex_count, t, p->triangle_count};
        memcpy(positions + v, p->positions, p->vertex_count * sizeof *positions);
        memcpy(uvs + v, p->uvs, p->vertex_count * sizeof *uvs);
        for (uint32_t i = 0; i < 3 * p->triangle_count; i++)
            corners[3 * (size_t)t + i] = p->triangles[i] + v;
        v += p->vertex_count;
        t += p->triangle_count;
    }
    return vv_mesh_check(&body->mesh, m->error);
}

/* An artwork without handles gets one in its middle, on every layer, so that it can be shown. */
static vv_result place_handles(vvi_maker *m)
{
    vv_body *body = m->body;
    for (uint32_t h = 0; h < m->artwork->handle_count; h++)
        body->partners[h] = m->artwork->partner[h];
    vv_project_handles(m->artwork, body->handles);
    if (m->artwork->handle_count > 0)
        return VV_OK;
    vv_vec2 low = body->mesh.positions[0], high = low;
    for (uint32_t v = 1; v < body->mesh.vertex_count; v++) {
        vv_vec2 p = body->mesh.positions[v];
        low = (vv_vec2){vvi_min(low.x, p.x), vvi_min(low.y, p.y)};
        high = (vv_vec2){vvi_max(high.x, p.x), vvi_max(high.y, p.y)};
    }
    vv_vec2 middle = vv_vec2_lerp(low, high, 0.5f);
    body->handles[0] = (vv_handle){VV_HANDLE_POINT, middle, middle, 0};
    body->partners[0] = 0;
    m->attached = vvi_arena_allocate(&m->arena, body->layer_count, sizeof *m->attached);
    if (!m->attached)
        return vvi_fail_memory(m->error, 0);
    memset(m->attached, 1, body->layer_count * sizeof *m->attached);
    return VV_OK;
}

/* ---- Weights and rig --------------------------------------------------------------------------------------------- */

typedef struct weighing {
    vvi_maker *m;
    const double *positions; /* [3 · vertex_count] */
    const uint32_t *starts;  /* [handle_count + 1] into `held` */
    const uint32_t *held;    /* vertices that handles hold */
    float begun, share;      /* of the progress: what is done, and the part of what is being done */
} weighing;

static bool report_weighing(void *user, float done)
{
    const weighing *w = user;
    return vvi_maker_report(w->m, 0.5f + 0.4f * (w->begun + w->share * done)) == VV_OK;
}

static vv_result weigh_whole(weighing *w)
{
    vv_body *body = w->m->body;
    vv_progress progress = {report_weighing, w};
    vv_weigh_def def = {.vertex_count = body->mesh.vertex_count,
                        .triangle_count = body->mesh.triangle_count,
                        .handle_count = body->handle_count,
                        .positions = w->positions,
                        .triangles = body->mesh.triangles,
                        .starts = w->starts,
                        .held = w->held};
    w->begun = 0.0f, w->share = 1.0f;
    return vv_weigh(&def, body->allocator, &progress, body->weights, &body->report, w->m->error);
}

/* What handles hold of a layer: its handles[count], with starts[count + 1] into `held`, whose vertices count from its
 * first. */
typedef struct layer_grips {
    uint32_t count, *handles, *starts, *held, *triangles;
    float *weights; /* [vertex_count · count] */
} layer_grips;

static bool gather_grips(weighing *w, const vv_layer *layer, layer_grips *grips)
{
    const vv_body *body = w->m->body;
    vvi_arena *arena = &w->m->arena;
    uint32_t used = 0;
    grips->handles = vvi_arena_allocate(arena, body->handle_count, sizeof *grips->handles);
    grips->starts = vvi_arena_allocate(arena, (size_t)body->handle_count + 1, sizeof *grips->starts);
    grips->held = vvi_arena_allocate(arena, w->starts[body->handle_count], sizeof *grips->held);
    grips->triangles = vvi_arena_allocate(arena, 3 * (size_t)layer->triangle_count, sizeof *grips->triangles);
    if (!grips->handles || !grips->starts || !grips->held || !grips->triangles)
        return false;
    for (uint32_t h = 0; h < body->handle_count; h++) {
        uint32_t before = used;
        for (uint32_t i = w->starts[h]; i < w->starts[h + 1]; i++)
            if (w->held[i] - layer->vertex_start < layer->vertex_count)
                grips->held[used++] = w->held[i] - layer->vertex_start;
        if (used == before)
            continue;
        grips->handles[grips->count++] = h;
        grips->starts[grips->count] = used;
    }
    for (uint32_t i = 0; i < 3 * layer->triangle_count; i++)
        grips->triangles[i] = body->mesh.triangles[3 * (size_t)layer->triangle_start + i] - layer->vertex_start;
    grips->weights = vvi_arena_allocate(arena, (size_t)layer->vertex_count * grips->count, sizeof *grips->weights);
    return grips->weights != NULL || grips->count == 0;
}

static void add_report(vv_weigh_report *sum, const vv_weigh_report *report)
{
    sum->residual = report->residual > sum->residual ? report->residual : sum->residual;
    sum->unconverged += report->unconverged;
    sum->loose_pieces += report->loose_pieces;
    sum->path_steps += report->path_steps;
    sum->finish_rounds += report->finish_rounds;
    sum->factorisations += report->factorisations;
}

static vv_result weigh_layer(weighing *w, const vv_layer *layer, const layer_grips *grips)
{
    vv_body *body = w->m->body;
    vv_weigh_report report = {0};
    vv_progress progress = {report_weighing, w};
    vv_weigh_def def = {.vertex_count = layer->vertex_count,
                        .triangle_count = layer->triangle_count,
                        .handle_count = grips->count,
                        .positions = w->positions + 3 * (size_t)layer->vertex_start,
                        .triangles = grips->triangles,
                        .starts = grips->starts,
                        .held = grips->held};
    vv_result result = vv_weigh(&def, body->allocator, &progress, grips->weights, &report, w->m->error);
    if (result != VV_OK)
        return result;
    add_report(&body->report, &report);
    for (uint32_t v = 0; v < layer->vertex_count; v++) {
        float *row = body->weights + ((size_t)layer->vertex_start + v) * body->handle_count;
        memset(row, 0, body->handle_count * sizeof *row);
        for (uint32_t g = 0; g < grips->count; g++)
            row[grips->handles[g]] = grips->weights[(size_t)v * grips->count + g];
    }
    return VV_OK;
}

/* Layers share no triangles, so each is weighed by itself, with its own handles only: many small problems instead of
 * a large one. A layer that nothing holds follows the nearest handle of the whole drawing; all layers are weighed
 * together then. */
static vv_result weigh_layers(weighing *w)
{
    vv_body *body = w->m->body;
    layer_grips *grips = vvi_arena_allocate(&w->m->arena, body->layer_count, sizeof *grips);
    if (!grips)
        return vvi_fail_memory(w->m->error, 0);
    for (uint32_t l = 0; l < body->layer_count; l++) {
        if (!gather_grips(w, &body->mesh.layers[l], &grips[l]))
            return vvi_fail_memory(w->m->error, 0);
        if (grips[l].count == 0)
            return weigh_whole(w);
    }
    vv_result result = VV_OK;
    for (uint32_t l = 0; l < body->layer_count && result == VV_OK; l++) {
        w->share = (float)body->mesh.layers[l].vertex_count / (float)body->mesh.vertex_count;
        result = weigh_layer(w, &body->mesh.layers[l], &grips[l]);
        w->begun += w->share;
    }
    return result;
}

static vv_result weigh(vvi_maker *m)
{
    vv_body *body = m->body;
    uint32_t n = body->mesh.vertex_count;
    uint32_t *starts = vvi_arena_allocate(&m->arena, (size_t)body->handle_count + 1, sizeof *starts);
    uint32_t *held = NULL;
    double *positions = vvi_arena_allocate(&m->arena, n, 3 * sizeof *positions);
    body->weights = vvi_allocate(body->allocator, (size_t)n * body->handle_count, sizeof *body->weights);
    if (!starts || !positions || !body->weights)
        return vvi_fail_memory(m->error, 0);
    for (uint32_t i = 0; i < n; i++) {
        positions[3 * (size_t)i] = (double)body->mesh.positions[i].x;
        positions[3 * (size_t)i + 1] = (double)body->mesh.positions[i].y;
    }
    vvi_hold_def hold = {&body->mesh, positions, body->handle_count, body->handles, m->attached, body->allocator};
    vv_result result = vvi_hold_vertices(&hold, &m->arena, starts, &held, m->error);
    weighing w = {.m = m, .positions = positions, .starts = starts, .held = held};
    return result == VV_OK ? weigh_layers(&w) : result;
}

static vv_result prepare_rig(vvi_maker *m)
{
    vv_body *body = m->body;
    vv_skin_def skin = {body->mesh.vertex_count, body->handle_count, body->mesh.positions, body->weights};
    vv_result result = vv_skin_create(&skin, body->allocator, &body->skin, m->error);
    if (result != VV_OK)
        return result;
    vv_poser_def poser = vv_default_poser_def();
    poser.mesh = body->mesh;
    poser.handle_count = body->handle_count;
    poser.handles = body->handles;
    poser.weights = body->weights;
    return vv_poser_create(&poser, body->allocator, &body->poser, m->error);
}

static vv_result make(vvi_maker *m)
{
    vv_result result = vvi_make_pieces(m);
    if (result == VV_OK)
        result = join_meshes(m);
    if (result == VV_OK)
        result = place_handles(m);
    if (result == VV_OK)
        result = weigh(m);
    if (result == VV_OK)
        result = prepare_rig(m);
    return result;
}

vv_result vv_body_create(const vv_project_artwork *artwork, const vv_host *host, const vv_allocator *allocator,
                         const vv_progress *progress, vv_body **out, vv_error *error)
{
    return vv_body_create_reusing(artwork, NULL, host, allocator, progress, out, error);
}

vv_result vv_body_create_reusing(const vv_project_artwork *artwork, const vv_body *before, const vv_host *host,
                                 const vv_allocator *allocator, const vv_progress *progress, vv_body **out,
                                 vv_error *error)
{
    if (artwork->layer_count == 0) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "the artwork “%s” has no layers", artwork->name);
        vvi_error_remedy(error, "import a drawing into it");
        return VV_ERROR_ARGUMENT;
    }
    vv_body *body = vvi_allocate_zeroed(allocator, 1, sizeof *body);
    if (!body)
        return vvi_fail_memory(error, sizeof *body);
    body->allocator = allocator;
    body->references = 1;
    body->key = vv_body_key(artwork);
    body->layer_count = artwork->layer_count;
    body->handle_count = artwork->handle_count ? artwork->handle_count : 1;
    body->smallest_angle = 60.0f;
    body->images = vvi_allocate_zeroed(allocator, body->layer_count, sizeof *body->images);
    body->handles = vvi_allocate_zeroed(allocator, body->handle_count, sizeof *body->handles);
    body->partners = vvi_allocate_zeroed(allocator, body->handle_count, sizeof *body->partners);
    body->cut_keys = vvi_allocate_zeroed(allocator, body->layer_count, sizeof *body->cut_keys);
    body->cut_angles = vvi_allocate_zeroed(allocator, body->layer_count, sizeof *body->cut_angles);
    vvi_maker m = {
        .artwork = artwork, .before = before, .host = host, .progress = progress, .error = error, .body = body};
    m.arena.allocator = allocator;
    body->left_out = vvi_allocate_zeroed(allocator, body->layer_count, sizeof *body->left_out);
    bool allocated =
        body->images && body->handles && body->partners && body->cut_keys && body->cut_angles && body->left_out;
    vv_result result = allocated ? make(&m) : vvi_fail_memory(error, 0);
    vvi_arena_release(&m.arena);
    if (result != VV_OK)
        vv_body_destroy(body);
    else
        *out = body;
    return result;
}

vv_body *vv_body_retain(const vv_body *body)
{
    vv_body *kept = (vv_body *)body; /* everything but the count is immutable */
    kept->references++;
    return kept;
}

void vv_body_destroy(vv_body *body)
{
    if (!body || --body->references > 0)
        return;
    const vv_allocator *allocator = body->allocator;
    for (uint32_t l = 0; body->images && l < body->layer_count; l++)
        vv_image_destroy(&body->images[l], allocator);
    vvi_release(allocator, body->images, body->layer_count, sizeof *body->images);
    vvi_release(allocator, body->handles, body->handle_count, sizeof *body->handles);
    vvi_release(allocator, body->partners, body->handle_count, sizeof *body->partners);
    vvi_release(allocator, body->cut_keys, body->layer_count, sizeof *body->cut_keys);
    vvi_release(allocator, body->cut_angles, body->layer_count, sizeof *body->cut_angles);
    vvi_release(allocator, body->left_out, body->layer_count, sizeof *body->left_out);
    vvi_release(allocator, (void *)body->mesh.positions, body->mesh.vertex_count, sizeof *body->mesh.positions);
    vvi_release(allocator, (void *)body->mesh.uvs, body->mesh.vertex_count, sizeof *body->mesh.uvs);
    vvi_release(allocator, (void *)body->mesh.triangles, 3 * (size_t)body->mesh.triangle_count,
                sizeof *body->mesh.triangles);
    vvi_release(allocator, (void *)body->mesh.layers, body->mesh.layer_count, sizeof *body->mesh.layers);
    vvi_release(allocator, body->weights, (size_t)body->mesh.vertex_count * body->handle_count, sizeof *body->weights);
    if (body->skin)
        vv_skin_destroy(body->skin, allocator);
    if (body->poser)
        vv_poser_destroy(body->poser, allocator);
    vvi_release(allocator, body, 1, sizeof *body);
}
