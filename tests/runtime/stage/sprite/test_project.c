/* The projection onto the pose complex: exact derivatives, true minima, stable places. The oracle works on the
 * particles, in double, through vv_pose_blend and vv_skin_apply or through its own blend. */
#include "runtime/stage/sprite/project.h"
#include "sprites.h"

/* Eq. 2 with its best rotation, over all particles: Σ m |e|² − 2 |Σ m conj(e) x| + Σ m |x|², about centres. */
static double particle_cost(const vvi_sprite_view *v, const double (*e)[2], const vv_vec2 *x, bool flipped)
{
    double m = 0, mx = 0, my = 0, ex = 0, ey = 0, ee = 0, xx = 0, along = 0, across = 0;
    for (uint32_t i = 0; i < v->particle_count; i++) {
        double w = (double)v->masses[i], px = (double)x[i].x, py = (double)x[i].y, qx = e[i][0], qy = e[i][1];
        qx = flipped ? -qx : qx;
        m += w, mx += w * px, my += w * py, ex += w * qx, ey += w * qy;
        ee += w * (qx * qx + qy * qy), xx += w * (px * px + py * py);
        along += w * (qx * px + qy * py), across += w * (qx * py - qy * px);
    }
    along -= (ex * mx + ey * my) / m, across -= (ex * my - ey * mx) / m;
    ee -= (ex * ex + ey * ey) / m, xx -= (mx * mx + my * my) / m;
    return ee - 2 * hypot(along, across) + xx;
}

/* A handle at weights of three examples: its angle, its linear part by rows, and where its pivot is. */
typedef struct blended_handle {
    double angle, xx, xy, yx, yy, x, y;
} blended_handle;

/* Angles lie within half a circle. A child is composed about its parent, which is blended for each anew. */
static blended_handle blend_handle(const sheet *s, const uint32_t corner[3], const double w[3], uint32_t j)
{
    const vv_handle *h = &s->d.handles[j];
    double angle = 0, xx = 0, xy = 0, yy = 0, tx = 0, ty = 0;
    for (uint32_t k = 0; k < 3 && corner[k] != VV_NONE; k++) {
        vv_handle_pose t = s->turns[corner[k] * SPRITE_HANDLES + j];
        angle += w[k] * (double)t.angle, xx += w[k] * (double)t.xx, xy += w[k] * (double)t.xy;
        yy += w[k] * (double)t.yy, tx += w[k] * (double)t.translation.x, ty += w[k] * (double)t.translation.y;
    }
    blended_handle b = {.angle = angle, .x = (double)h->from.x + tx, .y = (double)h->from.y + ty};
    if (h->parent1 != 0) {
        const vv_handle *up = &s->d.handles[h->parent1 - 1];
        blended_handle p = blend_handle(s, corner, w, h->parent1 - 1);
        double rx = (double)h->from.x - (double)up->from.x, ry = (double)h->from.y - (double)up->from.y;
        b.angle += p.angle;
        b.x = p.x + p.xx * rx + p.xy * ry + cos(p.angle) * tx - sin(p.angle) * ty;
        b.y = p.y + p.yx * rx + p.yy * ry + sin(p.angle) * tx + cos(p.angle) * ty;
    }
    double c = cos(b.angle), n = sin(b.angle);
    b.xx = c * xx - n * xy, b.xy = c * xy - n * yy, b.yx = n * xx + c * xy, b.yy = n * xy + c * yy;
    return b;
}

/* The drawing at weights of three examples, all in double. */
static void blend_particles(const sheet *s, const uint32_t corner[3], const double w[3], double (*e)[2])
{
    const drawing *d = &s->d;
    blended_handle handles[SPRITE_HANDLES];
    for (uint32_t j = 0; j < SPRITE_HANDLES; j++)
        handles[j] = blend_handle(s, corner, w, j);
    for (uint32_t i = 0; i < s->view.particle_count; i++) {
        uint32_t v = s->view.vertices[i];
        double sum = 0;
        e[i][0] = e[i][1] = 0;
        for (uint32_t j = 0; j < SPRITE_HANDLES; j++)
            sum += (double)d->weights[v * SPRITE_HANDLES + j];
        for (uint32_t j = 0; j < SPRITE_HANDLES; j++) {
            const blended_handle *b = &handles[j];
            double rx = (double)d->positions[v].x - (double)d->handles[j].from.x;
            double ry = (double)d->positions[v].y - (double)d->handles[j].from.y;
            double weight = (double)d->weights[v * SPRITE_HANDLES + j] / sum;
            e[i][0] += weight * (b->x + b->xx * rx + b->xy * ry);
            e[i][1] += weight * (b->y + b->yx * rx + b->yy * ry);
        }
    }
}

