/* The search for rows against a brute force in doubles over all edges: what passes an outline of many edges is stopped
 * at the edge that it passes first, however far both move, and what is near one has a row before the nearest. */
#include "tests/testing.h"

#include "runtime/stage/contact.h"

#include <math.h>
#include <string.h>

enum { EDGES = 150, POINTS = 400 };

typedef struct scene {
    contacts c;
    near_edge near[EDGES];
    near_four fours[EDGES / 4 + 1];
    vector_box boxes[EDGES / NEAR_CHUNK + 1];
    contact_point found[POINTS];
    vv_vec2 outline[EDGES], outline0[EDGES], points[POINTS], points0[POINTS];
} scene;

static float between(vvi_random *random, float low, float high) { return low + (high - low) * vvi_random_unit(random); }

/* A star of random rays about the origin, that moves by `way`, and points all about that move by up to `most`. */
static void scatter(scene *s, uint64_t seed, vv_vec2 way, float most)
{
    vvi_random random = vvi_random_seed(seed);
    for (int i = 0; i < EDGES; i++) {
        float sine, cosine, radius = between(&random, 0.9f, 1.1f);
        vv_sin_cos(2.0f * VV_PI * (float)i / (float)EDGES, &sine, &cosine);
        s->outline0[i] = (vv_vec2){radius * cosine, radius * sine};
        s->outline[i] = vv_vec2_add(s->outline0[i], way);
    }
    for (int i = 0; i < POINTS; i++) {
        float x = between(&random, -3.0f, 3.0f), y = between(&random, -3.0f, 3.0f);
        float dx = between(&random, -most, most), dy = between(&random, -most, most);
        s->points0[i] = (vv_vec2){x, y};
        s->points[i] = (vv_vec2){x + dx, y + dy};
    }
}

static void search_rows(scene *s, float margin, float travel)
{
    s->c = (contacts){.edge_capacity = EDGES, .found_capacity = POINTS};
    s->c.near_edges = s->near;
    s->c.near_fours = s->fours;
    s->c.near_boxes = s->boxes;
    s->c.found = s->found;
    const side points = {.x = s->points, .x0 = s->points0, .start = s->points0, .point_count = POINTS, .sign = 1.0f};
    const side edges = {.x = s->outline,
                        .x0 = s->outline0,
                        .start = s->outline0,
                        .point_count = EDGES,
                        .edge_count = EDGES,
                        .sign = 1.0f};
    const reach where = {.low = {-100, -100}, .high = {100, 100}, .margin = margin, .travel = travel};
    vvi_collide_outlines(&s->c, &points, &edges, &where);
}

static const contact_point *find_row(const scene *s, uint32_t point)
{
    for (uint32_t k = 0; k < s->c.found_count; k++)
        if (s->found[k].a.i == point)
            return &s->found[k];
    return NULL;
}

/* The edge that the way of a point, seen from the outline, passes first from outside to inside; −1: none. Edges run
 * with the inside on their left. */
static int first_passed(const scene *s, vv_vec2 way, int point)
{
    double px = (double)s->points0[point].x, py = (double)s->points0[point].y, first = 2.0;
    double vx = (double)s->points[point].x - (double)way.x - px, vy = (double)s->points[point].y - (double)way.y - py;
    int best = -1;
    for (int k = 0; k < EDGES; k++) {
        vv_vec2 a = s->outline0[k], b = s->outline0[(k + 1) % EDGES];
        double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y;
        double qx = (double)a.x - px, qy = (double)a.y - py, det = vx * ey - vy * ex;
        double time = (qx * ey - qy * ex) / det, t = (qx * vy - qy * vx) / det;
        if (det < 0.0 && time >= 0.0 && time <= 1.0 && t >= 0.0 && t <= 1.0 && time < first)
            first = time, best = k;
    }
    return best;
}

static void what_passes_is_stopped_at_the_first_edge(void **state)
{
    (void)state;
    static scene s;
    int passed = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        vv_vec2 way = {0.1f * (float)(seed % 7), -0.2f * (float)(seed % 5)};
        scatter(&s, seed, way, 0.1f * (float)seed);
        search_rows(&s, 1.0e-4f, 10.0f);
        for (int i = 0; i < POINTS; i++) {
            int edge = first_passed(&s, way, i);
            const contact_point *r = find_row(&s, (uint32_t)i);
            passed += edge >= 0;
            if (edge < 0)
                continue;
            assert_non_null(r);
            int off = ((int)r->b.i - edge + EDGES) % EDGES;
            assert_true(off <= 1 || off == EDGES - 1); /* at a corner either will do */
        }
    }
    assert_true(passed > 1000);
}

static double distance_to_edge(vv_vec2 p, vv_vec2 a, vv_vec2 b)
{
    double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y;
    double qx = (double)p.x - (double)a.x, qy = (double)p.y - (double)a.y;
    double t = fmin(1.0, fmax(0.0, (qx * ex + qy * ey) / (ex * ex + ey * ey)));
    return hypot(qx - t * ex, qy - t * ey);
}

static void what_is_near_has_a_row_before_the_nearest_edge(void **state)
{
    (void)state;
    static scene s;
    const float margin = 0.05f;
    int near = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        scatter(&s, seed, (vv_vec2){0.0f, 0.0f}, 0.0f);
        search_rows(&s, margin, 0.0f);
        for (int i = 0; i < POINTS; i++) {
            double nearest = INFINITY;
            for (int k = 0; k < EDGES; k++)
                nearest = fmin(nearest, distance_to_edge(s.points[i], s.outline[k], s.outline[(k + 1) % EDGES]));
            const contact_point *r = find_row(&s, (uint32_t)i);
            if (r)
                assert_true(nearest <=
                            2.5 * (double)margin); /* inside it looks twice as far, and beyond ends by half */
            if (nearest > 0.4 * (double)margin)
                continue;
            near++;
            assert_non_null(r);
            assert_true(fabs((double)r->separation) <= nearest + 1.0e-5);
        }
    }
    assert_true(near > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_passes_is_stopped_at_the_first_edge),
        cmocka_unit_test(what_is_near_has_a_row_before_the_nearest_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
