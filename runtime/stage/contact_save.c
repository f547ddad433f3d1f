/* What contact remembers from step to step, as bytes: islands of sleepers, and for each pair whether it touches, what
 * was told of it, and the impulses with which the next substep begins. */
#include "runtime/stage/contact.h"

enum { OBSTACLE = 1, TOUCHING = 2, BEGUN = 4, LANDED = 8, DEEP = 16, HIT = 32, EXITS = 64, FLAGS = 127 };

void vvi_contacts_save(const vv_stage *stage, vvi_writer *w)
{
    const contacts *c = stage->contacts;
    vvi_write_u32(w, stage->actor_end);
    VVI_CHECK(stage->actor_end <= stage->def.max_actors && c->pair_count <= c->pair_capacity);
    for (uint32_t i = 0; i < stage->actor_end; i++)
        vvi_write_u32(w, stage->actors[i].used && stage->actors[i].asleep ? c->sleep_islands[i] : i);
    vvi_write_u32(w, c->pair_count);
    for (uint32_t k = 0; k < c->pair_count; k++) {
        const pair *p = &c->pairs[k];
        VVI_CHECK(p->manifold_count <= CONTACT_MANIFOLDS && (p->obstacle || p->a < p->b));
        vvi_write_u32(w, p->a);
        vvi_write_u32(w, p->b);
        vvi_write_u32(w, (p->obstacle ? OBSTACLE : 0u) | (p->touching ? TOUCHING : 0u) |
                             (p->report.begun ? BEGUN : 0u) | (p->landed ? LANDED : 0u) | (p->search_deep ? DEEP : 0u) |
                             (p->report.hit ? HIT : 0u) | (p->exits ? EXITS : 0u));
        vvi_write_floats(w, (const float[]){p->report.apart_time, p->report.calm_time}, 2);
        vvi_write_vectors(w, (const vv_vec2[]){p->report.hit_normal, p->separating_axis}, 2);
        vvi_write_u32(w, p->manifold_count);
        for (uint32_t f = 0; f < p->manifold_count; f++) {
            const manifold *g = &p->manifolds[f];
            vvi_write_vectors(w, &g->normal, 1);
            vvi_write_floats(w,
                             (const float[]){g->position_warm_start.normal_impulse,
                                             g->position_warm_start.tangent_impulse, g->position_warm_start.centre},
                             3);
            vvi_write_floats(w,
                             (const float[]){g->velocity_warm_start.normal_impulse,
                                             g->velocity_warm_start.tangent_impulse, g->velocity_warm_start.centre},
                             3);
            vvi_write_floats(w, (const float[]){does_stick(g) ? g->slip : 0.0f}, 1);
            vvi_write_u32(w, does_stick(g));
        }
    }
}

static pair read_pair(vvi_reader *r)
{
    pair p = {.a = vvi_read_u32(r), .b = vvi_read_u32(r)};
    uint32_t flags = vvi_read_u32(r);
    p.obstacle = flags & OBSTACLE;
    p.touching = flags & TOUCHING;
    p.report.begun = flags & BEGUN;
    p.report.hit = flags & HIT;
    p.landed = flags & LANDED;
    p.search_deep = flags & DEEP;
    p.exits = flags & EXITS;
    float times[2], axes[4];
    vvi_read_floats(r, times, 2);
    vvi_read_floats(r, axes, 4);
    p.report.apart_time = times[0];
    p.report.calm_time = times[1];
    p.report.hit_normal = (vv_vec2){axes[0], axes[1]};
    p.separating_axis = (vv_vec2){axes[2], axes[3]};
    p.manifold_count = vvi_read_u32(r);
    r->failed =
        r->failed || flags > FLAGS || p.manifold_count > CONTACT_MANIFOLDS || times[0] < 0.0f || times[1] < 0.0f;
    for (uint32_t k = 0; k < 4; k++)
        r->failed = r->failed || fabsf(axes[k]) > 1.01f;
    for (uint32_t f = 0; f < p.manifold_count && !r->failed; f++) {
        float n[9];
        vvi_read_floats(r, n, 9);
        uint32_t sticks = vvi_read_u32(r);
        p.manifolds[f] = (manifold){.normal = {n[0], n[1]},
                                    .position_warm_start = {n[2], n[3], n[4]},
                                    .velocity_warm_start = {n[5], n[6], n[7]},
                                    .slip = sticks ? n[8] : INFINITY};
        r->failed = r->failed || fabsf(n[0]) > 1.01f || fabsf(n[1]) > 1.01f || n[2] < 0.0f || n[5] < 0.0f ||
                    fabsf(n[8]) > 1.0e3f || sticks > 1;
    }
    return p;
}

