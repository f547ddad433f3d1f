/* The JSON reader: what it accepts and refuses, against tables and against a second, recursive formulation of the
 * grammar; hostile input; every allocation failing. */
#include "tests/testing.h"

#include "author/base/json.h"
#include "runtime/base/base.h"

#include <time.h>

static vv_result parse(const char *text, size_t length, vv_json_document **out, vv_error *error)
{
    /* A copy of exactly this length, so that the sanitizer sees any read past the end. */
    char *exact = malloc(length ? length : 1);
    memcpy(exact, text, length);
    *error = (vv_error){0};
    vv_result result = vv_json_parse(exact, length, "test.json", NULL, out, error);
    free(exact);
    return result;
}

static bool accepts(const char *text, size_t length)
{
    vv_json_document *document;
    vv_error error;
    if (parse(text, length, &document, &error) == VV_OK) {
        vv_json_destroy(document);
        return true;
    }
    assert_true(error.message[0] != '\0');
    assert_string_equal(error.file, "test.json");
    return false;
}

static const char *const good[] = {
    "0",
    "-0",
    " 42 ",
    "1e5",
    "1E+5",
    "-1.25e-3",
    "true",
    "false\n",
    "\tnull",
    "\"\"",
    "\"a\\\"b\\\\c\\/\\b\\f\\n\\r\\t\"",
    "\"\\u00e9\\uD83D\\uDE00\"",
    "\"\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80 \x7F\"",
    "[]",
    "{}",
    "[ ]",
    "[[],{}]",
    "[1,2 , 3]",
    "{\"a\":1}",
    "{ \"a\" : [ true , null ] , \"b\" : { } }",
    "{\"\":0}",
    "\"\xF4\x8F\xBF\xBF\"",
    "\"\xEE\x80\x80\"",
    "0.1",
    "1.0e00",
    "[-1,\"x\",{\"y\":[]}]",
};

static const char *const bad[] = {
    "",
    " ",
    "[",
    "]",
    "{",
    "}",
    "[}",
    "{]",
    "[1,]",
    "[,1]",
    "[,]",
    "[1 2]",
    "[1,,2]",
    "{,}",
    "{\"a\"}",
    "{\"a\":}",
    "{\"a\":1,}",
    "{\"a\" 1}",
    "{a:1}",
    "{1:1}",
    "{\"a\":1 \"b\":2}",
    "{\"a\":1:2}",
    "{null:1}",
    "{[]:1}",
    "01",
    "-",
    "-01",
    "+1",
    ".5",
    "1.",
    "1.e3",
    "1e",
    "1e+",
    "0x10",
    "1_000",
    "NaN",
    "Infinity",
    "-Infinity",
    "tru",
    "truth",
    "True",
    "nul",
    "nulll",
    "undefined",
    "'a'",
    "\"a",
    "\"\\x41\"",
    "\"\\u12\"",
    "\"\\u12G4\"",
    "\"\\uD800\"",
    "\"\\uDC00\"",
    "\"\\uD800\\u0041\"",
    "\"\\uD800x\"",
    "\"\\u0000\"",
    "\"a\nb\"",
    "\"a\tb\"",
    "\"\x01\"",
    "\"\\",
    "\"\xFF\"",
    "\"\xC0\x80\"",
    "\"\xC1\xBF\"",
    "\"\xE0\x80\x80\"",
    "\"\xED\xA0\x80\"",
    "\"\xF0\x80\x80\x80\"",
    "\"\xF4\x90\x80\x80\"",
    "\"\xF5\x80\x80\x80\"",
    "\"\xC3\"",
    "\"\xE2\x82\"",
    "\xEF\xBB\xBF{}",
    "1 2",
    "[] []",
    "{}x",
    "[1]]",
    "// c\n1",
    "/* c */ 1",
    "[1] # c",
    "\"a\" \"b\"",
    "{\"a\":1,\"a\":2}",
    "{\"a\":1,\"\\u0061\":2}",
    "[{\"x\":{\"q\":1,\"r\":2,\"q\":3}}]",
    "1e999",
    "-1e999",
    "[1e400]",
    "\xC3\xA9",
    "[\xC2\xA0]",
    "\v1",
};

