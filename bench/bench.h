/* Benchmarks: each row is a piece of work, measured beside the limits of the machine and the rows that it is compared
 * with.
 *
 * The clock is processor time, which other processes on the machine hardly change. Rows that are compared are
 * measured alternately, a few milliseconds each, and a ratio is formed within each round, from consecutive samples:
 * when the whole machine slows down for a while (a shared cache, a lower clock rate), both slow down and the ratio
 * stays. */
#ifndef VERVE_BENCH_H
#define VERVE_BENCH_H

#include <verve/verve.h>

#define BENCH_MAX_PARTS   8
#define BENCH_MAX_HANDLES 256
#define BENCH_MAX_GROUP   16

typedef struct bench_row {
    const char *name;     /* "skin.8" */
    const char *workload; /* a description with its sizes */
    const char *clock;    /* "thread": processor time of the thread; "process": of all threads, summed */
    uint32_t rounds;
    double ns; /* processor time of one unit of work: the minimum over all rounds */
    double median_ns;
    /* interquartile range over all rounds, relative: (third quartile − first quartile) / median */
    double spread;
    double wall_ns;      /* the minimum wall-clock time; what counts where a row uses several threads */
    double wall_mean_ns; /* the mean wall-clock time, including the time of other processes */
    const char *limit;   /* "limit.fma", "limit.triad", or "" */
    double share;        /* fraction of that limit that is reached, 0…1: the median over all rounds */
    const char *versus;  /* the row it is compared with, or "" */
    double ratio;        /* its time divided by that of `versus`: the median over all rounds */
    double ratio_spread; /* like `spread` */
    double wall_ratio; /* the same of wall-clock times: means something only where nothing else wants the processors */
    double fits;       /* how many units fit into a frame of the display; 0: not measured */
    uint32_t part_count; /* the parts of `ns`: names and times */
    const char *const *part_names;
    double part_ns[BENCH_MAX_PARTS];
} bench_row;

/* A piece of work. `prepare` returns a context or NULL; `run` does `repeat` units of work. */
typedef struct bench_case {
    const char *name, *workload;
    const char *limit;  /* optional: "limit.fma" or "limit.triad" */
    double work;        /* how many operations (limit.fma) or bytes (limit.triad) one unit needs */
    const char *versus; /* optional: an earlier row, measured in turn with this one */
    uint32_t repeat;
    uint32_t threads; /* 0 is 1; more: the clock is that of the process, and wall-clock time is reported too */
    void *(*prepare)(void);
    void (*run)(void *context, uint32_t repeat);
    void (*finish)(void *context);
    double frame; /* ns; optional: report how many units fit into it */
    /* Optional: the parts of one unit; runs it again with timers and fills ns[part_count]. */
    uint32_t part_count;
    const char *const *part_names;
    void (*split)(void *context, uint32_t repeat, double *ns);
} bench_case;

/* All cases in the order they run: the limits first, and every case after the one that it is compared with. */
extern const bench_case *const bench_cases[];
extern const size_t bench_case_count;

/* Measures 1…BENCH_MAX_GROUP cases alternately; rows[count]. Limits and rows to compare with are looked up among the
 * cases. Returns NULL, or the case that could not be prepared. */
const bench_case *bench_measure(const bench_case *const *cases, size_t count, bench_row *rows);

/* Processor time that this thread has used, ns. */
double bench_thread_ns(void);

/* The median, and the interquartile range divided by it. Sorts `values`. */
typedef struct bench_statistics {
    double median, spread;
} bench_statistics;
bench_statistics bench_compute_statistics(double *values, size_t count);

/* The same for `factor` · of[i] / by[i], one ratio per round; `scratch` has room for count values. */
bench_statistics bench_compute_ratio(const double *of, const double *by, double factor, size_t count, double *scratch);

/* ---- What the cases share ------------------------------------------------------------------------------------ */

typedef enum bench_drawing {
    BENCH_FIGURE, /* a gingerbread figure with eight handles: head, chest, belly, hips, hands, feet */
    BENCH_BALL,   /* centre, top, bottom, left, right */
    BENCH_BEAM,   /* a thin bar: centre, and four along it */
    BENCH_CRATE,  /* centre and corners */
    BENCH_PUPPET, /* the figure with ten handles, elbows included */
    BENCH_MAN,    /* the figure with 17, as the walking man has them: hands are the 10th and 11th, feet the last */
    BENCH_CAT,    /* the same and six more */
} bench_drawing;

/* A drawing with soft edges, `side` × `side` pixels, RGBA; caller frees. */
uint8_t *bench_draw(bench_drawing drawing, uint32_t side);
extern const vv_vec2 bench_figure_points[8]; /* in fractions of the side */

/* A drawing, 1 m wide and high, cut to about this many vertices, with its points as handles and their weights. */
typedef struct bench_rig {
    vv_mesh mesh;
    vv_vec2 *positions;
    uint32_t *triangles;
    vv_layer layer;
    uint32_t handle_count;
    vv_handle handles[BENCH_MAX_HANDLES];
    uint32_t held[BENCH_MAX_HANDLES]; /* the vertex of each handle */
    float *weights;                   /* [vertex_count · handle_count] */
    double *positions3;
} bench_rig;
bench_rig *bench_rig_create(bench_drawing drawing, uint32_t vertices, bool weigh);
/* The same drawing with other handles, weighed: the first anywhere, each further one as far as possible from those
 * before it. */
bench_rig *bench_rig_create_handles(bench_drawing drawing, uint32_t vertices, uint32_t handle_count);
void bench_rig_destroy(bench_rig *rig);

#endif
