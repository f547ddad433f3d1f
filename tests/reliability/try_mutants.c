/* Tries mutants of projects: what `verve check` says of each, and what building, playing and baking it say.
 *
 * Standard input has one mutant after another: a line "FOLDER BYTES" and so many bytes of project.json, which go into
 * that folder, a copy of the project's. Both ask the same session, which builds everything but once. For each a line
 * of JSON comes out: {"problems": […], "refusals": […]}, both with rule or who refused, file, path, message.
 * test_check.py makes the mutants and compares the two. */
#include "cli/check.h"

#include "author/base/file.h"
#include "author/build/creatures.h"
#include "author/build/lines.h"

#include <verve/asset.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct trying {
    vv_json_writer *w;
    vv_session *session;
    const vv_project_folder *folder;
    const vv_project *project;
} trying;

static void write_place(vv_json_writer *w, const vv_error *error)
{
    vv_json_write_string(w, "file", error->file);
    vv_json_write_string(w, "path", error->path);
    vv_json_write_string(w, "message", error->message);
    vv_json_write_end(w);
}

static void write_problem(vv_json_writer *w, const vv_problem *problem)
{
    char rule[16];
    snprintf(rule, sizeof rule, "V%03u", (unsigned)problem->rule);
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "rule", rule);
    vv_json_write_bool(w, "warning", vv_rule_is_warning(problem->rule));
    write_place(w, &problem->error);
}

static void note(trying *t, const char *who, vv_result result, vv_error *error)
{
    if (result == VV_OK)
        return;
    if (t->folder)
        vv_project_folder_place(t->folder, error);
    vv_json_write_object(t->w, NULL);
    vv_json_write_string(t->w, "by", who);
    write_place(t->w, error);
}

/* ---- As the commands do ------------------------------------------------------------------------------------------ */

static vv_result simulate(trying *t, uint32_t scene, vv_error *error)
{
    vv_performance *performance = NULL;
    vv_result result = vv_performance_create(t->session, scene, NULL, &performance, error);
    if (result == VV_OK)
        vv_performance_show(performance, 0.1);
    vv_performance_destroy(performance);
    return result;
}

static vv_result play(trying *t, uint32_t scene, vv_error *error)
{
    const vv_project_scene *wanted = t->project->scenes[scene];
    const vv_rigged *rigged = NULL;
    const vv_built_line *line = NULL;
    vv_performance3_scene act = {0};
    if (wanted->kind == VV_SCENE_TOUR)
        return vv_session_artwork(t->session, wanted->artwork, NULL, &rigged, error);
    if (wanted->kind == VV_SCENE_LINE && t->project->lines[wanted->subject]->kind == VV_LINE_OF_ARTWORK)
        return vv_session_line(t->session, wanted->subject, NULL, &line, error);
    vv_result result = vv_performance3_scene_open(t->session, scene, &act, error);
    if (result == VV_OK)
        vv_performance3_scene_show(&act, 0.1);
    vv_performance3_scene_close(&act);
    return result;
}

static void try_scenes(trying *t)
{
    for (uint32_t i = 0; i < t->project->scene_count; i++) {
        bool stage = t->project->scenes[i]->kind == VV_SCENE_STAGE;
        vv_error error = {0};
        vv_result result = stage ? simulate(t, i, &error) : play(t, i, &error);
        note(t, stage ? "simulate" : "render", result, &error);
    }
}

static void try_acts(trying *t, vv_scene_kind kind, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        vv_performance3 *act = NULL;
        vv_error error = {0};
        vv_result result = vv_performance3_create(t->session, kind, i, &act, &error);
        note(t, "verb", result, &error);
        vv_performance3_destroy(act);
    }
}

static void try_lines(trying *t)
{
    for (uint32_t i = 0; i < t->project->line_count; i++) {
        const vv_built_line *line = NULL;
        vv_error error = {0};
        note(t, "line", vv_session_line(t->session, i, NULL, &line, &error), &error);
    }
}

