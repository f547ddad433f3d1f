/* What is drawn: the state interpolated between the last two fixed steps, at the time shown. */
#include "runtime/stage/puppet_actor.h"
#include "runtime/stage/workers.h"

#include <string.h>

/* Failures within this time of one another are reported once, s. */
#define FAILURE_TIME 1.0f

/* Of positions relative to an origin. Two at a time: the least of numbers does not depend on their order. */
static void find_bounds(const vv_vec2 *x, uint32_t count, vv_vec2 *low, vv_vec2 *high)
{
    float4 least = {INFINITY, INFINITY, INFINITY, INFINITY}, most = -least;
    uint32_t i = 0;
    for (; i + 1u < count; i += 2) {
        float4 p;
        memcpy(&p, x + i, sizeof p);
        for (int k = 0; k < 4; k++) {
            least[k] = vvi_min(least[k], p[k]);
            most[k] = vvi_max(most[k], p[k]);
        }
    }
    *low = (vv_vec2){vvi_min(least[0], least[2]), vvi_min(least[1], least[3])};
    *high = (vv_vec2){vvi_max(most[0], most[2]), vvi_max(most[1], most[3])};
    if (i < count) {
        *low = (vv_vec2){vvi_min(low->x, x[i].x), vvi_min(low->y, x[i].y)};
        *high = (vv_vec2){vvi_max(high->x, x[i].x), vvi_max(high->y, x[i].y)};
    }
}

static void find_shown_bounds(struct shown *s, uint32_t count)
{
    if (!s->has_bounds)
        find_bounds(s->x, count, &s->low, &s->high);
    s->has_bounds = true;
}

static void copy_shown(struct shown *shown, const actor *a)
{
    memcpy(shown->x, a->x, a->view.particle_count * sizeof *a->x);
    shown->origin[0] = a->origin[0];
    shown->origin[1] = a->origin[1];
    shown->has_bounds = false;
    shown->angle = a->angle;
    shown->place = a->place;
    if (a->puppet) {
        shown->member = a->puppet->current;
        VVI_CHECK(2u * current_member(a)->view.stride <= a->state_capacity);
        memcpy(shown->c, current_member(a)->state.c, 2u * (size_t)current_member(a)->view.stride * sizeof *shown->c);
    }
}

void vvi_actor_show_now(actor *a)
{
    copy_shown(&a->shown[0], a);
    copy_shown(&a->shown[1], a);
    a->jumped = false;
}

/* Both states between which is interpolated are mirrored about their own centres: the next frame shows the mirror image
 * of what it would have shown, and time goes on between them. The newer one is also the last good state, to which a
 * failure in the next step returns. */
void vvi_actor_mirror_shown(vv_stage *stage, actor *a)
{
    for (int k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < a->view.particle_count; i++)
            a->shown[k].x[i].x = -a->shown[k].x[i].x;
        a->shown[k].angle = -a->shown[k].angle;
        a->shown[k].has_bounds = false;
    }
    vvi_queries_outdate(stage);
}

void vvi_actor_jump(vv_stage *stage, actor *a)
{
    a->jumped = true;
    vvi_queries_outdate(stage);
}

static void advance_shown(actor *a)
{
    struct shown newer = a->shown[1];
    a->shown[1] = a->shown[0];
    a->shown[0] = newer;
    copy_shown(&a->shown[1], a);
}

static void record_actor(const vv_stage *stage, actor *a, bool is_asked)
{
    a->failed_time = vvi_min(a->failed_time + stage->def.step, 1000.0f);
    VVI_CHECK(a->puppet || vvi_place_is_valid(a->view.complex, a->place));
    a->failed = a->failed && a->failed_time < FAILURE_TIME;
    bool changed = a->puppet && a->puppet->current != a->shown[1].member;
    if (a->jumped || changed)
        vvi_actor_show_now(a);
    else
        advance_shown(a);
    if (is_asked)
        find_shown_bounds(&a->shown[1], a->view.particle_count);
}

