/* Posing: what pins promise, where energy goes, closed loops, and a slow minimiser to compare with. */
#include "runtime/rig/poser.h"
#include "tests/runtime/rig/energy.h"

typedef struct scene {
    drawing d;
    vv_poser *poser;
    vv_posing *posing;
} scene;

static scene make_scene(drawing d, uint32_t clusters)
{
    scene s = {d, drawing_poser(&d, clusters), NULL};
    assert_int_equal(vv_posing_create(s.poser, 16, NULL, &s.posing, NULL), VV_OK);
    return s;
}

static void free_scene(scene *s)
{
    vv_posing_destroy(s->posing, NULL);
    vv_poser_destroy(s->poser, NULL);
    drawing_free(&s->d);
}

static vv_pin pin_at(const scene *s, vv_pin_kind kind, uint32_t handle, vv_vec2 to)
{
    vv_pin pin = {.kind = kind, .handle = handle, .from = s->d.handles[handle].from, .to = to};
    pin.linear = vv_mat2_identity();
    return pin;
}

static void set_pins(scene *s, uint32_t count, const vv_pin *pins)
{
    vv_error error = {0};
    if (vv_posing_set_pins(s->posing, count, pins, &error) != VV_OK)
        fail_msg("%s", error.message);
}

static void move_pin(scene *s, uint32_t index, const vv_pin *pin)
{
    assert_int_equal(vv_posing_move_pin(s->posing, index, pin, NULL), VV_OK);
}

static float pose_difference(uint32_t handles, const vv_affine *a, const vv_affine *b)
{
    float most = 0.0f;
    for (uint32_t k = 0; k < 6 * handles; k++)
        most = vvi_max(most, fabsf((&a->linear.xx)[k] - (&b->linear.xx)[k]));
    return most;
}

static void assert_near_pose(const scene *s, const vv_affine *expected, float tolerance)
{
    float difference = pose_difference(s->d.handle_count, vv_posing_pose(s->posing), expected);
    if (!(difference <= tolerance))
        fail_msg("poses differ by %g", (double)difference);
}

/* Where the pin's point is now. */
static vv_vec2 pinned_point(const scene *s, const vv_pin *pin)
{
    const vv_affine *pose = vv_posing_pose(s->posing);
    if (pin->kind != VV_PIN_MESH_POINT)
        return vv_affine_apply(pose[pin->handle], pin->from);
    double x = 0.0, y = 0.0;
    for (uint32_t c = 0; c < 3; c++) {
        uint32_t v = s->d.triangles[3 * pin->at.triangle + c];
        double rx = (double)s->d.positions[v].x, ry = (double)s->d.positions[v].y;
        for (uint32_t j = 0; j < s->d.handle_count; j++) {
            double w = (double)pin->at.weights[c] * direct_weight(&s->d, v, j);
            x += w * ((double)pose[j].linear.xx * rx + (double)pose[j].linear.xy * ry + (double)pose[j].translation.x);
            y += w * ((double)pose[j].linear.yx * rx + (double)pose[j].linear.yy * ry + (double)pose[j].translation.y);
        }
    }
    return (vv_vec2){(float)x, (float)y};
}

static void without_pins_the_pose_is_rest(void **state)
{
    (void)state;
    scene s = make_scene(drawing_bar(16, 4), 12);
    vv_affine rest[5];
    for (uint32_t j = 0; j < 5; j++)
        rest[j] = vv_affine_identity();
    assert_memory_equal(vv_posing_pose(s.posing), rest, sizeof rest);
    vv_pin pins[2] = {pin_at(&s, VV_PIN_POSITION, 0, (vv_vec2){1.0f, 3.0f}),
                      pin_at(&s, VV_PIN_POSITION, 4, (vv_vec2){2.0f, -1.0f})};
    set_pins(&s, 2, pins);
    assert_int_equal(vv_posing_solve(s.posing, 20, 0.0f), 20);
    assert_true(pose_difference(5, vv_posing_pose(s.posing), rest) > 0.5f);
    set_pins(&s, 0, NULL);
    assert_int_equal(vv_posing_solve(s.posing, 20, 0.0f), 0);
    assert_memory_equal(vv_posing_pose(s.posing), rest, sizeof rest);
    free_scene(&s);
}

static void pins_at_rest_keep_the_rest_pose(void **state)
{
    (void)state;
    scene s = make_scene(drawing_bar(16, 4), 12);
    vv_affine rest[5];
    vv_pin pins[5];
    for (uint32_t j = 0; j < 5; j++) {
        rest[j] = vv_affine_identity();
        pins[j] = pin_at(&s, VV_PIN_POSITION, j, s.d.handles[j].from);
    }
    for (uint32_t count = 1; count <= 5; count++) {
        set_pins(&s, count, pins);
        vv_posing_solve(s.posing, 50, 0.0f);
        assert_near_pose(&s, rest, 1e-6f);
    }
    free_scene(&s);
}

/* The rotation about a single pinned point is free: nothing, not even rounding, may turn the drawing. */
static void one_pin_translates_without_spinning(void **state)
{
    (void)state;
    scene s = make_scene(drawing_bar(16, 4), 12);
    for (uint32_t kind = 0; kind < 2; kind++) {
        vv_pin pin = pin_at(&s, VV_PIN_POSITION, 3, s.d.handles[3].from);
        set_pins(&s, 0, NULL);
        vv_posing_solve(s.posing, 1, 0.0f);
        if (kind == 1) {
            pin = (vv_pin){.kind = VV_PIN_MESH_POINT, .at = {37, {0.2f, 0.5f, 0.3f}}};
            pin.to = pinned_point(&s, &pin);
        }
        vv_vec2 start = pin.to;
        set_pins(&s, 1, &pin);
        for (int frame = 0; frame < 3000; frame++) {
            float a = 0.05f * (float)frame;
            pin.to = (vv_vec2){start.x + 3.0f * sinf(a), start.y + 5.0f * sinf(1.7f * a)};
            move_pin(&s, 0, &pin);
            vv_posing_solve(s.posing, 10, 0.0f);
        }
        vv_vec2 shift = vv_vec2_sub(pin.to, start);
        vv_affine moved[5];
        for (uint32_t j = 0; j < 5; j++)
            moved[j] = (vv_affine){{1.0f, 0.0f, 0.0f, 1.0f}, shift};
        assert_near_pose(&s, moved, 3e-6f);
    }
    free_scene(&s);
}

