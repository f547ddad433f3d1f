/* What joints may not do: add energy.
 *
 * The impulses p, l of joints on a body do the work p·(v + v′)/2 + l (ω + ω′)/2, where v and ω are those predicted and
 * v′ and ω′ those at the end of the substep. Of all that is rigid it is what gravity would have done along the way that
 * joints moved the body by, m g·δ: then energy is neither gained nor lost. Motors, springs, ends that are moved and
 * winches do work that is theirs. What is more than all that comes from a substep that is too long for what happens in
 * it, such as a chain that cracks like a whip, and is taken from the velocities of the tree of joints.
 *
 * A swing at a long step gains a little and loses it again. So it is the sum over time that counts: an account, which
 * may not become positive, and does not save more than a share of what moves. */
#include "runtime/stage/joint.h"

/* Of the kinetic energy: what an account saves at most. */
#define MOST_SAVED 0.01

/* ---- Work -------------------------------------------------------------------------------------------------------- */

static tree_body *body_of_end(const vv_stage *stage, const joint *j, uint32_t end)
{
    uint32_t index = j->fixed[end] ? 0 : actor_of_end(stage, j, end)->tree_body;
    return index ? &stage->joints->tree_bodies[index - 1u] : NULL;
}

/* Of the end of a row: how fast it moved what the row measures. */
static double rate_of_end(const vv_stage *stage, const joint *j, const joint_row *r, uint32_t end)
{
    const tree_body *b = body_of_end(stage, j, end);
    const joint_gradient *g = &r->change;
    double sign = end ? 1.0 : -1.0;
    if (b)
        return sign * ((double)g->along.x * b->rate[0] + (double)g->along.y * b->rate[1] +
                       ((double)g->twist[end] + (double)g->arm[end]) * b->rate[2]);
    vv_vec2 velocity;
    float spin;
    vvi_joint_velocity(stage, j, end, &velocity, &spin);
    return sign * ((double)vv_vec2_dot(g->along, velocity) + (double)g->twist[end] * (double)spin);
}

/* The work that a joint does with the right to do it. */
static double find_due_work(const vv_stage *stage, const joint *j, float h)
{
    double work = 0.0, winch = 0.0;
    if (j->def.kind == VV_JOINT_ROPE || j->def.kind == VV_JOINT_ROD)
        winch = (double)(vvi_joint_length_to(stage, j) - j->length_from) / (double)stage->def.step;
    for (uint32_t k = 0; k < JOINT_ROWS; k++) {
        const joint_row *r = &j->rows[k];
        double impulse = (double)j->impulses[k] / (double)h + (double)r->impulse;
        bool spring = k == JOINT_MOTOR || k == JOINT_SPRING || !j->is_in_tree || !(j->def.strength >= INFINITY);
        if (impulse == 0.0)
            continue;
        for (uint32_t e = 0; e < 2; e++) {
            bool ours = body_of_end(stage, j, e) != NULL;
            if (ours && spring)
                work += impulse * rate_of_end(stage, j, r, e);
            else if (!ours && !spring)
                work -= impulse * rate_of_end(stage, j, r, e);
        }
        work += k == JOINT_X && !spring ? impulse * winch : 0.0;
    }
    return work;
}

/* Sets how fast a body moved, and returns the work of joints on it beyond that of gravity. */
static double find_work(const vv_stage *stage, tree_body *b, float h)
{
    actor *a = &stage->actors[b->actor];
    a->now = vvi_actor_motion(a);
    double inertia = a->now.inertia;
    b->rate[0] = a->predicted[0] - 0.5 * (double)a->force_velocity.x + b->shift[0] / (double)h;
    b->rate[1] = a->predicted[1] - 0.5 * (double)a->force_velocity.y + b->shift[1] / (double)h;
    b->rate[2] = a->predicted[2] / inertia + b->turn / (double)h;
    double work = 0.5 * (b->impulse[0] * (a->predicted[0] + a->now.velocity[0]) +
                         b->impulse[1] * (a->predicted[1] + a->now.velocity[1]) +
                         b->impulse[2] * (a->predicted[2] + a->now.angular) / inertia);
    double gravity = (double)a->force_velocity.x * (b->shift[0] + b->relaxed[0]) +
                     (double)a->force_velocity.y * (b->shift[1] + b->relaxed[1]);
    return work - a->mass / (double)h * gravity;
}

