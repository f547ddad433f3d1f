/* glTF: component types, strips, scales, interpolation in closed form, and everything that is refused. Real files are
 * compared with a second reading by check_gltf.py. */
#include "tests/testing.h"

#include "author/import/import.h"
#include "runtime/base/base.h"

#include <math.h>

/* ---- Small files ------------------------------------------------------------------------------------------------- */

/* One buffer as a data URI, with `rest` (members that follow the buffers) after it. */
static char *with_buffer(const void *bytes, size_t count, const char *rest)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *text = malloc(4 * count / 3 + strlen(rest) + 300), *to = text;
    const uint8_t *from = bytes;
    to += sprintf(to,
                  "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%zu,\"uri\":"
                  "\"data:application/octet-stream;base64,",
                  count);
    for (size_t i = 0; i < count; i += 3) {
        uint32_t bits = (uint32_t)from[i] << 16 | (i + 1 < count ? (uint32_t)from[i + 1] << 8 : 0) |
                        (i + 2 < count ? from[i + 2] : 0);
        *to++ = digits[bits >> 18];
        *to++ = digits[bits >> 12 & 63];
        *to++ = i + 1 < count ? digits[bits >> 6 & 63] : '=';
        *to++ = i + 2 < count ? digits[bits & 63] : '=';
    }
    sprintf(to, "\"}]%s}", rest);
    return text;
}

static vv_model read_text(const char *text)
{
    vv_model model = {0};
    vv_error error = {0};
    if (vv_import_gltf(text, strlen(text), "test.gltf", NULL, 10.0, NULL, &model, &error) != VV_OK)
        fail_msg("%s: %s", error.path, error.message);
    return model;
}

static vv_model read_buffer(const void *bytes, size_t count, const char *rest)
{
    char *text = with_buffer(bytes, count, rest);
    vv_model model = read_text(text);
    free(text);
    return model;
}

static bool near3(vv_vec3 a, float x, float y, float z)
{
    return fabsf(a.x - x) < 1e-5f && fabsf(a.y - y) < 1e-5f && fabsf(a.z - z) < 1e-5f;
}

/* ---- Meshes ------------------------------------------------------------------------------------------------------ */

#define VIEW(offset, length) "{\"buffer\":0,\"byteOffset\":" #offset ",\"byteLength\":" #length "}"
#define SCENE                ",\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}]"

static const float square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 2, 0};

static void triangles_of(int mode, const char *indices, const uint32_t *expected, uint32_t count)
{
    uint8_t bytes[100] = {0};
    const uint16_t order[] = {4, 3, 2, 1, 0};
    memcpy(bytes, square, sizeof square);
    memcpy(bytes + 60, order, sizeof order);
    char rest[900];
    snprintf(rest, sizeof rest,
             ",\"bufferViews\":[" VIEW(0, 60) "," VIEW(
                 60, 10) "],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
                         "\"count\":5,\"type\":\"VEC3\"},{\"bufferView\":1,\"componentType\":5123,\"count\":5,\"type\":"
                         "\"SCALAR\"}],"
                         "\"meshes\":[{\"primitives\":[{\"mode\":%d,%s\"attributes\":{\"POSITION\":0}}]}]" SCENE,
             mode, indices);
    vv_model model = read_buffer(bytes, 70, rest);
    assert_int_equal(model.meshes[0].form.triangle_count, count);
    assert_memory_equal(model.meshes[0].form.triangles, expected, 3 * count * sizeof *expected);
    assert_null(model.meshes[0].normals);
    vv_model_destroy(&model);
}

static void lists_strips_and_fans_are_triangles(void **state)
{
    (void)state;
    const uint32_t list[] = {0, 1, 2}, strip[] = {0, 1, 2, 1, 3, 2, 2, 3, 4}, fan[] = {0, 1, 2, 0, 2, 3, 0, 3, 4};
    const uint32_t turned[] = {4, 3, 2, 3, 1, 2, 2, 1, 0};
    triangles_of(4, "", list, 1);
    triangles_of(5, "", strip, 3);
    triangles_of(6, "", fan, 3);
    triangles_of(5, "\"indices\":1,", turned, 3);
}

