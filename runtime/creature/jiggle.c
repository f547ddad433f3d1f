/* Jiggles (4.4): one damped spring a body, driven by how the body's far end is carried about.
 *
 * u is how far that end lies from where the pose has it: u″ + 2ζωu′ + ω²u = −y″, with y the posed end, in the world. Between two frames y
 * is taken as going straight, so y″ is a jump of its speed at the frame, and what follows is free decay, which has a closed form: any
 * step is stable and as exact as a small one. Steady motion swings nothing, only changes of speed do. A body turns about its joint by the
 * angle that u makes, softly limited; what it carries goes along and swings on its own account. Nothing feeds back. */
#include "jiggle.h"

#include "spatial.h"

#include <string.h>

/* Frequencies come in steps, so that a frame needs few exponentials. */
enum { PITCHES = 16 };
#define LOWEST 0.9f  /* Hz */
#define STEP   1.2f  /* from one to the next: 0.9, 1.08, … 13.9 */
#define WIDEST 1.19f /* tangent of about 50 degrees */

/* Free decay over one step: (u, u′) ↦ (uu·u + uv·u′, vu·u + vv·u′). */
typedef struct decay {
    float uu, uv, vu, vv;
} decay;

typedef struct spring {
    uint16_t body, on; /* and the body it hangs on */
    uint16_t parent;   /* the spring of that; NONE: it does not swing */
    uint8_t pitch;
    bool stiff;           /* does not swing, only goes along */
    bool swung;           /* is elsewhere than the pose has it, this frame */
    bool aside;           /* its joint is not the origin of its frame */
    float free;           /* 0…1, for the next step */
    float left;           /* the same, of the last step */
    vv_vec3 joint, tip;   /* in the body's frame */
    float reach;          /* from one to the other */
    float floor;          /* the end stays so far above the ground, or below where it is so at rest */
    vv_vec3 end, speed;   /* y and y′ */
    vv_vec3 offset, rate; /* u and u′ */
    vv_quat turned;       /* against the pose, this frame */
} spring;

#define NONE UINT16_MAX

struct vvi_jiggle {
    uint32_t count, body_count;
    uint32_t frames;  /* since it was at rest: y needs one before it is known, y′ two */
    float dt;         /* that decays are for */
    uint32_t pitches; /* bit p: some body has it */
    decay decays[PITCHES];
    spring springs
        []; /* [count], each after its parent; at the end of the block uint16_t[body_count]: the spring of each body */
};

size_t vvi_jiggle_bytes(const vv_creature *creature)
{
    return sizeof(vvi_jiggle) + (size_t)creature->body_count * (sizeof(spring) + sizeof(uint16_t));
}

static uint16_t *springs_of_bodies(const vvi_jiggle *jiggle)
{
    return (uint16_t *)(void *)((char *)(uintptr_t)jiggle + sizeof *jiggle + jiggle->body_count * sizeof(spring));
}

/* ---- Who swings, and how fast -------------------------------------------------------------------------------------------------------- */

