/* A spine whose own ends are held like feet (4.2, creatures that crawl). It is posed as one chain from end to end: an arch over the line between
 * them, higher the nearer they are to each other, moved where root and motions want its middle, and then given its length in closed form. So
 * held ends are where they should be whatever the rest does, and the pose is a smooth function of this frame alone. */
#include "solver.h"

/* Of the way between the ends: the arch never gets flatter, so that it does not know which way to give. */
#define LEAST_ARCH 0.02f
/* Of the arch: so much of it is left where the middle is pressed down. */
#define KEPT_ARCH 0.3f

/* Of the creature's size: an end that is held farther away than that from where the root would have it does not drag it there. */
#define FARTHEST 2.0f

/* The chain: points[0…n], of which solver->chain[k] spans k and k + 1. */
typedef struct held_spine {
    uint32_t n;
    vv_vec3 rest[2]; /* its ends at rest, and where they are held: the tail's, the head's */
    vv_vec3 held[2];
    float length;
    vv_quat turn;  /* that takes the line between its ends at rest to the one between them now */
    vv_quat given; /* the root's, as it is wanted */
    float root;    /* how far along the root's middle is */
} held_spine;

/* The goal that holds the end of a side; NULL: none does. */
static const taken_goal *end_goal(const vv_solver *s, const spine_side *side)
{
    uint32_t end = side->first + side->count - 1u;
    if (side->count == 0 || s->notes[end].goal == VV_NONE || !s->goals[s->notes[end].goal].firm)
        return NULL;
    return &s->goals[s->notes[end].goal];
}

/* Where an end is held; by a weight below 1 the less so, and the more as the root carries it. Without a goal it is the root itself. */
static void hold_end(const vv_solver *s, const taken_goal *goal, held_spine *held, int end)
{
    const solver_body *b = &s->bodies[goal ? goal->body : 0];
    held->rest[end] = add(b->rest, goal ? goal->point : b->centre);
    vv_vec3 carried = add(s->pose[0].x, rotate(s->pose[0].q, sub(held->rest[end], s->bodies[0].rest)));
    if (!goal) {
        held->held[end] = carried;
        return;
    }
    vv_vec3 way = sub(goal->place, carried);
    float far = sqrtf(square(way)), most = FARTHEST * s->size;
    held->held[end] = along(carried, way, goal->place_weight * (far > most ? most / far : 1.0f));
}

static void add_bone(vv_solver *s, held_spine *held, uint32_t body, vv_vec3 end)
{
    s->chain[held->n] = body;
    s->lengths[held->n] = distance(end, s->points[held->n]);
    held->length += s->lengths[held->n];
    s->points[++held->n] = end;
}

/* The chain as it is at rest. */
static void lay_chain(vv_solver *s, held_spine *held, const taken_goal *tail, const taken_goal *head)
{
    const spine_side *ahead = &s->sides[0];
    s->points[0] = held->rest[0];
    for (uint32_t i = tail ? tail->body : 0; i >= s->sides[1].first && tail; i--)
        add_bone(s, held, i, s->bodies[i].rest);
    held->root = held->length;
    add_bone(s, held, 0, head ? s->bodies[ahead->first].rest : held->rest[1]);
    held->root = (tail ? 0.5f * (held->root + held->length) : 0.0f);
    for (uint32_t i = ahead->first; head && i <= head->body; i++)
        add_bone(s, held, i, i < head->body ? s->bodies[i + 1u].rest : held->rest[1]);
    held->root = (head ? held->root : held->length) / held->length;
}

/* How high a parabola over a chord D is that is L long: its length is about √(D² + 16h²/3). */
static float arch_height(float chord, float length)
{
    float missing = length * length - chord * chord;
    return missing <= 0.0f ? 0.0f : sqrtf(0.1875f * missing * (1.39f - 0.39f * chord / length));
}

/* 0 at the ends of the chain, 1 at the root: C¹. */
static float nearness(float t, float root)
{
    float x = t < root ? t / root : (1.0f - t) / vvi_max(1.0f - root, 1e-6f);
    x = vvi_clamp(x, 0.0f, 1.0f);
    return x * x * (3.0f - 2.0f * x);
}

