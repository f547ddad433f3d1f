/* The results of a walk at a time (4.2): footholds, the frame of the creature, and the movement of the hips with the
 * steps. */
#include "walk.h"

/* Normalises a quaternion that is never near zero. */
static vv_quat normalize(vv_quat q)
{
    float s = 1.0f / sqrtf(vv_quat_dot(q, q));
    return (vv_quat){q.x * s, q.y * s, q.z * s, q.w * s};
}

/* ---- Hips -------------------------------------------------------------------------------------------------------- */

/* The steps as the hips follow them: the phase of the leading group, in which 0 is the middle of the first unit's
 * stance. */
typedef struct step_phase {
    float sine, cosine;
    float side, side_ahead; /* towards the standing side; towards the side whose foot is in front */
    float fore;             /* towards the front or rear legs that stand */
    float amount;
} step_phase;

static step_phase find_step_phase(const vv_walk *walk, const float *body)
{
    step_phase b = {.amount = body[BODY_AMOUNT]};
    float phase = walk->cycle + walk->frequency * walk->since_tick - 0.5f * body[BODY_DUTY];
    vv_sin_cos(2.0f * VV_PI * within_cycle(phase), &b.sine, &b.cosine);
    b.side = body[BODY_SIDE] * b.cosine + body[BODY_SIDE_SINE] * b.sine;
    b.side_ahead = body[BODY_SIDE_SINE] * b.cosine - body[BODY_SIDE] * b.sine;
    b.fore = body[BODY_FORE] * b.cosine + body[BODY_FORE_SINE] * b.sine;
    return b;
}

/* A walking body is highest over the foot that stands; a running body is highest in flight. */
static float bob_height(const gait_numbers *n, float duty, const step_phase *b)
{
    float run = vvi_clamp((0.55f - duty) * (1.0f / 0.15f), 0.0f, 1.0f);
    float bounce = n->bounce + (1.0f - n->bounce) * run;
    return n->bob * (1.0f - 2.0f * bounce) * (b->cosine * b->cosine - b->sine * b->sine);
}

/* The body is lower while the limping leg stands. */
static float limp_drop(const vv_walk *walk, const walk_group *lead, const step_phase *b)
{
    if (lead->style.numbers.limp <= 0.0f)
        return 0.0f;
    for (uint32_t u = lead->unit_start; u < lead->unit_start + lead->unit_count; u++)
        if (walk->units[u].is_limping) {
            float sine, cosine;
            vv_sin_cos(2.0f * VV_PI * walk->units[u].trigger, &sine, &cosine);
            float over = vvi_max(0.0f, b->cosine * cosine + b->sine * sine);
            return 0.08f * lead->style.numbers.limp * over * over;
        }
    return 0.0f;
}

/* tan(atan(slope)/2). */
static float half_tangent(float slope) { return slope / (1.0f + sqrtf(1.0f + slope * slope)); }

static void pose_hips(vv_walk *walk, const float *body)
{
    const walk_group *lead = &walk->groups[walk->lead];
    const gait_numbers *n = &lead->style.numbers;
    step_phase b = find_step_phase(walk, body);
    float up =
        (bob_height(n, body[BODY_DUTY], &b) - limp_drop(walk, lead, &b)) * b.amount * lead->length - body[BODY_DROP];
    walk->hips.position = (vv_vec3){n->sway * b.side * b.amount * lead->length, up, 0.0f};
    /* Small rotations about all three axes at once: half tangents. */
    vv_quat turn = {0.5f * (n->pitch * b.fore * b.amount + body[BODY_LEAN_Z]) - half_tangent(body[BODY_SLOPE_Z]),
                    -0.5f * n->yaw * b.side_ahead * b.amount,
                    0.5f * (n->roll * b.side * b.amount - body[BODY_LEAN_X]) + half_tangent(body[BODY_SLOPE_X]), 1.0f};
    walk->hips.rotation = normalize(turn);
}

/* The transform of hips to the world: root + rows·hip. */
typedef struct hip_frame {
    vv_mat3 turn;
    vv_vec3 root;
} hip_frame;

