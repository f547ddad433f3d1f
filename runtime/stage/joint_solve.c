/* Joints solved: Gauss–Seidel over their rows with accumulated impulses, in the rounds of contact. */
#include "runtime/stage/joint.h"
#include "runtime/stage/puppet_actor.h"

#include <string.h>

#define RELAX_ROUNDS 4u
/* Of size: points further apart are not warm started for velocities. */
#define APART 0.008f

/* Of gaps, what a projection closes in a substep. */
#define CLOSED_SHARE 0.5f
#define WARM_MOTION  0.5f /* radians, or of its reach, that the impulses of the substep before move a body by */
/* In sizes: gaps between these are closed by projection. */
#define TORN         0.005f
#define FAR          1.0f
#define CLOSE_ENOUGH 1.0e-3f /* in sizes: a projection ends */

/* ---- One row ----------------------------------------------------------------------------------------------------- */

static uint32_t state_size(const actor *a) { return 2u * current_member(a)->view.stride; }

/* The arm of a patch's point about its centre, × along. */
static float patch_lever(const joint *j, uint32_t end, const joint_gradient *g)
{
    return vv_vec2_cross(vv_vec2_sub(j->now[end].point, j->now[end].centre), g->along);
}

/* Of λ, what pushes the whole drawing. */
static float push_lever(const joint *j, const joint_row *r, uint32_t end)
{
    return r->push.twist[end] + (1.0f - j->softness[end]) * r->push.arm[end];
}

float vvi_joint_patch_compliance(const vv_stage *stage, const joint *j, const joint_row *moved, const joint_row *pushed)
{
    float sum = 0.0f;
    for (uint32_t e = 0; e < 2; e++) {
        const actor *a = actor_of_end(stage, j, e);
        float soft = j->softness[e];
        if (j->fixed[e] || a->puppet || !(soft > 0.0f))
            continue;
        sum += soft * soft *
               (vv_vec2_dot(moved->change.along, pushed->push.along) / j->patches[e].mass +
                patch_lever(j, e, &moved->change) * patch_lever(j, e, &pushed->push) / j->now[e].inertia);
    }
    return sum;
}

float vvi_joint_compliance(const vv_stage *stage, const joint *j, const joint_row *moved, const joint_row *pushed)
{
    float sum = 0.0f;
    for (uint32_t e = 0; e < 2; e++) {
        const actor *a = actor_of_end(stage, j, e);
        if (j->fixed[e])
            continue;
        if (a->puppet) {
            const double *row = moved->responses[e], *response = pushed->responses[e];
            if (row && response)
                sum += (float)vvi_state_dot(row, response + state_size(a), state_size(a));
            continue;
        }
        const rigid_body *body = &stage->contacts->bodies[a - stage->actors];
        float along = vv_vec2_dot(moved->change.along, pushed->push.along), soft = j->softness[e];
        sum += body->inverse_mass * (1.0f - soft) * along +
               body->inverse_inertia * (moved->change.twist[e] + moved->change.arm[e]) * push_lever(j, pushed, e);
    }
    return sum + vvi_joint_patch_compliance(stage, j, moved, pushed);
}

/* By how much what is pending changes what the row measures. */
static float pending_change(const vv_stage *stage, const joint *j, const joint_row *r)
{
    float sum = 0.0f;
    for (uint32_t e = 0; e < 2; e++) {
        const actor *a = actor_of_end(stage, j, e);
        if (j->fixed[e])
            continue;
        if (a->puppet) {
            if (r->responses[e])
                sum += (float)vvi_state_dot(r->responses[e], a->puppet->travel.pending, state_size(a));
            continue;
        }
        const rigid_body *body = &stage->contacts->bodies[a - stage->actors];
        float change = vv_vec2_dot(r->change.along, body->delta_position) +
                       (r->change.twist[e] + r->change.arm[e]) * body->delta_angle;
        if (j->softness[e] > 0.0f)
            change += j->softness[e] * (vv_vec2_dot(r->change.along, j->patch_shift[e]) +
                                        patch_lever(j, e, &r->change) * j->patch_turn[e]);
        sum += e ? change : -change;
    }
    return sum;
}

static void push_angle(tree_body *b, rigid_body *body, float torque)
{
    float angle = torque * body->inverse_inertia;
    body->delta_angle += angle;
    if (b) {
        b->torque += (double)torque;
        b->turned += (double)angle;
    }
}

