/* Families: what is refused, that candidates answer to the member shown, and when one member jumps to another (eq.
 * 10–11). Here members step by themselves; test_change.c has them on a stage. */
#include "runtime/stage/puppet/family.h"
#include "shapes.h"

static const vv_family_link ENDS[2] = {{.member = {0, 1}, .handle = {0, 0}, .parts = VV_PART_POSITION},
                                       {.member = {0, 1}, .handle = {1, 2}, .parts = VV_PART_POSITION}};

static vv_family *family_of(uint32_t count, const shape *shapes, uint32_t link_count, const vv_family_link *links,
                            float pause)
{
    const vv_puppet *members[VV_PUPPET_MAX_MEMBERS];
    vv_family_def def = vv_default_family_def();
    vv_family *family = NULL;
    vv_error error = {0};
    for (uint32_t i = 0; i < count; i++)
        members[i] = shapes[i].puppet;
    def.member_count = count;
    def.members = members;
    def.link_count = link_count;
    def.links = links;
    def.pause = pause;
    if (vv_family_create(&def, NULL, &family, &error) != VV_OK)
        fail_msg("%s", error.message);
    return family;
}

/* ---- The family -------------------------------------------------------------------------------------------------- */

static void wrong_families_are_refused(void **state)
{
    (void)state;
    shape shapes[2] = {shape_square(), shape_crocodile()};
    for (int what = 0; what < 16; what++) {
        const vv_puppet *members[17] = {shapes[0].puppet, shapes[1].puppet};
        vv_family_link links[2] = {ENDS[0], ENDS[1]};
        vv_family_def def = vv_default_family_def();
        vv_family *family = NULL;
        vv_error error = {0};
        def.member_count = 2;
        def.members = members;
        def.link_count = 2;
        def.links = links;
        float *numbers[] = {&def.lambda, &def.lambda, &def.margin, &def.pause, &def.fade, &def.fade};
        const float values[] = {0.0f, NAN, 1.0f, -1.0f, INFINITY, -0.1f};
        if (what < 6)
            *numbers[what] = values[what];
        if (what == 6)
            def.member_count = 0;
        if (what == 7)
            def.member_count = 17;
        if (what == 8)
            members[1] = NULL;
        if (what == 9)
            members[1] = members[0];
        if (what == 10)
            links[1].member[1] = 2;
        if (what == 11)
            links[1].member[1] = 0;
        if (what == 12)
            links[1].handle[1] = 3;
        if (what == 13)
            links[0].parts = 0;
        if (what == 14)
            links[0].parts = 8;
        if (what == 15)
            links[0] = (vv_family_link){.member = {0, 1}, .points = true, .at = {{NAN, 0.0f}, {0.0f, 0.0f}}};
        assert_int_not_equal(vv_family_create(&def, NULL, &family, &error), VV_OK);
        assert_null(family);
        assert_true(error.message[0] != 0);
    }
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    const vv_puppet *members[1] = {shapes[0].puppet};
    vv_family_def def = vv_default_family_def();
    vv_family *family = NULL;
    def.member_count = 1;
    def.members = members;
    assert_int_equal(vv_family_create(&def, &allocator, &family, NULL), VV_ERROR_MEMORY);
    assert_int_equal(counting.used, 0);
    for (int i = 0; i < 2; i++)
        shape_free(&shapes[i]);
}

static void handles_answer_through_links(void **state)
{
    (void)state;
    shape shapes[2] = {shape_square(), shape_crocodile()};
    vv_family *f = family_of(2, shapes, 2, ENDS, 0.2f);
    assert_int_equal(vv_family_member_count(f), 2);
    assert_ptr_equal(vv_family_member(f, 1), shapes[1].puppet);
    assert_null(vv_family_member(f, 2));
    assert_int_equal(vvi_family_handle(f, 0, 1, 1, VV_PART_POSITION), 2);
    assert_int_equal(vvi_family_handle(f, 1, 0, 2, VV_PART_POSITION), 1);
    assert_int_equal(vvi_family_handle(f, 0, 1, 1, VV_PART_ANGLE), VV_NONE);
    assert_int_equal(vvi_family_handle(f, 0, 1, 2, VV_PART_ALL), VV_NONE);
    assert_int_equal(vvi_family_handle(f, 1, 1, 1, VV_PART_SCALE), 1);
    assert_true(vvi_family_is_linked(f, 1, 0));
    assert_int_equal(vvi_family_row_count(f), 4);
    vv_family_destroy(f, NULL);
    for (int i = 0; i < 2; i++)
        shape_free(&shapes[i]);
}

