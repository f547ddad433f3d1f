/* Links under tension, made stable: directions between the start and the end of a substep.
 *
 * A force F that pulls at an arm turns the body back where it turned out of line: its torque arm × F changes with the
 * angle by −arm·F, as if there were a spring of k = Σ arm·F. Under a weight of a thousand times its own, a link swings
 * on that so fast (ω² = k/I) that arms taken at the start of a substep throw it further out each time, as any explicit
 * integration does with ωh > 2; and what turns by half a radian in a substep is not where its arms say. So where k/I or
 * the turn says that this is near, arms go from those at the start, which keep energy, to those at the end, which lose
 * some (M. Tournier et al., "Stable Constrained Dynamics", 2015):
 *
 *     I Δφ = Σ ((1 − θ) arm_start + θ arm_end) × F + other torques
 *
 * is solved by Newton's method, in the iterations that solve the rows: each one adds what is missing of the torque
 * with the arms as they are now, and takes I + θ k for the inertia. */
#include "runtime/stage/joint.h"

/* k/I, which is ω²h²/2, and radians of turn, from which on and up to which arms at the end are used. Explicit steps are
 * unstable from 2 on, in a chain, where links swing against each other, from 1/2 on. */
#define SWIFT_FROM 0.05f
#define SWIFT_TO   0.3f
#define TURN_FROM  0.25f
#define TURN_TO    0.5f

#define MOST_TURN 0.25f /* radians, by what is missing, in an iteration: arms are linear no further */

static tree_body *body_of_end(const vv_stage *stage, const joint *j, uint32_t end)
{
    return j->fixed[end] ? NULL : &stage->joints->tree_bodies[actor_of_end(stage, j, end)->tree_body - 1u];
}

/* Σ λ along, of what holds points together: on an end, kg·m. Ropes and rods have arms whose directions change too:
 * theirs stay those at the start. */
static vv_vec2 push_on(const joint *j, uint32_t end)
{
    vv_vec2 push = {0.0f, 0.0f};
    for (uint32_t r = JOINT_X; r <= JOINT_Y; r++)
        if (j->rows[JOINT_Y].active)
            push = vv_vec2_add(push, vv_vec2_scale(j->rows[r].push.along, j->rows[r].impulse));
    return vv_vec2_scale(push, (end ? 1.0f : -1.0f) * (1.0f - j->softness[end]));
}

/* arm·F of an end, kg·m². */
static float find_stiffness(const vv_stage *stage, const joint *j, uint32_t end)
{
    const rigid_body *body = &stage->contacts->bodies[actor_of_end(stage, j, end) - stage->actors];
    return vv_vec2_dot(vv_vec2_sub(j->now[end].point, body->pivot), push_on(j, end));
}

/* How far towards the arms at the end a joint goes: as its swifter body needs. */
static float find_lateness(const vv_stage *stage, const joint *j)
{
    float late = j->lateness;
    if (!j->rows[JOINT_Y].active)
        return 0.0f;
    for (uint32_t e = 0; e < 2; e++) {
        const tree_body *b = body_of_end(stage, j, e);
        if (!b)
            continue;
        float turn = fabsf(vv_wrap_angle(j->now[e].angle - j->start[e].angle));
        late = vvi_max(late, vvi_smoothstep((b->tension * b->inv_inertia - SWIFT_FROM) / (SWIFT_TO - SWIFT_FROM)));
        late = vvi_max(late, vvi_smoothstep((turn - TURN_FROM) / (TURN_TO - TURN_FROM)));
    }
    return late;
}

static void move_arms(const vv_stage *stage, joint *j)
{
    for (uint32_t e = 0; e < 2; e++) {
        tree_body *b = body_of_end(stage, j, e);
        if (!b)
            continue;
        float sign = (e ? 1.0f : -1.0f) * (1.0f - j->softness[e]);
        b->added_inertia += j->lateness * vvi_max(0.0f, find_stiffness(stage, j, e));
        for (uint32_t r = JOINT_X; r <= JOINT_Y && j->rows[JOINT_Y].active; r++) {
            joint_row *row = &j->rows[r];
            float arm = row->start_arm[e] + j->lateness * (row->change.arm[e] - row->start_arm[e]);
            b->torque += (double)(sign * (arm - row->push.arm[e])) * (double)row->impulse;
            row->push.arm[e] = arm;
        }
    }
}

static joint *joint_of_edge(const vv_stage *stage, const joint_tree *t, uint32_t k)
{
    return &stage->joints->items[t->edges[k].joint];
}

void vvi_joints_begin_stiffening(vv_stage *stage, const contact_island *island)
{
    joint_tree t = vvi_joints_tree(stage, island);
    for (uint32_t b = 0; b < t.size->bodies; b++) {
        t.bodies[b].inv_inertia = stage->contacts->bodies[t.bodies[b].actor].inverse_inertia;
        t.bodies[b].torque = t.bodies[b].turned = t.bodies[b].patch_torque = 0.0;
        for (int i = 0; i < 2; i++) { /* so far they were relaxed */
            t.bodies[b].relaxed[i] = t.bodies[b].push[i] / stage->actors[t.bodies[b].actor].mass;
            t.bodies[b].push[i] = 0.0;
        }
    }
    for (uint32_t k = 0; k < t.size->edges; k++) {
        joint *j = joint_of_edge(stage, &t, k);
        j->lateness = 0.0f;
        for (uint32_t r = JOINT_X; r <= JOINT_Y; r++)
            for (uint32_t e = 0; e < 2; e++)
                j->rows[r].start_arm[e] = j->rows[r].push.arm[e];
    }
}

void vvi_joints_stiffen(vv_stage *stage, const contact_island *island, bool first)
{
    joint_tree t = vvi_joints_tree(stage, island);
    for (uint32_t b = 0; b < t.size->bodies; b++)
        t.bodies[b].tension = t.bodies[b].added_inertia = 0.0f;
    for (uint32_t k = 0; k < t.size->edges; k++) {
        const joint *j = joint_of_edge(stage, &t, k);
        for (uint32_t e = 0; e < 2 && !j->failed; e++)
            if (!j->fixed[e])
                body_of_end(stage, j, e)->tension += find_stiffness(stage, j, e);
    }
    for (uint32_t k = 0; k < t.size->edges; k++) {
        joint *j = joint_of_edge(stage, &t, k);
        j->lateness = j->failed ? 0.0f : find_lateness(stage, j);
        if (!j->failed)
            move_arms(stage, j);
    }
    for (uint32_t k = 0; k < t.size->bodies; k++) {
        tree_body *b = &t.bodies[k];
        rigid_body *body = &stage->contacts->bodies[b->actor];
        body->inverse_inertia = b->inv_inertia / (1.0f + b->inv_inertia * b->added_inertia);
        b->torque = first ? 0.0 : b->torque;
        if (first || !(b->inv_inertia > 0.0f))
            continue;
        float missing = (float)((b->torque - b->turned / (double)b->inv_inertia) * (double)body->inverse_inertia);
        missing = vvi_clamp(missing, -MOST_TURN, MOST_TURN);
        body->delta_angle += missing;
        body->pending |= missing != 0.0f;
        b->turned += (double)missing;
    }
}

void vvi_joints_unstiffen(vv_stage *stage, const contact_island *island)
{
    joint_tree t = vvi_joints_tree(stage, island);
    for (uint32_t b = 0; b < t.size->bodies; b++)
        stage->contacts->bodies[t.bodies[b].actor].inverse_inertia = t.bodies[b].inv_inertia;
}
