/* Posing by hand: something is grabbed, dragged or twisted, and let go. Runtime's posing solves (docs/posing.md); what stays
 * meanwhile is hold.c's part.
 *
 * With S the solution now, S₀ that at the grab and C what stood there, each handle is shown as S + R (C − S₀), R the turn
 * from S₀ to S: pins hold exactly, nothing moves before the pointer does, and where C is what the pins would make anyway,
 * S itself is shown. */
#include "figure.h"

#include <string.h>

#define FIRST_ITERATIONS 200u  /* to find S₀, once a grab */
#define ITERATIONS       24u   /* a frame of dragging */
#define TOLERANCE        2e-5f /* of the drawing's size: a fiftieth of a pixel of one that fills a screen */
#define CORRECTIONS      3u    /* rounds that bring a point of the drawing under the pointer */
#define END_OF_BONE      0.75f /* beyond this share of its length it is taken by its end, and turned */

static vv_result refuse(vv_studio *studio, vv_result code, const char *message, const char *remedy)
{
    vv_error error = {0};
    vvi_fail(&error, code, "%s", message);
    vvi_error_remedy(&error, "%s", remedy);
    return vvi_studio_refuse(studio, &error);
}

static bool is_on_stage(float x, float y) { return fabsf(x) <= VV_PROJECT_FAR && fabsf(y) <= VV_PROJECT_FAR; }

/* ---- Pins ------------------------------------------------------------------------------------------------------------- */

static vv_pin hold(const vvi_figure *f, uint32_t h, bool linear)
{
    const vv_affine *now = &f->grip.start[h];
    vv_vec2 pivot = f->rest_handles[h].from;
    return (vv_pin){.kind = linear ? VV_PIN_STRETCH : VV_PIN_POSITION,
                    .handle = h,
                    .from = pivot,
                    .to = vv_affine_apply(*now, pivot),
                    .linear = now->linear};
}

/* The handle that moves a point of the drawing most. */
static uint32_t strongest(const vvi_figure *f, const vv_mesh_point *at)
{
    uint32_t best = 0, count = f->stance->handle_count;
    float most = -1.0f;
    for (uint32_t h = 0; h < count; h++) {
        float sum = 0.0f;
        for (uint32_t i = 0; i < 3; i++)
            sum += at->weights[i] *
                   f->body->weights[(size_t)f->body->mesh.triangles[3 * (size_t)at->triangle + i] * count + h];
        if (sum > most) {
            most = sum;
            best = h;
        }
    }
    return best;
}

static void gather_pins(vvi_figure *f, const vv_pin *grabbed)
{
    uint8_t stays[VV_RIG_MAX_HANDLES];
    vvi_grip *grip = &f->grip;
    bool drawing = grabbed->kind == VV_PIN_DRAWING;
    uint32_t handle = drawing ? strongest(f, &grabbed->at) : grabbed->handle;
    vvi_hold_choose(f, handle, grip->turning, stays);
    if (drawing && f->stance->pins[handle])
        stays[handle] = f->stance->pins[handle];
    grip->pin_count = 0;
    for (uint32_t h = 0; h < f->stance->handle_count; h++)
        if (stays[h])
            grip->pins[grip->pin_count++] = hold(f, h, stays[h] == 2);
    grip->pins[grip->pin_count++] = *grabbed;
}

/* Finds S₀. */
static vv_result begin(vvi_figure *f, const vv_pin *grabbed, vv_error *error)
{
    gather_pins(f, grabbed);
    vv_result result = vv_posing_set_pose(f->posing, f->grip.start, error);
    if (result == VV_OK)
        result = vv_posing_set_pins(f->posing, f->grip.pin_count, f->grip.pins, error);
    if (result != VV_OK)
        return result;
    vv_posing_solve(f->posing, FIRST_ITERATIONS, 0.1f * TOLERANCE * f->size);
    memcpy(f->grip.solved, vv_posing_pose(f->posing), f->stance->handle_count * sizeof *f->grip.solved);
    return VV_OK;
}

/* ---- Grabbing --------------------------------------------------------------------------------------------------------- */

/* The topmost triangle under a point, of layers that are seen and not locked. */
static bool pick(const vvi_figure *f, const vv_project_artwork *artwork, vv_vec2 point, vv_mesh_point *out)
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

/* Where along a bone, as it stands, a point is: 0 its beginning, 1 its end. */
static float along_bone(const vvi_figure *f, uint32_t h, vv_vec2 point)
{
    vv_vec2 along = vv_vec2_sub(f->ends[2 * h + 1], f->ends[2 * h]), to = vv_vec2_sub(point, f->ends[2 * h]);
    float length2 = vv_vec2_dot(along, along);
    return length2 > 0.0f ? vvi_clamp(vv_vec2_dot(to, along) / length2, 0.0f, 1.0f) : 0.0f;
}

