/* A body for any skeleton. Each bone becomes a solid of revolution that moves with the joint at its start. Its
 * thickness grows with the length of the body beyond it, as with the branches of a tree. */
#include "author/fit/lathe.h"
#include "author/fit/parts.h"

/* Measurements of a skeleton at rest. */
typedef struct anatomy_measures {
    uint32_t count;
    float height;        /* metres, of the whole */
    vv_affine3 *globals; /* [count] */
    float *length;       /* [count] length of the bone that ends at a joint */
    float *reach;        /* [count] longest path from a joint to a descendant */
    float *run;          /* [count] length of the unbranched chain that the bone is part of */
    uint32_t *limbs;     /* [count] number of long limbs beyond a joint */
    uint32_t *children;  /* [count] number of children */
    float *spread;       /* [count] how far to the sides limbs begin, at the next branching of the trunk */
    float *rise;         /* [count] how far above a branching of the trunk its limbs begin */
} anatomy_measures;

static vv_vec3 position_of(const anatomy_measures *anatomy, uint32_t joint)
{
    return anatomy->globals[joint].translation;
}

static void measure_height(anatomy_measures *anatomy)
{
    vv_vec3 low = position_of(anatomy, 0), high = low;
    for (uint32_t j = 1; j < anatomy->count; j++) {
        vv_vec3 p = position_of(anatomy, j);
        low = (vv_vec3){vvi_min(low.x, p.x), vvi_min(low.y, p.y), vvi_min(low.z, p.z)};
        high = (vv_vec3){vvi_max(high.x, p.x), vvi_max(high.y, p.y), vvi_max(high.z, p.z)};
    }
    vv_vec3 size = vv_vec3_sub(high, low);
    anatomy->height = vvi_max(vvi_max(size.y, 0.7f * vvi_max(size.x, size.z)), 1e-3f);
}

/* Children come after their parents: a backward pass sums up what lies beyond each joint, a forward pass distributes
 * the lengths of runs. */
static void measure_bones(const vv_skeleton *skeleton, anatomy_measures *anatomy)
{
    for (uint32_t j = 1; j < anatomy->count; j++) {
        uint32_t parent = vv_skeleton_joint(skeleton, j).parent;
        anatomy->length[j] = vv_vec3_length(vv_vec3_sub(position_of(anatomy, j), position_of(anatomy, parent)));
        anatomy->children[parent]++;
    }
    for (uint32_t j = anatomy->count; j-- > 1;) {
        uint32_t parent = vv_skeleton_joint(skeleton, j).parent;
        float reach = anatomy->length[j] + anatomy->reach[j];
        anatomy->run[j] += anatomy->length[j];
        if (anatomy->children[parent] == 1)
            anatomy->run[parent] = anatomy->run[j];
        anatomy->reach[parent] = vvi_max(anatomy->reach[parent], reach);
        uint32_t limbs = anatomy->limbs[j] > 0 ? anatomy->limbs[j] : reach > 0.25f * anatomy->height;
        anatomy->limbs[parent] += limbs;
    }
    for (uint32_t j = 1; j < anatomy->count; j++) {
        uint32_t parent = vv_skeleton_joint(skeleton, j).parent;
        if (parent != 0 && anatomy->children[parent] == 1)
            anatomy->run[j] = anatomy->run[parent];
    }
}

/* Shoulders are one collarbone away from the trunk, so a limb's first two joints are considered. */
static void measure_spread(const vv_skeleton *skeleton, anatomy_measures *anatomy)
{
    for (uint32_t j = anatomy->count; j-- > 1;) {
        uint32_t parent = vv_skeleton_joint(skeleton, j).parent, trunk = parent;
        if (anatomy->limbs[parent] < 2 && parent != 0)
            trunk = vv_skeleton_joint(skeleton, parent).parent;
        bool limb = anatomy->length[j] + anatomy->reach[j] > 0.25f * anatomy->height;
        float aside = fabsf(position_of(anatomy, j).x - position_of(anatomy, trunk).x);
        if (anatomy->limbs[j] < 2 && limb && anatomy->limbs[trunk] >= 2) {
            anatomy->spread[trunk] = vvi_max(anatomy->spread[trunk], aside);
            anatomy->rise[trunk] =
                vvi_max(anatomy->rise[trunk], position_of(anatomy, j).y - position_of(anatomy, trunk).y);
        }
        if (anatomy->limbs[j] >= 2 && anatomy->children[parent] == 1)
            anatomy->spread[parent] = vvi_max(anatomy->spread[parent], 0.8f * anatomy->spread[j]);
    }
}

