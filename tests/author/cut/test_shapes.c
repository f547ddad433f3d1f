/* Shapes of every awkward kind become valid meshes with the right pieces and holes, angles and counts. */
#include "check.h"
#include "draw.h"

static bool disc(double x, double y) { return in_disc(x, y, 100, 100, 80); }
static bool ring(double x, double y) { return disc(x, y) && !in_disc(x, y, 110, 95, 40); }
static bool target(double x, double y)
{
    return ring(x, y) || in_disc(x, y, 110, 95, 28) != in_disc(x, y, 110, 95, 14) || in_disc(x, y, 110, 95, 6);
}
static bool comb(double x, double y)
{
    return x > 10 && x < 190 && y > 10 && y < 190 && (y < 40 || (int)(x / 6) % 2 == 0);
}
static bool spiral(double x, double y)
{
    double dx = x - 100, dy = y - 100, r = sqrt(dx * dx + dy * dy), turn = atan2(dy, dx) / 6.283185307179586;
    double arm = r / 14.0 - turn;
    return r > 6 && r < 92 && arm - floor(arm) < 0.55;
}
static bool star(double x, double y)
{
    double dx = x - 100, dy = y - 100, r = sqrt(dx * dx + dy * dy), a = atan2(dy, dx);
    return r < 30 + 65 * pow(0.5 + 0.5 * cos(9 * a), 6);
}
static bool needle(double x, double y) { return x > 10 && x < 190 && fabs(y - 100.3) < (x - 10) * 0.05; }
static bool wedge(double x, double y) { return x > 10 && x < 190 && y > 100 && y - 100 < (x - 10) * 0.4; }
static bool thin_cross(double x, double y)
{
    return fabs((x - 100) * 0.6 - (y - 100) * 0.8) < 0.6 || fabs((x - 100) * 0.8 + (y - 100) * 0.3) < 0.5;
}
static bool two_discs(double x, double y) { return in_disc(x, y, 50, 100, 40) || in_disc(x, y, 150, 100, 40); }
static bool fingers(double x, double y)
{
    return x > 20 && x < 180 && y > 30 && y < 170 && (y > 120 || fmod(x, 20) > 1.5);
}
static bool everything(double x, double y) { return x > -1 && y > -1; }

static bool dashes(double x, double y) { return x > 5 && x < 195 && fmod(x - 5, 10) < 6 && fabs(y - 100) < 4; }

typedef struct expected {
    shape_function inside;
    uint32_t pieces, holes;
} expected;

static const expected shapes[] = {
    {disc, 1, 0},   {ring, 1, 1},  {target, 3, 2},     {comb, 1, 0},      {spiral, 1, 0},  {star, 1, 0},
    {needle, 1, 0}, {wedge, 1, 0}, {thin_cross, 1, 0}, {two_discs, 2, 0}, {fingers, 1, 0}, {everything, 1, 0},
};

static void shapes_are_cut_as_they_are(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
        vv_image image = draw(200, 200, shapes[i].inside);
        const uint32_t wanted[5] = {3, 40, 300, 1000, 4000};
        for (int k = 0; k < 5; ++k) {
            vv_cut_def def = vv_default_cut_def();
            def.vertices = wanted[k];
            vv_cut cut;
            assert_int_equal(vv_cut_image(&image, &def, NULL, NULL, &cut, NULL), VV_OK);
            checked c;
            check_mesh(&image, &def, &cut, &c);
            if (wanted[k] >= 40) { /* three vertices are not enough for all pieces */
                check_cover(&c);
                assert_int_equal(cut.piece_count, shapes[i].pieces);
                assert_int_equal(cut.hole_count, shapes[i].holes);
            }
            release_checked(&c);
            vv_cut_destroy(&cut, &def, NULL);
        }
        vv_image_destroy(&image, NULL);
    }
}

/* Where neither thin parts nor pixels get in the way, the count is met within a tenth. */
static void open_shapes_meet_the_budget(void **state)
{
    (void)state;
    const shape_function open[4] = {disc, ring, two_discs, everything};
    for (int i = 0; i < 4; ++i) {
        vv_image image = draw(200, 200, open[i]);
        for (uint32_t wanted = 60; wanted <= 3000; wanted = wanted * 3 / 2) {
            vv_cut_def def = vv_default_cut_def();
            def.vertices = wanted;
            vv_cut cut = cut_and_check(&image, &def);
            if (fabs((double)cut.vertex_count - wanted) > 0.1 * wanted)
                fail_msg("shape %d: %u vertices for %u", i, cut.vertex_count, wanted);
            assert_int_equal(cut.excused, 0);
            vv_cut_destroy(&cut, &def, NULL);
        }
        vv_image_destroy(&image, NULL);
    }
}

