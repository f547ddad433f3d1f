/* A document with what was built from it. Each artwork has a slot, in which everything that has not changed stays. */
#include "session.h"
#include "library.h"

#include "runtime/base/base.h"
#include "runtime/behaviour/behaviour.h"
#include "runtime/blend/blend.h"
#include "runtime/rig/rig.h"

#include <string.h>

/* A sprite or puppet of some scale. */
typedef struct scaled_actor {
    vv_staged *staged;
    uint64_t requested; /* the document's revision when it was last requested */
} scaled_actor;

typedef struct slot {
    uint64_t stamp; /* of the artwork that `rigged` was made from */
    vv_body *body;
    vv_rigged *rigged;
    scaled_actor *scales; /* [scale_count] one for each kind and scale, made when first requested */
    uint32_t scale_count;
    size_t scale_capacity;
} slot;

struct vv_session {
    const vv_allocator *allocator;
    const vv_document *document;
    const vv_host *host;
    vvi_library *library;
    slot slots[VV_PROJECT_MAX_ARTWORKS];
};

const vv_allocator *vvi_session_allocator(const vv_session *session) { return session->allocator; }
const vv_host *vvi_session_host(const vv_session *session) { return session->host; }
const vv_document *vvi_session_document(const vv_session *session) { return session->document; }
const vv_project *vvi_session_project(const vv_session *session) { return vv_document_project(session->document); }
vvi_library *vvi_session_library(const vv_session *session) { return session->library; }

vv_result vv_session_create(const vv_document *document, const vv_host *host, const vv_allocator *allocator,
                            vv_session **out, vv_error *error)
{
    vv_session *session = vvi_allocate_zeroed(allocator, 1, sizeof *session);
    if (!session)
        return vvi_fail_memory(error, sizeof *session);
    session->allocator = allocator;
    session->document = document;
    session->host = host;
    vv_result result = vvi_library_create(allocator, &session->library, error);
    if (result == VV_OK)
        *out = session;
    else
        vvi_release(allocator, session, 1, sizeof *session);
    return result;
}

static void forget_scales(slot *s)
{
    for (uint32_t i = 0; i < s->scale_count; i++)
        vv_staged_destroy(s->scales[i].staged);
    s->scale_count = 0;
}

static void empty_slot(vv_session *session, slot *s)
{
    forget_scales(s);
    vvi_release(session->allocator, s->scales, s->scale_capacity, sizeof *s->scales);
    vv_rigged_destroy(s->rigged);
    vv_body_destroy(s->body);
    *s = (slot){0};
}

void vv_session_forget(vv_session *session)
{
    for (uint32_t i = 0; i < VV_PROJECT_MAX_ARTWORKS; i++)
        empty_slot(session, &session->slots[i]);
    vvi_library_forget(session->library);
}

static bool uses_file(const vv_project_artwork *artwork, const char *path)
{
    for (uint32_t i = 0; i < artwork->layer_count; i++) {
        const vv_project_layer *layer = &artwork->layers[i];
        if ((layer->image && strcmp(layer->image, path) == 0) || (layer->mesh && strcmp(layer->mesh, path) == 0))
            return true;
    }
    return false;
}

/* A slot that holds another state of its artwork may use any file, so it is emptied too. */
void vv_session_forget_file(vv_session *session, const char *path)
{
    const vv_project *project = vv_document_project(session->document);
    for (uint32_t i = 0; i < VV_PROJECT_MAX_ARTWORKS; i++) {
        const vv_project_artwork *artwork = i < project->artwork_count ? project->artworks[i] : NULL;
        slot *s = &session->slots[i];
        if (!artwork || s->stamp != artwork->stamp || uses_file(artwork, path))
            empty_slot(session, s);
    }
    vvi_library_forget_file(session->library, path);
}

void vv_session_destroy(vv_session *session)
{
    if (!session)
        return;
    vv_session_forget(session);
    vvi_library_destroy(session->library);
    vvi_release(session->allocator, session, 1, sizeof *session);
}

/* Whether a slot holds the present state of its artwork. */
static bool is_up_to_date(const vv_session *session, uint32_t index)
{
    const vv_project *project = vv_document_project(session->document);
    const slot *s = &session->slots[index];
    return s->rigged && index < project->artwork_count && project->artworks[index]->stamp == s->stamp;
}

static void swap_slots(slot *a, slot *b)
{
    slot kept = *a;
    *a = *b;
    *b = kept;
}

