/* The pose board: the complex drawn in the plane, with corners where the artist put them. Finds the point of every
 * simplex that is nearest to the dot. Corners may coincide or be collinear, so a triangle is tested as its interior,
 * if it has one, and as its three sides. */
#include "figure.h"

#include <string.h>

typedef struct nearest_place {
    double distance2; /* squared distance of the nearest point so far */
    uint32_t corners[3];
    double weights[3];
    uint32_t count;
} nearest_place;

typedef struct board {
    const vv_vec2 *points;
    double x, y;
    nearest_place best;
} board;

/* Accepts a point only if it is nearer by more than rounding: of simplices that meet at the dot the first one is
 * kept, so that the result does not flicker between them. */
static void update_best(board *b, uint32_t count, const uint32_t *corners, const double *weights)
{
    double x = -b->x, y = -b->y;
    for (uint32_t i = 0; i < count; i++) {
        x += weights[i] * (double)b->points[corners[i]].x;
        y += weights[i] * (double)b->points[corners[i]].y;
    }
    double distance2 = x * x + y * y;
    if (b->best.count && distance2 >= b->best.distance2 * (1.0 - 1e-9))
        return;
    b->best = (nearest_place){.distance2 = distance2, .count = count};
    memcpy(b->best.corners, corners, count * sizeof *corners);
    memcpy(b->best.weights, weights, count * sizeof *weights);
}

static void test_point(board *b, uint32_t corner) { update_best(b, 1, &corner, &(double){1.0}); }

/* The foot of the perpendicular, clamped to the segment. */
static void test_segment(board *b, uint32_t from, uint32_t to)
{
    const uint32_t corners[2] = {from, to};
    double ax = (double)b->points[from].x, ay = (double)b->points[from].y;
    double ux = (double)b->points[to].x - ax, uy = (double)b->points[to].y - ay, length2 = ux * ux + uy * uy;
    double t = length2 > 0.0 ? ((b->x - ax) * ux + (b->y - ay) * uy) / length2 : 0.0;
    t = vvi_clamp_double(t, 0.0, 1.0);
    update_best(b, 2, corners, (const double[2]){1.0 - t, t});
}

/* Barycentric coordinates if the dot is inside; otherwise the nearest point is on a side. */
static void test_triangle(board *b, const uint32_t *corners)
{
    vv_vec2 p = b->points[corners[0]], q = b->points[corners[1]], r = b->points[corners[2]];
    double ux = (double)q.x - (double)p.x, uy = (double)q.y - (double)p.y;
    double vx = (double)r.x - (double)p.x, vy = (double)r.y - (double)p.y;
    double wx = b->x - (double)p.x, wy = b->y - (double)p.y, area = ux * vy - uy * vx;
    double scale = (ux * ux + uy * uy) + (vx * vx + vy * vy);
    if (fabs(area) > 1e-12 * scale) {
        double second = (wx * vy - wy * vx) / area, third = (ux * wy - uy * wx) / area, first = 1.0 - second - third;
        if (first >= 0.0 && second >= 0.0 && third >= 0.0)
            update_best(b, 3, corners, (const double[3]){first, second, third});
    }
    for (uint32_t i = 0; i < 3; i++)
        test_segment(b, corners[i], corners[(i + 1) % 3]);
}

static void test_simplex(board *b, const vv_simplex *simplex)
{
    if (simplex->corner[1] == VV_NONE)
        test_point(b, simplex->corner[0]);
    else if (simplex->corner[2] == VV_NONE)
        test_segment(b, simplex->corner[0], simplex->corner[1]);
    else
        test_triangle(b, simplex->corner);
}

static vv_result fail(vv_studio *studio, vv_result code, const char *message, const char *remedy)
{
    vv_error error = {0};
    vvi_fail(&error, code, "%s", message);
    vvi_error_remedy(&error, "%s", remedy);
    return vvi_studio_fail(studio, &error);
}

/* Uses only the project, so that a board works even if its drawing cannot be built. */
vv_result vv_studio_find_board_place(vv_studio *studio, uint32_t artwork, const vv_vec2 *points, float x, float y,
                                     float *weights, vv_vec2 *nearest)
{
    const vv_project *project = vv_document_project(studio->document);
    if (artwork >= project->artwork_count || project->artworks[artwork]->example_count == 0)
        return fail(studio, VV_ERROR_NOT_FOUND, "the artwork has no examples", "store a pose as an example first");
    const vv_project_artwork *a = project->artworks[artwork];
    if (!vvi_all_finite((const float *)points, 2 * (size_t)a->example_count) || !vvi_all_finite(&x, 1) ||
        !vvi_all_finite(&y, 1))
        return fail(studio, VV_ERROR_ARGUMENT, "a point of the board is not a finite number",
                    "arrange the board again");
    board b = {.points = points, .x = (double)x, .y = (double)y};
    for (uint32_t s = 0; s < a->simplex_count; s++)
        test_simplex(&b, &a->simplices[s]);
    for (uint32_t e = 0; e < a->example_count; e++)
        test_point(&b, e);
    double nx = 0.0, ny = 0.0;
    memset(weights, 0, a->example_count * sizeof *weights);
    for (uint32_t i = 0; i < b.best.count; i++) {
        weights[b.best.corners[i]] = (float)b.best.weights[i];
        nx += b.best.weights[i] * (double)points[b.best.corners[i]].x;
        ny += b.best.weights[i] * (double)points[b.best.corners[i]].y;
    }
    *nearest = (vv_vec2){(float)nx, (float)ny};
    return VV_OK;
}
