/* What stands in space in a baked file, used as a game uses it. */
#include "game.h"

#include <stdlib.h>

static void use_character(vv_asset_skinned_mesh body)
{
    uint32_t joints = vv_skeleton_joint_count(body.skeleton);
    vv_quat *turns = game_room(joints, sizeof *turns);
    vv_vec3 *moves = game_room(joints, sizeof *moves);
    vv_affine3 *globals = game_room(joints, sizeof *globals), *scratch = game_room(joints, sizeof *scratch);
    vv_vec3 *positions = game_room(body.vertex_count, sizeof *positions);
    vv_vec3 *normals = game_room(body.vertex_count, sizeof *normals);
    vv_skeleton_rest(body.skeleton, turns, moves);
    for (uint32_t j = 0; j < joints; j++)
        turns[j] = vv_quat_multiply(turns[j], vv_quat_from_axis_angle((vv_vec3){1, 0, 0}, 0.125f));
    vv_skeleton_globals(body.skeleton, turns, moves, globals);
    game_add(globals, joints * sizeof *globals);
    if (joints > 2)
        ADD(vv_skeleton_solve_two_bone_ik(body.skeleton, 0, 1, 2, (vv_vec3){0.25f, 1.0f, 0.5f}, (vv_vec3){0, 0, 1},
                                          0.125f, turns, moves, globals));
    vv_skin3_apply(body.skin, globals, body.positions, body.normals, scratch, positions, normals);
    game_add(positions, body.vertex_count * sizeof *positions);
    game_add(normals, body.vertex_count * sizeof *normals);
    free(turns);
    free(moves);
    free(globals);
    free(scratch);
    free(positions);
    free(normals);
}

/* Weights at the middle of the axes, and half a range beyond. */
static void field_weights(const vv_field *field, uint32_t which, float *weights)
{
    float at[VV_FIELD_MAX_AXES] = {0};
    vv_field_example(field, 0, at);
    for (uint32_t a = 0; which && a < vv_field_axis_count(field); a++)
        at[a] = which == 1 ? vv_field_axis(field, a).low : vv_field_axis(field, a).high;
    vv_field_weights(field, at, weights);
    game_add(weights, vv_field_example_count(field) * sizeof *weights);
    ADD(vv_field_distance_outside(field, at));
}

static void use_shape(const vv_shape *shape)
{
    uint32_t count = vv_shape_surface_vertex_count(shape);
    float weights[VV_FIELD_MAX_EXAMPLES];
    vv_vec3 *form = game_room(vv_shape_form_capacity(shape), sizeof *form);
    vv_vec3 *positions = game_room(count, sizeof *positions), *normals = game_room(count, sizeof *normals);
    for (uint32_t which = 0; which < 3; which++) {
        field_weights(vv_shape_field(shape), which, weights);
        vv_shape_blend(shape, weights, form);
        vv_shape_surface(shape, form, positions, normals);
        game_add(positions, count * sizeof *positions);
        game_add(normals, count * sizeof *normals);
    }
    free(form);
    free(positions);
    free(normals);
}

static void use_verb(const vv_verb *verb)
{
    uint32_t joints = vv_skeleton_joint_count(vv_verb_skeleton(verb));
    float weights[VV_FIELD_MAX_EXAMPLES], *dofs = game_room(vv_verb_dof_capacity(verb), sizeof *dofs);
    float *keytimes = game_room(vv_verb_keytime_count(verb), sizeof *keytimes);
    vv_quat *turns = game_room(joints, sizeof *turns);
    vv_vec3 *moves = game_room(joints, sizeof *moves);
    vv_affine3 *globals = game_room(joints, sizeof *globals);
    vv_verb_state walker = vv_default_verb_state();
    vv_foot_plants plants = {0};
    for (uint32_t i = 0; i < 12; i++) {
        field_weights(vv_verb_field(verb), i / 4, weights);
        vv_verb_advance(verb, weights, 0.0625f, &walker);
        vv_verb_mix(verb, weights, walker.phase, dofs);
        vv_verb_pose(verb, dofs, &walker.root, turns, moves);
        vv_skeleton_globals(vv_verb_skeleton(verb), turns, moves, globals);
        vv_verb_plant_feet(verb, walker.phase, 0.0625f, &plants, turns, moves, globals);
        game_add(globals, joints * sizeof *globals);
        vv_verb_keytimes(verb, weights, keytimes);
        ADD(vv_verb_phase(verb, keytimes, 0.25f));
        ADD(vv_verb_seconds(verb, keytimes, 0.75f));
        if (vv_verb_foot_count(verb))
            ADD(vv_verb_foot_is_planted(verb, 0, walker.phase));
    }
    free(dofs);
    free(keytimes);
    free(turns);
    free(moves);
    free(globals);
}

