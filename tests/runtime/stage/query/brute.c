#include "tests/runtime/stage/query/brute.h"

#include "tests/testing.h"

#include <math.h>
#include <stdlib.h>

void brute_clear(brute_scene *scene)
{
    for (uint32_t i = 0; i < scene->count; i++)
        free(scene->things[i].triangles);
    scene->count = 0;
}

static point2 point_of(vv_vec2 p) { return (point2){(double)p.x, (double)p.y}; }

static bool is_on_border(const uint32_t *triangles, uint32_t count, uint32_t a, uint32_t b)
{
    for (uint32_t k = 0; k < 3 * count; k++)
        if (triangles[k] == b && triangles[k % 3 == 2 ? k - 2 : k + 1] == a)
            return false;
    return true;
}

void brute_add_actor(brute_scene *scene, const vv_stage *stage, vv_actor actor, uint32_t layers, uint32_t vertex_count,
                     const uint32_t *triangles, uint32_t triangle_count)
{
    brute_thing *t = &scene->things[scene->count++];
    vv_vec2 *x = calloc(vertex_count, sizeof *x);
    vv_stage_vertices(stage, actor, x);
    *t = (brute_thing){.id = {.actor = actor}, .solid = true, .layers = layers, .triangle_count = triangle_count};
    t->triangles = calloc(triangle_count, sizeof *t->triangles);
    for (uint32_t k = 0; k < 3 * triangle_count; k++) {
        uint32_t a = triangles[k], b = triangles[k % 3 == 2 ? k - 2 : k + 1];
        t->triangles[k / 3][k % 3] = point_of(x[a]);
        if (!is_on_border(triangles, triangle_count, a, b))
            continue;
        assert_true(t->edge_count < BRUTE_MOST_EDGES);
        t->edges[t->edge_count][0] = point_of(x[a]);
        t->edges[t->edge_count++][1] = point_of(x[b]);
    }
    free(x);
}

void brute_add_obstacle(brute_scene *scene, const vv_stage *stage, vv_obstacle obstacle)
{
    brute_thing *t = &scene->things[scene->count++];
    vv_obstacle_state s = vv_stage_obstacle_state(stage, obstacle);
    vv_vec2 points[64];
    assert_true(vv_stage_obstacle_points(stage, obstacle, points, 64) == s.point_count && s.point_count <= 64);
    *t = (brute_thing){.id = {.obstacle = obstacle},
                       .half_plane = s.kind == VV_OBSTACLE_HALF_PLANE,
                       .solid = s.kind == VV_OBSTACLE_POLYGON,
                       .sensor = s.sensor,
                       .layers = s.layers};
    t->edge_count = s.point_count - (s.kind == VV_OBSTACLE_POLYGON ? 0u : 1u);
    for (uint32_t k = 0; k < t->edge_count; k++) {
        t->edges[k][0] = point_of(points[k]);
        t->edges[k][1] = point_of(points[(k + 1u) % s.point_count]);
    }
}

/* ---- Distances --------------------------------------------------------------------------------------------------- */

static double cross(point2 a, point2 b, point2 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

static double point_to_edge(point2 p, point2 a, point2 b)
{
    double x = b.x - a.x, y = b.y - a.y, squared = x * x + y * y;
    double t = squared > 0.0 ? ((p.x - a.x) * x + (p.y - a.y) * y) / squared : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    return hypot(p.x - (a.x + t * x), p.y - (a.y + t * y));
}

static double edge_to_edge(point2 a, point2 b, point2 c, point2 d)
{
    if ((cross(a, b, c) > 0.0) != (cross(a, b, d) > 0.0) && (cross(c, d, a) > 0.0) != (cross(c, d, b) > 0.0))
        return 0.0;
    return fmin(fmin(point_to_edge(a, c, d), point_to_edge(b, c, d)),
                fmin(point_to_edge(c, a, b), point_to_edge(d, a, b)));
}

static bool is_in_triangle(const point2 *t, point2 p)
{
    double a = cross(t[0], t[1], p), b = cross(t[1], t[2], p), c = cross(t[2], t[0], p);
    return (a >= 0.0 && b >= 0.0 && c >= 0.0) || (a <= 0.0 && b <= 0.0 && c <= 0.0);
}

/* By the parity of crossings upwards. */
static bool is_in_polygon(const brute_thing *t, point2 p)
{
    bool inside = false;
    for (uint32_t k = 0; k < t->edge_count; k++) {
        point2 a = t->edges[k][0], b = t->edges[k][1];
        if ((a.x > p.x) != (b.x > p.x) && a.y + (b.y - a.y) * (p.x - a.x) / (b.x - a.x) > p.y)
            inside = !inside;
    }
    return inside;
}

static bool is_inside(const brute_thing *t, point2 p)
{
    for (uint32_t k = 0; k < t->triangle_count; k++)
        if (is_in_triangle(t->triangles[k], p))
            return true;
    return t->solid && t->triangle_count == 0 && is_in_polygon(t, p);
}

static void box_corners(const brute_shape *s, point2 c, point2 corners[4])
{
    double cosine = cos(s->angle), sine = sin(s->angle);
    for (int k = 0; k < 4; k++) {
        double x = k == 0 || k == 3 ? -s->half[0] : s->half[0], y = k < 2 ? -s->half[1] : s->half[1];
        corners[k] = (point2){c.x + cosine * x - sine * y, c.y + sine * x + cosine * y};
    }
}

static bool is_box(const brute_shape *s) { return s->half[0] > 0.0 || s->half[1] > 0.0; }

static double plane_distance(const brute_thing *t, const brute_shape *s, point2 c)
{
    point2 a = t->edges[0][0], b = t->edges[0][1], corners[4] = {c, c, c, c};
    double length = hypot(b.x - a.x, b.y - a.y), least = INFINITY;
    if (is_box(s))
        box_corners(s, c, corners);
    for (int k = 0; k < 4; k++)
        least = fmin(least, cross(a, b, corners[k]) / length);
    return fmax(0.0, least - s->radius);
}

double brute_distance(const brute_thing *t, const brute_shape *s, point2 c)
{
    point2 corners[4];
    double least = INFINITY;
    if (t->half_plane)
        return plane_distance(t, s, c);
    if (is_inside(t, c))
        return 0.0;
    box_corners(s, c, corners);
    for (uint32_t k = 0; k < t->edge_count; k++) {
        point2 a = t->edges[k][0], b = t->edges[k][1];
        if (!is_box(s))
            least = fmin(least, point_to_edge(c, a, b));
        for (int side = 0; side < 4 && is_box(s); side++) {
            least = fmin(least, edge_to_edge(a, b, corners[side], corners[(side + 1) % 4]));
            if (cross(corners[0], corners[1], a) >= 0.0 && cross(corners[1], corners[2], a) >= 0.0 &&
                cross(corners[2], corners[3], a) >= 0.0 && cross(corners[3], corners[0], a) >= 0.0)
                least = 0.0; /* the edge is wholly in the box */
        }
    }
    return fmax(0.0, least - s->radius);
}

double brute_cast(const brute_thing *t, const brute_shape *s, point2 from, point2 to)
{
    double length = hypot(to.x - from.x, to.y - from.y), way = 0.0;
    for (uint32_t round = 0; round < 100000; round++) {
        double u = length > 0.0 ? way / length : 0.0;
        double d = brute_distance(t, s, (point2){from.x + u * (to.x - from.x), from.y + u * (to.y - from.y)});
        if (d < 1e-9)
            return u;
        way += d;
        if (way > length)
            return 2.0;
    }
    return way / length;
}
