/* verve import of motions and models: which skeletons, takes and forms the project holds afterwards. */
#include "author/base/file.h"
#include "author/folder/folder.h"
#include "author/import/import.h"
#include "tests/testing.h"

#include <sys/stat.h>
#include <sys/wait.h>

static char folder[1024], project[1200];

static int verve(const char *arguments)
{
    char command[4096];
    snprintf(command, sizeof command, "cd '%s' && '%s/verve' %s >out.txt 2>err.txt", folder, getenv("VV_BUILD"),
             arguments);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool printed(const char *name, const char *what)
{
    char path[2048];
    uint8_t *bytes = NULL;
    size_t count = 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(vv_file_read(path, 1u << 20, NULL, &bytes, &count, NULL), VV_OK);
    bool found = strstr((const char *)bytes, what) != NULL;
    vv_file_release(NULL, bytes, count);
    return found;
}

static void write_file(const char *name, const void *bytes, size_t count)
{
    char path[2048];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(vv_file_write(path, bytes, count, NULL), VV_OK);
}

static void write_text(const char *name, const char *text) { write_file(name, text, strlen(text)); }

#define BVH(root, frames)                                                                                              \
    "HIERARCHY\nROOT " root "\n{\nOFFSET 0 1 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation "         \
    "Yrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.5\n" frames
#define TRIANGLE                                                                                                       \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"      \
    "\"count\":3,\"type\":\"VEC3\"}],\"meshes\":[{\"name\":\"face\",\"extras\":{\"targetNames\":[\"smile\"]},"         \
    "\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":0}]}]}],\"nodes\":[{\"mesh\":0}]"

