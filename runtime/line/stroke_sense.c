/* The direction in which strokes are meant, and the whole turns by which their angles continue.
 *
 * One stroke alone does not tell, so the strokes of a line are judged together. Two things are likely: that a hand
 * begins at the same end each time, and that a line turns, bends and moves little from one keystroke to the next.
 * They contradict each other where a line turns far, or where a stroke was begun at its other end. So every reading
 * of all strokes has a cost for what is unlikely about it, and the cheapest reading is chosen exactly by dynamic
 * programming (Viterbi 1967), since the cost of a stroke depends on it and the one before only; once for a hand that
 * keeps to one end, once for a hand that begins anywhere. */
#include "stroke.h"

#include <string.h>

#define TURN 6.283185307179586

/* ---- Whole turns ------------------------------------------------------------------------------------------------- */

/* Adds whole turns to each angle so that it is nearest to the one before it. Where an element folds back, both sides
 * are equally near: it folds as in `before`. */
static void unwrap_angles(uint32_t count, double *angles, const vv_line_pose *before)
{
    for (uint32_t i = 1; i < count; i++) {
        double bend = angles[i] - angles[i - 1];
        bend -= TURN * floor(bend / TURN + 0.5);
        double then = before ? (double)before->angles[i] - (double)before->angles[i - 1] : 0.0;
        if (fabs(bend) > 0.375 * TURN && fabs(then) > 0.125 * TURN && bend * then < 0.0)
            bend += bend > 0.0 ? -TURN : TURN;
        angles[i] = angles[i - 1] + bend;
    }
}

/* Adds one number of whole turns to all angles so that they are nearest to `before`; returns the mean angle by which
 * they then differ. */
static double align_turns(uint32_t count, double *angles, const vv_line_pose *before)
{
    double mean = 0.0;
    for (uint32_t i = 0; i < count; i++)
        mean += (angles[i] - (double)before->angles[i]) / count;
    double turns = TURN * floor(mean / TURN + 0.5);
    for (uint32_t i = 0; i < count; i++)
        angles[i] -= turns;
    return mean - turns;
}

static void reverse_angles(uint32_t count, const double *angles, double *other)
{
    for (uint32_t i = 0; i < count; i++)
        other[i] = angles[count - 1 - i] + 0.5 * TURN;
}

/* ---- The change between two strokes ------------------------------------------------------------------------------ */

typedef struct change {
    double turn;  /* mean rotation of the line */
    double bend;  /* mean square of the rotations of single elements beyond that */
    double shift; /* distance that the end moves which moves less, as a share of the length */
} change;

static double end_shift(uint32_t count, const vv_line_pose *before, const vv_line_pose *drawn, bool turned)
{
    vv_vec2 then[VV_LINE_MAX_ELEMENTS + 1], now[VV_LINE_MAX_ELEMENTS + 1];
    vv_line_points(count, before, then);
    vv_line_points(count, drawn, now);
    double first = (double)vv_vec2_distance(then[0], now[turned ? count : 0]);
    double last = (double)vv_vec2_distance(then[count], now[turned ? 0 : count]);
    return 2.0 * vvi_min_double(first, last) / ((double)before->length + (double)drawn->length);
}

/* The change from a line to `angles`, which are brought close to it by whole turns. */
static change find_change(uint32_t count, double *angles, const vv_line_pose *before, const vv_line_pose *drawn,
                          bool turned)
{
    unwrap_angles(count, angles, before);
    change c = {.turn = align_turns(count, angles, before), .shift = end_shift(count, before, drawn, turned)};
    for (uint32_t i = 0; i < count; i++) {
        double rotation = angles[i] - (double)before->angles[i] - c.turn;
        c.bend += rotation * rotation / count;
    }
    return c;
}

/* ---- One stroke after another ------------------------------------------------------------------------------------ */

/* The weight of an end that stays in place, compared with rotation: an arm that swings by half a turn about its
 * shoulder still has the same direction. The reversed direction must be clearly cheaper: as drawn wins if both are
 * nearly alike. */
#define END_WEIGHT     12.0
#define REVERSE_MARGIN 0.95

static double direction_cost(change c) { return c.turn * c.turn + c.bend + END_WEIGHT * c.shift * c.shift; }

bool vvi_stroke_choose_direction(uint32_t count, double *angles, const vv_line_pose *before, const vv_line_pose *drawn)
{
    double other[VV_LINE_MAX_ELEMENTS];
    if (!before) {
        unwrap_angles(count, angles, NULL);
        double turns = TURN * floor(angles[count / 2] / TURN + 0.5);
        for (uint32_t i = 0; i < count; i++)
            angles[i] -= turns;
        return false;
    }
    reverse_angles(count, angles, other);
    change same = find_change(count, angles, before, drawn, false),
           turned = find_change(count, other, before, drawn, true);
    if (!(direction_cost(turned) < REVERSE_MARGIN * direction_cost(same)))
        return false;
    memcpy(angles, other, sizeof *angles * count);
    return true;
}

/* ---- All strokes of a line --------------------------------------------------------------------------------------- */

