/* Key remapping (3.3): converts keys of one frame to another frame such that the body moves as before. The map from
 * old to new coordinates is affine for positions and orthogonal in the four numbers of a rotation. Hermite curves and
 * the rules for slopes commute with such maps: mapping the values, and free slopes by the linear part alone, maps
 * every moment between the keys as well. */
#include "bodies.h"

/* Applies M·F·S of `from`, then S⁻¹·Fᵀ·M of `to`. */
static vv_vec3 map_direction(const vv_body_frame *from, const vv_body_frame *to, vv_vec3 q)
{
    vv_vec3 s = from->scale, t = to->scale;
    vv_vec3 p = vv_quat_rotate(from->rotation, (vv_vec3){s.x * q.x, s.y * q.y, s.z * q.z});
    p = from->mirror != to->mirror ? mirror_position(p) : p;
    p = vv_quat_rotate(vv_quat_conjugate(to->rotation), p);
    return (vv_vec3){p.x / t.x, p.y / t.y, p.z / t.z};
}

/* The old origin in the new frame. */
static vv_vec3 map_origin(const vv_body_frame *from, const vv_body_frame *to)
{
    vv_body_transform identity = {{0, 0, 0}, {0, 0, 0, 1}};
    return vv_generalise(to, (vv_body_transform){vv_specialise(from, identity).position, identity.rotation}).position;
}

static void remap_position(vv_motion_key *key, const vv_body_frame *from, const vv_body_frame *to, vv_vec3 origin)
{
    float *numbers[3] = {key->value, key->in, key->out};
    bool mapped[3] = {true, key->slope_in == VV_SLOPE_FREE, key->slope_out == VV_SLOPE_FREE};
    for (uint32_t i = 0; i < 3; i++) {
        if (!mapped[i])
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

static void remap_rotation(vv_motion_key *key, const vv_body_frame *from, const vv_body_frame *to)
{
    float *numbers[3] = {key->value, key->in, key->out};
    bool mapped[3] = {true, key->slope_in == VV_SLOPE_FREE, key->slope_out == VV_SLOPE_FREE};
    for (uint32_t i = 0; i < 3; i++) {
        if (!mapped[i])
            continue;
        float *n = numbers[i];
        vv_body_transform pose = {{0, 0, 0}, {n[0], n[1], n[2], n[3]}};
        vv_quat q = vv_generalise(to, vv_specialise(from, pose)).rotation;
        n[0] = q.x;
        n[1] = q.y;
        n[2] = q.z;
        n[3] = q.w;
    }
}

void vv_motion_keys_remap(vv_motion_track_kind kind, uint32_t key_count, vv_motion_key *keys, const vv_body_frame *from,
                          const vv_body_frame *to)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(keys != NULL || key_count == 0);
    VV_ASSERT(from != NULL);
    VV_ASSERT(to != NULL);
    vv_vec3 origin = map_origin(from, to);
    for (uint32_t k = 0; k < key_count; k++) {
        if (kind == VV_TRACK_POSITION)
            remap_position(&keys[k], from, to, origin);
        else if (kind == VV_TRACK_ROTATION)
            remap_rotation(&keys[k], from, to);
    }
}
