/* Any bytes as a motion: what is accepted is queried, bound to a creature and played, and no number diverges. */
#include "runtime/creature/creature.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BODIES = 9 };

/* A trunk and a head with a mouth, two arms of two bodies, a leg. */
static vv_creature *make_creature(void)
{
    static const char *const names[BODIES] = {"trunk",     "head",       "mouth", "left arm", "left hand",
                                              "right arm", "right hand", "leg",   "foot"};
    static const uint32_t parents[BODIES] = {VV_NONE, 0, 1, 0, 3, 0, 5, 0, 7};
    static const vv_vec3 places[BODIES] = {{0, 0.8f, 0},     {0, 1.2f, 0},    {0, 1.25f, 0.1f},
                                           {0.2f, 1.1f, 0},  {0.4f, 0.9f, 0}, {-0.2f, 1.1f, 0},
                                           {-0.4f, 0.9f, 0}, {0, 0.8f, 0},    {0, 0.1f, 0}};
    static const vv_cap caps[BODIES] = {VV_CAP_SPINE, VV_CAP_SPINE,   VV_CAP_MOUTH, VV_CAP_LIMB, VV_CAP_GRASPER,
                                        VV_CAP_LIMB,  VV_CAP_GRASPER, VV_CAP_LIMB,  VV_CAP_FOOT};
    static const char *const deforms[1] = {"open"};
    vv_creature_body bodies[BODIES];
    for (int b = 0; b < BODIES; b++)
        bodies[b] = (vv_creature_body){.name = names[b],
                                       .parent = parents[b],
                                       .position = places[b],
                                       .rotation = vv_quat_identity(),
                                       .low = {-0.05f, -0.05f, -0.05f},
                                       .high = {0.05f, 0.05f, 0.05f},
                                       .caps = VV_CAP_BIT(caps[b]),
                                       .deforms = 1};
    vv_creature_def def = {.body_count = BODIES, .bodies = bodies, .deform_count = 1, .deforms = deforms};
    vv_creature *creature = NULL;
    if (vv_creature_create(&def, NULL, &creature, NULL) != VV_OK)
        __builtin_trap();
    return creature;
}

static void demand(const float *values, size_t count)
{
    if (!vvi_all_finite(values, count))
        __builtin_trap();
}

static void ask(const vv_motion *motion)
{
    for (uint32_t c = 0; c < vv_motion_channel_count(motion); c++)
        for (uint32_t t = 0; t < vv_motion_channel_at(motion, c).track_count; t++)
            for (int i = 0; i <= 4; i++) {
                float value[4], slope[4];
                vv_motion_sample(motion, c, t, vv_motion_duration(motion) * (float)i / 4.0f, value, slope);
                demand(value, 4);
                demand(slope, 4);
            }
}

static void play(const vv_motion *motion, const vv_creature *creature, const vv_binding *binding)
{
    vv_player_def def = vv_default_player_def(creature);
    vv_player *player = NULL;
    if (vv_player_create(&def, NULL, &player, NULL) != VV_OK)
        __builtin_trap();
    vv_play_options options = vv_default_play_options(motion);
    options.variant = vv_binding_variant_count(binding) - 1;
    uint32_t number = vv_player_play(player, binding, &options);
    vv_player_set_target(player, number, 0, &(vv_vec3){0.3f, 1.0f, 0.5f});
    for (int i = 0; i < 6; i++) {
        vv_transform3 placements[BODIES];
        float deforms[BODIES];
        vv_player_step(player, 0.09f * (float)i);
        demand(&vv_player_transforms(player)->position.x, BODIES * sizeof(vv_transform3) / sizeof(float));
        vv_pose_request still = {
            .binding = binding, .mirror = i % 2, .time = vv_motion_duration(motion) * (float)i / 5.0f};
        vv_player_sample_pose(player, &still, placements, deforms, NULL, NULL);
        demand(&placements->position.x, BODIES * sizeof(vv_transform3) / sizeof(float));
        demand(deforms, BODIES);
    }
    vv_player_destroy(player);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    void *copy = vvi_allocate(NULL, 1, size + 1);
    if (!copy)
        return 0;
    memcpy(copy, data, size);
    if (vvi_motion_verify(copy, size, NULL) == VV_OK) {
        const vv_motion *motion = copy;
        vv_creature *creature = make_creature();
        vv_binding *binding = NULL;
        ask(motion);
        if (vv_binding_create(motion, creature, NULL, &binding, NULL) != VV_OK)
            __builtin_trap();
        if (vv_binding_variant_count(binding) > 0)
            play(motion, creature, binding);
        vv_binding_destroy(binding);
        vv_creature_destroy(creature, NULL);
    }
    vvi_release(NULL, copy, 1, size + 1);
    return 0;
}
