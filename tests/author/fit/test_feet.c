/* Legs are found in the rigs that people use. */
#include "walkers.h"

typedef struct bone {
    const char *name, *parent;
    float x, y, z;
} bone;

static vv_skeleton *skeleton_of(uint32_t count, const bone *bones)
{
    vv_joint joints[64];
    for (uint32_t j = 0; j < count; j++) {
        joints[j] = (vv_joint){bones[j].name, VV_NONE, {bones[j].x, bones[j].y, bones[j].z}, vv_quat_identity()};
        for (uint32_t p = 0; p < j; p++)
            if (bones[j].parent && strcmp(bones[p].name, bones[j].parent) == 0)
                joints[j].parent = p;
    }
    vv_skeleton *skeleton = NULL;
    assert_int_equal(vv_skeleton_create(count, joints, NULL, &skeleton, NULL), VV_OK);
    return skeleton;
}

/* "hip knee ankle toe, hip knee …" */
static void finds(uint32_t count, const bone *bones, const char *expected)
{
    vv_skeleton *skeleton = skeleton_of(count, bones);
    vv_foot feet[VV_VERB_MAX_FEET];
    uint32_t found = vv_fit_feet(skeleton, VV_VERB_MAX_FEET, feet);
    char text[1000] = "";
    for (uint32_t i = 0; i < found; i++) {
        const uint32_t joints[] = {feet[i].hip, feet[i].knee, feet[i].ankle, feet[i].toe};
        for (uint32_t k = 0; k < 4; k++)
            sprintf(text + strlen(text), "%s%s",
                    k > 0   ? " "
                    : i > 0 ? ", "
                            : "",
                    vv_skeleton_joint(skeleton, joints[k]).name);
    }
    assert_string_equal(text, expected);
    vv_skeleton_destroy(skeleton, NULL);
}
#define COUNT(bones) (uint32_t)(sizeof(bones) / sizeof *(bones))

static void legs_of_cgspeed_files(void **state)
{
    (void)state;
    const bone bones[] = {
        {"Hips", NULL, 0, 0, 0},
        {"RHipJoint", "Hips", 0, 0, 0},
        {"RightUpLeg", "RHipJoint", -1.8f, -1.5f, 0.8f},
        {"RightLeg", "RightUpLeg", -2.2f, -6.1f, 0},
        {"RightFoot", "RightLeg", -2.2f, -6.1f, 0},
        {"RightToeBase", "RightFoot", -0.2f, -0.5f, 1.6f},
        {"RightToeBase end", "RightToeBase", 0, 0, 0.8f},
        {"LHipJoint", "Hips", 0, 0, 0},
        {"LeftUpLeg", "LHipJoint", 1.8f, -1.5f, 0.8f},
        {"LeftLeg", "LeftUpLeg", 2.2f, -6.1f, 0},
        {"LeftFoot", "LeftLeg", 2.3f, -6.3f, 0},
        {"LeftToeBase", "LeftFoot", 0.1f, -0.3f, 1.5f},
        {"LeftToeBase end", "LeftToeBase", 0, 0, 0.8f},
        {"LowerBack", "Hips", 0, 0, 0},
        {"Spine", "LowerBack", 0, 1.7f, 0},
        {"LeftArm", "Spine", 2.5f, 1.1f, 0},
        {"LeftForeArm", "LeftArm", 4.3f, 0, 0},
        {"LeftHand", "LeftForeArm", 3.1f, 0, 0},
    };
    finds(COUNT(bones), bones, "LeftUpLeg LeftLeg LeftFoot LeftToeBase, RightUpLeg RightLeg RightFoot RightToeBase");
}

