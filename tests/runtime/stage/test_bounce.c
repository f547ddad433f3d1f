/* The ball of Figure 5: it squashes, stretches, bounces, and comes to rest; each filter on and off. */
#include "tests/runtime/stage/scenes.h"

#include <pthread.h>

/* What a ball does after a drop. Lengths in diameters. */
typedef struct drop {
    float size;
    uint32_t substeps;
    uint32_t rings;
    float energy, velocity, bounce, bounce_time;
    float height; /* from the ground to its lowest point */
    float speed;  /* sideways */
    vv_orient orient;
} drop;

static drop default_drop(void)
{
    return (drop){.size = 1.0f,
                  .substeps = 2,
                  .rings = 8,
                  .energy = 1.2f,
                  .velocity = 0.5f,
                  .bounce = 0.7f,
                  .bounce_time = 0.06f,
                  .height = 2.0f};
}

static scene make_drop(drop d)
{
    body b = body_ball(d.size, d.rings);
    vv_actor_def def = actor_of(&b);
    vv_stage_def stage_def = vv_default_stage_def();
    stage_def.gravity.y *= d.size; /* the same motion in diameters a second, if strengths mean the same */
    stage_def.substeps = d.substeps;
    def.position.y = d.height * d.size;
    def.velocity.x = d.speed * d.size;
    def.strengths.energy = d.energy;
    def.strengths.energy_example = BALL_SQUASHED;
    def.strengths.velocity = d.velocity;
    def.strengths.velocity_example = BALL_STRETCHED;
    def.strengths.bounce = d.bounce;
    def.strengths.bounce_time = d.bounce_time;
    def.strengths.orient = d.orient;
    def.strengths.orient_rate = 30.0f;
    def.strengths.orient_symmetric = true;
    return make_grounded(b, def, stage_def);
}

typedef struct watched {
    float squashed, stretched; /* the greatest weight of each */
    float first, second; /* how far above its rest its centre rose after the first and second contact, diameters */
    float lowest;        /* of all vertices, in diameters */
    double energy;       /* the greatest at an apex after the first contact, per kilogram */
} watched;

/* Height that must be lost again for an apex to be one: a squash that swells is none. */
#define APEX 0.01f

/* Runs for some seconds at a display rate. */
static watched watch(scene *s, float seconds, float rate)
{
    watched w = {.lowest = INFINITY};
    float trough = INFINITY, peak = -INFINITY, heights[2] = {0.0f, 0.0f};
    int apexes = 0;
    for (float t = 0.0f; t < seconds; t += 1.0f / rate) {
        vv_stage_step(s->stage, 1.0f / rate);
        float y = vv_stage_actor_state(s->stage, s->actor).position.y / s->size - 0.5f;
        vv_mechanics m = vv_stage_mechanics(s->stage, s->actor);
        w.squashed = vvi_max(w.squashed, weight_of(s, BALL_SQUASHED));
        w.stretched = vvi_max(w.stretched, weight_of(s, BALL_STRETCHED));
        w.lowest = vvi_min(w.lowest, lowest_of(s) / s->size);
        trough = vvi_min(trough, y);
        peak = y > trough + APEX ? vvi_max(peak, y) : peak;
        if (y < peak - APEX && peak > 0.0f) {
            if (apexes < 2)
                heights[apexes] = peak;
            apexes++;
            w.energy = fmax(w.energy, (m.kinetic + m.potential) / (double)vv_sprite_mass(s->body.sprite));
            trough = y;
            peak = -INFINITY;
        }
    }
    w.first = heights[0];
    w.second = heights[1];
    return w;
}

static watched dropped(drop d, float seconds, float rate)
{
    scene s = make_drop(d);
    watched w = watch(&s, seconds, rate);
    scene_free(&s);
    return w;
}

/* ---- Squash and stretch ------------------------------------------------------------------------------------------ */

