/* The generator: writes the files of the repository that repeat what the C sources say, so that they need not be kept
 * by hand. One function a file; each writes the whole file, whose present text it may keep parts of ("" if there is
 * none), and returns false after printing what is wrong. */
#ifndef GENERATE_H
#define GENERATE_H

#include <stdbool.h>
#include <stdio.h>

/* layout.c: where the members of the page's structs lie in WebAssembly memory, for the page and as a check for the
 * compiler. */
bool generate_layout_ts(FILE *out, const char *present);
bool generate_layout_check(FILE *out, const char *present);
/* format.c: the tables of keys in docs/format.md, each after a line <!-- keys of: NAME -->. */
bool generate_format(FILE *out, const char *present);
/* json_schema.c: the JSON Schema of project.json. */
bool generate_json_schema(FILE *out, const char *present);
/* types.c: the page's types of a project, with defaults, ranges and units. */
bool generate_types(FILE *out, const char *present);
/* films.c: formats of films for the page, and the table of them in docs/rendering.md. */
bool generate_films_ts(FILE *out, const char *present);
bool generate_rendering(FILE *out, const char *present);
/* words.c: what the fuzzers put into projects, between two lines of the dictionary. */
bool generate_words(FILE *out, const char *present);

#endif
