/* Motions: curves against other formulations, loops, turns, refusals, and bytes that may be anything. */
#include "runtime/creature/keyed.h"
#include "tests/testing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 9 };
#define QUARTER 0.78539816339744831

static float between(vvi_random *random, float low, float high) { return low + (high - low) * vvi_random_unit(random); }

static void is_near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.9g is not %.9g within %g", a, b, tolerance);
}

static vv_motion *make(const vv_motion_def *def)
{
    vv_motion *motion = NULL;
    vv_error error = {0};
    if (vv_motion_create(def, NULL, &motion, &error) != VV_OK)
        fail_msg("%s", error.message);
    return motion;
}

static vv_motion *one_track(vv_motion_track_kind kind, uint32_t count, const vv_motion_key *keys, float length,
                            bool loop)
{
    vv_motion_track track = {.kind = kind, .key_count = count, .keys = keys};
    if (kind == VV_TRACK_DEFORM)
        strcpy(track.deform, "open");
    vv_motion_channel channel = {.name = "one", .track_count = 1, .tracks = &track};
    vv_motion_def def = {.duration = length, .loop = loop, .channel_count = 1, .channels = &channel};
    return make(&def);
}

/* Keys of any kind at times at least 0.02 s apart within 0…length. */
static uint32_t random_keys(vvi_random *random, vv_motion_track_kind kind, float length, vv_motion_key *keys)
{
    uint32_t count = 1 + vvi_random_below(random, MOST);
    float room = length / (float)count;
    for (uint32_t k = 0; k < count; k++) {
        keys[k] = (vv_motion_key){.time = room * ((float)k + between(random, 0.0f, 0.9f)),
                                  .slope_in = (vv_slope)vvi_random_below(random, 3),
                                  .slope_out = (vv_slope)vvi_random_below(random, 3),
                                  .curve = (vv_curve)vvi_random_below(random, 3)};
        double square = 0.0;
        for (int c = 0; c < 4; c++) {
            keys[k].value[c] = between(random, kind >= VV_TRACK_POSITION_WEIGHT ? 0.0f : -1.0f, 1.0f);
            keys[k].in[c] = between(random, -3.0f, 3.0f);
            keys[k].out[c] = between(random, -3.0f, 3.0f);
            square += (double)keys[k].value[c] * (double)keys[k].value[c];
        }
        for (int c = 0; kind == VV_TRACK_ROTATION && c < 4; c++)
            keys[k].value[c] = (float)((double)keys[k].value[c] / sqrt(square));
    }
    return count;
}

/* ---- Against another formulation --------------------------------------------------------------------------------- */

/* The same curve in doubles as an endless row of keys: each round follows the other, with its sign; slopes by
 * Lagrange's derivative; pieces by de Casteljau. */
typedef struct moment {
    double time, value[4], in[4], out[4];
    vv_curve curve;
} moment;

typedef struct row {
    moment moments[5 * MOST];
    int count;
} row;

static void lay_rounds(row *r, const vv_motion_key *keys, uint32_t count, double length, bool loop, bool turn)
{
    r->count = 0;
    for (int round = loop ? -2 : 0; round <= (loop ? 2 : 0); round++)
        for (uint32_t k = 0; k < count; k++) {
            moment *m = &r->moments[r->count];
            *m = (moment){.time = (double)keys[k].time + round * length, .curve = keys[k].curve};
            double along = 0.0;
            for (int c = 0; turn && r->count > 0 && c < 4; c++)
                along += m[-1].value[c] * (double)keys[k].value[c];
            double sign = along < 0.0 ? -1.0 : 1.0;
            for (int c = 0; c < 4; c++) {
                m->value[c] = sign * (double)keys[k].value[c];
                m->in[c] = keys[k].slope_in == VV_SLOPE_FREE ? sign * (double)keys[k].in[c] : 0.0;
                m->out[c] = keys[k].slope_out == VV_SLOPE_FREE ? sign * (double)keys[k].out[c] : 0.0;
            }
            r->count++;
        }
}

