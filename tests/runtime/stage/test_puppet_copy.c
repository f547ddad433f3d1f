/* Copies: where copied motion puts regions of another drawing, live and from a recording, and what moves freely
 * beside them. Puppets step by themselves here; test_change.c has them on a stage. */
#include "runtime/stage/puppet_copy.h"
#include "tests/runtime/stage/puppet/shapes.h"

#define STEP 0.02

/* A puppet that steps, and where it was put. */
typedef struct actor {
    shape s;
    vvi_puppet_view view;
    vvi_arena arena;
    vvi_puppet_solver *solver;
    vvi_puppet_state state;
    vvi_copy_side side;
    double *rows; /* [3][stride] scratch */
    float hertz;
} actor;

static void put(actor *a, double x, double y, float angle, bool flipped)
{
    vv_mat2 turn = vv_mat2_rotation(flipped ? -angle : angle);
    vv_affine pose[8];
    const double origin[2] = {0.0, 0.0};
    for (uint32_t j = 0; j < a->view.handle_count; j++)
        pose[j] = (vv_affine){turn, {0.0f, 0.0f}};
    vvi_puppet_state_from_pose(&a->view, pose, origin, a->state.c);
    memcpy(a->state.before, a->state.c, 2 * (size_t)a->view.stride * sizeof(double));
    a->state.fresh = true;
    a->side = (vvi_copy_side){.view = &a->view,
                              .c = a->state.c,
                              .before = a->state.before,
                              .origin = {x, y},
                              .at = {x, y},
                              .angle = (double)angle,
                              .flipped = flipped};
}

static actor *actor_of(shape s)
{
    actor *a = calloc(1, sizeof *a);
    a->s = s;
    a->view = vvi_puppet_open(s.puppet);
    size_t count = 2 * (size_t)a->view.stride;
    a->state = (vvi_puppet_state){.c = vvi_arena_allocate(&a->arena, count, sizeof(double)),
                                  .before = vvi_arena_allocate(&a->arena, count, sizeof(double)),
                                  .v = vvi_arena_allocate(&a->arena, count, sizeof(double)),
                                  .v_before = vvi_arena_allocate(&a->arena, count, sizeof(double)),
                                  .mix = vvi_arena_allocate(&a->arena, 1, sizeof(float))};
    a->rows = vvi_arena_allocate(&a->arena, 2 * count, sizeof(double));
    a->solver =
        vvi_puppet_solver_begin(&a->view, 64, vvi_arena_allocate(&a->arena, vvi_puppet_solver_bytes(&a->view, 64), 1));
    a->hertz = vv_default_material().stiffness;
    put(a, 0.0, 0.0, 0.0f, false);
    return a;
}

static void actor_free(actor *a)
{
    vvi_arena_release(&a->arena);
    shape_free(&a->s);
    free(a);
}

static vv_region_state region_on_stage(actor *a, uint32_t handle)
{
    return vvi_copy_measure(&a->side, (vv_region){handle, 0.4f}, false, a->rows);
}

static vv_region_state region_in_drawing(actor *a, uint32_t handle)
{
    return vvi_copy_measure(&a->side, (vv_region){handle, 0.4f}, true, a->rows);
}

static void step(actor *a, uint32_t aim_count, const vvi_aim *aims, uint32_t row_count, const vvi_row *rows)
{
    vvi_puppet_input input = {.h = (float)STEP,
                              .material = vv_default_material(),
                              .gravity = {0.0, -9.81},
                              .aim_count = aim_count,
                              .aims = aims,
                              .row_count = row_count,
                              .rows = rows};
    input.material.stiffness = a->hertz;
    assert_true(vvi_puppet_step(&a->view, a->solver, &input, &a->state));
}

/* ---- The drawings ------------------------------------------------------------------------------------------------ */

enum { BOTTOM, MIDDLE, TOP };

static shape bouncing_square(void)
{
    static const vv_vec2 handles[3] = {{0.0f, -0.4f}, {0.0f, 0.0f}, {0.0f, 0.4f}};
    return shape_box(1.0f, 1.0f, 9, 9, 3, handles, 1.0f);
}

/* Larger, taller, another mesh, five handles: the last two at its shoulders. */
static shape sack(void)
{
    static const vv_vec2 handles[5] = {{0.1f, -1.1f}, {0.0f, 0.0f}, {0.0f, 1.0f}, {-0.7f, 1.1f}, {0.7f, 1.1f}};
    return shape_box(1.8f, 2.6f, 7, 12, 5, handles, 1.9f);
}

