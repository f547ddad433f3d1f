/* Who rides on what moves stays where he stands, and events tell once of every touch. */
#include "tests/reliability/ground.h"

#include <math.h>

/* ---- Riders ------------------------------------------------------------------------------------------------------ */

/* A path that starts and stops gently: a cosine, or ways of smoothstep with pauses. */
typedef struct ride {
    vv_vec2 reach;       /* m */
    float period, pause; /* s; of a way and at its ends */
    bool eased, actor;   /* ways of smoothstep; the platform is a kinematic actor */
} ride;

static float share_of_way(const ride *r, double time)
{
    if (!r->eased)
        return 0.5f - 0.5f * (float)cos(6.283185307179586 * time / (double)r->period);
    double leg = fmod(time, 2.0 * (double)(r->period + r->pause));
    double t = fmod(leg, (double)(r->period + r->pause)) / (double)r->period;
    float s = t < 1.0 ? (float)(t * t * (3.0 - 2.0 * t)) : 1.0f;
    return leg < (double)(r->period + r->pause) ? s : 1.0f - s;
}

/* The greatest acceleration of a path of that length is at most 0.6 of what friction can pass on, and what leaves the
 * ground is out of the question. */
static ride random_ride(uint32_t k)
{
    static const vv_vec2 ways[4] = {{1.0f, 0.0f}, {0.0f, 1.0f}, {0.8f, 0.6f}, {0.8f, -0.6f}};
    ride r = {.eased = k & 1, .actor = k & 2, .pause = ground_between(0.0f, 0.6f)};
    vv_vec2 way = ways[k / 4 % 4];
    float most = ground_between(0.2f, 1.0f) * 0.6f * 0.6f * 9.81f / (fabsf(way.x) + 0.6f * fabsf(way.y));
    float length = ground_between(0.3f, 4.0f);
    r.period = r.eased ? sqrtf(6.0f * length / most) : 2.0f * VV_PI * sqrtf(0.5f * length / most);
    r.reach = vv_vec2_scale(way, length);
    return r;
}

typedef struct ridden {
    float slip;    /* mm/s: how far from where it stood, for each second */
    uint32_t lost; /* steps in which nothing carried it */
} ridden;

static ridden take_ride(const ride *r, const body *rider, const body *carrier, float step)
{
    static const vv_vec2 points[4] = {{-2.0f, -0.3f}, {2.0f, -0.3f}, {2.0f, 0.0f}, {-2.0f, 0.0f}};
    vv_stage *stage = ground_stage(step, true);
    vv_strengths s = vv_default_strengths();
    vv_obstacle platform = {0};
    vv_actor moved = {0};
    vv_vec2 at = {0.0f, 8.0f};
    if (r->actor) {
        moved = ground_add(stage, carrier->sprite, at, (vv_vec2){0.0f, 0.0f}, &s);
        assert_true(vv_stage_set_kinematic(stage, moved, true));
        at = vv_stage_actor_state(stage, moved).position;
    } else {
        vv_obstacle_def def = vv_default_obstacle_def();
        def.kind = VV_OBSTACLE_POLYGON;
        def.point_count = 4;
        def.points = points;
        def.position = at;
        assert_int_equal(vv_stage_add_obstacle(stage, &def, &platform, NULL), VV_OK);
    }
    float top = r->actor ? 8.5f : 8.0f;
    vv_actor a =
        ground_add(stage, rider->sprite, (vv_vec2){ground_between(-1.0f, 1.0f), top}, (vv_vec2){0.0f, 0.0f}, &s);
    ridden result = {0};
    double stood = 0.0, time = 0.0;
    float least = 0.0f, most = 0.0f;
    for (uint32_t k = 0; time < 6.0; k++, time = (double)k * (double)step) {
        float share = share_of_way(r, fmax(0.0, time + (double)step - 0.5)) * (time + (double)step > 0.5 ? 1.0f : 0.0f);
        vv_vec2 goal = vv_vec2_add(at, vv_vec2_scale(r->reach, share));
        if (r->actor)
            assert_true(vv_stage_move_actor(stage, moved, goal, 0.0f));
        else
            assert_true(vv_stage_move_obstacle(stage, platform, goal, 0.0f));
        vv_stage_step(stage, step);
        vv_actor_state now = vv_stage_actor_state(stage, a);
        vv_vec2 shown =
            r->actor ? vv_stage_actor_state(stage, moved).position : vv_stage_obstacle_state(stage, platform).position;
        double relative = (double)now.position.x - (double)shown.x;
        if (time <= 0.5)
            stood = relative;
        else
            result.lost += !now.grounded;
        least = fminf(least, (float)(relative - stood));
        most = fmaxf(most, (float)(relative - stood));
        if (time <= 0.5)
            least = most = 0.0f;
    }
    result.slip = 1000.0f * fmaxf(most, -least) / 5.5f;
    vv_stage_destroy(stage);
    return result;
}

