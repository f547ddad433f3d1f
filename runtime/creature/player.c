/* The public functions of the player: creation, starting and stopping plays, moving about. plays.c advances time,
 * pose.c computes poses. */
#include "plays.h"

#include <stddef.h>
#include <string.h>

/* ---- Creation ---------------------------------------------------------------------------------------------------- */

vv_player_def vv_default_player_def(const vv_creature *creature)
{
    VV_ASSERT(creature != NULL);
    vv_player_def def = {.creature = creature, .solver = vv_default_ik_options(), .jiggle = 1.0f};
    def.solver.carry_twist = true;
    return def;
}

static void *reserve(char *base, uint64_t *cursor, uint64_t count, size_t size)
{
    uint64_t at = vvi_section(cursor, count, size);
    return base ? base + at : NULL;
}

/* The scratch arrays of a creature that is too large for scratch memory on the stack. */
static void lay_out_scratch(char *base, uint64_t *cursor, const vv_creature *creature, vv_player *p)
{
    uint64_t bodies = creature->body_count;
    p->posed = reserve(base, cursor, bodies, sizeof *p->posed);
    p->goals = reserve(base, cursor, bodies, sizeof *p->goals);
    p->owners = reserve(base, cursor, bodies * (2 + creature->deform_count), sizeof *p->owners);
    pose_sums *levels[3] = {&p->play_sums, &p->layer_sums, &p->blended};
    for (int i = 0; i < 3; i++) {
        levels[i]->items = reserve(base, cursor, bodies, sizeof(pose_sum));
        levels[i]->bodies = reserve(base, cursor, bodies, sizeof(uint16_t));
        levels[i]->is_listed = reserve(base, cursor, bodies, sizeof(uint8_t));
    }
}

/* Lays out one block for everything, starting with what every step needs; with base NULL it only measures. */
static size_t lay_out(char *base, const vv_creature *creature, vv_player *p)
{
    uint64_t cursor = sizeof *p, bodies = creature->body_count, deforms = bodies * creature->deform_count;
    p->walk = reserve(base, &cursor, vvi_walk_bytes(creature), 1);
    p->solver = reserve(base, &cursor, vvi_solver_bytes(creature), 1);
    p->placements = reserve(base, &cursor, bodies, sizeof *p->placements);
    p->jiggle = reserve(base, &cursor, vvi_jiggle_bytes(creature), 1);
    p->plays = reserve(base, &cursor, VV_PLAYER_MAX_PLAYS, sizeof *p->plays);
    p->hot_bytes = (size_t)cursor - (VV_PLAYER_MAX_PLAYS - 1u) * sizeof *p->plays;
    p->world_goals = reserve(base, &cursor, bodies, sizeof *p->world_goals);
    p->events = reserve(base, &cursor, VV_PLAYER_MAX_EVENTS, sizeof *p->events);
    p->ended_plays = reserve(base, &cursor, VV_PLAYER_MAX_PLAYS, sizeof *p->ended_plays);
    p->deforms = reserve(base, &cursor, deforms, sizeof(float));
    p->unused_deforms = reserve(base, &cursor, deforms, sizeof(float));
    p->layer_deforms.values = reserve(base, &cursor, deforms, sizeof(float));
    p->layer_deforms.weights = reserve(base, &cursor, deforms, sizeof(float));
    if (bodies > SCRATCH_BODIES)
        lay_out_scratch(base, &cursor, creature, p);
    return (size_t)cursor;
}

void vvi_player_begin_scratch(vv_player *p, step_scratch *on_stack)
{
    pose_sums *levels[3] = {&p->play_sums, &p->layer_sums, &p->blended};
    bool small = p->body_count <= SCRATCH_BODIES;
    if (small) {
        p->posed = on_stack->posed;
        p->goals = on_stack->goals;
        p->owners = on_stack->owners;
    }
    for (int i = 0; i < 3; i++) {
        if (small)
            *levels[i] = (pose_sums){0, on_stack->bodies[i], on_stack->is_listed[i], on_stack->items[i]};
        levels[i]->count = 0;
        memset(levels[i]->is_listed, 0, p->body_count);
    }
}

