/* What `verve line` writes: motion files, films, pictures, and takes, clips or poses of the project. */
#include "cli/line.h"

#include "cli/keep.h"
#include "cli/motion.h"
#include "cli/show_act.h"
#include "cli/show_line.h"

#include "author/base/path.h"
#include "author/export/formats.h"
#include "runtime/base/base.h"

#include <math.h>

vv_result line_check_out(line_job *j)
{
    const char *out = j->request->out;
    bool drawing = j->line->kind == VV_LINE_OF_ARTWORK;
    if ((drawing ? vv_path_has_ending(out, ".json") : motion_is_file(out)) || vv_film_kind_of(out) != VV_FILM_KINDS)
        return VV_OK;
    return cli_misuse(j->call,
                      drawing ? "choose from .json " VV_FILM_ENDINGS " .png"
                              : "choose from .bvh .gltf .glb " VV_FILM_ENDINGS " .png",
                      "the motion of a %s cannot be written as “%s”", drawing ? "drawing" : "body", out);
}

/* ---- Motion files and clips -------------------------------------------------------------------------------------- */

static vv_result write_motion(line_job *j)
{
    vv_take take = {0};
    vv_result result = vv_built_line_take(j->built, j->line->name, &take, j->error);
    if (result == VV_OK)
        result = motion_write(j->request->out, &take, j->built->figure, j->error);
    vv_take_destroy(&take);
    return result;
}

/* A drawing's motion, as the command that adds it to the project. */
typedef struct clip {
    const line_job *job;
    const char *name;
} clip;

static void write_clip(vv_json_writer *w, const void *subject)
{
    const clip *c = subject;
    vv_built_line_write_clip(c->job->built, c->job->project->artworks[c->job->line->subject], c->name, w);
}

/* ---- Pictures ---------------------------------------------------------------------------------------------------- */

typedef struct film {
    line_job *job;
    vv_performance3 *act; /* of a body */
    show_act space;
    show_line flat; /* of a drawing */
    double rate;
    bool still;
} film;

/* When a frame of a film is, or the moment of a still: the body stands before the beginning and after the end. */
static double frame_time(const film *f, uint32_t index)
{
    double length = (double)vv_built_line_duration(f->job->built), time = f->job->request->time;
    if (!f->still)
        return (double)index / f->rate;
    return isnan(time) ? 0.5 * length : fmax(0.0, fmin(time, length));
}

static void play_to(vv_performance3 *act, double time)
{
    double now = vv_performance3_current_state(act).seconds;
    if (time < now) {
        vv_performance3_restart(act);
        now = 0.0;
    }
    for (; now < time; now = vv_performance3_current_state(act).seconds + 1e-6)
        vv_performance3_advance(act, (float)vvi_min((float)(time - now), 50.0f));
}

static void draw(void *user, uint32_t index)
{
    film *f = user;
    if (f->act == NULL) {
        show_line_draw(&f->flat, frame_time(f, index));
        return;
    }
    play_to(f->act, frame_time(f, index));
    show_act_draw(&f->space, f->act);
}

/* The body is played once to see how much room it takes. */
static vv_result open_space(film *f)
{
    line_job *j = f->job;
    f->space = (show_act){
        .width = 480, .height = 480, .heading = j->line->heading, .pitch = j->line->pitch, .line = !j->request->bare};
    vv_result result = vv_performance3_create(j->session, VV_SCENE_LINE, j->index, &f->act, j->error);
    if (result == VV_OK)
        result = vv_performance3_set_ghosts(f->act, j->request->ghosts ? 1 : 0, j->error);
    if (result == VV_OK)
        result = show_act_open_view(&f->space, j->call, &j->request->view);
    if (result != VV_OK)
        return result;
    for (double time = 0.0; time <= (double)vv_built_line_duration(j->built); time += 1.0 / 12.0) {
        play_to(f->act, time);
        show_act_measure(&f->space, f->act);
    }
    show_act_frame(&f->space);
    return VV_OK;
}

