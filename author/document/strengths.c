/* Strengths as keys of JSON: one table says what each is called, what it may be and where it lies, for reading, writing
 * and following examples alike. docs/format.md has the same order. */
#include "author/document/write.h"

#include <string.h>

#define MOST 1e6f

typedef enum strength_kind {
    STRENGTH_NUMBER,
    STRENGTH_FLAG,
    STRENGTH_EXAMPLE, /* by its name */
    STRENGTH_TOWARDS,
    STRENGTH_ORIENT,
} strength_kind;

typedef struct strength {
    const char *key;
    strength_kind kind;
    size_t offset;
    float low, high; /* numbers */
} strength;

#define AT(field) offsetof(vv_strengths, field)

static const strength table[] = {
    {"stiffness", STRENGTH_NUMBER, AT(stiffness), 0.0f, 1000.0f},
    {"local", STRENGTH_NUMBER, AT(local), 0.0f, 1000.0f},
    {"damping", STRENGTH_NUMBER, AT(damping), 0.0f, MOST},
    {"projection", STRENGTH_NUMBER, AT(projection), 0.0f, 1.0f},
    {"equilibrium", STRENGTH_NUMBER, AT(equilibrium), 0.0f, 100.0f},
    {"settle", STRENGTH_NUMBER, AT(settle), 0.05f, 4.0f},
    {"energy", STRENGTH_NUMBER, AT(energy), 0.0f, MOST},
    {"energy_threshold", STRENGTH_NUMBER, AT(energy_threshold), 0.0f, MOST},
    {"energy_time", STRENGTH_NUMBER, AT(energy_time), 1e-3f, MOST},
    {"energy_towards", STRENGTH_TOWARDS, AT(energy_towards), 0.0f, 0.0f},
    {"energy_example", STRENGTH_EXAMPLE, AT(energy_example), 0.0f, 0.0f},
    {"velocity", STRENGTH_NUMBER, AT(velocity), 0.0f, MOST},
    {"velocity_threshold", STRENGTH_NUMBER, AT(velocity_threshold), 0.0f, MOST},
    {"velocity_example", STRENGTH_EXAMPLE, AT(velocity_example), 0.0f, 0.0f},
    {"bounce", STRENGTH_NUMBER, AT(bounce), 0.0f, 1.5f},
    {"bounce_time", STRENGTH_NUMBER, AT(bounce_time), 0.0f, 1.0f},
    {"orient", STRENGTH_ORIENT, AT(orient), 0.0f, 0.0f},
    {"orient_rate", STRENGTH_NUMBER, AT(orient_rate), 0.0f, 1000.0f},
    {"orient_angle", STRENGTH_NUMBER, AT(orient_angle), -1000.0f, 1000.0f},
    {"orient_symmetric", STRENGTH_FLAG, AT(orient_symmetric), 0.0f, 0.0f},
    {"friction", STRENGTH_NUMBER, AT(friction), 0.0f, MOST},
    {"drag", STRENGTH_NUMBER, AT(drag), 0.0f, MOST},
    {"gravity", STRENGTH_NUMBER, AT(gravity), -1000.0f, 1000.0f},
};
#define COUNT (sizeof table / sizeof *table)
_Static_assert(COUNT <= 32, "one bit each");
_Static_assert(sizeof(vv_energy_towards) == 4 && sizeof(vv_orient) == 4, "copied as words");

static const char *const towards_words[] = {"example", "away", "velocity", NULL};
static const char *const orient_words[] = {"free", "angle", "velocity", NULL};

static size_t size_of(const strength *s) { return s->kind == STRENGTH_FLAG ? sizeof(bool) : sizeof(float); }

static void copy_field(const strength *s, const vv_strengths *from, vv_strengths *to)
{
    memcpy((char *)to + s->offset, (const char *)from + s->offset, size_of(s));
}

static bool same_field(const strength *s, const vv_strengths *a, const vv_strengths *b)
{
    return memcmp((const char *)a + s->offset, (const char *)b + s->offset, size_of(s)) == 0;
}

