/* The orientation of a skeleton and the shape of its bodies. Up and forward are guessed from feet, heads, tails and
 * faces, and snapped to the nearest axis: models may lean, but files differ by right angles. */
#include "rig.h"

#include <string.h>

#define HIGHEST 10.0f /* metres; a file outside this range is in other units */
#define LOWEST  0.05f

/* ---- Analysis -------------------------------------------------------------------------------------------------- */

static void accumulate_mesh(rig *r, const vv_manikin *figure, const vv_vec3 *vertices)
{
    for (uint32_t v = 0; v < figure->form.vertex_count; v++) {
        uint32_t most = 0;
        const uint16_t *joints = &figure->joints[(size_t)v * VV_SKIN3_INFLUENCES];
        const float *weights = &figure->weights[(size_t)v * VV_SKIN3_INFLUENCES];
        for (uint32_t k = 1; k < VV_SKIN3_INFLUENCES; k++)
            most = weights[k] > weights[most] ? k : most;
        uint32_t j = joints[most];
        if (j >= r->count)
            continue;
        bool first = !(r->mass[j] > 0.0f);
        for (uint32_t axis = 0; axis < 3; axis++) {
            float w = vvi_component(vertices[v], axis), *low = vvi_component_pointer(&r->lowest[j], axis),
                  *high = vvi_component_pointer(&r->crest[j], axis);
            *low = first ? w : vvi_min(*low, w);
            *high = first ? w : vvi_max(*high, w);
        }
        r->mass[j] += 1.0f;
        r->meshed = true;
    }
}

static bool allocate_arrays(rig *r, uint32_t n, vvi_arena *arena)
{
    r->words = vvi_arena_allocate(arena, n, sizeof *r->words);
    r->given = vvi_arena_allocate(arena, n, sizeof *r->given);
    r->parent = vvi_arena_allocate(arena, n, sizeof *r->parent);
    r->at = vvi_arena_allocate(arena, n, sizeof *r->at);
    r->mass = vvi_arena_allocate(arena, n, sizeof *r->mass);
    r->lowest = vvi_arena_allocate(arena, n, sizeof *r->lowest);
    r->crest = vvi_arena_allocate(arena, n, sizeof *r->crest);
    r->spine = vvi_arena_allocate(arena, n, sizeof *r->spine);
    r->caps = vvi_arena_allocate(arena, n, sizeof *r->caps);
    return r->words && r->given && r->parent && r->at && r->mass && r->lowest && r->crest && r->spine && r->caps;
}

bool vvi_rig_analyse(rig *r, const vv_skeleton *skeleton, const vv_manikin *figure, const vv_vec3 *vertices,
                     vvi_arena *arena)
{
    uint32_t n = vv_skeleton_joint_count(skeleton);
    *r = (rig){.count = n, .skeleton = skeleton, .scale = 1.0f};
    vv_quat *turns = vvi_arena_allocate(arena, n, sizeof *turns);
    if (!allocate_arrays(r, n, arena) || !turns)
        return false;
    for (uint32_t j = 0; j < n; j++) {
        vv_joint joint = vv_skeleton_joint(skeleton, j);
        r->words[j] = vvi_rig_parse_name(joint.name);
        r->given[j] = r->parent[j] = joint.parent;
        r->at[j] = joint.translation;
        turns[j] = vv_quat_normalize(joint.rotation);
        if (joint.parent != VV_NONE) {
            r->at[j] = vv_vec3_add(r->at[joint.parent], vv_quat_rotate(turns[joint.parent], joint.translation));
            turns[j] = vv_quat_normalize(vv_quat_multiply(turns[joint.parent], joint.rotation));
        }
        r->lowest[j] = r->crest[j] = r->at[j];
    }
    if (figure && vertices)
        accumulate_mesh(r, figure, vertices);
    return true;
}

bool vvi_rig_is_body(const rig *r, uint32_t joint)
{
    if (r->words[joint] & RIG_END)
        return false;
    return !(r->words[joint] & RIG_CONTROL) || r->mass[joint] > 0.0f;
}

/* ---- Orientation ----------------------------------------------------------------------------------------------- */

/* The mean position of the joints with one of `words` and none of `excluded`; *count: how many there are. */
static vv_vec3 mean_position(const rig *r, uint32_t words, uint32_t excluded, float *count)
{
    vv_vec3 sum = {0.0f, 0.0f, 0.0f};
    *count = 0.0f;
    for (uint32_t j = 0; j < r->count; j++)
        if ((r->words[j] & words) != 0 && (r->words[j] & excluded) == 0) {
            sum = vv_vec3_add(sum, r->at[j]);
            *count += 1.0f;
        }
    return *count > 0.0f ? vv_vec3_scale(sum, 1.0f / *count) : sum;
}

