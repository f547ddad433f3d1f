/* The skin of a creature while it is made: round parts whose union is its flesh, and the triangles that come of it. Private to author/grow. */
#ifndef VVI_GROW_SKIN_H
#define VVI_GROW_SKIN_H

#include "author/grow/grow.h"
#include "runtime/base/base.h"

/* ---- Triangles (skin_mesh.c) ---------------------------------------------------------------------------------------------- */

typedef struct skin_vertex {
    vv_vec3 at, normal;
    uint32_t color;
    uint16_t joints[VV_SKIN3_INFLUENCES];
    float weights[VV_SKIN3_INFLUENCES];
} skin_vertex;

typedef struct skin_mesh {
    const vv_allocator *allocator;
    skin_vertex *vertices;
    uint32_t *corners; /* three a triangle, counter-clockwise from outside */
    uint32_t vertex_count, corner_count;
    size_t vertex_room, corner_room;
    bool failed; /* memory ran out; what comes then is left out */
} skin_mesh;

/* Its index. */
uint32_t vvi_skin_vertex(skin_mesh *mesh, skin_vertex vertex);
/* A vertex that moves with one body. */
uint32_t vvi_skin_point(skin_mesh *mesh, vv_vec3 at, vv_vec3 normal, uint32_t color, uint32_t body);
void vvi_skin_triangle(skin_mesh *mesh, uint32_t a, uint32_t b, uint32_t c);
void vvi_skin_quad(skin_mesh *mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d);
void vvi_skin_release(skin_mesh *mesh);
/* The whole as a figure. */
vv_result vvi_skin_cast(const skin_mesh *mesh, const vv_creature_plan *plan, vv_manikin *out, vv_error *error);
/* Binds a figure to a plan's bodies at rest; its joints and weights are there already. */
vv_result vvi_skin_bind(const vv_creature_plan *plan, vv_manikin *figure, vv_error *error);
/* From one colour (0) to another (1). */
uint32_t vvi_skin_mix(uint32_t from, uint32_t to, float share);

/* ---- Flesh (skin_flesh.c) -------------------------------------------------------------------------------------------------- */

/* A capsule that gets thinner or thicker, and the one it grows out of: both melt together, over `melt` metres. It melts with no other, so
 * that limbs that only pass near each other stay apart. */
typedef struct flesh_part {
    vv_vec3 from, along; /* to from + along */
    float radius[2];
    float inverse; /* 1 / along², 0 for a ball */
    uint32_t body, link;
    float melt;
} flesh_part;

typedef struct flesh {
    const vv_creature_plan *plan;
    uint32_t part_count;
    flesh_part *parts;   /* [part_count] */
    uint32_t *main_part; /* [body_count] the part of a body; VV_NONE: it has none */
    bool *trunk;         /* [body_count] has a back and a belly: spine, necks, heads, tails */
    float size;          /* metres, of the creature */
    float cell;          /* metres, of the grid that it is cut with; 0: not known yet */
} flesh;

bool vvi_flesh_make(const vv_creature_plan *plan, vvi_arena *arena, flesh *out);
/* Distance to a part alone, and to a part melted with its link: below 0 inside. */
float vvi_flesh_part(const flesh *f, uint32_t part, vv_vec3 p);
float vvi_flesh_melted(const flesh *f, uint32_t part, vv_vec3 p);
/* The nearest of some parts. */
float vvi_flesh_distance(const flesh *f, uint32_t count, const uint32_t *parts, vv_vec3 p);

/* ---- Surface (skin_net.c, skin_paint.c) -------------------------------------------------------------------------------------- */

#define FLESH_MOST_NEAR 8u
/* Surface nets over a grid, drawn onto the true surface; adds them to the mesh, painted and bound. */
bool vvi_flesh_mesh(flesh *f, vvi_arena *arena, skin_mesh *mesh);
/* Colour and weights of a vertex of the flesh. */
void vvi_flesh_paint(const flesh *f, uint32_t count, const uint32_t *near, skin_vertex *vertex);

/* ---- What is put on (skin_solids.c) ------------------------------------------------------------------------------------------- */

#define SKIN_DARK 0xff30242au
/* Eyes, mouths, spikes, horns, antennae and wings. */
void vvi_skin_add_solids(const flesh *f, skin_mesh *mesh);
/* A wing that ends in a body (skin_wing.c). */
void vvi_skin_add_wing(const flesh *f, uint32_t tip, skin_mesh *mesh);
bool vvi_plan_has(const vv_creature_plan *plan, uint32_t body, const char *cap);

static inline bool has_cap(const vv_plan_body *body, vv_cap cap) { return (body->body.caps & VV_CAP_BIT(cap)) != 0; }
static inline vv_vec3 in_creature(const vv_plan_body *body, vv_vec3 own)
{
    return vv_vec3_add(body->body.place, vv_quat_rotate(body->body.turn, own));
}
static inline float smooth_step(float low, float high, float x)
{
    float t = vvi_clamp((x - low) / (high - low), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

#endif
