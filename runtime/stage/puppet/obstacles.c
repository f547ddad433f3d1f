/* A puppet against obstacles, inside the implicit solve of its step.
 *
 * The narrow phase that sprites use finds where the way from the start of the step to the present guess meets an obstacle
 * (swept, so that nothing is passed through), and a few points of that hold: the ends and the deepest of each face. A point that
 * is inside is pushed by a stiff spring, and friction is a spring to where it stood, whose force is at most μ times the push:
 * where it would be more, the spring is as soft as it takes, so that both are in the matrix and neither creeps nor slows the
 * iterations down. */
#include "runtime/stage/puppet/actor.h"

#include <string.h>

#define STIFFNESS  50.0 /* of a point, in mass/h²: what rests is 0.1 mm inside */
#define LEFT_DEPTH 0.8  /* of what was inside when the step began, so much may stay */
#define SAME_FACE  0.9f /* cosine */
#define FACE_COUNT 2u   /* of an obstacle */

/* ---- Which are near --------------------------------------------------------------------------------------------------------- */

/* How far from the origin it may reach in this step. */
static float reach_of(const vv_stage *stage, const actor *a)
{
    const puppet *p = a->puppet;
    const member *m = member_now(a);
    float h = stage->def.step, far = 0.0f, fast = 0.0f;
    double pull = 0.0;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        far = vvi_max(far, vv_vec2_dot(a->x[i], a->x[i]));
        fast = vvi_max(fast, vv_vec2_dot(a->v[i], a->v[i]));
    }
    for (uint32_t i = 0; i < p->aim_count; i++) {
        const double *c = m->state.c + 3u * (size_t)p->aims[i].handle + 2u;
        double x = p->aims[i].value[0] - c[0], y = p->aims[i].value[1] - c[m->view.stride], way = sqrt(x * x + y * y);
        if (p->aims[i].channel == VV_CHANNEL_POSITION && way > pull)
            pull = way;
    }
    for (uint32_t i = 0; i < p->row_count; i++) {
        double way =
            fabs(p->rows[i].target - vvi_state_dot(p->rows[i].coefficients, m->state.c, 2u * (size_t)m->view.stride));
        pull = way > pull ? way : pull;
    }
    float g = vv_vec2_length(stage->def.gravity) * fabsf(p->material.gravity) + vv_vec2_length(a->force) / a->view.mass;
    return 1.1f * sqrtf(far) + h * sqrtf(fast) + h * h * g + (float)pull + CONTACT_MARGIN * a->view.size;
}

static bool is_near(const actor *a, const obstacle *o, float far)
{
    if (!o->used || o->sensor || !(o->layers & a->layers))
        return false;
    double x = a->origin[0], y = a->origin[1], r = (double)far;
    if (o->kind == VV_OBSTACLE_HALF_PLANE) {
        vv_vec2 way = vv_vec2_sub(o->points[1], o->points[0]);
        double length = (double)vv_vec2_length(way);
        double height = ((double)way.x * (y - (double)o->points[0].y) - (double)way.y * (x - (double)o->points[0].x));
        return height < r * length;
    }
    return x + r >= (double)o->low.x && x - r <= (double)o->high.x && y + r >= (double)o->low.y &&
           y - r <= (double)o->high.y;
}

bool vvi_puppet_meets_obstacles(vv_stage *stage, actor *a)
{
    puppet *p = a->puppet;
    bool any = false;
    p->reach = reach_of(stage, a);
    p->looked = p->struck = false;
    p->point_count = 0;
    for (uint32_t i = 0; i < stage->obstacle_end && !any; i++)
        any = is_near(a, &stage->obstacles[i], p->reach);
    if (!any)
        p->anchor_count = 0;
    return any;
}

/* ---- Points ------------------------------------------------------------------------------------------------------------------ */

static const anchor *anchor_of(const puppet *p, uint32_t which, const row_side *at, vv_vec2 normal)
{
    for (uint32_t i = 0; i < p->anchor_count && at->i == at->j; i++) {
        const anchor *held = &p->anchors[i];
        if (held->obstacle == which && held->vertex == at->i && vv_vec2_dot(held->normal, normal) > SAME_FACE)
            return held;
    }
    return NULL;
}

/* Along the face: in the mirror left is right, so the sign changes. */
static double along_of(const actor *a, vv_vec2 normal, double x, double y)
{
    return mirrored(a, -(double)normal.y * x + (double)normal.x * y);
}