/* One vertex of every component type, interleaved with four bytes of something else. */
static void component_types_are_read(void **state)
{
    (void)state;
    const struct {
        int type, bytes;
        bool normalized;
        int64_t raw[3];
        float x, y, z;
    } cases[] = {
        {5120, 1, false, {-128, 5, 127}, -128, 5, 127},
        {5120, 1, true, {-128, 0, 127}, -1, 0, 1},
        {5121, 1, false, {255, 1, 0}, 255, 1, 0},
        {5121, 1, true, {255, 51, 0}, 1, 0.2f, 0},
        {5122, 2, false, {-32768, 300, 7}, -32768, 300, 7},
        {5122, 2, true, {-32768, 32767, 0}, -1, 1, 0},
        {5123, 2, false, {65535, 256, 0}, 65535, 256, 0},
        {5123, 2, true, {65535, 13107, 0}, 1, 0.2f, 0},
        {5125, 4, false, {70000, 65536, 1}, 70000, 65536, 1},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        int stride = cases[c].bytes * 3 + 5;
        uint8_t bytes[100] = {0};
        for (int v = 0; v < 3; v++)
            for (int k = 0; k < 3; k++) /* vertex 1 has the numbers, the others differ from it in one each */
                for (int b = 0; b < cases[c].bytes; b++)
                    bytes[3 + v * stride + k * cases[c].bytes + b] = (uint8_t)((v == 1   ? cases[c].raw[k]
                                                                                : k == v ? 1
                                                                                         : 0) >>
                                                                               (8 * b));
        char rest[900];
        snprintf(rest, sizeof rest,
                 ",\"bufferViews\":[{\"buffer\":0,\"byteOffset\":1,\"byteLength\":99,\"byteStride\":%d}],\"accessors\":"
                 "[{\"bufferView\":0,\"byteOffset\":2,\"componentType\":%d,\"count\":3,\"type\":\"VEC3\","
                 "\"normalized\":%s}],"
                 "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]" SCENE,
                 stride, cases[c].type, cases[c].normalized ? "true" : "false");
        vv_model model = read_buffer(bytes, sizeof bytes, rest);
        assert_true(near3(model.meshes[0].form.positions[1], cases[c].x, cases[c].y, cases[c].z));
        vv_model_destroy(&model);
    }
}

static void sparse_changes_and_morphs_are_read(void **state)
{
    (void)state;
    uint8_t bytes[100] = {0};
    const float change[] = {0, 0, 5};
    memcpy(bytes, square, 36);
    bytes[36] = 2;
    memcpy(bytes + 40, change, 12);
    vv_model model = read_buffer(bytes, 52,
                                 ",\"bufferViews\":[" VIEW(0, 36) "," VIEW(36, 1) "," VIEW(
                                     40, 12) "],\"accessors\":[{\"bufferView\":0,"
                                             "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},{\"componentType\":"
                                             "5126,\"count\":3,\"type\":\"VEC3\","
                                             "\"sparse\":{\"count\":1,\"indices\":{\"bufferView\":1,\"componentType\":"
                                             "5121},\"values\":{\"bufferView\":2}}}],"
                                             "\"meshes\":[{\"name\":\"face\",\"extras\":{\"targetNames\":[\"smile\","
                                             "\"smile\"]},\"primitives\":[{\"attributes\":"
                                             "{\"POSITION\":0},\"targets\":[{\"POSITION\":1},{\"NORMAL\":1},{}]}]}],"
                                             "\"nodes\":[{\"mesh\":0,\"scale\":[2,2,2],\"translation\":[1,0,0]}]");
    const vv_model_mesh *mesh = &model.meshes[0];
    assert_string_equal(mesh->form.name, "face");
    assert_int_equal(mesh->morph_count, 3);
    assert_string_equal(mesh->morphs[0].name, "smile");
    assert_string_equal(mesh->morphs[1].name, "smile 2");
    assert_string_equal(mesh->morphs[2].name, "morph 3");
    assert_true(near3(mesh->form.positions[2], 3, 2, 0) && near3(mesh->morphs[0].positions[2], 3, 2, 10));
    assert_true(near3(mesh->morphs[0].positions[1], 3, 0, 0) && near3(mesh->morphs[1].positions[2], 3, 2, 0));
    assert_null(mesh->morphs[0].triangles);
    assert_int_equal(mesh->morphs[0].triangle_count, 1);
    vv_model_destroy(&model);
}

static void colours_and_mirrors_are_right(void **state)
{
    (void)state;
    uint8_t bytes[100] = {0};
    const float normals[] = {0, 0, 1, 0, 0, 1, 1, 0, 0};
    const uint8_t colors[] = {255, 0, 128, 255, 255, 255, 255, 0, 0, 0, 0, 51};
    memcpy(bytes, square, 36);
    memcpy(bytes + 36, normals, 36);
    memcpy(bytes + 72, colors, 12);
    vv_model model =
        read_buffer(bytes, 84,
                    ",\"bufferViews\":[" VIEW(0, 36) "," VIEW(36, 36) "," VIEW(
                        72, 12) "],\"accessors\":[{\"bufferView\":0,"
                                "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},{\"bufferView\":1,"
                                "\"componentType\":5126,\"count\":3,"
                                "\"type\":\"VEC3\"},{\"bufferView\":2,\"componentType\":5121,\"normalized\":true,"
                                "\"count\":3,\"type\":\"VEC4\"}],"
                                "\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,0.5,1,1]}}],"
                                "\"meshes\":[{\"primitives\":[{\"material\":0,\"attributes\":{\"POSITION\":0,"
                                "\"NORMAL\":1,\"COLOR_0\":2}}]}],"
                                "\"nodes\":[{\"mesh\":0,\"scale\":[-2,1,1]}]");
    const vv_model_mesh *mesh = &model.meshes[0];
    assert_int_equal(mesh->colors[0], 0xffbc00ffu); /* sRGB of 128/255 is 188 */
    assert_int_equal(mesh->colors[1], 0x00ffbcffu);
    assert_int_equal(mesh->colors[2], 0x33000000u);
    assert_true(near3(mesh->form.positions[1], -2, 0, 0));
    assert_true(near3(mesh->normals[2], -1, 0, 0) && near3(mesh->normals[0], 0, 0, 1));
    const uint32_t turned[] = {2, 1, 0};
    assert_memory_equal(mesh->form.triangles, turned, sizeof turned);
    vv_model_destroy(&model);
}

