/* Making puppets: matrices against their definitions, what joins hold, what is refused, and what damaged bytes do. */
#include "puppets.h"

#include <math.h>

/* Two bars that lie over each other at x = 3…4 as layers, the second with handles of its own, and one handle that moves
 * nothing. */
static drawing two_bars(void)
{
    drawing d = {0};
    const vv_vec2 places[7] = {{0.2f, 0.5f}, {2.0f, 0.5f}, {3.6f, 0.5f}, {3.4f, 0.4f},
                               {5.0f, 0.5f}, {6.8f, 0.6f}, {1.0f, 2.0f}};
    drawing_add_grid(&d, 12, 3, (vv_vec2){0.0f, 0.0f}, (vv_vec2){4.0f, 1.0f}, 0.3f);
    drawing_add_grid(&d, 14, 3, (vv_vec2){3.0f, 0.1f}, (vv_vec2){7.0f, 0.9f}, 0.3f);
    drawing_add_handles(&d, 7, places, 1.7f);
    for (uint32_t v = 0; v < d.vertex_count; v++) { /* each layer has its own three handles */
        uint32_t layer = v >= d.layers[1].vertex_start;
        float *row = d.weights + 7 * (size_t)v, sum = 0.0f;
        for (uint32_t j = 0; j < 7; j++)
            sum += row[j] *= j == 6 || (j >= 3) != (layer == 1) ? 0.0f : 1.0f;
        if (sum == 0.0f)
            sum = row[layer == 1 ? 4 : 1] = 1.0f;
        for (uint32_t j = 0; j < 7; j++)
            row[j] /= sum;
    }
    return d;
}

static doll doll_layers(void)
{
    static const vv_sprite_pin pins[1] = {{0, 1, {3.5f, 0.5f}}};
    static const vv_puppet_join joins[1] = {{6, 1, VV_PART_ALL}};
    doll s = {.d = two_bars()};
    doll_def(&s);
    s.def.pin_count = 1;
    s.def.pins = pins;
    s.def.join_count = 1;
    s.def.joins = joins;
    return s;
}

static vv_handle_pose turns_of_bar[3 * 5];

static doll doll_with_examples(vv_elastic elastic, uint32_t clusters)
{
    doll s = {.d = drawing_bar(7, 3)};
    doll_def(&s);
    for (uint32_t k = 0; k < 15; k++)
        turns_of_bar[k] = (vv_handle_pose){
            {0.1f * (float)(k / 5), 0.0f}, 0.2f * (float)(k % 5), 1.0f + 0.1f * (float)(k / 5), 0.0f, 1.0f};
    s.def.elastic = elastic;
    s.def.cluster_count = clusters;
    s.def.example_count = 3;
    s.def.example_poses = turns_of_bar;
    return s;
}

/* ---- Matrices ---------------------------------------------------------------------------------------------------- */

static double phi(const doll *s, uint32_t i, uint32_t k)
{
    const vvi_puppet_view *v = &s->view;
    double w = (double)v->weights[(size_t)i * v->handle_count + k / 3];
    vv_vec2 p = v->handles[k / 3].from, r = v->positions[i];
    return k % 3 == 0 ? w * ((double)r.x - (double)p.x) : k % 3 == 1 ? w * ((double)r.y - (double)p.y) : w;
}

static void the_mass_matrix_is_what_it_says(void **state)
{
    (void)state;
    doll s = doll_bar(10, 4, VV_ELASTIC_ARAP, 0);
    const vvi_puppet_view *v = &s.view;
    for (uint32_t k = 0; k < v->column_count; k++) {
        double vector = 0.0;
        for (uint32_t i = 0; i < v->vertex_count; i++)
            vector += (double)v->masses[i] * phi(&s, i, k);
        assert_true(fabs(v->mass_vector[k] - vector) < 1e-6 * (double)v->mass);
        for (uint32_t l = 0; l < v->column_count; l++) {
            double sum = 0.0;
            for (uint32_t i = 0; i < v->vertex_count; i++)
                sum += (double)v->masses[i] * phi(&s, i, k) * phi(&s, i, l);
            assert_true(fabs(v->mass_matrix[(size_t)k * v->stride + l] - sum) < 1e-6 * (double)v->mass);
        }
    }
    doll_free(&s);
}

