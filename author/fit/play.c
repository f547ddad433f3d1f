/* Plays verbs: into a take that can be written to a file, and to measure how far standing feet slide. */
#include "author/fit/parts.h"

/* Plays a verb at fixed weights, frame by frame. */
typedef struct player {
    const vv_verb *verb;
    const float *weights;
    uint32_t joints;
    bool planted;
    vv_verb_state walker;
    vv_foot_plants plants;
    float *dofs;
    vv_quat *turns;
    vv_vec3 *moves;
    vv_affine3 *globals;
} player;

static bool start_player(const vv_verb *verb, const float *weights, bool planted, vvi_arena *arena, player *p)
{
    *p = (player){.verb = verb, .weights = weights, .planted = planted, .walker = vv_default_verb_state()};
    p->joints = vv_skeleton_joint_count(vv_verb_skeleton(verb));
    p->dofs = vvi_arena_allocate(arena, vv_verb_dof_capacity(verb), sizeof *p->dofs);
    p->turns = vvi_arena_allocate(arena, p->joints, sizeof *p->turns);
    p->moves = vvi_arena_allocate(arena, p->joints, sizeof *p->moves);
    p->globals = vvi_arena_allocate(arena, p->joints, sizeof *p->globals);
    return p->dofs && p->turns && p->moves && p->globals;
}

/* Advances by dt and computes the pose there. */
static void advance_player(player *p, float dt)
{
    vv_verb_advance(p->verb, p->weights, dt, &p->walker);
    vv_verb_mix(p->verb, p->weights, p->walker.phase, p->dofs);
    vv_verb_pose(p->verb, p->dofs, &p->walker.root, p->turns, p->moves);
    vv_skeleton_globals(vv_verb_skeleton(p->verb), p->turns, p->moves, p->globals);
    if (p->planted)
        vv_verb_plant_feet(p->verb, p->walker.phase, dt, &p->plants, p->turns, p->moves, p->globals);
}

static float length_of(const player *p)
{
    float keytimes[VV_VERB_MAX_KEYTIMES];
    return vv_verb_keytimes(p->verb, p->weights, keytimes);
}

/* ---- Slide ----------------------------------------------------------------------------------------------------- */

typedef struct foot_state {
    bool stood;
    vv_vec3 ankle, toe;
} foot_state;

static float ground_distance(vv_vec3 a, vv_vec3 b)
{
    return sqrtf((a.x - b.x) * (a.x - b.x) + (a.z - b.z) * (a.z - b.z));
}

/* Measures how far a foot has slid since the last frame; false if it did not stand in both. A foot rolls from heel to
 * toe, so the smaller of the ankle's and the toe's movement counts. */
static bool measure_foot_slide(const player *p, uint32_t foot, foot_state *t, float *slide)
{
    vv_foot joints = vv_verb_foot(p->verb, foot);
    foot_state now = {vv_verb_foot_is_planted(p->verb, foot, p->walker.phase), p->globals[joints.ankle].translation,
                      p->globals[joints.toe].translation};
    bool both = now.stood && t->stood;
    *slide = vvi_min(ground_distance(now.ankle, t->ankle), ground_distance(now.toe, t->toe));
    *t = now;
    return both;
}

vv_slide vv_fit_slide(const vv_verb *verb, const float *weights, float rate, bool planted)
{
    vvi_arena arena = {0};
    player p;
    vv_slide out = {-1.0f, -1.0f};
    if (start_player(verb, weights, planted, &arena, &p)) {
        foot_state treads[VV_VERB_MAX_FEET] = {{0}};
        double sum = 0.0;
        uint32_t count = 0, frames = (uint32_t)(2.0f * length_of(&p) * rate);
        out.worst = 0.0f;
        for (uint32_t f = 0; f <= frames; f++) {
            advance_player(&p, f == 0 ? 0.0f : 1.0f / rate);
            for (uint32_t foot = 0; foot < vv_verb_foot_count(verb); foot++) {
                float slide;
                if (!measure_foot_slide(&p, foot, &treads[foot], &slide))
                    continue;
                sum += (double)slide;
                count++;
                out.worst = vvi_max(out.worst, slide);
            }
        }
        out.mean = count > 0 ? (float)(sum / count) : 0.0f;
    }
    vvi_arena_release(&arena);
    return out;
}

