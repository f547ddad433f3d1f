/* From takes to a verb: examples made comparable (prepare.c), their curves fitted by least squares in generic time (spline.c), with as few
 * control points as keep every joint within the tolerance, and refused where they do not go together (match.c). */
#include "author/fit/fitting.h"

#define PHASE_CONTROLS 32u  /* enough to tell phase and action by */
#define SMALL          0.3f /* leg lengths: joints that carry less, such as fingers and toes, may be off by more */

static const uint32_t ladder[] = {8, 12, 16, 20, 24, 32, 40, 48, 64, 96, 128, 192, 256};

vv_fit_verb_def vv_default_fit_verb_def(void) { return (vv_fit_verb_def){.cyclic = true, .tolerance = 0.01f}; }

/* ---- Fit ----------------------------------------------------------------------------------------------------------------------------------- */

typedef struct fit {
    fitting *f;
    const vvi_samples *samples;
    const vvi_spline *spline;
    float *out; /* the example's controls */
    uint32_t example;
} fit;

/* A group of columns of f->values, fitted and put in its place among the controls. */
static void fit_columns(const fit *x, uint32_t columns, uint32_t first_dof)
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

static void fit_joint(const fit *x, uint32_t joint, vvi_misfit *misfit)
{
    const vvi_samples *s = x->samples;
    vvi_fitting_rotations(x->f, s, joint, x->f->values);
    fit_columns(x, 3, VV_DOF_JOINTS + 3 * joint);
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
    float carries = vvi_min(1.0f, x->f->reach[joint] / SMALL);
    double counts = sqrt(sum) * (double)(carries * carries);
    misfit->joint_rms = counts > misfit->joint_rms ? counts : misfit->joint_rms;
}

static void fit_example(const fit *x, vvi_misfit *misfit)
{
    fitting *f = x->f;
    for (size_t i = 0; i < (size_t)x->samples->count * VV_DOF_JOINTS; i++)
        f->values[i] = x->samples->travel[i];
    fit_columns(x, VV_DOF_JOINTS, 0);
    for (uint32_t j = 0; j < f->joints; j++)
        fit_joint(x, j, misfit);
    for (uint32_t m = 0; m < f->mover_count; m++) {
        vvi_fitting_places(x->samples, f->movers[m], f->values);
        fit_columns(x, 3, VV_DOF_JOINTS + 3 * f->joints + 3 * m);
    }
}

vv_result vvi_fitting_fit(fitting *f, uint32_t control_count, vvi_misfit *misfit, vv_error *error)
{
    *misfit = (vvi_misfit){0};
    size_t each = (size_t)control_count * f->dofs;
    f->columns = vvi_arena_take(&f->arena, (size_t)control_count * VV_DOF_JOINTS, sizeof *f->columns);
    f->controls = vvi_arena_take(&f->arena, f->examples * each, sizeof *f->controls);
    bool room = f->columns && f->controls;
    for (uint32_t e = 0; room && e < f->examples; e++) {
        vvi_arena arena = {.allocator = f->allocator};
        vvi_spline spline;
        const vvi_samples *s = &f->samples[e];
        room = vvi_spline_prepare(control_count, f->def->cyclic, s->count, s->phase, &arena, &spline);
        if (room)
            fit_example(&(fit){f, s, &spline, f->controls + e * each, e}, misfit);
        vvi_arena_release(&arena);
    }
    misfit->rms = sqrt(misfit->rms);
    return room ? VV_OK : vvi_fail_memory(error, f->examples * each * sizeof *f->controls);
}

/* The first rung of the ladder on which every joint of every example keeps within the tolerance. More controls than frames say nothing
 * new. */
static vv_result choose_controls(fitting *f, uint32_t *control_count, vvi_misfit *misfit, vv_error *error)
{
    uint32_t longest = 0;
    for (uint32_t e = 0; e < f->examples; e++)
        longest = f->samples[e].count > longest ? f->samples[e].count : longest;
    for (uint32_t i = 0; i < sizeof ladder / sizeof *ladder; i++) {
        *control_count = ladder[i];
        vv_result result = vvi_fitting_fit(f, ladder[i], misfit, error);
        if (result != VV_OK || misfit->joint_rms <= (double)f->def->tolerance || ladder[i] >= longest)
            return result;
    }
    return VV_OK;
}

/* ---- Verb ---------------------------------------------------------------------------------------------------------------------------------- */

static vv_result make_verb(const fitting *f, uint32_t control_count, vv_verb **out, vv_error *error)
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
        .mover_count = f->mover_count,
        .movers = f->movers,
        .controls = f->controls,
        .foot_count = f->def->foot_count,
        .feet = f->def->feet,
        .planted = f->planted,
    };
    return vv_verb_create(&def, f->allocator, out, error);
}

/* The farthest that a joint of the verb at example e is from where the take has it, both with the root at rest. */
typedef struct bodies {
    float *weights, *dofs;
    vv_quat *turns;
    vv_vec3 *moves;
    vv_affine3 *mine, *its;
} bodies;

