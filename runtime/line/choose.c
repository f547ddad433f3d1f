/* Chooses the bones that a stroke means: the path between two joints that, seen in the view, is most similar to the
 * stroke and fills it; or the bones that a scribble covers. */
#include "line.h"

#include <string.h>

#define LINE_SAMPLES        65u
#define BONE_SAMPLES        9u    /* points at which a bone is tested */
#define MAX_SCRIBBLE_POINTS 4096u /* a longer scribble is thinned to this many points */
#define ALL_PAIRS_JOINTS    96u   /* in larger skeletons paths begin and end only at leaves and forks */

#define COST_EMPTY        0.7f  /* cost of the part of the line that a path leaves empty, as a share of its length */
#define COST_OVERHANG     0.5f  /* cost of the part of a path that extends beyond the line */
#define MIN_DETOUR_COSINE 0.4f  /* smallest cosine between the two bones of a detour */
#define COST_DIRECTION    0.25f /* cost of bones that point across the line */
#define KEEP_MARGIN       0.3f  /* by how much other bones must fit better than those of the keystroke before */

typedef struct bone_chooser {
    uint32_t count;
    const vv_skeleton *skeleton;
    vv_vec2 projected[VV_SKELETON_MAX_JOINTS];
    uint16_t parents[VV_SKELETON_MAX_JOINTS], depth[VV_SKELETON_MAX_JOINTS], path[VV_SKELETON_MAX_JOINTS];
    /* number of children, at most 2; a path may begin at any joint whose number is not 1 */
    uint8_t ends[VV_SKELETON_MAX_JOINTS];
    vv_vec2 points[LINE_SAMPLES], tangents[LINE_SAMPLES];
    float length;
} bone_chooser;

static void project_joints(const vv_skeleton *skeleton, const vv_affine3 *globals, const vv_view_plane *paper,
                           bone_chooser *c)
{
    memset(c, 0, sizeof *c);
    c->skeleton = skeleton;
    c->count = vv_skeleton_joint_count(skeleton);
    for (uint32_t j = 0; j < c->count; j++) {
        uint32_t parent = vv_skeleton_joint(skeleton, j).parent;
        VVI_CHECK(parent == VV_NONE ? j == 0 : parent < j);
        c->projected[j] = vv_view_plane_project(paper, globals[j].translation);
        c->parents[j] = (uint16_t)(parent == VV_NONE ? 0 : parent);
        c->depth[j] = (uint16_t)(parent == VV_NONE ? 0 : c->depth[parent] + 1);
        if (parent != VV_NONE && c->ends[parent] < 2)
            c->ends[parent]++;
    }
}

/* Fills c->path with the joints from a up to the common ancestor and down to b; returns their number. */
static uint32_t find_path(bone_chooser *c, uint32_t a, uint32_t b)
{
    uint32_t count = 0, down = 0, last = VV_SKELETON_MAX_JOINTS;
    VVI_CHECK(a < c->count && b < c->count);
    while (a != b) {
        if (c->depth[a] >= c->depth[b]) {
            c->path[count++] = (uint16_t)a;
            a = c->parents[a];
        } else {
            c->path[last - ++down] = (uint16_t)b;
            b = c->parents[b];
        }
    }
    c->path[count++] = (uint16_t)a;
    VVI_CHECK(count + down <= c->count);
    memmove(c->path + count, c->path + last - down, down * sizeof *c->path);
    return count + down;
}

/* Where a path makes a detour into the chest and out again, it is compared as if it went straight across: removes the
 * joint of the detour from the path. */
static uint32_t skip_detour(bone_chooser *c, uint32_t count)
{
    uint32_t top = 0;
    for (uint32_t i = 1; i < count; i++)
        top = c->depth[c->path[i]] < c->depth[c->path[top]] ? i : top;
    if (top == 0 || top + 1 >= count)
        return count;
    vv_vec2 at = c->projected[c->path[top]], a = vv_vec2_sub(c->projected[c->path[top - 1]], at),
            b = vv_vec2_sub(c->projected[c->path[top + 1]], at);
    if (vv_vec2_dot(a, b) <= MIN_DETOUR_COSINE * vv_vec2_length(a) * vv_vec2_length(b))
        return count;
    memmove(c->path + top, c->path + top + 1, (count - top - 1) * sizeof *c->path);
    return count - 1;
}

