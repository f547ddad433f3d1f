/* Image → outline → triangles: searches for the spacing that gives about the requested number of vertices. */
#include "cut.h"
#include "mesher.h"

#include <string.h>

#define MOST_HANDLES  4096u
#define MOST_MARGIN   64.0f
#define LEAST_SPACING 128.0f /* grid units: half a sample */
#define SAFETY        32.0f  /* grid units: what interpolating distances between samples may lose */
#define CLOSE_ENOUGH  0.04   /* share of the vertices asked for */
#define ATTEMPTS      7
#define TOO_MANY      0.1 /* share of the vertices asked for, before the outline gets coarser */
#define COARSEST      3
#define SMOOTHING     8 /* rounds */

vv_cut_def vv_default_cut_def(void)
{
    return (vv_cut_def){.vertices = 300, .threshold = 0.03f, .margin = 1.0f, .minimum_angle = 20.0f, .speck = 1e-4f};
}

/* ---- The def --------------------------------------------------------------------------------------------------- */

static bool is_between(float value, float low, float high) { return value >= low && value <= high; } /* false for NaN */

static vv_result check_range(float value, float low, float high, const char *name, vv_error *error)
{
    if (is_between(value, low, high))
        return VV_OK;
    return vvi_fail(error, VV_ERROR_ARGUMENT, "%s is %g; it must be between %g and %g", name, (double)value,
                    (double)low, (double)high);
}

static vv_result check_handles(const vv_cut_def *def, vv_error *error)
{
    if (def->point_count > MOST_HANDLES || def->bone_count > MOST_HANDLES)
        return vvi_fail(error, VV_ERROR_LIMIT, "%u points and %u bones are too many; at most %u of each are allowed",
                        def->point_count, def->bone_count, MOST_HANDLES);
    for (uint32_t i = 0; i < def->point_count; ++i)
        if (!vvi_all_finite(&def->points[i].x, 2))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the position of point %u is not finite", i);
    for (uint32_t i = 0; i < def->bone_count; ++i)
        if (!vvi_all_finite(&def->bones[i].from.x, 4))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the position of bone %u is not finite", i);
    return VV_OK;
}

static vv_result check_def(const vv_image *image, const vv_cut_def *def, vv_error *error)
{
    if (image->width == 0 || image->height == 0 || !image->pixels)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the image has no pixels");
    if (image->width > VV_IMAGE_MAX_SIDE || image->height > VV_IMAGE_MAX_SIDE)
        return vvi_fail(error, VV_ERROR_LIMIT, "the image has %u × %u pixels; at most %u a side are allowed",
                        image->width, image->height, (unsigned)VV_IMAGE_MAX_SIDE);
    if (def->vertices < 3 || def->vertices > 200000)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the number of vertices is %u; it must be between 3 and 200000",
                        def->vertices);
    vv_result result = check_range(def->threshold, 0.0f, 1.0f, "the threshold", error);
    if (result == VV_OK)
        result = check_range(def->margin, 0.0f, MOST_MARGIN, "the margin", error);
    if (result == VV_OK)
        result = check_range(def->minimum_angle, 0.0f, 30.0f, "the smallest angle", error);
    if (result == VV_OK)
        result = check_range(def->speck, 0.0f, 1.0f, "the speck size", error);
    return result == VV_OK ? check_handles(def, error) : result;
}

/* ---- One cut --------------------------------------------------------------------------------------------------- */

typedef struct cutter {
    const vv_cut_def *def;
    const vv_allocator *allocator;
    vvi_arena arena;
    vvi_silhouette silhouette;
    vvi_outline outline;
    vvi_mesher mesher;
    float slack;                /* grid units */
    double spacing;             /* of the current mesh, grid units */
    uint32_t coarseness;        /* of the current outline */
    uint32_t meshed_coarseness; /* of the current mesh */
    vvi_place *points, *bones;
    uint32_t *point_vertices;
} cutter;