static void mass_centre_and_size_are_those_of_the_drawing(void **state)
{
    (void)state;
    doll s = {.d = drawing_bar(16, 4)};
    doll_def(&s);
    s.def.density = 2.5f;
    doll_make(&s);
    const vvi_puppet_view *v = &s.view;
    double total = 0.0, centre[2] = {0.0, 0.0};
    for (uint32_t k = 2; k < v->column_count; k += 3)
        for (uint32_t l = 2; l < v->column_count; l += 3)
            total += v->mass_matrix[(size_t)k * v->stride + l];
    for (uint32_t row = 0; row < 2; row++)
        for (uint32_t k = 0; k < v->column_count; k++)
            centre[row] += v->mass_vector[k] * v->rest[row * v->stride + k] / 10.0;
    assert_true(fabs(total - 10.0) < 1e-4); /* 4 m² of 2.5 kg */
    assert_true(fabs((double)vv_puppet_mass(s.puppet) - 10.0) < 1e-4);
    assert_true(fabs(centre[0] - 2.0) < 2e-2 && fabs(centre[1] - 0.5) < 2e-2);
    assert_true(fabs(centre[0] - (double)v->centre.x) < 1e-5 && fabs(centre[1] - (double)v->centre.y) < 1e-5);
    assert_true(fabs((double)vv_puppet_size(s.puppet) - 2.0 * sqrt(4.0 / 3.14159265)) < 1e-4);
    assert_true(v->radius > 2.0f && v->radius < 2.2f);
    assert_int_equal(vv_puppet_vertex_count(s.puppet), s.d.vertex_count);
    assert_int_equal(vv_puppet_handle_count(s.puppet), 5);
    doll_free(&s);
}

static void layers_have_their_own_density_and_stiffness(void **state)
{
    (void)state;
    static const float densities[2] = {1.0f, 3.0f}, stiffness[2] = {1.0f, 7.0f};
    doll a = {.d = two_bars()}, b = {.d = two_bars()};
    doll_def(&a);
    doll_def(&b);
    b.def.layer_densities = densities;
    b.def.layer_stiffness = stiffness;
    doll_make(&a);
    doll_make(&b);
    for (uint32_t k = 0; k < 9; k++) { /* the first layer has handles 0…2, the second 3…5 */
        size_t first = (size_t)k * (a.view.stride + 1), second = (size_t)(k + 9) * (a.view.stride + 1);
        assert_true(fabs(b.view.mass_matrix[first] / a.view.mass_matrix[first] - 1.0) < 1e-9);
        assert_true(fabs(b.view.mass_matrix[second] / a.view.mass_matrix[second] - 3.0) < 1e-6);
        assert_true(fabs(b.view.elastic_matrix[first] / a.view.elastic_matrix[first] - 1.0) < 1e-9);
        assert_true(fabs(b.view.elastic_matrix[second] / a.view.elastic_matrix[second] - 7.0) < 1e-6);
    }
    doll_free(&a);
    doll_free(&b);
}

/* ---- Vertices and states ----------------------------------------------------------------------------------------- */

static void vertices_and_gathering_are_each_others_transposes(void **state)
{
    (void)state;
    for (uint32_t columns = 3; columns < 30; columns += 5) { /* many tails of the last block */
        doll s = doll_bar(columns, 3, VV_ELASTIC_ARAP, 4);
        vvi_random random = vvi_random_seed(columns);
        doll_disturb(&s, s.c, 0.3, 8);
        vvi_puppet_vertices(&s.view, s.c, s.x);
        vv_vec2 *forces = calloc(s.view.vertex_count, sizeof *forces);
        double work = 0.0, virtual = 0.0;
        for (uint32_t i = 0; i < s.view.vertex_count; i++) {
            double x[2];
            doll_vertex(&s, s.c, i, x);
            assert_true(fabs(x[0] - (double)s.x[i].x) < 3e-6 && fabs(x[1] - (double)s.x[i].y) < 3e-6);
            forces[i] = (vv_vec2){vvi_random_unit(&random) - 0.5f, vvi_random_unit(&random) - 0.3f};
            work += x[0] * (double)forces[i].x + x[1] * (double)forces[i].y;
        }
        memset(s.pull, 0, 2 * s.view.stride * sizeof(double));
        vvi_puppet_gather_forces(&s.view, forces, s.pull);
        for (uint32_t k = 0; k < 2 * s.view.stride; k++)
            virtual += s.pull[k] * s.c[k];
        assert_true(fabs(work - virtual) < 2e-6 * s.view.vertex_count);
        free(forces);
        doll_free(&s);
    }
}

