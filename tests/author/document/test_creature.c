/* Creatures, motions, gaits and their scenes in a document: what is written reads back, and every rule is broken on purpose and found at
 * its place. */
#include "author/document/creatures.h"
#include "author/document/read.h"
#include "tests/author/document/creatures_sample.h"
#include "tests/author/document/documents.h"

/* ---- Round trips ---------------------------------------------------------------------------------------------------- */

static void what_is_written_reads_back(void **state)
{
    (void)state;
    vv_document *document = open_text(creatures_sample);
    char *text = text_of(document), *whole = whole_text(document);
    assert_string_equal(text, creatures_sample);
    vv_document *again = open_text(whole);
    char *text_again = text_of(again), *whole_again = whole_text(again);
    assert_string_equal(text_again, creatures_sample);
    assert_string_equal(whole_again, whole);
    free(whole_again);
    free(text_again);
    free(whole);
    free(text);
    vv_document_destroy(again);
    vv_document_destroy(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
