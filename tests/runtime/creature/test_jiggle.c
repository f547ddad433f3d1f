/* Jiggles: one body against brute-force integration and closed forms, frame rates, jumps, passivity, stability. */
#include "stage.h"

/* ---- One body that hangs on one that is moved about -------------------------------------------------------------- */

typedef struct pendulum {
    vv_creature *creature;
    vvi_jiggle *jiggle;
    uint32_t tail;
    float reach;
} pendulum;

static void pendulum_begin(pendulum *p)
{
    static sample made;
    sample_make(SAMPLE_ONE_BODY, &made);
    made.bodies[0].caps = VV_CAP_BIT(VV_CAP_SPINE);
    made.bodies[1] = (vv_creature_body){.name = "tail",
                                        .parent = 0,
                                        .position = {0, 0.2f, 0},
                                        .rotation = vv_quat_identity(),
                                        .centre = {0, -0.1f, 0},
                                        .low = {-0.02f, -0.2f, -0.02f},
                                        .high = {0.02f, 0, 0.02f},
                                        .caps = VV_CAP_BIT(VV_CAP_TAIL)};
    made.def.body_count = 2;
    p->creature = sample_create(&made);
    p->jiggle = vvi_allocate(NULL, 1, vvi_jiggle_bytes(p->creature));
    vvi_jiggle_prepare(p->jiggle, p->creature);
    p->tail = 1;
    p->reach = 0.1f;
}

static void pendulum_end(pendulum *p)
{
    vvi_release(NULL, p->jiggle, 1, vvi_jiggle_bytes(p->creature));
    vv_creature_destroy(p->creature, NULL);
}

/* Moves everything to x and steps; the tail's angle. */
static float pendulum_step(pendulum *p, float x, float dt)
{
    vv_transform3 placements[2], posed[2];
    vv_creature_rest(p->creature, placements);
    for (int b = 0; b < 2; b++)
        placements[b].position.x += x;
    memcpy(posed, placements, sizeof posed);
    vvi_jiggle_step(p->jiggle, 1.0f, dt, posed, placements);
    assert_true(apart(placements[1].position, posed[1].position) < 1e-6f); /* the joint is its origin: it stays */
    vv_vec3 way = rotate(placements[1].rotation, (vv_vec3){0, -1, 0});
    return atan2f(way.x, -way.y);
}

/* x″ = Ω²(y − x) − 2Ωx′, u″ = −x″ − 2ζωu′ − ω²u in tiny steps. */
typedef struct oracle {
    double omega, t, x, x_rate, u, u_rate;
} oracle;

static oracle oracle_of(const pendulum *p)
{
    oracle o = {.omega = 6.283185307179586 * (double)vvi_jiggle_frequency(p->jiggle, p->tail)};
    assert_true(o.omega > 6.0 && o.omega < 40.0);
    return o;
}

/* On to `end`; the angle there: u over the reach, limited to 1.2, twice the tangent of half the angle. */
static double oracle_until(oracle *o, double end, double (*y)(double t))
{
    const double h = 5e-6, zeta = (double)JIGGLE_DAMPING, filter = (double)JIGGLE_FILTER * o->omega;
    for (; o->t < end - 0.5 * h; o->t += h) {
        double pull = filter * filter * (y(o->t + 0.5 * h) - o->x) - 2.0 * filter * o->x_rate;
        o->x_rate += h * pull;
        o->x += h * o->x_rate;
        o->u_rate += h * (-pull - 2.0 * zeta * o->omega * o->u_rate - o->omega * o->omega * o->u);
        o->u += h * o->u_rate;
    }
    double turn = o->u / 0.1;
    return 2.0 * atan(0.5 * turn / sqrt(1.0 + turn * turn / (1.2 * 1.2)));
}

static double steady(double t) { return 0.5 * t; }

