/* Queries of the page: the whole project, its history, its problems, its hash. */
#include "state.h"

vv_result vv_studio_project(vv_studio *studio)
{
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (!writer)
        return VV_ERROR_MEMORY;
    vv_project_write_whole(vv_document_project(studio->document), writer);
    return vvi_studio_answer(studio, writer);
}

vv_result vv_studio_history(vv_studio *studio)
{
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (!writer)
        return VV_ERROR_MEMORY;
    vvi_studio_write_history(studio, writer);
    return vvi_studio_answer(studio, writer);
}

static void write_problem(vv_json_writer *writer, const vv_problem *problem)
{
    char rule[8];
    vvi_format(rule, sizeof rule, "V%u%u%u", problem->rule / 100u, problem->rule / 10u % 10u, problem->rule % 10u);
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "rule", rule);
    vv_json_write_bool(writer, "warning", vv_rule_is_warning(problem->rule));
    vv_json_write_string(writer, "path", problem->error.path);
    vv_json_write_string(writer, "message", problem->error.message);
    vv_json_write_string(writer, "remedy", problem->error.remedy);
    vv_json_write_end(writer);
}

static vv_result answer_problems(vv_studio *studio, const vv_problems *problems)
{
    vv_json_writer *writer = vvi_studio_writer(studio);
    if (!writer)
        return VV_ERROR_MEMORY;
    vv_json_write_array(writer, NULL);
    for (uint32_t i = 0; i < problems->count; i++)
        write_problem(writer, &problems->items[i]);
    vv_json_write_end(writer);
    return vvi_studio_answer(studio, writer);
}

vv_result vv_studio_check(vv_studio *studio)
{
    vv_error error = {0};
    vv_problems problems = {.allocator = studio->allocator, .warnings = true};
    vv_result result =
        vv_project_check_memory(vv_document_project(studio->document), "project.json", &problems, &error);
    if (result == VV_OK)
        result = answer_problems(studio, &problems);
    else
        vvi_studio_fail(studio, &error);
    vv_problems_release(&problems);
    return result;
}

vv_result vv_studio_check_built(vv_studio *studio, uint32_t item)
{
    vv_error error = {0};
    vv_problems problems = {.allocator = studio->allocator, .warnings = true};
    uint32_t count = vv_session_check_count(studio->session);
    vv_result result = item < count ? vv_session_check_item(studio->session, item, NULL, &problems, &error) : VV_OK;
    vv_json_writer *writer = result == VV_OK ? vvi_studio_writer(studio) : NULL;
    if (result != VV_OK)
        vvi_studio_fail(studio, &error);
    else if (!writer)
        result = VV_ERROR_MEMORY;
    if (writer) {
        vv_json_write_object(writer, NULL);
        vv_json_write_integer(writer, "count", count);
        vv_json_write_array(writer, "problems");
        for (uint32_t i = 0; i < problems.count; i++)
            write_problem(writer, &problems.items[i]);
        vv_json_write_end(writer);
        vv_json_write_end(writer);
        result = vvi_studio_answer(studio, writer);
    }
    vv_problems_release(&problems);
    return result;
}

vv_result vv_studio_hash(vv_studio *studio, uint32_t *hash)
{
    vv_error error = {0};
    uint64_t built = 0;
    vv_result result = vv_session_hash(studio->session, &built, &error);
    if (result != VV_OK)
        return vvi_studio_fail(studio, &error);
    hash[0] = (uint32_t)built;
    hash[1] = (uint32_t)(built >> 32);
    return VV_OK;
}
