/* A spine whose own ends are held like feet (4.2, creatures that crawl). It is posed as one chain from end to end: an
 * arch over the line between the ends, higher the closer they are, displaced where root and motions want its middle,
 * then given its length in closed form. So held ends are met whatever the rest does, and the pose is a smooth
 * function of this frame alone. */
#include "solver.h"

/* The smallest height of the arch, as a share of the distance between the ends: so the direction of bending is always
 * defined. */
#define MIN_ARCH_SHARE 0.02f
/* The share of the arch height that remains when the middle is pressed down. */
#define KEPT_ARCH_SHARE 0.3f

/* An end that is held farther than this share of the creature's size from where the root would carry it is not
 * followed any further. */
#define MAX_END_DISTANCE 2.0f

/* The chain: points[0…n]; the bone of body solver->chain[k] goes from point k to point k + 1. */
typedef struct held_spine {
    uint32_t n;
    vv_vec3 rest[2]; /* its ends (tail, head) at rest, and where they are held */
    vv_vec3 held[2];
    float length;
    vv_quat turn;          /* rotation from the line between the ends at rest to the line between them now */
    vv_quat root_rotation; /* the wanted rotation of the root */
    float root_share;      /* where the middle of the root is along the chain, 0…1 */
} held_spine;

/* The goal that holds the end of a side; NULL: it is not spine. */
static const solver_goal *end_goal(const vv_ik_solver *s, const spine_side *side)
{
    uint32_t end = side->first + side->count - 1u;
    if (side->count == 0 || s->info[end].goal == VV_NONE || !s->goals[s->info[end].goal].firm)
        return NULL;
    return &s->goals[s->info[end].goal];
}

/* The position at which an end is spine. A weight below 1 blends it with where the root carries the end. Without a
 * goal the end is the root itself. */
static void find_held_end(const vv_ik_solver *s, const solver_goal *goal, held_spine *spine, int end)
{
    const solver_body *b = &s->bodies[goal ? goal->body : 0];
    spine->rest[end] = add(b->rest, goal ? goal->effector : b->centre);
    vv_vec3 carried = add(s->pose[0].x, rotate(s->pose[0].q, sub(spine->rest[end], s->bodies[0].rest)));
    if (!goal) {
        spine->held[end] = carried;
        return;
    }
    vv_vec3 delta = sub(goal->place, carried);
    float length = sqrtf(length_squared(delta)), max_length = MAX_END_DISTANCE * s->size;
    spine->held[end] =
        add_scaled(carried, delta, goal->place_weight * (length > max_length ? max_length / length : 1.0f));
}

static void add_bone(vv_ik_solver *s, held_spine *spine, uint32_t body, vv_vec3 end)
{
    s->chain[spine->n] = body;
    s->lengths[spine->n] = distance(end, s->points[spine->n]);
    spine->length += s->lengths[spine->n];
    s->points[++spine->n] = end;
}

/* Sets up the chain as it is at rest. */
static void set_up_chain(vv_ik_solver *s, held_spine *spine, const solver_goal *tail, const solver_goal *head)
{
    const spine_side *head_side = &s->sides[0];
    s->points[0] = spine->rest[0];
    for (uint32_t i = tail ? tail->body : 0; i >= s->sides[1].first && tail; i--)
        add_bone(s, spine, i, s->bodies[i].rest);
    spine->root_share = spine->length;
    add_bone(s, spine, 0, head ? s->bodies[head_side->first].rest : spine->rest[1]);
    spine->root_share = (tail ? 0.5f * (spine->root_share + spine->length) : 0.0f);
    for (uint32_t i = head_side->first; head && i <= head->body; i++)
        add_bone(s, spine, i, i < head->body ? s->bodies[i + 1u].rest : spine->rest[1]);
    spine->root_share = (head ? spine->root_share : spine->length) / spine->length;
}

/* The height of a parabola over a chord D whose length is L: L is about √(D² + 16h²/3). */
static float arch_height(float chord, float length)
{
    float missing = length * length - chord * chord;
    return missing <= 0.0f ? 0.0f : sqrtf(0.1875f * missing * (1.39f - 0.39f * chord / length));
}

/* 0 at the ends of the chain, 1 at the root: C¹. */
static float root_influence(float t, float root)
{
    float x = t < root ? t / root : (1.0f - t) / vvi_max(1.0f - root, 1e-6f);
    return vvi_smoothstep(x);
}

/* x where it is well above `least`, never below `least`: C¹. */
static float soft_minimum(float x, float least, float soft)
{
    float over = x - least;
    return over >= soft ? x : least + soft * soft / (2.0f * soft - over);
}

