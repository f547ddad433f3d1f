/* Shape matching against naive loops in double, momentum, convergence, and the same bits in every width. */
#include "runtime/mesh/mesh.h"
#include "sprites.h"

typedef struct momentum {
    double x, y, turn; /* Σ m x, Σ m y, Σ m x × (x − before) */
} momentum;

static momentum momentum_of(const sheet *s, const vv_vec2 *before)
{
    momentum p = {0, 0, 0};
    for (uint32_t i = 0; i < s->view.particle_count; i++) {
        double m = (double)s->view.masses[i], x = (double)s->x[i].x, y = (double)s->x[i].y;
        p.x += m * x;
        p.y += m * y;
        p.turn +=
            m * ((double)before[i].x * (y - (double)before[i].y) - (double)before[i].y * (x - (double)before[i].x));
    }
    return p;
}

static vv_vec2 *copy_of(const sheet *s)
{
    vv_vec2 *copy = vvi_allocate(NULL, s->view.particle_count + VVI_SPRITE_PADDING, sizeof *copy);
    memcpy(copy, s->x, s->view.particle_count * sizeof *copy);
    return copy;
}

static void drop(const sheet *s, vv_vec2 *copy)
{
    vvi_release(NULL, copy, s->view.particle_count + VVI_SPRITE_PADDING, sizeof *copy);
}

static void set_up(sheet *s, uint32_t seed, float noise)
{
    vvi_random random = vvi_random_seed(seed);
    vvi_sprite_rest(&s->view, sheet_random_place(s, seed % 5, &random), seed & 1, s->rest, s->scratch);
    sheet_disturb(s, 1.7f * (float)seed, (vv_vec2){0.05f, -0.02f}, noise, seed);
}

/* ---- The whole --------------------------------------------------------------------------------------------------- */

/* Σ m |R e + t − x|² for an angle, with the best t. */
static double cost_of_angle(const sheet *s, double angle)
{
    double m = 0, sx = 0, sy = 0, c = cos(angle), t = sin(angle), sum = 0;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < s->view.particle_count; i++) {
            double w = (double)s->view.masses[i], ex = (double)s->rest[i].x, ey = (double)s->rest[i].y;
            double dx = (double)s->x[i].x - (c * ex - t * ey), dy = (double)s->x[i].y - (t * ex + c * ey);
            if (pass == 0) {
                m += w, sx += w * dx, sy += w * dy;
            } else {
                dx -= sx / m, dy -= sy / m;
                sum += w * (dx * dx + dy * dy);
            }
        }
    return sum;
}

static void no_angle_fits_better(void **state)
{
    (void)state;
    sheet *s = sheet_create(7, 5);
    for (uint32_t seed = 0; seed < 10; seed++) {
        set_up(s, seed, seed < 5 ? 0.2f : 2.0f);
        vvi_fit fit = vvi_match_fit(&s->view, s->rest, s->x);
        double own = atan2((double)fit.sine, (double)fit.cosine), reached = cost_of_angle(s, own);
        assert_true(fabs((double)(fit.cosine * fit.cosine + fit.sine * fit.sine) - 1.0) < 1e-6);
        for (int a = 0; a < 2000; a++)
            assert_true(reached <= cost_of_angle(s, 6.283185307 * a / 2000) * (1 + 1e-6));
        assert_true(reached <= cost_of_angle(s, own + 1e-3) && reached <= cost_of_angle(s, own - 1e-3));
    }
    sheet_destroy(s);
}

static void the_whole_keeps_momentum_and_reaches_the_rest_shape(void **state)
{
    (void)state;
    sheet *s = sheet_create(13, 9);
    for (uint32_t seed = 0; seed < 10; seed++) {
        set_up(s, seed, 0.3f);
        vv_vec2 *before = copy_of(s);
        momentum p = momentum_of(s, before);
        vvi_match_global(&s->view, s->rest, 0.4f, s->x);
        momentum q = momentum_of(s, before);
        double scale = (double)s->view.mass * (double)s->view.size;
        assert_true(fabs(p.x - q.x) < 2e-8 * scale && fabs(p.y - q.y) < 2e-8 * scale);
        assert_true(fabs(q.turn) < 1e-7 * scale * (double)s->view.size);
        for (int i = 0; i < 60; i++)
            vvi_match_global(&s->view, s->rest, 0.5f, s->x);
        vvi_fit fit = vvi_match_fit(&s->view, s->rest, s->x);
        assert_true(cost_of_angle(s, atan2((double)fit.sine, (double)fit.cosine)) <
                    1e-12 * scale * (double)s->view.size);
        drop(s, before);
    }
    sheet_destroy(s);
}

