/* Chains, bridges, trees, catapults and cars of random sizes, masses and speeds. */
#include "tests/runtime/stage/joint/random_joints.h"

#include <string.h>

static float random_log(vvi_random *r, float low, float high) { return expf(random_in(r, logf(low), logf(high))); }

static vv_vec2 rotated(vv_vec2 v, float angle)
{
    return (vv_vec2){cosf(angle) * v.x - sinf(angle) * v.y, sinf(angle) * v.x + cosf(angle) * v.y};
}

/* ---- Parts ------------------------------------------------------------------------------------------------------- */

/* A drawing that was put onto the stage: where its point `at` is, and how it is turned. */
typedef struct part {
    vv_actor actor;
    float length, height; /* of its drawing, which stands on the origin */
    float size, density;
    uint32_t index;
} part;

static part add_part(jointed *s, body b, float length, float height, float density, vv_vec2 at, vv_vec2 to, float angle,
                     vv_vec2 velocity)
{
    assert_true(s->body_count < JOINTED_MOST);
    part p = {.length = length, .height = height, .index = s->body_count, .size = vv_sprite_size(b.sprite)};
    s->bodies[s->body_count] = b;
    vv_actor_def def = actor_of(&s->bodies[s->body_count]);
    def.density = vvi_clamp(density, 0.001f, 1000.0f);
    def.strengths.stiffness = 200.0f;
    def.velocity = velocity;
    def.mask = s->collide ? def.mask : 0u;
    p.actor = add_at(s->stage, def, at, to, angle);
    s->actors[s->body_count++] = p.actor;
    p.density = def.density;
    return p;
}

/* A bar; `at` −1…1 along it is put at `to`. */
static part add_bar(jointed *s, float length, float height, float density, float at, vv_vec2 to, float angle)
{
    body b = body_strip(length, height, 2, 0.0f, 1);
    return add_part(s, b, length, height, density, (vv_vec2){0.5f * at * length, 0.5f * height}, to, angle,
                    (vv_vec2){0.0f, 0.0f});
}

static part add_crate(jointed *s, float side, float density, vv_vec2 at, vv_vec2 to, float angle, vv_vec2 velocity)
{
    return add_part(s, body_crate(side, 8), side, side, density, vv_vec2_scale(at, side), to, angle, velocity);
}

static vv_vec2 point_of(const part *p, float along) { return (vv_vec2){0.5f * along * p->length, 0.5f * p->height}; }

static void join(jointed *s, const vv_joint_def *def, float size)
{
    assert_true(s->joint_count < JOINTED_MOST);
    uint32_t k = s->joint_count++;
    s->joints[k] = add_joint(s->stage, def);
    s->lengths[k] = vv_stage_joint_state(s->stage, s->joints[k]).length;
    s->sizes[k] = size;
    s->driven[k] = def->motor;
}

static vv_joint_def hinge(void) { return vv_default_joint_def(VV_JOINT_HINGE); }

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

/* Links from `to` on, the first end of the first at `def`'s a, which is updated to the last end. */
static void add_links(jointed *s, vvi_random *r, uint32_t count, float length, float height, float density, float angle,
                      float bend, vv_vec2 *to, vv_joint_def *def, bool anchored)
{
    for (uint32_t i = 0; i < count; i++) {
        part p = add_bar(s, length, height, density, -1.0f, *to, angle);
        def->b.actor = p.actor;
        def->b.at = point_of(&p, -1.0f);
        if (i > 0 || anchored)
            join(s, def, p.size);
        def->a.actor = p.actor;
        def->a.at = point_of(&p, 1.0f);
        *to = vv_vec2_add(*to, rotated((vv_vec2){length, 0.0f}, angle));
        angle += random_in(r, -bend, bend);
    }
}

