/* A whole project out of text: JSON, format, version, migration, items; and the list of all problems. */
#include "author/document/state.h"

#include <string.h>

static const char *const named[] = {"name", NULL};

/* A block at the end of its list; NULL if memory ran out. */
static void *add_block(vvi_reader *r, vvi_state *state, vvi_block kind)
{
    void *block = vvi_state_insert(state, kind, vvi_state_count(state, kind));
    r->problems->memory = r->problems->memory || !block;
    return block;
}

/* `found` is the first of its kind that has this name. */
static void refuse_same_name(vvi_reader *r, const vv_json *item, const char *kind, const char *name, uint32_t found)
{
    if (name[0] && found != item->index)
        vvi_problem(r, item, VV_RULE_SAME_NAME, "rename one of them", "another %s is called \"%s\" too", kind, name);
}

#define READ(kind)                                                                                                     \
    static void read_##kind(vvi_reader *r, const vv_json *item, const vv_project *project, void *view)                 \
    {                                                                                                                  \
        vvi_read_##kind(r, item, named, project, view);                                                                \
    }
READ(clip)
READ(family)
READ(recording)
READ(skeleton)
READ(take)
READ(form)
READ(shape)
READ(verb)
READ(graph)
READ(creature)
READ(motion)
READ(gait)
READ(line)
READ(scene)

static void read_artwork(vvi_reader *r, const vv_json *item, const vv_project *project, void *view)
{
    (void)project;
    vvi_read_artwork(r, item, named, view);
}

/* Runs only where nothing is wrong. */
static void warn(vvi_reader *r, const vv_json *item, const vv_project *project, vvi_block kind, const void *view)
{
    switch (kind) {
    case VVI_BLOCK_ARTWORK:
        vvi_warn_artwork(r, item, view);
        break;
    case VVI_BLOCK_CLIP:
        vvi_warn_clip(r, item, project, view);
        break;
    case VVI_BLOCK_FAMILY:
        vvi_warn_family(r, item, project, view);
        break;
    case VVI_BLOCK_SHAPE:
        vvi_warn_field(r, item, &((const vv_project_shape *)view)->field);
        break;
    case VVI_BLOCK_VERB:
        vvi_warn_field(r, item, &((const vv_project_verb *)view)->field);
        break;
    case VVI_BLOCK_GRAPH:
        vvi_warn_graph(r, item, view);
        break;
    case VVI_BLOCK_MOTION:
        vvi_warn_motion(r, item, view);
        break;
    case VVI_BLOCK_LINE:
        vvi_warn_line(r, item, view);
        break;
    case VVI_BLOCK_SCENE:
        vvi_warn_scene(r, item, project, view);
        break;
    default:
        break;
    }
}

typedef struct list_row {
    const char *key, *item; /* of the file, and what one of them is called */
    uint32_t limit;
    void (*read)(vvi_reader *r, const vv_json *item, const vv_project *project, void *view);
} list_row;

/* Each names only what the lists before it have. */
static const list_row lists[VVI_BLOCKS] = {
    [VVI_BLOCK_ARTWORK] = {"artworks", "artwork", VV_PROJECT_MAX_ARTWORKS, read_artwork},
    [VVI_BLOCK_CLIP] = {"clips", "clip", VV_PROJECT_MAX_CLIPS, read_clip},
    [VVI_BLOCK_FAMILY] = {"families", "family", VV_PROJECT_MAX_FAMILIES, read_family},
    [VVI_BLOCK_RECORDING] = {"recordings", "recording", VV_PROJECT_MAX_RECORDINGS, read_recording},
    [VVI_BLOCK_SKELETON] = {"skeletons", "skeleton", VV_PROJECT_MAX_SKELETONS, read_skeleton},
    [VVI_BLOCK_TAKE] = {"takes", "take", VV_PROJECT_MAX_TAKES, read_take},
    [VVI_BLOCK_FORM] = {"forms", "form", VV_PROJECT_MAX_FORMS, read_form},
    [VVI_BLOCK_SHAPE] = {"shapes", "shape", VV_PROJECT_MAX_SHAPES, read_shape},
    [VVI_BLOCK_VERB] = {"verbs", "verb", VV_PROJECT_MAX_VERBS, read_verb},
    [VVI_BLOCK_GRAPH] = {"graphs", "graph", VV_PROJECT_MAX_GRAPHS, read_graph},
    [VVI_BLOCK_CREATURE] = {"creatures", "creature", VV_PROJECT_MAX_CREATURES, read_creature},
    [VVI_BLOCK_MOTION] = {"motions", "motion", VV_PROJECT_MAX_MOTIONS, read_motion},
    [VVI_BLOCK_GAIT] = {"gaits", "gait", VV_PROJECT_MAX_GAITS, read_gait},
    [VVI_BLOCK_LINE] = {"lines", "line", VV_PROJECT_MAX_LINES, read_line},
    [VVI_BLOCK_SCENE] = {"scenes", "scene", VV_PROJECT_MAX_SCENES, read_scene},
};

