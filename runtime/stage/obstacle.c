/* Obstacles are added and removed: what is accepted, and their ids. How they move: obstacle_motion.c. */
#include "runtime/stage/kept.h"
#include "runtime/stage/obstacle_motion.h"
#include "runtime/stage/save.h"

#include <string.h>

#define MIN_EDGE       1.0e-9f /* metres; the square of a shorter one could underflow, and it would have no normal */
#define MAX_COORDINATE 1.0e6f  /* metres; beyond, a float is coarser than 6 cm */

vv_obstacle_def vv_default_obstacle_def(void)
{
    return (vv_obstacle_def){.kind = VV_OBSTACLE_HALF_PLANE, .friction = 0.6f, .layers = UINT32_MAX};
}

static vv_result check_numbers(const vv_obstacle_def *def, vv_error *error)
{
    uint32_t least = def->kind == VV_OBSTACLE_POLYGON ? 3u : 2u;
    uint32_t most = def->kind == VV_OBSTACLE_HALF_PLANE ? 2u : CONTACT_OBSTACLE_POINTS;
    if ((unsigned)def->kind > VV_OBSTACLE_POLYGON)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "obstacle kind %u does not exist", (unsigned)def->kind);
    if (def->point_count < least || def->point_count > most)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the obstacle has %u points, but needs %u to %u", def->point_count,
                        least, most);
    if (!(def->friction >= 0.0f && def->friction <= 1000.0f))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "friction must be between 0 and 1000");
    if (!(fabsf(def->position.x) <= MAX_COORDINATE && fabsf(def->position.y) <= MAX_COORDINATE) ||
        !vvi_all_finite(&def->angle, 1))
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "the obstacle's position or angle is not finite or further than 1000 km from the origin");
    if (!(vv_vec2_length(def->velocity) <= VVI_MAX_OBSTACLE_SPEED) ||
        !(fabsf(def->angular_velocity) <= VVI_MAX_OBSTACLE_SPIN))
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "the obstacle's velocity is not finite, or above %g m/s or %g radians per second",
                        (double)VVI_MAX_OBSTACLE_SPEED, (double)VVI_MAX_OBSTACLE_SPIN);
    for (uint32_t i = 0; i < def->point_count; i++)
        if (!(fabsf(def->points[i].x) <= MAX_COORDINATE && fabsf(def->points[i].y) <= MAX_COORDINATE))
            return vvi_fail(error, VV_ERROR_ARGUMENT,
                            "point %u of the obstacle is not finite or further than 1000 km from the origin", i);
    uint32_t edges = def->point_count - (def->kind == VV_OBSTACLE_POLYGON ? 0u : 1u);
    for (uint32_t i = 0; i < edges; i++) {
        vv_vec2 p = def->points[i], q = def->points[(i + 1u) % def->point_count];
        if (!(vv_vec2_distance(p, q) >= MIN_EDGE))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "edge %u of the obstacle is shorter than %g m", i,
                            (double)MIN_EDGE);
    }
    return VV_OK;
}

/* The side of the line from p to q on which r lies: > 0 left. */
static double side_of(vv_vec2 p, vv_vec2 q, vv_vec2 r)
{
    return ((double)q.x - (double)p.x) * ((double)r.y - (double)p.y) -
           ((double)q.y - (double)p.y) * ((double)r.x - (double)p.x);
}

static bool between(vv_vec2 p, vv_vec2 q, vv_vec2 r)
{
    return r.x >= vvi_min(p.x, q.x) && r.x <= vvi_max(p.x, q.x) && r.y >= vvi_min(p.y, q.y) && r.y <= vvi_max(p.y, q.y);
}

static bool edges_meet(vv_vec2 p, vv_vec2 q, vv_vec2 r, vv_vec2 s)
{
    double pr = side_of(p, q, r), ps = side_of(p, q, s), rp = side_of(r, s, p), rq = side_of(r, s, q);
    if (((pr > 0.0 && ps < 0.0) || (pr < 0.0 && ps > 0.0)) && ((rp > 0.0 && rq < 0.0) || (rp < 0.0 && rq > 0.0)))
        return true;
    return (pr == 0.0 && between(p, q, r)) || (ps == 0.0 && between(p, q, s)) || (rp == 0.0 && between(r, s, p)) ||
           (rq == 0.0 && between(r, s, q));
}

