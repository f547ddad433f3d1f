/* The drawing at a place of the pose complex (eq. 1): corners blended, composed, skinned, centred. */
#include "sprite.h"

#include <string.h>

/* Scratch holds the pose, three corners and their blend. */
vv_handle_pose *vvi_sprite_blend(const vvi_sprite_view *sprite, vv_place place, void *scratch)
{
    VV_ASSERT(vvi_place_is_valid(sprite->complex, place));
    uint32_t handles = sprite->handle_count, count = 0;
    vv_handle_pose *turns = (vv_handle_pose *)((vv_affine *)scratch + handles), *blended = turns + 3 * handles;
    vv_simplex simplex = vv_complex_simplex(sprite->complex, place.simplex);
    float weights[3];
    for (uint32_t k = 0; k < 3; k++) {
        if (place.weights[k] == 0.0f)
            continue;
        memcpy(turns + (size_t)count * handles, sprite->turns + (size_t)simplex.corner[k] * handles,
               handles * sizeof *turns);
        weights[count++] = place.weights[k];
    }
    VVI_CHECK(count >= 1 && vvi_is_partition(weights, count, 1e-3f));
    vv_pose_blend(handles, count, turns, weights, blended);
    return blended;
}

void vvi_sprite_shape(const vvi_sprite_view *sprite, const vv_handle_pose *turns, bool flipped, vv_vec2 *rest,
                      void *scratch)
{
    vv_affine *pose = scratch;
    vv_pose_compose(sprite->handle_count, sprite->handles, turns, pose);
    vv_skin_apply(sprite->skin, pose, rest);
    vvi_match_centre(sprite, flipped, rest);
}

void vvi_sprite_rest(const vvi_sprite_view *sprite, vv_place place, bool flipped, vv_vec2 *rest, void *scratch)
{
    vvi_sprite_shape(sprite, vvi_sprite_blend(sprite, place, scratch), flipped, rest, scratch);
}