/* ---- Rows of correspondence -------------------------------------------------------------------------------------- */

/* A random pose of a puppet as a state. */
static void random_state(const vvi_puppet_view *view, uint64_t seed, double *c)
{
    vvi_random random = vvi_random_seed(seed);
    vv_affine pose[8];
    const double origin[2] = {0.0, 0.0};
    for (uint32_t j = 0; j < view->handle_count; j++) {
        vv_mat2 stretch = {0.6f + vvi_random_unit(&random), 0.0f, 0.0f, 0.6f + vvi_random_unit(&random)};
        stretch.xy = stretch.yx = 0.2f * vvi_random_unit(&random);
        pose[j].linear = vv_mat2_multiply(vv_mat2_rotation(3.0f * vvi_random_unit(&random)), stretch);
        pose[j].translation = (vv_vec2){vvi_random_unit(&random), vvi_random_unit(&random)};
    }
    vvi_puppet_state_from_pose(view, pose, origin, c);
}

static double gap_of(const vvi_puppet_view *view, const vvi_row *row, const double *c)
{
    double sum = -row->target;
    for (uint32_t i = 0; i < 2 * view->stride; i++)
        sum += row->coefficients[i] * c[i];
    return sum;
}

/* A drawing answers to its twin with no gap at all where they are in the same pose, and with known gaps where the
 * twin is turned or stretched. */
static void rows_measure_what_differs(void **state)
{
    (void)state;
    shape shapes[2] = {shape_square(), shape_square()};
    const vv_family_link links[3] = {{.member = {1, 0}, .handle = {2, 2}, .parts = VV_PART_ALL},
                                     {.member = {0, 1}, .handle = {0, 0}, .parts = VV_PART_ANGLE | VV_PART_SCALE},
                                     {.member = {0, 1}, .points = true, .at = {{0.3f, 0.2f}, {0.3f, 0.2f}}}};
    vv_family *f = family_of(2, shapes, 3, links, 0.2f);
    const vvi_puppet_view *view = &f->members[1];
    double c[2 * 16] = {0}, twin[2 * 16], memory[16][2 * 16];
    vvi_row rows[16];
    assert_int_equal(vvi_family_row_count(f), 10);
    assert_true(view->stride <= 16);
    for (int i = 0; i < 16; i++)
        rows[i].coefficients = memory[i];
    for (uint64_t seed = 1; seed < 20; seed++) {
        random_state(view, seed, c);
        assert_int_equal(vvi_candidate_rows(f, 0, c, 1, c, rows), 10);
        for (int i = 0; i < 10; i++)
            assert_true(fabs(gap_of(view, &rows[i], c)) < 1e-6);
        /* Handle 2 of the twin is turned by 0.3 and twice as large, and shifted. */
        memcpy(twin, c, sizeof c);
        vv_mat2 turn = vv_mat2_rotation(0.3f);
        double *x = twin + 6, *y = twin + view->stride + 6, s = 0.5 * (double)view->size;
        for (int k = 0; k < 2; k++) {
            double px = x[k], py = y[k];
            x[k] = 2.0 * ((double)turn.xx * px + (double)turn.xy * py);
            y[k] = 2.0 * ((double)turn.yx * px + (double)turn.yy * py);
        }
        x[2] += 0.25;
        vvi_candidate_rows(f, 0, c, 1, twin, rows);
        const double *L = c + 6, *M = c + view->stride + 6;
        double trace = sqrt((L[0] + M[1]) * (L[0] + M[1]) + (M[0] - L[1]) * (M[0] - L[1])); /* of the stretch */
        assert_true(fabs(gap_of(view, &rows[0], twin) - 0.25) < 1e-6 && fabs(gap_of(view, &rows[1], twin)) < 1e-6);
        assert_true(fabs(gap_of(view, &rows[2], twin) - s * trace * 0.29552) < 1e-4); /* ½ tr S · 2 sin 0.3 */
    }
    vv_family_destroy(f, NULL);
    for (int i = 0; i < 2; i++)
        shape_free(&shapes[i]);
}

/* ---- Jumping ----------------------------------------------------------------------------------------------------- */

