/* Sprites and stages as project.json: obstacles, holds, pins and the script one a line, as in write.c. */
#include "author/document/cues.h"
#include "author/document/write.h"

#include <string.h>

/* ---- Sprite --------------------------------------------------------------------------------------------------------- */

static void write_pins(vv_json_writer *w, const vv_project_artwork *artwork)
{
    vv_json_write_array(w, "pins");
    for (uint32_t i = 0; i < artwork->sprite.pin_count; i++) {
        const vv_sprite_pin *pin = &artwork->sprite.pins[i];
        vv_json_write_on_one_line(w);
        vv_json_write_object(w, NULL);
        vv_json_write_string(w, "layer", artwork->layers[pin->layer].name);
        vv_json_write_string(w, "onto", artwork->layers[pin->onto].name);
        vvi_write_vec2(w, "at", pin->at);
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
}

static void write_densities(vv_json_writer *w, const vv_project_artwork *artwork)
{
    vv_json_write_object(w, "densities");
    for (uint32_t i = 0; i < artwork->layer_count; i++) {
        if (artwork->sprite.densities[i] != 1.0f)
            vv_json_write_float(w, artwork->layers[i].name, artwork->sprite.densities[i]);
    }
    vv_json_write_end(w);
}

void vvi_write_sprite(vv_json_writer *w, const vv_project_artwork *artwork)
{
    const vv_project_sprite *sprite = &artwork->sprite;
    vv_project_sprite usual = vvi_default_sprite();
    vv_project_strengths strengths = vvi_unusual_strengths(&sprite->strengths);
    if (sprite->ring == usual.ring && sprite->density == usual.density && !sprite->pinned && !sprite->densities &&
        strengths.given == 0)
        return;
    vv_json_write_object(w, "sprite");
    if (sprite->ring != usual.ring)
        vv_json_write_integer(w, "ring", sprite->ring);
    if (sprite->density != usual.density)
        vv_json_write_float(w, "density", sprite->density);
    if (sprite->pinned)
        write_pins(w, artwork);
    if (sprite->densities)
        write_densities(w, artwork);
    if (strengths.given)
        vvi_write_strengths(w, artwork, &strengths);
    vv_json_write_end(w);
}

/* ---- Values --------------------------------------------------------------------------------------------------------- */

static bool differs(vv_vec2 a, vv_vec2 b) { return a.x != b.x || a.y != b.y; }

static void write_vec2_unless(vv_json_writer *w, const char *name, vv_vec2 v, vv_vec2 usual)
{
    if (differs(v, usual))
        vvi_write_vec2(w, name, v);
}

static void write_float_unless(vv_json_writer *w, const char *name, float value, float usual)
{
    if (value != usual)
        vv_json_write_float(w, name, value);
}

static void write_bool_unless(vv_json_writer *w, const char *name, bool value, bool usual)
{
    if (value != usual)
        vv_json_write_bool(w, name, value);
}

static void write_layer_bits(vv_json_writer *w, const char *name, uint32_t bits)
{
    if (bits == UINT32_MAX)
        return;
    vv_json_write_array(w, name);
    for (uint32_t i = 0; i < 32; i++) {
        if (bits >> i & 1u)
            vv_json_write_integer(w, NULL, i);
    }
    vv_json_write_end(w);
}

/* ---- Obstacles ------------------------------------------------------------------------------------------------------ */

static bool is_ground(const vv_project_obstacle *obstacle)
{
    const vv_vec2 *p = obstacle->points;
    return obstacle->kind == VV_OBSTACLE_HALF_PLANE && p[0].x == 0.0f && p[1].x == 1.0f && p[0].y == p[1].y;
}

static void write_obstacle_shape(vv_json_writer *w, const vv_project_obstacle *obstacle)
{
    static const char *const words[] = {"half-plane", "segments", "polygon"};
    if (is_ground(obstacle)) {
        vv_json_write_string(w, "kind", "ground");
        write_float_unless(w, "height", obstacle->points[0].y, 0.0f);
        return;
    }
    vv_json_write_string(w, "kind", words[obstacle->kind]);
    vv_json_write_array(w, "points");
    for (uint32_t i = 0; i < obstacle->point_count; i++)
        vvi_write_vec2(w, NULL, obstacle->points[i]);
    vv_json_write_end(w);
}

static void write_obstacles(vv_json_writer *w, const vv_project_stage *stage)
{
    if (stage->obstacle_count == 0)
        return;
    vv_json_write_array(w, "obstacles");
    for (uint32_t i = 0; i < stage->obstacle_count; i++) {
        const vv_project_obstacle *obstacle = &stage->obstacles[i];
        vv_json_write_on_one_line(w);
        vv_json_write_object(w, NULL);
        write_obstacle_shape(w, obstacle);
        write_float_unless(w, "friction", obstacle->friction, vvi_default_obstacle().friction);
        write_bool_unless(w, "one_way", obstacle->one_way, false);
        write_bool_unless(w, "sensor", obstacle->sensor, false);
        write_layer_bits(w, "layers", obstacle->layers);
        write_bool_unless(w, "visible", obstacle->visible, true);
        if (obstacle->coloured)
            vvi_write_colour(w, "colour", obstacle->colour);
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
}

/* ---- Actors --------------------------------------------------------------------------------------------------------- */

static void write_holds(vv_json_writer *w, const vv_project_actor *actor)
{
    if (actor->hold_count == 0)
        return;
    vv_json_write_array(w, "holds");
    for (uint32_t i = 0; i < actor->hold_count; i++) {
        const vv_project_hold *hold = &actor->holds[i];
        vv_json_write_on_one_line(w);
        vv_json_write_object(w, NULL);
        if (hold->name[0])
            vv_json_write_string(w, "name", hold->name);
        vvi_write_vec2(w, "at", hold->at);
        if (hold->moved)
            vvi_write_vec2(w, "to", hold->to);
        write_float_unless(w, "strength", hold->strength, INFINITY);
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
}

static void write_actor(vv_json_writer *w, const vv_project_actor *actor, const vv_project_artwork *artwork)
{
    const vv_vec2 zero = {0.0f, 0.0f};
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "name", actor->name);
    vv_json_write_string(w, "artwork", artwork->name);
    write_vec2_unless(w, "at", actor->at, zero);
    write_float_unless(w, "angle", actor->angle, 0.0f);
    write_vec2_unless(w, "velocity", actor->velocity, zero);
    write_float_unless(w, "spin", actor->spin, 0.0f);
    write_bool_unless(w, "flipped", actor->flipped, false);
    if (actor->place.share_count > 0) {
        vv_json_write_on_one_line(w);
        vvi_write_place(w, artwork, &actor->place);
    }
    if (actor->strengths.given)
        vvi_write_strengths(w, artwork, &actor->strengths);
    write_holds(w, actor);
    write_layer_bits(w, "layers", actor->layers);
    write_layer_bits(w, "mask", actor->mask);
    if (actor->behaviour != VV_NONE)
        vv_json_write_string(w, "behaviour", artwork->behaviours[actor->behaviour].name);
    if (actor->input_count > 0) {
        vv_json_write_on_one_line(w);
        vv_json_write_object(w, "inputs");
        for (uint32_t i = 0; i < actor->input_count; i++)
            vv_json_write_float(w, actor->inputs[i].name, actor->inputs[i].value);
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
}

/* ---- Script --------------------------------------------------------------------------------------------------------- */

static void write_cue(vv_json_writer *w, const vv_project_cue *cue, const vv_project_stage *stage,
                      const vv_project *project)
{
    const vvi_cue_row *row = vvi_cue(cue->kind);
    const vv_project_actor *actor = cue->actor == VV_NONE ? NULL : &stage->actors[cue->actor];
    vv_json_write_on_one_line(w);
    vv_json_write_object(w, NULL);
    vv_json_write_float(w, "time", cue->time);
    vv_json_write_string(w, "do", row->word);
    if (actor)
        vv_json_write_string(w, "actor", actor->name);
    if (cue->name[0])
        vv_json_write_string(w, row->name, cue->name);
    if (cue->kind == VV_CUE_HOLD)
        vvi_write_vec2(w, "at", cue->at);
    if (cue->has_vector)
        vvi_write_vec2(w, row->vector, cue->vector);
    if (cue->has_number)
        vv_json_write_float(w, row->number, cue->number);
    if (cue->kind == VV_CUE_PLACE)
        vvi_write_place(w, project->artworks[actor->artwork], &cue->place);
    if (cue->kind == VV_CUE_STRENGTHS)
        vvi_write_strengths(w, project->artworks[actor->artwork], &cue->strengths);
    vv_json_write_end(w);
}

/* ---- Stage ---------------------------------------------------------------------------------------------------------- */

static void write_world(vv_json_writer *w, const vv_project_stage *stage)
{
    vv_project_stage usual = vvi_default_stage();
    write_vec2_unless(w, "gravity", stage->gravity, usual.gravity);
    write_vec2_unless(w, "wind", stage->wind, usual.wind);
    write_float_unless(w, "step", stage->step, usual.step);
    if (stage->substeps != usual.substeps)
        vv_json_write_integer(w, "substeps", stage->substeps);
    if (stage->iterations != usual.iterations)
        vv_json_write_integer(w, "iterations", stage->iterations);
    if (stage->follow != VV_NONE)
        vv_json_write_string(w, "follow", stage->actors[stage->follow].name);
}

void vvi_write_stage(vv_json_writer *w, const vv_project_scene *scene, const vv_project *project)
{
    const vv_project_stage *stage = &scene->stage;
    write_world(w, stage);
    write_obstacles(w, stage);
    vv_json_write_array(w, "actors"); /* also without any: it is what makes a scene a stage */
    for (uint32_t i = 0; i < stage->actor_count; i++)
        write_actor(w, &stage->actors[i], project->artworks[stage->actors[i].artwork]);
    vv_json_write_end(w);
    if (stage->cue_count == 0)
        return;
    vv_json_write_array(w, "script");
    for (uint32_t i = 0; i < stage->cue_count; i++)
        write_cue(w, &stage->cues[i], stage, project);
    vv_json_write_end(w);
}
