/* Sensors: obstacles and actors that stop nobody and report who overlaps them. Once a step, when everyone has arrived:
 * bounds are swept along x, pairs of which one is a sensor are tested, and what changed since the step before is
 * reported. Who is so fast that it may pass a sensor between two steps is tested on its way too. */
#include "runtime/stage/contact.h"
#include "runtime/stage/obstacle_motion.h"
#include "runtime/stage/puppet_actor.h"
#include "runtime/stage/save.h"

#include <string.h>

#define FAST_SHARE 0.25f /* of the larger one's size: whoever moves further in a step is tested on its way */
#define MAX_TESTS  64u   /* on the way of one pair */

/* ---- Who takes part ---------------------------------------------------------------------------------------------- */

static size_t count_all(const vv_stage *stage) { return (size_t)stage->def.max_actors + stage->def.max_obstacles; }

static const obstacle *obstacle_of(const vv_stage *stage, uint32_t id)
{
    return id < stage->def.max_actors ? NULL : &stage->obstacles[id - stage->def.max_actors];
}

static bool is_sensor(const vv_stage *stage, uint32_t id)
{
    const obstacle *o = obstacle_of(stage, id);
    return o ? o->sensor : stage->actors[id].sensor;
}

/* Whether any sensor is on the stage. */
static bool is_any_sensor(const vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (stage->actors[i].used && stage->actors[i].sensor)
            return true;
    for (uint32_t i = 0; i < stage->obstacle_end; i++)
        if (stage->obstacles[i].used && stage->obstacles[i].sensor)
            return true;
    return false;
}

/* The way of its centre in this step, m. */
static vv_vec2 way_of(const actor *a)
{
    if (a->jumped || (a->puppet && a->puppet->current != a->shown[1].member))
        return (vv_vec2){0.0f, 0.0f};
    return (vv_vec2){(float)(a->origin[0] - a->shown[1].origin[0]), (float)(a->origin[1] - a->shown[1].origin[1])};
}

/* Rounded outwards by more than a float resolves. */
static void find_actor_bounds(const vv_stage *stage, uint32_t index, vv_vec2 *low, vv_vec2 *high)
{
    const actor *a = &stage->actors[index];
    const outline *o = &stage->contacts->outlines[index];
    vv_vec2 least = {INFINITY, INFINITY}, most = {-INFINITY, -INFINITY}, way = way_of(a);
    for (uint32_t k = 0; k < o->point_count; k++) {
        vv_vec2 p = a->x[o->points[k]];
        least = (vv_vec2){vvi_min(least.x, p.x), vvi_min(least.y, p.y)};
        most = (vv_vec2){vvi_max(most.x, p.x), vvi_max(most.y, p.y)};
    }
    if (vv_vec2_length(way) > FAST_SHARE * a->view.size) {
        least = (vv_vec2){vvi_min(least.x, least.x - way.x), vvi_min(least.y, least.y - way.y)};
        most = (vv_vec2){vvi_max(most.x, most.x - way.x), vvi_max(most.y, most.y - way.y)};
    }
    for (int k = 0; k < 2; k++) {
        double slack = 2.4e-7 * fabs(a->origin[k]) + 1.0e-6 * (double)a->view.size;
        double from = a->origin[k] + (double)(k ? least.y : least.x) - slack;
        double to = a->origin[k] + (double)(k ? most.y : most.x) + slack;
        *(k ? &low->y : &low->x) = (float)from;
        *(k ? &high->y : &high->x) = (float)to;
    }
}

static bool is_before(const sensors *s, uint32_t a, uint32_t b)
{
    return s->low[a].x != s->low[b].x ? s->low[a].x < s->low[b].x : a < b;
}

/* Shell sort with gaps of 3ᵏ. */
static void sort_by_bounds(const sensors *s, uint32_t *order, uint32_t count)
{
    uint32_t gap = 1;
    while (gap < count / 3)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (uint32_t i = gap; i < count; i++) {
            uint32_t id = order[i], at = i;
            for (; at >= gap && is_before(s, id, order[at - gap]); at -= gap)
                order[at] = order[at - gap];
            order[at] = id;
        }
}

/* Fills bounds and order; returns how many take part. */
static uint32_t list_all(vv_stage *stage)
{
    sensors *s = &stage->contacts->sensors;
    uint32_t count = 0, actors = stage->def.max_actors;
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (stage->actors[i].used) {
            find_actor_bounds(stage, i, &s->low[i], &s->high[i]);
            s->order[count++] = i;
        }
    for (uint32_t i = 0; i < stage->obstacle_end; i++)
        if (stage->obstacles[i].used) {
            vvi_obstacle_shown_bounds(&stage->obstacles[i], &s->low[actors + i], &s->high[actors + i]);
            s->order[count++] = actors + i;
        }
    sort_by_bounds(s, s->order, count);
    return count;
}

