/* SVG to layers: names and order, the layers together equal the whole as librsvg draws it, and nothing from outside
 * crashes, hangs, unfolds without bound or reaches for other files. */
#include "author/import/import.h"
#include "tests/author/files.h"
#include "tests/testing.h"

#include <librsvg/rsvg.h>
#include <math.h>
#include <time.h>

#define HEAD "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 100 50'>"
#define RECT "<rect x='10' y='10' width='20' height='20'/>"

static vv_result import(const char *text, uint32_t side, vv_drawing *drawing, vv_error *error)
{
    return vv_import_svg(text, strlen(text), "a.svg", side, NULL, drawing, error);
}

static void check_names(const char *text, const char *expected)
{
    vv_drawing drawing;
    vv_error error = {0};
    char names[4096] = "";
    if (import(text, 200, &drawing, &error) != VV_OK)
        fail_msg("%s: %s", error.message, text);
    for (uint32_t i = 0; i < drawing.layer_count; ++i) {
        strcat(names, i ? " " : "");
        strcat(names, drawing.layers[i].name);
    }
    assert_string_equal(names, expected);
    vv_drawing_destroy(&drawing, NULL);
    assert_null(drawing.layers);
}

static void check_refused(const char *text, vv_result code)
{
    vv_drawing drawing;
    vv_error error = {0};
    vv_result result = import(text, 200, &drawing, &error);
    if (result != code)
        fail_msg("%s (%s): %.200s", vv_result_name(result), error.message, text);
    assert_null(drawing.layers);
    assert_string_equal(error.file, "a.svg");
    assert_true(error.message[0] && error.remedy[0]);
}

/* ---- Which layers ------------------------------------------------------------------------------------------------ */

static void groups_become_layers_in_drawing_order(void **state)
{
    (void)state;
    check_names(HEAD "<g id='tail'>" RECT "</g><g id='torso'>" RECT "</g><g id='head'>" RECT "</g></svg>",
                "tail torso head");
    check_names(HEAD "<defs><g id='no'>" RECT "</g></defs><symbol id='s'>" RECT "</symbol><g id='empty'/>"
                     "<g id='hidden' display='none'>" RECT "</g><g id='ghost' style='visibility:hidden'>" RECT "</g>"
                     "<g id='outside' transform='translate(1000)'>" RECT "</g><g id='yes'>" RECT "</g></svg>",
                "yes");
    check_names(HEAD RECT RECT "<g id='a'>" RECT "</g>" RECT "<g id='b'>" RECT "</g></svg>", "layer-1 a layer-3 b");
    check_names(HEAD RECT "<circle r='5'/><path d='M0 0h9v9z'/></svg>", "layer-1");
    check_names(HEAD "<svg id='inner'>" RECT "</svg><a id='link'>" RECT "</a></svg>", "inner link");
}

static void names_are_clean_and_unique(void **state)
{
    (void)state;
    check_names(HEAD "<g id='a'>" RECT "</g><g id='a'>" RECT "</g><g id='a-2'>" RECT "</g><g id='a'>" RECT "</g></svg>",
                "a a-2 a-2-2 a-3");
    check_names(HEAD "<g>" RECT "</g><g id=''>" RECT "</g><g id='layer-3'>" RECT "</g></svg>",
                "layer-1 layer-2 layer-3");
    check_names(HEAD "<g id='../etc/passwd'>" RECT "</g><g id='  x&#10;y '>" RECT "</g><g id='p#q'>" RECT "</g></svg>",
                "-etc-passwd x-y p#q");
    check_names(HEAD "<g id='äääääääääääääääääääääääääääääääääää'>" RECT "</g><g "
                     "id='äääääääääääääääääääääääääääääääääää'>" RECT "</g></svg>",
                "äääääääääääääääääääääääääääääää ääääääääääääääääääääääääääääää-2");
    check_names("<svg xmlns='http://www.w3.org/2000/svg' xmlns:i='http://www.inkscape.org/namespaces/inkscape' "
                "viewBox='0 0 9 9'><g id='layer1' i:label='Left arm'><path d='M0 0h9v9'/></g>"
                "<g id='tail' i:label='x'><path d='M0 0h9v9'/></g></svg>",
                "Left arm tail");
}

