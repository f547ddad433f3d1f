/* Verbs: curves against a dense evaluation in double, the B-spline's own properties, keytimes, and what is refused. */
#include "verbs.h"

static const verb_size SMALL = {6, 3, 2, 7, 4, 1, true}, OPEN = {6, 3, 2, 7, 4, 1, false},
                       PERSON = {45, 7, 3, 24, 5, 0, true};

/* Cox and de Boor's recursion: the cubic basis over the knots i, i + 1, … i + 4 at x. */
static double basis(int degree, double knot, double x)
{
    if (degree == 0)
        return x >= knot && x < knot + 1 ? 1.0 : 0.0;
    return (x - knot) / degree * basis(degree - 1, knot, x) +
           (knot + degree + 1 - x) / degree * basis(degree - 1, knot + 1, x);
}

/* Σ_k B(x − k) Σ_i w_i c_ik straight from the def: control k rules the knots k − 3 … k + 1. */
static double dense(const verb_parts *p, const float *weights, double phase, uint32_t dof)
{
    const vv_verb_def *def = &p->def;
    uint32_t n = vv_field_example_count(p->field), spans = def->cyclic ? def->control_count : def->control_count - 3;
    double x = phase * spans, sum = 0.0;
    if (!def->cyclic && x >= spans)
        x = spans - 1e-9;
    for (int k = -4; k < (int)def->control_count + 4; k++) {
        if (!def->cyclic && (k < 0 || k >= (int)def->control_count))
            continue;
        uint32_t control = (uint32_t)(k + 8 * (int)def->control_count) % def->control_count;
        double mixed = 0.0;
        for (uint32_t i = 0; i < n; i++)
            mixed += (double)weights[i] *
                     (double)def->controls[((size_t)i * def->control_count + control) * p->dof_count + dof];
        sum += basis(3, k - 3, x) * mixed;
    }
    return sum;
}

static void mix_at(const vv_verb *verb, const float *weights, float phase, float *out)
{
    float *room = aligned_alloc(64, vv_verb_dof_capacity(verb) * sizeof *room);
    vv_verb_mix(verb, weights, phase, room);
    memcpy(out, room, vv_verb_dof_count(verb) * sizeof *out);
    free(room);
}

static void curves_are_those_of_a_dense_evaluation(void **state)
{
    (void)state;
    const verb_size sizes[4] = {SMALL, OPEN, PERSON, {1, 1, 0, 4, 2, 0, false}};
    for (int s = 0; s < 4; s++) {
        verb_parts *p = verbs_random(&sizes[s], 7 + (uint64_t)s);
        vv_verb *verb = verbs_create(p);
        assert_int_equal(vv_verb_dof_count(verb), p->dof_count);
        vvi_random random = vvi_random_seed(1);
        for (int i = 0; i < 60; i++) {
            float at[4], weights[VERB_MOST_EXAMPLES], out[256], phase = i < 2 ? (float)i : vvi_random_unit(&random);
            for (int a = 0; a < 4; a++)
                at[a] = verbs_between(&random, -2.0f, 2.0f);
            vv_field_weights(vv_verb_field(verb), at, weights);
            mix_at(verb, weights, phase, out);
            double scale = 1.0;
            for (uint32_t e = 0; e < sizes[s].examples; e++)
                scale += fabs((double)weights[e]);
            for (uint32_t d = 0; d < p->dof_count; d++)
                assert_true(fabs((double)out[d] - dense(p, weights, (double)phase, d)) < 2e-6 * scale);
        }
        vv_verb_destroy(verb, NULL);
        verbs_release(p);
    }
}

static void at_an_example_it_is_the_examples_own_curve(void **state)
{
    (void)state;
    verb_parts *p = verbs_random(&PERSON, 3);
    vv_verb *verb = verbs_create(p);
    for (uint32_t e = 0; e < PERSON.examples; e++) {
        float at[4], weights[VERB_MOST_EXAMPLES], own[VERB_MOST_EXAMPLES] = {0}, out[256], keytimes[VERB_MOST_KEYS];
        vv_field_example(p->field, e, at);
        vv_field_weights(p->field, at, weights);
        own[e] = 1.0f;
        mix_at(verb, weights, 0.37f, out);
        for (uint32_t d = 0; d < p->dof_count; d++)
            assert_true(fabs((double)out[d] - dense(p, own, (double)0.37f, d)) < 5e-6);
        vv_verb_keytimes(verb, weights, keytimes);
        for (uint32_t k = 0; k < PERSON.keys; k++)
            assert_true(fabsf(keytimes[k] - p->keytimes[e * PERSON.keys + k]) < 5e-6f);
    }
    vv_verb_destroy(verb, NULL);
    verbs_release(p);
}

