/* Contact points between two outlines: each point of one against the nearest edge of the other that faces it,
 * searched where the bounds overlap. Where the relative motion in a substep exceeds half the contact margin, the path
 * of the point from x0 to x is tested against the moving edge instead, so that nothing tunnels however thin it is. A
 * point deep inside, for which no edge is near (after a teleport), gets the nearest edge of all. */
#include "runtime/stage/contact.h"

#include <string.h>

#define MAX_DEEP_POINTS  8u /* contact points for outline points deep inside, of one side of a pair */
#define MIN_FACING       0.1f
#define MAX_SWEPT_FACING 0.3f

typedef struct search {
    contacts *c;
    const side *points, *edges;
    bool swapped; /* the point is on side b */
    float margin, depth;
    bool swept, deep;
    vector_box box;
} search;

vv_vec2 vvi_side_outward(const side *s, uint32_t point)
{
    vv_vec2 sum = {0.0f, 0.0f};
    if (s->out)
        return s->out[point];
    if (!s->outline)
        return sum;
    const uint32_t ends[2] = {s->outline->coming[point], s->outline->leaving[point]};
    for (uint32_t k = 0; k < 2; k++) {
        if (ends[k] == VV_NONE)
            continue;
        vv_vec2 p = s->x[s->particles[s->edges[2u * ends[k]]]], q = s->x[s->particles[s->edges[2u * ends[k] + 1u]]];
        sum = vv_vec2_add(sum, vv_vec2_scale((vv_vec2){q.y - p.y, p.x - q.x}, s->sign));
    }
    return sum;
}

/* The edge in front of a point. */
typedef struct hit {
    uint32_t i, j;
    float t;
    vv_vec2 normal; /* out of the edge */
    float distance; /* at the end of the substep; i = VV_NONE: nothing found */
    bool swept;
} hit;

static void edge_ends(const side *s, uint32_t edge, uint32_t *i, uint32_t *j)
{
    VVI_CHECK(edge < s->edge_count);
    *i = s->edges ? s->edges[2u * edge] : edge;
    *j = s->edges ? s->edges[2u * edge + 1u] : edge + 1u == s->point_count ? 0u : edge + 1u;
    VVI_CHECK(*i < s->point_count && *j < s->point_count);
}

/* The outward unit normal of the edge from p to q; zero where they coincide. */
static vv_vec2 edge_normal(const side *s, vv_vec2 p, vv_vec2 q, float *length)
{
    vv_vec2 right = {q.y - p.y, p.x - q.x};
    *length = vv_vec2_length(right);
    return *length > 0.0f ? vv_vec2_scale(right, s->sign / *length) : (vv_vec2){0.0f, 0.0f};
}

static inline vector_box box_of(vv_vec2 low, vv_vec2 high) { return (vector_box){low.x, low.y, -high.x, -high.y}; }
/* A position twice, as vectors; and as a point that a box is compared with. */
static inline float4 side_vector(const side *s, const vv_vec2 *x, uint32_t point)
{
    double at; /* eight bytes, whatever they are */
    memcpy(&at, x + (s->particles ? s->particles[point] : point), sizeof at);
    return (float4)(double2){at, at} + (float4){s->offset.x, s->offset.y, s->offset.x, s->offset.y};
}
static inline vv_vec2 vector_point(float4 twice) { return (vv_vec2){twice[0], twice[1]}; }
static inline float4 box_point(float4 twice) { return (float4)((int4)twice ^ (int4){0, 0, INT32_MIN, INT32_MIN}); }
static inline bool is_in_box(float4 point, vector_box box) { return int4_bits(point >= box) == 15u; }
/* `farthest`: the greatest box_point of what may be outside. */
static inline bool is_outside(float4 farthest, vector_box box) { return int4_bits(farthest < box) != 0; }

/* Adds the bounds of near edge `k` to those of its four and of its chunk, enlarged by more than a contact point
 * reaches. */
static inline void grow_boxes(const search *s, uint32_t k, vector_box box)
{
    float around = 2.0f * s->depth;
    vector_box *four = &s->c->near_fours[k / 4u].box, *chunk = &s->c->near_boxes[k / NEAR_CHUNK];
    box -= around;
    *four = k % 4u == 0 ? box : float4_min(*four, box);
    *chunk = k % NEAR_CHUNK == 0 ? box : float4_min(*chunk, box);
}

