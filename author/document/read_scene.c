/* A scene out of JSON: picture, length and the keys of its tour. What a stage has beyond is in read_stage.c. */
#include "author/document/verbs.h"

#include "author/base/image.h"

#include <string.h>

#define MOST_SECONDS 3600.0f
#define MOST_RATE    240.0f

vv_project_scene vvi_default_scene(void)
{
    return (vv_project_scene){.artwork = VV_NONE,
                              .subject = VV_NONE,
                              .follows = true,
                              .show_line = true,
                              .width = 640,
                              .height = 640,
                              .background = {255, 255, 255, 255},
                              .seconds = 2.0f,
                              .rate = 30.0f,
                              .stage = vvi_default_stage()};
}

static void read_size(vvi_reader *r, const vv_json *object, vv_project_scene *scene)
{
    bool reset;
    float size[2];
    const vv_json *value = vvi_optional(object, "size", &reset);
    if (reset) {
        scene->width = vvi_default_scene().width;
        scene->height = vvi_default_scene().height;
    }
    if (!value || !vvi_numbers(r, value, 2, (float)VV_IMAGE_MAX_SIDE, size))
        return;
    bool whole = size[0] >= 1.0f && size[1] >= 1.0f && size[0] == floorf(size[0]) && size[1] == floorf(size[1]);
    if (!whole || size[0] * size[1] > (float)VV_IMAGE_MAX_PIXELS) {
        vvi_problem(r, value, VV_RULE_RANGE, "write width and height like [640, 480]",
                    "this is not a size of a picture in pixels");
        return;
    }
    scene->width = (uint32_t)size[0];
    scene->height = (uint32_t)size[1];
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static bool parse_colour(const char *text, uint8_t *colour)
{
    size_t length = strlen(text);
    if (text[0] != '#' || (length != 7 && length != 9))
        return false;
    uint8_t parts[4] = {0, 0, 0, 255};
    for (size_t i = 0; 1 + 2 * i < length; i++) {
        int high = hex_digit(text[1 + 2 * i]), low = hex_digit(text[2 + 2 * i]);
        if (high < 0 || low < 0)
            return false;
        parts[i] = (uint8_t)(16 * high + low);
    }
    memcpy(colour, parts, sizeof parts);
    return true;
}

bool vvi_colour_member(vvi_reader *r, const vv_json *object, const char *key, uint8_t *colour)
{
    bool reset;
    const vv_json *value = vvi_optional(object, key, &reset);
    if (!value || !vvi_is(r, value, VV_JSON_STRING))
        return false;
    return parse_colour(value->string, colour) ||
           vvi_problem(r, value, VV_RULE_COLOUR, "write it like #F7F1E5 or, with alpha, #F7F1E580",
                       "\"%s\" is not a colour", value->string);
}

void vvi_usual_colour_member(vvi_reader *r, const vv_json *object, const char *key, const uint8_t *usual,
                             uint8_t *colour)
{
    bool reset;
    vvi_optional(object, key, &reset);
    if (reset)
        memcpy(colour, usual, 4);
    vvi_colour_member(r, object, key, colour);
}

static void read_framing(vvi_reader *r, const vv_json *object, vv_project_scene *scene)
{
    bool no_centre, no_zoom;
    bool centre = vvi_optional(object, "centre", &no_centre) != NULL || (scene->framed && !no_centre);
    bool zoom = vvi_optional(object, "zoom", &no_zoom) != NULL || (scene->framed && !no_zoom);
    vvi_vec2_member(r, object, "centre", (vv_vec2){0}, &scene->centre);
    vvi_float_member(r, object, "zoom", 0.0f, 1e-3f, 1e6f, &scene->zoom);
    if (centre != zoom)
        vvi_problem(r, object, VV_RULE_FRAMING, "give both or neither",
                    "this scene has \"centre\" without \"zoom\", or the reverse");
    scene->framed = centre && zoom;
}

/* ---- Keys -------------------------------------------------------------------------------------------------------- */

static void insert_share(vv_project_share *shares, uint32_t count, vv_project_share share)
{
    uint32_t i = count;
    for (; i > 0 && shares[i - 1].example > share.example; i--)
        shares[i] = shares[i - 1];
    shares[i] = share;
}

void vvi_read_place(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork, vv_project_place *place)
{
    if (!vvi_is(r, object, VV_JSON_OBJECT))
        return;
    if (object->count > VV_BLEND_MAX_EXAMPLES) {
        vvi_problem(r, object, VV_RULE_TOO_MANY, "remove some", "a place names %u examples", object->count);
        return;
    }
    vv_project_share *shares = vvi_take(r, object->count, sizeof *shares);
    double sum = 0.0;
    *place = (vv_project_place){0, shares};
    for (const vv_json *member = object->child; shares && member && !vvi_stopped(r); member = member->next) {
        vv_project_share share = {vv_project_find_example(artwork, member->name), 0.0f};
        if (share.example == VV_NONE)
            vvi_problem(r, member, VV_RULE_REFERENCE, "name an example of its artwork", "there is no example \"%s\"",
                        member->name);
        else if (vvi_number(r, member, 0.0f, 1.0f, &share.weight))
            insert_share(shares, place->share_count++, share);
        sum += (double)share.weight;
    }
    if (!vvi_stopped(r) && place->share_count == object->count && !(sum > 0.999 && sum < 1.001))
        vvi_problem(r, object, VV_RULE_WEIGHTS, "change them so that they do", "these weights do not add up to 1");
}

static void read_key(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork, vv_project_key *key)
{
    static const char *const keys[] = {"time", "place", NULL};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    vvi_required(r, object, "time");
    vvi_float_member(r, object, "time", 0.0f, 0.0f, MOST_SECONDS, &key->time);
    const vv_json *place = vvi_required(r, object, "place");
    if (place)
        vvi_read_place(r, place, artwork, &key->place);
}

static void read_keys(vvi_reader *r, const vv_json *list, const vv_project_artwork *artwork, vv_project_scene *scene)
{
    uint32_t count = vvi_list(r, list, VV_PROJECT_MAX_KEYS, "keys");
    vv_project_key *keys = vvi_take(r, count, sizeof *keys);
    if (!keys)
        return;
    scene->keys = keys;
    scene->key_count = count;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        read_key(r, item, artwork, &keys[item->index]);
        if (item->index > 0 && !(keys[item->index].time > keys[item->index - 1].time))
            vvi_problem(r, item, VV_RULE_TIMES, "sort the keys by time, no two at the same time",
                        "this key is not later than the one before it");
    }
}

