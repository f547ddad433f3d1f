/* Joints solved directly: what Gauss–Seidel passes from joint to joint in many rounds, a chain of sixty links or a
 * light link under a heavy crate, one elimination along the tree of joints solves at once.
 *
 * The unknowns are the impulses λ of the rows and the motions δ of the bodies, both beyond what is there already:
 *
 *     M δ − Pᵀ λ = 0            a body and the joints that push it along P
 *     J δ + W λ  = −error       a joint; W: of patches and of rows that are soft
 *
 * Bodies and joints form a tree (after D. Baraff, "Linear-Time Dynamics using Lagrange Multipliers", 1996): eliminated
 * from its leaves to its root nothing fills in, so the cost is linear. The world, obstacles and sleepers are no nodes,
 * and several chains may end at them. Joints that close a loop, and those of puppets, are left to Gauss–Seidel.
 *
 * A row with bounds takes part while its λ is strictly between them (M. Silcowitz et al., "A nonsmooth nonlinear
 * conjugate gradient method", 2010, has the idea of such subspaces): Gauss–Seidel finds out which ones do. */
#include "runtime/stage/joint.h"

#include <string.h>

/* Of its own compliance, how much a rigid row gives way. A bridge that is stretched taut between two points could only
 * be held by an infinite force, and a body that hangs by two hinges has more rows than ways to move: so they share a
 * finite load. A link under a thousand times its weight gives way by a hundredth of a millimetre. */
#define GIVE 1.0e-5f
/* Of the same, damping of what moves points together: it does not go far for a small gap. */
#define RELAX_DAMPING 1.0e-3f
/* Radians, or of its reach, that a solution moves a body by: directions hold no further. For points that are moved
 * together, which has no second try, much less. */
#define MOST_MOTION  0.5
#define RELAX_MOTION 0.02
/* Of the error before: what must be left at most. In sizes: errors that need not become less, and that with which the
 * last iteration may begin. */
#define PROGRESS     0.7f
#define CLOSE_ENOUGH 1.0e-4f
#define FAR_OFF      1.0e-2f

/* Of size: what overlaps by more is deep. */
#define DEEP 0.02f

#define MAX_PASSES 3u /* of a round, in which rows arrive at their bounds */

static double larger(double a, double b) { return a > b ? a : b; }

/* ---- The tree ---------------------------------------------------------------------------------------------------- */

static uint32_t first_of(const vv_stage *stage, const contact_island *island)
{
    return (uint32_t)(island->joints - stage->joints->island_joints);
}

joint_tree vvi_joints_tree(const vv_stage *stage, const contact_island *island)
{
    uint32_t first = first_of(stage, island);
    const joints *all = stage->joints;
    return (joint_tree){&all->edges[first], &all->tree_bodies[2u * first], &all->tree_sizes[first]};
}

/* A pull has a greatest force in all directions at once, and puppets have no rigid body. */
static bool is_direct_kind(const vv_stage *stage, const joint *j)
{
    for (uint32_t e = 0; e < 2; e++)
        if (!j->fixed[e] && actor_of_end(stage, j, e)->puppet)
            return false;
    return !j->failed && j->def.kind != VV_JOINT_PULL;
}

static uint32_t add_body(const vv_stage *stage, joint_tree *t, actor *a)
{
    tree_body *b = &t->bodies[t->size->bodies];
    *b = (tree_body){.actor = (uint32_t)(a - stage->actors), .reach = INFINITY};
    a->tree_body = 1u + (uint32_t)(b - stage->joints->tree_bodies);
    return t->size->bodies++;
}

static void add_edge(joint_tree *t, joint *j, uint32_t index, uint32_t child_end, uint32_t child, uint32_t parent)
{
    tree_edge *e = &t->edges[t->size->edges++];
    e->joint = index;
    e->child_end = child_end;
    e->child = child;
    e->parent = parent;
    j->is_in_tree = true;
}

/* Adds a joint of a body that is in the tree, and what hangs from it. */
static void grow_along(vv_stage *stage, joint_tree *t, uint32_t parent, joint *j, uint32_t index, uint32_t end)
{
    uint32_t other = 1u - end;
    actor *a = actor_of_end(stage, j, other);
    if (j->fixed[other]) {
        add_edge(t, j, index, other, VV_NONE, parent);
    } else if (a->tree_body == 0) {
        uint32_t child = add_body(stage, t, a);
        add_edge(t, j, index, other, child, parent);
    }
}

