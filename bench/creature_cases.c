/* Creatures that play motions: one frame of one, binding a motion to it, and a crowd in which no two are alike.
 * "Real-time Motion Retargeting" (section 5) reports 0.2 ms a frame for 25 bodies at 1.7 GHz. */
#include "cases.h"

#include "author/grow/grow.h"
#include "runtime/creature/plays.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CROWD = 2000, TEN_FRAMES = 20, CHANNELS = 6, KEYS = 5 };
#define DT     (1.0f / 60.0f)
#define LENGTH 2.0f
#define SPEED  1.1f /* metres a second */
#define PACE   0.7f /* speed of the crowd, times the square root of each one's size */

/* ---- Motions ----------------------------------------------------------------------------------------------------- */

typedef struct keyed {
    vv_motion_channel channels[CHANNELS];
    vv_motion_track tracks[CHANNELS][2];
    vv_motion_key keys[CHANNELS][2][KEYS];
} keyed;

/* A channel that moves and rotates what it selects, a little differently for each index. */
static vv_motion_channel *add_channel(keyed *k, uint32_t c, const char *cap)
{
    for (uint32_t i = 0; i < KEYS; i++) {
        float time = LENGTH * (float)i / KEYS, phase = 2.0f * VV_PI * (float)i / KEYS + (float)c;
        k->keys[c][0][i] = (vv_motion_key){
            .time = time, .value = {0.05f * vv_sin(phase), 0.1f * vv_cos(phase), 0.6f + 0.3f * vv_sin(2.0f * phase)}};
        vv_quat q = vv_quat_from_axis_angle((vv_vec3){1, 0, 0}, 0.3f * vv_sin(phase));
        k->keys[c][1][i] = (vv_motion_key){.time = time, .value = {q.x, q.y, q.z, q.w}};
    }
    k->tracks[c][0] = (vv_motion_track){.kind = VV_TRACK_POSITION, .key_count = KEYS, .keys = k->keys[c][0]};
    k->tracks[c][1] = (vv_motion_track){.kind = VV_TRACK_ROTATION, .key_count = KEYS, .keys = k->keys[c][1]};
    vv_motion_channel *channel = &k->channels[c];
    *channel = (vv_motion_channel){.mirror = true, .side = 1, .track_count = 2, .tracks = k->tracks[c]};
    strcpy(channel->context.cap, cap);
    return channel;
}

static vv_motion *make_motion(const keyed *k, uint32_t channels)
{
    vv_motion_def def = {.duration = LENGTH, .loop = true, .channel_count = channels, .channels = k->channels};
    vv_motion *motion = NULL;
    (void)vv_motion_create(&def, NULL, &motion, NULL);
    return motion;
}

/* Both hands to the mouth and back. */
static vv_motion *make_eating(void)
{
    keyed k;
    vv_motion_channel *hands = add_channel(&k, 0, "grasper");
    hands->mode.secondary = true;
    hands->secondary = VV_SECONDARY_BODIES;
    strcpy(hands->relative.cap, "mouth");
    return make_motion(&k, 1);
}

/* A hand to a fruit and then to the mouth, its shoulder, the head, the root and the ears along with it. */
static vv_motion *make_picking(void)
{
    keyed k;
    static const char *const caps[CHANNELS] = {"grasper", "grasper", "grasper", "mouth", "root", "ear"};
    for (uint32_t c = 0; c < CHANNELS; c++)
        add_channel(&k, c, caps[c])->group = c < 3 ? 1 : 0;
    k.channels[0].blend = k.channels[1].blend = 1;
    k.channels[0].mode.secondary = k.channels[1].mode.secondary = true;
    k.channels[0].secondary = VV_SECONDARY_EXTERNAL;
    k.channels[1].secondary = VV_SECONDARY_BODIES;
    strcpy(k.channels[1].relative.cap, "mouth");
    k.channels[2].context.spine = true;
    k.channels[3].context.extent = VV_EXTENT_TOPMOST;
    k.channels[3].context.setspace[1] = true;
    return make_motion(&k, CHANNELS);
}

/* ---- Members of a troupe ----------------------------------------------------------------------------------------- */

typedef struct member {
    vv_creature *creature;
    vv_binding *binding;
    vv_player *player;
    vv_course course;
} member;

typedef struct troupe {
    vv_motion *motion;
    vv_gait *gait;
    uint32_t count, next;
    /* frames that the groups of ten have played; each plays TEN_FRAMES in a row, so that its memory stays in the
     * cache */
    uint32_t frames;
    member *members;
    vv_player **players; /* their players, as an array for vv_players_step */
} troupe;