static void every_setting_gives_a_valid_mesh(void **state)
{
    (void)state;
    vv_image image = draw(200, 200, star);
    for (int i = 0; i < 48; ++i) {
        vv_cut_def def = vv_default_cut_def();
        const float margins[4] = {0.0f, 0.5f, 3.0f, 17.0f}, thresholds[4] = {0.0f, 0.03f, 0.5f, 0.97f};
        const float angles[3] = {0.0f, 20.0f, 30.0f};
        def.margin = margins[i % 4];
        def.threshold = thresholds[i / 4 % 4];
        def.minimum_angle = angles[i / 16];
        vv_cut cut;
        assert_int_equal(vv_cut_image(&image, &def, NULL, NULL, &cut, NULL), VV_OK);
        checked c;
        check_mesh(&image, &def, &cut, &c);
        check_cover(&c);
        release_checked(&c);
        assert_int_equal(cut.piece_count, 1);
        vv_cut_destroy(&cut, &def, NULL);
    }
    vv_image_destroy(&image, NULL);
}

static void a_mesh_reaches_its_margin(void **state)
{
    (void)state;
    vv_image image = draw(200, 200, disc);
    for (int margin = 0; margin < 20; margin += 4) {
        vv_cut_def def = vv_default_cut_def();
        def.margin = (float)margin;
        vv_cut cut = cut_and_check(&image, &def);
        checked c;
        check_mesh(&image, &def, &cut, &c);
        for (uint32_t v = 0; v < cut.vertex_count; ++v) {
            double far = hypot((double)cut.positions[v].x - 100, (double)cut.positions[v].y - 100);
            if (c.next[v] != VV_NONE)
                assert_true(far > 80 + margin && far < 80 + margin + 4);
        }
        release_checked(&c);
        vv_cut_destroy(&cut, &def, NULL);
    }
    vv_image_destroy(&image, NULL);
}

/* ---- Few pixels ------------------------------------------------------------------------------------------------- */

static void single_pixels_and_lines(void **state)
{
    (void)state;
    const uint32_t sizes[6][2] = {{1, 1}, {1, 50}, {50, 1}, {2, 1}, {3, 3}, {1, 2000}};
    for (int i = 0; i < 6; ++i) {
        vv_image image = blank(sizes[i][0], sizes[i][1]);
        for (uint32_t y = 0; y < image.height; ++y)
            for (uint32_t x = 0; x < image.width; ++x)
                set_alpha(&image, x, y, 255);
        vv_cut_def def = vv_default_cut_def();
        vv_cut cut;
        assert_int_equal(vv_cut_image(&image, &def, NULL, NULL, &cut, NULL), VV_OK);
        checked c;
        check_mesh(&image, &def, &cut, &c);
        if (image.height <= 1024)
            check_cover(&c);
        release_checked(&c);
        assert_int_equal(cut.piece_count, 1);
        assert_true(cut.vertex_count >= 4);
        vv_cut_destroy(&cut, &def, NULL);
        vv_image_destroy(&image, NULL);
    }
}

/* A diagonal of single pixels is one piece; two pixels that touch at a corner are one; two apart are two. */
static void diagonals_hold_together(void **state)
{
    (void)state;
    for (int margin = 0; margin < 2; ++margin)
        for (uint32_t gap = 1; gap < 7; gap += 1) {
            vv_image image = blank(60, 60);
            for (uint32_t i = 0; i < 60; i += gap)
                set_alpha(&image, i, i, 255);
            vv_cut_def def = vv_default_cut_def();
            def.margin = (float)margin;
            def.speck = 0.0f;
            vv_cut cut = cut_and_check(&image, &def);
            assert_int_equal(cut.piece_count, gap == 1 ? 1 : (60 + gap - 1) / gap);
            vv_cut_destroy(&cut, &def, NULL);
            vv_image_destroy(&image, NULL);
        }
}

/* Gaps of a single transparent pixel stay open, however wide the margin. */
static void narrow_gaps_stay_open(void **state)
{
    (void)state;
    for (int margin = 0; margin < 6; ++margin) {
        vv_image image = blank(90, 60);
        for (uint32_t y = 5; y < 55; ++y)
            for (uint32_t x = 5; x < 85; ++x)
                if (x != 30 && x != 60)
                    set_alpha(&image, x, y, 255);
        for (uint32_t y = 10; y < 50; ++y) /* a long narrow hole */
            set_alpha(&image, 75, y, 0);
        vv_cut_def def = vv_default_cut_def();
        def.margin = (float)margin;
        def.speck = 0.0f;
        vv_cut cut = cut_and_check(&image, &def);
        assert_int_equal(cut.piece_count, 3);
        assert_int_equal(cut.hole_count, 1);
        vv_cut_destroy(&cut, &def, NULL);
        vv_image_destroy(&image, NULL);
    }
}

static void specks_are_dropped_and_filled(void **state)
{
    (void)state;
    vv_image image = draw(200, 200, disc);
    vv_cut_def def = vv_default_cut_def();
    def.speck = 0.005f;
    for (uint32_t y = 0; y < 9; ++y)
        for (uint32_t x = 0; x < 9; ++x) {
            set_alpha(&image, 1 + x, 1 + y, 255);
            set_alpha(&image, 60 + x, 100 + y, 0);
            set_alpha(&image, 120 + x, 100 + y, 0);
        }
    vv_cut cut = cut_and_check(&image, &def);
    assert_int_equal(cut.piece_count, 1);
    assert_int_equal(cut.hole_count, 0);
    vv_cut_destroy(&cut, &def, NULL);
    def.speck = 0.0f;
    cut = cut_and_check(&image, &def);
    assert_int_equal(cut.piece_count, 2);
    assert_int_equal(cut.hole_count, 2);
    vv_cut_destroy(&cut, &def, NULL);
    vv_image_destroy(&image, NULL);
}