static void contact_energy_squashes_what_falls(void **state)
{
    (void)state;
    drop d = default_drop();
    watched with = dropped(d, 1.2f, 60.0f);
    d.energy = 0.0f;
    watched without = dropped(d, 1.2f, 60.0f);
    assert_true(with.squashed > 0.6f);
    assert_true(without.squashed < 0.2f);
    d.energy = 1.2f;
    d.height = 0.02f; /* below the threshold */
    assert_true(dropped(d, 1.2f, 60.0f).squashed < 0.02f);
    float last = 1.0f;
    for (float height = 2.0f; height > 0.2f; height *= 0.6f) { /* the lower, the less */
        d.height = height;
        float squashed = dropped(d, 1.2f, 60.0f).squashed;
        assert_true(squashed < last);
        last = squashed;
    }
}

static void the_squash_is_held_on_the_ground(void **state)
{
    (void)state;
    scene s = make_drop(default_drop());
    int held = 0, hovering = 0;
    for (int i = 0; i < 90; i++) {
        run_steps(s.stage, 1);
        float squashed = weight_of(&s, BALL_SQUASHED), low = lowest_of(&s) / s.size;
        held += squashed > 0.5f && low < 0.01f;
        hovering += squashed > 0.5f && low > 0.05f;
    }
    assert_true(held >= 3);
    assert_int_equal(hovering, 0); /* it stretches out while it pushes off, not in mid-air */
    scene_free(&s);
}

static void a_slanting_squash_turns_on_the_ground(void **state)
{
    (void)state;
    for (int slippery = 0; slippery < 2; slippery++) {
        drop d = default_drop();
        d.orient = VV_ORIENT_VELOCITY;
        d.speed = 2.6f;
        d.bounce = 1.0f;
        d.bounce_time = 0.08f;
        d.energy = 4.0f;
        d.velocity = 1.6f;
        scene s = make_drop(d);
        inside_of(&s)->strengths.friction = slippery ? 0.0f : 0.6f;
        float highest = 0.0f;
        int squashed = 0;
        for (int i = 0; i < 90; i++) {
            run_steps(s.stage, 1);
            if (weight_of(&s, BALL_SQUASHED) > 0.3f) {
                highest = vvi_max(highest, lowest_of(&s) / s.size);
                squashed++;
            }
        }
        assert_true(squashed >= 3);
        if (!(highest < 0.03f))
            fail_msg("%g of its size above the ground", (double)highest);
        scene_free(&s);
    }
}

/* The direction of the greatest extent of the drawing, modulo π: the axis of its second moments. */
static float long_axis(const scene *s)
{
    vv_vec2 vertices[400], c = {0.0f, 0.0f};
    float xx = 0.0f, xy = 0.0f, yy = 0.0f;
    uint32_t n = s->body.vertex_count;
    vv_stage_vertices(s->stage, s->actor, vertices);
    for (uint32_t i = 0; i < n; i++)
        c = vv_vec2_add(c, vv_vec2_scale(vertices[i], 1.0f / (float)n));
    for (uint32_t i = 0; i < n; i++) {
        vv_vec2 r = vv_vec2_sub(vertices[i], c);
        xx += r.x * r.x, xy += r.x * r.y, yy += r.y * r.y;
    }
    return 0.5f * atan2f(2.0f * xy, xx - yy);
}

static float off_modulo_pi(float a, float b)
{
    float off = fabsf(vv_wrap_angle(2.0f * (a - b))) * 0.5f;
    return off;
}

static void speed_stretches_along_the_velocity(void **state)
{
    (void)state;
    for (int on = 0; on < 2; on++) {
        drop d = default_drop();
        d.velocity = on ? 1.0f : 0.0f;
        d.orient = VV_ORIENT_VELOCITY;
        d.speed = 5.0f;
        d.height = 6.0f;
        scene s = make_drop(d);
        float worst = 0.0f, most = 0.0f;
        int looked = 0;
        for (int i = 0; i < 60; i++) {
            run_steps(s.stage, 1);
            vv_vec2 v = vv_stage_actor_state(s.stage, s.actor).velocity;
            float stretched = weight_of(&s, BALL_STRETCHED);
            most = vvi_max(most, stretched);
            if (i < 15 || stretched < 0.3f)
                continue; /* it begins upright */
            looked++;
            worst = vvi_max(worst, off_modulo_pi(long_axis(&s), atan2f(v.y, v.x)));
        }
        if (on) {
            assert_true(most > 0.5f && looked > 30);
            assert_true(worst < 10.0f / 180.0f * VV_PI);
        } else {
            assert_true(most < 0.02f);
        }
        scene_free(&s);
    }
}

