/* Checks that examples fit together in one verb, and reports differences so that an artist can correct them:
 * different skeletons, keytimes, first feet, phases or actions. The last two follow from the curves: the similarity
 * of two examples at a shift s is the correlation of their joints' rotation vectors about their means, Σ_k Re(a_k
 * b̄_k e^{2πiks}) over the first harmonics k, divided by both norms. */
#include "author/fit/parts.h"

#define HARMONICS  6u
#define SHIFTS     64u
#define SIMILAR    0.45 /* unshifted: similar enough */
#define SHIFT_GAIN 0.3  /* gain by a shift that shows another phase */
#define DISSIMILAR 0.25 /* less at every shift: another action */

static bool same_text(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* ---- Skeletons ------------------------------------------------------------------------------------------------- */

static vv_result check_skeleton(const vv_fit_example *a, const vv_fit_example *b, vv_error *error)
{
    const vv_skeleton *p = a->take->skeleton, *q = b->take->skeleton;
    if (p == q || vv_skeleton_has_same_joints(p, q))
        return VV_OK;
    uint32_t counts[2] = {vv_skeleton_joint_count(p), vv_skeleton_joint_count(q)}, j = 0;
    for (; j < counts[0] && j < counts[1]; j++) {
        vv_joint x = vv_skeleton_joint(p, j), y = vv_skeleton_joint(q, j);
        if (!same_text(x.name, y.name) || x.parent != y.parent)
            break;
    }
    if (j == counts[0] || j == counts[1])
        vvi_fail(error, VV_ERROR_ARGUMENT,
                 "\"%s\" has %u joints and \"%s\" has %u: joint \"%s\" is only in one of them", a->name, counts[0],
                 b->name, counts[1], vv_skeleton_joint(j < counts[0] ? p : q, j).name);
    else if (!same_text(vv_skeleton_joint(p, j).name, vv_skeleton_joint(q, j).name))
        vvi_fail(error, VV_ERROR_ARGUMENT, "joint %u of \"%s\" is \"%s\", but that of \"%s\" is \"%s\"", j + 1, a->name,
                 vv_skeleton_joint(p, j).name, b->name, vv_skeleton_joint(q, j).name);
    else
        vvi_fail(error, VV_ERROR_ARGUMENT, "joint \"%s\" has different parents in \"%s\" and \"%s\"",
                 vv_skeleton_joint(p, j).name, a->name, b->name);
    vvi_error_remedy(error, "use takes of the same skeleton in a verb");
    return VV_ERROR_ARGUMENT;
}

/* ---- Cuts ------------------------------------------------------------------------------------------------------ */

static vv_result check_cut(const vv_fit_example *e, vv_error *error)
{
    const vv_cut *cut = e->cut;
    double end = (e->take->frame_count - 1) / e->take->rate, slack = 1e-6 + 1e-9 * end;
    if (!(cut->from >= -slack && cut->to <= end + slack && cut->to > cut->from))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "%g…%g s is not within \"%s\", which lasts %g s",
                        vvi_fit_hundredths(cut->from), vvi_fit_hundredths(cut->to), e->name, vvi_fit_hundredths(end));
    uint32_t count = cut->keytime_count;
    if (count < 2 || count > VV_VERB_MAX_KEYTIMES)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "\"%s\" has %u keytimes; it needs 2 to %u", e->name, count,
                        VV_VERB_MAX_KEYTIMES);
    if (!(fabs(cut->keytimes[0].time - cut->from) <= slack && fabs(cut->keytimes[count - 1].time - cut->to) <= slack))
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "the first and last keytimes of \"%s\" are not at the ends of its cut", e->name);
    for (uint32_t k = 1; k < count; k++)
        if (!(cut->keytimes[k].time > cut->keytimes[k - 1].time + 1e-4 * (cut->to - cut->from))) {
            vvi_fail(error, VV_ERROR_ARGUMENT, "keytime \"%s\" of \"%s\" is not later than \"%s\"",
                     cut->keytimes[k].label, e->name, cut->keytimes[k - 1].label);
            vvi_error_remedy(error, "move it to a later time");
            return VV_ERROR_ARGUMENT;
        }
    return VV_OK;
}

/* The keytime of b from which on its labels, taken cyclically, are those of a; VV_NONE if there is none. The last
 * keytime of a cycle is its first again. */
static uint32_t find_label_rotation(const vv_cut *a, const vv_cut *b)
{
    uint32_t n = a->keytime_count - 1;
    for (uint32_t r = 1; a->keytime_count == b->keytime_count && r < n; r++) {
        uint32_t same = 0;
        while (same < n && same_text(a->keytimes[same].label, b->keytimes[(r + same) % n].label))
            same++;
        if (same == n)
            return r;
    }
    return VV_NONE;
}

