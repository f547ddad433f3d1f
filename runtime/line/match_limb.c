/* Limbs that a contact holds and no line draws: bent at their knee or elbow towards the side that the base bends it, until they reach.
 *
 * A leg that stands nearly straight can be shortened by bending its knee to any side, and a solver that looks at slopes alone takes
 * whichever is nearest. In closed form: of the joints between the limb's two ends the one with the most room is its hinge; its axis
 * stays in the frame of the bone above it, where the base has it on average. The law of cosines opens it until both ends are as far
 * apart as they should be; then the whole limb turns onto the target the short way. A limb ends where its shin does: a foot beyond it keeps
 * its turn, for with the foot as a part of the shin a straight leg could be shortened by nothing but a leap to a bent one. */
#include "matching.h"

#include <string.h>

#define FAVOUR 0.9   /* a limb from lower down is taken if it has this share of the most room */
#define ALONG  0.9   /* cosine between a shin and a piece that goes on along it, at least */
#define HUNCH  0.03  /* sine of a bend of the base that counts as much as what one would expect of legs and arms */
#define LOW    0.3   /* legs end below this share of the figure's height */
#define SOFT   0.985 /* of its length: from there on a limb is stretched softly */
#define BENT   0.05  /* radians: what a hinge is bent by at least */
#define STIFF  1.0   /* weight of a radian less, in the second stage */
#define SLACK  0.3   /* radians from where on it bends gladly */
#define LEAST  0.1   /* root of how gladly a straight one does */
#define PI     3.14159265358979323846

static bool is_free(const vv_match *match, uint32_t joint) { return match->finishing.ease[joint] >= 1.0; }

/* Limbs end where bodies branch, if a line may draw what is beyond. */
static bool is_limb(const vv_match *match, uint32_t joint)
{
    uint32_t children = 0;
    for (uint32_t j = 0; j < match->joint_count; j++)
        children += match->parents[j] == match->body.joints[joint] ? 1 : 0;
    return match->body.up[joint] != VV_NONE && (children < 2 || is_free(match, joint));
}

/* Whether the line says how a contact's limb is bent at a sample. */
static bool is_drawn(const vv_match *match, const match_sample *sample, const match_hold *hold)
{
    const match_way *a = &match->ways[sample->before], *b = &match->ways[sample->after];
    uint32_t above = match->body.up[hold->hinge];
    return (a->own[above] && b->own[above]) || (a->own[hold->hinge] && b->own[hold->hinge]);
}

/* Along the bones from a joint to a node below it. */
static double way_down(const vv_match *match, uint32_t joint, uint32_t node)
{
    double far = 0.0;
    for (; node != joint && node != VV_NONE; node = match->body.up[node])
        far += d3_length(match->levers[node]);
    return far;
}

/* A turned contact leads its joint, whose turn is told; another leads its point. */
static uint32_t led_node(const match_hold *hold) { return hold->turned ? hold->joint : hold->node; }

/* The top and the hinge with the most room. */
static void choose_hinge(const vv_match *match, match_hold *hold)
{
    const uint32_t *up = match->body.up;
    uint32_t end = led_node(hold);
    double most = 0.0;
    hold->top = hold->hinge = VV_NONE;
    for (uint32_t hinge = up[end]; hinge != VV_NONE && is_limb(match, hinge); hinge = up[hinge])
        for (uint32_t top = up[hinge]; top != VV_NONE && is_limb(match, top); top = up[top]) {
            double above = way_down(match, top, hinge), below = way_down(match, hinge, end);
            double room = above < below ? above : below;
            if (room > 1e-4 && FAVOUR * room > most) {
                most = room;
                hold->top = top;
                hold->hinge = hinge;
            }
        }
    for (hold->shin = end; hold->hinge != VV_NONE && up[hold->shin] != hold->hinge;)
        hold->shin = up[hold->shin];
}

/* The node below another on the way to a contact. */
static uint32_t next_down(const vv_match *match, const match_hold *hold, uint32_t node)
{
    uint32_t next = led_node(hold);
    while (match->body.up[next] != node)
        next = match->body.up[next];
    return next;
}