static void set_rows(const actor *a, pressing *q)
{
    const member *m = member_now(a);
    size_t stride = m->view.stride;
    memset(q->shape, 0, stride * sizeof *q->shape);
    vvi_state_row(&m->view, q->side.i, 1.0 - (double)q->side.t, q->shape);
    if (q->side.t > 0.0f)
        vvi_state_row(&m->view, q->side.j, (double)q->side.t, q->shape);
    for (size_t k = 0; k < stride; k++) {
        q->across[k] = (double)q->normal.x * q->shape[k];
        q->across[stride + k] = (double)q->normal.y * q->shape[k];
        q->along[k] = -q->across[stride + k];
        q->along[stride + k] = q->across[k];
    }
}

static void add_point(const vv_stage *stage, actor *a, uint32_t which, const row *r)
{
    puppet *p = a->puppet;
    if (p->point_count >= PUPPET_POINTS)
        return;
    pressing *q = &p->points[p->point_count++];
    double h = (double)stage->def.step, slop = (double)(CONTACT_SLOP * a->view.size), start = (double)r->start;
    vv_vec2 from = row_point(&r->a, p->travel.from), speed = row_point(&r->a, p->travel.speed_from);
    const anchor *held = anchor_of(p, which, &r->a, r->normal);
    q->obstacle = which;
    q->side = r->a;
    q->normal = mirror_vector(a, r->normal);
    q->face = r->normal;
    q->offset = (double)r->offset;
    q->target = start < -slop ? LEFT_DEPTH * start : 0.0;
    q->stiffness = STIFFNESS * (double)a->view.mass / (h * h);
    q->friction = (double)sqrtf(p->material.friction * stage->obstacles[which].friction);
    q->approach = -(double)vv_vec2_dot(r->normal, speed);
    q->fresh = !held;
    q->anchor = held ? held->at - along_of(a, r->normal, a->origin[0], a->origin[1])
                     : along_of(a, r->normal, (double)from.x, (double)from.y);
    q->force = 0.0;
    set_rows(a, q);
}

/* The face with the deepest row that is in none yet: its ends, its deepest, and the deepest between. */
typedef struct face_choice {
    uint32_t left, right, deepest, middle;
    float low, high;
} face_choice;

static void spread(const row *rows, uint32_t count, uint8_t number, const vv_vec2 *x, float near, face_choice *f)
{
    vv_vec2 along = perpendicular(rows[f->deepest].normal);
    f->low = INFINITY;
    f->high = -INFINITY;
    for (uint32_t k = 0; k < count; k++) {
        float s = vv_vec2_dot(along, row_point(&rows[k].a, x));
        if (rows[k].face != number || rows[k].gap > rows[f->deepest].gap + near)
            continue;
        if (s < f->low)
            f->low = s, f->left = k;
        if (s > f->high)
            f->high = s, f->right = k;
    }
    for (uint32_t k = 0; k < count; k++) {
        float s = (vv_vec2_dot(along, row_point(&rows[k].a, x)) - f->low) / vvi_max(f->high - f->low, 1e-30f);
        bool inner = rows[k].face == number && s > 0.3f && s < 0.7f;
        if (inner && (f->middle == VV_NONE || rows[k].gap < rows[f->middle].gap))
            f->middle = k;
    }
}

static void choose_face(const vv_stage *stage, actor *a, uint32_t which, row *rows, uint32_t count, uint8_t number)
{
    face_choice f = {VV_NONE, VV_NONE, VV_NONE, VV_NONE, 0.0f, 0.0f};
    for (uint32_t k = 0; k < count; k++)
        if (rows[k].face == CONTACT_NO_FACE && (f.deepest == VV_NONE || rows[k].gap < rows[f.deepest].gap))
            f.deepest = k;
    if (f.deepest == VV_NONE)
        return;
    for (uint32_t k = 0; k < count; k++)
        if (rows[k].face == CONTACT_NO_FACE && vv_vec2_dot(rows[k].normal, rows[f.deepest].normal) > SAME_FACE)
            rows[k].face = number;
    spread(rows, count, number, a->x, 0.05f * a->view.size, &f);
    uint32_t chosen[4] = {f.deepest, f.left, f.right, f.middle};
    for (uint32_t k = 0; k < 4; k++) {
        bool again = chosen[k] == VV_NONE;
        for (uint32_t before = 0; before < k && !again; before++)
            again = chosen[before] == chosen[k];
        if (!again)
            add_point(stage, a, which, &rows[chosen[k]]);
    }
}

