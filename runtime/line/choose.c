/* Which bones does a stroke mean? The way between two joints, seen in the view, that is most like it and fills it; or the bones
 * that a scribble covers. */
#include "line.h"

#include <string.h>

#define TABLE   65u
#define PIECES  9u    /* a bone is looked at in so many points */
#define THINNED 4096u /* of a longer scribble only so many points count */
#define MANY    96u   /* in larger skeletons ways begin and end only at leaves and forks */

#define SHORT  0.7f  /* cost of a line that a way leaves empty, as shares of its length */
#define LONGER 0.5f  /* of what hangs over */
#define DIP    0.4f  /* cosine between two pieces that dip, at least */
#define TURNED 0.25f /* of bones across the line */
#define STAY   0.3f  /* by how much other bones must fit better than those of the keystroke before */

typedef struct chooser {
    uint32_t count;
    const vv_skeleton *skeleton;
    vv_vec2 seen[VV_SKELETON_MAX_JOINTS];
    uint16_t parents[VV_SKELETON_MAX_JOINTS], depth[VV_SKELETON_MAX_JOINTS], path[VV_SKELETON_MAX_JOINTS];
    uint8_t ends[VV_SKELETON_MAX_JOINTS]; /* how many children; a way may begin at any but 1 */
    vv_vec2 points[TABLE], tangents[TABLE];
    float length;
} chooser;

static void look(const vv_skeleton *skeleton, const vv_affine3 *globals, const vv_paper *paper, chooser *c)
{
    memset(c, 0, sizeof *c);
    c->skeleton = skeleton;
    c->count = vv_skeleton_joint_count(skeleton);
    for (uint32_t j = 0; j < c->count; j++) {
        uint32_t parent = vv_skeleton_joint(skeleton, j).parent;
        c->seen[j] = vv_paper_project(paper, globals[j].move);
        c->parents[j] = (uint16_t)(parent == VV_NONE ? 0 : parent);
        c->depth[j] = (uint16_t)(parent == VV_NONE ? 0 : c->depth[parent] + 1);
        if (parent != VV_NONE && c->ends[parent] < 2)
            c->ends[parent]++;
    }
}

/* path: from a up to where both meet and down to b. Returns how many. */
static uint32_t walk(chooser *c, uint32_t a, uint32_t b)
{
    uint32_t count = 0, down = 0, last = VV_SKELETON_MAX_JOINTS;
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
    memmove(c->path + count, c->path + last - down, down * sizeof *c->path);
    return count + down;
}

/* Where a way dips into the chest and out again, it is seen as if it went straight across: the path to look at. */
static uint32_t straighten(chooser *c, uint32_t count)
{
    uint32_t top = 0;
    for (uint32_t i = 1; i < count; i++)
        top = c->depth[c->path[i]] < c->depth[c->path[top]] ? i : top;
    if (top == 0 || top + 1 >= count)
        return count;
    vv_vec2 at = c->seen[c->path[top]], a = vv_vec2_sub(c->seen[c->path[top - 1]], at),
            b = vv_vec2_sub(c->seen[c->path[top + 1]], at);
    if (vv_vec2_dot(a, b) <= DIP * vv_vec2_length(a) * vv_vec2_length(b))
        return count;
    memmove(c->path + top, c->path + top + 1, (count - top - 1) * sizeof *c->path);
    return count - 1;
}

/* How unlike the line the path is: how far away metre by metre from the middle, how far turned, how much is left empty. */
static float unlike(const chooser *c, uint32_t count)
{
    float whole = 0.0f, at = 0.0f, far = 0.0f, turned = 0.0f;
    for (uint32_t i = 0; i + 1 < count; i++)
        whole += vv_vec2_distance(c->seen[c->path[i]], c->seen[c->path[i + 1]]);
    if (!(whole > 1e-6f))
        return 1e9f;
    for (uint32_t i = 0; i + 1 < count; i++) {
        vv_vec2 bone = vv_vec2_sub(c->seen[c->path[i + 1]], c->seen[c->path[i]]);
        float step = vv_vec2_length(bone), along = 0.5f + (at + 0.5f * step - 0.5f * whole) / c->length;
        uint32_t k = (uint32_t)(vvi_clamp(along, 0.0f, 1.0f) * (TABLE - 1) + 0.5f);
        vv_vec2 middle = vv_vec2_mix(c->seen[c->path[i]], c->seen[c->path[i + 1]], 0.5f);
        far += step * vv_vec2_distance(middle, c->points[k]);
        turned += step - vv_vec2_dot(bone, c->tangents[k]);
        at += step;
    }
    float empty = c->length - whole;
    return far / (whole * c->length) + TURNED * turned / whole +
           (empty > 0.0f ? SHORT * empty : -LONGER * empty) / c->length;
}

/* The bones of a path: every joint but those that are only the tip of the one above. */
static uint32_t bones_of(chooser *c, uint32_t count, uint32_t *bones)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool below_next = i + 1 < count && c->parents[c->path[i]] == c->path[i + 1] && c->path[i] != 0;
        bool tip = count > 1 && ((i == 0 && below_next) ||
                                 (i + 1 == count && c->path[i] != 0 && c->parents[c->path[i]] == c->path[i - 1]));
        if (!tip)
            bones[kept++] = c->path[i];
    }
    return kept;
}

