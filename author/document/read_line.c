/* Lines of action out of JSON: what follows them, how they are seen and how they move. Keystrokes are in read_keystroke.c, twists and
 * contacts in read_contact.c. */
#include "author/document/lines.h"

#include <float.h>

#define LEAST_FRAMES    2u
#define MOST_SETTLE     60.0f  /* seconds */
#define MOST_RATE       240.0f /* frames a second */
#define MOST_DISTANCE   1e4f   /* metres */
#define MOST_TILT       1.45f  /* radians, of heading and pitch together: beyond, the plane is seen from its edge */
#define LEAST_STIFFNESS 0.05f
#define MOST_STIFFNESS  20.0f

static const char *const kind_words[] = {"skeleton", "creature", "artwork", NULL};
static const char *const way_words[] = {"elastic", "shot", "smooth", NULL};
static const char *const root_words[] = {"free", "held", NULL};

vvi_keys vvi_line_kind_words(void) { return kind_words; }
vvi_keys vvi_way_words(void) { return way_words; }
vvi_keys vvi_root_words(void) { return root_words; }

/* The defaults of the file, which must stay what they are. */
vv_project_line vvi_default_line(void)
{
    return (vv_project_line){.subject = VV_NONE,
                             .over_line = VV_NONE,
                             .over_take = VV_NONE,
                             .element_count = 10,
                             .frame_count = 40,
                             .rate = 30.0f,
                             .settle = 0.5f,
                             .centre = {0.0f, 1.0f, 0.0f},
                             .stretch = true};
}

/* ---- What follows it ------------------------------------------------------------------------------------------------ */

static bool names_handles(const vv_project_line *line)
{
    for (uint32_t i = 0; i < line->key_count; i++) {
        if (line->keys[i].handles)
            return true;
    }
    return false;
}

/* Which of the three is there. A line that was made stays what it is of, though that may be another of its kind. False after a
 * problem. */
static bool find_kind(vvi_reader *r, const vv_json *object, vv_project_line *line, const vv_json **value)
{
    uint32_t found = 0;
    *value = NULL;
    for (uint32_t i = 0; kind_words[i]; i++) {
        const vv_json *member = vvi_member(object, kind_words[i]);
        if (member && r->editing && (vv_line_kind)i != line->kind)
            return vvi_problem(r, member, VV_RULE_LINE_KIND, "make another line", "this line is of a %s",
                               kind_words[line->kind]);
        *value = member ? member : *value;
        found += member != NULL;
        if (member)
            line->kind = (vv_line_kind)i;
    }
    return r->editing || found == 1 ||
           vvi_problem(r, object, VV_RULE_ONE_OF, "name what follows the line",
                       "a line has exactly one of \"skeleton\", \"creature\" and \"artwork\"");
}

static bool read_subject(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_line *line)
{
    static uint32_t (*const find[])(const vv_project *, const char *) = {
        vv_project_find_skeleton, vv_project_find_creature, vv_project_find_artwork};
    const vv_json *value;
    if (!find_kind(r, object, line, &value))
        return false;
    uint32_t subject =
        value ? vvi_listed_value(r, value, project, find[line->kind], kind_words[line->kind]) : line->subject;
    if (subject == VV_NONE)
        return false;
    if (subject != line->subject && names_handles(line) && !vvi_member(object, "keys"))
        return vvi_problem(r, value, VV_RULE_LINE_KIND, "give \"keys\" in the same command",
                           "the keystrokes of this line name handles of another artwork");
    line->subject = subject;
    return true;
}

/* What the line of a body has, and that of a drawing has not, and the reverse. */
static bool suits_kind(vvi_reader *r, const vv_json *object, const vv_project_line *line)
{
    static const char *const of_bodies[] = {"over", "root", "view", "plane", "twists", "contacts", NULL};
    static const char *const of_drawings[] = {"rest", "stretch", NULL};
    for (vvi_keys key = line->kind == VV_LINE_OF_ARTWORK ? of_bodies : of_drawings; *key; key++) {
        const vv_json *member = vvi_member(object, *key);
        if (member)
            return vvi_problem(r, member, VV_RULE_LINE_KIND, "remove it", "the line of %s has no \"%s\"",
                               line->kind == VV_LINE_OF_ARTWORK ? "an artwork" : "a body", *key);
    }
    return true;
}

static void read_over(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_line *line)
{
    static const char *const keys[] = {"line", "take", NULL};
    bool reset;
    const vv_json *over = vvi_optional(object, "over", &reset);
    if (over || reset)
        line->over_line = line->over_take = VV_NONE;
    if (!over || !vvi_known_keys(r, over, keys, NULL))
        return;
    uint32_t which = vvi_one_of(r, over, "line", "take");
    if (which == 0)
        line->over_line = vvi_listed_value(r, vvi_member(over, "line"), project, vv_project_find_line, "line");
    if (which == 1)
        line->over_take = vvi_listed_value(r, vvi_member(over, "take"), project, vv_project_find_take, "take");
}

