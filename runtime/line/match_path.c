/* Which joints rotate, and the paths that the sets of bones of keystrokes span through the skeleton. */
#include "matching.h"

#include <string.h>

#define MAX_FIGURE_SIZE 2.5 /* metres: people with their arms spread are not larger */
/* metres that every joint adds to its length, so that bones of length 0 have an order too */
#define JOINT_LENGTH 1e-6

#define GAP_SHARE 0.2 /* share of a path; a larger part of it between two bones of a set was not left out on purpose */

typedef struct tree {
    uint32_t count;
    uint32_t *parents, *depth;
    double *root_distance;  /* distance from the root along the bones */
    d3 *places;             /* at rest */
    dq *turns;              /* at rest, in the frame of the figure */
    uint32_t *path, *other; /* scratch for paths */
    uint8_t *in_set;
} tree;

/* Weights compare metres with radians, and limits are in metres; both were tuned on people. Other figures are scaled
 * to that size, by a power of two since that causes no rounding. */
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
    while (unit > 1e-6 && unit * size > MAX_FIGURE_SIZE)
        unit *= 0.5;
    while (unit < 1e6 && unit * size < 0.5 * MAX_FIGURE_SIZE)
        unit *= 2.0;
    match->unit = size > 1e-9 ? unit : 1.0;
    for (uint32_t j = 0; j < t->count; j++) {
        t->places[j] = d3_scale(t->places[j], match->unit);
        t->root_distance[j] *= match->unit;
    }
}

static bool make_tree(vv_match *match, tree *t)
{
    uint32_t n = t->count = match->joint_count;
    t->parents = vvi_arena_allocate(&match->arena, n, sizeof *t->parents);
    t->depth = vvi_arena_allocate(&match->arena, n, sizeof *t->depth);
    t->root_distance = vvi_arena_allocate(&match->arena, n, sizeof *t->root_distance);
    t->places = vvi_arena_allocate(&match->arena, n, sizeof *t->places);
    t->turns = vvi_arena_allocate(&match->arena, n, sizeof *t->turns);
    t->path = vvi_arena_allocate(&match->arena, n + 2, sizeof *t->path);
    t->other = vvi_arena_allocate(&match->arena, n + 2, sizeof *t->other);
    t->in_set = vvi_arena_allocate(&match->arena, n, sizeof *t->in_set);
    if (!t->parents || !t->depth || !t->root_distance || !t->places || !t->turns || !t->path || !t->other || !t->in_set)
        return false;
    for (uint32_t j = 0; j < n; j++) {
        vv_joint joint = vv_skeleton_joint(match->skeleton, j);
        uint32_t p = t->parents[j] = joint.parent;
        dq above = p == VV_NONE ? (dq){0.0, 0.0, 0.0, 1.0} : t->turns[p];
        d3 step = dq_rotate(above, d3_of(joint.translation));
        t->turns[j] = dq_multiply(above, dq_of(joint.rotation));
        t->places[j] = p == VV_NONE ? step : d3_add(t->places[p], step);
        t->depth[j] = p == VV_NONE ? 0 : t->depth[p] + 1;
        t->root_distance[j] = p == VV_NONE ? 0.0 : t->root_distance[p] + d3_length(step) + JOINT_LENGTH;
    }
    set_unit(match, t);
    return true;
}

static uint32_t common_ancestor(const tree *t, uint32_t a, uint32_t b)
{
    while (a != b) {
        if (t->depth[a] >= t->depth[b])
            a = t->parents[a];
        else
            b = t->parents[b];
    }
    return a;
}

static uint32_t find_farthest(const tree *t, uint32_t from)
{
    uint32_t best = from;
    double most = 0.0;
    for (uint32_t j = 0; j < t->count; j++) {
        double d = t->in_set[j] ? t->root_distance[j] + t->root_distance[from] -
                                      2.0 * t->root_distance[common_ancestor(t, j, from)]
                                : 0.0;
        if (d > most) {
            most = d;
            best = j;
        }
    }
    return best;
}

/* The child that continues in the direction of a joint's own bone, VV_NONE if there is none. */
static uint32_t continuing_child(const tree *t, uint32_t joint)
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

/* Lists the path from a over the common ancestor to b, each end extended to its tip: t->path. Returns the number of
 * joints; *top: the index of the ancestor. */
