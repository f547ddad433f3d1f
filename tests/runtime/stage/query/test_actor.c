/* Questions about one actor, and what holds for all questions: they allocate nothing, change nothing, do not depend on
 * what was asked before, and see what is shown. */
#include "tests/runtime/stage/puppet_actors.h"
#include "tests/runtime/stage/scenes.h"

#include <verve/query.h>

static float in_range(vvi_random *r, float low, float high) { return low + (high - low) * vvi_random_unit(r); }

static vv_vec2 random_point(vvi_random *r, float wide)
{
    return (vv_vec2){in_range(r, -wide, wide), in_range(r, 0.0f, wide)};
}

typedef struct crowd {
    body ball, crate, beam;
    box puppet;
    vv_stage *stage;
} crowd;

static crowd make_crowd(uint64_t seed, uint32_t count, const vv_allocator *allocator)
{
    vvi_random r = vvi_random_seed(seed);
    crowd c = {body_ball(1.0f, 4), body_crate(1.0f, 4), body_beam(2.0f, 8), box_make(1.0f, 1.4f, 4, 5), NULL};
    vv_stage_def def = vv_default_stage_def();
    vv_obstacle ground;
    def.step = VV_PUPPET_STEP;
    assert_int_equal(vv_stage_create(&def, allocator, &c.stage, NULL), VV_OK);
    assert_int_equal(vv_stage_add_ground(c.stage, 0.0f, 0.5f, &ground, NULL), VV_OK);
    for (uint32_t i = 0; i < count; i++) {
        vv_actor_def actor_def = i % 4 == 3 ? puppet_def(&c.puppet, 0.0f, 0.0f)
                                            : actor_of(i % 4 == 0   ? &c.ball
                                                       : i % 4 == 1 ? &c.crate
                                                                    : &c.beam);
        actor_def.position = (vv_vec2){in_range(&r, -10.0f, 10.0f), in_range(&r, 0.0f, 12.0f)};
        actor_def.angle = in_range(&r, -3.0f, 3.0f);
        actor_def.flipped = i % 3 == 0;
        actor_def.strengths.stiffness = 6.0f;
        add_actor(c.stage, &actor_def);
    }
    return c;
}

static void free_crowd(crowd *c)
{
    vv_stage_destroy(c->stage);
    body_free(&c->ball);
    body_free(&c->crate);
    body_free(&c->beam);
    box_free(&c->puppet);
}

/* ---- All questions ----------------------------------------------------------------------------------------------- */

static uint64_t ask_all(const vv_stage *stage, uint64_t seed, uint32_t count)
{
    vvi_random r = vvi_random_seed(seed);
    uint64_t hash = 0;
    for (uint32_t i = 0; i < count; i++) {
        vv_hit hits[8] = {{.fraction = 0.0f}};
        vv_affine pose[16];
        vv_vec2 from = random_point(&r, 12.0f), to = random_point(&r, 12.0f), low = {0, 0}, high = {0, 0};
        vv_actor id = {vvi_random_below(&r, 12), 1};
        memset(pose, 0, sizeof pose);
        (void)vv_stage_cast_ray(stage, from, to, NULL, &hits[0]);
        (void)vv_stage_cast_circle(stage, from, to, 0.3f, NULL, &hits[1]);
        (void)vv_stage_cast_box(stage, from, to, (vv_vec2){0.2f, 0.4f}, 0.5f, NULL, &hits[2]);
        (void)vv_stage_nearest(stage, from, INFINITY, NULL, &hits[3]);
        hash = vv_hash_bytes(hash, hits, sizeof hits);
        (void)vv_stage_cast_ray_all(stage, from, to, NULL, hits, 8);
        hash = vv_hash_bytes(hash, hits, sizeof hits);
        (void)vv_stage_overlap_point(stage, from, NULL, hits, 8);
        (void)vv_stage_overlap_circle(stage, from, 0.5f, NULL, hits, 8);
        (void)vv_stage_overlap_box(stage, to, (vv_vec2){0.5f, 1.0f}, 0.3f, NULL, hits, 8);
        hash = vv_hash_bytes(hash, hits, sizeof hits);
        (void)vv_stage_actor_bounds(stage, id, &low, &high);
        vv_vec2 velocity = vv_stage_velocity_at(stage, id, vv_vec2_lerp(low, high, 0.5f));
        vv_stage_pose(stage, id, pose);
        const vv_vec2 numbers[3] = {low, high, velocity};
        hash = vv_hash_bytes(vv_hash_bytes(hash, numbers, sizeof numbers), pose, sizeof pose);
    }
    return hash;
}