static void accepts_what_the_rfc_allows(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        if (!accepts(good[i], strlen(good[i])))
            fail_msg("refused: %s", good[i]);
    }
}

static void refuses_everything_else(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (accepts(bad[i], strlen(bad[i])))
            fail_msg("accepted: %s", bad[i]);
    }
    assert_false(accepts("[1\0]", 4));
    assert_false(accepts("\"a\0b\"", 5));
    assert_false(accepts("1\0", 2));
}

/* ---- A second formulation: recursive descent that returns the end of a value, or NULL --------------------------- */

typedef struct text_range {
    const unsigned char *at, *end;
} text_range;

static bool take(text_range *r, char c)
{
    if (r->at == r->end || *r->at != (unsigned char)c)
        return false;
    r->at++;
    return true;
}

static void space(text_range *r)
{
    while (take(r, ' ') || take(r, '\t') || take(r, '\n') || take(r, '\r')) {}
}

static bool digits(text_range *r)
{
    const unsigned char *start = r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
        r->at++;
    return r->at > start;
}

static bool oracle_code_point(text_range *r)
{
    uint32_t lead = *r->at++, code, more;
    if (lead < 0x80)
        return lead >= 0x20;
    if (lead >= 0xC0 && lead < 0xE0) {
        code = lead & 0x1F;
        more = 1;
    } else if (lead >= 0xE0 && lead < 0xF0) {
        code = lead & 0x0F;
        more = 2;
    } else if (lead >= 0xF0 && lead < 0xF8) {
        code = lead & 0x07;
        more = 3;
    } else {
        return false;
    }
    for (uint32_t i = 0; i < more; i++) {
        if (r->at == r->end || (*r->at & 0xC0) != 0x80)
            return false;
        code = code << 6 | (*r->at++ & 0x3Fu);
    }
    static const uint32_t least[4] = {0, 0x80, 0x800, 0x10000};
    return code >= least[more] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
}

static bool oracle_unit(text_range *r, unsigned *unit)
{
    char four[5] = {0};
    for (int i = 0; i < 4; i++) {
        if (r->at == r->end || !strchr("0123456789abcdefABCDEF", *r->at) || *r->at == 0)
            return false;
        four[i] = (char)*r->at++;
    }
    *unit = (unsigned)strtoul(four, NULL, 16);
    return true;
}

static bool oracle_string(text_range *r)
{
    if (!take(r, '"'))
        return false;
    while (r->at < r->end && *r->at != '"') {
        if (!take(r, '\\')) {
            if (!oracle_code_point(r))
                return false;
            continue;
        }
        if (r->at == r->end)
            return false;
        unsigned char c = *r->at++;
        unsigned unit, low;
        if (c == 'u') {
            if (!oracle_unit(r, &unit) || unit == 0 || (unit & 0xFC00u) == 0xDC00u)
                return false;
            if ((unit & 0xFC00u) == 0xD800u &&
                (!take(r, '\\') || !take(r, 'u') || !oracle_unit(r, &low) || (low & 0xFC00u) != 0xDC00u))
                return false;
        } else if (c == 0 || !strchr("\"\\/bfnrt", c)) {
            return false;
        }
    }
    return take(r, '"');
}

static bool oracle_number(text_range *r)
{
    take(r, '-');
    if (!take(r, '0') && !digits(r))
        return false;
    if (take(r, '.') && !digits(r))
        return false;
    if (take(r, 'e') || take(r, 'E')) {
        if (!take(r, '+'))
            take(r, '-');
        return digits(r);
    }
    return true;
}

static bool oracle_value(text_range *r, unsigned depth);

static bool oracle_members(text_range *r, unsigned depth, char close, bool named)
{
    space(r);
    if (take(r, close))
        return true;
    do {
        space(r);
        if (named && !oracle_string(r))
            return false;
        space(r);
        if ((named && !take(r, ':')) || !oracle_value(r, depth))
            return false;
        space(r);
    } while (take(r, ','));
    return take(r, close);
}