/* A quarter of the size, with a long neck and a head that nothing is copied to. */
static shape character(void)
{
    static const vv_vec2 handles[5] = {{0.0f, -0.5f}, {0.0f, -0.35f}, {0.0f, -0.2f}, {0.0f, 0.2f}, {0.0f, 0.5f}};
    return shape_box(0.25f, 1.1f, 4, 18, 5, handles, 0.45f);
}

/* Drops, squashes and turns a little, as keys on the square have it: everything that an animator copies. */
static uint32_t bounce_aims(uint32_t frame, vvi_aim *aims)
{
    double t = STEP * (frame + 1), phase = t - floor(t / 0.6) * 0.6, up = 1.0 - (phase - 0.3) * (phase - 0.3) / 0.09;
    double squash = up < 0.15 ? 1.0 - 0.3 * (1.0 - up / 0.15) : 1.0, high = 1.2 * up, turn = 0.3 * sin(4.0 * t);
    const double c = cos(turn), s = sin(turn), half[3] = {-0.4 * squash, 0.0, 0.4 * squash};
    for (uint32_t k = 0; k < 3; k++)
        aims[k] = (vvi_aim){.handle = k, .value = {0.8 * t - half[k] * s, high + half[k] * c}, .strength = 0.95};
    return 3;
}

static vv_region_pair pair_of(uint32_t from, uint32_t to)
{
    return (vv_region_pair){{from, 0.4f}, {to, 0.4f}, 0.9f, 0.9f};
}

static double difference(vv_mat2 a, vv_mat2 b)
{
    double sum = 0.0, size = 0.0;
    for (int k = 0; k < 4; k++) {
        double gap = (double)(&a.xx)[k] - (double)(&b.xx)[k];
        sum += gap * gap;
        size += (double)(&b.xx)[k] * (double)(&b.xx)[k];
    }
    return sqrt(sum / size);
}

static vvi_copying copying(actor *target, actor *source, const vv_region_copy *def)
{
    vvi_copying copy;
    const vvi_puppet_view *from = source ? &source->view : NULL;
    vv_error error = {0};
    if (vvi_copy_check(def, from, &target->view, &error) != VV_OK)
        fail_msg("%s", error.message);
    assert_true(vvi_copy_begin(&copy, def, from, &target->view, target->view.stride, &target->arena));
    return copy;
}

/* ---- Where rows want it ------------------------------------------------------------------------------------------ */

static double value_of(const actor *a, const vvi_row *row)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < 2 * a->view.stride; i++)
        sum += row->coefficients[i] * a->state.c[i];
    return sum;
}

/* However both were put: while the source is at rest, the target's place and shape at rest are what is wanted. */
static void source_at_rest_holds_nobody(void **state)
{
    (void)state;
    actor *source = actor_of(bouncing_square()), *target = actor_of(sack());
    vv_region_pair pairs[2] = {pair_of(BOTTOM, 0), pair_of(TOP, 2)};
    vv_region_copy def = {.pair_count = 2, .pairs = pairs};
    vvi_copying copy = copying(target, source, &def);
    vvi_row rows[12];
    assert_int_equal(vvi_copy_row_count(&copy), 12);
    for (int way = 0; way < 4; way++) {
        put(source, 3.0, 1.0, 0.4f, way & 1);
        put(target, -7.0, 2.0, -1.1f, way & 2);
        assert_int_equal(vvi_copy_rows(&copy, &source->side, &target->side, 0.0, STEP, rows), 12);
        for (int i = 0; i < 12; i++) {
            assert_true(fabs(value_of(target, &rows[i]) - rows[i].target) < 1e-5);
            assert_true(fabs(rows[i].rate) < 1e-3);
        }
    }
    actor_free(source);
    actor_free(target);
}

/* The source goes one metre along its own right, turned and stretched: the target goes along its own, by the ratio of
 * sizes, and turns the other way on the stage where one of them is seen in the mirror. */