static void read_list(vvi_reader *r, const vv_json *list, vvi_block kind, vvi_state *state)
{
    const list_row *row = &lists[kind];
    const vv_json *item = list && vvi_list(r, list, row->limit, row->key) ? list->child : NULL;
    for (; item && !vvi_stopped(r); item = item->next) {
        char *block = add_block(r, state, kind); /* begins with its view, which begins with its name */
        if (!block)
            return;
        r->arena = vvi_state_arena(kind, block);
        row->read(r, item, &state->view, block);
        if (kind != VVI_BLOCK_ARTWORK) /* it reads its name itself */
            vvi_name_member(r, item, block);
        refuse_same_name(r, item, row->item, block, vvi_state_find(state, kind, block));
        if (r->problems->errors == 0 && r->problems->warnings)
            warn(r, item, &state->view, kind, block);
    }
}

void vvi_read_project(vvi_reader *r, const vv_json *root, vvi_state *state)
{
    static const char *const heads[] = {"format", "version", "name", "about", NULL};
    const char *keys[VVI_BLOCKS + 1] = {NULL};
    for (vvi_block kind = 0; kind < VVI_BLOCKS; kind++)
        keys[kind] = lists[kind].key;
    vvi_known_keys(r, root, keys, heads);
    if (root->kind != VV_JSON_OBJECT)
        return;
    vvi_name_member(r, root, state->view.name);
    vvi_about_member(r, root, state->view.about);
    for (vvi_block kind = 0; kind < VVI_BLOCKS; kind++)
        read_list(r, vvi_member(root, lists[kind].key), kind, state);
}

/* ---- From text --------------------------------------------------------------------------------------------------- */

static void add_error(vv_problems *problems, vv_rule rule, const vv_error *error)
{
    vv_problems_add(problems, rule, error, error->remedy, "%s", error->message);
}

static bool check_format(vvi_reader *r, const vv_json *root)
{
    if (!vvi_is(r, root, VV_JSON_OBJECT))
        return false;
    const vv_json *format = vv_json_member(root, "format");
    if (!format || format->kind != VV_JSON_STRING || strcmp(format->string, "verve-project") != 0)
        return vvi_problem(r, format ? format : root, VV_RULE_FORMAT, "begin it with \"format\": \"verve-project\"",
                           "this is not a Verve project");
    return true;
}

/* Parses, checks format and version, and migrates. NULL after a problem. */
static vv_json_document *open_text(const char *text, size_t length, const char *file, vv_problems *problems)
{
    vv_json_document *json;
    vv_error error = {0};
    if (length > VV_PROJECT_MAX_BYTES) {
        vvi_error_place(&error, file, 0, "");
        vv_problems_add(problems, VV_RULE_TOO_MANY, &error, "split the project",
                        "the file has %zu bytes, and at most %u "
                        "are read",
                        length, VV_PROJECT_MAX_BYTES);
        return NULL;
    }
    vv_result result = vv_json_parse(text, length, file, problems->allocator, &json, &error);
    if (result != VV_OK) {
        problems->memory = problems->memory || result == VV_ERROR_MEMORY;
        add_error(problems, VV_RULE_JSON, &error);
        return NULL;
    }
    vvi_reader r = {.json = json, .problems = problems};
    result = VV_ERROR_FORMAT;
    if (check_format(&r, vv_json_root(json))) {
        result = vvi_migrate_to_present(problems->allocator, file, &json, &error);
        problems->memory = problems->memory || result == VV_ERROR_MEMORY;
        if (result != VV_OK)
            add_error(problems, VV_RULE_VERSION, &error);
    }
    if (result == VV_OK)
        return json;
    vv_json_destroy(json);
    return NULL;
}

/* The state, or NULL if there was any error. */
static vvi_state *read_text(const char *text, size_t length, const char *file, vv_problems *problems)
{
    vv_json_document *json = open_text(text, length, file, problems);
    if (!json)
        return NULL;
    vvi_state *state = vvi_state_create(problems->allocator);
    problems->memory = problems->memory || !state;
    vvi_reader r = {.json = json, .problems = problems};
    if (state)
        vvi_read_project(&r, vv_json_root(json), state);
    vv_json_destroy(json);
    if (state && problems->errors == 0 && !problems->memory)
        return state;
    vvi_state_destroy(state);
    return NULL;
}

vv_result vv_project_check(const char *text, size_t length, const char *file, vv_problems *problems, vv_error *error)
{
    vvi_state_destroy(read_text(text, length, file, problems));
    return problems->memory ? vvi_fail_memory(error, length) : VV_OK;
}

vvi_state *vvi_state_parse(const char *text, size_t length, const char *file, const vv_allocator *allocator,
                           vv_error *error)
{
    vv_problems problems = {.allocator = allocator, .limit = 1};
    vvi_state *state = read_text(text, length, file, &problems);
    if (!state)
        vvi_first_problem(&problems, error);
    vv_problems_release(&problems);
    return state;
}
