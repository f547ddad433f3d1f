/* Joining shards. The head of each must agree with that of the first, and each creature must be judged once, by its
 * own shard. */
#include "cli/validate.h"

#include "author/base/file.h"
#include "runtime/base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 4096, MOST_PICTURE_BYTES = 64 * 1024 * 1024 };

/* ---- Reading one ------------------------------------------------------------------------------------------------- */

typedef struct shard_file {
    const vv_json_document *document;
    const vv_json *root;
    vv_error *error;
} shard_file;

static vv_result refuse(const shard_file *file, const vv_json *at, const char *what)
{
    return cli_fail_json(file->error, file->document, at, "make the shard again with this `verve validate`", "%s",
                         what);
}

static bool read_whole(const vv_json *object, const char *name, uint32_t most, uint32_t *out)
{
    const vv_json *value = vv_json_member(object, name);
    if (value == NULL || value->kind != VV_JSON_NUMBER || !(value->number >= 0.0) || value->number > (double)most ||
        value->number != (double)(uint32_t)value->number)
        return false;
    *out = (uint32_t)value->number;
    return true;
}

static bool read_number(const vv_json *object, const char *name, float *out)
{
    const vv_json *value = vv_json_member(object, name);
    if (value == NULL || value->kind != VV_JSON_NUMBER)
        return false;
    *out = (float)value->number;
    return true;
}

static bool read_flag(const vv_json *object, const char *name, bool *out)
{
    const vv_json *value = vv_json_member(object, name);
    if (value == NULL || (value->kind != VV_JSON_TRUE && value->kind != VV_JSON_FALSE))
        return false;
    *out = value->kind == VV_JSON_TRUE;
    return true;
}

static bool read_text(const vv_json *object, const char *name, char *text, size_t bytes)
{
    const vv_json *value = vv_json_member(object, name);
    if (value == NULL || value->kind != VV_JSON_STRING || strlen(value->string) >= bytes)
        return false;
    memcpy(text, value->string, strlen(value->string) + 1);
    return true;
}

static bool read_key(const vv_json *root, uint64_t *key)
{
    char text[32], *end;
    if (!read_text(root, "key", text, sizeof text))
        return false;
    *key = strtoull(text, &end, 16);
    return *end == '\0';
}

static vv_result read_head(const shard_file *file, validate_grid *grid)
{
    const vv_json *root = file->root, *format = vv_json_member(root, "format"), *list = vv_json_member(root, "motions");
    uint32_t version = 0;
    if (format == NULL || format->kind != VV_JSON_STRING || strcmp(format->string, "verve-plays") != 0 ||
        !read_whole(root, "version", 1, &version) || version != 1)
        return refuse(file, root, "this is not a list of plays of this version");
    if (!read_text(root, "project", grid->project, sizeof grid->project) || !read_key(root, &grid->key) ||
        !read_whole(root, "creatures", 1000000, &grid->creature_count) ||
        !read_whole(root, "seed", UINT32_MAX, &grid->seed) || !read_whole(root, "shard", 1000000, &grid->shard) ||
        !read_whole(root, "shards", 1000000, &grid->shard_count) || !read_flag(root, "pictures", &grid->pictures) ||
        list == NULL || list->kind != VV_JSON_ARRAY || grid->shard < 1 || grid->shard > grid->shard_count)
        return refuse(file, root, "the head of the list is incomplete");
    grid->shard--;
    grid->column_count = list->count;
    grid->columns = calloc(list->count + 1u, sizeof *grid->columns);
    if (grid->columns == NULL)
        return vvi_fail_memory(file->error, list->count * sizeof *grid->columns);
    for (const vv_json *item = list->child; item != NULL; item = item->next) {
        validate_column *column = &grid->columns[item->index];
        if (!read_text(item, "name", column->name, sizeof column->name) || !read_flag(item, "gait", &column->is_gait))
            return refuse(file, item, "this is not a motion of the list");
    }
    return VV_OK;
}

