/* Captions and contact sheets: ink where it should be and nowhere else. */
#include "tests/author/render/drawing.h"

static const vv_color clear = {0, 0, 0, 0}, black = {0, 0, 0, 255};

typedef struct ink_box {
    uint32_t left, right, top, bottom; /* right and bottom are outside; left > right: no ink */
} ink_box;

static ink_box find_ink(const vv_image *image)
{
    ink_box box = {UINT32_MAX, 0, UINT32_MAX, 0};
    for (uint32_t y = 0; y < image->height; ++y)
        for (uint32_t x = 0; x < image->width; ++x)
            if (pixel_at(image, x, y)[3] > 60) {
                box.left = x < box.left ? x : box.left;
                box.right = x + 1 > box.right ? x + 1 : box.right;
                box.top = y < box.top ? y : box.top;
                box.bottom = y + 1 > box.bottom ? y + 1 : box.bottom;
            }
    return box;
}

static ink_box ink_of(const char *text, float height)
{
    vv_canvas *canvas = clear_canvas(400, 60, clear);
    vv_draw_text(canvas, 10, 40, height, black, text);
    vv_image drawn = resolve(canvas);
    ink_box box = find_ink(&drawn);
    vv_image_destroy(&drawn, NULL);
    vv_canvas_destroy(canvas);
    return box;
}

static void every_character_has_ink_within_its_width(void **state)
{
    (void)state;
    for (char c = '!'; c <= '~'; ++c)
        for (float height = 9; height <= 27; height += 9) {
            const char text[2] = {c, '\0'};
            ink_box box = ink_of(text, height);
            float width = vv_text_width(text, height);
            assert_true(box.left >= 9 && box.left <= 13);
            assert_true((float)box.right <= 10 + width + 1 && (float)box.right >= 10 + width - 2);
            assert_true((float)box.top >= 40 - height - 2 && (float)box.bottom <= 40 + height * 0.5f);
        }
}

static void no_two_characters_look_the_same(void **state)
{
    (void)state;
    uint64_t seen[94];
    for (char c = '!'; c <= '~'; ++c) {
        const char text[2] = {c, '\0'};
        vv_canvas *canvas = clear_canvas(40, 40, clear);
        vv_draw_text(canvas, 5, 28, 18, black, text);
        vv_image drawn = resolve(canvas);
        seen[c - '!'] = vv_hash_bytes(0, drawn.pixels, 4 * 40 * 40);
        for (char other = '!'; other < c; ++other)
            assert_true(seen[other - '!'] != seen[c - '!']);
        vv_image_destroy(&drawn, NULL);
        vv_canvas_destroy(canvas);
    }
}

static void text_is_as_wide_as_it_says(void **state)
{
    (void)state;
    ink_box box = ink_of("Squash & stretch 60 %", 12);
    float width = vv_text_width("Squash & stretch 60 %", 12);
    assert_true((float)(box.right - box.left) < width + 2 && (float)(box.right - box.left) > width - 3);
    assert_true(vv_text_width("", 12) == 0);
    /* One box for a character of several bytes; broken UTF-8 does no harm. */
    assert_true(vv_text_width("ä", 12) == vv_text_width("漢", 12));
    ink_of("\xff\xc3\x80\x80 \xe4", 12);
}

static void frames_lie_in_a_grid_with_even_gaps(void **state)
{
    (void)state;
    vv_sheet_def def = vv_default_sheet_def();
    def.count = 5, def.width = 30, def.height = 20, def.columns = 3, def.gap = 7;
    vv_canvas *sheet;
    assert_int_equal(vv_sheet_create(&def, NULL, &sheet, NULL), VV_OK);
    assert_int_equal(vv_canvas_width(sheet), 3 * 30 + 4 * 7);
    assert_int_equal(vv_canvas_height(sheet), 2 * 20 + 3 * 7);
    vv_image frame = plain_image(30, 20, (vv_color){1, 2, 3, 255});
    for (uint32_t i = 0; i < 5; ++i)
        vv_sheet_add(sheet, &def, i, &frame, NULL);
    vv_image drawn = resolve(sheet);
    for (uint32_t y = 0; y < drawn.height; ++y)
        for (uint32_t x = 0; x < drawn.width; ++x) {
            uint32_t column = x / 37, row = y / 27;
            bool inside = x % 37 >= 7 && y % 27 >= 7 && column < 3 && row * 3 + column < 5;
            assert_int_equal(pixel_at(&drawn, x, y)[3], inside ? 255 : 0);
        }
    vv_image_destroy(&drawn, NULL);
    vv_image_destroy(&frame, NULL);
    vv_canvas_destroy(sheet);
}

static void captions_stay_below_their_frames(void **state)
{
    (void)state;
    static const char *const captions[] = {"rest", "a caption that is much too long for its frame",
                                           "äöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöü"};
    for (unsigned k = 0; k < 3; ++k) {
        vv_sheet_def def = vv_default_sheet_def();
        def.count = 1, def.width = 100, def.height = 50, def.captions = true;
        vv_canvas *sheet;
        assert_int_equal(vv_sheet_create(&def, NULL, &sheet, NULL), VV_OK);
        vv_image frame = plain_image(100, 50, clear);
        vv_sheet_add(sheet, &def, 0, &frame, captions[k]);
        vv_image drawn = resolve(sheet);
        ink_box box = find_ink(&drawn);
        assert_true(box.top > 16 + 50 && box.bottom < vv_canvas_height(sheet));
        assert_true(box.left >= 15 && box.right <= 117 && box.left < box.right);
        assert_true(abs((int)(box.left + box.right) - 132) <= 4); /* centred */
        vv_image_destroy(&drawn, NULL);
        vv_image_destroy(&frame, NULL);
        vv_canvas_destroy(sheet);
    }
}

static void impossible_sheets_are_refused(void **state)
{
    (void)state;
    vv_canvas *sheet;
    vv_sheet_def def = vv_default_sheet_def();
    assert_int_equal(vv_sheet_create(&def, NULL, &sheet, NULL), VV_ERROR_ARGUMENT);
    def.count = 4000000000u, def.width = 640, def.height = 640;
    assert_int_equal(vv_sheet_create(&def, NULL, &sheet, NULL), VV_ERROR_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_character_has_ink_within_its_width),
        cmocka_unit_test(no_two_characters_look_the_same),
        cmocka_unit_test(text_is_as_wide_as_it_says),
        cmocka_unit_test(frames_lie_in_a_grid_with_even_gaps),
        cmocka_unit_test(captions_stay_below_their_frames),
        cmocka_unit_test(impossible_sheets_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
