/* Projects written whole, for a reader who knows no defaults: no key is left out, and they read back as the same. */
#include "tests/author/document/documents.h"

static void a_whole_project_reads_back_as_the_same(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    char *whole = whole_text(document);
    vv_document *again = open_text(whole);
    char *text = text_of(again), *whole_again = whole_text(again);
    assert_string_equal(text, sample_project);
    assert_string_equal(whole_again, whole);
    free(whole_again);
    free(text);
    free(whole);
    vv_document_destroy(again);
    vv_document_destroy(document);
}

/* By hand, from the tables of docs/format.md. */
typedef struct shape {
    const char *of; /* the list or the member that such objects stand in */
    const char *keys;
    unsigned seen;
} shape;

static void check_object(const vv_json *object, const char *of, shape *shapes)
{
    char keys[512] = "";
    for (const vv_json *key = object->child; key; key = key->next)
        snprintf(keys + strlen(keys), sizeof keys - strlen(keys), "%s ", key->name);
    for (shape *s = shapes; s->of; s++) {
        if (strcmp(s->of, of) != 0)
            continue;
        assert_string_equal(keys, s->keys);
        s->seen++;
    }
}

static void check_below(const vv_json *value, const char *of, shape *shapes)
{
    if (value->kind == VV_JSON_OBJECT)
        check_object(value, of, shapes);
    for (const vv_json *child = value->child; child; child = child->next)
        check_below(child, child->name ? child->name : of, shapes);
}

static void check_shapes(const char *text, shape *shapes)
{
    vv_json_document *json;
    vv_document *document = open_text(text);
    char *whole = whole_text(document);
    assert_int_equal(vv_json_parse(whole, strlen(whole), "", NULL, &json, NULL), VV_OK);
    check_below(vv_json_root(json), "project", shapes);
    vv_json_destroy(json);
    free(whole);
    vv_document_destroy(document);
}

static void no_key_is_left_out(void **state)
{
    (void)state;
    shape shapes[] = {
        {"project",
         "format version $schema name about artworks clips families recordings skeletons takes forms shapes verbs "
         "graphs creatures motions gaits lines scenes ",
         0},
        {"artworks", "name scale layers handles mirror examples complex sprite puppet correctives behaviours ", 0},
        {"layers", "name image mesh at vertices visible locked ", 0},
        {"examples", "name pose pins board ", 0},
        {"sprite", "ring density pins densities strengths ", 0},
        {"behaviours", "name looks_left inputs events states transitions ", 0},
        {"states",
         "name keys loop next start by input rate metres strengths lean float force push drive turn kick kick_adds "
         "signal ",
         0},
        {"transitions", "from to when ", 0},
        {"drive", "input speed grounded air ", 0},
        {"turn", "input when ", 0},
        {"actors",
         "name artwork kind at angle scale density velocity spin flipped place strengths holds layers mask kinematic "
         "one_way sensor report_stay tag "
         "tint hidden behaviour inputs "
         "material family attractions clip clip_start follows copies ",
         0},
        {"holds", "name at to strength ", 0},
        {NULL, NULL, 0},
    };
    check_shapes(sample_project, shapes);
    for (const shape *s = shapes; s->of; s++) {
        if (s->seen == 0)
            fail_msg("the sample has no %s", s->of);
    }
}

