/* Skins over skeletons and two-bone inverse kinematics, each beside a plain version that is written here and shares
 * nothing with the library but vector arithmetic. */
#include "cases.h"

#include "runtime/base/base.h"

#include <stdlib.h>

enum { JOINTS = 67, VERTICES = 10000, INFLUENCES = VV_SKIN3_INFLUENCES };

/* ---- Skins ------------------------------------------------------------------------------------------------------- */

typedef struct skinning {
    vv_skin3 *skin;
    vv_vec3 rest[VERTICES], rest_normals[VERTICES], vertices[VERTICES], normals[VERTICES];
    uint16_t joints[VERTICES * INFLUENCES];
    float weights[VERTICES * INFLUENCES]; /* those of a vertex sum to 1 */
    vv_affine3 binds[JOINTS], globals[JOINTS], scratch[JOINTS];
} skinning;

static void finish_skin(void *context)
{
    skinning *s = context;
    vv_skin3_destroy(s->skin, NULL);
    free(s);
}

static void fill_vertices(skinning *s)
{
    vvi_random random = vvi_random_seed(4);
    for (uint32_t v = 0; v < VERTICES; v++) {
        float x = vvi_random_unit(&random) - 0.5f, y = vvi_random_unit(&random) - 0.5f;
        s->rest[v] = (vv_vec3){x, 2.0f * (float)v / VERTICES, y};
        s->rest_normals[v] = vv_vec3_normalize((vv_vec3){x, 0.3f, y}, (vv_vec3){0.0f, 1.0f, 0.0f});
        float *weights = s->weights + (size_t)v * INFLUENCES, sum = 0.0f;
        for (uint32_t k = 0; k < INFLUENCES; k++) { /* joints near each other, as in a body */
            s->joints[v * INFLUENCES + k] = (uint16_t)(v * (JOINTS - INFLUENCES) / VERTICES + k);
            sum += weights[k] = 0.1f + vvi_random_unit(&random);
        }
        for (uint32_t k = 0; k < INFLUENCES; k++)
            weights[k] /= sum;
    }
}

static void *prepare_skin(void)
{
    skinning *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    fill_vertices(s);
    for (int j = 0; j < JOINTS; j++) {
        vv_vec3 axis = vv_vec3_normalize((vv_vec3){1.0f, 0.1f * (float)j, -2.0f}, (vv_vec3){1.0f, 0.0f, 0.0f});
        s->binds[j] = (vv_affine3){vv_mat3_identity(), {0.0f, -0.03f * (float)j, 0.0f}};
        s->globals[j] =
            (vv_affine3){vv_quat_to_mat3(vv_quat_from_axis_angle(axis, 0.02f * (float)j)), {0.0f, 0.03f * (float)j, 0}};
    }
    vv_skin3_def def = {VERTICES, JOINTS, s->joints, s->weights, s->binds};
    if (vv_skin3_create(&def, NULL, &s->skin, NULL) == VV_OK)
        return s;
    finish_skin(s);
    return NULL;
}

static void run_skin(void *context, uint32_t repeat)
{
    skinning *s = context;
    for (uint32_t r = 0; r < repeat; r += VERTICES)
        vv_skin3_apply(s->skin, s->globals, s->rest, NULL, s->scratch, s->vertices, NULL);
}

static void run_skin_normals(void *context, uint32_t repeat)
{
    skinning *s = context;
    for (uint32_t r = 0; r < repeat; r += VERTICES)
        vv_skin3_apply(s->skin, s->globals, s->rest, s->rest_normals, s->scratch, s->vertices, s->normals);
}