/* From bodies[from] on: all that is joined to them. */
static void grow(vv_stage *stage, joint_tree *t, uint32_t from)
{
    for (uint32_t b = from; b < t->size->bodies; b++) {
        uint32_t index = t->bodies[b].actor, at = stage->actors[index].first_joint;
        while (at) {
            joint *j = &stage->joints->items[at - 1u];
            uint32_t end = is_actor_end(j, 0) && j->def.a.actor.index == index ? 0u : 1u;
            if (!j->is_in_tree && is_direct_kind(stage, j))
                grow_along(stage, t, b, j, at - 1u, end);
            at = j->next[end];
        }
    }
}

/* Trees begin at a joint with something that does not move; those without any, at some body. */
static void begin_at(vv_stage *stage, joint_tree *t, joint *j, uint32_t index, bool anchored)
{
    uint32_t end = j->fixed[0] ? 1u : 0u, from = t->size->bodies;
    actor *a = actor_of_end(stage, j, end);
    if (j->is_in_tree || (j->fixed[0] || j->fixed[1]) != anchored || !is_direct_kind(stage, j) || a->tree_body)
        return;
    uint32_t root = add_body(stage, t, a);
    t->bodies[root].begins = true;
    t->bodies[root].is_root = !anchored; /* otherwise it hangs from its joint */
    if (anchored)
        add_edge(t, j, index, end, root, VV_NONE);
    grow(stage, t, from);
}

/* Whether drawings of the island overlap obstacles by more than contact leaves there. Contact and joints that
 * cannot both be met, such as a plank that is hinged inside of a bank, push against each other more and more when
 * joints give no way: Gauss–Seidel then finds something in between. */
static bool is_any_deep(const vv_stage *stage, const contact_island *island)
{
    for (uint32_t k = 0; k < island->pair_count; k++) {
        const pair *p = pair_of(stage->contacts, island, k);
        float most = DEEP * stage->actors[p->a].view.size;
        for (uint32_t i = p->first_point; p->obstacle && i < p->first_point + p->point_count; i++)
            if (stage->contacts->points[i].start_separation < -most)
                return true;
    }
    return false;
}

void vvi_joints_build_tree(vv_stage *stage, const contact_island *island)
{
    joint_tree t = vvi_joints_tree(stage, island);
    *t.size = (tree_size){.is_stale = true, .damping = RELAX_DAMPING, .residual = -1.0f};
    for (uint32_t k = 0; k < island->joint_count; k++)
        joint_of(stage, island, k)->is_in_tree = false;
    for (uint32_t k = 0; k < island->actor_count; k++)
        stage->actors[island->actors[k]].tree_body = 0;
    if (is_any_deep(stage, island))
        return;
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t k = 0; k < island->joint_count; k++)
            begin_at(stage, &t, joint_of(stage, island, k), island->joints[k], pass == 0);
    VVI_CHECK(t.size->edges <= island->joint_count && t.size->bodies <= 2u * island->joint_count);
}

/* ---- Which rows take part ---------------------------------------------------------------------------------------- */

static bool is_inside(const joint_row *r) { return r->impulse > r->low && r->impulse < r->high; }

void vvi_joints_choose_direct(vv_stage *stage, const contact_island *island, bool velocities)
{
    for (uint32_t k = 0; k < island->joint_count; k++) {
        joint *j = joint_of(stage, island, k);
        for (uint32_t r = 0; r < JOINT_ROWS; r++)
            j->rows[r].direct =
                j->is_in_tree && !j->failed && j->rows[r].active && j->rows[r].mass > 0.0f && is_inside(&j->rows[r]);
        for (uint32_t r = 0; r < JOINT_ROWS; r++)
            if (j->rows[r].direct && j->rows[r].softness == 0.0f)
                j->rows[r].give = GIVE / j->rows[r].mass;
        if (j->rows[JOINT_LIMIT].direct) /* a motor that drives into its limit is no second equation */
            j->rows[JOINT_MOTOR].direct = false;
    }
    tree_size *size = vvi_joints_tree(stage, island).size;
    size->is_stale = true;
    size->is_velocity = velocities;
}

