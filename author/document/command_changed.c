/* Consequences of commands, and checks after them: references by name, order among items, items that belong
 * together. */
#include "author/document/behaviours.h"
#include "author/document/command.h"
#include "author/document/lines.h"
#include "author/document/schema_engine.h"

#include <string.h>

/* ---- What is needed by others ------------------------------------------------------------------------------------ */

static bool has_no_lines(vvi_edit *e, vv_line_kind kind, uint32_t subject)
{
    for (uint32_t i = 0; i < e->state->view.line_count; i++) {
        const vv_project_line *line = e->state->view.lines[i];
        if (line->kind == kind && line->subject == subject)
            return vvi_problem(&e->reader, e->command, VV_RULE_IN_USE, "remove that first",
                               "the line \"%s\" is of this %s", line->name, vvi_line_kind_words[kind]);
    }
    return true;
}

bool vvi_artwork_is_free(vvi_edit *e, uint32_t index) { return has_no_lines(e, VV_LINE_OF_ARTWORK, index); }
bool vvi_creature_is_free(vvi_edit *e, uint32_t index) { return has_no_lines(e, VV_LINE_OF_CREATURE, index); }

bool vvi_skeleton_is_free(vvi_edit *e, uint32_t index)
{
    static const vvi_noun nouns[] = {VVI_GRAPH, VVI_SHAPE, VVI_TAKE, VVI_VERB};
    const char *kind = NULL, *name = NULL;
    for (size_t n = 0; n < sizeof nouns / sizeof *nouns; n++) {
        const vvi_schema_field *skeleton = vvi_schema_field_of(vvi_noun_schema(nouns[n]), "skeleton");
        for (uint32_t i = 0; i < vvi_noun_count(nouns[n], &e->state->view); i++) {
            const void *item = vvi_noun_item(nouns[n], &e->state->view, i);
            if (vvi_schema_word_at(item, skeleton->offset) == index)
                kind = vvi_noun_name(nouns[n]), name = item;
        }
    }
    if (kind)
        return vvi_problem(&e->reader, e->command, VV_RULE_IN_USE, "remove that first",
                           "the %s \"%s\" is of this skeleton", kind, name);
    return has_no_lines(e, VV_LINE_OF_SKELETON, index);
}

/* ---- Handles ----------------------------------------------------------------------------------------------------- */

/* Gives a handle another parent; poses stay what they look like. */
static void set_parent(vv_project_artwork *artwork, uint32_t index, uint32_t from, uint32_t to)
{
    vv_handle handles[VV_RIG_MAX_HANDLES];
    vv_affine pose[VV_RIG_MAX_HANDLES];
    vv_handle_pose turns[VV_RIG_MAX_HANDLES];
    uint32_t count = artwork->handle_count;
    vv_project_handles(artwork, handles);
    for (uint32_t i = 0; i < artwork->example_count; i++) {
        vv_handle_pose *own = (vv_handle_pose *)artwork->examples[i].turns; /* the artwork is the state's own */
        handles[index].parent1 = from + 1u;
        vv_pose_compose(count, handles, own, pose);
        handles[index].parent1 = to + 1u;
        vv_pose_factor(count, handles, pose, turns);
        own[index].translation = turns[index].translation;
        own[index].angle = turns[index].angle;
    }
    ((vv_project_handle *)artwork->handles)[index].parent = to;
}

/* What it carries is carried by its own parent now. */
void vvi_handle_leaving(vvi_edit *e, const vvi_target *t, uint32_t index)
{
    vv_project_artwork *artwork = t->owner.item;
    (void)e;
    for (uint32_t i = 0; i < artwork->handle_count; i++)
        if (artwork->handles[i].parent == index)
            set_parent(artwork, i, index, artwork->handles[index].parent);
}

/* Whether following parents from `index` comes to an end. */
static bool has_root(const vv_project_artwork *artwork, uint32_t index)
{
    uint32_t steps = 0;
    while (index != VV_NONE && steps++ <= artwork->handle_count)
        index = artwork->handles[index].parent;
    return index == VV_NONE;
}

