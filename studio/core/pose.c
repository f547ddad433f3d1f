/* Posing by hand: something is grabbed, dragged or twisted, and released. The runtime's posing solver does the work
 * (docs/posing.md); hold.c chooses which handles are held meanwhile.
 *
 * Let S be the current solution, S₀ the solution at the grab, and C the pose at the grab. Each handle is shown as S +
 * R (C − S₀), where R is the rotation from S₀ to S: pins hold exactly, nothing moves before the pointer does, and if
 * C is what the pins alone would produce, S itself is shown. */
#include "figure.h"

#include <string.h>

#define FIRST_ITERATIONS 200u  /* to find S₀, once per grab */
#define ITERATIONS       24u   /* per frame of dragging */
#define TOLERANCE        2e-5f /* of the drawing's size: 1/50 pixel for a drawing that fills a screen */
#define CORRECTIONS      3u    /* rounds that bring a point of the drawing under the pointer */
#define END_OF_BONE      0.75f /* a bone without a parent that is grabbed beyond this share of its length is rotated */
#define JOINT_OF_BONE    0.25f /* one with a parent is pulled at its joint up to here */

static vv_result fail(vv_studio *studio, vv_result code, const char *message, const char *remedy)
{
    vv_error error = {0};
    vvi_fail(&error, code, "%s", message);
    vvi_error_remedy(&error, "%s", remedy);
    return vvi_studio_fail(studio, &error);
}

static bool is_on_stage(float x, float y) { return fabsf(x) <= VV_PROJECT_FAR && fabsf(y) <= VV_PROJECT_FAR; }

/* ---- Pins ------------------------------------------------------------------------------------------------------ */

static vv_pin pin_handle(const vvi_figure *f, uint32_t h, bool linear)
{
    const vv_affine *now = &f->grab.start[h];
    vv_vec2 pivot = f->rest_handles[h].from;
    return (vv_pin){.kind = linear ? VV_PIN_STRETCH : VV_PIN_POSITION,
                    .handle = h,
                    .from = pivot,
                    .to = vv_affine_apply(*now, pivot),
                    .linear = now->linear};
}

/* Whether what is grabbed pulls at a skeleton. */
static bool pulls_bone(const vvi_figure *f, const vv_pin *grabbed)
{
    vv_pin pin = *grabbed;
    return vv_body_has_skeleton(f->body) && vv_body_pin_bone(f->body, &pin);
}

static void collect_pins(vvi_figure *f, const vv_pin *grabbed)
{
    uint8_t held[VV_RIG_MAX_HANDLES];
    vvi_grab *grab = &f->grab;
    bool drawing = grabbed->kind == VV_PIN_MESH_POINT;
    uint32_t handle = drawing ? vv_body_strongest(f->body, &grabbed->at) : grabbed->handle;
    if (pulls_bone(f, grabbed)) {
        memcpy(held, f->pose_state->pins, f->pose_state->handle_count);
        held[handle] = 0;
    } else {
        vvi_hold_choose_held(f, handle, grab->rotating, held);
    }
    if (drawing && f->pose_state->pins[handle])
        held[handle] = f->pose_state->pins[handle];
    grab->pin_count = 0;
    for (uint32_t h = 0; h < f->pose_state->handle_count; h++)
        if (held[h])
            grab->pins[grab->pin_count++] = pin_handle(f, h, held[h] == 2);
    grab->pins[grab->pin_count++] = *grabbed;
}

/* Solves with the pins at their places into grab.solution. */
static vv_result solve_pins(vvi_figure *f, uint32_t iterations, float tolerance, vv_error *error)
{
    vvi_grab *grab = &f->grab;
    vv_body_pull pull = {grab->bones, grab->pin_count, grab->pins, iterations, tolerance * f->size};
    if (vv_body_has_skeleton(f->body))
        return vv_body_pull_pose(f->body, f->posing, &pull, grab->start, grab->solution, error);
    vv_posing_move_pin(f->posing, grab->pin_count - 1, &grab->pins[grab->pin_count - 1], NULL);
    vv_posing_solve(f->posing, pull.iterations, pull.tolerance);
    memcpy(grab->solution, vv_posing_pose(f->posing), f->pose_state->handle_count * sizeof *grab->solution);
    return VV_OK;
}