void vvi_joints_include_row(vv_stage *stage, const contact_island *island, joint *j, joint_row *r)
{
    bool is_second = r == &j->rows[JOINT_MOTOR] && j->rows[JOINT_LIMIT].direct;
    if (!j->is_in_tree || !is_inside(r) || !(r->mass > 0.0f) || is_second)
        return;
    r->direct = true;
    r->give = r->softness == 0.0f ? GIVE / r->mass : 0.0f;
    vvi_joints_tree(stage, island).size->is_stale = true;
}

/* ---- Progress ---------------------------------------------------------------------------------------------------- */

/* The greatest distance that is left between points, in sizes. */
static float find_residual(const vv_stage *stage, const joint_tree *t)
{
    float most = 0.0f;
    for (uint32_t k = 0; k < t->size->edges; k++) {
        const joint *j = &stage->joints->items[t->edges[k].joint];
        float size = vvi_joint_size(stage, j);
        for (uint32_t r = JOINT_X; r <= JOINT_Y && vvi_joint_is_firm(j); r++) {
            const joint_row *row = &j->rows[r];
            float error = (float)vvi_joint_row_error(stage, j, row);
            bool holds = row->active && row->softness == 0.0f && (row->high >= INFINITY || error > 0.0f);
            most = holds ? vvi_max(most, fabsf(error) / size) : most;
        }
    }
    return most;
}

/* Takes all impulses of this substep's positions back, and what they turned bodies by. */
static void take_back(vv_stage *stage, joint_tree *t)
{
    for (uint32_t k = 0; k < t->size->edges; k++) {
        joint *j = &stage->joints->items[t->edges[k].joint];
        for (uint32_t r = 0; r < JOINT_ROWS && !j->failed; r++) {
            vvi_joint_apply_impulse(stage, j, &j->rows[r], -j->rows[r].impulse);
            j->rows[r].impulse = 0.0f;
        }
    }
    for (uint32_t k = 0; k < t->size->bodies; k++) {
        tree_body *b = &t->bodies[k];
        rigid_body *body = &stage->contacts->bodies[b->actor];
        body->inverse_inertia = b->inv_inertia;
        body->delta_angle -= (float)b->turned;
        body->pending = true;
        b->turned = b->torque = 0.0;
    }
}

bool vvi_joints_are_settled(const vv_stage *stage, const contact_island *island)
{
    joint_tree t = vvi_joints_tree(stage, island);
    bool settled = island->point_count == 0 && t.size->edges == island->joint_count && t.size->is_settled;
    for (uint32_t k = 0; k < t.size->edges && settled; k++)
        for (uint32_t r = 0; r < JOINT_ROWS; r++) {
            const joint_row *row = &stage->joints->items[t.edges[k].joint].rows[r];
            settled = settled && (!row->active || row->direct);
        }
    return settled;
}

bool vvi_joints_check_progress(vv_stage *stage, const contact_island *island, bool last)
{
    joint_tree t = vvi_joints_tree(stage, island);
    tree_size *size = t.size;
    float residual = find_residual(stage, &t), before = size->residual;
    size->residual = residual;
    size->is_solved = false;
    if (size->is_projecting)
        return true;
    bool fails = before >= 0.0f && residual > PROGRESS * before && residual > CLOSE_ENOUGH;
    size->is_projecting = fails || (last && before >= 0.0f && residual > FAR_OFF);
    if (size->is_projecting) {
        take_back(stage, &t);
        size->damping = PROJECTION_DAMPING;
    }
    return size->is_projecting;
}

/* ---- Elimination ------------------------------------------------------------------------------------------------- */

/* Inverts a[n][n], with row pivots. A pivot of 0 has no effect: its row and column become 0. */
static void invert(uint32_t n, double a[JOINT_ROWS][JOINT_ROWS])
{
    double to[JOINT_ROWS][JOINT_ROWS] = {{0.0}};
    for (uint32_t i = 0; i < n; i++)
        to[i][i] = 1.0;
    for (uint32_t c = 0; c < n; c++) {
        uint32_t best = c;
        for (uint32_t i = c + 1u; i < n; i++)
            best = fabs(a[i][c]) > fabs(a[best][c]) ? i : best;
        double pivot = a[best][c];
        for (uint32_t k = 0; k < n; k++) {
            double swap = a[c][k], swap_to = to[c][k];
            a[c][k] = a[best][k];
            to[c][k] = to[best][k];
            a[best][k] = swap;
            to[best][k] = swap_to;
        }
        double scale = pivot != 0.0 ? 1.0 / pivot : 0.0;
        for (uint32_t k = 0; k < n; k++) {
            a[c][k] *= scale;
            to[c][k] *= scale;
        }
        for (uint32_t i = 0; i < n; i++) {
            double factor = i == c ? 0.0 : a[i][c];
            for (uint32_t k = 0; k < n && factor != 0.0; k++) {
                a[i][k] -= factor * a[c][k];
                to[i][k] -= factor * to[c][k];
            }
        }
    }
    memcpy(a, to, sizeof to);
}

