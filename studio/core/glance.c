/* Views of other times of the scene that plays: states computed ahead, ghosts, and the paths of handles. A second
 * performance of the same scene computes them; its states are identical to the first one's, bit for bit. */
#include "play.h"

#include <string.h>

/* Whether there were actions by hand; their future is not known, so nothing can be computed ahead. */
static bool has_live_cues(const vvi_playing *p)
{
    uint32_t count;
    vv_performance_live_cues(p->performance, &count);
    return count > 0;
}

static vv_result make_probe(vv_studio *studio, vvi_playing *p, vv_error *error)
{
    vvi_views views = {0};
    vvi_glance_release(studio);
    vvi_glance *g = p->glance = vvi_allocate_zeroed(studio->allocator, 1, sizeof *g);
    if (!g)
        return vvi_fail_memory(error, sizeof *g);
    g->playing.arena.allocator = studio->allocator;
    vv_result result = vv_performance_create(studio->session, p->view.scene, NULL, &g->probe, error);
    if (result == VV_OK && !vvi_playing_prepare(g->probe, &g->playing.arena, &views))
        result = vvi_fail_memory(error, 0);
    g->playing.performance = g->probe;
    g->playing.actors = views.actors;
    g->playing.goals = views.goals;
    g->playing.obstacles = views.obstacles;
    g->playing.joints = views.joints;
    g->playing.zones = views.zones;
    g->playing.view.scene = p->view.scene;
    g->serial = p->serial;
    return result;
}

/* The second performance of the current scene; NULL if it cannot be created. */
static vv_performance *get_probe(vv_studio *studio, vvi_playing *p)
{
    if (p->glance && p->glance->serial == p->serial)
        return p->glance->probe;
    if (make_probe(studio, p, NULL) != VV_OK)
        vvi_glance_release(studio);
    return p->glance ? p->glance->probe : NULL;
}

void vvi_glance_release(vv_studio *studio)
{
    vvi_glance *g = studio->playing->glance;
    if (!g)
        return;
    vv_performance_destroy(g->probe);
    vvi_arena_release(&g->playing.arena);
    vvi_release(studio->allocator, g, 1, sizeof *g);
    studio->playing->glance = NULL;
}

static double known_until(const vvi_playing *p)
{
    const vvi_snapshot *last = &p->rewind.snapshots[p->rewind.count - 1];
    return (double)(last->steps - 1) * vv_performance_step(p->performance);
}

double vv_studio_compute(vv_studio *studio, double until, uint32_t steps)
{
    vvi_playing *p = vvi_playing_current(studio);
    if (!p)
        return 0.0;
    double step = vv_performance_step(p->performance), known = known_until(p);
    vv_performance *probe = known < until && !has_live_cues(p) ? get_probe(studio, p) : NULL;
    if (!probe)
        return known;
    const vvi_snapshot *last = &p->rewind.snapshots[p->rewind.count - 1];
    if (vv_performance_event_report(probe).steps != last->steps &&
        vv_performance_restore(probe, p->rewind.pool + last->offset, last->count, NULL) != VV_OK)
        return known;
    for (uint32_t i = 0; i < steps && known < until; i++) {
        known = (double)vv_performance_event_report(probe).steps * step;
        vv_performance_show(probe, known);
        vvi_playing_record_marks(p, probe);
        vvi_rewind_save(&p->rewind, probe);
    }
    return known_until(p);
}

const vv_play *vv_studio_play_at(vv_studio *studio, double time)
{
    vvi_playing *p = vvi_playing_current(studio);
    if (!p || !(time >= 0.0) || time > known_until(p) + 1e-9)
        return NULL;
    vv_performance *probe = get_probe(studio, p);
    if (!probe)
        return NULL;
    double step = vv_performance_step(p->performance);
    const vvi_snapshot *s = vvi_rewind_find(&p->rewind, (uint64_t)(time / step + 1e-6) + 1);
    if (vv_performance_restore(probe, p->rewind.pool + s->offset, s->count, NULL) != VV_OK)
        return NULL;
    vv_performance_show(probe, time);
    p->glance->playing.time = time;
    vvi_playing_show(&p->glance->playing);
    return &p->glance->playing.view;
}

/* ---- Paths of handles ------------------------------------------------------------------------------------------ */

/* The pivots of all puppets' handles are stored for each saved step, so that a path needs no simulation. */
uint32_t vvi_trail_width(const vv_performance *performance)
{
    const vv_project_stage *stage = &vv_performance_scene(performance)->stage;
    uint32_t width = 0;
    for (uint32_t i = 0; i < stage->actor_count; i++)
        width +=
            stage->actors[i].kind == VV_ACTOR_PUPPET ? vv_performance_rigged(performance, i)->body->handle_count : 0;
    return width;
}

void vvi_trail_save(vv_vec2 *row, const vv_performance *performance)
{
    const vv_project_stage *stage = &vv_performance_scene(performance)->stage;
    for (uint32_t i = 0; i < stage->actor_count; i++) {
        if (stage->actors[i].kind != VV_ACTOR_PUPPET)
            continue;
        const vv_body *own = vv_performance_rigged(performance, i)->body;
        vv_affine pose[VV_RIG_MAX_HANDLES];
        vv_actor_drawing looks[2];
        vv_performance_drawings(performance, i, looks);
        bool is_itself = looks[0].rigged->body == own; /* not another member of its family */
        if (is_itself)
            vv_performance_pose(performance, i, pose);
        for (uint32_t j = 0; j < own->handle_count; j++)
            *row++ = is_itself ? vv_affine_apply(pose[j], own->handles[j].from) : (vv_vec2){NAN, NAN};
    }
}

static uint32_t find_column(const vv_performance *performance, uint32_t actor, uint32_t handle)
{
    const vv_project_stage *stage = &vv_performance_scene(performance)->stage;
    uint32_t column = 0;
    if (actor >= stage->actor_count || stage->actors[actor].kind != VV_ACTOR_PUPPET ||
        handle >= vv_performance_rigged(performance, actor)->body->handle_count)
        return VV_NONE;
    for (uint32_t i = 0; i < actor; i++)
        column +=
            stage->actors[i].kind == VV_ACTOR_PUPPET ? vv_performance_rigged(performance, i)->body->handle_count : 0;
    return column + handle;
}

uint32_t vv_studio_path(vv_studio *studio, uint32_t actor, uint32_t handle, double from, double to, float *points,
                        uint32_t capacity)
{
    const vvi_playing *p = vvi_playing_current(studio);
    uint32_t column = p ? find_column(p->performance, actor, handle) : VV_NONE, count = 0;
    if (column == VV_NONE || !p->rewind.trail)
        return 0;
    double step = vv_performance_step(p->performance);
    for (uint32_t i = 0; i < p->rewind.count; i++) {
        double time = (double)(p->rewind.snapshots[i].steps - 1) * step;
        vv_vec2 at = p->rewind.trail[(size_t)i * p->rewind.trail_width + column];
        if (time < from - 1e-9 || time > to + 1e-9 || !(at.x == at.x))
            continue;
        if (count < capacity) {
            points[3 * count] = (float)time;
            points[3 * count + 1] = at.x;
            points[3 * count + 2] = at.y;
        }
        count++;
    }
    return count;
}
