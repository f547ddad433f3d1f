/* Single values out of JSON, each checked for kind and range, with a sentence for what is wrong. */
#include "author/document/nearest.h"
#include "author/document/puppets.h"

#include <float.h>
#include <string.h>

static const char *kind_name(vv_json_kind kind)
{
    switch (kind) {
    case VV_JSON_NULL:
        return "null";
    case VV_JSON_FALSE:
    case VV_JSON_TRUE:
        return "true or false";
    case VV_JSON_NUMBER:
        return "a number";
    case VV_JSON_STRING:
        return "a text in quotes";
    case VV_JSON_ARRAY:
        return "a list in [ ]";
    case VV_JSON_OBJECT:
        return "an object in { }";
    }
    return "nothing";
}

static bool wrong_kind(vvi_reader *r, const vv_json *value, vv_json_kind wanted)
{
    return vvi_problem(r, value, VV_RULE_KIND, "docs/format.md says what each key holds", "this is %s where %s must be",
                       kind_name(value->kind), kind_name(wanted));
}

bool vvi_is(vvi_reader *r, const vv_json *value, vv_json_kind kind)
{
    return value->kind == kind || wrong_kind(r, value, kind);
}

bool vvi_is_listed(vvi_keys keys, const char *name)
{
    for (; keys && *keys; keys++) {
        if (strcmp(*keys, name) == 0)
            return true;
    }
    return false;
}

bool vvi_known_keys(vvi_reader *r, const vv_json *object, vvi_keys keys, vvi_keys more)
{
    if (!vvi_is(r, object, VV_JSON_OBJECT))
        return false;
    bool known = true;
    for (const vv_json *member = object->child; member && !vvi_stopped(r); member = member->next) {
        if (!vvi_is_listed(keys, member->name) && !vvi_is_listed(more, member->name))
            known = vvi_problem(r, member, VV_RULE_UNKNOWN_KEY, "check its spelling, or remove it",
                                "\"%s\" is not a key that belongs here", member->name);
    }
    return known;
}

const vv_json *vvi_required(vvi_reader *r, const vv_json *object, const char *key)
{
    const vv_json *member = r->editing ? vv_json_member(object, key) : vvi_member(object, key);
    if (!member && !r->editing)
        vvi_problem(r, object, VV_RULE_MISSING_KEY, "add it", "\"%s\" is missing", key);
    return member;
}

const vv_json *vvi_optional(const vv_json *object, const char *key, bool *reset)
{
    const vv_json *member = vv_json_member(object, key);
    *reset = member && member->kind == VV_JSON_NULL;
    return *reset ? NULL : member;
}

const vv_json *vvi_member(const vv_json *object, const char *key)
{
    bool reset;
    return vvi_optional(object, key, &reset);
}

bool vvi_number(vvi_reader *r, const vv_json *value, float low, float high, float *out)
{
    if (!vvi_is(r, value, VV_JSON_NUMBER))
        return false;
    /* Compared as it will be kept: 0.001 is less than the float nearest to it. */
    if (!(value->number >= -(double)FLT_MAX && value->number <= (double)FLT_MAX && (float)value->number >= low &&
          (float)value->number <= high))
        return vvi_problem(r, value, VV_RULE_RANGE, "choose a number in that range",
                           "this number is not between %g and %g", (double)low, (double)high);
    *out = (float)value->number + 0.0f; /* −0 becomes 0, so that equal numbers are written alike */
    return true;
}

bool vvi_numbers(vvi_reader *r, const vv_json *value, uint32_t count, float limit, float *out)
{
    if (!vvi_is(r, value, VV_JSON_ARRAY))
        return false;
    if (value->count != count)
        return vvi_problem(r, value, VV_RULE_KIND, "docs/format.md says what each key holds",
                           "this list has %u numbers where %u must be", value->count, count);
    bool good = true;
    for (const vv_json *item = value->child; item; item = item->next)
        good = vvi_number(r, item, -limit, limit, &out[item->index]) && good;
    return good;
}

static bool is_control(const unsigned char *c)
{
    /* U+0000…1F, U+7F and U+80…9F, the last as UTF-8. */
    return c[0] < 0x20 || c[0] == 0x7F || (c[0] == 0xC2 && c[1] < 0xA0);
}

static bool has_control(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (is_control(c))
            return true;
    }
    return false;
}