static void legs_of_makehuman(void **state)
{
    (void)state;
    const bone bones[] = {
        {"root", NULL, 0, 9, 0},
        {"pelvis.R", "root", -0.5f, -0.2f, 0},
        {"upperleg01.R", "pelvis.R", -0.6f, -0.5f, 0},
        {"upperleg02.R", "upperleg01.R", 0, -1.5f, 0},
        {"lowerleg01.R", "upperleg02.R", 0, -2.5f, 0},
        {"lowerleg02.R", "lowerleg01.R", 0, -2, 0},
        {"foot.R", "lowerleg02.R", 0, -2, 0},
        {"metatarsal1.R", "foot.R", 0.1f, -0.2f, 0.3f},
        {"toe1-1.R", "metatarsal1.R", 0, -0.2f, 0.9f},
        {"toe1-2.R", "toe1-1.R", 0, 0, 0.3f},
        {"metatarsal5.R", "foot.R", -0.2f, -0.2f, 0.2f},
        {"toe5-1.R", "metatarsal5.R", 0, -0.2f, 0.6f},
        {"pelvis.L", "root", 0.5f, -0.2f, 0},
        {"upperleg01.L", "pelvis.L", 0.6f, -0.5f, 0},
        {"upperleg02.L", "upperleg01.L", 0, -1.5f, 0},
        {"lowerleg01.L", "upperleg02.L", 0, -2.5f, 0},
        {"lowerleg02.L", "lowerleg01.L", 0, -2, 0},
        {"foot.L", "lowerleg02.L", 0, -2, 0},
        {"metatarsal1.L", "foot.L", 0.1f, -0.2f, 0.3f},
        {"toe1-1.L", "metatarsal1.L", 0, -0.2f, 0.9f},
        {"spine05", "root", 0, 1, 0},
    };
    finds(COUNT(bones), bones, "upperleg01.L lowerleg01.L foot.L toe1-1.L, upperleg01.R lowerleg01.R foot.R toe1-1.R");
}

static void legs_of_mixamo(void **state)
{
    (void)state;
    const bone bones[] = {
        {"mixamorig:Hips", NULL, 0, 1, 0},
        {"mixamorig:Spine", "mixamorig:Hips", 0, 0.1f, 0},
        {"mixamorig:LeftUpLeg", "mixamorig:Hips", 0.1f, -0.05f, 0},
        {"mixamorig:LeftLeg", "mixamorig:LeftUpLeg", 0, -0.42f, 0},
        {"mixamorig:LeftFoot", "mixamorig:LeftLeg", 0, -0.42f, 0},
        {"mixamorig:LeftToeBase", "mixamorig:LeftFoot", 0, -0.08f, 0.15f},
        {"mixamorig:LeftToe_End", "mixamorig:LeftToeBase", 0, 0, 0.08f},
        {"mixamorig:RightUpLeg", "mixamorig:Hips", -0.1f, -0.05f, 0},
        {"mixamorig:RightLeg", "mixamorig:RightUpLeg", 0, -0.42f, 0},
        {"mixamorig:RightFoot", "mixamorig:RightLeg", 0, -0.42f, 0},
        {"mixamorig:RightToeBase", "mixamorig:RightFoot", 0, -0.08f, 0.15f},
    };
    finds(COUNT(bones), bones,
          "mixamorig:LeftUpLeg mixamorig:LeftLeg mixamorig:LeftFoot mixamorig:LeftToeBase, "
          "mixamorig:RightUpLeg mixamorig:RightLeg mixamorig:RightFoot mixamorig:RightToeBase");
}

/* Feet of these rigs are handles that hang on the root; legs end in leaves without a name of their own. */
static void legs_that_handles_pull(void **state)
{
    (void)state;
    const bone bones[] = {
        {"Root", NULL, 0, 0, 0},
        {"Foot.L", "Root", 0.1f, 0.1f, 0},
        {"Foot.R", "Root", -0.1f, 0.1f, 0},
        {"PoleTarget.L", "Root", 0.1f, 0.5f, 1},
        {"Body", "Root", 0, 1, 0},
        {"Hips", "Body", 0, 0, 0},
        {"UpperLeg.R", "Hips", -0.1f, 0, 0},
        {"LowerLeg.R", "UpperLeg.R", 0, -0.45f, 0},
        {"LowerLeg.R end", "LowerLeg.R", 0, -0.4f, 0},
        {"UpperLeg.L", "Hips", 0.1f, 0, 0},
        {"LowerLeg.L", "UpperLeg.L", 0, -0.45f, 0},
        {"LowerLeg.L end", "LowerLeg.L", 0, -0.4f, 0},
    };
    finds(COUNT(bones), bones,
          "UpperLeg.L LowerLeg.L LowerLeg.L end LowerLeg.L end, UpperLeg.R LowerLeg.R LowerLeg.R end LowerLeg.R end");
}

