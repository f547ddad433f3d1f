/* Contact: its memory, and the order of things in a substep. */
#include "runtime/stage/puppet/actor.h"

#include <string.h>

#define MAX_STATICS      1024u /* points of an obstacle */
#define ROWS_OF_A_PAIR   12u   /* on average */
#define WAKING_ROUNDS    4u
#define DEEP_STEPS       16u
#define CONTACTS_DEFAULT 8u /* for each actor */

/* ---- Memory ------------------------------------------------------------------------------------------------------------- */

typedef struct part {
    void **at;
    size_t count, size;
} part;

#define PARTS           29u
#define FIRST_OF_A_PAIR 20u

static void list_parts(vv_stage *stage, contacts *c, part *parts)
{
    size_t actors = stage->def.max_actors, all = actors + stage->def.max_obstacles;
    const part list[PARTS] = {
        {(void **)&c->outlines, actors, sizeof *c->outlines},
        {(void **)&c->solids, actors, sizeof *c->solids},
        {(void **)&c->islands, actors, sizeof *c->islands},
        {(void **)&c->parents, actors, sizeof *c->parents},
        {(void **)&c->awake, actors, sizeof *c->awake},
        {(void **)&c->island_of, actors, sizeof *c->island_of},
        {(void **)&c->island_actors, actors, sizeof *c->island_actors},
        {(void **)&c->island_pairs, c->pair_capacity, sizeof *c->island_pairs},
        {(void **)&c->order, all, sizeof *c->order},
        {(void **)&c->seen, all, sizeof *c->seen},
        {(void **)&c->meetings, c->pair_capacity, sizeof *c->meetings},
        {(void **)&c->sorted, c->pair_capacity, sizeof *c->sorted},
        {(void **)&c->buckets, 2u * actors + 1u, sizeof *c->buckets},
        {(void **)&c->pairs, c->pair_capacity, sizeof *c->pairs},
        {(void **)&c->before, c->pair_capacity, sizeof *c->before},
        {(void **)&c->rows, c->row_capacity, sizeof *c->rows},
        {(void **)&c->rows_before, c->row_capacity, sizeof *c->rows_before},
        {(void **)&c->grips, c->grip_capacity, sizeof *c->grips},
        {(void **)&c->statics, MAX_STATICS, sizeof *c->statics},
        {(void **)&c->static_out, MAX_STATICS, sizeof *c->static_out},
        {(void **)&c->found, c->found_capacity, sizeof *c->found}, /* from here on: of one pair */
        {(void **)&c->near, c->edge_capacity, sizeof *c->near},
        {(void **)&c->near_fours, c->edge_capacity / 4u + 1u, sizeof *c->near_fours},
        {(void **)&c->heights[0], c->found_capacity, sizeof **c->heights},
        {(void **)&c->heights[1], c->found_capacity, sizeof **c->heights},
        {(void **)&c->chosen[0], c->found_capacity, sizeof **c->chosen},
        {(void **)&c->chosen[1], c->found_capacity, sizeof **c->chosen},
        {(void **)&c->chosen_edges[0], c->edge_capacity, sizeof **c->chosen_edges},
        {(void **)&c->chosen_edges[1], c->edge_capacity, sizeof **c->chosen_edges},
    };
    memcpy(parts, list, sizeof list);
}

vv_result vvi_contacts_create(vv_stage *stage, vv_error *error)
{
    contacts *c = vvi_allocate_zeroed(&stage->allocator, 1, sizeof *c);
    if (!c)
        return vvi_fail_memory(error, sizeof *c);
    stage->contacts = c;
    c->fresh = true;
    uint32_t wanted = stage->def.max_contacts, usual = CONTACTS_DEFAULT * stage->def.max_actors;
    c->pair_capacity = wanted ? wanted : usual < 64u ? 64u : usual;
    c->row_capacity = ROWS_OF_A_PAIR * c->pair_capacity;
    c->grip_capacity = CONTACT_FACES * CONTACT_SLOTS * c->pair_capacity;
    c->found_capacity = c->edge_capacity = 2u * MAX_STATICS;
    part parts[PARTS];
    list_parts(stage, c, parts);
    for (uint32_t k = 0; k < PARTS; k++) {
        *parts[k].at = vvi_allocate_zeroed(&stage->allocator, parts[k].count, parts[k].size);
        if (!*parts[k].at) {
            vvi_contacts_destroy(stage);
            return vvi_fail_memory(error, parts[k].count * parts[k].size);
        }
    }
    return VV_OK;
}

/* The obstacles' points go too. */
void vvi_contacts_destroy(vv_stage *stage)
{
    contacts *c = stage->contacts;
    if (!c)
        return;
    for (uint32_t i = 0; c->outlines && i < stage->def.max_actors; i++)
        vvi_solid_destroy(stage, i);
    for (uint32_t i = 0; i < stage->obstacle_end; i++) {
        obstacle *o = &stage->obstacles[i];
        vvi_release(&stage->allocator, o->points, o->point_count, sizeof *o->points);
        o->points = NULL;
    }
    part parts[PARTS];
    list_parts(stage, c, parts);
    for (uint32_t k = 0; k < PARTS; k++)
        vvi_release(&stage->allocator, *parts[k].at, parts[k].count, parts[k].size);
    vvi_release(&stage->allocator, c, 1, sizeof *c);
    stage->contacts = NULL;
}

