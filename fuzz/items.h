/* Uses every 3-D item of an asset: what was accepted must also be harmless, and give finite numbers. Each function
 * returns whether it did. */
#ifndef VV_FUZZ_ITEMS_H
#define VV_FUZZ_ITEMS_H

#include <verve/asset.h>

#include <stdlib.h>
#include <string.h>

/* Allocates `count` items of `size` bytes at a multiple of 64. */
static inline void *items_allocate(size_t count, size_t size)
{
    size_t bytes = (count * size + 64) / 64 * 64;
    void *memory = aligned_alloc(64, bytes);
    if (memory == NULL)
        abort();
    memset(memory, 0, bytes);
    return memory;
}

static inline bool items_finite(const void *numbers, size_t count)
{
    float sum = 0.0f; /* 0 · x is 0 for a finite x and NaN otherwise */
    for (size_t i = 0; i < count; i++)
        sum += 0.0f * ((const float *)numbers)[i];
    return sum == 0.0f;
}

/* Inside, at an example, beyond, and far beyond the ranges of the axes. */
static inline void items_weights(const vv_field *field, uint32_t which, float *weights)
{
    float at[VV_FIELD_MAX_AXES] = {0};
    if (which == 0)
        vv_field_example(field, 0, at);
    for (uint32_t a = 0; which != 0 && a < vv_field_axis_count(field); a++) {
        vv_axis axis = vv_field_axis(field, a);
        at[a] = axis.low + (axis.high - axis.low) * (float)(which * which * which) * 0.4f;
    }
    vv_field_weights(field, at, weights);
}

static inline bool items_use_character(vv_asset_skinned_mesh body)
{
    uint32_t joints = vv_skeleton_joint_count(body.skeleton);
    vv_quat *turns = items_allocate(joints, sizeof *turns);
    vv_vec3 *moves = items_allocate(joints, sizeof *moves);
    vv_affine3 *globals = items_allocate(joints, sizeof *globals), *scratch = items_allocate(joints, sizeof *scratch);
    vv_vec3 *positions = items_allocate(body.vertex_count, sizeof *positions);
    vv_vec3 *normals = items_allocate(body.vertex_count, sizeof *normals);
    vv_skeleton_rest(body.skeleton, turns, moves);
    vv_skeleton_globals(body.skeleton, turns, moves, globals);
    vv_skin3_apply(body.skin, globals, body.positions, body.normals, scratch, positions, normals);
    volatile uint32_t last = 0; /* reads everything that a game would draw */
    for (uint32_t i = 0; i < 3 * body.triangle_count; i++)
        last = body.colors[body.triangles[i]];
    for (uint32_t j = 0; j < joints; j++)
        last = (uint32_t)strlen(vv_skeleton_joint(body.skeleton, j).name);
    (void)last;
    bool good = items_finite(positions, 3 * (size_t)body.vertex_count);
    free(turns);
    free(moves);
    free(globals);
    free(scratch);
    free(positions);
    free(normals);
    return good;
}

/* The form bent by its skeleton, every driving joint by half a radian. */
static inline void items_bend(const vv_asset *asset, uint32_t shape, const vv_skin3 *skin, vv_vec3 *form)
{
    const vv_skeleton *skeleton = vv_asset_character(asset, vv_asset_shape_character(asset, shape)).skeleton;
    uint32_t joints = vv_skeleton_joint_count(skeleton), about = 0;
    vv_quat *turns = items_allocate(joints, sizeof *turns);
    vv_vec3 *moves = items_allocate(joints, sizeof *moves);
    vv_affine3 *globals = items_allocate(joints, sizeof *globals), *scratch = items_allocate(joints, sizeof *scratch);
    vv_skeleton_rest(skeleton, turns, moves);
    for (uint32_t a = 0; a < vv_field_axis_count(vv_shape_field(vv_asset_shape(asset, shape))); a++) {
        uint32_t joint = vv_asset_shape_driver(asset, shape, a, &about);
        if (joint != VV_NONE)
            turns[joint] = vv_quat_multiply(
                turns[joint], vv_quat_from_axis_angle((vv_vec3){about == 0, about == 1, about == 2}, 0.5f));
    }
    vv_skeleton_globals(skeleton, turns, moves, globals);
    vv_skin3_apply(skin, globals, form, NULL, scratch, form, NULL);
    free(turns);
    free(moves);
    free(globals);
    free(scratch);
}

