/* Zones against closed forms: the area of a drawing in a zone, accelerations, wind and drag, what floats and how. */
#include "tests/runtime/stage/puppet_actors.h"
#include "tests/runtime/stage/scenes.h"

#include "runtime/stage/zone.h"

static float in_range(vvi_random *r, float low, float high) { return low + (high - low) * vvi_random_unit(r); }

static vv_zone_id add_zone(vv_stage *stage, const vv_zone_def *def)
{
    vv_zone_id id = {0, 0};
    vv_error error = {0};
    if (vv_stage_add_zone(stage, def, &id, &error) != VV_OK)
        fail_msg("%s", error.message);
    return id;
}

/* All below height 0. */
static const vv_vec2 sea_level[2] = {{-1.0f, 0.0f}, {1.0f, 0.0f}};

static vv_zone_def sea_of(float density)
{
    vv_zone_def def = vv_default_zone_def(VV_ZONE_WATER);
    def.point_count = 2;
    def.points = sea_level;
    def.density = density;
    return def;
}

static vv_stage *stage_with(float gravity, float step)
{
    vv_stage_def def = vv_default_stage_def();
    def.gravity.y = -gravity;
    def.step = step;
    return make_stage(&def);
}

/* ---- Areas ------------------------------------------------------------------------------------------------------- */

typedef struct polygon {
    uint32_t count;
    double x[16], y[16];
} polygon;

/* Sutherland–Hodgman: the part on the left of the line from (ax, ay) to (bx, by). */
static polygon cut(const polygon *p, double ax, double ay, double bx, double by)
{
    polygon out = {0};
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t j = (i + 1) % p->count;
        double s = (bx - ax) * (p->y[i] - ay) - (by - ay) * (p->x[i] - ax);
        double t = (bx - ax) * (p->y[j] - ay) - (by - ay) * (p->x[j] - ax);
        if (s >= 0.0) {
            out.x[out.count] = p->x[i];
            out.y[out.count++] = p->y[i];
        }
        if ((s > 0.0 && t < 0.0) || (s < 0.0 && t > 0.0)) {
            out.x[out.count] = p->x[i] + s / (s - t) * (p->x[j] - p->x[i]);
            out.y[out.count++] = p->y[i] + s / (s - t) * (p->y[j] - p->y[i]);
        }
    }
    return out;
}

static double area_of(const polygon *p)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t j = (i + 1) % p->count;
        sum += p->x[i] * p->y[j] - p->x[j] * p->y[i];
    }
    return 0.5 * sum;
}

/* Every triangle of a drawing against every triangle of a star about its middle. */
static double brute_share(const body *b, const vv_vec2 *x, const vv_vec2 *star, uint32_t points, vv_vec2 middle)
{
    double inside = 0.0, whole = 0.0;
    for (uint32_t t = 0; t < b->triangle_count; t++) {
        polygon p = {.count = 3};
        for (uint32_t k = 0; k < 3; k++) {
            p.x[k] = (double)x[b->triangles[3 * t + k]].x;
            p.y[k] = (double)x[b->triangles[3 * t + k]].y;
        }
        double area = area_of(&p), sign = area < 0.0 ? -1.0 : 1.0;
        whole += fabs(area);
        for (uint32_t k = 0; k < points; k++) {
            vv_vec2 a = star[k], c = star[(k + 1) % points];
            polygon q = cut(&p, (double)middle.x, (double)middle.y, (double)a.x, (double)a.y);
            q = cut(&q, (double)a.x, (double)a.y, (double)c.x, (double)c.y);
            q = cut(&q, (double)c.x, (double)c.y, (double)middle.x, (double)middle.y);
            inside += sign * area_of(&q);
        }
    }
    return inside / whole;
}

