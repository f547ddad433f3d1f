/* A small snprintf: the same text on every host, and no import in WebAssembly. */
#include "base.h"

#include <string.h>

typedef struct output {
    char *text;
    size_t capacity; /* bytes of text, the ending zero included */
    size_t length;   /* of the whole text, whether it fits or not */
} output;

static void append_characters(output *out, const char *characters, size_t count)
{
    for (size_t i = 0; i < count; i++, out->length++)
        if (out->length + 1 < out->capacity)
            out->text[out->length] = characters[i];
}

static void put_unsigned(output *out, uint64_t value, unsigned base)
{
    char digits[24];
    size_t n = sizeof digits;
    VVI_CHECK(base == 10 || base == 16);
    do {
        digits[--n] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value);
    append_characters(out, digits + n, sizeof digits - n);
}

static void put_signed(output *out, int64_t value)
{
    if (value < 0)
        append_characters(out, "-", 1);
    put_unsigned(out, value < 0 ? 0u - (uint64_t)value : (uint64_t)value, 10);
}

/* Writes one conversion; returns the format behind it. */
static const char *convert(output *out, const char *format, va_list *arguments)
{
    char number[40];
    const char *string = NULL;
    switch (*format) {
    case 's':
        string = va_arg(*arguments, const char *);
        append_characters(out, string ? string : "(none)", strlen(string ? string : "(none)"));
        break;
    case 'c':
        number[0] = (char)va_arg(*arguments, int);
        append_characters(out, number, 1);
        break;
    case 'd':
        put_signed(out, va_arg(*arguments, int));
        break;
    case 'u':
        put_unsigned(out, va_arg(*arguments, unsigned), 10);
        break;
    case 'x':
        put_unsigned(out, va_arg(*arguments, unsigned), 16);
        break;
    case 'z':
        put_unsigned(out, va_arg(*arguments, size_t), 10);
        return format[1] == 'u' ? format + 2 : format + 1;
    case 'g':
        append_characters(out, number, vvi_print_float(number, (float)va_arg(*arguments, double)));
        break;
    default:
        append_characters(out, format, *format != 0);
        return format + (*format != 0);
    }
    return format + 1;
}

size_t vvi_format_list(char *text, size_t text_bytes, const char *format, va_list arguments)
{
    output out = {text, text_bytes, 0};
    va_list rest;
    va_copy(rest, arguments);
    while (*format) {
        size_t plain = strcspn(format, "%");
        append_characters(&out, format, plain);
        VVI_CHECK(text != NULL || text_bytes == 0);
        format += plain;
        if (*format == '%')
            format = convert(&out, format + 1, &rest);
    }
    va_end(rest);
    if (text_bytes)
        text[out.length < text_bytes ? out.length : text_bytes - 1] = 0;
    return out.length;
}

size_t vvi_format(char *text, size_t text_bytes, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t length = vvi_format_list(text, text_bytes, format, arguments);
    va_end(arguments);
    return length;
}

size_t vvi_append(char *text, size_t text_bytes, size_t length, const char *format, ...)
{
    size_t at = length < text_bytes ? length : text_bytes;
    va_list arguments;
    va_start(arguments, format);
    length += vvi_format_list(text_bytes > at ? text + at : NULL, text_bytes - at, format, arguments);
    va_end(arguments);
    return length;
}
