/* Examples made comparable: the ground under them, their frames in generic time, one reference rotation for each joint, and cycles that
 * close. What a cycle misses is spread evenly over its time, half of it before and half after the middle: a straight ramp changes no speed by
 * more than the miss over the whole length. */
#include "author/fit/fitting.h"

#define MEAN_PHASES 64u   /* moments of an example that its part of the mean rotation is taken from */
#define FIXED       1e-3  /* leg lengths: a joint that moves no more from where it hangs has no place of its own */
#define SOLE        0.15  /* leg lengths: feet this little above y = 0 stand on a floor at 0 */
#define FINGER      0.15f /* leg lengths: what carries less is a finger or a toe, and often recorded badly */
#define BROKEN      0.7   /* leg lengths that what hangs on a joint misses where it should come round: no cycle */

/* ---- Time -------------------------------------------------------------------------------------------------------------------------------- */

/* The mean share of the length at which each keytime lies. */
static void set_keytimes(fitting *f)
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

static void set_phases(const fitting *f)
{
    for (uint32_t e = 0; e < f->examples; e++)
        for (uint32_t i = 0; i < f->samples[e].count; i++)
            f->samples[e].phase[i] = vvi_warp_phase(&f->warps[e], f->samples[e].seconds[i], NULL);
}

/* ---- Feet -------------------------------------------------------------------------------------------------------------------------------- */

/* How much of from…to a foot stands. */
static double standing(const vv_footfalls *falls, uint32_t foot, double from, double to)
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

static void count_stands(const fitting *f, const vv_cut *cut, const vv_footfalls *falls, uint32_t votes[][32])
{
    for (uint32_t foot = 0; foot < f->def->foot_count; foot++)
        for (uint32_t k = 0; k + 1 < f->keytime_count && k < 32; k++)
            votes[foot][k] += standing(falls, foot, cut->keytimes[k].time, cut->keytimes[k + 1].time) > 0.5;
}

/* The ground under every example; and feet are planted where they stand in most. */
static vv_result study_feet(fitting *f, vv_error *error)
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
        count_stands(f, example->cut, &falls, votes);
        vv_footfalls_destroy(&falls);
    }
    for (uint32_t foot = 0; foot < f->def->foot_count; foot++)
        for (uint32_t k = 0; k < 32; k++)
            if (2 * votes[foot][k] > f->examples)
                f->planted[foot] |= 1u << k;
    return VV_OK;
}

/* How high the lowest joints of standing feet are above the floor: the middle of the examples', if that can be. Takes recorded a little
 * higher or lower, and slopes, then all stand on one floor. */
static double sole(const fitting *f)
{
    for (uint32_t e = 0; e < f->examples && f->def->foot_count > 0; e++) {
        double level = f->grounds[e].level;
        uint32_t below = 0, same = 0;
        for (uint32_t o = 0; o < f->examples; o++) {
            below += f->grounds[o].level < level;
            same += f->grounds[o].level == level;
        }
        if (below <= f->examples / 2 && below + same > f->examples / 2)
            return level >= 0.0 && level < SOLE * f->grounds[e].scale ? level : 0.0;
    }
    return 0.0;
}

static vv_result take_samples(fitting *f, vv_error *error)
{
    double above = sole(f);
    for (uint32_t e = 0; e < f->examples; e++) {
        const vv_fit_example *example = &f->def->examples[e];
        double floor_level = f->def->foot_count > 0 ? f->grounds[e].level - above : 0.0;
        if (!vvi_fit_sample(example->take, example->cut, f->def->cyclic, &f->grounds[e], floor_level, &f->arena,
                            &f->samples[e]))
            return vvi_fail_memory(error, example->take->frame_count * sizeof(vv_quat));
    }
    return VV_OK;
}

/* ---- Rotations ---------------------------------------------------------------------------------------------------------------------------- */

/* Every example and every part of the cycle counts alike, however many frames it has. */
static void find_references(fitting *f)
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

