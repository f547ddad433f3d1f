/* What `verve retarget` writes: motion files, tables, films, pictures, and a report. */
#include "cli/retarget.h"

#include "cli/motion.h"
#include "cli/show_act.h"
#include "cli/table.h"

#include "author/base/path.h"
#include "runtime/base/base.h"

#include <math.h>
#include <stdio.h>

/* ---- Motion files ------------------------------------------------------------------------------------------------ */

static const char *take_name(const retarget_job *j)
{
    return j->motion != VV_NONE ? j->project->motions[j->motion]->name : j->request->gait;
}

static vv_result make_take(retarget_job *j, vv_take *take)
{
    const vv_creature_plan *plan = &j->creature->plan;
    size_t joints = plan->body_count, poses = joints * j->frames;
    snprintf(take->name, sizeof take->name, "%s", take_name(j));
    take->rate = j->request->fps;
    take->frame_count = j->frames;
    vv_result result = vv_plan_skeleton(plan, NULL, &take->skeleton, j->error);
    if (result != VV_OK)
        return result;
    take->turns = poses <= VV_TAKE_MAX_VALUES ? vvi_allocate(NULL, poses, sizeof *take->turns) : NULL;
    take->moves = poses <= VV_TAKE_MAX_VALUES ? vvi_allocate(NULL, poses, sizeof *take->moves) : NULL;
    take->orders = vvi_allocate_zeroed(NULL, joints, 1);
    return take->turns && take->moves && take->orders ? VV_OK : vvi_fail_memory(j->error, poses * 28);
}

/* q and −q are the same rotation: takes the one nearer to that of the frame before. */
static void align_signs(const vv_quat *before, vv_quat *now, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (vv_quat_dot(before[k], now[k]) < 0.0f)
            now[k] = (vv_quat){-now[k].x, -now[k].y, -now[k].z, -now[k].w};
}

static vv_result record_take(retarget_job *j, vv_take *take)
{
    retarget_play play;
    size_t joints = j->creature->plan.body_count;
    vv_result result = retarget_begin(j, &play);
    if (result != VV_OK)
        return result;
    for (uint32_t f = 0; f < j->frames; f++) {
        vv_quat *turns = take->turns + f * joints;
        retarget_play_to(j, &play, f);
        vv_plan_pose(&j->creature->plan, vv_player_transforms(play.player), turns, take->moves + f * joints);
        if (f > 0)
            align_signs(turns - joints, turns, joints);
    }
    retarget_end(&play);
    return VV_OK;
}

static vv_result write_motion(retarget_job *j)
{
    vv_take take = {0};
    vv_result result = make_take(j, &take);
    if (result == VV_OK)
        result = record_take(j, &take);
    if (result == VV_OK)
        result = motion_write(j->request->out, &take, &j->creature->figure, j->error);
    vv_take_destroy(&take);
    return result;
}

/* ---- Tables ------------------------------------------------------------------------------------------------------ */

static void add_row(cli_table *table, float time, const char *name, const vv_transform3 *p)
{
    char text[32];
    text[vvi_print_float(text, time)] = '\0';
    const float numbers[7] = {p->position.x, p->position.y, p->position.z, p->rotation.x,
                              p->rotation.y, p->rotation.z, p->rotation.w};
    cli_table_text(table, text);
    cli_table_text(table, ",");
    cli_table_name(table, "", name);
    cli_table_numbers(table, 7, numbers);
    cli_table_text(table, "\n");
}

static vv_result write_table(retarget_job *j)
{
    cli_table table = {0};
    retarget_play play;
    vv_result result = retarget_begin(j, &play);
    if (result != VV_OK)
        return result;
    cli_table_text(&table, "time,body,x,y,z,qx,qy,qz,qw\n");
    for (uint32_t f = 0; f < j->frames && !table.failed; f++) {
        retarget_play_to(j, &play, f);
        const vv_transform3 *placements = vv_player_transforms(play.player);
        for (uint32_t b = 0; b < j->creature->plan.body_count; b++)
            add_row(&table, (float)f / (float)j->request->fps, j->creature->plan.bodies[b].name, &placements[b]);
    }
    retarget_end(&play);
    result = cli_table_write(&table, j->request->out, j->error);
    cli_table_release(&table);
    return result;
}