static void one_group_around_everything_is_opened(void **state)
{
    (void)state;
    check_names(HEAD "<g id='all'><g id='a'>" RECT "</g><g id='b'>" RECT "</g></g></svg>", "a b");
    check_names(HEAD "<g><g id='all'><g id='a'>" RECT "</g><g id='b'>" RECT "</g></g></g></svg>", "a b");
    check_names(HEAD "<g id='all'><g id='a'>" RECT "</g>" RECT "</g></svg>", "all");
    check_names(HEAD "<g id='all'><g id='a'>" RECT "</g></g></svg>", "all");
    check_names(HEAD "<g id='all' opacity='.5'><g id='a'>" RECT "</g><g id='b'>" RECT "</g></g></svg>", "all");
    check_names(HEAD "<g id='all' style='mix-blend-mode:multiply'><g>" RECT "</g><g>" RECT "</g></g></svg>", "all");
}

static void a_layer_is_cropped_to_its_ink_and_a_little_room(void **state)
{
    (void)state;
    vv_drawing drawing;
    assert_int_equal(
        import(HEAD RECT "<g id='all'><rect width='100' height='50' fill='#204060'/></g></svg>", 200, &drawing, NULL),
        VV_OK);
    assert_int_equal(drawing.width, 200);
    assert_int_equal(drawing.height, 100);
    assert_float_equal(drawing.pixels_per_unit, 2.0f, 1e-6f);
    const vv_drawing_layer *small = &drawing.layers[0], *all = &drawing.layers[1];
    assert_int_equal(small->offset_x, 18);
    assert_int_equal(small->offset_y, 18);
    assert_int_equal(small->image.width, 44);
    assert_int_equal(small->image.height, 44);
    assert_int_equal(small->image.pixels[4 * (44 * 2 + 2) + 3], 255);
    assert_int_equal(small->image.pixels[4 * (44 * 1 + 2) + 3], 0);
    assert_int_equal(all->offset_x, 0);
    assert_int_equal(all->image.width, 200);
    assert_memory_equal(all->image.pixels, "\x20\x40\x60\xff", 4);
    vv_drawing_destroy(&drawing, NULL);
}

static void check_size(const char *attributes, uint32_t width, uint32_t height, float pixels_per_unit)
{
    char text[1024];
    snprintf(text, sizeof text, "<svg xmlns='http://www.w3.org/2000/svg' %s><rect width='60' height='30'/></svg>",
             attributes);
    vv_drawing drawing;
    vv_error error = {0};
    if (import(text, 240, &drawing, &error) != VV_OK)
        fail_msg("%s: %s", attributes, error.message);
    assert_int_equal(drawing.width, width);
    assert_int_equal(drawing.height, height);
    assert_float_equal(drawing.pixels_per_unit, pixels_per_unit, 1e-4f * pixels_per_unit);
    vv_drawing_destroy(&drawing, NULL);
}

static void sizes_of_every_kind_are_understood_or_refused(void **state)
{
    (void)state;
    check_size("viewBox='0 0 60 30'", 240, 120, 4);
    check_size("width='120' height='120'", 240, 240, 2);
    check_size("width='600' height='300' viewBox='0 0 60 30'", 240, 120, 4);
    check_size("width='100%' height='50%' viewBox='0 0 60 30'", 240, 120, 4);
    check_size("width='7cm' viewBox='0 0 60 30'", 240, 120, 4);
    check_size("", 240, 120, 4);
    check_size("width='6000' height='300' viewBox='0 0 60 30'", 240, 12, 0.4f);
    static const char *const bad[] = {"width='0' height='0'", "viewBox='0 0 0 0'", "viewBox='0 0 1e30 1e30'",
                                      "width='0' height='10'"};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; ++i) {
        char text[512];
        snprintf(text, sizeof text, "<svg xmlns='http://www.w3.org/2000/svg' %s><rect width='60' height='30'/></svg>",
                 bad[i]);
        check_refused(text, VV_ERROR_FORMAT);
    }
    vv_drawing drawing;
    assert_int_equal(import(HEAD RECT "</svg>", VV_IMAGE_MAX_SIDE + 1, &drawing, NULL), VV_ERROR_LIMIT);
}

