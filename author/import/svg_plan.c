/* Plans the layers of an SVG: top-level groups are layers; runs of other shapes between them are one layer each.
 * librsvg draws single elements by id, so elements without a unique one get one here. */
#include "author/import/svg.h"

#include <libxml/hash.h>
#include <string.h>

#define SVG_NAMESPACE      "http://www.w3.org/2000/svg"
#define INKSCAPE_NAMESPACE "http://www.inkscape.org/namespaces/inkscape"
#define MAX_BYTES          (64u * 1024u * 1024u)
#define MAX_PARTS          20000u

xmlNode *vvi_svg_next(const xmlNode *root, xmlNode *node)
{
    if (node->type == XML_ELEMENT_NODE && node->children)
        return node->children;
    while (node != root && !node->next)
        node = node->parent;
    return node == root ? NULL : node->next;
}

/* ---- Kinds of elements ----------------------------------------------------------------------------------------- */

bool vvi_svg_is_element(const xmlNode *node)
{
    return node->type == XML_ELEMENT_NODE && node->ns && xmlStrEqual(node->ns->href, BAD_CAST SVG_NAMESPACE);
}

static bool is_one_of(const xmlNode *node, const char *const *names)
{
    if (!vvi_svg_is_element(node))
        return false;
    for (; *names; ++names)
        if (xmlStrEqual(node->name, BAD_CAST * names))
            return true;
    return false;
}

static bool is_group(const xmlNode *node)
{
    static const char *const names[] = {"g", "svg", "a", "switch", NULL};
    return is_one_of(node, names);
}

static bool is_shape(const xmlNode *node)
{
    static const char *const names[] = {"path",    "rect", "circle", "ellipse", "line", "polyline",
                                        "polygon", "text", "image",  "use",     NULL};
    return is_one_of(node, names);
}

/* Whether a group has an effect that applies to its children together, so that it cannot be split. */
static bool has_joint_effect(const xmlNode *node)
{
    static const char *const names[] = {"opacity", "filter", "mask", "clip-path", "class", NULL};
    for (const char *const *name = names; *name; ++name)
        if (xmlHasProp((xmlNode *)node, BAD_CAST * name))
            return true;
    xmlChar *style = xmlGetNoNsProp((xmlNode *)node, BAD_CAST "style");
    bool found = style && (xmlStrstr(style, BAD_CAST "opacity") || xmlStrstr(style, BAD_CAST "filter") ||
                           xmlStrstr(style, BAD_CAST "mask") || xmlStrstr(style, BAD_CAST "clip-path") ||
                           xmlStrstr(style, BAD_CAST "blend"));
    xmlFree(style);
    return found;
}

typedef struct child_counts {
    uint32_t groups, shapes;
    xmlNode *group; /* the last one */
} child_counts;

static child_counts count_children(const xmlNode *parent)
{
    child_counts found = {0};
    for (xmlNode *child = parent->children; child; child = child->next) {
        found.shapes += is_shape(child);
        found.groups += is_group(child);
        found.group = is_group(child) ? child : found.group;
    }
    return found;
}

/* Finds the element whose children are the layers. Drawing programs often wrap everything in one group: if a single
 * group contains several groups and nothing else, its children are the artist's layers. */
static xmlNode *find_container(xmlNode *root)
{
    xmlNode *node = root;
    child_counts found = count_children(node);
    while (found.shapes == 0 && found.groups == 1 && xmlStrEqual(found.group->name, BAD_CAST "g") &&
           !has_joint_effect(found.group)) {
        node = found.group;
        found = count_children(node);
    }
    return found.shapes == 0 && found.groups > 1 ? node : root;
}

/* ---- Ids ------------------------------------------------------------------------------------------------------- */

/* Maps every id to the number of its occurrences, as a pointer: 1, or 2 for more. */
static xmlHashTable *count_ids(xmlNode *root)
{
    xmlHashTable *ids = xmlHashCreate(64);
    for (xmlNode *node = root; ids && node; node = vvi_svg_next(root, node)) {
        xmlChar *id = node->type == XML_ELEMENT_NODE ? xmlGetNoNsProp(node, BAD_CAST "id") : NULL;
        if (id && xmlHashAddEntry(ids, id, (void *)(uintptr_t)1) != 0)
            xmlHashUpdateEntry(ids, id, (void *)(uintptr_t)2, NULL);
        xmlFree(id);
    }
    return ids;
}

typedef struct svg_planner {
    svg_plan *plan;
    xmlHashTable *ids;
    uint32_t generated_id; /* how many ids were made up */
    xmlNode *container;
    bool in_shape_run;      /* the last part was a shape outside groups */
    bool is_layer_visible;  /* a part of the last layer is not hidden */
    uint32_t visible_count; /* of layers that are not hidden */
    vv_error *error;
} svg_planner;