/* Estimates the spacing as if equilateral triangles covered the ink: each has an area of √3/4 of its squared edge, and
 * there are about two for every vertex. */
static double first_spacing(const cutter *c)
{
    double area = (double)c->silhouette.area * VVI_GRID * VVI_GRID;
    return sqrt(area / (0.866 * (double)c->def->vertices));
}

/* Traces the outline. Simplification may deviate from the ideal curve by `slack`, a small share of the spacing; the
 * curve is traced that much further out, so that the margin is kept. Each level of coarseness, for drawings with more
 * detail than vertices, allows half as much again. */
static vv_result trace_outline(cutter *c, uint32_t coarseness, vv_error *error)
{
    double spacing = first_spacing(c);
    c->slack = vvi_clamp((float)(spacing / 24.0), 0.3f * VVI_GRID, 3.0f * VVI_GRID);
    for (uint32_t i = 0; i < coarseness; ++i)
        c->slack = vvi_max(c->slack, vvi_min(1.5f * c->slack, vvi_min((float)(spacing / 10.0), 3.0f * VVI_GRID)));
    float margin = c->def->margin / (float)c->silhouette.scale * (float)VVI_GRID;
    /* A hole smaller than a triangle's bounding square is not worth its vertices if the margin covers it. */
    double smallest_hole = spacing * spacing / (VVI_GRID * VVI_GRID);
    vv_result result =
        vvi_silhouette_grow(&c->silhouette, margin + c->slack + SAFETY, c->slack, smallest_hole, c->allocator, error);
    if (result != VV_OK)
        return result;
    vvi_outline_destroy(&c->outline);
    result = vvi_outline_trace(&c->silhouette, c->slack, (float)(3.0 * spacing), c->allocator, &c->outline, error);
    c->outline.thin_spacing = vvi_min(1.25f + 0.2f * (float)coarseness, 1.75f);
    return result;
}

static void find_box(cutter *c)
{
    vvi_mesher *m = &c->mesher;
    m->low = m->high = c->outline.points[0].at;
    for (uint32_t i = 0; i < c->outline.starts[c->outline.loop_count]; ++i) {
        vvi_grid_point p = c->outline.points[i].at;
        m->low.x = p.x < m->low.x ? p.x : m->low.x, m->low.y = p.y < m->low.y ? p.y : m->low.y;
        m->high.x = p.x > m->high.x ? p.x : m->high.x, m->high.y = p.y > m->high.y ? p.y : m->high.y;
    }
    int32_t room = 8 * VVI_GRID;
    m->low.x -= room, m->low.y -= room, m->high.x += room, m->high.y += room;
}

/* Converts image coordinates to grid units, clamped to ±1e9. */
static vvi_place to_grid(const cutter *c, double x, double y)
{
    double unit = (double)VVI_GRID / (double)c->silhouette.scale, most = 1e9;
    x *= unit, y *= -unit;
    return (vvi_place){x < -most ? -most : x > most ? most : x, y < -most ? -most : y > most ? most : y};
}

/* Clips the interval [t0, t1] of a bone to where a + t·d ≤ limit. */
static void clip(double a, double d, double limit, double *t0, double *t1)
{
    if (d == 0.0) {
        *t1 = a > limit ? -1.0 : *t1;
        return;
    }
    double t = (limit - a) / d;
    if (d > 0.0)
        *t1 = t < *t1 ? t : *t1;
    else
        *t0 = t > *t0 ? t : *t0;
}

/* Computes the part of a bone inside the bounding box; false if there is none. */
static bool clip_bone(const cutter *c, const vv_cut_bone *bone, vvi_place ends[2])
{
    const vvi_mesher *m = &c->mesher;
    double scale = (double)c->silhouette.scale / VVI_GRID;
    double x = (double)bone->from.x, y = (double)bone->from.y;
    double dx = (double)bone->to.x - x, dy = (double)bone->to.y - y, t0 = 0.0, t1 = 1.0;
    clip(x, dx, (m->high.x - 4.0) * scale, &t0, &t1);
    clip(-x, -dx, -(m->low.x + 4.0) * scale, &t0, &t1);
    clip(-y, -dy, (m->high.y - 4.0) * scale, &t0, &t1);
    clip(y, dy, -(m->low.y + 4.0) * scale, &t0, &t1);
    if (t0 > t1)
        return false;
    ends[0] = to_grid(c, x + t0 * dx, y + t0 * dy);
    ends[1] = to_grid(c, x + t1 * dx, y + t1 * dy);
    return true;
}

