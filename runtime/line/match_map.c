/* Maps a body onto a line: which point of the line every node belongs to.
 *
 * Bones are rigid, so body and line are matched by length in the action plane: the line is projected onto it, and
 * bones are stepped off along it as with dividers, from an anchor outwards. The anchor is in the middle of both (the
 * excess length of one is shared between the ends), at a contact that holds, or at a held root. Beyond its ends the
 * line is straight.
 *
 * A held root keeps the joint of the path nearest to it where the base has it, so that joint cannot follow the line:
 * instead the line is shifted, at every sample, to go through the projection of that joint. */
#include "matching.h"

enum { CURVE_POINTS = 65 };

#define MAX_SLIDE_SHARE 0.3 /* share of the line that a contact may be away from where its joint would lie by length */
/* share of the line that a contact may be off it; farther away, it does not determine the place on the line */
#define MAX_OFFSET_SHARE 0.2
/* smallest sine of the angle at which rays meet the plane; below it, depths would grow without bound */
#define MIN_RAY_SINE 0.2

/* The line projected onto the action plane through the position of the root in the base. */
typedef struct curve {
    double arc_share[CURVE_POINTS]; /* shares of the arc length of the line */
    double length[CURVE_POINTS];    /* length along the curve in the plane, metres */
    double at[CURVE_POINTS][2];     /* positions in u, v */
    double shift[CURVE_POINTS][2];  /* how `at` moves per metre towards the eye along n */
} curve;

/* The line at a sample, shifted for a held root. */
typedef struct shifted_line {
    match_line line;
    double shift[2];
} shifted_line;

static match_line line_from_pose(const vv_match *match, const vv_line_pose *pose)
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
    vv_line_sample(match->line, time, &pose, NULL);
    return line_from_pose(match, &pose);
}

vv_vec2 vvi_match_line_point(const match_line *line, double arc_share, vv_vec2 *tangent)
{
    return vvi_line_curve(line->element_count, line->corners, line->length, (float)arc_share, tangent);
}

/* Intersects the ray from the eye through a point of the paper with the plane n·x = depth (from the centre of the
 * paper): the point in u and v, and how it shifts with depth. */
static void intersect_plane(const vv_match *match, const double projected[2], double depth, double at[2],
                            double shift[2])
{
    double x = projected[0], y = projected[1];
    d3 paper_point = d3_add(d3_scale(match->right, x), d3_scale(match->up, y)), ray = d3_scale(match->out, -1.0);
    if (match->eye_distance > 0.0)
        ray = d3_direction(d3_add_scaled(paper_point, match->out, -match->eye_distance), ray);
    double ray_sine = d3_dot(ray, match->n);
    if (fabs(ray_sine) < MIN_RAY_SINE)
        ray_sine = ray_sine > 0.0 ? MIN_RAY_SINE : -MIN_RAY_SINE;
    double ru = d3_dot(ray, match->u) / ray_sine, rv = d3_dot(ray, match->v) / ray_sine;
    double rise = depth - d3_dot(paper_point, match->n);
    at[0] = d3_dot(paper_point, match->u) + ru * rise;
    at[1] = d3_dot(paper_point, match->v) + rv * rise;
    shift[0] = ru;
    shift[1] = rv;
}

void vvi_match_cast(const vv_match *match, const double projected[2], d3 place, double at[2])
{
    double shift[2];
    intersect_plane(match, projected, d3_dot(d3_sub(place, match->view_centre), match->n), at, shift);
}

static void shifted_point(const shifted_line *laid, double arc_share, double out[2])
{
    vv_vec2 at = vvi_match_line_point(&laid->line, arc_share, NULL);
    out[0] = (double)at.x + laid->shift[0];
    out[1] = (double)at.y + laid->shift[1];
}

static void project_curve(const vv_match *match, const shifted_line *laid, double depth, curve *c)
{
    for (uint32_t i = 0; i < CURVE_POINTS; i++) {
        double projected[2];
        c->arc_share[i] = (double)i / (CURVE_POINTS - 1);
        shifted_point(laid, c->arc_share[i], projected);
        intersect_plane(match, projected, depth, c->at[i], c->shift[i]);
        double dx = i > 0 ? c->at[i][0] - c->at[i - 1][0] : 0.0, dy = i > 0 ? c->at[i][1] - c->at[i - 1][1] : 0.0;
        c->length[i] = i > 0 ? c->length[i - 1] + sqrt(dx * dx + dy * dy) : 0.0;
    }
}

