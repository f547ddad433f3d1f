/* Parses an SVG's XML, which is untrusted. libxml2 itself rejects entity bombs and deep nesting (XML_PARSE_HUGE is
 * off); declarations of external entities are dropped, so nothing is ever fetched. */
#include "author/import/svg.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>

static void declare_internal_entity(void *context, const xmlChar *name, int type, const xmlChar *public_id,
                                    const xmlChar *system_id, xmlChar *content)
{
    if (type == XML_INTERNAL_GENERAL_ENTITY || type == XML_INTERNAL_PARAMETER_ENTITY)
        xmlSAX2EntityDecl(context, name, type, public_id, system_id, content);
}

/* Descriptions of libxml2's errors; its own messages address programmers and mention its options. */
typedef struct xml_problem {
    int code;
    const char *description;
} xml_problem;

static const char *describe_problem(int code)
{
    static const xml_problem problems[] = {
        {XML_ERR_DOCUMENT_EMPTY, "it has no elements"},
        {XML_ERR_DOCUMENT_END, "it ends too early, or has content after its root"},
        {XML_ERR_TAG_NOT_FINISHED, "an element is not closed"},
        {XML_ERR_TAG_NAME_MISMATCH, "an element is not closed, or closed by the tag of another"},
        {XML_ERR_GT_REQUIRED, "a tag does not end"},
        {XML_ERR_LTSLASH_REQUIRED, "an element is not closed"},
        {XML_ERR_LT_IN_ATTRIBUTE, "an attribute has a \"<\""},
        {XML_ERR_ATTRIBUTE_REDEFINED, "an element has the same attribute twice"},
        {XML_ERR_ATTRIBUTE_WITHOUT_VALUE, "an attribute has no value"},
        {XML_ERR_ATTRIBUTE_NOT_STARTED, "the value of an attribute is not quoted"},
        {XML_ERR_ATTRIBUTE_NOT_FINISHED, "the value of an attribute does not end, or is too long"},
        {XML_ERR_ENTITY_LOOP, "its entities contain themselves, or expand to too much text"},
        {XML_ERR_UNDECLARED_ENTITY, "it uses an entity that it does not define itself"},
        {XML_WAR_UNDECLARED_ENTITY, "it uses an entity that it does not define itself"},
        {XML_ERR_NAME_REQUIRED, "an \"&\" is not written as &amp;, or a tag has no name"},
        {XML_ERR_ENTITYREF_SEMICOL_MISSING, "an \"&\" is not written as &amp;"},
        {XML_ERR_INVALID_CHAR, "it has a character that XML does not allow"},
        {XML_ERR_INVALID_CHARREF, "it has a character that XML does not allow"},
        {XML_ERR_INVALID_ENCODING, "its characters are not in the encoding that it states"},
        {XML_ERR_UNSUPPORTED_ENCODING, "its encoding is not supported; use UTF-8"},
        {XML_ERR_COMMENT_NOT_FINISHED, "a comment does not end"},
        {XML_ERR_CDATA_NOT_FINISHED, "a CDATA section does not end"},
        {XML_ERR_INTERNAL_ERROR, "it is nested too deeply, or a text or name in it is too long"},
    };
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
        if (problems[i].code == code)
            return problems[i].description;
    return "its XML cannot be read";
}

static vv_result fail_parse(xmlParserCtxt *context, vv_error *error)
{
    const xmlError *cause = xmlCtxtGetLastError(context);
    int problem = cause ? cause->code : 0;
    if (problem == XML_ERR_NO_MEMORY)
        return vvi_fail_memory(error, 0);
    vv_result code = vvi_fail(error, VV_ERROR_FORMAT, "this is not a well-formed SVG: %s", describe_problem(problem));
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

/* Elements that come from an entity lose their namespace in the tree, but not in its text; so a file with entities is
 * written and parsed a second time. Then all entities are substituted and the declarations can be removed (librsvg
 * would leak them). */
vv_result vvi_svg_parse(const void *bytes, size_t count, xmlDoc **out, vv_error *error)
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