void vv_project_strengths_apply(const vv_project_strengths *changes, vv_strengths *strengths)
{
    for (size_t i = 0; i < COUNT; i++) {
        if (changes->given >> i & 1u)
            copy_field(&table[i], &changes->values, strengths);
    }
}

vv_project_strengths vv_project_strengths_between(const vv_strengths *from, const vv_strengths *to)
{
    vv_project_strengths changes = {.values = *to};
    for (size_t i = 0; i < COUNT; i++)
        changes.given |= (uint32_t)!same_field(&table[i], from, to) << i;
    return changes;
}

vv_project_strengths vvi_default_strengths(void) { return (vv_project_strengths){.values = vv_default_strengths()}; }

static size_t find_key(const char *key)
{
    size_t i = 0;
    while (strcmp(table[i].key, key) != 0)
        i++;
    return i;
}

/* An example that a strength leads to is always named, so that the file means the same when examples change places. */
vv_project_strengths vvi_unusual_strengths(const vv_strengths *strengths)
{
    vv_strengths usual = vv_default_strengths();
    vv_project_strengths all = vv_project_strengths_between(&usual, strengths);
    all.given |= (uint32_t)(strengths->energy > 0.0f && strengths->energy_towards == VV_ENERGY_EXAMPLE)
                 << find_key("energy_example");
    all.given |= (uint32_t)(strengths->velocity > 0.0f) << find_key("velocity_example");
    return all;
}

vv_project_strengths vvi_all_strengths(const vv_strengths *strengths)
{
    return (vv_project_strengths){.given = (1u << COUNT) - 1u, .values = *strengths};
}

/* ---- Reading ------------------------------------------------------------------------------------------------------ */

static bool read_example_name(vvi_reader *r, const vv_json *value, const vv_project_artwork *artwork, void *field)
{
    if (!vvi_is(r, value, VV_JSON_STRING))
        return false;
    uint32_t example = vv_project_find_example(artwork, value->string);
    if (example == VV_NONE)
        return vvi_problem(r, value, VV_RULE_REFERENCE, "name an example of its artwork", "there is no example \"%s\"",
                           value->string);
    memcpy(field, &example, sizeof example);
    return true;
}

bool vvi_word(vvi_reader *r, const vv_json *value, vvi_keys words, const char *remedy, uint32_t *out)
{
    if (!vvi_is(r, value, VV_JSON_STRING))
        return false;
    for (uint32_t i = 0; words[i]; i++) {
        if (strcmp(words[i], value->string) == 0) {
            *out = i;
            return true;
        }
    }
    return vvi_problem(r, value, VV_RULE_CHOICE, remedy, "\"%s\" is none of the choices here", value->string);
}

void vvi_word_member(vvi_reader *r, const vv_json *object, const char *key, vvi_keys words, const char *remedy,
                     uint32_t fallback, uint32_t *out)
{
    bool reset;
    const vv_json *value = vvi_optional(object, key, &reset);
    if (reset)
        *out = fallback;
    else if (value)
        vvi_word(r, value, words, remedy, out);
}

static bool read_word(vvi_reader *r, const vv_json *value, vvi_keys words, const char *remedy, void *field)
{
    uint32_t word = 0;
    if (!vvi_word(r, value, words, remedy, &word))
        return false;
    memcpy(field, &word, sizeof word);
    return true;
}

static bool read_field(vvi_reader *r, const vv_json *value, const strength *s, const vv_project_artwork *artwork,
                       void *field)
{
    float number;
    switch (s->kind) {
    case STRENGTH_NUMBER:
        if (!vvi_number(r, value, s->low, s->high, &number))
            return false;
        memcpy(field, &number, sizeof number);
        return true;
    case STRENGTH_FLAG:
        return vvi_bool(r, value, field);
    case STRENGTH_EXAMPLE:
        return read_example_name(r, value, artwork, field);
    case STRENGTH_TOWARDS:
        return read_word(r, value, towards_words, "write \"example\", \"away\" or \"velocity\"", field);
    case STRENGTH_ORIENT:
        return read_word(r, value, orient_words, "write \"free\", \"angle\" or \"velocity\"", field);
    }
    return false;
}