static vv_result convert_handles(cutter *c, vv_error *error)
{
    const vv_cut_def *def = c->def;
    c->points = vvi_arena_allocate(&c->arena, def->point_count, sizeof *c->points);
    c->bones = vvi_arena_allocate(&c->arena, 2 * (size_t)def->bone_count, sizeof *c->bones);
    c->point_vertices = vvi_arena_allocate(&c->arena, def->point_count, sizeof *c->point_vertices);
    if (!c->points || !c->bones || !c->point_vertices)
        return vvi_fail_memory(error, (size_t)def->point_count * sizeof *c->points);
    find_box(c);
    for (uint32_t i = 0; i < def->point_count; ++i)
        c->points[i] = to_grid(c, (double)def->points[i].x, (double)def->points[i].y);
    vvi_mesher *m = &c->mesher;
    for (uint32_t i = 0; i < def->bone_count; ++i)
        m->bone_count += clip_bone(c, &def->bones[i], c->bones + 2 * (size_t)m->bone_count);
    m->points = c->points, m->bones = c->bones, m->point_vertices = c->point_vertices;
    m->point_count = def->point_count;
    return VV_OK;
}

static vv_result prepare(cutter *c, const vv_image *image, vv_error *error)
{
    vv_result result = vvi_silhouette_create(image, c->def, &c->arena, c->allocator, &c->silhouette, error);
    if (result == VV_OK && !vvi_mesher_report(&c->mesher))
        result = vvi_fail(error, VV_ERROR_CANCELLED, "cutting was cancelled");
    if (result == VV_OK)
        result = trace_outline(c, 0, error);
    if (result == VV_OK)
        result = convert_handles(c, error);
    c->mesher.outline = &c->outline;
    c->mesher.minimum_angle = c->def->minimum_angle;
    return result;
}

/* ---- The right number of vertices ------------------------------------------------------------------------------ */

static uint32_t count_used(const vvi_triangulation *t)
{
    uint32_t count = 0;
    for (uint32_t v = 4; v < t->vertex_count; ++v) {
        uint32_t first = t->vertices[v].outgoing, side = first;
        while (!t->triangles[side >> 2].inside && (side = vvi_next_outgoing(t, side)) != first)
            ;
        count += t->triangles[side >> 2].inside;
    }
    return count;
}

/* A spacing that was tried, and by how much it missed the requested number of vertices. */
typedef struct attempt {
    double spacing, miss;
    uint32_t coarseness;
    bool over; /* too many vertices */
} attempt;

static vv_result mesh_once(cutter *c, double spacing, vv_error *error)
{
    vvi_mesher *m = &c->mesher;
    vvi_triangulation_destroy(&m->t);
    m->t.allocator = c->allocator;
    m->spacing = (float)spacing;
    c->spacing = spacing;
    c->meshed_coarseness = c->coarseness;
    m->done = vvi_min(0.9f, m->done + 0.03f);
    vv_result result = vvi_outline_simplify(&c->outline, (float)spacing, c->slack, error);
    if (result != VV_OK)
        return result;
    if (vvi_mesher_assemble(m) && vvi_mesher_place_handles(m) && vvi_mesher_fill(m) && vvi_mesher_refine(m))
        return VV_OK;
    if (m->cancelled)
        return vvi_fail(error, VV_ERROR_CANCELLED, "cutting was cancelled");
    return vvi_fail_memory(error, (size_t)m->t.vertex_count * sizeof(vvi_vertex));
}

