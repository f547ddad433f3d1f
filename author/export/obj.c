/* Writes OBJ. */
#include "author/export/model.h"

#include "runtime/base/base.h"

#include <string.h>

void vv_bytes_release(vv_bytes *bytes, const vv_allocator *allocator)
{
    vvi_release(allocator, bytes->data, bytes->count, 1);
    *bytes = (vv_bytes){0};
}

/* Numbers have at most 16 characters, indices at most 10. */
enum { VERTEX_BYTES = 2 * (3 + 3 * 17 + 1), TRIANGLE_BYTES = 2 + 3 * 24 + 1 };

static size_t write_corner(char *text, size_t capacity, uint32_t vertex, bool normals)
{
    return normals ? vvi_format(text, capacity, " %u//%u", vertex + 1, vertex + 1)
                   : vvi_format(text, capacity, " %u", vertex + 1);
}

static size_t write_text(const vv_obj_file *file, char *text, size_t capacity)
{
    size_t length = vvi_format(text, capacity, "o %s\n", file->name);
    for (uint32_t v = 0; v < file->vertex_count; v++) {
        vv_vec3 p = file->positions[v];
        length += vvi_format(text + length, capacity - length, "v %g %g %g\n", (double)p.x, (double)p.y, (double)p.z);
    }
    for (uint32_t v = 0; file->normals != NULL && v < file->vertex_count; v++) {
        vv_vec3 n = file->normals[v];
        length += vvi_format(text + length, capacity - length, "vn %g %g %g\n", (double)n.x, (double)n.y, (double)n.z);
    }
    for (uint32_t t = 0; t < file->triangle_count; t++) {
        length += vvi_format(text + length, capacity - length, "f");
        for (uint32_t k = 0; k < 3; k++)
            length += write_corner(text + length, capacity - length, file->triangles[3 * (size_t)t + k],
                                   file->normals != NULL);
        length += vvi_format(text + length, capacity - length, "\n");
    }
    return length;
}

vv_result vv_export_obj(const vv_obj_file *file, const vv_allocator *allocator, vv_bytes *out, vv_error *error)
{
    size_t capacity = strlen(file->name) + 8 + (size_t)file->vertex_count * VERTEX_BYTES +
                      (size_t)file->triangle_count * TRIANGLE_BYTES;
    char *text = vvi_allocate(allocator, capacity, 1);
    if (text == NULL)
        return vvi_fail_memory(error, capacity);
    size_t length = write_text(file, text, capacity);
    *out = (vv_bytes){vvi_allocate(allocator, length, 1), length};
    if (out->data != NULL)
        memcpy(out->data, text, length);
    vvi_release(allocator, text, capacity, 1);
    return out->data != NULL ? VV_OK : vvi_fail_memory(error, length);
}
