/* From takes to a verb: examples are made comparable (prepare.c), checked for compatibility (match.c), and their
 * curves fitted by least squares in generic time (spline.c), with as few control points as keep every joint within
 * tolerance. */
#include "author/fit/fitting.h"

#define PHASE_CONTROLS 32u /* enough to compare phases and actions */
/* leg lengths: joints of less reach, such as fingers and toes, may have larger errors */
#define FULL_REACH 0.3f

static const uint32_t control_counts[] = {8, 12, 16, 20, 24, 32, 40, 48, 64, 96, 128, 192, 256};

vv_fit_verb_def vv_default_fit_verb_def(void) { return (vv_fit_verb_def){.cyclic = true, .tolerance = 0.01f}; }

/* ---- Fit ------------------------------------------------------------------------------------------------------- */

typedef struct example_fit {
    verb_fit *f;
    const vvi_samples *samples;
    const vvi_spline *spline;
    float *out; /* the example's controls */
    uint32_t example;
} example_fit;

/* Fits a group of columns of f->values and stores the result among the controls. */
static void fit_value_columns(const example_fit *x, uint32_t columns, uint32_t first_dof)
{
    vvi_spline_fit(x->spline, columns, x->f->values, x->f->columns);
    for (uint32_t k = 0; k < x->spline->control_count; k++)
        for (uint32_t c = 0; c < columns; c++)
            x->out[(size_t)k * x->f->dofs + first_dof + c] = (float)x->f->columns[k * columns + c];
}

static double angle_between(vv_quat reference, const double h[3], vv_quat turn)
{
    vv_vec3 half = {(float)(0.5 * h[0]), (float)(0.5 * h[1]), (float)(0.5 * h[2])};
    vv_quat fitted = vv_quat_multiply(reference, vv_quat_exp(half));
    return 2.0 * (double)vv_vec3_length(vv_quat_log(vv_quat_multiply(vv_quat_conjugate(fitted), turn)));
}

static void fit_joint(const example_fit *x, uint32_t joint, vvi_misfit *misfit)
{
    const vvi_samples *s = x->samples;
    vvi_fitting_rotations(x->f, s, joint, x->f->values);
    fit_value_columns(x, 3, VV_DOF_JOINTS + 3 * joint);
    double sum = 0.0;
    for (uint32_t i = 0; i < s->count; i++) {
        double h[3];
        vvi_spline_at(x->spline, i, 3, x->f->columns, h);
        double angle = angle_between(x->f->references[joint], h, s->turns[(size_t)i * s->joints + joint]);
        sum += angle * angle / s->count;
        if (angle > misfit->worst) {
            misfit->worst = angle;
            misfit->worst_example = x->example;
            misfit->worst_joint = joint;
        }
    }
    misfit->rms += sum / ((double)x->f->joints * x->f->examples);
    float importance = vvi_min(1.0f, x->f->reach[joint] / FULL_REACH);
    double weighted = sqrt(sum) * (double)(importance * importance);
    misfit->joint_rms = weighted > misfit->joint_rms ? weighted : misfit->joint_rms;
}

static void fit_example(const example_fit *x, vvi_misfit *misfit)
{
    verb_fit *f = x->f;
    for (size_t i = 0; i < (size_t)x->samples->count * VV_DOF_JOINTS; i++)
        f->values[i] = x->samples->travel[i];
    fit_value_columns(x, VV_DOF_JOINTS, 0);
    for (uint32_t j = 0; j < f->joints; j++)
        fit_joint(x, j, misfit);
    for (uint32_t m = 0; m < f->mover_count; m++) {
        vvi_fitting_positions(x->samples, f->movers[m], f->values);
        fit_value_columns(x, 3, VV_DOF_JOINTS + 3 * f->joints + 3 * m);
    }
}

