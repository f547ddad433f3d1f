/* Shapes, with the workloads of "Shape and Animation by Example", section 6: a blob of five forms of 642 vertices,
 * and an arm of eight forms and six pseudo-examples of 1,335 vertices. The paper measured the raw interpolation;
 * skinning and the smooth surface have rows of their own. */
#include "cases.h"

#include <verve/shape.h>

#include <stdlib.h>
#include <string.h>

enum { BALL_VERTICES = 642, BALL_TRIANGLES = 1280, BLOBS = 5 };
enum {
    ARM_RINGS = 89,
    ARM_SIDES = 15,
    ARM_VERTICES = ARM_RINGS * ARM_SIDES,
    ARM_TRIANGLES = 2 * (ARM_RINGS - 1) * ARM_SIDES
};
enum { ARMS = 8, ARM_AXES = 4, ARM_PSEUDO = 6, JOINTS = 4 };

typedef struct shaping {
    vv_shape *shape;
    vv_skin3 *skin;
    vv_skeleton *skeleton;
    vv_vec3 *form, *posed, *positions, *normals;
    vv_quat turns[JOINTS];
    vv_vec3 moves[JOINTS];
    vv_affine3 globals[JOINTS], scratch[JOINTS];
    uint32_t frame;
} shaping;

/* ---- Meshes ----------------------------------------------------------------------------------------------------- */

typedef struct solid {
    uint32_t vertex_count, triangle_count;
    vv_vec3 positions[ARM_VERTICES];
    uint32_t triangles[3 * ARM_TRIANGLES];
} solid;

static uint32_t find_vertex(solid *s, vv_vec3 p)
{
    p = vv_vec3_normalize(p, p);
    for (uint32_t v = 0; v < s->vertex_count; v++)
        if (vv_vec3_length(vv_vec3_sub(s->positions[v], p)) < 1e-3f)
            return v;
    s->positions[s->vertex_count] = p;
    return s->vertex_count++;
}

static void cut_triangle(solid *s, vv_vec3 a, vv_vec3 b, vv_vec3 c, uint32_t depth)
{
    vv_vec3 ab = vv_vec3_normalize(vv_vec3_add(a, b), a), bc = vv_vec3_normalize(vv_vec3_add(b, c), b);
    vv_vec3 ca = vv_vec3_normalize(vv_vec3_add(c, a), c);
    if (depth > 0) {
        cut_triangle(s, a, ab, ca, depth - 1);
        cut_triangle(s, b, bc, ab, depth - 1);
        cut_triangle(s, c, ca, bc, depth - 1);
        cut_triangle(s, ab, bc, ca, depth - 1);
        return;
    }
    uint32_t *corners = s->triangles + 3 * s->triangle_count++;
    corners[0] = find_vertex(s, a), corners[1] = find_vertex(s, b), corners[2] = find_vertex(s, c);
}