/* Adds an impulse on an end to what is pending. */
static void push_end(vv_stage *stage, joint *j, const joint_row *r, uint32_t end, float amount)
{
    const actor *a = actor_of_end(stage, j, end);
    rigid_body *body = &stage->contacts->bodies[a - stage->actors];
    float signed_amount = end ? amount : -amount, soft = j->softness[end];
    VVI_CHECK(!j->fixed[end]);
    body->pending = true;
    if (!a->puppet) {
        tree_body *b = a->tree_body ? &stage->joints->tree_bodies[a->tree_body - 1u] : NULL;
        if (b) {
            b->push[0] += (double)signed_amount * (double)r->push.along.x;
            b->push[1] += (double)signed_amount * (double)r->push.along.y;
            b->patch_torque += (double)(signed_amount * soft * r->push.arm[end]);
        }
        body->delta_position = vv_vec2_add(
            body->delta_position, vv_vec2_scale(r->push.along, signed_amount * (1.0f - soft) * body->inverse_mass));
        push_angle(b, body, signed_amount * push_lever(j, r, end));
        if (soft > 0.0f) {
            j->patch_shift[end] = vv_vec2_add(
                j->patch_shift[end], vv_vec2_scale(r->push.along, signed_amount * soft / j->patches[end].mass));
            j->patch_turn[end] += signed_amount * soft * patch_lever(j, end, &r->push) / j->now[end].inertia;
            j->patch_torque[end] += signed_amount * soft * r->push.arm[end];
        }
        return;
    }
    const double *response = r->responses[end] ? r->responses[end] + state_size(a) : NULL; /* it has the sign */
    for (uint32_t k = 0; response && k < state_size(a); k++)
        a->puppet->travel.pending[k] += (double)amount * response[k];
}

void vvi_joint_apply_impulse(vv_stage *stage, joint *j, const joint_row *r, float amount)
{
    j->pushed = vv_vec2_add(j->pushed, vv_vec2_scale(r->push.along, amount));
    for (uint32_t e = 0; e < 2; e++)
        if (!j->fixed[e])
            push_end(stage, j, r, e, amount);
}

/* Where an end turns by a third of a radian or so in a substep, what pushed it at the start does not move it now. Then
 * λ pushes along what it is now, which loses energy. */
static void follow_fast_turn(const vv_stage *stage, const joint *j, joint_row *r)
{
    joint_row now = *r;
    float least = j->rows[JOINT_Y].active ? 0.9f : 0.5f; /* points come in chains, whose errors add up */
    now.push = r->change;
    if (r->active && !(vvi_joint_compliance(stage, j, r, r) > least * vvi_joint_compliance(stage, j, &now, &now)))
        r->push = r->change;
}

static void find_mass(const vv_stage *stage, const joint *j, joint_row *r)
{
    float sum = r->active ? vvi_joint_compliance(stage, j, r, r) + r->softness : 0.0f;
    r->mass = sum > 0.0f ? 1.0f / sum : 0.0f;
}

double vvi_joint_row_error(const vv_stage *stage, const joint *j, const joint_row *r)
{
    return (double)(r->error + pending_change(stage, j, r)) +
           ((double)r->softness + (double)r->give) * (double)r->impulse;
}

static void solve_row(vv_stage *stage, const contact_island *island, joint *j, joint_row *r)
{
    if (!r->active || r->direct)
        return;
    float left = r->error + pending_change(stage, j, r) + r->softness * r->impulse;
    float impulse = vvi_clamp(r->impulse - r->mass * left, r->low, r->high);
    vvi_joint_apply_impulse(stage, j, r, impulse - r->impulse);
    r->impulse = impulse;
    vvi_joints_include_row(stage, island, j, r);
}

/* ---- Points: two rows at once ------------------------------------------------------------------------------------ */

static void solve_point(vv_stage *stage, joint *j, float h)
{
    joint_row *x = &j->rows[JOINT_X], *y = &j->rows[JOINT_Y];
    float xx = vvi_joint_compliance(stage, j, x, x) + x->softness, xy = vvi_joint_compliance(stage, j, x, y);
    float yx = vvi_joint_compliance(stage, j, y, x), yy = vvi_joint_compliance(stage, j, y, y) + y->softness;
    float determinant = xx * yy - xy * yx;
    if (!(determinant > 0.0f))
        return;
    float left_x = x->error + pending_change(stage, j, x) + x->softness * x->impulse;
    float left_y = y->error + pending_change(stage, j, y) + y->softness * y->impulse;
    vv_vec2 impulse = {x->impulse - (yy * left_x - xy * left_y) / determinant,
                       y->impulse - (xx * left_y - yx * left_x) / determinant};
    if (x->softness > 0.0f) {
        float length = vv_vec2_length(impulse), most = vvi_joint_max_pull(j, h);
        impulse = length > most ? vv_vec2_scale(impulse, most / length) : impulse;
    }
    vvi_joint_apply_impulse(stage, j, x, impulse.x - x->impulse);
    vvi_joint_apply_impulse(stage, j, y, impulse.y - y->impulse);
    x->impulse = impulse.x;
    y->impulse = impulse.y;
}