/* How much the path differs from the line: mean distance at equal arc length from the middle, mean difference of
 * direction, and the share that is left empty or extends beyond. */
static float path_cost(const bone_chooser *c, uint32_t count)
{
    float path_length = 0.0f, arc_length = 0.0f, distance_sum = 0.0f, direction_sum = 0.0f;
    for (uint32_t i = 0; i + 1 < count; i++)
        path_length += vv_vec2_distance(c->projected[c->path[i]], c->projected[c->path[i + 1]]);
    if (!(path_length > 1e-6f))
        return 1e9f;
    for (uint32_t i = 0; i + 1 < count; i++) {
        vv_vec2 bone = vv_vec2_sub(c->projected[c->path[i + 1]], c->projected[c->path[i]]);
        float step = vv_vec2_length(bone),
              arc_share = 0.5f + (arc_length + 0.5f * step - 0.5f * path_length) / c->length;
        uint32_t k = (uint32_t)(vvi_clamp(arc_share, 0.0f, 1.0f) * (LINE_SAMPLES - 1) + 0.5f);
        vv_vec2 middle = vv_vec2_lerp(c->projected[c->path[i]], c->projected[c->path[i + 1]], 0.5f);
        distance_sum += step * vv_vec2_distance(middle, c->points[k]);
        direction_sum += step - vv_vec2_dot(bone, c->tangents[k]);
        arc_length += step;
    }
    float empty = c->length - path_length;
    return distance_sum / (path_length * c->length) + COST_DIRECTION * direction_sum / path_length +
           (empty > 0.0f ? COST_EMPTY * empty : -COST_OVERHANG * empty) / c->length;
}

/* The bones of a path: every joint except one that is only the tip of the joint above. */
static uint32_t list_bones(bone_chooser *c, uint32_t count, uint32_t *bones)
{
    uint32_t bone_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool below_next = i + 1 < count && c->parents[c->path[i]] == c->path[i + 1] && c->path[i] != 0;
        bool is_tip = count > 1 && ((i == 0 && below_next) ||
                                    (i + 1 == count && c->path[i] != 0 && c->parents[c->path[i]] == c->path[i - 1]));
        if (!is_tip)
            bones[bone_count++] = c->path[i];
    }
    VVI_CHECK(bone_count >= 1 && bone_count <= c->count);
    return bone_count;
}

static void sample_line(uint32_t element_count, const vv_line_pose *pose, bone_chooser *c)
{
    c->length = vvi_max(pose->length, 1e-6f);
    for (uint32_t i = 0; i < LINE_SAMPLES; i++)
        c->points[i] = vv_line_point(element_count, pose, (float)i / (LINE_SAMPLES - 1), &c->tangents[i]);
}

/* Finds the ends of the path that differs least from the line; returns its cost. */
static float choose_path(bone_chooser *c, uint32_t ends[2])
{
    float best = 1e9f;
    for (uint32_t a = 0; a < c->count; a++)
        for (uint32_t b = 0; b < c->count; b++) {
            bool allowed = c->count <= ALL_PAIRS_JOINTS || (c->ends[a] != 1 && c->ends[b] != 1);
            float cost = a != b && allowed ? path_cost(c, skip_detour(c, find_path(c, a, b))) : 1e9f;
            if (cost < best) {
                best = cost;
                ends[0] = a;
                ends[1] = b;
            }
        }
    return best;
}

/* The same cost for bones that lie along another line. */
static float line_cost(const bone_chooser *c, uint32_t element_count, const vv_line_pose *other)
{
    float distance_sum = 0.0f, direction_sum = 0.0f, empty = c->length - other->length;
    for (uint32_t i = 0; i < LINE_SAMPLES; i++) {
        vv_vec2 tangent, at = vv_line_point(element_count, other, (float)i / (LINE_SAMPLES - 1), &tangent);
        distance_sum += vv_vec2_distance(at, c->points[i]);
        direction_sum += 1.0f - vv_vec2_dot(tangent, c->tangents[i]);
    }
    return distance_sum / ((float)LINE_SAMPLES * c->length) + COST_DIRECTION * direction_sum / (float)LINE_SAMPLES +
           (empty > 0.0f ? COST_EMPTY * empty : -COST_OVERHANG * empty) / c->length;
}