/* ---- Scene ------------------------------------------------------------------------------------------------------- */

static void read_scene_artwork(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_scene *scene)
{
    const vv_json *value = vvi_required(r, object, "artwork");
    if (!value || !vvi_is(r, value, VV_JSON_STRING))
        return;
    uint32_t found = vv_project_find_artwork(project, value->string);
    if (found == VV_NONE)
        vvi_problem(r, value, VV_RULE_REFERENCE, "name an artwork of this project", "there is no artwork \"%s\"",
                    value->string);
    else if (found != scene->artwork && scene->key_count > 0 && !vv_json_member(object, "keys"))
        vvi_problem(r, value, VV_RULE_REFERENCE, "give \"keys\" in the same command",
                    "the keys of this scene name examples of another artwork");
    scene->artwork = found;
}

static void read_scene_keys(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_scene *scene)
{
    bool editing = r->editing, reset;
    const vv_json *keys = vvi_optional(object, "keys", &reset);
    if (reset)
        scene->key_count = 0;
    r->editing = false; /* keys that are given are given whole */
    if (keys && scene->artwork != VV_NONE)
        read_keys(r, keys, project->artworks[scene->artwork], scene);
    r->editing = editing;
    if (scene->key_count > 0 && !vvi_stopped(r) && scene->keys[scene->key_count - 1].time > scene->seconds)
        vvi_problem(r, keys ? keys : object, VV_RULE_TIMES, "move the key, or make the scene longer",
                    "the last key is later than the end of the scene");
}

static void read_tour(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_scene *scene)
{
    read_scene_artwork(r, object, project, scene);
    read_scene_keys(r, object, project, scene);
}

typedef struct kind_row {
    const char *word, *key; /* what makes a scene one of this kind */
    const char *keys[12];   /* that not all scenes have */
} kind_row;

