/* A little figure of torso and two legs, made by formula, with six walking poses round a ring, a stand in their
 * middle, a crouch and a spring; and the behaviour that walks and jumps with it. */
#ifndef VV_TEST_BEHAVIOUR_BIPED_H
#define VV_TEST_BEHAVIOUR_BIPED_H

#include "runtime/behaviour/behaviour.h"
#include "runtime/stage/stage.h"
#include "tests/testing.h"

enum { STAND = 6, CROUCHED, SPRUNG, BIPED_EXAMPLES };
enum { STATE_STAND, STATE_WALK, STATE_CROUCH, STATE_SPRING, STATE_FALL, BIPED_STATES };

#define CELL       0.04f
#define COLUMNS    10u
#define ROWS       25u
#define HIP        12u /* rows below are legs */
#define LEG        ((float)HIP * CELL)
#define WALK_SPEED 1.2f

typedef struct biped {
    vv_sprite *sprite;
    vv_behaviour *behaviour;
} biped;

/* ---- The drawing ------------------------------------------------------------------------------------------------- */

typedef struct biped_mesh {
    vv_vec2 positions[(COLUMNS + 1) * (ROWS + 1)];
    uint32_t triangles[COLUMNS * ROWS * 6];
    uint32_t vertex_count, triangle_count;
} biped_mesh;

static inline bool biped_has_cell(uint32_t x, uint32_t y) { return y >= HIP || x < 3 || x >= COLUMNS - 3; }

static inline void biped_cut(biped_mesh *m)
{
    uint32_t index[ROWS + 1][COLUMNS + 1];
    memset(index, 0xff, sizeof index);
    m->vertex_count = m->triangle_count = 0;
    for (uint32_t y = 0; y < ROWS; y++)
        for (uint32_t x = 0; x < COLUMNS; x++) {
            if (!biped_has_cell(x, y))
                continue;
            uint32_t corner[4];
            for (uint32_t k = 0; k < 4; k++) {
                uint32_t cx = x + (k & 1), cy = y + k / 2;
                if (index[cy][cx] == VV_NONE) {
                    m->positions[m->vertex_count] =
                        (vv_vec2){((float)cx - 0.5f * (float)COLUMNS) * CELL, (float)cy * CELL};
                    index[cy][cx] = m->vertex_count++;
                }
                corner[k] = index[cy][cx];
            }
            const uint32_t pair[] = {corner[0], corner[1], corner[2], corner[1], corner[3], corner[2]};
            memcpy(m->triangles + 3 * (size_t)m->triangle_count, pair, sizeof pair);
            m->triangle_count += 2;
        }
}

/* Handle 0 is the torso, 1 and 2 the legs, each about its hip. */
static inline void biped_weigh(const biped_mesh *m, float *weights)
{
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        float t = vvi_clamp((LEG + 0.08f - m->positions[v].y) / 0.16f, 0.0f, 1.0f);
        float leg = t * t * (3.0f - 2.0f * t), *row = weights + 3 * (size_t)v;
        float right = vvi_clamp(0.5f + m->positions[v].x / 0.12f, 0.0f, 1.0f);
        row[0] = 1.0f - leg;
        row[1] = leg * (1.0f - right);
        row[2] = leg * right;
    }
}

static inline void biped_pose(vv_handle_pose *turns, float rise, float left, float left_length, float right,
                              float right_length)
{
    turns[0] = (vv_handle_pose){{0.0f, rise}, 0.0f, 1.0f, 0.0f, 1.0f};
    turns[1] = (vv_handle_pose){{0.0f, rise}, left, 1.0f, 0.0f, left_length};
    turns[2] = (vv_handle_pose){{0.0f, rise}, right, 1.0f, 0.0f, right_length};
}

