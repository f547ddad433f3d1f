/* What callers see of a walk at a moment (4.2): footholds, the creature's frame, and what the hips do with the steps. */
#include "walk.h"

/* ---- Hips -------------------------------------------------------------------------------------------------------------------- */

/* Steps as the hips feel them: phases of the leading group, in which 0 is the middle of the first unit's stance. */
typedef struct beat {
    float sine, cosine;
    float side, side_ahead; /* towards the standing side; towards the side whose foot is in front */
    float fore;             /* towards the end that stands */
    float amount;
} beat;

static beat beat_now(const vv_walk *walk, const walk_group *lead, float amount)
{
    beat b = {.amount = amount * vvi_min(1.0f, 4.0f * lead->speed)};
    float phase = walk->cycle + walk->frequency * walk->rest - 0.5f * lead->duty;
    vv_sin_cos(2.0f * VV_PI * (phase - floorf(phase)), &b.sine, &b.cosine);
    b.side = walk->side_cosine * b.cosine + walk->side_sine * b.sine;
    b.side_ahead = walk->side_sine * b.cosine - walk->side_cosine * b.sine;
    b.fore = walk->fore_cosine * b.cosine + walk->fore_sine * b.sine;
    return b;
}

/* Walking, a body is highest over the foot that stands; running, in flight. */
static float bob(const gait_numbers *n, const walk_group *lead, const beat *b)
{
    float run = vvi_clamp((0.55f - lead->duty) * (1.0f / 0.15f), 0.0f, 1.0f);
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
    beat b = beat_now(walk, lead, body[BODY_AMOUNT]);
    float up = (bob(n, lead, &b) - dip(walk, lead, &b)) * b.amount * lead->length - body[BODY_DROP];
    walk->hips.place = (vv_vec3){n->sway * b.side * b.amount * lead->length, up, 0.0f};
    /* Small turns about all three axes at once: half tangents. */
    vv_quat turn = {0.5f * (n->pitch * b.fore * b.amount + body[BODY_LEAN_Z]) - half_tangent(body[BODY_SLOPE_Z]),
                    -0.5f * n->yaw * b.side_ahead * b.amount,
                    0.5f * (n->roll * b.side * b.amount - body[BODY_LEAN_X]) + half_tangent(body[BODY_SLOPE_X]), 1.0f};
    walk->hips.turn = vv_quat_normalize(turn);
}

/* The root gives way to feet that stand farther than expected: at once where it must, and slowly back. */
static void lower_root(vv_walk *walk, const moment *now, float dt)
{
    vv_mat3 turn = vv_quat_to_mat3(walk->hips.turn);
    vv_vec3 root = vv_vec3_add(walk->root, walk->hips.place);
    float extra = walk->extra / (1.0f + 4.0f * dt / walk->groups[walk->lead].pace), most = 0.0f;
    for (uint32_t i = 0; i < walk->leg_count; i++) {
        const walk_leg *leg = &walk->legs[i];
        if (!walk->footholds[i].stands || !leg->able)
            continue;
        vv_vec3 hip = vv_vec3_add(root, vv_mat3_apply(turn, leg->hip));
        const tread *at = walk->units[leg->unit].swings ? &leg->plan : &leg->stands;
        vv_vec2 flat = turn_ahead(now->sine, now->cosine, hip.x, hip.z);
        float dx = flat.x + walk->frame.place.x - at->ankle.x;
        float dz = flat.y + walk->frame.place.z - at->ankle.z;
        float dy = hip.y + walk->frame.place.y - at->ankle.y - most;
        float limit = WALK_LIMIT * WALK_LIMIT * leg->reach * leg->reach, across = dx * dx + dz * dz;
        if (dy > 0.0f && across + dy * dy > limit)
            most += dy - sqrtf(vvi_max(limit - across, 0.0f));
    }
    walk->extra = vvi_max(extra, most);
    walk->hips.place.y -= walk->extra;
}

/* ---- Feet -------------------------------------------------------------------------------------------------------------------- */

