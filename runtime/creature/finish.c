/* The closed-form finish: brings the ends of a chain of rigid bones to a given distance. To become longer, the angle
 * of every bone to the chord shrinks by one rule; to become shorter, the chain folds like two bones at the joint that
 * allows most. Both keep each bone on its side of the chord, so knees stay knees, and a small change of the distance
 * moves the joints little. */
#include "solver.h"

reach vvi_bone_reach(uint32_t bone_count, const float *lengths, float rest, const vv_ik_options *options, bool firm)
{
    float sum = 0.0f, longest = 0.0f;
    for (uint32_t i = 0; i < bone_count; i++) {
        sum += lengths[i];
        longest = vvi_max(longest, lengths[i]);
    }
    float stretch = options->stretch > 1.0f ? vvi_min(options->stretch, 1.2f) : 1.0f;
    float soft_share = firm ? 1.0f : vvi_clamp(rest / vvi_max(sum, 1e-20f), SOFT_REACH_SHARE, 1.0f);
    return (reach){vvi_max(0.0f, 2.0f * longest - sum), sum * stretch, sum * stretch * soft_share};
}

float vvi_reach_distance(const reach *r, float distance)
{
    float room = r->max - r->soft_start;
    if (distance > r->soft_start)
        distance =
            room > 1e-6f * r->max ? r->soft_start + room * (1.0f - vv_exp((r->soft_start - distance) / room)) : r->max;
    return vvi_max(distance, r->min);
}

/* ---- Two bones --------------------------------------------------------------------------------------------------- */

/* The unit direction from the chord u to the joint; that of `pole` where the joint lies on the chord. */
static vv_vec3 bend_direction(vv_vec3 joint, vv_vec3 u, vv_vec3 pole)
{
    vv_vec3 aside = perpendicular_part(joint, u);
    if (length_squared(aside) < 1e-6f * length_squared(joint))
        aside = perpendicular_part(pole, u);
    float length = sqrtf(length_squared(aside));
    if (length > 1e-12f)
        return scale(aside, 1.0f / length);
    vv_vec3 any = fabsf(u.y) < 0.8f ? (vv_vec3){0, 1, 0} : (vv_vec3){0, 0, 1};
    return vv_vec3_normalize(perpendicular_part(any, u), (vv_vec3){0, 0, 1});
}

/* The joint between two bones of lengths a and b whose ends are `chord` apart along u, bent in the direction e. */
static vv_vec3 solve_two_bones(float a, float b, float chord, vv_vec3 u, vv_vec3 e)
{
    float axial = (a * a - b * b + chord * chord) / (2.0f * vvi_max(chord, 1e-6f * (a + b) + 1e-20f));
    axial = vvi_clamp(axial, -a, a);
    return add_scaled(scale(u, axial), e, sqrtf((a - axial) * (a + axial)));
}

static void rotate_bones(uint32_t n, vv_vec3 *bones, vv_quat q)
{
    for (uint32_t i = 0; i < n; i++)
        bones[i] = rotate(q, bones[i]);
}

static vv_vec3 sum_bones(uint32_t n, const vv_vec3 *bones)
{
    vv_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < n; i++)
        sum = add(sum, bones[i]);
    return sum;
}

/* ---- Straightening ----------------------------------------------------------------------------------------------- */

/* Rotates a bone from an angle θ to the chord u to the angle θ′ with tan(θ′/2) = share · tan(θ/2): 1 leaves it
 * unchanged, 0 aligns it with the chord. This is rational in `share` and well behaved for bones that point backwards,
 * too. */
static vv_vec3 straighten_bone(vv_vec3 bone, float length, vv_vec3 u, vv_vec3 pole, float share)
{
    float axial = dot(bone, u);
    vv_vec3 aside = add_scaled(bone, u, -axial);
    if (axial < 0.0f && length_squared(aside) < 1e-4f * length * length)
        aside = scale(pole, 0.01f * length);
    float tangent2 = (length - axial) / vvi_max(length + axial, 1e-4f * length + 1e-20f);
    float x = share * share * tangent2, scaled = 1.0f / (1.0f + x);
    return add_scaled(scale(aside, share * (1.0f + tangent2) * scaled), u, length * (1.0f - x) * scaled);
}

/* The squared length of the chord that `share` gives, minus the wanted one squared. */
static float chord_error(uint32_t n, const vv_vec3 *bones, const float *lengths, vv_vec3 u, vv_vec3 pole, float share,
                         float chord)
{
    vv_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < n; i++)
        sum = add(sum, straighten_bone(bones[i], lengths[i], u, pole, share));
    return length_squared(sum) - chord * chord;
}

/* Straightens the chain until its chord has about the wanted length; folding then makes it exact. The share is found
 * by false position (the Illinois rule): the chord is shortest at share 1, where every bone is unchanged, and longest
 * at 0. */
