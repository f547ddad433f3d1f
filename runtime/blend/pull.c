/* Pulling at a skeleton. Pins are met one after the other, those nearer to the root first, each by one chain of bones.
 *
 * A chain is solved in the plane of its joints p₀ … pₙ, where pₙ is the point that is pulled. Rotating bone i by δᵢ
 * rotates what follows about pᵢ. With αᵢ the angle between segments i − 1 and i, a chain of two has the αₗ of the law
 * of cosines; a longer one scales all αᵢ by one factor until its chord has the length that is wanted. The first bone
 * then turns the chord to the target. Where limits or zigzags stop it, cyclic coordinate descent goes on from there. */
#include "blend.h"

#include <string.h>

#define STRAIGHT 1e-3f /* radians: chains that are bent by less have no side */
#define SEED     0.05f /* of a straight chain: how its joints share the bending, radians */
#define MARCH    32u
#define HALVINGS 40u
#define DESCENTS 24u
#define MAX_BEND 3.0f
#define CLOSE    1e-5f /* of the length of a chain */

vv_bone vv_default_bone(void) { return (vv_bone){-1000.0f, 1000.0f, 1.0f, 0.0f, 0}; }

/* ---- Trees ------------------------------------------------------------------------------------------------------- */

typedef struct skeleton_pull {
    uint32_t count;
    const vv_handle *handles;
    const vv_bone *bones;
    uint32_t order[VV_RIG_MAX_HANDLES], place[VV_RIG_MAX_HANDLES];
    uint32_t bones_of[VV_RIG_MAX_HANDLES]; /* how many bones it carries */
    bool settled[VV_RIG_MAX_HANDLES];      /* bent for an earlier pin */
    vv_handle_pose turns[VV_RIG_MAX_HANDLES];
    vv_affine pose[VV_RIG_MAX_HANDLES];
    float angles[VV_RIG_MAX_HANDLES]; /* sums from the root */
} skeleton_pull;

static uint32_t parent_of(const skeleton_pull *s, uint32_t j) { return vvi_parent(&s->handles[j]); }

static vv_bone bone_of(const skeleton_pull *s, uint32_t j) { return s->bones ? s->bones[j] : vv_default_bone(); }

/* Whether pulls at a bone bend its parent too. */
static bool goes_on(const skeleton_pull *s, uint32_t j)
{
    uint32_t parent = parent_of(s, j);
    return parent != VV_NONE && s->bones_of[parent] == 1 && !s->settled[parent] &&
           vvi_is_connected(&s->handles[parent], &s->handles[j]);
}

/* Composes what bone j carries, and j itself. */
static void update_from(skeleton_pull *s, uint32_t j)
{
    bool moved[VV_RIG_MAX_HANDLES] = {false};
    moved[j] = true;
    for (uint32_t k = s->place[j]; k < s->count; k++) {
        uint32_t i = s->order[k], parent = parent_of(s, i);
        if (!moved[i] && (parent == VV_NONE || !moved[parent]))
            continue;
        moved[i] = true;
        vv_vec2 pivot = vv_vec2_add(s->handles[i].from, s->turns[i].translation);
        s->angles[i] = s->turns[i].angle;
        if (parent != VV_NONE) {
            vv_vec2 own = vv_mat2_apply(vv_mat2_rotation(s->angles[parent]), s->turns[i].translation);
            pivot = vv_vec2_add(vv_affine_apply(s->pose[parent], s->handles[i].from), own);
            s->angles[i] += s->angles[parent];
        }
        vv_polar2 polar = {s->angles[i], s->turns[i].xx, s->turns[i].xy, s->turns[i].yy};
        s->pose[i] = vv_affine_about(vv_polar2_compose(polar), s->handles[i].from, pivot);
    }
}

static vv_vec2 pivot_of(const skeleton_pull *s, uint32_t j) { return vv_affine_apply(s->pose[j], s->handles[j].from); }

/* ---- Chains ------------------------------------------------------------------------------------------------------ */