/* Let go of all pins but one, the drawing relaxes to a rigid pose; however long it is solved, it stays there. */
static void a_relaxed_drawing_does_not_creep(void **state)
{
    (void)state;
    scene s = make_scene(drawing_bar(16, 4), 12);
    vv_pin pins[2] = {pin_at(&s, VV_PIN_POSITION, 0, (vv_vec2){1.0f, 2.0f}),
                      pin_at(&s, VV_PIN_POSITION, 4, (vv_vec2){0.0f, -1.0f})};
    set_pins(&s, 2, pins);
    vv_posing_solve(s.posing, 50, 0.0f);
    set_pins(&s, 1, pins);
    vv_posing_solve(s.posing, 500, 0.0f);
    vv_affine relaxed[5];
    memcpy(relaxed, vv_posing_pose(s.posing), sizeof relaxed);
    assert_true(fabsf(relaxed[2].linear.xy) > 0.5f && fabs(vvi_posing_energy(s.posing)) < 1e-10);
    vv_posing_solve(s.posing, 50000, 0.0f);
    assert_near_pose(&s, relaxed, 1e-6f);
    free_scene(&s);
}

static void rigid_pins_give_a_rigid_motion(void **state)
{
    (void)state;
    for (uint32_t clusters = 1; clusters < 40; clusters += 19) {
        scene s = make_scene(drawing_bar(16, 4), clusters);
        float angle = 2.3f;
        vv_affine rigid = vv_affine_about(vv_mat2_rotation(angle), (vv_vec2){1.0f, 1.0f}, (vv_vec2){-2.0f, 7.0f});
        vv_pin positions[3], turn = pin_at(&s, VV_PIN_ROTATION, 2, vv_affine_apply(rigid, s.d.handles[2].from));
        vv_affine expected[5];
        turn.angle = angle;
        for (uint32_t j = 0; j < 5; j++)
            expected[j] = rigid;
        for (uint32_t j = 0; j < 3; j++)
            positions[j] = pin_at(&s, VV_PIN_POSITION, 2 * j, vv_affine_apply(rigid, s.d.handles[2 * j].from));
        set_pins(&s, 3, positions);
        vv_posing_solve(s.posing, 400, 0.0f);
        assert_near_pose(&s, expected, 1e-5f);
        assert_true(fabs(vvi_posing_energy(s.posing)) < 1e-10);
        set_pins(&s, 0, NULL);
        vv_posing_solve(s.posing, 1, 0.0f);
        set_pins(&s, 1, &turn);
        vv_posing_solve(s.posing, 400, 0.0f);
        assert_near_pose(&s, expected, 1e-5f);
        free_scene(&s);
    }
}

/* What rounding a pose to floats may shift a point of the bar by: 2⁻²⁴ of |L| |r| + |move|, with |r| ≤ 4.2. */
static float rounding_of(const scene *s)
{
    vv_affine zero[5];
    memset(zero, 0, sizeof zero);
    return 6e-8f * 6.0f * (1.0f + pose_difference(5, vv_posing_pose(s->posing), zero));
}

static void pins_hold_to_rounding(void **state)
{
    (void)state;
    scene s = make_scene(drawing_bar(24, 6), 20);
    vvi_random random = vvi_random_seed(4);
    for (int round = 0; round < 200; round++) {
        vv_pin pins[4] = {pin_at(&s, VV_PIN_POSITION, 0, s.d.handles[0].from),
                          pin_at(&s, (vv_pin_kind)(round % 3), 4, s.d.handles[4].from),
                          {.kind = VV_PIN_MESH_POINT, .at = {140, {0.6f, 0.1f, 0.3f}}},
                          {.kind = VV_PIN_MESH_POINT, .at = {11, {1.0f, 0.0f, 0.0f}}}};
        pins[0].from = (vv_vec2){0.3f, 0.9f}; /* a point beside the pivot */
        for (uint32_t i = 0; i < 4; i++)
            pins[i].to = (vv_vec2){6.0f * vvi_random_unit(&random) - 1.0f, 6.0f * vvi_random_unit(&random) - 3.0f};
        pins[1].angle = 9.0f * vvi_random_unit(&random);
        pins[1].linear = (vv_mat2){1.5f, 0.4f, 0.0f, vvi_random_unit(&random)};
        set_pins(&s, 4, pins);
        for (uint32_t i = 0; i < 3; i++) {
            vv_posing_solve(s.posing, i, 0.0f); /* at once, not only when converged */
            for (uint32_t k = 0; k < 4; k++)
                assert_true(vv_vec2_distance(pinned_point(&s, &pins[k]), pins[k].to) < rounding_of(&s));
        }
        vv_mat2 L = vv_posing_pose(s.posing)[4].linear;
        vv_mat2 R = pins[1].kind == VV_PIN_ROTATION ? vv_mat2_rotation(pins[1].angle) : pins[1].linear;
        if (pins[1].kind != VV_PIN_POSITION)
            assert_memory_equal(&L, &R, sizeof L); /* squash and shear are kept to the bit */
    }
    free_scene(&s);
}

