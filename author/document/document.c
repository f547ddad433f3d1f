/* The row of states: apply, undo, redo. */
#include "author/document/state.h"

#include <string.h>

struct vv_document {
    const vv_allocator *allocator;
    vvi_state **states; /* [count] the oldest first */
    size_t count, capacity, present;
    vvi_state *preview; /* shown instead of the present one, not in the row; NULL: none */
    bool hidden;        /* the preview is not shown for now */
    uint64_t last_revision, last_stamp;
};

static void drop_states_after(vv_document *document, size_t kept)
{
    while (document->count > kept)
        vvi_state_destroy(document->states[--document->count]);
}

static const vvi_state *present_state(const vv_document *document) { return document->states[document->present]; }

/* Room in the row for one more state after the present one. */
static bool reserve(vv_document *document)
{
    void *states = document->states;
    bool grown =
        vvi_grow(document->allocator, &states, &document->capacity, document->present + 2, sizeof *document->states);
    document->states = states;
    return grown;
}

static void number_state(vv_document *document, vvi_state *state)
{
    vvi_state_stamp(state, &document->last_stamp);
    state->revision = ++document->last_revision;
}

static void put_in_row(vv_document *document, vvi_state *state)
{
    size_t next = document->count ? document->present + 1 : 0;
    drop_states_after(document, next);
    document->states[document->count++] = state;
    document->present = next;
}

vv_result vvi_document_push(vv_document *document, vvi_state *state, vv_error *error)
{
    vv_document_preview_end(document);
    if (!reserve(document)) {
        vvi_state_destroy(state);
        return vvi_fail_memory(error, (document->present + 2) * sizeof *document->states);
    }
    number_state(document, state);
    put_in_row(document, state);
    return VV_OK;
}

vv_result vvi_document_create_with(vvi_state *state, const vv_allocator *allocator, vv_document **out, vv_error *error)
{
    vv_document *document = vvi_allocate_zeroed(allocator, 1, sizeof *document);
    if (!document) {
        vvi_state_destroy(state);
        return vvi_fail_memory(error, sizeof *document);
    }
    document->allocator = allocator;
    vv_result result = vvi_document_push(document, state, error);
    if (result == VV_OK)
        *out = document;
    else
        vv_document_destroy(document);
    return result;
}

vv_result vv_document_create(const char *name, const vv_allocator *allocator, vv_document **out, vv_error *error)
{
    /* Through the reader, so that the name obeys the rules. */
    vv_json_writer *writer;
    vv_result result = vv_json_writer_create(allocator, true, &writer, error);
    if (result != VV_OK)
        return result;
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "format", "verve-project");
    vv_json_write_integer(writer, "version", VV_PROJECT_VERSION);
    vv_json_write_string(writer, "name", name);
    vv_json_write_end(writer);
    size_t length;
    const char *text = vv_json_writer_text(writer, &length);
    result = text ? vv_document_parse(text, length, "", allocator, out, error) : vvi_fail_memory(error, strlen(name));
    vv_json_writer_destroy(writer);
    return result;
}

vv_result vv_document_parse(const char *text, size_t length, const char *file, const vv_allocator *allocator,
                            vv_document **out, vv_error *error)
{
    vv_error local = {0};
    vvi_state *state = vvi_state_parse(text, length, file, allocator, &local);
    if (state)
        return vvi_document_create_with(state, allocator, out, error);
    if (error)
        *error = local;
    return local.code;
}

void vv_document_destroy(vv_document *document)
{
    if (!document)
        return;
    vv_document_preview_end(document);
    drop_states_after(document, 0);
    vvi_release(document->allocator, document->states, document->capacity, sizeof *document->states);
    vvi_release(document->allocator, document, 1, sizeof *document);
}

const vvi_state *vvi_document_state(const vv_document *document)
{
    return document->preview && !document->hidden ? document->preview : present_state(document);
}

