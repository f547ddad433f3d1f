/* Plain structs of parameters, such as strengths and materials, described once: a row for each member says where it
 * lies and which values it may have. Checking, baking, saving and overriding work from the rows. Every member takes
 * one word, so that the size of the struct shows whether a row is missing. */
#ifndef VVI_PARAMETERS_H
#define VVI_PARAMETERS_H

#include "base.h"

typedef enum vvi_parameter_kind {
    VVI_PARAMETER_NUMBER, /* float, low…high */
    VVI_PARAMETER_CHOICE, /* enum, 0…high */
    VVI_PARAMETER_WHOLE,  /* uint32_t, low…high */
    VVI_PARAMETER_FLAG,   /* bool */
    VVI_PARAMETER_KINDS
} vvi_parameter_kind;

typedef struct vvi_parameter {
    const char *name;
    uint16_t offset;
    uint8_t kind;
    double low, high;
} vvi_parameter;

typedef struct vvi_parameters {
    uint32_t count;
    const vvi_parameter *rows;
} vvi_parameters;

#define VVI_PARAMETER(T, member, kind, low, high)                                                                      \
    {                                                                                                                  \
#member, offsetof(T, member), kind, (double)(low), (double)(high)                                              \
    }
#define VVI_PARAMETERS(rows) ((vvi_parameters){sizeof(rows) / sizeof *(rows), rows})
/* Put this beside the rows: it fails to compile where one is missing. */
#define VVI_PARAMETERS_COMPLETE(T, rows)                                                                               \
    _Static_assert(sizeof(rows) / sizeof *(rows) == sizeof(T) / sizeof(uint32_t), "a row for each member of " #T)

/* words[count], in the order of the rows; a flag is 0 or 1. */
void vvi_parameters_to_words(vvi_parameters p, const void *from, uint32_t *words);
/* A choice or flag out of range becomes 0. */
void vvi_parameters_from_words(vvi_parameters p, const uint32_t *words, void *to);
/* True if all choices and flags are in range. Only rows whose bit in `mask` is set are looked at. */
bool vvi_parameters_have_valid_choices(vvi_parameters p, uint32_t mask, const uint32_t *words);
/* Refuses a value out of its range. */
vv_result vvi_parameters_check(vvi_parameters p, const void *item, vv_error *error);

#endif