/* ---- Joints and takes -------------------------------------------------------------------------------------------- */

/* times 0, 1; turns identity and a quarter about z; moves 0 and (0, 4, 0); a cubic's tangents (0, 2, 0) */
static const float keys[] = {0,          1, 0, 0, 0, 1, 0, 0, 0.70710678f, 0.70710678f, 0, 0, 0, 0, 4, 0,
                             /* 16 */ 0, 0, 0, 0, 0, 0, 0, 2, 0,           0,           2, 0, 0, 4, 0, 0, 0, 0};

static void animations_are_sampled(void **state)
{
    (void)state;
    const char *rest = ",\"bufferViews\":[" VIEW(0, 8) "," VIEW(8, 32) "," VIEW(40, 24) "," VIEW(
        64,
        72) "],\"accessors\":["
            "{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},"
            "{\"bufferView\":1,\"componentType\":5126,\"count\":2,\"type\":\"VEC4\"},"
            "{\"bufferView\":2,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"},"
            "{\"bufferView\":3,\"componentType\":5126,\"count\":6,\"type\":\"VEC3\"}],"
            "\"nodes\":[{\"name\":\"hip\",\"translation\":[7,0,0],\"children\":[1]},{\"name\":\"knee\",\"translation\":"
            "[0,1,0]}],"
            "\"animations\":[{\"name\":\"go\",\"samplers\":[{\"input\":0,\"output\":1},{\"input\":0,\"output\":2,"
            "\"interpolation\":\"STEP\"}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"rotation\"}},"
            "{\"sampler\":1,\"target\":{\"node\":1,\"path\":\"translation\"}}]},{\"samplers\":[{\"input\":0,\"output\":"
            "3,"
            "\"interpolation\":\"CUBICSPLINE\"}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":1,\"path\":"
            "\"translation\"}}]}]";
    vv_model model = read_buffer(keys, sizeof keys, rest);
    assert_int_equal(model.take_count, 2);
    const vv_take *go = &model.takes[0], *cubic = &model.takes[1];
    assert_string_equal(go->name, "go");
    assert_string_equal(cubic->name, "take 2");
    assert_true(go->frame_count == 11 && go->rate == 10.0 && go->orders[0] == 0);
    for (uint32_t f = 0; f <= 10; f++) {
        float u = (float)f / 10.0f, angle = u * VV_PI / 2.0f;
        assert_true(fabsf(go->turns[2 * f].z - sinf(angle / 2)) < 2e-6f && near3(go->moves[2 * f], 7, 0, 0));
        assert_true(near3(go->moves[2 * f + 1], 0, f < 10 ? 0.0f : 4.0f, 0));
        float hermite = 2 * (u * u * u - 2 * u * u + u) + 4 * (3 * u * u - 2 * u * u * u) + 2 * (u * u * u - u * u);
        assert_true(near3(cubic->moves[2 * f + 1], 0, hermite, 0) && cubic->turns[2 * f].w == 1.0f);
    }
    vv_model_destroy(&model);
}

/* A figure drawn in centimetres below a node that scales by 0.01 and lies on its back. */
static void scales_end_up_in_places(void **state)
{
    (void)state;
    const char *nodes =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"armature\",\"scale\":[0.01,0.01,0.01],"
        "\"rotation\":[-0.70710678,0,0,0.70710678],\"translation\":[1,2,3],\"children\":[1]},"
        "{\"name\":\"hip\",\"translation\":[0,0,100],\"scale\":[2,2,2],\"children\":[2]},"
        "{\"name\":\"knee\",\"translation\":[0,0,-40],\"rotation\":[1,0,0,0]}],\"skins\":[{\"joints\":[1,2]}]}";
    vv_model model = read_text(nodes);
    assert_int_equal(vv_skeleton_joint_count(model.skeleton), 2);
    assert_string_equal(vv_skeleton_joint(model.skeleton, 0).name, "hip");
    assert_true(near3(vv_skeleton_joint(model.skeleton, 0).translation, 1, 3, 3));
    assert_true(near3(vv_skeleton_joint(model.skeleton, 1).translation, 0, 0, -0.8f));
    assert_true(fabsf(vv_skeleton_joint(model.skeleton, 0).rotation.x + 0.70710678f) < 1e-6f);
    assert_true(fabsf(vv_skeleton_joint(model.skeleton, 1).rotation.x - 1.0f) < 1e-6f);
    vv_model_destroy(&model);
}

