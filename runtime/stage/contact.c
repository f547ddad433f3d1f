/* Contact: its memory, and the order of a substep. */
#include "runtime/stage/puppet_actor.h"
#include "runtime/stage/query.h"
#include "runtime/stage/workers.h"

#include <string.h>

#define POINTS_PER_PAIR      6u /* on average: most pairs whose bounds overlap do not touch */
#define SPARE_POINTS         128u
#define FIRST_PAIRS          16u
#define FIRST_OUTLINE        64u
#define MAX_WAKE_ROUNDS      4u
#define DEEP_SEARCH_INTERVAL 16u

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

void vvi_contacts_list_scratch(contacts *c, const contacts *like, scratch_array arrays[CONTACT_SCRATCH_ARRAYS])
{
    const scratch_array list[CONTACT_SCRATCH_ARRAYS] = {
        {(void **)&c->found, like->found_capacity, sizeof *c->found},
        {(void **)&c->near_edges, like->edge_capacity, sizeof *c->near_edges},
        {(void **)&c->near_fours, like->edge_capacity / 4u + 1u, sizeof *c->near_fours},
        {(void **)&c->near_boxes, like->edge_capacity / NEAR_CHUNK + 1u, sizeof *c->near_boxes},
        {(void **)&c->heights[0], like->found_capacity, sizeof **c->heights},
        {(void **)&c->heights[1], like->found_capacity, sizeof **c->heights},
        {(void **)&c->chosen[0], like->found_capacity, sizeof **c->chosen},
        {(void **)&c->chosen[1], like->found_capacity, sizeof **c->chosen},
        {(void **)&c->chosen_edges[0], like->edge_capacity, sizeof **c->chosen_edges},
        {(void **)&c->chosen_edges[1], like->edge_capacity, sizeof **c->chosen_edges},
        {(void **)&c->obstacle_points, like->outline_capacity, sizeof *c->obstacle_points},
        {(void **)&c->obstacle_outwards, like->outline_capacity, sizeof *c->obstacle_outwards},
    };
    memcpy(arrays, list, sizeof list);
}

#define SHARED_ARRAYS 24u
#define BUFFERS       (SHARED_ARRAYS + CONTACT_SCRATCH_ARRAYS)

static void list_buffers(vv_stage *stage, contacts *c, scratch_array *buffers)
{
    size_t actors = stage->def.max_actors, all = actors + stage->def.max_obstacles;
    const scratch_array list[SHARED_ARRAYS] = {
        {(void **)&c->outlines, actors, sizeof *c->outlines},
        {(void **)&c->bodies, actors, sizeof *c->bodies},
        {(void **)&c->sleep_islands, actors, sizeof *c->sleep_islands},
        {(void **)&c->parents, actors, sizeof *c->parents},
        {(void **)&c->islands, actors, sizeof *c->islands},
        {(void **)&c->island_of, actors, sizeof *c->island_of},
        {(void **)&c->island_actors, actors, sizeof *c->island_actors},
        {(void **)&c->island_pairs, c->pair_capacity, sizeof *c->island_pairs},
        {(void **)&c->order, all, sizeof *c->order},
        {(void **)&c->marks, all, sizeof *c->marks},
        {(void **)&c->broad_pairs, c->pair_capacity, sizeof *c->broad_pairs},
        {(void **)&c->sorted, c->pair_capacity, sizeof *c->sorted},
        {(void **)&c->buckets, 2u * actors + 1u, sizeof *c->buckets},
        {(void **)&c->pairs, c->pair_capacity, sizeof *c->pairs},
        {(void **)&c->before, c->pair_capacity, sizeof *c->before},
        {(void **)&c->points, c->point_capacity, sizeof *c->points},
        {(void **)&c->points_before, c->point_capacity, sizeof *c->points_before},
        {(void **)&c->all_constraints, CONTACT_CONSTRAINTS * c->pair_capacity, sizeof *c->all_constraints},
        {(void **)&c->sensors.pairs, c->pair_capacity, sizeof *c->sensors.pairs},
        {(void **)&c->sensors.found, c->pair_capacity, sizeof *c->sensors.found},
        {(void **)&c->sensors.order, all, sizeof *c->sensors.order},
        {(void **)&c->sensors.low, all, sizeof *c->sensors.low},
        {(void **)&c->sensors.high, all, sizeof *c->sensors.high},
        {(void **)&c->sensors.tested, all, sizeof *c->sensors.tested},
    };
    memcpy(buffers, list, sizeof list);
    vvi_contacts_list_scratch(c, c, buffers + SHARED_ARRAYS);
}