static inline vv_sprite *biped_sprite(void)
{
    static biped_mesh mesh;
    static float weights[3 * (COLUMNS + 1) * (ROWS + 1)];
    vv_handle_pose turns[BIPED_EXAMPLES * 3];
    vv_simplex simplices[9];
    const vv_handle handles[] = {{VV_HANDLE_POINT, {0.0f, 0.75f}, {0.0f, 0.75f}, 0},
                                 {VV_HANDLE_POINT, {-0.14f, LEG}, {-0.14f, LEG}, 0},
                                 {VV_HANDLE_POINT, {0.14f, LEG}, {0.14f, LEG}, 0}};
    biped_cut(&mesh);
    biped_weigh(&mesh, weights);
    for (uint32_t side = 0; side < 2; side++) { /* three poses and their reflections, as in figure 9 */
        float s = side == 0 ? 1.0f : -1.0f, lifted = 0.85f;
        biped_pose(turns + 9 * side, -0.04f, 0.4f * s, 1.0f, -0.4f * s, 1.0f);
        biped_pose(turns + 9 * side + 3, -0.03f, 0.2f * s, side ? lifted : 1.0f, -0.25f * s, side ? 1.0f : lifted);
        biped_pose(turns + 9 * side + 6, 0.0f, -0.1f * s, side ? lifted : 1.0f, 0.1f * s, side ? 1.0f : lifted);
    }
    biped_pose(turns + 3 * STAND, 0.0f, 0.0f, 1.0f, 0.0f, 1.0f);
    biped_pose(turns + 3 * CROUCHED, -0.4f * LEG, 0.0f, 0.6f, 0.0f, 0.6f);
    biped_pose(turns + 3 * SPRUNG, 0.15f * LEG, 0.0f, 1.15f, 0.0f, 1.15f);
    for (uint32_t i = 0; i < 6; i++)
        simplices[i] = (vv_simplex){{STAND, i, (i + 1) % 6}};
    simplices[6] = (vv_simplex){{STAND, CROUCHED, VV_NONE}};
    simplices[7] = (vv_simplex){{CROUCHED, SPRUNG, VV_NONE}};
    simplices[8] = (vv_simplex){{SPRUNG, STAND, VV_NONE}};
    vv_complex_def complex_def = {BIPED_EXAMPLES, 9, simplices, NULL};
    vv_complex *complex = NULL;
    vv_error error = {0};
    assert_int_equal(vv_complex_create(&complex_def, NULL, &complex, &error), VV_OK);
    vv_layer layer = {0, mesh.vertex_count, 0, mesh.triangle_count};
    vv_sprite_def def = vv_default_sprite_def();
    def.mesh = (vv_mesh){mesh.vertex_count, mesh.triangle_count, 1, mesh.positions, NULL, mesh.triangles, &layer};
    def.handle_count = 3;
    def.handles = handles;
    def.weights = weights;
    def.example_count = BIPED_EXAMPLES;
    def.example_poses = turns;
    def.complex = complex;
    vv_sprite *sprite = NULL;
    if (vv_sprite_create(&def, NULL, &sprite, &error) != VV_OK)
        fail_msg("%s", error.message);
    vv_complex_destroy(complex, NULL);
    return sprite;
}

/* ---- Its behaviour ----------------------------------------------------------------------------------------------- */

