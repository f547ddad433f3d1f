/* Updates of the page: the changes of the project and its history since the last report. */
#include "state.h"

#include "author/base/json_delta.h"

void vvi_reported_release(vv_studio *studio)
{
    vv_project_release(studio->reported.project);
    vvi_release(studio->allocator, studio->reported.steps, studio->reported.step_capacity,
                sizeof *studio->reported.steps);
    studio->reported = (vvi_reported){0};
}

static void write_labels(vv_studio *studio, vv_json_writer *writer, uint32_t from)
{
    for (uint32_t i = from; i < vv_document_step_count(studio->document); i++)
        vv_json_write_string(writer, NULL, vv_document_step_label(studio->document, i));
}

void vvi_studio_write_history(vv_studio *studio, vv_json_writer *writer)
{
    vv_json_write_object(writer, NULL);
    vv_json_write_integer(writer, "at", vv_document_step(studio->document));
    vv_json_write_array(writer, "steps");
    write_labels(studio, writer, 0);
    vv_json_write_end(writer);
    vv_json_write_end(writer);
}

/* Counts the leading steps that have not changed: those that lead to the same revision. */
static uint32_t count_same_steps(const vv_studio *studio)
{
    uint32_t count = vv_document_step_count(studio->document), same = 0;
    while (same < count && same < studio->reported.step_count &&
           vv_document_step_revision(studio->document, same) == studio->reported.steps[same])
        same++;
    return same;
}

static void write_history_changes(vv_studio *studio, vv_json_writer *writer)
{
    vvi_json_delta delta = {.writer = writer};
    uint32_t same = count_same_steps(studio), at = vv_document_step(studio->document);
    vvi_json_delta_enter(&delta, "history");
    if (at != studio->reported.at) {
        vv_json_write_integer(vvi_json_delta_replace(&delta, "at"), NULL, at);
        vvi_json_delta_replaced(&delta);
    }
    if (same < studio->reported.step_count || same < vv_document_step_count(studio->document)) {
        vvi_json_delta_enter(&delta, "steps");
        write_labels(studio, vvi_json_delta_splice(&delta, same, studio->reported.step_count - same), same);
        vvi_json_delta_spliced(&delta);
        vvi_json_delta_leave(&delta);
    }
    vvi_json_delta_leave_root(&delta);
}

static vv_result write_update(vv_studio *studio, vv_json_writer *writer, vv_error *error)
{
    const vv_project *now = vv_document_project(studio->document);
    vv_result result = VV_OK;
    vv_json_write_object(writer, NULL);
    if (studio->reported.project) {
        result = vv_project_write_changes(studio->reported.project, now, studio->allocator, writer, "project", error);
        write_history_changes(studio, writer);
    } else {
        vv_json_write_array(writer, "project");
        vv_project_write_whole(now, writer);
        vv_json_write_end(writer);
        vv_json_write_array(writer, "history");
        vvi_studio_write_history(studio, writer);
        vv_json_write_end(writer);
    }
    vv_json_write_end(writer);
    return result;
}

/* Remembers what is reported now. Without memory for that, everything is reported the next time. */
static void remember_reported(vv_studio *studio)
{
    vvi_reported *reported = &studio->reported;
    uint32_t count = vv_document_step_count(studio->document), same = count_same_steps(studio);
    const vv_project *now = vv_document_keep(studio->document);
    void *steps = reported->steps;
    bool grown = vvi_grow(studio->allocator, &steps, &reported->step_capacity, count, sizeof *reported->steps);
    reported->steps = steps;
    if (!now || !grown) {
        vv_project_release(now);
        vvi_reported_release(studio);
        return;
    }
    vv_project_release(reported->project);
    reported->project = now;
    for (uint32_t i = same; i < count; i++)
        reported->steps[i] = vv_document_step_revision(studio->document, i);
    reported->step_count = count;
    reported->at = vv_document_step(studio->document);
}

vv_result vv_studio_update(vv_studio *studio)
{
    vv_error error = {0};
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (!writer)
        return VV_ERROR_MEMORY;
    vv_result result = write_update(studio, writer, &error);
    if (result != VV_OK) {
        vv_json_writer_destroy(writer);
        return vvi_studio_fail(studio, &error);
    }
    result = vvi_studio_answer(studio, writer);
    if (result == VV_OK)
        remember_reported(studio);
    return result;
}
