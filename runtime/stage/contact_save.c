/* What contact remembers from step to step, as bytes: islands of sleepers, and for each pair whether it touches, who is
 * inside a sensor, and the multipliers that the next substep begins with. */
#include "runtime/stage/contact.h"

enum { OBSTACLE = 1, TOUCHING = 2, INSIDE = 4, LANDED = 8, DEEP = 16, FLAGS = 31 };

void vvi_contacts_save(const vv_stage *stage, vvi_writer *w)
{
    const contacts *c = stage->contacts;
    vvi_write_u32(w, stage->actor_end);
    for (uint32_t i = 0; i < stage->actor_end; i++)
        vvi_write_u32(w, stage->actors[i].used && stage->actors[i].asleep ? c->islands[i] : i);
    vvi_write_u32(w, c->pair_count);
    for (uint32_t k = 0; k < c->pair_count; k++) {
        const pair *p = &c->pairs[k];
        vvi_write_u32(w, p->a);
        vvi_write_u32(w, p->b);
        vvi_write_u32(w, (p->obstacle ? OBSTACLE : 0u) | (p->touching ? TOUCHING : 0u) | (p->inside ? INSIDE : 0u) |
                             (p->landed ? LANDED : 0u) | (p->deep ? DEEP : 0u));
        vvi_write_vectors(w, &p->axis, 1);
        vvi_write_u32(w, p->face_count);
        for (uint32_t f = 0; f < p->face_count; f++) {
            const face *g = &p->faces[f];
            vvi_write_vectors(w, &g->normal, 1);
            vvi_write_floats(w, (const float[]){g->way.push, g->way.rub, g->way.centre}, 3);
            vvi_write_floats(w, (const float[]){g->speed.push, g->speed.rub, g->speed.centre}, 3);
        }
    }
}

static pair read_pair(vvi_reader *r)
{
    pair p = {.a = vvi_read_u32(r), .b = vvi_read_u32(r)};
    uint32_t flags = vvi_read_u32(r);
    p.obstacle = flags & OBSTACLE;
    p.touching = flags & TOUCHING;
    p.inside = flags & INSIDE;
    p.landed = flags & LANDED;
    p.deep = flags & DEEP;
    float axis[2];
    vvi_read_floats(r, axis, 2);
    p.axis = (vv_vec2){axis[0], axis[1]};
    p.face_count = vvi_read_u32(r);
    r->failed =
        r->failed || flags > FLAGS || p.face_count > CONTACT_FACES || fabsf(axis[0]) > 1.01f || fabsf(axis[1]) > 1.01f;
    for (uint32_t f = 0; f < p.face_count && !r->failed; f++) {
        float n[8];
        vvi_read_floats(r, n, 8);
        p.faces[f] = (face){.normal = {n[0], n[1]}, .way = {n[2], n[3], n[4]}, .speed = {n[5], n[6], n[7]}};
        r->failed = r->failed || fabsf(n[0]) > 1.01f || fabsf(n[1]) > 1.01f || n[2] < 0.0f || n[5] < 0.0f;
    }
    return p;
}

/* Both exist, and come after the pair before. */
static bool is_in_order(const vv_stage *stage, const pair *p, const pair *before)
{
    if (p->a >= stage->def.max_actors || p->b >= (p->obstacle ? stage->def.max_obstacles : stage->def.max_actors))
        return false;
    if (p->obstacle ? p->b >= stage->obstacle_end || !stage->obstacles[p->b].used : p->b <= p->a)
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

bool vvi_contacts_check(const vv_stage *stage, const uint8_t *bytes, size_t byte_count)
{
    vvi_reader r = {.bytes = bytes, .count = byte_count};
    if (!check_islands(stage, &r))
        return false;
    uint32_t pairs = vvi_read_u32(&r);
    if (r.failed || pairs > stage->contacts->pair_capacity)
        return false;
    pair before = {0};
    for (uint32_t k = 0; k < pairs; k++) {
        pair p = read_pair(&r);
        if (r.failed || !is_in_order(stage, &p, k ? &before : NULL))
            return false;
        before = p;
    }
    return r.at == byte_count;
}

/* Pairs of actors that are not there any more are left out: bytes may name any. */
void vvi_contacts_restore(vv_stage *stage, const uint8_t *bytes, size_t byte_count)
{
    contacts *c = stage->contacts;
    vvi_reader r = {.bytes = bytes, .count = byte_count};
    uint32_t actors = vvi_read_u32(&r);
    for (uint32_t i = 0; i < actors; i++)
        c->islands[i] = vvi_read_u32(&r);
    uint32_t pairs = vvi_read_u32(&r);
    c->pair_count = c->row_count = 0;
    for (uint32_t k = 0; k < pairs; k++) {
        pair p = read_pair(&r);
        if (stage->actors[p.a].used && (p.obstacle || stage->actors[p.b].used))
            c->pairs[c->pair_count++] = p;
    }
    for (uint32_t i = 0; i < stage->def.max_actors; i++)
        c->solids[i].slept = false;
    c->reported = false;
    c->fresh = true;
}