static uint32_t list_path(const tree *t, uint32_t a, uint32_t b, uint32_t *top)
{
    uint32_t count = 0, down = 0, joint = common_ancestor(t, a, b), tip;
    if (a != joint && (tip = continuing_child(t, a)) != VV_NONE)
        t->path[count++] = tip;
    for (uint32_t j = a; j != joint; j = t->parents[j])
        t->path[count++] = j;
    *top = count;
    t->path[count++] = joint;
    if ((tip = continuing_child(t, b)) != VV_NONE && (b != joint || a == b))
        t->other[down++] = tip;
    for (uint32_t j = b; j != joint; j = t->parents[j])
        t->other[down++] = j;
    while (down > 0)
        t->path[count++] = t->other[--down];
    return count;
}

static bool is_tip(const match_path *path, uint32_t i) { return i != path->top && (i == 0 || i + 1 == path->count); }

/* Finds the path of one keystroke, in joints of the skeleton, which stay in path->nodes until the body is numbered. */
static bool find_path(vv_match *match, const tree *t, const vv_match_key *key, match_path *path)
{
    memset(t->in_set, 0, t->count);
    for (uint32_t i = 0; i < key->bone_count; i++)
        t->in_set[key->bones[i]] = 1;
    uint32_t a = find_farthest(t, key->bones[0]), b = find_farthest(t, a);
    /* The end nearer to the first bone of the set comes first. */
    uint32_t first = key->bones[0];
    double to_a = t->root_distance[a] - 2.0 * t->root_distance[common_ancestor(t, a, first)],
           to_b = t->root_distance[b] - 2.0 * t->root_distance[common_ancestor(t, b, first)];
    if (to_b < to_a) {
        uint32_t swap = a;
        a = b;
        b = swap;
    }
    path->count = list_path(t, a, b, &path->top);
    path->nodes = vvi_arena_allocate(&match->arena, path->count, sizeof *path->nodes);
    if (path->nodes)
        memcpy(path->nodes, t->path, path->count * sizeof *path->nodes);
    return path->nodes != NULL;
}

/* ---- Branches ---------------------------------------------------------------------------------------------------- */

static uint32_t index_on(const match_path *path, uint32_t joint)
{
    for (uint32_t i = 0; i < path->count; i++)
        if (path->nodes[i] == joint)
            return i;
    return VV_NONE;
}

/* How different one side of the path is from a branch: the distance to its joint that is equally far along, or to the
 * mirror image of that joint. */
static double side_difference(const tree *t, const match_path *path, uint32_t at, int direction, uint32_t joint)
{
    uint32_t from = path->nodes[at];
    double length = t->root_distance[joint] + t->root_distance[from] -
                    2.0 * t->root_distance[common_ancestor(t, joint, from)],
           nearest = 1e30;
    d3 offset = d3_sub(t->places[joint], t->places[from]), found = {0.0, 0.0, 0.0};
    for (uint32_t i = at; direction < 0 ? i-- > 0 : ++i < path->count;) {
        double distance = fabs(t->root_distance[path->nodes[i]] - t->root_distance[from]);
        if (fabs(distance - length) < nearest) {
            nearest = fabs(distance - length);
            found = d3_sub(t->places[path->nodes[i]], t->places[from]);
        }
    }
    d3 mirrored = {-offset.x, offset.y, offset.z};
    double plain = d3_length(d3_sub(offset, found)), turned = d3_length(d3_sub(mirrored, found));
    return nearest > 1e29 ? 1e30 : (plain < turned ? plain : turned) + nearest;
}

static int choose_side(const tree *t, const match_path *path, uint32_t at, uint32_t joint)
{
    if (at != path->top)
        return at < path->top ? -1 : 1;
    return side_difference(t, path, at, -1, joint) < side_difference(t, path, at, 1, joint) ? -1 : 1;
}

static void add_branch(match_path *path, uint32_t before, uint32_t joint, int direction)
{
    for (uint32_t i = 0; i < path->branch_count; i++)
        if (path->branches[i].node == joint)
            return;
    path->branches[path->branch_count++] = (match_branch){before, joint, direction};
}

/* Adds the branches from the path to a joint of the set that is not on it: up from the top if need be, then down. */
static void add_branch_to(const tree *t, match_path *path, uint32_t joint)
{
    uint32_t top = path->nodes[path->top], above = common_ancestor(t, top, joint), at = joint, count = 0;
    while (at != above && index_on(path, at) == VV_NONE) {
        t->other[count++] = at;
        at = t->parents[at];
    }
    uint32_t from = index_on(path, at) != VV_NONE ? index_on(path, at) : path->top;
    int direction = choose_side(t, path, from, joint);
    for (uint32_t j = top; index_on(path, at) == VV_NONE && j != above; j = t->parents[j])
        add_branch(path, j, t->parents[j], direction);
    for (uint32_t before = at; count > 0; before = t->other[count])
        add_branch(path, before, t->other[count - 1], direction), count--;
}

