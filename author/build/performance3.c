/* Plays verbs, graphs, shapes, bodies on lines and creatures, and makes the surface that is seen at each moment. */
#include "performance3_parts.h"

#include <string.h>

/* The longest step, seconds: with short steps feet are planted the same at every frame rate. */
static const float longest_step = 0.02f;

/* ---- Making ------------------------------------------------------------------------------------------------------ */

static bool allocate_joints(vv_performance3 *act)
{
    uint32_t count = act->skeleton == NULL ? 1 : vv_skeleton_joint_count(act->skeleton);
    act->turns = vvi_arena_allocate(&act->arena, count, sizeof *act->turns);
    act->moves = vvi_arena_allocate(&act->arena, count, sizeof *act->moves);
    act->globals = vvi_arena_allocate(&act->arena, count, sizeof *act->globals);
    act->scratch = vvi_arena_allocate(&act->arena, count, sizeof *act->scratch);
    return act->turns && act->moves && act->globals && act->scratch;
}

static bool allocate_surface(vv_performance3 *act)
{
    uint32_t count = act->look.vertex_count;
    act->positions = vvi_arena_allocate(&act->arena, count, sizeof *act->positions);
    act->normals = vvi_arena_allocate(&act->arena, count, sizeof *act->normals);
    act->heat = vvi_arena_allocate(&act->arena, count, sizeof *act->heat);
    act->look.positions = act->positions;
    act->look.normals = act->normals;
    return act->positions && act->normals && act->heat;
}

static void use_figure(vv_performance3 *act, const vv_skeleton *skeleton, const vv_manikin *figure)
{
    act->skeleton = skeleton;
    act->figure = figure;
    act->look.vertex_count = figure->form.vertex_count;
    act->look.triangle_count = figure->form.triangle_count;
    act->look.triangles = figure->form.triangles;
    act->look.colors = figure->colors;
}

static void find_driven_joints(vv_performance3 *act, const vv_project_shape *shape)
{
    for (uint32_t a = 0; a < shape->field.axis_count; a++) {
        const vv_project_axis *axis = &shape->field.axes[a];
        act->driven[a] = VV_NONE;
        act->about[a] = (vv_vec3){axis->about == 0, axis->about == 1, axis->about == 2};
        if (axis->joint[0] == '\0' || act->character == NULL)
            continue;
        act->driven[a] = vv_skeleton_find(act->character->skeleton, axis->joint);
    }
}

static vv_result open_shape(vv_performance3 *act, vv_session *session, uint32_t subject, vv_error *error)
{
    const vv_built_shape *built = NULL;
    const vv_project_shape *shape = vvi_session_project(session)->shapes[subject];
    vv_result result = vv_session_shape(session, subject, &built, error);
    if (result != VV_OK)
        return result;
    act->shape = vv_built_shape_retain(built);
    act->character = built->character;
    act->skeleton = built->character == NULL ? NULL : built->character->skeleton;
    act->color =
        (uint32_t)shape->colour[0] | (uint32_t)shape->colour[1] << 8 | (uint32_t)shape->colour[2] << 16 | 0xff000000u;
    act->look = (vv_draw_data){.vertex_count = vv_shape_surface_vertex_count(built->shape),
                               .triangle_count = vv_shape_surface_triangle_count(built->shape),
                               .triangles = vv_shape_surface_triangles(built->shape),
                               .color = act->color};
    act->form = vvi_arena_allocate(&act->arena, vv_shape_form_capacity(built->shape), sizeof *act->form);
    if (act->form == NULL)
        return vvi_fail_memory(error, vv_shape_form_capacity(built->shape) * sizeof *act->form);
    find_driven_joints(act, shape);
    return VV_OK;
}

static vv_result open_verb(vv_performance3 *act, vv_session *session, uint32_t subject, vv_error *error)
{
    const vv_built_verb *built = NULL;
    vv_result result = vv_session_verb(session, subject, &built, error);
    if (result != VV_OK)
        return result;
    act->verb = vv_built_verb_retain(built);
    act->character = built->character;
    act->dofs = vvi_arena_allocate(&act->arena, vv_verb_dof_capacity(built->verb), sizeof *act->dofs);
    if (act->dofs == NULL)
        return vvi_fail_memory(error, vv_verb_dof_capacity(built->verb) * sizeof *act->dofs);
    use_figure(act, act->character->skeleton, &act->character->figure);
    return VV_OK;
}

