/* Creatures out of skeletons: rigs made by hand, and (where the data is) animals and figures that others made, each
 * judged by looking at its joints' names and places. */
#include "tests/testing.h"

#include "author/base/file.h"
#include "author/grow/grow.h"
#include "author/import/import.h"
#include "runtime/base/base.h"

#include <math.h>

/* ---- Help -------------------------------------------------------------------------------------------------------- */

static uint32_t count_cap(const vv_creature_plan *plan, uint32_t cap)
{
    uint32_t count = 0;
    for (uint32_t b = 0; b < plan->body_count; b++)
        count += (plan->bodies[b].body.caps & VV_CAP_BIT(cap)) != 0;
    return count;
}

static uint32_t find_body(const vv_creature_plan *plan, const char *name)
{
    for (uint32_t b = 0; b < plan->body_count; b++)
        if (strcmp(plan->bodies[b].name, name) == 0)
            return b;
    fail_msg("no body %s", name);
    return VV_NONE;
}

/* Whatever a skeleton is like: every joint is one body, places agree with origin, and a creature comes of it. */
static void it_is_sound(const vv_skeleton *skeleton, const vv_creature_plan *plan, const vv_plan_origin *origin)
{
    uint32_t n = vv_skeleton_joint_count(skeleton);
    vv_quat *turns = malloc(n * sizeof *turns);
    vv_vec3 *moves = malloc(n * sizeof *moves);
    vv_affine3 *globals = malloc(n * sizeof *globals);
    bool *seen = calloc(n, sizeof *seen);
    vv_skeleton_rest(skeleton, turns, moves);
    vv_skeleton_globals(skeleton, turns, moves, globals);
    assert_int_equal(plan->body_count, n);
    for (uint32_t b = 0; b < n; b++) {
        const vv_plan_body *body = &plan->bodies[b];
        uint32_t j = origin->joints[b];
        assert_false(seen[j]);
        seen[j] = true;
        assert_string_equal(body->name, vv_skeleton_joint(skeleton, j).name);
        assert_true(b == 0 ? body->body.parent == VV_NONE : body->body.parent < b);
        vv_vec3 p = vv_quat_rotate(origin->turned.rotation, vv_vec3_scale(globals[j].translation, origin->scale));
        p = vv_vec3_add(p, origin->turned.position);
        bool handle = body->radius[0] == 0.0f; /* those may be lifted onto the ground */
        assert_true(fabsf(p.x - body->body.position.x) + fabsf(p.z - body->body.position.z) < 1e-3f);
        assert_true(handle || fabsf(p.y - body->body.position.y) < 1e-3f);
    }
    vv_creature *creature = NULL;
    assert_int_equal(vv_plan_creature(plan, NULL, &creature, NULL), VV_OK);
    assert_int_equal(vv_creature_leg_count(creature), count_cap(plan, VV_CAP_FOOT));
    vv_creature_destroy(creature, NULL);
    free(turns);
    free(moves);
    free(globals);
    free(seen);
}

/* ---- Rigs made by hand ------------------------------------------------------------------------------------------- */

#define LEVEL                                                                                                          \
    {                                                                                                                  \
        0, 0, 0, 1                                                                                                     \
    }
static const vv_joint person[] = {
    {"Hips", VV_NONE, {0, 1, 0}, LEVEL},
    {"Spine", 0, {0, 0.3f, 0}, LEVEL},
    {"Neck", 1, {0, 0.3f, 0}, LEVEL},
    {"Head", 2, {0, 0.1f, 0}, LEVEL},
    {"LeftUpLeg", 0, {0.1f, 0, 0}, LEVEL},
    {"LeftLeg", 4, {0, -0.45f, 0.02f}, LEVEL},
    {"LeftFoot", 5, {0, -0.45f, 0}, LEVEL},
    {"LeftToeBase", 6, {0, -0.08f, 0.12f}, LEVEL},
    {"RightUpLeg", 0, {-0.1f, 0, 0}, LEVEL},
    {"RightLeg", 8, {0, -0.45f, 0.02f}, LEVEL},
    {"RightFoot", 9, {0, -0.45f, 0}, LEVEL},
    {"RightToeBase", 10, {0, -0.08f, 0.12f}, LEVEL},
    {"LeftArm", 1, {0.2f, 0.2f, 0}, LEVEL},
    {"LeftForeArm", 12, {0.28f, 0, 0}, LEVEL},
    {"LeftHand", 13, {0.25f, 0, 0}, LEVEL},
    {"RightArm", 1, {-0.2f, 0.2f, 0}, LEVEL},
    {"RightForeArm", 15, {-0.28f, 0, 0}, LEVEL},
    {"RightHand", 16, {-0.25f, 0, 0}, LEVEL},
};
#define PERSON (sizeof person / sizeof *person)