/* Solves for S₀. */
static vv_result solve_start(vvi_figure *f, const vv_pin *grabbed, vv_error *error)
{
    vv_result result = VV_OK;
    collect_pins(f, grabbed);
    if (!vv_body_has_skeleton(f->body)) {
        result = vv_posing_set_pose(f->posing, f->grab.start, error);
        if (result == VV_OK)
            result = vv_posing_set_pins(f->posing, f->grab.pin_count, f->grab.pins, error);
    }
    if (result == VV_OK)
        result = solve_pins(f, FIRST_ITERATIONS, 0.1f * TOLERANCE, error);
    if (result == VV_OK)
        memcpy(f->grab.solved, f->grab.solution, f->pose_state->handle_count * sizeof *f->grab.solved);
    return result;
}

/* ---- Grabbing -------------------------------------------------------------------------------------------------- */

/* Finds the topmost triangle under a point among the visible, unlocked layers. */
static bool pick_triangle(const vvi_figure *f, const vv_project_artwork *artwork, vv_vec2 point, vv_mesh_point *out)
{
    for (uint32_t l = artwork->layer_count; l-- > 0;) {
        if (!artwork->layers[l].visible || artwork->layers[l].locked)
            continue;
        vv_layer layer = f->body->mesh.layers[l];
        vv_mesh mesh = f->body->mesh;
        mesh.triangles += 3 * (size_t)layer.triangle_start;
        mesh.triangle_count = layer.triangle_count;
        layer.triangle_start = 0;
        mesh.layer_count = 1;
        mesh.layers = &layer;
        if (vv_mesh_pick(&mesh, f->vertices, point, out)) {
            out->triangle += f->body->mesh.layers[l].triangle_start;
            return true;
        }
    }
    return false;
}

/* The projection of a point on a bone in its current pose: 0 at its beginning, 1 at its end. */
static float along_bone(const vvi_figure *f, uint32_t h, vv_vec2 point)
{
    vv_vec2 along = vv_vec2_sub(f->ends[2 * h + 1], f->ends[2 * h]), to = vv_vec2_sub(point, f->ends[2 * h]);
    float length2 = vv_vec2_dot(along, along);
    return length2 > 0.0f ? vvi_clamp(vv_vec2_dot(to, along) / length2, 0.0f, 1.0f) : 0.0f;
}

/* A bone that another carries is pulled at the point where it is grabbed, or at its joint. */
static vv_pin grab_handle(vvi_figure *f, uint32_t h, vv_vec2 point)
{
    const vv_handle *shape = &f->rest_handles[h];
    float t = shape->kind == VV_HANDLE_BONE ? along_bone(f, h, point) : 0.0f;
    f->grab.rotating = t > END_OF_BONE && shape->parent1 == 0;
    t = shape->parent1 != 0 && t < JOINT_OF_BONE ? 0.0f : t;
    vv_pin pin = pin_handle(f, h, f->grab.rotating || f->pose_state->pins[h] == 2);
    if (!f->grab.rotating) {
        pin.from = vv_vec2_lerp(shape->from, shape->to, t);
        pin.to = vv_affine_apply(f->grab.start[h], pin.from);
    }
    return pin;
}

static vv_pin grab_drawing(const vvi_figure *f, const vv_mesh_point *at, vv_vec2 point)
{
    vv_pin pin = {.kind = VV_PIN_MESH_POINT, .at = *at, .to = point};
    if (pulls_bone(f, &pin)) {
        vv_body_pin_bone(f->body, &pin);
        pin.to = vv_affine_apply(f->grab.start[pin.handle], pin.from);
    }
    return pin;
}

