/* Islands: who may touch whom in this substep. What is on different islands does not meet, so one is solved after the other,
 * and what it takes to solve one stays in the cache. They are named after their first actor and go by its index; actors and
 * pairs of each keep the order they have in all. */
#include "runtime/stage/contact.h"

#include <string.h>

/* ---- Union and find -------------------------------------------------------------------------------------------------------- */

void vvi_islands_clear(vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->actor_end; i++)
        stage->contacts->parents[i] = i;
}

uint32_t vvi_island_root(contacts *c, uint32_t i)
{
    uint32_t *parents = c->parents;
    while (parents[i] != i) {
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

/* ---- Who is where ---------------------------------------------------------------------------------------------------------- */

/* The island of a pair with someone awake: a sleeper is none's, like an obstacle. */
static uint32_t island_of_pair(vv_stage *stage, const pair *p)
{
    contacts *c = stage->contacts;
    return c->island_of[vvi_island_root(c, is_awake(&stage->actors[p->a]) ? p->a : p->b)];
}

static void count_all(vv_stage *stage)
{
    contacts *c = stage->contacts;
    c->awake_count = 0;
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        if (!is_awake(&stage->actors[i]))
            continue;
        uint32_t first = vvi_island_root(c, i);
        if (first == i) {
            c->island_of[i] = c->awake_count;
            c->awake[c->awake_count++] = (island){0};
        }
        c->awake[c->island_of[first]].actor_count++;
    }
    for (uint32_t k = 0; k < c->pair_count; k++)
        if (is_pair_awake(stage, &c->pairs[k])) {
            island *i = &c->awake[island_of_pair(stage, &c->pairs[k])];
            i->pair_count++;
            i->row_count += c->pairs[k].row_count;
        }
}

/* Every island's stretch of both lists, empty. */
static void divide(contacts *c)
{
    uint32_t *actors = c->island_actors, *pairs = c->island_pairs;
    for (island *i = c->awake; i < c->awake + c->awake_count; i++) {
        i->actors = actors;
        i->pairs = pairs;
        actors += i->actor_count;
        pairs += i->pair_count;
        i->actor_count = i->pair_count = 0;
    }
}

static void fill(vv_stage *stage)
{
    contacts *c = stage->contacts;
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (is_awake(&stage->actors[i])) {
            island *own = &c->awake[c->island_of[vvi_island_root(c, i)]];
            own->actors[own->actor_count++] = i;
        }
    for (uint32_t k = 0; k < c->pair_count; k++)
        if (is_pair_awake(stage, &c->pairs[k])) {
            island *own = &c->awake[island_of_pair(stage, &c->pairs[k])];
            own->pairs[own->pair_count++] = k;
        }
}

void vvi_islands_find(vv_stage *stage)
{
    contacts *c = stage->contacts;
    vvi_islands_clear(stage);
    for (uint32_t k = 0; k < c->pair_count; k++) {
        const pair *p = &c->pairs[k];
        if (!p->obstacle && p->row_count > 0 && is_awake(&stage->actors[p->a]) && is_awake(&stage->actors[p->b]))
            vvi_islands_join(c, p->a, p->b);
    }
    count_all(stage);
    divide(c);
    fill(stage);
}

uint32_t vvi_contacts_islands(const vv_stage *stage, const island **first)
{
    *first = stage->contacts->awake;
    return stage->contacts->awake_count;
}
