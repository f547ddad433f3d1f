/* Contact of a puppet with obstacles, inside the implicit solve of its step.
 *
 * The narrow phase that sprites use finds where the path from the start of the step to the current guess meets an
 * obstacle (swept, so that nothing is passed through). A few contact points of that are used: the ends and the
 * deepest point of each face. A stiff spring pushes a point that is inside. Friction is a spring to the point's
 * anchor, whose force is at most μ times the normal force: where it would be more, the spring is softened to that
 * force. Both springs are part of the matrix, so that friction neither creeps nor slows the iterations down. */
#include "runtime/stage/obstacle_motion.h"
#include "runtime/stage/puppet_actor.h"

#include <string.h>

#define STIFFNESS        50.0 /* of a point, in mass/h²: what rests penetrates by 0.1 mm */
#define DEPTH_FRACTION   0.8  /* fraction of the penetration at the start of the step that may remain */
#define EXIT_SPEED       0.25 /* √(g·size) */
#define SAME_FACE_COSINE 0.9f /* cosine of the angle between normals */
#define MAX_FACES        2u   /* per obstacle */

/* ---- Broad phase ------------------------------------------------------------------------------------------------- */

/* How far from the origin a vertex may get in this step, m. */
static float reach_of(const vv_stage *stage, const actor *a)
{
    const puppet *p = a->puppet;
    const member *m = current_member(a);
    float h = stage->def.step, distance_squared = 0.0f, speed_squared = 0.0f;
    double target_distance = 0.0;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        distance_squared = vvi_max(distance_squared, vv_vec2_dot(a->x[i], a->x[i]));
        speed_squared = vvi_max(speed_squared, vv_vec2_dot(a->v[i], a->v[i]));
    }
    for (uint32_t i = 0; i < p->aim_count; i++) {
        const double *c = m->state.c + 3u * (size_t)p->aims[i].handle + 2u;
        double x = p->aims[i].value[0] - c[0], y = p->aims[i].value[1] - c[m->view.stride],
               distance = sqrt(x * x + y * y);
        if (p->aims[i].channel == VV_CHANNEL_POSITION && distance > target_distance)
            target_distance = distance;
    }
    for (uint32_t i = 0; i < p->row_count; i++) {
        double distance =
            fabs(p->rows[i].target - vvi_state_dot(p->rows[i].coefficients, m->state.c, 2u * (size_t)m->view.stride));
        target_distance = distance > target_distance ? distance : target_distance;
    }
    float g = vv_vec2_length(stage->def.gravity) * fabsf(p->material.gravity) + vv_vec2_length(a->force) / a->view.mass;
    VVI_CHECK(distance_squared >= 0.0f && speed_squared >= 0.0f && !(target_distance < 0.0));
    return 1.1f * sqrtf(distance_squared) + h * sqrtf(speed_squared) + h * h * g + (float)target_distance +
           CONTACT_MARGIN * a->view.size;
}

static bool is_near(const vv_stage *stage, const actor *a, const obstacle *o, float max_reach)
{
    if (!o->used || o->sensor || a->sensor || !(o->layers & a->layers))
        return false;
    if (a->first_joint &&
        vvi_joints_forbid_contact(stage, (uint32_t)(a - stage->actors), (uint32_t)(o - stage->obstacles), true))
        return false;
    double x = a->origin[0], y = a->origin[1], r = (double)max_reach;
    if (o->kind == VV_OBSTACLE_HALF_PLANE) {
        vv_vec2 edge = vv_vec2_sub(o->points[1], o->points[0]);
        double length = (double)vv_vec2_length(edge);
        double height = ((double)edge.x * (y - (double)o->points[0].y) - (double)edge.y * (x - (double)o->points[0].x));
        return height < r * length;
    }
    return x + r >= (double)o->low.x && x - r <= (double)o->high.x && y + r >= (double)o->low.y &&
           y - r <= (double)o->high.y;
}

