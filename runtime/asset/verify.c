/* Verification of a baked file: one pass over everything that the runtime later uses without checking. */
#include "verify.h"

#include "runtime/base/base.h"
#include "runtime/behaviour/behaviour.h"
#include "runtime/blend/blend.h"
#include "runtime/mesh/mesh.h"
#include "runtime/rig/rig.h"
#include "runtime/stage/sprite/sprite.h"

#include <stddef.h>
#include <string.h>

vv_result vvi_asset_damaged(const vvi_asset_file *f, const char *format, ...)
{
    char what[160];
    va_list arguments;
    va_start(arguments, format);
    vvi_format_list(what, sizeof what, format, arguments);
    va_end(arguments);
    vvi_fail(f->error, VV_ERROR_FORMAT, "this baked file is damaged: %s", what);
    vvi_error_remedy(f->error, "bake the project again, or fetch the file again");
    return VV_ERROR_FORMAT;
}

const void *vvi_asset_section(const vvi_asset_file *f, uint32_t offset, uint64_t count, size_t size, size_t alignment)
{
    if (offset < sizeof(vvi_asset_header) || offset % alignment != 0 || offset > f->byte_count)
        return NULL;
    if (count > (f->byte_count - offset) / size)
        return NULL;
    return f->bytes + offset;
}

bool vvi_asset_is_name_valid(const vvi_asset_file *f, uint32_t offset)
{
    if (!vvi_asset_section(f, offset, 1, 1, 1))
        return false;
    size_t limit = f->byte_count - offset;
    if (limit > VVI_ASSET_MAX_NAME + 1)
        limit = VVI_ASSET_MAX_NAME + 1;
    return f->bytes[offset] != 0 && memchr(f->bytes + offset, 0, limit) != NULL;
}

bool vvi_asset_are_names_valid(const vvi_asset_file *f, uint32_t offset, uint32_t count)
{
    const uint32_t *names = vvi_asset_section(f, offset, count, sizeof *names, VVI_ASSET_ALIGNMENT);
    for (uint32_t i = 0; names && i < count; i++)
        if (!vvi_asset_is_name_valid(f, names[i]))
            return false;
    return names != NULL;
}

vv_result vvi_asset_open_table(const vvi_asset_file *f, uint32_t offset, uint32_t count, size_t size, const char *noun,
                               const void **table)
{
    *table = NULL;
    if (count == 0)
        return offset ? vvi_asset_damaged(f, "it has a table of %s, but their count is 0", noun) : VV_OK;
    *table = vvi_asset_section(f, offset, count, size, VVI_ASSET_ALIGNMENT);
    return *table ? VV_OK : vvi_asset_damaged(f, "its %s lie outside the file", noun);
}

vv_result vvi_asset_open_blocks(const vvi_asset_file *f, uint32_t count, uint32_t blocks, uint32_t names,
                                const char *noun, const vvi_asset_block **table)
{
    const void *entries;
    vv_result result = vvi_asset_open_table(f, blocks, count, sizeof **table, noun, &entries);
    *table = entries;
    if (result == VV_OK && (count == 0 ? names != 0 : !vvi_asset_are_names_valid(f, names, count)))
        result = vvi_asset_damaged(f, "the names of its %s are not valid", noun);
    for (uint32_t i = 0; result == VV_OK && i < count; i++)
        if (!vvi_asset_section(f, (*table)[i].offset, (*table)[i].byte_count, 1, VVI_ASSET_ALIGNMENT))
            result = vvi_asset_damaged(f, "its %s lie outside the file", noun);
    return result;
}

uint64_t vvi_asset_hash(const void *bytes, size_t byte_count)
{
    size_t before = offsetof(vvi_asset_header, hash), after = before + sizeof(uint64_t);
    uint64_t hash = vv_hash_bytes(0, bytes, before);
    return vv_hash_bytes(hash, (const unsigned char *)bytes + after, byte_count - after);
}

static vv_result check_header(const vvi_asset_file *f)
{
    const vvi_asset_header *header = (const void *)f->bytes;
    if (f->byte_count < sizeof *header || memcmp(header->magic, VVI_ASSET_MAGIC, sizeof header->magic) != 0) {
        vvi_fail(f->error, VV_ERROR_FORMAT, "this is not a baked Verve file");
        vvi_error_remedy(f->error, "make one with `verve bake`");
        return VV_ERROR_FORMAT;
    }
    if (header->version != VVI_ASSET_VERSION) {
        vvi_fail(f->error, VV_ERROR_VERSION, "this baked file has format %u; this library reads format %u",
                 header->version, VVI_ASSET_VERSION);
        vvi_error_remedy(f->error, "bake the project again with the `verve` command that belongs to this library");
        return VV_ERROR_VERSION;
    }
    if (header->byte_count != f->byte_count)
        return vvi_asset_damaged(f, "its length is not the one in its header");
    if (header->hash != vvi_asset_hash(f->bytes, f->byte_count))
        return vvi_asset_damaged(f, "its bytes have changed since it was baked");
    return VV_OK;
}

