/* A small project in memory, for tests of building and baking: two layers that share a handle. */
#ifndef VV_TESTS_FIGURE_H
#define VV_TESTS_FIGURE_H

#include "author/build/build.h"
#include "runtime/base/base.h"
#include "tests/testing.h"

#include <math.h>

/* A limb of 40 × 120 pixels with round ends, soft edges, or hardly to be seen ("faint"); "strip.obj" is a mesh. */
static inline vv_result figure_image(void *user, const char *path, const vv_allocator *allocator, vv_image *out,
                                     vv_error *error)
{
    (void)user;
    float most = strcmp(path, "art/faint.png") == 0 ? 3.0f : 255.0f;
    if (most == 255.0f && strcmp(path, "art/limb.png") != 0)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "no image %s", path);
    vv_result result = vv_image_create(40, 120, allocator, out, error);
    for (uint32_t i = 0; result == VV_OK && i < 40 * 120; i++) {
        float x = (float)(i % 40) + 0.5f - 20.0f, y = (float)(i / 40) + 0.5f;
        float end = y < 20.0f ? 20.0f - y : y > 100.0f ? y - 100.0f : 0.0f;
        float inside = 18.5f - sqrtf(x * x + end * end);
        out->pixels[4 * i + 3] = (uint8_t)(most * vvi_clamp(inside, 0.0f, 1.0f));
    }
    return result;
}

static inline vv_result figure_bytes(void *user, const char *path, const vv_allocator *allocator, uint8_t **bytes,
                                     size_t *count, vv_error *error)
{
    static const char strip[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 0\nv 2 1 0\nf 1 2 3 4\nf 2 3 6\nf 2 6 5\n";
    const char *text = strcmp(path, "strip.obj") == 0 ? strip : strcmp(path, "art/limb.png") == 0 ? "a png" : NULL;
    (void)user;
    if (!text)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "no file %s", path);
    *count = strlen(text);
    *bytes = vvi_allocate(allocator, *count + 1, 1);
    if (!*bytes)
        return vvi_fail_memory(error, *count);
    memcpy(*bytes, text, *count + 1);
    return VV_OK;
}

static const vv_host figure_host = {figure_bytes, figure_image, NULL};

/* The upper limb spans y 1.5…0.3, the lower 0.7…−0.5, both around x = 0; they overlap at the joint (0, 0.5). */
static const char figure_project[] =
    "{\"format\": \"verve-project\", \"version\": 1, \"name\": \"Figure\", \"artworks\": ["
    "{\"name\": \"arm\", \"scale\": 100, \"layers\": ["
    "  {\"name\": \"upper\", \"image\": \"art/limb.png\", \"at\": [-0.2, 1.5], \"vertices\": 60},"
    "  {\"name\": \"lower\", \"image\": \"art/limb.png\", \"at\": [-0.2, 0.7], \"vertices\": 60}],"
    " \"handles\": ["
    "  {\"name\": \"shoulder\", \"kind\": \"point\", \"at\": [0, 1.3]},"
    "  {\"name\": \"elbow\", \"kind\": \"point\", \"at\": [0, 0.5]},"
    "  {\"name\": \"hand\", \"kind\": \"bone\", \"from\": [0, 0], \"to\": [0, -0.3]}],"
    " \"examples\": [{\"name\": \"rest\"}, {\"name\": \"bent\", \"pose\": {\"hand\": {\"move\": [0.4, 0.3], \"turn\": "
    "1}}},"
    "  {\"name\": \"long\", \"pose\": {\"hand\": {\"move\": [0, -0.3], \"stretch\": [0.8, 0, 1.25]}}}],"
    " \"complex\": [[\"rest\", \"bent\"], [\"rest\", \"long\"]],"
    " \"behaviours\": [{\"name\": \"wave\", \"inputs\": [\"go\"], \"events\": [\"hop\"], \"states\": ["
    "  {\"name\": \"wait\", \"keys\": [{\"place\": {\"rest\": 1}, \"seconds\": 0.1}]},"
    "  {\"name\": \"wave\", \"keys\": [{\"place\": {\"bent\": 1}, \"seconds\": 0.2}, {\"place\": {\"long\": 1}, "
    "\"seconds\": "
    "0.3}], \"loop\": true, \"strengths\": {\"drag\": 2}},"
    "  {\"name\": \"hop\", \"next\": \"wait\", \"keys\": [{\"place\": {\"long\": 1}, \"seconds\": 0.1}], \"kick\": [0, "
    "3]}],"
    "  \"transitions\": [{\"to\": \"hop\", \"when\": [{\"event\": \"hop\"}]},"
    "   {\"from\": \"wait\", \"to\": \"wave\", \"when\": [{\"input\": \"go\", \"above\": 0.5}]},"
    "   {\"from\": \"wave\", \"to\": \"wait\", \"when\": [{\"input\": \"go\", \"below\": 0.5}]}]},"
    "  {\"name\": \"still\", \"states\": [{\"name\": \"lie\"}]}]},"
    "{\"name\": \"strip\", \"scale\": 100, \"layers\": [{\"name\": \"strip\", \"mesh\": \"strip.obj\"}]}],"
    " \"scenes\": [{\"name\": \"tour\", \"artwork\": \"arm\", \"seconds\": 2, \"rate\": 30, \"keys\": ["
    "  {\"time\": 0, \"place\": {\"bent\": 1}}, {\"time\": 1, \"place\": {\"long\": 1}},"
    "  {\"time\": 2, \"place\": {\"rest\": 0.5, \"bent\": 0.5}}]}]}";

static inline vv_document *figure_document(void)
{
    vv_document *document = NULL;
    vv_error error = {0};
    if (vv_document_parse(figure_project, strlen(figure_project), "figure", NULL, &document, &error) != VV_OK)
        print_error("%s: %s\n", error.path, error.message);
    assert_non_null(document);
    return document;
}

#endif