/* Lists the edges that reach into the bounds of the search. */
static uint32_t gather_edges(const search *s)
{
    uint32_t count = 0;
    const side *e = s->edges;
    uint32_t edges = e->chosen_edges ? e->chosen_edge_count : e->edge_count;
    VVI_CHECK(edges <= s->c->edge_capacity);
    for (uint32_t k = 0; k < edges && count < s->c->edge_capacity; k++) {
        near_edge *n = &s->c->near_edges[count];
        edge_ends(e, e->chosen_edges ? e->chosen_edges[k] : k, &n->i, &n->j);
        float4 from = side_vector(e, e->x, n->i), to = side_vector(e, e->x, n->j);
        n->from = vector_point(from);
        n->to = vector_point(to);
        vector_box box = float4_min(box_point(from), box_point(to));
        float4 farthest = float4_max(box_point(from), box_point(to));
        if (s->swept) {
            from = side_vector(e, e->x0, n->i);
            to = side_vector(e, e->x0, n->j);
            n->from0 = vector_point(from);
            n->to0 = vector_point(to);
            box = float4_min(box, float4_min(box_point(from), box_point(to)));
            farthest = float4_max(farthest, float4_max(box_point(from), box_point(to)));
        }
        if (!is_outside(farthest, s->box))
            grow_boxes(s, count++, box);
    }
    return count;
}

/* Four positions: x of all, then y of all. */
typedef struct four_points {
    float4 x, y;
} four_points;

static inline four_points four_positions(const vv_vec2 *const p[4])
{
    return (four_points){{p[0]->x, p[1]->x, p[2]->x, p[3]->x}, {p[0]->y, p[1]->y, p[2]->y, p[3]->y}};
}

/* The outward unit normals of the edges from p to q; zero where they coincide. */
static inline four_points edge_normals(const four_points *p, const four_points *q, float sign, float4 *length)
{
    float4 x = q->y - p->y, y = p->x - q->x, zero = {0.0f, 0.0f, 0.0f, 0.0f};
    *length = float4_sqrt(x * x + y * y);
    float4 scale = sign / *length;
    int4 real = *length > 0.0f;
    return (four_points){float4_select(real, x * scale, zero), float4_select(real, y * scale, zero)};
}

/* Packs `count` near edges into vectors of four. Whole vectors are stored: with lanes stored one by one at a varying
 * index, clang 14 for SSE4.1 and above gave other bits than every other build. */
static void pack_edges_by_four(const search *s, uint32_t count)
{
    const near_edge *edges = s->c->near_edges;
    for (uint32_t k = 0; k < count; k += 4u) {
        near_four *four = &s->c->near_fours[k / 4u];
        const near_edge *e[4];
        int4 listed = {-1, -1, -1, -1};
        for (uint32_t lane = 0; lane < 4; lane++)
            e[lane] = &edges[k + lane < count ? k + lane : count - 1u];
        if (k + 4u > count)
            listed = (int4){-1, -(k + 1u < count), -(k + 2u < count), 0};
        four_points from =
            four_positions((const vv_vec2 *const[4]){&e[0]->from, &e[1]->from, &e[2]->from, &e[3]->from});
        four_points to = four_positions((const vv_vec2 *const[4]){&e[0]->to, &e[1]->to, &e[2]->to, &e[3]->to});
        float4 length, none = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
        four_points normal = edge_normals(&from, &to, s->edges->sign, &length);
        float4 scale = 1.0f / length;
        four->from_x = from.x;
        four->from_y = from.y;
        four->along_x = (to.x - from.x) * scale;
        four->along_y = (to.y - from.y) * scale;
        four->normal_x = normal.x;
        four->normal_y = normal.y;
        four->length = float4_select(listed & (length > 0.0f), length, none);
        if (!s->swept)
            continue;
        from = four_positions((const vv_vec2 *const[4]){&e[0]->from0, &e[1]->from0, &e[2]->from0, &e[3]->from0});
        to = four_positions((const vv_vec2 *const[4]){&e[0]->to0, &e[1]->to0, &e[2]->to0, &e[3]->to0});
        normal = edge_normals(&from, &to, s->edges->sign, &length);
        four->from0_x = from.x;
        four->from0_y = from.y;
        four->normal0_x = normal.x;
        four->normal0_y = normal.y;
    }
}

/* A near edge with its direction. */
typedef struct edge_lane {
    const near_edge *edge;
    vv_vec2 along, normal;
    float length;
} edge_lane;

static inline edge_lane lane_of(const search *s, uint32_t k)
{
    const near_four *four = &s->c->near_fours[k / 4u];
    uint32_t lane = k % 4u;
    return (edge_lane){&s->c->near_edges[k],
                       {four->along_x[lane], four->along_y[lane]},
                       {four->normal_x[lane], four->normal_y[lane]},
                       four->length[lane]};
}

