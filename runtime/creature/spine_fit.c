/* Spine splines (4.3.2), made once: which joints carry particles, and for each stretch between two of them a quintic Hermite spline fitted to
 * the joints between by least squares.
 *
 * The paper makes particles wherever goals happen to branch off. Here they are a creature's own (its ends and where limbs hang, thinned
 * out): then nothing jumps when a goal's weight comes up from 0, nothing is fitted while playing, and pulls in between act on both
 * neighbours. */
#include "solver.h"

/* p₀ v₀ a₀ p₁ v₁ a₁ of a quintic on [0, 1]. */
static void quintic(double t, double *value, double *gradient)
{
    double t2 = t * t, t3 = t2 * t, t4 = t3 * t, t5 = t4 * t;
    value[0] = 1 - 10 * t3 + 15 * t4 - 6 * t5;
    value[1] = t - 6 * t3 + 8 * t4 - 3 * t5;
    value[2] = 0.5 * t2 - 1.5 * t3 + 1.5 * t4 - 0.5 * t5;
    value[3] = 10 * t3 - 15 * t4 + 6 * t5;
    value[4] = -4 * t3 + 7 * t4 - 3 * t5;
    value[5] = 0.5 * t3 - t4 + 0.5 * t5;
    gradient[0] = -30 * t2 + 60 * t3 - 30 * t4;
    gradient[1] = 1 - 18 * t2 + 32 * t3 - 15 * t4;
    gradient[2] = t - 4.5 * t2 + 6 * t3 - 2.5 * t4;
    gradient[3] = 30 * t2 - 60 * t3 + 30 * t4;
    gradient[4] = -12 * t2 + 28 * t3 - 15 * t4;
    gradient[5] = 1.5 * t2 - 4 * t3 + 2.5 * t4;
}

/* The far end of a side's body at rest. */
static vv_vec3 far_end(const vv_solver *s, uint32_t body) { return add(s->bodies[body].rest, s->knots[body].bone); }

/* ---- Bones ------------------------------------------------------------------------------------------------------------ */

/* The end of the spine has no next joint: it points at what it carries (a mouth), else through its own centre, else on as before. */
static vv_vec3 tip_bone(const vv_solver *s, const spine_side *side)
{
    uint32_t last = side->first + side->count - 1u, count = 0;
    vv_vec3 sum = {0, 0, 0}, before = side->count > 1 ? s->bodies[last].offset : (vv_vec3){0, 0, 0};
    for (uint32_t c = s->bodies[last].first_child; c != VV_NONE; c = s->bodies[c].next_sibling)
        if (s->bodies[c].rigid) {
            sum = add(sum, add(s->bodies[c].offset, s->bodies[c].centre));
            count++;
        }
    vv_vec3 choices[4] = {scale(sum, 1.0f / (float)(count ? count : 1u)), scale(s->bodies[last].centre, 2.0f),
                          scale(before, 0.5f), scale(sub(s->bodies[last].rest, s->bodies[0].rest), 0.5f)};
    for (int i = 0; i < 4; i++)
        if (square(choices[i]) > 1e-4f * s->size * s->size)
            return choices[i];
    return (vv_vec3){0, 0, 0.05f * s->size};
}

static void measure_bones(vv_solver *s, spine_side *side)
{
    uint32_t end = side->first + side->count;
    side->length = 0.0f;
    for (uint32_t i = side->first; i < end; i++) {
        spine_knot *knot = &s->knots[i];
        knot->bone = i + 1u < end ? s->bodies[i + 1u].offset : tip_bone(s, side);
        knot->length = sqrtf(square(knot->bone));
        side->length += knot->length;
        knot->along = side->length;
    }
}

/* Where a straight spine gives way to: the way it is bent already, else up, else back. */
static vv_vec3 find_bulge(const vv_solver *s, const spine_side *side)
{
    vv_vec3 start = s->bodies[side->first].rest, far = far_end(s, side->first + side->count - 1u);
    vv_vec3 u = vv_vec3_direction(sub(far, start), (vv_vec3){0, 0, 1}), most = {0, 0, 0};
    for (uint32_t i = side->first; i < side->first + side->count; i++) {
        vv_vec3 aside = beside(sub(far_end(s, i), start), u);
        most = square(aside) > square(most) ? aside : most;
    }
    if (square(most) > 1e-4f * side->length * side->length)
        return vv_vec3_direction(most, (vv_vec3){0, 1, 0});
    vv_vec3 wanted = fabsf(u.y) > 0.7f ? (vv_vec3){0, 0, -1} : (vv_vec3){0, 1, 0};
    return vv_vec3_direction(beside(wanted, u), (vv_vec3){0, 1, 0});
}

/* ---- Particles -------------------------------------------------------------------------------------------------------- */

static bool carries_limb(const vv_solver *s, uint32_t body)
{
    for (uint32_t c = s->bodies[body].first_child; c != VV_NONE; c = s->bodies[c].next_sibling)
        if (s->bodies[c].limb != VV_NONE && !s->bodies[c].rigid)
            return true;
    return false;
}

/* Far ends that become particles, outermost first: the tip, then joints of bodies on which limbs hang, a quarter of the side apart. */
static uint32_t choose_particles(const vv_solver *s, const spine_side *side, uint32_t *chosen)
{
    uint32_t last = side->first + side->count - 1u, count = 1;
    chosen[0] = last;
    float inner = 0.2f * side->length, gap = 0.25f * side->length, before = s->knots[last].along;
    for (uint32_t i = last; i-- > side->first && count < SPINE_PARTICLES;)
        if (carries_limb(s, i + 1u) && before - s->knots[i].along >= gap && s->knots[i].along >= inner) {
            chosen[count++] = i;
            before = s->knots[i].along;
        }
    return count;
}

