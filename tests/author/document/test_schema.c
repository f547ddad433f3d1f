/* The schema engine: every table that the root leads to is well formed, and a struct that has every kind is read,
 * written, copied and remapped as its table says. */
#include "author/document/schema.h"
#include "runtime/stage/puppet/puppet.h"
#include "runtime/stage/sprite/sprite.h"
#include "tests/author/document/documents.h"

/* ---- All tables -------------------------------------------------------------------------------------------------- */

enum { MOST_TABLES = 256 };
static const vvi_schema *tables[MOST_TABLES];
static uint32_t table_count;

static const vvi_schema *inner_table(const vvi_schema_field *f)
{
    switch ((vvi_schema_kind)f->kind) {
    case VVI_KIND_OBJECT:
        return f->of.object;
    case VVI_KIND_LIST:
    case VVI_KIND_MAP:
    case VVI_KIND_ITEMS:
        return f->of.list->item;
    case VVI_KIND_DENSE:
        return f->of.dense->item;
    default:
        return NULL;
    }
}

static void gather(const vvi_schema *schema)
{
    for (uint32_t i = 0; i < table_count; i++) {
        if (tables[i] == schema)
            return;
    }
    assert_true(table_count < MOST_TABLES);
    tables[table_count++] = schema;
    for (uint32_t i = 0; i < schema->field_count; i++) {
        if (inner_table(&schema->fields[i]))
            gather(inner_table(&schema->fields[i]));
    }
}

static void is_well_formed(const vvi_schema *schema, const vvi_schema_field *f)
{
    bool ranged = f->kind == VVI_KIND_NUMBER || f->kind == VVI_KIND_SECONDS || f->kind == VVI_KIND_WHOLE;
    bool list = f->kind == VVI_KIND_LIST || f->kind == VVI_KIND_MAP || f->kind == VVI_KIND_ITEMS;
    assert_true(f->offset < schema->size || f->kind == VVI_KIND_ROW); /* that lies in what holds the list */
    assert_true(!ranged || f->low < f->high);
    assert_true(!list || f->of.list->limit > 0);
    assert_true(f->presence != VVI_TAGGED || f->only != 0);
    assert_true(f->presence != VVI_DEPENDENT || f->given);
    assert_true(!(f->flags & VVI_INVERTED) || f->kind == VVI_KIND_FLAG);
    assert_true(!(f->flags & VVI_TOGETHER) || schema->begin || schema->check);
    assert_true(f->kind != VVI_KIND_VECTOR || f->size <= 8);
    for (const vvi_schema_field *other = schema->fields; f->key && other < f; other++)
        assert_true(!other->key || strcmp(other->key, f->key) != 0 ||
                    (f->only && other->only && !(f->only & other->only)));
}

/* What the file means by leaving a key out is something that it could have said. */
static void default_is_possible(const vvi_schema *schema, const vvi_schema_field *f)
{
    const char *at = schema->defaults ? (const char *)schema->defaults + f->offset : NULL;
    float number = 0.0f;
    uint32_t whole = 0;
    if (f->presence != VVI_OPTIONAL || !f->key || schema->flags & (VVI_SCHEMA_GIVEN_BITS | VVI_SCHEMA_FLAT))
        return;
    if (f->kind == VVI_KIND_NUMBER && at)
        memcpy(&number, at, sizeof number);
    if (f->kind == VVI_KIND_WHOLE && at)
        memcpy(&whole, at, sizeof whole);
    if (f->kind == VVI_KIND_NUMBER)
        assert_true((double)number >= f->low && (double)number <= f->high);
    if (f->kind == VVI_KIND_WHOLE)
        assert_true(whole >= f->low && whole <= f->high);
}

