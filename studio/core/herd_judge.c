/* Validation in the page: judges the project's motions and gaits on the creature of a seed. */
#include "herd.h"

/* The validation of one creature. */
typedef struct validation {
    vv_studio *studio;
    vv_json_writer *writer;
    uint32_t seed, selected; /* `selected`: the only motion or gait to judge, motions before gaits; VV_NONE: all */
    vv_creature_plan plan;
    vv_creature *creature;
    vv_watch *watch;
    uint32_t plays, passed, skipped;
} validation;

static void write_fault(const validation *c, const char *name, const char *kind, const vv_trial *trials,
                        const vv_fault *fault)
{
    const vv_trial *trial = &trials[fault->worst.trial];
    vv_json_write_object(c->writer, NULL);
    vv_json_write_string(c->writer, kind, name);
    vv_json_write_integer(c->writer, "variant", trial->variant);
    vv_json_write_integer(c->writer, "frame", fault->worst.frame);
    vv_json_write_float(c->writer, "time", (float)fault->worst.frame / (float)VV_JUDGE_RATE);
    vv_json_write_string(c->writer, "measure", vv_measure_name(fault->measure));
    vv_json_write_float(c->writer, "value", fault->worst.value);
    vv_json_write_float(c->writer, "limit", fault->limit);
    if (fault->worst.body != VV_NONE)
        vv_json_write_string(c->writer, "body", vv_creature_body_at(c->creature, fault->worst.body).name);
    vv_json_write_float(c->writer, "speed", trial->speed);
    vv_json_write_integer(c->writer, "trial", fault->worst.trial);
    vv_json_write_string(c->writer, "words", trial->words);
    vv_json_write_float(c->writer, "seconds", trial->seconds);
    vv_json_write_float(c->writer, "slope", trial->slope);
    vv_json_write_float(c->writer, "radius", trial->radius);
    vv_json_write_end(c->writer);
}

static vv_result judge_trials(validation *c, const char *name, const char *kind, uint32_t count, const vv_trial *trials,
                              vv_error *error)
{
    vv_findings findings;
    vv_fault fault;
    if (count == 0) {
        c->skipped++;
        return VV_OK;
    }
    vv_result result = vv_judge_play(c->watch, count, trials, &findings, error);
    if (result != VV_OK)
        return result;
    c->plays++;
    if (vv_findings_worst_fault(&findings, false, &fault))
        write_fault(c, name, kind, trials, &fault);
    else
        c->passed++;
    return VV_OK;
}

static vv_result judge_motion(validation *c, uint32_t index, vv_error *error)
{
    const char *name = vv_document_project(c->studio->document)->motions[index]->name;
    const vv_built_motion *motion = NULL;
    const vv_built_gait *stance = NULL;
    vv_binding *binding = NULL;
    vv_trial trials[VV_MAX_TRIALS];
    vv_result result = vv_session_motion(c->studio->session, index, &motion, error);
    if (result == VV_OK && vv_document_project(c->studio->document)->gait_count > 0)
        result = vv_session_gait(c->studio->session, 0, &stance, error);
    if (result == VV_OK)
        result = vv_binding_create(motion->motion, c->creature, c->studio->allocator, &binding, error);
    if (result != VV_OK)
        return result;
    uint32_t count =
        vv_make_motion_trials(binding, stance != NULL ? stance->gait : NULL, vv_trial_seed(c->seed, name), trials);
    result = judge_trials(c, name, "motion", count, trials, error);
    vv_binding_destroy(binding);
    return result;
}

static vv_result judge_gait(validation *c, uint32_t index, vv_error *error)
{
    const char *name = vv_document_project(c->studio->document)->gaits[index]->name;
    const vv_built_gait *gait = NULL;
    vv_trial trials[VV_MAX_TRIALS];
    vv_result result = vv_session_gait(c->studio->session, index, &gait, error);
    if (result != VV_OK)
        return result;
    return judge_trials(c, name, "gait", vv_make_gait_trials(gait->gait, c->creature, trials), trials, error);
}

static vv_result judge_all(validation *c, vv_error *error)
{
    const vv_project *project = vv_document_project(c->studio->document);
    vv_result result = VV_OK;
    vv_json_write_array(c->writer, "failures");
    for (uint32_t m = 0; result == VV_OK && m < project->motion_count; m++)
        if (c->selected == VV_NONE || c->selected == m)
            result = judge_motion(c, m, error);
    for (uint32_t g = 0; result == VV_OK && g < project->gait_count; g++)
        if (c->selected == VV_NONE || c->selected == project->motion_count + g)
            result = judge_gait(c, g, error);
    vv_json_write_end(c->writer);
    return result;
}

static vv_result run_validation(validation *c, vv_error *error)
{
    const vv_allocator *allocator = c->studio->allocator;
    vv_result result = vv_plan_grow(c->seed, allocator, &c->plan, error);
    if (result == VV_OK)
        result = vv_plan_creature(&c->plan, allocator, &c->creature, error);
    if (result == VV_OK)
        result = vv_watch_create(&c->plan, c->creature, VV_TRIAL_MAX_FRAMES, allocator, &c->watch, error);
    return result == VV_OK ? judge_all(c, error) : result;
}

vv_result vv_studio_validate(vv_studio *studio, uint32_t seed, uint32_t trial)
{
    validation c = {.studio = studio, .seed = seed, .selected = trial, .writer = vvi_studio_writer(studio)};
    vv_error error = {0};
    if (c.writer == NULL)
        return VV_ERROR_MEMORY;
    vv_json_write_object(c.writer, NULL);
    vv_json_write_integer(c.writer, "seed", seed);
    vv_result result = run_validation(&c, &error);
    vv_json_write_integer(c.writer, "plays", c.plays);
    vv_json_write_integer(c.writer, "passed", c.passed);
    vv_json_write_integer(c.writer, "skipped", c.skipped);
    vv_json_write_end(c.writer);
    if (c.watch != NULL)
        vv_watch_destroy(c.watch);
    vv_creature_destroy(c.creature, studio->allocator);
    vv_plan_destroy(&c.plan);
    if (result == VV_OK)
        return vvi_studio_answer(studio, c.writer);
    vv_json_writer_destroy(c.writer);
    return vvi_studio_fail(studio, &error);
}