/* A foot in the air never gets out of reach: it is pulled after the hip. */
static vv_vec3 within_reach(const vv_walk *walk, const moment *now, const walk_leg *leg, vv_vec3 place)
{
    vv_vec2 hip = turn_ahead(now->sine, now->cosine, leg->hip_place.x, leg->hip_place.z);
    vv_vec3 d = {now->course.x + hip.x - place.x, walk->frame.place.y + leg->hip_place.y + walk->hips.place.y - place.y,
                 now->course.z + hip.y - place.z};
    float most = WALK_LIMIT * (leg->reach + vv_vec3_length(leg->ankle)), far = vv_vec3_dot(d, d);
    if (far <= most * most)
        return place;
    return vv_vec3_add(place, vv_vec3_scale(d, 1.0f - most / sqrtf(far)));
}

static vv_quat flight_turn(const walk_leg *leg, float time, float pitch)
{
    vv_quat to = vvi_walk_turn(leg, leg->plan.heading, leg->plan.normal), from = leg->stands_turn;
    float t = time * time * (3.0f - 2.0f * time), s = vv_quat_dot(from, to) < 0.0f ? t - 1.0f : 1.0f - t;
    vv_quat q = {from.x * s + to.x * t, from.y * s + to.y * t, from.z * s + to.z * t, from.w * s + to.w * t};
    /* About the creature's own left, as the foot is turned. */
    float sine, cosine;
    vv_sin_cos(leg->plan.heading, &sine, &cosine);
    vv_quat nod = {0.5f * pitch * cosine, 0.0f, -0.5f * pitch * sine, 1.0f};
    return vv_quat_normalize(vv_quat_multiply(nod, q));
}

static void pose_flying(vv_walk *walk, const moment *now, const walk_unit *unit, uint32_t i)
{
    const walk_leg *leg = &walk->legs[i];
    vv_foothold *foot = &walk->footholds[i];
    float progress = vvi_min(1.0f, unit->progress + unit->rate * walk->rest), pitch = 0.0f;
    foot->stands = unit->frozen && progress >= 1.0f;
    foot->phase = unit->duty + progress * (1.0f - unit->duty);
    if (foot->stands) {
        foot->phase = 0.0f;
        foot->place = leg->plan.place;
        foot->turn = vvi_walk_turn(leg, leg->plan.heading, leg->plan.normal);
        return;
    }
    vv_vec3 place = vvi_walk_flight(walk, leg, progress, walk->groups[unit->group].moment, &pitch);
    foot->place = within_reach(walk, now, leg, place);
    foot->turn = flight_turn(leg, vvi_walk_flown(unit, progress), pitch);
}

static void pose_feet(vv_walk *walk, const moment *now)
{
    for (uint32_t u = 0; u < walk->unit_count; u++) {
        const walk_unit *unit = &walk->units[u];
        for (uint32_t i = unit->leg_start; i < unit->leg_start + unit->leg_count; i++) {
            if (unit->swings) {
                pose_flying(walk, now, unit, i);
                continue;
            }
            vv_foothold *foot = &walk->footholds[i];
            foot->stands = true;
            foot->phase = vvi_min(1.0f, unit->progress + unit->rate * walk->rest) * unit->duty;
            foot->place = walk->legs[i].stands.place;
            foot->turn = walk->legs[i].stands_turn;
        }
    }
}

void vvi_walk_pose(vv_walk *walk, const moment *now, float dt)
{
    float body[BODY_ROW_COUNT];
    smooth_time when = walk->body_tick;
    when.t = walk->rest;
    when.e = vv_exp(-when.omega * when.t);
    for (uint32_t i = 0; i < BODY_ROW_COUNT; i++)
        body[i] = smooth_at(&walk->body[i], when);
    walk->frame.place = (vv_vec3){now->course.x, body[BODY_GROUND], now->course.z};
    walk->frame.turn = (vv_quat){0.0f, 0.0f, 0.0f, 1.0f};
    vv_sin_cos(0.5f * now->course.heading, &walk->frame.turn.y, &walk->frame.turn.w);
    for (uint32_t i = 0; i < walk->group_count; i++) {
        walk_group *g = &walk->groups[i];
        g->moment = (smooth_time){g->tick.omega, walk->rest, vv_exp(-g->tick.omega * walk->rest)};
    }
    if (walk->kind == VV_WALK_FLOAT) {
        vvi_float_hips(walk, body);
        return;
    }
    pose_hips(walk, body);
    pose_feet(walk, now);
    if (walk->kind == VV_WALK_CRAWL)
        vvi_crawl_hips(walk, now);
    else
        lower_root(walk, now, dt);
}
