/* Materials as keys of JSON: one table says what each is called, what it may be and where it lies, as strengths.c does
 * for strengths. docs/format.md has the same order. */
#include "author/document/write.h"

#include <string.h>

#define MOST 1e6f

typedef enum material_kind {
    MATERIAL_NUMBER,
    MATERIAL_WHOLE,
    MATERIAL_FLAG,
    MATERIAL_ATTRACTION,
} material_kind;

typedef struct material {
    const char *key;
    material_kind kind;
    size_t offset;
    float low, high; /* numbers */
} material;

#define AT(field) offsetof(vv_material, field)

static const material table[] = {
    {"stiffness", MATERIAL_NUMBER, AT(stiffness), 0.0f, 1000.0f},
    {"half_life", MATERIAL_NUMBER, AT(half_life), 0.0f, MOST},
    {"examples", MATERIAL_NUMBER, AT(examples), 0.0f, 1.0f},
    {"attraction", MATERIAL_ATTRACTION, AT(attraction), 0.0f, 0.0f},
    {"gravity", MATERIAL_NUMBER, AT(gravity), -1000.0f, 1000.0f},
    {"drag", MATERIAL_NUMBER, AT(drag), 0.0f, MOST},
    {"friction", MATERIAL_NUMBER, AT(friction), 0.0f, MOST},
    {"bounce", MATERIAL_NUMBER, AT(bounce), 0.0f, 1.0f},
    {"iterations", MATERIAL_WHOLE, AT(iterations), 1.0f, 64.0f},
    {"accelerated", MATERIAL_FLAG, AT(accelerated), 0.0f, 0.0f},
};
#define COUNT (sizeof table / sizeof *table)
_Static_assert(COUNT < 32, "one bit each");
_Static_assert(sizeof(vv_attraction) == 4, "copied as a word");

static const char *const attraction_words[] = {"hull", "quick", "complex", NULL};

/* The defaults of the file, which must stay what they are; a test compares them with the runtime's. */
vv_material vvi_usual_material(void)
{
    return (vv_material){.stiffness = 3.0f,
                         .half_life = 0.35f,
                         .examples = 1.0f,
                         .attraction = VV_ATTRACT_HULL,
                         .gravity = 1.0f,
                         .friction = 0.6f,
                         .iterations = 10,
                         .accelerated = true};
}

vv_project_material vvi_default_material(void) { return (vv_project_material){.values = vvi_usual_material()}; }

static size_t size_of(const material *m) { return m->kind == MATERIAL_FLAG ? sizeof(bool) : sizeof(float); }

static void copy_field(const material *m, const vv_material *from, vv_material *to)
{
    memcpy((char *)to + m->offset, (const char *)from + m->offset, size_of(m));
}

static bool same_field(const material *m, const vv_material *a, const vv_material *b)
{
    return memcmp((const char *)a + m->offset, (const char *)b + m->offset, size_of(m)) == 0;
}

void vv_project_material_apply(const vv_project_material *changes, vv_material *values)
{
    for (size_t i = 0; i < COUNT; i++) {
        if (changes->given >> i & 1u)
            copy_field(&table[i], &changes->values, values);
    }
}

vv_project_material vv_project_material_between(const vv_material *from, const vv_material *to)
{
    vv_project_material changes = {.values = *to};
    for (size_t i = 0; i < COUNT; i++)
        changes.given |= (uint32_t)!same_field(&table[i], from, to) << i;
    return changes;
}

vv_project_material vvi_unusual_material(const vv_material *values)
{
    vv_material usual = vvi_usual_material();
    return vv_project_material_between(&usual, values);
}

vv_project_material vvi_all_material(const vv_material *values)
{
    return (vv_project_material){.given = (1u << COUNT) - 1u, .values = *values};
}

/* ---- Reading ------------------------------------------------------------------------------------------------------- */

static bool read_field(vvi_reader *r, const vv_json *value, const material *m, void *field)
{
    float number;
    uint32_t word;
    switch (m->kind) {
    case MATERIAL_NUMBER:
        if (!vvi_number(r, value, m->low, m->high, &number))
            return false;
        memcpy(field, &number, sizeof number);
        return true;
    case MATERIAL_WHOLE:
        if (!vvi_whole(r, value, (uint32_t)m->low, (uint32_t)m->high, &word))
            return false;
        memcpy(field, &word, sizeof word);
        return true;
    case MATERIAL_FLAG:
        return vvi_bool(r, value, field);
    case MATERIAL_ATTRACTION:
        if (!vvi_word(r, value, attraction_words, "write \"hull\", \"quick\" or \"complex\"", &word))
            return false;
        memcpy(field, &word, sizeof word);
        return true;
    }
    return false;
}

void vvi_read_material(vvi_reader *r, const vv_json *object, vv_project_material *out)
{
    const char *keys[COUNT + 1];
    vv_material usual = vvi_usual_material();
    for (size_t i = 0; i < COUNT; i++)
        keys[i] = table[i].key;
    keys[COUNT] = NULL;
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    for (size_t i = 0; i < COUNT; i++) {
        bool reset;
        const vv_json *value = vvi_optional(object, table[i].key, &reset);
        if (reset) {
            out->given &= ~(1u << i);
            copy_field(&table[i], &usual, &out->values);
        } else if (value && read_field(r, value, &table[i], (char *)&out->values + table[i].offset)) {
            out->given |= 1u << i;
        }
    }
}

/* ---- Writing ------------------------------------------------------------------------------------------------------- */

static void write_field(vvi_writer *w, const material *m, const vv_material *values)
{
    const char *field = (const char *)values + m->offset;
    float number = 0.0f;
    uint32_t word = 0;
    bool flag = false;
    switch (m->kind) {
    case MATERIAL_NUMBER:
        memcpy(&number, field, sizeof number);
        vv_json_write_float(w->json, m->key, number);
        break;
    case MATERIAL_WHOLE:
        memcpy(&word, field, sizeof word);
        vv_json_write_integer(w->json, m->key, word);
        break;
    case MATERIAL_FLAG:
        memcpy(&flag, field, sizeof flag);
        vv_json_write_bool(w->json, m->key, flag);
        break;
    case MATERIAL_ATTRACTION:
        memcpy(&word, field, sizeof word);
        vv_json_write_string(w->json, m->key, attraction_words[word]);
        break;
    }
}

void vvi_write_material(vvi_writer *w, const vv_project_material *written)
{
    vv_json_write_object(w->json, "material");
    for (size_t i = 0; i < COUNT; i++) {
        if (written->given >> i & 1u)
            write_field(w, &table[i], &written->values);
    }
    vv_json_write_end(w->json);
}
