/* What callers see of a walk at a moment (4.2): footholds, the creature's frame, and what the hips do with the steps. */
#include "walk.h"

/* Never near zero here. */
static vv_quat unit_turn(vv_quat q)
{
    float s = 1.0f / sqrtf(vv_quat_dot(q, q));
    return (vv_quat){q.x * s, q.y * s, q.z * s, q.w * s};
}

/* ---- Hips -------------------------------------------------------------------------------------------------------------------- */

/* Steps as the hips feel them: phases of the leading group, in which 0 is the middle of the first unit's stance. */
typedef struct beat {
    float sine, cosine;
    float side, side_ahead; /* towards the standing side; towards the side whose foot is in front */
    float fore;             /* towards the end that stands */
    float amount;
} beat;

static beat beat_now(const vv_walk *walk, const float *body)
{
    beat b = {.amount = body[BODY_AMOUNT]};
    float phase = walk->cycle + walk->frequency * walk->rest - 0.5f * body[BODY_DUTY];
    vv_sin_cos(2.0f * VV_PI * within_cycle(phase), &b.sine, &b.cosine);
    b.side = body[BODY_SIDE] * b.cosine + body[BODY_SIDE_SINE] * b.sine;
    b.side_ahead = body[BODY_SIDE_SINE] * b.cosine - body[BODY_SIDE] * b.sine;
    b.fore = body[BODY_FORE] * b.cosine + body[BODY_FORE_SINE] * b.sine;
    return b;
}

/* Walking, a body is highest over the foot that stands; running, in flight. */
static float bob(const gait_numbers *n, float duty, const beat *b)
{
    float run = vvi_clamp((0.55f - duty) * (1.0f / 0.15f), 0.0f, 1.0f);
    float bounce = n->bounce + (1.0f - n->bounce) * run;
    return n->bob * (1.0f - 2.0f * bounce) * (b->cosine * b->cosine - b->sine * b->sine);
}

