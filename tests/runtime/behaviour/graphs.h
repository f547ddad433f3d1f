/* Verbs and a graph for tests: a figure with a spine, a head and one leg that walks, runs, stands and gets up, all as
 * sines. */
#ifndef VV_TESTING_GRAPHS_H
#define VV_TESTING_GRAPHS_H

#include "runtime/behaviour/behaviour.h"
#include "runtime/motion/motion.h"
#include "tests/testing.h"

enum { JOINTS = 7, EXAMPLES = 2, CONTROLS = 12, KEYS = 3, DOFS = VV_DOF_JOINTS + 3 * JOINTS };
enum { WALK, RUN, IDLE, RISE, VERBS }; /* RISE is not cyclic */
enum { LYING, RISING, STANDING, WALKING, RUNNING, STATES };
enum { GO, HURRY, STOP, LEAP, EVENTS };

typedef struct figure {
    vv_skeleton *skeleton;
    vv_verb *verbs[VERBS];
    vv_graph *graph;
} figure;

static inline vv_skeleton *figure_skeleton(void)
{
    static const struct {
        const char *name;
        uint32_t parent;
        vv_vec3 move;
    } bones[JOINTS] = {{"hips", VV_NONE, {0, 0.9f, 0}}, {"spine", 0, {0, 0.2f, 0}},     {"head", 1, {0, 0.4f, 0}},
                       {"thigh", 0, {0.1f, -0.05f, 0}}, {"shin", 3, {0, -0.4f, 0.01f}}, {"foot", 4, {0, -0.4f, 0}},
                       {"toe", 5, {0, -0.05f, 0.15f}}};
    vv_joint joints[JOINTS];
    for (uint32_t j = 0; j < JOINTS; j++)
        joints[j] = (vv_joint){bones[j].name, bones[j].parent, bones[j].move, {0, 0, 0, 1}};
    vv_skeleton *skeleton = NULL;
    assert_int_equal(vv_skeleton_create(JOINTS, joints, NULL, &skeleton, NULL), VV_OK);
    return skeleton;
}

/* How far joint j swings about x in the controls of example e. */
static inline float figure_swing(uint32_t verb, uint32_t e, uint32_t j, float around)
{
    static const float sizes[VERBS] = {0.4f, 0.8f, 0.05f, 0.6f};
    float size = sizes[verb] * (1.0f + 0.3f * (float)e), lag = 0.7f * (float)j + 0.9f * (float)verb;
    return size * sinf(6.2831853f * around + lag) + 0.15f * (float)verb * (j & 1 ? 1.0f : -1.0f);
}

static inline vv_verb *figure_verb(const vv_skeleton *skeleton, uint32_t which)
{
    static const float lengths[VERBS] = {1.1f, 0.7f, 2.0f, 1.4f}, speeds[VERBS] = {1.3f, 3.0f, 0.0f, 0.2f};
    float controls[EXAMPLES][CONTROLS][DOFS] = {0}, keytimes[EXAMPLES][KEYS];
    const double places[2 * EXAMPLES] = {-1, -1, 1, 1}; /* of one axis, or of two */
    vv_quat references[JOINTS];
    for (uint32_t e = 0; e < EXAMPLES; e++) {
        for (uint32_t c = 0; c < CONTROLS; c++) {
            float *row = controls[e][c];
            row[VV_DOF_FORWARD] = speeds[which] * (1.0f + 0.2f * (float)e);
            row[VV_DOF_YAW_RATE] = which == RUN ? 0.3f : 0.0f;
            row[VV_DOF_HEIGHT] = 0.9f - 0.1f * (float)which + 0.03f * sinf(12.566371f * (float)c / CONTROLS);
            for (uint32_t j = 0; j < JOINTS; j++)
                row[VV_DOF_JOINTS + 3 * j] = figure_swing(which, e, j, (float)c / CONTROLS);
        }
        for (uint32_t k = 0; k < KEYS; k++)
            keytimes[e][k] = (float)k / (KEYS - 1) * lengths[which] * (1.0f + 0.1f * (float)e);
    }
    for (uint32_t j = 0; j < JOINTS; j++)
        references[j] = (vv_quat){0, 0, 0, 1};
    vv_field *field = NULL;
    vv_field_def field_def = {.axis_count = which == WALK ? 2 : 1, .example_count = EXAMPLES, .examples = places};
    const double one[EXAMPLES] = {-1, 1};
    if (which != WALK)
        field_def.examples = one;
    assert_int_equal(vv_field_create(&field_def, NULL, &field, NULL), VV_OK);
    const vv_foot foot = {3, 4, 5, 6};
    const uint32_t planted = which == IDLE ? 3u : 1u;
    vv_verb_def def = {.field = field,
                       .skeleton = skeleton,
                       .cyclic = which != RISE,
                       .control_count = CONTROLS,
                       .keytime_count = KEYS,
                       .keytimes = keytimes[0],
                       .references = references,
                       .controls = controls[0][0],
                       .foot_count = 1,
                       .feet = &foot,
                       .planted = &planted};
    vv_verb *verb = NULL;
    vv_error error = {0};
    if (vv_verb_create(&def, NULL, &verb, &error) != VV_OK)
        fail_msg("%s", error.message);
    vv_field_destroy(field, NULL);
    return verb;
}