static void a_state_is_its_pose(void **state)
{
    (void)state;
    doll s = doll_bar(8, 3, VV_ELASTIC_ARAP, 4);
    const double origin[2] = {2.5, -1.25}, nowhere[2] = {0.0, 0.0};
    vv_affine pose[5];
    doll_disturb(&s, s.c, 0.4, 3);
    vvi_puppet_pose(&s.view, s.c, origin, pose);
    for (uint32_t j = 0; j < 5; j++) { /* the pivot goes where the third column says, beyond the origin */
        vv_vec2 at = vv_affine_apply(pose[j], s.view.handles[j].from);
        assert_true(fabs((double)at.x - origin[0] - s.c[3 * j + 2]) < 2e-6);
        assert_true(fabs((double)at.y - origin[1] - s.c[s.view.stride + 3 * j + 2]) < 2e-6);
    }
    vvi_puppet_state_from_pose(&s.view, pose, origin, s.pull);
    for (uint32_t k = 0; k < 2 * s.view.stride; k++)
        assert_true(fabs(s.pull[k] - s.c[k]) < 3e-6);
    for (uint32_t j = 0; j < 5; j++)
        pose[j] = vv_affine_identity();
    vvi_puppet_state_from_pose(&s.view, pose, nowhere, s.pull);
    assert_memory_equal(s.pull, s.view.rest, 2 * s.view.stride * sizeof(double));
    doll_free(&s);
}

static void examples_become_states(void **state)
{
    (void)state;
    doll s = doll_with_examples(VV_ELASTIC_ARAP, 20);
    doll_make(&s);
    assert_int_equal(vv_puppet_example_count(s.puppet), 3);
    assert_int_equal(vv_complex_example_count(vv_puppet_complex(s.puppet)), 3);
    for (uint32_t e = 0; e < 3; e++)
        for (uint32_t j = 0; j < 5; j++) {
            const vv_handle_pose *t = &turns_of_bar[5 * e + j];
            const double *x = s.view.example_states + 2 * (size_t)s.view.stride * e + 3 * j, *y = x + s.view.stride;
            double co = cos((double)t->angle), si = sin((double)t->angle);
            assert_true(fabs(x[0] - co * (double)t->xx) < 1e-6 && fabs(y[0] - si * (double)t->xx) < 1e-6);
            assert_true(fabs(x[1] + si * (double)t->yy) < 1e-6 && fabs(y[1] - co * (double)t->yy) < 1e-6);
            assert_true(fabs(x[2] - (double)s.d.handles[j].from.x - (double)t->translation.x) < 2e-6);
            assert_true(fabs(y[2] - (double)s.d.handles[j].from.y - (double)t->translation.y) < 2e-6);
        }
    doll_free(&s);
}

/* ---- Joins ------------------------------------------------------------------------------------------------------- */

static double join_energy(const doll *s, const double *c)
{
    double sum = 0.0;
    for (uint32_t row = 0; row < 2; row++)
        for (uint32_t k = 0; k < s->view.column_count; k++)
            sum +=
                0.5 * c[row * s->view.stride + k] * doll_product(s, s->view.join_matrix, k, c + row * s->view.stride);
    return sum;
}

/* Solves (M/h² + k L + joins) c = M/h² c + force + k pull for one step from rest, both rows alike. */
static void step_from(doll *s, double h, double hertz, const double *force, double *c)
{
    uint32_t n = s->view.column_count;
    double k = vvi_puppet_stiffness(&s->view, (float)hertz), joins = vvi_puppet_join_stiffness(&s->view, h, k);
    double *H = calloc((size_t)n * n, sizeof *H), *b = calloc(2 * n, sizeof *b);
    vvi_puppet_local_step(&s->view, c, s->pull, s->scratch);
    for (uint32_t i = 0; i < n * n; i++) {
        size_t at = (size_t)(i / n) * s->view.stride + i % n;
        H[i] = s->view.mass_matrix[at] / (h * h) + k * s->view.elastic_matrix[at] + joins * s->view.join_matrix[at];
    }
    assert_true(vvi_cholesky_factor_double(n, H));
    for (uint32_t i = 0; i < 2 * n; i++) {
        uint32_t at = i % 2 * s->view.stride + i / 2;
        b[i] = doll_product(s, s->view.mass_matrix, i / 2, c + i % 2 * s->view.stride) / (h * h) + force[at] +
               k * s->pull[at];
    }
    vvi_cholesky_solve_double(n, H, 2, b);
    for (uint32_t i = 0; i < 2 * n; i++)
        c[i % 2 * s->view.stride + i / 2] = b[i];
    free(H);
    free(b);
}

