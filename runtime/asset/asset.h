/* The door of runtime/asset: how a `.vvb` file is laid out, for those who write one.
 *
 * Little-endian. Every offset counts bytes from the start of the file and is a multiple of 64 where it names numbers;
 * 0 means "none". Skins, posers, complexes, sprites, behaviours, puppets, clips and recordings are stored as the runtime uses them
 * (they hold no pointers).
 *
 * Version 1 has no sprites and behaviours, version 2 no puppets, clips, families and recordings, and their artworks end before
 * them; version 3 has no characters, shapes, verbs, graphs and correctives; version 4 no creatures, motions
 * and gaits; version 5 no lines. They load as they always did. */
#ifndef VVI_ASSET_H
#define VVI_ASSET_H

#include <verve/asset.h>

#define VVI_ASSET_MAGIC     "VERVEvvb"
#define VVI_ASSET_VERSION   6u
#define VVI_ASSET_ALIGNMENT 64u
#define VVI_ASSET_MAX_NAME  63u

typedef struct vvi_asset_header {
    char magic[8];
    uint32_t version;
    uint32_t artwork_count;
    uint64_t byte_count;                  /* of the whole file */
    uint32_t artworks;                    /* offset of vvi_asset_artwork[artwork_count] */
    uint32_t family_count, families;      /* vvi_asset_family[family_count]; both 0: none. Of version 3 */
    uint32_t recording_count, recordings; /* vvi_asset_recording[recording_count]; both 0: none. Of version 3 */
    uint32_t item_count, items;           /* vvi_asset_item[item_count]; both 0: none. Of version 4 */
    uint32_t reserved;
    uint64_t hash; /* of all bytes but these eight */
} vvi_asset_header;

typedef struct vvi_asset_image {
    uint32_t offset, byte_count; /* a PNG file; both 0: none */
} vvi_asset_image;

/* Something prepared that an artwork has several of: a behaviour, a clip. */
typedef struct vvi_asset_block {
    uint32_t offset, byte_count;
} vvi_asset_block;

typedef struct vvi_asset_artwork {
    uint32_t name; /* every name is the offset of a text ended by a zero */
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
    uint32_t turns;         /* vv_turn[example_count · handle_count] */
    uint32_t example_names; /* uint32_t[example_count] */
    uint32_t skin, skin_bytes;
    uint32_t poser, poser_bytes; /* both 0: none */
    uint32_t complex, complex_bytes;
    uint32_t sprite, sprite_bytes; /* both 0: none. Of version 2: see VVI_ASSET_ARTWORK_1 */
    uint32_t behaviour_count;      /* 0 where there are none; the next two are then 0 too */
    uint32_t behaviours;           /* vvi_asset_block[behaviour_count] */
    uint32_t behaviour_names;      /* uint32_t[behaviour_count] */
    uint32_t strengths;            /* vvi_asset_strengths, or 0: the defaults */
    uint32_t unused[3];
    uint32_t puppet, puppet_bytes; /* both 0: none. Of version 3 */
    uint32_t material;             /* vvi_asset_material, or 0: the default */
    uint32_t clip_count;           /* 0 where there are none; the next two are then 0 too */
    uint32_t clips;                /* vvi_asset_block[clip_count] */
    uint32_t clip_names;           /* uint32_t[clip_count] */
    uint32_t corrective_count;     /* 0 where there are none. Of version 4 */
    uint32_t correctives;          /* vvi_asset_corrective[corrective_count], or 0 */
} vvi_asset_artwork;

typedef struct vvi_asset_corrective {
    uint32_t name;
    uint32_t corrective, corrective_bytes;
    uint32_t reserved;
} vvi_asset_corrective;

/* What stands in space. */
typedef enum vvi_asset_kind {
    VVI_ITEM_CHARACTER, /* block: its skeleton; skin, mesh */
    VVI_ITEM_SHAPE, /* block: the shape; skin where it has a skeleton; texts: its axes; links: its character or VV_NONE, then two
                           for each axis, the joint that drives it or VV_NONE and about what */
    VVI_ITEM_VERB,     /* block: the verb; texts: its axes; links: its character */
    VVI_ITEM_GRAPH,    /* block: the graph; links: its character, then its verbs */
    VVI_ITEM_CREATURE, /* block: the creature; skin, mesh. This and those below: of version 5 */
    VVI_ITEM_MOTION,   /* block: the motion; texts: its action */
    VVI_ITEM_GAIT,     /* block: the gait */
    VVI_ITEM_LINE, /* block: the line; second block, of a body: its frames, of a drawing: the line at rest; links: the character or
                        creature, or VV_NONE and then the artwork and its handles. Of version 6 */
    VVI_ITEM_KINDS
} vvi_asset_kind;

