/* Questions about the whole stage: casts, overlaps, and what is nearest. */
#include "runtime/stage/query.h"
#include "runtime/stage/obstacle_motion.h"

#include <string.h>

#define MAX_COORDINATE 1.0e9f /* metres; the square of a greater one would leave a float no precision */

vv_query_filter vv_default_query_filter(void)
{
    return (vv_query_filter){.layers = UINT32_MAX, .actors = true, .obstacles = true};
}

/* ---- What is asked ----------------------------------------------------------------------------------------------- */

static bool is_in_range(float x) { return fabsf(x) <= MAX_COORDINATE; }

static query make_query(query_shape shape, vv_vec2 from, vv_vec2 to)
{
    query q = {.shape = shape,
               .from = {(double)from.x, (double)from.y},
               .to = {(double)to.x, (double)to.y},
               .way = {1.0, 0.0}};
    double x = q.to[0] - q.from[0], y = q.to[1] - q.from[1], length = sqrt(x * x + y * y);
    q.length = (float)length;
    q.is_cast = q.length > 0.0f;
    if (q.is_cast) {
        q.way[0] = x / length;
        q.way[1] = y / length;
    }
    q.axis = (vv_vec2){(float)q.way[0], (float)q.way[1]};
    return q;
}

static query make_circle(vv_vec2 from, vv_vec2 to, float radius)
{
    query q = make_query(radius > 0.0f ? QUERY_CIRCLE : QUERY_POINT, from, to);
    q.radius = radius;
    q.extent = (vv_vec2){radius, radius};
    return q;
}

static query make_box(vv_vec2 from, vv_vec2 to, vv_vec2 half, float angle)
{
    bool is_point = half.x == 0.0f && half.y == 0.0f, valid = half.x >= 0.0f && half.y >= 0.0f;
    query q = make_query(is_point ? QUERY_POINT : QUERY_BOX, from, to);
    vv_mat2 turn = vv_mat2_rotation(angle);
    if (is_point)
        return q;
    q.axis = (vv_vec2){turn.xx, turn.yx};
    q.half = half;
    q.extent =
        (vv_vec2){fabsf(turn.xx) * half.x + fabsf(turn.xy) * half.y, fabsf(turn.yx) * half.x + fabsf(turn.yy) * half.y};
    if (!valid || !vvi_all_finite(&angle, 1))
        q.extent = (vv_vec2){-1.0f, -1.0f}; /* which no shape has */
    return q;
}

/* Whether a question can be asked now and of these coordinates. */
static bool begin(const vv_stage *stage, const query *q)
{
    bool valid = stage->lock != STAGE_IN_STEP && q->extent.x >= 0.0f && is_in_range(q->extent.x) &&
                 q->extent.y >= 0.0f && is_in_range(q->extent.y);
    for (int k = 0; k < 2; k++)
        valid = valid && is_in_range((float)q->from[k]) && is_in_range((float)q->to[k]);
    if (valid)
        vvi_queries_update(stage);
    return valid;
}

static bool is_asked(const vv_stage *stage, uint32_t id, const vv_query_filter *filter)
{
    if (id >= stage->def.max_actors) {
        const obstacle *o = &stage->obstacles[id - stage->def.max_actors];
        return filter->obstacles && (o->layers & filter->layers) && (filter->sensors || !o->sensor);
    }
    const actor *a = &stage->actors[id];
    bool excepted = filter->except.generation == a->generation && filter->except.index == id;
    return filter->actors && (a->layers & filter->layers) && !excepted && (filter->sensors || !a->sensor);
}

/* ---- What is found ----------------------------------------------------------------------------------------------- */

static vv_hit hit_of(const vv_stage *stage, uint32_t id, vv_vec2 point, vv_vec2 normal)
{
    vv_hit hit = {.point = point, .normal = normal};
    uint32_t actors = stage->def.max_actors;
    if (id < actors)
        hit.actor = (vv_actor){id, stage->actors[id].generation};
    else
        hit.obstacle = (vv_obstacle){id - actors, stage->obstacles[id - actors].generation};
    return hit;
}

/* Whether it is a half plane, and its points at the time shown. */
static bool find_plane(const vv_stage *stage, uint32_t id, vv_vec2 points[2])
{
    const obstacle *o = id < stage->def.max_actors ? NULL : &stage->obstacles[id - stage->def.max_actors];
    if (!o || o->kind != VV_OBSTACLE_HALF_PLANE)
        return false;
    vvi_obstacle_shown_points(stage, o, (const double[2]){0.0, 0.0}, points);
    return true;
}

