/* Jiggles (4.4): one damped spring a body, driven by how the pose carries the body's far end about.
 *
 * y, where the pose has that end in the world, first goes through a low-pass, so that even a jump of the pose bends nothing at once:
 * x″ = Ω²(y − x) − 2Ωx′. The offset u follows x″: u″ + 2ζωu′ + ω²u = −x″. Between two frames y is taken as going straight; the lag
 * e = x − y + 2y′/Ω then decays freely, and with it u, for both of which there is a closed form: any step is stable and as exact as a
 * small one. Steady motion swings nothing, only changes of speed do.
 *
 * A body turns within what carries it by u across its way, over the limb's length and number of bodies, so that a tail of many bodies
 * swings about as far as one of two; the turn is softly limited, the state never. Springs ask the pose alone, neither each other nor what
 * they did: nothing builds up along a chain, and nothing feeds back. */
#include "jiggle.h"

#include "spatial.h"

#include <string.h>

/* Frequencies come in steps, so that a frame needs few exponentials. */
enum { PITCHES = 11 };
#define LOWEST 0.9f  /* Hz */
#define STEP   1.2f  /* from one to the next: 0.9, 1.08, … 5.6 */
#define SUDDEN 64.0f /* a move in one frame by so many times the limb's length is a jump, which swings nothing */

/* Free decay over one step: (u, u′) ↦ (uu·u + uv·u′, vu·u + vv·u′). */
typedef struct decay {
    float uu, uv, vu, vv;
} decay;

/* What one step does to springs of one frequency. While the lag e decays, u = by_lag·e + by_rate·e′ solves the driven spring; what u is beyond
 * that decays as the spring does. */
typedef struct stepping {
    decay lag, swing;
    float by_lag, by_rate;
    float omega; /* Ω */
} stepping;

typedef struct spring {
    uint16_t body, on; /* and the body it hangs on */
    uint16_t parent;   /* the spring of that; NONE: it does not swing */
    uint8_t pitch;
    bool stiff;           /* does not swing, only goes along */
    bool swung;           /* is elsewhere than the pose has it, this frame */
    bool aside;           /* its joint is not the origin of its frame */
    bool lifted;          /* out of the ground */
    float free;           /* 0…1, for the next step */
    float loose;          /* 0…1, for the next step: how freely it is lifted out of the ground */
    vv_vec3 joint, tip;   /* in the body's frame */
    vv_vec3 lever;        /* radians a metre of offset, along the way from joint to tip, in the body's frame */
    float span;           /* length of its limb */
    float limit;          /* radians, squared, one over */
    float floor;          /* the end stays so far above the ground, or below where it is so at rest */
    float soft;           /* half the depth over which lifting sets in */
    vv_vec3 end;          /* y */
    vv_vec3 lag, speed;   /* x − y, x′ */
    vv_vec3 offset, rate; /* u, u′ */
    vv_vec3 bent;         /* by which it turns, twice the tangent of half the angle long */
    float fastest;        /* by which that changes, radians a second */
    vv_quat turned;       /* against the pose, this frame */
} spring;

#define NONE UINT16_MAX

struct vvi_jiggle {
    uint32_t count, body_count;
    uint32_t frames;  /* since a jump: y needs one before it is known, y′ two */
    float dt;         /* that steppings are for */
    uint32_t pitches; /* bit p: some body has it */
    stepping steppings[PITCHES];
    spring *springs;      /* [count], each after its parent; in the same block, behind what follows */
    uint16_t of_bodies[]; /* [body_count]: the spring of each; NONE: it has none */
};

/* ---- Who swings, and how fast -------------------------------------------------------------------------------------------------------- */

static float frequency_of(uint32_t pitch)
{
    float frequency = LOWEST;
    for (uint32_t p = 0; p < pitch; p++)
        frequency *= STEP;
    return frequency;
}

/* How a part of a body swings. */
typedef struct manner {
    float frequency; /* Hz, of a limb half a metre long and a third as thick as long; 0: it does not swing */
    float most;      /* radians, of all bodies along it together */
} manner;

