/* Time: plays advance, start, fade, replace each other and end; every event is reported exactly once.
 *
 * Of the plays on one layer, each covers those started before it by the share that it has faded in: a cross-fade is
 * one lerp, and nothing sags in the middle of it. A play that is covered fully is over. Everything depends on the
 * elapsed time only, not on how it was divided into steps. */
#include "plays.h"

/* ---- One play ---------------------------------------------------------------------------------------------------- */

static double motion_length(const play *p) { return (double)p->binding->motion->length; }

static bool is_endless(const play *p)
{
    return p->options.speed == 0.0f || (p->binding->motion->loop && p->options.loop_count == 0);
}

/* The position at which it ends. Backwards, a play starts at the end of the first round and continues below 0. */
static double end_position(const play *p)
{
    double rounds = p->binding->motion->loop ? (double)p->options.loop_count : 1.0;
    return p->options.speed >= 0.0f ? rounds * motion_length(p) : (1.0 - rounds) * motion_length(p);
}

/* Real seconds until it ends; negative after its end. */
static double remaining(const play *p)
{
    double speed = (double)p->options.speed;
    return is_endless(p) ? 1e30 : (end_position(p) - p->position) / speed;
}

static float fade_in_share(const play *p)
{
    float fade = p->options.fade_in;
    return fade > 0.0f ? vvi_smoothstep((float)(p->age / (double)fade)) : 1.0f;
}

float vvi_play_stop_factor(const play *p, double ago)
{
    double stopped = (double)p->stop_age - ago;
    if (p->stop_age < 0.0f || stopped < 0.0)
        return p->stop_level;
    return p->stop_fade > 0.0f ? p->stop_level * (1.0f - vvi_smoothstep((float)(stopped / (double)p->stop_fade)))
                               : 0.0f;
}

/* How much of its strength stopping and ending have left, as it was `ago` seconds earlier. */
static float fade_out_share_before(const play *p, double ago)
{
    if (p->overtaken_strength >= 0.0f)
        return p->overtaken_strength;
    double left = remaining(p) + ago;
    VVI_CHECK(ago >= 0.0);
    float end = left > 0.0 ? 1.0f : 0.0f;
    if (p->options.fade_out > 0.0f)
        end = vvi_smoothstep((float)(left / (double)p->options.fade_out));
    return end * vvi_play_stop_factor(p, ago);
}

static float fade_out_share(const play *p) { return fade_out_share_before(p, 0.0); }

float vvi_play_strength(const play *p) { return p->options.weight * fade_out_share(p); }

float vvi_play_time(const play *p)
{
    double length = motion_length(p), at = p->position, end = end_position(p);
    VVI_CHECK(length > 0.0 && vvi_is_finite(p->position));
    if (!is_endless(p) && remaining(p) < 0.0)
        at = end;
    if (p->binding->motion->loop)
        at -= floor(at / length) * length;
    return vvi_clamp((float)at, 0.0f, p->binding->motion->length);
}

void vvi_play_seek(play *p, float time)
{
    double length = motion_length(p),
           round = p->options.speed < 0.0f ? ceil(p->position / length) - 1.0 : floor(p->position / length);
    p->position =
        (p->binding->motion->loop ? round * length : 0.0) + (double)vvi_clamp(time, 0.0f, p->binding->motion->length);
    p->just_started = true;
}

bool vvi_play_is_over(const play *p)
{
    return p->state == PLAY_ACTIVE && p->overtaken_strength < 0.0f &&
           (remaining(p) <= 0.0 || (p->stop_age >= 0.0f && p->stop_age >= p->stop_fade));
}

/* ---- Events ------------------------------------------------------------------------------------------------------ */

static void report_event(vv_player *player, uint32_t number, uint32_t event)
{
    if (player->event_count < VV_PLAYER_MAX_EVENTS)
        player->events[player->event_count++] = (vv_player_event){number, event};
}

/* Whether a moment was passed in this step, which includes the position that the step started from only if the play
 * starts there. */
