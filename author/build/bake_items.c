/* Writes what is in space into a baked file: characters first, then shapes and verbs, then graphs, since each refers
 * to those before it; then creatures, motions and gaits, then lines. */
#include "bake.h"
#include "lines.h"
#include "session.h"

#include "runtime/base/base.h"
#include "runtime/behaviour/behaviour.h"
#include "runtime/blend/blend.h"
#include "runtime/creature/creature.h"
#include "runtime/line/line.h"
#include "runtime/motion/motion.h"
#include "runtime/rig/rig.h"

/* The table of items while it is written, and where its parts begin. */
typedef struct item_writer {
    vvi_baking *w;
    const vv_project *project;
    uint32_t table;
    uint32_t next;
    uint32_t first_verb, first_creature;
} item_writer;

static void put_item(item_writer *s, const vvi_asset_item *item)
{
    vvi_bake_write(s->w, s->table + s->next++ * sizeof *item, item, sizeof *item);
}

static uint32_t put_axes(item_writer *s, const vv_project_field *field)
{
    if (field->axis_count == 0)
        return 0;
    uint32_t table = vvi_bake_table(s->w, field->axis_count, sizeof(uint32_t));
    for (uint32_t a = 0; a < field->axis_count; a++)
        vvi_bake_word(s->w, table, a, vvi_bake_name(s->w, field->axes[a].name));
    return table;
}

static void put_skin(item_writer *s, const vv_skin3 *skin, vvi_asset_item *item)
{
    item->skin_bytes = (uint32_t)vvi_skin3_bytes(skin);
    item->skin = vvi_bake_numbers(s->w, skin, item->skin_bytes, 1);
}

static void put_figure(item_writer *s, const vv_manikin *figure, vvi_asset_item *item)
{
    const vv_form *form = &figure->form;
    put_skin(s, figure->skin, item);
    item->vertex_count = form->vertex_count;
    item->triangle_count = form->triangle_count;
    item->positions = vvi_bake_numbers(s->w, form->positions, form->vertex_count, sizeof(vv_vec3));
    item->normals = vvi_bake_numbers(s->w, figure->normals, form->vertex_count, sizeof(vv_vec3));
    item->colors = vvi_bake_numbers(s->w, figure->colors, form->vertex_count, sizeof(uint32_t));
    item->triangles = vvi_bake_numbers(s->w, form->triangles, 3 * (size_t)form->triangle_count, sizeof(uint32_t));
}

static vv_result put_character(item_writer *s, uint32_t index)
{
    const vv_character *character = NULL;
    vv_result result = vv_session_character(s->w->session, index, &character, s->w->error);
    if (result != VV_OK)
        return result;
    vvi_asset_item item = {.kind = VVI_ITEM_CHARACTER, .name = vvi_bake_name(s->w, s->project->skeletons[index]->name)};
    item.block_bytes = (uint32_t)vvi_skeleton_bytes(character->skeleton);
    item.block = vvi_bake_numbers(s->w, character->skeleton, item.block_bytes, 1);
    put_figure(s, &character->figure, &item);
    put_item(s, &item);
    return VV_OK;
}

/* Links of a shape: the character, then for each axis the joint that drives it, and the axis of that joint's
 * rotation. */
static void put_drivers(item_writer *s, const vv_project_shape *shape, const vv_built_shape *built,
                        vvi_asset_item *item)
{
    const vv_project_field *field = &shape->field;
    item->link_count = 1 + 2 * field->axis_count;
    item->links = vvi_bake_table(s->w, item->link_count, sizeof(uint32_t));
    vvi_bake_word(s->w, item->links, 0, shape->skeleton);
    for (uint32_t a = 0; a < field->axis_count; a++) {
        bool driven = built->character != NULL && field->axes[a].joint[0] != '\0';
        uint32_t joint = driven ? vv_skeleton_find(built->character->skeleton, field->axes[a].joint) : VV_NONE;
        vvi_bake_word(s->w, item->links, 1 + 2 * a, joint);
        vvi_bake_word(s->w, item->links, 2 + 2 * a, field->axes[a].about);
    }
}

static vv_result put_shape(item_writer *s, uint32_t index)
{
    const vv_project_shape *shape = s->project->shapes[index];
    const vv_built_shape *built = NULL;
    vv_result result = vv_session_shape(s->w->session, index, &built, s->w->error);
    if (result != VV_OK)
        return result;
    vvi_asset_item item = {.kind = VVI_ITEM_SHAPE, .name = vvi_bake_name(s->w, shape->name)};
    item.block_bytes = (uint32_t)vvi_shape_bytes(built->shape);
    item.block = vvi_bake_numbers(s->w, built->shape, item.block_bytes, 1);
    item.text_count = shape->field.axis_count;
    item.texts = put_axes(s, &shape->field);
    put_drivers(s, shape, built, &item);
    if (built->skin != NULL)
        put_skin(s, built->skin, &item);
    put_item(s, &item);
    return VV_OK;
}

