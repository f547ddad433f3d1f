/* The angles of twists and the targets of contacts between their steps: curves that are at rest where a step repeats
 * or reverses, and pass the other steps without stopping. As in line_smooth.c, each number lies between those of its
 * two steps. */
#include "matching.h"

#include "elastic.h"

/* The last step that is not after a time, and the share of the time to the next one. */
static uint32_t step_at(uint32_t count, const vv_match_constraint_key *steps, double time, double *share)
{
    uint32_t low = 0, high = count;
    VVI_CHECK(count > 0);
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if ((double)steps[middle].time <= time)
            low = middle;
        else
            high = middle;
    }
    *share = 0.0;
    if (low + 1 < count && time > (double)steps[low].time)
        *share = (time - (double)steps[low].time) / ((double)steps[low + 1].time - (double)steps[low].time);
    VVI_CHECK(*share >= 0.0 && *share <= 1.0);
    return low;
}

static double gap_of(const vv_match_constraint_key *step) { return (double)step[1].time - (double)step->time; }

/* The rate at a step between segments with these rates and durations (Fritsch and Butland 1984). */
static double monotone_rate(double left, double right, double before, double after)
{
    if (!(left * right > 0.0))
        return 0.0;
    double weight = (before + 2.0 * after) / (3.0 * (before + after));
    VVI_CHECK(before > 0.0 && after > 0.0);
    return left * right / (weight * right + (1.0 - weight) * left);
}

static d3 monotone_rates(d3 left, d3 right, double before, double after)
{
    return (d3){monotone_rate(left.x, right.x, before, after), monotone_rate(left.y, right.y, before, after),
                monotone_rate(left.z, right.z, before, after)};
}

static d3 hermite_vector(d3 a, d3 from, d3 b, d3 to, double share)
{
    return (d3){vvi_hermite(a.x, from.x, b.x, to.x, share), vvi_hermite(a.y, from.y, b.y, to.y, share),
                vvi_hermite(a.z, from.z, b.z, to.z, share)};
}

/* ---- Angles of twists -------------------------------------------------------------------------------------------- */

static double angle_difference(const vv_match_constraint_key *step)
{
    return (double)step[1].angle - (double)step->angle;
}

static double angle_rate(uint32_t count, const vv_match_constraint_key *steps, uint32_t i)
{
    if (i == 0 || i + 1 == count)
        return 0.0;
    double before = gap_of(&steps[i - 1]), after = gap_of(&steps[i]);
    return monotone_rate(angle_difference(&steps[i - 1]) / before, angle_difference(&steps[i]) / after, before, after);
}

double vvi_match_twist_angle(const match_twist *twist, double time)
{
    double share;
    uint32_t i = step_at(twist->step_count, twist->steps, time, &share);
    double a = (double)twist->steps[i].angle;
    if (share <= 0.0)
        return a;
    double gap = gap_of(&twist->steps[i]);
    return vvi_hermite(a, gap * angle_rate(twist->step_count, twist->steps, i), (double)twist->steps[i + 1].angle,
                       gap * angle_rate(twist->step_count, twist->steps, i + 1), share);
}

float vv_match_twist_angle(const vv_match_twist *twist, double time)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(twist != NULL);
    match_twist copy = {.step_count = twist->key_count, .steps = twist->keys};
    return (float)vvi_match_twist_angle(&copy, time);
}

/* ---- Places and turns of contacts -------------------------------------------------------------------------------- */

static d3 place_difference(const vv_match_constraint_key *step)
{
    return d3_sub(d3_of(step[1].position), d3_of(step->position));
}

/* The rotation to the next step, as a rotation vector in the world. */
static d3 turn_difference(const vv_match_constraint_key *step)
{
    return vvi_rotation_log(dq_multiply(dq_of(step[1].rotation), dq_conjugate(dq_of(step->rotation))));
}

static d3 step_rate(uint32_t count, const vv_match_constraint_key *steps, uint32_t i,
                    d3 (*difference)(const vv_match_constraint_key *step))
{
    if (i == 0 || i + 1 == count)
        return (d3){0.0, 0.0, 0.0};
    double before = gap_of(&steps[i - 1]), after = gap_of(&steps[i]);
    return monotone_rates(d3_scale(difference(&steps[i - 1]), 1.0 / before),
                          d3_scale(difference(&steps[i]), 1.0 / after), before, after);
}

/* The rate of a rotation vector x for an angular velocity ω: the inverse of the left Jacobian, ω − x × ω / 2 + x × (x
 * × ω) / 12 …. */
static d3 vector_rate(d3 vector, d3 angular_velocity)
{
    d3 once = d3_cross(vector, angular_velocity);
    return d3_add_scaled(d3_add_scaled(angular_velocity, once, -0.5), d3_cross(vector, once), 1.0 / 12.0);
}

void vvi_match_contact_target(const match_contact *contact, double time, d3 *place, dq *turn)
{
    double share;
    uint32_t count = contact->step_count, i = step_at(count, contact->steps, time, &share);
    const vv_match_constraint_key *a = &contact->steps[i];
    *place = d3_of(a->position);
    *turn = dq_of(a->rotation);
    if (share <= 0.0)
        return;
    double gap = gap_of(a);
    *place = hermite_vector(*place, d3_scale(step_rate(count, contact->steps, i, place_difference), gap),
                            d3_of(a[1].position),
                            d3_scale(step_rate(count, contact->steps, i + 1, place_difference), gap), share);
    if (!contact->has_rotation)
        return;
    d3 difference = turn_difference(a), from = d3_scale(step_rate(count, contact->steps, i, turn_difference), gap),
       to = d3_scale(step_rate(count, contact->steps, i + 1, turn_difference), gap);
    d3 turned = hermite_vector((d3){0.0, 0.0, 0.0}, from, difference, vector_rate(difference, to), share);
    *turn = dq_multiply(vvi_rotation_exp(turned), *turn);
}
