/* Foot planting. A blend of legs and a blend of roots do not agree exactly, so feet slide. Here the slide of a
 * standing foot in each frame is accumulated into an offset that cancels it, and that fades when the foot leaves the
 * ground.
 *
 * A standing foot rolls: first the heel bears the weight, then the sole, then the toe, and the part that bears none
 * moves quickly, mostly up or down. So the slide is the horizontal motion of ankle and toe, weighted so that the
 * slower one counts nearly fully: v_toe⁴ : v_ankle⁴. Where the foot is flat both move alike, and the weights do not
 * matter. */
#include "verb.h"

#define EASE_IN      0.05f /* s in which the hold on a landing foot grows to full */
#define EASE_OUT     0.12f /* s in which the hold on a leaving foot ends: its offset begins to fade gently, */
#define FADE_TIME    0.08f /* then falls to 1/e in this time, s */
#define MAX_OFFSET   0.3f  /* largest offset of a foot, in leg lengths */
#define MAX_TWIST    0.5f  /* largest twist of a foot, radians */
#define MAX_SOFTNESS 0.01f /* fraction of the leg's length over which it softens near full extension */

typedef struct planter {
    const vv_skeleton *skeleton;
    vv_foot joints;
    float dt;
    vv_quat *turns;
    const vv_vec3 *moves;
    vv_affine3 *globals;
} planter;

bool vv_verb_foot_is_planted(const vv_verb *verb, uint32_t foot, float phase)
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

/* The heading of a foot, seen from above: from ankle to toe, or without a toe as its joint is rotated. `before` if it
 * points straight down. */
static float foot_heading(const planter *p, float before)
{
    const vv_affine3 *ankle = &p->globals[p->joints.ankle];
    vv_vec3 along = {ankle->linear.row[0].z, ankle->linear.row[1].z, ankle->linear.row[2].z};
    if (p->joints.toe != p->joints.ankle)
        along = vv_vec3_sub(p->globals[p->joints.toe].translation, ankle->translation);
    float over = along.x * along.x + along.z * along.z;
    return over > 0.04f * vv_vec3_dot(along, along) ? vv_atan2(along.x, along.z) : before;
}

static vv_vec3 rotate_about_y(vv_vec3 v, float angle)
{
    float sine, cosine;
    vv_sin_cos(angle, &sine, &cosine);
    return (vv_vec3){v.x * cosine + v.z * sine, v.y, v.z * cosine - v.x * sine};
}

/* The slide of the part that bears the weight, if the offset stayed the same. */
static vv_vec3 weighted_slide(vv_vec3 ankle_motion, vv_vec3 toe_motion)
{
    float a = vv_vec3_dot(ankle_motion, ankle_motion), t = vv_vec3_dot(toe_motion, toe_motion);
    float share = a + t > 0.0f ? a * a / (a * a + t * t + 1e-30f) : 0.0f; /* weight of the toe */
    vv_vec3 slide = vv_vec3_add(ankle_motion, vv_vec3_scale(vv_vec3_sub(toe_motion, ankle_motion), share));
    return (vv_vec3){slide.x, 0.0f, slide.z};
}

static float leg_length(const planter *p)
{
    vv_vec3 knee = p->globals[p->joints.knee].translation;
    return vv_vec3_length(vv_vec3_sub(knee, p->globals[p->joints.hip].translation)) +
           vv_vec3_length(vv_vec3_sub(p->globals[p->joints.ankle].translation, knee));
}

/* Moves the ankle to its target by inverse kinematics. A leg that the verb itself stretches further is not shortened:
 * softness is limited to the slack that is left. */
