/* Lines, words and numbers of an untrusted text. Nothing is copied, and the text needs no terminating zero. */
#ifndef VV_IMPORT_TEXT_H
#define VV_IMPORT_TEXT_H

#include "runtime/base/base.h"

/* The text of a file and the reading position. */
typedef struct text_reader {
    const char *at, *end;
    uint32_t line; /* 1-based number of the line read last */
} text_reader;

typedef struct text_span {
    const char *at, *end;
} text_span;

/* A reader at the start of a text, after the byte order mark that some editors write. */
text_reader vvi_text_open(const char *text, size_t length);
/* Reads the next line, without its end (\n, \r\n or \r). A backslash before the end joins the next line; the joint
 * counts as white space. False at the end of the text. */
bool vvi_text_line(text_reader *reader, text_span *line);
/* Removes the next word from a line and returns it (empty at the end). White space is every character up to a blank. */
text_span vvi_text_word(text_span *line);
bool vvi_text_is(text_span word, const char *text);
/* Converts the whole word to a finite number: 1  -1.5  +.5  2.  1e-3. */
bool vvi_text_number(text_span word, double *value);
/* Converts the whole word to a whole number within ±2³¹. */
bool vvi_text_whole(text_span word, int64_t *value);

/* The largest length up to `limit` bytes at which `text` can be cut without splitting a UTF-8 character. */
size_t vvi_utf8_truncate(const char *text, size_t limit);

/* Fills `error` with a format error at the line last read, and returns its code. */
vv_result vvi_text_fail(const text_reader *reader, const char *file, vv_error *error, const char *remedy,
                        const char *format, ...) VV_PRINTF(5, 6);

#endif
