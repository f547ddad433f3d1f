/* Bounded biharmonic weights (Jacobson, Baran, Popović, Sorkine 2011): for each handle the smoothest function, in the
 * sense of ½ wᵀ L M⁻¹ L w, that is 1 on its own vertices, 0 on those of the others and within 0…1 everywhere; then
 * every row is divided by its sum. This file checks the mesh, finds the pieces that need no solving, and solves for
 * each handle. */
#include "weigh_private.h"

#include <stdatomic.h>
#include <string.h>

#define NO_OWNER        UINT32_MAX /* a vertex that no handle holds */
#define NO_HANDLE       (UINT32_MAX - 1)
#define SEVERAL_HANDLES (UINT32_MAX - 2)

#define HIGHEST_RIPPLE 0.005f /* a peak that is higher above its pass is kept */

typedef struct lane {
    bounded bounded;
    surface surface; /* the shared one, with scratch of its own */
    vv_weigh_report report;
    vv_result result; /* of the first handle that failed, */
    uint32_t failed;  /* which is this */
    vv_error error;
} lane;

typedef struct weights_solver {
    const vv_weigh_def *def;
    vvi_arena arena;
    surface surface;
    uint32_t *owner;        /* [vertices] a handle that holds it, or NO_OWNER */
    uint32_t *holders;      /* [vertices] how many handles hold it */
    uint32_t *piece;        /* [vertices] the connected piece that the vertex is on */
    uint32_t *piece_handle; /* [pieces] the only handle on the piece; SEVERAL_HANDLES or NO_HANDLE */
    uint32_t piece_count;
    uint32_t *unknown_of; /* [vertices] the number of the unknown, or UINT32_MAX */
    uint32_t *vertices;   /* [unknowns] */
    uint32_t free_count;
    double *coordinates; /* [dimensions · unknowns] */
    uint32_t dimensions; /* 2 if the mesh is flat */
    double *unbounded;   /* [handles · unknowns] */
    uint32_t lane_count; /* handles are solved side by side in so many lanes, each with memory of its own */
    lane *lanes;         /* [lane_count] */
    double ridge;        /* with which every handle begins */
    vv_weigh_report report;
} weights_solver;

/* ---- What comes in --------------------------------------------------------------------------------------------- */

static vv_result check_numbers(const vv_weigh_def *def, vv_error *error)
{
    for (size_t i = 0; i < 3 * (size_t)def->vertex_count; i++) {
        if (!(fabs(def->positions[i]) <= VV_WEIGH_MAX_COORDINATE)) {
            vvi_fail(error, VV_ERROR_ARGUMENT, "the position of vertex %zu is not finite", i / 3);
            vvi_error_remedy(error, "check the program that wrote the mesh");
            return VV_ERROR_ARGUMENT;
        }
    }
    for (size_t i = 0; i < 3 * (size_t)def->triangle_count; i++) {
        if (def->triangles[i] >= def->vertex_count)
            return vvi_fail(error, VV_ERROR_ARGUMENT, "triangle %zu uses vertex %u, but the mesh has only %u vertices",
                            i / 3, def->triangles[i], def->vertex_count);
    }
    return VV_OK;
}

vv_result vvi_weigh_check_mesh(const vv_weigh_def *def, vv_error *error)
{
    if (def->vertex_count == 0 || def->vertex_count > VV_WEIGH_MAX_VERTICES)
        return vvi_fail(error, VV_ERROR_LIMIT, "the mesh has %u vertices; weights need 1 to %u", def->vertex_count,
                        VV_WEIGH_MAX_VERTICES);
    if (def->triangle_count > 4 * VV_WEIGH_MAX_VERTICES)
        return vvi_fail(error, VV_ERROR_LIMIT, "the mesh has %u triangles; at most %u are allowed", def->triangle_count,
                        4 * VV_WEIGH_MAX_VERTICES);
    return check_numbers(def, error);
}