/* For so many pairs, and for outlines and obstacles with so many points or edges. */
static void set_capacities(contacts *c, uint32_t pairs, uint32_t outline_points)
{
    c->pair_capacity = pairs;
    c->point_capacity = c->point_end = POINTS_PER_PAIR * pairs + SPARE_POINTS;
    c->outline_capacity = outline_points;
    c->found_capacity = c->edge_capacity = 2u * outline_points + CONTACT_POINTS + OUTLINE_LANES;
}

/* Allocates the buffers whose size differs from what there is, with the same contents. Nothing changes where there is
 * no memory. */
static vv_result resize_buffers(vv_stage *stage, contacts larger, vv_error *error)
{
    contacts *c = stage->contacts;
    scratch_array buffers[BUFFERS], old[BUFFERS];
    list_buffers(stage, &larger, buffers);
    list_buffers(stage, c, old);
    for (uint32_t k = 0; k < BUFFERS; k++) {
        scratch_array *to = &buffers[k];
        if (*old[k].at && to->count == old[k].count)
            continue;
        *to->at = vvi_allocate_zeroed(&stage->allocator, to->count, to->size);
        for (uint32_t i = 0; !*to->at && i < k; i++)
            if (*buffers[i].at != *old[i].at)
                vvi_release(&stage->allocator, *buffers[i].at, buffers[i].count, buffers[i].size);
        if (!*to->at)
            return vvi_fail_memory(error, to->count * to->size);
    }
    for (uint32_t k = 0; k < BUFFERS; k++) {
        if (*buffers[k].at == *old[k].at || !*old[k].at)
            continue;
        memcpy(*buffers[k].at, *old[k].at, old[k].count * old[k].size);
        vvi_release(&stage->allocator, *old[k].at, old[k].count, old[k].size);
    }
    *c = larger;
    return VV_OK;
}

vv_result vvi_contacts_create(vv_stage *stage, vv_error *error)
{
    VV_ASSERT(stage->contacts == NULL && stage->def.max_contacts > 0);
    contacts *c = vvi_allocate_zeroed(&stage->allocator, 1, sizeof *c);
    if (!c)
        return vvi_fail_memory(error, sizeof *c);
    stage->contacts = c;
    contacts first = {.search_anew = true};
    uint32_t most = stage->def.max_contacts;
    set_capacities(&first, most < FIRST_PAIRS ? most : FIRST_PAIRS, FIRST_OUTLINE);
    vv_result result = resize_buffers(stage, first, error);
    if (result != VV_OK)
        vvi_contacts_destroy(stage);
    return result;
}

void vvi_contacts_destroy(vv_stage *stage)
{
    contacts *c = stage->contacts;
    if (!c)
        return;
    for (uint32_t i = 0; c->outlines && i < stage->def.max_actors; i++)
        vvi_rigid_body_destroy(stage, i);
    scratch_array buffers[BUFFERS];
    list_buffers(stage, c, buffers);
    for (uint32_t k = 0; k < BUFFERS; k++)
        vvi_release(&stage->allocator, *buffers[k].at, buffers[k].count, buffers[k].size);
    vvi_release(&stage->allocator, c, 1, sizeof *c);
    stage->contacts = NULL;
}

/* As many pairs as there can be of the slots that were ever used, at most max_contacts: so no step needs more than
 * there is. Doubled, so that a stage that is filled allocates a few times only. */
static uint32_t needed_pairs(const vv_stage *stage, uint64_t actors, uint64_t obstacles)
{
    uint64_t most = stage->def.max_contacts, possible = actors * (actors - (actors > 0)) / 2u + actors * obstacles;
    uint64_t pairs = stage->contacts->pair_capacity;
    while (pairs < possible && pairs < most)
        pairs *= 2u;
    return (uint32_t)(pairs < most ? pairs : most);
}

