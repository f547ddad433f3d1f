/* Finds, before drawing, what would make an SVG cost far more than its size suggests.
 *
 * Embedded pictures: librsvg passes them to any decoder of the system and decodes them completely, so a few kilobytes
 * can contain a picture of gigabytes. Only PNG and JPEG are allowed, and their sizes are summed first. Filters: some
 * primitives take seconds each on a large picture, or as long as a number in the file says. */
#include "author/import/svg.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#define MOST_COSTLY_STEPS 16u
#define MOST_OCTAVES      32.0 /* each adds half as much as the last; the ninth is below one step of colour */
#define XLINK_NAMESPACE   "http://www.w3.org/1999/xlink"

typedef struct size {
    uint32_t width, height;
} size;

static uint32_t big16(const uint8_t *at) { return (uint32_t)at[0] << 8 | at[1]; }
static uint32_t big32(const uint8_t *at) { return big16(at) << 16 | big16(at + 2); }

static bool measure_png(const uint8_t *bytes, size_t count, size *out)
{
    if (count < 24 || memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) != 0)
        return false;
    *out = (size){big32(bytes + 16), big32(bytes + 20)};
    return true;
}

/* Walks the marker segments to the first frame header (SOF0…SOF15 except DHT, JPG and DAC). */
static bool measure_jpeg(const uint8_t *bytes, size_t count, size *out)
{
    if (count < 4 || bytes[0] != 0xff || bytes[1] != 0xd8)
        return false;
    for (size_t at = 2; count - at >= 9 && bytes[at] == 0xff;) {
        uint8_t marker = bytes[at + 1];
        if (marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc) {
            *out = (size){big16(bytes + at + 7), big16(bytes + at + 5)};
            return true;
        }
        size_t length = marker == 0xff ? 1 : 2u + big16(bytes + at + 2);
        if (length > count - at)
            return false;
        at += length;
    }
    return false;
}

static vv_result add_picture(const char *url, uint64_t *pixels, vv_error *error)
{
    const char *comma = strchr(url, ',');
    size head = {0};
    bool known = false;
    if (comma && comma - url >= 7 && memcmp(comma - 7, ";base64", 7) == 0) {
        gsize count = 0;
        uint8_t *bytes = g_base64_decode(comma + 1, &count);
        known = measure_png(bytes, count, &head) || measure_jpeg(bytes, count, &head);
        g_free(bytes);
    }
    vv_result code = VV_OK;
    if (!known)
        code = vvi_fail(error, VV_ERROR_FORMAT, "a picture inside the drawing is neither PNG nor JPEG");
    else if ((*pixels += (uint64_t)head.width * head.height) > VV_IMAGE_MAX_PIXELS)
        code = vvi_fail(error, VV_ERROR_LIMIT, "the pictures inside the drawing have more than %u pixels",
                        VV_IMAGE_MAX_PIXELS);
    if (code != VV_OK)
        vvi_error_remedy(error, known ? "make them smaller" : "embed it as PNG in base64");
    return code;
}

static vv_result check_link(xmlNode *node, const char *space, uint64_t *pixels, vv_error *error)
{
    xmlChar *url = space ? xmlGetNsProp(node, BAD_CAST "href", BAD_CAST space) : xmlGetNoNsProp(node, BAD_CAST "href");
    vv_result result = VV_OK;
    size_t blank = url ? strspn((char *)url, " \t\r\n") : 0;
    if (url && g_ascii_strncasecmp((char *)url + blank, "data:", 5) == 0)
        result = add_picture((char *)url, pixels, error);
    if (result != VV_OK)
        vvi_error_place(error, NULL, (uint32_t)xmlGetLineNo(node), NULL);
    xmlFree(url);
    return result;
}

static bool is_named(const xmlNode *node, const char *name) { return xmlStrEqual(node->name, BAD_CAST name); }

static bool has_many_octaves(const xmlNode *node)
{
    xmlChar *octaves = xmlGetNoNsProp((xmlNode *)node, BAD_CAST "numOctaves");
    bool many = octaves && !(strtod((char *)octaves, NULL) <= MOST_OCTAVES);
    xmlFree(octaves);
    return many;
}

static vv_result check_filter(const xmlNode *node, uint32_t *steps, vv_error *error)
{
    bool costly = is_named(node, "feTurbulence") || is_named(node, "feMorphology") ||
                  is_named(node, "feConvolveMatrix") || is_named(node, "feDiffuseLighting") ||
                  is_named(node, "feSpecularLighting");
    *steps += costly;
    if (*steps <= MOST_COSTLY_STEPS && !(costly && has_many_octaves(node)))
        return VV_OK;
    vv_result code = vvi_fail(error, VV_ERROR_LIMIT, "the drawing's filters take too long");
    vvi_error_remedy(error, "remove them, or convert what they draw to a picture");
    vvi_error_place(error, NULL, (uint32_t)xmlGetLineNo((xmlNode *)node), NULL);
    return code;
}

vv_result vvi_svg_check_limits(xmlNode *root, vv_error *error)
{
    uint64_t pixels = 0;
    uint32_t steps = 0;
    vv_result result = VV_OK;
    for (xmlNode *node = root; node && result == VV_OK; node = vvi_svg_next(root, node)) {
        if (node->type != XML_ELEMENT_NODE)
            continue;
        result = check_filter(node, &steps, error);
        if (result != VV_OK || (!is_named(node, "image") && !is_named(node, "feImage")))
            continue;
        result = check_link(node, XLINK_NAMESPACE, &pixels, error);
        if (result == VV_OK)
            result = check_link(node, NULL, &pixels, error);
    }
    return result;
}