static void invert_body(tree_body *b)
{
    double a[JOINT_ROWS][JOINT_ROWS] = {{0.0}};
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t k = 0; k < 3; k++)
            a[i][k] = b->matrix[i][k];
    invert(3, a);
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t k = 0; k < 3; k++)
            b->inverse[i][k] = a[i][k];
}

/* A body that does not move along one of its coordinates has a very large mass there. */
static void begin_body(const vv_stage *stage, tree_body *b)
{
    const rigid_body *body = &stage->contacts->bodies[b->actor];
    double inv_mass = (double)body->inverse_mass, inv_inertia = (double)body->inverse_inertia;
    double size = (double)stage->actors[b->actor].view.size;
    double mass = inv_mass > 0.0 ? 1.0 / inv_mass : 1.0e9 / (inv_inertia * size * size);
    double inertia = inv_inertia > 0.0 ? 1.0 / inv_inertia : 1.0e9 * mass * size * size;
    memset(b->matrix, 0, sizeof b->matrix);
    b->matrix[0][0] = b->matrix[1][1] = mass;
    b->matrix[2][2] = inertia;
}

/* The rows of an edge at one end, with its sign: J and P. */
static void fill_side(const joint *j, const tree_edge *e, uint32_t end, double moved[][3], double pushed[][3])
{
    double sign = end ? 1.0 : -1.0, firm = 1.0 - (double)j->softness[end];
    for (uint32_t k = 0; k < e->count; k++) {
        const joint_row *r = &j->rows[e->rows[k]];
        moved[k][0] = sign * (double)r->change.along.x;
        moved[k][1] = sign * (double)r->change.along.y;
        moved[k][2] = sign * ((double)r->change.twist[end] + (double)r->change.arm[end]);
        pushed[k][0] = sign * firm * (double)r->push.along.x;
        pushed[k][1] = sign * firm * (double)r->push.along.y;
        pushed[k][2] = sign * ((double)r->push.twist[end] + firm * (double)r->push.arm[end]);
    }
}

static void list_rows(const joint *j, tree_edge *e)
{
    e->count = 0;
    for (uint32_t r = 0; r < JOINT_ROWS; r++)
        if (j->rows[r].direct)
            e->rows[e->count++] = (uint8_t)r;
}

/* W: of patches, of soft rows, and the least. */
static void fill_compliance(const vv_stage *stage, const joint *j, tree_edge *e, float damping_of_solution)
{
    for (uint32_t p = 0; p < e->count; p++) {
        const joint_row *row = &j->rows[e->rows[p]];
        for (uint32_t q = 0; q < e->count; q++)
            e->inverse[p][q] = (double)vvi_joint_patch_compliance(stage, j, row, &j->rows[e->rows[q]]);
        double damping = row->mass > 0.0f ? (double)(damping_of_solution / row->mass) : 0.0;
        e->inverse[p][p] += (double)row->softness + (double)row->give + damping;
    }
}