/* A family that steps: what the stage does for an actor, without a stage. */
typedef struct run {
    vv_family *family;
    vvi_arena arena;
    vvi_puppet_state states[4];
    vvi_transitions t;
    vv_material material;
    uint32_t jumps, jumped_at[64];
    double energies[64][2]; /* before and after each jump, in stiffness × area */
    uint32_t frame;
} run;

static run *run_begin(vv_family *family)
{
    run *r = calloc(1, sizeof *r);
    r->family = family;
    r->material = vv_default_material();
    r->material.gravity = 0.0f;
    assert_true(vvi_transitions_begin(&r->t, family, 0, &r->arena));
    for (uint32_t k = 0; k < family->member_count; k++) {
        const vvi_puppet_view *view = &family->members[k];
        size_t count = 2 * (size_t)view->stride;
        r->states[k] = (vvi_puppet_state){.c = vvi_arena_allocate(&r->arena, count, sizeof(double)),
                                          .before = vvi_arena_allocate(&r->arena, count, sizeof(double)),
                                          .v = vvi_arena_allocate(&r->arena, count, sizeof(double)),
                                          .v_before = vvi_arena_allocate(&r->arena, count, sizeof(double)),
                                          .mix = vvi_arena_allocate(&r->arena, view->example_count + 1, sizeof(float)),
                                          .fresh = true};
        memcpy(r->states[k].c, view->rest, count * sizeof(double));
        memcpy(r->states[k].before, view->rest, count * sizeof(double));
        void *memory = vvi_arena_allocate(&r->arena, vvi_puppet_solver_bytes(view, 32), 1);
        r->t.candidates[k].state = &r->states[k];
        r->t.candidates[k].solver = vvi_puppet_solver_begin(view, 32, memory);
    }
    return r;
}

static void run_free(run *r)
{
    vvi_arena_release(&r->arena);
    vv_family_destroy(r->family, NULL);
    free(r);
}

/* One step with exact positions for handles of member 0, through the links where another is shown. */
static bool run_step(run *r, uint32_t aim_count, const vvi_aim *aims)
{
    vvi_aim placed[8];
    uint32_t count = 0, member = r->t.member;
    for (uint32_t i = 0; i < aim_count; i++) {
        placed[count] = aims[i];
        placed[count].handle = vvi_family_handle(r->family, 0, member, aims[i].handle, VV_PART_POSITION);
        count += placed[count].handle != VV_NONE;
    }
    vvi_puppet_input input = {.h = 0.02f, .material = r->material, .aim_count = count, .aims = placed};
    assert_true(
        vvi_puppet_step(&r->family->members[member], r->t.candidates[member].solver, &input, &r->states[member]));
    vvi_transition_input after = {.h = 0.02f};
    bool jumped = vvi_transitions_step(&r->t, &after);
    if (jumped && r->jumps < 64) {
        r->jumped_at[r->jumps] = r->frame;
        r->energies[r->jumps][0] = r->t.candidates[member].energy;
        r->energies[r->jumps][1] = r->t.candidates[r->t.member].energy;
    }
    r->jumps += jumped;
    r->frame++;
    return jumped;
}

/* Left end still, right end `width` from it. */
static bool run_stretch(run *r, double width, double rate)
{
    const vvi_aim aims[2] = {{.handle = 0, .value = {-0.4, 0.0}, .strength = 1.0},
                             {.handle = 1, .value = {width - 0.4, 0.0}, .rate = {rate, 0.0}, .strength = 1.0}};
    return run_step(r, 2, aims);
}

static double kinetic(const vvi_puppet_view *view, const double *v, double momentum[2])
{
    double sum = 0.0;
    for (uint32_t axis = 0; axis < 2; axis++) {
        const double *a = v + axis * view->stride;
        momentum[axis] = 0.0;
        for (uint32_t i = 0; i < view->column_count; i++) {
            momentum[axis] += view->mass_vector[i] * a[i];
            for (uint32_t k = 0; k < view->column_count; k++)
                sum += 0.5 * a[i] * view->mass_matrix[(size_t)i * view->stride + k] * a[k];
        }
    }
    return sum;
}

/* Out to the crocodile's length in 1 s, a pause, and back. */
static double width_at(uint32_t frame)
{
    double t = 0.02 * frame, share = t < 1.0 ? t : t < 2.0 ? 1.0 : t < 3.0 ? 3.0 - t : 0.0;
    return 0.8 + 2.8 * share * share * (3.0 - 2.0 * share);
}

