/* Turns an SVG's XML into a plan: which elements make up which layer. Top-level groups are layers; runs of other shapes
 * between them are one layer each. librsvg draws single elements by id, so those without one are given one here.
 *
 * The text comes from anywhere. libxml2 refuses entity bombs and deep nesting by itself (XML_PARSE_HUGE is off); external
 * entities are dropped where they are declared, so nothing is ever fetched. */
#include "author/import/svg.h"

#include <libxml/SAX2.h>
#include <libxml/hash.h>
#include <libxml/parser.h>
#include <string.h>

#define SVG_NAMESPACE      "http://www.w3.org/2000/svg"
#define INKSCAPE_NAMESPACE "http://www.inkscape.org/namespaces/inkscape"
#define MAX_BYTES          (64u * 1024u * 1024u)
#define MAX_PARTS          20000u
#define MAX_LAYERS         1024u

/* ---- Reading the XML ---------------------------------------------------------------------------------------------- */

static void declare_internal_entity(void *context, const xmlChar *name, int type, const xmlChar *public_id,
                                    const xmlChar *system_id, xmlChar *content)
{
    if (type == XML_INTERNAL_GENERAL_ENTITY || type == XML_INTERNAL_PARAMETER_ENTITY)
        xmlSAX2EntityDecl(context, name, type, public_id, system_id, content);
}

static vv_result fail_parse(xmlParserCtxt *context, vv_error *error)
{
    const xmlError *cause = xmlCtxtGetLastError(context);
    if (cause && cause->code == XML_ERR_NO_MEMORY)
        return vvi_fail_memory(error, 0);
    char message[160] = "it cannot be read";
    if (cause && cause->message)
        vvi_format(message, sizeof message, "%s", cause->message);
    message[strcspn(message, "\r\n")] = '\0';
    vv_result code = vvi_fail(error, VV_ERROR_FORMAT, "this is not a well-formed SVG: %s", message);
    vvi_error_remedy(error, "save it again as plain SVG from the program that made it");
    vvi_error_place(error, NULL, cause && cause->line > 0 ? (uint32_t)cause->line : 0, NULL);
    return code;
}

static vv_result parse_once(const void *bytes, size_t count, xmlDoc **out, vv_error *error)
{
    xmlParserCtxt *context = xmlNewParserCtxt();
    if (!context)
        return vvi_fail_memory(error, sizeof *context);
    context->sax->entityDecl = declare_internal_entity;
    int options = XML_PARSE_NOENT | XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
    *out = xmlCtxtReadMemory(context, bytes, (int)count, NULL, NULL, options);
    vv_result result = *out ? VV_OK : fail_parse(context, error);
    xmlFreeParserCtxt(context);
    return result;
}

static void drop_declarations(xmlDoc *document)
{
    xmlDtd *declarations = document->intSubset;
    xmlUnlinkNode((xmlNode *)declarations);
    document->intSubset = NULL;
    xmlFreeDtd(declarations);
}

/* Elements that came out of an entity have lost their namespace in the tree, though not in its text: such a file is
 * written and read once more. Then every entity is in its place and the declarations can go (librsvg would leak them). */
static vv_result parse(const void *bytes, size_t count, xmlDoc **out, vv_error *error)
{
    vv_result result = parse_once(bytes, count, out, error);
    if (result != VV_OK || !(*out)->intSubset)
        return result;
    xmlChar *text = NULL;
    int length = 0;
    xmlDocDumpMemoryEnc(*out, &text, &length, "UTF-8");
    xmlFreeDoc(*out);
    *out = NULL;
    result = text ? parse_once(text, (size_t)length, out, error) : vvi_fail_memory(error, 0);
    xmlFree(text);
    if (result == VV_OK)
        drop_declarations(*out);
    return result;
}

xmlNode *vvi_svg_next(const xmlNode *root, xmlNode *node)
{
    if (node->type == XML_ELEMENT_NODE && node->children)
        return node->children;
    while (node != root && !node->next)
        node = node->parent;
    return node == root ? NULL : node->next;
}

/* ---- What an element is ------------------------------------------------------------------------------------------- */

static bool is_svg(const xmlNode *node)
{
    return node->type == XML_ELEMENT_NODE && node->ns && xmlStrEqual(node->ns->href, BAD_CAST SVG_NAMESPACE);
}

static bool is_one_of(const xmlNode *node, const char *const *names)
{
    if (!is_svg(node))
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

/* Effects that apply to a group's children together: such a group cannot be taken apart. */
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

typedef struct census {
    uint32_t groups, shapes;
    xmlNode *group; /* the last */
} census;

static census count_children(const xmlNode *parent)
{
    census found = {0};
    for (xmlNode *child = parent->children; child; child = child->next) {
        found.shapes += is_shape(child);
        found.groups += is_group(child);
        found.group = is_group(child) ? child : found.group;
    }
    return found;
}

/* Drawing programs like to wrap everything in one group. Where a single group holds several groups and nothing else,
 * its children are what the artist thinks of as layers. */
static xmlNode *find_container(xmlNode *root)
{
    xmlNode *node = root;
    census found = count_children(node);
    while (found.shapes == 0 && found.groups == 1 && xmlStrEqual(found.group->name, BAD_CAST "g") &&
           !has_joint_effect(found.group)) {
        node = found.group;
        found = count_children(node);
    }
    return found.shapes == 0 && found.groups > 1 ? node : root;
}

/* ---- Ids ---------------------------------------------------------------------------------------------------------- */

/* Maps an id to how often it occurs, as a pointer: 1, or 2 for more. */
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
    uint32_t fresh; /* how many ids were made up */
    xmlNode *container;
    bool in_run; /* the last part was a plain shape */
    vv_error *error;
} svg_planner;