static void lay_slopes(row *r, const vv_motion_key *keys, uint32_t count)
{
    for (int i = 1; i + 1 < r->count; i++) {
        moment *m = &r->moments[i];
        const vv_motion_key *key = &keys[(uint32_t)i % count];
        double a = m[-1].time, b = m->time, d = m[1].time;
        for (int c = 0; c < 4 && count > 1; c++) {
            double slope = m[-1].value[c] * (b - d) / ((a - b) * (a - d)) +
                           m->value[c] * (2.0 * b - a - d) / ((b - a) * (b - d)) +
                           m[1].value[c] * (b - a) / ((d - a) * (d - b));
            if (key->slope_in == VV_SLOPE_AUTO)
                m->in[c] = slope;
            if (key->slope_out == VV_SLOPE_AUTO)
                m->out[c] = slope;
        }
    }
}

static double on_row(const row *r, double time, int c)
{
    int i = 0;
    while (i + 1 < r->count && r->moments[i + 1].time <= time)
        i++;
    const moment *a = &r->moments[i];
    if (time < a->time || i + 1 == r->count || a->curve == VV_CURVE_STEP)
        return a->value[c];
    double h = a[1].time - a->time, t = (time - a->time) / h;
    if (a->curve == VV_CURVE_LINEAR)
        return (1.0 - t) * a->value[c] + t * a[1].value[c];
    double b[4] = {a->value[c], a->value[c] + h * a->out[c] / 3.0, a[1].value[c] - h * a[1].in[c] / 3.0, a[1].value[c]};
    for (int n = 3; n > 0; n--)
        for (int j = 0; j < n; j++)
            b[j] += t * (b[j + 1] - b[j]);
    return b[0];
}

static void curves_are_what_de_casteljau_says(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(11);
    for (int round = 0; round < 400; round++) {
        vv_motion_key keys[MOST];
        row r;
        vv_motion_track_kind kind = (vv_motion_track_kind)(round % 2);
        bool loop = round % 4 >= 2;
        uint32_t count = random_keys(&random, kind, 2.0f, keys);
        vv_motion *motion = one_track(kind, count, keys, 2.0f, loop);
        lay_rounds(&r, keys, count, 2.0, loop, kind == VV_TRACK_ROTATION);
        lay_slopes(&r, keys, count);
        for (int i = 0; i < 50; i++) {
            float time = between(&random, 0.0f, 2.0f), value[4];
            double expected[4], square = 0.0, along = 0.0;
            vv_motion_sample(motion, 0, 0, time, value, NULL);
            for (int c = 0; c < 4; c++) {
                expected[c] = on_row(&r, (double)time, c);
                square += expected[c] * expected[c];
                along += expected[c] * (double)value[c];
            }
            double scale = kind == VV_TRACK_POSITION ? 1.0 : (along < 0.0 ? -1.0 : 1.0) / sqrt(square);
            for (int c = 0; c < (kind == VV_TRACK_POSITION ? 3 : 4) && (kind == VV_TRACK_POSITION || square > 1e-4);
                 c++)
                is_near((double)value[c], scale * expected[c], kind == VV_TRACK_POSITION ? 2e-5 : 2e-6 / square + 2e-5);
        }
        vv_motion_destroy(motion, NULL);
    }
}

static void slopes_are_finite_differences(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(12);
    uint32_t checked = 0;
    for (int round = 0; round < 200; round++) {
        vv_motion_key keys[MOST];
        vv_motion_track_kind kind = (vv_motion_track_kind)(round % 2);
        uint32_t count = random_keys(&random, kind, 2.0f, keys);
        vv_motion *motion = one_track(kind, count, keys, 2.0f, true);
        for (int i = 0; i < 30; i++) {
            float time = between(&random, 0.01f, 1.99f), h = 1e-3f, value[4], slope[4], before[4], after[4];
            bool clear = true;
            for (uint32_t k = 0; k < count; k++)
                clear &= fabsf(keys[k].time - time) > 2.0f * h;
            vv_motion_sample(motion, 0, 0, time, value, slope);
            vv_motion_sample(motion, 0, 0, time - h, before, NULL);
            vv_motion_sample(motion, 0, 0, time + h, after, NULL);
            for (int c = 0; clear && c < (kind == VV_TRACK_POSITION ? 3 : 4); c++) {
                double steep = 0.0;
                for (int d = 0; d < 4; d++)
                    steep += fabs((double)slope[d]);
                is_near((double)slope[c], (double)(after[c] - before[c]) / (2.0 * (double)h),
                        0.01 + 2e-3 * steep * steep);
                checked++;
            }
        }
        vv_motion_destroy(motion, NULL);
    }
    assert_true(checked > 10000);
}

