/* Private to author/import: prepares an SVG's XML for drawing layer by layer. */
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

/* The elements of each layer in drawing order, and the file with unique ids for all of them. */
typedef struct svg_plan {
    vvi_arena arena; /* parts, ids and names */
    svg_part *parts;
    uint32_t part_count;
    const char **names; /* [layer_count] as in the file; NULL if unnamed */
    uint32_t layer_count;
    bool has_text;    /* a <text> element, visible or not */
    bool has_outside; /* a reference to something outside the file */
    xmlChar *text;    /* the document for librsvg */
    int text_count;
} svg_plan;

vv_result vvi_svg_plan(const void *bytes, size_t count, const vv_allocator *allocator, svg_plan *out, vv_error *error);
void vvi_svg_plan_release(svg_plan *plan);

/* Parses the XML and substitutes entities. The caller frees the document. */
vv_result vvi_svg_parse(const void *bytes, size_t count, xmlDoc **out, vv_error *error);

/* Whether a node is an element of the SVG namespace. */
bool vvi_svg_is_element(const xmlNode *node);

bool vvi_svg_has_outside(xmlNode *root);

/* The next node in document order, or NULL; not recursive, because a file may be nested deeper than the stack
 * allows. */
xmlNode *vvi_svg_next(const xmlNode *root, xmlNode *node);

/* Rejects embedded pictures (data: URLs) that are not PNG or JPEG or have more than VV_IMAGE_MAX_PIXELS together, and
 * filters that could take unbounded time. Pictures at other addresses are never loaded. */
vv_result vvi_svg_check_limits(xmlNode *root, vv_error *error);

#endif