static void motion_is_played_where_the_target_was_put(void **state)
{
    (void)state;
    actor *source = actor_of(bouncing_square()), *target = actor_of(sack());
    vv_region_pair pair = pair_of(MIDDLE, 1);
    for (int way = 0; way < 8; way++) {
        vv_region_copy def = {.scale = way & 4 ? 3.0f : 0.0f, .pair_count = 1, .pairs = &pair};
        vvi_copying copy = copying(target, source, &def);
        vvi_row rows[6];
        put(source, 3.0, 1.0, 0.4f, way & 1);
        put(target, -7.0, 2.0, -1.1f, way & 2);
        /* In the source's drawing: stretched to 1.5 along x, turned by 0.7, moved by (1, 0). */
        vv_mat2 moved = vv_mat2_multiply(vv_mat2_rotation(0.7f), (vv_mat2){1.5f, 0.0f, 0.0f, 1.0f});
        vv_mat2 frame = vv_mat2_rotation(way & 1 ? -0.4f : 0.4f);
        vv_affine pose[3];
        const double here[2] = {0.0, 0.0};
        for (int j = 0; j < 3; j++)
            pose[j] = (vv_affine){vv_mat2_multiply(frame, moved), vv_mat2_apply(frame, (vv_vec2){1.0f, 0.0f})};
        vvi_puppet_state_from_pose(&source->view, pose, here, source->state.c);
        uint32_t count = vvi_copy_rows(&copy, &source->side, &target->side, 0.0, STEP, rows);
        assert_int_equal(count, 6);
        /* Expected on the stage: at + R F (rest + k (1, 0)), A = R F moved; the state of one who is flipped is its
         * mirror image about the origin, which is where it was put. */
        vv_region_state rest = region_in_drawing(target, 1);
        vv_vec2 from = region_in_drawing(source, MIDDLE).centre;
        vv_vec2 gone = vv_vec2_sub(from, region_in_drawing(source, MIDDLE).rest);
        double size = way & 4 ? 3.0 : (double)(target->view.size / source->view.size);
        vv_mat2 mirror = {way & 2 ? -1.0f : 1.0f, 0.0f, 0.0f, 1.0f};
        vv_mat2 placed = vv_mat2_multiply(vv_mat2_rotation(-1.1f), mirror);
        vv_vec2 to = vv_mat2_apply(placed, vv_vec2_add(rest.rest, vv_vec2_scale(gone, (float)size)));
        to = vv_mat2_apply(mirror, to);
        assert_true(fabs((double)gone.x - 1.0) < 0.1);
        assert_true(fabs(rows[0].target - (double)to.x) < 1e-4 && fabs(rows[1].target - (double)to.y) < 1e-4);
        vv_mat2 A = vv_mat2_multiply(mirror, vv_mat2_multiply(placed, moved));
        for (uint32_t k = 0; k < 2; k++) {
            const double *u = copy.pairs[0].to.directions[k];
            vv_vec2 image = vv_mat2_apply(A, (vv_vec2){(float)u[0], (float)u[1]});
            assert_true(fabs(rows[2 + 2 * k].target - (double)image.x) < 1e-4);
            assert_true(fabs(rows[3 + 2 * k].target - (double)image.y) < 1e-4);
        }
    }
    actor_free(source);
    actor_free(target);
}

/* A region of one vertex has no shape that could be copied; strengths of 0 want nothing. */
static void only_what_can_be_told_is_wanted(void **state)
{
    (void)state;
    actor *source = actor_of(bouncing_square()), *target = actor_of(sack());
    vv_region_pair pairs[3] = {pair_of(MIDDLE, 1), pair_of(MIDDLE, 1), pair_of(MIDDLE, 1)};
    vvi_row rows[18];
    pairs[0].to.threshold = 1.0f;
    pairs[1].position_strength = 0.0f;
    pairs[2].shape_strength = 0.0f;
    vv_region_copy def = {.pair_count = 3, .pairs = pairs};
    vvi_copying copy = copying(target, source, &def);
    assert_int_equal(copy.pairs[0].to.rank, 0);
    assert_int_equal(vvi_copy_rows(&copy, &source->side, &target->side, 0.0, STEP, rows), 2 + 4 + 2);
    actor_free(source);
    actor_free(target);
}

/* ---- The bouncing square ----------------------------------------------------------------------------------------- */

/* Regions that are copied differ from the source by less than 5 % at every frame, after the first tenth of a second. */
static void bounce_is_copied(shape onto, bool flipped)
{
    actor *source = actor_of(bouncing_square()), *target = actor_of(onto);
    vv_region_pair pairs[2] = {pair_of(BOTTOM, 0), pair_of(TOP, 2)};
    vv_region_copy def = {.pair_count = 2, .pairs = pairs};
    put(target, 5.0, 0.0, 0.0f, flipped);
    vvi_copying copy = copying(target, source, &def);
    double worst = 0.0, off = 0.0;
    for (uint32_t f = 0; f < 120; f++) {
        vvi_aim aims[3];
        vvi_row rows[12];
        step(source, bounce_aims(f, aims), aims, 0, NULL);
        uint32_t count = vvi_copy_rows(&copy, &source->side, &target->side, 0.0, STEP, rows);
        step(target, 0, NULL, count, rows);
        for (uint32_t k = 0; k < 2 && f >= 5; k++) {
            vv_region_state from = region_in_drawing(source, pairs[k].from.handle);
            vv_region_state to = region_in_drawing(target, pairs[k].to.handle);
            double gap = difference(to.linear, from.linear);
            vv_vec2 way = vv_vec2_scale(vv_vec2_sub(from.centre, from.rest), (float)copy.size);
            double aside = (double)vv_vec2_distance(vv_vec2_sub(to.centre, to.rest), way);
            worst = gap > worst ? gap : worst;
            off = aside > off ? aside : off;
        }
    }
    print_message("affine maps differ by %.2f %% at most, centroids by %.2f %% of size\n", 100.0 * worst,
                  100.0 * off / (double)target->view.size);
    assert_true(worst < 0.05);
    assert_true(off < 0.05 * (double)target->view.size);
    actor_free(source);
    actor_free(target);
}