const vv_project *vv_document_project(const vv_document *document) { return &vvi_document_state(document)->view; }
const vv_project *vv_document_keep(const vv_document *document)
{
    vvi_state *copy = vvi_state_copy(vvi_document_state(document));
    return copy ? &copy->view : NULL;
}

void vv_project_release(const vv_project *project)
{
    vvi_state_destroy((vvi_state *)project); /* the view is its first member */
}

uint64_t vv_document_revision(const vv_document *document) { return vvi_document_state(document)->revision; }
const vv_allocator *vvi_document_allocator(const vv_document *document) { return document->allocator; }

const vvi_state *vvi_document_find(const vv_document *document, uint64_t revision)
{
    for (size_t i = document->count; i-- > 0;) {
        if (document->states[i]->revision == revision)
            return document->states[i];
    }
    return NULL;
}

uint64_t vvi_document_previous(const vv_document *document)
{
    if (document->preview && !document->hidden)
        return present_state(document)->revision;
    return document->present > 0 ? document->states[document->present - 1]->revision : 0;
}

/* ---- Changing ---------------------------------------------------------------------------------------------------- */

vv_result vv_document_preview(vv_document *document, const vv_json_document *json, const vv_json *command,
                              vv_error *error)
{
    vv_document_preview_end(document);
    if (!reserve(document))
        return vvi_fail_memory(error, (document->present + 2) * sizeof *document->states);
    vv_problems problems = {.allocator = document->allocator, .limit = 1};
    document->preview = vvi_command_apply(present_state(document), json, command, &problems);
    vv_result result = document->preview ? VV_OK : vvi_first_problem(&problems, error);
    vv_problems_release(&problems);
    if (result == VV_OK)
        number_state(document, document->preview);
    return result;
}

void vv_document_preview_end(vv_document *document)
{
    vvi_state_destroy(document->preview);
    document->preview = NULL;
    document->hidden = false;
}

void vv_document_preview_hide(vv_document *document, bool hidden) { document->hidden = hidden && document->preview; }

void vv_document_preview_keep(vv_document *document)
{
    if (document->preview)
        put_in_row(document, document->preview);
    document->preview = NULL;
    document->hidden = false;
}

vv_result vv_document_apply(vv_document *document, const vv_json_document *json, const vv_json *command,
                            vv_error *error)
{
    vv_result result = vv_document_preview(document, json, command, error);
    vv_document_preview_keep(document);
    return result;
}

bool vv_document_undo(vv_document *document)
{
    vv_document_preview_end(document);
    if (document->present == 0)
        return false;
    document->present--;
    return true;
}

bool vv_document_redo(vv_document *document)
{
    vv_document_preview_end(document);
    if (document->present + 1 == document->count)
        return false;
    document->present++;
    return true;
}

/* ---- History ----------------------------------------------------------------------------------------------------- */

uint32_t vv_document_step_count(const vv_document *document) { return (uint32_t)document->count - 1; }
uint32_t vv_document_step(const vv_document *document) { return (uint32_t)document->present; }

const char *vv_document_step_label(const vv_document *document, uint32_t step)
{
    VV_ASSERT(step + 1 < document->count);
    return document->states[step + 1]->label;
}

uint64_t vv_document_step_revision(const vv_document *document, uint32_t step)
{
    VV_ASSERT(step + 1 < document->count);
    return document->states[step + 1]->revision;
}

const char *vv_document_undo_label(const vv_document *document)
{
    return document->present > 0 ? present_state(document)->label : NULL;
}

const char *vv_document_redo_label(const vv_document *document)
{
    return document->present + 1 < document->count ? document->states[document->present + 1]->label : NULL;
}

void vvi_document_forget(vv_document *document)
{
    vv_document_preview_end(document);
    drop_states_after(document, document->present + 1);
    for (size_t i = 0; i < document->present; i++)
        vvi_state_destroy(document->states[i]);
    document->states[0] = document->states[document->present];
    document->count = 1;
    document->present = 0;
}

void vvi_document_swap(vv_document *a, vv_document *b)
{
    vv_document kept = *a;
    *a = *b;
    *b = kept;
}
