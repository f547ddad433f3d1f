/* Reading text formats word by word. */
#include "text.h"

#include <string.h>

static bool is_blank(char c) { return (unsigned char)c <= ' ' || c == '\\'; }

/* The position after the line end at `at`; `at` itself if there is none. */
static const char *skip_end_of_line(const char *at, const char *end)
{
    if (at < end && *at == '\r')
        return at + 1 < end && at[1] == '\n' ? at + 2 : at + 1;
    return at < end && *at == '\n' ? at + 1 : at;
}

text_reader vvi_text_open(const char *text, size_t length)
{
    size_t mark = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    return (text_reader){text + mark, text + length, 0};
}

bool vvi_text_line(text_reader *reader, text_span *line)
{
    if (reader->at == reader->end)
        return false;
    const char *at = reader->at;
    line->at = at;
    reader->line++;
    for (;;) {
        while (at < reader->end && *at != '\n' && *at != '\r')
            at++;
        const char *next = skip_end_of_line(at, reader->end);
        bool joined = at > line->at && at[-1] == '\\' && next < reader->end;
        line->end = at;
        reader->at = next;
        if (!joined)
            return true;
        reader->line++;
        at = next;
    }
}

text_span vvi_text_word(text_span *line)
{
    while (line->at < line->end && is_blank(*line->at))
        line->at++;
    text_span word = {line->at, line->at};
    while (word.end < line->end && !is_blank(*word.end))
        word.end++;
    line->at = word.end;
    return word;
}

bool vvi_text_is(text_span word, const char *text)
{
    size_t length = strlen(text);
    return (size_t)(word.end - word.at) == length && memcmp(word.at, text, length) == 0;
}

static bool is_digit(const char *at, const char *end) { return at < end && *at >= '0' && *at <= '9'; }

/* Rewrites the word as JSON: no plus sign, digits on both sides of the point. */
bool vvi_text_number(text_span word, double *value)
{
    char text[128];
    size_t length = 0;
    const char *at = word.at;
    if (at < word.end && (*at == '+' || *at == '-')) {
        if (*at == '-')
            text[length++] = '-';
        at++;
    }
    if (at < word.end && *at == '.' && is_digit(at + 1, word.end))
        text[length++] = '0';
    for (; at < word.end && length < sizeof text; at++) {
        if (*at == '.' && !is_digit(at + 1, word.end) && at > word.at && is_digit(at - 1, word.end))
            continue;
        text[length++] = *at;
    }
    double number;
    if (at < word.end || length == 0 || vvi_parse_double(text, length, &number) != length)
        return false;
    if (number - number != 0.0)
        return false;
    *value = number;
    return true;
}

bool vvi_text_whole(text_span word, int64_t *value)
{
    const char *at = word.at;
    bool negative = at < word.end && *at == '-';
    at += at < word.end && (*at == '-' || *at == '+');
    if (at == word.end)
        return false;
    int64_t number = 0;
    for (; at < word.end; at++) {
        if (!is_digit(at, word.end) || number > INT32_MAX)
            return false;
        number = 10 * number + (*at - '0');
    }
    *value = negative ? -number : number;
    return number <= INT32_MAX;
}

size_t vvi_utf8_truncate(const char *text, size_t limit)
{
    size_t length = strlen(text);
    if (length <= limit)
        return length;
    while (limit > 0 && ((unsigned char)text[limit] & 0xc0) == 0x80)
        limit--;
    return limit;
}

vv_result vvi_text_fail(const text_reader *reader, const char *file, vv_error *error, const char *remedy,
                        const char *format, ...)
{
    char message[200];
    va_list arguments;
    va_start(arguments, format);
    vvi_format_list(message, sizeof message, format, arguments);
    va_end(arguments);
    vvi_fail(error, VV_ERROR_FORMAT, "%s", message);
    vvi_error_remedy(error, "%s", remedy);
    vvi_error_place(error, file, reader->line, NULL);
    return VV_ERROR_FORMAT;
}