/* ---- How it is seen ------------------------------------------------------------------------------------------------- */

/* Views and planes that are given are given whole. */
static void read_view(vvi_reader *r, const vv_json *object, vv_project_line *line)
{
    static const char *const keys[] = {"heading", "pitch", "centre", "distance", NULL};
    vv_project_line usual = vvi_default_line();
    bool reset;
    const vv_json *view = vvi_optional(object, "view", &reset);
    if (view || reset) {
        line->heading = line->pitch = line->distance = 0.0f;
        line->centre = usual.centre;
    }
    if (!view || !vvi_known_keys(r, view, keys, NULL))
        return;
    const vv_json *centre = vvi_member(view, "centre");
    float three[3];
    vvi_float_member(r, view, "heading", 0.0f, -10.0f, 10.0f, &line->heading);
    vvi_float_member(r, view, "pitch", 0.0f, -VV_PI / 2.0f, VV_PI / 2.0f, &line->pitch);
    if (centre && vvi_numbers(r, centre, 3, VV_LINE_MAX_VALUE, three))
        line->centre = (vv_vec3){three[0], three[1], three[2]};
    vvi_float_member(r, view, "distance", 0.0f, 0.0f, MOST_DISTANCE, &line->distance);
}

static void read_plane(vvi_reader *r, const vv_json *object, vv_project_line *line)
{
    static const char *const keys[] = {"heading", "pitch", NULL};
    bool reset;
    const vv_json *plane = vvi_optional(object, "plane", &reset);
    if (plane || reset)
        line->plane_heading = line->plane_pitch = 0.0f;
    if (!plane || !vvi_known_keys(r, plane, keys, NULL))
        return;
    vvi_float_member(r, plane, "heading", 0.0f, -MOST_TILT, MOST_TILT, &line->plane_heading);
    vvi_float_member(r, plane, "pitch", 0.0f, -MOST_TILT, MOST_TILT, &line->plane_pitch);
    float tilt = vv_acos(vv_cos(line->plane_heading) * vv_cos(line->plane_pitch));
    if (!(tilt <= MOST_TILT + 1e-4f))
        vvi_problem(r, plane, VV_RULE_RANGE, "turn it less about one of both, or look from elsewhere",
                    "heading and pitch together turn the action plane by %g radians out of the view, more than %g",
                    floor((double)tilt * 100.0 + 0.5) / 100.0, (double)MOST_TILT);
}

/* ---- How it moves --------------------------------------------------------------------------------------------------- */

static void read_factors(vvi_reader *r, const vv_json *object, const char *key, uint32_t count, const float **factors)
{
    bool reset;
    const vv_json *list = vvi_optional(object, key, &reset);
    if (list || reset)
        *factors = NULL;
    if (list)
        *factors =
            vvi_read_shares(r, list, count, LEAST_STIFFNESS, MOST_STIFFNESS, VV_RULE_ELEMENTS, "elements of the line");
}

/* Factors are one an element: with other elements, others are needed. */
static void read_elements(vvi_reader *r, const vv_json *object, vv_project_line *line)
{
    vv_project_line usual = vvi_default_line();
    const vv_json *elements = vvi_member(object, "elements");
    uint32_t before = line->element_count, errors = r->problems->errors;
    vvi_whole_member(r, object, "elements", usual.element_count, 2, VV_LINE_MAX_ELEMENTS, &line->element_count);
    if (elements && r->problems->errors == errors && line->element_count % 2 != 0)
        vvi_problem(r, elements, VV_RULE_ELEMENTS, "choose an even number",
                    "a line grows from its middle, and %u elements have none", line->element_count);
    if (r->problems->errors != errors)
        return;
    bool kept = (line->stiffness && !vv_json_member(object, "stiffness")) ||
                (line->damping && !vv_json_member(object, "damping"));
    if (kept && line->element_count != before)
        vvi_problem(r, object, VV_RULE_ELEMENTS, "give \"stiffness\" and \"damping\" in the same command",
                    "the factors of this line are of %u elements", before);
    read_factors(r, object, "stiffness", line->element_count, &line->stiffness);
    read_factors(r, object, "damping", line->element_count, &line->damping);
}

