/* Islands at rest: actors that touch one another fall asleep together, when all have been still for a while, and wake
 * together. A sleeper costs nothing but its bounds. */
#include "runtime/stage/workers.h"

#include <string.h>

#define STILL_SECONDS  0.5f
#define STILL_DISTANCE 0.02f /* of the radius: how far a particle may be from where it was when it came to rest */
#define STILL_SPEED    0.15f /* √(g·size): a faster actor is not still */
#define AFLOAT_SPEED   0.01f /* √(g·size): the same for an actor that touches nothing */

/* The speed of the centre, in √(g·size). Without gravity nothing comes to rest by itself, so the unit is much smaller
 * there. What nothing carries may begin to topple very slowly, as in water, so that its rotation counts too. */
static float relative_speed(const vv_stage *stage, const actor *a, bool carried)
{
    float g = vv_vec2_length(stage->def.gravity) * fabsf(a->strengths.gravity);
    VVI_CHECK(a->view.size > 0.0f);
    float speed = vv_vec2_length(a->velocity) + (carried ? 0.0f : fabsf(a->spin) * a->view.radius);
    return speed / sqrtf(vvi_max(g, 0.01f) * a->view.size);
}

/* In a heap one or the other may creep for a long time, as contact is solved by iteration, and would keep all awake. So
 * what has touched others for CREEP_FROM seconds is allowed more of it, up to CREEP_MOST times as much at CREEP_TO. */
#define CREEP_FROM 2.0f
#define CREEP_TO   4.0f
#define CREEP_MOST 4.0f

static float allowed_distance(const actor *a)
{
    float creep = vvi_clamp((a->contact_time - CREEP_FROM) / (CREEP_TO - CREEP_FROM), 0.0f, 1.0f);
    bool pushes = a->force.x != 0.0f || a->force.y != 0.0f || a->controller.step;
    if (!a->touch.touches_actor || a->first_joint || pushes)
        creep = 0.0f;
    return STILL_DISTANCE * a->view.radius * (1.0f + creep * (CREEP_MOST - 1.0f));
}

/* Whether every particle is where it was when the actor came to rest. Speeds do not tell: a drawing that vibrates
 * under a load without going anywhere is at rest, and one that swings slowly is not. */
static bool is_still(const actor *a)
{
    vv_vec2 moved = {(float)(a->origin[0] - a->still_at[0]), (float)(a->origin[1] - a->still_at[1])};
    float most = allowed_distance(a), furthest = 0.0f;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 displacement = vv_vec2_add(vv_vec2_sub(a->x[i], a->still[i]), moved);
        furthest = vvi_max(furthest, vv_vec2_dot(displacement, displacement));
    }
    return furthest <= most * most;
}

/* ---- What would fall over ---------------------------------------------------------------------------------------- */

#define TILT_STEP  0.04f /* radians */
#define TILT_STEPS 10u
#define FALL       0.03f /* of the height of its centre: what is so much lower when tilted by all steps, lies better; */
#define BARRIER    0.002f /* and so high, of the same, is the hill in between at most */
#define LEVEL      0.9f   /* cosine between what carries it and the vertical */
#define TIP_SPIN   0.12f  /* √(g/size): as fast as what has fallen over that hill */

/* How high the centre is above what carries the drawing, along n, when it is tilted. */
static float tilted_height(const actor *a, vv_vec2 n, float tilt)
{
    return -vvi_support_distance(&a->view, a->x, tilt, n);
}

/* Whether the smallest push to one side fells it. A ball sinks a little from each of its corners, and lies no
 * better. */
static bool does_fall(const actor *a, vv_vec2 n, float height, float sign)
{
    float tilted = height;
    for (uint32_t k = 1; k <= TILT_STEPS; k++) {
        tilted = tilted_height(a, n, sign * TILT_STEP * (float)k);
        if (tilted > (1.0f + BARRIER) * height)
            return false;
    }
    return tilted < (1.0f - FALL) * height;
}

/* To which side an actor falls when it is touched: −1, 1, or 0 where it stands. What stands on its head, or a corner,
 * may be balanced so well that it moves less than what is still, and rolling friction holds it. Only of what stands on
 * one obstacle, with its lowest point, is anything known. */
