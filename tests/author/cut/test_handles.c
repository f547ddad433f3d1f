/* Points are vertices and bones chains of edges, wherever they are. */
#include "check.h"
#include "draw.h"

static bool gingerbread(double x, double y)
{
    return in_disc(x, y, 100, 45, 32) || in_disc(x, y, 100, 115, 45) || (fabs(y - 95) < 13 && fabs(x - 100) < 85) ||
           (fabs(fabs(x - 100) - 25) < 14 && y > 115 && y < 190);
}
static bool ring(double x, double y) { return in_disc(x, y, 100, 100, 80) && !in_disc(x, y, 100, 100, 40); }
static bool strip(double x, double y) { return fabs(y - 100) < 10 && x > 10 && x < 190; }

static double distance_to_segment(vv_vec2 p, vv_vec2 a, vv_vec2 b)
{
    double ux = (double)b.x - (double)a.x, uy = (double)b.y - (double)a.y;
    double px = (double)p.x - (double)a.x, py = (double)p.y - (double)a.y, length = ux * ux + uy * uy;
    double t = length > 0.0 ? (ux * px + uy * py) / length : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return hypot(px - t * ux, py - t * uy);
}

static double distance_to_outline(const checked *c, vv_vec2 p)
{
    double least = 1e300;
    for (size_t i = 0; i < c->adjacency.boundary_count; ++i) {
        double d = distance_to_segment(p, c->cut->positions[c->adjacency.boundary[2 * i]],
                                       c->cut->positions[c->adjacency.boundary[2 * i + 1]]);
        least = d < least ? d : least;
    }
    return least;
}

static bool is_inside(const checked *c, vv_vec2 p)
{
    vv_mesh_point at;
    return vv_mesh_pick(&c->mesh, NULL, (vv_vec2){p.x, -p.y}, &at);
}

/* A point inside is where it was asked to be, up to the grid; near the outline or outside it goes to the nearest place
 * of the outline. */
static void check_points(const checked *c)
{
    for (uint32_t i = 0; i < c->def->point_count; ++i) {
        vv_vec2 wanted = c->def->points[i], got = c->cut->positions[c->cut->point_vertices[i]];
        double moved = hypot((double)wanted.x - (double)got.x, (double)wanted.y - (double)got.y);
        double far = distance_to_outline(c, wanted);
        bool inside = is_inside(c, wanted);
        if (inside && far > 0.3) {
            if (moved > 0.07) /* a point within a sixteenth of a pixel of another shares its vertex */
                fail_msg("point %u moved by %g", i, moved);
        } else if (!inside || far < 0.2) {
            assert_true(c->next[c->cut->point_vertices[i]] != VV_NONE);
            assert_true(moved <= far * (1.0 + 1e-6) + 0.27);
        }
    }
}

/* Whether p lies on an edge of the mesh that keeps within `far` of the bone at both ends. */
static bool on_chain(const checked *c, const vv_cut_bone *bone, vv_vec2 p, double far)
{
    for (size_t e = 0; e < c->adjacency.edge_count; ++e) {
        vv_vec2 a = c->cut->positions[c->adjacency.edges[2 * e]], b = c->cut->positions[c->adjacency.edges[2 * e + 1]];
        if (distance_to_segment(p, a, b) <= far && distance_to_segment(a, bone->from, bone->to) <= far &&
            distance_to_segment(b, bone->from, bone->to) <= far)
            return true;
    }
    return false;
}

static bool on_vertex(const checked *c, vv_vec2 p, double far)
{
    for (size_t v = 0; v < c->cut->vertex_count; ++v)
        if (distance_to_segment(p, c->cut->positions[v], c->cut->positions[v]) <= far)
            return true;
    return false;
}

/* Along a bone, every place inside lies on such an edge. Vertices that are a sixth of a pixel beside count as on it. */
static void check_bones(const checked *c)
{
    for (uint32_t i = 0; i < c->def->bone_count; ++i)
        for (int k = 0; k <= 200; ++k) {
            const vv_cut_bone *bone = &c->def->bones[i];
            bool point = bone->from.x == bone->to.x && bone->from.y == bone->to.y;
            vv_vec2 p = vv_vec2_lerp(bone->from, bone->to, (float)k / 200.0f);
            if (is_inside(c, p) && distance_to_outline(c, p) > 0.6 &&
                !(point ? on_vertex(c, p, 0.07) : on_chain(c, bone, p, 0.27)))
                fail_msg("bone %u is no edge at %g, %g", i, (double)p.x, (double)p.y);
        }
}

static void cut_with(shape_function shape, vv_cut_def *def, bool angles)
{
    vv_image image = draw(200, 200, shape);
    const uint32_t wanted[3] = {60, 300, 2000};
    for (int k = 0; k < 3; ++k) {
        def->vertices = wanted[k];
        vv_cut cut;
        vv_error error = {0};
        if (vv_cut_image(&image, def, NULL, NULL, &cut, &error) != VV_OK)
            fail_msg("%s", error.message);
        checked c;
        check_valid(&image, def, &cut, &c);
        if (angles)
            check_angles(&c);
        check_cover(&c);
        check_points(&c);
        check_bones(&c);
        release_checked(&c);
        vv_cut_destroy(&cut, def, NULL);
    }
    vv_image_destroy(&image, NULL);
}

static void cut_with_points(shape_function shape, const vv_vec2 *points, uint32_t count)
{
    vv_cut_def def = vv_default_cut_def();
    def.points = points;
    def.point_count = count;
    cut_with(shape, &def, true);
}

