/* verve import: drawings become artworks of a project (motions and models: import_model.c). Pictures go to art/, then one group of commands adds everything,
 * so that a single undo takes it back and an error leaves nothing behind. */
#include "cli/import.h"

#include "author/base/file.h"
#include "author/export/export.h"
#include "author/import/import.h"
#include "runtime/base/base.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define USUAL_LENGTH   2.0   /* metres: the longer side of a drawing, where no scale is given */
#define USUAL_PIXELS   1024u /* of the longer side of an SVG */
#define USUAL_VERTICES 300u  /* of a drawing with one layer, */
#define MORE_VERTICES  60u   /* and for each layer more */
#define LEAST_VERTICES 30u   /* of a layer */

/* ---- Files of the project -------------------------------------------------------------------------------------------- */

/* What is awkward in a file name somewhere becomes a dash; letters of every language stay. */
void import_make_stem(const char *name, const char *part, char stem[160])
{
    vvi_format(stem, 160, "%s%s%s", name, part ? "-" : "", part ? part : "");
    for (char *c = stem; *c; ++c)
        if ((unsigned char)*c < 0x80 &&
            !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.", *c))
            *c = '-';
}

vv_result import_write(import_job *job, const char *folder, const char *stem, const char *ending, const void *bytes,
                       size_t count, char inside[VV_PROJECT_PATH_BYTES], vv_error *error)
{
    written_file *file = vvi_arena_take(&job->arena, 1, sizeof *file);
    if (!file)
        return vvi_fail_memory(error, sizeof *file);
    for (uint32_t n = 1;; ++n) {
        char number[16] = "";
        if (n > 1)
            vvi_format(number, sizeof number, "-%u", n);
        vvi_format(inside, VV_PROJECT_PATH_BYTES, "%s/%s%s%s", folder, stem, number, ending);
        vvi_format(file->path, sizeof file->path, "%s/%s", vv_project_folder_path(job->folder), inside);
        if (!vv_file_exists(file->path))
            break;
    }
    vv_result result = vv_file_write_inside(vv_project_folder_path(job->folder), inside, bytes, count, error);
    if (result == VV_OK) {
        file->before = job->written;
        job->written = file;
    }
    return result;
}

static vv_result write_picture(import_job *job, const char *stem, const vv_image *image,
                               char inside[VV_PROJECT_PATH_BYTES], vv_error *error)
{
    vv_bytes bytes;
    vv_result result = vv_export_png(image, NULL, &bytes, error);
    if (result == VV_OK)
        result = import_write(job, "art", stem, ".png", bytes.data, bytes.count, inside, error);
    vv_bytes_release(&bytes, NULL);
    return result;
}

/* ---- Artworks ----------------------------------------------------------------------------------------------------- */

void import_name_from_file(const char *path, char name[64])
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path, *dot = strrchr(base, '.');
    char stem[1024];
    size_t length = dot && dot > base ? (size_t)(dot - base) : strlen(base);
    vvi_format(stem, length + 1 < sizeof stem ? length + 1 : sizeof stem, "%s", base);
    vv_layer_name(stem, NULL, 0, name);
}

