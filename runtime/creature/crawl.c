/* Creatures without feet (4.2). Where the spine lies near the ground, its ends become pseudo-feet and it moves like
 * an inch-worm: the ends are held alternately, and the middle is arched as they come together. Other creatures float,
 * bobbing gently and leaning into their movement. */
#include "walk.h"

#define MIN_SPINE_BODIES 3u
#define GATHER_SHARE     0.4f /* how much closer together the ends come, as a share of its length */
/* the largest distance of the ends as a share of its length; for a straight spine the direction of bending would be
 * undefined */
#define MAX_STRETCH  0.985f
#define REST_SHARE   0.97f /* distance of the ends while it stands, as a share of that at rest */
#define FLOAT_PERIOD 4.0f  /* period of the bobbing in seconds, in units of π·√(length/g) */

static float spine_length(const vv_creature *c)
{
    const uint32_t *spine = spine_of(c);
    const stored_body *bodies = bodies_of(c);
    float sum = 0.0f;
    for (uint32_t i = 1; i < c->spine_count; i++)
        sum += vv_vec3_length(vv_vec3_sub(bodies[spine[i]].rest_centre, bodies[spine[i - 1]].rest_centre));
    return sum;
}

bool vvi_crawl_applies(const vv_creature *c)
{
    if (c->spine_count < MIN_SPINE_BODIES)
        return false;
    float length = spine_length(c);
    for (uint32_t i = 0; i < c->spine_count; i++) {
        const stored_body *body = &bodies_of(c)[spine_of(c)[i]];
        if (body->rest_centre.y - body->sole_height > 0.2f * length)
            return false;
    }
    return length > 0.0f;
}

/* ---- Crawling ---------------------------------------------------------------------------------------------------- */

static walk_leg end_leg(const vv_creature *c, uint32_t body, vv_vec3 middle, float length, uint32_t unit)
{
    const stored_body *stored = &bodies_of(c)[body];
    walk_leg leg = {
        .body = body, .unit = unit, .can_walk = true, .turn = stored->turn, .sole_height = stored->sole_height};
    leg.rest_centre = stored->rest_centre;
    leg.hip_position = (vv_vec3){middle.x, stored->sole_height, middle.z};
    leg.hip_offset = vv_vec3_sub(leg.hip_position, bodies_of(c)[c->root].place);
    leg.length = 0.5f * length;
    leg.reach = leg.usable_reach = leg.plan_reach = 0.6f * length;
    return leg;
}

/* The position of a body along the spine, 0…1. */
static float share_along(const vv_creature *c, uint32_t index, float length)
{
    const uint32_t *spine = spine_of(c);
    float sum = 0.0f;
    for (uint32_t i = 1; i <= index; i++)
        sum += vv_vec3_length(vv_vec3_sub(bodies_of(c)[spine[i]].rest_centre, bodies_of(c)[spine[i - 1]].rest_centre));
    return sum / length;
}

void vvi_crawl_set_up_legs(vv_walk *walk)
{
    const vv_creature *c = walk->creature;
    const uint32_t *spine = spine_of(c);
    uint32_t tail = spine[0], head = spine[c->spine_count - 1u];
    float length = spine_length(c);
    vv_vec3 middle = vv_vec3_scale(vv_vec3_add(bodies_of(c)[tail].rest_centre, bodies_of(c)[head].rest_centre), 0.5f);
    walk->legs[0] = end_leg(c, tail, middle, length, 0);
    walk->legs[1] = end_leg(c, head, middle, length, 1);
    vvi_crawl_update_homes(walk);
    walk->leg_count = walk->unit_count = walk->walking_leg_count = walk->foothold_count = 2;
    walk->units[0] = (walk_unit){.leg_start = 0, .leg_count = 1};
    walk->units[1] = (walk_unit){.leg_start = 1, .leg_count = 1};
    float size = 0.5f * length, step = 0.25f * GATHER_SHARE * length;
    walk->group_count = 1;
    walk->groups[0] = (walk_group){.unit_count = 2, .ratio = 1.0f, .length = size, .pace = sqrtf(size / WALK_GRAVITY)};
    walk->groups[0].travel_forward = walk->groups[0].travel_side = step;
    walk->groups[0].radius = size;
    walk->spine_length = length;
    walk->root_share = share_along(c, c->spine_root, length);
    for (uint32_t i = 1; i + 1 < c->spine_count; i++)
        if (fabsf(share_along(c, i, length) - 0.5f) < fabsf(walk->arch_share - 0.5f)) {
            walk->arch_share = share_along(c, i, length);
            walk->arch_body = spine[i];
        }
    if (walk->arch_body == VV_NONE || walk->arch_body == c->root)
        walk->arch_body = VV_NONE;
    else
        walk->footholds[walk->foothold_count++] = (vv_foothold){.body = walk->arch_body, .weight = 1.0f};
}

/* Standing, it lies as at rest; moving, its ends are closer to each other, so that a stride stretches it at most to
 * its full length. */
void vvi_crawl_update_homes(vv_walk *walk)
{
    vv_vec3 middle = vv_vec3_scale(vv_vec3_add(walk->legs[0].rest_centre, walk->legs[1].rest_centre), 0.5f);
    float share = walk->is_walking ? MAX_STRETCH - 0.5f * GATHER_SHARE : REST_SHARE;
    for (uint32_t i = 0; i < 2; i++) {
        walk_leg *leg = &walk->legs[i];
        leg->home = vv_vec3_add(middle, vv_vec3_scale(vv_vec3_sub(leg->rest_centre, middle), share));
    }
}