/* Stars are not convex: they are cut in another way than here. */
static void the_share_in_a_zone_is_that_of_the_triangles(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(1);
    uint32_t partly = 0;
    for (uint32_t i = 0; i < 400; i++) {
        vv_stage *stage = stage_with(9.81f, 1.0f / 60.0f);
        body b = i % 3 == 0 ? body_ball(1.0f, 4) : i % 3 == 1 ? body_crate(1.0f, 4) : body_beam(2.0f, 8);
        vv_actor_def actor_def = actor_of(&b);
        float far = i % 7 == 0 ? 3000.0f : 0.0f;
        actor_def.position = (vv_vec2){far + in_range(&r, -1.0f, 1.0f), in_range(&r, -1.0f, 1.0f)};
        actor_def.angle = in_range(&r, -3.0f, 3.0f);
        actor_def.flipped = i % 2;
        vv_actor who = add_actor(stage, &actor_def);
        uint32_t count = 3 + vvi_random_below(&r, 14);
        vv_vec2 star[16], on_stage[16], vertices[128];
        for (uint32_t k = 0; k < count; k++) {
            float angle = 2.0f * VV_PI * ((float)k + in_range(&r, -0.3f, 0.3f)) / (float)count;
            star[k] = vv_vec2_scale((vv_vec2){vv_cos(angle), vv_sin(angle)}, in_range(&r, 0.2f, 1.5f));
        }
        vv_zone_def def = vv_default_zone_def(VV_ZONE_FORCE);
        def.position = (vv_vec2){far + in_range(&r, -0.5f, 0.5f), in_range(&r, -0.5f, 0.5f)};
        def.angle = in_range(&r, -3.0f, 3.0f);
        def.point_count = count;
        def.points = star;
        if (i % 4 == 0) /* clockwise is as good */
            for (uint32_t k = 0; k < count / 2; k++) {
                vv_vec2 swap = star[k];
                star[k] = star[count - 1 - k];
                star[count - 1 - k] = swap;
            }
        vv_zone_id id = add_zone(stage, &def);
        for (uint32_t k = 0; k < count; k++)
            on_stage[k] = zone_point(&stage->zones->list[id.index], i % 4 == 0 ? count - 1 - k : k);
        vv_stage_vertices(stage, who, vertices);
        double expected = brute_share(&b, vertices, on_stage, count, def.position);
        float share = vv_stage_zone_share(stage, id, who);
        if (fabs((double)share - expected) > 2e-5 + 1e-6 * (double)far)
            fail_msg("case %u: the share is %.7g, by triangles %.7g", i, (double)share, expected);
        partly += expected > 0.01 && expected < 0.99;
        vv_stage_destroy(stage);
        body_free(&b);
    }
    assert_true(partly > 200);
}

/* ---- Forces and wind --------------------------------------------------------------------------------------------- */

/* In a zone of the whole stage, wherever it is and whatever it is made of: v = v₀ + at, x = x₀ + v₀t + at²/2, no
 * spin. */
