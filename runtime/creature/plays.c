/* Time: plays go on, begin, fade, give way to each other and end; events happen exactly once.
 *
 * Of the plays on one layer each covers those begun before it by the share it has faded in: a cross-fade is one lerp, and nothing sags in
 * its middle. What is covered fully is over. All of it depends on the time that has passed, not on how it was cut into steps. */
#include "plays.h"

/* ---- One play ------------------------------------------------------------------------------------------------------------------- */

static double length_of(const play *p) { return (double)p->binding->motion->length; }

static bool is_endless(const play *p)
{
    return p->options.speed == 0.0f || (p->binding->motion->loop && p->options.rounds == 0);
}

/* Where it ends on its line. Backwards it begins at the end of the first round and goes below 0. */
static double end_of(const play *p)
{
    double rounds = p->binding->motion->loop ? (double)p->options.rounds : 1.0;
    return p->options.speed >= 0.0f ? rounds * length_of(p) : (1.0 - rounds) * length_of(p);
}

/* Real seconds until it ends; below 0 since it has. */
static double remaining(const play *p)
{
    double speed = (double)p->options.speed;
    return is_endless(p) ? 1e30 : (end_of(p) - p->position) / speed;
}

static float fade_in_of(const play *p)
{
    float fade = p->options.fade_in;
    return fade > 0.0f ? ease((float)(p->age / (double)fade)) : 1.0f;
}

float vvi_play_stop_factor(const play *p, double ago)
{
    double stopped = (double)p->stopped - ago;
    if (p->stopped < 0.0f || stopped < 0.0)
        return p->stop_level;
    return p->stop_fade > 0.0f ? p->stop_level * (1.0f - ease((float)(stopped / (double)p->stop_fade))) : 0.0f;
}

/* How much of it is left by stopping and ending, as it was `ago` seconds earlier. */
static float fade_factor_before(const play *p, double ago)
{
    if (p->held >= 0.0f)
        return p->held;
    double left = remaining(p) + ago;
    float end = left > 0.0 ? 1.0f : 0.0f;
    if (p->options.fade_out > 0.0f)
        end = ease((float)(left / (double)p->options.fade_out));
    return end * vvi_play_stop_factor(p, ago);
}

static float fade_factor(const play *p) { return fade_factor_before(p, 0.0); }

float vvi_play_strength(const play *p) { return p->options.weight * fade_factor(p); }

float vvi_play_time(const play *p)
{
    double length = length_of(p), at = p->position, end = end_of(p);
    if (!is_endless(p) && remaining(p) < 0.0)
        at = end;
    if (p->binding->motion->loop)
        at -= floor(at / length) * length;
    return vvi_clamp((float)at, 0.0f, p->binding->motion->length);
}

void vvi_play_seek(play *p, float time)
{
    double length = length_of(p),
           round = p->options.speed < 0.0f ? ceil(p->position / length) - 1.0 : floor(p->position / length);
    p->position =
        (p->binding->motion->loop ? round * length : 0.0) + (double)vvi_clamp(time, 0.0f, p->binding->motion->length);
    p->fresh = true;
}

bool vvi_play_is_over(const play *p)
{
    return p->state == PLAY_GOES && p->held < 0.0f &&
           (remaining(p) <= 0.0 || (p->stopped >= 0.0f && p->stopped >= p->stop_fade));
}

/* ---- Events ----------------------------------------------------------------------------------------------------------------------- */

static void tell(vv_player *player, uint32_t number, uint32_t event)
{
    if (player->event_count < VV_PLAYER_MAX_EVENTS)
        player->events[player->event_count++] = (vv_player_event){number, event};
}

/* Whether a moment lies on the way, which holds the place it comes from only where the play begins there. */
static bool is_passed(const play *p, double from, double moment)
{
    bool forwards = p->options.speed >= 0.0f;
    bool beyond = forwards ? moment > from : moment < from;
    bool reached = forwards ? moment <= p->position : moment >= p->position;
    return reached && (beyond || (p->fresh && moment == from));
}

static void tell_events(vv_player *player, const play *p, double from)
{
    const vv_motion *motion = p->binding->motion;
    const vv_motion_event *events = events_of(motion);
    bool forwards = p->options.speed >= 0.0f, loop = motion->loop != 0;
    double length = length_of(p), direction = forwards ? 1.0 : -1.0;
    /* Rounds that the way touches; a moment at an end is of two rounds, one of which may not be played. */
    double first = loop ? floor(from / length) - direction : 0.0,
           last = loop ? floor(p->position / length) + direction : 0.0;
    double limit = loop && p->options.rounds > 0 ? (double)(p->options.rounds - 1) : 1e30;
    for (double round = first; forwards ? round <= last : round >= last; round += direction) {
        if (fabs(round) > limit || round * direction < 0.0)
            continue;
        for (uint32_t i = 0; i < motion->event_count && player->event_count < VV_PLAYER_MAX_EVENTS; i++) {
            uint32_t e = forwards ? i : motion->event_count - 1 - i;
            if (is_passed(p, from, round * length + (double)events[e].time))
                tell(player, p->number, e);
        }
        if (player->event_count == VV_PLAYER_MAX_EVENTS)
            return;
    }
}

static void tell_end(vv_player *player, play *p)
{
    if (!p->told)
        tell(player, p->number, VV_NONE);
    p->told = true;
}

void vvi_play_tell_end(vv_player *player, uint32_t number)
{
    if (player->ended_count < VV_PLAYER_MAX_PLAYS)
        player->ended[player->ended_count++] = number;
}

