/* Makes examples comparable: finds the ground under them, puts their frames into generic time, chooses one reference
 * rotation for each joint and closes cycles. A cycle's closing error is spread evenly over its time, half of it
 * before and half after the middle: a linear ramp changes speeds by no more than the error divided by the duration. */
#include "author/fit/fitting.h"

#define MEAN_PHASES 64u /* moments of an example that contribute to the mean rotation */
/* leg lengths: a joint that translates less relative to its parent is not a mover */
#define LEAST_TRANSLATION 1e-3
#define MOST_SOLE_HEIGHT  0.15  /* leg lengths: feet that stand no higher above y = 0 stand on a floor at 0 */
#define FINGER_REACH      0.15f /* leg lengths: a joint of less reach is a finger or a toe, and often recorded badly */
/* leg lengths: a larger closing error at the end of a joint's reach means that it is no cycle */
#define MOST_CLOSING_ERROR 0.7

/* ---- Time ------------------------------------------------------------------------------------------------------ */

/* Sets each keytime's phase to its mean share of the duration over all examples. */
static void set_keytimes(verb_fit *f)
{
    uint32_t count = f->keytime_count;
    for (uint32_t e = 0; e < f->examples; e++) {
        const vv_cut *cut = f->def->examples[e].cut;
        for (uint32_t k = 0; k < count; k++) {
            double seconds = cut->keytimes[k].time - cut->from;
            f->keytimes[e * count + k] = k == 0 ? 0.0f : (float)seconds;
            f->phases[k] += (float)(seconds / (cut->to - cut->from) / f->examples);
        }
        f->warps[e] = (vvi_warp){count, f->def->cyclic, f->keytimes + e * count, f->phases};
    }
    f->phases[0] = 0.0f;
    f->phases[count - 1] = 1.0f;
}

static void set_phases(const verb_fit *f)
{
    for (uint32_t e = 0; e < f->examples; e++)
        for (uint32_t i = 0; i < f->samples[e].count; i++)
            f->samples[e].phase[i] = vvi_warp_phase(&f->warps[e], f->samples[e].seconds[i], NULL);
}

/* ---- Feet ------------------------------------------------------------------------------------------------------ */

/* The share of from…to in which a foot stands. */
static double standing_share(const vv_footfalls *falls, uint32_t foot, double from, double to)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < falls->count; i++) {
        double a = falls->list[i].from > from ? falls->list[i].from : from;
        double b = falls->list[i].to < to ? falls->list[i].to : to;
        if (falls->list[i].foot == foot && b > a)
            sum += b - a;
    }
    return sum / (to - from);
}

static void count_standing_intervals(const verb_fit *f, const vv_cut *cut, const vv_footfalls *falls,
                                     uint32_t votes[][32])
{
    for (uint32_t foot = 0; foot < f->def->foot_count; foot++)
        for (uint32_t k = 0; k + 1 < f->keytime_count && k < 32; k++)
            votes[foot][k] += standing_share(falls, foot, cut->keytimes[k].time, cut->keytimes[k + 1].time) > 0.5;
}

/* Finds the ground under every example, and plants feet in the intervals in which they stand in most examples. */
static vv_result analyse_feet(verb_fit *f, vv_error *error)
{
    uint32_t votes[VV_VERB_MAX_FEET][32] = {{0}};
    for (uint32_t e = 0; e < f->examples; e++) {
        const vv_fit_example *example = &f->def->examples[e];
        vv_footfalls falls = {0};
        vv_result result =
            vv_fit_footfalls(example->take, f->def->foot_count, f->def->feet, f->allocator, &falls, error);
        if (result != VV_OK)
            return result;
        f->grounds[e] = vvi_fit_ground(example->take, example->cut, f->def->foot_count, f->def->feet, &falls);
        count_standing_intervals(f, example->cut, &falls, votes);
        vv_footfalls_destroy(&falls);
    }
    for (uint32_t foot = 0; foot < f->def->foot_count; foot++)
        for (uint32_t k = 0; k < 32; k++)
            if (2 * votes[foot][k] > f->examples)
                f->planted[foot] |= 1u << k;
    return VV_OK;
}

/* How high the lowest joints of standing feet are above the floor: the median of the examples, if that is plausible.
 * Takes recorded at slightly different heights, and slopes, then all stand on one floor. */
static double find_sole_height(const verb_fit *f)
{
    for (uint32_t e = 0; e < f->examples && f->def->foot_count > 0; e++) {
        double level = f->grounds[e].level;
        uint32_t below = 0, same = 0;
        for (uint32_t o = 0; o < f->examples; o++) {
            below += f->grounds[o].level < level;
            same += f->grounds[o].level == level;
        }
        if (below <= f->examples / 2 && below + same > f->examples / 2)
            return level >= 0.0 && level < MOST_SOLE_HEIGHT * f->grounds[e].scale ? level : 0.0;
    }
    return 0.0;
}

