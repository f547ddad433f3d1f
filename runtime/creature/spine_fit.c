/* Spine splines (4.3.2), computed once: which joints carry particles, and for each segment between two of them a
 * quintic Hermite spline, fitted by least squares to the joints between.
 *
 * The paper creates particles wherever goals happen to branch off. Here they belong to the creature (the ends of its
 * spine and the points where limbs are attached, thinned out). So nothing jumps when the weight of a goal rises from
 * 0, nothing is fitted while playing, and pulls in between act on both neighbours. */
#include "solver.h"

/* The weights of p₀ v₀ a₀ p₁ v₁ a₁ of a quintic on [0, 1], for its value and its derivative. */
static void quintic(double t, double *value, double *gradient)
{
    double t2 = t * t, t3 = t2 * t, t4 = t3 * t, t5 = t4 * t;
    VVI_CHECK(t >= -1e-6 && t <= 1.0 + 1e-6);
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

/* The far end of a spine body at rest. */
static vv_vec3 far_end(const vv_ik_solver *s, uint32_t body) { return add(s->bodies[body].rest, s->knots[body].bone); }

/* ---- Bones ------------------------------------------------------------------------------------------------------- */

/* The bone of the last body, which has no next joint: it points at what the body carries (a mouth), else through its
 * own centre, else on in the direction of the bone before. */
static vv_vec3 tip_bone(const vv_ik_solver *s, const spine_side *side)
{
    uint32_t last = side->first + side->count - 1u, count = 0;
    VVI_CHECK(side->count > 0 && last < s->spine_count);
    vv_vec3 sum = {0, 0, 0}, before = side->count > 1 ? s->bodies[last].offset : (vv_vec3){0, 0, 0};
    for (uint32_t c = s->bodies[last].first_child; c != VV_NONE; c = s->bodies[c].next_sibling)
        if (s->bodies[c].rigid) {
            sum = add(sum, add(s->bodies[c].offset, s->bodies[c].centre));
            count++;
        }
    vv_vec3 choices[4] = {scale(sum, 1.0f / (float)(count ? count : 1u)), scale(s->bodies[last].centre, 2.0f),
                          scale(before, 0.5f), scale(sub(s->bodies[last].rest, s->bodies[0].rest), 0.5f)};
    for (int i = 0; i < 4; i++)
        if (length_squared(choices[i]) > 1e-4f * s->size * s->size)
            return choices[i];
    return (vv_vec3){0, 0, 0.05f * s->size};
}

static void measure_bones(vv_ik_solver *s, spine_side *side)
{
    uint32_t end = side->first + side->count;
    side->length = 0.0f;
    for (uint32_t i = side->first; i < end; i++) {
        spine_knot *knot = &s->knots[i];
        knot->bone = i + 1u < end ? s->bodies[i + 1u].offset : tip_bone(s, side);
        knot->length = sqrtf(length_squared(knot->bone));
        side->length += knot->length;
        knot->distance_along = side->length;
    }
}

/* The direction to which a straight, compressed spine bends: to the side to which it is bent at rest; else up, or
 * backwards for a vertical spine. */
static vv_vec3 find_pole(const vv_ik_solver *s, const spine_side *side)
{
    vv_vec3 start = s->bodies[side->first].rest, far = far_end(s, side->first + side->count - 1u);
    vv_vec3 u = vv_vec3_normalize(sub(far, start), (vv_vec3){0, 0, 1}), largest = {0, 0, 0};
    for (uint32_t i = side->first; i < side->first + side->count; i++) {
        vv_vec3 offset = perpendicular_part(sub(far_end(s, i), start), u);
        largest = length_squared(offset) > length_squared(largest) ? offset : largest;
    }
    if (length_squared(largest) > 1e-4f * side->length * side->length)
        return vv_vec3_normalize(largest, (vv_vec3){0, 1, 0});
    vv_vec3 wanted = fabsf(u.y) > 0.7f ? (vv_vec3){0, 0, -1} : (vv_vec3){0, 1, 0};
    return vv_vec3_normalize(perpendicular_part(wanted, u), (vv_vec3){0, 1, 0});
}

/* ---- Particles --------------------------------------------------------------------------------------------------- */

static bool carries_limb(const vv_ik_solver *s, uint32_t body)
{
    for (uint32_t c = s->bodies[body].first_child; c != VV_NONE; c = s->bodies[c].next_sibling)
        if (s->bodies[c].limb != VV_NONE && !s->bodies[c].rigid)
            return true;
    return false;
}

/* Chooses the far ends that become particles, outermost first: the tip, then joints of bodies that carry limbs, at
 * least a quarter of the side apart. */
static uint32_t choose_particles(const vv_ik_solver *s, const spine_side *side, uint32_t *chosen)
{
    uint32_t last = side->first + side->count - 1u, count = 1;
    chosen[0] = last;
    float min_distance = 0.2f * side->length, gap = 0.25f * side->length, last_distance = s->knots[last].distance_along;
    for (uint32_t i = last; i-- > side->first && count < SPINE_PARTICLES;)
        if (carries_limb(s, i + 1u) && last_distance - s->knots[i].distance_along >= gap &&
            s->knots[i].distance_along >= min_distance) {
            chosen[count++] = i;
            last_distance = s->knots[i].distance_along;
        }
    return count;
}

/* ---- Splines ----------------------------------------------------------------------------------------------------- */

typedef struct spline_segment {
    uint32_t from, to; /* bodies whose far ends it passes; it ends at the far end of the last */
    vv_vec3 start, end;
    float begin, length; /* lengths along the side */
} spline_segment;

static double knot_parameter(const vv_ik_solver *s, const spline_segment *segment, uint32_t body)
{
    if (body == segment->to)
        return 1.0;
    return segment->length > 0.0f ? (double)(s->knots[body].distance_along - segment->begin) / (double)segment->length
                                  : 0.5;
}

/* Fits slopes and second derivatives at both ends, in the order v₀ a₀ v₁ a₁, so that the spline passes near the
 * joints. A ridge term of 1e-4 pulls them to the slope of the chord, which decides when few joints lie between. */
static void fit_quintic(const vv_ik_solver *s, const spline_segment *segment, double unknown[12])
{
    const double ridge = 1e-4;
    static const int columns[4] = {1, 2, 4, 5};
    vv_vec3 chord = sub(segment->end, segment->start);
    double A[16] = {0}, value[6], gradient[6];
    const double slope[3] = {chord.x, chord.y, chord.z};
    for (int i = 0; i < 4; i++)
        for (int c = 0; c < 3; c++) {
            A[i * 5] = ridge;
            unknown[i * 3 + c] = i == 0 || i == 2 ? ridge * slope[c] : 0.0;
        }
    for (uint32_t body = segment->from; body < segment->to; body++) {
        quintic(knot_parameter(s, segment, body), value, gradient);
        vv_vec3 p = far_end(s, body);
        const double residual[3] = {p.x - value[0] * segment->start.x - value[3] * segment->end.x,
                                    p.y - value[0] * segment->start.y - value[3] * segment->end.y,
                                    p.z - value[0] * segment->start.z - value[3] * segment->end.z};
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++)
                A[i * 4 + j] += value[columns[i]] * value[columns[j]];
            for (int c = 0; c < 3; c++)
                unknown[i * 3 + c] += value[columns[i]] * residual[c];
        }
    }
    if (vvi_cholesky_factor_double(4, A))
        vvi_cholesky_solve_double(4, A, 3, unknown);
}

