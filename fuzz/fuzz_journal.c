/* Any bytes as a journal beside a small project. The first byte selects: '=' takes the rest as it is; after anything
 * else the rest are lines without their checksums, which are then computed, and HHHHHHHHHHHHHHHH in them is the hash
 * of project.json. The project opens whatever the journal says; the state of project.json is among the states
 * unchanged, and every state can be written; a new journal with the same history replays to the same states. */
#include "author/document/document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* As vv_project_write makes it. */
static const char project[] = "{\n  \"format\": \"verve-project\",\n  \"version\": 1,\n  \"name\": \"P\",\n"
                              "  \"artworks\": [],\n  \"scenes\": []\n}\n";
#define PROJECT_BYTES (sizeof project - 1)

typedef struct found {
    vv_document *document;
    vv_journal *journal;
    vv_journal_report report;
    bool has_project; /* the state that project.json holds is among the states */
} found;

static found replay(const char *text, size_t length)
{
    found f = {0};
    if (vv_document_parse(project, PROJECT_BYTES, "project.json", NULL, &f.document, NULL) != VV_OK ||
        vv_journal_create(NULL, &f.journal, NULL) != VV_OK ||
        vv_journal_replay(f.journal, f.document, text, length, vv_journal_hash(project, PROJECT_BYTES), &f.report,
                          NULL) != VV_OK)
        __builtin_trap();
    return f;
}

static void release(found *f)
{
    vv_journal_destroy(f->journal);
    vv_document_destroy(f->document);
}

static uint64_t hash_state(const vv_document *document)
{
    char *text = NULL;
    size_t length = 0;
    if (vv_project_write(vv_document_project(document), NULL, &text, &length, NULL) != VV_OK)
        __builtin_trap();
    uint64_t hash = vv_journal_hash(text, length);
    vv_project_text_release(NULL, text, length);
    return hash;
}

/* The current state, its index, and all states. */
static uint64_t check_row(found *f)
{
    uint32_t present = vv_document_step(f->document);
    uint64_t hash = vv_hash_bytes(hash_state(f->document), &present, sizeof present);
    while (vv_document_undo(f->document)) {}
    do {
        uint64_t state = hash_state(f->document);
        bool here = vv_document_revision(f->document) == f->report.project_revision;
        if (here && state != vv_journal_hash(project, PROJECT_BYTES))
            __builtin_trap();
        f->has_project = f->has_project || here;
        hash = vv_hash_bytes(hash, &state, sizeof state);
    } while (vv_document_redo(f->document));
    while (vv_document_step(f->document) > present)
        vv_document_undo(f->document);
    return hash;
}

static void check(const char *text, size_t length)
{
    const char *line;
    size_t bytes;
    found f = replay(text, length);
    uint64_t row = check_row(&f);
    if (f.report.whole_bytes + f.report.dropped_bytes != length)
        __builtin_trap();
    if (vv_journal_begin(f.journal, f.document, f.report.project_revision, vv_journal_hash(project, PROJECT_BYTES),
                         &line, &bytes, NULL) != VV_OK)
        __builtin_trap();
    found again = replay(line, bytes);
    if (again.report.state != VV_JOURNAL_CURRENT || again.report.dropped_bytes != 0)
        __builtin_trap();
    if (hash_state(again.document) != hash_state(f.document) || (f.has_project && check_row(&again) != row))
        __builtin_trap();
    release(&again);
    release(&f);
}

/* The lines with their checksums. */
static char *seal(const char *text, size_t length, size_t *sealed_length)
{
    char *sealed = malloc(length * 28 + 64), *body = malloc(length + 1), digits[17];
    uint64_t sum = 0;
    *sealed_length = 0;
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)vv_journal_hash(project, PROJECT_BYTES));
    while (length > 0) {
        const char *end = memchr(text, '\n', length);
        size_t bytes = end ? (size_t)(end - text) : length;
        memcpy(body, text, bytes);
        for (size_t i = 0; i + 16 <= bytes; i++) {
            if (memcmp(body + i, "HHHHHHHHHHHHHHHH", 16) == 0)
                memcpy(body + i, digits, 16);
        }
        sum = vv_hash_bytes(sum, body, bytes);
        memcpy(sealed + *sealed_length, body, bytes);
        *sealed_length += bytes;
        *sealed_length += (size_t)sprintf(sealed + *sealed_length, ",\"sum\":\"%016llx\"}\n", (unsigned long long)sum);
        text += bytes + (end != NULL);
        length -= bytes + (end != NULL);
    }
    free(body);
    return sealed;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    size_t length = size - 1;
    char *text;
    if (data[0] == '=') {
        text = malloc(size);
        memcpy(text, data + 1, length);
    } else {
        text = seal((const char *)data + 1, length, &length);
    }
    check(text, length);
    free(text);
    return 0;
}