static void tables_are_well_formed(void **state)
{
    (void)state;
    gather(&vvi_project_schema);
    gather(&vvi_actor_schema);
    gather(&vvi_temper_schema);
    gather(&vvi_artwork_schema);
    assert_true(table_count > 20);
    for (uint32_t t = 0; t < table_count; t++) {
        const vvi_schema *schema = tables[t];
        assert_true(schema->name && (schema->size > 0 || schema->fields[0].kind == VVI_KIND_ROW));
        assert_true(!(schema->flags & VVI_SCHEMA_VARIANT) || schema->fields[0].kind == VVI_KIND_CHOICE);
        assert_true(!(schema->flags & VVI_SCHEMA_GIVEN_BITS) || schema->field_count <= 32);
        for (uint32_t i = 0; i < schema->field_count; i++) {
            is_well_formed(schema, &schema->fields[i]);
            default_is_possible(schema, &schema->fields[i]);
        }
    }
}

/* ---- A struct that has the kinds which few others have ----------------------------------------------------------- */

typedef struct knot {
    char name[VV_PROJECT_NAME_BYTES];
    uint32_t next; /* another knot, also a later one */
} knot;

typedef struct weight {
    uint32_t handle;
    float value;
} weight;

typedef struct pull {
    bool held;
    float by;
} pull;

typedef struct thing {
    char name[VV_PROJECT_NAME_BYTES];
    uint8_t colour[4];
    const char *file;
    uint32_t layers[2];
    bool axes[3];
    uint32_t length;
    const float *factors;
    uint32_t knot_count;
    const knot *knots;
    uint32_t weight_count;
    const weight *weights;
    const pull *pulls;
    const float *rates;
    uint32_t side; /* 0: left, 1: right */
    float left, right;
} thing;

static vv_project_layer layers[3] = {{.name = "front"}, {.name = "middle"}, {.name = "back"}};
static vv_project_handle handles[3] = {{.name = "head"}, {.name = "hand"}, {.name = "foot"}};
static const vv_project_artwork artwork = {.layer_count = 3, .layers = layers, .handle_count = 3, .handles = handles};
static const vv_project_artwork *the_artwork(const vvi_scope *scope) { return (void)scope, &artwork; }

/* Found in the list around it, which is not the thing's yet while it is read. */
static const vvi_schema_reference knots_named = {.noun = VVI_STATE, .remedy = "name a knot"};
static const vvi_schema_field knot_fields[] = {
    {"name", VVI_NAME(knot, name), .presence = VVI_REQUIRED},
    {"next", VVI_REFERENCE(knot, next, &knots_named), .presence = VVI_NULLABLE, .flags = VVI_LATE},
};
static const knot knot_defaults = {.next = VV_NONE};
static const vvi_schema knot_schema = {"knot", VVI_FIELDS(knot_fields), .size = sizeof(knot),
                                       .defaults = &knot_defaults};
static const vvi_schema_list knots = {
    .item = &knot_schema, .plural = "knots", .limit = 8, .named = true, .noun = VVI_STATE};

static const vvi_schema_reference of_handles = {.noun = VVI_HANDLE}, of_layers = {.noun = VVI_LAYER};
static const vvi_schema_field weight_fields[] = {{NULL, VVI_REFERENCE(weight, handle, &of_handles)},
                                                 {NULL, VVI_NUMBER(weight, value, 0.0f, 1.0f)}};
static const vvi_schema weight_schema = {"weight", VVI_FIELDS(weight_fields), .size = sizeof(weight)};
static const vvi_schema_list weights = {.item = &weight_schema, .plural = "weights", .limit = 8, .sorted = true};

static const vvi_schema_field pull_fields[] = {{"by", VVI_NUMBER(pull, by, -9.0f, 9.0f)}};
static const vvi_schema pull_schema = {"pull", VVI_FIELDS(pull_fields), .size = sizeof(pull)};
static const vvi_schema_dense pulls = {&pull_schema, &of_handles, .null_if_default = true, .flagged = true};
static const vvi_schema_field rate_fields[] = {{NULL, .kind = VVI_KIND_NUMBER, .low = 0.0, .high = 9.0}};
static const float rate_default = 1.0f;
static const vvi_schema rate_schema = {"rate", VVI_FIELDS(rate_fields), .size = sizeof(float),
                                       .defaults = &rate_default};
static const vvi_schema_dense rates = {&rate_schema, &of_layers, .null_if_default = true, .flagged = false};

