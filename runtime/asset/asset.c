/* A baked file in use: nothing is copied, everything points into the verified bytes. */
#include "asset.h"

#include "runtime/base/base.h"
#include "verify.h"

#include <string.h>

/* An asset is its bytes: the struct is only ever a pointer to the header. */
struct vv_asset {
    vvi_asset_header header;
};

static const void *at(const vv_asset *asset, uint32_t offset)
{
    return offset ? (const unsigned char *)(const void *)asset + offset : NULL;
}

static const vvi_asset_artwork *record(const vv_asset *asset, uint32_t artwork)
{
    VV_ASSERT(artwork < asset->header.artwork_count);
    size_t size = asset->header.version == 1 ? VVI_ASSET_ARTWORK_1 : sizeof(vvi_asset_artwork);
    return (const void *)((const unsigned char *)at(asset, asset->header.artworks) + artwork * size);
}

static const char *name_in(const vv_asset *asset, uint32_t names, uint32_t index)
{
    return at(asset, ((const uint32_t *)at(asset, names))[index]);
}

static uint32_t find_name(const vv_asset *asset, uint32_t names, uint32_t count, const char *name)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(name_in(asset, names, i), name) == 0)
            return i;
    return VV_NONE;
}

vv_result vv_asset_load(const void *bytes, size_t byte_count, const vv_asset **out, vv_error *error)
{
    const uint16_t one = 1;
    if (*(const unsigned char *)&one != 1)
        return vvi_fail(error, VV_ERROR_FORMAT, "baked files are little-endian, this machine is not");
    if ((uintptr_t)bytes % VVI_ASSET_ALIGNMENT != 0) {
        vvi_fail(error, VV_ERROR_ARGUMENT, "the bytes of a baked file must start at a multiple of %u",
                 VVI_ASSET_ALIGNMENT);
        vvi_error_remedy(error, "read the file into memory from aligned_alloc or vv_default_allocator");
        return VV_ERROR_ARGUMENT;
    }
    vv_result result = vvi_asset_verify(bytes, byte_count, error);
    if (result == VV_OK)
        *out = bytes;
    return result;
}

uint32_t vv_asset_artwork_count(const vv_asset *asset) { return asset->header.artwork_count; }

uint32_t vv_asset_find_artwork(const vv_asset *asset, const char *name)
{
    for (uint32_t i = 0; i < asset->header.artwork_count; i++)
        if (strcmp(at(asset, record(asset, i)->name), name) == 0)
            return i;
    return VV_NONE;
}

static uint32_t behaviour_count(const vv_asset *asset, uint32_t artwork)
{
    return asset->header.version == 1 ? 0 : record(asset, artwork)->behaviour_count;
}

static vv_strengths strengths_of(const vv_asset *asset, const vvi_asset_artwork *a)
{
    if (asset->header.version == 1 || !a->strengths)
        return vv_default_strengths();
    return vvi_asset_unpack_strengths(at(asset, a->strengths));
}

vv_artwork vv_asset_artwork(const vv_asset *asset, uint32_t index)
{
    const vvi_asset_artwork *a = record(asset, index);
    return (vv_artwork){
        .name = at(asset, a->name),
        .mesh = {a->vertex_count, a->triangle_count, a->layer_count, at(asset, a->positions), at(asset, a->uvs),
                 at(asset, a->triangles), at(asset, a->layers)},
        .handle_count = a->handle_count,
        .example_count = a->example_count,
        .handles = at(asset, a->handles),
        .partners = at(asset, a->partners),
        .skin = at(asset, a->skin),
        .poser = at(asset, a->poser),
        .turns = at(asset, a->turns),
        .complex = at(asset, a->complex),
        .sprite = asset->header.version == 1 ? NULL : at(asset, a->sprite),
        .strengths = strengths_of(asset, a),
        .behaviour_count = behaviour_count(asset, index),
    };
}

const char *vv_asset_handle_name(const vv_asset *asset, uint32_t artwork, uint32_t handle)
{
    VV_ASSERT(handle < record(asset, artwork)->handle_count);
    return name_in(asset, record(asset, artwork)->handle_names, handle);
}

const char *vv_asset_example_name(const vv_asset *asset, uint32_t artwork, uint32_t example)
{
    VV_ASSERT(example < record(asset, artwork)->example_count);
    return name_in(asset, record(asset, artwork)->example_names, example);
}

const char *vv_asset_layer_name(const vv_asset *asset, uint32_t artwork, uint32_t layer)
{
    VV_ASSERT(layer < record(asset, artwork)->layer_count);
    return name_in(asset, record(asset, artwork)->layer_names, layer);
}

uint32_t vv_asset_find_handle(const vv_asset *asset, uint32_t artwork, const char *name)
{
    const vvi_asset_artwork *a = record(asset, artwork);
    return find_name(asset, a->handle_names, a->handle_count, name);
}

uint32_t vv_asset_find_example(const vv_asset *asset, uint32_t artwork, const char *name)
{
    const vvi_asset_artwork *a = record(asset, artwork);
    return find_name(asset, a->example_names, a->example_count, name);
}

const vv_behaviour *vv_asset_behaviour(const vv_asset *asset, uint32_t artwork, uint32_t behaviour)
{
    VV_ASSERT(behaviour < behaviour_count(asset, artwork));
    const vvi_asset_behaviour *table = at(asset, record(asset, artwork)->behaviours);
    return at(asset, table[behaviour].offset);
}

const char *vv_asset_behaviour_name(const vv_asset *asset, uint32_t artwork, uint32_t behaviour)
{
    VV_ASSERT(behaviour < behaviour_count(asset, artwork));
    return name_in(asset, record(asset, artwork)->behaviour_names, behaviour);
}

uint32_t vv_asset_find_behaviour(const vv_asset *asset, uint32_t artwork, const char *name)
{
    uint32_t count = behaviour_count(asset, artwork);
    return count ? find_name(asset, record(asset, artwork)->behaviour_names, count, name) : VV_NONE;
}

const void *vv_asset_layer_image(const vv_asset *asset, uint32_t artwork, uint32_t layer, size_t *byte_count)
{
    const vvi_asset_artwork *a = record(asset, artwork);
    VV_ASSERT(layer < a->layer_count);
    const vvi_asset_image *image = (const vvi_asset_image *)at(asset, a->images) + layer;
    *byte_count = image->byte_count;
    return at(asset, image->offset);
}