/* Faces are looked at; horns and spikes hardly bend. */
static manner manner_of(uint64_t caps)
{
    static const struct {
        uint64_t caps;
        manner manner;
    } manners[] = {
        {VV_CAP_BIT(VV_CAP_MOUTH) | VV_CAP_BIT(VV_CAP_EYE) | VV_CAP_BIT(VV_CAP_SPINE), {0.0f, 0.0f}},
        {VV_CAP_BIT(VV_CAP_TAIL), {2.0f, 1.2f}},
        {VV_CAP_BIT(VV_CAP_EAR), {3.0f, 0.3f}},
        {VV_CAP_BIT(VV_CAP_WING), {2.6f, 0.4f}},
        {VV_CAP_BIT(VV_CAP_SPIKE), {6.0f, 0.03f}},
        {VV_CAP_BIT(VV_CAP_LIMB) | VV_CAP_BIT(VV_CAP_GRASPER), {3.2f, 0.5f}},
    };
    for (uint32_t i = 0; i < sizeof manners / sizeof *manners; i++)
        if (caps & manners[i].caps)
            return manners[i].manner;
    return (manner){4.0f, 0.1f};
}

static bool carries(const hung_body *bodies, uint32_t top, uint64_t caps)
{
    for (uint32_t b = top; b != VV_NONE; b = next_in_subtree(bodies, b, top))
        if (bodies[b].caps & caps)
            return true;
    return false;
}

/* The far end: the middle of what hangs on it; of a last body, its middle, or where that is the joint the middle of its bounds. */
static vv_vec3 far_end(const hung_body *bodies, uint32_t b)
{
    vv_vec3 sum = {0.0f, 0.0f, 0.0f};
    float count = 0.0f;
    for (uint32_t child = bodies[b].first_child; child != VV_NONE; child = bodies[child].next_sibling, count += 1.0f)
        sum = vv_vec3_add(sum, bodies[child].joint);
    vv_vec3 mean = count > 0.0f ? vv_vec3_scale(sum, 1.0f / count) : bodies[b].middle;
    vv_vec3 bounds = to_world((vv_placement){bodies[b].place, bodies[b].turn},
                              vv_vec3_scale(vv_vec3_add(bodies[b].low, bodies[b].high), 0.5f));
    float own = vv_vec3_length(vv_vec3_sub(mean, bodies[b].joint));
    return own >= 0.5f * vv_vec3_length(vv_vec3_sub(bounds, bodies[b].joint)) ? mean : bounds;
}

static float thickness(const hung_body *body)
{
    vv_vec3 size = vv_vec3_sub(body->high, body->low);
    return vvi_min(size.x, vvi_min(size.y, size.z));
}

/* Thin and long is soft: a beam's frequency goes with thickness over length squared, here with the square root of that, so that a giant's
 * tail is slower than a mouse's and neither flutters nor hangs. */
static uint8_t pitch_of(const hung_body *body, float base, float reach)
{
    float slender = vvi_clamp(thickness(body) / reach, 0.02f, 2.0f);
    float length = vvi_max(body->limb_length, reach);
    float frequency = base * sqrtf(sqrtf(slender / 0.3f)) * sqrtf(sqrtf(0.5f / vvi_clamp(length, 0.02f, 20.0f)));
    uint32_t pitch = 0;
    for (float f = LOWEST; pitch + 1 < PITCHES && f * STEP <= frequency; f *= STEP)
        pitch++;
    return (uint8_t)pitch;
}

static float reach_of(const hung_body *bodies, uint32_t b)
{
    return vv_vec3_length(vv_vec3_sub(far_end(bodies, b), bodies[b].joint));
}