static const char *const axis_words[] = {"x", "y", "z", NULL}, *const side_keys[] = {"left", "right", NULL};
static const vvi_schema_word_set axes = {axis_words, "write x, y or z", NULL, NULL, NULL, NULL};
static const vvi_schema_choice sides = {.keys = side_keys};
static const vvi_schema_numbers one_each = {VV_RULE_ELEMENTS, "give one each", "there are %u for %u"};
static const vvi_schema_field thing_fields[] = {
    {"name", VVI_NAME(thing, name), .presence = VVI_REQUIRED},
    {"colour", VVI_COLOUR(thing, colour)},
    {"file", VVI_PATH(thing, file), .presence = VVI_NULLABLE},
    {"layers", VVI_REFERENCE_SET(thing, layers, &of_layers)},
    {"axes", VVI_WORD_FLAGS(thing, axes, &axes)},
    {"length", VVI_WHOLE(thing, length, 0, 9)},
    {"factors", VVI_NUMBERS_POINTER(thing, factors, length, 0.0f, 9.0f, &one_each), .presence = VVI_NULLABLE},
    {"knots", VVI_LIST(thing, knot_count, knots, knot, &knots)},
    {"weights", VVI_MAP(thing, weight_count, weights, weight, &weights)},
    {"pulls", VVI_DENSE(thing, pulls, pull, &pulls)},
    {"rates", VVI_DENSE(thing, rates, float, &rates)},
    {NULL, VVI_CHOICE(thing, side, 0, &sides)},
    {"left", VVI_NUMBER(thing, left, 0.0f, 9.0f), .presence = VVI_TAGGED, .only = 1},
    {"right", VVI_NUMBER(thing, right, 0.0f, 9.0f), .presence = VVI_TAGGED, .only = 2},
};
static const vvi_schema thing_schema = {"thing",
                                        VVI_FIELDS(thing_fields),
                                        .size = sizeof(thing),
                                        .flags = VVI_SCHEMA_NOUN,
                                        .tag = offsetof(thing, side),
                                        .artwork = the_artwork};

/* Reads into scope->item, which begins as it is; how many problems there were. */
static uint32_t read_into(const char *text, bool editing, vvi_arena *arena, const vvi_scope *scope)
{
    static const char *const named[] = {"name", NULL};
    vv_json_document *json;
    vv_problems problems = {0};
    assert_int_equal(vv_json_parse(text, strlen(text), "thing", NULL, &json, NULL), VV_OK);
    vvi_reader r = {.json = json, .arena = arena, .problems = &problems, .editing = editing};
    vvi_schema_read(&r, vv_json_root(json), named, scope);
    uint32_t errors = problems.errors;
    vv_problems_release(&problems);
    vv_json_destroy(json);
    return errors;
}

static uint32_t read_thing(const char *text, bool editing, vvi_arena *arena, thing *out)
{
    vvi_scope scope = vvi_scope_of(&thing_schema, NULL, out);
    return read_into(text, editing, arena, &scope);
}

static void must_write_in(const vvi_scope *scope, const char *expected)
{
    vv_json_writer *json;
    size_t length;
    assert_int_equal(vv_json_writer_create(NULL, true, &json, NULL), VV_OK);
    vvi_schema_write_object(&(vvi_writer){.json = json}, NULL, scope);
    assert_string_equal(vv_json_writer_text(json, &length), expected);
    vv_json_writer_destroy(json);
}

static void must_write(const thing *item, const char *expected)
{
    vvi_scope scope = vvi_scope_of(&thing_schema, NULL, item);
    must_write_in(&scope, expected);
}

static const char full[] = "{\"name\":\"\",\"colour\":\"#01020304\",\"file\":\"art/a.png\",\"layers\":[\"back\"],"
                           "\"axes\":[\"x\",\"z\"],\"length\":2,\"factors\":[1,2],"
                           "\"knots\":[{\"name\":\"a\",\"next\":\"b\"},{\"name\":\"b\"}],"
                           "\"weights\":{\"head\":0.5,\"foot\":1},\"pulls\":{\"hand\":{\"by\":3},\"foot\":{}},"
                           "\"rates\":{\"middle\":4},\"right\":5}";