/* An icosahedron, every triangle cut in four three times. */
static void make_ball(solid *s)
{
    static const uint8_t faces[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                         {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                         {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                         {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
    const float g = 1.618034f;
    const vv_vec3 corners[12] = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                                 {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
    s->vertex_count = s->triangle_count = 0;
    for (int f = 0; f < 20; f++)
        cut_triangle(s, vv_vec3_normalize(corners[faces[f][0]], corners[0]),
                     vv_vec3_normalize(corners[faces[f][1]], corners[0]),
                     vv_vec3_normalize(corners[faces[f][2]], corners[0]), 3);
}

/* A tube along x. */
static void make_tube(solid *s)
{
    uint32_t *c = s->triangles;
    s->vertex_count = ARM_VERTICES, s->triangle_count = ARM_TRIANGLES;
    for (uint32_t v = 0; v < ARM_VERTICES; v++) {
        float turn = 2.0f * VV_PI * (float)(v % ARM_SIDES) / ARM_SIDES;
        s->positions[v] = (vv_vec3){0.01f * (float)(v / ARM_SIDES), 0.05f * vv_cos(turn), 0.05f * vv_sin(turn)};
        if (v / ARM_SIDES + 1 == ARM_RINGS)
            continue;
        uint32_t w = v - v % ARM_SIDES + (v % ARM_SIDES + 1) % ARM_SIDES;
        const uint32_t six[6] = {v, w, w + ARM_SIDES, v, w + ARM_SIDES, v + ARM_SIDES};
        memcpy(c, six, sizeof six);
        c += 6;
    }
}

/* ---- Preparing -------------------------------------------------------------------------------------------------- */

static void finish(void *context)
{
    shaping *s = context;
    vv_shape_destroy(s->shape, NULL);
    vv_skin3_destroy(s->skin, NULL);
    vv_skeleton_destroy(s->skeleton, NULL);
    free(s->form), free(s->posed), free(s->positions), free(s->normals);
    free(s);
}

/* The mesh, inflated and shifted a little differently in each form. */
static bool make_shape(shaping *s, const solid *mesh, const vv_field_def *def)
{
    uint32_t n = mesh->vertex_count;
    vv_field *field = NULL;
    vv_vec3 *forms = calloc((size_t)def->example_count * n, sizeof *forms);
    bool made = forms && vv_field_create(def, NULL, &field, NULL) == VV_OK;
    for (uint32_t i = 0; i < def->example_count * n && made; i++)
        forms[i] = vv_vec3_scale(mesh->positions[i % n], 1.0f + 0.1f * (float)(i / n) * mesh->positions[i % n].y);
    vv_shape_def shape_def = {field, n, mesh->triangle_count, forms, mesh->triangles, 1};
    made = made && vv_shape_create(&shape_def, NULL, &s->shape, NULL) == VV_OK;
    vv_field_destroy(field, NULL);
    free(forms);
    if (!made)
        return false;
    uint32_t room = vv_shape_form_capacity(s->shape), surface = vv_shape_surface_vertex_count(s->shape);
    s->form = aligned_alloc(64, room * sizeof *s->form);
    s->posed = calloc(n, sizeof *s->posed);
    s->positions = calloc(surface, sizeof *s->positions);
    s->normals = calloc(surface, sizeof *s->normals);
    return s->form && s->posed && s->positions && s->normals;
}

static void *prepare_blob(void)
{
    static const double places[2 * BLOBS] = {0, 0, 0, 0.5, 0, 1, 0.75, 0.8, -0.75, 0.8};
    static const double from[4] = {0.65, 0.75, -0.65, 0.75}, to[4] = {1, 1, -1, 1};
    vv_field_def def = {.axis_count = 2, .example_count = BLOBS, .examples = places};
    def.pseudo_count = 2, def.from = from, def.to = to;
    shaping *s = calloc(1, sizeof *s);
    solid *ball = calloc(1, sizeof *ball);
    if (ball)
        make_ball(ball);
    if (s && !(ball && make_shape(s, ball, &def))) {
        finish(s);
        s = NULL;
    }
    free(ball);
    return s;
}

static bool make_skin(shaping *s, const solid *mesh)
{
    static const char *const names[JOINTS] = {"chest", "shoulder", "elbow", "wrist"};
    vv_joint joints[JOINTS];
    vv_affine3 binds[JOINTS];
    for (uint32_t j = 0; j < JOINTS; j++)
        joints[j] = (vv_joint){names[j], j == 0 ? VV_NONE : j - 1, {j == 0 ? 0.0f : 0.25f, 0, 0}, vv_quat_identity()};
    uint16_t *hung = calloc(VV_SKIN3_INFLUENCES * (size_t)mesh->vertex_count, sizeof *hung);
    float *weights = calloc(VV_SKIN3_INFLUENCES * (size_t)mesh->vertex_count, sizeof *weights);
    bool made = hung && weights && vv_skeleton_create(JOINTS, joints, NULL, &s->skeleton, NULL) == VV_OK;
    for (uint32_t i = 0; i < VV_SKIN3_INFLUENCES * mesh->vertex_count && made; i++) {
        hung[i] = (uint16_t)(i % JOINTS);
        float away = mesh->positions[i / VV_SKIN3_INFLUENCES].x - 0.25f * (float)(i % JOINTS);
        weights[i] = 1.0f / (0.01f + away * away);
    }
    if (made) {
        vv_skeleton_rest(s->skeleton, s->turns, s->moves);
        vv_skeleton_globals(s->skeleton, s->turns, s->moves, s->globals);
        for (uint32_t j = 0; j < JOINTS; j++)
            made = made && vv_affine3_invert(s->globals[j], &binds[j]);
    }
    vv_skin3_def def = {mesh->vertex_count, JOINTS, hung, weights, binds};
    made = made && vv_skin3_create(&def, NULL, &s->skin, NULL) == VV_OK;
    free(hung), free(weights);
    return made;
}

/* Shoulder, elbow, wrist and build, as in section 6.2. */
static void *prepare_arm(void)
{
    double places[ARMS * ARM_AXES] = {0.0}, from[ARM_PSEUDO * ARM_AXES] = {0.0}, to[ARM_PSEUDO * ARM_AXES] = {0.0};
    static const double poses[4][2] = {{0, 0}, {1, 0}, {-1, 0}, {0, 2}};
    for (int e = 0; e < ARMS; e++) {
        places[e * ARM_AXES] = poses[e % 4][0], places[e * ARM_AXES + 1] = poses[e % 4][1];
        places[e * ARM_AXES + 3] = e / 4;
    }
    for (int p = 0; p < ARM_PSEUDO; p++) {
        from[p * ARM_AXES + 1] = 0.2 + 0.3 * (p / 2), to[p * ARM_AXES + 1] = 0.4 + 0.4 * (p / 2);
        from[p * ARM_AXES + 3] = to[p * ARM_AXES + 3] = p % 2;
    }
    vv_field_def def = {.axis_count = ARM_AXES, .example_count = ARMS, .examples = places};
    def.pseudo_count = ARM_PSEUDO, def.from = from, def.to = to;
    shaping *s = calloc(1, sizeof *s);
    solid *tube = calloc(1, sizeof *tube);
    if (tube)
        make_tube(tube);
    if (s && !(tube && make_shape(s, tube, &def) && make_skin(s, tube))) {
        finish(s);
        s = NULL;
    }
    free(tube);
    return s;
}

/* ---- Running ---------------------------------------------------------------------------------------------------- */

/* A different place in every run. */
static void blend(shaping *s)
{
    float at[ARM_AXES], weights[ARMS];
    s->frame++;
    for (uint32_t k = 0; k < ARM_AXES; k++)
        at[k] = (float)((s->frame * (k + 3u)) & 63u) / 64.0f;
    vv_field_weights(vv_shape_field(s->shape), at, weights);
    vv_shape_blend(s->shape, weights, s->form);
}

static void run_blend(void *context, uint32_t repeat)
{
    for (uint32_t r = 0; r < repeat; r++)
        blend(context);
}

static void run_blob_surface(void *context, uint32_t repeat)
{
    shaping *s = context;
    for (uint32_t r = 0; r < repeat; r++) {
        blend(s);
        vv_shape_surface(s->shape, s->form, s->positions, s->normals);
    }
}

static void pose(shaping *s)
{
    blend(s);
    s->turns[2] = vv_quat_from_axis_angle((vv_vec3){0.0f, 0.0f, 1.0f}, 0.02f * (float)(s->frame & 63u));
    vv_skeleton_globals(s->skeleton, s->turns, s->moves, s->globals);
    vv_skin3_apply(s->skin, s->globals, s->form, NULL, s->scratch, s->posed, NULL);
}

static void run_arm_skinned(void *context, uint32_t repeat)
{
    for (uint32_t r = 0; r < repeat; r++)
        pose(context);
}

static void run_arm_surface(void *context, uint32_t repeat)
{
    shaping *s = context;
    for (uint32_t r = 0; r < repeat; r++) {
        pose(s);
        vv_shape_surface(s->shape, s->posed, s->positions, s->normals);
    }
}

const bench_case bench_verbs_blob = {.name = "verbs.blob",
                                     .workload = "a blend of 5 forms of 642 vertices, weights included",
                                     .limit = "limit.triad",
                                     .work = 12.0 * BALL_VERTICES * (BLOBS + 1),
                                     .repeat = 1000,
                                     .prepare = prepare_blob,
                                     .run = run_blend,
                                     .finish = finish};
const bench_case bench_verbs_blob_surface = {.name = "verbs.blob.surface",
                                             .workload = "… and 2,562 limit positions and normals",
                                             .repeat = 10,
                                             .prepare = prepare_blob,
                                             .run = run_blob_surface,
                                             .finish = finish};
const bench_case bench_verbs_arm = {.name = "verbs.arm",
                                    .workload = "a blend of 8 forms of 1,335 vertices, with 6 pseudo-examples",
                                    .limit = "limit.triad",
                                    .work = 12.0 * ARM_VERTICES * (ARMS + 1),
                                    .repeat = 1000,
                                    .prepare = prepare_arm,
                                    .run = run_blend,
                                    .finish = finish};
const bench_case bench_verbs_arm_skinned = {.name = "verbs.arm.skinned",
                                            .workload = "… posed by its skeleton",
                                            .repeat = 100,
                                            .prepare = prepare_arm,
                                            .run = run_arm_skinned,
                                            .finish = finish};
const bench_case bench_verbs_arm_surface = {.name = "verbs.arm.surface",
                                            .workload = "… and 5,295 limit positions and normals",
                                            .repeat = 10,
                                            .prepare = prepare_arm,
                                            .run = run_arm_surface,
                                            .finish = finish};
