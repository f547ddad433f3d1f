/* Movement modes (3.2): the frame in which the movement of a body is keyed, and the exact maps into it (generalise,
 * G) and out of it (specialise, S). */
#include "bodies.h"

/* Lengths have a smooth lower bound, these shares of the creature's size. The one for the ground is small, since a
 * body that already stands there is pressed into the ground by that much. */
#define LENGTH_SHARE 0.05f
#define GROUND_SHARE 0.02f

/* σ: equals the length from `least` on; below, it flattens out to half of `least` at 0. C1. */
static float soft_floor(float length, float least)
{
    length = vvi_max(length, 0.0f);
    return length >= least ? length : 0.5f * least + length * length / (2.0f * least);
}

bool vv_movement_mode_is_valid(vv_movement_mode mode)
{
    return (uint32_t)mode.scale <= VV_SCALE_LIMB && (!mode.directional || mode.secondary) &&
           !(mode.secondary && (mode.ground || mode.sagittal || mode.absolute_position));
}

/* ---- Towards the target ------------------------------------------------------------------------------------------ */

/* The minimal-twist rotation from +z to `direction` = (x, y, z), a vector of length l: (−y, x, 0, l + z). Behind, l +
 * z = (x² + y²)/(l − z) avoids cancellation. Straight behind, the axis is vertical. */
static vv_quat rotation_from_forward(vv_vec3 direction, float length)
{
    float across = direction.x * direction.x + direction.y * direction.y;
    float w = direction.z >= 0.0f ? length + direction.z : across / (length - direction.z);
    float square = across + w * w;
    if (!(square > 1e-30f))
        return direction.z < 0.0f ? (vv_quat){0, 1, 0, 0} : vv_quat_identity();
    float scale = 1.0f / sqrtf(square);
    return (vv_quat){-direction.y * scale, direction.x * scale, 0.0f, w * scale};
}

/* F and, unless the mode is directional, the scale along it. Nearer than `least` the direction is blended into
 * straight ahead, so that a target passing through the body flips nothing. */
static void frame_towards(vv_body_frame *frame, vv_vec3 to_target, float least, bool directional)
{
    float length = vv_vec3_length(to_target);
    if (!directional)
        frame->scale.z = soft_floor(length, least);
    if (length < least) {
        to_target.z += least - length;
        length = vv_vec3_length(to_target);
    }
    frame->rotation = rotation_from_forward(to_target, length);
}

/* ---- Lookat ------------------------------------------------------------------------------------------------------ */

#define DEGREES(x)           ((x) * (VV_PI / 180.0f))
#define LOOK_FULL_ANGLE      DEGREES(60.0f)
#define LOOK_MAX_ANGLE       DEGREES(90.0f)
#define LOOK_FADE_START      DEGREES(100.0f)
#define LOOK_FADE_END        DEGREES(166.0f)
#define LOOK_FADE_END_COSINE -0.97029573f

/* The angle by which a body turns for a target at `angle` from its facing direction: C1, and 0 well before straight
 * behind, where the axis is undefined. */
static float soft_limit(float angle)
{
    float room = LOOK_MAX_ANGLE - LOOK_FULL_ANGLE, beyond = angle - LOOK_FULL_ANGLE;
    float turned = beyond <= 0.0f ? angle : LOOK_FULL_ANGLE + room * (1.0f - vv_exp(-beyond / room));
    return turned * (1.0f - vvi_smoothstep((angle - LOOK_FADE_START) / (LOOK_FADE_END - LOOK_FADE_START)));
}

/* L. Nearer than `least` it fades out into no rotation. */
static vv_quat look_towards(vv_vec3 facing, vv_vec3 to_target, float least)
{
    float length = vv_vec3_length(to_target), ahead = vv_vec3_dot(facing, to_target);
    vv_vec3 axis = vv_vec3_cross(facing, to_target);
    /* up to 60 degrees the rotation is complete and needs no trigonometry */
    if (ahead >= 0.5f * length && length >= least) {
        float w = length + ahead;
        return vv_quat_normalize((vv_quat){axis.x, axis.y, axis.z, w});
    }
    float across = vv_vec3_length(axis), sine, cosine;
    if (!(across > 1e-18f) || ahead <= LOOK_FADE_END_COSINE * length)
        return vv_quat_identity();
    float angle = soft_limit(vv_atan2(across, ahead)) * vvi_smoothstep(length / least);
    vv_sin_cos(0.5f * angle, &sine, &cosine);
    axis = vv_vec3_scale(axis, sine / across);
    return (vv_quat){axis.x, axis.y, axis.z, cosine};
}

/* ---- The frame --------------------------------------------------------------------------------------------------- */

