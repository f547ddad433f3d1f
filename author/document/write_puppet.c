/* Puppets as project.json: how an artwork moves as one, and what directs an actor; joins, follows and regions one a line,
 * as in write.c. */
#include "author/document/puppets.h"
#include "author/document/write.h"

/* ---- Artworks ------------------------------------------------------------------------------------------------------- */

void vvi_write_factors(vvi_writer *w, const char *name, const vv_project_artwork *artwork, const float *factors)
{
    if (!w->whole && !factors)
        return;
    vv_json_write_object(w->json, name);
    for (uint32_t i = 0; factors && i < artwork->layer_count; i++) {
        if (factors[i] != 1.0f)
            vv_json_write_float(w->json, artwork->layers[i].name, factors[i]);
    }
    vv_json_write_end(w->json);
}

static void write_joins(vvi_writer *w, const vv_project_artwork *artwork)
{
    if (!vvi_writes_list(w, artwork->puppet.join_count))
        return;
    vv_json_write_array(w->json, "joins");
    for (uint32_t i = 0; i < artwork->puppet.join_count; i++) {
        const vv_puppet_join *join = &artwork->puppet.joins[i];
        vv_json_write_on_one_line(w->json);
        vv_json_write_object(w->json, NULL);
        vv_json_write_string(w->json, "a", artwork->handles[join->a].name);
        vv_json_write_string(w->json, "b", artwork->handles[join->b].name);
        vvi_write_parts(w, join->parts);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

void vvi_write_puppet(vvi_writer *w, const vv_project_artwork *artwork)
{
    const vv_project_puppet *puppet = &artwork->puppet;
    vv_project_puppet usual = vvi_default_puppet();
    vv_project_material material =
        w->whole ? vvi_all_material(&puppet->material) : vvi_unusual_material(&puppet->material);
    if (!w->whole && puppet->elastic == usual.elastic && puppet->clusters == usual.clusters &&
        puppet->density == usual.density && !puppet->densities && !puppet->stiffnesses && puppet->join_count == 0 &&
        material.given == 0)
        return;
    vv_json_write_object(w->json, "puppet");
    vvi_write_word_member(w, "elastic", vvi_elastic_words(), puppet->elastic, usual.elastic);
    vvi_write_integer_member(w, "clusters", puppet->clusters, usual.clusters);
    vvi_write_float_member(w, "density", puppet->density, usual.density);
    vvi_write_factors(w, "densities", artwork, puppet->densities);
    vvi_write_factors(w, "stiffnesses", artwork, puppet->stiffnesses);
    write_joins(w, artwork);
    if (material.given)
        vvi_write_material(w, &material);
    vv_json_write_end(w->json);
}

/* ---- What handles follow -------------------------------------------------------------------------------------------- */

static void write_particle(vvi_writer *w, const vv_follow *def)
{
    const vv_particle *particle = &def->particle;
    vv_particle usual = vvi_default_follow().def.particle;
    if (!vvi_writes_member(w, "particle", def->kind == VV_FOLLOW_PARTICLE))
        return;
    vv_json_write_object(w->json, "particle");
    vvi_write_vec2(w, "at", particle->position);
    vvi_write_point_member(w, "velocity", particle->velocity, usual.velocity);
    vvi_write_float_member(w, "gravity", particle->gravity, usual.gravity);
    if (vvi_writes_member(w, "floor", particle->floor != -INFINITY))
        vv_json_write_float(w->json, "floor", particle->floor);
    vvi_write_float_member(w, "bounce", particle->bounce, usual.bounce);
    vv_json_write_end(w->json);
}

static void write_path(vvi_writer *w, const vv_follow *def)
{
    const vv_path *path = &def->path;
    if (!vvi_writes_member(w, "path", def->kind == VV_FOLLOW_PATH))
        return;
    vv_json_write_object(w->json, "path");
    vv_json_write_array(w->json, "points");
    for (uint32_t i = 0; i < path->point_count; i++)
        vvi_write_vec2(w, NULL, path->points[i]);
    vv_json_write_end(w->json);
    vvi_write_bool_member(w, "closed", path->closed, false);
    vvi_write_float_member(w, "seconds", path->seconds, vvi_default_follow().def.path.seconds);
    vvi_write_bool_member(w, "loop", path->loop, false);
    vvi_write_bool_member(w, "ease", path->ease, false);
    vv_json_write_end(w->json);
}

static void write_other(vvi_writer *w, const vv_project_follow *follow, const vv_project_stage *stage,
                        const vv_project *project)
{
    if (!vvi_writes_member(w, "of", follow->def.kind == VV_FOLLOW_HANDLE))
        return;
    const vv_project_actor *other = &stage->actors[follow->actor];
    vv_json_write_object(w->json, "of");
    vv_json_write_string(w->json, "actor", other->name);
    vv_json_write_string(w->json, "handle", project->artworks[other->artwork]->handles[follow->def.other].name);
    vvi_write_bool_member(w, "relative", follow->def.relative, true);
    vv_json_write_end(w->json);
}

static void write_follow(vvi_writer *w, const vv_project_artwork *artwork, const vv_project_follow *follow,
                         const vv_project_stage *stage, const vv_project *project)
{
    const vv_follow *def = &follow->def;
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "handle", artwork->handles[def->handle].name);
    vvi_write_parts(w, def->parts);
    vvi_write_float_member(w, "strength", def->strength, 1.0f);
    vvi_write_float_member(w, "from", (float)def->from, 0.0f);
    if (vvi_writes_member(w, "until", def->until != (double)INFINITY))
        vv_json_write_float(w->json, "until", (float)def->until);
    vvi_write_point_member(w, "offset", def->offset, (vv_vec2){0.0f, 0.0f});
    write_particle(w, def);
    write_path(w, def);
    write_other(w, follow, stage, project);
    vv_json_write_end(w->json);
}

/* ---- Copies --------------------------------------------------------------------------------------------------------- */

static void write_pair(vvi_writer *w, const vv_project_artwork *source, bool live, const vv_project_artwork *artwork,
                       const vv_region_pair *pair)
{
    vv_region_pair usual = vvi_default_pair();
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "from", source->handles[pair->from.handle].name);
    if (live)
        vvi_write_float_member(w, "from_threshold", pair->from.threshold, usual.from.threshold);
    else if (w->whole)
        vv_json_write_null(w->json, "from_threshold");
    vv_json_write_string(w->json, "to", artwork->handles[pair->to.handle].name);
    vvi_write_float_member(w, "to_threshold", pair->to.threshold, usual.to.threshold);
    vvi_write_float_member(w, "place", pair->place, usual.place);
    vvi_write_float_member(w, "shape", pair->shape, usual.shape);
    vv_json_write_end(w->json);
}

