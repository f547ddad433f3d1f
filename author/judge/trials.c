/* The trials of a motion and of a gait: variants, targets, speeds, courses. Everything that is chosen follows from a
 * seed. */
#include "watch.h"

#include <string.h>

uint64_t vv_trial_seed(uint64_t creature, const char *name)
{
    return vv_hash_bytes(vv_hash_bytes(0, &creature, sizeof creature), name, strlen(name));
}

/* ---- Targets ----------------------------------------------------------------------------------------------------- */

/* Where a limb begins, and how long it is; for a body that is on no limb, the body itself. */
typedef struct limb_reach {
    vv_vec3 shoulder, centre;
    float length;
} limb_reach;

static limb_reach find_limb_reach(const vv_creature *creature, uint32_t b)
{
    vv_creature_body body = vv_creature_body_at(creature, b);
    vv_vec3 low, high;
    limb_reach reach = {.shoulder = body.position, .length = vv_vec3_length(body.centre)};
    reach.centre = transform_point((vv_transform3){body.position, body.rotation}, body.centre);
    vv_creature_bounds(creature, &low, &high);
    while (body.parent != VV_NONE && (body.caps & VV_CAP_BIT(VV_CAP_SPINE)) == 0) {
        vv_creature_body above = vv_creature_body_at(creature, body.parent);
        if ((above.caps & VV_CAP_BIT(VV_CAP_SPINE)) != 0)
            break;
        reach.length += find_distance(above.position, body.position);
        reach.shoulder = above.position;
        body = above;
    }
    reach.length = vvi_max(reach.length, 0.1f * find_distance(low, high));
    return reach;
}

static float random_signed(vvi_random *random) { return 2.0f * vvi_random_unit(random) - 1.0f; }

/* Chooses a target in front of the limb rather than behind it, above the ground, at a share of its length. */
static vv_vec3 choose_target(limb_reach reach, vvi_random *random, float share)
{
    const vv_vec3 ahead = {0.0f, 0.0f, 1.0f};
    vv_vec3 rest = vv_vec3_normalize(vv_vec3_sub(reach.centre, reach.shoulder), ahead);
    vv_vec3 any = {random_signed(random), random_signed(random), random_signed(random)};
    vv_vec3 direction = vv_vec3_add(vv_vec3_scale(rest, 0.5f), vv_vec3_scale(ahead, 0.6f));
    direction = vv_vec3_normalize(vv_vec3_add(direction, vv_vec3_scale(any, 0.7f)), ahead);
    vv_vec3 place = vv_vec3_add(reach.shoulder, vv_vec3_scale(direction, share * reach.length));
    place.y = vvi_max(place.y, 0.05f * reach.length);
    vv_vec3 from = vv_vec3_sub(place, reach.shoulder);
    float most = vvi_max(share, 0.9f) * reach.length, length = vv_vec3_length(from);
    return length > most ? vv_vec3_add(reach.shoulder, vv_vec3_scale(from, most / length)) : place;
}

/* The body that an external target is for: the first of a channel that moves towards it, else the first of one that
 * looks at it. */
static uint32_t find_target_body(const vv_binding *binding, uint32_t variant, uint32_t target)
{
    uint32_t bodies[VV_CREATURE_MAX_BODIES], looking = VV_NONE;
    const vv_motion *motion = vv_binding_motion(binding);
    for (uint32_t c = 0; c < vv_motion_channel_count(motion); c++) {
        vv_motion_channel channel = vv_motion_channel_at(motion, c);
        if (channel.secondary != VV_SECONDARY_EXTERNAL || channel.target != target ||
            vv_binding_bodies(binding, variant, c, bodies, NULL) == 0)
            continue;
        if (channel.mode.secondary)
            return bodies[0];
        looking = looking == VV_NONE ? bodies[0] : looking;
    }
    return looking;
}