/* `actors`, `obstacles`: how many slots are used. `points`: of an outline or obstacle. Restores bring back only what
 * was in a slot that was used, so slots are never counted down. */
static vv_result reserve(vv_stage *stage, uint32_t actors, uint32_t obstacles, uint32_t points, vv_error *error)
{
    contacts larger = *stage->contacts;
    if (larger.most_actors < actors)
        larger.most_actors = actors;
    if (larger.most_obstacles < obstacles)
        larger.most_obstacles = obstacles;
    uint32_t pairs = needed_pairs(stage, larger.most_actors, larger.most_obstacles);
    set_capacities(&larger, pairs, points > larger.outline_capacity ? points : larger.outline_capacity);
    vv_result result = resize_buffers(stage, larger, error);
    if (result == VV_OK)
        result = vvi_queries_reserve(stage, larger.most_actors + larger.most_obstacles, error);
    if (result == VV_OK)
        result = vvi_workers_reserve(stage, error);
    return result;
}

vv_result vvi_contacts_reserve_obstacle(vv_stage *stage, uint32_t index, uint32_t points, vv_error *error)
{
    VV_ASSERT(index < stage->def.max_obstacles && points <= CONTACT_OBSTACLE_POINTS);
    return reserve(stage, 0, index + 1u, points, error);
}

static uint32_t larger_count(uint32_t most, const outline *o)
{
    most = o->point_count > most ? o->point_count : most;
    return o->edge_count > most ? o->edge_count : most;
}

vv_result vvi_contacts_actor_added(vv_stage *stage, uint32_t index, vv_error *error)
{
    VV_ASSERT(index < stage->def.max_actors && !stage->actors[index].used);
    vv_result result = vvi_rigid_body_create(stage, index, error);
    if (result != VV_OK)
        return result;
    stage->contacts->bodies[index] = (rigid_body){0};
    VVI_CHECK(stage->contacts->outlines[index].point_count >= 3);
    uint32_t most = larger_count(0, &stage->contacts->outlines[index]);
    const puppet *p = stage->actors[index].puppet;
    for (uint32_t i = 0; p && i < p->member_count; i++)
        most = larger_count(most, &p->members[i].outline);
    result = reserve(stage, index + 1u, 0, most, error);
    if (result != VV_OK)
        vvi_rigid_body_destroy(stage, index);
    return result;
}

/* Removes the pairs of an actor or obstacle that is removed, and wakes what rested on it. */
static void remove_pairs_of(vv_stage *stage, uint32_t index, bool fixed)
{
    contacts *c = stage->contacts;
    uint32_t kept = 0;
    VV_ASSERT(index < (fixed ? stage->obstacle_end : stage->actor_end));
    for (uint32_t k = 0; k < c->pair_count; k++) {
        pair *p = &c->pairs[k];
        bool gone = fixed ? p->obstacle && p->b == index : p->a == index || (!p->obstacle && p->b == index);
        if (!gone) {
            c->pairs[kept++] = *p;
            continue;
        }
        vvi_pair_report_removal(stage, p);
        if (p->touching)
            vvi_actor_wake(stage, &stage->actors[p->a == index && !p->obstacle ? p->b : p->a]);
    }
    c->pair_count = kept;
}

void vvi_contacts_actor_removed(vv_stage *stage, uint32_t index) { remove_pairs_of(stage, index, false); }

void vvi_contacts_obstacle_removed(vv_stage *stage, uint32_t index) { remove_pairs_of(stage, index, true); }

/* ---- Pairs from substep to substep ------------------------------------------------------------------------------- */

static int compare(uint32_t a, uint32_t b, bool fixed, const pair *p)
{
    if (fixed != p->obstacle)
        return fixed ? 1 : -1;
    if (a != p->a)
        return a < p->a ? -1 : 1;
    return b == p->b ? 0 : b < p->b ? -1 : 1;
}

/* Each pair comes once, in the order that the broad phase sorts meetings in. */
static bool are_pairs_sorted(const contacts *c)
{
    for (uint32_t k = 1; k < c->pair_count; k++) {
        const pair *p = &c->pairs[k];
        if (compare(p->a, p->b, p->obstacle, p - 1) <= 0)
            return false;
    }
    return true;
}

