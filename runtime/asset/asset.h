/* The door of runtime/asset: the layout of a `.vvb` file, for the code that writes one.
 *
 * The file is little-endian. Offsets count bytes from the start of the file and are multiples of 64 where they lead
 * to numbers; 0 means "none". Skins, posers, complexes, sprites, behaviours, puppets, clips and recordings hold no
 * pointers and are stored exactly as the runtime uses them.
 *
 * There is one version. A file of another version is refused: baking again costs less than a second reader. */
#ifndef VVI_ASSET_H
#define VVI_ASSET_H

#include <verve/asset.h>

#include "runtime/base/base.h"

#define VVI_ASSET_MAGIC     "VERVEvvb"
#define VVI_ASSET_VERSION   3u
#define VVI_ASSET_ALIGNMENT 64u
#define VVI_ASSET_MAX_NAME  63u

typedef struct vvi_asset_header {
    char magic[8];
    uint32_t version;
    uint32_t artwork_count;
    uint64_t byte_count;                  /* of the whole file */
    uint32_t artworks;                    /* offset of vvi_asset_artwork[artwork_count] */
    uint32_t family_count, families;      /* vvi_asset_family[family_count]; both 0: none */
    uint32_t recording_count, recordings; /* vvi_asset_recording[recording_count]; both 0: none */
    uint32_t item_count, items;           /* vvi_asset_item[item_count]; both 0: none */
    uint32_t staging;                     /* vvi_asset_staging, or 0: there are no stage scenes */
    uint64_t hash;                        /* of all bytes but these eight */
} vvi_asset_header;

typedef struct vvi_asset_image {
    uint32_t offset, byte_count; /* a PNG file; both 0: none */
} vvi_asset_image;

/* A prepared object of which an artwork has several: a behaviour or a clip. */
typedef struct vvi_asset_block {
    uint32_t offset, byte_count;
} vvi_asset_block;

typedef struct vvi_asset_artwork {
    uint32_t name; /* every name is the offset of a text that ends with a zero byte */
    uint32_t vertex_count, triangle_count, layer_count, handle_count, example_count;
    uint32_t positions;     /* vv_vec2[vertex_count] */
    uint32_t uvs;           /* vv_vec2[vertex_count], or 0 */
    uint32_t triangles;     /* uint32_t[3 · triangle_count] */
    uint32_t layers;        /* vv_layer[layer_count] */
    uint32_t layer_names;   /* uint32_t[layer_count] */
    uint32_t images;        /* vvi_asset_image[layer_count] */
    uint32_t handles;       /* vv_handle[handle_count] */
    uint32_t handle_names;  /* uint32_t[handle_count] */
    uint32_t partners;      /* uint32_t[handle_count] */
    uint32_t turns;         /* vv_handle_pose[example_count · handle_count] */
    uint32_t example_names; /* uint32_t[example_count] */
    uint32_t skin, skin_bytes;
    uint32_t poser, poser_bytes; /* both 0: none */
    uint32_t complex, complex_bytes;
    uint32_t sprite, sprite_bytes; /* both 0: none */
    uint32_t behaviour_count;      /* if 0, the next two are 0 too */
    uint32_t behaviours;           /* vvi_asset_block[behaviour_count] */
    uint32_t behaviour_names;      /* uint32_t[behaviour_count] */
    uint32_t strengths;            /* vvi_asset_strengths, or 0: the defaults */
    uint32_t reserved[3];
    uint32_t puppet, puppet_bytes; /* both 0: none */
    uint32_t material;             /* vvi_asset_material, or 0: the default */
    uint32_t clip_count;           /* if 0, the next two are 0 too */
    uint32_t clips;                /* vvi_asset_block[clip_count] */
    uint32_t clip_names;           /* uint32_t[clip_count] */
    uint32_t corrective_count;
    uint32_t correctives; /* vvi_asset_corrective[corrective_count], or 0 */
} vvi_asset_artwork;

typedef struct vvi_asset_corrective {
    uint32_t name;
    uint32_t corrective, corrective_bytes;
    uint32_t reserved;
} vvi_asset_corrective;

/* Items are what a file holds in three dimensions, in one table. An item may refer to items before it. */
typedef enum vvi_asset_kind {
    VVI_ITEM_CHARACTER, /* block: its skeleton; skin, mesh */
    /* block: the shape; skin where it has a skeleton; texts: its axes; links: its character or VV_NONE, then for each
     * axis the joint that drives it or VV_NONE, and the axis of rotation (0 x, 1 y, 2 z) */
    VVI_ITEM_SHAPE,
    VVI_ITEM_VERB,     /* block: the verb; texts: its axes; links: its character */
    VVI_ITEM_GRAPH,    /* block: the graph; links: its character, then its verbs */
    VVI_ITEM_CREATURE, /* block: the creature; skin, mesh */
    VVI_ITEM_MOTION,   /* block: the motion; texts: its action */
    VVI_ITEM_GAIT,     /* block: the gait */
    /* block: the line; second block: the frames of a body, or the line at rest of a drawing; links: the character or
     * creature, or VV_NONE followed by the artwork and its handles */
    VVI_ITEM_LINE,
    VVI_ITEM_KINDS
} vvi_asset_kind;