/* A bone's or point's partner in the mirror must stay of its kind; pins that hold the pivot follow it. */
void vvi_handle_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before)
{
    const vv_project_artwork *artwork = t->owner.item;
    if (!before || index == VV_NONE)
        return;
    const vv_project_handle *handle = &artwork->handles[index], *partner = &artwork->handles[artwork->partner[index]];
    vv_vec2 pivot = ((const vv_project_handle *)before)->shape.from;
    if (partner->shape.kind != handle->shape.kind)
        vvi_problem(&e->reader, e->command, VV_RULE_MIRROR, "change the mirror pairs first",
                    "\"%s\" mirrors \"%s\", which is of another kind", handle->name, partner->name);
    uint32_t parent = ((const vv_project_handle *)before)->parent;
    if (e->reader.editing && parent != handle->parent && has_root(artwork, index))
        set_parent(t->owner.item, index, parent, handle->parent);
    for (uint32_t i = 0; i < artwork->example_count; i++) {
        vv_project_pin *pins = (vv_project_pin *)artwork->examples[i].pins; /* the artwork is the state's own */
        if (pins && pins[index].held && pins[index].from.x == pivot.x && pins[index].from.y == pivot.y)
            pins[index].from = handle->shape.from;
    }
}

/* ---- Families ---------------------------------------------------------------------------------------------------- */

static bool is_outsider(const vv_project *project, const vv_project_actor *actor)
{
    return actor->family != VV_NONE &&
           vv_project_find_member(project->families[actor->family], actor->artwork) == VV_NONE;
}

/* Actors of families that their artworks are no longer members of have none. */
void vvi_family_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before)
{
    const vv_project *project = &e->state->view;
    (void)t, (void)index, (void)before;
    for (uint32_t i = 0; i < project->scene_count; i++) {
        for (uint32_t a = 0; a < project->scenes[i]->stage.actor_count; a++) {
            if (!is_outsider(project, &project->scenes[i]->stage.actors[a]))
                continue;
            vv_project_scene *own = vvi_state_own(e->state, VVI_SCENE, i);
            if (!vvi_edit_memory(e, own != NULL))
                return;
            ((vv_project_actor *)&own->stage.actors[a])->family = VV_NONE;
        }
    }
}

/* ---- Takes, verbs and shapes ------------------------------------------------------------------------------------- */

/* A take must keep the skeleton of the verbs that have it; a verb that of its graphs. */
void vvi_take_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before)
{
    const vv_project *project = &e->state->view;
    for (uint32_t i = 0; i < project->verb_count && index != VV_NONE; i++) {
        const vv_project_verb *verb = project->verbs[i];
        for (uint32_t x = 0; x < verb->field.example_count; x++) {
            if (verb->examples[x].take == index && verb->skeleton != project->takes[index]->skeleton)
                vvi_problem(&e->reader, e->command, VV_RULE_SKELETON, "remove it from the verb first",
                            "the verb \"%s\" has this take, and is of another skeleton", verb->name);
        }
    }
    vvi_line_changed(e, t, index, before);
}

static void check_graphs(vvi_edit *e, uint32_t verb)
{
    const vv_project *project = &e->state->view;
    for (uint32_t i = 0; i < project->graph_count; i++) {
        const vv_project_graph *graph = project->graphs[i];
        for (uint32_t s = 0; s < graph->state_count; s++) {
            if (graph->states[s].verb == verb && graph->skeleton != project->verbs[verb]->skeleton)
                vvi_problem(&e->reader, e->command, VV_RULE_SKELETON, "remove it from the graph first",
                            "the graph \"%s\" plays this verb, and is of another skeleton", graph->name);
        }
    }
}

static vv_project_field *field_of(vvi_noun noun, void *item)
{
    return noun == VVI_SHAPE ? &((vv_project_shape *)item)->field : &((vv_project_verb *)item)->field;
}

/* Paths name axes: if all axes were replaced, axes of the same name count as the same. */
void vvi_field_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before)
{
    vvi_noun noun = (vvi_noun)t->owner.field->first;
    if (!before || index == VV_NONE)
        return;
    if (noun == VVI_VERB)
        check_graphs(e, index);
    void *item = vvi_target_item(t, index);
    const vv_project_field *old = field_of(noun, (void *)before), *now = field_of(noun, item);
    vvi_map map = {.count = now->axis_count, .old_count = old->axis_count};
    for (uint32_t i = 0; i < map.count; i++)
        map.from[i] = vv_project_find_axis(old, now->axes[i].name);
    for (uint32_t i = 0; i < map.old_count; i++)
        map.to[i] = vv_project_find_axis(now, old->axes[i].name);
    if (!vvi_edit_failed(e))
        vvi_edit_memory(e, vvi_remap_items(e->state, (vvi_remapping){.noun = VVI_AXIS, .owner = item, .map = &map}));
}

