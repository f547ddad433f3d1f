/* Verifying a creature that arrives as bytes. What came from the def is checked by the same rules as a def;
 * everything else is derived again and must be identical to the bit. So bytes that pass are exactly those that
 * vv_creature_create would make of these bodies. */
#include "bodies.h"

#include <string.h>

static vv_result fail_damaged(vv_error *error, const char *what)
{
    return vvi_fail(error, VV_ERROR_FORMAT, "the creature's %s", what);
}

static vv_result verify_header(const vv_creature *c, size_t byte_count, vv_error *error)
{
    vv_result result = vvi_creature_check_counts(c->body_count, c->own_cap_count, c->deform_count, error);
    if (result != VV_OK)
        return result;
    uint32_t names = c->body_count + c->own_cap_count + c->deform_count;
    if (c->spine_count > c->body_count || c->limb_count > c->body_count || c->leg_count > VV_CREATURE_MAX_LEGS ||
        c->path_count > c->leg_count * c->body_count || c->name_bytes > names * VV_CREATURE_NAME_BYTES ||
        c->root >= c->body_count)
        return fail_damaged(error, "counts are out of range");
    vv_creature expected = vvi_creature_layout(c);
    if (memcmp(c, &expected, sizeof expected) != 0 || c->byte_count != byte_count)
        return fail_damaged(error, "counts and offsets do not agree");
    return VV_OK;
}

/* Names are stored back to back: each begins where the previous one ended, and ends within the section. */
static bool advance_past_name(const vv_creature *c, uint32_t offset, uint32_t *cursor)
{
    const char *names = CREATURE_SECTION(c, char, names);
    if (offset != *cursor || offset >= c->name_bytes)
        return false;
    const char *end = memchr(names + offset, 0, c->name_bytes - offset);
    *cursor = end ? (uint32_t)(end - names) + 1u : offset;
    return end && *cursor - offset <= VV_CREATURE_NAME_BYTES;
}

static vv_result verify_names(const vv_creature *c, vv_error *error)
{
    uint32_t cursor = 0;
    bool valid = true;
    for (uint32_t b = 0; valid && b < c->body_count; b++)
        valid = advance_past_name(c, bodies_of(c)[b].name, &cursor);
    for (uint32_t i = 0; valid && i < c->own_cap_count; i++)
        valid = advance_past_name(c, CREATURE_SECTION(c, uint32_t, cap_names)[i], &cursor);
    for (uint32_t i = 0; valid && i < c->deform_count; i++)
        valid = advance_past_name(c, CREATURE_SECTION(c, uint32_t, deform_names)[i], &cursor);
    return valid && cursor == c->name_bytes ? VV_OK : fail_damaged(error, "names are damaged");
}

static vv_result verify_own_names(const vv_creature *c, vv_error *error)
{
    const char *caps[VV_CREATURE_MAX_CAPS], *deforms[VV_CREATURE_MAX_DEFORMS];
    for (uint32_t i = 0; i < c->own_cap_count; i++)
        caps[i] = vv_creature_cap_name(c, VV_CAP_OWN + i);
    for (uint32_t i = 0; i < c->deform_count; i++)
        deforms[i] = vv_creature_deform_name(c, i);
    vv_result result = vvi_creature_check_names("cap", c->own_cap_count, caps, true, VV_ERROR_FORMAT, error);
    if (result == VV_OK)
        result = vvi_creature_check_names("deform", c->deform_count, deforms, false, VV_ERROR_FORMAT, error);
    return result;
}

static vv_result verify_bodies(const vv_creature *c, vv_error *error)
{
    for (uint32_t b = 0; b < c->body_count; b++) {
        vv_creature_body body = vv_creature_body_at(c, b);
        vv_result result = vvi_creature_check_body(&body, b, c->own_cap_count, c->deform_count, VV_ERROR_FORMAT, error);
        if (result != VV_OK)
            return result;
        if (bodies_of(c)[b].reserved != 0)
            return vvi_fail(error, VV_ERROR_FORMAT, "body %s of the creature is damaged", body.name);
        if (vv_creature_find(c, body.name) != b)
            return vvi_fail(error, VV_ERROR_FORMAT, "two bodies are named %s", body.name);
    }
    return VV_OK;
}

static vv_result verify_root(const vv_creature *c, vv_error *error)
{
    uint32_t top;
    creature_fault fault = vvi_creature_check_spine(c->body_count, bodies_of(c), &top);
    if (fault.what)
        return vvi_fail(error, VV_ERROR_FORMAT, "body %s %s", vv_creature_body_at(c, fault.body).name, fault.what);
    if (!(bodies_of(c)[c->root].caps & VV_CAP_BIT(VV_CAP_ROOT)))
        return fail_damaged(error, "root is damaged");
    return VV_OK;
}

/* Compares the derived values and never writes, so casting away const is safe. */
static vv_result verify_derived(vv_creature *c, vv_error *error)
{
    derivation d = {.creature = c, .write = false, .body = VV_NONE};
    if (vvi_derive_tree(&d) && vvi_derive_legs(&d))
        return VV_OK;
    if (d.body == VV_NONE)
        return fail_damaged(error, "counts do not agree with its bodies");
    return vvi_fail(error, VV_ERROR_FORMAT, "body %s of the creature is damaged", vv_creature_body_at(c, d.body).name);
}

vv_result vvi_creature_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vv_creature *c = bytes;
    static const vvi_block_kind kind = {"a creature", CREATURE_MAGIC, CREATURE_VERSION, VVI_ALIGNMENT,
                                        sizeof(vv_creature)};
    vv_result result = vvi_check_block(bytes, byte_count, &kind, error);
    if (result != VV_OK)
        return result;
    result = verify_header(c, byte_count, error);
    if (result == VV_OK)
        result = verify_names(c, error);
    if (result == VV_OK)
        result = verify_own_names(c, error);
    if (result == VV_OK)
        result = verify_bodies(c, error);
    if (result == VV_OK)
        result = verify_root(c, error);
    if (result == VV_OK)
        result = verify_derived((vv_creature *)(uintptr_t)bytes, error);
    if (result == VV_OK && !(c->size >= CREATURE_SMALLEST))
        result = fail_damaged(error, "size is less than a millimetre");
    return result;
}