/* x where it is well above `least`, never below it: C¹. */
static float not_below(float x, float least, float soft)
{
    float over = x - least;
    return over >= soft ? x : least + soft * soft / (2.0f * soft - over);
}

/* A point of the arch, `full` above the line when nothing presses it down, stays above it, and does not get farther aside than it is above: so
 * the arch never turns over. */
static vv_vec3 keep_up(vv_vec3 p, vv_vec3 foot, vv_vec3 line, float full)
{
    vv_vec3 left = vv_vec3_direction(cross((vv_vec3){0, 1, 0}, line), (vv_vec3){1, 0, 0});
    float least = KEPT_ARCH * full + 1e-9f, aside = dot(sub(p, foot), left);
    p.y = foot.y + not_below(p.y - foot.y, least, 0.5f * full + 1e-9f);
    return along(p, left, aside * (least / (least + fabsf(aside)) - 1.0f));
}

/* The arch, as at rest but raised, its middle moved with the root. */
static void raise_arch(vv_solver *s, const held_spine *held)
{
    vv_vec3 line = sub(held->held[1], held->held[0]), rest = sub(held->rest[1], held->rest[0]);
    float chord = sqrtf(square(line)), height = arch_height(chord, sqrtf(square(rest))), way = 0.0f;
    vv_vec3 root = sub(add(s->bodies[0].rest, s->bodies[0].centre), held->rest[0]);
    vv_vec3 pivot = add(held->held[0], rotate(held->turn, along(root, rest, -held->root)));
    pivot = along(pivot, line, held->root);
    pivot.y += 4.0f * held->root * (1.0f - held->root) * height;
    vv_vec3 moved = sub(add(s->pose[0].x, rotate(held->given, s->bodies[0].centre)), pivot);
    vv_quat turned = multiply(held->given, vv_quat_conjugate(held->turn));
    for (uint32_t k = 0; k <= held->n; k++) {
        float t = way / held->length, arch = 4.0f * t * (1.0f - t), near = nearness(t, held->root);
        vv_vec3 aside = sub(s->points[k], along(held->rest[0], rest, t));
        vv_vec3 p = add(along(held->held[0], line, t), rotate(held->turn, aside));
        p.y += arch * height;
        vv_vec3 arm = sub(p, pivot);
        p = along(p, add(moved, sub(rotate(turned, arm), arm)), near);
        s->points[k] = keep_up(p, along(held->held[0], line, t), line, arch * vvi_max(height, LEAST_ARCH * chord));
        way += k < held->n ? s->lengths[k] : 0.0f;
    }
}

/* Bones along points from…to, as long as they are, from the first on. */
static void keep_lengths(vv_solver *s, uint32_t from, uint32_t to)
{
    vv_vec3 at = s->points[from];
    for (uint32_t k = from; k < to; k++) {
        vv_vec3 way = sub(s->points[k + 1u], s->points[k]);
        vv_vec3 next = along(at, vv_vec3_direction(way, (vv_vec3){0, 0, 1}), s->lengths[k]);
        s->points[k] = at;
        at = next;
    }
    s->points[to] = at;
}

static float length_of(const vv_solver *s, uint32_t from, uint32_t to)
{
    float sum = 0.0f;
    for (uint32_t k = from; k < to; k++)
        sum += s->lengths[k];
    return sum;
}

/* Bodies as the ends' line and, near it, the root are turned, swung onto their bones. rest: the chain's points at rest. */
static void turn_bodies(vv_solver *s, const held_spine *held, const vv_vec3 *rest, uint32_t from, uint32_t to)
{
    float way = length_of(s, 0, from);
    for (uint32_t k = from; k < to; k++) {
        float t = (way + 0.5f * s->lengths[k]) / held->length;
        vv_quat q = mix_turns(held->turn, held->given, nearness(t, held->root));
        vv_vec3 bone = rotate(q, sub(rest[k + 1u], rest[k]));
        s->pose[s->chain[k]].q = unit(multiply(swing(bone, sub(s->points[k + 1u], s->points[k])), q));
        if (s->chain[k] == 0)
            s->pose[0].x = sub(s->points[k], rotate(s->pose[0].q, sub(rest[k], s->bodies[0].rest)));
        way += s->lengths[k];
    }
}

