/* Captions in a small stroke font, so that a sheet of frames can be labelled without any font file.
 *
 * A glyph is a few strokes on a grid, with x as a digit and y as a letter: capitals are between a and j, small letters
 * between d and j, and descenders reach to m. Strokes have round ends and joins, which makes the chamfered corners look
 * round at the sizes of captions. */
#include "author/render/shape.h"

#include <string.h>

#define CAPITAL_UNITS 9.0f /* a to j */
#define SPACE_UNITS   4.0f
#define GAP_UNITS     2.4f /* between glyphs, and half a stroke on each side */
#define STROKE_UNITS  1.15f

/* From ! to ~. */
static const char *const glyphs[94] = {
    /* ! */ "0a0g 0j0j",
    /* " */ "0a0c 2a2c",
    /* # */ "2b1i 5b4i 0d6d 0g6g",
    /* $ */ "5c4b1b0c0d1e4f5g5h4i1i0h 2a2k",
    /* % */ "0j6a 1a0b0c1d2c2b1a 5g4h4i5j6i6h5g",
    /* & */ "6j1d1b2a3a4b4c0f0h2j3j6g",
    /* ' */ "0a0c",
    /* ( */ "2a0d0i2l",
    /* ) */ "0a2d2i0l",
    /* * */ "2b2f 0c4e 4c0e",
    /* + */ "0f4f 2d2h",
    /* , */ "1j0l",
    /* - */ "0f3f",
    /* . */ "0j0j",
    /* / */ "0k4a",
    /* 0 */ "2a3a5c5h3j2j0h0c2a",
    /* 1 */ "1c3a3j",
    /* 2 */ "0c0b1a4a5b5d0j5j",
    /* 3 */ "0b1a4a5b5d4e2e 4e5f5i4j1j0i",
    /* 4 */ "4j4a0g5g",
    /* 5 */ "5a0a0e3d5f5h3j1j0i",
    /* 6 */ "4a2b0f0h2j3j5h5g3e2e0g",
    /* 7 */ "0a5a2j",
    /* 8 */ "2a3a5b5d3e2e0d0b2a 2e0f0h2j3j5h5f3e",
    /* 9 */ "1j3i5e5c3a2a0c0d2f3f5d",
    /* : */ "0e0e 0j0j",
    /* ; */ "1e1e 1j0l",
    /* < */ "4c0f4i",
    /* = */ "0e4e 0h4h",
    /* > */ "0c4f0i",
    /* ? */ "0b1a3a4b4d2f2g 2j2j",
    /* @ */ "5g5e4d3d2e2f3g4g5f6g6d4b2b0d0h2j5j",
    /* A */ "0j3a6j 1g5g",
    /* B */ "0e4e6f6h4j0j0a4a5b5d4e",
    /* C */ "6c4a2a0c0h2j4j6h",
    /* D */ "0a0j3j6h6c3a0a",
    /* E */ "5a0a0j5j 0e4e",
    /* F */ "5a0a0j 0e4e",
    /* G */ "6c4a2a0c0h2j4j6h6f4f",
    /* H */ "0a0j 6a6j 0e6e",
    /* I */ "0a0j",
    /* J */ "4a4h3j1j0h",
    /* K */ "0a0j 5a0f 2d6j",
    /* L */ "0a0j5j",
    /* M */ "0j0a3g6a6j",
    /* N */ "0j0a6j6a",
    /* O */ "2a4a6c6h4j2j0h0c2a",
    /* P */ "0j0a4a6b6d4f0f",
    /* Q */ "2a4a6c6h4j2j0h0c2a 4h6j",
    /* R */ "0j0a4a6b6d4f0f 3f6j",
    /* S */ "6b5a1a0b0d1e5e6f6i5j1j0i",
    /* T */ "0a6a 3a3j",
    /* U */ "0a0h2j4j6h6a",
    /* V */ "0a3j6a",
    /* W */ "0a2j4c6j8a",
    /* X */ "0a6j 6a0j",
    /* Y */ "0a3e6a 3e3j",
    /* Z */ "0a6a0j6j",
    /* [ */ "2a0a0l2l",
    /* \ */ "0a4k",
    /* ] */ "0a2a2l0l",
    /* ^ */ "0d2a4d",
    /* _ */ "0k5k",
    /* ` */ "0a1c",
    /* a */ "5d5j 5f3d2d0f0h2j3j5h",
    /* b */ "0a0j 0f2d3d5f5h3j2j0h",
    /* c */ "5e4d2d0f0h2j4j5i",
    /* d */ "5a5j 5f3d2d0f0h2j3j5h",
    /* e */ "0g5g5f3d2d0f0h2j4j5i",
    /* f */ "4a3a2b2j 0d4d",
    /* g */ "5d5k4m1m0l 5f3d2d0f0h2j3j5h",
    /* h */ "0a0j 0f2d4d5f5j",
    /* i */ "0d0j 0b0b",
    /* j */ "2d2l1m0m 2b2b",
    /* k */ "0a0j 4d0h 2f5j",
    /* l */ "0a0i1j",
    /* m */ "0d0j 0f1d3d4f4j 4f5d7d8f8j",
    /* n */ "0d0j 0f2d4d5f5j",
    /* o */ "2d3d5f5h3j2j0h0f2d",
    /* p */ "0d0m 0f2d3d5f5h3j2j0h",
    /* q */ "5d5m 5f3d2d0f0h2j3j5h",
    /* r */ "0d0j 0f2d3d",
    /* s */ "4e3d1d0e0f1g3g4h4i3j1j0i",
    /* t */ "1b1i2j3j 0d3d",
    /* u */ "0d0h1j3j5h 5d5j",
    /* v */ "0d2j4d",
    /* w */ "0d2j3e4j6d",
    /* x */ "0d4j 4d0j",
    /* y */ "0d2j 4d2j1m0m",
    /* z */ "0d4d0j4j",
    /* { */ "2a1b1e0f1g1k2l",
    /* | */ "0a0l",
    /* } */ "0a1b1e2f1g1k0l",
    /* ~ */ "0f1e2e4g5g6f",
};