typedef struct bone_chain {
    uint32_t count;
    uint32_t bones[VV_RIG_MAX_HANDLES]; /* from the root */
    vv_vec2 joints[VV_RIG_MAX_HANDLES + 1];
    float lengths[VV_RIG_MAX_HANDLES], directions[VV_RIG_MAX_HANDLES]; /* of segments */
    float bends[VV_RIG_MAX_HANDLES]; /* directions[i] - directions[i - 1]; of the first, its direction */
    float reach;                     /* the sum of lengths */
} bone_chain;

/* The chain that ends with bone `last`, whose end is `point`. */
static bone_chain gather_chain(const skeleton_pull *s, uint32_t last, vv_vec2 point)
{
    bone_chain c = {.count = 1};
    uint32_t from = last;
    while (goes_on(s, from)) {
        from = parent_of(s, from);
        c.count++;
    }
    for (uint32_t k = c.count, j = last; k-- > 0; j = parent_of(s, j))
        c.bones[k] = j;
    for (uint32_t k = 0; k < c.count; k++)
        c.joints[k] = pivot_of(s, c.bones[k]);
    c.joints[c.count] = point;
    for (uint32_t k = 0; k < c.count; k++) {
        vv_vec2 way = vv_vec2_sub(c.joints[k + 1], c.joints[k]);
        c.lengths[k] = vv_vec2_length(way);
        c.directions[k] = vv_atan2(way.y, way.x);
        c.bends[k] = k ? vv_wrap_angle(c.directions[k] - c.directions[k - 1]) : c.directions[0];
        c.reach += c.lengths[k];
    }
    return c;
}

/* Places the joints with these bends, which count from the first direction. */
static void place_joints(bone_chain *c, const float *bends)
{
    float direction = 0.0f;
    for (uint32_t k = 0; k < c->count; k++) {
        float sine, cosine;
        direction = k ? direction + bends[k] : bends[0];
        vv_sin_cos(direction, &sine, &cosine);
        c->joints[k + 1] = (vv_vec2){c->joints[k].x + c->lengths[k] * cosine, c->joints[k].y + c->lengths[k] * sine};
    }
}

static float chord(bone_chain *c, const float *bends)
{
    place_joints(c, bends);
    return vv_vec2_distance(c->joints[0], c->joints[c->count]);
}

static float side_of(const skeleton_pull *s, const bone_chain *c, uint32_t k)
{
    int32_t bend = bone_of(s, c->bones[k]).bend;
    if (bend != 0)
        return bend > 0 ? 1.0f : -1.0f;
    return c->bends[k] < 0.0f ? -1.0f : 1.0f;
}

/* The law of cosines for the angle outside of the triangle. */
static void bend_two(const skeleton_pull *s, const bone_chain *c, float distance, float *bends)
{
    float a = c->lengths[0], b = c->lengths[1], twice = 2.0f * a * b;
    float cosine = twice > 0.0f ? vvi_clamp((distance * distance - a * a - b * b) / twice, -1.0f, 1.0f) : 1.0f;
    bends[1] = side_of(s, c, 1) * vv_atan2(sqrtf(vvi_max(0.0f, 1.0f - cosine * cosine)), cosine);
}

/* What a chain bends by: its own bends, unless it is straight; and of each the share that its stiffness leaves. */
typedef struct bend_scale {
    float own[VV_RIG_MAX_HANDLES], free[VV_RIG_MAX_HANDLES];
    float most; /* the largest factor */
} bend_scale;