static inline bool items_use_shape(const vv_asset *asset, uint32_t index)
{
    const vv_shape *shape = vv_asset_shape(asset, index);
    const vv_skin3 *skin = vv_asset_shape_skin(asset, index);
    uint32_t count = vv_shape_surface_vertex_count(shape);
    float weights[VV_FIELD_MAX_EXAMPLES];
    vv_vec3 *form = items_allocate(vv_shape_form_capacity(shape), sizeof *form);
    vv_vec3 *positions = items_allocate(count, sizeof *positions), *normals = items_allocate(count, sizeof *normals);
    bool good = true;
    for (uint32_t which = 0; which < 4; which++) {
        items_weights(vv_shape_field(shape), which, weights);
        vv_shape_blend(shape, weights, form);
        if (skin != NULL)
            items_bend(asset, index, skin, form);
        vv_shape_surface(shape, form, positions, normals);
        good = good && items_finite(positions, 3 * (size_t)count) && items_finite(normals, 3 * (size_t)count);
    }
    volatile float last = 0.0f;
    for (uint32_t i = 0; i < 3 * vv_shape_surface_triangle_count(shape); i++)
        last = positions[vv_shape_surface_triangles(shape)[i]].x;
    (void)last;
    free(form);
    free(positions);
    free(normals);
    return good;
}

static inline bool items_use_verb(const vv_verb *verb)
{
    uint32_t joints = vv_skeleton_joint_count(vv_verb_skeleton(verb));
    float weights[VV_FIELD_MAX_EXAMPLES], *dofs = items_allocate(vv_verb_dof_capacity(verb), sizeof *dofs);
    vv_quat *turns = items_allocate(joints, sizeof *turns);
    vv_vec3 *moves = items_allocate(joints, sizeof *moves);
    vv_affine3 *globals = items_allocate(joints, sizeof *globals);
    vv_verb_state walker = vv_default_verb_state();
    vv_foot_plants plants = {0};
    bool good = true;
    for (uint32_t i = 0; i < 16; i++) {
        items_weights(vv_verb_field(verb), i / 4, weights);
        vv_verb_advance(verb, weights, 0.05f, &walker);
        vv_verb_mix(verb, weights, walker.phase, dofs);
        vv_verb_pose(verb, dofs, &walker.root, turns, moves);
        vv_skeleton_globals(vv_verb_skeleton(verb), turns, moves, globals);
        vv_verb_plant_feet(verb, walker.phase, 0.05f, &plants, turns, moves, globals);
        good = good && items_finite(globals, 12 * (size_t)joints);
    }
    free(dofs);
    free(turns);
    free(moves);
    free(globals);
    return good;
}

/* Half way it is saved and restored: the rest must then be the same again. */
static inline bool items_perform(const vv_graph *graph, vv_graph_player *performer)
{
    size_t bytes = vv_graph_player_save_bytes(performer);
    uint8_t *saved = items_allocate(bytes, 1), *end = items_allocate(2 * bytes, 1);
    bool good = true;
    for (uint32_t i = 0; i < 36 && good; i++) {
        if (i == 12)
            vv_graph_player_save(performer, saved, bytes);
        if (i == 24) {
            vv_graph_player_save(performer, end, bytes);
            good = vv_graph_player_restore(performer, saved, bytes, NULL) == VV_OK;
        }
        uint32_t at = i < 24 ? i : i - 12;
        if (vv_graph_input_count(graph) > 0)
            vv_graph_player_set_input(performer, at % vv_graph_input_count(graph), (float)at * 0.25f - 1.0f);
        if (at % 5 == 4 && vv_graph_event_count(graph) > 0)
            vv_graph_player_raise_event(performer, at % vv_graph_event_count(graph));
        vv_graph_player_advance(performer, 0.05f);
    }
    vv_graph_player_save(performer, end + bytes, bytes);
    good = good && memcmp(end, end + bytes, bytes) == 0;
    free(saved);
    free(end);
    return good;
}

static inline bool items_use_graph(const vv_asset *asset, uint32_t index)
{
    const vv_graph *graph = vv_asset_graph(asset, index);
    const vv_verb *verbs[VV_GRAPH_MAX_VERBS];
    vv_graph_player *performer = NULL;
    vv_asset_graph_verbs(asset, index, VV_GRAPH_MAX_VERBS, verbs);
    if (vv_graph_player_create(graph, verbs, NULL, &performer, NULL) != VV_OK)
        return false;
    bool good = items_perform(graph, performer);
    size_t joints = vv_skeleton_joint_count(vv_verb_skeleton(verbs[0]));
    good = good && items_finite(vv_graph_player_globals(performer), 12 * joints);
    vv_graph_player_destroy(performer, NULL);
    return good;
}

