/* Fields, and what is made of them: what the files that read, write and change shapes, verbs, graphs and correctives
 * share. */
#ifndef VVI_DOCUMENT_VERBS_H
#define VVI_DOCUMENT_VERBS_H

#include "author/document/schema.h"

/* ---- Fields in tables -------------------------------------------------------------------------------------------- */

extern const char *const vvi_radial_words[];
/* Axes of verbs, which the game drives; of shapes, which also joints may; of correctives, which also handles may. */
extern const vvi_schema_list vvi_axis_list, vvi_joint_axis_list, vvi_handle_axis_list;
extern const vvi_schema_list vvi_shape_example_list, vvi_verb_example_list, vvi_shape_pseudo_list, vvi_verb_pseudo_list;

/* Of a struct T that has a vv_project_field `field`: the rows of the table of its pseudo-examples, */
#define VVI_PSEUDO_ROWS(T)                                                                                             \
    {"from", VVI_ROW(T, field.from, field.axis_count, VV_PROJECT_FAR), VVI_DOC("", "a number for every axis")},        \
    {                                                                                                                  \
        "to", VVI_ROW(T, field.to, field.axis_count, VV_PROJECT_FAR), VVI_DOC("", "a number for every axis")           \
    }
/* and those of its own that say where places lie. */
#define VVI_FIELD_MATRICES(T)                                                                                          \
    {NULL, VVI_MATRIX(T, field.at, float, field.example_count, field.axis_count)},                                     \
        {NULL, VVI_MATRIX(T, field.from, float, field.pseudo_count, field.axis_count)},                                \
    {                                                                                                                  \
        NULL, VVI_MATRIX(T, field.to, float, field.pseudo_count, field.axis_count)                                     \
    }

/* A `set` command that gives new axes also gives new places on them; else a problem, and false. */
bool vvi_replaces_axes_whole(vvi_reader *r, const vv_json *object, const vv_project_field *field);
/* Whether two examples, which begin with the index of what they are of, are of the same. */
bool vvi_is_same_example(const void *a, const void *b);

/* Warnings about the field of a shape, a verb or a corrective. */
void vvi_warn_field(vvi_reader *r, const vv_json *object, const vv_project_field *field);

#endif
