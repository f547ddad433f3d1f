/* Duty factor, stride and step triggers of a group of feet at a speed (4.2): from the rows of the style for 1…6 feet,
 * by a rule from 7 feet on; and the flight of a foot in its normalised space. */
#include "gaits.h"

/* ---- Patterns ---------------------------------------------------------------------------------------------------- */

static float lerp(float a, float b, float t) { return a + (b - a) * t; }

/* 2.3·v̂^0.6, tabulated as in the default rows. */
static float stride_by_rule(float speed)
{
    static const float knots[][2] = {{0.05f, 0.38f}, {0.15f, 0.74f}, {0.25f, 1.00f}, {0.45f, 1.42f},
                                     {0.75f, 1.94f}, {1.10f, 2.44f}, {1.70f, 3.16f}, {2.50f, 3.99f}};
    uint32_t last = (uint32_t)(sizeof knots / sizeof *knots) - 1u, i = 0;
    while (i + 1 < last && speed > knots[i + 1][0])
        i++;
    float t = (speed - knots[i][0]) / (knots[i + 1][0] - knots[i][0]);
    return lerp(knots[i][1], knots[i + 1][1], vvi_clamp(t, 0.0f, 1.0f));
}

/* Metachronal waves from the back of each side, the sides half a cycle apart; the duty factor falls with speed. */
static vv_gait_pattern pattern_by_rule(uint32_t feet, float speed, const int32_t *sides, float *triggers)
{
    float duty = speed < 0.5f ? 0.80f - 0.30f * speed : vvi_max(0.35f, 0.65f - 0.30f * (speed - 0.5f));
    float rank[2] = {0.0f, 0.0f};
    for (uint32_t f = 0; f < feet; f++) {
        bool right = sides && sides[f] < 0;
        float trigger = rank[right] * (1.0f - duty) + (right ? 0.5f : 0.0f);
        triggers[f] = within_cycle(trigger);
        rank[right] += 1.0f;
    }
    return (vv_gait_pattern){duty, stride_by_rule(speed)};
}

static vv_gait_pattern interpolate_rows(const vv_gait_row *a, const vv_gait_row *b, float speed, float *triggers)
{
    float t = a == b ? 0.0f : vvi_clamp((speed - a->speed) / (b->speed - a->speed), 0.0f, 1.0f);
    for (uint32_t f = 0; f < a->feet; f++) {
        float trigger = a->triggers[f] + wrap_cycle(b->triggers[f] - a->triggers[f]) * t;
        triggers[f] = within_cycle(trigger);
    }
    return (vv_gait_pattern){lerp(a->duty, b->duty, t), lerp(a->stride, b->stride, t)};
}

/* Handles feet == 0 too: the group of a creature that only floats has no feet. */
static vv_gait_pattern find_pattern(const vv_gait *gait, uint32_t feet, float speed, const int32_t *sides,
                                    float *triggers)
{
    uint32_t first = feet <= VV_GAIT_MAX_FEET ? gait->starts[feet] : 0;
    uint32_t end = feet <= VV_GAIT_MAX_FEET ? gait->starts[feet + 1] : 0;
    if (first == end)
        return pattern_by_rule(feet, speed, sides, triggers);
    const vv_gait_row *rows = rows_of(gait);
    uint32_t i = first;
    while (i + 2 < end && speed > rows[i + 1].speed)
        i++;
    return interpolate_rows(&rows[i], &rows[i + 1 < end ? i + 1 : i], speed, triggers);
}

vv_gait_pattern vv_gait_pattern_at(const vv_gait *gait, uint32_t feet, float speed, const int32_t *sides,
                                   float *triggers)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(gait != NULL);
    VV_ASSERT(triggers != NULL);
    VV_ASSERT(feet >= 1 && feet <= VV_CREATURE_MAX_LEGS);
    return find_pattern(gait, feet, speed, sides, triggers);
}