/* ---- Neighbourhoods ---------------------------------------------------------------------------------------------- */

/* For each vertex, the vertices at most `ring` edges away, itself included. */
typedef struct neighbourhoods {
    uint32_t *starts;  /* [vertex_count + 1] into `members` */
    uint32_t *members; /* [starts[vertex_count]] */
} neighbourhoods;

/* As many rounds over all edges as a ring is wide; a distance of ring + 1 means not reached. */
static neighbourhoods list_neighbourhoods(const vvi_adjacency *a, uint32_t ring)
{
    uint32_t n = a->vertex_count;
    neighbourhoods out = {calloc((size_t)n + 1, sizeof(uint32_t)), calloc((size_t)n * n, sizeof(uint32_t))};
    uint32_t *distances = calloc(n, sizeof *distances);
    for (uint32_t c = 0; c < n; c++) {
        for (uint32_t i = 0; i < n; i++)
            distances[i] = i == c ? 0 : ring + 1;
        for (uint32_t round = 0; round < ring; round++)
            for (uint32_t e = 0; e < 2 * a->edge_count; e++) {
                uint32_t from = a->edges[e], to = a->edges[e ^ 1];
                if (distances[from] == round && distances[to] > round + 1)
                    distances[to] = round + 1;
            }
        out.starts[c + 1] = out.starts[c];
        for (uint32_t i = 0; i < n; i++)
            if (distances[i] <= ring)
                out.members[out.starts[c + 1]++] = i;
    }
    free(distances);
    return out;
}

/* Eq. 9–10 as they are printed, with masses divided by the number of neighbourhoods, in double, from the mesh's own
 * rings. goals[vertex_count][2]. */
static void naive_goals(const sheet *s, uint32_t ring, double (*goals)[2])
{
    const vvi_sprite_view *v = &s->view;
    vvi_adjacency adjacency;
    assert_int_equal(vvi_adjacency_create(&s->def.mesh, NULL, &adjacency, NULL), VV_OK);
    neighbourhoods rings = list_neighbourhoods(&adjacency, ring);
    memset(goals, 0, v->particle_count * sizeof *goals);
    for (uint32_t c = 0; c < v->particle_count; c++) {
        double m = 0, ex = 0, ey = 0, xx = 0, xy = 0, along = 0, across = 0;
        for (int pass = 0; pass < 3; pass++)
            for (uint32_t k = rings.starts[c]; k < rings.starts[c + 1]; k++) {
                uint32_t vertex = rings.members[k], i = v->particles[vertex];
                double n = (double)(rings.starts[vertex + 1] - rings.starts[vertex]), w = (double)v->masses[i] / n;
                double ax = (double)s->rest[i].x, ay = (double)s->rest[i].y, bx = (double)s->x[i].x,
                       by = (double)s->x[i].y;
                if (pass == 0) {
                    m += w, ex += w * ax, ey += w * ay, xx += w * bx, xy += w * by;
                    continue;
                }
                double px = ax - ex / m, py = ay - ey / m, qx = bx - xx / m, qy = by - xy / m;
                if (pass == 1) {
                    along += w * (px * qx + py * qy), across += w * (px * qy - py * qx);
                    continue;
                }
                double length = hypot(along, across), co = length > 0 ? along / length : 1,
                       si = length > 0 ? across / length : 0;
                goals[vertex][0] += (co * px - si * py + xx / m) / n;
                goals[vertex][1] += (si * px + co * py + xy / m) / n;
            }
    }
    free(rings.starts);
    free(rings.members);
    vvi_adjacency_destroy(&adjacency);
}

static double worst_error(const sheet *s, double (*goals)[2], const vv_vec2 *before, double k)
{
    double worst = 0;
    for (uint32_t i = 0; i < s->view.particle_count; i++) {
        uint32_t v = s->view.vertices[i];
        double x = (double)before[i].x + k * (goals[v][0] - (double)before[i].x);
        double y = (double)before[i].y + k * (goals[v][1] - (double)before[i].y);
        double error = hypot(x - (double)s->x[i].x, y - (double)s->x[i].y);
        worst = error > worst ? error : worst;
    }
    return worst;
}

