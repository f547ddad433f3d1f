/* Playing verbs, graphs, shapes and creatures: what of them there is to see, moment by moment. */
#include "act.h"

#include <string.h>

/* Steps no longer than this, so that feet are planted the same at every frame rate. */
static const float longest_step = 0.02f;

/* ---- Making ---------------------------------------------------------------------------------------------------------------- */

static bool take_joints(vv_act *act)
{
    uint32_t count = act->skeleton == NULL ? 1 : vv_skeleton_joint_count(act->skeleton);
    act->turns = vvi_arena_take(&act->arena, count, sizeof *act->turns);
    act->moves = vvi_arena_take(&act->arena, count, sizeof *act->moves);
    act->globals = vvi_arena_take(&act->arena, count, sizeof *act->globals);
    act->scratch = vvi_arena_take(&act->arena, count, sizeof *act->scratch);
    return act->turns && act->moves && act->globals && act->scratch;
}

static bool take_surface(vv_act *act)
{
    uint32_t count = act->look.vertex_count;
    act->positions = vvi_arena_take(&act->arena, count, sizeof *act->positions);
    act->normals = vvi_arena_take(&act->arena, count, sizeof *act->normals);
    act->heat = vvi_arena_take(&act->arena, count, sizeof *act->heat);
    act->look.positions = act->positions;
    act->look.normals = act->normals;
    return act->positions && act->normals && act->heat;
}

static void look_at(vv_act *act, const vv_skeleton *skeleton, const vv_manikin *figure)
{
    act->skeleton = skeleton;
    act->figure = figure;
    act->look.vertex_count = figure->form.vertex_count;
    act->look.triangle_count = figure->form.triangle_count;
    act->look.triangles = figure->form.triangles;
    act->look.colors = figure->colors;
}

static void find_driven(vv_act *act, const vv_project_shape *shape)
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

static vv_result open_shape(vv_act *act, vv_session *session, uint32_t subject, vv_error *error)
{
    const vv_built_shape *built = NULL;
    const vv_project_shape *shape = vv_document_project(vvi_session_document(session))->shapes[subject];
    vv_result result = vv_session_shape(session, subject, &built, error);
    if (result != VV_OK)
        return result;
    act->shape = vv_built_shape_keep(built);
    act->character = built->character;
    act->skeleton = built->character == NULL ? NULL : built->character->skeleton;
    act->color =
        (uint32_t)shape->colour[0] | (uint32_t)shape->colour[1] << 8 | (uint32_t)shape->colour[2] << 16 | 0xff000000u;
    act->look = (vv_act_look){.vertex_count = vv_shape_surface_vertex_count(built->shape),
                              .triangle_count = vv_shape_surface_triangle_count(built->shape),
                              .triangles = vv_shape_surface_triangles(built->shape),
                              .color = act->color};
    act->form = vvi_arena_take(&act->arena, vv_shape_room(built->shape), sizeof *act->form);
    if (act->form == NULL)
        return vvi_fail_memory(error, vv_shape_room(built->shape) * sizeof *act->form);
    find_driven(act, shape);
    return VV_OK;
}

static vv_result open_verb(vv_act *act, vv_session *session, uint32_t subject, vv_error *error)
{
    const vv_built_verb *built = NULL;
    vv_result result = vv_session_verb(session, subject, &built, error);
    if (result != VV_OK)
        return result;
    act->verb = vv_built_verb_keep(built);
    act->character = built->character;
    act->dofs = vvi_arena_take(&act->arena, vv_verb_room(built->verb), sizeof *act->dofs);
    if (act->dofs == NULL)
        return vvi_fail_memory(error, vv_verb_room(built->verb) * sizeof *act->dofs);
    look_at(act, act->character->skeleton, &act->character->figure);
    return VV_OK;
}