static void several_roots_get_one(void **state)
{
    (void)state;
    const char *nodes =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"a\",\"translation\":[1,0,0]},"
        "{\"name\":\"over\",\"translation\":[0,5,0],\"children\":[2,3]},{\"name\":\"root\"},{\"name\":\"c\"},"
        "{\"name\":\"alone\"}],\"skins\":[{\"joints\":[0,2]}]}";
    vv_model model = read_text(nodes);
    const char *names[] = {"root", "a", "root 2"};
    assert_int_equal(vv_skeleton_joint_count(model.skeleton), 3);
    for (uint32_t j = 0; j < 3; j++)
        assert_string_equal(vv_skeleton_joint(model.skeleton, j).name, names[j]);
    assert_true(near3(vv_skeleton_joint(model.skeleton, 2).translation, 0, 5, 0));
    vv_model_destroy(&model);
    model = read_text("{\"asset\":{\"version\":\"2.1\"}}");
    assert_true(model.skeleton == NULL && model.mesh_count == 0 && model.take_count == 0);
    vv_model_destroy(&model);
}

/* ---- Files beside it --------------------------------------------------------------------------------------------- */

typedef struct shelf {
    char asked[100];
    const void *bytes;
    size_t count;
} shelf;

static vv_result load_shelf(void *user, const char *path, const vv_allocator *allocator, uint8_t **bytes, size_t *count,
                            vv_error *error)
{
    shelf *s = user;
    snprintf(s->asked, sizeof s->asked, "%s", path);
    *bytes = vvi_allocate(allocator, s->count + 1, 1);
    if (!*bytes)
        return vvi_fail_memory(error, s->count);
    memcpy(*bytes, s->bytes, s->count);
    *count = s->count;
    return VV_OK;
}

static vv_result read_beside(const char *uri, shelf *s, vv_model *model, vv_error *error)
{
    char text[900];
    snprintf(text, sizeof text,
             "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"%s\"}],\"bufferViews\":[" VIEW(
                 0, 36) "],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],"
                        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]" SCENE "}",
             uri);
    vv_model_files files = {load_shelf, s};
    return vv_import_gltf(text, strlen(text), "test.gltf", s ? &files : NULL, 0, NULL, model, error);
}

static void buffers_beside_the_file_are_loaded(void **state)
{
    (void)state;
    vv_model model = {0};
    vv_error error = {0};
    shelf s = {.bytes = square, .count = 36};
    assert_int_equal(read_beside("parts/my%20data.bin", &s, &model, &error), VV_OK);
    assert_string_equal(s.asked, "parts/my data.bin");
    assert_true(near3(model.meshes[0].form.positions[2], 1, 1, 0));
    vv_model_destroy(&model);
    const char *elsewhere[] = {"/etc/passwd", "../a.bin", "a/../../b", "%2e%2e/a", "http://a/b", "file:a", "a\\\\b", "",
                               "a/..",        "C:/a",     "%00",       "%zz",      "a%2",        "%2Fetc"};
    s.asked[0] = '\0';
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++) {
        assert_int_equal(read_beside(elsewhere[i], &s, &model, &error), VV_ERROR_FORMAT);
        assert_string_equal(error.path, "$.buffers[0].uri");
    }
    assert_string_equal(s.asked, "");
    assert_int_equal(read_beside("a..b", &s, &model, &error), VV_OK);
    vv_model_destroy(&model);
    s.count = 35;
    assert_int_equal(read_beside("a", &s, &model, &error), VV_ERROR_FORMAT);
    assert_int_equal(read_beside("a", NULL, &model, &error), VV_ERROR_FILE);
}

/* ---- Damage ------------------------------------------------------------------------------------------------------ */

static void is_refused(const char *text, size_t length, const char *path)
{
    vv_model model = {0};
    vv_error error = {0};
    vv_counting counting = {.limit = 64u << 20};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_result result = vv_import_gltf(text, length, "test.gltf", NULL, 0, &allocator, &model, &error);
    if (result == VV_OK || result == VV_ERROR_MEMORY)
        fail_msg("read: %s", text);
    assert_string_equal(error.file, "test.gltf");
    if (strcmp(error.path, path) != 0)
        fail_msg("%s instead of %s: %s", error.path, path, error.message);
    assert_true(error.message[0] && error.remedy[0]);
    assert_true(counting.used == 0);
}

static void is_refused_member(const char *members, const char *path)
{
    char *text = malloc(strlen(members) + 100);
    sprintf(text, "{\"asset\":{\"version\":\"2.0\"},%s}", members);
    is_refused(text, strlen(text), path);
    free(text);
}