/* Every motion on every creature, as far as it suits. */
static void try_creatures(trying *t)
{
    for (uint32_t i = 0; i < t->project->creature_count; i++) {
        const vv_built_creature *creature = NULL;
        vv_creature_instance *being = NULL;
        vv_error error = {0};
        vv_result result = vv_session_creature(t->session, i, &creature, &error);
        if (result == VV_OK)
            result = vv_creature_instance_create(creature, NULL, NULL, &being, &error);
        for (uint32_t m = 0; result == VV_OK && m < t->project->motion_count; m++) {
            const vv_built_motion *motion = NULL;
            const vv_binding *binding = NULL;
            result = vv_session_motion(t->session, m, &motion, &error);
            if (result == VV_OK)
                result = vv_creature_instance_bind(being, motion, &binding, &error);
        }
        note(t, "retarget", result, &error);
        vv_creature_instance_destroy(being);
    }
}

/* A baked file that cannot be loaded is as good as refused. */
static void try_baking(trying *t)
{
    const vv_bake_def def = vv_default_bake_def();
    const vv_asset *asset = NULL;
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_error error = {0};
    vv_result result = vv_bake(t->session, &def, NULL, &bytes, &count, &error);
    note(t, "bake", result, &error);
    if (result != VV_OK)
        return;
    result = vv_asset_load(bytes, count, &asset, &error);
    note(t, "load", result, &error);
    vv_bake_release(t->session, bytes, count);
}

static void try_project(trying *t, const cli_project *project)
{
    t->folder = project->folder;
    t->session = project->session;
    t->project = vv_document_project(vv_project_folder_document(project->folder));
    try_scenes(t);
    try_acts(t, VV_SCENE_VERB, t->project->verb_count);
    try_acts(t, VV_SCENE_SHAPE, t->project->shape_count);
    try_acts(t, VV_SCENE_GRAPH, t->project->graph_count);
    try_lines(t);
    try_creatures(t);
    try_baking(t);
}

/* ---- One after another ------------------------------------------------------------------------------------------- */

static bool try_mutant(const char *folder)
{
    vv_problems problems = {.warnings = true};
    trying t = {0};
    vv_error error = {0};
    if (vv_json_writer_create(NULL, true, &t.w, &error) != VV_OK)
        return false;
    cli_project project = {0};
    vv_error unopened = {0};
    vv_result opened = cli_project_open(folder, VV_FOLDER_READ, &project, &unopened);
    vv_result result = vv_project_folder_check(folder, &problems, &error);
    if (result == VV_OK && opened == VV_OK)
        result = check_project(&project, &problems, &error);
    vv_json_write_object(t.w, NULL);
    vv_json_write_string(t.w, "failed", result == VV_OK ? "" : error.message);
    vv_json_write_array(t.w, "problems");
    for (uint32_t i = 0; i < problems.count; i++)
        write_problem(t.w, &problems.items[i]);
    vv_json_write_end(t.w);
    vv_json_write_array(t.w, "refusals");
    note(&t, "open", opened, &unopened);
    if (opened == VV_OK)
        try_project(&t, &project);
    cli_project_close(&project, VV_OK, NULL);
    vv_json_write_end(t.w);
    vv_json_write_end(t.w);
    const char *text = vv_json_writer_text(t.w, NULL);
    if (text)
        puts(text);
    fflush(stdout);
    vv_json_writer_destroy(t.w);
    vv_problems_release(&problems);
    return text != NULL;
}

int main(void)
{
    char folder[1024], file[1100];
    unsigned long count;
    while (scanf(" %1023s %lu", folder, &count) == 2 && getchar() == '\n' && count < VV_PROJECT_MAX_BYTES) {
        char *bytes = malloc(count + 1);
        vv_error error = {0};
        snprintf(file, sizeof file, "%s/project.json", folder);
        bool good =
            bytes && fread(bytes, 1, count, stdin) == count && vv_file_write(file, bytes, count, &error) == VV_OK;
        free(bytes);
        if (!good || !try_mutant(folder))
            return 1;
    }
    return 0;
}
