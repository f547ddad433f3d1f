/* Verification of correctives and items. Each block verifies itself; this checks that all of them lie inside the file
 * and belong together. An item may refer to items before it only. */
#include "verify.h"

#include "runtime/base/base.h"
#include "runtime/behaviour/behaviour.h"
#include "runtime/blend/blend.h"
#include "runtime/creature/creature.h"
#include "runtime/line/line.h"
#include "runtime/motion/motion.h"
#include "runtime/rig/rig.h"

vv_result vvi_asset_verify_correctives(const vvi_asset_file *f, const vvi_asset_artwork *a)
{
    const void *entries;
    vv_result result = vvi_asset_open_table(f, a->correctives, a->corrective_count, sizeof(vvi_asset_corrective),
                                            "correctives", &entries);
    const vvi_asset_corrective *table = entries;
    for (uint32_t i = 0; result == VV_OK && i < a->corrective_count; i++) {
        const vv_corrective *corrective =
            vvi_asset_section(f, table[i].corrective, table[i].corrective_bytes, 1, VVI_ASSET_ALIGNMENT);
        if (!corrective || !vvi_asset_is_name_valid(f, table[i].name))
            return vvi_asset_damaged(f, "a corrective lies outside the file");
        result = vvi_corrective_verify(corrective, table[i].corrective_bytes, f->error);
        if (result == VV_OK && vv_corrective_handle_count(corrective) != a->handle_count)
            result = vvi_asset_damaged(f, "a corrective belongs to another drawing");
    }
    return result;
}

/* ---- Items ------------------------------------------------------------------------------------------------------- */

/* The item that is being verified, at `index`, and those before it. */
typedef struct items {
    const vvi_asset_file *f;
    const vvi_asset_item *table;
    uint32_t index;
} items;

static const vvi_asset_item *item_of(const items *all) { return &all->table[all->index]; }

/* The item at `link`, or NULL where it is no earlier item of this kind. */
static const vvi_asset_item *earlier_item(const items *all, uint32_t link, vvi_asset_kind kind)
{
    return link < all->index && all->table[link].kind == (uint32_t)kind ? &all->table[link] : NULL;
}

static const void *block_at(const items *all, uint32_t offset) { return all->f->bytes + offset; }

static const uint32_t *links_of(const items *all)
{
    const vvi_asset_item *item = item_of(all);
    return vvi_asset_section(all->f, item->links, item->link_count, sizeof(uint32_t), VVI_ASSET_ALIGNMENT);
}

static bool are_texts_valid(const items *all, uint32_t count)
{
    const vvi_asset_item *item = item_of(all);
    if (item->text_count != count)
        return false;
    return count == 0 ? item->texts == 0 : vvi_asset_are_names_valid(all->f, item->texts, count);
}

static vv_result check_skin(const items *all, uint32_t vertices, uint32_t joints)
{
    const vvi_asset_item *item = item_of(all);
    const vv_skin3 *skin = vvi_asset_section(all->f, item->skin, item->skin_bytes, 1, VVI_ASSET_ALIGNMENT);
    if (!skin)
        return vvi_asset_damaged(all->f, "a skin lies outside the file");
    vv_result result = vvi_skin3_verify(skin, item->skin_bytes, all->f->error);
    if (result == VV_OK && (vv_skin3_vertex_count(skin) != vertices || vv_skin3_joint_count(skin) != joints))
        result = vvi_asset_damaged(all->f, "a skin belongs to another mesh");
    return result;
}

static vv_result check_body(const items *all)
{
    const vvi_asset_item *item = item_of(all);
    const vvi_asset_file *f = all->f;
    uint64_t corners = 3 * (uint64_t)item->triangle_count;
    const vv_vec3 *positions =
        vvi_asset_section(f, item->positions, item->vertex_count, sizeof *positions, VVI_ASSET_ALIGNMENT);
    const vv_vec3 *normals =
        vvi_asset_section(f, item->normals, item->vertex_count, sizeof *normals, VVI_ASSET_ALIGNMENT);
    const uint32_t *triangles = vvi_asset_section(f, item->triangles, corners, sizeof *triangles, VVI_ASSET_ALIGNMENT);
    if (!positions || !normals || !triangles ||
        !vvi_asset_section(f, item->colors, item->vertex_count, sizeof(uint32_t), VVI_ASSET_ALIGNMENT))
        return vvi_asset_damaged(f, "a body lies outside the file");
    for (uint64_t i = 0; i < corners; i++)
        if (triangles[i] >= item->vertex_count)
            return vvi_asset_damaged(f, "a corner of a triangle does not exist");
    return vvi_all_within(&positions->x, 3 * (size_t)item->vertex_count, VV_SHAPE_MAX_POSITION) &&
                   vvi_all_within(&normals->x, 3 * (size_t)item->vertex_count, 2.0f)
               ? VV_OK
               : vvi_asset_damaged(f, "a vertex of a body is too far away, or a normal is too long");
}