static void energy_never_rises(void **state)
{
    (void)state;
    scene s = make_scene(drawing_bar(24, 6), 20);
    direct_energy direct = direct_prepare(&s.d, s.poser);
    vvi_random random = vvi_random_seed(8);
    for (int round = 0; round < 40; round++) {
        vv_pin pins[3];
        for (uint32_t i = 0; i < 3; i++)
            pins[i] = pin_at(&s, VV_PIN_POSITION, 2 * i,
                             (vv_vec2){8.0f * vvi_random_unit(&random), 8.0f * vvi_random_unit(&random)});
        set_pins(&s, 3, pins);
        vv_posing_solve(s.posing, 0, 0.0f);
        double before = vvi_posing_energy(s.posing);
        for (int i = 0; i < 40; i++) {
            assert_int_equal(vv_posing_solve(s.posing, 1, 0.0f), 1);
            double now = vvi_posing_energy(s.posing);
            assert_true(now <= before + 1e-12 * (1.0 + before));
            before = now;
        }
        double expected = direct_evaluate(&direct, vv_posing_pose(s.posing));
        assert_true(fabs(expected - before) < 1e-5 * (1.0 + expected));
    }
    direct_free(&direct);
    free_scene(&s);
}

/* Central differences of the directly evaluated energy along every free number: zero where it is smallest. */
static void the_solution_is_stationary(void **state)
{
    (void)state;
    scene s = make_scene(drawing_bar(12, 4), 1024);
    direct_energy direct = direct_prepare(&s.d, s.poser);
    vv_pin pins[3] = {pin_at(&s, VV_PIN_POSITION, 0, (vv_vec2){0.5f, 1.5f}),
                      pin_at(&s, VV_PIN_ROTATION, 4, (vv_vec2){3.0f, -1.0f}),
                      pin_at(&s, VV_PIN_POSITION, 2, (vv_vec2){1.5f, 0.0f})};
    pins[1].angle = 0.7f;
    set_pins(&s, 3, pins);
    vv_posing_solve(s.posing, 500, 0.0f);
    vv_affine pose[5];
    memcpy(pose, vv_posing_pose(s.posing), sizeof pose);
    double scale = 0.0, worst = 0.0;
    for (uint32_t j = 0; j < 5; j++)
        for (uint32_t k = 0; k < 6; k++) {
            bool pinned = j == 4 || ((j == 0 || j == 2) && k >= 4);
            vv_affine changed[5];
            double energy[2];
            for (int side = 0; side < 2; side++) {
                memcpy(changed, pose, sizeof pose);
                float *number = &changed[j].linear.xx + k;
                *number += side ? 1e-3f : -1e-3f;
                if ((j == 0 || j == 2) && k < 4) /* turn and stretch about the pinned pivot */
                    changed[j] =
                        vv_affine_about(changed[j].linear, s.d.handles[j].from, j == 0 ? pins[0].to : pins[2].to);
                energy[side] = direct_evaluate(&direct, changed);
            }
            double slope = fabs(energy[1] - energy[0]) / 2e-3;
            if (pinned)
                scale = slope > scale ? slope : scale;
            else
                worst = slope > worst ? slope : worst;
        }
    assert_true(scale > 0.1);
    assert_true(worst < 1e-4 * scale);
    direct_free(&direct);
    free_scene(&s);
}

/* ---- A slow minimiser ----------------------------------------------------------------------------------------- */

/* Solves A x = b by elimination with row pivoting, in place. */
static void eliminate(uint32_t n, double *A, double *b)
{
    for (uint32_t k = 0; k < n; k++) {
        uint32_t p = k;
        for (uint32_t i = k + 1; i < n; i++)
            p = fabs(A[i * n + k]) > fabs(A[p * n + k]) ? i : p;
        for (uint32_t j = 0; j < n; j++) {
            double keep = A[k * n + j];
            A[k * n + j] = A[p * n + j];
            A[p * n + j] = keep;
        }
        double keep = b[k];
        b[k] = b[p];
        b[p] = keep;
        for (uint32_t i = k + 1; i < n; i++) {
            double f = A[i * n + k] / A[k * n + k];
            for (uint32_t j = k; j < n; j++)
                A[i * n + j] -= f * A[k * n + j];
            b[i] -= f * b[k];
        }
    }
    for (uint32_t k = n; k-- > 0;) {
        for (uint32_t j = k + 1; j < n; j++)
            b[k] -= A[k * n + j] * b[j];
        b[k] /= A[k * n + k];
    }
}

/* Every number of F in every term is linear in the 6m numbers of the pose: column by column from unit poses. Then
 * alternate best angles (by arc tangent) and least squares, pins as substituted rows, until nothing moves. */