static void solve_joint(vv_stage *stage, const contact_island *island, joint *j, float h)
{
    if (j->failed)
        return;
    solve_row(stage, island, j, &j->rows[JOINT_MOTOR]);
    solve_row(stage, island, j, &j->rows[JOINT_SPRING]);
    solve_row(stage, island, j, &j->rows[JOINT_LIMIT]);
    solve_row(stage, island, j, &j->rows[JOINT_ANGLE]);
    if (j->rows[JOINT_Y].active && !j->rows[JOINT_X].direct)
        solve_point(stage, j, h);
    else
        solve_row(stage, island, j, &j->rows[JOINT_X]);
}

/* First what is left to Gauss–Seidel, to and fro along the joints; then the rest at once. */
void vvi_joints_solve_round(vv_stage *stage, const contact_island *island, uint32_t round)
{
    float h = stage->def.step / (float)stage->def.substeps;
    for (uint32_t k = 0; k < island->joint_count; k++)
        solve_joint(stage, island, joint_of(stage, island, round % 2u ? island->joint_count - 1u - k : k), h);
    if (island->joint_count > 0)
        vvi_joints_solve_tree(stage, island);
}

/* ---- The start of a substep -------------------------------------------------------------------------------------- */

/* Whether points are so far apart that moving them together needs more than directions at the start. */
static bool is_torn(const vv_stage *stage, const joint *j)
{
    float gap = vv_vec2_length(j->start_error) / vvi_joint_size(stage, j);
    return vvi_joint_is_firm(j) && gap > TORN && gap < FAR;
}

static bool is_any_torn(const vv_stage *stage, const contact_island *island)
{
    for (uint32_t k = 0; k < island->joint_count; k++) {
        const joint *j = joint_of(stage, island, k);
        if (j->is_in_tree && is_torn(stage, j))
            return true;
    }
    return false;
}

bool vvi_joints_relax(vv_stage *stage, const contact_island *island, float h)
{
    bool any = false;
    if (island->joint_count == 0)
        return false;
    for (uint32_t k = 0; k < island->joint_count; k++)
        vvi_joint_begin(stage, joint_of(stage, island, k));
    vvi_joints_build_tree(stage, island);
    for (uint32_t k = 0; k < island->joint_count; k++) {
        joint *j = joint_of(stage, island, k);
        bool torn = j->is_in_tree && is_torn(stage, j);
        vvi_joint_begin_rows(stage, j, h);
        vvi_joint_place_relax_rows(stage, j);
        if (torn)
            j->rows[JOINT_X].active = j->rows[JOINT_Y].active = false; /* the projection does it */
        for (uint32_t r = 0; r < JOINT_ROWS; r++) {
            find_mass(stage, j, &j->rows[r]);
            any = any || (j->rows[r].active && j->rows[r].error != 0.0f);
        }
    }
    vvi_joints_choose_direct(stage, island, false);
    for (uint32_t round = 0; round < RELAX_ROUNDS && any; round++)
        vvi_joints_solve_round(stage, island, round);
    return any;
}

/* The motion of a drawing from x0 to x: inertia at x0, and by how much it has turned. */
static float measure_turn(const actor *a, float *turn)
{
    double first[4] = {0.0, 0.0, 0.0, 0.0}, square = 0.0, dot = 0.0, cross = 0.0;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        double m = (double)a->view.masses[i], x0 = (double)a->x0[i].x, y0 = (double)a->x0[i].y;
        double x = (double)a->x[i].x, y = (double)a->x[i].y;
        first[0] += m * x0;
        first[1] += m * y0;
        first[2] += m * x;
        first[3] += m * y;
        square += m * (x0 * x0 + y0 * y0);
        dot += m * (x0 * x + y0 * y);
        cross += m * (x0 * y - y0 * x);
    }
    dot -= (first[0] * first[2] + first[1] * first[3]) / a->mass;
    cross -= (first[0] * first[3] - first[1] * first[2]) / a->mass;
    double tangent = dot > 0.0 ? cross / dot : 0.0, power = tangent * tangent;
    if (dot > 0.0 && power < 0.05) /* atan, to the precision of a double where it matters */
        *turn = (float)(tangent * (1.0 - power * (1.0 / 3.0 - power * (0.2 - power * (1.0 / 7.0 - power / 9.0)))));
    else
        *turn = vv_atan2((float)cross, (float)dot);
    return (float)(square - (first[0] * first[0] + first[1] * first[1]) / a->mass);
}

