/* What a sprite or a stage may say but probably does not mean. Runs only where nothing is wrong, so every index is good.
 * Meshes are not known here: what is said about shapes goes by handles, which lie on the drawing. */
#include "author/document/read.h"
#include "runtime/stage/stage.h"

#include <string.h>

/* ---- Sprites -------------------------------------------------------------------------------------------------------- */

void vvi_warn_sprite(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork)
{
    const vv_project_sprite *sprite = &artwork->sprite;
    uint32_t part[VV_PROJECT_MAX_LAYERS];
    if (!sprite->pinned)
        return;
    for (uint32_t i = 0; i < artwork->layer_count; i++)
        part[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < sprite->pin_count; i++) {
            uint32_t a = sprite->pins[i].layer, b = sprite->pins[i].onto;
            uint32_t least = part[a] < part[b] ? part[a] : part[b];
            changed = changed || part[a] != part[b];
            part[a] = part[b] = least;
        }
    }
    for (uint32_t i = 1; i < artwork->layer_count && !vvi_stopped(r); i++) {
        if (part[i] != 0)
            vvi_problem(r, vv_json_member(object, "pins"), VV_RULE_LOOSE_LAYER,
                        "add a pin, or leave out \"pins\" to join layers where handles lie on two of them",
                        "nothing joins \"%s\" to \"%s\"", artwork->layers[i].name, artwork->layers[0].name);
    }
}

/* ---- Where actors start ---------------------------------------------------------------------------------------------- */

/* A point of the drawing at rest, on the stage. */
static vv_vec2 to_stage(const vv_project_actor *actor, vv_vec2 p)
{
    p = vv_vec2_scale(p, actor->scale);
    if (actor->flipped)
        p.x = -p.x;
    return vv_affine_apply((vv_affine){vv_mat2_rotation(actor->angle), actor->at}, p);
}

/* By the number of edges that a ray to the right crosses. */
static bool is_in_polygon(const vv_project_obstacle *obstacle, vv_vec2 p)
{
    bool inside = false;
    for (uint32_t i = 0, j = obstacle->point_count - 1; i < obstacle->point_count; j = i++) {
        vv_vec2 a = obstacle->points[i], b = obstacle->points[j];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x))
            inside = !inside;
    }
    return inside;
}

static bool is_inside(const vv_project_obstacle *obstacle, vv_vec2 p)
{
    const float hair = 1e-3f; /* metres: what stands on the ground is not in it */
    const vv_vec2 *points = obstacle->points;
    if (obstacle->sensor || obstacle->kind == VV_OBSTACLE_SEGMENTS)
        return false;
    if (obstacle->kind == VV_OBSTACLE_POLYGON)
        return is_in_polygon(obstacle, p);
    vv_vec2 along = vv_vec2_sub(points[1], points[0]);
    return vv_vec2_cross(along, vv_vec2_sub(p, points[0])) < -hair * vv_vec2_length(along);
}

static bool starts_inside(const vv_project_actor *actor, const vv_project_artwork *artwork,
                          const vv_project_obstacle *obstacle)
{
    for (uint32_t h = 0; h < artwork->handle_count; h++) {
        const vv_handle *shape = &artwork->handles[h].shape;
        if (is_inside(obstacle, to_stage(actor, shape->from)) || is_inside(obstacle, to_stage(actor, shape->to)))
            return true;
    }
    return false;
}

static void warn_start(vvi_reader *r, const vv_json *item, const vv_project_artwork *artwork,
                       const vv_project_stage *stage)
{
    const vv_project_actor *actor = &stage->actors[item->index];
    for (uint32_t i = 0; i < stage->obstacle_count && !vvi_stopped(r); i++) {
        if ((stage->obstacles[i].layers & actor->layers) && starts_inside(actor, artwork, &stage->obstacles[i])) {
            vvi_problem(r, item, VV_RULE_START_INSIDE, "move its \"at\"", "\"%s\" starts inside obstacle %u",
                        actor->name, i);
            return;
        }
    }
}

/* ---- What holds them up ----------------------------------------------------------------------------------------------- */