/* What lets modes be changed under a curve: mapping the keys maps everything between them. */
static void curves_are_linear_in_their_keys(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(13);
    for (int round = 0; round < 100; round++) {
        vv_motion_key keys[MOST], mapped[MOST];
        float m[3][3];
        for (int i = 0; i < 9; i++)
            m[i / 3][i % 3] = between(&random, -2.0f, 2.0f);
        uint32_t count = random_keys(&random, VV_TRACK_POSITION, 2.0f, keys);
        for (uint32_t k = 0; k < count; k++) {
            mapped[k] = keys[k];
            for (int c = 0; c < 3; c++) {
                mapped[k].value[c] =
                    m[c][0] * keys[k].value[0] + m[c][1] * keys[k].value[1] + m[c][2] * keys[k].value[2];
                mapped[k].in[c] = m[c][0] * keys[k].in[0] + m[c][1] * keys[k].in[1] + m[c][2] * keys[k].in[2];
                mapped[k].out[c] = m[c][0] * keys[k].out[0] + m[c][1] * keys[k].out[1] + m[c][2] * keys[k].out[2];
            }
        }
        vv_motion *a = one_track(VV_TRACK_POSITION, count, keys, 2.0f, round % 2),
                  *b = one_track(VV_TRACK_POSITION, count, mapped, 2.0f, round % 2);
        for (int i = 0; i < 20; i++) {
            float time = between(&random, 0.0f, 2.0f), x[4], y[4];
            vv_motion_sample(a, 0, 0, time, x, NULL);
            vv_motion_sample(b, 0, 0, time, y, NULL);
            for (int c = 0; c < 3; c++)
                is_near((double)(m[c][0] * x[0] + m[c][1] * x[1] + m[c][2] * x[2]), (double)y[c], 5e-5);
        }
        vv_motion_destroy(a, NULL);
        vv_motion_destroy(b, NULL);
    }
}

/* ---- By hand ----------------------------------------------------------------------------------------------------- */

static float value_at(const vv_motion *motion, float time)
{
    float value[4];
    vv_motion_sample(motion, 0, 0, time, value, NULL);
    return value[0];
}

static void a_parabola_is_met_exactly_between_inner_keys(void **state)
{
    (void)state;
    vv_motion_key keys[4] = {{.time = 0.0f}, {.time = 0.5f}, {.time = 1.25f}, {.time = 2.0f}};
    for (int k = 0; k < 4; k++)
        keys[k].value[0] = 1.0f + 2.0f * keys[k].time - keys[k].time * keys[k].time;
    vv_motion *motion = one_track(VV_TRACK_DEFORM, 4, keys, 2.0f, false);
    for (float t = 0.5f; t <= 1.25f; t += 0.05f)
        is_near((double)value_at(motion, t), (double)(1.0f + 2.0f * t - t * t), 1e-6);
    float value[4], slope[4];
    vv_motion_sample(motion, 0, 0, 0.0f, value, slope);
    assert_true(slope[0] == 0.0f && value[0] == 1.0f);
    vv_motion_destroy(motion, NULL);
}

static void times_outside_stay_or_go_round(void **state)
{
    (void)state;
    vv_motion_key keys[2] = {{.time = 0.25f, .value = {1.0f}, .curve = VV_CURVE_LINEAR},
                             {.time = 0.75f, .value = {3.0f}}};
    keys[1].curve = VV_CURVE_LINEAR;
    vv_motion *stays = one_track(VV_TRACK_DEFORM, 2, keys, 1.0f, false);
    vv_motion *loops = one_track(VV_TRACK_DEFORM, 2, keys, 1.0f, true);
    assert_true(value_at(stays, -1.0f) == 1.0f && value_at(stays, 0.5f) == 2.0f && value_at(stays, 9.0f) == 3.0f);
    is_near((double)value_at(loops, 1.0f), 2.0, 1e-6);
    is_near((double)value_at(loops, 0.0f), 2.0, 1e-6);
    is_near((double)value_at(loops, 7.875f), 2.5, 1e-6);
    is_near((double)value_at(loops, -0.125f), 2.5, 1e-6);
    assert_true(isfinite(value_at(loops, NAN)) && isfinite(value_at(stays, INFINITY)));
    keys[0].curve = VV_CURVE_STEP;
    vv_motion *steps = one_track(VV_TRACK_DEFORM, 2, keys, 1.0f, false);
    assert_true(value_at(steps, 0.7499f) == 1.0f && value_at(steps, 0.75f) == 3.0f);
    vv_motion_destroy(stays, NULL);
    vv_motion_destroy(loops, NULL);
    vv_motion_destroy(steps, NULL);
}