/* Costs are negative log-likelihoods. The numbers were tuned on sequences of strokes whose direction was known;
 * tests/runtime/line/test_stroke_sense.c has sequences of their kind. */
#define TURN_DEVIATION  0.43  /* radians */
#define BEND_DEVIATION  0.3   /* radians, of single elements */
#define SHIFT_DEVIATION 0.026 /* share of the length */
#define MAX_TURN_COST   12.5  /* upper bounds of the costs below */
#define MAX_BEND_COST   50.0
#define MAX_SHIFT_COST  10.0

/* How a hand draws: the cost of a stroke that begins at its usual end, and of one that begins at the other end. */
typedef struct drawing_habit {
    double usual, other;
    double once; /* cost of being such a hand */
} drawing_habit;
static const drawing_habit steady_hand = {0.03, 4.4, 0.0}, changing_hand = {0.7, 0.7, 0.5};

static double saturate(double cost, double most) { return cost * most / (cost + most); }

static double square(double x) { return x * x; }

static double change_cost(change c, bool anywhere)
{
    double turn = saturate(0.5 * square(c.turn / TURN_DEVIATION), MAX_TURN_COST);
    double bend = saturate(0.5 * c.bend / square(BEND_DEVIATION), MAX_BEND_COST);
    return turn + bend + (anywhere ? 0.0 : saturate(0.5 * square(c.shift / SHIFT_DEVIATION), MAX_SHIFT_COST));
}

/* The costs of two strokes, as drawn, having the same direction ([0]) or opposite ones ([1]). */
static void compare_directions(uint32_t count, const vv_line_pose *before, const vv_line_pose *drawn, bool anywhere,
                               double costs[2])
{
    double angles[VV_LINE_MAX_ELEMENTS], other[VV_LINE_MAX_ELEMENTS];
    for (uint32_t i = 0; i < count; i++)
        angles[i] = (double)drawn->angles[i];
    reverse_angles(count, angles, other);
    costs[0] = change_cost(find_change(count, angles, before, drawn, false), anywhere);
    costs[1] = change_cost(find_change(count, other, before, drawn, true), anywhere);
}

/* The best reading for a hand: others[count] says which strokes begin at its other end. Returns the cost. */
static double find_best_reading(const drawing_habit *who, uint32_t count, const double (*costs)[2], bool *others)
{
    double usual = who->usual, other = who->other;
    /* bit s: which of the two states stroke k − 1 has in the best reading where stroke k has state s */
    uint8_t from[VV_LINE_MAX_KEYS];
    for (uint32_t k = 1; k < count; k++) {
        double same = costs[k][0], changed = costs[k][1];
        bool usual_from = other + changed < usual + same, other_from = !(usual + changed < other + same);
        double next_usual = (usual_from ? other + changed : usual + same) + who->usual;
        double next_other = (other_from ? other + same : usual + changed) + who->other;
        from[k] = (uint8_t)(usual_from | other_from << 1);
        usual = next_usual;
        other = next_other;
    }
    bool now = other < usual;
    for (uint32_t k = count; k-- > 0; now = k > 0 && from[k] >> now & 1)
        others[k] = now;
    return who->once + (usual < other ? usual : other);
}

/* Takes the steady hand unless the other one is cheaper. The first stroke defines the usual end. */
static void choose_directions(uint32_t count, const double (*costs)[2], bool *reversed)
{
    bool anyhow[VV_LINE_MAX_KEYS];
    double kept = find_best_reading(&steady_hand, count, costs, reversed),
           mixed = find_best_reading(&changing_hand, count, costs, anyhow);
    if (mixed < kept)
        memcpy(reversed, anyhow, count * sizeof *reversed);
    for (uint32_t k = count; k-- > 0;)
        reversed[k] = reversed[k] != reversed[0];
}

static void apply_direction(uint32_t count, const vv_line_pose *before, bool reversed, vv_line_pose *pose)
{
    double angles[VV_LINE_MAX_ELEMENTS], other[VV_LINE_MAX_ELEMENTS];
    for (uint32_t i = 0; i < count; i++)
        angles[i] = (double)pose->angles[i];
    reverse_angles(count, angles, other);
    double *chosen = reversed ? other : angles;
    unwrap_angles(count, chosen, before);
    align_turns(count, chosen, before);
    for (uint32_t i = 0; i < count; i++)
        pose->angles[i] = (float)chosen[i];
}

void vv_strokes_orient(uint32_t element_count, uint32_t count, bool anywhere, vv_line_pose *poses, bool *reversed)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(poses != NULL || count == 0);
    VV_ASSERT(reversed != NULL || count == 0);
    double costs[VV_LINE_MAX_KEYS][2];
    VV_ASSERT(count <= VV_LINE_MAX_KEYS && element_count <= VV_LINE_MAX_ELEMENTS);
    if (count == 0)
        return;
    for (uint32_t k = 1; k < count; k++)
        compare_directions(element_count, &poses[k - 1], &poses[k], anywhere, costs[k]);
    choose_directions(count, (const double(*)[2])costs, reversed);
    for (uint32_t k = 1; k < count; k++)
        apply_direction(element_count, &poses[k - 1], reversed[k], &poses[k]);
}