static void read_manner(vvi_reader *r, const vv_json *object, vv_project_line *line)
{
    vv_project_line usual = vvi_default_line();
    uint32_t way = line->way, preset = line->preset, root = line->hold_root;
    vvi_word_member(r, object, "root", root_words, "write \"free\" or \"held\"", usual.hold_root, &root);
    read_elements(r, object, line);
    vvi_whole_member(r, object, "frames", usual.frame_count, LEAST_FRAMES, VV_LINE_MAX_FRAMES, &line->frame_count);
    vvi_word_member(r, object, "way", way_words, "write \"elastic\", \"shot\" or \"smooth\"", usual.way, &way);
    vvi_word_member(r, object, "preset", vvi_preset_words(),
                    "write \"normal\", \"snappy\", \"heavy\", \"rubbery\" or \"floaty\"", usual.preset, &preset);
    vvi_temper_member(r, object, &line->temper);
    vvi_float_member(r, object, "rate", usual.rate, 1.0f, MOST_RATE, &line->rate);
    vvi_float_member(r, object, "settle", usual.settle, 0.0f, MOST_SETTLE, &line->settle);
    line->hold_root = root == 1;
    line->way = (vv_line_way)way;
    line->preset = (vv_preset)preset;
}

/* ---- Lists ---------------------------------------------------------------------------------------------------------- */

static void read_keys(vvi_reader *r, const vv_json *list, const vv_project *project, vv_project_line *line)
{
    uint32_t count = vvi_list(r, list, VV_LINE_MAX_KEYS, "keystrokes");
    vv_project_line_key *keys = vvi_take(r, count, sizeof *keys);
    for (const vv_json *item = keys && count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        keys[item->index] = vvi_default_keystroke();
        vvi_read_keystroke(r, item, NULL, project, line, &keys[item->index]);
    }
    line->keys = keys;
    line->key_count = keys ? count : 0;
}

static void read_pulls(vvi_reader *r, const vv_json *list, vv_project_line *line)
{
    uint32_t count = vvi_list(r, list, VV_LINE_MAX_PULLS, "pulls");
    vv_line_pull *pulls = vvi_take(r, count, sizeof *pulls);
    for (const vv_json *item = pulls && count ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        vvi_read_pull(r, item, NULL, &pulls[item->index]);
    line->pulls = pulls;
    line->pull_count = pulls ? count : 0;
}

static void read_twists(vvi_reader *r, const vv_json *list, vv_project_line *line)
{
    uint32_t count = vvi_list(r, list, VV_MATCH_MAX_TWISTS, "twists");
    vv_project_twist *twists = vvi_take(r, count, sizeof *twists);
    for (const vv_json *item = twists && count ? list->child : NULL; item && !vvi_stopped(r); item = item->next)
        vvi_read_twist(r, item, NULL, &twists[item->index]);
    line->twists = twists;
    line->twist_count = twists ? count : 0;
}

static void read_contacts(vvi_reader *r, const vv_json *list, vv_project_line *line)
{
    uint32_t count = vvi_list(r, list, VV_MATCH_MAX_CONTACTS, "contacts");
    vv_project_contact *contacts = vvi_take(r, count, sizeof *contacts);
    for (const vv_json *item = contacts && count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        contacts[item->index] = vvi_default_contact();
        vvi_read_contact(r, item, NULL, &contacts[item->index]);
    }
    line->contacts = contacts;
    line->contact_count = contacts ? count : 0;
}

/* Lists that are given are given whole. */
static void read_lists(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_line *line)
{
    bool editing = r->editing, no_rest, no_keys, no_pulls, no_twists, no_contacts;
    const vv_json *rest = vvi_optional(object, "rest", &no_rest), *keys = vvi_optional(object, "keys", &no_keys),
                  *pulls = vvi_optional(object, "pulls", &no_pulls),
                  *twists = vvi_optional(object, "twists", &no_twists),
                  *contacts = vvi_optional(object, "contacts", &no_contacts);
    line->rest_count = no_rest ? 0 : line->rest_count;
    line->key_count = no_keys ? 0 : line->key_count;
    line->pull_count = no_pulls ? 0 : line->pull_count;
    line->twist_count = no_twists ? 0 : line->twist_count;
    line->contact_count = no_contacts ? 0 : line->contact_count;
    r->editing = false;
    if (rest)
        line->rest = vvi_read_stroke(r, rest, &line->rest_count);
    if (keys)
        read_keys(r, keys, project, line);
    if (pulls)
        read_pulls(r, pulls, line);
    if (twists)
        read_twists(r, twists, line);
    if (contacts)
        read_contacts(r, contacts, line);
    r->editing = editing;
}

/* ---- Lines ---------------------------------------------------------------------------------------------------------- */

static bool check_over(vvi_reader *r, const vv_json *place, const vv_project *project, const vv_project_line *line)
{
    uint32_t own = 0;
    while (own < project->line_count && project->lines[own] != line)
        own++;
    if (line->over_line != VV_NONE) {
        const vv_project_line *over = project->lines[line->over_line];
        if (line->over_line >= own)
            return vvi_problem(r, place, VV_RULE_OVER, "move that line before this one",
                               "a line is over one that stands before it, and \"%s\" does not", over->name);
        if (over->subject != VV_NONE && (over->kind != line->kind || over->subject != line->subject))
            return vvi_problem(r, place, VV_RULE_OVER, "name a line of the same skeleton or creature",
                               "the line \"%s\" is of something else", over->name);
    }
    if (line->over_take == VV_NONE)
        return true;
    const vv_project_take *take = project->takes[line->over_take];
    return take->skeleton == VV_NONE || /* that is a problem of its own */
           (line->kind == VV_LINE_OF_SKELETON && take->skeleton == line->subject) ||
           vvi_problem(r, place, VV_RULE_OVER, "name a take of the line's skeleton",
                       "the take \"%s\" is of something else", take->name);
}

/* Keystroke i where whoever wrote it has it, if all of them are given. */
static const vv_json *key_place(const vv_json *place, uint32_t i)
{
    const vv_json *list = vv_json_member(place, "keys");
    for (const vv_json *item = list ? list->child : NULL; item; item = item->next)
        if (item->index == i)
            return item;
    return place;
}

/* Times as near to each other as floats can tell count as far enough apart. */
static bool check_times(vvi_reader *r, const vv_json *place, const vv_project_line *line)
{
    for (uint32_t i = 1; i < line->key_count; i++) {
        float before = line->keys[i - 1].time, now = line->keys[i].time;
        if (!(now - before >= VV_LINE_MIN_GAP - 2.0f * FLT_EPSILON * now))
            return vvi_problem(r, key_place(place, i), VV_RULE_LINE_TIMES,
                               "sort the keystrokes by time, at least 0.01 s apart",
                               "keystroke %u, at %g s, is not 0.01 s later than the one before it, at %g s", i + 1,
                               (double)now, (double)before);
    }
    float end = line->key_count ? line->keys[line->key_count - 1].time + line->settle : 0.0f;
    return end * line->rate + 2.0f <= (float)VV_MATCH_MAX_FRAMES ||
           vvi_problem(r, place, VV_RULE_LINE_TIMES, "lower the rate, or make the line shorter",
                       "%g s at %g frames a second are more than %u frames", (double)end, (double)line->rate,
                       VV_MATCH_MAX_FRAMES);
}

bool vvi_check_line(vvi_reader *r, const vv_json *place, const vv_project *project, const vv_project_line *line)
{
    return check_over(r, place, project, line) && check_times(r, place, line);
}

void vvi_read_line(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                   vv_project_line *line)
{
    static const char *const keys[] = {"skeleton",  "creature", "artwork", "over",     "root", "elements",
                                       "frames",    "way",      "preset",  "temper",   "rate", "settle",
                                       "stiffness", "damping",  "view",    "plane",    "rest", "stretch",
                                       "keys",      "pulls",    "twists",  "contacts", NULL};
    uint32_t before = r->problems->errors;
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT || !read_subject(r, object, project, line) || !suits_kind(r, object, line))
        return;
    read_over(r, object, project, line);
    read_manner(r, object, line);
    read_view(r, object, line);
    read_plane(r, object, line);
    vvi_bool_member(r, object, "stretch", vvi_default_line().stretch, &line->stretch);
    read_lists(r, object, project, line);
    if (r->problems->errors == before && !vvi_stopped(r))
        vvi_check_line(r, object, project, line);
}