static void minimise_slowly(const direct_energy *e, uint32_t pin_count, const vv_pin *pins, vv_affine *pose)
{
    uint32_t m = e->d->handle_count, n = 6 * m, most = e->d->triangle_count + m + m * m;
    direct_term *terms = calloc(most, sizeof *terms);
    vv_affine unit[16];
    uint32_t count = direct_terms(e, pose, terms), rows = 4 * count, size = n + 2 * pin_count;
    double *J = calloc((size_t)rows * n, sizeof *J), *A = calloc((size_t)size * size, sizeof *A);
    double *b = calloc(size, sizeof *b), *right = calloc(rows, sizeof *right), *x = calloc(n, sizeof *x);
    for (uint32_t k = 0; k < n; k++) {
        memset(unit, 0, sizeof unit);
        (&unit[0].linear.xx)[k] = 1.0f;
        direct_terms(e, unit, terms);
        for (uint32_t r = 0; r < rows; r++)
            J[(size_t)r * n + k] = sqrt(terms[r / 4].weight) * terms[r / 4].F[r % 4];
    }
    for (uint32_t k = 0; k < n; k++)
        x[k] = (double)(&pose[0].linear.xx)[k];
    for (int round = 0; round < 4000; round++) {
        for (uint32_t r = 0; r < rows; r++) {
            double sum = 0.0;
            for (uint32_t k = 0; k < n; k++)
                sum += J[(size_t)r * n + k] * x[k];
            terms[r / 4].F[r % 4] = sum / sqrt(terms[r / 4].weight);
        }
        for (uint32_t c = 0; c < vv_poser_cluster_count(e->poser); c++) {
            double angle = direct_angle(terms, count, c), cosine = cos(angle), sine = sin(angle);
            for (uint32_t i = 0; i < count; i++)
                if (terms[i].cluster == c) {
                    const double *R0 = terms[i].R0;
                    double w = sqrt(terms[i].weight);
                    for (uint32_t k = 0; k < 2; k++) {
                        right[4 * i + k] = w * (cosine * R0[k] - sine * R0[2 + k]);
                        right[4 * i + 2 + k] = w * (sine * R0[k] + cosine * R0[2 + k]);
                    }
                }
        }
        memset(A, 0, (size_t)size * size * sizeof *A);
        memset(b, 0, size * sizeof *b);
        for (uint32_t r = 0; r < rows; r++)
            for (uint32_t k = 0; k < n; k++) {
                double jk = J[(size_t)r * n + k];
                b[k] += jk * right[r];
                for (uint32_t l = 0; l < n && jk != 0.0; l++)
                    A[k * size + l] += jk * J[(size_t)r * n + l];
            }
        for (uint32_t i = 0; i < 2 * pin_count; i++) { /* Lagrange multipliers */
            uint32_t j = pins[i / 2].handle;
            double row[3] = {(double)pins[i / 2].from.x, (double)pins[i / 2].from.y, 1.0};
            uint32_t at[3] = {6 * j + 2 * (i % 2), 6 * j + 2 * (i % 2) + 1, 6 * j + 4 + i % 2};
            for (uint32_t k = 0; k < 3; k++)
                A[(n + i) * size + at[k]] = A[at[k] * size + n + i] = row[k];
            b[n + i] = i % 2 ? (double)pins[i / 2].to.y : (double)pins[i / 2].to.x;
        }
        eliminate(size, A, b);
        double moved = 0.0;
        for (uint32_t k = 0; k < n; k++) {
            moved = fabs(b[k] - x[k]) > moved ? fabs(b[k] - x[k]) : moved;
            x[k] = b[k];
        }
        if (moved < 1e-9)
            break;
    }
    for (uint32_t k = 0; k < n; k++)
        (&pose[0].linear.xx)[k] = (float)x[k];
    free(terms);
    free(J);
    free(A);
    free(b);
    free(right);
    free(x);
}

static void a_slow_minimiser_finds_the_same_pose(void **state)
{
    (void)state;
    for (uint32_t clusters = 4; clusters < 40; clusters += 16) {
        scene s = make_scene(drawing_bar(8, 2), clusters);
        direct_energy direct = direct_prepare(&s.d, s.poser);
        vv_pin pins[3] = {pin_at(&s, VV_PIN_POSITION, 0, (vv_vec2){0.5f, 1.0f}),
                          pin_at(&s, VV_PIN_POSITION, 4, (vv_vec2){3.0f, -0.5f}),
                          pin_at(&s, VV_PIN_POSITION, 3, (vv_vec2){2.5f, 0.6f})};
        set_pins(&s, 3, pins);
        vv_posing_solve(s.posing, 1000, 1e-9f);
        vv_affine slow[5];
        for (uint32_t j = 0; j < 5; j++)
            slow[j] = vv_affine_identity();
        minimise_slowly(&direct, 3, pins, slow);
        assert_near_pose(&s, slow, 2e-5f);
        direct_free(&direct);
        free_scene(&s);
    }
}

/* ---- Drags ---------------------------------------------------------------------------------------------------- */

static void a_closed_loop_returns_to_the_same_pose(void **state)
{
    (void)state;
    scene s = make_scene(drawing_bar(24, 6), 20);
    vv_pin pins[3] = {pin_at(&s, VV_PIN_POSITION, 0, s.d.handles[0].from),
                      pin_at(&s, VV_PIN_POSITION, 1, s.d.handles[1].from),
                      pin_at(&s, VV_PIN_POSITION, 4, s.d.handles[4].from)};
    vv_vec2 start = pins[2].to;
    vv_affine first[5];
    set_pins(&s, 3, pins);
    vv_posing_solve(s.posing, 200, 1e-7f);
    memcpy(first, vv_posing_pose(s.posing), sizeof first);
    for (int loop = 0; loop < 20; loop++) {
        for (int frame = 0; frame <= 60; frame++) {
            float a = 2.0f * VV_PI * (float)frame / 60.0f;
            pins[2].to = (vv_vec2){start.x - 0.8f * (1.0f - cosf(a)), start.y + 1.2f * sinf(a)};
            move_pin(&s, 2, &pins[2]);
            vv_posing_solve(s.posing, 20, 1e-4f);
        }
        vv_posing_solve(s.posing, 200, 1e-7f);
        assert_near_pose(&s, first, 1e-5f);
    }
    free_scene(&s);
}

