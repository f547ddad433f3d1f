/* The broad and the narrow phase against brute force. */
#include "tests/runtime/stage/contact/scene.h"

#include "runtime/stage/contact.h"

static body ball, crate, beam;

static int setup(void **state)
{
    (void)state;
    ball = body_ball(1.0f, 5);
    crate = body_crate(1.0f, 6);
    beam = body_beam(2.0f, 16);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    body_free(&ball);
    body_free(&crate);
    body_free(&beam);
    return 0;
}

static float between(vvi_random *random, float low, float high) { return low + (high - low) * vvi_random_unit(random); }

/* Everything strewn over a square, with random layers; nobody has been stepped. */
static vv_stage *strewn(uint64_t seed, uint32_t count, float wide, uint32_t max_contacts)
{
    vvi_random random = vvi_random_seed(seed);
    vv_stage_def def = vv_default_stage_def();
    def.max_actors = count;
    def.max_contacts = max_contacts;
    def.sleep = false;
    vv_stage *stage = scene_stage(&def);
    const body *bodies[3] = {&ball, &crate, &beam};
    for (uint32_t i = 0; i < count; i++) {
        vv_actor_def actor_def = scene_def(bodies[i % 3], between(&random, 0.0f, wide), between(&random, 0.0f, wide),
                                           between(&random, -3.0f, 3.0f));
        actor_def.layers = 1u << vvi_random_below(&random, 3);
        actor_def.mask = 1u + vvi_random_below(&random, 7);
        scene_add_def(stage, &actor_def);
    }
    for (uint32_t k = 0; k < 6; k++) {
        float x = between(&random, 0.0f, wide), y = between(&random, 0.0f, wide);
        vv_vec2 points[3] = {{x, y}, {x + 2.0f, y}, {x + 1.0f, y + 1.0f}};
        scene_add_obstacle(stage, k % 2 ? VV_OBSTACLE_POLYGON : VV_OBSTACLE_SEGMENTS, points, 3);
    }
    for (uint32_t i = 0; i < count; i++) {
        vvi_actor_predict(stage, &stage->actors[i], 1.0f / 120.0f);
        vvi_contacts_add_actor(stage, &stage->actors[i]);
    }
    return stage;
}

static bool boxes_meet(vv_vec2 low, vv_vec2 high, vv_vec2 other_low, vv_vec2 other_high)
{
    return low.x <= other_high.x && other_low.x <= high.x && low.y <= other_high.y && other_low.y <= high.y;
}

static bool is_found(const contacts *c, uint32_t a, uint32_t b, bool fixed)
{
    for (uint32_t k = 0; k < c->pair_count; k++)
        if (c->pairs[k].a == a && c->pairs[k].b == b && c->pairs[k].obstacle == fixed)
            return true;
    return false;
}

static void every_pair_of_boxes_is_found_once(void **state)
{
    (void)state;
    uint32_t sum = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        vv_stage *stage = strewn(seed, 60, seed % 2 ? 12.0f : 30.0f, 4000);
        vvi_contacts_begin(stage, 1.0f / 120.0f);
        const contacts *c = stage->contacts;
        uint32_t expected = 0;
        for (uint32_t i = 0; i < 60; i++) {
            const rigid_body *m = &c->bodies[i];
            for (uint32_t j = i + 1; j < 60; j++)
                if (boxes_meet(m->low, m->high, c->bodies[j].low, c->bodies[j].high) &&
                    (stage->actors[i].mask & stage->actors[j].layers) &&
                    (stage->actors[j].mask & stage->actors[i].layers)) {
                    expected++;
                    assert_true(is_found(c, i, j, false));
                }
            for (uint32_t k = 0; k < 6; k++)
                if (boxes_meet(m->low, m->high, stage->obstacles[k].low, stage->obstacles[k].high)) {
                    expected++;
                    assert_true(is_found(c, i, k, true));
                }
        }
        sum += expected;
        assert_int_equal(c->pair_count, expected);
        vv_stage_destroy(stage);
    }
    print_message("%u pairs of boxes\n", sum);
    assert_true(sum > 200);
}

static void too_many_keep_the_deepest_and_are_reported(void **state)
{
    (void)state;
    vv_stage *stage = strewn(3, 60, 6.0f, 4000), *small = strewn(3, 60, 6.0f, 40);
    vvi_contacts_begin(stage, 1.0f / 120.0f);
    vvi_contacts_begin(small, 1.0f / 120.0f);
    const contacts *all = stage->contacts, *few = small->contacts;
    assert_true(all->broad_pair_count > 100);
    assert_int_equal(few->broad_pair_count, 40);
    float shallowest = INFINITY;
    for (uint32_t k = 0; k < 40; k++)
        shallowest = vvi_min(shallowest, few->sorted[k].depth);
    uint32_t deeper = 0;
    for (uint32_t k = 0; k < all->broad_pair_count; k++)
        deeper += all->sorted[k].depth > shallowest;
    assert_true(deeper < 40);
    uint32_t count;
    vvi_stage_end_events(small);
    assert_int_equal(vv_stage_events(small, &count)[0].kind, VV_EVENT_OVERFLOW);
    assert_int_equal(count, 1);
    vv_stage_destroy(stage);
    vv_stage_destroy(small);
}

