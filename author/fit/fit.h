/* From takes to verbs, and from posed forms to shapes: cutting, keytimes, fits, and what does not go together (pure). */
#ifndef VV_FIT_H
#define VV_FIT_H

#include "author/base/take.h"

#include <verve/shape.h>
#include <verve/verb.h>

/* ---- Feet: which joints stand on the ground, and when ------------------------------------------------------------------- */

/* The legs of a skeleton, found by what hangs lowest and by names (foot, ankle, toe, left, right in their usual spellings):
 * returns how many, at most `capacity`; left legs first of each pair. 0: none can be told. */
uint32_t vv_fit_feet(const vv_skeleton *skeleton, uint32_t capacity, vv_foot *feet);

/* A span of a take in which a foot stands. */
typedef struct vv_footfall {
    uint32_t foot;
    double from, to; /* seconds in the take; at the take's ends where it already or still stands */
} vv_footfall;
typedef struct vv_footfalls {
    const vv_allocator *allocator;
    uint32_t count;
    vv_footfall *list; /* ascending by `from` */
    float ground;      /* the height the feet stand on, metres */
} vv_footfalls;
/* By height above the ground and speed of ankle and toe, with hysteresis; thresholds follow from the leg's length. */
vv_result vv_fit_footfalls(const vv_take *take, uint32_t foot_count, const vv_foot *feet, const vv_allocator *allocator,
                           vv_footfalls *out, vv_error *error);
void vv_footfalls_destroy(vv_footfalls *footfalls);

/* ---- Keytimes ------------------------------------------------------------------------------------------------------------- */

#define VV_KEYTIME_LABEL_BYTES 32u
/* A moment that all examples of a verb share: "left down", "left up", or a name of the artist's. */
typedef struct vv_keytime {
    char label[VV_KEYTIME_LABEL_BYTES];
    double time; /* seconds in the take */
} vv_keytime;

/* A span of a take as an example of a verb, and its keytimes, the first at its beginning and the last at its end. */
typedef struct vv_cut {
    double from, to;
    uint32_t keytime_count;
    vv_keytime keytimes[VV_VERB_MAX_KEYTIMES];
} vv_cut;
/* Suggests the cleanest cycle of a take: from one coming down of foot 0 to its next (or, where that does not close, to the next but one and so
 * on, up to four), the one of steady, straight motion that closes best, with keytimes where feet come down or leave between. Where a foot comes
 * down just as another leaves, coming down counts as first, so that quick walks have the keytimes of slow ones. Where no foot comes down twice, or
 * there are no feet: the most similar pair of poses. `near` (seconds, < 0: anywhere) asks for the cycle around a time. Refused where the take does
 * not come round. */
vv_result vv_fit_cycle(const vv_take *take, uint32_t foot_count, const vv_foot *feet, double near,
                       const vv_allocator *allocator, vv_cut *out, vv_error *error);
/* The same keytimes for a take that is not a cycle: the whole of it (or from…to where to > from), and contacts between. */
vv_result vv_fit_keytimes(const vv_take *take, uint32_t foot_count, const vv_foot *feet, double from, double to,
                          const vv_allocator *allocator, vv_cut *out, vv_error *error);

/* ---- Verbs ------------------------------------------------------------------------------------------------------------------ */

typedef struct vv_fit_example {
    const vv_take *take;
    const vv_cut *cut;
    const char *name; /* for messages */
} vv_fit_example;

typedef struct vv_fit_verb_def {
    const vv_field *field; /* as many examples as below */
    const vv_fit_example *examples;
    uint32_t example_count;
    bool cyclic; /* each cut comes round: what does not quite meet at its ends is spread over the whole, so that there
                              is no seam in value, and next to none in speed */
    uint32_t control_count; /* 0: as many as keep the error below `tolerance`, up to 256 */
    float tolerance; /* radians, default 0.01: of every joint the root of the mean square over its frames. What carries
                               little (hands, feet, fingers least) may be off by more */
    uint32_t foot_count;
    const vv_foot *feet;
    bool any_phase; /* take them though they seem to be of different phase */
} vv_fit_verb_def;
vv_fit_verb_def vv_default_fit_verb_def(void);