/* A held handle turned round and round: the rest of the drawing follows the whole way, smoothly. */
static void turning_on_and_on_follows(void **state)
{
    (void)state;
    scene s = make_scene(drawing_bar(24, 6), 20);
    vv_pin pin = pin_at(&s, VV_PIN_ROTATION, 0, s.d.handles[0].from);
    vv_affine last[5];
    set_pins(&s, 1, &pin);
    vv_posing_solve(s.posing, 10, 0.0f);
    memcpy(last, vv_posing_pose(s.posing), sizeof last);
    for (int step = 1; step <= 400; step++) {
        pin.angle = 4.0f * VV_PI * (float)step / 200.0f;
        move_pin(&s, 0, &pin);
        vv_posing_solve(s.posing, 60, 1e-6f);
        const vv_affine *pose = vv_posing_pose(s.posing);
        assert_true(pose_difference(5, last, pose) < 0.4f);
        memcpy(last, pose, sizeof last);
    }
    for (uint32_t j = 0; j < 5; j++)
        assert_true(vv_vec2_distance(vv_affine_apply(last[j], s.d.handles[j].from), s.d.handles[j].from) < 1e-3f);
    pin.angle += 3.0f; /* and all at once */
    move_pin(&s, 0, &pin);
    vv_posing_solve(s.posing, 1000, 1e-7f);
    vv_affine rigid = vv_affine_about(vv_mat2_rotation(pin.angle), pin.from, pin.to);
    for (uint32_t j = 0; j < 5; j++)
        last[j] = rigid;
    assert_near_pose(&s, last, 1e-4f);
    free_scene(&s);
}

/* Pins ten sizes away, all in one place, and farther than a float can tell: always finite, pins held. */
static void extreme_pins_stay_finite(void **state)
{
    (void)state;
    scene s = make_scene(drawing_bar(24, 6), 20);
    vv_vec2 targets[][3] = {
        {{40.0f, 0.0f}, {-40.0f, 0.0f}, {0.0f, 40.0f}},   {{1.0f, 1.0f}, {1.0f, 1.0f}, {1.0f, 1.0f}},
        {{4.0f, 0.5f}, {2.0f, 0.5f}, {0.0f, 0.5f}},       {{1e18f, 0.0f}, {-1e18f, 0.0f}, {0.0f, 1e18f}},
        {{3e38f, 3e38f}, {-3e38f, 0.0f}, {0.0f, -3e38f}}, {{0.1f, 0.5f}, {2.0f, 0.5f}, {3.9f, 0.5f}}};
    vv_pin pins[3];
    for (uint32_t i = 0; i < 3; i++)
        pins[i] = pin_at(&s, VV_PIN_POSITION, 2 * i, s.d.handles[2 * i].from);
    set_pins(&s, 3, pins);
    for (size_t k = 0; k < sizeof targets / sizeof *targets; k++) {
        for (uint32_t i = 0; i < 3; i++) {
            pins[i].to = targets[k][i];
            move_pin(&s, i, &pins[i]);
        }
        vv_posing_solve(s.posing, 300, 0.0f);
        assert_true(vvi_all_finite(&vv_posing_pose(s.posing)->linear.xx, 30));
        for (uint32_t i = 0; i < 3 && k != 4; i++) {
            float size = 1.0f + vv_vec2_length(pins[i].to);
            assert_true(vv_vec2_distance(pinned_point(&s, &pins[i]), pins[i].to) < 1e-5f * size);
        }
    }
    vv_affine rest[5];
    for (uint32_t j = 0; j < 5; j++)
        rest[j] = vv_affine_identity();
    vv_posing_set_pose(s.posing, rest, NULL);
    vv_posing_solve(s.posing, 300, 0.0f);
    assert_near_pose(&s, rest, 1e-5f);
    free_scene(&s);
}

/* ---- Odd rigs ------------------------------------------------------------------------------------------------- */

static void a_drawing_with_one_handle_moves_whole(void **state)
{
    (void)state;
    drawing d = {0};
    drawing_add_grid(&d, 6, 3, (vv_vec2){0.0f, 0.0f}, (vv_vec2){2.0f, 1.0f}, 0.2f);
    drawing_add_handles(&d, 1, (vv_vec2[1]){{0.5f, 0.5f}}, 9.0f);
    scene s = make_scene(d, 10);
    vv_pin pins[2] = {pin_at(&s, VV_PIN_POSITION, 0, (vv_vec2){5.0f, 5.0f}),
                      {.kind = VV_PIN_MESH_POINT, .at = {35, {0.0f, 0.0f, 1.0f}}}};
    vv_vec2 corner = s.d.positions[s.d.triangles[3 * 35 + 2]];
    float reach = vv_vec2_distance(corner, s.d.handles[0].from);
    pins[1].to = (vv_vec2){5.0f, 5.0f + reach}; /* the drawing stood on end, unstretched */
    set_pins(&s, 2, pins);
    vv_posing_solve(s.posing, 2000, 0.0f);
    vv_mat2 L = vv_posing_pose(s.posing)->linear;
    assert_true(fabsf(L.xx - L.yy) < 1e-4f && fabsf(L.xy + L.yx) < 1e-4f);
    assert_true(fabsf(vv_mat2_determinant(L) - 1.0f) < 1e-4f);
    free_scene(&s);
}

static void all_handles_pinned_is_what_was_asked(void **state)
{
    (void)state;
    scene s = make_scene(drawing_bar(16, 4), 12);
    vv_pin pins[5];
    vv_affine expected[5];
    for (uint32_t j = 0; j < 5; j++) {
        pins[j] = pin_at(&s, VV_PIN_STRETCH, j, (vv_vec2){(float)j, 1.0f});
        pins[j].linear = (vv_mat2){1.0f + 0.1f * (float)j, 0.5f, -0.2f, 0.7f};
        expected[j] = vv_affine_about(pins[j].linear, pins[j].from, pins[j].to);
    }
    set_pins(&s, 5, pins);
    vv_posing_solve(s.posing, 5, 0.0f);
    assert_near_pose(&s, expected, 1e-6f);
    free_scene(&s);
}

/* A handle that moves nothing, one that moves a single vertex, and two with equal weights: the energy says nothing
 * about parts of their transforms, yet they follow the drawing. */
