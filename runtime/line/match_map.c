/* Lays a body along a line: which point of the line every node belongs to.
 *
 * Bones are rigid, so body and line are matched metre by metre in the action plane: the line is cast onto it, and bones are
 * stepped off along it as with a pair of dividers, from an anchor outwards. The anchor is in the middle of both (what one is
 * longer is shared between the ends), at a held contact, or where the root is held. Beyond its ends the line goes
 * straight on.
 *
 * Where the root is held, the joint of the way nearest to it is where the base has it, and cannot follow the line there: the line is
 * shifted instead, at every sample, to go through that joint as it is seen. */
#include "matching.h"

enum { CURVE = 65 };

#define NEAR 0.3 /* share of the line that a contact may be away from where its joint would lie metre by metre */
#define AWAY 0.2 /* share of it that a contact may be off the line: the line does not mean what is held there */
#define EDGE 0.2 /* sine of the least angle at which rays meet the plane: beyond, places in depth would run away */

/* The line in the action plane, through the root's place in the base. */
typedef struct curve {
    double along[CURVE];    /* share of the line */
    double far[CURVE];      /* metres along it in the plane */
    double at[CURVE][2];    /* in u, v */
    double shift[CURVE][2]; /* how `at` moves for a metre nearer to the eye along n */
} curve;

/* The line at a sample, shifted to where the held root has it. */
typedef struct laid_line {
    match_line line;
    double shift[2];
} laid_line;

static match_line line_of(const vv_match *match, const vv_line_pose *pose)
{
    float unit = (float)match->unit;
    match_line line = {.element_count = vv_line_element_count(match->line), .length = unit * pose->length};
    vv_line_points(line.element_count, pose, line.corners);
    for (uint32_t i = 0; i <= line.element_count; i++)
        line.corners[i] = vv_vec2_scale(line.corners[i], unit);
    return line;
}

match_line vvi_match_line(const vv_match *match, double time)
{
    vv_line_pose pose;
    vv_line_at(match->line, time, &pose, NULL);
    return line_of(match, &pose);
}

vv_vec2 vvi_match_line_point(const match_line *line, double along, vv_vec2 *tangent)
{
    return vvi_line_curve(line->element_count, line->corners, line->length, (float)along, tangent);
}

/* The ray from the eye through a point of the paper meets the plane n·x = depth (from the centre): in u and v. */
static void cast(const vv_match *match, const double seen[2], double depth, double at[2], double shift[2])
{
    double x = seen[0], y = seen[1];
    d3 sheet = d3_add(d3_scale(match->right, x), d3_scale(match->up, y)), ray = d3_scale(match->out, -1.0);
    if (match->distance > 0.0)
        ray = d3_direction(d3_along(sheet, match->out, -match->distance), ray);
    double slant = d3_dot(ray, match->n);
    if (fabs(slant) < EDGE)
        slant = slant > 0.0 ? EDGE : -EDGE;
    double ru = d3_dot(ray, match->u) / slant, rv = d3_dot(ray, match->v) / slant;
    double rise = depth - d3_dot(sheet, match->n);
    at[0] = d3_dot(sheet, match->u) + ru * rise;
    at[1] = d3_dot(sheet, match->v) + rv * rise;
    shift[0] = ru;
    shift[1] = rv;
}

void vvi_match_cast(const vv_match *match, const double seen[2], d3 place, double at[2])
{
    double shift[2];
    cast(match, seen, d3_dot(d3_sub(place, match->eye), match->n), at, shift);
}

static void shifted_point(const laid_line *laid, double along, double out[2])
{
    vv_vec2 at = vvi_match_line_point(&laid->line, along, NULL);
    out[0] = (double)at.x + laid->shift[0];
    out[1] = (double)at.y + laid->shift[1];
}

static void cast_curve(const vv_match *match, const laid_line *laid, double depth, curve *c)
{
    for (uint32_t i = 0; i < CURVE; i++) {
        double seen[2];
        c->along[i] = (double)i / (CURVE - 1);
        shifted_point(laid, c->along[i], seen);
        cast(match, seen, depth, c->at[i], c->shift[i]);
        double dx = i > 0 ? c->at[i][0] - c->at[i - 1][0] : 0.0, dy = i > 0 ? c->at[i][1] - c->at[i - 1][1] : 0.0;
        c->far[i] = i > 0 ? c->far[i - 1] + sqrt(dx * dx + dy * dy) : 0.0;
    }
}