bool vvi_puppet_begin_contact(vv_stage *stage, actor *a)
{
    puppet *p = a->puppet;
    bool is_any_near = false;
    p->reach = reach_of(stage, a);
    p->has_contact_points = p->had_impact = false;
    p->point_count = 0;
    for (uint32_t i = 0; i < stage->obstacle_end && !is_any_near; i++)
        is_any_near = is_near(stage, a, &stage->obstacles[i], p->reach);
    if (!is_any_near)
        p->anchor_count = 0;
    return is_any_near;
}

/* ---- Points ------------------------------------------------------------------------------------------------------ */

static const anchor *find_anchor(const puppet *p, uint32_t which, const edge_point *at, vv_vec2 normal)
{
    for (uint32_t i = 0; i < p->anchor_count && at->i == at->j; i++) {
        const anchor *held = &p->anchors[i];
        VVI_CHECK(i < PUPPET_MAX_CONTACTS && vvi_is_unit2(held->normal));
        if (held->obstacle == which && held->vertex == at->i && vv_vec2_dot(held->normal, normal) > SAME_FACE_COSINE)
            return held;
    }
    return NULL;
}

/* The coordinate along the face. It changes sign where the stage is mirrored. */
static double tangent_coordinate(const actor *a, vv_vec2 normal, double x, double y)
{
    return mirrored(a, -(double)normal.y * x + (double)normal.x * y);
}

double vvi_point_along(const puppet_contact *q, vv_vec2 d, const double *c, size_t stride)
{
    double x = 0.0, y = 0.0;
    for (uint32_t e = 0; e < q->column_count; e++) {
        x += q->shape[q->columns[e]] * c[q->columns[e]];
        y += q->shape[q->columns[e]] * c[stride + q->columns[e]];
    }
    return (double)d.x * x + (double)d.y * y;
}

static void compute_rows(const actor *a, puppet_contact *q)
{
    const member *m = current_member(a);
    size_t stride = m->view.stride;
    VVI_CHECK(q->side.i < m->view.vertex_count && q->side.j < m->view.vertex_count);
    memset(q->shape, 0, stride * sizeof *q->shape);
    vvi_state_add_basis(&m->view, q->side.i, 1.0 - (double)q->side.t, q->shape);
    if (q->side.t > 0.0f)
        vvi_state_add_basis(&m->view, q->side.j, (double)q->side.t, q->shape);
    q->column_count = 0;
    for (uint32_t k = 0; k < m->view.column_count; k++)
        if (q->shape[k] != 0.0)
            q->columns[q->column_count++] = k;
    for (size_t k = 0; k < stride; k++) {
        q->normal_row[k] = (double)q->normal.x * q->shape[k];
        q->normal_row[stride + k] = (double)q->normal.y * q->shape[k];
        q->tangent_row[k] = -q->normal_row[stride + k];
        q->tangent_row[stride + k] = q->normal_row[k];
    }
}

/* Where along the face static friction holds a point that began the step at `from`: the point of the obstacle that it
 * touched then, or that it has held on to since, as it goes along with the obstacle. */
static double find_anchor_coordinate(const actor *a, const obstacle *o, const contact_point *r, const anchor *held,
                                     vv_vec2 from)
{
    if (!o->is_moving)
        return held ? held->position - tangent_coordinate(a, r->normal, a->origin[0], a->origin[1])
                    : tangent_coordinate(a, r->normal, (double)from.x, (double)from.y);
    obstacle_carry carry = vvi_obstacle_carry(o, a->origin);
    vv_vec2 to = vvi_carry_point(&carry, from);
    double slide = 0.0;
    if (held)
        slide = tangent_coordinate(a, held->normal, a->origin[0] + (double)from.x, a->origin[1] + (double)from.y) -
                held->position;
    return tangent_coordinate(a, r->normal, (double)to.x, (double)to.y) - slide;
}

/* The greatest speed with which an obstacle pushes out what it overlaps, m/s. */
static double exit_speed(const vv_stage *stage, const actor *a)
{
    return EXIT_SPEED * sqrt((double)(vvi_stage_gravity(stage) * a->view.size));
}