static void nothing_pops_where_a_throw_turns(void **state)
{
    (void)state;
    drop d = default_drop();
    d.orient = VV_ORIENT_VELOCITY;
    d.bounce = 0.9f;
    scene s = make_drop(d);
    float before = 0.0f, most = 0.0f;
    for (int i = 0; i < 200; i++) {
        run_steps(s.stage, 1);
        float angle = vv_stage_actor_state(s.stage, s.actor).angle;
        most = i ? vvi_max(most, fabsf(angle - before)) : most;
        before = angle;
    }
    assert_true(most < 0.05f); /* straight up and down: the axis stays */
    scene_free(&s);
}

/* ---- Bouncing ---------------------------------------------------------------------------------------------------- */

static void bounce_height_grows_with_bounce(void **state)
{
    (void)state;
    for (int energetic = 0; energetic < 2; energetic++) {
        float last = -1.0f;
        for (int i = 0; i <= 13; i++) {
            drop d = default_drop();
            d.energy = energetic ? 1.2f : 0.0f;
            d.bounce = 0.1f * (float)i;
            float height = dropped(d, 1.6f, 60.0f).first;
            if (!(height >= last && (i < 3 || height > last)))
                fail_msg("bounce %g: %g after %g", (double)d.bounce, (double)height, (double)last);
            last = height;
            if (i == 0)
                assert_true(height < 0.02f);
            if (i == 10)
                assert_true(height > 1.5f && height <= 2.0f);
        }
        assert_true(last > 2.4f); /* more than 1 adds energy */
    }
}

static void bounces_up_to_one_gain_no_energy(void **state)
{
    (void)state;
    for (int i = 0; i <= 10; i++)
        for (int k = 0; k < 4; k++) {
            drop d = default_drop();
            d.bounce = 0.1f * (float)i;
            d.energy = k & 1 ? 1.2f : 0.0f;
            d.velocity = k & 2 ? 0.5f : 0.0f;
            d.orient = k & 1 ? VV_ORIENT_VELOCITY : VV_ORIENT_FREE; /* else squashing askew may add spin */
            scene s = make_drop(d);
            double start = 9.81 * 2.5;
            watched w = watch(&s, 6.0f, 60.0f);
            if (!(w.energy <= start * (1.0 + 1e-4) && w.second <= w.first + 1e-3f))
                fail_msg("bounce %g, energy %g, velocity %g: %g of %g J", (double)d.bounce, (double)d.energy,
                         (double)d.velocity, w.energy, start);
            assert_true(w.lowest > -0.01f);
            scene_free(&s);
        }
}

static void add_wall(vv_stage *stage, float x)
{
    const vv_vec2 points[] = {{x, -1.0f}, {x, 20.0f}};
    vv_obstacle_def def = vv_default_obstacle_def();
    vv_obstacle wall;
    def.kind = VV_OBSTACLE_SEGMENTS;
    def.point_count = 2;
    def.points = points;
    def.friction = 0.0f;
    assert_int_equal(vv_stage_add_obstacle(stage, &def, &wall, NULL), VV_OK);
}

/* It is squashed against the ground while a wall is beside it, and against the wall while it is on the ground. */
static void corners_give_little_energy(void **state)
{
    (void)state;
    for (int i = 0; i < 9; i++) {
        drop d = default_drop();
        d.energy = 4.0f;
        d.velocity = 1.6f;
        d.bounce = 1.0f;
        d.bounce_time = 0.08f;
        d.orient = VV_ORIENT_VELOCITY;
        d.speed = 2.6f + 0.4f * (float)(i % 3);
        d.height = 1.8f + 0.2f * (float)(i / 3);
        scene s = make_drop(d);
        inside_of(&s)->strengths.friction = 0.0f;
        inside_of(&s)->strengths.settle = 0.3f;
        float start = 9.81f * (d.height + 0.5f) + 0.5f * d.speed * d.speed, most = 0.0f;
        add_wall(s.stage, -1.4f);
        add_wall(s.stage, 5.4f);
        for (int k = 0; k < 360; k++) {
            run_steps(s.stage, 1);
            vv_actor_state now = vv_stage_actor_state(s.stage, s.actor);
            if (!now.touching && fabsf(now.velocity.y) < 0.5f) /* near the top of its arc, in no squash */
                most = vvi_max(most, 9.81f * now.position.y + 0.5f * vv_vec2_dot(now.velocity, now.velocity));
        }
        if (!(most < 1.15f * start))
            fail_msg("%g m/s from %g m: %g of %g J/kg", (double)d.speed, (double)d.height, (double)most, (double)start);
        scene_free(&s);
    }
}