vv_result vvi_fitting_solve(verb_fit *f, uint32_t control_count, vvi_misfit *misfit, vv_error *error)
{
    *misfit = (vvi_misfit){0};
    size_t each = (size_t)control_count * f->dofs;
    f->columns = vvi_arena_allocate(&f->arena, (size_t)control_count * VV_DOF_JOINTS, sizeof *f->columns);
    f->controls = vvi_arena_allocate(&f->arena, f->examples * each, sizeof *f->controls);
    bool allocated = f->columns && f->controls;
    for (uint32_t e = 0; allocated && e < f->examples; e++) {
        vvi_arena arena = {.allocator = f->allocator};
        vvi_spline spline;
        const vvi_samples *s = &f->samples[e];
        allocated = vvi_spline_prepare(control_count, f->def->cyclic, s->count, s->phase, &arena, &spline);
        if (allocated)
            fit_example(&(example_fit){f, s, &spline, f->controls + e * each, e}, misfit);
        vvi_arena_release(&arena);
    }
    misfit->rms = sqrt(misfit->rms);
    return allocated ? VV_OK : vvi_fail_memory(error, f->examples * each * sizeof *f->controls);
}

/* Fits with the smallest of control_counts that keeps every joint of every example within tolerance. More controls than
 * frames add nothing. */
static vv_result choose_controls(verb_fit *f, uint32_t *control_count, vvi_misfit *misfit, vv_error *error)
{
    uint32_t longest = 0;
    for (uint32_t e = 0; e < f->examples; e++)
        longest = f->samples[e].count > longest ? f->samples[e].count : longest;
    for (uint32_t i = 0; i < sizeof control_counts / sizeof *control_counts; i++) {
        *control_count = control_counts[i];
        vv_result result = vvi_fitting_solve(f, control_counts[i], misfit, error);
        if (result != VV_OK || misfit->joint_rms <= (double)f->def->tolerance || control_counts[i] >= longest)
            return result;
    }
    return VV_OK;
}

/* ---- Verb ------------------------------------------------------------------------------------------------------ */

static vv_result make_verb(const verb_fit *f, uint32_t control_count, vv_verb **out, vv_error *error)
{
    vv_verb_def def = {
        .field = f->def->field,
        .skeleton = f->def->examples[0].take->skeleton,
        .cyclic = f->def->cyclic,
        .control_count = control_count,
        .keytime_count = f->keytime_count,
        .keytimes = f->keytimes,
        .phases = f->phases,
        .references = f->references,
        .translating_joint_count = f->mover_count,
        .translating_joints = f->movers,
        .controls = f->controls,
        .foot_count = f->def->foot_count,
        .feet = f->def->feet,
        .planted = f->planted,
    };
    return vv_verb_create(&def, f->allocator, out, error);
}

/* Scratch to compare the joint positions of the verb at an example with those of its take, both with the root at
 * rest. */
typedef struct pose_scratch {
    float *weights, *dofs;
    vv_quat *turns;
    vv_vec3 *moves;
    vv_affine3 *fitted_globals, *take_globals;
} pose_scratch;

static double largest_distance(uint32_t joints, const vv_affine3 *a, const vv_affine3 *b)
{
    double worst = 0.0;
    for (uint32_t j = 0; j < joints; j++) {
        double d = (double)vv_vec3_length(vv_vec3_sub(a[j].translation, b[j].translation));
        worst = d > worst ? d : worst;
    }
    return worst;
}

static double measure_position_error(const verb_fit *f, const vv_verb *verb, uint32_t e, pose_scratch *b)
{
    const vvi_samples *s = &f->samples[e];
    const vv_skeleton *skeleton = vv_verb_skeleton(verb);
    double worst = 0.0;
    for (uint32_t o = 0; o < f->examples; o++)
        b->weights[o] = o == e ? 1.0f : 0.0f;
    for (uint32_t i = 0; i < s->count; i++) {
        vv_verb_mix(verb, b->weights, (float)s->phase[i], b->dofs);
        vv_verb_pose(verb, b->dofs, &(vv_root){0}, b->turns, b->moves);
        vv_skeleton_globals(skeleton, b->turns, b->moves, b->fitted_globals);
        const vv_vec3 *moves = s->moves + (size_t)i * s->joints;
        vv_skeleton_rest(skeleton, NULL, b->moves);
        b->moves[0] = (vv_vec3){0.0f, (float)s->travel[(size_t)i * VV_DOF_JOINTS + VV_DOF_HEIGHT], 0.0f};
        for (uint32_t m = 0; m < f->mover_count; m++)
            b->moves[f->movers[m]] = moves[f->movers[m]];
        vv_skeleton_globals(skeleton, s->turns + (size_t)i * s->joints, b->moves, b->take_globals);
        double here = largest_distance(f->joints, b->fitted_globals, b->take_globals);
        worst = here > worst ? here : worst;
    }
    return worst;
}

