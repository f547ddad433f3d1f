/* Creatures, gaits and scenes of creatures as project.json: bodies, rows, keys and plays one a line, as in write.c. */
#include "author/document/creatures.h"
#include "author/document/write.h"

/* ---- Creatures ------------------------------------------------------------------------------------------------------ */

static void write_caps(vvi_writer *w, const vv_project_creature *creature)
{
    if (!vvi_writes_list(w, creature->caps_count))
        return;
    vv_json_write_object(w->json, "caps");
    for (uint32_t i = 0; i < creature->caps_count; i++) {
        const vv_project_caps *caps = &creature->caps[i];
        vv_json_write_on_one_line(w->json);
        vv_json_write_array(w->json, caps->body);
        for (uint32_t c = 0; c < caps->cap_count; c++)
            vv_json_write_string(w->json, NULL, caps->caps[c].text);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

static void write_colours(vvi_writer *w, const vv_project_creature *creature)
{
    if (creature->coloured == 0 && !w->whole)
        return;
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, "colours");
    for (uint32_t i = 0; i < VV_CREATURE_PARTS; i++) {
        if (vvi_writes_member(w, vvi_part_colour_words()[i], creature->coloured >> i & 1u))
            vvi_write_colour(w, vvi_part_colour_words()[i], creature->colours[i]);
    }
    vv_json_write_end(w->json);
}

static void write_creature(vvi_writer *w, const vv_project_creature *creature)
{
    vv_project_creature usual = vvi_default_creature();
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", creature->name);
    vvi_write_text_member(w, "file", creature->file);
    if (vvi_writes_member(w, "seed", !creature->file))
        vv_json_write_integer(w->json, "seed", creature->seed);
    write_caps(w, creature);
    vvi_write_float_member(w, "scale", creature->scale, usual.scale);
    vvi_write_bool_member(w, "mesh", creature->mesh, usual.mesh);
    write_colours(w, creature);
    vv_json_write_end(w->json);
}

/* ---- Gaits ---------------------------------------------------------------------------------------------------------- */

static float number_of(const void *from, const vvi_gait_number *number)
{
    return *(const float *)(const void *)((const char *)from + number->place);
}

static void write_row(vvi_writer *w, const vv_gait_row *row)
{
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vv_json_write_integer(w->json, "feet", row->feet);
    vv_json_write_float(w->json, "speed", row->speed);
    vv_json_write_float(w->json, "duty", row->duty);
    vv_json_write_float(w->json, "stride", row->stride);
    vv_json_write_array(w->json, "triggers");
    for (uint32_t i = 0; i < row->feet; i++)
        vv_json_write_float(w->json, NULL, row->triggers[i]);
    vv_json_write_end(w->json);
    vv_json_write_end(w->json);
}

static void write_arc(vvi_writer *w, const vv_gait_def *def)
{
    if (!vvi_writes_list(w, def->arc_count))
        return;
    vv_json_write_array(w->json, "arc");
    for (uint32_t i = 0; i < def->arc_count; i++) {
        vv_json_write_on_one_line(w->json);
        vv_json_write_object(w->json, NULL);
        vv_json_write_float(w->json, "time", def->arc[i].time);
        for (const vvi_gait_number *n = vvi_arc_numbers(); n->key; n++)
            vvi_write_float_member(w, n->key, number_of(&def->arc[i], n), 0.0f);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

static void write_gait(vvi_writer *w, const vv_project_gait *gait)
{
    vv_gait_def usual = vvi_default_gait().def;
    const vv_gait_def *def = &gait->def;
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", gait->name);
    if (vvi_writes_member(w, "rows", def->row_count > 0)) {
        vv_json_write_array(w->json, "rows");
        for (uint32_t i = 0; i < def->row_count; i++)
            write_row(w, &def->rows[i]);
        vv_json_write_end(w->json);
    }
    write_arc(w, def);
    for (const vvi_gait_number *n = vvi_gait_numbers(); n->key; n++)
        vvi_write_float_member(w, n->key, number_of(def, n), number_of(&usual, n));
    vv_json_write_end(w->json);
}

void vvi_write_creatures(vvi_writer *w, const vv_project *project)
{
    if (vvi_writes_list(w, project->creature_count)) {
        vv_json_write_array(w->json, "creatures");
        for (uint32_t i = 0; i < project->creature_count; i++)
            write_creature(w, project->creatures[i]);
        vv_json_write_end(w->json);
    }
    vvi_write_motions(w, project);
    if (vvi_writes_list(w, project->gait_count)) {
        vv_json_write_array(w->json, "gaits");
        for (uint32_t i = 0; i < project->gait_count; i++)
            write_gait(w, project->gaits[i]);
        vv_json_write_end(w->json);
    }
}

/* ---- Plays ---------------------------------------------------------------------------------------------------------- */

static void write_aims(vvi_writer *w, const vv_project_scene *scene, const vv_project_play *play)
{
    if (!vvi_writes_list(w, play->aim_count))
        return;
    vv_json_write_object(w->json, "targets");
    for (uint32_t i = 0; i < play->aim_count; i++) {
        const vv_project_aim *aim = &play->aims[i];
        const char name[2] = {(char)('0' + aim->target), '\0'};
        if (aim->of == VV_NONE) {
            vvi_write_vec3(w, name, aim->place);
            continue;
        }
        vv_json_write_object(w->json, name);
        vv_json_write_string(w->json, "of", scene->cast[aim->of].name);
        vvi_write_context(w, "select", &aim->context);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

static void write_play(vvi_writer *w, const vv_project_scene *scene, const vv_project_play *play)
{
    vv_project_play usual = vvi_default_play();
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vvi_write_float_member(w, "time", play->time, usual.time);
    vv_json_write_string(w->json, "action", play->action);
    if (play->variant == VV_VARIANT_NEAREST)
        vv_json_write_string(w->json, "variant", "nearest");
    else
        vvi_write_integer_member(w, "variant", play->variant, usual.variant);
    vvi_write_bool_member(w, "mirror", play->mirror, usual.mirror);
    if (w->whole || play->layer != usual.layer)
        vv_json_write_integer(w->json, "layer", play->layer);
    vvi_write_float_member(w, "weight", play->weight, usual.weight);
    vvi_write_float_member(w, "speed", play->speed, usual.speed);
    vvi_write_integer_member(w, "rounds", play->rounds, usual.rounds);
    vvi_write_bool_member(w, "queue", play->queue, usual.queue);
    if (vvi_writes_member(w, "until", play->stops))
        vv_json_write_float(w->json, "until", play->until);
    write_aims(w, scene, play);
    vv_json_write_end(w->json);
}

/* ---- The cast ------------------------------------------------------------------------------------------------------- */

static void write_gaits(vvi_writer *w, const vv_project *project, const vv_project_cast *cast)
{
    if (!vvi_writes_member(w, "gait", cast->gait_count > 0))
        return;
    if (cast->gait_count == 1 && cast->gaits[0].weight == 1.0f) {
        vv_json_write_string(w->json, "gait", project->gaits[cast->gaits[0].gait]->name);
        return;
    }
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, "gait");
    for (uint32_t i = 0; i < cast->gait_count; i++)
        vv_json_write_float(w->json, project->gaits[cast->gaits[i].gait]->name, cast->gaits[i].weight);
    vv_json_write_end(w->json);
}

/* A number where it never changes. */
static void write_paces(vvi_writer *w, const vv_project_cast *cast)
{
    if (cast->pace_count == 0 || (cast->pace_count == 1 && cast->paces[0].time == 0.0f)) {
        vvi_write_float_member(w, "speed", cast->pace_count ? cast->paces[0].speed : 0.0f, 0.0f);
        return;
    }
    vv_json_write_on_one_line(w->json);
    vv_json_write_array(w->json, "speed");
    for (uint32_t i = 0; i < cast->pace_count; i++)
        vvi_write_vec2(w, NULL, (vv_vec2){cast->paces[i].time, cast->paces[i].speed});
    vv_json_write_end(w->json);
}

static void write_way(vvi_writer *w, const vv_project_cast *cast)
{
    if (!vvi_writes_list(w, cast->way_count))
        return;
    vv_json_write_on_one_line(w->json);
    vv_json_write_array(w->json, "path");
    for (uint32_t i = 0; i < cast->way_count; i++)
        vvi_write_vec2(w, NULL, cast->way[i]);
    vv_json_write_end(w->json);
}

static void write_cast(vvi_writer *w, const vv_project *project, const vv_project_scene *scene,
                       const vv_project_cast *cast)
{
    vv_project_cast usual = vvi_default_cast();
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", cast->name);
    vv_json_write_string(w->json, "creature", project->creatures[cast->creature]->name);
    vvi_write_point_member(w, "at", cast->at, usual.at);
    vvi_write_float_member(w, "heading", cast->heading, usual.heading);
    write_gaits(w, project, cast);
    write_paces(w, cast);
    write_way(w, cast);
    vvi_write_float_member(w, "jiggle", cast->jiggle, usual.jiggle);
    if (vvi_writes_list(w, cast->play_count)) {
        vv_json_write_array(w->json, "plays");
        for (uint32_t i = 0; i < cast->play_count; i++)
            write_play(w, scene, &cast->plays[i]);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

void vvi_write_troupe(vvi_writer *w, const vv_project_scene *scene, const vv_project *project)
{
    vv_json_write_array(w->json, "creatures");
    for (uint32_t i = 0; i < scene->cast_count; i++)
        write_cast(w, project, scene, &scene->cast[i]);
    vv_json_write_end(w->json);
    vvi_write_word_member(w, "ground", vvi_ground_words(), scene->ground, VV_SCENE_GROUND_FLAT);
}
