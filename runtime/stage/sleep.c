/* Islands at rest: actors that touch one another fall asleep together, when all have been still for a while, and wake
 * together. A sleeper costs nothing but its box. */
#include "runtime/stage/contact.h"

#include <string.h>

#define STILL_SECONDS 0.5f
#define STILL_WAY     0.02f /* of the radius: how far a particle may be from where it was when it came to rest */
#define STILL_SPEED   0.15f /* √(g·size): what is faster is not looked at */
#define AFLOAT_SPEED  0.01f /* √(g·size): what touches nothing must be slower */

/* Its centre's speed, in √(g·size). Without weight nothing comes to rest by itself: there only what hardly moves counts. */
static float speed_of(const vv_stage *stage, const actor *a)
{
    float g = vv_vec2_length(stage->def.gravity) * fabsf(a->strengths.gravity);
    return vv_vec2_length(a->velocity) / sqrtf(vvi_max(g, 0.01f) * a->view.size);
}

/* Whether every particle is where it was when it came to rest. Speeds do not say: what trembles under a load without going
 * anywhere rests, and what swings slowly does not. */
static bool stays(const actor *a)
{
    vv_vec2 moved = {(float)(a->origin[0] - a->still_at[0]), (float)(a->origin[1] - a->still_at[1])};
    float most = STILL_WAY * a->view.radius, furthest = 0.0f;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 way = vv_vec2_add(vv_vec2_sub(a->x[i], a->still[i]), moved);
        furthest = vvi_max(furthest, vv_vec2_dot(way, way));
    }
    return furthest <= most * most;
}

static void look_again(actor *a)
{
    a->still_time = 0.0f;
    a->still_at[0] = a->origin[0];
    a->still_at[1] = a->origin[1];
    memcpy(a->still, a->x, a->view.particle_count * sizeof *a->still);
}

static void count_still(const vv_stage *stage, actor *a, float seconds)
{
    if (a->puppet) { /* it may be directed at any time, and a step of it costs little: it never sleeps, nor what it touches */
        a->still_time = 0.0f;
        return;
    }
    if (vvi_actor_is_led(stage, a)) {
        a->still_time = 0.0f;
        return;
    }
    bool stored = a->stored.x != 0.0f || a->stored.y != 0.0f, carried = a->touch.count > 0 || a->hold_count > 0;
    if (stored || speed_of(stage, a) > (carried ? STILL_SPEED : AFLOAT_SPEED))
        a->still_time = 0.0f;
    else if (stays(a))
        a->still_time += seconds;
    else
        look_again(a);
}

/* Islands of what touches, asleep or awake. */
static void join_islands(vv_stage *stage)
{
    contacts *c = stage->contacts;
    vvi_islands_clear(stage);
    for (uint32_t k = 0; k < c->pair_count; k++) {
        const pair *p = &c->pairs[k];
        if (!p->obstacle && p->touching)
            vvi_islands_join(c, p->a, p->b);
    }
}

static void put_to_sleep(vv_stage *stage, uint32_t index, uint32_t first)
{
    actor *a = &stage->actors[index];
    if (!a->asleep) {
        size_t bytes = a->view.particle_count * sizeof *a->v;
        memset(a->v, 0, bytes);
        memcpy(a->x0, a->x, bytes);
        a->velocity = (vv_vec2){0.0f, 0.0f};
        a->spin = 0.0f;
        a->touch = (touch){0};
        a->asleep = true;
        stage->contacts->solids[index].slept = false; /* its box is to be made for where it lies */
    }
    stage->contacts->islands[index] = first;
}

void vvi_contacts_sleep(vv_stage *stage, float seconds)
{
    contacts *c = stage->contacts;
    c->fresh = true; /* a step ends here: what a save would not know is not taken over */
    if (!stage->def.sleep)
        return;
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (is_awake(&stage->actors[i]))
            count_still(stage, &stage->actors[i], seconds);
    join_islands(stage);
    uint8_t *restless = c->seen; /* scratch: one for each island */
    memset(restless, 0, stage->actor_end);
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (is_awake(&stage->actors[i]) && stage->actors[i].still_time < STILL_SECONDS)
            restless[vvi_island_root(c, i)] = 1;
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (stage->actors[i].used && !restless[vvi_island_root(c, i)])
            put_to_sleep(stage, i, vvi_island_root(c, i));
}

static void wake_one(actor *a)
{
    a->asleep = false;
    a->still_time = 0.0f;
}

void vvi_actor_wake(vv_stage *stage, actor *a)
{
    const contacts *c = stage->contacts;
    uint32_t first = c->islands[a - stage->actors];
    bool slept = a->asleep;
    wake_one(a);
    for (uint32_t i = 0; slept && i < stage->actor_end; i++)
        if (stage->actors[i].used && stage->actors[i].asleep && c->islands[i] == first)
            wake_one(&stage->actors[i]);
}
