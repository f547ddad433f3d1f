/* Verification of puppets in a baked file: the puppets with their materials, clips, families and recordings, and that
 * all of them belong to the artworks that they name. */
#include "verify.h"

#include "runtime/base/base.h"
#include "runtime/motion/motion.h"
#include "runtime/stage/puppet/family.h"

#include <string.h>

/* ---- Of one artwork ---------------------------------------------------------------------------------------------- */

vv_result vvi_asset_check_puppet(const vvi_asset_file *f, const vvi_asset_artwork *a, uint32_t offset, uint32_t bytes)
{
    const vv_puppet *puppet = vvi_asset_section(f, offset, bytes, 1, VVI_ASSET_ALIGNMENT);
    if (!puppet)
        return vvi_asset_damaged(f, "its puppet lies outside the file");
    vv_result result = vvi_puppet_verify(puppet, bytes, f->error);
    if (result == VV_OK &&
        (vv_puppet_vertex_count(puppet) != a->vertex_count || vv_puppet_handle_count(puppet) != a->handle_count ||
         vv_puppet_example_count(puppet) != a->example_count))
        result = vvi_asset_damaged(f, "its puppet belongs to another drawing");
    return result;
}

static vv_result check_puppet(const vvi_asset_file *f, const vvi_asset_artwork *a)
{
    return a->puppet ? vvi_asset_check_puppet(f, a, a->puppet, a->puppet_bytes) : VV_OK;
}

static vv_result check_material(const vvi_asset_file *f, const vvi_asset_artwork *a)
{
    if (!a->material)
        return VV_OK;
    const vvi_asset_material *packed = vvi_asset_section(f, a->material, 1, sizeof *packed, VVI_ASSET_ALIGNMENT);
    if (!packed)
        return vvi_asset_damaged(f, "its material lies outside the file");
    if (!vvi_parameters_have_valid_choices(vvi_material_parameters(), UINT32_MAX, packed->words))
        return vvi_asset_damaged(f, "a choice in its material is out of range");
    vv_material material = vvi_asset_unpack_material(packed);
    return vv_material_check(&material, f->error);
}

vv_result vvi_asset_check_clip(const vvi_asset_file *f, const vvi_asset_artwork *a, vvi_asset_block block)
{
    const vv_clip *clip = vvi_asset_section(f, block.offset, block.byte_count, 1, VVI_ASSET_ALIGNMENT);
    if (!clip)
        return vvi_asset_damaged(f, "its clips lie outside the file");
    vv_result result = vvi_clip_verify(clip, block.byte_count, f->error);
    if (result == VV_OK && vv_clip_handle_count(clip) != a->handle_count)
        result = vvi_asset_damaged(f, "a clip belongs to another drawing");
    return result;
}

static vv_result check_clips(const vvi_asset_file *f, const vvi_asset_artwork *a)
{
    const vvi_asset_block *table;
    vv_result result = vvi_asset_open_blocks(f, a->clip_count, a->clips, a->clip_names, "clips", &table);
    for (uint32_t i = 0; result == VV_OK && i < a->clip_count; i++)
        result = vvi_asset_check_clip(f, a, table[i]);
    return result;
}

vv_result vvi_asset_verify_puppet(const vvi_asset_file *f, const vvi_asset_artwork *a)
{
    vv_result result = check_puppet(f, a);
    if (result == VV_OK)
        result = check_material(f, a);
    return result == VV_OK ? check_clips(f, a) : result;
}

/* ---- Families ---------------------------------------------------------------------------------------------------- */

static const vvi_asset_header *header_of(const vvi_asset_file *f) { return (const void *)f->bytes; }

/* A bool may only be read after its bytes are known to be 0 or 1. */
static bool is_link_readable(const unsigned char *link)
{
    const unsigned char *points = link + offsetof(vv_family_link, points);
    return points[0] <= 1 && points[1] == 0 && points[2] == 0 && points[3] == 0;
}