static vv_result refuse_first_foot(const vv_fit_example *a, const vv_fit_example *b, uint32_t start, vv_error *error)
{
    vvi_fail(error, VV_ERROR_ARGUMENT, "\"%s\" begins with \"%s\", but \"%s\" with \"%s\"", a->name,
             a->cut->keytimes[0].label, b->name, b->cut->keytimes[0].label);
    vvi_error_remedy(error, "let \"%s\" start at %g s, where its \"%s\" is", b->name,
                     vvi_fit_hundredths(b->cut->keytimes[start].time), b->cut->keytimes[start].label);
    return VV_ERROR_ARGUMENT;
}

static vv_result check_keytimes(const vv_fit_example *a, const vv_fit_example *b, bool cyclic, vv_error *error)
{
    uint32_t counts[2] = {a->cut->keytime_count, b->cut->keytime_count}, k = 0;
    while (k < counts[0] && k < counts[1] && same_text(a->cut->keytimes[k].label, b->cut->keytimes[k].label))
        k++;
    if (k == counts[0] && k == counts[1])
        return VV_OK;
    uint32_t start = cyclic ? find_label_rotation(a->cut, b->cut) : VV_NONE;
    if (start != VV_NONE)
        return refuse_first_foot(a, b, start, error);
    if (k == counts[0] || k == counts[1]) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "\"%s\" has %u keytimes, but \"%s\" has %u", a->name, counts[0], b->name,
                 counts[1]);
        vvi_error_remedy(error, "give both the same keytimes, or make a separate verb for another action");
        return VV_ERROR_ARGUMENT;
    }
    const vv_keytime *x = &a->cut->keytimes[k], *y = &b->cut->keytimes[k];
    vvi_fail(error, VV_ERROR_ARGUMENT, "keytime %u of \"%s\" is \"%s\" (%g s), but that of \"%s\" is \"%s\" (%g s)",
             k + 1, a->name, x->label, vvi_fit_hundredths(x->time), b->name, y->label, vvi_fit_hundredths(y->time));
    vvi_error_remedy(
        error, "move, add or remove keytimes until both have the same ones in the same order; walks and runs need "
               "separate verbs");
    return VV_ERROR_ARGUMENT;
}

vv_result vvi_fit_check_examples(const vv_fit_verb_def *def, vv_error *error)
{
    if (def->example_count == 0 || def->example_count > VV_FIELD_MAX_EXAMPLES)
        return vvi_fail(error, VV_ERROR_LIMIT, "the verb has %u examples; it needs 1 to %u", def->example_count,
                        VV_FIELD_MAX_EXAMPLES);
    if (def->example_count != vv_field_example_count(def->field))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the field has %u examples, but there are %u takes",
                        vv_field_example_count(def->field), def->example_count);
    if (def->foot_count > VV_VERB_MAX_FEET ||
        (def->control_count != 0 && (def->control_count < 4 || def->control_count > VV_VERB_MAX_CONTROLS)))
        return vvi_fail(
            error, VV_ERROR_LIMIT,
            "the verb has %u feet and %u control points; it can have up to %u feet, and 4 to %u control points",
            def->foot_count, def->control_count, VV_VERB_MAX_FEET, VV_VERB_MAX_CONTROLS);
    if (!(def->tolerance > 0.0f && def->tolerance < 4.0f))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the tolerance is %g; it must be above 0 and below 4 radians",
                        (double)def->tolerance);
    vv_result result = VV_OK;
    for (uint32_t e = 0; e < def->example_count && result == VV_OK; e++)
        result = vvi_prefix_error_path(check_cut(&def->examples[e], error), error, "examples[%u]", e);
    for (uint32_t e = 1; e < def->example_count && result == VV_OK; e++)
        result = vvi_prefix_error_path(check_skeleton(&def->examples[0], &def->examples[e], error), error,
                                       "examples[%u]", e);
    for (uint32_t e = 1; e < def->example_count && result == VV_OK; e++)
        result = vvi_prefix_error_path(check_keytimes(&def->examples[0], &def->examples[e], def->cyclic, error), error,
                                       "examples[%u]", e);
    return result;
}

/* ---- Phase and action ------------------------------------------------------------------------------------------ */

/* The first harmonics of every joint's curve: [3 · joints · HARMONICS] real and imaginary parts, and their norm. */
typedef struct spectrum {
    double *re, *im;
    double norm;
} spectrum;

static void compute_spectrum(uint32_t controls, uint32_t dofs, uint32_t joints, const float *values, spectrum *out)
{
    double energy = 0.0;
    for (uint32_t k = 0; k < HARMONICS; k++) {
        for (uint32_t d = 0; d < 3 * joints; d++) {
            double re = 0.0, im = 0.0;
            for (uint32_t i = 0; i < controls; i++) {
                float sine, cosine;
                vv_sin_cos(2.0f * VV_PI * (float)((k + 1) * i % controls) / (float)controls, &sine, &cosine);
                double value = (double)values[(size_t)i * dofs + VV_DOF_JOINTS + d] / controls;
                re += value * (double)cosine;
                im -= value * (double)sine;
            }
            out->re[d * HARMONICS + k] = re;
            out->im[d * HARMONICS + k] = im;
            energy += re * re + im * im;
        }
    }
    out->norm = sqrt(energy);
}