static void make_chain(jointed *s, vvi_random *r)
{
    uint32_t count = 2u + vvi_random_below(r, 59);
    float length = random_log(r, 0.1f, 1.0f), height = length * random_in(r, 0.1f, 0.5f);
    float angle = random_in(r, -3.14f, 3.14f), ratio = random_log(r, 1.0f, 1000.0f);
    bool anchored = vvi_random_below(r, 4) > 0;
    vv_joint_def def = hinge();
    vv_vec2 to = {0.0f, 0.0f};
    float density = random_log(r, 0.3f, 3.0f);
    add_links(s, r, count, length, height, density, angle, vvi_random_below(r, 2) ? 0.6f : 0.0f, &to, &def, anchored);
    if (vvi_random_below(r, 3)) {
        float side = random_log(r, 1.0f, 6.0f) * length, area = side * side / (length * height);
        vv_vec2 velocity = {random_in(r, -8.0f, 8.0f), random_in(r, -8.0f, 8.0f)};
        part p = add_crate(s, side, density * ratio / area, (vv_vec2){-0.5f, 0.5f}, to, angle, velocity);
        def.b.actor = p.actor;
        def.b.at = (vv_vec2){-0.5f * side, 0.5f * side};
        join(s, &def, vvi_min(p.size, length));
    }
}

static void make_light(jointed *s, vvi_random *r)
{
    uint32_t count = 1u + vvi_random_below(r, 4);
    float length = random_log(r, 0.1f, 1.0f), angle = random_in(r, -3.14f, 3.14f);
    vv_vec2 to = {0.0f, 0.0f};
    vv_joint_def def = hinge();
    for (uint32_t i = 0; i < count; i++) {
        float height = length * random_in(r, 0.1f, 0.5f), ratio = random_log(r, 1.0f, 1000.0f);
        add_links(s, r, 1u + vvi_random_below(r, 3), length, height, 1.0f, angle, 0.5f, &to, &def, true);
        float side = random_log(r, 0.5f, 6.0f) * length, area = side * side / (length * height);
        part p = add_crate(s, side, ratio / area, (vv_vec2){-0.5f, 0.5f}, to, angle, (vv_vec2){0.0f, 0.0f});
        def.b.actor = p.actor;
        def.b.at = (vv_vec2){-0.5f * side, 0.5f * side};
        join(s, &def, vvi_min(p.size, length));
        def.a.actor = p.actor;
        def.a.at = (vv_vec2){0.5f * side, 0.5f * side};
        to = vv_vec2_add(to, rotated((vv_vec2){side, 0.0f}, angle));
        angle += random_in(r, -1.0f, 1.0f);
    }
}

static void make_tree(jointed *s, vvi_random *r)
{
    uint32_t count = 3u + vvi_random_below(r, 30);
    part parts[JOINTED_MOST];
    vv_vec2 places[JOINTED_MOST];
    float angles[JOINTED_MOST];
    for (uint32_t i = 0; i < count; i++) {
        float length = random_log(r, 0.1f, 1.0f), height = length * random_in(r, 0.1f, 0.4f);
        uint32_t parent = i ? vvi_random_below(r, i) : 0;
        float along = random_in(r, -1.0f, 1.0f);
        angles[i] = random_in(r, -3.14f, 3.14f);
        vv_vec2 to = {0.0f, 0.0f};
        if (i > 0)
            to = vv_vec2_add(places[parent],
                             rotated((vv_vec2){0.5f * (along + 1.0f) * parts[parent].length, 0.0f}, angles[parent]));
        places[i] = to;
        parts[i] = add_bar(s, length, height, random_log(r, 0.1f, 10.0f), -1.0f, to, angles[i]);
        vv_joint_def def = hinge();
        if (i > 0) {
            def.a.actor = parts[parent].actor;
            def.a.at = point_of(&parts[parent], along);
        }
        def.b.actor = parts[i].actor;
        def.b.at = point_of(&parts[i], -1.0f);
        if (i > 0 && vvi_random_below(r, 4) == 0) {
            def.limited = true;
            def.low = random_in(r, -2.0f, 0.0f);
            def.high = random_in(r, 0.0f, 2.0f);
        }
        def.kind = vvi_random_below(r, 8) ? VV_JOINT_HINGE : VV_JOINT_WELD;
        if (i > 0 || vvi_random_below(r, 2))
            join(s, &def, vvi_min(parts[i].size, i ? parts[parent].size : INFINITY));
    }
    vv_stage_set_velocity(s->stage, parts[count - 1u].actor, (vv_vec2){random_in(r, -10.0f, 10.0f), 5.0f}, 0.0f);
}

