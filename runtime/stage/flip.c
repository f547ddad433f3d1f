/* Flipping (eq. 15): a drawing is mirrored about the vertical through its centre of mass.
 *
 * The paper's rule mirrors positions and keeps velocities, which reverses the angular momentum. Here the velocity is
 * split into that of the centre, spin and deformation; offsets and deformation velocities are mirrored, the first two
 * are kept. So linear momentum, angular momentum and energy are conserved. The mirror image of a drawing rotated by θ
 * is one rotated by −θ: `angle` changes its sign. */
#include "runtime/stage/state.h"

void vvi_actor_flip(vv_stage *stage, actor *a)
{
    motion m = vvi_actor_motion(a);
    VVI_CHECK(!a->puppet && m.inertia > 0.0);
    vv_vec2 centre = {(float)m.centre[0], (float)m.centre[1]}, velocity = {(float)m.velocity[0], (float)m.velocity[1]};
    float spin = (float)(m.angular / m.inertia);
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        vv_vec2 r = vv_vec2_sub(a->x[i], centre);
        vv_vec2 u = {a->v[i].x - velocity.x + spin * r.y, a->v[i].y - velocity.y - spin * r.x};
        a->x[i] = (vv_vec2){centre.x - r.x, centre.y + r.y};
        a->v[i] = (vv_vec2){velocity.x - spin * r.y - u.x, velocity.y - spin * r.x + u.y};
    }
    a->flipped = !a->flipped;
    a->angle = -a->angle;
    a->frame_angle = -a->frame_angle;
    a->squeeze[1] = -a->squeeze[1];
    a->fit.sine = -a->fit.sine;
    vvi_actor_update_rest(stage, a);
    a->control_rotation = 0.0f;
    a->control_angle = a->angle;
    vvi_actor_mirror_shown(stage, a);
}
