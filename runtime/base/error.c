/* Errors that name the place, what is wrong and what to do. */
#include "base.h"

#include <string.h>

uint32_t vv_version(void) { return VV_VERSION_MAJOR << 16 | VV_VERSION_MINOR << 8 | VV_VERSION_PATCH; }

const char *vv_result_name(vv_result result)
{
    switch (result) {
    case VV_OK:
        return "ok";
    case VV_ERROR_MEMORY:
        return "memory";
    case VV_ERROR_ARGUMENT:
        return "argument";
    case VV_ERROR_FORMAT:
        return "format";
    case VV_ERROR_VERSION:
        return "version";
    case VV_ERROR_NOT_FOUND:
        return "not found";
    case VV_ERROR_FILE:
        return "file";
    case VV_ERROR_LIMIT:
        return "limit";
    case VV_ERROR_CONVERGENCE:
        return "convergence";
    case VV_ERROR_CANCELLED:
        return "cancelled";
    case VV_ERROR_LOCKED:
        return "locked";
    }
    return "unknown";
}

/* Cuts a text that did not fit at the last whole UTF-8 character. */
static void end_at_character(char *text, size_t bytes, size_t needed)
{
    if (needed < bytes)
        return;
    size_t end = bytes - 1;
    VVI_CHECK(bytes > 0);
    while (end > 0 && ((unsigned char)text[end - 1] & 0xc0) == 0x80)
        end--;
    if (end > 0 && ((unsigned char)text[end - 1] & 0xc0) == 0xc0)
        end--; /* a lead byte whose followers were cut; a last character that is whole goes too, which does no harm */
    text[end] = 0;
}

static void copy_text(char *to, size_t bytes, const char *from)
{
    size_t length = strlen(from);
    memcpy(to, from, length < bytes ? length : bytes - 1);
    to[length < bytes ? length : bytes - 1] = 0;
    end_at_character(to, bytes, length);
}

vv_result vvi_fail(vv_error *error, vv_result code, const char *format, ...)
{
    if (!error)
        return code;
    memset(error, 0, sizeof *error);
    error->code = code;
    va_list arguments;
    va_start(arguments, format);
    size_t needed = vvi_format_list(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    end_at_character(error->message, sizeof error->message, needed);
    return code;
}

void vvi_error_remedy(vv_error *error, const char *format, ...)
{
    if (!error)
        return;
    va_list arguments;
    va_start(arguments, format);
    size_t needed = vvi_format_list(error->remedy, sizeof error->remedy, format, arguments);
    va_end(arguments);
    end_at_character(error->remedy, sizeof error->remedy, needed);
}

void vvi_error_place(vv_error *error, const char *file, uint32_t line, const char *path)
{
    if (!error)
        return;
    copy_text(error->file, sizeof error->file, file ? file : "");
    copy_text(error->path, sizeof error->path, path ? path : "");
    error->line = line;
}

vv_result vvi_prefix_error_path(vv_result result, vv_error *error, const char *format, ...)
{
    if (result == VV_OK || result == VV_ERROR_MEMORY || result == VV_ERROR_CANCELLED || !error || error->path[0] == '$')
        return result;
    char path[2 * sizeof error->path];
    va_list arguments;
    va_start(arguments, format);
    size_t used = vvi_format_list(path, sizeof path, format, arguments);
    va_end(arguments);
    if (error->path[0])
        vvi_append(path, sizeof path, used, ".%s", error->path);
    copy_text(error->path, sizeof error->path, path);
    return result;
}

vv_result vvi_fail_memory(vv_error *error, size_t bytes)
{
    vvi_fail(error, VV_ERROR_MEMORY, "could not allocate %zu bytes of memory", bytes);
    vvi_error_remedy(error, "close other programs, or ask for less (fewer vertices, smaller images)");
    return VV_ERROR_MEMORY;
}

char *vv_error_text(const vv_error *error, char *text, size_t text_bytes)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(text != NULL || text_bytes == 0);
    if (!error) {
        vvi_format(text, text_bytes, "%s", "");
        return text;
    }
    char place[sizeof error->file + sizeof error->path + 32];
    size_t used = vvi_format(place, sizeof place, "%s", error->file);
    if (error->line)
        used = vvi_append(place, sizeof place, used, "%s%u", used ? ":" : "line ", error->line);
    if (error->path[0])
        used = vvi_append(place, sizeof place, used, "%s%s", used ? ": " : "", error->path);
    size_t needed = vvi_format(text, text_bytes, "%s%s%s%s%s", place, used ? ": " : "", error->message,
                               error->remedy[0] ? "; " : "", error->remedy);
    if (text_bytes)
        end_at_character(text, text_bytes, needed);
    return text;
}
