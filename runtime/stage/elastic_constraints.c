/* What constrains the particles of an elastic sheet. */
#include "runtime/stage/elastic.h"

/* ---- Holds ------------------------------------------------------------------------------------------------------- */

#define PATCH_RADIUS 0.12f /* of size */

/* The held particle itself, and as many of its neighbours as there is room for. Returns where the next patch begins. */
static uint32_t list_patch(const sheet *s, pull *p, uint32_t first)
{
    float radius = PATCH_RADIUS * s->view->size, inverse = 1.0f / (radius * radius);
    p->first = first;
    p->count = 1;
    p->mass = s->view->masses[p->particle];
    s->patches[first] = (patch_particle){p->particle, 1.0f};
    for (uint32_t i = 0; i < s->view->particle_count; i++) {
        vv_vec2 away = vv_vec2_sub(s->rest[i], s->rest[p->particle]);
        float weight = 1.0f - vv_vec2_dot(away, away) * inverse;
        if (!(weight > 0.0f) || i == p->particle || first + p->count >= s->patch_limit - VV_STAGE_MAX_HOLDS)
            continue;
        weight *= weight;
        s->patches[first + p->count++] = (patch_particle){i, weight};
        p->mass += weight * s->view->masses[i];
    }
    return first + p->count;
}

/* Springs act on the whole: with its mass, and damped critically. */
void vvi_sheet_list_constraints(vv_stage *stage, const contact_island *island, const sheet *s, float h,
                                sheet_constraints *out)
{
    const actor *a = s->actor;
    uint32_t patches = 0;
    *out = (sheet_constraints){.stage = stage, .island = island, .actor = (uint32_t)(a - stage->actors)};
    out->pull_count = a->hold_count;
    for (uint32_t i = 0; i < a->hold_count; i++) {
        const hold *held = &a->holds[i];
        vv_vec2 goal = vvi_hold_goal(stage, a, held, h), from = a->x0[held->particle];
        float rate = 2.0f * VV_PI * held->strength;
        pull *p = &out->pulls[i];
        *p = (pull){.particle = held->particle, .exact = vvi_hold_is_exact(held), .goal = goal};
        p->velocity = p->exact ? vv_vec2_scale(vv_vec2_sub(goal, from), 1.0f / h)
                               : vv_vec2_scale(vv_vec2_sub(held->to, held->from), 1.0f / stage->def.step);
        patches = list_patch(s, p, patches);
        if (p->exact)
            continue;
        p->stiffness = a->view.mass * rate * rate;
        p->damping = 2.0f * a->view.mass * rate;
    }
}

/* The velocity that a hold gives its particle. Springs are implicit: no strength is too much for the step. */
static vv_vec2 pulled_velocity(const sheet *s, const pull *p, float time, float left)
{
    if (p->exact)
        return p->velocity;
    float k = p->stiffness * time, d = p->damping * time;
    vv_vec2 goal = vv_vec2_sub(p->goal, vv_vec2_scale(p->velocity, left)), gap = vv_vec2_sub(goal, s->x[p->particle]);
    vv_vec2 sum = vv_vec2_add(vv_vec2_scale(s->v[p->particle], p->mass),
                              vv_vec2_add(vv_vec2_scale(gap, k), vv_vec2_scale(p->velocity, d)));
    return vv_vec2_scale(sum, 1.0f / (p->mass + k * time + d));
}

/* Particles that are held exactly themselves end with their own velocity. */
static void apply_pulls(const sheet *s, const sheet_constraints *c, float time, float left)
{
    for (const pull *p = c->pulls; p < c->pulls + c->pull_count; p++) {
        vv_vec2 change = vv_vec2_sub(pulled_velocity(s, p, time, left), s->v[p->particle]);
        for (uint32_t k = p->first; k < p->first + p->count; k++) {
            vv_vec2 *v = &s->v[s->patches[k].particle];
            *v = vv_vec2_add(*v, vv_vec2_scale(change, s->patches[k].weight));
        }
    }
    for (const pull *p = c->pulls; p < c->pulls + c->pull_count; p++)
        if (p->exact)
            s->v[p->particle] = p->velocity;
}

