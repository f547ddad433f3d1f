/* Access to a baked file: nothing is copied, all pointers lead into the verified bytes. */
#include "asset.h"

#include "runtime/base/base.h"
#include "verify.h"

#include <stddef.h>
#include <string.h>

/* An asset is the bytes of its file; a pointer to it is a pointer to the header. */
struct vv_asset {
    vvi_asset_header header;
};

static const void *block_at(const vv_asset *asset, uint32_t offset) { return vvi_asset_at(&asset->header, offset); }

/* A macro, so that the assert reports the public function that uses it. */
#define record(asset, artwork)                                                                                         \
    (VV_ASSERT(artwork < (asset)->header.artwork_count), vvi_asset_artwork_at(&(asset)->header, artwork))

static const char *name_in(const vv_asset *asset, uint32_t names, uint32_t index)
{
    return block_at(asset, ((const uint32_t *)block_at(asset, names))[index]);
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
    VVI_FLOAT_GUARD;
    VV_ASSERT(bytes != NULL || byte_count == 0);
    VV_ASSERT(out != NULL);
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

uint32_t vv_asset_artwork_count(const vv_asset *asset)
{
    VV_ASSERT(asset != NULL);
    return asset->header.artwork_count;
}

uint32_t vv_asset_find_artwork(const vv_asset *asset, const char *name)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(name != NULL);
    for (uint32_t i = 0; i < asset->header.artwork_count; i++)
        if (strcmp(block_at(asset, record(asset, i)->name), name) == 0)
            return i;
    return VV_NONE;
}

vv_artwork vv_asset_artwork(const vv_asset *asset, uint32_t index)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(asset != NULL);
    const vvi_asset_artwork *a = record(asset, index);
    return (vv_artwork){
        .name = block_at(asset, a->name),
        .mesh = {a->vertex_count, a->triangle_count, a->layer_count, block_at(asset, a->positions),
                 block_at(asset, a->uvs), block_at(asset, a->triangles), block_at(asset, a->layers)},
        .handle_count = a->handle_count,
        .example_count = a->example_count,
        .handles = block_at(asset, a->handles),
        .partners = block_at(asset, a->partners),
        .skin = block_at(asset, a->skin),
        .poser = block_at(asset, a->poser),
        .example_poses = block_at(asset, a->turns),
        .complex = block_at(asset, a->complex),
        .sprite = block_at(asset, a->sprite),
        .strengths = a->strengths ? vvi_asset_unpack_strengths(block_at(asset, a->strengths)) : vv_default_strengths(),
        .behaviour_count = a->behaviour_count,
        .puppet = block_at(asset, a->puppet),
        .material = a->material ? vvi_asset_unpack_material(block_at(asset, a->material)) : vv_default_material(),
        .clip_count = a->clip_count,
        .corrective_count = a->corrective_count,
    };
}

const char *vv_asset_handle_name(const vv_asset *asset, uint32_t artwork, uint32_t handle)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(handle < record(asset, artwork)->handle_count);
    return name_in(asset, record(asset, artwork)->handle_names, handle);
}

const char *vv_asset_example_name(const vv_asset *asset, uint32_t artwork, uint32_t example)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(example < record(asset, artwork)->example_count);
    return name_in(asset, record(asset, artwork)->example_names, example);
}

const char *vv_asset_layer_name(const vv_asset *asset, uint32_t artwork, uint32_t layer)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(layer < record(asset, artwork)->layer_count);
    return name_in(asset, record(asset, artwork)->layer_names, layer);
}

uint32_t vv_asset_find_handle(const vv_asset *asset, uint32_t artwork, const char *name)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(name != NULL);
    const vvi_asset_artwork *a = record(asset, artwork);
    return find_name(asset, a->handle_names, a->handle_count, name);
}

uint32_t vv_asset_find_example(const vv_asset *asset, uint32_t artwork, const char *name)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(name != NULL);
    const vvi_asset_artwork *a = record(asset, artwork);
    return find_name(asset, a->example_names, a->example_count, name);
}

const void *vv_asset_layer_image(const vv_asset *asset, uint32_t artwork, uint32_t layer, size_t *byte_count)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(byte_count != NULL);
    const vvi_asset_artwork *a = record(asset, artwork);
    VV_ASSERT(layer < a->layer_count);
    const vvi_asset_image *image = (const vvi_asset_image *)block_at(asset, a->images) + layer;
    *byte_count = image->byte_count;
    return block_at(asset, image->offset);
}

/* ---- Behaviours and clips ---------------------------------------------------------------------------------------- */

static const void *block_in(const vv_asset *asset, uint32_t blocks, uint32_t index)
{
    return block_at(asset, ((const vvi_asset_block *)block_at(asset, blocks))[index].offset);
}

const vv_behaviour *vv_asset_behaviour(const vv_asset *asset, uint32_t artwork, uint32_t behaviour)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(behaviour < record(asset, artwork)->behaviour_count);
    return block_in(asset, record(asset, artwork)->behaviours, behaviour);
}

const char *vv_asset_behaviour_name(const vv_asset *asset, uint32_t artwork, uint32_t behaviour)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(behaviour < record(asset, artwork)->behaviour_count);
    return name_in(asset, record(asset, artwork)->behaviour_names, behaviour);
}