static bool is_held(const vv_project_stage *stage, const vv_project_actor *actor, const vv_project_artwork *artwork)
{
    if (actor->kind == VV_ACTOR_PUPPET)
        return true; /* keys, follows and copies hold it, and falling freely may be all that is wanted */
    vv_strengths strengths = artwork->sprite.strengths;
    vv_project_strengths_apply(&actor->strengths, &strengths);
    if (actor->hold_count > 0 || strengths.gravity == 0.0f || (stage->gravity.x == 0.0f && stage->gravity.y == 0.0f))
        return true;
    for (uint32_t i = 0; i < stage->obstacle_count; i++) {
        if (!stage->obstacles[i].sensor && (stage->obstacles[i].layers & actor->layers))
            return true;
    }
    return false;
}

static void warn_unheld(vvi_reader *r, const vv_json *actors, const vv_project *project, const vv_project_stage *stage)
{
    for (uint32_t i = 0; i < stage->actor_count; i++) {
        if (is_held(stage, &stage->actors[i], project->artworks[stage->actors[i].artwork]))
            return;
    }
    if (stage->actor_count > 0)
        vvi_problem(r, actors, VV_RULE_NOTHING_HOLDS, "add a ground to \"obstacles\", or \"holds\" to an actor",
                    "nothing holds these actors up: they fall out of the picture");
}

/* ---- Obstacles -------------------------------------------------------------------------------------------------------- */

static void warn_crossing(vvi_reader *r, const vv_json *list, const vv_project_stage *stage)
{
    for (const vv_json *item = list ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        const vv_project_obstacle *obstacle = &stage->obstacles[item->index];
        vv_error error = {0};
        if (obstacle->kind == VV_OBSTACLE_POLYGON &&
            vvi_check_polygon(obstacle->point_count, obstacle->points, &error) != VV_OK)
            vvi_problem(r, item, VV_RULE_CROSSING, "split it into polygons that do not cross themselves", "%s",
                        error.message);
    }
}

/* ---- What the script lets go of ---------------------------------------------------------------------------------------- */

static bool has_hold(const vv_project_stage *stage, uint32_t cue)
{
    const vv_project_cue *release = &stage->cues[cue];
    const vv_project_actor *actor = &stage->actors[release->actor];
    for (uint32_t i = 0; i < actor->hold_count; i++) {
        if (strcmp(actor->holds[i].name, release->name) == 0)
            return true;
    }
    for (uint32_t i = cue; i-- > 0;) { /* the one that made or moved it is mostly near */
        const vv_project_cue *c = &stage->cues[i];
        if (c->kind == VV_CUE_HOLD && c->actor == release->actor && strcmp(c->name, release->name) == 0)
            return true;
    }
    return false;
}

static void warn_release(vvi_reader *r, const vv_json *item, const vv_project_stage *stage)
{
    const vv_project_cue *cue = &stage->cues[item->index];
    if (cue->name[0] && !has_hold(stage, item->index))
        vvi_problem(r, item, VV_RULE_NO_HOLD, "name a hold of it, or leave out \"hold\" to let go of all",
                    "\"%s\" has no hold \"%s\" then", stage->actors[cue->actor].name, cue->name);
}

void vvi_warn_stage(vvi_reader *r, const vv_json *object, const vv_project *project, const vv_project_scene *scene)
{
    const vv_project_stage *stage = &scene->stage;
    const vv_json *actors = vv_json_member(object, "actors"), *script = vv_json_member(object, "script");
    for (const vv_json *item = actors->child; item && !vvi_stopped(r); item = item->next) {
        const vv_project_actor *actor = &stage->actors[item->index];
        const vv_project_artwork *artwork = project->artworks[actor->artwork];
        if (actor->place.share_count > 0)
            vvi_warn_place(r, item, artwork, &actor->place);
        warn_start(r, item, artwork, stage);
        vvi_warn_inputs(r, item, project, actor);
        if (actor->kind == VV_ACTOR_PUPPET)
            vvi_warn_puppet_actor(r, item, project, stage, actor);
    }
    for (const vv_json *item = script ? script->child : NULL; item && !vvi_stopped(r); item = item->next) {
        const vv_project_cue *cue = &stage->cues[item->index];
        if (cue->kind == VV_CUE_PLACE)
            vvi_warn_place(r, item, project->artworks[stage->actors[cue->actor].artwork], &cue->place);
        if (cue->kind == VV_CUE_RELEASE)
            warn_release(r, item, stage);
    }
    warn_crossing(r, vv_json_member(object, "obstacles"), stage);
    warn_unheld(r, actors, project, stage);
}