/* Whether the edge faces a point whose outline has the outward normal `out`. The normal of a two-sided edge is turned
 * towards the point. */
static bool is_facing(const side *e, vv_vec2 *normal, vv_vec2 out, float limit)
{
    float facing = vv_vec2_dot(*normal, out), length = vv_vec2_dot(out, out);
    if (length == 0.0f)
        return true;
    if (e->two_sided && !e->one_way && facing > 0.0f) {
        *normal = vv_vec2_scale(*normal, -1.0f);
        facing = -facing;
    }
    return facing < 0.0f && facing * facing > limit * limit * length;
}

static void test_near_edge(const search *s, const edge_lane *e, vv_vec2 p, vv_vec2 out, hit *best)
{
    vv_vec2 d = vv_vec2_sub(p, e->edge->from);
    VVI_CHECK(e->length > 0.0f);
    float along = vv_vec2_dot(d, e->along), slack = 0.5f * s->margin;
    if (along < -slack || along > e->length + slack)
        return;
    vv_vec2 normal = e->normal;
    float separation = vv_vec2_dot(d, normal);
    if (fabsf(separation) >= best->distance || !is_facing(s->edges, &normal, out, MIN_FACING))
        return;
    separation = vv_vec2_dot(d, normal);
    if (separation > s->margin || separation < -s->depth)
        return;
    *best = (hit){e->edge->i, e->edge->j, vvi_clamp(along / e->length, 0.0f, 1.0f), normal, fabsf(separation), false};
}

/* Whether a point crosses a moving edge from outside to inside: `start` and `end` are its signed distances. A
 * two-sided edge stops the point from the side on which it was; where it was too near to tell, from the side on which
 * its drawing is. */
static bool does_enter(const search *s, vv_vec2 *normal, vv_vec2 out, float *start, float *end)
{
    const side *e = s->edges;
    if (e->two_sided && !e->one_way) {
        vv_vec2 before = *normal;
        if (fabsf(*start) > s->depth ? *start < 0.0f : !is_facing(e, normal, out, MIN_FACING))
            *normal = vv_vec2_scale(*normal, -1.0f);
        float sign = vv_vec2_dot(before, *normal) > 0.0f ? 1.0f : -1.0f;
        *start *= sign;
        *end *= sign;
    } else if (vv_vec2_dot(*normal, out) > MAX_SWEPT_FACING * vv_vec2_length(out)) {
        return false;
    }
    return *start >= -0.5f * s->depth && *end < 0.0f && *end < *start;
}

/* Keeps the edge that the point crosses first from outside to inside. `best->distance` is the time, 0…1. */
static void test_swept_edge(const search *s, uint32_t k, vv_vec2 p0, vv_vec2 p1, vv_vec2 out, hit *best)
{
    const near_four *four = &s->c->near_fours[k / 4u];
    edge_lane lane = lane_of(s, k);
    const near_edge *e = lane.edge;
    vv_vec2 normal = lane.normal, normal0 = {four->normal0_x[k % 4u], four->normal0_y[k % 4u]};
    float start = vv_vec2_dot(normal0, vv_vec2_sub(p0, e->from0)), end = vv_vec2_dot(normal, vv_vec2_sub(p1, e->from));
    bool had_length = normal0.x != 0.0f || normal0.y != 0.0f;
    if (!had_length || !does_enter(s, &normal, out, &start, &end))
        return;
    float time = start > 0.0f ? start / (start - end) : 0.0f;
    VVI_CHECK(time >= 0.0f && time <= 1.0f);
    if (time >= best->distance)
        return;
    vv_vec2 p = vv_vec2_lerp(p0, p1, time), from = vv_vec2_lerp(e->from0, e->from, time),
            to = vv_vec2_lerp(e->to0, e->to, time);
    vv_vec2 way = vv_vec2_sub(to, from);
    float squared = vv_vec2_dot(way, way), slack = 0.5f * s->margin / lane.length;
    float t = squared > 0.0f ? vv_vec2_dot(vv_vec2_sub(p, from), way) / squared : 0.5f;
    if (t >= -slack && t <= 1.0f + slack)
        *best = (hit){e->i, e->j, vvi_clamp(t, 0.0f, 1.0f), normal, time, true};
}

