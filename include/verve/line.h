/* Lines of action: strokes of a pen, and the elastic line that moves from one to the next (Guay et al. 2015, section
 * 3).
 *
 * A line lies in a plane: metres, y up. It consists of elements of equal length, in two chains that start at a root
 * in its middle. Between keystrokes (strokes with a time) it is elastic: it first moves back a little, overshoots its
 * goal and returns to it, and still is at every keystroke exactly at its time. <verve/match.h> makes a skeleton
 * follow a line; docs/lines.md shows what artists do with lines. */
#ifndef VERVE_LINE_H
#define VERVE_LINE_H

#include <verve/math.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VV_LINE_MAX_ELEMENTS 64u
#define VV_LINE_MAX_KEYS     256u
#define VV_LINE_MAX_FRAMES   1000u /* from one keystroke to the next */
#define VV_LINE_MAX_PULLS    256u
#define VV_LINE_MAX_TIME     3600.0f /* seconds */
#define VV_LINE_MIN_GAP      0.01f   /* seconds between two keystrokes */
#define VV_LINE_MAX_VALUE    1e4f    /* metres, of any coordinate, ± */
#define VV_LINE_MIN_LENGTH   1e-6f   /* metres; a shorter stroke is a dot */
#define VV_STROKE_MAX_POINTS 1000000u

/* ---- Strokes (3.1) ----------------------------------------------------------------------------------------------- */

typedef struct vv_stroke_point {
    vv_vec2 at;
    float time;     /* seconds since the pen touched the paper; 0 if unknown */
    float pressure; /* 0…1; 1 if unknown */
} vv_stroke_point;

/* A line at one time. */
typedef struct vv_line_pose {
    vv_vec2 root; /* its middle */
    float length; /* of the whole line, metres; that of an element is length / element_count */
    /* The direction of each element from the beginning of the line to its end, radians, without jumps of a whole turn
     * along the line. */
    float angles[VV_LINE_MAX_ELEMENTS];
} vv_line_pose;

typedef struct vv_stroke_report {
    float error, worst; /* distance from the smoothed stroke to the line, RMS and maximum, as fractions of its length */
    uint32_t crossings; /* how often the stroke crosses itself */
    bool reversed;      /* the line runs against the direction in which the stroke was drawn */
} vv_stroke_report;

/* Fits a line to a stroke (eq. 1): the stroke is resampled to constant length and smoothed, then the angles are found
 * by least squares, with the root at the middle. element_count: even, 2…VV_LINE_MAX_ELEMENTS; 10 is a good choice.
 * before: the previous keystroke, or NULL; with it, the line runs in the direction, and its angles have the number of
 * whole turns, that rotate the line least and leave one of its ends in place. Points at the same position count once.
 * `report` may be NULL. Fails for numbers that are not finite or too large, fewer than two different points, dots,
 * and more than VV_STROKE_MAX_POINTS points. */
VV_API vv_result vv_stroke_fit(uint32_t element_count, uint32_t point_count, const vv_stroke_point *points,
                               const vv_line_pose *before, const vv_allocator *allocator, vv_line_pose *out,
                               vv_stroke_report *report, vv_error *error);

/* Decides for all strokes of one line together in which direction each of them runs. poses[count], each fitted
 * without `before`, become consecutive keystrokes: those of which reversed[count] becomes true are reversed, and
 * whole turns are added to the angles so that the line rotates least. The first stroke keeps its direction. If the
 * strokes all begin at the same end, they keep their directions even if the line then rotates far, unless they are
 * much more alike otherwise. anywhere: the positions of the strokes are ignored, only their shapes count.
 * count ≤ VV_LINE_MAX_KEYS. */
VV_API void vv_strokes_orient(uint32_t element_count, uint32_t count, bool anywhere, vv_line_pose *poses,
                              bool *reversed);

