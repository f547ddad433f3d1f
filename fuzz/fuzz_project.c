/* Any bytes as a project.json; what is accepted is written, read again and written to the same text. */
#include "author/document/document.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *written(const vv_document *document, size_t *length)
{
    char *text = NULL;
    if (vv_project_write(vv_document_project(document), NULL, &text, length, NULL) != VV_OK)
        __builtin_trap();
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    vv_document *first = NULL, *second = NULL;
    vv_error error;
    vv_problems problems = {.warnings = true};
    bool opens = vv_document_parse((const char *)data, size, "fuzz.json", NULL, &first, &error) == VV_OK;
    if (vv_project_check((const char *)data, size, "fuzz.json", &problems, &error) != VV_OK)
        __builtin_trap();
    if (opens != (problems.errors == 0)) /* what opens has no errors, and the other way round */
        __builtin_trap();
    vv_problems_release(&problems);
    if (!opens)
        return 0;
    size_t lengths[2];
    char *text = written(first, &lengths[0]);
    if (vv_document_parse(text, lengths[0], "again.json", NULL, &second, &error) != VV_OK)
        __builtin_trap();
    char *again = written(second, &lengths[1]);
    if (lengths[0] != lengths[1] || memcmp(text, again, lengths[0]) != 0)
        __builtin_trap();
    vv_project_text_release(NULL, text, lengths[0]);
    vv_project_text_release(NULL, again, lengths[1]);
    vv_document_destroy(first);
    vv_document_destroy(second);
    return 0;
}
