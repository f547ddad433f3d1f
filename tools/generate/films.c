/* Formats of films for the page and for docs/rendering.md, from author/export/formats.c. */
#include "generate.h"

#include "author/export/formats.h"

#include <stdio.h>
#include <string.h>

/* The endings in formats.h say the same as the table. */
static bool are_endings_current(void)
{
    const vv_film_format *formats = vv_film_formats();
    char endings[128] = "", names[128] = "", choices[128] = "";
    size_t e = 0, n = 0, c = 0;
    for (uint32_t i = 0; i < VV_FILM_KINDS; i++) {
        const char *ending = formats[i].ending;
        c += (size_t)snprintf(choices + c, sizeof choices - c, "%s%s",
                              i == 0                  ? ""
                              : i + 1 < VV_FILM_KINDS ? ", "
                                                      : " or ",
                              ending);
        if (!formats[i].moves)
            continue;
        e += (size_t)snprintf(endings + e, sizeof endings - e, "%s%s", e ? " " : "", ending);
        n += (size_t)snprintf(names + n, sizeof names - n, "%s%s", n ? " " : "", ending + 1);
    }
    if (strcmp(endings, VV_FILM_ENDINGS) == 0 && strcmp(names, VV_FILM_NAMES) == 0 &&
        strcmp(choices, VV_FILM_CHOICES) == 0)
        return true;
    fprintf(stderr, "generate: author/export/formats.h should say \"%s\", \"%s\" and \"%s\"\n", endings, names,
            choices);
    return false;
}

bool generate_films_ts(FILE *out, const char *present)
{
    const vv_film_format *formats = vv_film_formats();
    (void)present;
    fputs("// What pictures and films can be written as. Made by tools/generate from author/export/formats.c: build "
          "the target `generated`,\n"
          "// do not edit.\n"
          "export const films = {\n",
          out);
    for (uint32_t i = 0; i < VV_FILM_KINDS; i++)
        fprintf(out, "  %s: { label: \"%s\", about: \"%s\", transparent: %s, moves: %s, needsFfmpeg: %s },\n",
                formats[i].ending + 1, formats[i].label, formats[i].about, formats[i].transparent ? "true" : "false",
                formats[i].moves ? "true" : "false", formats[i].needs_ffmpeg ? "true" : "false");
    fputs("} as const;\n", out);
    return are_endings_current();
}

bool generate_rendering(FILE *out, const char *present)
{
    static const char marker[] = "<!-- formats of films -->\n";
    const vv_film_format *formats = vv_film_formats();
    const char *at = strstr(present, marker);
    if (!at) {
        fprintf(stderr, "generate: docs/rendering.md has no line %s", marker);
        return false;
    }
    at += sizeof marker - 1;
    fwrite(present, 1, (size_t)(at - present), out);
    fputs("| ending | what it is | size and time |\n| --- | --- | --- |\n", out);
    for (uint32_t i = 0; i < VV_FILM_KINDS; i++)
        fprintf(out, "| `%s` | %s | %s |\n", formats[i].ending, formats[i].is, formats[i].details);
    while (*at == '|')
        at = strchr(at, '\n') ? strchr(at, '\n') + 1 : at + strlen(at);
    fputs(at, out);
    return are_endings_current();
}
