/* The skin of a creature while it is made: capsules whose blended union is its flesh, and the triangles made from it.
 * Private to author/grow. */
#ifndef VVI_GROW_SKIN_H
#define VVI_GROW_SKIN_H

#include "author/grow/grow.h"
#include "runtime/base/base.h"

/* ---- Triangles (skin_mesh.c) ----------------------------------------------------------------------------------- */

typedef struct skin_vertex {
    vv_vec3 at, normal;
    uint32_t color;
    uint16_t joints[VV_SKIN3_INFLUENCES];
    float weights[VV_SKIN3_INFLUENCES];
} skin_vertex;

typedef struct skin_mesh {
    const vv_allocator *allocator;
    skin_vertex *vertices;
    uint32_t *corners; /* three per triangle, counter-clockwise from outside */
    uint32_t vertex_count, corner_count;
    size_t vertex_capacity, corner_capacity;
    bool failed; /* memory ran out; everything added afterwards is dropped */
} skin_mesh;

/* Adds a vertex; returns its index. */
uint32_t vvi_skin_vertex(skin_mesh *mesh, skin_vertex vertex);
/* Adds a vertex that moves with one body. */
uint32_t vvi_skin_point(skin_mesh *mesh, vv_vec3 at, vv_vec3 normal, uint32_t color, uint32_t body);
void vvi_skin_triangle(skin_mesh *mesh, uint32_t a, uint32_t b, uint32_t c);
void vvi_skin_quad(skin_mesh *mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d);
void vvi_skin_release(skin_mesh *mesh);
/* Converts the mesh to a manikin. */
vv_result vvi_skin_create_manikin(const skin_mesh *mesh, const vv_creature_plan *plan, vv_manikin *out,
                                  vv_error *error);
/* Binds a manikin to a plan's bodies at rest; its joints and weights are already set. */
vv_result vvi_skin_bind(const vv_creature_plan *plan, vv_manikin *figure, vv_error *error);
/* Interpolates from one colour (share 0) to another (share 1). */
uint32_t vvi_skin_mix(uint32_t from, uint32_t to, float share);

/* ---- Flesh (skin_flesh.c) -------------------------------------------------------------------------------------- */

/* A capsule with two radii, and the one that it grows out of, with which it blends over `blend` metres. It blends
 * with no other, so that limbs that only pass near each other stay apart. */
typedef struct flesh_part {
    vv_vec3 from, axis; /* it ends at from + axis */
    float radius[2];
    float inverse; /* 1 / axis², 0 for a ball */
    uint32_t body, link;
    float blend;
} flesh_part;

typedef struct flesh {
    const vv_creature_plan *plan;
    uint32_t part_count;
    flesh_part *parts;   /* [part_count] */
    uint32_t *main_part; /* [body_count] the main part of a body; VV_NONE if it has none */
    bool *trunk;         /* [body_count] has a back and a belly: spine, necks, heads, tails */
    float size;          /* metres, of the creature */
    float cell;          /* metres, cell of the grid that samples it; 0: not known yet */
} flesh;

bool vvi_flesh_create(const vv_creature_plan *plan, vvi_arena *arena, flesh *out);
/* Signed distance to a part alone, and to a part blended with its link; negative inside. */
float vvi_flesh_part_distance(const flesh *f, uint32_t part, vv_vec3 p);
float vvi_flesh_blended_distance(const flesh *f, uint32_t part, vv_vec3 p);
/* Signed distance to the nearest of some parts. */
float vvi_flesh_distance(const flesh *f, uint32_t count, const uint32_t *parts, vv_vec3 p);

/* ---- Surface (skin_net.c, skin_paint.c) ------------------------------------------------------------------------ */

#define FLESH_MOST_NEAR 8u
/* Adds the surface of the flesh to the mesh, with colours and weights: surface nets, projected onto the exact
 * surface. */
bool vvi_flesh_mesh(flesh *f, vvi_arena *arena, skin_mesh *mesh);
/* Computes the colour and weights of a vertex of the flesh, from the parts near it. */
void vvi_flesh_paint(const flesh *f, uint32_t count, const uint32_t *parts, skin_vertex *vertex);

/* ---- Separate solids (skin_solids.c) --------------------------------------------------------------------------- */

#define SKIN_DARK 0xff30242au
/* Adds eyes, mouths, spikes, horns, antennae and wings. */
void vvi_skin_add_solids(const flesh *f, skin_mesh *mesh);
/* Adds the wing that ends in a body (skin_wing.c). */
void vvi_skin_add_wing(const flesh *f, uint32_t tip, skin_mesh *mesh);
bool vvi_plan_has(const vv_creature_plan *plan, uint32_t body, const char *cap);

static inline bool has_cap(const vv_plan_body *body, vv_cap cap) { return (body->body.caps & VV_CAP_BIT(cap)) != 0; }
static inline vv_vec3 to_creature_frame(const vv_plan_body *body, vv_vec3 own)
{
    return vv_vec3_add(body->body.position, vv_quat_rotate(body->body.rotation, own));
}
static inline float smoothstep_between(float low, float high, float x)
{
    return vvi_smoothstep((x - low) / (high - low));
}

#endif