static double oracle(const sheet *s, const uint32_t corner[3], double u, double v, bool flipped)
{
    double(*e)[2] = calloc(s->view.particle_count, sizeof *e), w[3] = {1 - u - v, u, v};
    blend_particles(s, corner, w, e);
    double cost = particle_cost(&s->view, (const double(*)[2])e, s->x, flipped);
    free(e);
    return cost;
}

/* Cost, slopes and curves against the oracle's values and central differences. */
static void check_derivatives(sheet *s, const uint32_t corner[3], double u, double v, bool flipped)
{
    uint32_t count = corner[2] == VV_NONE ? 2 : 3;
    vvi_projection p = vvi_projection_begin(&s->view, s->x, flipped, s->scratch, vvi_best_width());
    double w[3] = {1 - u - v, u, v}, slope[2], curve[3], h = 1e-4;
    vvi_projection_select(&p, count, corner);
    double origin = vvi_projection_cost(&p, w);
    vvi_projection_gradient(&p, slope);
    vvi_projection_hessian(&p, curve);
    double f00 = oracle(s, corner, u, v, flipped), scale = s->view.energies[0];
    double other[3] = {0.5, 0.3, 0.2};
    if (count == 2)
        other[0] = 0.7, other[2] = 0;
    /* the projection leaves out Σ m |x|²: compare differences */
    double difference = vvi_projection_cost(&p, other) - origin;
    assert_true(fabs(difference - (oracle(s, corner, other[1], other[2], flipped) - f00)) < 2e-6 * scale);
    double fp = oracle(s, corner, u + h, v, flipped), fm = oracle(s, corner, u - h, v, flipped);
    assert_true(fabs(slope[0] - (fp - fm) / (2 * h)) < 4e-6 * scale);
    assert_true(fabs(curve[0] - (fp - 2 * f00 + fm) / (h * h)) < 1e-5 * scale);
    if (count == 2)
        return;
    double gp = oracle(s, corner, u, v + h, flipped), gm = oracle(s, corner, u, v - h, flipped);
    assert_true(fabs(slope[1] - (gp - gm) / (2 * h)) < 4e-6 * scale);
    assert_true(fabs(curve[2] - (gp - 2 * f00 + gm) / (h * h)) < 1e-5 * scale);
    double pp = oracle(s, corner, u + h, v + h, flipped), pm = oracle(s, corner, u + h, v - h, flipped);
    double mp = oracle(s, corner, u - h, v + h, flipped), mm = oracle(s, corner, u - h, v - h, flipped);
    assert_true(fabs(curve[1] - (pp - pm - mp + mm) / (4 * h * h)) < 1e-5 * scale);
}

static void check_all_derivatives(sheet *s)
{
    const uint32_t cases[][3] = {{0, 1, VV_NONE}, {0, 2, 3}, {2, 4, 3}, {0, 4, VV_NONE}, {4, 5, VV_NONE}};
    for (uint32_t i = 0; i < 5; i++)
        for (uint32_t seed = 0; seed < 6; seed++) {
            vvi_random random = vvi_random_seed(seed + 10 * i);
            vvi_sprite_rest(&s->view, sheet_random_place(s, i, &random), seed & 1, s->rest, s->scratch);
            sheet_disturb(s, 0.9f * (float)seed, (vv_vec2){0.3f, -0.2f}, 0.1f, seed);
            double u = 0.2 + 0.4 * (double)vvi_random_unit(&random);
            check_derivatives(s, cases[i], u, cases[i][2] == VV_NONE ? 0.0 : 0.3 * (double)vvi_random_unit(&random),
                              seed & 1);
        }
    sheet_destroy(s);
}

static void derivatives_are_those_of_the_particles(void **state)
{
    (void)state;
    check_all_derivatives(sheet_create(8, 8));
}

static void derivatives_of_trees_are_those_of_the_particles(void **state)
{
    (void)state;
    check_all_derivatives(sheet_create_tree(8, 8));
}

/* The cost of a place through the library's own blend and skin. */
static double cost_at(sheet *s, vv_place place, bool flipped)
{
    double(*e)[2] = calloc(s->view.particle_count, sizeof *e);
    vv_vec2 *rest = calloc((s->view.particle_count + 15u) & ~15u, sizeof *rest);
    vvi_sprite_rest(&s->view, place, flipped, rest, s->scratch);
    for (uint32_t i = 0; i < s->view.particle_count; i++)
        e[i][0] = (double)rest[i].x, e[i][1] = (double)rest[i].y;
    double cost = particle_cost(&s->view, (const double(*)[2])e, s->x, false);
    free(rest);
    free(e);
    return cost;
}