/* The limb through a body, as far as its parts swing alike: from its first body out along its longest branch. */
static float span_of(const hung_body *bodies, uint32_t b, float *count)
{
    float frequency = manner_of(bodies[b].caps).frequency, above = 0.0f, number = 0.0f, longest = 0.0f, most = 0.0f;
    for (uint32_t at = bodies[b].parent; bodies[at].limb != VV_NONE; at = bodies[at].parent)
        if (manner_of(bodies[at].caps).frequency == frequency) {
            above += reach_of(bodies, at);
            number += 1.0f;
        }
    for (uint32_t tip = b; tip != VV_NONE; tip = next_in_subtree(bodies, tip, b)) {
        float length = 0.0f, links = 0.0f;
        for (uint32_t at = tip; at != bodies[b].parent; at = bodies[at].parent)
            if (manner_of(bodies[at].caps).frequency == frequency) {
                length += reach_of(bodies, at);
                links += 1.0f;
            }
        longest = vvi_max(longest, length);
        most = vvi_max(most, links);
    }
    *count = number + most;
    return above + longest;
}

/* Bent by θ at each of n joints, evenly along a length L, a limb's end goes aside by θL(n + 1)/2: here by u if it is one body, and the
 * more bodies it has the farther, up to 2u, since what is long is loose. */
static void prepare_lever(spring *s, const hung_body *bodies, manner own)
{
    float count;
    s->span = span_of(bodies, s->body, &count);
    vv_vec3 way = vv_vec3_sub(s->tip, s->joint);
    s->lever = vv_vec3_scale(way, 4.0f / ((count + 3.0f) * s->span * vv_vec3_length(way)));
    s->limit = count * count / (own.most * own.most);
    s->fastest = 8.0f * frequency_of(s->pitch) * own.most / count;
}

static spring prepare_spring(const vv_creature *creature, uint32_t b)
{
    const hung_body *bodies = bodies_of(creature), *body = &bodies[b];
    vv_placement rest = {body->place, body->turn};
    vv_vec3 tip = far_end(bodies, b);
    manner own = manner_of(body->caps);
    float reach = reach_of(bodies, b);
    spring s = {.body = (uint16_t)b, .on = (uint16_t)body->parent, .parent = NONE, .free = 1.0f, .loose = 1.0f};
    s.stiff = own.frequency == 0.0f || reach < 1e-4f * creature->size;
    s.pitch = s.stiff ? 0 : pitch_of(body, own.frequency, reach);
    s.lifted = own.most > 0.2f && !s.stiff;
    s.floor = vvi_min(thickness(body) * 0.5f, tip.y);
    s.soft = vvi_min(thickness(body) * 0.5f, 0.005f * creature->size);
    s.joint = from_world(rest, body->joint);
    s.aside = vv_vec3_length(vv_vec3_sub(body->joint, body->place)) > 1e-6f * creature->size;
    s.tip = from_world(rest, tip);
    if (!s.stiff)
        prepare_lever(&s, bodies, own);
    return s;
}

/* Legs carry: neither they nor what they hang on swings. */
static bool has_spring(const hung_body *bodies, uint32_t b)
{
    return bodies[b].limb != VV_NONE && !carries(bodies, b, VV_CAP_BIT(VV_CAP_FOOT));
}

static size_t springs_start(const vv_creature *creature)
{
    uint64_t cursor = sizeof(vvi_jiggle) + (uint64_t)creature->body_count * sizeof(uint16_t);
    return (size_t)vvi_section(&cursor, 0, sizeof(spring));
}

size_t vvi_jiggle_bytes(const vv_creature *creature)
{
    size_t count = 0;
    for (uint32_t b = 0; b < creature->body_count; b++)
        count += has_spring(bodies_of(creature), b);
    return springs_start(creature) + count * sizeof(spring);
}

void vvi_jiggle_prepare(vvi_jiggle *jiggle, const vv_creature *creature)
{
    const hung_body *bodies = bodies_of(creature);
    const uint32_t *order = order_of(creature);
    memset(jiggle, 0, vvi_jiggle_bytes(creature));
    jiggle->body_count = creature->body_count;
    jiggle->springs = (spring *)(void *)((char *)jiggle + springs_start(creature));
    uint16_t *springs = jiggle->of_bodies;
    memset(springs, 0xff, creature->body_count * sizeof *springs);
    for (uint32_t i = 0; i < creature->body_count; i++) {
        uint32_t b = order[i];
        if (!has_spring(bodies, b))
            continue;
        spring s = prepare_spring(creature, b);
        s.parent = springs[bodies[b].parent];
        jiggle->pitches |= s.stiff ? 0u : 1u << s.pitch;
        springs[b] = (uint16_t)jiggle->count;
        jiggle->springs[jiggle->count++] = s;
    }
}