static vv_result check_mesh(const vvi_asset_file *f, const vvi_asset_artwork *a)
{
    vv_mesh mesh = {
        .vertex_count = a->vertex_count, .triangle_count = a->triangle_count, .layer_count = a->layer_count};
    mesh.positions = vvi_asset_section(f, a->positions, a->vertex_count, sizeof(vv_vec2), VVI_ASSET_ALIGNMENT);
    mesh.triangles = vvi_asset_section(f, a->triangles, 3 * (uint64_t)a->triangle_count, 4, VVI_ASSET_ALIGNMENT);
    mesh.layers = vvi_asset_section(f, a->layers, a->layer_count, sizeof(vv_layer), VVI_ASSET_ALIGNMENT);
    mesh.uvs = a->uvs ? vvi_asset_section(f, a->uvs, a->vertex_count, sizeof(vv_vec2), VVI_ASSET_ALIGNMENT) : NULL;
    if (!mesh.positions || !mesh.triangles || !mesh.layers || (a->uvs && !mesh.uvs))
        return vvi_asset_damaged(f, "its mesh lies outside the file");
    return vv_mesh_check(&mesh, f->error);
}

static vv_result check_images(const vvi_asset_file *f, const vvi_asset_artwork *a)
{
    const vvi_asset_image *images =
        vvi_asset_section(f, a->images, a->layer_count, sizeof *images, VVI_ASSET_ALIGNMENT);
    for (uint32_t i = 0; images && i < a->layer_count; i++)
        if (images[i].byte_count ? !vvi_asset_section(f, images[i].offset, images[i].byte_count, 1, 1)
                                 : images[i].offset != 0)
            return vvi_asset_damaged(f, "an image lies outside the file");
    return images ? VV_OK : vvi_asset_damaged(f, "its images lie outside the file");
}

static bool are_handles_valid(const vvi_asset_file *f, const vvi_asset_artwork *a)
{
    const vv_handle *handles = vvi_asset_section(f, a->handles, a->handle_count, sizeof *handles, VVI_ASSET_ALIGNMENT);
    const uint32_t *partners =
        vvi_asset_section(f, a->partners, a->handle_count, sizeof *partners, VVI_ASSET_ALIGNMENT);
    if (!handles || !partners || a->handle_count == 0 || a->handle_count > VV_RIG_MAX_HANDLES)
        return false;
    for (uint32_t i = 0; i < a->handle_count; i++)
        if (partners[i] >= a->handle_count || partners[partners[i]] != i)
            return false;
    return vvi_rig_is_sane(a->handle_count, handles, 0, NULL);
}

static bool are_turns_valid(const vvi_asset_file *f, const vvi_asset_artwork *a)
{
    uint64_t count = (uint64_t)a->example_count * a->handle_count;
    const vv_handle_pose *turns = vvi_asset_section(f, a->turns, count, sizeof *turns, VVI_ASSET_ALIGNMENT);
    return turns && a->example_count > 0 && a->example_count <= VV_BLEND_MAX_EXAMPLES &&
           vvi_rig_is_sane(a->handle_count, (const vv_handle *)(f->bytes + a->handles), a->example_count, turns);
}

/* Prepared parts verify themselves; this checks that they belong together. */
static vv_result check_prepared(const vvi_asset_file *f, const vvi_asset_artwork *a)
{
    const void *skin = vvi_asset_section(f, a->skin, a->skin_bytes, 1, VVI_ASSET_ALIGNMENT);
    const void *complex = vvi_asset_section(f, a->complex, a->complex_bytes, 1, VVI_ASSET_ALIGNMENT);
    const void *poser = a->poser ? vvi_asset_section(f, a->poser, a->poser_bytes, 1, VVI_ASSET_ALIGNMENT) : NULL;
    if (!skin || !complex || (a->poser && !poser))
        return vvi_asset_damaged(f, "its rig lies outside the file");
    vv_result result = vvi_skin_verify(skin, a->skin_bytes, f->error);
    if (result == VV_OK &&
        (vv_skin_vertex_count(skin) != a->vertex_count || vv_skin_handle_count(skin) != a->handle_count))
        result = vvi_asset_damaged(f, "its skin belongs to another mesh");
    if (result == VV_OK)
        result = vvi_complex_verify(complex, a->complex_bytes, f->error);
    if (result == VV_OK && vv_complex_example_count(complex) != a->example_count)
        result = vvi_asset_damaged(f, "its complex belongs to other examples");
    if (result == VV_OK && poser)
        result = vvi_poser_verify(poser, a->poser_bytes, f->error);
    if (result == VV_OK && poser &&
        (vv_poser_handle_count(poser) != a->handle_count || vv_poser_vertex_count(poser) != a->vertex_count ||
         vv_poser_triangle_count(poser) != a->triangle_count))
        result = vvi_asset_damaged(f, "its poser belongs to another mesh");
    return result;
}