/* The lowest cost over a fine net of places of every simplex. */
static double brute_force(sheet *s, bool flipped)
{
    double least = INFINITY;
    const int n = 40;
    for (uint32_t i = 0; i < vv_complex_simplex_count(s->view.complex); i++) {
        bool triangle = vv_complex_simplex(s->view.complex, i).corner[2] != VV_NONE;
        for (int a = 0; a <= n; a++)
            for (int b = 0; b <= (triangle ? n - a : 0); b++) {
                vv_place place = {i, {(float)(n - a - b) / (float)n, (float)a / (float)n, (float)b / (float)n}};
                double cost = cost_at(s, place, flipped);
                least = cost < least ? cost : least;
            }
    }
    return least;
}

static void check_best_places(sheet *s)
{
    for (uint32_t seed = 0; seed < 12; seed++) {
        vvi_random random = vvi_random_seed(seed);
        uint32_t index = seed % 5;
        bool flipped = seed & 1;
        vv_place target = sheet_random_place(s, index, &random);
        vvi_sprite_rest(&s->view, target, flipped, s->rest, s->scratch);
        sheet_disturb(s, 2.5f * (float)seed, (vv_vec2){0.4f, 0.1f}, seed < 6 ? 0.0f : 0.3f, seed);
        float cost;
        vv_place place =
            vvi_sprite_project(&s->view, s->x, flipped, sheet_random_place(s, index, &random), &cost, s->scratch);
        assert_true(vvi_place_is_valid(s->view.complex, place));
        double reached = cost_at(s, place, flipped), scale = s->view.energies[0];
        assert_true(fabs(reached - (double)cost) < 3e-6 * scale);
        assert_true(reached <= brute_force(s, flipped) + 2e-6 * scale);
        if (seed < 6) /* nothing was disturbed: the shape itself is found */
            assert_true(reached < 1e-6 * scale);
    }
    sheet_destroy(s);
}

static void the_place_is_the_best_of_all(void **state)
{
    (void)state;
    check_best_places(sheet_create(6, 6));
    check_best_places(sheet_create_tree(6, 6));
}

static void every_width_finds_the_same_place(void **state)
{
    (void)state;
    for (uint32_t columns = 1; columns < 30; columns += 3) {
        sheet *s = sheet_create(columns, 5);
        vvi_random random = vvi_random_seed(columns);
        for (uint32_t index = 0; index < 5; index++) {
            vvi_sprite_rest(&s->view, sheet_random_place(s, index, &random), false, s->rest, s->scratch);
            sheet_disturb(s, 1.0f, (vv_vec2){0, 0}, 0.2f, columns);
            for (uint32_t i = s->view.particle_count; i % 16 != 0; i++)
                s->x[i] = (vv_vec2){NAN, INFINITY}; /* what follows the particles must not matter */
            vv_place from = sheet_random_place(s, index, &random), first = from;
            float first_cost = 0.0f, cost;
            for (int width = VVI_WIDTH_PLAIN; width <= (int)vvi_best_width(); width++) {
                vv_place place =
                    vvi_sprite_project_width(&s->view, s->x, false, from, &cost, s->scratch, (vvi_width)width);
                if (width == VVI_WIDTH_PLAIN)
                    first = place, first_cost = cost;
                assert_memory_equal(&first, &place, sizeof place);
                assert_memory_equal(&first_cost, &cost, sizeof cost);
            }
        }
        sheet_destroy(s);
    }
}

/* Where the best place lies on a corner that many simplices share, it stays in the simplex it was in, whichever that
 * is. */
static void places_that_simplices_share_do_not_flicker(void **state)
{
    (void)state;
    sheet *s = sheet_create(8, 8);
    vvi_sprite_rest(&s->view, vv_complex_at_example(s->view.complex, 0), false, s->rest, s->scratch);
    for (uint32_t seed = 0; seed < 20; seed++) {
        const vv_place at_rest[3] = {{0, {1, 0, 0}}, {1, {1, 0, 0}}, {2, {1, 0, 0}}};
        sheet_disturb(s, (float)seed, (vv_vec2){0.1f, 0.3f}, seed == 0 ? 0.0f : 1e-4f, seed);
        for (int k = 0; k < 3; k++) {
            vv_place once = vvi_sprite_project(&s->view, s->x, false, at_rest[k], NULL, s->scratch);
            vv_place twice = vvi_sprite_project(&s->view, s->x, false, once, NULL, s->scratch);
            assert_int_equal(once.simplex, twice.simplex);
            for (int c = 0; c < 3; c++)
                assert_true(fabsf(once.weights[c] - twice.weights[c]) < 1e-5f);
            if (seed == 0)
                assert_int_equal(once.simplex, at_rest[k].simplex);
        }
    }
    sheet_destroy(s);
}

