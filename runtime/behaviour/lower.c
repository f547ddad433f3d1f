/* The lower machine: the equilibrium place walks through the key places of a state, along the shortest paths of the complex.
 *
 * The way to a key takes the key's seconds. Where the walk is on its way is (key, phase): `phase` seconds of the way to
 * `key`. Forwards and backwards are the same but for the sign; a walk that is not a loop stops at its ends. */
#include "layout.h"
#include "runtime/blend/blend.h"

/* ---- Measuring, once -------------------------------------------------------------------------------------------------- */

/* How straight the path goes on at key b between the ways from a and to c: 1 straight, 0 where it turns by more than a
 * little or goes back. It is told by two places just before and after the key, which are twice their distance from it apart
 * on a straight path and together on the way back. A quarter of the way in between counts as turning. Asked nearby, not at
 * a and c, because in a loop these may be nearer to each other the other way round. */
static float straightness(const vv_complex *complex, vv_place a, vv_place b, vv_place c, float shorter)
{
    float reach = 0.125f * shorter;
    vv_place before = vv_complex_advance(complex, b, a, reach), after = vv_complex_advance(complex, b, c, reach);
    float turn = 1.0f - vv_complex_distance(complex, before, after) / (2.0f * reach);
    return vvi_clamp(1.0f - 4.0f * turn, 0.0f, 1.0f);
}

/* With which speed key b is passed: the harmonic mean of the mean speeds before and after keeps a cubic between keys
 * monotone (Fritsch and Carlson 1980). */
static float passing_speed(const vv_complex *complex, const key_record *a, const key_record *b, const key_record *c)
{
    float shorter = vvi_min(b->length, c->length);
    if (!(shorter > 0.0f && b->length < INFINITY && c->length < INFINITY && b->seconds > 0.0f && c->seconds > 0.0f))
        return 0.0f;
    float arrival = b->length / b->seconds, departure = c->length / c->seconds;
    float mean = 2.0f * arrival * departure / (arrival + departure);
    float speed = straightness(complex, a->place, b->place, c->place, shorter) * mean;
    return speed > 0.0f && speed < INFINITY ? speed : 0.0f;
}

void vvi_walk_measure(const vv_complex *complex, bool loop, uint32_t key_count, key_record *keys)
{
    for (uint32_t i = 0; i < key_count; i++) {
        uint32_t before = i > 0 ? i - 1 : loop ? key_count - 1 : 0;
        keys[i].length = vv_complex_distance(complex, keys[before].place, keys[i].place);
    }
    for (uint32_t i = 0; i < key_count; i++) {
        const key_record *before = &keys[i > 0 ? i - 1 : key_count - 1], *after = &keys[(i + 1) % key_count];
        bool inner = loop || (i > 0 && i + 1 < key_count);
        keys[i].speed = inner ? passing_speed(complex, before, &keys[i], after) : 0.0f;
    }
}

/* ---- Where it is -------------------------------------------------------------------------------------------------------- */

static const key_record *keys_of(const advance *a) { return a->view.keys + active_state(a)->key_start; }

static uint32_t key_before(const state_record *s, uint32_t key)
{
    return key > 0 ? key - 1 : s->end == VV_KEYS_LOOP ? s->key_count - 1 : 0;
}

/* The length that is done after the share t of the time of a way: constant speed, or the cubic with these speeds at its
 * ends, none of them beyond what keeps it monotone. */
static float length_done(uint32_t ease, float t, float length, float seconds, float leaving, float reaching)
{
    if (ease == VV_EASE_LINEAR)
        return length * t;
    float rest = 1.0f - t, most = 3.0f * length;
    leaving = ease == VV_EASE_STOP ? 0.0f : vvi_min(leaving * seconds, most);
    reaching = ease == VV_EASE_STOP ? 0.0f : vvi_min(reaching * seconds, most);
    float done = length * t * t * (3.0f - 2.0f * t) + t * rest * (leaving * rest - reaching * t);
    return vvi_clamp(done, 0.0f, length);
}

/* A key whose smooth speed counts: a stop on either side makes it one. */
static float speed_at(const advance *a, uint32_t key)
{
    const state_record *s = active_state(a);
    const key_record *keys = keys_of(a);
    uint32_t after = key + 1 < s->key_count ? key + 1 : s->end == VV_KEYS_LOOP ? 0 : key;
    return keys[key].ease == VV_EASE_STOP || keys[after].ease == VV_EASE_STOP ? 0.0f : keys[key].speed;
}

