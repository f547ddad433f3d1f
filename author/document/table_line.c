/* Lines of action: what follows them, how they are seen and how they move. Keystrokes and pulls are in
 * table_keystroke.c, twists and contacts in table_contact.c. */
#include "author/document/lines.h"
#include "author/document/schema.h"

#include <float.h>

#define LINE      vv_project_line
#define MOST_TILT 1.45f /* radians, of heading and pitch together: beyond, the plane is seen from its edge */
enum {
    SKELETON = 1u << VV_LINE_OF_SKELETON,
    CREATURE = 1u << VV_LINE_OF_CREATURE,
    DRAWING = 1u << VV_LINE_OF_ARTWORK,
    BODY = SKELETON | CREATURE
};

/* The defaults of the file, which must stay what they are. */
static const LINE line_defaults = {.subject = VV_NONE,
                                   .over_line = VV_NONE,
                                   .over_take = VV_NONE,
                                   .element_count = 10,
                                   .frame_count = 40,
                                   .rate = 30.0f,
                                   .settle = 0.5f,
                                   .centre = {0.0f, 1.0f, 0.0f},
                                   .stretch = true};

/* ---- What follows it --------------------------------------------------------------------------------------------- */

const char *const vvi_line_kind_words[] = {"skeleton", "creature", "artwork", NULL};
static const vvi_schema_reference subjects[] = {{.noun = VVI_SKELETON}, {.noun = VVI_CREATURE}, {.noun = VVI_ARTWORK}};
static const vvi_schema_choice kinds = {.keys = vvi_line_kind_words,
                                        .remedy = "name what follows the line",
                                        .text = "a line has exactly one of \"skeleton\", \"creature\" and \"artwork\""};

static const vv_project_artwork *drawn_artwork(const vvi_scope *scope)
{
    const LINE *line = vvi_scope_find(scope, &vvi_line_schema)->item;
    return line->kind == VV_LINE_OF_ARTWORK && line->subject != VV_NONE ? scope->project->artworks[line->subject]
                                                                        : NULL;
}

static bool names_handles(const LINE *line)
{
    for (uint32_t i = 0; i < line->key_count; i++) {
        if (line->keys[i].handles && line->keys[i].bone_count > 0)
            return true;
    }
    return false;
}

/* Which of the three is there; in a command that may be none, and *value NULL. A line that was made stays what it is
 * of, though that may be another of its kind. False after a problem. */
static bool find_kind(vvi_reader *r, const vv_json *object, LINE *line, const vv_json **value)
{
    uint32_t found = 0;
    *value = NULL;
    for (uint32_t i = 0; vvi_line_kind_words[i]; i++) {
        const vv_json *member = vvi_member(object, vvi_line_kind_words[i]);
        if (!member)
            continue;
        if (r->editing && (vv_line_kind)i != line->kind)
            return vvi_problem(r, member, VV_RULE_LINE_KIND, "make another line", "this line is of a %s",
                               vvi_line_kind_words[line->kind]);
        line->kind = (vv_line_kind)i;
        *value = member;
        found++;
    }
    return r->editing || found == 1 || vvi_problem(r, object, VV_RULE_ONE_OF, kinds.remedy, "%s", kinds.text);
}

/* Keys that only lines of bodies have, or only lines of drawings. */
static bool suits_kind(vvi_reader *r, const vv_json *object, const LINE *line)
{
    for (uint32_t i = 0; i < vvi_line_schema.field_count; i++) {
        const vvi_schema_field *f = &vvi_line_schema.fields[i];
        bool foreign = f->flags & VVI_NULLED && !(f->only >> line->kind & 1u);
        const vv_json *member = foreign ? vvi_member(object, f->key) : NULL;
        if (member)
            return vvi_problem(r, member, VV_RULE_LINE_KIND, "remove it", "the line of %s has no \"%s\"",
                               line->kind == VV_LINE_OF_ARTWORK ? "an artwork" : "a body", f->key);
    }
    return true;
}

/* Factors are one an element: with other elements, others are needed. */
static bool keeps_factors(vvi_reader *r, const vv_json *object, const LINE *line)
{
    bool reset;
    const vv_json *elements = vvi_optional(object, "elements", &reset);
    double now = reset ? (double)line_defaults.element_count : elements ? elements->number : line->element_count;
    bool kept = (line->stiffness && !vv_json_member(object, "stiffness")) ||
                (line->damping && !vv_json_member(object, "damping"));
    return !kept || now == (double)line->element_count || !(now >= 2.0 && now <= (double)VV_LINE_MAX_ELEMENTS) ||
           fmod(now, 2.0) != 0.0 ||
           vvi_problem(r, object, VV_RULE_ELEMENTS, "give \"stiffness\" and \"damping\" in the same command",
                       "the factors of this line are of %u elements", line->element_count);
}