/* The ends of the elements: points[element_count + 1]. */
VV_API void vv_line_points(uint32_t element_count, const vv_line_pose *pose, vv_vec2 *points);
/* The point at a fraction of the line's length from its beginning, and the unit tangent there (may be NULL). The line
 * is smoothed, so that both are continuous; before 0 and after 1 it continues straight. */
VV_API vv_vec2 vv_line_point(uint32_t element_count, const vv_line_pose *pose, float fraction, vv_vec2 *tangent);

/* ---- Elastic lines (3.2) ----------------------------------------------------------------------------------------- */

/* How a line moves from one keystroke to the next. */
typedef struct vv_line_dynamics {
    float anticipation; /* 0…1: the fraction of the way that it first moves back; not if it already moves forwards */
    float overshoot;    /* 0…1: the fraction of the way by which it passes its goal before it returns */
    float cycles;       /* 0.1…3: oscillations of its spring between the keystrokes: how quick it is */
    float damping;      /* 0.02…2: damping ratio of that spring; 1 is critical */
    /* 0…0.5: the fraction of the interval by which the ends start later than the root; they arrive in time */
    float lag;
} vv_line_dynamics;

typedef enum vv_line_preset {
    VV_LINE_PRESET_NORMAL,
    VV_LINE_PRESET_SNAPPY,
    VV_LINE_PRESET_HEAVY,
    VV_LINE_PRESET_RUBBERY,
    VV_LINE_PRESET_FLOATY,
} vv_line_preset;
#define VV_LINE_PRESET_COUNT 5
VV_API vv_line_dynamics vv_line_preset_dynamics(vv_line_preset preset);

/* How the motion between keystrokes is computed. */
typedef enum vv_line_method {
    VV_LINE_ELASTIC, /* springs that are driven so that the line anticipates, arrives exactly and follows through */
    /* The paper's shooting: the line is released towards the next keystroke, and the nearest simulated frame (eq. 2)
     * is corrected and moved to the keystroke's time. */
    VV_LINE_SHOOTING,
    VV_LINE_SMOOTH, /* cubic Hermite curves through the keystrokes; vv_line_dynamics has no effect */
} vv_line_method;

typedef struct vv_line_key {
    float time; /* seconds; ascending by at least VV_LINE_MIN_GAP; the first may be later than 0 */
    vv_line_pose pose;
    vv_line_dynamics dynamics; /* from this keystroke to the next; of the last keystroke: how the line comes to rest */
} vv_line_key;

typedef struct vv_line_pull_point {
    float time; /* seconds */
    vv_vec2 by; /* the displacement, metres, from where the point would be without the pull */
} vv_line_pull_point;
/* A hand that pulls at the line, or a stroke that stands for a force: it displaces one point of the line for some
 * time and then releases it, and the line oscillates. The keystrokes are still met. */
typedef struct vv_line_pull {
    float fraction; /* the point, as a fraction of the line's length from its beginning, 0…1 */
    /* ≥ 1. The displacement is linear between the points, and there is none before the first and after the last; a
     * single point is a tap of 0.1 s. */
    uint32_t point_count;
    const vv_line_pull_point *points; /* [point_count] times ascend */
} vv_line_pull;

typedef struct vv_line_def {
    uint32_t element_count; /* even, 2…VV_LINE_MAX_ELEMENTS */
    /* M, frames of the simulation between two keystrokes, at most VV_LINE_MAX_FRAMES; 40 in the paper */
    uint32_t frame_count;
    uint32_t key_count;      /* 1…VV_LINE_MAX_KEYS */
    const vv_line_key *keys; /* [key_count] */
    vv_line_method method;
    const float *stiffness;    /* [element_count] factors on the stiffness of the springs, 0.05…20; NULL: 1 */
    const float *damping;      /* [element_count] factors on their damping, 0.05…20; NULL: 1 */
    uint32_t pull_count;       /* at most VV_LINE_MAX_PULLS */
    const vv_line_pull *pulls; /* [pull_count] */
    float settle;              /* seconds that the motion continues after the last keystroke */
} vv_line_def;