static vv_result name_artwork(const import_job *job, const char *file, char name[64], vv_error *error)
{
    if (job->artwork)
        vv_layer_name(job->artwork, NULL, 0, name);
    else
        import_name_from_file(file, name);
    const vv_project *project = vv_document_project(vv_project_folder_document(job->folder));
    if (vv_project_find_artwork(project, name) == VV_NONE)
        return VV_OK;
    vvi_fail(error, VV_ERROR_ARGUMENT, "the project has an artwork \"%s\" already", name);
    vvi_error_place(error, file, 0, NULL);
    vvi_error_remedy(error, "give this one another name with --artwork");
    return VV_ERROR_ARGUMENT;
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
static uint32_t share_of_vertices(const import_job *job, const vv_drawing *drawing, const vv_drawing_layer *layer)
{
    double all = 0.0;
    for (uint32_t i = 0; i < drawing->layer_count; ++i)
        all += ink_width(&drawing->layers[i].image);
    uint32_t whole = job->vertices ? job->vertices : USUAL_VERTICES + MORE_VERTICES * (drawing->layer_count - 1);
    double share = all > 0.0 ? whole * ink_width(&layer->image) / all : 0.0;
    uint32_t least = job->vertices && job->vertices < LEAST_VERTICES ? job->vertices : LEAST_VERTICES;
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
    vv_json_write_integer(writer, "vertices", share_of_vertices(job, drawing, layer));
    vv_json_write_end(writer);
}

vv_result import_note(import_job *job, vv_error *error, const char *format, ...)
{
    char line[400];
    va_list arguments;
    va_start(arguments, format);
    int printed = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    size_t length = printed < 0 ? 0 : (size_t)printed < sizeof line ? (size_t)printed : sizeof line - 1;
    size_t needed = job->report_length + length;
    if (!vvi_grow(NULL, &job->report, &job->report_capacity, needed, 1))
        return vvi_fail_memory(error, needed);
    memcpy((char *)job->report + job->report_length, line, length);
    job->report_length = needed;
    return VV_OK;
}

static vv_result note_artwork(import_job *job, const char *name, const vv_drawing *drawing, double scale,
                              vv_error *error)
{
    return import_note(job, error, "%s: %u layer%s, %u × %u pixels, %.3g × %.3g m\n", name, drawing->layer_count,
                       drawing->layer_count == 1 ? "" : "s", drawing->width, drawing->height, drawing->width / scale,
                       drawing->height / scale);
}

static vv_result add_artwork(import_job *job, const char *name, const vv_drawing *drawing, vv_error *error)
{
    uint32_t longer = drawing->width > drawing->height ? drawing->width : drawing->height;
    double scale = job->scale > 0.0 ? job->scale : longer / USUAL_LENGTH;
    vv_result result = VV_OK;
    vv_json_write_object(job->commands, NULL);
    vv_json_write_string(job->commands, "do", "artwork.add");
    vv_json_write_string(job->commands, "name", name);
    vv_json_write_float(job->commands, "scale", (float)scale);
    vv_json_write_array(job->commands, "layers");
    for (uint32_t i = 0; i < drawing->layer_count && result == VV_OK; ++i) {
        const vv_drawing_layer *layer = &drawing->layers[i];
        char stem[160], inside[VV_PROJECT_PATH_BYTES];
        import_make_stem(name, drawing->layer_count > 1 || strcmp(layer->name, name) != 0 ? layer->name : NULL, stem);
        result = write_picture(job, stem, &layer->image, inside, error);
        if (result == VV_OK)
            write_layer_command(job, drawing, layer, inside, scale);
    }
    vv_json_write_end(job->commands);
    vv_json_write_end(job->commands);
    return result == VV_OK ? note_artwork(job, name, drawing, scale, error) : result;
}

/* ---- Files from outside ------------------------------------------------------------------------------------------- */

bool import_ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcasecmp(path + length - tail, ending) == 0;
}

static vv_result import_svg(import_job *job, const char *file, vv_error *error)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_drawing drawing = {0};
    char name[64], stem[160], inside[VV_PROJECT_PATH_BYTES];
    vv_result result = name_artwork(job, file, name, error);
    if (result != VV_OK)
        return result;
    result = vv_file_read(file, IMPORT_MOST_BYTES, NULL, &bytes, &count, error);
    if (result != VV_OK)
        return result;
    result = vv_import_svg(bytes, count, file, job->pixels, NULL, &drawing, error);
    if (result == VV_OK) {
        import_make_stem(name, NULL, stem);
        result = import_write(job, "art", stem, ".svg", bytes, count, inside, error); /* to be imported again, larger */
    }
    if (result == VV_OK)
        result = add_artwork(job, name, &drawing, error);
    if (result == VV_OK && drawing.has_text)
        fprintf(stderr, "verve: %s: has text, and fonts differ between machines; convert text to paths\n", file);
    vv_drawing_destroy(&drawing, NULL);
    vv_file_release(NULL, bytes, count);
    return result;
}

static vv_result read_png(const char *file, vv_drawing *drawing, vv_error *error)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_drawing_layer *layer = &drawing->layers[drawing->layer_count];
    vv_result result = vv_file_read(file, IMPORT_MOST_BYTES, NULL, &bytes, &count, error);
    if (result != VV_OK)
        return result;
    result = vv_import_png(bytes, count, file, NULL, &layer->image, error);
    vv_file_release(NULL, bytes, count);
    if (result != VV_OK)
        return result;
    if (ink_width(&layer->image) == 0.0) {
        vv_image_destroy(&layer->image, NULL);
        vvi_fail(error, VV_ERROR_ARGUMENT, "there is nothing to see in this picture: every pixel is transparent");
        vvi_error_place(error, file, 0, NULL);
        vvi_error_remedy(error, "choose another, or save it with its background erased and its drawing kept");
        return VV_ERROR_ARGUMENT;
    }
    char stem[64];
    import_name_from_file(file, stem);
    vv_layer_name(stem, drawing->layers, drawing->layer_count, layer->name);
    drawing->width = layer->image.width > drawing->width ? layer->image.width : drawing->width;
    drawing->height = layer->image.height > drawing->height ? layer->image.height : drawing->height;
    ++drawing->layer_count;
    return VV_OK;
}