static void share_body(slot *s, const vv_body *body)
{
    forget_scales(s);
    vv_body_destroy(s->body);
    s->body = vv_body_retain(body);
}

/* Finds the body of this key: an artwork that moved in the list takes it from its former slot; one that is like
 * another shares the other's. */
static void fetch_body(vv_session *session, uint32_t index, uint64_t key)
{
    slot *own = &session->slots[index];
    for (uint32_t i = 0; i < VV_PROJECT_MAX_ARTWORKS && (!own->body || own->body->key != key); i++) {
        slot *other = &session->slots[i];
        if (i == index || !other->body || other->body->key != key)
            continue;
        if (is_up_to_date(session, i))
            share_body(own, other->body);
        else
            swap_slots(own, other);
    }
}

/* Builds the body again; layers that have not changed keep their triangles. */
static vv_result rebuild_body(vv_session *session, slot *s, const vv_project_artwork *artwork,
                              const vv_progress *progress, vv_error *error)
{
    vv_body *body = NULL;
    forget_scales(s);
    vv_result result =
        vv_body_create_reusing(artwork, s->body, session->host, session->allocator, progress, &body, error);
    vv_body_destroy(s->body);
    s->body = body;
    return result;
}

vv_result vv_session_artwork(vv_session *session, uint32_t index, const vv_progress *progress, const vv_rigged **out,
                             vv_error *error)
{
    const vv_project *project = vv_document_project(session->document);
    VV_ASSERT(index < project->artwork_count);
    const vv_project_artwork *artwork = project->artworks[index];
    slot *s = &session->slots[index];
    vv_result result = VV_OK;
    if (!s->rigged || s->stamp != artwork->stamp) {
        uint64_t key = vv_body_key(artwork);
        fetch_body(session, index, key);
        vv_rigged_destroy(s->rigged);
        s->rigged = NULL;
        if (!s->body || s->body->key != key)
            result = rebuild_body(session, s, artwork, progress, error);
        if (result == VV_OK)
            result = vv_rigged_create(artwork, s->body, session->allocator, &s->rigged, error);
        s->stamp = artwork->stamp;
    }
    *out = s->rigged;
    return vvi_prefix_error_path(result, error, "$.artworks[%u]", index);
}

/* ---- Sprites ----------------------------------------------------------------------------------------------------- */

/* Whether an actor shows this artwork, itself or through its family. */
static bool shows_artwork(const vv_project *project, const vv_project_actor *actor, uint32_t artwork)
{
    return actor->artwork == artwork || (actor->kind == VV_ACTOR_PUPPET && actor->family != VV_NONE &&
                                         vv_project_find_member(project->families[actor->family], artwork) != VV_NONE);
}

static bool is_used(const vv_project *project, uint32_t artwork, const vv_staged *staged)
{
    for (uint32_t s = 0; s < project->scene_count; s++) {
        const vv_project_stage *stage = &project->scenes[s]->stage;
        for (uint32_t i = 0; project->scenes[s]->kind == VV_SCENE_STAGE && i < stage->actor_count; i++) {
            const vv_project_actor *actor = &stage->actors[i];
            if (actor->kind == staged->kind && actor->scale == staged->scale && shows_artwork(project, actor, artwork))
                return true;
        }
    }
    return staged->scale == 1.0f;
}

/* While a scale is dragged it is another one at every revision, so scales that no actor has are dropped, and so are
 * those of an earlier state of the artwork. What was requested since the document last changed stays. */
static void drop_unused_scales(vv_session *session, uint32_t index)
{
    const vv_project *project = vv_document_project(session->document);
    uint64_t revision = vv_document_revision(session->document);
    slot *s = &session->slots[index];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->scale_count; i++) {
        const vv_staged *staged = s->scales[i].staged;
        if (s->scales[i].requested == revision ||
            (staged->key == vv_staged_key(project->artworks[index], staged->kind, staged->scale) &&
             is_used(project, index, staged)))
            s->scales[kept++] = s->scales[i];
        else
            vv_staged_destroy(s->scales[i].staged);
    }
    s->scale_count = kept;
}

static scaled_actor *find_scaled(slot *s, uint64_t key)
{
    for (uint32_t i = 0; i < s->scale_count; i++) {
        if (s->scales[i].staged->key == key)
            return &s->scales[i];
    }
    return NULL;
}