/* The same person, turned and scaled as files are; every way leads to the same creature. */
static void however_a_person_is_turned_it_looks_along_z(void **state)
{
    (void)state;
    vv_vec3 y = {0, 1, 0}, x = {1, 0, 0};
    const vv_quat turns[] = {vv_quat_identity(), vv_quat_from_axis_angle(y, VV_PI),
                             vv_quat_from_axis_angle(y, VV_PI / 2), vv_quat_from_axis_angle(y, -VV_PI / 2),
                             vv_quat_from_axis_angle(x, VV_PI / 2)};
    const float scales[] = {1.0f, 1.0f, 100.0f, 0.01f, 1.0f};
    for (uint32_t i = 0; i < 5; i++) {
        vv_joint joints[PERSON];
        memcpy(joints, person, sizeof person);
        for (uint32_t j = 0; j < PERSON; j++)
            joints[j].translation = vv_vec3_scale(joints[j].translation, scales[i]);
        joints[0].translation = vv_quat_rotate(turns[i], joints[0].translation);
        joints[0].rotation = turns[i];
        vv_skeleton *skeleton = NULL;
        vv_creature_plan plan;
        vv_plan_origin origin;
        assert_int_equal(vv_skeleton_create(PERSON, joints, NULL, &skeleton, NULL), VV_OK);
        assert_int_equal(vv_plan_from_skeleton(skeleton, NULL, NULL, &plan, &origin, NULL), VV_OK);
        it_is_sound(skeleton, &plan, &origin);
        assert_int_equal(count_cap(&plan, VV_CAP_FOOT), 2);
        assert_int_equal(count_cap(&plan, VV_CAP_GRASPER), 2);
        assert_int_equal(count_cap(&plan, VV_CAP_SPINE), 4);
        const vv_plan_body *foot = &plan.bodies[find_body(&plan, "LeftFoot")];
        const vv_plan_body *toe = &plan.bodies[find_body(&plan, "LeftToeBase")];
        const vv_plan_body *head = &plan.bodies[find_body(&plan, "Head")];
        assert_true(foot->body.caps & VV_CAP_BIT(VV_CAP_FOOT));
        assert_true(foot->body.position.x > 0.05f && toe->body.position.z > foot->body.position.z + 0.05f);
        assert_true(head->body.position.y > 1.4f && head->body.position.y < 1.9f);
        assert_true(fabsf(origin.scale * scales[i] - 1.0f) < 1e-3f);
        vv_plan_origin_destroy(&origin);
        vv_plan_destroy(&plan);
        vv_skeleton_destroy(skeleton, NULL);
    }
}

/* Feet that hang on the root beside poles and a handle come to hang on their legs; what is no body can do nothing. */
static void feet_of_a_rig_come_to_their_legs(void **state)
{
    (void)state;
    static const vv_joint joints[] = {
        {"root", VV_NONE, {0, 0, 0}, LEVEL},
        {"Foot.L", 0, {0.2f, 0.05f, 0}, LEVEL},
        {"Foot.R", 0, {-0.2f, 0.05f, 0}, LEVEL},
        {"Body", 0, {0, 2, 0}, LEVEL},
        {"Hips", 3, {0, -1, 0}, LEVEL},
        {"Torso", 4, {0, 0.3f, 0}, LEVEL},
        {"Head", 5, {0, 0.4f, 0}, LEVEL},
        {"UpLeg.L", 3, {0.2f, -1.1f, 0}, LEVEL},
        {"LowLeg.L", 7, {0, -0.4f, 0.05f}, LEVEL},
        {"UpLeg.R", 3, {-0.2f, -1.1f, 0}, LEVEL},
        {"LowLeg.R", 9, {0, -0.4f, 0.05f}, LEVEL},
        {"PoleTarget.L", 0, {0.2f, 0.5f, 2}, LEVEL},
    };
    vv_skeleton *skeleton = NULL;
    vv_creature_plan plan;
    vv_plan_origin origin;
    assert_int_equal(vv_skeleton_create(sizeof joints / sizeof *joints, joints, NULL, &skeleton, NULL), VV_OK);
    assert_int_equal(vv_plan_from_skeleton(skeleton, NULL, NULL, &plan, &origin, NULL), VV_OK);
    it_is_sound(skeleton, &plan, &origin);
    assert_int_equal(plan.bodies[find_body(&plan, "Foot.L")].body.parent, find_body(&plan, "LowLeg.L"));
    assert_int_equal(plan.bodies[find_body(&plan, "Foot.R")].body.parent, find_body(&plan, "LowLeg.R"));
    assert_int_equal(plan.bodies[find_body(&plan, "UpLeg.R")].body.parent, find_body(&plan, "Hips"));
    assert_int_equal(count_cap(&plan, VV_CAP_FOOT), 2);
    assert_int_equal(count_cap(&plan, VV_CAP_SPINE), 3);
    assert_true(plan.bodies[find_body(&plan, "PoleTarget.L")].body.caps == 0);
    assert_true(plan.bodies[find_body(&plan, "root")].body.caps == 0);
    vv_plan_origin_destroy(&origin);
    vv_plan_destroy(&plan);
    vv_skeleton_destroy(skeleton, NULL);
}

