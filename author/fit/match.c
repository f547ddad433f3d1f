/* What does not go together in one verb, said so that an artist can mend it: skeletons, keytimes, a first foot, a phase, an action that
 * differs. The last two are told by the curves themselves: how alike two examples are at a shift is the correlation of their joints' rotation
 * vectors about their means, Σ_k Re(a_k b̄_k e^{2πiks}) over the first harmonics k, relative to the lengths of both. */
#include "author/fit/parts.h"

#define HARMONICS 6u
#define SHIFTS    64u
#define ALIKE     0.45 /* as they are: enough */
#define BETTER    0.3  /* shifted: so much better that it must be meant so */
#define STRANGERS 0.25 /* at no shift more than this: another action */

/* For messages. */
static double hundredths(double x) { return (double)(float)(floor(100.0 * x + 0.5) / 100.0); }

static bool same_text(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* ---- Skeletons ----------------------------------------------------------------------------------------------------------------------- */

static vv_result check_skeleton(const vv_fit_example *a, const vv_fit_example *b, vv_error *error)
{
    const vv_skeleton *p = a->take->skeleton, *q = b->take->skeleton;
    if (p == q || vv_skeleton_same(p, q))
        return VV_OK;
    uint32_t counts[2] = {vv_skeleton_joint_count(p), vv_skeleton_joint_count(q)}, j = 0;
    for (; j < counts[0] && j < counts[1]; j++) {
        vv_joint x = vv_skeleton_joint(p, j), y = vv_skeleton_joint(q, j);
        if (!same_text(x.name, y.name) || x.parent != y.parent)
            break;
    }
    if (j == counts[0] || j == counts[1])
        vvi_fail(error, VV_ERROR_ARGUMENT, "\"%s\" has %u joints and \"%s\" %u: \"%s\" is only in one", a->name,
                 counts[0], b->name, counts[1], vv_skeleton_joint(j < counts[0] ? p : q, j).name);
    else if (!same_text(vv_skeleton_joint(p, j).name, vv_skeleton_joint(q, j).name))
        vvi_fail(error, VV_ERROR_ARGUMENT, "joint %u of \"%s\" is \"%s\", of \"%s\" \"%s\"", j + 1, a->name,
                 vv_skeleton_joint(p, j).name, b->name, vv_skeleton_joint(q, j).name);
    else
        vvi_fail(error, VV_ERROR_ARGUMENT, "joint \"%s\" hangs on another joint in \"%s\" than in \"%s\"",
                 vv_skeleton_joint(p, j).name, a->name, b->name);
    vvi_error_remedy(error, "use takes of one skeleton in a verb");
    return VV_ERROR_ARGUMENT;
}

/* ---- Cuts ---------------------------------------------------------------------------------------------------------------------------- */

static vv_result check_cut(const vv_fit_example *e, vv_error *error)
{
    const vv_cut *cut = e->cut;
    double end = (e->take->frame_count - 1) / e->take->rate, slack = 1e-6 + 1e-9 * end;
    if (!(cut->from >= -slack && cut->to <= end + slack && cut->to > cut->from))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "%g…%g s is no piece of \"%s\", which lasts %g s",
                        hundredths(cut->from), hundredths(cut->to), e->name, hundredths(end));
    uint32_t count = cut->keytime_count;
    if (count < 2 || count > VV_VERB_MAX_KEYTIMES)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "\"%s\" has %u keytimes, not 2 to %u", e->name, count,
                        VV_VERB_MAX_KEYTIMES);
    if (!(fabs(cut->keytimes[0].time - cut->from) <= slack && fabs(cut->keytimes[count - 1].time - cut->to) <= slack))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the first and last keytimes of \"%s\" are not the ends of its cut",
                        e->name);
    for (uint32_t k = 1; k < count; k++)
        if (!(cut->keytimes[k].time > cut->keytimes[k - 1].time + 1e-4 * (cut->to - cut->from))) {
            vvi_fail(error, VV_ERROR_ARGUMENT, "keytime \"%s\" of \"%s\" does not come after \"%s\"",
                     cut->keytimes[k].label, e->name, cut->keytimes[k - 1].label);
            vvi_error_remedy(error, "move it to a later time");
            return VV_ERROR_ARGUMENT;
        }
    return VV_OK;
}