static void questions_allocate_and_change_nothing(void **state)
{
    (void)state;
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    crowd asked = make_crowd(5, 12, &allocator), quiet = make_crowd(5, 12, NULL);
    for (uint32_t frame = 0; frame < 120; frame++) {
        vv_stage_step(asked.stage, 0.013f);
        vv_stage_step(quiet.stage, 0.013f);
        uint64_t before = counting.allocations;
        (void)ask_all(asked.stage, frame, 10);
        assert_int_equal(counting.allocations, before);
        assert_true(vv_stage_hash(asked.stage) == vv_stage_hash(quiet.stage));
    }
    free_crowd(&asked);
    free_crowd(&quiet);
}

/* On a stage that was restored, and on one on which nothing was asked before. */
static void answers_do_not_depend_on_the_past(void **state)
{
    (void)state;
    crowd one = make_crowd(6, 12, NULL), other = make_crowd(6, 12, NULL);
    uint8_t *bytes = malloc(vv_stage_save_bytes(one.stage) * 2);
    for (uint32_t frame = 0; frame < 60; frame++) {
        vv_stage_step(one.stage, 0.013f);
        vv_stage_step(other.stage, 0.013f);
        uint64_t expected = ask_all(other.stage, frame, 5);
        size_t count = vv_stage_save(one.stage, bytes, vv_stage_save_bytes(one.stage));
        vv_stage_step(one.stage, 0.3f);
        (void)ask_all(one.stage, 99, 3);
        assert_int_equal(vv_stage_restore(one.stage, bytes, count, NULL), VV_OK);
        assert_true(ask_all(one.stage, frame, 5) == expected);
    }
    free(bytes);
    free_crowd(&one);
    free_crowd(&other);
}

/* A controller asks the same whatever the display's rate is. */
static struct {
    uint64_t hash;
    uint32_t calls;
} seen;

static void ask_in_controller(const void *user, vv_stage *stage, vv_actor id, void *state, float seconds)
{
    (void)user, (void)id, (void)state, (void)seconds;
    vv_vec2 low, high;
    vv_actor_state s = vv_stage_actor_state(stage, id);
    assert_true(vv_stage_actor_bounds(stage, id, &low, &high));
    assert_true(s.position.x > low.x && s.position.x < high.x && s.position.y > low.y && s.position.y < high.y);
    seen.hash = vv_hash_bytes(seen.hash, &low, sizeof low) + ask_all(stage, seen.calls++, 2);
}

static void controllers_see_the_last_step(void **state)
{
    (void)state;
    uint64_t hashes[2];
    for (uint32_t rate = 0; rate < 2; rate++) {
        crowd c = make_crowd(7, 11, NULL);
        vv_actor_def def = actor_of(&c.ball);
        def.controller = (vv_controller){.step = ask_in_controller};
        def.position.y = 5.0f;
        add_actor(c.stage, &def);
        memset(&seen, 0, sizeof seen);
        while (vv_stage_step_count(c.stage) < 60)
            vv_stage_step(c.stage, rate ? 0.005f : 0.02f);
        hashes[rate] = seen.hash;
        assert_int_equal(seen.calls, 60);
        free_crowd(&c);
    }
    assert_true(hashes[0] == hashes[1]);
}