/* 40 zero bytes as a buffer, a view of 36, and what follows. */
static void is_refused_rest(const char *rest, const char *path)
{
    uint8_t bytes[40] = {0};
    char *text = with_buffer(bytes, sizeof bytes, rest);
    is_refused(text, strlen(text), path);
    free(text);
}

#define POINTS                                                                                                         \
    ",\"bufferViews\":[" VIEW(                                                                                         \
        0, 36) "],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}"

static void damaged_structure_is_refused(void **state)
{
    (void)state;
    is_refused("", 0, "");
    is_refused("{", 1, "");
    is_refused("[]", 2, "$");
    is_refused("{}", 2, "$");
    is_refused("{\"asset\":{\"version\":\"1.0\"}}", 27, "$.asset.version");
    is_refused_member("\"extensionsRequired\":[\"KHR_draco_mesh_compression\"]", "$.extensionsRequired[0]");
    is_refused_member("\"extensionsRequired\":[\"KHR_materials_unlit\",\"EXT_meshopt_compression\"]",
                      "$.extensionsRequired[1]");
    is_refused_member("\"extensionsRequired\":[\"ACME_secret\"]", "$.extensionsRequired[0]");
    is_refused_member("\"nodes\":{}", "$.nodes");
    is_refused_member("\"nodes\":[3]", "$.nodes[0]");
    is_refused_member("\"nodes\":[{\"children\":[1]}]", "$.nodes[0].children[0]");
    is_refused_member("\"nodes\":[{\"children\":[-1]}]", "$.nodes[0].children[0]");
    is_refused_member("\"nodes\":[{\"children\":[0.5]}]", "$.nodes[0].children[0]");
    is_refused_member("\"nodes\":[{\"children\":[0]}]", "$.nodes[0]");
    is_refused_member("\"nodes\":[{},{\"children\":[2]},{\"children\":[1]}]", "$.nodes[1]");
    is_refused_member("\"nodes\":[{\"children\":[2]},{\"children\":[2]},{}]", "$.nodes[1]");
    is_refused_member("\"nodes\":[{\"mesh\":0}]", "$.nodes[0].mesh");
    is_refused_member("\"nodes\":[{\"rotation\":[0,0,0,0]}]", "$.nodes[0].rotation");
    is_refused_member("\"nodes\":[{\"rotation\":[0,0,1]}]", "$.nodes[0].rotation");
    is_refused_member("\"nodes\":[{\"translation\":[0,1e300,1]}]", "$.nodes[0].translation[1]");
    is_refused_member("\"nodes\":[{\"translation\":[0,\"a\",1]}]", "$.nodes[0].translation[1]");
    is_refused_member("\"nodes\":[{\"matrix\":[0]}]", "$.nodes[0].matrix");
    is_refused_member("\"nodes\":[{}],\"scenes\":[{\"nodes\":[1]}]", "$.scenes[0].nodes[0]");
    is_refused_member("\"nodes\":[{}],\"scenes\":[{}],\"scene\":1", "$.scene");
    is_refused_member("\"nodes\":[{}],\"skins\":[{\"joints\":[]}]", "$.skins[0]");
    is_refused_member("\"nodes\":[{}],\"skins\":[{\"joints\":[1]}]", "$.skins[0].joints[0]");
    is_refused_member("\"nodes\":[{}],\"skins\":[{\"joints\":[0],\"inverseBindMatrices\":0}]",
                      "$.skins[0].inverseBindMatrices");
    is_refused_member("\"nodes\":[{\"scale\":[1e9,1e9,1e9],\"children\":[1]},{\"scale\":[1e9,1e9,1e9]}],"
                      "\"skins\":[{\"joints\":[0,1]}]",
                      "$.nodes[0]");
    is_refused_member("\"buffers\":[{\"byteLength\":1}]", "$.buffers[0]");
    is_refused_member("\"buffers\":[{\"byteLength\":1e30}]", "$.buffers[0].byteLength");
    is_refused_member("\"buffers\":[{\"byteLength\":1,\"uri\":\"data:,a\"}]", "$.buffers[0].uri");
    is_refused_member("\"buffers\":[{\"byteLength\":1,\"uri\":\"data:;base64,A*AA\"}]", "$.buffers[0].uri");
    is_refused_member("\"buffers\":[{\"byteLength\":1,\"uri\":\"data:;base64,A\"}]", "$.buffers[0].uri");
    is_refused_member("\"buffers\":[{\"byteLength\":4,\"uri\":\"data:;base64,AAAA\"}]", "$.buffers[0]");
}

