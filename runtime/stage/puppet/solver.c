/* The memory of a puppet's solver: one block, sized when an actor is created. */
#include "solver.h"
#include "local.h"

#include <string.h>

static void *take_section(char *base, uint64_t *cursor, uint64_t count, uint64_t size)
{
    uint64_t start = vvi_section(cursor, count, size);
    return base ? base + start : NULL;
}

static void lay_out_rows(row_set *rows, uint64_t length, char *base, uint64_t *cursor)
{
    uint64_t capacity = rows->capacity;
    rows->coefficients = take_section(base, cursor, capacity, sizeof *rows->coefficients);
    rows->own_coefficients = take_section(base, cursor, capacity * length, sizeof *rows->own_coefficients);
    rows->shape_indices = take_section(base, cursor, capacity, sizeof *rows->shape_indices);
    rows->directions = take_section(base, cursor, capacity, sizeof *rows->directions);
    rows->shapes.responses = take_section(base, cursor, MAX_SHAPES * length / 2, sizeof(double));
    rows->shapes.columns = take_section(base, cursor, MAX_SHAPES * length / 2, sizeof(uint32_t));
    rows->nonzeros = take_section(base, cursor, capacity * length, sizeof *rows->nonzeros);
    rows->nonzero_counts = take_section(base, cursor, capacity, sizeof *rows->nonzero_counts);
    rows->products = take_section(base, cursor, capacity * capacity, sizeof *rows->products);
    rows->responses = take_section(base, cursor, capacity * length, sizeof *rows->responses);
    rows->targets = take_section(base, cursor, capacity, sizeof *rows->targets);
    rows->stiffness = take_section(base, cursor, capacity, sizeof *rows->stiffness);
    rows->multipliers = take_section(base, cursor, capacity, sizeof *rows->multipliers);
    rows->schur = take_section(base, cursor, capacity * capacity, sizeof *rows->schur);
    rows->active = take_section(base, cursor, capacity, sizeof *rows->active);
    rows->contact_rows = take_section(base, cursor, capacity, sizeof *rows->contact_rows);
}

static void lay_out_attract(attract *a, uint64_t examples, uint64_t length, char *base, uint64_t *cursor)
{
    a->list = take_section(base, cursor, examples, sizeof *a->list);
    a->mean = take_section(base, cursor, length, sizeof *a->mean);
    a->mean_image = take_section(base, cursor, length, sizeof *a->mean_image);
    a->images = take_section(base, cursor, examples * length, sizeof *a->images);
    a->G = take_section(base, cursor, examples * examples, sizeof *a->G);
    a->b = take_section(base, cursor, examples, sizeof *a->b);
    a->weights = take_section(base, cursor, examples, sizeof *a->weights);
    a->mix = take_section(base, cursor, examples, sizeof *a->mix);
    a->all_G = take_section(base, cursor, examples * (examples + 2), sizeof *a->all_G);
    a->scratch = take_section(base, cursor, examples * (examples + 8), sizeof *a->scratch);
}

static void lay_out_factor(const block_pattern *p, block_factor *factor, char *base, uint64_t *cursor)
{
    factor->pivots = take_section(base, cursor, p->count, sizeof *factor->pivots);
    factor->below = take_section(base, cursor, p->fill_count, sizeof *factor->below);
}

static void lay_out_matrices(vvi_puppet_solver *s, char *base, uint64_t *cursor)
{
    block_pattern *p = &s->pattern;
    p->row_starts = take_section(base, cursor, p->count + 1u, sizeof *p->row_starts);
    p->columns = take_section(base, cursor, p->block_count, sizeof *p->columns);
    p->order = take_section(base, cursor, p->count, sizeof *p->order);
    p->rank = take_section(base, cursor, p->count, sizeof *p->rank);
    p->fill_starts = take_section(base, cursor, p->count + 1u, sizeof *p->fill_starts);
    p->fill_rows = take_section(base, cursor, p->fill_count, sizeof *p->fill_rows);
    s->mass = take_section(base, cursor, p->block_count, sizeof *s->mass);
    s->elastic = take_section(base, cursor, p->block_count, sizeof *s->elastic);
    s->joins = take_section(base, cursor, p->block_count, sizeof *s->joins);
    s->mass_work = take_section(base, cursor, p->block_count, sizeof *s->mass_work);
    lay_out_factor(p, &s->mass_factor, base, cursor);
    s->mass_fixed = take_section(base, cursor, s->columns, 1);
}

static void lay_out_system(const vvi_puppet_solver *s, system_factor *system, uint64_t clusters, char *base,
                           uint64_t *cursor)
{
    system->matrix = take_section(base, cursor, s->pattern.block_count, sizeof *system->matrix);
    lay_out_factor(&s->pattern, &system->factor, base, cursor);
    system->inverse = take_section(base, cursor, (uint64_t)s->columns * s->stride, sizeof(double));
    system->has_inverse = take_section(base, cursor, s->pattern.count, 1);
    system->relief = take_section(base, cursor, 2 * (uint64_t)s->stride * clusters, sizeof(double));
}