static void what_is_no_number_finds_nothing(void **state)
{
    (void)state;
    crowd c = make_crowd(8, 8, NULL);
    const float odd[] = {NAN, INFINITY, -INFINITY, 2e9f, 3e38f};
    const vv_vec2 at = {0.0f, 2.0f}, half = {0.5f, 0.5f};
    vv_hit hit = {.fraction = 7.0f};
    for (uint32_t i = 0; i < 5; i++) {
        vv_vec2 p = {0.0f, odd[i]}, size = {odd[i], 1.0f}, low, high;
        assert_false(vv_stage_cast_ray(c.stage, p, at, NULL, &hit) || vv_stage_cast_ray(c.stage, at, p, NULL, &hit));
        assert_int_equal(vv_stage_cast_ray_all(c.stage, at, p, NULL, &hit, 1), 0);
        assert_false(vv_stage_cast_circle(c.stage, at, (vv_vec2){1.0f, 1.0f}, odd[i], NULL, &hit));
        assert_false(vv_stage_cast_box(c.stage, at, (vv_vec2){1.0f, 1.0f}, size, 0.0f, NULL, &hit));
        assert_int_equal(vv_stage_overlap_point(c.stage, p, NULL, &hit, 1), 0);
        assert_int_equal(vv_stage_overlap_circle(c.stage, p, 1.0f, NULL, &hit, 1), 0);
        assert_int_equal(vv_stage_overlap_box(c.stage, p, half, 0.0f, NULL, &hit, 1), 0);
        assert_false(vv_stage_nearest(c.stage, p, INFINITY, NULL, &hit));
        vv_vec2 v = vv_stage_velocity_at(c.stage, (vv_actor){0, 1}, p);
        assert_true(v.x - v.x == 0.0f && (i > 2 || (v.x == 0.0f && v.y == 0.0f)));
        assert_false(vv_stage_actor_bounds(c.stage, (vv_actor){0, 9}, &low, &high));
    }
    assert_false(vv_stage_cast_circle(c.stage, at, at, -1.0f, NULL, &hit));
    assert_false(vv_stage_cast_box(c.stage, at, at, half, NAN, NULL, &hit));
    assert_false(vv_stage_cast_box(c.stage, at, at, (vv_vec2){0.5f, -0.5f}, 0.0f, NULL, &hit));
    assert_false(vv_stage_nearest(c.stage, at, NAN, NULL, &hit) || vv_stage_nearest(c.stage, at, -1.0f, NULL, &hit));
    assert_true(hit.fraction == 7.0f);
    free_crowd(&c);
}

/* ---- Closed forms ------------------------------------------------------------------------------------------------ */

static vv_obstacle add_points(vv_stage *stage, vv_obstacle_kind kind, uint32_t count, const vv_vec2 *points,
                              bool one_way)
{
    vv_obstacle_def def = vv_default_obstacle_def();
    vv_obstacle id;
    def.kind = kind;
    def.point_count = count;
    def.points = points;
    def.one_way = one_way;
    assert_int_equal(vv_stage_add_obstacle(stage, &def, &id, NULL), VV_OK);
    return id;
}

/* Coordinates that floats hold exactly: what touches a corner, or runs along an edge, touches it. */
static void corners_and_edges_are_touched(void **state)
{
    (void)state;
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = make_stage(&def);
    const vv_vec2 square[4] = {{1.0f, 1.0f}, {3.0f, 1.0f}, {3.0f, 3.0f}, {1.0f, 3.0f}};
    vv_hit hit;
    add_points(stage, VV_OBSTACLE_POLYGON, 4, square, false);
    /* along its lower edge; past a corner diagonally; into a corner; up to the edge and not beyond */
    assert_true(vv_stage_cast_ray(stage, (vv_vec2){0, 1}, (vv_vec2){4, 1}, NULL, &hit) && hit.fraction == 0.25f);
    assert_true(vv_stage_cast_ray(stage, (vv_vec2){0, 2}, (vv_vec2){2, 0}, NULL, &hit));
    assert_true(fabsf(hit.fraction - 0.5f) < 1e-6f);
    assert_true(vv_stage_cast_ray(stage, (vv_vec2){0, 0}, (vv_vec2){2, 2}, NULL, &hit));
    assert_true(fabsf(hit.fraction - 0.5f) < 1e-6f);
    assert_true(vv_stage_cast_ray(stage, (vv_vec2){0, 2}, (vv_vec2){1, 2}, NULL, &hit) && hit.fraction == 1.0f);
    assert_true(hit.normal.x == -1.0f && hit.normal.y == 0.0f);
    assert_false(vv_stage_cast_ray(stage, (vv_vec2){0, 2}, (vv_vec2){0.999f, 2}, NULL, &hit));
    /* from its edge: it begins in it, whichever way it goes */
    assert_true(vv_stage_cast_ray(stage, (vv_vec2){1, 2}, (vv_vec2){0, 2}, NULL, &hit) && hit.fraction == 0.0f);
    /* a circle comes to its side, its corner; a box flat to its side, and with a corner */
    assert_true(vv_stage_cast_circle(stage, (vv_vec2){-1, 2}, (vv_vec2){3, 2}, 0.5f, NULL, &hit));
    assert_true(hit.fraction == 0.375f && hit.point.x == 1.0f && hit.point.y == 2.0f);
    assert_true(vv_stage_cast_circle(stage, (vv_vec2){-1, 0.5f}, (vv_vec2){3, 0.5f}, 0.5f, NULL, &hit));
    assert_true(fabsf(hit.point.x - 1.0f) + fabsf(hit.point.y - 1.0f) < 1e-6f && fabsf(hit.normal.y + 1.0f) < 1e-6f);
    assert_true(vv_stage_cast_box(stage, (vv_vec2){-1, 1}, (vv_vec2){3, 1}, (vv_vec2){0.5f, 0.5f}, 0.0f, NULL, &hit));
    assert_true(hit.fraction == 0.375f && hit.point.x == 1.0f && hit.normal.x == -1.0f);
    assert_true(hit.point.y >= 1.0f && hit.point.y <= 1.5f);
    assert_true(
        vv_stage_cast_box(stage, (vv_vec2){-1, 2}, (vv_vec2){3, 2}, (vv_vec2){0.5f, 0.5f}, 0.25f * VV_PI, NULL, &hit));
    assert_true(fabsf(hit.fraction - (2.0f - sqrtf(0.5f)) / 4.0f) < 1e-6f && fabsf(hit.point.y - 2.0f) < 1e-6f);
    vv_stage_destroy(stage);
}

