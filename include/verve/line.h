/* Lines of action: strokes of a pen, and the elastic line that leads from one to the next (Guay et al. 2015, section 3).
 *
 * A line lies in a plane: metres, y up. It is made of elements of equal length, two chains that grow from a root in its
 * middle. Between keystrokes it is elastic: it first goes back a little, passes its goal and comes home to it, and still is
 * at every keystroke exactly when that is due. <verve/match.h> makes a body follow it; docs/lines.md shows what artists do. */
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
#define VV_LINE_MAX_TIME     3600.0f
#define VV_LINE_MIN_GAP      0.01f /* seconds between two keystrokes */
#define VV_LINE_MAX_VALUE    1e4f  /* metres, either way */
#define VV_LINE_MIN_LENGTH   1e-6f /* metres: shorter is a dot */
#define VV_STROKE_MAX_POINTS 1000000u

/* ---- Strokes (3.1) ------------------------------------------------------------------------------------------------------ */

typedef struct vv_stroke_point {
    vv_vec2 at;
    float time;     /* seconds since the pen came down; 0 where nobody knows */
    float pressure; /* 0…1; 1 where nobody knows */
} vv_stroke_point;

/* A line at one moment. */
typedef struct vv_line_pose {
    vv_vec2 root;                       /* its middle */
    float length;                       /* all of it; an element has length / element_count */
    float angles[VV_LINE_MAX_ELEMENTS]; /* where each element points, from the beginning of the line to its end; without
                                           jumps of a whole turn along the line */
} vv_line_pose;

typedef struct vv_stroke_report {
    float error,
        worst; /* from the smoothed stroke to the line, root of the mean square and largest; shares of its length */
    uint32_t crossings; /* how often the stroke crosses itself */
    bool reversed;      /* it was drawn the other way round */
} vv_stroke_report;

/* Fits a line to a stroke (eq. 1): resampled to constant length, smoothed, then the angles by least squares, root at the
 * middle. element_count: even, 2…VV_LINE_MAX_ELEMENTS (10 is a good choice). before: the keystroke before this one or NULL;
 * the stroke is then taken in the direction, and its angles by the number of whole turns, that turn the line least and leave one of
 * its ends where it was. Points in
 * the same place count once. Refused: numbers that are not finite or too large, fewer than two different points, dots, more than
 * VV_STROKE_MAX_POINTS. report may be NULL. */
VV_API vv_result vv_stroke_fit(uint32_t element_count, uint32_t point_count, const vv_stroke_point *points,
                               const vv_line_pose *before, const vv_allocator *allocator, vv_line_pose *out,
                               vv_stroke_report *report, vv_error *error);

/* Which way round the strokes of one line are meant, all of them together: poses[count], each fitted without `before`, become keystrokes
 * one after another, turned round where reversed[count] says so, by whole turns that turn the line least. The first stays as it was
 * drawn. A hand that begins at the same end each time is believed, though the line turns far, unless its strokes look much
 * more alike read otherwise. anywhere: where a stroke lies says nothing, only its shape does. count ≤ VV_LINE_MAX_KEYS. */
VV_API void vv_strokes_direct(uint32_t element_count, uint32_t count, bool anywhere, vv_line_pose *poses,
                              bool *reversed);

/* The corners of a line: points[element_count + 1]. */
VV_API void vv_line_points(uint32_t element_count, const vv_line_pose *pose, vv_vec2 *points);
/* The point a share `along` of the length from its beginning, and the direction there: the line drawn smoothly, so that both
 * are continuous. Before 0 and after 1 it goes straight on. */
VV_API vv_vec2 vv_line_point(uint32_t element_count, const vv_line_pose *pose, float along, vv_vec2 *tangent);

/* ---- Elastic lines (3.2) -------------------------------------------------------------------------------------------------- */

/* How a line gets to its next keystroke. */
typedef struct vv_temper {
    float anticipation; /* 0…1: it first goes back by this share of the way; not where it already goes that way */
    float overshoot;    /* 0…1: it passes its goal by this share of the way, then comes back */
    float cycles;       /* 0.1…3: swings of its spring within the interval: how quick it is */
    float damping;      /* 0.02…2: of that spring, 1 is critical */
    float lag; /* 0…0.5: by how much of the interval the ends move later than the root; they arrive all the same */
} vv_temper;

typedef enum vv_preset {
    VV_PRESET_NORMAL,
    VV_PRESET_SNAPPY,
    VV_PRESET_HEAVY,
    VV_PRESET_RUBBERY,
    VV_PRESET_FLOATY,
} vv_preset;
#define VV_PRESET_COUNT 5
VV_API vv_temper vv_preset_temper(vv_preset preset);

typedef enum vv_line_way {
    VV_LINE_ELASTIC, /* driven so that it anticipates, arrives exactly and follows through */
    VV_LINE_SHOT, /* the paper's: let go towards the next keystroke, the nearest simulated frame (eq. 2) corrected and moved there */
    VV_LINE_SMOOTH, /* cubic Hermite curves through the keystrokes, nothing else */
} vv_line_way;

