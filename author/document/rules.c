/* The numbered rules and the list of problems found. docs/format.md lists the same rules; a test compares the two. */
#include "author/document/read.h"

#include <string.h>

typedef struct rule {
    vv_rule number;
    vv_result code;
    const char *text;
} rule;

static const rule rules[] = {
#define VV_RULE(number, name, code, text) {number, code, text},
#include "author/document/rules.inc"
#undef VV_RULE
};

static const rule *find_rule(vv_rule number)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        if (rules[i].number == number)
            return &rules[i];
    }
    return NULL;
}

const char *vv_rule_text(vv_rule number)
{
    const rule *found = find_rule(number);
    return found ? found->text : NULL;
}

bool vv_rule_is_warning(vv_rule number) { return number >= VV_RULE_UNUSED_FILE; }

static vv_problem *next_problem(vv_problems *problems, vv_rule number)
{
    if (problems->memory || problems->full || (vv_rule_is_warning(number) && !problems->warnings))
        return NULL;
    uint32_t limit = problems->limit ? problems->limit : VV_PROBLEMS_MAX;
    if (problems->count == limit) {
        problems->full = true;
        return NULL;
    }
    void *items = problems->items;
    if (!vvi_grow(problems->allocator, &items, &problems->capacity, problems->count + 1, sizeof *problems->items)) {
        problems->memory = true;
        return NULL;
    }
    problems->items = items;
    problems->errors += !vv_rule_is_warning(number);
    vv_problem *problem = &problems->items[problems->count++];
    *problem = (vv_problem){.rule = number};
    return problem;
}

static void fill_problem(vv_problem *problem, const char *remedy, const char *format, va_list arguments)
{
    char message[2 * sizeof problem->error.message];
    vvi_format_list(message, sizeof message, format, arguments);
    vvi_fail(&problem->error, find_rule(problem->rule)->code, "%s", message);
    vvi_error_remedy(&problem->error, "%s", remedy);
}

void vv_problems_add(vv_problems *problems, vv_rule number, const vv_error *place, const char *remedy,
                     const char *format, ...)
{
    vv_problem *problem = next_problem(problems, number);
    if (!problem)
        return;
    va_list arguments;
    va_start(arguments, format);
    fill_problem(problem, remedy, format, arguments);
    va_end(arguments);
    if (place)
        vvi_error_place(&problem->error, place->file, place->line, place->path);
}

void vv_problems_release(vv_problems *problems)
{
    vvi_release(problems->allocator, problems->items, problems->capacity, sizeof *problems->items);
    *problems = (vv_problems){.allocator = problems->allocator};
}

bool vvi_problem(vvi_reader *r, const vv_json *value, vv_rule number, const char *remedy, const char *format, ...)
{
    vv_problem *problem = next_problem(r->problems, number);
    if (!problem)
        return false;
    va_list arguments;
    va_start(arguments, format);
    /* vv_json_fail knows the file; the message is filled in afterwards because both take lists. */
    vv_error place = {0};
    vv_json_fail(r->json, value, &place, VV_ERROR_FORMAT, "%s", "");
    fill_problem(problem, remedy, format, arguments);
    va_end(arguments);
    vvi_error_place(&problem->error, place.file, place.line, place.path);
    return false;
}

bool vvi_stopped(const vvi_reader *r)
{
    const vv_problems *problems = r->problems;
    return problems->memory || problems->full || (problems->limit && problems->count >= problems->limit);
}

void *vvi_take(vvi_reader *r, size_t count, size_t size)
{
    void *memory = vvi_arena_allocate(r->arena, count ? count : 1, size);
    if (!memory)
        r->problems->memory = true;
    return memory;
}

vv_result vvi_first_problem(const vv_problems *problems, vv_error *error)
{
    if (problems->memory)
        return vvi_fail_memory(error, sizeof(vv_problem));
    for (uint32_t i = 0; i < problems->count; i++) {
        const vv_problem *problem = &problems->items[i];
        if (vv_rule_is_warning(problem->rule))
            continue;
        if (error)
            *error = problem->error;
        return problem->error.code;
    }
    return VV_OK;
}
