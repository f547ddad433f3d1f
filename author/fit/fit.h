/* From takes to verbs, and from posed forms to shapes: cutting, keytimes, fits, and compatibility of examples
 * (pure). */
#ifndef VV_FIT_H
#define VV_FIT_H

#include "author/base/take.h"

#include <verve/shape.h>
#include <verve/verb.h>

/* ---- Feet: which joints stand on the ground, and when ---------------------------------------------------------- */

/* Finds the legs of a skeleton by joint names (foot, ankle, toe, left, right in their usual spellings) and by which
 * joints are lowest at rest. Returns how many, at most `capacity`; the left leg of each pair comes first. 0: none
 * were found. */
uint32_t vv_fit_feet(const vv_skeleton *skeleton, uint32_t capacity, vv_foot *feet);

/* A span of a take in which a foot stands. */
typedef struct vv_footfall {
    uint32_t foot;
    double from, to; /* seconds in the take; its ends where the foot already stands or still stands there */
} vv_footfall;
typedef struct vv_footfalls {
    const vv_allocator *allocator;
    uint32_t count;
    vv_footfall *list; /* ascending by `from` */
    float ground;      /* the height the feet stand on, metres */
} vv_footfalls;
/* Detects footfalls from height above the ground and speed of ankle and toe, with hysteresis; the thresholds scale with
 * the length of the leg. */
vv_result vv_fit_footfalls(const vv_take *take, uint32_t foot_count, const vv_foot *feet, const vv_allocator *allocator,
                           vv_footfalls *out, vv_error *error);
void vv_footfalls_destroy(vv_footfalls *footfalls);

/* ---- Keytimes -------------------------------------------------------------------------------------------------- */

#define VV_KEYTIME_LABEL_BYTES 32u
/* A moment that all examples of a verb share: "left down", "left up", or a name that the artist chose. */
typedef struct vv_keytime {
    char label[VV_KEYTIME_LABEL_BYTES];
    double time; /* seconds in the take */
} vv_keytime;

/* A span of a take that is an example of a verb. The first keytime is at its beginning and the last at its end. */
typedef struct vv_cut {
    double from, to;
    uint32_t keytime_count;
    vv_keytime keytimes[VV_VERB_MAX_KEYTIMES];
} vv_cut;
/* Suggests the cleanest cycle of a take: from one touchdown of foot 0 to its next (if that does not close, to the
 * second, third or fourth), preferring steady, straight motion that closes well; keytimes are where feet touch down
 * or lift off in between. If one foot touches down just as another lifts off, the touchdown counts as first, so that
 * fast walks get the keytimes of slow ones. If no foot touches down twice, or there are no feet, it is the most
 * similar pair of poses. `near` (seconds, < 0: anywhere) asks for the cycle around a time. Fails if the take does not
 * loop. */
vv_result vv_fit_cycle(const vv_take *take, uint32_t foot_count, const vv_foot *feet, double near,
                       const vv_allocator *allocator, vv_cut *out, vv_error *error);
/* Suggests the same keytimes for a take that is not a cycle: the whole take (or from…to if to > from) with the
 * touchdowns and lift-offs in between. */
vv_result vv_fit_keytimes(const vv_take *take, uint32_t foot_count, const vv_foot *feet, double from, double to,
                          const vv_allocator *allocator, vv_cut *out, vv_error *error);

/* ---- Verbs ----------------------------------------------------------------------------------------------------- */

typedef struct vv_fit_example {
    const vv_take *take;
    const vv_cut *cut;
    const char *name; /* for messages */
} vv_fit_example;

typedef struct vv_fit_verb_def {
    const vv_field *field; /* of example_count examples */
    const vv_fit_example *examples;
    uint32_t example_count;
    /* Each cut loops: the difference between its ends is spread over the whole cut, so that there is no seam in value
     * and next to none in speed. */
    bool cyclic;
    uint32_t control_count; /* 0: as many as keep the error below `tolerance`, up to 256 */
    /* Radians, default 0.01: the largest root mean square of a joint's error over its frames. Joints that carry little
     * (hands, feet and above all fingers) may have larger errors. */
    float tolerance;
    uint32_t foot_count;
    const vv_foot *feet;
    bool any_phase; /* accept examples even if they seem to be in different phases */
} vv_fit_verb_def;
vv_fit_verb_def vv_default_fit_verb_def(void);