/* ---- Trees ------------------------------------------------------------------------------------------------------- */

/* One tree of an island: its bodies and edges side by side. */
typedef struct whole {
    const tree_body *bodies;
    uint32_t body_count;
    bool anchored;
    double mass, centre[2], velocity[2], inertia, spin; /* of one that flies: as one body, relative to `origin` */
    const double *origin;
} whole;

static void find_rigid_motion(const vv_stage *stage, whole *w)
{
    w->mass = w->inertia = w->spin = w->centre[0] = w->centre[1] = w->velocity[0] = w->velocity[1] = 0.0;
    w->origin = stage->actors[w->bodies[0].actor].origin;
    for (uint32_t b = 0; b < w->body_count && !w->anchored; b++) {
        const actor *a = &stage->actors[w->bodies[b].actor];
        w->mass += a->mass;
        for (int k = 0; k < 2; k++) {
            w->centre[k] += a->mass * (a->origin[k] - w->origin[k] + a->now.centre[k]);
            w->velocity[k] += a->mass * a->now.velocity[k];
        }
    }
    for (int k = 0; k < 2 && w->mass > 0.0; k++) {
        w->centre[k] /= w->mass;
        w->velocity[k] /= w->mass;
    }
    for (uint32_t b = 0; b < w->body_count && !w->anchored; b++) {
        const actor *a = &stage->actors[w->bodies[b].actor];
        double x = a->origin[0] - w->origin[0] + a->now.centre[0] - w->centre[0];
        double y = a->origin[1] - w->origin[1] + a->now.centre[1] - w->centre[1];
        w->inertia += a->now.inertia + a->mass * (x * x + y * y);
        w->spin += a->now.angular + a->mass * (x * a->now.velocity[1] - y * a->now.velocity[0]);
    }
    w->spin = w->inertia > 0.0 ? w->spin / w->inertia : 0.0;
}

/* The rigid motion of the whole at the centre of one of its bodies. */
static void rigid_velocity(const whole *w, const actor *a, double velocity[2])
{
    double x = a->origin[0] - w->origin[0] + a->now.centre[0] - w->centre[0];
    double y = a->origin[1] - w->origin[1] + a->now.centre[1] - w->centre[1];
    velocity[0] = w->velocity[0] - w->spin * y;
    velocity[1] = w->velocity[1] + w->spin * x;
}

/* Kinetic energy relative to the rigid motion of the whole. */
static double find_kinetic(const vv_stage *stage, const whole *w)
{
    double sum = 0.0;
    for (uint32_t b = 0; b < w->body_count; b++) {
        const actor *a = &stage->actors[w->bodies[b].actor];
        double rigid[2];
        rigid_velocity(w, a, rigid);
        double x = a->now.velocity[0] - rigid[0], y = a->now.velocity[1] - rigid[1];
        double spin = a->now.angular / a->now.inertia - w->spin;
        sum += 0.5 * (a->mass * (x * x + y * y) + a->now.inertia * spin * spin);
    }
    return sum;
}