static vv_place place_on_way(const advance *a)
{
    const behaviour_memory *m = a->memory;
    const key_record *to = &keys_of(a)[m->key];
    uint32_t before = key_before(active_state(a), m->key);
    vv_place from = m->entering ? m->from : keys_of(a)[before].place;
    float seconds = m->entering ? m->from_seconds : to->seconds;
    if (!vvi_place_is_valid(a->complex, to->place) || !vvi_place_is_valid(a->complex, from))
        return a->senses->equilibrium;
    if (!(m->phase < seconds))
        return to->place;
    float length = m->entering ? vv_complex_distance(a->complex, from, to->place) : to->length;
    if (!(length < INFINITY))
        return from; /* no path: it holds, and then jumps */
    float done = length_done(to->ease, m->phase / seconds, length, seconds, m->entering ? 0.0f : speed_at(a, before),
                             speed_at(a, m->key));
    return vv_complex_advance(a->complex, from, to->place, done);
}

bool vvi_walk_is_finished(const behaviour_view *view, const behaviour_memory *m)
{
    const state_record *s = &view->states[m->state];
    if (s->key_count == 0)
        return true;
    return s->end != VV_KEYS_LOOP && !m->entering && m->key + 1 >= s->key_count &&
           m->phase >= view->keys[s->key_start + m->key].seconds;
}

/* ---- Walking ------------------------------------------------------------------------------------------------------------ */

static uint32_t nearest_key(const advance *a, float *distance)
{
    const key_record *keys = keys_of(a);
    uint32_t nearest = 0;
    *distance = INFINITY;
    for (uint32_t i = 0; i < active_state(a)->key_count; i++) {
        if (!vvi_place_is_valid(a->complex, keys[i].place))
            continue;
        float d = vv_complex_distance(a->complex, a->memory->from, keys[i].place);
        if (d < *distance) {
            *distance = d;
            nearest = i;
        }
    }
    return nearest;
}

void vvi_walk_enter(advance *a)
{
    behaviour_memory *m = a->memory;
    const state_record *s = active_state(a);
    m->key = 0;
    m->phase = 0.0f;
    m->entering = s->key_count > 0;
    m->from = a->out->equilibrium;
    m->from_seconds = s->key_count > 0 ? keys_of(a)[0].seconds : 0.0f;
    if (s->key_count == 0 || s->start == VV_KEYS_FIRST || !vvi_place_is_valid(a->complex, m->from))
        return;
    float distance;
    m->key = nearest_key(a, &distance);
    const key_record *key = &keys_of(a)[m->key];
    m->from_seconds = key->seconds;
    if (distance < key->length && key->length < INFINITY)
        m->from_seconds *= distance / key->length;
}

/* How many of the keys' seconds go by in `seconds` of this step's time. */
static float progress(const advance *a, float seconds)
{
    const state_record *s = active_state(a);
    float amount = seconds * s->rate;
    if (s->by == VV_KEYS_BY_INPUT)
        amount *= input_value(a, s->by_input);
    if (s->by == VV_KEYS_BY_GROUND)
        amount *= a->senses->grounded ? a->forward * (a->way / a->seconds) / s->metres * s->seconds : 0.0f;
    return amount == amount ? vvi_clamp(amount, -s->seconds, s->seconds) : 0.0f; /* at most one round */
}

/* The key of the state is reached: the way to the next begins, if there is one. */
static bool go_on(const state_record *s, behaviour_memory *m)
{
    if (m->key + 1 >= s->key_count && s->end != VV_KEYS_LOOP)
        return false;
    m->key = (m->key + 1) % s->key_count;
    return true;
}

/* Phases beyond the ends of a way belong to the ways after or before it. One round goes over at most all keys and the first
 * again. */
static void settle_phase(const advance *a)
{
    const state_record *s = active_state(a);
    const key_record *keys = keys_of(a);
    behaviour_memory *m = a->memory;
    for (uint32_t n = 0; n < s->key_count + 1 && s->seconds > 0.0f; n++) {
        float seconds = keys[m->key].seconds;
        if (m->phase >= seconds) {
            if (!go_on(s, m))
                break;
            m->phase -= seconds;
        } else if (m->phase < 0.0f && (s->end == VV_KEYS_LOOP || m->key > 1)) {
            m->key = key_before(s, m->key);
            m->phase += keys[m->key].seconds;
        } else {
            break;
        }
    }
    bool only = m->key == 0 && s->end != VV_KEYS_LOOP; /* no way leads back from the first key */
    m->phase = vvi_clamp(m->phase, only ? keys[0].seconds : 0.0f, keys[m->key].seconds);
}

void vvi_walk(advance *a)
{
    const state_record *s = active_state(a);
    behaviour_memory *m = a->memory;
    float left = a->seconds;
    if (s->key_count == 0)
        return;
    if (m->entering) {
        float needed = m->from_seconds - m->phase;
        if (left < needed) {
            m->phase += left;
            left = 0.0f;
        } else {
            left -= needed;
            m->entering = 0;
            m->phase = go_on(s, m) ? 0.0f : keys_of(a)[m->key].seconds;
        }
    }
    if (!m->entering) { /* a loop that takes no time stays at the key where it was entered */
        m->phase += progress(a, left);
        settle_phase(a);
    }
    a->out->equilibrium = place_on_way(a);
}