/* Adds the direction from some joints to others, if there are both. */
static void add_direction(const rig *r, uint32_t from, uint32_t to, float weight, vv_vec3 *sum)
{
    float a, b;
    uint32_t excluded = RIG_CONTROL | RIG_END;
    vv_vec3 distance = vv_vec3_sub(mean_position(r, to, excluded, &b), mean_position(r, from, excluded, &a));
    if (a > 0.0f && b > 0.0f)
        *sum = vv_vec3_add(*sum, vv_vec3_scale(distance, weight));
}

/* Adds the direction from joints to the mesh that they move: feet are longer in front of the ankle than behind it,
 * and faces are in front of necks. */
static void add_mesh_direction(const rig *r, uint32_t words, float weight, vv_vec3 *sum)
{
    float count = 0.0f;
    vv_vec3 ahead = {0.0f, 0.0f, 0.0f};
    for (uint32_t j = 0; j < r->count; j++)
        if (r->mass[j] > 0.0f && (r->words[j] & words) != 0) {
            vv_vec3 middle = vv_vec3_scale(vv_vec3_add(r->lowest[j], r->crest[j]), 0.5f);
            ahead = vv_vec3_add(ahead, vv_vec3_sub(middle, r->at[j]));
            count += 1.0f;
        }
    if (count > 0.0f)
        *sum = vv_vec3_add(*sum, vv_vec3_scale(ahead, weight / count));
}

/* The signed axis nearest to v that is perpendicular to `across` (a zero vector: any); `fallback` if v is zero. */
static vv_vec3 nearest_axis(vv_vec3 v, vv_vec3 across, vv_vec3 fallback)
{
    vv_vec3 best = fallback;
    float most = vv_vec3_dot(v, fallback) + 1e-4f * vv_vec3_length(v);
    for (uint32_t i = 0; i < 6; i++) {
        vv_vec3 axis = {0.0f, 0.0f, 0.0f};
        *vvi_component_pointer(&axis, i / 2) = i & 1u ? -1.0f : 1.0f;
        if (fabsf(vv_vec3_dot(axis, across)) < 0.5f && vv_vec3_dot(v, axis) > most) {
            most = vv_vec3_dot(v, axis);
            best = axis;
        }
    }
    return best;
}

static vv_vec3 guess_up(const rig *r)
{
    vv_vec3 up = {0.0f, 0.0f, 0.0f}, y = {0.0f, 1.0f, 0.0f};
    add_direction(r, RIG_FOOT | RIG_TOE, RIG_SPINE | RIG_BODY, 1.0f, &up);
    return nearest_axis(up, (vv_vec3){0.0f, 0.0f, 0.0f}, y);
}

static vv_vec3 guess_forward(const rig *r, vv_vec3 up)
{
    vv_vec3 sum = {0.0f, 0.0f, 0.0f}, left = {0.0f, 0.0f, 0.0f};
    add_direction(r, RIG_SPINE, RIG_HEAD, 1.0f, &sum);
    add_direction(r, RIG_TAIL, RIG_SPINE | RIG_BODY, 1.0f, &sum);
    add_direction(r, RIG_HEAD, RIG_EYE | RIG_NOSE | RIG_MOUTH, 3.0f, &sum);
    add_direction(r, RIG_FOOT, RIG_TOE, 3.0f, &sum);
    add_direction(r, RIG_BODY, RIG_MOUTH, 1.0f, &sum);
    add_mesh_direction(r, RIG_FOOT | RIG_LEG, 1.0f, &sum);
    add_mesh_direction(r, RIG_HEAD, 1.0f, &sum);
    add_direction(r, RIG_RIGHT, RIG_LEFT, 1.0f, &left);
    vv_vec3 z = {0.0f, 0.0f, 1.0f}, y = {0.0f, 1.0f, 0.0f};
    vv_vec3 fallback = fabsf(vv_vec3_dot(z, up)) < 0.5f ? z : vv_vec3_scale(y, -up.z);
    /* Names of sides give the lateral axis, but not its sign: some files call left what is on the left of the
     * picture. */
    if (vv_vec3_length(left) > 0.0f) {
        vv_vec3 aside = nearest_axis(left, up, vv_vec3_cross(up, fallback)), ahead = vv_vec3_cross(aside, up);
        sum = vv_vec3_add(sum, vv_vec3_scale(fallback, 0.05f * vv_vec3_length(left)));
        return vv_vec3_dot(sum, ahead) < 0.0f ? vv_vec3_scale(ahead, -1.0f) : ahead;
    }
    return nearest_axis(sum, up, fallback);
}