static void move_ankle(const planter *p, vv_vec3 target, float twist)
{
    vv_vec3 hip = p->globals[p->joints.hip].translation, ankle = p->globals[p->joints.ankle].translation;
    vv_vec3 pole = vv_vec3_sub(p->globals[p->joints.toe].translation, ankle);
    if (p->joints.toe == p->joints.ankle)
        pole = (vv_vec3){p->globals[0].linear.row[0].z, 0.0f, p->globals[0].linear.row[2].z};
    pole.y = 0.0f;
    float length = leg_length(p), reach = vv_vec3_length(vv_vec3_sub(ankle, hip));
    float slack = length > 0.0f ? 1.0f - reach / length : 0.0f;
    vv_skeleton_solve_two_bone_ik(p->skeleton, p->joints.hip, p->joints.knee, p->joints.ankle, target, pole,
                                  vvi_clamp(slack, 0.0f, MAX_SOFTNESS), p->turns, p->moves, p->globals);
    if (twist != 0.0f)
        vvi_skeleton_turn(p->skeleton, p->joints.ankle, vv_quat_from_axis_angle((vv_vec3){0.0f, 1.0f, 0.0f}, twist),
                          p->turns, p->moves, p->globals);
}

/* A standing foot: the slide since the last frame is added to the offset, the more the longer the foot has stood. */
static void hold_foot(const planter *p, float rotation, vv_foot_plant *plant)
{
    vv_vec3 ankle = p->globals[p->joints.ankle].translation,
            sole = vv_vec3_sub(p->globals[p->joints.toe].translation, ankle);
    vv_vec3 here = vv_vec3_add(ankle, plant->offset);
    plant->blend = vvi_min(plant->blend + p->dt / EASE_IN, 1.0f);
    plant->twist = vvi_clamp(plant->twist - plant->blend * rotation, -MAX_TWIST, MAX_TWIST);
    vv_vec3 slide = weighted_slide(vv_vec3_sub(here, plant->ankle),
                                   vv_vec3_sub(vv_vec3_add(here, rotate_about_y(sole, plant->twist)), plant->toe));
    plant->offset = vv_vec3_sub(plant->offset, vv_vec3_scale(slide, plant->blend));
    float max_offset = MAX_OFFSET * leg_length(p), distance = vv_vec3_length(plant->offset);
    if (!(distance <= max_offset)) {
        plant->released = true;
        plant->offset =
            distance <= 1e9f ? vv_vec3_scale(plant->offset, max_offset / distance) : (vv_vec3){0.0f, 0.0f, 0.0f};
    }
}

static void release_foot(const planter *p, vv_foot_plant *plant)
{
    plant->blend = vvi_max(plant->blend - p->dt / EASE_OUT, 0.0f);
    float fade = vv_exp(-p->dt * (1.0f - plant->blend) / FADE_TIME);
    plant->offset = vv_vec3_scale(plant->offset, fade);
    plant->twist *= fade;
}

static void plant_foot(const planter *p, bool down, vv_foot_plant *plant)
{
    vv_vec3 ankle = p->globals[p->joints.ankle].translation;
    float heading = foot_heading(p, plant->heading), rotation = vv_wrap_angle(heading - plant->heading);
    plant->heading = heading;
    plant->released = plant->released && down;
    if (!plant->known)
        plant->blend = down ? 1.0f : 0.0f;
    else if (down && !plant->released)
        hold_foot(p, rotation, plant);
    else
        release_foot(p, plant);
    if (vv_vec3_length(plant->offset) > 1e-5f || fabsf(plant->twist) > 1e-5f) {
        move_ankle(p, vv_vec3_add(ankle, plant->offset), plant->twist);
        /* Drop what the leg cannot reach, or it would be made up for later, when the foot comes within reach. */
        vv_vec3 reached = vv_vec3_sub(p->globals[p->joints.ankle].translation, ankle);
        plant->offset = (vv_vec3){reached.x, 0.0f, reached.z};
    }
    plant->known = true;
    plant->ankle = p->globals[p->joints.ankle].translation;
    plant->toe = p->globals[p->joints.toe].translation;
}

void vv_verb_plant_feet(const vv_verb *verb, float phase, float dt, vv_foot_plants *plants, vv_quat *turns,
                        const vv_vec3 *moves, vv_affine3 *globals)
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
        plant_foot(&p, vv_verb_foot_is_planted(verb, f, phase), &plants->foot[f]);
    }
}