static vv_result check_character(const items *all, const void *block)
{
    const vvi_asset_item *item = item_of(all);
    vv_result result = vvi_skeleton_verify(block, item->block_bytes, all->f->error);
    if (result == VV_OK && !are_texts_valid(all, 0))
        result = vvi_asset_damaged(all->f, "a character has texts");
    if (result == VV_OK)
        result = check_body(all);
    return result == VV_OK ? check_skin(all, item->vertex_count, vv_skeleton_joint_count(block)) : result;
}

static vv_result check_drivers(const items *all, const uint32_t *links, uint32_t axes, const vvi_asset_item *character)
{
    uint32_t joints = character ? vv_skeleton_joint_count(block_at(all, character->block)) : 0;
    for (uint32_t a = 0; a < axes; a++)
        if ((links[1 + 2 * a] != VV_NONE && links[1 + 2 * a] >= joints) || links[2 + 2 * a] > 2)
            return vvi_asset_damaged(all->f, "a joint that drives a shape does not exist");
    return VV_OK;
}

static vv_result check_shape(const items *all, const void *block)
{
    const vvi_asset_item *item = item_of(all);
    vv_result result = vvi_shape_verify(block, item->block_bytes, all->f->error);
    if (result != VV_OK)
        return result;
    uint32_t axes = vv_field_axis_count(vv_shape_field(block));
    const uint32_t *links = links_of(all);
    if (!are_texts_valid(all, axes) || !links || item->link_count != 1 + 2 * axes)
        return vvi_asset_damaged(all->f, "a shape is not valid");
    const vvi_asset_item *character = earlier_item(all, links[0], VVI_ITEM_CHARACTER);
    if (links[0] != VV_NONE && !character)
        return vvi_asset_damaged(all->f, "the character of a shape does not exist");
    result = check_drivers(all, links, axes, character);
    if (result != VV_OK || (!character && item->skin == 0))
        return result;
    if (!character)
        return vvi_asset_damaged(all->f, "a shape has a skin, but no character");
    return check_skin(all, vv_shape_vertex_count(block), vv_skeleton_joint_count(block_at(all, character->block)));
}

static vv_result check_verb(const items *all, const void *block)
{
    const vvi_asset_item *item = item_of(all);
    vv_result result = vvi_verb_verify(block, item->block_bytes, all->f->error);
    if (result != VV_OK)
        return result;
    const uint32_t *links = links_of(all);
    if (!are_texts_valid(all, vv_field_axis_count(vv_verb_field(block))) || !links || item->link_count != 1)
        return vvi_asset_damaged(all->f, "a verb is not valid");
    const vvi_asset_item *character = earlier_item(all, links[0], VVI_ITEM_CHARACTER);
    if (!character || !vv_skeleton_has_same_joints(vv_verb_skeleton(block), block_at(all, character->block)))
        return vvi_asset_damaged(all->f, "a verb belongs to another character");
    return VV_OK;
}

static vv_result check_graph(const items *all, const void *block)
{
    const vvi_asset_item *item = item_of(all);
    const vv_verb *verbs[VV_GRAPH_MAX_STATES];
    vv_result result = vvi_graph_verify(block, item->block_bytes, all->f->error);
    if (result != VV_OK)
        return result;
    const uint32_t *links = links_of(all);
    if (!are_texts_valid(all, 0) || !links || item->link_count < 2 || item->link_count > 1 + VV_GRAPH_MAX_STATES)
        return vvi_asset_damaged(all->f, "a graph is not valid");
    const vvi_asset_item *character = earlier_item(all, links[0], VVI_ITEM_CHARACTER);
    for (uint32_t v = 1; v < item->link_count; v++) {
        const vvi_asset_item *verb = earlier_item(all, links[v], VVI_ITEM_VERB);
        if (!verb || !character ||
            !vv_skeleton_has_same_joints(vv_verb_skeleton(block_at(all, verb->block)), block_at(all, character->block)))
            return vvi_asset_damaged(all->f, "a verb of a graph does not exist");
        verbs[v - 1] = block_at(all, verb->block);
    }
    return vvi_graph_suits(block, item->link_count - 1, verbs)
               ? VV_OK
               : vvi_asset_damaged(all->f, "a graph belongs to other verbs");
}