vv_result vv_player_create(const vv_player_def *def, const vv_allocator *allocator, vv_player **out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VV_ASSERT(def->creature != NULL);
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
    player->next_number = player->next_start_order = 1;
    vvi_solver_init(player->solver, player->creature);
    vvi_walk_init(player->walk, player->creature);
    vvi_jiggle_prepare(player->jiggle, player->creature);
    vv_player_teleport(player, &(vv_course){0});
    step_scratch scratch;
    vvi_player_begin_scratch(player, &scratch);
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

/* ---- Plays ------------------------------------------------------------------------------------------------------- */

vv_play_options vv_default_play_options(const vv_motion *motion)
{
    VV_ASSERT(motion != NULL);
    return (vv_play_options){.weight = 1.0f, .speed = 1.0f, .fade_in = motion->fade_in, .fade_out = motion->fade_out};
}

static bool are_valid_options(const vv_play_options *o)
{
    return o->weight >= 0.0f && o->weight <= 1.0f && o->speed >= -4.0f && o->speed <= 4.0f && o->fade_in >= 0.0f &&
           o->fade_in <= VV_MOTION_MAX_DURATION && o->fade_out >= 0.0f && o->fade_out <= VV_MOTION_MAX_DURATION;
}

static play *find_play(const vv_player *player, uint32_t number)
{
    for (uint32_t left = player->used_plays; left; left &= left - 1)
        if (next_play(player, left)->number == number)
            return next_play(player, left);
    return NULL;
}

/* An unused slot; if there is none, that of the play that started first among those fading out. */
static play *find_free_slot(vv_player *player)
{
    play *best = NULL;
    for (uint32_t i = 0; i < VV_PLAYER_MAX_PLAYS; i++) {
        play *p = &player->plays[i];
        if (p->state == PLAY_NONE)
            return p;
        bool is_leaving = p->state == PLAY_ACTIVE && (p->overtaken_strength >= 0.0f || p->stop_age >= 0.0f);
        if (is_leaving && (!best || p->start_order < best->start_order))
            best = p;
    }
    if (best && !best->end_reported)
        vvi_play_report_end(player, best->number);
    return best;
}

static bool layer_is_empty(const vv_player *player, int32_t layer)
{
    for (uint32_t left = player->used_plays; left; left &= left - 1)
        if (next_play(player, left)->options.layer == layer)
            return false;
    return true;
}

static play *find_play_to_change(vv_player *player, uint32_t number)
{
    return player->locked ? NULL : find_play(player, number);
}

uint32_t vv_player_play(vv_player *player, const vv_binding *binding, const vv_play_options *options)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    VV_ASSERT(binding != NULL);
    VV_ASSERT(options != NULL);
    if (player->locked || binding->creature != player->creature || options->variant >= binding->variant_count ||
        !are_valid_options(options))
        return VV_NONE;
    play *p = find_free_slot(player);
    if (!p)
        return VV_NONE;
    free_play(player, p);
    bool is_queued = options->queue && !layer_is_empty(player, options->layer);
    memset(p, 0, sizeof *p);
    p->number = player->next_number++;
    p->binding = binding;
    p->options = *options;
    p->position = options->speed < 0.0f ? (double)binding->motion->length : 0.0;
    p->stop_age = p->overtaken_strength = -1.0f;
    p->stop_level = 1.0f;
    p->just_started = true;
    vvi_binding_choose_variant(binding, options->variant, options->mirror, &p->chosen);
    p->state = PLAY_QUEUED;
    player->used_plays |= 1u << (p - player->plays);
    if (!is_queued)
        vvi_play_begin(player, p, 0.0);
    return p->number;
}