/* Names that say nothing: what ends on the ground walks, other pairs hold. One joint alone is a creature too. */
static void shape_speaks_where_names_do_not(void **state)
{
    (void)state;
    static const vv_joint joints[] = {
        {"a", VV_NONE, {0, 1, 0}, LEVEL}, {"b", 0, {0, 0.4f, 0}, LEVEL},      {"c", 1, {0, 0.3f, 0}, LEVEL},
        {"d", 0, {0.2f, 0, 0}, LEVEL},    {"e", 3, {0, -0.5f, 0.05f}, LEVEL}, {"f", 4, {0, -0.5f, 0}, LEVEL},
        {"g", 0, {-0.2f, 0, 0}, LEVEL},   {"h", 6, {0, -0.5f, 0.05f}, LEVEL}, {"i", 7, {0, -0.5f, 0}, LEVEL},
        {"j", 1, {0.2f, 0, 0}, LEVEL},    {"k", 9, {0.5f, 0, 0}, LEVEL},      {"m", 1, {-0.2f, 0, 0}, LEVEL},
        {"n", 11, {-0.5f, 0, 0}, LEVEL},
    };
    vv_skeleton *skeleton = NULL;
    vv_creature_plan plan;
    vv_plan_origin origin;
    for (uint32_t n = 1; n <= sizeof joints / sizeof *joints; n++) {
        assert_int_equal(vv_skeleton_create(n, joints, NULL, &skeleton, NULL), VV_OK);
        assert_int_equal(vv_plan_from_skeleton(skeleton, NULL, NULL, &plan, &origin, NULL), VV_OK);
        it_is_sound(skeleton, &plan, &origin);
        if (n == sizeof joints / sizeof *joints) {
            assert_int_equal(count_cap(&plan, VV_CAP_FOOT), 2);
            assert_int_equal(count_cap(&plan, VV_CAP_GRASPER), 2);
            assert_int_equal(count_cap(&plan, VV_CAP_SPINE), 3);
        }
        vv_plan_origin_destroy(&origin);
        vv_plan_destroy(&plan);
        vv_skeleton_destroy(skeleton, NULL);
    }
}

static void memory_may_run_out(void **state)
{
    (void)state;
    vv_skeleton *skeleton = NULL;
    assert_int_equal(vv_skeleton_create(PERSON, person, NULL, &skeleton, NULL), VV_OK);
    vv_manikin figure;
    assert_int_equal(vv_manikin_create(skeleton, VV_STYLE_LIMBS, 0xffffffffu, 0xff000000u, NULL, &figure, NULL), VV_OK);
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_creature_plan plan = {0};
        vv_plan_origin origin = {0};
        vv_manikin own = {0};
        vv_error error = {0};
        vv_result result = vv_plan_from_skeleton(skeleton, &figure, &allocator, &plan, &origin, &error);
        if (result == VV_OK)
            result = vv_plan_figure(&plan, &origin, skeleton, &figure, &allocator, &own, &error);
        vv_manikin_destroy(&own);
        vv_plan_origin_destroy(&origin);
        vv_plan_destroy(&plan);
        assert_int_equal(counting.used, 0);
        if (result == VV_OK)
            break;
        assert_int_equal(error.code, VV_ERROR_MEMORY);
    }
    vv_manikin_destroy(&figure);
    vv_skeleton_destroy(skeleton, NULL);
}