/* ---- Going on -------------------------------------------------------------------------------------------------------------------- */

static void go_on(vv_player *player, play *p, double dt)
{
    double from = p->position;
    p->position = from + (double)p->options.speed * dt;
    p->age += dt;
    if (p->stopped >= 0.0f)
        p->stopped += (float)dt;
    if (p->binding->motion->event_count > 0)
        tell_events(player, p, from);
    p->fresh = false;
    if (vvi_play_is_over(p))
        tell_end(player, p);
}

static bool shares_layer(const play *p, const play *other)
{
    return other != p && other->state == PLAY_GOES && other->options.layer == p->options.layer;
}

/* What plays on its layer gives way to it, since `ago` seconds. */
static void take_over(vv_player *player, const play *p, double ago)
{
    for (uint32_t left = player->used; left; left &= left - 1) {
        play *other = next_play(player, left);
        if (shares_layer(p, other) && other->held < 0.0f)
            other->held = fade_factor_before(other, ago);
    }
}

void vvi_play_begin(vv_player *player, play *p, double ago)
{
    take_over(player, p, ago);
    p->state = PLAY_GOES;
    p->begun = player->next_begun++;
}

/* What is over, unless it still covers something; and what is covered. */
static bool can_go(const vv_player *player, const play *p)
{
    bool covers = false;
    for (uint32_t left = player->used; left; left &= left - 1) {
        const play *other = next_play(player, left);
        if (!shares_layer(p, other))
            continue;
        if (other->begun > p->begun && fade_in_of(other) >= 1.0f)
            return true;
        covers |= other->begun < p->begun;
    }
    return vvi_play_is_over(p) && (!covers || fade_in_of(p) >= 1.0f);
}

static void make_room(vv_player *player)
{
    uint32_t gone = 0;
    for (uint32_t left = player->used; left; left &= left - 1) {
        const play *p = next_play(player, left);
        if (p->state == PLAY_GOES && can_go(player, p))
            gone |= left & (~left + 1u);
    }
    for (; gone; gone &= gone - 1) {
        tell_end(player, next_play(player, gone));
        free_play(player, next_play(player, gone));
    }
}

/* ---- What waits --------------------------------------------------------------------------------------------------------------------- */

/* The one that nobody on its layer has begun after. */
static const play *top_of_layer(const vv_player *player, const play *p)
{
    const play *top = NULL;
    for (uint32_t left = player->used; left; left &= left - 1) {
        const play *other = next_play(player, left);
        if (shares_layer(p, other) && (!top || other->begun > top->begun))
            top = other;
    }
    return top;
}

/* For how long a play has been fading out, −1 if it is not: what waits for it begins that long ago. */
static double fading_since(const play *p)
{
    double since = p->stopped >= 0.0f ? (double)p->stopped : -1.0, fading = (double)p->options.fade_out - remaining(p);
    return fading > since && fading >= 0.0 ? fading : since;
}

static play *next_waiting(vv_player *player, uint32_t after)
{
    play *next = NULL;
    for (uint32_t left = player->used; left; left &= left - 1) {
        play *p = next_play(player, left);
        if (p->state == PLAY_WAITS && p->number > after && (!next || p->number < next->number))
            next = p;
    }
    return next;
}

static void begin_waiting(vv_player *player, double dt)
{
    for (play *p = next_waiting(player, 0); p; p = next_waiting(player, p->number)) {
        const play *top = top_of_layer(player, p);
        double since = top ? fading_since(top) : dt;
        if (since < 0.0)
            continue;
        double ago = since < dt ? since : dt;
        vvi_play_begin(player, p, ago);
        go_on(player, p, ago);
    }
}

/* ---- The whole ------------------------------------------------------------------------------------------------------------------------ */

static void sort_by_layer(part_list *list)
{
    for (uint32_t i = 1; i < list->count; i++)
        for (uint32_t k = i; k > 0; k--) {
            part *a = &list->parts[k - 1], *b = &list->parts[k], swapped = *a;
            int32_t la = a->play->options.layer, lb = b->play->options.layer;
            if (la < lb || (la == lb && a->play->begun < b->play->begun))
                break;
            *a = *b;
            *b = swapped;
        }
}

void vvi_plays_list(const vv_player *player, part_list *out)
{
    out->count = 0;
    for (uint32_t left = player->used; left; left &= left - 1)
        if (next_play(player, left)->state == PLAY_GOES)
            out->parts[out->count++] = (part){next_play(player, left), 0.0f};
    sort_by_layer(out);
    float uncovered = 1.0f;
    for (uint32_t i = out->count; i-- > 0;) {
        bool top = i + 1 == out->count || out->parts[i + 1].play->options.layer != out->parts[i].play->options.layer;
        float faded = fade_in_of(out->parts[i].play);
        uncovered = top ? 1.0f : uncovered;
        out->parts[i].share = uncovered * faded;
        uncovered *= 1.0f - faded;
    }
}

void vvi_plays_advance(vv_player *player, float dt)
{
    player->event_count = 0;
    for (uint32_t i = 0; i < player->ended_count; i++)
        tell(player, player->ended[i], VV_NONE);
    player->ended_count = 0;
    for (uint32_t left = player->used; left; left &= left - 1)
        if (next_play(player, left)->state == PLAY_GOES)
            go_on(player, next_play(player, left), (double)dt);
    begin_waiting(player, (double)dt);
    make_room(player);
}
