/* Reads and checks the values of a glTF file; and algebra in double. */
#include "gltf.h"

/* ---- Errors and warnings --------------------------------------------------------------------------------------- */

vv_result vvi_gltf_fail(gltf_reader *reader, const vv_json *at, vv_result code, const char *remedy, const char *format,
                        ...)
{
    char message[200];
    va_list arguments;
    va_start(arguments, format);
    vvi_format_list(message, sizeof message, format, arguments);
    va_end(arguments);
    vv_json_fail(reader->document, at, reader->error, code, "%s", message);
    vvi_error_remedy(reader->error, "%s", remedy);
    return code;
}

vv_result vvi_gltf_damaged(gltf_reader *reader, const vv_json *at, const char *message)
{
    return vvi_gltf_fail(reader, at, VV_ERROR_FORMAT, "the file is damaged; export it again", "%s", message);
}

vv_result vvi_gltf_no_memory(gltf_reader *reader) { return vvi_fail_memory(reader->error, 0); }

void vvi_gltf_warn(gltf_reader *reader, const char *format, ...)
{
    vv_model *model = &reader->model;
    if (model->warning_count == sizeof model->warnings / sizeof *model->warnings)
        return;
    va_list arguments;
    va_start(arguments, format);
    vvi_format_list(model->warnings[model->warning_count++], sizeof *model->warnings, format, arguments);
    va_end(arguments);
}

/* ---- Members of objects ---------------------------------------------------------------------------------------- */

static vv_result read_integer(gltf_reader *reader, const vv_json *value, uint64_t limit, uint64_t *out)
{
    if (value->kind != VV_JSON_NUMBER || value->number < 0.0 || value->number != floor(value->number))
        return vvi_gltf_damaged(reader, value, "this is not a whole number of at least 0");
    if (!(value->number < (double)limit))
        return vvi_gltf_damaged(reader, value, "this number is out of range");
    *out = (uint64_t)value->number;
    return VV_OK;
}

vv_result vvi_gltf_integer(gltf_reader *reader, const vv_json *object, const char *name, uint64_t limit,
                           uint64_t fallback, uint64_t *out)
{
    const vv_json *value = vv_json_member(object, name);
    *out = fallback;
    return value ? read_integer(reader, value, limit, out) : VV_OK;
}

vv_result vvi_gltf_index(gltf_reader *reader, const vv_json *object, const char *name, uint32_t count, uint32_t *out)
{
    uint64_t index = VV_NONE;
    vv_result result = vvi_gltf_integer(reader, object, name, count, VV_NONE, &index);
    *out = (uint32_t)index;
    return result;
}

vv_result vvi_gltf_numbers(gltf_reader *reader, const vv_json *object, const char *name, uint32_t count, double *out)
{
    const vv_json *array = vv_json_member(object, name);
    if (!array)
        return VV_OK;
    if (array->kind != VV_JSON_ARRAY || array->count != count)
        return vvi_gltf_fail(reader, array, VV_ERROR_FORMAT, "the file is damaged; export it again",
                             "this is not a list of %u numbers", count);
    for (const vv_json *item = array->child; item; item = item->next) {
        if (item->kind != VV_JSON_NUMBER || fabs(item->number) > GLTF_LARGEST)
            return vvi_gltf_damaged(reader, item, "this is not a number within ±1e9");
        out[item->index] = item->number;
    }
    return VV_OK;
}

static const char *kind_name(vv_json_kind kind)
{
    return kind == VV_JSON_OBJECT ? "an object" : kind == VV_JSON_STRING ? "a string" : "a number";
}

vv_result vvi_gltf_list(gltf_reader *reader, const vv_json *object, const char *name, vv_json_kind kind, uint32_t most,
                        gltf_list *out)
{
    *out = (gltf_list){0};
    const vv_json *array = vv_json_member(object, name);
    if (!array)
        return VV_OK;
    if (array->kind != VV_JSON_ARRAY)
        return vvi_gltf_damaged(reader, array, "this is not a list");
    if (array->count > most)
        return vvi_gltf_fail(reader, array, VV_ERROR_LIMIT, "split it into several files",
                             "there are %u of these; at most %u are read", array->count, most);
    out->items = vvi_arena_allocate(&reader->arena, array->count + 1u, sizeof *out->items);
    if (!out->items)
        return vvi_gltf_no_memory(reader);
    for (const vv_json *item = array->child; item; item = item->next) {
        if (item->kind != kind)
            return vvi_gltf_fail(reader, item, VV_ERROR_FORMAT, "the file is damaged; export it again",
                                 "this is not %s", kind_name(kind));
        out->items[out->count++] = item;
    }
    return VV_OK;
}

