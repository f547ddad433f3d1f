/* Verbs played: as a take that can be written to a file, and to measure how far standing feet slide. */
#include "author/fit/parts.h"

/* A character that does a verb at fixed weights, frame by frame. */
typedef struct player {
    const vv_verb *verb;
    const float *weights;
    uint32_t joints;
    bool planted;
    vv_walker walker;
    vv_plants plants;
    float *dofs;
    vv_quat *turns;
    vv_vec3 *moves;
    vv_affine3 *globals;
} player;

static bool begin(const vv_verb *verb, const float *weights, bool planted, vvi_arena *arena, player *p)
{
    *p = (player){.verb = verb, .weights = weights, .planted = planted, .walker = vv_default_walker()};
    p->joints = vv_skeleton_joint_count(vv_verb_skeleton(verb));
    p->dofs = vvi_arena_take(arena, vv_verb_room(verb), sizeof *p->dofs);
    p->turns = vvi_arena_take(arena, p->joints, sizeof *p->turns);
    p->moves = vvi_arena_take(arena, p->joints, sizeof *p->moves);
    p->globals = vvi_arena_take(arena, p->joints, sizeof *p->globals);
    return p->dofs && p->turns && p->moves && p->globals;
}

/* On by dt, and the pose there. */
static void advance(player *p, float dt)
{
    vv_verb_advance(p->verb, p->weights, dt, &p->walker);
    vv_verb_mix(p->verb, p->weights, p->walker.phase, p->dofs);
    vv_verb_pose(p->verb, p->dofs, &p->walker.root, p->turns, p->moves);
    vv_skeleton_globals(vv_verb_skeleton(p->verb), p->turns, p->moves, p->globals);
    if (p->planted)
        vv_verb_plant(p->verb, p->walker.phase, dt, &p->plants, p->turns, p->moves, p->globals);
}

static float length_of(const player *p)
{
    float keytimes[VV_VERB_MAX_KEYTIMES];
    return vv_verb_keytimes(p->verb, p->weights, keytimes);
}

/* ---- Slide -------------------------------------------------------------------------------------------------------------------------------- */

typedef struct tread {
    bool stood;
    vv_vec3 ankle, toe;
} tread;

static float over_ground(vv_vec3 a, vv_vec3 b) { return sqrtf((a.x - b.x) * (a.x - b.x) + (a.z - b.z) * (a.z - b.z)); }

/* A foot rolls from heel to toe as it stands: what slides is the part that moves least, ankle or toe. */
static bool slide_of(const player *p, uint32_t foot, tread *t, float *slide)
{
    vv_foot joints = vv_verb_foot(p->verb, foot);
    tread now = {vv_verb_stands(p->verb, foot, p->walker.phase), p->globals[joints.ankle].move,
                 p->globals[joints.toe].move};
    bool both = now.stood && t->stood;
    *slide = vvi_min(over_ground(now.ankle, t->ankle), over_ground(now.toe, t->toe));
    *t = now;
    return both;
}

vv_slide vv_fit_slide(const vv_verb *verb, const float *weights, float rate, bool planted)
{
    vvi_arena arena = {0};
    player p;
    vv_slide out = {-1.0f, -1.0f};
    if (begin(verb, weights, planted, &arena, &p)) {
        tread treads[VV_VERB_MAX_FEET] = {{0}};
        double sum = 0.0;
        uint32_t count = 0, frames = (uint32_t)(2.0f * length_of(&p) * rate);
        out.worst = 0.0f;
        for (uint32_t f = 0; f <= frames; f++) {
            advance(&p, f == 0 ? 0.0f : 1.0f / rate);
            for (uint32_t foot = 0; foot < vv_verb_foot_count(verb); foot++) {
                float slide;
                if (!slide_of(&p, foot, &treads[foot], &slide))
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

/* ---- Play --------------------------------------------------------------------------------------------------------------------------------- */

static vv_result copy_skeleton(const vv_skeleton *from, vvi_arena *arena, const vv_allocator *allocator,
                               vv_skeleton **out, vv_error *error)
{
    uint32_t count = vv_skeleton_joint_count(from);
    vv_joint *joints = vvi_arena_take(arena, count, sizeof *joints);
    if (!joints)
        return vvi_fail_memory(error, count * sizeof *joints);
    for (uint32_t j = 0; j < count; j++)
        joints[j] = vv_skeleton_joint(from, j);
    return vv_skeleton_create(count, joints, allocator, out, error);
}

/* Room for the frames of a take; what fails leaves nothing behind. */
static vv_result make_take(const player *p, uint32_t frames, double rate, vvi_arena *arena,
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

/* Within half a turn of the frame before. */
static vv_quat nearer(vv_quat q, vv_quat before)
{
    return vv_quat_dot(q, before) < 0.0f ? (vv_quat){-q.x, -q.y, -q.z, -q.w} : q;
}

static void play_frames(player *p, const vv_take *take)
{
    for (uint32_t f = 0; f < take->frame_count; f++) {
        advance(p, f == 0 ? 0.0f : (float)(1.0 / take->rate));
        size_t at = (size_t)f * p->joints;
        for (uint32_t j = 0; j < p->joints; j++) {
            take->turns[at + j] = f == 0 ? p->turns[j] : nearer(p->turns[j], take->turns[at - p->joints + j]);
            take->moves[at + j] = p->moves[j];
        }
    }
}

vv_result vv_fit_play(const vv_verb *verb, const float *weights, double rate, uint32_t rounds, bool planted,
                      const vv_allocator *allocator, vv_take *out, vv_error *error)
{
    if (!(rate >= 1.0 && rate <= 1000.0) || rounds == 0)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a verb is played at 1 to 1000 frames a second, at least once");
    vvi_arena arena = {.allocator = allocator};
    player p;
    if (!begin(verb, weights, planted, &arena, &p)) {
        vvi_arena_release(&arena);
        return vvi_fail_memory(error, vv_verb_room(verb) * sizeof(float));
    }
    double frames = floor((double)length_of(&p) * (vv_verb_cyclic(verb) ? rounds : 1) * rate + 0.5) + 1.0;
    vv_result result = VV_OK;
    if (!(frames <= VV_TAKE_MAX_FRAMES && frames * p.joints <= VV_TAKE_MAX_VALUES)) {
        result = vvi_fail(error, VV_ERROR_LIMIT, "the verb would last more frames than a take can have");
        vvi_error_remedy(error, "play it fewer times round, or at a lower rate");
    } else {
        result = make_take(&p, (uint32_t)frames, rate, &arena, allocator, out, error);
    }
    if (result == VV_OK)
        play_frames(&p, out);
    vvi_arena_release(&arena);
    return result;
}