/* Where the pin's point of a layer is: the two layers as drawn differ nowhere, so interpolation of positions will
 * do. */
static void pin_sides(const doll *s, const double *c, double out[2][2])
{
    for (uint32_t side = 0; side < 2; side++) {
        const vv_layer *layer = &s->d.layers[side];
        out[side][0] = out[side][1] = NAN;
        for (uint32_t t = layer->triangle_start; t < layer->triangle_start + layer->triangle_count; t++) {
            const uint32_t *k = s->d.triangles + 3 * (size_t)t;
            double r[3][2], x[3][2], w[3], whole = 2.0 * doll_area(s, t);
            for (uint32_t i = 0; i < 3; i++) {
                r[i][0] = (double)s->d.positions[k[i]].x - 3.5;
                r[i][1] = (double)s->d.positions[k[i]].y - 0.5;
                doll_vertex(s, c, k[i], x[i]);
            }
            for (uint32_t i = 0; i < 3; i++) {
                const double *p = r[(i + 1) % 3], *q = r[(i + 2) % 3];
                w[i] = (p[0] * q[1] - p[1] * q[0]) / whole;
            }
            if (w[0] < -1e-9 || w[1] < -1e-9 || w[2] < -1e-9)
                continue;
            for (uint32_t i = 0; i < 2; i++)
                out[side][i] = w[0] * x[0][i] + w[1] * x[1][i] + w[2] * x[2][i];
        }
    }
}

static void joins_measure_gaps_and_nothing_else(void **state)
{
    (void)state;
    doll s = doll_layers();
    doll_make(&s);
    assert_true(fabs(join_energy(&s, s.c)) < 1e-12);
    doll_turn(&s, s.c, 1.1, 4.0, -2.0);
    for (uint32_t k = 0; k < s.view.column_count; k++) /* any affine motion of the whole leaves no gap */
        s.c[k] *= 1.7;
    assert_true(fabs(join_energy(&s, s.c)) < 1e-10);
    doll_disturb(&s, s.c, 0.2, 4);
    double sides[2][2], gap = 0.0, lever = 0.5 * (double)s.view.size;
    pin_sides(&s, s.c, sides);
    for (uint32_t row = 0; row < 2; row++) {
        const double *z = s.c + row * s.view.stride;
        double px = 0.5 * (1.0 + 2.0), py = 0.5 * (2.0 + 0.5), apart = 0.0; /* between the pivots of handles 6 and 1 */
        gap += 0.5 * (sides[0][row] - sides[1][row]) * (sides[0][row] - sides[1][row]);
        apart = z[20] + z[18] * (px - 1.0) + z[19] * (py - 2.0) - z[5] - z[3] * (px - 2.0) - z[4] * (py - 0.5);
        gap += 0.5 * apart * apart;
        for (uint32_t k = 0; k < 2; k++)
            gap += 0.5 * lever * lever * (z[18 + k] - z[3 + k]) * (z[18 + k] - z[3 + k]);
    }
    assert_true(gap > 1e-3 && fabs(join_energy(&s, s.c) - gap) < 1e-6 * gap);
    doll_free(&s);
}

static void pins_hold_layers_together(void **state)
{
    (void)state;
    for (double hertz = 0.0; hertz < 200.0; hertz = 3.0 * hertz + 1.0) {
        doll s = doll_layers();
        doll_make(&s);
        double *force = calloc(2 * s.view.stride, sizeof *force), sides[2][2];
        for (uint32_t k = 0; k < s.view.column_count; k++) /* ten times gravity on the second layer alone */
            force[s.view.stride + k] = k >= 9 && k < 18 ? -98.0 * s.view.mass_vector[k] : 0.0;
        for (uint32_t i = 0; i < 10; i++) {
            step_from(&s, 0.02, hertz, force, s.c);
            pin_sides(&s, s.c, sides);
            double gap = sqrt(pow(sides[0][0] - sides[1][0], 2.0) + pow(sides[0][1] - sides[1][1], 2.0));
            assert_true(gap < 1e-3 * (double)s.view.size);
        }
        assert_true(s.c[s.view.stride + 17] < 0.5); /* and it moved */
        free(force);
        doll_free(&s);
    }
}