static vv_result open_graph(vv_performance3 *act, vv_session *session, uint32_t subject, vv_error *error)
{
    const vv_built_graph *built = NULL;
    vv_result result = vv_session_graph(session, subject, &built, error);
    if (result != VV_OK)
        return result;
    act->graph = vv_built_graph_retain(built);
    act->character = built->character;
    use_figure(act, act->character->skeleton, &act->character->figure);
    return vv_graph_player_create(built->graph, built->runtime, act->allocator, &act->performer, error);
}

static vv_result open_line(vv_performance3 *act, vv_session *session, uint32_t subject, vv_error *error)
{
    const vv_built_line *built = NULL;
    vv_result result = vv_session_line(session, subject, NULL, &built, error);
    if (result != VV_OK)
        return result;
    if (built->skeleton == NULL)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a drawing follows this line, and drawings are flat");
    act->line = vv_built_line_retain(built);
    act->character = built->character;
    use_figure(act, built->skeleton, built->figure);
    return VV_OK;
}

/* Puts every axis where it is at home. */
static void reset_place(vv_performance3 *act, const vv_project *project, uint32_t subject)
{
    const vv_project_field *field =
        act->kind == VV_SCENE_SHAPE ? &project->shapes[subject]->field : &project->verbs[subject]->field;
    for (uint32_t a = 0; a < field->axis_count; a++)
        act->at[a] = vv_project_axis_home(&field->axes[a]);
    vv_field_weights(vv_performance3_field(act), act->at, act->weights);
}

static bool should_plant_feet(const vv_performance3 *act, const vv_project *project, uint32_t subject)
{
    if (act->kind != VV_SCENE_VERB && act->kind != VV_SCENE_GRAPH)
        return false;
    uint32_t skeleton =
        act->kind == VV_SCENE_VERB ? project->verbs[subject]->skeleton : project->graphs[subject]->skeleton;
    return project->skeletons[skeleton]->plant;
}

static vv_result open_kind(vv_performance3 *act, vv_session *session, uint32_t subject, vv_error *error)
{
    switch (act->kind) {
    case VV_SCENE_SHAPE:
        return open_shape(act, session, subject, error);
    case VV_SCENE_VERB:
        return open_verb(act, session, subject, error);
    case VV_SCENE_CREATURE:
        act->key = vv_creature_performance_key(session, subject);
        return vv_creature_performance_create(session, subject, &act->troupe, error);
    case VV_SCENE_LINE:
        return open_line(act, session, subject, error);
    default:
        return open_graph(act, session, subject, error);
    }
}

vv_result vv_performance3_create(vv_session *session, vv_scene_kind kind, uint32_t subject, vv_performance3 **out,
                                 vv_error *error)
{
    const vv_project *project = vvi_session_project(session);
    const vv_allocator *allocator = vvi_session_allocator(session);
    vv_performance3 *act = vvi_allocate_zeroed(allocator, 1, sizeof *act);
    if (act == NULL)
        return vvi_fail_memory(error, sizeof *act);
    act->allocator = allocator;
    act->arena.allocator = allocator;
    act->kind = kind;
    vv_result result = open_kind(act, session, subject, error);
    if (result == VV_OK && act->troupe == NULL && (!allocate_joints(act) || !allocate_surface(act)))
        result = vvi_fail_memory(error, act->look.vertex_count * sizeof(vv_vec3));
    if (result != VV_OK) {
        vv_performance3_destroy(act);
        return result;
    }
    if (kind == VV_SCENE_SHAPE || kind == VV_SCENE_VERB)
        reset_place(act, project, subject);
    if (act->troupe == NULL)
        vv_performance3_set_planting(act, should_plant_feet(act, project, subject));
    vv_performance3_restart(act);
    *out = act;
    return VV_OK;
}

void vv_performance3_destroy(vv_performance3 *act)
{
    if (act == NULL)
        return;
    vv_creature_performance_destroy(act->troupe);
    vv_graph_player_destroy(act->performer, act->allocator);
    vv_built_shape_destroy(act->shape);
    vv_built_verb_destroy(act->verb);
    vv_built_graph_destroy(act->graph);
    vv_built_line_destroy(act->line);
    vvi_arena_release(&act->arena);
    vvi_release(act->allocator, act, 1, sizeof *act);
}