/* Adjacent edges share a corner; they may not overlap. */
static bool edges_fold(vv_vec2 p, vv_vec2 q, vv_vec2 r)
{
    double along = ((double)q.x - (double)p.x) * ((double)r.x - (double)q.x) +
                   ((double)q.y - (double)p.y) * ((double)r.y - (double)q.y);
    return side_of(p, q, r) == 0.0 && along < 0.0;
}

vv_result vvi_check_polygon(uint32_t n, const vv_vec2 *p, vv_error *error)
{
    for (uint32_t i = 0; i < n; i++) {
        if (edges_fold(p[i], p[(i + 1u) % n], p[(i + 2u) % n]))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "edges %u and %u of the polygon overlap", i, (i + 1u) % n);
        for (uint32_t j = i + 2u; j < n; j++)
            if ((j + 1u) % n != i && edges_meet(p[i], p[i + 1u], p[j], p[(j + 1u) % n])) {
                vvi_fail(error, VV_ERROR_ARGUMENT, "edges %u and %u of the polygon cross", i, j);
                vvi_error_remedy(error, "split it into polygons that do not cross themselves");
                return VV_ERROR_ARGUMENT;
            }
    }
    return VV_OK;
}

static double signed_area(uint32_t n, const vv_vec2 *p)
{
    double area = 0.0;
    for (uint32_t i = 1; i + 1u < n; i++)
        area += side_of(p[0], p[i], p[i + 1u]);
    return 0.5 * area;
}

/* Copies the points, polygons counter-clockwise. */
static void take_points(obstacle *o, const vv_obstacle_def *def)
{
    uint32_t n = def->point_count;
    bool turn_round = def->kind == VV_OBSTACLE_POLYGON && signed_area(n, def->points) < 0.0;
    VV_ASSERT(n >= 2);
    for (uint32_t i = 0; i < n; i++)
        o->local[i] = def->points[turn_round ? n - 1u - i : i];
}

/* The slot of the id that was chosen, or the first that is free. */
static vv_result find_slot(const vv_stage *stage, vv_obstacle chosen, uint32_t *slot, vv_error *error)
{
    if (chosen.generation && (chosen.index >= stage->def.max_obstacles || stage->obstacles[chosen.index].used ||
                              chosen.generation > VVI_MAX_GENERATION))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the id that was chosen for an obstacle, %u, is in use or too large",
                        chosen.index);
    *slot = chosen.generation ? chosen.index : 0;
    while (*slot < stage->def.max_obstacles && stage->obstacles[*slot].used)
        ++*slot;
    if (*slot == stage->def.max_obstacles)
        return vvi_fail(error, VV_ERROR_LIMIT, "the stage is full: it was created for %u obstacles",
                        stage->def.max_obstacles);
    return VV_OK;
}

/* Room for its record among those that are removed, and for its points. One that a restore took away, and that is
 * now added again with its old id, takes the memory that it had: so rolling back allocates nothing. */
static bool allocate_obstacle(vv_stage *stage, obstacle *o, uint32_t index)
{
    const vv_vec2 *local = o->local;
    uint64_t cursor = sizeof(kept_obstacle), at_local = vvi_section(&cursor, o->point_count, sizeof *o->local);
    uint64_t at_points = vvi_section(&cursor, o->point_count, sizeof *o->points);
    kept_obstacle *before = vvi_find_kept_obstacle(stage, (vv_obstacle){index, o->generation}, o->fingerprint);
    o->memory_bytes = (size_t)cursor;
    if (before && before->obstacle.memory_bytes == o->memory_bytes) {
        vvi_unlist_kept_obstacle(stage, before);
        o->memory = before;
    } else {
        o->memory = vvi_allocate(&stage->allocator, o->memory_bytes, 1);
    }
    if (!o->memory)
        return false;
    o->local = (vv_vec2 *)(void *)((uint8_t *)o->memory + at_local);
    o->points = (vv_vec2 *)(void *)((uint8_t *)o->memory + at_points);
    memcpy(o->local, local, o->point_count * sizeof *local);
    return true;
}