/* ---- Scenes --------------------------------------------------------------------------------------------------------- */

void vvi_read_line_scene(vvi_reader *r, const vv_json *object, const vv_project *project, vv_project_scene *scene)
{
    static const char *const of_bodies[] = {"camera", "follow", NULL}, *const of_drawings[] = {"centre", "zoom", NULL};
    const vv_json *value = vvi_required(r, object, "line");
    uint32_t found = value ? vvi_listed_value(r, value, project, vv_project_find_line, "line") : scene->subject;
    vvi_bool_member(r, object, "show", true, &scene->show_line);
    vvi_whole_member(r, object, "ghosts", 0, 0, VV_LINE_MAX_KEYS, &scene->ghosts);
    if (found == VV_NONE)
        return;
    bool drawn = project->lines[found]->kind == VV_LINE_OF_ARTWORK;
    for (vvi_keys key = drawn ? of_bodies : of_drawings; *key; key++) {
        const vv_json *member = vvi_member(object, *key);
        if (member)
            vvi_problem(r, member, VV_RULE_SCENE_KIND, "remove it", "a scene of the line of %s has no \"%s\"",
                        drawn ? "an artwork" : "a body", *key);
    }
    if (scene->subject != VV_NONE && (project->lines[scene->subject]->kind == VV_LINE_OF_ARTWORK) != drawn)
        vvi_problem(r, value, VV_RULE_SCENE_KIND, "make another scene", "this is a scene of the line of %s",
                    drawn ? "a body" : "an artwork");
    scene->subject = found;
}
