/* Single values of a struct out of JSON, from the rows of its table. */
#include "author/document/schema_engine.h"

#include "author/base/path.h"
#include "author/document/nearest.h"

#include <string.h>

/* The value of the scope's row; its kind says of which type it is. */
static void *place_of(const vvi_scope *scope) { return (char *)scope->item + scope->field->offset; }

static bool read_seconds(vvi_reader *r, const vv_json *value, const vvi_schema_field *f, double *out)
{
    float number;
    bool good = vvi_number(r, value, (float)f->low, (float)f->high, &number);
    *out = good ? (double)number : *out;
    return good;
}

static bool read_flag(vvi_reader *r, const vv_json *value, const vvi_schema_field *f, void *out)
{
    bool flag;
    if (!vvi_bool(r, value, &flag))
        return false;
    if (f->kind == VVI_KIND_TRISTATE)
        vvi_schema_set_word(out, sizeof(vv_requirement), flag ? VV_REQUIREMENT_YES : VV_REQUIREMENT_NO);
    else
        vvi_schema_set_word(out, sizeof(bool), flag != ((f->flags & VVI_INVERTED) != 0));
    return true;
}

static bool read_vector(vvi_reader *r, const vv_json *value, const vvi_schema_field *f, void *out)
{
    float numbers[8];
    VV_ASSERT(f->size <= 8);
    if (!vvi_numbers(r, value, f->size, (float)f->high, numbers))
        return false;
    memcpy(out, numbers, f->size * sizeof *numbers);
    return true;
}

bool vvi_read_components(vvi_reader *r, const vv_json *value, vvi_components as, float *out)
{
    return as.width > 1 ? vvi_numbers(r, value, as.width, as.high, out) : vvi_number(r, value, as.low, as.high, out);
}

static bool read_components(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    const vvi_schema_components *components = scope->field->of.components;
    float numbers[8] = {0};
    VV_ASSERT(scope->field->size <= 8);
    if (!vvi_read_components(r, value, components->of(scope), numbers))
        return false;
    memcpy(place_of(scope), numbers, scope->field->size * sizeof *numbers);
    if (components->check)
        components->check(r, value, scope, numbers);
    return true;
}

/* ---- Words ------------------------------------------------------------------------------------------------------- */

static bool read_word(vvi_reader *r, const vv_json *value, const vvi_schema_field *f, void *out)
{
    uint32_t word;
    if (!vvi_word(r, value, f->of.words, f->remedy, &word))
        return false;
    vvi_schema_set_word(out, f->size, (uint32_t)((int32_t)word + f->first));
    return true;
}

static uint32_t read_words(vvi_reader *r, const vv_json *list, const vvi_schema_word_set *words)
{
    uint32_t bits = 0, word;
    for (const vv_json *item = list->child; item && !vvi_stopped(r); item = item->next) {
        if (!vvi_word(r, item, words->words, words->remedy, &word))
            continue;
        if (bits >> word & 1u)
            vvi_problem(r, item, VV_RULE_REPEATED, "remove one",
                        words->repeated ? words->repeated : "\"%s\" is here for the second time", item->string);
        bits |= 1u << word;
    }
    return bits;
}

static bool read_word_set(vvi_reader *r, const vv_json *list, const vvi_schema_field *f, void *out)
{
    const vvi_schema_word_set *words = f->of.word_set;
    uint32_t most = 0, bits = 0;
    if (!vvi_is(r, list, VV_JSON_ARRAY))
        return false;
    while (words->words[most])
        most++;
    if (!words->plural || vvi_list(r, list, most, words->plural))
        bits = read_words(r, list, words);
    if (list->count == 0 && words->empty_remedy)
        vvi_problem(r, list, VV_RULE_PARTS, words->empty_remedy, "%s", words->empty);
    if (f->size == 0)
        memcpy(out, &bits, sizeof bits);
    for (uint32_t i = 0; i < f->size; i++)
        ((bool *)out)[i] = bits >> i & 1u;
    return true;
}