/* With the same control everywhere a curve is that number; and a mix of curves is a curve of mixes. */
static void the_basis_sums_to_one_and_mixing_commutes_with_it(void **state)
{
    (void)state;
    verb_parts *p = verbs_random(&SMALL, 5);
    for (uint32_t i = 0; i < SMALL.examples * SMALL.controls; i++)
        p->controls[(size_t)i * p->dof_count] = 3.25f;
    vv_verb *verb = verbs_create(p);
    const float weights[3] = {1.5f, -0.75f, 0.25f}, only[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i <= 100; i++) {
        float out[64], each[3][64];
        mix_at(verb, weights, 0.01f * (float)i, out);
        assert_true(fabsf(out[0] - 3.25f) < 3e-6f);
        float *rows = aligned_alloc(64, 3 * 64 * sizeof *rows), *mixed = aligned_alloc(64, 64 * sizeof *mixed);
        memset(rows, 0, 3 * 64 * sizeof *rows);
        for (int e = 0; e < 3; e++) {
            mix_at(verb, only[e], 0.01f * (float)i, each[e]);
            memcpy(rows + (ptrdiff_t)e * 64, each[e], p->dof_count * sizeof(float));
        }
        vv_mix(3, weights, p->dof_count, 64, rows, mixed);
        for (uint32_t d = 0; d < p->dof_count; d++)
            assert_true(fabsf(mixed[d] - out[d]) < 3e-6f);
        free(rows);
        free(mixed);
    }
    vv_verb_destroy(verb, NULL);
    verbs_release(p);
}

/* Across every knot, and the seam of a cycle: value, slope and curvature by one-sided differences. */
static void curves_are_smooth_twice_and_seamless(void **state)
{
    (void)state;
    verb_parts *p = verbs_random(&SMALL, 11);
    vv_verb *verb = verbs_create(p);
    const float weights[3] = {0.5f, 0.25f, 0.25f};
    for (uint32_t knot = 0; knot < SMALL.controls; knot++) {
        const double h = 1.0 / 512; /* phases a float holds exactly, but for the sevenths */
        float at = (float)knot / (float)SMALL.controls, value[7][64];
        for (int i = -3; i <= 3; i++)
            mix_at(verb, weights, at + (float)(i * h) + (at < 0.01f ? 1.0f : 0.0f), value[i + 3]);
        for (uint32_t d = 0; d < p->dof_count; d++) {
            double v[7];
            for (int i = 0; i < 7; i++)
                v[i] = (double)value[i][d];
            /* second differences to the left and right of the knot: a jump would be of order 1/span² = 49 */
            double left = (v[1] - 2 * v[2] + v[3]) / (h * h), right = (v[3] - 2 * v[4] + v[5]) / (h * h);
            double slope_left = (3 * v[3] - 4 * v[2] + v[1]) / (2 * h),
                   slope_right = (-3 * v[3] + 4 * v[4] - v[5]) / (2 * h);
            assert_true(fabs(slope_left - slope_right) < 0.05);
            assert_true(fabs(left - right) < 8.0); /* third derivative ≤ 8 · 7³ over 2h, and rounding 4e-7/h² */
        }
    }
    float first[64], last[64];
    mix_at(verb, weights, 0.0f, first);
    mix_at(verb, weights, 1.0f, last);
    for (uint32_t d = 0; d < p->dof_count; d++)
        assert_true(fabsf(first[d] - last[d]) < 1e-6f);
    mix_at(verb, weights, NAN, last);
    assert_memory_equal(first, last, p->dof_count * sizeof(float));
    mix_at(verb, weights, -3.0f, last);
    assert_memory_equal(first, last, p->dof_count * sizeof(float));
    vv_verb_destroy(verb, NULL);
    verbs_release(p);
}

