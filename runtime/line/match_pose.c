/* Forward kinematics of the body at a sample, the projection into the view, and the derivatives of both by the
 * unknowns. */
#include "matching.h"

#define NEAR_SHARE 0.02 /* as in vv_view_plane_project */

void vvi_match_project(const vv_match *match, d3 place, double projected[2], double jacobian[6])
{
    d3 p = d3_sub(place, match->view_centre), right = match->right, up = match->up;
    double x = d3_dot(p, right), y = d3_dot(p, up), scale = 1.0, depth_rate = 0.0;
    if (match->eye_distance > 0.0) {
        double depth = match->eye_distance - d3_dot(p, match->out), min_depth = NEAR_SHARE * match->eye_distance;
        scale = match->eye_distance / (depth > min_depth ? depth : min_depth);
        depth_rate = depth > min_depth ? scale / depth : 0.0;
    }
    projected[0] = scale * x;
    projected[1] = scale * y;
    d3 row0 = d3_add_scaled(d3_scale(right, scale), match->out, x * depth_rate);
    d3 row1 = d3_add_scaled(d3_scale(up, scale), match->out, y * depth_rate);
    jacobian[0] = row0.x;
    jacobian[1] = row0.y;
    jacobian[2] = row0.z;
    jacobian[3] = row1.x;
    jacobian[4] = row1.y;
    jacobian[5] = row1.z;
}

/* cos·I + sin·[n]× + (1 − cos)·n nᵀ. */
static d33 rotation_about(d3 n, double angle)
{
    double s, c;
    vvi_sin_cos_double(angle, &s, &c);
    double t = 1.0 - c;
    return (d33){{{c + t * n.x * n.x, t * n.x * n.y - s * n.z, t * n.x * n.z + s * n.y},
                  {t * n.y * n.x + s * n.z, c + t * n.y * n.y, t * n.y * n.z - s * n.x},
                  {t * n.z * n.x - s * n.y, t * n.z * n.y + s * n.x, c + t * n.z * n.z}}};
}

static d33 from_columns(d3 x, d3 y, d3 z) { return (d33){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}}; }

static d33 rotation_matrix(dq q)
{
    d3 x = dq_rotate(q, (d3){1.0, 0.0, 0.0}), y = dq_rotate(q, (d3){0.0, 1.0, 0.0}),
       z = dq_rotate(q, (d3){0.0, 0.0, 1.0});
    return from_columns(x, y, z);
}

static void rotate_joint(const vv_match *match, const match_stage *stage, uint32_t joint, match_pose *pose,
                         bool derivatives)
{
    uint32_t v = stage->variable[joint], up = match->body.parents[joint];
    const double *x = pose->values + v;
    if (v == VV_NONE)
        pose->rotations[joint] = (d33){{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    else if (up != VV_NONE && stage->variable[up] == v)
        pose->rotations[joint] = pose->rotations[up];
    else if (stage->dof == 1)
        pose->rotations[joint] = rotation_about(match->n, x[0]);
    else {
        d3 vector = vvi_match_rotation_vector(match, x);
        pose->rotations[joint] = rotation_matrix(vvi_rotation_exp(vector));
        if (!derivatives)
            return;
        d33 left = vvi_left_jacobian(vector);
        pose->left_jacobians[joint] =
            from_columns(d33_apply(&left, match->u), d33_apply(&left, match->v), d33_apply(&left, match->n));
    }
}

static void arm_jacobian(const vv_match *match, const match_stage *stage, uint32_t up, d3 arm, const match_pose *pose,
                         double *out)
{
    for (uint32_t k = 0; k < stage->dof; k++) {
        const d33 *left = &pose->left_jacobians[up];
        d3 axis = stage->dof == 1 ? match->n : (d3){left->m[0][k], left->m[1][k], left->m[2][k]};
        d3 g = d3_cross(axis, arm);
        out[k] = g.x;
        out[stage->dof + k] = g.y;
        out[2 * stage->dof + k] = g.z;
    }
}

static d3 root_move(const vv_match *match, const match_stage *stage, const double *values)
{
    const double *x = values + stage->size - stage->root;
    d3 move = {0.0, 0.0, 0.0};
    if (stage->root > 0)
        move = d3_add(d3_scale(match->u, x[0]), d3_scale(match->v, x[1]));
    return stage->root > 2 ? d3_add_scaled(move, match->n, x[2]) : move;
}

void vvi_match_pose_from_values(const vv_match *match, const match_stage *stage, uint32_t sample, match_pose *pose,
                                bool derivatives)
{
    const match_body *body = &match->body;
    const d3 *levers = stage->levers + (stage->dof == 1 ? vvi_match_base_of(match, sample) : sample) * body->node_count;
    d3 root = root_move(match, stage, pose->values);
    for (uint32_t i = 0; i < body->joint_count; i++)
        rotate_joint(match, stage, i, pose, derivatives);
    for (uint32_t i = 0; i < body->node_count; i++) {
        uint32_t up = body->parents[i];
        pose->arms[i] = up == VV_NONE ? levers[i] : d33_apply(&pose->rotations[up], levers[i]);
        pose->places[i] = d3_add(up == VV_NONE ? root : pose->places[up], pose->arms[i]);
        vvi_match_project(match, pose->places[i], pose->projected[i], pose->view_jacobians[i]);
        if (derivatives && up != VV_NONE && stage->variable[up] != VV_NONE)
            arm_jacobian(match, stage, up, pose->arms[i], pose, pose->arm_jacobians + (size_t)i * 3 * stage->dof);
    }
}

void vvi_match_pose_at(const vv_match *match, const match_stage *stage, uint32_t sample, match_pose *pose,
                       bool derivatives)
{
    vvi_match_values(stage, &match->samples[sample], match->samples[sample].value, pose->values);
    vvi_match_pose_from_values(match, stage, sample, pose, derivatives);
}