/* Searches for the spacing at one coarseness. In compact drawings the count is about proportional to the inverse square
 * of the spacing; in thin ones it hardly depends on it, and then the search ends. */
static vv_result search_spacing(cutter *c, attempt *best, vv_error *error)
{
    double wanted = (double)c->def->vertices, spacing = best->spacing;
    double low = (double)LEAST_SPACING, high = 1e9; /* too many vertices at or below low, too few at or above high */
    double last_count = 1e300;
    for (int i = 0; i < ATTEMPTS; ++i) {
        spacing = spacing < low ? low : spacing;
        vv_result result = mesh_once(c, spacing, error);
        if (result != VV_OK)
            return result;
        double count = (double)count_used(&c->mesher.t), ratio = count / wanted;
        if (fabs(count - wanted) < best->miss)
            *best = (attempt){spacing, fabs(count - wanted), c->coarseness, count > wanted};
        if (best->miss <= CLOSE_ENOUGH * wanted || (spacing <= (double)LEAST_SPACING && ratio <= 1.0))
            return VV_OK;
        /* Longer edges have not helped, or will not help enough. */
        if (high > 1e8 && ratio > 1.0 && (count > 0.97 * last_count || (ratio > 3.0 && c->coarseness < COARSEST)))
            return VV_OK;
        last_count = count;
        low = ratio > 1.0 ? spacing : low;
        high = ratio > 1.0 ? high : spacing;
        spacing *= sqrt(ratio);
        if (spacing <= low * 1.001 || spacing >= high * 0.999)
            spacing = high < 1e8 ? sqrt(low * high) : low * 1.5;
    }
    return VV_OK;
}

/* Tries coarser outlines while there are too many vertices; then repeats the best attempt, if it was not the last. */
static vv_result find_mesh(cutter *c, vv_error *error)
{
    attempt best = {first_spacing(c), 1e300, 0, true};
    vv_result result = search_spacing(c, &best, error);
    while (result == VV_OK && best.over && best.miss > TOO_MANY * (double)c->def->vertices &&
           c->coarseness < COARSEST) {
        /* With more than twice the requested number, the steps between would be wasted. */
        c->coarseness = best.miss > (double)c->def->vertices ? COARSEST : c->coarseness + 1;
        result = trace_outline(c, c->coarseness, error);
        if (result == VV_OK)
            result = search_spacing(c, &best, error);
    }
    if (result == VV_OK && c->coarseness != best.coarseness)
        result = trace_outline(c, c->coarseness = best.coarseness, error);
    if (result == VV_OK && (c->spacing != best.spacing || c->meshed_coarseness != best.coarseness))
        result = mesh_once(c, best.spacing, error);
    return result;
}

/* ---- The result ------------------------------------------------------------------------------------------------ */

/* Vertices are numbered in rows from the top, each row from left to right, so that neighbours have near numbers. */
typedef struct sort_entry {
    int32_t row, x;
    uint32_t vertex;
} sort_entry;

static bool comes_before(const sort_entry *a, const sort_entry *b)
{
    return a->row != b->row ? a->row < b->row : a->x != b->x ? a->x < b->x : a->vertex < b->vertex;
}

static void sort_entries(sort_entry *items, sort_entry *spare, uint32_t count)
{
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t start = 0; start < count; start += 2 * width) {
            uint32_t middle = start + width < count ? start + width : count;
            uint32_t end = start + 2 * width < count ? start + 2 * width : count;
            for (uint32_t i = start, j = middle, k = start; k < end; ++k)
                spare[k] = i < middle && (j >= end || !comes_before(&items[j], &items[i])) ? items[i++] : items[j++];
        }
        memcpy(items, spare, count * sizeof *items);
    }
}