/* Nothing else is read unless it is known what follows the line. Its kind is set even then, because scenes of the line
 * depend on it. */
static bool begin_line(vvi_reader *r, const vv_json *object, const vvi_scope *scope)
{
    LINE *line = scope->item;
    uint32_t subject = line->subject;
    const vv_json *value;
    if (!find_kind(r, object, line, &value) ||
        (value && !vvi_schema_read_reference(r, value, &subjects[line->kind], scope, &subject)))
        return false;
    if (subject != line->subject && names_handles(line) && !vvi_member(object, "keys"))
        return vvi_problem(r, value, VV_RULE_LINE_KIND, "give \"keys\" in the same command",
                           "the keystrokes of this line name handles of another artwork");
    return suits_kind(r, object, line) && keeps_factors(r, object, line);
}

/* ---- What it is over --------------------------------------------------------------------------------------------- */

static bool is_over_line(const vvi_scope *scope) { return ((const LINE *)scope->item)->over_line != VV_NONE; }
static bool is_over_take(const vvi_scope *scope) { return ((const LINE *)scope->item)->over_take != VV_NONE; }

static const char *const over_keys[] = {"line", "take", NULL};
static const vvi_schema_choice over_choice = {.keys = over_keys};
static const vvi_schema_field over_fields[] = {
    {NULL, VVI_UNTAGGED_CHOICE(&over_choice)},
    {"line", VVI_REFERENCE(LINE, over_line, VVI_TO(.noun = VVI_LINE, .loose = true)), .given = is_over_line,
     VVI_DOC("", "a line of the same skeleton or creature that stands before this one")},
    {"take", VVI_REFERENCE(LINE, over_take, VVI_TO(.noun = VVI_TAKE, .loose = true)), .given = is_over_take,
     VVI_DOC("", "a take of the skeleton")},
};
static const vvi_schema over_schema = {VVI_TABLE("over", LINE, over_fields),
                                       .flags = VVI_SCHEMA_FLAT | VVI_SCHEMA_ONE_LINE, .defaults = &line_defaults};

