/* Every PNG of the real data goes through the cut, at several budgets; images of 8192 pixels too. */
#include "author/import/import.h"
#include "check.h"
#include "draw.h"
#include "tests/author/files.h"

static unsigned cuts, empty, excused, over;

/* A mask has its shape in its colour. */
static void read_mask(vv_image *image)
{
    for (size_t i = 0; i < (size_t)image->width * image->height; ++i)
        image->pixels[4 * i + 3] = image->pixels[4 * i];
}

static void cut_one(const char *path, const vv_image *image, uint32_t vertices)
{
    vv_cut_def def = vv_default_cut_def();
    def.vertices = vertices;
    vv_cut cut;
    vv_error error = {0};
    vv_result result = vv_cut_image(image, &def, NULL, NULL, &cut, &error);
    if (result == VV_ERROR_ARGUMENT) { /* nothing but transparent pixels */
        uint8_t most = 0;
        for (size_t i = 0; i < (size_t)image->width * image->height; ++i)
            most = image->pixels[4 * i + 3] > most ? image->pixels[4 * i + 3] : most;
        assert_true((float)most <= def.threshold * 255.0f);
        assert_true(error.remedy[0] != 0);
        empty++;
        return;
    }
    assert_int_equal(result, VV_OK);
    checked c;
    check_mesh(image, &def, &cut, &c);
    if (cut.piece_count < 1 + vertices / 8) /* else there may have been more pieces */
        check_cover(&c);
    release_checked(&c);
    cuts++;
    excused += cut.excused;
    over += (double)cut.vertex_count > 1.1 * (double)vertices;
    if (fabs((double)cut.vertex_count - vertices) > 0.1 * vertices || cut.excused)
        printf("%s: %u for %u, %u excused\n", path, cut.vertex_count, vertices, cut.excused);
    vv_cut_destroy(&cut, &def, NULL);
}

static void cut_file(const char *path)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_image image;
    assert_int_equal(vv_file_read(path, (size_t)1 << 28, NULL, &bytes, &count, NULL), VV_OK);
    vv_result result = vv_import_png(bytes, count, path, NULL, &image, NULL);
    vv_file_release(NULL, bytes, count);
    if (result != VV_OK)
        return; /* damaged on purpose */
    if (strstr(path, "mask"))
        read_mask(&image);
    cut_one(path, &image, 100);
    cut_one(path, &image, 300);
    cut_one(path, &image, 1000);
    vv_image_destroy(&image, NULL);
}

static void all_drawings_are_cut(void **state)
{
    (void)state;
    const char *data = testing_data();
    if (!data)
        skip();
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/art", data);
    testing_each_file(folder, ".png", cut_file);
    printf("%u cuts, %u empty images, %u excused triangles, %u over the budget\n", cuts, empty, excused, over);
    assert_true(cuts > 150);
    assert_true(excused < cuts / 10);
    assert_true(over < cuts / 5);
}

static bool flower(double x, double y)
{
    double dx = x - 4096, dy = y - 4096, r = sqrt(dx * dx + dy * dy), a = atan2(dy, dx);
    return r < 2500 + 1400 * sin(7 * a) && r > 300;
}

static vv_image huge(bool noise)
{
    vv_image image = blank(8192, 8192);
    vvi_random random = vvi_random_seed(9);
    for (uint32_t y = 0; y < 8192; ++y)
        for (uint32_t x = 0; x < 8192; ++x)
            set_alpha(&image, x, y, noise ? (uint8_t)vvi_random_below(&random, 256) : flower(x, y) ? 255 : 0);
    return image;
}

static void images_of_8192_pixels(void **state)
{
    (void)state;
    for (int noise = 0; noise < 2; ++noise) {
        vv_image image = huge(noise);
        for (uint32_t wanted = 1000; wanted <= 100000; wanted *= 100) {
            vv_cut_def def = vv_default_cut_def();
            def.vertices = wanted;
            vv_counting counting = {0};
            vv_allocator allocator = vv_counting_allocator(&counting);
            vv_cut cut;
            assert_int_equal(vv_cut_image(&image, &def, &allocator, NULL, &cut, NULL), VV_OK);
            checked c;
            check_mesh(&image, &def, &cut, &c);
            release_checked(&c);
            assert_int_equal(cut.piece_count, 1);
            assert_int_equal(cut.hole_count, noise ? 0 : 1);
            assert_true(fabs((double)cut.vertex_count - wanted) < 0.1 * wanted);
            assert_true(counting.peak < (size_t)1 << 30);
            vv_cut_destroy(&cut, &def, &allocator);
            assert_int_equal(counting.used, 0);
        }
        vv_image_destroy(&image, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_drawings_are_cut),
        cmocka_unit_test(images_of_8192_pixels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
