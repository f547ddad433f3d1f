/* What clips, families and puppets may say but probably do not mean. Runs only where nothing is wrong, so every index is
 * good. */
#include "author/document/read.h"

void vvi_warn_clip(vvi_reader *r, const vv_json *object, const vv_project *project, const vv_project_clip *clip)
{
    const vv_json *list = vv_json_member(object, "tracks");
    for (const vv_json *item = list ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        const vv_track *track = &clip->tracks[item->index];
        if (track->keys[0].time > clip->length)
            vvi_problem(r, item, VV_RULE_LATE_KEYS, "make the clip longer, or move the keys",
                        "the first key of \"%s\" is at %g s, and the clip ends at %g s",
                        project->artworks[clip->artwork]->handles[track->handle].name, (double)track->keys[0].time,
                        (double)clip->length);
    }
}

void vvi_warn_family(vvi_reader *r, const vv_json *object, const vv_project *project, const vv_project_family *family)
{
    for (uint32_t i = 0; i < family->member_count && family->member_count > 1 && !vvi_stopped(r); i++) {
        bool linked = false;
        for (uint32_t l = 0; l < family->link_count; l++)
            linked = linked || family->links[l].member[0] == i || family->links[l].member[1] == i;
        if (!linked)
            vvi_problem(r, object, VV_RULE_NO_LINKS, "add links, or remove it from \"members\"",
                        "nothing links \"%s\" to another member, so nothing turns into it",
                        project->artworks[family->members[i]]->name);
    }
}

/* ---- Actors --------------------------------------------------------------------------------------------------------- */

static bool moves_a_layer(const vv_project_artwork *artwork, uint32_t handle)
{
    for (uint32_t i = 0; i < artwork->layer_count; i++) {
        if (vv_project_handle_moves(&artwork->handles[handle], i))
            return true;
    }
    return artwork->layer_count == 0;
}

static void warn_region(vvi_reader *r, const vv_json *item, const vv_project_artwork *artwork, uint32_t handle)
{
    if (!moves_a_layer(artwork, handle))
        vvi_problem(r, item, VV_RULE_EMPTY_REGION, "name another handle, or give this one \"layers\"",
                    "\"%s\" of \"%s\" moves no layer, so its region has no vertices", artwork->handles[handle].name,
                    artwork->name);
}

static void warn_copy(vvi_reader *r, const vv_json *object, const vv_project *project, const vv_project_stage *stage,
                      const vv_project_actor *actor)
{
    const vv_project_copy *copy = &actor->copies[object->index];
    uint32_t source =
        copy->recording == VV_NONE ? stage->actors[copy->from].artwork : project->recordings[copy->recording]->artwork;
    const vv_json *list = vv_json_member(object, "regions");
    for (const vv_json *item = list ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        warn_region(r, item, project->artworks[source], copy->pairs[item->index].from.handle);
        warn_region(r, item, project->artworks[actor->artwork], copy->pairs[item->index].to.handle);
    }
}

void vvi_warn_puppet_actor(vvi_reader *r, const vv_json *object, const vv_project *project,
                           const vv_project_stage *stage, const vv_project_actor *actor)
{
    const vv_json *copies = vv_json_member(object, "copies");
    vv_material material = project->artworks[actor->artwork]->puppet.material;
    vv_project_material_apply(&actor->material, &material);
    for (const vv_json *item = copies ? copies->child : NULL; item && !vvi_stopped(r); item = item->next)
        warn_copy(r, item, project, stage, actor);
    if (actor->attraction_count > 0 && material.examples == 0.0f)
        vvi_problem(r, vv_json_member(object, "attractions"), VV_RULE_ATTRACTION,
                    "give its \"material\" some \"examples\", or remove the attractions",
                    "\"%s\" is drawn to examples, and \"examples\" of its material is 0", actor->name);
}
