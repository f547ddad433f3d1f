/* One number of the saved state after the other, either written or read: used by save.c and puppets. */
#include "runtime/stage/walk.h"

#include <string.h>

void vvi_walk_u32(walk *w, uint32_t *value)
{
    if (w->writer)
        vvi_write_u32(w->writer, *value);
    else
        *value = vvi_read_u32(w->reader);
}

void vvi_walk_u64(walk *w, uint64_t *value)
{
    if (w->writer)
        vvi_write_u64(w->writer, *value);
    else
        *value = vvi_read_u64(w->reader);
}

void vvi_walk_bool(walk *w, bool *value)
{
    uint32_t number = *value;
    vvi_walk_u32(w, &number);
    if (w->reader && number > 1)
        w->reader->failed = true;
    *value = number == 1;
}

void vvi_walk_float(walk *w, float *value)
{
    if (w->writer)
        vvi_write_float(w->writer, *value);
    else
        *value = vvi_read_float(w->reader);
}

static void walk_parameter(walk *w, const vvi_parameter *row, uint32_t *word)
{
    float number;
    if (row->kind == VVI_PARAMETER_NUMBER) {
        memcpy(&number, word, sizeof number);
        vvi_walk_float(w, &number);
        memcpy(word, &number, sizeof number);
    } else
        vvi_walk_u32(w, word);
}

void vvi_walk_parameters(walk *w, vvi_parameters p, void *item)
{
    uint32_t words[32];
    VV_ASSERT(p.count <= sizeof words / sizeof *words);
    vvi_parameters_to_words(p, item, words);
    for (uint32_t kind = 0; kind < VVI_PARAMETER_KINDS; kind++)
        for (uint32_t i = 0; i < p.count; i++)
            if (p.rows[i].kind == kind)
                walk_parameter(w, &p.rows[i], &words[i]);
    if (w->writer)
        return;
    if (!vvi_parameters_have_valid_choices(p, UINT32_MAX, words))
        w->reader->failed = true;
    vvi_parameters_from_words(p, words, item);
}

void vvi_walk_double(walk *w, double *value)
{
    if (w->writer)
        vvi_write_double(w->writer, *value);
    else
        *value = vvi_read_double(w->reader);
}

void vvi_walk_vec2(walk *w, vv_vec2 *value)
{
    vvi_walk_float(w, &value->x);
    vvi_walk_float(w, &value->y);
}

void vvi_walk_vectors(walk *w, vv_vec2 *values, uint32_t count, float most)
{
    if (w->writer)
        vvi_write_vectors(w->writer, values, count);
    else
        vvi_read_vectors(w->reader, w->store ? values : NULL, count, most);
}

void vvi_walk_origin(walk *w, const vv_stage_def *def, double origin[2])
{
    vvi_walk_double(w, &origin[0]);
    vvi_walk_double(w, &origin[1]);
    bool inside = origin[0] >= (double)def->low.x && origin[0] <= (double)def->high.x &&
                  origin[1] >= (double)def->low.y && origin[1] <= (double)def->high.y;
    if (w->reader && !inside)
        w->reader->failed = true;
}

void vvi_walk_place(walk *w, const vv_complex *complex, vv_place *place)
{
    vvi_walk_u32(w, &place->simplex);
    for (int k = 0; k < 3; k++)
        vvi_walk_float(w, &place->weights[k]);
    if (w->reader && !vvi_place_is_valid(complex, *place))
        w->reader->failed = true;
}
