/* One number of the saved state after the other, either written or read: what save.c and puppets walk over. */
#include "runtime/stage/walk.h"

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
