#include "parameters.h"

#include <string.h>

static double value_of(const vvi_parameter *row, const void *item)
{
    const char *at = (const char *)item + row->offset;
    float number;
    uint32_t word;
    if (row->kind == VVI_PARAMETER_FLAG)
        return 0.0;
    memcpy(&number, at, sizeof number);
    memcpy(&word, at, sizeof word);
    return row->kind == VVI_PARAMETER_NUMBER ? (double)number : (double)word;
}

static bool is_choice(const vvi_parameter *row, uint32_t word)
{
    return row->kind == VVI_PARAMETER_FLAG     ? word <= 1
           : row->kind == VVI_PARAMETER_CHOICE ? (double)word <= row->high
                                               : true;
}

void vvi_parameters_to_words(vvi_parameters p, const void *from, uint32_t *words)
{
    for (uint32_t i = 0; i < p.count; i++) {
        const char *at = (const char *)from + p.rows[i].offset;
        if (p.rows[i].kind == VVI_PARAMETER_FLAG)
            words[i] = *(const bool *)at;
        else
            memcpy(&words[i], at, sizeof words[i]);
    }
}

void vvi_parameters_from_words(vvi_parameters p, const uint32_t *words, void *to)
{
    for (uint32_t i = 0; i < p.count; i++) {
        char *at = (char *)to + p.rows[i].offset;
        uint32_t word = is_choice(&p.rows[i], words[i]) ? words[i] : 0;
        if (p.rows[i].kind == VVI_PARAMETER_FLAG)
            *(bool *)at = word != 0;
        else
            memcpy(at, &word, sizeof word);
    }
}

bool vvi_parameters_have_valid_choices(vvi_parameters p, uint32_t mask, const uint32_t *words)
{
    for (uint32_t i = 0; i < p.count; i++)
        if ((mask >> i & 1u) && !is_choice(&p.rows[i], words[i]))
            return false;
    return true;
}

vv_result vvi_parameters_check(vvi_parameters p, const void *item, vv_error *error)
{
    for (uint32_t i = 0; i < p.count; i++) {
        const vvi_parameter *row = &p.rows[i];
        double value = value_of(row, item);
        if (row->kind != VVI_PARAMETER_FLAG && !(value >= row->low && value <= row->high))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "%s is %g; it must lie in %g…%g", row->name, value, row->low,
                            row->high);
    }
    return VV_OK;
}