static void square_becomes_crocodile_and_back(void **state)
{
    (void)state;
    shape shapes[2] = {shape_square(), shape_crocodile()};
    run *r = run_begin(family_of(2, shapes, 2, ENDS, 0.2f));
    for (uint32_t f = 0; f < 200; f++)
        run_stretch(r, width_at(f), (width_at(f) - width_at(f ? f - 1 : 0)) / 0.02);
    assert_int_equal(r->jumps, 2);
    assert_true(r->jumped_at[0] < 50 && r->jumped_at[1] > 100);
    for (int k = 0; k < 2; k++) {
        print_message("jump at frame %u: energy %.4f to %.4f\n", r->jumped_at[k], r->energies[k][0], r->energies[k][1]);
        assert_true(r->energies[k][1] < 0.7 * r->energies[k][0]);
    }
    assert_true(r->jumped_at[1] - r->jumped_at[0] > 5);
    assert_int_equal(r->t.member, 0);
    run_free(r);
    for (int i = 0; i < 2; i++)
        shape_free(&shapes[i]);
}

static void nobody_jumps_without_links(void **state)
{
    (void)state;
    shape shapes[2] = {shape_square(), shape_crocodile()};
    run *r = run_begin(family_of(2, shapes, 0, NULL, 0.0f));
    for (uint32_t f = 0; f < 200; f++)
        run_stretch(r, width_at(f), 0.0);
    assert_int_equal(r->jumps, 0);
    assert_true(r->t.candidates[1].energy < 0.0); /* nothing is known of one who answers to nothing */
    run_free(r);
    for (int i = 0; i < 2; i++)
        shape_free(&shapes[i]);
}

/* A drawing and its twin have nothing to gain from each other. */
static void twins_never_jump(void **state)
{
    (void)state;
    shape shapes[2] = {shape_square(), shape_square()};
    const vv_family_link links[4] = {{.member = {0, 1}, .handle = {0, 0}, .parts = VV_PART_ALL},
                                     {.member = {0, 1}, .handle = {1, 1}, .parts = VV_PART_ALL},
                                     {.member = {0, 1}, .handle = {2, 2}, .parts = VV_PART_ALL},
                                     {.member = {0, 1}, .handle = {3, 3}, .parts = VV_PART_ALL}};
    run *r = run_begin(family_of(2, shapes, 4, links, 0.0f));
    for (uint32_t f = 0; f < 100; f++)
        run_stretch(r, width_at(f), 0.0);
    assert_int_equal(r->jumps, 0);
    run_free(r);
    for (int i = 0; i < 2; i++)
        shape_free(&shapes[i]);
}

/* The end is thrown about at random, three metres in a frame: no more jumps than the pause leaves room for, and all
 * is finite. */
static void shaking_is_bounded_by_the_pause(void **state)
{
    (void)state;
    shape shapes[2] = {shape_square(), shape_crocodile()};
    run *r = run_begin(family_of(2, shapes, 2, ENDS, 0.2f));
    vvi_random random = vvi_random_seed(3);
    for (uint32_t f = 0; f < 400; f++) {
        run_stretch(r, 0.3 + 3.5 * (double)vvi_random_unit(&random), 0.0);
        for (uint32_t k = 1; k < r->jumps && k < 64; k++)
            assert_true(r->jumped_at[k] - r->jumped_at[k - 1] >= 10);
    }
    print_message("%u jumps in 8 s of shaking\n", r->jumps);
    assert_true(r->jumps <= 41);
    run_free(r);
    for (int i = 0; i < 2; i++)
        shape_free(&shapes[i]);
}