float vvi_jiggle_frequency(const vvi_jiggle *jiggle, uint32_t body)
{
    uint16_t own = jiggle->of_bodies[body];
    return own == NONE || jiggle->springs[own].stiff ? 0.0f : frequency_of(jiggle->springs[own].pitch);
}

void vvi_jiggle_hold(vvi_jiggle *jiggle, uint32_t body, float left, float loose)
{
    for (uint16_t i = jiggle->of_bodies[body]; i != NONE; i = jiggle->springs[i].parent) {
        jiggle->springs[i].free = vvi_min(jiggle->springs[i].free, left);
        jiggle->springs[i].loose = vvi_min(jiggle->springs[i].loose, loose);
    }
}

static void come_to_rest(spring *s) { s->lag = s->speed = s->offset = s->rate = (vv_vec3){0.0f, 0.0f, 0.0f}; }

void vvi_jiggle_reset(vvi_jiggle *jiggle)
{
    jiggle->frames = 0;
    for (uint32_t i = 0; i < jiggle->count; i++) {
        come_to_rest(&jiggle->springs[i]);
        jiggle->springs[i].bent = (vv_vec3){0.0f, 0.0f, 0.0f};
    }
}

/* ---- Swinging ----------------------------------------------------------------------------------------------------------------------------- */

/* u = e^(−ζωt)(u₀ cos ω′t + (u′₀ + ζωu₀)/ω′ sin ω′t) with ω′ = ω√(1−ζ²). */
static decay decay_over(float omega, float dt)
{
    float slow = JIGGLE_DAMPING * omega, quick = omega * sqrtf(1.0f - JIGGLE_DAMPING * JIGGLE_DAMPING);
    float sine, cosine, fall = vv_exp(-slow * dt);
    vv_sin_cos(quick * dt, &sine, &cosine);
    float share = sine / quick;
    return (decay){fall * (cosine + slow * share), fall * share, -fall * omega * omega * share,
                   fall * (cosine - slow * share)};
}

/* The same with ζ = 1. */
static decay critical_decay_over(float omega, float dt)
{
    float fall = vv_exp(-omega * dt), turn = omega * dt;
    return (decay){fall * (1.0f + turn), fall * dt, -fall * omega * turn, fall * (1.0f - turn)};
}

/* by_lag and by_rate, as q(s) = by_lag + by_rate·s, must make p(s)q(s) = −s² where (s + Ω)² = 0, with p(s) = s² + 2ζωs + ω²: at s = −Ω
 * value and slope of both sides are the same. */
static stepping stepping_of(float frequency, float dt)
{
    float own = 2.0f * VV_PI * frequency, omega = JIGGLE_FILTER * own;
    float p = omega * omega - 2.0f * JIGGLE_DAMPING * own * omega + own * own,
          slope = 2.0f * JIGGLE_DAMPING * own - 2.0f * omega;
    float q = -omega * omega / p, by_rate = (2.0f * omega - slope * q) / p;
    return (stepping){critical_decay_over(omega, dt), decay_over(own, dt), q + by_rate * omega, by_rate, omega};
}

static void tune(vvi_jiggle *jiggle, float dt)
{
    if (dt == jiggle->dt)
        return;
    jiggle->dt = dt;
    for (uint32_t p = 0; p < PITCHES; p++)
        if (jiggle->pitches >> p & 1u)
            jiggle->steppings[p] = stepping_of(frequency_of(p), dt);
}