static const kind_row kinds[] = {
    [VV_SCENE_TOUR] = {"a tour", "artwork", {"artwork", "keys", "centre", "zoom"}},
    [VV_SCENE_STAGE] = {"a stage",
                        "actors",
                        {"gravity", "wind", "step", "substeps", "iterations", "obstacles", "actors", "script", "follow",
                         "centre", "zoom"}},
    [VV_SCENE_VERB] = {"a scene of a verb", "verb", {"verb", "path", "camera", "follow"}},
    [VV_SCENE_GRAPH] = {"a scene of a graph", "graph", {"graph", "script", "camera", "follow"}},
    [VV_SCENE_SHAPE] = {"a scene of a shape", "shape", {"shape", "path", "camera"}},
    [VV_SCENE_CREATURE] = {"a scene of creatures", "creatures", {"creatures", "ground", "camera", "follow"}},
    [VV_SCENE_LINE] = {"a scene of a line", "line", {"line", "show", "ghosts", "camera", "follow", "centre", "zoom"}},
};
#define KINDS (sizeof kinds / sizeof *kinds)

static bool has_key(const kind_row *row, const char *key)
{
    for (vvi_keys own = row->keys; *own; own++) {
        if (strcmp(*own, key) == 0)
            return true;
    }
    return false;
}

/* The kind whose key is there, a stage's first. False after a problem. */
static bool find_kind(vvi_reader *r, const vv_json *object, vv_scene_kind *kind)
{
    if (vvi_member(object, kinds[VV_SCENE_STAGE].key)) {
        *kind = VV_SCENE_STAGE;
        return true;
    }
    for (size_t i = 0; i < KINDS; i++) {
        *kind = (vv_scene_kind)i;
        if (vvi_member(object, kinds[i].key))
            return true;
    }
    return vvi_problem(
        r, object, VV_RULE_MISSING_KEY,
        "add \"artwork\" and \"keys\" for a tour, \"actors\" for a stage, or what it shows",
        "this scene has none of \"artwork\", \"actors\", \"verb\", \"graph\", \"shape\", \"creatures\" and \"line\"");
}

/* False, and a problem, where it is there and a scene of this kind has no such key. */
static bool suits_kind(vvi_reader *r, const vv_json *object, const char *key, vv_scene_kind kind)
{
    const vv_json *member = vvi_member(object, key);
    return !member || has_key(&kinds[kind], key) ||
           vvi_problem(r, member, VV_RULE_SCENE_KIND, "remove it, or make two scenes", "%s has no \"%s\"",
                       kinds[kind].word, key);
}

/* A scene that was made stays what it is. False after a problem: what makes a scene another kind is told first. */
static bool choose_kind(vvi_reader *r, const vv_json *object, vv_project_scene *scene)
{
    bool good = r->editing || find_kind(r, object, &scene->kind);
    for (size_t i = 0; i < KINDS && good; i++)
        good = suits_kind(r, object, kinds[i].key, scene->kind);
    for (size_t i = 0; i < KINDS && good; i++) {
        for (vvi_keys key = kinds[i].keys; *key && good; key++)
            good = suits_kind(r, object, *key, scene->kind);
    }
    return good;
}

void vvi_read_scene(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                    vv_project_scene *scene)
{
    static const char *const keys[] = {
        "artwork", "size",     "background", "centre", "zoom",      "seconds", "rate",       "keys", "gravity", "wind",
        "step",    "substeps", "follow",     "actors", "obstacles", "script",  "iterations", "verb", "graph",   "shape",
        "path",    "camera",   "creatures",  "ground", "line",      "show",    "ghosts",     NULL};
    vv_project_scene usual = vvi_default_scene();
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT || !choose_kind(r, object, scene))
        return;
    read_size(r, object, scene);
    vvi_usual_colour_member(r, object, "background", usual.background, scene->background);
    read_framing(r, object, scene);
    vvi_float_member(r, object, "seconds", usual.seconds, 1e-3f, MOST_SECONDS, &scene->seconds);
    vvi_float_member(r, object, "rate", usual.rate, 0.1f, MOST_RATE, &scene->rate);
    if (scene->kind == VV_SCENE_TOUR)
        read_tour(r, object, project, scene);
    else if (scene->kind == VV_SCENE_STAGE)
        vvi_read_stage(r, object, project, scene);
    else
        vvi_read_figured(r, object, project, scene);
}
