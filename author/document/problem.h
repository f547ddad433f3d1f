/* What may be wrong with a project: the numbered rules of docs/format.md, and lists of what breaks them. */
#ifndef VV_PROBLEM_H
#define VV_PROBLEM_H

#include <verve/base.h>

/* The numbered rules of docs/format.md. A project.json that breaks one of them does not open, but for 23 to 26, 47, 57,
 * 58 and 60 to 62, which are of the folder, of commands and of what is built, and for those from 101 on, which are
 * warnings. */
typedef enum vv_rule {
#define VV_RULE(number, name, code, text) VV_RULE_##name = number,
#include "author/document/rules.inc"
#undef VV_RULE
} vv_rule;

/* One line a rule, as in docs/format.md; NULL for a number that is none. */
const char *vv_rule_text(vv_rule rule);
bool vv_rule_is_warning(vv_rule rule);

typedef struct vv_problem {
    vv_rule rule;
    vv_error error;
} vv_problem;

/* A list of what is wrong. Zero it, set `allocator`; `limit` is how many are kept (0: VV_PROBLEMS_MAX). */
#define VV_PROBLEMS_MAX 1000u
typedef struct vv_problems {
    const vv_allocator *allocator;
    uint32_t limit;
    bool warnings;   /* warnings are wanted too */
    uint32_t count;  /* kept */
    uint32_t errors; /* how many of all were errors */
    bool full;       /* there were more than `limit`; reading stopped there */
    bool memory;     /* memory ran out */
    size_t capacity;
    vv_problem *items;
} vv_problems;

/* Adds one; file, line and path from `place`, which may be NULL. */
void vv_problems_add(vv_problems *problems, vv_rule rule, const vv_error *place, const char *remedy, const char *format,
                     ...) VV_PRINTF(5, 6);
void vv_problems_release(vv_problems *problems);

#endif