vv_result vvi_asset_check_sprite(const vvi_asset_file *f, const vvi_asset_artwork *a, uint32_t offset, uint32_t bytes)
{
    const vv_sprite *sprite = vvi_asset_section(f, offset, bytes, 1, VVI_ASSET_ALIGNMENT);
    if (!sprite)
        return vvi_asset_damaged(f, "its sprite lies outside the file");
    vv_result result = vvi_sprite_verify(sprite, bytes, f->error);
    if (result == VV_OK &&
        (vv_sprite_vertex_count(sprite) != a->vertex_count || vv_sprite_example_count(sprite) != a->example_count))
        result = vvi_asset_damaged(f, "its sprite belongs to another drawing");
    return result;
}

static vv_result check_sprite(const vvi_asset_file *f, const vvi_asset_artwork *a)
{
    return a->sprite ? vvi_asset_check_sprite(f, a, a->sprite, a->sprite_bytes) : VV_OK;
}

static vv_result check_strengths(const vvi_asset_file *f, const vvi_asset_artwork *a)
{
    if (!a->strengths)
        return VV_OK;
    const vvi_asset_strengths *packed = vvi_asset_section(f, a->strengths, 1, sizeof *packed, VVI_ASSET_ALIGNMENT);
    if (!packed)
        return vvi_asset_damaged(f, "its strengths lie outside the file");
    if (!vvi_parameters_have_valid_choices(vvi_strength_parameters(), UINT32_MAX, packed->words))
        return vvi_asset_damaged(f, "a choice in its strengths is out of range");
    vv_strengths strengths = vvi_asset_unpack_strengths(packed);
    return vv_strengths_check(&strengths, a->example_count, f->error);
}

/* Behaviours must have places in the artwork's own complex, which has been verified before. */
static vv_result check_behaviours(const vvi_asset_file *f, const vvi_asset_artwork *a)
{
    const vvi_asset_block *table;
    vv_result result =
        vvi_asset_open_blocks(f, a->behaviour_count, a->behaviours, a->behaviour_names, "behaviours", &table);
    for (uint32_t i = 0; result == VV_OK && i < a->behaviour_count; i++) {
        const vv_behaviour *behaviour = (const void *)(f->bytes + table[i].offset);
        result = vvi_behaviour_verify(behaviour, table[i].byte_count, f->error);
        if (result == VV_OK && !vv_behaviour_fits(behaviour, (const void *)(f->bytes + a->complex)))
            result = vvi_asset_damaged(f, "a behaviour belongs to another drawing");
    }
    return result;
}

static vv_result check_artwork(const vvi_asset_file *f, const vvi_asset_artwork *a)
{
    vv_result result = check_mesh(f, a);
    if (result == VV_OK)
        result = check_images(f, a);
    if (result == VV_OK && !(are_handles_valid(f, a) && are_turns_valid(f, a)))
        result = vvi_asset_damaged(f, "its handles or examples are not valid");
    if (result == VV_OK &&
        !(vvi_asset_is_name_valid(f, a->name) && vvi_asset_are_names_valid(f, a->layer_names, a->layer_count) &&
          vvi_asset_are_names_valid(f, a->handle_names, a->handle_count) &&
          vvi_asset_are_names_valid(f, a->example_names, a->example_count)))
        result = vvi_asset_damaged(f, "a name is not valid");
    return result == VV_OK ? check_prepared(f, a) : result;
}

/* All parts of one artwork, in an order in which each may rely on those before it. */
static vv_result verify_artwork(const vvi_asset_file *f, const vvi_asset_artwork *a)
{
    vv_result (*const checks[])(const vvi_asset_file *,
                                const vvi_asset_artwork *) = {check_artwork,           check_sprite,
                                                              check_strengths,         check_behaviours,
                                                              vvi_asset_verify_puppet, vvi_asset_verify_correctives};
    vv_result result = VV_OK;
    for (size_t i = 0; result == VV_OK && i < sizeof checks / sizeof *checks; i++)
        result = checks[i](f, a);
    return result;
}

vv_result vvi_asset_verify(const void *bytes, size_t byte_count, vv_error *error)
{
    const vvi_asset_file f = {bytes, byte_count, error};
    vv_result result = check_header(&f);
    if (result != VV_OK)
        return result;
    const vvi_asset_header *header = bytes;
    if (!vvi_asset_section(&f, header->artworks, header->artwork_count, sizeof(vvi_asset_artwork), VVI_ASSET_ALIGNMENT))
        return vvi_asset_damaged(&f, "its artworks lie outside the file");
    for (uint32_t i = 0; result == VV_OK && i < header->artwork_count; i++)
        result = verify_artwork(&f, vvi_asset_artwork_at(header, i));
    if (result == VV_OK)
        result = vvi_asset_verify_families(&f);
    if (result == VV_OK)
        result = vvi_asset_verify_recordings(&f);
    if (result == VV_OK)
        result = vvi_asset_verify_items(&f);
    return result == VV_OK ? vvi_asset_verify_scenes(&f) : result;
}