static void straighten(uint32_t n, vv_vec3 *bones, const float *lengths, float chord, vv_vec3 u, vv_vec3 pole)
{
    float low = 0.0f, high = 1.0f, above = chord_error(n, bones, lengths, u, pole, 0.0f, chord);
    float below = chord_error(n, bones, lengths, u, pole, 1.0f, chord), tolerance = 1e-6f * chord * chord;
    float share = below > -tolerance ? 1.0f : 0.0f;
    int last_side = 0;
    for (int i = 0; i < 10 && share < 1.0f && above > tolerance; i++) {
        share = (low * below - high * above) / (below - above);
        float value = chord_error(n, bones, lengths, u, pole, share, chord);
        if (fabsf(value) < tolerance)
            break;
        if (value > 0.0f) {
            low = share;
            above = value;
            below *= last_side > 0 ? 0.5f : 1.0f;
            last_side = 1;
        } else {
            high = share;
            below = value;
            above *= last_side < 0 ? 0.5f : 1.0f;
            last_side = -1;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        vv_vec3 bone = straighten_bone(bones[i], lengths[i], u, pole, share);
        bones[i] = scale(bone, lengths[i] / (sqrtf(length_squared(bone)) + 1e-20f));
    }
}

/* ---- Folding ----------------------------------------------------------------------------------------------------- */

static void resize(uint32_t n, vv_vec3 *bones, const float *lengths, float chord, vv_vec3 pole, int depth);

/* The joint at which to fold: the one that splits the chain into parts of the most equal lengths, since those fold
 * the furthest. It depends on the lengths alone, so it is always the same joint. */
static uint32_t find_fold_joint(uint32_t n, const float *lengths)
{
    float total = 0.0f, first_length = 0.0f, least = INFINITY;
    uint32_t best = 1;
    for (uint32_t i = 0; i < n; i++)
        total += lengths[i];
    for (uint32_t k = 1; k < n; k++) {
        first_length += lengths[k - 1u];
        if (fabsf(2.0f * first_length - total) < least) {
            least = fabsf(2.0f * first_length - total);
            best = k;
        }
    }
    return best;
}

/* Brings the chords a and b of two parts of a chain so close in length that, folded flat, they span no more than
 * `chord`: the longer one is shortened, and if that does not suffice the shorter one is lengthened. */
static void equalize_parts(uint32_t n, uint32_t k, vv_vec3 *bones, const float *lengths, float chord, vv_vec3 pole,
                           int depth)
{
    for (int step = 0; step < 2; step++) {
        float a = sqrtf(length_squared(sum_bones(k, bones))), b = sqrtf(length_squared(sum_bones(n - k, bones + k)));
        bool first = (a > b) == (step == 0); /* whether the first part is changed */
        if (fabsf(a - b) <= chord)
            return;
        float length = step == 0 ? vvi_min(a, b) + chord : vvi_max(a, b) - chord;
        if (first && k > 1)
            resize(k, bones, lengths, length, pole, depth);
        else if (!first && n - k > 1)
            resize(n - k, bones + k, lengths + k, length, pole, depth);
    }
}

/* Folds the chain like two bones at the joint that allows most. */
static void fold(uint32_t n, vv_vec3 *bones, const float *lengths, float length, vv_vec3 pole, int depth)
{
    uint32_t k = find_fold_joint(n, lengths);
    vv_vec3 first = sum_bones(k, bones), chord = add(first, sum_bones(n - k, bones + k));
    float a = sqrtf(length_squared(first)), b = distance(chord, first);
    if (depth > 0 && length < fabsf(a - b)) {
        equalize_parts(n, k, bones, lengths, length, pole, depth - 1);
        first = sum_bones(k, bones);
        chord = add(first, sum_bones(n - k, bones + k));
        a = sqrtf(length_squared(first));
        b = distance(chord, first);
    }
    vv_vec3 u = vv_vec3_normalize(chord, (vv_vec3){0, -1, 0});
    vv_vec3 joint = solve_two_bones(a, b, length, u, bend_direction(first, u, pole));
    vv_quat first_rotation = minimal_twist(first, joint),
            second_rotation = minimal_twist(sub(chord, first), sub(scale(u, length), joint));
    rotate_bones(k, bones, first_rotation);
    rotate_bones(n - k, bones + k, second_rotation);
}

/* ---- Chains ------------------------------------------------------------------------------------------------------ */

static void lay_straight(uint32_t n, vv_vec3 *points, const float *lengths, float chord, float total, vv_vec3 u)
{
    for (uint32_t i = 0; i < n; i++)
        points[i + 1u] = add_scaled(points[i], u, lengths[i] * (chord / vvi_max(total, 1e-20f)));
}

/* Gives the chord of a chain of two or more bones this length, keeping its direction approximately. */
static void resize(uint32_t n, vv_vec3 *bones, const float *lengths, float chord, vv_vec3 pole, int depth)
{
    vv_vec3 current_chord = sum_bones(n, bones);
    float length = sqrtf(length_squared(current_chord)), total = 0.0f;
    for (uint32_t i = 0; i < n; i++)
        total += lengths[i];
    chord = vvi_min(chord, total);
    if (length < chord)
        straighten(n, bones, lengths, chord, length > 1e-12f ? scale(current_chord, 1.0f / length) : pole, pole);
    fold(n, bones, lengths, chord, pole, depth);
}

void vvi_finish_chain(uint32_t n, vv_vec3 *points, const float *lengths, float chord, vv_vec3 u, vv_vec3 pole)
{
    float total = 0.0f;
    for (uint32_t i = 0; i < n; i++)
        total += lengths[i];
    if (n < 2 || chord >= total) {
        lay_straight(n, points, lengths, n < 2 && chord < total ? total : chord, total, u);
        return;
    }
    if (n == 2) {
        vv_vec3 bend = bend_direction(sub(points[1], points[0]), u, pole);
        points[1] = add(points[0], solve_two_bones(lengths[0], lengths[1], chord, u, bend));
        points[2] = add_scaled(points[0], u, chord);
        return;
    }
    vv_vec3 *bones = points + 1;
    for (uint32_t i = n; i-- > 0;)
        bones[i] = sub(points[i + 1u], points[i]);
    resize(n, bones, lengths, chord, pole, 8);
    rotate_bones(n, bones, minimal_twist(sum_bones(n, bones), u));
    for (uint32_t i = 0; i < n; i++)
        points[i + 1u] = add(points[i], bones[i]);
}
