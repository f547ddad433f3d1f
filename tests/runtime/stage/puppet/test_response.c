/* How puppets give way: momentum comes out as the push wants it, linear and angular, however bent the drawing is;
 * answers are symmetric, so that contact has an energy; elasticity makes no point easier to move than its masses let
 * it; keys that are exact do not move, soft ones less than none; as a rigid whole nothing is bent. */
#include "tests/runtime/stage/puppet/dense.h"

#include "tests/testing.h"

#include <math.h>
#include <string.h>

enum { MOST = 256 };

typedef struct push {
    double at[MOST]; /* [2][stride] */
} push;

/* A push (x, y) at a vertex. */
static push push_at(const dense *d, uint32_t vertex, double x, double y)
{
    push p = {{0.0}};
    vv_vec2 forces[MOST] = {{0.0f, 0.0f}};
    assert_true(2 * d->view.stride <= MOST && d->view.vertex_count <= MOST && vertex < d->view.vertex_count);
    forces[vertex] = (vv_vec2){(float)x, (float)y};
    vvi_puppet_gather_forces(&d->view, forces, p.at);
    return p;
}

static double dot(const dense *d, const double *a, const double *b)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < 2 * d->view.stride; k++)
        sum += a[k] * b[k];
    return sum;
}

static void step_bent(actor *a, uint64_t seed)
{
    vvi_random random = vvi_random_seed(seed);
    for (uint32_t k = 0; k < 2 * a->d->view.stride; k++)
        a->state.v[k] = k % a->d->view.stride < a->d->view.column_count
                            ? (double)a->d->view.size * 10.0 * ((double)vvi_random_unit(&random) - 0.5)
                            : 0.0;
    for (uint32_t i = 0; i < 5; i++)
        assert_true(actor_step(a));
}

static void momentum_is_what_was_pushed(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 4; seed++) {
        dense_def def = dense_default();
        dense d = dense_create(&def);
        actor a = actor_create(&d, 16);
        step_bent(&a, seed);
        assert_true(vvi_puppet_prepare_response(&d.view, a.solver, a.state.c));
        for (uint32_t i = 0; i < d.view.vertex_count; i += 3) {
            push p = push_at(&d, i, 0.3, -0.8);
            vv_vec2 x[MOST];
            double v[MOST], linear[2], angular, centre[2], unused;
            vvi_puppet_vertices(&d.view, a.state.c, x);
            dense_momentum(&d, a.state.c, a.state.c, centre, &unused); /* of x itself: mass times the centre */
            double arm[2] = {(double)x[i].x - centre[0] / (double)d.view.mass,
                             (double)x[i].y - centre[1] / (double)d.view.mass};
            for (uint32_t whole = 0; whole < 2; whole++) {
                (whole ? vvi_puppet_respond_rigidly : vvi_puppet_respond)(a.solver, p.at, v);
                dense_momentum(&d, a.state.c, v, linear, &angular);
                assert_true(fabs(linear[0] - 0.3) < 1e-5 && fabs(linear[1] + 0.8) < 1e-5);
                assert_true(fabs(angular - (arm[0] * -0.8 - arm[1] * 0.3)) < 1e-5 * (double)d.view.size);
            }
        }
        actor_free(&a);
        dense_free(&d);
    }
}