/* The piece that holds a place along the curve; beyond the ends the outermost. */
static uint32_t piece_of(const curve *c, double far)
{
    uint32_t low = 0, high = CURVE - 2;
    while (low < high) {
        uint32_t middle = (low + high + 1) / 2;
        if (c->far[middle] <= far)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static double share_in(const curve *c, uint32_t piece, double far)
{
    double length = c->far[piece + 1] - c->far[piece];
    return length > 1e-12 ? (far - c->far[piece]) / length : 0.0;
}

static double to_far(const curve *c, double along)
{
    double at = along * (CURVE - 1);
    uint32_t i = at <= 0.0 ? 0 : at >= CURVE - 2 ? CURVE - 2 : (uint32_t)at;
    return c->far[i] + (c->far[i + 1] - c->far[i]) * (at - (double)i);
}

static double to_along(const curve *c, double far)
{
    uint32_t i = piece_of(c, far);
    return c->along[i] + (c->along[i + 1] - c->along[i]) * share_in(c, i, far);
}

/* Where the line is in the plane that lies `depth` nearer to the eye. */
static void curve_point(const curve *c, uint32_t piece, double share, double depth, double out[2])
{
    for (uint32_t k = 0; k < 2; k++)
        out[k] = c->at[piece][k] + (c->at[piece + 1][k] - c->at[piece][k]) * share +
                 depth * (c->shift[piece][k] + (c->shift[piece + 1][k] - c->shift[piece][k]) * share);
}

/* The larger (direction +1) or smaller root of |p + s (q − p)|² = length², if it lies in the piece (or beyond the end of the curve). */
static bool cross_piece(const double p[2], const double q[2], double length, int direction, double *share)
{
    double d[2] = {q[0] - p[0], q[1] - p[1]};
    double a = d[0] * d[0] + d[1] * d[1], b = d[0] * p[0] + d[1] * p[1],
           e = p[0] * p[0] + p[1] * p[1] - length * length;
    double root = b * b - a * e;
    if (!(a > 1e-24) || root < 0.0)
        return false;
    *share = (-b + direction * sqrt(root)) / a;
    return true;
}

/* One bone of `length` metres in the plane, from depth `from` to depth `to`: steps along the curve until it spans as much. A
 * curl tighter than the bone is stepped over after MOST of its length. */
static double step(const curve *c, double far, double from, double to, double length, int direction)
{
    const double most = 1.6;
    double begin[2], p[2], q[2], share;
    uint32_t piece = piece_of(c, far);
    curve_point(c, piece, share_in(c, piece, far), from, begin);
    for (;; piece += direction > 0 ? 1u : UINT32_MAX) {
        bool last = direction > 0 ? piece + 2 == CURVE : piece == 0;
        curve_point(c, piece, 0.0, to, p);
        curve_point(c, piece, 1.0, to, q);
        for (uint32_t k = 0; k < 2; k++) {
            p[k] -= begin[k];
            q[k] -= begin[k];
        }
        if (cross_piece(p, q, length, direction, &share) &&
            (last || (direction > 0 ? share <= 1.0 && share >= 0.0 : share >= 0.0 && share <= 1.0))) {
            double found = c->far[piece] + share * (c->far[piece + 1] - c->far[piece]);
            double way = direction * (found - far);
            return far + direction * (way < 0.0 ? 0.0 : way > most * length ? most * length : way);
        }
        if (last || direction * (c->far[direction > 0 ? piece + 1 : piece] - far) > most * length)
            return far + direction * length;
    }
}

/* ---- One way at one sample ---------------------------------------------------------------------------------------------- */

double vvi_match_grip(const match_hold *hold, double time)
{
    double away = time < hold->from ? hold->from - time : time > hold->to ? time - hold->to : 0.0;
    if (away <= 0.0)
        return 1.0;
    if (away >= hold->ease)
        return 0.0;
    double t = 1.0 - away / hold->ease;
    return t * t * (3.0 - 2.0 * t);
}

typedef struct laying {
    const vv_match *match;
    const match_way *way;
    const d3 *places, *levers;
    const curve *curve;
    double depth0;
    double *far; /* [node_count] where nodes are along the curve */
} laying;

static double node_depth(const laying *l, uint32_t node) { return d3_dot(l->places[node], l->match->n) - l->depth0; }

/* Of the bone between two neighbours, in the plane. */
static double flat_length(const laying *l, uint32_t a, uint32_t b)
{
    const d3 *n = &l->match->n;
    d3 lever = l->levers[l->match->body.up[b] == a ? b : a];
    double rise = d3_dot(lever, *n), flat = d3_dot(lever, lever) - rise * rise;
    return flat > 0.0 ? sqrt(flat) : 0.0;
}

/* Pieces of the way as long as they count in the plane; returns their sum. */
static double measure_way(const laying *l, double *lengths)
{
    const match_way *way = l->way;
    double whole = 0.0;
    for (uint32_t i = 0; i < way->count; i++) {
        lengths[i] = i + 1 < way->count ? way->scales[i] * flat_length(l, way->nodes[i], way->nodes[i + 1]) : 0.0;
        whole += lengths[i];
    }
    return whole;
}

/* The share of the way's length that lies before the joint nearest to the root. */
static double top_share(const match_way *way, const double *lengths, double whole)
{
    double before = 0.0;
    for (uint32_t i = 0; i < way->top; i++)
        before += lengths[i];
    return whole > 0.0 ? before / whole : 0.5;
}

/* Where a share of the way is along the curve: metre by metre, or of a held line by the line's own length, so that its shift does
 * not depend on where the shift casts it. */
static double share_far(const laying *l, double share)
{
    double from = l->way->from, to = l->way->to;
    if (l->match->hold_root)
        return to_far(l->curve, from + share * (to - from));
    return to_far(l->curve, from) + share * (to_far(l->curve, to) - to_far(l->curve, from));
}

/* Where the curve, or what it goes on as beyond its ends, is nearest to a point within `reach` metres of a place along it. */
static double nearest_far(const curve *c, const double point[2], double around, double reach)
{
    double best = around, least = reach * reach, length = c->far[CURVE - 1];
    for (uint32_t i = 0; i + 1 < CURVE; i++) {
        double dx = c->at[i + 1][0] - c->at[i][0], dy = c->at[i + 1][1] - c->at[i][1], n = dx * dx + dy * dy;
        double piece = c->far[i + 1] - c->far[i];
        if (!(n > 1e-24) || !(piece > 1e-12))
            continue;
        double share = ((point[0] - c->at[i][0]) * dx + (point[1] - c->at[i][1]) * dy) / n;
        double low = (around - reach - c->far[i]) / piece, high = (around + reach - c->far[i]) / piece;
        low = i > 0 && low < 0.0 ? 0.0 : low;
        high = i + 2 < CURVE && high > 1.0 ? 1.0 : high;
        if (low > high)
            continue;
        share = share < low ? low : share > high ? high : share;
        double x = c->at[i][0] + share * dx - point[0], y = c->at[i][1] + share * dy - point[1];
        if (x * x + y * y < least) {
            least = x * x + y * y;
            best = c->far[i] + share * piece;
        }
    }
    double off = sqrt(least) / (AWAY * length);
    return off < 1.0 ? best + off * off * (3.0 - 2.0 * off) * (around - best) : around;
}

/* Where the line passes what holds a joint of the way: the contact's place, less what its point is away from the joint in the base. */
static double held_far(const laying *l, const match_hold *hold, uint32_t node, double time, double around)
{
    const vv_match *match = l->match;
    d3 place;
    dq turn;
    double seen[2], slopes[6], at[2], shift[2];
    vvi_match_hold_target(hold, time, &place, &turn);
    place = d3_sub(place, d3_sub(l->places[hold->node], l->places[node]));
    vvi_match_see(match, place, seen, slopes);
    cast(match, seen, l->depth0 - d3_dot(match->eye, match->n), at, shift);
    return nearest_far(l->curve, at, around, NEAR * l->curve->far[CURVE - 1]);
}

/* Whether the line means a node: both keystrokes have it. */
static bool is_drawn(const vv_match *match, const match_sample *sample, uint32_t node)
{
    const match_way *a = &match->ways[sample->before], *b = &match->ways[sample->after];
    return (a->own[node] && b->own[node]) || (a->tip[node] && b->tip[node]);
}

/* The share of the body's length at which it is tied to the line, and where along the curve: where contacts hold it, where the root
 * does, or in the middle. Contacts are met exactly, so a body that they hold lies on the line where that passes them. */
static double find_anchor(const laying *l, const match_sample *sample, const double *lengths, double whole, double *at)
{
    double time = sample->time;
    const match_way *way = l->way;
    const match_body *body = &l->match->body;
    double sum = 0.0, far = 0.0, weight = 0.0, share = l->match->hold_root ? top_share(way, lengths, whole) : 0.5;
    for (uint32_t h = 0; h < l->match->hold_count; h++) {
        const match_hold *hold = &l->match->holds[h];
        double grip = vvi_match_grip(hold, time), before = 0.0;
        for (uint32_t i = 0; grip > 0.0 && i < way->count; before += lengths[i++]) {
            bool end = i == 0 || i + 1 == way->count;
            if (way->nodes[i] == hold->joint || (end && body->up[hold->joint] == way->nodes[i])) {
                double own = whole > 0.0 ? before / whole : 0.5, around = share_far(l, own);
                sum += grip * own;
                bool own_joint = !l->match->hold_root && is_drawn(l->match, sample, way->nodes[i]);
                far += grip * (own_joint ? held_far(l, hold, way->nodes[i], time, around) : around);
                weight += grip;
                break;
            }
        }
    }
    double firm = weight < 1.0 ? weight : 1.0;
    *at = share_far(l, share);
    if (!(weight > 0.0))
        return share;
    *at += firm * (far / weight - *at);
    return share + firm * (sum / weight - share);
}

/* The bone after node i of the way, `into` which the anchor lies at a place along the curve. Both parts are stepped off from there; since a bone
 * is straight, and they need not be, its ends then give way until it spans both. */
static void lay_anchored(const laying *l, uint32_t i, double at, double into, double length)
{
    const match_way *way = l->way;
    double in_bone = length > 1e-12 ? into / length : 0.0, first = node_depth(l, way->nodes[i]);
    double next = i + 1 < way->count ? node_depth(l, way->nodes[i + 1]) : first,
           depth = first + in_bone * (next - first);
    double from = step(l->curve, at, depth, first, into, -1);
    l->far[way->nodes[i]] = from;
    if (i + 1 >= way->count)
        return;
    double more = step(l->curve, from, first, next, length, 1) - step(l->curve, at, depth, next, length - into, 1);
    l->far[way->nodes[i]] = from - in_bone * more;
    l->far[way->nodes[i + 1]] = step(l->curve, from - in_bone * more, first, next, length, 1);
}

/* From the anchor outwards to both ends. */
static void lay_main(const laying *l, const match_sample *sample, double *lengths)
{
    const match_way *way = l->way;
    double whole = measure_way(l, lengths), before = 0.0;
    double at, anchor = whole * find_anchor(l, sample, lengths, whole, &at);
    uint32_t i = 0;
    while (i + 2 < way->count && before + lengths[i] <= anchor)
        before += lengths[i++];
    lay_anchored(l, i, at, anchor - before, lengths[i]);
    for (uint32_t k = i + 1; k + 1 < way->count; k++)
        l->far[way->nodes[k + 1]] = step(l->curve, l->far[way->nodes[k]], node_depth(l, way->nodes[k]),
                                         node_depth(l, way->nodes[k + 1]), lengths[k], 1);
    for (uint32_t k = i; k > 0; k--)
        l->far[way->nodes[k - 1]] = step(l->curve, l->far[way->nodes[k]], node_depth(l, way->nodes[k]),
                                         node_depth(l, way->nodes[k - 1]), lengths[k - 1], -1);
}

static void lay_way(const vv_match *match, const match_way *way, uint32_t sample, const curve *c, double depth0,
                    double *along)
{
    size_t base = vvi_match_base_of(match, sample) * match->body.node_count;
    laying l = {match, way, match->base_places + base, match->levers + base, c, depth0, along};
    lay_main(&l, &match->samples[sample], match->lengths);
    for (uint32_t i = 0; i < way->branch_count; i++) {
        const match_branch *branch = &way->branches[i];
        along[branch->node] =
            step(c, along[branch->before], node_depth(&l, branch->before), node_depth(&l, branch->node),
                 flat_length(&l, branch->before, branch->node), branch->direction);
    }
    for (uint32_t i = 0; i < way->count; i++)
        along[way->nodes[i]] = to_along(c, along[way->nodes[i]]);
    for (uint32_t i = 0; i < way->branch_count; i++)
        along[way->branches[i].node] = to_along(c, along[way->branches[i].node]);
}

/* The depth of the action plane: it goes through the root's place in the base. */
static double plane_depth(const vv_match *match, uint32_t sample)
{
    size_t base = vvi_match_base_of(match, sample);
    return d3_dot(d3_sub(match->roots[base], match->eye), match->n);
}

/* From the joint of a way that is nearest to the root to where the line passes it, as seen: of a dip or a corner, which the line goes across,
 * it lies between both sides, and turns with them onto the line. lengths[count] of the pieces. */
static void beside_top(const laying *l, const double *lengths, vv_vec2 tangent, double beside[2])
{
    const match_way *way = l->way;
    uint32_t top = way->top;
    double at[3][2], slopes[6], both;
    beside[0] = beside[1] = 0.0;
    if (!(way->drags[top] < 1.0) || !((both = lengths[top - 1] + lengths[top]) > 1e-12))
        return;
    for (uint32_t i = 0; i < 3; i++)
        vvi_match_see(l->match, l->places[way->nodes[top + i - 1]], at[i], slopes);
    double x = at[2][0] - at[0][0], y = at[2][1] - at[0][1], share = lengths[top - 1] / both;
    double off[2] = {at[0][0] + share * x - at[1][0], at[0][1] + share * y - at[1][1]};
    double tx = (double)tangent.x, ty = (double)tangent.y, length = sqrt((x * x + y * y) * (tx * tx + ty * ty)) + 1e-12;
    double cosine = (x * tx + y * ty) / length, sine = (x * ty - y * tx) / length;
    beside[0] = cosine * off[0] - sine * off[1];
    beside[1] = sine * off[0] + cosine * off[1];
}

/* What takes the line to where the base has that joint. */
static void shift_way(const vv_match *match, const match_way *way, uint32_t sample, const match_line *line,
                      double weight, double shift[2])
{
    size_t base = vvi_match_base_of(match, sample) * match->body.node_count;
    laying l = {.match = match, .way = way, .places = match->base_places + base, .levers = match->levers + base};
    double seen[2], slopes[6], beside[2], whole = measure_way(&l, match->lengths);
    double share = top_share(way, match->lengths, whole);
    vv_vec2 tangent, at = vvi_match_line_point(line, way->from + share * (way->to - way->from), &tangent);
    vvi_match_see(match, l.places[way->nodes[way->top]], seen, slopes);
    beside_top(&l, match->lengths, tangent, beside);
    shift[0] += weight * (seen[0] + beside[0] - (double)at.x);
    shift[1] += weight * (seen[1] + beside[1] - (double)at.y);
}

/* The line at a sample (pose NULL: as it is then), of a way that passes into another. */
static laid_line lay_line(const vv_match *match, const match_way *a, const match_way *b, uint32_t sample,
                          const vv_line_pose *pose)
{
    laid_line laid = {.line = pose ? line_of(match, pose) : vvi_match_line(match, match->samples[sample].time)};
    double mix = a->same != b->same ? match->samples[sample].mix : 0.0;
    if (match->hold_root)
        shift_way(match, a, sample, &laid.line, 1.0 - mix, laid.shift);
    if (match->hold_root && mix > 0.0)
        shift_way(match, b, sample, &laid.line, mix, laid.shift);
    return laid;
}

void vvi_match_map_way(const vv_match *match, const match_way *way, uint32_t sample, double *along)
{
    laid_line laid = lay_line(match, way, way, sample, NULL);
    curve c;
    cast_curve(match, &laid, plane_depth(match, sample), &c);
    size_t base = vvi_match_base_of(match, sample);
    lay_way(match, way, sample, &c, d3_dot(match->roots[base], match->n), along);
}

/* ---- Aims ------------------------------------------------------------------------------------------------------------- */

/* How much of a bone's length shows in the plane, squared: what points at the eye has no direction to follow. */
static double flatness(const vv_match *match, d3 lever)
{
    double rise = d3_dot(lever, match->n), whole = d3_dot(lever, lever);
    double flat = whole > 1e-12 ? 1.0 - rise * rise / whole : 0.0;
    return flat > 0.15 ? flat : 0.0;
}

static void aim_bone(const vv_match *match, const match_aim *aims, uint32_t node, int sign, d3 lever, match_aim *aim)
{
    const match_aim *above = &aims[match->body.up[node]];
    double dx = sign * (aim->place[0] - above->place[0]), dy = sign * (aim->place[1] - above->place[1]);
    double length = sqrt(dx * dx + dy * dy), flat = flatness(match, lever);
    if (length < 1e-6 || !(flat > 0.0))
        return;
    aim->chord[0] = dx / length;
    aim->chord[1] = dy / length;
    aim->inverse = sign / length;
    aim->direct = match->tangent * flat;
}

/* Where a node lies on the line: passing from one keystroke's way to the next's, if it is on both. */
static void aim_node(const vv_match *match, const match_sample *sample, const laid_line *laid, uint32_t node,
                     match_aim *aim)
{
    const match_way *a = &match->ways[sample->before], *b = &match->ways[sample->after];
    const double *first = match->along, *second = first + match->body.node_count;
    bool drawn = is_drawn(match, sample, node);
    double drag = a->drag[node] < b->drag[node] ? a->drag[node] : b->drag[node];
    *aim = (match_aim){.pull = drawn ? match->place * drag : 0.0};
    if (!a->present[node])
        return;
    bool pass = a->same != b->same && b->present[node];
    aim->along = first[node] + (pass ? sample->mix * (second[node] - first[node]) : 0.0);
    shifted_point(laid, aim->along, aim->place);
}

void vvi_match_shift(const vv_match *match, uint32_t s, const vv_line_pose *pose, double shift[2])
{
    const match_sample *sample = &match->samples[s];
    laid_line laid = lay_line(match, &match->ways[sample->before], &match->ways[sample->after], s, pose);
    shift[0] = laid.shift[0] / match->unit;
    shift[1] = laid.shift[1] / match->unit;
}

void vvi_match_aim(const vv_match *match, uint32_t s, const vv_line_pose *pose, match_aim *aims)
{
    const match_sample *sample = &match->samples[s];
    const match_way *a = &match->ways[sample->before], *b = &match->ways[sample->after];
    uint32_t nodes = match->body.node_count;
    size_t base = vvi_match_base_of(match, s);
    double depth = d3_dot(match->roots[base], match->n);
    laid_line laid = lay_line(match, a, b, s, pose);
    curve c;
    cast_curve(match, &laid, plane_depth(match, s), &c);
    lay_way(match, a, s, &c, depth, match->along);
    if (a->same != b->same)
        lay_way(match, b, s, &c, depth, match->along + nodes);
    for (uint32_t i = 0; i < nodes; i++)
        aim_node(match, sample, &laid, i, &aims[i]);
    for (uint32_t i = 0; i < nodes; i++)
        if (a->tip[i] != 0 && a->tip[i] == b->tip[i])
            aim_bone(match, aims, i, a->tip[i], match->levers[base * nodes + i], &aims[i]);
}

void vvi_match_map(vv_match *match)
{
    for (uint32_t s = 0; s < match->sample_count; s++)
        vvi_match_aim(match, s, NULL, match->aims + (size_t)s * match->body.node_count);
}
