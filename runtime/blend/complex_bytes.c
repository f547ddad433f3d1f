/* A complex as bytes and as text: its layout, getters, the verification of bytes from outside, and printing. */
#include "complex.h"

#include <string.h>

vv_complex vvi_complex_layout(uint32_t examples, uint32_t simplices, uint32_t edges, uint32_t sides, uint32_t stars)
{
    vv_complex c = {.magic = COMPLEX_MAGIC, .version = COMPLEX_VERSION, .example_count = examples};
    c.simplex_count = simplices;
    c.edge_count = edges;
    c.side_count = sides;
    c.star_count = stars;
    uint64_t cursor = sizeof c;
    c.simplices = vvi_section(&cursor, simplices, sizeof(vv_simplex));
    c.simplex_edges = vvi_section(&cursor, simplices, 3 * sizeof(uint32_t));
    c.flats = vvi_section(&cursor, simplices, sizeof(flat_simplex));
    c.edges = vvi_section(&cursor, edges, sizeof(edge));
    c.sides = vvi_section(&cursor, sides, sizeof(uint32_t));
    c.star_starts = vvi_section(&cursor, (uint64_t)examples + 1u, sizeof(uint32_t));
    c.stars = vvi_section(&cursor, stars, sizeof(uint32_t));
    c.distances = vvi_section(&cursor, (uint64_t)examples * examples, sizeof(double));
    c.byte_count = vvi_section(&cursor, 0, 0);
    return c;
}

complex_view vvi_complex_open(const vv_complex *complex)
{
    const char *base = (const char *)complex;
    complex_view view = {.examples = complex->example_count};
    view.simplices = (const vv_simplex *)(base + complex->simplices);
    view.simplex_edges = (const uint32_t(*)[3])(base + complex->simplex_edges);
    view.flats = (const flat_simplex *)(base + complex->flats);
    view.edges = (const edge *)(base + complex->edges);
    view.sides = (const uint32_t *)(base + complex->sides);
    view.star_starts = (const uint32_t *)(base + complex->star_starts);
    view.stars = (const uint32_t *)(base + complex->stars);
    view.distances = (const double *)(base + complex->distances);
    return view;
}

void vv_complex_destroy(vv_complex *complex, const vv_allocator *allocator)
{
    if (complex)
        vvi_release(allocator, complex, 1, (size_t)complex->byte_count);
}

uint32_t vv_complex_example_count(const vv_complex *complex)
{
    VV_ASSERT(complex != NULL);
    return complex->example_count;
}

uint32_t vv_complex_simplex_count(const vv_complex *complex)
{
    VV_ASSERT(complex != NULL);
    return complex->simplex_count;
}

vv_simplex vv_complex_simplex(const vv_complex *complex, uint32_t index)
{
    VV_ASSERT(complex != NULL);
    VV_ASSERT(index < complex->simplex_count);
    return vvi_complex_open(complex).simplices[index];
}

size_t vvi_complex_bytes(const vv_complex *complex) { return (size_t)complex->byte_count; }

/* ---- Verifying ------------------------------------------------------------------------------------------------ */

static bool connects(const edge *e, uint32_t p, uint32_t q)
{
    return (e->ends[0] == p && e->ends[1] == q) || (e->ends[0] == q && e->ends[1] == p);
}

/* The range in which products of four lengths neither overflow nor underflow. */
static bool is_length(double x) { return x >= 1e-60 && x <= 1e30; }

static bool is_simplex_valid(const vv_complex *c, const complex_view *v, uint32_t i)
{
    const uint32_t *corner = v->simplices[i].corner, *edge_ids = v->simplex_edges[i];
    uint32_t count = corner_count(v->simplices[i]);
    if (corner[1] == VV_NONE && corner[2] != VV_NONE)
        return false;
    for (uint32_t k = 0; k < count; k++)
        if (corner[k] >= c->example_count || corner[k] == corner[(k + 1) % 3])
            return false;
    flat_simplex flat = v->flats[i];
    if (count == 1)
        return flat.x1 == 0.0 && flat.x2 == 0.0 && flat.y2 == 0.0;
    if (!is_length(flat.x1))
        return false;
    if (count == 2)
        return edge_ids[2] < c->edge_count && connects(&v->edges[edge_ids[2]], corner[0], corner[1]);
    for (uint32_t k = 0; k < 3; k++)
        if (edge_ids[k] >= c->edge_count || !connects(&v->edges[edge_ids[k]], corner[(k + 1) % 3], corner[(k + 2) % 3]))
            return false;
    /* vv_complex_create leaves every height above 5e-4 of the sides; in a flat triangle barycentric weights are
     * undefined. */
    return is_length(flat.y2) && fabs(flat.x2) <= 1e30 && flat.y2 >= 1e-6 * (flat.x1 + fabs(flat.x2));
}