static void handles_that_hardly_matter_follow(void **state)
{
    (void)state;
    drawing d = {0};
    const vv_vec2 places[6] = {{0.1f, 0.5f}, {3.9f, 0.5f}, {2.0f, 0.5f}, {2.2f, 0.7f}, {50.0f, 50.0f}, {4.0f, 1.0f}};
    drawing_add_grid(&d, 16, 4, (vv_vec2){0.0f, 0.0f}, (vv_vec2){4.0f, 1.0f}, 0.2f);
    drawing_add_handles(&d, 6, places, 2.5f);
    for (uint32_t v = 0; v < d.vertex_count; v++) {
        float *row = d.weights + 6 * v, sum = 0.0f;
        row[3] = row[2];                                /* equal weights */
        row[4] = 0.0f;                                  /* moves nothing */
        row[5] = v == d.vertex_count - 1 ? 1.0f : 0.0f; /* the top right corner, where its pivot is */
        for (uint32_t j = 0; j < 5 && row[5] == 1.0f; j++)
            row[j] = 0.0f;
        for (uint32_t j = 0; j < 6; j++)
            sum += row[j];
        for (uint32_t j = 0; j < 6; j++)
            row[j] /= sum;
    }
    scene s = make_scene(d, 12);
    vv_affine rigid = vv_affine_about(vv_mat2_rotation(1.0f), (vv_vec2){0.0f, 0.0f}, (vv_vec2){3.0f, 2.0f});
    vv_affine expected[6] = {rigid, rigid, rigid, rigid, vv_affine_identity(), rigid};
    vv_pin pins[3] = {pin_at(&s, VV_PIN_POSITION, 0, vv_affine_apply(rigid, places[0])),
                      pin_at(&s, VV_PIN_POSITION, 1, vv_affine_apply(rigid, places[1])),
                      pin_at(&s, VV_PIN_POSITION, 4, (vv_vec2){-7.0f, 3.0f})};
    set_pins(&s, 2, pins);
    vv_posing_solve(s.posing, 2000, 0.0f);
    assert_near_pose(&s, expected, 2e-4f);
    set_pins(&s, 3, pins); /* the idle handle itself: it goes, and does not turn */
    vv_posing_solve(s.posing, 100, 0.0f);
    expected[4] = (vv_affine){{1.0f, 0.0f, 0.0f, 1.0f}, {-57.0f, -47.0f}};
    assert_near_pose(&s, expected, 2e-4f);
    free_scene(&s);
}

static void parts_without_pins_stay_at_rest(void **state)
{
    (void)state;
    drawing d = {0};
    const vv_vec2 places[4] = {{0.2f, 0.5f}, {1.5f, 0.5f}, {2.8f, 0.5f}, {8.5f, 0.5f}};
    drawing_add_grid(&d, 6, 3, (vv_vec2){0.0f, 0.0f}, (vv_vec2){1.6f, 1.0f}, 0.2f);
    drawing_add_grid(&d, 6, 3, (vv_vec2){1.4f, 0.0f}, (vv_vec2){3.0f, 1.0f}, 0.2f);
    drawing_add_grid(&d, 3, 3, (vv_vec2){8.0f, 0.0f}, (vv_vec2){9.0f, 1.0f}, 0.2f);
    drawing_add_handles(&d, 4, places, 1.5f);
    scene s = make_scene(d, 12);
    vv_affine identity = vv_affine_identity();
    vv_pin pins[2] = {pin_at(&s, VV_PIN_ROTATION, 0, (vv_vec2){0.0f, 0.0f}),
                      pin_at(&s, VV_PIN_ROTATION, 3, (vv_vec2){0.0f, 9.0f})};
    pins[0].angle = 1.0f;
    pins[1].angle = -2.0f;
    set_pins(&s, 1, pins);
    vv_posing_solve(s.posing, 500, 0.0f);
    const vv_affine *pose = vv_posing_pose(s.posing);
    assert_memory_equal(&pose[3], &identity, sizeof identity);
    vv_affine rigid = vv_affine_about(vv_mat2_rotation(1.0f), places[0], pins[0].to);
    assert_true(pose_difference(1, &pose[2], &rigid) < 1e-4f); /* through the shared handle */
    set_pins(&s, 2, pins);
    vv_posing_solve(s.posing, 500, 0.0f);
    rigid = vv_affine_about(vv_mat2_rotation(-2.0f), places[3], pins[1].to);
    assert_true(pose_difference(1, &pose[3], &rigid) < 1e-5f);
    set_pins(&s, 1, pins);
    vv_posing_solve(s.posing, 5, 0.0f);
    assert_memory_equal(&pose[3], &identity, sizeof identity);
    free_scene(&s);
}

/* ---- What is refused ------------------------------------------------------------------------------------------ */

static void expect_refusal(scene *s, uint32_t count, const vv_pin *pins, vv_result code, const char *text)
{
    vv_error error = {0};
    vv_affine before[5], after[5];
    vv_posing_solve(s->posing, 30, 0.0f);
    memcpy(before, vv_posing_pose(s->posing), sizeof before);
    assert_int_equal(vv_posing_set_pins(s->posing, count, pins, &error), code);
    if (!strstr(error.message, text))
        fail_msg("\"%s\" does not say \"%s\"", error.message, text);
    vv_posing_solve(s->posing, 30, 0.0f);
    memcpy(after, vv_posing_pose(s->posing), sizeof after);
    assert_true(pose_difference(5, before, after) < 1e-6f); /* the pins there were still hold */
}