static bool oracle_value(text_range *r, unsigned depth)
{
    space(r);
    if (r->at == r->end || depth > VV_JSON_MAX_DEPTH)
        return false;
    if (*r->at == '[' || *r->at == '{') {
        bool object = *r->at++ == '{';
        return depth < VV_JSON_MAX_DEPTH && oracle_members(r, depth + 1, object ? '}' : ']', object);
    }
    if (*r->at == '"')
        return oracle_string(r);
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(r->end - r->at) >= length && memcmp(r->at, words[i], length) == 0) {
            r->at += length;
            return true;
        }
    }
    return oracle_number(r);
}

static bool oracle(const char *text, size_t length)
{
    text_range r = {(const unsigned char *)text, (const unsigned char *)text + length};
    if (!oracle_value(&r, 0))
        return false;
    space(&r);
    return r.at == r.end;
}

static const char sample[] = "{\"format\": \"verve\", \"a\": [1, -2.5e-3, true, [], {}], \"\\u00e9\\ud83d\\ude00\": "
                             "{\"b\": null, \"c\": \"x\\\"\xE2\x82\xAC\"}, \"n\": [0, [[\"deep\"]]]}";

/* Only for texts without repeated names and huge numbers, which the oracle does not look at. */
static void agrees_with_a_second_grammar_on_mutations(void **state)
{
    (void)state;
    static const char alphabet[] = "{}[]:,\"\\ \n019-+.eEtrufalsn/bdD8\x80\xC3\xE2\xF0\xED";
    vvi_random random = vvi_random_seed(7);
    unsigned accepted = 0, different = 0;
    for (int round = 0; round < 60000; round++) {
        char text[sizeof sample];
        memcpy(text, sample, sizeof sample);
        size_t length = sizeof sample - 1;
        for (uint32_t edits = 1 + vvi_random_below(&random, 3); edits > 0; edits--) {
            size_t at = vvi_random_below(&random, (uint32_t)length);
            if (vvi_random_below(&random, 3) == 0) {
                memmove(text + at, text + at + 1, length - at - 1);
                length--;
            } else {
                text[at] = alphabet[vvi_random_below(&random, sizeof alphabet - 1)];
            }
        }
        vv_json_document *document;
        vv_error error;
        bool mine = parse(text, length, &document, &error) == VV_OK;
        if (mine)
            vv_json_destroy(document);
        accepted += mine;
        bool outside_oracle = !mine && (strstr(error.message, "second time") || strstr(error.message, "too large"));
        different += !outside_oracle && mine != oracle(text, length);
    }
    assert_int_equal(different, 0);
    assert_true(accepted > 1000); /* else the mutations are too wild to tell anything */
}

static void truncated_at_every_byte_is_refused(void **state)
{
    (void)state;
    for (size_t length = 0; length < sizeof sample - 1; length++)
        assert_false(accepts(sample, length));
    assert_true(accepts(sample, sizeof sample - 1));
}

/* ---- The tree ---------------------------------------------------------------------------------------------------- */

