/* What `verve line` writes: motion files, films, pictures, and takes or clips into the project. */
#include "cli/line.h"

#include "cli/cli.h"
#include "cli/import.h"
#include "cli/picture.h"
#include "cli/show_act.h"
#include "cli/show_line.h"

#include "author/base/file.h"
#include "author/export/export.h"

#include <math.h>
#include <stdio.h>

/* ---- Endings -------------------------------------------------------------------------------------------------------------------------------- */

vv_result line_check_out(line_job *j)
{
    static const char *const of_bodies[] = {".bvh", ".gltf", ".glb", NULL}, *const of_drawings[] = {".json", NULL};
    static const char *const of_all[] = {".webp", ".mp4", ".webm", ".gif", ".png", NULL};
    bool drawing = j->line->kind == VV_LINE_OF_ARTWORK;
    const char *const *lists[2] = {drawing ? of_drawings : of_bodies, of_all};
    char choices[120] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < 2; i++)
        for (const char *const *ending = lists[i]; *ending != NULL; ending++) {
            if (import_ends_in(j->ask->out, *ending))
                return VV_OK;
            used += vvi_format(choices + used, sizeof choices - used, "%s%s", used > 0 ? " " : "", *ending);
        }
    line_misuse(j, "", "“%s” ends in nothing that a line of a %s can be written to", j->ask->out,
                drawing ? "drawing" : "body");
    vvi_error_remedy(&j->error, "choose from %s", choices);
    return VV_ERROR_ARGUMENT;
}

/* ---- Motion files ---------------------------------------------------------------------------------------------------------------------- */

static vv_result make_motion(line_job *j, const char *name, bool bvh, bool binary, vv_bytes *out)
{
    vv_take take = {0};
    const vv_manikin *figure = j->built->figure;
    vv_gltf_figure body = {&figure->form,  figure->normals, figure->colors,
                           figure->joints, figure->weights, figure->binds};
    vv_result result = vv_built_line_take(j->built, name, &take, &j->error);
    if (result == VV_OK)
        result = bvh ? vv_export_bvh(&take, NULL, out, &j->error)
                     : vv_export_gltf(&take, &body, binary, NULL, out, &j->error);
    vv_take_destroy(&take);
    return result;
}

static vv_result write_motion(line_job *j)
{
    vv_bytes bytes = {0};
    vv_result result =
        make_motion(j, j->line->name, import_ends_in(j->ask->out, ".bvh"), import_ends_in(j->ask->out, ".glb"), &bytes);
    if (result == VV_OK)
        result = cli_write(j->ask->out, bytes.data, bytes.count, &j->error);
    vv_bytes_release(&bytes, NULL);
    return result;
}

static vv_result make_clip(line_job *j, const char *name, vv_json_writer **out)
{
    vv_result result = vv_json_writer_create(NULL, false, out, &j->error);
    if (result == VV_OK)
        vv_built_line_write_clip(j->built, j->project->artworks[j->line->subject], name, *out);
    return result;
}

static vv_result write_clip(line_job *j)
{
    vv_json_writer *writer = NULL;
    size_t length = 0;
    vv_result result = make_clip(j, j->line->name, &writer);
    const char *text = writer != NULL ? vv_json_writer_text(writer, &length) : NULL;
    if (result == VV_OK)
        result = text != NULL ? cli_write(j->ask->out, text, length, &j->error) : vvi_fail_memory(&j->error, 0);
    vv_json_writer_destroy(writer);
    return result;
}

/* ---- Pictures --------------------------------------------------------------------------------------------------------------------------- */

typedef struct film {
    line_job *job;
    vv_act *act; /* of a body */
    show_act space;
    show_line flat; /* of a drawing */
    double rate;
    bool still;
} film;

static double time_of(const film *f, uint32_t index)
{
    double length = (double)vv_built_line_length(f->job->built), asked = f->job->ask->time;
    if (!f->still)
        return (double)index / f->rate;
    return isnan(asked) ? 0.5 * length : fmax(0.0, fmin(asked, length)); /* before and after it, it stands */
}

static void go_to(vv_act *act, double time)
{
    double now = vv_act_now(act).seconds;
    if (time < now) {
        vv_act_restart(act);
        now = 0.0;
    }
    for (; now < time; now = vv_act_now(act).seconds + 1e-6)
        vv_act_advance(act, (float)vvi_min((float)(time - now), 50.0f));
}