static vv_result open_graph(vv_act *act, vv_session *session, uint32_t subject, vv_error *error)
{
    const vv_built_graph *built = NULL;
    vv_result result = vv_session_graph(session, subject, &built, error);
    if (result != VV_OK)
        return result;
    act->graph = vv_built_graph_keep(built);
    act->character = built->character;
    look_at(act, act->character->skeleton, &act->character->figure);
    return vv_performer_create(built->graph, built->runtime, act->allocator, &act->performer, error);
}

static vv_result open_line(vv_act *act, vv_session *session, uint32_t subject, vv_error *error)
{
    const vv_built_line *built = NULL;
    vv_result result = vv_session_line(session, subject, NULL, &built, error);
    if (result != VV_OK)
        return result;
    if (built->skeleton == NULL)
        return vvi_fail(error, VV_ERROR_ARGUMENT, "a drawing follows this line, and drawings are flat");
    act->line = vv_built_line_keep(built);
    act->character = built->character;
    look_at(act, built->skeleton, built->figure);
    return VV_OK;
}

/* Axes that nobody has moved are at home. */
static void go_home(vv_act *act, const vv_project *project, uint32_t subject)
{
    const vv_project_field *field =
        act->kind == VV_SCENE_SHAPE ? &project->shapes[subject]->field : &project->verbs[subject]->field;
    for (uint32_t a = 0; a < field->axis_count; a++)
        act->at[a] = vv_project_axis_home(&field->axes[a]);
    vv_field_weights(vv_act_field(act), act->at, act->weights);
}

static bool plants_feet(const vv_act *act, const vv_project *project, uint32_t subject)
{
    if (act->kind != VV_SCENE_VERB && act->kind != VV_SCENE_GRAPH)
        return false;
    uint32_t skeleton =
        act->kind == VV_SCENE_VERB ? project->verbs[subject]->skeleton : project->graphs[subject]->skeleton;
    return project->skeletons[skeleton]->plant;
}

static vv_result open_kind(vv_act *act, vv_session *session, uint32_t subject, vv_error *error)
{
    switch (act->kind) {
    case VV_SCENE_SHAPE:
        return open_shape(act, session, subject, error);
    case VV_SCENE_VERB:
        return open_verb(act, session, subject, error);
    case VV_SCENE_CREATURE:
        act->key = vv_troupe_key(session, subject);
        return vv_troupe_create(session, subject, &act->troupe, error);
    case VV_SCENE_LINE:
        return open_line(act, session, subject, error);
    default:
        return open_graph(act, session, subject, error);
    }
}

vv_result vv_act_create(vv_session *session, vv_scene_kind kind, uint32_t subject, vv_act **out, vv_error *error)
{
    const vv_project *project = vv_document_project(vvi_session_document(session));
    const vv_allocator *allocator = vvi_session_allocator(session);
    vv_act *act = vvi_allocate_zeroed(allocator, 1, sizeof *act);
    if (act == NULL)
        return vvi_fail_memory(error, sizeof *act);
    act->allocator = allocator;
    act->arena.allocator = allocator;
    act->kind = kind;
    vv_result result = open_kind(act, session, subject, error);
    if (result == VV_OK && act->troupe == NULL && (!take_joints(act) || !take_surface(act)))
        result = vvi_fail_memory(error, act->look.vertex_count * sizeof(vv_vec3));
    if (result != VV_OK) {
        vv_act_destroy(act);
        return result;
    }
    if (kind == VV_SCENE_SHAPE || kind == VV_SCENE_VERB)
        go_home(act, project, subject);
    if (act->troupe == NULL)
        vv_act_set_planting(act, plants_feet(act, project, subject));
    vv_act_restart(act);
    *out = act;
    return VV_OK;
}

void vv_act_destroy(vv_act *act)
{
    if (act == NULL)
        return;
    vv_troupe_destroy(act->troupe);
    vv_performer_destroy(act->performer, act->allocator);
    vv_built_shape_destroy(act->shape);
    vv_built_verb_destroy(act->verb);
    vv_built_graph_destroy(act->graph);
    vv_built_line_destroy(act->line);
    vvi_arena_release(&act->arena);
    vvi_release(act->allocator, act, 1, sizeof *act);
}