static void the_tree_is_what_was_written(void **state)
{
    (void)state;
    static const char text[] =
        "{\n \"a\": [1, -2.5,\n true],\n \"\\u00e9\": \"\\ud83d\\ude00\\n\",\n \"o\": {\"x y\": [{}, "
        "null]}\n}";
    vv_json_document *document;
    vv_error error;
    char path[64], small[12];
    assert_int_equal(parse(text, sizeof text - 1, &document, &error), VV_OK);
    const vv_json *root = vv_json_root(document), *a = vv_json_member(root, "a");
    assert_int_equal(root->kind, VV_JSON_OBJECT);
    assert_int_equal(root->count, 3);
    assert_null(root->parent);
    assert_int_equal(a->count, 3);
    assert_int_equal(a->line, 2);
    assert_true(a->child->number == 1.0 && a->child->next->number == -2.5);
    const vv_json *yes = a->child->next->next;
    assert_int_equal(yes->kind, VV_JSON_TRUE);
    assert_int_equal(yes->line, 3);
    assert_int_equal(yes->index, 2);
    assert_null(yes->next);
    assert_ptr_equal(yes->parent, a);
    assert_string_equal(vv_json_path(yes, path, sizeof path), "$.a[2]");
    assert_string_equal(vv_json_member(root, "\xC3\xA9")->string, "\xF0\x9F\x98\x80\n");
    const vv_json *deep = vv_json_member(vv_json_member(root, "o"), "x y");
    assert_string_equal(vv_json_path(deep->child->next, path, sizeof path), "$.o[\"x y\"][1]");
    assert_string_equal(vv_json_path(deep->child->next, small, sizeof small), "$.o[\"x y\"]");
    assert_int_equal(deep->child->kind, VV_JSON_OBJECT);
    assert_null(vv_json_member(deep->child, "x"));
    assert_null(vv_json_member(deep, "x"));
    assert_int_equal(vv_json_fail(document, deep, &error, VV_ERROR_ARGUMENT, "no %s", "good"), VV_ERROR_ARGUMENT);
    assert_string_equal(error.message, "no good");
    assert_string_equal(error.path, "$.o[\"x y\"]");
    assert_int_equal(error.line, 5);
    vv_json_destroy(document);
}

static void errors_name_their_line(void **state)
{
    (void)state;
    vv_json_document *document;
    vv_error error;
    static const char missing[] = "{\n  \"a\": 1\n  \"b\": 2\n}",
                      twice[] = "{\n\"a\": 1,\n\"b\": 2,\n\"a\": 3,\n\"b\": 4}";
    assert_int_equal(parse(missing, sizeof missing - 1, &document, &error), VV_ERROR_FORMAT);
    assert_int_equal(error.line, 3);
    assert_int_equal(parse(twice, sizeof twice - 1, &document, &error), VV_ERROR_FORMAT);
    assert_int_equal(error.line, 4);
    assert_string_equal(error.path, "$.a");
}

