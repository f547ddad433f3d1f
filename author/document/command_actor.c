/* Commands about one actor of a stage, and about the sprite of an artwork. */
#include "author/document/command.h"

#include <string.h>

/* ---- Sprite --------------------------------------------------------------------------------------------------------- */

void vvi_command_sprite_set(vvi_edit *e)
{
    static const char *const address[] = {"do", "artwork", NULL};
    vvi_artwork *artwork = vvi_edit_artwork(e, NULL);
    e->reader.editing = true;
    if (artwork)
        vvi_read_sprite(&e->reader, e->command, address, &artwork->view);
}

/* ---- Naming --------------------------------------------------------------------------------------------------------- */

/* The stage that the command names, as one that may be changed; NULL after a problem. */
static vvi_scene *edit_stage(vvi_edit *e)
{
    uint32_t found = vvi_edit_find(e, VVI_SCENE, NULL, "scene");
    if (found == VV_NONE)
        return NULL;
    if (e->state->scenes[found]->view.kind != VV_SCENE_STAGE) {
        vvi_problem(&e->reader, vv_json_member(e->command, "scene"), VV_RULE_SCENE_KIND, "name a scene with actors",
                    "this scene is a tour: it has no actors");
        return NULL;
    }
    vvi_scene *own = vvi_state_own_scene(e->state, found);
    if (!vvi_edit_memory(e, own != NULL))
        return NULL;
    e->reader.arena = &own->arena;
    return own;
}

static uint32_t find_actor(vvi_edit *e, const vvi_scene *scene, const vv_json *value)
{
    if (!value || !vvi_is(&e->reader, value, VV_JSON_STRING))
        return VV_NONE;
    uint32_t found = vv_project_find_actor(&scene->view, value->string);
    if (found == VV_NONE)
        vvi_problem(&e->reader, value, VV_RULE_REFERENCE, "name one that exists", "there is no actor \"%s\"",
                    value->string);
    return found;
}

static uint32_t named_actor(vvi_edit *e, const vvi_scene *scene)
{
    return find_actor(e, scene, vvi_required(&e->reader, e->command, "actor"));
}

static uint32_t before_actor(vvi_edit *e, const vvi_scene *scene)
{
    const vv_json *before = vv_json_member(e->command, "before");
    return !before || before->kind == VV_JSON_NULL ? scene->view.stage.actor_count : find_actor(e, scene, before);
}

static bool new_name(vvi_edit *e, const vvi_scene *scene, uint32_t own, const char *key, char *name)
{
    const vv_json *value = vvi_required(&e->reader, e->command, key);
    if (!value || !vvi_name(&e->reader, value, name))
        return false;
    uint32_t found = vv_project_find_actor(&scene->view, name);
    return found == VV_NONE || found == own ||
           vvi_problem(&e->reader, value, VV_RULE_SAME_NAME, "choose another name",
                       "another actor is called \"%s\" already", name);
}

/* The scene is the state's own, so its actors may be changed. */
static vv_project_actor *actor_at(const vvi_scene *scene, uint32_t index)
{
    return (vv_project_actor *)&scene->view.stage.actors[index];
}

/* ---- Commands ------------------------------------------------------------------------------------------------------- */

void vvi_command_actor_add(vvi_edit *e)
{
    static const char *const address[] = {"do", "scene", "name", "before", NULL};
    char name[VV_PROJECT_NAME_BYTES] = "";
    vvi_scene *scene = edit_stage(e);
    uint32_t before = scene ? before_actor(e, scene) : VV_NONE;
    if (before == VV_NONE || !new_name(e, scene, VV_NONE, "name", name))
        return;
    if (scene->view.stage.actor_count >= VV_PROJECT_MAX_ACTORS) {
        vvi_problem(&e->reader, e->command, VV_RULE_TOO_MANY, "remove another first",
                    "there are %u of these already, and more are not possible", scene->view.stage.actor_count);
        return;
    }
    vvi_map map = vvi_map_insert(scene->view.stage.actor_count, before);
    if (!vvi_edit_memory(e, vvi_remap_actors(scene, &map)))
        return;
    vv_project_actor *actor = actor_at(scene, before);
    *actor = vvi_default_actor();
    memcpy(actor->name, name, sizeof name);
    float usual_step = vvi_usual_step(&scene->view.stage);
    vvi_read_actor(&e->reader, e->command, address, &e->state->view, actor_at(scene, 0), before);
    vvi_settle_step(&scene->view.stage, usual_step);
}