/* Adds the branches to every joint of the set that is off the path, then to their tips. */
static bool find_branches(vv_match *match, const tree *t, match_path *path)
{
    uint32_t most = 0, hanging;
    for (uint32_t j = 0; j < t->count; j++)
        most += t->in_set[j] && index_on(path, j) == VV_NONE ? 1 : 0;
    if (most == 0)
        return true;
    path->branches = vvi_arena_allocate(&match->arena, 2 * (size_t)t->count, sizeof *path->branches);
    if (!path->branches)
        return false;
    for (uint32_t j = 0; j < t->count; j++)
        if (t->in_set[j] && index_on(path, j) == VV_NONE)
            add_branch_to(t, path, j);
    hanging = path->branch_count;
    for (uint32_t i = 0; i < hanging; i++) {
        uint32_t joint = path->branches[i].node, tip = t->in_set[joint] ? continuing_child(t, joint) : VV_NONE;
        bool ends = tip != VV_NONE;
        for (uint32_t k = 0; k < hanging; k++)
            ends = ends && path->branches[k].from != joint && path->branches[k].node != tip;
        if (ends && index_on(path, tip) == VV_NONE)
            add_branch(path, joint, tip, path->branches[i].direction);
    }
    return true;
}

/* ---- The body ---------------------------------------------------------------------------------------------------- */

enum { ROTATES = 1, ON_PATH = 2, POINT = 4 };

static void mark_path(const tree *t, const match_path *path, uint8_t *marks)
{
    for (uint32_t i = 0; i < path->count; i++)
        marks[path->nodes[i]] |= is_tip(path, i) ? POINT : ROTATES | ON_PATH;
    for (uint32_t i = 0; i < path->branch_count; i++) {
        const match_branch *branch = &path->branches[i];
        marks[branch->node] |= POINT;
        uint32_t bone = t->parents[branch->node] == branch->from ? branch->from : branch->node;
        marks[bone] |= ROTATES | ON_PATH;
    }
}

static void mark_constraints(const vv_match_def *def, const tree *t, uint8_t *marks)
{
    for (uint32_t i = 0; i < def->twist_count; i++) {
        uint32_t tip = continuing_child(t, def->twists[i].bone);
        marks[def->twists[i].bone] |= ROTATES;
        if (tip != VV_NONE)
            marks[tip] |= POINT;
    }
    for (uint32_t i = 0; i < def->contact_count; i++)
        for (uint32_t j = def->contacts[i].bone; j != VV_NONE; j = t->parents[j])
            marks[j] |= ROTATES;
}

static bool allocate_body(vv_match *match, const uint8_t *marks, uint32_t contacts)
{
    match_body *body = &match->body;
    for (uint32_t j = 0; j < match->joint_count; j++) {
        body->joint_count += marks[j] & ROTATES ? 1 : 0;
        body->node_count += marks[j] ? 1 : 0;
    }
    body->node_count += contacts;
    body->joints = vvi_arena_allocate(&match->arena, body->joint_count, sizeof *body->joints);
    body->parents = vvi_arena_allocate(&match->arena, body->node_count, sizeof *body->parents);
    body->skeleton_joints = vvi_arena_allocate(&match->arena, body->node_count, sizeof *body->skeleton_joints);
    body->on_path = vvi_arena_allocate(&match->arena, body->joint_count, sizeof *body->on_path);
    body->axis = vvi_arena_allocate(&match->arena, body->joint_count, sizeof *body->axis);
    body->flatten = vvi_arena_allocate(&match->arena, body->joint_count, sizeof *body->flatten);
    body->node_of = vvi_arena_allocate(&match->arena, match->joint_count, sizeof *body->node_of);
    return body->joints && body->parents && body->skeleton_joints && body->on_path && body->axis && body->flatten &&
           body->node_of;
}

static void number_body(vv_match *match, const tree *t, const uint8_t *marks)
{
    match_body *body = &match->body;
    uint32_t joint = 0, node = body->joint_count;
    for (uint32_t j = 0; j < t->count; j++) {
        body->node_of[j] = marks[j] & ROTATES ? joint++ : marks[j] ? node++ : VV_NONE;
        if (marks[j] & ROTATES)
            body->joints[body->node_of[j]] = j;
        if (marks[j] & ROTATES)
            body->on_path[body->node_of[j]] = (marks[j] & ON_PATH) != 0;
        if (body->node_of[j] == VV_NONE)
            continue;
        uint32_t up = t->parents[j];
        while (up != VV_NONE && !(marks[up] & ROTATES))
            up = t->parents[up];
        body->skeleton_joints[body->node_of[j]] = j;
        body->parents[body->node_of[j]] = up == VV_NONE ? VV_NONE : body->node_of[up];
    }
    for (uint32_t i = 0; i < body->joint_count; i++)
        body->flatten[i] = (dq){0.0, 0.0, 0.0, 1.0};
}