static vv_vec3 to_float(const double *p) { return (vv_vec3){(float)p[0], (float)p[1], (float)p[2]}; }

static void place_knot(vv_ik_solver *s, const spline_segment *spline, const spine_particle *p, uint32_t segment,
                       uint32_t body)
{
    spine_knot *knot = &s->knots[body];
    double t = knot_parameter(s, spline, body), value[6], gradient[6];
    const vv_vec3 ends[6] = {spline->start, p->slope[0], p->bend[0], spline->end, p->slope[1], p->bend[1]};
    vv_vec3 point = {0, 0, 0}, tangent = {0, 0, 0};
    quintic(t, value, gradient);
    for (int i = 0; i < 6; i++) {
        knot->value[i] = (float)value[i];
        knot->gradient[i] = (float)gradient[i];
        point = add_scaled(point, ends[i], knot->value[i]);
        tangent = add_scaled(tangent, ends[i], knot->gradient[i]);
    }
    knot->segment = segment;
    knot->t = (float)t;
    knot->spline_offset = sub(far_end(s, body), point);
    knot->tangent = tangent;
}

static void fit_segment(vv_ik_solver *s, spine_side *side, uint32_t segment, const spline_segment *spline)
{
    spine_particle *p = &side->particle[segment];
    double unknown[12];
    fit_quintic(s, spline, unknown);
    p->rest = spline->end;
    p->chord = distance(spline->start, spline->end);
    p->arc = spline->length;
    VVI_CHECK(segment <= side->particles && spline->from <= spline->to && spline->length >= 0.0f);
    p->slope[0] = to_float(unknown);
    p->bend[0] = to_float(unknown + 3);
    p->slope[1] = to_float(unknown + 6);
    p->bend[1] = to_float(unknown + 9);
    for (uint32_t body = spline->from; body <= spline->to; body++)
        place_knot(s, spline, p, segment, body);
}

/* Tangents by three-point differences; at the end that of a natural cubic, vᵢ = 3(pᵢ − pᵢ₋₁)/2 − vᵢ₋₁/2 (the paper
 * prints the difference with the wrong sign). */
static void measure_particles(spine_side *side)
{
    spine_particle *p = side->particle;
    uint32_t last = side->particles;
    p[0].tangent = p[1].slope[0];
    p[1].straight = 1.0f;
    for (uint32_t k = 1; k < last; k++) {
        p[k].tangent = scale(sub(p[k + 1u].rest, p[k - 1u].rest), 0.5f);
        vv_vec3 a = sub(p[k].rest, p[k - 1u].rest), b = sub(p[k + 1u].rest, p[k].rest);
        p[k + 1u].straight = dot(a, b) / sqrtf(length_squared(a) * length_squared(b) + 1e-20f);
    }
    p[last].tangent = sub(scale(sub(p[last].rest, p[last - 1u].rest), 1.5f), scale(p[last - 1u].tangent, 0.5f));
}

void vvi_spine_prepare(vv_ik_solver *s, spine_side *side)
{
    uint32_t chosen[SPINE_PARTICLES];
    measure_bones(s, side);
    side->pole = find_pole(s, side);
    side->particles = choose_particles(s, side, chosen);
    VV_ASSERT(side->particles >= 1 && side->particles <= SPINE_PARTICLES);
    side->particle[0].rest = s->bodies[side->first].rest;
    spline_segment segment = {.to = side->first - 1u, .end = side->particle[0].rest};
    for (uint32_t k = 1; k <= side->particles; k++) {
        float begin = segment.begin + segment.length;
        segment = (spline_segment){segment.to + 1u, chosen[side->particles - k], segment.end, .begin = begin};
        segment.end = far_end(s, segment.to);
        segment.length = s->knots[segment.to].distance_along - begin;
        fit_segment(s, side, k, &segment);
    }
    measure_particles(side);
    VVI_CHECK(segment.to == side->first + side->count - 1u);
}
