/* Sprites and stages as project.json: obstacles, holds, pins and the script one a line, as in write.c. */
#include "author/document/cues.h"
#include "author/document/puppets.h"
#include "author/document/write.h"

#include <string.h>

/* ---- Sprite --------------------------------------------------------------------------------------------------------- */

static void write_pins(vvi_writer *w, const vv_project_artwork *artwork)
{
    vv_json_write_array(w->json, "pins");
    for (uint32_t i = 0; i < artwork->sprite.pin_count; i++) {
        const vv_sprite_pin *pin = &artwork->sprite.pins[i];
        vv_json_write_on_one_line(w->json);
        vv_json_write_object(w->json, NULL);
        vv_json_write_string(w->json, "layer", artwork->layers[pin->layer].name);
        vv_json_write_string(w->json, "onto", artwork->layers[pin->onto].name);
        vvi_write_vec2(w, "at", pin->at);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

void vvi_write_sprite(vvi_writer *w, const vv_project_artwork *artwork)
{
    const vv_project_sprite *sprite = &artwork->sprite;
    vv_project_sprite usual = vvi_default_sprite();
    vv_project_strengths strengths =
        w->whole ? vvi_all_strengths(&sprite->strengths) : vvi_unusual_strengths(&sprite->strengths);
    if (!w->whole && sprite->ring == usual.ring && sprite->density == usual.density && !sprite->pinned &&
        !sprite->densities && strengths.given == 0)
        return;
    vv_json_write_object(w->json, "sprite");
    vvi_write_integer_member(w, "ring", sprite->ring, usual.ring);
    vvi_write_float_member(w, "density", sprite->density, usual.density);
    if (vvi_writes_member(w, "pins", sprite->pinned))
        write_pins(w, artwork);
    vvi_write_factors(w, "densities", artwork, sprite->densities);
    if (strengths.given)
        vvi_write_strengths(w, artwork, &strengths);
    vv_json_write_end(w->json);
}

static void write_layer_bits(vvi_writer *w, const char *name, uint32_t bits)
{
    if (!vvi_writes_member(w, name, bits != UINT32_MAX))
        return;
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < 32; i++) {
        if (bits >> i & 1u)
            vv_json_write_integer(w->json, NULL, i);
    }
    vv_json_write_end(w->json);
}

/* ---- Obstacles ------------------------------------------------------------------------------------------------------ */

static bool is_ground(const vv_project_obstacle *obstacle)
{
    const vv_vec2 *p = obstacle->points;
    return obstacle->kind == VV_OBSTACLE_HALF_PLANE && p[0].x == 0.0f && p[1].x == 1.0f && p[0].y == p[1].y;
}

static void write_obstacle_shape(vvi_writer *w, const vv_project_obstacle *obstacle)
{
    static const char *const words[] = {"half-plane", "segments", "polygon"};
    if (is_ground(obstacle)) {
        vv_json_write_string(w->json, "kind", "ground");
        vvi_write_float_member(w, "height", obstacle->points[0].y, 0.0f);
        return;
    }
    vv_json_write_string(w->json, "kind", words[obstacle->kind]);
    vv_json_write_array(w->json, "points");
    for (uint32_t i = 0; i < obstacle->point_count; i++)
        vvi_write_vec2(w, NULL, obstacle->points[i]);
    vv_json_write_end(w->json);
}

static void write_obstacles(vvi_writer *w, const vv_project_stage *stage)
{
    if (!vvi_writes_list(w, stage->obstacle_count))
        return;
    vv_json_write_array(w->json, "obstacles");
    for (uint32_t i = 0; i < stage->obstacle_count; i++) {
        const vv_project_obstacle *obstacle = &stage->obstacles[i];
        vv_json_write_on_one_line(w->json);
        vv_json_write_object(w->json, NULL);
        write_obstacle_shape(w, obstacle);
        vvi_write_float_member(w, "friction", obstacle->friction, vvi_default_obstacle().friction);
        vvi_write_bool_member(w, "one_way", obstacle->one_way, false);
        vvi_write_bool_member(w, "sensor", obstacle->sensor, false);
        write_layer_bits(w, "layers", obstacle->layers);
        vvi_write_bool_member(w, "visible", obstacle->visible, true);
        if (vvi_writes_member(w, "colour", obstacle->coloured))
            vvi_write_colour(w, "colour", obstacle->colour);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

/* ---- Actors --------------------------------------------------------------------------------------------------------- */

static void write_holds(vvi_writer *w, const vv_project_actor *actor)
{
    if (!vvi_writes_list(w, actor->hold_count))
        return;
    vv_json_write_array(w->json, "holds");
    for (uint32_t i = 0; i < actor->hold_count; i++) {
        const vv_project_hold *hold = &actor->holds[i];
        vv_json_write_on_one_line(w->json);
        vv_json_write_object(w->json, NULL);
        vvi_write_text_member(w, "name", hold->name[0] ? hold->name : NULL);
        vvi_write_vec2(w, "at", hold->at);
        if (vvi_writes_member(w, "to", hold->moved))
            vvi_write_vec2(w, "to", hold->to);
        if (vvi_writes_member(w, "strength", hold->strength != INFINITY))
            vv_json_write_float(w->json, "strength", hold->strength);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

void vvi_write_input_values(vvi_writer *w, const char *name, const vv_project_input *inputs, uint32_t count)
{
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, name);
    for (uint32_t i = 0; i < count; i++)
        vv_json_write_float(w->json, inputs[i].name, inputs[i].value);
    vv_json_write_end(w->json);
}

static void write_actor(vvi_writer *w, const vv_project_actor *actor, const vv_project_stage *stage,
                        const vv_project *project)
{
    static const char *const kinds[] = {"sprite", "puppet"};
    const vv_project_artwork *artwork = project->artworks[actor->artwork];
    const vv_vec2 zero = {0.0f, 0.0f};
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", actor->name);
    vv_json_write_string(w->json, "artwork", artwork->name);
    vvi_write_word_member(w, "kind", kinds, actor->kind, VV_ACTOR_SPRITE);
    vvi_write_point_member(w, "at", actor->at, zero);
    vvi_write_float_member(w, "angle", actor->angle, 0.0f);
    vvi_write_float_member(w, "scale", actor->scale, 1.0f);
    vvi_write_point_member(w, "velocity", actor->velocity, zero);
    vvi_write_float_member(w, "spin", actor->spin, 0.0f);
    vvi_write_bool_member(w, "flipped", actor->flipped, false);
    if (vvi_writes_member(w, "place", actor->place.share_count > 0)) {
        vv_json_write_on_one_line(w->json);
        vvi_write_place(w, artwork, &actor->place);
    }
    if (vvi_writes_list(w, actor->strengths.given))
        vvi_write_strengths(w, artwork, &actor->strengths);
    write_holds(w, actor);
    write_layer_bits(w, "layers", actor->layers);
    write_layer_bits(w, "mask", actor->mask);
    vvi_write_text_member(w, "behaviour",
                          actor->behaviour == VV_NONE ? NULL : artwork->behaviours[actor->behaviour].name);
    if (vvi_writes_list(w, actor->input_count))
        vvi_write_input_values(w, "inputs", actor->inputs, actor->input_count);
    vvi_write_directions(w, actor, stage, project);
    vv_json_write_end(w->json);
}

/* ---- Script --------------------------------------------------------------------------------------------------------- */

static void write_direction(vvi_writer *w, const vv_project_cue *cue, const vv_project_artwork *artwork,
                            const vv_project *project)
{
    if (cue->kind == VV_CUE_PLAY) {
        if (cue->clip == VV_NONE)
            vv_json_write_null(w->json, "clip"); /* said, though it is the default: this cue stops what plays */
        else
            vv_json_write_string(w->json, "clip", project->clips[cue->clip]->name);
        return;
    }
    vv_json_write_string(w->json, "handle", artwork->handles[cue->handle].name);
    vv_json_write_string(w->json, "channel", vvi_channel_words()[cue->channel]);
    if (cue->number > 0.0f)
        vvi_write_channel_value(w, cue->channel, cue->value);
}

static void write_cue(vvi_writer *w, const vv_project_cue *cue, const vv_project_stage *stage,
                      const vv_project *project)
{
    const vvi_cue_row *row = vvi_cue(cue->kind);
    const vv_project_actor *actor = cue->actor == VV_NONE ? NULL : &stage->actors[cue->actor];
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vv_json_write_float(w->json, "time", cue->time);
    vv_json_write_string(w->json, "do", row->word);
    if (actor)
        vv_json_write_string(w->json, "actor", actor->name);
    if (cue->name[0])
        vv_json_write_string(w->json, row->name, cue->name);
    if (cue->kind == VV_CUE_HOLD)
        vvi_write_vec2(w, "at", cue->at);
    if (cue->has_vector)
        vvi_write_vec2(w, row->vector, cue->vector);
    if (cue->kind == VV_CUE_PLAY || cue->kind == VV_CUE_AIM)
        write_direction(w, cue, project->artworks[actor->artwork], project);
    if (cue->has_number)
        vv_json_write_float(w->json, row->number, cue->number);
    if (cue->kind == VV_CUE_PLACE)
        vvi_write_place(w, project->artworks[actor->artwork], &cue->place);
    if (cue->kind == VV_CUE_STRENGTHS)
        vvi_write_strengths(w, project->artworks[actor->artwork], &cue->strengths);
    if (cue->kind == VV_CUE_MATERIAL)
        vvi_write_material(w, &cue->material);
    vv_json_write_end(w->json);
}

/* ---- Stage ---------------------------------------------------------------------------------------------------------- */

static void write_world(vvi_writer *w, const vv_project_stage *stage)
{
    vv_project_stage usual = vvi_default_stage();
    vvi_write_point_member(w, "gravity", stage->gravity, usual.gravity);
    vvi_write_point_member(w, "wind", stage->wind, usual.wind);
    vvi_write_float_member(w, "step", stage->step, vvi_usual_step(stage));
    vvi_write_integer_member(w, "substeps", stage->substeps, usual.substeps);
    vvi_write_integer_member(w, "iterations", stage->iterations, usual.iterations);
    vvi_write_text_member(w, "follow", stage->follow == VV_NONE ? NULL : stage->actors[stage->follow].name);
}

void vvi_write_stage(vvi_writer *w, const vv_project_scene *scene, const vv_project *project)
{
    const vv_project_stage *stage = &scene->stage;
    write_world(w, stage);
    write_obstacles(w, stage);
    vv_json_write_array(w->json, "actors"); /* also without any: it is what makes a scene a stage */
    for (uint32_t i = 0; i < stage->actor_count; i++)
        write_actor(w, &stage->actors[i], stage, project);
    vv_json_write_end(w->json);
    if (!vvi_writes_list(w, stage->cue_count))
        return;
    vv_json_write_array(w->json, "script");
    for (uint32_t i = 0; i < stage->cue_count; i++)
        write_cue(w, &stage->cues[i], stage, project);
    vv_json_write_end(w->json);
}