static bool measure_anatomy(const vv_skeleton *skeleton, vvi_arena *arena, anatomy_measures *out)
{
    uint32_t count = vv_skeleton_joint_count(skeleton);
    *out = (anatomy_measures){.count = count};
    vv_quat *turns = vvi_arena_allocate(arena, count, sizeof *turns);
    vv_vec3 *moves = vvi_arena_allocate(arena, count, sizeof *moves);
    out->globals = vvi_arena_allocate(arena, count, sizeof *out->globals);
    out->length = vvi_arena_allocate(arena, count, sizeof *out->length);
    out->reach = vvi_arena_allocate(arena, count, sizeof *out->reach);
    out->run = vvi_arena_allocate(arena, count, sizeof *out->run);
    out->limbs = vvi_arena_allocate(arena, count, sizeof *out->limbs);
    out->children = vvi_arena_allocate(arena, count, sizeof *out->children);
    out->spread = vvi_arena_allocate(arena, count, sizeof *out->spread);
    out->rise = vvi_arena_allocate(arena, count, sizeof *out->rise);
    if (!turns || !moves || !out->globals || !out->length || !out->reach || !out->run || !out->limbs ||
        !out->children || !out->spread || !out->rise)
        return false;
    vv_skeleton_rest(skeleton, turns, moves);
    vv_skeleton_globals(skeleton, turns, moves, out->globals);
    measure_height(out);
    measure_bones(skeleton, out);
    measure_spread(skeleton, out);
    return true;
}

/* The radius of the body at a point beyond which it continues for `reach`. */
static float limb_radius(const anatomy_measures *anatomy, uint32_t joint, float reach)
{
    float radius = 0.05f * anatomy->height * sqrtf(reach / anatomy->height);
    radius = vvi_min(radius, 0.16f * anatomy->run[joint]);
    return anatomy->limbs[joint] >= 2 ? vvi_max(1.3f * radius, 0.5f * anatomy->spread[joint]) : radius;
}

/* Mixes a colour with a grey level, such as black or white. */
static uint32_t mix_colour(uint32_t color, float towards, float share)
{
    uint32_t out = color & 0xff000000u;
    for (uint32_t c = 0; c < 24; c += 8) {
        float part = (float)(color >> c & 255u);
        out |= (uint32_t)(part + (towards - part) * share) << c;
    }
    return out;
}

typedef struct manikin_builder {
    const vv_skeleton *skeleton;
    anatomy_measures anatomy;
    vv_lathe lathe;
    vv_manikin_style style;
    uint32_t color, accent;
} manikin_builder;

/* Adds two eyes that look along +z at rest. */
static void add_eyes(manikin_builder *s, uint32_t joint, vv_vec3 middle)
{
    float h = s->anatomy.height;
    for (int side = -1; side <= 1; side += 2) {
        vv_vec3 eye = {middle.x + 0.019f * h * (float)side, middle.y + 0.012f * h, middle.z + 0.041f * h};
        vv_vec3 pupil = {eye.x - 0.002f * h * (float)side, eye.y, eye.z + 0.011f * h};
        vv_lathe_ball(&s->lathe, joint, eye, (vv_vec3){0.017f * h, 0.022f * h, 0.016f * h}, false, 0xfff4f8fcu);
        vv_lathe_ball(&s->lathe, joint, pupil, (vv_vec3){0.008f * h, 0.012f * h, 0.0065f * h}, false, 0xff30242au);
    }
}

/* Adds the head, with a face that shows its direction. */
static void add_head(manikin_builder *s, uint32_t joint)
{
    float h = s->anatomy.height;
    vv_vec3 at = position_of(&s->anatomy, joint), middle = {at.x, at.y + 0.058f * h, at.z + 0.008f * h};
    if (s->style == VV_STYLE_LIMBS) {
        vv_lathe_ball(&s->lathe, joint, middle, (vv_vec3){0.05f * h, 0.066f * h, 0.056f * h}, false, s->color);
        add_eyes(s, joint, middle);
        return;
    }
    vv_lathe_ball(&s->lathe, joint, middle, (vv_vec3){0.05f * h, 0.055f * h, 0.055f * h}, true, s->color);
    vv_vec3 face = {middle.x, middle.y + 0.004f * h, middle.z + 0.034f * h};
    vv_lathe_ball(&s->lathe, joint, face, (vv_vec3){0.036f * h, 0.014f * h, 0.026f * h}, false, s->accent);
}