static vv_result put_verb(item_writer *s, uint32_t index)
{
    const vv_project_verb *verb = s->project->verbs[index];
    const vv_built_verb *built = NULL;
    vv_result result = vv_session_verb(s->w->session, index, &built, s->w->error);
    if (result != VV_OK)
        return result;
    vvi_asset_item item = {.kind = VVI_ITEM_VERB, .name = vvi_bake_name(s->w, verb->name)};
    item.block_bytes = (uint32_t)vvi_verb_bytes(built->verb);
    item.block = vvi_bake_numbers(s->w, built->verb, item.block_bytes, 1);
    item.text_count = verb->field.axis_count;
    item.texts = put_axes(s, &verb->field);
    item.link_count = 1;
    item.links = vvi_bake_numbers(s->w, &verb->skeleton, 1, sizeof verb->skeleton);
    put_item(s, &item);
    return VV_OK;
}

static vv_result put_graph(item_writer *s, uint32_t index)
{
    const vv_project_graph *graph = s->project->graphs[index];
    const vv_built_graph *built = NULL;
    vv_result result = vv_session_graph(s->w->session, index, &built, s->w->error);
    if (result != VV_OK)
        return result;
    vvi_asset_item item = {.kind = VVI_ITEM_GRAPH, .name = vvi_bake_name(s->w, graph->name)};
    item.block_bytes = (uint32_t)vvi_graph_bytes(built->graph);
    item.block = vvi_bake_numbers(s->w, built->graph, item.block_bytes, 1);
    item.link_count = 1 + built->verb_count;
    item.links = vvi_bake_table(s->w, item.link_count, sizeof(uint32_t));
    vvi_bake_word(s->w, item.links, 0, graph->skeleton);
    for (uint32_t v = 0; v < built->verb_count; v++)
        vvi_bake_word(s->w, item.links, 1 + v, s->first_verb + built->indices[v]);
    put_item(s, &item);
    return VV_OK;
}

static vv_result put_creature(item_writer *s, uint32_t index)
{
    const vv_built_creature *built = NULL;
    vv_result result = vv_session_creature(s->w->session, index, &built, s->w->error);
    if (result != VV_OK)
        return result;
    vvi_asset_item item = {.kind = VVI_ITEM_CREATURE, .name = vvi_bake_name(s->w, s->project->creatures[index]->name)};
    item.block_bytes = (uint32_t)vvi_creature_bytes(built->creature);
    item.block = vvi_bake_numbers(s->w, built->creature, item.block_bytes, 1);
    put_figure(s, &built->figure, &item);
    put_item(s, &item);
    return VV_OK;
}

static vv_result put_motion(item_writer *s, uint32_t index)
{
    const vv_project_motion *motion = s->project->motions[index];
    const vv_built_motion *built = NULL;
    vv_result result = vv_session_motion(s->w->session, index, &built, s->w->error);
    if (result != VV_OK)
        return result;
    vvi_asset_item item = {.kind = VVI_ITEM_MOTION, .name = vvi_bake_name(s->w, motion->name)};
    item.block_bytes = (uint32_t)vvi_motion_bytes(built->motion);
    item.block = vvi_bake_numbers(s->w, built->motion, item.block_bytes, 1);
    item.text_count = 1;
    item.texts = vvi_bake_table(s->w, 1, sizeof(uint32_t));
    vvi_bake_word(s->w, item.texts, 0, vvi_bake_name(s->w, vv_project_motion_action(motion)));
    put_item(s, &item);
    return VV_OK;
}

static vv_result put_gait(item_writer *s, uint32_t index)
{
    const vv_built_gait *built = NULL;
    vv_result result = vv_session_gait(s->w->session, index, &built, s->w->error);
    if (result != VV_OK)
        return result;
    vvi_asset_item item = {.kind = VVI_ITEM_GAIT, .name = vvi_bake_name(s->w, s->project->gaits[index]->name)};
    item.block_bytes = (uint32_t)vvi_gait_bytes(built->gait);
    item.block = vvi_bake_numbers(s->w, built->gait, item.block_bytes, 1);
    put_item(s, &item);
    return VV_OK;
}

/* Writes the line at rest, as a line of one keystroke. */
static vv_result put_rest(item_writer *s, const vv_built_line *built, vvi_asset_item *item)
{
    vv_line *rest = NULL;
    vv_line_key key = {.pose = built->rest, .dynamics = vv_line_preset_dynamics(VV_LINE_PRESET_NORMAL)};
    vv_line_def def = {
        .element_count = vv_line_element_count(built->line), .frame_count = 2, .key_count = 1, .keys = &key};
    vv_result result = vv_line_create(&def, built->allocator, &rest, s->w->error);
    if (result != VV_OK)
        return result;
    item->skin_bytes = (uint32_t)vvi_line_bytes(rest);
    item->skin = vvi_bake_numbers(s->w, rest, item->skin_bytes, 1);
    vv_line_destroy(rest, built->allocator);
    return VV_OK;
}

