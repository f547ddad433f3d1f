/* Recordings: how regions of a puppet moved, a line a region. In memory the regions of one frame are together. */
#include "author/document/puppets.h"
#include "author/document/schema.h"

#define RECORDING vv_project_recording
#define REGION    vv_region

/* ---- Regions ----------------------------------------------------------------------------------------------------- */

static const RECORDING *recording_of(const vvi_scope *scope)
{
    return vvi_scope_find(scope, &vvi_recording_schema)->item;
}

/* The state of this scope's region in a frame. */
static vv_region_state *state_at(const vvi_scope *scope, uint32_t frame)
{
    const RECORDING *recording = recording_of(scope);
    return (vv_region_state *)recording->frames + (size_t)frame * recording->region_count + scope->index;
}

static void read_rest(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    float rest[2];
    if (!vvi_numbers(r, value, 2, VV_PROJECT_FAR, rest))
        return;
    for (uint32_t i = 0; i < recording_of(scope)->frame_count; i++)
        state_at(scope, i)->rest = (vv_vec2){rest[0], rest[1]};
}

static void write_rest(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    vvi_write_vec2(w, name, state_at(scope, 0)->rest);
}

static void read_frames(vvi_reader *r, const vv_json *list, const vvi_scope *scope)
{
    uint32_t count = vvi_list(r, list, VV_PROJECT_MAX_FRAMES, "frames"), frames = recording_of(scope)->frame_count;
    if (vvi_stopped(r))
        return;
    if (count == 0 || count != frames) {
        vvi_problem(r, list, VV_RULE_FRAMES, "give each region one frame for every moment, at least one",
                    "this region has %u frames, and the first has %u", count, frames);
        return;
    }
    for (const vv_json *frame = list->child; frame && !vvi_stopped(r); frame = frame->next) {
        float n[6] = {0};
        vv_region_state *state = state_at(scope, frame->index);
        vvi_numbers(r, frame, 6, VV_PROJECT_FAR, n);
        *state = (vv_region_state){state->rest, {n[0], n[1]}, {n[2], n[3], n[4], n[5]}};
    }
}

static void write_frames(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < recording_of(scope)->frame_count; i++) {
        const vv_region_state *state = state_at(scope, i);
        const float numbers[] = {state->centre.x,  state->centre.y,  state->linear.xx,
                                 state->linear.xy, state->linear.yx, state->linear.yy};
        vvi_write_components(w, NULL, sizeof numbers / sizeof *numbers, numbers);
    }
    vv_json_write_end(w->json);
}

static bool is_same_region(const void *a, const void *b)
{
    const REGION *first = a, *second = b;
    return first->handle == second->handle && first->handle != VV_NONE;
}

static const vvi_schema_custom rest = {read_rest, write_rest, NULL, VVI_DOC_TYPE("readonly [number, number]")};
static const vvi_schema_custom frames = {read_frames, write_frames, NULL,
                                         VVI_DOC_TYPE("readonly (readonly number[])[]")};
static const vvi_schema_field region_fields[] = {
    {"handle", VVI_REFERENCE(REGION, handle, &vvi_handles), .presence = VVI_REQUIRED,
     VVI_DOC("", "it has the vertices that this handle of the source moves")},
    {"threshold", VVI_NUMBER(REGION, threshold, 0.0f, 1.0f), VVI_DOC("", "by more than this share")},
    {"rest", VVI_CUSTOM(&rest), .presence = VVI_REQUIRED,
     VVI_DOC("", "its centroid at rest, in the artwork's own space")},
    {"frames", VVI_CUSTOM(&frames), .presence = VVI_REQUIRED,
     VVI_DOC("", "for each frame its centroid on the stage and the matrix with rows (xx, xy) and (yx, yy) that it is "
                 "deformed by: `[cx, cy, xx, xy, yx, yy]`")},
};
static const REGION region_defaults = {VV_NONE, VVI_USUAL_THRESHOLD};
static const vvi_schema region_schema = {VVI_TABLE("recorded region", REGION, region_fields),
                                         .flags = VVI_SCHEMA_ONE_LINE, .defaults = &region_defaults};
static const vvi_schema_list regions = {
    VVI_ITEMS_OF(&region_schema, "regions", VV_PUPPET_MAX_REGIONS),
    .twins = {is_same_region, VV_RULE_REPEATED, "remove one", "region %u is of the same handle", .each = true}};