bool vv_performance3_is_current(const vv_performance3 *act, vv_session *session, vv_scene_kind kind, uint32_t subject)
{
    if (act->kind != kind)
        return false;
    if (kind == VV_SCENE_CREATURE)
        return act->key == vv_creature_performance_key(session, subject);
    if (kind == VV_SCENE_LINE)
        return act->line->key == vvi_line_key(session, subject);
    if (kind == VV_SCENE_SHAPE)
        return act->shape->key == vvi_shape_key(session, subject);
    return kind == VV_SCENE_VERB ? act->verb->key == vvi_verb_key(session, subject)
                                 : act->graph->key == vvi_graph_key(session, subject);
}

void vv_performance3_inherit(vv_performance3 *act, const vv_performance3 *from)
{
    act->planting = from->planting;
    act->still = from->still;
    act->shows_heat = from->shows_heat;
    act->seconds = from->seconds;
    act->walker = from->walker;
    if (vv_performance3_field(act) != NULL && vv_performance3_field(from) != NULL &&
        vv_field_axis_count(vv_performance3_field(act)) == vv_field_axis_count(vv_performance3_field(from)))
        vv_performance3_set_place(act, from->at);
    vv_performance3_advance(act, 0.0f);
}

vv_scene_kind vv_performance3_kind(const vv_performance3 *act) { return act->kind; }
const vv_verb *vv_performance3_verb(const vv_performance3 *act) { return act->verb == NULL ? NULL : act->verb->verb; }
vv_graph_player *vv_performance3_graph_player(const vv_performance3 *act) { return act->performer; }
const vv_graph *vv_performance3_graph(const vv_performance3 *act)
{
    return act->graph == NULL ? NULL : act->graph->graph;
}
const float *vv_performance3_place(const vv_performance3 *act) { return act->at; }
const float *vv_performance3_weights(const vv_performance3 *act) { return act->weights; }
void vv_performance3_set_in_place(vv_performance3 *act, bool on) { act->still = on; }
void vv_performance3_set_heat(vv_performance3 *act, bool on) { act->shows_heat = on; }
void vv_performance3_set_plain_skinning(vv_performance3 *act, bool on) { act->plain = on; }

const vv_field *vv_performance3_field(const vv_performance3 *act)
{
    return act->shape != NULL  ? vv_shape_field(act->shape->shape)
           : act->verb != NULL ? vv_verb_field(act->verb->verb)
                               : NULL;
}

const vv_skeleton *vv_performance3_skeleton(const vv_performance3 *act) { return act->skeleton; }
const vv_built_line *vv_performance3_line(const vv_performance3 *act) { return act->line; }

void vv_performance3_set_planting(vv_performance3 *act, bool on)
{
    act->planting = on;
    memset(&act->plants, 0, sizeof act->plants);
    if (act->performer != NULL)
        vv_graph_player_set_planting(act->performer, on);
}

/* ---- Showing ----------------------------------------------------------------------------------------------------- */

/* The weights of the place where every axis that a joint drives is at rest. */
static void find_rest_weights(const vv_performance3 *act, float *weights)
{
    const vv_field *field = vv_performance3_field(act);
    float at[VV_FIELD_MAX_AXES];
    for (uint32_t a = 0; a < vv_field_axis_count(field); a++)
        at[a] = act->driven[a] == VV_NONE ? act->at[a] : 0.0f;
    vv_field_weights(field, at, weights);
}

static void show_shape(vv_performance3 *act)
{
    const vv_shape *shape = act->shape->shape;
    float plain[VV_FIELD_MAX_EXAMPLES];
    if (act->plain)
        find_rest_weights(act, plain);
    vv_shape_blend(shape, act->plain ? plain : act->weights, act->form);
    if (act->shape->skin != NULL) {
        vv_skeleton_rest(act->character->skeleton, act->turns, act->moves);
        for (uint32_t a = 0; a < vv_field_axis_count(vv_shape_field(shape)); a++)
            if (act->driven[a] != VV_NONE)
                act->turns[act->driven[a]] =
                    vv_quat_multiply(act->turns[act->driven[a]], vv_quat_from_axis_angle(act->about[a], act->at[a]));
        vv_skeleton_globals(act->character->skeleton, act->turns, act->moves, act->globals);
        vv_skin3_apply(act->shape->skin, act->globals, act->form, NULL, act->scratch, act->form, NULL);
    }
    vv_shape_surface(shape, act->form, act->positions, act->normals);
    if (act->shows_heat)
        vv_fit_self_heat(act->look.vertex_count, act->positions, act->look.triangle_count, act->look.triangles,
                         act->allocator, act->heat);
}

