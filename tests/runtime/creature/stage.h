/* A creature with a player and motions made of a few keys, for tests of what plays. */
#ifndef VV_TEST_STAGE_H
#define VV_TEST_STAGE_H

#include "runtime/creature/plays.h"
#include "sample.h"
#include "tests/testing.h"

#include <stdlib.h>
#include <string.h>

static inline void is_near_at(double a, double b, double tolerance, const char *file, int line)
{
    if (!(fabs(a - b) <= tolerance)) {
        print_error("%.9g is not %.9g within %g\n", a, b, tolerance);
        _fail(file, line);
    }
}
#define is_near(a, b, tolerance) is_near_at((double)(a), (double)(b), (double)(tolerance), __FILE__, __LINE__)

/* ---- Motions made of a few keys ---------------------------------------------------------------------------------- */

enum { SCORE_CHANNELS = 8, SCORE_TRACKS = 4, SCORE_KEYS = 8 };

/* A def that is written down piece by piece. */
typedef struct score {
    vv_motion_def def;
    vv_motion_channel channels[SCORE_CHANNELS];
    vv_motion_track tracks[SCORE_CHANNELS][SCORE_TRACKS];
    vv_motion_key keys[SCORE_CHANNELS][SCORE_TRACKS][SCORE_KEYS];
    vv_motion_event events[8];
} score;

static inline void score_begin(score *s, float length, bool loop)
{
    memset(s, 0, sizeof *s);
    s->def = (vv_motion_def){.duration = length, .loop = loop, .fade_in = 0.2f, .fade_out = 0.2f};
    s->def.channels = s->channels;
    s->def.events = s->events;
}

static inline vv_motion_channel *score_channel(score *s, const char *cap)
{
    vv_motion_channel *c = &s->channels[s->def.channel_count];
    *c = (vv_motion_channel){.mirror = true, .side = 1, .tracks = s->tracks[s->def.channel_count]};
    strcpy(c->context.cap, cap);
    strcpy(c->name, cap);
    s->def.channel_count++;
    return c;
}

/* Adds a key to the track of this kind of the last channel. */
static inline void score_key(score *s, vv_motion_track_kind kind, float time, float x, float y, float z, float w)
{
    uint32_t c = s->def.channel_count - 1, t = 0;
    while (t < s->channels[c].track_count && s->tracks[c][t].kind != kind)
        t++;
    if (t == s->channels[c].track_count) {
        s->tracks[c][t] = (vv_motion_track){.kind = kind, .keys = s->keys[c][t]};
        if (kind == VV_TRACK_DEFORM)
            strcpy(s->tracks[c][t].deform, "open");
        s->channels[c].track_count++;
    }
    s->keys[c][t][s->tracks[c][t].key_count++] = (vv_motion_key){.time = time, .value = {x, y, z, w}};
}

static inline void score_place(score *s, float time, float x, float y, float z)
{
    score_key(s, VV_TRACK_POSITION, time, x, y, z, 0.0f);
}

/* About one axis. */
static inline void score_turn(score *s, float time, vv_vec3 axis, float angle)
{
    vv_quat q = vv_quat_from_axis_angle(axis, angle);
    score_key(s, VV_TRACK_ROTATION, time, q.x, q.y, q.z, q.w);
}

static inline vv_motion *score_motion(const score *s)
{
    vv_motion *motion = NULL;
    vv_error error = {0};
    if (vv_motion_create(&s->def, NULL, &motion, &error) != VV_OK)
        fail_msg("%s", error.message);
    return motion;
}

/* A hand goes up and out and comes back, turned on the way. */
static inline void score_wave(score *s, float length, bool loop)
{
    score_begin(s, length, loop);
    vv_motion_channel *hand = score_channel(s, "grasper");
    hand->mode.scale = VV_SCALE_LIMB;
    score_place(s, 0.0f, 0.0f, 0.0f, 0.0f);
    score_place(s, 0.3f * length, 0.2f, 0.6f, 0.3f);
    score_place(s, 0.6f * length, 0.4f, 0.5f, 0.3f);
    score_place(s, length, 0.0f, 0.0f, 0.0f);
    score_turn(s, 0.0f, (vv_vec3){1, 0, 0}, 0.0f);
    score_turn(s, 0.5f * length, (vv_vec3){1, 0, 0}, -0.8f);
    score_turn(s, length, (vv_vec3){1, 0, 0}, 0.0f);
}