static void a_handle_that_moves_nothing_follows_its_joins_or_stays(void **state)
{
    (void)state;
    for (uint32_t joined = 0; joined < 2; joined++) {
        doll s = doll_layers();
        s.def.join_count = joined;
        doll_make(&s);
        for (uint32_t k = 0; k < s.view.column_count; k++)
            assert_true(s.view.inertia_mask[k] == (k >= 18 ? 0.0 : 1.0));
        double *force = calloc(2 * s.view.stride, sizeof *force);
        for (uint32_t k = 0; k < s.view.column_count; k++)
            force[k] = 30.0 * s.view.mass_vector[k];
        for (uint32_t i = 0; i < 5; i++)
            step_from(&s, 0.02, 3.0, force, s.c);
        double moved = s.c[20] - s.view.rest[20], body = s.c[5] - s.view.rest[5];
        assert_true(body > 0.04);
        assert_true(fabs(moved - (joined ? body : 0.0)) < 1e-3 * (double)s.view.size);
        free(force);
        doll_free(&s);
    }
}

/* ---- What is refused --------------------------------------------------------------------------------------------- */

static void assert_refused(doll *s, vv_result code, const char *words)
{
    vv_puppet *puppet = NULL;
    vv_error error = {0};
    s->def.mesh = drawing_mesh(&s->d);
    vv_result result = vv_puppet_create(&s->def, NULL, &puppet, &error);
    if (result != code || puppet || !strstr(error.message, words))
        fail_msg("wanted \"%s\", got %s: %s", words, vv_result_name(result), error.message);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    doll s = doll_layers();
    vv_puppet_def good = s.def;
    vv_puppet_join join = {1, 9, VV_PART_ALL};
    float factors[2] = {1.0f, NAN};
    s.def.joins = &join;
    assert_refused(&s, VV_ERROR_ARGUMENT, "join 0 connects handles 1 and 9");
    join = (vv_puppet_join){2, 2, VV_PART_ALL};
    assert_refused(&s, VV_ERROR_ARGUMENT, "join 0");
    join = (vv_puppet_join){1, 2, 0};
    assert_refused(&s, VV_ERROR_ARGUMENT, "joins none of");
    join = (vv_puppet_join){1, 2, 8};
    assert_refused(&s, VV_ERROR_ARGUMENT, "joins none of");
    s.def = good;
    s.def.join_count = VV_PUPPET_MAX_JOINS + 1;
    assert_refused(&s, VV_ERROR_LIMIT, "joins");
    s.def = good;
    s.def.layer_stiffness = factors;
    assert_refused(&s, VV_ERROR_ARGUMENT, "stiffness of layer 1");
    s.def = good;
    s.def.layer_densities = factors;
    assert_refused(&s, VV_ERROR_ARGUMENT, "density of layer 1");
    s.def = good;
    s.def.cluster_count = VV_RIG_MAX_CLUSTERS + 1;
    assert_refused(&s, VV_ERROR_LIMIT, "clusters");
    s.def = good;
    s.def.density = -1.0f;
    assert_refused(&s, VV_ERROR_ARGUMENT, "density");
    s.def = good;
    s.def.handle_count = 0;
    assert_refused(&s, VV_ERROR_LIMIT, "handles");
    s.def = good;
    s.d.handles[4].from = s.d.handles[4].to = s.d.handles[5].from;
    assert_refused(&s, VV_ERROR_ARGUMENT, "handles 4 and 5 lie in the same place and both move layer 1");
    s.d.handles[4].from = s.d.handles[4].to = s.d.handles[0].from; /* on another layer: fine */
    doll_make(&s);
    doll_unmake(&s);
    s.d.handles[4].from.x = INFINITY;
    assert_refused(&s, VV_ERROR_ARGUMENT, "handle 4");
    drawing_free(&s.d);
}