static double dot3(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/* A = W + J_c D_c⁻¹ P_cᵀ, and from it what the parent's body gets: D_p += P_pᵀ A⁻¹ J_p. */
static void eliminate_edge(const vv_stage *stage, joint_tree *t, tree_edge *e)
{
    const joint *j = &stage->joints->items[e->joint];
    list_rows(j, e);
    fill_compliance(stage, j, e, t->size->damping);
    if (e->child != VV_NONE) {
        tree_body *child = &t->bodies[e->child];
        invert_body(child);
        fill_side(j, e, e->child_end, e->child_moved, e->child_pushed);
        for (uint32_t q = 0; q < e->count; q++) {
            double moves[3];
            for (uint32_t i = 0; i < 3; i++)
                moves[i] = dot3(child->inverse[i], e->child_pushed[q]);
            for (uint32_t p = 0; p < e->count; p++)
                e->inverse[p][q] += dot3(e->child_moved[p], moves);
        }
    }
    invert(e->count, e->inverse);
    if (e->parent == VV_NONE)
        return;
    tree_body *parent = &t->bodies[e->parent];
    double moved[JOINT_ROWS][3];
    fill_side(j, e, 1u - e->child_end, moved, e->parent_pushed);
    for (uint32_t p = 0; p < e->count; p++)
        for (uint32_t i = 0; i < 3; i++) {
            e->parent_gain[p][i] = 0.0;
            for (uint32_t q = 0; q < e->count; q++)
                e->parent_gain[p][i] += e->inverse[p][q] * moved[q][i];
        }
    for (uint32_t p = 0; p < e->count; p++)
        for (uint32_t i = 0; i < 3; i++)
            for (uint32_t k = 0; k < 3; k++)
                parent->matrix[i][k] += e->parent_pushed[p][i] * e->parent_gain[p][k];
}

static void eliminate(const vv_stage *stage, joint_tree *t)
{
    for (uint32_t b = 0; b < t->size->bodies; b++)
        begin_body(stage, &t->bodies[b]);
    for (uint32_t k = t->size->edges; k-- > 0;)
        eliminate_edge(stage, t, &t->edges[k]);
    for (uint32_t b = 0; b < t->size->bodies; b++)
        if (t->bodies[b].is_root)
            invert_body(&t->bodies[b]);
    t->size->is_stale = false;
}

/* ---- Substitution ------------------------------------------------------------------------------------------------ */

/* Upwards: y = A⁻¹ (−error − J_c D_c⁻¹ r_c), r_p += P_pᵀ y. */
static void substitute_up(const vv_stage *stage, joint_tree *t, tree_edge *e)
{
    const joint *j = &stage->joints->items[e->joint];
    double left[JOINT_ROWS];
    for (uint32_t p = 0; p < e->count; p++)
        left[p] = -vvi_joint_row_error(stage, j, &j->rows[e->rows[p]]);
    if (e->child != VV_NONE) {
        const tree_body *child = &t->bodies[e->child];
        double moves[3];
        for (uint32_t i = 0; i < 3; i++)
            moves[i] = dot3(child->inverse[i], child->right);
        for (uint32_t p = 0; p < e->count; p++)
            left[p] -= dot3(e->child_moved[p], moves);
    }
    for (uint32_t p = 0; p < e->count; p++) {
        e->impulses[p] = 0.0;
        for (uint32_t q = 0; q < e->count; q++)
            e->impulses[p] += e->inverse[p][q] * left[q];
        for (uint32_t i = 0; i < 3 && e->parent != VV_NONE; i++)
            t->bodies[e->parent].right[i] += e->parent_pushed[p][i] * e->impulses[p];
    }
}

static void find_motion(tree_body *b)
{
    for (uint32_t i = 0; i < 3; i++)
        b->motion[i] = dot3(b->inverse[i], b->right);
}

/* Downwards: λ = y − A⁻¹ J_p δ_p, δ_c = D_c⁻¹ (r_c + P_cᵀ λ). */
static void substitute_down(joint_tree *t, tree_edge *e)
{
    for (uint32_t p = 0; p < e->count && e->parent != VV_NONE; p++)
        e->impulses[p] -= dot3(e->parent_gain[p], t->bodies[e->parent].motion);
    if (e->child == VV_NONE)
        return;
    tree_body *child = &t->bodies[e->child];
    for (uint32_t p = 0; p < e->count; p++)
        for (uint32_t i = 0; i < 3; i++)
            child->right[i] += e->child_pushed[p][i] * e->impulses[p];
    find_motion(child);
}

static void substitute(const vv_stage *stage, joint_tree *t)
{
    for (uint32_t b = 0; b < t->size->bodies; b++)
        memset(t->bodies[b].right, 0, sizeof t->bodies[b].right);
    for (uint32_t k = t->size->edges; k-- > 0;)
        substitute_up(stage, t, &t->edges[k]);
    for (uint32_t b = 0; b < t->size->bodies; b++)
        if (t->bodies[b].is_root)
            find_motion(&t->bodies[b]);
    for (uint32_t k = 0; k < t->size->edges; k++)
        substitute_down(t, &t->edges[k]);
}

/* Ropes and rods have directions, which a body that moves far beside them changes. */
void vvi_joints_find_reach(const vv_stage *stage, const contact_island *island)
{
    joint_tree t = vvi_joints_tree(stage, island);
    for (uint32_t b = 0; b < t.size->bodies; b++)
        t.bodies[b].reach = INFINITY;
    for (uint32_t k = 0; k < t.size->edges; k++) {
        const tree_edge *e = &t.edges[k];
        const joint *j = &stage->joints->items[e->joint];
        if (j->failed || j->rows[JOINT_Y].active || j->def.kind == VV_JOINT_SLIDER)
            continue;
        float length = vv_vec2_length(vvi_joint_way(j->now));
        if (e->child != VV_NONE)
            t.bodies[e->child].reach = vvi_min(t.bodies[e->child].reach, length);
        if (e->parent != VV_NONE)
            t.bodies[e->parent].reach = vvi_min(t.bodies[e->parent].reach, length);
    }
}

float vvi_tree_body_share(const vv_stage *stage, const tree_body *b)
{
    double way = sqrt(b->push[0] * b->push[0] + b->push[1] * b->push[1]) / stage->actors[b->actor].mass;
    return (float)larger(fabs(b->turned), way / (double)b->reach);
}

/* How much of the solution is applied, 0…1: none moves a body far, and no row goes beyond its bounds. */
static double find_part(const joint_tree *t)
{
    double part = 1.0, limit = t->size->residual < 0.0f && t->size->damping > 0.0f ? RELAX_MOTION : MOST_MOTION;
    for (uint32_t b = 0; b < t->size->bodies; b++) {
        const double *moves = t->bodies[b].motion;
        double most =
            larger(fabs(moves[2]), sqrt(moves[0] * moves[0] + moves[1] * moves[1]) / (double)t->bodies[b].reach);
        part = most * part > limit ? limit / most : part;
    }
    return part;
}

/* The same for rows with bounds. */
static double find_bounded_part(const vv_stage *stage, const joint_tree *t, double part)
{
    for (uint32_t k = 0; k < t->size->edges; k++) {
        const tree_edge *e = &t->edges[k];
        const joint *j = &stage->joints->items[e->joint];
        for (uint32_t p = 0; p < e->count; p++) {
            const joint_row *r = &j->rows[e->rows[p]];
            double room = (double)(e->impulses[p] < 0.0 ? r->low : r->high) - (double)r->impulse;
            part = fabs(e->impulses[p]) * part > fabs(room) ? room / e->impulses[p] : part;
        }
    }
    return part;
}

/* Applies a part of the impulses; true: some arrived at their bounds. */
static bool apply_edge(vv_stage *stage, const tree_edge *e, double part)
{
    joint *j = &stage->joints->items[e->joint];
    bool bounded = false;
    for (uint32_t p = 0; p < e->count; p++) {
        joint_row *r = &j->rows[e->rows[p]];
        float impulse = vvi_clamp((float)((double)r->impulse + part * e->impulses[p]), r->low, r->high);
        vvi_joint_apply_impulse(stage, j, r, impulse - r->impulse);
        r->impulse = impulse;
        r->direct = is_inside(r);
        bounded |= !r->direct;
    }
    return bounded;
}

static bool are_impulses_finite(const joint_tree *t)
{
    for (uint32_t k = 0; k < t->size->edges; k++)
        for (uint32_t p = 0; p < t->edges[k].count; p++)
            if (!(fabs(t->edges[k].impulses[p]) < 1.0e30))
                return false;
    return true;
}

void vvi_joints_solve_tree(vv_stage *stage, const contact_island *island)
{
    joint_tree t = vvi_joints_tree(stage, island);
    bool again = t.size->edges > 0 && !(t.size->is_projecting && t.size->is_solved && !t.size->is_velocity);
    t.size->is_solved = true;
    t.size->is_settled = false;
    for (uint32_t pass = 0; pass < MAX_PASSES && again; pass++) {
        if (t.size->is_stale)
            eliminate(stage, &t);
        substitute(stage, &t);
        if (!are_impulses_finite(&t))
            return;
        again = false;
        double part = find_bounded_part(stage, &t, t.size->is_velocity ? 1.0 : find_part(&t));
        for (uint32_t k = 0; k < t.size->edges; k++)
            again |= apply_edge(stage, &t.edges[k], part);
        t.size->is_stale |= again;
        t.size->is_settled = !again && part == 1.0 && t.size->damping == 0.0f;
    }
}