/* ---- Hostile input ----------------------------------------------------------------------------------------------- */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now); /* the machine may be busy */
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void every_common_mistake_has_its_own_words(void **state)
{
    (void)state;
    static const char *const mistakes[][2] = {
        {"{\n// note\n\"a\":1}", "JSON has no comments"},
        {"{\"a\": /* note */ 1}", "JSON has no comments"},
        {"[1, 2 # note\n]", "JSON has no comments"},
        {"{\"a\":1}\n// end", "JSON has no comments"},
        {"{\n<<<<<<< HEAD\n\"a\":1", "a conflict of version control was not resolved here"},
        {"{\"a\":1\n=======\n\"a\":2}", "a conflict of version control was not resolved here"},
        {"[1,\n>>>>>>> other\n2]", "a conflict of version control was not resolved here"},
        {"{'a':1}", "this text is in single quotes"},
        {"{\"a\":'b'}", "this text is in single quotes"},
        {"{\"a\":1,}", "a comma stands before the closing }"},
        {"[1,2,]", "a comma stands before the closing ]"},
        {"{\"a\":1,\n", "the text ends inside a bracket"},
        {"{\"a\":[1", "the text ends inside a bracket"},
        {"{\"a\"", "the text ends after a member name"},
        {"{a:1}", "a member name in quotes is missing here"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        vv_json_document *document;
        vv_error error;
        assert_int_equal(parse(mistakes[i][0], strlen(mistakes[i][0]), &document, &error), VV_ERROR_FORMAT);
        assert_string_equal(error.message, mistakes[i][1]);
        assert_true(error.remedy[0]);
    }
}

static void nesting_is_bounded(void **state)
{
    (void)state;
    char text[2 * VV_JSON_MAX_DEPTH + 4];
    for (size_t depth = VV_JSON_MAX_DEPTH - 1; depth <= VV_JSON_MAX_DEPTH + 1; depth++) {
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        assert_int_equal(accepts(text, 2 * depth), depth <= VV_JSON_MAX_DEPTH);
    }
}

static void ten_megabytes_of_brackets_cost_no_memory(void **state)
{
    (void)state;
    size_t length = 10u << 20;
    char *text = malloc(length);
    memset(text, '[', length);
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_json_document *document;
    vv_error error = {0};
    assert_int_equal(vv_json_parse(text, length, "x", &allocator, &document, &error), VV_ERROR_LIMIT);
    assert_int_equal(counting.allocations, 0);
    free(text);
}

/* Times `count` repetitions of `item` between brackets; the last item has no comma. */
static double time_list(const char *open, const char *item, const char *close, size_t count, bool numbered)
{
    char *text = malloc(count * (strlen(item) + 16) + 16), *end = text;
    end += sprintf(end, "%s", open);
    for (size_t i = 0; i < count; i++) {
        if (numbered)
            end += sprintf(end, "%s\"k%zu\":%s", i ? "," : "", i, item);
        else
            end += sprintf(end, "%s%s", i ? "," : "", item);
    }
    end += sprintf(end, "%s", close);
    double start = seconds();
    assert_true(accepts(text, (size_t)(end - text)));
    double taken = seconds() - start;
    free(text);
    return taken;
}

static void no_text_takes_quadratic_time(void **state)
{
    (void)state;
    /* Eight times the text may take some ten times as long; quadratic would be sixty-four. */
    static const struct {
        const char *open, *item, *close;
        bool numbered;
    } cases[] = {{"[", "[[[[1]]]]", "]", false}, {"{", "{\"a\":[0]}", "}", true}, {"[", "\"\\n\"", "]", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double small = 1e9, large = 1e9;
        for (int repeat = 0; repeat < 3; repeat++) {
            double a = time_list(cases[i].open, cases[i].item, cases[i].close, 12500, cases[i].numbered);
            double b = time_list(cases[i].open, cases[i].item, cases[i].close, 100000, cases[i].numbered);
            small = a < small ? a : small;
            large = b < large ? b : large;
        }
        if (large > 30.0 * small)
            fail_msg("case %zu: %g s against %g s", i, large, small);
    }
}

static void long_numbers_keep_their_value(void **state)
{
    (void)state;
    enum { ZEROS = 200000 };
    char *text = malloc(ZEROS + 8);
    vv_json_document *document;
    vv_error error;
    memcpy(text, "1.5", 3);
    memset(text + 3, '0', ZEROS);
    assert_int_equal(parse(text, ZEROS + 3, &document, &error), VV_OK);
    assert_true(vv_json_root(document)->number == 1.5);
    vv_json_destroy(document);
    memset(text + 1, '0', ZEROS);
    assert_int_equal(parse(text, ZEROS, &document, &error), VV_ERROR_ARGUMENT);
    free(text);
}

static void every_failed_allocation_is_survived(void **state)
{
    (void)state;
    vv_result result = VV_ERROR_MEMORY;
    uint64_t n = 0;
    while (result == VV_ERROR_MEMORY) {
        vv_counting counting = {.fail_at = ++n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_json_document *document = NULL;
        vv_error error = {0};
        result = vv_json_parse(sample, sizeof sample - 1, "x", &allocator, &document, &error);
        if (result == VV_OK)
            vv_json_destroy(document);
        else
            assert_int_equal(error.code, VV_ERROR_MEMORY);
        assert_int_equal(counting.used, 0);
    }
    assert_int_equal(result, VV_OK);
    assert_true(n > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_what_the_rfc_allows),
        cmocka_unit_test(refuses_everything_else),
        cmocka_unit_test(agrees_with_a_second_grammar_on_mutations),
        cmocka_unit_test(truncated_at_every_byte_is_refused),
        cmocka_unit_test(the_tree_is_what_was_written),
        cmocka_unit_test(errors_name_their_line),
        cmocka_unit_test(every_common_mistake_has_its_own_words),
        cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(ten_megabytes_of_brackets_cost_no_memory),
        cmocka_unit_test(no_text_takes_quadratic_time),
        cmocka_unit_test(long_numbers_keep_their_value),
        cmocka_unit_test(every_failed_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
