/* Limbs that a contact holds and no line covers: bent at their knee or elbow, in the direction in which the base
 * bends them, until they reach.
 *
 * A leg that stands nearly straight can be shortened by bending its knee in any direction, and a solver that only
 * uses derivatives takes the nearest one. In closed form instead: of the joints between the two ends of the limb, the
 * one that allows most is its hinge. Its axis is fixed in the frame of the bone above it, at the mean of the base.
 * The law of cosines opens the hinge until both ends have the wanted distance; then the whole limb is rotated
 * minimally onto the target. A limb ends where its shin does, and a foot beyond it keeps its rotation: with the foot
 * as a part of the shin, a straight leg could only be shortened by jumping to a bent one. */
#include "matching.h"

#include <string.h>

/* a limb that begins further out is preferred if it has this share of the largest fold */
#define OUTER_PREFERENCE 0.9
#define MIN_SHIN_COSINE  0.9   /* smallest cosine between a shin and a segment that continues it */
#define USUAL_BEND_SINE  0.03  /* sine of a bend of the base that counts as much as the usual bend of legs and arms */
#define LEG_HEIGHT_SHARE 0.3   /* legs end below this share of the height of the figure */
#define SOFT_REACH_SHARE 0.985 /* share of its length from which a limb is stretched softly */
#define MIN_BEND         0.05  /* radians by which a hinge is bent at least */
#define BEND_WEIGHT      1.0   /* weight of a radian below that, in the second stage */
#define FREE_BEND        0.3   /* radians from which on a hinge moves freely */
#define STRAIGHT_WEIGHT  0.1   /* square root of the weight of a straight hinge */
#define PI               3.14159265358979323846

static bool is_undrawn_joint(const vv_match *match, uint32_t joint)
{
    return match->final_pose.joint_weights[joint] >= 1.0;
}

/* Limbs end at joints with several children if a line may cover what is beyond. */
static bool is_limb_joint(const vv_match *match, uint32_t joint)
{
    uint32_t children = 0;
    for (uint32_t j = 0; j < match->joint_count; j++)
        children += match->parents[j] == match->body.joints[joint] ? 1 : 0;
    return match->body.parents[joint] != VV_NONE && (children < 2 || is_undrawn_joint(match, joint));
}

/* Whether a line determines how the limb of a contact is bent at a sample. */
static bool is_limb_drawn(const vv_match *match, const match_sample *sample, const match_contact *contact)
{
    const match_path *a = &match->paths[sample->before], *b = &match->paths[sample->after];
    uint32_t above = match->body.parents[contact->hinge];
    return (a->in_set[above] && b->in_set[above]) || (a->in_set[contact->hinge] && b->in_set[contact->hinge]);
}

/* The length along the bones from a joint to a node below it. */
static double length_below(const vv_match *match, uint32_t joint, uint32_t node)
{
    double length = 0.0;
    for (; node != joint && node != VV_NONE; node = match->body.parents[node])
        length += d3_length(match->levers[node]);
    return length;
}

/* The node that a contact places: its joint if the contact has a rotation, else its point. */
static uint32_t goal_node(const match_contact *contact)
{
    return contact->has_rotation ? contact->joint : contact->node;
}

/* Chooses the top and the hinge that can fold most. */
static void choose_hinge(const vv_match *match, match_contact *contact)
{
    const uint32_t *up = match->body.parents;
    uint32_t end = goal_node(contact);
    double largest = 0.0;
    contact->top = contact->hinge = VV_NONE;
    for (uint32_t hinge = up[end]; hinge != VV_NONE && is_limb_joint(match, hinge); hinge = up[hinge])
        for (uint32_t top = up[hinge]; top != VV_NONE && is_limb_joint(match, top); top = up[top]) {
            double above = length_below(match, top, hinge), below = length_below(match, hinge, end);
            double fold = above < below ? above : below;
            if (fold > 1e-4 && OUTER_PREFERENCE * fold > largest) {
                largest = fold;
                contact->top = top;
                contact->hinge = hinge;
            }
        }
    for (contact->shin = end; contact->hinge != VV_NONE && up[contact->shin] != contact->hinge;)
        contact->shin = up[contact->shin];
}

/* The node below another one, towards a contact. */
static uint32_t next_down(const vv_match *match, const match_contact *contact, uint32_t node)
{
    uint32_t next = goal_node(contact);
    while (match->body.parents[next] != node)
        next = match->body.parents[next];
    return next;
}