/* Of two that would do, the one that is less deformed. */
static void least_deformed_is_chosen(void **state)
{
    (void)state;
    static const vv_vec2 handles[2] = {{-0.55f, 0.0f}, {0.55f, 0.0f}};
    for (int order = 0; order < 2; order++) {
        shape half = shape_box(1.4f, 0.8f, 10, 5, 2, handles, 1.5f);
        shape shapes[3] = {shape_square(), order ? half : shape_crocodile(), order ? shape_crocodile() : half};
        vv_family_link links[4] = {ENDS[0], ENDS[1], ENDS[0], ENDS[1]};
        links[2].member[1] = links[3].member[1] = 2;
        links[order ? 1 : 3].handle[1] = 1;
        run *r = run_begin(family_of(3, shapes, 4, links, 0.2f));
        uint32_t frame = 0;
        while (frame < 25 && !run_stretch(r, 0.8 + 0.02 * frame, 1.0))
            frame++;
        assert_true(frame < 25); /* it stretches to 1.3 at most: the half is at home there */
        uint32_t to = order ? 1 : 2, other = order ? 2 : 1;
        assert_int_equal(r->t.member, to);
        assert_true(r->t.candidates[to].energy < r->t.candidates[other].energy);
        run_free(r);
        for (int i = 0; i < 3; i++)
            shape_free(&shapes[i]);
    }
}

/* A square that flies and turns while it is pulled long keeps its speed and its energy when it becomes a bar. */
static void speed_and_energy_outlive_a_jump(void **state)
{
    (void)state;
    static const vv_vec2 handles[4] = {{-0.7f, 0.0f}, {0.7f, 0.0f}, {0.0f, 0.25f}, {0.0f, -0.25f}};
    shape shapes[2] = {shape_square(), shape_box(1.7f, 0.65f, 12, 6, 4, handles, 1.5f)};
    const vv_family_link links[4] = {{.member = {0, 1}, .handle = {0, 0}, .parts = VV_PART_POSITION},
                                     {.member = {0, 1}, .handle = {1, 1}, .parts = VV_PART_POSITION},
                                     {.member = {0, 1}, .handle = {2, 2}, .parts = VV_PART_POSITION},
                                     {.member = {0, 1}, .handle = {3, 3}, .parts = VV_PART_POSITION}};
    run *r = run_begin(family_of(2, shapes, 4, links, 0.2f));
    bool jumped = false;
    double before[2], after[2], kinetic_before = 0.0, kinetic_after;
    for (uint32_t f = 0; f < 100 && !jumped; f++) {
        double t = 0.02 * (f + 1), half = 0.4 + 0.4 * t, turn = 0.8 * t, c = cos(turn), s = sin(turn);
        vvi_aim aims[2] = {{.handle = 0, .value = {3.0 * t - half * c, t - half * s}, .strength = 0.9},
                           {.handle = 1, .value = {3.0 * t + half * c, t + half * s}, .strength = 0.9}};
        for (int k = 0; k < 2; k++) {
            double side = k ? 1.0 : -1.0;
            aims[k].rate[0] = 3.0 + side * (0.4 * c - half * 0.8 * s);
            aims[k].rate[1] = 1.0 + side * (0.4 * s + half * 0.8 * c);
        }
        jumped = run_step(r, 2, aims);
        if (!jumped)
            continue;
        kinetic_before = kinetic(&r->family->members[0], r->states[0].v, before);
        kinetic_after = kinetic(&r->family->members[1], r->states[1].v, after);
        double mass[2] = {(double)r->family->members[0].mass, (double)r->family->members[1].mass};
        double speed = sqrt(before[0] * before[0] + before[1] * before[1]) / mass[0];
        double now = sqrt(after[0] * after[0] + after[1] * after[1]) / mass[1];
        kinetic_before /= mass[0];
        kinetic_after /= mass[1];
        print_message("speed %.4f to %.4f m/s, energy %.4f to %.4f J/kg\n", speed, now, kinetic_before, kinetic_after);
        assert_true(fabs(now - speed) < 0.15 * speed);
        assert_true(fabs(kinetic_after - kinetic_before) < 0.15 * kinetic_before);
    }
    assert_true(jumped && kinetic_before > 1.0);
    run_free(r);
    for (int i = 0; i < 2; i++)
        shape_free(&shapes[i]);
}

/* Σ gap² + λE of eq. 10, from the rows and the kernels themselves. */
static double objective(const run *r, const double *c, vvi_row *rows, uint32_t count, void *scratch, double *pull)
{
    const vvi_puppet_view *view = &r->family->members[1];
    double sum = (double)r->family->lambda * vvi_puppet_local_step(view, c, pull, scratch);
    for (uint32_t i = 0; i < count; i++)
        sum += gap_of(view, &rows[i], c) * gap_of(view, &rows[i], c);
    return sum;
}