static float inverse_mass(const sheet *s, const sheet_constraints *c, uint32_t particle)
{
    for (const pull *p = c->pulls; p < c->pulls + c->pull_count; p++)
        if (p->exact && p->particle == particle)
            return 0.0f;
    return 1.0f / s->view->masses[particle];
}

/* ---- Obstacles --------------------------------------------------------------------------------------------------- */

/* A contact point with an obstacle as a constraint on the velocities of its two particles: no nearer at the end of the
 * step than it may be, without bouncing; and friction of at most μ times that impulse. */
static void solve_contact_point(const sheet *s, sheet_constraints *c, const pair *p, contact_point *r, float time,
                                float h)
{
    uint32_t i = r->a.i, j = r->a.j;
    float u = 1.0f - r->a.t, w = r->a.t, inv_i = inverse_mass(s, c, i), inv_j = inverse_mass(s, c, j);
    vv_vec2 at = edge_point_position(&r->a, s->x), v = edge_point_position(&r->a, s->v), tangent;
    float separation = vv_vec2_dot(r->normal, vv_vec2_add(at, arc_touching(&r->arc, r->normal))) + r->offset;
    float compliance = i == j ? inv_i : u * u * inv_i + w * w * inv_j;
    float missing = r->min_separation - separation - time * vv_vec2_dot(r->normal, v);
    if (!(missing > 0.0f) || !(compliance > 0.0f))
        return;
    float push = missing / (time * compliance), most = p->friction * push;
    tangent = perpendicular(r->normal);
    float drag = vvi_clamp(-vv_vec2_dot(tangent, v) / compliance, -most, most);
    vv_vec2 impulse = vv_vec2_add(vv_vec2_scale(r->normal, push), vv_vec2_scale(tangent, drag));
    if (i == j) {
        s->v[i] = vv_vec2_add(s->v[i], vv_vec2_scale(impulse, inv_i));
    } else {
        s->v[i] = vv_vec2_add(s->v[i], vv_vec2_scale(impulse, u * inv_i));
        s->v[j] = vv_vec2_add(s->v[j], vv_vec2_scale(impulse, w * inv_j));
    }
    r->normal_impulse += push * h;
    r->tangent_impulse += drag * h;
    c->pressed += push;
}

static void solve_contacts(const sheet *s, sheet_constraints *c, float time, float h)
{
    contacts *all = c->stage->contacts;
    for (uint32_t k = 0; k < c->island->pair_count; k++) {
        const pair *p = pair_of(all, c->island, k);
        if (!p->obstacle || p->a != c->actor)
            continue;
        for (uint32_t r = p->first_point; r < p->first_point + p->point_count; r++)
            solve_contact_point(s, c, p, &all->points[r], time, h);
    }
}

void vvi_sheet_constrain(const sheet *s, sheet_constraints *c, float time, float left, float h)
{
    solve_contacts(s, c, time, h);
    apply_pulls(s, c, time, left);
}

/* ---- Edges ------------------------------------------------------------------------------------------------------- */

/* And those that are too long shrink slowly: an inelastic impulse, which keeps momentum. */
void vvi_sheet_limit_edges(const sheet *s, const sheet_constraints *c, float most, float time)
{
    for (uint32_t t = 0; t < s->view->triangle_count; t++)
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t *corners = s->view->triangles + 3u * (size_t)t;
            uint32_t i = corners[k], j = corners[k == 2 ? 0 : k + 1];
            float longest = most * vv_vec2_distance(s->rest[i], s->rest[j]);
            vv_vec2 now = vv_vec2_sub(s->x[j], s->x[i]);
            vv_vec2 then = vv_vec2_add(now, vv_vec2_scale(vv_vec2_sub(s->v[j], s->v[i]), time));
            float length = vv_vec2_length(then), before = vv_vec2_length(now);
            if (!(length > longest))
                continue;
            float goal = vvi_max(longest, before - 0.2f * (before - longest));
            float wi = inverse_mass(s, c, i), wj = inverse_mass(s, c, j);
            if (!(length > goal) || !(wi + wj > 0.0f))
                continue;
            vv_vec2 change = vv_vec2_scale(then, (length - goal) / (length * time * (wi + wj)));
            s->v[i] = vv_vec2_add(s->v[i], vv_vec2_scale(change, wi));
            s->v[j] = vv_vec2_sub(s->v[j], vv_vec2_scale(change, wj));
        }
}