static d3 rest_place(const vv_match *match, const match_contact *contact, uint32_t node)
{
    uint32_t joint = match->body.skeleton_joints[node];
    d3 point = node == contact->node ? contact->point : (d3){0.0, 0.0, 0.0};
    return d3_add(match->skeleton_places[joint], dq_rotate(match->skeleton_turns[joint], point));
}

/* Finds the end of the shin: as far as the following segments continue it, at rest. */
static void find_end(const vv_match *match, match_contact *contact)
{
    d3 none = {0.0, 0.0, 0.0}, knee = rest_place(match, contact, contact->hinge);
    d3 shin = d3_direction(d3_sub(rest_place(match, contact, contact->shin), knee), none);
    for (contact->end = contact->shin; contact->end != goal_node(contact);) {
        uint32_t next = next_down(match, contact, contact->end);
        d3 piece = d3_sub(rest_place(match, contact, next), rest_place(match, contact, contact->end));
        if (d3_dot(piece, shin) < MIN_SHIN_COSINE * d3_length(piece))
            return;
        contact->end = next;
    }
}

/* ---- Direction of bending ---------------------------------------------------------------------------------------- */

/* The axis of the bend at b of the path a – b – c; its length is the sine of the bend. */
static d3 bend_vector(d3 a, d3 b, d3 c)
{
    d3 none = {0.0, 0.0, 0.0};
    return d3_cross(d3_direction(d3_sub(b, a), none), d3_direction(d3_sub(c, b), none));
}

/* The usual axis: knees bend forwards, elbows backwards (or down, if the arm points forwards), at rest. */
static d3 usual_axis(const vv_match *match, const match_contact *contact, const d3 *places)
{
    const match_body *body = &match->body;
    double low = INFINITY, high = -INFINITY;
    for (uint32_t j = 0; j < match->joint_count; j++) {
        low = places[j].y < low ? places[j].y : low;
        high = places[j].y > high ? places[j].y : high;
    }
    d3 tip = places[body->skeleton_joints[goal_node(contact)]],
       limb_vector = d3_sub(tip, places[body->joints[contact->top]]);
    bool leg = tip.y < low + LEG_HEIGHT_SHARE * (high - low);
    d3 side = {0.0, 0.0, leg ? 1.0 : -1.0}, axis = d3_cross(side, d3_direction(limb_vector, side));
    if (d3_length(axis) < 0.3)
        axis = d3_cross((d3){0.0, -1.0, 0.0}, d3_direction(limb_vector, side));
    return d3_direction(axis, (d3){1.0, 0.0, 0.0});
}

/* Finds the axis of the hinge, in the frame of the joint above it. */
static void find_hinge_axis(const vv_match *match, match_contact *contact, const dq *rest_turns, const d3 *rest_places)
{
    const match_body *body = &match->body;
    uint32_t above = body->parents[contact->hinge];
    d3 usual = dq_rotate(dq_conjugate(rest_turns[body->joints[above]]), usual_axis(match, contact, rest_places));
    d3 sum = {0.0, 0.0, 0.0};
    for (uint32_t b = 0; b < match->bases; b++) {
        const d3 *places = match->base_places + (size_t)b * body->node_count;
        dq frame = match->base_globals[(size_t)b * body->joint_count + above];
        d3 axis = bend_vector(places[contact->top], places[contact->hinge], places[contact->shin]);
        sum = d3_add(sum, dq_rotate(dq_conjugate(frame), axis));
    }
    contact->hinge_axis = d3_direction(d3_add_scaled(d3_scale(sum, 1.0 / match->bases), usual, USUAL_BEND_SINE), usual);
}

/* The reach of a contact; one near the root counts as half way out at least. */
static double find_reach(const vv_match *match, uint32_t node)
{
    double length = length_below(match, 0, node), largest = 1e-3;
    for (uint32_t i = 0; i < match->body.node_count; i++) {
        double other = length_below(match, 0, i);
        largest = other > largest ? other : largest;
    }
    return length > 0.5 * largest ? length : 0.5 * largest;
}

/* Whether nothing but contacts of the same joint holds or draws a limb. */
static bool is_only_contact(const vv_match *match, const match_contact *contact)
{
    bool alone =
        contact->hinge != VV_NONE && is_undrawn_joint(match, contact->hinge) && is_undrawn_joint(match, contact->top);
    for (uint32_t h = 0; alone && h < match->contact_count; h++) {
        uint32_t joint = match->contacts[h].joint, up = joint;
        while (up != VV_NONE && up > contact->top)
            up = match->body.parents[up];
        alone = up != contact->top || joint == contact->joint;
    }
    return alone;
}