/* Pins on a part whose energy is damaged cannot be factored. The pins on the other part, and which parts rest, stay. */
static void a_part_that_cannot_be_factored_changes_nothing(void **state)
{
    (void)state;
    drawing d = {0};
    const vv_vec2 places[2] = {{0.5f, 0.5f}, {5.5f, 0.5f}};
    drawing_add_grid(&d, 3, 3, (vv_vec2){0.0f, 0.0f}, (vv_vec2){1.0f, 1.0f}, 0.0f);
    drawing_add_grid(&d, 3, 3, (vv_vec2){5.0f, 0.0f}, (vv_vec2){6.0f, 1.0f}, 0.0f);
    drawing_add_handles(&d, 2, places, 1.6f);
    scene s = make_scene(d, 4);
    double *K = (double *)(void *)((char *)s.poser + s.poser->K);
    K[3 * padded(6) + 3] = -1.0;
    assert_int_equal(vvi_poser_verify(s.poser, vvi_poser_bytes(s.poser), NULL), VV_OK);
    vv_pin good = pin_at(&s, VV_PIN_POSITION, 0, (vv_vec2){2.0f, 2.0f});
    vv_pin bad = pin_at(&s, VV_PIN_POSITION, 1, (vv_vec2){2.0f, 2.0f});
    set_pins(&s, 1, &good);
    assert_int_equal(vv_posing_set_pins(s.posing, 1, &bad, NULL), VV_ERROR_FORMAT);
    good.to = (vv_vec2){3.0f, 3.0f};
    move_pin(&s, 0, &good);
    vv_posing_solve(s.posing, 10, 0.0f);
    vv_affine expected[2] = {{{1.0f, 0.0f, 0.0f, 1.0f}, {2.5f, 2.5f}}, vv_affine_identity()};
    assert_near_pose(&s, expected, 1e-6f);
    free_scene(&s);
}

/* One handle has no springs to measure its places by; still the unit of length must not matter. */
static void one_handle_poses_alike_in_every_unit(void **state)
{
    (void)state;
    vv_mat2 first = {0};
    for (int power = -24; power <= 16; power += 8) { /* as far as VV_MESH_MAX_POSITION goes */
        float unit = (float)ldexp(1.0, power);
        drawing d = {0};
        const vv_vec2 place = {2.0f * unit, 0.5f * unit};
        drawing_add_grid(&d, 8, 4, (vv_vec2){0.0f, 0.0f}, (vv_vec2){4.0f * unit, unit}, 0.0f);
        drawing_add_handles(&d, 1, &place, 8.0f * unit);
        scene s = make_scene(d, 4);
        vv_pin pins[2] = {pin_at(&s, VV_PIN_POSITION, 0, place), pin_at(&s, VV_PIN_POSITION, 0, place)};
        pins[1].from.x += unit;
        pins[1].to = (vv_vec2){3.0f * unit, 1.5f * unit};
        set_pins(&s, 2, pins);
        vv_posing_solve(s.posing, 100, 0.0f);
        vv_mat2 linear = vv_posing_pose(s.posing)->linear;
        first = power == -24 ? linear : first;
        assert_float_equal(linear.xy, first.xy, 1e-5f);
        assert_float_equal(linear.yy, first.yy, 1e-5f);
        assert_float_equal(linear.yx, 1.0f, 1e-5f);
        assert_true(linear.xy < -0.1f); /* what is not pinned has turned along */
        free_scene(&s);
    }
}

static void contradicting_pins_are_refused_by_name(void **state)
{
    (void)state;
    scene s = make_scene(drawing_bar(16, 4), 12);
    vv_pin good[2] = {pin_at(&s, VV_PIN_POSITION, 0, (vv_vec2){0.0f, 1.0f}),
                      pin_at(&s, VV_PIN_ROTATION, 4, (vv_vec2){3.0f, 2.0f})};
    set_pins(&s, 2, good);
    vv_posing_solve(s.posing, 300, 0.0f);
    vv_pin p[20];
    memset(p, 0, sizeof p);
    p[0] = pin_at(&s, VV_PIN_POSITION, 1, (vv_vec2){0.0f, 0.0f});
    p[1] = pin_at(&s, VV_PIN_POSITION, 2, (vv_vec2){0.0f, 0.0f});
    p[2] = pin_at(&s, VV_PIN_POSITION, 1, (vv_vec2){1.0f, 0.0f});
    expect_refusal(&s, 3, p, VV_ERROR_ARGUMENT, "pin 2 repeats or contradicts pin 0");
    p[2] = pin_at(&s, VV_PIN_ROTATION, 2, (vv_vec2){0.0f, 0.0f});
    expect_refusal(&s, 3, p, VV_ERROR_ARGUMENT, "pin 2 repeats or contradicts pin 1");
    for (uint32_t i = 0; i < 4; i++) { /* three points of one handle say all about it */
        p[i] = pin_at(&s, VV_PIN_POSITION, 1, (vv_vec2){0.0f, 0.0f});
        p[i].from = (vv_vec2){(float)i, (float)(i * i)};
    }
    expect_refusal(&s, 4, p, VV_ERROR_ARGUMENT, "pin 3 repeats");
    p[0] = (vv_pin){.kind = VV_PIN_MESH_POINT, .at = {7, {0.5f, 0.5f, 0.0f}}};
    p[1] = (vv_pin){.kind = VV_PIN_MESH_POINT, .at = {7, {0.5f, 0.499999f, 1e-6f}}};
    expect_refusal(&s, 2, p, VV_ERROR_ARGUMENT, "pin 1 repeats or contradicts pin 0");
    for (uint32_t i = 0; i < 16; i++)
        p[i] = pin_at(&s, VV_PIN_STRETCH, i % 5, (vv_vec2){0.0f, 0.0f});
    expect_refusal(&s, 6, p, VV_ERROR_ARGUMENT, "pin 5 is one too many: the pins before it already determine the pose");
    expect_refusal(&s, 17, p, VV_ERROR_LIMIT, "17 pins");
    p[0].handle = 5;
    expect_refusal(&s, 1, p, VV_ERROR_NOT_FOUND, "pin 0 names handle 5, but there are only");
    p[0] = pin_at(&s, (vv_pin_kind)9, 0, (vv_vec2){0.0f, 0.0f});
    expect_refusal(&s, 1, p, VV_ERROR_ARGUMENT, "the kind of pin 0 is unknown");
    p[0] = pin_at(&s, VV_PIN_POSITION, 0, (vv_vec2){NAN, 0.0f});
    expect_refusal(&s, 1, p, VV_ERROR_ARGUMENT, "not finite");
    p[0] = pin_at(&s, VV_PIN_ROTATION, 0, (vv_vec2){0.0f, 0.0f});
    p[0].angle = INFINITY;
    expect_refusal(&s, 1, p, VV_ERROR_ARGUMENT, "not finite");
    p[0] = pin_at(&s, VV_PIN_STRETCH, 0, (vv_vec2){0.0f, 0.0f});
    p[0].linear.xy = NAN;
    expect_refusal(&s, 1, p, VV_ERROR_ARGUMENT, "not finite");
    p[0] = (vv_pin){.kind = VV_PIN_MESH_POINT, .at = {4000, {1.0f, 0.0f, 0.0f}}};
    expect_refusal(&s, 1, p, VV_ERROR_NOT_FOUND, "triangle 4000");
    p[0] = (vv_pin){.kind = VV_PIN_MESH_POINT, .at = {4, {1.0f, 0.5f, 0.0f}}};
    expect_refusal(&s, 1, p, VV_ERROR_ARGUMENT, "do not sum to 1");
    assert_int_equal(vv_posing_move_pin(s.posing, 2, &good[0], NULL), VV_ERROR_NOT_FOUND);
    good[0].to.y = NAN;
    assert_int_equal(vv_posing_move_pin(s.posing, 0, &good[0], NULL), VV_ERROR_ARGUMENT);
    vv_affine bad[5] = {{{NAN, 0.0f, 0.0f, 0.0f}, {0.0f, 0.0f}}};
    assert_int_equal(vv_posing_set_pose(s.posing, bad, NULL), VV_ERROR_ARGUMENT);
    free_scene(&s);
}