/* CSS: an inch is 96 units. */
static void lengths_inside_a_drawing_are_those_of_css(void **state)
{
    (void)state;
    vv_drawing drawing;
    vv_error error = {0};
    const char *text = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 100'>"
                       "<rect x='1in' y='6pt' width='25.4mm' height='3pc'/></svg>";
    assert_int_equal(import(text, 200, &drawing, &error), VV_OK);
    assert_int_equal(drawing.layers[0].offset_x, 96 - 2); /* two pixels of room around the ink */
    assert_int_equal(drawing.layers[0].offset_y, 8 - 2);
    assert_int_equal(drawing.layers[0].image.width, 96 + 4);
    assert_int_equal(drawing.layers[0].image.height, 48 + 4);
    vv_drawing_destroy(&drawing, NULL);
}

/* ---- The layers together equal the whole ------------------------------------------------------------------------- */

/* Premultiplied sums, as a picture of the layers over each other on white and on black would be: here on white. */
static void compose(const vv_drawing *drawing, double *rgb)
{
    for (size_t i = 0; i < 3ul * drawing->width * drawing->height; ++i)
        rgb[i] = 255;
    for (uint32_t k = 0; k < drawing->layer_count; ++k) {
        const vv_drawing_layer *layer = &drawing->layers[k];
        for (uint32_t y = 0; y < layer->image.height; ++y)
            for (uint32_t x = 0; x < layer->image.width; ++x) {
                const uint8_t *from = layer->image.pixels + 4 * ((size_t)y * layer->image.width + x);
                double *to = rgb + 3 * ((size_t)(y + layer->offset_y) * drawing->width + x + layer->offset_x);
                for (int c = 0; c < 3; ++c)
                    to[c] += (from[c] - to[c]) * from[3] / 255.0;
            }
    }
}

/* The whole file as librsvg draws it, on white. */
static void draw_whole(const uint8_t *bytes, size_t count, const vv_drawing *drawing, double *rgb)
{
    RsvgHandle *handle = rsvg_handle_new_from_data(bytes, count, NULL);
    assert_non_null(handle);
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)drawing->width, (int)drawing->height);
    cairo_t *cairo = cairo_create(surface);
    gboolean has_width, has_height, has_box;
    RsvgLength length;
    RsvgRectangle box, viewport = {0, 0, drawing->width / (double)drawing->pixels_per_unit,
                                   drawing->height / (double)drawing->pixels_per_unit};
    rsvg_handle_get_intrinsic_dimensions(handle, &has_width, &length, &has_height, &length, &has_box, &box);
    if (has_box)
        viewport = (RsvgRectangle){0, 0, box.width, box.height};
    double width, height;
    if (rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height))
        viewport = (RsvgRectangle){0, 0, width, height};
    double scale =
        drawing->width > drawing->height ? drawing->width / viewport.width : drawing->height / viewport.height;
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    cairo_scale(cairo, scale, scale);
    assert_true(rsvg_handle_render_document(handle, cairo, &viewport, NULL));
    cairo_surface_flush(surface);
    size_t stride = (size_t)cairo_image_surface_get_stride(surface);
    for (uint32_t y = 0; y < drawing->height; ++y)
        for (uint32_t x = 0; x < drawing->width; ++x) {
            uint32_t pixel;
            memcpy(&pixel, cairo_image_surface_get_data(surface) + y * stride + 4 * x, 4);
            for (unsigned c = 0; c < 3; ++c)
                rgb[3 * ((size_t)y * drawing->width + x) + c] = pixel >> (16 - 8 * c) & 255;
        }
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    g_object_unref(handle);
}

static double mean_difference(const double *a, const double *b, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; ++i)
        sum += fabs(a[i] - b[i]);
    return sum / (double)count;
}

static double most_difference(const double *a, const double *b, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; ++i)
        most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

