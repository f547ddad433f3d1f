/* Motion that is copied from where it cannot be live, from another scene or a later actor: the scene is run from one time to
 * another, and how regions of a puppet move (eq. 12 and 13) becomes a recording that any other puppet may copy. */
#include "play.h"

#define MOST_FRAMES (VV_PROJECT_MAX_FRAMES - 1u)

typedef struct tape {
    uint32_t actor, region_count, frame_count;
    const vv_region *regions; /* [region_count] */
    vv_region_state *frames;  /* [frame_count · region_count] */
} tape;

/* ---- What may be recorded --------------------------------------------------------------------------------------------- */

static vv_result check_regions(const vvi_playing *p, const tape *t, vv_error *error)
{
    const vv_project_stage *stage = &vv_performance_scene(p->performance)->stage;
    if (t->actor >= stage->actor_count || stage->actors[t->actor].kind != VV_ACTOR_PUPPET)
        return vvi_fail(error, VV_ERROR_NOT_FOUND, "there is no puppet %u in the scene that plays", t->actor);
    uint32_t handles = vv_performance_rigged(p->performance, t->actor)->body->handle_count;
    if (t->region_count < 1 || t->region_count > VV_PUPPET_MAX_REGIONS)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "%u regions are too few or too many to record", t->region_count);
    for (uint32_t i = 0; i < t->region_count; i++) {
        const vv_region *region = &t->regions[i];
        if (region->handle >= handles || !(region->threshold >= 0.0f && region->threshold <= 1.0f))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "region %u has no such handle or threshold", i);
        for (uint32_t j = 0; j < i; j++) {
            if (t->regions[j].handle == region->handle)
                return vvi_fail(error, VV_ERROR_ARGUMENT, "two regions are of one handle");
        }
    }
    return VV_OK;
}

static vv_result check_times(const vvi_playing *p, tape *t, double from, double to, vv_error *error)
{
    double count = floor((to - from) / vv_performance_step(p->performance) + 1e-6) + 1.0;
    if (!(from >= 0.0) || !(count >= 2.0) || !(count <= (double)MOST_FRAMES))
        return vvi_fail(error, VV_ERROR_ARGUMENT, "from %g to %g seconds there is nothing, or too much, to record",
                        from, to);
    if (p->hand.held)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "nothing is recorded while a hand holds an actor");
    t->frame_count = (uint32_t)count;
    return VV_OK;
}

/* ---- Running --------------------------------------------------------------------------------------------------------- */

/* A recording is of one drawing. */
static bool looks_like_itself(const vvi_playing *p, uint32_t actor)
{
    vv_look looks[2];
    vv_performance_looks(p->performance, actor, looks);
    return looks[0].rigged->body == vv_performance_rigged(p->performance, actor)->body;
}

static vv_result run(vv_studio *studio, vvi_playing *p, const tape *t, double from, vv_error *error)
{
    const vv_stage *stage = vv_performance_stage(p->performance);
    double step = vv_performance_step(p->performance);
    for (uint32_t f = 0; f < t->frame_count; f++) {
        while (!vv_studio_seek(studio, from + (double)f * step))
            ;
        if (!looks_like_itself(p, t->actor)) {
            vvi_fail(error, VV_ERROR_ARGUMENT, "at %g s it has become another of its family", p->time);
            vvi_error_remedy(error, "record a time in which it stays the same drawing");
            return error->code;
        }
        for (uint32_t k = 0; k < t->region_count; k++)
            t->frames[(size_t)f * t->region_count + k] =
                vv_stage_recorded(stage, vv_performance_actor(p->performance, t->actor), t->regions[k]);
    }
    return VV_OK;
}

/* ---- The command ------------------------------------------------------------------------------------------------------ */

static void write_numbers(vv_json_writer *w, const char *name, const float *values, uint32_t count)
{
    vv_json_write_array(w, name);
    for (uint32_t i = 0; i < count; i++)
        vv_json_write_float(w, NULL, vv_pose_rounded(values[i]));
    vv_json_write_end(w);
}

static void write_region(vv_json_writer *w, const tape *t, uint32_t region, const char *handle)
{
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "handle", handle);
    vv_json_write_float(w, "threshold", t->regions[region].threshold);
    write_numbers(w, "rest", &t->frames[region].rest.x, 2);
    vv_json_write_array(w, "frames");
    for (uint32_t f = 0; f < t->frame_count; f++) {
        const vv_region_state *s = &t->frames[(size_t)f * t->region_count + region];
        float row[6] = {s->centre.x, s->centre.y, s->linear.xx, s->linear.xy, s->linear.yx, s->linear.yy};
        write_numbers(w, NULL, row, 6);
    }
    vv_json_write_end(w);
    vv_json_write_end(w);
}

static vv_result answer(vv_studio *studio, const vvi_playing *p, const tape *t, const char *name)
{
    const vv_project *project = vv_performance_project(p->performance);
    const vv_project_actor *actor = &vv_performance_scene(p->performance)->stage.actors[t->actor];
    const vv_project_artwork *artwork = project->artworks[actor->artwork];
    vv_json_writer *w = vvi_studio_writer(studio);
    if (!w)
        return VV_ERROR_MEMORY;
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "do", "recording.add");
    vv_json_write_string(w, "name", name);
    vv_json_write_string(w, "artwork", artwork->name);
    vv_json_write_float(w, "rate", (float)(1.0 / vv_performance_step(p->performance)));
    vv_json_write_float(w, "size", vv_performance_size(p->performance, t->actor));
    vv_json_write_array(w, "regions");
    for (uint32_t k = 0; k < t->region_count; k++)
        write_region(w, t, k, artwork->handles[t->regions[k].handle].name);
    vv_json_write_end(w);
    vv_json_write_end(w);
    return vvi_studio_answer(studio, w);
}

vv_result vv_studio_record(vv_studio *studio, uint32_t actor, const vv_region *regions, uint32_t count, double from,
                           double to, const char *name)
{
    vvi_playing *p = vvi_playing_now(studio);
    tape t = {.actor = actor, .region_count = count, .regions = regions};
    vv_error error = {0};
    vvi_arena arena = {.allocator = studio->allocator};
    vv_result result = p ? VV_OK : vvi_fail(&error, VV_ERROR_NOT_FOUND, "nothing plays");
    if (result == VV_OK)
        result = check_regions(p, &t, &error);
    if (result == VV_OK)
        result = check_times(p, &t, from, to, &error);
    if (result == VV_OK) {
        double before = p->time;
        t.frames = vvi_arena_take(&arena, (size_t)t.frame_count * count, sizeof *t.frames);
        result = t.frames ? run(studio, p, &t, from, &error) : vvi_fail_memory(&error, 0);
        if (result == VV_OK)
            result = answer(studio, p, &t, name);
        else
            vvi_studio_refuse(studio, &error);
        while (t.frames && !vv_studio_seek(studio, before))
            ;
    } else {
        vvi_studio_refuse(studio, &error);
    }
    vvi_arena_release(&arena);
    return result;
}