/* Fills numbers[vertex] with the vertex's number in the result, VV_NONE if no inside triangle uses it. */
static bool number_vertices(cutter *c, uint32_t *numbers, uint32_t *count)
{
    const vvi_triangulation *t = &c->mesher.t;
    sort_entry *items = vvi_arena_allocate(&c->arena, t->vertex_count, sizeof *items);
    sort_entry *spare = vvi_arena_allocate(&c->arena, t->vertex_count, sizeof *spare);
    if (!items || !spare)
        return false;
    for (uint32_t v = 0; v < t->vertex_count; ++v)
        numbers[v] = VV_NONE;
    for (uint32_t i = 0; i < t->triangle_count; ++i)
        for (int k = 0; k < 3 && t->triangles[i].inside; ++k)
            numbers[t->triangles[i].corner[k]] = 0;
    double row = c->spacing * 0.866;
    *count = 0;
    for (uint32_t v = 0; v < t->vertex_count; ++v)
        if (numbers[v] == 0)
            items[(*count)++] =
                (sort_entry){(int32_t)floor((c->mesher.high.y - t->vertices[v].at.y) / row), t->vertices[v].at.x, v};
    sort_entries(items, spare, *count);
    for (uint32_t i = 0; i < *count; ++i)
        numbers[items[i].vertex] = i;
    return true;
}

static float smallest_angle(const vvi_triangulation *t, const uint32_t corner[3])
{
    float smallest = 180.0f;
    for (int i = 0; i < 3; ++i) {
        vvi_grid_point a = vvi_at(t, corner[i]), b = vvi_at(t, corner[(i + 1) % 3]), d = vvi_at(t, corner[(i + 2) % 3]);
        float angle = vv_atan2((float)vvi_orient(a, b, d), (float)vvi_dot(a, b, d)) * (180.0f / VV_PI);
        smallest = angle < smallest ? angle : smallest;
    }
    return smallest;
}

/* Writes the inside triangles, each with its smallest vertex first, sorted by that vertex. */
static void write_triangles(const cutter *c, const uint32_t *numbers, uint32_t *starts, vv_cut *out)
{
    const vvi_triangulation *t = &c->mesher.t;
    for (int pass = 0; pass < 2; ++pass) {
        for (uint32_t i = 0; i < t->triangle_count; ++i) {
            if (!t->triangles[i].inside)
                continue;
            uint32_t corner[3], low = 0;
            for (uint32_t k = 0; k < 3; ++k) {
                corner[k] = numbers[t->triangles[i].corner[k]];
                low = corner[k] < corner[low] ? k : low;
            }
            if (pass == 0) {
                starts[corner[low] + 1]++;
                continue;
            }
            uint32_t *to = out->triangles + 3 * (size_t)starts[corner[low]]++;
            to[0] = corner[low], to[1] = corner[(low + 1) % 3], to[2] = corner[(low + 2) % 3];
        }
        for (uint32_t v = 0; pass == 0 && v < out->vertex_count; ++v)
            starts[v + 1] += starts[v];
    }
}

static void write_vertices(const cutter *c, const uint32_t *numbers, vv_cut *out)
{
    const vvi_triangulation *t = &c->mesher.t;
    float unit = (float)c->silhouette.scale / (float)VVI_GRID; /* a power of two: exact */
    for (uint32_t v = 0; v < t->vertex_count; ++v)
        if (numbers[v] != VV_NONE)
            out->positions[numbers[v]] =
                (vv_vec2){(float)t->vertices[v].at.x * unit, (float)-t->vertices[v].at.y * unit};
    for (uint32_t i = 0; i < c->def->point_count; ++i)
        out->point_vertices[i] = numbers[c->point_vertices[i]];
}

static void write_report(const cutter *c, vv_cut *out)
{
    const vvi_triangulation *t = &c->mesher.t;
    out->left_out = c->silhouette.left_out;
    out->smallest_angle = 180.0f;
    for (uint32_t i = 0; i < t->triangle_count; ++i) {
        if (!t->triangles[i].inside)
            continue;
        float angle = smallest_angle(t, t->triangles[i].corner);
        out->smallest_angle = vvi_min(out->smallest_angle, angle);
        out->excused += angle < c->def->minimum_angle;
    }
    for (uint32_t l = 0; l < c->outline.loop_count; ++l) {
        bool outer = vvi_outline_area(&c->outline, l, false) > 0;
        out->piece_count += outer;
        out->hole_count += !outer;
    }
}