/* Layers are rounded to 8 bits one by one, so where many lie over each other a few levels may add up. */
static void check_whole(const uint8_t *bytes, size_t count, const char *path)
{
    vv_drawing drawing;
    vv_error error = {0};
    if (vv_import_svg(bytes, count, path, 512, NULL, &drawing, &error) != VV_OK) {
        if (!strstr(path, "zero-size") && !strstr(path, "no-children"))
            fail_msg("%s: %s", path, error.message);
        return;
    }
    size_t n = 3ul * drawing.width * drawing.height;
    double *ours = malloc(n * sizeof *ours), *theirs = malloc(n * sizeof *theirs);
    compose(&drawing, ours);
    draw_whole(bytes, count, &drawing, theirs);
    double mean = mean_difference(ours, theirs, n), most = most_difference(ours, theirs, n);
    if (mean > 0.05 || most > 4)
        fail_msg("%s: the layers differ from the whole by %g on average and %g at most, of 255", path, mean, most);
    free(ours);
    free(theirs);
    vv_drawing_destroy(&drawing, NULL);
}

static void check_real_whole(const char *path)
{
    if (strstr(path, "ENTITY")) /* librsvg itself leaks its entities, and the sanitizer would blame us */
        return;
    uint8_t *bytes = NULL;
    size_t count = 0;
    assert_int_equal(vv_file_read(path, 1u << 26, NULL, &bytes, &count, NULL), VV_OK);
    check_whole(bytes, count, path);
    vv_file_release(NULL, bytes, count);
}

static void layers_of_real_files_together_equal_the_whole(void **state)
{
    (void)state;
    const char *folder = testing_data();
    if (!folder)
        skip();
    char art[1024];
    snprintf(art, sizeof art, "%s/art", folder);
    assert_true(testing_each_file(art, ".svg", check_real_whole) >= 40);
}

static void inherited_styles_and_references_survive(void **state)
{
    (void)state;
    static const char *const texts[] = {
        HEAD "<style>svg > rect + rect { fill: red } #a rect { fill: blue }</style>" RECT
             "<rect x='40' y='5' width='20' height='30'/><g id='a'>" RECT "</g></svg>",
        HEAD "<g id='a'>" RECT "</g><use href='#a' x='30'/><use xlink:href='#a' x='50' y='10' fill='lime'/></svg>",
        HEAD "<g id='wrap' transform='rotate(20) scale(.8)' fill='teal'><g id='a'>" RECT "</g><g id='b'>"
             "<circle cx='50' cy='20' r='10'/></g></g></svg>",
        HEAD "<g id='a'>" RECT "</g><g id='a'><circle cx='50' cy='20' r='10'/></g><style>#a{fill:red}</style></svg>",
        HEAD "<rect width='99' height='40' fill='red'/><circle cx='50' cy='20' r='20' fill='blue' opacity='.4' "
             "style='mix-blend-mode:multiply'/></svg>",
    };
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; ++i)
        check_whole((const uint8_t *)texts[i], strlen(texts[i]), texts[i]);
}

static void entities_are_put_in_their_place(void **state)
{
    (void)state;
    vv_drawing ours, plain;
    assert_int_equal(import("<!DOCTYPE svg [<!ENTITY r \"<rect width='30' height='20'/>\"><!ENTITY c 'red'>]>" HEAD
                            "&r;<g fill='&c;' transform='translate(40)'>&r;</g></svg>",
                            100, &ours, NULL),
                     VV_OK);
    assert_int_equal(import(HEAD "<rect width='30' height='20'/><g fill='red' transform='translate(40)'>"
                                 "<rect width='30' height='20'/></g></svg>",
                            100, &plain, NULL),
                     VV_OK);
    assert_int_equal(ours.layer_count, 2);
    assert_int_equal(plain.layer_count, 2);
    for (uint32_t i = 0; i < 2; ++i) {
        const vv_image *a = &ours.layers[i].image, *b = &plain.layers[i].image;
        assert_int_equal(a->width, b->width);
        assert_int_equal(a->height, b->height);
        assert_memory_equal(a->pixels, b->pixels, 4ul * a->width * a->height);
    }
    vv_drawing_destroy(&ours, NULL);
    vv_drawing_destroy(&plain, NULL);
}

/* Rasters by another renderer, 300 pixels wide. Edges are filtered differently, so only the mean is compared. Left out:
 * files whose reference shows that renderer's refusal, and one that librsvg itself draws differently (it joins the
 * shapes of a clip path before it applies the even-odd rule). */