/* ---- Films ------------------------------------------------------------------------------------------------------- */

typedef struct film {
    retarget_job *job;
    retarget_play play;
    show_act show;
} film;

/* The point that the camera follows. */
static vv_vec3 camera_root(const film *f) { return vv_player_frame(f->play.player).position; }

static vv_ground find_ground(const film *f)
{
    const show_act *s = &f->show;
    float slope = f->job->trial.slope, size = vvi_max(s->high - s->low, 0.01f);
    vv_vec3 at = camera_root(f);
    at.y = slope * at.z;
    return (vv_ground){.at = at,
                       .normal = vv_vec3_normalize((vv_vec3){0.0f, 1.0f, -slope}, (vv_vec3){0.0f, 1.0f, 0.0f}),
                       .square = size > 0.7f    ? 0.5f
                                 : size > 0.07f ? 0.05f
                                                : 0.005f,
                       .radius = s->plain ? 0.0f : 1.9f * size};
}

static void draw(void *user, uint32_t index)
{
    film *f = user;
    retarget_play_to(f->job, &f->play, index);
    vv_creature_instance_skin(f->job->being, vv_player_transforms(f->play.player));
    vv_draw_data look = vv_creature_instance_draw_data(f->job->being);
    show_look_draw(&f->show, &look, camera_root(f), find_ground(f));
}

/* Plays the frames from…to, ten a second, to see how much room the creature takes. */
static vv_result measure(film *f, uint32_t from, uint32_t to)
{
    vv_result result = retarget_begin(f->job, &f->play);
    if (result != VV_OK)
        return result;
    uint32_t step = f->job->request->fps / 10 + 1;
    for (uint32_t frame = from; frame <= to; frame += step) {
        retarget_play_to(f->job, &f->play, frame);
        vv_creature_instance_skin(f->job->being, vv_player_transforms(f->play.player));
        vv_draw_data look = vv_creature_instance_draw_data(f->job->being);
        show_look_measure(&f->show, &look, camera_root(f));
    }
    show_act_frame(&f->show);
    retarget_end(&f->play);
    return VV_OK;
}

static vv_result write_picture(retarget_job *j)
{
    film f = {.job = j, .show = {.width = 480, .height = 480, .follows = true, .heading = 0.7f, .pitch = 0.18f}};
    bool still = picture_is_png(j->request->out);
    double time = isnan(j->request->time) ? 0.5 * (double)j->trial.seconds : j->request->time;
    uint32_t moment = still ? (uint32_t)(time * (double)j->request->fps + 0.5) : 0;
    vv_result result = show_act_open_view(&f.show, j->call, &j->request->view);
    if (result == VV_OK)
        result = measure(&f, moment, still ? moment : j->frames - 1);
    if (result == VV_OK)
        result = retarget_begin(j, &f.play);
    if (result == VV_OK) {
        picture p = {
            .out = j->request->out, .canvas = f.show.canvas, .background = f.show.background, .draw = draw, .user = &f};
        result =
            still ? picture_still(&p, moment, j->error) : picture_film(&p, j->frames, (float)j->request->fps, j->error);
        retarget_end(&f.play);
    }
    show_act_close(&f.show);
    return result;
}

vv_result retarget_write(retarget_job *j)
{
    const char *out = j->request->out;
    if (motion_is_file(out))
        return write_motion(j);
    return vv_path_has_ending(out, ".csv") ? write_table(j) : write_picture(j);
}

/* ---- Report ------------------------------------------------------------------------------------------------------ */