static d3 rest_place(const vv_match *match, const match_hold *hold, uint32_t node)
{
    uint32_t joint = match->body.of[node];
    d3 point = node == hold->node ? hold->point : (d3){0.0, 0.0, 0.0};
    return d3_add(match->all_places[joint], dq_rotate(match->all_turns[joint], point));
}

/* Where the shin ends: as far as what follows it goes on along it, at rest. */
static void find_end(const vv_match *match, match_hold *hold)
{
    d3 none = {0.0, 0.0, 0.0}, knee = rest_place(match, hold, hold->hinge);
    d3 shin = d3_direction(d3_sub(rest_place(match, hold, hold->shin), knee), none);
    for (hold->end = hold->shin; hold->end != led_node(hold);) {
        uint32_t next = next_down(match, hold, hold->end);
        d3 piece = d3_sub(rest_place(match, hold, next), rest_place(match, hold, hold->end));
        if (d3_dot(piece, shin) < ALONG * d3_length(piece))
            return;
        hold->end = next;
    }
}

/* ---- Which way it bends ------------------------------------------------------------------------------------------------- */

/* The axis of a bend at b of the way a – b – c: as long as the bend's sine. */
static d3 bend(d3 a, d3 b, d3 c)
{
    d3 none = {0.0, 0.0, 0.0};
    return d3_cross(d3_direction(d3_sub(b, a), none), d3_direction(d3_sub(c, b), none));
}

/* Knees go forwards, elbows backwards (or down, of arms that point forwards), at rest. */
static d3 expected(const vv_match *match, const match_hold *hold, const d3 *places)
{
    const match_body *body = &match->body;
    double low = INFINITY, high = -INFINITY;
    for (uint32_t j = 0; j < match->joint_count; j++) {
        low = places[j].y < low ? places[j].y : low;
        high = places[j].y > high ? places[j].y : high;
    }
    d3 tip = places[body->of[led_node(hold)]], along = d3_sub(tip, places[body->joints[hold->top]]);
    bool leg = tip.y < low + LOW * (high - low);
    d3 side = {0.0, 0.0, leg ? 1.0 : -1.0}, axis = d3_cross(side, d3_direction(along, side));
    if (d3_length(axis) < 0.3)
        axis = d3_cross((d3){0.0, -1.0, 0.0}, d3_direction(along, side));
    return d3_direction(axis, (d3){1.0, 0.0, 0.0});
}

/* In the frame of the joint above the hinge. */
static void find_axis(const vv_match *match, match_hold *hold, const dq *rest_turns, const d3 *rest_places)
{
    const match_body *body = &match->body;
    uint32_t above = body->up[hold->hinge];
    d3 hunch = dq_rotate(dq_conjugate(rest_turns[body->joints[above]]), expected(match, hold, rest_places));
    d3 sum = {0.0, 0.0, 0.0};
    for (uint32_t b = 0; b < match->bases; b++) {
        const d3 *places = match->base_places + (size_t)b * body->node_count;
        dq frame = match->base_globals[(size_t)b * body->joint_count + above];
        d3 axis = bend(places[hold->top], places[hold->hinge], places[hold->shin]);
        sum = d3_add(sum, dq_rotate(dq_conjugate(frame), axis));
    }
    hold->axis = d3_direction(d3_along(d3_scale(sum, 1.0 / match->bases), hunch, HUNCH), hunch);
}

/* Contacts near the root are as much at home as those half way out. */
static double reach_of(const vv_match *match, uint32_t node)
{
    double far = way_down(match, 0, node), most = 1e-3;
    for (uint32_t i = 0; i < match->body.node_count; i++) {
        double other = way_down(match, 0, i);
        most = other > most ? other : most;
    }
    return far > 0.5 * most ? far : 0.5 * most;
}