/* The root sinks and sways, the spine bends. */
static inline void score_dance(score *s, float length, bool loop)
{
    score_begin(s, length, loop);
    score_channel(s, "root")->mode.scale = VV_SCALE_CREATURE;
    score_place(s, 0.0f, 0.0f, 0.0f, 0.0f);
    score_place(s, 0.5f * length, 0.05f, -0.06f, 0.0f);
    score_turn(s, 0.0f, (vv_vec3){0, 1, 0}, 0.0f);
    score_turn(s, 0.5f * length, (vv_vec3){0, 1, 0}, 0.4f);
    vv_motion_channel *mouth = score_channel(s, "spine");
    mouth->context.extent = VV_EXTENT_TOPMOST;
    score_turn(s, 0.0f, (vv_vec3){1, 0, 0}, 0.3f);
    score_turn(s, 0.5f * length, (vv_vec3){1, 0, 0}, -0.3f);
    vv_motion_channel *hand = score_channel(s, "grasper");
    hand->mode.scale = VV_SCALE_LIMB;
    score_place(s, 0.0f, 0.1f, 0.2f, 0.4f);
    score_place(s, 0.5f * length, -0.1f, 0.5f, 0.4f);
}

/* ---- The stage --------------------------------------------------------------------------------------------------- */

enum { STAGE_MOTIONS = 6 };

typedef struct stage {
    vv_creature *creature;
    vv_player *player;
    uint32_t count;
    vv_motion *motions[STAGE_MOTIONS];
    vv_binding *bindings[STAGE_MOTIONS];
} stage;

static inline void stage_player(stage *s, float jiggle, bool carry)
{
    vv_player_def def = vv_default_player_def(s->creature);
    vv_error error = {0};
    def.jiggle = jiggle;
    def.solver.carry_twist = carry;
    vv_player_destroy(s->player);
    if (vv_player_create(&def, NULL, &s->player, &error) != VV_OK)
        fail_msg("%s", error.message);
}

static inline void stage_begin(stage *s, vv_creature *creature)
{
    *s = (stage){.creature = creature};
    stage_player(s, 0.0f, false);
}

static inline const vv_binding *stage_bind(stage *s, const score *written)
{
    vv_error error = {0};
    s->motions[s->count] = score_motion(written);
    if (vv_binding_create(s->motions[s->count], s->creature, NULL, &s->bindings[s->count], &error) != VV_OK)
        fail_msg("%s", error.message);
    return s->bindings[s->count++];
}

static inline void stage_end(stage *s)
{
    vv_player_destroy(s->player);
    for (uint32_t i = 0; i < s->count; i++) {
        vv_binding_destroy(s->bindings[i]);
        vv_motion_destroy(s->motions[i], NULL);
    }
    vv_creature_destroy(s->creature, NULL);
}

static inline vv_play_options at_once(const vv_binding *binding)
{
    vv_play_options options = vv_default_play_options(vv_binding_motion(binding));
    options.fade_in = options.fade_out = 0.0f;
    return options;
}

static inline uint32_t body_named(const vv_creature *creature, const char *name)
{
    uint32_t body = vv_creature_find(creature, name);
    assert_true(body != VV_NONE);
    return body;
}

/* Where the centre of a body is, in the world. */
static inline vv_vec3 centre_of(const stage *s, uint32_t body)
{
    return to_world(vv_player_transforms(s->player)[body], bodies_of(s->creature)[body].centre);
}

static inline const vv_ik_goal *goal_of(const stage *s, uint32_t body)
{
    uint32_t count;
    const vv_ik_goal *goals = vv_player_goals(s->player, &count);
    for (uint32_t i = 0; i < count; i++)
        if (goals[i].body == body)
            return &goals[i];
    return NULL;
}

static inline float apart(vv_vec3 a, vv_vec3 b) { return vv_vec3_length(vv_vec3_sub(a, b)); }

/* The farthest that a joint is in one pose from where it is in the other. */
static inline float poses_apart(const vv_transform3 *a, const vv_transform3 *b, uint32_t count)
{
    float most = 0.0f;
    for (uint32_t i = 0; i < count; i++)
        most = vvi_max(most, apart(a[i].position, b[i].position));
    return most;
}

static inline vv_gait *default_gait(void)
{
    vv_gait_def def = vv_default_gait_def();
    vv_gait *gait = NULL;
    assert_int_equal(vv_gait_create(&def, NULL, &gait, NULL), VV_OK);
    return gait;
}

#endif