/* A loop that is keyed at both of its ends goes through them as through any other key. */
static void the_ends_of_a_loop_meet_smoothly(void **state)
{
    (void)state;
    vv_motion_key keys[4] = {{.time = 0.0f, .value = {1.0f}},
                             {.time = 0.3f, .value = {4.0f}},
                             {.time = 0.8f, .value = {-2.0f}},
                             {.time = 1.0f, .value = {1.0f}}};
    vv_motion *motion = one_track(VV_TRACK_DEFORM, 4, keys, 1.0f, true);
    vv_motion_track own = vv_motion_track_at(motion, 0, 0);
    double expected = ((1.0 + 2.0) / 0.2 * 0.3 + (4.0 - 1.0) / 0.3 * 0.2) / 0.5;
    is_near((double)own.keys[0].out[0], expected, 1e-4);
    is_near((double)own.keys[3].in[0], expected, 1e-4);
    vv_motion_destroy(motion, NULL);
}

static void turns_take_the_short_way(void **state)
{
    (void)state;
    vv_motion_key keys[3] = {{.time = 0.0f, .value = {0, 0, 0, 1}, .curve = VV_CURVE_LINEAR},
                             {.time = 1.0f, .value = {0, -0.70710678f, 0, -0.70710678f}, .curve = VV_CURVE_LINEAR},
                             {.time = 2.0f, .value = {0, 1, 0, 0}, .curve = VV_CURVE_LINEAR}};
    keys[1].slope_in = keys[1].slope_out = VV_SLOPE_FREE;
    keys[1].in[1] = keys[1].out[1] = 0.5f;
    vv_motion *motion = one_track(VV_TRACK_ROTATION, 3, keys, 2.0f, true);
    vv_motion_track own = vv_motion_track_at(motion, 0, 0);
    assert_true(own.keys[1].value[1] > 0.0f && own.keys[1].value[3] > 0.0f && own.keys[1].in[1] == -0.5f);
    float value[4];
    vv_motion_sample(motion, 0, 0, 0.5f, value, NULL);
    is_near((double)value[1], sin(VV_PI / 8), 1e-6);
    is_near((double)value[3], cos(VV_PI / 8), 1e-6);
    vv_motion_destroy(motion, NULL);
}

/* A whole turn in a round: four numbers come back as their own negative, and nothing is seen of it. */
static void a_turn_all_the_way_round_loops(void **state)
{
    (void)state;
    vv_motion_key keys[4];
    for (int k = 0; k < 4; k++)
        keys[k] = (vv_motion_key){.time = 0.1f + 0.5f * (float)k,
                                  .value = {0, (float)sin(QUARTER * k), 0, (float)cos(QUARTER * k)}};
    vv_motion *motion = one_track(VV_TRACK_ROTATION, 4, keys, 2.0f, true);
    float before[4], value[4], first[4];
    vv_motion_sample(motion, 0, 0, 0.0f, before, NULL);
    memcpy(first, before, sizeof first);
    for (int i = 1; i <= 400; i++) {
        vv_motion_sample(motion, 0, 0, (float)i / 200.0f, value, NULL);
        double along = 0.0;
        for (int c = 0; c < 4; c++)
            along += (double)(value[c] * before[c]);
        double angle = 2.0 * acos(fmin(1.0, fabs(along)));
        assert_true(angle > 0.005 && angle < 0.03); /* 2π in 400 steps, unevenly */
        memcpy(before, value, sizeof before);
    }
    for (int c = 0; c < 4; c++)
        is_near(fabs((double)first[c]), fabs((double)value[c]), 1e-5);
    vv_motion_destroy(motion, NULL);
}

static void weights_do_not_overshoot(void **state)
{
    (void)state;
    vv_motion_key keys[4] = {
        {.time = 0.0f}, {.time = 0.9f}, {.time = 1.0f, .value = {1.0f}}, {.time = 2.0f, .value = {1.0f}}};
    vv_motion *motion = one_track(VV_TRACK_POSITION_WEIGHT, 4, keys, 2.0f, false);
    bool reached = false;
    for (float t = 0.0f; t < 2.0f; t += 0.01f) {
        float value[4], slope[4];
        vv_motion_sample(motion, 0, 0, t, value, slope);
        assert_true(value[0] >= 0.0f && value[0] <= 1.0f);
        reached |= t > 1.05f && t < 1.9f && value[0] == 1.0f && slope[0] == 0.0f;
    }
    assert_true(reached);
    vv_motion_destroy(motion, NULL);
}