/* ---- What others made -------------------------------------------------------------------------------------------- */

typedef struct known {
    const char *file;
    uint32_t spine, feet, hands, mouths, tails, wings, ears, eyes;
    vv_vec3 forward, up; /* of the file */
} known;

#define ALONG_X                                                                                                        \
    {                                                                                                                  \
        1, 0, 0                                                                                                        \
    }
#define ALONG_Y                                                                                                        \
    {                                                                                                                  \
        0, 1, 0                                                                                                        \
    }
#define BACK_Y                                                                                                         \
    {                                                                                                                  \
        0, -1, 0                                                                                                       \
    }
#define ALONG_Z                                                                                                        \
    {                                                                                                                  \
        0, 0, 1                                                                                                        \
    }
static const known table[] = {
    {"gltf/creatures/Apatosaurus.glb", 6, 4, 0, 1, 1, 0, 0, 0, ALONG_Z, ALONG_Y},
    {"gltf/creatures/Bat.glb", 4, 2, 0, 1, 0, 2, 0, 1, ALONG_Z, ALONG_Y},
    {"gltf/creatures/Bee.glb", 4, 0, 0, 1, 0, 2, 0, 0, ALONG_Z, ALONG_Y},
    {"gltf/creatures/Character.glb", 5, 2, 2, 1, 0, 0, 2, 0, ALONG_Z, ALONG_Y},
    {"gltf/creatures/Character_HumanoidRig.glb", 5, 2, 2, 1, 0, 0, 2, 0, ALONG_Z, ALONG_Y},
    {"gltf/creatures/Dolphin.glb", 5, 0, 0, 1, 1, 0, 0, 0, ALONG_Z, ALONG_Y},
    {"gltf/creatures/Frog.glb", 6, 4, 0, 1, 0, 0, 0, 0, ALONG_Z, ALONG_Y},
    {"gltf/creatures/Horse.glb", 8, 4, 0, 1, 1, 0, 2, 0, ALONG_Z, ALONG_Y},
    {"gltf/creatures/Husky.glb", 8, 4, 0, 1, 1, 0, 2, 0, ALONG_Z, ALONG_Y},
    {"gltf/creatures/Manta_ray.glb", 5, 0, 0, 1, 1, 0, 0, 0, ALONG_Z, ALONG_Y},
    {"gltf/creatures/Rat.glb", 6, 4, 0, 1, 1, 0, 0, 0, ALONG_Z, ALONG_Y},
    {"gltf/creatures/Skeleton.glb", 4, 2, 2, 1, 0, 0, 0, 0, ALONG_Z, ALONG_Y},
    {"gltf/creatures/Slime.glb", 3, 0, 2, 1, 0, 0, 0, 2, ALONG_X, ALONG_Y},
    {"gltf/creatures/Spider.glb", 3, 8, 0, 1, 0, 0, 0, 0, ALONG_Z, ALONG_Y},
    {"gltf/creatures/Trex.glb", 6, 2, 2, 1, 1, 0, 0, 0, ALONG_Z, ALONG_Y},
    {"gltf/creatures/Velociraptor.glb", 6, 2, 2, 1, 1, 0, 0, 0, ALONG_Z, ALONG_Y},
    {"gltf/humanoids/RobotExpressive.glb", 6, 2, 2, 1, 0, 0, 0, 0, ALONG_Z, ALONG_Y},
    {"gltf/humanoids/kenney_platformer_character.glb", 1, 2, 2, 1, 0, 0, 0, 0, ALONG_Z, ALONG_Y},
    {"gltf/khronos/CesiumMan.glb", 5, 2, 2, 1, 0, 0, 0, 0, ALONG_Z, ALONG_Y},
    {"gltf/khronos/Fox.glb", 5, 4, 0, 1, 1, 0, 0, 0, ALONG_Z, ALONG_Y},
    {"gltf/khronos/RiggedFigure.glb", 5, 2, 2, 1, 0, 0, 0, 0, ALONG_Z, ALONG_Y},
    {"bvh/other/ad_dab.bvh", 7, 2, 2, 1, 0, 0, 0, 0, BACK_Y, ALONG_Z},
    {"bvh/other/makehuman_tpose.bvh", 9, 2, 2, 1, 0, 0, 0, 2, BACK_Y, ALONG_Z},
    {"bvh/other/pybvh_standard_skeleton.bvh", 8, 2, 2, 1, 0, 0, 0, 0, ALONG_Y, ALONG_Z},
    {"bvh/other/pybvh_bvh_test2.bvh", 7, 2, 2, 1, 0, 0, 0, 0, ALONG_Z, ALONG_Y},
    {"bvh/cmu74/74_01_stiff-walk.bvh", 7, 2, 2, 1, 0, 0, 0, 0, ALONG_Z, ALONG_Y},
    {"bvh/cmu91/91_29_normal.bvh", 7, 2, 2, 1, 0, 0, 0, 0, ALONG_Z, ALONG_Y},
    {"bvh/cmu104/104_02_neutral.bvh", 7, 2, 2, 1, 0, 0, 0, 0, ALONG_Z, ALONG_Y},
};