/* How well the curves follow the takes. */
typedef struct vv_fit_report {
    uint32_t control_count;
    float angle_rms, angle_worst; /* radians, of all joints, frames and examples */
    uint32_t worst_example, worst_joint;
    float place_worst; /* metres, of joints in the figure's frame */
    float seam;        /* cyclic: radians that were spread to close the worst example; fingers and toes aside */
} vv_fit_report;

/* Refused, naming the two takes and what to do: skeletons of different joints; different keytimes; a first foot that differs;
 * curves that match another example far better shifted by part of the cycle than as they are (a different phase), or match at no
 * shift (a different action). */
vv_result vv_fit_verb(const vv_fit_verb_def *def, const vv_allocator *allocator, vv_verb **out, vv_fit_report *report,
                      vv_error *error);

/* Foot slide of a verb played at these weights over two rounds: mean and worst metres that a standing foot moves over the ground in a frame at
 * `rate` frames a second, with planting or without. A foot rolls from heel to toe, so what counts is the one of ankle and toe that moves less.
 * Both −1 where memory ran out. */
typedef struct vv_slide {
    float mean, worst;
} vv_slide;
vv_slide vv_fit_slide(const vv_verb *verb, const float *weights, float rate, bool planted);

/* The verb at these weights, played from its beginning, as a take: frames at `rate`, `rounds` times round if it is cyclic; the root
 * travels. For writing BVH and glTF, and for drawing. */
vv_result vv_fit_play(const vv_verb *verb, const float *weights, double rate, uint32_t rounds, bool planted,
                      const vv_allocator *allocator, vv_take *out, vv_error *error);

/* ---- Forms -------------------------------------------------------------------------------------------------------------------------- */

/* Smooth weights of a form, at rest, for a skeleton: joints and weights are [vertex_count · VV_SKIN3_INFLUENCES]. */
vv_result vv_fit_skin_weights(const vv_form *form, const vv_skeleton *skeleton, const vv_allocator *allocator,
                              uint16_t *joints, float *weights, vv_error *error);
/* Where a surface runs through itself, or is turned inside out: heat[vertex_count], 0…1. False, and nothing changed, when memory ran
 * out. */
bool vv_fit_self_heat(uint32_t vertex_count, const vv_vec3 *positions, uint32_t triangle_count,
                      const uint32_t *triangles, const vv_allocator *allocator, float *heat);

/* ---- Figures: something to look at ---------------------------------------------------------------------------------------------- */

typedef enum vv_manikin_style {
    VV_STYLE_LIMBS,  /* rounded, thicker towards the trunk; hands and feet in the accent colour, the right side a
                        little darker */
    VV_STYLE_BLOCKS, /* a machine: faceted plates, and balls in the accent colour for joints */
    VV_STYLE_BONES,  /* slender, for a skeleton shown as one */
} vv_manikin_style;

/* A body over a skeleton: triangles at rest, and which joints move them. */
typedef struct vv_manikin {
    const vv_allocator *allocator;
    vv_form form;      /* at rest, the figure's frame */
    vv_vec3 *normals;  /* [vertex_count] */
    uint32_t *colors;  /* [vertex_count] red in the lowest byte */
    uint16_t *joints;  /* [vertex_count · VV_SKIN3_INFLUENCES] */
    float *weights;    /* [vertex_count · VV_SKIN3_INFLUENCES] */
    vv_affine3 *binds; /* [joint_count] */
    uint32_t joint_count;
    vv_skin3 *skin; /* of all this */
} vv_manikin;

/* A body that follows from the bones' lengths and where they branch, so that any skeleton, human or not, can be looked at. Colours: red in
 * the lowest byte. */
vv_result vv_manikin_create(const vv_skeleton *skeleton, vv_manikin_style style, uint32_t color, uint32_t accent,
                            const vv_allocator *allocator, vv_manikin *out, vv_error *error);
void vv_manikin_destroy(vv_manikin *figure);

#endif