/* Examples whose angles go all the way round: three handles' worth of convention of vv_pose_blend. */
static void angles_all_round_are_blended_as_poses_are(void **state)
{
    (void)state;
    static const float angles[][3] = {{0.0f, 2.2f, -2.0f},   {3.0f, -3.0f, 0.5f}, {0.0f, VV_PI, -0.1f},
                                      {-1.57f, 1.58f, 3.1f}, {9.0f, -7.0f, 1.0f}, {0.0f, VV_PI, 1.0f}};
    for (uint32_t kind = 0; kind < 6; kind++) {
        sheet *s = calloc(1, sizeof *s);
        sheet_def(s, 7, 7);
        for (uint32_t e = 0; e < 3; e++)
            for (uint32_t j = 0; j < 2; j++) /* the others keep their places, so that rotation is not all */
                s->turns[e * SPRITE_HANDLES + j] =
                    (vv_handle_pose){{0.05f * (float)e, 0}, angles[kind][e], 1.0f, 0.0f, 1.0f + 0.1f * (float)e};
        static const vv_simplex simplices[] = {{{0, 1, 2}}, {{3, 4, VV_NONE}}};
        vv_complex_destroy(s->complex, NULL);
        vv_complex_def complex = {.example_count = SPRITE_EXAMPLES, .simplex_count = 2, .simplices = simplices};
        assert_int_equal(vv_complex_create(&complex, NULL, &s->complex, NULL), VV_OK);
        s->def.complex = s->complex;
        sheet_make(s);
        double scale = s->view.energies[0];
        for (uint32_t seed = 0; seed < 12; seed++) {
            vvi_random random = vvi_random_seed(seed);
            vv_place target = sheet_random_place(s, 0, &random), from = target;
            vvi_sprite_rest(&s->view, target, false, s->rest, s->scratch);
            sheet_disturb(s, 0.4f, (vv_vec2){0, 0}, 0.0f, seed);
            float cost;
            vv_place place = vvi_sprite_project(&s->view, s->x, false, from, &cost, s->scratch);
            assert_true(fabs(cost_at(s, place, false) - (double)cost) < 5e-6 * scale);
            assert_true(cost_at(s, place, false) < 5e-6 * scale);
            /* from elsewhere: at least no worse than any of the corners */
            place = vvi_sprite_project(&s->view, s->x, false, sheet_random_place(s, 0, &random), &cost, s->scratch);
            assert_true(fabs(cost_at(s, place, false) - (double)cost) < 5e-6 * scale);
            for (uint32_t e = 0; e < 3; e++) {
                vv_place corner = {0, {e == 0, e == 1, e == 2}};
                assert_true(cost_at(s, place, false) <= cost_at(s, corner, false) + 5e-6 * scale);
            }
        }
        sheet_destroy(s);
    }
}

/* A place moves on with the shape, through simplices that share a corner, as a shape goes from one example to
 * another. */
static void the_place_follows_the_shape_across_corners(void **state)
{
    (void)state;
    sheet *s = sheet_create(9, 9);
    vv_place place = vv_complex_at_example(s->view.complex, 1), target = place;
    vv_place goal = vv_complex_at_example(s->view.complex, 5);
    for (int step = 0; step < 200; step++) {
        target = vv_complex_advance(s->view.complex, target, goal, 0.02f);
        vvi_sprite_rest(&s->view, target, false, s->rest, s->scratch);
        sheet_disturb(s, 0.05f * (float)step, (vv_vec2){0.01f * (float)step, 0}, 0.0f, 1);
        place = vvi_sprite_project(&s->view, s->x, false, place, NULL, s->scratch);
        float found[SPRITE_EXAMPLES], wanted[SPRITE_EXAMPLES];
        vv_complex_weights(s->view.complex, place, found);
        vv_complex_weights(s->view.complex, target, wanted);
        for (int e = 0; e < SPRITE_EXAMPLES; e++)
            assert_true(fabsf(found[e] - wanted[e]) < 2e-4f);
    }
    sheet_destroy(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_are_those_of_the_particles),
        cmocka_unit_test(derivatives_of_trees_are_those_of_the_particles),
        cmocka_unit_test(the_place_is_the_best_of_all),
        cmocka_unit_test(every_width_finds_the_same_place),
        cmocka_unit_test(places_that_simplices_share_do_not_flicker),
        cmocka_unit_test(angles_all_round_are_blended_as_poses_are),
        cmocka_unit_test(the_place_follows_the_shape_across_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
