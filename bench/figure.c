/* The benchmarks' own drawings, made of capsules, and the rigs built from them. */
#include "bench.h"

#include "author/cut/cut.h"
#include "author/weigh/weigh.h"
#include "runtime/base/base.h"

#include <stdlib.h>

typedef struct capsule {
    vv_vec2 a, b;
    float radius;
} capsule;

typedef struct drawing {
    const capsule *parts;
    uint32_t part_count, handle_count;
    const vv_vec2 *points; /* [handle_count] */
} drawing;

static const capsule figure_parts[] = {
    {{0.50f, 0.17f}, {0.50f, 0.17f}, 0.14f},  {{0.50f, 0.38f}, {0.50f, 0.58f}, 0.15f},
    {{0.40f, 0.36f}, {0.14f, 0.44f}, 0.065f}, {{0.60f, 0.36f}, {0.86f, 0.44f}, 0.065f},
    {{0.43f, 0.62f}, {0.30f, 0.90f}, 0.08f},  {{0.57f, 0.62f}, {0.70f, 0.90f}, 0.08f},
};
static const capsule ball_parts[] = {{{0.50f, 0.50f}, {0.50f, 0.50f}, 0.45f}};
static const capsule beam_parts[] = {{{0.08f, 0.50f}, {0.92f, 0.50f}, 0.06f}};
/* A square with round corners: its four sides, and thick bars across. */
static const capsule crate_parts[] = {
    {{0.15f, 0.15f}, {0.85f, 0.15f}, 0.10f}, {{0.15f, 0.85f}, {0.85f, 0.85f}, 0.10f},
    {{0.15f, 0.15f}, {0.15f, 0.85f}, 0.10f}, {{0.85f, 0.15f}, {0.85f, 0.85f}, 0.10f},
    {{0.20f, 0.35f}, {0.80f, 0.35f}, 0.15f}, {{0.20f, 0.65f}, {0.80f, 0.65f}, 0.15f},
};

const vv_vec2 bench_figure_points[8] = {{0.50f, 0.14f}, {0.50f, 0.36f}, {0.50f, 0.50f}, {0.50f, 0.62f},
                                        {0.14f, 0.44f}, {0.86f, 0.44f}, {0.30f, 0.90f}, {0.70f, 0.90f}};
static const vv_vec2 puppet_points[] = {{0.50f, 0.14f}, {0.50f, 0.36f}, {0.50f, 0.50f}, {0.50f, 0.62f}, {0.14f, 0.44f},
                                        {0.86f, 0.44f}, {0.30f, 0.90f}, {0.70f, 0.90f}, {0.29f, 0.39f}, {0.71f, 0.39f}};
static const vv_vec2 man_points[] = {{0.50f, 0.14f},
                                     {0.50f, 0.28f},
                                     {0.50f, 0.38f},
                                     {0.50f, 0.50f},
                                     {0.50f, 0.60f},
                                     {0.40f, 0.37f},
                                     {0.60f, 0.37f},
                                     {0.28f, 0.40f},
                                     {0.72f, 0.40f},
                                     {0.14f, 0.44f},
                                     {0.86f, 0.44f},
                                     {0.42f, 0.66f},
                                     {0.58f, 0.66f},
                                     {0.37f, 0.76f},
                                     {0.63f, 0.76f},
                                     {0.30f, 0.90f},
                                     {0.70f, 0.90f},
                                     /* and a cat's: */
                                     {0.42f, 0.12f},
                                     {0.58f, 0.12f},
                                     {0.50f, 0.21f},
                                     {0.21f, 0.42f},
                                     {0.79f, 0.42f},
                                     {0.42f, 0.52f}};
static const vv_vec2 ball_points[] = {{0.50f, 0.50f}, {0.50f, 0.10f}, {0.50f, 0.90f}, {0.10f, 0.50f}, {0.90f, 0.50f}};
static const vv_vec2 beam_points[] = {{0.50f, 0.50f}, {0.06f, 0.50f}, {0.28f, 0.50f}, {0.72f, 0.50f}, {0.94f, 0.50f}};
static const vv_vec2 crate_points[] = {{0.50f, 0.50f}, {0.10f, 0.10f}, {0.90f, 0.10f}, {0.10f, 0.90f}, {0.90f, 0.90f}};

