/* From pixels to the mask that is traced: sampling, removal of specks, and a margin that preserves the topology.
 *
 * The margin grows sample by sample in order of distance, and only by simple points: adding one changes neither the
 * number of pieces nor of holes (Yokoi and others 1975). So fingers that nearly touch stay apart. */
#include "silhouette.h"

#include <string.h>

#define FAR        3.0e38f
#define MOST_SLACK 4 /* samples by which simplification may extend the reach beyond the margin */

/* ---- Sampling -------------------------------------------------------------------------------------------------- */

/* A mesh of n vertices has about √n along a side; 32 samples for each of them suffice, and bound time and memory. */
static uint32_t choose_scale(const vv_image *image, uint32_t vertices)
{
    double side = 32.0 * sqrt((double)vertices);
    side = side < 1024.0 ? 1024.0 : side > 4096.0 ? 4096.0 : side;
    uint32_t longer = image->width > image->height ? image->width : image->height, scale = 1;
    while ((double)longer > side * scale)
        scale *= 2;
    return scale;
}

/* Taking the largest of each block keeps thin lines and covers every pixel. */
static void sample_alpha(const vv_image *image, vvi_silhouette *s)
{
    for (uint32_t y = 0; y < image->height; ++y) {
        const uint8_t *pixel = image->pixels + (size_t)y * image->width * 4;
        uint8_t *row = s->alpha + (size_t)(y / s->scale + s->pad) * s->width + s->pad;
        uint32_t shift = (uint32_t)__builtin_ctz(s->scale);
        for (uint32_t x = 0; x < image->width; ++x) {
            uint8_t alpha = pixel[4 * (size_t)x + 3];
            row[x >> shift] = alpha > row[x >> shift] ? alpha : row[x >> shift];
        }
    }
}

static uint64_t count_ink(const vvi_silhouette *s)
{
    uint64_t count = 0;
    for (size_t i = 0; i < (size_t)s->width * s->height; ++i)
        count += s->ink[i];
    return count;
}

uint32_t vvi_silhouette_pad(float reach) { return (uint32_t)(reach / (float)VVI_GRID) + 3; }

static bool allocate_arrays(vvi_silhouette *s, vvi_arena *arena)
{
    size_t count = (size_t)s->width * s->height;
    s->alpha = vvi_arena_allocate(arena, count, 1);
    s->ink = vvi_arena_allocate(arena, count, 1);
    s->mask = vvi_arena_allocate(arena, count, 1);
    s->squared = vvi_arena_allocate(arena, count, sizeof *s->squared);
    s->level = vvi_arena_allocate(arena, count, sizeof *s->level);
    return s->alpha && s->ink && s->mask && s->squared && s->level;
}

vv_result vvi_silhouette_create(const vv_image *image, const vv_cut_def *def, vvi_arena *arena,
                                const vv_allocator *allocator, vvi_silhouette *out, vv_error *error)
{
    vvi_silhouette s = {.scale = choose_scale(image, def->vertices), .threshold = def->threshold * 255.0f};
    s.pad = vvi_silhouette_pad((def->margin / (float)s.scale + (float)MOST_SLACK) * (float)VVI_GRID);
    s.width = (image->width + s.scale - 1) / s.scale + 2 * s.pad;
    s.height = (image->height + s.scale - 1) / s.scale + 2 * s.pad;
    size_t count = (size_t)s.width * s.height;
    if (!allocate_arrays(&s, arena))
        return vvi_fail_memory(error, count * 11);
    sample_alpha(image, &s);
    for (size_t i = 0; i < count; ++i)
        s.ink[i] = (float)s.alpha[i] > s.threshold;
    s.area = count_ink(&s);
    if (s.area == 0) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "no pixel of the image is above the threshold of %g",
                 (double)def->threshold);
        vvi_error_remedy(error, "draw something, or lower the threshold");
        return VV_ERROR_ARGUMENT;
    }
    double smallest = (double)def->speck * (double)s.area;
    uint32_t most = 1 + def->vertices / 8;
    uint32_t closed;
    if (!vvi_remove_specks(&s, 1, smallest, most, allocator, &s.left_out) ||
        !vvi_remove_specks(&s, 0, smallest, most, allocator, &closed))
        return vvi_fail_memory(error, count * 16);
    s.area = count_ink(&s);
    *out = s;
    return VV_OK;
}

/* ---- Distance to the edge of the ink --------------------------------------------------------------------------- */

