/* Jiggles (4.4): one damped spring per body, driven by the motion of the far end of the body in the pose.
 *
 * y, the position of that end in the world, first passes a low-pass filter, so that even a jump of the pose bends
 * nothing at once: x″ = Ω²(y − x) − 2Ωx′. The offset u is driven by x″: u″ + 2ζωu′ + ω²u = −x″. Between two frames y
 * is taken to move linearly; the lag e = x − y + 2y′/Ω then decays freely, and with it u. Both have a closed form, so
 * a step of any length is stable and as exact as a small one. Uniform motion swings nothing, only changes of velocity
 * do.
 *
 * A body rotates relative to what carries it by the part of u across its direction, divided by the length of the limb
 * and by its number of bodies, so that a tail of many bodies swings about as far as one of two. The rotation is
 * softly limited, the state is not. Springs depend on the pose alone, neither on each other nor on their effect:
 * nothing builds up along a chain, and nothing feeds back. */
#include "jiggle.h"

#include "spatial.h"

#include <string.h>

/* Frequencies are quantised into bands, so that a frame needs few exponentials. */
enum { BANDS = 11 };
#define LOWEST_FREQUENCY 0.9f /* Hz */
#define BAND_RATIO       1.2f /* ratio of neighbouring bands: 0.9, 1.08, … 5.6 Hz */
/* a move in one frame by this many lengths of the limb is a jump, which swings nothing */
#define JUMP_LENGTHS 64.0f

/* Free decay over one step: (u, u′) ↦ (uu·u + uv·u′, vu·u + vv·u′). */
typedef struct decay {
    float uu, uv, vu, vv;
} decay;

/* The effect of one step on springs of one band. While the lag e decays, u = by_lag·e + by_rate·e′ solves the driven
 * spring; the rest of u decays as the free spring does. */
typedef struct band_step {
    decay lag, swing;
    float by_lag, by_rate;
    float omega; /* Ω */
} band_step;

typedef struct spring {
    uint16_t body, carrier; /* its body, and the body that carries it */
    uint16_t parent;        /* index of the carrier's spring; NONE: it has none */
    uint8_t band;
    bool is_rigid;         /* does not swing by itself, only moves along */
    bool is_moved;         /* differs from the pose in this frame */
    bool has_joint_offset; /* its joint is not the origin of its frame */
    bool can_be_lifted;    /* out of the ground */
    float swing_share;     /* 0…1: how much it swings in the next step */
    float lift_share;      /* 0…1: how much it is lifted out of the ground after the next step */
    vv_vec3 joint, tip;    /* in the body's frame */
    vv_vec3 lever;         /* radians per metre of offset, along the direction from joint to tip, in the body's frame */
    float span;            /* length of its limb, metres */
    float inverse_limit2;  /* 1/(largest angle)², 1/rad² */
    float floor;           /* height that the tip keeps above the ground, or the one at rest if that is lower */
    float soft;            /* half of the depth over which lifting sets in */
    vv_vec3 end;           /* y */
    vv_vec3 lag, speed;    /* x − y, x′ */
    vv_vec3 offset, rate;  /* u, u′ */
    vv_vec3 bend_vector;   /* the rotation, as a vector of length 2·tan(angle/2) */
    float max_rate;        /* largest rate of change of bend_vector, radians a second */
    vv_quat rotation;      /* relative to the pose, in this frame */
} spring;

#define NONE UINT16_MAX

struct vvi_jiggle {
    uint32_t count, body_count;
    uint32_t frames;    /* frames since a jump: y needs one before it is known, y′ two */
    float dt;           /* the time step that band_steps are for */
    uint32_t band_mask; /* bit b: some body has band b */
    band_step band_steps[BANDS];
    spring *springs;      /* [count], each after its parent; stored in the same block */
    uint16_t of_bodies[]; /* [body_count]: the spring of each body; NONE: it has none */
};

/* ---- Frequencies ------------------------------------------------------------------------------------------------- */

static float band_frequency(uint32_t band)
{
    float frequency = LOWEST_FREQUENCY;
    for (uint32_t p = 0; p < band; p++)
        frequency *= BAND_RATIO;
    return frequency;
}

