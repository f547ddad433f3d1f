/* Contact with half planes alone, particle by particle, until the files of contact are here. */
#include "runtime/stage/state.h"

vv_result vvi_contacts_create(vv_stage *stage, vv_error *error)
{
    (void)stage;
    (void)error;
    return VV_OK;
}
void vvi_contacts_destroy(vv_stage *stage) { (void)stage; }
vv_result vvi_contacts_actor_added(vv_stage *stage, uint32_t a, vv_error *error)
{
    (void)stage;
    (void)a;
    (void)error;
    return VV_OK;
}
void vvi_contacts_actor_removed(vv_stage *stage, uint32_t a)
{
    (void)stage;
    (void)a;
}
void vvi_contacts_obstacle_removed(vv_stage *stage, uint32_t o)
{
    (void)stage;
    (void)o;
}
void vvi_contacts_begin(vv_stage *stage, float h)
{
    (void)h;
    for (uint32_t i = 0; i < stage->actor_end; i++)
        stage->actors[i].touch = (touch){0};
}

static void book(actor *a, uint32_t i, vv_vec2 d, vv_vec2 centre)
{
    a->touch.torque += a->view.masses[i] * vv_vec2_cross(vv_vec2_sub(a->x[i], centre), d);
    a->x[i] = vv_vec2_add(a->x[i], d);
}

/* Stops the whole drawing first, then the particles. */
static void solve_ground(actor *a, float height, float friction, float h)
{
    vv_vec2 centre = {0.0f, 0.0f};
    float lowest = 0.0f, fall = 0.0f;
    vv_vec2 at = {0.0f, 0.0f};
    uint32_t below = 0;
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        float depth = (float)(a->origin[1] + (double)a->x[i].y) - height;
        centre = vv_vec2_add(centre, vv_vec2_scale(a->x[i], a->view.masses[i] / a->view.mass));
        if (depth < 0.0f) {
            below++;
            lowest = vvi_min(lowest, depth);
            fall = vvi_max(fall, -(a->x[i].y - a->x0[i].y) / h);
            at = vv_vec2_add(at, vv_vec2_scale((vv_vec2){a->x[i].x, a->x[i].y}, -depth));
        }
    }
    if (!below)
        return;
    vv_vec2 rigid = {0.0f, -lowest};
    for (uint32_t i = 0; i < a->view.particle_count; i++) {
        book(a, i, rigid, centre);
        float depth = (float)(a->origin[1] + (double)a->x[i].y) - height;
        if (depth < 1e-4f) {
            float slide = a->x[i].x - a->x0[i].x, most = friction * -lowest;
            book(a, i, (vv_vec2){-vvi_clamp(slide, -most, most), depth < 0.0f ? -depth : 0.0f}, centre);
        }
    }
    a->touch.count += below;
    a->touch.push.y += a->view.mass * rigid.y;
    a->touch.energy += 0.5f * a->view.mass * rigid.y / h * vvi_max(0.0f, fall - 0.3f);
    a->touch.normal = (vv_vec2){0.0f, 1.0f};
    a->touch.supported = true;
    a->touch.closing = vvi_max(a->touch.closing, fall);
}

void vvi_contacts_solve(vv_stage *stage, float h, bool last)
{
    (void)last;
    for (uint32_t o = 0; o < stage->obstacle_end; o++)
        for (uint32_t i = 0; i < stage->actor_end; i++)
            if (stage->obstacles[o].used && is_awake(&stage->actors[i]))
                solve_ground(&stage->actors[i], stage->obstacles[o].low.y, stage->obstacles[o].friction, h);
}
void vvi_contacts_end(vv_stage *stage, float h)
{
    (void)stage;
    (void)h;
}
void vvi_contacts_sleep(vv_stage *stage, float seconds)
{
    (void)stage;
    (void)seconds;
}
void vvi_actor_wake(vv_stage *stage, actor *a)
{
    (void)stage;
    a->asleep = false;
}
void vvi_contacts_save(const vv_stage *stage, vvi_writer *writer)
{
    (void)stage;
    (void)writer;
}
bool vvi_contacts_check(const vv_stage *stage, const uint8_t *bytes, size_t n)
{
    (void)stage;
    (void)bytes;
    return n == 0;
}
void vvi_contacts_restore(vv_stage *stage, const uint8_t *bytes, size_t n)
{
    (void)stage;
    (void)bytes;
    (void)n;
}
vv_result vv_stage_add_ground(vv_stage *stage, float height, float friction, vv_obstacle *out, vv_error *error)
{
    (void)error;
    obstacle *o = &stage->obstacles[stage->obstacle_end++];
    *o = (obstacle){.generation = 1, .used = true, .friction = friction, .low = {0.0f, height}};
    *out = (vv_obstacle){stage->obstacle_end - 1, 1};
    return VV_OK;
}
void vv_stage_remove_obstacle(vv_stage *stage, vv_obstacle o) { stage->obstacles[o.index].used = false; }
void vvi_stage_report(vv_stage *stage, const vv_event *event)
{
    if (stage->event_count < stage->def.max_events)
        stage->events[stage->event_count++] = *event;
}
const vv_event *vv_stage_events(const vv_stage *stage, uint32_t *count)
{
    *count = stage->event_count;
    return stage->events;
}
void vv_stage_signal(vv_stage *stage, vv_actor id, uint32_t code)
{
    vv_event event = {.kind = VV_EVENT_SIGNAL, .actor = id, .code = code, .step = stage->step_count};
    vvi_stage_report(stage, &event);
}