static vv_vec3 to_creature_frame(const rig *r, vv_vec3 p)
{
    return vv_vec3_add(r->turned.position, vv_quat_rotate(r->turned.rotation, vv_vec3_scale(p, r->scale)));
}

/* The heights of the lowest and the highest point of all bodies. */
static void find_heights(const rig *r, float *low, float *high)
{
    *low = 1e30f;
    *high = -1e30f;
    for (uint32_t j = 0; j < r->count; j++) {
        bool counts = r->meshed ? r->mass[j] > 0.0f : vvi_rig_is_body(r, j) || (r->words[j] & RIG_END) != 0;
        if (!counts || ((r->words[j] & RIG_ROOT) != 0 && !r->meshed && r->count > 1))
            continue;
        *low = vvi_min(*low, r->lowest[j].y);
        *high = vvi_max(*high, r->crest[j].y);
    }
    if (*low > *high)
        *low = *high = 0.0f;
}

/* The power of ten that scales a height to 0.4…4 metres. */
static float choose_scale(float height)
{
    float scale = 1.0f;
    while (height * scale > 4.0f)
        scale *= 0.1f;
    while (height * scale < 0.4f && scale < 1e6f)
        scale *= 10.0f;
    return scale;
}

static void transform_joints(rig *r)
{
    for (uint32_t j = 0; j < r->count; j++) {
        vv_vec3 a = to_creature_frame(r, r->lowest[j]), b = to_creature_frame(r, r->crest[j]);
        r->at[j] = to_creature_frame(r, r->at[j]);
        for (uint32_t axis = 0; axis < 3; axis++) {
            *vvi_component_pointer(&r->lowest[j], axis) = vvi_min(vvi_component(a, axis), vvi_component(b, axis));
            *vvi_component_pointer(&r->crest[j], axis) = vvi_max(vvi_component(a, axis), vvi_component(b, axis));
        }
    }
}

void vvi_rig_orient(rig *r)
{
    vv_vec3 up = guess_up(r), forward = guess_forward(r, up), left = vv_vec3_cross(up, forward);
    vv_quat turn = vv_quat_normalize(vv_mat3_to_quat((vv_mat3){{left, up, forward}}));
    r->turned = (vv_transform3){{0.0f, 0.0f, 0.0f}, turn};
    transform_joints(r);
    float low, high;
    find_heights(r, &low, &high);
    bool flat = !(high - low > 1e-6f); /* a single joint has no height; 1 m is assumed */
    r->scale = !flat && (high - low > HIGHEST || high - low < LOWEST) ? choose_scale(high - low) : 1.0f;
    r->height = flat ? 1.0f : r->scale * (high - low);
    rig lift = *r;
    lift.turned =
        (vv_transform3){{0.0f, -r->scale * low + (r->meshed ? 0.0f : 0.02f * r->height), 0.0f}, vv_quat_identity()};
    transform_joints(&lift); /* the arrays are shared */
    r->turned.position = lift.turned.position;
}

/* ---- Bodies ---------------------------------------------------------------------------------------------------- */

/* The end of a body: its furthest child, preferably of the same part; a leaf continues in the direction of its
 * parent. */
static vv_vec3 find_tip(const rig *r, uint32_t j)
{
    vv_vec3 best = r->at[j];
    float most = 0.0f;
    for (uint32_t c = 0; c < r->count; c++) {
        float distance = vv_vec3_length(vv_vec3_sub(r->at[c], r->at[j]));
        bool alike = r->spine[c] == r->spine[j];
        bool continues = vvi_rig_is_body(r, c) || (r->words[c] & (RIG_END | RIG_CONTROL)) == RIG_END;
        if (r->parent[c] == j && continues && !(r->words[c] & RIG_ROOT) && distance + (alike ? 1e3f : 0.0f) > most &&
            distance > 1e-6f) {
            most = distance + (alike ? 1e3f : 0.0f);
            best = r->at[c];
        }
    }
    if (most > 0.0f || r->parent[j] == VV_NONE)
        return best;
    vv_vec3 extension = vv_vec3_sub(r->at[j], r->at[r->parent[j]]);
    float length = vv_vec3_length(extension), room = 0.08f * r->height;
    return length > 1e-6f ? vv_vec3_add(r->at[j], vv_vec3_scale(extension, vvi_min(0.5f, room / length))) : best;
}