/* ---- Pairs ------------------------------------------------------------------------------------------------------- */

static int compare_pairs(sensor_pair p, sensor_pair q)
{
    if (p.a != q.a)
        return p.a < q.a ? -1 : 1;
    return p.b == q.b ? 0 : p.b < q.b ? -1 : 1;
}

static bool may_overlap(const vv_stage *stage, sensor_pair p)
{
    const actor *a = &stage->actors[p.a];
    const obstacle *o = obstacle_of(stage, p.b);
    if (!is_sensor(stage, p.a) && !is_sensor(stage, p.b))
        return false;
    return o ? (a->layers & o->layers) != 0 : vvi_may_actors_collide(a, &stage->actors[p.b]);
}

/* Relative to the origin of the actor `frame`, then and now alike. */
static overlap_side side_of(const vv_stage *stage, uint32_t id, const actor *frame)
{
    const obstacle *o = obstacle_of(stage, id);
    if (o) {
        if (o->is_moving)
            vvi_obstacle_points_before(o, stage->contacts->obstacle_points);
        return (overlap_side){.from = o->is_moving ? stage->contacts->obstacle_points : o->points,
                              .to = o->points,
                              .from_offset = {-frame->origin[0], -frame->origin[1]},
                              .to_offset = {-frame->origin[0], -frame->origin[1]},
                              .point_count = o->point_count,
                              .edge_count = o->point_count - (o->kind == VV_OBSTACLE_POLYGON ? 0u : 1u),
                              .closed = o->kind == VV_OBSTACLE_POLYGON,
                              .is_half = o->kind == VV_OBSTACLE_HALF_PLANE};
    }
    const actor *a = &stage->actors[id];
    const outline *line = &stage->contacts->outlines[id];
    bool moved = way_of(a).x != 0.0f || way_of(a).y != 0.0f;
    const double *before = moved ? a->shown[1].origin : a->origin;
    return (overlap_side){.from = moved ? a->shown[1].x : a->x,
                          .to = a->x,
                          .from_offset = {before[0] - frame->origin[0], before[1] - frame->origin[1]},
                          .to_offset = {a->origin[0] - frame->origin[0], a->origin[1] - frame->origin[1]},
                          .particles = line->points,
                          .edges = line->edges,
                          .point_count = line->point_count,
                          .edge_count = line->edge_count,
                          .closed = true};
}

/* How often a pair is tested on its way: so that the larger one covers what lies between two tests. */
static uint32_t count_tests(const vv_stage *stage, sensor_pair p)
{
    const obstacle *o = obstacle_of(stage, p.b);
    const actor *a = &stage->actors[p.a], *b = o ? NULL : &stage->actors[p.b];
    vv_vec2 other =
        b ? way_of(b) : vv_vec2_scale(vvi_obstacle_velocity_at(o, a->origin, (vv_vec2){0.0f, 0.0f}), stage->def.step);
    vv_vec2 way = vv_vec2_sub(way_of(a), other);
    float size = b ? vvi_max(a->view.size, b->view.size) : a->view.size;
    float share = vv_vec2_length(way) / (FAST_SHARE * size);
    return 1u + (uint32_t)vvi_min(share, (float)MAX_TESTS);
}

typedef enum overlap {
    OVERLAP_NONE,
    OVERLAP_PASSED, /* on the way, and not any more */
    OVERLAP_NOW,
} overlap;

static overlap test_pair(const vv_stage *stage, sensor_pair p, bool before, vv_vec2 *point)
{
    const actor *frame = &stage->actors[p.a];
    overlap_side a = side_of(stage, p.a, frame), b = side_of(stage, p.b, frame);
    overlap result = vvi_do_sides_overlap(&a, &b, 1.0f, point) ? OVERLAP_NOW : OVERLAP_NONE;
    uint32_t tests = before || result == OVERLAP_NOW ? 0 : count_tests(stage, p);
    for (uint32_t k = 1; k < tests && result == OVERLAP_NONE; k++)
        if (vvi_do_sides_overlap(&a, &b, (float)k / (float)tests, point))
            result = OVERLAP_PASSED;
    *point = (vv_vec2){(float)(frame->origin[0] + (double)point->x), (float)(frame->origin[1] + (double)point->y)};
    return result;
}