static vv_result begin_grab(vvi_figure *f, const vv_project_artwork *artwork, uint32_t handle, vv_vec2 point,
                            vv_error *error)
{
    vvi_grab *grab = &f->grab;
    vv_mesh_point at;
    memcpy(grab->start, f->pose_state->pose, f->pose_state->handle_count * sizeof *grab->start);
    vv_project_bones(artwork, grab->bones);
    grab->pointer = point;
    grab->correction = (vv_vec2){0.0f, 0.0f};
    grab->moved = grab->is_twisting = grab->rotating = false;
    grab->handle = handle;
    vv_pin pin;
    if (handle != VV_NONE)
        pin = grab_handle(f, handle, point);
    else if (pick_triangle(f, artwork, point, &at))
        pin = grab_drawing(f, &at, point);
    else
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "there is nothing to grab here");
    vv_result result = solve_start(f, &pin, error);
    if (result != VV_OK && handle == VV_NONE && result != VV_ERROR_MEMORY) {
        /* Everything that moves this point is pinned: grab the handle itself. */
        grab->handle = vv_body_strongest(f->body, &at);
        pin = grab_handle(f, grab->handle, f->ends[2 * grab->handle]);
        result = solve_start(f, &pin, error);
    }
    grab->offset = vv_vec2_sub(pin.to, point);
    return result;
}

vv_result vv_studio_grab(vv_studio *studio, uint32_t artwork, uint32_t handle, float x, float y)
{
    vv_error error = {0};
    vvi_figure *f = NULL;
    vv_result result = vvi_figure_at(studio, artwork, &f);
    if (result != VV_OK)
        return result;
    for (uint32_t a = 0; a < VV_PROJECT_MAX_ARTWORKS; a++)
        vv_studio_release(studio, a, true);
    if (!is_on_stage(x, y))
        return fail(studio, VV_ERROR_ARGUMENT, "the pointer is outside the stage", "grab inside the picture");
    if (f->view.handle_count == 0)
        return fail(studio, VV_ERROR_NOT_FOUND, "the drawing has no handles yet", "place a handle first");
    if (handle != VV_NONE && handle >= f->view.handle_count)
        return fail(studio, VV_ERROR_NOT_FOUND, "there is no such handle", "choose one of the artwork's handles");
    result = begin_grab(f, vvi_figure_artwork(studio, artwork), handle, (vv_vec2){x, y}, &error);
    if (result != VV_OK)
        return vvi_studio_fail(studio, &error);
    result = vvi_pose_step_push(studio, artwork, f);
    f->grab.held = result == VV_OK;
    return result;
}

/* ---- Dragging -------------------------------------------------------------------------------------------------- */

/* S + R (C − S₀), about the handle's pivot. */
static vv_affine show_handle(const vvi_figure *f, uint32_t h, const vv_affine *solution)
{
    const vv_affine *C = &f->grab.start[h], *S0 = &f->grab.solved[h];
    vv_vec2 pivot = f->rest_handles[h].from;
    vv_mat2 M = vv_mat2_multiply(solution->linear, vv_mat2_transpose(S0->linear));
    float c = M.xx + M.yy, s = M.yx - M.xy, length = sqrtf(c * c + s * s);
    vv_mat2 R = vv_mat2_identity();
    if (length > 0.0f)
        R = (vv_mat2){c / length, -s / length, s / length, c / length};
    vv_mat2 D = vv_mat2_multiply(R, (vv_mat2){C->linear.xx - S0->linear.xx, C->linear.xy - S0->linear.xy,
                                              C->linear.yx - S0->linear.yx, C->linear.yy - S0->linear.yy});
    vv_vec2 d = vv_mat2_apply(R, vv_vec2_sub(vv_affine_apply(*C, pivot), vv_affine_apply(*S0, pivot)));
    vv_mat2 L = {solution->linear.xx + D.xx, solution->linear.xy + D.xy, solution->linear.yx + D.yx,
                 solution->linear.yy + D.yy};
    return vv_affine_about(L, pivot, vv_vec2_add(vv_affine_apply(*solution, pivot), d));
}