static bool join(troupe *t, member *m, vv_creature *creature, float speed)
{
    m->creature = creature;
    if (!creature || vv_binding_create(t->motion, creature, NULL, &m->binding, NULL) != VV_OK)
        return false;
    vv_player_def def = vv_default_player_def(creature);
    if (vv_player_create(&def, NULL, &m->player, NULL) != VV_OK)
        return false;
    vv_play_options options = vv_default_play_options(t->motion);
    vv_player_play(m->player, m->binding, &options);
    vv_player_set_gaits(m->player, VV_NONE, 1, (const vv_gait *const[]){t->gait}, (float[]){1.0f});
    m->course.speed_z = speed;
    t->players[m - t->members] = m->player;
    return true;
}

static void move(member *m)
{
    m->course.z += m->course.speed_z * DT;
    if (m->course.z > 50.0f) { /* keeps the numbers small however long it runs */
        m->course.z = 0.0f;
        vv_player_teleport(m->player, &m->course);
    }
    vv_player_set_course(m->player, &m->course);
}

static void step(member *m)
{
    move(m);
    vv_player_step(m->player, DT);
}

/* A frame of some of them. */
static void step_all(troupe *t, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++)
        move(&t->members[i]);
    vv_players_step(count, t->players + first, DT, NULL);
}

static void finish_troupe(void *context)
{
    troupe *t = context;
    for (uint32_t i = 0; i < t->count; i++) {
        vv_player_destroy(t->members[i].player);
        vv_binding_destroy(t->members[i].binding);
        vv_creature_destroy(t->members[i].creature, NULL);
    }
    vv_gait_destroy(t->gait, NULL);
    vv_motion_destroy(t->motion, NULL);
    free(t->members);
    free(t->players);
    free(t);
}

static troupe *make_troupe(uint32_t count, vv_motion *motion)
{
    troupe *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    vv_gait_def def = vv_default_gait_def();
    t->motion = motion;
    t->count = count;
    t->members = calloc(count, sizeof *t->members);
    t->players = calloc(count, sizeof *t->players);
    (void)vv_gait_create(&def, NULL, &t->gait, NULL);
    if (t->motion && t->gait && t->members && t->players)
        return t;
    finish_troupe(t);
    return NULL;
}

static void *prepare_frame(void)
{
    troupe *t = make_troupe(1, make_eating());
    if (t && join(t, &t->members[0], bench_biped(), SPEED))
        return t;
    if (t)
        finish_troupe(t);
    return NULL;
}

/* Steps one after the other, so that a crowd's memory is traversed as in a game. */
static void run_steps(void *context, uint32_t repeat)
{
    troupe *t = context;
    for (uint32_t r = 0; r < repeat; r++) {
        step(&t->members[t->next]);
        t->next = t->next + 1 == t->count ? 0 : t->next + 1;
    }
}

/* Frames of all, each in one call. */
static void run_crowd(void *context, uint32_t repeat)
{
    troupe *t = context;
    for (uint32_t r = 0; r < repeat; r += t->count)
        step_all(t, 0, t->count);
}

/* The same creatures ten at a time, as if only those ten were there. */
static void run_tens(void *context, uint32_t repeat)
{
    troupe *t = context;
    for (uint32_t r = 0; r < repeat; r += 10) {
        step_all(t, t->next, 10);
        if (++t->frames % TEN_FRAMES == 0)
            t->next = t->next + 10 == t->count ? 0 : t->next + 10;
    }
}

/* ---- A crowd ----------------------------------------------------------------------------------------------------- */

/* The creature of the next seed that has `min_bodies`…`max_bodies` bodies. */
static vv_creature *grow_next(uint64_t *seed, uint32_t min_bodies, uint32_t max_bodies)
{
    for (;;) {
        vv_creature_plan plan;
        vv_creature *creature = NULL;
        if (vv_plan_grow(++*seed, NULL, &plan, NULL) != VV_OK)
            return NULL;
        if (plan.body_count >= min_bodies && plan.body_count <= max_bodies)
            (void)vv_plan_creature(&plan, NULL, &creature, NULL);
        bool skipped = plan.body_count < min_bodies || plan.body_count > max_bodies;
        vv_plan_destroy(&plan);
        if (!skipped)
            return creature;
    }
}