static inline vv_behaviour *biped_behaviour(const vv_sprite *sprite)
{
    static const char *const inputs[] = {"walk"}, *const events[] = {"jump"};
    static vv_example_weight at[BIPED_EXAMPLES];
    vv_behaviour_key ring[6];
    for (uint32_t i = 0; i < BIPED_EXAMPLES; i++)
        at[i] = (vv_example_weight){i, 1.0f};
    for (uint32_t i = 0; i < 6; i++)
        ring[i] = (vv_behaviour_key){1, &at[i], 0.12f, VV_EASE_LINEAR};
    vv_behaviour_key stand = {1, &at[STAND], 0.2f, VV_EASE_SMOOTH}, crouch = {1, &at[CROUCHED], 0.25f, VV_EASE_SMOOTH},
                     spring = {1, &at[SPRUNG], 0.05f, VV_EASE_LINEAR};
    vv_behaviour_state_def states[BIPED_STATES];
    for (uint32_t i = 0; i < BIPED_STATES; i++) {
        states[i] = vv_default_behaviour_state_def();
        states[i].drive_input = 0;
        states[i].drive_speed = WALK_SPEED;
        states[i].key_count = 1;
        states[i].keys = &stand;
        states[i].turning = VV_TURNING_GROUNDED;
        states[i].turning_input = 0;
    }
    states[STATE_STAND].name = "stand";
    states[STATE_WALK].name = "walk";
    states[STATE_WALK].keys = ring;
    states[STATE_WALK].key_count = 6;
    states[STATE_WALK].end = VV_KEYS_LOOP;
    states[STATE_WALK].start = VV_KEYS_NEAREST;
    states[STATE_WALK].by = VV_KEYS_BY_GROUND;
    states[STATE_WALK].metres = 0.8f;
    states[STATE_CROUCH].name = "crouch";
    states[STATE_CROUCH].keys = &crouch;
    states[STATE_SPRING].name = "spring";
    states[STATE_SPRING].keys = &spring;
    states[STATE_SPRING].kick.y = 4.0f;
    states[STATE_SPRING].signal = 42;
    states[STATE_FALL].name = "fall";
    const vv_condition moving = {.kind = VV_IF_INPUT, .absolute = true, .value = 0.1f},
                       still = {.kind = VV_IF_INPUT, .absolute = true, .below = true, .value = 0.1f},
                       jump[] = {{.kind = VV_IF_EVENT, .value = 0.1f}, {.kind = VV_IF_GROUNDED}},
                       crouched[] = {{.kind = VV_IF_FINISHED}, {.kind = VV_IF_GROUNDED}},
                       falling = {.kind = VV_IF_FALLING, .value = 0.1f}, landed = {.kind = VV_IF_GROUNDED};
    const vv_transition transitions[] = {
        {STATE_STAND, STATE_CROUCH, 2, jump},      {STATE_WALK, STATE_CROUCH, 2, jump},
        {STATE_STAND, STATE_WALK, 1, &moving},     {STATE_WALK, STATE_STAND, 1, &still},
        {STATE_CROUCH, STATE_SPRING, 2, crouched}, {STATE_SPRING, STATE_FALL, 1, &falling},
        {STATE_FALL, STATE_STAND, 1, &landed}};
    vv_behaviour_def def = {
        vv_sprite_complex(sprite), BIPED_STATES, states, 7, transitions, 1, inputs, 1, events, false};
    vv_behaviour *behaviour = NULL;
    vv_error error = {0};
    if (vv_behaviour_create(&def, NULL, &behaviour, &error) != VV_OK)
        fail_msg("%s", error.message);
    return behaviour;
}

static inline biped make_biped(void)
{
    biped b = {.sprite = biped_sprite()};
    b.behaviour = biped_behaviour(b.sprite);
    return b;
}

static inline void free_biped(biped *b)
{
    vv_behaviour_destroy(b->behaviour, NULL);
    vv_sprite_destroy(b->sprite, NULL);
}

/* On a level ground, standing. */
static inline vv_stage *biped_stage(const biped *b, vv_actor *actor)
{
    vv_stage_def stage_def = vv_default_stage_def();
    vv_stage *stage = NULL;
    vv_obstacle ground;
    vv_error error = {0};
    assert_int_equal(vv_stage_create(&stage_def, NULL, &stage, &error), VV_OK);
    assert_int_equal(vv_stage_add_ground(stage, 0.0f, 0.8f, &ground, &error), VV_OK);
    vv_actor_def def = vv_default_actor_def();
    def.sprite = b->sprite;
    def.place = vv_complex_at_example(vv_sprite_complex(b->sprite), STAND);
    def.strengths.orient = VV_ORIENT_ANGLE;
    def.strengths.orient_rate = 20.0f;
    def.controller = vv_behaviour_controller(b->behaviour);
    if (vv_stage_add_actor(stage, &def, actor, &error) != VV_OK)
        fail_msg("%s", error.message);
    return stage;
}

#endif