/* ---- Axes: graphs and their scenes call inputs by their names ---------------------------------------------------- */

/* Whether the verb is played here, and no other verb of the graph has such an axis. */
static bool is_its_own(const vv_project *project, const vv_project_graph *graph, uint32_t verb, const char *axis)
{
    bool played = false, shared = false;
    for (uint32_t i = 0; i < graph->state_count; i++) {
        uint32_t other = graph->states[i].verb;
        played = played || other == verb;
        shared = shared || (other != verb && vv_project_find_axis(&project->verbs[other]->field, axis) != VV_NONE);
    }
    return played && !shared;
}

static void rename_listed(vvi_edit *e, uint32_t graph, const char *from, const char *to)
{
    const vv_project_graph *view = e->state->view.graphs[graph];
    uint32_t word = vvi_find_word(view->inputs, view->input_count, from);
    if (word == VV_NONE || vvi_find_word(view->inputs, view->input_count, to) != VV_NONE)
        return;
    vv_project_graph *own = vvi_state_own(e->state, VVI_GRAPH, graph);
    if (vvi_edit_memory(e, own != NULL))
        vvi_format(((vv_project_word *)own->inputs)[word].text, VV_PROJECT_NAME_BYTES, "%s", to);
}

static uint32_t find_input(const vv_project_graph_cue *cue, const char *name)
{
    for (uint32_t i = 0; i < cue->input_count; i++) {
        if (strcmp(cue->inputs[i].name, name) == 0)
            return i;
    }
    return VV_NONE;
}

static void rename_set(vvi_edit *e, uint32_t scene, const char *from, const char *to)
{
    for (uint32_t i = 0; i < e->state->view.scenes[scene]->graph_cue_count; i++) {
        const vv_project_graph_cue *cue = &e->state->view.scenes[scene]->graph_cues[i];
        uint32_t input = find_input(cue, from);
        if (input == VV_NONE || find_input(cue, to) != VV_NONE)
            continue;
        vv_project_scene *own = vvi_state_own(e->state, VVI_SCENE, scene);
        if (!vvi_edit_memory(e, own != NULL))
            return;
        vv_project_input *inputs = (vv_project_input *)own->graph_cues[i].inputs;
        vvi_format(inputs[input].name, sizeof inputs[input].name, "%s", to);
    }
}

/* Inputs that no other verb or list has are renamed with the axis. */
static void rename_inputs(vvi_edit *e, uint32_t verb, const char *from, const char *to)
{
    const vv_project *project = &e->state->view;
    for (uint32_t g = 0; g < project->graph_count; g++) {
        if (!is_its_own(project, project->graphs[g], verb, from))
            continue;
        for (uint32_t s = 0; s < project->scene_count; s++) {
            if (project->scenes[s]->kind == VV_SCENE_GRAPH && project->scenes[s]->subject == g)
                rename_set(e, s, from, to);
        }
        rename_listed(e, g, from, to);
    }
}

/* Every example has the home value of a new axis. */
static void fill_column(const float *rows, uint32_t row_count, uint32_t columns, uint32_t column, float home)
{
    for (uint32_t i = 0; i < row_count; i++)
        ((float *)rows)[i * columns + column] = home;
}

void vvi_axis_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before)
{
    const vv_project_field *field = field_of(t->noun, t->owner.item);
    const vv_project_axis *axis = index == VV_NONE ? NULL : &field->axes[index], *old = before;
    if (axis && !old) {
        float home = vv_project_axis_home(axis);
        fill_column(field->at, field->example_count, field->axis_count, index, home);
        fill_column(field->from, field->pseudo_count, field->axis_count, index, home);
        fill_column(field->to, field->pseudo_count, field->axis_count, index, home);
    }
    if (axis && old && t->noun == VVI_VERB && strcmp(axis->name, old->name) != 0)
        rename_inputs(e, t->index, old->name, axis->name);
}

/* ---- Motions: scenes play them by their actions or names --------------------------------------------------------- */