static float estimate_radius(const rig *r, uint32_t j, float length)
{
    if (r->mass[j] > 3.0f) {
        vv_vec3 size = vv_vec3_sub(r->crest[j], r->lowest[j]);
        float small = vvi_min(size.x, vvi_min(size.y, size.z));
        return 0.45f * vvi_max(small, 0.01f * r->height);
    }
    if (r->words[j] & (RIG_HEAD | RIG_NECK)) /* a head is a ball, independent of its joint */
        return (r->words[j] & RIG_HEAD ? 0.075f : 0.03f) * r->height;
    float share = r->spine[j]                                   ? 0.075f
                  : (r->words[j] & (RIG_FINGER | RIG_TOE)) != 0 ? 0.009f
                  : (r->words[j] & (RIG_HAND | RIG_FOOT)) != 0  ? 0.022f
                                                                : 0.03f;
    return vvi_min(share * r->height, vvi_max(0.6f * length, 0.006f * r->height));
}

static void bound_body(const rig *r, uint32_t j, vv_plan_body *out)
{
    float r0 = vvi_max(out->radius[0], 0.002f * r->height), r1 = vvi_max(out->radius[1], 0.002f * r->height);
    vv_vec3 below = vv_vec3_sub(r->lowest[j], r->at[j]), above = vv_vec3_sub(r->crest[j], r->at[j]);
    for (uint32_t axis = 0; axis < 3; axis++) {
        float tip = vvi_component(out->tip, axis), low = vvi_component(below, axis), high = vvi_component(above, axis);
        bool meshed = r->mass[j] > 0.0f && high - low > 1e-5f;
        *vvi_component_pointer(&out->body.low, axis) = meshed ? low : vvi_min(-r0, tip - r1);
        *vvi_component_pointer(&out->body.high, axis) = meshed ? high : vvi_max(r0, tip + r1);
    }
    float under = out->body.position.y + out->body.low.y; /* guessed bounds stay above the ground */
    if (!(r->mass[j] > 0.0f) && under < 0.0f)
        out->body.low.y = vvi_min(out->body.low.y - under, out->body.high.y - 0.002f * r->height);
}

/* The lowest height of a foot and its children (toes, a hoof). */
static float measure_sole(const rig *r, uint32_t foot)
{
    float low = r->lowest[foot].y;
    for (uint32_t j = 0; j < r->count; j++)
        if (r->parent[j] == foot && r->mass[j] > 0.0f)
            low = vvi_min(low, r->lowest[j].y);
    return low;
}

/* A body's centre in the creature's frame: the sole of a foot, the palm of a hand, the tip of a tail, the front of a
 * mouth, else its middle. */
static vv_vec3 choose_centre(const rig *r, uint32_t j, const vv_plan_body *body)
{
    vv_vec3 tip = vv_vec3_add(r->at[j], body->tip);
    vv_vec3 half = vv_vec3_scale(vv_vec3_add(r->at[j], tip), 0.5f), low = r->lowest[j], high = r->crest[j];
    bool meshed = r->mass[j] > 0.0f;
    vv_vec3 middle = meshed ? vv_vec3_scale(vv_vec3_add(low, high), 0.5f) : half;
    if (r->spine[j] && !(r->caps[j] & VV_CAP_BIT(VV_CAP_MOUTH)))
        return half;
    if (r->caps[j] & VV_CAP_BIT(VV_CAP_FOOT))
        return (vv_vec3){middle.x,
                         meshed ? measure_sole(r, j) : vvi_max(vvi_min(r->at[j].y, tip.y) - 0.02f * r->height, 0.0f),
                         middle.z};
    if (r->caps[j] & VV_CAP_BIT(VV_CAP_MOUTH))
        return (vv_vec3){middle.x, middle.y, meshed ? high.z : middle.z + 0.06f * r->height};
    if (r->caps[j] & VV_CAP_BIT(VV_CAP_TAIL))
        return tip;
    return middle;
}

/* Body frames have the creature's orientation, so that a foot is oriented as a foot however the rig's joints are
 * turned. */
void vvi_rig_shape_body(const rig *r, uint32_t j, vv_plan_body *out)
{
    out->tip = vv_vec3_sub(find_tip(r, j), r->at[j]);
    if (vvi_rig_is_body(r, j) && !(r->words[j] & RIG_ROOT)) {
        out->radius[0] = estimate_radius(r, j, vv_vec3_length(out->tip));
        out->radius[1] = out->radius[0] * (r->spine[j] ? 1.0f : 0.8f);
    }
    out->body.position = r->at[j];
    /* A control has no visible part, and is kept above the ground. */
    if (!(r->mass[j] > 0.0f) && (!vvi_rig_is_body(r, j) || (r->words[j] & RIG_ROOT) != 0))
        out->body.position.y = vvi_max(out->body.position.y, 0.002f * r->height);
    out->body.rotation = vv_quat_identity();
    out->body.caps = r->caps[j];
    bound_body(r, j, out);
    out->body.centre = vv_vec3_sub(choose_centre(r, j, out), r->at[j]);
}