/* The point of something that is nearest to the start. */
static vv_hit find_nearest(const vv_stage *stage, const query *q, uint32_t id, float t)
{
    const query still = {.from = {q->from[0], q->from[1]}, .way = {1.0, 0.0}, .axis = {1.0f, 0.0f}};
    query_touch found;
    vv_vec2 plane[2];
    if (find_plane(stage, id, plane)) {
        found = vvi_query_nearest_on_plane(&still, plane);
    } else {
        query_outline border = vvi_query_outline(stage, &still, id, t);
        found = vvi_query_nearest(&border);
        found.point = vvi_query_to_stage(&still, &border, found.point, false);
    }
    vv_hit hit = hit_of(stage, id, found.point, found.normal);
    hit.distance = found.s;
    return hit;
}

/* Whether something is met within `most`, and where. What a cast begins in is found at its nearest point. */
static bool find_touch(const vv_stage *stage, const query *q, uint32_t id, float t, float most, vv_hit *hit)
{
    query_touch found;
    vv_vec2 plane[2];
    if (find_plane(stage, id, plane)) {
        if (!vvi_query_touch_plane(q, plane, &found))
            return false;
    } else {
        query_outline border = vvi_query_outline(stage, q, id, t);
        if (!vvi_query_touch(q, &border, (float)((double)most - border.start), &found))
            return false;
        found.s = (float)((double)found.s + border.start);
        found.point = vvi_query_to_stage(q, &border, found.point, false);
        found.normal = vvi_query_to_stage(q, &border, found.normal, true);
    }
    if (found.inside && q->skip_inside)
        return false;
    if (found.inside) {
        *hit = find_nearest(stage, q, id, t);
        hit->distance = q->is_cast ? 0.0f : hit->distance;
        return true;
    }
    *hit = hit_of(stage, id, found.point, found.normal);
    hit->distance = vvi_clamp(found.s, 0.0f, q->length);
    hit->fraction = q->length > 0.0f ? hit->distance / q->length : 0.0f;
    return true;
}

static uint32_t rank_of(const vv_stage *stage, const vv_hit *hit)
{
    return hit->actor.generation ? hit->actor.index : stage->def.max_actors + hit->obstacle.index;
}

static bool is_before(const vv_stage *stage, const vv_hit *a, const vv_hit *b, bool by_distance)
{
    if (by_distance && a->distance != b->distance)
        return a->distance < b->distance;
    return rank_of(stage, a) < rank_of(stage, b);
}

/* Hits in their order, the first `capacity` of them. */
typedef struct collection {
    vv_hit *hits;
    uint32_t capacity, count; /* count: of all, more than there is room for */
    bool by_distance;
} collection;

static void collect(const vv_stage *stage, collection *c, const vv_hit *hit)
{
    uint32_t at = c->count < c->capacity ? c->count : c->capacity;
    c->count++;
    if (at == c->capacity && (at == 0 || !is_before(stage, hit, &c->hits[at - 1u], c->by_distance)))
        return;
    for (at -= at == c->capacity; at > 0 && is_before(stage, hit, &c->hits[at - 1u], c->by_distance); at--)
        c->hits[at] = c->hits[at - 1u];
    c->hits[at] = *hit;
}

/* ---- The search -------------------------------------------------------------------------------------------------- */

/* All that a shape meets; if only the first is wanted, nothing beyond it is searched. */
static void search(const vv_stage *stage, query *q, const vv_query_filter *filter, bool only_first, collection *c)
{
    const vv_query_filter asked = filter ? *filter : vv_default_query_filter();
    const queries *tree = stage->queries;
    if (!begin(stage, q))
        return;
    float t = vvi_shown_share(stage), most = q->length;
    q->skip_inside = asked.skip_inside && q->is_cast;
    query_walk way = vvi_query_walk(stage, q, false);
    const query_entry *e = NULL;
    for (uint32_t i = 0; i < tree->plane_count || (e = vvi_query_next(&way, most)) != NULL; i++) {
        uint32_t id = i < tree->plane_count ? stage->def.max_actors + tree->planes[i] : e->id;
        vv_hit hit;
        if (!is_asked(stage, id, &asked) || !find_touch(stage, q, id, t, most, &hit))
            continue;
        collect(stage, c, &hit);
        if (only_first)
            most = vvi_min(most, hit.distance);
    }
}