/* One end steps after the other; a stride gathers the whole body and stretches it out again. */
vv_gait_pattern vvi_crawl_pattern(const walk_group *group, float *triggers)
{
    triggers[0] = 0.0f;
    triggers[1] = 0.5f;
    return (vv_gait_pattern){0.52f, 4.0f * group->travel_forward / group->length};
}

/* The height of a parabola over a chord D whose length is L: L is about √(D² + 16h²/3), and with the last factor h is
 * accurate to 0.3 % for arches up to half as high as they are wide. */
static float arch_height(float chord, float length)
{
    float missing = length * length - chord * chord;
    return missing <= 0.0f ? 0.0f : sqrtf(0.1875f * missing * (1.39f - 0.39f * chord / length));
}

/* A point of the arch between the ends. */
static vv_vec3 arch_point(const vv_walk *walk, float t)
{
    vv_vec3 tail = walk->footholds[0].position, chord = vv_vec3_sub(walk->footholds[1].position, tail);
    vv_vec3 p = vv_vec3_add(tail, vv_vec3_scale(chord, t));
    p.y += 4.0f * t * (1.0f - t) * arch_height(vv_vec3_length(chord), walk->spine_length);
    return p;
}

/* Limits the distance of the ends to the length of the spine. The head waits, in the air or dragged along; while the
 * tail is in its swing, the tail hurries instead. The transition between the two is continuous. */
static void limit_stretch(vv_walk *walk)
{
    vv_foothold *tail = &walk->footholds[0], *head = &walk->footholds[1];
    walk_unit *tail_unit = &walk->units[walk->legs[0].unit], *head_unit = &walk->units[walk->legs[1].unit];
    vv_vec3 span = vv_vec3_sub(head->position, tail->position);
    float length = vv_vec3_length(span), excess = length - MAX_STRETCH * walk->spine_length;
    if (excess <= 0.0f)
        return;
    float flown = tail_unit->in_swing ? tail_unit->progress + tail_unit->rate * walk->since_tick : 0.0f;
    float head_share = 1.0f - vvi_smoothstep(flown * 2.5f) + vvi_smoothstep(flown * 2.5f - 1.5f);
    head->position = vv_vec3_sub(head->position, vv_vec3_scale(span, head_share * excess / length));
    tail->position = vv_vec3_add(tail->position, vv_vec3_scale(span, (1.0f - head_share) * excess / length));
    head->stands = head->stands && head_share <= 0.0f;
    head_unit->footholds_current = false;
}

void vvi_crawl_pose_hips(vv_walk *walk, const course_state *now)
{
    limit_stretch(walk);
    const stored_body *bodies = bodies_of(walk->creature), *root = &bodies[walk->creature->root];
    vv_vec3 chord = vv_vec3_sub(walk->footholds[1].position, walk->footholds[0].position);
    vv_vec3 rest = vv_vec3_sub(bodies[walk->legs[1].body].rest_centre, bodies[walk->legs[0].body].rest_centre);
    vv_vec2 flat = rotate_by_heading(-now->sine, now->cosine, chord.x, chord.z);
    vv_vec3 forward = {0.0f, 0.0f, 1.0f};
    walk->hips.rotation = vv_quat_between(vv_vec3_normalize(rest, forward),
                                          vv_vec3_normalize((vv_vec3){flat.x, chord.y, flat.y}, forward));
    vv_vec3 at = vv_vec3_sub(arch_point(walk, walk->root_share), walk->frame.position);
    flat = rotate_by_heading(-now->sine, now->cosine, at.x, at.z);
    /* The arch places the centre of the body, hips.place moves its origin. */
    vv_vec3 centre = vv_quat_rotate(walk->hips.rotation, vv_vec3_sub(root->rest_centre, root->place));
    walk->hips.position = vv_vec3_sub((vv_vec3){flat.x - centre.x, at.y - centre.y, flat.y - centre.z}, root->place);
    if (walk->arch_body == VV_NONE)
        return;
    vv_foothold *arch = &walk->footholds[2];
    arch->phase = walk->footholds[0].phase;
    arch->position = arch_point(walk, walk->arch_share);
    arch->rotation =
        vv_quat_multiply(vv_quat_multiply(walk->frame.rotation, walk->hips.rotation), bodies[walk->arch_body].turn);
}

/* ---- Floating ---------------------------------------------------------------------------------------------------- */

void vvi_float_pose_hips(vv_walk *walk, const float *body)
{
    const walk_group *g = &walk->groups[0];
    float period = FLOAT_PERIOD * VV_PI * g->pace;
    walk->time -= floorf(walk->time / period) * period;
    float bob = 0.08f * g->length * vv_sin(2.0f * VV_PI * walk->time / period);
    walk->frame.position.y += walk->hover_height + bob;
    walk->hips.position = (vv_vec3){0.0f, 0.0f, 0.0f};
    vv_quat turn = {0.5f * body[BODY_LEAN_Z], 0.0f, -0.5f * body[BODY_LEAN_X], 1.0f};
    walk->hips.rotation = vv_quat_normalize(turn);
}