/* Keytime r of b from which on its labels are those of a, going round; the last of a cycle is the first again. VV_NONE: there is none. */
static uint32_t rotation_of(const vv_cut *a, const vv_cut *b)
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
    vvi_fail(error, VV_ERROR_ARGUMENT, "\"%s\" begins with \"%s\", \"%s\" with \"%s\"", a->name,
             a->cut->keytimes[0].label, b->name, b->cut->keytimes[0].label);
    vvi_error_remedy(error, "let \"%s\" start at %g s, where its \"%s\" is", b->name,
                     hundredths(b->cut->keytimes[start].time), b->cut->keytimes[start].label);
    return VV_ERROR_ARGUMENT;
}

static vv_result check_keytimes(const vv_fit_example *a, const vv_fit_example *b, bool cyclic, vv_error *error)
{
    uint32_t counts[2] = {a->cut->keytime_count, b->cut->keytime_count}, k = 0;
    while (k < counts[0] && k < counts[1] && same_text(a->cut->keytimes[k].label, b->cut->keytimes[k].label))
        k++;
    if (k == counts[0] && k == counts[1])
        return VV_OK;
    uint32_t start = cyclic ? rotation_of(a->cut, b->cut) : VV_NONE;
    if (start != VV_NONE)
        return refuse_first_foot(a, b, start, error);
    if (k == counts[0] || k == counts[1]) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "\"%s\" has %u keytimes and \"%s\" %u", a->name, counts[0], b->name,
                 counts[1]);
        vvi_error_remedy(error, "give both the same, or make a verb of its own for another action");
        return VV_ERROR_ARGUMENT;
    }
    const vv_keytime *x = &a->cut->keytimes[k], *y = &b->cut->keytimes[k];
    vvi_fail(error, VV_ERROR_ARGUMENT, "keytime %u of \"%s\" is \"%s\" (%g s), of \"%s\" \"%s\" (%g s)", k + 1, a->name,
             x->label, hundredths(x->time), b->name, y->label, hundredths(y->time));
    vvi_error_remedy(error,
                     "move, add or remove keytimes until both have the same in one order; walks and runs need a verb "
                     "each");
    return VV_ERROR_ARGUMENT;
}

vv_result vvi_fit_check(const vv_fit_verb_def *def, vv_error *error)
{
    if (def->example_count == 0 || def->example_count > VV_FIELD_MAX_EXAMPLES)
        return vvi_fail(error, VV_ERROR_LIMIT, "a verb has 1 to %u examples, not %u", VV_FIELD_MAX_EXAMPLES,
                        def->example_count);
    if (def->example_count != vv_field_example_count(def->field))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the field has %u examples, and there are %u takes",
                        vv_field_example_count(def->field), def->example_count);
    if (def->foot_count > VV_VERB_MAX_FEET ||
        (def->control_count != 0 && (def->control_count < 4 || def->control_count > VV_VERB_MAX_CONTROLS)))
        return vvi_fail(error, VV_ERROR_LIMIT, "%u feet or %u control points are more, or fewer, than a verb can have",
                        def->foot_count, def->control_count);
    if (!(def->tolerance > 0.0f && def->tolerance < 4.0f))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the tolerance is not an angle above 0");
    vv_result result = VV_OK;
    for (uint32_t e = 0; e < def->example_count && result == VV_OK; e++)
        result = vvi_placed(check_cut(&def->examples[e], error), error, "examples[%u]", e);
    for (uint32_t e = 1; e < def->example_count && result == VV_OK; e++)
        result = vvi_placed(check_skeleton(&def->examples[0], &def->examples[e], error), error, "examples[%u]", e);
    for (uint32_t e = 1; e < def->example_count && result == VV_OK; e++)
        result = vvi_placed(check_keytimes(&def->examples[0], &def->examples[e], def->cyclic, error), error,
                            "examples[%u]", e);
    return result;
}

/* ---- Phase and action ------------------------------------------------------------------------------------------------------------------- */

/* The first harmonics of every joint's curve: [3 · joints · HARMONICS] real and imaginary parts, and the root of their energy. */
typedef struct spectrum {
    double *re, *im;
    double length;
} spectrum;

static void transform(uint32_t controls, uint32_t dofs, uint32_t joints, const float *values, spectrum *out)
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
    out->length = sqrt(energy);
}

typedef struct likeness {
    double now, best, shift; /* correlations as they are and at the best shift of the second, a share of a cycle */
} likeness;

