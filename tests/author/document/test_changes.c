/* A project without its text: the tree that is written is the one that reading the text gives, what is found wrong in
 * memory is what is found in the text, and changes make one state into the other. */
#include "author/document/schema.h"
#include "tests/author/document/creatures_sample.h"
#include "tests/author/document/documents.h"
#include "tests/author/document/lines_sample.h"
#include "tests/author/document/verbs_sample.h"

static const char *const samples[] = {sample_project, verbs_sample, creatures_sample, lines_sample};
#define SAMPLES (sizeof samples / sizeof *samples)

/* ---- The tree ---------------------------------------------------------------------------------------------------- */

static void expect_same_value(const vv_json *a, const vv_json *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->index, b->index);
    assert_true((a->name == NULL) == (b->name == NULL) && (a->string == NULL) == (b->string == NULL));
    assert_true((a->parent == NULL) == (b->parent == NULL));
    assert_string_equal(a->name ? a->name : "", b->name ? b->name : "");
    assert_string_equal(a->string ? a->string : "", b->string ? b->string : "");
    assert_memory_equal(&a->number, &b->number, sizeof a->number);
    const vv_json *other = b->child;
    for (const vv_json *child = a->child; child; child = child->next, other = other->next) {
        assert_ptr_equal(child->parent, a);
        assert_non_null(other);
        expect_same_value(child, other);
    }
    assert_null(other);
}

static void a_written_tree_is_what_reading_the_text_gives(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        vv_document *document = open_text(samples[i]);
        vv_json_document *read, *written;
        vv_json_writer *writer;
        size_t bound = 0;
        assert_int_equal(vv_json_parse(samples[i], strlen(samples[i]), "", NULL, &read, NULL), VV_OK);
        assert_int_equal(vv_json_tree_writer_create("", NULL, &writer, NULL), VV_OK);
        vvi_write_file(writer, vv_document_project(document));
        written = vv_json_writer_detach_tree(writer, &bound);
        vv_json_writer_destroy(writer);
        assert_non_null(written);
        assert_true(bound >= strlen(samples[i]));
        expect_same_value(vv_json_root(written), vv_json_root(read));
        vv_json_destroy(written);
        vv_json_destroy(read);
        vv_document_destroy(document);
    }
}

/* ---- Problems ---------------------------------------------------------------------------------------------------- */

/* Returns how many there are. */
static uint32_t expect_same_problems(const vv_document *document)
{
    vv_problems of_text = {.warnings = true}, of_memory = {.warnings = true};
    char *text = text_of(document);
    assert_int_equal(vv_project_check(text, strlen(text), "p", &of_text, NULL), VV_OK);
    assert_int_equal(vv_project_check_memory(vv_document_project(document), "p", &of_memory, NULL), VV_OK);
    assert_int_equal(of_text.count, of_memory.count);
    assert_int_equal(of_text.errors, of_memory.errors);
    uint32_t count = of_text.count;
    for (uint32_t i = 0; i < count; i++) {
        const vv_problem *a = &of_text.items[i], *b = &of_memory.items[i];
        assert_int_equal(a->rule, b->rule);
        assert_int_equal(a->error.code, b->error.code);
        assert_string_equal(a->error.file, b->error.file);
        assert_string_equal(a->error.path, b->error.path);
        assert_string_equal(a->error.message, b->error.message);
        assert_string_equal(a->error.remedy, b->error.remedy);
    }
    vv_problems_release(&of_text);
    vv_problems_release(&of_memory);
    free(text);
    return count;
}

/* States that no command makes, as a fault in one would leave them: what reading finds, checking in memory finds. */
static void faults_in_memory_are_found(void **state)
{
    (void)state;
    for (int fault = 0; fault < 5; fault++) {
        vv_document *document = open_text(sample_project);
        vv_project_artwork *artwork = (vv_project_artwork *)vv_document_project(document)->artworks[0];
        vv_project_handle *handles = (vv_project_handle *)artwork->handles;
        vv_project_example *examples = (vv_project_example *)artwork->examples;
        if (fault == 0)
            artwork->scale = -1.0f;
        if (fault == 1)
            handles[0].shape.from.x = 3e38f;
        if (fault == 2)
            memcpy(handles[1].name, handles[0].name, sizeof handles[0].name);
        if (fault == 3)
            memcpy(examples[1].name, "\x01", 2);
        if (fault == 4)
            memcpy(examples[1].name, examples[0].name, sizeof examples[0].name);
        assert_true(expect_same_problems(document) > 0);
        vv_document_destroy(document);
    }
}