static void add_contact_point(const vv_stage *stage, actor *a, const pair *with, const contact_point *r)
{
    uint32_t which = with->b;
    puppet *p = a->puppet;
    if (p->point_count >= PUPPET_MAX_CONTACTS)
        return;
    puppet_contact *q = &p->points[p->point_count++];
    VVI_CHECK(vvi_is_unit2(r->normal) && stage->obstacles[which].used && r->a.t >= 0.0f && r->a.t <= 1.0f);
    double h = (double)stage->def.step, slop = (double)(CONTACT_SLOP * a->view.size),
           start = (double)r->start_separation;
    const obstacle *o = &stage->obstacles[which];
    vv_vec2 from = edge_point_position(&r->a, p->travel.start),
            surface = vvi_obstacle_velocity_at(o, a->origin, edge_point_position(&r->a, a->x)),
            speed = vv_vec2_sub(edge_point_position(&r->a, p->travel.start_velocity), surface);
    const anchor *held = find_anchor(p, which, &r->a, r->normal);
    q->obstacle = which;
    q->side = r->a;
    q->normal = mirror_vector(a, r->normal);
    q->stage_normal = r->normal;
    q->offset = (double)r->offset;
    q->target = start < -slop ? DEPTH_FRACTION * start : 0.0;
    if (with->exits)
        q->target = vvi_min_double(q->target, start < -slop ? start + exit_speed(stage, a) * h : 0.0);
    q->stiffness = STIFFNESS * (double)a->view.mass / (h * h);
    q->friction = (double)sqrtf(p->material.friction * o->friction);
    q->surface = mirror_vector(a, surface);
    q->approach_speed = -(double)vv_vec2_dot(r->normal, speed);
    q->is_new = !held;
    q->anchor = find_anchor_coordinate(a, o, r, held, from);
    q->normal_force = 0.0;
    compute_rows(a, q);
}

/* The face of the deepest row that is in none yet: its ends, its deepest point, and the deepest in the middle between
 * the ends. */
typedef struct face_choice {
    uint32_t left, right, deepest, middle;
    float low, high;
} face_choice;

static void find_face_extremes(const contact_point *rows, uint32_t count, uint8_t number, const vv_vec2 *x,
                               float tolerance, face_choice *f)
{
    vv_vec2 along = perpendicular(rows[f->deepest].normal);
    VVI_CHECK(f->deepest < count && rows[f->deepest].manifold == number);
    f->low = INFINITY;
    f->high = -INFINITY;
    for (uint32_t k = 0; k < count; k++) {
        float s = vv_vec2_dot(along, edge_point_position(&rows[k].a, x));
        if (rows[k].manifold != number || rows[k].separation > rows[f->deepest].separation + tolerance)
            continue;
        if (s < f->low)
            f->low = s, f->left = k;
        if (s > f->high)
            f->high = s, f->right = k;
    }
    for (uint32_t k = 0; k < count; k++) {
        float s = (vv_vec2_dot(along, edge_point_position(&rows[k].a, x)) - f->low) / vvi_max(f->high - f->low, 1e-30f);
        bool inner = rows[k].manifold == number && s > 0.3f && s < 0.7f;
        if (inner && (f->middle == VV_NONE || rows[k].separation < rows[f->middle].separation))
            f->middle = k;
    }
}