bool vvi_name(vvi_reader *r, const vv_json *value, char *out)
{
    static const char remedy[] = "use 1 to 63 bytes without control characters, / or \\, that begin with no dot";
    if (!vvi_is(r, value, VV_JSON_STRING))
        return false;
    const char *name = value->string;
    size_t length = strlen(name);
    if (length == 0 || length >= VV_PROJECT_NAME_BYTES)
        return vvi_problem(r, value, VV_RULE_NAME, remedy, "this name has %zu bytes", length);
    if (has_control(name) || strchr(name, '/') || strchr(name, '\\'))
        return vvi_problem(r, value, VV_RULE_NAME, remedy, "\"%s\" contains a character that names may not", name);
    if (name[0] == '.' || name[0] == ' ' || name[length - 1] == ' ')
        return vvi_problem(r, value, VV_RULE_NAME, remedy, "\"%s\" begins with a dot, or has a space at an end", name);
    memcpy(out, name, length + 1);
    return true;
}

/* `place` is what it belongs to. */
static bool take_foreign(vvi_reader *r, const vv_json *place, const char *name, size_t bytes, char *out)
{
    size_t length = strlen(name);
    if (length == 0 || length >= bytes || has_control(name))
        return vvi_problem(r, place, VV_RULE_NAME, "use a name without control characters that is short enough",
                           "this name has %zu bytes, or control characters, and 1 to %zu bytes are possible", length,
                           bytes - 1);
    memcpy(out, name, length + 1);
    return true;
}

bool vvi_foreign_name(vvi_reader *r, const vv_json *value, size_t bytes, char *out)
{
    return vvi_is(r, value, VV_JSON_STRING) && take_foreign(r, value, value->string, bytes, out);
}

bool vvi_foreign_key(vvi_reader *r, const vv_json *member, size_t bytes, char *out)
{
    return take_foreign(r, member, member->name, bytes, out);
}

/* write "this", "that" or "another" */
static void list_words(vvi_keys words, char *text, size_t bytes)
{
    size_t length = vvi_format(text, bytes, "write \"%s\"", words[0]);
    for (uint32_t i = 1; words[i]; i++)
        length = vvi_append(text, bytes, length, words[i + 1] ? ", \"%s\"" : " or \"%s\"", words[i]);
}

bool vvi_word(vvi_reader *r, const vv_json *value, vvi_keys words, const char *remedy, uint32_t *out)
{
    char list[sizeof((vv_error *)0)->remedy];
    if (!vvi_is(r, value, VV_JSON_STRING))
        return false;
    for (uint32_t i = 0; words[i]; i++) {
        if (strcmp(words[i], value->string) == 0) {
            *out = i;
            return true;
        }
    }
    uint32_t before = r->problems->count;
    vvi_nearest nearest = {.name = value->string};
    list_words(words, list, sizeof list);
    vvi_problem(r, value, VV_RULE_CHOICE, remedy ? remedy : list, "\"%s\" is none of the choices here", value->string);
    vvi_nearest_try_keys(&nearest, words);
    vvi_nearest_suggest(&nearest, r, before);
    return false;
}

void vvi_name_member(vvi_reader *r, const vv_json *object, char *out)
{
    const vv_json *value = vvi_required(r, object, "name");
    if (value)
        vvi_name(r, value, out);
}

bool vvi_sentence(vvi_reader *r, const vv_json *value, char *out)
{
    if (!vvi_is(r, value, VV_JSON_STRING))
        return false;
    size_t length = strlen(value->string);
    if (length >= VV_PROJECT_ABOUT_BYTES || has_control(value->string))
        return vvi_problem(r, value, VV_RULE_TEXT, "write one sentence of at most 255 bytes, on one line",
                           "this text has %zu bytes, or control characters", length);
    memcpy(out, value->string, length + 1);
    return true;
}

void vvi_float_member(vvi_reader *r, const vv_json *object, const char *key, float fallback, float low, float high,
                      float *out)
{
    bool reset;
    const vv_json *value = vvi_optional(object, key, &reset);
    if (reset)
        *out = fallback;
    else if (value)
        vvi_number(r, value, low, high, out);
}

bool vvi_whole(vvi_reader *r, const vv_json *value, uint32_t low, uint32_t high, uint32_t *out)
{
    if (!vvi_is(r, value, VV_JSON_NUMBER))
        return false;
    double number = value->number;
    if (!(number >= low && number <= high && number == (double)(uint32_t)number))
        return vvi_problem(r, value, VV_RULE_RANGE, "choose a number in that range",
                           "this is not a whole number between %u and %u", low, high);
    *out = (uint32_t)number;
    return true;
}