static void damaged_numbers_are_refused(void **state)
{
    (void)state;
    is_refused_rest(",\"bufferViews\":[{\"buffer\":1,\"byteLength\":4}]", "$.bufferViews[0].buffer");
    is_refused_rest(",\"bufferViews\":[{\"byteLength\":4}]", "$.bufferViews[0]");
    is_refused_rest(",\"bufferViews\":[" VIEW(10, 31) "]", "$.bufferViews[0]");
    is_refused_rest(",\"bufferViews\":[" VIEW(18446744073709551615, 36) "]", "$.bufferViews[0].byteOffset");
    is_refused_rest(",\"bufferViews\":[" VIEW(1099511627775, 1099511627775) "]", "$.bufferViews[0]");
    is_refused_rest(",\"bufferViews\":[{\"buffer\":0,\"byteLength\":36,\"byteStride\":300}]",
                    "$.bufferViews[0].byteStride");
    is_refused_rest(POINTS ",{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"}]",
                    "$.accessors[1]");
    is_refused_rest(POINTS ",{\"bufferView\":0,\"byteOffset\":1,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}]",
                    "$.accessors[1]");
    is_refused_rest(POINTS ",{\"componentType\":5126,\"count\":4000000000,\"type\":\"VEC3\"}]", "$.accessors[1].count");
    is_refused_rest(POINTS ",{\"componentType\":5126,\"count\":1,\"type\":\"VEC5\"}]", "$.accessors[1].type");
    is_refused_rest(POINTS ",{\"componentType\":5124,\"count\":1,\"type\":\"VEC3\"}]", "$.accessors[1]");
    is_refused_rest(POINTS ",{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":4}}]",
                    "$.accessors[1].sparse.count");
    is_refused_rest(POINTS ",{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"sparse\":{\"count\":1}}]",
                    "$.accessors[1].sparse");
    is_refused_rest(POINTS "],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":7}}]}]" SCENE,
                    "$.meshes[0].primitives[0].attributes.POSITION");
    is_refused_rest(POINTS ",{\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":["
                           "{\"attributes\":{\"POSITION\":0,\"NORMAL\":1}}]}]" SCENE,
                    "$.meshes[0].primitives[0].attributes");
    is_refused_rest(POINTS ",{\"componentType\":5126,\"count\":3,\"type\":\"VEC4\"}],\"meshes\":[{\"primitives\":["
                           "{\"attributes\":{\"POSITION\":1}}]}]" SCENE,
                    "$.accessors[1]");
    is_refused_rest(POINTS
                    ",{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":["
                    "{\"attributes\":{\"POSITION\":1},\"extensions\":{\"KHR_draco_mesh_compression\":{}}}]}]" SCENE,
                    "$.meshes[0].primitives[0]");
    is_refused_rest(POINTS "],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":0}]}]" SCENE,
                    "$.accessors[0]");
    is_refused_rest(POINTS
                    "],\"skins\":[{\"joints\":[0]}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
                    "\"nodes\":[{\"mesh\":0,\"skin\":0}]",
                    "$.meshes[0].primitives[0]");
    is_refused_rest(POINTS "],\"nodes\":[{}],\"animations\":[{\"samplers\":[{\"input\":0,\"output\":0}],\"channels\":["
                           "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}]}]",
                    "$.accessors[0]");
    is_refused_rest(POINTS "],\"nodes\":[{}],\"animations\":[{\"samplers\":[],\"channels\":["
                           "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}]}]",
                    "$.animations[0].channels[0].sampler");
    is_refused_rest(POINTS
                    "],\"nodes\":[{}],\"animations\":[{\"samplers\":[{\"input\":0,\"output\":0,\"interpolation\":"
                    "\"ROUND\"}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}}]}]",
                    "$.animations[0].samplers[0].interpolation");
}

/* Indices and sparse indices beyond the end, NaN, joints beyond the skin, times that go back. */
static void damaged_bytes_are_refused(void **state)
{
    (void)state;
    uint8_t bytes[60] = {0};
    const char *indexed = ",\"bufferViews\":[" VIEW(0, 36) "," VIEW(
        36,
        3) "],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
           "\"count\":3,\"type\":\"VEC3\"},{\"bufferView\":1,\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\"}],"
           "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}]" SCENE;
    bytes[37] = 1;
    bytes[38] = 3;
    char *text = with_buffer(bytes, sizeof bytes, indexed);
    is_refused(text, strlen(text), "$.accessors[1]");
    free(text);
    bytes[38] = 2;
    const float nan_value = NAN;
    memcpy(bytes + 8, &nan_value, 4);
    text = with_buffer(bytes, sizeof bytes, indexed);
    is_refused(text, strlen(text), "$.accessors[0]");
    free(text);
    const float times[] = {1, 0.5f, 0};
    memcpy(bytes, times, sizeof times);
    text = with_buffer(
        bytes, sizeof bytes,
        ",\"bufferViews\":[" VIEW(
            0, 12) "],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,"
                   "\"type\":\"SCALAR\"},{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],\"nodes\":[{}],"
                   "\"animations\":[{\"samplers\":[{\"input\":0,\"output\":1}],\"channels\":[{\"sampler\":0,\"target\":"
                   "{\"node\":0,\"path\":\"translation\"}}]}]");
    is_refused(text, strlen(text), "$.accessors[0]");
    free(text);
}