/* Prediction moves particles along their tangents: a drawing with the spin ω turns by about atan(ωh) in a substep, not
 * by ωh, and grows until matching has made it small again. Where joints hold it, both would show as energy that every
 * swing gains. So it turns by what is missing, which is no torque, and has the inertia that it began with. */
static void correct_prediction(vv_stage *stage, const contact_island *island, float h)
{
    for (uint32_t k = 0; k < island->actor_count; k++) {
        actor *a = &stage->actors[island->actors[k]];
        rigid_body *body = &stage->contacts->bodies[island->actors[k]];
        if (!a->first_joint || a->puppet || a->kinematic || !(body->inverse_mass > 0.0f))
            continue;
        float turned, inertia = measure_turn(a, &turned), least = 1.0e-4f * a->view.mass * a->view.size * a->view.size;
        body->inertia = vvi_max(inertia, least);
        body->inverse_inertia = 1.0f / body->inertia;
        float missing = vvi_clamp((float)a->predicted[2] / body->inertia * h - turned, -0.1f, 0.1f);
        body->delta_angle += missing;
        body->pending = true;
        a->touch.torque -= body->inertia * missing;
    }
}

/* Adds a part of the impulses of rows to what is pending. */
static void apply_impulses(vv_stage *stage, const contact_island *island, float part)
{
    for (uint32_t k = 0; k < island->joint_count; k++) {
        joint *j = joint_of(stage, island, k);
        for (uint32_t r = 0; r < JOINT_ROWS; r++)
            if (j->rows[r].impulse != 0.0f)
                vvi_joint_apply_impulse(stage, j, &j->rows[r], part * j->rows[r].impulse);
    }
}

/* The impulses of the substep before; less of them where they turn a light link far, whose arms have changed since. */
static void start_with_impulses(vv_stage *stage, const contact_island *island)
{
    joint_tree t = vvi_joints_tree(stage, island);
    float most = 0.0f;
    apply_impulses(stage, island, 1.0f);
    for (uint32_t b = 0; b < t.size->bodies; b++)
        most = vvi_max(most, vvi_tree_body_share(stage, &t.bodies[b]));
    if (!(most > WARM_MOTION))
        return;
    float part = WARM_MOTION / most;
    apply_impulses(stage, island, part - 1.0f);
    for (uint32_t k = 0; k < island->joint_count; k++)
        for (uint32_t r = 0; r < JOINT_ROWS; r++)
            joint_of(stage, island, k)->rows[r].impulse *= part;
}

void vvi_joints_prepare(vv_stage *stage, const contact_island *island, float h)
{
    if (island->joint_count == 0)
        return;
    correct_prediction(stage, island, h);
    tree_size *size = vvi_joints_tree(stage, island).size;
    size->is_projecting = is_any_torn(stage, island);
    size->damping = size->is_projecting ? PROJECTION_DAMPING : 0.0f;
    for (uint32_t k = 0; k < island->joint_count; k++) {
        joint *j = joint_of(stage, island, k);
        vvi_joint_begin(stage, j);
        vvi_joint_begin_rows(stage, j, h);
        vvi_joint_place_rows(stage, j, h);
    }
    vvi_joints_begin_stiffening(stage, island);
    for (uint32_t k = 0; k < island->joint_count; k++) {
        joint *j = joint_of(stage, island, k);
        for (uint32_t r = 0; r < JOINT_ROWS; r++) {
            joint_row *row = &j->rows[r];
            row->impulse = row->active && !j->failed ? vvi_clamp(j->impulses[r], row->low, row->high) : 0.0f;
        }
    }
    vvi_joints_stiffen(stage, island, true);
    vvi_joints_find_reach(stage, island);
    start_with_impulses(stage, island);
}

/* ---- Positions --------------------------------------------------------------------------------------------------- */

