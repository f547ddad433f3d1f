/* The buffer of a glTF file: times, curves and the figure's vertices. Every accessor begins at a multiple of four
 * bytes. Host and file are both little-endian, as everywhere in Verve's files. */
#include "gltf.h"

#include <string.h>

/* ---- Accessors ------------------------------------------------------------------------------------------------- */

static uint32_t begin_accessor(gltf_data *data, const char *type, uint32_t component, uint32_t count)
{
    while (data->buffer.count % 4 != 0 && !data->buffer.failed)
        vvi_out_add(&data->buffer, "", 1);
    data->accessors[data->accessor_count] =
        (gltf_accessor){.offset = (uint32_t)data->buffer.count, .type = type, .component = component, .count = count};
    return data->accessor_count;
}

static uint32_t finish_accessor(gltf_data *data, uint32_t target)
{
    gltf_accessor *accessors = &data->accessors[data->accessor_count];
    accessors->target = target;
    accessors->bytes = (uint32_t)data->buffer.count - accessors->offset;
    return data->accessor_count++;
}

static void add_float(gltf_data *data, float value) { vvi_out_add(&data->buffer, &value, sizeof value); }

static void extend_bounds(gltf_accessor *accessors, uint32_t components, uint32_t index, const float *value)
{
    accessors->bound_components = components;
    for (uint32_t k = 0; k < components; k++) {
        accessors->low[k] = index == 0 ? value[k] : vvi_min(accessors->low[k], value[k]);
        accessors->high[k] = index == 0 ? value[k] : vvi_max(accessors->high[k], value[k]);
    }
}

static uint32_t add_vectors(gltf_data *data, const vv_vec3 *vectors, uint32_t count, bool bounded)
{
    uint32_t index = begin_accessor(data, "VEC3", GLTF_FLOAT, count);
    for (uint32_t i = 0; i < count && bounded; i++)
        extend_bounds(&data->accessors[index], 3, i, &vectors[i].x);
    vvi_out_add(&data->buffer, vectors, count * sizeof *vectors);
    return finish_accessor(data, 34962);
}

/* ---- Motion ---------------------------------------------------------------------------------------------------- */

static uint32_t add_times(gltf_data *data)
{
    uint32_t index = begin_accessor(data, "SCALAR", GLTF_FLOAT, data->take->frame_count);
    for (uint32_t f = 0; f < data->take->frame_count; f++) {
        float time = (float)(f / data->take->rate);
        extend_bounds(&data->accessors[index], 1, f, &time);
        add_float(data, time);
    }
    return finish_accessor(data, 0);
}

static bool rotation_changes(const gltf_data *data, uint32_t joint, vv_quat rest)
{
    for (uint32_t f = 0; f < data->take->frame_count; f++) {
        vv_quat turn = data->take->turns[(size_t)f * data->joint_count + joint];
        if (turn.x != rest.x || turn.y != rest.y || turn.z != rest.z || turn.w != rest.w)
            return true;
    }
    return false;
}

static bool translation_changes(const gltf_data *data, uint32_t joint, vv_vec3 rest)
{
    for (uint32_t f = 0; f < data->take->frame_count; f++) {
        vv_vec3 move = data->take->moves[(size_t)f * data->joint_count + joint];
        if (move.x != rest.x || move.y != rest.y || move.z != rest.z)
            return true;
    }
    return false;
}

static void add_curve(gltf_data *data, uint32_t joint, bool is_rotation)
{
    uint32_t count = data->take->frame_count;
    begin_accessor(data, is_rotation ? "VEC4" : "VEC3", GLTF_FLOAT, count);
    for (uint32_t f = 0; f < count; f++) {
        size_t at = (size_t)f * data->joint_count + joint;
        vvi_out_add(&data->buffer, is_rotation ? &data->take->turns[at].x : &data->take->moves[at].x,
                    is_rotation ? sizeof(vv_quat) : sizeof(vv_vec3));
    }
    data->curves[data->curve_count++] = (gltf_curve){joint, finish_accessor(data, 0), is_rotation};
}

