/* Benchmarks: each row is a piece of work, timed beside the limits of the machine it runs on, in the same run. */
#ifndef VERVE_BENCH_H
#define VERVE_BENCH_H

#include <verve/verve.h>

#define BENCH_MOST_PARTS   8
#define BENCH_MOST_HANDLES 23

typedef struct bench_row {
    const char *name;     /* "skin.8" */
    const char *workload; /* in words, with its sizes */
    double ns;            /* the least of many runs, for one unit of work */
    double median_ns;
    const char
        *limit;   /* the row that bounds it: "limit.fma", "limit.triad", or a floor such as "weigh.1000.unbounded" */
    double share; /* of that limit that is reached, 0…1 */
    double fits;  /* how many units fit into a frame of the display; 0 where nobody asks */
    uint32_t part_count; /* how `ns` splits: names and times */
    const char *const *part_names;
    double part_ns[BENCH_MOST_PARTS];
} bench_row;

/* A piece of work. `prepare` returns a context or NULL; `run` does `repeat` units of work. */
typedef struct bench_case {
    const char *name, *workload, *limit;
    double work; /* operations (limit.fma), bytes (limit.triad) of one unit; 0 where `limit` is a floor in time */
    uint32_t repeat;
    void *(*prepare)(void);
    void (*run)(void *context, uint32_t repeat);
    void (*finish)(void *context);
    double frame; /* ns; optional: tell how many units fit into it */
    /* Optional: what one unit splits into; runs it again, watched, and fills ns[part_count]. */
    uint32_t part_count;
    const char *const *part_names;
    void (*split)(void *context, uint32_t repeat, double *ns);
} bench_case;

/* All cases in the order they run: the limits first. */
extern const bench_case *const bench_cases[];
extern const size_t bench_case_count;

/* Measures one case; `rows` are those measured before, in which it finds its limit. False if it could not prepare. */
bool bench_measure(const bench_case *work, const bench_row *rows, size_t row_count, bench_row *out);

/* ---- What the cases share ------------------------------------------------------------------------------------ */

typedef enum bench_drawing {
    BENCH_FIGURE, /* a gingerbread figure with eight handles: head, chest, belly, hips, hands, feet */
    BENCH_BALL,   /* centre, top, bottom, left, right */
    BENCH_BEAM,   /* a thin bar: centre, and four along it */
    BENCH_CRATE,  /* centre and corners */
    BENCH_PUPPET, /* the figure with ten handles: elbows, too */
    BENCH_MAN,    /* the figure with 17, as the walking man has them: hands are the 10th and 11th, feet the last */
    BENCH_CAT,    /* the same and six more */
} bench_drawing;

/* A drawing with soft edges, `side` × `side` pixels, RGBA; caller frees. */
uint8_t *bench_draw(bench_drawing drawing, uint32_t side);
extern const vv_vec2 bench_figure_points[8]; /* in shares of the side */

/* A drawing, 1 m wide and high, cut to about this many vertices, with its points as handles and their weights. */
typedef struct bench_rig {
    vv_mesh mesh;
    vv_vec2 *positions;
    uint32_t *triangles;
    vv_layer layer;
    uint32_t handle_count;
    vv_handle handles[BENCH_MOST_HANDLES];
    uint32_t held[BENCH_MOST_HANDLES]; /* the vertex of each handle */
    float *weights;                    /* [vertex_count · handle_count] */
    double *positions3;
} bench_rig;
bench_rig *bench_rig_create(bench_drawing drawing, uint32_t vertices, bool weigh);
void bench_rig_destroy(bench_rig *rig);

#endif
