/* Skeletons that others made, captured and modelled: their longest ways follow strokes that are bent over them. */
#include "author/import/import.h"
#include "matches.h"

static char *load(const char *folder, const char *name, size_t *length)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*length + 1);
    assert_true(fread(bytes, 1, *length, file) == *length);
    bytes[*length] = 0;
    fclose(file);
    return bytes;
}

/* Three strokes, as long as the skeleton's extent in the view and along it, bent this way and that; bones proposed
 * for the first. */
static void follow(const char *name, const vv_skeleton *skeleton)
{
    uint32_t joints = vv_skeleton_joint_count(skeleton), low = 0, high = 0;
    vv_quat *turns = malloc(joints * sizeof *turns);
    vv_vec3 *moves = malloc(joints * sizeof *moves);
    vv_affine3 *globals = malloc(joints * sizeof *globals);
    uint32_t *bones = malloc(joints * sizeof *bones);
    vv_skeleton_rest(skeleton, turns, moves);
    vv_skeleton_globals(skeleton, turns, moves, globals);
    vv_view_plane paper = vv_view_plane_from_angles(0.5f * VV_PI, 0.0f, globals[0].translation, 0.0f);
    vv_vec2 ends[2] = {{0, 0}, {0, 0}};
    for (int sideways = 0; sideways < 2; sideways++) { /* along what is longer: its height or its length */
        vv_vec2 axis = sideways ? (vv_vec2){1.0f, 0.1f} : (vv_vec2){-0.3f, 1.0f};
        uint32_t least = 0, most = 0;
        for (uint32_t j = 0; j < joints; j++) {
            float at = vv_vec2_dot(axis, vv_view_plane_project(&paper, globals[j].translation));
            least = at < vv_vec2_dot(axis, vv_view_plane_project(&paper, globals[least].translation)) ? j : least;
            most = at > vv_vec2_dot(axis, vv_view_plane_project(&paper, globals[most].translation)) ? j : most;
        }
        vv_vec2 from = vv_view_plane_project(&paper, globals[least].translation),
                to = vv_view_plane_project(&paper, globals[most].translation);
        if (sideways && vv_vec2_distance(from, to) < vv_vec2_distance(ends[0], ends[1]))
            break;
        ends[0] = from;
        ends[1] = to;
        low = least;
        high = most;
    }
    vv_vec2 along = vv_vec2_sub(ends[0], ends[1]);
    float length = vv_vec2_length(along), heading = vv_atan2(along.y, along.x);
    assert_true(low != high && length > 0.01f);
    bow bows[3] = {{0.0f, vv_vec2_lerp(ends[0], ends[1], 0.5f), length, heading, 0.1f, 0, 1}};
    bows[1] = bows[2] = bows[0];
    bows[1].time = 0.5f;
    bows[1].bend = 1.2f;
    bows[2].time = 1.0f;
    bows[2].bend = -1.5f;
    bows[2].heading += 0.5f;
    vv_line *line = bows_line(3, bows, VV_LINE_ELASTIC, 0.2f);
    vv_line_pose pose;
    vv_line_sample(line, 0.0, &pose, NULL);
    uint32_t count = vv_match_propose_bones(skeleton, globals, &paper, ELEMENTS, &pose, bones);
    vv_match_key keys[3] = {{count, bones, 0, 0}, {count, bones, 0, 0}, {count, bones, 0, 0}};
    vv_match_def def = {.skeleton = skeleton,
                        .line = line,
                        .keys = keys,
                        .rate = 30.0f,
                        .view_plane = paper,
                        .action_plane = vv_quat_identity()};
    vv_match *match = NULL;
    assert_int_equal(vv_match_create(&def, NULL, &match, NULL), VV_OK);
    assert_int_equal(vv_match_solve(match, NULL, NULL), VV_OK);
    printf("%u joints, %u bones: ", joints, count);
    print_report(name, match);
    vv_match_report report = vv_match_last_report(match);
    assert_true(report.mean_distance < 0.02f && report.tangent_degrees < 5.0f);
    vv_match_destroy(match, NULL);
    vv_line_destroy(line, NULL);
    free(turns);
    free(moves);
    free(globals);
    free(bones);
}

static void captured_people_follow(void **state)
{
    (void)state;
    static const char *const files[] = {"bvh/cmu91/91_17_quick.bvh", "bvh/other/makehuman_tpose.bvh",
                                        "bvh/other/ad_dab.bvh"};
    const char *folder = testing_data();
    for (size_t i = 0; folder && i < sizeof files / sizeof *files; i++) {
        size_t length = 0;
        char *text = load(folder, files[i], &length);
        vv_take take;
        if (text && vv_import_bvh(text, length, files[i], 0, NULL, &take, NULL) == VV_OK) {
            follow(files[i], take.skeleton);
            vv_take_destroy(&take);
        }
        free(text);
    }
}

static void modelled_animals_follow(void **state)
{
    (void)state;
    static const char *const files[] = {"gltf/creatures/Horse.glb", "gltf/creatures/Dolphin.glb",
                                        "gltf/creatures/Velociraptor.glb", "gltf/creatures/Rat.glb"};
    const char *folder = testing_data();
    for (size_t i = 0; folder && i < sizeof files / sizeof *files; i++) {
        size_t length = 0;
        char *bytes = load(folder, files[i], &length);
        vv_model model;
        if (bytes && vv_import_gltf(bytes, length, files[i], NULL, 30.0, NULL, &model, NULL) == VV_OK) {
            if (model.skeleton)
                follow(files[i], model.skeleton);
            vv_model_destroy(&model);
        }
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(captured_people_follow),
        cmocka_unit_test(modelled_animals_follow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