static void add_face_points(const vv_stage *stage, actor *a, const pair *with, contact_point *rows, uint32_t count,
                            uint8_t number)
{
    face_choice f = {VV_NONE, VV_NONE, VV_NONE, VV_NONE, 0.0f, 0.0f};
    for (uint32_t k = 0; k < count; k++)
        if (rows[k].manifold == CONTACT_NO_MANIFOLD &&
            (f.deepest == VV_NONE || rows[k].separation < rows[f.deepest].separation))
            f.deepest = k;
    if (f.deepest == VV_NONE)
        return;
    for (uint32_t k = 0; k < count; k++)
        if (rows[k].manifold == CONTACT_NO_MANIFOLD &&
            vv_vec2_dot(rows[k].normal, rows[f.deepest].normal) > SAME_FACE_COSINE)
            rows[k].manifold = number;
    find_face_extremes(rows, count, number, a->x, 0.05f * a->view.size, &f);
    uint32_t chosen[4] = {f.deepest, f.left, f.right, f.middle};
    VVI_CHECK(f.left != VV_NONE && f.right != VV_NONE && f.low <= f.high);
    for (uint32_t k = 0; k < 4; k++) {
        bool is_repeated = chosen[k] == VV_NONE;
        for (uint32_t before = 0; before < k && !is_repeated; before++)
            is_repeated = chosen[before] == chosen[k];
        if (!is_repeated)
            add_contact_point(stage, a, with, &rows[chosen[k]]);
    }
}

/* The pair as contact knows it from the substeps before, or a new one. */
static pair find_known_pair(const vv_stage *stage, uint32_t index, uint32_t which)
{
    const contacts *c = stage->contacts;
    for (uint32_t k = 0; k < c->pair_count; k++)
        if (c->pairs[k].obstacle && c->pairs[k].a == index && c->pairs[k].b == which)
            return c->pairs[k];
    return (pair){
        .a = index, .b = which, .obstacle = true, .search_deep = true, .exits = stage->obstacles[which].jumped};
}

/* It is out, or not inside any more. */
static void note_exit(const vv_stage *stage, const pair *with)
{
    contacts *c = stage->contacts;
    for (uint32_t k = 0; k < c->pair_count; k++)
        if (c->pairs[k].obstacle && c->pairs[k].a == with->a && c->pairs[k].b == with->b)
            c->pairs[k].exits = with->exits;
}

/* Whether a row is represented by a contact point already: near it in the artwork, not where a crushed drawing
 * happens to have it. */
static bool has_contact_point_nearby(const actor *a, uint32_t which, const contact_point *r)
{
    const puppet *p = a->puppet;
    vv_vec2 at = edge_point_position(&r->a, a->artwork);
    for (uint32_t i = 0; i < p->point_count; i++) {
        const puppet_contact *q = &p->points[i];
        bool is_close = vv_vec2_distance(edge_point_position(&q->side, a->artwork), at) < 0.12f * a->view.size;
        if (q->obstacle == which && is_close && vv_vec2_dot(q->stage_normal, r->normal) > SAME_FACE_COSINE)
            return true;
    }
    return false;
}

static bool has_contact_point_at(const actor *a, uint32_t which, const contact_point *r)
{
    const puppet *p = a->puppet;
    for (uint32_t i = 0; i < p->point_count; i++)
        if (p->points[i].obstacle == which && p->points[i].side.i == r->a.i && p->points[i].side.j == r->a.j &&
            vv_vec2_dot(p->points[i].stage_normal, r->normal) > SAME_FACE_COSINE)
            return true;
    return false;
}

/* Keeps the rows that penetrate and have no contact point nearby. Returns their number. */
static uint32_t keep_new_rows(const actor *a, uint32_t which, contact_point *rows, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++)
        if (rows[k].separation < rows[k].min_separation - 0.25f * CONTACT_MARGIN * a->view.size &&
            !has_contact_point_nearby(a, which, &rows[k]))
            rows[kept++] = rows[k];
    return kept;
}

/* Adds the points that an obstacle pushed in the step before, if they are not among the chosen: they mostly touch
 * again, and the step need not find that out. */
static void add_anchored_points(const vv_stage *stage, actor *a, const pair *with, const contact_point *rows,
                                uint32_t count)
{
    const puppet *p = a->puppet;
    for (uint32_t i = 0; i < p->anchor_count; i++)
        for (uint32_t k = 0; k < count && p->anchors[i].obstacle == with->b; k++)
            if (rows[k].a.i == rows[k].a.j && rows[k].a.i == p->anchors[i].vertex &&
                vv_vec2_dot(rows[k].normal, p->anchors[i].normal) > SAME_FACE_COSINE &&
                !has_contact_point_at(a, with->b, &rows[k])) {
                add_contact_point(stage, a, with, &rows[k]);
                break;
            }
}