static float find_fall(const vv_stage *stage, const actor *a)
{
    vv_vec2 g = stage->def.gravity, n = a->touch.normal;
    float strength = vv_vec2_length(g);
    bool controlled = a->strengths.orient != VV_ORIENT_FREE && a->strengths.orient_rate > 0.0f;
    if (a->touch.count == 0 || a->touch.touches_actor || a->hold_count > 0 || a->first_joint || controlled ||
        vvi_actor_elasticity(a) > 0.0f || !(strength * a->strengths.gravity > 0.0f) ||
        !(-vv_vec2_dot(n, g) > LEVEL * strength) || a->touch.squeezed)
        return 0.0f;
    vv_vec2 arm = {(float)((double)a->touch.point.x - a->origin[0]), (float)((double)a->touch.point.y - a->origin[1])};
    float height = tilted_height(a, n, 0.0f);
    if (fabsf(height + vv_vec2_dot(arm, n)) > 2.0f * CONTACT_MARGIN * a->view.size)
        return 0.0f;
    bool left = does_fall(a, n, height, 1.0f), right = does_fall(a, n, height, -1.0f);
    if (left && right) /* to the side of its centre */
        return vv_vec2_cross(arm, n) >= 0.0f ? 1.0f : -1.0f;
    return left ? 1.0f : right ? -1.0f : 0.0f;
}

/* What stands so that the smallest push would fell it, receives that push instead of sleeping. */
static bool tip_over(const vv_stage *stage, actor *a)
{
    float sign = find_fall(stage, a), spin = TIP_SPIN * sqrtf(vvi_stage_gravity(stage) / a->view.size);
    if (sign == 0.0f)
        return false;
    a->now = vvi_actor_motion(a);
    vvi_actor_add_spin(a, sign * spin);
    a->spin += sign * spin;
    return true;
}

static void restart_stillness(actor *a)
{
    a->still_time = 0.0f;
    a->still_at[0] = a->origin[0];
    a->still_at[1] = a->origin[1];
    memcpy(a->still, a->x, a->view.particle_count * sizeof *a->still);
}

static void update_still_time(const vv_stage *stage, actor *a, float seconds)
{
    /* A puppet may be directed at any time and costs little: it never sleeps, and neither does what touches it. */
    if (a->puppet) {
        a->still_time = 0.0f;
        return;
    }
    if (vvi_actor_is_playing(stage, a) || (a->kinematic && vvi_is_surface_moving(a))) {
        a->still_time = 0.0f;
        return;
    }
    bool stored = a->stored_time > 0.0f, carried = a->touch.count > 0 || a->hold_count > 0 || a->first_joint > 0;
    VVI_CHECK(a->still_time >= 0.0f && seconds > 0.0f);
    if (stored || relative_speed(stage, a, carried) > (carried ? STILL_SPEED : AFLOAT_SPEED))
        a->still_time = 0.0f;
    else if (!is_still(a) || (a->still_time + seconds >= STILL_SECONDS && tip_over(stage, a)))
        restart_stillness(a);
    else
        a->still_time += seconds;
}

static void update_some(vv_stage *view, void *seconds, uint32_t index)
{
    uint32_t first = index * ACTORS_OF_TASK, end = first + ACTORS_OF_TASK;
    for (uint32_t i = first; i < end && i < view->actor_end; i++)
        if (is_awake(&view->actors[i]))
            update_still_time(view, &view->actors[i], *(const float *)seconds);
}

/* Islands of touching actors, asleep or awake. */
static void join_touching_actors(vv_stage *stage)
{
    contacts *c = stage->contacts;
    vvi_islands_clear(stage);
    for (uint32_t k = 0; k < c->pair_count; k++) {
        const pair *p = &c->pairs[k];
        if (!p->obstacle && p->touching && !find_kinematic(stage, p))
            vvi_islands_join(c, p->a, p->b);
    }
    vvi_joints_join_islands(stage, false);
}

/* What lies on something that moves stays where it is relative to it, and yet is not at rest. */
static void disturb_carried_actors(vv_stage *stage)
{
    const contacts *c = stage->contacts;
    for (uint32_t k = 0; k < c->pair_count; k++) {
        const pair *p = &c->pairs[k];
        const actor *kinematic = p->touching ? find_kinematic(stage, p) : NULL;
        if (p->obstacle && p->touching && stage->obstacles[p->b].is_moving)
            stage->actors[p->a].still_time = 0.0f;
        if (kinematic && vvi_is_surface_moving(kinematic))
            stage->actors[kinematic == &stage->actors[p->a] ? p->b : p->a].still_time = 0.0f;
    }
}

