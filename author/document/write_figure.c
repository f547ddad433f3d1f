/* Skeletons, takes, forms, shapes, verbs and correctives as project.json: axes and examples one a line, as in write.c. */
#include "author/document/verbs.h"
#include "author/document/write.h"

#include <string.h>

/* ---- Fields --------------------------------------------------------------------------------------------------------- */

/* A name that may be empty, which is what is not given. */
static const char *given(const char *name) { return name[0] ? name : NULL; }

/* A number for each axis; left out where there are none. */
static void write_row(vvi_writer *w, const char *name, const vv_project_field *field, const float *row)
{
    if (!vvi_writes_list(w, field->axis_count))
        return;
    vv_json_write_array(w->json, name);
    for (uint32_t i = 0; i < field->axis_count; i++)
        vv_json_write_float(w->json, NULL, row[i]);
    vv_json_write_end(w->json);
}

static void write_at(vvi_writer *w, const vv_project_field *field, uint32_t example)
{
    write_row(w, "at", field, field->at + (size_t)example * field->axis_count);
}

static void write_axis(vvi_writer *w, const vv_project_axis *axis, vvi_drive drive, const vv_project_artwork *artwork)
{
    vv_project_axis usual = vvi_default_axis();
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", axis->name);
    vvi_write_float_member(w, "low", axis->low, usual.low);
    vvi_write_float_member(w, "high", axis->high, usual.high);
    vvi_write_word_member(w, "extrapolate", vvi_extrapolate_words(), axis->clamped, usual.clamped);
    if (drive == VVI_DRIVE_JOINT) {
        vvi_write_text_member(w, "joint", given(axis->joint));
        if (vvi_writes_member(w, "about", axis->joint[0]))
            vvi_write_word_member(w, "about", vvi_about_words(), axis->about, 0);
    }
    if (drive == VVI_DRIVE_HANDLE) {
        vvi_write_text_member(w, "handle", axis->handle == VV_NONE ? NULL : artwork->handles[axis->handle].name);
        vvi_write_text_member(w, "base", axis->base == VV_NONE ? NULL : artwork->handles[axis->base].name);
    }
    vv_json_write_end(w->json);
}

/* "axes" and "radial". */
static void write_axes(vvi_writer *w, const vv_project_field *field, vvi_drive drive, const vv_project_artwork *artwork)
{
    if (vvi_writes_list(w, field->axis_count)) {
        vv_json_write_array(w->json, "axes");
        for (uint32_t i = 0; i < field->axis_count; i++)
            write_axis(w, &field->axes[i], drive, artwork);
        vv_json_write_end(w->json);
    }
    vvi_write_word_member(w, "radial", vvi_radial_words(), field->radial, VV_RADIAL_BSPLINE);
}