static void every_kind_reads_and_writes(void **state)
{
    (void)state;
    vvi_arena arena = {0};
    thing item = {.name = ""};
    assert_int_equal(read_thing(full, false, &arena, &item), 0);
    assert_true(item.knots[0].next == 1 && item.pulls[1].by == 3.0f && item.rates[1] == 4.0f && item.side == 1);
    must_write(&item, full);
    /* A map is sorted by what it names; a command changes only what it gives, and null brings the default back. */
    assert_int_equal(read_thing("{\"weights\":{\"foot\":1,\"head\":0.5},\"left\":2}", true, &arena, &item), 0);
    assert_true(item.weights[0].handle == 0 && item.side == 0 && item.left == 2.0f && item.right == 0.0f);
    assert_int_equal(read_thing("{\"pulls\":{},\"rates\":{\"back\":1},\"knots\":null,\"file\":null,\"factors\":[1,1],"
                                "\"axes\":null,\"layers\":[],\"colour\":null,\"weights\":null,\"length\":2}",
                                true, &arena, &item),
                     0);
    assert_true(!item.pulls && !item.rates && !item.factors);
    must_write(&item, "{\"name\":\"\",\"length\":2,\"left\":2}");
    vvi_arena_release(&arena);
}

static void what_is_wrong_is_told(void **state)
{
    (void)state;
    static const char *const wrong[] = {"{\"colour\":\"red\",\"left\":1}",
                                        "{\"file\":\"../a\",\"left\":1}",
                                        "{\"layers\":[\"nose\"],\"left\":1}",
                                        "{\"layers\":[\"back\",\"back\"],\"left\":1}",
                                        "{\"axes\":[\"x\",\"x\"],\"left\":1}",
                                        "{\"length\":2,\"factors\":[1],\"left\":1}",
                                        "{\"knots\":[{\"name\":\"a\",\"next\":\"c\"}],\"left\":1}",
                                        "{\"knots\":[{\"name\":\"a\"},{\"name\":\"a\"}],\"left\":1}",
                                        "{\"weights\":{\"nose\":1},\"left\":1}",
                                        "{\"weights\":{\"head\":2},\"left\":1}",
                                        "{\"pulls\":{\"nose\":{}},\"left\":1}",
                                        "{\"pulls\":{\"head\":{\"by\":10}},\"left\":1}",
                                        "{\"left\":1,\"right\":1}",
                                        "{}"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        vvi_arena arena = {0};
        thing item = {.name = ""};
        assert_int_equal(read_thing(wrong[i], false, &arena, &item), 1);
        vvi_arena_release(&arena);
    }
}

static void copies_share_nothing(void **state)
{
    (void)state;
    vvi_arena arena = {0}, other = {0};
    thing item = {.name = ""};
    assert_int_equal(read_thing(full, false, &arena, &item), 0);
    thing copy = item;
    vvi_scope scope = vvi_scope_of(&thing_schema, NULL, &copy);
    assert_true(vvi_schema_copy(&other, &scope));
    vvi_arena_release(&arena);
    must_write(&copy, full);
    vvi_arena_release(&other);
}

/* The handle "head" goes, and "foot" comes before "hand". */
static void references_follow(void **state)
{
    (void)state;
    vvi_arena arena = {0};
    thing item = {.name = ""};
    assert_int_equal(read_thing(full, false, &arena, &item), 0);
    vvi_map map = {.count = 2, .old_count = 3, .from = {2, 1}, .to = {VV_NONE, 1, 0}};
    vvi_remapping remapping = {.noun = VVI_HANDLE, .owner = &artwork, .map = &map, .arena = &arena, .dry = true};
    vvi_scope scope = vvi_scope_of(&thing_schema, NULL, &item);
    assert_true(vvi_schema_remap(&remapping, &scope) && remapping.changed);
    must_write(&item, full);
    remapping.dry = false;
    assert_true(vvi_schema_remap(&remapping, &scope) && !remapping.no_memory);
    assert_true(item.weight_count == 1 && item.weights[0].handle == 0 && item.weights[0].value == 1.0f);
    assert_true(item.pulls[0].held && item.pulls[0].by == 0.0f && item.pulls[1].by == 3.0f);
    assert_true(item.layers[0] == 4u); /* layers are others */
    map = (vvi_map){.count = 2, .old_count = 3, .from = {2, 0}, .to = {1, VV_NONE, 0}};
    remapping.noun = VVI_LAYER;
    assert_true(vvi_schema_remap(&remapping, &scope));
    assert_true(item.layers[0] == 1u && !item.rates);
    vvi_arena_release(&arena);
}