vv_gait_pattern vvi_gait_mix(uint32_t count, const vv_gait *const *gaits, const float *weights, uint32_t feet,
                             float speed, const int32_t *sides, float *triggers)
{
    vv_gait_pattern sum = find_pattern(gaits[0], feet, speed, sides, triggers);
    if (count == 1)
        return sum;
    float first[VV_CREATURE_MAX_LEGS], other[VV_CREATURE_MAX_LEGS];
    for (uint32_t f = 0; f < feet; f++)
        first[f] = triggers[f];
    sum.duty *= weights[0];
    sum.stride *= weights[0];
    for (uint32_t i = 1; i < count; i++) {
        vv_gait_pattern pattern = find_pattern(gaits[i], feet, speed, sides, other);
        sum.duty += weights[i] * pattern.duty;
        sum.stride += weights[i] * pattern.stride;
        for (uint32_t f = 0; f < feet; f++)
            triggers[f] += weights[i] * wrap_cycle(other[f] - first[f]);
    }
    for (uint32_t f = 0; f < feet; f++)
        triggers[f] = within_cycle(triggers[f]);
    return sum;
}

/* ---- Flights ----------------------------------------------------------------------------------------------------- */

static float channel_value(const vv_arc_key *key, uint32_t channel)
{
    return channel == 0 ? key->forward : channel == 1 ? key->up : channel == 2 ? key->out : key->pitch;
}

/* Zero at both ends, so that a foot leaves and lands at rest; in between, the slope of the parabola through the
 * neighbours. */
static float slope_at(const vv_arc_key *arc, uint32_t count, uint32_t i, uint32_t channel)
{
    if (i == 0 || i + 1 == count)
        return 0.0f;
    float before = arc[i].time - arc[i - 1].time, after = arc[i + 1].time - arc[i].time;
    float here = channel_value(&arc[i], channel);
    float in = (here - channel_value(&arc[i - 1], channel)) / before;
    float out = (channel_value(&arc[i + 1], channel) - here) / after;
    return (in * after + out * before) / (before + after);
}

static float evaluate_channel(const vv_arc_key *arc, uint32_t count, uint32_t i, float t, uint32_t channel)
{
    double span = (double)(arc[i + 1].time - arc[i].time);
    double from = (double)channel_value(&arc[i], channel), to = (double)channel_value(&arc[i + 1], channel);
    return (float)vvi_hermite(from, span * (double)slope_at(arc, count, i, channel), to,
                              span * (double)slope_at(arc, count, i + 1, channel), (double)t);
}

static arc_point evaluate_keys(const vv_gait *gait, float time)
{
    const vv_arc_key *arc = arc_of(gait);
    uint32_t i = 0;
    while (i + 2 < gait->arc_count && time > arc[i + 1].time)
        i++;
    float t = vvi_clamp((time - arc[i].time) / (arc[i + 1].time - arc[i].time), 0.0f, 1.0f);
    float lift = gait->numbers.lift * (1.0f / GAIT_DEFAULT_LIFT);
    return (arc_point){
        evaluate_channel(arc, gait->arc_count, i, t, 0), evaluate_channel(arc, gait->arc_count, i, t, 1) * lift,
        evaluate_channel(arc, gait->arc_count, i, t, 2), evaluate_channel(arc, gait->arc_count, i, t, 3)};
}

arc_point vvi_gait_arc(const vv_gait *gait, float time)
{
    if (gait->arc_count > 0)
        return evaluate_keys(gait, time);
    /* The toe hangs after lift-off and is raised before landing: t²(1−t)²(1−2t) peaks at 0.0179. */
    float t = time, rest = 1.0f - t, ends = t * t * rest * rest;
    return (arc_point){vvi_smoothstep(t), gait->numbers.lift * 16.0f * ends, 0.0f, 18.0f * ends * (1.0f - 2.0f * t)};
}

vv_arc_key vv_gait_flight_at(const vv_gait *gait, float time)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(gait != NULL);
    time = vvi_clamp(time, 0.0f, 1.0f);
    arc_point at = vvi_gait_arc(gait, time);
    return (vv_arc_key){.time = time, .forward = at.forward, .up = at.up, .out = at.out, .pitch = at.pitch};
}