static void decay_by(const decay *d, vv_vec3 *u, vv_vec3 *rate)
{
    vv_vec3 now = along(scale(*u, d->uu), *rate, d->uv);
    *rate = along(scale(*u, d->vu), *rate, d->vv);
    *u = now;
}

/* What of the offset follows the lag; its rate has e″ = −Ω²e − 2Ωe′. */
static void driven(const stepping *by, vv_vec3 e, vv_vec3 e_rate, float sign, spring *s)
{
    float o = by->omega;
    s->offset = along(along(s->offset, e, sign * by->by_lag), e_rate, sign * by->by_rate);
    s->rate =
        along(along(s->rate, e, -sign * by->by_rate * o * o), e_rate, sign * (by->by_lag - 2.0f * by->by_rate * o));
}

/* On to where the pose has the end now. */
static void swing_on(spring *s, const stepping *by, vv_vec3 end, uint32_t frames, float dt)
{
    vv_vec3 moved = sub(end, s->end);
    s->end = end;
    if (frames == 0)
        return;
    vv_vec3 speed = scale(moved, 1.0f / dt);
    if (!(square(moved) <= SUDDEN * SUDDEN * s->span * s->span)) { /* not a number, too */
        come_to_rest(s);
        return;
    }
    float trail = 2.0f / by->omega;
    if (frames == 1) {
        s->speed = speed;
        s->lag = scale(speed, -trail);
        return;
    }
    vv_vec3 e = along(s->lag, speed, trail), e_rate = sub(s->speed, speed);
    driven(by, e, e_rate, -1.0f, s);
    decay_by(&by->lag, &e, &e_rate);
    decay_by(&by->swing, &s->offset, &s->rate);
    driven(by, e, e_rate, 1.0f, s);
    s->lag = along(e, speed, -trail);
    s->speed = add(e_rate, speed);
}

/* Twice the tangent of half the angle is as long as the turn, limited: s ↦ s/√(1 + (s/m)²). What is driven far beyond m would flip from one
 * side to the other as s passes 0; what swings freely up to m, at most at 2πf·m, is never held back. */
static vv_quat bend(spring *s, vv_vec3 turn, float dt)
{
    vv_vec3 by = sub(scale(turn, 1.0f / sqrtf(1.0f + square(turn) * s->limit)), s->bent);
    float far = square(by), most = s->fastest * dt;
    s->bent = along(s->bent, by, far > most * most ? most / sqrtf(far) : 1.0f);
    float w = 1.0f / sqrtf(1.0f + 0.25f * square(s->bent)), half = 0.5f * w;
    return (vv_quat){s->bent.x * half, s->bent.y * half, s->bent.z * half, w};
}

/* Turns the body about its joint within what carries it. hung: where it is when that has swung by `turned`. Returns by how much it has
 * turned then itself. */
static vv_quat swing_body(spring *s, const vvi_jiggle *jiggle, float amount, float dt, const vv_placement *posed,
                          vv_quat turned, vv_placement *hung)
{
    if (dt > 0.0f)
        swing_on(s, &jiggle->steppings[s->pitch], to_world(*posed, s->tip), jiggle->frames, dt);
    if (!(amount > 0.0f)) {
        s->bent = (vv_vec3){0.0f, 0.0f, 0.0f};
        return turned;
    }
    vv_vec3 offset = scale(s->offset, amount);
    vv_quat all = multiply(turned, bend(s, cross(rotate(posed->turn, s->lever), offset), dt));
    if (s->aside) {
        vv_vec3 arm = rotate(posed->turn, s->joint);
        hung->place = sub(add(hung->place, rotate(turned, arm)), rotate(all, arm));
    }
    hung->turn = multiply(all, posed->turn);
    return all;
}

