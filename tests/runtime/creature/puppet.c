/* What puppet.h declares. */
#include "puppet.h"

#include "tests/testing.h"

static puppet the_puppet; /* tests run one after the other */

puppet *puppet_hold(vv_creature *creature)
{
    puppet *p = &the_puppet;
    p->creature = creature;
    p->bodies = bodies_of(creature);
    p->count = vv_creature_body_count(creature);
    p->root = vv_creature_root(creature);
    if (p->count > MOST)
        fail_msg("%u bodies", p->count);
    vv_creature_rest(creature, p->rest);
    assert_int_equal(vv_ik_solver_create(creature, NULL, &p->solver, NULL), VV_OK);
    return p;
}

puppet *puppet_take(uint32_t kind)
{
    if (kind < MADE + RANDOM) {
        if (kind < MADE)
            sample_make((sample_kind)kind, &the_puppet.made);
        else
            sample_random(kind, kind & 1u, &the_puppet.made);
        return puppet_hold(sample_create(&the_puppet.made));
    }
    vv_creature_plan plan;
    vv_creature *creature = NULL;
    assert_int_equal(vv_plan_grow(kind, NULL, &plan, NULL), VV_OK);
    assert_int_equal(vv_plan_creature(&plan, NULL, &creature, NULL), VV_OK);
    vv_plan_destroy(&plan);
    return puppet_hold(creature);
}

void puppet_let_go(puppet *p)
{
    vv_ik_solver_destroy(p->solver, NULL);
    vv_creature_destroy(p->creature, NULL);
}

void puppet_solve(puppet *p, uint32_t count, const vv_ik_goal *goals)
{
    vv_ik_options options = vv_default_ik_options();
    vv_ik_solver_solve(p->solver, &options, p->rest[p->root], count, goals, 0.0f, p->pose);
}

float distance(vv_vec3 a, vv_vec3 b) { return vv_vec3_length(vv_vec3_sub(a, b)); }

/* A point that at rest lies at `rest`, as a body in some pose has it. */
vv_vec3 puppet_carried(const puppet *p, const vv_transform3 *pose, uint32_t body, vv_vec3 rest)
{
    vv_vec3 own = vv_quat_rotate(vv_quat_conjugate(p->rest[body].rotation), vv_vec3_sub(rest, p->rest[body].position));
    return vv_vec3_add(pose[body].position, vv_quat_rotate(pose[body].rotation, own));
}

vv_vec3 puppet_centre(const puppet *p, uint32_t body)
{
    return puppet_carried(p, p->pose, body, p->bodies[body].rest_centre);
}

/* How far apart the two sides of a joint are, at worst; infinite where something is no number. */
float puppet_torn(const puppet *p)
{
    float worst = 0.0f;
    for (uint32_t b = 0; b < p->count; b++) {
        const vv_transform3 *at = &p->pose[b];
        float size = vv_quat_dot(at->rotation, at->rotation);
        if (!vvi_all_finite(&at->position.x, 3) || !(fabsf(size - 1.0f) < 1e-4f))
            return INFINITY;
        if (p->bodies[b].parent != VV_NONE) {
            vv_vec3 joint = p->bodies[b].joint;
            float d =
                distance(puppet_carried(p, p->pose, b, joint), puppet_carried(p, p->pose, p->bodies[b].parent, joint));
            worst = vvi_max(worst, d);
        }
    }
    return worst / p->creature->size;
}

vv_ik_goal goal_at(uint32_t body, vv_vec3 place)
{
    return (vv_ik_goal){.body = body, .position = place, .rotation = vv_quat_identity(), .position_weight = 1.0f};
}

vv_vec3 any_direction(vvi_random *random)
{
    for (;;) {
        vv_vec3 v = sample_point(random, 1.0f);
        float length = vv_vec3_length(v);
        if (length > 0.1f && length < 1.0f)
            return vv_vec3_scale(v, 1.0f / length);
    }
}

/* False: of the spine, or something on the way (a mouth, say) is part of what it sits on. */
bool puppet_reach(const puppet *p, uint32_t body, limb_reach *out)
{
    float longest = distance(p->bodies[body].joint, p->bodies[body].rest_centre);
    *out = (limb_reach){.most = longest, .bones = 1};
    if (p->bodies[body].limb == VV_NONE)
        return false;
    bool free = (p->bodies[body].caps & REACHING) != 0;
    for (; p->bodies[p->bodies[body].parent].limb != VV_NONE; body = p->bodies[body].parent) {
        out->most += p->bodies[body].length;
        longest = vvi_max(longest, p->bodies[body].length);
        out->bones++;
        free = free && (p->bodies[p->bodies[body].parent].caps & REACHING) != 0;
    }
    if (out->bones == 1)
        free = (p->bodies[body].caps & SWINGING) != 0; /* alone on the spine */
    out->first = body;
    out->base = p->bodies[body].joint;
    out->least = vvi_max(0.0f, 2.0f * longest - out->most);
    return free;
}

/* A body that can turn against what it hangs on, and nothing of that kind hangs on it or further out. */
bool puppet_is_end(const puppet *p, uint32_t body)
{
    if (p->bodies[body].limb == VV_NONE || !(p->bodies[body].caps & REACHING))
        return false;
    for (uint32_t b = 0; b < p->count; b++)
        if (p->bodies[b].limb == p->bodies[body].limb && b != body && (p->bodies[b].caps & REACHING))
            for (uint32_t on = p->bodies[b].parent; on != VV_NONE; on = p->bodies[on].parent)
                if (on == body)
                    return false;
    return true;
}

/* Goals on some ends and features, each a walk about its place at rest. */
uint32_t puppet_goals(const puppet *p, float time, vv_ik_goal *goals)
{
    uint32_t count = 0;
    for (uint32_t b = 0; b < p->count; b++) {
        bool feature = (p->bodies[b].caps & VV_CAP_BIT(VV_CAP_MOUTH)) != 0;
        if (b == p->root || p->bodies[b].limb == VV_NONE || !(puppet_is_end(p, b) || feature))
            continue;
        float size = 0.4f * p->bodies[b].limb_length, phase = 1.7f * (float)b;
        vv_vec3 by = {size * vv_sin(time + phase), size * vv_sin(2.0f * time + phase), size * vv_cos(time - phase)};
        goals[count] = goal_at(b, vv_vec3_add(p->bodies[b].rest_centre, by));
        goals[count].rotation =
            vv_quat_multiply(vv_quat_from_axis_angle((vv_vec3){0, 1, 0}, vv_sin(time)), p->rest[b].rotation);
        goals[count].rotation_weight = b % 3 == 0 ? 1.0f : b % 3 == 1 ? 0.3f : 0.0f;
        goals[count].position_weight = b % 4 == 0 ? 0.6f : 1.0f;
        count++;
    }
    return count;
}