/* Small files that ask for much: refused before memory or time is spent. */
static void bombs_are_refused(void **state)
{
    (void)state;
    char *members = malloc(4u << 20), *to = members;
    to += sprintf(to, "\"nodes\":[{}");
    for (int i = 1; i < 70000; i++)
        to += sprintf(to, ",{}");
    sprintf(to, "]");
    is_refused_member(members, "$.nodes");
    to = members + sprintf(members, "\"nodes\":[{\"children\":[1]}");
    for (int i = 1; i < 60000; i++)
        to += sprintf(to, ",{\"children\":[%d]}", i + 1);
    sprintf(to, ",{}],\"skins\":[{\"joints\":[0,60000]}]");
    is_refused_member(members, "$.nodes[1024]");
    to = members + sprintf(members,
                           "\"accessors\":[{\"componentType\":5126,\"count\":900000,\"type\":\"VEC3\"}],\"meshes\":[{"
                           "\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[");
    for (int i = 0; i < 1000; i++)
        to += sprintf(to, "%s{\"POSITION\":0}", i ? "," : "");
    sprintf(to, "]}]}],\"nodes\":[{\"mesh\":0}]");
    is_refused_member(members, "$.meshes[0]");
    free(members);
    const float times[10] = {0, 900000};
    char *text = with_buffer(
        times, sizeof times,
        ",\"bufferViews\":[" VIEW(
            0, 8) "],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
                  "\"count\":2,\"type\":\"SCALAR\"},{\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}],"
                  "\"nodes\":[{}],\"animations\":[{\"samplers\":[{\"input\":0,\"output\":1}],\"channels\":[{"
                  "\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}]}]");
    is_refused(text, strlen(text), "$.animations[0]");
    free(text);
}

/* ---- Binary files ------------------------------------------------------------------------------------------------ */

/* A skinned, morphing, moving triangle as .glb. */
static uint8_t *make_glb(size_t *count)
{
    const char *json =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":196}],\"bufferViews\":[" VIEW(0, 8) "," VIEW(
            8,
            32) "," VIEW(40,
                         24) "," VIEW(64,
                                      72) "," VIEW(136,
                                                   36) "," VIEW(172,
                                                                12) "," VIEW(184,
                                                                             12) "],\"accessors\":[{\"bufferView\":0,"
                                                                                 "\"componentType\":5126,\"count\":2,"
                                                                                 "\"type\":\"SCALAR\"},"
                                                                                 "{\"bufferView\":1,\"componentType\":"
                                                                                 "5126,\"count\":2,\"type\":\"VEC4\"},"
                                                                                 "{\"bufferView\":3,\"componentType\":"
                                                                                 "5126,\"count\":6,\"type\":\"VEC3\"},"
                                                                                 "{\"bufferView\":4,\"componentType\":"
                                                                                 "5126,\"count\":3,\"type\":\"VEC3\"},"
                                                                                 "{\"bufferView\":5,\"componentType\":"
                                                                                 "5121,\"count\":3,\"type\":\"VEC4\"},"
                                                                                 "{\"bufferView\":6,\"componentType\":"
                                                                                 "5121,\"count\":3,\"type\":\"VEC4\","
                                                                                 "\"normalized\":true}],"
                                                                                 "\"meshes\":[{\"name\":\"skin\","
                                                                                 "\"primitives\":[{\"attributes\":{"
                                                                                 "\"POSITION\":3,\"NORMAL\":3,\"JOINTS_"
                                                                                 "0\":4,"
                                                                                 "\"WEIGHTS_0\":5},\"targets\":[{"
                                                                                 "\"POSITION\":3}]}]}],\"skins\":[{"
                                                                                 "\"joints\":[1,2]}],"
                                                                                 "\"nodes\":[{\"mesh\":0,\"skin\":0},{"
                                                                                 "\"name\":\"hip\",\"children\":[2]},{"
                                                                                 "\"name\":\"knee\",\"translation\":[0,"
                                                                                 "1,0]}],"
                                                                                 "\"animations\":[{\"samplers\":[{"
                                                                                 "\"input\":0,\"output\":1},{\"input\":"
                                                                                 "0,\"output\":2,\"interpolation\":"
                                                                                 "\"CUBICSPLINE\"}],\"channels\":[{"
                                                                                 "\"sampler\":0,\"target\":{\"node\":1,"
                                                                                 "\"path\":\"rotation\"}},"
                                                                                 "{\"sampler\":1,\"target\":{\"node\":"
                                                                                 "2,\"path\":\"translation\"}}]}]}  ";
    uint32_t length = (uint32_t)strlen(json) / 4 * 4, binary = 196;
    const uint8_t joints[24] = {0, 1, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0, 255, 0, 0, 0, 100, 155, 0, 0, 0, 0, 0, 0};
    uint8_t *bytes = calloc(1, *count = 20 + length + 8 + binary), *data = bytes + 28 + length;
    const uint32_t head[] = {0x46546c67, 2, (uint32_t)*count, length, 0x4e4f534a}, chunk[] = {binary, 0x004e4942};
    memcpy(bytes, head, 20);
    memcpy(bytes + 20, json, length);
    memcpy(data - 8, chunk, 8);
    memcpy(data, keys, 136);
    memcpy(data + 136, square, 36);
    memcpy(data + 172, joints, 24);
    return bytes;
}