static vv_result sample_examples(verb_fit *f, vv_error *error)
{
    double sole_height = find_sole_height(f);
    for (uint32_t e = 0; e < f->examples; e++) {
        const vv_fit_example *example = &f->def->examples[e];
        double floor_level = f->def->foot_count > 0 ? f->grounds[e].level - sole_height : 0.0;
        if (!vvi_fit_sample(example->take, example->cut, f->def->cyclic, &f->grounds[e], floor_level, &f->arena,
                            &f->samples[e]))
            return vvi_fail_memory(error, example->take->frame_count * sizeof(vv_quat));
    }
    return VV_OK;
}

/* ---- Rotations ------------------------------------------------------------------------------------------------- */

/* Computes the reference rotations. Every example and every part of the cycle counts equally, whatever its frame
 * count. */
static void find_references(verb_fit *f)
{
    for (uint32_t j = 0; j < f->joints; j++) {
        double sums[10] = {0};
        for (uint32_t e = 0; e < f->examples; e++) {
            const vvi_samples *s = &f->samples[e];
            uint32_t i = 0;
            for (uint32_t k = 0; k < MEAN_PHASES; k++) {
                while (i + 1 < s->count && s->phase[i] < (k + 0.5) / MEAN_PHASES)
                    i++;
                vvi_fit_mean_add(sums, s->turns[(size_t)i * s->joints + j]);
            }
        }
        f->references[j] = vvi_fit_mean(sums);
    }
}

void vvi_fitting_rotations(const verb_fit *f, const vvi_samples *s, uint32_t joint, double *values)
{
    vv_vec3 h = {0};
    for (uint32_t i = 0; i < s->count; i++) {
        h = vvi_fit_rotation(f->references[joint], s->turns[(size_t)i * s->joints + joint], h);
        values[3 * i] = (double)h.x;
        values[3 * i + 1] = (double)h.y;
        values[3 * i + 2] = (double)h.z;
    }
}

void vvi_fitting_positions(const vvi_samples *s, uint32_t joint, double *values)
{
    for (uint32_t i = 0; i < s->count; i++) {
        vv_vec3 p = s->moves[(size_t)i * s->joints + joint];
        values[3 * i] = (double)p.x;
        values[3 * i + 1] = (double)p.y;
        values[3 * i + 2] = (double)p.z;
    }
}

/* ---- Positions ------------------------------------------------------------------------------------------------- */

/* Measures the reach of every joint. A leaf, in a skeleton without end joints, gets half the length of its own bone. */
static void measure_reaches(verb_fit *f)
{
    const vv_skeleton *skeleton = f->def->examples[0].take->skeleton;
    float scale = (float)f->grounds[0].scale;
    for (uint32_t j = 0; j < f->joints; j++) {
        vv_vec3 position = vvi_fit_rest_position(skeleton, j);
        for (uint32_t a = j; a != VV_NONE; a = vv_skeleton_joint(skeleton, a).parent) {
            float far = vv_vec3_length(vv_vec3_sub(position, vvi_fit_rest_position(skeleton, a))) / scale;
            f->reach[a] = vvi_min(vvi_max(f->reach[a], far), 1.0f);
        }
    }
    for (uint32_t j = 1; j < f->joints; j++)
        if (f->reach[j] == 0.0f)
            f->reach[j] = vvi_min(0.5f * vv_vec3_length(vv_skeleton_joint(skeleton, j).translation) / scale, 1.0f);
}

static bool translates(const verb_fit *f, uint32_t joint)
{
    for (uint32_t e = 0; e < f->examples; e++) {
        const vvi_samples *s = &f->samples[e];
        vv_vec3 rest = vv_skeleton_joint(s->take->skeleton, joint).translation;
        for (uint32_t i = 0; i < s->count; i++) {
            vv_vec3 away = vv_vec3_sub(s->moves[(size_t)i * s->joints + joint], rest);
            if ((double)vv_vec3_length(away) > LEAST_TRANSLATION * f->grounds[e].scale)
                return true;
        }
    }
    return false;
}

static void find_movers(verb_fit *f)
{
    for (uint32_t j = 1; j < f->joints; j++)
        if (translates(f, j))
            f->movers[f->mover_count++] = j;
    f->dofs = VV_DOF_JOINTS + 3 * f->joints + 3 * f->mover_count;
}

/* ---- Cycles ---------------------------------------------------------------------------------------------------- */

/* Subtracts from values[count · columns] a ramp from −½ to ½ of the difference between its ends; returns the norm of
 * that difference. */
static double close_curve(const vvi_samples *s, uint32_t columns, double *values)
{
    double sum = 0.0;
    for (uint32_t c = 0; c < columns; c++) {
        double closing_error = values[(s->count - 1) * (size_t)columns + c] - values[c];
        for (uint32_t i = 0; i < s->count; i++)
            values[i * (size_t)columns + c] -= closing_error * (s->seconds[i] / s->length - 0.5);
        sum += closing_error * closing_error;
    }
    return sqrt(sum);
}

