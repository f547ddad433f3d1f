/* Wings: a thin membrane behind the bones, as broad as the bodies' bounds along their own x, with a hem scalloped
 * between joints. */
#include "skin.h"

#define MOST_BONES 8u
#define STEPS      6u /* along a bone */
#define ROWS       4u /* from bone to hem */

typedef struct wing {
    uint32_t count;
    uint32_t bodies[MOST_BONES]; /* from the trunk outwards */
    vv_vec3 bone[MOST_BONES + 1], hem[MOST_BONES + 1];
    float thickness;
} wing;

static float breadth_of(const vv_plan_body *body)
{
    float low = body->body.low.x, high = body->body.high.x;
    return -low > high ? low : high;
}

static bool trace_wing(const vv_creature_plan *plan, uint32_t tip, wing *w)
{
    uint32_t count = 0;
    for (uint32_t b = tip; b != VV_NONE && !has_cap(&plan->bodies[b], VV_CAP_SPINE); b = plan->bodies[b].body.parent) {
        if (count == MOST_BONES)
            return false;
        count++;
    }
    w->count = count;
    for (uint32_t b = tip; count > 0; b = plan->bodies[b].body.parent)
        w->bodies[--count] = b;
    w->thickness = 0.3f * plan->bodies[tip].radius[1];
    return w->count > 0;
}

static void place_hem(const vv_creature_plan *plan, wing *w)
{
    for (uint32_t k = 0; k <= w->count; k++) {
        const vv_plan_body *body = &plan->bodies[w->bodies[k < w->count ? k : k - 1]];
        vv_vec3 bone = k < w->count ? body->body.position : to_creature_frame(body, body->tip);
        float breadth = breadth_of(body) * (k == w->count ? 0.45f : 1.0f);
        vv_vec3 aside = vv_quat_rotate(body->body.rotation, (vv_vec3){breadth, 0.0f, 0.0f});
        if (k > 0 && k < w->count) {
            const vv_plan_body *before = &plan->bodies[w->bodies[k - 1]];
            vv_vec3 other = vv_quat_rotate(before->body.rotation, (vv_vec3){breadth_of(before), 0.0f, 0.0f});
            aside = vv_vec3_scale(vv_vec3_add(aside, other), 0.5f);
        }
        w->bone[k] = bone;
        w->hem[k] = vv_vec3_add(bone, aside);
    }
}

static vv_vec3 lerp(vv_vec3 a, vv_vec3 b, float t)
{
    return vv_vec3_add(vv_vec3_scale(a, 1.0f - t), vv_vec3_scale(b, t));
}

/* Binds a point to its bone and, near a joint, also to the neighbouring bone. */
static void bind_point(const flesh *f, const wing *w, uint32_t k, float u, skin_vertex *vertex)
{
    uint32_t own = w->bodies[k], before = k > 0 ? w->bodies[k - 1] : f->plan->bodies[own].body.parent;
    uint32_t after = k + 1 < w->count ? w->bodies[k + 1] : own;
    float share = u < 0.4f ? 0.5f * (1.0f - u / 0.4f) : u > 0.6f ? 0.5f * (u - 0.6f) / 0.4f : 0.0f;
    vertex->joints[0] = (uint16_t)own;
    vertex->joints[1] = (uint16_t)(u < 0.5f ? (before == VV_NONE ? own : before) : after);
    vertex->weights[0] = 1.0f - share;
    vertex->weights[1] = share;
}

static uint32_t add_point(const flesh *f, const wing *w, uint32_t k, uint32_t step, uint32_t row, float face,
                          skin_mesh *mesh)
{
    float u = (float)step / (float)STEPS, v = (float)row / (float)ROWS, hang = vv_sin(VV_PI * u);
    vv_vec3 bone = lerp(w->bone[k], w->bone[k + 1], u), hem = lerp(w->hem[k], w->hem[k + 1], u);
    vv_vec3 axis = vv_vec3_sub(w->bone[k + 1], w->bone[k]);
    vv_vec3 normal = vv_vec3_normalize(vv_vec3_cross(vv_vec3_sub(hem, bone), axis), (vv_vec3){0.0f, 1.0f, 0.0f});
    normal = vv_vec3_scale(normal, face);
    skin_vertex vertex = {.at = lerp(bone, hem, v * (1.0f - 0.22f * hang)), .normal = normal};
    vertex.at = vv_vec3_add(vertex.at, vv_vec3_scale(normal, w->thickness * (1.0f - 0.8f * v)));
    vertex.color = vvi_skin_mix(f->plan->colors.back, f->plan->colors.belly, smoothstep_between(0.45f, 0.95f, v));
    bind_point(f, w, k, u, &vertex);
    return vvi_skin_vertex(mesh, vertex);
}

static void add_sheet(const flesh *f, const wing *w, uint32_t k, float face, skin_mesh *mesh)
{
    uint32_t grid[STEPS + 1][ROWS + 1];
    for (uint32_t step = 0; step <= STEPS; step++)
        for (uint32_t row = 0; row <= ROWS; row++)
            grid[step][row] = add_point(f, w, k, step, row, face, mesh);
    for (uint32_t i = 0; i < STEPS; i++)
        for (uint32_t j = 0; j < ROWS; j++) {
            uint32_t a = grid[i][j], b = grid[i + 1][j], c = grid[i + 1][j + 1], d = grid[i][j + 1];
            if (face > 0.0f)
                vvi_skin_quad(mesh, a, d, c, b);
            else
                vvi_skin_quad(mesh, a, b, c, d);
        }
}

void vvi_skin_add_wing(const flesh *f, uint32_t tip, skin_mesh *mesh)
{
    wing w;
    if (!trace_wing(f->plan, tip, &w))
        return;
    place_hem(f->plan, &w);
    for (uint32_t k = 0; k < w.count; k++) {
        add_sheet(f, &w, k, 1.0f, mesh);
        add_sheet(f, &w, k, -1.0f, mesh);
    }
}