static void record_some(vv_stage *view, void *is_asked, uint32_t index)
{
    uint32_t first = index * ACTORS_OF_TASK, end = first + ACTORS_OF_TASK;
    for (uint32_t i = first; i < end && i < view->actor_end; i++)
        if (view->actors[i].used)
            record_actor(view, &view->actors[i], *(const bool *)is_asked);
}

void vvi_stage_record_shown(vv_stage *stage)
{
    bool is_asked = vvi_queries_advance(stage);
    vvi_stage_share(stage, task_count(stage->actor_end, ACTORS_OF_TASK), record_some, &is_asked);
}

float vvi_shown_share(const vv_stage *stage)
{
    return stage->step_count ? vvi_clamp(stage->pending / stage->def.step, 0.0f, 1.0f) : 1.0f;
}

/* A drawing that was teleported after the last step is shown where it is already. */
void vvi_actor_shown_pose(const vv_stage *stage, const actor *a, double origin[2], float *angle, vv_place *place)
{
    double t = (double)vvi_shown_share(stage);
    const struct shown *old = &a->shown[0], *new = &a->shown[1];
    for (int k = 0; k < 2; k++)
        origin[k] = a->jumped ? a->origin[k] : old->origin[k] + (new->origin[k] - old->origin[k]) * t;
    *angle = a->jumped ? a->angle : old->angle + (new->angle - old->angle) * (float)t;
    *place = a->jumped || a->puppet ? a->place : vvi_place_lerp(a->view.complex, old->place, new->place, (float)t);
}

vv_vec2 vvi_shown_particle(const actor *a, uint32_t i, double t)
{
    const struct shown *old = &a->shown[0], *new = &a->shown[1];
    if (a->jumped)
        return particle_at(a, i);
    double x0 = old->origin[0] + (double)old->x[i].x, y0 = old->origin[1] + (double)old->x[i].y;
    double x1 = new->origin[0] + (double)new->x[i].x, y1 = new->origin[1] + (double)new->x[i].y;
    return (vv_vec2){(float)(x0 + (x1 - x0) * t), (float)(y0 + (y1 - y0) * t)};
}

/* ---- Bounds ------------------------------------------------------------------------------------------------------ */

/* Rounded outwards: a float at 10 km has a resolution of a millimetre. */
static float below(double x) { return (float)(x - 2.4e-7 * fabs(x)); }
static float above(double x) { return (float)(x + 2.4e-7 * fabs(x)); }

static void extend_bounds(const double origin[2], vv_vec2 l, vv_vec2 h, vv_vec2 *low, vv_vec2 *high)
{
    low->x = vvi_min(low->x, below(origin[0] + (double)l.x));
    low->y = vvi_min(low->y, below(origin[1] + (double)l.y));
    high->x = vvi_max(high->x, above(origin[0] + (double)h.x));
    high->y = vvi_max(high->y, above(origin[1] + (double)h.y));
}

void vvi_actor_shown_bounds(actor *a, vv_vec2 *low, vv_vec2 *high)
{
    vv_vec2 l, h;
    *low = (vv_vec2){INFINITY, INFINITY};
    *high = (vv_vec2){-INFINITY, -INFINITY};
    if (a->jumped) {
        find_bounds(a->x, a->view.particle_count, &l, &h);
        extend_bounds(a->origin, l, h, low, high);
        return;
    }
    for (int k = 0; k < 2; k++) {
        struct shown *s = &a->shown[k];
        find_shown_bounds(s, a->view.particle_count);
        extend_bounds(s->origin, s->low, s->high, low, high);
    }
}

/* ---- Queries ----------------------------------------------------------------------------------------------------- */

