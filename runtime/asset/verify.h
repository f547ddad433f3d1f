/* Verification of a baked file, seen by the files of this room. */
#ifndef VVI_ASSET_VERIFY_H
#define VVI_ASSET_VERIFY_H

#include "asset.h"

typedef struct vvi_asset_file {
    const unsigned char *bytes;
    size_t byte_count;
    vv_error *error;
} vvi_asset_file;

/* Everything that vv_asset_… later uses lies inside the bytes and is valid. */
vv_result vvi_asset_verify(const void *bytes, size_t byte_count, vv_error *error);

vv_result vvi_asset_damaged(const vvi_asset_file *f, const char *what);
/* The section of count · size bytes at `offset`; NULL where it does not lie inside the file or is not aligned. */
const void *vvi_asset_section(const vvi_asset_file *f, uint32_t offset, uint64_t count, size_t size, size_t alignment);
bool vvi_asset_name_is_good(const vvi_asset_file *f, uint32_t offset);
bool vvi_asset_names_are_good(const vvi_asset_file *f, uint32_t offset, uint32_t count);

/* What an artwork has for puppets: after everything else of it has been verified (verify_puppets.c). */
vv_result vvi_asset_verify_puppet(const vvi_asset_file *f, const vvi_asset_artwork *a);
/* Families and recordings: after all artworks have been verified. */
vv_result vvi_asset_verify_families(const vvi_asset_file *f);
vv_result vvi_asset_verify_recordings(const vvi_asset_file *f);
/* Correctives of one artwork, after its handles; and what stands in space (verify_items.c). */
vv_result vvi_asset_verify_correctives(const vvi_asset_file *f, const vvi_asset_artwork *a);
vv_result vvi_asset_verify_items(const vvi_asset_file *f);

/* What a family is made from; members[VV_PUPPET_MAX_MEMBERS] is filled, with NULL for an artwork without a puppet. Its counts,
 * offsets and indices of artworks have been verified. */
vv_family_def vvi_asset_family_def(const vvi_asset_header *header, const vvi_asset_family *family,
                                   const vv_puppet **members);

#endif