static bool has_passed(const play *p, double from, double moment)
{
    bool forwards = p->options.speed >= 0.0f;
    bool beyond = forwards ? moment > from : moment < from;
    bool reached = forwards ? moment <= p->position : moment >= p->position;
    return reached && (beyond || (p->just_started && moment == from));
}

static void report_events(vv_player *player, const play *p, double from)
{
    const vv_motion *motion = p->binding->motion;
    const vv_motion_event *events = events_of(motion);
    bool forwards = p->options.speed >= 0.0f, loop = motion->loop != 0;
    double length = motion_length(p), direction = forwards ? 1.0 : -1.0;
    /* The rounds that this step touches; a moment at the end of a round belongs to two rounds, one of which may not
     * be played. */
    double first = loop ? floor(from / length) - direction : 0.0,
           last = loop ? floor(p->position / length) + direction : 0.0;
    double limit = loop && p->options.loop_count > 0 ? (double)(p->options.loop_count - 1) : 1e30;
    for (double round = first; forwards ? round <= last : round >= last; round += direction) {
        if (fabs(round) > limit || round * direction < 0.0)
            continue;
        for (uint32_t i = 0; i < motion->event_count && player->event_count < VV_PLAYER_MAX_EVENTS; i++) {
            uint32_t e = forwards ? i : motion->event_count - 1 - i;
            if (has_passed(p, from, round * length + (double)events[e].time))
                report_event(player, p->number, e);
        }
        if (player->event_count == VV_PLAYER_MAX_EVENTS)
            return;
    }
}

static void report_end(vv_player *player, play *p)
{
    if (!p->end_reported)
        report_event(player, p->number, VV_NONE);
    p->end_reported = true;
}

void vvi_play_report_end(vv_player *player, uint32_t number)
{
    if (player->ended_count < VV_PLAYER_MAX_PLAYS)
        player->ended_plays[player->ended_count++] = number;
}

/* ---- Advancing --------------------------------------------------------------------------------------------------- */

static void advance_play(vv_player *player, play *p, double dt)
{
    double from = p->position;
    VVI_CHECK(p->state == PLAY_ACTIVE && dt >= 0.0);
    p->position = from + (double)p->options.speed * dt;
    p->age += dt;
    if (p->stop_age >= 0.0f)
        p->stop_age += (float)dt;
    if (p->binding->motion->event_count > 0)
        report_events(player, p, from);
    p->just_started = false;
    if (vvi_play_is_over(p))
        report_end(player, p);
}

static bool shares_layer(const play *p, const play *other)
{
    return other != p && other->state == PLAY_ACTIVE && other->options.layer == p->options.layer;
}

/* Makes the other plays on its layer keep their strength of `ago` seconds ago; the new play fades in over them. */
static void take_over_layer(vv_player *player, const play *p, double ago)
{
    for (uint32_t left = player->used_plays; left; left &= left - 1) {
        play *other = next_play(player, left);
        if (shares_layer(p, other) && other->overtaken_strength < 0.0f)
            other->overtaken_strength = fade_out_share_before(other, ago);
    }
}

void vvi_play_begin(vv_player *player, play *p, double ago)
{
    VVI_CHECK(p->state != PLAY_ACTIVE && ago >= 0.0);
    take_over_layer(player, p, ago);
    p->state = PLAY_ACTIVE;
    p->start_order = player->next_start_order++;
}

/* Whether a play can be freed: it is over and covers no other play that is still visible, or it is covered fully
 * itself. */
static bool can_be_freed(const vv_player *player, const play *p)
{
    bool covers = false;
    for (uint32_t left = player->used_plays; left; left &= left - 1) {
        const play *other = next_play(player, left);
        if (!shares_layer(p, other))
            continue;
        if (other->start_order > p->start_order && fade_in_share(other) >= 1.0f)
            return true;
        covers |= other->start_order < p->start_order;
    }
    return vvi_play_is_over(p) && (!covers || fade_in_share(p) >= 1.0f);
}

