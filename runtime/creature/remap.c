/* Key remapping (3.3): keys of one frame as keys of another, so that the body moves as before. From old coordinates to new ones is an
 * affine map for places and an orthogonal one in four numbers for turns. Hermite curves, and the rules by which slopes are found, go
 * along with either: mapping values, and free slopes by the linear part alone, maps every moment between the keys as well. */
#include "bodies.h"

/* S⁻¹·Fᵀ·M of `to`, after M·F·S of `from`. */
static vv_vec3 map_direction(const vv_frame *from, const vv_frame *to, vv_vec3 q)
{
    vv_vec3 s = from->scale, t = to->scale;
    vv_vec3 p = vv_quat_rotate(from->turn, (vv_vec3){s.x * q.x, s.y * q.y, s.z * q.z});
    p = from->mirror != to->mirror ? mirror_place(p) : p;
    p = vv_quat_rotate(vv_quat_conjugate(to->turn), p);
    return (vv_vec3){p.x / t.x, p.y / t.y, p.z / t.z};
}

/* Where the old origin is in the new frame. */
static vv_vec3 map_origin(const vv_frame *from, const vv_frame *to)
{
    vv_pose3 still = {{0, 0, 0}, {0, 0, 0, 1}};
    return vv_generalise(to, (vv_pose3){vv_specialise(from, still).place, still.turn}).place;
}

static void remap_place(vv_motion_key *key, const vv_frame *from, const vv_frame *to, vv_vec3 origin)
{
    float *numbers[3] = {key->value, key->in, key->out};
    bool counts[3] = {true, key->slope_in == VV_SLOPE_FREE, key->slope_out == VV_SLOPE_FREE};
    for (uint32_t i = 0; i < 3; i++) {
        if (!counts[i])
            continue;
        float *n = numbers[i];
        vv_vec3 q = map_direction(from, to, (vv_vec3){n[0], n[1], n[2]});
        if (i == 0)
            q = vv_vec3_add(q, origin);
        n[0] = q.x;
        n[1] = q.y;
        n[2] = q.z;
    }
}

static void remap_turn(vv_motion_key *key, const vv_frame *from, const vv_frame *to)
{
    float *numbers[3] = {key->value, key->in, key->out};
    bool counts[3] = {true, key->slope_in == VV_SLOPE_FREE, key->slope_out == VV_SLOPE_FREE};
    for (uint32_t i = 0; i < 3; i++) {
        if (!counts[i])
            continue;
        float *n = numbers[i];
        vv_pose3 pose = {{0, 0, 0}, {n[0], n[1], n[2], n[3]}};
        vv_quat q = vv_generalise(to, vv_specialise(from, pose)).turn;
        n[0] = q.x;
        n[1] = q.y;
        n[2] = q.z;
        n[3] = q.w;
    }
}

void vv_keys_remap(vv_track_kind kind, uint32_t key_count, vv_motion_key *keys, const vv_frame *from,
                   const vv_frame *to)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(keys != NULL || key_count == 0);
    VV_ASSERT(from != NULL);
    VV_ASSERT(to != NULL);
    vv_vec3 origin = map_origin(from, to);
    for (uint32_t k = 0; k < key_count; k++) {
        if (kind == VV_TRACK_PLACE)
            remap_place(&keys[k], from, to, origin);
        else if (kind == VV_TRACK_TURN)
            remap_turn(&keys[k], from, to);
    }
}
