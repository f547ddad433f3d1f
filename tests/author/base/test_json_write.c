/* The JSON writer: its look, escapes, that everything it writes reads back, memory running out. */
#include "tests/testing.h"

#include "author/base/json.h"
#include "runtime/base/base.h"

static void write_sample(vv_json_writer *w)
{
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "text", "a\"b\\c\n\x01\xC3\xA9");
    vv_json_write_array(w, "short");
    vv_json_write_float(w, NULL, 0.1f);
    vv_json_write_integer(w, NULL, -7);
    vv_json_write_end(w);
    vv_json_write_array(w, "words");
    vv_json_write_string(w, NULL, "a, b");
    vv_json_write_null(w, NULL);
    vv_json_write_bool(w, NULL, true);
    vv_json_write_double(w, NULL, 1.5e-9);
    vv_json_write_end(w);
    vv_json_write_array(w, "long");
    for (int i = 0; i < 5; i++)
        vv_json_write_integer(w, NULL, i);
    vv_json_write_end(w);
    vv_json_write_array(w, "items");
    for (int i = 0; i < 2; i++) {
        vv_json_write_on_one_line(w);
        vv_json_write_object(w, NULL);
        vv_json_write_string(w, "name", "x");
        vv_json_write_array(w, "at");
        vv_json_write_integer(w, NULL, i);
        vv_json_write_integer(w, NULL, 2);
        vv_json_write_end(w);
        vv_json_write_object(w, "none");
        vv_json_write_end(w);
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
    vv_json_write_array(w, "empty");
    vv_json_write_end(w);
    vv_json_write_array(w, "nested");
    vv_json_write_array(w, NULL);
    vv_json_write_integer(w, NULL, INT64_MIN);
    vv_json_write_end(w);
    vv_json_write_end(w);
    vv_json_write_end(w);
}

static const char pretty[] = "{\n"
                             "  \"text\": \"a\\\"b\\\\c\\n\\u0001\xC3\xA9\",\n"
                             "  \"short\": [0.1, -7],\n"
                             "  \"words\": [\"a, b\", null, true, 1.5e-9],\n"
                             "  \"long\": [\n"
                             "    0,\n"
                             "    1,\n"
                             "    2,\n"
                             "    3,\n"
                             "    4\n"
                             "  ],\n"
                             "  \"items\": [\n"
                             "    { \"name\": \"x\", \"at\": [0, 2], \"none\": {} },\n"
                             "    { \"name\": \"x\", \"at\": [1, 2], \"none\": {} }\n"
                             "  ],\n"
                             "  \"empty\": [],\n"
                             "  \"nested\": [\n"
                             "    [-9223372036854775808]\n"
                             "  ]\n"
                             "}\n";
static const char compact[] =
    "{\"text\":\"a\\\"b\\\\c\\n\\u0001\xC3\xA9\",\"short\":[0.1,-7],\"words\":[\"a, b\",null,true,1.5e-9],"
    "\"long\":[0,1,2,3,4],\"items\":[{\"name\":\"x\",\"at\":[0,2],\"none\":{}},{\"name\":\"x\",\"at\":[1,2],"
    "\"none\":{}}],\"empty\":[],\"nested\":[[-9223372036854775808]]}";

static void the_look_is_stable(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        vv_json_writer *w;
        size_t length;
        assert_int_equal(vv_json_writer_create(NULL, i, &w, NULL), VV_OK);
        write_sample(w);
        assert_string_equal(vv_json_writer_text(w, &length), i ? compact : pretty);
        assert_int_equal(length, strlen(i ? compact : pretty));
        assert_string_equal(vv_json_writer_text(w, NULL), i ? compact : pretty); /* asking twice changes nothing */
        vv_json_writer_destroy(w);
    }
}

static void a_copied_value_reads_the_same(void **state)
{
    (void)state;
    vv_json_document *document;
    vv_json_writer *w;
    static const char text[] =
        "{\"a\":[1,2.5,-0.001,1e-20,123456789012],\"b\":{\"c\":[[],{}],\"d\":\"\\u0001\"},\"e\":null}";
    assert_int_equal(vv_json_parse(text, sizeof text - 1, "x", NULL, &document, NULL), VV_OK);
    vv_json_writer_create(NULL, true, &w, NULL);
    vv_json_write_value(w, NULL, vv_json_root(document));
    assert_string_equal(vv_json_writer_text(w, NULL), text);
    vv_json_writer_destroy(w);
    vv_json_destroy(document);
}

static void floats_read_back_as_themselves(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(3);
    for (int i = 0; i < 200000; i++) {
        uint32_t bits = vvi_random_next(&random);
        float value;
        memcpy(&value, &bits, sizeof value);
        if (!(value - value == 0.0f))
            continue;
        char text[40];
        double read;
        size_t length = vvi_print_float(text, value);
        assert_int_equal(vvi_parse_double(text, length, &read), length);
        if ((float)read != value)
            fail_msg("%.9g was written as %.*s and read as %.9g", (double)value, (int)length, text, read);
    }
}

static void what_is_not_utf8_becomes_the_replacement_character(void **state)
{
    (void)state;
    vv_json_writer *w;
    vv_json_writer_create(NULL, true, &w, NULL);
    vv_json_write_string(w, NULL, "a\xFFz\xED\xA0\x80");
    assert_string_equal(vv_json_writer_text(w, NULL), "\"a\xEF\xBF\xBDz\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
    vv_json_writer_destroy(w);
}

static void failures_stick(void **state)
{
    (void)state;
    vv_json_writer *w;
    volatile double zero = 0.0;
    vv_json_writer_create(NULL, false, &w, NULL);
    vv_json_write_array(w, NULL);
    vv_json_write_double(w, NULL, 1.0 / zero);
    vv_json_write_end(w);
    assert_null(vv_json_writer_text(w, NULL));
    vv_json_writer_destroy(w);
    vv_json_writer_create(NULL, false, &w, NULL);
    for (unsigned i = 0; i <= VV_JSON_MAX_DEPTH; i++)
        vv_json_write_array(w, NULL);
    assert_null(vv_json_writer_text(w, NULL));
    vv_json_writer_destroy(w);
}

static void every_failed_allocation_is_survived(void **state)
{
    (void)state;
    uint64_t n = 0;
    for (bool done = false; !done;) {
        vv_counting counting = {.fail_at = ++n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_json_writer *w;
        if (vv_json_writer_create(&allocator, false, &w, NULL) == VV_OK) {
            write_sample(w);
            const char *text = vv_json_writer_text(w, NULL);
            done = text != NULL;
            if (done)
                assert_string_equal(text, pretty);
            vv_json_writer_destroy(w);
        }
        assert_int_equal(counting.used, 0);
    }
    assert_true(n > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_look_is_stable),
        cmocka_unit_test(a_copied_value_reads_the_same),
        cmocka_unit_test(floats_read_back_as_themselves),
        cmocka_unit_test(what_is_not_utf8_becomes_the_replacement_character),
        cmocka_unit_test(failures_stick),
        cmocka_unit_test(every_failed_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