/* No small change of a candidate brings it closer, however it is made. */
static void candidates_are_as_close_as_can_be(void **state)
{
    (void)state;
    shape shapes[2] = {shape_square(), shape_crocodile()};
    run *r = run_begin(family_of(2, shapes, 2, ENDS, 0.2f));
    for (uint32_t f = 0; f < 10; f++)
        run_stretch(r, width_at(f), 0.0);
    assert_int_equal(r->t.member, 0);
    const vvi_puppet_view *view = &r->family->members[1];
    size_t length = 2 * (size_t)view->stride;
    double *memory = vvi_arena_allocate(&r->arena, 8 * length, sizeof *memory), *c = r->states[1].c;
    void *scratch = vvi_arena_allocate(&r->arena, vvi_puppet_local_step_bytes(view), 1);
    vvi_row rows[4];
    for (int i = 0; i < 4; i++)
        rows[i].coefficients = memory + (size_t)i * length;
    uint32_t count = vvi_candidate_rows(r->family, 0, r->states[0].c, 1, c, rows);
    vvi_puppet_set_rest_shape(view, view->rest, scratch);
    double *other = memory + 5 * length, *pull = memory + 6 * length;
    double best = objective(r, c, rows, count, scratch, pull);
    vvi_random random = vvi_random_seed(12);
    for (int i = 0; i < 200; i++) {
        double by = i % 2 ? 0.01 : 0.001;
        for (uint32_t k = 0; k < length; k++)
            other[k] =
                c[k] + (k % view->stride < view->column_count ? by * ((double)vvi_random_unit(&random) - 0.5) : 0);
        assert_true(objective(r, other, rows, count, scratch, pull) > best * (1.0 - 1e-6));
    }
    assert_true(fabs(r->t.candidates[1].energy * (double)view->area - vvi_puppet_local_step(view, c, pull, scratch)) <
                1e-3 * best / (double)r->family->lambda);
    run_free(r);
    for (int i = 0; i < 2; i++)
        shape_free(&shapes[i]);
}

/* States are about an origin that the actor moves: candidates follow it. */
static void candidates_follow_the_origin(void **state)
{
    (void)state;
    shape shapes[2] = {shape_square(), shape_crocodile()};
    run *r = run_begin(family_of(2, shapes, 2, ENDS, 0.2f));
    for (uint32_t f = 0; f < 8; f++)
        run_stretch(r, width_at(f), 0.0);
    assert_int_equal(r->t.member, 0);
    const vvi_puppet_view *view = &r->family->members[1];
    double c[2 * 16], energy = r->t.candidates[1].energy;
    memcpy(c, r->states[1].c, 2 * (size_t)view->stride * sizeof *c);
    vvi_transition_input moved = {.h = 0.02f, .origin = {5.0, -3.0}};
    for (uint32_t j = 0; j < r->family->members[0].handle_count; j++) {
        r->states[0].c[3 * j + 2] -= 5.0;
        r->states[0].c[r->family->members[0].stride + 3 * j + 2] += 3.0;
    }
    vvi_transitions_step(&r->t, &moved);
    assert_true(fabs(r->t.candidates[1].energy - energy) < 1e-4 * energy);
    for (uint32_t j = 0; j < view->handle_count; j++) {
        assert_true(fabs(r->states[1].c[3 * j + 2] + 5.0 - c[3 * j + 2]) < 1e-3);
        assert_true(fabs(r->states[1].before[3 * j + 2] + 5.0 - c[3 * j + 2]) < 1e-9);
        assert_true(fabs(r->states[1].c[view->stride + 3 * j + 2] - 3.0 - c[view->stride + 3 * j + 2]) < 1e-3);
    }
    run_free(r);
    for (int i = 0; i < 2; i++)
        shape_free(&shapes[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_families_are_refused),      cmocka_unit_test(handles_answer_through_links),
        cmocka_unit_test(rows_measure_what_differs),       cmocka_unit_test(square_becomes_crocodile_and_back),
        cmocka_unit_test(nobody_jumps_without_links),      cmocka_unit_test(twins_never_jump),
        cmocka_unit_test(shaking_is_bounded_by_the_pause), cmocka_unit_test(least_deformed_is_chosen),
        cmocka_unit_test(speed_and_energy_outlive_a_jump), cmocka_unit_test(candidates_are_as_close_as_can_be),
        cmocka_unit_test(candidates_follow_the_origin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