/* A creature walks while the first motion that binds plays on it. */
static inline bool items_use_creature(const vv_asset *asset, const vv_creature *creature)
{
    vv_player_def def = vv_default_player_def(creature);
    vv_player *player = NULL;
    vv_binding *binding = NULL;
    const float whole = 1.0f;
    bool good = true;
    if (vv_player_create(&def, NULL, &player, NULL) != VV_OK)
        return false;
    if (vv_asset_gait_count(asset) > 0) {
        const vv_gait *gait = vv_asset_gait(asset, 0);
        vv_player_set_gaits(player, VV_NONE, 1, &gait, &whole);
    }
    for (uint32_t m = 0; m < vv_asset_motion_count(asset) && binding == NULL; m++) {
        if (vv_binding_create(vv_asset_motion(asset, m), creature, NULL, &binding, NULL) != VV_OK)
            break;
        if (vv_binding_variant_count(binding) > 0) {
            vv_play_options options = vv_default_play_options(vv_binding_motion(binding));
            vv_player_play(player, binding, &options);
        } else {
            vv_binding_destroy(binding);
            binding = NULL;
        }
    }
    for (uint32_t i = 0; i < 12; i++) {
        vv_course course = {.z = 0.05f * (float)i, .speed_z = 1.0f, .heading = 0.1f * (float)i};
        vv_player_set_course(player, &course);
        vv_player_step(player, 0.05f);
        good = good && items_finite(vv_player_transforms(player), 7 * (size_t)vv_creature_body_count(creature));
    }
    vv_player_destroy(player);
    if (binding != NULL)
        vv_binding_destroy(binding);
    return good;
}

static inline bool items_use_frames(const vv_pose_sequence *frames)
{
    size_t joints = vv_pose_sequence_joint_count(frames);
    vv_quat *turns = items_allocate(joints, sizeof *turns);
    vv_vec3 *moves = items_allocate(joints, sizeof *moves);
    vv_affine3 *globals = items_allocate(joints, sizeof *globals);
    bool good = true;
    for (int i = -1; i < 8; i++) {
        vv_pose_sequence_sample(frames, 0.3 * (double)i, turns, moves, globals);
        good = good && items_finite(globals, 12 * joints);
    }
    free(turns);
    free(moves);
    free(globals);
    return good;
}

/* A line is played, one wobbles after it, and the handles of a drawing are carried by it. */
static inline bool items_use_line(vv_asset_line_parts parts)
{
    uint32_t elements = vv_line_element_count(parts.line);
    vv_line_pose pose = {0}, rates = {0}, rest = {0};
    vv_live_line *wobble = NULL;
    bool good = parts.frames == NULL || items_use_frames(parts.frames);
    vv_line_sample(parts.line, 0.0, &pose, &rates);
    if (vv_live_line_create(elements, &pose, NULL, &wobble, NULL) != VV_OK)
        return false;
    if (parts.rest)
        vv_line_sample(parts.rest, 0.0, &rest, NULL);
    for (int i = -1; i < 24 && good; i++) {
        vv_line_sample(parts.line, (double)vv_line_duration(parts.line) * (double)i / 20.0, &pose, &rates);
        vv_live_line_set_target(wobble, &pose, &rates);
        vv_live_line_step(wobble, 0.04f);
        good = items_finite(&pose, 3 + (size_t)elements);
        vv_live_line_pose(wobble, &pose);
        good = good && items_finite(&pose, 3 + (size_t)elements);
        if (parts.rest) {
            vv_line_anchor grip = vv_line_find_anchor(elements, &rest, (vv_vec2){0.1f, 0.2f});
            vv_affine carried = vv_line_anchor_transform(elements, &rest, &pose, grip, true);
            good = good && items_finite(&carried, 6);
        }
    }
    vv_live_line_destroy(wobble, NULL);
    return good;
}

/* What is wrong, or NULL. */
static inline const char *items_use(const vv_asset *asset)
{
    for (uint32_t i = 0; i < vv_asset_character_count(asset); i++)
        if (!items_use_character(vv_asset_character(asset, i)))
            return "a character";
    for (uint32_t i = 0; i < vv_asset_shape_count(asset); i++)
        if (!items_use_shape(asset, i))
            return "a shape";
    for (uint32_t i = 0; i < vv_asset_verb_count(asset); i++)
        if (!items_use_verb(vv_asset_verb(asset, i)))
            return "a verb";
    for (uint32_t i = 0; i < vv_asset_graph_count(asset); i++)
        if (!items_use_graph(asset, i))
            return "a graph";
    for (uint32_t i = 0; i < vv_asset_creature_count(asset); i++)
        if (!items_use_creature(asset, vv_asset_creature(asset, i)))
            return "a creature";
    for (uint32_t i = 0; i < vv_asset_line_count(asset); i++)
        if (!items_use_line(vv_asset_line(asset, i)))
            return "a line";
    return NULL;
}

#endif