/* Hz of a limb half a metre long and a third as thick as long; 0: it does not swing. Faces are looked at. */
static float base_frequency(uint64_t caps)
{
    if (caps & (VV_CAP_BIT(VV_CAP_MOUTH) | VV_CAP_BIT(VV_CAP_EYE) | VV_CAP_BIT(VV_CAP_SPINE)))
        return 0.0f;
    if (caps & VV_CAP_BIT(VV_CAP_TAIL))
        return 2.0f;
    if (caps & VV_CAP_BIT(VV_CAP_EAR))
        return 3.0f;
    if (caps & VV_CAP_BIT(VV_CAP_WING))
        return 2.6f;
    if (caps & VV_CAP_BIT(VV_CAP_SPIKE))
        return 6.0f;
    return 3.2f;
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

static spring prepare_spring(const vv_creature *creature, uint32_t b)
{
    const hung_body *body = &bodies_of(creature)[b];
    vv_placement rest = {body->place, body->turn};
    vv_vec3 tip = far_end(bodies_of(creature), b);
    float base = base_frequency(body->caps), reach = vv_vec3_length(vv_vec3_sub(tip, body->joint));
    spring s = {.body = (uint16_t)b, .on = (uint16_t)body->parent, .parent = NONE, .reach = reach, .free = 1.0f};
    s.stiff = base == 0.0f || reach < 1e-4f * creature->size;
    s.pitch = s.stiff ? 0 : pitch_of(body, base, reach);
    s.floor = vvi_min(thickness(body) * 0.5f, tip.y);
    s.joint = from_world(rest, body->joint);
    s.aside = vv_vec3_length(vv_vec3_sub(body->joint, body->place)) > 1e-6f * creature->size;
    s.tip = from_world(rest, tip);
    return s;
}

/* Legs carry: neither they nor what they hang on swings. */
void vvi_jiggle_prepare(vvi_jiggle *jiggle, const vv_creature *creature)
{
    const hung_body *bodies = bodies_of(creature);
    const uint32_t *order = order_of(creature);
    memset(jiggle, 0, vvi_jiggle_bytes(creature));
    jiggle->body_count = creature->body_count;
    uint16_t *springs = springs_of_bodies(jiggle);
    memset(springs, 0xff, creature->body_count * sizeof *springs);
    for (uint32_t i = 0; i < creature->body_count; i++) {
        uint32_t b = order[i];
        if (bodies[b].limb == VV_NONE || carries(bodies, b, VV_CAP_BIT(VV_CAP_FOOT)))
            continue;
        spring s = prepare_spring(creature, b);
        s.parent = springs[bodies[b].parent];
        jiggle->pitches |= s.stiff ? 0u : 1u << s.pitch;
        springs[b] = (uint16_t)jiggle->count;
        jiggle->springs[jiggle->count++] = s;
    }
}

static float frequency_of(uint32_t pitch)
{
    float frequency = LOWEST;
    for (uint32_t p = 0; p < pitch; p++)
        frequency *= STEP;
    return frequency;
}

float vvi_jiggle_frequency(const vvi_jiggle *jiggle, uint32_t body)
{
    uint16_t own = springs_of_bodies(jiggle)[body];
    return own == NONE || jiggle->springs[own].stiff ? 0.0f : frequency_of(jiggle->springs[own].pitch);
}

void vvi_jiggle_hold(vvi_jiggle *jiggle, uint32_t body, float left)
{
    for (uint16_t i = springs_of_bodies(jiggle)[body]; i != NONE; i = jiggle->springs[i].parent)
        jiggle->springs[i].free = vvi_min(jiggle->springs[i].free, left);
}

void vvi_jiggle_reset(vvi_jiggle *jiggle)
{
    jiggle->frames = 0;
    for (uint32_t i = 0; i < jiggle->count; i++)
        jiggle->springs[i].offset = jiggle->springs[i].rate = (vv_vec3){0.0f, 0.0f, 0.0f};
}

/* ---- Swinging ----------------------------------------------------------------------------------------------------------------------------- */

/* u = e^(−ζωt)(u₀ cos ω′t + (u′₀ + ζωu₀)/ω′ sin ω′t) with ω′ = ω√(1−ζ²). */
static decay decay_over(float frequency, float dt)
{
    float omega = 2.0f * VV_PI * frequency, slow = JIGGLE_DAMPING * omega,
          quick = omega * sqrtf(1.0f - JIGGLE_DAMPING * JIGGLE_DAMPING);
    float sine, cosine, fall = vv_exp(-slow * dt);
    vv_sin_cos(quick * dt, &sine, &cosine);
    float share = sine / quick;
    return (decay){fall * (cosine + slow * share), fall * share, -fall * omega * omega * share,
                   fall * (cosine - slow * share)};
}

static void tune(vvi_jiggle *jiggle, float dt)
{
    if (dt == jiggle->dt)
        return;
    jiggle->dt = dt;
    for (uint32_t p = 0; p < PITCHES; p++)
        if (jiggle->pitches >> p & 1u)
            jiggle->decays[p] = decay_over(frequency_of(p), dt);
}

/* On to where the pose has the end now. */
static void swing_on(spring *s, const decay *d, vv_vec3 end, uint32_t frames, float dt)
{
    vv_vec3 speed = frames > 0 ? vv_vec3_scale(vv_vec3_sub(end, s->end), 1.0f / dt) : (vv_vec3){0.0f, 0.0f, 0.0f};
    vv_vec3 u = s->offset, v = s->rate;
    if (frames > 1)
        v = vv_vec3_sub(v, vv_vec3_sub(speed, s->speed));
    s->offset = vv_vec3_add(vv_vec3_scale(u, d->uu), vv_vec3_scale(v, d->uv));
    s->rate = vv_vec3_add(vv_vec3_scale(u, d->vu), vv_vec3_scale(v, d->vv));
    s->end = end;
    s->speed = speed;
}

/* The turn that takes the way from joint to end (unit, times reach) to where the offset has the end, by no more than about 50 degrees. Its
 * tangent is the offset across the way over the reach; half the angle's cosine and sine follow from it without angles. */
static vv_quat bend(vv_vec3 way, vv_vec3 offset, float amount)
{
    vv_vec3 across = vv_vec3_scale(vv_vec3_sub(offset, vv_vec3_scale(way, vv_vec3_dot(way, offset))), amount);
    float square = vv_vec3_dot(across, across);
    across = vv_vec3_scale(across, 1.0f / sqrtf(1.0f + square * (1.0f / (WIDEST * WIDEST))));
    float cosine = 1.0f / sqrtf(1.0f + vv_vec3_dot(across, across));
    vv_vec3 axis = vv_vec3_scale(vv_vec3_cross(way, across), cosine); /* sine of the angle long */
    float half = sqrtf(0.5f * (1.0f + cosine)), scale = 0.5f / half;
    return (vv_quat){axis.x * scale, axis.y * scale, axis.z * scale, half};
}

static bool is_bounded(const spring *s)
{
    float far = 64.0f * s->reach;
    return vv_vec3_dot(s->offset, s->offset) <= far * far; /* and is a number */
}

/* hung: where the body is when what carries it has swung by `turned`. Returns by how much it has turned then itself. */
static vv_quat swing_body(spring *s, const vvi_jiggle *jiggle, float amount, float dt, vv_quat turned,
                          vv_placement *hung)
{
    vv_vec3 end = to_world(*hung, s->tip), joint = s->aside ? to_world(*hung, s->joint) : hung->place;
    if (dt > 0.0f)
        swing_on(s, &jiggle->decays[s->pitch], end, jiggle->frames, dt);
    if (!(amount > 0.0f) || !is_bounded(s)) {
        s->offset = s->rate = (vv_vec3){0.0f, 0.0f, 0.0f};
        return turned;
    }
    float shrink = 1.0f / s->reach;
    vv_quat turn = bend(scale(sub(end, joint), shrink), scale(s->offset, shrink), amount);
    if (s->aside)
        hung->place = add(joint, rotate(turn, sub(hung->place, joint)));
    hung->turn = multiply(turn, hung->turn);
    return multiply(turn, turned);
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
        s->left = s->free;
        s->free = 1.0f;
        s->swung = own > 0.0f;
        if (parent && parent->swung) {
            turned = parent->turned;
            hung.place = add(placements[s->on].place, rotate(turned, sub(hung.place, posed[s->on].place)));
            hung.turn = multiply(turned, hung.turn);
            s->swung = true;
        }
        s->turned = s->stiff ? turned : swing_body(s, jiggle, own, dt, turned, &hung);
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

/* By how much the end of a body is too low. */
static float depth_of(const spring *s, const vv_terrain *terrain, vv_vec3 end)
{
    float ground = terrain->height ? terrain->height(terrain->user, end.x, end.z, NULL) : 0.0f;
    return ground + s->floor - end.y;
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
    for (uint32_t k = count; k-- > 0; held = 1.0f - jiggle->springs[way[k]].left) {
        const spring *pivot = &jiggle->springs[way[k]];
        for (uint32_t round = 0; round < rounds; round++) {
            vv_vec3 end = to_world(placements[s->body], s->tip),
                    joint = to_world(placements[pivot->body], pivot->joint);
            float lift = held * pivot->left * depth_of(s, terrain, end);
            if (!(lift > 0.0f))
                break;
            turn_limb(jiggle, way[k], vvi_deflect(sub(end, joint), lift, sub(joint, middle)), placements);
        }
    }
}

void vvi_jiggle_lift(const vvi_jiggle *jiggle, const vv_terrain *terrain, vv_vec3 middle, vv_placement *placements)
{
    for (uint32_t i = 0; i < jiggle->count; i++)
        lift_out(jiggle, i, terrain, middle, placements);
}