/* Joints that stay at rest need no curves; the root always has them, so that there is an animation. */
static void add_motion(gltf_data *data)
{
    data->times = add_times(data);
    for (uint32_t j = 0; j < data->joint_count; j++) {
        vv_joint rest = vv_skeleton_joint(data->take->skeleton, j);
        if (j == 0 || rotation_changes(data, j, rest.rotation))
            add_curve(data, j, true);
        if (j == 0 || translation_changes(data, j, rest.translation))
            add_curve(data, j, false);
    }
}

/* ---- Figure ---------------------------------------------------------------------------------------------------- */

/* Matrices by columns, with the row 0 0 0 1. */
static uint32_t add_binds(gltf_data *data)
{
    begin_accessor(data, "MAT4", GLTF_FLOAT, data->joint_count);
    for (uint32_t j = 0; j < data->joint_count; j++) {
        const vv_affine3 *bind = &data->figure->binds[j];
        for (uint32_t c = 0; c < 4; c++) {
            for (uint32_t r = 0; r < 3; r++)
                add_float(data, c == 3 ? vvi_component(bind->translation, r) : vvi_component(bind->linear.row[r], c));
            add_float(data, c == 3 ? 1.0f : 0.0f);
        }
    }
    return finish_accessor(data, 0);
}

static float from_srgb(uint32_t byte)
{
    double y = byte / 255.0;
    return (float)(y <= 0.04045 ? y / 12.92 : vvi_exp_double(vvi_log_double((y + 0.055) / 1.055) * 2.4));
}

static uint32_t add_colors(gltf_data *data)
{
    uint32_t count = data->figure->form->vertex_count;
    begin_accessor(data, "VEC4", GLTF_FLOAT, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t color = data->figure->colors[i];
        for (uint32_t k = 0; k < 3; k++)
            add_float(data, from_srgb(color >> (8 * k) & 0xff));
        add_float(data, (float)(color >> 24) / 255.0f);
    }
    return finish_accessor(data, 34962);
}

/* Weights are normalised to sum 1; joints of zero weight are written as 0, as the format requires. */
static void add_influences(gltf_data *data)
{
    uint32_t count = data->figure->form->vertex_count;
    begin_accessor(data, "VEC4", GLTF_U16, count);
    for (size_t i = 0; i < 4 * (size_t)count; i++) {
        uint16_t joint = data->figure->weights[i] > 0.0f ? data->figure->joints[i] : 0;
        vvi_out_add(&data->buffer, &joint, sizeof joint);
    }
    data->joints = finish_accessor(data, 34962);
    begin_accessor(data, "VEC4", GLTF_FLOAT, count);
    for (uint32_t i = 0; i < count; i++) {
        const float *w = data->figure->weights + 4 * (size_t)i;
        float sum = w[0] + w[1] + w[2] + w[3];
        for (int k = 0; k < 4; k++)
            add_float(data, w[k] / sum);
    }
    data->weights = finish_accessor(data, 34962);
}

static void add_figure(gltf_data *data)
{
    const vv_gltf_figure *figure = data->figure;
    const vv_form *form = figure->form;
    data->binds = add_binds(data);
    data->positions = add_vectors(data, form->positions, form->vertex_count, true);
    if (figure->normals)
        data->normals = add_vectors(data, figure->normals, form->vertex_count, false);
    if (figure->colors)
        data->colors = add_colors(data);
    add_influences(data);
    begin_accessor(data, "SCALAR", GLTF_U32, 3 * form->triangle_count);
    vvi_out_add(&data->buffer, form->triangles, 3 * (size_t)form->triangle_count * sizeof *form->triangles);
    data->indices = finish_accessor(data, 34963);
}

bool vvi_gltf_collect(gltf_data *data)
{
    data->accessors = vvi_arena_allocate(&data->arena, 2 * (size_t)data->joint_count + 8, sizeof *data->accessors);
    data->curves = vvi_arena_allocate(&data->arena, 2 * (size_t)data->joint_count, sizeof *data->curves);
    if (!data->accessors || !data->curves)
        return false;
    data->binds = data->positions = data->normals = data->colors = VV_NONE;
    add_motion(data);
    if (data->figure)
        add_figure(data);
    return !data->buffer.failed;
}