static bool is_played(const vv_project_scene *scene, const char *action)
{
    for (uint32_t i = 0; i < scene->cast_count; i++) {
        for (uint32_t p = 0; p < scene->cast[i].play_count; p++) {
            if (strcmp(scene->cast[i].plays[p].action, action) == 0)
                return true;
        }
    }
    return false;
}

/* `to` empty: removes the plays. */
static void replace_plays(vv_project_cast *cast, const char *from, const char *to)
{
    vv_project_play *plays = (vv_project_play *)cast->plays;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cast->play_count; i++) {
        vv_project_play play = plays[i];
        bool named = strcmp(play.action, from) == 0;
        if (named)
            memcpy(play.action, to, strlen(to) + 1);
        if (!named || to[0])
            plays[kept++] = play;
    }
    cast->play_count = kept;
}

/* If no motion has the action `from` any more. */
static void follow_action(vvi_edit *e, const char *from, const char *to)
{
    const vv_project *project = &e->state->view;
    for (uint32_t i = 0; i < project->scene_count && !vvi_action_exists(project, from); i++) {
        if (!is_played(project->scenes[i], from))
            continue;
        vv_project_scene *own = vvi_state_own(e->state, VVI_SCENE, i);
        if (!vvi_edit_memory(e, own != NULL))
            return;
        for (uint32_t c = 0; c < own->cast_count; c++)
            replace_plays((vv_project_cast *)&own->cast[c], from, to);
    }
}

/* Other motions may have this motion's old name as their action and keep it; then this motion keeps that action too. */
static void keep_action(const vv_project *project, vv_project_motion *motion, const vv_project_motion *before)
{
    const char *action = vv_project_motion_action(before);
    bool shared = false;
    for (uint32_t i = 0; i < project->motion_count; i++)
        shared = shared ||
                 (project->motions[i] != motion && strcmp(vv_project_motion_action(project->motions[i]), action) == 0);
    if (strcmp(action, before->name) == 0)
        vvi_format(motion->action, sizeof motion->action, "%s", shared ? action : "");
}

void vvi_motion_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before)
{
    const vv_project_motion *old = before;
    vv_project_motion *motion = index == VV_NONE ? NULL : vvi_target_item(t, index);
    if (!old)
        return;
    if (motion && strcmp(motion->name, old->name) != 0)
        keep_action(&e->state->view, motion, old);
    if (!motion)
        follow_action(e, old->name, "");
    follow_action(e, vv_project_motion_action(old), motion ? vv_project_motion_action(motion) : "");
    if (motion)
        follow_action(e, old->name, motion->name);
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

/* A line stands after the one that it is over, and has the same subject. */
void vvi_line_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before)
{
    const vv_project *project = &e->state->view;
    (void)t, (void)index, (void)before;
    for (uint32_t i = 0; i < project->line_count && !vvi_edit_failed(e); i++) {
        const vv_project_line *line = project->lines[i];
        uint32_t over = line->over_line, take = line->over_take;
        if (over != VV_NONE && over >= i)
            vvi_problem(&e->reader, e->command, VV_RULE_OVER, "move both, or change what it is over",
                        "the line \"%s\" is over \"%s\", which would stand after it", line->name,
                        project->lines[over]->name);
        else if (over != VV_NONE && project->lines[over]->subject != line->subject)
            vvi_problem(&e->reader, e->command, VV_RULE_OVER, "change what that is over first",
                        "the line \"%s\" is over \"%s\", and would be of something else", line->name,
                        project->lines[over]->name);
        else if (take != VV_NONE && project->takes[take]->skeleton != line->subject)
            vvi_problem(&e->reader, e->command, VV_RULE_OVER, "change what that is over first",
                        "the line \"%s\" is over the take \"%s\", and would be of another skeleton", line->name,
                        project->takes[take]->name);
    }
}

/* ---- Actors ------------------------------------------------------------------------------------------------------ */

bool vvi_rearrange_actors(vvi_edit *e, const vvi_target *t, const vvi_map *map)
{
    return vvi_schema_rearrange(e->reader.arena, &t->owner, map);
}