void vvi_match_find_limbs(vv_match *match)
{
    for (uint32_t j = 0; j < match->joint_count; j++) {
        vv_joint joint = vv_skeleton_joint(match->skeleton, j);
        uint32_t p = joint.parent;
        d3 move = d3_scale(d3_of(joint.translation), match->unit);
        match->skeleton_turns[j] =
            p == VV_NONE ? dq_of(joint.rotation) : dq_multiply(match->skeleton_turns[p], dq_of(joint.rotation));
        match->skeleton_places[j] =
            p == VV_NONE ? move : d3_add(match->skeleton_places[p], dq_rotate(match->skeleton_turns[p], move));
    }
    for (uint32_t h = 0; h < match->contact_count; h++) {
        match_contact *contact = &match->contacts[h];
        contact->reach = find_reach(match, contact->node);
        choose_hinge(match, contact);
        if (contact->hinge != VV_NONE) {
            find_end(match, contact);
            find_hinge_axis(match, contact, match->skeleton_turns, match->skeleton_places);
        }
        contact->is_undrawn = contact->hinge != VV_NONE && is_undrawn_joint(match, contact->hinge);
        contact->is_only_contact = is_only_contact(match, contact);
    }
}

/* ---- One pose ---------------------------------------------------------------------------------------------------- */

static bool is_descendant(const vv_match *match, uint32_t joint, uint32_t node)
{
    while (joint != VV_NONE && joint > node)
        joint = match->body.parents[joint];
    return joint == node;
}

/* Rotates a joint and everything attached to it. */
static void rotate_subtree(vv_match *match, uint32_t sample, uint32_t joint, dq by)
{
    match_final_pose *f = &match->final_pose;
    for (uint32_t i = joint; i < match->body.joint_count; i++)
        if (is_descendant(match, i, joint))
            f->turns[i] = dq_normalize(dq_multiply(by, f->turns[i]));
    vvi_match_update_places(match, sample, f);
}

/* The distance that a limb of these two lengths spans; it is approached softly near the full length, so that the knee
 * does not snap. */
static double soft_span(double a, double b, double distance)
{
    double full_length = a + b, soft_start = SOFT_REACH_SHARE * full_length, min_length = fabs(a - b),
           excess = (distance - soft_start) / (full_length - soft_start);
    if (excess > 0.0)
        return soft_start + (full_length - soft_start) * excess / (1.0 + excess);
    return distance > min_length + 1e-3 * full_length ? distance : min_length + 1e-3 * full_length;
}

/* The bones of a limb projected along its hinge's axis: the angles of the end and of the shin against the thigh. */
typedef struct limb_shape {
    d3 axis, thigh_direction; /* unit vectors; the direction of the thigh is the first axis of the plane */
    double thigh, end, rise, angle, flexion_angle;
} limb_shape;

static double angle_about(const limb_shape *l, d3 v)
{
    return vvi_atan2_double(d3_dot(d3_cross(l->thigh_direction, v), l->axis), d3_dot(l->thigh_direction, v));
}

static limb_shape measure_limb(vv_match *match, uint32_t sample, const match_contact *contact)
{
    const d3 *places = match->final_pose.places;
    limb_shape l = {.axis = dq_rotate(vvi_match_current_turn(match, sample, match->body.parents[contact->hinge]),
                                      contact->hinge_axis)};
    d3 thigh = d3_sub(places[contact->hinge], places[contact->top]),
       end = d3_sub(places[contact->end], places[contact->hinge]);
    d3 flat = d3_add_scaled(thigh, l.axis, -d3_dot(thigh, l.axis));
    l.thigh_direction = d3_direction(flat, match->n);
    l.thigh = d3_length(flat);
    l.end = d3_length(d3_add_scaled(end, l.axis, -d3_dot(end, l.axis)));
    l.rise = d3_dot(d3_add(thigh, end), l.axis);
    l.angle = angle_about(&l, end);
    l.flexion_angle = angle_about(&l, d3_sub(places[contact->shin], places[contact->hinge]));
    return l;
}