static vv_result put_line(item_writer *s, uint32_t index)
{
    const vv_project_line *line = s->project->lines[index];
    const vv_built_line *built = NULL;
    if (line->key_count == 0)
        return VV_OK;
    vv_result result = vv_session_line(s->w->session, index, NULL, &built, s->w->error);
    if (result != VV_OK)
        return result;
    vvi_asset_item item = {.kind = VVI_ITEM_LINE, .name = vvi_bake_name(s->w, line->name)};
    item.block_bytes = (uint32_t)vvi_line_bytes(built->line);
    item.block = vvi_bake_numbers(s->w, built->line, item.block_bytes, 1);
    bool body = built->frames != NULL;
    item.link_count = body ? 1 : 2 + built->grip_count;
    item.links = vvi_bake_table(s->w, item.link_count, sizeof(uint32_t));
    if (body) {
        item.skin_bytes = (uint32_t)vvi_pose_sequence_bytes(built->frames);
        item.skin = vvi_bake_numbers(s->w, built->frames, item.skin_bytes, 1);
        vvi_bake_word(s->w, item.links, 0, (built->creature != NULL ? s->first_creature : 0) + line->subject);
    } else {
        result = put_rest(s, built, &item);
        vvi_bake_word(s->w, item.links, 0, VV_NONE);
        vvi_bake_word(s->w, item.links, 1, line->subject);
        for (uint32_t h = 0; h < built->grip_count; h++)
            vvi_bake_word(s->w, item.links, 2 + h, built->handles[h]);
    }
    put_item(s, &item);
    return result;
}

static vv_result put_each(item_writer *s, uint32_t count, vv_result (*put)(item_writer *, uint32_t))
{
    vv_result result = VV_OK;
    for (uint32_t i = 0; result == VV_OK && i < count; i++)
        result = put(s, i);
    return result;
}

vv_result vvi_bake_items(vvi_baking *w, const vv_project *project, vvi_asset_header *header)
{
    const struct {
        uint32_t count;
        vv_result (*put)(item_writer *, uint32_t);
    } kinds[] = {{project->skeleton_count, put_character}, {project->shape_count, put_shape},
                 {project->verb_count, put_verb},          {project->graph_count, put_graph},
                 {project->creature_count, put_creature},  {project->motion_count, put_motion},
                 {project->gait_count, put_gait},          {project->line_count, put_line}};
    const uint32_t kind_count = sizeof kinds / sizeof *kinds;
    for (uint32_t k = 0; k < kind_count; k++)
        header->item_count += kinds[k].count;
    for (uint32_t i = 0; i < project->line_count; i++) /* a line without strokes is not baked */
        header->item_count -= project->lines[i]->key_count == 0;
    if (header->item_count == 0)
        return VV_OK;
    header->items = vvi_bake_table(w, header->item_count, sizeof(vvi_asset_item));
    item_writer s = {.w = w, .project = project, .table = header->items};
    s.first_verb = project->skeleton_count + project->shape_count;
    s.first_creature = s.first_verb + project->verb_count + project->graph_count;
    vv_result result = VV_OK;
    for (uint32_t k = 0; result == VV_OK && k < kind_count; k++)
        result = put_each(&s, kinds[k].count, kinds[k].put);
    return result;
}

/* ---- Correctives ------------------------------------------------------------------------------------------------- */

void vvi_bake_correctives(vvi_baking *w, const vv_project_artwork *artwork, const vv_rigged *rigged,
                          vvi_asset_artwork *record)
{
    uint32_t count = 0, next = 0;
    for (uint32_t i = 0; i < rigged->corrective_count; i++)
        count += rigged->correctives[i] != NULL;
    if (count == 0)
        return;
    record->corrective_count = count;
    record->correctives = vvi_bake_table(w, count, sizeof(vvi_asset_corrective));
    for (uint32_t i = 0; i < rigged->corrective_count; i++) {
        if (rigged->correctives[i] == NULL)
            continue;
        vvi_asset_corrective entry = {.name = vvi_bake_name(w, artwork->correctives[i].name)};
        entry.corrective_bytes = (uint32_t)vvi_corrective_bytes(rigged->correctives[i]);
        entry.corrective = vvi_bake_numbers(w, rigged->correctives[i], entry.corrective_bytes, 1);
        vvi_bake_write(w, record->correctives + next++ * (uint32_t)sizeof entry, &entry, sizeof entry);
    }
}