/* Removes cues and references that an actor of another kind no longer supports. */
static void drop_foreign(vv_project_stage *stage, uint32_t actor)
{
    const uint32_t of_sprites = 1u << VV_CHANGE_SCALE | 1u << VV_CHANGE_DENSITY;
    vv_project_cue *cues = (vv_project_cue *)stage->cues;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < stage->cue_count; i++) {
        if (cues[i].actor == actor && stage->actors[actor].kind == VV_ACTOR_PUPPET)
            cues[i].change.given &= ~of_sprites;
        if (cues[i].actor != actor || vv_project_cue_suits(cues[i].kind, stage->actors[actor].kind))
            cues[kept++] = cues[i];
    }
    stage->cue_count = kept;
    vvi_map gone = {.count = stage->actor_count, .old_count = stage->actor_count};
    for (uint32_t i = 0; i < stage->actor_count; i++)
        gone.to[i] = i == actor ? VV_NONE : i;
    if (stage->actors[actor].kind != VV_ACTOR_PUPPET) /* nothing can follow it any more */
        vvi_remap_on_stage(NULL, stage, (vvi_remapping){.noun = VVI_ACTOR, .map = &gone});
}

static void settle_kind(vv_project_stage *stage, uint32_t index, vv_actor_kind before)
{
    if (stage->actors[index].kind != before)
        drop_foreign(stage, index);
}

/* A puppet can follow or copy only actors that stand before it. */
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

void vvi_actor_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before)
{
    vv_project_stage *stage = &((vv_project_scene *)t->owner.item)->stage;
    if (index != VV_NONE)
        settle_kind(stage, index, before ? ((const vv_project_actor *)before)->kind : VV_ACTOR_SPRITE);
    refuse_later(e, stage);
}

/* ---- Obstacles, zones and joints: joints and scripts name them --------------------------------------------------- */

static void follow_name(char *name, const char *from, const char *to)
{
    if (strcmp(name, from) == 0)
        vvi_format(name, VV_PROJECT_NAME_BYTES, "%s", to);
}

/* Entries of the script that are about an item of this name: of those kinds, and of no actor. */
static void rename_in_script(vv_project_stage *stage, uint32_t kinds, const char *from, const char *to)
{
    vv_project_cue *cues = (vv_project_cue *)stage->cues;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < stage->cue_count; i++) {
        vv_project_cue *cue = &cues[i];
        bool named = (kinds >> cue->kind & 1u) && cue->actor == VV_NONE && strcmp(cue->name, from) == 0;
        if (named && to[0])
            follow_name(cue->name, from, to);
        if (!named || to[0])
            cues[kept++] = *cue;
    }
    stage->cue_count = kept;
}

static void rename_ends(vv_project_stage *stage, const char *from, const char *to)
{
    vv_project_joint *joints = (vv_project_joint *)stage->joints;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < stage->joint_count; i++) {
        vv_project_joint *joint = &joints[i];
        bool named = strcmp(joint->a.obstacle, from) == 0 || strcmp(joint->b.obstacle, from) == 0;
        if (named && !to[0] && joint->name[0])
            rename_in_script(stage, vvi_cues_of_joints, joint->name, "");
        follow_name(joint->a.obstacle, from, to);
        follow_name(joint->b.obstacle, from, to);
        if (!named || to[0])
            joints[kept++] = *joint;
    }
    stage->joint_count = kept;
}

/* Its new name; "" where it was removed or has none any more, NULL where nothing named it or the name is the same. */
static const char *new_name(const vvi_target *t, uint32_t index, const void *before)
{
    const char *now = index == VV_NONE ? "" : vvi_target_item(t, index), *was = before ? before : "";
    return was[0] && strcmp(was, now) != 0 ? now : NULL; /* items begin with their names */
}

static vv_project_stage *stage_of_target(const vvi_target *t) { return &((vv_project_scene *)t->owner.item)->stage; }

void vvi_obstacle_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before)
{
    const char *name = new_name(t, index, before);
    (void)e;
    if (name)
        rename_ends(stage_of_target(t), before, name);
    if (name)
        rename_in_script(stage_of_target(t), vvi_cues_of_obstacles, before, name);
}

void vvi_zone_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before)
{
    const char *name = new_name(t, index, before);
    (void)e;
    if (name)
        rename_in_script(stage_of_target(t), 1u << VV_CUE_ZONE, before, name);
}

void vvi_joint_changed(vvi_edit *e, const vvi_target *t, uint32_t index, const void *before)
{
    const char *name = new_name(t, index, before);
    (void)e;
    if (name)
        rename_in_script(stage_of_target(t), vvi_cues_of_joints, before, name);
}
