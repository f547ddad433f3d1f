/* Which joints turn, and the ways that keystrokes' sets of bones span through the skeleton. */
#include "matching.h"

#include <string.h>

#define LARGE 2.5 /* metres: people with their arms spread are not larger */
#define HOP                                                                                                            \
    1e-6 /* metres that every joint counts as beyond its length, so that bones without length have an order too */

#define GAP 0.2 /* of a way: more of it between two bones of a set is not left out on purpose */

typedef struct tree {
    uint32_t count;
    uint32_t *parents, *depth;
    double *far;            /* from the root along the bones */
    d3 *places;             /* at rest */
    dq *turns;              /* at rest, of the figure */
    uint32_t *path, *other; /* room for ways */
    uint8_t *in_set;
} tree;

/* Weights compare metres with radians, and limits are in metres; both were weighed on people. Others are solved as large as these: by a
 * power of two, since that rounds nothing. */
static void set_unit(vv_match *match, tree *t)
{
    double size = 0.0, unit = 1.0;
    for (uint32_t i = 0; i < 3; i++) {
        d3 axis = {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0};
        double low = INFINITY, high = -INFINITY;
        for (uint32_t j = 0; j < t->count; j++) {
            double at = d3_dot(t->places[j], axis);
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
        size = high - low > size ? high - low : size;
    }
    while (unit > 1e-6 && unit * size > LARGE)
        unit *= 0.5;
    while (unit < 1e6 && unit * size < 0.5 * LARGE)
        unit *= 2.0;
    match->unit = size > 1e-9 ? unit : 1.0;
    for (uint32_t j = 0; j < t->count; j++) {
        t->places[j] = d3_scale(t->places[j], match->unit);
        t->far[j] *= match->unit;
    }
}

static bool make_tree(vv_match *match, tree *t)
{
    uint32_t n = t->count = match->joint_count;
    t->parents = vvi_arena_take(&match->arena, n, sizeof *t->parents);
    t->depth = vvi_arena_take(&match->arena, n, sizeof *t->depth);
    t->far = vvi_arena_take(&match->arena, n, sizeof *t->far);
    t->places = vvi_arena_take(&match->arena, n, sizeof *t->places);
    t->turns = vvi_arena_take(&match->arena, n, sizeof *t->turns);
    t->path = vvi_arena_take(&match->arena, n + 2, sizeof *t->path);
    t->other = vvi_arena_take(&match->arena, n + 2, sizeof *t->other);
    t->in_set = vvi_arena_take(&match->arena, n, sizeof *t->in_set);
    if (!t->parents || !t->depth || !t->far || !t->places || !t->turns || !t->path || !t->other || !t->in_set)
        return false;
    for (uint32_t j = 0; j < n; j++) {
        vv_joint joint = vv_skeleton_joint(match->skeleton, j);
        uint32_t p = t->parents[j] = joint.parent;
        dq above = p == VV_NONE ? (dq){0.0, 0.0, 0.0, 1.0} : t->turns[p];
        d3 step = dq_rotate(above, d3_of(joint.move));
        t->turns[j] = dq_multiply(above, dq_of(joint.turn));
        t->places[j] = p == VV_NONE ? step : d3_add(t->places[p], step);
        t->depth[j] = p == VV_NONE ? 0 : t->depth[p] + 1;
        t->far[j] = p == VV_NONE ? 0.0 : t->far[p] + d3_length(step) + HOP;
    }
    set_unit(match, t);
    return true;
}

static uint32_t meet(const tree *t, uint32_t a, uint32_t b)
{
    while (a != b) {
        if (t->depth[a] >= t->depth[b])
            a = t->parents[a];
        else
            b = t->parents[b];
    }
    return a;
}

static uint32_t farthest(const tree *t, uint32_t from)
{
    uint32_t best = from;
    double most = 0.0;
    for (uint32_t j = 0; j < t->count; j++) {
        double d = t->in_set[j] ? t->far[j] + t->far[from] - 2.0 * t->far[meet(t, j, from)] : 0.0;
        if (d > most) {
            most = d;
            best = j;
        }
    }
    return best;
}

/* The child that carries on where a joint's own bone points, VV_NONE if it has none. */
static uint32_t carries_on(const tree *t, uint32_t joint)
{
    uint32_t parent = t->parents[joint], best = VV_NONE;
    d3 in = parent == VV_NONE ? (d3){0.0, 0.0, 0.0} : d3_sub(t->places[joint], t->places[parent]);
    in = d3_direction(in, (d3){0.0, 0.0, 0.0});
    double most = -1e30;
    for (uint32_t c = joint + 1; c < t->count; c++) {
        if (t->parents[c] != joint)
            continue;
        d3 out = d3_sub(t->places[c], t->places[joint]);
        double length = d3_length(out), score = d3_dot(in, out) + 0.25 * length;
        if (length > 1e-5 && score > most) {
            most = score;
            best = c;
        }
    }
    return best;
}

/* From a over where it meets b to b, each end on to its tip: t->path. Returns how many; *top: the index of where they meet. */
static uint32_t span_path(const tree *t, uint32_t a, uint32_t b, uint32_t *top)
{
    uint32_t count = 0, down = 0, joint = meet(t, a, b), tip;
    if (a != joint && (tip = carries_on(t, a)) != VV_NONE)
        t->path[count++] = tip;
    for (uint32_t j = a; j != joint; j = t->parents[j])
        t->path[count++] = j;
    *top = count;
    t->path[count++] = joint;
    if ((tip = carries_on(t, b)) != VV_NONE && (b != joint || a == b))
        t->other[down++] = tip;
    for (uint32_t j = b; j != joint; j = t->parents[j])
        t->other[down++] = j;
    while (down > 0)
        t->path[count++] = t->other[--down];
    return count;
}

static bool is_tip(const match_way *way, uint32_t i) { return i != way->top && (i == 0 || i + 1 == way->count); }

/* The way of one keystroke in joints of the skeleton, kept in way->nodes until the body has numbers. */
static bool find_way(vv_match *match, const tree *t, const vv_match_key *key, match_way *way)
{
    memset(t->in_set, 0, t->count);
    for (uint32_t i = 0; i < key->bone_count; i++)
        t->in_set[key->bones[i]] = 1;
    uint32_t a = farthest(t, key->bones[0]), b = farthest(t, a);
    /* The end that is nearer to the first bone that was named comes first. */
    uint32_t first = key->bones[0];
    double to_a = t->far[a] - 2.0 * t->far[meet(t, a, first)], to_b = t->far[b] - 2.0 * t->far[meet(t, b, first)];
    if (to_b < to_a) {
        uint32_t swap = a;
        a = b;
        b = swap;
    }
    way->count = span_path(t, a, b, &way->top);
    way->nodes = vvi_arena_take(&match->arena, way->count, sizeof *way->nodes);
    if (way->nodes)
        memcpy(way->nodes, t->path, way->count * sizeof *way->nodes);
    return way->nodes != NULL;
}

/* ---- What hangs off the way ------------------------------------------------------------------------------------------ */

static uint32_t index_on(const match_way *way, uint32_t joint)
{
    for (uint32_t i = 0; i < way->count; i++)
        if (way->nodes[i] == joint)
            return i;
    return VV_NONE;
}

/* How little one side of the way looks like what hangs off it: the distance to its joint that is as far along, or to that one's mirror image. */
static double unlike(const tree *t, const match_way *way, uint32_t at, int direction, uint32_t joint)
{
    uint32_t from = way->nodes[at];
    double want = t->far[joint] + t->far[from] - 2.0 * t->far[meet(t, joint, from)], nearest = 1e30;
    d3 offset = d3_sub(t->places[joint], t->places[from]), found = {0.0, 0.0, 0.0};
    for (uint32_t i = at; direction < 0 ? i-- > 0 : ++i < way->count;) {
        double far = fabs(t->far[way->nodes[i]] - t->far[from]);
        if (fabs(far - want) < nearest) {
            nearest = fabs(far - want);
            found = d3_sub(t->places[way->nodes[i]], t->places[from]);
        }
    }
    d3 mirrored = {-offset.x, offset.y, offset.z};
    double plain = d3_length(d3_sub(offset, found)), turned = d3_length(d3_sub(mirrored, found));
    return nearest > 1e29 ? 1e30 : (plain < turned ? plain : turned) + nearest;
}

static int side_of(const tree *t, const match_way *way, uint32_t at, uint32_t joint)
{
    if (at != way->top)
        return at < way->top ? -1 : 1;
    return unlike(t, way, at, -1, joint) < unlike(t, way, at, 1, joint) ? -1 : 1;
}

static void add_branch(match_way *way, uint32_t before, uint32_t joint, int direction)
{
    for (uint32_t i = 0; i < way->branch_count; i++)
        if (way->branches[i].node == joint)
            return;
    way->branches[way->branch_count++] = (match_branch){before, joint, direction};
}

/* From the way to one joint of the set that is not on it: up from the top if need be, then down. */
static void hang(const tree *t, match_way *way, uint32_t joint)
{
    uint32_t top = way->nodes[way->top], above = meet(t, top, joint), at = joint, count = 0;
    while (at != above && index_on(way, at) == VV_NONE) {
        t->other[count++] = at;
        at = t->parents[at];
    }
    uint32_t from = index_on(way, at) != VV_NONE ? index_on(way, at) : way->top;
    int direction = side_of(t, way, from, joint);
    for (uint32_t j = top; index_on(way, at) == VV_NONE && j != above; j = t->parents[j])
        add_branch(way, j, t->parents[j], direction);
    for (uint32_t before = at; count > 0; before = t->other[count])
        add_branch(way, before, t->other[count - 1], direction), count--;
}

/* Every joint of the set that is off the way, then their tips. */
static bool find_branches(vv_match *match, const tree *t, match_way *way)
{
    uint32_t most = 0, hanging;
    for (uint32_t j = 0; j < t->count; j++)
        most += t->in_set[j] && index_on(way, j) == VV_NONE ? 1 : 0;
    if (most == 0)
        return true;
    way->branches = vvi_arena_take(&match->arena, 2 * (size_t)t->count, sizeof *way->branches);
    if (!way->branches)
        return false;
    for (uint32_t j = 0; j < t->count; j++)
        if (t->in_set[j] && index_on(way, j) == VV_NONE)
            hang(t, way, j);
    hanging = way->branch_count;
    for (uint32_t i = 0; i < hanging; i++) {
        uint32_t joint = way->branches[i].node, tip = t->in_set[joint] ? carries_on(t, joint) : VV_NONE;
        bool ends = tip != VV_NONE;
        for (uint32_t k = 0; k < hanging; k++)
            ends = ends && way->branches[k].before != joint && way->branches[k].node != tip;
        if (ends && index_on(way, tip) == VV_NONE)
            add_branch(way, joint, tip, way->branches[i].direction);
    }
    return true;
}

/* ---- The body -------------------------------------------------------------------------------------------------------- */

enum { TURNS = 1, ON_WAY = 2, POINT = 4 };

static void mark_way(const tree *t, const match_way *way, uint8_t *marks)
{
    for (uint32_t i = 0; i < way->count; i++)
        marks[way->nodes[i]] |= is_tip(way, i) ? POINT : TURNS | ON_WAY;
    for (uint32_t i = 0; i < way->branch_count; i++) {
        const match_branch *branch = &way->branches[i];
        marks[branch->node] |= POINT;
        uint32_t bone = t->parents[branch->node] == branch->before ? branch->before : branch->node;
        marks[bone] |= TURNS | ON_WAY;
    }
}

static void mark_rest(const vv_match_def *def, const tree *t, uint8_t *marks)
{
    for (uint32_t i = 0; i < def->twist_count; i++) {
        uint32_t tip = carries_on(t, def->twists[i].bone);
        marks[def->twists[i].bone] |= TURNS;
        if (tip != VV_NONE)
            marks[tip] |= POINT;
    }
    for (uint32_t i = 0; i < def->contact_count; i++)
        for (uint32_t j = def->contacts[i].bone; j != VV_NONE; j = t->parents[j])
            marks[j] |= TURNS;
}

static bool take_body(vv_match *match, const uint8_t *marks, uint32_t contacts)
{
    match_body *body = &match->body;
    for (uint32_t j = 0; j < match->joint_count; j++) {
        body->joint_count += marks[j] & TURNS ? 1 : 0;
        body->node_count += marks[j] ? 1 : 0;
    }
    body->node_count += contacts;
    body->joints = vvi_arena_take(&match->arena, body->joint_count, sizeof *body->joints);
    body->up = vvi_arena_take(&match->arena, body->node_count, sizeof *body->up);
    body->of = vvi_arena_take(&match->arena, body->node_count, sizeof *body->of);
    body->on_way = vvi_arena_take(&match->arena, body->joint_count, sizeof *body->on_way);
    body->axis = vvi_arena_take(&match->arena, body->joint_count, sizeof *body->axis);
    body->lay = vvi_arena_take(&match->arena, body->joint_count, sizeof *body->lay);
    body->node_of = vvi_arena_take(&match->arena, match->joint_count, sizeof *body->node_of);
    return body->joints && body->up && body->of && body->on_way && body->axis && body->lay && body->node_of;
}

static void number_body(vv_match *match, const tree *t, const uint8_t *marks)
{
    match_body *body = &match->body;
    uint32_t joint = 0, node = body->joint_count;
    for (uint32_t j = 0; j < t->count; j++) {
        body->node_of[j] = marks[j] & TURNS ? joint++ : marks[j] ? node++ : VV_NONE;
        if (marks[j] & TURNS)
            body->joints[body->node_of[j]] = j;
        if (marks[j] & TURNS)
            body->on_way[body->node_of[j]] = (marks[j] & ON_WAY) != 0;
        if (body->node_of[j] == VV_NONE)
            continue;
        uint32_t up = t->parents[j];
        while (up != VV_NONE && !(marks[up] & TURNS))
            up = t->parents[up];
        body->of[body->node_of[j]] = j;
        body->up[body->node_of[j]] = up == VV_NONE ? VV_NONE : body->node_of[up];
    }
    for (uint32_t i = 0; i < body->joint_count; i++)
        body->lay[i] = (dq){0.0, 0.0, 0.0, 1.0};
}

/* Contacts' points are the last nodes. */
static bool hold_points(vv_match *match, const vv_match_def *def)
{
    match_body *body = &match->body;
    match->hold_count = def->contact_count;
    match->holds = vvi_arena_take(&match->arena, def->contact_count + 1u, sizeof *match->holds);
    if (!match->holds)
        return false;
    for (uint32_t i = 0; i < def->contact_count; i++) {
        const vv_match_contact *contact = &def->contacts[i];
        uint32_t node = body->node_count - def->contact_count + i;
        vv_match_step *steps = vvi_arena_take(&match->arena, contact->step_count, sizeof *steps);
        if (!steps)
            return false;
        memcpy(steps, contact->steps, contact->step_count * sizeof *steps);
        for (uint32_t k = 0; k < contact->step_count; k++)
            steps[k].place = vv_vec3_scale(steps[k].place, (float)match->unit);
        body->of[node] = contact->bone;
        body->up[node] = body->node_of[contact->bone];
        match->holds[i] = (match_hold){.node = node,
                                       .joint = body->up[node],
                                       .turned = contact->turned,
                                       .point = d3_scale(d3_of(contact->point), match->unit),
                                       .from = (double)contact->from,
                                       .to = (double)contact->to,
                                       .ease = (double)contact->ease,
                                       .step_count = contact->step_count,
                                       .steps = steps};
    }
    return true;
}

/* ---- What a keystroke draws ------------------------------------------------------------------------------------------- */

/* The bone between two nodes that follow each other along the line, `direction` from a to b. */
static void draw_bone(const vv_match *match, match_way *way, const uint8_t *in_set, uint32_t a, uint32_t b,
                      int direction)
{
    const match_body *body = &match->body;
    bool down = body->up[b] == a;
    uint32_t upper = down ? a : b, lower = down ? b : a;
    if (in_set[body->of[upper]])
        way->tip[lower] = (int8_t)(down ? direction : -direction);
}

/* Joints that are not in the set stay on their base, but for those between bones of it, which are needed to lay these. */
static void find_idle(const match_body *body, match_way *way)
{
    for (uint32_t i = 0; i < body->node_count; i++)
        way->idle[i] = 1;
    for (uint32_t i = body->node_count; i-- > 0;) { /* idle[up] turns 0 from below */
        bool drawn = way->own[i] || way->tip[i] != 0 || !way->idle[i];
        if (way->own[i])
            way->idle[i] = 0;
        if (drawn && body->up[i] != VV_NONE && way->present[body->up[i]])
            way->idle[body->up[i]] = 0;
    }
}

/* Who names a foot, the back and a hand means the limbs between them, too: joints between bones of the set are of it where much of the way
 * is left out. Little of it, a collar bone say, was left out on purpose. The way still has joints of the skeleton. */
static void fill_gaps(const tree *t, const match_way *way, uint8_t *in_set)
{
    double whole = 0.0, gap = 0.0;
    uint32_t last = VV_NONE;
    for (uint32_t i = 0; i + 1 < way->count; i++)
        whole += d3_length(d3_sub(t->places[way->nodes[i + 1]], t->places[way->nodes[i]]));
    for (uint32_t i = 0; i < way->count; i++) {
        if (i > 0)
            gap += d3_length(d3_sub(t->places[way->nodes[i]], t->places[way->nodes[i - 1]]));
        if (!in_set[way->nodes[i]])
            continue;
        for (uint32_t k = last; last != VV_NONE && gap > GAP * whole && ++k < i;)
            in_set[way->nodes[k]] = 1;
        last = i;
        gap = 0.0;
    }
}

static bool draw_key(vv_match *match, const tree *t, const vv_match_key *key, match_way *way)
{
    uint8_t *in_set = t->in_set;
    match_body *body = &match->body;
    way->present = vvi_arena_take(&match->arena, body->node_count, sizeof *way->present);
    way->drag = vvi_arena_take(&match->arena, body->node_count, sizeof *way->drag);
    way->own = vvi_arena_take(&match->arena, body->node_count, sizeof *way->own);
    way->tip = vvi_arena_take(&match->arena, body->node_count, sizeof *way->tip);
    way->idle = vvi_arena_take(&match->arena, body->node_count, sizeof *way->idle);
    if (!way->present || !way->drag || !way->own || !way->tip || !way->idle || !vvi_match_links(match, t->places, way))
        return false;
    memset(in_set, 0, match->joint_count);
    for (uint32_t i = 0; i < key->bone_count; i++)
        in_set[key->bones[i]] = 1;
    fill_gaps(t, way, in_set);
    for (uint32_t i = 0; i < way->count; i++) {
        way->own[body->node_of[way->nodes[i]]] = in_set[way->nodes[i]];
        way->nodes[i] = body->node_of[way->nodes[i]];
        way->present[way->nodes[i]] = 1;
        way->drag[way->nodes[i]] = way->drags[i];
        if (i > 0 && !way->linked[i - 1])
            draw_bone(match, way, in_set, way->nodes[i - 1], way->nodes[i], 1);
    }
    for (uint32_t i = 0; i < way->branch_count; i++) {
        match_branch *branch = &way->branches[i];
        way->own[body->node_of[branch->node]] = in_set[branch->node];
        branch->node = body->node_of[branch->node];
        branch->before = body->node_of[branch->before];
        way->present[branch->node] = 1;
        way->drag[branch->node] = 1.0;
        draw_bone(match, way, in_set, branch->before, branch->node, branch->direction);
    }
    find_idle(body, way);
    return true;
}

static d3 axis_step(const tree *t, const match_body *body, uint32_t node)
{
    return d3_sub(t->places[body->of[node]], t->places[t->parents[body->of[node]]]);
}

/* The bone that a joint has: along the ways first, or where it carries on. */
static void choose_axis(const vv_match *match, const tree *t, uint32_t joint)
{
    const match_body *body = &match->body;
    uint32_t *axis = body->axis[joint], next = carries_on(t, body->joints[joint]);
    axis[0] = axis[1] = VV_NONE;
    for (uint32_t k = 0; k < match->key_count && axis[0] == VV_NONE; k++)
        for (uint32_t i = 0; i < match->ways[k].count; i++) {
            uint32_t node = match->ways[k].nodes[i];
            if (body->up[node] == joint && t->parents[body->of[node]] == body->joints[joint])
                axis[axis[0] == VV_NONE ? 0 : 1] = node;
        }
    if (axis[1] != VV_NONE && d3_dot(axis_step(t, body, axis[0]), axis_step(t, body, axis[0])) <
                                  d3_dot(axis_step(t, body, axis[1]), axis_step(t, body, axis[1]))) {
        uint32_t swap = axis[0];
        axis[0] = axis[1];
        axis[1] = swap;
    }
    if (axis[0] == VV_NONE && next != VV_NONE)
        axis[0] = body->node_of[next];
}

vv_result vvi_match_body(vv_match *match, const vv_match_def *def, vv_error *error)
{
    tree t;
    bool ok = make_tree(match, &t);
    uint8_t *marks = vvi_arena_take(&match->arena, match->joint_count, 1);
    match->ways = vvi_arena_take(&match->arena, match->key_count, sizeof *match->ways);
    ok = ok && marks && match->ways;
    for (uint32_t k = 0; ok && k < match->key_count; k++) {
        ok = find_way(match, &t, &def->keys[k], &match->ways[k]) && find_branches(match, &t, &match->ways[k]);
        if (ok)
            mark_way(&t, &match->ways[k], marks);
    }
    if (ok)
        mark_rest(def, &t, marks);
    ok = ok && take_body(match, marks, def->contact_count);
    if (ok)
        number_body(match, &t, marks);
    ok = ok && hold_points(match, def);
    for (uint32_t k = 0; ok && k < match->key_count; k++)
        ok = draw_key(match, &t, &def->keys[k], &match->ways[k]);
    for (uint32_t i = 0; ok && i < match->body.joint_count; i++)
        choose_axis(match, &t, i);
    return ok ? VV_OK : vvi_fail_memory(error, match->joint_count);
}

bool vvi_match_sets_change(const vv_match *match)
{
    bool change = false;
    for (uint32_t k = 1; k < match->key_count; k++)
        change = change || memcmp(match->ways[k].own, match->ways[0].own, match->body.node_count) != 0 ||
                 memcmp(match->ways[k].tip, match->ways[0].tip, match->body.node_count) != 0;
    return change;
}
