/* Movement modes (3.2): the frame in which a body's movement is keyed, and the exact ways into it (G) and out of it (S). */
#include "bodies.h"

/* Lengths are floored smoothly at these shares of the creature's size. Near the ground the floor is how far a body that stands there
 * already would be pressed into it, so it is small. */
#define LENGTH_SHARE 0.05f
#define GROUND_SHARE 0.02f

/* σ: the length itself from `least` on; below, ever flatter down to half of `least` at 0. C1. */
static float floored(float length, float least)
{
    length = vvi_max(length, 0.0f);
    return length >= least ? length : 0.5f * least + length * length / (2.0f * least);
}

bool vv_mode_is_valid(vv_mode mode)
{
    return (uint32_t)mode.scale <= VV_SCALE_LIMB && (!mode.directional || mode.secondary) &&
           !(mode.secondary && (mode.ground || mode.sagittal || mode.absolute_place));
}

/* ---- Towards the target --------------------------------------------------------------------------------------------------------- */

/* The turn of least twist that takes +z towards `way`, of any length: (−y, x, 0, |way| + z), where behind |way| + z = (x² + y²)/(|way| − z)
 * does not cancel. Straight behind, about the vertical. */
static vv_quat turn_from_ahead(vv_vec3 way, float length)
{
    float across = way.x * way.x + way.y * way.y;
    float w = way.z >= 0.0f ? length + way.z : across / (length - way.z);
    float square = across + w * w;
    if (!(square > 1e-30f))
        return way.z < 0.0f ? (vv_quat){0, 1, 0, 0} : vv_quat_identity();
    float scale = 1.0f / sqrtf(square);
    return (vv_quat){-way.y * scale, way.x * scale, 0.0f, w * scale};
}

/* F and, unless the mode is directional, the scale along it. Nearer than `least` the direction goes over into straight ahead: a target that
 * passes through the body turns nothing over. */
static void frame_towards(vv_frame *frame, vv_vec3 way, float least, bool directional)
{
    float length = vv_vec3_length(way);
    if (!directional)
        frame->scale.z = floored(length, least);
    if (length < least) {
        way.z += least - length;
        length = vv_vec3_length(way);
    }
    frame->turn = turn_from_ahead(way, length);
}

/* ---- Looking -------------------------------------------------------------------------------------------------------------------- */

#define DEGREES(x)       ((x) * (VV_PI / 180.0f))
#define LOOK_FULLY       DEGREES(60.0f)
#define LOOK_MOST        DEGREES(90.0f)
#define LOOK_FADES       DEGREES(100.0f)
#define LOOK_ENDS        DEGREES(166.0f)
#define LOOK_ENDS_COSINE -0.97029573f

static float smooth(float x)
{
    x = vvi_clamp(x, 0.0f, 1.0f);
    return x * x * (3.0f - 2.0f * x);
}

/* How far a body turns for a target that far off: C1, and 0 long before straight behind, where the axis turns over. */
static float soft_limit(float angle)
{
    float room = LOOK_MOST - LOOK_FULLY, beyond = angle - LOOK_FULLY;
    float turned = beyond <= 0.0f ? angle : LOOK_FULLY + room * (1.0f - vv_exp(-beyond / room));
    return turned * (1.0f - smooth((angle - LOOK_FADES) / (LOOK_ENDS - LOOK_FADES)));
}

/* L. Nearer than `least` it goes over into not turning. */
static vv_quat look_towards(vv_vec3 facing, vv_vec3 way, float least)
{
    float length = vv_vec3_length(way), ahead = vv_vec3_dot(facing, way);
    vv_vec3 axis = vv_vec3_cross(facing, way);
    if (ahead >= 0.5f * length && length >= least) { /* up to 60 degrees: all the way, and that is algebra */
        float w = length + ahead;
        return vv_quat_normalize((vv_quat){axis.x, axis.y, axis.z, w});
    }
    float across = vv_vec3_length(axis), sine, cosine;
    if (!(across > 1e-18f) || ahead <= LOOK_ENDS_COSINE * length)
        return vv_quat_identity();
    float angle = soft_limit(vv_atan2(across, ahead)) * smooth(length / least);
    vv_sin_cos(0.5f * angle, &sine, &cosine);
    axis = vv_vec3_scale(axis, sine / across);
    return (vv_quat){axis.x, axis.y, axis.z, cosine};
}

/* ---- The frame ------------------------------------------------------------------------------------------------------------------ */