/* Interpolates alpha where it crosses the threshold; removed specks and filled holes have their edge in the middle. */
float vvi_ink_crossing(const vvi_silhouette *s, size_t inside, size_t outside)
{
    float a = (float)s->alpha[inside], b = (float)s->alpha[outside];
    if (!(a > s->threshold) || b > s->threshold)
        return 0.5f;
    return (a - s->threshold) / (a - b);
}

typedef struct spot {
    float x, y; /* samples */
} spot;

static float segment_distance_squared(spot a, spot b, float x, float y)
{
    float ux = b.x - a.x, uy = b.y - a.y, px = x - a.x, py = y - a.y;
    float length = ux * ux + uy * uy, along = ux * px + uy * py;
    float u = length > 0.0f ? vvi_clamp(along / length, 0.0f, 1.0f) : 0.0f;
    px -= u * ux, py -= u * uy;
    return px * px + py * py;
}

/* Lowers the distances of all samples within `radius` samples of the segment. */
static void lower_distances(vvi_silhouette *s, spot a, spot b, float radius)
{
    float low_x = vvi_min(a.x, b.x) - radius, high_x = vvi_max(a.x, b.x) + radius;
    float low_y = vvi_min(a.y, b.y) - radius, high_y = vvi_max(a.y, b.y) + radius;
    uint32_t x0 = low_x > 0.0f ? (uint32_t)low_x : 0, y0 = low_y > 0.0f ? (uint32_t)low_y : 0;
    for (uint32_t y = y0; y < s->height && (float)y <= high_y; ++y)
        for (uint32_t x = x0; x < s->width && (float)x <= high_x; ++x) {
            float *at = &s->squared[(size_t)y * s->width + x];
            *at = vvi_min(*at, segment_distance_squared(a, b, (float)x, (float)y) * (float)(VVI_GRID * VVI_GRID));
        }
}

/* Finds the edge of the ink on one side of a cell; false if both its ends are inside or both outside. */
static bool find_crossing(const vvi_silhouette *s, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1, spot *out)
{
    size_t a = (size_t)y0 * s->width + x0, b = (size_t)y1 * s->width + x1;
    if (s->ink[a] == s->ink[b])
        return false;
    float u = s->ink[a] ? vvi_ink_crossing(s, a, b) : 1.0f - vvi_ink_crossing(s, b, a);
    *out = (spot){(float)x0 + u * (float)((int)x1 - (int)x0), (float)y0 + u * (float)((int)y1 - (int)y0)};
    return true;
}

static void lower_distances_at_cell(vvi_silhouette *s, uint32_t x, uint32_t y, float radius)
{
    spot at[4];
    int count = 0;
    /* In the order top, right, bottom, left. A saddle has all four; each of its outside corners is cut off singly. */
    count += find_crossing(s, x, y, x + 1, y, &at[count]);
    count += find_crossing(s, x + 1, y, x + 1, y + 1, &at[count]);
    count += find_crossing(s, x, y + 1, x + 1, y + 1, &at[count]);
    count += find_crossing(s, x, y, x, y + 1, &at[count]);
    if (count == 2)
        lower_distances(s, at[0], at[1], radius);
    if (count < 4)
        return;
    bool top_left = s->ink[(size_t)y * s->width + x] != 0;
    lower_distances(s, at[0], at[top_left ? 1 : 3], radius);
    lower_distances(s, at[2], at[top_left ? 3 : 1], radius);
}

static void measure_distances(vvi_silhouette *s, float reach)
{
    for (size_t i = 0; i < (size_t)s->width * s->height; ++i)
        s->squared[i] = FAR;
    float radius = reach / (float)VVI_GRID + 1.5f;
    for (uint32_t y = 0; y + 1 < s->height; ++y) {
        const uint8_t *row = s->ink + (size_t)y * s->width, *below = row + s->width;
        for (uint32_t x = 0; x + 1 < s->width; ++x)
            if (row[x] != row[x + 1] || row[x] != below[x] || row[x] != below[x + 1])
                lower_distances_at_cell(s, x, y, radius);
    }
}

/* ---- Growing --------------------------------------------------------------------------------------------------- */

/* Whether adding an outside sample to the mask keeps the topology: the outside samples around it, connected along
 * sides, form one part. */
static bool is_simple_point(const uint8_t *mask, size_t at, uint32_t width)
{
    const uint8_t *p = mask + at;
    ptrdiff_t w = (ptrdiff_t)width;
    unsigned out[9] = {!p[1], !p[1 - w], !p[-w], !p[-w - 1], !p[-1], !p[w - 1], !p[w], !p[w + 1], !p[1]};
    unsigned parts = 0;
    for (int k = 0; k < 8; k += 2)
        parts += out[k] - out[k] * out[k + 1] * out[k + 2];
    return parts == 1;
}

