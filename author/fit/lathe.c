/* Surfaces of revolution: rings of points along an axis, joined by quads. */
#include "author/fit/lathe.h"

#include "runtime/base/base.h"

enum { SIDES = 16, FACETS = 8 };

/* A ring: its position along the axis, its radius, and the component of its normal along the axis. */
typedef struct vv_ring {
    float height, radius, normal_slope;
} vv_ring;

/* The frame of a surface of revolution, and its scale across the axis. */
typedef struct vv_lathe_frame {
    vv_vec3 origin, axis, width_axis, depth_axis;
    float width, depth;
    uint32_t joint, color, sides;
} vv_lathe_frame;

void vv_lathe_release(vv_lathe *lathe)
{
    vvi_release(lathe->allocator, lathe->vertices, lathe->vertex_capacity, sizeof *lathe->vertices);
    vvi_release(lathe->allocator, lathe->corners, lathe->corner_capacity, sizeof *lathe->corners);
    *lathe = (vv_lathe){.allocator = lathe->allocator};
}

static bool reserve(vv_lathe *lathe, uint32_t vertices, uint32_t corners)
{
    lathe->failed = lathe->failed ||
                    !vvi_grow(lathe->allocator, (void **)&lathe->vertices, &lathe->vertex_capacity,
                              (size_t)lathe->vertex_count + vertices, sizeof *lathe->vertices) ||
                    !vvi_grow(lathe->allocator, (void **)&lathe->corners, &lathe->corner_capacity,
                              (size_t)lathe->corner_count + corners, sizeof *lathe->corners);
    return !lathe->failed;
}

static vv_vec3 ring_point(const vv_lathe_frame *s, const vv_ring *ring, float sine, float cosine)
{
    vv_vec3 out = vv_vec3_add(s->origin, vv_vec3_scale(s->axis, ring->height));
    out = vv_vec3_add(out, vv_vec3_scale(s->width_axis, ring->radius * s->width * cosine));
    return vv_vec3_add(out, vv_vec3_scale(s->depth_axis, ring->radius * s->depth * sine));
}

static vv_vec3 ring_normal(const vv_lathe_frame *s, const vv_ring *ring, float sine, float cosine)
{
    vv_vec3 out =
        vv_vec3_add(vv_vec3_scale(s->width_axis, cosine / s->width), vv_vec3_scale(s->depth_axis, sine / s->depth));
    out = vv_vec3_scale(vv_vec3_normalize(out, s->width_axis),
                        sqrtf(vvi_max(1.0f - ring->normal_slope * ring->normal_slope, 0.0f)));
    return vv_vec3_add(out, vv_vec3_scale(s->axis, ring->normal_slope));
}

static void add_smooth_surface(vv_lathe *lathe, const vv_lathe_frame *s, uint32_t ring_count, const vv_ring *rings)
{
    if (!reserve(lathe, ring_count * s->sides, 6 * (ring_count - 1) * s->sides))
        return;
    uint32_t first = lathe->vertex_count;
    for (uint32_t r = 0; r < ring_count; r++) {
        for (uint32_t k = 0; k < s->sides; k++) {
            float sine, cosine;
            vv_sin_cos(2.0f * VV_PI * (float)k / (float)s->sides, &sine, &cosine);
            lathe->vertices[lathe->vertex_count++] = (vv_lathe_vertex){
                ring_point(s, &rings[r], sine, cosine), ring_normal(s, &rings[r], sine, cosine), s->color, s->joint};
        }
    }
    for (uint32_t r = 0; r + 1 < ring_count; r++) {
        for (uint32_t k = 0; k < s->sides; k++) {
            uint32_t a = first + r * s->sides + k, b = first + r * s->sides + (k + 1) % s->sides;
            uint32_t quad[6] = {a, b, b + s->sides, a, b + s->sides, a + s->sides};
            for (uint32_t i = 0; i < 6; i++)
                lathe->corners[lathe->corner_count++] = quad[i];
        }
    }
}

static void add_facet(vv_lathe *lathe, const vv_lathe_frame *s, const vv_vec3 corner[4])
{
    vv_vec3 normal = vv_vec3_cross(vv_vec3_sub(corner[2], corner[0]), vv_vec3_sub(corner[3], corner[1]));
    normal = vv_vec3_normalize(normal, s->axis);
    uint32_t first = lathe->vertex_count;
    for (uint32_t k = 0; k < 4; k++)
        lathe->vertices[lathe->vertex_count++] = (vv_lathe_vertex){corner[k], normal, s->color, s->joint};
    const uint32_t quad[6] = {0, 1, 2, 0, 2, 3};
    for (uint32_t i = 0; i < 6; i++)
        lathe->corners[lathe->corner_count++] = first + quad[i];
}