/* How well the curves follow the takes. */
typedef struct vv_fit_report {
    uint32_t control_count;
    float angle_rms, angle_worst; /* radians, of all joints, frames and examples */
    uint32_t worst_example, worst_joint;
    float place_worst; /* metres, of joints in the figure's frame */
    float seam;        /* cyclic: radians that were spread to close the worst example, without fingers and toes */
} vv_fit_report;

/* Fits a verb to its examples. Fails, naming the two takes and a remedy, if skeletons have different joints, if
 * keytimes or first feet differ, or if the curves of an example match another one far better when shifted by part of
 * the cycle (a different phase) or at no shift at all (a different action). */
vv_result vv_fit_verb(const vv_fit_verb_def *def, const vv_allocator *allocator, vv_verb **out, vv_fit_report *report,
                      vv_error *error);

/* Measures the foot slide of a verb played at these weights for two cycles: mean and largest distance in metres that
 * a standing foot moves over the ground per frame, at `rate` frames per second, with or without planting. A foot
 * rolls from heel to toe, so the smaller of the ankle's and the toe's movement counts. Both are −1 if memory ran
 * out. */
typedef struct vv_slide {
    float mean, worst;
} vv_slide;
vv_slide vv_fit_slide(const vv_verb *verb, const float *weights, float rate, bool planted);

/* Plays a verb at these weights from its beginning into a take: `rate` frames per second, `rounds` cycles if it is
 * cyclic; the root travels. For writing BVH and glTF, and for drawing. */
vv_result vv_fit_play(const vv_verb *verb, const float *weights, double rate, uint32_t rounds, bool planted,
                      const vv_allocator *allocator, vv_take *out, vv_error *error);

/* ---- Forms ----------------------------------------------------------------------------------------------------- */

/* Computes smooth skin weights of a form in its rest pose: joints and weights are [vertex_count ·
 * VV_SKIN3_INFLUENCES]. */
vv_result vv_fit_skin_weights(const vv_form *form, const vv_skeleton *skeleton, const vv_allocator *allocator,
                              uint16_t *joints, float *weights, vv_error *error);
/* Marks where a surface intersects itself or is folded over: heat[vertex_count], 0…1. False, with heat unchanged, if
 * memory ran out. */
bool vv_fit_self_heat(uint32_t vertex_count, const vv_vec3 *positions, uint32_t triangle_count,
                      const uint32_t *triangles, const vv_allocator *allocator, float *heat);

/* ---- Manikins: bodies to show skeletons with ------------------------------------------------------------------- */

typedef enum vv_manikin_style {
    /* Rounded limbs, thicker towards the trunk; hands and feet in the accent colour, the right side slightly darker. */
    VV_STYLE_LIMBS,
    VV_STYLE_BLOCKS, /* a machine: faceted plates, with balls in the accent colour as joints */
    VV_STYLE_BONES,  /* slender bones, to show a skeleton as such */
} vv_manikin_style;

/* A body over a skeleton: triangles at rest, and which joints move them. */
typedef struct vv_manikin {
    const vv_allocator *allocator;
    vv_form form;      /* at rest, the figure's frame */
    vv_vec3 *normals;  /* [vertex_count] */
    uint32_t *colors;  /* [vertex_count] RGBA, red in the lowest byte */
    uint16_t *joints;  /* [vertex_count · VV_SKIN3_INFLUENCES] */
    float *weights;    /* [vertex_count · VV_SKIN3_INFLUENCES] */
    vv_affine3 *binds; /* [joint_count] */
    uint32_t joint_count;
    vv_skin3 *skin; /* of all this */
} vv_manikin;

/* Builds a body from the lengths and branching of the bones, so that any skeleton, human or not, can be shown.
 * Colours have red in the lowest byte. */
vv_result vv_manikin_create(const vv_skeleton *skeleton, vv_manikin_style style, uint32_t color, uint32_t accent,
                            const vv_allocator *allocator, vv_manikin *out, vv_error *error);
void vv_manikin_destroy(vv_manikin *figure);

#endif