static likeness compare(uint32_t joints, const spectrum *a, const spectrum *b)
{
    double re[HARMONICS] = {0}, im[HARMONICS] = {0}, whole = a->length * b->length;
    for (uint32_t i = 0; i < 3 * joints * HARMONICS; i++) {
        re[i % HARMONICS] += a->re[i] * b->re[i] + a->im[i] * b->im[i];
        im[i % HARMONICS] += a->re[i] * b->im[i] - a->im[i] * b->re[i];
    }
    likeness out = {1.0, 1.0, 0.0};
    if (whole < 1e-6) /* one of them keeps still: it goes with everything */
        return out;
    for (uint32_t s = 0; s < SHIFTS; s++) {
        double sum = 0.0;
        for (uint32_t k = 0; k < HARMONICS; k++) {
            float sine, cosine;
            vv_sin_cos(2.0f * VV_PI * (float)((k + 1) * s % SHIFTS) / (float)SHIFTS, &sine, &cosine);
            sum += re[k] * (double)cosine - im[k] * (double)sine;
        }
        if (s == 0)
            out = (likeness){sum / whole, sum / whole, 0.0};
        if (sum / whole > out.best)
            out = (likeness){out.now, sum / whole, s / (double)SHIFTS};
    }
    return out;
}

static bool is_strange(likeness l) { return l.best < STRANGERS; }
static bool is_shifted(likeness l) { return l.now < ALIKE && l.best > l.now + BETTER; }

/* The example that goes with the fewest others; of two alike the later. VV_NONE: all go together. */
static uint32_t odd_one_out(uint32_t count, uint32_t joints, const spectrum *all)
{
    uint32_t odd = VV_NONE, most = 0;
    for (uint32_t e = 0; e < count; e++) {
        uint32_t against = 0;
        for (uint32_t o = 0; o < count; o++) {
            likeness l = compare(joints, &all[o], &all[e]);
            against += o != e && (is_strange(l) || is_shifted(l));
        }
        if (against > 0 && against >= most) {
            most = against;
            odd = e;
        }
    }
    return odd;
}

static vv_result refuse_odd(const vv_fit_verb_def *def, uint32_t joints, const spectrum *all, uint32_t odd,
                            const vvi_warp *warps, vv_error *error)
{
    uint32_t with = VV_NONE;
    likeness best = {0};
    for (uint32_t o = 0; o < def->example_count; o++) {
        likeness l = compare(joints, &all[o], &all[odd]);
        if (o != odd && (with == VV_NONE || l.best > best.best)) {
            best = l;
            with = o;
        }
    }
    const vv_fit_example *a = &def->examples[with], *b = &def->examples[odd];
    if (is_strange(best)) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "\"%s\" is another action than \"%s\": their joints never move alike",
                 b->name, a->name);
        vvi_error_remedy(error, "make a verb of its own for it, or say that any phase is welcome");
    } else {
        vvi_fail(error, VV_ERROR_ARGUMENT,
                 "\"%s\" is in another phase than \"%s\": it matches better %u %% of a cycle later", b->name, a->name,
                 (uint32_t)(100.0 * best.shift + 0.5));
        vvi_error_remedy(error, "let \"%s\" start at %g s, or say that any phase is welcome", b->name,
                         hundredths(b->cut->from + vvi_warp_seconds(&warps[odd], best.shift)));
    }
    return vvi_placed(VV_ERROR_ARGUMENT, error, "examples[%u]", odd);
}

vv_result vvi_fit_check_phase(const vv_fit_verb_def *def, uint32_t control_count, uint32_t dof_count,
                              uint32_t joint_count, const float *controls, const vvi_warp *warps, vvi_arena *arena,
                              vv_error *error)
{
    size_t size = 3 * (size_t)joint_count * HARMONICS, count = def->example_count;
    spectrum *all = vvi_arena_take(arena, count, sizeof *all);
    for (uint32_t e = 0; all && e < count; e++) {
        all[e].re = vvi_arena_take(arena, size, sizeof(double));
        all[e].im = vvi_arena_take(arena, size, sizeof(double));
        if (!all[e].re || !all[e].im)
            return vvi_fail_memory(error, size * sizeof(double));
        transform(control_count, dof_count, joint_count, controls + e * (size_t)control_count * dof_count, &all[e]);
    }
    if (!all)
        return vvi_fail_memory(error, count * sizeof *all);
    uint32_t odd = odd_one_out(def->example_count, joint_count, all);
    return odd == VV_NONE ? VV_OK : refuse_odd(def, joint_count, all, odd, warps, error);
}