/* Keeps a point of the arch above the line between the ends, at whose `foot` it would be `full` high if nothing
 * pressed it down, and no farther to the side than it is high: so the arch never turns over. */
static vv_vec3 keep_above_line(vv_vec3 p, vv_vec3 foot, vv_vec3 line, float full)
{
    vv_vec3 left = vv_vec3_normalize(cross((vv_vec3){0, 1, 0}, line), (vv_vec3){1, 0, 0});
    float least = KEPT_ARCH_SHARE * full + 1e-9f, sideways = dot(sub(p, foot), left);
    p.y = foot.y + soft_minimum(p.y - foot.y, least, 0.5f * full + 1e-9f);
    return add_scaled(p, left, sideways * (least / (least + fabsf(sideways)) - 1.0f));
}

/* Shapes the arch: the rest shape raised to an arch, its middle moved with the root. */
static void shape_arch(vv_ik_solver *s, const held_spine *spine)
{
    vv_vec3 line = sub(spine->held[1], spine->held[0]), rest = sub(spine->rest[1], spine->rest[0]);
    float chord = sqrtf(length_squared(line)), height = arch_height(chord, sqrtf(length_squared(rest))),
          distance_along = 0.0f;
    vv_vec3 root = sub(add(s->bodies[0].rest, s->bodies[0].centre), spine->rest[0]);
    vv_vec3 pivot = add(spine->held[0], rotate(spine->turn, add_scaled(root, rest, -spine->root_share)));
    pivot = add_scaled(pivot, line, spine->root_share);
    pivot.y += 4.0f * spine->root_share * (1.0f - spine->root_share) * height;
    vv_vec3 moved = sub(add(s->pose[0].x, rotate(spine->root_rotation, s->bodies[0].centre)), pivot);
    vv_quat turned = multiply(spine->root_rotation, vv_quat_conjugate(spine->turn));
    for (uint32_t k = 0; k <= spine->n; k++) {
        float t = distance_along / spine->length, arch = 4.0f * t * (1.0f - t),
              influence = root_influence(t, spine->root_share);
        vv_vec3 rest_offset = sub(s->points[k], add_scaled(spine->rest[0], rest, t));
        vv_vec3 p = add(add_scaled(spine->held[0], line, t), rotate(spine->turn, rest_offset));
        p.y += arch * height;
        vv_vec3 arm = sub(p, pivot);
        p = add_scaled(p, add(moved, sub(rotate(turned, arm), arm)), influence);
        s->points[k] = keep_above_line(p, add_scaled(spine->held[0], line, t), line,
                                       arch * vvi_max(height, MIN_ARCH_SHARE * chord));
        distance_along += k < spine->n ? s->lengths[k] : 0.0f;
    }
}

/* Restores the bone lengths from…to, from the first point on, keeping directions. */
static void restore_lengths(vv_ik_solver *s, uint32_t from, uint32_t to)
{
    vv_vec3 at = s->points[from];
    for (uint32_t k = from; k < to; k++) {
        vv_vec3 delta = sub(s->points[k + 1u], s->points[k]);
        vv_vec3 next = add_scaled(at, vv_vec3_normalize(delta, (vv_vec3){0, 0, 1}), s->lengths[k]);
        s->points[k] = at;
        at = next;
    }
    s->points[to] = at;
}

static float chain_length(const vv_ik_solver *s, uint32_t from, uint32_t to)
{
    float sum = 0.0f;
    for (uint32_t k = from; k < to; k++)
        sum += s->lengths[k];
    return sum;
}

/* Rotates bodies with the line between the ends and, near the root, with the root, then minimally onto their bones.
 * rest: the points of the chain at rest. */
static void rotate_bodies(vv_ik_solver *s, const held_spine *spine, const vv_vec3 *rest, uint32_t from, uint32_t to)
{
    float distance_along = chain_length(s, 0, from);
    for (uint32_t k = from; k < to; k++) {
        float t = (distance_along + 0.5f * s->lengths[k]) / spine->length;
        vv_quat q = nlerp(spine->turn, spine->root_rotation, root_influence(t, spine->root_share));
        vv_vec3 bone = rotate(q, sub(rest[k + 1u], rest[k]));
        s->pose[s->chain[k]].q = normalize(multiply(minimal_twist(bone, sub(s->points[k + 1u], s->points[k])), q));
        if (s->chain[k] == 0)
            s->pose[0].x = sub(s->points[k], rotate(s->pose[0].q, sub(rest[k], s->bodies[0].rest)));
        distance_along += s->lengths[k];
    }
}

