#include "path.h"

#include <string.h>

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

bool vv_text_has_ending(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return length >= tail && memcmp(text + length - tail, ending, tail) == 0;
}

bool vv_path_has_ending(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    if (length <= tail || path[length - tail - 1] == '/')
        return false;
    for (size_t i = 0; i < tail; i++)
        if (lower(path[length - tail + i]) != ending[i])
            return false;
    return true;
}
