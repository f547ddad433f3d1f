/* Outline tracing by marching squares, with subpixel positions: each crossing between an inside and an outside sample
 * is placed where the distance to the ink reaches the margin. Loops never touch: crossings lie strictly between their
 * samples, and in a saddle the two segments lie on different sides of the diagonal between the inside samples. */
#include "outline.h"

#include <string.h>

/* Directions of travel along the boundary between samples, y down as in the image. */
typedef struct step {
    int x, y;
} step;

/* A crossing between an inside sample and the outside one next to it in direction `facing` (0 right, 1 up, 2 left,
 * 3 down as seen). Tracing keeps the inside on the left. */
typedef struct cursor {
    uint32_t x, y; /* the inside sample */
    int facing;
} cursor;

static const step facings[4] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};

static bool is_inside(const vvi_silhouette *s, uint32_t x, uint32_t y, step by)
{
    size_t row = (size_t)((int64_t)y + by.y), column = (size_t)((int64_t)x + by.x);
    return s->mask[row * s->width + column] != 0;
}

/* The next crossing, counter-clockwise around the inside. With the outside sample ahead, looks to the left (facing +
 * 1): first at the diagonal sample, since the inside is 8-connected, then straight to the left. */
static cursor advance(const vvi_silhouette *s, cursor c)
{
    step ahead = facings[c.facing], left = facings[(c.facing + 1) & 3];
    step diagonal = {ahead.x + left.x, ahead.y + left.y};
    if (is_inside(s, c.x, c.y, diagonal))
        return (cursor){(uint32_t)((int64_t)c.x + diagonal.x), (uint32_t)((int64_t)c.y + diagonal.y),
                        (c.facing + 3) & 3};
    if (is_inside(s, c.x, c.y, left))
        return (cursor){(uint32_t)((int64_t)c.x + left.x), (uint32_t)((int64_t)c.y + left.y), c.facing};
    return (cursor){c.x, c.y, (c.facing + 1) & 3};
}

/* Where a crossing lies, 0…1, if the outside sample was refused only to keep a gap open and so has a negative level. */
#define STOPPED_CROSSING 0.75f

static vvi_outline_point make_crossing_point(const vvi_silhouette *s, cursor c, float slack)
{
    step ahead = facings[c.facing];
    size_t inside = (size_t)c.y * s->width + c.x;
    size_t outside = (size_t)((int64_t)c.y + ahead.y) * s->width + (size_t)((int64_t)c.x + ahead.x);
    float low = s->level[inside], high = s->level[outside];
    float u = vvi_clamp(high > 0.0f ? low / (low - high) : STOPPED_CROSSING, 0.0625f, 0.9375f);
    vvi_grid_point at = vvi_sample_point(s, c.x, c.y);
    int32_t along = (int32_t)(u * (float)VVI_GRID);
    at.x += ahead.x * along;
    at.y -= ahead.y * along;
    /* A crossing short of the reach is next to a gap, and has less room: inwards to the edge of the ink (and a little
     * more, which still covers its pixels), outwards to the middle of the gap, which is about as far. */
    float near = vvi_ink_distance(s, inside), far = vvi_ink_distance(s, outside), distance = near + u * (far - near);
    float room = vvi_clamp(distance - 16.0f, 0.2f * (float)VVI_GRID, slack);
    bool gap = distance < s->reach - 0.1f * (float)VVI_GRID;
    float outer = gap ? vvi_clamp(0.9f * distance, 0.1f * (float)VVI_GRID, slack) : 1e9f;
    return (vvi_outline_point){at, room, outer, 0.0f, false};
}

static bool add_point(vvi_outline *o, uint32_t *count, vvi_outline_point point)
{
    if (!vvi_grow(o->allocator, (void **)&o->points, &o->point_capacity, (size_t)*count + 1, sizeof *o->points))
        return false;
    o->points[(*count)++] = point;
    return true;
}

static bool end_loop(vvi_outline *o, uint32_t count)
{
    if (!vvi_grow(o->allocator, (void **)&o->starts, &o->start_capacity, (size_t)o->loop_count + 2, sizeof *o->starts))
        return false;
    o->starts[0] = 0;
    o->starts[++o->loop_count] = count;
    return true;
}

/* Traces one loop. `seen` marks inside samples whose crossing to the right is already on a loop. */
static bool follow_loop(const vvi_silhouette *s, cursor first, float slack, uint8_t *seen, vvi_outline *o,
                        uint32_t *count)
{
    cursor c = first;
    do {
        if (c.facing == 0)
            seen[(size_t)c.y * s->width + c.x] = 1;
        if (!add_point(o, count, make_crossing_point(s, c, slack)))
            return false;
        c = advance(s, c);
    } while (c.x != first.x || c.y != first.y || c.facing != first.facing);
    return end_loop(o, *count);
}