/* The body dips while the limping leg stands. */
static float dip(const vv_walk *walk, const walk_group *lead, const beat *b)
{
    if (lead->style.numbers.limp <= 0.0f)
        return 0.0f;
    for (uint32_t u = lead->unit_start; u < lead->unit_start + lead->unit_count; u++)
        if (walk->units[u].limps) {
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
    beat b = beat_now(walk, body);
    float up = (bob(n, body[BODY_DUTY], &b) - dip(walk, lead, &b)) * b.amount * lead->length - body[BODY_DROP];
    walk->hips.place = (vv_vec3){n->sway * b.side * b.amount * lead->length, up, 0.0f};
    /* Small turns about all three axes at once: half tangents. */
    vv_quat turn = {0.5f * (n->pitch * b.fore * b.amount + body[BODY_LEAN_Z]) - half_tangent(body[BODY_SLOPE_Z]),
                    -0.5f * n->yaw * b.side_ahead * b.amount,
                    0.5f * (n->roll * b.side * b.amount - body[BODY_LEAN_X]) + half_tangent(body[BODY_SLOPE_X]), 1.0f};
    walk->hips.turn = unit_turn(turn);
}

/* Hips as they are in the world, now that the root is: root + rows·hip. */
typedef struct hip_frame {
    vv_mat3 turn;
    vv_vec3 root;
} hip_frame;

static vv_vec3 hip_at(const hip_frame *f, const walk_leg *leg)
{
    const vv_vec3 *r = f->turn.row, h = leg->hip;
    return (vv_vec3){f->root.x + r[0].x * h.x + r[0].y * h.y + r[0].z * h.z,
                     f->root.y + r[1].x * h.x + r[1].y * h.y + r[1].z * h.z,
                     f->root.z + r[2].x * h.x + r[2].y * h.y + r[2].z * h.z};
}

/* The turn about the vertical, then that of the hips: as one quaternion. */
static hip_frame find_hips(const vv_walk *walk, const moment *now)
{
    vv_quat h = walk->hips.turn, yaw = walk->frame.turn;
    vv_quat q = {yaw.w * h.x + yaw.y * h.z, yaw.w * h.y + yaw.y * h.w, yaw.w * h.z - yaw.y * h.x,
                 yaw.w * h.w - yaw.y * h.y};
    vv_vec3 root = vv_vec3_add(walk->root, walk->hips.place), at = walk->frame.place;
    vv_vec2 flat = turn_ahead(now->sine, now->cosine, root.x, root.z);
    return (hip_frame){vv_quat_to_mat3(q), {at.x + flat.x, at.y + root.y, at.z + flat.y}};
}

/* How much lower a hip must be for its leg to reach there when it reaches so far. */
static float leg_asks(float reach, vv_vec3 hip, vv_vec3 ankle)
{
    vv_vec3 d = vv_vec3_sub(hip, ankle);
    float limit = reach * reach, across = d.x * d.x + d.z * d.z;
    if (d.y <= 0.0f || across + d.y * d.y <= limit)
        return 0.0f;
    return d.y - sqrtf(vvi_max(limit - across, 0.0f));
}

/* The same `after` seconds from now, with the hip where it will be then, and the knee not quite straight. */
static float leg_will_ask(const vv_walk *walk, const moment *now, const walk_leg *leg, vv_vec3 hip, vv_vec3 ankle,
                          float after)
{
    const vv_course *c = &now->course;
    const float *change = walk->body.speed;
    vv_vec3 speed = {c->speed_x + c->spin * (hip.z - c->z),
                     change[BODY_GROUND] + change[BODY_SLOPE_X] * leg->hip.x + change[BODY_SLOPE_Z] * leg->hip.z,
                     c->speed_z - c->spin * (hip.x - c->x)};
    return leg_asks(leg->most, vv_vec3_add(hip, vv_vec3_scale(speed, after)), ankle);
}

/* Its stance is over, and the next tick will lift it: it holds nothing any more, and nothing waits for it. */
static bool is_overdue(const vv_walk *walk, const walk_unit *unit)
{
    return walk->going && !unit->swings && unit->rate > 0.0f && unit->progress + unit->rate * walk->rest >= 1.0f;
}

/* How low the root is dt from now for a leg's sake: at once as low as it must be for a foot that stands; and evenly on the way to what will be asked
 * of it when its foot treads, or leaves, ever more as that comes near. */
static float lowered_for(const vv_walk *walk, const moment *now, const hip_frame *f, const walk_leg *leg, float dt)
{
    const walk_unit *unit = &walk->units[leg->unit];
    float left = vvi_max(1.0f - unit->progress - unit->rate * walk->rest, 0.0f); /* of its flight, or its stance */
    bool holds = !unit->swings || (unit->frozen && left <= 0.0f);
    vv_vec3 hip = hip_at(f, leg), ankle = unit->swings ? leg->plan.ankle : leg->stands.ankle;
    float must = holds ? leg_asks(WALK_LIMIT * leg->reach, hip, ankle) : 0.0f;
    if (left > 0.6f || unit->rate <= 0.0f)
        return must;
    float after = left / unit->rate, t = vvi_min((0.6f - left) / 0.3f, 1.0f);
    float will = leg_will_ask(walk, now, leg, hip, ankle, after) * t * t * (3.0f - 2.0f * t);
    return vvi_max(must, walk->extra + (will - walk->extra) * dt / (after + dt + 1e-9f));
}

/* The root gives way to feet that stand farther than expected, and comes slowly back. */
static void lower_root(vv_walk *walk, const moment *now, hip_frame *f, float dt)
{
    float extra = walk->extra / (1.0f + 4.0f * dt / walk->groups[walk->lead].pace);
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        const walk_leg *leg = &walk->legs[i];
        if (leg->able && !is_overdue(walk, &walk->units[leg->unit]))
            extra = vvi_max(extra, lowered_for(walk, now, f, leg, dt));
    }
    walk->extra = extra;
    walk->hips.place.y -= extra;
    f->root.y -= extra;
}

