/* index.html: the grid to look at. The page is a file of its own (validate_page.html), into which the plays are put
 * here. */
#include "cli/validate.h"

#include "runtime/base/base.h"

#include <stdlib.h>
#include <string.h>
#include <validate_page.h> /* made from validate_page.html: validate_page_html[] */

/* Where the plays go. */
static const char marker[] = "{\"grid\": \"here\"}";

/* Escapes JSON for HTML, where nothing may look like a tag: a '<', which can only be inside a string, is written by
 * its number. Returns the length; `out` may be NULL. */
static size_t escape(const char *text, size_t length, char *out)
{
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '<') {
            if (out != NULL)
                out[used] = text[i];
            used++;
        } else {
            if (out != NULL)
                memcpy(out + used, "\\u003c", 6);
            used += 6;
        }
    }
    return used;
}

static vv_result write_page(const char *plays, size_t length, const char *path, vv_error *error)
{
    size_t page = sizeof validate_page_html - 1, data = escape(plays, length, NULL);
    const char *html = (const char *)validate_page_html, *hole = strstr(html, marker);
    size_t before = (size_t)(hole - html), after = page - before - (sizeof marker - 1), count = before + data + after;
    char *text = malloc(count);
    if (text == NULL)
        return vvi_fail_memory(error, count);
    memcpy(text, html, before);
    escape(plays, length, text + before);
    memcpy(text + before + data, hole + sizeof marker - 1, after);
    vv_result result = cli_write(path, text, count, error);
    free(text);
    return result;
}

vv_result validate_write_page(const validate_grid *grid, const char *path, vv_error *error)
{
    vv_json_writer *w = NULL;
    size_t length = 0;
    vv_result result = vv_json_writer_create(NULL, false, &w, error);
    if (result != VV_OK)
        return result;
    validate_write_plays(w, grid);
    const char *plays = vv_json_writer_text(w, &length);
    result = plays != NULL ? write_page(plays, length, path, error) : vvi_fail_memory(error, length);
    vv_json_writer_destroy(w);
    return result;
}