/* ---- Events ------------------------------------------------------------------------------------------------------ */

/* Of two actors the one that is no sensor entered the other; of two sensors the first. */
static void report(vv_stage *stage, sensor_pair p, vv_event_kind kind, vv_vec2 point)
{
    const obstacle *o = obstacle_of(stage, p.b);
    uint32_t visitor = p.a, sensor = p.b;
    if (!o && !stage->actors[p.b].sensor)
        visitor = p.b, sensor = p.a;
    vv_event e = {.kind = kind, .actor = actor_id(stage, &stage->actors[visitor]), .point = point};
    if (o)
        e.obstacle = (vv_obstacle){(uint32_t)(o - stage->obstacles), o->generation};
    else
        e.other = actor_id(stage, &stage->actors[sensor]);
    vvi_stage_report(stage, &e);
}

static void report_left(vv_stage *stage, sensor_pair p)
{
    report(stage, p, VV_EVENT_SENSOR_LEAVE, (vv_vec2){0.0f, 0.0f});
}

static void remove_pairs_of(vv_stage *stage, uint32_t id)
{
    sensors *s = &stage->contacts->sensors;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < s->count; k++)
        if (s->pairs[k].a == id || s->pairs[k].b == id)
            report_left(stage, s->pairs[k]);
        else
            s->pairs[kept++] = s->pairs[k];
    s->count = kept;
}

void vvi_sensors_actor_removed(vv_stage *stage, uint32_t index) { remove_pairs_of(stage, index); }

void vvi_sensors_obstacle_removed(vv_stage *stage, uint32_t index)
{
    remove_pairs_of(stage, stage->def.max_actors + index);
}

void vvi_sensors_obstacle_changed(vv_stage *stage, uint32_t index)
{
    stage->contacts->sensors.tested[stage->def.max_actors + index] = 0;
}

/* ---- The step ---------------------------------------------------------------------------------------------------- */

/* Pairs of which one is a sensor and whose bounds overlap, into `found`; the order depends on nothing but bounds. */
static bool find_candidates(vv_stage *stage, uint32_t count)
{
    sensors *s = &stage->contacts->sensors;
    uint32_t actors = stage->def.max_actors;
    s->found_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t p = s->order[i];
        for (uint32_t j = i + 1u; j < count && s->low[s->order[j]].x <= s->high[p].x; j++) {
            uint32_t q = s->order[j];
            sensor_pair next = {p < q ? p : q, p < q ? q : p};
            if (next.a >= actors || s->low[q].y > s->high[p].y || s->low[p].y > s->high[q].y ||
                !may_overlap(stage, next))
                continue;
            if (s->found_count == stage->contacts->pair_capacity)
                return false;
            s->found[s->found_count++] = next;
        }
    }
    return true;
}

static void sort_pairs(sensor_pair *pairs, uint32_t count)
{
    uint32_t gap = 1;
    while (gap < count / 3)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (uint32_t i = gap; i < count; i++) {
            sensor_pair p = pairs[i];
            uint32_t at = i;
            for (; at >= gap && compare_pairs(p, pairs[at - gap]) < 0; at -= gap)
                pairs[at] = pairs[at - gap];
            pairs[at] = p;
        }
}

static uint32_t generation_of(const vv_stage *stage, uint32_t id)
{
    const obstacle *o = obstacle_of(stage, id);
    return o ? o->generation : stage->actors[id].generation;
}

static bool is_at_rest(const vv_stage *stage, uint32_t id)
{
    const obstacle *o = obstacle_of(stage, id);
    return o ? !o->is_moving : stage->actors[id].asleep;
}

static bool was_tested(const vv_stage *stage, uint32_t id)
{
    return stage->contacts->sensors.tested[id] == generation_of(stage, id) && is_at_rest(stage, id);
}

/* Reports what is new about a pair; returns whether it overlaps now. */
static bool update_pair(vv_stage *stage, sensor_pair p, bool before)
{
    vv_vec2 point = {0.0f, 0.0f};
    if (was_tested(stage, p.a) && was_tested(stage, p.b))
        return before;
    overlap now = test_pair(stage, p, before, &point);
    if (!before && now != OVERLAP_NONE)
        report(stage, p, VV_EVENT_SENSOR_ENTER, point);
    if (now == OVERLAP_PASSED || (before && now == OVERLAP_NONE))
        report_left(stage, p);
    return now == OVERLAP_NOW;
}

