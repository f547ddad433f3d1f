/* Writes creature files: keys in a fixed order, defaults omitted, so that files diff and merge well. */
#include "plan_file.h"

#include <string.h>

vv_plan_colors vvi_plan_usual_colors(void)
{
    return (vv_plan_colors){0xff7d8717u, 0xff34b1f2u, 0xffdcf3ffu, 0xfff4f8fcu};
}

static void write_color(vv_json_writer *w, const char *key, uint32_t color)
{
    static const char digits[] = "0123456789ABCDEF";
    char text[8] = {'#'};
    for (uint32_t i = 0; i < 3; i++) {
        text[1 + 2 * i] = digits[color >> (8 * i + 4) & 15u];
        text[2 + 2 * i] = digits[color >> (8 * i) & 15u];
    }
    vv_json_write_string(w, key, text);
}

static void write_numbers(vv_json_writer *w, const char *key, uint32_t count, const float *values, bool always)
{
    bool usual = true;
    for (uint32_t i = 0; i < count; i++)
        usual = usual && values[i] == 0.0f;
    if (usual && !always)
        return;
    vv_json_write_on_one_line(w);
    vv_json_write_array(w, key);
    for (uint32_t i = 0; i < count; i++)
        vv_json_write_float(w, NULL, values[i] + 0.0f);
    vv_json_write_end(w);
}

static void write_names(vv_json_writer *w, const char *key, uint32_t count, char (*names)[VV_CREATURE_NAME_BYTES])
{
    if (count == 0)
        return;
    vv_json_write_on_one_line(w);
    vv_json_write_array(w, key);
    for (uint32_t i = 0; i < count; i++)
        vv_json_write_string(w, NULL, names[i]);
    vv_json_write_end(w);
}

static void write_caps(vv_json_writer *w, const vv_creature_plan *plan, uint64_t caps)
{
    if (caps == 0)
        return;
    vv_json_write_on_one_line(w);
    vv_json_write_array(w, "caps");
    for (uint32_t cap = 0; cap < VV_CAP_OWN + plan->own_cap_count; cap++)
        if (caps & VV_CAP_BIT(cap))
            vv_json_write_string(w, NULL, cap < VV_CAP_OWN ? vv_cap_name(cap) : plan->own_caps[cap - VV_CAP_OWN]);
    vv_json_write_end(w);
}

static void write_deforms(vv_json_writer *w, const vv_creature_plan *plan, uint32_t deforms)
{
    if (deforms == 0)
        return;
    vv_json_write_on_one_line(w);
    vv_json_write_array(w, "deforms");
    for (uint32_t d = 0; d < plan->deform_count; d++)
        if (deforms >> d & 1u)
            vv_json_write_string(w, NULL, plan->deforms[d]);
    vv_json_write_end(w);
}

static void write_body(vv_json_writer *w, const vv_creature_plan *plan, const vv_plan_body *body)
{
    const vv_creature_body *b = &body->body;
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "name", body->name);
    if (b->parent != VV_NONE)
        vv_json_write_string(w, "parent", plan->bodies[b->parent].name);
    write_numbers(w, "place", 3, &b->position.x, true);
    if (!(b->rotation.x == 0.0f && b->rotation.y == 0.0f && b->rotation.z == 0.0f && b->rotation.w == 1.0f))
        write_numbers(w, "turn", 4, &b->rotation.x, true);
    write_numbers(w, "centre", 3, &b->centre.x, false);
    write_numbers(w, "low", 3, &b->low.x, true);
    write_numbers(w, "high", 3, &b->high.x, true);
    write_numbers(w, "tip", 3, &body->tip.x, false);
    write_numbers(w, "radius", 2, body->radius, false);
    write_caps(w, plan, b->caps);
    write_deforms(w, plan, b->deforms);
    vv_json_write_end(w);
}

static void write_plan(vv_json_writer *w, const vv_creature_plan *plan)
{
    vv_json_write_object(w, NULL);
    vv_json_write_string(w, "format", VVI_PLAN_FORMAT);
    vv_json_write_integer(w, "version", 1);
    vv_json_write_string(w, "name", plan->name);
    vv_json_write_on_one_line(w);
    vv_json_write_object(w, "colours");
    write_color(w, "skin", plan->colors.skin);
    write_color(w, "back", plan->colors.back);
    write_color(w, "belly", plan->colors.belly);
    write_color(w, "eyes", plan->colors.eyes);
    vv_json_write_end(w);
    write_names(w, "caps", plan->own_cap_count, plan->own_caps);
    write_names(w, "deforms", plan->deform_count, plan->deforms);
    vv_json_write_array(w, "bodies");
    for (uint32_t b = 0; b < plan->body_count; b++)
        write_body(w, plan, &plan->bodies[b]);
    vv_json_write_end(w);
    vv_json_write_end(w);
}

vv_result vv_plan_write(const vv_creature_plan *plan, const vv_allocator *allocator, char **text, size_t *length,
                        vv_error *error)
{
    vv_json_writer *writer = NULL;
    vv_result result = vv_json_writer_create(allocator, false, &writer, error);
    if (result != VV_OK)
        return result;
    size_t count = 0;
    write_plan(writer, plan);
    const char *written = vv_json_writer_text(writer, &count);
    char *copy = written ? vvi_allocate(allocator, count + 1, 1) : NULL;
    if (copy) {
        memcpy(copy, written, count + 1);
        *text = copy;
        *length = count;
    } else {
        result = vvi_fail_memory(error, count + 1);
    }
    vv_json_writer_destroy(writer);
    return result;
}
