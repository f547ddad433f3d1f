/* Serves the page's files: those that were in its folder when the server started, and no others. */
#include "studio/serve/server.h"

#include <string.h>

void vvi_get_page(vvi_request *request)
{
    const vvi_server *server = request->server;
    const char *path = request->rest[0] ? request->rest : "index.html";
    for (guint i = 0; i < server->page_files->len; i++) {
        if (strcmp(server->page_files->pdata[i], path) != 0)
            continue;
        GBytes *bytes = vvi_path_read(server->page, path, VVI_FILE_LIMIT);
        if (!bytes)
            break;
        vvi_answer_bytes(request, bytes, vvi_content_type(path), NULL);
        g_bytes_unref(bytes);
        return;
    }
    vvi_answer_error(request, 404, "There is nothing here.", "check the address");
}
