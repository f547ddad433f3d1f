/* verve weights: bounded biharmonic weights of a standard mesh, as a table of text. */
#include "cli/cli.h"

#include "author/base/file.h"
#include "author/base/json.h"
#include "author/import/import.h"
#include "author/weigh/weigh.h"
#include "runtime/base/base.h"

#include <stdio.h>
#include <string.h>

#define MOST_BYTES ((size_t)512 << 20) /* of a file that is read */

typedef struct weights_job {
    const char *mesh_file, *handles_file, *out_file;
    bool json;
    vv_obj mesh;
    vv_tgf handles;
    vv_weigh_def def;
    uint32_t *starts, *held, held_count;
    float *weights;
    vv_weigh_report report;
    double seconds; /* of the processor */
} weights_job;

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static vv_result read_mesh(weights_job *job, vv_error *error)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_result result = vv_file_read(job->mesh_file, MOST_BYTES, NULL, &bytes, &count, error);
    if (result != VV_OK)
        return result;
    result = vv_import_obj((const char *)bytes, count, job->mesh_file, NULL, &job->mesh, error);
    vv_file_release(NULL, bytes, count);
    return result;
}

static vv_result read_handles(weights_job *job, vv_error *error)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_result result = vv_file_read(job->handles_file, MOST_BYTES, NULL, &bytes, &count, error);
    if (result != VV_OK)
        return result;
    result = vv_import_tgf((const char *)bytes, count, job->handles_file, NULL, &job->handles, error);
    vv_file_release(NULL, bytes, count);
    return result;
}

/* ---- Weighing ---------------------------------------------------------------------------------------------------- */

/* An error of the weighing itself has no place yet: it is about the mesh, or about a handle. */
static vv_result place_error(vv_result result, const char *file, vv_error *error)
{
    if (result != VV_OK && error->file[0] == '\0')
        vvi_error_place(error, file, 0, NULL);
    return result;
}

static vv_result hold(weights_job *job, vv_error *error)
{
    vv_weigh_grip grips[VV_RIG_MAX_HANDLES];
    for (uint32_t j = 0; j < job->handles.handle_count; j++) {
        const vv_tgf_handle *handle = &job->handles.handles[j];
        grips[j].bone = handle->bone;
        memcpy(grips[j].from, handle->from, sizeof grips[j].from);
        memcpy(grips[j].to, handle->to, sizeof grips[j].to);
    }
    uint32_t count = job->handles.handle_count;
    vv_result result = vv_weigh_hold(&job->def, count, grips, NULL, job->starts, NULL, error);
    if (result != VV_OK)
        return result;
    job->held_count = job->starts[count];
    job->def.held = job->held = vvi_allocate(NULL, job->held_count, sizeof *job->held);
    if (!job->held)
        return vvi_fail_memory(error, job->held_count * sizeof *job->held);
    return vv_weigh_hold(&job->def, count, grips, NULL, job->starts, job->held, error);
}

