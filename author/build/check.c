/* Problems that show only when things are built. Everything in a document is built with the functions that
 * simulating, rendering and baking use, so that what passes here is not refused there. */
#include "creatures.h"
#include "lines.h"
#include "performance.h"
#include "session.h"

#include "runtime/base/base.h"

#include <verve/query.h>

#include <string.h>

/* Of the smaller drawing: points of a hinge that are further apart are apart by mistake. */
#define APART 0.1f

typedef struct checker {
    vv_session *session;
    const vv_project *project;
    const vv_progress *progress;
    vv_problems *problems;
    vv_error *error; /* why the check itself cannot go on: no memory, or it was stopped */
} checker;

/* ---- Reporting --------------------------------------------------------------------------------------------------- */

static bool begins_with(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

static vv_rule choose_rule(const vv_error *refusal)
{
    const char *path = refusal->path;
    bool of_file = refusal->file[0] != '\0';
    if (begins_with(path, "$.artworks"))
        return VV_RULE_ARTWORK_BUILT;
    if (begins_with(path, "$.scenes"))
        return VV_RULE_SCENE_BUILT;
    if (begins_with(path, "$.lines") && refusal->code == VV_ERROR_NOT_FOUND)
        return VV_RULE_LINE_JOINT;
    if (begins_with(path, "$.takes") ||
        (of_file && (begins_with(path, "$.skeletons") || begins_with(path, "$.creatures"))))
        return VV_RULE_MOTION_FILE;
    return VV_RULE_BUILT;
}

/* Whether a problem is in the list already: whatever uses a thing that is refused is refused for the same reason, and
 * a file that cannot be read is refused for its skeleton and for every take. */
static bool is_reported(const vv_problems *problems, const vv_error *refusal)
{
    for (uint32_t i = 0; i < problems->count; i++) {
        const vv_problem *problem = &problems->items[i];
        bool same_file = refusal->file[0] != '\0' && strcmp(problem->error.file, refusal->file) == 0 &&
                         strcmp(problem->error.message, refusal->message) == 0;
        if (!vv_rule_is_warning(problem->rule) && (same_file || strcmp(problem->error.path, refusal->path) == 0))
            return true;
    }
    return false;
}

/* Of a stage that cannot be played because a polygon crosses itself the document has told already, as a warning, and at
 * the polygon: that becomes the error. False: it has not. */
static bool raise_warning(vv_problems *problems, const vv_error *refusal)
{
    for (uint32_t i = 0; i < problems->count; i++) {
        vv_problem *problem = &problems->items[i];
        if (problem->rule == VV_RULE_CROSSING && begins_with(problem->error.path, refusal->path) &&
            strcmp(problem->error.message, refusal->message) == 0) {
            problem->rule = choose_rule(refusal);
            problem->error.code = refusal->code;
            problems->errors++;
            return true;
        }
    }
    return false;
}

/* Adds a refusal to the problems; false where the check cannot go on. */
static bool report_refusal(const checker *c, vv_result result, const vv_error *refusal)
{
    if (result == VV_ERROR_MEMORY || result == VV_ERROR_CANCELLED) {
        if (c->error)
            *c->error = *refusal;
        return false;
    }
    if (result != VV_OK && !is_reported(c->problems, refusal) && !raise_warning(c->problems, refusal))
        vv_problems_add(c->problems, choose_rule(refusal), refusal, refusal->remedy, "%s", refusal->message);
    return !c->problems->memory;
}

/* ---- Building ---------------------------------------------------------------------------------------------------- */

/* Warns of small pieces of a drawing that were not cut, and so are not seen: a dashed line loses dashes. */
static void warn_left_out(const checker *c, uint32_t index, const vv_rigged *rigged)
{
    const vv_project_artwork *artwork = c->project->artworks[index];
    for (uint32_t l = 0; l < artwork->layer_count && c->problems->warnings; l++) {
        uint32_t count = rigged->body->left_out[l];
        vv_error place = {0};
        vvi_format(place.path, sizeof place.path, "$.artworks[%u].layers[%u]", index, l);
        if (count > 0)
            vv_problems_add(c->problems, VV_RULE_LEFT_OUT, &place, "raise its \"vertices\"",
                            "%u small piece%s of layer \"%s\" %s left out", count, count == 1 ? "" : "s",
                            artwork->layers[l].name, count == 1 ? "was" : "were");
    }
}

static vv_result build_artwork(const checker *c, uint32_t index, vv_error *refusal)
{
    const vv_rigged *rigged = NULL;
    const vv_staged *staged = NULL;
    vv_result result = vv_session_artwork(c->session, index, c->progress, &rigged, refusal);
    if (result == VV_OK)
        warn_left_out(c, index, rigged);
    if (result == VV_OK && vvi_artwork_is_sprite(rigged))
        result = vv_session_staged(c->session, index, c->progress, NULL, &staged, refusal);
    if (result == VV_OK && vvi_artwork_is_puppet(c->project, index))
        result = vv_session_scaled(c->session, index, VV_ACTOR_PUPPET, 1.0f, c->progress, NULL, &staged, refusal);
    return result;
}

static vv_result build_skeleton(const checker *c, uint32_t index, vv_error *refusal)
{
    const vv_character *character = NULL;
    return vv_session_character(c->session, index, &character, refusal);
}

static vv_result build_take(const checker *c, uint32_t index, vv_error *refusal)
{
    const vv_take *take = NULL;
    return vv_session_take(c->session, index, &take, refusal);
}

static vv_result build_act(const checker *c, vv_scene_kind kind, uint32_t index, vv_error *refusal)
{
    vv_performance3 *act = NULL;
    vv_result result = vv_performance3_create(c->session, kind, index, &act, refusal);
    vv_performance3_destroy(act);
    return result;
}

static vv_result build_shape(const checker *c, uint32_t index, vv_error *refusal)
{
    return build_act(c, VV_SCENE_SHAPE, index, refusal);
}

static vv_result build_verb(const checker *c, uint32_t index, vv_error *refusal)
{
    return build_act(c, VV_SCENE_VERB, index, refusal);
}

static vv_result build_graph(const checker *c, uint32_t index, vv_error *refusal)
{
    return build_act(c, VV_SCENE_GRAPH, index, refusal);
}

static vv_result build_creature(const checker *c, uint32_t index, vv_error *refusal)
{
    const vv_built_creature *creature = NULL;
    return vv_session_creature(c->session, index, &creature, refusal);
}

static vv_result build_motion(const checker *c, uint32_t index, vv_error *refusal)
{
    const vv_built_motion *motion = NULL;
    return vv_session_motion(c->session, index, &motion, refusal);
}

static vv_result build_gait(const checker *c, uint32_t index, vv_error *refusal)
{
    const vv_built_gait *gait = NULL;
    return vv_session_gait(c->session, index, &gait, refusal);
}

static vv_result build_line(const checker *c, uint32_t index, vv_error *refusal)
{
    const vv_built_line *line = NULL;
    return vv_session_line(c->session, index, c->progress, &line, refusal);
}

/* A drawing on a line is drawn flat, and needs only what the line is built of. */
static bool is_flat(const vv_project *project, const vv_project_scene *scene)
{
    return scene->kind == VV_SCENE_LINE && project->lines[scene->subject]->kind == VV_LINE_OF_ARTWORK;
}

/* What the smaller drawing of a joint measures on the stage, m. */
static float smaller_extent(const vv_stage *stage, const vv_joint_state *joint)
{
    const vv_joint_end *ends[2] = {&joint->a, &joint->b};
    float least = INFINITY;
    for (int e = 0; e < 2; e++) {
        vv_vec2 low, high;
        if (ends[e]->actor.generation && vv_stage_actor_bounds(stage, ends[e]->actor, &low, &high))
            least = vvi_min(least, vv_vec2_distance(low, high));
    }
    return least;
}

/* Warns of hinges and welds between points that are apart: they snap together when the scene begins, which is seldom
 * meant. What a pose of the first place moves them by is not. */
static void warn_apart(const checker *c, uint32_t scene, const vv_performance *performance)
{
    const vv_stage *stage = vv_performance_stage(performance);
    const vv_project_stage *described = &c->project->scenes[scene]->stage;
    vv_joint_id ids[VV_PROJECT_MAX_JOINTS];
    uint32_t count = vv_stage_joints(stage, ids, VV_PROJECT_MAX_JOINTS);
    for (uint32_t k = 0; k < described->joint_count && c->problems->warnings; k++) {
        uint32_t index = performance->staged->joints[k];
        vv_joint_kind kind = described->joints[k].kind;
        if (index >= count || (kind != VV_JOINT_HINGE && kind != VV_JOINT_WELD))
            continue;
        vv_joint_state joint = vv_stage_joint_state(stage, ids[index]);
        float apart = vv_vec2_distance(joint.points[0], joint.points[1]);
        vv_error place = {0};
        vvi_format(place.path, sizeof place.path, "$.scenes[%u].joints[%u]", scene, k);
        if (apart > APART * smaller_extent(stage, &joint))
            vv_problems_add(c->problems, VV_RULE_JOINT_APART, &place,
                            "move an actor, or a point of the joint, until both are at the same place; or use a rod",
                            "the points of this %s are %g m apart when the scene begins; it pulls them together",
                            kind == VV_JOINT_HINGE ? "hinge" : "weld", floor(1000.0 * (double)apart + 0.5) / 1000.0);
    }
}

static vv_result build_scene(const checker *c, uint32_t index, vv_error *refusal)
{
    if (is_flat(c->project, c->project->scenes[index]))
        return build_line(c, c->project->scenes[index]->subject, refusal);
    const vv_rigged *rigged = NULL;
    vv_performance *performance = NULL;
    vv_performance3_scene scene = {0};
    vv_result result;
    switch (c->project->scenes[index]->kind) {
    case VV_SCENE_TOUR:
        return vv_session_artwork(c->session, c->project->scenes[index]->artwork, c->progress, &rigged, refusal);
    case VV_SCENE_STAGE:
        result = vv_performance_create(c->session, index, c->progress, &performance, refusal);
        if (result == VV_OK)
            warn_apart(c, index, performance);
        vv_performance_destroy(performance);
        return result;
    default:
        result = vv_performance3_scene_open(c->session, index, &scene, refusal);
        vv_performance3_scene_close(&scene);
        return result;
    }
}

/* Builds everything else that a baked file contains, such as clips and recordings, and proves that it can be baked.
 * Images have been read before. */
static vv_result build_asset(const checker *c, uint32_t index, vv_error *refusal)
{
    vv_bake_def def = vv_default_bake_def();
    uint8_t *bytes = NULL;
    size_t byte_count = 0;
    (void)index;
    def.images = false;
    vv_result result = vv_bake(c->session, &def, c->progress, &bytes, &byte_count, refusal);
    if (result == VV_OK)
        vv_bake_release(c->session, bytes, byte_count);
    return result;
}

/* ---- One after another ------------------------------------------------------------------------------------------- */

typedef struct kind {
    uint32_t count;
    vv_result (*build)(const checker *, uint32_t, vv_error *);
} kind;

#define KINDS 12
static void list_kinds(const vv_project *project, kind kinds[KINDS])
{
    const kind all[KINDS] = {{project->artwork_count, build_artwork},   {project->skeleton_count, build_skeleton},
                             {project->take_count, build_take},         {project->shape_count, build_shape},
                             {project->verb_count, build_verb},         {project->graph_count, build_graph},
                             {project->creature_count, build_creature}, {project->motion_count, build_motion},
                             {project->gait_count, build_gait},         {project->line_count, build_line},
                             {project->scene_count, build_scene},       {1, build_asset}};
    memcpy(kinds, all, sizeof all);
}

uint32_t vv_session_check_count(const vv_session *session)
{
    kind kinds[KINDS];
    uint32_t count = 0;
    list_kinds(vvi_session_project(session), kinds);
    for (size_t k = 0; k < KINDS; k++)
        count += kinds[k].count;
    return count;
}

vv_result vv_session_check_item(vv_session *session, uint32_t item, const vv_progress *progress, vv_problems *problems,
                                vv_error *error)
{
    kind kinds[KINDS];
    checker c = {session, vvi_session_project(session), progress, problems, error};
    list_kinds(c.project, kinds);
    for (size_t k = 0; k < KINDS; item -= kinds[k++].count) {
        vv_error refusal = {0};
        if (item >= kinds[k].count)
            continue;
        vv_result result = kinds[k].build(&c, item, &refusal);
        if (report_refusal(&c, result, &refusal))
            return VV_OK;
        return problems->memory ? vvi_fail_memory(error, sizeof(vv_problem)) : result;
    }
    return VV_OK;
}

vv_result vv_session_check(vv_session *session, const vv_progress *progress, vv_problems *problems, vv_error *error)
{
    uint32_t count = vv_session_check_count(session);
    vv_result result = VV_OK;
    for (uint32_t i = 0; i < count && result == VV_OK && !problems->full; i++)
        result = vv_session_check_item(session, i, progress, problems, error);
    return result;
}