static void look_at_line(uint32_t element_count, const vv_line_pose *pose, chooser *c)
{
    c->length = vvi_max(pose->length, 1e-6f);
    for (uint32_t i = 0; i < TABLE; i++)
        c->points[i] = vv_line_point(element_count, pose, (float)i / (TABLE - 1), &c->tangents[i]);
}

/* The ends of the way that is least unlike the line; returns how unlike. */
static float choose(chooser *c, uint32_t ends[2])
{
    float best = 1e9f;
    for (uint32_t a = 0; a < c->count; a++)
        for (uint32_t b = 0; b < c->count; b++) {
            bool few = c->count <= MANY || (c->ends[a] != 1 && c->ends[b] != 1);
            float cost = a != b && few ? unlike(c, straighten(c, walk(c, a, b))) : 1e9f;
            if (cost < best) {
                best = cost;
                ends[0] = a;
                ends[1] = b;
            }
        }
    return best;
}

/* The same of bones that lie along another line. */
static float unlike_line(const chooser *c, uint32_t element_count, const vv_line_pose *other)
{
    float far = 0.0f, turned = 0.0f, empty = c->length - other->length;
    for (uint32_t i = 0; i < TABLE; i++) {
        vv_vec2 tangent, at = vv_line_point(element_count, other, (float)i / (TABLE - 1), &tangent);
        far += vv_vec2_distance(at, c->points[i]);
        turned += 1.0f - vv_vec2_dot(tangent, c->tangents[i]);
    }
    return far / ((float)TABLE * c->length) + TURNED * turned / (float)TABLE +
           (empty > 0.0f ? SHORT * empty : -LONGER * empty) / c->length;
}

uint32_t vv_match_propose(const vv_skeleton *skeleton, const vv_affine3 *globals, const vv_paper *paper,
                          uint32_t element_count, const vv_line_pose *pose, uint32_t *bones)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(skeleton != NULL);
    VV_ASSERT(globals != NULL);
    VV_ASSERT(paper != NULL);
    VV_ASSERT(pose != NULL);
    VV_ASSERT(bones != NULL);
    chooser c;
    uint32_t ends[2] = {0, 0};
    look(skeleton, globals, paper, &c);
    look_at_line(element_count, pose, &c);
    choose(&c, ends);
    return bones_of(&c, walk(&c, ends[0], ends[1]), bones);
}

uint32_t vv_match_propose_next(const vv_skeleton *skeleton, const vv_affine3 *globals, const vv_paper *paper,
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
    chooser c;
    uint32_t ends[2] = {0, 0};
    look(skeleton, globals, paper, &c);
    look_at_line(element_count, pose, &c);
    if (unlike_line(&c, element_count, before) > choose(&c, ends) + STAY)
        return bones_of(&c, walk(&c, ends[0], ends[1]), bones);
    memcpy(bones, set->bones, set->bone_count * sizeof *bones);
    return set->bone_count;
}

/* ---- Scribbles --------------------------------------------------------------------------------------------------------- */

static float distance_to_piece(vv_vec2 p, vv_vec2 a, vv_vec2 b)
{
    vv_vec2 d = vv_vec2_sub(b, a);
    float n = vv_vec2_dot(d, d), t = n > 0.0f ? vvi_clamp(vv_vec2_dot(vv_vec2_sub(p, a), d) / n, 0.0f, 1.0f) : 0.0f;
    return vv_vec2_distance(p, vv_vec2_mix(a, b, t));
}

static bool near_scribble(vv_vec2 p, uint32_t count, const vv_vec2 *points, float radius)
{
    uint32_t stride = count / THINNED + 1;
    for (uint32_t i = 0; i < count; i += stride) {
        uint32_t next = i + stride < count ? i + stride : count - 1;
        if (distance_to_piece(p, points[i], points[next]) <= radius)
            return true;
    }
    return false;
}

static bool covered(vv_vec2 a, vv_vec2 b, uint32_t count, const vv_vec2 *points, float radius)
{
    uint32_t hits = 0;
    for (uint32_t i = 0; i < PIECES; i++)
        hits += near_scribble(vv_vec2_mix(a, b, ((float)i + 0.5f) / PIECES), count, points, radius) ? 1 : 0;
    return 2 * hits > PIECES;
}

uint32_t vv_match_scribble(const vv_skeleton *skeleton, const vv_affine3 *globals, const vv_paper *paper,
                           uint32_t point_count, const vv_vec2 *points, float radius, uint32_t *bones)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(skeleton != NULL);
    VV_ASSERT(globals != NULL);
    VV_ASSERT(paper != NULL);
    VV_ASSERT(points != NULL || point_count == 0);
    VV_ASSERT(bones != NULL);
    chooser c;
    uint32_t count = 0;
    look(skeleton, globals, paper, &c);
    uint8_t *taken = c.ends; /* of what it counted only leaves matter: they are points */
    for (uint32_t j = 0; point_count > 0 && j < c.count; j++) {
        bool hit = c.ends[j] == 0 && c.count == 1 && near_scribble(c.seen[j], point_count, points, radius);
        taken[j] = hit ? UINT8_MAX : c.ends[j];
    }
    for (uint32_t j = 1; point_count > 0 && j < c.count; j++)
        if (covered(c.seen[c.parents[j]], c.seen[j], point_count, points, radius))
            taken[c.parents[j]] = UINT8_MAX;
    for (uint32_t j = 0; j < c.count; j++)
        if (taken[j] == UINT8_MAX)
            bones[count++] = j;
    return count;
}