static void it_comes_to_rest(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        drop d = default_drop();
        d.bounce = 0.3f * (float)i;
        d.orient = i & 1 ? VV_ORIENT_VELOCITY : VV_ORIENT_FREE;
        scene s = make_drop(d);
        run_steps(s.stage, i < 3 ? 360 : 1500);
        vv_vec2 before[400], after[400];
        vv_stage_vertices(s.stage, s.actor, before);
        run_steps(s.stage, 120);
        vv_stage_vertices(s.stage, s.actor, after);
        for (uint32_t v = 0; v < s.body.vertex_count; v++)
            assert_true(vv_vec2_distance(before[v], after[v]) < 1e-3f);
        assert_true(fabsf(lowest_of(&s)) < 0.01f);
        assert_true(vv_stage_actor_state(s.stage, s.actor).grounded);
        scene_free(&s);
    }
}

static void who_is_kept_upright_does_not_roll(void **state)
{
    (void)state;
    for (int upright = 0; upright < 2; upright++) {
        drop d = default_drop();
        d.height = 0.0f;
        d.speed = 1.5f;
        d.orient = upright ? VV_ORIENT_VELOCITY : VV_ORIENT_FREE;
        scene s = make_drop(d);
        run_steps(s.stage, 120);
        float speed = vv_stage_actor_state(s.stage, s.actor).velocity.x;
        assert_true(upright ? fabsf(speed) < 0.01f : speed > 0.4f);
        scene_free(&s);
    }
}

/* Every push of a pose that changes is an impact for the neighbour, whose pose changes then: it must die out. */
static void a_heap_of_lively_drawings_comes_to_rest(void **state)
{
    (void)state;
    for (int bouncy = 0; bouncy < 2; bouncy++) {
        vv_stage_def stage_def = vv_default_stage_def();
        vv_stage *stage = make_stage(&stage_def);
        body bodies[3] = {body_ball(1.0f, 5), body_crate(1.0f, 5), body_beam(2.0f, 12)};
        vv_obstacle o;
        const vv_vec2 left[2] = {{-4.0f, 9.0f}, {-4.0f, 0.0f}}, right[2] = {{4.0f, 0.0f}, {4.0f, 9.0f}};
        vv_obstacle_def wall = vv_default_obstacle_def();
        wall.kind = VV_OBSTACLE_HALF_PLANE;
        wall.point_count = 2;
        wall.points = left;
        assert_int_equal(vv_stage_add_obstacle(stage, &wall, &o, NULL), VV_OK);
        wall.points = right;
        assert_int_equal(vv_stage_add_obstacle(stage, &wall, &o, NULL), VV_OK);
        assert_int_equal(vv_stage_add_ground(stage, 0.0f, 0.6f, &o, NULL), VV_OK);
        for (int i = 0; i < 12; i++) {
            vv_actor_def def = actor_of(&bodies[i % 3]);
            def.position = (vv_vec2){-2.6f + 1.7f * (float)(i % 4), 0.3f + 2.0f * (float)(i / 4)};
            def.strengths.energy = 1.0f;
            def.strengths.energy_example = 1;
            def.strengths.energy_towards = (vv_energy_towards)(i % 3);
            def.strengths.bounce = bouncy ? 0.3f * (float)(i % 4) : 0.0f;
            add_actor(stage, &def);
        }
        run_steps(stage, 1500);
        double kinetic = vv_stage_mechanics(stage, (vv_actor){0, 0}).kinetic;
        if (!(kinetic < 0.01))
            fail_msg("after 25 s the heap still has %g J", kinetic);
        vv_stage_destroy(stage);
        for (int i = 0; i < 3; i++)
            body_free(&bodies[i]);
    }
}

/* ---- The same everywhere ----------------------------------------------------------------------------------------- */