static bend_scale find_bend_scale(const skeleton_pull *s, const bone_chain *c)
{
    bend_scale found = {.most = 1000.0f};
    bool straight = true;
    for (uint32_t k = 1; k < c->count; k++)
        straight = straight && fabsf(c->bends[k]) < STRAIGHT;
    for (uint32_t k = 1; k < c->count; k++) {
        int32_t bend = bone_of(s, c->bones[k]).bend;
        float own = straight ? SEED * side_of(s, c, k) : c->bends[k];
        if (bend != 0)
            own = side_of(s, c, k) * vvi_max(fabsf(own), STRAIGHT);
        found.own[k] = own;
        found.free[k] = 1.0f - vvi_clamp(bone_of(s, c->bones[k]).stiffness, 0.0f, 1.0f);
        float most = fabsf(own) * found.free[k];
        if (most > 0.0f)
            found.most = vvi_min(found.most, MAX_BEND / most);
    }
    return found;
}

static float scaled_chord(bone_chain *c, const bend_scale *b, float factor, float *bends)
{
    for (uint32_t k = 1; k < c->count; k++)
        bends[k] = b->own[k] * (1.0f + (factor - 1.0f) * b->free[k]);
    return chord(c, bends);
}

/* Between a factor whose chord is too long and one whose chord is too short. */
static void bisect_scale(bone_chain *c, const bend_scale *b, float distance, float longer, float shorter, float *bends)
{
    for (uint32_t i = 0; i < HALVINGS; i++) {
        float middle = 0.5f * (longer + shorter);
        if (scaled_chord(c, b, middle, bends) > distance)
            longer = middle;
        else
            shorter = middle;
    }
}

/* Straightened where the chord is too short, else curled up to the first factor where it is short enough; if there is
 * none, to the shortest chord there is. */