static vv_result check_def(const vv_obstacle_def *def, vv_error *error)
{
    vv_result result = check_numbers(def, error);
    if (result == VV_OK && def->kind == VV_OBSTACLE_POLYGON)
        result = vvi_check_polygon(def->point_count, def->points, error);
    return result;
}

vv_result vv_stage_add_obstacle(vv_stage *stage, const vv_obstacle_def *def, vv_obstacle *out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(def != NULL);
    VV_ASSERT(out != NULL);
    VVI_ASSERT_ARRAY(def->points, def->point_count);
    vv_result result = vvi_stage_check_unlocked(stage, __func__, error);
    if (result == VV_OK)
        result = check_def(def, error);
    if (result != VV_OK)
        return result;
    uint32_t index = 0;
    result = find_slot(stage, def->id, &index, error);
    if (result == VV_OK)
        result = vvi_contacts_reserve_obstacle(stage, index, def->point_count, error);
    if (result != VV_OK)
        return result;
    uint32_t generation = def->id.generation ? def->id.generation : stage->obstacles[index].generation + 1u;
    obstacle o = {.generation = generation,
                  .used = true,
                  .kind = def->kind,
                  .point_count = def->point_count,
                  .local = stage->contacts->obstacle_points, /* scratch, until it has memory of its own */
                  .friction = def->friction,
                  .one_way = def->one_way && def->kind == VV_OBSTACLE_SEGMENTS,
                  .sensor = def->sensor,
                  .layers = def->layers,
                  .tag = def->tag};
    take_points(&o, def);
    o.fingerprint = vvi_obstacle_fingerprint(&o, def);
    if (!allocate_obstacle(stage, &o, index))
        return vvi_fail_memory(error, o.memory_bytes);
    vvi_obstacle_place(&o, def);
    stage->obstacles[index] = o;
    if (index >= stage->obstacle_end)
        stage->obstacle_end = index + 1u;
    vvi_contacts_obstacle_added(stage, index);
    vvi_queries_outdate(stage);
    *out = (vv_obstacle){index, o.generation};
    return VV_OK;
}

vv_result vv_stage_add_ground(vv_stage *stage, float height, float friction, vv_obstacle *out, vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(out != NULL);
    vv_vec2 points[2] = {{0.0f, height}, {1.0f, height}};
    vv_obstacle_def def = vv_default_obstacle_def();
    def.point_count = 2;
    def.points = points;
    def.friction = friction;
    return vv_stage_add_obstacle(stage, &def, out, error);
}

bool vv_stage_has_obstacle(const vv_stage *stage, vv_obstacle which)
{
    VV_ASSERT(stage != NULL);
    return which.index < stage->obstacle_end && stage->obstacles[which.index].used &&
           stage->obstacles[which.index].generation == which.generation;
}

uint32_t vv_stage_obstacles(const vv_stage *stage, vv_obstacle *obstacles, uint32_t capacity)
{
    uint32_t count = 0;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(obstacles != NULL || capacity == 0);
    for (uint32_t i = 0; i < stage->obstacle_end; i++)
        if (stage->obstacles[i].used && count++ < capacity)
            obstacles[count - 1u] = (vv_obstacle){i, stage->obstacles[i].generation};
    return count;
}

bool vv_stage_remove_obstacle(vv_stage *stage, vv_obstacle which)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    if (!vv_stage_has_obstacle(stage, which) || stage->lock != STAGE_UNLOCKED)
        return false;
    vvi_joints_obstacle_removed(stage, which.index);
    vvi_contacts_obstacle_removed(stage, which.index);
    vvi_sensors_obstacle_removed(stage, which.index);
    vvi_keep_obstacle(stage, which.index);
    vvi_kept_trim(stage, stage->def.keep_removed);
    vvi_stage_trim_ends(stage);
    vvi_queries_outdate(stage);
    return true;
}