static void rings_are_those_of_the_paper(void **state)
{
    (void)state;
    for (uint32_t ring = 1; ring <= 8; ring++) {
        sheet *s = calloc(1, sizeof *s);
        sheet_def(s, 17, 6 + ring);
        drawing_add_grid(&s->d, 3, 2, (vv_vec2){0, 0}, (vv_vec2){0.5f, 0.5f}, 0.3f); /* a second layer on top */
        free(s->d.weights);
        free(s->d.handles);
        static const vv_vec2 places[SPRITE_HANDLES] = {{-0.8f, 0}, {0.8f, 0}, {0, 0.1f}, {0, 0.9f}, {0.1f, -0.9f}};
        drawing_add_handles(&s->d, SPRITE_HANDLES, places, 1.6f);
        s->def.mesh = drawing_mesh(&s->d);
        s->def.handles = s->d.handles;
        s->def.weights = s->d.weights;
        s->def.ring = ring;
        sheet_make(s);
        double(*goals)[2] = calloc(s->view.particle_count, sizeof *goals);
        for (uint32_t seed = 0; seed < 6; seed++) {
            set_up(s, seed, seed < 3 ? 0.02f : 0.3f);
            vv_vec2 *before = copy_of(s);
            naive_goals(s, ring, goals);
            vvi_match_rings(&s->view, s->rest, 0.7f, s->x, s->scratch);
            assert_true(worst_error(s, goals, before, (double)0.7f) < (seed < 3 ? 3e-7 : 1e-5) * (double)s->view.size);
            drop(s, before);
        }
        free(goals);
        sheet_destroy(s);
    }
}

/* Prefix sums of many particles lose digits, but only those of the deformation: with neighbourhoods 1/40 as wide as the
 * drawing, their moments of inertia are right to half a percent. */
static void rings_of_large_drawings_keep_their_digits(void **state)
{
    (void)state;
    sheet *s = sheet_create(130, 130);
    double(*goals)[2] = calloc(s->view.particle_count, sizeof *goals);
    for (uint32_t seed = 0; seed < 3; seed++) {
        float noise = 0.3f * s->view.spacing;
        set_up(s, seed, noise);
        vv_vec2 *before = copy_of(s);
        naive_goals(s, 3, goals);
        vvi_match_rings(&s->view, s->rest, 1.0f, s->x, s->scratch);
        double worst = worst_error(s, goals, before, 1.0);
        assert_true(worst < 5e-3 * (double)noise);
        drop(s, before);
    }
    free(goals);
    sheet_destroy(s);
}

static void rings_keep_momentum_and_leave_rigid_motions_alone(void **state)
{
    (void)state;
    sheet *s = sheet_create(30, 30);
    double scale = (double)s->view.mass * (double)s->view.size;
    for (uint32_t seed = 0; seed < 6; seed++) {
        set_up(s, seed, 0.05f);
        vv_vec2 *before = copy_of(s);
        momentum p = momentum_of(s, before);
        vvi_match_rings(&s->view, s->rest, 0.4f, s->x, s->scratch);
        momentum q = momentum_of(s, before);
        assert_true(fabs(p.x - q.x) < 2e-8 * scale && fabs(p.y - q.y) < 2e-8 * scale);
        assert_true(fabs(q.turn) < 1e-7 * scale * (double)s->view.size);
        drop(s, before);
        set_up(s, seed, 0.0f);
        before = copy_of(s);
        vvi_match_rings(&s->view, s->rest, 1.0f, s->x, s->scratch);
        for (uint32_t i = 0; i < s->view.particle_count; i++)
            assert_true(vv_vec2_distance(before[i], s->x[i]) < 5e-7f * s->view.size);
        drop(s, before);
    }
    sheet_destroy(s);
}

static double strain(const sheet *s)
{
    vvi_fit fit = vvi_match_fit(&s->view, s->rest, s->x);
    return cost_of_angle(s, atan2((double)fit.sine, (double)fit.cosine));
}