static void add_faceted_surface(vv_lathe *lathe, const vv_lathe_frame *s, uint32_t ring_count, const vv_ring *rings)
{
    if (!reserve(lathe, 4 * (ring_count - 1) * s->sides, 6 * (ring_count - 1) * s->sides))
        return;
    for (uint32_t r = 0; r + 1 < ring_count; r++) {
        for (uint32_t k = 0; k < s->sides; k++) {
            float sine[2], cosine[2];
            for (uint32_t i = 0; i < 2; i++)
                vv_sin_cos(2.0f * VV_PI * ((float)(k + i) + 0.5f) / (float)s->sides, &sine[i], &cosine[i]);
            vv_vec3 corner[4] = {
                ring_point(s, &rings[r], sine[0], cosine[0]), ring_point(s, &rings[r], sine[1], cosine[1]),
                ring_point(s, &rings[r + 1], sine[1], cosine[1]), ring_point(s, &rings[r + 1], sine[0], cosine[0])};
            add_facet(lathe, s, corner);
        }
    }
}

/* The frame of a bone. The width axis is as near to the figure's left as possible, so that flat bones are flat from
 * front to back. */
static vv_lathe_frame bone_frame(const vv_lathe_bone *bone)
{
    vv_vec3 axis = vv_vec3_normalize(vv_vec3_sub(bone->to, bone->from), (vv_vec3){0.0f, 1.0f, 0.0f});
    vv_vec3 side = fabsf(axis.x) < 0.9f ? (vv_vec3){1.0f, 0.0f, 0.0f} : (vv_vec3){0.0f, 0.0f, 1.0f};
    vv_vec3 width_axis = vv_vec3_sub(side, vv_vec3_scale(axis, vv_vec3_dot(side, axis)));
    width_axis = vv_vec3_normalize(width_axis, side);
    return (vv_lathe_frame){.origin = bone->from,
                            .axis = axis,
                            .width_axis = width_axis,
                            .depth_axis = vv_vec3_cross(axis, width_axis),
                            .width = 1.0f,
                            .depth = bone->depth_ratio,
                            .joint = bone->joint,
                            .color = bone->color,
                            .sides = SIDES};
}

/* Two spheres and the cone that touches both. */
void vv_lathe_limb(vv_lathe *lathe, const vv_lathe_bone *bone)
{
    enum { CAP = 5 };
    vv_lathe_frame s = bone_frame(bone);
    float length = vv_vec3_length(vv_vec3_sub(bone->to, bone->from));
    float normal_slope =
        length > 1e-6f ? vvi_clamp((bone->from_radius - bone->to_radius) / length, -0.95f, 0.95f) : 0.0f;
    vv_ring rings[2 * CAP];
    /* The cone touches both spheres at the same angle from the axis, whose cosine is `normal_slope`. */
    float touch = vv_acos(normal_slope);
    for (uint32_t i = 0; i < CAP; i++) {
        float sine, cosine, share = (float)i / (float)(CAP - 1);
        vv_sin_cos(VV_PI + share * (touch - VV_PI), &sine, &cosine);
        rings[i] = (vv_ring){bone->from_radius * cosine, bone->from_radius * sine, cosine};
        vv_sin_cos((1.0f - share) * touch, &sine, &cosine);
        rings[CAP + i] = (vv_ring){length + bone->to_radius * cosine, bone->to_radius * sine, cosine};
    }
    add_smooth_surface(lathe, &s, 2 * CAP, rings);
}

void vv_lathe_plate(vv_lathe *lathe, const vv_lathe_bone *bone)
{
    vv_lathe_frame s = bone_frame(bone);
    s.sides = FACETS;
    float length = vv_vec3_length(vv_vec3_sub(bone->to, bone->from));
    float bevel = vvi_min(0.35f * bone->from_radius, 0.15f * length), gap = 0.04f * length;
    const vv_ring rings[6] = {{gap, 0.0f, 0.0f},
                              {gap, 0.72f * bone->from_radius, 0.0f},
                              {gap + bevel, bone->from_radius, 0.0f},
                              {length - gap - bevel, bone->to_radius, 0.0f},
                              {length - gap, 0.72f * bone->to_radius, 0.0f},
                              {length - gap, 0.0f, 0.0f}};
    add_faceted_surface(lathe, &s, 6, rings);
}

void vv_lathe_ball(vv_lathe *lathe, uint32_t joint, vv_vec3 middle, vv_vec3 radii, bool faceted, uint32_t color)
{
    enum { RINGS = 9 };
    vv_lathe_frame s = {.origin = middle,
                        .axis = {0.0f, 1.0f, 0.0f},
                        .width_axis = {0.0f, 0.0f, 1.0f},
                        .depth_axis = {1.0f, 0.0f, 0.0f},
                        .width = radii.z,
                        .depth = radii.x,
                        .joint = joint,
                        .color = color,
                        .sides = faceted ? FACETS : SIDES};
    vv_ring rings[RINGS];
    for (uint32_t i = 0; i < RINGS; i++) {
        float sine, cosine;
        vv_sin_cos(VV_PI * (1.0f - (float)i / (float)(RINGS - 1)), &sine, &cosine);
        rings[i] = (vv_ring){radii.y * cosine, sine, cosine};
    }
    const vv_ring block[6] = {{-radii.y, 0.0f, 0.0f},       {-radii.y, 0.75f, 0.0f}, {-0.7f * radii.y, 1.0f, 0.0f},
                              {0.7f * radii.y, 1.0f, 0.0f}, {radii.y, 0.75f, 0.0f},  {radii.y, 0.0f, 0.0f}};
    if (faceted)
        add_faceted_surface(lathe, &s, 6, block);
    else
        add_smooth_surface(lathe, &s, RINGS, rings);
}