static void four_legs_from_front_to_back(void **state)
{
    (void)state;
    bone bones[32] = {{"root", NULL, 0, 1, 0}, {"spine", "root", 0, 0, 0.5f}};
    static const char *names[] = {"BackUpLeg.R",  "BackLowLeg.R", "BackFoot.R",    "BackUpLeg.L",
                                  "BackLowLeg.L", "BackFoot.L",   "FrontUpLeg.R",  "FrontLowLeg.R",
                                  "FrontFoot.R",  "FrontUpLeg.L", "FrontLowLeg.L", "FrontFoot.L"};
    uint32_t count = 2;
    for (uint32_t leg = 0; leg < 4; leg++) {
        float x = leg % 2 == 0 ? -0.2f : 0.2f;
        bones[count++] = (bone){names[3 * leg], leg < 2 ? "root" : "spine", x, 0, leg < 2 ? -0.5f : 0.5f};
        bones[count++] = (bone){names[3 * leg + 1], names[3 * leg], 0, -0.5f, 0};
        bones[count++] = (bone){names[3 * leg + 2], names[3 * leg + 1], 0, -0.45f, 0};
    }
    finds(count, bones,
          "FrontUpLeg.L FrontLowLeg.L FrontFoot.L FrontFoot.L, FrontUpLeg.R FrontLowLeg.R FrontFoot.R FrontFoot.R, "
          "BackUpLeg.L BackLowLeg.L BackFoot.L BackFoot.L, BackUpLeg.R BackLowLeg.R BackFoot.R BackFoot.R");
    vv_skeleton *skeleton = skeleton_of(count, bones);
    vv_foot feet[4];
    char name[FIT_FOOT_NAME_BYTES];
    assert_int_equal(vv_fit_feet(skeleton, 4, feet), 4);
    vvi_fit_foot_name(skeleton, 4, feet, 1, name);
    assert_string_equal(name, "front right");
    assert_int_equal(vv_fit_feet(skeleton, 1, feet), 1);
    vv_skeleton_destroy(skeleton, NULL);
}

static void legs_without_a_name(void **state)
{
    (void)state;
    const bone bones[] = {
        {"a", NULL, 0, 1, 0},         {"b", "a", 0.1f, -0.05f, 0},  {"c", "b", 0, -0.42f, 0}, {"d", "c", 0, -0.4f, 0},
        {"e", "d", 0, -0.08f, 0.15f}, {"f", "a", -0.1f, -0.05f, 0}, {"g", "f", 0, -0.42f, 0}, {"h", "g", 0, -0.4f, 0},
        {"i", "h", 0, -0.08f, 0.15f}, {"j", "a", 0, 0.5f, 0},       {"k", "j", 0.5f, 0, 0},   {"l", "k", 0.3f, 0, 0},
    };
    finds(COUNT(bones), bones, "b c d e, f g h i");
}

static void a_figure_without_legs(void **state)
{
    (void)state;
    const bone bones[] = {{"a", NULL, 0, 1, 0}, {"b", "a", 0, 1, 0}};
    finds(COUNT(bones), bones, "");
    vv_skeleton *skeleton = walker_skeleton(NULL);
    vv_foot feet[VV_VERB_MAX_FEET];
    assert_int_equal(vv_fit_feet(skeleton, VV_VERB_MAX_FEET, feet), 2);
    assert_memory_equal(feet, walker_feet, sizeof walker_feet);
    vv_skeleton_destroy(skeleton, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legs_of_cgspeed_files),
        cmocka_unit_test(legs_of_makehuman),
        cmocka_unit_test(legs_of_mixamo),
        cmocka_unit_test(legs_that_handles_pull),
        cmocka_unit_test(four_legs_from_front_to_back),
        cmocka_unit_test(legs_without_a_name),
        cmocka_unit_test(a_figure_without_legs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