static void an_open_curve_holds_its_ends(void **state)
{
    (void)state;
    verb_parts *p = verbs_random(&OPEN, 2);
    vv_verb *verb = verbs_create(p);
    const float weights[3] = {0.5f, 0.25f, 0.25f};
    float inside[64], beyond[64];
    for (int end = 0; end < 2; end++) {
        mix_at(verb, weights, (float)end, inside);
        mix_at(verb, weights, end ? 7.0f : -7.0f, beyond);
        assert_memory_equal(inside, beyond, p->dof_count * sizeof(float));
    }
    vv_verb_destroy(verb, NULL);
    verbs_release(p);
}

static void keytimes_are_geometric_means_and_ascend_however_far_one_goes(void **state)
{
    (void)state;
    verb_parts *p = verbs_random(&PERSON, 13);
    vv_verb *verb = verbs_create(p);
    vvi_random random = vvi_random_seed(3);
    for (int i = 0; i < 2000; i++) {
        float at[4], weights[VERB_MOST_EXAMPLES], keytimes[VERB_MOST_KEYS], reach = i < 1000 ? 2.0f : 1000.0f;
        for (int a = 0; a < 3; a++)
            at[a] = verbs_between(&random, -reach, reach);
        vv_field_weights(p->field, at, weights);
        float length = vv_verb_keytimes(verb, weights, keytimes);
        assert_true(length == keytimes[PERSON.keys - 1] && keytimes[0] == 0.0f && length < 1e4f);
        for (uint32_t k = 1; k < PERSON.keys; k++) {
            double product = 0.0;
            for (uint32_t e = 0; e < PERSON.examples; e++) {
                const float *own = p->keytimes + e * PERSON.keys + k;
                product += (double)weights[e] * log((double)own[0] - (double)own[-1]);
            }
            double span = exp(fmax(fmin(product, log(1e3)), log(1e-3)));
            assert_true(keytimes[k] > keytimes[k - 1]);
            if (i < 1000)
                assert_true(fabs((double)(keytimes[k] - keytimes[k - 1]) - span) <
                            3e-6 * (double)length + 3e-6 * span * (1.0 + fabs(product)) * 7);
        }
    }
    vv_verb_destroy(verb, NULL);
    verbs_release(p);
}

static void seconds_and_phase_are_each_others_inverse(void **state)
{
    (void)state;
    for (int cyclic = 0; cyclic < 2; cyclic++) {
        verb_parts *p = verbs_random(cyclic ? &SMALL : &OPEN, 21);
        vv_verb *verb = verbs_create(p);
        const float weights[3] = {0.7f, 0.6f, -0.3f};
        float keytimes[VERB_MOST_KEYS], length = vv_verb_keytimes(verb, weights, keytimes), before = -1.0f;
        for (int i = 0; i <= 1000; i++) {
            float u = 0.001f * (float)i, t = vv_verb_seconds(verb, keytimes, u);
            assert_true(t > before);
            assert_true(fabsf(vv_verb_phase(verb, keytimes, t) - u) < 1e-6f);
            before = t;
        }
        for (uint32_t k = 0; k < SMALL.keys; k++) {
            assert_true(fabsf(vv_verb_phase(verb, keytimes, keytimes[k]) - p->phases[k]) < 1e-6f);
            assert_true(fabsf(vv_verb_seconds(verb, keytimes, p->phases[k]) - keytimes[k]) < 1e-6f);
        }
        float later = vv_verb_phase(verb, keytimes, 0.3f * length + 3.0f * length);
        float earlier = vv_verb_phase(verb, keytimes, 0.3f * length - 2.0f * length);
        float here = vv_verb_phase(verb, keytimes, 0.3f * length);
        assert_true(cyclic ? fabsf(later - here) < 3e-6f : later == 1.0f);
        assert_true(cyclic ? fabsf(earlier - here) < 3e-6f : earlier == 0.0f);
        assert_true(vv_verb_phase(verb, keytimes, INFINITY) >= 0.0f && vv_verb_seconds(verb, keytimes, NAN) >= 0.0f);
        vv_verb_destroy(verb, NULL);
        verbs_release(p);
    }
}

static vv_result try_create(const verb_parts *p, vv_error *error)
{
    vv_verb *verb = NULL;
    vv_result result = vv_verb_create(&p->def, NULL, &verb, error);
    assert_true((result == VV_OK) == (verb != NULL));
    vv_verb_destroy(verb, NULL);
    return result;
}

