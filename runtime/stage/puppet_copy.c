/* Copy and paste of simulation (eq. 12–15): each pair of regions becomes rows that pull the target's centroid and
 * affine map to where the source's motion puts them. Eq. 14 as printed pulls every vertex to the affine map, and so
 * resists bending of the region; here only the best-fitting map is constrained. */
#include "runtime/stage/puppet_copy.h"

#include <string.h>

/* ---- Frames ------------------------------------------------------------------------------------------------------ */

typedef struct mat2d {
    double xx, xy, yx, yy;
} mat2d;

static mat2d multiply(mat2d a, mat2d b)
{
    return (mat2d){a.xx * b.xx + a.xy * b.yx, a.xx * b.xy + a.xy * b.yy, a.yx * b.xx + a.yy * b.yx,
                   a.yx * b.xy + a.yy * b.yy};
}

static mat2d transpose(mat2d a) { return (mat2d){a.xx, a.yx, a.xy, a.yy}; }

static mat2d mat2d_from_mat2(vv_mat2 m) { return (mat2d){(double)m.xx, (double)m.xy, (double)m.yx, (double)m.yy}; }

static vv_mat2 mat2_from_mat2d(mat2d m) { return (vv_mat2){(float)m.xx, (float)m.xy, (float)m.yx, (float)m.yy}; }

static void apply(mat2d m, const double p[2], double out[2])
{
    double x = m.xx * p[0] + m.xy * p[1], y = m.yx * p[0] + m.yy * p[1];
    out[0] = x;
    out[1] = y;
}

static mat2d mirror_matrix(const vvi_copy_side *s) { return (mat2d){s->flipped ? -1.0 : 1.0, 0.0, 0.0, 1.0}; }

/* The rotation from directions of the artwork to directions of the state's space, in which nothing is mirrored:
 * F · R(angle) F. */
static mat2d placement_rotation(const vvi_copy_side *s)
{
    return mat2d_from_mat2(vv_mat2_rotation((float)(s->flipped ? -s->angle : s->angle)));
}

/* Where the artwork's origin was placed, in the state's space. */
static void placement_position(const vvi_copy_side *s, double out[2])
{
    double from_origin[2] = {s->at[0] - s->origin[0], s->at[1] - s->origin[1]};
    apply(mirror_matrix(s), from_origin, out);
}

/* ---- Motion in the drawing --------------------------------------------------------------------------------------- */

/* The motion of a region since rest, in the directions of its artwork. */
typedef struct region_motion {
    double by[2];
    mat2d linear;
} region_motion;

static region_motion measure_motion(const vvi_copy_side *s, const vvi_region_fit *fit, const double *rows,
                                    size_t row_stride, const double *c)
{
    static const double zero[2] = {0.0, 0.0};
    mat2d frame = placement_rotation(s), inverse = transpose(frame);
    vv_region_state now = vvi_region_state(s->view, fit, rows, row_stride, c, zero, mat2_from_mat2d(frame));
    double place[2], by[2];
    placement_position(s, place);
    by[0] = (double)now.centre.x - place[0];
    by[1] = (double)now.centre.y - place[1];
    apply(inverse, by, by);
    return (region_motion){{by[0] - (double)fit->rest.x, by[1] - (double)fit->rest.y},
                           multiply(inverse, mat2d_from_mat2(now.linear))};
}

static region_motion recorded_motion(const vv_recording *recording, uint32_t region, double time)
{
    vv_region_state s = vv_recording_sample(recording, region, time);
    return (region_motion){{(double)s.centre.x - (double)s.rest.x, (double)s.centre.y - (double)s.rest.y},
                           mat2d_from_mat2(s.linear)};
}

