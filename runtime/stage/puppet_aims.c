/* The aims of a puppet's handles in a step: those of its clip, which is placed on the stage like the artwork, then
 * those of what its handles follow, then those that the host has set. A later one replaces an earlier one. */
#include "runtime/stage/puppet_change.h"

#include <string.h>

/* A position further away than this times the radius is approached over several steps, so that no key tears a drawing
 * apart. */
#define MAX_DISTANCE     100.0
#define MAX_ROTATION     3.14159265358979
#define MAX_SCALE_CHANGE 10.0

/* ---- Handles on the stage ---------------------------------------------------------------------------------------- */

void vvi_puppet_handle_transform(const actor *a, const double *c, uint32_t handle, double at[2], double *angle,
                                 double scale[2])
{
    const vvi_puppet_view *view = &current_member(a)->view;
    const double *x = c + 3u * (size_t)handle, *y = x + view->stride;
    const vv_handle *h = &view->handles[handle];
    at[0] = a->origin[0] + mirrored(a, x[2]);
    at[1] = a->origin[1] + y[2];
    *angle = mirrored(a, (double)vv_atan2((float)(y[0] - x[1]), (float)(x[0] + y[1])));
    /* R S with S along the handle's axes: the scales are the lengths of the images of these axes. */
    double ax = (double)h->to.x - (double)h->from.x, ay = (double)h->to.y - (double)h->from.y;
    double length = sqrt(ax * ax + ay * ay);
    ax = length > 0.0 ? ax / length : 1.0;
    ay = length > 0.0 ? ay / length : 0.0;
    double ux = x[0] * ax + x[1] * ay, uy = y[0] * ax + y[1] * ay;
    double wx = x[1] * ax - x[0] * ay, wy = y[1] * ax - y[0] * ay;
    scale[0] = sqrt(ux * ux + uy * uy);
    scale[1] = sqrt(wx * wx + wy * wy);
}

/* ---- Aims -------------------------------------------------------------------------------------------------------- */

/* The largest displacement of an aim in one step: within REACH, and at half the largest speed of the stage. */
static double max_distance(const vv_stage *stage, const actor *a)
{
    double limit = 0.5 * (double)(VVI_MAX_SPEED * stage->def.step), radius = MAX_DISTANCE * (double)a->view.radius;
    return limit < radius ? limit : radius;
}

static void limit_distance(const actor *a, double limit, vvi_aim *aim)
{
    const member *m = current_member(a);
    const double *c = m->state.c + 3u * (size_t)aim->handle + 2u;
    double gap[2] = {aim->value[0] - c[0], aim->value[1] - c[m->view.stride]};
    double distance = sqrt(gap[0] * gap[0] + gap[1] * gap[1]);
    for (int k = 0; k < 2 && distance > limit; k++) {
        aim->value[k] = c[k ? m->view.stride : 0] + gap[k] * (limit / distance);
        aim->rate[k] = 0.0;
    }
}

/* Limits rates in the same way: half a turn, or a scale of ten, in a step. */
static void limit_rate(const vv_stage *stage, double limit, vvi_aim *aim)
{
    if (aim->channel != VV_CHANNEL_POSITION)
        limit = aim->channel == VV_CHANNEL_ANGLE ? MAX_ROTATION : MAX_SCALE_CHANGE;
    for (int k = 0; k < 2; k++) {
        double max_rate = limit / (double)stage->def.step;
        aim->rate[k] = aim->rate[k] > max_rate ? max_rate : aim->rate[k] < -max_rate ? -max_rate : aim->rate[k];
    }
}

static bool is_finite_double(double x) { return x - x == 0.0; }

/* Adds an aim, in place of an earlier one of the same handle and channel. Handles of the base member are mapped to
 * the corresponding ones of the current member. */
void vvi_puppet_add_aim(actor *a, const vvi_aim *requested)
{
    puppet *p = a->puppet;
    vvi_aim aim = *requested;
    uint32_t i = 0;
    if (!(aim.strength > 0.0) || !is_finite_double(aim.value[0] + aim.value[1] + aim.rate[0] + aim.rate[1]))
        return;
    uint32_t part = 1u << (uint32_t)requested->channel; /* vv_handle_parts */
    p->keyed_parts[requested->handle] |= (uint8_t)part;
    aim.handle = vvi_change_handle(p, requested->handle, part);
    if (aim.handle == VV_NONE)
        return;
    while (i < p->aim_count && (p->aims[i].handle != aim.handle || p->aims[i].channel != aim.channel))
        i++;
    if (i == p->aim_count && p->aim_count < p->aim_capacity)
        p->aim_count++;
    if (i < p->aim_count)
        p->aims[i] = aim;
}

/* ---- Aims of clips ----------------------------------------------------------------------------------------------- */

