/* Base64 (RFC 4648): three bytes as four characters. Reading also accepts the characters of the URL-safe alphabet. */
#include "author/base/json.h"

#include <string.h>

void vvi_base64_write(const uint8_t *bytes, size_t count, char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        uint32_t bits = (uint32_t)bytes[i] << 16 | (i + 1 < count ? (uint32_t)bytes[i + 1] << 8 : 0u) |
                        (i + 2 < count ? bytes[i + 2] : 0u);
        *text++ = digits[bits >> 18];
        *text++ = digits[bits >> 12 & 63u];
        *text++ = i + 1 < count ? digits[bits >> 6 & 63u] : '=';
        *text++ = i + 2 < count ? digits[bits & 63u] : '=';
    }
}

static int find_digit(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

bool vvi_base64_read(const char *text, uint8_t *bytes, size_t *count)
{
    uint32_t bits = 0, held = 0;
    *count = 0;
    for (; *text && *text != '='; text++) {
        int digit = find_digit(*text);
        if (digit < 0)
            return false;
        bits = bits << 6 | (uint32_t)digit;
        held += 6;
        if (held >= 8) {
            held -= 8;
            bytes[(*count)++] = (uint8_t)(bits >> held);
        }
    }
    size_t padding = strspn(text, "=");
    return padding <= 2 && text[padding] == '\0' && held < 6;
}
