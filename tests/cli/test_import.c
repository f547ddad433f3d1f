/* verve import, run as a person runs it: what the project holds afterwards, and what an error leaves behind. */
#include "author/base/file.h"
#include "author/export/export.h"
#include "author/folder/folder.h"
#include "author/import/import.h"
#include "runtime/base/base.h"
#include "tests/testing.h"

#include <dirent.h>
#include <math.h>
#include <sys/wait.h>

static char folder[1024], project[1200];

/* Runs `verve ARGUMENTS`, in the test's folder; what it prints goes to out.txt and err.txt there. */
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

static void write_png_of(const char *name, uint32_t width, uint32_t height, int level)
{
    vv_image image;
    vv_bytes bytes;
    assert_int_equal(vv_image_create(width, height, NULL, &image, NULL), VV_OK);
    memset(image.pixels, level, 4ul * width * height);
    assert_int_equal(vv_export_png(&image, NULL, &bytes, NULL), VV_OK);
    write_file(name, bytes.data, bytes.count);
    vv_bytes_release(&bytes, NULL);
    vv_image_destroy(&image, NULL);
}

static void write_png(const char *name, uint32_t width, uint32_t height) { write_png_of(name, width, height, 200); }

static int count_art(void)
{
    char path[2048];
    int count = 0;
    snprintf(path, sizeof path, "%s/art", project);
    DIR *entries = opendir(path);
    for (const struct dirent *entry; entries && (entry = readdir(entries));)
        count += entry->d_name[0] != '.';
    if (entries)
        closedir(entries);
    return count;
}

static int set_up(void **state)
{
    (void)state;
    char command[4096];
    const char *build = getenv("VV_BUILD");
    if (!build)
        return 1;
    snprintf(folder, sizeof folder, "%s/test-import", build);
    snprintf(project, sizeof project, "%s/project", folder);
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir -p '%s'", folder, folder);
    if (system(command) != 0 || vv_project_folder_create(project, "test", NULL, NULL) != VV_OK)
        return 1;
    const char *svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 100'>"
                      "<g id='tail'><rect x='20' y='10' width='40' height='30'/></g>"
                      "<g id='body: front'><rect x='100' y='0' width='100' height='100'/></g></svg>";
    write_file("cat.svg", svg, strlen(svg));
    write_file("broken.svg", "<svg", 4);
    write_png("one.png", 60, 40);
    write_png("two.png", 30, 80);
    return 0;
}

static vv_project_folder *open_project(void)
{
    vv_project_folder *opened = NULL;
    vv_error error = {0};
    if (vv_project_folder_open(project, VV_FOLDER_READ, VV_FLUSH_COMMAND, NULL, &opened, &error) != VV_OK)
        fail_msg("%s", error.message);
    return opened;
}

static const vv_project_artwork *find_artwork(const vv_project_folder *opened, const char *name)
{
    const vv_project *found = vv_document_project(vv_project_folder_document(opened));
    uint32_t index = vv_project_find_artwork(found, name);
    assert_int_not_equal(index, VV_NONE);
    return found->artworks[index];
}

static vv_image read_image(const char *inside)
{
    char path[2048];
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_image image;
    snprintf(path, sizeof path, "%s/%s", project, inside);
    assert_int_equal(vv_file_read(path, 1u << 24, NULL, &bytes, &count, NULL), VV_OK);
    assert_int_equal(vv_import_png(bytes, count, path, NULL, &image, NULL), VV_OK);
    vv_file_release(NULL, bytes, count);
    return image;
}

static void check_near(float value, double expected) { assert_true(fabs((double)value - expected) < 1e-5); }