/* Whether a joint or one of its ancestors has this word in its name. */
static bool has_word_in_ancestors(const manikin_builder *s, uint32_t joint, const char *word)
{
    for (; joint != VV_NONE; joint = vv_skeleton_joint(s->skeleton, joint).parent)
        if (vvi_fit_contains_word(vv_skeleton_joint(s->skeleton, joint).name, word))
            return true;
    return false;
}

/* Adds a chest between a joint of the trunk and the arms that begin above it. */
static void add_chest(manikin_builder *s, uint32_t joint)
{
    const anatomy_measures *a = &s->anatomy;
    vv_vec3 at = position_of(a, joint);
    float wide = a->spread[joint], rise = a->rise[joint];
    vv_vec3 from = {at.x, at.y - 0.1f * rise, at.z}, to = {at.x, at.y + rise, at.z};
    vv_lathe_bone chest = {joint, from, to, 0.62f * wide, 0.8f * wide, 0.66f, mix_colour(s->color, 255.0f, 0.18f)};
    if (s->style == VV_STYLE_BLOCKS)
        vv_lathe_plate(&s->lathe, &chest);
    else if (s->style == VV_STYLE_LIMBS)
        vv_lathe_ball(&s->lathe, joint, (vv_vec3){at.x, at.y + 0.45f * rise, at.z},
                      (vv_vec3){0.82f * wide, 0.62f * rise, 0.52f * wide}, false, chest.color);
}

static void add_bone(manikin_builder *s, uint32_t joint, uint32_t parent)
{
    const anatomy_measures *a = &s->anatomy;
    vv_vec3 from = position_of(a, parent), to = position_of(a, joint);
    float from_radius = limb_radius(a, joint, a->length[joint] + a->reach[joint]);
    float to_radius =
        vvi_max(limb_radius(a, joint, a->reach[joint]), (a->children[joint] == 0 ? 0.75f : 0.55f) * from_radius);
    bool end = a->length[joint] + a->reach[joint] < 0.16f * a->height && a->limbs[joint] == 0;
    uint32_t color = end && s->style == VV_STYLE_LIMBS && !has_word_in_ancestors(s, joint, "neck") &&
                             !has_word_in_ancestors(s, joint, "head")
                         ? s->accent
                         : s->color;
    color = to.x < -0.01f * a->height ? mix_colour(color, 0.0f, 0.2f)
            : a->limbs[joint] >= 2    ? mix_colour(color, 255.0f, 0.18f)
                                      : color;
    vv_lathe_bone bone = {parent, from, to, from_radius, to_radius, a->limbs[joint] >= 2 ? 0.72f : 1.0f, color};
    if (s->style == VV_STYLE_BONES)
        bone.from_radius = bone.to_radius = vvi_min(0.012f * a->height, 0.12f * a->length[joint]);
    if (s->style == VV_STYLE_BLOCKS)
        vv_lathe_plate(&s->lathe, &bone);
    else
        vv_lathe_limb(&s->lathe, &bone);
    bool hinge = a->children[joint] > 0 && a->limbs[joint] < 2;
    if (s->style == VV_STYLE_BONES ? a->children[joint] > 0 : s->style == VV_STYLE_BLOCKS && hinge) {
        float ball = s->style == VV_STYLE_BONES ? 1.4f * bone.to_radius : 0.78f * bone.to_radius;
        vv_lathe_ball(&s->lathe, joint, to, (vv_vec3){ball, ball, ball}, false, s->accent);
    }
}

static void add_parts(manikin_builder *s)
{
    const anatomy_measures *a = &s->anatomy;
    for (uint32_t j = 0; j < a->count; j++) {
        vv_joint joint = vv_skeleton_joint(s->skeleton, j);
        bool head = vvi_fit_contains_word(joint.name, "head");
        bool in_head = has_word_in_ancestors(s, joint.parent, "head");
        if (a->limbs[j] >= 2 && a->rise[j] > 0.04f * a->height)
            add_chest(s, j);
        if (head && !in_head && s->style != VV_STYLE_BONES)
            add_head(s, j);
        if (joint.parent != VV_NONE && !(in_head && s->style != VV_STYLE_BONES) && a->length[j] > 0.004f * a->height)
            add_bone(s, j, joint.parent);
    }
    if (s->lathe.vertex_count == 0)
        vv_lathe_ball(&s->lathe, 0, position_of(a, 0), (vv_vec3){0.1f, 0.1f, 0.1f}, false, s->color);
}

/* ---- The manikin ----------------------------------------------------------------------------------------------- */