static double farthest(uint32_t joints, const vv_affine3 *a, const vv_affine3 *b)
{
    double worst = 0.0;
    for (uint32_t j = 0; j < joints; j++) {
        double d = (double)vv_vec3_length(vv_vec3_sub(a[j].move, b[j].move));
        worst = d > worst ? d : worst;
    }
    return worst;
}

static double place_error(const fitting *f, const vv_verb *verb, uint32_t e, bodies *b)
{
    const vvi_samples *s = &f->samples[e];
    const vv_skeleton *skeleton = vv_verb_skeleton(verb);
    double worst = 0.0;
    for (uint32_t o = 0; o < f->examples; o++)
        b->weights[o] = o == e ? 1.0f : 0.0f;
    for (uint32_t i = 0; i < s->count; i++) {
        vv_verb_mix(verb, b->weights, (float)s->phase[i], b->dofs);
        vv_verb_pose(verb, b->dofs, &(vv_root){0}, b->turns, b->moves);
        vv_skeleton_globals(skeleton, b->turns, b->moves, b->mine);
        const vv_vec3 *moves = s->moves + (size_t)i * s->joints;
        vv_skeleton_rest(skeleton, NULL, b->moves);
        b->moves[0] = (vv_vec3){0.0f, (float)s->travel[(size_t)i * VV_DOF_JOINTS + VV_DOF_HEIGHT], 0.0f};
        for (uint32_t m = 0; m < f->mover_count; m++)
            b->moves[f->movers[m]] = moves[f->movers[m]];
        vv_skeleton_globals(skeleton, s->turns + (size_t)i * s->joints, b->moves, b->its);
        double here = farthest(f->joints, b->mine, b->its);
        worst = here > worst ? here : worst;
    }
    return worst;
}

static vv_result judge_places(fitting *f, const vv_verb *verb, float *worst, vv_error *error)
{
    bodies b = {0};
    b.weights = vvi_arena_take(&f->arena, f->examples, sizeof *b.weights);
    b.dofs = vvi_arena_take(&f->arena, vv_verb_room(verb), sizeof *b.dofs);
    b.turns = vvi_arena_take(&f->arena, f->joints, sizeof *b.turns);
    b.moves = vvi_arena_take(&f->arena, f->joints, sizeof *b.moves);
    b.mine = vvi_arena_take(&f->arena, f->joints, sizeof *b.mine);
    b.its = vvi_arena_take(&f->arena, f->joints, sizeof *b.its);
    if (!b.weights || !b.dofs || !b.turns || !b.moves || !b.mine || !b.its)
        return vvi_fail_memory(error, f->joints * sizeof *b.mine);
    *worst = 0.0f;
    for (uint32_t e = 0; e < f->examples; e++)
        *worst = vvi_max(*worst, (float)place_error(f, verb, e, &b));
    return VV_OK;
}

static vv_result check_phase(fitting *f, vv_error *error)
{
    if (!f->def->cyclic || f->def->any_phase || f->examples < 2)
        return VV_OK;
    vvi_misfit misfit;
    vv_result result = vvi_fitting_fit(f, PHASE_CONTROLS, &misfit, error);
    if (result != VV_OK)
        return result;
    return vvi_fit_check_phase(f->def, PHASE_CONTROLS, f->dofs, f->joints, f->controls, f->warps, &f->arena, error);
}

static vv_result make(fitting *f, vv_verb **out, vv_fit_report *report, vv_error *error)
{
    vv_result result = vvi_fitting_prepare(f, error);
    if (result == VV_OK)
        result = check_phase(f, error);
    uint32_t control_count = f->def->control_count;
    vvi_misfit misfit = {0};
    if (result == VV_OK)
        result = control_count > 0 ? vvi_fitting_fit(f, control_count, &misfit, error)
                                   : choose_controls(f, &control_count, &misfit, error);
    vv_verb *verb = NULL;
    if (result == VV_OK)
        result = make_verb(f, control_count, &verb, error);
    vv_fit_report made = {.control_count = control_count,
                          .angle_rms = (float)misfit.rms,
                          .angle_worst = (float)misfit.worst,
                          .worst_example = misfit.worst_example,
                          .worst_joint = misfit.worst_joint,
                          .seam = (float)f->seam};
    if (result == VV_OK)
        result = judge_places(f, verb, &made.place_worst, error);
    if (result != VV_OK) {
        vv_verb_destroy(verb, f->allocator);
        return result;
    }
    *out = verb;
    if (report)
        *report = made;
    return VV_OK;
}

vv_result vv_fit_verb(const vv_fit_verb_def *def, const vv_allocator *allocator, vv_verb **out, vv_fit_report *report,
                      vv_error *error)
{
    vv_result result = vvi_fit_check(def, error);
    if (result != VV_OK)
        return result;
    fitting f = {.def = def, .allocator = allocator, .arena = {.allocator = allocator}};
    result = make(&f, out, report, error);
    vvi_arena_release(&f.arena);
    return result;
}