#define COUNT(array) (uint32_t)(sizeof(array) / sizeof *(array))
static const drawing drawings[] = {
    [BENCH_FIGURE] = {figure_parts, COUNT(figure_parts), 8, bench_figure_points},
    [BENCH_BALL] = {ball_parts, COUNT(ball_parts), COUNT(ball_points), ball_points},
    [BENCH_BEAM] = {beam_parts, COUNT(beam_parts), COUNT(beam_points), beam_points},
    [BENCH_PUPPET] = {figure_parts, COUNT(figure_parts), COUNT(puppet_points), puppet_points},
    [BENCH_MAN] = {figure_parts, COUNT(figure_parts), 17, man_points},
    [BENCH_CAT] = {figure_parts, COUNT(figure_parts), COUNT(man_points), man_points},
    [BENCH_CRATE] = {crate_parts, COUNT(crate_parts), COUNT(crate_points), crate_points},
};

static float distance_to(const capsule *c, vv_vec2 p)
{
    vv_vec2 along = vv_vec2_sub(c->b, c->a), to = vv_vec2_sub(p, c->a);
    float length2 = vv_vec2_dot(along, along), t = length2 > 0.0f ? vv_vec2_dot(to, along) / length2 : 0.0f;
    t = vvi_clamp(t, 0.0f, 1.0f);
    return vv_vec2_distance(p, vv_vec2_lerp(c->a, c->b, t)) - c->radius;
}

uint8_t *bench_draw(bench_drawing kind, uint32_t side)
{
    uint8_t *pixels = calloc((size_t)side * side, 4);
    for (uint32_t y = 0; pixels && y < side; y++)
        for (uint32_t x = 0; x < side; x++) {
            vv_vec2 p = {((float)x + 0.5f) / (float)side, ((float)y + 0.5f) / (float)side};
            float nearest = 1.0f;
            for (size_t i = 0; i < drawings[kind].part_count; i++) {
                float d = distance_to(&drawings[kind].parts[i], p);
                nearest = d < nearest ? d : nearest;
            }
            float coverage = vvi_clamp(0.5f - nearest * (float)side, 0.0f, 1.0f);
            uint8_t *pixel = pixels + 4 * ((size_t)y * side + x);
            pixel[0] = 185;
            pixel[1] = 129;
            pixel[2] = 74;
            pixel[3] = (uint8_t)(255.0f * coverage + 0.5f);
        }
    return pixels;
}

static bool cut_drawing(bench_rig *rig, bench_drawing kind, uint32_t vertices, uint32_t handle_count,
                        const vv_vec2 *handles)
{
    enum { SIDE = 512 };
    vv_image image = {SIDE, SIDE, bench_draw(kind, SIDE)};
    vv_vec2 points[BENCH_MAX_HANDLES];
    rig->handle_count = handle_count;
    for (uint32_t i = 0; i < rig->handle_count; i++)
        points[i] = vv_vec2_scale(handles[i], SIDE);
    vv_cut_def def = vv_default_cut_def();
    def.vertices = vertices;
    def.point_count = rig->handle_count;
    def.points = points;
    vv_cut cut;
    bool good = image.pixels && vv_cut_image(&image, &def, NULL, NULL, &cut, NULL) == VV_OK;
    free(image.pixels);
    if (!good)
        return false;
    rig->positions = calloc(cut.vertex_count, sizeof *rig->positions);
    rig->positions3 = calloc(cut.vertex_count, 3 * sizeof *rig->positions3);
    rig->triangles = calloc(cut.triangle_count, 3 * sizeof *rig->triangles);
    for (uint32_t i = 0; i < cut.vertex_count; i++) {
        rig->positions[i] = (vv_vec2){cut.positions[i].x / SIDE, 1.0f - cut.positions[i].y / SIDE};
        rig->positions3[3 * i] = (double)rig->positions[i].x;
        rig->positions3[3 * i + 1] = (double)rig->positions[i].y;
    }
    for (uint32_t i = 0; i < 3 * cut.triangle_count; i++)
        rig->triangles[i] = cut.triangles[i];
    for (uint32_t i = 0; i < rig->handle_count; i++) {
        rig->held[i] = cut.point_vertices[i];
        vv_vec2 at = rig->positions[rig->held[i]];
        rig->handles[i] = (vv_handle){VV_HANDLE_POINT, at, at, 0};
    }
    rig->layer = (vv_layer){0, cut.vertex_count, 0, cut.triangle_count};
    rig->mesh = (vv_mesh){cut.vertex_count, cut.triangle_count, 1, rig->positions, NULL, rig->triangles, &rig->layer};
    vv_cut_destroy(&cut, &def, NULL);
    return true;
}