bool vv_act_is_current(const vv_act *act, vv_session *session, vv_scene_kind kind, uint32_t subject)
{
    if (act->kind != kind)
        return false;
    if (kind == VV_SCENE_CREATURE)
        return act->key == vv_troupe_key(session, subject);
    if (kind == VV_SCENE_LINE)
        return act->line->key == vvi_line_key(session, subject);
    if (kind == VV_SCENE_SHAPE)
        return act->shape->key == vvi_shape_key(session, subject);
    return kind == VV_SCENE_VERB ? act->verb->key == vvi_verb_key(session, subject)
                                 : act->graph->key == vvi_graph_key(session, subject);
}

void vv_act_inherit(vv_act *act, const vv_act *from)
{
    act->planting = from->planting;
    act->still = from->still;
    act->heats = from->heats;
    act->seconds = from->seconds;
    act->walker = from->walker;
    if (vv_act_field(act) != NULL && vv_act_field(from) != NULL &&
        vv_field_axis_count(vv_act_field(act)) == vv_field_axis_count(vv_act_field(from)))
        vv_act_set_place(act, from->at);
    vv_act_advance(act, 0.0f);
}

vv_scene_kind vv_act_kind(const vv_act *act) { return act->kind; }
const vv_verb *vv_act_verb(const vv_act *act) { return act->verb == NULL ? NULL : act->verb->verb; }
vv_performer *vv_act_performer(const vv_act *act) { return act->performer; }
const vv_graph *vv_act_graph(const vv_act *act) { return act->graph == NULL ? NULL : act->graph->graph; }
const float *vv_act_place(const vv_act *act) { return act->at; }
const float *vv_act_weights(const vv_act *act) { return act->weights; }
void vv_act_set_still(vv_act *act, bool on) { act->still = on; }
void vv_act_set_heat(vv_act *act, bool on) { act->heats = on; }
void vv_act_set_plain(vv_act *act, bool on) { act->plain = on; }

const vv_field *vv_act_field(const vv_act *act)
{
    return act->shape != NULL  ? vv_shape_field(act->shape->shape)
           : act->verb != NULL ? vv_verb_field(act->verb->verb)
                               : NULL;
}

const vv_skeleton *vv_act_skeleton(const vv_act *act) { return act->skeleton; }
const vv_built_line *vv_act_line(const vv_act *act) { return act->line; }

void vv_act_set_planting(vv_act *act, bool on)
{
    act->planting = on;
    memset(&act->plants, 0, sizeof act->plants);
    if (act->performer != NULL)
        vv_performer_set_planting(act->performer, on);
}

/* ---- Showing --------------------------------------------------------------------------------------------------------------- */

/* The weights where every axis that a joint drives is at rest. */
static void rest_weights(const vv_act *act, float *weights)
{
    const vv_field *field = vv_act_field(act);
    float at[VV_FIELD_MAX_AXES];
    for (uint32_t a = 0; a < vv_field_axis_count(field); a++)
        at[a] = act->driven[a] == VV_NONE ? act->at[a] : 0.0f;
    vv_field_weights(field, at, weights);
}

static void show_shape(vv_act *act)
{
    const vv_shape *shape = act->shape->shape;
    float plain[VV_FIELD_MAX_EXAMPLES];
    if (act->plain)
        rest_weights(act, plain);
    vv_shape_blend(shape, act->plain ? plain : act->weights, act->form);
    if (act->shape->skin != NULL) {
        vv_skeleton_rest(act->character->skeleton, act->turns, act->moves);
        for (uint32_t a = 0; a < vv_field_axis_count(vv_shape_field(shape)); a++)
            if (act->driven[a] != VV_NONE)
                act->turns[act->driven[a]] =
                    vv_quat_multiply(act->turns[act->driven[a]], vv_quat_about(act->about[a], act->at[a]));
        vv_skeleton_globals(act->character->skeleton, act->turns, act->moves, act->globals);
        vv_skin3_apply(act->shape->skin, act->globals, act->form, NULL, act->scratch, act->form, NULL);
    }
    vv_shape_surface(shape, act->form, act->positions, act->normals);
    if (act->heats)
        vv_fit_self_heat(act->look.vertex_count, act->positions, act->look.triangle_count, act->look.triangles,
                         act->allocator, act->heat);
}