static void answers_have_an_energy(void **state)
{
    (void)state;
    dense_def def = dense_default();
    dense d = dense_create(&def);
    actor a = actor_create(&d, 16), stiff = actor_create(&d, 16);
    stiff.input.material.stiffness = 20.0f * a.input.material.stiffness;
    step_bent(&a, 7);
    assert_true(actor_step(&stiff));
    assert_true(vvi_puppet_prepare_response(&d.view, a.solver, a.state.c));
    assert_true(vvi_puppet_prepare_response(&d.view, stiff.solver, a.state.c));
    for (uint32_t i = 0; i < d.view.vertex_count; i += 2) {
        push p = push_at(&d, i, 0.6, 0.8), q = push_at(&d, d.view.vertex_count - 1 - i, -0.8, 0.6);
        double by_p[MOST], by_q[MOST], stiffly[MOST], whole[MOST];
        vvi_puppet_respond(a.solver, p.at, by_p);
        vvi_puppet_respond(a.solver, q.at, by_q);
        vvi_puppet_respond(stiff.solver, p.at, stiffly);
        vvi_puppet_respond_rigidly(a.solver, p.at, whole);
        double own = dot(&d, p.at, by_p);
        assert_true(fabs(dot(&d, q.at, by_p) - dot(&d, p.at, by_q)) < 1e-9 * own);
        /* the stiffer, the nearer to a rigid body, which gives way least */
        assert_true(own > dot(&d, p.at, stiffly) && dot(&d, p.at, stiffly) > (1.0 - 1e-9) * dot(&d, p.at, whole));
    }
    actor_free(&stiff);
    actor_free(&a);
    dense_free(&d);
}

/* How far the pivot of a handle goes by pushes all over the drawing, at most. */
static double give_of(const dense *d, actor *a, uint32_t handle)
{
    double most = 0.0;
    assert_true(vvi_puppet_prepare_response(&d->view, a->solver, a->state.c));
    for (uint32_t i = 0; i < d->view.vertex_count; i++) {
        push p = push_at(d, i, 0.6, 0.8);
        double v[MOST];
        vvi_puppet_respond(a->solver, p.at, v);
        most = fmax(most, hypot(v[3 * handle + 2], v[d->view.stride + 3 * handle + 2]));
    }
    return most;
}

static void keys_resist(void **state)
{
    (void)state;
    dense_def def = dense_default();
    dense d = dense_create(&def);
    const double strengths[3] = {0.0, 0.4, 1.0};
    double gives[3];
    for (uint32_t k = 0; k < 3; k++) {
        actor a = actor_create(&d, 16);
        vvi_aim aim = {.handle = 0, .channel = VV_CHANNEL_POSITION, .strength = strengths[k]};
        aim.value[0] = (double)d.handles[0].from.x;
        aim.value[1] = (double)d.handles[0].from.y;
        a.input.aims = &aim;
        a.input.aim_count = k > 0;
        assert_true(actor_step(&a));
        gives[k] = give_of(&d, &a, 0);
        actor_free(&a);
    }
    assert_true(gives[1] < 0.5 * gives[0] && gives[1] > 0.001 * gives[0]);
    assert_true(gives[2] < 1e-8 * gives[0]);
    dense_free(&d);
}

/* The third of two equal distances in a rigid motion: lengths between vertices change by nothing at first order. */
static void a_whole_is_not_bent(void **state)
{
    (void)state;
    dense_def def = dense_default();
    dense d = dense_create(&def);
    actor a = actor_create(&d, 16);
    step_bent(&a, 3);
    assert_true(vvi_puppet_prepare_response(&d.view, a.solver, a.state.c));
    push p = push_at(&d, 0, 0.6, -0.8);
    double v[MOST];
    vv_vec2 x[MOST], u[MOST];
    vvi_puppet_respond_rigidly(a.solver, p.at, v);
    vvi_puppet_vertices(&d.view, a.state.c, x);
    vvi_puppet_vertices(&d.view, v, u);
    float fastest = 0.0f;
    for (uint32_t i = 0; i < d.view.vertex_count; i++)
        fastest = fmaxf(fastest, vv_vec2_length(u[i]));
    for (uint32_t i = 1; i < d.view.vertex_count; i++) {
        float stretch = vv_vec2_dot(vv_vec2_sub(x[i], x[i - 1]), vv_vec2_sub(u[i], u[i - 1]));
        assert_true(fabsf(stretch) < 1e-4f * fastest * vv_vec2_distance(x[i], x[i - 1]));
    }
    actor_free(&a);
    dense_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(momentum_is_what_was_pushed),
        cmocka_unit_test(answers_have_an_energy),
        cmocka_unit_test(keys_resist),
        cmocka_unit_test(a_whole_is_not_bent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
