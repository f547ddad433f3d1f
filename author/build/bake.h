/* What the files that write a baked asset share; private to this room. */
#ifndef VVI_BAKE_H
#define VVI_BAKE_H

#include "build.h"
#include "runtime/asset/asset.h"

/* Baking runs twice: first `bytes` is NULL, and only the size is found; then the same calls write. */
typedef struct vvi_baking {
    uint8_t *bytes;
    size_t room; /* size of `bytes`: an image file that grew between the two runs must not be written beyond it */
    size_t used;
    vv_session *session;
    const vv_bake_def *def;
    vv_error *error;
} vvi_baking;

void vvi_bake_write(vvi_baking *w, size_t offset, const void *data, size_t count);
/* Each returns the offset of what it has written. */
uint32_t vvi_bake_numbers(vvi_baking *w, const void *data, size_t count, size_t size);
uint32_t vvi_bake_name(vvi_baking *w, const char *name);
/* Reserves a table. What its entries refer to is written after it; then they are filled in. */
uint32_t vvi_bake_table(vvi_baking *w, uint32_t count, size_t size);
void vvi_bake_word(vvi_baking *w, uint32_t table, uint32_t index, uint32_t value);

/* Characters, shapes, verbs and graphs (bake_items.c); and the correctives of an artwork. */
vv_result vvi_bake_items(vvi_baking *w, const vv_project *project, vvi_asset_header *header);
/* Stage scenes, and the drawings that they need in other sizes (bake_scenes.c). */
vv_result vvi_bake_scenes(vvi_baking *w, const vv_project *project, vvi_asset_header *header);
/* Writes clip `index` of the project, in another size, as entry `entry` of a table of blocks. */
vv_result vvi_bake_clip(vvi_baking *w, const vv_project *project, uint32_t index, uint32_t handle_count, float scale,
                        uint32_t table, uint32_t entry);
void vvi_bake_correctives(vvi_baking *w, const vv_project_artwork *artwork, const vv_rigged *rigged,
                          vvi_asset_artwork *record);

#endif