static bool are_members_artworks(const vvi_asset_file *f, const vvi_asset_family *family)
{
    const uint32_t *members =
        vvi_asset_section(f, family->members, family->member_count, sizeof *members, VVI_ASSET_ALIGNMENT);
    if (!members || family->member_count == 0 || family->member_count > VV_PUPPET_MAX_MEMBERS)
        return false;
    for (uint32_t i = 0; i < family->member_count; i++)
        if (members[i] >= header_of(f)->artwork_count)
            return false;
    return true;
}

static bool are_links_readable(const vvi_asset_file *f, const vvi_asset_family *family)
{
    if (family->link_count == 0)
        return family->links == 0;
    const vv_family_link *links =
        vvi_asset_section(f, family->links, family->link_count, sizeof *links, VVI_ASSET_ALIGNMENT);
    for (uint32_t i = 0; links && i < family->link_count; i++)
        if (!is_link_readable((const unsigned char *)&links[i]))
            return false;
    return links != NULL;
}

vv_family_def vvi_asset_family_def(const vvi_asset_header *header, const vvi_asset_family *family,
                                   const vv_puppet **members)
{
    const unsigned char *bytes = (const void *)header;
    const uint32_t *artworks = (const void *)(bytes + family->members);
    for (uint32_t i = 0; i < family->member_count; i++) {
        uint32_t puppet = vvi_asset_artwork_at(header, artworks[i])->puppet;
        members[i] = puppet ? (const void *)(bytes + puppet) : NULL;
    }
    return (vv_family_def){.member_count = family->member_count,
                           .members = members,
                           .link_count = family->link_count,
                           .links = family->link_count ? (const void *)(bytes + family->links) : NULL,
                           .lambda = family->lambda,
                           .margin = family->margin,
                           .pause = family->pause,
                           .fade = family->fade};
}

vv_result vvi_asset_verify_families(const vvi_asset_file *f)
{
    const vvi_asset_header *header = header_of(f);
    const void *table;
    vv_result result =
        vvi_asset_open_table(f, header->families, header->family_count, sizeof(vvi_asset_family), "families", &table);
    const vvi_asset_family *families = table;
    for (uint32_t i = 0; result == VV_OK && i < header->family_count; i++) {
        if (!vvi_asset_is_name_valid(f, families[i].name) || !are_members_artworks(f, &families[i]) ||
            !are_links_readable(f, &families[i]))
            return vvi_asset_damaged(f, "a family is not valid");
        const vv_puppet *members[VV_PUPPET_MAX_MEMBERS];
        vv_family_def def = vvi_asset_family_def(header, &families[i], members);
        result = vvi_family_check(&def, f->error);
    }
    return result;
}

/* ---- Recordings -------------------------------------------------------------------------------------------------- */

static vv_result check_recording(const vvi_asset_file *f, const vvi_asset_recording *r)
{
    const vv_recording *recording = vvi_asset_section(f, r->recording, r->recording_bytes, 1, VVI_ASSET_ALIGNMENT);
    if (!recording || !vvi_asset_is_name_valid(f, r->name) || r->artwork >= header_of(f)->artwork_count)
        return vvi_asset_damaged(f, "a recording lies outside the file");
    vv_result result = vvi_recording_verify(recording, r->recording_bytes, f->error);
    uint32_t handles = vvi_asset_artwork_at(header_of(f), r->artwork)->handle_count;
    for (uint32_t k = 0; result == VV_OK && k < vv_recording_region_count(recording); k++)
        if (vv_recording_source_region(recording, k).handle >= handles)
            result = vvi_asset_damaged(f, "a recording belongs to another drawing");
    return result;
}

vv_result vvi_asset_verify_recordings(const vvi_asset_file *f)
{
    const vvi_asset_header *header = header_of(f);
    const void *table;
    vv_result result = vvi_asset_open_table(f, header->recordings, header->recording_count, sizeof(vvi_asset_recording),
                                            "recordings", &table);
    const vvi_asset_recording *recordings = table;
    for (uint32_t i = 0; result == VV_OK && i < header->recording_count; i++)
        result = check_recording(f, &recordings[i]);
    return result;
}