/* All meshes of a model as one figure; the caller releases nothing, as all of it is in the arena. */
static bool join(const vv_model *model, vvi_arena *arena, vv_manikin *out)
{
    uint32_t vertices = 0, joints = vv_skeleton_joint_count(model->skeleton), at = 0;
    for (uint32_t m = 0; m < model->mesh_count; m++)
        vertices += model->meshes[m].joints ? model->meshes[m].form.vertex_count : 0;
    *out = (vv_manikin){.joint_count = joints, .form.vertex_count = vertices, .binds = model->binds};
    out->form.positions = vvi_arena_allocate(arena, vertices, sizeof(vv_vec3));
    out->normals = vvi_arena_allocate(arena, vertices, sizeof(vv_vec3));
    out->colors = vvi_arena_allocate(arena, vertices, sizeof(uint32_t));
    out->joints = vvi_arena_allocate(arena, 4u * (size_t)vertices, sizeof(uint16_t));
    out->weights = vvi_arena_allocate(arena, 4u * (size_t)vertices, sizeof(float));
    for (uint32_t m = 0; m < model->mesh_count; m++) {
        const vv_model_mesh *mesh = &model->meshes[m];
        for (uint32_t v = 0; mesh->joints && v < mesh->form.vertex_count; v++, at++) {
            out->form.positions[at] = mesh->form.positions[v];
            memcpy(&out->joints[4 * at], &mesh->joints[4 * v], 4 * sizeof(uint16_t));
            memcpy(&out->weights[4 * at], &mesh->weights[4 * v], 4 * sizeof(float));
        }
    }
    vv_skin3_def def = {vertices, joints, out->joints, out->weights, out->binds};
    return vertices > 0 && vv_skin3_create(&def, NULL, &out->skin, NULL) == VV_OK;
}

static void compare(const known *k, const vv_skeleton *skeleton, const vv_manikin *figure)
{
    vv_creature_plan plan;
    vv_plan_origin origin;
    vv_error error = {0};
    if (vv_plan_from_skeleton(skeleton, figure, NULL, &plan, &origin, &error) != VV_OK)
        fail_msg("%s: %s", k->file, error.message);
    it_is_sound(skeleton, &plan, &origin);
    const uint32_t caps[] = {VV_CAP_SPINE, VV_CAP_FOOT, VV_CAP_GRASPER, VV_CAP_MOUTH,
                             VV_CAP_TAIL,  VV_CAP_WING, VV_CAP_EAR,     VV_CAP_EYE};
    const uint32_t wanted[] = {k->spine, k->feet, k->hands, k->mouths, k->tails, k->wings, k->ears, k->eyes};
    for (uint32_t i = 0; i < 8; i++)
        if (count_cap(&plan, caps[i]) != wanted[i])
            fail_msg("%s: %u of %s, not %u", k->file, count_cap(&plan, caps[i]), vv_cap_name(caps[i]), wanted[i]);
    vv_vec3 z = vv_quat_rotate(origin.turned.rotation, k->forward), y = vv_quat_rotate(origin.turned.rotation, k->up);
    if (!(z.z > 0.99f && y.y > 0.99f))
        fail_msg("%s: looks along %g %g %g", k->file, (double)z.x, (double)z.y, (double)z.z);
    float low = INFINITY, high = -INFINITY;
    for (uint32_t b = 0; b < plan.body_count; b++) {
        low = fminf(low, plan.bodies[b].body.position.y + plan.bodies[b].body.low.y);
        high = fmaxf(high, plan.bodies[b].body.position.y + plan.bodies[b].body.high.y);
    }
    assert_true(low > -0.01f * high && low < 0.05f * high);
    assert_true(high > 0.3f && high < 10.0f);
    vv_plan_origin_destroy(&origin);
    vv_plan_destroy(&plan);
}

