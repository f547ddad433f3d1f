/* verve import: drawings become artworks of a project (motions and models: import_model.c). Pictures go to art/, then
 * one group of commands adds everything, so that a single undo takes it back and an error leaves nothing behind. */
#include "cli/import.h"

#include "author/base/file.h"
#include "author/base/path.h"
#include "author/cut/cut.h"
#include "author/export/export.h"
#include "author/import/import.h"
#include "runtime/base/base.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define USUAL_LENGTH   2.0   /* metres: the longer side of a drawing, where no scale is given */
#define USUAL_PIXELS   1024u /* of the longer side of an SVG */
#define USUAL_VERTICES 300u  /* of a drawing with one layer */
#define MORE_VERTICES  60u   /* for each further layer */
#define LEAST_VERTICES 30u   /* of a layer */

_Static_assert(VV_DRAWING_MAX_LAYERS == VV_PROJECT_MAX_LAYERS, "every drawing that can be imported can be added");

/* ---- Options ----------------------------------------------------------------------------------------------------- */

#define REQUEST import_request
static const cli_option options[] = {
    {"--into", CLI_TEXT(into), "PROJECT", "the project's folder"},
    {"--artwork", CLI_TEXT(artwork), "NAME", "what the artwork is called; usual: the file's name"},
    {"--scale", CLI_NUMBER(scale), "N", "pixels to a metre; usual: the longer side is 2 m", 1e-3, 1e6},
    {"--vertices", CLI_WHOLE(vertices), "N", "about how many all layers have; usual: 300, and 60 for each layer more",
     3, 200000},
    {"--skeleton", CLI_TEXT(skeleton), "NAME", "whose takes these are; usual: found by joints, or made"},
    {"--unit", CLI_NUMBER(unit), "N", "metres to a unit of a new skeleton's BVH files; usual: guessed", 1e-6, 1e6},
    {"--up", CLI_TEXT(up), "y|z", "which axis of BVH files points up; usual: y"},
    {"--pixels", CLI_WHOLE(pixels), "N", "of an SVG's longer side; usual: 1024", 16, VV_IMAGE_MAX_SIDE},
    {0}};

/* ---- Files of the project ---------------------------------------------------------------------------------------- */

vv_result import_write(import_job *job, const char *folder, const char *stem, const char *ending, const void *bytes,
                       size_t count, char inside[VV_PROJECT_PATH_BYTES])
{
    written_file *file = vvi_arena_allocate(&job->arena, 1, sizeof *file);
    if (!file)
        return vvi_fail_memory(job->error, sizeof *file);
    for (uint32_t n = 1;; ++n) {
        char number[16] = "";
        if (n > 1)
            vvi_format(number, sizeof number, "-%u", n);
        vvi_format(inside, VV_PROJECT_PATH_BYTES, "%s/%s%s%s", folder, stem, number, ending);
        vvi_format(file->path, sizeof file->path, "%s/%s", vv_project_folder_path(job->folder), inside);
        if (!vv_file_exists(file->path))
            break;
    }
    vv_result result = vv_file_write_inside(vv_project_folder_path(job->folder), inside, bytes, count, job->error);
    if (result == VV_OK) {
        file->before = job->written;
        job->written = file;
    }
    return result;
}

static vv_result write_picture(import_job *job, const char *stem, const vv_image *image,
                               char inside[VV_PROJECT_PATH_BYTES])
{
    vv_bytes bytes;
    vv_result result = vv_export_png(image, NULL, &bytes, job->error);
    if (result == VV_OK)
        result = import_write(job, "art", stem, ".png", bytes.data, bytes.count, inside);
    vv_bytes_release(&bytes, NULL);
    return result;
}

/* ---- Artworks ---------------------------------------------------------------------------------------------------- */

void import_name_from_file(const char *path, char name[64])
{
    char stem[1024];
    cli_stem(path, stem, sizeof stem);
    vv_layer_name(stem, NULL, 0, name);
}

static vv_result name_artwork(const import_job *job, const char *file, char name[64])
{
    if (job->request->artwork)
        vv_layer_name(job->request->artwork, NULL, 0, name);
    else
        import_name_from_file(file, name);
    if (vv_project_find_artwork(job->project, name) == VV_NONE)
        return VV_OK;
    return cli_fail(job->error, VV_ERROR_ARGUMENT, file, "give this one another name with --artwork",
                    "the project has an artwork \"%s\" already", name);
}