vv_result vvi_gltf_indices_of(gltf_reader *reader, const vv_json *object, const char *name, uint32_t limit,
                              uint32_t most, uint32_t *count, uint32_t **out)
{
    gltf_list list;
    vv_result result = vvi_gltf_list(reader, object, name, VV_JSON_NUMBER, most, &list);
    uint32_t *indices = vvi_arena_allocate(&reader->arena, list.count + 1u, sizeof *indices);
    if (result == VV_OK && !indices)
        result = vvi_gltf_no_memory(reader);
    for (uint32_t i = 0; i < list.count && result == VV_OK; i++) {
        uint64_t index = 0;
        result = read_integer(reader, list.items[i], limit, &index);
        indices[i] = (uint32_t)index;
    }
    *count = list.count;
    *out = indices;
    return result;
}

/* ---- Algebra --------------------------------------------------------------------------------------------------- */

gltf_affine vvi_gltf_affine_identity(void) { return (gltf_affine){{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}; }

gltf_affine vvi_gltf_affine_multiply(const gltf_affine *a, const gltf_affine *b)
{
    gltf_affine product;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            product.m[r][c] = a->m[r][0] * b->m[0][c] + a->m[r][1] * b->m[1][c] + a->m[r][2] * b->m[2][c] +
                              (c == 3 ? a->m[r][3] : 0.0);
    return product;
}

static double cofactor(const gltf_affine *a, int r, int c)
{
    int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
    return a->m[r1][c1] * a->m[r2][c2] - a->m[r1][c2] * a->m[r2][c1];
}

double vvi_gltf_affine_determinant(const gltf_affine *a)
{
    return a->m[0][0] * cofactor(a, 0, 0) + a->m[0][1] * cofactor(a, 0, 1) + a->m[0][2] * cofactor(a, 0, 2);
}

bool vvi_gltf_affine_invert(const gltf_affine *a, gltf_affine *out)
{
    double determinant = vvi_gltf_affine_determinant(a), box = 1.0;
    for (int c = 0; c < 3; c++)
        box *= sqrt(a->m[0][c] * a->m[0][c] + a->m[1][c] * a->m[1][c] + a->m[2][c] * a->m[2][c]);
    if (!(fabs(determinant) > 1e-9 * box) || !(box > 1e-60 && box < 1e60))
        return false;
    gltf_affine inverse;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            inverse.m[r][c] = cofactor(a, c, r) / determinant;
    for (int r = 0; r < 3; r++)
        inverse.m[r][3] = -(inverse.m[r][0] * a->m[0][3] + inverse.m[r][1] * a->m[1][3] + inverse.m[r][2] * a->m[2][3]);
    *out = inverse;
    return true;
}

vv_affine3 vvi_gltf_affine_to_float(const gltf_affine *a)
{
    vv_affine3 affine;
    for (uint32_t r = 0; r < 3; r++) {
        affine.linear.row[r] = (vv_vec3){(float)a->m[r][0], (float)a->m[r][1], (float)a->m[r][2]};
        *vvi_component_pointer(&affine.translation, r) = (float)a->m[r][3];
    }
    return affine;
}

gltf_quat vvi_gltf_quat_multiply(gltf_quat a, gltf_quat b)
{
    return (gltf_quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                       a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

gltf_affine vvi_gltf_rigid_affine(gltf_quat q, const double place[3])
{
    double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return (gltf_affine){{{1 - 2 * (yy + zz), 2 * (xy - wz), 2 * (xz + wy), place[0]},
                          {2 * (xy + wz), 1 - 2 * (xx + zz), 2 * (yz - wx), place[1]},
                          {2 * (xz - wy), 2 * (yz + wx), 1 - 2 * (xx + yy), place[2]}}};
}

gltf_affine vvi_gltf_rigid_inverse(const gltf_affine *rigid)
{
    gltf_affine inverse;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++)
            inverse.m[r][c] = rigid->m[c][r];
        inverse.m[r][3] =
            -(rigid->m[0][r] * rigid->m[0][3] + rigid->m[1][r] * rigid->m[1][3] + rigid->m[2][r] * rigid->m[2][3]);
    }
    return inverse;
}
