/* Which way round strokes are meant, and by how many whole turns their angles go on.
 *
 * One stroke says nothing of it, so those of a line are judged together. Two things are likely: that a hand begins at the same
 * end each time, and that a line turns, bends and goes away little from one keystroke to the next. They contradict each other
 * where a line turns far, or where a stroke was begun at its other end. So a reading of all strokes costs what is unlikely about
 * it, and the one that costs least is taken: exactly, stroke by stroke (Viterbi 1967), since each costs what it and the one
 * before it say; once for hands that keep to one end, once for hands that begin anywhere. */
#include "stroke.h"

#include <string.h>

#define TURN 6.283185307179586

/* ---- Whole turns ----------------------------------------------------------------------------------------------------------- */

/* Each angle by the number of turns that brings it nearest to the one before it. Where an element folds back, to either side is
 * equally near: it folds as `before` does. */
static void unwrap(uint32_t count, double *angles, const vv_line_pose *before)
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

/* All by the same number of turns, nearest to `before`; returns by how much they are turned on average. */
static double turn_towards(uint32_t count, double *angles, const vv_line_pose *before)
{
    double mean = 0.0;
    for (uint32_t i = 0; i < count; i++)
        mean += (angles[i] - (double)before->angles[i]) / count;
    double turns = TURN * floor(mean / TURN + 0.5);
    for (uint32_t i = 0; i < count; i++)
        angles[i] -= turns;
    return mean - turns;
}

static void turn_round(uint32_t count, const double *angles, double *other)
{
    for (uint32_t i = 0; i < count; i++)
        other[i] = angles[count - 1 - i] + 0.5 * TURN;
}

/* ---- What is unlikely about two strokes ------------------------------------------------------------------------------------- */

typedef struct change {
    double turn;  /* of all of it */
    double bend;  /* mean square of what single elements turn beyond that */
    double shift; /* how far the end moves that moves least, as a share of the length */
} change;

static double shift_of(uint32_t count, const vv_line_pose *before, const vv_line_pose *drawn, bool turned)
{
    vv_vec2 then[VV_LINE_MAX_ELEMENTS + 1], now[VV_LINE_MAX_ELEMENTS + 1];
    vv_line_points(count, before, then);
    vv_line_points(count, drawn, now);
    double first = (double)vv_vec2_distance(then[0], now[turned ? count : 0]);
    double last = (double)vv_vec2_distance(then[count], now[turned ? 0 : count]);
    return 2.0 * vvi_least(first, last) / ((double)before->length + (double)drawn->length);
}

/* From a line to `angles`, which are brought near to it. */
static change change_to(uint32_t count, double *angles, const vv_line_pose *before, const vv_line_pose *drawn,
                        bool turned)
{
    unwrap(count, angles, before);
    change c = {.turn = turn_towards(count, angles, before), .shift = shift_of(count, before, drawn, turned)};
    for (uint32_t i = 0; i < count; i++) {
        double own = angles[i] - (double)before->angles[i] - c.turn;
        c.bend += own * own / count;
    }
    return c;
}

/* ---- One stroke after another ------------------------------------------------------------------------------------------------ */

/* How much an end that stays where it was counts, against turning: an arm that swings by half a turn about its shoulder is still
 * the same way round. The other way round must be less by CLEARLY: as it was drawn counts where both are nearly alike. */
#define STAYS   12.0
#define CLEARLY 0.95

static double turning(change c) { return c.turn * c.turn + c.bend + STAYS * c.shift * c.shift; }

bool vvi_stroke_direct(uint32_t count, double *angles, const vv_line_pose *before, const vv_line_pose *drawn)
{
    double other[VV_LINE_MAX_ELEMENTS];
    if (!before) {
        unwrap(count, angles, NULL);
        double turns = TURN * floor(angles[count / 2] / TURN + 0.5);
        for (uint32_t i = 0; i < count; i++)
            angles[i] -= turns;
        return false;
    }
    turn_round(count, angles, other);
    change same = change_to(count, angles, before, drawn, false), turned = change_to(count, other, before, drawn, true);
    if (!(turning(turned) < CLEARLY * turning(same)))
        return false;
    memcpy(angles, other, sizeof *angles * count);
    return true;
}

/* ---- All strokes of a line ----------------------------------------------------------------------------------------------------- */