static const char *const figure_mood[] = {"mood"}, *const figure_mood_slope[] = {"slope", "mood"};
static const char *const *const figure_axes[VERBS] = {figure_mood_slope, figure_mood, figure_mood, figure_mood};
static const char *const figure_inputs[] = {"pace", "mood"}; /* mood is an axis already */
static const char *const figure_events[EVENTS] = {"go", "hurry", "stop", "leap"};

static const vv_condition figure_go = {VV_IF_EVENT, GO, false, false, false, 2.0f},
                          figure_hurry = {VV_IF_EVENT, HURRY, false, false, false, 2.0f},
                          figure_stop = {VV_IF_EVENT, STOP, false, false, false, 2.0f},
                          figure_leap = {VV_IF_EVENT, LEAP, false, false, false, 0.0f},
                          figure_pace = {VV_IF_INPUT, 2, false, false, false, 0.5f};

/* Lies until "go", gets up, stands; walks on "go" in the first tenth of a round; runs at the same phase on "hurry",
 * if the pace is above ½; stops; and leaps back to lying from anywhere. */
static const vv_graph_transition figure_transitions[] = {
    {LYING, RISING, 1, &figure_go, 0.3f, {0.0f, 1.0f}, 0.0f},
    {STANDING, WALKING, 1, &figure_go, 0.4f, {0.0f, 1.0f}, 0.25f},
    {WALKING, RUNNING, 1, &figure_hurry, 0.3f, {0.4f, 0.5f}, -1.0f},
    {RUNNING, WALKING, 1, &figure_stop, 0.3f, {0.9f, 0.1f}, -1.0f},
    {WALKING, STANDING, 1, &figure_stop, 0.5f, {0.0f, 1.0f}, 0.0f},
    {VV_NONE, LYING, 1, &figure_leap, 0.2f, {0.0f, 1.0f}, 0.5f},
    {WALKING, RUNNING, 1, &figure_pace, 0.3f, {0.0f, 1.0f}, -1.0f},
};

static inline vv_graph_def figure_def(const figure *f)
{
    static const vv_graph_state_def states[STATES] = {
        {"lying", IDLE, 0.5f, VV_NONE, 0.3f, 11},   {"rising", RISE, 1.0f, STANDING, 0.3f, 12},
        {"standing", IDLE, 1.0f, VV_NONE, 0.3f, 0}, {"walking", WALK, 1.0f, VV_NONE, 0.3f, 14},
        {"running", RUN, 1.2f, VV_NONE, 0.3f, 15},
    };
    return (vv_graph_def){.verb_count = VERBS,
                          .verbs = (const vv_verb *const *)f->verbs,
                          .axes = figure_axes,
                          .state_count = STATES,
                          .states = states,
                          .transition_count = sizeof figure_transitions / sizeof *figure_transitions,
                          .transitions = figure_transitions,
                          .input_count = 2,
                          .inputs = figure_inputs,
                          .event_count = EVENTS,
                          .events = figure_events};
}

static inline figure figure_create(void)
{
    figure f = {.skeleton = figure_skeleton()};
    for (uint32_t v = 0; v < VERBS; v++)
        f.verbs[v] = figure_verb(f.skeleton, v);
    vv_graph_def def = figure_def(&f);
    vv_error error = {0};
    if (vv_graph_create(&def, NULL, &f.graph, &error) != VV_OK)
        fail_msg("%s", error.message);
    return f;
}

static inline vv_graph_player *figure_performer(const figure *f)
{
    vv_graph_player *performer = NULL;
    vv_error error = {0};
    if (vv_graph_player_create(f->graph, (const vv_verb *const *)f->verbs, NULL, &performer, &error) != VV_OK)
        fail_msg("%s", error.message);
    return performer;
}

static inline void figure_destroy(figure *f)
{
    vv_graph_destroy(f->graph, NULL);
    for (uint32_t v = 0; v < VERBS; v++)
        vv_verb_destroy(f->verbs[v], NULL);
    vv_skeleton_destroy(f->skeleton, NULL);
}

#endif
