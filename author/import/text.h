/* Lines, words and numbers of a text that comes from outside. Nothing is copied and nothing needs to end in a zero. */
#ifndef VV_IMPORT_TEXT_H
#define VV_IMPORT_TEXT_H

#include "runtime/base/base.h"

/* text[0…length) of a file, and where we are in it. */
typedef struct text_reader {
    const char *at, *end;
    uint32_t line; /* 1-based, of the line last taken */
} text_reader;

typedef struct text_span {
    const char *at, *end;
} text_span;

/* A reader at the start of a text, past the byte order mark that some editors put there. */
text_reader vvi_text_open(const char *text, size_t length);
/* The next line, without its end (\n, \r\n or \r). A backslash before the end joins the next line on; the joint counts
 * as white space. False at the end of the text. */
bool vvi_text_line(text_reader *reader, text_span *line);
/* The next word of a line (empty at its end); the line moves on. White space is every character up to a blank. */
text_span vvi_text_word(text_span *line);
bool vvi_text_is(text_span word, const char *text);
/* The whole word as a finite number: 1  -1.5  +.5  2.  1e-3. */
bool vvi_text_number(text_span word, double *value);
/* The whole word as a whole number within ±2³¹. */
bool vvi_text_whole(text_span word, int64_t *value);

/* Fills `error` with a format error at the line last read, and returns its code. */
vv_result vvi_text_fail(const text_reader *reader, const char *file, vv_error *error, const char *remedy,
                        const char *format, ...) VV_PRINTF(5, 6);

#endif