/* The angle by which the hinge must rotate, in its direction of bending, for the limb to span a distance. */
static double hinge_rotation(const limb_shape *l, double distance)
{
    double flat = distance * distance - l->rise * l->rise;
    double cosine = (flat - l->thigh * l->thigh - l->end * l->end) / (2.0 * l->thigh * l->end + 1e-12);
    double wanted = cosine >= 1.0 ? 0.0 : cosine <= -1.0 ? PI : vvi_atan2_double(sqrt(1.0 - cosine * cosine), cosine);
    return wanted - l->angle;
}

/* The vector from the end of a limb to the node that its contact places, with the rotations of f->scratch_turns. */
static d3 foot_vector(const vv_match *match, uint32_t sample, const match_contact *contact)
{
    const d3 *levers = match->planar_levers + (size_t)sample * match->body.node_count;
    d3 foot = {0.0, 0.0, 0.0};
    for (uint32_t i = goal_node(contact); i != contact->end; i = match->body.parents[i])
        foot = d3_add(foot, dq_rotate(match->final_pose.scratch_turns[match->body.parents[i]], levers[i]));
    return foot;
}

void vvi_match_keep_foot(vv_match *match, uint32_t sample, const match_contact *contact, double strength)
{
    match_final_pose *f = &match->final_pose;
    uint32_t joints = match->body.joint_count;
    const dq *base = match->base_globals + vvi_match_base_of(match, sample) * joints;
    for (uint32_t i = contact->end; contact->hinge != VV_NONE && i < joints; i++) {
        d3 delta = vvi_rotation_log(dq_multiply(base[i], dq_conjugate(vvi_match_current_turn(match, sample, i))));
        if (is_descendant(match, i, contact->end))
            f->scratch_turns[i] = dq_multiply(vvi_rotation_exp(d3_scale(delta, strength)), f->turns[i]);
    }
}

void vvi_match_bend_limb(vv_match *match, uint32_t sample, const match_contact *contact, d3 place, dq turn)
{
    match_final_pose *f = &match->final_pose;
    if (contact->hinge == VV_NONE || is_limb_drawn(match, &match->samples[sample], contact))
        return;
    d3 to = contact->has_rotation ? d3_sub(place, dq_rotate(turn, contact->point)) : place,
       top = f->places[contact->top];
    to = d3_sub(to, foot_vector(match, sample, contact));
    limb_shape l = measure_limb(match, sample, contact);
    double distance = soft_span(l.thigh, l.end, d3_length(d3_sub(to, top)));
    rotate_subtree(match, sample, contact->hinge, vvi_rotation_exp(d3_scale(l.axis, hinge_rotation(&l, distance))));
    d3 from = d3_direction(d3_sub(f->places[contact->end], top), l.axis), aim = d3_direction(d3_sub(to, top), from);
    rotate_subtree(match, sample, contact->top, vvi_rotation_between(from, aim, l.axis));
    for (uint32_t i = contact->end; contact->end != goal_node(contact) && i < match->body.joint_count; i++)
        if (is_descendant(match, i, contact->end))
            f->turns[i] = f->scratch_turns[i];
    vvi_match_update_places(match, sample, f);
    if (contact->has_rotation)
        rotate_subtree(match, sample, contact->joint,
                       dq_multiply(turn, dq_conjugate(vvi_match_current_turn(match, sample, contact->joint))));
}

/* Blends the rotations of everything attached to a joint with those in f->scratch_turns. */
static void blend_subtree(vv_match *match, uint32_t sample, uint32_t joint, double share)
{
    match_final_pose *f = &match->final_pose;
    for (uint32_t i = joint; i < match->body.joint_count; i++) {
        d3 delta = vvi_rotation_log(dq_multiply(f->turns[i], dq_conjugate(f->scratch_turns[i])));
        f->turns[i] = dq_normalize(dq_multiply(vvi_rotation_exp(d3_scale(delta, share)), f->scratch_turns[i]));
    }
    vvi_match_update_places(match, sample, f);
}

void vvi_match_carry_limb(vv_match *match, uint32_t sample, const match_contact *contact, double strength)
{
    match_final_pose *f = &match->final_pose;
    if (!contact->is_only_contact || !(strength > 0.0))
        return;
    d3 place = f->places[contact->node];
    dq turn = vvi_match_current_turn(match, sample, contact->joint),
       above = f->turns[match->body.parents[contact->top]];
    memcpy(f->scratch_turns, f->turns, match->body.joint_count * sizeof *f->scratch_turns);
    for (uint32_t i = contact->top; i < match->body.joint_count; i++)
        if (is_descendant(match, i, contact->top))
            f->turns[i] = above;
    vvi_match_update_places(match, sample, f);
    vvi_match_bend_limb(match, sample, contact, place, turn);
    blend_subtree(match, sample, contact->top, strength);
}