static void report_motion(const retarget_job *j, vv_json_writer *w)
{
    const vv_motion *motion = vv_binding_motion(j->binding);
    vv_json_write_string(w, "motion", j->project->motions[j->motion]->name);
    vv_json_write_float(w, "length", vv_motion_duration(motion));
    vv_json_write_bool(w, "loop", vv_motion_loops(motion));
    vv_json_write_integer(w, "variants", vv_binding_variant_count(j->binding));
    vv_json_write_integer(w, "variant", j->trial.variant);
    vv_json_write_array(w, "groups");
    for (uint32_t g = 1; g <= vv_binding_group_count(j->binding); g++) {
        uint32_t body = vv_binding_variant_body(j->binding, j->trial.variant, g);
        vv_json_write_string(w, NULL, body != VV_NONE ? j->creature->plan.bodies[body].name : "");
    }
    vv_json_write_end(w);
    vv_json_write_array(w, "events");
    for (uint32_t e = 0; e < vv_motion_event_count(motion); e++) {
        vv_motion_event event = vv_motion_event_at(motion, e);
        vv_json_write_on_one_line(w);
        vv_json_write_object(w, NULL);
        vv_json_write_float(w, "time", event.time);
        vv_json_write_string(w, "name", event.name);
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
}

/* The worst value of a measure over all parts. */
static void report_measure(const retarget_job *j, vv_json_writer *w, const vv_findings *findings, vv_measure measure)
{
    const vv_worst *worst = &findings->worst[0][measure];
    for (uint32_t part = 1; part < VV_PART_COUNT; part++)
        if (findings->worst[part][measure].value > worst->value)
            worst = &findings->worst[part][measure];
    vv_json_write_on_one_line(w);
    vv_json_write_object(w, vv_measure_name(measure));
    vv_json_write_float(w, "value", worst->value);
    if (worst->body != VV_NONE) {
        vv_json_write_double(w, "time", (double)worst->frame / (double)VV_JUDGE_RATE);
        vv_json_write_string(w, "body", j->creature->plan.bodies[worst->body].name);
    }
    vv_json_write_end(w);
}

static vv_result judge(retarget_job *j, vv_findings *out)
{
    vv_watch *watch = NULL;
    vv_result result =
        vv_watch_create(&j->creature->plan, j->creature->creature, VV_TRIAL_MAX_FRAMES, NULL, &watch, j->error);
    if (result == VV_OK)
        result = vv_judge_trial(watch, &j->trial, j->error);
    if (result == VV_OK)
        *out = *vv_watch_findings(watch);
    vv_watch_destroy(watch);
    return result;
}

typedef struct report {
    const retarget_job *job;
    vv_findings findings;
} report;

static void write_report(vv_json_writer *w, const void *subject)
{
    const report *r = subject;
    const retarget_job *j = r->job;
    vv_fault fault;
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "creature", j->creature->plan.name);
    vv_json_write_integer(w, "bodies", j->creature->plan.body_count);
    if (j->binding != NULL)
        report_motion(j, w);
    if (j->request->gait != NULL) {
        vv_json_write_string(w, "gait", j->request->gait);
        vv_json_write_float(w, "speed", j->trial.speed);
    }
    vv_json_write_float(w, "seconds", j->trial.seconds);
    vv_json_write_integer(w, "frames", j->frames);
    vv_json_write_bool(w, "passed", !vv_findings_worst_fault(&r->findings, false, &fault));
    vv_json_write_bool(w, "passed_strictly", !vv_findings_worst_fault(&r->findings, true, &fault));
    vv_json_write_object(w, "worst");
    for (uint32_t m = 0; m < VV_MEASURE_COUNT; m++)
        report_measure(j, w, &r->findings, (vv_measure)m);
    vv_json_write_float(w, "self_penetration", r->findings.self.value);
    vv_json_write_end(w);
    vv_json_write_end(w);
}

vv_result retarget_print_report(retarget_job *j)
{
    report r = {.job = j};
    vv_result result = judge(j, &r.findings);
    return result == VV_OK ? cli_write_json("-", write_report, &r, j->error) : result;
}