/* The width of a square with as much ink. */
static double ink_width(const vv_image *image)
{
    size_t inked = 0;
    for (size_t i = 0; i < (size_t)image->width * image->height; ++i)
        inked += image->pixels[4 * i + 3] >= 8;
    return sqrt((double)inked);
}

/* A drawing's vertices are shared out by the width of its layers, not by their area: thin limbs need theirs. */
static uint32_t vertex_share(const import_job *job, const vv_drawing *drawing, const vv_drawing_layer *layer)
{
    double all = 0.0;
    for (uint32_t i = 0; i < drawing->layer_count; ++i)
        all += ink_width(&drawing->layers[i].image);
    uint32_t whole =
        job->request->vertices ? job->request->vertices : USUAL_VERTICES + MORE_VERTICES * (drawing->layer_count - 1);
    double share = all > 0.0 ? whole * ink_width(&layer->image) / all : 0.0;
    uint32_t least =
        job->request->vertices && job->request->vertices < LEAST_VERTICES ? job->request->vertices : LEAST_VERTICES;
    return share > least ? (uint32_t)(share + 0.5) : least;
}

/* The middle of the drawing's bottom edge becomes the origin: what stands there stands on the ground. */
static void write_layer_command(import_job *job, const vv_drawing *drawing, const vv_drawing_layer *layer,
                                const char *image, double scale)
{
    vv_json_writer *writer = job->commands;
    double x = (layer->offset_x - 0.5 * drawing->width) / scale, y = (drawing->height - layer->offset_y) / scale;
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "name", layer->name);
    vv_json_write_string(writer, "image", image);
    vv_json_write_array(writer, "at");
    vv_json_write_float(writer, NULL, (float)x);
    vv_json_write_float(writer, NULL, (float)y);
    vv_json_write_end(writer);
    vv_json_write_integer(writer, "vertices", vertex_share(job, drawing, layer));
    vv_json_write_end(writer);
}

void import_note(import_job *job, const char *format, ...)
{
    char line[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    cli_table_text(&job->report, line);
}

/* Pieces that are left out are a warning, not an error: the rest of the layer is there. */
static void warn_left_out(const import_job *job, const char *name, const vv_drawing *drawing,
                          const vv_drawing_layer *layer)
{
    vv_cut_def def = vv_default_cut_def();
    vv_error ignored = {0}; /* building the layer says what is wrong with it */
    uint32_t count = 0;
    def.vertices = vertex_share(job, drawing, layer);
    if (vv_cut_count_left_out(&layer->image, &def, NULL, &count, &ignored) == VV_OK && count > 0)
        cli_warn(name, "%u small piece%s of layer \"%s\" %s left out; raise its \"vertices\"", count,
                 count == 1 ? "" : "s", layer->name, count == 1 ? "was" : "were");
}

static vv_result add_artwork(import_job *job, const char *name, const vv_drawing *drawing)
{
    uint32_t longer = drawing->width > drawing->height ? drawing->width : drawing->height;
    double scale = job->request->scale > 0.0 ? job->request->scale : longer / USUAL_LENGTH;
    vv_result result = VV_OK;
    cli_begin_command(job->commands, "artwork.add", name);
    vv_json_write_float(job->commands, "scale", (float)scale);
    vv_json_write_array(job->commands, "layers");
    for (uint32_t i = 0; i < drawing->layer_count && result == VV_OK; ++i) {
        const vv_drawing_layer *layer = &drawing->layers[i];
        char stem[160], inside[VV_PROJECT_PATH_BYTES];
        cli_file_stem(name, drawing->layer_count > 1 || strcmp(layer->name, name) != 0 ? layer->name : NULL, stem);
        result = write_picture(job, stem, &layer->image, inside);
        if (result == VV_OK)
            write_layer_command(job, drawing, layer, inside, scale);
        if (result == VV_OK)
            warn_left_out(job, name, drawing, layer);
    }
    vv_json_write_end(job->commands);
    vv_json_write_end(job->commands);
    import_note(job, "%s: %u layer%s, %u × %u pixels, %.3g × %.3g m\n", name, drawing->layer_count,
                drawing->layer_count == 1 ? "" : "s", drawing->width, drawing->height, drawing->width / scale,
                drawing->height / scale);
    return result;
}

/* ---- Files from outside ------------------------------------------------------------------------------------------ */

static vv_result import_svg(import_job *job, const char *file)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_drawing drawing = {0};
    char name[64], stem[160], inside[VV_PROJECT_PATH_BYTES];
    vv_result result = name_artwork(job, file, name);
    if (result != VV_OK)
        return result;
    result = vv_file_read(file, IMPORT_MOST_BYTES, NULL, &bytes, &count, job->error);
    if (result != VV_OK)
        return result;
    result = vv_import_svg(bytes, count, file, job->request->pixels, NULL, &drawing, job->error);
    if (result == VV_OK) {
        cli_file_stem(name, NULL, stem);
        result =
            import_write(job, "art", stem, ".svg", bytes, count, inside); /* so that it can be imported again, larger */
    }
    if (result == VV_OK)
        result = add_artwork(job, name, &drawing);
    if (result == VV_OK && drawing.has_text)
        cli_warn(file, "has text, and fonts differ between machines; convert text to paths");
    if (result == VV_OK && drawing.has_outside)
        cli_warn(file, "refers to pictures or styles outside itself, which are left out; embed pictures in the drawing "
                       "as PNG");
    vv_drawing_destroy(&drawing, NULL);
    vv_file_release(NULL, bytes, count);
    return result;
}