/* Finds the handles that hold each vertex. */
static vv_result find_owners(weights_solver *g, vv_error *error)
{
    const vv_weigh_def *def = g->def;
    for (uint32_t v = 0; v < def->vertex_count; v++)
        g->owner[v] = NO_OWNER;
    for (uint32_t j = 0; j < def->handle_count; j++) {
        if (def->starts[j] >= def->starts[j + 1])
            return vvi_fail(error, VV_ERROR_ARGUMENT, "handle %u holds no vertex", j);
        for (uint32_t i = def->starts[j]; i < def->starts[j + 1]; i++) {
            uint32_t v = def->held[i];
            if (v >= def->vertex_count)
                return vvi_fail(error, VV_ERROR_ARGUMENT,
                                "handle %u holds vertex %u, but the mesh has only %u vertices", j, v,
                                def->vertex_count);
            g->holders[v] += g->owner[v] != j; /* a list may name a vertex twice */
            g->owner[v] = j;
        }
    }
    return VV_OK;
}

/* ---- Pieces ---------------------------------------------------------------------------------------------------- */

/* Marks everything that is connected with `seed` as piece `piece`, and finds the handles on it. */
static void flood_piece(weights_solver *g, uint32_t seed, uint32_t piece, uint32_t *stack)
{
    const surface *s = &g->surface;
    uint32_t height = 0;
    stack[height++] = seed;
    g->piece[seed] = piece;
    while (height) {
        uint32_t v = stack[--height];
        if (g->owner[v] != NO_OWNER) {
            uint32_t *handle = &g->piece_handle[piece];
            bool same = g->holders[v] == 1 && (*handle == NO_HANDLE || *handle == g->owner[v]);
            *handle = same ? g->owner[v] : SEVERAL_HANDLES;
        }
        for (uint32_t e = s->starts[v]; e < s->starts[v + 1]; e++) {
            uint32_t u = s->columns[e];
            if (g->piece[u] != UINT32_MAX)
                continue;
            g->piece[u] = piece;
            stack[height++] = u;
        }
    }
}

static void find_pieces(weights_solver *g, uint32_t *stack)
{
    for (uint32_t v = 0; v < g->def->vertex_count; v++)
        g->piece[v] = UINT32_MAX;
    for (uint32_t v = 0; v < g->def->vertex_count; v++) {
        if (g->piece[v] != UINT32_MAX)
            continue;
        g->piece_handle[g->piece_count] = NO_HANDLE;
        flood_piece(g, v, g->piece_count++, stack);
    }
}

static double squared_distance(const double *a, const double *b)
{
    double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z;
}

/* Assigns each piece without a handle to the handle whose held vertex is nearest to any of its vertices. */
static vv_result assign_loose_pieces(weights_solver *g, vv_error *error)
{
    const vv_weigh_def *def = g->def;
    double *nearest = vvi_arena_allocate(&g->arena, g->piece_count, sizeof *nearest);
    uint32_t *nearest_handle = vvi_arena_allocate(&g->arena, g->piece_count, sizeof *nearest_handle);
    if (!nearest || !nearest_handle)
        return vvi_fail_memory(error, g->piece_count * sizeof *nearest);
    for (uint32_t v = 0; v < def->vertex_count; v++) {
        uint32_t piece = g->piece[v];
        if (g->piece_handle[piece] != NO_HANDLE)
            continue;
        for (uint32_t j = 0; j < def->handle_count; j++) {
            for (uint32_t i = def->starts[j]; i < def->starts[j + 1]; i++) {
                const double *at = def->positions + 3 * (size_t)def->held[i];
                double d = squared_distance(at, def->positions + 3 * (size_t)v);
                if (nearest_handle[piece] && d >= nearest[piece])
                    continue;
                nearest[piece] = d;
                nearest_handle[piece] = j + 1;
            }
        }
    }
    for (uint32_t p = 0; p < g->piece_count; p++) {
        if (g->piece_handle[p] != NO_HANDLE)
            continue;
        g->piece_handle[p] = nearest_handle[p] - 1;
        g->report.loose_pieces++;
    }
    return VV_OK;
}

/* ---- Unknowns -------------------------------------------------------------------------------------------------- */

/* A vertex is an unknown if no handle holds it and more than one handle is on its piece. */
static void number_unknowns(weights_solver *g)
{
    for (uint32_t v = 0; v < g->def->vertex_count; v++) {
        bool is_unknown = g->owner[v] == NO_OWNER && g->piece_handle[g->piece[v]] == SEVERAL_HANDLES;
        g->unknown_of[v] = is_unknown ? g->free_count : UINT32_MAX;
        if (is_unknown)
            g->vertices[g->free_count++] = v;
    }
}