/* Measures how far planted feet have moved since the last step, and shows that as heat on their vertices. */
static void measure_slide(vv_performance3 *act, const vv_affine3 *globals, float phase, const vv_verb *verb)
{
    const vv_manikin *figure = &act->character->figure;
    float foot_heat[VV_VERB_MAX_FEET] = {0};
    act->slide = 0.0f;
    for (uint32_t f = 0; f < vv_verb_foot_count(verb); f++) {
        vv_vec3 ankle = globals[vv_verb_foot(verb, f).ankle].translation;
        if (vv_verb_foot_is_planted(verb, f, phase)) {
            float slide = vv_vec3_length(vv_vec3_sub(ankle, act->ankles[f]));
            act->slide = vvi_max(act->slide, slide);
            foot_heat[f] = vvi_clamp(slide / 0.02f, 0.0f, 1.0f);
        }
        act->ankles[f] = ankle;
    }
    for (uint32_t v = 0; act->shows_heat && v < figure->form.vertex_count; v++) {
        uint32_t joint = figure->joints[(size_t)v * VV_SKIN3_INFLUENCES];
        act->heat[v] = 0.0f;
        for (uint32_t f = 0; f < vv_verb_foot_count(verb); f++) {
            vv_foot foot = vv_verb_foot(verb, f);
            if (joint == foot.ankle || joint == foot.toe)
                act->heat[v] = foot_heat[f];
        }
    }
}

void vvi_performance3_skin(vv_performance3 *act, const vv_affine3 *globals, vv_vec3 *positions, vv_vec3 *normals)
{
    const vv_manikin *figure = act->figure;
    vv_skin3_apply(figure->skin, globals, figure->form.positions, figure->normals, act->scratch, positions, normals);
}

static void skin_figure(vv_performance3 *act, const vv_affine3 *globals)
{
    vvi_performance3_skin(act, globals, act->positions, act->normals);
    act->look.globals = globals;
}

static void show_verb(vv_performance3 *act, float dt)
{
    const vv_verb *verb = act->verb->verb;
    vv_root root = act->walker.root, spot = {0};
    vv_verb_mix(verb, act->weights, act->walker.phase, act->dofs);
    vv_verb_pose(verb, act->dofs, act->still ? &spot : &root, act->turns, act->moves);
    vv_skeleton_globals(vv_verb_skeleton(verb), act->turns, act->moves, act->globals);
    if (act->planting && !act->still)
        vv_verb_plant_feet(verb, act->walker.phase, dt, &act->plants, act->turns, act->moves, act->globals);
}

static void update_look(vv_performance3 *act)
{
    if (act->kind == VV_SCENE_SHAPE)
        show_shape(act);
    else if (act->kind == VV_SCENE_LINE)
        vvi_performance3_show_line(act);
    else
        skin_figure(act, act->kind == VV_SCENE_VERB ? act->globals : vv_graph_player_globals(act->performer));
    act->look.heat = act->shows_heat ? act->heat : NULL;
}

vv_draw_data vv_performance3_draw_data(const vv_performance3 *act)
{
    return act->troupe ? vv_creature_performance_draw_data(act->troupe) : act->look;
}
const vv_creature_performance *vv_performance3_creatures(const vv_performance3 *act) { return act->troupe; }

/* ---- Moving ------------------------------------------------------------------------------------------------------ */

void vv_performance3_set_place(vv_performance3 *act, const float *at)
{
    memcpy(act->at, at, vv_field_axis_count(vv_performance3_field(act)) * sizeof *at);
    vv_field_weights(vv_performance3_field(act), act->at, act->weights);
}

/* Estimates the slope of the ground from how a character moved; while it stands still, the slope stays. */
static void estimate_slope(vv_performance3 *act, vv_root from, vv_root to)
{
    float sine, cosine;
    vv_sin_cos(to.heading, &sine, &cosine);
    float run = (to.x - from.x) * sine + (to.z - from.z) * cosine;
    if (fabsf(run) > 1e-3f)
        act->slope += 0.1f * ((to.y - from.y) / run - act->slope);
}