/* ---- A whole motion ---------------------------------------------------------------------------------------------- */

typedef struct whole {
    vv_motion_def def;
    vv_motion_channel channels[2];
    vv_motion_track tracks[2][4];
    vv_motion_key keys[2][4][3];
    vv_relation relations[2];
    vv_motion_event events[2];
} whole;

static void begin(whole *w)
{
    *w = (whole){.relations = {{1, 2, VV_RELATION_OPPOSITE_SIDE}, {2, 3, VV_RELATION_SAME_SIDE}},
                 .events = {{0.5f, "grab"}, {1.5f, "let go"}}};
    static const vv_motion_track_kind kinds[4] = {VV_TRACK_POSITION, VV_TRACK_ROTATION, VV_TRACK_ROTATION_WEIGHT,
                                                  VV_TRACK_DEFORM};
    for (int c = 0; c < 2; c++) {
        for (int t = 0; t < 4; t++) {
            w->tracks[c][t] = (vv_motion_track){.kind = kinds[t], .key_count = 3, .keys = w->keys[c][t]};
            for (int k = 0; k < 3; k++)
                w->keys[c][t][k] = (vv_motion_key){.time = (float)k * 0.9f, .value = {0, 0, 0, t == 1}};
        }
        strcpy(w->tracks[c][3].deform, "open");
        w->channels[c] = (vv_motion_channel){.name = "hand",
                                             .context = {.cap = "grasper", .zones = {VV_ZONE_HIGH}},
                                             .mode = {.scale = VV_SCALE_LIMB, .secondary = true},
                                             .secondary = VV_SECONDARY_BODIES,
                                             .relative = {.cap = "mouth", .extent = VV_EXTENT_TOPMOST},
                                             .group = (uint32_t)c + 1,
                                             .relative_group = 2,
                                             .blend = 3,
                                             .mirror = true,
                                             .side = 1,
                                             .track_count = 4,
                                             .tracks = w->tracks[c]};
    }
    w->def = (vv_motion_def){
        .duration = 2.0f,
        .loop = true,
        .fade_in = 0.1f,
        .fade_out = 0.2f,
        .branch = {.upright = VV_REQUIREMENT_NO, .cap_count = 1, .caps = {{"grasper", VV_REQUIREMENT_YES, 2}}},
        .relation_count = 2,
        .relations = w->relations,
        .channel_count = 2,
        .channels = w->channels,
        .event_count = 2,
        .events = w->events};
}

static void what_comes_out_is_what_went_in(void **state)
{
    (void)state;
    whole w;
    begin(&w);
    vv_motion *motion = make(&w.def);
    assert_true(vv_motion_duration(motion) == 2.0f && vv_motion_loops(motion));
    assert_int_equal(vv_motion_channel_count(motion), 2);
    vv_motion_channel own = vv_motion_channel_at(motion, 1);
    assert_string_equal(own.name, "hand");
    assert_string_equal(own.context.cap, "grasper");
    assert_string_equal(own.relative.cap, "mouth");
    assert_true(own.mode.scale == VV_SCALE_LIMB && own.mode.secondary && own.secondary == VV_SECONDARY_BODIES);
    assert_true(own.group == 2 && own.relative_group == 2 && own.blend == 3 && own.mirror && own.side == 1);
    assert_true(own.track_count == 4 && own.tracks == NULL && own.context.zones[0] == VV_ZONE_HIGH);
    vv_motion_track track = vv_motion_track_at(motion, 1, 3);
    assert_true(track.kind == VV_TRACK_DEFORM && track.key_count == 3 && track.keys[2].time == 1.8f);
    assert_string_equal(track.deform, "open");
    assert_int_equal(vv_motion_event_count(motion), 2);
    assert_string_equal(vv_motion_event_at(motion, 1).name, "let go");
    assert_true(vv_motion_event_at(motion, 0).time == 0.5f);
    vv_motion_destroy(motion, NULL);
    vv_motion_destroy(NULL, NULL);
}

static void refused(whole *w, const char *word)
{
    vv_motion *motion = NULL;
    vv_error error = {0};
    assert_int_not_equal(vv_motion_create(&w->def, NULL, &motion, &error), VV_OK);
    assert_null(motion);
    if (!strstr(error.message, word))
        fail_msg("\"%s\" does not say \"%s\"", error.message, word);
    begin(w);
}

