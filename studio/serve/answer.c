/* Responses: JSON, files and errors, with the headers that isolate the page from other sites. */
#include "studio/serve/server.h"

#include <errno.h>
#include <string.h>

#define POLICY                                                                                                         \
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "                     \
    "img-src 'self' blob: data:; media-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'none'; "     \
    "frame-ancestors 'none'"

static const char *const common[][2] = {
    {"Content-Security-Policy", POLICY},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
    {"Connection", "close"},
};

char *vvi_format_head(unsigned status, const char *type)
{
    GString *text = g_string_new(NULL);
    g_string_printf(text, "HTTP/1.1 %u %s\r\nContent-Type: %s\r\n", status, soup_status_get_phrase(status), type);
    for (size_t i = 0; i < G_N_ELEMENTS(common); i++)
        g_string_append_printf(text, "%s: %s\r\n", common[i][0], common[i][1]);
    return g_string_free(text, FALSE);
}

void vvi_set_common_headers(SoupServerMessage *message)
{
    SoupMessageHeaders *headers = soup_server_message_get_response_headers(message);
    for (size_t i = 0; i < G_N_ELEMENTS(common); i++)
        soup_message_headers_replace(headers, common[i][0], common[i][1]);
}

void vvi_answer_bytes(vvi_request *request, GBytes *bytes, const char *type, const char *etag)
{
    SoupMessageHeaders *headers = soup_server_message_get_response_headers(request->message);
    soup_message_headers_replace(headers, "Content-Type", type);
    if (etag) {
        char quoted[32];
        g_snprintf(quoted, sizeof quoted, "\"%s\"", etag);
        soup_message_headers_replace(headers, "ETag", quoted);
    }
    soup_message_headers_set_content_length(headers, (goffset)g_bytes_get_size(bytes));
    SoupMessageBody *body = soup_server_message_get_response_body(request->message);
    if (g_bytes_get_size(bytes) > 0) /* libsoup does not accept an empty piece */
        soup_message_body_append_bytes(body, bytes);
    soup_message_body_complete(body);
    soup_server_message_set_status(request->message, SOUP_STATUS_OK, NULL);
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

/* Aborts if memory runs out, as GLib does. */
vv_json_writer *vvi_create_json(void)
{
    vv_json_writer *writer;
    if (vv_json_writer_create(NULL, true, &writer, NULL) != VV_OK)
        g_error("no memory");
    return writer;
}

void vvi_answer_json(vvi_request *request, unsigned status, vv_json_writer *writer)
{
    size_t length;
    const char *text = vv_json_writer_text(writer, &length);
    soup_server_message_set_status(request->message, text ? status : 500, NULL);
    if (text)
        soup_server_message_set_response(request->message, "application/json", SOUP_MEMORY_COPY, text, length);
    vv_json_writer_destroy(writer);
}

const char *vvi_member_text(const vv_json *object, const char *name, const char *fallback)
{
    const vv_json *member = vv_json_member(object, name);
    return member && member->kind == VV_JSON_STRING ? member->string : fallback;
}

static vv_json_writer *write_error(const char *message, const char *remedy)
{
    vv_json_writer *writer = vvi_create_json();
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "message", message);
    vv_json_write_string(writer, "remedy", remedy);
    vv_json_write_end(writer);
    return writer;
}

char *vvi_error_json(const char *message, const char *remedy)
{
    vv_json_writer *writer = write_error(message, remedy);
    char *text = g_strdup(vv_json_writer_text(writer, NULL));
    vv_json_writer_destroy(writer);
    return text;
}

void vvi_answer_error(vvi_request *request, unsigned status, const char *message, const char *remedy)
{
    vvi_answer_json(request, status, write_error(message, remedy));
}

void vvi_answer_file_error(vvi_request *request, int reason, const char *message)
{
    char text[256];
    g_snprintf(text, sizeof text, "%s: %s", message, g_strerror(reason));
    if (reason == ENOSPC || reason == EDQUOT || reason == EFBIG)
        vvi_answer_error(request, 507, text, "make room on the disk; nothing was changed");
    else if (reason == EINVAL)
        vvi_answer_error(request, 400, text, "use a path inside the project, such as art/ball.png");
    else if (reason == ELOOP || reason == EISDIR || reason == ENOTDIR)
        vvi_answer_error(request, 404, text, "only plain files are served, not links or folders");
    else
        vvi_answer_error(request, 500, text, "check that the folder exists and that you may write to it");
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

typedef struct file_type {
    const char *ending, *type;
} file_type;

static const char *find_type(const file_type *types, size_t count, const char *path)
{
    for (size_t i = 0; i < count; i++) {
        if (g_str_has_suffix(path, types[i].ending))
            return types[i].type;
    }
    return "application/octet-stream";
}

const char *vvi_content_type(const char *path)
{
    static const file_type types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".map", "application/json"},
        {".wasm", "application/wasm"},
        {".woff2", "font/woff2"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".webp", "image/webp"},
        {".gif", "image/gif"},
        {".ico", "image/x-icon"},
        {".mp4", "video/mp4"},
        {".webm", "video/webm"},
        {".txt", "text/plain; charset=utf-8"},
    };
    return find_type(types, G_N_ELEMENTS(types), path);
}

/* Files of a project are untrusted, yet served from the same origin as the page, whose policy admits scripts and
 * style sheets of that origin. So no file of a project gets a type that a browser would run, apply as a style sheet
 * or show as a document. This includes SVG, which is a document: the page reads its bytes itself. */
static const char *find_project_type(const char *path)
{
    static const file_type types[] = {
        {".json", "application/json"}, {".png", "image/png"},   {".jpg", "image/jpeg"},
        {".jpeg", "image/jpeg"},       {".webp", "image/webp"}, {".gif", "image/gif"},
    };
    return find_type(types, G_N_ELEMENTS(types), path);
}

void vvi_answer_file(vvi_request *request, int folder, const char *path, size_t limit)
{
    char hash[17];
    GBytes *bytes = vvi_path_read(folder, path, limit);
    int reason = errno;
    if (bytes) {
        /* The file is untrusted: opened directly in a browser, it is sandboxed and may load nothing. */
        soup_message_headers_replace(soup_server_message_get_response_headers(request->message),
                                     "Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'");
        vvi_hash_text(bytes, hash);
        vvi_answer_bytes(request, bytes, find_project_type(path), hash);
        g_bytes_unref(bytes);
    } else if (reason == ENOENT) {
        vvi_answer_error(request, 404, "There is no such file.", "check its name");
    } else if (reason == EFBIG) {
        vvi_answer_error(request, 413, "The file is too large to be read.", "use a smaller one");
    } else {
        vvi_answer_file_error(request, reason, "The file cannot be read");
    }
}