/* Whether nothing but its own contacts, of the same joint, holds or draws a limb. */
static bool is_alone(const vv_match *match, const match_hold *hold)
{
    bool alone = hold->hinge != VV_NONE && is_free(match, hold->hinge) && is_free(match, hold->top);
    for (uint32_t h = 0; alone && h < match->hold_count; h++) {
        uint32_t joint = match->holds[h].joint, up = joint;
        while (up != VV_NONE && up > hold->top)
            up = match->body.up[up];
        alone = up != hold->top || joint == hold->joint;
    }
    return alone;
}

void vvi_match_limbs(vv_match *match)
{
    for (uint32_t j = 0; j < match->joint_count; j++) {
        vv_joint joint = vv_skeleton_joint(match->skeleton, j);
        uint32_t p = joint.parent;
        d3 move = d3_scale(d3_of(joint.move), match->unit);
        match->all_turns[j] = p == VV_NONE ? dq_of(joint.turn) : dq_multiply(match->all_turns[p], dq_of(joint.turn));
        match->all_places[j] = p == VV_NONE ? move : d3_add(match->all_places[p], dq_rotate(match->all_turns[p], move));
    }
    for (uint32_t h = 0; h < match->hold_count; h++) {
        match_hold *hold = &match->holds[h];
        hold->reach = reach_of(match, hold->node);
        choose_hinge(match, hold);
        if (hold->hinge != VV_NONE) {
            find_end(match, hold);
            find_axis(match, hold, match->all_turns, match->all_places);
        }
        hold->free = hold->hinge != VV_NONE && is_free(match, hold->hinge);
        hold->alone = is_alone(match, hold);
    }
}

/* ---- One pose ------------------------------------------------------------------------------------------------------------ */

static bool hangs_on(const vv_match *match, uint32_t joint, uint32_t node)
{
    while (joint != VV_NONE && joint > node)
        joint = match->body.up[joint];
    return joint == node;
}

/* Turns a joint and all that hangs on it. */
static void turn_below(vv_match *match, uint32_t sample, uint32_t joint, dq by)
{
    match_finishing *f = &match->finishing;
    for (uint32_t i = joint; i < match->body.joint_count; i++)
        if (hangs_on(match, i, joint))
            f->turns[i] = dq_normalize(dq_multiply(by, f->turns[i]));
    vvi_match_place_all(match, sample, f);
}

/* A distance that a limb of these two lengths can span; near its length softly, so that the knee does not snap. */
static double span(double a, double b, double distance)
{
    double whole = a + b, soft = SOFT * whole, least = fabs(a - b), beyond = (distance - soft) / (whole - soft);
    if (beyond > 0.0)
        return soft + (whole - soft) * beyond / (1.0 + beyond);
    return distance > least + 1e-3 * whole ? distance : least + 1e-3 * whole;
}

/* The limb's bones seen along its hinge's axis: how far the end, and the shin's, are turned against the thigh. */
typedef struct limb {
    d3 axis, along; /* unit; the thigh's direction is their plane's first axis */
    double thigh, end, rise, angle, flexion;
} limb;

static double angle_about(const limb *l, d3 v)
{
    return vvi_atan2_double(d3_dot(d3_cross(l->along, v), l->axis), d3_dot(l->along, v));
}

static limb look_at(vv_match *match, uint32_t sample, const match_hold *hold)
{
    const d3 *places = match->finishing.places;
    limb l = {.axis = dq_rotate(vvi_match_turn_now(match, sample, match->body.up[hold->hinge]), hold->axis)};
    d3 thigh = d3_sub(places[hold->hinge], places[hold->top]), end = d3_sub(places[hold->end], places[hold->hinge]);
    d3 flat = d3_along(thigh, l.axis, -d3_dot(thigh, l.axis));
    l.along = d3_direction(flat, match->n);
    l.thigh = d3_length(flat);
    l.end = d3_length(d3_along(end, l.axis, -d3_dot(end, l.axis)));
    l.rise = d3_dot(d3_add(thigh, end), l.axis);
    l.angle = angle_about(&l, end);
    l.flexion = angle_about(&l, d3_sub(places[hold->shin], places[hold->hinge]));
    return l;
}