/* The motion of a line over time. Immutable, position independent: an asset contains it as it is. */
typedef struct vv_line vv_line;

/* Simulates the line. Fails, and names the keystroke, for times that do not ascend, and numbers that are not finite
 * or beyond the limits. */
VV_API vv_result vv_line_create(const vv_line_def *def, const vv_allocator *allocator, vv_line **out, vv_error *error);
VV_API void vv_line_destroy(vv_line *line, const vv_allocator *allocator);
VV_API uint32_t vv_line_element_count(const vv_line *line);
VV_API uint32_t vv_line_key_count(const vv_line *line);
VV_API float vv_line_key_time(const vv_line *line, uint32_t key);
VV_API float vv_line_duration(const vv_line *line); /* seconds: the time of the last keystroke plus `settle` */
/* The line at a time, and the rates of change of all its numbers (NULL: not wanted). Continuously differentiable in
 * time; at the time of a keystroke it is that keystroke. Before the first keystroke it is constant. Never
 * allocates. */
VV_API void vv_line_sample(const vv_line *line, double time, vv_line_pose *pose, vv_line_pose *rates);

/* ---- Live lines: lines that can be grabbed ----------------------------------------------------------------------- */

/* A line that is simulated as the game runs: springs pull it towards a target, and a hand may grab or push it. */
typedef struct vv_live_line vv_live_line;
VV_API vv_result vv_live_line_create(uint32_t element_count, const vv_line_pose *pose, const vv_allocator *allocator,
                                     vv_live_line **out, vv_error *error);
VV_API void vv_live_line_destroy(vv_live_line *line, const vv_allocator *allocator);
/* Sets the target, and the rates at which it changes (NULL: it is constant); usually those of a vv_line at this
 * time. */
VV_API void vv_live_line_set_target(vv_live_line *line, const vv_line_pose *pose, const vv_line_pose *rates);
/* Sets the springs' frequency, hertz, and damping ratio; 1 is critical. */
VV_API void vv_live_line_set_spring(vv_live_line *line, float frequency, float damping);
/* Holds the point at this fraction of the length at `at` from now on; fraction < 0 releases it. */
VV_API void vv_live_line_grab(vv_live_line *line, float fraction, vv_vec2 at);
/* Adds this velocity, m/s, to the point at this fraction of the length, and less of it to its neighbours. */
VV_API void vv_live_line_add_velocity(vv_live_line *line, float fraction, vv_vec2 velocity);
/* Advances by dt seconds (at most 0.1 s count) in small fixed steps, so the motion is the same at every frame rate.
 * Never allocates. */
VV_API void vv_live_line_step(vv_live_line *line, float dt);
VV_API void vv_live_line_pose(const vv_live_line *line, vv_line_pose *pose);

/* ---- Drawings on a line ------------------------------------------------------------------------------------------ */

/* Where a point of a drawing is attached to a line. */
typedef struct vv_line_anchor {
    float fraction; /* fraction of the line's length, 0…1; less or more if the point lies beyond the ends */
    vv_vec2 offset; /* from that point of the line, in the frame of the tangent there; metres, of the line at rest */
} vv_line_anchor;
/* The anchor of a point on the line at rest: at the nearest point of the line. */
VV_API vv_line_anchor vv_line_find_anchor(uint32_t element_count, const vv_line_pose *rest, vv_vec2 point);
/* The transform of the drawing near an anchor when the line goes from `rest` to `pose`. It rotates with the tangent.
 * Inside a bend it moves nearer to the line, so that wide drawings do not fold. With `stretch` it becomes as much
 * longer along the line as the line itself at this point (less inside a bend, more outside) and as much thinner
 * across, so that the area is preserved. */
VV_API vv_affine vv_line_anchor_transform(uint32_t element_count, const vv_line_pose *rest, const vv_line_pose *pose,
                                          vv_line_anchor anchor, bool stretch);

#ifdef __cplusplus
}
#endif
#endif