/* How far feet that stand have moved since they were last seen, as heat on what hangs on them. */
static void heat_feet(vv_act *act, const vv_affine3 *globals, float phase, const vv_verb *verb)
{
    const vv_manikin *figure = &act->character->figure;
    float hot[VV_VERB_MAX_FEET] = {0};
    act->slide = 0.0f;
    for (uint32_t f = 0; f < vv_verb_foot_count(verb); f++) {
        vv_vec3 ankle = globals[vv_verb_foot(verb, f).ankle].move;
        if (vv_verb_stands(verb, f, phase)) {
            float way = vv_vec3_length(vv_vec3_sub(ankle, act->ankles[f]));
            act->slide = vvi_max(act->slide, way);
            hot[f] = vvi_clamp(way / 0.02f, 0.0f, 1.0f);
        }
        act->ankles[f] = ankle;
    }
    for (uint32_t v = 0; act->heats && v < figure->form.vertex_count; v++) {
        uint32_t joint = figure->joints[(size_t)v * VV_SKIN3_INFLUENCES];
        act->heat[v] = 0.0f;
        for (uint32_t f = 0; f < vv_verb_foot_count(verb); f++) {
            vv_foot foot = vv_verb_foot(verb, f);
            if (joint == foot.ankle || joint == foot.toe)
                act->heat[v] = hot[f];
        }
    }
}

void vvi_act_dress(vv_act *act, const vv_affine3 *globals, vv_vec3 *positions, vv_vec3 *normals)
{
    const vv_manikin *figure = act->figure;
    vv_skin3_apply(figure->skin, globals, figure->form.positions, figure->normals, act->scratch, positions, normals);
}

static void dress(vv_act *act, const vv_affine3 *globals)
{
    vvi_act_dress(act, globals, act->positions, act->normals);
    act->look.globals = globals;
}

static void show_verb(vv_act *act, float dt)
{
    const vv_verb *verb = act->verb->verb;
    vv_root root = act->walker.root, spot = {0};
    vv_verb_mix(verb, act->weights, act->walker.phase, act->dofs);
    vv_verb_pose(verb, act->dofs, act->still ? &spot : &root, act->turns, act->moves);
    vv_skeleton_globals(vv_verb_skeleton(verb), act->turns, act->moves, act->globals);
    if (act->planting && !act->still)
        vv_verb_plant(verb, act->walker.phase, dt, &act->plants, act->turns, act->moves, act->globals);
}

static void show(vv_act *act)
{
    if (act->kind == VV_SCENE_SHAPE)
        show_shape(act);
    else if (act->kind == VV_SCENE_LINE)
        vvi_act_show_line(act);
    else
        dress(act, act->kind == VV_SCENE_VERB ? act->globals : vv_performer_globals(act->performer));
    act->look.heat = act->heats ? act->heat : NULL;
}

vv_act_look vv_act_looks(const vv_act *act) { return act->troupe ? vv_troupe_look(act->troupe) : act->look; }
const vv_troupe *vv_act_troupe(const vv_act *act) { return act->troupe; }

/* ---- Moving ---------------------------------------------------------------------------------------------------------------- */

void vv_act_set_place(vv_act *act, const float *at)
{
    memcpy(act->at, at, vv_field_axis_count(vv_act_field(act)) * sizeof *at);
    vv_field_weights(vv_act_field(act), act->at, act->weights);
}

/* The ground under a character that goes from one place to another; where it stands still, as it was. */
static void follow_slope(vv_act *act, vv_root from, vv_root to)
{
    float sine, cosine;
    vv_sin_cos(to.heading, &sine, &cosine);
    float way = (to.x - from.x) * sine + (to.z - from.z) * cosine;
    if (fabsf(way) > 1e-3f)
        act->slope += 0.1f * ((to.y - from.y) / way - act->slope);
}