static void check_reference(const char *path)
{
    if (strstr(path, "-size") || strstr(path, "overlapped-shapes") || strstr(path, "no-children"))
        return;
    char picture[2048];
    snprintf(picture, sizeof picture, "%.*s.png", (int)(strlen(path) - 4), path);
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_drawing drawing;
    vv_image expected;
    assert_int_equal(vv_file_read(path, 1u << 26, NULL, &bytes, &count, NULL), VV_OK);
    assert_int_equal(vv_import_svg(bytes, count, path, 300, NULL, &drawing, NULL), VV_OK);
    vv_file_release(NULL, bytes, count);
    assert_int_equal(vv_file_read(picture, 1u << 26, NULL, &bytes, &count, NULL), VV_OK);
    assert_int_equal(vv_import_png(bytes, count, picture, NULL, &expected, NULL), VV_OK);
    vv_file_release(NULL, bytes, count);
    assert_int_equal(expected.width, drawing.width);
    assert_int_equal(expected.height, drawing.height);
    vv_drawing one = {.width = 300,
                      .height = 300,
                      .pixels_per_unit = 1,
                      .layer_count = 1,
                      .layer_capacity = 1,
                      .layers = &(vv_drawing_layer){.image = expected}};
    static double ours[3 * 300 * 300], theirs[3 * 300 * 300];
    compose(&drawing, ours);
    compose(&one, theirs);
    double difference = mean_difference(ours, theirs, 3 * 300 * 300);
    if (difference > 0.5)
        fail_msg("%s differs from its reference by %g of 255", path, difference);
    vv_image_destroy(&expected, NULL);
    vv_drawing_destroy(&drawing, NULL);
}

static void difficult_files_look_like_their_references(void **state)
{
    (void)state;
    const char *folder = testing_data();
    if (!folder)
        skip();
    char edge[1024];
    snprintf(edge, sizeof edge, "%s/art/svg-edge", folder);
    assert_true(testing_each_file(edge, ".svg", check_reference) >= 16);
}

/* ---- From outside ------------------------------------------------------------------------------------------------ */

static void what_is_not_a_drawing_is_refused(void **state)
{
    (void)state;
    check_refused("", VV_ERROR_FORMAT);
    check_refused("hello", VV_ERROR_FORMAT);
    check_refused("<html/>", VV_ERROR_FORMAT);
    check_refused("<svg viewBox='0 0 1 1'/>", VV_ERROR_FORMAT); /* no namespace */
    check_refused("\x1f\x8b\x08", VV_ERROR_FORMAT);
    check_refused(HEAD "</svg>", VV_ERROR_ARGUMENT);
    check_refused(HEAD "<g id='hidden' display='none'>" RECT "</g></svg>", VV_ERROR_ARGUMENT);
    vv_error error = {0};
    vv_drawing drawing;
    assert_int_equal(import(HEAD "\n\n<g>\n</svg>", 100, &drawing, &error), VV_ERROR_FORMAT);
    assert_int_equal(error.line, 4);
}

/* A red picture beside the drawing, linked in every way: nothing of it may be seen. */
static void check_words(const char *text, const char *words)
{
    vv_drawing drawing;
    vv_error error = {0};
    assert_int_not_equal(import(text, 200, &drawing, &error), VV_OK);
    if (!strstr(error.message, words))
        fail_msg("\"%s\" does not say \"%s\"", error.message, words);
    assert_null(strstr(error.message, "XML_PARSE"));
}

static void mistakes_of_xml_are_told_in_plain_words(void **state)
{
    (void)state;
    check_words(HEAD "<g>" RECT "</svg>", "is not closed");
    check_words(HEAD "<g>" RECT, "is not closed");
    check_words(HEAD "<text>a & b</text></svg>", "&amp;");
    check_words(HEAD "<text>&nothing;</text></svg>", "an entity that it does not define");
    check_words(HEAD "<rect x='1' x='2'/></svg>", "twice");
    check_words("<!DOCTYPE svg [<!ENTITY a '&b;'><!ENTITY b '&a;'>]>" HEAD "&a;</svg>", "entities contain themselves");
    check_words("", "no elements");
    char deep[2000] = HEAD;
    for (int i = 0; i < 300; i++)
        strcat(deep, "<g>");
    check_words(deep, "nested too deeply");
}