/* By how much the hinge must turn, to the side that it bends to, for its limb to span a distance. */
static double hinge_turn(const limb *l, double distance)
{
    double flat = distance * distance - l->rise * l->rise;
    double cosine = (flat - l->thigh * l->thigh - l->end * l->end) / (2.0 * l->thigh * l->end + 1e-12);
    double wanted = cosine >= 1.0 ? 0.0 : cosine <= -1.0 ? PI : vvi_atan2_double(sqrt(1.0 - cosine * cosine), cosine);
    return wanted - l->angle;
}

/* What leads from the end of a limb to what its contact leads, with the turns of f->sums. */
static d3 foot_of(const vv_match *match, uint32_t sample, const match_hold *hold)
{
    const d3 *levers = match->flat_levers + (size_t)sample * match->body.node_count;
    d3 foot = {0.0, 0.0, 0.0};
    for (uint32_t i = led_node(hold); i != hold->end; i = match->body.up[i])
        foot = d3_add(foot, dq_rotate(match->finishing.sums[match->body.up[i]], levers[i]));
    return foot;
}

void vvi_match_plant(vv_match *match, uint32_t sample, const match_hold *hold, double grip)
{
    match_finishing *f = &match->finishing;
    uint32_t joints = match->body.joint_count;
    const dq *base = match->base_globals + vvi_match_base_of(match, sample) * joints;
    for (uint32_t i = hold->end; hold->hinge != VV_NONE && i < joints; i++) {
        d3 way = vvi_turn_log(dq_multiply(base[i], dq_conjugate(vvi_match_turn_now(match, sample, i))));
        if (hangs_on(match, i, hold->end))
            f->sums[i] = dq_multiply(vvi_turn_exp(d3_scale(way, grip)), f->turns[i]);
    }
}

void vvi_match_bend(vv_match *match, uint32_t sample, const match_hold *hold, d3 place, dq turn)
{
    match_finishing *f = &match->finishing;
    if (hold->hinge == VV_NONE || is_drawn(match, &match->samples[sample], hold))
        return;
    d3 to = hold->turned ? d3_sub(place, dq_rotate(turn, hold->point)) : place, top = f->places[hold->top];
    to = d3_sub(to, foot_of(match, sample, hold));
    limb l = look_at(match, sample, hold);
    double distance = span(l.thigh, l.end, d3_length(d3_sub(to, top)));
    turn_below(match, sample, hold->hinge, vvi_turn_exp(d3_scale(l.axis, hinge_turn(&l, distance))));
    d3 from = d3_direction(d3_sub(f->places[hold->end], top), l.axis), aim = d3_direction(d3_sub(to, top), from);
    turn_below(match, sample, hold->top, vvi_turn_between(from, aim, l.axis));
    for (uint32_t i = hold->end; hold->end != led_node(hold) && i < match->body.joint_count; i++)
        if (hangs_on(match, i, hold->end))
            f->turns[i] = f->sums[i];
    vvi_match_place_all(match, sample, f);
    if (hold->turned)
        turn_below(match, sample, hold->joint,
                   dq_multiply(turn, dq_conjugate(vvi_match_turn_now(match, sample, hold->joint))));
}

/* Turns of all that hangs on a joint, mixed with what they were: f->sums. */
static void mix_below(vv_match *match, uint32_t sample, uint32_t joint, double share)
{
    match_finishing *f = &match->finishing;
    for (uint32_t i = joint; i < match->body.joint_count; i++) {
        d3 way = vvi_turn_log(dq_multiply(f->turns[i], dq_conjugate(f->sums[i])));
        f->turns[i] = dq_normalize(dq_multiply(vvi_turn_exp(d3_scale(way, share)), f->sums[i]));
    }
    vvi_match_place_all(match, sample, f);
}

void vvi_match_carry(vv_match *match, uint32_t sample, const match_hold *hold, double grip)
{
    match_finishing *f = &match->finishing;
    if (!hold->alone || !(grip > 0.0))
        return;
    d3 place = f->places[hold->node];
    dq turn = vvi_match_turn_now(match, sample, hold->joint), above = f->turns[match->body.up[hold->top]];
    memcpy(f->sums, f->turns, match->body.joint_count * sizeof *f->sums);
    for (uint32_t i = hold->top; i < match->body.joint_count; i++)
        if (hangs_on(match, i, hold->top))
            f->turns[i] = above;
    vvi_match_place_all(match, sample, f);
    vvi_match_bend(match, sample, hold, place, turn);
    mix_below(match, sample, hold->top, grip);
}