/* Makes the contacts; their points are the last nodes. */
static bool make_contacts(vv_match *match, const vv_match_def *def)
{
    match_body *body = &match->body;
    match->contact_count = def->contact_count;
    match->contacts = vvi_arena_allocate(&match->arena, def->contact_count + 1u, sizeof *match->contacts);
    if (!match->contacts)
        return false;
    for (uint32_t i = 0; i < def->contact_count; i++) {
        const vv_match_contact *contact = &def->contacts[i];
        uint32_t node = body->node_count - def->contact_count + i;
        vv_match_constraint_key *steps = vvi_arena_allocate(&match->arena, contact->key_count, sizeof *steps);
        if (!steps)
            return false;
        memcpy(steps, contact->keys, contact->key_count * sizeof *steps);
        for (uint32_t k = 0; k < contact->key_count; k++)
            steps[k].position = vv_vec3_scale(steps[k].position, (float)match->unit);
        body->skeleton_joints[node] = contact->bone;
        body->parents[node] = body->node_of[contact->bone];
        match->contacts[i] = (match_contact){.node = node,
                                             .joint = body->parents[node],
                                             .has_rotation = contact->holds_rotation,
                                             .point = d3_scale(d3_of(contact->point), match->unit),
                                             .from = (double)contact->from,
                                             .to = (double)contact->to,
                                             .ease = (double)contact->ease,
                                             .step_count = contact->key_count,
                                             .steps = steps};
    }
    return true;
}

/* ---- What a keystroke covers ------------------------------------------------------------------------------------- */

/* Stores the direction along the line of the bone between two nodes that follow each other, `direction` from a to b. */
static void set_bone_direction(const vv_match *match, match_path *path, const uint8_t *in_set, uint32_t a, uint32_t b,
                               int direction)
{
    const match_body *body = &match->body;
    bool down = body->parents[b] == a;
    uint32_t upper = down ? a : b, lower = down ? b : a;
    if (in_set[body->skeleton_joints[upper]])
        path->bone_directions[lower] = (int8_t)(down ? direction : -direction);
}

/* Joints that are not in the set stay on their base, except those between bones of it, which are needed to place
 * these. */
static void find_idle(const match_body *body, match_path *path)
{
    for (uint32_t i = 0; i < body->node_count; i++)
        path->idle[i] = 1;
    for (uint32_t i = body->node_count; i-- > 0;) { /* idle[parent] becomes 0 from below */
        bool drawn = path->in_set[i] || path->bone_directions[i] != 0 || !path->idle[i];
        if (path->in_set[i])
            path->idle[i] = 0;
        if (drawn && body->parents[i] != VV_NONE && path->on_line[body->parents[i]])
            path->idle[body->parents[i]] = 0;
    }
}

/* A set that contains a foot, the back and a hand means the limbs between them, too: joints between bones of the set
 * are added to it where a large part of the path is missing. A small part, a collar bone say, was left out on
 * purpose. The path still has joints of the skeleton. */
static void fill_gaps(const tree *t, const match_path *path, uint8_t *in_set)
{
    double path_length = 0.0, gap = 0.0;
    uint32_t last = VV_NONE;
    for (uint32_t i = 0; i + 1 < path->count; i++)
        path_length += d3_length(d3_sub(t->places[path->nodes[i + 1]], t->places[path->nodes[i]]));
    for (uint32_t i = 0; i < path->count; i++) {
        if (i > 0)
            gap += d3_length(d3_sub(t->places[path->nodes[i]], t->places[path->nodes[i - 1]]));
        if (!in_set[path->nodes[i]])
            continue;
        for (uint32_t k = last; last != VV_NONE && gap > GAP_SHARE * path_length && ++k < i;)
            in_set[path->nodes[k]] = 1;
        last = i;
        gap = 0.0;
    }
}