/* From standing to a steady speed: exact at every frame rate, since straight is what is taken between frames. */
static void a_jerk_is_the_same_at_every_rate(void **state)
{
    (void)state;
    static const float rates[] = {20.0f, 60.0f, 333.0f};
    for (int r = 0; r < 3; r++) {
        pendulum p;
        pendulum_begin(&p);
        oracle o = oracle_of(&p);
        double most = 0.0, dt = 1.0 / (double)rates[r];
        for (int i = 0; i < 4; i++)
            assert_true(pendulum_step(&p, 0.0f, (float)dt) == 0.0f);
        for (int i = 1; i < (int)rates[r]; i++) {
            double angle = (double)pendulum_step(&p, (float)steady(i * dt), (float)dt);
            is_near(angle, oracle_until(&o, i * dt, steady), 5e-4);
            most = fmax(most, fabs(angle));
        }
        assert_true(most > 0.1);
        pendulum_end(&p);
    }
}

/* Begins with neither speed nor acceleration. */
static double swaying_to_and_fro(double t) { return 0.0075 * (1.0 - cos(9.0 * t)) * (1.0 - cos(9.0 * t)); }

static void a_sway_is_what_brute_force_finds(void **state)
{
    (void)state;
    pendulum p;
    pendulum_begin(&p);
    oracle o = oracle_of(&p);
    double most = 0.0, worst = 0.0;
    for (int frame = 0; frame < 240; frame++) {
        double t = frame / 120.0, expected = oracle_until(&o, t, swaying_to_and_fro);
        double angle = (double)pendulum_step(&p, (float)swaying_to_and_fro(t), 1.0f / 120.0f);
        most = fmax(most, fabs(expected));
        worst = fmax(worst, fabs(angle - expected));
    }
    assert_true(most > 0.05);
    assert_true(worst < 0.01 * most);
    pendulum_end(&p);
}

/* A steady pull a: u = −a/ω². */
static void a_steady_pull_holds_it_aside(void **state)
{
    (void)state;
    pendulum p;
    pendulum_begin(&p);
    double omega = oracle_of(&p).omega, pull = 4.0;
    float angle = 0.0f;
    for (int i = 0; i < 180; i++)
        angle = pendulum_step(&p, (float)(0.5 * pull * i * i / 3600.0), 1.0f / 60.0f);
    double turn = -pull / (omega * omega) / (double)p.reach;
    is_near((double)angle, 2.0 * atan(0.5 * turn / sqrt(1.0 + turn * turn / (1.2 * 1.2))), 1e-3);
    assert_true(fabs(turn) > 0.05);
    pendulum_end(&p);
}

/* A pose that jumps by a tenth of the tail's length bends nothing at once: from frame to frame it goes on with about
 * the speed that it had, the more exactly the shorter frames are. */
static void a_jump_of_the_pose_is_smooth(void **state)
{
    (void)state;
    double sharpest[2] = {0.0, 0.0}, most = 0.0;
    for (int fine = 0; fine < 2; fine++) {
        pendulum p;
        pendulum_begin(&p);
        float rate = fine ? 480.0f : 240.0f;
        double before = 0.0, last = 0.0;
        for (int i = 0; i < (int)rate; i++) {
            double angle = (double)pendulum_step(&p, i < 10 ? 0.0f : 0.01f, 1.0f / rate);
            sharpest[fine] = fmax(sharpest[fine], fabs(angle - 2.0 * last + before));
            before = last;
            last = angle;
            most = fmax(most, fabs(angle));
        }
        pendulum_end(&p);
    }
    assert_true(most > 0.02 && sharpest[0] < 0.05 * most);
    assert_true(sharpest[1] < 0.3 * sharpest[0]);
}

/* ---- Creatures --------------------------------------------------------------------------------------------------- */

/* Sways and turns, smoothly, from rest. */
static vv_course swaying(double t)
{
    double begin = t < 1.0 ? t * t * (3.0 - 2.0 * t) : 1.0;
    return (vv_course){.x = (float)(0.1 * begin * sin(7.0 * t)),
                       .z = (float)(0.5 * begin * t),
                       .heading = (float)(0.4 * begin * sin(5.0 * t))};
}

