/* The lower machine: the equilibrium place walks through the key places of a state, along the shortest paths of the
 * complex.
 *
 * The path to a key takes the key's seconds. The position of the walk is (key, phase): `phase` seconds into the path
 * to `key`. Walking backwards is the same with the opposite sign; a walk that is not a loop stops at its ends. */
#include "layout.h"
#include "runtime/blend/blend.h"

/* ---- Measuring, once --------------------------------------------------------------------------------------------- */

/* How straight the path is at key b between the paths from a and to c: 1 if straight, 0 where it turns by more than a
 * little or reverses. It is found from two places just before and after the key: on a straight path they are twice
 * their distance from the key apart, on a reversed path they coincide. A quarter of the range in between counts as
 * turning. Places near b are compared, not a and c, because in a loop these may be nearer to each other the other way
 * round. */
static float straightness(const vv_complex *complex, vv_place a, vv_place b, vv_place c, float shorter)
{
    float probe_distance = 0.125f * shorter;
    vv_place before = vv_complex_advance(complex, b, a, probe_distance),
             after = vv_complex_advance(complex, b, c, probe_distance);
    float turn = 1.0f - vv_complex_distance(complex, before, after) / (2.0f * probe_distance);
    return vvi_clamp(1.0f - 4.0f * turn, 0.0f, 1.0f);
}

/* The speed at which key b is passed: the harmonic mean of the mean speeds before and after keeps a cubic between
 * keys monotone (Fritsch and Carlson 1980). */
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

void vvi_walk_measure_paths(const vv_complex *complex, bool loop, uint32_t key_count, key_record *keys)
{
    for (uint32_t i = 0; i < key_count; i++) {
        uint32_t before = i > 0 ? i - 1 : loop ? key_count - 1 : 0;
        keys[i].length = vv_complex_distance(complex, keys[before].place, keys[i].place);
    }
    for (uint32_t i = 0; i < key_count; i++) {
        const key_record *before = &keys[i > 0 ? i - 1 : key_count - 1], *after = &keys[(i + 1) % key_count];
        bool is_inner = loop || (i > 0 && i + 1 < key_count);
        keys[i].speed = is_inner ? passing_speed(complex, before, &keys[i], after) : 0.0f;
    }
}

/* ---- Position on the path ---------------------------------------------------------------------------------------- */

static const key_record *keys_of(const advance *a) { return a->view.keys + active_state(a)->key_start; }

static uint32_t key_before(const state_record *s, uint32_t key)
{
    return key > 0 ? key - 1 : s->end == VV_KEYS_LOOP ? s->key_count - 1 : 0;
}

/* The length covered after the fraction t of a path's time: at constant speed, or by the cubic with these speeds at
 * its ends, which are limited so that it stays monotone. */
static float length_covered(uint32_t ease, float t, float length, float seconds, float start_speed, float end_speed)
{
    if (ease == VV_EASE_LINEAR)
        return length * t;
    float max_speed = 3.0f * length;
    start_speed = ease == VV_EASE_STOP ? 0.0f : vvi_min(start_speed * seconds, max_speed);
    end_speed = ease == VV_EASE_STOP ? 0.0f : vvi_min(end_speed * seconds, max_speed);
    double covered = vvi_hermite(0.0, (double)start_speed, (double)length, (double)end_speed, (double)t);
    return vvi_clamp((float)covered, 0.0f, length);
}

/* The speed at a key: 0 if the path on either side of it has a stop. */
static float speed_at(const advance *a, uint32_t key)
{
    const state_record *s = active_state(a);
    const key_record *keys = keys_of(a);
    uint32_t after = key + 1 < s->key_count ? key + 1 : s->end == VV_KEYS_LOOP ? 0 : key;
    return keys[key].ease == VV_EASE_STOP || keys[after].ease == VV_EASE_STOP ? 0.0f : keys[key].speed;
}

static vv_place place_on_path(const advance *a)
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
        return from; /* no path: it stays, and then jumps */
    float covered = length_covered(to->ease, m->phase / seconds, length, seconds,
                                   m->entering ? 0.0f : speed_at(a, before), speed_at(a, m->key));
    return vv_complex_advance(a->complex, from, to->place, covered);
}

bool vvi_walk_is_finished(const behaviour_view *view, const behaviour_memory *m)
{
    const state_record *s = &view->states[m->state];
    if (s->key_count == 0)
        return true;
    return s->end != VV_KEYS_LOOP && !m->entering && m->key + 1 >= s->key_count &&
           m->phase >= view->keys[s->key_start + m->key].seconds;
}

/* ---- Walking ----------------------------------------------------------------------------------------------------- */

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

void vvi_walk_enter_state(advance *a)
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

/* The progress in seconds of the keys during `seconds` of this step. */
static float progress(const advance *a, float seconds)
{
    const state_record *s = active_state(a);
    float amount = seconds * s->rate;
    if (s->by == VV_KEYS_BY_INPUT)
        amount *= input_value(a, s->by_input);
    if (s->by == VV_KEYS_BY_GROUND)
        amount *= a->senses->grounded ? a->forward * (a->distance / a->seconds) / s->metres * s->seconds : 0.0f;
    return amount == amount ? vvi_clamp(amount, -s->seconds, s->seconds) : 0.0f; /* at most one round */
}

/* The key is reached: starts the path to the next one. False: there is none. */
static bool advance_key(const state_record *s, behaviour_memory *m)
{
    if (m->key + 1 >= s->key_count && s->end != VV_KEYS_LOOP)
        return false;
    m->key = (m->key + 1) % s->key_count;
    return true;
}

/* Moves a phase beyond the ends of a path to the paths after or before it. One round passes at most all keys and the
 * first one again. */
static void normalise_phase(const advance *a)
{
    const state_record *s = active_state(a);
    const key_record *keys = keys_of(a);
    behaviour_memory *m = a->memory;
    for (uint32_t n = 0; n < s->key_count + 1 && s->seconds > 0.0f; n++) {
        float seconds = keys[m->key].seconds;
        if (m->phase >= seconds) {
            if (!advance_key(s, m))
                break;
            m->phase -= seconds;
        } else if (m->phase < 0.0f && (s->end == VV_KEYS_LOOP || m->key > 1)) {
            m->key = key_before(s, m->key);
            m->phase += keys[m->key].seconds;
        } else {
            break;
        }
    }
    bool is_first_key = m->key == 0 && s->end != VV_KEYS_LOOP; /* no path leads back from the first key */
    m->phase = vvi_clamp(m->phase, is_first_key ? keys[0].seconds : 0.0f, keys[m->key].seconds);
}

void vvi_walk_advance(advance *a)
{
    const state_record *s = active_state(a);
    behaviour_memory *m = a->memory;
    float remaining = a->seconds;
    if (s->key_count == 0)
        return;
    if (m->entering) {
        float entering_time = m->from_seconds - m->phase;
        if (remaining < entering_time) {
            m->phase += remaining;
            remaining = 0.0f;
        } else {
            remaining -= entering_time;
            m->entering = 0;
            m->phase = advance_key(s, m) ? 0.0f : keys_of(a)[m->key].seconds;
        }
    }
    if (!m->entering) { /* a loop that takes no time stays at the key where it was entered */
        m->phase += progress(a, remaining);
        normalise_phase(a);
    }
    a->out->equilibrium = place_on_path(a);
}