void vvi_read_strengths(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork,
                        vv_project_strengths *strengths)
{
    const char *keys[COUNT + 1];
    vv_strengths usual = vv_default_strengths();
    for (size_t i = 0; i < COUNT; i++)
        keys[i] = table[i].key;
    keys[COUNT] = NULL;
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    for (size_t i = 0; i < COUNT; i++) {
        bool reset;
        const vv_json *value = vvi_optional(object, table[i].key, &reset);
        if (reset) {
            strengths->given &= ~(1u << i);
            copy_field(&table[i], &usual, &strengths->values);
        } else if (value && read_field(r, value, &table[i], artwork, (char *)&strengths->values + table[i].offset)) {
            strengths->given |= 1u << i;
        }
    }
}

/* ---- Writing ------------------------------------------------------------------------------------------------------ */

static void write_field(vvi_writer *w, const strength *s, const vv_project_artwork *artwork, const void *field)
{
    uint32_t word = 0;
    float number = 0.0f;
    bool flag = false;
    memcpy(s->kind == STRENGTH_NUMBER ? (void *)&number
           : s->kind == STRENGTH_FLAG ? (void *)&flag
                                      : (void *)&word,
           field, size_of(s));
    switch (s->kind) {
    case STRENGTH_NUMBER:
        vv_json_write_float(w->json, s->key, number);
        break;
    case STRENGTH_FLAG:
        vv_json_write_bool(w->json, s->key, flag);
        break;
    case STRENGTH_EXAMPLE:
        if (word < artwork->example_count) /* an artwork without examples has one that needs no name */
            vv_json_write_string(w->json, s->key, artwork->examples[word].name);
        break;
    case STRENGTH_TOWARDS:
        vv_json_write_string(w->json, s->key, towards_words[word]);
        break;
    case STRENGTH_ORIENT:
        vv_json_write_string(w->json, s->key, orient_words[word]);
        break;
    }
}

void vvi_write_strengths(vvi_writer *w, const vv_project_artwork *artwork, const vv_project_strengths *strengths)
{
    vv_json_write_object(w->json, "strengths");
    for (size_t i = 0; i < COUNT; i++) {
        if (strengths->given >> i & 1u)
            write_field(w, &table[i], artwork, (const char *)&strengths->values + table[i].offset);
    }
    vv_json_write_end(w->json);
}

/* ---- Following examples --------------------------------------------------------------------------------------------- */

/* The example that a strength leads to has moved, or is gone: then that strength is off. */
static void follow_example(const vvi_map *map, vv_project_strengths *strengths, const char *example_key,
                           uint32_t *example, const char *strength_key, float *value)
{
    size_t at = find_key(example_key), strength_at = find_key(strength_key);
    bool used = (strengths->given >> at & 1u) != 0;
    if (!used || *example >= map->old_count)
        return;
    *example = map->to[*example];
    if (*example != VV_NONE)
        return;
    *example = 0;
    *value = 0.0f;
    strengths->given &= ~(1u << at | 1u << strength_at);
}

void vvi_remap_strengths(const vvi_map *map, vv_project_strengths *strengths)
{
    vv_strengths *values = &strengths->values;
    follow_example(map, strengths, "energy_example", &values->energy_example, "energy", &values->energy);
    follow_example(map, strengths, "velocity_example", &values->velocity_example, "velocity", &values->velocity);
}

void vvi_remap_all_strengths(const vvi_map *map, vv_strengths *strengths)
{
    vv_project_strengths all = {.values = *strengths};
    /* An example that no strength leads to is not followed: nothing is said about it, and nothing will be. */
    all.given |= (uint32_t)(strengths->energy > 0.0f || strengths->energy_example > 0) << find_key("energy_example");
    all.given |= (uint32_t)(strengths->velocity > 0.0f || strengths->velocity_example > 0)
                 << find_key("velocity_example");
    vvi_remap_strengths(map, &all);
    *strengths = all.values;
}
