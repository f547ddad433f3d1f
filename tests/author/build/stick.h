/* A small project in memory of what stands in space: a stick figure with one leg that walks and hops, a graph of
 * both, a form that grows, and one on the leg. */
#ifndef VV_TESTS_STICK_H
#define VV_TESTS_STICK_H

#include "author/build/performance3.h"
#include "runtime/base/base.h"
#include "tests/testing.h"

#include <math.h>

enum { STICK_FRAMES = 13, STICK_FILE = 8192 };

/* Thirteen frames of one second: the hip swings by `swing` degrees, the knee bends, the figure travels and perhaps
 * jumps. */
static inline void stick_clip(const char *knee, float swing, float speed, float jump, char *text)
{
    int at = snprintf(text, STICK_FILE,
                      "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation "
                      "Xrotation Yrotation\n"
                      "JOINT Thigh\n{\nOFFSET 0 -0.1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
                      "JOINT %s\n{\nOFFSET 0 -0.45 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
                      "JOINT Foot\n{\nOFFSET 0 -0.4 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
                      "End Site\n{\nOFFSET 0 -0.05 0.15\n}\n}\n}\n}\n}\n"
                      "MOTION\nFrames: %d\nFrame Time: %.9g\n",
                      knee, STICK_FRAMES, 1.0 / (STICK_FRAMES - 1));
    for (int i = 0; i < STICK_FRAMES; i++) {
        float t = (float)i / (STICK_FRAMES - 1), turn = 6.2831853f * t;
        at += snprintf(text + at, (size_t)(STICK_FILE - at), "0 %.6f %.6f 0 0 0 0 %.6f 0 0 %.6f 0 0 %.6f 0\n",
                       (double)(1.0f + jump * 4.0f * t * (1.0f - t)), (double)(speed * t), (double)(swing * sinf(turn)),
                       (double)(0.5f * swing * (1.0f - cosf(turn))), (double)(-0.3f * swing * sinf(turn)));
    }
}

/* A closed form of eight faces, `height` tall. */
static inline void stick_form(float height, char *text)
{
    snprintf(text, STICK_FILE,
             "v 0.1 -0.5 0\nv 0 -0.5 0.1\nv -0.1 -0.5 0\nv 0 -0.5 -0.1\nv 0 %.6f 0\nv 0 -0.9 0\n"
             "f 2 1 5\nf 3 2 5\nf 4 3 5\nf 1 4 5\nf 1 2 6\nf 2 3 6\nf 3 4 6\nf 4 1 6\n",
             (double)height);
}

static inline vv_result stick_bytes(void *user, const char *path, const vv_allocator *allocator, uint8_t **bytes,
                                    size_t *count, vv_error *error)
{
    char text[STICK_FILE] = "";
    (void)user;
    if (strcmp(path, "calm.bvh") == 0)
        stick_clip("Shin", 15.0f, 0.6f, 0.0f, text);
    else if (strcmp(path, "lively.bvh") == 0)
        stick_clip("Shin", 35.0f, 1.4f, 0.0f, text);
    else if (strcmp(path, "hop.bvh") == 0)
        stick_clip("Shin", 5.0f, 0.2f, 0.3f, text);
    else if (strcmp(path, "alien.bvh") == 0)
        stick_clip("Tentacle", 15.0f, 0.6f, 0.0f, text);
    else if (strcmp(path, "small.obj") == 0)
        stick_form(-0.2f, text);
    else if (strcmp(path, "tall.obj") == 0)
        stick_form(0.3f, text);
    else
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "no file %s", path);
    *count = strlen(text);
    *bytes = vvi_allocate(allocator, *count + 1, 1);
    if (*bytes == NULL)
        return vvi_fail_memory(error, *count);
    memcpy(*bytes, text, *count + 1);
    return VV_OK;
}

static inline vv_result stick_image(void *user, const char *path, const vv_allocator *allocator, vv_image *out,
                                    vv_error *error)
{
    (void)user, (void)allocator, (void)out;
    return vvi_fail(error, VV_ERROR_NOT_FOUND, "no image %s", path);
}

static const vv_host stick_host = {stick_bytes, stick_image, NULL};

