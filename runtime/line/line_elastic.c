/* The elastic motion from keystroke to keystroke. Each angle, and the logarithm of the length, is driven by a spring
 * whose equilibrium moves linearly, twice in an interval: first back (the anticipation), then towards its goal (the
 * action). Both parts hit their ends exactly:
 *
 *     from (γ_k, 0) to (γ_k − a·Δ, 0), then a hold, then to (γ_{k+1}, v),   Δ = γ_{k+1} − γ_k
 *
 * The velocity v is the one from which the free spring passes the goal by o·Δ. This follow-through continues as a
 * free swing on top of the next interval and fades out before its end. So every keystroke is met, and velocities do
 * not jump. Where a keystroke lies on the way to the next one there is no anticipation: the line passes through it. */
#include "elastic.h"

#define TURN 6.283185307179586
/* The anticipation takes at most this share of an interval, and less if it is small. */
#define ANTICIPATION_SHARE 0.35
#define ANTICIPATION_SMALL 0.02
/* An action that arrives fast would swing back first if it started early. So it starts late enough to arrive no
 * faster than MAX_ARRIVAL in its own units, but takes at least MIN_ACTION of the interval; beyond EASY_ARRIVAL its
 * spring is softened by SOFTENING cycles per unit. With these values the equilibrium never starts behind the line,
 * whatever the damping. */
#define MAX_ARRIVAL  2.0
#define EASY_ARRIVAL 1.1
#define SOFTENING    0.33
#define MIN_ACTION   0.1
/* The largest phase of a swing that frames can resolve, radians per frame. */
#define MAX_RADIANS_PER_FRAME 0.8
/* The share of an interval after which the follow-through of the last arrival fades. */
#define FOLLOW_THROUGH_SHARE (1.0 / 3.0)
#define MAX_DAMPING          4.0

/* ---- Springs and warps ------------------------------------------------------------------------------------------- */

spring vvi_line_spring(const vv_line_def *def, uint32_t key, uint32_t component, double seconds)
{
    const vv_line_dynamics *temper = &def->keys[key].dynamics;
    bool is_angle = component < def->element_count;
    double stiffness = is_angle && def->stiffness ? (double)def->stiffness[component] : 1.0;
    double damping = (double)temper->damping * (is_angle && def->damping ? (double)def->damping[component] : 1.0);
    return (spring){TURN * (double)temper->cycles * sqrt(stiffness) / seconds, vvi_min_double(damping, MAX_DAMPING)};
}

double vvi_line_lag(const vv_line_def *def, uint32_t key, uint32_t component)
{
    double half = 0.5 * def->element_count;
    if (component >= def->element_count || def->element_count < 4)
        return 0.0;
    return (double)def->keys[key].dynamics.lag * (fabs(component + 0.5 - half) - 0.5) / (half - 1.0);
}

/* Two cubic segments that meet at (½ + lag/2, ½ − lag/2) with the harmonic mean of the slopes of their chords; for a
 * lag of up to ½ neither goes back (its slopes stay within three times that of the chord). */
double vvi_line_warp(double share, double lag, double *pace)
{
    *pace = 1.0;
    if (lag <= 0.0 || share <= 0.0 || share >= 1.0)
        return share;
    double x = 0.5 + 0.5 * lag, y = 0.5 - 0.5 * lag;
    double slope = 2.0 / (x / y + y / x);
    if (share < x) {
        double u = share / x;
        *pace = hermite_slope(0.0, x, y, slope * x, u) / x;
        return vvi_hermite(0.0, x, y, slope * x, u);
    }
    double wide = 1.0 - x, u = (share - x) / wide;
    *pace = hermite_slope(y, slope * wide, 1.0, wide, u) / wide;
    return vvi_hermite(y, slope * wide, 1.0, wide, u);
}

/* ---- Rates at the keys ------------------------------------------------------------------------------------------- */

/* How much a key is passed through, 0…1: it is if the intervals on both sides go in one direction and neither is
 * negligible. */