enum { BUCKETS = 1024 };

static uint32_t bucket_of(const vvi_silhouette *s, size_t i)
{
    if (s->mask[i] || s->level[i] >= 0.0f)
        return VV_NONE;
    return (uint32_t)(sqrtf(s->squared[i]) / s->reach * (float)(BUCKETS - 1));
}

/* Adds the simple points among samples[count], in order. A sample may become simple once later ones are added, so the
 * refused ones are tried again, up to 16 times while any succeed. Returns how many stay refused; they are moved to the
 * front. */
static size_t add_simple_points(vvi_silhouette *s, uint32_t *waiting, size_t count)
{
    size_t before = count + 1;
    for (int round = 0; round < 16 && count < before; ++round) {
        before = count;
        count = 0;
        for (size_t i = 0; i < before; ++i) {
            if (is_simple_point(s->mask, waiting[i], s->width))
                s->mask[waiting[i]] = 1;
            else
                waiting[count++] = waiting[i];
        }
    }
    return count;
}

/* Samples that growth had to leave out to keep the topology: the middle of gaps. */
typedef struct refused_samples {
    uint32_t *samples;
    size_t count, capacity;
} refused_samples;

/* Grows from the ink to level 0, nearest samples first. */
static bool grow_to_level(vvi_silhouette *s, double smallest_hole, const vv_allocator *allocator, refused_samples *out)
{
    size_t count = (size_t)s->width * s->height, starts[BUCKETS + 1] = {0};
    memcpy(s->mask, s->ink, count);
    if (!vvi_close_holes(s, smallest_hole, allocator))
        return false;
    for (size_t i = 0; i < count; ++i)
        if (bucket_of(s, i) != VV_NONE)
            starts[bucket_of(s, i) + 1]++;
    for (int b = 0; b < BUCKETS; ++b)
        starts[b + 1] += starts[b];
    size_t total = starts[BUCKETS];
    if (!vvi_grow(allocator, (void **)&out->samples, &out->capacity, total, sizeof *out->samples))
        return false;
    for (size_t i = 0; i < count; ++i)
        if (bucket_of(s, i) != VV_NONE)
            out->samples[starts[bucket_of(s, i)]++] = (uint32_t)i;
    out->count = add_simple_points(s, out->samples, total);
    return true;
}

/* Raises the level around a sample in the middle of a gap. At least a quarter of a sample stays open on each side; that
 * is less than the distance to any other sample, so no ink is lost. */
static void raise_level_around(vvi_silhouette *s, uint32_t sample, float retreat)
{
    float room = vvi_max(0.25f * VVI_GRID, vvi_min(retreat, 0.5f * sqrtf(s->squared[sample])));
    int64_t radius = (int64_t)(room / (float)VVI_GRID) + 2, cx = sample % s->width, cy = sample / s->width;
    for (int64_t y = cy - radius; y <= cy + radius; ++y)
        for (int64_t x = cx - radius; x <= cx + radius; ++x) {
            if (x < 0 || y < 0 || x >= s->width || y >= s->height)
                continue;
            float far = sqrtf((float)((x - cx) * (x - cx) + (y - cy) * (y - cy))) * (float)VVI_GRID;
            float *level = &s->level[(size_t)y * s->width + (size_t)x];
            *level = vvi_max(*level, room - far);
        }
}

vv_result vvi_silhouette_grow(vvi_silhouette *s, float reach, float retreat, double smallest_hole,
                              const vv_allocator *allocator, vv_error *error)
{
    size_t count = (size_t)s->width * s->height;
    refused_samples middle = {NULL, 0, 0};
    s->reach = reach;
    measure_distances(s, reach);
    for (size_t i = 0; i < count; ++i)
        s->level[i] = vvi_ink_distance(s, i) - reach;
    bool ok = grow_to_level(s, smallest_hole, allocator, &middle);
    for (size_t i = 0; ok && i < middle.count; ++i)
        raise_level_around(s, middle.samples[i], retreat);
    ok = ok && (middle.count == 0 || grow_to_level(s, smallest_hole, allocator, &middle));
    vvi_release(allocator, middle.samples, middle.capacity, sizeof *middle.samples);
    return ok ? VV_OK : vvi_fail_memory(error, count * 16);
}