/* What contact knows of the two from the substeps before. */
static pair known_pair(const vv_stage *stage, uint32_t index, uint32_t which)
{
    const contacts *c = stage->contacts;
    for (uint32_t k = 0; k < c->pair_count; k++)
        if (c->pairs[k].obstacle && c->pairs[k].a == index && c->pairs[k].b == which)
            return c->pairs[k];
    return (pair){.a = index, .b = which, .obstacle = true, .deep = true};
}

/* Whether a row is one that a point stands for already: near it in the drawing, not where a crushed one happens to be. */
static bool is_known(const actor *a, uint32_t which, const row *r)
{
    const puppet *p = a->puppet;
    vv_vec2 at = row_point(&r->a, a->artwork);
    for (uint32_t i = 0; i < p->point_count; i++) {
        const pressing *q = &p->points[i];
        bool near = vv_vec2_distance(row_point(&q->side, a->artwork), at) < 0.12f * a->view.size;
        if (q->obstacle == which && near && vv_vec2_dot(q->face, r->normal) > SAME_FACE)
            return true;
    }
    return false;
}

/* Leaves what is new: what got inside without a point there. */
static uint32_t leave_new(const actor *a, uint32_t which, row *rows, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++)
        if (rows[k].gap < rows[k].bound - 0.25f * CONTACT_MARGIN * a->view.size && !is_known(a, which, &rows[k]))
            rows[kept++] = rows[k];
    return kept;
}

/* Finds points for a guess of where the step ends: all that are near, or those that are missing. */
static void look(vv_stage *stage, actor *a, const double *c, bool missing)
{
    puppet *p = a->puppet;
    contacts *all = stage->contacts;
    const vvi_puppet_view *view = &member_now(a)->view;
    uint32_t index = (uint32_t)(a - stage->actors);
    vvi_puppet_vertices(view, c, a->x);
    for (uint32_t i = 0; i < view->vertex_count && a->flipped; i++)
        a->x[i].x = -a->x[i].x;
    memcpy(a->x0, p->travel.from, view->vertex_count * sizeof *a->x0);
    vvi_solid_prepare(stage, index, stage->def.step);
    if (!all->solids[index].present)
        return;
    for (uint32_t i = 0; i < stage->obstacle_end; i++) {
        if (!is_near(a, &stage->obstacles[i], p->reach))
            continue;
        pair with = known_pair(stage, index, i);
        all->found_count = 0;
        vvi_narrow_obstacle(stage, &with);
        if (missing)
            all->found_count = leave_new(a, i, all->found, all->found_count);
        for (uint8_t f = 0; f < FACE_COUNT; f++)
            choose_face(stage, a, i, all->found, all->found_count, f);
        all->found_count = 0;
    }
}

/* ---- Friction ---------------------------------------------------------------------------------------------------------------- */

static bool is_same_face(const pressing *q, const pressing *r)
{
    return q->obstacle == r->obstacle && vv_vec2_dot(q->face, r->face) > SAME_FACE;
}

/* How hard the face of a point was pressed in the step before; where it did not touch, what would stop the whole drawing. */
static double expected_force(const vv_stage *stage, const actor *a, const pressing *q)
{
    const puppet *p = a->puppet;
    double sum = 0.0, h = (double)stage->def.step;
    for (uint32_t i = 0; i < p->anchor_count; i++)
        if (p->anchors[i].obstacle == q->obstacle && vv_vec2_dot(p->anchors[i].normal, q->face) > SAME_FACE)
            sum += p->anchors[i].force;
    double fall = -(double)vv_vec2_dot(q->face, stage->def.gravity) * (double)p->material.gravity;
    double speed = q->approach + (fall > 0.0 ? fall * h : 0.0);
    return sum > 0.0 ? sum : (double)a->view.mass * (speed > 0.0 ? speed : 0.0) / h;
}

/* Friction of a face is at most μ times its push, shared by its points: along one line, so that it does not matter which of
 * them holds how much. The push is the expected one while the solve goes on, so that friction has an energy. */
static void limit_friction(const vv_stage *stage, actor *a, bool expected)
{
    puppet *p = a->puppet;
    for (uint32_t i = 0; i < p->point_count; i++) {
        pressing *q = &p->points[i];
        double sum = 0.0, count = 0.0;
        for (uint32_t k = 0; k < p->point_count; k++)
            if (is_same_face(q, &p->points[k])) {
                sum += p->points[k].force;
                count += 1.0;
            }
        q->limit = q->friction * (expected ? expected_force(stage, a, q) : sum) / count;
    }
}

/* ---- Rows -------------------------------------------------------------------------------------------------------------------- */

