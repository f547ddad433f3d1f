/* The closed-form finish: a chain of rigid bones whose ends get a given distance. Farther than it is, every bone's angle from the chord
 * shrinks alike; nearer, it folds like two bones at the joint with the most room. Both keep each bone on the side of the chord where it
 * was, so knees stay knees, and the joints move little when the distance does. */
#include "solver.h"

reach vvi_reach(uint32_t bone_count, const float *lengths, float rest, const vv_solver_options *options, bool firm)
{
    float sum = 0.0f, longest = 0.0f;
    for (uint32_t i = 0; i < bone_count; i++) {
        sum += lengths[i];
        longest = vvi_max(longest, lengths[i]);
    }
    float stretch = options->stretch > 1.0f ? vvi_min(options->stretch, 1.2f) : 1.0f;
    float soft = firm ? 1.0f : vvi_clamp(rest / vvi_max(sum, 1e-20f), COMFORT, 1.0f);
    return (reach){vvi_max(0.0f, 2.0f * longest - sum), sum * stretch, sum * stretch * soft};
}

float vvi_reach_distance(const reach *r, float distance)
{
    float room = r->most - r->soft;
    if (distance > r->soft)
        distance = room > 1e-6f * r->most ? r->soft + room * (1.0f - vv_exp((r->soft - distance) / room)) : r->most;
    return vvi_max(distance, r->least);
}

/* ---- Two bones ----------------------------------------------------------------------------------------------------------------- */

/* The unit direction in which a joint lies beside the chord u; `pole` where it lies on it. */
static vv_vec3 side_of(vv_vec3 joint, vv_vec3 u, vv_vec3 pole)
{
    vv_vec3 aside = beside(joint, u);
    if (square(aside) < 1e-6f * square(joint))
        aside = beside(pole, u);
    float length = sqrtf(square(aside));
    if (length > 1e-12f)
        return scale(aside, 1.0f / length);
    vv_vec3 any = fabsf(u.y) < 0.8f ? (vv_vec3){0, 1, 0} : (vv_vec3){0, 0, 1};
    return vv_vec3_direction(beside(any, u), (vv_vec3){0, 0, 1});
}

/* The joint between bones of lengths a and b whose ends are `chord` apart along u, on the side e. */
static vv_vec3 two_bones(float a, float b, float chord, vv_vec3 u, vv_vec3 e)
{
    float down = (a * a - b * b + chord * chord) / (2.0f * vvi_max(chord, 1e-6f * (a + b) + 1e-20f));
    down = vvi_clamp(down, -a, a);
    return along(scale(u, down), e, sqrtf((a - down) * (a + down)));
}

static void turn_bones(uint32_t n, vv_vec3 *bones, vv_quat q)
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

/* ---- Straightening ----------------------------------------------------------------------------------------------------------------- */

/* A bone at an angle θ from the chord u, brought to θ' with tan(θ'/2) = share · tan(θ/2): 1 leaves it, 0 lays it along the chord. Rational
 * in `share`, and good for bones that point backwards, too. */
static vv_vec3 straightened(vv_vec3 bone, float length, vv_vec3 u, vv_vec3 pole, float share)
{
    float axial = dot(bone, u);
    vv_vec3 aside = along(bone, u, -axial);
    if (axial < 0.0f && square(aside) < 1e-4f * length * length)
        aside = scale(pole, 0.01f * length);
    float tangent2 = (length - axial) / vvi_max(length + axial, 1e-4f * length + 1e-20f);
    float x = share * share * tangent2, scaled = 1.0f / (1.0f + x);
    return along(scale(aside, share * (1.0f + tangent2) * scaled), u, length * (1.0f - x) * scaled);
}

static float excess(uint32_t n, const vv_vec3 *bones, const float *lengths, vv_vec3 u, vv_vec3 pole, float share,
                    float chord)
{
    vv_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < n; i++)
        sum = add(sum, straightened(bones[i], lengths[i], u, pole, share));
    return square(sum) - chord * chord;
}

/* Gives the chord about the length asked for; folding then makes it exact. The share is found by false position (the Illinois rule): the
 * chord is never shorter than at share 1, where every bone is as it was, and longest at 0. */