static bool is_flat(const vv_weigh_def *def)
{
    for (size_t v = 1; v < def->vertex_count; v++) {
        if (def->positions[3 * v + 2] != def->positions[2])
            return false;
    }
    return true;
}

/* Scratch of a lane. */
static bool allocate_scratch(weights_solver *g, bounded *b)
{
    vvi_arena *arena = &g->arena;
    uint32_t n = g->free_count, vertices = g->def->vertex_count;
    bool ok = (b->added = vvi_arena_allocate(arena, n, sizeof *b->added));
    ok = ok && (b->x = vvi_arena_allocate(arena, n, sizeof *b->x));
    ok = ok && (b->load = vvi_arena_allocate(arena, n, sizeof *b->load));
    ok = ok && (b->state = vvi_arena_allocate(arena, n, sizeof *b->state));
    ok = ok && (b->forces = vvi_arena_allocate(arena, 5 * (size_t)n, sizeof *b->forces));
    ok = ok && (b->w = vvi_arena_allocate(arena, vertices, sizeof *b->w));
    ok = ok && (b->gradient = vvi_arena_allocate(arena, vertices, sizeof *b->gradient));
    return ok && (b->saved = vvi_arena_allocate(arena, vertices, sizeof *b->saved));
}

static bool allocate_bounded(weights_solver *g)
{
    vvi_arena *arena = &g->arena;
    bounded *b = &g->lanes[0].bounded;
    uint32_t n = g->free_count;
    bool ok = allocate_scratch(g, b);
    ok = ok && (b->diagonal = vvi_arena_allocate(arena, n, sizeof *b->diagonal));
    ok = ok && (g->coordinates = vvi_arena_allocate(arena, (size_t)g->dimensions * n, sizeof *g->coordinates));
    return ok && (g->unbounded = vvi_arena_allocate(arena, (size_t)n * g->def->handle_count, sizeof *g->unbounded));
}

/* As many lanes as there are workers, but no more than handles; the first does what all share. */
static vv_result create_lanes(weights_solver *g, vv_error *error)
{
    uint32_t workers = vvi_worker_count(g->def->jobs), handles = g->def->handle_count;
    g->lane_count = workers < handles ? workers : handles;
    g->lanes = vvi_arena_allocate(&g->arena, g->lane_count, sizeof *g->lanes);
    if (!g->lanes)
        return vvi_fail_memory(error, g->lane_count * sizeof *g->lanes);
    for (uint32_t k = 0; k < g->lane_count; k++)
        g->lanes[k] = (lane){.surface = g->surface, .failed = VV_NONE};
    return VV_OK;
}

/* The other lanes share the matrix and the layout of the factor with the first. */
static vv_result prepare_lanes(weights_solver *g, vv_error *error)
{
    vv_result result = VV_OK;
    for (uint32_t k = 0; k < g->lane_count && result == VV_OK; k++) {
        lane *l = &g->lanes[k];
        if (k > 0) {
            l->bounded = g->lanes[0].bounded;
            l->bounded.factor = NULL;
            l->surface.scratch = vvi_arena_allocate(&g->arena, g->surface.n, sizeof *l->surface.scratch);
            if (!l->surface.scratch || !allocate_scratch(g, &l->bounded))
                return vvi_fail_memory(error, g->free_count * sizeof(double));
            result = vvi_sparse_share(g->lanes[0].bounded.factor, &l->bounded.factor, error);
        }
        l->bounded.surface = &l->surface;
        l->bounded.report = &l->report;
    }
    return result;
}

/* The penalty path starts with a penalty that about balances the bending of a lobe as wide as the mesh:
 * 4000·(h/size)⁴ of a vertex's stiffness, where h is the distance between vertices. The factor was found by
 * experiment; a power of ten either way costs a few steps. */
static double first_penalty(const surface *s, const vv_weigh_def *def)
{
    double low[3], high[3], longest = 0.0, squared = 0.0;
    for (size_t k = 0; k < 3; k++) {
        low[k] = high[k] = def->positions[k];
        for (size_t v = 1; v < def->vertex_count; v++) {
            double x = def->positions[3 * v + k];
            low[k] = x < low[k] ? x : low[k];
            high[k] = x > high[k] ? x : high[k];
        }
        longest = high[k] - low[k] > longest ? high[k] - low[k] : longest;
    }
    for (size_t k = 0; k < 3 && longest > 0.0; k++)
        squared += (high[k] - low[k]) / longest * ((high[k] - low[k]) / longest);
    double ratio = squared > 0.0 ? s->mean_mass / squared : 0.0, penalty = 4000.0 * ratio * ratio;
    return penalty < 1e-8 ? 1e-8 : penalty > 1e-2 ? 1e-2 : penalty;
}