/* `groups` visible groups and as many that are hidden. */
static vv_result import_groups(uint32_t groups, vv_drawing *drawing, vv_error *error)
{
    static char text[65536];
    size_t length = (size_t)snprintf(text, sizeof text, HEAD);
    for (uint32_t i = 0; i < groups; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "<g>" RECT "</g><g style='display : none'/>");
    snprintf(text + length, sizeof text - length, "</svg>");
    return import(text, 16, drawing, error);
}

static void layers_are_counted_before_they_are_drawn(void **state)
{
    (void)state;
    vv_drawing drawing;
    vv_error error = {0};
    assert_int_equal(import_groups(300, &drawing, &error), VV_ERROR_LIMIT);
    assert_string_equal(error.message, "the drawing has 300 layers; at most 256 are possible");
    assert_int_equal(import_groups(256, &drawing, &error), VV_OK);
    assert_int_equal(drawing.layer_count, 256);
    vv_drawing_destroy(&drawing, NULL);
}

static void check_outside(const char *inside, bool expected)
{
    char text[1024];
    vv_drawing drawing;
    vv_error error = {0};
    snprintf(text, sizeof text, HEAD "%s<g id='a'>" RECT "</g></svg>", inside);
    if (import(text, 64, &drawing, &error) != VV_OK)
        fail_msg("%s: %s", error.message, inside);
    if (drawing.has_outside != expected)
        fail_msg("outside: %s", inside);
    vv_drawing_destroy(&drawing, NULL);
}

static void what_lies_outside_is_noticed(void **state)
{
    (void)state;
    check_outside("<rect width='9' height='9' fill='url(http://x/y#z)'/>", true);
    check_outside("<rect width='9' height='9' style='stroke:url( \"y.svg#z\")'/>", true);
    check_outside("<image width='9' height='9' xlink:href='a.png'/>", true);
    check_outside("<use href='b.svg#c'/>", true);
    check_outside("<style>@import 'a.css';</style>", true);
    check_outside("<style>circle{fill:url(a.svg#b)}</style>", true);
    check_outside("<linearGradient id='g'/><rect width='9' height='9' fill='url(#g)' style=\"mask:url('#m')\"/>",
                  false);
    check_outside("<use href='#a'/><a href='http://x/'/>", false);
    vv_drawing drawing;
    vv_error error = {0};
    assert_int_equal(import(HEAD "<image width='9' height='9' xlink:href='a.png'/></svg>", 64, &drawing, &error),
                     VV_ERROR_ARGUMENT);
    assert_non_null(strstr(error.remedy, "refers to pictures or styles outside itself"));
}

static void nothing_outside_the_file_is_loaded(void **state)
{
    (void)state;
    char secret[512], text[4096];
    snprintf(secret, sizeof secret, "%s/test-svg-secret.svg", getenv("VV_BUILD"));
    const char *content = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
                          "<rect id='r' width='9' height='9' fill='red'/></svg>";
    assert_int_equal(vv_file_write(secret, content, strlen(content), NULL), VV_OK);
    static const char *const links[] = {
        "<image href='%s' width='50' height='50'/>",
        "<image href='file://%s' width='50' height='50'/>",
        "<use href='%s#r'/>",
        "<use xlink:href='file://%s#r'/>",
        "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='%s' parse='text'/>",
        "<filter id='f'><feImage href='file://%s'/></filter><rect width='50' height='50' filter='url(#f)'/>"};
    for (unsigned i = 0; i < sizeof links / sizeof *links; ++i) {
        char link[1024];
        snprintf(link, sizeof link, links[i], secret);
        snprintf(text, sizeof text, HEAD "<g id='a'>%s</g></svg>", link);
        vv_drawing drawing;
        vv_error error = {0};
        vv_result result = import(text, 100, &drawing, &error);
        if (result == VV_OK)
            for (size_t p = 0; p < (size_t)drawing.layers[0].image.width * drawing.layers[0].image.height; ++p)
                assert_false(drawing.layers[0].image.pixels[4 * p] > 100 && drawing.layers[0].image.pixels[4 * p + 3]);
        vv_drawing_destroy(&drawing, NULL);
    }
    /* An external entity that would complete the drawing, if it were read. */
    const char *piece = "<rect width='30' height='20'/>";
    assert_int_equal(vv_file_write(secret, piece, strlen(piece), NULL), VV_OK);
    snprintf(text, sizeof text, "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file://%s'>]>" HEAD "<g id='a'>&x;</g></svg>",
             secret);
    vv_drawing drawing;
    assert_int_not_equal(import(text, 100, &drawing, NULL), VV_OK);
    remove(secret);
}