static char *copy_text(vvi_arena *arena, const char *prefix, const xmlChar *text)
{
    size_t bytes = strlen(prefix) + strlen((const char *)text) + 1;
    char *copy = vvi_arena_take(arena, bytes, 1);
    if (copy)
        vvi_format(copy, bytes, "%s%s", prefix, (const char *)text);
    return copy;
}

static void make_up_id(svg_planner *planner, char id[32])
{
    do
        vvi_format(id, 32, "verve-part-%u", planner->fresh++);
    while (xmlHashLookup(planner->ids, BAD_CAST id));
}

/* An id that finds exactly this element. One without an id is given one. One whose id is not unique, or that librsvg
 * would misread as an address, keeps it (style sheets may name it) and is wrapped in a group instead. */
static char *give_id(svg_planner *planner, xmlNode *node)
{
    char fresh[32];
    xmlChar *own = xmlGetNoNsProp(node, BAD_CAST "id");
    if (own && *own && !xmlStrchr(own, '#') && (uintptr_t)xmlHashLookup(planner->ids, own) == 1) {
        char *id = copy_text(&planner->plan->arena, "#", own);
        xmlFree(own);
        return id;
    }
    make_up_id(planner, fresh);
    xmlNode *bearer = node;
    if (own) {
        bearer = xmlNewDocNode(node->doc, node->ns, BAD_CAST "g", NULL);
        if (bearer) {
            xmlReplaceNode(node, bearer);
            xmlAddChild(bearer, node);
        }
    }
    xmlFree(own);
    if (!bearer || !xmlSetProp(bearer, BAD_CAST "id", BAD_CAST fresh))
        return NULL;
    return copy_text(&planner->plan->arena, "#", BAD_CAST fresh);
}

/* "layer12", "g3059": what a program made up, not what an artist wrote. */
static bool is_automatic(const xmlChar *id)
{
    const char *text = (const char *)id;
    size_t letters = strncmp(text, "layer", 5) == 0 ? 5 : strncmp(text, "g", 1) == 0 ? 1 : 0;
    return letters && text[letters] && text[letters + strspn(text + letters, "0123456789-")] == '\0';
}

/* The id, or Inkscape's label where the id says nothing. NULL if there is neither. */
static const char *raw_name(svg_planner *planner, const xmlNode *node)
{
    xmlChar *id = xmlGetNoNsProp((xmlNode *)node, BAD_CAST "id");
    xmlChar *label = xmlGetNsProp((xmlNode *)node, BAD_CAST "label", BAD_CAST INKSCAPE_NAMESPACE);
    const xmlChar *best = label && *label && (!id || !*id || is_automatic(id)) ? label : id;
    const char *name = best ? copy_text(&planner->plan->arena, "", best) : NULL;
    xmlFree(id);
    xmlFree(label);
    return name;
}

/* ---- The plan ----------------------------------------------------------------------------------------------------- */

static vv_result fail_count(svg_planner *planner, const char *what, uint32_t limit)
{
    vv_result code = vvi_fail(planner->error, VV_ERROR_LIMIT, "the drawing has more than %u %s", limit, what);
    vvi_error_remedy(planner->error, "put what belongs together into groups");
    return code;
}

static vv_result add_part(svg_planner *planner, xmlNode *node)
{
    svg_plan *plan = planner->plan;
    bool group = is_group(node), new_layer = group || !planner->in_run;
    if (plan->part_count == MAX_PARTS)
        return fail_count(planner, "shapes outside groups", MAX_PARTS);
    if (new_layer && plan->layer_count == MAX_LAYERS)
        return fail_count(planner, "layers", MAX_LAYERS);
    if (new_layer)
        plan->names[plan->layer_count++] = group ? raw_name(planner, node) : NULL;
    const char *id = give_id(planner, node);
    if (!id)
        return vvi_fail_memory(planner->error, 0);
    plan->parts[plan->part_count++] = (svg_part){id, plan->layer_count - 1};
    planner->in_run = !group;
    return VV_OK;
}

static vv_result list_parts(svg_planner *planner)
{
    svg_plan *plan = planner->plan;
    census found = count_children(planner->container);
    size_t most = (size_t)found.groups + found.shapes;
    plan->parts = vvi_arena_take(&plan->arena, most + 1, sizeof *plan->parts);
    plan->names = vvi_arena_take(&plan->arena, most + 1, sizeof *plan->names);
    if (!plan->parts || !plan->names)
        return vvi_fail_memory(planner->error, most * sizeof *plan->parts);
    vv_result result = VV_OK;
    for (xmlNode *node = planner->container->children, *next; node && result == VV_OK; node = next) {
        next = node->next;
        if (is_group(node) || is_shape(node))
            result = add_part(planner, node);
    }
    return result;
}

static bool is_absolute(const xmlNode *root, const char *name)
{
    xmlChar *value = xmlGetNoNsProp((xmlNode *)root, BAD_CAST name);
    bool absolute = value && !xmlStrchr(value, '%') && !xmlStrEqual(value, BAD_CAST "auto");
    xmlFree(value);
    return absolute;
}

/* A width or height in per cent is a share of a window we do not have: the drawing's own size counts. */
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
    if (!root || !is_svg(root) || !xmlStrEqual(root->name, BAD_CAST "svg")) {
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
        vv_result code = vvi_fail(error, VV_ERROR_LIMIT, "the file has %zu bytes, more than the %u that can be read",
                                  count, MAX_BYTES);
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
        result = parse(bytes, count, &document, error);
    if (result == VV_OK)
        result = plan_tree(document, out, error);
    out->has_text = result == VV_OK && has_text(document);
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