static void an_svg_becomes_an_artwork_with_a_layer_a_group(void **state)
{
    (void)state;
    assert_int_equal(verve("import cat.svg --into project --vertices 500"), 0);
    assert_true(printed("out.txt", "cat: 2 layers, 1024 × 512 pixels, 2 × 1 m"));
    vv_project_folder *opened = open_project();
    const vv_project_artwork *cat = find_artwork(opened, "cat");
    assert_true(vv_project_folder_is_saved(opened));
    assert_int_equal(cat->layer_count, 2);
    check_near(cat->scale, 512);
    assert_string_equal(cat->layers[0].name, "tail");
    assert_string_equal(cat->layers[0].image, "art/cat-tail.png");
    assert_in_range(cat->layers[0].vertices + cat->layers[1].vertices, 499, 501); /* shared out by size */
    assert_true(cat->layers[0].vertices >= 30 && cat->layers[1].vertices > cat->layers[0].vertices);
    assert_string_equal(cat->layers[1].name, "body: front");
    assert_string_equal(cat->layers[1].image, "art/cat-body--front.png");
    /* The tail's ink begins at (20, 10) of 200 × 100 units: 102.4 and 51.2 pixels, with two pixels of room. */
    check_near(cat->layers[0].at.x, (100.0 - 512) / 512);
    check_near(cat->layers[0].at.y, (512.0 - 49) / 512);
    vv_image tail = read_image(cat->layers[0].image);
    assert_int_equal(tail.width, 308 + 2 - 100);
    vv_image_destroy(&tail, NULL);
    assert_int_equal(count_art(), 3); /* with the SVG itself */
    vv_project_folder_close(opened);
}

static void pngs_become_layers_of_one_artwork(void **state)
{
    (void)state;
    assert_int_equal(verve("import one.png two.png --into project --artwork 'a b' --scale 20"), 0);
    vv_project_folder *opened = open_project();
    const vv_project_artwork *artwork = find_artwork(opened, "a b");
    assert_int_equal(artwork->layer_count, 2);
    check_near(artwork->scale, 20);
    assert_string_equal(artwork->layers[0].image, "art/a-b-one.png");
    check_near(artwork->layers[0].at.x, -1.5);
    check_near(artwork->layers[0].at.y, 3);
    check_near(artwork->layers[1].at.x, -0.75);
    check_near(artwork->layers[1].at.y, 4);
    vv_project_folder_close(opened);
}

static void a_refused_import_leaves_nothing_behind(void **state)
{
    (void)state;
    assert_int_equal(verve("import cat.svg one.png --into project --pixels 64"), 1); /* there is a cat already */
    assert_true(printed("err.txt", "cat.svg: the project has an artwork \"cat\" already; give this one another name"));
    int before = count_art();
    assert_int_equal(verve("import one.png broken.svg --into project"), 1);
    assert_true(printed("err.txt", "verve: broken.svg:"));
    assert_int_equal(count_art(), before);
    vv_project_folder *opened = open_project();
    const vv_project *found = vv_document_project(vv_project_folder_document(opened));
    assert_int_equal(vv_project_find_artwork(found, "one"), VV_NONE);
    vv_project_folder_close(opened);
}

static void pictures_of_other_artworks_are_never_overwritten(void **state)
{
    (void)state;
    assert_int_equal(verve("import cat.svg --into project --artwork pet --pixels 64"), 0);
    /* A picture whose name the next import would choose. */
    char mine[2048];
    snprintf(mine, sizeof mine, "%s/art/dog.png", project);
    assert_int_equal(vv_file_write(mine, "mine", 4, NULL), VV_OK);
    write_png("dog.png", 8, 8);
    assert_int_equal(verve("import dog.png --into project"), 0);
    vv_project_folder *opened = open_project();
    assert_string_equal(find_artwork(opened, "dog")->layers[0].image, "art/dog-2.png");
    vv_project_folder_close(opened);
    uint8_t *bytes = NULL;
    size_t count = 0;
    assert_int_equal(vv_file_read(mine, 100, NULL, &bytes, &count, NULL), VV_OK);
    assert_int_equal(count, 4);
    vv_file_release(NULL, bytes, count);
    remove(mine);
}