static double pass_through_share(double before, double after)
{
    if (!(before * after > 0.0))
        return 0.0;
    double ratio = before / after;
    return vvi_smoothstep_double(ratio / 0.5) * (1.0 - vvi_smoothstep_double((ratio - 2.0) / 6.0));
}

static double anticipation_share(const vv_line_dynamics *temper)
{
    return ANTICIPATION_SHARE * (double)temper->anticipation / ((double)temper->anticipation + ANTICIPATION_SMALL);
}

spring vvi_line_follow_through(const line_builder *builder, uint32_t key, uint32_t component)
{
    const vv_line_def *def = builder->def;
    bool last = key + 1 == def->key_count;
    spring s = vvi_line_spring(def, key, component, vvi_line_gap(def, key > 0 ? key - 1 : 0));
    double frame = last && builder->settle_steps > 0 ? builder->settle_window / builder->settle_steps
                                                     : vvi_line_gap(def, key) / def->frame_count;
    return (spring){vvi_min_double(s.frequency, MAX_RADIANS_PER_FRAME / frame), s.damping};
}

/* The rate of arrival at the next key, in units of the distance per interval, at which it overshoots as the temper
 * says. */
static double arrival_rate(const line_builder *builder, uint32_t key, uint32_t component)
{
    const vv_line_dynamics *temper = &builder->def->keys[key].dynamics;
    double reach = vvi_spring_reach(vvi_line_follow_through(builder, key + 1, component));
    double wanted = (double)temper->overshoot * vvi_line_gap(builder->def, key) / reach;
    return vvi_min_double(wanted, MAX_ARRIVAL * (1.0 + (double)temper->anticipation) / MIN_ACTION);
}

/* The share of an interval that the action takes. */
static double action_share(const line_builder *builder, uint32_t key, uint32_t component)
{
    const vv_line_dynamics *temper = &builder->def->keys[key].dynamics;
    double cycles = vvi_line_spring(builder->def, key, component, 1.0).frequency / TURN;
    double limit = MAX_ARRIVAL * (1.0 + (double)temper->anticipation) /
                   vvi_max_double(arrival_rate(builder, key, component), 1e-9);
    return vvi_min_double(vvi_min_double(1.0 - anticipation_share(temper), SPRING_MAX_CYCLES / cycles), limit);
}

static void find_key_rates(line_builder *builder, uint32_t count)
{
    uint32_t width = builder->width, keys = builder->def->key_count;
    vvi_line_find_slopes(builder, 0, count);
    for (uint32_t k = 1; k < keys; k++) {
        const double *at = builder->keys + (size_t)k * width;
        double *speeds = builder->key_rates + (size_t)k * width;
        bool last = k + 1 == keys;
        for (uint32_t i = 0; i < count; i++) {
            double distance = at[i] - at[(ptrdiff_t)i - (ptrdiff_t)width];
            bool must_stop = last && builder->settle_steps == 0;
            double swing_rate =
                must_stop ? 0.0 : distance * arrival_rate(builder, k - 1, i) / vvi_line_gap(builder->def, k - 1);
            double share = last ? 0.0 : pass_through_share(distance, at[i + width] - at[i]);
            speeds[i] = swing_rate + share * (speeds[i] - swing_rate);
        }
    }
}

/* ---- One component in one interval, whose time runs from 0 to 1 -------------------------------------------------- */

/* The times of the phases and their springs: the same for all components with equal springs and lag. */
typedef struct component_plan {
    /* the lag, the end of the anticipation and the start of the action; between these the component holds */
    double lag, anticipation_end, action_begin;
    spring pass_through, follow_through, anticipation, action;
} component_plan;

typedef struct component_motion {
    double pass_through_share; /* share of `pass_through`; the rest is `follow_through` and the driven parts */
    double hold_value;         /* the value at which it holds after the anticipation */
    bool has_follow_through;
    spring_motion pass_through, follow_through, anticipation, action;
} component_motion;