static void make_ropes(jointed *s, vvi_random *r)
{
    uint32_t count = 1u + vvi_random_below(r, 20);
    float angle = random_in(r, -3.14f, 3.14f);
    vv_vec2 to = {0.0f, 0.0f}, way = rotated((vv_vec2){1.0f, 0.0f}, angle);
    vv_joint_def def = vv_default_joint_def(VV_JOINT_ROPE);
    for (uint32_t i = 0; i < count; i++) {
        float side = random_log(r, 0.2f, 1.0f), rope = random_log(r, 0.3f, 2.0f);
        def.kind = vvi_random_below(r, 2) ? VV_JOINT_ROPE : VV_JOINT_ROD;
        to = vv_vec2_add(to, vv_vec2_scale(way, rope));
        vv_vec2 at = {-0.5f, 0.5f};
        part p = add_crate(s, side, random_log(r, 0.1f, 10.0f), at, to, angle, (vv_vec2){0.0f, 0.0f});
        def.b.actor = p.actor;
        def.b.at = vv_vec2_scale(at, side);
        join(s, &def, p.size);
        def.a.actor = p.actor;
        def.a.at = (vv_vec2){0.5f * side, 0.5f * side};
        to = vv_vec2_add(to, vv_vec2_scale(way, side));
    }
}

static void make_bridge(jointed *s, vvi_random *r)
{
    uint32_t count = 3u + vvi_random_below(r, 38), loads = vvi_random_below(r, 5);
    float length = random_log(r, 0.2f, 1.0f), height = length * random_in(r, 0.15f, 0.4f);
    vv_joint_def def = hinge();
    vv_vec2 to = {0.0f, 0.0f};
    add_links(s, r, count, length, height, 1.0f, 0.0f, 0.0f, &to, &def, true);
    def.b.actor = (vv_actor){0, 0};
    float slack = random_in(r, 0.0f, 1.0f);
    def.b.at = to;
    join(s, &def, length);
    float wide = to.x * (1.0f - 0.2f * slack);
    for (float at = to.x; at > wide; at -= 0.01f * length) { /* the far end comes nearer, so that it hangs through */
        vv_stage_set_joint_target(s->stage, s->joints[s->joint_count - 1u], (vv_vec2){at, 0.0f});
        vv_stage_step(s->stage, s->stage->def.step);
    }
    for (uint32_t i = 0; i < loads; i++) {
        float side = random_log(r, 0.5f, 2.0f) * length;
        vv_vec2 over = {random_in(r, 0.1f, 0.9f) * wide, random_in(r, 1.0f, 3.0f) + 3.0f * (float)i};
        add_crate(s, side, random_log(r, 0.1f, 10.0f), (vv_vec2){0.0f, 0.0f}, over, random_in(r, -3.0f, 3.0f),
                  (vv_vec2){0.0f, 0.0f});
    }
}

static void make_ring(jointed *s, vvi_random *r)
{
    uint32_t count = 3u + vvi_random_below(r, 28);
    float length = random_log(r, 0.1f, 1.0f), height = length * random_in(r, 0.1f, 0.4f);
    float turn = 6.2831853f / (float)count, angle = random_in(r, -3.14f, 3.14f);
    vv_vec2 to = {0.0f, 0.0f};
    vv_joint_def def = hinge();
    part first = {0}, p = {0};
    for (uint32_t i = 0; i < count; i++) {
        p = add_bar(s, length, height, random_log(r, 0.3f, 3.0f), -1.0f, to, angle);
        def.b.actor = p.actor;
        def.b.at = point_of(&p, -1.0f);
        first = i ? first : p;
        if (i > 0)
            join(s, &def, p.size);
        def.a.actor = p.actor;
        def.a.at = point_of(&p, 1.0f);
        to = vv_vec2_add(to, rotated((vv_vec2){length, 0.0f}, angle));
        angle += turn;
    }
    def.b.actor = first.actor;
    def.b.at = point_of(&first, -1.0f);
    join(s, &def, p.size);
    def = hinge();
    def.b.actor = first.actor;
    def.b.at = point_of(&first, 0.0f);
    def.a.at = vv_stage_actor_state(s->stage, first.actor).position;
    if (vvi_random_below(r, 2))
        join(s, &def, p.size);
}