static void sway(stage *s, uint32_t rate, float jiggle, vv_transform3 (*kept)[SAMPLE_MAX_BODIES])
{
    stage_player(s, jiggle, true);
    for (uint32_t frame = 0; frame < 3 * rate; frame++) {
        vv_course course = swaying((frame + 1) / (double)rate);
        vv_player_set_course(s->player, &course);
        vv_player_step(s->player, 1.0f / (float)rate);
        if ((frame + 1) % (rate / 10) == 0)
            memcpy(kept[(frame + 1) / (rate / 10) - 1], vv_player_transforms(s->player),
                   vv_creature_body_count(s->creature) * sizeof **kept);
    }
}

/* Of how far things swing, what frame rates make of it: at 60 Hz 1 %, at 30 Hz 4 % (the course is known at 30 places
 * a second only). */
static void frame_rates_hardly_matter(void **state)
{
    (void)state;
    static vv_transform3 stiff[30][SAMPLE_MAX_BODIES], fine[30][SAMPLE_MAX_BODIES], kept[30][SAMPLE_MAX_BODIES];
    static const uint32_t rates[] = {120, 60, 30};
    static const float tolerances[] = {0.005f, 0.01f, 0.04f};
    stage s;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    uint32_t bodies = vv_creature_body_count(s.creature);
    sway(&s, 240, 0.0f, stiff);
    sway(&s, 240, 1.0f, fine);
    float swung = 0.0f;
    for (int i = 0; i < 30; i++)
        swung = vvi_max(swung, poses_apart(stiff[i], fine[i], bodies));
    assert_true(swung > 0.02f && swung < 0.3f);
    for (int r = 0; r < 3; r++) {
        float worst = 0.0f;
        sway(&s, rates[r], 1.0f, kept);
        for (int i = 0; i < 30; i++)
            worst = vvi_max(worst, poses_apart(fine[i], kept[i], bodies));
        if (getenv("VERBOSE"))
            print_message("%u Hz: %g of %g\n", rates[r], (double)worst, (double)swung);
        assert_true(worst < tolerances[r] * swung);
    }
    stage_end(&s);
}

/* Bodies with goals, those that carry them and the spine do not notice; legs do not swing. */
static void what_has_goals_keeps_its_bits(void **state)
{
    (void)state;
    static vv_transform3 with[30][SAMPLE_MAX_BODIES], without[30][SAMPLE_MAX_BODIES];
    stage s;
    score hold;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    score_begin(&hold, 1.0f, true);
    score_channel(&hold, "grasper")->context.zones[0] = VV_ZONE_HIGH;
    score_place(&hold, 0.0f, 0.1f, 0.2f, 0.2f);
    score_place(&hold, 0.5f, 0.2f, 0.4f, 0.2f);
    const vv_binding *binding = stage_bind(&s, &hold);
    for (int jiggle = 0; jiggle < 2; jiggle++) {
        stage_player(&s, (float)jiggle, true);
        vv_play_options options = at_once(binding);
        vv_player_play(s.player, binding, &options);
        for (int i = 0; i < 30; i++) {
            vv_course course = swaying(0.05 * i);
            vv_player_set_course(s.player, &course);
            vv_player_step(s.player, 0.05f);
            memcpy((jiggle ? with : without)[i], vv_player_transforms(s.player),
                   vv_creature_body_count(s.creature) * sizeof **with);
        }
    }
    uint32_t held_limb = bodies_of(s.creature)[body_named(s.creature, "left hand")].limb, same = 0;
    float swung = 0.0f;
    for (int i = 0; i < 30; i++)
        for (uint32_t b = 0; b < vv_creature_body_count(s.creature); b++) {
            const stored_body *body = &bodies_of(s.creature)[b];
            const char *name = vv_creature_body_at(s.creature, b).name;
            bool held = body->limb == VV_NONE || body->limb == held_limb || strstr(name, "leg") ||
                        strstr(name, "foot") || strstr(name, "shin") || strstr(name, "thigh");
            if (held)
                assert_memory_equal(&with[i][b], &without[i][b], sizeof **with);
            same += held;
            if (strncmp(name, "tail", 4) == 0)
                swung = vvi_max(swung, apart(with[i][b].position, without[i][b].position));
        }
    assert_true(same > 200 && swung > 0.005f);
    stage_end(&s);
}