static void add_pair(contacts *c, const pair *p)
{
    if (c->pair_count < c->pair_capacity)
        c->pairs[c->pair_count++] = *p;
    else
        c->overflowed = true;
}

/* A pair whose bounds no longer overlap. Pairs of sleepers were not searched: they stay. Others stay while the two may
 * fall back at once and go on with their touch, if there is `room`. */
static void retire_pair(vv_stage *stage, pair *p, bool room)
{
    p->point_count = 0;
    p->was_searched = false;
    bool sleeps = !is_pair_awake(stage, p);
    if (!sleeps && !(room && vvi_pair_may_touch_again(stage, p))) {
        vvi_pair_report_removal(stage, p);
        return;
    }
    p->lingers = !sleeps;
    add_pair(stage->contacts, p);
}

/* Whether there is room for more than the pairs of the broad phase, of which `done` have been added. */
static bool has_room(const contacts *c, uint32_t done)
{
    return c->pair_count + (c->broad_pair_count - done) < c->pair_capacity;
}

/* New pairs inherit the state of the old ones; both lists are in the same order. */
static void merge_pairs(vv_stage *stage)
{
    contacts *c = stage->contacts;
    pair *swap = c->before;
    c->before = c->pairs;
    c->before_count = c->pair_count;
    c->pairs = swap;
    c->pair_count = 0;
    uint32_t old = 0, actors = stage->def.max_actors;
    for (uint32_t k = 0; k < c->broad_pair_count; k++) {
        broad_pair m = c->sorted[k];
        bool fixed = m.b >= actors;
        uint32_t b = fixed ? m.b - actors : m.b;
        VVI_CHECK(m.a < stage->actor_end && (fixed ? b < stage->obstacle_end : m.a < b && b < stage->actor_end));
        while (old < c->before_count && compare(m.a, b, fixed, &c->before[old]) > 0)
            retire_pair(stage, &c->before[old++], has_room(c, k));
        if (old < c->before_count && compare(m.a, b, fixed, &c->before[old]) == 0) {
            c->before[old].lingers = false;
            add_pair(c, &c->before[old++]);
            continue;
        }
        pair p = {.a = m.a, .b = b, .obstacle = fixed, .search_deep = true};
        p.exits = fixed && stage->obstacles[b].jumped;
        add_pair(c, &p);
    }
    while (old < c->before_count)
        retire_pair(stage, &c->before[old++], has_room(c, c->broad_pair_count));
    VVI_CHECK(are_pairs_sorted(c));
}

static void prepare_pair(vv_stage *stage, pair *p)
{
    const contacts *c = stage->contacts;
    const actor *a = &stage->actors[p->a];
    float other = p->obstacle ? stage->obstacles[p->b].friction : stage->actors[p->b].strengths.friction;
    float stiffness = c->bodies[p->a].stiffness;
    if (!p->obstacle)
        stiffness = vvi_min(stiffness, c->bodies[p->b].stiffness);
    p->friction = sqrtf(a->strengths.friction * other);
    p->particle_share = 1.0f - stiffness;
    VVI_CHECK(p->friction >= 0.0f && p->particle_share >= 0.0f && p->particle_share <= 1.0f);
    p->impulse_sum = 0.0f;
    p->is_driven[0] = !p->obstacle && vvi_puppet_leads(stage, p->b, p->a);
    p->is_driven[1] = !p->obstacle && vvi_puppet_leads(stage, p->a, p->b);
    VVI_CHECK(!(p->is_driven[0] && p->is_driven[1]));
    /* No actor gets deep inside another by itself, but a teleport may put it there. */
    p->search_deep = p->search_deep ||
                     (stage->contacts->search_anew && (stage->step_count + p->a + p->b) % DEEP_SEARCH_INTERVAL == 0);
}