static void write_copy(vvi_writer *w, const vv_project_artwork *artwork, const vv_project_copy *copy,
                       const vv_project_stage *stage, const vv_project *project)
{
    bool live = copy->recording == VV_NONE;
    const vv_project_recording *recording = live ? NULL : project->recordings[copy->recording];
    uint32_t source = live ? stage->actors[copy->from].artwork : recording->artwork;
    vv_json_write_object(w->json, NULL);
    vvi_write_text_member(w, "from", live ? stage->actors[copy->from].name : NULL);
    vvi_write_text_member(w, "recording", live ? NULL : recording->name);
    vvi_write_float_member(w, "start", copy->start, 0.0f);
    vvi_write_float_member(w, "size", copy->size, 0.0f);
    vv_json_write_array(w->json, "regions");
    for (uint32_t i = 0; i < copy->pair_count; i++)
        write_pair(w, project->artworks[source], live, artwork, &copy->pairs[i]);
    vv_json_write_end(w->json);
    vv_json_write_end(w->json);
}

/* ---- Actors --------------------------------------------------------------------------------------------------------- */

static void write_attractions(vvi_writer *w, const vv_project_artwork *artwork, const vv_project_actor *actor)
{
    if (!vvi_writes_list(w, actor->attraction_count))
        return;
    vv_json_write_array(w->json, "attractions");
    for (uint32_t i = 0; i < actor->attraction_count; i++)
        vv_json_write_string(w->json, NULL, artwork->examples[actor->attractions[i]].name);
    vv_json_write_end(w->json);
}

void vvi_write_directions(vvi_writer *w, const vv_project_actor *actor, const vv_project_stage *stage,
                          const vv_project *project)
{
    const vv_project_artwork *artwork = project->artworks[actor->artwork];
    if (vvi_writes_list(w, actor->material.given))
        vvi_write_material(w, &actor->material);
    vvi_write_text_member(w, "family", actor->family == VV_NONE ? NULL : project->families[actor->family]->name);
    write_attractions(w, artwork, actor);
    vvi_write_text_member(w, "clip", actor->clip == VV_NONE ? NULL : project->clips[actor->clip]->name);
    vvi_write_float_member(w, "clip_start", actor->clip_start, 0.0f);
    if (vvi_writes_list(w, actor->follow_count)) {
        vv_json_write_array(w->json, "follows");
        for (uint32_t i = 0; i < actor->follow_count; i++)
            write_follow(w, artwork, &actor->follows[i], stage, project);
        vv_json_write_end(w->json);
    }
    if (vvi_writes_list(w, actor->copy_count)) {
        vv_json_write_array(w->json, "copies");
        for (uint32_t i = 0; i < actor->copy_count; i++)
            write_copy(w, artwork, &actor->copies[i], stage, project);
        vv_json_write_end(w->json);
    }
}