/* How a kind of body swings. */
typedef struct swing_type {
    float frequency; /* Hz, for a limb half a metre long and a third as thick as long; 0: it does not swing */
    float max_angle; /* radians: limit for all bodies along the limb together */
} swing_type;

/* Mouths, eyes and spines do not swing, since faces are looked at; horns and spikes hardly bend. */
static swing_type find_swing_type(uint64_t caps)
{
    static const struct {
        uint64_t caps;
        swing_type swing_type;
    } types[] = {
        {VV_CAP_BIT(VV_CAP_MOUTH) | VV_CAP_BIT(VV_CAP_EYE) | VV_CAP_BIT(VV_CAP_SPINE), {0.0f, 0.0f}},
        {VV_CAP_BIT(VV_CAP_TAIL), {2.0f, 1.2f}},
        {VV_CAP_BIT(VV_CAP_EAR), {3.0f, 0.3f}},
        {VV_CAP_BIT(VV_CAP_WING), {2.6f, 0.4f}},
        {VV_CAP_BIT(VV_CAP_SPIKE), {6.0f, 0.03f}},
        {VV_CAP_BIT(VV_CAP_LIMB) | VV_CAP_BIT(VV_CAP_GRASPER), {3.2f, 0.5f}},
    };
    for (uint32_t i = 0; i < sizeof types / sizeof *types; i++)
        if (caps & types[i].caps)
            return types[i].swing_type;
    return (swing_type){4.0f, 0.1f};
}

static bool carries_cap(const stored_body *bodies, uint32_t top, uint64_t caps)
{
    for (uint32_t b = top; b != VV_NONE; b = next_in_subtree(bodies, b, top))
        if (bodies[b].caps & caps)
            return true;
    return false;
}

/* The far end of a body: the mean joint of its children; for a last body its centre, or the centre of its bounds if
 * that is clearly farther from the joint. */
static vv_vec3 far_end(const stored_body *bodies, uint32_t b)
{
    vv_vec3 sum = {0.0f, 0.0f, 0.0f};
    float count = 0.0f;
    for (uint32_t child = bodies[b].first_child; child != VV_NONE; child = bodies[child].next_sibling, count += 1.0f)
        sum = vv_vec3_add(sum, bodies[child].joint);
    vv_vec3 mean = count > 0.0f ? vv_vec3_scale(sum, 1.0f / count) : bodies[b].rest_centre;
    vv_vec3 bounds = to_world((vv_transform3){bodies[b].place, bodies[b].turn},
                              vv_vec3_scale(vv_vec3_add(bodies[b].low, bodies[b].high), 0.5f));
    float distance = vv_vec3_length(vv_vec3_sub(mean, bodies[b].joint));
    return distance >= 0.5f * vv_vec3_length(vv_vec3_sub(bounds, bodies[b].joint)) ? mean : bounds;
}

static float thickness(const stored_body *body)
{
    vv_vec3 size = vv_vec3_sub(body->high, body->low);
    return vvi_min(size.x, vvi_min(size.y, size.z));
}

/* Thin and long bodies are soft: the frequency of a beam is proportional to thickness over length squared, of which
 * the square root is used here, so that the tail of a giant is slower than that of a mouse, but neither flutters nor
 * sags. */
static uint8_t find_band(const stored_body *body, float base, float reach)
{
    float slender = vvi_clamp(thickness(body) / reach, 0.02f, 2.0f);
    float length = vvi_max(body->limb_length, reach);
    VVI_CHECK(reach > 0.0f && base > 0.0f);
    float frequency = base * sqrtf(sqrtf(slender / 0.3f)) * sqrtf(sqrtf(0.5f / vvi_clamp(length, 0.02f, 20.0f)));
    uint32_t band = 0;
    for (float f = LOWEST_FREQUENCY; band + 1 < BANDS && f * BAND_RATIO <= frequency; f *= BAND_RATIO)
        band++;
    return (uint8_t)band;
}

static float bone_length(const stored_body *bodies, uint32_t b)
{
    return vv_vec3_length(vv_vec3_sub(far_end(bodies, b), bodies[b].joint));
}

/* The length and number of bodies of the limb through a body, as far as its parts swing alike: from its first body
 * out along its longest branch. */