static void wrong_motions_are_named(void **state)
{
    (void)state;
    whole w;
    begin(&w);
    w.def.duration = 0.0f;
    refused(&w, "seconds long");
    w.def.duration = NAN;
    refused(&w, "seconds long");
    w.def.fade_out = -0.1f;
    refused(&w, "fades");
    w.def.fade_in = NAN;
    refused(&w, "fades");
    w.def.channel_count = VV_MOTION_MAX_CHANNELS + 1;
    refused(&w, "at most 64 channels");
    w.def.relation_count = 29;
    refused(&w, "at most 28 relations");
    w.def.event_count = VV_MOTION_MAX_EVENTS + 1;
    refused(&w, "at most 256 events");
    w.def.branch.cap_count = 9;
    refused(&w, "at most 8 caps");
    w.def.branch.caps[0].cap[0] = 0;
    refused(&w, "cap 0 of the motion's branch");
    w.relations[1].b = 2;
    refused(&w, "relation 1");
    w.relations[0].a = 0;
    refused(&w, "relation 0");
    w.events[1].time = 0.25f;
    refused(&w, "event 1");
    w.events[1].time = 2.5f;
    refused(&w, "event 1");
    memset(w.events[0].name, 'x', sizeof w.events[0].name);
    refused(&w, "event 0");
}

static void wrong_channels_are_named(void **state)
{
    (void)state;
    whole w;
    begin(&w);
    memset(w.channels[1].name, 'x', sizeof w.channels[1].name);
    refused(&w, "name of channel 1");
    w.channels[1].group = 9;
    refused(&w, "channel 1");
    w.channels[0].relative_group = 9;
    refused(&w, "channel 0");
    w.channels[0].side = 2;
    refused(&w, "side");
    w.channels[0].secondary = VV_SECONDARY_EXTERNAL;
    w.channels[0].target = 8;
    refused(&w, "target");
    w.channels[0].mode.ground = true;
    refused(&w, "mode");
    memset(w.channels[0].context.cap, 'x', sizeof w.channels[0].context.cap);
    refused(&w, "context");
    w.channels[0].track_count = 21;
    refused(&w, "too many tracks");
}

static void wrong_tracks_and_keys_are_named(void **state)
{
    (void)state;
    whole w;
    begin(&w);
    w.tracks[1][2].kind = (vv_motion_track_kind)5;
    refused(&w, "track 2 of channel 1");
    w.tracks[1][3].deform[0] = 0;
    refused(&w, "deform");
    w.tracks[1][0].key_count = 0;
    refused(&w, "no keys");
    w.tracks[1][0].key_count = VV_MOTION_MAX_KEYS;
    refused(&w, "at most 65536 keys");
    w.tracks[1][2].kind = VV_TRACK_POSITION;
    refused(&w, "track 2 of channel 1 animates the same value as track 0");
    w.keys[1][0][1].time = w.keys[1][0][0].time;
    refused(&w, "key 1 of track 0 of channel 1");
    w.keys[0][0][2].time = 2.01f;
    refused(&w, "key 2 of track 0 of channel 0");
    w.keys[0][0][2].time = NAN;
    refused(&w, "outside");
    w.keys[0][0][1].value[2] = INFINITY;
    refused(&w, "value");
    w.keys[0][1][1].value[3] = 0.5f;
    refused(&w, "unit length");
    w.keys[0][2][1].value[0] = 1.1f;
    refused(&w, "weight");
    w.keys[0][0][1].slope_in = VV_SLOPE_FREE;
    w.keys[0][0][1].in[0] = NAN;
    refused(&w, "slope");
    w.keys[0][0][1].slope_out = (vv_slope)3;
    refused(&w, "slope");
    w.keys[0][0][1].curve = (vv_curve)3;
    refused(&w, "curve");
}

/* ---- Bytes ------------------------------------------------------------------------------------------------------- */

static void no_memory_is_said(void **state)
{
    (void)state;
    whole w;
    begin(&w);
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_motion *motion = NULL;
    assert_int_equal(vv_motion_create(&w.def, &allocator, &motion, NULL), VV_ERROR_MEMORY);
    assert_null(motion);
    assert_int_equal(counting.used, 0);
    assert_int_equal(vv_motion_create(&w.def, &allocator, &motion, NULL), VV_OK);
    assert_int_equal(counting.allocations, 2);
    vv_motion_destroy(motion, &allocator);
    assert_int_equal(counting.used, 0);
}