static void what_is_too_long_is_found(void **state)
{
    (void)state;
    vv_document *document =
        open_text("{\"format\":\"verve-project\",\"version\":1,\"name\":\"x\",\"artworks\":[],\"scenes\":[]}");
    vv_project *project = (vv_project *)vv_document_project(document);
    vv_project_artwork *artwork = calloc(1, sizeof *artwork);
    const vv_project_artwork **list = calloc(200000, sizeof *list);
    vv_problems problems = {0};
    vv_error error = {0};
    snprintf(artwork->name, sizeof artwork->name, "%050d", 1);
    for (uint32_t i = 0; i < 200000; i++)
        list[i] = artwork;
    vv_project large = *project;
    large.artworks = (const vv_project_artwork *const *)list;
    large.artwork_count = 200000;
    char *text = NULL;
    size_t length = 0;
    vv_result result = vv_project_write(&large, NULL, &text, &length, &error);
    assert_int_equal(result, VV_ERROR_LIMIT);
    vv_error again = {0};
    assert_int_equal(vv_project_check_memory(&large, "p", &problems, &again), result);
    assert_string_equal(again.message, error.message);
    vv_problems_release(&problems);
    free(list);
    free(artwork);
    vv_document_destroy(document);
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

static void write_patched(vv_json_writer *w, const char *name, const vv_json *value, const vv_json *change);

static void write_patched_array(vv_json_writer *w, const vv_json *array, const vv_json *change)
{
    const vv_json *splice = vv_json_member(change, "splice"), *element = array->child;
    uint32_t at = splice ? (uint32_t)splice->child->number : VV_NONE, index = 0;
    uint32_t removed = splice ? (uint32_t)splice->child->next->number : 0;
    const vv_json *added = splice ? splice->child->next->next->child : NULL;
    for (;; index++) {
        char key[12];
        bool inserts = added && index >= at;
        if (index == at && removed > 0)
            for (; removed > 0; removed--)
                element = element->next;
        const vv_json *source = inserts ? added : element;
        if (!source)
            return;
        snprintf(key, sizeof key, "%u", index);
        write_patched(w, NULL, source, vv_json_member(change, key));
        if (inserts)
            added = added->next;
        else
            element = element->next;
    }
}

/* `change` may be NULL. */
static void write_patched(vv_json_writer *w, const char *name, const vv_json *value, const vv_json *change)
{
    if (!change) {
        vv_json_write_value(w, name, value);
    } else if (change->kind == VV_JSON_ARRAY) {
        assert_int_equal(change->count, 1);
        vv_json_write_value(w, name, change->child);
    } else if (value->kind == VV_JSON_ARRAY) {
        vv_json_write_array(w, name);
        write_patched_array(w, value, change);
        vv_json_write_end(w);
    } else {
        for (const vv_json *member = change->child; member; member = member->next)
            assert_non_null(vv_json_member(value, member->name));
        vv_json_write_object(w, name);
        for (const vv_json *member = value->child; member; member = member->next)
            write_patched(w, member->name, member, vv_json_member(change, member->name));
        vv_json_write_end(w);
    }
}

static vv_json_document *parse(const char *text)
{
    vv_json_document *json = NULL;
    assert_int_equal(vv_json_parse(text, strlen(text), "", NULL, &json, NULL), VV_OK);
    return json;
}

/* Release with free. */
static char *whole_of(const vv_project *project)
{
    vv_json_writer *w;
    assert_int_equal(vv_json_writer_create(NULL, true, &w, NULL), VV_OK);
    vv_project_write_whole(project, w);
    char *text = strdup(vv_json_writer_text(w, NULL));
    vv_json_writer_destroy(w);
    return text;
}

static char *changes_of(const vv_project *before, const vv_project *now)
{
    vv_json_writer *w;
    assert_int_equal(vv_json_writer_create(NULL, true, &w, NULL), VV_OK);
    assert_int_equal(vv_project_write_changes(before, now, NULL, w, NULL, NULL), VV_OK);
    char *text = strdup(vv_json_writer_text(w, NULL));
    vv_json_writer_destroy(w);
    return text;
}

static void expect_changes_lead(const vv_project *before, const vv_project *now, const char *what)
{
    char *old = whole_of(before), *new = whole_of(now), *text = changes_of(before, now);
    vv_json_document *value = parse(old), *change = parse(text);
    vv_json_writer *w;
    assert_int_equal(vv_json_writer_create(NULL, true, &w, NULL), VV_OK);
    write_patched(w, NULL, vv_json_root(value), vv_json_root(change));
    const char *patched = vv_json_writer_text(w, NULL);
    if (strcmp(patched, new) != 0)
        fail_msg("after %s the change %s leads elsewhere", what, text);
    if (strcmp(old, new) == 0)
        assert_string_equal(text, "{}");
    vv_json_writer_destroy(w);
    vv_json_destroy(value);
    vv_json_destroy(change);
    free(old);
    free(new);
    free(text);
}

static void changes_lead_from_any_state_to_any_other(void **state)
{
    (void)state;
    char command[4096];
    for (uint32_t seed = 0; seed < 12; seed++) {
        vvi_random random = vvi_random_seed(70 + seed);
        vv_document *document = open_text(sample_project);
        const vv_project *told = vv_document_keep(document);
        for (int i = 0; i < 60; i++) {
            uint32_t kind = vvi_random_below(&random, 8);
            random_command(&random, command, sizeof command, 2);
            if (kind == 0)
                vv_document_undo(document);
            else if (kind == 1)
                vv_document_redo(document);
            else
                apply_text(document, command, NULL);
            if (vvi_random_below(&random, 3) == 0)
                continue; /* several steps at once */
            const vv_project *now = vv_document_keep(document);
            expect_changes_lead(told, now, command);
            if (i % 8 == 0)
                expect_same_problems(document);
            vv_project_release(told);
            told = now;
        }
        vv_project_release(told);
        vv_document_destroy(document);
    }
}

/* Every noun that others name: renamed, moved to the end, removed. */
static void items_that_others_name_change_with_these(void **state)
{
    (void)state;
    static const char *const nouns[] = {"artwork",  "clip",   "family", "recording", "skeleton",
                                        "take",     "form",   "shape",  "verb",      "graph",
                                        "creature", "motion", "gait",   "line",      "scene"};
    static const char *const forms[] = {"{\"do\":\"%s.rename\",\"%s\":\"%s\",\"to\":\"new\"}",
                                        "{\"do\":\"%s.move\",\"%s\":\"%s\",\"before\":null}",
                                        "{\"do\":\"%s.remove\",\"%s\":\"%s\"}"};
    uint32_t applied = 0;
    for (size_t s = 0; s < SAMPLES; s++) {
        vv_document *document = open_text(samples[s]);
        const vv_project *before = vv_document_keep(document);
        expect_same_problems(document);
        for (vvi_noun kind = 0; kind < VVI_NOUNS; kind++) {
            for (uint32_t i = 0; i < 3 * vvi_noun_count(kind, before); i++) {
                char command[400];
                snprintf(command, sizeof command, forms[i % 3], nouns[kind], nouns[kind],
                         (const char *)vvi_noun_item(kind, before, i / 3)); /* begins with its name */
                if (apply_text(document, command, NULL) != VV_OK)
                    continue;
                applied++;
                expect_changes_lead(before, vv_document_project(document), command);
                expect_changes_lead(vv_document_project(document), before, command);
                vv_document_undo(document);
            }
        }
        vv_project_release(before);
        vv_document_destroy(document);
    }
    assert_true(applied > 60);
}

/* A slider sends a number, not the drawing around it. */
static void a_number_is_sent_alone(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    const vv_project *before = vv_document_keep(document);
    char command[200];
    snprintf(command, sizeof command, "{\"do\":\"artwork.set\",\"artwork\":\"%s\",\"scale\":123.5}",
             before->artworks[0]->name);
    must_apply(document, command);
    char *text = changes_of(before, vv_document_project(document));
    assert_string_equal(text, "{\"artworks\":{\"0\":{\"scale\":[123.5]}}}");
    free(text);
    vv_project_release(before);
    vv_document_destroy(document);
}

static void comparing_and_checking_survive_every_failed_allocation(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    const vv_project *before = vv_document_keep(document), *project = vv_document_project(document);
    char command[200];
    snprintf(command, sizeof command, "{\"do\":\"artwork.rename\",\"artwork\":\"%s\",\"to\":\"z\"}",
             before->artworks[0]->name);
    must_apply(document, command);
    project = vv_document_project(document);
    vv_result compared = VV_ERROR_MEMORY, checked = VV_ERROR_MEMORY;
    for (uint64_t n = 1; compared != VV_OK || checked != VV_OK; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_json_writer *w;
        assert_int_equal(vv_json_writer_create(NULL, true, &w, NULL), VV_OK);
        compared = vv_project_write_changes(before, project, &allocator, w, NULL, NULL);
        assert_true(compared == VV_OK || compared == VV_ERROR_MEMORY);
        vv_json_writer_destroy(w);
        assert_int_equal(counting.used, 0);
        counting = (vv_counting){.fail_at = n};
        vv_problems problems = {.allocator = &allocator, .warnings = true};
        checked = vv_project_check_memory(project, "p", &problems, NULL);
        assert_true(checked == VV_OK || checked == VV_ERROR_MEMORY);
        vv_problems_release(&problems);
        assert_int_equal(counting.used, 0);
    }
    vv_project_release(before);
    vv_document_destroy(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_written_tree_is_what_reading_the_text_gives),
        cmocka_unit_test(faults_in_memory_are_found),
        cmocka_unit_test(what_is_too_long_is_found),
        cmocka_unit_test(changes_lead_from_any_state_to_any_other),
        cmocka_unit_test(items_that_others_name_change_with_these),
        cmocka_unit_test(a_number_is_sent_alone),
        cmocka_unit_test(comparing_and_checking_survive_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