static void cut_with_bones(shape_function shape, const vv_cut_bone *bones, uint32_t count)
{
    vv_cut_def def = vv_default_cut_def();
    def.bones = bones;
    def.bone_count = count;
    cut_with(shape, &def, true);
}

static void points_where_an_artist_puts_them(void **state)
{
    (void)state;
    const vv_vec2 points[6] = {{100, 45}, {100, 115}, {25, 95}, {175, 95}, {75, 180}, {125, 180}};
    cut_with_points(gingerbread, points, 6);
}

static void points_on_each_other_and_on_one_pixel(void **state)
{
    (void)state;
    const vv_vec2 points[6] = {{100.2f, 80.3f},   {100.2f, 80.3f}, {100.7f, 80.8f},
                               {100.21f, 80.31f}, {101, 80},       {100, 81}};
    cut_with_points(gingerbread, points, 6);
}

static void points_near_on_and_beyond_the_outline(void **state)
{
    (void)state;
    vv_vec2 points[40];
    for (int i = 0; i < 40; ++i)
        points[i] = (vv_vec2){180.0f + 0.13f * (float)i, 90.0f + 0.5f * (float)i};
    cut_with_points(gingerbread, points, 40);
    const vv_vec2 beyond[6] = {{-50, -50}, {1e30f, -1e30f}, {100, 100}, {199, 1}, {-1e9f, 100}, {100, 101}};
    cut_with_points(ring, beyond, 6); /* two of them in the hole */
}

static void random_points(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(4);
    for (int round = 0; round < 6; ++round) {
        vv_vec2 points[64];
        for (int i = 0; i < 64; ++i)
            points[i] = (vv_vec2){200 * vvi_random_unit(&random), 200 * vvi_random_unit(&random)};
        cut_with_points(round % 2 ? gingerbread : ring, points, 8u << (round / 2));
    }
}

static void bones_of_a_skeleton(void **state)
{
    (void)state;
    const vv_cut_bone bones[7] = {{{100, 115}, {100, 70}}, {{100, 70}, {100, 30}}, {{100, 95}, {60, 95}},
                                  {{60, 95}, {20, 95}},    {{100, 95}, {180, 95}}, {{100, 115}, {75, 180}},
                                  {{100, 115}, {125, 180}}};
    cut_with_bones(gingerbread, bones, 7);
}

static void bones_that_cross_holes_and_each_other(void **state)
{
    (void)state;
    const vv_cut_bone bones[5] = {{{5, 100}, {195, 100}},
                                  {{100, 0}, {100, 200}},
                                  {{30, 40}, {170, 161}},
                                  {{30, 160}, {171, 40}},
                                  {{-500, 77}, {900, 123}}};
    cut_with_bones(ring, bones, 5);
    const vv_cut_bone twins[4] = {
        {{20, 95}, {180, 95}}, {{180, 95}, {20, 95}}, {{20, 95}, {180, 97}}, {{60, 95}, {140, 95}}};
    cut_with_bones(gingerbread, twins, 4);
}

/* A quarter of a degree from the outline and from each other, so that nearly everything is excused: only valid. */
static void bones_along_the_outline(void **state)
{
    (void)state;
    for (int i = 0; i < 12; ++i) {
        float y = 88.0f + 0.25f * (float)i;
        const vv_cut_bone bones[2] = {{{15, y}, {185, y}}, {{15, y}, {185, y + 0.7f}}};
        vv_cut_def def = vv_default_cut_def();
        def.bones = bones, def.bone_count = 2;
        cut_with(strip, &def, false);
    }
}

static void bones_of_no_length_and_outside(void **state)
{
    (void)state;
    const vv_cut_bone bones[5] = {{{100, 100}, {100, 100}},
                                  {{-5, -5}, {-5, -5}},
                                  {{-50, 10}, {300, 1}},
                                  {{1e20f, 0}, {1e20f, 5}},
                                  {{100, 100}, {1e20f, 1e20f}}};
    cut_with_bones(strip, bones, 5);
}

static void random_bones_and_points(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(11);
    for (int round = 0; round < 12; ++round) {
        vv_vec2 points[8];
        vv_cut_bone bones[8];
        for (int i = 0; i < 8; ++i) {
            points[i] = (vv_vec2){200 * vvi_random_unit(&random), 200 * vvi_random_unit(&random)};
            bones[i].from = i % 3 ? bones[i - 1].to : points[i];
            bones[i].to = (vv_vec2){240 * vvi_random_unit(&random) - 20, 240 * vvi_random_unit(&random) - 20};
        }
        vv_cut_def def = vv_default_cut_def();
        def.points = points, def.point_count = 8;
        def.bones = bones, def.bone_count = 1u + (uint32_t)round % 8;
        cut_with(round % 2 ? gingerbread : ring, &def, true);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_where_an_artist_puts_them),
        cmocka_unit_test(points_on_each_other_and_on_one_pixel),
        cmocka_unit_test(points_near_on_and_beyond_the_outline),
        cmocka_unit_test(random_points),
        cmocka_unit_test(bones_of_a_skeleton),
        cmocka_unit_test(bones_that_cross_holes_and_each_other),
        cmocka_unit_test(bones_along_the_outline),
        cmocka_unit_test(bones_of_no_length_and_outside),
        cmocka_unit_test(random_bones_and_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
