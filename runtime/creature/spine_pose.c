/* Poses of the spine's bodies: along splines through the particles, then turned and drawn until what has a goal meets it (4.3.2,
 * "Reconstruction"). Bones keep their lengths throughout: the splines say how bodies are turned, and each hangs on the one before. */
#include "solver.h"

/* Rounds of FABRIK that spread the bend along the spine before closed form makes it exact. */
#define ROUNDS 5

static void hang(vv_solver *s, uint32_t i)
{
    const body_pose *on = &s->pose[s->bodies[i].parent];
    s->pose[i].x = add(on->x, rotate(on->q, s->bodies[i].offset));
}

/* Hangs bodies from…to on each other as they are turned. */
static void rehang(vv_solver *s, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i <= to; i++)
        hang(s, i);
}

/* ---- Splines ---------------------------------------------------------------------------------------------------------------- */

/* Turns at the particles: minimal twist from the tangent at rest to that of the pose. */
static void particle_turns(const spine_side *side, vv_quat root, const vv_vec3 *p, vv_quat *turns)
{
    uint32_t last = side->particles;
    vv_vec3 before = rotate(root, side->particle[0].tangent);
    turns[0] = root;
    for (uint32_t k = 1; k <= last; k++) {
        vv_vec3 tangent = k < last ? scale(sub(p[k + 1u], p[k - 1u]), 0.5f)
                                   : sub(scale(sub(p[k], p[k - 1u]), 1.5f), scale(before, 0.5f));
        turns[k] = multiply(swing(rotate(root, side->particle[k].tangent), tangent), root);
        before = tangent;
    }
}

typedef struct posed_spline {
    vv_vec3 ends[6]; /* p₀ v₀ a₀ p₁ v₁ a₁ */
    vv_quat turns[2];
} posed_spline;

static posed_spline pose_spline(const spine_particle *particle, const vv_vec3 *p, const vv_quat *turns)
{
    return (posed_spline){{p[0], rotate(turns[0], particle->slope[0]), rotate(turns[0], particle->bend[0]), p[1],
                           rotate(turns[1], particle->slope[1]), rotate(turns[1], particle->bend[1])},
                          {turns[0], turns[1]}};
}

/* The frame at a knot: between those of the ends, so that their twist against each other is spread along the spline, then swung onto its
 * tangent. (A frame transported from one end would put all of the twist at the other.) */
static vv_quat knot_turn(const spine_knot *knot, const posed_spline *spline, vv_vec3 *point)
{
    vv_vec3 at = scale(spline->ends[0], knot->value[0]), tangent = scale(spline->ends[0], knot->gradient[0]);
    for (int i = 1; i < 6; i++) {
        at = along(at, spline->ends[i], knot->value[i]);
        tangent = along(tangent, spline->ends[i], knot->gradient[i]);
    }
    vv_quat between = mix_turns(spline->turns[0], spline->turns[1], knot->t);
    vv_quat q = multiply(swing(rotate(between, knot->tangent), tangent), between);
    *point = add(at, rotate(q, knot->aside));
    return q;
}

void vvi_spine_splines(vv_solver *s, const spine_side *side, const vv_vec3 *particles)
{
    vv_quat turns[SPINE_PARTICLES + 1u];
    posed_spline spline = {0};
    uint32_t segment = 0;
    particle_turns(side, s->pose[0].q, particles, turns);
    vv_vec3 joint = particles[0];
    for (uint32_t i = side->first; i < side->first + side->count; i++) {
        const spine_knot *knot = &s->knots[i];
        if (knot->segment != segment) {
            segment = knot->segment;
            spline = pose_spline(&side->particle[segment], &particles[segment - 1u], &turns[segment - 1u]);
        }
        vv_vec3 far;
        vv_quat q = knot_turn(knot, &spline, &far);
        s->pose[i].q = multiply(swing(rotate(q, knot->bone), sub(far, joint)), q);
        hang(s, i);
        joint = far;
    }
}

/* What is wanted of a body, by itself and all that delegate to it; NULL: nothing. */
static const taken_goal *goal_of(const vv_solver *s, uint32_t body)
{
    return s->notes[body].goal != VV_NONE ? &s->goals[s->notes[body].goal] : NULL;
}

static bool has_place(const vv_solver *s, uint32_t body)
{
    const taken_goal *goal = goal_of(s, body);
    return goal && goal->place_weight > 0.0f;
}

/* ---- Turns ------------------------------------------------------------------------------------------------------------------------ */

