/* The time of a character in a graph: axes approach their inputs, the phase advances, the root moves, and transitions
 * fire. */
#include "graph_player.h"

#define MAX_DISTANCE 1e7f /* metres from the origin */

/* Axes cover half their distance in `glide` seconds, whatever the frame rate. */
static void smooth_axes(vv_graph_player *p, float seconds)
{
    performer_now *now = &p->now;
    float remaining = now->glide > 0.0f ? vv_exp(-0.69314718f * seconds / now->glide) : 0.0f;
    for (uint32_t i = 0; i < p->graph->axis_count; i++)
        now->axes[i] = now->axes[i] * remaining + now->inputs[i] * (1.0f - remaining);
}

/* ---- Advancing --------------------------------------------------------------------------------------------------- */

/* Moves the root by what is left of its speed from before the last change. */
static void move_by_carried_speed(performer_now *now, float seconds)
{
    float fade = vvi_speed_fade(now->fade), sine, cosine;
    float distance_factor = vvi_fade_integral(fade, now->age + seconds) - vvi_fade_integral(fade, now->age);
    if (!(distance_factor > 0.0f))
        return;
    vv_root *root = &now->walker.root;
    float heading = root->heading + 0.5f * now->carried.spin * distance_factor;
    vv_sin_cos(heading, &sine, &cosine);
    root->x += distance_factor * (now->carried.side * cosine + now->carried.forward * sine);
    root->z += distance_factor * (now->carried.forward * cosine - now->carried.side * sine);
    root->y += distance_factor * now->carried.climb;
    root->heading = vv_wrap_angle(root->heading + now->carried.spin * distance_factor);
}

static bool is_within_range(const vv_root *root)
{
    return fabsf(root->x) <= MAX_DISTANCE && fabsf(root->y) <= MAX_DISTANCE && fabsf(root->z) <= MAX_DISTANCE &&
           fabsf(root->heading) <= MAX_DISTANCE;
}

/* Advances by `seconds` within the active state. */
static void advance_state(vv_graph_player *p, const float *weights, float seconds)
{
    performer_now *now = &p->now;
    vv_root before = now->walker.root;
    vv_verb_advance(performer_verb(p), weights, seconds * performer_state(p)->rate, &now->walker);
    move_by_carried_speed(now, seconds);
    if (!is_within_range(&now->walker.root))
        now->walker.root = before;
    now->seconds = vvi_min(now->seconds + seconds, 1e9f);
    now->age = vvi_min(now->age + seconds, GRAPH_MAX_FADE);
}

/* Time until a verb that is not cyclic ends, s; INFINITY for cyclic ones, and for those that have ended. */
static float remaining_time(const vv_graph_player *p, const float *weights)
{
    const vv_verb *verb = performer_verb(p);
    float keytimes[VV_VERB_MAX_KEYTIMES], rate = performer_state(p)->rate;
    if (vv_verb_cyclic(verb) || p->now.walker.finished || !(rate > 0.0f))
        return INFINITY;
    float length = vv_verb_keytimes(verb, weights, keytimes);
    return vvi_max(length - vv_verb_seconds(verb, keytimes, p->now.walker.phase), 0.0f) / rate;
}

/* ---- Changing ---------------------------------------------------------------------------------------------------- */

static bool is_in_window(const float *window, float phase)
{
    return window[0] <= window[1] ? phase >= window[0] && phase <= window[1] : phase >= window[0] || phase <= window[1];
}

/* Whether a phase is in a window, or has just passed its start since `before`. */
static bool is_window_open(const float *window, float before, float phase)
{
    float phase_step = phase - before, start = window[0] - before;
    phase_step = phase_step < 0.0f ? phase_step + 1.0f : phase_step;
    start = start < 0.0f ? start + 1.0f : start;
    return is_in_window(window, phase) || (phase_step < 0.5f && start <= phase_step);
}

static uint32_t find_transition(const vv_graph_player *p, uint64_t visited, bool first, float before)
{
    const performer_now *now = &p->now;
    const upper_machine *m = &p->view.machine;
    machine_senses senses = {.inputs = now->inputs, .events = &now->events, .seconds = now->seconds};
    senses.finished = now->walker.finished;
    uint32_t t = vvi_machine_find_transition(m, &senses, now->state, visited, first, 0);
    while (t != VV_NONE &&
           !is_window_open(p->view.changes[t].window, first ? before : now->walker.phase, now->walker.phase))
        t = vvi_machine_find_transition(m, &senses, now->state, visited, first, t + 1);
    return t;
}

/* Follows transitions, state after state, until none fires or a state would be entered a second time. */
static void change_states(vv_graph_player *p, float before)
{
    performer_now *now = &p->now;
    uint64_t visited = (uint64_t)1 << now->state;
    for (bool first = true;; first = false) {
        uint32_t t = find_transition(p, visited, first, before), next = performer_state(p)->next;
        if (t != VV_NONE) {
            const graph_change *change = &p->view.changes[t];
            vvi_machine_consume_events(&p->view.machine, t, &now->events);
            vvi_graph_player_change(p, p->view.machine.transitions[t].to, change->start, change->seconds);
        } else if (next != VV_NONE && now->walker.finished && (first || !(visited >> next & 1u))) {
            vvi_graph_player_change(p, next, 0.0f, performer_state(p)->next_seconds);
        } else {
            return;
        }
        visited |= (uint64_t)1 << now->state;
    }
}

void vvi_graph_player_step(vv_graph_player *p, float seconds)
{
    performer_now *now = &p->now;
    float weights[VV_FIELD_MAX_EXAMPLES], before = now->walker.phase;
    smooth_axes(p, seconds);
    vvi_graph_player_weights(p, weights);
    now->holding = now->walker.finished;
    /* The rest of a step in which a verb ends belongs to the state that follows. */
    float remaining = remaining_time(p, weights), first = vvi_min(seconds, remaining);
    advance_state(p, weights, first);
    if (remaining <= seconds) {
        now->walker.phase = 1.0f;
        now->walker.finished = true;
    }
    change_states(p, before);
    if (first < seconds) {
        vvi_graph_player_weights(p, weights);
        advance_state(p, weights, seconds - first);
    }
    vvi_events_advance(&now->events, seconds);
}