/* Friction at a slide from where it holds: as stiff as the push, or so soft that its force is at the limit. */
static double friction_stiffness(const pressing *q, double slide)
{
    return q->stiffness * fabs(slide) > q->limit ? q->limit / fabs(slide) : q->stiffness;
}

/* Its energy: a spring's, and from where it gives way on that of a constant force. */
static double friction_energy(const pressing *q, double slide)
{
    if (q->stiffness * fabs(slide) <= q->limit)
        return 0.5 * q->stiffness * slide * slide;
    return q->limit * fabs(slide) - 0.5 * q->limit * q->limit / q->stiffness;
}

uint32_t vvi_puppet_obstacle_rows(void *user, const double *c, vvi_row *rows, uint32_t capacity, double *energy)
{
    const obstacle_user *u = user;
    puppet *p = u->actor->puppet;
    size_t numbers = 2u * (size_t)member_now(u->actor)->view.stride;
    uint32_t count = 0;
    *energy = 0.0;
    if (!p->looked) {
        look(u->stage, u->actor, c, false);
        limit_friction(u->stage, u->actor, true);
        p->looked = true;
    }
    for (uint32_t i = 0; i < p->point_count && count + 2u <= capacity; i++) {
        pressing *q = &p->points[i];
        double depth = q->target - q->offset - vvi_state_dot(q->across, c, numbers);
        double slide = vvi_state_dot(q->along, c, numbers) - q->anchor;
        if (depth > 0.0) {
            *energy += 0.5 * q->stiffness * depth * depth;
            rows[count++] =
                (vvi_row){.coefficients = q->across, .target = q->target - q->offset, .stiffness = q->stiffness};
        }
        if (q->limit > 0.0) {
            *energy += friction_energy(q, slide);
            rows[count++] =
                (vvi_row){.coefficients = q->along, .target = q->anchor, .stiffness = friction_stiffness(q, slide)};
        }
    }
    return count;
}

/* ---- Afterwards -------------------------------------------------------------------------------------------------------------- */

/* Where friction holds from now on: where it did, or just behind what slid. */
static void remember_point(const actor *a, const pressing *q, anchor *out)
{
    double slide = q->slide;
    double most = q->limit / q->stiffness;
    double at = slide > most ? q->anchor + slide - most : slide < -most ? q->anchor + slide + most : q->anchor;
    *out = (anchor){q->obstacle, q->side.i, q->face, at + along_of(a, q->face, a->origin[0], a->origin[1]), q->force};
}

void vvi_puppet_find_forces(actor *a)
{
    puppet *p = a->puppet;
    const member *m = member_now(a);
    size_t numbers = 2u * (size_t)m->view.stride;
    for (uint32_t i = 0; i < p->point_count; i++) {
        pressing *q = &p->points[i];
        double depth = q->target - q->offset - vvi_state_dot(q->across, m->state.c, numbers);
        double slide = vvi_state_dot(q->along, m->state.c, numbers) - q->anchor;
        q->force = depth > 0.0 ? q->stiffness * depth : 0.0;
        q->slide = slide;
        q->sticks = q->force > 0.0 && q->stiffness * fabs(slide) < q->limit;
    }
}

void vvi_puppet_remember_points(actor *a)
{
    puppet *p = a->puppet;
    p->anchor_count = 0;
    for (uint32_t i = 0; i < p->point_count; i++)
        if (p->points[i].force > 0.0 && p->points[i].side.i == p->points[i].side.j)
            remember_point(a, &p->points[i], &p->anchors[p->anchor_count++]);
}

/* Whether friction would be another with the push that came out. What sticks, and would, stays. */
static bool is_push_other(const actor *a)
{
    const puppet *p = a->puppet;
    for (uint32_t i = 0; i < p->point_count; i++) {
        const pressing *q = &p->points[i];
        double sum = 0.0, count = 0.0;
        for (uint32_t k = 0; k < p->point_count; k++)
            if (is_same_face(q, &p->points[k])) {
                sum += p->points[k].force;
                count += 1.0;
            }
        double limit = q->friction * sum / count, held = q->stiffness * fabs(q->slide);
        bool sticks = held < q->limit && held < limit;
        if (!sticks && fabs(limit - q->limit) > 0.1 * (limit > q->limit ? limit : q->limit))
            return true;
    }
    return false;
}

/* A point that did not touch before was stopped, faster than what falls a third of its size. */
static bool is_struck(const vv_stage *stage, const actor *a)
{
    const puppet *p = a->puppet;
    double impact = vvi_puppet_impact_speed(stage, a);
    for (uint32_t i = 0; i < p->point_count; i++)
        if (p->points[i].force > 0.0 && p->points[i].fresh && p->points[i].approach > impact)
            return true;
    return false;
}