static void show_solution(vvi_figure *f)
{
    for (uint32_t h = 0; h < f->pose_state->handle_count; h++)
        f->pose_state->pose[h] = show_handle(f, h, &f->grab.solution[h]);
}

static vv_vec2 shown_point(const vvi_figure *f, const vv_mesh_point *at)
{
    uint32_t count = f->pose_state->handle_count;
    vv_vec2 sum = {0.0f, 0.0f};
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t v = f->body->mesh.triangles[3 * (size_t)at->triangle + i];
        for (uint32_t h = 0; h < count; h++) {
            float weight = f->body->weights[(size_t)v * count + h];
            if (weight == 0.0f)
                continue;
            vv_vec2 p = vv_affine_apply(f->pose_state->pose[h], f->body->mesh.positions[v]);
            sum = vv_vec2_add(sum, vv_vec2_scale(p, at->weights[i] * weight));
        }
    }
    return sum;
}

static void solve(vvi_figure *f)
{
    if (solve_pins(f, ITERATIONS, TOLERANCE, NULL) == VV_OK)
        show_solution(f);
}

/* A point of the drawing depends on several handles, so its shown position is slightly off the target where C differs
 * from S₀; the pin's target is corrected by that error. */
static void solve_drawing(vvi_figure *f, vv_pin *pin)
{
    vv_vec2 target = pin->to;
    for (uint32_t i = 0; i <= CORRECTIONS; i++) {
        pin->to = vv_vec2_add(target, f->grab.correction);
        solve(f);
        vv_vec2 error = vv_vec2_sub(target, shown_point(f, &pin->at));
        if (i == CORRECTIONS || vv_vec2_length(error) < 10.0f * TOLERANCE * f->size)
            break;
        f->grab.correction = vv_vec2_add(f->grab.correction, error);
        float length = vv_vec2_length(f->grab.correction);
        if (length > f->size)
            f->grab.correction = vv_vec2_scale(f->grab.correction, f->size / length);
    }
    pin->to = target;
}

static vv_result require_grab(vv_studio *studio, uint32_t artwork, vvi_figure **f)
{
    vv_result result = vvi_figure_at(studio, artwork, f);
    if (result == VV_OK && !(*f)->grab.held)
        return fail(studio, VV_ERROR_ARGUMENT, "nothing is grabbed", "grab a handle or the drawing first");
    return result;
}

static void show_drag(vvi_figure *f)
{
    vv_pin *pin = &f->grab.pins[f->grab.pin_count - 1];
    if (pin->kind == VV_PIN_MESH_POINT)
        solve_drawing(f, pin);
    else
        solve(f);
    f->grab.moved = true;
    f->pose_state->shown = VVI_SHOWN_HAND;
    memset(f->pose_state->place, 0, f->pose_state->example_count * sizeof *f->pose_state->place);
    vvi_figure_present(f);
}

/* Rotates the bone so that its end follows the pointer's direction from its beginning; its length stays. */
static void rotate_bone(vvi_figure *f, vv_pin *pin, vv_vec2 pointer)
{
    vv_vec2 old_direction = vv_vec2_sub(f->grab.pointer, pin->to), new_direction = vv_vec2_sub(pointer, pin->to);
    float c = vv_vec2_dot(old_direction, new_direction), s = vv_vec2_cross(old_direction, new_direction),
          length = sqrtf(c * c + s * s);
    if (length > 0.0f)
        pin->linear = vv_mat2_multiply((vv_mat2){c / length, -s / length, s / length, c / length},
                                       f->grab.start[pin->handle].linear);
}

