/* Poses of verbs: turns against the C library in double, every width the same bits, and where root and movers are. */
#include "verbs.h"

typedef struct posed {
    vv_quat turns[VERB_MOST_JOINTS];
    vv_vec3 moves[VERB_MOST_JOINTS];
} posed;

static void multiply(const double a[4], const double b[4], double out[4])
{
    out[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    out[1] = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    out[2] = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

/* about_y(heading) · reference · exp(h). */
static void expected_turn(const vv_quat *reference, const float *h, double heading, double out[4])
{
    double v[3] = {(double)h[0], (double)h[1], (double)h[2]}, angle = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    double s = angle > 1e-9 ? sin(0.5 * angle) / angle : 0.5, own[4] = {s * v[0], s * v[1], s * v[2], cos(0.5 * angle)};
    double r[4] = {(double)reference->x, (double)reference->y, (double)reference->z, (double)reference->w}, turned[4];
    double about[4] = {0.0, sin(0.5 * heading), 0.0, cos(0.5 * heading)};
    multiply(r, own, turned);
    multiply(about, turned, out);
}

static void check_pose(const verb_parts *p, uint32_t joints, const float *dofs, const vv_root *root, const posed *got)
{
    for (uint32_t j = 0; j < joints; j++) {
        double q[4];
        const float *h = dofs + VV_DOF_JOINTS + 3 * j;
        expected_turn(&p->references[j], h, j == 0 ? (double)root->heading : 0.0, q);
        const float *turn = &got->turns[j].x;
        double length = sqrt((double)(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]));
        double far = length > 3.2 ? 1.2e-7 * length : 0.0; /* the angle itself is rounded */
        for (int c = 0; c < 4; c++)
            assert_true(fabs((double)turn[c] - q[c]) < 1e-6 + far);
        assert_true(fabsf(vv_quat_dot(got->turns[j], got->turns[j]) - 1.0f) < 1e-6f);
    }
}

/* dofs with rotation vectors up to `angle` long. */
static void random_dofs(vvi_random *random, uint32_t room, float angle, float *dofs)
{
    for (uint32_t i = 0; i < room; i++)
        dofs[i] = verbs_between(random, -1.0f, 1.0f);
    for (uint32_t i = VV_DOF_JOINTS; i + 3 <= room; i += 3) {
        vv_vec3 axis = vv_vec3_normalize((vv_vec3){dofs[i], dofs[i + 1], dofs[i + 2]}, (vv_vec3){1, 0, 0});
        axis = vv_vec3_scale(axis, verbs_between(random, 0.0f, angle));
        dofs[i] = axis.x;
        dofs[i + 1] = axis.y;
        dofs[i + 2] = axis.z;
    }
}

static void turns_are_references_turned_by_rotation_vectors_in_every_width(void **state)
{
    (void)state;
    for (uint32_t joints = 1; joints <= 45; joints += joints < 20 ? 1 : 5) {
        verb_size size = {joints, 2, 1, 5, 3, 0, true};
        verb_parts *p = verbs_random(&size, joints);
        vv_verb *verb = verbs_create(p);
        vvi_random random = vvi_random_seed(joints);
        uint32_t room = vv_verb_dof_capacity(verb);
        float *dofs = aligned_alloc(64, room * sizeof *dofs);
        const float angles[4] = {0.0f, 0.5f, VV_PI, 40.0f};
        for (int i = 0; i < 40; i++) {
            random_dofs(&random, room, angles[i % 4], dofs);
            vv_root root = {1.0f, 2.0f, 3.0f, verbs_between(&random, -4.0f, 4.0f)};
            posed plain = {0}, wide = {0};
            vvi_verb_pose_width(verb, dofs, &root, plain.turns, plain.moves, VVI_WIDTH_PLAIN);
            check_pose(p, joints, dofs, &root, &plain);
            for (vvi_width width = VVI_WIDTH_PLAIN; width <= vvi_best_width(); width++) {
                memset(&wide, 0, sizeof wide);
                vvi_verb_pose_width(verb, dofs, &root, wide.turns, wide.moves, width);
                assert_memory_equal(&wide, &plain, sizeof plain);
            }
        }
        free(dofs);
        vv_verb_destroy(verb, NULL);
        verbs_release(p);
    }
}

static void root_and_movers_are_where_they_are_said_to_be(void **state)
{
    (void)state;
    verb_size size = {9, 2, 1, 5, 3, 2, true};
    verb_parts *p = verbs_random(&size, 4);
    vv_verb *verb = verbs_create(p);
    float *dofs = aligned_alloc(64, vv_verb_dof_capacity(verb) * sizeof *dofs);
    for (uint32_t i = 0; i < vv_verb_dof_capacity(verb); i++)
        dofs[i] = 0.01f * (float)i;
    vv_root root = {7.0f, 0.5f, -2.0f, 0.3f};
    posed got;
    vv_vec3 rest[VERB_MOST_JOINTS];
    vv_verb_pose(verb, dofs, &root, got.turns, got.moves);
    vv_skeleton_rest(p->skeleton, NULL, rest);
    assert_true(got.moves[0].x == 7.0f && got.moves[0].y == 0.5f + dofs[VV_DOF_HEIGHT] && got.moves[0].z == -2.0f);
    for (uint32_t j = 1; j < 7; j++)
        assert_memory_equal(&got.moves[j], &rest[j], sizeof rest[j]);
    for (uint32_t m = 0; m < 2; m++)
        assert_memory_equal(&got.moves[8 - m], dofs + VV_DOF_JOINTS + 27 + 3 * m, sizeof(vv_vec3));
    free(dofs);
    vv_verb_destroy(verb, NULL);
    verbs_release(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_references_turned_by_rotation_vectors_in_every_width),
        cmocka_unit_test(root_and_movers_are_where_they_are_said_to_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