static vv_pin grab_handle(vvi_figure *f, uint32_t h, vv_vec2 point)
{
    const vv_handle *shape = &f->rest_handles[h];
    float t = shape->kind == VV_HANDLE_BONE ? along_bone(f, h, point) : 0.0f;
    f->grip.turning = t > END_OF_BONE;
    vv_pin pin = hold(f, h, f->grip.turning || f->stance->pins[h] == 2);
    if (!f->grip.turning) {
        pin.from = vv_vec2_mix(shape->from, shape->to, t);
        pin.to = vv_affine_apply(f->grip.start[h], pin.from);
    }
    return pin;
}

static vv_result take_hold(vvi_figure *f, const vv_project_artwork *artwork, uint32_t handle, vv_vec2 point,
                           vv_error *error)
{
    vvi_grip *grip = &f->grip;
    vv_mesh_point at;
    memcpy(grip->start, f->stance->pose, f->stance->handle_count * sizeof *grip->start);
    grip->pointer = point;
    grip->correction = (vv_vec2){0.0f, 0.0f};
    grip->moved = grip->twisted = grip->turning = false;
    grip->handle = handle;
    vv_pin pin = {.kind = VV_PIN_DRAWING, .to = point};
    if (handle != VV_NONE)
        pin = grab_handle(f, handle, point);
    else if (pick(f, artwork, point, &at))
        pin.at = at;
    else
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "there is nothing to take hold of");
    vv_result result = begin(f, &pin, error);
    if (result != VV_OK && handle == VV_NONE && result != VV_ERROR_MEMORY) {
        /* All that moves this point is pinned: the handle itself is taken. */
        grip->handle = strongest(f, &at);
        pin = grab_handle(f, grip->handle, f->ends[2 * grip->handle]);
        result = begin(f, &pin, error);
    }
    grip->offset = vv_vec2_sub(pin.to, point);
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
        vv_studio_let_go(studio, a, true);
    if (!is_on_stage(x, y))
        return refuse(studio, VV_ERROR_ARGUMENT, "the pointer is nowhere", "grab inside the picture");
    if (f->view.handle_count == 0)
        return refuse(studio, VV_ERROR_NOT_FOUND, "the drawing has no handles yet", "place a handle first");
    if (handle != VV_NONE && handle >= f->view.handle_count)
        return refuse(studio, VV_ERROR_NOT_FOUND, "there is no such handle", "choose one of the artwork's handles");
    result = take_hold(f, vvi_figure_artwork(studio, artwork), handle, (vv_vec2){x, y}, &error);
    if (result != VV_OK)
        return vvi_studio_refuse(studio, &error);
    result = vvi_trial_push(studio, artwork, f);
    f->grip.held = result == VV_OK;
    return result;
}

/* ---- Dragging --------------------------------------------------------------------------------------------------------- */

/* S + R (C − S₀), about the handle's pivot. */
static vv_affine show_handle(const vvi_figure *f, uint32_t h, const vv_affine *solution)
{
    const vv_affine *C = &f->grip.start[h], *S0 = &f->grip.solved[h];
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
    const vv_affine *pose = vv_posing_pose(f->posing);
    for (uint32_t h = 0; h < f->stance->handle_count; h++)
        f->stance->pose[h] = show_handle(f, h, &pose[h]);
}

static vv_vec2 shown_point(const vvi_figure *f, const vv_mesh_point *at)
{
    uint32_t count = f->stance->handle_count;
    vv_vec2 sum = {0.0f, 0.0f};
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t v = f->body->mesh.triangles[3 * (size_t)at->triangle + i];
        for (uint32_t h = 0; h < count; h++) {
            float weight = f->body->weights[(size_t)v * count + h];
            if (weight == 0.0f)
                continue;
            vv_vec2 p = vv_affine_apply(f->stance->pose[h], f->body->mesh.positions[v]);
            sum = vv_vec2_add(sum, vv_vec2_scale(p, at->weights[i] * weight));
        }
    }
    return sum;
}

static void solve(vvi_figure *f, vv_pin *pin)
{
    vv_posing_move_pin(f->posing, f->grip.pin_count - 1, pin, NULL);
    vv_posing_solve(f->posing, ITERATIONS, TOLERANCE * f->size);
    show_solution(f);
}

/* A point of the drawing hangs on several handles, so what is shown of it is a little off where C is not S₀: the pin aims
 * past it by as much. */
static void solve_drawing(vvi_figure *f, vv_pin *pin)
{
    vv_vec2 target = pin->to;
    for (uint32_t i = 0; i <= CORRECTIONS; i++) {
        pin->to = vv_vec2_add(target, f->grip.correction);
        solve(f, pin);
        vv_vec2 off = vv_vec2_sub(target, shown_point(f, &pin->at));
        if (i == CORRECTIONS || vv_vec2_length(off) < 10.0f * TOLERANCE * f->size)
            break;
        f->grip.correction = vv_vec2_add(f->grip.correction, off);
        float length = vv_vec2_length(f->grip.correction);
        if (length > f->size)
            f->grip.correction = vv_vec2_scale(f->grip.correction, f->size / length);
    }
    pin->to = target;
}