static void sack_and_character_bounce_like_the_square(void **state)
{
    (void)state;
    bounce_is_copied(sack(), false);
    bounce_is_copied(character(), false);
    bounce_is_copied(character(), true);
}

/* How far the head is from where it would be if it only turned with the neck, as a share of size: at most over the
 * bounce. */
static double head_sway(float hertz)
{
    actor *source = actor_of(bouncing_square()), *target = actor_of(character());
    vv_region_pair pairs[3] = {pair_of(BOTTOM, 0), pair_of(MIDDLE, 1), pair_of(TOP, 2)};
    double most = 0.0;
    vv_region_copy def = {.pair_count = 3, .pairs = pairs};
    vvi_copying copy = copying(target, source, &def);
    target->hertz = hertz;
    for (uint32_t f = 0; f < 120; f++) {
        vvi_aim aims[3];
        vvi_row rows[18];
        step(source, bounce_aims(f, aims), aims, 0, NULL);
        step(target, 0, NULL, vvi_copy_rows(&copy, &source->side, &target->side, 0.0, STEP, rows), rows);
        vv_region_state neck = region_in_drawing(target, 2), head = region_in_drawing(target, 4);
        vv_mat2 turn = vv_mat2_rotation(vv_mat2_polar(neck.linear).angle);
        vv_vec2 frozen = vv_vec2_add(neck.centre, vv_mat2_apply(turn, vv_vec2_sub(head.rest, neck.rest)));
        double sway = (double)vv_vec2_distance(head.centre, frozen) / (double)target->view.size;
        most = sway > most && f > 5 ? sway : most;
    }
    actor_free(source);
    actor_free(target);
    return most;
}

/* The same drawing made stiff has its head frozen to its neck. */
static void parts_that_are_not_copied_move_freely(void **state)
{
    (void)state;
    double soft = head_sway(6.0f), stiff = head_sway(100.0f);
    print_message("the head sways by %.3f of size, frozen by %.3f\n", soft, stiff);
    assert_true(soft > 0.1);
    assert_true(soft > 5.0 * stiff);
}

/* ---- From a recording -------------------------------------------------------------------------------------------- */

/* The same from a recording, made of a source that was put elsewhere, turned and flipped. */
static void recording_is_as_good_as_the_source(void **state)
{
    (void)state;
    enum { FRAMES = 100 };
    actor *source = actor_of(bouncing_square()), *target = actor_of(sack());
    vv_region regions[2] = {{BOTTOM, 0.4f}, {TOP, 0.4f}};
    static vv_region_state frames[FRAMES][2];
    for (uint32_t f = 0; f < FRAMES; f++) {
        vvi_aim aims[3];
        for (uint32_t k = 0; k < 2; k++)
            frames[f][k] = region_in_drawing(source, regions[k].handle);
        step(source, bounce_aims(f, aims), aims, 0, NULL);
    }
    vv_recording_def recorded = {2, FRAMES, regions, frames[0], 50.0f, source->view.size, false};
    vv_recording *recording = NULL;
    assert_int_equal(vv_recording_create(&recorded, NULL, &recording, NULL), VV_OK);
    vv_region_pair pairs[2] = {pair_of(BOTTOM, 0), pair_of(TOP, 2)};
    vv_region_copy def = {.recording = recording, .start = 1.0, .pair_count = 2, .pairs = pairs};
    vvi_copying copy = copying(target, NULL, &def);
    vvi_row rows[12];
    assert_int_equal(vvi_copy_rows(&copy, NULL, &target->side, 0.99, STEP, rows), 0); /* it has not begun */
    double worst = 0.0;
    for (uint32_t f = 0; f < FRAMES; f++) {
        uint32_t count = vvi_copy_rows(&copy, NULL, &target->side, 1.0 + STEP * f, STEP, rows);
        assert_int_equal(count, 12);
        step(target, 0, NULL, count, rows);
        for (uint32_t k = 0; k < 2 && f >= 5; k++) {
            double gap = difference(region_in_drawing(target, pairs[k].to.handle).linear, frames[f][k].linear);
            worst = gap > worst ? gap : worst;
        }
    }
    print_message("affine maps differ by %.2f %% at most\n", 100.0 * worst);
    assert_true(worst < 0.05);
    vv_recording_destroy(recording, NULL);
    actor_free(source);
    actor_free(target);
}