static spring limit_frequency(spring s, double cycles, double time)
{
    return (spring){vvi_min_double(s.frequency, cycles * TURN / time), s.damping};
}

static component_plan plan_component(const line_builder *builder, uint32_t key, uint32_t component)
{
    const vv_line_def *def = builder->def;
    const vv_line_dynamics *temper = &def->keys[key].dynamics;
    spring component_spring = vvi_line_spring(def, key, component, 1.0);
    component_plan c = {.lag = vvi_line_lag(def, key, component), .anticipation_end = anticipation_share(temper)};
    double share = action_share(builder, key, component);
    c.action_begin = 1.0 - share;
    c.pass_through = limit_frequency(component_spring, SPRING_MAX_CYCLES, 1.0);
    c.anticipation = limit_frequency(component_spring, SPRING_MAX_CYCLES, vvi_max_double(c.anticipation_end, 1e-9));
    double excess = arrival_rate(builder, key, component) * share / (1.0 + (double)temper->anticipation) - EASY_ARRIVAL;
    c.action = limit_frequency(component_spring, SPRING_MAX_CYCLES - SOFTENING * vvi_max_double(excess, 0.0), share);
    c.follow_through = vvi_line_follow_through(builder, key, component);
    c.follow_through.frequency *= vvi_line_gap(def, key);
    return c;
}

static component_motion prepare_motion(const line_builder *builder, uint32_t key, uint32_t component,
                                       const component_plan *c)
{
    size_t here = (size_t)key * builder->width + component;
    double gap = vvi_line_gap(builder->def, key), distance = builder->keys[here + builder->width] - builder->keys[here];
    motion_state from = {builder->keys[here], builder->key_rates[here] * gap};
    motion_state to = {builder->keys[here + builder->width], builder->key_rates[here + builder->width] * gap};
    component_motion d = {.has_follow_through = from.velocity != 0.0};
    d.hold_value = from.position - (double)builder->def->keys[key].dynamics.anticipation * distance;
    if (key > 0)
        d.pass_through_share = pass_through_share(builder->keys[here] - builder->keys[here - builder->width], distance);
    if (d.pass_through_share > 0.0)
        d.pass_through = vvi_spring_driven_motion(c->pass_through, 1.0, from, to);
    d.follow_through = vvi_spring_free_motion(c->follow_through, (motion_state){0.0, from.velocity}, 0.0, 0.0);
    if (c->anticipation_end > 0.0)
        d.anticipation =
            vvi_spring_driven_motion(c->anticipation, c->anticipation_end, (motion_state){from.position, 0.0},
                                     (motion_state){d.hold_value, 0.0});
    d.action = vvi_spring_driven_motion(c->action, 1.0 - c->action_begin, (motion_state){d.hold_value, 0.0}, to);
    return d;
}

/* The responses of the springs of a plan at a time. */
typedef struct plan_responses {
    double time;
    bool anticipated, in_action;
    spring_response driven, pass_through, follow_through;
    double fade, fade_rate; /* the share of `follow_through` that is left, and its rate */
} plan_responses;

static plan_responses evaluate_plan(const component_plan *c, double time, bool pass_through, bool follow_through)
{
    plan_responses m = {.time = time, .anticipated = time >= c->anticipation_end, .in_action = time > c->action_begin};
    if (!m.anticipated)
        m.driven = vvi_spring_response(c->anticipation, time);
    else if (m.in_action)
        m.driven = vvi_spring_response(c->action, time - c->action_begin);
    if (pass_through)
        m.pass_through = vvi_spring_response(c->pass_through, time);
    if (follow_through) {
        double fade_time = (time - FOLLOW_THROUGH_SHARE) / (1.0 - FOLLOW_THROUGH_SHARE);
        m.follow_through = vvi_spring_response(c->follow_through, time);
        m.fade = 1.0 - vvi_smoothstep_double(fade_time);
        m.fade_rate = -smoothstep_slope(fade_time) / (1.0 - FOLLOW_THROUGH_SHARE);
    }
    return m;
}