void vvi_jiggle_step(vvi_jiggle *jiggle, float amount, float dt, const vv_placement *posed, vv_placement *placements)
{
    if (dt > 0.0f)
        tune(jiggle, dt);
    for (uint32_t i = 0; i < jiggle->count; i++) {
        spring *s = &jiggle->springs[i];
        const spring *parent = s->parent == NONE ? NULL : &jiggle->springs[s->parent];
        vv_placement hung = posed[s->body];
        vv_quat turned = vv_quat_identity();
        float own = amount * s->free;
        s->free = 1.0f;
        s->swung = own > 0.0f;
        if (parent && parent->swung) {
            turned = parent->turned;
            hung.place = add(placements[s->on].place, rotate(turned, sub(hung.place, posed[s->on].place)));
            hung.turn = multiply(turned, hung.turn);
            s->swung = true;
        }
        s->turned = s->stiff ? turned : swing_body(s, jiggle, own, dt, &posed[s->body], turned, &hung);
        if (s->swung)
            placements[s->body] = hung;
    }
    if (dt > 0.0f && jiggle->frames < 2)
        jiggle->frames++;
}

/* ---- Out of the ground ----------------------------------------------------------------------------------------------------------------- */

/* Turns spring `top` and all that hangs on it: springs come limb by limb, each after what it hangs on, so those follow it. */
static void turn_limb(const vvi_jiggle *jiggle, uint32_t top, vv_quat turn, vv_placement *placements)
{
    vv_vec3 joint = to_world(placements[jiggle->springs[top].body], jiggle->springs[top].joint);
    for (uint32_t i = top; i < jiggle->count; i++) {
        if (i > top && (jiggle->springs[i].parent == NONE || jiggle->springs[i].parent < top))
            break;
        vv_placement *body = &placements[jiggle->springs[i].body];
        body->place = add(joint, rotate(turn, sub(body->place, joint)));
        body->turn = multiply(turn, body->turn);
    }
}

/* By how much the end of a body is to be lifted: from where it touches on softly, d²/4w, and beyond 2w all but w. */
static float depth_of(const spring *s, const vv_terrain *terrain, vv_vec3 end)
{
    float ground = terrain->height ? terrain->height(terrain->user, end.x, end.z, NULL) : 0.0f;
    float depth = vvi_max(ground + s->floor - end.y, 0.0f);
    return depth < 2.0f * s->soft ? depth * depth / (4.0f * s->soft) : depth - s->soft;
}

/* The whole limb is lifted, at the shoulder, and farther out as far as that is not free: a hand alone, hanging straight down, would not know
 * which way to turn. On a slope the ground is another where it comes to lie: twice. */
static void lift_out(const vvi_jiggle *jiggle, uint32_t at, const vv_terrain *terrain, vv_vec3 middle,
                     vv_placement *placements)
{
    const spring *s = &jiggle->springs[at];
    uint32_t way[VV_CREATURE_MAX_BODIES], count = 0, rounds = terrain->height ? 2 : 1;
    if (!(depth_of(s, terrain, to_world(placements[s->body], s->tip)) > 0.0f))
        return;
    for (uint32_t i = at; i != NONE; i = jiggle->springs[i].parent)
        way[count++] = i;
    float held = 1.0f; /* what carries the pivot is not free */
    for (uint32_t k = count; k-- > 0; held = 1.0f - jiggle->springs[way[k]].loose) {
        const spring *pivot = &jiggle->springs[way[k]];
        for (uint32_t round = 0; round < rounds; round++) {
            vv_vec3 end = to_world(placements[s->body], s->tip),
                    joint = to_world(placements[pivot->body], pivot->joint);
            float lift = held * pivot->loose * depth_of(s, terrain, end);
            if (!(lift > 0.0f))
                break;
            turn_limb(jiggle, way[k], vvi_deflect(sub(end, joint), lift, sub(joint, middle)), placements);
        }
    }
}

void vvi_jiggle_lift(vvi_jiggle *jiggle, const vv_terrain *terrain, vv_vec3 middle, vv_placement *placements)
{
    for (uint32_t i = 0; i < jiggle->count; i++)
        if (jiggle->springs[i].lifted)
            lift_out(jiggle, i, terrain, middle, placements);
    for (uint32_t i = 0; i < jiggle->count; i++)
        jiggle->springs[i].loose = 1.0f;
}