static vv_result prepare_bounded(weights_solver *g, vv_error *error)
{
    vv_result result = create_lanes(g, error);
    if (result != VV_OK)
        return result;
    bounded *b = &g->lanes[0].bounded;
    result = vvi_surface_assemble(&g->surface, g->unknown_of, g->free_count, &g->arena, &b->matrix, error);
    if (result != VV_OK)
        return result;
    g->dimensions = is_flat(g->def) ? 2 : 3;
    if (!allocate_bounded(g))
        return vvi_fail_memory(error, (size_t)g->free_count * g->def->handle_count * sizeof(double));
    for (size_t i = 0; i < g->free_count; i++) {
        b->diagonal[i] = b->matrix.values[b->matrix.starts[i]];
        for (size_t k = 0; k < g->dimensions; k++)
            g->coordinates[i * g->dimensions + k] = g->def->positions[3 * (size_t)g->vertices[i] + k];
    }
    b->vertices = g->vertices;
    b->first_penalty = first_penalty(&g->surface, g->def);
    result = vvi_sparse_prepare(&b->matrix, g->dimensions, g->coordinates, g->arena.allocator, &b->factor, error);
    return result == VV_OK ? prepare_lanes(g, error) : result;
}

/* ---- Handles --------------------------------------------------------------------------------------------------- */

/* Sets w to 1 on the handle's own vertices (less where they are shared) and 0 elsewhere, and load to −Q w on the
 * unknowns. */
static void load_handle(const weights_solver *g, bounded *b, uint32_t j)
{
    const vv_weigh_def *def = g->def;
    memset(b->w, 0, def->vertex_count * sizeof *b->w);
    for (uint32_t i = def->starts[j]; i < def->starts[j + 1]; i++)
        b->w[def->held[i]] = 1.0 / g->holders[def->held[i]];
    vvi_surface_bilaplacian(b->surface, b->w, b->gradient);
    for (uint32_t i = 0; i < g->free_count; i++)
        b->load[i] = -b->gradient[g->vertices[i]];
}

/* Solves for all handles without bounds, with one factorisation. */
static vv_result solve_unbounded(weights_solver *g, vv_error *error)
{
    bounded *b = &g->lanes[0].bounded;
    vv_result result = vvi_bounded_factor(b, 0.0, error);
    if (result != VV_OK)
        return result;
    g->ridge = b->ridge;
    for (uint32_t j = 0; j < g->def->handle_count; j++) {
        load_handle(g, b, j);
        memcpy(g->unbounded + (size_t)j * g->free_count, b->load, g->free_count * sizeof *b->load);
    }
    vvi_sparse_solve(b->factor, g->def->handle_count, g->unbounded);
    return VV_OK;
}

static vv_result solve_handle(const weights_solver *g, lane *l, uint32_t j, float *weights)
{
    bounded *b = &l->bounded;
    double residual = 0.0;
    b->ridge = g->ridge;
    load_handle(g, b, j);
    b->unbounded = g->unbounded + (size_t)j * g->free_count;
    for (uint32_t i = 0; i < g->free_count; i++)
        b->w[g->vertices[i]] = b->unbounded[i];
    vv_result result = vvi_bounded_solve(b, &residual, &l->error);
    if (result != VV_OK)
        return result;
    l->report.residual = residual > l->report.residual ? residual : l->report.residual;
    l->report.unconverged += residual > VV_WEIGH_TOLERANCE;
    for (uint32_t i = 0; i < g->free_count; i++)
        weights[(size_t)g->vertices[i] * g->def->handle_count + j] = (float)b->w[g->vertices[i]];
    return VV_OK;
}

/* All handles, of which each lane takes the next that no other has taken. */
typedef struct handle_queue {
    const weights_solver *g;
    const vv_progress *progress;
    float *weights;
    _Atomic uint32_t next;
    atomic_flag reporting; /* one lane at a time reports progress */
    _Atomic bool stops, cancelled;
} handle_queue;