static float measure_limb(const stored_body *bodies, uint32_t b, float *count)
{
    float frequency = find_swing_type(bodies[b].caps).frequency, inner_length = 0.0f, inner_count = 0.0f,
          longest = 0.0f, most = 0.0f;
    for (uint32_t at = bodies[b].parent; bodies[at].limb != VV_NONE; at = bodies[at].parent)
        if (find_swing_type(bodies[at].caps).frequency == frequency) {
            inner_length += bone_length(bodies, at);
            inner_count += 1.0f;
        }
    for (uint32_t tip = b; tip != VV_NONE; tip = next_in_subtree(bodies, tip, b)) {
        float length = 0.0f, links = 0.0f;
        for (uint32_t at = tip; at != bodies[b].parent; at = bodies[at].parent)
            if (find_swing_type(bodies[at].caps).frequency == frequency) {
                length += bone_length(bodies, at);
                links += 1.0f;
            }
        longest = vvi_max(longest, length);
        most = vvi_max(most, links);
    }
    *count = inner_count + most;
    VVI_CHECK(*count >= 1.0f && inner_length + longest > 0.0f);
    return inner_length + longest;
}

/* If a limb bends by θ at each of n joints, evenly along a length L, its end moves sideways by θL(n + 1)/2: here by u
 * for a single body, and farther the more bodies it has, up to 2u, since long limbs are loose. */
static void prepare_lever(spring *s, const stored_body *bodies, swing_type type)
{
    float count;
    s->span = measure_limb(bodies, s->body, &count);
    vv_vec3 axis = vv_vec3_sub(s->tip, s->joint);
    s->lever = vv_vec3_scale(axis, 4.0f / ((count + 3.0f) * s->span * vv_vec3_length(axis)));
    s->inverse_limit2 = count * count / (type.max_angle * type.max_angle);
    s->max_rate = 8.0f * band_frequency(s->band) * type.max_angle / count;
}

static spring prepare_spring(const vv_creature *creature, uint32_t b)
{
    const stored_body *bodies = bodies_of(creature), *body = &bodies[b];
    vv_transform3 rest = {body->place, body->turn};
    vv_vec3 tip = far_end(bodies, b);
    swing_type type = find_swing_type(body->caps);
    float reach = bone_length(bodies, b);
    spring s = {.body = (uint16_t)b,
                .carrier = (uint16_t)body->parent,
                .parent = NONE,
                .swing_share = 1.0f,
                .lift_share = 1.0f};
    s.is_rigid = type.frequency == 0.0f || reach < 1e-4f * creature->size;
    s.band = s.is_rigid ? 0 : find_band(body, type.frequency, reach);
    s.can_be_lifted = type.max_angle > 0.2f && !s.is_rigid;
    s.floor = vvi_min(thickness(body) * 0.5f, tip.y);
    s.soft = vvi_min(thickness(body) * 0.5f, 0.005f * creature->size);
    s.joint = from_world(rest, body->joint);
    s.has_joint_offset = vv_vec3_length(vv_vec3_sub(body->joint, body->place)) > 1e-6f * creature->size;
    s.tip = from_world(rest, tip);
    if (!s.is_rigid)
        prepare_lever(&s, bodies, type);
    return s;
}

/* Bodies of limbs have springs, except legs and what carries legs. */
static bool has_spring(const stored_body *bodies, uint32_t b)
{
    return bodies[b].limb != VV_NONE && !carries_cap(bodies, b, VV_CAP_BIT(VV_CAP_FOOT));
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
    const stored_body *bodies = bodies_of(creature);
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
        VVI_CHECK(s.parent == NONE || s.parent < jiggle->count);
        jiggle->band_mask |= s.is_rigid ? 0u : 1u << s.band;
        springs[b] = (uint16_t)jiggle->count;
        VVI_CHECK(springs[b] != NONE && s.band < BANDS);
        jiggle->springs[jiggle->count++] = s;
    }
    VV_ASSERT((char *)(jiggle->springs + jiggle->count) == (char *)jiggle + vvi_jiggle_bytes(creature));
}