static bool weigh_drawing(bench_rig *rig)
{
    uint32_t starts[BENCH_MAX_HANDLES + 1]; /* each handle holds one vertex */
    for (uint32_t i = 0; i <= BENCH_MAX_HANDLES; i++)
        starts[i] = i;
    vv_weigh_def def = {rig->mesh.vertex_count,
                        rig->mesh.triangle_count,
                        rig->handle_count,
                        rig->positions3,
                        rig->triangles,
                        starts,
                        rig->held,
                        NULL};
    rig->weights = calloc(rig->mesh.vertex_count, rig->handle_count * sizeof *rig->weights);
    return rig->weights && vv_weigh(&def, NULL, NULL, rig->weights, NULL, NULL) == VV_OK;
}

bench_rig *bench_rig_create(bench_drawing kind, uint32_t vertices, bool weigh)
{
    const drawing *d = &drawings[kind];
    bench_rig *rig = calloc(1, sizeof *rig);
    if (rig && cut_drawing(rig, kind, vertices, d->handle_count, d->points) && (!weigh || weigh_drawing(rig)))
        return rig;
    bench_rig_destroy(rig);
    return NULL;
}

static bool is_inside(const drawing *d, vv_vec2 p)
{
    for (uint32_t i = 0; i < d->part_count; i++)
        if (distance_to(&d->parts[i], p) < -0.005f)
            return true;
    return false;
}

/* Among the points of a fine grid inside the drawing. */
static void spread_points(const drawing *d, uint32_t count, vv_vec2 *points)
{
    enum { GRID = 96 };
    static float nearest[GRID * GRID];
    uint32_t next = 0;
    for (uint32_t i = 0; i < GRID * GRID; i++) {
        vv_vec2 p = {((float)(i % GRID) + 0.5f) / GRID, ((float)(i / GRID) + 0.5f) / GRID};
        nearest[i] = is_inside(d, p) ? 2.0f : 0.0f;
        next = nearest[next] > 0.0f ? next : i;
    }
    for (uint32_t k = 0; k < count; k++) {
        points[k] = (vv_vec2){((float)(next % GRID) + 0.5f) / GRID, ((float)(next / GRID) + 0.5f) / GRID};
        next = 0;
        for (uint32_t i = 0; i < GRID * GRID; i++) {
            vv_vec2 p = {((float)(i % GRID) + 0.5f) / GRID, ((float)(i / GRID) + 0.5f) / GRID};
            nearest[i] = vvi_min(nearest[i], vv_vec2_distance(p, points[k]));
            next = nearest[i] > nearest[next] ? i : next;
        }
    }
}

bench_rig *bench_rig_create_handles(bench_drawing kind, uint32_t vertices, uint32_t handle_count)
{
    vv_vec2 points[BENCH_MAX_HANDLES];
    bench_rig *rig = calloc(1, sizeof *rig);
    spread_points(&drawings[kind], handle_count, points);
    if (rig && cut_drawing(rig, kind, vertices, handle_count, points) && weigh_drawing(rig))
        return rig;
    bench_rig_destroy(rig);
    return NULL;
}

void bench_rig_destroy(bench_rig *rig)
{
    if (!rig)
        return;
    free(rig->positions);
    free(rig->positions3);
    free(rig->triangles);
    free(rig->weights);
    free(rig);
}