static void report_handles(handle_queue *q)
{
    const vv_progress *progress = q->progress;
    uint32_t handles = q->g->def->handle_count;
    if (!progress || !progress->report || atomic_flag_test_and_set(&q->reporting))
        return;
    uint32_t begun = atomic_load(&q->next) - 1u;
    float done = (float)(begun < handles ? begun : handles) / (float)handles;
    if (!progress->report(progress->user, done)) {
        atomic_store(&q->cancelled, true);
        atomic_store(&q->stops, true);
    }
    atomic_flag_clear(&q->reporting);
}

static void run_lane(void *context, uint32_t index, uint32_t worker)
{
    handle_queue *q = context;
    lane *l = &q->g->lanes[index];
    (void)worker;
    while (!atomic_load(&q->stops)) {
        uint32_t j = atomic_fetch_add(&q->next, 1u);
        if (j >= q->g->def->handle_count)
            return;
        report_handles(q);
        if (atomic_load(&q->stops))
            return;
        l->result = solve_handle(q->g, l, j, q->weights);
        if (l->result != VV_OK) {
            l->failed = j;
            atomic_store(&q->stops, true);
        }
    }
}

/* Sums the reports of lanes; the error is that of the first handle that failed. */
static vv_result join_lanes(weights_solver *g, vv_error *error)
{
    const lane *first = NULL;
    for (const lane *l = g->lanes; l < g->lanes + g->lane_count; l++) {
        vvi_weigh_add_report(&g->report, &l->report);
        if (l->result != VV_OK && (!first || l->failed < first->failed))
            first = l;
    }
    if (!first)
        return VV_OK;
    if (error)
        *error = first->error;
    return first->result;
}

static vv_result solve_handles(weights_solver *g, const vv_progress *progress, float *weights, vv_error *error)
{
    handle_queue q = {.g = g, .progress = progress, .weights = weights, .reporting = ATOMIC_FLAG_INIT};
    vv_result result = solve_unbounded(g, error);
    if (result != VV_OK)
        return result;
    vvi_jobs_run(g->def->jobs, g->lane_count, run_lane, &q);
    result = join_lanes(g, error);
    if (result == VV_OK && atomic_load(&q.cancelled))
        return vvi_fail(error, VV_ERROR_CANCELLED, "weighing was cancelled");
    return result;
}

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

/* Fills the rows that need no solving: a piece with one handle belongs to it; a held vertex belongs equally to the
 * handles that hold it. */
static void fill_known(const weights_solver *g, float *weights)
{
    const vv_weigh_def *def = g->def;
    size_t handles = def->handle_count;
    memset(weights, 0, def->vertex_count * handles * sizeof *weights);
    for (uint32_t v = 0; v < def->vertex_count; v++) {
        if (g->unknown_of[v] == UINT32_MAX && g->owner[v] == NO_OWNER)
            weights[v * handles + g->piece_handle[g->piece[v]]] = 1.0f;
    }
    for (uint32_t j = 0; j < def->handle_count; j++) {
        for (uint32_t i = def->starts[j]; i < def->starts[j + 1]; i++)
            weights[def->held[i] * handles + j] = (float)(1.0 / g->holders[def->held[i]]);
    }
}

/* Divides each row by its sum. Where the bounds leave no weight, the handle with the largest unbounded weight gets
 * it. */
static void normalise_rows(const weights_solver *g, float *weights)
{
    size_t handles = g->def->handle_count;
    for (uint32_t i = 0; i < g->free_count; i++) {
        float *row = weights + g->vertices[i] * handles;
        double sum = 0.0;
        size_t leader = 0;
        for (size_t j = 0; j < handles; j++) {
            sum += (double)row[j];
            if (g->unbounded[j * g->free_count + i] > g->unbounded[leader * g->free_count + i])
                leader = j;
        }
        if (sum < 1e-6) {
            row[leader] = 1.0f;
            sum = 1.0 + sum;
        }
        for (size_t j = 0; j < handles; j++)
            row[j] = (float)((double)row[j] / sum);
    }
}

