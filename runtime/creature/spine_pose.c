/* Posing the bodies of the spine: along splines through the particles, then by rotations and FABRIK until the goals
 * on the spine are met (4.3.2, "Reconstruction"). Bones keep their lengths throughout: the splines determine
 * rotations, and each body is attached to the one before. */
#include "solver.h"

/* Iterations of FABRIK, which spread the bend along the spine before the closed form makes it exact. */
#define ITERATIONS 5

/* Places the joint of body i where its parent carries it. */
static void attach(vv_ik_solver *s, uint32_t i)
{
    const body_pose *parent = &s->pose[s->bodies[i].parent];
    s->pose[i].x = add(parent->x, rotate(parent->q, s->bodies[i].offset));
}

/* Places the joints of bodies from…to by the rotations of their parents. */
static void attach_range(vv_ik_solver *s, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i <= to; i++)
        attach(s, i);
}

/* ---- Splines ----------------------------------------------------------------------------------------------------- */

/* Rotations at the particles: minimal twist from the tangent at rest to that of the pose. */
static void find_particle_rotations(const spine_side *side, vv_quat root, const vv_vec3 *p, vv_quat *rotations)
{
    uint32_t last = side->particles;
    vv_vec3 last_tangent = rotate(root, side->particle[0].tangent);
    rotations[0] = root;
    for (uint32_t k = 1; k <= last; k++) {
        vv_vec3 tangent = k < last ? scale(sub(p[k + 1u], p[k - 1u]), 0.5f)
                                   : sub(scale(sub(p[k], p[k - 1u]), 1.5f), scale(last_tangent, 0.5f));
        rotations[k] = multiply(minimal_twist(rotate(root, side->particle[k].tangent), tangent), root);
        last_tangent = tangent;
    }
}

typedef struct posed_spline {
    vv_vec3 ends[6]; /* p₀ v₀ a₀ p₁ v₁ a₁ */
    vv_quat rotations[2];
} posed_spline;

static posed_spline pose_spline(const spine_particle *particle, const vv_vec3 *p, const vv_quat *rotations)
{
    return (posed_spline){{p[0], rotate(rotations[0], particle->slope[0]), rotate(rotations[0], particle->bend[0]),
                           p[1], rotate(rotations[1], particle->slope[1]), rotate(rotations[1], particle->bend[1])},
                          {rotations[0], rotations[1]}};
}

/* The rotation at a knot: between those of the ends, so that their relative twist is spread along the spline, then
 * minimally rotated onto the tangent of the spline. (A frame transported from one end would put all of the twist at
 * the other.) */
static vv_quat knot_rotation(const spine_knot *knot, const posed_spline *spline, vv_vec3 *point)
{
    vv_vec3 position = scale(spline->ends[0], knot->value[0]), tangent = scale(spline->ends[0], knot->gradient[0]);
    for (int i = 1; i < 6; i++) {
        position = add_scaled(position, spline->ends[i], knot->value[i]);
        tangent = add_scaled(tangent, spline->ends[i], knot->gradient[i]);
    }
    vv_quat between = nlerp(spline->rotations[0], spline->rotations[1], knot->t);
    vv_quat q = multiply(minimal_twist(rotate(between, knot->tangent), tangent), between);
    *point = add(position, rotate(q, knot->spline_offset));
    return q;
}

void vvi_spine_splines(vv_ik_solver *s, const spine_side *side, const vv_vec3 *particles)
{
    vv_quat rotations[SPINE_PARTICLES + 1u];
    posed_spline spline = {0};
    uint32_t segment = 0;
    find_particle_rotations(side, s->pose[0].q, particles, rotations);
    vv_vec3 joint = particles[0];
    for (uint32_t i = side->first; i < side->first + side->count; i++) {
        const spine_knot *knot = &s->knots[i];
        if (knot->segment != segment) {
            segment = knot->segment;
            spline = pose_spline(&side->particle[segment], &particles[segment - 1u], &rotations[segment - 1u]);
        }
        vv_vec3 far;
        vv_quat q = knot_rotation(knot, &spline, &far);
        s->pose[i].q = multiply(minimal_twist(rotate(q, knot->bone), sub(far, joint)), q);
        attach(s, i);
        joint = far;
    }
}

/* The goal of a body, merged with those that delegate to it; NULL: none. */
static const solver_goal *find_goal(const vv_ik_solver *s, uint32_t body)
{
    return s->info[body].goal != VV_NONE ? &s->goals[s->info[body].goal] : NULL;
}

static bool has_place(const vv_ik_solver *s, uint32_t body)
{
    const solver_goal *goal = find_goal(s, body);
    return goal && goal->place_weight > 0.0f;
}

/* ---- Rotations --------------------------------------------------------------------------------------------------- */