static bool read_measure(const vv_json *item, vv_measure *out)
{
    char name[16];
    if (!read_text(item, "measure", name, sizeof name))
        return false;
    for (uint32_t m = 0; m < VV_MEASURE_COUNT; m++) {
        if (strcmp(vv_measure_name((vv_measure)m), name) == 0) {
            *out = (vv_measure)m;
            return true;
        }
    }
    return false;
}

static bool read_fault(const vv_json *item, validate_fault *fault)
{
    uint32_t part = 0;
    bool good = read_measure(item, &fault->measure) && read_whole(item, "part", VV_PART_COUNT - 1, &part) &&
                read_flag(item, "strict_only", &fault->strict_only) && read_number(item, "value", &fault->value) &&
                read_number(item, "limit", &fault->limit) && read_whole(item, "frame", UINT32_MAX, &fault->frame) &&
                read_whole(item, "variant", UINT32_MAX, &fault->variant) &&
                read_text(item, "trial", fault->trial, sizeof fault->trial) &&
                read_text(item, "body", fault->body, sizeof fault->body) && fault->limit > 0.0f;
    fault->part = (vv_part)part;
    return good;
}

static vv_result read_play(const shard_file *file, const vv_json *item, const validate_grid *shard, validate_grid *grid)
{
    uint32_t creature = 0, column = 0, trials = 0;
    const vv_json *faults = vv_json_member(item, "faults");
    if (!read_whole(item, "creature", UINT32_MAX, &creature) || !read_whole(item, "motion", UINT32_MAX, &column) ||
        !read_whole(item, "trials", UINT32_MAX, &trials) || faults == NULL || faults->kind != VV_JSON_ARRAY ||
        creature < grid->seed || creature - grid->seed >= grid->creature_count || column >= grid->column_count ||
        faults->count > VALIDATE_MOST_FAULTS)
        return refuse(file, item, "this is not a play of the grid");
    validate_play *play = validate_play_at(grid, creature - grid->seed, column);
    if ((creature - grid->seed) % shard->shard_count != shard->shard)
        return refuse(file, item, "this creature belongs to another shard");
    if (play->judged)
        return refuse(file, item, "this play is there already");
    *play = (validate_play){.judged = true, .trial_count = trials};
    play->faults = calloc(faults->count + 1u, sizeof *play->faults);
    if (play->faults == NULL)
        return vvi_fail_memory(file->error, faults->count * sizeof *play->faults);
    if (!read_number(item, "self", &play->self) || !read_number(item, "spine", &play->spine))
        return refuse(file, item, "this is not a play of the grid");
    for (const vv_json *fault = faults->child; fault != NULL; fault = fault->next)
        if (!read_fault(fault, &play->faults[play->fault_count++]))
            return refuse(file, fault, "this is not a fault");
    return VV_OK;
}

static bool is_same_grid(const validate_grid *a, const validate_grid *b)
{
    bool same = strcmp(a->project, b->project) == 0 && a->key == b->key && a->creature_count == b->creature_count &&
                a->seed == b->seed && a->shard_count == b->shard_count && a->pictures == b->pictures &&
                a->column_count == b->column_count;
    for (uint32_t m = 0; same && m < a->column_count; m++)
        same = strcmp(a->columns[m].name, b->columns[m].name) == 0 && a->columns[m].is_gait == b->columns[m].is_gait;
    return same;
}

/* The head of the first shard becomes that of the grid; the others must have the same. */
static vv_result merge_head(const shard_file *file, validate_grid *shard, validate_grid *grid, const char *folder)
{
    if (grid->columns == NULL) {
        *grid = *shard;
        grid->columns = calloc(shard->column_count + 1u, sizeof *grid->columns);
        if (grid->columns == NULL || !validate_grid_prepare(grid))
            return vvi_fail_memory(file->error, 0);
        memcpy(grid->columns, shard->columns, shard->column_count * sizeof *grid->columns);
    }
    if (is_same_grid(grid, shard))
        return VV_OK;
    return cli_fail(file->error, VV_ERROR_ARGUMENT, folder,
                    "join shards of the same project, seed, creatures and number of shards only",
                    "this shard is of another grid than the first");
}