/* The smallest items: everything about them is a default. */
static void what_is_not_given_is_null_or_empty(void **state)
{
    (void)state;
    static const char small[] =
        "{\"format\":\"verve-project\",\"version\":1,\"name\":\"n\",\"artworks\":[{\"name\":\"a\",\"layers\":[{"
        "\"name\":"
        "\"l\",\"image\":\"i.png\"}],\"handles\":[{\"name\":\"h\",\"kind\":\"point\",\"at\":[1,2]}],\"examples\":[{"
        "\"name\":\"e\",\"pins\":{\"h\":{\"to\":[1,1]}}}]}],\"scenes\":[{\"name\":\"t\",\"artwork\":\"a\"},{\"name\":"
        "\"s\","
        "\"actors\":[{\"name\":\"a\",\"artwork\":\"a\",\"holds\":[{\"at\":[0,0]}]}],\"obstacles\":[{\"kind\":"
        "\"ground\"}]}]}";
    static const char *const pieces[] = {
        "\"about\":\"\"",
        "{\"name\":\"l\",\"image\":\"i.png\",\"mesh\":null,\"at\":[0,0],\"vertices\":300,\"visible\":true,\"locked\":"
        "false}",
        "{\"name\":\"h\",\"kind\":\"point\",\"at\":[1,2],\"parent\":null,\"limits\":null,\"bend\":\"either\","
        "\"stiffness\":0,"
        "\"longest\":1,\"layers\":null}",
        "\"pose\":{},\"pins\":{\"h\":{\"from\":[1,2],\"to\":[1,1],\"turn\":null,\"stretch\":null}},\"board\":null}",
        "\"mirror\":[]",
        "\"complex\":[]",
        "\"sprite\":{\"ring\":3,\"density\":1,\"pins\":null,\"densities\":{},\"strengths\":{\"stiffness\":40,",
        "\"energy_towards\":\"example\",\"energy_example\":\"e\"",
        "\"behaviours\":[]",
        "{\"name\":\"t\",\"artwork\":\"a\",\"size\":[640,640],\"background\":\"#FFFFFF\",\"centre\":null,\"zoom\":null,"
        "\"seconds\":2,\"rate\":30,\"keys\":[]}",
        "\"gravity\":[0,-9.81],\"wind\":[0,0]",
        "\"substeps\":2,\"iterations\":4,\"follow\":null,\"obstacles\":[{\"name\":null,\"kind\":\"ground\",\"height\":"
        "0,"
        "\"at\":[0,0],\"angle\":0,\"velocity\":[0,0],\"spin\":0,\"path\":[],\"repeat\":\"once\",\"friction\":0.6,"
        "\"one_way\":false,\"sensor\":false,\"layers\":null,\"tag\":0,\"visible\":true,\"colour\":null}]",
        "\"angle\":0,\"scale\":1,\"density\":1,\"velocity\":[0,0]",
        "\"flipped\":false,\"place\":null,\"strengths\":{},\"holds\":[{\"name\":null,\"at\":[0,0],\"to\":null,"
        "\"strength\":null}],\"layers\":null,\"mask\":null,\"kinematic\":false,\"one_way\":false,\"sensor\":false,"
        "\"report_stay\":false,\"tag\":0,"
        "\"tint\":\"#FFFFFF\",\"hidden\":[],\"behaviour\":null,\"inputs\":{},\"material\":{},"
        "\"family\":null,\"attractions\":[],\"clip\":null,\"clip_start\":0,\"follows\":[],\"copies\":[]}",
        "\"joints\":[]",
        "\"script\":[]",
    };
    vv_document *document = open_text(small);
    char *whole = whole_text(document), *text = text_of(document);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        if (!strstr(whole, pieces[i]))
            fail_msg("%s\nis not in\n%s", pieces[i], whole);
    }
    vv_document *again = open_text(whole);
    char *text_again = text_of(again);
    assert_string_equal(text_again, text);
    free(text_again);
    free(text);
    free(whole);
    vv_document_destroy(again);
    vv_document_destroy(document);
}

static void writing_survives_every_failed_allocation(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    const char *text = NULL;
    for (uint64_t n = 1; !text; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_json_writer *writer;
        if (vv_json_writer_create(&allocator, true, &writer, NULL) != VV_OK)
            continue;
        vv_project_write_whole(vv_document_project(document), writer);
        text = vv_json_writer_text(writer, NULL);
        vv_json_writer_destroy(writer);
        assert_int_equal(counting.used, 0);
    }
    vv_document_destroy(document);
}

/* What the page reads can be sent back as it is. */
static void parts_go_back_into_commands(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    char *whole = whole_text(document), *before = text_of(document);
    vv_json_document *json;
    assert_int_equal(vv_json_parse(whole, strlen(whole), "", NULL, &json, NULL), VV_OK);
    const vv_json *scenes = vv_json_member(vv_json_root(json), "scenes");
    for (const vv_json *scene = scenes->child; scene; scene = scene->next) {
        vv_json_writer *writer;
        assert_int_equal(vv_json_writer_create(NULL, true, &writer, NULL), VV_OK);
        vv_json_write_object(writer, NULL);
        vv_json_write_string(writer, "do", "scene.set");
        vv_json_write_string(writer, "scene", vv_json_member(scene, "name")->string);
        for (const vv_json *key = scene->child->next; key; key = key->next)
            vv_json_write_value(writer, key->name, key);
        vv_json_write_end(writer);
        must_apply(document, vv_json_writer_text(writer, NULL));
        vv_json_writer_destroy(writer);
    }
    char *after = text_of(document);
    assert_string_equal(after, before);
    free(after);
    free(before);
    free(whole);
    vv_json_destroy(json);
    vv_document_destroy(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_project_reads_back_as_the_same),   cmocka_unit_test(no_key_is_left_out),
        cmocka_unit_test(what_is_not_given_is_null_or_empty),       cmocka_unit_test(parts_go_back_into_commands),
        cmocka_unit_test(writing_survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