vv_region_state vvi_copy_measure(const vvi_copy_side *side, vv_region region, bool own, double *rows)
{
    size_t stride = side->view->stride;
    vvi_region_fit fit = vvi_region_rows(side->view, region, rows, stride);
    region_motion g = measure_motion(side, &fit, rows, stride, side->c);
    double to[2] = {(double)fit.rest.x + g.by[0], (double)fit.rest.y + g.by[1]};
    mat2d placement = multiply(mirror_matrix(side), placement_rotation(side));
    if (!own) {
        apply(placement, to, to);
        to[0] += side->at[0];
        to[1] += side->at[1];
    }
    return (vv_region_state){
        fit.rest, {(float)to[0], (float)to[1]}, mat2_from_mat2d(own ? g.linear : multiply(placement, g.linear))};
}

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

/* Two rows, for x and y, that pull row k of the region to `value`. */
static void write_rows(const vvi_copy_pair *pair, uint32_t stride, uint32_t k, const double value[2],
                       const double rate[2], double strength, vvi_row *rows)
{
    double *x = pair->to_rows + (2 * (size_t)k + 1) * stride, *y = x - stride;
    rows[0] = (vvi_row){.coefficients = x, .target = value[0], .rate = rate[0], .strength = strength};
    rows[1] = (vvi_row){.coefficients = y, .target = value[1], .rate = rate[1], .strength = strength};
}

static uint32_t pair_rows(const vvi_copying *copy, const vvi_copy_pair *pair, const vvi_copy_side *target,
                          region_motion now, region_motion before, double h, vvi_row *rows)
{
    uint32_t stride = target->view->stride, count = 0;
    mat2d frame = placement_rotation(target);
    double value[2], rate[2], place[2];
    if (pair->def.position_strength > 0.0f) {
        const double rest[2] = {(double)pair->to.rest.x, (double)pair->to.rest.y};
        placement_position(target, place);
        for (int k = 0; k < 2; k++) {
            value[k] = rest[k] + copy->size * now.by[k];
            rate[k] = copy->size * (now.by[k] - before.by[k]) / h;
        }
        apply(frame, value, value);
        apply(frame, rate, rate);
        value[0] += place[0];
        value[1] += place[1];
        write_rows(pair, stride, 0, value, rate, (double)pair->def.position_strength, rows);
        count = 2;
    }
    for (uint32_t k = 0; k < pair->to.rank && pair->def.shape_strength > 0.0f; k++) {
        apply(multiply(frame, now.linear), pair->to.directions[k], value);
        apply(multiply(frame, before.linear), pair->to.directions[k], rate);
        for (int axis = 0; axis < 2; axis++)
            rate[axis] = (value[axis] - rate[axis]) / h;
        write_rows(pair, stride, k + 1, value, rate, (double)pair->def.shape_strength, rows + count);
        count += 2;
    }
    return count;
}

uint32_t vvi_copy_row_count(const vvi_copying *copy) { return 6 * copy->pair_count; }

uint32_t vvi_copy_rows(const vvi_copying *copy, const vvi_copy_side *source, const vvi_copy_side *target, double time,
                       double h, vvi_row *rows)
{
    uint32_t count = 0;
    if (!source && time < copy->start)
        return 0;
    for (uint32_t i = 0; i < copy->pair_count; i++) {
        const vvi_copy_pair *pair = &copy->pairs[i];
        region_motion now, before;
        if (!pair->is_present)
            continue;
        if (source) {
            now = measure_motion(source, &pair->from, pair->from_rows, source->view->stride, source->c);
            before = measure_motion(source, &pair->from, pair->from_rows, source->view->stride, source->before);
        } else {
            now = recorded_motion(copy->recording, i, time - copy->start);
            before = recorded_motion(copy->recording, i, time - copy->start - h);
        }
        count += pair_rows(copy, pair, target, now, before, h, rows + count);
    }
    return count;
}

/* ---- Creation ---------------------------------------------------------------------------------------------------- */

static bool is_share(float value) { return value >= 0.0f && value <= 1.0f; }

