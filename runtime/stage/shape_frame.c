/* The frame of a round drawing's poses.
 *
 * Examples are drawn upright, but a ball meets the ground at any angle: a squash along its own upright axis would lean,
 * touch the ground beside its centre, and be thrown to one side. So the poses of a round drawing are turned, within the
 * drawing, by an angle φ: its squash lies along the contact normal and its stretch along its velocity, while its
 * particles keep their own angle.
 *
 * A rest shape e(m) of something round is an affine image A e of the round shape e, with a symmetric A. The turned one
 * is R(−φ) A R(φ) e = [R(−φ) A R(φ) A⁻¹] e(m). Since the second moments of a round shape are the same along all
 * directions, those of e(m) are A² but for a factor, which cancels; so nothing but e(m) is needed. In the same way a
 * deformed drawing is turned back, by −φ, before it is projected onto the complex. */
#include "runtime/stage/state.h"

/* Radii of an outline that is taken for round differ by less than this share of their mean. */
#define ROUNDNESS 0.06f
/* How fast φ follows what it is to lie along, 1/s: in contact, before the squash is deep, and in the air. */
#define CONTACT_RATE 80.0f
#define AIR_RATE     20.0f
/* It follows the normal of an impact, not of contact that lasts, s: in a heap normals come and go, and a squash that
 * followed them would stir it. Nor that of an impact while it is held: the change of shape keeps the point on which it
 * stands, and would tear the held one away. */
#define IMPACT_TIME 0.05f
/* A smaller rotation than this is not made, radians: what rests keeps its shape. */
#define LEAST_TURN 1e-5f

/* Whether an example, in `shape`, is round. */
static bool is_round(const vvi_sprite_view *view, const vv_vec2 *shape)
{
    float low = INFINITY, high = 0.0f;
    for (uint32_t k = 0; k < 2u * view->boundary_count; k++) {
        float radius = vv_vec2_length(shape[view->boundary[k]]);
        low = vvi_min(low, radius);
        high = vvi_max(high, radius);
    }
    return high - low < ROUNDNESS * 0.5f * (high + low);
}

uint32_t vvi_find_round_example(vv_stage *stage, const vvi_sprite_view *view)
{
    for (uint32_t e = 0; e < view->example_count && view->example_count > 1; e++) {
        vvi_sprite_rest(view, vv_complex_at_example(view->complex, e), false, stage->shape, stage->scratch);
        if (is_round(view, stage->shape))
            return e;
    }
    return VV_NONE;
}

bool vvi_is_round_place(const actor *a, vv_place place)
{
    if (a->round_example == VV_NONE)
        return false;
    vv_place at = vv_complex_at_example(a->view.complex, a->round_example);
    return place.simplex == at.simplex && place.weights[0] == at.weights[0] && place.weights[1] == at.weights[1] &&
           place.weights[2] == at.weights[2];
}

/* ---- Turning a shape --------------------------------------------------------------------------------------------- */

/* The square root of the second moments of positions about their centre, but for a factor. */
static vv_mat2 stretch_of(const vvi_sprite_view *view, const vv_vec2 *x, vv_vec2 *centre)
{
    double mass = 0.0, at[2] = {0.0, 0.0}, xx = 0.0, xy = 0.0, yy = 0.0;
    for (uint32_t i = 0; i < view->particle_count; i++) {
        double m = (double)view->masses[i], px = (double)x[i].x, py = (double)x[i].y;
        mass += m;
        at[0] += m * px;
        at[1] += m * py;
        xx += m * px * px;
        xy += m * px * py;
        yy += m * py * py;
    }
    *centre = (vv_vec2){(float)(at[0] / mass), (float)(at[1] / mass)};
    xx -= at[0] * at[0] / mass;
    xy -= at[0] * at[1] / mass;
    yy -= at[1] * at[1] / mass;
    double root = sqrt(vvi_max_double(0.0, xx * yy - xy * xy)), scale = 1.0 / (xx + yy);
    return (vv_mat2){(float)((xx + root) * scale), (float)(xy * scale), (float)(xy * scale),
                     (float)((yy + root) * scale)};
}

/* Turns the deformation of a shape by an angle; its particles stay where they would be without deformation. */
static void turn_deformation(const vvi_sprite_view *view, float angle, vv_vec2 *x)
{
    vv_vec2 centre;
    vv_mat2 s = stretch_of(view, x, &centre), turn = vv_mat2_rotation(angle);
    float determinant = vv_mat2_determinant(s);
    if (!(determinant > 1e-6f)) /* flat: it has no inverse */
        return;
    float inverse = 1.0f / determinant;
    vv_mat2 back = {s.yy * inverse, -s.xy * inverse, -s.yx * inverse, s.xx * inverse};
    vv_mat2 turned = vv_mat2_multiply(turn, vv_mat2_multiply(s, vv_mat2_transpose(turn)));
    vvi_positions_rotate(view->particle_count, vv_mat2_multiply(turned, back), centre, x);
}

/* A clip says where handles are: nothing turns them. */
static float frame_angle(const actor *a) { return a->clip ? 0.0f : a->frame_angle; }

void vvi_actor_turn_rest(const actor *a, vv_vec2 *rest)
{
    if (frame_angle(a) != 0.0f)
        turn_deformation(&a->view, -frame_angle(a), rest);
}

bool vvi_actor_is_frame_turned(const actor *a) { return frame_angle(a) != 0.0f; }

void vvi_actor_turn_back(const actor *a, vv_vec2 *x) { turn_deformation(&a->view, frame_angle(a), x); }

/* ---- Following --------------------------------------------------------------------------------------------------- */

/* To the nearest of two angles, half a turn apart, at which a deformation looks the same. */
static float half_turn_to(float goal, float from) { return 0.5f * vv_wrap_angle(2.0f * (goal - from)); }

/* Whether it stays upright while its poses lie along its flight. */
static bool stays_upright(const actor *a)
{
    return a->strengths.orient == VV_ORIENT_VELOCITY && a->strengths.orient_symmetric;
}

/* Energy squashes it. Speed alone stretches it; for that it is turned as a whole, unless it is to stay upright. */
bool vvi_has_frame(const actor *a)
{
    bool deforms = a->strengths.energy > 0.0f || (a->strengths.velocity > 0.0f && stays_upright(a));
    return deforms && a->round_example != VV_NONE && !a->clip;
}

/* Where the drawing does not turn, its frame does so as fast as it would. */
static float air_rate(const actor *a)
{
    return stays_upright(a) ? vvi_max(AIR_RATE, a->strengths.orient_rate) : AIR_RATE;
}

float vvi_actor_next_frame(const vv_stage *stage, const actor *a, float angle, float h)
{
    bool touches = a->contact_normal.x != 0.0f || a->contact_normal.y != 0.0f;
    if (!vvi_has_frame(a) || (touches && (a->contact_time > IMPACT_TIME || a->hold_count > 0)))
        return a->frame_angle;
    float weight = 1.0f, goal = 0.0f;
    if (touches || a->strengths.orient != VV_ORIENT_ANGLE)
        goal = vv_wrap_angle(angle - vvi_actor_goal_angle(stage, a, &weight));
    float rate = touches ? CONTACT_RATE : air_rate(a) * weight;
    /* What rotates does not take the frame along: a lag of a hundredth of a radian would have it roll ever faster. */
    float stays = angle - a->angle, turn = (1.0f - vv_exp(-rate * h)) * half_turn_to(goal, a->frame_angle + stays);
    return fabsf(stays + turn) < LEAST_TURN ? a->frame_angle : vv_wrap_angle(a->frame_angle + stays + turn);
}
