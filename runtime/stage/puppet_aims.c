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

/* Converts an aim from the artwork to the state: placed on the stage, relative to the origin, and mirrored if
 * flipped. */
static void add_track(actor *a, const vv_track *track, vv_handle_target aim_in_artwork)
{
    const placement *place = &a->puppet->place;
    vvi_aim aim = {.handle = track->handle, .channel = track->channel, .strength = (double)aim_in_artwork.strength};
    double x = (double)aim_in_artwork.value[0], y = (double)aim_in_artwork.value[1],
           rx = (double)aim_in_artwork.rate[0], ry = (double)aim_in_artwork.rate[1];
    double angle = mirrored(a, place->angle);
    float sine, cosine;
    vv_sin_cos((float)angle, &sine, &cosine);
    double s = (double)sine, k = (double)cosine;
    switch (track->channel) {
    case VV_CHANNEL_POSITION:
        aim.value[0] = k * x - s * y + mirrored(a, place->at[0] - a->origin[0]);
        aim.value[1] = s * x + k * y + place->at[1] - a->origin[1];
        aim.rate[0] = k * rx - s * ry;
        aim.rate[1] = s * rx + k * ry;
        break;
    case VV_CHANNEL_ANGLE:
        aim.value[0] = x + angle;
        aim.rate[0] = rx;
        break;
    default:
        aim.value[0] = x;
        aim.value[1] = y;
        aim.rate[0] = rx;
        aim.rate[1] = ry;
    }
    vvi_puppet_add_aim(a, &aim);
}

static void add_clip(actor *a, double time)
{
    const vv_clip *clip = a->clip;
    for (uint32_t i = 0; clip && i < vv_clip_track_count(clip); i++) {
        vv_track track = vv_clip_track(clip, i);
        add_track(a, &track, vv_clip_sample(clip, i, time - a->clip_start));
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