static bool check_over(vvi_reader *r, const vv_json *place, const vv_project *project, const LINE *line)
{
    uint32_t own = 0;
    while (own < project->line_count && project->lines[own] != line)
        own++;
    if (line->over_line != VV_NONE) {
        const LINE *over = project->lines[line->over_line];
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

/* ---- How it is seen ---------------------------------------------------------------------------------------------- */

static const vvi_schema_field view_fields[] = {
    {"heading", VVI_NUMBER(LINE, heading, -10.0f, 10.0f), VVI_DOC_SLIDER("rad", "of the eye", -3.2, 3.2, false)},
    {"pitch", VVI_NUMBER(LINE, pitch, -VV_PI / 2.0f, VV_PI / 2.0f), VVI_DOC("rad", "of the eye")},
    {"centre", VVI_VECTOR(LINE, centre, VV_LINE_MAX_VALUE), VVI_DOC("m", "what it looks at")},
    {"distance", VVI_NUMBER(LINE, distance, 0.0f, 1e4f),
     VVI_DOC_SLIDER("m", "how far away the eye is; 0 is orthographic", 0.0, 20.0, false)},
};
static const vvi_schema view_schema = {VVI_TABLE("view", LINE, view_fields),
                                       .flags = VVI_SCHEMA_FLAT | VVI_SCHEMA_ONE_LINE, .defaults = &line_defaults};

static void check_plane(vvi_reader *r, const vv_json *plane, const vvi_scope *scope)
{
    const LINE *line = scope->item;
    float tilt = vv_acos(vv_cos(line->plane_heading) * vv_cos(line->plane_pitch));
    if (!(tilt <= MOST_TILT + 1e-4f))
        vvi_problem(r, plane, VV_RULE_RANGE, "turn it less about one of both, or look from elsewhere",
                    "heading and pitch together turn the action plane by %g radians out of the view, more than %g",
                    floor((double)tilt * 100.0 + 0.5) / 100.0, (double)MOST_TILT);
}

static const vvi_schema_field plane_fields[] = {
    {"heading", VVI_NUMBER(LINE, plane_heading, -MOST_TILT, MOST_TILT), VVI_DOC("rad", "")},
    {"pitch", VVI_NUMBER(LINE, plane_pitch, -MOST_TILT, MOST_TILT), VVI_DOC("rad", "")},
};
static const vvi_schema plane_schema = {VVI_TABLE("plane", LINE, plane_fields),
                                        .flags = VVI_SCHEMA_FLAT | VVI_SCHEMA_ONE_LINE, .defaults = &line_defaults,
                                        .check = check_plane};

/* ---- What holds for a line as a whole ---------------------------------------------------------------------------- */

/* Keystroke i in the JSON that is read, where all of them are given; else `place`. */
static const vv_json *key_place(const vv_json *place, uint32_t i)
{
    const vv_json *list = vv_json_member(place, "keys");
    for (const vv_json *item = list ? list->child : NULL; item; item = item->next)
        if (item->index == i)
            return item;
    return place;
}

/* Times as near to each other as floats can tell count as far enough apart. */
static bool check_times(vvi_reader *r, const vv_json *place, const LINE *line)
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

static void check_line(vvi_reader *r, const vv_json *place, const vvi_scope *scope)
{
    if (check_over(r, place, scope->project, scope->item))
        check_times(r, place, scope->item);
}

/* ---- Warnings ---------------------------------------------------------------------------------------------------- */

#define STEEPEST 0.25881905f /* cosine of 75 degrees */

void vvi_warn_late(vvi_reader *r, const vv_json *json, const vvi_scope *scope, float from)
{
    const LINE *line = vvi_scope_find(scope, &vvi_line_schema)->item;
    float end = line->key_count ? line->keys[line->key_count - 1].time + line->settle : INFINITY;
    if (from > end)
        vvi_problem(r, json, VV_RULE_TOO_LATE, "move it, or make \"settle\" longer",
                    "this begins at %g s, and the line ends at %g s", (double)from, (double)end);
}

static void warn_line(vvi_reader *r, const vv_json *json, const vvi_scope *scope)
{
    const LINE *line = scope->item;
    if (line->key_count < 2)
        vvi_problem(r, json, VV_RULE_FEW_KEYSTROKES, "draw another",
                    "the line \"%s\" has %u keystrokes, so nothing moves", line->name, line->key_count);
    vv_vec3 normal = vv_quat_rotate(vv_project_line_plane(line), (vv_vec3){0.0f, 0.0f, 1.0f});
    if (normal.z < STEEPEST)
        vvi_problem(r, json, VV_RULE_STEEP_PLANE, "turn the plane less, or look from elsewhere",
                    "the action plane is nearly edge-on, so places in depth are uncertain");
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

static bool is_even(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    uint32_t count = ((const LINE *)scope->item)->element_count;
    return count % 2 == 0 || vvi_problem(r, value, VV_RULE_ELEMENTS, "choose an even number",
                                         "a line grows from its middle, and %u elements have none", count);
}

static const vvi_schema_numbers one_an_element = {VV_RULE_ELEMENTS, "give one for each",
                                                  "there are %u of these numbers for %u elements of the line"};
static const vvi_schema_list keys = {VVI_ITEMS_OF(&vvi_keystroke_schema, "keystrokes", VV_LINE_MAX_KEYS)};
static const vvi_schema_list pulls = {VVI_ITEMS_OF(&vvi_pull_schema, "pulls", VV_LINE_MAX_PULLS)};
static const vvi_schema_list twists = {VVI_ITEMS_OF(&vvi_twist_schema, "twists", VV_MATCH_MAX_TWISTS)};
static const vvi_schema_list contacts = {VVI_ITEMS_OF(&vvi_contact_schema, "contacts", VV_MATCH_MAX_CONTACTS)};

#define SUBJECT(kind) VVI_REFERENCE(LINE, subject, &subjects[kind]), .presence = VVI_TAGGED, .only = 1u << kind
#define FACTORS(m)    VVI_NUMBERS_POINTER(LINE, m, element_count, 0.05f, 20.0f, &one_an_element), .presence = VVI_NULLABLE
static const vvi_schema_field line_fields[] = {
    {"name", VVI_NAME(LINE, name), .presence = VVI_REQUIRED, VVI_DOC("", "")},
    {NULL, VVI_CHOICE(LINE, kind, 0, &kinds)},
    {"skeleton", SUBJECT(VV_LINE_OF_SKELETON), VVI_DOC("", "what follows the line")},
    {"creature", SUBJECT(VV_LINE_OF_CREATURE), VVI_DOC("", "what follows the line")},
    {"artwork", SUBJECT(VV_LINE_OF_ARTWORK), VVI_DOC("", "what follows the line")},
    {"over", VVI_FLAT_OBJECT(&over_schema), .presence = VVI_NULLABLE, .only = BODY, .flags = VVI_NULLED,
     VVI_DOC("", "of bodies: what it does without this line; null: it is at rest")},
    {"root", VVI_WORD(LINE, hold_root, 0, VVI_WORDS("free", "held")), .only = BODY, .flags = VVI_NULLED,
     VVI_DOC("", "of bodies: `\"held\"`: its root stays where `over` has it, for lines of arms; the line is shifted to "
                 "begin at the "
                 "joint that it hangs on")},
    {"elements", VVI_WHOLE(LINE, element_count, 2, VV_LINE_MAX_ELEMENTS), .flags = VVI_ESSENTIAL, .check = is_even,
     VVI_DOC("", "how many pieces the line is simulated in; even")},
    {"frames", VVI_WHOLE(LINE, frame_count, 2, VV_LINE_MAX_FRAMES),
     VVI_DOC("", "of the simulation, from one keystroke to the next")},
    {"way", VVI_WORD(LINE, way, 0, VVI_WORDS("elastic", "shot", "smooth")),
     VVI_DOC("", "from one keystroke to the next: anticipating, arriving exactly and following through; let go towards "
                 "the next one and corrected; or along smooth curves")},
    {"preset", VVI_WORD(LINE, preset, 0, vvi_preset_words), VVI_DOC("", "its manner")},
    {"temper", VVI_OBJECT(LINE, temper, &vvi_temper_schema), VVI_DOC("", "what differs from the preset")},
    {"stiffness", FACTORS(stiffness), VVI_DOC("", "factors of its springs, one an element; null: 1 each")},
    {"damping", FACTORS(damping), VVI_DOC("", "factors of their damping, one an element; null: 1 each")},
    {"view", VVI_FLAT_OBJECT(&view_schema), .only = BODY, .flags = VVI_NULLED,
     VVI_DOC("", "of bodies: from where it is seen")},
    {"plane", VVI_FLAT_OBJECT(&plane_schema), .only = BODY, .flags = VVI_NULLED,
     VVI_DOC("", "of bodies: how the plane in which it acts is turned out of that of the view, seen from there")},
    {"rate", VVI_NUMBER(LINE, rate, 1.0f, 240.0f), VVI_DOC("", "frames a second of what is made of it")},
    {"settle", VVI_NUMBER(LINE, settle, 0.0f, 60.0f),
     VVI_DOC_SLIDER("s", "how long it goes on after the last keystroke", 0.0, 5.0, false)},
    {"rest", VVI_LIST(LINE, rest_count, rest, vv_vec2, &vvi_stroke_list), .presence = VVI_NULLABLE, .only = DRAWING,
     .flags = VVI_NULLED,
     VVI_DOC("m", "of artworks: the line as it lies over the drawing at rest; a stroke; null: through the handles of "
                  "the first keystroke, in "
                  "their order")},
    {"stretch", VVI_FLAG(LINE, stretch), .only = DRAWING, .flags = VVI_NULLED,
     VVI_DOC("", "of artworks: handles are stretched with the line")},
    {"keys", VVI_LIST(LINE, key_count, keys, vv_project_line_key, &keys),
     VVI_DOC("", "its keystrokes, at least 0.01 s apart; at most 20,000 frames come of them")},
    {"pulls", VVI_LIST(LINE, pull_count, pulls, vv_line_pull, &pulls), VVI_DOC("", "hands that draw at it")},
    {"twists", VVI_LIST(LINE, twist_count, twists, vv_project_twist, &twists), .only = BODY, .flags = VVI_NULLED,
     VVI_DOC("", "of bodies: turns of bones about themselves")},
    {"contacts", VVI_LIST(LINE, contact_count, contacts, vv_project_contact, &contacts), .only = BODY,
     .flags = VVI_NULLED, VVI_DOC("", "of bodies: places that bones keep")},
};
const vvi_schema vvi_line_schema = {VVI_TABLE("line", LINE, line_fields),
                                    .flags = VVI_SCHEMA_NOUN,
                                    .defaults = &line_defaults,
                                    .tag = offsetof(LINE, kind),
                                    .begin = begin_line,
                                    .artwork = drawn_artwork,
                                    .whole = check_line,
                                    .warn = warn_line};