static void *prepare_crowd_of(uint32_t min_bodies, uint32_t max_bodies)
{
    troupe *t = make_troupe(CROWD, make_eating());
    uint64_t seed = 0;
    for (uint32_t i = 0; t && i < CROWD; i++) {
        vv_creature *creature = grow_next(&seed, min_bodies, max_bodies);
        if (!join(t, &t->members[i], creature, creature ? PACE * sqrtf(creature->size) : 0.0f)) {
            finish_troupe(t);
            t = NULL;
        }
    }
    return t;
}

/* 25 bodies on average, as the paper's creature has. */
static void *prepare_crowd(void) { return prepare_crowd_of(14, 32); }

/* Creatures of any size. */
static void *prepare_any(void) { return prepare_crowd_of(0, VV_CREATURE_MAX_BODIES); }

/* ---- Binding ----------------------------------------------------------------------------------------------------- */

static void *prepare_bind(void)
{
    troupe *t = make_troupe(1, make_picking());
    if (t && join(t, &t->members[0], bench_biped(), 0.0f))
        return t;
    if (t)
        finish_troupe(t);
    return NULL;
}

static void run_bind(void *context, uint32_t repeat)
{
    troupe *t = context;
    for (uint32_t r = 0; r < repeat; r++) {
        vv_binding *binding = NULL;
        (void)vv_binding_create(t->motion, t->members[0].creature, NULL, &binding, NULL);
        vv_binding_destroy(binding);
    }
}

/* ---- Walking ----------------------------------------------------------------------------------------------------- */

/* The walk alone, of a creature that is already in a troupe. */
static void run_gait(void *context, uint32_t repeat)
{
    troupe *t = context;
    member *m = &t->members[0];
    for (uint32_t r = 0; r < repeat; r++) {
        m->course.z = m->course.z > 50.0f ? 0.0f : m->course.z + m->course.speed_z * DT;
        if (m->course.z <= 0.0f)
            vv_walk_reset(m->player->walk, &m->course, NULL);
        vv_walk_step(m->player->walk, &m->course, NULL, DT);
    }
}

const bench_case bench_creature_gait = {.name = "creature.gait",
                                        .workload = "two legs walk, a frame: phases, footholds, flights, hips",
                                        .repeat = 640,
                                        .prepare = prepare_frame,
                                        .run = run_gait,
                                        .finish = finish_troupe,
                                        .frame = 1e9 / 60.0};
const bench_case bench_creature_frame = {
    .name = "creature.frame",
    .workload = "25 bodies walk, both hands to the mouth, solved, jiggled (the paper: 200,000 ns at 1.7 GHz)",
    .versus = "creature.ik",
    .repeat = 640,
    .prepare = prepare_frame,
    .run = run_steps,
    .finish = finish_troupe,
    .frame = 1e9 / 60.0};
const bench_case bench_creature_bind = {.name = "creature.bind",
                                        .workload = "a motion of 6 channels bound to 25 bodies",
                                        .repeat = 640,
                                        .prepare = prepare_bind,
                                        .run = run_bind,
                                        .finish = finish_troupe};
const bench_case bench_creature_crowd_10 = {
    .name = "creature.crowd.10",
    .workload = "a creature grown from a seed (25 bodies on average) walks and eats, a frame; 10 of 2,000 at a time",
    .repeat = TEN_FRAMES * CROWD,
    .prepare = prepare_crowd,
    .run = run_tens,
    .finish = finish_troupe,
    .frame = 1e9 / 60.0};
const bench_case bench_creature_crowd = {.name = "creature.crowd",
                                         .workload = "… all 2,000 of them, no two alike",
                                         .versus = "creature.crowd.10",
                                         .repeat = TEN_FRAMES * CROWD,
                                         .prepare = prepare_crowd,
                                         .run = run_crowd,
                                         .finish = finish_troupe,
                                         .frame = 1e9 / 60.0};
const bench_case bench_creature_crowd_singly = {.name = "creature.crowd.singly",
                                                .workload = "… each in a call of its own",
                                                .versus = "creature.crowd.10",
                                                .repeat = TEN_FRAMES * CROWD,
                                                .prepare = prepare_crowd,
                                                .run = run_steps,
                                                .finish = finish_troupe,
                                                .frame = 1e9 / 60.0};
const bench_case bench_creature_crowd_any = {.name = "creature.crowd.any",
                                             .workload = "… and with 41 bodies on average, as they grow",
                                             .versus = "creature.crowd",
                                             .repeat = TEN_FRAMES * CROWD,
                                             .prepare = prepare_any,
                                             .run = run_crowd,
                                             .finish = finish_troupe,
                                             .frame = 1e9 / 60.0};
