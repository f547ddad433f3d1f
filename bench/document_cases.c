/* A project of the size of examples/puppet-cat, nearly all of it a recording: an edit with what it returns to the
 * page, a check, and writing the text. */
#include "cases.h"

#include "author/document/document.h"
#include "runtime/base/base.h"

#include <stdlib.h>
#include <string.h>

enum { HANDLES = 23, REGIONS = 16, FRAMES = 209 };

static void write_point(vv_json_writer *w, const char *name, float x, float y)
{
    vv_json_write_array(w, name);
    vv_json_write_float(w, NULL, x);
    vv_json_write_float(w, NULL, y);
    vv_json_write_end(w);
}

static void write_handle(vv_json_writer *w, uint32_t index)
{
    char name[16];
    vvi_format(name, sizeof name, "handle%u", index);
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "name", name);
    vv_json_write_string(w, "kind", "point");
    write_point(w, "at", 0.1f * (float)index, 0.03f * (float)index);
    vv_json_write_end(w);
}

/* Numbers of five decimals, as recordings have them. */
static float decimals(vvi_random *random)
{
    return (float)((int)vvi_random_below(random, 200001) - 100000) / 100000.0f;
}

static void write_region(vv_json_writer *w, vvi_random *random, uint32_t index)
{
    char name[16];
    vvi_format(name, sizeof name, "handle%u", index);
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "handle", name);
    write_point(w, "rest", 0.1f * (float)index, 0.03f * (float)index);
    vv_json_write_array(w, "frames");
    for (uint32_t f = 0; f < FRAMES; f++) {
        vv_json_write_array(w, NULL);
        for (uint32_t i = 0; i < 6; i++)
            vv_json_write_float(w, NULL, decimals(random));
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
    vv_json_write_end(w);
}

static void write_project(vv_json_writer *w)
{
    vvi_random random = vvi_random_seed(4);
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "format", "verve-project");
    vv_json_write_integer(w, "version", VV_PROJECT_VERSION);
    vv_json_write_string(w, "name", "bench");
    vv_json_write_array(w, "artworks");
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "name", "cat");
    vv_json_write_array(w, "handles");
    for (uint32_t i = 0; i < HANDLES; i++)
        write_handle(w, i);
    vv_json_write_end(w);
    vv_json_write_end(w);
    vv_json_write_end(w);
    vv_json_write_array(w, "recordings");
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "name", "walk");
    vv_json_write_string(w, "artwork", "cat");
    vv_json_write_float(w, "size", 1.3257775f);
    vv_json_write_array(w, "regions");
    for (uint32_t i = 0; i < REGIONS; i++)
        write_region(w, &random, i);
    vv_json_write_end(w);
    vv_json_write_end(w);
    vv_json_write_end(w);
    vv_json_write_end(w);
}

static void *prepare(void)
{
    vv_json_writer *w;
    vv_document *document = NULL;
    if (vv_json_writer_create(NULL, true, &w, NULL) != VV_OK)
        return NULL;
    write_project(w);
    size_t length = 0;
    const char *text = vv_json_writer_text(w, &length);
    if (text)
        vv_document_parse(text, length, "bench", NULL, &document, NULL);
    vv_json_writer_destroy(w);
    return document;
}

static void finish(void *context) { vv_document_destroy(context); }

/* A slider's tick: the command as text, the state that it makes, and the text that tells the page what has changed. */
static void edit(vv_document *document, uint32_t tick)
{
    char command[100];
    vv_json_document *json;
    vv_json_writer *w;
    const vv_project *before = vv_document_keep(document);
    vvi_format(command, sizeof command, "{\"do\":\"artwork.set\",\"artwork\":\"cat\",\"scale\":%u}", 100 + tick % 100);
    if (before && vv_json_parse(command, strlen(command), "", NULL, &json, NULL) == VV_OK) {
        vv_document_preview(document, json, vv_json_root(json), NULL);
        vv_json_destroy(json);
    }
    if (before && vv_json_writer_create(NULL, true, &w, NULL) == VV_OK) {
        vv_project_write_changes(before, vv_document_project(document), NULL, w, NULL, NULL);
        vv_json_writer_text(w, NULL);
        vv_json_writer_destroy(w);
    }
    vv_project_release(before);
}

static void run_edit(void *context, uint32_t repeat)
{
    for (uint32_t r = 0; r < repeat; r++)
        edit(context, r);
}

static void run_check(void *context, uint32_t repeat)
{
    for (uint32_t r = 0; r < repeat; r++) {
        vv_problems problems = {.warnings = true};
        vv_project_check_memory(vv_document_project(context), "project.json", &problems, NULL);
        vv_problems_release(&problems);
    }
}

static void run_write(void *context, uint32_t repeat)
{
    for (uint32_t r = 0; r < repeat; r++) {
        char *text;
        size_t length;
        if (vv_project_write(vv_document_project(context), NULL, &text, &length, NULL) == VV_OK)
            vv_project_text_release(NULL, text, length);
    }
}

const bench_case bench_document_write = {.name = "document.write",
                                         .workload = "project.json of 226 KB as text, 20,000 numbers",
                                         .repeat = 4,
                                         .prepare = prepare,
                                         .run = run_write,
                                         .finish = finish};
const bench_case bench_document_check = {.name = "document.check",
                                         .workload = "all rules over the same project, in memory",
                                         .versus = "document.write",
                                         .repeat = 4,
                                         .prepare = prepare,
                                         .run = run_check,
                                         .finish = finish};
const bench_case bench_document_edit = {.name = "document.edit",
                                        .workload = "a slider's tick: command, new state, changes for the page",
                                        .versus = "document.write",
                                        .repeat = 200,
                                        .prepare = prepare,
                                        .run = run_edit,
                                        .finish = finish};