/* Handles that share all their weights, and one that moves a single vertex: nothing may be singular. */
static void what_energies_leave_open_is_decided(void **state)
{
    (void)state;
    doll s = {.d = drawing_bar(8, 3)};
    for (uint32_t v = 0; v < s.d.vertex_count; v++) {
        float *row = s.d.weights + 5 * (size_t)v;
        float half = 0.5f * (row[0] + row[1]);
        row[0] = row[1] = half;
        row[3] += row[4];
        row[4] = 0.0f;
    }
    uint32_t last = s.d.vertex_count - 1;
    for (uint32_t j = 0; j < 5; j++)
        s.d.weights[5 * (size_t)last + j] = j == 4 ? 1.0f : 0.0f;
    s.d.handles[4].from = s.d.handles[4].to = s.d.positions[last];
    doll_def(&s);
    doll_make(&s);
    double *none = calloc(2 * s.view.stride, sizeof *none);
    doll_turn(&s, s.c, 0.9, 1.0, 2.0);
    memcpy(s.rest, s.c, 2 * s.view.stride * sizeof(double));
    for (uint32_t i = 0; i < 20; i++)
        step_from(&s, 0.02, 3.0, none, s.c);
    for (uint32_t i = 0; i < s.view.vertex_count; i++) { /* a rigid motion stays what it is */
        double now[2], then[2];
        doll_vertex(&s, s.c, i, now);
        doll_vertex(&s, s.rest, i, then);
        assert_true(fabs(now[0] - then[0]) < 1e-5 && fabs(now[1] - then[1]) < 1e-5);
    }
    for (uint32_t k = 0; k < 2 * s.view.stride; k++) /* and so do the columns that move nothing */
        assert_true(fabs(s.c[k] - s.rest[k]) < 1e-3);
    free(none);
    doll_free(&s);
}

/* ---- Bytes and memory -------------------------------------------------------------------------------------------- */

static doll kind_of_doll(uint32_t kind)
{
    doll s = kind == 0 ? doll_layers() : doll_with_examples((vv_elastic)(kind % 2), kind < 3 ? 0 : 5);
    return s;
}

static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < 5; kind++) {
        doll s = kind_of_doll(kind);
        s.def.mesh = drawing_mesh(&s.d);
        uint64_t n = 1;
        for (bool made = false; !made; n++) {
            vv_counting counting = {.fail_at = n};
            vv_allocator allocator = vv_counting_allocator(&counting);
            vv_puppet *puppet = NULL;
            vv_error error = {0};
            vv_result result = vv_puppet_create(&s.def, &allocator, &puppet, &error);
            made = result == VV_OK;
            assert_true(made || (result == VV_ERROR_MEMORY && !puppet && error.code == VV_ERROR_MEMORY));
            vv_puppet_destroy(puppet, &allocator);
            assert_int_equal(counting.used, 0);
        }
        assert_true(n > 5);
        drawing_free(&s.d);
    }
}

static void equal_defs_give_equal_bytes_that_can_be_moved(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < 5; kind++) {
        doll a = kind_of_doll(kind), b = kind_of_doll(kind);
        doll_make(&a);
        doll_make(&b);
        size_t count = vvi_puppet_bytes(a.puppet);
        assert_int_equal(count, vvi_puppet_bytes(b.puppet));
        assert_memory_equal(a.puppet, b.puppet, count);
        void *copy = vvi_allocate(NULL, count, 1);
        memcpy(copy, a.puppet, count);
        assert_int_equal(vvi_puppet_verify(copy, count, NULL), VV_OK);
        assert_int_equal(vvi_puppet_verify((char *)copy + 16, count - 16, NULL), VV_ERROR_ARGUMENT);
        vvi_puppet_view view = vvi_puppet_open(copy);
        doll_disturb(&a, a.c, 0.3, 5);
        double energy = vvi_puppet_local_step(&a.view, a.c, a.pull, a.scratch);
        assert_true(energy == vvi_puppet_local_step(&view, a.c, b.pull, b.scratch));
        assert_memory_equal(a.pull, b.pull, 2 * view.stride * sizeof(double));
        vvi_release(NULL, copy, count, 1);
        doll_free(&a);
        doll_free(&b);
    }
}

