/* Creatures without feet (4.2): where the spine lies near the ground its ends become pseudo-feet and it goes like an inch-worm, the ends
 * held alternately and the middle arched as they come together; others float, bobbing gently and leaning into their way. */
#include "walk.h"

#define LEAST_SPINE 3u
#define GATHER      0.4f /* of its length: how much closer together the ends come */
#define STRETCHED                                                                                                      \
    0.985f /* of it: farther apart they never are, since a straight spine does not know which way to bend */
#define LYING      0.97f /* of how far apart they are at rest: where it stands */
#define FLOAT_TIME 4.0f  /* seconds of a bob per √(length/g)… */

static float spine_length(const vv_creature *c)
{
    const uint32_t *spine = spine_of(c);
    const hung_body *bodies = bodies_of(c);
    float sum = 0.0f;
    for (uint32_t i = 1; i < c->spine_count; i++)
        sum += vv_vec3_length(vv_vec3_sub(bodies[spine[i]].middle, bodies[spine[i - 1]].middle));
    return sum;
}

bool vvi_crawl_applies(const vv_creature *c)
{
    if (c->spine_count < LEAST_SPINE)
        return false;
    float length = spine_length(c);
    for (uint32_t i = 0; i < c->spine_count; i++) {
        const hung_body *body = &bodies_of(c)[spine_of(c)[i]];
        if (body->middle.y - body->sole > 0.2f * length)
            return false;
    }
    return length > 0.0f;
}

/* ---- Crawling ----------------------------------------------------------------------------------------------------------------- */

static walk_leg end_leg(const vv_creature *c, uint32_t body, vv_vec3 middle, float length, uint32_t unit)
{
    const hung_body *own = &bodies_of(c)[body];
    walk_leg leg = {.body = body, .unit = unit, .able = true, .turn = own->turn, .sole = own->sole};
    leg.rest = own->middle;
    leg.hip_place = (vv_vec3){middle.x, own->sole, middle.z};
    leg.hip = vv_vec3_sub(leg.hip_place, bodies_of(c)[c->root].place);
    leg.length = 0.5f * length;
    leg.reach = leg.most = leg.near = 0.6f * length;
    return leg;
}

/* How far along the spine a body lies, 0…1. */
static float along(const vv_creature *c, uint32_t index, float length)
{
    const uint32_t *spine = spine_of(c);
    float sum = 0.0f;
    for (uint32_t i = 1; i <= index; i++)
        sum += vv_vec3_length(vv_vec3_sub(bodies_of(c)[spine[i]].middle, bodies_of(c)[spine[i - 1]].middle));
    return sum / length;
}

void vvi_crawl_legs(vv_walk *walk)
{
    const vv_creature *c = walk->creature;
    const uint32_t *spine = spine_of(c);
    uint32_t tail = spine[0], head = spine[c->spine_count - 1u];
    float length = spine_length(c);
    vv_vec3 middle = vv_vec3_scale(vv_vec3_add(bodies_of(c)[tail].middle, bodies_of(c)[head].middle), 0.5f);
    walk->legs[0] = end_leg(c, tail, middle, length, 0);
    walk->legs[1] = end_leg(c, head, middle, length, 1);
    vvi_crawl_homes(walk);
    walk->leg_count = walk->unit_count = walk->able_count = walk->foothold_count = 2;
    walk->units[0] = (walk_unit){.leg_start = 0, .leg_count = 1};
    walk->units[1] = (walk_unit){.leg_start = 1, .leg_count = 1};
    float size = 0.5f * length, step = 0.25f * GATHER * length;
    walk->group_count = 1;
    walk->groups[0] = (walk_group){.unit_count = 2, .ratio = 1.0f, .length = size, .pace = sqrtf(size / WALK_GRAVITY)};
    walk->groups[0].forward = walk->groups[0].side = step;
    walk->groups[0].radius = size;
    walk->spine_length = length;
    walk->root_along = along(c, c->spine_root, length);
    for (uint32_t i = 1; i + 1 < c->spine_count; i++)
        if (fabsf(along(c, i, length) - 0.5f) < fabsf(walk->arch_along - 0.5f)) {
            walk->arch_along = along(c, i, length);
            walk->arch = spine[i];
        }
    if (walk->arch == VV_NONE || walk->arch == c->root)
        walk->arch = VV_NONE;
    else
        walk->footholds[walk->foothold_count++] = (vv_foothold){.body = walk->arch, .weight = 1.0f};
}

/* Standing it lies as at rest; going, its ends are nearer to each other, so that strides stretch it out at most. */
void vvi_crawl_homes(vv_walk *walk)
{
    vv_vec3 middle = vv_vec3_scale(vv_vec3_add(walk->legs[0].rest, walk->legs[1].rest), 0.5f);
    float share = walk->going ? STRETCHED - 0.5f * GATHER : LYING;
    for (uint32_t i = 0; i < 2; i++) {
        walk_leg *leg = &walk->legs[i];
        leg->home = vv_vec3_add(middle, vv_vec3_scale(vv_vec3_sub(leg->rest, middle), share));
    }
}