static void make_catapult(jointed *s, vvi_random *r)
{
    float length = random_log(r, 1.0f, 5.0f), height = 0.06f * length, along = random_in(r, 0.2f, 0.7f);
    vv_obstacle ground;
    assert_int_equal(vv_stage_add_ground(s->stage, -2.0f * length, 0.6f, &ground, NULL), VV_OK);
    part beam = add_bar(s, length, height, 1.0f, along, (vv_vec2){0.0f, 0.0f}, 0.0f);
    vv_joint_def def = hinge();
    def.b.actor = beam.actor;
    def.b.at = point_of(&beam, along);
    def.limited = vvi_random_below(r, 2) == 0;
    def.low = -0.7f;
    def.high = 0.7f;
    join(s, &def, beam.size);
    float left = -0.5f * length * (1.0f + along), right = 0.5f * length * (1.0f - along), side = 0.15f * length;
    add_crate(s, side, 1.0f, (vv_vec2){0.0f, 0.0f}, (vv_vec2){left + side, 0.5f * height + 0.01f * side}, 0.0f,
              (vv_vec2){0.0f, 0.0f});
    vv_joint_def weight = vv_default_joint_def(vvi_random_below(r, 2) ? VV_JOINT_HINGE : VV_JOINT_ROD);
    float heavy = random_log(r, 0.1f, 0.4f) * length, rod = weight.kind == VV_JOINT_ROD ? 0.2f * length : 0.0f;
    part p = add_crate(s, heavy, random_log(r, 1.0f, 30.0f), (vv_vec2){0.0f, 1.0f}, (vv_vec2){right, -rod}, 0.0f,
                       (vv_vec2){0.0f, 0.0f});
    weight.a.actor = beam.actor;
    weight.a.at = point_of(&beam, 1.0f);
    weight.b.actor = p.actor;
    weight.b.at = (vv_vec2){0.0f, heavy};
    join(s, &weight, vvi_min(p.size, beam.size));
}

static void make_car(jointed *s, vvi_random *r)
{
    float length = random_log(r, 1.0f, 3.0f), wheel = 0.3f * length;
    vv_obstacle ground;
    assert_int_equal(vv_stage_add_ground(s->stage, 0.0f, 0.8f, &ground, NULL), VV_OK);
    for (uint32_t i = 0; i < 6; i++) {
        vv_obstacle_def bump = vv_default_obstacle_def();
        float x = 3.0f * length + 2.0f * (float)i * length, h = 0.1f * length * random_in(r, 0.2f, 1.0f);
        const vv_vec2 corners[3] = {{x - 4.0f * h, 0.0f}, {x + 4.0f * h, 0.0f}, {x, h}};
        bump.kind = VV_OBSTACLE_POLYGON;
        bump.points = corners;
        bump.point_count = 3;
        assert_int_equal(vv_stage_add_obstacle(s->stage, &bump, &ground, NULL), VV_OK);
    }
    part chassis = add_bar(s, length, 0.25f * length, random_log(r, 0.3f, 10.0f), 0.0f, (vv_vec2){0.0f, wheel}, 0.0f);
    for (uint32_t i = 0; i < 2; i++) {
        vv_vec2 hub = {0.35f * length * (i ? 1.0f : -1.0f), 0.5f * wheel + 0.01f * wheel};
        part p = add_part(s, body_ball(wheel, 5), wheel, wheel, 1.0f, (vv_vec2){0.0f, 0.5f * wheel}, hub, 0.0f,
                          (vv_vec2){0.0f, 0.0f});
        vv_joint_def def = hinge();
        def.a.actor = chassis.actor;
        def.a.at = (vv_vec2){hub.x, 0.125f * length - (wheel - hub.y)};
        def.b.actor = p.actor;
        def.b.at = (vv_vec2){0.0f, 0.5f * wheel};
        def.motor = true;
        def.motor_speed = random_in(r, -15.0f, -3.0f);
        def.motor_limit = random_log(r, 0.2f, 2.0f) * (float)vvi_stage_actor(s->stage, chassis.actor)->mass * wheel;
        join(s, &def, p.size);
    }
}