static uint32_t count_targets(const vv_motion *motion)
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < vv_motion_channel_count(motion); c++) {
        vv_motion_channel channel = vv_motion_channel_at(motion, c);
        if (channel.secondary == VV_SECONDARY_EXTERNAL && channel.target >= count)
            count = channel.target + 1;
    }
    return count;
}

static void choose_targets(vv_trial *trial, vvi_random *random, bool reachable)
{
    const vv_creature *creature = vv_binding_creature(trial->binding);
    for (uint32_t t = 0; t < trial->target_count; t++) {
        uint32_t body = find_target_body(trial->binding, trial->variant, t);
        limb_reach reach = find_limb_reach(creature, body == VV_NONE ? vv_creature_root(creature) : body);
        trial->targets[t] = choose_target(reach, random, reachable ? 0.5f + 0.35f * vvi_random_unit(random) : 3.0f);
    }
}

/* ---- Motions ----------------------------------------------------------------------------------------------------- */

static void add_trial(vv_trial *trials, uint32_t *count, vv_trial trial, vvi_random *random, bool reachable)
{
    choose_targets(&trial, random, reachable);
    trials[(*count)++] = trial;
}

uint32_t vv_make_motion_trials(const vv_binding *binding, const vv_gait *gait, uint64_t seed, vv_trial *trials)
{
    const vv_motion *motion = vv_binding_motion(binding);
    uint32_t variants = vv_binding_variant_count(binding), count = 0;
    vvi_random random = vvi_random_seed(seed);
    if (variants == 0)
        return 0;
    float length = vv_motion_duration(motion);
    vv_trial trial = {.binding = binding,
                      .gait = gait,
                      .seconds = vvi_min(vv_motion_loops(motion) ? 2.0f * length : length + 0.5f, VV_TRIAL_MAX_SECONDS),
                      .target_count = count_targets(motion),
                      .words = "first variant"};
    add_trial(trials, &count, trial, &random, true);
    if (trial.target_count > 0) {
        trial.words = "first variant, out of reach";
        add_trial(trials, &count, trial, &random, false);
    }
    if (variants > 1) {
        trial.variant = variants - 1;
        trial.words = "last variant";
        add_trial(trials, &count, trial, &random, true);
    }
    trial.variant = vvi_random_below(&random, variants);
    trial.mirror = true;
    trial.words = "chosen variant, mirrored";
    add_trial(trials, &count, trial, &random, true);
    return count;
}

/* ---- Gaits ------------------------------------------------------------------------------------------------------- */

/* The mean length of its legs; without legs a quarter of its size. */
static float stride_length(const vv_creature *creature)
{
    vv_vec3 low, high;
    uint32_t legs = vv_creature_leg_count(creature);
    float sum = 0.0f;
    vv_creature_bounds(creature, &low, &high);
    for (uint32_t l = 0; l < legs; l++)
        sum += vv_creature_leg(creature, l).length;
    return legs > 0 ? sum / (float)legs : 0.25f * find_distance(low, high);
}

uint32_t vv_make_gait_trials(const vv_gait *gait, const vv_creature *creature, vv_trial *trials)
{
    static const float speeds[3] = {0.25f, 0.5f, 1.0f};
    static const char *const words[9] = {"slow, straight",   "slow, on a curve",   "slow, on a slope",
                                         "medium, straight", "medium, on a curve", "medium, on a slope",
                                         "fast, straight",   "fast, on a curve",   "fast, on a slope"};
    vv_vec3 low, high;
    vv_creature_bounds(creature, &low, &high);
    float unit = sqrtf(9.81f * stride_length(creature)), longest = vvi_max(high.z - low.z, high.y - low.y);
    for (uint32_t k = 0; k < 9; k++)
        trials[k] = (vv_trial){.gait = gait,
                               .speed = speeds[k / 3] * unit,
                               .radius = k % 3 == 1 ? 4.0f * longest : 0.0f,
                               .slope = k % 3 == 2 ? 0.15f : 0.0f,
                               .seconds = 4.0f,
                               .words = words[k]};
    return 9;
}