static void draw(void *user, uint32_t index)
{
    film *f = user;
    if (f->act == NULL) {
        show_line_draw(&f->flat, time_of(f, index));
        return;
    }
    go_to(f->act, time_of(f, index));
    show_act_draw(&f->space, f->act);
}

static vv_result read_size(line_job *j, uint32_t *width, uint32_t *height)
{
    unsigned wide = 480, high = 480;
    char end = 0;
    if (j->ask->size != NULL && (sscanf(j->ask->size, "%ux%u%c", &wide, &high, &end) != 2 || wide < 1 || high < 1 ||
                                 wide > 4096 || high > 4096))
        return line_misuse(j, "write it as 640x480, at most 4096x4096", "“%s” is not a size", j->ask->size);
    *width = wide;
    *height = high;
    return VV_OK;
}

/* The body is played once to see how much room it takes. */
static vv_result open_space(film *f, uint32_t width, uint32_t height)
{
    line_job *j = f->job;
    f->space = (show_act){.width = width,
                          .height = height,
                          .background = {0xF7, 0xF1, 0xE5, 0xFF},
                          .heading = j->line->heading,
                          .pitch = j->line->pitch,
                          .plain = j->ask->plain,
                          .line = !j->ask->bare};
    if (!isnan(j->ask->heading))
        f->space.heading = (float)(j->ask->heading * 3.14159265358979 / 180.0);
    if (!isnan(j->ask->pitch))
        f->space.pitch = (float)(j->ask->pitch * 3.14159265358979 / 180.0);
    vv_result result = vv_act_create(j->session, VV_SCENE_LINE, j->index, &f->act, &j->error);
    if (result == VV_OK)
        result = vv_act_set_ghosts(f->act, j->ask->ghosts ? 1 : 0, &j->error);
    if (result == VV_OK)
        result = show_act_open(&f->space, &j->error);
    if (result != VV_OK)
        return result;
    for (double time = 0.0; time <= (double)vv_built_line_length(j->built); time += 1.0 / 12.0) {
        go_to(f->act, time);
        show_act_measure(&f->space, f->act);
    }
    show_act_frame(&f->space);
    return VV_OK;
}

static vv_result open_flat(film *f, uint32_t width, uint32_t height)
{
    line_job *j = f->job;
    show_def def = {.width = width,
                    .height = height,
                    .background = {0xF7, 0xF1, 0xE5, 0xFF},
                    .shadow = !j->ask->plain,
                    .ghosts = j->ask->ghosts,
                    .heat = VV_NONE};
    return show_line_open(&def, j->project->artworks[j->line->subject], j->built, j->ask->bare, &f->flat, &j->error);
}

static vv_result write_picture(line_job *j)
{
    film f = {.job = j, .rate = isnan(j->ask->fps) ? 30.0 : j->ask->fps, .still = picture_is_png(j->ask->out)};
    uint32_t width = 0, height = 0;
    vv_result result = read_size(j, &width, &height);
    if (result == VV_OK)
        result = j->built->skeleton != NULL ? open_space(&f, width, height) : open_flat(&f, width, height);
    if (result == VV_OK) {
        picture p = {.out = j->ask->out,
                     .canvas = f.act != NULL ? f.space.canvas : f.flat.show.canvas,
                     .background = {0xF7, 0xF1, 0xE5, 0xFF},
                     .draw = draw,
                     .user = &f};
        uint32_t frames = (uint32_t)((double)vv_built_line_length(j->built) * f.rate) + 1;
        result = f.still ? picture_still(&p, 0, &j->error) : picture_film(&p, frames, (float)f.rate, &j->error);
    }
    show_act_close(&f.space);
    show_line_close(&f.flat);
    vv_act_destroy(f.act);
    return result;
}

vv_result line_write(line_job *j)
{
    const char *out = j->ask->out;
    if (import_ends_in(out, ".bvh") || import_ends_in(out, ".gltf") || import_ends_in(out, ".glb"))
        return write_motion(j);
    return import_ends_in(out, ".json") ? write_clip(j) : write_picture(j);
}

/* ---- Into the project -------------------------------------------------------------------------------------------------------------------- */