static vv_vec3 scale_of(vv_movement_scale scale, const vv_creature *c, const stored_body *body)
{
    float least = LENGTH_SHARE * c->size;
    vv_vec3 edges = vv_vec3_sub(c->high, c->low);
    if (scale == VV_SCALE_CREATURE)
        return (vv_vec3){soft_floor(edges.x, least), soft_floor(edges.y, least), soft_floor(edges.z, least)};
    float length = scale == VV_SCALE_LIMB ? soft_floor(body->limb_length, least) : 1.0f;
    return (vv_vec3){length, length, length};
}

static float bound_scale(float scale)
{
    float size = vvi_clamp(fabsf(scale), 1e-4f, 1e4f);
    return scale < 0.0f ? -size : size;
}

/* Sets origin, rotation and scale of the frame of a body whose centre at rest is `centre`. */
static void set_frame(vv_body_frame *frame, vv_movement_mode mode, const vv_creature *c, const stored_body *body,
                      vv_vec3 centre, vv_movement_target target, float ground)
{
    bool absolute = mode.absolute_position && !mode.secondary;
    frame->origin = absolute ? (vv_vec3){0, 0, 0} : centre;
    frame->rotation = vv_quat_identity();
    frame->scale = scale_of(mode.scale, c, body);
    if (mode.ground) {
        frame->origin.y = centre.y;
        frame->scale.y = -soft_floor(centre.y - body->sole_height - ground, GROUND_SHARE * c->size);
    }
    if (mode.sagittal) {
        frame->origin.x = centre.x;
        frame->scale.x = body->side ? -centre.x : frame->scale.x;
    }
    if (mode.secondary) {
        float least = LENGTH_SHARE * c->size;
        vv_vec3 ahead = {0.0f, 0.0f, soft_floor(body->limb_length, least)};
        frame_towards(frame, target.known ? vv_vec3_sub(target.position, centre) : ahead, least, mode.directional);
    }
    frame->scale = (vv_vec3){bound_scale(frame->scale.x), bound_scale(frame->scale.y), bound_scale(frame->scale.z)};
}

/* Whether squares of it fit floats; false for NaN. */
static bool is_in_range(vv_vec3 p) { return fabsf(p.x) <= 1e6f && fabsf(p.y) <= 1e6f && fabsf(p.z) <= 1e6f; }

vv_body_frame vv_movement_mode_frame(vv_movement_mode mode, const vv_creature *creature, uint32_t body,
                                     vv_movement_target target, float ground, bool mirror)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(creature != NULL);
    VV_ASSERT(body < creature->body_count);
    const stored_body *stored = &bodies_of(creature)[body];
    vv_body_frame frame;
    vv_vec3 centre = stored->rest_centre, facing = stored->facing;
    vv_quat base = stored->turn;
    target.known = target.known && is_in_range(target.position);
    if (mirror) {
        centre = mirror_position(centre);
        facing = mirror_position(facing);
        base = mirror_rotation(base);
        target.position = mirror_position(target.position);
    }
    frame.mirror = mirror;
    set_frame(&frame, mode, creature, stored, centre, target, ground);
    frame.base = mode.absolute_rotation ? vv_quat_identity() : base;
    frame.look = vv_quat_identity();
    if (mode.lookat && target.known)
        frame.look = look_towards(facing, vv_vec3_sub(target.position, centre), LENGTH_SHARE * creature->size);
    return frame;
}

/* Whether q is not the identity. w alone cannot tell: it rounds to 1 for angles up to 7e-4. */
static bool is_rotation(vv_quat q) { return q.x != 0.0f || q.y != 0.0f || q.z != 0.0f; }

vv_body_transform vv_specialise(const vv_body_frame *frame, vv_body_transform generalised)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(frame != NULL);
    vv_vec3 q = generalised.position, s = frame->scale;
    vv_vec3 stretched = {s.x * q.x, s.y * q.y, s.z * q.z};
    if (is_rotation(frame->rotation)) /* in most modes F is the identity */
        stretched = vv_quat_rotate(frame->rotation, stretched);
    vv_body_transform pose = {vv_vec3_add(frame->origin, stretched),
                              vv_quat_multiply(generalised.rotation, frame->base)};
    if (is_rotation(frame->look))
        pose.rotation = vv_quat_multiply(frame->look, pose.rotation);
    return frame->mirror ? (vv_body_transform){mirror_position(pose.position), mirror_rotation(pose.rotation)} : pose;
}

vv_body_transform vv_generalise(const vv_body_frame *frame, vv_body_transform specialised)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(frame != NULL);
    if (frame->mirror)
        specialised = (vv_body_transform){mirror_position(specialised.position), mirror_rotation(specialised.rotation)};
    vv_vec3 away = vv_vec3_sub(specialised.position, frame->origin), s = frame->scale;
    vv_vec3 q = vv_quat_rotate(vv_quat_conjugate(frame->rotation), away);
    vv_quat turned = vv_quat_multiply(vv_quat_conjugate(frame->look), specialised.rotation);
    return (vv_body_transform){{q.x / s.x, q.y / s.y, q.z / s.z},
                               vv_quat_multiply(turned, vv_quat_conjugate(frame->base))};
}