static void repeated_rings_come_to_the_rest_shape(void **state)
{
    (void)state;
    sheet *s = sheet_create(8, 8);
    set_up(s, 3, 0.05f);
    double start = strain(s), last = start;
    for (int i = 0; i < 40; i++) {
        for (int k = 0; k < 20; k++)
            vvi_match_rings(&s->view, s->rest, 0.9f, s->x, s->scratch);
        double now = strain(s);
        assert_true(now <= last * (1 + 1e-6) + 1e-9 * start);
        last = now;
    }
    assert_true(last < 1e-6 * start);
    sheet_destroy(s);
}

/* Everything in one point, on one line, inside out: finite, and where there is no rotation the drawing only comes
 * together. */
static void collapsed_shapes_stay_finite(void **state)
{
    (void)state;
    sheet *s = sheet_create(9, 9);
    for (int kind = 0; kind < 4; kind++) {
        set_up(s, 2, 0.0f);
        for (uint32_t i = 0; i < s->view.particle_count; i++)
            s->x[i] = kind == 0   ? (vv_vec2){1.0f, 2.0f}
                      : kind == 1 ? (vv_vec2){s->x[i].x, 0.0f}
                      : kind == 2 ? (vv_vec2){-s->x[i].x, s->x[i].y}
                                  : (vv_vec2){1e-20f * s->x[i].x, 1e-20f * s->x[i].y};
        for (int k = 0; k < 30; k++) {
            vvi_match_rings(&s->view, s->rest, 0.5f, s->x, s->scratch);
            vvi_match_global(&s->view, s->rest, 0.5f, s->x);
            assert_true(vvi_all_finite(&s->x[0].x, 2 * (size_t)s->view.particle_count));
        }
        assert_true(strain(s) < 1e-3 * (double)s->view.mass);
    }
    for (uint32_t i = 0; i < s->view.particle_count; i++)
        s->rest[i] = (vv_vec2){0.0f, 0.0f}; /* a rest shape without extent */
    vvi_match_rings(&s->view, s->rest, 0.5f, s->x, s->scratch);
    vvi_match_global(&s->view, s->rest, 0.5f, s->x);
    assert_true(vvi_all_finite(&s->x[0].x, 2 * (size_t)s->view.particle_count));
    sheet_destroy(s);
}

/* ---- Widths ------------------------------------------------------------------------------------------------------ */

static void every_width_gives_the_same_bits(void **state)
{
    (void)state;
    for (uint32_t columns = 1; columns < 24; columns += columns < 9 ? 1 : 5) {
        sheet *s = sheet_create(columns, 3);
        uint32_t n = s->view.particle_count;
        set_up(s, columns, 0.2f);
        vv_vec2 *start = copy_of(s), *plain = copy_of(s);
        for (int width = VVI_WIDTH_PLAIN; width <= (int)vvi_best_width(); width++) {
            memcpy(s->x, start, n * sizeof *start);
            for (uint32_t i = n; i < ((n + 15u) & ~15u); i++) /* what follows the particles must not matter */
                s->x[i] = s->rest[i] = (vv_vec2){NAN, width == 0 ? INFINITY : 1e38f};
            vvi_match_rings_width(&s->view, s->rest, 0.6f, s->x, s->scratch, (vvi_width)width);
            vvi_match_global_width(&s->view, s->rest, 0.6f, s->x, (vvi_width)width);
            if (width == VVI_WIDTH_PLAIN)
                memcpy(plain, s->x, n * sizeof *plain);
            assert_memory_equal(plain, s->x, n * sizeof *plain);
        }
        assert_true(vvi_all_finite(&plain->x, 2 * (size_t)n));
        drop(s, plain);
        drop(s, start);
        sheet_destroy(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_angle_fits_better),
        cmocka_unit_test(the_whole_keeps_momentum_and_reaches_the_rest_shape),
        cmocka_unit_test(rings_are_those_of_the_paper),
        cmocka_unit_test(rings_of_large_drawings_keep_their_digits),
        cmocka_unit_test(rings_keep_momentum_and_leave_rigid_motions_alone),
        cmocka_unit_test(repeated_rings_come_to_the_rest_shape),
        cmocka_unit_test(collapsed_shapes_stay_finite),
        cmocka_unit_test(every_width_gives_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