/* From above a one-way chain stops a cast, from below it does not, and not from its midst. */
static void one_way_chains_stop_what_comes_from_their_left(void **state)
{
    (void)state;
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = make_stage(&def);
    vvi_random r = vvi_random_seed(3);
    const vv_vec2 platform[3] = {{-3.0f, 1.0f}, {0.0f, 1.2f}, {3.0f, 1.0f}};
    add_points(stage, VV_OBSTACLE_SEGMENTS, 3, platform, true);
    for (uint32_t i = 0; i < 500; i++) {
        vv_vec2 above = {in_range(&r, -2.0f, 2.0f), in_range(&r, 2.0f, 4.0f)};
        vv_vec2 below = {in_range(&r, -2.0f, 2.0f), in_range(&r, -2.0f, 0.0f)};
        vv_vec2 midst = {above.x, 1.2f - 0.2f * fabsf(above.x) / 3.0f - 0.1f}, half = {0.2f, 0.3f};
        vv_hit hit;
        float angle = in_range(&r, -3.0f, 3.0f);
        assert_true(vv_stage_cast_ray(stage, above, below, NULL, &hit) && hit.normal.y > 0.9f);
        assert_false(vv_stage_cast_ray(stage, below, above, NULL, &hit));
        assert_true(vv_stage_cast_circle(stage, above, below, 0.4f, NULL, &hit) && hit.normal.y > 0.9f);
        assert_false(vv_stage_cast_circle(stage, below, above, 0.4f, NULL, &hit));
        assert_false(vv_stage_cast_circle(stage, midst, below, 0.4f, NULL, &hit));
        assert_true(vv_stage_cast_box(stage, above, below, half, angle, NULL, &hit) && hit.normal.y > 0.5f);
        assert_false(vv_stage_cast_box(stage, below, above, half, angle, NULL, &hit));
        assert_int_equal(vv_stage_overlap_circle(stage, midst, 0.4f, NULL, &hit, 1), 1);
    }
    vv_stage_destroy(stage);
}

/* ---- One actor --------------------------------------------------------------------------------------------------- */

static void bounds_are_those_of_the_vertices(void **state)
{
    (void)state;
    crowd c = make_crowd(9, 12, NULL);
    for (uint32_t frame = 0; frame < 50; frame++) {
        vv_stage_step(c.stage, 0.017f);
        for (uint32_t i = 0; i < 12; i++) {
            const body *b = i % 4 == 0 ? &c.ball : i % 4 == 1 ? &c.crate : &c.beam;
            vv_vec2 vertices[256], low, high, expected[2];
            uint32_t count = i % 4 == 3 ? c.puppet.vertex_count : b->vertex_count;
            assert_true(count <= 256);
            vv_stage_vertices(c.stage, (vv_actor){i, 1}, vertices);
            vv_mesh_bounds(&(vv_mesh){.vertex_count = count}, vertices, &expected[0], &expected[1]);
            assert_true(vv_stage_actor_bounds(c.stage, (vv_actor){i, 1}, &low, &high));
            assert_memory_equal(&low, &expected[0], sizeof low);
            assert_memory_equal(&high, &expected[1], sizeof high);
        }
    }
    free_crowd(&c);
}