static vv_result open_flat(film *f)
{
    line_job *j = f->job;
    show_def def = {.width = 480,
                    .height = 480,
                    .background = PICTURE_PAPER,
                    .shadow = !j->request->view.plain,
                    .ghosts = j->request->ghosts,
                    .heat = VV_NONE};
    vv_result result = picture_read_size(j->call, j->request->view.size, 4096, &def.width, &def.height);
    if (result != VV_OK)
        return result;
    return show_line_open(&def, j->project->artworks[j->line->subject], j->built, j->request->bare, &f->flat, j->error);
}

static vv_result write_picture(line_job *j)
{
    const line_request *request = j->request;
    film f = {.job = j, .rate = isnan(request->fps) ? 30.0 : request->fps, .still = picture_is_png(request->out)};
    vv_result result = j->built->skeleton != NULL ? open_space(&f) : open_flat(&f);
    if (result == VV_OK) {
        picture p = {.out = request->out,
                     .canvas = f.act != NULL ? f.space.canvas : f.flat.show.canvas,
                     .background = PICTURE_PAPER,
                     .draw = draw,
                     .user = &f};
        uint32_t frames = (uint32_t)((double)vv_built_line_duration(j->built) * f.rate) + 1;
        result = f.still ? picture_still(&p, 0, j->error) : picture_film(&p, frames, (float)f.rate, j->error);
    }
    show_act_close(&f.space);
    show_line_close(&f.flat);
    vv_performance3_destroy(f.act);
    return result;
}

vv_result line_write(line_job *j)
{
    const char *out = j->request->out;
    if (motion_is_file(out))
        return write_motion(j);
    return vv_path_has_ending(out, ".json") ? cli_write_json(out, write_clip, &(clip){j, j->line->name}, j->error)
                                            : write_picture(j);
}

/* ---- Into the project -------------------------------------------------------------------------------------------- */

typedef struct kept_take {
    const line_job *job;
    cli_kept_file file;
} kept_take;

/* A creature has no skeleton in the project: its take comes with one, out of the same file. */
static void write_take_commands(vv_json_writer *w, const void *subject)
{
    const kept_take *kept = subject;
    const line_job *j = kept->job;
    const char *name = kept->file.name;
    bool own = j->line->kind == VV_LINE_OF_CREATURE;
    vv_json_write_array(w, NULL);
    if (own) {
        cli_begin_command(w, "skeleton.add", name);
        vv_json_write_string(w, "file", kept->file.path);
        vv_json_write_end(w);
    }
    cli_begin_command(w, "take.add", name);
    vv_json_write_string(w, "skeleton", own ? name : j->project->skeletons[j->line->subject]->name);
    vv_json_write_string(w, "file", kept->file.path);
    vv_json_write_end(w);
    vv_json_write_end(w);
}

static vv_result keep_take(line_job *j, vv_project_folder *folder)
{
    kept_take kept = {.job = j, .file = {.name = j->request->keep}};
    vv_take take = {0};
    vv_result result = VV_OK;
    if (j->line->kind == VV_LINE_OF_SKELETON)
        result = cli_check_metres(j->call, j->project->skeletons[j->line->subject]);
    if (result == VV_OK)
        result = vv_built_line_take(j->built, kept.file.name, &take, j->error);
    if (result == VV_OK)
        result = vv_export_bvh(&take, NULL, &kept.file.bytes, j->error);
    if (result == VV_OK)
        result = cli_keep_file(j->call, folder, "clips", ".bvh", &kept.file, write_take_commands, &kept);
    vv_bytes_release(&kept.file.bytes, NULL);
    vv_take_destroy(&take);
    return result;
}

vv_result line_keep(line_job *j, vv_project_folder *folder)
{
    if (j->built->skeleton != NULL)
        return keep_take(j, folder);
    return cli_keep(folder, write_clip, &(clip){j, j->request->keep}, j->error);
}

static void write_poses(vv_json_writer *w, const void *subject)
{
    const line_job *j = subject;
    vv_built_line_write_poses(j->built, j->project->artworks[j->line->subject], j->request->poses, w);
}

vv_result line_keep_poses(line_job *j, vv_project_folder *folder)
{
    if (j->built->skeleton != NULL)
        return cli_misuse(j->call, "keep it as a take: --keep NAME", "poses are of drawings, and “%s” leads a body",
                          j->line->name);
    return cli_keep(folder, write_poses, j, j->error);
}