/* The strokes of the character at *text, which is advanced. Characters that the font lacks are open boxes. */
static const char *next_glyph(const char **text)
{
    unsigned char first = (unsigned char)*(*text)++;
    while (((unsigned char)**text & 0xc0) == 0x80) /* continuation bytes of UTF-8 */
        ++*text;
    if (first > ' ' && first < 0x7f)
        return glyphs[first - '!'];
    return first <= ' ' ? "" : "0a5a5j0j0a";
}

static float glyph_units(const char *strokes)
{
    int widest = 0;
    for (const char *at = strokes; *at; at += at[0] == ' ' ? 1 : 2)
        if (at[0] != ' ' && at[0] - '0' > widest)
            widest = at[0] - '0';
    return *strokes ? (float)widest : SPACE_UNITS - GAP_UNITS;
}

float vv_text_width(const char *text, float height_pixels)
{
    float units = 0.0f;
    while (*text)
        units += glyph_units(next_glyph(&text)) + GAP_UNITS;
    return vvi_max(units - GAP_UNITS + STROKE_UNITS, 0.0f) * height_pixels / CAPITAL_UNITS;
}

static void draw_strokes(vv_canvas *canvas, const char *strokes, double left, double top, double unit)
{
    float radius = 0.5f * vvi_max(STROKE_UNITS * (float)unit, 1.0f);
    for (const char *at = strokes; *at; at += at[2] == ' ' ? 3 : 2) {
        if (!at[2])
            break;
        if (at[2] == ' ')
            continue;
        vvi_corner from = {left + unit * (at[0] - '0'), top + unit * (at[1] - 'a')};
        vvi_corner to = {left + unit * (at[2] - '0'), top + unit * (at[3] - 'a')};
        vvi_stencil_capsule(canvas, &(vvi_capsule){from, to, radius, radius});
    }
}

void vv_draw_text(vv_canvas *canvas, float left, float baseline, float height_pixels, vv_color color, const char *text)
{
    double unit = (double)(height_pixels / CAPITAL_UNITS), x = (double)left + 0.5 * (double)STROKE_UNITS * unit;
    double top = (double)baseline - (double)height_pixels;
    while (*text) {
        const char *strokes = next_glyph(&text);
        draw_strokes(canvas, strokes, x, top, unit);
        x += (double)(glyph_units(strokes) + GAP_UNITS) * unit;
    }
    vvi_finish_stencil(canvas, color);
}
