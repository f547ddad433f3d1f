/* The player as its callers know it: made in one go, plays asked for, stopped, moved about. What happens with time is in plays.c, what
 * comes of it in pose.c. */
#include "plays.h"

#include <stddef.h>
#include <string.h>

/* ---- Making ---------------------------------------------------------------------------------------------------------------------- */

vv_player_def vv_default_player(const vv_creature *creature)
{
    VV_ASSERT(creature != NULL);
    vv_player_def def = {.creature = creature, .solver = vv_default_solver_options(), .jiggle = 1.0f};
    def.solver.carry = true;
    return def;
}

static void *take(char *base, uint64_t *cursor, uint64_t count, size_t size)
{
    uint64_t at = vvi_section(cursor, count, size);
    return base ? base + at : NULL;
}

/* Of a creature that is too large for a desk on the stack. */
static void lay_desk(char *base, uint64_t *cursor, const vv_creature *creature, vv_player *p)
{
    uint64_t bodies = creature->body_count;
    p->posed = take(base, cursor, bodies, sizeof *p->posed);
    p->goals = take(base, cursor, bodies, sizeof *p->goals);
    p->owners = take(base, cursor, bodies * (2 + creature->deform_count), sizeof *p->owners);
    blends *levels[3] = {&p->play_sums, &p->layer_sums, &p->wanted};
    for (int i = 0; i < 3; i++) {
        levels[i]->of = take(base, cursor, bodies, sizeof(blend));
        levels[i]->bodies = take(base, cursor, bodies, sizeof(uint16_t));
        levels[i]->listed = take(base, cursor, bodies, sizeof(uint8_t));
    }
}

/* One block for everything, what every step needs first; with base NULL only measured. */
static size_t lay_out(char *base, const vv_creature *creature, vv_player *p)
{
    uint64_t cursor = sizeof *p, bodies = creature->body_count, deforms = bodies * creature->deform_count;
    p->walk = take(base, &cursor, vvi_walk_bytes(creature), 1);
    p->solver = take(base, &cursor, vvi_solver_bytes(creature), 1);
    p->placements = take(base, &cursor, bodies, sizeof *p->placements);
    p->jiggle = take(base, &cursor, vvi_jiggle_bytes(creature), 1);
    p->plays = take(base, &cursor, VV_PLAYER_MAX_PLAYS, sizeof *p->plays);
    p->near_bytes = (size_t)cursor - (VV_PLAYER_MAX_PLAYS - 1u) * sizeof *p->plays;
    p->shown = take(base, &cursor, bodies, sizeof *p->shown);
    p->events = take(base, &cursor, VV_PLAYER_MAX_EVENTS, sizeof *p->events);
    p->ended = take(base, &cursor, VV_PLAYER_MAX_PLAYS, sizeof *p->ended);
    p->deforms = take(base, &cursor, deforms, sizeof(float));
    p->still_deforms = take(base, &cursor, deforms, sizeof(float));
    p->layer_deforms.values = take(base, &cursor, deforms, sizeof(float));
    p->layer_deforms.weights = take(base, &cursor, deforms, sizeof(float));
    if (bodies > DESK_BODIES)
        lay_desk(base, &cursor, creature, p);
    return (size_t)cursor;
}

void vvi_player_sit(vv_player *p, desk *on_stack)
{
    blends *levels[3] = {&p->play_sums, &p->layer_sums, &p->wanted};
    bool small = p->body_count <= DESK_BODIES;
    if (small) {
        p->posed = on_stack->posed;
        p->goals = on_stack->goals;
        p->owners = on_stack->owners;
    }
    for (int i = 0; i < 3; i++) {
        if (small)
            *levels[i] = (blends){0, on_stack->bodies[i], on_stack->listed[i], on_stack->of[i]};
        levels[i]->count = 0;
        memset(levels[i]->listed, 0, p->body_count);
    }
}

