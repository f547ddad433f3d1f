/* A man on a ring of six walking poses, with a crouch and a float pose joined to the first; and an actor without a
 * stage, which does what a behaviour commands. */
#ifndef VV_TEST_BEHAVIOUR_FAKE_H
#define VV_TEST_BEHAVIOUR_FAKE_H

#include "runtime/behaviour/layout.h"
#include "runtime/blend/blend.h"
#include "tests/testing.h"

#define DT     (1.0f / 60.0f)
#define CROUCH 6u
#define FLOAT  7u
#define ALONE  8u /* an example that no path reaches */

static inline vv_complex *fake_complex(void)
{
    vv_simplex simplices[8];
    for (uint32_t i = 0; i < 6; i++)
        simplices[i] = (vv_simplex){{i, (i + 1) % 6, VV_NONE}};
    simplices[6] = (vv_simplex){{0, CROUCH, VV_NONE}};
    simplices[7] = (vv_simplex){{0, FLOAT, VV_NONE}};
    vv_complex_def def = {9, 8, simplices, NULL};
    vv_complex *complex = NULL;
    assert_int_equal(vv_complex_create(&def, NULL, &complex, NULL), VV_OK);
    return complex;
}

static const vv_example_weight at_example[] = {{0, 1}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}, {7, 1}, {8, 1}};

static inline vv_behaviour_key key_at(uint32_t example, float seconds, vv_ease ease)
{
    return (vv_behaviour_key){1, &at_example[example], seconds, ease};
}

static inline vv_behaviour_state_def state_named(const char *name)
{
    vv_behaviour_state_def state = vv_default_behaviour_state_def();
    state.name = name;
    return state;
}

static inline vv_behaviour *make_behaviour(const vv_complex *complex, uint32_t states,
                                           const vv_behaviour_state_def *state, uint32_t transitions,
                                           const vv_transition *transition)
{
    static const char *const inputs[] = {"walk", "lean"}, *const events[] = {"jump", "land"};
    vv_behaviour_def def = {complex, states, state, transitions, transition, 2, inputs, 2, events, false};
    vv_behaviour *behaviour = NULL;
    vv_error error = {0};
    if (vv_behaviour_create(&def, NULL, &behaviour, &error) != VV_OK)
        fail_msg("%s", error.message);
    return behaviour;
}

/* The actor without a stage. */
typedef struct fake {
    const vv_behaviour *behaviour;
    vv_complex *complex;
    behaviour_memory memory;
    vvi_senses senses;
    vvi_commands commands;
    uint32_t moves, strengthens, forces; /* how often each was set */
} fake;

static inline fake make_fake(const vv_behaviour *behaviour, vv_complex *complex)
{
    fake f = {.behaviour = behaviour, .complex = complex};
    f.senses = (vvi_senses){.up = {0, 1}, .mass = 2.0f, .grounded = true, .touching = true, .normal = {0, 1}};
    f.senses.strengths = vv_default_strengths();
    f.senses.place = f.senses.equilibrium = vv_complex_at_example(complex, 0);
    return f;
}

static inline void fake_step(fake *f, float seconds)
{
    vvi_behaviour_advance(f->behaviour, f->complex, &f->memory, &f->senses, seconds, &f->commands);
    f->senses.position = vv_vec2_add(f->senses.position, vv_vec2_scale(f->senses.velocity, seconds));
    f->senses.equilibrium = f->senses.place = f->commands.equilibrium;
    f->senses.strengths = f->commands.strengths;
    f->senses.velocity = vv_vec2_add(f->senses.velocity, vv_vec2_scale(f->commands.impulse, 1.0f / f->senses.mass));
    f->senses.flipped = f->senses.flipped != f->commands.flips;
    f->moves += f->commands.moves;
    f->strengthens += f->commands.strengthens;
    f->forces += f->commands.forces;
}

static inline void fake_raise(fake *f, uint32_t event) { vvi_events_raise(&f->memory.events, event); }

static inline float fake_weight(const fake *f, uint32_t example)
{
    float weights[9];
    vv_complex_weights(f->complex, f->senses.equilibrium, weights);
    return weights[example];
}

/* Where the place is on the ring, 0…6, if it is on it. */
static inline float ring_angle(const fake *f)
{
    float weights[9];
    vv_complex_weights(f->complex, f->senses.equilibrium, weights);
    for (uint32_t i = 0; i < 6; i++)
        if (fabsf(weights[i] + weights[(i + 1) % 6] - 1.0f) < 1e-4f && weights[i] > 0.0f)
            return (float)i + weights[(i + 1) % 6];
    fail_msg("the place is not on the ring");
    return 0.0f;
}

#endif