/* Joints hold, and what is carried goes along. */
static void joints_hold(void **state)
{
    (void)state;
    for (sample_kind kind = 0; kind < SAMPLE_KINDS; kind++) {
        stage s;
        stage_begin(&s, sample_creature(kind));
        stage_player(&s, 2.0f, true);
        const stored_body *bodies = bodies_of(s.creature);
        for (int i = 0; i < 60; i++) {
            vv_course course = swaying(0.05 * i);
            vv_player_set_course(s.player, &course);
            vv_player_step(s.player, 0.05f);
            const vv_transform3 *now = vv_player_transforms(s.player);
            for (uint32_t b = 0; b < vv_creature_body_count(s.creature); b++) {
                if (bodies[b].parent == VV_NONE)
                    continue;
                uint32_t on = bodies[b].parent;
                vv_transform3 own = {bodies[b].place, bodies[b].turn}, other = {bodies[on].place, bodies[on].turn};
                vv_vec3 here = to_world(now[b], from_world(own, bodies[b].joint));
                vv_vec3 there = to_world(now[on], from_world(other, bodies[b].joint));
                is_near(apart(here, there), 0.0f, 1e-5f);
                is_near(vv_quat_dot(now[b].rotation, now[b].rotation), 1.0f, 1e-5f);
            }
        }
        stage_end(&s);
    }
}

/* Whatever is done to it: finite, and all of the tail bent by no more than 1.2 together. */
static void nothing_upsets_it(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(31);
    stage s;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    stage_player(&s, 2.0f, true);
    uint32_t tail = body_named(s.creature, "tail 1"), root = vv_creature_root(s.creature);
    const stored_body *bodies = bodies_of(s.creature);
    vv_quat rest = multiply(vv_quat_conjugate(bodies[root].turn), bodies[tail].turn);
    double widest = 0.0, count = 0.0;
    for (uint32_t b = 0; b < vv_creature_body_count(s.creature); b++)
        count += strncmp(vv_creature_body_at(s.creature, b).name, "tail", 4) == 0;
    for (int i = 0; i < 2000; i++) {
        float wild = vvi_random_below(&random, 20) ? 0.2f : 500.0f, dt = vvi_random_unit(&random);
        vv_course course = {
            wild * vvi_random_unit(&random), wild * vvi_random_unit(&random), 6.0f * vvi_random_unit(&random), 0, 0, 0};
        vv_player_set_course(s.player, &course);
        vv_player_step(s.player, vvi_random_below(&random, 2) ? dt : 0.01f * dt);
        const vv_transform3 *now = vv_player_transforms(s.player);
        for (uint32_t b = 0; b < vv_creature_body_count(s.creature); b++)
            assert_true(vvi_all_finite(&now[b].position.x, 7));
        vv_quat turned =
            multiply(multiply(vv_quat_conjugate(now[root].rotation), now[tail].rotation), vv_quat_conjugate(rest));
        widest = fmax(widest, 2.0 * acos(fmin(1.0, fabs((double)turned.w))));
    }
    assert_true(count > 1.0 && widest > 0.6 * 1.2 / count && widest <= 1.2 / count);
    stage_end(&s);
}

static void teleports_swing_nothing(void **state)
{
    (void)state;
    stage s;
    stage_begin(&s, sample_creature(SAMPLE_BIPED));
    static vv_transform3 kept[30][SAMPLE_MAX_BODIES];
    sway(&s, 60, 1.0f, kept);
    vv_course far = {.x = 100.0f, .z = -50.0f};
    vv_player_teleport(s.player, &far);
    for (int i = 0; i < 20; i++) {
        vv_transform3 rest[SAMPLE_MAX_BODIES];
        vv_player_step(s.player, 1.0f / 60.0f);
        vv_creature_rest(s.creature, rest);
        for (uint32_t b = 0; b < vv_creature_body_count(s.creature); b++)
            rest[b].position = vv_vec3_add(rest[b].position, (vv_vec3){100.0f, 0.0f, -50.0f});
        is_near(poses_apart(vv_player_transforms(s.player), rest, vv_creature_body_count(s.creature)), 0.0f, 5e-5f);
    }
    stage_end(&s);
}