static vv_vec3 hip_at(const hip_frame *f, const walk_leg *leg)
{
    const vv_vec3 *r = f->turn.row, h = leg->hip_offset;
    return (vv_vec3){f->root.x + r[0].x * h.x + r[0].y * h.y + r[0].z * h.z,
                     f->root.y + r[1].x * h.x + r[1].y * h.y + r[1].z * h.z,
                     f->root.z + r[2].x * h.x + r[2].y * h.y + r[2].z * h.z};
}

/* The rotation about the vertical, then that of the hips, as one quaternion. */
static hip_frame find_hips(const vv_walk *walk, const course_state *now)
{
    vv_quat h = walk->hips.rotation, yaw = walk->frame.rotation;
    vv_quat q = {yaw.w * h.x + yaw.y * h.z, yaw.w * h.y + yaw.y * h.w, yaw.w * h.z - yaw.y * h.x,
                 yaw.w * h.w - yaw.y * h.y};
    vv_vec3 root = vv_vec3_add(walk->root_rest, walk->hips.position), at = walk->frame.position;
    vv_vec2 flat = rotate_by_heading(now->sine, now->cosine, root.x, root.z);
    return (hip_frame){vv_quat_to_mat3(q), {at.x + flat.x, at.y + root.y, at.z + flat.y}};
}

/* How much lower a hip must be for its leg to reach the ankle with this reach. */
static float needed_hip_drop(float reach, vv_vec3 hip, vv_vec3 ankle)
{
    vv_vec3 d = vv_vec3_sub(hip, ankle);
    float limit = reach * reach, across = d.x * d.x + d.z * d.z;
    if (d.y <= 0.0f || across + d.y * d.y <= limit)
        return 0.0f;
    return d.y - sqrtf(vvi_max(limit - across, 0.0f));
}

/* The same, `after` seconds from now, for the predicted hip, with the knee not quite straight. */
static float predicted_hip_drop(const vv_walk *walk, const course_state *now, const walk_leg *leg, vv_vec3 hip,
                                vv_vec3 ankle, float after)
{
    const vv_course *c = &now->course;
    const float *change = walk->body.rate;
    vv_vec3 speed = {c->speed_x + c->yaw_rate * (hip.z - c->z),
                     change[BODY_GROUND] + change[BODY_SLOPE_X] * leg->hip_offset.x +
                         change[BODY_SLOPE_Z] * leg->hip_offset.z,
                     c->speed_z - c->yaw_rate * (hip.x - c->x)};
    return needed_hip_drop(leg->usable_reach, vv_vec3_add(hip, vv_vec3_scale(speed, after)), ankle);
}

/* Whether the stance of a unit is over, so that the next tick will lift it: it no longer holds the root. */
static bool is_overdue(const vv_walk *walk, const walk_unit *unit)
{
    return walk->is_walking && !unit->in_swing && unit->rate > 0.0f &&
           unit->progress + unit->rate * walk->since_tick >= 1.0f;
}

/* How low the root is dt from now for the sake of a leg: at once as low as a standing foot requires; and gradually on
 * the way to what the leg will require when it lands or leaves, more so as that time approaches. */
static float drop_for_leg(const vv_walk *walk, const course_state *now, const hip_frame *f, const walk_leg *leg,
                          float dt)
{
    const walk_unit *unit = &walk->units[leg->unit];
    float left = vvi_max(1.0f - unit->progress - unit->rate * walk->since_tick, 0.0f); /* of its swing or its stance */
    bool is_holding = !unit->in_swing || (unit->target_frozen && left <= 0.0f);
    vv_vec3 hip = hip_at(f, leg), ankle = unit->in_swing ? leg->plan.ankle : leg->stance.ankle;
    float needed = is_holding ? needed_hip_drop(WALK_REACH_LIMIT * leg->reach, hip, ankle) : 0.0f;
    if (left > 0.6f || unit->rate <= 0.0f)
        return needed;
    float after = left / unit->rate;
    float predicted = predicted_hip_drop(walk, now, leg, hip, ankle, after) * vvi_smoothstep((0.6f - left) / 0.3f);
    return vvi_max(needed, walk->extra_drop + (predicted - walk->extra_drop) * dt / (after + dt + 1e-9f));
}

/* Lowers the root for feet that are farther away than expected; it rises again slowly. */
static void lower_root(vv_walk *walk, const course_state *now, hip_frame *f, float dt)
{
    float extra = walk->extra_drop / (1.0f + 4.0f * dt / walk->groups[walk->lead].pace);
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        const walk_leg *leg = &walk->legs[i];
        if (leg->can_walk && !is_overdue(walk, &walk->units[leg->unit]))
            extra = vvi_max(extra, drop_for_leg(walk, now, f, leg, dt));
    }
    walk->extra_drop = extra;
    walk->hips.position.y -= extra;
    f->root.y -= extra;
}