static vv_vec3 scale_of(vv_mode_scale scale, const vv_creature *c, const hung_body *body)
{
    float least = LENGTH_SHARE * c->size;
    vv_vec3 edges = vv_vec3_sub(c->high, c->low);
    if (scale == VV_SCALE_CREATURE)
        return (vv_vec3){floored(edges.x, least), floored(edges.y, least), floored(edges.z, least)};
    float length = scale == VV_SCALE_LIMB ? floored(body->limb_length, least) : 1.0f;
    return (vv_vec3){length, length, length};
}

static float bounded(float scale)
{
    float size = vvi_clamp(fabsf(scale), 1e-4f, 1e4f);
    return scale < 0.0f ? -size : size;
}

/* Of a body whose centre is at `middle` at rest. */
static void frame_place(vv_frame *frame, vv_mode mode, const vv_creature *c, const hung_body *body, vv_vec3 middle,
                        vv_target target, float ground)
{
    bool absolute = mode.absolute_place && !mode.secondary;
    frame->origin = absolute ? (vv_vec3){0, 0, 0} : middle;
    frame->turn = vv_quat_identity();
    frame->scale = scale_of(mode.scale, c, body);
    if (mode.ground) {
        frame->origin.y = middle.y;
        frame->scale.y = -floored(middle.y - body->sole - ground, GROUND_SHARE * c->size);
    }
    if (mode.sagittal) {
        frame->origin.x = middle.x;
        frame->scale.x = body->side ? -middle.x : frame->scale.x;
    }
    if (mode.secondary) {
        float least = LENGTH_SHARE * c->size;
        vv_vec3 ahead = {0.0f, 0.0f, floored(body->limb_length, least)};
        frame_towards(frame, target.known ? vv_vec3_sub(target.place, middle) : ahead, least, mode.directional);
    }
    frame->scale = (vv_vec3){bounded(frame->scale.x), bounded(frame->scale.y), bounded(frame->scale.z)};
}

/* Whether squares of it fit floats; NaN does not. */
static bool is_near(vv_vec3 p) { return fabsf(p.x) <= 1e6f && fabsf(p.y) <= 1e6f && fabsf(p.z) <= 1e6f; }

vv_frame vv_mode_frame(vv_mode mode, const vv_creature *creature, uint32_t body, vv_target target, float ground,
                       bool mirror)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(creature != NULL);
    VV_ASSERT(body < creature->body_count);
    const hung_body *own = &bodies_of(creature)[body];
    vv_frame frame;
    vv_vec3 middle = own->middle, facing = own->facing;
    vv_quat base = own->turn;
    target.known = target.known && is_near(target.place);
    if (mirror) {
        middle = mirror_place(middle);
        facing = mirror_place(facing);
        base = mirror_turn(base);
        target.place = mirror_place(target.place);
    }
    frame.mirror = mirror;
    frame_place(&frame, mode, creature, own, middle, target, ground);
    frame.base = mode.absolute_turn ? vv_quat_identity() : base;
    frame.look = vv_quat_identity();
    if (mode.lookat && target.known)
        frame.look = look_towards(facing, vv_vec3_sub(target.place, middle), LENGTH_SHARE * creature->size);
    return frame;
}

/* w alone does not tell: it is 1 up to a turn of 7e-4. */
static bool turns(vv_quat q) { return q.x != 0.0f || q.y != 0.0f || q.z != 0.0f; }

vv_pose3 vv_specialise(const vv_frame *frame, vv_pose3 generalised)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(frame != NULL);
    vv_vec3 q = generalised.place, s = frame->scale;
    vv_vec3 stretched = {s.x * q.x, s.y * q.y, s.z * q.z};
    if (turns(frame->turn)) /* in most modes it does not */
        stretched = vv_quat_rotate(frame->turn, stretched);
    vv_pose3 pose = {vv_vec3_add(frame->origin, stretched), vv_quat_multiply(generalised.turn, frame->base)};
    if (turns(frame->look))
        pose.turn = vv_quat_multiply(frame->look, pose.turn);
    return frame->mirror ? (vv_pose3){mirror_place(pose.place), mirror_turn(pose.turn)} : pose;
}

vv_pose3 vv_generalise(const vv_frame *frame, vv_pose3 specialised)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(frame != NULL);
    if (frame->mirror)
        specialised = (vv_pose3){mirror_place(specialised.place), mirror_turn(specialised.turn)};
    vv_vec3 away = vv_vec3_sub(specialised.place, frame->origin), s = frame->scale;
    vv_vec3 q = vv_quat_rotate(vv_quat_conjugate(frame->turn), away);
    vv_quat turned = vv_quat_multiply(vv_quat_conjugate(frame->look), specialised.turn);
    return (vv_pose3){{q.x / s.x, q.y / s.y, q.z / s.z}, vv_quat_multiply(turned, vv_quat_conjugate(frame->base))};
}