vv_result vv_player_create(const vv_player_def *def, const vv_allocator *allocator, vv_player **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    if (!(def->jiggle >= 0.0f && def->jiggle <= 2.0f))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "jiggle must be in 0…2, not %g", (double)def->jiggle);
    if (!(def->solver.stretch >= 1.0f && def->solver.stretch <= 1.2f))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "stretch must be in 1…1.2, not %g", (double)def->solver.stretch);
    vv_player measured;
    size_t bytes = lay_out(NULL, def->creature, &measured);
    vv_player *player = vvi_allocate_zeroed(allocator, 1, bytes);
    if (!player)
        return vvi_fail_memory(error, bytes);
    lay_out((char *)player, def->creature, player);
    player->creature = def->creature;
    player->allocator = allocator;
    player->byte_count = bytes;
    player->solver_options = def->solver;
    player->jiggle_amount = def->jiggle;
    player->terrain = def->terrain;
    player->body_count = def->creature->body_count;
    player->deform_count = def->creature->deform_count;
    player->next_number = player->next_begun = 1;
    vvi_solver_lay(player->solver, player->creature);
    vvi_walk_lay(player->walk, player->creature);
    vvi_jiggle_prepare(player->jiggle, player->creature);
    vv_player_teleport(player, &(vv_course){0});
    desk room;
    vvi_player_sit(player, &room);
    vvi_player_pose(player, 0.0f);
    *out = player;
    return VV_OK;
}

void vv_player_destroy(vv_player *player)
{
    VV_ASSERT(!player || !player->locked);
    if (player)
        vvi_release(player->allocator, player, 1, player->byte_count);
}

/* ---- Plays ------------------------------------------------------------------------------------------------------------------------- */

vv_play_options vv_default_play(const vv_motion *motion)
{
    VV_ASSERT(motion != NULL);
    return (vv_play_options){.weight = 1.0f, .speed = 1.0f, .fade_in = motion->fade_in, .fade_out = motion->fade_out};
}

static bool options_are_sound(const vv_play_options *o)
{
    return o->weight >= 0.0f && o->weight <= 1.0f && o->speed >= -4.0f && o->speed <= 4.0f && o->fade_in >= 0.0f &&
           o->fade_in <= VV_MOTION_MAX_LENGTH && o->fade_out >= 0.0f && o->fade_out <= VV_MOTION_MAX_LENGTH;
}

static play *find(const vv_player *player, uint32_t number)
{
    for (uint32_t left = player->used; left; left &= left - 1)
        if (next_play(player, left)->number == number)
            return next_play(player, left);
    return NULL;
}

/* A slot that nobody uses; failing that the one that is on its way out and began first. */
static play *find_room(vv_player *player)
{
    play *best = NULL;
    for (uint32_t i = 0; i < VV_PLAYER_MAX_PLAYS; i++) {
        play *p = &player->plays[i];
        if (p->state == PLAY_NONE)
            return p;
        bool leaves = p->state == PLAY_GOES && (p->held >= 0.0f || p->stopped >= 0.0f);
        if (leaves && (!best || p->begun < best->begun))
            best = p;
    }
    if (best && !best->told)
        vvi_play_tell_end(player, best->number);
    return best;
}

static bool layer_is_empty(const vv_player *player, int32_t layer)
{
    for (uint32_t left = player->used; left; left &= left - 1)
        if (next_play(player, left)->options.layer == layer)
            return false;
    return true;
}

static play *find_to_change(vv_player *player, uint32_t number) { return player->locked ? NULL : find(player, number); }

uint32_t vv_player_play(vv_player *player, const vv_binding *binding, const vv_play_options *options)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    VV_ASSERT(binding != NULL);
    VV_ASSERT(options != NULL);
    if (player->locked || binding->creature != player->creature || options->variant >= binding->variant_count ||
        !options_are_sound(options))
        return VV_NONE;
    play *p = find_room(player);
    if (!p)
        return VV_NONE;
    free_play(player, p);
    bool waits = options->queue && !layer_is_empty(player, options->layer);
    memset(p, 0, sizeof *p);
    p->number = player->next_number++;
    p->binding = binding;
    p->options = *options;
    p->position = options->speed < 0.0f ? (double)binding->motion->length : 0.0;
    p->stopped = p->held = -1.0f;
    p->stop_level = 1.0f;
    p->fresh = true;
    vvi_binding_choose(binding, options->variant, options->mirror, &p->way);
    p->state = PLAY_WAITS;
    player->used |= 1u << (p - player->plays);
    if (!waits)
        vvi_play_begin(player, p, 0.0);
    return p->number;
}