/* What remains of its last substep says nothing about an actor that is at rest: others read it, and no save has it. */
void vvi_actor_clear_substep(actor *a)
{
    a->touch = (touch){0};
    a->predicted[0] = a->predicted[1] = a->predicted[2] = 0.0;
    a->start = a->x0;
}

static void put_to_sleep(vv_stage *stage, uint32_t index, uint32_t first)
{
    actor *a = &stage->actors[index];
    VVI_CHECK(a->used && first <= index);
    if (!a->asleep) {
        size_t bytes = a->view.particle_count * sizeof *a->v;
        VVI_CHECK(!a->puppet && a->still_time >= STILL_SECONDS);
        memset(a->v, 0, bytes);
        memcpy(a->x0, a->x, bytes);
        a->velocity = a->carrier = (vv_vec2){0.0f, 0.0f};
        a->spin = 0.0f;
        vvi_actor_clear_substep(a);
        a->asleep = true;
        stage->contacts->bodies[index].prepared_asleep = false; /* its bounds are to be computed for where it lies */
    }
    stage->contacts->sleep_islands[index] = first;
}

void vvi_contacts_sleep(vv_stage *stage, float seconds)
{
    contacts *c = stage->contacts;
    c->search_anew = true; /* a step ends here: contact points, which a save does not contain, are not reused */
    if (!stage->def.sleep)
        return;
    vvi_stage_share(stage, task_count(stage->actor_end, ACTORS_OF_TASK), update_some, &seconds);
    disturb_carried_actors(stage);
    join_touching_actors(stage);
    uint8_t *restless = c->marks; /* scratch: one for each island */
    memset(restless, 0, stage->actor_end);
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (is_awake(&stage->actors[i]) && stage->actors[i].still_time < STILL_SECONDS)
            restless[vvi_island_root(c, i)] = 1;
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (stage->actors[i].used && !restless[vvi_island_root(c, i)])
            put_to_sleep(stage, i, vvi_island_root(c, i));
}

/* ---- Waking ------------------------------------------------------------------------------------------------------ */

static const pair *find_obstacle_pair(const contacts *c, uint32_t index, uint32_t which)
{
    for (uint32_t k = 0; k < c->pair_count; k++)
        if (c->pairs[k].obstacle && c->pairs[k].a == index && c->pairs[k].b == which)
            return &c->pairs[k];
    return NULL;
}

/* Whether a sleeper meets an obstacle on its way. */
static bool does_meet(vv_stage *stage, uint32_t index, uint32_t which)
{
    contacts *c = stage->contacts;
    const pair *known = find_obstacle_pair(c, index, which);
    pair with = {.a = index, .b = which, .obstacle = true};
    if (known && known->touching)
        return true;
    with.landed = known && known->landed;
    c->found_count = 0;
    vvi_collide_obstacle(stage, &with);
    bool meets = false;
    for (uint32_t k = 0; k < c->found_count; k++)
        meets = meets || c->found[k].separation < 0.0f;
    c->found_count = 0;
    return meets;
}

void vvi_contacts_wake_met(vv_stage *stage, uint32_t which)
{
    for (uint32_t i = 0; i < stage->actor_end; i++)
        if (vvi_is_sleeper_near(stage, i, which) && does_meet(stage, i, which))
            vvi_actor_wake(stage, &stage->actors[i]);
}

void vvi_contacts_obstacle_jumped(vv_stage *stage, uint32_t which)
{
    contacts *c = stage->contacts;
    for (uint32_t k = 0; k < c->pair_count; k++)
        if (c->pairs[k].obstacle && c->pairs[k].b == which)
            c->pairs[k].exits = true;
    stage->obstacles[which].jumped = true;
    vvi_contacts_obstacle_added(stage, which);
}

static void wake_one(actor *a)
{
    a->asleep = false;
    a->still_time = 0.0f;
}

void vvi_actor_wake(vv_stage *stage, actor *a)
{
    const contacts *c = stage->contacts;
    uint32_t first = c->sleep_islands[a - stage->actors];
    bool slept = a->asleep;
    VVI_CHECK(a->used && first <= (uint32_t)(a - stage->actors));
    wake_one(a);
    for (uint32_t i = 0; slept && i < stage->actor_end; i++)
        if (stage->actors[i].used && stage->actors[i].asleep && c->sleep_islands[i] == first)
            wake_one(&stage->actors[i]);
}