vv_result vvi_copy_check(const vv_region_copy *def, const vvi_puppet_view *source, const vvi_puppet_view *target,
                         vv_error *error)
{
    if (!source && !def->recording)
        return vvi_fail(error, VV_ERROR_ARGUMENT,
                        "the copy has no source; it needs a puppet that is on the stage, or a recording");
    if (def->pair_count > VV_PUPPET_MAX_REGIONS)
        return vvi_fail(error, VV_ERROR_LIMIT, "the copy has %u regions; at most %u are allowed", def->pair_count,
                        VV_PUPPET_MAX_REGIONS);
    if (!source && def->pair_count > vv_recording_region_count(def->recording))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the copy has %u regions, but its recording has only %u",
                        def->pair_count, vv_recording_region_count(def->recording));
    if (!(fabs(def->start) < 1e12) || !(def->scale >= 0.0f && def->scale <= 1e6f))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "the copy's start must be within ±1e12 s, and its size in 0…1e6");
    VVI_ASSERT_ARRAY_OF("vv_stage_add_actor", def->pairs, def->pair_count);
    for (uint32_t i = 0; i < def->pair_count; i++) {
        const vv_region_pair *pair = &def->pairs[i];
        if (pair->to.handle >= target->handle_count || (source && pair->from.handle >= source->handle_count))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "region %u of the copy names a handle that does not exist", i);
        if (!is_share(pair->from.threshold) || !is_share(pair->to.threshold) || !is_share(pair->position_strength) ||
            !is_share(pair->shape_strength))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "a threshold or strength of region %u of the copy is outside 0…1",
                            i);
    }
    return VV_OK;
}

static void set_target_region(vvi_copy_pair *pair, const vvi_puppet_view *target, uint32_t handle)
{
    vv_region region = {handle, pair->def.to.threshold};
    memset(pair->to_rows, 0, 7 * (size_t)target->stride * sizeof *pair->to_rows);
    pair->to = vvi_region_rows(target, region, pair->to_rows + target->stride, 2 * (size_t)target->stride);
    pair->is_present = true;
}

bool vvi_copy_begin(vvi_copying *copy, const vv_region_copy *def, const vvi_puppet_view *source,
                    const vvi_puppet_view *target, uint32_t stride, vvi_arena *arena)
{
    double size = source ? (double)source->size : (double)vv_recording_size(def->recording);
    *copy = (vvi_copying){.from = def->from,
                          .recording = source ? NULL : def->recording,
                          .start = def->start,
                          .size = def->scale > 0.0f ? (double)def->scale : (double)target->size / size,
                          .pair_count = def->pair_count};
    copy->pairs = vvi_arena_allocate(arena, def->pair_count + 1u, sizeof *copy->pairs);
    for (uint32_t i = 0; copy->pairs && i < def->pair_count; i++) {
        vvi_copy_pair *pair = &copy->pairs[i];
        pair->def = def->pairs[i];
        pair->to_rows = vvi_arena_allocate(arena, 7 * (size_t)stride, sizeof(double));
        pair->from_rows = source ? vvi_arena_allocate(arena, 3 * (size_t)source->stride, sizeof(double)) : NULL;
        if (!pair->to_rows || (source && !pair->from_rows))
            return false;
        if (source)
            pair->from = vvi_region_rows(source, pair->def.from, pair->from_rows, source->stride);
        set_target_region(pair, target, pair->def.to.handle);
    }
    return copy->pairs != NULL;
}

void vvi_copy_set_target_member(vvi_copying *copy, const vv_family *family, uint32_t first, uint32_t member,
                                const vvi_puppet_view *target)
{
    for (uint32_t i = 0; i < copy->pair_count; i++) {
        vvi_copy_pair *pair = &copy->pairs[i];
        uint32_t handle = vvi_family_handle(family, first, member, pair->def.to.handle, VV_PART_ALL);
        pair->is_present = handle != VV_NONE;
        if (pair->is_present)
            set_target_region(pair, target, handle);
    }
}