static vv_result change_project(line_job *j, vv_project_folder *folder, vv_json_writer *writer)
{
    vv_json_document *json = NULL;
    size_t length = 0;
    const char *text = vv_json_writer_text(writer, &length);
    vv_result result =
        text == NULL ? vvi_fail_memory(&j->error, 4096) : vv_json_parse(text, length, "--keep", NULL, &json, &j->error);
    if (result == VV_OK)
        result = vv_project_folder_change(folder, json, vv_json_root(json), &j->error);
    vv_json_destroy(json);
    return result;
}

/* A creature has no skeleton in the project: its take comes with one, out of the same file. */
static vv_result write_take_commands(line_job *j, const char *file, vv_json_writer **out)
{
    vv_result result = vv_json_writer_create(NULL, true, out, &j->error);
    if (result != VV_OK)
        return result;
    vv_json_writer *w = *out;
    bool own = j->line->kind == VV_LINE_OF_CREATURE;
    vv_json_write_array(w, NULL);
    if (own) {
        vv_json_write_object(w, NULL);
        vv_json_write_string(w, "do", "skeleton.add");
        vv_json_write_string(w, "name", j->ask->keep);
        vv_json_write_string(w, "file", file);
        vv_json_write_end(w);
    }
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "do", "take.add");
    vv_json_write_string(w, "name", j->ask->keep);
    vv_json_write_string(w, "skeleton", own ? j->ask->keep : j->project->skeletons[j->line->subject]->name);
    vv_json_write_string(w, "file", file);
    vv_json_write_end(w);
    vv_json_write_end(w);
    return VV_OK;
}

/* A file that the project then does not take is removed again. */
static vv_result keep_take(line_job *j, vv_project_folder *folder)
{
    char path[1024], stem[160], inside[VV_PROJECT_PATH_BYTES];
    const char *root = vv_project_folder_path(folder);
    vv_bytes bytes = {0};
    vv_json_writer *writer = NULL;
    if (j->line->kind == VV_LINE_OF_SKELETON && j->project->skeletons[j->line->subject]->scale != 0.0f &&
        j->project->skeletons[j->line->subject]->scale != 1.0f)
        return line_misuse(j, "leave out its scale, so that it is found for each file",
                           "the skeleton “%s” has a scale, and takes are written in metres",
                           j->project->skeletons[j->line->subject]->name);
    vv_result result = make_motion(j, j->ask->keep, true, false, &bytes);
    import_make_stem(j->ask->keep, NULL, stem);
    vvi_format(inside, sizeof inside, "clips/%s.bvh", stem);
    vvi_format(path, sizeof path, "%s/%s", root, inside);
    if (result == VV_OK && vv_file_exists(path))
        result = line_misuse(j, "choose another name", "there already is a file “%s”", inside);
    if (result == VV_OK)
        result = write_take_commands(j, inside, &writer);
    if (result == VV_OK)
        result = vv_file_write_inside(root, inside, bytes.data, bytes.count, &j->error);
    if (result == VV_OK) {
        result = change_project(j, folder, writer);
        if (result != VV_OK)
            remove(path);
    }
    vv_json_writer_destroy(writer);
    vv_bytes_release(&bytes, NULL);
    return result;
}

vv_result line_keep_poses(line_job *j, vv_project_folder *folder)
{
    vv_json_writer *writer = NULL;
    if (j->built->skeleton != NULL)
        return line_misuse(j, "keep it as a take: --keep NAME", "poses are of drawings, and “%s” leads a body",
                           j->line->name);
    vv_result result = vv_json_writer_create(NULL, true, &writer, &j->error);
    if (result != VV_OK)
        return result;
    vv_built_line_write_poses(j->built, j->project->artworks[j->line->subject], j->ask->poses, writer);
    result = change_project(j, folder, writer);
    vv_json_writer_destroy(writer);
    return result;
}

vv_result line_keep(line_job *j, vv_project_folder *folder)
{
    if (j->built->skeleton != NULL)
        return keep_take(j, folder);
    vv_json_writer *writer = NULL;
    vv_result result = make_clip(j, j->ask->keep, &writer);
    if (result == VV_OK)
        result = change_project(j, folder, writer);
    vv_json_writer_destroy(writer);
    return result;
}