/* ---- Narrow ------------------------------------------------------------------------------------------------------ */

static bool in_mesh(const actor *a, vv_vec2 p)
{
    for (uint32_t t = 0; t < a->view.triangle_count; t++) {
        const uint32_t *c = a->view.triangles + 3 * t;
        double area[3];
        for (uint32_t k = 0; k < 3; k++) {
            vv_vec2 u = a->x[c[k]], v = a->x[c[(k + 1) % 3]];
            area[k] = ((double)v.x - (double)u.x) * ((double)p.y - (double)u.y) -
                      ((double)v.y - (double)u.y) * ((double)p.x - (double)u.x);
        }
        if ((area[0] >= 0 && area[1] >= 0 && area[2] >= 0) || (area[0] <= 0 && area[1] <= 0 && area[2] <= 0))
            return true;
    }
    return false;
}

/* How deep p is behind the nearest of all border edges that face a border going `out` there; INFINITY: behind none. */
static float depth_behind(const actor *a, vv_vec2 p, vv_vec2 out)
{
    float best = INFINITY;
    for (uint32_t k = 0; k < a->view.boundary_count; k++) {
        vv_vec2 u = a->x[a->view.boundary[2 * k]], v = a->x[a->view.boundary[2 * k + 1]], way = vv_vec2_sub(v, u);
        float length = vv_vec2_length(way), t = vv_vec2_dot(vv_vec2_sub(p, u), way) / (length * length);
        vv_vec2 normal = {way.y / length, -way.x / length};
        float depth = -vv_vec2_dot(normal, vv_vec2_sub(p, u));
        if (t > 0.0f && t < 1.0f && vv_vec2_dot(normal, out) < -0.11f * vv_vec2_length(out) &&
            fabsf(depth) < fabsf(best))
            best = depth;
    }
    return best;
}

/* The outline's winding agrees with the triangles. */
static void an_outline_contains_what_its_triangles_contain(void **state)
{
    (void)state;
    vv_stage *stage = strewn(9, 3, 1.0f, 0);
    vvi_random random = vvi_random_seed(2);
    vvi_contacts_begin(stage, 1.0f / 120.0f);
    for (uint32_t i = 0; i < 3; i++) {
        const actor *a = &stage->actors[i];
        const outline *o = &stage->contacts->outlines[i];
        side s = {.x = a->x,
                  .x0 = a->x0,
                  .particles = o->points,
                  .point_count = o->point_count,
                  .edge_count = o->edge_count,
                  .edges = o->edges,
                  .sign = 1.0f};
        for (uint32_t k = 0; k < 2000; k++) {
            vv_vec2 p = {between(&random, -1.2f, 1.2f), between(&random, -1.2f, 1.2f)};
            assert_true(vvi_does_outline_contain(&s, p) == in_mesh(a, p));
        }
    }
    vv_stage_destroy(stage);
}

/* Two that overlap a little: every border particle inside the other has a row as deep as brute force says. */
static void every_particle_inside_has_its_row(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(4);
    const body *bodies[3] = {&ball, &crate, &beam};
    uint32_t inside = 0;
    for (uint32_t k = 0; k < 300; k++) {
        vv_stage *stage = scene_in_space();
        float angle = between(&random, 0.0f, 6.28f);
        scene_add(stage, bodies[k % 3], 0.0f, 0.0f, angle);
        scene_add(stage, bodies[k / 3 % 3], between(&random, 0.7f, 1.0f), between(&random, -0.4f, 0.4f), 0.3f);
        for (uint32_t i = 0; i < 2; i++) {
            vvi_actor_predict(stage, &stage->actors[i], 1.0f / 120.0f);
            vvi_rigid_body_prepare(stage, i);
        }
        contacts *c = stage->contacts;
        pair p = {.a = 0, .b = 1};
        c->found_count = 0;
        vvi_collide_actors(stage, &p);
        const actor *a = &stage->actors[0], *b = &stage->actors[1];
        vv_vec2 apart = {(float)(a->origin[0] - b->origin[0]), (float)(a->origin[1] - b->origin[1])};
        const outline *o = &c->outlines[0];
        side own = vvi_actor_side(stage, 0, (vv_vec2){0.0f, 0.0f});
        for (uint32_t i = 0; i < o->point_count; i++) {
            vv_vec2 at = vv_vec2_add(a->x[o->points[i]], apart);
            float depth = depth_behind(b, at, vvi_side_outward(&own, i));
            if (!in_mesh(b, at) || !(depth < 0.015f && depth > 0.0f))
                continue;
            bool found = false;
            for (uint32_t r = 0; r < c->found_count; r++)
                found = found || (c->found[r].a.i == o->points[i] && c->found[r].a.j == o->points[i] &&
                                  fabsf(-c->found[r].separation - depth) < 1.0e-5f);
            inside++;
            if (!found)
                fail_msg("case %u: particle %u, %g m inside, has no row", k, o->points[i], (double)depth);
        }
        vv_stage_destroy(stage);
    }
    print_message("%u particles inside\n", inside);
    assert_true(inside > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_of_boxes_is_found_once),
        cmocka_unit_test(too_many_keep_the_deepest_and_are_reported),
        cmocka_unit_test(an_outline_contains_what_its_triangles_contain),
        cmocka_unit_test(every_particle_inside_has_its_row),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
