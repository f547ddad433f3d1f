/* Benchmarks: each row is a piece of work, measured beside the limits of the machine and the rows it is compared with.
 *
 * The clock is processor time: what others run on the machine hardly lengthens it. Rows that are compared are measured in
 * turn, a few milliseconds each, and a ratio is formed within each round, of samples taken right after one another: when
 * the whole machine slows down for a while (a shared cache, a lower clock rate), both slow down and the ratio stays. */
#ifndef VERVE_BENCH_H
#define VERVE_BENCH_H

#include <verve/verve.h>

#define BENCH_MOST_PARTS   8
#define BENCH_MOST_HANDLES 23
#define BENCH_MOST_GROUP   16

typedef struct bench_row {
    const char *name;     /* "skin.8" */
    const char *workload; /* in words, with its sizes */
    const char *clock;    /* "thread": processor time of the thread; "process": of all threads, summed */
    uint32_t rounds;
    double ns; /* processor time of one unit of work: the least of all rounds */
    double median_ns;
    double spread;       /* the middle half of all rounds: (third quartile − first quartile) / median */
    double wall_ns;      /* the least time on the wall's clock; what counts where a row uses several threads */
    double wall_mean_ns; /* how long it took on average, while others had the processor, too */
    const char *limit;   /* "limit.fma", "limit.triad", or "" */
    double share;        /* of that limit that is reached, 0…1: the median over all rounds */
    const char *versus;  /* the row it is compared with, or "" */
    double ratio;        /* it takes this many times as long as `versus`: the median over all rounds */
    double ratio_spread; /* like `spread` */
    double fits;         /* how many units fit into a frame of the display; 0 where nobody asks */
    uint32_t part_count; /* how `ns` splits: names and times */
    const char *const *part_names;
    double part_ns[BENCH_MOST_PARTS];
} bench_row;

/* A piece of work. `prepare` returns a context or NULL; `run` does `repeat` units of work. */
typedef struct bench_case {
    const char *name, *workload;
    const char *limit;  /* optional: "limit.fma" or "limit.triad" */
    double work;        /* how many operations (limit.fma) or bytes (limit.triad) one unit needs */
    const char *versus; /* optional: an earlier row, measured in turn with this one */
    uint32_t repeat;
    uint32_t threads; /* 0 is 1; more: the clock is that of the process, and the wall's clock is told beside it */
    void *(*prepare)(void);
    void (*run)(void *context, uint32_t repeat);
    void (*finish)(void *context);
    double frame; /* ns; optional: tell how many units fit into it */
    /* Optional: what one unit splits into; runs it again, watched, and fills ns[part_count]. */
    uint32_t part_count;
    const char *const *part_names;
    void (*split)(void *context, uint32_t repeat, double *ns);
} bench_case;

/* All cases in the order they run: the limits first, and what is compared after what it is compared with. */
extern const bench_case *const bench_cases[];
extern const size_t bench_case_count;

/* Measures 1…BENCH_MOST_GROUP cases in turn; rows[count]. Limits and rows to compare with are looked for among the cases.
 * Returns NULL, or the case that could not be prepared. */
const bench_case *bench_measure(const bench_case *const *cases, size_t count, bench_row *rows);

/* ns of the processor that this thread has used. */
double bench_thread_ns(void);

/* The middle value and how far the middle half of all values lies apart, divided by it. Sorts `values`. */
typedef struct bench_middle {
    double median, spread;
} bench_middle;
bench_middle bench_find_middle(double *values, size_t count);

/* The middle of `factor` · of[i] / by[i], each ratio of one round; `scratch` is for count values. */
bench_middle bench_find_ratio(const double *of, const double *by, double factor, size_t count, double *scratch);

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