/* A clip at a time, and which of its tracks drives what; VV_NONE: none. */
typedef struct clip_moment {
    const actor *a;
    double time; /* of the clip */
    uint32_t tracks[VV_RIG_MAX_HANDLES][VV_CHANNEL_COUNT];
} clip_moment;

/* A handle's transform in the state: as the clip drives it and what carries it, else as it is. */
typedef struct handle_frame {
    double angle, linear[4], at[2];
} handle_frame;

static bool sample_track(const clip_moment *m, uint32_t handle, vv_handle_channel channel, vv_handle_target *target)
{
    uint32_t track = m->tracks[handle][channel];
    if (track != VV_NONE)
        *target = vv_clip_sample(m->a->clip, track, m->time);
    return track != VV_NONE && target->strength > 0.0f;
}

static void rotate(double angle, const double v[2], double out[2])
{
    float sine, cosine;
    vv_sin_cos((float)angle, &sine, &cosine);
    out[0] = (double)cosine * v[0] - (double)sine * v[1];
    out[1] = (double)sine * v[0] + (double)cosine * v[1];
}

static handle_frame turned_frame(double angle, const double at[2])
{
    handle_frame f = {.angle = angle, .at = {at[0], at[1]}};
    const double x[2] = {1.0, 0.0};
    double turned[2];
    rotate(angle, x, turned);
    f.linear[0] = f.linear[3] = turned[0];
    f.linear[1] = -turned[1];
    f.linear[2] = turned[1];
    return f;
}

/* The artwork as it is placed: what carries a handle without a parent. Mirrored if the puppet is flipped. */
static handle_frame placed_artwork(const actor *a)
{
    const placement *place = &a->puppet->place;
    const double at[2] = {mirrored(a, place->at[0] - a->origin[0]), place->at[1] - a->origin[1]};
    return turned_frame(mirrored(a, place->angle), at);
}

/* Clips are for the member that the puppet began as. */
static const vvi_puppet_view *base_view(const actor *a) { return &a->puppet->members[a->puppet->base].view; }
static uint32_t parent_of(const actor *a, uint32_t handle) { return vvi_parent(&base_view(a)->handles[handle]); }

/* Of another member the handle that is linked to it; where there is none, as the artwork is placed. */
static handle_frame frame_as_it_is(const actor *a, uint32_t handle)
{
    const member *m = current_member(a);
    uint32_t own = vvi_change_handle(a->puppet, handle, 1u << VV_CHANNEL_ANGLE);
    if (own == VV_NONE) {
        handle_frame placed = placed_artwork(a);
        vv_vec2 pivot = base_view(a)->handles[handle].from;
        placed.at[0] += placed.linear[0] * (double)pivot.x + placed.linear[1] * (double)pivot.y;
        placed.at[1] += placed.linear[2] * (double)pivot.x + placed.linear[3] * (double)pivot.y;
        return placed;
    }
    const double *x = m->state.c + 3u * (size_t)own, *y = x + m->view.stride;
    return (handle_frame){
        (double)vv_atan2((float)(y[0] - x[1]), (float)(x[0] + y[1])), {x[0], x[1], y[0], y[1]}, {x[2], y[2]}};
}

static void turn_frame(handle_frame *f, double angle)
{
    double columns[2][2] = {{f->linear[0], f->linear[2]}, {f->linear[1], f->linear[3]}};
    for (int k = 0; k < 2; k++) {
        double out[2];
        rotate(angle, columns[k], out);
        f->linear[k] = out[0];
        f->linear[2 + k] = out[1];
    }
    f->angle += angle;
}

/* Where a position in the artwork is if this handle's parent, whose transform this is, were all that had moved. */
static void carried_position(const actor *a, uint32_t handle, const handle_frame *carrier, const float value[2],
                             double out[2])
{
    uint32_t parent = parent_of(a, handle);
    const vv_handle *handles = base_view(a)->handles;
    vv_vec2 pivot = parent == VV_NONE ? (vv_vec2){0.0f, 0.0f} : handles[handle].from;
    const double own[2] = {(double)value[0] - (double)pivot.x, (double)value[1] - (double)pivot.y};
    rotate(carrier->angle, own, out);
    out[0] += carrier->at[0];
    out[1] += carrier->at[1];
    if (parent == VV_NONE)
        return;
    double x = (double)pivot.x - (double)handles[parent].from.x, y = (double)pivot.y - (double)handles[parent].from.y;
    out[0] += carrier->linear[0] * x + carrier->linear[1] * y;
    out[1] += carrier->linear[2] * x + carrier->linear[3] * y;
}

static handle_frame frame_of(const clip_moment *m, uint32_t handle);

static handle_frame carrier_of(const clip_moment *m, uint32_t handle)
{
    uint32_t parent = parent_of(m->a, handle);
    return parent == VV_NONE ? placed_artwork(m->a) : frame_of(m, parent);
}