static void step(vv_performance3 *act, float dt)
{
    act->seconds += (double)dt;
    if (act->kind == VV_SCENE_VERB) {
        vv_verb_advance(act->verb->verb, act->weights, dt, &act->walker);
        show_verb(act, dt);
        measure_slide(act, act->globals, act->walker.phase, act->verb->verb);
    } else if (act->kind == VV_SCENE_GRAPH) {
        vv_root before = vv_graph_player_current_status(act->performer).root;
        vv_graph_player_advance(act->performer, dt);
        estimate_slope(act, before, vv_graph_player_current_status(act->performer).root);
    }
}

void vv_performance3_advance(vv_performance3 *act, float dt)
{
    dt = vvi_clamp(dt, 0.0f, 60.0f);
    if (act->troupe != NULL) {
        vv_creature_performance_advance(act->troupe, dt);
        return;
    }
    if (dt == 0.0f && act->kind == VV_SCENE_VERB)
        show_verb(act, 0.0f);
    uint32_t pieces = (uint32_t)ceilf(dt / longest_step - 1e-3f);
    for (uint32_t i = 0; i < pieces; i++)
        step(act, dt / (float)pieces);
    update_look(act);
}

void vv_performance3_restart(vv_performance3 *act)
{
    if (act->troupe != NULL) {
        vv_creature_performance_restart(act->troupe);
        return;
    }
    act->seconds = 0.0;
    act->slope = 0.0f;
    act->walker = vv_default_verb_state();
    memset(&act->plants, 0, sizeof act->plants);
    if (act->performer != NULL)
        vv_graph_player_restart(act->performer);
    vv_performance3_advance(act, 0.0f);
}

void vv_performance3_set_phase(vv_performance3 *act, float phase)
{
    act->walker = vv_default_verb_state();
    act->walker.phase = phase;
    memset(&act->plants, 0, sizeof act->plants);
    vv_performance3_advance(act, 0.0f);
}

vv_performance3_state vv_performance3_current_state(const vv_performance3 *act)
{
    if (act->troupe != NULL)
        return (vv_performance3_state){.seconds = vv_creature_performance_seconds(act->troupe),
                                       .root = vv_creature_performance_root(act->troupe)};
    vv_performance3_state state = {.seconds = act->seconds, .slide = act->slide};
    if (act->kind == VV_SCENE_LINE)
        state.length = vv_built_line_duration(act->line);
    if (act->kind == VV_SCENE_VERB) {
        float keytimes[VV_VERB_MAX_KEYTIMES];
        state.phase = act->walker.phase;
        state.length = vv_verb_keytimes(act->verb->verb, act->weights, keytimes);
        state.root = act->walker.root;
        float forward = act->dofs[VV_DOF_FORWARD], climb = act->dofs[VV_DOF_CLIMB];
        state.slope = fabsf(forward) > 0.05f ? climb / forward : 0.0f;
    } else if (act->kind == VV_SCENE_GRAPH) {
        vv_graph_player_status status = vv_graph_player_current_status(act->performer);
        state.phase = status.phase;
        state.root = status.root;
        state.slope = act->slope;
    }
    return state;
}

float vv_performance3_defect(vv_performance3 *act, const float *at)
{
    float weights[VV_FIELD_MAX_EXAMPLES], trouble = 0.0f;
    if (vv_performance3_field(act) == NULL)
        return 0.0f;
    vv_field_weights(vv_performance3_field(act), at, weights);
    if (act->kind == VV_SCENE_VERB)
        return vvi_min(vv_fit_slide(act->verb->verb, weights, 60.0f, false).mean / 0.005f, 1.0f);
    float place[VV_FIELD_MAX_AXES];
    bool shows_heat = act->shows_heat;
    memcpy(place, act->at, sizeof place);
    act->shows_heat = true;
    vv_performance3_set_place(act, at);
    show_shape(act);
    for (uint32_t v = 0; v < act->look.vertex_count; v++)
        trouble += act->heat[v];
    act->shows_heat = shows_heat;
    vv_performance3_set_place(act, place);
    show_shape(act);
    return vvi_min(8.0f * trouble / (float)act->look.vertex_count, 1.0f);
}