/* Finds contact points for a guess of the end of the step: all that are near, or only those that are missing. */
static void find_contact_points(vv_stage *stage, actor *a, const double *c, bool only_missing)
{
    puppet *p = a->puppet;
    contacts *all = stage->contacts;
    const vvi_puppet_view *view = &current_member(a)->view;
    uint32_t index = (uint32_t)(a - stage->actors);
    vvi_puppet_vertices(view, c, a->x);
    for (uint32_t i = 0; i < view->vertex_count && a->flipped; i++)
        a->x[i].x = -a->x[i].x;
    memcpy(a->x0, p->travel.start, view->vertex_count * sizeof *a->x0);
    vvi_rigid_body_prepare(stage, index);
    VVI_CHECK(a->view.particle_count == view->vertex_count);
    if (!all->bodies[index].present)
        return;
    for (uint32_t i = 0; i < stage->obstacle_end; i++) {
        if (!is_near(stage, a, &stage->obstacles[i], p->reach))
            continue;
        pair with = find_known_pair(stage, index, i);
        all->found_count = 0;
        bool exits = with.exits;
        vvi_collide_obstacle(stage, &with);
        if (exits && !with.exits)
            note_exit(stage, &with);
        if (only_missing)
            all->found_count = keep_new_rows(a, i, all->found, all->found_count);
        for (uint8_t f = 0; f < MAX_FACES; f++)
            add_face_points(stage, a, &with, all->found, all->found_count, f);
        if (!only_missing)
            add_anchored_points(stage, a, &with, all->found, all->found_count);
        all->found_count = 0;
    }
}

void vvi_puppet_find_missing_points(vv_stage *stage, actor *a, const double *c)
{
    if (!a->kinematic)
        find_contact_points(stage, a, c, true);
}

/* ---- Friction ---------------------------------------------------------------------------------------------------- */

static bool is_same_face(const puppet_contact *q, const puppet_contact *r)
{
    return q->obstacle == r->obstacle && vv_vec2_dot(q->stage_normal, r->stage_normal) > SAME_FACE_COSINE;
}

/* The normal force on the face of a point in the step before; where it did not touch, the force that stops the whole
 * drawing. */
static double expected_force(const vv_stage *stage, const actor *a, const puppet_contact *q)
{
    const puppet *p = a->puppet;
    double sum = 0.0, h = (double)stage->def.step;
    for (uint32_t i = 0; i < p->anchor_count; i++)
        if (p->anchors[i].obstacle == q->obstacle &&
            vv_vec2_dot(p->anchors[i].normal, q->stage_normal) > SAME_FACE_COSINE)
            sum += p->anchors[i].normal_force;
    double fall = -(double)vv_vec2_dot(q->stage_normal, stage->def.gravity) * (double)p->material.gravity;
    double speed = q->approach_speed + (fall > 0.0 ? fall * h : 0.0);
    return sum > 0.0 ? sum : (double)a->view.mass * (speed > 0.0 ? speed : 0.0) / h;
}

/* Friction on a face is at most μ times its normal force, shared evenly by its points: they lie on one line, so the
 * split does not matter. During the solve the normal force is the expected one, so that friction has an energy. */