/* ---- A number for each of one list and each of another ----------------------------------------------------------- */

typedef struct line {
    uint32_t layer;
} line;

typedef struct column {
    uint32_t handle;
} column;

typedef struct sheet {
    char name[VV_PROJECT_NAME_BYTES]; /* as whatever has lists */
    uint32_t column_count, line_count, mark_count;
    const column *columns;
    const line *lines;
    const float *numbers;  /* [line_count · column_count] */
    const uint32_t *marks; /* columns */
} sheet;

static const vvi_schema_reference of_columns = {.noun = VVI_AXIS}; /* which are called as their handles are */
static const vvi_schema_field column_fields[] = {
    {"handle", VVI_REFERENCE(column, handle, &of_handles), .presence = VVI_REQUIRED}};
static const vvi_schema_field line_fields[] = {
    {"layer", VVI_REFERENCE(line, layer, &of_layers), .presence = VVI_REQUIRED},
    {"numbers", VVI_ROW(sheet, numbers, column_count, 9.0f)},
};
static const vvi_schema_field mark_fields[] = {{NULL, .kind = VVI_KIND_REFERENCE, .of.reference = &of_columns}};
static const vvi_schema column_schema = {"column", VVI_FIELDS(column_fields), .size = sizeof(column)};
static const vvi_schema line_schema = {"line", VVI_FIELDS(line_fields), .size = sizeof(line)};
static const vvi_schema mark_schema = {"mark", VVI_FIELDS(mark_fields), .size = sizeof(uint32_t)};
static const vvi_schema_list columns = {.item = &column_schema, .plural = "columns", .limit = 3, .noun = VVI_AXIS},
                             lines = {.item = &line_schema, .plural = "lines", .limit = 3},
                             marks = {.item = &mark_schema, .plural = "marks", .limit = 3};
static const vvi_schema_field sheet_fields[] = {
    {"columns", VVI_LIST(sheet, column_count, columns, column, &columns)},
    {"lines", VVI_LIST(sheet, line_count, lines, line, &lines)},
    {"marks", VVI_LIST(sheet, mark_count, marks, uint32_t, &marks)},
    {NULL, VVI_MATRIX(sheet, numbers, float, line_count, column_count)},
};
static const vvi_schema sheet_schema = {"sheet", VVI_FIELDS(sheet_fields), .size = sizeof(sheet),
                                        .artwork = the_artwork};

static void numbers_go_with_their_rows_and_columns(void **state)
{
    (void)state;
    static const char text[] =
        "{\"columns\":[{\"handle\":\"head\"},{\"handle\":\"hand\"},{\"handle\":\"foot\"}],\"lines\":["
        "{\"layer\":\"front\",\"numbers\":[1,2,3]},{\"layer\":\"back\",\"numbers\":[4,5,6]}],"
        "\"marks\":[\"foot\",\"hand\",\"head\"]}";
    vvi_arena arena = {0}, other = {0};
    sheet item = {0};
    vvi_scope scope = vvi_scope_of(&sheet_schema, NULL, &item);
    assert_int_equal(read_into(text, false, &arena, &scope), 0);
    must_write_in(&scope, text);
    sheet copy = item;
    scope.item = &copy;
    assert_true(vvi_schema_copy(&other, &scope));
    vvi_arena_release(&arena);
    must_write_in(&scope, text);
    /* The handle "hand" goes: its column, and what names that. */
    vvi_map map = {.count = 2, .old_count = 3, .from = {0, 2}, .to = {0, VV_NONE, 1}};
    vvi_remapping remapping = {.noun = VVI_HANDLE, .owner = &artwork, .map = &map, .arena = &other};
    assert_true(vvi_schema_remap(&remapping, &scope) && remapping.changed);
    assert_true(copy.column_count == 2 && copy.numbers[1] == 3.0f && copy.numbers[2] == 4.0f &&
                copy.numbers[3] == 6.0f);
    assert_true(copy.mark_count == 2 && copy.marks[0] == 1 && copy.marks[1] == 0);
    /* The layer "front" goes. */
    map = (vvi_map){.count = 2, .old_count = 3, .from = {1, 2}, .to = {VV_NONE, 0, 1}};
    remapping.noun = VVI_LAYER;
    assert_true(vvi_schema_remap(&remapping, &scope));
    assert_true(copy.line_count == 1 && copy.lines[0].layer == 1 && copy.numbers[0] == 4.0f && copy.numbers[1] == 6.0f);
    vvi_arena_release(&other);
}