void vvi_match_set_hinge_weight(vv_match *match, uint32_t sample, const match_contact *contact)
{
    if (!contact->is_undrawn)
        return;
    double t = measure_limb(match, sample, contact).flexion_angle / FREE_BEND;
    match->final_pose.joint_weights[contact->hinge] =
        STRAIGHT_WEIGHT + (1.0 - STRAIGHT_WEIGHT) * vvi_smoothstep_double(t);
}

/* ---- In the second stage ----------------------------------------------------------------------------------------- */

/* The flexion of a hinge: the angle α about its axis from the bone above it to the one below. That bone and the axis
 * both rotate with the joint above, so α depends only on the rotation of the shin s relative to it; its gradient is s
 * × (x c − y a) / (x² + y²), with a along the thigh, c = axis × a, x = s·a and y = s·c. */
static double flexion_angle(const vv_match *match, const match_stage *stage, uint32_t sample,
                            const match_contact *contact, const match_pose *pose, d3 *slope)
{
    uint32_t above = match->body.parents[contact->hinge];
    dq flat = stage->turns[(size_t)sample * match->body.joint_count + above];
    d3 axis = d33_apply(&pose->rotations[above], dq_rotate(flat, contact->hinge_axis));
    d3 thigh = pose->arms[contact->hinge], shin = pose->arms[contact->shin];
    d3 a = d3_direction(d3_add_scaled(thigh, axis, -d3_dot(thigh, axis)), match->n), c = d3_cross(axis, a);
    double x = d3_dot(shin, a), y = d3_dot(shin, c);
    *slope = d3_scale(d3_cross(shin, d3_add_scaled(d3_scale(c, x), a, -y)), 1.0 / (x * x + y * y + 1e-12));
    return vvi_atan2_double(y, x);
}

/* Adds the term of a hinge to the panels of its joint and of the joint above it. */
static void add_hinge_term(const vv_match *match, const match_stage *stage, uint32_t hinge, double off, d3 slope,
                           match_work *work)
{
    uint32_t above = match->body.parents[hinge], group = stage->group[hinge], over = stage->group[above];
    uint32_t width = stage->pose.width[group], wide = stage->pose.width[over];
    double *own = work->H + stage->pose.panel[group], *other = work->H + stage->pose.panel[over], by[3], against[3];
    for (uint32_t k = 0; k < 3; k++) {
        const d33 *below = &work->pose.left_jacobians[hinge], *top = &work->pose.left_jacobians[above];
        by[k] = slope.x * below->m[0][k] + slope.y * below->m[1][k] + slope.z * below->m[2][k];
        against[k] = -(slope.x * top->m[0][k] + slope.y * top->m[1][k] + slope.z * top->m[2][k]);
        work->b[stage->variable[hinge] + k] += BEND_WEIGHT * off * by[k];
        work->b[stage->variable[above] + k] += BEND_WEIGHT * off * against[k];
    }
    for (uint32_t r = 0; r < 3; r++)
        for (uint32_t c = 0; c < 3; c++) {
            own[(size_t)r * width + c] += BEND_WEIGHT * by[r] * by[c];
            own[(size_t)r * width + 3 + c] += BEND_WEIGHT * by[r] * against[c];
            other[(size_t)r * wide + c] += BEND_WEIGHT * against[r] * against[c];
        }
}

double vvi_match_hinge_terms(const vv_match *match, const match_stage *stage, uint32_t sample, match_work *work,
                             bool normal)
{
    double cost = 0.0;
    for (uint32_t h = 0; h < match->contact_count; h++) {
        const match_contact *contact = &match->contacts[h];
        d3 slope;
        if (contact->hinge == VV_NONE || is_limb_drawn(match, &match->samples[sample], contact))
            continue;
        double off = flexion_angle(match, stage, sample, contact, &work->pose, &slope) - MIN_BEND;
        if (off >= 0.0)
            continue;
        cost += BEND_WEIGHT * off * off;
        if (normal)
            add_hinge_term(match, stage, contact->hinge, off, slope, work);
    }
    return cost;
}