static int set_up(void **state)
{
    (void)state;
    char command[4096];
    const char *build = getenv("VV_BUILD");
    if (!build)
        return 1;
    snprintf(folder, sizeof folder, "%s/test-import-model", build);
    snprintf(project, sizeof project, "%s/project", folder);
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir -p '%s'", folder, folder);
    if (system(command) != 0 || vv_project_folder_create(project, "test", NULL, NULL) != VV_OK)
        return 1;
    write_text("walk.bvh", BVH("Hips", "0 1 0 0 0 0\n0 1 1 10 0 0\n"));
    write_text("run: fast.bvh", BVH("Hips", "0 1 0 0 0 0\n0 1 3 10 0 0\n"));
    write_text("cat.bvh", BVH("Spine", "0 1 0 0 0 0\n0 1 3 10 0 0\n"));
    write_text("broken.bvh", BVH("Hips", "0 1 0 0 0 0\n0 1 3 10 0\n"));
    write_text("box.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const float corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    write_file("face data.bin", corners, sizeof corners);
    write_text(
        "face.gltf",
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"face%20data.bin\"}]," TRIANGLE "}");
    write_text("lost.gltf",
               "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"lost.bin\"}]," TRIANGLE "}");
    return 0;
}

static vv_project_folder *open_project(const vv_project **found)
{
    vv_project_folder *opened = NULL;
    vv_error error = {0};
    if (vv_project_folder_open(project, VV_FOLDER_READ, VV_FLUSH_COMMAND, NULL, &opened, &error) != VV_OK)
        fail_msg("%s", error.message);
    *found = vv_document_project(vv_project_folder_document(opened));
    return opened;
}

static bool has_file(const char *inside)
{
    char path[2048];
    snprintf(path, sizeof path, "%s/%s", project, inside);
    return vv_file_exists(path);
}

static void takes_of_one_skeleton_share_it(void **state)
{
    (void)state;
    const vv_project *found;
    if (verve("import walk.bvh 'run: fast.bvh' --into project --unit 0.5") != 0)
        fail_msg("%s", "see err.txt");
    assert_true(printed("out.txt", "walk: a skeleton of 2 joints\nwalk: a take of \"walk\", 2 frames, 0.5 s\n"));
    assert_int_equal(verve("import cat.bvh walk.bvh --into project"), 0);
    vv_project_folder *opened = open_project(&found);
    assert_int_equal(found->skeleton_count, 2);
    assert_string_equal(found->skeletons[0]->name, "walk");
    assert_string_equal(found->skeletons[0]->file, "clips/walk.bvh");
    assert_true(found->skeletons[0]->scale == 0.5f && found->skeletons[1]->scale == 0.0f);
    assert_string_equal(found->skeletons[1]->name, "cat");
    assert_int_equal(found->take_count, 4);
    static const char *const takes[][2] = {{"walk", "clips/walk.bvh"},
                                           {"run: fast", "clips/run--fast.bvh"},
                                           {"cat", "clips/cat.bvh"},
                                           {"walk-2", "clips/walk-2.bvh"}};
    for (uint32_t i = 0; i < 4; i++) {
        assert_string_equal(found->takes[i]->name, takes[i][0]);
        assert_string_equal(found->takes[i]->file, takes[i][1]);
        assert_int_equal(found->takes[i]->skeleton, i == 2 ? 1 : 0);
        assert_true(has_file(takes[i][1]));
    }
    vv_project_folder_close(opened);
}

static void skeletons_can_be_named(void **state)
{
    (void)state;
    const vv_project *found;
    assert_int_equal(verve("import walk.bvh --into project --skeleton robot"), 0);
    assert_int_equal(verve("import cat.bvh --into project --skeleton robot"), 1);
    assert_true(printed("err.txt", "cat.bvh: its joints are not those of the skeleton \"robot\""));
    vv_project_folder *opened = open_project(&found);
    assert_int_not_equal(vv_project_find_skeleton(found, "robot"), VV_NONE);
    vv_project_folder_close(opened);
}

static void meshes_become_forms(void **state)
{
    (void)state;
    const vv_project *found;
    assert_int_equal(verve("import box.obj face.gltf --into project"), 0);
    vv_project_folder *opened = open_project(&found);
    uint32_t box = vv_project_find_form(found, "box"), smile = vv_project_find_form(found, "face smile");
    assert_true(box != VV_NONE && smile != VV_NONE && vv_project_find_form(found, "face") != VV_NONE);
    assert_string_equal(found->forms[box]->file, "forms/box.obj");
    assert_string_equal(found->forms[smile]->file, "forms/face.gltf");
    assert_string_equal(found->forms[smile]->morph, "smile");
    vv_project_folder_close(opened);
    /* The copy needs no other file. */
    char path[2048];
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_model model = {0};
    snprintf(path, sizeof path, "%s/forms/face.gltf", project);
    assert_int_equal(vv_file_read(path, 1u << 20, NULL, &bytes, &count, NULL), VV_OK);
    assert_int_equal(vv_import_gltf(bytes, count, path, NULL, 0, NULL, &model, NULL), VV_OK);
    assert_true(model.meshes[0].form.positions[1].x == 1.0f && model.meshes[0].morphs[0].positions[1].x == 2.0f);
    vv_model_destroy(&model);
    vv_file_release(NULL, bytes, count);
}

static void refused_files_leave_nothing_behind(void **state)
{
    (void)state;
    const vv_project *found;
    assert_int_equal(verve("import box.obj broken.bvh --into project"), 1);
    assert_true(printed("err.txt", "broken.bvh:15: "));
    assert_false(has_file("forms/box-2.obj"));
    assert_int_equal(verve("import lost.gltf --into project"), 1);
    assert_true(printed("err.txt", "lost.bin"));
    write_text("nothing.gltf", "{\"asset\":{\"version\":\"2.0\"}}");
    assert_int_equal(verve("import nothing.gltf --into project"), 1);
    assert_true(printed("err.txt", "neither a motion nor a mesh"));
    assert_int_equal(verve("import walk.bvh --into project --unit -1"), 2);
    assert_int_equal(verve("import walk.bvh --into project --skeleton ''"), 2);
    vv_project_folder *opened = open_project(&found);
    assert_int_equal(vv_project_find_form(found, "box-2"), VV_NONE);
    vv_project_folder_close(opened);
}

/* Every animation of a real file is a take of one skeleton. */
static void real_models_are_imported(void **state)
{
    (void)state;
    const vv_project *found;
    const char *data = testing_data();
    if (!data)
        return;
    char command[2048];
    snprintf(command, sizeof command, "import '%s/gltf/creatures/Horse.glb' --into project", data);
    assert_int_equal(verve(command), 0);
    vv_project_folder *opened = open_project(&found);
    uint32_t horse = vv_project_find_skeleton(found, "Horse"), takes = 0;
    assert_int_not_equal(horse, VV_NONE);
    for (uint32_t i = 0; i < found->take_count; i++)
        takes += found->takes[i]->skeleton == horse && found->takes[i]->clip[0];
    assert_int_equal(takes, 13);
    vv_project_folder_close(opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_of_one_skeleton_share_it),
        cmocka_unit_test(skeletons_can_be_named),
        cmocka_unit_test(meshes_become_forms),
        cmocka_unit_test(refused_files_leave_nothing_behind),
        cmocka_unit_test(real_models_are_imported),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