/* One end after the other; a stride gathers the whole body and stretches it out again. */
vv_gait_pattern vvi_crawl_pattern(const walk_group *group, float *triggers)
{
    triggers[0] = 0.0f;
    triggers[1] = 0.5f;
    return (vv_gait_pattern){0.52f, 4.0f * group->forward / group->length};
}

/* How high a parabola over a chord D is that is L long: its length is about √(D² + 16h²/3), and with the last factor h is within 0.3 %
 * up to arches half as high as they are wide. */
static float arch_height(float chord, float length)
{
    float missing = length * length - chord * chord;
    return missing <= 0.0f ? 0.0f : sqrtf(0.1875f * missing * (1.39f - 0.39f * chord / length));
}

/* A point of the arch between the ends. */
static vv_vec3 arch_point(const vv_walk *walk, float t)
{
    vv_vec3 tail = walk->footholds[0].place, chord = vv_vec3_sub(walk->footholds[1].place, tail);
    vv_vec3 p = vv_vec3_add(tail, vv_vec3_scale(chord, t));
    p.y += 4.0f * t * (1.0f - t) * arch_height(vv_vec3_length(chord), walk->spine_length);
    return p;
}

static float rise(float x)
{
    x = vvi_clamp(x, 0.0f, 1.0f);
    return x * x * (3.0f - 2.0f * x);
}

/* Where the ends would be farther apart than the spine is long the head waits, in the air or dragged along; while the tail is on its way, that
 * hurries instead. Nothing jumps as one takes over from the other. */
static void let_go(vv_walk *walk)
{
    vv_foothold *tail = &walk->footholds[0], *head = &walk->footholds[1];
    walk_unit *tails = &walk->units[walk->legs[0].unit], *heads = &walk->units[walk->legs[1].unit];
    vv_vec3 way = vv_vec3_sub(head->place, tail->place);
    float length = vv_vec3_length(way), over = length - STRETCHED * walk->spine_length;
    if (over <= 0.0f)
        return;
    float flown = tails->swings ? tails->progress + tails->rate * walk->rest : 0.0f;
    float waits = 1.0f - rise(flown * 2.5f) + rise(flown * 2.5f - 1.5f);
    head->place = vv_vec3_sub(head->place, vv_vec3_scale(way, waits * over / length));
    tail->place = vv_vec3_add(tail->place, vv_vec3_scale(way, (1.0f - waits) * over / length));
    head->stands = head->stands && waits <= 0.0f;
    heads->shown = false;
}

void vvi_crawl_hips(vv_walk *walk, const moment *now)
{
    let_go(walk);
    const hung_body *bodies = bodies_of(walk->creature), *root = &bodies[walk->creature->root];
    vv_vec3 chord = vv_vec3_sub(walk->footholds[1].place, walk->footholds[0].place);
    vv_vec3 rest = vv_vec3_sub(bodies[walk->legs[1].body].middle, bodies[walk->legs[0].body].middle);
    vv_vec2 flat = turn_ahead(-now->sine, now->cosine, chord.x, chord.z);
    vv_vec3 forward = {0.0f, 0.0f, 1.0f};
    walk->hips.turn = vv_quat_between(vv_vec3_direction(rest, forward),
                                      vv_vec3_direction((vv_vec3){flat.x, chord.y, flat.y}, forward));
    vv_vec3 at = vv_vec3_sub(arch_point(walk, walk->root_along), walk->frame.place);
    flat = turn_ahead(-now->sine, now->cosine, at.x, at.z);
    /* The point that is arched is the body's centre; the move is that of its origin. */
    vv_vec3 centre = vv_quat_rotate(walk->hips.turn, vv_vec3_sub(root->middle, root->place));
    walk->hips.place = vv_vec3_sub((vv_vec3){flat.x - centre.x, at.y - centre.y, flat.y - centre.z}, root->place);
    if (walk->arch == VV_NONE)
        return;
    vv_foothold *arch = &walk->footholds[2];
    arch->phase = walk->footholds[0].phase;
    arch->place = arch_point(walk, walk->arch_along);
    arch->turn = vv_quat_multiply(vv_quat_multiply(walk->frame.turn, walk->hips.turn), bodies[walk->arch].turn);
}

/* ---- Floating ------------------------------------------------------------------------------------------------------------------- */

void vvi_float_hips(vv_walk *walk, const float *body)
{
    const walk_group *g = &walk->groups[0];
    float period = FLOAT_TIME * VV_PI * g->pace;
    walk->time -= floorf(walk->time / period) * period;
    float bob = 0.08f * g->length * vv_sin(2.0f * VV_PI * walk->time / period);
    walk->frame.place.y += walk->hover + bob;
    walk->hips.place = (vv_vec3){0.0f, 0.0f, 0.0f};
    vv_quat turn = {0.5f * body[BODY_LEAN_Z], 0.0f, -0.5f * body[BODY_LEAN_X], 1.0f};
    walk->hips.turn = vv_quat_normalize(turn);
}