/* Pictures of one size lie on each other as they were drawn; others are put in the middle. */
static void place_layers(vv_drawing *drawing)
{
    for (uint32_t i = 0; i < drawing->layer_count; ++i) {
        vv_drawing_layer *layer = &drawing->layers[i];
        layer->offset_x = (drawing->width - layer->image.width) / 2;
        layer->offset_y = (drawing->height - layer->image.height) / 2;
    }
}

/* All PNG files of the command line are the layers of one artwork, in their order. */
static vv_result import_pngs(import_job *job, int count, char **files, vv_error *error)
{
    vv_drawing drawing = {.pixels_per_unit = 1.0f, .layer_capacity = (uint32_t)count};
    const char *first = NULL;
    drawing.layers = vvi_allocate_zeroed(NULL, (size_t)count, sizeof *drawing.layers);
    if (!drawing.layers)
        return vvi_fail_memory(error, (size_t)count * sizeof *drawing.layers);
    vv_result result = VV_OK;
    for (int i = 0; i < count && result == VV_OK; ++i)
        if (import_ends_in(files[i], ".png")) {
            first = first ? first : files[i];
            result = read_png(files[i], &drawing, error);
        }
    char name[64];
    if (result == VV_OK && first)
        result = name_artwork(job, first, name, error);
    if (result == VV_OK && first) {
        place_layers(&drawing);
        result = add_artwork(job, name, &drawing, error);
    }
    vv_drawing_destroy(&drawing, NULL);
    return result;
}

/* ---- The command -------------------------------------------------------------------------------------------------- */

static vv_result apply(import_job *job, vv_error *error)
{
    size_t length = 0;
    const char *text = vv_json_writer_text(job->commands, &length);
    if (!text)
        return vvi_fail_memory(error, length);
    vv_json_document *json = NULL;
    vv_result result = vv_json_parse(text, length, "the imported drawings", NULL, &json, error);
    if (result == VV_OK)
        result = vv_project_folder_change(job->folder, json, vv_json_root(json), error);
    vv_json_destroy(json);
    return result;
}

static vv_result import_all(import_job *job, int count, char **files, vv_error *error)
{
    vv_result result = vv_json_writer_create(NULL, true, &job->commands, error);
    if (result != VV_OK)
        return result;
    vv_json_write_object(job->commands, NULL);
    vv_json_write_string(job->commands, "do", "group");
    vv_json_write_string(job->commands, "label", "import");
    vv_json_write_array(job->commands, "commands");
    cli_progress bar;
    cli_progress_begin(&bar, "importing");
    for (int i = 0; i < count && result == VV_OK; ++i) {
        bar.progress.report(bar.progress.user, (float)i / (float)count);
        if (import_ends_in(files[i], ".svg"))
            result = import_svg(job, files[i], error);
        else if (import_is_model(files[i]))
            result = import_model(job, files[i], error);
    }
    if (result == VV_OK)
        result = import_pngs(job, count, files, error);
    cli_progress_end(&bar);
    vv_json_write_end(job->commands);
    vv_json_write_end(job->commands);
    return result == VV_OK ? apply(job, error) : result;
}

static vv_result work(import_job *job, int count, char **files, vv_error *error)
{
    vv_result result = vv_project_folder_open(job->into, VV_FOLDER_WRITE, VV_FLUSH_COMMAND, NULL, &job->folder, error);
    if (result != VV_OK)
        return result;
    result = import_all(job, count, files, error);
    if (result == VV_OK)
        fwrite(job->report, 1, job->report_length, stdout);
    for (const written_file *file = result == VV_OK ? NULL : job->written; file; file = file->before)
        remove(file->path);
    vvi_release(NULL, job->report, job->report_capacity, 1);
    vv_json_writer_destroy(job->commands);
    import_forget_skeletons(job);
    vv_project_folder_close(job->folder);
    vvi_arena_release(&job->arena);
    return result;
}

/* Whether an artwork can be called exactly this. */
static bool is_name(const char *text)
{
    char name[64];
    vv_layer_name(text, NULL, 0, name);
    return strcmp(name, text) == 0;
}