static vv_result held_figure(vv_studio *studio, uint32_t artwork, vvi_figure **f)
{
    vv_result result = vvi_figure_at(studio, artwork, f);
    if (result == VV_OK && !(*f)->grip.held)
        return refuse(studio, VV_ERROR_ARGUMENT, "nothing is grabbed", "grab a handle or the drawing first");
    return result;
}

static void show_drag(vvi_figure *f)
{
    vv_pin *pin = &f->grip.pins[f->grip.pin_count - 1];
    if (pin->kind == VV_PIN_DRAWING)
        solve_drawing(f, pin);
    else
        solve(f, pin);
    f->grip.moved = true;
    f->stance->shown = VVI_SHOWN_HAND;
    memset(f->stance->place, 0, f->stance->example_count * sizeof *f->stance->place);
    vvi_figure_present(f);
}

/* The end of the bone follows the pointer's direction from its beginning; its length stays. */
static void aim(vvi_figure *f, vv_pin *pin, vv_vec2 pointer)
{
    vv_vec2 was = vv_vec2_sub(f->grip.pointer, pin->to), is = vv_vec2_sub(pointer, pin->to);
    float c = vv_vec2_dot(was, is), s = vv_vec2_cross(was, is), length = sqrtf(c * c + s * s);
    if (length > 0.0f)
        pin->linear = vv_mat2_multiply((vv_mat2){c / length, -s / length, s / length, c / length},
                                       f->grip.start[pin->handle].linear);
}

vv_result vv_studio_drag(vv_studio *studio, uint32_t artwork, float x, float y)
{
    vvi_figure *f = NULL;
    vv_result result = held_figure(studio, artwork, &f);
    if (result != VV_OK)
        return result;
    if (!is_on_stage(x, y))
        return refuse(studio, VV_ERROR_ARGUMENT, "the pointer is nowhere", "drag inside the picture");
    vv_pin *pin = &f->grip.pins[f->grip.pin_count - 1];
    if (f->grip.turning)
        aim(f, pin, (vv_vec2){x, y});
    else
        pin->to = vv_vec2_add((vv_vec2){x, y}, f->grip.offset);
    show_drag(f);
    return VV_OK;
}

/* From dragging to twisting: the pivot is pinned, with its linear part, where the drag has taken it. */
static vv_result begin_twist(vvi_figure *f, vv_error *error)
{
    vvi_grip *grip = &f->grip;
    vv_pin pin = hold(f, grip->handle, true);
    vv_vec2 moved = vv_vec2_sub(f->ends[2 * grip->handle], pin.to);
    vv_result result = begin(f, &pin, error);
    if (result != VV_OK)
        return result;
    grip->twisted = true;
    grip->turning = false;
    grip->offset = vv_vec2_sub(pin.to, grip->pointer);
    grip->pins[grip->pin_count - 1].to = vv_vec2_add(pin.to, moved);
    return VV_OK;
}

vv_result vv_studio_twist(vv_studio *studio, uint32_t artwork, float angle, float along, float across)
{
    vvi_figure *f = NULL;
    vv_error error = {0};
    vv_result result = held_figure(studio, artwork, &f);
    if (result != VV_OK)
        return result;
    if (f->grip.handle == VV_NONE)
        return refuse(studio, VV_ERROR_ARGUMENT, "the drawing itself cannot be twisted", "grab a handle to turn it");
    if (!(fabsf(angle) <= 1000.0f && fabsf(along) <= 1000.0f && fabsf(across) <= 1000.0f))
        return refuse(studio, VV_ERROR_ARGUMENT, "so much turn or stretch makes no pose", "twist by less");
    if (!f->grip.twisted)
        result = begin_twist(f, &error);
    if (result != VV_OK)
        return vvi_studio_refuse(studio, &error);
    float s, c;
    vv_sin_cos(angle, &s, &c);
    vv_mat2 stretched = vv_mat2_multiply(f->grip.start[f->grip.handle].linear, (vv_mat2){along, 0.0f, 0.0f, across});
    f->grip.pins[f->grip.pin_count - 1].linear = vv_mat2_multiply((vv_mat2){c, -s, s, c}, stretched);
    show_drag(f);
    return VV_OK;
}

void vv_studio_let_go(vv_studio *studio, uint32_t artwork, bool keep)
{
    vvi_figure *f = studio->figures && artwork < VV_PROJECT_MAX_ARTWORKS ? studio->figures->items[artwork] : NULL;
    if (!f || !f->grip.held)
        return;
    f->grip.held = false;
    if (keep && f->grip.moved)
        return;
    vvi_stance_copy(f->stance, studio->figures->trials[studio->figures->trial_at - 1].stance);
    vvi_trial_drop(studio);
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
        return refuse(studio, VV_ERROR_NOT_FOUND, "there is no such handle or pin",
                      "choose one of the artwork's handles");
    if (f->grip.held)
        vv_studio_let_go(studio, artwork, true);
    if (f->stance->pins[handle] == kind)
        return VV_OK;
    result = vvi_trial_push(studio, artwork, f);
    if (result == VV_OK)
        f->stance->pins[handle] = (uint8_t)kind;
    return result;
}