static motion_state motion_at(const component_motion *d, const component_plan *c, const plan_responses *m)
{
    motion_state at = {d->hold_value, 0.0};
    if (!m->anticipated)
        at = vvi_spring_motion_with(&d->anticipation, m->time, m->driven);
    else if (m->in_action)
        at = vvi_spring_motion_with(&d->action, m->time - c->action_begin, m->driven);
    if (d->has_follow_through) {
        motion_state swing = vvi_spring_motion_with(&d->follow_through, m->time, m->follow_through);
        at.position += m->fade * swing.position;
        at.velocity += m->fade * swing.velocity + m->fade_rate * swing.position;
    }
    if (d->pass_through_share == 0.0)
        return at;
    motion_state through = vvi_spring_motion_with(&d->pass_through, m->time, m->pass_through);
    return (motion_state){at.position + d->pass_through_share * (through.position - at.position),
                          at.velocity + d->pass_through_share * (through.velocity - at.velocity)};
}

/* Fills the frames of components that share a plan, from one key to the next. */
static void fill_components(line_builder *builder, uint32_t key, const component_plan *c, uint32_t count,
                            const uint32_t *components)
{
    uint32_t steps = builder->def->frame_count;
    double gap = vvi_line_gap(builder->def, key), pace;
    VVI_CHECK(gap > 0.0 && count > 0 && count <= LINE_MAX_WIDTH);
    component_motion motions[LINE_MAX_WIDTH];
    bool pass_through = false, follow_through = false;
    for (uint32_t i = 0; i < count; i++) {
        motions[i] = prepare_motion(builder, key, components[i], c);
        pass_through = pass_through || motions[i].pass_through_share > 0.0;
        follow_through = follow_through || motions[i].has_follow_through;
    }
    for (uint32_t f = 1; f < steps; f++) {
        size_t frame = ((size_t)key * steps + f) * builder->width;
        double time = vvi_line_warp((double)f / steps, c->lag, &pace);
        plan_responses m = evaluate_plan(c, time, pass_through, follow_through);
        for (uint32_t i = 0; i < count; i++) {
            motion_state at = motion_at(&motions[i], c, &m);
            builder->values[frame + components[i]] = (float)at.position;
            builder->rates[frame + components[i]] = (float)(at.velocity * pace / gap);
        }
    }
}

static void fill_interval(line_builder *builder, uint32_t key, uint32_t count)
{
    const vv_line_def *def = builder->def;
    bool done[LINE_MAX_WIDTH] = {false};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t components[LINE_MAX_WIDTH], together = 0;
        spring component_spring = vvi_line_spring(def, key, i, 1.0);
        double lag = vvi_line_lag(def, key, i);
        for (uint32_t k = i; k < count && !done[i]; k++) {
            spring other = vvi_line_spring(def, key, k, 1.0);
            if (done[k] || other.frequency != component_spring.frequency || other.damping != component_spring.damping ||
                vvi_line_lag(def, key, k) != lag)
                continue;
            components[together++] = k;
            done[k] = k > i;
        }
        component_plan c = plan_component(builder, key, i);
        if (together > 0)
            fill_components(builder, key, &c, together, components);
    }
}

void vvi_line_fill_elastic(line_builder *builder, uint32_t count)
{
    const vv_line_def *def = builder->def;
    uint32_t width = builder->width;
    find_key_rates(builder, count);
    for (uint32_t k = 0; k < def->key_count; k++) {
        size_t first = (size_t)k * def->frame_count * width;
        for (uint32_t i = 0; i < count; i++) {
            builder->values[first + i] = (float)builder->keys[(size_t)k * width + i];
            builder->rates[first + i] = (float)builder->key_rates[(size_t)k * width + i];
        }
        if (k + 1 < def->key_count)
            fill_interval(builder, k, count);
    }
}
