/* Verification of a baked file, for the files of this room. */
#ifndef VVI_ASSET_VERIFY_H
#define VVI_ASSET_VERIFY_H

#include "asset.h"

typedef struct vvi_asset_file {
    const unsigned char *bytes;
    size_t byte_count;
    vv_error *error;
} vvi_asset_file;

/* Verifies that everything the functions vv_asset_… use lies inside the bytes and is valid. */
vv_result vvi_asset_verify(const void *bytes, size_t byte_count, vv_error *error);

/* Refuses the file with VV_ERROR_FORMAT: the formatted text says what is damaged. */
vv_result vvi_asset_damaged(const vvi_asset_file *f, const char *format, ...) VV_PRINTF(2, 3);
/* The section of count · size bytes at `offset`; NULL where it is not inside the file or not aligned. */
const void *vvi_asset_section(const vvi_asset_file *f, uint32_t offset, uint64_t count, size_t size, size_t alignment);
bool vvi_asset_is_name_valid(const vvi_asset_file *f, uint32_t offset);
bool vvi_asset_are_names_valid(const vvi_asset_file *f, uint32_t offset, uint32_t count);
/* Opens a table that is optional: with a count of 0 its offset must be 0. `noun` names its entries in errors, in the
 * plural. */
vv_result vvi_asset_open_table(const vvi_asset_file *f, uint32_t offset, uint32_t count, size_t size, const char *noun,
                               const void **table);
/* Opens an optional table of blocks with names: every block lies inside the file. */
vv_result vvi_asset_open_blocks(const vvi_asset_file *f, uint32_t count, uint32_t blocks, uint32_t names,
                                const char *noun, const vvi_asset_block **table);

/* The puppet, material and clips of an artwork, after everything else of it (verify_puppets.c). */
vv_result vvi_asset_verify_puppet(const vvi_asset_file *f, const vvi_asset_artwork *a);
/* Families and recordings, after all artworks. */
vv_result vvi_asset_verify_families(const vvi_asset_file *f);
vv_result vvi_asset_verify_recordings(const vvi_asset_file *f);
/* The correctives of an artwork, after its handles; and all items (verify_items.c). */
vv_result vvi_asset_verify_correctives(const vvi_asset_file *f, const vvi_asset_artwork *a);
vv_result vvi_asset_verify_items(const vvi_asset_file *f);

/* The sprite, puppet or clips of an artwork in its own size or another (verify.c, verify_puppets.c). */
vv_result vvi_asset_check_sprite(const vvi_asset_file *f, const vvi_asset_artwork *a, uint32_t offset, uint32_t bytes);
vv_result vvi_asset_check_puppet(const vvi_asset_file *f, const vvi_asset_artwork *a, uint32_t offset, uint32_t bytes);
vv_result vvi_asset_check_clip(const vvi_asset_file *f, const vvi_asset_artwork *a, vvi_asset_block block);
/* Scenes and the drawings of other sizes, after everything else (scenes.c). */
vv_result vvi_asset_verify_scenes(const vvi_asset_file *f);

/* The def of a family whose counts, offsets and artworks have been verified. Fills members[VV_PUPPET_MAX_MEMBERS],
 * with NULL for an artwork without a puppet. */
vv_family_def vvi_asset_family_def(const vvi_asset_header *header, const vvi_asset_family *family,
                                   const vv_puppet **members);

#endif