bool vv_player_stop(vv_player *player, uint32_t number, float fade_out)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    play *p = find_play_to_change(player, number);
    if (!p || vvi_play_is_over(p))
        return false;
    if (p->state == PLAY_QUEUED) {
        free_play(player, p);
        vvi_play_report_end(player, number);
        return true;
    }
    float fade = fade_out > 0.0f ? vvi_min(fade_out, VV_MOTION_MAX_DURATION) : 0.0f;
    if (p->stop_age >= 0.0f && p->stop_fade - p->stop_age <= fade)
        return true; /* it already stops sooner */
    p->stop_level = vvi_play_stop_factor(p, 0.0);
    p->stop_age = 0.0f;
    p->stop_fade = fade;
    return true;
}

bool vv_player_clear(vv_player *player)
{
    VV_ASSERT(player != NULL);
    if (player->locked)
        return false;
    for (uint32_t left = player->used_plays; left; left &= left - 1) {
        play *p = next_play(player, left);
        if (!p->end_reported)
            vvi_play_report_end(player, p->number);
        free_play(player, p);
    }
    return true;
}

bool vv_player_is_playing(const vv_player *player, uint32_t number)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    const play *p = find_play(player, number);
    return p && !vvi_play_is_over(p);
}

float vv_player_time(const vv_player *player, uint32_t number)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    const play *p = find_play(player, number);
    return p && !vvi_play_is_over(p) ? vvi_play_time(p) : -1.0f;
}

bool vv_player_seek(vv_player *player, uint32_t number, float time)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    play *p = find_play_to_change(player, number);
    if (!p || time != time)
        return false;
    vvi_play_seek(p, time);
    return true;
}

bool vv_player_set_weight(vv_player *player, uint32_t number, float weight)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    play *p = find_play_to_change(player, number);
    if (!p || weight != weight)
        return false;
    p->options.weight = vvi_clamp(weight, 0.0f, 1.0f);
    return true;
}

bool vv_player_set_target(vv_player *player, uint32_t number, uint32_t target, const vv_vec3 *place)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    play *p = find_play_to_change(player, number);
    if (!p || target >= VV_MOTION_MAX_TARGETS)
        return false;
    bool known = place && vvi_all_finite(&place->x, 3);
    p->known_targets = (uint8_t)((p->known_targets & ~(1u << target)) | (uint32_t)known << target);
    if (known)
        p->targets[target] = *place;
    return known || !place;
}

/* ---- Movement ---------------------------------------------------------------------------------------------------- */

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
    bool had_gaits = player->has_gaits;
    if (count > 0)
        vv_walk_set_styles(player->walk, group, count, gaits, weights);
    player->has_gaits = count > 0 || (had_gaits && group != VV_NONE);
    if (player->has_gaits && !had_gaits)
        reset_walk(player);
    return true;
}

static bool is_valid_course(const vv_course *c)
{
    return vvi_all_finite((float[]){c->x, c->z, c->heading, c->speed_x, c->speed_z, c->yaw_rate}, 6);
}

bool vv_player_set_course(vv_player *player, const vv_course *course)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    VV_ASSERT(course != NULL);
    if (player->locked || !is_valid_course(course))
        return false;
    player->course = *course;
    return true;
}

bool vv_player_teleport(vv_player *player, const vv_course *course)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    VV_ASSERT(course != NULL);
    if (!vv_player_set_course(player, course))
        return false;
    player->jumped = true;
    reset_walk(player);
    vv_ik_solver_reset(player->solver);
    vvi_jiggle_reset(player->jiggle);
    return true;
}

_Static_assert((VV_PLAYER_MAX_PLAYS - 1u) * sizeof(play) >= (size_t)PREFETCH_LINES * PREFETCH_LINE,
               "memory that is prefetched beyond hot_bytes still belongs to the block");

static vvi_prefetch_range prefetch_range_of(const vv_player *player)
{
    return (vvi_prefetch_range){(const char *)player, (const char *)player + player->hot_bytes};
}

static void step_with_prefetch(vv_player *player, float dt, vvi_prefetch_range *ahead)
{
    float seconds = dt > 0.0f ? vvi_min(dt, 1.0f) : 0.0f;
    step_scratch scratch;
    player->locked = true;
    player->prefetch = ahead;
    vvi_prefetch_next(ahead);
    vvi_player_begin_scratch(player, &scratch);
    vvi_plays_advance(player, seconds);
    vvi_player_pose(player, seconds);
    player->prefetch = NULL;
    player->locked = false;
}