/* The file's defaults are written by hand; the runtime has its own. */
static void default_strengths_are_those_of_the_runtime(void **state)
{
    (void)state;
    vv_strengths usual = vv_default_strengths(),
                 file = ((const vv_project_strengths *)vvi_strengths_schema.defaults)->values;
    assert_int_equal(vv_project_strengths_between(&usual, &file).given, 0);
}

static void default_states_are_those_of_the_runtime(void **state)
{
    (void)state;
    const vv_project_state *file = vvi_schema_field_of(&vvi_behaviour_schema, "states")->of.list->item->defaults;
    vv_behaviour_state_def usual = vv_default_behaviour_state_def(), def = file->def;
    assert_int_equal(vv_project_strengths_between(&usual.strengths, &def.strengths).given, 0);
    assert_int_equal(vv_project_strengths_between(&usual.strengths, &file->strengths.values).given, 0);
    assert_true(usual.end == def.end && usual.next == def.next && usual.start == def.start && usual.by == def.by);
    assert_true(usual.by_input == def.by_input && usual.rate == def.rate && usual.metres == def.metres);
    assert_true(usual.lean_input == def.lean_input && usual.drag_example == def.drag_example);
    assert_true(usual.force_input == def.force_input && usual.drive_input == def.drive_input);
    assert_true(usual.drive_grounded == def.drive_grounded && usual.drive_air == def.drive_air);
    assert_true(usual.turning == def.turning && usual.turning_input == def.turning_input);
    assert_true(usual.kick_adds == def.kick_adds && usual.signal == def.signal);
}

/* Every parameter of the runtime has its row in the table of the file, which allows nothing that the runtime
 * refuses. */
static void check_parameters(vvi_parameters p, const vvi_schema *schema)
{
    assert_int_equal(p.count, schema->field_count);
    for (uint32_t i = 0; i < p.count; i++) {
        const vvi_parameter *row = &p.rows[i];
        const vvi_schema_field *f = &schema->fields[i];
        assert_string_equal(f->key, row->name);
        if (f->kind == VVI_KIND_NUMBER || f->kind == VVI_KIND_WHOLE)
            assert_true(f->low >= row->low && f->high <= row->high);
        if (f->kind == VVI_KIND_WORD) {
            uint32_t words = 0;
            while (f->of.words[words])
                words++;
            assert_true((double)words - 1.0 == row->high);
        }
    }
}

static void parameters_of_the_runtime_have_rows(void **state)
{
    (void)state;
    check_parameters(vvi_strength_parameters(), &vvi_strengths_schema);
    check_parameters(vvi_material_parameters(), &vvi_material_schema);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_well_formed),
        cmocka_unit_test(every_kind_reads_and_writes),
        cmocka_unit_test(what_is_wrong_is_told),
        cmocka_unit_test(copies_share_nothing),
        cmocka_unit_test(references_follow),
        cmocka_unit_test(numbers_go_with_their_rows_and_columns),
        cmocka_unit_test(default_strengths_are_those_of_the_runtime),
        cmocka_unit_test(default_states_are_those_of_the_runtime),
        cmocka_unit_test(parameters_of_the_runtime_have_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