/* Room for all points of the largest two outlines in one another: everything of one pair is taken anew, larger. */
static bool make_room(vv_stage *stage, uint32_t points)
{
    contacts *c = stage->contacts, larger = *c;
    uint32_t needed = 2u * (points > MAX_STATICS ? points : MAX_STATICS) + OUTLINE_LANES;
    if (needed <= c->found_capacity)
        return true;
    larger.found_capacity = larger.edge_capacity = needed;
    part parts[PARTS], old[PARTS];
    list_parts(stage, &larger, parts);
    list_parts(stage, c, old);
    bool taken = true;
    for (uint32_t k = FIRST_OF_A_PAIR; k < PARTS && taken; k++)
        taken = (*parts[k].at = vvi_allocate_zeroed(&stage->allocator, parts[k].count, parts[k].size)) != NULL;
    for (uint32_t k = FIRST_OF_A_PAIR; k < PARTS; k++) {
        const part *gone = taken ? &old[k] : &parts[k];
        if (taken || *parts[k].at != *old[k].at)
            vvi_release(&stage->allocator, *gone->at, gone->count, gone->size);
    }
    if (taken)
        *c = larger;
    return taken;
}

vv_result vvi_contacts_actor_added(vv_stage *stage, uint32_t index, vv_error *error)
{
    vv_result result = vvi_solid_create(stage, index, error);
    if (result != VV_OK)
        return result;
    stage->contacts->solids[index] = (solid){0};
    const outline *o = &stage->contacts->outlines[index];
    uint32_t most = o->point_count > o->edge_count ? o->point_count : o->edge_count;
    const puppet *p = stage->actors[index].puppet;
    for (uint32_t i = 0; p && i < p->member_count; i++) {
        const outline *other = &p->members[i].outline;
        most = other->point_count > most ? other->point_count : most;
        most = other->edge_count > most ? other->edge_count : most;
    }
    if (!make_room(stage, most)) {
        vvi_solid_destroy(stage, index);
        return vvi_fail_memory(error, 2u * (size_t)most * sizeof(row));
    }
    return VV_OK;
}

/* Forgets the pairs of an actor or obstacle that goes, and wakes what rested on it. */
static void forget(vv_stage *stage, uint32_t index, bool fixed)
{
    contacts *c = stage->contacts;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < c->pair_count; k++) {
        pair *p = &c->pairs[k];
        bool gone = fixed ? p->obstacle && p->b == index : p->a == index || (!p->obstacle && p->b == index);
        if (!gone) {
            c->pairs[kept++] = *p;
            continue;
        }
        vvi_pair_ended(stage, p);
        if (p->touching)
            vvi_actor_wake(stage, &stage->actors[p->a == index && !p->obstacle ? p->b : p->a]);
    }
    c->pair_count = kept;
}

void vvi_contacts_actor_removed(vv_stage *stage, uint32_t index)
{
    forget(stage, index, false);
    vvi_solid_destroy(stage, index);
    stage->contacts->solids[index] = (solid){0};
}

void vvi_contacts_obstacle_removed(vv_stage *stage, uint32_t index) { forget(stage, index, true); }

/* ---- Pairs from substep to substep ---------------------------------------------------------------------------------------- */

static int compare(uint32_t a, uint32_t b, bool fixed, const pair *p)
{
    if (fixed != p->obstacle)
        return fixed ? 1 : -1;
    if (a != p->a)
        return a < p->a ? -1 : 1;
    return b == p->b ? 0 : b < p->b ? -1 : 1;
}

static void add_pair(contacts *c, const pair *p)
{
    if (c->pair_count < c->pair_capacity)
        c->pairs[c->pair_count++] = *p;
    else
        c->overflowed = true;
}

/* A pair that no longer meets. Those of sleepers were not looked for: they stay. */
static void leave(vv_stage *stage, pair *p)
{
    p->row_count = 0;
    p->searched = false;
    if (!is_pair_awake(stage, p))
        add_pair(stage->contacts, p);
    else
        vvi_pair_ended(stage, p);
}

/* New pairs take over what the old ones remember; both lists are sorted alike. */
static void merge_pairs(vv_stage *stage)
{
    contacts *c = stage->contacts;
    pair *swap = c->before;
    c->before = c->pairs;
    c->before_count = c->pair_count;
    c->pairs = swap;
    c->pair_count = 0;
    uint32_t old = 0, actors = stage->def.max_actors;
    for (uint32_t k = 0; k < c->meeting_count; k++) {
        meeting m = c->sorted[k];
        bool fixed = m.b >= actors;
        uint32_t b = fixed ? m.b - actors : m.b;
        while (old < c->before_count && compare(m.a, b, fixed, &c->before[old]) > 0)
            leave(stage, &c->before[old++]);
        pair p = {.a = m.a, .b = b, .obstacle = fixed, .deep = true};
        if (old < c->before_count && compare(m.a, b, fixed, &c->before[old]) == 0)
            p = c->before[old++];
        add_pair(c, &p);
    }
    while (old < c->before_count)
        leave(stage, &c->before[old++]);
}