bool vvi_bool(vvi_reader *r, const vv_json *value, bool *out)
{
    if (value->kind != VV_JSON_TRUE && value->kind != VV_JSON_FALSE)
        return wrong_kind(r, value, VV_JSON_TRUE);
    *out = value->kind == VV_JSON_TRUE;
    return true;
}

static void read_layer_bit(vvi_reader *r, const vv_json *item, uint32_t *bits)
{
    float number = 0.0f;
    if (!vvi_number(r, item, 0.0f, 31.0f, &number))
        return;
    uint32_t bit = 1u << (uint32_t)number;
    if (number != floorf(number))
        vvi_problem(r, item, VV_RULE_RANGE, "write a number from 0 to 31", "layers are whole numbers");
    else if (*bits & bit)
        vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "layer %u is here for the second time", (uint32_t)number);
    else
        *bits |= bit;
}

bool vvi_layer_bits(vvi_reader *r, const vv_json *list, uint32_t *bits)
{
    if (!vvi_is(r, list, VV_JSON_ARRAY))
        return false;
    *bits = 0;
    for (const vv_json *item = list->child; item && !vvi_stopped(r); item = item->next)
        read_layer_bit(r, item, bits);
    return true;
}

/* One step of a path: not empty, not . or .. */
static bool is_good_step(const char *step, size_t length)
{
    return length > 0 && !(length == 1 && step[0] == '.') && !(length == 2 && step[0] == '.' && step[1] == '.');
}

static bool is_inside(const char *path)
{
    if (has_control(path) || strchr(path, '\\') || strchr(path, ':'))
        return false;
    for (const char *step = path;; step++) {
        size_t length = strcspn(step, "/");
        if (!is_good_step(step, length))
            return false;
        step += length;
        if (*step == '\0')
            return true;
    }
}

bool vvi_path(vvi_reader *r, const vv_json *value, const char **out)
{
    if (!vvi_is(r, value, VV_JSON_STRING))
        return false;
    size_t length = strlen(value->string);
    if (length >= VV_PROJECT_PATH_BYTES || !is_inside(value->string))
        return vvi_problem(r, value, VV_RULE_PATH, "write it like art/ball.png, from the project folder and inside it",
                           "\"%s\" is not a path that a project may use", value->string);
    char *copy = vvi_take(r, length + 1, 1);
    if (copy)
        memcpy(copy, value->string, length + 1);
    *out = copy;
    return copy != NULL;
}

uint32_t vvi_list(vvi_reader *r, const vv_json *value, uint32_t limit, const char *what)
{
    if (!value || !vvi_is(r, value, VV_JSON_ARRAY))
        return 0;
    if (value->count <= limit)
        return value->count;
    vvi_problem(r, value, VV_RULE_TOO_MANY, "remove some", "there are %u %s, and at most %u are possible", value->count,
                what, limit);
    return 0;
}

uint32_t vvi_one_of(vvi_reader *r, const vv_json *object, const char *first, const char *second)
{
    bool one = vvi_member(object, first) != NULL, other = vvi_member(object, second) != NULL;
    if (one != other)
        return one ? 0 : 1;
    vvi_problem(r, object, VV_RULE_ONE_OF, "give one of them", "this has %s of \"%s\" and \"%s\"",
                one ? "both" : "neither", first, second);
    return 2;
}

void vvi_refuse_same_names(vvi_reader *r, const vv_json *list, const char *items, size_t stride)
{
    for (const vv_json *item = list->child; item && !vvi_stopped(r); item = item->next) {
        const char *name = items + item->index * stride;
        for (uint32_t i = 0; i < item->index && name[0]; i++) {
            if (strcmp(items + i * stride, name) != 0)
                continue;
            vvi_problem(r, item, VV_RULE_SAME_NAME, "rename one of them", "another item before is called \"%s\" too",
                        name);
            break;
        }
    }
}

void vvi_refuse_key(vvi_reader *r, const vv_json *object, const char *key, const char *what, const char *remedy)
{
    const vv_json *member = vvi_member(object, key);
    if (member)
        vvi_problem(r, member, VV_RULE_UNKNOWN_KEY, remedy, "%s has no \"%s\"", what, key);
}

/* ---- Colours ----------------------------------------------------------------------------------------------------- */

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

bool vvi_colour(vvi_reader *r, const vv_json *value, uint8_t *colour)
{
    return vvi_is(r, value, VV_JSON_STRING) &&
           (parse_colour(value->string, colour) ||
            vvi_problem(r, value, VV_RULE_COLOUR, "write it like #F7F1E5 or, with alpha, #F7F1E580",
                        "\"%s\" is not a colour", value->string));
}