static vv_result add_scaled(vv_session *session, uint32_t index, vv_actor_kind kind, float scale,
                            const vv_rigged *rigged, scaled_actor **out, vv_error *error)
{
    slot *s = &session->slots[index];
    void *items = s->scales;
    drop_unused_scales(session, index);
    if (!vvi_grow(session->allocator, &items, &s->scale_capacity, s->scale_count + 1, sizeof *s->scales))
        return vvi_fail_memory(error, (s->scale_count + 1) * sizeof *s->scales);
    s->scales = items;
    *out = &s->scales[s->scale_count];
    **out = (scaled_actor){0};
    vv_result result = vv_staged_create(vv_document_project(session->document)->artworks[index], rigged, kind, scale,
                                        session->allocator, &(*out)->staged, error);
    s->scale_count += result == VV_OK;
    return vvi_prefix_error_path(result, error, "$.artworks[%u]", index);
}

vv_result vv_session_scaled(vv_session *session, uint32_t index, vv_actor_kind kind, float scale,
                            const vv_progress *progress, const vv_rigged **rigged, const vv_staged **out,
                            vv_error *error)
{
    const vv_rigged *own = NULL;
    vv_result result = vv_session_artwork(session, index, progress, &own, error);
    if (result != VV_OK)
        return result;
    const vv_project_artwork *artwork = vv_document_project(session->document)->artworks[index];
    scaled_actor *found = find_scaled(&session->slots[index], vv_staged_key(artwork, kind, scale));
    if (!found)
        result = add_scaled(session, index, kind, scale, own, &found, error);
    if (result != VV_OK)
        return result;
    found->requested = vv_document_revision(session->document);
    if (rigged)
        *rigged = own;
    *out = found->staged;
    return VV_OK;
}

vv_result vv_session_staged(vv_session *session, uint32_t index, const vv_progress *progress, const vv_rigged **rigged,
                            const vv_staged **out, vv_error *error)
{
    return vv_session_scaled(session, index, VV_ACTOR_SPRITE, 1.0f, progress, rigged, out, error);
}

static uint64_t hash_rigged(uint64_t hash, const vv_rigged *rigged)
{
    const vv_body *body = rigged->body;
    hash = vv_hash_bytes(hash, body->mesh.positions, body->mesh.vertex_count * sizeof(vv_vec2));
    hash = vv_hash_bytes(hash, body->mesh.uvs, body->mesh.vertex_count * sizeof(vv_vec2));
    hash = vv_hash_bytes(hash, body->mesh.triangles, 3 * (size_t)body->mesh.triangle_count * sizeof(uint32_t));
    hash = vv_hash_bytes(hash, body->weights, (size_t)body->mesh.vertex_count * body->handle_count * sizeof(float));
    hash = vv_hash_bytes(hash, body->skin, vvi_skin_bytes(body->skin));
    hash = vv_hash_bytes(hash, body->poser, vvi_poser_bytes(body->poser));
    hash = vv_hash_bytes(hash, rigged->example_poses,
                         (size_t)rigged->example_count * body->handle_count * sizeof(vv_handle_pose));
    hash = vv_hash_bytes(hash, rigged->complex, vvi_complex_bytes(rigged->complex));
    for (uint32_t i = 0; i < rigged->behaviour_count; i++)
        hash = vv_hash_bytes(hash, rigged->behaviours[i], vvi_behaviour_bytes(rigged->behaviours[i]));
    return hash;
}

/* The hash of project.json as it would be saved. */
static vv_result hash_text(const vv_session *session, const vv_project *project, uint64_t *hash, vv_error *error)
{
    char *text;
    size_t length;
    vv_result result = vv_project_write(project, session->allocator, &text, &length, error);
    if (result != VV_OK)
        return result;
    *hash = vv_hash_bytes(0, text, length);
    vv_project_text_release(session->allocator, text, length);
    return VV_OK;
}

vv_result vv_session_hash(vv_session *session, uint64_t *hash, vv_error *error)
{
    const vv_project *project = vv_document_project(session->document);
    vv_result written = hash_text(session, project, hash, error);
    if (written != VV_OK)
        return written;
    for (uint32_t a = 0; a < project->artwork_count; a++) {
        const vv_rigged *rigged = NULL;
        vv_result result = vv_session_artwork(session, a, NULL, &rigged, error);
        if (result != VV_OK)
            return result;
        *hash = hash_rigged(*hash, rigged);
    }
    return VV_OK;
}
