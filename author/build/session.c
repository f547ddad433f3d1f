/* A document with what was built from it. Each artwork has a slot; what has not changed is kept. */
#include "session.h"

#include "runtime/base/base.h"
#include "runtime/behaviour/behaviour.h"
#include "runtime/blend/blend.h"
#include "runtime/rig/rig.h"

#include <string.h>

typedef struct slot {
    uint64_t stamp; /* of the artwork that `rigged` was made from */
    vv_body *body;
    vv_rigged *rigged;
    vv_staged *staged; /* made when first asked for; NULL until then */
} slot;

struct vv_session {
    const vv_allocator *allocator;
    const vv_document *document;
    const vv_host *host;
    slot slots[VV_PROJECT_MAX_ARTWORKS];
};

const vv_allocator *vvi_session_allocator(const vv_session *session) { return session->allocator; }
const vv_host *vvi_session_host(const vv_session *session) { return session->host; }
const vv_document *vvi_session_document(const vv_session *session) { return session->document; }

vv_result vv_session_create(const vv_document *document, const vv_host *host, const vv_allocator *allocator,
                            vv_session **out, vv_error *error)
{
    vv_session *session = vvi_allocate_zeroed(allocator, 1, sizeof *session);
    if (!session)
        return vvi_fail_memory(error, sizeof *session);
    session->allocator = allocator;
    session->document = document;
    session->host = host;
    *out = session;
    return VV_OK;
}

static void empty_slot(slot *s)
{
    vv_staged_destroy(s->staged);
    vv_rigged_destroy(s->rigged);
    vv_body_destroy(s->body);
    *s = (slot){0};
}

void vv_session_forget(vv_session *session)
{
    for (uint32_t i = 0; i < VV_PROJECT_MAX_ARTWORKS; i++)
        empty_slot(&session->slots[i]);
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

/* A slot that holds another state of its artwork may come from any file. */
void vv_session_forget_file(vv_session *session, const char *path)
{
    const vv_project *project = vv_document_project(session->document);
    for (uint32_t i = 0; i < VV_PROJECT_MAX_ARTWORKS; i++) {
        const vv_project_artwork *artwork = i < project->artwork_count ? project->artworks[i] : NULL;
        slot *s = &session->slots[i];
        if (!artwork || s->stamp != artwork->stamp || uses_file(artwork, path))
            empty_slot(s);
    }
}

void vv_session_destroy(vv_session *session)
{
    if (!session)
        return;
    vv_session_forget(session);
    vvi_release(session->allocator, session, 1, sizeof *session);
}

/* An artwork that moved in the list finds its body in the slot where it was. */
static void fetch_body(vv_session *session, uint32_t index, uint64_t key)
{
    slot *own = &session->slots[index];
    for (uint32_t i = 0; i < VV_PROJECT_MAX_ARTWORKS && (!own->body || own->body->key != key); i++) {
        slot *other = &session->slots[i];
        if (i != index && other->body && other->body->key == key) {
            slot kept = *own;
            *own = *other;
            *other = kept;
        }
    }
}

/* Layers that are as they were keep their triangles. */
static vv_result renew_body(vv_session *session, slot *s, const vv_project_artwork *artwork,
                            const vv_progress *progress, vv_error *error)
{
    vv_body *body = NULL;
    vv_staged_destroy(s->staged);
    s->staged = NULL;
    vv_result result =
        vv_body_create_after(artwork, s->body, session->host, session->allocator, progress, &body, error);
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
            result = renew_body(session, s, artwork, progress, error);
        if (result == VV_OK)
            result = vv_rigged_create(artwork, s->body, session->allocator, &s->rigged, error);
        s->stamp = artwork->stamp;
    }
    *out = s->rigged;
    return result;
}

vv_result vv_session_staged(vv_session *session, uint32_t index, const vv_progress *progress, const vv_rigged **rigged,
                            const vv_staged **out, vv_error *error)
{
    const vv_rigged *own = NULL;
    vv_result result = vv_session_artwork(session, index, progress, &own, error);
    if (result != VV_OK)
        return result;
    const vv_project_artwork *artwork = vv_document_project(session->document)->artworks[index];
    slot *s = &session->slots[index];
    if (s->staged && s->staged->key != vv_staged_key(artwork)) {
        vv_staged_destroy(s->staged);
        s->staged = NULL;
    }
    if (!s->staged)
        result = vv_staged_create(artwork, own, session->allocator, &s->staged, error);
    if (rigged)
        *rigged = own;
    *out = s->staged;
    return result;
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
    hash = vv_hash_bytes(hash, rigged->turns, (size_t)rigged->example_count * body->handle_count * sizeof(vv_turn));
    hash = vv_hash_bytes(hash, rigged->complex, vvi_complex_bytes(rigged->complex));
    for (uint32_t i = 0; i < rigged->behaviour_count; i++)
        hash = vv_hash_bytes(hash, rigged->behaviours[i], vvi_behaviour_bytes(rigged->behaviours[i]));
    return hash;
}

/* Of project.json as it would be saved. */
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