typedef struct similarity {
    /* correlations without shift and at the best shift of the second; that shift, 0…1 of a cycle */
    double unshifted, best, shift;
} similarity;

static similarity compare_spectra(uint32_t joints, const spectrum *a, const spectrum *b)
{
    double re[HARMONICS] = {0}, im[HARMONICS] = {0}, norms = a->norm * b->norm;
    for (uint32_t i = 0; i < 3 * joints * HARMONICS; i++) {
        re[i % HARMONICS] += a->re[i] * b->re[i] + a->im[i] * b->im[i];
        im[i % HARMONICS] += a->re[i] * b->im[i] - a->im[i] * b->re[i];
    }
    similarity out = {1.0, 1.0, 0.0};
    if (norms < 1e-6) /* an example that does not move fits to everything */
        return out;
    for (uint32_t s = 0; s < SHIFTS; s++) {
        double sum = 0.0;
        for (uint32_t k = 0; k < HARMONICS; k++) {
            float sine, cosine;
            vv_sin_cos(2.0f * VV_PI * (float)((k + 1) * s % SHIFTS) / (float)SHIFTS, &sine, &cosine);
            sum += re[k] * (double)cosine - im[k] * (double)sine;
        }
        if (s == 0)
            out = (similarity){sum / norms, sum / norms, 0.0};
        if (sum / norms > out.best)
            out = (similarity){out.unshifted, sum / norms, s / (double)SHIFTS};
    }
    return out;
}

static bool is_other_action(similarity l) { return l.best < DISSIMILAR; }
static bool is_other_phase(similarity l) { return l.unshifted < SIMILAR && l.best > l.unshifted + SHIFT_GAIN; }

/* The example that fits to the fewest others, the later one of two equal ones; VV_NONE if all fit together. */
static uint32_t find_odd_example(uint32_t count, uint32_t joints, const spectrum *all)
{
    uint32_t odd_example = VV_NONE, most = 0;
    for (uint32_t e = 0; e < count; e++) {
        uint32_t misfits = 0;
        for (uint32_t o = 0; o < count; o++) {
            similarity l = compare_spectra(joints, &all[o], &all[e]);
            misfits += o != e && (is_other_action(l) || is_other_phase(l));
        }
        if (misfits > 0 && misfits >= most) {
            most = misfits;
            odd_example = e;
        }
    }
    return odd_example;
}

static vv_result refuse_odd(const vv_fit_verb_def *def, uint32_t joints, const spectrum *all, uint32_t odd_example,
                            const vvi_warp *warps, vv_error *error)
{
    uint32_t with = VV_NONE;
    similarity best = {0};
    for (uint32_t o = 0; o < def->example_count; o++) {
        similarity l = compare_spectra(joints, &all[o], &all[odd_example]);
        if (o != odd_example && (with == VV_NONE || l.best > best.best)) {
            best = l;
            with = o;
        }
    }
    const vv_fit_example *a = &def->examples[with], *b = &def->examples[odd_example];
    if (is_other_action(best)) {
        vvi_fail(error, VV_ERROR_ARGUMENT,
                 "\"%s\" is another action than \"%s\": their joints move differently at every phase", b->name,
                 a->name);
        vvi_error_remedy(error, "make a separate verb for it, or allow any phase");
    } else {
        vvi_fail(error, VV_ERROR_ARGUMENT,
                 "\"%s\" is in another phase than \"%s\": it matches better %u %% of a cycle later", b->name, a->name,
                 (uint32_t)(100.0 * best.shift + 0.5));
        vvi_error_remedy(error, "let \"%s\" start at %g s, or allow any phase", b->name,
                         vvi_fit_hundredths(b->cut->from + vvi_warp_seconds(&warps[odd_example], best.shift)));
    }
    return vvi_prefix_error_path(VV_ERROR_ARGUMENT, error, "examples[%u]", odd_example);
}

vv_result vvi_fit_check_phase(const vv_fit_verb_def *def, uint32_t control_count, uint32_t dof_count,
                              uint32_t joint_count, const float *controls, const vvi_warp *warps, vvi_arena *arena,
                              vv_error *error)
{
    size_t size = 3 * (size_t)joint_count * HARMONICS, count = def->example_count;
    spectrum *all = vvi_arena_allocate(arena, count, sizeof *all);
    for (uint32_t e = 0; all && e < count; e++) {
        all[e].re = vvi_arena_allocate(arena, size, sizeof(double));
        all[e].im = vvi_arena_allocate(arena, size, sizeof(double));
        if (!all[e].re || !all[e].im)
            return vvi_fail_memory(error, size * sizeof(double));
        compute_spectrum(control_count, dof_count, joint_count, controls + e * (size_t)control_count * dof_count,
                         &all[e]);
    }
    if (!all)
        return vvi_fail_memory(error, count * sizeof *all);
    uint32_t odd_example = find_odd_example(def->example_count, joint_count, all);
    return odd_example == VV_NONE ? VV_OK : refuse_odd(def, joint_count, all, odd_example, warps, error);
}