bool vv_player_stop(vv_player *player, uint32_t number, float fade_out)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    play *p = find_to_change(player, number);
    if (!p || vvi_play_is_over(p))
        return false;
    if (p->state == PLAY_WAITS) {
        free_play(player, p);
        vvi_play_tell_end(player, number);
        return true;
    }
    float fade = fade_out > 0.0f ? vvi_min(fade_out, VV_MOTION_MAX_LENGTH) : 0.0f;
    if (p->stopped >= 0.0f && p->stop_fade - p->stopped <= fade)
        return true; /* it is stopping already, and sooner */
    p->stop_level = vvi_play_stop_factor(p, 0.0);
    p->stopped = 0.0f;
    p->stop_fade = fade;
    return true;
}

bool vv_player_clear(vv_player *player)
{
    VV_ASSERT(player != NULL);
    if (player->locked)
        return false;
    for (uint32_t left = player->used; left; left &= left - 1) {
        play *p = next_play(player, left);
        if (!p->told)
            vvi_play_tell_end(player, p->number);
        free_play(player, p);
    }
    return true;
}

bool vv_player_is_playing(const vv_player *player, uint32_t number)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    const play *p = find(player, number);
    return p && !vvi_play_is_over(p);
}

float vv_player_time(const vv_player *player, uint32_t number)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    const play *p = find(player, number);
    return p && !vvi_play_is_over(p) ? vvi_play_time(p) : -1.0f;
}

bool vv_player_seek(vv_player *player, uint32_t number, float time)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    play *p = find_to_change(player, number);
    if (!p || time != time)
        return false;
    vvi_play_seek(p, time);
    return true;
}

bool vv_player_set_weight(vv_player *player, uint32_t number, float weight)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    play *p = find_to_change(player, number);
    if (!p || weight != weight)
        return false;
    p->options.weight = vvi_clamp(weight, 0.0f, 1.0f);
    return true;
}

bool vv_player_set_target(vv_player *player, uint32_t number, uint32_t target, const vv_vec3 *place)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    play *p = find_to_change(player, number);
    if (!p || target >= VV_MAX_TARGETS)
        return false;
    bool known = place && vvi_all_finite(&place->x, 3);
    p->known = (uint8_t)((p->known & ~(1u << target)) | (uint32_t)known << target);
    if (known)
        p->targets[target] = *place;
    return known || !place;
}

/* ---- Going about ------------------------------------------------------------------------------------------------------------------------ */

static void reset_walk(vv_player *player)
{
    player->locked = true;
    vv_walk_reset(player->walk, &player->course, &player->terrain);
    player->locked = false;
}

bool vv_player_set_gaits(vv_player *player, uint32_t group, uint32_t count, const vv_gait *const *gaits,
                         const float *weights)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    VV_ASSERT(gaits != NULL || count == 0);
    VV_ASSERT(weights != NULL || count == 0);
    if (player->locked)
        return false;
    bool had = player->has_gaits;
    if (count > 0)
        vv_walk_set_styles(player->walk, group, count, gaits, weights);
    player->has_gaits = count > 0 || (had && group != VV_NONE);
    if (player->has_gaits && !had)
        reset_walk(player);
    return true;
}

static bool is_sound(const vv_course *c)
{
    return vvi_all_finite((float[]){c->x, c->z, c->heading, c->speed_x, c->speed_z, c->spin}, 6);
}

bool vv_player_move(vv_player *player, const vv_course *course)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    VV_ASSERT(course != NULL);
    if (player->locked || !is_sound(course))
        return false;
    player->course = *course;
    return true;
}

