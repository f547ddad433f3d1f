/* What a puppet's handles are wanted to do in a step: its clip, placed on the stage as the artwork is; things that they follow;
 * and above both what hands want. */
#include "runtime/stage/puppet/change.h"

#include <string.h>

/* A position further away than this times the radius is approached step by step, so that no key tears a drawing apart. */
#define REACH       100.0
#define MOST_TURN   3.14159265358979
#define MOST_GROWTH 10.0

/* ---- Handles on the stage ------------------------------------------------------------------------------------------------ */

void vvi_puppet_handle(const actor *a, const double *c, uint32_t handle, double at[2], double *angle, double scale[2])
{
    const vvi_puppet_view *view = &member_now(a)->view;
    const double *x = c + 3u * (size_t)handle, *y = x + view->stride;
    const vv_handle *h = &view->handles[handle];
    at[0] = a->origin[0] + mirrored(a, x[2]);
    at[1] = a->origin[1] + y[2];
    *angle = mirrored(a, (double)vv_atan2((float)(y[0] - x[1]), (float)(x[0] + y[1])));
    /* R S with S along the handle's axes: lengths of the images of the axes. */
    double ax = (double)h->to.x - (double)h->from.x, ay = (double)h->to.y - (double)h->from.y;
    double length = sqrt(ax * ax + ay * ay);
    ax = length > 0.0 ? ax / length : 1.0;
    ay = length > 0.0 ? ay / length : 0.0;
    double ux = x[0] * ax + x[1] * ay, uy = y[0] * ax + y[1] * ay;
    double wx = x[1] * ax - x[0] * ay, wy = y[1] * ax - y[0] * ay;
    scale[0] = sqrt(ux * ux + uy * uy);
    scale[1] = sqrt(wx * wx + wy * wy);
}

/* ---- Aims ------------------------------------------------------------------------------------------------------------------ */

/* Nobody is torn further than his own reach in one step, or faster than 2.5 km/s. */
static double farthest(const vv_stage *stage, const actor *a)
{
    double most = 0.5 * (double)(VVI_MAX_SPEED * stage->def.step), radius = REACH * (double)a->view.radius;
    return most < radius ? most : radius;
}

static void bring_near(const actor *a, double most, vvi_aim *aim)
{
    const member *m = member_now(a);
    const double *c = m->state.c + 3u * (size_t)aim->handle + 2u;
    double gap[2] = {aim->value[0] - c[0], aim->value[1] - c[m->view.stride]};
    double far = sqrt(gap[0] * gap[0] + gap[1] * gap[1]);
    for (int k = 0; k < 2 && far > most; k++) {
        aim->value[k] = c[k ? m->view.stride : 0] + gap[k] * (most / far);
        aim->rate[k] = 0.0;
    }
}

/* Speeds lead no further in a step either: half a turn, or to ten times the size. */
static void slow_down(const vv_stage *stage, double most, vvi_aim *aim)
{
    if (aim->channel != VV_CHANNEL_POSITION)
        most = aim->channel == VV_CHANNEL_ANGLE ? MOST_TURN : MOST_GROWTH;
    for (int k = 0; k < 2; k++) {
        double limit = most / (double)stage->def.step;
        aim->rate[k] = aim->rate[k] > limit ? limit : aim->rate[k] < -limit ? -limit : aim->rate[k];
    }
}

static bool is_finite_double(double x) { return x - x == 0.0; }

/* One that comes later takes the place of an earlier one of the same handle and channel. What is wanted of a handle of the member
 * that it was made as is wanted of the one that answers to it now. */
void vvi_puppet_add_aim(actor *a, const vvi_aim *wanted)
{
    puppet *p = a->puppet;
    vvi_aim aim = *wanted;
    uint32_t i = 0;
    aim.handle = vvi_change_handle(p, wanted->handle, 1u << (uint32_t)wanted->channel); /* vv_parts */
    if (aim.handle == VV_NONE || !(aim.strength > 0.0) ||
        !is_finite_double(aim.value[0] + aim.value[1] + aim.rate[0] + aim.rate[1]))
        return;
    while (i < p->aim_count && (p->aims[i].handle != aim.handle || p->aims[i].channel != aim.channel))
        i++;
    if (i == p->aim_count && p->aim_count < p->aim_capacity)
        p->aim_count++;
    if (i < p->aim_count)
        p->aims[i] = aim;
}

/* From artwork to state: placed on the stage, seen from the origin and in the mirror. */
static void add_track(actor *a, const vv_track *track, vv_aim want)
{
    const placement *place = &a->puppet->place;
    vvi_aim aim = {.handle = track->handle, .channel = track->channel, .strength = (double)want.strength};
    double x = (double)want.value[0], y = (double)want.value[1], rx = (double)want.rate[0], ry = (double)want.rate[1];
    double turn = mirrored(a, place->angle);
    float sine, cosine;
    vv_sin_cos((float)turn, &sine, &cosine);
    double s = (double)sine, k = (double)cosine;
    switch (track->channel) {
    case VV_CHANNEL_POSITION:
        aim.value[0] = k * x - s * y + mirrored(a, place->at[0] - a->origin[0]);
        aim.value[1] = s * x + k * y + place->at[1] - a->origin[1];
        aim.rate[0] = k * rx - s * ry;
        aim.rate[1] = s * rx + k * ry;
        break;
    case VV_CHANNEL_ANGLE:
        aim.value[0] = x + turn;
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
        add_track(a, &track, vv_clip_aim(clip, i, time - a->clip_start));
    }
}

static void add_hands(actor *a)
{
    const puppet *p = a->puppet;
    for (uint32_t i = 0; i < VV_CHANNEL_COUNT * p->members[p->base].view.handle_count; i++) {
        const vv_aim *hand = &p->hands[i];
        vvi_aim aim = {i / VV_CHANNEL_COUNT, (vv_channel)(i % VV_CHANNEL_COUNT), {0.0, 0.0}, {0.0, 0.0}, 0.0};
        if (!(hand->strength > 0.0f))
            continue;
        for (int k = 0; k < 2; k++) {
            aim.value[k] = (double)hand->value[k];
            aim.rate[k] = (double)hand->rate[k];
        }
        aim.strength = (double)hand->strength;
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
    add_clip(a, time);
    for (uint32_t i = 0; i < p->follow_count; i++)
        vvi_follow_aims(stage, a, &p->follows[i], time);
    add_hands(a);
    double most = farthest(stage, a);
    for (uint32_t i = 0; i < p->aim_count; i++) {
        vvi_aim *aim = &p->aims[i];
        if (aim->channel == VV_CHANNEL_POSITION)
            bring_near(a, most, aim);
        slow_down(stage, most, aim);
        if (aim->channel == VV_CHANNEL_POSITION && aim->strength >= 1.0)
            p->fixed[3u * aim->handle + 2u] = 1;
    }
}