float vvi_jiggle_frequency(const vvi_jiggle *jiggle, uint32_t body)
{
    uint16_t index = jiggle->of_bodies[body];
    return index == NONE || jiggle->springs[index].is_rigid ? 0.0f : band_frequency(jiggle->springs[index].band);
}

void vvi_jiggle_hold(vvi_jiggle *jiggle, uint32_t body, float swing_share, float lift_share)
{
    for (uint16_t i = jiggle->of_bodies[body]; i != NONE; i = jiggle->springs[i].parent) {
        jiggle->springs[i].swing_share = vvi_min(jiggle->springs[i].swing_share, swing_share);
        jiggle->springs[i].lift_share = vvi_min(jiggle->springs[i].lift_share, lift_share);
    }
}

static void clear_motion(spring *s) { s->lag = s->speed = s->offset = s->rate = (vv_vec3){0.0f, 0.0f, 0.0f}; }

void vvi_jiggle_reset(vvi_jiggle *jiggle)
{
    jiggle->frames = 0;
    for (uint32_t i = 0; i < jiggle->count; i++) {
        clear_motion(&jiggle->springs[i]);
        jiggle->springs[i].bend_vector = (vv_vec3){0.0f, 0.0f, 0.0f};
    }
}

/* ---- Swinging ---------------------------------------------------------------------------------------------------- */

/* u = e^(−ζωt)(u₀ cos ω′t + (u′₀ + ζωu₀)/ω′ sin ω′t) with ω′ = ω√(1−ζ²). */
static decay decay_over(float omega, float dt)
{
    float slow = JIGGLE_DAMPING * omega, quick = omega * sqrtf(1.0f - JIGGLE_DAMPING * JIGGLE_DAMPING);
    float sine, cosine, fall = vv_exp(-slow * dt);
    vv_sin_cos(quick * dt, &sine, &cosine);
    float share = sine / quick;
    VVI_CHECK(quick > 0.0f && fall >= 0.0f && fall <= 1.0f);
    return (decay){fall * (cosine + slow * share), fall * share, -fall * omega * omega * share,
                   fall * (cosine - slow * share)};
}

/* The same with ζ = 1. */
static decay critical_decay_over(float omega, float dt)
{
    float fall = vv_exp(-omega * dt), turn = omega * dt;
    return (decay){fall * (1.0f + turn), fall * dt, -fall * omega * turn, fall * (1.0f - turn)};
}

/* by_lag and by_rate, as q(s) = by_lag + by_rate·s, must satisfy p(s)q(s) = −s² where (s + Ω)² = 0, with p(s) = s² +
 * 2ζωs + ω²: value and slope of both sides agree at s = −Ω. */
static band_step make_band_step(float frequency, float dt)
{
    float spring_omega = 2.0f * VV_PI * frequency, omega = JIGGLE_FILTER * spring_omega;
    float p = omega * omega - 2.0f * JIGGLE_DAMPING * spring_omega * omega + spring_omega * spring_omega,
          slope = 2.0f * JIGGLE_DAMPING * spring_omega - 2.0f * omega;
    float q = -omega * omega / p, by_rate = (2.0f * omega - slope * q) / p;
    VVI_CHECK(p > 0.0f && dt > 0.0f);
    return (band_step){critical_decay_over(omega, dt), decay_over(spring_omega, dt), q + by_rate * omega, by_rate,
                       omega};
}

static void update_band_steps(vvi_jiggle *jiggle, float dt)
{
    if (dt == jiggle->dt)
        return;
    jiggle->dt = dt;
    for (uint32_t p = 0; p < BANDS; p++)
        if (jiggle->band_mask >> p & 1u)
            jiggle->band_steps[p] = make_band_step(band_frequency(p), dt);
}

static void apply_decay(const decay *d, vv_vec3 *u, vv_vec3 *rate)
{
    vv_vec3 now = add_scaled(scale(*u, d->uu), *rate, d->uv);
    *rate = add_scaled(scale(*u, d->vu), *rate, d->vv);
    *u = now;
}