/* ---- References -------------------------------------------------------------------------------------------------- */

/* Lists usually name things in their own order, so that the search begins after the last find: linear in all. */
static uint32_t find_name(const vvi_referents *all, const char *name, uint32_t *hint)
{
    for (uint32_t n = 0; n < all->count; n++) {
        uint32_t i = *hint + n < all->count ? *hint + n : *hint + n - all->count;
        if (strcmp(vvi_referent_name(all, i), name) != 0)
            continue;
        *hint = i + 1 < all->count ? i + 1 : 0;
        return i;
    }
    return VV_NONE;
}

static bool refuse_name(vvi_reader *r, const vv_json *place, const char *name, const vvi_referents *all)
{
    const vvi_schema_reference *reference = all->reference;
    const char *remedy = reference->remedy ? reference->remedy : "name one of this project";
    const char *noun = vvi_noun_name(reference->noun);
    vv_rule rule = reference->rule ? reference->rule : VV_RULE_REFERENCE;
    uint32_t before = r->problems->count;
    vvi_nearest nearest = {.name = name};
    bool taken = reference->missing && reference->missing(r, place, name, all->scope);
    if (reference->owned) /* items begin with their names */
        vvi_problem(r, place, rule, remedy, "\"%s\" has no %s \"%s\"", (const char *)all->owner, noun, name);
    else if (reference->text)
        vvi_problem(r, place, rule, remedy, reference->text, name);
    else if (!reference->missing)
        vvi_problem(r, place, rule, remedy, "there is no %s \"%s\"", noun, name);
    for (uint32_t i = 0; i < all->count && r->problems->count > before; i++)
        vvi_nearest_try(&nearest, vvi_referent_name(all, i));
    vvi_nearest_suggest(&nearest, r, before);
    return taken;
}

bool vvi_schema_find(vvi_reader *r, const vv_json *place, const char *name, const vvi_referents *all, uint32_t *hint,
                     uint32_t *out)
{
    uint32_t found = find_name(all, name, hint);
    if (found == VV_NONE)
        return refuse_name(r, place, name, all);
    if (all->reference->suits && !all->reference->suits(r, place, all->scope, found))
        return false;
    *out = found;
    return true;
}

bool vvi_schema_read_reference(vvi_reader *r, const vv_json *value, const vvi_schema_reference *reference,
                               const vvi_scope *scope, uint32_t *out)
{
    vvi_referents all = vvi_schema_referents(reference, scope);
    uint32_t hint = 0;
    return all.count != VV_NONE && vvi_is(r, value, VV_JSON_STRING) &&
           vvi_schema_find(r, value, value->string, &all, &hint, out);
}

/* In a whole item, a name that is not found leaves VV_NONE, which later checks test for. */
static bool read_reference(vvi_reader *r, const vv_json *value, const vvi_scope *scope, uint32_t *out)
{
    uint32_t found = VV_NONE;
    bool good = vvi_schema_read_reference(r, value, scope->field->of.reference, scope, &found);
    *out = good || !r->editing ? found : *out;
    return good;
}

static bool read_reference_set(vvi_reader *r, const vv_json *list, const vvi_scope *scope, uint32_t *out)
{
    uint32_t bits[UINT8_MAX] = {0}, found;
    if (!vvi_is(r, list, VV_JSON_ARRAY))
        return false;
    for (const vv_json *item = list->child; item && !vvi_stopped(r); item = item->next) {
        if (!vvi_schema_read_reference(r, item, scope->field->of.reference, scope, &found))
            continue;
        if (bits[found / 32] >> (found % 32) & 1u)
            vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "\"%s\" is here for the second time", item->string);
        bits[found / 32] |= 1u << (found % 32);
    }
    memcpy(out, bits, scope->field->size * sizeof *bits);
    return true;
}

/* ---- Numbers whose count something else sets --------------------------------------------------------------------- */

