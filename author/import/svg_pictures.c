/* Pictures inside an SVG. librsvg would hand them to whatever decoder the system has, and unfold them whole: a few
 * kilobytes can hold a picture of gigabytes. So only PNG and JPEG are let through, and their sizes are summed first. */
#include "author/import/svg.h"

#include <glib.h>
#include <string.h>

#define XLINK_NAMESPACE "http://www.w3.org/1999/xlink"

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

/* Walks the marker segments to the first frame header (SOF0…SOF15 without DHT, JPG and DAC). */
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

vv_result vvi_svg_check_pictures(xmlNode *root, vv_error *error)
{
    uint64_t pixels = 0;
    vv_result result = VV_OK;
    for (xmlNode *node = root; node && result == VV_OK; node = vvi_svg_next(root, node)) {
        if (!xmlStrEqual(node->name, BAD_CAST "image") && !xmlStrEqual(node->name, BAD_CAST "feImage"))
            continue;
        result = check_link(node, XLINK_NAMESPACE, &pixels, error);
        if (result == VV_OK)
            result = check_link(node, NULL, &pixels, error);
    }
    return result;
}