/* Adds the part of the offset that follows the lag, with `sign`; for its rate, e″ = −Ω²e − 2Ωe′. */
static void add_driven(const band_step *by, vv_vec3 e, vv_vec3 e_rate, float sign, spring *s)
{
    float o = by->omega;
    s->offset = add_scaled(add_scaled(s->offset, e, sign * by->by_lag), e_rate, sign * by->by_rate);
    s->rate = add_scaled(add_scaled(s->rate, e, -sign * by->by_rate * o * o), e_rate,
                         sign * (by->by_lag - 2.0f * by->by_rate * o));
}

/* Advances a spring to the present position of its end in the pose. */
static void advance_spring(spring *s, const band_step *by, vv_vec3 end, uint32_t frames, float dt)
{
    vv_vec3 moved = sub(end, s->end);
    s->end = end;
    if (frames == 0)
        return;
    vv_vec3 speed = scale(moved, 1.0f / dt);
    if (!(length_squared(moved) <= JUMP_LENGTHS * JUMP_LENGTHS * s->span * s->span)) { /* true for NaN as well */
        clear_motion(s);
        return;
    }
    float trail = 2.0f / by->omega;
    if (frames == 1) {
        s->speed = speed;
        s->lag = scale(speed, -trail);
        return;
    }
    vv_vec3 e = add_scaled(s->lag, speed, trail), e_rate = sub(s->speed, speed);
    add_driven(by, e, e_rate, -1.0f, s);
    apply_decay(&by->lag, &e, &e_rate);
    apply_decay(&by->swing, &s->offset, &s->rate);
    add_driven(by, e, e_rate, 1.0f, s);
    s->lag = add_scaled(e, speed, -trail);
    s->speed = add(e_rate, speed);
}

/* Limits the rotation vector, whose length is twice the tangent of half the angle: s ↦ s/√(1 + (s/m)²). A spring
 * driven far beyond m would flip from one side to the other as s passes 0, so the rate is limited too; a free swing
 * of up to m, whose rate is at most 2πf·m, is never affected. */
static vv_quat limit_bend(spring *s, vv_vec3 turn, float dt)
{
    vv_vec3 change = sub(scale(turn, 1.0f / sqrtf(1.0f + length_squared(turn) * s->inverse_limit2)), s->bend_vector);
    float length2 = length_squared(change), max_change = s->max_rate * dt;
    s->bend_vector =
        add_scaled(s->bend_vector, change, length2 > max_change * max_change ? max_change / sqrtf(length2) : 1.0f);
    float w = 1.0f / sqrtf(1.0f + 0.25f * length_squared(s->bend_vector)), half = 0.5f * w;
    return (vv_quat){s->bend_vector.x * half, s->bend_vector.y * half, s->bend_vector.z * half, w};
}

/* Rotates the body about its joint relative to its carrier, which is itself rotated by `carrier_rotation` against the
 * pose; `placement` is where that alone brings the body. Returns the rotation of the body against the pose. */
static vv_quat swing_body(spring *s, const vvi_jiggle *jiggle, float amount, float dt, const vv_transform3 *posed,
                          vv_quat carrier_rotation, vv_transform3 *placement)
{
    if (dt > 0.0f)
        advance_spring(s, &jiggle->band_steps[s->band], to_world(*posed, s->tip), jiggle->frames, dt);
    if (!(amount > 0.0f)) {
        s->bend_vector = (vv_vec3){0.0f, 0.0f, 0.0f};
        return carrier_rotation;
    }
    vv_vec3 offset = scale(s->offset, amount);
    vv_quat rotation = multiply(carrier_rotation, limit_bend(s, cross(rotate(posed->rotation, s->lever), offset), dt));
    if (s->has_joint_offset) {
        vv_vec3 arm = rotate(posed->rotation, s->joint);
        placement->position = sub(add(placement->position, rotate(carrier_rotation, arm)), rotate(rotation, arm));
    }
    placement->rotation = multiply(rotation, posed->rotation);
    return rotation;
}

