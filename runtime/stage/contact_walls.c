/* Thin walls hold. Contact resolves outlines, and in a crowd an outline may be pushed across a wall further than it can
 * be pushed back in one substep; whichever side it is on then, the wall keeps it there. So at the end of a substep no
 * centre of mass may have crossed a wall that is solid from the side it came from, relative to the wall. */
#include "runtime/stage/obstacle_motion.h"
#include "runtime/stage/puppet_actor.h"

#define CLEARANCE     0.02f /* of the radius: how far from the wall a centre is put back */
#define CORNER_ROUNDS 3u

typedef struct wall {
    vv_vec2 from, normal; /* unit; towards the side that the centre came from */
} wall;

/* Whether the way from `before` to `after` crosses the edge from p to q, and from which side. */
static bool is_crossed(vv_vec2 p, vv_vec2 q, vv_vec2 before, vv_vec2 after, wall *out)
{
    vv_vec2 along = vv_vec2_sub(q, p), way = vv_vec2_sub(after, before);
    float length = vv_vec2_length(along), came = vv_vec2_cross(along, vv_vec2_sub(before, p));
    float arrived = vv_vec2_cross(along, vv_vec2_sub(after, p));
    if (!(length > 0.0f) || (came >= 0.0f) == (arrived >= 0.0f))
        return false;
    float low = vv_vec2_cross(way, vv_vec2_sub(p, before)), high = vv_vec2_cross(way, vv_vec2_sub(q, before));
    if ((low > 0.0f && high > 0.0f) || (low < 0.0f && high < 0.0f))
        return false;
    float sign = came >= 0.0f ? 1.0f : -1.0f;
    *out = (wall){p, vv_vec2_scale(perpendicular(along), sign / length)};
    return true;
}

/* The first edge of a chain that is crossed. One-way chains stop only what comes from their left. */
static bool find_crossed(const obstacle *o, const actor *a, vv_vec2 after, wall *out)
{
    vv_vec2 before = {(float)(a->came_from[0] - a->origin[0]), (float)(a->came_from[1] - a->origin[1])};
    if (o->is_moving) {
        obstacle_carry carry = vvi_obstacle_carry(o, a->origin);
        before = vvi_carry_point(&carry, before);
    }
    for (uint32_t k = 0; k + 1u < o->point_count; k++) {
        vv_vec2 p = vvi_obstacle_point(o, k, a->origin), q = vvi_obstacle_point(o, k + 1u, a->origin);
        if (is_crossed(p, q, before, after, out) &&
            (!o->one_way || vv_vec2_dot(out->normal, perpendicular(vv_vec2_sub(q, p))) > 0.0f))
            return true;
    }
    return false;
}

static void put_back(const obstacle *o, actor *a, vv_vec2 after, const wall *w)
{
    float far = vv_vec2_dot(w->normal, vv_vec2_sub(after, w->from));
    vv_vec2 shift = vv_vec2_scale(w->normal, CLEARANCE * a->view.radius - far);
    vv_vec2 carrier = vvi_obstacle_velocity_at(o, a->origin, after);
    float speed = (float)a->now.velocity[0] * w->normal.x + (float)a->now.velocity[1] * w->normal.y -
                  vv_vec2_dot(carrier, w->normal);
    vvi_positions_add(a->view.particle_count, shift, a->x);
    a->now.centre[0] += (double)shift.x;
    a->now.centre[1] += (double)shift.y;
    if (speed < 0.0f)
        vvi_actor_add_velocity(a, vv_vec2_scale(w->normal, -speed));
}

/* Put back from one wall of a corner, a centre may have crossed the other. */
static void keep_inside(const obstacle *o, actor *a)
{
    for (uint32_t round = 0; round < CORNER_ROUNDS; round++) {
        vv_vec2 after = {(float)a->now.centre[0], (float)a->now.centre[1]};
        wall w;
        if (!find_crossed(o, a, after, &w))
            return;
        put_back(o, a, after, &w);
    }
}

void vvi_contacts_hold_walls(vv_stage *stage, const contact_island *island)
{
    for (uint32_t k = 0; k < island->pair_count; k++) {
        const pair *p = pair_of(stage->contacts, island, k);
        const obstacle *o = p->obstacle ? &stage->obstacles[p->b] : NULL;
        actor *a = &stage->actors[p->a];
        if (!o || o->kind != VV_OBSTACLE_SEGMENTS || o->sensor || a->puppet || a->asleep)
            continue;
        if (o->one_way && !p->landed) /* an actor that jumps and does not get above it falls back through it */
            continue;
        keep_inside(o, a);
    }
}

static bool has_landed(const contacts *c, uint32_t index, uint32_t which)
{
    for (uint32_t k = 0; k < c->pair_count; k++)
        if (c->pairs[k].obstacle && c->pairs[k].a == index && c->pairs[k].b == which)
            return c->pairs[k].landed;
    return false;
}

static void put_puppet_back(const vv_stage *stage, const obstacle *o, actor *a, vv_vec2 after, const wall *w)
{
    member *m = current_member(a);
    float far = vv_vec2_dot(w->normal, vv_vec2_sub(after, w->from));
    vv_vec2 n = mirror_vector(a, w->normal), shift = vv_vec2_scale(n, CLEARANCE * a->view.radius - far);
    const double by[2] = {(double)shift.x, (double)shift.y};
    vvi_state_translate(&m->view, m->state.c, by);
    vvi_state_translate(&m->view, m->state.before, by);
    rigid_motion r = vvi_puppet_rigid_motion(a);
    double speed = (double)n.x * r.velocity[0] + (double)n.y * r.velocity[1] -
                   (double)vv_vec2_dot(vvi_obstacle_velocity_at(o, a->origin, after), w->normal);
    const double stop[2] = {-speed * (double)n.x, -speed * (double)n.y};
    if (speed < 0.0)
        vvi_puppet_add_rigid_motion(stage, a, &r, stop, 0.0);
}

void vvi_puppet_hold_walls(vv_stage *stage, actor *a)
{
    const puppet *p = a->puppet;
    double centre[2];
    for (int k = 0; k < 2; k++)
        a->came_from[k] = a->origin[k];
    for (uint32_t i = 0; i < stage->obstacle_end && p->aim_count == 0 && p->row_count == 0; i++) {
        const obstacle *o = &stage->obstacles[i];
        uint32_t index = (uint32_t)(a - stage->actors);
        wall w;
        if (!o->used || o->kind != VV_OBSTACLE_SEGMENTS || o->sensor || !(o->layers & a->layers) ||
            (o->one_way && !has_landed(stage->contacts, index, i)))
            continue;
        vvi_state_centre(&current_member(a)->view, current_member(a)->state.c, centre);
        vv_vec2 after = mirror_vector(a, (vv_vec2){(float)centre[0], (float)centre[1]});
        if (find_crossed(o, a, after, &w))
            put_puppet_back(stage, o, a, after, &w);
    }
}