static void animals_and_figures_are_known(void **state)
{
    (void)state;
    const char *folder = testing_data();
    if (!folder)
        skip();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char path[1024];
        uint8_t *bytes;
        size_t count;
        snprintf(path, sizeof path, "%s/%s", folder, table[i].file);
        assert_int_equal(vv_file_read(path, 1u << 28, NULL, &bytes, &count, NULL), VV_OK);
        if (strstr(path, ".bvh")) {
            vv_take take;
            assert_int_equal(vv_import_bvh((const char *)bytes, count, path, 0.0, NULL, &take, NULL), VV_OK);
            compare(&table[i], take.skeleton, NULL);
            vv_take_destroy(&take);
        } else {
            vv_model model;
            vv_manikin figure;
            vvi_arena arena = {0};
            assert_int_equal(vv_import_gltf(bytes, count, path, NULL, 30.0, NULL, &model, NULL), VV_OK);
            bool meshed = join(&model, &arena, &figure);
            compare(&table[i], model.skeleton, meshed ? &figure : NULL);
            vv_skin3_destroy(figure.skin, NULL);
            vvi_arena_release(&arena);
            vv_model_destroy(&model);
        }
        vv_file_release(NULL, bytes, count);
    }
}

/* The file's own mesh at rest lies where origin says, and follows its bodies. */
static void a_figure_keeps_its_shape(void **state)
{
    (void)state;
    vv_skeleton *skeleton = NULL;
    vv_manikin figure, own;
    vv_creature_plan plan;
    vv_plan_origin origin;
    assert_int_equal(vv_skeleton_create(PERSON, person, NULL, &skeleton, NULL), VV_OK);
    assert_int_equal(vv_manikin_create(skeleton, VV_STYLE_LIMBS, 0xffffffffu, 0xff000000u, NULL, &figure, NULL), VV_OK);
    assert_int_equal(vv_plan_from_skeleton(skeleton, &figure, NULL, &plan, &origin, NULL), VV_OK);
    assert_int_equal(vv_plan_figure(&plan, &origin, skeleton, &figure, NULL, &own, NULL), VV_OK);
    uint32_t n = own.form.vertex_count;
    vv_vec3 *at = malloc(n * sizeof *at);
    vv_transform3 placements[PERSON];
    vv_affine3 globals[PERSON], scratch[PERSON];
    for (uint32_t b = 0; b < plan.body_count; b++)
        placements[b] = (vv_transform3){plan.bodies[b].body.position, plan.bodies[b].body.rotation};
    uint32_t arm = find_body(&plan, "LeftForeArm");
    placements[arm].position.y += 0.25f;
    vv_plan_globals(&plan, placements, globals);
    vv_skin3_apply(own.skin, globals, own.form.positions, NULL, scratch, at, NULL);
    float moved = 0.0f;
    for (uint32_t v = 0; v < n; v++) {
        vv_vec3 p =
            vv_vec3_add(origin.turned.position,
                        vv_quat_rotate(origin.turned.rotation, vv_vec3_scale(figure.form.positions[v], origin.scale)));
        assert_true(vv_vec3_length(vv_vec3_sub(p, own.form.positions[v])) < 1e-4f);
        uint32_t joint = figure.joints[v * VV_SKIN3_INFLUENCES]; /* manikins are rigid: one joint a vertex */
        bool follows = strcmp(vv_skeleton_joint(skeleton, joint).name, "LeftForeArm") == 0;
        assert_true(fabsf(at[v].y - p.y - (follows ? 0.25f : 0.0f)) < 1e-4f);
        moved += follows;
    }
    assert_true(moved > 0.0f);
    free(at);
    vv_manikin_destroy(&own);
    vv_manikin_destroy(&figure);
    vv_plan_origin_destroy(&origin);
    vv_plan_destroy(&plan);
    vv_skeleton_destroy(skeleton, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(however_a_person_is_turned_it_looks_along_z),
        cmocka_unit_test(feet_of_a_rig_come_to_their_legs),
        cmocka_unit_test(shape_speaks_where_names_do_not),
        cmocka_unit_test(memory_may_run_out),
        cmocka_unit_test(a_figure_keeps_its_shape),
        cmocka_unit_test(animals_and_figures_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