void vvi_jiggle_step(vvi_jiggle *jiggle, float amount, float dt, const vv_transform3 *posed, vv_transform3 *placements)
{
    if (dt > 0.0f)
        update_band_steps(jiggle, dt);
    for (uint32_t i = 0; i < jiggle->count; i++) {
        spring *s = &jiggle->springs[i];
        const spring *parent = s->parent == NONE ? NULL : &jiggle->springs[s->parent];
        vv_transform3 placement = posed[s->body];
        vv_quat carrier_rotation = vv_quat_identity();
        float swing_amount = amount * s->swing_share;
        s->swing_share = 1.0f;
        s->is_moved = swing_amount > 0.0f;
        if (parent && parent->is_moved) {
            carrier_rotation = parent->rotation;
            placement.position = add(placements[s->carrier].position,
                                     rotate(carrier_rotation, sub(placement.position, posed[s->carrier].position)));
            placement.rotation = multiply(carrier_rotation, placement.rotation);
            s->is_moved = true;
        }
        s->rotation = s->is_rigid
                          ? carrier_rotation
                          : swing_body(s, jiggle, swing_amount, dt, &posed[s->body], carrier_rotation, &placement);
        if (s->is_moved)
            placements[s->body] = placement;
    }
    if (dt > 0.0f && jiggle->frames < 2)
        jiggle->frames++;
}

/* ---- Lifting out of the ground ----------------------------------------------------------------------------------- */

/* Rotates the body of spring `top` and everything attached to it: springs are ordered limb by limb, each after its
 * parent, so those follow it. */
static void rotate_limb(const vvi_jiggle *jiggle, uint32_t top, vv_quat turn, vv_transform3 *placements)
{
    vv_vec3 joint = to_world(placements[jiggle->springs[top].body], jiggle->springs[top].joint);
    for (uint32_t i = top; i < jiggle->count; i++) {
        if (i > top && (jiggle->springs[i].parent == NONE || jiggle->springs[i].parent < top))
            break;
        vv_transform3 *body = &placements[jiggle->springs[i].body];
        body->position = add(joint, rotate(turn, sub(body->position, joint)));
        body->rotation = multiply(turn, body->rotation);
    }
}

/* The height by which the tip of a body must be lifted: from the first contact on d²/4w, and beyond 2w all but w. */
static float lift_needed(const spring *s, const vv_terrain *terrain, vv_vec3 end)
{
    float ground = terrain->height ? terrain->height(terrain->user, end.x, end.z, NULL) : 0.0f;
    float depth = vvi_max(ground + s->floor - end.y, 0.0f);
    return depth < 2.0f * s->soft ? depth * depth / (4.0f * s->soft) : depth - s->soft;
}

/* Lifts the whole limb, at its first joint, and further out as far as that one is not free: for a hand alone that
 * hangs straight down the direction would be undefined. On a slope the ground differs where it comes to lie, so this
 * is done twice. */
static void lift_limb(const vvi_jiggle *jiggle, uint32_t at, const vv_terrain *terrain, vv_vec3 centre,
                      vv_transform3 *placements)
{
    const spring *s = &jiggle->springs[at];
    uint32_t path[VV_CREATURE_MAX_BODIES], count = 0, rounds = terrain->height ? 2 : 1;
    if (!(lift_needed(s, terrain, to_world(placements[s->body], s->tip)) > 0.0f))
        return;
    for (uint32_t i = at; i != NONE; i = jiggle->springs[i].parent)
        path[count++] = i;
    float share = 1.0f; /* the share of what carries the pivot that is not free */
    for (uint32_t k = count; k-- > 0; share = 1.0f - jiggle->springs[path[k]].lift_share) {
        const spring *pivot = &jiggle->springs[path[k]];
        for (uint32_t round = 0; round < rounds; round++) {
            vv_vec3 end = to_world(placements[s->body], s->tip),
                    joint = to_world(placements[pivot->body], pivot->joint);
            float lift = share * pivot->lift_share * lift_needed(s, terrain, end);
            if (!(lift > 0.0f))
                break;
            rotate_limb(jiggle, path[k], vvi_deflect(sub(end, joint), lift, sub(joint, centre)), placements);
        }
    }
}

void vvi_jiggle_lift(vvi_jiggle *jiggle, const vv_terrain *terrain, vv_vec3 centre, vv_transform3 *placements)
{
    for (uint32_t i = 0; i < jiggle->count; i++)
        if (jiggle->springs[i].can_be_lifted)
            lift_limb(jiggle, i, terrain, centre, placements);
    for (uint32_t i = 0; i < jiggle->count; i++)
        jiggle->springs[i].lift_share = 1.0f;
}