static double seconds_since(struct timespec start)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)(now.tv_sec - start.tv_sec) + 1e-9 * (double)(now.tv_nsec - start.tv_nsec);
}

/* Refused, or drawn; in bounded time of the processor either way, however busy the machine is. */
static void check_bomb(const char *text)
{
    struct timespec start;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    vv_drawing drawing;
    vv_error error = {0};
    import(text, 64, &drawing, &error);
    vv_drawing_destroy(&drawing, NULL);
    assert_true(seconds_since(start) < 20);
}

static char *repeat(const char *head, const char *piece, size_t times, const char *tail)
{
    size_t step = strlen(piece);
    char *text = malloc(strlen(head) + step * times + strlen(tail) + 1), *at = text + strlen(head);
    strcpy(text, head);
    for (size_t i = 0; i < times; ++i, at += step)
        memcpy(at, piece, step);
    strcpy(at, tail);
    return text;
}

static void bombs_are_refused_in_bounded_time(void **state)
{
    (void)state;
    check_refused("<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'>"
                  "<!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>"
                  "<!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'><!ENTITY e '&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;'>"
                  "<!ENTITY f '&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;'><!ENTITY g '&f;&f;&f;&f;&f;&f;&f;&f;&f;&f;'>"
                  "<!ENTITY h '&g;&g;&g;&g;&g;&g;&g;&g;&g;&g;'>]>" HEAD "<g id='x'>" RECT "&h;</g></svg>",
                  VV_ERROR_FORMAT);
    check_refused("<!DOCTYPE svg [<!ENTITY a '&b;'><!ENTITY b '&a;'>]>" HEAD "&a;</svg>", VV_ERROR_FORMAT);
    char *deep = repeat(HEAD, "<g>", 100000, "</svg>");
    check_refused(deep, VV_ERROR_FORMAT);
    free(deep);
    char *many = repeat(HEAD, "<g>" RECT "</g>", 2000, "</svg>");
    check_refused(many, VV_ERROR_LIMIT);
    free(many);
    char *shapes = repeat(HEAD, "<path d='M0 0h1'/>", 30000, "</svg>");
    check_refused(shapes, VV_ERROR_LIMIT);
    free(shapes);
    check_bomb(HEAD "<defs><g id='a'>" RECT RECT "</g><g id='b'><use href='#a'/><use href='#a'/><use href='#a'/><use "
                    "href='#a'/><use href='#a'/><use href='#a'/><use href='#a'/><use href='#a'/><use href='#a'/></g><g "
                    "id='c'><use href='#b'/><use href='#b'/><use href='#b'/><use href='#b'/><use href='#b'/><use "
                    "href='#b'/><use href='#b'/></g><g id='d'><use href='#c'/><use href='#c'/><use href='#c'/><use "
                    "href='#c'/><use href='#c'/><use href='#c'/><use href='#c'/></g><g id='e'><use href='#d'/><use "
                    "href='#d'/><use href='#d'/><use href='#d'/><use href='#d'/><use href='#d'/></g><g id='f'><use "
                    "href='#e'/><use href='#e'/><use href='#e'/><use href='#e'/><use href='#e'/><use href='#e'/></g><g "
                    "id='h'><use href='#f'/><use href='#f'/><use href='#f'/><use href='#f'/><use href='#f'/></g></defs>"
                    "<g><use href='#h'/></g></svg>");
    check_bomb(HEAD "<g id='a'><use href='#a'/>" RECT "</g></svg>");
}

static void pictures_inside_are_measured_before_they_are_unfolded(void **state)
{
    (void)state;
    /* One red pixel. */
    const char *pixel = HEAD "<g id='a'><image width='50' height='50' href='data:image/png;base64,"
                             "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5E"
                             "rkJggg=='/></g></svg>";
    check_names(pixel, "a");
    /* The same header, claiming 30000 × 30000. */
    check_refused(HEAD "<g><image width='50' height='50' xlink:href='data:image/png;base64,"
                       "iVBORw0KGgoAAAANSUhEUgAAdTAAAHUwCAYAAAA='/></g></svg>",
                  VV_ERROR_LIMIT);
    check_refused(HEAD "<g><image width='5' height='5' href=' data:image/gif;base64,R0lGODlhAQ=='/></g></svg>",
                  VV_ERROR_FORMAT);
    check_refused(HEAD "<g><image width='5' height='5' href='data:,hello'/></g></svg>", VV_ERROR_FORMAT);
}