static vv_result check_creature(const items *all, const void *block)
{
    const vvi_asset_item *item = item_of(all);
    vv_result result = vvi_creature_verify(block, item->block_bytes, all->f->error);
    if (result == VV_OK && !are_texts_valid(all, 0))
        result = vvi_asset_damaged(all->f, "a creature has texts");
    if (result == VV_OK)
        result = check_body(all);
    return result == VV_OK ? check_skin(all, item->vertex_count, vv_creature_body_count(block)) : result;
}

static vv_result check_motion(const items *all, const void *block)
{
    vv_result result = vvi_motion_verify(block, item_of(all)->block_bytes, all->f->error);
    return result == VV_OK && !are_texts_valid(all, 1) ? vvi_asset_damaged(all->f, "a motion has no action") : result;
}

static vv_result check_gait(const items *all, const void *block)
{
    vv_result result = vvi_gait_verify(block, item_of(all)->block_bytes, all->f->error);
    return result == VV_OK && !are_texts_valid(all, 0) ? vvi_asset_damaged(all->f, "a gait has texts") : result;
}

/* The body that a line moves must have as many joints as the frames. */
static vv_result check_frames(const items *all, const vvi_asset_item *body, const void *frames)
{
    const vvi_asset_item *item = item_of(all);
    const void *block = block_at(all, body->block);
    vv_result result = vvi_pose_sequence_verify(frames, item->skin_bytes, all->f->error);
    if (result != VV_OK)
        return result;
    uint32_t joints = body->kind == VVI_ITEM_CHARACTER ? vv_skeleton_joint_count(block) : vv_creature_body_count(block);
    return vv_pose_sequence_joint_count(frames) == joints
               ? VV_OK
               : vvi_asset_damaged(all->f, "the frames of a line belong to another body");
}

/* The drawing that a line moves must have its handles, and the line at rest as many elements. */
static vv_result check_drawing(const items *all, const uint32_t *links, const vv_line *line, const void *rest)
{
    const vvi_asset_item *item = item_of(all);
    const vvi_asset_header *header = (const void *)all->f->bytes;
    vv_result result = vvi_line_verify(rest, item->skin_bytes, all->f->error);
    if (result != VV_OK)
        return result;
    if (item->link_count < 2 || links[1] >= header->artwork_count ||
        vv_line_element_count(rest) != vv_line_element_count(line))
        return vvi_asset_damaged(all->f, "the drawing of a line does not exist");
    for (uint32_t i = 2; i < item->link_count; i++)
        if (links[i] >= vvi_asset_artwork_at(header, links[1])->handle_count)
            return vvi_asset_damaged(all->f, "a handle of a line does not exist");
    return VV_OK;
}

static vv_result check_line(const items *all, const void *block)
{
    const vvi_asset_item *item = item_of(all);
    vv_result result = vvi_line_verify(block, item->block_bytes, all->f->error);
    if (result != VV_OK)
        return result;
    const uint32_t *links = links_of(all);
    const void *second = vvi_asset_section(all->f, item->skin, item->skin_bytes, 1, VVI_ASSET_ALIGNMENT);
    if (!are_texts_valid(all, 0) || !links || item->link_count < 1 || !second)
        return vvi_asset_damaged(all->f, "a line is not valid");
    if (links[0] == VV_NONE)
        return check_drawing(all, links, block, second);
    const vvi_asset_item *body = earlier_item(all, links[0], VVI_ITEM_CHARACTER);
    if (!body)
        body = earlier_item(all, links[0], VVI_ITEM_CREATURE);
    return body ? check_frames(all, body, second) : vvi_asset_damaged(all->f, "the body of a line does not exist");
}

static vv_result check_item(const items *all)
{
    vv_result (*const checks[VVI_ITEM_KINDS])(const items *, const void *) = {
        check_character, check_shape, check_verb, check_graph, check_creature, check_motion, check_gait, check_line};
    const vvi_asset_item *item = item_of(all);
    const void *block = vvi_asset_section(all->f, item->block, item->block_bytes, 1, VVI_ASSET_ALIGNMENT);
    if (item->kind >= VVI_ITEM_KINDS || !block || !vvi_asset_is_name_valid(all->f, item->name))
        return vvi_asset_damaged(all->f, "an item lies outside the file, or its kind is unknown");
    return checks[item->kind](all, block);
}

vv_result vvi_asset_verify_items(const vvi_asset_file *f)
{
    const vvi_asset_header *header = (const void *)f->bytes;
    const void *table;
    vv_result result =
        vvi_asset_open_table(f, header->items, header->item_count, sizeof(vvi_asset_item), "items", &table);
    items all = {.f = f, .table = table};
    for (; result == VV_OK && all.index < header->item_count; all.index++)
        result = check_item(&all);
    return result;
}