void vvi_command_actor_remove(vvi_edit *e)
{
    static const char *const keys[] = {"scene", "actor", NULL};
    vvi_scene *scene = vvi_edit_keys(e, keys) ? edit_stage(e) : NULL;
    uint32_t actor = scene ? named_actor(e, scene) : VV_NONE;
    if (actor == VV_NONE)
        return;
    vvi_map map = vvi_map_remove(scene->view.stage.actor_count, actor);
    vvi_edit_memory(e, vvi_remap_actors(scene, &map));
}

void vvi_command_actor_rename(vvi_edit *e)
{
    static const char *const keys[] = {"scene", "actor", "to", NULL};
    char name[VV_PROJECT_NAME_BYTES] = "";
    vvi_scene *scene = vvi_edit_keys(e, keys) ? edit_stage(e) : NULL;
    uint32_t actor = scene ? named_actor(e, scene) : VV_NONE;
    if (actor != VV_NONE && new_name(e, scene, actor, "to", name))
        memcpy(actor_at(scene, actor)->name, name, sizeof name);
}

/* A puppet knows only those that were added to the stage before it. */
static void refuse_later(vvi_edit *e, const vv_project_stage *stage)
{
    for (uint32_t i = 0; i < stage->actor_count && !vvi_edit_failed(e); i++) {
        const vv_project_actor *actor = &stage->actors[i];
        bool later = false;
        for (uint32_t f = 0; f < actor->follow_count; f++)
            later = later || (actor->follows[f].actor != VV_NONE && actor->follows[f].actor >= i);
        for (uint32_t c = 0; c < actor->copy_count; c++)
            later = later || (actor->copies[c].from != VV_NONE && actor->copies[c].from >= i);
        if (later)
            vvi_problem(&e->reader, e->command, VV_RULE_EARLIER, "leave it after those that it follows or copies",
                        "\"%s\" would stand before a puppet that it follows or copies", actor->name);
    }
}

void vvi_command_actor_move(vvi_edit *e)
{
    static const char *const keys[] = {"scene", "actor", "before", NULL};
    vvi_scene *scene = vvi_edit_keys(e, keys) ? edit_stage(e) : NULL;
    uint32_t actor = scene ? named_actor(e, scene) : VV_NONE;
    uint32_t before = actor == VV_NONE ? VV_NONE : before_actor(e, scene);
    if (before == VV_NONE)
        return;
    vvi_map map = vvi_map_move(scene->view.stage.actor_count, actor, before);
    if (vvi_edit_memory(e, vvi_remap_actors(scene, &map)))
        refuse_later(e, &scene->view.stage);
}

void vvi_command_actor_set(vvi_edit *e)
{
    static const char *const address[] = {"do", "scene", "actor", NULL};
    vvi_scene *scene = edit_stage(e);
    uint32_t actor = scene ? named_actor(e, scene) : VV_NONE;
    e->reader.editing = true;
    if (actor == VV_NONE)
        return;
    vv_project_stage *stage = &scene->view.stage;
    vv_actor_kind kind = stage->actors[actor].kind;
    float usual_step = vvi_usual_step(stage);
    vvi_read_actor(&e->reader, e->command, address, &e->state->view, actor_at(scene, 0), actor);
    if (vvi_edit_failed(e) || stage->actors[actor].kind == kind)
        return;
    vvi_settle_actor_kind(stage, actor);
    vvi_settle_step(stage, usual_step);
}