/* ---- Splines ----------------------------------------------------------------------------------------------------------- */

typedef struct stretch {
    uint32_t from, to; /* bodies whose far ends it passes, the last being its own end */
    vv_vec3 start, end;
    float begin, length; /* along the side */
} stretch;

static double knot_parameter(const vv_solver *s, const stretch *part, uint32_t body)
{
    if (body == part->to)
        return 1.0;
    return part->length > 0.0f ? (double)(s->knots[body].along - part->begin) / (double)part->length : 0.5;
}

/* Slopes and second derivatives at both ends, in that order (v₀ a₀ v₁ a₁), so that the spline passes near the joints; drawn by 1e-4 to the
 * chord's slope, which decides where few joints lie between. */
static void fit(const vv_solver *s, const stretch *part, double unknown[12])
{
    const double ridge = 1e-4;
    static const int columns[4] = {1, 2, 4, 5};
    vv_vec3 chord = sub(part->end, part->start);
    double A[16] = {0}, value[6], gradient[6];
    const double slope[3] = {chord.x, chord.y, chord.z};
    for (int i = 0; i < 4; i++)
        for (int c = 0; c < 3; c++) {
            A[i * 5] = ridge;
            unknown[i * 3 + c] = i == 0 || i == 2 ? ridge * slope[c] : 0.0;
        }
    for (uint32_t body = part->from; body < part->to; body++) {
        quintic(knot_parameter(s, part, body), value, gradient);
        vv_vec3 p = far_end(s, body);
        const double left[3] = {p.x - value[0] * part->start.x - value[3] * part->end.x,
                                p.y - value[0] * part->start.y - value[3] * part->end.y,
                                p.z - value[0] * part->start.z - value[3] * part->end.z};
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++)
                A[i * 4 + j] += value[columns[i]] * value[columns[j]];
            for (int c = 0; c < 3; c++)
                unknown[i * 3 + c] += value[columns[i]] * left[c];
        }
    }
    if (vvi_cholesky_factor_double(4, A))
        vvi_cholesky_solve_double(4, A, 3, unknown);
}

static vv_vec3 three(const double *p) { return (vv_vec3){(float)p[0], (float)p[1], (float)p[2]}; }

static void place_knot(vv_solver *s, const stretch *part, const spine_particle *p, uint32_t segment, uint32_t body)
{
    spine_knot *knot = &s->knots[body];
    double t = knot_parameter(s, part, body), value[6], gradient[6];
    const vv_vec3 ends[6] = {part->start, p->slope[0], p->bend[0], part->end, p->slope[1], p->bend[1]};
    vv_vec3 point = {0, 0, 0}, tangent = {0, 0, 0};
    quintic(t, value, gradient);
    for (int i = 0; i < 6; i++) {
        knot->value[i] = (float)value[i];
        knot->gradient[i] = (float)gradient[i];
        point = along(point, ends[i], knot->value[i]);
        tangent = along(tangent, ends[i], knot->gradient[i]);
    }
    knot->segment = segment;
    knot->t = (float)t;
    knot->aside = sub(far_end(s, body), point);
    knot->tangent = tangent;
}

static void fit_stretch(vv_solver *s, spine_side *side, uint32_t segment, const stretch *part)
{
    spine_particle *p = &side->particle[segment];
    double unknown[12];
    fit(s, part, unknown);
    p->rest = part->end;
    p->chord = distance(part->start, part->end);
    p->arc = part->length;
    p->slope[0] = three(unknown);
    p->bend[0] = three(unknown + 3);
    p->slope[1] = three(unknown + 6);
    p->bend[1] = three(unknown + 9);
    for (uint32_t body = part->from; body <= part->to; body++)
        place_knot(s, part, p, segment, body);
}

/* Tangents by three-point differences; at the end that of a natural cubic, vᵢ = 3(pᵢ − pᵢ₋₁)/2 − vᵢ₋₁/2 (the paper prints the difference
 * the other way round). */
static void measure_particles(spine_side *side)
{
    spine_particle *p = side->particle;
    uint32_t last = side->particles;
    p[0].tangent = p[1].slope[0];
    p[1].straight = 1.0f;
    for (uint32_t k = 1; k < last; k++) {
        p[k].tangent = scale(sub(p[k + 1u].rest, p[k - 1u].rest), 0.5f);
        vv_vec3 a = sub(p[k].rest, p[k - 1u].rest), b = sub(p[k + 1u].rest, p[k].rest);
        p[k + 1u].straight = dot(a, b) / sqrtf(square(a) * square(b) + 1e-20f);
    }
    p[last].tangent = sub(scale(sub(p[last].rest, p[last - 1u].rest), 1.5f), scale(p[last - 1u].tangent, 0.5f));
}

void vvi_spine_prepare(vv_solver *s, spine_side *side)
{
    uint32_t chosen[SPINE_PARTICLES];
    measure_bones(s, side);
    side->bulge = find_bulge(s, side);
    side->particles = choose_particles(s, side, chosen);
    side->particle[0].rest = s->bodies[side->first].rest;
    stretch part = {.to = side->first - 1u, .end = side->particle[0].rest};
    for (uint32_t k = 1; k <= side->particles; k++) {
        float begin = part.begin + part.length;
        part = (stretch){part.to + 1u, chosen[side->particles - k], part.end, .begin = begin};
        part.end = far_end(s, part.to);
        part.length = s->knots[part.to].along - begin;
        fit_stretch(s, side, k, &part);
    }
    measure_particles(side);
}
