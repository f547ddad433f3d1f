/* The table of all requests that the server accepts. */
#include "studio/serve/server.h"

#include <string.h>

static const vvi_route routes[] = {
    {"GET", "api/state", 0, false, vvi_get_state},
    {"GET", "api/gallery", 0, false, vvi_get_gallery},
    {"GET", "api/examples/", 0, false, vvi_get_example_file},
    {"GET", "api/recent/", 0, false, vvi_get_recent_file},
    {"POST", "api/open", VVI_JSON_LIMIT, false, vvi_post_open},
    {"POST", "api/close", VVI_JSON_LIMIT, false, vvi_post_close},
    {"GET", "api/project/", 0, false, vvi_get_project_file},
    {"PUT", "api/project/", VVI_FILE_LIMIT, true, vvi_put_project_file},
    {"POST", "api/journal", VVI_PROJECT_LIMIT, true, vvi_post_journal},
    {"POST", "api/journal/keep", VVI_JSON_LIMIT, true, vvi_post_journal_keep},
    {"POST", "api/writer", VVI_JSON_LIMIT, false, vvi_post_writer},
    {"GET", "api/events", 0, false, vvi_get_events},
    {"POST", "api/export", VVI_JSON_LIMIT, false, vvi_post_export},
    {"GET", "api/export/", 0, false, vvi_get_export},
    {"DELETE", "api/export/", 0, false, vvi_delete_export},
};
static const vvi_route page_route = {"GET", "", 0, false, vvi_get_page};

static bool matches_path(const vvi_route *route, const char *path)
{
    size_t length = strlen(route->path);
    if (route->path[length - 1] == '/')
        return strncmp(path, route->path, length) == 0 && path[length];
    return strcmp(path, route->path) == 0;
}

const vvi_route *vvi_find_route(const char *method, const char *path, unsigned *status)
{
    *status = 404;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (!matches_path(&routes[i], path))
            continue;
        if (strcmp(routes[i].method, method) == 0)
            return &routes[i];
        *status = 405;
    }
    bool of_page = strncmp(path, "api/", 4) != 0 && strcmp(path, "api") != 0;
    if (of_page && strcmp(method, page_route.method) == 0)
        return &page_route;
    if (of_page)
        *status = 405;
    return NULL;
}