static vv_result read_png(const import_job *job, const char *file, vv_drawing *drawing)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_drawing_layer *layer = &drawing->layers[drawing->layer_count];
    vv_result result = vv_file_read(file, IMPORT_MOST_BYTES, NULL, &bytes, &count, job->error);
    if (result != VV_OK)
        return result;
    result = vv_import_png(bytes, count, file, NULL, &layer->image, job->error);
    vv_file_release(NULL, bytes, count);
    if (result != VV_OK)
        return result;
    if (ink_width(&layer->image) == 0.0) {
        vv_image_destroy(&layer->image, NULL);
        return cli_fail(job->error, VV_ERROR_ARGUMENT, file,
                        "choose another, or save it with its background erased and its drawing kept",
                        "there is nothing to see in this picture: every pixel is transparent");
    }
    char stem[64];
    import_name_from_file(file, stem);
    vv_layer_name(stem, drawing->layers, drawing->layer_count, layer->name);
    drawing->width = layer->image.width > drawing->width ? layer->image.width : drawing->width;
    drawing->height = layer->image.height > drawing->height ? layer->image.height : drawing->height;
    ++drawing->layer_count;
    return VV_OK;
}

/* Pictures of one size lie on each other as they were drawn; smaller ones are put in the middle. */
static void place_layers(vv_drawing *drawing)
{
    for (uint32_t i = 0; i < drawing->layer_count; ++i) {
        vv_drawing_layer *layer = &drawing->layers[i];
        layer->offset_x = (drawing->width - layer->image.width) / 2;
        layer->offset_y = (drawing->height - layer->image.height) / 2;
    }
}