static void nothing_allocates_after_creation(void **state)
{
    (void)state;
    drawing d = drawing_bar(16, 4);
    vv_poser *poser = drawing_poser(&d, 12);
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_posing *posing = NULL;
    assert_int_equal(vv_posing_create(poser, 0, &allocator, &posing, NULL), VV_ERROR_LIMIT);
    assert_int_equal(vv_posing_create(poser, 4, &allocator, &posing, NULL), VV_ERROR_MEMORY);
    assert_int_equal(vv_posing_create(poser, 4, &allocator, &posing, NULL), VV_OK);
    uint64_t before = counting.allocations;
    vv_pin pin = {.kind = VV_PIN_POSITION, .handle = 2, .to = {1.0f, 1.0f}};
    assert_int_equal(vv_posing_set_pins(posing, 1, &pin, NULL), VV_OK);
    vv_posing_solve(posing, 10, 0.0f);
    assert_int_equal(vv_posing_move_pin(posing, 0, &pin, NULL), VV_OK);
    vv_posing_solve(posing, 10, 0.0f);
    assert_int_equal(counting.allocations, before);
    vv_posing_destroy(posing, &allocator);
    vv_posing_destroy(NULL, &allocator);
    assert_int_equal(counting.used, 0);
    vv_poser_destroy(poser, NULL);
    drawing_free(&d);
}

static void every_width_gives_the_same_bits(void **state)
{
    (void)state;
    for (uint32_t clusters = 1; clusters < 60; clusters += 7) {
        vv_affine first[5];
        for (vvi_width width = VVI_WIDTH_PLAIN; width <= vvi_best_width(); width++) {
            scene s = make_scene(drawing_bar(16, 4), clusters);
            vv_pin pins[2] = {pin_at(&s, VV_PIN_POSITION, 0, (vv_vec2){1.0f, 3.0f}),
                              {.kind = VV_PIN_MESH_POINT, .at = {100, {0.3f, 0.3f, 0.4f}}, .to = {2.0f, 1.0f}}};
            vvi_posing_set_width(s.posing, width);
            set_pins(&s, 2, pins);
            vv_posing_solve(s.posing, 25, 0.0f);
            if (width == VVI_WIDTH_PLAIN)
                memcpy(first, vv_posing_pose(s.posing), sizeof first);
            assert_memory_equal(first, vv_posing_pose(s.posing), sizeof first);
            free_scene(&s);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_pins_the_pose_is_rest),
        cmocka_unit_test(pins_at_rest_keep_the_rest_pose),
        cmocka_unit_test(one_pin_translates_without_spinning),
        cmocka_unit_test(a_relaxed_drawing_does_not_creep),
        cmocka_unit_test(rigid_pins_give_a_rigid_motion),
        cmocka_unit_test(pins_hold_to_rounding),
        cmocka_unit_test(energy_never_rises),
        cmocka_unit_test(the_solution_is_stationary),
        cmocka_unit_test(a_slow_minimiser_finds_the_same_pose),
        cmocka_unit_test(a_closed_loop_returns_to_the_same_pose),
        cmocka_unit_test(turning_on_and_on_follows),
        cmocka_unit_test(extreme_pins_stay_finite),
        cmocka_unit_test(a_drawing_with_one_handle_moves_whole),
        cmocka_unit_test(all_handles_pinned_is_what_was_asked),
        cmocka_unit_test(handles_that_hardly_matter_follow),
        cmocka_unit_test(parts_without_pins_stay_at_rest),
        cmocka_unit_test(a_part_that_cannot_be_factored_changes_nothing),
        cmocka_unit_test(one_handle_poses_alike_in_every_unit),
        cmocka_unit_test(contradicting_pins_are_refused_by_name),
        cmocka_unit_test(nothing_allocates_after_creation),
        cmocka_unit_test(every_width_gives_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
