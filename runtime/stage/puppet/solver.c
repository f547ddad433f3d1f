/* The memory of a puppet's solver: one block, sized when an actor is made. */
#include "solver.h"

#include <string.h>

static void *carve(char *base, uint64_t *cursor, uint64_t count, uint64_t size)
{
    uint64_t start = vvi_section(cursor, count, size);
    return base ? base + start : NULL;
}

static void lay_out_rows(row_set *rows, uint64_t length, char *base, uint64_t *cursor)
{
    uint64_t capacity = rows->capacity;
    rows->coefficients = carve(base, cursor, capacity, sizeof *rows->coefficients);
    rows->own = carve(base, cursor, capacity * length, sizeof *rows->own);
    rows->slots = carve(base, cursor, capacity, sizeof *rows->slots);
    rows->lent = carve(base, cursor, capacity, sizeof *rows->lent);
    rows->entries = carve(base, cursor, 2 * capacity * length, sizeof *rows->entries);
    rows->entry_counts = carve(base, cursor, 2 * capacity, sizeof *rows->entry_counts);
    rows->products = carve(base, cursor, capacity * capacity, sizeof *rows->products);
    rows->responses = carve(base, cursor, 2 * capacity * length, sizeof *rows->responses);
    rows->targets = carve(base, cursor, capacity, sizeof *rows->targets);
    rows->stiffness = carve(base, cursor, capacity, sizeof *rows->stiffness);
    rows->multipliers = carve(base, cursor, capacity, sizeof *rows->multipliers);
    rows->schur = carve(base, cursor, capacity * capacity, sizeof *rows->schur);
    rows->chosen = carve(base, cursor, capacity, sizeof *rows->chosen);
    rows->offered = carve(base, cursor, capacity, sizeof *rows->offered);
}

static void lay_out_attract(attract *a, uint64_t examples, uint64_t length, char *base, uint64_t *cursor)
{
    a->list = carve(base, cursor, examples, sizeof *a->list);
    a->middle = carve(base, cursor, length, sizeof *a->middle);
    a->middle_image = carve(base, cursor, length, sizeof *a->middle_image);
    a->images = carve(base, cursor, examples * length, sizeof *a->images);
    a->G = carve(base, cursor, examples * examples, sizeof *a->G);
    a->b = carve(base, cursor, examples, sizeof *a->b);
    a->weights = carve(base, cursor, examples, sizeof *a->weights);
    a->mix = carve(base, cursor, examples, sizeof *a->mix);
    a->all_G = carve(base, cursor, examples * (examples + 2), sizeof *a->all_G);
    a->scratch = carve(base, cursor, examples * (examples + 8), sizeof *a->scratch);
}

/* Points everything into `base` (NULL: only counts). Returns the bytes needed. */
static uint64_t lay_out(const vvi_puppet_view *puppet, vvi_puppet_solver *s, char *base)
{
    uint64_t cursor = sizeof *s, n = s->columns, length = 2 * (uint64_t)s->stride, matrix = n * s->stride;
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
                          &s->yield.turn,
                          &s->anderson.last_goal,
                          &s->anderson.last_residual,
                          &s->anderson.weights};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = carve(base, &cursor, length, sizeof(double));
    for (size_t i = 0; i < ANDERSON_DEPTH; i++) {
        s->anderson.residual_steps[i] = carve(base, &cursor, length, sizeof(double));
        s->anderson.goal_steps[i] = carve(base, &cursor, length, sizeof(double));
    }
    s->inertia = carve(base, &cursor, matrix, sizeof(double));
    s->inverse = carve(base, &cursor, matrix, sizeof(double));
    s->factor = carve(base, &cursor, n * n, sizeof(double));
    s->tangent = carve(base, &cursor, 4 * n * n, sizeof(double));
    s->compliance = carve(base, &cursor, 4 * n * n, sizeof(double));
    s->nonzero = carve(base, &cursor, 2 * n, sizeof *s->nonzero);
    lay_out_rows(&s->rows, length, base, &cursor);
    lay_out_attract(&s->attract, puppet->example_count, length, base, &cursor);
    s->local = carve(base, &cursor, vvi_puppet_local_bytes(puppet), 1);
    return (cursor + (VVI_ALIGNMENT - 1)) & ~(uint64_t)(VVI_ALIGNMENT - 1);
}

static vvi_puppet_solver header(const vvi_puppet_view *puppet, uint32_t row_capacity)
{
    return (vvi_puppet_solver){.columns = puppet->column_count,
                               .stride = puppet->stride,
                               .width = vvi_best_width(),
                               .rows = {.capacity = row_capacity}};
}

size_t vvi_puppet_solver_bytes(const vvi_puppet_view *puppet, uint32_t row_capacity)
{
    vvi_puppet_solver solver = header(puppet, row_capacity);
    return (size_t)lay_out(puppet, &solver, NULL);
}

vvi_puppet_solver *vvi_puppet_solver_begin(const vvi_puppet_view *puppet, uint32_t row_capacity, void *memory)
{
    vvi_puppet_solver *solver = memory;
    memset(memory, 0, vvi_puppet_solver_bytes(puppet, row_capacity));
    *solver = header(puppet, row_capacity);
    lay_out(puppet, solver, memory);
    vvi_real_apply(solver->width, solver->stride, solver->columns, puppet->elastic_matrix, puppet->rest,
                   solver->rest_image);
    return solver;
}

const double *vvi_puppet_solver_energies(const vvi_puppet_solver *solver, uint32_t *count)
{
    *count = solver->energy_count;
    return solver->energies;
}