static void bend_many(const skeleton_pull *s, bone_chain *c, float distance, float *bends)
{
    bend_scale b = find_bend_scale(s, c);
    float now = scaled_chord(c, &b, 1.0f, bends), before = 1.0f, best = 1.0f, least = now;
    if (now <= distance) {
        if (scaled_chord(c, &b, 0.0f, bends) > distance)
            bisect_scale(c, &b, distance, 0.0f, 1.0f, bends);
        return;
    }
    for (uint32_t i = 1; i <= MARCH; i++) {
        float factor = 1.0f + (vvi_max(b.most, 1.0f) - 1.0f) * (float)i / (float)MARCH;
        float length = scaled_chord(c, &b, factor, bends);
        if (length <= distance) {
            bisect_scale(c, &b, distance, before, factor, bends);
            return;
        }
        if (length < least) {
            least = length;
            best = factor;
        }
        before = factor;
    }
    scaled_chord(c, &b, best, bends);
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

/* The bend of bone k nearest to `bend` that its limits allow. */
static float limited(const skeleton_pull *s, const bone_chain *c, uint32_t k, float bend)
{
    vv_bone bone = bone_of(s, c->bones[k]);
    float angle = s->turns[c->bones[k]].angle, change = vv_wrap_angle(bend - c->bends[k]);
    return c->bends[k] + vvi_clamp(angle + change, bone.low, bone.high) - angle;
}

/* Whether a limit stops any. */
static bool apply_limits(const skeleton_pull *s, const bone_chain *c, float *bends)
{
    bool any = false;
    for (uint32_t k = 0; k < c->count; k++) {
        float bend = limited(s, c, k, bends[k]);
        any = any || fabsf(vv_wrap_angle(bend - bends[k])) > 1e-6f;
        bends[k] = bend;
    }
    return any;
}

/* Cyclic coordinate descent: no bone moves the end away from the target. */
static void descend(const skeleton_pull *s, bone_chain *c, vv_vec2 target, float *bends)
{
    for (uint32_t i = 0; i < DESCENTS; i++)
        for (uint32_t k = c->count; k-- > 0;) {
            place_joints(c, bends);
            vv_vec2 end = vv_vec2_sub(c->joints[c->count], c->joints[k]), to = vv_vec2_sub(target, c->joints[k]);
            if (vv_vec2_distance(c->joints[c->count], target) <= CLOSE * c->reach)
                return;
            float turn = vv_atan2(vv_vec2_cross(end, to), vv_vec2_dot(end, to));
            bends[k] = limited(s, c, k, bends[k] + turn);
        }
}

/* ---- Solving ----------------------------------------------------------------------------------------------------- */

/* Lengthens bones whose chain is too short, along their own axes. */
static void stretch_chain(skeleton_pull *s, bone_chain *c, float distance)
{
    if (!(distance > c->reach && c->reach > 0.0f))
        return;
    float wanted = distance / c->reach;
    c->reach = 0.0f;
    for (uint32_t k = 0; k < c->count; k++) {
        const vv_handle *h = &s->handles[c->bones[k]];
        vv_handle_pose *turn = &s->turns[c->bones[k]];
        float factor = vvi_clamp(wanted, 1.0f, vvi_max(1.0f, bone_of(s, c->bones[k]).stretch)) - 1.0f;
        vv_vec2 a = vv_vec2_sub(h->to, h->from);
        float length = vv_vec2_length(a);
        a = length > 0.0f ? vv_vec2_scale(a, 1.0f / length) : (vv_vec2){1.0f, 0.0f};
        float along = factor * (turn->xx * a.x * a.x + 2.0f * turn->xy * a.x * a.y + turn->yy * a.y * a.y);
        turn->xx += along * a.x * a.x;
        turn->xy += along * a.x * a.y;
        turn->yy += along * a.y * a.y;
        c->lengths[k] *= 1.0f + factor;
        c->reach += c->lengths[k];
    }
}

static void point_chord(bone_chain *c, vv_vec2 target, float *bends)
{
    place_joints(c, bends);
    vv_vec2 end = vv_vec2_sub(c->joints[c->count], c->joints[0]), to = vv_vec2_sub(target, c->joints[0]);
    if (vv_vec2_dot(end, end) > 0.0f && vv_vec2_dot(to, to) > 0.0f)
        bends[0] += vv_atan2(vv_vec2_cross(end, to), vv_vec2_dot(end, to));
}

/* Bends a chain so that its end comes to the target, or as near as it can. */
static void solve_chain(skeleton_pull *s, bone_chain *c, vv_vec2 target)
{
    float bends[VV_RIG_MAX_HANDLES], distance = vv_vec2_distance(c->joints[0], target);
    for (uint32_t k = 0; k < c->count; k++)
        bends[k] = c->bends[k];
    bool there = vv_vec2_distance(c->joints[c->count], target) <= 1e-6f * c->reach;
    stretch_chain(s, c, distance);
    if (!there && c->count == 2)
        bend_two(s, c, distance, bends);
    else if (!there && c->count > 2)
        bend_many(s, c, distance, bends);
    if (!there)
        point_chord(c, target, bends);
    bool stopped = apply_limits(s, c, bends);
    if (stopped || distance < c->reach)
        descend(s, c, target, bends);
    for (uint32_t k = 0; k < c->count; k++) {
        s->turns[c->bones[k]].angle += vv_wrap_angle(bends[k] - c->bends[k]);
        s->settled[c->bones[k]] = true;
    }
    update_from(s, c->bones[0]);
}

/* ---- Pins -------------------------------------------------------------------------------------------------------- */

/* The bone whose end a pull at the pivot of j moves; VV_NONE: none. A root that carries several bones stays. */
static uint32_t bone_before(const skeleton_pull *s, uint32_t j)
{
    uint32_t parent = parent_of(s, j);
    if (parent == VV_NONE || s->settled[parent])
        return VV_NONE;
    return parent_of(s, parent) == VV_NONE && !goes_on(s, j) ? VV_NONE : parent;
}

static void set_angle(skeleton_pull *s, const vv_pin *pin, float angle)
{
    uint32_t j = pin->handle, parent = parent_of(s, j);
    vv_handle_pose *turn = &s->turns[j];
    vv_bone bone = bone_of(s, j);
    vv_polar2 polar = {angle, turn->xx, turn->xy, turn->yy};
    if (pin->kind == VV_PIN_STRETCH)
        polar = vv_mat2_polar(pin->linear);
    else if (pin->kind == VV_PIN_ROTATION)
        polar = (vv_polar2){pin->angle, 1.0f, 0.0f, 1.0f};
    float carried = parent == VV_NONE ? 0.0f : s->angles[parent];
    turn->angle += vv_wrap_angle(polar.angle - carried - turn->angle);
    if (parent != VV_NONE)
        turn->angle = vvi_clamp(turn->angle, bone.low, bone.high);
    turn->xx = polar.xx;
    turn->xy = polar.xy;
    turn->yy = polar.yy;
    s->settled[j] = true;
    update_from(s, j);
}

static uint32_t root_of(const skeleton_pull *s, uint32_t j)
{
    while (parent_of(s, j) != VV_NONE)
        j = parent_of(s, j);
    return j;
}

/* Moves the whole so that a pin is met, unless the root is held. */
static void move_root(skeleton_pull *s, const vv_pin *pin)
{
    uint32_t root = root_of(s, pin->handle);
    vv_vec2 now = vv_affine_apply(s->pose[pin->handle], pin->from);
    vv_handle_pose *turn = &s->turns[root];
    if (s->settled[root] && root != pin->handle)
        return;
    turn->translation = vv_vec2_add(turn->translation, vv_vec2_sub(pin->to, now));
    update_from(s, root);
}

static void pull_one(skeleton_pull *s, const vv_pin *pin, float start_angle)
{
    uint32_t j = pin->handle, before = bone_before(s, j);
    bool at_pivot = pin->kind != VV_PIN_POSITION || vv_vec2_distance(pin->from, s->handles[j].from) == 0.0f;
    bool is_root = parent_of(s, j) == VV_NONE;
    if (!at_pivot && !is_root && !s->settled[j]) {
        bone_chain c = gather_chain(s, j, vv_affine_apply(s->pose[j], pin->from));
        solve_chain(s, &c, pin->to);
        return;
    }
    if (before != VV_NONE) {
        bone_chain c = gather_chain(s, before, pivot_of(s, j));
        solve_chain(s, &c, pin->to);
    }
    set_angle(s, pin, start_angle);
    if (before == VV_NONE)
        move_root(s, pin);
}

static void begin_pull(skeleton_pull *s, const vv_affine *pose)
{
    vv_pose_factor(s->count, s->handles, pose, s->turns);
    memset(s->bones_of, 0, sizeof s->bones_of);
    memset(s->settled, 0, sizeof s->settled);
    for (uint32_t k = 0; k < s->count; k++) {
        uint32_t j = s->order[k], parent = parent_of(s, j);
        s->place[j] = k;
        if (parent != VV_NONE)
            s->bones_of[parent] += s->handles[j].kind == VV_HANDLE_BONE;
        s->pose[j] = pose[j];
        s->angles[j] = s->turns[j].angle + (parent == VV_NONE ? 0.0f : s->angles[parent]);
    }
}

void vv_bones_pull(uint32_t handle_count, const vv_handle *handles, const vv_bone *bones, uint32_t pin_count,
                   const vv_pin *pins, const vv_affine *pose, vv_affine *out)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(handle_count <= VV_RIG_MAX_HANDLES && (pins != NULL || pin_count == 0));
    VV_ASSERT(handles != NULL && pose != NULL && out != NULL);
    skeleton_pull s = {.count = handle_count, .handles = handles, .bones = bones};
    float start_angles[VV_RIG_MAX_HANDLES];
    bool is_forest = vvi_handle_order(handle_count, handles, s.order);
    VV_ASSERT(is_forest);
    if (!is_forest)
        return;
    begin_pull(&s, pose);
    memcpy(start_angles, s.angles, sizeof start_angles);
    for (uint32_t k = 0; k < handle_count; k++)
        for (uint32_t i = 0; i < pin_count; i++)
            if (pins[i].kind != VV_PIN_MESH_POINT && pins[i].handle == s.order[k])
                pull_one(&s, &pins[i], start_angles[s.order[k]]);
    memcpy(out, s.pose, handle_count * sizeof *out);
}