/* ---- Measures ---------------------------------------------------------------------------------------------------- */

/* Of drawings as rigid bodies: one that spins by a third of a radian in a substep vibrates a little too. */
static double energy_in_all(const jointed *s)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < s->body_count; i++) {
        const actor *a = vvi_stage_actor(s->stage, s->actors[i]);
        motion m = vvi_actor_motion(a);
        double square = m.velocity[0] * m.velocity[0] + m.velocity[1] * m.velocity[1];
        sum += 0.5 * (a->mass * square + m.angular * m.angular / m.inertia) +
               vv_stage_mechanics(s->stage, s->actors[i]).potential;
    }
    return sum;
}

/* Weight times the extent of the scene. */
static double find_scale(const jointed *s)
{
    double weight = 0.0, low[2] = {0.0, 0.0}, high[2] = {0.0, 0.0};
    for (uint32_t i = 0; i < s->body_count; i++) {
        const actor *a = vvi_stage_actor(s->stage, s->actors[i]);
        weight += a->mass * 9.81;
        for (int k = 0; k < 2; k++) {
            double at = a->origin[k], reach = (double)a->view.size;
            low[k] = at - reach < low[k] ? at - reach : low[k];
            high[k] = at + reach > high[k] ? at + reach : high[k];
        }
    }
    double wide = high[0] - low[0], tall = high[1] - low[1];
    return weight * (wide > tall ? wide : tall);
}

jointed make_jointed(jointed_kind kind, bool collide, vvi_random *r)
{
    static void (*const makers[JOINTED_KINDS])(jointed *, vvi_random *) = {
        make_chain, make_light, make_tree, make_ropes, make_bridge, make_ring, make_catapult, make_car};
    vv_stage_def def = vv_default_stage_def();
    jointed s = {.stage = make_stage(&def), .collide = collide};
    makers[kind](&s, r);
    s.energy = energy_in_all(&s);
    s.scale = find_scale(&s);
    return s;
}

void jointed_free(jointed *s)
{
    vv_stage_destroy(s->stage);
    for (uint32_t i = 0; i < s->body_count; i++)
        body_free(&s->bodies[i]);
}

void jointed_step(jointed *s)
{
    vv_stage_step(s->stage, s->stage->def.step);
    for (uint32_t k = 0; k < s->joint_count; k++) {
        vv_joint_state j = vv_stage_joint_state(s->stage, s->joints[k]);
        if (s->driven[k]) {
            double work = (double)j.torque * (double)(j.angle - s->angles[k]);
            s->work += work > 0.0 ? work : 0.0;
        }
        s->angles[k] = j.angle;
    }
}

double jointed_gain(const jointed *s) { return energy_in_all(s) - s->energy - s->work; }

float jointed_gap(const jointed *s)
{
    float most = 0.0f;
    for (uint32_t k = 0; k < s->joint_count; k++) {
        vv_joint_state j = vv_stage_joint_state(s->stage, s->joints[k]);
        float gap = vv_vec2_distance(j.points[0], j.points[1]) - s->lengths[k];
        gap = j.kind == VV_JOINT_ROPE ? vvi_max(0.0f, gap) : fabsf(gap);
        most = vvi_max(most, gap / s->sizes[k]);
    }
    return most;
}