/* A side that is not held moves rigidly with the root. */
static void carry_free_sides(vv_ik_solver *s, const solver_goal *tail, const solver_goal *head)
{
    for (uint32_t i = 1; i < s->spine_count; i++) {
        const body_pose *parent = &s->pose[s->bodies[i].parent];
        if (!(i >= s->sides[1].first && s->sides[1].count > 0 ? tail : head))
            s->pose[i].q = parent->q;
        s->pose[i].x = add(parent->x, rotate(parent->q, s->bodies[i].offset));
    }
}

/* Fits bones from…to between `start` and `end`, in closed form. */
static void fit_chord(vv_ik_solver *s, uint32_t from, uint32_t to, vv_vec3 start, vv_vec3 end)
{
    vv_vec3 line = sub(end, start), shift = sub(start, s->points[from]);
    for (uint32_t k = from; k <= to; k++)
        s->points[k] = add(s->points[k], shift);
    vvi_finish_chain(to - from, s->points + from, s->lengths + from,
                     vvi_min(sqrtf(length_squared(line)), chain_length(s, from, to)),
                     vv_vec3_normalize(line, (vv_vec3){0, 0, 1}), (vv_vec3){0, 1, 0});
}

/* Moves the points between two displaced ones along, and keeps them above the line between those. */
static void move_between_ends(vv_ik_solver *s, uint32_t from, uint32_t to, vv_vec3 start, vv_vec3 end)
{
    vv_vec3 at_start = sub(start, s->points[from]), at_end = sub(end, s->points[to]), line = sub(end, start);
    float length = chain_length(s, from, to), chord = sqrtf(length_squared(line)), height = arch_height(chord, length),
          distance_along = 0.0f;
    for (uint32_t k = from; k <= to; k++) {
        float t = distance_along / vvi_max(length, 1e-12f),
              full = 4.0f * t * (1.0f - t) * vvi_max(height, MIN_ARCH_SHARE * chord);
        s->points[k] =
            keep_above_line(add(s->points[k], lerp(at_start, at_end, t)), add_scaled(start, line, t), line, full);
        distance_along += k < to ? s->lengths[k] : 0.0f;
    }
    restore_lengths(s, from, to);
}

/* Rotates an end with a wanted rotation about its held point, by its weight; the chain between then starts from the
 * joints of the ends. */
static void rotate_ends(vv_ik_solver *s, const held_spine *spine, const solver_goal *tail, const solver_goal *head,
                        const vv_vec3 *rest)
{
    uint32_t from = tail ? 1 : 0, to = head ? spine->n - 1u : spine->n;
    vv_vec3 start = s->points[from], end = s->points[to];
    if (to < from + 2u)
        return;
    if (tail) {
        vv_quat *q = &s->pose[tail->body].q;
        *q = nlerp(*q, tail->q, tail->turn_weight);
        start = add(spine->held[0], rotate(*q, sub(rest[1], rest[0])));
    }
    if (head) {
        vv_quat *q = &s->pose[head->body].q;
        *q = nlerp(*q, head->q, head->turn_weight);
        end = sub(spine->held[1], rotate(*q, sub(rest[to + 1u], rest[to])));
    }
    move_between_ends(s, from, to, start, end);
    fit_chord(s, from, to, start, end);
    rotate_bodies(s, spine, rest, from, to);
}

bool vvi_spine_pose_held_ends(vv_ik_solver *s)
{
    const solver_goal *tail = end_goal(s, &s->sides[1]), *head = end_goal(s, &s->sides[0]);
    if (!tail && !head)
        return false;
    held_spine spine = {.root_rotation = s->pose[0].q};
    vv_vec3 rest[VV_CREATURE_MAX_BODIES + 1u];
    find_held_end(s, tail, &spine, 0);
    find_held_end(s, head, &spine, 1);
    set_up_chain(s, &spine, tail, head);
    if (spine.length < 1e-6f * s->size)
        return false;
    for (uint32_t k = 0; k <= spine.n; k++)
        rest[k] = s->points[k];
    spine.turn = minimal_twist(sub(spine.rest[1], spine.rest[0]), sub(spine.held[1], spine.held[0]));
    shape_arch(s, &spine);
    restore_lengths(s, 0, spine.n);
    fit_chord(s, 0, spine.n, spine.held[0], spine.held[1]);
    rotate_bodies(s, &spine, rest, 0, spine.n);
    rotate_ends(s, &spine, tail, head, rest);
    carry_free_sides(s, tail, head);
    return true;
}