/* Of a drawing that flies and spins without deforming, inside and outside, it is V + ω × r. */
static void the_velocity_of_a_point_is_that_of_the_drawing(void **state)
{
    (void)state;
    vv_stage_def def = vv_default_stage_def();
    vvi_random r = vvi_random_seed(12);
    def.gravity = (vv_vec2){0.0f, 0.0f};
    vv_stage *stage = make_stage(&def);
    body b = body_crate(1.0f, 5);
    vv_actor_def actor_def = actor_of(&b);
    actor_def.velocity = (vv_vec2){3.0f, -1.0f};
    actor_def.angular_velocity = 2.0f;
    actor_def.strengths.stiffness = 1000.0f;
    vv_actor id = add_actor(stage, &actor_def);
    run_steps(stage, 20);
    vv_stage_step(stage, 0.01666f); /* what is shown is what is now, nearly */
    vv_actor_state s = vv_stage_actor_state(stage, id);
    for (uint32_t i = 0; i < 200; i++) {
        vv_vec2 arm = {in_range(&r, -1.0f, 1.0f), in_range(&r, -1.0f, 1.0f)};
        vv_vec2 v = vv_stage_velocity_at(stage, id, vv_vec2_add(s.position, arm));
        vv_vec2 expected = {s.velocity.x - s.angular_velocity * arm.y, s.velocity.y + s.angular_velocity * arm.x};
        /* Velocities are the mean ones of the last substep, whose direction is that of half a substep ago. */
        if (vv_vec2_distance(v, expected) > 0.5f * 2.0f * 2.0f / 120.0f * vv_vec2_length(arm) + 1e-4f)
            fail_msg("%g m/s off at %g %g", (double)vv_vec2_distance(v, expected), (double)arm.x, (double)arm.y);
    }
    vv_stage_destroy(stage);
    body_free(&b);
}

/* What lies at rest presses with its weight, whoever is asked; impulses of two that touch are the same from both
 * sides. */
static void contacts_of_an_actor_carry_its_weight(void **state)
{
    (void)state;
    vv_stage_def def = vv_default_stage_def();
    def.sleep = false;
    vv_stage *stage = make_stage(&def);
    vv_obstacle ground;
    assert_int_equal(vv_stage_add_ground(stage, 0.0f, 0.6f, &ground, NULL), VV_OK);
    body b = body_crate(1.0f, 5);
    vv_actor ids[3];
    float mass = vv_sprite_mass(b.sprite);
    for (uint32_t i = 0; i < 3; i++) {
        vv_actor_def actor_def = actor_of(&b);
        actor_def.position.y = 1.02f * (float)(2 - i); /* the last one is the lowest */
        ids[i] = add_actor(stage, &actor_def);
    }
    run_steps(stage, 240);
    float sums[4] = {0.0f};
    for (uint32_t frame = 0; frame < 60; frame++) {
        run_steps(stage, 1);
        for (uint32_t i = 0; i < 3; i++) {
            vv_contact touching[8];
            uint32_t count = vv_stage_actor_contacts(stage, ids[i], touching, 8);
            assert_int_equal(count, i == 0 ? 1 : 2);
            for (uint32_t k = 0; k < count; k++) {
                assert_int_equal(touching[k].actor.index, ids[i].index);
                bool from_below = touching[k].normal.y > 0.0f;
                assert_true(fabsf(touching[k].normal.y) > 0.99f);
                sums[from_below ? i : 3] += from_below ? touching[k].impulse : 0.0f;
                if (touching[k].other.generation)
                    assert_int_equal(touching[k].other.index, from_below ? i + 1 : i - 1);
            }
        }
    }
    for (uint32_t i = 0; i < 3; i++) {
        float weight = (float)(i + 1) * mass * 9.81f;
        if (fabsf(sums[i] - weight) > 0.02f * weight)
            fail_msg("crate %u is held by %g N, and weighs %g N with those on it", i, (double)sums[i], (double)weight);
    }
    vv_stage_destroy(stage);
    body_free(&b);
}

/* ---- Handles ----------------------------------------------------------------------------------------------------- */

static void skin(const vv_sprite *sprite, const vv_affine *pose, vv_vec2 *out)
{
    vvi_sprite_view view = vvi_sprite_open(sprite);
    float weights[16];
    for (uint32_t i = 0; i < view.particle_count; i++) {
        vv_vec2 at = vv_vec2_add(vvi_skin_read_vertex(view.skin, i, weights), view.centre), sum = {0.0f, 0.0f};
        for (uint32_t j = 0; j < view.handle_count; j++)
            sum = vv_vec2_add(sum, vv_vec2_scale(vv_affine_apply(pose[j], at), weights[j]));
        out[view.vertices[i]] = sum;
    }
}