static void lay_out_strain(strain_limit *strain, uint64_t columns, char *base, uint64_t *cursor)
{
    for (uint32_t i = 0; i < strain->sample_count; i++) {
        strain->samples[i].columns = take_section(base, cursor, columns, sizeof *strain->samples[i].columns);
        strain->samples[i].gradients = take_section(base, cursor, columns, sizeof *strain->samples[i].gradients);
    }
}

static void lay_out_relief(relief_parts *relief, uint64_t clusters, uint64_t columns, uint64_t length, char *base,
                           uint64_t *cursor)
{
    uint64_t dense = clusters > 0 ? 0 : 4 * columns * columns;
    relief->rows = take_section(base, cursor, clusters * length, sizeof(double));
    relief->responses = take_section(base, cursor, clusters * length, sizeof(double));
    relief->lengths = take_section(base, cursor, clusters, sizeof(double));
    relief->shares = take_section(base, cursor, clusters, sizeof(double));
    relief->factor = take_section(base, cursor, clusters * clusters, sizeof(double));
    relief->tangent = take_section(base, cursor, dense, sizeof(double));
    relief->compliance = take_section(base, cursor, dense, sizeof(double));
}

/* Sets all pointers into `base` (NULL: only measures). Returns the number of bytes needed. */
static uint64_t lay_out(const vvi_puppet_view *puppet, vvi_puppet_solver *s, char *base)
{
    uint64_t cursor = sizeof *s, n = s->columns, length = 2 * (uint64_t)s->stride;
    double **vectors[] = {&s->anchor,
                          &s->predicted,
                          &s->velocity,
                          &s->force,
                          &s->c,
                          &s->goal,
                          &s->next,
                          &s->pull,
                          &s->gradient,
                          &s->image,
                          &s->work,
                          &s->rest,
                          &s->rest_image,
                          &s->linear,
                          &s->unit,
                          &s->turned,
                          &s->response.rotation,
                          &s->anderson.last_goal,
                          &s->anderson.last_residual,
                          &s->anderson.weights};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = take_section(base, &cursor, length, sizeof(double));
    for (size_t i = 0; i < ANDERSON_DEPTH; i++) {
        s->anderson.residual_steps[i] = take_section(base, &cursor, length, sizeof(double));
        s->anderson.goal_steps[i] = take_section(base, &cursor, length, sizeof(double));
    }
    s->nonzero = take_section(base, &cursor, length, sizeof *s->nonzero);
    lay_out_matrices(s, base, &cursor);
    for (uint32_t i = 0; i < SYSTEM_COUNT; i++)
        lay_out_system(s, &s->systems[i], rotation_cluster_count(puppet), base, &cursor);
    lay_out_relief(&s->relief, rotation_cluster_count(puppet), n, length, base, &cursor);
    lay_out_strain(&s->strain, n, base, &cursor);
    lay_out_rows(&s->rows, length, base, &cursor);
    lay_out_attract(&s->attract, puppet->example_count, length, base, &cursor);
    lay_out_attract(&s->tangent, puppet->example_count, length, base, &cursor);
    s->tangent.tangents = take_section(base, &cursor, puppet->example_count * length, sizeof(double));
    s->tangent.blend = take_section(base, &cursor, puppet->handle_count, sizeof *s->tangent.blend);
    s->local = take_section(base, &cursor, vvi_puppet_local_step_bytes(puppet), 1);
    return (cursor + (VVI_ALIGNMENT - 1)) & ~(uint64_t)(VVI_ALIGNMENT - 1);
}

static vvi_puppet_solver header(const vvi_puppet_view *puppet, uint32_t row_capacity)
{
    return (vvi_puppet_solver){.columns = puppet->column_count,
                               .stride = puppet->stride,
                               .width = vvi_best_width(),
                               .pattern = vvi_pattern_measure(puppet),
                               .strain = {.sample_count = vvi_strain_sample_count(puppet)},
                               .rows = {.capacity = row_capacity}};
}

size_t vvi_puppet_solver_bytes(const vvi_puppet_view *puppet, uint32_t row_capacity)
{
    vvi_puppet_solver solver = header(puppet, row_capacity);
    return (size_t)lay_out(puppet, &solver, NULL);
}

vvi_puppet_solver *vvi_puppet_solver_begin(const vvi_puppet_view *puppet, uint32_t row_capacity, void *memory)
{
    vvi_puppet_solver *solver = memory, head = header(puppet, row_capacity), measured = head;
    memset(memory, 0, (size_t)lay_out(puppet, &measured, NULL));
    *solver = head;
    lay_out(puppet, solver, memory);
    vvi_pattern_fill(puppet, &solver->pattern);
    vvi_puppet_matrix_from_dense(&solver->pattern, solver->stride, puppet->mass_matrix, solver->mass);
    vvi_puppet_matrix_from_dense(&solver->pattern, solver->stride, puppet->elastic_matrix, solver->elastic);
    vvi_puppet_matrix_from_dense(&solver->pattern, solver->stride, puppet->join_matrix, solver->joins);
    vvi_strain_choose_samples(puppet, &solver->strain);
    vvi_solver_apply(solver, solver->elastic, puppet->rest, solver->rest_image);
    return solver;
}

const double *vvi_puppet_solver_energies(const vvi_puppet_solver *solver, uint32_t *count)
{
    *count = solver->energy_count;
    return solver->energies;
}
