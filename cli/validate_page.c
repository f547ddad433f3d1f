/* index.html: the grid to look at. The page is a file of its own (validate_page.html); what it shows is put into it here. */
#include "cli/validate.h"

#include "runtime/base/base.h"

#include <stdlib.h>
#include <string.h>
#include <validate_page.h> /* made from validate_page.html: validate_page_html[] */

static const char marker[] = "{\"grid\": \"here\"}";

/* JSON inside HTML: nothing may look like a tag. A '<' can only be inside a string, where it may be written by its number. */
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

vv_result validate_page(const validate_grid *grid, char **text, size_t *length, vv_error *error)
{
    char *plays = NULL;
    size_t count = 0;
    *text = NULL;
    vv_result result = validate_plays(grid, &plays, &count, error);
    if (result != VV_OK)
        return result;
    size_t page = sizeof validate_page_html - 1, data = escape(plays, count, NULL);
    const char *html = (const char *)validate_page_html, *hole = strstr(html, marker);
    size_t before = (size_t)(hole - html), after = page - before - (sizeof marker - 1);
    *length = before + data + after;
    *text = malloc(*length + 1);
    if (*text != NULL) {
        memcpy(*text, html, before);
        escape(plays, count, *text + before);
        memcpy(*text + before + data, hole + sizeof marker - 1, after);
        (*text)[*length] = '\0';
    }
    free(plays);
    return *text != NULL ? VV_OK : vvi_fail_memory(error, *length);
}
