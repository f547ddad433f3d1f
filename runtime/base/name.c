/* Names that people give to things: UTF-8 as RFC 3629 defines it. */
#include "base.h"

/* The length of a UTF-8 character, by its first byte; 0 where no character begins with it. */
static uint32_t character_bytes(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first <= 0xdf)
        return 2;
    if ((first & 0xf0) == 0xe0)
        return 3;
    return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}

/* Refuses overlong encodings, surrogates and code points above U+10FFFF. */
static bool is_second_byte_valid(unsigned char first, unsigned char second)
{
    unsigned char low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    unsigned char high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    return second >= low && second <= high;
}

bool vvi_is_name_valid(const char *name, size_t name_bytes)
{
    const unsigned char *text = (const unsigned char *)name;
    size_t length = 0;
    while (length < name_bytes && text[length]) {
        uint32_t bytes = character_bytes(text[length]);
        if (bytes == 0 || text[length] < 0x20 || text[length] == 0x7f ||
            (bytes > 1 && (length + 1 >= name_bytes || !is_second_byte_valid(text[length], text[length + 1]))))
            return false;
        for (uint32_t i = 2; i < bytes; i++)
            if (length + i >= name_bytes || (text[length + i] & 0xc0) != 0x80)
                return false;
        length += bytes;
    }
    return length > 0 && length < name_bytes;
}