void vvi_fitting_rotations(const fitting *f, const vvi_samples *s, uint32_t joint, double *values)
{
    vv_vec3 h = {0};
    for (uint32_t i = 0; i < s->count; i++) {
        h = vvi_fit_rotation(f->references[joint], s->turns[(size_t)i * s->joints + joint], h);
        values[3 * i] = (double)h.x;
        values[3 * i + 1] = (double)h.y;
        values[3 * i + 2] = (double)h.z;
    }
}

void vvi_fitting_places(const vvi_samples *s, uint32_t joint, double *values)
{
    for (uint32_t i = 0; i < s->count; i++) {
        vv_vec3 p = s->moves[(size_t)i * s->joints + joint];
        values[3 * i] = (double)p.x;
        values[3 * i + 1] = (double)p.y;
        values[3 * i + 2] = (double)p.z;
    }
}

/* ---- Places ------------------------------------------------------------------------------------------------------------------------------- */

/* A joint that nothing hangs on, in a skeleton without ends, carries something all the same: half as much as leads to it. */
static void find_reaches(fitting *f)
{
    const vv_skeleton *skeleton = f->def->examples[0].take->skeleton;
    float scale = (float)f->grounds[0].scale;
    for (uint32_t j = 0; j < f->joints; j++) {
        vv_vec3 place = vvi_fit_rest_place(skeleton, j);
        for (uint32_t a = j; a != VV_NONE; a = vv_skeleton_joint(skeleton, a).parent) {
            float far = vv_vec3_length(vv_vec3_sub(place, vvi_fit_rest_place(skeleton, a))) / scale;
            f->reach[a] = vvi_min(vvi_max(f->reach[a], far), 1.0f);
        }
    }
    for (uint32_t j = 1; j < f->joints; j++)
        if (f->reach[j] == 0.0f)
            f->reach[j] = vvi_min(0.5f * vv_vec3_length(vv_skeleton_joint(skeleton, j).move) / scale, 1.0f);
}

static bool moves_about(const fitting *f, uint32_t joint)
{
    for (uint32_t e = 0; e < f->examples; e++) {
        const vvi_samples *s = &f->samples[e];
        vv_vec3 rest = vv_skeleton_joint(s->take->skeleton, joint).move;
        for (uint32_t i = 0; i < s->count; i++) {
            vv_vec3 away = vv_vec3_sub(s->moves[(size_t)i * s->joints + joint], rest);
            if ((double)vv_vec3_length(away) > FIXED * f->grounds[e].scale)
                return true;
        }
    }
    return false;
}

static void find_movers(fitting *f)
{
    for (uint32_t j = 1; j < f->joints; j++)
        if (moves_about(f, j))
            f->movers[f->mover_count++] = j;
    f->dofs = VV_DOF_JOINTS + 3 * f->joints + 3 * f->mover_count;
}

/* ---- Cycles ------------------------------------------------------------------------------------------------------------------------------- */

/* Takes the ramp from −½ to ½ of what its ends miss out of values[count · columns]; returns how much that was in all. */
static double close_curve(const vvi_samples *s, uint32_t columns, double *values)
{
    double sum = 0.0;
    for (uint32_t c = 0; c < columns; c++) {
        double miss = values[(s->count - 1) * (size_t)columns + c] - values[c];
        for (uint32_t i = 0; i < s->count; i++)
            values[i * (size_t)columns + c] -= miss * (s->seconds[i] / s->length - 0.5);
        sum += miss * miss;
    }
    return sqrt(sum);
}

static double close_joint(const fitting *f, const vvi_samples *s, uint32_t joint)
{
    vvi_fitting_rotations(f, s, joint, f->values);
    double miss = close_curve(s, 3, f->values);
    for (uint32_t i = 0; i < s->count; i++) {
        const double *v = f->values + 3 * (size_t)i;
        vv_vec3 half = {(float)(0.5 * v[0]), (float)(0.5 * v[1]), (float)(0.5 * v[2])};
        s->turns[(size_t)i * s->joints + joint] = vv_quat_multiply(f->references[joint], vv_quat_exp(half));
    }
    return miss;
}