static vv_result cut_peaks(weights_solver *g, float *weights, vv_error *error)
{
    uint32_t n = g->def->vertex_count;
    peaks p = {.def = g->def,
               .surface = &g->surface,
               .handle_count = g->def->handle_count,
               .unknown_count = g->free_count,
               .ripple_height = HIGHEST_RIPPLE,
               .vertices = g->vertices,
               .weights = weights};
    p.holder = vvi_arena_allocate(&g->arena, n, sizeof *p.holder);
    p.heap = vvi_arena_allocate(&g->arena, n, sizeof *p.heap);
    p.region = vvi_arena_allocate(&g->arena, n, sizeof *p.region);
    p.mark = vvi_arena_allocate(&g->arena, n, sizeof *p.mark);
    p.cut_by = vvi_arena_allocate(&g->arena, n, sizeof *p.cut_by);
    if (!p.holder || !p.heap || !p.region || !p.mark || !p.cut_by)
        return vvi_fail_memory(error, n * sizeof *p.mark);
    vvi_cut_peaks(&p);
    return VV_OK;
}

void vvi_weigh_add_report(vv_weigh_report *sum, const vv_weigh_report *report)
{
    sum->residual = report->residual > sum->residual ? report->residual : sum->residual;
    sum->unconverged += report->unconverged;
    sum->loose_pieces += report->loose_pieces;
    sum->path_steps += report->path_steps;
    sum->finish_rounds += report->finish_rounds;
    sum->factorisations += report->factorisations;
}

/* ---- The solver ------------------------------------------------------------------------------------------------ */

static bool allocate_solver(weights_solver *g)
{
    uint32_t n = g->def->vertex_count;
    bool ok = (g->owner = vvi_arena_allocate(&g->arena, n, sizeof *g->owner));
    ok = ok && (g->holders = vvi_arena_allocate(&g->arena, n, sizeof *g->holders));
    ok = ok && (g->piece = vvi_arena_allocate(&g->arena, n, sizeof *g->piece));
    ok = ok && (g->piece_handle = vvi_arena_allocate(&g->arena, n, sizeof *g->piece_handle));
    ok = ok && (g->unknown_of = vvi_arena_allocate(&g->arena, n, sizeof *g->unknown_of));
    return ok && (g->vertices = vvi_arena_allocate(&g->arena, n, sizeof *g->vertices));
}

static vv_result solve_weights(weights_solver *g, const vv_progress *progress, float *weights, vv_error *error)
{
    if (!allocate_solver(g))
        return vvi_fail_memory(error, g->def->vertex_count * sizeof(uint32_t));
    vv_result result = find_owners(g, error);
    if (result == VV_OK)
        result = vvi_surface_create(g->def, &g->arena, &g->surface, error);
    if (result != VV_OK)
        return result;
    find_pieces(g, g->vertices);
    result = assign_loose_pieces(g, error);
    if (result != VV_OK)
        return result;
    number_unknowns(g);
    if (g->free_count > 0)
        result = prepare_bounded(g, error);
    if (result != VV_OK)
        return result;
    fill_known(g, weights);
    if (g->free_count > 0) {
        result = solve_handles(g, progress, weights, error);
        if (result == VV_OK)
            result = cut_peaks(g, weights, error);
        if (result == VV_OK)
            normalise_rows(g, weights);
    }
    return result;
}

vv_result vv_weigh(const vv_weigh_def *def, const vv_allocator *allocator, const vv_progress *progress, float *weights,
                   vv_weigh_report *report, vv_error *error)
{
    VV_ASSERT(vvi_are_jobs_valid(def->jobs));
    weights_solver g = {.def = def, .arena = {.allocator = allocator}};
    vv_result result = vvi_weigh_check_mesh(def, error);
    if (result == VV_OK && (def->handle_count == 0 || def->handle_count > VV_WEIGH_MAX_HANDLES))
        result = vvi_fail(error, VV_ERROR_LIMIT, "there are %u handles; 1 to %u can be weighed", def->handle_count,
                          VV_WEIGH_MAX_HANDLES);
    if (result == VV_OK)
        result = solve_weights(&g, progress, weights, error);
    for (uint32_t k = g.lane_count; k-- > 0 && g.lanes;)
        vvi_sparse_destroy(g.lanes[k].bounded.factor);
    vvi_arena_release(&g.arena);
    if (result == VV_OK && report)
        *report = g.report;
    return result;
}