static void straighten(uint32_t n, vv_vec3 *bones, const float *lengths, float chord, vv_vec3 u, vv_vec3 pole)
{
    float low = 0.0f, high = 1.0f, above = excess(n, bones, lengths, u, pole, 0.0f, chord);
    float below = excess(n, bones, lengths, u, pole, 1.0f, chord), near = 1e-6f * chord * chord;
    float share = below > -near ? 1.0f : 0.0f;
    int kept = 0;
    for (int i = 0; i < 10 && share < 1.0f && above > near; i++) {
        share = (low * below - high * above) / (below - above);
        float value = excess(n, bones, lengths, u, pole, share, chord);
        if (fabsf(value) < near)
            break;
        if (value > 0.0f) {
            low = share;
            above = value;
            below *= kept > 0 ? 0.5f : 1.0f;
            kept = 1;
        } else {
            high = share;
            below = value;
            above *= kept < 0 ? 0.5f : 1.0f;
            kept = -1;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        vv_vec3 bone = straightened(bones[i], lengths[i], u, pole, share);
        bones[i] = scale(bone, lengths[i] / (sqrtf(square(bone)) + 1e-20f));
    }
}

/* ---- Folding --------------------------------------------------------------------------------------------------------------------- */

static void resize(uint32_t n, vv_vec3 *bones, const float *lengths, float chord, vv_vec3 pole, int depth);

/* Where to fold: parts as equal as they can be, so that they fold the farthest. By their bones alone, so that it is always the same joint. */
static uint32_t fold_joint(uint32_t n, const float *lengths)
{
    float whole = 0.0f, before = 0.0f, least = INFINITY;
    uint32_t best = 1;
    for (uint32_t i = 0; i < n; i++)
        whole += lengths[i];
    for (uint32_t k = 1; k < n; k++) {
        before += lengths[k - 1u];
        if (fabsf(2.0f * before - whole) < least) {
            least = fabsf(2.0f * before - whole);
            best = k;
        }
    }
    return best;
}

/* Two parts of a chain, whose chords are a and b long, brought so near in length that folded flat they are no longer than `chord`: the longer
 * is made shorter, and if that does not do the shorter longer. */
static void even_out(uint32_t n, uint32_t k, vv_vec3 *bones, const float *lengths, float chord, vv_vec3 pole, int depth)
{
    for (int step = 0; step < 2; step++) {
        float a = sqrtf(square(sum_bones(k, bones))), b = sqrtf(square(sum_bones(n - k, bones + k)));
        bool first = (a > b) == (step == 0); /* changes the first part */
        if (fabsf(a - b) <= chord)
            return;
        float length = step == 0 ? vvi_min(a, b) + chord : vvi_max(a, b) - chord;
        if (first && k > 1)
            resize(k, bones, lengths, length, pole, depth);
        else if (!first && n - k > 1)
            resize(n - k, bones + k, lengths + k, length, pole, depth);
    }
}

/* Like two bones, at the joint with the most room. */
static void fold(uint32_t n, vv_vec3 *bones, const float *lengths, float length, vv_vec3 pole, int depth)
{
    uint32_t k = fold_joint(n, lengths);
    vv_vec3 first = sum_bones(k, bones), chord = add(first, sum_bones(n - k, bones + k));
    float a = sqrtf(square(first)), b = distance(chord, first);
    if (depth > 0 && length < fabsf(a - b)) {
        even_out(n, k, bones, lengths, length, pole, depth - 1);
        first = sum_bones(k, bones);
        chord = add(first, sum_bones(n - k, bones + k));
        a = sqrtf(square(first));
        b = distance(chord, first);
    }
    vv_vec3 u = vv_vec3_direction(chord, (vv_vec3){0, -1, 0});
    vv_vec3 joint = two_bones(a, b, length, u, side_of(first, u, pole));
    vv_quat turn_first = swing(first, joint), turn_rest = swing(sub(chord, first), sub(scale(u, length), joint));
    turn_bones(k, bones, turn_first);
    turn_bones(n - k, bones + k, turn_rest);
}

/* ---- Both --------------------------------------------------------------------------------------------------------------------------- */

static void lay_straight(uint32_t n, vv_vec3 *points, const float *lengths, float chord, float most, vv_vec3 u)
{
    for (uint32_t i = 0; i < n; i++)
        points[i + 1u] = along(points[i], u, lengths[i] * (chord / vvi_max(most, 1e-20f)));
}

/* Gives the chord of two bones or more this length, in about the same direction. */
static void resize(uint32_t n, vv_vec3 *bones, const float *lengths, float chord, vv_vec3 pole, int depth)
{
    vv_vec3 now = sum_bones(n, bones);
    float length = sqrtf(square(now)), most = 0.0f;
    for (uint32_t i = 0; i < n; i++)
        most += lengths[i];
    chord = vvi_min(chord, most);
    if (length < chord)
        straighten(n, bones, lengths, chord, length > 1e-12f ? scale(now, 1.0f / length) : pole, pole);
    fold(n, bones, lengths, chord, pole, depth);
}

void vvi_finish(uint32_t n, vv_vec3 *points, const float *lengths, float chord, vv_vec3 u, vv_vec3 pole)
{
    float most = 0.0f;
    for (uint32_t i = 0; i < n; i++)
        most += lengths[i];
    if (n < 2 || chord >= most) {
        lay_straight(n, points, lengths, n < 2 && chord < most ? most : chord, most, u);
        return;
    }
    if (n == 2) {
        vv_vec3 e = side_of(sub(points[1], points[0]), u, pole);
        points[1] = add(points[0], two_bones(lengths[0], lengths[1], chord, u, e));
        points[2] = along(points[0], u, chord);
        return;
    }
    vv_vec3 *bones = points + 1;
    for (uint32_t i = n; i-- > 0;)
        bones[i] = sub(points[i + 1u], points[i]);
    resize(n, bones, lengths, chord, pole, 8);
    turn_bones(n, bones, swing(sum_bones(n, bones), u));
    for (uint32_t i = 0; i < n; i++)
        points[i + 1u] = add(points[i], bones[i]);
}