static void a_force_accelerates_as_gravity_does(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(2);
    for (uint32_t i = 0; i < 12; i++) {
        float step = i % 3 == 0 ? 1.0f / 240.0f : i % 3 == 1 ? 1.0f / 60.0f : 1.0f / 30.0f;
        vv_stage *stage = stage_with(0.0f, step);
        body b = i % 2 ? body_ball(1.0f, 4) : body_beam(2.0f, 8);
        vv_zone_def def = vv_default_zone_def(VV_ZONE_FORCE);
        def.acceleration = (vv_vec2){in_range(&r, -5.0f, 5.0f), in_range(&r, -5.0f, 5.0f)};
        add_zone(stage, &def);
        vv_actor_def actor_def = actor_of(&b);
        actor_def.velocity = (vv_vec2){in_range(&r, -3.0f, 3.0f), in_range(&r, -3.0f, 3.0f)};
        vv_actor who = add_actor(stage, &actor_def);
        vv_vec2 start = vv_stage_actor_state(stage, who).position;
        uint32_t steps = (uint32_t)lroundf(2.0f / step);
        for (uint32_t k = 0; k < steps; k++)
            vv_stage_step(stage, step);
        actor *a = vvi_stage_actor(stage, who);
        float t = (float)steps * step;
        vv_vec2 v = vv_vec2_add(actor_def.velocity, vv_vec2_scale(def.acceleration, t));
        vv_vec2 x = vv_vec2_add(start, vv_vec2_scale(vv_vec2_add(actor_def.velocity, v), 0.5f * t));
        vv_vec2 at = {(float)a->origin[0], (float)a->origin[1]};
        assert_true(vv_vec2_distance(a->velocity, v) < 1e-4f && vv_vec2_distance(at, x) < 1e-3f);
        assert_true(fabsf(a->spin) < 1e-4f);
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

/* v = w (1 − e^(−dt)), with the drag of the zone, of the actor, or of both. */
static void wind_takes_along_what_has_drag(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        vv_stage *stage = stage_with(0.0f, 1.0f / 60.0f);
        body b = body_crate(1.0f, 3);
        vv_zone_def def = vv_default_zone_def(VV_ZONE_WIND);
        def.velocity = (vv_vec2){6.0f, -2.0f};
        def.drag = i & 1 ? 0.7f : 0.0f;
        add_zone(stage, &def);
        vv_actor_def actor_def = actor_of(&b);
        actor_def.strengths.drag = i & 2 ? 0.4f : 0.0f;
        vv_actor who = add_actor(stage, &actor_def);
        run_steps(stage, 90);
        float drag = def.drag + actor_def.strengths.drag;
        vv_vec2 v = vv_vec2_scale(def.velocity, 1.0f - expf(-drag * 1.5f));
        assert_true(vv_vec2_distance(vv_stage_actor_state(stage, who).velocity, v) < 2e-4f);
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

/* Where forces end, they end: a drawing that leaves a jet goes on as fast as it is. */
static void zones_act_where_they_are(void **state)
{
    (void)state;
    vv_stage *stage = stage_with(0.0f, 1.0f / 60.0f);
    body b = body_crate(0.5f, 3);
    const vv_vec2 jet[4] = {{2.0f, -1.0f}, {4.0f, -1.0f}, {4.0f, 2.0f}, {2.0f, 2.0f}};
    vv_zone_def def = vv_default_zone_def(VV_ZONE_FORCE);
    def.acceleration = (vv_vec2){5.0f, 0.0f};
    def.point_count = 4;
    def.points = jet;
    def.layers = 2;
    add_zone(stage, &def);
    vv_actor ids[2];
    for (uint32_t i = 0; i < 2; i++) {
        vv_actor_def actor_def = actor_of(&b);
        actor_def.velocity = (vv_vec2){2.0f, 0.0f};
        actor_def.layers = i ? 2 : 1;
        actor_def.mask = 0;
        ids[i] = add_actor(stage, &actor_def);
    }
    run_steps(stage, 300);
    /* ½v² grows by the acceleration times the way, over which the drawing passes wholly into the zone and out. */
    float expected = sqrtf(2.0f * 2.0f + 2.0f * 5.0f * 2.0f);
    assert_true(fabsf(vv_stage_actor_state(stage, ids[1]).velocity.x - expected) < 0.01f);
    assert_true(fabsf(vv_stage_actor_state(stage, ids[0]).velocity.x - 2.0f) < 1e-5f);
    vv_stage_destroy(stage);
    body_free(&b);
}

/* ---- Water ------------------------------------------------------------------------------------------------------- */

/* Wholly in it and without gravity: dv/dt = −a v − b v², relative to the flow. */
static void drag_in_water_is_the_closed_form(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(5);
    for (uint32_t i = 0; i < 12; i++) {
        float step = i % 2 ? 1.0f / 60.0f : 1.0f / 30.0f;
        vv_stage *stage = stage_with(0.0f, step);
        body b = body_crate(1.0f, 3); /* 1 kg, 1 m² */
        vv_zone_def def = vv_default_zone_def(VV_ZONE_WATER);
        def.density = in_range(&r, 0.5f, 2.0f);
        def.drag = i % 3 == 0 ? 0.0f : in_range(&r, 0.1f, 3.0f);
        def.quadratic_drag = i % 3 == 1 ? 0.0f : in_range(&r, 0.1f, 3.0f);
        def.velocity = (vv_vec2){in_range(&r, -2.0f, 2.0f), in_range(&r, -2.0f, 2.0f)};
        add_zone(stage, &def);
        vv_actor_def actor_def = actor_of(&b);
        actor_def.velocity = (vv_vec2){8.0f, 3.0f};
        actor_def.angular_velocity = 1.0f;
        vv_actor who = add_actor(stage, &actor_def);
        uint32_t steps = (uint32_t)lroundf(1.0f / step);
        for (uint32_t k = 0; k < steps; k++)
            vv_stage_step(stage, step);
        double a = (double)(def.density * def.drag), c = (double)(0.5f * def.density * def.quadratic_drag), v = 0.0;
        vv_vec2 relative = vv_vec2_sub(actor_def.velocity, def.velocity);
        double speed = (double)vv_vec2_length(relative), left = exp(-a);
        v = a > 0.0 ? speed * left / (1.0 + c * speed * (1.0 - left) / a) : speed / (1.0 + c * speed);
        vv_vec2 expected = vv_vec2_add(def.velocity, vv_vec2_scale(relative, (float)(v / speed)));
        vv_actor_state s = vv_stage_actor_state(stage, who);
        if (vv_vec2_distance(s.velocity, expected) > 1e-3f)
            fail_msg("case %u: %g %g m/s, expected %g %g", i, (double)s.velocity.x, (double)s.velocity.y,
                     (double)expected.x, (double)expected.y);
        assert_true(fabsf(s.angular_velocity - expf(-def.density * def.angular_drag)) < 0.01f);
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

/* Whatever its size and mesh, a crate half as dense as the water floats with half of its area in it. */
static void a_crate_floats_as_deep_as_it_is_dense(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(6);
    for (uint32_t i = 0; i < 24; i++) {
        float ratio = i % 4 == 0 ? 0.5f : in_range(&r, 0.1f, 0.9f), edge = in_range(&r, 0.2f, 2.0f);
        vv_stage *stage = stage_with(9.81f, i % 3 ? 1.0f / 60.0f : 1.0f / 30.0f);
        body b = i % 2 ? body_crate(edge, 3) : body_strip(3.0f * edge, edge, 2 + i % 3, 0.2f, i);
        vv_zone_def sea = sea_of(1.0f / ratio);
        vv_zone_id id = add_zone(stage, &sea);
        vv_actor_def actor_def = actor_of(&b);
        actor_def.position.y = in_range(&r, -2.0f, 1.0f);
        actor_def.angle = in_range(&r, -0.5f, 0.5f);
        vv_actor who = add_actor(stage, &actor_def);
        for (uint32_t k = 0; k < 1200; k++)
            vv_stage_step(stage, 1.0f / 60.0f);
        float share = vv_stage_zone_share(stage, id, who);
        if (fabsf(share - ratio) > 0.03f * ratio)
            fail_msg("case %u: %g of it is in the water, and it is %g as dense", i, (double)share, (double)ratio);
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

/* A plank of density s, width w and height h floats upright if its metacentre is above its centre: (w/h)² > 6 s (1 −
 * s). A little tilted, it comes back then, and otherwise falls over. */
static void planks_stand_in_water_as_the_metacentre_says(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(7);
    for (uint32_t i = 0; i < 24; i++) {
        float s = in_range(&r, 0.2f, 0.8f), limit = sqrtf(6.0f * s * (1.0f - s));
        bool stable = i % 2;
        float width = 1.0f, height = width / limit * (stable ? in_range(&r, 0.6f, 0.92f) : in_range(&r, 1.08f, 1.5f));
        vv_stage_def stage_def = vv_default_stage_def();
        stage_def.sleep = false; /* a plank begins to fall over very slowly */
        vv_stage *stage = make_stage(&stage_def);
        body b = body_strip(width, height, 4, 0.0f, 1);
        vv_zone_def sea = sea_of(1.0f / s);
        add_zone(stage, &sea);
        vv_actor_def actor_def = actor_of(&b);
        actor_def.position.y = -s * height;
        actor_def.angle = 0.05f;
        vv_actor who = add_actor(stage, &actor_def);
        for (uint32_t k = 0; k < 1800; k++)
            vv_stage_step(stage, 1.0f / 60.0f);
        float angle = fabsf(vv_stage_actor_state(stage, who).angle);
        if (stable ? angle > 0.05f : angle < 0.2f)
            fail_msg("density %g, height %g of a width of 1, limit %g: at %g rad", (double)s, (double)height,
                     (double)(1.0f / limit), (double)angle);
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

/* Without drag it bobs for ever, with ω² = density·g·width/mass, and neither gains nor loses. */
static void a_crate_bobs_with_its_period_and_keeps_its_height(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(8);
    for (uint32_t i = 0; i < 8; i++) {
        float step = i % 2 ? 1.0f / 60.0f : 1.0f / 30.0f, edge = in_range(&r, 0.4f, 2.0f),
              ratio = in_range(&r, 0.3f, 0.7f);
        vv_stage *stage = stage_with(9.81f, step);
        body b = body_strip(3.0f * edge, edge, 3, 0.0f, 1);
        vv_zone_def sea = sea_of(1.0f / ratio);
        sea.drag = sea.quadratic_drag = sea.angular_drag = 0.0f;
        add_zone(stage, &sea);
        vv_actor_def actor_def = actor_of(&b);
        actor_def.position.y = (0.15f - ratio) * edge; /* a little above where it floats */
        vv_actor who = add_actor(stage, &actor_def);
        vvi_stage_actor(stage, who);
        float middle = (0.5f - ratio) * edge, before = 1.0f, first = 0.0f, last = 0.0f, highest = -1.0f;
        uint32_t crossings = 0, steps = (uint32_t)lroundf(60.0f / step);
        for (uint32_t k = 1; k <= steps; k++) {
            vv_stage_step(stage, step);
            const actor *a = vvi_stage_actor(stage, who);
            float height = (float)a->origin[1] - middle;
            if (before <= 0.0f && height > 0.0f) {
                float at = (float)k - height / (height - before);
                first = crossings ? first : at;
                last = at;
                crossings++;
            }
            before = height;
            if (k > steps / 2)
                highest = vvi_max(highest, height);
        }
        float period = (last - first) * step / (float)(crossings - 1),
              expected = 2.0f * VV_PI * sqrtf(ratio * edge / 9.81f);
        if (fabsf(period - expected) > 0.02f * expected || fabsf(highest - 0.15f * edge) > 0.02f * 0.15f * edge)
            fail_msg("case %u: period %g s, expected %g; height %g m of %g", i, (double)period, (double)expected,
                     (double)highest, (double)(0.15f * edge));
        vv_stage_destroy(stage);
        body_free(&b);
    }
}

static void a_ball_bobs_and_falls_asleep_and_wakes_when_the_water_goes(void **state)
{
    (void)state;
    vv_stage *stage = stage_with(9.81f, 1.0f / 60.0f);
    body b = body_ball(1.0f, 5);
    vv_zone_def sea = sea_of(2.0f);
    vv_zone_id id = add_zone(stage, &sea);
    vv_actor_def actor_def = actor_of(&b);
    actor_def.position.y = 2.0f;
    vv_actor who = add_actor(stage, &actor_def);
    uint32_t turns = 0;
    float before = 0.0f;
    for (uint32_t k = 0; k < 1800; k++) {
        run_steps(stage, 1);
        float v = vv_stage_actor_state(stage, who).velocity.y;
        turns += before < 0.0f && v > 0.0f;
        before = v;
    }
    vv_actor_state s = vv_stage_actor_state(stage, who);
    assert_true(turns >= 3 && s.asleep && fabsf(s.position.y) < 0.02f);
    sea.density = 1.2f; /* it sinks deeper */
    assert_int_equal(vv_stage_set_zone(stage, id, &sea, NULL), VV_OK);
    run_steps(stage, 900);
    s = vv_stage_actor_state(stage, who);
    assert_true(s.asleep && s.position.y < -0.1f);
    assert_true(vv_stage_remove_zone(stage, id));
    run_steps(stage, 60);
    assert_true(vv_stage_actor_state(stage, who).position.y < -3.0f);
    vv_stage_destroy(stage);
    body_free(&b);
}

static void puppets_float_too(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        vv_stage *stage = stage_make();
        box b = box_make(2.0f, 1.0f, 6, 3);
        vv_zone_def sea = sea_of(2.0f);
        vv_zone_id id = add_zone(stage, &sea);
        vv_actor_def def = puppet_def(&b, 0.0f, -1.5f);
        def.angle = 0.3f;
        def.flipped = i;
        vv_actor who = add(stage, &def);
        for (uint32_t k = 0; k < 1000; k++)
            vv_stage_step(stage, VV_PUPPET_STEP);
        vv_actor_state s = vv_stage_actor_state(stage, who);
        float share = vv_stage_zone_share(stage, id, who);
        if (fabsf(share - 0.5f) > 0.015f || fabsf(s.angle) > 0.05f || vv_vec2_length(s.velocity) > 0.02f)
            fail_msg("%g of it is in, at %g rad, with %g m/s", (double)share, (double)s.angle,
                     (double)vv_vec2_length(s.velocity));
        vv_stage_destroy(stage);
        box_free(&b);
    }
}

static void a_force_accelerates_puppets_too(void **state)
{
    (void)state;
    vv_stage *stage = stage_make();
    box b = box_make(1.0f, 1.0f, 3, 3);
    vv_stage_set_gravity(stage, (vv_vec2){0.0f, 0.0f});
    vv_zone_def def = vv_default_zone_def(VV_ZONE_FORCE);
    def.acceleration = (vv_vec2){2.0f, 1.0f};
    add_zone(stage, &def);
    vv_actor_def actor_def = puppet_def(&b, 0.0f, 0.0f);
    vv_actor who = add(stage, &actor_def);
    for (uint32_t k = 0; k < 100; k++)
        vv_stage_step(stage, VV_PUPPET_STEP);
    vv_vec2 v = vv_stage_actor_state(stage, who).velocity;
    assert_true(fabsf(v.x - 4.0f) < 0.02f && fabsf(v.y - 2.0f) < 0.01f);
    vv_stage_destroy(stage);
    box_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_share_in_a_zone_is_that_of_the_triangles),
        cmocka_unit_test(a_force_accelerates_as_gravity_does),
        cmocka_unit_test(wind_takes_along_what_has_drag),
        cmocka_unit_test(zones_act_where_they_are),
        cmocka_unit_test(drag_in_water_is_the_closed_form),
        cmocka_unit_test(a_crate_floats_as_deep_as_it_is_dense),
        cmocka_unit_test(planks_stand_in_water_as_the_metacentre_says),
        cmocka_unit_test(a_crate_bobs_with_its_period_and_keeps_its_height),
        cmocka_unit_test(a_ball_bobs_and_falls_asleep_and_wakes_when_the_water_goes),
        cmocka_unit_test(puppets_float_too),
        cmocka_unit_test(a_force_accelerates_puppets_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