typedef struct vvi_asset_item {
    uint32_t kind, name;
    uint32_t block, block_bytes;
    uint32_t skin, skin_bytes;             /* both 0: none; of a line, the second block */
    uint32_t text_count, texts;            /* uint32_t[text_count] names */
    uint32_t link_count, links;            /* uint32_t[link_count]; other items by their index in the table */
    uint32_t vertex_count, triangle_count; /* of the mesh; 0: none */
    uint32_t positions, normals;           /* vv_vec3[vertex_count] */
    uint32_t colors;                       /* uint32_t[vertex_count] */
    uint32_t triangles;                    /* uint32_t[3 · triangle_count] */
} vvi_asset_item;

typedef struct vvi_asset_family {
    uint32_t name;
    uint32_t member_count, link_count;
    uint32_t members; /* uint32_t[member_count]: artworks that have puppets, each once */
    uint32_t links;   /* vv_family_link[link_count], or 0 */
    float lambda, margin, pause, fade;
    uint32_t reserved[3];
} vvi_asset_family;

typedef struct vvi_asset_recording {
    uint32_t name;
    uint32_t artwork; /* the source */
    uint32_t recording, recording_bytes;
} vvi_asset_recording;

/* vv_strengths without holes, and with words of a fixed size for its choices. */
typedef struct vvi_asset_strengths {
    float stiffness, local, damping, projection, equilibrium, settle;
    float energy, energy_threshold, energy_time;
    uint32_t energy_towards, energy_example;
    float velocity, velocity_threshold;
    uint32_t velocity_example;
    float bounce, bounce_time;
    uint32_t orient;
    float orient_rate, orient_angle;
    uint32_t orient_symmetric; /* 0 or 1 */
    float friction, drag, gravity;
} vvi_asset_strengths;

vvi_asset_strengths vvi_asset_pack_strengths(const vv_strengths *strengths);
vv_strengths vvi_asset_unpack_strengths(const vvi_asset_strengths *packed);

/* vv_material likewise. */
typedef struct vvi_asset_material {
    float stiffness, half_life, examples;
    uint32_t attraction;
    float gravity, drag, friction, bounce;
    uint32_t iterations;
    uint32_t accelerated; /* 0 or 1 */
} vvi_asset_material;

vvi_asset_material vvi_asset_pack_material(const vv_material *material);
vv_material vvi_asset_unpack_material(const vvi_asset_material *packed);

/* How long the artworks of the older versions are; what they do not have is 0 in what vvi_asset_artwork_at gives. */
#define VVI_ASSET_ARTWORK_1 96u
#define VVI_ASSET_ARTWORK_2 128u
size_t vvi_asset_artwork_size(uint32_t version);
/* Artwork `index` of the table, whatever the version. */
vvi_asset_artwork vvi_asset_artwork_at(const vvi_asset_header *header, uint32_t index);

_Static_assert(sizeof(vvi_asset_header) == 64, "the header is one aligned slot");
_Static_assert(sizeof(vvi_asset_artwork) == 160, "an artwork is 40 words");
_Static_assert(sizeof(vvi_asset_item) == 64 && sizeof(vvi_asset_corrective) == 16, "no padding");
_Static_assert(sizeof(vvi_asset_strengths) == 23 * 4 && sizeof(vvi_asset_material) == 10 * 4, "no padding");
_Static_assert(sizeof(vv_family_link) == 40 && sizeof(vvi_asset_family) == 48, "stored as they are");
_Static_assert(sizeof(vv_layer) == 16 && sizeof(vv_handle) == 20 && sizeof(vv_turn) == 24, "stored as they are");

/* The hash that belongs into the header of these bytes. */
uint64_t vvi_asset_hash(const void *bytes, size_t byte_count);

#endif