/* A sentence about what is wrong with the command line, or NULL. */
static const char *find_misuse(const import_job *job, int count, char **files)
{
    int drawings = 0, pictures = 0, models = 0;
    for (int i = 0; i < count; ++i) {
        drawings += import_ends_in(files[i], ".svg");
        pictures += import_ends_in(files[i], ".png");
        models += import_is_model(files[i]);
    }
    if (!job->into)
        return "no project to import into; add --into PROJECT";
    if (drawings + pictures + models < count)
        return "only .svg, .png, .bvh, .gltf, .glb and .obj files can be imported";
    if (job->skeleton && !is_name(job->skeleton))
        return "--skeleton is not a name; use 1 to 63 bytes without control characters, / or \\, that begin with no "
               "dot";
    if (!(job->unit == 0.0 || (job->unit >= 1e-6 && job->unit <= 1e6)))
        return "--unit is outside 0.000001…1000000 metres";
    if (job->up && strcmp(job->up, "y") != 0 && strcmp(job->up, "z") != 0)
        return "--up is the axis that points up in BVH files, y or z";
    if (job->artwork && drawings + (pictures > 0) > 1)
        return "--artwork names one artwork, but these files make several; import them one by one";
    if (job->artwork && !is_name(job->artwork))
        return "--artwork is not a name; use 1 to 63 bytes without control characters, / or \\, that begin with no dot";
    if (job->scale < 0.0 || job->scale > 1e6 || (job->scale > 0.0 && job->scale < 1e-3))
        return "--scale is outside 0.001…1000000 pixels to a metre";
    if ((job->vertices > 0 && job->vertices < 3) || job->vertices > 200000)
        return "--vertices is outside 3…200000";
    if (job->pixels < 16 || job->pixels > VV_IMAGE_MAX_SIDE)
        return "--pixels is outside 16…16384";
    return NULL;
}

static const char *const about =
    "Brings drawings, motions and models into a project.\n"
    "\n"
    "An SVG becomes an artwork with a layer for each top-level group, named by the group's id; the\n"
    "pictures go to art/, and the SVG is kept beside them. PNG files become the layers of one artwork,\n"
    "the first one furthest back. The middle of its bottom edge becomes the\n"
    "origin of the artwork.\n"
    "\n"
    "A BVH file becomes a take; so does every animation of a glTF file. Takes of the same joints share\n"
    "one skeleton: the project's, or a new one. OBJ files, and meshes of a glTF file that has morph\n"
    "targets or no motion, become forms. The files go to clips/ and forms/; buffers that lie beside a\n"
    "glTF file are put inside it.\n"
    "\n"
    "One undo takes the whole import back.";

static cli_exit run(int count, char **arguments)
{
    import_job job = {.pixels = USUAL_PIXELS};
    const cli_option options[] = {
        {"--into", CLI_TEXT, &job.into, "PROJECT", "the project's folder"},
        {"--artwork", CLI_TEXT, &job.artwork, "NAME", "what the artwork is called; usual: the file's name"},
        {"--scale", CLI_NUMBER, &job.scale, "N", "pixels to a metre; usual: the longer side is 2 m"},
        {"--vertices", CLI_WHOLE, &job.vertices, "N",
         "about how many all layers have; usual: 300, and 60 for each layer more"},
        {"--skeleton", CLI_TEXT, &job.skeleton, "NAME", "whose takes these are; usual: found by joints, or made"},
        {"--unit", CLI_NUMBER, &job.unit, "N", "metres to a unit of a new skeleton's BVH files; usual: guessed"},
        {"--up", CLI_TEXT, &job.up, "y|z", "which axis of BVH files points up; usual: y"},
        {"--pixels", CLI_WHOLE, &job.pixels, "N", "of an SVG's longer side; usual: 1024"},
    };
    const cli_usage usage = {"import", "FILE... --into PROJECT", about, options, sizeof options / sizeof *options, 1,
                             -1};
    int operands = 0;
    cli_exit exit;
    if (!cli_parse(&usage, count, arguments, &operands, &exit))
        return exit;
    const char *misuse = find_misuse(&job, operands, arguments);
    if (misuse) {
        cli_fail("import", "%s", misuse);
        return CLI_USAGE;
    }
    vv_error error = {0};
    return work(&job, operands, arguments, &error) == VV_OK ? CLI_OK : cli_error(&error);
}

cli_exit cli_import_into(const char *project, const char *file)
{
    char *arguments[] = {"--into", (char *)project, "--", (char *)file};
    return run(4, arguments);
}

const cli_command cli_import = {"import", "bring drawings, motions and models into a project", run};