/* ---- Feet -------------------------------------------------------------------------------------------------------- */

/* A foot in its swing is kept within reach of its hip. */
static vv_vec3 clamp_to_reach(const hip_frame *f, const walk_leg *leg, vv_vec3 place)
{
    vv_vec3 d = vv_vec3_sub(hip_at(f, leg), place);
    float most = WALK_REACH_LIMIT * leg->full_reach, far = vv_vec3_dot(d, d);
    if (far <= most * most)
        return place;
    return vv_vec3_add(place, vv_vec3_scale(d, 1.0f - most / sqrtf(far)));
}

/* A foot in its swing does not come so near to its hip that the leg would fold up and flip: it is lifted less there,
 * smoothly, but never lower than the footholds that it moves between. */
static vv_vec3 keep_below_hip(const hip_frame *f, const walk_leg *leg, vv_vec3 place)
{
    vv_vec3 hip = hip_at(f, leg);
    float least = 0.3f * leg->full_reach, soft = 0.1f * leg->full_reach, x = hip.x - place.x, z = hip.z - place.z;
    float across = x * x + z * z, room = least * least - across;
    if (room <= 0.0f)
        return place;
    float over = place.y - hip.y + sqrtf(room), spare = place.y - vvi_max(leg->stance.place.y, leg->plan.place.y);
    if (over <= -soft || spare <= 0.0f)
        return place;
    over = over < soft ? (over + soft) * (over + soft) / (4.0f * soft) : over;
    over *= vvi_min(1.0f, 2.0f * room / (least * least)); /* since a hip may be lower than the foot */
    place.y -= 0.6f * over * spare / (over + spare);
    return place;
}

static vv_quat swing_rotation(const walk_leg *leg, float time, float pitch)
{
    vv_quat to = leg->plan_turn, from = leg->stance_turn;
    float t = vvi_smoothstep(time), s = vv_quat_dot(from, to) < 0.0f ? t - 1.0f : 1.0f - t;
    vv_quat q = {from.x * s + to.x * t, from.y * s + to.y * t, from.z * s + to.z * t, from.w * s + to.w * t};
    /* Then the pitch, about the lateral axis of the creature with the heading of the footprint: (nx, 0, nz, 1)·q. */
    float nx = 0.5f * pitch * leg->plan.cosine, nz = -0.5f * pitch * leg->plan.sine;
    return normalize((vv_quat){q.x + nx * q.w - nz * q.y, q.y + nz * q.x - nx * q.z, q.z + nx * q.y + nz * q.w,
                               q.w - nx * q.x - nz * q.z});
}

static void pose_swing(vv_walk *walk, const hip_frame *f, const walk_unit *unit, uint32_t i)
{
    const walk_leg *leg = &walk->legs[i];
    vv_foothold *foot = &walk->footholds[i];
    float progress = unit->progress + unit->rate * walk->since_tick, pitch = 0.0f;
    progress = vvi_min(progress, unit->target_frozen ? 1.0f : WALK_MAX_UNDECIDED);
    foot->stands = unit->target_frozen && progress >= 1.0f;
    foot->phase = foot->stands ? 0.0f : unit->duty + progress * (1.0f - unit->duty);
    if (foot->stands) {
        foot->position = leg->plan.place;
        foot->rotation = leg->plan_turn;
        return;
    }
    vv_vec3 place = vvi_walk_swing_position(walk, leg, progress, walk->groups[unit->group].frame_time, &pitch);
    foot->position = walk->kind == VV_WALK_CRAWL ? place : clamp_to_reach(f, leg, keep_below_hip(f, leg, place));
    foot->rotation = swing_rotation(leg, vvi_walk_flight_share(unit, progress), pitch);
}

