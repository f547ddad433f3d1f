/* verve field: the weights of a field of examples at places, as JSON: to look at a field without a project, and to
 * compare it with other implementations. */
#include "cli/cli.h"

#include "runtime/base/base.h"

#include <verve/field.h>

#include <stdio.h>
#include <string.h>

typedef struct field_job {
    const vv_json_document *json;
    const vv_json *examples, *pseudo, *at;
    vv_field_def def;
    vvi_arena arena;
    vv_field *field;
} field_job;

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static vv_result fail_kind(const field_job *job, const vv_json *value, const char *what, vv_error *error)
{
    return vv_json_fail(job->json, value, error, VV_ERROR_FORMAT, "must be %s", what);
}

/* Checks that an object holds no names but these, and the first `needed` of them. */
static vv_result check_members(const field_job *job, const vv_json *object, uint32_t count, const char *const *names,
                               uint32_t needed, vv_error *error)
{
    if (object->kind != VV_JSON_OBJECT)
        return fail_kind(job, object, "an object", error);
    for (const vv_json *member = object->child; member; member = member->next) {
        bool known = false;
        for (uint32_t i = 0; i < count; i++)
            known = known || strcmp(member->name, names[i]) == 0;
        if (!known)
            return cli_fail_json(error, job->json, member, "`verve field --help` lists the keys",
                                 "the key \"%s\" is unknown", member->name);
    }
    for (uint32_t i = 0; i < needed; i++)
        if (!vv_json_member(object, names[i]))
            return vv_json_fail(job->json, object, error, VV_ERROR_FORMAT, "\"%s\" is missing", names[i]);
    return VV_OK;
}

static vv_result read_axes(field_job *job, const vv_json *value, vv_error *error)
{
    if (value->kind != VV_JSON_NUMBER || !(value->number >= 0.0 && value->number <= VV_FIELD_MAX_AXES) ||
        value->number != (double)(uint32_t)value->number)
        return vv_json_fail(job->json, value, error, VV_ERROR_FORMAT, "must be a whole number from 0 to %u",
                            VV_FIELD_MAX_AXES);
    job->def.axis_count = (uint32_t)value->number;
    return VV_OK;
}

/* Names as people write them: "thin plate", "thin-plate", "B-spline". */
static bool same_name(const char *text, const char *name)
{
    for (; *text; text++) {
        if (*text == ' ' || *text == '-' || *text == '_')
            continue;
        char c = *text >= 'A' && *text <= 'Z' ? (char)(*text - 'A' + 'a') : *text;
        if (c != *name++)
            return false;
    }
    return *name == '\0';
}

static vv_result read_radial(field_job *job, const vv_json *value, vv_error *error)
{
    static const char *const names[] = {"bspline", "thinplate", "gaussian", "linear"}; /* in the order of vv_radial */
    for (uint32_t i = 0; value->kind == VV_JSON_STRING && i < 4; i++)
        if (same_name(value->string, names[i])) {
            job->def.radial = (vv_radial)i;
            return VV_OK;
        }
    return fail_kind(job, value, "\"bspline\", \"thin plate\", \"gaussian\" or \"linear\"", error);
}

static vv_result read_place(const field_job *job, const vv_json *value, double *place, vv_error *error)
{
    uint32_t axes = job->def.axis_count;
    if (value->kind != VV_JSON_ARRAY || value->count != axes)
        return vv_json_fail(job->json, value, error, VV_ERROR_FORMAT,
                            "must be a list of %u number%s, one for each axis", axes, axes == 1 ? "" : "s");
    for (const vv_json *number = value->child; number; number = number->next) {
        if (number->kind != VV_JSON_NUMBER)
            return fail_kind(job, number, "a number", error);
        *place++ = number->number;
    }
    return VV_OK;
}

static vv_result allocate_places(field_job *job, const vv_json *list, double **places, vv_error *error)
{
    size_t count = (size_t)list->count * job->def.axis_count + 1u;
    *places = vvi_arena_allocate(&job->arena, count, sizeof **places);
    return *places ? VV_OK : vvi_fail_memory(error, count * sizeof **places);
}

static vv_result check_list(const field_job *job, const vv_json *list, uint32_t least, uint32_t most, vv_error *error)
{
    if (list->kind != VV_JSON_ARRAY || list->count < least || list->count > most)
        return vv_json_fail(job->json, list, error, VV_ERROR_FORMAT, "must be a list of %u to %u items", least, most);
    return VV_OK;
}

static vv_result read_examples(field_job *job, vv_error *error)
{
    double *places = NULL;
    vv_result result = check_list(job, job->examples, 1, VV_FIELD_MAX_EXAMPLES, error);
    if (result == VV_OK)
        result = allocate_places(job, job->examples, &places, error);
    for (const vv_json *item = result == VV_OK ? job->examples->child : NULL; item && result == VV_OK;
         item = item->next)
        result = read_place(job, item, places + (size_t)item->index * job->def.axis_count, error);
    job->def.example_count = job->examples->count;
    job->def.examples = places;
    return result;
}