double vvi_puppet_impact_speed(const vv_stage *stage, const actor *a)
{
    return 0.3 * sqrt((double)(vvi_stage_gravity(stage) * a->view.size));
}

bool vvi_puppet_must_step_again(vv_stage *stage, actor *a)
{
    puppet *p = a->puppet;
    uint32_t before = p->point_count;
    if (!p->looked)
        return false;
    vvi_puppet_find_forces(a);
    look(stage, a, member_now(a)->state.c, true);
    bool struck = !p->struck && is_struck(stage, a);
    p->struck = p->struck || struck;
    if (p->point_count == before && !struck && !is_push_other(a))
        return false;
    limit_friction(stage, a, p->point_count != before);
    return true;
}

/* ---- Too fast ------------------------------------------------------------------------------------------------------------- */

/* How deep the drawing reaches towards what a row stands for, from its centre, and how far it is from touching. */
static double depth_of(const vv_stage *stage, const actor *a, const row *r, double *gap)
{
    const outline *o = &stage->contacts->outlines[a - stage->actors];
    float deepest = INFINITY;
    for (uint32_t i = 0; i < o->point_count; i++)
        deepest = vvi_min(deepest, vv_vec2_dot(r->normal, a->puppet->travel.from[o->points[i]]));
    *gap = (double)vvi_max(deepest + r->offset, 0.0f);
    return (double)vvi_max(-deepest, 0.0f);
}

/* However soft it is, a drawing is not crushed through a wall: what would bring its middle further than this share of the
 * way to its border into an obstacle in one step is taken from its velocity at once. */
#define MOST_CRUSHED 0.6

void vvi_puppet_brake(vv_stage *stage, actor *a)
{
    contacts *all = stage->contacts;
    puppet *p = a->puppet;
    uint32_t index = (uint32_t)(a - stage->actors);
    double h = (double)stage->def.step;
    if (vv_vec2_length(a->velocity) * stage->def.step < 0.25f * a->view.size)
        return;
    rigid_motion w = vvi_puppet_whole(a);
    vv_vec2 way = vv_vec2_scale(mirror_vector(a, (vv_vec2){(float)w.velocity[0], (float)w.velocity[1]}), (float)h);
    for (uint32_t i = 0; i < a->view.particle_count; i++)
        a->x[i] = vv_vec2_add(p->travel.from[i], way);
    memcpy(a->x0, p->travel.from, a->view.particle_count * sizeof *a->x0);
    vvi_solid_prepare(stage, index, stage->def.step);
    for (uint32_t i = 0; i < stage->obstacle_end && all->solids[index].present; i++) {
        if (!is_near(a, &stage->obstacles[i], p->reach))
            continue;
        pair with = known_pair(stage, index, i);
        all->found_count = 0;
        vvi_narrow_obstacle(stage, &with);
        for (uint32_t k = 0; k < all->found_count; k++) {
            const row *r = &all->found[k];
            vv_vec2 n = mirror_vector(a, r->normal);
            double gap, depth = depth_of(stage, a, r, &gap);
            double speed = -((double)n.x * w.velocity[0] + (double)n.y * w.velocity[1]);
            double less = speed - (gap + MOST_CRUSHED * depth) / h;
            if (!(r->gap < r->bound) || !(less > 0.0))
                continue;
            double change[2] = {less * (double)n.x, less * (double)n.y};
            vvi_puppet_add_rigid(stage, a, &w, change, 0.0);
            w.velocity[0] += change[0];
            w.velocity[1] += change[1];
        }
        all->found_count = 0;
    }
}

double vvi_puppet_pressed(const actor *a, uint32_t which, vv_vec2 *at, vv_vec2 *normal, float *closing)
{
    const puppet *p = a->puppet;
    double sum = 0.0, most = 0.0;
    for (uint32_t i = 0; i < p->point_count; i++) {
        const pressing *q = &p->points[i];
        if (q->obstacle != which || !(q->force > 0.0))
            continue;
        sum += q->force;
        if (q->fresh)
            *closing = vvi_max(*closing, (float)q->approach);
        if (q->force <= most)
            continue;
        most = q->force;
        *normal = q->face;
        vv_vec2 x = row_point(&q->side, p->travel.to);
        *at = (vv_vec2){(float)(a->origin[0] + (double)x.x), (float)(a->origin[1] + (double)x.y)};
    }
    return sum;
}
