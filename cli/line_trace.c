/* verve line --trace: where the elastic line is, frame by frame, for programs that draw it, measure it or attach
 * something else to it. */
#include "cli/line.h"

#include <math.h>

/* The time of a moment, and the corners of the line then, from its beginning to its end. */
static void write_moment(const line_job *j, double time, vv_json_writer *w)
{
    uint32_t elements = vv_line_element_count(j->built->line);
    vv_vec2 corners[VV_LINE_MAX_ELEMENTS + 1];
    vv_line_pose pose;
    vv_built_line_at(j->built, time, &pose);
    vv_line_points(elements, &pose, corners);
    vv_json_write_on_one_line(w);
    vv_json_write_object(w, NULL);
    vv_json_write_double(w, "time", time);
    vv_json_write_array(w, "points");
    for (uint32_t i = 0; i <= elements; i++) {
        vv_json_write_array(w, NULL);
        vv_json_write_float(w, NULL, corners[i].x);
        vv_json_write_float(w, NULL, corners[i].y);
        vv_json_write_end(w);
    }
    vv_json_write_end(w);
    vv_json_write_end(w);
}

static void write_trace(vv_json_writer *w, const void *subject)
{
    const line_job *j = subject;
    double rate = isnan(j->request->fps) ? (double)j->line->rate : j->request->fps;
    double last = ceil((double)vv_line_duration(j->built->line) * rate - 1e-4);
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "line", j->line->name);
    vv_json_write_double(w, "rate", rate);
    vv_json_write_array(w, "keys");
    for (uint32_t k = 0; k < j->built->key_count; k++)
        write_moment(j, (double)j->built->keys[k].time, w);
    vv_json_write_end(w);
    vv_json_write_array(w, "frames");
    for (double frame = 0.0; frame <= last; frame += 1.0)
        write_moment(j, frame / rate, w);
    vv_json_write_end(w);
    vv_json_write_end(w);
}

vv_result line_print_trace(const line_job *j) { return cli_write_json("-", write_trace, j, j->error); }
