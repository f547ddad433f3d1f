/* Islands: groups of actors that may touch one another in this substep. Different islands do not interact, so they
 * are solved one after the other, and the data of one stays in the cache. Their order is that of their first actors;
 * actors and pairs of each island are in ascending order. */
#include "runtime/stage/joint.h"

#include <string.h>

/* ---- Union and find ---------------------------------------------------------------------------------------------- */

void vvi_islands_clear(vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->actor_end; i++)
        stage->contacts->parents[i] = i;
}

uint32_t vvi_island_root(contacts *c, uint32_t i)
{
    uint32_t *parents = c->parents;
    while (parents[i] != i) {
        VVI_CHECK(parents[i] < i);
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

/* Smaller indices become roots. */
void vvi_islands_join(contacts *c, uint32_t a, uint32_t b)
{
    a = vvi_island_root(c, a);
    b = vvi_island_root(c, b);
    if (a != b)
        c->parents[a > b ? a : b] = a < b ? a : b;
}

/* ---- Members ----------------------------------------------------------------------------------------------------- */

/* The island of a pair of which at least one actor is awake: a sleeper belongs to none, like an obstacle, and a
 * kinematic actor is one to the other. */
static uint32_t island_of_pair(vv_stage *stage, const pair *p)
{
    contacts *c = stage->contacts;
    VVI_CHECK(is_pair_awake(stage, p));
    bool first = is_awake(&stage->actors[p->a]);
    if (first && !p->obstacle && stage->actors[p->a].kinematic && is_awake(&stage->actors[p->b]))
        first = false;
    return c->island_of[vvi_island_root(c, first ? p->a : p->b)];
}

static contact_island *island_of_joint(vv_stage *stage, uint32_t k)
{
    contacts *c = stage->contacts;
    return &c->islands[c->island_of[vvi_island_root(c, vvi_joint_island_actor(stage, k))]];
}

static void count_all(vv_stage *stage)
{
    contacts *c = stage->contacts;
    c->island_count = 0;
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        if (!is_awake(&stage->actors[i]))
            continue;
        uint32_t first = vvi_island_root(c, i);
        VVI_CHECK(first <= i && is_awake(&stage->actors[first]));
        if (first == i) {
            c->island_of[i] = c->island_count;
            c->islands[c->island_count++] = (contact_island){0};
        }
        c->islands[c->island_of[first]].actor_count++;
        VVI_CHECK(c->island_of[first] < c->island_count);
    }
    for (uint32_t k = 0; k < c->pair_count; k++)
        if (is_pair_awake(stage, &c->pairs[k])) {
            contact_island *i = &c->islands[island_of_pair(stage, &c->pairs[k])];
            i->pair_count++;
            i->point_count += c->pairs[k].point_count;
        }
    for (uint32_t k = 0; k < stage->joints->end; k++)
        if (vvi_joint_island_actor(stage, k) != VV_NONE)
            island_of_joint(stage, k)->joint_count++;
}

/* Gives every island its range of both lists, still empty. */
static void divide(contacts *c, uint32_t *own_joints)
{
    uint32_t *actors = c->island_actors, *pairs = c->island_pairs;
    for (contact_island *i = c->islands; i < c->islands + c->island_count; i++) {
        i->actors = actors;
        i->pairs = pairs;
        i->joints = i->joint_count > 0 ? own_joints : NULL;
        actors += i->actor_count;
        pairs += i->pair_count;
        if (i->joint_count > 0) /* without joints there is no array of them */
            own_joints += i->joint_count;
        i->actor_count = i->pair_count = i->joint_count = 0;
    }
}

static void fill(vv_stage *stage)
{
    contacts *c = stage->contacts;
    float gravity = vvi_stage_gravity(stage);
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (is_awake(&stage->actors[i])) {
            contact_island *own = &c->islands[c->island_of[vvi_island_root(c, i)]];
            const actor *a = &stage->actors[i];
            own->actors[own->actor_count++] = i;
            own->weight += a->sensor ? 0.0f : a->view.mass * gravity * fabsf(a->strengths.gravity);
        }
    for (uint32_t k = 0; k < c->pair_count; k++)
        if (is_pair_awake(stage, &c->pairs[k])) {
            contact_island *own = &c->islands[island_of_pair(stage, &c->pairs[k])];
            own->pairs[own->pair_count++] = k;
        }
    for (uint32_t k = 0; k < stage->joints->end; k++)
        if (vvi_joint_island_actor(stage, k) != VV_NONE) {
            contact_island *own = island_of_joint(stage, k);
            own->joints[own->joint_count++] = k;
        }
}

/* Whether each island has a root of its own and all actors and contact points with that root, and together they have
 * every actor that is awake. */
static bool do_islands_partition(const vv_stage *stage)
{
    contacts *c = stage->contacts;
    uint32_t actors = 0, pairs = 0, awake = 0, awake_pairs = 0;
    for (const contact_island *i = c->islands; i < c->islands + c->island_count; i++) {
        uint32_t points = 0;
        for (uint32_t k = 0; k < i->actor_count; k++)
            if (vvi_island_root(c, i->actors[k]) != i->actors[0])
                return false;
        for (uint32_t k = 0; k < i->pair_count; k++)
            points += pair_of(c, i, k)->point_count;
        if (points != i->point_count || !vvi_is_ascending(i->actors, i->actor_count) ||
            !vvi_is_ascending(i->pairs, i->pair_count))
            return false;
        actors += i->actor_count;
        pairs += i->pair_count;
    }
    for (uint32_t i = 0; i < stage->actor_end; i++)
        awake += is_awake(&stage->actors[i]);
    for (uint32_t k = 0; k < c->pair_count; k++)
        awake_pairs += is_pair_awake(stage, &c->pairs[k]);
    return actors == awake && pairs == awake_pairs;
}

void vvi_islands_find(vv_stage *stage)
{
    contacts *c = stage->contacts;
    vvi_islands_clear(stage);
    for (uint32_t k = 0; k < c->pair_count; k++) {
        const pair *p = &c->pairs[k];
        if (!p->obstacle && p->point_count > 0 && is_awake(&stage->actors[p->a]) && is_awake(&stage->actors[p->b]) &&
            !find_kinematic(stage, p))
            vvi_islands_join(c, p->a, p->b);
    }
    vvi_joints_join_islands(stage, true);
    count_all(stage);
    divide(c, stage->joints->island_joints);
    fill(stage);
    VVI_CHECK(do_islands_partition(stage));
}

/* Room for the constraints of all pairs, so that islands which are solved at the same time have theirs side by side. */
void vvi_contacts_begin_island(vv_stage *view, const contact_island *island)
{
    contacts *c = view->contacts;
    uint32_t first = (uint32_t)(island->pairs - c->island_pairs);
    VVI_CHECK(CONTACT_CONSTRAINTS * (first + island->pair_count) <= CONTACT_CONSTRAINTS * c->pair_capacity);
    c->constraints = c->all_constraints + CONTACT_CONSTRAINTS * first;
    c->constraint_capacity = CONTACT_CONSTRAINTS * island->pair_count;
}

uint32_t vvi_contacts_islands(const vv_stage *stage, const contact_island **first)
{
    *first = stage->contacts->islands;
    return stage->contacts->island_count;
}