static vv_result bind_manikin(const manikin_builder *s, vv_manikin *figure, vv_error *error)
{
    const anatomy_measures *a = &s->anatomy;
    figure->binds = vvi_allocate(figure->allocator, a->count, sizeof *figure->binds);
    if (figure->binds == NULL)
        return vvi_fail_memory(error, a->count * sizeof *figure->binds);
    figure->joint_count = a->count;
    for (uint32_t j = 0; j < a->count; j++)
        if (!vv_affine3_invert(a->globals[j], &figure->binds[j]))
            return vvi_fail(error, VV_ERROR_ARGUMENT, "the rest transform of joint %u has no inverse", j);
    vv_skin3_def def = {figure->form.vertex_count, a->count, figure->joints, figure->weights, figure->binds};
    return vv_skin3_create(&def, figure->allocator, &figure->skin, error);
}

static vv_result fill_manikin(manikin_builder *s, vv_manikin *figure, vv_error *error)
{
    uint32_t vertices = s->lathe.vertex_count, corners = s->lathe.corner_count;
    const vv_allocator *allocator = figure->allocator;
    figure->form =
        (vv_form){.allocator = allocator, .name = "figure", .vertex_count = vertices, .triangle_count = corners / 3};
    figure->form.positions = vvi_allocate(allocator, vertices, sizeof(vv_vec3));
    figure->form.triangles = vvi_allocate(allocator, corners, sizeof(uint32_t));
    figure->normals = vvi_allocate(allocator, vertices, sizeof(vv_vec3));
    figure->colors = vvi_allocate(allocator, vertices, sizeof(uint32_t));
    figure->joints = vvi_allocate_zeroed(allocator, (size_t)vertices * VV_SKIN3_INFLUENCES, sizeof(uint16_t));
    figure->weights = vvi_allocate_zeroed(allocator, (size_t)vertices * VV_SKIN3_INFLUENCES, sizeof(float));
    if (!figure->form.positions || !figure->form.triangles || !figure->normals || !figure->colors || !figure->joints ||
        !figure->weights)
        return vvi_fail_memory(error, (size_t)vertices * 64);
    for (uint32_t v = 0; v < vertices; v++) {
        const vv_lathe_vertex *vertex = &s->lathe.vertices[v];
        figure->form.positions[v] = vertex->at;
        figure->normals[v] = vertex->normal;
        figure->colors[v] = vertex->color;
        figure->joints[(size_t)v * VV_SKIN3_INFLUENCES] = (uint16_t)vertex->joint;
        figure->weights[(size_t)v * VV_SKIN3_INFLUENCES] = 1.0f;
    }
    for (uint32_t i = 0; i < corners; i++)
        figure->form.triangles[i] = s->lathe.corners[i];
    return bind_manikin(s, figure, error);
}

vv_result vv_manikin_create(const vv_skeleton *skeleton, vv_manikin_style style, uint32_t color, uint32_t accent,
                            const vv_allocator *allocator, vv_manikin *out, vv_error *error)
{
    vvi_arena arena = {.allocator = allocator};
    manikin_builder s = {
        .skeleton = skeleton, .lathe = {.allocator = allocator}, .style = style, .color = color, .accent = accent};
    vv_manikin figure = {.allocator = allocator};
    vv_result result = VV_OK;
    if (measure_anatomy(skeleton, &arena, &s.anatomy)) {
        add_parts(&s);
        result = s.lathe.failed ? vvi_fail_memory(error, s.lathe.vertex_capacity * sizeof(vv_lathe_vertex))
                                : fill_manikin(&s, &figure, error);
    } else {
        result = vvi_fail_memory(error, vv_skeleton_joint_count(skeleton) * sizeof(vv_affine3));
    }
    vv_lathe_release(&s.lathe);
    vvi_arena_release(&arena);
    if (result != VV_OK)
        vv_manikin_destroy(&figure);
    else
        *out = figure;
    return result;
}

void vv_manikin_destroy(vv_manikin *figure)
{
    if (figure == NULL)
        return;
    size_t vertices = figure->form.vertex_count;
    const vv_allocator *allocator = figure->allocator;
    vv_skin3_destroy(figure->skin, allocator);
    vvi_release(allocator, figure->normals, vertices, sizeof *figure->normals);
    vvi_release(allocator, figure->colors, vertices, sizeof *figure->colors);
    vvi_release(allocator, figure->joints, vertices * VV_SKIN3_INFLUENCES, sizeof *figure->joints);
    vvi_release(allocator, figure->weights, vertices * VV_SKIN3_INFLUENCES, sizeof *figure->weights);
    vvi_release(allocator, figure->binds, figure->joint_count, sizeof *figure->binds);
    vv_form_destroy(&figure->form);
    *figure = (vv_manikin){0};
}