bool vv_player_step(vv_player *player, float dt)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(player != NULL);
    if (player->locked)
        return false;
    vvi_prefetch_range range = prefetch_range_of(player);
    step_with_prefetch(player, dt, &range);
    return true;
}

/* Prefetches one cache line of each page of a player, since finding a page takes longer than fetching a line of it;
 * and the beginnings of its creature and of its play. */
PREFETCH_INLINE void prefetch_pages(const vv_player *player)
{
    for (size_t at = 0; at < player->hot_bytes; at += PREFETCH_PAGE)
        vvi_prefetch_lines((const char *)player + at, 1);
    vvi_prefetch_lines(player->creature, sizeof *player->creature);
    if (player->used_plays)
        vvi_prefetch_lines(next_play(player, player->used_plays), offsetof(play, options));
}

/* Prefetches what those point to. */
PREFETCH_INLINE void prefetch_pointees(const vv_player *player)
{
    vvi_prefetch_lines(&bodies_of(player->creature)[player->creature->root], sizeof(stored_body));
    if (player->used_plays)
        vvi_prefetch_lines(next_play(player, player->used_plays)->binding, sizeof(vv_binding));
}

/* At most: enough that prefetching pays. With fewer players there are several tasks for each worker, so that none waits
 * for another. */
#define PLAYERS_PER_TASK 16u
#define TASKS_PER_WORKER 4u

typedef struct players_task {
    uint32_t count, share; /* players in all, and of a task */
    vv_player *const *players;
    float dt;
} players_task;

static void step_players(uint32_t count, vv_player *const *players, float dt)
{
    for (uint32_t i = 0; i < count; i++) {
        /* An address must be known before its memory can be prefetched, so each level of pointers is prefetched one
         * player later than the one before. */
        if (i + 3u < count)
            vvi_prefetch_lines(players[i + 3u], 1);
        if (i + 2u < count)
            prefetch_pages(players[i + 2u]);
        if (i + 1u < count)
            prefetch_pointees(players[i + 1u]);
        vvi_prefetch_range next = prefetch_range_of(players[i + 1u < count ? i + 1u : i]);
        VV_ASSERT(!players[i]->locked);
        if (!players[i]->locked)
            step_with_prefetch(players[i], dt, &next);
    }
}

static void step_some_players(void *context, uint32_t index, uint32_t worker)
{
    const players_task *t = context;
    uint32_t first = index * t->share, rest = t->count - first;
    (void)worker;
    step_players(rest < t->share ? rest : t->share, t->players + first, t->dt);
}

void vv_players_step(uint32_t count, vv_player *const *players, float dt, const vv_jobs *jobs)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(players != NULL || count == 0);
    VV_ASSERT(vvi_are_jobs_valid(jobs));
    if (!jobs) {
        step_players(count, players, dt);
        return;
    }
    uint32_t share = count / (TASKS_PER_WORKER * jobs->workers);
    share = share < 1u ? 1u : share > PLAYERS_PER_TASK ? PLAYERS_PER_TASK : share;
    players_task tasks = {count, share, players, dt};
    vvi_jobs_run(jobs, (count + share - 1u) / share, step_some_players, &tasks);
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

const vv_transform3 *vv_player_transforms(const vv_player *player)
{
    VV_ASSERT(player != NULL);
    return player->placements;
}

const float *vv_player_deforms(const vv_player *player)
{
    VV_ASSERT(player != NULL);
    return player->deforms;
}

vv_transform3 vv_player_frame(const vv_player *player)
{
    VV_ASSERT(player != NULL);
    return player->frame;
}

const vv_ik_goal *vv_player_goals(const vv_player *player, uint32_t *count)
{
    VV_ASSERT(player != NULL);
    VV_ASSERT(count != NULL);
    *count = player->world_goal_count;
    return player->world_goals;
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