static void costly_filters_are_refused(void **state)
{
    (void)state;
    check_refused(HEAD "<filter id='f'><feTurbulence numOctaves='100000000'/></filter><g filter='url(#f)'>" RECT
                       "</g></svg>",
                  VV_ERROR_LIMIT);
    char *many = repeat(HEAD "<filter id='f'>", "<feMorphology radius='9'/>", 100,
                        "</filter><g filter='url(#f)'>" RECT "</g></svg>");
    check_refused(many, VV_ERROR_LIMIT);
    free(many);
    check_names(
        HEAD "<filter id='f'><feTurbulence baseFrequency='.3' numOctaves='3'/></filter><g id='a' filter='url(#f)'>" RECT
             "</g></svg>",
        "a");
}

static const char small[] = "<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY c 'red'>]>" HEAD
                            "<style>.a{fill:red}</style><g id='a' class='a'>" RECT "</g><use href='#a' x='4'/></svg>";

static void every_truncation_is_refused(void **state)
{
    (void)state;
    for (size_t count = 0; count < sizeof small - 1; ++count) {
        char *copy = malloc(count + 1); /* exactly, so that the sanitizer sees a read past the end */
        memcpy(copy, small, count);
        vv_drawing drawing;
        assert_int_equal(vv_import_svg(copy, count, "a.svg", 16, NULL, &drawing, NULL), VV_ERROR_FORMAT);
        free(copy);
    }
}

static void flipped_bytes_do_no_harm(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof small - 1; ++i)
        for (unsigned flip = 1; flip < 256; flip += 51) {
            char copy[sizeof small];
            memcpy(copy, small, sizeof small);
            copy[i] = (char)(copy[i] ^ (char)flip);
            vv_drawing drawing;
            vv_import_svg(copy, sizeof small - 1, "a.svg", 16, NULL, &drawing, NULL);
            vv_drawing_destroy(&drawing, NULL);
        }
}

static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    for (uint64_t n = 1;; ++n) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_error error = {0};
        vv_drawing drawing;
        vv_result result = vv_import_svg(small, sizeof small - 1, "a.svg", 16, &allocator, &drawing, &error);
        if (counting.fail_at != 0) { /* it was never reached */
            assert_int_equal(result, VV_OK);
            assert_true(n > 4);
            vv_drawing_destroy(&drawing, &allocator);
            assert_int_equal(counting.used, 0);
            return;
        }
        assert_int_equal(result, VV_ERROR_MEMORY);
        assert_int_equal(counting.used, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_become_layers_in_drawing_order),
        cmocka_unit_test(names_are_clean_and_unique),
        cmocka_unit_test(one_group_around_everything_is_opened),
        cmocka_unit_test(a_layer_is_cropped_to_its_ink_and_a_little_room),
        cmocka_unit_test(sizes_of_every_kind_are_understood_or_refused),
        cmocka_unit_test(lengths_inside_a_drawing_are_those_of_css),
        cmocka_unit_test(inherited_styles_and_references_survive),
        cmocka_unit_test(entities_are_put_in_their_place),
        cmocka_unit_test(layers_of_real_files_together_equal_the_whole),
        cmocka_unit_test(difficult_files_look_like_their_references),
        cmocka_unit_test(what_is_not_a_drawing_is_refused),
        cmocka_unit_test(mistakes_of_xml_are_told_in_plain_words),
        cmocka_unit_test(layers_are_counted_before_they_are_drawn),
        cmocka_unit_test(what_lies_outside_is_noticed),
        cmocka_unit_test(nothing_outside_the_file_is_loaded),
        cmocka_unit_test(bombs_are_refused_in_bounded_time),
        cmocka_unit_test(pictures_inside_are_measured_before_they_are_unfolded),
        cmocka_unit_test(costly_filters_are_refused),
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(flipped_bytes_do_no_harm),
        cmocka_unit_test(every_failing_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