static void use_graph(const vv_asset *asset, uint32_t index)
{
    const vv_graph *graph = vv_asset_graph(asset, index);
    const vv_verb *verbs[VV_GRAPH_MAX_VERBS];
    vv_graph_player *performer = NULL;
    vv_asset_graph_verbs(asset, index, VV_GRAPH_MAX_VERBS, verbs);
    game_must(vv_graph_player_create(graph, verbs, NULL, &performer, NULL), "making a performer");
    uint32_t joints = vv_skeleton_joint_count(vv_verb_skeleton(verbs[0]));
    for (uint32_t i = 0; i < 90; i++) {
        if (vv_graph_input_count(graph) && i % 15 == 0)
            vv_graph_player_set_input(performer, i / 15 % vv_graph_input_count(graph), (float)(i / 15 % 3) * 0.5f);
        if (i == 10)
            vv_graph_player_set_smoothing(performer, 0.25f);
        if (i % 30 == 29 && vv_graph_event_count(graph))
            vv_graph_player_raise_event(performer, i / 30 % vv_graph_event_count(graph));
        vv_graph_player_advance(performer, 1.0f / 64.0f);
        game_add(vv_graph_player_globals(performer), joints * sizeof(vv_affine3));
    }
    ADD(vv_graph_player_current_status(performer).state);
    vv_graph_player_destroy(performer, NULL);
}

static void use_creature(const vv_asset *asset, const vv_creature *creature)
{
    vv_player_def def = vv_default_player_def(creature);
    vv_player *player = NULL;
    vv_binding *binding = NULL;
    const float whole = 1.0f;
    game_must(vv_player_create(&def, NULL, &player, NULL), "making a player");
    if (vv_asset_gait_count(asset) > 0) {
        const vv_gait *gait = vv_asset_gait(asset, 0);
        vv_player_set_gaits(player, VV_NONE, 1, &gait, &whole);
    }
    for (uint32_t m = 0; m < vv_asset_motion_count(asset) && !binding; m++) {
        game_must(vv_binding_create(vv_asset_motion(asset, m), creature, NULL, &binding, NULL), "binding a motion");
        if (vv_binding_variant_count(binding) > 0) {
            vv_play_options options = vv_default_play_options(vv_binding_motion(binding));
            uint32_t play = vv_player_play(player, binding, &options);
            vv_player_set_weight(player, play, 0.75f);
        } else {
            vv_binding_destroy(binding);
            binding = NULL;
        }
    }
    for (uint32_t i = 0; i < 48; i++) {
        vv_course course = {.z = (float)i * 0.03125f, .speed_z = 1.0f, .heading = (float)i * 0.0625f};
        vv_player_set_course(player, &course);
        if (i % 2)
            vv_players_step(1, &player, 0.03125f, NULL);
        else
            vv_player_step(player, 0.03125f);
        game_add(vv_player_transforms(player), vv_creature_body_count(creature) * sizeof(vv_transform3));
    }
    vv_player_destroy(player);
    if (binding)
        vv_binding_destroy(binding);
}

static void use_line(const vv_asset *asset, uint32_t index)
{
    vv_asset_line_parts parts = vv_asset_line(asset, index);
    uint32_t elements = vv_line_element_count(parts.line),
             joints = parts.frames ? vv_pose_sequence_joint_count(parts.frames) : 0;
    vv_line_pose pose = {0}, rates = {0};
    vv_vec2 points[VV_LINE_MAX_ELEMENTS + 1], tangent;
    vv_quat *turns = game_room(joints, sizeof *turns);
    vv_vec3 *moves = game_room(joints, sizeof *moves);
    vv_affine3 *globals = game_room(joints, sizeof *globals);
    ADD(vv_line_duration(parts.line));
    for (uint32_t i = 0; i < 40; i++) {
        vv_line_sample(parts.line, (double)i * 0.0625, &pose, &rates);
        vv_line_points(elements, &pose, points);
        game_add(points, (elements + 1) * sizeof *points);
        game_add(rates.angles, elements * sizeof(float));
        ADD(vv_line_point(elements, &pose, (float)i * 0.03125f, &tangent));
        ADD(tangent);
        if (joints) {
            vv_pose_sequence_sample(parts.frames, (double)i * 0.0625, turns, moves, globals);
            game_add(globals, joints * sizeof *globals);
        }
    }
    free(turns);
    free(moves);
    free(globals);
}

void game_use_bodies(const vv_asset *asset)
{
    for (uint32_t i = 0; i < vv_asset_character_count(asset); i++)
        use_character(vv_asset_character(asset, i));
    for (uint32_t i = 0; i < vv_asset_shape_count(asset); i++)
        use_shape(vv_asset_shape(asset, i));
    for (uint32_t i = 0; i < vv_asset_verb_count(asset); i++)
        use_verb(vv_asset_verb(asset, i));
    for (uint32_t i = 0; i < vv_asset_graph_count(asset); i++)
        use_graph(asset, i);
    for (uint32_t i = 0; i < vv_asset_creature_count(asset); i++)
        use_creature(asset, vv_asset_creature(asset, i));
    for (uint32_t i = 0; i < vv_asset_recording_count(asset); i++) {
        const vv_recording *recording = vv_asset_recording(asset, i);
        ADD(vv_recording_duration(recording));
        for (uint32_t t = 0; t < 8 && vv_recording_region_count(recording); t++)
            ADD(vv_recording_sample(recording, 0, (double)t * 0.125));
    }
    for (uint32_t i = 0; i < vv_asset_line_count(asset); i++)
        use_line(asset, i);
}
