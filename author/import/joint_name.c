/* Makes names of joints valid and unique. Files of real recordings have both invalid and repeated names. */
#include "joint_name.h"

#include "author/base/json.h"

#include <string.h>

#define MOST_NAME_BYTES (VV_SKELETON_NAME_BYTES - 1u)

/* U+0000…1F, U+7F and U+80…9F. */
static bool is_control(const char *at, size_t bytes)
{
    unsigned char first = (unsigned char)at[0];
    return bytes == 1 ? first < 0x20 || first == 0x7f : first == 0xc2 && (unsigned char)at[1] < 0xa0;
}

static text_span trim(text_span raw)
{
    while (raw.at < raw.end && (unsigned char)*raw.at <= ' ')
        raw.at++;
    while (raw.end > raw.at && (unsigned char)raw.end[-1] <= ' ')
        raw.end--;
    return raw;
}

void vvi_joint_name_clean(text_span raw, const char *fallback, char name[VV_SKELETON_NAME_BYTES])
{
    size_t length = 0;
    raw = trim(raw);
    for (const char *at = raw.at; at < raw.end;) {
        size_t bytes = vvi_utf8_length((const unsigned char *)at, (size_t)(raw.end - at));
        bool plain = bytes > 0 && !is_control(at, bytes);
        size_t needed = plain ? bytes : 1;
        if (length + needed > MOST_NAME_BYTES)
            break;
        memcpy(name + length, plain ? at : "_", needed);
        length += needed;
        at += bytes > 0 ? bytes : 1;
    }
    while (length > 0 && name[length - 1] == ' ')
        length--;
    name[length] = '\0';
    if (length == 0)
        vvi_format(name, VV_SKELETON_NAME_BYTES, "%s", fallback);
}

static uint32_t find_name(const char *text, const joint_name *names, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(names[i].text, text) == 0)
            return i;
    return VV_NONE;
}

/* The first joint with a name stores the next number to append, so that a thousand joints of one name need a thousand
 * searches and not a million. */
void vvi_joint_name_add(const char *base, joint_name *names, uint32_t count)
{
    joint_name *to = &names[count];
    to->next = 2;
    size_t length = vvi_utf8_truncate(base, MOST_NAME_BYTES);
    memcpy(to->text, base, length);
    to->text[length] = '\0';
    uint32_t first = find_name(to->text, names, count);
    if (first == VV_NONE)
        return;
    char base_name[VV_SKELETON_NAME_BYTES];
    memcpy(base_name, to->text, sizeof base_name);
    do {
        char ending[16];
        size_t tail = vvi_format(ending, sizeof ending, " %u", names[first].next++);
        size_t head = vvi_utf8_truncate(base_name, MOST_NAME_BYTES - tail);
        memcpy(to->text, base_name, head);
        memcpy(to->text + head, ending, tail + 1);
    } while (find_name(to->text, names, count) != VV_NONE);
}

text_span vvi_file_stem(const char *file)
{
    text_span stem = {file ? file : "", NULL};
    for (const char *at = stem.at; *at; at++)
        if (*at == '/' || *at == '\\')
            stem.at = at + 1;
    stem.end = strchr(stem.at, '\0');
    for (const char *at = stem.end; at > stem.at + 1; at--)
        if (at[-1] == '.') {
            stem.end = at - 1;
            break;
        }
    return stem;
}