/* A projection closes a part of the gap that was there when the substep began. */
static void close_gaps(const vv_stage *stage, const contact_island *island)
{
    for (uint32_t k = 0; k < island->joint_count; k++) {
        joint *j = joint_of(stage, island, k);
        vv_vec2 gap = vv_vec2_scale(j->start_error, CLOSED_SHARE);
        if (!j->is_in_tree || j->failed)
            continue;
        if (j->rows[JOINT_X].softness == 0.0f)
            j->rows[JOINT_X].error += gap.x;
        if (j->rows[JOINT_Y].softness == 0.0f)
            j->rows[JOINT_Y].error += gap.y;
    }
}

void vvi_joints_evaluate(vv_stage *stage, const contact_island *island, float h, bool last)
{
    if (island->joint_count == 0)
        return;
    for (uint32_t k = 0; k < island->joint_count; k++) {
        joint *j = joint_of(stage, island, k);
        vvi_joint_place_rows(stage, j, h);
        for (uint32_t r = 0; r < JOINT_ROWS && !j->failed; r++)
            if (!j->is_in_tree || !j->rows[JOINT_Y].active)
                follow_fast_turn(stage, j, &j->rows[r]);
    }
    if (vvi_joints_tree(stage, island).size->is_projecting)
        close_gaps(stage, island);
    bool projects = vvi_joints_check_progress(stage, island, last);
    if (!projects)
        vvi_joints_stiffen(stage, island, false);
    for (uint32_t k = 0; k < island->joint_count; k++) {
        joint *j = joint_of(stage, island, k);
        if (projects && j->is_in_tree && !j->failed)
            vvi_joint_use_directions_now(stage, j);
        for (uint32_t r = 0; r < JOINT_ROWS && !j->failed; r++)
            find_mass(stage, j, &j->rows[r]);
    }
    vvi_joints_find_reach(stage, island);
    vvi_joints_choose_direct(stage, island, false);
}

bool vvi_joints_continue(vv_stage *stage, const contact_island *island, float h)
{
    if (island->joint_count == 0 || !vvi_joints_tree(stage, island).size->is_projecting)
        return false;
    vvi_joints_evaluate(stage, island, h, false);
    return vvi_joints_tree(stage, island).size->residual > CLOSE_ENOUGH;
}

void vvi_joints_move_patches(vv_stage *stage, const contact_island *island, bool velocities)
{
    for (uint32_t k = 0; k < island->joint_count; k++) {
        joint *j = joint_of(stage, island, k);
        for (uint32_t e = 0; e < 2; e++)
            if (j->softness[e] > 0.0f && !j->failed)
                vvi_joint_move_patch(stage, j, e, velocities);
    }
}

static bool is_turning(const joint *j, uint32_t row)
{
    return row == JOINT_ANGLE || (row >= JOINT_LIMIT && j->def.kind == VV_JOINT_HINGE);
}

/* Adds what was pushed, kg·m/s, to what is reported. */
static void book_impulses(joint *j, vv_vec2 pushed)
{
    j->impulse_sum = vv_vec2_add(j->impulse_sum, pushed);
    j->pushed = (vv_vec2){0.0f, 0.0f};
}

/* How far positions were pushed; their velocities are made from it. */
static void add_shift(const vv_stage *stage, const joint *j, uint32_t end)
{
    actor *a = actor_of_end(stage, j, end);
    if (j->fixed[end] || a->puppet || !(stage->contacts->bodies[a - stage->actors].inverse_mass > 0.0f))
        return;
    double share = (end ? 1.0 : -1.0) / a->mass; /* in double: equal and opposite to rounding of the velocities alone */
    a->joint_shift[0] += share * (double)j->pushed.x;
    a->joint_shift[1] += share * (double)j->pushed.y;
}

/* What joints pushed bodies by in a phase: per metre for positions, 1/h, per metre a second for velocities, 1. */
static void sum_impulses(vv_stage *stage, const contact_island *island, double per, bool velocities)
{
    joint_tree t = vvi_joints_tree(stage, island);
    for (uint32_t k = 0; k < t.size->bodies; k++) {
        tree_body *b = &t.bodies[k];
        const rigid_body *body = &stage->contacts->bodies[b->actor];
        double mass = stage->actors[b->actor].mass;
        double angular = velocities ? b->torque : b->turned * (double)body->inertia;
        for (int i = 0; i < 2; i++) {
            b->shift[i] = velocities ? b->shift[i] : b->push[i] / mass;
            b->impulse[i] = (velocities ? b->impulse[i] : 0.0) + per * b->push[i];
            b->push[i] = 0.0;
        }
        b->turn = velocities ? b->turn : b->turned + b->patch_torque / (double)body->inertia;
        b->impulse[2] = (velocities ? b->impulse[2] : 0.0) + per * (angular + b->patch_torque);
        b->torque = b->turned = b->patch_torque = 0.0;
    }
}