static void close_places(const fitting *f, const vvi_samples *s)
{
    for (uint32_t m = 0; m < f->mover_count; m++) {
        vvi_fitting_places(s, f->movers[m], f->values);
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

static vv_result refuse_broken(const vv_fit_example *e, uint32_t joint, double miss, vv_error *error)
{
    vvi_fail(error, VV_ERROR_ARGUMENT, "\"%s\" does not come round: joint \"%s\" ends %u degrees from where it begins",
             e->name, vv_skeleton_joint(e->take->skeleton, joint).name, (uint32_t)(miss * 180.0 / (double)VV_PI + 0.5));
    vvi_error_remedy(error,
                     "let it begin and end at the same moment of its cycle, or make the verb one that does not repeat");
    return VV_ERROR_ARGUMENT;
}

static vv_result close_cycles(fitting *f, vv_error *error)
{
    for (uint32_t e = 0; e < f->examples; e++) {
        for (uint32_t j = 0; j < f->joints; j++) {
            double miss = close_joint(f, &f->samples[e], j);
            if (miss * (double)f->reach[j] > BROKEN)
                return vvi_placed(refuse_broken(&f->def->examples[e], j, miss, error), error, "examples[%u]", e);
            if (f->reach[j] >= FINGER && miss > f->seam)
                f->seam = miss;
        }
        close_places(f, &f->samples[e]);
    }
    return VV_OK;
}

/* ---- All of it ---------------------------------------------------------------------------------------------------------------------------- */

static bool make_room(fitting *f)
{
    f->keytimes = vvi_arena_take(&f->arena, (size_t)f->examples * f->keytime_count, sizeof *f->keytimes);
    f->phases = vvi_arena_take(&f->arena, f->keytime_count, sizeof *f->phases);
    f->warps = vvi_arena_take(&f->arena, f->examples, sizeof *f->warps);
    f->grounds = vvi_arena_take(&f->arena, f->examples, sizeof *f->grounds);
    f->samples = vvi_arena_take(&f->arena, f->examples, sizeof *f->samples);
    f->references = vvi_arena_take(&f->arena, f->joints, sizeof *f->references);
    f->movers = vvi_arena_take(&f->arena, f->joints, sizeof *f->movers);
    f->reach = vvi_arena_take(&f->arena, f->joints, sizeof *f->reach);
    return f->reach && f->keytimes && f->phases && f->warps && f->grounds && f->samples && f->references && f->movers;
}

static bool make_columns(fitting *f)
{
    uint32_t longest = 0;
    for (uint32_t e = 0; e < f->examples; e++)
        longest = f->samples[e].count > longest ? f->samples[e].count : longest;
    f->values = vvi_arena_take(&f->arena, (size_t)longest * VV_DOF_JOINTS, sizeof *f->values);
    return f->values != NULL;
}

vv_result vvi_fitting_prepare(fitting *f, vv_error *error)
{
    f->examples = f->def->example_count;
    f->joints = vv_skeleton_joint_count(f->def->examples[0].take->skeleton);
    f->keytime_count = f->def->examples[0].cut->keytime_count;
    if (!make_room(f))
        return vvi_fail_memory(error, f->examples * sizeof *f->samples);
    set_keytimes(f);
    vv_result result = study_feet(f, error);
    if (result == VV_OK)
        result = take_samples(f, error);
    if (result == VV_OK && !make_columns(f))
        result = vvi_fail_memory(error, VV_DOF_JOINTS * sizeof *f->values);
    if (result != VV_OK)
        return result;
    set_phases(f);
    find_references(f);
    find_reaches(f);
    find_movers(f);
    return f->def->cyclic ? close_cycles(f, error) : VV_OK;
}