/* ---- Feet -------------------------------------------------------------------------------------------------------------------- */

/* A foot in the air never gets out of reach: it is pulled after the hip. */
static vv_vec3 within_reach(const hip_frame *f, const walk_leg *leg, vv_vec3 place)
{
    vv_vec3 d = vv_vec3_sub(hip_at(f, leg), place);
    float most = WALK_LIMIT * leg->whole, far = vv_vec3_dot(d, d);
    if (far <= most * most)
        return place;
    return vv_vec3_add(place, vv_vec3_scale(d, 1.0f - most / sqrtf(far)));
}

/* Nor does it come so near to its hip that the leg would fold to nothing and turn over: it is lifted less there, softly, though never below the
 * footholds that it flies between. */
static vv_vec3 below_hip(const hip_frame *f, const walk_leg *leg, vv_vec3 place)
{
    vv_vec3 hip = hip_at(f, leg);
    float least = 0.3f * leg->whole, soft = 0.1f * leg->whole, x = hip.x - place.x, z = hip.z - place.z;
    float across = x * x + z * z, room = least * least - across;
    if (room <= 0.0f)
        return place;
    float over = place.y - hip.y + sqrtf(room), spare = place.y - vvi_max(leg->stands.place.y, leg->plan.place.y);
    if (over <= -soft || spare <= 0.0f)
        return place;
    over = over < soft ? (over + soft) * (over + soft) / (4.0f * soft) : over;
    over *= vvi_min(1.0f, 2.0f * room / (least * least)); /* a hip may be lower than the foot */
    place.y -= 0.6f * over * spare / (over + spare);
    return place;
}

static vv_quat flight_turn(const walk_leg *leg, float time, float pitch)
{
    vv_quat to = leg->plan_turn, from = leg->stands_turn;
    float t = time * time * (3.0f - 2.0f * time), s = vv_quat_dot(from, to) < 0.0f ? t - 1.0f : 1.0f - t;
    vv_quat q = {from.x * s + to.x * t, from.y * s + to.y * t, from.z * s + to.z * t, from.w * s + to.w * t};
    /* Then about the creature's own left, as the foot is turned: (nx, 0, nz, 1)·q. */
    float nx = 0.5f * pitch * leg->plan.cosine, nz = -0.5f * pitch * leg->plan.sine;
    return unit_turn((vv_quat){q.x + nx * q.w - nz * q.y, q.y + nz * q.x - nx * q.z, q.z + nx * q.y + nz * q.w,
                               q.w - nx * q.x - nz * q.z});
}

static void pose_flying(vv_walk *walk, const hip_frame *f, const walk_unit *unit, uint32_t i)
{
    const walk_leg *leg = &walk->legs[i];
    vv_foothold *foot = &walk->footholds[i];
    float progress = unit->progress + unit->rate * walk->rest, pitch = 0.0f;
    progress = vvi_min(progress, unit->frozen ? 1.0f : WALK_UNDECIDED);
    foot->stands = unit->frozen && progress >= 1.0f;
    foot->phase = foot->stands ? 0.0f : unit->duty + progress * (1.0f - unit->duty);
    if (foot->stands) {
        foot->place = leg->plan.place;
        foot->turn = leg->plan_turn;
        return;
    }
    vv_vec3 place = vvi_walk_flight(walk, leg, progress, walk->groups[unit->group].moment, &pitch);
    foot->place = walk->kind == VV_WALK_CRAWL ? place : within_reach(f, leg, below_hip(f, leg, place));
    foot->turn = flight_turn(leg, vvi_walk_flown(unit, progress), pitch);
}

static void pose_standing(vv_walk *walk, const hip_frame *f, walk_unit *unit, uint32_t i)
{
    vv_foothold *foot = &walk->footholds[i];
    foot->phase = vvi_min(1.0f, unit->progress + unit->rate * walk->rest) * unit->duty;
    if (is_overdue(walk, unit)) {
        foot->stands = false;
        foot->place = walk->kind == VV_WALK_CRAWL ? walk->legs[i].stands.place
                                                  : within_reach(f, &walk->legs[i], walk->legs[i].stands.place);
        return;
    }
    if (unit->shown)
        return;
    foot->stands = true;
    foot->place = walk->legs[i].stands.place;
    foot->turn = walk->legs[i].stands_turn;
}