/* A hand that swings is taken by a motion, and let go again. */
static void being_taken_is_smooth(void **state)
{
    (void)state;
    float most[2] = {0.0f, 0.0f};
    for (int fine = 0; fine < 2; fine++) {
        stage s;
        score hold;
        stage_begin(&s, sample_creature(SAMPLE_BIPED));
        stage_player(&s, 1.0f, true);
        score_begin(&hold, 1.0f, true);
        score_channel(&hold, "grasper");
        score_place(&hold, 0.0f, 0.05f, 0.1f, 0.1f);
        const vv_binding *binding = stage_bind(&s, &hold);
        vv_play_options options = vv_default_play_options(s.motions[0]);
        uint32_t rate = fine ? 480 : 240, bodies = vv_creature_body_count(s.creature), number = 0;
        vv_transform3 before[SAMPLE_MAX_BODIES];
        memcpy(before, vv_player_transforms(s.player), bodies * sizeof *before);
        for (uint32_t i = 0; i < 3 * rate; i++) {
            vv_course course = swaying((i + 1) / (double)rate);
            vv_player_set_course(s.player, &course);
            if (i == rate)
                number = vv_player_play(s.player, binding, &options);
            if (i == 2 * rate)
                vv_player_stop(s.player, number, 0.2f);
            vv_player_step(s.player, 1.0f / (float)rate);
            most[fine] = vvi_max(most[fine], poses_apart(before, vv_player_transforms(s.player), bodies));
            memcpy(before, vv_player_transforms(s.player), bodies * sizeof *before);
        }
        stage_end(&s);
    }
    assert_true(most[1] > 1e-4f && most[1] < 0.55f * most[0]);
}

static void kinds_differ(void **state)
{
    (void)state;
    vv_creature *creature = sample_creature(SAMPLE_BIPED);
    vvi_jiggle *jiggle = vvi_allocate(NULL, 1, vvi_jiggle_bytes(creature));
    vvi_jiggle_prepare(jiggle, creature);
    float tail = vvi_jiggle_frequency(jiggle, body_named(creature, "tail 2"));
    float ear = vvi_jiggle_frequency(jiggle, body_named(creature, "left ear"));
    float arm = vvi_jiggle_frequency(jiggle, body_named(creature, "left upper arm"));
    assert_true(tail > 0.8f && tail < ear && tail < arm && ear < 14.0f);
    assert_true(vvi_jiggle_frequency(jiggle, body_named(creature, "left eye")) == 0.0f);
    assert_true(vvi_jiggle_frequency(jiggle, body_named(creature, "head")) == 0.0f);
    for (uint32_t i = 0; i < vv_creature_leg_count(creature); i++)
        assert_true(vvi_jiggle_frequency(jiggle, vv_creature_leg(creature, i).foot) == 0.0f);
    vvi_release(NULL, jiggle, 1, vvi_jiggle_bytes(creature));
    vv_creature_destroy(creature, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_jerk_is_the_same_at_every_rate),
        cmocka_unit_test(a_sway_is_what_brute_force_finds),
        cmocka_unit_test(a_steady_pull_holds_it_aside),
        cmocka_unit_test(a_jump_of_the_pose_is_smooth),
        cmocka_unit_test(frame_rates_hardly_matter),
        cmocka_unit_test(what_has_goals_keeps_its_bits),
        cmocka_unit_test(joints_hold),
        cmocka_unit_test(nothing_upsets_it),
        cmocka_unit_test(teleports_swing_nothing),
        cmocka_unit_test(being_taken_is_smooth),
        cmocka_unit_test(kinds_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