/* Costs are logarithms of how unlikely something is. The numbers were found by trying sequences of strokes whose sense was known;
 * tests/runtime/line/test_stroke_sense.c has their kind. */
#define TURNS_LITTLE 0.43  /* radians */
#define BENDS_LITTLE 0.3   /* radians, of single elements */
#define STAYS_NEAR   0.026 /* share of the length */
#define MOST_OF_TURN 12.5  /* however large they are, they cost less than these */
#define MOST_OF_BEND 50.0
#define MOST_OF_WAY  10.0

/* How somebody draws: what a stroke costs that was begun at the usual end, and one that was begun at the other. */
typedef struct hand {
    double usual, other;
    double once; /* what it costs to be such a hand */
} hand;
static const hand steady = {0.03, 4.4, 0.0}, fickle = {0.7, 0.7, 0.5};

static double at_most(double cost, double most) { return cost * most / (cost + most); }

static double square(double x) { return x * x; }

static double unlikely(change c, bool anywhere)
{
    double turn = at_most(0.5 * square(c.turn / TURNS_LITTLE), MOST_OF_TURN);
    double bend = at_most(0.5 * c.bend / square(BENDS_LITTLE), MOST_OF_BEND);
    return turn + bend + (anywhere ? 0.0 : at_most(0.5 * square(c.shift / STAYS_NEAR), MOST_OF_WAY));
}

/* What it costs that two strokes, as they were drawn, have the same sense ([0]) or not ([1]). */
static void compare(uint32_t count, const vv_line_pose *before, const vv_line_pose *drawn, bool anywhere,
                    double costs[2])
{
    double angles[VV_LINE_MAX_ELEMENTS], other[VV_LINE_MAX_ELEMENTS];
    for (uint32_t i = 0; i < count; i++)
        angles[i] = (double)drawn->angles[i];
    turn_round(count, angles, other);
    costs[0] = unlikely(change_to(count, angles, before, drawn, false), anywhere);
    costs[1] = unlikely(change_to(count, other, before, drawn, true), anywhere);
}

/* The best reading for a hand: others[count] says which were begun at the other end. Returns what it costs. */
static double read_as(const hand *who, uint32_t count, const double (*costs)[2], bool *others)
{
    double usual = who->usual, other = who->other;
    uint8_t from[VV_LINE_MAX_KEYS]; /* bit s: which of both the one before has where this one has s */
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

/* Where both hands may be, the steadier one. The first stroke says what the usual end is. */
static void read_senses(uint32_t count, const double (*costs)[2], bool *reversed)
{
    bool anyhow[VV_LINE_MAX_KEYS];
    double kept = read_as(&steady, count, costs, reversed), mixed = read_as(&fickle, count, costs, anyhow);
    if (mixed < kept)
        memcpy(reversed, anyhow, count * sizeof *reversed);
    for (uint32_t k = count; k-- > 0;)
        reversed[k] = reversed[k] != reversed[0];
}

static void take(uint32_t count, const vv_line_pose *before, bool reversed, vv_line_pose *pose)
{
    double angles[VV_LINE_MAX_ELEMENTS], other[VV_LINE_MAX_ELEMENTS];
    for (uint32_t i = 0; i < count; i++)
        angles[i] = (double)pose->angles[i];
    turn_round(count, angles, other);
    double *taken = reversed ? other : angles;
    unwrap(count, taken, before);
    turn_towards(count, taken, before);
    for (uint32_t i = 0; i < count; i++)
        pose->angles[i] = (float)taken[i];
}

void vv_strokes_direct(uint32_t element_count, uint32_t count, bool anywhere, vv_line_pose *poses, bool *reversed)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(poses != NULL || count == 0);
    VV_ASSERT(reversed != NULL || count == 0);
    double costs[VV_LINE_MAX_KEYS][2];
    VV_ASSERT(count <= VV_LINE_MAX_KEYS && element_count <= VV_LINE_MAX_ELEMENTS);
    if (count == 0)
        return;
    for (uint32_t k = 1; k < count; k++)
        compare(element_count, &poses[k - 1], &poses[k], anywhere, costs[k]);
    read_senses(count, (const double(*)[2])costs, reversed);
    for (uint32_t k = 1; k < count; k++)
        take(element_count, &poses[k - 1], reversed[k], &poses[k]);
}