static handle_frame frame_of(const clip_moment *m, uint32_t handle)
{
    handle_frame f = frame_as_it_is(m->a, handle), carrier = carrier_of(m, handle);
    uint32_t parent = parent_of(m->a, handle);
    vv_handle_target target;
    if (parent != VV_NONE) { /* carried along rigidly */
        handle_frame before = frame_as_it_is(m->a, parent);
        double angle = carrier.angle - before.angle, arm[2] = {f.at[0] - before.at[0], f.at[1] - before.at[1]}, out[2];
        rotate(angle, arm, out);
        turn_frame(&f, angle);
        f.at[0] = carrier.at[0] + out[0];
        f.at[1] = carrier.at[1] + out[1];
    }
    if (sample_track(m, handle, VV_CHANNEL_ANGLE, &target)) /* a bone that is keyed keeps its length */
        f = turned_frame(carrier.angle + (double)target.value[0], f.at);
    if (sample_track(m, handle, VV_CHANNEL_POSITION, &target))
        carried_position(m->a, handle, &carrier, target.value, f.at);
    return f;
}

/* Converts an aim from the artwork to the state: carried by the parent or placed on the stage, relative to the origin,
 * and mirrored if flipped. */
static void add_track(actor *a, const clip_moment *m, const vv_track *track, vv_handle_target target)
{
    vvi_aim aim = {.handle = track->handle, .channel = track->channel, .strength = (double)target.strength};
    handle_frame carrier = carrier_of(m, track->handle);
    const double rate[2] = {(double)target.rate[0], (double)target.rate[1]};
    aim.value[0] = (double)target.value[0];
    aim.value[1] = (double)target.value[1];
    aim.rate[0] = rate[0];
    aim.rate[1] = rate[1];
    if (track->channel == VV_CHANNEL_POSITION) {
        carried_position(a, track->handle, &carrier, target.value, aim.value);
        rotate(carrier.angle, rate, aim.rate);
    } else if (track->channel == VV_CHANNEL_ANGLE) {
        aim.value[0] += carrier.angle;
    }
    vvi_puppet_add_aim(a, &aim);
}

static void add_clip(actor *a, double time)
{
    const vv_clip *clip = a->clip;
    clip_moment m = {.a = a, .time = time - a->clip_start};
    if (!clip)
        return;
    memset(m.tracks, 0xff, sizeof m.tracks);
    for (uint32_t i = 0; i < vv_clip_track_count(clip); i++) {
        vv_track track = vv_clip_track(clip, i);
        m.tracks[track.handle][track.channel] = i;
    }
    for (uint32_t i = 0; i < vv_clip_track_count(clip); i++) {
        vv_track track = vv_clip_track(clip, i);
        add_track(a, &m, &track, vv_clip_sample(clip, i, m.time));
    }
}

static void add_host_aims(actor *a)
{
    const puppet *p = a->puppet;
    for (uint32_t i = 0; i < VV_CHANNEL_COUNT * p->members[p->base].view.handle_count; i++) {
        const vv_handle_target *host_aim = &p->host_aims[i];
        vvi_aim aim = {i / VV_CHANNEL_COUNT, (vv_handle_channel)(i % VV_CHANNEL_COUNT), {0.0, 0.0}, {0.0, 0.0}, 0.0};
        if (!(host_aim->strength > 0.0f))
            continue;
        for (int k = 0; k < 2; k++) {
            aim.value[k] = (double)host_aim->value[k];
            aim.rate[k] = (double)host_aim->rate[k];
        }
        aim.strength = (double)host_aim->strength;
        if (aim.channel == VV_CHANNEL_POSITION) {
            aim.value[0] -= a->origin[0];
            aim.value[1] -= a->origin[1];
        }
        if (aim.channel != VV_CHANNEL_SCALE) {
            aim.value[0] = mirrored(a, aim.value[0]);
            aim.rate[0] = mirrored(a, aim.rate[0]);
        }
        vvi_puppet_add_aim(a, &aim);
    }
}

void vvi_puppet_find_aims(vv_stage *stage, actor *a, double time)
{
    puppet *p = a->puppet;
    memset(p->keyed_parts, 0, p->members[p->base].view.handle_count);
    add_clip(a, time);
    for (uint32_t i = 0; i < p->follow_count; i++)
        vvi_follow_aims(stage, a, &p->follows[i], time);
    add_host_aims(a);
    double limit = max_distance(stage, a);
    for (uint32_t i = 0; i < p->aim_count; i++) {
        vvi_aim *aim = &p->aims[i];
        if (aim->channel == VV_CHANNEL_POSITION)
            limit_distance(a, limit, aim);
        limit_rate(stage, limit, aim);
        if (aim->channel == VV_CHANNEL_POSITION && aim->strength >= 1.0)
            p->fixed[3u * aim->handle + 2u] = 1;
    }
}
