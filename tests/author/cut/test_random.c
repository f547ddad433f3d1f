/* Random images with random settings, points and bones: always a valid mesh. The seeds are fixed. */
#include "check.h"
#include "draw.h"

/* Averages each pixel with those around it, so that noise becomes blobs with soft edges. */
static void blur(vv_image *image)
{
    for (uint32_t y = 0; y < image->height; ++y)
        for (uint32_t x = 0; x < image->width; ++x) {
            unsigned sum = 0, count = 0;
            for (int k = 0; k < 9; ++k) {
                int64_t i = (int64_t)x + k % 3 - 1, j = (int64_t)y + k / 3 - 1;
                if (i < 0 || j < 0 || i >= image->width || j >= image->height)
                    continue;
                sum += pixel_alpha(image, (uint32_t)i, (uint32_t)j);
                count++;
            }
            set_alpha(image, x, y, (uint8_t)(sum / count));
        }
}

static vv_image random_image(vvi_random *r)
{
    uint32_t width = 1 + vvi_random_below(r, vvi_random_below(r, 4) ? 90 : 8);
    uint32_t height = 1 + vvi_random_below(r, vvi_random_below(r, 4) ? 90 : 8);
    uint32_t percent = 1 + vvi_random_below(r, 100);
    vv_image image = draw_noise(width, height, percent, vvi_random_next(r));
    for (uint32_t rounds = vvi_random_below(r, 4); rounds > 0; --rounds)
        blur(&image);
    return image;
}

static vv_cut_def random_def(vvi_random *r)
{
    vv_cut_def def = vv_default_cut_def();
    def.vertices = 3 + vvi_random_below(r, vvi_random_below(r, 2) ? 5000 : 300);
    def.threshold = vvi_random_below(r, 2) ? 0.03f : 0.9f * vvi_random_unit(r);
    def.margin = vvi_random_below(r, 2) ? 1.0f : 6.0f * vvi_random_unit(r);
    def.minimum_angle = vvi_random_below(r, 2) ? 20.0f : 20.0f * vvi_random_unit(r);
    def.speck = vvi_random_below(r, 2) ? 0.0f : 0.1f * vvi_random_unit(r);
    return def;
}

static void random_handles(vvi_random *r, const vv_image *image, vv_cut_def *def, vv_vec2 *points, vv_cut_bone *bones)
{
    for (int i = 0; i < 6; ++i) {
        float w = (float)image->width, h = (float)image->height;
        points[i] = (vv_vec2){w * vvi_random_unit(r), h * vvi_random_unit(r)};
        bones[i] = (vv_cut_bone){points[i], {1.5f * w * vvi_random_unit(r), h * vvi_random_unit(r)}};
    }
    def->points = points, def->point_count = vvi_random_below(r, 2) ? vvi_random_below(r, 7) : 0;
    def->bones = bones, def->bone_count = vvi_random_below(r, 2) ? vvi_random_below(r, 7) : 0;
}

static void random_images_and_settings(void **state)
{
    (void)state;
    unsigned cuts = 0;
    for (uint64_t seed = 0; seed < 200; ++seed) {
        vvi_random r = vvi_random_seed(seed);
        vv_image image = random_image(&r);
        vv_cut_def def = random_def(&r);
        vv_vec2 points[6];
        vv_cut_bone bones[6];
        random_handles(&r, &image, &def, points, bones);
        vv_cut cut;
        vv_result result = vv_cut_image(&image, &def, NULL, NULL, &cut, NULL);
        if (result == VV_OK) {
            checked c;
            check_valid(&image, &def, &cut, &c);
            if (def.bone_count == 0)
                check_angles(&c);
            /* no piece may have been dropped: not for being small, nor because there were too many */
            if (def.speck == 0.0f && def.vertices / 8 > (image.width + 1) * (image.height + 1) / 4)
                check_cover(&c);
            release_checked(&c);
            vv_cut_destroy(&cut, &def, NULL);
            cuts++;
        } else {
            assert_int_equal(result, VV_ERROR_ARGUMENT); /* nothing above the threshold */
        }
        vv_image_destroy(&image, NULL);
    }
    assert_true(cuts > 120);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_images_and_settings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
