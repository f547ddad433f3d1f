/* Ripples that no handle is on. The energy allows small ones far from a handle, and an artist sees them as parts that
 * move with the wrong hand. A peak is cut down to the pass over which higher ground is reached (morphological
 * reconstruction, Vincent 1993), unless it stands higher above that pass than a ripple does: such peaks, at the ends of
 * thin limbs for instance, belong to the optimum. On ordinary meshes this changes weights by 1e-5 on average. */
#include "weigh_private.h"

static float *weight(const peaks *p, uint32_t vertex, uint32_t handle)
{
    return &p->weights[(size_t)vertex * p->handle_count + handle];
}

/* The handle's own vertices are above everything. */
static float height(const peaks *p, uint32_t vertex, uint32_t handle)
{
    return p->own[vertex] == handle + 1 ? 2.0f : *weight(p, vertex, handle);
}

/* ---- A heap of vertices around a region, the highest first -------------------------------------------------------- */

static bool above(const peaks *p, uint32_t a, uint32_t b, uint32_t handle)
{
    float x = height(p, a, handle), y = height(p, b, handle);
    return x > y || (x == y && a < b);
}

static void push(peaks *p, uint32_t vertex, uint32_t handle)
{
    uint32_t i = p->heap_count++;
    for (; i > 0 && above(p, vertex, p->heap[(i - 1) / 2], handle); i = (i - 1) / 2)
        p->heap[i] = p->heap[(i - 1) / 2];
    p->heap[i] = vertex;
}

static uint32_t pop(peaks *p, uint32_t handle)
{
    uint32_t top = p->heap[0], last = p->heap[--p->heap_count], i = 0;
    for (uint32_t child = 1; child < p->heap_count; child = 2 * i + 1) {
        if (child + 1 < p->heap_count && above(p, p->heap[child + 1], p->heap[child], handle))
            child++;
        if (!above(p, p->heap[child], last, handle))
            break;
        p->heap[i] = p->heap[child];
        i = child;
    }
    p->heap[i] = last;
    return top;
}

/* ---- One peak ---------------------------------------------------------------------------------------------------- */

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

/* Walks from a top, always to the highest neighbour of what was walked over, until it stands higher than it began. The
 * lowest point of the walk is the pass; what was walked over before it is the peak. A ripple is cut down to its pass.
 * Returns by how much the top fell. */
static float cut_from(peaks *p, uint32_t top, uint32_t handle)
{
    uint32_t walked = 0, peak = 0;
    float before = *weight(p, top, handle), pass = before;
    p->heap_count = 0;
    p->stamp++;
    p->mark[top] = p->stamp;
    for (uint32_t v = top;;) {
        p->region[walked++] = v;
        add_neighbours(p, v, handle);
        if (p->heap_count == 0 || pass == 0.0f) /* an island: nothing is lower than 0 */
            break;
        v = pop(p, handle);
        if (height(p, v, handle) > before)
            break;
        if (height(p, v, handle) < pass) {
            pass = height(p, v, handle);
            peak = walked;
        }
    }
    if (before - pass > p->highest)
        return 0.0f;
    for (uint32_t i = 0; i < peak; i++) {
        float *w = weight(p, p->region[i], handle);
        *w = *w > pass ? pass : *w;
        p->settled[p->region[i]] = handle + 1;
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
            p->own[p->def->held[i]] = j + 1;
        for (uint32_t i = 0; i < p->unknown_count; i++) {
            uint32_t v = p->vertices[i];
            if (!(*weight(p, v, j) > 0.0f) || p->settled[v] == j + 1 || has_higher_neighbour(p, v, j))
                continue;
            float fall = cut_from(p, v, j);
            most = fall > most ? fall : most;
        }
    }
    return most;
}