static void pose_stance(vv_walk *walk, const hip_frame *f, walk_unit *unit, uint32_t i)
{
    vv_foothold *foot = &walk->footholds[i];
    foot->phase = vvi_min(1.0f, unit->progress + unit->rate * walk->since_tick) * unit->duty;
    if (is_overdue(walk, unit)) {
        foot->stands = false;
        foot->position = walk->kind == VV_WALK_CRAWL ? walk->legs[i].stance.place
                                                     : clamp_to_reach(f, &walk->legs[i], walk->legs[i].stance.place);
        return;
    }
    if (unit->footholds_current)
        return;
    foot->stands = true;
    foot->position = walk->legs[i].stance.place;
    foot->rotation = walk->legs[i].stance_turn;
}

/* The ankle of a leg in its swing, or the point that stands in for it, at the share t of the swing. */
static vv_vec3 swing_ankle(const walk_leg *leg, vv_vec3 place, float t)
{
    vv_vec3 from = vv_vec3_sub(leg->stance.ankle, leg->stance.place), to = from;
    if (t > 0.0f)
        to = vv_vec3_sub(leg->plan.ankle, leg->plan.place);
    return vv_vec3_add(place, vv_vec3_add(from, vv_vec3_scale(vv_vec3_sub(to, from), t)));
}

/* Feet of one limb in their swing keep their distances from each other: all are pulled towards the hip by as much as
 * the farthest one must be, except near lift-off and landing. */
static void align_shared_feet(vv_walk *walk, const hip_frame *f, const walk_unit *unit)
{
    float t = unit->in_swing ? vvi_walk_flight_share(unit, unit->progress + unit->rate * walk->since_tick) : 0.0f;
    float share = vvi_min(1.0f, 4.0f * (1.0f - t));
    vv_vec3 pull = {0.0f, 0.0f, 0.0f};
    for (uint32_t i = unit->leg_start; i < unit->leg_start + unit->leg_count; i++) {
        const walk_leg *leg = &walk->legs[i];
        vv_vec3 ankle = swing_ankle(leg, walk->footholds[i].position, t);
        vv_vec3 d = vv_vec3_sub(hip_at(f, leg), vv_vec3_add(ankle, pull));
        float most = WALK_REACH_LIMIT * leg->reach, far = vv_vec3_dot(d, d);
        if (far > most * most)
            pull = vv_vec3_add(pull, vv_vec3_scale(d, 1.0f - most / sqrtf(far)));
    }
    for (uint32_t i = unit->leg_start; i < unit->leg_start + unit->leg_count; i++)
        walk->footholds[i].position = vv_vec3_add(walk->footholds[i].position, vv_vec3_scale(pull, share));
}

static void pose_feet(vv_walk *walk, const hip_frame *f)
{
    for (uint32_t u = 0; u < walk->unit_count; u++) {
        walk_unit *unit = &walk->units[u];
        for (uint32_t i = unit->leg_start; i < unit->leg_start + unit->leg_count; i++)
            if (unit->in_swing)
                pose_swing(walk, f, unit, i);
            else
                pose_stance(walk, f, unit, i);
        unit->footholds_current = !unit->in_swing && !is_overdue(walk, unit);
        if (unit->leg_count > 1 && !unit->footholds_current)
            align_shared_feet(walk, f, unit);
    }
}

static filter_time from_tick(filter_time tick, float rest)
{
    return (filter_time){tick.omega, rest, rest > 0.0f ? vv_exp(-tick.omega * rest) : 1.0f};
}

void vvi_walk_pose(vv_walk *walk, const course_state *now, float dt)
{
    float body[BODY_COUNT];
    const filter12 *b = &walk->body;
    filter_evaluate(BODY_COUNT, b->value, b->rate, b->goal, from_tick(walk->body_tick, walk->since_tick), body);
    walk->frame.position = (vv_vec3){now->course.x, body[BODY_GROUND], now->course.z};
    walk->frame.rotation = yaw_from_sine_cosine(now->sine, now->cosine);
    for (uint32_t i = 0; i < walk->group_count; i++)
        walk->groups[i].frame_time = from_tick(walk->groups[i].tick_time, walk->since_tick);
    if (walk->kind == VV_WALK_FLOAT) {
        vvi_float_pose_hips(walk, body);
        return;
    }
    pose_hips(walk, body);
    hip_frame f = find_hips(walk, now);
    if (walk->kind == VV_WALK_LEGS)
        lower_root(walk, now, &f, dt);
    pose_feet(walk, &f);
    if (walk->kind == VV_WALK_CRAWL)
        vvi_crawl_pose_hips(walk, now);
}