static bool read_each(vvi_reader *r, const vv_json *list, const vvi_schema_field *f, float *out)
{
    bool all_one = true;
    for (const vv_json *one = list->child; one && !vvi_stopped(r); one = one->next) {
        vvi_number(r, one, (float)f->low, (float)f->high, &out[one->index]);
        all_one = all_one && out[one->index] == 1.0f;
    }
    return all_one;
}

static bool read_numbers(vvi_reader *r, const vv_json *list, const vvi_scope *scope)
{
    const vvi_schema_field *f = scope->field;
    uint32_t count = vvi_schema_word_at(scope->item, f->count);
    bool pointer = (f->flags & VVI_POINTER) != 0;
    float *out = place_of(scope);
    if ((count == 0 && !pointer) || !vvi_is(r, list, VV_JSON_ARRAY))
        return false;
    if (list->count != count)
        return vvi_problem(r, list, f->of.numbers->rule, f->of.numbers->remedy, f->of.numbers->text, list->count,
                           count);
    if (pointer)
        out = vvi_take(r, count, sizeof *out);
    bool all_one = !out || read_each(r, list, f, out);
    out = all_one ? NULL : out;
    if (pointer)
        memcpy(place_of(scope), &out, sizeof out);
    return true;
}

static bool read_row(vvi_reader *r, const vv_json *list, const vvi_scope *scope)
{
    uint32_t width;
    float *row = vvi_schema_row(scope->field, scope, &width);
    return vvi_numbers(r, list, width, (float)scope->field->high, row);
}

/* ---- Texts ------------------------------------------------------------------------------------------------------- */

static bool has_ending(const char *path, vvi_keys endings)
{
    while (*endings && !vv_path_has_ending(path, *endings))
        endings++;
    return *endings != NULL;
}

static bool read_path(vvi_reader *r, const vv_json *value, const vvi_schema_endings *files, const char **out)
{
    return vvi_path(r, value, out) &&
           (!files || has_ending(*out, files->endings) ||
            vvi_problem(r, value, VV_RULE_FILE_ENDING, "name a file of another kind, or convert this one", files->text,
                        *out));
}

bool vvi_schema_read_value(vvi_reader *r, const vv_json *value, const vvi_scope *scope)
{
    const vvi_schema_field *f = scope->field;
    void *out = place_of(scope);
    switch ((vvi_schema_kind)f->kind) {
    case VVI_KIND_FLAG:
    case VVI_KIND_TRISTATE:
        return read_flag(r, value, f, out);
    case VVI_KIND_WHOLE:
        return vvi_whole(r, value, (uint32_t)f->low, (uint32_t)f->high, out);
    case VVI_KIND_NUMBER:
        return vvi_number(r, value, (float)f->low, (float)f->high, out);
    case VVI_KIND_SECONDS:
        return read_seconds(r, value, f, out);
    case VVI_KIND_VECTOR:
        return read_vector(r, value, f, out);
    case VVI_KIND_COMPONENTS:
        return read_components(r, value, scope);
    case VVI_KIND_COLOUR:
        return vvi_colour(r, value, out);
    case VVI_KIND_NAME:
        return vvi_name(r, value, out);
    case VVI_KIND_LABEL:
        return vvi_foreign_name(r, value, f->size, out);
    case VVI_KIND_TEXT:
        return vvi_sentence(r, value, out);
    case VVI_KIND_PATH:
        return read_path(r, value, f->of.endings, out);
    case VVI_KIND_WORD:
        return read_word(r, value, f, out);
    case VVI_KIND_WORD_SET:
        return read_word_set(r, value, f, out);
    case VVI_KIND_BIT_SET:
        return vvi_layer_bits(r, value, out);
    case VVI_KIND_REFERENCE:
        return read_reference(r, value, scope, out);
    case VVI_KIND_REFERENCE_SET:
        return read_reference_set(r, value, scope, out);
    case VVI_KIND_NUMBERS:
        return read_numbers(r, value, scope);
    case VVI_KIND_ROW:
        return read_row(r, value, scope);
    default:
        VV_ASSERT(false); /* other kinds are not single values */
        return false;
    }
}
