/* Finds references of an SVG to anything outside itself. These are never loaded; the importer reports them. */
#include "author/import/svg.h"

#include <glib.h>
#include <string.h>

#define BLANK " \t\r\n"

/* Whether an address is neither a fragment of this file nor a data: URL. */
static bool is_outside(const char *address)
{
    address += strspn(address, BLANK);
    return *address && *address != '#' && g_ascii_strncasecmp(address, "data:", 5) != 0;
}

/* Whether a style, or the value of one property, refers to something outside. */
static bool style_has_outside(const char *style)
{
    for (const char *at = style; (at = strstr(at, "url(")) != NULL;) {
        at += strlen("url(");
        if (is_outside(at + strspn(at, BLANK "\"'")))
            return true;
    }
    return strstr(style, "@import") != NULL;
}

static bool attribute_has_outside(const xmlNode *node, const xmlAttr *attribute)
{
    xmlChar *value = xmlNodeListGetString(node->doc, attribute->children, 1);
    bool is_link = xmlStrEqual(attribute->name, BAD_CAST "href") && !xmlStrEqual(node->name, BAD_CAST "a");
    bool outside = value && (is_link ? is_outside((char *)value) : style_has_outside((char *)value));
    xmlFree(value);
    return outside;
}

static bool element_has_outside(const xmlNode *node)
{
    for (const xmlAttr *attribute = node->properties; attribute; attribute = attribute->next)
        if (attribute_has_outside(node, attribute))
            return true;
    if (!xmlStrEqual(node->name, BAD_CAST "style"))
        return false;
    xmlChar *sheet = xmlNodeGetContent(node);
    bool outside = sheet && style_has_outside((char *)sheet);
    xmlFree(sheet);
    return outside;
}

bool vvi_svg_has_outside(xmlNode *root)
{
    for (xmlNode *node = root; node; node = vvi_svg_next(root, node))
        if (vvi_svg_is_element(node) && element_has_outside(node))
            return true;
    return false;
}