static vv_result measure_position_errors(verb_fit *f, const vv_verb *verb, float *worst, vv_error *error)
{
    pose_scratch b = {0};
    b.weights = vvi_arena_allocate(&f->arena, f->examples, sizeof *b.weights);
    b.dofs = vvi_arena_allocate(&f->arena, vv_verb_dof_capacity(verb), sizeof *b.dofs);
    b.turns = vvi_arena_allocate(&f->arena, f->joints, sizeof *b.turns);
    b.moves = vvi_arena_allocate(&f->arena, f->joints, sizeof *b.moves);
    b.fitted_globals = vvi_arena_allocate(&f->arena, f->joints, sizeof *b.fitted_globals);
    b.take_globals = vvi_arena_allocate(&f->arena, f->joints, sizeof *b.take_globals);
    if (!b.weights || !b.dofs || !b.turns || !b.moves || !b.fitted_globals || !b.take_globals)
        return vvi_fail_memory(error, f->joints * sizeof *b.fitted_globals);
    *worst = 0.0f;
    for (uint32_t e = 0; e < f->examples; e++)
        *worst = vvi_max(*worst, (float)measure_position_error(f, verb, e, &b));
    return VV_OK;
}

static vv_result check_phase(verb_fit *f, vv_error *error)
{
    if (!f->def->cyclic || f->def->any_phase || f->examples < 2)
        return VV_OK;
    vvi_misfit misfit;
    vv_result result = vvi_fitting_solve(f, PHASE_CONTROLS, &misfit, error);
    if (result != VV_OK)
        return result;
    return vvi_fit_check_phase(f->def, PHASE_CONTROLS, f->dofs, f->joints, f->controls, f->warps, &f->arena, error);
}

static vv_result fit_and_report(verb_fit *f, vv_verb **out, vv_fit_report *report, vv_error *error)
{
    vv_result result = vvi_fitting_prepare(f, error);
    if (result == VV_OK)
        result = check_phase(f, error);
    uint32_t control_count = f->def->control_count;
    vvi_misfit misfit = {0};
    if (result == VV_OK)
        result = control_count > 0 ? vvi_fitting_solve(f, control_count, &misfit, error)
                                   : choose_controls(f, &control_count, &misfit, error);
    vv_verb *verb = NULL;
    if (result == VV_OK)
        result = make_verb(f, control_count, &verb, error);
    vv_fit_report measured = {.control_count = control_count,
                              .angle_rms = (float)misfit.rms,
                              .angle_worst = (float)misfit.worst,
                              .worst_example = misfit.worst_example,
                              .worst_joint = misfit.worst_joint,
                              .seam = (float)f->seam};
    if (result == VV_OK)
        result = measure_position_errors(f, verb, &measured.place_worst, error);
    if (result != VV_OK) {
        vv_verb_destroy(verb, f->allocator);
        return result;
    }
    *out = verb;
    if (report)
        *report = measured;
    return VV_OK;
}

vv_result vv_fit_verb(const vv_fit_verb_def *def, const vv_allocator *allocator, vv_verb **out, vv_fit_report *report,
                      vv_error *error)
{
    vv_result result = vvi_fit_check_examples(def, error);
    if (result != VV_OK)
        return result;
    verb_fit f = {.def = def, .allocator = allocator, .arena = {.allocator = allocator}};
    result = fit_and_report(&f, out, report, error);
    vvi_arena_release(&f.arena);
    return result;
}