/* In a shape of its complex, wherever it is, however it is rotated and flipped: skinned by the handles' transforms the
 * artwork is what is shown. */
static void handles_of_a_sprite_are_where_its_drawing_is(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(31);
    vv_stage_def def = vv_default_stage_def();
    def.gravity = (vv_vec2){0.0f, 0.0f};
    for (uint32_t i = 0; i < 60; i++) {
        body b = i % 3 == 0 ? body_ball(1.0f, 4) : i % 3 == 1 ? body_crate(1.0f, 4) : body_beam(2.0f, 8);
        vv_stage *stage = make_stage(&def);
        vv_actor_def actor_def = actor_of(&b);
        float t = vvi_random_unit(&r);
        actor_def.place = (vv_place){vvi_random_below(&r, 2), {1.0f - t, t, 0.0f}};
        actor_def.position = (vv_vec2){in_range(&r, -50.0f, 50.0f), in_range(&r, -50.0f, 50.0f)};
        actor_def.angle = in_range(&r, -3.0f, 3.0f);
        actor_def.flipped = vvi_random_below(&r, 2);
        actor_def.scale = i % 4 == 0 ? in_range(&r, 0.5f, 2.0f) : 1.0f;
        vv_actor id = add_actor(stage, &actor_def);
        vv_affine pose[16];
        vv_vec2 shown[128], skinned[128];
        vv_stage_vertices(stage, id, shown);
        vv_stage_pose(stage, id, pose);
        skin(b.sprite, pose, skinned);
        for (uint32_t k = 0; k < b.vertex_count; k++)
            if (vv_vec2_distance(shown[k], skinned[k]) > 5e-5f)
                fail_msg("case %u: vertex %u is shown %g m from where its handles have it", i, k,
                         (double)vv_vec2_distance(shown[k], skinned[k]));
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

/* A soft bar that is held at both ends sags out of every shape of its complex: its handles go along with their
 * parts. */
static void handles_follow_what_physics_bends(void **state)
{
    (void)state;
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = make_stage(&def);
    body b = body_beam(4.0f, 16);
    vv_actor_def actor_def = actor_of(&b);
    const vv_hold holds[2] = {{{-2.0f, 0.25f}, {-1.7f, 0.6f}, INFINITY}, {{2.0f, 0.25f}, {1.7f, 0.6f}, INFINITY}};
    actor_def.strengths.stiffness = 1.0f;
    actor_def.hold_count = 2;
    actor_def.holds = holds;
    vv_actor id = add_actor(stage, &actor_def);
    run_steps(stage, 120);
    vv_affine pose[16];
    vv_vec2 shown[256], skinned[256], goals[256];
    vv_stage_vertices(stage, id, shown);
    vv_stage_goal_positions(stage, id, goals);
    vv_stage_pose(stage, id, pose);
    skin(b.sprite, pose, skinned);
    double off = 0.0, rigid = 0.0;
    for (uint32_t k = 0; k < b.vertex_count; k++) {
        off += (double)vv_vec2_distance(shown[k], skinned[k]);
        rigid += (double)vv_vec2_distance(shown[k], goals[k]);
    }
    assert_true(rigid / b.vertex_count > 0.005); /* it does bend */
    if (off > 0.6 * rigid)
        fail_msg("handles are %g m off, a rigid motion of the whole is %g m off", off / b.vertex_count,
                 rigid / b.vertex_count);
    vv_stage_destroy(stage);
    body_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(questions_allocate_and_change_nothing),
        cmocka_unit_test(answers_do_not_depend_on_the_past),
        cmocka_unit_test(controllers_see_the_last_step),
        cmocka_unit_test(what_is_no_number_finds_nothing),
        cmocka_unit_test(corners_and_edges_are_touched),
        cmocka_unit_test(one_way_chains_stop_what_comes_from_their_left),
        cmocka_unit_test(bounds_are_those_of_the_vertices),
        cmocka_unit_test(the_velocity_of_a_point_is_that_of_the_drawing),
        cmocka_unit_test(contacts_of_an_actor_carry_its_weight),
        cmocka_unit_test(handles_of_a_sprite_are_where_its_drawing_is),
        cmocka_unit_test(handles_follow_what_physics_bends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
