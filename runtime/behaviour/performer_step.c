/* The time of a character in a graph: axes glide, the phase goes on, the root travels, and transitions fire. */
#include "performer.h"

#define FARTHEST 1e7f /* metres from the origin */

/* Half the way in `glide` seconds, whatever the frame rate. */
static void glide(vv_performer *p, float seconds)
{
    performer_now *now = &p->now;
    float left = now->glide > 0.0f ? vv_exp(-0.69314718f * seconds / now->glide) : 0.0f;
    for (uint32_t i = 0; i < p->graph->axis_count; i++)
        now->axes[i] = now->axes[i] * left + now->inputs[i] * (1.0f - left);
}

/* ---- Going on ---------------------------------------------------------------------------------------------------------- */

/* What is left of the speed before the last change takes the root a little way. */
static void coast(performer_now *now, float seconds)
{
    float fade = vvi_fade_of_speeds(now->fade), sine, cosine;
    float sum = vvi_fade_sum(fade, now->age + seconds) - vvi_fade_sum(fade, now->age);
    if (!(sum > 0.0f))
        return;
    vv_root *root = &now->walker.root;
    float heading = root->heading + 0.5f * now->carried.spin * sum;
    vv_sin_cos(heading, &sine, &cosine);
    root->x += sum * (now->carried.side * cosine + now->carried.forward * sine);
    root->z += sum * (now->carried.forward * cosine - now->carried.side * sine);
    root->y += sum * now->carried.climb;
    root->heading = vv_wrap_angle(root->heading + now->carried.spin * sum);
}

static bool is_near(const vv_root *root)
{
    return fabsf(root->x) <= FARTHEST && fabsf(root->y) <= FARTHEST && fabsf(root->z) <= FARTHEST &&
           fabsf(root->heading) <= FARTHEST;
}

/* On by `seconds` within the active state. */
static void go_on(vv_performer *p, const float *weights, float seconds)
{
    performer_now *now = &p->now;
    vv_root before = now->walker.root;
    vv_verb_advance(performer_verb(p), weights, seconds * performer_state(p)->rate, &now->walker);
    coast(now, seconds);
    if (!is_near(&now->walker.root))
        now->walker.root = before;
    now->seconds = vvi_min(now->seconds + seconds, 1e9f);
    now->age = vvi_min(now->age + seconds, GRAPH_MOST_FADE);
}

/* Seconds until a verb that is not cyclic has come to its end; INFINITY for others, and for those that are there already. */
static float seconds_left(const vv_performer *p, const float *weights)
{
    const vv_verb *verb = performer_verb(p);
    float keytimes[VV_VERB_MAX_KEYTIMES], rate = performer_state(p)->rate;
    if (vv_verb_cyclic(verb) || p->now.walker.finished || !(rate > 0.0f))
        return INFINITY;
    float length = vv_verb_keytimes(verb, weights, keytimes);
    return vvi_max(length - vv_verb_seconds(verb, keytimes, p->now.walker.phase), 0.0f) / rate;
}

/* ---- Changing ---------------------------------------------------------------------------------------------------------- */

static bool is_inside(const float *window, float phase)
{
    return window[0] <= window[1] ? phase >= window[0] && phase <= window[1] : phase >= window[0] || phase <= window[1];
}

/* Whether a phase lies in a window, or has just passed its beginning on the way from `before`. */
static bool is_open(const float *window, float before, float phase)
{
    float way = phase - before, start = window[0] - before;
    way = way < 0.0f ? way + 1.0f : way;
    start = start < 0.0f ? start + 1.0f : start;
    return is_inside(window, phase) || (way < 0.5f && start <= way);
}

static uint32_t find_transition(const vv_performer *p, uint64_t been, bool first, float before)
{
    const performer_now *now = &p->now;
    const upper_machine *m = &p->view.machine;
    machine_senses senses = {.inputs = now->inputs, .events = &now->events, .seconds = now->seconds};
    senses.finished = now->walker.finished;
    uint32_t t = vvi_machine_next(m, &senses, now->state, been, first, 0);
    while (t != VV_NONE && !is_open(p->view.changes[t].window, first ? before : now->walker.phase, now->walker.phase))
        t = vvi_machine_next(m, &senses, now->state, been, first, t + 1);
    return t;
}

/* Transitions of the state, then of the one they lead to, until none fires or a state would be entered a second time. */
static void change_states(vv_performer *p, float before)
{
    performer_now *now = &p->now;
    uint64_t been = (uint64_t)1 << now->state;
    for (bool first = true;; first = false) {
        uint32_t t = find_transition(p, been, first, before), next = performer_state(p)->next;
        if (t != VV_NONE) {
            const graph_change *change = &p->view.changes[t];
            vvi_machine_use_up(&p->view.machine, t, &now->events);
            vvi_performer_change(p, p->view.machine.transitions[t].to, change->start, change->seconds);
        } else if (next != VV_NONE && now->walker.finished && (first || !(been >> next & 1u))) {
            vvi_performer_change(p, next, 0.0f, performer_state(p)->next_seconds);
        } else {
            return;
        }
        been |= (uint64_t)1 << now->state;
    }
}

void vvi_performer_step(vv_performer *p, float seconds)
{
    performer_now *now = &p->now;
    float weights[VV_FIELD_MAX_EXAMPLES], before = now->walker.phase;
    glide(p, seconds);
    vvi_performer_weigh(p, weights);
    now->holding = now->walker.finished;
    /* A verb that ends within the step leaves the rest of it to what follows. */
    float left = seconds_left(p, weights), first = vvi_min(seconds, left);
    go_on(p, weights, first);
    if (left <= seconds) {
        now->walker.phase = 1.0f;
        now->walker.finished = true;
    }
    change_states(p, before);
    if (first < seconds) {
        vvi_performer_weigh(p, weights);
        go_on(p, weights, seconds - first);
    }
    vvi_events_pass(&now->events, seconds);
}
