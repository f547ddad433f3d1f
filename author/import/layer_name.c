/* Converts an artist's names of layers to valid, unique names. */
#include "author/import/import.h"

#include "text.h"

#include <string.h>

/* The number of bytes of the UTF-8 character at `text`; 0 if it is invalid. */
static size_t character_length(const unsigned char *text)
{
    size_t length = text[0] < 0x80 ? 1 : (text[0] & 0xe0) == 0xc0 ? 2 : (text[0] & 0xf0) == 0xe0 ? 3 : 4;
    if (length == 4 && (text[0] & 0xf8) != 0xf0)
        return 0;
    for (size_t i = 1; i < length; ++i)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

/* Whether a character is allowed in a name. U+80…9F are control characters too. */
static bool is_plain(const unsigned char *at, size_t bytes)
{
    return bytes > 1 ? !(at[0] == 0xc2 && at[1] < 0xa0)
                     : bytes == 1 && *at >= 0x20 && *at != 0x7f && *at != '/' && *at != '\\';
}

static void clean_name(const char *raw, char name[64])
{
    size_t length = 0;
    const unsigned char *at = (const unsigned char *)raw + strspn(raw, " .\t\r\n");
    while (*at) {
        size_t bytes = character_length(at), step = bytes ? bytes : 1;
        bool is_allowed = is_plain(at, bytes);
        if (length + (is_allowed ? step : 1) > 63)
            break;
        memcpy(name + length, is_allowed ? (const char *)at : "-", is_allowed ? step : 1);
        length += is_allowed ? step : 1;
        at += step;
    }
    while (length > 0 && name[length - 1] == ' ')
        --length;
    name[length] = '\0';
}

static bool is_taken(const char *name, const vv_drawing_layer *layers, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
        if (strcmp(layers[i].name, name) == 0)
            return true;
    return false;
}

void vv_layer_name(const char *raw, const vv_drawing_layer *layers, uint32_t index, char name[64])
{
    char base[64] = "";
    if (raw)
        clean_name(raw, base);
    if (!base[0])
        vvi_format(base, sizeof base, "layer-%u", index + 1);
    memcpy(name, base, 64);
    for (uint32_t n = 2; is_taken(name, layers, index); ++n) {
        char ending[16];
        size_t tail = vvi_format(ending, sizeof ending, "-%u", n), head = vvi_utf8_truncate(base, 63 - tail);
        memcpy(name, base, head);
        memcpy(name + head, ending, tail + 1);
    }
}
