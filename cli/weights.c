/* verve weights: bounded biharmonic weights of a standard mesh, as a table of text. */
#include "cli/cli.h"

#include "author/base/file.h"
#include "author/base/json.h"
#include "author/base/pool.h"
#include "author/import/import.h"
#include "author/weigh/weigh.h"
#include "runtime/base/base.h"

#include <stdio.h>
#include <string.h>

#define MOST_BYTES ((size_t)512 << 20) /* of a file that is read */

typedef struct weights_request {
    const char *out;
    uint32_t threads; /* 0: as many as there are processors */
    bool json;
} weights_request;

#define REQUEST weights_request
static const cli_option options[] = {
    {"-o", CLI_TEXT(out), "W.txt", "where the weights go; - is standard output"},
    CLI_THREADS,
    {"--json", CLI_FLAG(json), NULL, "report residual, unconverged, loose pieces and milliseconds as JSON"},
    {0}};

typedef struct weights_job {
    const weights_request *request;
    const char *mesh_file, *handles_file;
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
    if (result == VV_OK)
        result = vv_import_obj((const char *)bytes, count, job->mesh_file, NULL, &job->mesh, error);
    vv_file_release(NULL, bytes, count);
    return result;
}

static vv_result read_handles(weights_job *job, vv_error *error)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_result result = vv_file_read(job->handles_file, MOST_BYTES, NULL, &bytes, &count, error);
    if (result == VV_OK)
        result = vv_import_tgf((const char *)bytes, count, job->handles_file, NULL, &job->handles, error);
    vv_file_release(NULL, bytes, count);
    return result;
}

/* ---- Weighing ---------------------------------------------------------------------------------------------------- */

/* An error of the solver itself has no place yet: it is about this file. */
static vv_result place_error(vv_result result, const char *file, vv_error *error)
{
    if (result != VV_OK && error->file[0] == '\0')
        vvi_error_place(error, file, 0, NULL);
    return result;
}

static vv_result find_held_vertices(weights_job *job, vv_error *error)
{
    vv_weigh_handle grips[VV_RIG_MAX_HANDLES];
    for (uint32_t j = 0; j < job->handles.handle_count; j++) {
        const vv_tgf_handle *handle = &job->handles.handles[j];
        grips[j].bone = handle->bone;
        memcpy(grips[j].from, handle->from, sizeof grips[j].from);
        memcpy(grips[j].to, handle->to, sizeof grips[j].to);
    }
    uint32_t count = job->handles.handle_count;
    vv_result result = vv_weigh_find_held_vertices(&job->def, count, grips, NULL, job->starts, NULL, error);
    if (result != VV_OK)
        return result;
    job->held_count = job->starts[count];
    job->def.held = job->held = vvi_allocate(NULL, job->held_count, sizeof *job->held);
    if (!job->held)
        return vvi_fail_memory(error, job->held_count * sizeof *job->held);
    return vv_weigh_find_held_vertices(&job->def, count, grips, NULL, job->starts, job->held, error);
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
    vv_result result = place_error(find_held_vertices(job, error), job->handles_file, error);
    if (result != VV_OK)
        return result;
    cli_progress bar;
    vv_pool *pool = NULL;
    result = vv_pool_create(job->request->threads, &pool, error);
    if (result != VV_OK)
        return result;
    job->def.jobs = vv_pool_jobs(pool);
    double began = cli_processor_clock();
    cli_progress_begin(&bar, "weighing");
    result = vv_weigh(&job->def, NULL, &bar.progress, job->weights, &job->report, error);
    cli_progress_end(&bar);
    vv_pool_destroy(pool);
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
    vv_result result = cli_write(job->request->out, text, length, error);
    vvi_release(NULL, text, room, 1);
    return result;
}

static void write_report(vv_json_writer *w, const void *subject)
{
    const weights_job *job = subject;
    vv_json_write_object(w, NULL);
    vv_json_write_integer(w, "vertices", job->mesh.vertex_count);
    vv_json_write_integer(w, "triangles", job->mesh.triangle_count);
    vv_json_write_integer(w, "handles", job->handles.handle_count);
    vv_json_write_double(w, "residual", job->report.residual);
    vv_json_write_integer(w, "unconverged", job->report.unconverged);
    vv_json_write_integer(w, "loose_pieces", job->report.loose_pieces);
    vv_json_write_integer(w, "path_steps", job->report.path_steps);
    vv_json_write_integer(w, "finish_rounds", job->report.finish_rounds);
    vv_json_write_integer(w, "factorisations", job->report.factorisations);
    vv_json_write_double(w, "ms", 1e3 * job->seconds);
    vv_json_write_end(w);
}

/* What a person should know about the result. */
static void print_warnings(const weights_job *job)
{
    if (job->report.unconverged > 0)
        cli_warn(job->mesh_file,
                 "%u of %u handles did not converge (residual %.2g); look at the mesh for needles and folds",
                 job->report.unconverged, job->handles.handle_count, job->report.residual);
    if (job->report.loose_pieces > 0)
        cli_warn(job->mesh_file, "%u loose pieces have no handle and follow the nearest; give each a handle",
                 job->report.loose_pieces);
}

static vv_result report(const weights_job *job, vv_error *error)
{
    print_warnings(job);
    if (job->request->json)
        return cli_write_json("-", write_report, job, error);
    if (!cli_is_stream(job->request->out))
        printf("%s: %u vertices, %u handles, residual %.2g, %.1f ms\n", job->request->out, job->mesh.vertex_count,
               job->handles.handle_count, job->report.residual, 1e3 * job->seconds);
    return VV_OK;
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

static vv_result compute(weights_job *job, vv_error *error)
{
    vv_result result = read_mesh(job, error);
    if (result == VV_OK)
        result = read_handles(job, error);
    if (result == VV_OK)
        result = weigh(job, error);
    if (result == VV_OK)
        result = write_weights(job, error);
    return result == VV_OK ? report(job, error) : result;
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

static const char *find_misuse(const cli_call *call)
{
    const weights_request *request = call->request;
    if (!request->out)
        return "nothing says where the weights go; add -o W.txt";
    if (request->json && cli_is_stream(request->out))
        return "weights and report cannot both go to standard output; write -o W.txt";
    return NULL;
}

static vv_result run(cli_call *call)
{
    weights_job job = {.request = call->request, .mesh_file = call->operands[0], .handles_file = call->operands[1]};
    vv_result result = compute(&job, &call->error);
    release(&job);
    return result;
}

const cli_command cli_weights = {
    "weights",
    "compute bounded biharmonic weights of a standard mesh",
    "MESH.obj HANDLES.tgf -o W.txt [--threads N] [--json]",
    "Computes bounded biharmonic weights: how much each handle moves each vertex.\n"
    "\n"
    "MESH.obj     triangles (polygons are fanned), flat or a surface in space.\n"
    "HANDLES.tgf  lines `index x y z`, then `#`, then `i j` bone rows (points counted from 1).\n"
    "             Points that no bone uses are point handles. A point holds the nearest vertex, a bone the\n"
    "             vertices within half a mean edge of it, or else the nearest (in space: the skin around it).\n"
    "W.txt        `rows cols`, then one row a vertex: first the point handles in file order, then the bones.\n"
    "             Rows sum to 1; a handle's own vertices are exactly 1.",
    CLI_OPERANDS(2, 2),
    CLI_OPTIONS({0}),
    find_misuse,
    run};