/* What vvi_copy_measure says on the stage and in the drawing is the same motion. */
static void stage_and_drawing_agree(void **state)
{
    (void)state;
    actor *a = actor_of(bouncing_square());
    for (int flipped = 0; flipped < 2; flipped++) {
        put(a, 4.0, -2.0, 0.9f, flipped);
        vv_region_state on = region_on_stage(a, TOP), in = region_in_drawing(a, TOP);
        vv_mat2 mirror = {flipped ? -1.0f : 1.0f, 0.0f, 0.0f, 1.0f};
        vv_mat2 placed = vv_mat2_multiply(vv_mat2_rotation(0.9f), mirror);
        vv_vec2 expected = vv_vec2_add(vv_mat2_apply(placed, on.rest), (vv_vec2){4.0f, -2.0f});
        assert_true(vv_vec2_distance(on.centre, expected) < 1e-5f);
        assert_true(vv_vec2_distance(in.centre, in.rest) < 1e-5f);
        assert_true(difference(on.linear, placed) < 1e-5);
        assert_true(difference(in.linear, vv_mat2_identity()) < 1e-5);
    }
    actor_free(a);
}

/* ---- What is refused --------------------------------------------------------------------------------------------- */

static void wrong_copies_are_refused(void **state)
{
    (void)state;
    actor *source = actor_of(bouncing_square()), *target = actor_of(sack());
    vv_region region = {0, 0.4f};
    vv_region_state frame = {{0, 0}, {0, 0}, vv_mat2_identity()};
    vv_recording_def recorded = {1, 1, &region, &frame, 50.0f, 1.0f, false};
    vv_recording *recording = NULL;
    assert_int_equal(vv_recording_create(&recorded, NULL, &recording, NULL), VV_OK);
    for (int what = 0; what < 11; what++) {
        vv_region_pair pairs[65];
        for (int k = 0; k < 65; k++)
            pairs[k] = pair_of(0, 0);
        vv_region_copy def = {.recording = recording, .pair_count = 2, .pairs = pairs};
        const vvi_puppet_view *from = what == 0 || what == 1 ? NULL : &source->view;
        vv_error error = {0};
        if (what == 0)
            def.recording = NULL; /* 1: more pairs than the recording has regions */
        if (what == 2)
            def.pair_count = 65;
        if (what == 3)
            def.scale = -1.0f;
        if (what == 4)
            def.scale = NAN;
        if (what == 5)
            def.start = (double)INFINITY;
        if (what == 6)
            pairs[1].from.handle = 3;
        if (what == 7)
            pairs[1].to.handle = 5;
        if (what == 8)
            pairs[1].to.threshold = 1.1f;
        if (what == 9)
            pairs[1].position_strength = NAN;
        if (what == 10)
            pairs[0].shape_strength = -0.1f;
        assert_int_not_equal(vvi_copy_check(&def, from, &target->view, &error), VV_OK);
        assert_true(error.message[0] != 0);
    }
    vv_region_pair pair = pair_of(0, 0);
    vv_region_copy def = {.pair_count = 1, .pairs = &pair};
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vvi_arena arena = {.allocator = &allocator};
        vvi_copying copy;
        bool made = vvi_copy_begin(&copy, &def, &source->view, &target->view, target->view.stride, &arena);
        vvi_arena_release(&arena);
        assert_int_equal(counting.used, 0);
        if (made)
            break;
        assert_true(n < 20);
    }
    vv_recording_destroy(recording, NULL);
    actor_free(source);
    actor_free(target);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(source_at_rest_holds_nobody),
        cmocka_unit_test(motion_is_played_where_the_target_was_put),
        cmocka_unit_test(only_what_can_be_told_is_wanted),
        cmocka_unit_test(sack_and_character_bounce_like_the_square),
        cmocka_unit_test(parts_that_are_not_copied_move_freely),
        cmocka_unit_test(recording_is_as_good_as_the_source),
        cmocka_unit_test(stage_and_drawing_agree),
        cmocka_unit_test(wrong_copies_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
