/* Cutting and weighing the figure. */
#include "cases.h"

#include "author/cut/cut.h"
#include "author/weigh/weigh.h"

#include <stdlib.h>

enum { SIDE = 512 };

static void *prepare_cut(void) { return bench_draw(BENCH_FIGURE, SIDE); }

static void run_cut(void *context, uint32_t repeat)
{
    for (uint32_t r = 0; r < repeat; r++) {
        vv_image image = {SIDE, SIDE, context};
        vv_cut_def def = vv_default_cut_def();
        def.vertices = 1000;
        vv_cut cut;
        if (vv_cut_image(&image, &def, NULL, NULL, &cut, NULL) == VV_OK)
            vv_cut_destroy(&cut, &def, NULL);
    }
}

const bench_case bench_cut = {
    .name = "cut",
    .workload = "a 512 × 512 figure to 1,000 vertices",
    .limit = "limit.triad",
    .work = SIDE * SIDE * 4,
    .repeat = 1,
    .prepare = prepare_cut,
    .run = run_cut,
    .finish = free,
};

static void *prepare_1000(void) { return bench_rig_create(BENCH_FIGURE, 1008, false); }
static void *prepare_5000(void) { return bench_rig_create(BENCH_FIGURE, 5022, false); }
static void finish_rig(void *context) { bench_rig_destroy(context); }

/* The progress callback is first called when all handles are solved without bounds: cancelling there measures just
 * that part. */
static bool stop(void *user, float done)
{
    (void)user;
    (void)done;
    return false;
}

static void weigh(bench_rig *rig, bool bounded)
{
    static const uint32_t starts[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    vv_weigh_def def = {
        rig->mesh.vertex_count, rig->mesh.triangle_count, 8, rig->positions3, rig->triangles, starts, rig->held, NULL};
    vv_progress unbounded_only = {stop, NULL};
    float *weights = malloc(rig->mesh.vertex_count * 8 * sizeof *weights);
    if (weights)
        vv_weigh(&def, NULL, bounded ? NULL : &unbounded_only, weights, NULL, NULL);
    free(weights);
}

static void run_bounded(void *context, uint32_t repeat)
{
    for (uint32_t r = 0; r < repeat; r++)
        weigh(context, true);
}

static void run_unbounded(void *context, uint32_t repeat)
{
    for (uint32_t r = 0; r < repeat; r++)
        weigh(context, false);
}

const bench_case bench_weigh_1000_unbounded = {.name = "weigh.1000.unbounded",
                                               .workload =
                                                   "1,008 vertices × 8 points without bounds: assemble, factor, solve",
                                               .repeat = 1,
                                               .prepare = prepare_1000,
                                               .run = run_unbounded,
                                               .finish = finish_rig};
const bench_case bench_weigh_1000 = {.name = "weigh.1000",
                                     .workload = "1,008 vertices × 8 points, converged",
                                     .versus = "weigh.1000.unbounded",
                                     .repeat = 1,
                                     .prepare = prepare_1000,
                                     .run = run_bounded,
                                     .finish = finish_rig};
const bench_case bench_weigh_5000_unbounded = {.name = "weigh.5000.unbounded",
                                               .workload =
                                                   "5,022 vertices × 8 points without bounds: assemble, factor, solve",
                                               .repeat = 1,
                                               .prepare = prepare_5000,
                                               .run = run_unbounded,
                                               .finish = finish_rig};
const bench_case bench_weigh_5000 = {.name = "weigh.5000",
                                     .workload = "5,022 vertices × 8 points, converged",
                                     .versus = "weigh.5000.unbounded",
                                     .repeat = 1,
                                     .prepare = prepare_5000,
                                     .run = run_bounded,
                                     .finish = finish_rig};