static bool search_first(const vv_stage *stage, query q, const vv_query_filter *filter, vv_hit *hit)
{
    collection c = {.hits = hit, .capacity = 1, .by_distance = q.is_cast};
    search(stage, &q, filter, true, &c);
    if (c.count > 0 && !q.is_cast)
        hit->distance = 0.0f;
    return c.count > 0;
}

bool vv_stage_cast_ray(const vv_stage *stage, vv_vec2 from, vv_vec2 to, const vv_query_filter *filter, vv_hit *hit)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(hit != NULL);
    return search_first(stage, make_query(QUERY_POINT, from, to), filter, hit);
}

uint32_t vv_stage_cast_ray_all(const vv_stage *stage, vv_vec2 from, vv_vec2 to, const vv_query_filter *filter,
                               vv_hit *hits, uint32_t capacity)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(hits != NULL || capacity == 0);
    query q = make_query(QUERY_POINT, from, to);
    collection c = {.hits = hits, .capacity = capacity, .by_distance = q.is_cast};
    search(stage, &q, filter, false, &c);
    return c.count;
}

bool vv_stage_cast_circle(const vv_stage *stage, vv_vec2 from, vv_vec2 to, float radius, const vv_query_filter *filter,
                          vv_hit *hit)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(hit != NULL);
    return search_first(stage, make_circle(from, to, radius), filter, hit);
}

bool vv_stage_cast_box(const vv_stage *stage, vv_vec2 from, vv_vec2 to, vv_vec2 half, float angle,
                       const vv_query_filter *filter, vv_hit *hit)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(hit != NULL);
    return search_first(stage, make_box(from, to, half, angle), filter, hit);
}

static uint32_t overlap(const vv_stage *stage, query q, const vv_query_filter *filter, vv_hit *hits, uint32_t capacity)
{
    collection c = {.hits = hits, .capacity = capacity};
    search(stage, &q, filter, false, &c);
    return c.count;
}

uint32_t vv_stage_overlap_point(const vv_stage *stage, vv_vec2 point, const vv_query_filter *filter, vv_hit *hits,
                                uint32_t capacity)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(hits != NULL || capacity == 0);
    return overlap(stage, make_query(QUERY_POINT, point, point), filter, hits, capacity);
}

uint32_t vv_stage_overlap_circle(const vv_stage *stage, vv_vec2 centre, float radius, const vv_query_filter *filter,
                                 vv_hit *hits, uint32_t capacity)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(hits != NULL || capacity == 0);
    return overlap(stage, make_circle(centre, centre, radius), filter, hits, capacity);
}

uint32_t vv_stage_overlap_box(const vv_stage *stage, vv_vec2 centre, vv_vec2 half, float angle,
                              const vv_query_filter *filter, vv_hit *hits, uint32_t capacity)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(hits != NULL || capacity == 0);
    return overlap(stage, make_box(centre, centre, half, angle), filter, hits, capacity);
}

bool vv_stage_nearest(const vv_stage *stage, vv_vec2 point, float max_distance, const vv_query_filter *filter,
                      vv_hit *hit)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(hit != NULL);
    const vv_query_filter asked = filter ? *filter : vv_default_query_filter();
    const query q = make_query(QUERY_POINT, point, point);
    const queries *tree = stage->queries;
    collection c = {.hits = hit, .capacity = 1, .by_distance = true};
    if (!(max_distance >= 0.0f) || !begin(stage, &q))
        return false;
    float t = vvi_shown_share(stage), most = max_distance;
    query_walk way = vvi_query_walk(stage, &q, true);
    const query_entry *e = NULL;
    for (uint32_t i = 0; i < tree->plane_count || (e = vvi_query_next(&way, most)) != NULL; i++) {
        uint32_t id = i < tree->plane_count ? stage->def.max_actors + tree->planes[i] : e->id;
        vv_hit found = {.distance = INFINITY};
        if (is_asked(stage, id, &asked))
            found = find_nearest(stage, &q, id, t);
        if (!(found.distance <= most) || !(found.distance < INFINITY))
            continue;
        collect(stage, &c, &found);
        most = found.distance;
    }
    return c.count > 0;
}