static char *copy_text(vvi_arena *arena, const char *prefix, const xmlChar *text)
{
    size_t bytes = strlen(prefix) + strlen((const char *)text) + 1;
    char *copy = vvi_arena_allocate(arena, bytes, 1);
    if (copy)
        vvi_format(copy, bytes, "%s%s", prefix, (const char *)text);
    return copy;
}

static void generate_id(svg_planner *planner, char id[32])
{
    do
        vvi_format(id, 32, "verve-part-%u", planner->generated_id++);
    while (xmlHashLookup(planner->ids, BAD_CAST id));
}

/* Returns an id that identifies exactly this element. An element without an id gets one. An element whose id is not
 * unique, or that librsvg would misread as an address, keeps it (style sheets may refer to it) and is wrapped in a
 * group. */
static char *ensure_unique_id(svg_planner *planner, xmlNode *node)
{
    char generated_id[32];
    xmlChar *own = xmlGetNoNsProp(node, BAD_CAST "id");
    if (own && *own && !xmlStrchr(own, '#') && (uintptr_t)xmlHashLookup(planner->ids, own) == 1) {
        char *id = copy_text(&planner->plan->arena, "#", own);
        xmlFree(own);
        return id;
    }
    generate_id(planner, generated_id);
    xmlNode *wrapper = node;
    if (own) {
        wrapper = xmlNewDocNode(node->doc, node->ns, BAD_CAST "g", NULL);
        if (wrapper) {
            xmlReplaceNode(node, wrapper);
            xmlAddChild(wrapper, node);
        }
    }
    xmlFree(own);
    if (!wrapper || !xmlSetProp(wrapper, BAD_CAST "id", BAD_CAST generated_id))
        return NULL;
    return copy_text(&planner->plan->arena, "#", BAD_CAST generated_id);
}

/* Whether an id such as "layer12" or "g3059" was generated by a program and not written by an artist. */
static bool is_automatic(const xmlChar *id)
{
    const char *text = (const char *)id;
    size_t letters = strncmp(text, "layer", 5) == 0 ? 5 : strncmp(text, "g", 1) == 0 ? 1 : 0;
    return letters && text[letters] && text[letters + strspn(text + letters, "0123456789-")] == '\0';
}

/* The id, or Inkscape's label if the id is automatic or missing. NULL if there is neither. */
static const char *find_name(svg_planner *planner, const xmlNode *node)
{
    xmlChar *id = xmlGetNoNsProp((xmlNode *)node, BAD_CAST "id");
    xmlChar *label = xmlGetNsProp((xmlNode *)node, BAD_CAST "label", BAD_CAST INKSCAPE_NAMESPACE);
    const xmlChar *best = label && *label && (!id || !*id || is_automatic(id)) ? label : id;
    const char *name = best ? copy_text(&planner->plan->arena, "", best) : NULL;
    xmlFree(id);
    xmlFree(label);
    return name;
}

/* ---- The plan -------------------------------------------------------------------------------------------------- */

static vv_result fail_count(svg_planner *planner, const char *message, uint32_t count, uint32_t limit)
{
    vv_result code = vvi_fail(planner->error, VV_ERROR_LIMIT, message, count, limit);
    vvi_error_remedy(planner->error, "group some of them");
    return code;
}

static bool declares_no_display(const char *style)
{
    for (const char *at = style; (at = strstr(at, "display")) != NULL;) {
        at += strlen("display");
        const char *colon = at + strspn(at, " \t\r\n");
        if (*colon == ':' && strncmp(colon + 1 + strspn(colon + 1, " \t\r\n"), "none", 4) == 0)
            return true;
    }
    return false;
}

/* Whether an element is hidden by its own attributes, as programs hide layers; it is not drawn and makes no layer. */
static bool is_hidden(const xmlNode *node)
{
    xmlChar *display = xmlGetNoNsProp((xmlNode *)node, BAD_CAST "display");
    xmlChar *style = xmlGetNoNsProp((xmlNode *)node, BAD_CAST "style");
    bool hidden = xmlStrEqual(display, BAD_CAST "none") || (style && declares_no_display((const char *)style));
    xmlFree(display);
    xmlFree(style);
    return hidden;
}

static vv_result add_part(svg_planner *planner, xmlNode *node)
{
    svg_plan *plan = planner->plan;
    bool group = is_group(node), new_layer = group || !planner->in_shape_run;
    if (new_layer)
        plan->names[plan->layer_count++] = group ? find_name(planner, node) : NULL;
    planner->is_layer_visible = planner->is_layer_visible && !new_layer;
    if (!planner->is_layer_visible && !is_hidden(node)) {
        planner->is_layer_visible = true;
        planner->visible_count++;
    }
    const char *id = ensure_unique_id(planner, node);
    if (!id)
        return vvi_fail_memory(planner->error, 0);
    plan->parts[plan->part_count++] = (svg_part){id, plan->layer_count - 1};
    planner->in_shape_run = !group;
    return VV_OK;
}

