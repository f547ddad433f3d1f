/* Feet that stay where they tread. Mixed legs and a mixed root do not quite agree, so that feet slide; here each frame's slide of
 * a standing foot is added up into an offset that takes it back, and that fades when the foot leaves.
 *
 * A foot rolls while it stands: first the heel bears it, then the sole, then the toe, and what does not bear it moves quickly, mostly
 * upwards or downwards. So what counts as slide is the movement over the ground of ankle and toe, the slower counting
 * nearly all: shares v_toe⁴ : v_ankle⁴. Where it is flat both move alike, and the shares do not matter. */
#include "verb.h"

#define EASE_IN  0.05f /* seconds in which a foot that comes down is held ever more firmly: it still lands */
#define EASE_OUT 0.12f /* in which a foot that leaves is let go ever more: its offset begins to fade gently, */
#define FADE     0.08f /* then falls to 1/e in this time */
#define FARTHEST 0.3f  /* leg lengths that a foot may be offset */
#define TWIST    0.5f  /* radians that it may be twisted */
#define SOFTNESS 0.01f /* of the leg's reach */

typedef struct planter {
    const vv_skeleton *skeleton;
    vv_foot joints;
    float dt;
    vv_quat *turns;
    const vv_vec3 *moves;
    vv_affine3 *globals;
} planter;

bool vv_verb_stands(const vv_verb *verb, uint32_t foot, float phase)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(verb != NULL);
    VV_ASSERT(foot < verb->foot_count);
    const float *phases = verb_at(verb, verb->phases);
    const uint32_t *planted = verb_at(verb, verb->planted);
    float u = verb->cyclic ? phase - floorf(phase) : phase;
    uint32_t k = 0;
    while (k + 2 < verb->keytime_count && u >= phases[k + 1])
        k++;
    return k < 32 && (planted[foot] >> k & 1u) != 0;
}

/* Where a foot looks, seen from above: from ankle to toe, or without a toe as its joint is turned. `before` where it looks
 * straight down. */
static float heading_of(const planter *p, float before)
{
    const vv_affine3 *ankle = &p->globals[p->joints.ankle];
    vv_vec3 along = {ankle->linear.row[0].z, ankle->linear.row[1].z, ankle->linear.row[2].z};
    if (p->joints.toe != p->joints.ankle)
        along = vv_vec3_sub(p->globals[p->joints.toe].move, ankle->move);
    float over = along.x * along.x + along.z * along.z;
    return over > 0.04f * vv_vec3_dot(along, along) ? vv_atan2(along.x, along.z) : before;
}

static vv_vec3 twisted(vv_vec3 v, float angle)
{
    float sine, cosine;
    vv_sin_cos(angle, &sine, &cosine);
    return (vv_vec3){v.x * cosine + v.z * sine, v.y, v.z * cosine - v.x * sine};
}

/* How far what bears the foot would slide if the offset stayed as it is. */
static vv_vec3 slide_of(vv_vec3 by_ankle, vv_vec3 by_toe)
{
    float a = vv_vec3_dot(by_ankle, by_ankle), t = vv_vec3_dot(by_toe, by_toe);
    float share = a + t > 0.0f ? a * a / (a * a + t * t + 1e-30f) : 0.0f; /* of the toe */
    vv_vec3 slide = vv_vec3_add(by_ankle, vv_vec3_scale(vv_vec3_sub(by_toe, by_ankle), share));
    return (vv_vec3){slide.x, 0.0f, slide.z};
}

static float leg_length(const planter *p)
{
    vv_vec3 knee = p->globals[p->joints.knee].move;
    return vv_vec3_length(vv_vec3_sub(knee, p->globals[p->joints.hip].move)) +
           vv_vec3_length(vv_vec3_sub(p->globals[p->joints.ankle].move, knee));
}

/* Brings the ankle to where it should be. A leg stretched farther by the verb itself is not drawn in: softness is what room is
 * left beyond that. */