static vv_result weigh(weights_job *job, vv_error *error)
{
    size_t vertices = job->mesh.vertex_count, handles = job->handles.handle_count;
    job->starts = vvi_allocate(NULL, handles + 1, sizeof *job->starts);
    job->weights = vvi_allocate(NULL, vertices * handles, sizeof *job->weights);
    if (!job->starts || !job->weights)
        return vvi_fail_memory(error, vertices * handles * sizeof *job->weights);
    job->def = (vv_weigh_def){.vertex_count = job->mesh.vertex_count,
                              .triangle_count = job->mesh.triangle_count,
                              .handle_count = job->handles.handle_count,
                              .positions = job->mesh.positions,
                              .triangles = job->mesh.triangles,
                              .starts = job->starts};
    vv_result result = place_error(hold(job, error), job->handles_file, error);
    if (result != VV_OK)
        return result;
    cli_progress bar;
    double began = cli_processor_clock();
    cli_progress_begin(&bar, "weighing");
    result = vv_weigh(&job->def, NULL, &bar.progress, job->weights, &job->report, error);
    cli_progress_end(&bar);
    job->seconds = cli_processor_clock() - began;
    return place_error(result, job->mesh_file, error);
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

/* `rows cols`, then one row a vertex; each number is the shortest decimal that reads back as the same float. */
static vv_result write_weights(const weights_job *job, vv_error *error)
{
    size_t rows = job->mesh.vertex_count, columns = job->handles.handle_count;
    size_t room = 32 + rows * columns * 16, length = 0;
    char *text = vvi_allocate(NULL, room, 1);
    if (!text)
        return vvi_fail_memory(error, room);
    length += vvi_format(text, room, "%zu %zu\n", rows, columns);
    for (size_t i = 0; i < rows * columns; i++) {
        char number[32];
        size_t digits = vvi_print_float(number, job->weights[i]);
        memcpy(text + length, number, digits);
        length += digits;
        text[length++] = (i + 1) % columns == 0 ? '\n' : ' ';
    }
    vv_result result = cli_write(job->out_file, text, length, error);
    vvi_release(NULL, text, room, 1);
    return result;
}

static cli_exit print_json(const weights_job *job, vv_error *error)
{
    vv_json_writer *writer = NULL;
    if (vv_json_writer_create(NULL, false, &writer, error) != VV_OK)
        return cli_error(error);
    vv_json_write_object(writer, NULL);
    vv_json_write_integer(writer, "vertices", job->mesh.vertex_count);
    vv_json_write_integer(writer, "triangles", job->mesh.triangle_count);
    vv_json_write_integer(writer, "handles", job->handles.handle_count);
    vv_json_write_double(writer, "residual", job->report.residual);
    vv_json_write_integer(writer, "unconverged", job->report.unconverged);
    vv_json_write_integer(writer, "loose_pieces", job->report.loose_pieces);
    vv_json_write_integer(writer, "path_steps", job->report.path_steps);
    vv_json_write_integer(writer, "finish_rounds", job->report.finish_rounds);
    vv_json_write_integer(writer, "factorisations", job->report.factorisations);
    vv_json_write_double(writer, "ms", 1e3 * job->seconds);
    vv_json_write_end(writer);
    size_t length = 0;
    const char *text = vv_json_writer_text(writer, &length);
    cli_exit exit = text ? CLI_OK : cli_fail("weights", "not enough memory for the report");
    if (text)
        fwrite(text, 1, length, stdout);
    vv_json_writer_destroy(writer);
    return exit;
}

/* What a person should know about the result. */
static void print_remarks(const weights_job *job)
{
    if (job->report.unconverged > 0)
        fprintf(
            stderr,
            "verve: %s: %u of %u handles did not converge (residual %.2g); look at the mesh for needles and folds\n",
            job->mesh_file, job->report.unconverged, job->handles.handle_count, job->report.residual);
    if (job->report.loose_pieces > 0)
        fprintf(stderr, "verve: %s: %u loose pieces have no handle and follow the nearest; give each a handle\n",
                job->mesh_file, job->report.loose_pieces);
}

static cli_exit report(const weights_job *job, vv_error *error)
{
    print_remarks(job);
    if (job->json)
        return print_json(job, error);
    if (strcmp(job->out_file, "-") != 0)
        printf("%s: %u vertices, %u handles, residual %.2g, %.1f ms\n", job->out_file, job->mesh.vertex_count,
               job->handles.handle_count, job->report.residual, 1e3 * job->seconds);
    return CLI_OK;
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

static vv_result work(weights_job *job, vv_error *error)
{
    vv_result result = read_mesh(job, error);
    if (result == VV_OK)
        result = read_handles(job, error);
    if (result == VV_OK)
        result = weigh(job, error);
    return result == VV_OK ? write_weights(job, error) : result;
}

static void release(weights_job *job)
{
    size_t vertices = job->mesh.vertex_count, handles = job->handles.handle_count;
    vvi_release(NULL, job->starts, handles + 1, sizeof *job->starts);
    vvi_release(NULL, job->held, job->held_count, sizeof *job->held);
    vvi_release(NULL, job->weights, vertices * handles, sizeof *job->weights);
    vv_obj_destroy(&job->mesh, NULL);
    vv_tgf_destroy(&job->handles, NULL);
}

static const char *const about =
    "Computes bounded biharmonic weights: how much each handle moves each vertex.\n"
    "\n"
    "MESH.obj     triangles (polygons are fanned), flat or a surface in space.\n"
    "HANDLES.tgf  lines `index x y z`, then `#`, then `i j` bone rows (points counted from 1).\n"
    "             Points that no bone uses are point handles. A point holds the nearest vertex, a bone the\n"
    "             vertices within half a mean edge of it, or else the nearest (in space: the skin around it).\n"
    "W.txt        `rows cols`, then one row a vertex: first the point handles in file order, then the bones.\n"
    "             Rows sum to 1; a handle's own vertices are exactly 1.";

static cli_exit run(int count, char **arguments)
{
    weights_job job = {0};
    const cli_option options[] = {
        {"-o", CLI_TEXT, &job.out_file, "W.txt", "where the weights go; - is standard output"},
        {"--json", CLI_FLAG, &job.json, NULL, "report residual, unconverged, loose pieces and milliseconds as JSON"},
    };
    const cli_usage usage = {"weights", "MESH.obj HANDLES.tgf -o W.txt [--json]", about, options, 2, 2, 2};
    int operands = 0;
    cli_exit exit;
    if (!cli_parse(&usage, count, arguments, &operands, &exit))
        return exit;
    if (!job.out_file) {
        cli_fail("weights", "nowhere to write; add -o W.txt");
        return CLI_USAGE;
    }
    if (job.json && strcmp(job.out_file, "-") == 0) {
        cli_fail("weights", "weights and report cannot both go to standard output; write -o W.txt");
        return CLI_USAGE;
    }
    job.mesh_file = arguments[0];
    job.handles_file = arguments[1];
    vv_error error = {0};
    exit = work(&job, &error) == VV_OK ? report(&job, &error) : cli_error(&error);
    release(&job);
    return exit;
}

const cli_command cli_weights = {"weights", "compute bounded biharmonic weights of a standard mesh", run};