typedef struct vvi_asset_item {
    uint32_t kind, name;
    uint32_t block, block_bytes;
    uint32_t skin, skin_bytes;             /* both 0: none; for a line, the second block */
    uint32_t text_count, texts;            /* uint32_t[text_count] names */
    uint32_t link_count, links;            /* uint32_t[link_count]; items are named by their index in the table */
    uint32_t vertex_count, triangle_count; /* of the mesh; 0: none */
    uint32_t positions, normals;           /* vv_vec3[vertex_count] */
    uint32_t colors;                       /* uint32_t[vertex_count] */
    uint32_t triangles;                    /* uint32_t[3 · triangle_count] */
} vvi_asset_item;

typedef struct vvi_asset_family {
    uint32_t name;
    uint32_t member_count, link_count;
    uint32_t members; /* uint32_t[member_count]: different artworks that have puppets */
    uint32_t links;   /* vv_family_link[link_count], or 0 */
    float lambda, margin, pause, fade;
    uint32_t reserved[3];
} vvi_asset_family;

typedef struct vvi_asset_recording {
    uint32_t name;
    uint32_t artwork; /* that was recorded */
    uint32_t recording, recording_bytes;
} vvi_asset_recording;

/* Stage scenes, and what they need beside the artworks. */
typedef struct vvi_asset_staging {
    uint32_t sized_count, sized;  /* vvi_asset_sized[sized_count]; both 0: none */
    uint32_t scene_count, scenes; /* vvi_asset_scene[scene_count]; both 0: none */
} vvi_asset_staging;

/* An artwork for actors of another size. */
typedef struct vvi_asset_sized {
    uint32_t artwork;
    float scale;
    uint32_t sprite, sprite_bytes; /* both 0: none */
    uint32_t puppet, puppet_bytes; /* both 0: none */
    uint32_t clips;                /* vvi_asset_block[clip_count of the artwork], or 0 where that is 0 */
    uint32_t reserved;
} vvi_asset_sized;

typedef struct vvi_asset_scene {
    uint32_t name;
    uint32_t words, word_count; /* uint32_t[word_count]: vvi_scene_pack */
    uint32_t reserved;
} vvi_asset_scene;

/* Words in the order of vvi_strength_parameters and of vvi_material_parameters. */
typedef struct vvi_asset_strengths {
    uint32_t words[sizeof(vv_strengths) / sizeof(uint32_t)];
} vvi_asset_strengths;
typedef struct vvi_asset_material {
    uint32_t words[sizeof(vv_material) / sizeof(uint32_t)];
} vvi_asset_material;

vvi_asset_strengths vvi_asset_pack_strengths(const vv_strengths *strengths);
vv_strengths vvi_asset_unpack_strengths(const vvi_asset_strengths *packed);
vvi_asset_material vvi_asset_pack_material(const vv_material *material);
vv_material vvi_asset_unpack_material(const vvi_asset_material *packed);

/* The bytes at an offset; NULL for the offset 0. */
static inline const void *vvi_asset_at(const vvi_asset_header *header, uint32_t offset)
{
    return offset ? (const unsigned char *)(const void *)header + offset : NULL;
}
/* Artwork `index` of the table. */
static inline const vvi_asset_artwork *vvi_asset_artwork_at(const vvi_asset_header *header, uint32_t index)
{
    return (const vvi_asset_artwork *)vvi_asset_at(header, header->artworks) + index;
}

/* The staging of a file; NULL: it has none. */
static inline const vvi_asset_staging *vvi_asset_staging_of(const vvi_asset_header *header)
{
    return (const vvi_asset_staging *)vvi_asset_at(header, header->staging);
}

_Static_assert(sizeof(vvi_asset_header) == 64, "the header takes one aligned section");
_Static_assert(sizeof(vvi_asset_artwork) == 160, "an artwork is 40 words");
_Static_assert(sizeof(vvi_asset_item) == 64 && sizeof(vvi_asset_corrective) == 16, "no padding");
_Static_assert(sizeof(vvi_asset_sized) == 32 && sizeof(vvi_asset_scene) == 16, "no padding");
_Static_assert(sizeof(vvi_asset_strengths) == VV_STRENGTH_COUNT * sizeof(uint32_t), "a word for each strength");
_Static_assert(sizeof(vv_family_link) == 40 && sizeof(vvi_asset_family) == 48, "stored unchanged");
_Static_assert(sizeof(vv_layer) == 16 && sizeof(vv_handle) == 24 && sizeof(vv_handle_pose) == 24, "stored unchanged");

/* The hash of a file, for its header; the bytes of the hash itself are not included. */
uint64_t vvi_asset_hash(const void *bytes, size_t byte_count);

#endif