/* Both lists are sorted; those that overlap stay at the front of `found`, which then becomes `pairs`. */
static void update_pairs(vv_stage *stage)
{
    sensors *s = &stage->contacts->sensors;
    uint32_t old = 0, kept = 0;
    for (uint32_t k = 0; k < s->found_count; k++) {
        sensor_pair p = s->found[k];
        while (old < s->count && compare_pairs(s->pairs[old], p) < 0)
            report_left(stage, s->pairs[old++]);
        bool before = old < s->count && compare_pairs(s->pairs[old], p) == 0;
        old += before;
        if (update_pair(stage, p, before))
            s->found[kept++] = p;
    }
    while (old < s->count)
        report_left(stage, s->pairs[old++]);
    sensor_pair *swap = s->pairs;
    s->pairs = s->found;
    s->found = swap;
    s->count = kept;
}

static void mark_tested(vv_stage *stage, uint32_t count)
{
    sensors *s = &stage->contacts->sensors;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t id = s->order[k];
        s->tested[id] = is_at_rest(stage, id) ? generation_of(stage, id) : 0;
    }
}

static void forget_tests(vv_stage *stage)
{
    memset(stage->contacts->sensors.tested, 0, count_all(stage) * sizeof *stage->contacts->sensors.tested);
}

void vvi_sensors_step(vv_stage *stage)
{
    sensors *s = &stage->contacts->sensors;
    if (s->count == 0 && !is_any_sensor(stage)) {
        s->was_idle = true;
        return;
    }
    if (s->was_idle) /* others may have moved and come to rest since */
        forget_tests(stage);
    s->was_idle = false;
    uint32_t count = list_all(stage);
    bool complete = find_candidates(stage, count);
    if (!complete && !s->overflow_reported)
        vvi_stage_report(stage, &(vv_event){.kind = VV_EVENT_OVERFLOW});
    s->overflow_reported = !complete;
    sort_pairs(s->found, s->found_count);
    update_pairs(stage);
    mark_tested(stage, count);
}

/* ---- As bytes ---------------------------------------------------------------------------------------------------- */

void vvi_save_sensors(const vv_stage *stage, vvi_writer *w)
{
    const sensors *s = &stage->contacts->sensors;
    vvi_write_u32(w, s->count);
    for (uint32_t k = 0; k < s->count; k++) {
        vvi_write_u32(w, s->pairs[k].a);
        vvi_write_u32(w, s->pairs[k].b);
    }
}

/* Pairs in order, of actors and obstacles that there may be. */
vv_result vvi_check_sensors(const vv_stage *stage, vvi_restoring *from, vv_error *error)
{
    vvi_reader *r = &from->reader;
    uint32_t count = vvi_read_u32(r);
    sensor_pair before = {0, 0};
    r->failed = r->failed || count > stage->contacts->pair_capacity;
    for (uint32_t k = 0; k < count && !r->failed; k++) {
        sensor_pair p = {.a = vvi_read_u32(r)};
        p.b = vvi_read_u32(r);
        if (p.a >= stage->def.max_actors || p.b <= p.a || p.b >= count_all(stage) ||
            (k > 0 && compare_pairs(before, p) >= 0))
            r->failed = true;
        before = p;
    }
    return r->failed ? vvi_save_refuse_state(error, VV_NONE) : VV_OK;
}

static bool does_exist(const vv_stage *stage, uint32_t id)
{
    const obstacle *o = obstacle_of(stage, id);
    return o ? o->used : stage->actors[id].used;
}

/* Pairs of what does not exist are left out: bytes may name any. */
void vvi_restore_sensors(vv_stage *stage, vvi_restoring *from)
{
    sensors *s = &stage->contacts->sensors;
    uint32_t count = vvi_read_u32(&from->reader);
    VV_ASSERT(count <= stage->contacts->pair_capacity);
    s->count = 0;
    for (uint32_t k = 0; k < count; k++) {
        sensor_pair p = {.a = vvi_read_u32(&from->reader)};
        p.b = vvi_read_u32(&from->reader);
        if (does_exist(stage, p.a) && does_exist(stage, p.b))
            s->pairs[s->count++] = p;
    }
    s->overflow_reported = false;
    forget_tests(stage);
}

size_t vvi_sensors_save_limit(const vv_stage_def *def)
{
    size_t pairs = def->max_contacts ? def->max_contacts : vvi_usual_contacts(def);
    return sizeof(uint32_t) + pairs * 2u * sizeof(uint32_t);
}