/* A side that is not held goes with the root. */
static void hang_sides(vv_solver *s, const taken_goal *tail, const taken_goal *head)
{
    for (uint32_t i = 1; i < s->spine_count; i++) {
        const body_pose *on = &s->pose[s->bodies[i].parent];
        if (!(i >= s->sides[1].first && s->sides[1].count > 0 ? tail : head))
            s->pose[i].q = on->q;
        s->pose[i].x = add(on->x, rotate(on->q, s->bodies[i].offset));
    }
}

/* Gives bones from…to their chord. */
static void finish(vv_solver *s, uint32_t from, uint32_t to, vv_vec3 start, vv_vec3 end)
{
    vv_vec3 line = sub(end, start), shift = sub(start, s->points[from]);
    for (uint32_t k = from; k <= to; k++)
        s->points[k] = add(s->points[k], shift);
    vvi_finish(to - from, s->points + from, s->lengths + from, vvi_min(sqrtf(square(line)), length_of(s, from, to)),
               vv_vec3_direction(line, (vv_vec3){0, 0, 1}), (vv_vec3){0, 1, 0});
}

/* Points between two that were moved go along, and stay above the line between them. */
static void follow_ends(vv_solver *s, uint32_t from, uint32_t to, vv_vec3 start, vv_vec3 end)
{
    vv_vec3 at_start = sub(start, s->points[from]), at_end = sub(end, s->points[to]), line = sub(end, start);
    float length = length_of(s, from, to), chord = sqrtf(square(line)), height = arch_height(chord, length), way = 0.0f;
    for (uint32_t k = from; k <= to; k++) {
        float t = way / vvi_max(length, 1e-12f), full = 4.0f * t * (1.0f - t) * vvi_max(height, LEAST_ARCH * chord);
        s->points[k] = keep_up(add(s->points[k], mix(at_start, at_end, t)), along(start, line, t), line, full);
        way += k < to ? s->lengths[k] : 0.0f;
    }
    keep_lengths(s, from, to);
}

/* An end whose turn is wanted, too, is turned about its held point as far as it should be; the chain between goes on from the joints. */
static void turn_ends(vv_solver *s, const held_spine *held, const taken_goal *tail, const taken_goal *head,
                      const vv_vec3 *rest)
{
    uint32_t from = tail ? 1 : 0, to = head ? held->n - 1u : held->n;
    vv_vec3 start = s->points[from], end = s->points[to];
    if (to < from + 2u)
        return;
    if (tail) {
        vv_quat *q = &s->pose[tail->body].q;
        *q = mix_turns(*q, tail->q, tail->turn_weight);
        start = add(held->held[0], rotate(*q, sub(rest[1], rest[0])));
    }
    if (head) {
        vv_quat *q = &s->pose[head->body].q;
        *q = mix_turns(*q, head->q, head->turn_weight);
        end = sub(held->held[1], rotate(*q, sub(rest[to + 1u], rest[to])));
    }
    follow_ends(s, from, to, start, end);
    finish(s, from, to, start, end);
    turn_bodies(s, held, rest, from, to);
}

bool vvi_spine_ends(vv_solver *s)
{
    const taken_goal *tail = end_goal(s, &s->sides[1]), *head = end_goal(s, &s->sides[0]);
    if (!tail && !head)
        return false;
    held_spine held = {.given = s->pose[0].q};
    vv_vec3 rest[VV_CREATURE_MAX_BODIES + 1u];
    hold_end(s, tail, &held, 0);
    hold_end(s, head, &held, 1);
    lay_chain(s, &held, tail, head);
    if (held.length < 1e-6f * s->size)
        return false;
    for (uint32_t k = 0; k <= held.n; k++)
        rest[k] = s->points[k];
    held.turn = swing(sub(held.rest[1], held.rest[0]), sub(held.held[1], held.held[0]));
    raise_arch(s, &held);
    keep_lengths(s, 0, held.n);
    finish(s, 0, held.n, held.held[0], held.held[1]);
    turn_bodies(s, &held, rest, 0, held.n);
    turn_ends(s, &held, tail, head, rest);
    hang_sides(s, tail, head);
    return true;
}