/* All PNG files of the command line are the layers of one artwork, in their order. */
static vv_result import_pngs(import_job *job, int count, char **files)
{
    vv_drawing drawing = {.pixels_per_unit = 1.0f, .layer_capacity = (uint32_t)count};
    const char *first = NULL;
    drawing.layers = vvi_allocate_zeroed(NULL, (size_t)count, sizeof *drawing.layers);
    if (!drawing.layers)
        return vvi_fail_memory(job->error, (size_t)count * sizeof *drawing.layers);
    vv_result result = VV_OK;
    for (int i = 0; i < count && result == VV_OK; ++i)
        if (vv_path_has_ending(files[i], ".png")) {
            first = first ? first : files[i];
            result = read_png(job, files[i], &drawing);
        }
    char name[64];
    if (result == VV_OK && first)
        result = name_artwork(job, first, name);
    if (result == VV_OK && first) {
        place_layers(&drawing);
        result = add_artwork(job, name, &drawing);
    }
    vv_drawing_destroy(&drawing, NULL);
    return result;
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

/* Whether this is exactly the name that an artwork would get from it. */
static bool is_name(const char *text)
{
    char name[64];
    vv_layer_name(text, NULL, 0, name);
    return strcmp(name, text) == 0;
}

bool cli_can_import(const char *file)
{
    return vv_path_has_ending(file, ".svg") || vv_path_has_ending(file, ".png") || import_is_model(file);
}

static const char *find_misuse(const cli_call *call)
{
    const import_request *request = call->request;
    int drawings = 0, pictures = 0;
    bool known = true;
    for (int i = 0; i < call->operand_count; ++i) {
        drawings += vv_path_has_ending(call->operands[i], ".svg");
        pictures += vv_path_has_ending(call->operands[i], ".png");
        known = known && cli_can_import(call->operands[i]);
    }
    if (!request->into)
        return "nothing says which project to import into; add --into PROJECT";
    if (!known)
        return "only .svg, .png, .bvh, .gltf, .glb and .obj files can be imported; leave the others out";
    if (request->skeleton && !is_name(request->skeleton))
        return "--skeleton is not a name; use 1 to 63 bytes without control characters, / or \\, that begin with no "
               "dot";
    if (request->up && strcmp(request->up, "y") != 0 && strcmp(request->up, "z") != 0)
        return "--up is the axis that points up in BVH files; write y or z";
    if (request->artwork && drawings + (pictures > 0) > 1)
        return "--artwork names one artwork, but these files make several; import them one by one";
    if (request->artwork && !is_name(request->artwork))
        return "--artwork is not a name; use 1 to 63 bytes without control characters, / or \\, that begin with no dot";
    return NULL;
}

static vv_result import_files(import_job *job, int count, char **files)
{
    vv_result result = VV_OK;
    cli_progress bar;
    cli_progress_begin(&bar, "importing");
    for (int i = 0; i < count && result == VV_OK; ++i) {
        cli_progress_show(&bar, i, count);
        if (vv_path_has_ending(files[i], ".svg"))
            result = import_svg(job, files[i]);
        else if (import_is_model(files[i]))
            result = import_model(job, files[i]);
    }
    if (result == VV_OK)
        result = import_pngs(job, count, files);
    cli_progress_end(&bar);
    return result;
}

static vv_result import_as_group(import_job *job, int count, char **files)
{
    vv_result result = vv_json_writer_create(NULL, true, &job->commands, job->error);
    if (result != VV_OK)
        return result;
    vv_json_write_object(job->commands, NULL);
    vv_json_write_string(job->commands, "do", "group");
    vv_json_write_string(job->commands, "label", "import");
    vv_json_write_array(job->commands, "commands");
    result = import_files(job, count, files);
    vv_json_write_end(job->commands);
    vv_json_write_end(job->commands);
    return result == VV_OK ? cli_change(job->folder, "the imported drawings", job->commands, job->error) : result;
}

static vv_result import_into(const import_request *request, int count, char **files, vv_error *error)
{
    import_job job = {.request = request, .error = error};
    vv_result result =
        vv_project_folder_open(request->into, VV_FOLDER_WRITE, VV_FLUSH_COMMAND, NULL, &job.folder, error);
    if (result != VV_OK)
        return result;
    job.project = vv_document_project(vv_project_folder_document(job.folder));
    result = import_as_group(&job, count, files);
    if (result == VV_OK)
        result = cli_table_write(&job.report, "-", error);
    for (const written_file *file = result == VV_OK ? NULL : job.written; file; file = file->before)
        remove(file->path);
    cli_table_release(&job.report);
    vv_json_writer_destroy(job.commands);
    import_forget_skeletons(&job);
    vv_project_folder_close(job.folder);
    vvi_arena_release(&job.arena);
    return result;
}

static vv_result run(cli_call *call)
{
    return import_into(call->request, call->operand_count, call->operands, &call->error);
}

vv_result cli_import_into(const char *project, const char *file, vv_error *error)
{
    const import_request request = {.into = project, .pixels = USUAL_PIXELS};
    char *files[] = {(char *)(uintptr_t)file};
    return import_into(&request, 1, files, error);
}

const cli_command cli_import = {
    "import",
    "bring drawings, motions and models into a project",
    "FILE... --into PROJECT",
    "Brings drawings, motions and models into a project.\n"
    "\n"
    "An SVG becomes an artwork with a layer for each top-level group, named by the group's id, or by\n"
    "its Inkscape label where the id is one that Inkscape made up; / and \\ in names become -. Hidden\n"
    "groups are skipped. Shapes and <use> elements outside groups are one layer for each run between\n"
    "groups: put what should move on its own into a group. At most 256 layers. The pictures go to\n"
    "art/, and the SVG is kept beside them. PNG files become the layers of one artwork,\n"
    "the first one furthest back. The middle of its bottom edge becomes the\n"
    "origin of the artwork.\n"
    "\n"
    "A BVH file becomes a take; so does every animation of a glTF file. Takes of the same joints share\n"
    "one skeleton: the project's, or a new one. OBJ files, and meshes of a glTF file that has morph\n"
    "targets or no motion, become forms. The files go to clips/ and forms/; buffers that lie beside a\n"
    "glTF file are put inside it.\n"
    "\n"
    "One undo takes the whole import back.",
    CLI_OPERANDS(1, -1),
    CLI_OPTIONS({.pixels = USUAL_PIXELS}),
    find_misuse,
    run};