/* Turns a body, and all beyond it; those between `from` and it take ever more of that, like a neck that follows its head. */
static void turn_body(vv_solver *s, const spine_side *side, uint32_t from, uint32_t body)
{
    const taken_goal *w = goal_of(s, body);
    vv_quat change = multiply(w->q, vv_quat_conjugate(s->pose[body].q));
    float begin = from > side->first ? s->knots[from - 1u].along : 0.0f;
    float length = vvi_max(s->knots[body].along - begin, 1e-12f);
    for (uint32_t i = from; i < side->first + side->count; i++) {
        float part = i < body ? (s->knots[i].along - begin) / length : 1.0f;
        vv_quat by = mix_turns(vv_quat_identity(), change, part * part * w->turn_weight);
        s->pose[i].q = unit(multiply(by, s->pose[i].q));
    }
    rehang(s, from, side->first + side->count - 1u);
}

/* ---- Places ------------------------------------------------------------------------------------------------------------------------ */

typedef struct spine_reach {
    uint32_t base, end; /* bodies that move; the end's point is wanted somewhere */
    vv_vec3 point, place;
    float freedom; /* 0: the end keeps its turn; 1: it turns as it likes */
    float length;  /* from the base's joint to the point, straight */
} spine_reach;

static vv_vec3 pull_towards(vv_vec3 from, vv_vec3 to, float length)
{
    vv_vec3 way = sub(to, from);
    float d = sqrtf(square(way));
    return d > 1e-12f ? along(from, way, length / d) : (vv_vec3){from.x, from.y + length, from.z};
}

/* Goals beyond the spine's length are brought within it, softly. */
static vv_vec3 within_reach(const vv_solver *s, const spine_reach *r, vv_vec3 place)
{
    vv_vec3 base = s->pose[r->base].x;
    vv_vec3 rest = sub(add(s->bodies[r->end].rest, r->point), s->bodies[r->base].rest);
    reach whole = {0.0f, r->length, vvi_clamp(sqrtf(square(rest)), 0.98f * r->length, r->length)};
    float d = distance(place, base), kept = vvi_reach_distance(&whole, d);
    return d > kept && d > 0.0f ? mix(base, place, kept / d) : place;
}

/* A straight chain that is pushed together cannot know which way to give: it is bent a little beforehand. */
static void bulge(const vv_solver *s, const spine_side *side, const spine_reach *r, vv_vec3 *x, uint32_t n)
{
    float now = distance(x[n], x[0]);
    vv_vec3 end = sub(r->place, rotate(s->pose[r->end].q, r->point));
    float by = 0.5f * (now - distance(end, x[0])), begin = s->knots[r->base].along - s->knots[r->base].length;
    if (by <= 0.0f || n < 2)
        return;
    vv_vec3 way = scale(rotate(s->pose[0].q, side->bulge), by);
    float length = vvi_max(s->knots[r->end].along - s->knots[r->end].length - begin, 1e-12f);
    for (uint32_t j = 1; j < n; j++) {
        float t = (s->knots[r->base + j].along - s->knots[r->base + j].length - begin) / length;
        x[j] = along(x[j], way, 4.0f * t * (1.0f - t));
    }
}

/* One round of FABRIK over joints x[0…n] of bodies base…end: backwards with the end moved by `error`, forwards from the base. */
static void fabrik(const spine_knot *knots, vv_vec3 *x, uint32_t n, vv_vec3 error)
{
    vv_vec3 base = x[0];
    x[n] = add(x[n], error);
    for (uint32_t j = n; j-- > 1u;)
        x[j] = pull_towards(x[j + 1u], x[j], knots[j].length);
    x[0] = base;
    for (uint32_t j = 0; j < n; j++)
        x[j + 1u] = pull_towards(x[j], x[j + 1u], knots[j].length);
}

/* The end body turned, as far as it is free, so that its point lies towards the goal. */
static vv_quat turn_end(const spine_reach *r, vv_quat q, vv_vec3 joint)
{
    if (r->freedom <= 0.0f)
        return q;
    vv_quat aimed = multiply(swing(rotate(q, r->point), sub(r->place, joint)), q);
    return r->freedom >= 1.0f ? aimed : mix_turns(q, aimed, r->freedom);
}

/* Joints x[0…n], then the point that is wanted, in closed form. Where the end keeps its turn, its joint is wanted. */
static void meet_exactly(vv_solver *s, const spine_reach *r, vv_vec3 *x, uint32_t n, vv_quat q, vv_vec3 pole)
{
    vv_vec3 point = rotate(q, r->point), goal = r->place;
    uint32_t count = n;
    for (uint32_t j = 0; j < n; j++)
        s->lengths[j] = s->knots[r->base + j].length;
    if (r->freedom >= 1.0f) {
        x[n + 1u] = add(x[n], point);
        s->lengths[n] = sqrtf(square(point));
        count = n + 1u;
    } else {
        goal = sub(goal, point);
    }
    vv_vec3 way = sub(goal, x[0]), chord = sub(x[count], x[0]);
    float d = sqrtf(square(way));
    if (count == 0 || d < 1e-12f)
        return;
    vv_quat by = swing(chord, way);
    for (uint32_t j = 1; j <= count; j++)
        x[j] = add(x[0], rotate(by, sub(x[j], x[0])));
    vvi_finish(count, x, s->lengths, d, scale(way, 1.0f / d), pole);
}