static vv_result read_pseudo(field_job *job, vv_error *error)
{
    static const char *const names[] = {"from", "to"};
    double *from = NULL, *to = NULL;
    if (!job->pseudo)
        return VV_OK;
    vv_result result = check_list(job, job->pseudo, 0, VV_FIELD_MAX_PSEUDO, error);
    if (result == VV_OK)
        result = allocate_places(job, job->pseudo, &from, error);
    if (result == VV_OK)
        result = allocate_places(job, job->pseudo, &to, error);
    for (const vv_json *item = result == VV_OK ? job->pseudo->child : NULL; item && result == VV_OK;
         item = item->next) {
        size_t start = (size_t)item->index * job->def.axis_count;
        result = check_members(job, item, 2, names, 2, error);
        if (result == VV_OK)
            result = read_place(job, vv_json_member(item, "from"), from + start, error);
        if (result == VV_OK)
            result = read_place(job, vv_json_member(item, "to"), to + start, error);
    }
    job->def.pseudo_count = job->pseudo->count;
    job->def.from = from;
    job->def.to = to;
    return result;
}

static vv_result read_spec(field_job *job, vv_error *error)
{
    static const char *const names[] = {"axes", "examples", "at", "pseudo", "radial"};
    const vv_json *root = vv_json_root(job->json);
    vv_result result = check_members(job, root, 5, names, 3, error);
    if (result != VV_OK)
        return result;
    const vv_json *radial = vv_json_member(root, "radial");
    job->examples = vv_json_member(root, "examples");
    job->pseudo = vv_json_member(root, "pseudo");
    job->at = vv_json_member(root, "at");
    result = read_axes(job, vv_json_member(root, "axes"), error);
    if (result == VV_OK && radial)
        result = read_radial(job, radial, error);
    if (result == VV_OK)
        result = read_examples(job, error);
    if (result == VV_OK)
        result = read_pseudo(job, error);
    return result == VV_OK && job->at->kind != VV_JSON_ARRAY ? fail_kind(job, job->at, "a list of places", error)
                                                             : result;
}

/* ---- Printing ---------------------------------------------------------------------------------------------------- */

static vv_result write_weights(const field_job *job, vv_json_writer *writer, vv_error *error)
{
    double place[VV_FIELD_MAX_AXES], weights[VV_FIELD_MAX_EXAMPLES];
    vv_json_write_object(writer, NULL);
    vv_json_write_array(writer, "weights");
    for (const vv_json *item = job->at->child; item; item = item->next) {
        vv_result result = read_place(job, item, place, error);
        if (result != VV_OK)
            return result;
        vv_field_weights_double(job->field, place, weights);
        vv_json_write_array(writer, NULL);
        for (uint32_t i = 0; i < job->def.example_count; i++)
            vv_json_write_double(writer, NULL, weights[i]);
        vv_json_write_end(writer);
    }
    vv_json_write_end(writer);
    vv_json_write_end(writer);
    return VV_OK;
}

static vv_result print_weights(const field_job *job, vv_error *error)
{
    vv_json_writer *writer = NULL;
    vv_result result = vv_json_writer_create(NULL, true, &writer, error);
    if (result == VV_OK)
        result = write_weights(job, writer, error);
    const char *text = result == VV_OK ? vv_json_writer_text(writer, NULL) : NULL;
    if (text)
        printf("%s\n", text);
    else if (result == VV_OK)
        result = vvi_fail_memory(error, 0);
    vv_json_writer_destroy(writer);
    return result;
}

static vv_result answer(field_job *job, vv_error *error)
{
    vv_result result = read_spec(job, error);
    if (result != VV_OK)
        return result;
    job->def.homogeneous = true;
    result = vv_field_create(&job->def, NULL, &job->field, error);
    if (result == VV_OK)
        return print_weights(job, error);
    if (error->path[0] == '\0') {
        vv_error refusal = *error;
        vv_json_fail(job->json, job->examples, error, result, "%s", refusal.message);
        vvi_error_remedy(error, "%s", refusal.remedy);
    }
    return result;
}

static vv_result run(cli_call *call)
{
    field_job job = {0};
    vv_json_document *json = NULL;
    vv_result result = cli_read_json(call->operands[0], &json, &call->error);
    if (result != VV_OK)
        return result;
    job.json = json;
    result = answer(&job, &call->error);
    vv_field_destroy(job.field, NULL);
    vvi_arena_release(&job.arena);
    vv_json_destroy(json);
    return result;
}

const cli_command cli_field = {
    "field",
    "print the weights of a field of examples at places",
    "SPEC.json",
    "Prints how much each example counts at places of a field (\"Shape and Animation by Example\", eq. 2 and 7).\n"
    "\n"
    "SPEC.json  {\"axes\": 2, \"examples\": [[x, y], …], \"at\": [[x, y], …]}; `-` reads it from standard input.\n"
    "           \"radial\": \"bspline\" (default), \"thin plate\", \"gaussian\" or \"linear\";\n"
    "           \"pseudo\": [{\"from\": [x, y], \"to\": [x, y]}, …]: what the field would be at `from` it is at "
    "`to`.\n"
    "\n"
    "Answers {\"weights\": [[…], …]}, a row for each place in \"at\", a number for each example, in double "
    "precision.\n"
    "Where the examples do not span the axes, the hyperplane [place, 1] has the least norm.",
    CLI_OPERANDS(1, 1),
    CLI_NO_OPTIONS,
    NULL,
    run};