uint32_t vv_asset_find_behaviour(const vv_asset *asset, uint32_t artwork, const char *name)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(name != NULL);
    const vvi_asset_artwork *a = record(asset, artwork);
    return find_name(asset, a->behaviour_names, a->behaviour_count, name);
}

const vv_clip *vv_asset_clip(const vv_asset *asset, uint32_t artwork, uint32_t clip)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(clip < record(asset, artwork)->clip_count);
    return block_in(asset, record(asset, artwork)->clips, clip);
}

const char *vv_asset_clip_name(const vv_asset *asset, uint32_t artwork, uint32_t clip)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(clip < record(asset, artwork)->clip_count);
    return name_in(asset, record(asset, artwork)->clip_names, clip);
}

uint32_t vv_asset_find_clip(const vv_asset *asset, uint32_t artwork, const char *name)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(name != NULL);
    const vvi_asset_artwork *a = record(asset, artwork);
    return find_name(asset, a->clip_names, a->clip_count, name);
}

/* ---- Correctives ------------------------------------------------------------------------------------------------- */

#define corrective_at(asset, artwork, corrective)                                                                      \
    (VV_ASSERT(corrective < record(asset, artwork)->corrective_count),                                                 \
     (const vvi_asset_corrective *)block_at(asset, record(asset, artwork)->correctives) + (corrective))

const vv_corrective *vv_asset_corrective(const vv_asset *asset, uint32_t artwork, uint32_t corrective)
{
    VV_ASSERT(asset != NULL);
    return block_at(asset, corrective_at(asset, artwork, corrective)->corrective);
}

const char *vv_asset_corrective_name(const vv_asset *asset, uint32_t artwork, uint32_t corrective)
{
    VV_ASSERT(asset != NULL);
    return block_at(asset, corrective_at(asset, artwork, corrective)->name);
}

/* ---- Families ---------------------------------------------------------------------------------------------------- */

uint32_t vv_asset_family_count(const vv_asset *asset)
{
    VV_ASSERT(asset != NULL);
    return asset->header.family_count;
}

#define family_at(asset, family)                                                                                       \
    (VV_ASSERT(family < vv_asset_family_count(asset)),                                                                 \
     (const vvi_asset_family *)block_at(asset, (asset)->header.families) + (family))

const char *vv_asset_family_name(const vv_asset *asset, uint32_t family)
{
    VV_ASSERT(asset != NULL);
    return block_at(asset, family_at(asset, family)->name);
}

uint32_t vv_asset_find_family(const vv_asset *asset, const char *name)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(name != NULL);
    for (uint32_t i = 0; i < vv_asset_family_count(asset); i++)
        if (strcmp(vv_asset_family_name(asset, i), name) == 0)
            return i;
    return VV_NONE;
}

uint32_t vv_asset_family_member_count(const vv_asset *asset, uint32_t family)
{
    VV_ASSERT(asset != NULL);
    return family_at(asset, family)->member_count;
}

uint32_t vv_asset_family_member(const vv_asset *asset, uint32_t family, uint32_t member)
{
    VV_ASSERT(asset != NULL);
    const vvi_asset_family *f = family_at(asset, family);
    VV_ASSERT(member < f->member_count);
    return ((const uint32_t *)block_at(asset, f->members))[member];
}

vv_result vv_asset_family_create(const vv_asset *asset, uint32_t family, const vv_allocator *allocator, vv_family **out,
                                 vv_error *error)
{
    VVI_FLOAT_GUARD;
    VV_ASSERT(asset != NULL);
    VV_ASSERT(out != NULL);
    const vv_puppet *members[VV_PUPPET_MAX_MEMBERS];
    vv_family_def def = vvi_asset_family_def(&asset->header, family_at(asset, family), members);
    return vv_family_create(&def, allocator, out, error);
}

/* ---- Recordings -------------------------------------------------------------------------------------------------- */

uint32_t vv_asset_recording_count(const vv_asset *asset)
{
    VV_ASSERT(asset != NULL);
    return asset->header.recording_count;
}

#define recording_at(asset, recording)                                                                                 \
    (VV_ASSERT(recording < vv_asset_recording_count(asset)),                                                           \
     (const vvi_asset_recording *)block_at(asset, (asset)->header.recordings) + (recording))

const vv_recording *vv_asset_recording(const vv_asset *asset, uint32_t recording)
{
    VV_ASSERT(asset != NULL);
    return block_at(asset, recording_at(asset, recording)->recording);
}

const char *vv_asset_recording_name(const vv_asset *asset, uint32_t recording)
{
    VV_ASSERT(asset != NULL);
    return block_at(asset, recording_at(asset, recording)->name);
}

uint32_t vv_asset_find_recording(const vv_asset *asset, const char *name)
{
    VV_ASSERT(asset != NULL);
    VV_ASSERT(name != NULL);
    for (uint32_t i = 0; i < vv_asset_recording_count(asset); i++)
        if (strcmp(vv_asset_recording_name(asset, i), name) == 0)
            return i;
    return VV_NONE;
}

uint32_t vv_asset_recording_artwork(const vv_asset *asset, uint32_t recording)
{
    VV_ASSERT(asset != NULL);
    return recording_at(asset, recording)->artwork;
}
