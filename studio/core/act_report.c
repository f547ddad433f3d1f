/* Reports on a shape, a verb or a graph, and what is blended as a file. */
#include "act.h"

#include "author/export/model.h"

void vvi_performance3_write_cut(vv_json_writer *writer, const vv_cut *cut)
{
    vv_json_write_object(writer, NULL);
    vv_json_write_double(writer, "from", cut->from);
    vv_json_write_double(writer, "to", cut->to);
    vv_json_write_array(writer, "keytimes");
    for (uint32_t k = 0; k < cut->keytime_count; k++) {
        vv_json_write_object(writer, NULL);
        vv_json_write_string(writer, "label", cut->keytimes[k].label);
        vv_json_write_double(writer, "time", cut->keytimes[k].time);
        vv_json_write_end(writer);
    }
    vv_json_write_end(writer);
    vv_json_write_end(writer);
}

static void report_verb(vv_json_writer *writer, const vvi_open_act *open, const vv_built_verb *built)
{
    vv_json_write_double(writer, "length", (double)open->view.length);
    vv_json_write_integer(writer, "dofs", vv_verb_dof_count(built->verb));
    vv_json_write_integer(writer, "controls", built->report.control_count);
    vv_json_write_double(writer, "angle_rms", (double)built->report.angle_rms);
    vv_json_write_double(writer, "angle_worst", (double)built->report.angle_worst);
    vv_json_write_double(writer, "place_worst", (double)built->report.place_worst);
    vv_json_write_double(writer, "seam", (double)built->report.seam);
    vv_slide slide = vv_fit_slide(built->verb, open->view.weights, 60.0f, false);
    vv_slide planted = vv_fit_slide(built->verb, open->view.weights, 60.0f, true);
    vv_json_write_object(writer, "slide");
    vv_json_write_double(writer, "mean", (double)slide.mean);
    vv_json_write_double(writer, "worst", (double)slide.worst);
    vv_json_write_double(writer, "planted_mean", (double)planted.mean);
    vv_json_write_double(writer, "planted_worst", (double)planted.worst);
    vv_json_write_end(writer);
    vv_json_write_array(writer, "cuts");
    for (uint32_t e = 0; e < built->example_count; e++)
        vvi_performance3_write_cut(writer, &built->cuts[e]);
    vv_json_write_end(writer);
}

static void report_shape(vv_json_writer *writer, vv_studio *studio, const vvi_open_act *open,
                         const vv_built_shape *built)
{
    vv_json_write_integer(writer, "vertices", vv_shape_vertex_count(built->shape));
    vv_json_write_integer(writer, "surface", vv_shape_surface_vertex_count(built->shape));
    vv_json_write_integer(writer, "singular", built->bad_count);
    vv_json_write_double(writer, "trouble", (double)vv_studio_performance3_trouble(studio, open->view.at));
}

static void write_names(vv_json_writer *writer, const char *key, const vv_graph *graph, uint32_t count,
                        const char *(*name)(const vv_graph *, uint32_t))
{
    vv_json_write_array(writer, key);
    for (uint32_t i = 0; i < count; i++)
        vv_json_write_string(writer, NULL, name(graph, i));
    vv_json_write_end(writer);
}

static void report_graph(vv_json_writer *writer, const vv_graph *graph)
{
    write_names(writer, "states", graph, vv_graph_state_count(graph), vv_graph_state_name);
    write_names(writer, "inputs", graph, vv_graph_input_count(graph), vv_graph_input_name);
    write_names(writer, "events", graph, vv_graph_event_count(graph), vv_graph_event_name);
}

vv_result vv_studio_performance3_report(vv_studio *studio)
{
    vvi_open_act *open = vvi_performance3_current(studio);
    if (open == NULL)
        return VV_ERROR_NOT_FOUND;
    const vv_built_verb *verb = NULL;
    const vv_built_shape *shape = NULL;
    vv_error error = {0};
    vv_result result = VV_OK;
    if (open->view.kind == VV_SCENE_VERB)
        result = vv_session_verb(studio->session, open->view.subject, &verb, &error);
    else if (open->view.kind == VV_SCENE_SHAPE)
        result = vv_session_shape(studio->session, open->view.subject, &shape, &error);
    if (result != VV_OK)
        return vvi_studio_fail(studio, &error);
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (writer == NULL)
        return VV_ERROR_MEMORY;
    vv_json_write_object(writer, NULL);
    if (verb != NULL)
        report_verb(writer, open, verb);
    else if (shape != NULL)
        report_shape(writer, studio, open, shape);
    else
        report_graph(writer, vv_performance3_graph(open->act));
    vv_json_write_end(writer);
    return vvi_studio_answer(studio, writer);
}

/* ---- Files ----------------------------------------------------------------------------------------------------- */

static vv_result write_bvh(vv_studio *studio, const vvi_open_act *open, vv_error *error)
{
    vv_take take = {0};
    vv_bytes bytes = {0};
    float keytimes[VV_VERB_MAX_KEYTIMES];
    double length = (double)vv_verb_keytimes(vv_performance3_verb(open->act), open->view.weights, keytimes);
    double rate = ceil(60.0 * length) / (length * (1.0 + 1e-6)); /* the last frame is slightly after the end */
    vv_result result = vv_fit_play(vv_performance3_verb(open->act), open->view.weights, rate, 1, false,
                                   studio->allocator, &take, error);
    if (result == VV_OK)
        result = vv_export_bvh(&take, studio->allocator, &bytes, error);
    if (result == VV_OK)
        result = vvi_studio_set_text(studio, (const char *)bytes.data, bytes.count);
    vv_bytes_release(&bytes, studio->allocator);
    vv_take_destroy(&take);
    return result;
}

/* Writes the blended form at rest, before it is smoothed and posed, as examples of the shape are. */
static vv_result write_obj(vv_studio *studio, const vvi_open_act *open, vv_error *error)
{
    const vv_built_shape *built = NULL;
    vv_bytes bytes = {0};
    vv_result result = vv_session_shape(studio->session, open->view.subject, &built, error);
    if (result != VV_OK)
        return result;
    uint32_t room = vv_shape_form_capacity(built->shape);
    vv_vec3 *form = vvi_allocate(studio->allocator, room, sizeof *form);
    if (form == NULL)
        return vvi_fail_memory(error, room * sizeof *form);
    vv_shape_blend(built->shape, open->view.weights, form);
    vv_obj_file file = {.name = "blend",
                        .vertex_count = vv_shape_vertex_count(built->shape),
                        .positions = form,
                        .triangle_count = built->triangle_count,
                        .triangles = built->triangles};
    result = vv_export_obj(&file, studio->allocator, &bytes, error);
    if (result == VV_OK)
        result = vvi_studio_set_text(studio, (const char *)bytes.data, bytes.count);
    vv_bytes_release(&bytes, studio->allocator);
    vvi_release(studio->allocator, form, room, sizeof *form);
    return result;
}

vv_result vv_studio_performance3_file(vv_studio *studio)
{
    vvi_open_act *open = vvi_performance3_current(studio);
    vv_error error = {0};
    if (open == NULL)
        return VV_ERROR_NOT_FOUND;
    vv_result result = VV_OK;
    if (open->view.kind == VV_SCENE_VERB)
        result = write_bvh(studio, open, &error);
    else if (open->view.kind == VV_SCENE_SHAPE)
        result = write_obj(studio, open, &error);
    else
        result = vvi_fail(&error, VV_ERROR_ARGUMENT, "a graph has no blended motion of its own; open one of its verbs");
    return result == VV_OK ? VV_OK : vvi_studio_fail(studio, &error);
}