/* The text is empty, since fontconfig never frees what it caches, which the leak sanitizer would tell. */
static void text_is_warned_of(void **state)
{
    (void)state;
    const char *svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'><rect width='20' height='20'/>"
                      "<g id='sign'><text y='15'/><rect width='9' height='9'/></g></svg>";
    write_file("sign.svg", svg, strlen(svg));
    assert_int_equal(verve("import sign.svg --into project --pixels 64"), 0);
    assert_true(
        printed("err.txt", "verve: sign.svg: has text, and fonts differ between machines; convert text to paths"));
    assert_int_equal(verve("import cat.svg --into project --artwork mute --pixels 64"), 0);
    assert_false(printed("err.txt", "text"));
}

static void what_is_left_out_is_warned_of(void **state)
{
    (void)state;
    static const char dashed[] =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 50'><g id='road'><path d='M2 45H98' stroke='black' "
        "stroke-width='3' stroke-dasharray='3 2'/></g><g id='sky'><rect width='100' height='30'/></g></svg>";
    static const char outside[] = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'>"
                                  "<image href='a.png' width='9' height='9'/><rect width='9' height='9'/></svg>";
    write_file("dashed.svg", dashed, sizeof dashed - 1);
    write_file("outside.svg", outside, sizeof outside - 1);
    assert_int_equal(verve("import dashed.svg outside.svg --into project"), 0);
    assert_true(printed("err.txt", "small pieces of layer \"road\" were left out; raise its \"vertices\""));
    assert_false(printed("err.txt", "\"sky\""));
    assert_true(printed("err.txt", "outside.svg: refers to pictures or styles outside itself"));
    assert_int_equal(verve("check project"), 0);
    assert_true(printed("out.txt", "warning V134: "));
    assert_int_equal(verve("new enough"), 0);
    assert_int_equal(verve("import dashed.svg --vertices 2000 --into enough"), 0);
    assert_false(printed("err.txt", "left out"));
    assert_int_equal(verve("check enough"), 0);
    assert_true(printed("out.txt", "no problems"));
}

static void wrong_command_lines_are_explained(void **state)
{
    (void)state;
    static const char *const lines[][2] = {
        {"import cat.svg", "add --into PROJECT"},
        {"import cat.txt --into project", "only .svg, .png, .bvh"},
        {"import cat.svg one.png --into project --artwork x", "make several"},
        {"import cat.svg --into project --scale -1", "--scale"},
        {"import cat.svg --into project --artwork ../x", "--artwork is not a name; use"},
        {"import cat.svg --into project --artwork ''", "--artwork is not a name; use"},
        {"import cat.svg --into project --vertices 2", "--vertices"},
        {"import --into project", "import"},
    };
    for (unsigned i = 0; i < sizeof lines / sizeof *lines; ++i) {
        assert_int_equal(verve(lines[i][0]), 2);
        assert_true(printed("err.txt", lines[i][1]));
    }
    write_png_of("clear.png", 8, 8, 0);
    assert_int_equal(verve("import clear.png --into project"), 1);
    assert_true(printed("err.txt", "clear.png: there is nothing to see"));
    assert_int_equal(verve("import missing.svg --into project"), 1);
    assert_true(printed("err.txt", "missing.svg"));
    assert_int_equal(verve("import cat.svg --into nowhere"), 1);
    assert_true(printed("err.txt", "nowhere"));
    assert_int_equal(verve("import --help"), 0);
    assert_true(printed("out.txt", "--vertices"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_svg_becomes_an_artwork_with_a_layer_a_group),
        cmocka_unit_test(pngs_become_layers_of_one_artwork),
        cmocka_unit_test(a_refused_import_leaves_nothing_behind),
        cmocka_unit_test(pictures_of_other_artworks_are_never_overwritten),
        cmocka_unit_test(text_is_warned_of),
        cmocka_unit_test(what_is_left_out_is_warned_of),
        cmocka_unit_test(wrong_command_lines_are_explained),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