/* Rotates a body and everything beyond it towards its goal; the bodies from `from` up to it take an increasing share,
 * like a neck that follows its head. */
static void rotate_body(vv_ik_solver *s, const spine_side *side, uint32_t from, uint32_t body)
{
    const solver_goal *goal = find_goal(s, body);
    vv_quat change = multiply(goal->q, vv_quat_conjugate(s->pose[body].q));
    float start = from > side->first ? s->knots[from - 1u].distance_along : 0.0f;
    float length = vvi_max(s->knots[body].distance_along - start, 1e-12f);
    for (uint32_t i = from; i < side->first + side->count; i++) {
        float share = i < body ? (s->knots[i].distance_along - start) / length : 1.0f;
        vv_quat by = nlerp(vv_quat_identity(), change, share * share * goal->turn_weight);
        s->pose[i].q = normalize(multiply(by, s->pose[i].q));
    }
    attach_range(s, from, side->first + side->count - 1u);
}

/* ---- Positions --------------------------------------------------------------------------------------------------- */

typedef struct spine_reach {
    uint32_t base, end; /* the bodies that move; the effector of the end body has a goal */
    vv_vec3 effector, place;
    float freedom; /* 0: the end body keeps its rotation; 1: it rotates freely */
    float length;  /* from the joint of the base to the effector, stretched out */
} spine_reach;

/* The point at distance `length` from `from`, in the direction of `to`. */
static vv_vec3 pull_towards(vv_vec3 from, vv_vec3 to, float length)
{
    vv_vec3 delta = sub(to, from);
    float d = sqrtf(length_squared(delta));
    return d > 1e-12f ? add_scaled(from, delta, length / d) : (vv_vec3){from.x, from.y + length, from.z};
}

/* Moves a goal beyond the length of the spine to within its reach, softly. */
static vv_vec3 within_reach(const vv_ik_solver *s, const spine_reach *r, vv_vec3 place)
{
    vv_vec3 base = s->pose[r->base].x;
    vv_vec3 rest = sub(add(s->bodies[r->end].rest, r->effector), s->bodies[r->base].rest);
    reach whole = {0.0f, r->length, vvi_clamp(sqrtf(length_squared(rest)), 0.98f * r->length, r->length)};
    float d = distance(place, base), clamped = vvi_reach_distance(&whole, d);
    return d > clamped && d > 0.0f ? lerp(base, place, clamped / d) : place;
}

/* For a straight chain that is compressed the direction of bending is undefined, so it is bent a little towards the
 * pole first. */
static void bend_to_pole(const vv_ik_solver *s, const spine_side *side, const spine_reach *r, vv_vec3 *x, uint32_t n)
{
    float chord = distance(x[n], x[0]);
    vv_vec3 end = sub(r->place, rotate(s->pose[r->end].q, r->effector));
    float by = 0.5f * (chord - distance(end, x[0])),
          start = s->knots[r->base].distance_along - s->knots[r->base].length;
    if (by <= 0.0f || n < 2)
        return;
    vv_vec3 bend = scale(rotate(s->pose[0].q, side->pole), by);
    float length = vvi_max(s->knots[r->end].distance_along - s->knots[r->end].length - start, 1e-12f);
    for (uint32_t j = 1; j < n; j++) {
        float t = (s->knots[r->base + j].distance_along - s->knots[r->base + j].length - start) / length;
        x[j] = add_scaled(x[j], bend, 4.0f * t * (1.0f - t));
    }
}

/* One iteration of FABRIK over joints x[0…n] of bodies base…end: backwards with the end moved by `error`, then
 * forwards from the base. */
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

/* The rotation of the end body, aimed as far as it is free so that its effector lies towards the goal. */
static vv_quat aim_end_body(const spine_reach *r, vv_quat q, vv_vec3 joint)
{
    if (r->freedom <= 0.0f)
        return q;
    vv_quat aimed = multiply(minimal_twist(rotate(q, r->effector), sub(r->place, joint)), q);
    return r->freedom >= 1.0f ? aimed : nlerp(q, aimed, r->freedom);
}

/* Meets the goal in closed form with joints x[0…n] and the effector. If the end keeps its rotation, its joint is
 * placed instead. */
static void meet_goal_exactly(vv_ik_solver *s, const spine_reach *r, vv_vec3 *x, uint32_t n, vv_quat q, vv_vec3 pole)
{
    vv_vec3 effector_offset = rotate(q, r->effector), goal = r->place;
    uint32_t count = n;
    for (uint32_t j = 0; j < n; j++)
        s->lengths[j] = s->knots[r->base + j].length;
    if (r->freedom >= 1.0f) {
        x[n + 1u] = add(x[n], effector_offset);
        s->lengths[n] = sqrtf(length_squared(effector_offset));
        count = n + 1u;
    } else {
        goal = sub(goal, effector_offset);
    }
    vv_vec3 to_goal = sub(goal, x[0]), chord = sub(x[count], x[0]);
    float d = sqrtf(length_squared(to_goal));
    if (count == 0 || d < 1e-12f)
        return;
    vv_quat aim = minimal_twist(chord, to_goal);
    for (uint32_t j = 1; j <= count; j++)
        x[j] = add(x[0], rotate(aim, sub(x[j], x[0])));
    vvi_finish_chain(count, x, s->lengths, d, scale(to_goal, 1.0f / d), pole);
}