/* What follows a name, holes and unused numbers do not get into the bytes. */
static void the_same_motion_has_the_same_bytes(void **state)
{
    (void)state;
    whole w, dirty;
    begin(&w);
    memset(&dirty, 0xa5, sizeof dirty);
    begin(&dirty);
    memset(dirty.channels[0].name + 5, 'x', 20);
    memset(dirty.events[0].name + 5, 'x', 20);
    memset(dirty.channels[0].context.cap + 8, 'x', 20);
    dirty.channels[0].target = 5;
    dirty.keys[0][0][1].in[0] = 7.0f; /* automatic: unused */
    dirty.keys[0][0][1].value[3] = 7.0f;
    vv_motion *a = make(&w.def), *b = make(&dirty.def);
    assert_int_equal(vvi_motion_bytes(a), vvi_motion_bytes(b));
    assert_memory_equal(a, b, vvi_motion_bytes(a));
    vv_motion_destroy(a, NULL);
    vv_motion_destroy(b, NULL);
}

/* Everything that can be asked, so that a sanitizer sees it. */
static void use(const vv_motion *motion)
{
    float value[4], slope[4];
    for (uint32_t c = 0; c < vv_motion_channel_count(motion); c++)
        for (uint32_t t = 0; t < vv_motion_channel_at(motion, c).track_count; t++)
            for (int i = 0; i <= 8; i++) {
                vv_motion_sample(motion, c, t, vv_motion_duration(motion) * (float)i / 8.0f, value, slope);
                for (int k = 0; k < 4; k++)
                    assert_true(isfinite(value[k]) && isfinite(slope[k]));
            }
    for (uint32_t e = 0; e < vv_motion_event_count(motion); e++)
        assert_true(strlen(vv_motion_event_at(motion, e).name) < VV_CREATURE_NAME_BYTES);
}

static void bytes_are_verified(void **state)
{
    (void)state;
    whole w;
    begin(&w);
    vv_motion *motion = make(&w.def);
    size_t bytes = vvi_motion_bytes(motion);
    assert_int_equal(vvi_motion_verify(motion, bytes, NULL), VV_OK);
    unsigned char *copy = aligned_alloc(64, (bytes + 127) / 64 * 64);
    memcpy(copy, motion, bytes);
    for (size_t length = 0; length < bytes; length += 7)
        assert_int_not_equal(vvi_motion_verify(copy, length, NULL), VV_OK);
    assert_int_not_equal(vvi_motion_verify(copy + 4, bytes, NULL), VV_OK);
    uint32_t accepted = 0, rejected = 0;
    static const unsigned char flips[] = {1, 0x80, 0xff};
    for (size_t i = 0; i < bytes; i++)
        for (int f = 0; f < 3; f++) {
            copy[i] ^= flips[f];
            bool sound = vvi_motion_verify(copy, bytes, NULL) == VV_OK;
            if (sound)
                use((const vv_motion *)(const void *)copy);
            accepted += sound;
            rejected += !sound;
            copy[i] ^= flips[f];
        }
    assert_true(accepted > 0 && rejected > accepted / 2);
    assert_memory_equal(copy, motion, bytes);
    free(copy);
    vv_motion_destroy(motion, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curves_are_what_de_casteljau_says),
        cmocka_unit_test(slopes_are_finite_differences),
        cmocka_unit_test(curves_are_linear_in_their_keys),
        cmocka_unit_test(a_parabola_is_met_exactly_between_inner_keys),
        cmocka_unit_test(times_outside_stay_or_go_round),
        cmocka_unit_test(the_ends_of_a_loop_meet_smoothly),
        cmocka_unit_test(turns_take_the_short_way),
        cmocka_unit_test(a_turn_all_the_way_round_loops),
        cmocka_unit_test(weights_do_not_overshoot),
        cmocka_unit_test(what_comes_out_is_what_went_in),
        cmocka_unit_test(wrong_motions_are_named),
        cmocka_unit_test(wrong_channels_are_named),
        cmocka_unit_test(wrong_tracks_and_keys_are_named),
        cmocka_unit_test(no_memory_is_said),
        cmocka_unit_test(the_same_motion_has_the_same_bytes),
        cmocka_unit_test(bytes_are_verified),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