void ground_rides(uint32_t scenes)
{
    static const float step_sizes[] = {1.0f / 60.0f, 1.0f / 60.0f, 1.0f / 120.0f};
    body riders[3] = {body_crate(1.0f, 9), body_rounded_crate(0.7f, 12), body_beam(1.6f, 16)};
    body carrier = body_beam(4.0f, 24);
    float worst[2] = {0.0f, 0.0f};
    uint32_t lost[2] = {0, 0};
    for (uint32_t k = 0; k < scenes; k++) {
        ride r = random_ride(k);
        uint32_t which = vvi_random_below(&ground_numbers, 3);
        ridden result = take_ride(&r, &riders[which], &carrier, step_sizes[vvi_random_below(&ground_numbers, 3)]);
        if (ground_verbose || result.slip >= 1.0f || result.lost > 0)
            printf("    %u: rider %u, %s, %s, way %.2f %.2f m in %.2f s: slips %.2f mm/s, in the air for %u steps\n", k,
                   which, r.actor ? "actor" : "obstacle", r.eased ? "eased" : "cosine", (double)r.reach.x,
                   (double)r.reach.y, (double)r.period, (double)result.slip, result.lost);
        worst[r.actor] = fmaxf(worst[r.actor], result.slip);
        lost[r.actor] += result.lost;
    }
    for (int i = 0; i < 3; i++)
        body_free(&riders[i]);
    body_free(&carrier);
    for (int i = 0; i < 2; i++) {
        ground_judge(worst[i] < 1.0f, "on %s: riders slip up to %.2f mm/s", i ? "kinematic actors" : "obstacles",
                     (double)worst[i]);
        ground_judge(lost[i] == 0, "on %s: not grounded in %u steps", i ? "kinematic actors" : "obstacles", lost[i]);
    }
}

/* ---- Touches ----------------------------------------------------------------------------------------------------- */

typedef struct told {
    uint32_t begins, hits;
} told;

/* What a ball tells that falls on the ground, does not bounce, and rolls away. */
static told tell(const body *ball, float step, vv_vec2 velocity, float drop, bool lively)
{
    told t = {0};
    vv_stage *stage = ground_stage(step, false);
    vv_strengths s = vv_default_strengths();
    if (lively) {
        s.energy = 1.2f;
        s.energy_example = BALL_SQUASHED;
    }
    ground_add(stage, ball->sprite, (vv_vec2){0.0f, drop}, velocity, &s);
    for (double time = 0.0; time < 4.0; time += (double)step) {
        uint32_t count;
        vv_stage_step(stage, step);
        const vv_event *events = vv_stage_events(stage, &count);
        for (uint32_t i = 0; i < count; i++) {
            t.begins += events[i].kind == VV_EVENT_CONTACT_BEGIN;
            t.hits += events[i].kind == VV_EVENT_CONTACT_HIT;
        }
    }
    vv_stage_destroy(stage);
    return t;
}

void ground_touches(uint32_t scenes)
{
    static const float step_sizes[] = {1.0f / 30.0f, 1.0f / 60.0f, 1.0f / 120.0f};
    uint32_t more = 0;
    for (uint32_t k = 0; k < scenes; k++) {
        float diameter = expf(ground_between(logf(0.08f), logf(1.0f))), drop = ground_between(0.1f, 1.0f);
        float step = step_sizes[vvi_random_below(&ground_numbers, 3)], speed = ground_between(0.0f, 2.0f);
        body ball = body_ball(diameter, 4 + vvi_random_below(&ground_numbers, 8));
        told t = tell(&ball, step, (vv_vec2){speed, 0.0f}, drop, k % 2);
        if (ground_verbose || t.begins != 1 || t.hits > 1)
            printf("    %u: %.3f m wide, %u vertices, %s, from %.2f m at %.2f m/s, step 1/%.0f: %u begins, %u hits\n",
                   k, (double)diameter, ball.vertex_count, k % 2 ? "lively" : "default", (double)drop, (double)speed,
                   1.0 / (double)step, t.begins, t.hits);
        more += t.begins != 1 || t.hits > 1;
        body_free(&ball);
    }
    ground_judge(20 * more <= scenes, "%u of %u balls that do not bounce tell of more than one touch", more, scenes);
}