/* The segment that contains a length along the curve; beyond the ends the outermost one. */
static uint32_t find_segment(const curve *c, double length)
{
    uint32_t low = 0, high = CURVE_POINTS - 2;
    while (low < high) {
        uint32_t middle = (low + high + 1) / 2;
        if (c->length[middle] <= length)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static double share_in(const curve *c, uint32_t segment, double length_along)
{
    double segment_length = c->length[segment + 1] - c->length[segment];
    return segment_length > 1e-12 ? (length_along - c->length[segment]) / segment_length : 0.0;
}

static double length_at(const curve *c, double arc_share)
{
    double at = arc_share * (CURVE_POINTS - 1);
    uint32_t i = at <= 0.0 ? 0 : at >= CURVE_POINTS - 2 ? CURVE_POINTS - 2 : (uint32_t)at;
    return c->length[i] + (c->length[i + 1] - c->length[i]) * (at - (double)i);
}

static double arc_share_at(const curve *c, double length)
{
    uint32_t i = find_segment(c, length);
    return c->arc_share[i] + (c->arc_share[i + 1] - c->arc_share[i]) * share_in(c, i, length);
}

/* The point of the line in the plane that is `depth` nearer to the eye. */
static void point_at_depth(const curve *c, uint32_t segment, double share, double depth, double out[2])
{
    for (uint32_t k = 0; k < 2; k++)
        out[k] = c->at[segment][k] + (c->at[segment + 1][k] - c->at[segment][k]) * share +
                 depth * (c->shift[segment][k] + (c->shift[segment + 1][k] - c->shift[segment][k]) * share);
}

/* The larger (direction +1) or smaller root s of |p + s (q − p)|² = length²; false if there is none. */
static bool intersect_segment(const double p[2], const double q[2], double length, int direction, double *share)
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

/* Steps one bone of `length` metres in the plane, from depth `from` to depth `to`, along the curve until it spans
 * that length. A curl tighter than the bone is stepped over after 1.6 of its length. */
static double step_bone(const curve *c, double start, double from, double to, double length, int direction)
{
    const double max_ratio = 1.6;
    double origin[2], p[2], q[2], share;
    uint32_t segment = find_segment(c, start);
    point_at_depth(c, segment, share_in(c, segment, start), from, origin);
    for (;; segment += direction > 0 ? 1u : UINT32_MAX) {
        bool last = direction > 0 ? segment + 2 == CURVE_POINTS : segment == 0;
        point_at_depth(c, segment, 0.0, to, p);
        point_at_depth(c, segment, 1.0, to, q);
        for (uint32_t k = 0; k < 2; k++) {
            p[k] -= origin[k];
            q[k] -= origin[k];
        }
        if (intersect_segment(p, q, length, direction, &share) &&
            (last || (direction > 0 ? share <= 1.0 && share >= 0.0 : share >= 0.0 && share <= 1.0))) {
            double found = c->length[segment] + share * (c->length[segment + 1] - c->length[segment]);
            double advance = direction * (found - start);
            return start + direction * (advance < 0.0                  ? 0.0
                                        : advance > max_ratio * length ? max_ratio * length
                                                                       : advance);
        }
        if (last || direction * (c->length[direction > 0 ? segment + 1 : segment] - start) > max_ratio * length)
            return start + direction * length;
    }
}

/* ---- One path at one sample -------------------------------------------------------------------------------------- */

double vvi_match_contact_strength(const match_contact *contact, double time)
{
    double away = time < contact->from ? contact->from - time : time > contact->to ? time - contact->to : 0.0;
    if (away <= 0.0)
        return 1.0;
    if (away >= contact->ease)
        return 0.0;
    return vvi_smoothstep_double(1.0 - away / contact->ease);
}

typedef struct path_layout {
    const vv_match *match;
    const match_path *path;
    const d3 *places, *levers;
    const curve *curve;
    double root_depth;
    double *length; /* [node_count] lengths along the curve at which nodes lie */
} path_layout;

static double node_depth(const path_layout *l, uint32_t node)
{
    return d3_dot(l->places[node], l->match->n) - l->root_depth;
}

/* The length in the plane of the bone between two neighbours. */
static double flat_length(const path_layout *l, uint32_t a, uint32_t b)
{
    const d3 *n = &l->match->n;
    d3 lever = l->levers[l->match->body.parents[b] == a ? b : a];
    double rise = d3_dot(lever, *n), flat = d3_dot(lever, lever) - rise * rise;
    return flat > 0.0 ? sqrt(flat) : 0.0;
}

/* The lengths of the segments of the path as they count in the plane; returns their sum. */
static double measure_path(const path_layout *l, double *lengths)
{
    const match_path *path = l->path;
    double total = 0.0;
    for (uint32_t i = 0; i < path->count; i++) {
        lengths[i] =
            i + 1 < path->count ? path->length_scales[i] * flat_length(l, path->nodes[i], path->nodes[i + 1]) : 0.0;
        total += lengths[i];
    }
    return total;
}

/* The share of the path that lies before the joint nearest to the root. */
static double top_share(const match_path *path, const double *lengths, double total)
{
    double before = 0.0;
    for (uint32_t i = 0; i < path->top; i++)
        before += lengths[i];
    return total > 0.0 ? before / total : 0.5;
}

/* The length along the curve of a share of the path: by length in the plane, or for a held root by the arc length of
 * the line, so that the shift of the line does not depend on where it is projected. */
static double length_at_share(const path_layout *l, double share)
{
    double from = l->path->from, to = l->path->to;
    if (l->match->hold_root)
        return length_at(l->curve, from + share * (to - from));
    return length_at(l->curve, from) + share * (length_at(l->curve, to) - length_at(l->curve, from));
}

/* The length at which the curve, or its extension beyond the ends, is nearest to a point, within `reach` metres of
 * the length `around`. */
static double find_nearest_length(const curve *c, const double point[2], double around, double reach)
{
    double best = around, least = reach * reach, length = c->length[CURVE_POINTS - 1];
    for (uint32_t i = 0; i + 1 < CURVE_POINTS; i++) {
        double dx = c->at[i + 1][0] - c->at[i][0], dy = c->at[i + 1][1] - c->at[i][1], n = dx * dx + dy * dy;
        double segment = c->length[i + 1] - c->length[i];
        if (!(n > 1e-24) || !(segment > 1e-12))
            continue;
        double share = ((point[0] - c->at[i][0]) * dx + (point[1] - c->at[i][1]) * dy) / n;
        double low = (around - reach - c->length[i]) / segment, high = (around + reach - c->length[i]) / segment;
        low = i > 0 && low < 0.0 ? 0.0 : low;
        high = i + 2 < CURVE_POINTS && high > 1.0 ? 1.0 : high;
        if (low > high)
            continue;
        share = share < low ? low : share > high ? high : share;
        double x = c->at[i][0] + share * dx - point[0], y = c->at[i][1] + share * dy - point[1];
        if (x * x + y * y < least) {
            least = x * x + y * y;
            best = c->length[i] + share * segment;
        }
    }
    double off = sqrt(least) / (MAX_OFFSET_SHARE * length);
    return off < 1.0 ? best + vvi_smoothstep_double(off) * (around - best) : around;
}

/* The length at which the line passes what holds a joint of the path: the position of the contact, minus the offset
 * of its point from the joint in the base. */
static double contact_length(const path_layout *l, const match_contact *contact, uint32_t node, double time,
                             double around)
{
    const vv_match *match = l->match;
    d3 place;
    dq turn;
    double projected[2], slopes[6], at[2], shift[2];
    vvi_match_contact_target(contact, time, &place, &turn);
    place = d3_sub(place, d3_sub(l->places[contact->node], l->places[node]));
    vvi_match_project(match, place, projected, slopes);
    intersect_plane(match, projected, l->root_depth - d3_dot(match->view_centre, match->n), at, shift);
    return find_nearest_length(l->curve, at, around, MAX_SLIDE_SHARE * l->curve->length[CURVE_POINTS - 1]);
}

/* Whether the line covers a node: both keystrokes have it. */
static bool is_covered(const vv_match *match, const match_sample *sample, uint32_t node)
{
    const match_path *a = &match->paths[sample->before], *b = &match->paths[sample->after];
    return (a->in_set[node] && b->in_set[node]) || (a->bone_directions[node] && b->bone_directions[node]);
}

/* The share of the path at which it is tied to the line, and the length along the curve there: where contacts hold
 * it, where the root is held, or in the middle. Contacts are met exactly, so a body that they hold lies where the
 * line passes them. */
static double find_anchor(const path_layout *l, const match_sample *sample, const double *lengths, double path_length,
                          double *at)
{
    double time = sample->time;
    const match_path *path = l->path;
    const match_body *body = &l->match->body;
    double sum = 0.0, length_sum = 0.0, weight = 0.0,
           share = l->match->hold_root ? top_share(path, lengths, path_length) : 0.5;
    for (uint32_t h = 0; h < l->match->contact_count; h++) {
        const match_contact *contact = &l->match->contacts[h];
        double strength = vvi_match_contact_strength(contact, time), before = 0.0;
        for (uint32_t i = 0; strength > 0.0 && i < path->count; before += lengths[i++]) {
            bool end = i == 0 || i + 1 == path->count;
            if (path->nodes[i] == contact->joint || (end && body->parents[contact->joint] == path->nodes[i])) {
                double path_share = path_length > 0.0 ? before / path_length : 0.5,
                       around = length_at_share(l, path_share);
                sum += strength * path_share;
                bool is_own_joint = !l->match->hold_root && is_covered(l->match, sample, path->nodes[i]);
                length_sum +=
                    strength * (is_own_joint ? contact_length(l, contact, path->nodes[i], time, around) : around);
                weight += strength;
                break;
            }
        }
    }
    double blend = weight < 1.0 ? weight : 1.0;
    *at = length_at_share(l, share);
    if (!(weight > 0.0))
        return share;
    *at += blend * (length_sum / weight - *at);
    return share + blend * (sum / weight - share);
}

/* Places the bone after node i of the path, in which the anchor lies at `into`, at the length `at` along the curve.
 * Both parts are stepped off from the anchor; since a bone is straight and they need not be, its ends are then
 * shifted until it spans both. */
static void place_anchored_bone(const path_layout *l, uint32_t i, double at, double into, double length)
{
    const match_path *path = l->path;
    double in_bone = length > 1e-12 ? into / length : 0.0, first = node_depth(l, path->nodes[i]);
    double next = i + 1 < path->count ? node_depth(l, path->nodes[i + 1]) : first,
           depth = first + in_bone * (next - first);
    double from = step_bone(l->curve, at, depth, first, into, -1);
    l->length[path->nodes[i]] = from;
    if (i + 1 >= path->count)
        return;
    double excess =
        step_bone(l->curve, from, first, next, length, 1) - step_bone(l->curve, at, depth, next, length - into, 1);
    l->length[path->nodes[i]] = from - in_bone * excess;
    l->length[path->nodes[i + 1]] = step_bone(l->curve, from - in_bone * excess, first, next, length, 1);
}

/* Places the nodes from the anchor outwards to both ends. */
static void place_path_nodes(const path_layout *l, const match_sample *sample, double *lengths)
{
    const match_path *path = l->path;
    double path_length = measure_path(l, lengths), before = 0.0;
    double at, anchor = path_length * find_anchor(l, sample, lengths, path_length, &at);
    uint32_t i = 0;
    while (i + 2 < path->count && before + lengths[i] <= anchor)
        before += lengths[i++];
    place_anchored_bone(l, i, at, anchor - before, lengths[i]);
    for (uint32_t k = i + 1; k + 1 < path->count; k++)
        l->length[path->nodes[k + 1]] = step_bone(l->curve, l->length[path->nodes[k]], node_depth(l, path->nodes[k]),
                                                  node_depth(l, path->nodes[k + 1]), lengths[k], 1);
    for (uint32_t k = i; k > 0; k--)
        l->length[path->nodes[k - 1]] = step_bone(l->curve, l->length[path->nodes[k]], node_depth(l, path->nodes[k]),
                                                  node_depth(l, path->nodes[k - 1]), lengths[k - 1], -1);
}

static void lay_path(const vv_match *match, const match_path *path, uint32_t sample, const curve *c, double root_depth,
                     double *arc_shares)
{
    size_t base = vvi_match_base_of(match, sample) * match->body.node_count;
    path_layout l = {match, path, match->base_places + base, match->levers + base, c, root_depth, arc_shares};
    place_path_nodes(&l, &match->samples[sample], match->lengths);
    for (uint32_t i = 0; i < path->branch_count; i++) {
        const match_branch *branch = &path->branches[i];
        arc_shares[branch->node] =
            step_bone(c, arc_shares[branch->from], node_depth(&l, branch->from), node_depth(&l, branch->node),
                      flat_length(&l, branch->from, branch->node), branch->direction);
    }
    for (uint32_t i = 0; i < path->count; i++)
        arc_shares[path->nodes[i]] = arc_share_at(c, arc_shares[path->nodes[i]]);
    for (uint32_t i = 0; i < path->branch_count; i++)
        arc_shares[path->branches[i].node] = arc_share_at(c, arc_shares[path->branches[i].node]);
}

/* The depth of the action plane through the position of the root in the base. */
static double plane_depth(const vv_match *match, uint32_t sample)
{
    size_t base = vvi_match_base_of(match, sample);
    return d3_dot(d3_sub(match->roots[base], match->view_centre), match->n);
}

/* The offset in the view from the joint of a path nearest to the root to where the line passes it: at a detour or a
 * corner, which the line bridges, it lies between both sides and rotates with them onto the line. lengths[count] of
 * the segments. */
static void offset_beside_top(const path_layout *l, const double *lengths, vv_vec2 tangent, double beside[2])
{
    const match_path *path = l->path;
    uint32_t top = path->top;
    double at[3][2], slopes[6], sum;
    beside[0] = beside[1] = 0.0;
    if (!(path->weights[top] < 1.0) || !((sum = lengths[top - 1] + lengths[top]) > 1e-12))
        return;
    for (uint32_t i = 0; i < 3; i++)
        vvi_match_project(l->match, l->places[path->nodes[top + i - 1]], at[i], slopes);
    double x = at[2][0] - at[0][0], y = at[2][1] - at[0][1], share = lengths[top - 1] / sum;
    double off[2] = {at[0][0] + share * x - at[1][0], at[0][1] + share * y - at[1][1]};
    double tx = (double)tangent.x, ty = (double)tangent.y, length = sqrt((x * x + y * y) * (tx * tx + ty * ty)) + 1e-12;
    double cosine = (x * tx + y * ty) / length, sine = (x * ty - y * tx) / length;
    beside[0] = cosine * off[0] - sine * off[1];
    beside[1] = sine * off[0] + cosine * off[1];
}

/* Adds the shift that takes the line to where the base has that joint. */
static void add_path_shift(const vv_match *match, const match_path *path, uint32_t sample, const match_line *line,
                           double weight, double shift[2])
{
    size_t base = vvi_match_base_of(match, sample) * match->body.node_count;
    path_layout l = {.match = match, .path = path, .places = match->base_places + base, .levers = match->levers + base};
    double projected[2], slopes[6], beside[2], path_length = measure_path(&l, match->lengths);
    double share = top_share(path, match->lengths, path_length);
    vv_vec2 tangent, at = vvi_match_line_point(line, path->from + share * (path->to - path->from), &tangent);
    vvi_match_project(match, l.places[path->nodes[path->top]], projected, slopes);
    offset_beside_top(&l, match->lengths, tangent, beside);
    shift[0] += weight * (projected[0] + beside[0] - (double)at.x);
    shift[1] += weight * (projected[1] + beside[1] - (double)at.y);
}

/* The line at a sample (pose NULL: as it is then), for a path a that blends into a path b. */
static shifted_line shift_line(const vv_match *match, const match_path *a, const match_path *b, uint32_t sample,
                               const vv_line_pose *pose)
{
    shifted_line laid = {.line =
                             pose ? line_from_pose(match, pose) : vvi_match_line(match, match->samples[sample].time)};
    double mix = a->first_same_key != b->first_same_key ? match->samples[sample].blend : 0.0;
    if (match->hold_root)
        add_path_shift(match, a, sample, &laid.line, 1.0 - mix, laid.shift);
    if (match->hold_root && mix > 0.0)
        add_path_shift(match, b, sample, &laid.line, mix, laid.shift);
    return laid;
}

void vvi_match_map_path(const vv_match *match, const match_path *path, uint32_t sample, double *arc_shares)
{
    shifted_line laid = shift_line(match, path, path, sample, NULL);
    curve c;
    project_curve(match, &laid, plane_depth(match, sample), &c);
    size_t base = vvi_match_base_of(match, sample);
    lay_path(match, path, sample, &c, d3_dot(match->roots[base], match->n), arc_shares);
}

/* ---- Targets ----------------------------------------------------------------------------------------------------- */

/* The squared share of a bone's length that is visible in the plane: what points at the eye has no direction to
 * follow. */
static double projected_share(const vv_match *match, d3 lever)
{
    double rise = d3_dot(lever, match->n), length2 = d3_dot(lever, lever);
    double flat = length2 > 1e-12 ? 1.0 - rise * rise / length2 : 0.0;
    return flat > 0.15 ? flat : 0.0;
}

static void set_bone_target(const vv_match *match, const match_target *targets, uint32_t node, int sign, d3 lever,
                            match_target *target)
{
    const match_target *above = &targets[match->body.parents[node]];
    double dx = sign * (target->place[0] - above->place[0]), dy = sign * (target->place[1] - above->place[1]);
    double length = sqrt(dx * dx + dy * dy), flat = projected_share(match, lever);
    if (length < 1e-6 || !(flat > 0.0))
        return;
    target->chord[0] = dx / length;
    target->chord[1] = dy / length;
    target->inverse = sign / length;
    target->direction_weight = match->tangent_weight * flat;
}

/* Finds where a node lies on the line: blending from the path of one keystroke to that of the next if it is on both. */
static void set_node_target(const vv_match *match, const match_sample *sample, const shifted_line *laid, uint32_t node,
                            match_target *target)
{
    const match_path *a = &match->paths[sample->before], *b = &match->paths[sample->after];
    const double *first = match->arc_shares, *second = first + match->body.node_count;
    bool drawn = is_covered(match, sample, node);
    double drag = a->node_weights[node] < b->node_weights[node] ? a->node_weights[node] : b->node_weights[node];
    *target = (match_target){.position_weight = drawn ? match->position_weight * drag : 0.0};
    if (!a->on_line[node])
        return;
    bool pass = a->first_same_key != b->first_same_key && b->on_line[node];
    target->arc_share = first[node] + (pass ? sample->blend * (second[node] - first[node]) : 0.0);
    shifted_point(laid, target->arc_share, target->place);
}

void vvi_match_shift(const vv_match *match, uint32_t s, const vv_line_pose *pose, double shift[2])
{
    const match_sample *sample = &match->samples[s];
    shifted_line laid = shift_line(match, &match->paths[sample->before], &match->paths[sample->after], s, pose);
    shift[0] = laid.shift[0] / match->unit;
    shift[1] = laid.shift[1] / match->unit;
}

void vvi_match_find_targets(const vv_match *match, uint32_t s, const vv_line_pose *pose, match_target *targets)
{
    const match_sample *sample = &match->samples[s];
    const match_path *a = &match->paths[sample->before], *b = &match->paths[sample->after];
    uint32_t nodes = match->body.node_count;
    size_t base = vvi_match_base_of(match, s);
    double depth = d3_dot(match->roots[base], match->n);
    shifted_line laid = shift_line(match, a, b, s, pose);
    curve c;
    project_curve(match, &laid, plane_depth(match, s), &c);
    lay_path(match, a, s, &c, depth, match->arc_shares);
    if (a->first_same_key != b->first_same_key)
        lay_path(match, b, s, &c, depth, match->arc_shares + nodes);
    for (uint32_t i = 0; i < nodes; i++)
        set_node_target(match, sample, &laid, i, &targets[i]);
    for (uint32_t i = 0; i < nodes; i++)
        if (a->bone_directions[i] != 0 && a->bone_directions[i] == b->bone_directions[i])
            set_bone_target(match, targets, i, a->bone_directions[i], match->levers[base * nodes + i], &targets[i]);
}

void vvi_match_map(vv_match *match)
{
    for (uint32_t s = 0; s < match->sample_count; s++)
        vvi_match_find_targets(match, s, NULL, match->line_targets + (size_t)s * match->body.node_count);
}