static void set_pair(vv_stage *stage, pair *p)
{
    const contacts *c = stage->contacts;
    const actor *a = &stage->actors[p->a];
    float other = p->obstacle ? stage->obstacles[p->b].friction : stage->actors[p->b].strengths.friction;
    float stiffness = c->solids[p->a].stiffness;
    if (!p->obstacle)
        stiffness = vvi_min(stiffness, c->solids[p->b].stiffness);
    p->friction = sqrtf(a->strengths.friction * other);
    p->share = 1.0f - stiffness;
    p->pushed = 0.0f;
    p->led[0] = !p->obstacle && vvi_puppet_leads(stage, p->b, p->a);
    p->led[1] = !p->obstacle && vvi_puppet_leads(stage, p->a, p->b);
    /* Nothing gets deep inside by itself; a teleport may bring it there. */
    p->deep = p->deep || (stage->contacts->fresh && (stage->step_count + p->a + p->b) % DEEP_STEPS == 0);
}

static void narrow(vv_stage *stage, float h)
{
    contacts *c = stage->contacts;
    c->row_count = 0;
    for (uint32_t k = 0; k < c->pair_count; k++) {
        pair *p = &c->pairs[k];
        c->found_count = 0;
        if (!is_pair_awake(stage, p) || (p->obstacle && stage->obstacles[p->b].sensor)) {
            p->first_row = p->row_count = 0;
            p->searched = false;
            continue;
        }
        set_pair(stage, p);
        if (!p->obstacle)
            vvi_narrow_actors(stage, p);
        else if (!stage->actors[p->a].puppet) /* a puppet's own step has met obstacles already */
            vvi_narrow_obstacle(stage, p);
        vvi_pair_keep(stage, p, h);
    }
}

/* Sleepers wake where something begins to touch them, or what touches them moves. */
static bool wake_hit(vv_stage *stage)
{
    contacts *c = stage->contacts;
    bool woken = false;
    for (uint32_t k = 0; k < c->pair_count; k++) {
        const pair *p = &c->pairs[k];
        if (p->obstacle || p->row_count == 0 || stage->actors[p->a].asleep == stage->actors[p->b].asleep)
            continue;
        bool pushes = false;
        for (uint32_t r = p->first_row; r < p->first_row + p->row_count; r++)
            pushes = pushes || c->rows[r].gap < c->rows[r].bound;
        if (pushes && (!p->touching || p->closing > 0.3f * vvi_pair_impact_speed(stage, p))) {
            vvi_actor_wake(stage, &stage->actors[stage->actors[p->a].asleep ? p->a : p->b]);
            woken = true;
        }
    }
    return woken;
}

/* Sleepers once, when they fell asleep. */
static void prepare_sleepers(vv_stage *stage, float h)
{
    contacts *c = stage->contacts;
    float gravity = vvi_stage_gravity(stage);
    c->weight = 0.0f;
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        const actor *a = &stage->actors[i];
        if (a->used)
            c->weight += a->view.mass * gravity * fabsf(a->strengths.gravity);
        if (a->used && a->asleep && !c->solids[i].slept)
            vvi_solid_prepare(stage, i, h);
    }
}

/* Those who woke just now begin to fall like the others. */
static void bring_along(vv_stage *stage, float h)
{
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (is_awake(&stage->actors[i]) && stage->contacts->solids[i].slept) {
            vvi_actor_predict(stage, &stage->actors[i], h);
            vvi_contacts_watch(stage, &stage->actors[i], h);
        }
}

static bool is_anyone_awake(const vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (is_awake(&stage->actors[i]))
            return true;
    return false;
}

/* ---- The substep ------------------------------------------------------------------------------------------------------------ */

void vvi_contacts_watch(vv_stage *stage, actor *a, float h)
{
    a->touch = (touch){0};
    vvi_solid_prepare(stage, (uint32_t)(a - stage->actors), h);
}

void vvi_contacts_begin(vv_stage *stage, float h)
{
    contacts *c = stage->contacts;
    row *swap = c->rows_before;
    c->rows_before = c->rows;
    c->rows = swap;
    c->row_count = 0;
    c->awake_count = 0;
    prepare_sleepers(stage, h);
    if (!is_anyone_awake(stage))
        return;
    for (uint32_t round = 0; round < WAKING_ROUNDS; round++) {
        vvi_contacts_meet(stage);
        merge_pairs(stage);
        narrow(stage, h);
        if (!wake_hit(stage))
            break;
        bring_along(stage, h);
        c->fresh = true; /* rows are those of this very substep now: look anew */
    }
    c->fresh = false;
    if (c->overflowed && !c->reported)
        vvi_stage_report(stage, &(vv_event){.kind = VV_EVENT_OVERFLOW});
    c->reported = c->overflowed;
    vvi_islands_find(stage);
}

void vvi_contacts_end(vv_stage *stage, const island *isle, float h)
{
    vvi_contacts_tell(stage, isle);
    vvi_contacts_stop(stage, isle, h);
}
