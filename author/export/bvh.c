/* Writes BVH. A rotation is decomposed into Euler angles of the joint's order; of all equivalent triples, the one
 * nearest to the previous frame is written, so that curves are continuous through half turns and gimbal lock. */
#include "bytes.h"

#include <string.h>

#define ORDER_ZXY         (3u | 1u << 2 | 2u << 4)
#define RADIANS           0.017453292519943295769 /* a degree */
#define PI                3.14159265358979323846
#define LEAST_TRANSLATION 1e-7f /* metres from rest */

typedef struct bvh_joint {
    uint32_t parent, first_child, next;
    int axes[3]; /* 0 x, 1 y, 2 z, the outermost first */
    bool moves;  /* has position channels */
    bool is_end;
    double angles[3]; /* of the previous frame, radians, unwrapped */
} bvh_joint;

typedef struct bvh_writer {
    const vv_take *take;
    uint32_t joint_count;
    bvh_joint *joints;
    bool zero_offsets; /* for joints that move: see choose_offsets */
    vvi_out out;
} bvh_writer;

/* ---- Angles ---------------------------------------------------------------------------------------------------- */

static void to_matrix(vv_quat q, double m[3][3])
{
    double x = q.x, y = q.y, z = q.z, w = q.w;
    m[0][0] = 1 - 2 * (y * y + z * z), m[0][1] = 2 * (x * y - w * z), m[0][2] = 2 * (x * z + w * y);
    m[1][0] = 2 * (x * y + w * z), m[1][1] = 1 - 2 * (x * x + z * z), m[1][2] = 2 * (y * z - w * x);
    m[2][0] = 2 * (x * z - w * y), m[2][1] = 2 * (y * z + w * x), m[2][2] = 1 - 2 * (x * x + y * y);
}

static double atan2_double(double y, double x) { return vv_atan2((float)y, (float)x); }

/* The same angle within half a turn of `near`. */
static double wrap_near(double angle, double near)
{
    double turns = (angle - near) / (2 * PI);
    return near + (turns - floor(turns + 0.5)) * 2 * PI;
}

/* Decomposes R = R_i(a) R_j(b) R_k(c), with e = ±1 for even or odd order i, j, k: R_ik = e sin b, and a follows from
 * column k. With a known, b and c follow from R_i(a)ᵀ R = R_j(b) R_k(c), whose column k is that of R_j and whose row
 * j is that of R_k. In gimbal lock, where only a ± c matters, a keeps its previous value. */
static void decompose_euler(const double R[3][3], const int axes[3], const double previous[3], double angles[3])
{
    int i = axes[0], j = axes[1], k = axes[2];
    double e = (i + 1) % 3 == j ? 1.0 : -1.0, cosine_b = sqrt(R[j][k] * R[j][k] + R[k][k] * R[k][k]);
    double a = cosine_b > 1e-5 ? atan2_double(-e * R[j][k], R[k][k]) : previous[0];
    float sine, cosine;
    vv_sin_cos((float)a, &sine, &cosine);
    double s = sine, c = cosine;
    /* Rows j and k of R_i(a)ᵀ R: R_i rotates j towards k by e·a. */
    double row_j[3], row_k[3];
    for (int n = 0; n < 3; n++) {
        row_j[n] = c * R[j][n] + e * s * R[k][n];
        row_k[n] = c * R[k][n] - e * s * R[j][n];
    }
    angles[0] = a;
    angles[1] = atan2_double(e * R[i][k], row_k[k]);
    angles[2] = atan2_double(e * row_j[i], row_j[j]);
}

static double distance_to(const double previous[3], double angles[3])
{
    double sum = 0.0;
    for (int n = 0; n < 3; n++) {
        angles[n] = wrap_near(angles[n], previous[n]);
        sum += (angles[n] - previous[n]) * (angles[n] - previous[n]);
    }
    return sum;
}

/* Updates a joint's angles. (a, b, c) and (a + π, π − b, c + π) are the same rotation; the nearer one is chosen. */
static void update_angles(bvh_joint *joint, vv_quat turn)
{
    double R[3][3], one[3], other[3];
    to_matrix(turn, R);
    decompose_euler((const double(*)[3])R, joint->axes, joint->angles, one);
    other[0] = one[0] + PI;
    other[1] = PI - one[1];
    other[2] = one[2] + PI;
    bool first = distance_to(joint->angles, one) <= distance_to(joint->angles, other);
    memcpy(joint->angles, first ? one : other, sizeof one);
}

/* ---- Joints ---------------------------------------------------------------------------------------------------- */

/* Chooses the axes of an order. Orders with fewer than three axes are completed; orders with a repeated axis cannot
 * express every rotation and are replaced. */