/* ---- Noise ------------------------------------------------------------------------------------------------------ */

static void noise_of_every_density(void **state)
{
    (void)state;
    for (uint32_t percent = 3; percent <= 100; percent += 12)
        for (int margin = 0; margin < 2; ++margin) {
            vv_image image = draw_noise(64, 48, percent, percent);
            vv_cut_def def = vv_default_cut_def();
            def.margin = (float)margin;
            def.vertices = margin ? 1000 : 20000;
            def.speck = margin ? 1e-2f : 0.0f;
            vv_cut cut = cut_and_check(&image, &def);
            vv_cut_destroy(&cut, &def, NULL);
            vv_image_destroy(&image, NULL);
        }
}

static void a_checkerboard(void **state)
{
    (void)state;
    for (uint32_t size = 1; size < 5; ++size)
        for (int margin = 0; margin < 2; ++margin) {
            vv_image image = blank(40, 40);
            for (uint32_t y = 0; y < 40; ++y)
                for (uint32_t x = 0; x < 40; ++x)
                    set_alpha(&image, x, y, (x / size + y / size) % 2 ? 255 : 0);
            vv_cut_def def = vv_default_cut_def();
            def.margin = (float)margin;
            def.vertices = 20000;
            def.speck = 0.0f;
            vv_cut cut = cut_and_check(&image, &def);
            assert_int_equal(cut.piece_count, 1);
            vv_cut_destroy(&cut, &def, NULL);
            vv_image_destroy(&image, NULL);
        }
}

/* A budget that cannot carry them all keeps the largest pieces and holes. */
static void a_small_budget_keeps_the_largest(void **state)
{
    (void)state;
    vv_image image = blank(200, 200);
    for (uint32_t y = 0; y < 200; ++y)
        for (uint32_t x = 0; x < 200; ++x)
            set_alpha(&image, x, y, (x % 10) < 6 && (y % 10) < 6 ? 255 : 0);
    vv_cut_def def = vv_default_cut_def();
    def.speck = 0.0f;
    def.vertices = 80;
    vv_cut cut;
    assert_int_equal(vv_cut_image(&image, &def, NULL, NULL, &cut, NULL), VV_OK);
    checked c;
    check_mesh(&image, &def, &cut, &c);
    release_checked(&c);
    assert_int_equal(cut.piece_count, 11);
    vv_cut_destroy(&cut, &def, NULL);
    vv_image_destroy(&image, NULL);
}

static void the_same_image_gives_the_same_mesh(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
        vv_image image = draw(200, 200, shapes[i].inside);
        vv_cut_def def = vv_default_cut_def();
        vv_cut a = cut_and_check(&image, &def), b = cut_and_check(&image, &def);
        assert_true(hash_cut(&a) == hash_cut(&b));
        vv_cut_destroy(&a, &def, NULL);
        vv_cut_destroy(&b, &def, NULL);
        vv_image_destroy(&image, NULL);
    }
}

static void pieces_that_are_left_out_are_counted(void **state)
{
    (void)state;
    vv_image image = draw(200, 200, dashes); /* 19 pieces */
    for (uint32_t vertices = 8; vertices <= 200; vertices += 24) {
        vv_cut_def def = vv_default_cut_def();
        def.vertices = vertices;
        vv_cut cut;
        uint32_t left_out = 0;
        assert_int_equal(vv_cut_image(&image, &def, NULL, NULL, &cut, NULL), VV_OK);
        assert_int_equal(vv_cut_count_left_out(&image, &def, NULL, &left_out, NULL), VV_OK);
        assert_int_equal(cut.piece_count + cut.left_out, 19);
        assert_int_equal(cut.left_out, left_out);
        vv_cut_destroy(&cut, &def, NULL);
    }
    vv_image_destroy(&image, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_are_cut_as_they_are),
        cmocka_unit_test(pieces_that_are_left_out_are_counted),
        cmocka_unit_test(open_shapes_meet_the_budget),
        cmocka_unit_test(every_setting_gives_a_valid_mesh),
        cmocka_unit_test(a_mesh_reaches_its_margin),
        cmocka_unit_test(single_pixels_and_lines),
        cmocka_unit_test(diagonals_hold_together),
        cmocka_unit_test(narrow_gaps_stay_open),
        cmocka_unit_test(specks_are_dropped_and_filled),
        cmocka_unit_test(noise_of_every_density),
        cmocka_unit_test(a_checkerboard),
        cmocka_unit_test(a_small_budget_keeps_the_largest),
        cmocka_unit_test(the_same_image_gives_the_same_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