static void meet(vv_solver *s, const spine_side *side, const spine_reach *r)
{
    uint32_t n = r->end - r->base;
    vv_vec3 *x = s->points, pole = rotate(s->pose[0].q, side->bulge);
    vv_quat q = s->pose[r->end].q, before = q;
    for (uint32_t j = 0; j <= n; j++)
        x[j] = s->pose[r->base + j].x;
    bulge(s, side, r, x, n);
    for (int round = 0; round < ROUNDS && n > 0; round++) {
        q = turn_end(r, q, x[n]);
        fabrik(&s->knots[r->base], x, n, sub(r->place, add(x[n], rotate(q, r->point))));
    }
    q = turn_end(r, q, x[n]);
    meet_exactly(s, r, x, n, q, pole);
    q = turn_end(r, q, x[n]);
    for (uint32_t j = 0; j < n; j++) {
        vv_quat *turn = &s->pose[r->base + j].q;
        *turn = unit(multiply(swing(rotate(*turn, s->knots[r->base + j].bone), sub(x[j + 1u], x[j])), *turn));
    }
    vv_quat change = multiply(q, vv_quat_conjugate(before));
    s->pose[r->end].q = unit(q);
    for (uint32_t i = r->end + 1u; i < side->first + side->count; i++)
        s->pose[i].q = unit(multiply(change, s->pose[i].q));
    rehang(s, r->base + 1u, side->first + side->count - 1u);
}

/* Where a body may go so that one beyond it, which is firm, still gets where it should. */
static vv_vec3 leave_room(const vv_solver *s, uint32_t body, uint32_t firm, vv_vec3 place)
{
    const taken_goal *goal = goal_of(s, firm);
    if (!goal->firm || firm == body)
        return place;
    vv_vec3 end = along(goal->place, rotate(goal->q, goal->point), -goal->turn_weight);
    float way = s->knots[firm].along - s->knots[firm].length - s->knots[body].along + s->knots[body].length;
    float most = 0.98f * (way + (1.0f - goal->turn_weight) * sqrtf(square(goal->point)));
    vv_vec3 joint = sub(place, rotate(s->pose[body].q, goal_of(s, body)->point));
    float d = distance(joint, end);
    return d > most ? along(place, sub(end, joint), goal->place_weight * (1.0f - most / d)) : place;
}

static void place_body(vv_solver *s, const spine_side *side, uint32_t base, uint32_t end, uint32_t outermost)
{
    const taken_goal *goal = goal_of(s, end);
    spine_reach r = {.base = base, .end = end, .point = goal->point, .freedom = 1.0f - goal->turn_weight};
    vv_vec3 now = add(s->pose[end].x, rotate(s->pose[end].q, r.point));
    r.length = s->knots[end].along - s->knots[end].length - (s->knots[base].along - s->knots[base].length) +
               sqrtf(square(r.point));
    r.place = mix(now, within_reach(s, &r, leave_room(s, end, outermost, goal->place)), goal->place_weight);
    meet(s, side, &r);
}

/* The outermost goal first, as if it were alone; then from the root outwards each of the others from where that left it, so that one whose
 * weight is nothing changes nothing. */
static void place_bodies(vv_solver *s, const spine_side *side)
{
    uint32_t count = 0, outermost = VV_NONE, base = side->first;
    for (uint32_t i = side->first; i < side->first + side->count; i++)
        if (has_place(s, i)) {
            count++;
            outermost = i;
        }
    if (count > 0)
        place_body(s, side, base, outermost, outermost);
    for (uint32_t i = side->first; count > 1 && i <= outermost; i++)
        if (has_place(s, i)) {
            place_body(s, side, base, i, outermost);
            bool pivot = square(s->goals[s->notes[i].goal].point) < 1e-6f * side->length * side->length &&
                         goal_of(s, i)->turn_weight <= 0.0f;
            base = i < outermost && !pivot ? i + 1u : i; /* about its joint it may still turn */
        }
}

void vvi_spine_goals(vv_solver *s, const spine_side *side)
{
    uint32_t from = side->first;
    for (uint32_t i = side->first; i < side->first + side->count; i++)
        if (goal_of(s, i) && goal_of(s, i)->turn_weight > 0.0f) {
            turn_body(s, side, from, i);
            from = i + 1u;
        }
    place_bodies(s, side);
}