static const char stick_project[] =
    "{\"format\": \"verve-project\", \"version\": 1, \"name\": \"Stick\", \"artworks\": [],"
    " \"skeletons\": [{\"name\": \"stick\", \"file\": \"calm.bvh\", \"scale\": 1, \"look\": \"bones\","
    "  \"feet\": [{\"hip\": \"Thigh\", \"knee\": \"Shin\", \"ankle\": \"Foot\"}]}],"
    " \"takes\": [{\"name\": \"calm\", \"skeleton\": \"stick\", \"file\": \"calm.bvh\"},"
    "  {\"name\": \"lively\", \"skeleton\": \"stick\", \"file\": \"lively.bvh\"},"
    "  {\"name\": \"hop\", \"skeleton\": \"stick\", \"file\": \"hop.bvh\"},"
    "  {\"name\": \"alien\", \"skeleton\": \"stick\", \"file\": \"alien.bvh\"}],"
    " \"forms\": [{\"name\": \"small\", \"file\": \"small.obj\"}, {\"name\": \"tall\", \"file\": \"tall.obj\"}],"
    " \"shapes\": [{\"name\": \"bud\", \"axes\": [{\"name\": \"growth\"}],"
    "   \"examples\": [{\"form\": \"small\", \"at\": [0]}, {\"form\": \"tall\", \"at\": [1]}], \"levels\": 1},"
    "  {\"name\": \"trousers\", \"axes\": [{\"name\": \"bend\", \"high\": 2, \"joint\": \"Shin\"}],"
    "   \"examples\": [{\"form\": \"small\", \"at\": [0]}, {\"form\": \"tall\", \"at\": [1], \"pose\": {\"Shin\": [1, "
    "0, "
    "0]}}],"
    "   \"skeleton\": \"stick\"}],"
    " \"verbs\": [{\"name\": \"walk\", \"skeleton\": \"stick\", \"axes\": [{\"name\": \"mood\"}], \"controls\": 8,"
    "   \"examples\": ["
    "    {\"take\": \"calm\", \"at\": [0], \"keytimes\": [{\"label\": \"down\", \"time\": 0}, {\"label\": \"up\", "
    "\"time\": "
    "0.5}, {\"label\": \"down\", \"time\": 1}]},"
    "    {\"take\": \"lively\", \"at\": [1], \"keytimes\": [{\"label\": \"down\", \"time\": 0}, {\"label\": \"up\", "
    "\"time\": 0.4}, {\"label\": \"down\", \"time\": 1}]}]},"
    "  {\"name\": \"hop\", \"skeleton\": \"stick\", \"cyclic\": false, \"controls\": 8,"
    "   \"examples\": [{\"take\": \"hop\", \"keytimes\": [{\"label\": \"begin\", \"time\": 0}, {\"label\": \"end\", "
    "\"time\": 1}]}]}],"
    " \"graphs\": [{\"name\": \"life\", \"skeleton\": \"stick\", \"inputs\": [\"hurry\"], \"events\": [\"boo\"], "
    "\"states\": ["
    "   {\"name\": \"walking\", \"verb\": \"walk\"}, {\"name\": \"hopping\", \"verb\": \"hop\", \"next\": "
    "\"walking\"}],"
    "   \"transitions\": [{\"to\": \"hopping\", \"when\": [{\"event\": \"boo\"}]},"
    "    {\"from\": \"walking\", \"to\": \"hopping\", \"when\": [{\"input\": \"hurry\", \"above\": 0.5}]}]}],"
    " \"scenes\": [{\"name\": \"bud grows\", \"shape\": \"bud\", \"path\": [{\"time\": 0, \"at\": {\"growth\": 0}}, "
    "{\"time\": 1, \"at\": {\"growth\": 1}}]},"
    "  {\"name\": \"stroll\", \"verb\": \"walk\", \"path\": [{\"time\": 0, \"at\": {\"mood\": 1}}]},"
    "  {\"name\": \"day\", \"graph\": \"life\", \"script\": [{\"time\": 0.5, \"set\": {\"hurry\": 1}}, {\"time\": 1, "
    "\"raise\": \"boo\"}]}]}";

static inline vv_document *stick_document(const vv_allocator *allocator)
{
    vv_document *document = NULL;
    vv_error error = {0};
    if (vv_document_parse(stick_project, strlen(stick_project), "stick", allocator, &document, &error) != VV_OK)
        print_error("%s: %s\n", error.path, error.message);
    assert_non_null(document);
    return document;
}

#endif
