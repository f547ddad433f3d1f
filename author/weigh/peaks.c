/* Removes ripples: small local maxima of a weight, away from its handle. The energy allows them, and an artist sees
 * parts that move with the wrong handle. A peak is lowered to the pass over which higher values are reached
 * (morphological reconstruction, Vincent 1993), unless it is too high above that pass to be a ripple: such peaks, at
 * the ends of thin limbs for instance, belong to the optimum. On ordinary meshes this changes weights by 1e-5 on
 * average. */
#include "weigh_private.h"

static float *weight(const peaks *p, uint32_t vertex, uint32_t handle)
{
    return &p->weights[(size_t)vertex * p->handle_count + handle];
}

/* The weight of a vertex; the vertices that the handle holds are higher than all others. */
static float height(const peaks *p, uint32_t vertex, uint32_t handle)
{
    return p->holder[vertex] == handle + 1 ? 2.0f : *weight(p, vertex, handle);
}

/* ---- A heap of the vertices around a region, highest first ----------------------------------------------------- */

static bool is_above(const peaks *p, uint32_t a, uint32_t b, uint32_t handle)
{
    float x = height(p, a, handle), y = height(p, b, handle);
    return x > y || (x == y && a < b);
}

static void push(peaks *p, uint32_t vertex, uint32_t handle)
{
    uint32_t i = p->heap_count++;
    for (; i > 0 && is_above(p, vertex, p->heap[(i - 1) / 2], handle); i = (i - 1) / 2)
        p->heap[i] = p->heap[(i - 1) / 2];
    p->heap[i] = vertex;
}

static uint32_t pop(peaks *p, uint32_t handle)
{
    uint32_t top = p->heap[0], last = p->heap[--p->heap_count], i = 0;
    for (uint32_t child = 1; child < p->heap_count; child = 2 * i + 1) {
        if (child + 1 < p->heap_count && is_above(p, p->heap[child + 1], p->heap[child], handle))
            child++;
        if (!is_above(p, p->heap[child], last, handle))
            break;
        p->heap[i] = p->heap[child];
        i = child;
    }
    p->heap[i] = last;
    return top;
}

/* ---- One peak -------------------------------------------------------------------------------------------------- */

static void add_neighbours(peaks *p, uint32_t vertex, uint32_t handle)
{
    const surface *s = p->surface;
    for (uint32_t e = s->starts[vertex]; e < s->starts[vertex + 1]; e++) {
        uint32_t u = s->columns[e];
        if (p->mark[u] == p->stamp)
            continue;
        p->mark[u] = p->stamp;
        push(p, u, handle);
    }
}

/* Grows a region from a local maximum, always by its highest neighbour, until that is higher than the maximum. The
 * lowest vertex added is the pass; those added before it are the peak. A ripple is lowered to its pass. Returns by
 * how much. */
static float cut_peak(peaks *p, uint32_t top, uint32_t handle)
{
    uint32_t walked = 0, peak = 0;
    float before = *weight(p, top, handle), pass = before;
    p->heap_count = 0;
    p->stamp++;
    p->mark[top] = p->stamp;
    for (uint32_t v = top;;) {
        p->region[walked++] = v;
        add_neighbours(p, v, handle);
        if (p->heap_count == 0 || pass == 0.0f) /* the whole piece is visited, or no pass can be lower */
            break;
        v = pop(p, handle);
        if (height(p, v, handle) > before)
            break;
        if (height(p, v, handle) < pass) {
            pass = height(p, v, handle);
            peak = walked;
        }
    }
    if (before - pass > p->ripple_height)
        return 0.0f;
    for (uint32_t i = 0; i < peak; i++) {
        float *w = weight(p, p->region[i], handle);
        *w = *w > pass ? pass : *w;
        p->cut_by[p->region[i]] = handle + 1;
    }
    return before - pass;
}

static bool has_higher_neighbour(const peaks *p, uint32_t vertex, uint32_t handle)
{
    const surface *s = p->surface;
    float w = *weight(p, vertex, handle);
    for (uint32_t e = s->starts[vertex]; e < s->starts[vertex + 1]; e++) {
        if (height(p, s->columns[e], handle) > w)
            return true;
    }
    return false;
}

float vvi_cut_peaks(peaks *p)
{
    float most = 0.0f;
    for (uint32_t j = 0; j < p->handle_count; j++) {
        for (uint32_t i = p->def->starts[j]; i < p->def->starts[j + 1]; i++)
            p->holder[p->def->held[i]] = j + 1;
        for (uint32_t i = 0; i < p->unknown_count; i++) {
            uint32_t v = p->vertices[i];
            if (!(*weight(p, v, j) > 0.0f) || p->cut_by[v] == j + 1 || has_higher_neighbour(p, v, j))
                continue;
            float fall = cut_peak(p, v, j);
            most = fall > most ? fall : most;
        }
    }
    return most;
}
