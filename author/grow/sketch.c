/* Tools for generating creatures: random numbers, bodies with their frames, and limbs bent until their length fits. */
#include "sketch.h"

#include <string.h>

/* ---- Random numbers -------------------------------------------------------------------------------------------- */

float vvi_sketch_random_float(sketch *s, float low, float high)
{
    return low + (high - low) * vvi_random_unit(&s->random);
}

vv_vec3 vvi_sketch_random_vec3(sketch *s, vv_vec3 low, vv_vec3 high)
{
    float x = vvi_sketch_random_float(s, low.x, high.x);
    float y = vvi_sketch_random_float(s, low.y, high.y);
    return (vv_vec3){x, y, vvi_sketch_random_float(s, low.z, high.z)};
}

bool vvi_sketch_chance(sketch *s, float share) { return vvi_random_unit(&s->random) < share; }

uint32_t vvi_sketch_random_index(sketch *s, uint32_t count, const uint8_t *odds)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += odds[i];
    uint32_t at = vvi_random_below(&s->random, sum), i = 0;
    while (at >= odds[i])
        at -= odds[i++];
    return i;
}

/* ---- Frames ---------------------------------------------------------------------------------------------------- */

static vv_quat make_frame(vv_vec3 x, vv_vec3 y, vv_vec3 z)
{
    return vv_quat_normalize(vv_mat3_to_quat((vv_mat3){{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}}));
}

static vv_vec3 project_across(vv_vec3 a, vv_vec3 z, vv_vec3 fallback)
{
    return vv_vec3_normalize(vv_vec3_sub(a, vv_vec3_scale(z, vv_vec3_dot(a, z))), fallback);
}

vv_quat vvi_sketch_frame_beside(vv_vec3 axis, vv_vec3 aside)
{
    vv_vec3 z = vv_vec3_normalize(axis, (vv_vec3){0.0f, 0.0f, 1.0f});
    vv_vec3 x = project_across(aside, z, (vv_vec3){1.0f, 0.0f, 0.0f});
    return make_frame(x, vv_vec3_cross(z, x), z);
}

vv_quat vvi_sketch_frame(vv_vec3 axis)
{
    vv_vec3 z = vv_vec3_normalize(axis, (vv_vec3){0.0f, 0.0f, 1.0f});
    if (fabsf(z.x) < 0.8f)
        return vvi_sketch_frame_beside(z, (vv_vec3){1.0f, 0.0f, 0.0f});
    vv_vec3 y = project_across((vv_vec3){0.0f, 1.0f, 0.0f}, z, (vv_vec3){0.0f, 1.0f, 0.0f});
    return make_frame(vv_vec3_cross(y, z), y, z);
}

/* ---- Bodies ---------------------------------------------------------------------------------------------------- */

static void set_bounds(vv_plan_body *body)
{
    const float *tip = &body->tip.x, *r = body->radius;
    float *low = &body->body.low.x, *high = &body->body.high.x;
    for (uint32_t axis = 0; axis < 3; axis++) {
        low[axis] = vvi_min(-r[0], tip[axis] - r[1]);
        high[axis] = vvi_max(r[0], tip[axis] + r[1]);
    }
}

uint32_t vvi_sketch_add_body(sketch *s, const sketch_bone *part, const char *name, const char *more)
{
    if (s->body_count == SKETCH_MOST_BODIES || (part->parent == VV_NONE && s->body_count > 0)) {
        s->full = true;
        return VV_NONE;
    }
    vv_plan_body *body = &s->bodies[s->body_count];
    *body = (vv_plan_body){.radius = {part->radius[0], part->radius[1]}};
    vvi_format(body->name, sizeof body->name, *more != '\0' ? "%s-%s" : "%s%s", name, more);
    body->body = (vv_creature_body){.parent = part->parent,
                                    .position = part->from,
                                    .rotation = part->turn,
                                    .caps = part->caps,
                                    .deforms = part->deforms};
    body->tip = vv_quat_rotate(vv_quat_conjugate(part->turn), vv_vec3_sub(part->to, part->from));
    body->body.centre = vv_vec3_scale(body->tip, 0.5f);
    set_bounds(body);
    return s->body_count++;
}

uint64_t vvi_sketch_own_cap(sketch *s, const char *name)
{
    uint32_t i = 0;
    while (i < s->own_cap_count && strcmp(s->own_caps[i], name) != 0)
        i++;
    if (i == s->own_cap_count)
        vvi_format(s->own_caps[s->own_cap_count++], VV_CREATURE_NAME_BYTES, "%s", name);
    return VV_CAP_BIT(VV_CAP_OWN + i);
}