static void write_pseudo(vvi_writer *w, const vv_project_field *field)
{
    if (!vvi_writes_list(w, field->pseudo_count))
        return;
    vv_json_write_array(w->json, "pseudo");
    for (uint32_t i = 0; i < field->pseudo_count; i++) {
        vv_json_write_on_one_line(w->json);
        vv_json_write_object(w->json, NULL);
        write_row(w, "from", field, field->from + (size_t)i * field->axis_count);
        write_row(w, "to", field, field->to + (size_t)i * field->axis_count);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

/* ---- Correctives ---------------------------------------------------------------------------------------------------- */

static void write_corrective(vvi_writer *w, const vv_project_artwork *artwork, const vv_project_corrective *corrective)
{
    const vv_project_field *field = &corrective->field;
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "name", corrective->name);
    write_axes(w, field, VVI_DRIVE_HANDLE, artwork);
    if (vvi_writes_list(w, field->example_count)) {
        vv_json_write_array(w->json, "examples");
        for (uint32_t i = 0; i < field->example_count; i++) {
            uint32_t example = corrective->examples[i];
            vv_json_write_on_one_line(w->json);
            vv_json_write_object(w->json, NULL);
            vvi_write_text_member(w, "pose", example == VV_NONE ? NULL : artwork->examples[example].name);
            write_at(w, field, i);
            vv_json_write_end(w->json);
        }
        vv_json_write_end(w->json);
    }
    write_pseudo(w, field);
    vv_json_write_end(w->json);
}

void vvi_write_correctives(vvi_writer *w, const vv_project_artwork *artwork)
{
    if (!vvi_writes_list(w, artwork->corrective_count))
        return;
    vv_json_write_array(w->json, "correctives");
    for (uint32_t i = 0; i < artwork->corrective_count; i++)
        write_corrective(w, artwork, &artwork->correctives[i]);
    vv_json_write_end(w->json);
}

/* ---- Skeletons, takes, forms ---------------------------------------------------------------------------------------- */

static void write_feet(vvi_writer *w, const vv_project_skeleton *skeleton)
{
    if (!vvi_writes_member(w, "feet", skeleton->footed))
        return;
    vv_json_write_array(w->json, "feet");
    for (uint32_t i = 0; i < skeleton->foot_count; i++) {
        const vv_project_foot *foot = &skeleton->feet[i];
        vv_json_write_on_one_line(w->json);
        vv_json_write_object(w->json, NULL);
        vv_json_write_string(w->json, "hip", foot->hip);
        vv_json_write_string(w->json, "knee", foot->knee);
        vv_json_write_string(w->json, "ankle", foot->ankle);
        if (w->whole || strcmp(foot->toe, foot->ankle) != 0)
            vv_json_write_string(w->json, "toe", foot->toe);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

static void write_skeleton(vvi_writer *w, const vv_project_skeleton *skeleton)
{
    vv_project_skeleton usual = vvi_default_skeleton();
    vv_json_write_string(w->json, "name", skeleton->name);
    vv_json_write_string(w->json, "file", skeleton->file);
    vvi_write_float_member(w, "scale", skeleton->scale, usual.scale);
    vvi_write_word_member(w, "look", vvi_look_words(), skeleton->look, usual.look);
    vvi_write_colour_member(w, "colour", skeleton->colour, usual.colour);
    vvi_write_colour_member(w, "accent", skeleton->accent, usual.accent);
    write_feet(w, skeleton);
    vvi_write_bool_member(w, "plant", skeleton->plant, usual.plant);
}

static void write_take(vvi_writer *w, const vv_project *project, const vv_project_take *take)
{
    vv_json_write_string(w->json, "name", take->name);
    vv_json_write_string(w->json, "skeleton", project->skeletons[take->skeleton]->name);
    vv_json_write_string(w->json, "file", take->file);
    vvi_write_text_member(w, "clip", given(take->clip));
}

static void write_form(vvi_writer *w, const vv_project_form *form)
{
    vv_json_write_string(w->json, "name", form->name);
    vv_json_write_string(w->json, "file", form->file);
    vvi_write_text_member(w, "mesh", given(form->mesh));
    vvi_write_text_member(w, "morph", given(form->morph));
}

/* ---- Shapes --------------------------------------------------------------------------------------------------------- */

static void write_shape_example(vvi_writer *w, const vv_project *project, const vv_project_shape *shape, uint32_t index)
{
    const vv_project_shape_example *example = &shape->examples[index];
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "form", project->forms[example->form]->name);
    write_at(w, &shape->field, index);
    if (vvi_writes_list(w, example->bend_count)) {
        vv_json_write_object(w->json, "pose");
        for (uint32_t i = 0; i < example->bend_count; i++) {
            vv_json_write_array(w->json, example->bends[i].joint);
            for (int axis = 0; axis < 3; axis++)
                vv_json_write_float(w->json, NULL, example->bends[i].turn[axis]);
            vv_json_write_end(w->json);
        }
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

static void write_shape(vvi_writer *w, const vv_project *project, const vv_project_shape *shape)
{
    vv_project_shape usual = vvi_default_shape();
    vv_json_write_string(w->json, "name", shape->name);
    write_axes(w, &shape->field, VVI_DRIVE_JOINT, NULL);
    if (vvi_writes_list(w, shape->field.example_count)) {
        vv_json_write_array(w->json, "examples");
        for (uint32_t i = 0; i < shape->field.example_count; i++)
            write_shape_example(w, project, shape, i);
        vv_json_write_end(w->json);
    }
    write_pseudo(w, &shape->field);
    vvi_write_integer_member(w, "levels", shape->levels, usual.levels);
    vvi_write_colour_member(w, "colour", shape->colour, usual.colour);
    vvi_write_text_member(w, "skeleton", shape->skeleton == VV_NONE ? NULL : project->skeletons[shape->skeleton]->name);
    vvi_write_word_member(w, "weights", vvi_weights_words(), shape->file_weights, 0);
}

/* ---- Verbs ---------------------------------------------------------------------------------------------------------- */

static void write_keytimes(vvi_writer *w, const vv_project_verb_example *example)
{
    if (!vvi_writes_member(w, "keytimes", example->keytime_count > 0))
        return;
    vv_json_write_array(w->json, "keytimes");
    for (uint32_t i = 0; i < example->keytime_count; i++) {
        vv_json_write_object(w->json, NULL);
        vv_json_write_string(w->json, "label", example->keytimes[i].label);
        vv_json_write_float(w->json, "time", example->keytimes[i].time);
        vv_json_write_end(w->json);
    }
    vv_json_write_end(w->json);
}

static void write_verb_example(vvi_writer *w, const vv_project *project, const vv_project_verb *verb, uint32_t index)
{
    const vv_project_verb_example *example = &verb->examples[index];
    bool spanned = example->ranged && (w->whole || example->keytime_count == 0); /* keytimes say it already */
    vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    vv_json_write_string(w->json, "take", project->takes[example->take]->name);
    write_at(w, &verb->field, index);
    if (vvi_writes_member(w, "from", spanned))
        vv_json_write_float(w->json, "from", example->from);
    if (vvi_writes_member(w, "to", spanned))
        vv_json_write_float(w->json, "to", example->to);
    write_keytimes(w, example);
    vv_json_write_end(w->json);
}

static void write_verb(vvi_writer *w, const vv_project *project, const vv_project_verb *verb)
{
    vv_project_verb usual = vvi_default_verb();
    vv_json_write_string(w->json, "name", verb->name);
    vv_json_write_string(w->json, "skeleton", project->skeletons[verb->skeleton]->name);
    write_axes(w, &verb->field, VVI_DRIVE_GAME, NULL);
    vvi_write_bool_member(w, "cyclic", verb->cyclic, usual.cyclic);
    vvi_write_integer_member(w, "controls", verb->controls, usual.controls);
    vvi_write_float_member(w, "tolerance", verb->tolerance, usual.tolerance);
    if (vvi_writes_list(w, verb->field.example_count)) {
        vv_json_write_array(w->json, "examples");
        for (uint32_t i = 0; i < verb->field.example_count; i++)
            write_verb_example(w, project, verb, i);
        vv_json_write_end(w->json);
    }
    write_pseudo(w, &verb->field);
    vvi_write_bool_member(w, "any_phase", verb->any_phase, usual.any_phase);
}

/* ---- The whole ------------------------------------------------------------------------------------------------------ */

static void write_item(vvi_writer *w, const vv_project *project, vvi_block kind, uint32_t index)
{
    if (kind == VVI_BLOCK_TAKE || kind == VVI_BLOCK_FORM)
        vv_json_write_on_one_line(w->json);
    vv_json_write_object(w->json, NULL);
    if (kind == VVI_BLOCK_SKELETON)
        write_skeleton(w, project->skeletons[index]);
    else if (kind == VVI_BLOCK_TAKE)
        write_take(w, project, project->takes[index]);
    else if (kind == VVI_BLOCK_FORM)
        write_form(w, project->forms[index]);
    else if (kind == VVI_BLOCK_SHAPE)
        write_shape(w, project, project->shapes[index]);
    else
        write_verb(w, project, project->verbs[index]);
    vv_json_write_end(w->json);
}

void vvi_write_figures(vvi_writer *w, const vv_project *project)
{
    static const char *const names[] = {"skeletons", "takes", "forms", "shapes", "verbs"};
    const uint32_t counts[] = {project->skeleton_count, project->take_count, project->form_count, project->shape_count,
                               project->verb_count};
    for (uint32_t n = 0; n < sizeof counts / sizeof *counts; n++) {
        if (!vvi_writes_list(w, counts[n]))
            continue;
        vv_json_write_array(w->json, names[n]);
        for (uint32_t i = 0; i < counts[n]; i++)
            write_item(w, project, VVI_BLOCK_SKELETON + n, i);
        vv_json_write_end(w->json);
    }
    vvi_write_graphs(w, project);
}