/* Where a leg in the air has what goes for its ankle, t of the way from where it stood. */
static vv_vec3 flying_ankle(const walk_leg *leg, vv_vec3 place, float t)
{
    vv_vec3 from = vv_vec3_sub(leg->stands.ankle, leg->stands.place), to = from;
    if (t > 0.0f)
        to = vv_vec3_sub(leg->plan.ankle, leg->plan.place);
    return vv_vec3_add(place, vv_vec3_add(from, vv_vec3_scale(vv_vec3_sub(to, from), t)));
}

/* Feet of one limb in the air keep their distances from each other: all go as far after the hip as the farthest must, except where they leave
 * the ground and tread. */
static void pull_together(vv_walk *walk, const hip_frame *f, const walk_unit *unit)
{
    float t = unit->swings ? vvi_walk_flown(unit, unit->progress + unit->rate * walk->rest) : 0.0f;
    float share = vvi_min(1.0f, 4.0f * (1.0f - t));
    vv_vec3 pull = {0.0f, 0.0f, 0.0f};
    for (uint32_t i = unit->leg_start; i < unit->leg_start + unit->leg_count; i++) {
        const walk_leg *leg = &walk->legs[i];
        vv_vec3 ankle = flying_ankle(leg, walk->footholds[i].place, t);
        vv_vec3 d = vv_vec3_sub(hip_at(f, leg), vv_vec3_add(ankle, pull));
        float most = WALK_LIMIT * leg->reach, far = vv_vec3_dot(d, d);
        if (far > most * most)
            pull = vv_vec3_add(pull, vv_vec3_scale(d, 1.0f - most / sqrtf(far)));
    }
    for (uint32_t i = unit->leg_start; i < unit->leg_start + unit->leg_count; i++)
        walk->footholds[i].place = vv_vec3_add(walk->footholds[i].place, vv_vec3_scale(pull, share));
}

static void pose_feet(vv_walk *walk, const hip_frame *f)
{
    for (uint32_t u = 0; u < walk->unit_count; u++) {
        walk_unit *unit = &walk->units[u];
        for (uint32_t i = unit->leg_start; i < unit->leg_start + unit->leg_count; i++)
            if (unit->swings)
                pose_flying(walk, f, unit, i);
            else
                pose_standing(walk, f, unit, i);
        unit->shown = !unit->swings && !is_overdue(walk, unit);
        if (unit->leg_count > 1 && !unit->shown)
            pull_together(walk, f, unit);
    }
}

static smooth_time from_tick(smooth_time tick, float rest)
{
    return (smooth_time){tick.omega, rest, rest > 0.0f ? vv_exp(-tick.omega * rest) : 1.0f};
}

void vvi_walk_pose(vv_walk *walk, const moment *now, float dt)
{
    float body[BODY_COUNT];
    const smooth12 *b = &walk->body;
    smooth_look(BODY_COUNT, b->at, b->speed, b->to, from_tick(walk->body_tick, walk->rest), body);
    walk->frame.place = (vv_vec3){now->course.x, body[BODY_GROUND], now->course.z};
    walk->frame.turn = yaw_of(now->sine, now->cosine);
    for (uint32_t i = 0; i < walk->group_count; i++)
        walk->groups[i].moment = from_tick(walk->groups[i].tick, walk->rest);
    if (walk->kind == VV_WALK_FLOAT) {
        vvi_float_hips(walk, body);
        return;
    }
    pose_hips(walk, body);
    hip_frame f = find_hips(walk, now);
    if (walk->kind == VV_WALK_LEGS)
        lower_root(walk, now, &f, dt);
    pose_feet(walk, &f);
    if (walk->kind == VV_WALK_CRAWL)
        vvi_crawl_hips(walk, now);
}