static bool are_edges_valid(const vv_complex *c, const complex_view *v)
{
    for (uint32_t e = 0; e < c->edge_count; e++) {
        const edge *current = &v->edges[e];
        if (current->ends[0] >= c->example_count || current->ends[1] >= c->example_count ||
            !is_length(current->length) || current->side_start > c->side_count ||
            current->count > c->side_count - current->side_start)
            return false;
        for (uint32_t i = 0; i < current->count; i++) {
            uint32_t t = v->sides[current->side_start + i];
            if (t >= c->simplex_count || corner_count(v->simplices[t]) != 3 ||
                (v->simplex_edges[t][0] != e && v->simplex_edges[t][1] != e && v->simplex_edges[t][2] != e))
                return false;
        }
    }
    return true;
}

static bool are_stars_valid(const vv_complex *c, const complex_view *v)
{
    if (v->star_starts[0] != 0 || v->star_starts[c->example_count] != c->star_count)
        return false;
    for (uint32_t example = 0; example < c->example_count; example++) {
        uint32_t start = v->star_starts[example], end = v->star_starts[example + 1];
        if (start >= end || end > c->star_count)
            return false;
        for (uint32_t i = start; i < end; i++) {
            const uint32_t *corner = v->stars[i] < c->simplex_count ? v->simplices[v->stars[i]].corner : NULL;
            if (!corner || (corner[0] != example && corner[1] != example && corner[2] != example))
                return false;
        }
    }
    return true;
}

static bool is_content_valid(const vv_complex *c)
{
    complex_view v = vvi_complex_open(c);
    for (uint32_t i = 0; i < c->simplex_count; i++)
        if (!is_simplex_valid(c, &v, i))
            return false;
    for (size_t i = 0; i < (size_t)c->example_count * c->example_count; i++)
        if (!(v.distances[i] >= 0.0))
            return false;
    return are_edges_valid(c, &v) && are_stars_valid(c, &v);
}

static bool are_counts_valid(const vv_complex *c, size_t byte_count)
{
    uint32_t max_count = VV_BLEND_MAX_SIMPLICES + VV_BLEND_MAX_EXAMPLES;
    vv_complex expected =
        vvi_complex_layout(c->example_count, c->simplex_count, c->edge_count, c->side_count, c->star_count);
    return c->example_count > 0 && c->example_count <= VV_BLEND_MAX_EXAMPLES && c->simplex_count > 0 &&
           c->simplex_count <= max_count && c->edge_count <= 3 * max_count && c->side_count <= 3 * max_count &&
           c->star_count <= 3 * max_count && memcmp(c, &expected, sizeof expected) == 0 && c->byte_count == byte_count;
}

vv_result vvi_complex_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_complex *complex = bytes;
    static const vvi_block_kind kind = {"a complex", COMPLEX_MAGIC, COMPLEX_VERSION, 16, sizeof(vv_complex)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    if (!are_counts_valid(complex, byte_count))
        return vvi_fail(error, VV_ERROR_FORMAT, "the counts and offsets of the complex do not agree");
    if (!is_content_valid(complex))
        return vvi_fail(error, VV_ERROR_FORMAT, "the simplices of the complex are damaged");
    return VV_OK;
}

/* ---- Printing ------------------------------------------------------------------------------------------------- */

static size_t append_example(char *text, size_t text_bytes, size_t at, const char *const *names, uint32_t example)
{
    char number[16];
    vvi_format(number, sizeof number, "%u", example);
    at = vvi_append(text, text_bytes, at, " ");
    return vvi_append(text, text_bytes, at, "%s", names ? names[example] : number);
}

size_t vv_complex_print(const vv_complex *complex, const char *const *names, char *text, size_t text_bytes)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(complex != NULL);
    static const char *const kinds[] = {"point", "segment", "triangle"};
    complex_view view = vvi_complex_open(complex);
    size_t at = 0;
    for (uint32_t i = 0; i < complex->simplex_count; i++) {
        uint32_t count = corner_count(view.simplices[i]);
        char lengths[80] = "";
        const uint32_t *edge_ids = view.simplex_edges[i];
        at = vvi_append(text, text_bytes, at, "%s", kinds[count - 1]);
        for (uint32_t k = 0; k < count; k++)
            at = append_example(text, text_bytes, at, names, view.simplices[i].corner[k]);
        if (count == 2)
            vvi_format(lengths, sizeof lengths, ", length %g", view.edges[edge_ids[2]].length);
        if (count == 3)
            vvi_format(lengths, sizeof lengths, ", sides %g %g %g", view.edges[edge_ids[2]].length,
                       view.edges[edge_ids[0]].length, view.edges[edge_ids[1]].length);
        at = vvi_append(text, text_bytes, at, "%s", lengths);
        at = vvi_append(text, text_bytes, at, "\n");
    }
    return at;
}