/* ---- Limbs ----------------------------------------------------------------------------------------------------- */

/* The end of a chain of length 1 whose segments have the angles amount · headings; also fills joints[count + 1]. */
static vv_vec2 chain_end(const sketch_bend *bend, float amount, vv_vec2 *joints)
{
    vv_vec2 at = {0.0f, 0.0f};
    for (uint32_t k = 0; k < bend->count; k++) {
        float sine, cosine;
        vv_sin_cos(amount * bend->headings[k], &sine, &cosine);
        joints[k] = at;
        at = (vv_vec2){at.x + bend->shares[k] * cosine, at.y + bend->shares[k] * sine};
    }
    return joints[bend->count] = at;
}

void vvi_sketch_bend(const sketch_bend *bend, vv_vec3 from, vv_vec3 to, vv_vec3 towards, float extension,
                     vv_vec3 *joints)
{
    vv_vec2 flat[SKETCH_MOST_JOINTS + 1];
    float straight = 0.0f, curled = 1.5f;
    for (int step = 0; step < 30; step++) {
        float middle = 0.5f * (straight + curled);
        if (vv_vec2_length(chain_end(bend, middle, flat)) > extension)
            straight = middle;
        else
            curled = middle;
    }
    vv_vec2 end = chain_end(bend, straight, flat);
    float size = vv_vec2_dot(end, end);
    vv_vec3 chord = vv_vec3_sub(to, from);
    vv_vec3 u = vv_vec3_normalize(chord, (vv_vec3){0.0f, -1.0f, 0.0f});
    vv_vec3 side = vv_vec3_scale(project_across(towards, u, (vv_vec3){0.0f, 0.0f, 1.0f}), vv_vec3_length(chord));
    for (uint32_t k = 0; k <= bend->count; k++) {
        float axis = vv_vec2_dot(flat[k], end) / size, off = vv_vec2_cross(end, flat[k]) / size;
        joints[k] = vv_vec3_add(from, vv_vec3_add(vv_vec3_scale(chord, axis), vv_vec3_scale(side, off)));
    }
    joints[0] = from;
    joints[bend->count] = to;
}

/* The nearest points of two segments p + s·u and q + t·v (Ericson 2005, 5.1.9): clamps s, then t, then s again. */
static void nearest_points(vv_vec3 p, vv_vec3 u, vv_vec3 q, vv_vec3 v, float *s, float *t)
{
    vv_vec3 w = vv_vec3_sub(p, q);
    float a = vv_vec3_dot(u, u) + 1e-12f, b = vv_vec3_dot(u, v), c = vv_vec3_dot(v, v) + 1e-12f;
    float d = vv_vec3_dot(u, w), e = vv_vec3_dot(v, w), det = a * c - b * b;
    *s = det > 1e-6f * a * c ? vvi_clamp((b * e - c * d) / det, 0.0f, 1.0f) : 0.0f;
    *t = vvi_clamp((b * *s + e) / c, 0.0f, 1.0f);
    *s = vvi_clamp((b * *t - d) / a, 0.0f, 1.0f);
}

float vvi_sketch_clearance(const vv_plan_body *a, const vv_plan_body *b)
{
    vv_vec3 p = a->body.position, q = b->body.position, u = vv_quat_rotate(a->body.rotation, a->tip);
    vv_vec3 v = vv_quat_rotate(b->body.rotation, b->tip);
    float s, t;
    nearest_points(p, u, q, v, &s, &t);
    vv_vec3 between = vv_vec3_sub(vv_vec3_add(p, vv_vec3_scale(u, s)), vv_vec3_add(q, vv_vec3_scale(v, t)));
    return vv_vec3_length(between) - (a->radius[0] + (a->radius[1] - a->radius[0]) * s) -
           (b->radius[0] + (b->radius[1] - b->radius[0]) * t);
}

/* ---- Names ----------------------------------------------------------------------------------------------------- */

const char *vvi_grow_row_name(uint32_t pair, uint32_t count, char text[16])
{
    static const char *const two[] = {"front", "back"}, *const three[] = {"front", "middle", "back"};
    if (count == 2 || count == 3)
        return count == 2 ? two[pair] : three[pair];
    text[0] = '\0';
    if (count > 3)
        vvi_format(text, 16, "%u", pair + 1u);
    return text;
}

const char *vvi_grow_side_name(float side) { return side > 0.0f ? "left" : side < 0.0f ? "right" : "middle"; }