static vv_affine3 blend(const skinning *s, uint32_t vertex)
{
    vv_affine3 sum = {.translation = {0.0f, 0.0f, 0.0f}};
    for (uint32_t k = (uint32_t)INFLUENCES * vertex; k < (uint32_t)INFLUENCES * (vertex + 1); k++) {
        const vv_affine3 *T = &s->scratch[s->joints[k]];
        for (int i = 0; i < 3; i++)
            sum.linear.row[i] = vv_vec3_add(sum.linear.row[i], vv_vec3_scale(T->linear.row[i], s->weights[k]));
        sum.translation = vv_vec3_add(sum.translation, vv_vec3_scale(T->translation, s->weights[k]));
    }
    return sum;
}

/* A normal follows the cofactors of the blended transform, to unit length. */
static vv_vec3 turn_normal(const vv_mat3 *m, vv_vec3 normal)
{
    vv_vec3 yz = vv_vec3_cross(m->row[1], m->row[2]), zx = vv_vec3_cross(m->row[2], m->row[0]),
            xy = vv_vec3_cross(m->row[0], m->row[1]);
    vv_vec3 turned = {vv_vec3_dot(yz, normal), vv_vec3_dot(zx, normal), vv_vec3_dot(xy, normal)};
    return vv_vec3_scale(turned, 1.0f / sqrtf(vv_vec3_dot(turned, turned)));
}

static void skin_plain(skinning *s, bool with_normals)
{
    for (int j = 0; j < JOINTS; j++)
        s->scratch[j] = vv_affine3_multiply(s->globals[j], s->binds[j]);
    for (uint32_t v = 0; v < VERTICES; v++) {
        vv_affine3 blended = blend(s, v);
        s->vertices[v] = vv_affine3_apply(blended, s->rest[v]);
        if (with_normals)
            s->normals[v] = turn_normal(&blended.linear, s->rest_normals[v]);
    }
}

static void run_skin_plain(void *context, uint32_t repeat)
{
    for (uint32_t r = 0; r < repeat; r += VERTICES)
        skin_plain(context, false);
}

static void run_skin_normals_plain(void *context, uint32_t repeat)
{
    for (uint32_t r = 0; r < repeat; r += VERTICES)
        skin_plain(context, true);
}

/* A vertex: twelve numbers blended from four joints, nine products and additions; a normal: nine cofactors of three
 * operations, 15 to apply them, and its length. */
#define SKIN_OPERATIONS   (INFLUENCES * 12 * 2 + 18)
#define NORMAL_OPERATIONS (9 * 3 + 15 + 10)

#define SKIN_CASE(symbol, title, words, operations, compared, work_function)                                           \
    const bench_case bench_##symbol = {.name = title,                                                                  \
                                       .workload = words,                                                              \
                                       .limit = "limit.fma",                                                           \
                                       .work = operations,                                                             \
                                       .versus = compared,                                                             \
                                       .repeat = VERTICES,                                                             \
                                       .prepare = prepare_skin,                                                        \
                                       .run = work_function,                                                           \
                                       .finish = finish_skin}

SKIN_CASE(skin3_plain, "skin3.plain", "a vertex of 10,000 in 3-D, 4 of 67 joints, plain C", SKIN_OPERATIONS, NULL,
          run_skin_plain);
SKIN_CASE(skin3, "skin3", "… by vv_skin3_apply", SKIN_OPERATIONS, "skin3.plain", run_skin);
SKIN_CASE(skin3_normals_plain, "skin3.normals.plain", "… and its normal by cofactors, of unit length, plain C",
          SKIN_OPERATIONS + NORMAL_OPERATIONS, NULL, run_skin_normals_plain);
SKIN_CASE(skin3_normals, "skin3.normals", "… by vv_skin3_apply", SKIN_OPERATIONS + NORMAL_OPERATIONS,
          "skin3.normals.plain", run_skin_normals);

/* ---- Reach: a leg of a body of 67 joints whose foot goes round in a circle --------------------------------------- */

enum { UPPER = 40, LOWER, END, STEPS = 64 }; /* a separate chain of five joints */