static vv_result read_shard(const char *folder, validate_grid *grid, vv_error *error)
{
    char path[PATH_BYTES];
    vv_json_document *document = NULL;
    validate_grid shard = {0};
    snprintf(path, sizeof path, "%s/plays.json", folder);
    vv_result result = cli_read_json(path, &document, error);
    if (result == VV_OK) {
        shard_file file = {document, vv_json_root(document), error};
        const vv_json *plays = vv_json_member(file.root, "plays");
        result = read_head(&file, &shard);
        if (result == VV_OK)
            result = merge_head(&file, &shard, grid, folder);
        if (result == VV_OK && (plays == NULL || plays->kind != VV_JSON_ARRAY))
            result = refuse(&file, file.root, "there are no plays");
        for (const vv_json *item = result == VV_OK ? plays->child : NULL; item != NULL && result == VV_OK;
             item = item->next)
            result = read_play(&file, item, &shard, grid);
    }
    free(shard.columns);
    vv_json_destroy(document);
    return result;
}

/* ---- Joining ----------------------------------------------------------------------------------------------------- */

static vv_result check_whole(const validate_grid *grid, vv_error *error)
{
    for (uint32_t c = 0; c < grid->creature_count; c++) {
        for (uint32_t m = 0; m < grid->column_count; m++) {
            if (validate_play_at(grid, c, m)->judged)
                continue;
            return cli_fail(error, VV_ERROR_NOT_FOUND, "validate", "name the folder of every shard",
                            "shard %u of %u is missing or incomplete", c % grid->shard_count + 1, grid->shard_count);
        }
    }
    return VV_OK;
}

static vv_result copy_file(const char *from, const char *to, vv_error *error)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_result result = vv_file_read(from, MOST_PICTURE_BYTES, NULL, &bytes, &count, error);
    if (result == VV_OK)
        result = vv_file_write(to, bytes, count, error);
    vv_file_release(NULL, bytes, count);
    return result;
}

static vv_result copy_picture(const char *from, const char *to, bool needed, vv_error *error)
{
    return needed || vv_file_exists(from) ? copy_file(from, to, error) : VV_OK;
}

static vv_result copy_pictures(const validate_grid *grid, int count, char **folders, const char *out, vv_error *error)
{
    char from[PATH_BYTES], to[PATH_BYTES];
    for (uint32_t c = 0; c < grid->creature_count; c++) {
        uint64_t seed = (uint64_t)grid->seed + c;
        for (int f = 0; f < count; f++) {
            validate_sheet_name(from, sizeof from, folders[f], seed);
            if (!vv_file_exists(from))
                continue;
            validate_sheet_name(to, sizeof to, out, seed);
            vv_result result = copy_picture(from, to, true, error);
            for (uint32_t m = 0; m < grid->column_count && result == VV_OK; m++) {
                validate_strip_name(from, sizeof from, folders[f], seed, m);
                validate_strip_name(to, sizeof to, out, seed, m);
                result = copy_picture(from, to, false, error);
            }
            if (result != VV_OK)
                return result;
        }
    }
    return VV_OK;
}

vv_result validate_merge(int count, char **folders, const char *out, validate_grid *grid, vv_error *error)
{
    vv_result result = VV_OK;
    *grid = (validate_grid){0};
    for (int f = 0; f < count && result == VV_OK; f++)
        result = read_shard(folders[f], grid, error);
    if (result == VV_OK)
        result = check_whole(grid, error);
    if (result == VV_OK && grid->pictures)
        result = copy_pictures(grid, count, folders, out, error);
    grid->shard = 0;
    grid->shard_count = 1;
    return result;
}