static vv_result write_result(cutter *c, vv_cut *out, vv_error *error)
{
    const vvi_triangulation *t = &c->mesher.t;
    vv_cut cut = {0};
    uint32_t *numbers = vvi_arena_allocate(&c->arena, t->vertex_count, sizeof *numbers);
    uint32_t *starts = vvi_arena_allocate(&c->arena, (size_t)t->vertex_count + 1, sizeof *starts);
    if (!numbers || !starts || !number_vertices(c, numbers, &cut.vertex_count))
        return vvi_fail_memory(error, (size_t)t->vertex_count * 32);
    for (uint32_t i = 0; i < t->triangle_count; ++i)
        cut.triangle_count += t->triangles[i].inside;
    cut.positions = vvi_allocate(c->allocator, cut.vertex_count, sizeof *cut.positions);
    cut.triangles = vvi_allocate(c->allocator, 3 * (size_t)cut.triangle_count, sizeof *cut.triangles);
    cut.point_vertices = vvi_allocate(c->allocator, c->def->point_count, sizeof *cut.point_vertices);
    if (!cut.positions || !cut.triangles || !cut.point_vertices) {
        vv_cut_destroy(&cut, c->def, c->allocator);
        return vvi_fail_memory(error, (size_t)t->vertex_count * 32);
    }
    write_vertices(c, numbers, &cut);
    write_triangles(c, numbers, starts, &cut);
    write_report(c, &cut);
    *out = cut;
    return VV_OK;
}

vv_result vv_cut_image(const vv_image *image, const vv_cut_def *def, const vv_allocator *allocator,
                       const vv_progress *progress, vv_cut *out, vv_error *error)
{
    VV_ASSERT(image && def && out);
    vv_result result = check_def(image, def, error);
    if (result != VV_OK)
        return result;
    cutter c = {.def = def, .allocator = allocator, .arena = {.allocator = allocator}};
    c.outline.allocator = allocator;
    c.mesher.t.allocator = allocator;
    c.mesher.progress = progress;
    c.mesher.limit = VV_MESH_MAX_VERTICES;
    result = prepare(&c, image, error);
    if (result == VV_OK)
        result = find_mesh(&c, error);
    if (result == VV_OK && !vvi_mesher_smooth(&c.mesher, SMOOTHING))
        result = c.mesher.cancelled ? vvi_fail(error, VV_ERROR_CANCELLED, "cutting was cancelled")
                                    : vvi_fail_memory(error, 0);
    if (result == VV_OK)
        result = write_result(&c, out, error);
    vvi_triangulation_destroy(&c.mesher.t);
    vvi_outline_destroy(&c.outline);
    vvi_arena_release(&c.arena);
    return result;
}

vv_result vv_cut_count_left_out(const vv_image *image, const vv_cut_def *def, const vv_allocator *allocator,
                                uint32_t *left_out, vv_error *error)
{
    vvi_arena arena = {.allocator = allocator};
    vvi_silhouette silhouette = {0};
    vv_result result = vvi_silhouette_create(image, def, &arena, allocator, &silhouette, error);
    *left_out = silhouette.left_out;
    vvi_arena_release(&arena);
    return result;
}

void vv_cut_destroy(vv_cut *cut, const vv_cut_def *def, const vv_allocator *allocator)
{
    vvi_release(allocator, cut->positions, cut->vertex_count, sizeof *cut->positions);
    vvi_release(allocator, cut->triangles, 3 * (size_t)cut->triangle_count, sizeof *cut->triangles);
    vvi_release(allocator, cut->point_vertices, def->point_count, sizeof *cut->point_vertices);
    *cut = (vv_cut){0};
}