static vv_result list_parts(svg_planner *planner)
{
    svg_plan *plan = planner->plan;
    child_counts found = count_children(planner->container);
    size_t most = (size_t)found.groups + found.shapes;
    if (most > MAX_PARTS)
        return fail_count(planner, "the drawing has %u groups and shapes outside groups; at most %u are possible",
                          (uint32_t)most, MAX_PARTS);
    plan->parts = vvi_arena_allocate(&plan->arena, most + 1, sizeof *plan->parts);
    plan->names = vvi_arena_allocate(&plan->arena, most + 1, sizeof *plan->names);
    if (!plan->parts || !plan->names)
        return vvi_fail_memory(planner->error, most * sizeof *plan->parts);
    vv_result result = VV_OK;
    for (xmlNode *node = planner->container->children, *next; node && result == VV_OK; node = next) {
        next = node->next;
        if (is_group(node) || is_shape(node))
            result = add_part(planner, node);
    }
    if (result == VV_OK && planner->visible_count > VV_DRAWING_MAX_LAYERS)
        result = fail_count(planner, "the drawing has %u layers; at most %u are possible", planner->visible_count,
                            VV_DRAWING_MAX_LAYERS);
    return result;
}

static bool is_absolute(const xmlNode *root, const char *name)
{
    xmlChar *value = xmlGetNoNsProp((xmlNode *)root, BAD_CAST name);
    bool absolute = value && !xmlStrchr(value, '%') && !xmlStrEqual(value, BAD_CAST "auto");
    xmlFree(value);
    return absolute;
}

/* Removes a width or height in per cent, which is relative to a window; the drawing's own size is used instead. */
static void drop_relative_size(xmlNode *root)
{
    if (is_absolute(root, "width") && is_absolute(root, "height"))
        return;
    xmlUnsetProp(root, BAD_CAST "width");
    xmlUnsetProp(root, BAD_CAST "height");
}

static vv_result plan_tree(xmlDoc *document, svg_plan *plan, vv_error *error)
{
    xmlNode *root = xmlDocGetRootElement(document);
    if (!root || !vvi_svg_is_element(root) || !xmlStrEqual(root->name, BAD_CAST "svg")) {
        vv_result code = vvi_fail(error, VV_ERROR_FORMAT, "this is XML, but not an SVG drawing");
        vvi_error_remedy(error, "its root must be <svg xmlns=\"%s\">", SVG_NAMESPACE);
        return code;
    }
    vv_result result = vvi_svg_check_limits(root, error);
    if (result != VV_OK)
        return result;
    drop_relative_size(root);
    svg_planner planner = {.plan = plan, .ids = count_ids(root), .container = find_container(root), .error = error};
    result = planner.ids ? list_parts(&planner) : vvi_fail_memory(error, 0);
    xmlHashFree(planner.ids, NULL);
    if (result != VV_OK)
        return result;
    xmlDocDumpMemoryEnc(document, &plan->text, &plan->text_count, "UTF-8");
    return plan->text ? VV_OK : vvi_fail_memory(error, 0);
}

static vv_result check_bytes(const uint8_t *bytes, size_t count, vv_error *error)
{
    if (count > MAX_BYTES) {
        vv_result code =
            vvi_fail(error, VV_ERROR_LIMIT, "the file has %zu bytes; at most %u can be read", count, MAX_BYTES);
        vvi_error_remedy(error, "simplify the drawing");
        return code;
    }
    if (count >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b) {
        vv_result code = vvi_fail(error, VV_ERROR_FORMAT, "this is a compressed SVG");
        vvi_error_remedy(error, "save it as plain SVG");
        return code;
    }
    return VV_OK;
}

static bool has_text(const xmlDoc *document)
{
    static const char *const names[] = {"text", NULL};
    xmlNode *root = xmlDocGetRootElement(document);
    for (xmlNode *node = root; node; node = vvi_svg_next(root, node))
        if (is_one_of(node, names))
            return true;
    return false;
}

vv_result vvi_svg_plan(const void *bytes, size_t count, const vv_allocator *allocator, svg_plan *out, vv_error *error)
{
    *out = (svg_plan){.arena = {.allocator = allocator}};
    xmlDoc *document = NULL;
    vv_result result = check_bytes(bytes, count, error);
    if (result == VV_OK)
        result = vvi_svg_parse(bytes, count, &document, error);
    if (result == VV_OK)
        result = plan_tree(document, out, error);
    out->has_text = result == VV_OK && has_text(document);
    out->has_outside = result == VV_OK && vvi_svg_has_outside(xmlDocGetRootElement(document));
    xmlFreeDoc(document);
    if (result != VV_OK)
        vvi_svg_plan_release(out);
    return result;
}

void vvi_svg_plan_release(svg_plan *plan)
{
    vvi_arena_release(&plan->arena);
    xmlFree(plan->text);
    plan->text = NULL;
}