void vvi_joints_finish_positions(vv_stage *stage, const contact_island *island, float h)
{
    if (island->joint_count == 0)
        return;
    vvi_joints_unstiffen(stage, island);
    sum_impulses(stage, island, 1.0 / (double)h, false);
    for (uint32_t k = 0; k < island->joint_count; k++) {
        joint *j = joint_of(stage, island, k);
        j->failed = j->failed || !vvi_all_finite(&j->pushed.x, 2);
        for (uint32_t r = 0; r < JOINT_ROWS; r++) {
            const joint_row *row = &j->rows[r];
            j->impulses[r] = row->active && !j->failed && vvi_all_finite(&row->impulse, 1) ? row->impulse : 0.0f;
            j->torque_sum += is_turning(j, r) ? j->impulses[r] / h : 0.0f;
        }
        for (uint32_t e = 0; e < 2 && !j->failed; e++)
            add_shift(stage, j, e);
        book_impulses(j, j->failed ? (vv_vec2){0.0f, 0.0f} : vv_vec2_scale(j->pushed, 1.0f / h));
        bool taut = j->def.kind == VV_JOINT_ROPE && (j->impulses[JOINT_X] != 0.0f || j->impulses[JOINT_Y] != 0.0f);
        j->limit_pushed = j->limit_pushed || taut || j->impulses[JOINT_LIMIT] != 0.0f;
    }
}

/* ---- Velocities -------------------------------------------------------------------------------------------------- */

/* Points that are apart were pushed in directions that are no longer those of now. What pushed their velocities in the
 * substep before would add energy to chains that lash. */
static bool is_apart(const vv_stage *stage, const joint *j)
{
    float size = INFINITY;
    for (uint32_t e = 0; e < 2; e++)
        if (is_actor_end(j, e))
            size = vvi_min(size, actor_of_end(stage, j, e)->view.size);
    return j->rows[JOINT_Y].active && vv_vec2_length(j->start_error) > APART * size;
}

void vvi_joints_prepare_velocities(vv_stage *stage, const contact_island *island, float h)
{
    if (island->joint_count == 0)
        return;
    for (uint32_t k = 0; k < island->joint_count; k++) {
        joint *j = joint_of(stage, island, k);
        vvi_joint_place_velocity_rows(stage, j, h);
        bool apart = is_apart(stage, j);
        for (uint32_t r = 0; r < JOINT_ROWS; r++) {
            joint_row *row = &j->rows[r];
            bool soft = row->softness > 0.0f;
            row->impulse = 0.0f;
            if (!row->active || j->failed)
                continue;
            if (soft)
                row->impulse = row->later * j->impulses[r] / h;
            else if (!apart || r > JOINT_Y)
                row->impulse = vvi_clamp(j->velocity_impulses[r], row->low, row->high);
            vvi_joint_apply_impulse(stage, j, row, row->impulse);
            row->active = !soft;
            row->softness = 0.0f;
            find_mass(stage, j, row);
        }
    }
    vvi_joints_choose_direct(stage, island, true);
}

void vvi_joints_finish_velocities(vv_stage *stage, const contact_island *island, float h)
{
    if (island->joint_count == 0)
        return;
    sum_impulses(stage, island, 1.0, true);
    for (uint32_t k = 0; k < island->joint_count; k++) {
        joint *j = joint_of(stage, island, k);
        for (uint32_t r = 0; r < JOINT_ROWS; r++) {
            const joint_row *row = &j->rows[r];
            bool sane = !j->failed && vvi_all_finite(&row->impulse, 1);
            j->torque_sum += sane && is_turning(j, r) ? row->impulse : 0.0f;
            j->velocity_impulses[r] = sane && row->active ? row->impulse : 0.0f;
        }
        j->failed = j->failed || !vvi_all_finite(&j->pushed.x, 2);
        book_impulses(j, j->failed ? (vv_vec2){0.0f, 0.0f} : j->pushed);
        if (!j->failed)
            j->angle = vvi_joint_angle(j, j->now);
    }
    vvi_joints_move_patches(stage, island, true);
    vvi_joints_limit_energy(stage, island, h);
}