vv_actor_state vv_stage_actor_state(const vv_stage *stage, vv_actor id)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    const actor *a = vvi_stage_actor(stage, id);
    vv_actor_state s = {0};
    double origin[2];
    if (!a)
        return s;
    vvi_actor_shown_pose(stage, a, origin, &s.angle, &s.place);
    s.position = (vv_vec2){(float)origin[0], (float)origin[1]};
    s.velocity = a->velocity;
    s.angular_velocity = a->spin;
    s.equilibrium = a->equilibrium;
    s.flipped = a->flipped;
    s.asleep = a->asleep;
    s.grounded = a->air_time < 0.05f;
    s.touching = a->touch_time <= 0.5f * stage->def.step;
    s.contact_normal = s.touching ? a->contact_normal : (vv_vec2){0.0f, 0.0f};
    s.ground_velocity = a->carrier;
    s.contact_energy = a->energy;
    s.kinematic = a->kinematic;
    s.layers = a->layers;
    s.mask = a->mask;
    s.sensor = a->sensor;
    s.scale = a->scale;
    s.density = a->sizing ? a->sizing->density : 1.0f;
    s.mass = a->view.mass;
    s.size = a->view.size;
    s.tint = a->tint;
    s.hidden_layers = a->hidden_layers;
    s.tag = a->tag;
    return s;
}

void vv_stage_weights(const vv_stage *stage, vv_actor id, float *weights)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(weights != NULL);
    const actor *a = vvi_stage_actor(stage, id);
    if (a && a->puppet && a->view.example_count)
        memcpy(weights, current_member(a)->state.mix, a->view.example_count * sizeof *weights);
    else if (a && !a->puppet)
        vv_complex_weights(a->view.complex, vv_stage_actor_state(stage, id).place, weights);
}

void vv_stage_vertices(const vv_stage *stage, vv_actor id, vv_vec2 *vertices)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(vertices != NULL);
    const actor *a = vvi_stage_actor(stage, id);
    double t = (double)vvi_shown_share(stage);
    if (!a)
        return;
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        vertices[a->view.vertices[i]] = vvi_shown_particle(a, i, t);
}

typedef struct vertices_request {
    const vv_stage *stage;
    uint32_t count;
    const vv_actor *actors;
    vv_vec2 *const *vertices;
} vertices_request;

static void find_some_vertices(void *context, uint32_t index, uint32_t which)
{
    const vertices_request *r = context;
    uint32_t first = index * ACTORS_OF_TASK, end = first + ACTORS_OF_TASK;
    (void)which;
    for (uint32_t k = first; k < end && k < r->count; k++)
        if (r->vertices[k])
            vv_stage_vertices(r->stage, r->actors[k], r->vertices[k]);
}

void vv_stage_all_vertices(const vv_stage *stage, uint32_t count, const vv_actor *actors, vv_vec2 *const *vertices)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VVI_ASSERT_ARRAY(actors, count);
    VVI_ASSERT_ARRAY(vertices, count);
    vertices_request request = {stage, count, actors, vertices};
    vvi_jobs_run(stage->jobs.workers ? &stage->jobs : NULL, task_count(count, ACTORS_OF_TASK), find_some_vertices,
                 &request);
}

/* The rest shape of what is shown; for a puppet, the mix of its examples. */
static void rest_shape_shown(const vv_stage *stage, const actor *a, vv_place place, vv_vec2 *rest)
{
    if (!a->puppet) {
        double time = vv_stage_time(stage);
        vvi_actor_rest_shape(stage, a, place, time, time, rest);
        return;
    }
    vvi_puppet_rest(a, rest);
}