/* Traces all loops. Every loop has a crossing from an inside sample to its right neighbour. */
static bool follow_all_loops(const vvi_silhouette *s, float slack, uint8_t *seen, vvi_outline *o)
{
    uint32_t count = 0;
    for (uint32_t y = 0; y < s->height; ++y)
        for (uint32_t x = 0; x + 1 < s->width; ++x) {
            size_t i = (size_t)y * s->width + x;
            if (s->mask[i] && !s->mask[i + 1] && !seen[i] && !follow_loop(s, (cursor){x, y, 0}, slack, seen, o, &count))
                return false;
        }
    return true;
}

/* ---- Widths ---------------------------------------------------------------------------------------------------- */

typedef struct direction {
    float x, y;
} direction;

/* The direction from a point to the mask's centroid in the 5 × 5 samples around it. Samples, y down. */
static direction direction_into_mask(const vvi_silhouette *s, float x, float y)
{
    int64_t cx = (int64_t)(x + 0.5f), cy = (int64_t)(y + 0.5f);
    direction sum = {0.0f, 0.0f};
    for (int64_t j = cy - 2; j <= cy + 2; ++j)
        for (int64_t i = cx - 2; i <= cx + 2; ++i)
            if (i >= 0 && j >= 0 && i < s->width && j < s->height && s->mask[(size_t)j * s->width + (size_t)i])
                sum.x += (float)i - x, sum.y += (float)j - y;
    float length = sqrtf(sum.x * sum.x + sum.y * sum.y);
    return length > 0.0f ? (direction){sum.x / length, sum.y / length} : (direction){0.0f, 0.0f};
}

/* The normal into the mask at point i of a loop [first, end): to the left of the tangent through its neighbours.
 * Samples, y down. */
static direction left_normal(const vvi_outline *o, uint32_t first, uint32_t end, uint32_t i)
{
    uint32_t n = end - first, by = n < 8 ? 1 : 4;
    vvi_grid_point a = o->points[first + (i - first + n - by) % n].at, b = o->points[first + (i - first + by) % n].at;
    float x = (float)(b.x - a.x), y = (float)(b.y - a.y), length = sqrtf(x * x + y * y);
    return length > 0.0f ? (direction){-y / length, -x / length} : (direction){0.0f, 0.0f};
}

/* The width of the mask along the normal n, if the far side faces this one; else `widest`. */
static float measure_width(const vvi_silhouette *s, vvi_grid_point at, direction n, float widest)
{
    float x = (float)(at.x - VVI_GRID / 2) / (float)VVI_GRID + (float)s->pad;
    float y = (float)(-at.y - VVI_GRID / 2) / (float)VVI_GRID + (float)s->pad;
    bool entered = false;
    for (float far = 0.5f; far * (float)VVI_GRID < widest; far += 0.5f) {
        float px = x + far * n.x, py = y + far * n.y;
        if (px < 0.0f || py < 0.0f || px > (float)(s->width - 1) || py > (float)(s->height - 1))
            break;
        bool inside = s->mask[(size_t)(py + 0.5f) * s->width + (size_t)(px + 0.5f)] != 0;
        entered |= inside;
        if (inside || !entered)
            continue;
        direction facing = direction_into_mask(s, px, py);
        return facing.x * n.x + facing.y * n.y < -0.8f ? far * (float)VVI_GRID : widest;
    }
    return widest;
}

vv_result vvi_outline_trace(const vvi_silhouette *s, float slack, float widest, const vv_allocator *allocator,
                            vvi_outline *out, vv_error *error)
{
    *out = (vvi_outline){.allocator = allocator, .thin_spacing = 1.25f};
    size_t samples = (size_t)s->width * s->height;
    uint8_t *seen = vvi_allocate_zeroed(allocator, samples, 1);
    bool ok = seen && follow_all_loops(s, slack, seen, out);
    vvi_release(allocator, seen, samples, 1);
    if (!ok) {
        vvi_outline_destroy(out);
        return vvi_fail_memory(error, samples);
    }
    for (uint32_t l = 0; l < out->loop_count; ++l)
        for (uint32_t i = out->starts[l]; i < out->starts[l + 1]; ++i)
            out->points[i].width =
                measure_width(s, out->points[i].at, left_normal(out, out->starts[l], out->starts[l + 1], i), widest);
    return VV_OK;
}

void vvi_outline_destroy(vvi_outline *outline)
{
    vvi_release(outline->allocator, outline->points, outline->point_capacity, sizeof *outline->points);
    vvi_release(outline->allocator, outline->starts, outline->start_capacity, sizeof *outline->starts);
    *outline = (vvi_outline){.allocator = outline->allocator};
}