static bool finish_path(vv_match *match, const tree *t, const vv_match_key *key, match_path *path)
{
    uint8_t *in_set = t->in_set;
    match_body *body = &match->body;
    path->on_line = vvi_arena_allocate(&match->arena, body->node_count, sizeof *path->on_line);
    path->node_weights = vvi_arena_allocate(&match->arena, body->node_count, sizeof *path->node_weights);
    path->in_set = vvi_arena_allocate(&match->arena, body->node_count, sizeof *path->in_set);
    path->bone_directions = vvi_arena_allocate(&match->arena, body->node_count, sizeof *path->bone_directions);
    path->idle = vvi_arena_allocate(&match->arena, body->node_count, sizeof *path->idle);
    if (!path->on_line || !path->node_weights || !path->in_set || !path->bone_directions || !path->idle ||
        !vvi_match_find_links(match, t->places, path))
        return false;
    memset(in_set, 0, match->joint_count);
    for (uint32_t i = 0; i < key->bone_count; i++)
        in_set[key->bones[i]] = 1;
    fill_gaps(t, path, in_set);
    for (uint32_t i = 0; i < path->count; i++) {
        path->in_set[body->node_of[path->nodes[i]]] = in_set[path->nodes[i]];
        path->nodes[i] = body->node_of[path->nodes[i]];
        path->on_line[path->nodes[i]] = 1;
        path->node_weights[path->nodes[i]] = path->weights[i];
        if (i > 0 && !path->is_link[i - 1])
            set_bone_direction(match, path, in_set, path->nodes[i - 1], path->nodes[i], 1);
    }
    for (uint32_t i = 0; i < path->branch_count; i++) {
        match_branch *branch = &path->branches[i];
        path->in_set[body->node_of[branch->node]] = in_set[branch->node];
        branch->node = body->node_of[branch->node];
        branch->from = body->node_of[branch->from];
        path->on_line[branch->node] = 1;
        path->node_weights[branch->node] = 1.0;
        set_bone_direction(match, path, in_set, branch->from, branch->node, branch->direction);
    }
    find_idle(body, path);
    return true;
}

static d3 axis_offset(const tree *t, const match_body *body, uint32_t node)
{
    return d3_sub(t->places[body->skeleton_joints[node]], t->places[t->parents[body->skeleton_joints[node]]]);
}

/* Chooses the nodes that the bone of a joint leads to: along the paths first, else the continuing child. */
static void choose_axis(const vv_match *match, const tree *t, uint32_t joint)
{
    const match_body *body = &match->body;
    uint32_t *axis = body->axis[joint], next = continuing_child(t, body->joints[joint]);
    axis[0] = axis[1] = VV_NONE;
    for (uint32_t k = 0; k < match->key_count && axis[0] == VV_NONE; k++)
        for (uint32_t i = 0; i < match->paths[k].count; i++) {
            uint32_t node = match->paths[k].nodes[i];
            if (body->parents[node] == joint && t->parents[body->skeleton_joints[node]] == body->joints[joint])
                axis[axis[0] == VV_NONE ? 0 : 1] = node;
        }
    if (axis[1] != VV_NONE && d3_dot(axis_offset(t, body, axis[0]), axis_offset(t, body, axis[0])) <
                                  d3_dot(axis_offset(t, body, axis[1]), axis_offset(t, body, axis[1]))) {
        uint32_t swap = axis[0];
        axis[0] = axis[1];
        axis[1] = swap;
    }
    if (axis[0] == VV_NONE && next != VV_NONE)
        axis[0] = body->node_of[next];
}

vv_result vvi_match_make_body(vv_match *match, const vv_match_def *def, vv_error *error)
{
    tree t;
    bool ok = make_tree(match, &t);
    uint8_t *marks = vvi_arena_allocate(&match->arena, match->joint_count, 1);
    match->paths = vvi_arena_allocate(&match->arena, match->key_count, sizeof *match->paths);
    ok = ok && marks && match->paths;
    for (uint32_t k = 0; ok && k < match->key_count; k++) {
        ok = find_path(match, &t, &def->keys[k], &match->paths[k]) && find_branches(match, &t, &match->paths[k]);
        if (ok)
            mark_path(&t, &match->paths[k], marks);
    }
    if (ok)
        mark_constraints(def, &t, marks);
    ok = ok && allocate_body(match, marks, def->contact_count);
    if (ok)
        number_body(match, &t, marks);
    ok = ok && make_contacts(match, def);
    for (uint32_t k = 0; ok && k < match->key_count; k++)
        ok = finish_path(match, &t, &def->keys[k], &match->paths[k]);
    for (uint32_t i = 0; ok && i < match->body.joint_count; i++)
        choose_axis(match, &t, i);
    return ok ? VV_OK : vvi_fail_memory(error, match->joint_count);
}

bool vvi_match_sets_change(const vv_match *match)
{
    bool change = false;
    for (uint32_t k = 1; k < match->key_count; k++)
        change = change || memcmp(match->paths[k].in_set, match->paths[0].in_set, match->body.node_count) != 0 ||
                 memcmp(match->paths[k].bone_directions, match->paths[0].bone_directions, match->body.node_count) != 0;
    return change;
}