/* By the winding number of the whole outline about the point. */
bool vvi_does_outline_contain(const side *s, vv_vec2 point)
{
    int winding = 0;
    if (s->two_sided)
        return false;
    for (uint32_t k = 0; k < s->edge_count; k++) {
        uint32_t i, j;
        edge_ends(s, k, &i, &j);
        vv_vec2 p = vv_vec2_sub(side_point(s, s->x, i), point), q = vv_vec2_sub(side_point(s, s->x, j), point);
        if ((p.y <= 0.0f) != (q.y <= 0.0f)) {
            float cross = vv_vec2_cross(p, q);
            winding += q.y > p.y ? (cross > 0.0f) : -(cross < 0.0f);
        }
    }
    return winding != 0;
}

/* Finds the nearest edge of all, whether it faces the point or not. */
static void test_all_edges(const search *s, vv_vec2 p, hit *best)
{
    const side *e = s->edges;
    for (uint32_t k = 0; k < e->edge_count; k++) {
        uint32_t i, j;
        edge_ends(e, k, &i, &j);
        vv_vec2 from = side_point(e, e->x, i), to = side_point(e, e->x, j), way = vv_vec2_sub(to, from);
        float squared = vv_vec2_dot(way, way), length;
        if (!(squared > 0.0f))
            continue;
        float t = vvi_clamp(vv_vec2_dot(vv_vec2_sub(p, from), way) / squared, 0.0f, 1.0f);
        float distance = vv_vec2_distance(p, vv_vec2_lerp(from, to, t));
        if (distance < best->distance)
            *best = (hit){i, j, t, edge_normal(e, from, to, &length), distance, false};
    }
}

static edge_point point_of_vertex(const side *s, uint32_t point)
{
    uint32_t particle = s->particles ? s->particles[point] : point;
    return (edge_point){particle, particle, 0.0f};
}

static edge_point point_of_edge(const side *s, const hit *h)
{
    return (edge_point){s->particles ? s->particles[h->i] : h->i, s->particles ? s->particles[h->j] : h->j, h->t};
}

static float separation_of(const edge_point *point, const vv_vec2 *x, const edge_point *edge, const vv_vec2 *y,
                           vv_vec2 normal)
{
    return vv_vec2_dot(normal, vv_vec2_sub(edge_point_position(point, x), edge_point_position(edge, y)));
}

static void add_contact_point(const search *s, uint32_t point, const hit *h)
{
    contacts *c = s->c;
    VVI_CHECK(c->found_count < c->found_capacity);
    if (c->found_count >= c->found_capacity)
        return;
    const side *p = s->points, *e = s->edges;
    VVI_CHECK(vvi_is_unit2(h->normal) && h->t >= 0.0f && h->t <= 1.0f);
    contact_point *r = &c->found[c->found_count++];
    edge_point on_point = point_of_vertex(p, point), on_edge = point_of_edge(e, h);
    vv_vec2 away = vv_vec2_sub(p->offset, e->offset);
    float offset = vv_vec2_dot(h->normal, away);
    float start = separation_of(&on_point, p->start, &on_edge, e->start, h->normal) + offset;
    float separation = separation_of(&on_point, p->x, &on_edge, e->x, h->normal) + offset;
    if (h->swept) /* it was in front of the edge, whatever the normal of now says of then */
        start += vvi_max(0.0f, -separation_of(&on_point, p->x0, &on_edge, e->x0, h->normal) - offset);
    r->arc = (contact_arc){{0.0f, 0.0f}, 0.0f};
    r->offset = offset;
    r->start_separation = start;
    r->separation = separation;
    r->closing_speed = r->normal_impulse = r->tangent_impulse = 0.0f;
    r->responses[0] = r->responses[1] = NULL;
    r->manifold = CONTACT_NO_MANIFOLD;
    r->min_separation = vvi_min(r->start_separation, 0.0f);
    r->a = s->swapped ? on_edge : on_point;
    r->b = s->swapped ? on_point : on_edge;
    r->normal = s->swapped ? vv_vec2_scale(h->normal, -1.0f) : h->normal;
}

/* −1 in the lane of each of four edges that may be near enough to the point for test_near_edge to accept it. */
static int4 near_edge_mask(const search *s, const near_four *e, vv_vec2 p)
{
    float4 x = p.x - e->from_x, y = p.y - e->from_y;
    float4 along = x * e->along_x + y * e->along_y, separation = x * e->normal_x + y * e->normal_y;
    float slack = 0.5f * s->margin, depth = vvi_max(s->depth, s->margin);
    return (along >= -slack) & (along <= e->length + slack) & (separation <= depth) & (separation >= -depth);
}

/* −1 in the lane of each edge that the point may cross from outside to inside between p0 and p: the conditions of
 * does_enter in the same arithmetic, so that no edge is missed. `out_length` is that of `out`. */