typedef struct reaching {
    vv_skeleton *skeleton;
    vv_quat turns[JOINTS];
    vv_vec3 moves[JOINTS];
    vv_affine3 globals[JOINTS];
    vv_vec3 targets[STEPS];
    vv_vec3 hip, knee, foot;
    float thigh, shin;
    uint32_t step;
} reaching;

static void finish_reach(void *context)
{
    reaching *r = context;
    vv_skeleton_destroy(r->skeleton, NULL);
    free(r);
}

static void *prepare_reach(void)
{
    reaching *r = calloc(1, sizeof *r);
    if (!r || !(r->skeleton = bench_make_skeleton(JOINTS))) {
        free(r);
        return NULL;
    }
    vv_skeleton_rest(r->skeleton, r->turns, r->moves);
    r->turns[UPPER] = vv_quat_from_axis_angle((vv_vec3){1.0f, 0.0f, 0.0f}, 0.5f);
    r->turns[LOWER] = vv_quat_from_axis_angle((vv_vec3){1.0f, 0.0f, 0.0f}, -1.0f);
    vv_skeleton_globals(r->skeleton, r->turns, r->moves, r->globals);
    r->hip = r->globals[UPPER].translation;
    r->knee = r->globals[LOWER].translation;
    r->foot = r->globals[END].translation;
    r->thigh = vv_vec3_length(vv_vec3_sub(r->knee, r->hip));
    r->shin = vv_vec3_length(vv_vec3_sub(r->foot, r->knee));
    for (int i = 0; i < STEPS; i++) {
        float sine, cosine;
        vv_sin_cos(2.0f * VV_PI * (float)i / STEPS, &sine, &cosine);
        vv_vec3 off = {0.02f * cosine, 0.0f, 0.03f * sine};
        r->targets[i] = vv_vec3_add(r->foot, off);
    }
    return r;
}

static void run_reach(void *context, uint32_t repeat)
{
    reaching *r = context;
    for (uint32_t i = 0; i < repeat; i++)
        vv_skeleton_solve_two_bone_ik(r->skeleton, UPPER, LOWER, END, r->targets[r->step++ % STEPS],
                                      (vv_vec3){0.0f, 0.0f, 1.0f}, 0.02f, r->turns, r->moves, r->globals);
}

/* The knee is at the intersection of two spheres, in the plane in which it bent before. */
static void run_reach_plain(void *context, uint32_t repeat)
{
    reaching *r = context;
    for (uint32_t i = 0; i < repeat; i++) {
        vv_vec3 way = vv_vec3_sub(r->targets[r->step++ % STEPS], r->hip), bend = vv_vec3_sub(r->knee, r->hip);
        float distance = vv_vec3_length(way);
        vv_vec3 axis = vv_vec3_scale(way, 1.0f / distance);
        bend = vv_vec3_sub(bend, vv_vec3_scale(axis, vv_vec3_dot(bend, axis)));
        float along = (r->thigh * r->thigh - r->shin * r->shin + distance * distance) / (2.0f * distance);
        float across = sqrtf(vvi_max(0.0f, r->thigh * r->thigh - along * along)) / vv_vec3_length(bend);
        r->knee = vv_vec3_add(r->hip, vv_vec3_add(vv_vec3_scale(axis, along), vv_vec3_scale(bend, across)));
        r->foot = vv_vec3_add(r->hip, way);
    }
}

const bench_case bench_reach_plain = {.name = "reach.plain",
                                      .workload = "a leg's knee and foot by the law of cosines: points alone",
                                      .repeat = 1000,
                                      .prepare = prepare_reach,
                                      .run = run_reach_plain,
                                      .finish = finish_reach};
const bench_case bench_reach = {
    .name = "reach",
    .workload = "vv_skeleton_solve_two_bone_ik: a leg in a body of 67 joints, turned and taken to the figure's frame",
    .versus = "reach.plain",
    .repeat = 1000,
    .prepare = prepare_reach,
    .run = run_reach,
    .finish = finish_reach};