/* Summed in double here: the kernels need padded arrays, and an overlay is not urgent. */
void vv_stage_goal_positions(const vv_stage *stage, vv_actor id, vv_vec2 *goals)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(goals != NULL);
    const actor *a = vvi_stage_actor(stage, id);
    double t = (double)vvi_shown_share(stage), centre[2] = {0.0, 0.0}, along = 0.0, across = 0.0, origin[2];
    vv_place place;
    float angle;
    if (!a)
        return;
    VVI_CHECK(a->puppet || stage->shape_count >= a->view.particle_count);
    vv_vec2 *rest = a->puppet ? a->rest : stage->shape;
    vvi_actor_shown_pose(stage, a, origin, &angle, &place);
    rest_shape_shown(stage, a, place, rest);
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 x = goals[a->view.vertices[i]] = vvi_shown_particle(a, i, t);
        centre[0] += (double)a->view.masses[i] * (double)x.x / a->mass;
        centre[1] += (double)a->view.masses[i] * (double)x.y / a->mass;
    }
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 x = goals[a->view.vertices[i]];
        double dx = (double)x.x - centre[0], dy = (double)x.y - centre[1], m = (double)a->view.masses[i];
        along += m * ((double)rest[i].x * dx + (double)rest[i].y * dy);
        across += m * ((double)rest[i].x * dy - (double)rest[i].y * dx);
    }
    double length = sqrt(along * along + across * across);
    double cosine = length > 0.0 ? along / length : 1.0, sine = length > 0.0 ? across / length : 0.0;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        double x = (double)rest[i].x, y = (double)rest[i].y;
        goals[a->view.vertices[i]] =
            (vv_vec2){(float)(centre[0] + cosine * x - sine * y), (float)(centre[1] + sine * x + cosine * y)};
    }
}

/* ---- Picking ----------------------------------------------------------------------------------------------------- */

/* Barycentric coordinates of p; false outside. For either orientation: a drawing may be flipped. */
static bool is_inside_triangle(vv_vec2 p, vv_vec2 a, vv_vec2 b, vv_vec2 c, float weights[3])
{
    float area = vv_vec2_cross(vv_vec2_sub(b, a), vv_vec2_sub(c, a));
    if (area == 0.0f)
        return false;
    weights[0] = vv_vec2_cross(vv_vec2_sub(b, p), vv_vec2_sub(c, p)) / area;
    weights[1] = vv_vec2_cross(vv_vec2_sub(c, p), vv_vec2_sub(a, p)) / area;
    weights[2] = 1.0f - weights[0] - weights[1];
    return weights[0] >= 0.0f && weights[1] >= 0.0f && weights[2] >= 0.0f;
}

bool vvi_find_shown_triangle(const vv_stage *stage, const actor *a, vv_vec2 point, uint32_t corners[3],
                             float weights[3])
{
    double t = (double)vvi_shown_share(stage);
    for (uint32_t k = a->view.triangle_count; k-- > 0;) {
        const uint32_t *corner = a->view.triangles + 3 * (size_t)k;
        VVI_CHECK(vvi_all_below(corner, 3, a->view.particle_count));
        vv_vec2 p[3];
        for (int c = 0; c < 3; c++)
            p[c] = vvi_shown_particle(a, corner[c], t);
        if (!is_inside_triangle(point, p[0], p[1], p[2], weights))
            continue;
        memcpy(corners, corner, 3 * sizeof *corner);
        return true;
    }
    return false;
}

static bool pick_actor(const vv_stage *stage, const actor *a, vv_vec2 point, vv_vec2 *at)
{
    uint32_t corners[3];
    float weights[3];
    if (!vvi_find_shown_triangle(stage, a, point, corners, weights))
        return false;
    *at = (vv_vec2){0.0f, 0.0f};
    for (int c = 0; c < 3; c++)
        *at = vv_vec2_add(*at, vv_vec2_scale(artwork_at(a, corners[c]), weights[c]));
    return true;
}

bool vv_stage_pick(const vv_stage *stage, vv_vec2 point, vv_actor *id, vv_vec2 *at)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(stage != NULL);
    VV_ASSERT(id != NULL);
    VV_ASSERT(at != NULL);
    const actor *best = NULL;
    if (!vvi_all_finite(&point.x, 2))
        return false;
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        const actor *a = &stage->actors[i];
        vv_vec2 here;
        if (a->used && (!best || a->order > best->order) && pick_actor(stage, a, point, &here)) {
            best = a;
            *at = here;
        }
    }
    if (best)
        *id = actor_id(stage, best);
    return best != NULL;
}
