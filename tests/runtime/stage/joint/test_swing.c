/* Things that swing: a crate on a hinge, a rope or a rod is a physical pendulum. */
#include "tests/runtime/stage/joint/joints.h"

typedef struct pendulum {
    vv_stage *stage;
    body body;
    vv_actor actor;
    vv_joint_id joint;
    double radius, mass, inertia; /* from the pivot to the centre; about the centre */
    vv_vec2 pivot;
    float length;
} pendulum;

/* A crate that hangs by the middle of its top, let go at an angle at which its side is along the rope. */
static pendulum make_pendulum(vvi_random *r, vv_joint_kind kind, float angle)
{
    float side = expf(random_in(r, logf(0.2f), logf(3.0f)));
    vv_stage_def stage_def = random_stage(r);
    pendulum p = {.pivot = {random_in(r, -50.0f, 50.0f), random_in(r, -50.0f, 50.0f)},
                  .length = kind == VV_JOINT_HINGE ? 0.0f : random_in(r, 1.0f, 3.0f) * side};
    p.stage = make_stage(&stage_def);
    p.body = random_crate(r, side);
    vv_actor_def def = actor_of(&p.body);
    vv_vec2 top = {0.0f, side}, hangs = {p.pivot.x + p.length * sinf(angle), p.pivot.y - p.length * cosf(angle)};
    p.actor = add_at(p.stage, def, top, hangs, angle);
    vv_joint_def joint = vv_default_joint_def(kind);
    joint.a.at = p.pivot;
    joint.b.actor = p.actor;
    joint.b.at = top;
    p.joint = add_joint(p.stage, &joint);
    const actor *a = vvi_stage_actor(p.stage, p.actor);
    p.mass = a->mass;
    p.inertia = vvi_actor_motion(a).inertia;
    p.radius = (double)p.length + 0.5 * (double)side;
    return p;
}

static void pendulum_free(pendulum *p)
{
    vv_stage_destroy(p->stage);
    body_free(&p->body);
}

/* Above where it would hang. */
static double swing_energy(const pendulum *p)
{
    double lowest = -p->mass * (double)vv_stage_gravity(p->stage).y * ((double)p->pivot.y - p->radius);
    return energy_of(p->stage, p->actor) - lowest;
}

/* A minute of swinging on a hinge, rope or rod: the energy stays within 1 % of what it was at first, and the length is
 * exact. */
static void a_crate_swings_for_a_minute_without_gaining_or_losing(void **state)
{
    (void)state;
    const vv_joint_kind kinds[3] = {VV_JOINT_HINGE, VV_JOINT_ROPE, VV_JOINT_ROD};
    vvi_random r = vvi_random_seed(1);
    for (uint32_t n = 0; n < 9; n++) {
        pendulum p = make_pendulum(&r, kinds[n % 3], random_in(&r, 0.2f, 0.5f));
        float step = p.stage->def.step;
        double first = swing_energy(&p), most = first, least = first;
        for (float t = 0.0f; t < 60.0f; t += step) {
            vv_stage_step(p.stage, step);
            double now = swing_energy(&p);
            most = now > most ? now : most;
            least = now < least ? now : least;
            vv_joint_state s = vv_stage_joint_state(p.stage, p.joint);
            float length = vv_vec2_distance(s.points[0], s.points[1]);
            assert_true(length <= 1.005f * p.length + 1.0e-4f);
            assert_true(kinds[n % 3] == VV_JOINT_ROPE || length >= 0.995f * p.length - 1.0e-4f);
        }
        if (!(most < 1.01 * first && least > 0.97 * first))
            fail_msg("pendulum %u (kind %u, step 1/%.0f): energy %.4f to %.4f of the first", n, (unsigned)kinds[n % 3],
                     (double)(1.0f / step), least / first, most / first);
        pendulum_free(&p);
    }
}

/* T = 2π √((I + m r²)/(m g r)) (1 + θ²/16 + 11 θ⁴/3072): what turns as a whole about its pivot. */
static void a_crate_on_a_hinge_has_the_period_of_a_physical_pendulum(void **state)
{
    (void)state;
    vvi_random r = vvi_random_seed(2);
    for (uint32_t n = 0; n < 12; n++) {
        double angle = (double)random_in(&r, 0.1f, 1.0f), first = -1.0, last = -1.0, before = 1.0;
        pendulum p = make_pendulum(&r, VV_JOINT_HINGE, (float)angle);
        double step = (double)p.stage->def.step, square = angle * angle;
        double expected = 6.283185307 * sqrt((p.inertia + p.mass * p.radius * p.radius) / (p.mass * 9.81 * p.radius)) *
                          (1.0 + square / 16.0 + 11.0 * square * square / 3072.0);
        uint32_t periods = 0;
        for (uint32_t i = 0; periods < 6; i++) {
            vv_stage_step(p.stage, p.stage->def.step);
            double now = (double)vv_stage_joint_state(p.stage, p.joint).angle + angle; /* from hanging */
            if (before > 0.0 && now <= 0.0) {
                last = step * ((double)i + before / (before - now));
                periods += first >= 0.0;
                first = first < 0.0 ? last : first;
            }
            before = now;
        }
        assert_true(fabs((last - first) / (double)periods / expected - 1.0) < 0.02);
        pendulum_free(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crate_swings_for_a_minute_without_gaining_or_losing),
        cmocka_unit_test(a_crate_on_a_hinge_has_the_period_of_a_physical_pendulum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
