/* Inside author/import: how an SVG's XML is made ready for drawing layer by layer. */
#ifndef VV_IMPORT_SVG_H
#define VV_IMPORT_SVG_H

#include "author/import/import.h"
#include "runtime/base/base.h"

#include <libxml/tree.h>

/* One element that is drawn, and the layer it belongs to. */
typedef struct svg_part {
    const char *id; /* "#id", as librsvg wants it */
    uint32_t layer;
} svg_part;

/* Which elements make up which layer, in drawing order, and the file with ids given to those that had none. */
typedef struct svg_plan {
    vvi_arena arena; /* parts, ids and names */
    svg_part *parts;
    uint32_t part_count;
    const char **names; /* [layer_count] as the file has them; NULL if unnamed */
    uint32_t layer_count;
    bool has_text; /* a <text> element, visible or not */
    xmlChar *text; /* what librsvg gets */
    int text_count;
} svg_plan;

vv_result vvi_svg_plan(const void *bytes, size_t count, const vv_allocator *allocator, svg_plan *out, vv_error *error);
void vvi_svg_plan_release(svg_plan *plan);

/* The next node in document order, or NULL. Without recursion: a file may be deeper than the stack likes. */
xmlNode *vvi_svg_next(const xmlNode *root, xmlNode *node);

/* Refuses pictures inside the SVG (data: URLs) that are not PNG or JPEG, or that would unfold to more than
 * VV_IMAGE_MAX_PIXELS together, and filters that could take for ever. Pictures at other addresses are never loaded. */
vv_result vvi_svg_check_limits(xmlNode *root, vv_error *error);

#endif
