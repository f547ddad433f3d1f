/* What a project may say but probably does not mean. Runs only where nothing is wrong, so every index is good. */
#include "author/document/read.h"

#include <string.h>

/* Blending takes the short way round: beyond half a turn it is not the way the artist posed. */
static void warn_half_turns(vvi_reader *r, const vv_json *place, const vv_project_artwork *artwork, uint32_t a,
                            uint32_t b)
{
    for (uint32_t h = 0; h < artwork->handle_count; h++) {
        float difference = artwork->examples[a].turns[h].angle - artwork->examples[b].turns[h].angle;
        if (fabsf(difference) > VV_PI)
            vvi_problem(
                r, place, VV_RULE_HALF_TURN, "put an example between them, or turn the handle less",
                "\"%s\" and \"%s\" are more than half a turn apart at \"%s\", so they blend the other way round",
                artwork->examples[a].name, artwork->examples[b].name, artwork->handles[h].name);
    }
}

static void warn_complex(vvi_reader *r, const vv_json *list, const vv_project_artwork *artwork)
{
    for (const vv_json *item = list ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        const vv_simplex *simplex = &artwork->simplices[item->index];
        for (uint32_t i = 0; i < vvi_simplex_size(simplex); i++) {
            for (uint32_t j = 0; j < i; j++)
                warn_half_turns(r, item, artwork, simplex->corner[j], simplex->corner[i]);
        }
    }
}

static bool share_a_layer(const vv_project_artwork *artwork, const vv_project_handle *a, const vv_project_handle *b)
{
    for (uint32_t i = 0; i < artwork->layer_count; i++) {
        if (vv_project_handle_moves(a, i) && vv_project_handle_moves(b, i))
            return true;
    }
    return false;
}

static bool same_place(const vv_handle *a, const vv_handle *b)
{
    return a->kind == b->kind && a->from.x == b->from.x && a->from.y == b->from.y && a->to.x == b->to.x &&
           a->to.y == b->to.y;
}

static void warn_handle(vvi_reader *r, const vv_json *item, const vv_project_artwork *artwork)
{
    const vv_project_handle *handle = &artwork->handles[item->index];
    bool moves = artwork->layer_count == 0;
    for (uint32_t i = 0; i < artwork->layer_count; i++)
        moves = moves || vv_project_handle_moves(handle, i);
    if (!moves)
        vvi_problem(r, item, VV_RULE_IDLE_HANDLE, "name a layer in \"layers\", or remove the handle",
                    "\"%s\" moves no layer", handle->name);
    for (uint32_t i = 0; i < item->index; i++) {
        if (same_place(&artwork->handles[i].shape, &handle->shape) &&
            share_a_layer(artwork, &artwork->handles[i], handle))
            vvi_problem(r, item, VV_RULE_SAME_PLACE, "move one of them, or give them different layers",
                        "\"%s\" and \"%s\" are in the same place", artwork->handles[i].name, handle->name);
    }
}

void vvi_warn_artwork(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork)
{
    if (!r->problems->warnings)
        return;
    const vv_json *handles = vv_json_member(object, "handles");
    for (const vv_json *item = handles ? handles->child : NULL; item && !vvi_stopped(r); item = item->next)
        warn_handle(r, item, artwork);
    warn_complex(r, vv_json_member(object, "complex"), artwork);
    vvi_warn_sprite(r, vv_json_member(object, "sprite"), artwork);
    const vv_json *correctives = vv_json_member(object, "correctives");
    for (const vv_json *item = correctives ? correctives->child : NULL; item && !vvi_stopped(r); item = item->next)
        vvi_warn_field(r, item, &artwork->correctives[item->index].field);
    vvi_warn_behaviours(r, vv_json_member(object, "behaviours"), artwork);
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

static bool is_joined(const vv_project_artwork *artwork, const vv_project_place *place)
{
    if (place->share_count == 1)
        return true;
    for (uint32_t i = 0; i < artwork->simplex_count; i++) {
        const vv_simplex *simplex = &artwork->simplices[i];
        uint32_t found = 0;
        for (uint32_t s = 0; s < place->share_count; s++) {
            uint32_t example = place->shares[s].example;
            found += simplex->corner[0] == example || simplex->corner[1] == example || simplex->corner[2] == example;
        }
        if (found == place->share_count)
            return true;
    }
    return false;
}

void vvi_warn_place(vvi_reader *r, const vv_json *value, const vv_project_artwork *artwork,
                    const vv_project_place *place)
{
    if (!is_joined(artwork, place))
        vvi_problem(r, value, VV_RULE_PLACE_OUTSIDE, "join the examples in \"complex\", or change the place",
                    "no entry of the complex joins these examples; the nearest place inside is shown");
}

/* Marks every example with the least example that its part of the complex holds. */
static void label_parts(const vv_project_artwork *artwork, uint32_t *part)
{
    for (uint32_t i = 0; i < artwork->example_count; i++)
        part[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < artwork->simplex_count; i++) {
            const vv_simplex *simplex = &artwork->simplices[i];
            uint32_t least = VV_NONE;
            for (uint32_t c = 0; c < vvi_simplex_size(simplex); c++)
                least = part[simplex->corner[c]] < least ? part[simplex->corner[c]] : least;
            for (uint32_t c = 0; c < vvi_simplex_size(simplex); c++) {
                changed = changed || part[simplex->corner[c]] != least;
                part[simplex->corner[c]] = least;
            }
        }
    }
}

static void warn_key(vvi_reader *r, const vv_json *item, const vv_project_artwork *artwork,
                     const vv_project_scene *scene, const uint32_t *part)
{
    const vv_project_key *key = &scene->keys[item->index];
    vvi_warn_place(r, item, artwork, &key->place);
    if (item->index == 0)
        return;
    const vv_project_share *now = key->place.shares, *before = scene->keys[item->index - 1].place.shares;
    if (part[now->example] != part[before->example])
        vvi_problem(r, item, VV_RULE_UNREACHABLE, "join their parts in \"complex\"",
                    "nothing in the complex leads from \"%s\" to \"%s\"; the scene jumps here",
                    artwork->examples[before->example].name, artwork->examples[now->example].name);
}

void vvi_warn_scene(vvi_reader *r, const vv_json *object, const vv_project *project, const vv_project_scene *scene)
{
    uint32_t part[VV_BLEND_MAX_EXAMPLES];
    const vv_json *keys = vv_json_member(object, "keys");
    if (!r->problems->warnings)
        return;
    if (scene->kind == VV_SCENE_STAGE)
        vvi_warn_stage(r, object, project, scene);
    if (scene->kind == VV_SCENE_STAGE)
        vvi_warn_script(r, vv_json_member(object, "script"), project, &scene->stage);
    if (scene->kind == VV_SCENE_CREATURE)
        vvi_warn_troupe(r, object, project, scene);
    if (scene->kind == VV_SCENE_GRAPH)
        vvi_warn_graph_script(r, vv_json_member(object, "script"), project, scene);
    if (scene->key_count == 0)
        return;
    const vv_project_artwork *artwork = project->artworks[scene->artwork];
    label_parts(artwork, part);
    for (const vv_json *item = keys->child; item && !vvi_stopped(r); item = item->next)
        warn_key(r, item, artwork, scene, part);
}