void vvi_match_slacken(vv_match *match, uint32_t sample, const match_hold *hold)
{
    if (!hold->free)
        return;
    double t = look_at(match, sample, hold).flexion / SLACK;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    match->finishing.ease[hold->hinge] = LEAST + (1.0 - LEAST) * t * t * (3.0 - 2.0 * t);
}

/* ---- In the second stage -------------------------------------------------------------------------------------------------- */

/* How far a hinge is bent: the angle α about its axis from the bone above it to the one below. Both that bone and the axis turn with the
 * joint above, so α changes with the turn of the shin s against it alone: by s × (x c − y a) / (x² + y²), with a along the thigh,
 * c = axis × a, x = s·a and y = s·c. */
static double flexion(const vv_match *match, const match_stage *stage, uint32_t sample, const match_hold *hold,
                      const match_pose *pose, d3 *slope)
{
    uint32_t above = match->body.up[hold->hinge];
    dq flat = stage->turns[(size_t)sample * match->body.joint_count + above];
    d3 axis = d33_apply(&pose->rotations[above], dq_rotate(flat, hold->axis));
    d3 thigh = pose->arms[hold->hinge], shin = pose->arms[hold->shin];
    d3 a = d3_direction(d3_along(thigh, axis, -d3_dot(thigh, axis)), match->n), c = d3_cross(axis, a);
    double x = d3_dot(shin, a), y = d3_dot(shin, c);
    *slope = d3_scale(d3_cross(shin, d3_along(d3_scale(c, x), a, -y)), 1.0 / (x * x + y * y + 1e-12));
    return vvi_atan2_double(y, x);
}

/* Into the panels of the hinge and of the joint above it. */
static void add_hinge(const vv_match *match, const match_stage *stage, uint32_t hinge, double off, d3 slope,
                      match_work *work)
{
    uint32_t above = match->body.up[hinge], group = stage->group[hinge], over = stage->group[above];
    uint32_t width = stage->pose.width[group], wide = stage->pose.width[over];
    double *own = work->H + stage->pose.panel[group], *other = work->H + stage->pose.panel[over], by[3], against[3];
    for (uint32_t k = 0; k < 3; k++) {
        const d33 *below = &work->pose.left[hinge], *top = &work->pose.left[above];
        by[k] = slope.x * below->m[0][k] + slope.y * below->m[1][k] + slope.z * below->m[2][k];
        against[k] = -(slope.x * top->m[0][k] + slope.y * top->m[1][k] + slope.z * top->m[2][k]);
        work->b[stage->variable[hinge] + k] += STIFF * off * by[k];
        work->b[stage->variable[above] + k] += STIFF * off * against[k];
    }
    for (uint32_t r = 0; r < 3; r++)
        for (uint32_t c = 0; c < 3; c++) {
            own[(size_t)r * width + c] += STIFF * by[r] * by[c];
            own[(size_t)r * width + 3 + c] += STIFF * by[r] * against[c];
            other[(size_t)r * wide + c] += STIFF * against[r] * against[c];
        }
}

double vvi_match_hinges(const vv_match *match, const match_stage *stage, uint32_t sample, match_work *work, bool normal)
{
    double cost = 0.0;
    for (uint32_t h = 0; h < match->hold_count; h++) {
        const match_hold *hold = &match->holds[h];
        d3 slope;
        if (hold->hinge == VV_NONE || is_drawn(match, &match->samples[sample], hold))
            continue;
        double off = flexion(match, stage, sample, hold, &work->pose, &slope) - BENT;
        if (off >= 0.0)
            continue;
        cost += STIFF * off * off;
        if (normal)
            add_hinge(match, stage, hold->hinge, off, slope, work);
    }
    return cost;
}