/* ---- Play ------------------------------------------------------------------------------------------------------ */

static vv_result copy_skeleton(const vv_skeleton *from, vvi_arena *arena, const vv_allocator *allocator,
                               vv_skeleton **out, vv_error *error)
{
    uint32_t count = vv_skeleton_joint_count(from);
    vv_joint *joints = vvi_arena_allocate(arena, count, sizeof *joints);
    if (!joints)
        return vvi_fail_memory(error, count * sizeof *joints);
    for (uint32_t j = 0; j < count; j++)
        joints[j] = vv_skeleton_joint(from, j);
    return vv_skeleton_create(count, joints, allocator, out, error);
}

/* Allocates a take with its frames; releases everything on failure. */
static vv_result allocate_take(const player *p, uint32_t frames, double rate, vvi_arena *arena,
                               const vv_allocator *allocator, vv_take *out, vv_error *error)
{
    size_t poses = (size_t)frames * p->joints;
    vv_take take = {.allocator = allocator, .rate = rate, .frame_count = frames, .name = "verb"};
    vv_result result = copy_skeleton(vv_verb_skeleton(p->verb), arena, allocator, &take.skeleton, error);
    if (result != VV_OK)
        return result;
    take.turns = vvi_allocate(allocator, poses, sizeof *take.turns);
    take.moves = vvi_allocate(allocator, poses, sizeof *take.moves);
    take.orders = vvi_allocate_zeroed(allocator, p->joints, sizeof *take.orders);
    if (!take.turns || !take.moves || !take.orders) {
        vv_take_destroy(&take);
        return vvi_fail_memory(error, poses * sizeof *take.turns);
    }
    *out = take;
    return VV_OK;
}

/* The sign of q that is in the same hemisphere as the rotation of the frame before. */
static vv_quat same_hemisphere(vv_quat q, vv_quat before)
{
    return vv_quat_dot(q, before) < 0.0f ? (vv_quat){-q.x, -q.y, -q.z, -q.w} : q;
}

static void play_frames(player *p, const vv_take *take)
{
    for (uint32_t f = 0; f < take->frame_count; f++) {
        advance_player(p, f == 0 ? 0.0f : (float)(1.0 / take->rate));
        size_t at = (size_t)f * p->joints;
        for (uint32_t j = 0; j < p->joints; j++) {
            take->turns[at + j] = f == 0 ? p->turns[j] : same_hemisphere(p->turns[j], take->turns[at - p->joints + j]);
            take->moves[at + j] = p->moves[j];
        }
    }
}

vv_result vv_fit_play(const vv_verb *verb, const float *weights, double rate, uint32_t rounds, bool planted,
                      const vv_allocator *allocator, vv_take *out, vv_error *error)
{
    if (!(rate >= 1.0 && rate <= 1000.0) || rounds == 0)
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "the rate is %g frames a second and the verb is played %u times; the rate must be 1 to 1000 "
                        "and the count at least 1",
                        rate, rounds);
    vvi_arena arena = {.allocator = allocator};
    player p;
    if (!start_player(verb, weights, planted, &arena, &p)) {
        vvi_arena_release(&arena);
        return vvi_fail_memory(error, vv_verb_dof_capacity(verb) * sizeof(float));
    }
    double frames = floor((double)length_of(&p) * (vv_verb_cyclic(verb) ? rounds : 1) * rate + 0.5) + 1.0;
    vv_result result = VV_OK;
    if (!(frames <= VV_TAKE_MAX_FRAMES && frames * p.joints <= VV_TAKE_MAX_VALUES)) {
        result = vvi_fail(error, VV_ERROR_LIMIT, "playing the verb needs more frames than a take can have");
        vvi_error_remedy(error, "play fewer cycles, or at a lower rate");
    } else {
        result = allocate_take(&p, (uint32_t)frames, rate, &arena, allocator, out, error);
    }
    if (result == VV_OK)
        play_frames(&p, out);
    vvi_arena_release(&arena);
    return result;
}