typedef struct vv_line_key {
    float time; /* seconds; keys ascend by VV_LINE_MIN_GAP at least, the first may be later than 0 */
    vv_line_pose pose;
    vv_temper temper; /* from here to the next key; of the last one: how it comes to rest */
} vv_line_key;

/* A hand that draws at the line, or a stroke that stands for a force: while it holds, the point `along` would be moved by
 * `by`; then it lets go, and the line wobbles. Keystrokes are met all the same. */
typedef struct vv_pull_point {
    float time;
    vv_vec2 by; /* metres away from where the line has that point */
} vv_pull_point;
typedef struct vv_line_pull {
    float along; /* 0…1 */
    uint32_t
        point_count; /* ≥ 1; between them straight, before the first and after the last nothing; one: a tap of 0.1 s */
    const vv_pull_point *points;
} vv_line_pull;

typedef struct vv_line_def {
    uint32_t element_count;
    uint32_t frame_count; /* M, from one keystroke to the next: 40 in the paper */
    uint32_t key_count;   /* ≥ 1 */
    const vv_line_key *keys;
    vv_line_way way;
    const float *stiffness; /* [element_count] factors of the springs, 0.05…20; NULL: 1 */
    const float *damping;   /* the same of their damping */
    uint32_t pull_count;
    const vv_line_pull *pulls;
    float settle; /* seconds that it goes on after the last key */
} vv_line_def;

/* Immutable, position independent: an asset holds it as it is. */
typedef struct vv_line vv_line;

/* Simulates it. Refused, naming the key: times that do not ascend, numbers that are not finite or beyond limits. */
VV_API vv_result vv_line_create(const vv_line_def *def, const vv_allocator *allocator, vv_line **out, vv_error *error);
VV_API void vv_line_destroy(vv_line *line, const vv_allocator *allocator);
VV_API uint32_t vv_line_element_count(const vv_line *line);
VV_API uint32_t vv_line_key_count(const vv_line *line);
VV_API float vv_line_key_time(const vv_line *line, uint32_t key);
VV_API float vv_line_length(const vv_line *line); /* seconds: the time of the last key and `settle` */
/* Where it is at a time, and how fast everything changes there (NULL: do not tell). Once differentiable in time everywhere; at
 * a key's time it is that keystroke. Before the first key it stays as that is. Never allocates. */
VV_API void vv_line_at(const vv_line *line, double time, vv_line_pose *pose, vv_line_pose *rates);

/* ---- Live: a line that can be grabbed and wobbled ------------------------------------------------------------------------------ */

typedef struct vv_wobble vv_wobble;
VV_API vv_result vv_wobble_create(uint32_t element_count, const vv_line_pose *pose, const vv_allocator *allocator,
                                  vv_wobble **out, vv_error *error);
VV_API void vv_wobble_destroy(vv_wobble *wobble, const vv_allocator *allocator);
/* What it wants to be, with how fast that moves (NULL: it stands): usually a line at this moment. */
VV_API void vv_wobble_aim(vv_wobble *wobble, const vv_line_pose *pose, const vv_line_pose *rates);
/* frequency: hertz of its springs; damping: 1 is critical. */
VV_API void vv_wobble_set_spring(vv_wobble *wobble, float frequency, float damping);
/* Holds the point `along` at `at` from now on; let go: along < 0. */
VV_API void vv_wobble_grab(vv_wobble *wobble, float along, vv_vec2 at);
/* A blow: the point `along` gets this speed, metres a second, and its neighbours less. */
VV_API void vv_wobble_push(vv_wobble *wobble, float along, vv_vec2 speed);
/* On by dt seconds (at most 0.1 count), in fixed small steps: the same at every frame rate. Never allocates. */
VV_API void vv_wobble_step(vv_wobble *wobble, float dt);
VV_API void vv_wobble_pose(const vv_wobble *wobble, vv_line_pose *pose);

/* ---- Drawings on a line -------------------------------------------------------------------------------------------------------- */

/* Where something hangs on a line. */
typedef struct vv_grip {
    float along;    /* 0…1, or beyond the ends */
    vv_vec2 offset; /* from that point, in the frame of the tangent there; metres at the resting line */
} vv_grip;
/* The grip of a point on a line at rest: at the nearest of its points. */
VV_API vv_grip vv_line_grip(uint32_t element_count, const vv_line_pose *rest, vv_vec2 point);
/* What takes the surroundings of a grip from the resting line to this one: turned with the tangent; inside a bend nearer to the line, so that
 * wide drawings do not fold; and, where `stretch` is true, as much longer along it as the line is there (less inside a bend, more outside) and as
 * much thinner across, so that the area stays. */
VV_API vv_affine vv_line_carry(uint32_t element_count, const vv_line_pose *rest, const vv_line_pose *pose, vv_grip grip,
                               bool stretch);

#ifdef __cplusplus
}
#endif
#endif
