/* Paths of errors, put together from the inside. */
#include "place.h"

#include <string.h>

vv_result vvi_placed(vv_result result, vv_error *error, const char *format, ...)
{
    if (result == VV_OK || result == VV_ERROR_MEMORY || result == VV_ERROR_CANCELLED || error == NULL ||
        error->path[0] == '$')
        return result;
    char path[2 * sizeof error->path], file[sizeof error->file];
    va_list arguments;
    va_start(arguments, format);
    size_t used = vvi_format_list(path, sizeof path, format, arguments);
    va_end(arguments);
    if (error->path[0] != '\0' && used < sizeof path)
        vvi_format(path + used, sizeof path - used, ".%s", error->path);
    memcpy(file, error->file, sizeof file);
    vvi_error_place(error, file, error->line, path);
    return result;
}