static void free_finished_plays(vv_player *player)
{
    uint32_t finished = 0;
    for (uint32_t left = player->used_plays; left; left &= left - 1) {
        const play *p = next_play(player, left);
        if (p->state == PLAY_ACTIVE && can_be_freed(player, p))
            finished |= left & (~left + 1u);
    }
    for (; finished; finished &= finished - 1) {
        report_end(player, next_play(player, finished));
        free_play(player, next_play(player, finished));
    }
}

/* ---- Queued plays ------------------------------------------------------------------------------------------------ */

/* The play on its layer that started last. */
static const play *newest_on_layer(const vv_player *player, const play *p)
{
    const play *top = NULL;
    for (uint32_t left = player->used_plays; left; left &= left - 1) {
        const play *other = next_play(player, left);
        if (shares_layer(p, other) && (!top || other->start_order > top->start_order))
            top = other;
    }
    return top;
}

/* For how many seconds a play has been fading out, −1 if it is not: the play queued behind it starts that long ago. */
static double seconds_fading(const play *p)
{
    double since = p->stop_age >= 0.0f ? (double)p->stop_age : -1.0,
           fading = (double)p->options.fade_out - remaining(p);
    return fading > since && fading >= 0.0 ? fading : since;
}

static play *next_queued(vv_player *player, uint32_t after)
{
    play *next = NULL;
    for (uint32_t left = player->used_plays; left; left &= left - 1) {
        play *p = next_play(player, left);
        if (p->state == PLAY_QUEUED && p->number > after && (!next || p->number < next->number))
            next = p;
    }
    return next;
}

static void start_queued(vv_player *player, double dt)
{
    for (play *p = next_queued(player, 0); p; p = next_queued(player, p->number)) {
        const play *top = newest_on_layer(player, p);
        double since = top ? seconds_fading(top) : dt;
        if (since < 0.0)
            continue;
        double ago = since < dt ? since : dt;
        vvi_play_begin(player, p, ago);
        advance_play(player, p, ago);
    }
}

/* ---- All plays --------------------------------------------------------------------------------------------------- */

static void sort_by_layer(play_list *list)
{
    for (uint32_t i = 1; i < list->count; i++)
        for (uint32_t k = i; k > 0; k--) {
            weighted_play *a = &list->items[k - 1], *b = &list->items[k], swapped = *a;
            int32_t la = a->play->options.layer, lb = b->play->options.layer;
            if (la < lb || (la == lb && a->play->start_order < b->play->start_order))
                break;
            *a = *b;
            *b = swapped;
        }
}

void vvi_plays_collect(const vv_player *player, play_list *out)
{
    out->count = 0;
    for (uint32_t left = player->used_plays; left; left &= left - 1)
        if (next_play(player, left)->state == PLAY_ACTIVE)
            out->items[out->count++] = (weighted_play){next_play(player, left), 0.0f};
    sort_by_layer(out);
    float uncovered = 1.0f;
    for (uint32_t i = out->count; i-- > 0;) {
        bool top = i + 1 == out->count || out->items[i + 1].play->options.layer != out->items[i].play->options.layer;
        float faded = fade_in_share(out->items[i].play);
        VVI_CHECK(faded >= 0.0f && faded <= 1.0f && uncovered >= 0.0f && uncovered <= 1.0f);
        uncovered = top ? 1.0f : uncovered;
        out->items[i].share = uncovered * faded;
        uncovered *= 1.0f - faded;
    }
}

void vvi_plays_advance(vv_player *player, float dt)
{
    player->event_count = 0;
    for (uint32_t i = 0; i < player->ended_count; i++)
        report_event(player, player->ended_plays[i], VV_NONE);
    player->ended_count = 0;
    VVI_CHECK(player->event_count <= VV_PLAYER_MAX_EVENTS);
    for (uint32_t left = player->used_plays; left; left &= left - 1)
        if (next_play(player, left)->state == PLAY_ACTIVE)
            advance_play(player, next_play(player, left), (double)dt);
    start_queued(player, (double)dt);
    free_finished_plays(player);
}