/* Its contact points were found in this substep, before others woke: they stay. */
static void keep_points(contacts *c, pair *p)
{
    uint32_t room = c->point_end - c->point_count, from = p->first_point;
    c->overflowed = c->overflowed || p->point_count > room;
    p->point_count = p->point_count < room ? p->point_count : room;
    p->manifold_count = p->point_count > 0 ? p->manifold_count : 0;
    p->first_point = c->point_count;
    for (uint32_t k = 0; k < p->point_count; k++)
        c->points[c->point_count++] = c->points_before[from + k];
    for (uint32_t k = 0; k < p->manifold_count * CONTACT_SLOTS; k++) {
        manifold_slot *slot = &p->manifolds[k / CONTACT_SLOTS].slots[k % CONTACT_SLOTS];
        if (slot->point != VV_NONE)
            slot->point = slot->point - from < p->point_count ? slot->point - from + p->first_point : VV_NONE;
    }
}

typedef struct collision {
    float h;
    bool again; /* actors have woken in this substep, and points_before are those that were found before */
} collision;

static void collide_pair(vv_stage *stage, pair *p, const collision *how)
{
    contacts *c = stage->contacts;
    c->found_count = 0;
    if (how->again && p->is_collided) {
        keep_points(c, p);
        return;
    }
    p->is_collided = is_pair_awake(stage, p) && !p->lingers;
    if (!p->is_collided) {
        p->first_point = p->point_count = 0;
        p->was_searched = false;
        return;
    }
    prepare_pair(stage, p);
    if (!p->obstacle)
        vvi_collide_actors(stage, p);
    else if (!stage->actors[p->a].puppet) /* a puppet's own step has collided with obstacles already */
        vvi_collide_obstacle(stage, p);
    vvi_pair_build_manifolds(stage, p, how->h);
    VVI_CHECK(c->found_count == 0 && c->point_count <= c->point_end);
}

#define PAIRS_OF_TASK 8u

static void collide_some(vv_stage *view, void *context, uint32_t index)
{
    const contacts *c = view->contacts;
    uint32_t first = index * PAIRS_OF_TASK, left = c->pair_count - first;
    uint32_t count = left < PAIRS_OF_TASK ? left : PAIRS_OF_TASK;
    memcpy(c->before + first, c->pairs + first, count * sizeof *c->pairs);
    for (pair *p = c->pairs + first; p < c->pairs + first + count; p++)
        collide_pair(view, p, context);
}

/* Each worker puts contact points where only it does: no result depends on where they lie, unless there is no room.
 * Then everything is as it was before, and all is searched in order. The pairs of the substep before have been merged,
 * and their memory holds the copy. */
static bool collide_by_workers(vv_stage *stage, collision *how)
{
    contacts *c = stage->contacts;
    uint32_t tasks = task_count(c->pair_count, PAIRS_OF_TASK), workers = tasks > 1 ? vvi_workers_begin(stage) : 0;
    bool overflowed = false;
    if (!workers)
        return false;
    for (uint32_t w = 0; w < workers; w++) {
        contacts *own = &stage->workers[w].contacts;
        own->point_count = (uint32_t)((uint64_t)c->point_capacity * w / workers);
        own->point_end = (uint32_t)((uint64_t)c->point_capacity * (w + 1u) / workers);
        own->overflowed = false;
    }
    vvi_workers_run(stage, tasks, collide_some, how);
    for (uint32_t w = 0; w < workers; w++)
        overflowed = overflowed || stage->workers[w].contacts.overflowed;
    if (overflowed)
        memcpy(c->pairs, c->before, c->pair_count * sizeof *c->pairs);
    c->point_count = overflowed ? 0 : c->point_capacity;
    return !overflowed;
}

static void collide_pairs(vv_stage *stage, collision how)
{
    contacts *c = stage->contacts;
    c->point_count = 0;
    if (collide_by_workers(stage, &how))
        return;
    for (uint32_t k = 0; k < c->pair_count; k++)
        collide_pair(stage, &c->pairs[k], &how);
}