static void choose_axes(uint8_t order, int axes[3])
{
    unsigned given = order, used = 0, count = 0;
    for (unsigned n = 0; n < 3 && (given >> (2 * n) & 3u) != 0; n++)
        axes[count++] = (int)(given >> (2 * n) & 3u) - 1;
    for (unsigned n = 0; n < count; n++)
        used |= 1u << axes[n];
    bool repeated = __builtin_popcount(used) != (int)count;
    if (order == 0 || repeated) {
        choose_axes(ORDER_ZXY, axes);
        return;
    }
    for (int axis = 0; axis < 3; axis++)
        if (!(used >> axis & 1u))
            axes[count++] = axis;
}

static bool is_translated(const vv_take *take, uint32_t joint, uint32_t joint_count)
{
    vv_vec3 rest = vv_skeleton_joint(take->skeleton, joint).translation;
    for (uint32_t f = 0; f < take->frame_count; f++) {
        vv_vec3 difference = vv_vec3_sub(take->moves[(size_t)f * joint_count + joint], rest);
        if (fabsf(difference.x) > LEAST_TRANSLATION || fabsf(difference.y) > LEAST_TRANSLATION ||
            fabsf(difference.z) > LEAST_TRANSLATION)
            return true;
    }
    return false;
}

static bool is_rotated(const vv_take *take, uint32_t joint, uint32_t joint_count)
{
    for (uint32_t f = 0; f < take->frame_count; f++) {
        vv_quat turn = take->turns[(size_t)f * joint_count + joint];
        if (turn.x != 0.0f || turn.y != 0.0f || turn.z != 0.0f)
            return true;
    }
    return false;
}

/* Whether a joint was an end site: a leaf named "<parent> end" without motion. */
static bool is_end_site(const bvh_writer *writer, uint32_t joint)
{
    const bvh_joint *own = &writer->joints[joint];
    if (own->parent == VV_NONE || own->first_child != VV_NONE || own->moves || writer->take->orders[joint] != 0)
        return false;
    const char *name = vv_skeleton_joint(writer->take->skeleton, joint).name;
    const char *parent_name = vv_skeleton_joint(writer->take->skeleton, own->parent).name;
    size_t length = strlen(parent_name);
    if (length > VV_SKELETON_NAME_BYTES - 5)
        length = VV_SKELETON_NAME_BYTES - 8; /* truncated, possibly before a multi-byte character */
    return strncmp(name, parent_name, length) == 0 && strstr(name + length, " end") != NULL &&
           !is_rotated(writer->take, joint, writer->joint_count);
}

/* Readers differ in whether positions replace a joint's offset or are added to it; ours chooses what leaves joints
 * nearer to their offsets. Where that choice would be wrong, joints that move get offset 0, which all readers
 * understand alike. */
static void choose_offsets(bvh_writer *writer)
{
    double from_offset = 0.0, from_zero = 0.0;
    for (uint32_t j = 1; j < writer->joint_count; j++) {
        vv_vec3 rest = vv_skeleton_joint(writer->take->skeleton, j).translation;
        for (uint32_t f = 0; writer->joints[j].moves && f < writer->take->frame_count; f++) {
            vv_vec3 at = writer->take->moves[(size_t)f * writer->joint_count + j], difference = vv_vec3_sub(at, rest);
            from_offset += fabs((double)difference.x) + fabs((double)difference.y) + fabs((double)difference.z);
            from_zero += fabs((double)at.x) + fabs((double)at.y) + fabs((double)at.z);
        }
    }
    writer->zero_offsets = from_zero <= from_offset;
}

static void prepare_joints(bvh_writer *writer)
{
    const vv_skeleton *skeleton = writer->take->skeleton;
    for (uint32_t j = 0; j < writer->joint_count; j++) {
        bvh_joint *joint = &writer->joints[j];
        *joint = (bvh_joint){.parent = vv_skeleton_joint(skeleton, j).parent, .first_child = VV_NONE, .next = VV_NONE};
        joint->moves = j == 0 || is_translated(writer->take, j, writer->joint_count);
        choose_axes(writer->take->orders[j], joint->axes);
    }
    for (uint32_t j = writer->joint_count; j-- > 1;) { /* backwards, so that children are in order */
        bvh_joint *parent = &writer->joints[writer->joints[j].parent];
        writer->joints[j].next = parent->first_child;
        parent->first_child = j;
    }
    for (uint32_t j = 0; j < writer->joint_count; j++)
        writer->joints[j].is_end = is_end_site(writer, j);
    choose_offsets(writer);
}

/* ---- Text ------------------------------------------------------------------------------------------------------ */

static void indent(bvh_writer *writer, uint32_t depth)
{
    for (uint32_t d = 0; d < depth; d++)
        vvi_out_text(&writer->out, "\t");
}

/* Writes a name; characters that would end a name in a BVH file, or join lines, are replaced by similar ones. */
static void write_name(bvh_writer *writer, const char *name)
{
    for (; *name; name++) {
        char c = *name == '{' ? '(' : *name == '}' ? ')' : *name == '\\' ? '/' : *name;
        vvi_out_add(&writer->out, &c, 1);
    }
}