/* Whether both could exist, and the pair comes after the one before. */
static bool is_in_order(const vv_stage *stage, const pair *p, const pair *before)
{
    if (p->a >= stage->def.max_actors || p->b >= (p->obstacle ? stage->def.max_obstacles : stage->def.max_actors))
        return false;
    if (!p->obstacle && p->b <= p->a)
        return false;
    if (!before || before->obstacle != p->obstacle)
        return !before || p->obstacle;
    return before->a < p->a || (before->a == p->a && before->b < p->b);
}

static bool check_islands(const vv_stage *stage, vvi_reader *r)
{
    uint32_t actors = vvi_read_u32(r);
    if (actors > stage->def.max_actors)
        return false;
    for (uint32_t i = 0; i < actors && !r->failed; i++)
        if (vvi_read_u32(r) > i)
            return false;
    return !r->failed;
}

static bool check_pairs(const vv_stage *stage, vvi_reader *r)
{
    uint32_t pairs = vvi_read_u32(r);
    if (r->failed || pairs > stage->contacts->pair_capacity)
        return false;
    pair before = {0};
    for (uint32_t k = 0; k < pairs; k++) {
        pair p = read_pair(r);
        if (r->failed || !is_in_order(stage, &p, k ? &before : NULL))
            return false;
        before = p;
    }
    return true;
}

void vvi_contacts_check(const vv_stage *stage, vvi_reader *r)
{
    r->failed = r->failed || !check_islands(stage, r) || !check_pairs(stage, r);
}

size_t vvi_contacts_save_limit(const vv_stage_def *def)
{
    size_t pairs = def->max_contacts ? def->max_contacts : vvi_usual_contacts(def);
    size_t manifold_bytes = 9u * sizeof(float) + sizeof(uint32_t), pair_bytes = 10u * sizeof(uint32_t);
    return 2u * sizeof(uint32_t) + def->max_actors * sizeof(uint32_t) +
           pairs * (pair_bytes + CONTACT_MANIFOLDS * manifold_bytes);
}

/* Pairs of what does not exist are left out: bytes may name any. */
void vvi_contacts_restore(vv_stage *stage, vvi_reader *r)
{
    contacts *c = stage->contacts;
    uint32_t actors = vvi_read_u32(r);
    VV_ASSERT(actors <= stage->def.max_actors);
    for (uint32_t i = 0; i < actors; i++)
        c->sleep_islands[i] = vvi_read_u32(r);
    uint32_t pairs = vvi_read_u32(r);
    VV_ASSERT(pairs <= c->pair_capacity);
    c->pair_count = c->point_count = 0;
    for (uint32_t k = 0; k < pairs; k++) {
        pair p = read_pair(r);
        if (stage->actors[p.a].used && (p.obstacle ? stage->obstacles[p.b].used : stage->actors[p.b].used))
            c->pairs[c->pair_count++] = p;
    }
    for (uint32_t i = 0; i < stage->def.max_actors; i++)
        c->bodies[i].prepared_asleep = false;
    c->overflow_reported = false;
    c->search_anew = true;
    VVI_CHECK(!r->failed);
}