static void check_sound(const vv_model *model)
{
    uint32_t joints = model->skeleton ? vv_skeleton_joint_count(model->skeleton) : 0;
    for (uint32_t m = 0; m < model->mesh_count; m++) {
        const vv_model_mesh *mesh = &model->meshes[m];
        for (uint32_t i = 0; i < 3 * mesh->form.triangle_count; i++)
            assert_true(mesh->form.triangles[i] < mesh->form.vertex_count);
        for (uint32_t i = 0; i < 4 * mesh->form.vertex_count; i++)
            assert_true(mesh->joints[i] < joints && mesh->weights[i] >= 0.0f && mesh->weights[i] <= 1.0f);
        assert_true(vvi_all_finite(&mesh->form.positions[0].x, 3 * mesh->form.vertex_count));
    }
    for (uint32_t t = 0; t < model->take_count; t++)
        assert_true(vvi_all_finite(&model->takes[t].turns[0].x, 4 * (size_t)joints * model->takes[t].frame_count));
}

static void binary_files_are_read_and_damage_is_survived(void **state)
{
    (void)state;
    size_t count;
    uint8_t *whole = make_glb(&count);
    vv_model model = {0};
    vv_error error = {0};
    if (vv_import_gltf(whole, count, "test.glb", NULL, 0, NULL, &model, &error) != VV_OK)
        fail_msg("%s: %s", error.path, error.message);
    assert_true(model.mesh_count == 1 && model.take_count == 1 && model.takes[0].frame_count == 61);
    assert_true(model.meshes[0].joints[4] == 0 && model.meshes[0].joints[5] == 1); /* the heavier first */
    assert_true(fabsf(model.meshes[0].weights[4] - 155.0f / 255.0f) < 1e-6f);
    assert_true(model.meshes[0].weights[8] == 1.0f); /* without any weight: the first joint */
    check_sound(&model);
    vv_model_destroy(&model);
    const uint8_t values[] = {0, 1, 0x7f, 0x80, 0xff, '9', '"', ']'};
    for (size_t cut = 0; cut < count; cut++)
        for (size_t k = 0; k < 1 + sizeof values; k++) {
            size_t size = k == 0 ? cut : count;
            uint8_t *copy = malloc(size ? size : 1);
            memcpy(copy, whole, size);
            if (k > 0)
                copy[cut] = values[k - 1];
            vv_result result = vv_import_gltf(copy, size, "test.glb", NULL, 1.0, NULL, &model, &error);
            assert_true(k > 0 || result == VV_ERROR_FORMAT);
            if (result == VV_OK) {
                check_sound(&model);
                vv_model_destroy(&model);
            }
            free(copy);
        }
    free(whole);
}

static void failed_allocations_are_survived(void **state)
{
    (void)state;
    size_t count;
    uint8_t *whole = make_glb(&count);
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_model model = {0};
        vv_result result = vv_import_gltf(whole, count, "test.glb", NULL, 0, &allocator, &model, NULL);
        vv_model_destroy(&model);
        assert_true(counting.used == 0);
        if (result == VV_OK) {
            assert_true(n > 10);
            break;
        }
        assert_int_equal(result, VV_ERROR_MEMORY);
    }
    free(whole);
}

static void rates_are_checked(void **state)
{
    (void)state;
    vv_model model = {0};
    const double wrong[] = {-1, 0.5, 1001, NAN};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(vv_import_gltf("{}", 2, "a", NULL, wrong[i], NULL, &model, NULL), VV_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_strips_and_fans_are_triangles),
        cmocka_unit_test(component_types_are_read),
        cmocka_unit_test(sparse_changes_and_morphs_are_read),
        cmocka_unit_test(colours_and_mirrors_are_right),
        cmocka_unit_test(animations_are_sampled),
        cmocka_unit_test(scales_end_up_in_places),
        cmocka_unit_test(several_roots_get_one),
        cmocka_unit_test(buffers_beside_the_file_are_loaded),
        cmocka_unit_test(damaged_structure_is_refused),
        cmocka_unit_test(damaged_numbers_are_refused),
        cmocka_unit_test(damaged_bytes_are_refused),
        cmocka_unit_test(bombs_are_refused),
        cmocka_unit_test(binary_files_are_read_and_damage_is_survived),
        cmocka_unit_test(failed_allocations_are_survived),
        cmocka_unit_test(rates_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