static void write_vector(bvh_writer *writer, vv_vec3 v)
{
    for (uint32_t k = 0; k < 3; k++) {
        vvi_out_text(&writer->out, " ");
        vvi_out_float(&writer->out, vvi_component(v, k));
    }
}

static void write_channels(bvh_writer *writer, const bvh_joint *joint)
{
    static const char *const names[3] = {" Xrotation", " Yrotation", " Zrotation"};
    vvi_out_text(&writer->out, joint->moves ? "CHANNELS 6 Xposition Yposition Zposition" : "CHANNELS 3");
    for (int k = 0; k < 3; k++)
        vvi_out_text(&writer->out, names[joint->axes[k]]);
    vvi_out_text(&writer->out, "\n");
}

static void write_joint_header(bvh_writer *writer, uint32_t j, uint32_t depth)
{
    const bvh_joint *joint = &writer->joints[j];
    vv_joint rest = vv_skeleton_joint(writer->take->skeleton, j);
    indent(writer, depth);
    vvi_out_text(&writer->out, joint->is_end ? "End Site" : j == 0 ? "ROOT " : "JOINT ");
    if (!joint->is_end)
        write_name(writer, rest.name);
    vvi_out_text(&writer->out, "\n");
    indent(writer, depth);
    vvi_out_text(&writer->out, "{\n");
    indent(writer, depth + 1);
    vvi_out_text(&writer->out, "OFFSET");
    write_vector(writer, j > 0 && joint->moves && writer->zero_offsets ? (vv_vec3){0, 0, 0} : rest.translation);
    vvi_out_text(&writer->out, "\n");
    if (joint->is_end)
        return;
    indent(writer, depth + 1);
    write_channels(writer, joint);
}

/* The joint after `at` in depth-first order, VV_NONE at the end. Updates `depth` and, with `braces`, closes braces. */
static uint32_t next_joint(bvh_writer *writer, uint32_t at, uint32_t *depth, bool braces)
{
    const bvh_joint *joints = writer->joints;
    if (joints[at].first_child != VV_NONE) {
        ++*depth;
        return joints[at].first_child;
    }
    for (;;) {
        if (braces) {
            indent(writer, *depth);
            vvi_out_text(&writer->out, "}\n");
        }
        if (joints[at].parent == VV_NONE || joints[at].next != VV_NONE)
            return joints[at].parent == VV_NONE ? VV_NONE : joints[at].next;
        at = joints[at].parent;
        --*depth;
    }
}

static void write_frame(bvh_writer *writer, uint32_t frame)
{
    uint32_t depth = 0;
    for (uint32_t j = 0; j != VV_NONE; j = next_joint(writer, j, &depth, false)) {
        bvh_joint *joint = &writer->joints[j];
        size_t at = (size_t)frame * writer->joint_count + j;
        if (joint->is_end)
            continue;
        update_angles(joint, writer->take->turns[at]);
        if (joint->moves)
            write_vector(writer, writer->take->moves[at]);
        const double *angles = joint->angles;
        write_vector(writer, (vv_vec3){(float)(angles[0] / RADIANS), (float)(angles[1] / RADIANS),
                                       (float)(angles[2] / RADIANS)});
    }
    vvi_out_text(&writer->out, "\n");
}

static void write_file(bvh_writer *writer)
{
    uint32_t depth = 0;
    vvi_out_text(&writer->out, "HIERARCHY\n");
    for (uint32_t j = 0; j != VV_NONE; j = next_joint(writer, j, &depth, true))
        write_joint_header(writer, j, depth);
    char frames[64];
    vvi_format(frames, sizeof frames, "MOTION\nFrames: %u\nFrame Time: ", writer->take->frame_count);
    vvi_out_text(&writer->out, frames);
    vvi_out_double(&writer->out, 1.0 / writer->take->rate);
    vvi_out_text(&writer->out, "\n");
    for (uint32_t f = 0; f < writer->take->frame_count && !writer->out.failed; f++)
        write_frame(writer, f);
}

vv_result vv_export_bvh(const vv_take *take, const vv_allocator *allocator, vv_bytes *out, vv_error *error)
{
    bvh_writer writer = {.take = take, .joint_count = vv_skeleton_joint_count(take->skeleton)};
    writer.out.allocator = allocator;
    writer.joints = vvi_allocate(allocator, writer.joint_count, sizeof *writer.joints);
    if (!writer.joints)
        return vvi_fail_memory(error, writer.joint_count * sizeof *writer.joints);
    prepare_joints(&writer);
    write_file(&writer);
    vvi_release(allocator, writer.joints, writer.joint_count, sizeof *writer.joints);
    return vvi_out_finish(&writer.out, out, error);
}