/* Puts a number where it does not belong, sees it refused, and takes it out again. */
#define REFUSED(code, place, value)                                                                                    \
    do {                                                                                                               \
        vv_error wrong = {0};                                                                                          \
        __typeof__(place) kept = (place);                                                                              \
        (place) = (value);                                                                                             \
        assert_int_equal(try_create(p, &wrong), code);                                                                 \
        assert_true(wrong.message[0] != 0);                                                                            \
        (place) = kept;                                                                                                \
    } while (0)

static void what_is_not_a_verb_is_refused(void **state)
{
    (void)state;
    verb_parts *p = verbs_random(&SMALL, 1);
    assert_int_equal(try_create(p, NULL), VV_OK);
    REFUSED(VV_ERROR_LIMIT, p->def.control_count, 3);
    REFUSED(VV_ERROR_LIMIT, p->def.control_count, VV_VERB_MAX_CONTROLS + 1);
    REFUSED(VV_ERROR_LIMIT, p->def.keytime_count, 1);
    REFUSED(VV_ERROR_LIMIT, p->def.keytime_count, VV_VERB_MAX_KEYTIMES + 1);
    REFUSED(VV_ERROR_LIMIT, p->def.translating_joint_count, 6);
    REFUSED(VV_ERROR_LIMIT, p->def.foot_count, VV_VERB_MAX_FEET + 1);
    REFUSED(VV_ERROR_ARGUMENT, p->keytimes[0], 0.1f);
    REFUSED(VV_ERROR_ARGUMENT, p->keytimes[2], p->keytimes[1]);
    REFUSED(VV_ERROR_ARGUMENT, p->keytimes[5], NAN);
    REFUSED(VV_ERROR_ARGUMENT, p->keytimes[3], INFINITY);
    REFUSED(VV_ERROR_ARGUMENT, p->phases[0], 0.01f);
    REFUSED(VV_ERROR_ARGUMENT, p->phases[2], p->phases[1]);
    REFUSED(VV_ERROR_ARGUMENT, p->phases[1], NAN);
    REFUSED(VV_ERROR_ARGUMENT, p->phases[3], 1.5f);
    REFUSED(VV_ERROR_ARGUMENT, p->references[2].x, 3.0f);
    REFUSED(VV_ERROR_ARGUMENT, p->references[5].w, NAN);
    REFUSED(VV_ERROR_ARGUMENT, p->movers[0], 0);
    REFUSED(VV_ERROR_ARGUMENT, p->movers[0], 6);
    REFUSED(VV_ERROR_ARGUMENT, p->controls[100], NAN);
    REFUSED(VV_ERROR_ARGUMENT, p->controls[0], -INFINITY);
    REFUSED(VV_ERROR_ARGUMENT, p->feet[0].hip, 3);
    REFUSED(VV_ERROR_ARGUMENT, p->feet[0].toe, 6);
    REFUSED(VV_ERROR_ARGUMENT, p->feet[0].ankle, 5);
    REFUSED(VV_ERROR_ARGUMENT, p->feet[0].knee, VV_NONE);
    p->movers[1] = p->movers[0];
    REFUSED(VV_ERROR_ARGUMENT, p->def.translating_joint_count, 2);
    verbs_release(p);
}

static void everything_of_a_verb_works(const vv_verb *verb)
{
    uint32_t joints = vv_skeleton_joint_count(vv_verb_skeleton(verb));
    assert_int_equal(joints, SMALL.joints);
    float at[4] = {0.3f, -0.4f, 0, 0}, weights[VERB_MOST_EXAMPLES], out[64];
    vv_quat turns[VERB_MOST_JOINTS];
    vv_vec3 moves[VERB_MOST_JOINTS];
    vv_affine3 globals[VERB_MOST_JOINTS];
    vv_verb_state walker = vv_default_verb_state();
    vv_foot_plants plants = {0};
    vv_field_weights(vv_verb_field(verb), at, weights);
    for (int i = 0; i < 3; i++) {
        vv_verb_advance(verb, weights, 0.1f, &walker);
        mix_at(verb, weights, walker.phase, out);
        vv_verb_pose(verb, out, &walker.root, turns, moves);
        vv_skeleton_globals(vv_verb_skeleton(verb), turns, moves, globals);
        vv_verb_plant_feet(verb, walker.phase, 0.1f, &plants, turns, moves, globals);
    }
    assert_true(walker.phase >= 0.0f && walker.phase <= 1.0f);
}