/* Everything the stage does, on whatever passed verification, in memory of the sizes that it says. */
static void use(const void *bytes)
{
    vvi_puppet_view v = vvi_puppet_open(bytes);
    vv_affine pose[VV_RIG_MAX_HANDLES];
    const double origin[2] = {1.0, 2.0};
    size_t scratch_bytes = vvi_puppet_local_step_bytes(&v);
    void *scratch = vvi_allocate(NULL, 1, scratch_bytes);
    vv_vec2 *x = calloc(v.vertex_count, sizeof *x);
    double *c = calloc(2 * v.stride, sizeof *c), *pull = calloc(2 * v.stride, sizeof *pull);
    for (uint32_t k = 0; k < 2 * v.stride; k++)
        c[k] = k % v.stride < v.column_count ? v.rest[k] + 0.1 * (double)(k % 7) : 0.0;
    vvi_puppet_vertices(&v, v.rest, x);
    vvi_puppet_gather_forces(&v, x, pull);
    vvi_puppet_set_rest_shape(&v, v.example_count > 0 ? v.example_states : v.rest, scratch);
    vvi_puppet_local_step(&v, c, pull, scratch);
    vvi_puppet_pose(&v, c, origin, pose);
    vvi_puppet_state_from_pose(&v, pose, origin, pull);
    for (uint32_t b = 0; b < v.boundary_count; b++)
        x[v.boundary[2 * b]] = x[v.triangles[3 * v.boundary_triangles[b]]];
    vvi_release(NULL, scratch, 1, scratch_bytes);
    free(x);
    free(c);
    free(pull);
}

static void forge(uint8_t *forged, size_t count, vvi_random *random)
{
    static const uint32_t bad[] = {0,           1,           63,          0x7fffffffu, 0xffffffffu,
                                   0x7fc00000u, 0x7f800000u, 0x00010000u, 0x7f7fffffu};
    for (uint32_t k = 0; k < 1 + vvi_random_below(random, 2); k++) {
        uint32_t room = vvi_random_below(random, 3) ? (uint32_t)count / 4 : 100;
        uint32_t word = vvi_random_below(random, 3) ? bad[vvi_random_below(random, 9)] : vvi_random_below(random, 100);
        memcpy(forged + 4 * (size_t)vvi_random_below(random, room), &word, 4);
    }
}

static void damaged_bytes_are_refused_or_harmless(void **state)
{
    (void)state;
    uint32_t accepted = 0, refused = 0;
    vvi_random random = vvi_random_seed(5);
    for (uint32_t kind = 0; kind < 5; kind++) {
        doll s = kind_of_doll(kind);
        doll_make(&s);
        size_t count = vvi_puppet_bytes(s.puppet);
        uint8_t *forged = vvi_allocate(NULL, count, 1);
        for (size_t length = 0; length < count; length += length < 600 ? 1 : 997) {
            memcpy(forged, s.puppet, length);
            assert_int_not_equal(vvi_puppet_verify(forged, length, NULL), VV_OK);
        }
        for (int trial = 0; trial < 2500; trial++) {
            memcpy(forged, s.puppet, count);
            forge(forged, count, &random);
            bool good = vvi_puppet_verify(forged, count, NULL) == VV_OK;
            accepted += good;
            refused += !good;
            if (good)
                use(forged);
        }
        vvi_release(NULL, forged, count, 1);
        doll_free(&s);
    }
    print_message("%u accepted and used, %u refused\n", accepted, refused);
    assert_true(accepted > 1000 && refused > 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mass_matrix_is_what_it_says),
        cmocka_unit_test(mass_centre_and_size_are_those_of_the_drawing),
        cmocka_unit_test(layers_have_their_own_density_and_stiffness),
        cmocka_unit_test(vertices_and_gathering_are_each_others_transposes),
        cmocka_unit_test(a_state_is_its_pose),
        cmocka_unit_test(examples_become_states),
        cmocka_unit_test(joins_measure_gaps_and_nothing_else),
        cmocka_unit_test(pins_hold_layers_together),
        cmocka_unit_test(a_handle_that_moves_nothing_follows_its_joins_or_stays),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(what_energies_leave_open_is_decided),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(equal_defs_give_equal_bytes_that_can_be_moved),
        cmocka_unit_test(damaged_bytes_are_refused_or_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