static void limit_friction(const vv_stage *stage, actor *a, bool expected)
{
    puppet *p = a->puppet;
    for (uint32_t i = 0; i < p->point_count; i++) {
        puppet_contact *q = &p->points[i];
        double sum = 0.0, count = 0.0;
        for (uint32_t k = 0; k < p->point_count; k++)
            if (is_same_face(q, &p->points[k])) {
                sum += p->points[k].normal_force;
                count += 1.0;
            }
        q->friction_limit = q->friction * (expected ? expected_force(stage, a, q) : sum) / count;
        VVI_CHECK(count >= 1.0 && !(q->friction_limit < 0.0));
    }
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

/* The stiffness of friction at a distance from its anchor: that of the normal, or so soft that its force is at the
 * limit. */
static double friction_stiffness(const puppet_contact *q, double slide)
{
    return q->stiffness * fabs(slide) > q->friction_limit ? q->friction_limit / fabs(slide) : q->stiffness;
}

/* The energy of friction: that of a spring, and beyond the limit that of a constant force. */
static double friction_energy(const puppet_contact *q, double slide)
{
    if (q->stiffness * fabs(slide) <= q->friction_limit)
        return 0.5 * q->stiffness * slide * slide;
    return q->friction_limit * fabs(slide) - 0.5 * q->friction_limit * q->friction_limit / q->stiffness;
}

uint32_t vvi_puppet_obstacle_rows(void *user, const double *c, vvi_row *rows, uint32_t capacity, double *energy)
{
    const obstacle_user *u = user;
    puppet *p = u->actor->puppet;
    size_t stride = current_member(u->actor)->view.stride;
    uint32_t count = 0;
    VVI_CHECK(p->point_count <= PUPPET_MAX_CONTACTS && capacity >= 2u * PUPPET_MAX_CONTACTS);
    *energy = 0.0;
    if (!p->has_contact_points) {
        find_contact_points(u->stage, u->actor, c, false);
        limit_friction(u->stage, u->actor, true);
        p->has_contact_points = true;
    }
    for (uint32_t i = 0; i < p->point_count && count + 2u <= capacity; i++) {
        puppet_contact *q = &p->points[i];
        double depth = q->target - q->offset - vvi_point_along(q, q->normal, c, stride);
        double slide = vvi_point_along(q, perpendicular(q->normal), c, stride) - q->anchor;
        if (depth > 0.0) {
            *energy += 0.5 * q->stiffness * depth * depth;
            rows[count++] = (vvi_row){.coefficients = q->normal_row,
                                      .target = q->target - q->offset,
                                      .stiffness = q->stiffness,
                                      .shape = q->shape,
                                      .direction = {(double)q->normal.x, (double)q->normal.y}};
        }
        if (q->friction_limit > 0.0) {
            *energy += friction_energy(q, slide);
            rows[count++] = (vvi_row){.coefficients = q->tangent_row,
                                      .target = q->anchor,
                                      .stiffness = friction_stiffness(q, slide),
                                      .shape = q->shape,
                                      .direction = {-(double)q->normal.y, (double)q->normal.x}};
        }
    }
    return count;
}

/* ---- After the step ---------------------------------------------------------------------------------------------- */

/* The next anchor: the same, or dragged along behind a point that slid. */
static void next_anchor(const actor *a, const puppet_contact *q, anchor *out)
{
    double slide = q->slide;
    double largest = q->friction_limit / q->stiffness;
    VVI_CHECK(q->stiffness > 0.0 && q->normal_force > 0.0);
    double at = slide > largest    ? q->anchor + slide - largest
                : slide < -largest ? q->anchor + slide + largest
                                   : q->anchor;
    *out = (anchor){q->obstacle, q->side.i, q->stage_normal,
                    at + tangent_coordinate(a, q->stage_normal, a->origin[0], a->origin[1]), q->normal_force};
}

void vvi_puppet_find_contact_forces(actor *a, const double *c)
{
    puppet *p = a->puppet;
    const member *m = current_member(a);
    for (uint32_t i = 0; i < p->point_count; i++) {
        puppet_contact *q = &p->points[i];
        double depth = q->target - q->offset - vvi_point_along(q, q->normal, c, m->view.stride);
        double slide = vvi_point_along(q, perpendicular(q->normal), c, m->view.stride) - q->anchor;
        q->normal_force = depth > 0.0 ? q->stiffness * depth : 0.0;
        q->slide = slide;
        q->is_sticking = q->normal_force > 0.0 && q->stiffness * fabs(slide) < q->friction_limit;
    }
}

void vvi_puppet_store_anchors(actor *a)
{
    puppet *p = a->puppet;
    VVI_CHECK(p->point_count <= PUPPET_MAX_CONTACTS);
    p->anchor_count = 0;
    for (uint32_t i = 0; i < p->point_count; i++)
        if (p->points[i].normal_force > 0.0 && p->points[i].side.i == p->points[i].side.j)
            next_anchor(a, &p->points[i], &p->anchors[p->anchor_count++]);
}

/* Whether friction would differ with the normal forces that came out. A point that sticks, and still would, does not
 * count. */
static bool has_friction_changed(const actor *a)
{
    const puppet *p = a->puppet;
    for (uint32_t i = 0; i < p->point_count; i++) {
        const puppet_contact *q = &p->points[i];
        double sum = 0.0, count = 0.0;
        for (uint32_t k = 0; k < p->point_count; k++)
            if (is_same_face(q, &p->points[k])) {
                sum += p->points[k].normal_force;
                count += 1.0;
            }
        double limit = q->friction * sum / count, force = q->stiffness * fabs(q->slide);
        bool sticks = force < q->friction_limit && force < limit;
        if (!sticks && fabs(limit - q->friction_limit) > 0.03 * (limit > q->friction_limit ? limit : q->friction_limit))
            return true;
    }
    return false;
}

/* Whether an obstacle stopped a point that did not touch before and was faster than the impact speed. */
static bool has_impact(const vv_stage *stage, const actor *a)
{
    const puppet *p = a->puppet;
    double impact = vvi_puppet_impact_speed(stage, a);
    for (uint32_t i = 0; i < p->point_count; i++)
        if (p->points[i].normal_force > 0.0 && p->points[i].is_new && p->points[i].approach_speed > impact)
            return true;
    return false;
}

double vvi_puppet_impact_speed(const vv_stage *stage, const actor *a)
{
    return 0.3 * sqrt((double)(vvi_stage_gravity(stage) * a->view.size));
}

bool vvi_puppet_revise_obstacles(void *user, const double *c, bool is_result)
{
    const obstacle_user *u = user;
    puppet *p = u->actor->puppet;
    uint32_t before = p->point_count;
    if (!p->has_contact_points)
        return false;
    vvi_puppet_find_contact_forces(u->actor, c);
    if (is_result)
        find_contact_points(u->stage, u->actor, c, true);
    if (is_result && !p->had_impact && has_impact(u->stage, u->actor)) {
        p->had_impact = true;
        limit_friction(u->stage, u->actor, p->point_count != before);
        return false;
    }
    if (p->point_count == before && !has_friction_changed(u->actor))
        return false;
    limit_friction(u->stage, u->actor, p->point_count != before);
    return true;
}

/* ---- High speed -------------------------------------------------------------------------------------------------- */

/* The extent of the drawing from its centre towards the obstacle of a row, and its distance from touching it, at the
 * start of the step. */
static double find_extent(const vv_stage *stage, const actor *a, uint32_t which, const contact_point *r, double *gap)
{
    const outline *o = &stage->contacts->outlines[a - stage->actors];
    const obstacle *other = &stage->obstacles[which];
    float deepest = INFINITY;
    for (uint32_t i = 0; i < o->point_count; i++)
        deepest = vvi_min(deepest, vv_vec2_dot(r->normal, a->puppet->travel.start[o->points[i]]));
    float carried = 0.0f; /* how far the obstacle comes nearer in the step */
    if (other->is_moving) {
        obstacle_carry carry = vvi_obstacle_carry(other, a->origin);
        carried = vv_vec2_dot(r->normal, vvi_carry_displacement(&carry, edge_point_position(&r->a, a->x)));
    }
    *gap = (double)vvi_max(deepest + r->offset + carried, 0.0f);
    return (double)vvi_max(-deepest, 0.0f);
}

/* No drawing, however soft, may be crushed through a wall: velocity that would bring its centre further than this
 * fraction of the way to its border into an obstacle in one step is removed at once. */
#define MAX_CRUSHED 0.6

/* Whether an obstacle comes so near in a step that it could crush the drawing. */
static bool is_fast(const vv_stage *stage, const actor *a, const obstacle *o)
{
    vv_vec2 speed = a->velocity;
    float turning = 0.0f;
    if (o->is_moving) {
        speed = vv_vec2_sub(speed, vvi_obstacle_velocity_at(o, a->origin, (vv_vec2){0.0f, 0.0f}));
        turning = fabsf(o->spin) * a->view.size;
    }
    return !((vv_vec2_length(speed) + turning) * stage->def.step < 0.25f * a->view.size);
}

static void limit_approach_to(vv_stage *stage, actor *a, uint32_t which, rigid_motion *w)
{
    contacts *all = stage->contacts;
    uint32_t index = (uint32_t)(a - stage->actors);
    double h = (double)stage->def.step;
    pair with = find_known_pair(stage, index, which);
    all->found_count = 0;
    vvi_collide_obstacle(stage, &with);
    for (uint32_t k = 0; k < all->found_count; k++) {
        const contact_point *r = &all->found[k];
        vv_vec2 n = mirror_vector(a, r->normal);
        vv_vec2 surface =
            vvi_obstacle_velocity_at(&stage->obstacles[which], a->origin, edge_point_position(&r->a, a->x));
        double gap, depth = find_extent(stage, a, which, r, &gap);
        double speed =
            -((double)n.x * w->velocity[0] + (double)n.y * w->velocity[1]) + (double)vv_vec2_dot(r->normal, surface);
        double excess = speed - (gap + MAX_CRUSHED * depth) / h;
        if (!(r->separation < r->min_separation) || !(excess > 0.0))
            continue;
        double change[2] = {excess * (double)n.x, excess * (double)n.y};
        vvi_puppet_add_rigid_motion(stage, a, w, change, 0.0);
        w->velocity[0] += change[0];
        w->velocity[1] += change[1];
    }
    all->found_count = 0;
}

void vvi_puppet_limit_approach(vv_stage *stage, actor *a)
{
    puppet *p = a->puppet;
    uint32_t index = (uint32_t)(a - stage->actors);
    bool prepared = false;
    rigid_motion w;
    for (uint32_t i = 0; i < stage->obstacle_end; i++) {
        const obstacle *o = &stage->obstacles[i];
        if (!is_near(stage, a, o, p->reach) || !is_fast(stage, a, o))
            continue;
        if (!prepared) {
            w = vvi_puppet_rigid_motion(a);
            vv_vec2 velocity = mirror_vector(a, (vv_vec2){(float)w.velocity[0], (float)w.velocity[1]});
            vv_vec2 step = vv_vec2_scale(velocity, stage->def.step);
            for (uint32_t k = 0; k < a->view.particle_count; k++)
                a->x[k] = vv_vec2_add(p->travel.start[k], step);
            memcpy(a->x0, p->travel.start, a->view.particle_count * sizeof *a->x0);
            vvi_rigid_body_prepare(stage, index);
            prepared = true;
        }
        if (stage->contacts->bodies[index].present)
            limit_approach_to(stage, a, i, &w);
    }
}

double vvi_puppet_contact_force(const actor *a, uint32_t which, vv_vec2 *at, vv_vec2 *normal, float *closing)
{
    const puppet *p = a->puppet;
    double sum = 0.0, largest = 0.0;
    VVI_CHECK(a->puppet != NULL && p->point_count <= PUPPET_MAX_CONTACTS);
    for (uint32_t i = 0; i < p->point_count; i++) {
        const puppet_contact *q = &p->points[i];
        if (q->obstacle != which || !(q->normal_force > 0.0))
            continue;
        sum += q->normal_force;
        if (q->is_new)
            *closing = vvi_max(*closing, (float)q->approach_speed);
        if (q->normal_force <= largest)
            continue;
        largest = q->normal_force;
        *normal = q->stage_normal;
        vv_vec2 x = edge_point_position(&q->side, p->travel.end);
        *at = (vv_vec2){(float)(a->origin[0] + (double)x.x), (float)(a->origin[1] + (double)x.y)};
    }
    return sum;
}