uint32_t vv_match_propose_bones(const vv_skeleton *skeleton, const vv_affine3 *globals, const vv_view_plane *paper,
                                uint32_t element_count, const vv_line_pose *pose, uint32_t *bones)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(skeleton != NULL);
    VV_ASSERT(globals != NULL);
    VV_ASSERT(paper != NULL);
    VV_ASSERT(pose != NULL);
    VV_ASSERT(bones != NULL);
    bone_chooser c;
    uint32_t ends[2] = {0, 0};
    project_joints(skeleton, globals, paper, &c);
    sample_line(element_count, pose, &c);
    choose_path(&c, ends);
    return list_bones(&c, find_path(&c, ends[0], ends[1]), bones);
}

uint32_t vv_match_propose_next_bones(const vv_skeleton *skeleton, const vv_affine3 *globals, const vv_view_plane *paper,
                                     uint32_t element_count, const vv_line_pose *before, const vv_match_key *set,
                                     const vv_line_pose *pose, uint32_t *bones)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(skeleton != NULL);
    VV_ASSERT(globals != NULL);
    VV_ASSERT(paper != NULL);
    VV_ASSERT(before != NULL);
    VV_ASSERT(set != NULL);
    VV_ASSERT(pose != NULL);
    VV_ASSERT(bones != NULL);
    bone_chooser c;
    uint32_t ends[2] = {0, 0};
    project_joints(skeleton, globals, paper, &c);
    sample_line(element_count, pose, &c);
    if (line_cost(&c, element_count, before) > choose_path(&c, ends) + KEEP_MARGIN)
        return list_bones(&c, find_path(&c, ends[0], ends[1]), bones);
    memcpy(bones, set->bones, set->bone_count * sizeof *bones);
    return set->bone_count;
}

/* ---- Scribbles --------------------------------------------------------------------------------------------------- */

static float distance_to_segment(vv_vec2 p, vv_vec2 a, vv_vec2 b)
{
    vv_vec2 d = vv_vec2_sub(b, a);
    float n = vv_vec2_dot(d, d), t = n > 0.0f ? vvi_clamp(vv_vec2_dot(vv_vec2_sub(p, a), d) / n, 0.0f, 1.0f) : 0.0f;
    return vv_vec2_distance(p, vv_vec2_lerp(a, b, t));
}

static bool is_near_scribble(vv_vec2 p, uint32_t count, const vv_vec2 *points, float radius)
{
    uint32_t stride = count / MAX_SCRIBBLE_POINTS + 1;
    for (uint32_t i = 0; i < count; i += stride) {
        uint32_t next = i + stride < count ? i + stride : count - 1;
        if (distance_to_segment(p, points[i], points[next]) <= radius)
            return true;
    }
    return false;
}

static bool is_covered(vv_vec2 a, vv_vec2 b, uint32_t count, const vv_vec2 *points, float radius)
{
    uint32_t hits = 0;
    for (uint32_t i = 0; i < BONE_SAMPLES; i++)
        hits += is_near_scribble(vv_vec2_lerp(a, b, ((float)i + 0.5f) / BONE_SAMPLES), count, points, radius) ? 1 : 0;
    return 2 * hits > BONE_SAMPLES;
}

uint32_t vv_match_scribbled_bones(const vv_skeleton *skeleton, const vv_affine3 *globals, const vv_view_plane *paper,
                                  uint32_t point_count, const vv_vec2 *points, float radius, uint32_t *bones)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(skeleton != NULL);
    VV_ASSERT(globals != NULL);
    VV_ASSERT(paper != NULL);
    VV_ASSERT(points != NULL || point_count == 0);
    VV_ASSERT(bones != NULL);
    bone_chooser c;
    uint32_t count = 0;
    project_joints(skeleton, globals, paper, &c);
    uint8_t *selected = c.ends; /* only leaves are needed from now on: they are points */
    for (uint32_t j = 0; point_count > 0 && j < c.count; j++) {
        bool hit = c.ends[j] == 0 && c.count == 1 && is_near_scribble(c.projected[j], point_count, points, radius);
        selected[j] = hit ? UINT8_MAX : c.ends[j];
    }
    for (uint32_t j = 1; point_count > 0 && j < c.count; j++)
        if (is_covered(c.projected[c.parents[j]], c.projected[j], point_count, points, radius))
            selected[c.parents[j]] = UINT8_MAX;
    for (uint32_t j = 0; j < c.count; j++)
        if (selected[j] == UINT8_MAX)
            bones[count++] = j;
    return count;
}