static void step(vv_act *act, float dt)
{
    act->seconds += (double)dt;
    if (act->kind == VV_SCENE_VERB) {
        vv_verb_advance(act->verb->verb, act->weights, dt, &act->walker);
        show_verb(act, dt);
        heat_feet(act, act->globals, act->walker.phase, act->verb->verb);
    } else if (act->kind == VV_SCENE_GRAPH) {
        vv_root before = vv_performer_state(act->performer).root;
        vv_performer_advance(act->performer, dt);
        follow_slope(act, before, vv_performer_state(act->performer).root);
    }
}

void vv_act_advance(vv_act *act, float dt)
{
    dt = vvi_clamp(dt, 0.0f, 60.0f);
    if (act->troupe != NULL) {
        vv_troupe_advance(act->troupe, dt);
        return;
    }
    if (dt == 0.0f && act->kind == VV_SCENE_VERB)
        show_verb(act, 0.0f);
    uint32_t pieces = (uint32_t)ceilf(dt / longest_step - 1e-3f);
    for (uint32_t i = 0; i < pieces; i++)
        step(act, dt / (float)pieces);
    show(act);
}

void vv_act_restart(vv_act *act)
{
    if (act->troupe != NULL) {
        vv_troupe_restart(act->troupe);
        return;
    }
    act->seconds = 0.0;
    act->slope = 0.0f;
    act->walker = vv_default_walker();
    memset(&act->plants, 0, sizeof act->plants);
    if (act->performer != NULL)
        vv_performer_restart(act->performer);
    vv_act_advance(act, 0.0f);
}

void vv_act_set_phase(vv_act *act, float phase)
{
    act->walker = vv_default_walker();
    act->walker.phase = phase;
    memset(&act->plants, 0, sizeof act->plants);
    vv_act_advance(act, 0.0f);
}

vv_act_state vv_act_now(const vv_act *act)
{
    if (act->troupe != NULL)
        return (vv_act_state){.seconds = vv_troupe_seconds(act->troupe), .root = vv_troupe_root(act->troupe)};
    vv_act_state state = {.seconds = act->seconds, .slide = act->slide};
    if (act->kind == VV_SCENE_LINE)
        state.length = vv_built_line_length(act->line);
    if (act->kind == VV_SCENE_VERB) {
        float keytimes[VV_VERB_MAX_KEYTIMES];
        state.phase = act->walker.phase;
        state.length = vv_verb_keytimes(act->verb->verb, act->weights, keytimes);
        state.root = act->walker.root;
        float forward = act->dofs[VV_DOF_FORWARD], climb = act->dofs[VV_DOF_CLIMB];
        state.slope = fabsf(forward) > 0.05f ? climb / forward : 0.0f;
    } else if (act->kind == VV_SCENE_GRAPH) {
        vv_performer_status status = vv_performer_state(act->performer);
        state.phase = status.phase;
        state.root = status.root;
        state.slope = act->slope;
    }
    return state;
}

float vv_act_trouble(vv_act *act, const float *at)
{
    float weights[VV_FIELD_MAX_EXAMPLES], trouble = 0.0f;
    if (vv_act_field(act) == NULL)
        return 0.0f;
    vv_field_weights(vv_act_field(act), at, weights);
    if (act->kind == VV_SCENE_VERB)
        return vvi_min(vv_fit_slide(act->verb->verb, weights, 60.0f, false).mean / 0.005f, 1.0f);
    float place[VV_FIELD_MAX_AXES];
    bool heats = act->heats;
    memcpy(place, act->at, sizeof place);
    act->heats = true;
    vv_act_set_place(act, at);
    show_shape(act);
    for (uint32_t v = 0; v < act->look.vertex_count; v++)
        trouble += act->heat[v];
    act->heats = heats;
    vv_act_set_place(act, place);
    show_shape(act);
    return vvi_min(8.0f * trouble / (float)act->look.vertex_count, 1.0f);
}