static int4 crossed_edge_mask(const search *s, const near_four *e, vv_vec2 p0, vv_vec2 p, vv_vec2 out, float out_length)
{
    int4 real = e->length > 0.0f;
    if (s->edges->two_sided && !s->edges->one_way)
        return real;
    float4 end = e->normal_x * (p.x - e->from_x) + e->normal_y * (p.y - e->from_y);
    float4 start = e->normal0_x * (p0.x - e->from0_x) + e->normal0_y * (p0.y - e->from0_y);
    float4 facing = e->normal_x * out.x + e->normal_y * out.y;
    return real & (end < 0.0f) & (start >= -0.5f * s->depth) & (end < start) &
           (facing <= MAX_SWEPT_FACING * out_length);
}

/* Finds the first edge that the point crosses between p0 and p. */
static void find_first_crossing(const search *s, uint32_t edges, float4 at0, float4 at, vv_vec2 out, hit *best)
{
    vv_vec2 p0 = vector_point(at0), p = vector_point(at);
    float4 farthest = float4_max(box_point(at0), box_point(at));
    float out_length = vv_vec2_length(out);
    for (uint32_t k = 0; k < edges; k += 4) {
        if (k % NEAR_CHUNK == 0 && is_outside(farthest, s->c->near_boxes[k / NEAR_CHUNK])) {
            k += NEAR_CHUNK - 4u;
            continue;
        }
        uint32_t passed = int4_bits(crossed_edge_mask(s, &s->c->near_fours[k / 4u], p0, p, out, out_length));
        for (; passed; passed &= passed - 1u)
            test_swept_edge(s, k + (uint32_t)__builtin_ctz(passed), p0, p, out, best);
    }
}

/* The nearest edge that faces the point; in a swept search, the first that it crosses. */
static hit find_hit(const search *s, uint32_t edges, uint32_t point, float4 at0, float4 at)
{
    vv_vec2 p = vector_point(at), out = vvi_side_outward(s->points, point);
    hit best = {.i = VV_NONE, .distance = INFINITY};
    if (s->swept)
        find_first_crossing(s, edges, at0, at, out, &best);
    float4 boxed = box_point(at);
    for (uint32_t k = 0; k < edges && !best.swept; k += 4) {
        const near_four *four = &s->c->near_fours[k / 4u];
        if (!is_in_box(boxed, four->box))
            continue;
        uint32_t near = int4_bits(near_edge_mask(s, four, p));
        for (; near; near &= near - 1u) {
            edge_lane e = lane_of(s, k + (uint32_t)__builtin_ctz(near));
            test_near_edge(s, &e, p, out, &best);
        }
    }
    return best;
}

/* For points deep inside, further than a contact point reaches. */
static hit find_deep(const search *s, float4 at)
{
    vv_vec2 p = vector_point(at);
    hit best = {.i = VV_NONE, .distance = INFINITY};
    if (is_in_box(box_point(at), s->box + s->depth) && vvi_does_outline_contain(s->edges, p))
        test_all_edges(s, p, &best);
    return best;
}

static uint32_t find_contact_points(const search *s)
{
    const side *own = s->points;
    uint32_t points = own->chosen ? own->chosen_count : own->point_count, deep = 0;
    uint32_t edges = points ? gather_edges(s) : 0;
    pack_edges_by_four(s, edges);
    for (uint32_t k = 0; k < points; k++) {
        uint32_t i = own->chosen ? own->chosen[k] : k;
        float4 at = side_vector(own, own->x, i), at0 = s->swept ? side_vector(own, own->x0, i) : at;
        if (is_outside(float4_max(box_point(at0), box_point(at)), s->box))
            continue;
        hit h = find_hit(s, edges, i, at0, at);
        if (h.i == VV_NONE && s->deep && deep < MAX_DEEP_POINTS) {
            h = find_deep(s, at);
            deep += h.i != VV_NONE;
        }
        if (h.i != VV_NONE)
            add_contact_point(s, i, &h);
    }
    return deep;
}

uint32_t vvi_collide_outlines(contacts *c, const side *a, const side *b, const reach *where)
{
    search s = {.c = c,
                .points = a,
                .edges = b,
                .margin = where->margin,
                .depth = 2.0f * where->margin,
                .swept = where->travel > 0.5f * where->margin,
                .deep = where->search_deep,
                .box = box_of(where->low, where->high)};
    VVI_CHECK(where->margin > 0.0f && where->travel >= 0.0f && c->found_count == 0);
    uint32_t deep = find_contact_points(&s);
    s.points = b;
    s.edges = a;
    s.swapped = true;
    return deep + find_contact_points(&s);
}