static void meet_goal(vv_ik_solver *s, const spine_side *side, const spine_reach *r)
{
    uint32_t n = r->end - r->base;
    vv_vec3 *x = s->points, pole = rotate(s->pose[0].q, side->pole);
    vv_quat q = s->pose[r->end].q, old_rotation = q;
    for (uint32_t j = 0; j <= n; j++)
        x[j] = s->pose[r->base + j].x;
    bend_to_pole(s, side, r, x, n);
    for (int iteration = 0; iteration < ITERATIONS && n > 0; iteration++) {
        q = aim_end_body(r, q, x[n]);
        fabrik(&s->knots[r->base], x, n, sub(r->place, add(x[n], rotate(q, r->effector))));
    }
    q = aim_end_body(r, q, x[n]);
    meet_goal_exactly(s, r, x, n, q, pole);
    q = aim_end_body(r, q, x[n]);
    for (uint32_t j = 0; j < n; j++) {
        vv_quat *rotation = &s->pose[r->base + j].q;
        *rotation = normalize(
            multiply(minimal_twist(rotate(*rotation, s->knots[r->base + j].bone), sub(x[j + 1u], x[j])), *rotation));
    }
    vv_quat change = multiply(q, vv_quat_conjugate(old_rotation));
    s->pose[r->end].q = normalize(q);
    for (uint32_t i = r->end + 1u; i < side->first + side->count; i++)
        s->pose[i].q = normalize(multiply(change, s->pose[i].q));
    attach_range(s, r->base + 1u, side->first + side->count - 1u);
}

/* The position to which a body may be moved without preventing a firm goal further out from being met. */
static vv_vec3 leave_room(const vv_ik_solver *s, uint32_t body, uint32_t firm, vv_vec3 place)
{
    const solver_goal *goal = find_goal(s, firm);
    if (!goal->firm || firm == body)
        return place;
    vv_vec3 end = add_scaled(goal->place, rotate(goal->q, goal->effector), -goal->turn_weight);
    float length =
        s->knots[firm].distance_along - s->knots[firm].length - s->knots[body].distance_along + s->knots[body].length;
    float max_distance = 0.98f * (length + (1.0f - goal->turn_weight) * sqrtf(length_squared(goal->effector)));
    vv_vec3 joint = sub(place, rotate(s->pose[body].q, find_goal(s, body)->effector));
    float d = distance(joint, end);
    return d > max_distance ? add_scaled(place, sub(end, joint), goal->place_weight * (1.0f - max_distance / d))
                            : place;
}

static void place_body(vv_ik_solver *s, const spine_side *side, uint32_t base, uint32_t end, uint32_t outermost)
{
    const solver_goal *goal = find_goal(s, end);
    spine_reach r = {.base = base, .end = end, .effector = goal->effector, .freedom = 1.0f - goal->turn_weight};
    vv_vec3 now = add(s->pose[end].x, rotate(s->pose[end].q, r.effector));
    r.length = s->knots[end].distance_along - s->knots[end].length -
               (s->knots[base].distance_along - s->knots[base].length) + sqrtf(length_squared(r.effector));
    r.place = lerp(now, within_reach(s, &r, leave_room(s, end, outermost, goal->place)), goal->place_weight);
    meet_goal(s, side, &r);
}

/* Meets the outermost goal first, as if it were the only one; then the others, from the root outwards, each from the
 * pose that the one before left. So a goal with weight 0 changes nothing. */
static void place_bodies(vv_ik_solver *s, const spine_side *side)
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
            bool pivot = length_squared(s->goals[s->info[i].goal].effector) < 1e-6f * side->length * side->length &&
                         find_goal(s, i)->turn_weight <= 0.0f;
            base = i < outermost && !pivot ? i + 1u : i; /* its body may still rotate about its joint */
        }
}

void vvi_spine_goals(vv_ik_solver *s, const spine_side *side)
{
    uint32_t from = side->first;
    for (uint32_t i = side->first; i < side->first + side->count; i++)
        if (find_goal(s, i) && find_goal(s, i)->turn_weight > 0.0f) {
            rotate_body(s, side, from, i);
            from = i + 1u;
        }
    place_bodies(s, side);
}