static void every_damaged_byte_is_refused_or_harmless(void **state)
{
    (void)state;
    verb_parts *p = verbs_random(&SMALL, 9);
    vv_verb *verb = verbs_create(p);
    size_t bytes = vvi_verb_bytes(verb), accepted = 0, refused = 0;
    assert_int_equal(vvi_verb_verify(verb, bytes, NULL), VV_OK);
    for (size_t length = 0; length < bytes; length += 16)
        assert_int_not_equal(vvi_verb_verify(verb, length, NULL), VV_OK);
    unsigned char *copy = aligned_alloc(64, bytes);
    memcpy(copy, verb, bytes);
    assert_int_equal(vvi_verb_verify(copy + 16, bytes - 16, NULL), VV_ERROR_ARGUMENT);
    for (size_t i = 0; i < bytes; i++)
        for (uint32_t way = 0; way < 3; way++) {
            unsigned char kept = copy[i];
            copy[i] = way == 0 ? (unsigned char)(kept ^ 0x80u) : way == 1 ? (unsigned char)(kept ^ 1u) : 0xff;
            vv_error error = {0};
            if (vvi_verb_verify(copy, bytes, &error) == VV_OK) {
                everything_of_a_verb_works((const void *)copy);
                accepted++;
            } else {
                assert_true(error.message[0] != 0);
                refused++;
            }
            copy[i] = kept;
        }
    assert_true(accepted > 0 && refused > 1000); /* another control point is as good as any */
    free(copy);
    vv_verb_destroy(verb, NULL);
    verbs_release(p);
}

static void a_failed_allocation_leaves_nothing_behind_and_playing_takes_none(void **state)
{
    (void)state;
    verb_parts *p = verbs_random(&SMALL, 9);
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_verb *verb = NULL;
    vv_error error = {0};
    assert_int_equal(vv_verb_create(&p->def, &allocator, &verb, &error), VV_ERROR_MEMORY);
    assert_null(verb);
    assert_int_equal(counting.used, 0);
    assert_int_equal(vv_verb_create(&p->def, &allocator, &verb, &error), VV_OK);
    uint64_t before = counting.allocations;
    everything_of_a_verb_works(verb);
    assert_int_equal(counting.allocations, before);
    vv_verb_destroy(verb, &allocator);
    assert_int_equal(counting.used, 0);
    vv_verb_destroy(NULL, NULL);
    verbs_release(p);
}

/* Moved elsewhere it is the same verb; made twice, the same bytes. */
static void a_verb_is_its_bytes(void **state)
{
    (void)state;
    verb_parts *p = verbs_random(&PERSON, 9);
    vv_verb *verb = verbs_create(p), *again = verbs_create(p);
    assert_int_equal(vvi_verb_bytes(verb), vvi_verb_bytes(again));
    assert_memory_equal(verb, again, vvi_verb_bytes(verb));
    assert_true(vv_verb_cyclic(verb));
    assert_int_equal(vv_verb_keytime_count(verb), PERSON.keys);
    assert_int_equal(vv_verb_foot_count(verb), 1);
    assert_int_equal(vv_verb_foot(verb, 0).ankle, 3);
    assert_int_equal(vv_verb_dof_capacity(verb), 144);
    assert_true(vv_verb_foot_is_planted(verb, 0, 0.0f) &&
                !vv_verb_foot_is_planted(verb, 0, 0.5f * (p->phases[1] + p->phases[2])));
    vv_verb_destroy(verb, NULL);
    vv_verb_destroy(again, NULL);
    verbs_release(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curves_are_those_of_a_dense_evaluation),
        cmocka_unit_test(at_an_example_it_is_the_examples_own_curve),
        cmocka_unit_test(the_basis_sums_to_one_and_mixing_commutes_with_it),
        cmocka_unit_test(curves_are_smooth_twice_and_seamless),
        cmocka_unit_test(an_open_curve_holds_its_ends),
        cmocka_unit_test(keytimes_are_geometric_means_and_ascend_however_far_one_goes),
        cmocka_unit_test(seconds_and_phase_are_each_others_inverse),
        cmocka_unit_test(what_is_not_a_verb_is_refused),
        cmocka_unit_test(every_damaged_byte_is_refused_or_harmless),
        cmocka_unit_test(a_failed_allocation_leaves_nothing_behind_and_playing_takes_none),
        cmocka_unit_test(a_verb_is_its_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