/* ---- Recordings -------------------------------------------------------------------------------------------------- */

/* How many frames all its regions must have: those of the first. */
static uint32_t count_frames(const vv_json *list)
{
    const vv_json *first = list->child ? vvi_member(list->child, "frames") : NULL;
    return first && first->kind == VV_JSON_ARRAY && first->count <= VV_PROJECT_MAX_FRAMES ? first->count : 0;
}

static void read_regions(vvi_reader *r, const vv_json *list, const vvi_scope *scope)
{
    RECORDING *recording = scope->item;
    const void *read;
    uint32_t count = vvi_list(r, list, VV_PUPPET_MAX_REGIONS, "regions");
    if (list->kind != VV_JSON_ARRAY || vvi_stopped(r))
        return;
    if (count == 0) {
        vvi_problem(r, list, VV_RULE_FRAMES, "add a region", "this recording has no regions");
        return;
    }
    recording->region_count = count;
    recording->frame_count = count_frames(list);
    recording->frames = vvi_take(r, (size_t)count * recording->frame_count, sizeof *recording->frames);
    if (recording->frames)
        vvi_schema_read_list(r, list, &regions, scope, &count, &read);
    recording->regions = recording->frames ? read : NULL;
}

static void write_regions(vvi_writer *w, const char *name, const vvi_scope *scope)
{
    const RECORDING *recording = scope->item;
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < recording->region_count; i++) {
        vvi_scope region = vvi_scope_at(scope, &region_schema, recording->regions, recording->region_count, i);
        vvi_schema_write_object(w, NULL, &region);
    }
    vv_json_write_end(w->json);
}

/* Copies name its artwork's handles and its regions, so these stay. */
static bool keeps_regions(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    const vv_json *artwork = vv_json_member(object, "artwork"), *list = vv_json_member(object, "regions");
    const RECORDING *recording = scope->item;
    if (!r->editing || (!artwork && !list))
        return true;
    uint32_t found = recording->artwork;
    if (artwork && !vvi_schema_read_reference(r, artwork, VVI_TO(.noun = VVI_ARTWORK), scope, &found))
        return false;
    return (!list && found == recording->artwork) ||
           vvi_problem(r, list ? list : artwork, VV_RULE_REFERENCE, "add another recording",
                       "a recording keeps its artwork and its regions: copies name them");
}

/* Regions are required even if the artwork is unknown. */
static void check_recording(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    if (!vvi_scope_artwork(scope))
        vvi_required(r, object, "regions");
}

static const vvi_schema_custom region_list = {read_regions, write_regions, NULL,
                                              VVI_DOC_TYPE("readonly RecordedRegion[]")};
static const vvi_schema_field recording_fields[] = {
    {"name", VVI_NAME(RECORDING, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {"artwork", VVI_REFERENCE(RECORDING, artwork, VVI_TO(.noun = VVI_ARTWORK)), .presence = VVI_REQUIRED,
     .flags = VVI_ESSENTIAL, VVI_DOC("", "the source")},
    {"rate", VVI_NUMBER(RECORDING, rate, 1.0f, 1000.0f), VVI_DOC_SLIDER("", "frames a second", 10.0, 120.0, false)},
    {"loop", VVI_FLAG(RECORDING, loop), VVI_DOC("", "")},
    {"size", VVI_NUMBER(RECORDING, size, 1e-6f, VV_PROJECT_FAR), .presence = VVI_REQUIRED, .flags = VVI_NULL_RESETS,
     VVI_DOC_SLIDER("m", "of the source", 0.1, 10.0, true)},
    {"regions", VVI_CUSTOM(&region_list), .presence = VVI_REQUIRED, .flags = VVI_GUARDED,
     VVI_DOC("", "no two of one handle, all with the same number of frames")},
    {NULL, VVI_LIST(RECORDING, region_count, regions, vv_region, &regions), .presence = VVI_REQUIRED},
    {NULL, VVI_MATRIX(RECORDING, frames, vv_region_state, frame_count, region_count)},
};
static const RECORDING recording_defaults = {.artwork = VV_NONE, .rate = 50.0f, .size = 1.0f};
const vvi_schema vvi_recording_schema = {VVI_TABLE("recording", RECORDING, recording_fields),
                                         .flags = VVI_SCHEMA_NOUN,
                                         .defaults = &recording_defaults,
                                         .begin = keeps_regions,
                                         .artwork_at = offsetof(RECORDING, artwork),
                                         .check = check_recording};