static void every_display_shows_the_same_bounce(void **state)
{
    (void)state;
    const float rates[] = {30.0f, 60.0f, 144.0f, 240.0f};
    float first[4], second[4];
    for (int i = 0; i < 4; i++) {
        watched w = dropped(default_drop(), 2.5f, rates[i]);
        first[i] = w.first;
        second[i] = w.second;
    }
    for (int i = 0; i < 4; i++) {
        assert_true(first[i] > 0.5f && second[i] > 0.1f);
        assert_true(fabsf(first[i] - first[3]) < 0.02f * first[3]);
        assert_true(fabsf(second[i] - second[3]) < 0.02f * second[3]);
    }
}

static void strengths_mean_the_same_at_every_size(void **state)
{
    (void)state;
    const float sizes[] = {0.05f, 0.3f, 1.0f, 8.0f};
    watched w[4];
    for (int i = 0; i < 4; i++) {
        drop d = default_drop();
        d.size = sizes[i];
        w[i] = dropped(d, 1.6f, 60.0f);
    }
    for (int i = 0; i < 4; i++) {
        assert_true(fabsf(w[i].first - w[2].first) < 0.005f * w[2].first);
        assert_true(fabsf(w[i].squashed - w[2].squashed) < 0.005f);
        assert_true(fabsf(w[i].stretched - w[2].stretched) < 0.005f);
    }
}

static void strengths_mean_the_same_at_every_step_and_mesh(void **state)
{
    (void)state;
    drop base = default_drop();
    watched w = dropped(base, 1.6f, 240.0f);
    const uint32_t substeps[] = {1, 4, 8};
    for (int i = 0; i < 3; i++) {
        drop d = base;
        d.substeps = substeps[i];
        watched other = dropped(d, 1.6f, 240.0f);
        if (!(fabsf(other.first - w.first) < 0.05f * w.first && fabsf(other.squashed - w.squashed) < 0.05f))
            fail_msg("%u substeps: %g of %g high, %g of %g squashed", d.substeps, (double)other.first, (double)w.first,
                     (double)other.squashed, (double)w.squashed);
    }
    const uint32_t rings[] = {5, 12}; /* 91 and 469 vertices */
    for (int i = 0; i < 2; i++) {
        drop d = base;
        d.rings = rings[i];
        watched other = dropped(d, 1.6f, 240.0f);
        if (!(fabsf(other.first - w.first) < 0.05f * w.first && fabsf(other.squashed - w.squashed) < 0.05f))
            fail_msg("%u rings: %g of %g high, %g of %g squashed", d.rings, (double)other.first, (double)w.first,
                     (double)other.squashed, (double)w.squashed);
    }
}

static void *run_alone(void *out)
{
    drop d = default_drop();
    d.speed = 1.0f;
    scene s = make_drop(d);
    run_steps(s.stage, 300);
    *(uint64_t *)out = vv_stage_hash(s.stage);
    scene_free(&s);
    return NULL;
}

static void two_threads_two_stages_one_hash(void **state)
{
    (void)state;
    pthread_t threads[2];
    uint64_t hashes[3];
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_alone, &hashes[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    run_alone(&hashes[2]);
    assert_true(hashes[0] == hashes[1] && hashes[1] == hashes[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contact_energy_squashes_what_falls),
        cmocka_unit_test(the_squash_is_held_on_the_ground),
        cmocka_unit_test(a_slanting_squash_turns_on_the_ground),
        cmocka_unit_test(speed_stretches_along_the_velocity),
        cmocka_unit_test(nothing_pops_where_a_throw_turns),
        cmocka_unit_test(bounce_height_grows_with_bounce),
        cmocka_unit_test(bounces_up_to_one_gain_no_energy),
        cmocka_unit_test(corners_give_little_energy),
        cmocka_unit_test(it_comes_to_rest),
        cmocka_unit_test(who_is_kept_upright_does_not_roll),
        cmocka_unit_test(a_heap_of_lively_drawings_comes_to_rest),
        cmocka_unit_test(every_display_shows_the_same_bounce),
        cmocka_unit_test(strengths_mean_the_same_at_every_size),
        cmocka_unit_test(strengths_mean_the_same_at_every_step_and_mesh),
        cmocka_unit_test(two_threads_two_stages_one_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