/* Wakes sleepers that something begins to touch, or whose neighbour strikes them. */
static bool wake_struck_sleepers(vv_stage *stage)
{
    contacts *c = stage->contacts;
    bool woken = false;
    for (uint32_t k = 0; k < c->pair_count; k++) {
        const pair *p = &c->pairs[k];
        VVI_CHECK(p->first_point + p->point_count <= c->point_count);
        if (p->obstacle || p->point_count == 0 || stage->actors[p->a].asleep == stage->actors[p->b].asleep)
            continue;
        bool pushes = false;
        for (uint32_t r = p->first_point; r < p->first_point + p->point_count; r++)
            pushes = pushes || c->points[r].separation < c->points[r].min_separation;
        if (pushes && (!p->touching || p->closing_speed > 0.3f * vvi_pair_impact_speed(stage, p))) {
            vvi_actor_wake(stage, &stage->actors[stage->actors[p->a].asleep ? p->a : p->b]);
            woken = true;
        }
    }
    return woken;
}

/* Sleepers are prepared once, when they fell asleep. */
static void prepare_sleepers(vv_stage *stage)
{
    contacts *c = stage->contacts;
    for (uint32_t i = 0; i < stage->actor_end; i++) {
        const actor *a = &stage->actors[i];
        if (a->used && a->asleep && !c->bodies[i].prepared_asleep)
            vvi_rigid_body_prepare(stage, i);
    }
}

/* An actor that has woken in this substep, and is not predicted yet. */
static bool has_just_woken(const vv_stage *stage, uint32_t index)
{
    return is_awake(&stage->actors[index]) && stage->contacts->bodies[index].prepared_asleep;
}

/* Actors that have just woken are predicted like the others, and their contact points are found anew. */
static void predict_woken(vv_stage *stage, float h)
{
    contacts *c = stage->contacts;
    for (pair *p = c->pairs; p < c->pairs + c->pair_count; p++)
        if (has_just_woken(stage, p->a) || (!p->obstacle && has_just_woken(stage, p->b)))
            p->is_collided = false;
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (has_just_woken(stage, i)) {
            if (stage->actors[i].sizing)
                stage->actors[i].sizing->growth = 0.0f;
            if (stage->actors[i].kinematic && !stage->actors[i].puppet)
                vvi_kinematic_predict(stage, &stage->actors[i], h);
            else if (!stage->actors[i].puppet) /* puppets have moved by themselves */
                vvi_actor_predict(stage, &stage->actors[i], h);
            vvi_contacts_add_actor(stage, &stage->actors[i]);
        }
}

static bool is_any_awake(const vv_stage *stage)
{
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (is_awake(&stage->actors[i]))
            return true;
    return false;
}

/* ---- The substep ------------------------------------------------------------------------------------------------- */

void vvi_contacts_add_actor(vv_stage *stage, actor *a)
{
    VVI_CHECK(is_awake(a));
    a->touch = (touch){0};
    vvi_rigid_body_prepare(stage, (uint32_t)(a - stage->actors));
}

static void swap_points(contacts *c)
{
    contact_point *swap = c->points_before;
    c->points_before = c->points;
    c->points = swap;
}

void vvi_contacts_begin(vv_stage *stage, float h)
{
    contacts *c = stage->contacts;
    VV_ASSERT(h > 0.0f);
    c->point_count = 0;
    c->island_count = 0;
    if (stage->substep == 1)
        vvi_contacts_clear_records(stage);
    prepare_sleepers(stage);
    if (!is_any_awake(stage)) {
        swap_points(c);
        return;
    }
    for (uint32_t round = 0; round < MAX_WAKE_ROUNDS; round++) {
        c->search_anew = c->search_anew || round > 0; /* points_before are then those of this very substep */
        swap_points(c);
        vvi_contacts_find_pairs(stage);
        merge_pairs(stage);
        collide_pairs(stage, (collision){h, round > 0});
        if (!wake_struck_sleepers(stage))
            break;
        predict_woken(stage, h);
    }
    c->search_anew = false;
    if (c->overflowed && !c->overflow_reported)
        vvi_stage_report(stage, &(vv_event){.kind = VV_EVENT_OVERFLOW});
    c->overflow_reported = c->overflowed;
    VVI_CHECK(c->pair_count <= c->pair_capacity);
    vvi_islands_find(stage);
}

void vvi_contacts_end(vv_stage *stage, const contact_island *island, float h)
{
    vvi_contacts_update_touching(stage, island);
    vvi_contacts_solve_velocities(stage, island, h);
    vvi_contacts_record_impulses(stage, island, h);
}