static double close_joint(const verb_fit *f, const vvi_samples *s, uint32_t joint)
{
    vvi_fitting_rotations(f, s, joint, f->values);
    double closing_error = close_curve(s, 3, f->values);
    for (uint32_t i = 0; i < s->count; i++) {
        const double *v = f->values + 3 * (size_t)i;
        vv_vec3 half = {(float)(0.5 * v[0]), (float)(0.5 * v[1]), (float)(0.5 * v[2])};
        s->turns[(size_t)i * s->joints + joint] = vv_quat_multiply(f->references[joint], vv_quat_exp(half));
    }
    return closing_error;
}

static void close_positions(const verb_fit *f, const vvi_samples *s)
{
    for (uint32_t m = 0; m < f->mover_count; m++) {
        vvi_fitting_positions(s, f->movers[m], f->values);
        close_curve(s, 3, f->values);
        for (uint32_t i = 0; i < s->count; i++) {
            const double *v = f->values + 3 * (size_t)i;
            s->moves[(size_t)i * s->joints + f->movers[m]] = (vv_vec3){(float)v[0], (float)v[1], (float)v[2]};
        }
    }
    for (uint32_t i = 0; i < s->count; i++)
        f->values[i] = s->travel[(size_t)i * VV_DOF_JOINTS + VV_DOF_HEIGHT];
    close_curve(s, 1, f->values);
    for (uint32_t i = 0; i < s->count; i++)
        s->travel[(size_t)i * VV_DOF_JOINTS + VV_DOF_HEIGHT] = f->values[i];
}

static vv_result refuse_open_cycle(const vv_fit_example *e, uint32_t joint, double closing_error, vv_error *error)
{
    vvi_fail(error, VV_ERROR_ARGUMENT, "\"%s\" does not loop: joint \"%s\" ends %u degrees from where it begins",
             e->name, vv_skeleton_joint(e->take->skeleton, joint).name,
             (uint32_t)(closing_error * 180.0 / (double)VV_PI + 0.5));
    vvi_error_remedy(error, "let it begin and end at the same moment of its cycle, or make the verb not cyclic");
    return VV_ERROR_ARGUMENT;
}

static vv_result close_cycles(verb_fit *f, vv_error *error)
{
    for (uint32_t e = 0; e < f->examples; e++) {
        for (uint32_t j = 0; j < f->joints; j++) {
            double closing_error = close_joint(f, &f->samples[e], j);
            if (closing_error * (double)f->reach[j] > MOST_CLOSING_ERROR)
                return vvi_prefix_error_path(refuse_open_cycle(&f->def->examples[e], j, closing_error, error), error,
                                             "examples[%u]", e);
            if (f->reach[j] >= FINGER_REACH && closing_error > f->seam)
                f->seam = closing_error;
        }
        close_positions(f, &f->samples[e]);
    }
    return VV_OK;
}

/* ---- Preparation ----------------------------------------------------------------------------------------------- */

static bool allocate_examples(verb_fit *f)
{
    f->keytimes = vvi_arena_allocate(&f->arena, (size_t)f->examples * f->keytime_count, sizeof *f->keytimes);
    f->phases = vvi_arena_allocate(&f->arena, f->keytime_count, sizeof *f->phases);
    f->warps = vvi_arena_allocate(&f->arena, f->examples, sizeof *f->warps);
    f->grounds = vvi_arena_allocate(&f->arena, f->examples, sizeof *f->grounds);
    f->samples = vvi_arena_allocate(&f->arena, f->examples, sizeof *f->samples);
    f->references = vvi_arena_allocate(&f->arena, f->joints, sizeof *f->references);
    f->movers = vvi_arena_allocate(&f->arena, f->joints, sizeof *f->movers);
    f->reach = vvi_arena_allocate(&f->arena, f->joints, sizeof *f->reach);
    return f->reach && f->keytimes && f->phases && f->warps && f->grounds && f->samples && f->references && f->movers;
}

static bool allocate_columns(verb_fit *f)
{
    uint32_t longest = 0;
    for (uint32_t e = 0; e < f->examples; e++)
        longest = f->samples[e].count > longest ? f->samples[e].count : longest;
    f->values = vvi_arena_allocate(&f->arena, (size_t)longest * VV_DOF_JOINTS, sizeof *f->values);
    return f->values != NULL;
}

vv_result vvi_fitting_prepare(verb_fit *f, vv_error *error)
{
    f->examples = f->def->example_count;
    f->joints = vv_skeleton_joint_count(f->def->examples[0].take->skeleton);
    f->keytime_count = f->def->examples[0].cut->keytime_count;
    if (!allocate_examples(f))
        return vvi_fail_memory(error, f->examples * sizeof *f->samples);
    set_keytimes(f);
    vv_result result = analyse_feet(f, error);
    if (result == VV_OK)
        result = sample_examples(f, error);
    if (result == VV_OK && !allocate_columns(f))
        result = vvi_fail_memory(error, VV_DOF_JOINTS * sizeof *f->values);
    if (result != VV_OK)
        return result;
    set_phases(f);
    find_references(f);
    measure_reaches(f);
    find_movers(f);
    return f->def->cyclic ? close_cycles(f, error) : VV_OK;
}