static void bring(const planter *p, vv_vec3 target, float twist)
{
    vv_vec3 hip = p->globals[p->joints.hip].move, ankle = p->globals[p->joints.ankle].move;
    vv_vec3 pole = vv_vec3_sub(p->globals[p->joints.toe].move, ankle);
    if (p->joints.toe == p->joints.ankle)
        pole = (vv_vec3){p->globals[0].linear.row[0].z, 0.0f, p->globals[0].linear.row[2].z};
    pole.y = 0.0f;
    float length = leg_length(p), reach = vv_vec3_length(vv_vec3_sub(ankle, hip));
    float room = length > 0.0f ? 1.0f - reach / length : 0.0f;
    vv_skeleton_reach(p->skeleton, p->joints.hip, p->joints.knee, p->joints.ankle, target, pole,
                      vvi_clamp(room, 0.0f, SOFTNESS), p->turns, p->moves, p->globals);
    if (twist != 0.0f)
        vvi_skeleton_turn(p->skeleton, p->joints.ankle, vv_quat_about((vv_vec3){0.0f, 1.0f, 0.0f}, twist), p->turns,
                          p->moves, p->globals);
}

/* A foot that stands: what would slide since the last frame goes into the offset, all the more the longer it has stood. */
static void hold(const planter *p, float turned, vv_plant *plant)
{
    vv_vec3 ankle = p->globals[p->joints.ankle].move, sole = vv_vec3_sub(p->globals[p->joints.toe].move, ankle);
    vv_vec3 here = vv_vec3_add(ankle, plant->offset);
    plant->blend = vvi_min(plant->blend + p->dt / EASE_IN, 1.0f);
    plant->twist = vvi_clamp(plant->twist - plant->blend * turned, -TWIST, TWIST);
    vv_vec3 slide = slide_of(vv_vec3_sub(here, plant->ankle),
                             vv_vec3_sub(vv_vec3_add(here, twisted(sole, plant->twist)), plant->toe));
    plant->offset = vv_vec3_sub(plant->offset, vv_vec3_scale(slide, plant->blend));
    float farthest = FARTHEST * leg_length(p), far = vv_vec3_length(plant->offset);
    if (!(far <= farthest)) {
        plant->let_go = true;
        plant->offset = far <= 1e9f ? vv_vec3_scale(plant->offset, farthest / far) : (vv_vec3){0.0f, 0.0f, 0.0f};
    }
}

static void release(const planter *p, vv_plant *plant)
{
    plant->blend = vvi_max(plant->blend - p->dt / EASE_OUT, 0.0f);
    float fade = vv_exp(-p->dt * (1.0f - plant->blend) / FADE);
    plant->offset = vv_vec3_scale(plant->offset, fade);
    plant->twist *= fade;
}

static void plant_foot(const planter *p, bool down, vv_plant *plant)
{
    vv_vec3 ankle = p->globals[p->joints.ankle].move;
    float heading = heading_of(p, plant->heading), turned = vv_wrap_angle(heading - plant->heading);
    plant->heading = heading;
    plant->let_go = plant->let_go && down;
    if (!plant->known)
        plant->blend = down ? 1.0f : 0.0f;
    else if (down && !plant->let_go)
        hold(p, turned, plant);
    else
        release(p, plant);
    if (vv_vec3_length(plant->offset) > 1e-5f || fabsf(plant->twist) > 1e-5f) {
        bring(p, vv_vec3_add(ankle, plant->offset), plant->twist);
        /* What the leg cannot reach is given up, or it would be made up for when nobody expects it. */
        vv_vec3 got = vv_vec3_sub(p->globals[p->joints.ankle].move, ankle);
        plant->offset = (vv_vec3){got.x, 0.0f, got.z};
    }
    plant->known = true;
    plant->ankle = p->globals[p->joints.ankle].move;
    plant->toe = p->globals[p->joints.toe].move;
}

void vv_verb_plant(const vv_verb *verb, float phase, float dt, vv_plants *plants, vv_quat *turns, const vv_vec3 *moves,
                   vv_affine3 *globals)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(verb != NULL);
    VV_ASSERT(plants != NULL);
    VV_ASSERT(turns != NULL);
    VV_ASSERT(moves != NULL);
    VV_ASSERT(globals != NULL);
    planter p = {vv_verb_skeleton(verb), {0}, vvi_clamp(dt, 0.0f, 1.0f), turns, moves, globals};
    for (uint32_t f = 0; f < verb->foot_count; f++) {
        p.joints = vv_verb_foot(verb, f);
        plant_foot(&p, vv_verb_stands(verb, f, phase), &plants->foot[f]);
    }
}