/* Of the motion within the whole, and of its spin, what is to be kept. */
static void slow_down(const vv_stage *stage, const whole *w, double keep, double keep_spin)
{
    for (uint32_t b = 0; b < w->body_count; b++) {
        actor *a = &stage->actors[w->bodies[b].actor];
        vv_vec2 centre = {(float)a->now.centre[0], (float)a->now.centre[1]};
        float spin = (float)w->spin, lost_spin = (float)((1.0 - keep_spin) * w->spin);
        double rigid[2];
        rigid_velocity(w, a, rigid);
        vv_vec2 lost = {(float)((1.0 - keep_spin) * (rigid[0] - w->velocity[0])),
                        (float)((1.0 - keep_spin) * (rigid[1] - w->velocity[1]))};
        for (uint32_t i = 0; i < a->view.particle_count; i++) {
            vv_vec2 across = perpendicular(vv_vec2_sub(a->x[i], centre));
            vv_vec2 of_whole = {(float)rigid[0] + spin * across.x, (float)rigid[1] + spin * across.y};
            vv_vec2 within = vv_vec2_scale(vv_vec2_sub(a->v[i], of_whole), (float)keep);
            vv_vec2 kept = vv_vec2_sub(vv_vec2_sub(of_whole, lost), vv_vec2_scale(across, lost_spin));
            a->v[i] = vv_vec2_add(kept, within);
        }
        a->now = vvi_actor_motion(a);
    }
}

/* Of an energy, the factor on speeds that takes so much of it. */
static double kept_share(double energy, double taken) { return taken < energy ? sqrt(1.0 - taken / energy) : 0.0; }

/* The account of a tree is divided among its joints, which may be in another tree tomorrow. */
static void settle(vv_stage *stage, whole *w, const tree_edge *edges, uint32_t edge_count, double excess)
{
    double account = excess;
    bool firm = true; /* the work of springs and soft drawings is known less well, and does not touch the spin */
    for (uint32_t k = 0; k < edge_count; k++)
        firm = firm && vvi_joint_is_firm(&stage->joints->items[edges[k].joint]);
    find_rigid_motion(stage, w);
    double kinetic = find_kinetic(stage, w);
    for (uint32_t k = 0; k < edge_count; k++)
        account += (double)stage->joints->items[edges[k].joint].account;
    if (account > 0.0 && kinetic > 0.0) {
        double keep = kept_share(kinetic, account), turning = 0.5 * w->inertia * w->spin * w->spin;
        double rest = account > kinetic ? account - kinetic : 0.0; /* of one that flies its spin has it; or later */
        slow_down(stage, w, keep, firm && turning > 0.0 ? kept_share(turning, rest) : 1.0);
        account = rest > turning ? rest - turning : 0.0;
        kinetic *= keep * keep;
    }
    account = account < -MOST_SAVED * kinetic ? -MOST_SAVED * kinetic : account;
    for (uint32_t k = 0; k < edge_count; k++)
        stage->joints->items[edges[k].joint].account = (float)(account / (double)edge_count);
}

static uint32_t body_of_edge(const tree_edge *e) { return e->child == VV_NONE ? e->parent : e->child; }

void vvi_joints_limit_energy(vv_stage *stage, const contact_island *island, float h)
{
    joint_tree t = vvi_joints_tree(stage, island);
    uint32_t body = 0, edge = 0;
    for (uint32_t b = 0; b < t.size->bodies; b++)
        t.bodies[b].work = find_work(stage, &t.bodies[b], h);
    for (uint32_t k = 0; k < island->joint_count; k++) {
        const joint *j = joint_of(stage, island, k);
        tree_body *b = body_of_end(stage, j, 0);
        b = b ? b : body_of_end(stage, j, 1);
        if (b && !j->failed)
            b->work -= find_due_work(stage, j, h);
    }
    while (body < t.size->bodies) {
        whole w = {.bodies = &t.bodies[body], .anchored = !t.bodies[body].is_root};
        uint32_t first = edge;
        double excess = 0.0;
        do {
            excess += t.bodies[body].work;
            w.body_count++;
            body++;
        } while (body < t.size->bodies && !t.bodies[body].begins);
        while (edge < t.size->edges && body_of_edge(&t.edges[edge]) < body)
            edge++;
        if (edge > first)
            settle(stage, &w, &t.edges[first], edge - first, excess);
    }
}