bool vv_player_teleport(vv_player *player, const vv_course *course)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    VV_ASSERT(course != NULL);
    if (!vv_player_move(player, course))
        return false;
    player->jumped = true;
    reset_walk(player);
    vv_solver_reset(player->solver);
    vvi_jiggle_reset(player->jiggle);
    return true;
}

_Static_assert((VV_PLAYER_MAX_PLAYS - 1u) * sizeof(play) >= (size_t)AHEAD_LINES * AHEAD_LINE,
               "what is fetched beyond near_bytes is the block's");

static vvi_ahead all_of(const vv_player *player)
{
    return (vvi_ahead){(const char *)player, (const char *)player + player->near_bytes};
}

static void step_and_fetch(vv_player *player, float dt, vvi_ahead *ahead)
{
    float seconds = dt > 0.0f ? vvi_min(dt, 1.0f) : 0.0f;
    desk room;
    player->locked = true;
    player->ahead = ahead;
    vvi_fetch(ahead);
    vvi_player_sit(player, &room);
    vvi_plays_advance(player, seconds);
    vvi_player_pose(player, seconds);
    player->ahead = NULL;
    player->locked = false;
}

bool vv_player_step(vv_player *player, float dt)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    if (player->locked)
        return false;
    vvi_ahead own = all_of(player);
    step_and_fetch(player, dt, &own);
    return true;
}

/* A player's pages, one line of each: to find out where a page is takes longer than to fetch a line of it. And the beginnings of its creature
 * and of its play. */
AHEAD_INLINE void fetch_pages(const vv_player *player)
{
    for (size_t at = 0; at < player->near_bytes; at += AHEAD_PAGE)
        vvi_fetch_lines((const char *)player + at, 1);
    vvi_fetch_lines(player->creature, sizeof *player->creature);
    if (player->used)
        vvi_fetch_lines(next_play(player, player->used), offsetof(play, options));
}

/* What they point to. */
AHEAD_INLINE void fetch_apart(const vv_player *player)
{
    vvi_fetch_lines(&bodies_of(player->creature)[player->creature->root], sizeof(hung_body));
    if (player->used)
        vvi_fetch_lines(next_play(player, player->used)->binding, sizeof(vv_binding));
}

void vv_players_step(uint32_t count, vv_player *const *players, float dt)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(players != NULL || count == 0);
    for (uint32_t i = 0; i < count; i++) {
        /* Nothing can be asked for before it is known where it is: each thing a step later than what says so. */
        if (i + 3u < count)
            vvi_fetch_lines(players[i + 3u], 1);
        if (i + 2u < count)
            fetch_pages(players[i + 2u]);
        if (i + 1u < count)
            fetch_apart(players[i + 1u]);
        vvi_ahead next = all_of(players[i + 1u < count ? i + 1u : i]);
        VV_ASSERT(!players[i]->locked);
        if (!players[i]->locked)
            step_and_fetch(players[i], dt, &next);
    }
}

/* ---- What came of it -------------------------------------------------------------------------------------------------------------------- */

const vv_placement *vv_player_placements(const vv_player *player)
{
    VV_ASSERT(player != NULL);
    return player->placements;
}

const float *vv_player_deforms(const vv_player *player)
{
    VV_ASSERT(player != NULL);
    return player->deforms;
}

vv_placement vv_player_frame(const vv_player *player)
{
    VV_ASSERT(player != NULL);
    return player->frame;
}

const vv_goal *vv_player_goals(const vv_player *player, uint32_t *count)
{
    VV_ASSERT(player != NULL);
    VV_ASSERT(count != NULL);
    *count = player->shown_count;
    return player->shown;
}

const vv_walk *vv_player_walk(const vv_player *player)
{
    VV_ASSERT(player != NULL);
    return player->has_gaits ? player->walk : NULL;
}

uint32_t vv_player_events(const vv_player *player, vv_player_event *events)
{
    VV_ASSERT(player != NULL);
    VV_ASSERT(events != NULL);
    memcpy(events, player->events, player->event_count * sizeof *events);
    return player->event_count;
}