vv_result vv_studio_drag(vv_studio *studio, uint32_t artwork, float x, float y)
{
    vvi_figure *f = NULL;
    vv_result result = require_grab(studio, artwork, &f);
    if (result != VV_OK)
        return result;
    if (!is_on_stage(x, y))
        return fail(studio, VV_ERROR_ARGUMENT, "the pointer is outside the stage", "drag inside the picture");
    vv_pin *pin = &f->grab.pins[f->grab.pin_count - 1];
    if (f->grab.rotating)
        rotate_bone(f, pin, (vv_vec2){x, y});
    else
        pin->to = vv_vec2_add((vv_vec2){x, y}, f->grab.offset);
    show_drag(f);
    return VV_OK;
}

/* Changes from dragging to twisting: pins the pivot, with its linear part, where the drag has moved it. */
static vv_result begin_twist(vvi_figure *f, vv_error *error)
{
    vvi_grab *grab = &f->grab;
    vv_pin pin = pin_handle(f, grab->handle, true);
    vv_vec2 moved = vv_vec2_sub(f->ends[2 * grab->handle], pin.to);
    vv_result result = solve_start(f, &pin, error);
    if (result != VV_OK)
        return result;
    grab->is_twisting = true;
    grab->rotating = false;
    grab->offset = vv_vec2_sub(pin.to, grab->pointer);
    grab->pins[grab->pin_count - 1].to = vv_vec2_add(pin.to, moved);
    return VV_OK;
}

vv_result vv_studio_twist(vv_studio *studio, uint32_t artwork, float angle, float along, float across)
{
    vvi_figure *f = NULL;
    vv_error error = {0};
    vv_result result = require_grab(studio, artwork, &f);
    if (result != VV_OK)
        return result;
    if (f->grab.handle == VV_NONE)
        return fail(studio, VV_ERROR_ARGUMENT, "the drawing itself cannot be twisted", "grab a handle to rotate it");
    if (!(fabsf(angle) <= 1000.0f && fabsf(along) <= 1000.0f && fabsf(across) <= 1000.0f))
        return fail(studio, VV_ERROR_ARGUMENT, "the rotation or stretch is not within ±1000", "twist by less");
    if (!f->grab.is_twisting)
        result = begin_twist(f, &error);
    if (result != VV_OK)
        return vvi_studio_fail(studio, &error);
    float s, c;
    vv_sin_cos(angle, &s, &c);
    vv_mat2 stretched = vv_mat2_multiply(f->grab.start[f->grab.handle].linear, (vv_mat2){along, 0.0f, 0.0f, across});
    f->grab.pins[f->grab.pin_count - 1].linear = vv_mat2_multiply((vv_mat2){c, -s, s, c}, stretched);
    show_drag(f);
    return VV_OK;
}

void vv_studio_release(vv_studio *studio, uint32_t artwork, bool keep)
{
    vvi_figure *f = studio->figures && artwork < VV_PROJECT_MAX_ARTWORKS ? studio->figures->items[artwork] : NULL;
    if (!f || !f->grab.held)
        return;
    f->grab.held = false;
    if (keep && f->grab.moved)
        return;
    vvi_pose_state_copy(f->pose_state, studio->figures->pose_steps[studio->figures->pose_step_next - 1].pose_state);
    vvi_pose_step_drop(studio);
    if (f->current)
        vvi_figure_present(f);
}

vv_result vv_studio_pin(vv_studio *studio, uint32_t artwork, uint32_t handle, uint32_t kind)
{
    vvi_figure *f = NULL;
    vv_result result = vvi_figure_at(studio, artwork, &f);
    if (result != VV_OK)
        return result;
    if (handle >= f->view.handle_count || kind > 2)
        return fail(studio, VV_ERROR_NOT_FOUND, "there is no such handle or pin",
                    "choose one of the artwork's handles");
    if (f->grab.held)
        vv_studio_release(studio, artwork, true);
    if (f->pose_state->pins[handle] == kind)
        return VV_OK;
    result = vvi_pose_step_push(studio, artwork, f);
    if (result == VV_OK)
        f->pose_state->pins[handle] = (uint8_t)kind;
    return result;
}
