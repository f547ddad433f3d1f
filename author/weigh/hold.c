/* From handles in space to the vertices they hold. */
#include "weigh_private.h"

#include <string.h>

#define NOBODY UINT32_MAX

typedef struct holding {
    const vv_weigh_def *mesh;
    const vv_weigh_grip *grips;
    uint32_t grip_count;
    uint32_t *owner;   /* [vertices] the grip that holds it, or NOBODY */
    double *distance;  /* [vertices] squared, to its owner */
    uint32_t *held_by; /* [grips] how many vertices each holds */
    bool *used;        /* [vertices] a triangle has it; all true where there are no triangles */
    bool *settled;     /* [grips] during `settle` */
    uint32_t *choice;  /* [grips] the vertex it would take */
    double *reach;     /* [grips] squared, to that vertex */
} holding;

/* Squared distance from p to the segment of a grip; a point is a segment of no length. */
static double squared_distance(const vv_weigh_grip *grip, const double *p)
{
    double along[3], to[3], length = 0.0, t = 0.0, sum = 0.0;
    for (int k = 0; k < 3; k++) {
        along[k] = grip->bone ? grip->to[k] - grip->from[k] : 0.0;
        to[k] = p[k] - grip->from[k];
        length += along[k] * along[k];
        t += along[k] * to[k];
    }
    t = length > 0.0 ? t / length : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    for (int k = 0; k < 3; k++)
        sum += (to[k] - t * along[k]) * (to[k] - t * along[k]);
    return sum;
}

static double mean_edge(const vv_weigh_def *mesh)
{
    double sum = 0.0;
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
        const double *a = mesh->positions + 3 * (size_t)mesh->triangles[i];
        const double *b = mesh->positions + 3 * (size_t)mesh->triangles[i % 3 == 2 ? i - 2 : i + 1];
        double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
        sum += sqrt(x * x + y * y + z * z);
    }
    return mesh->triangle_count ? sum / (3.0 * mesh->triangle_count) : 0.0;
}

static void take(holding *h, uint32_t vertex, uint32_t grip, double distance)
{
    if (h->owner[vertex] != NOBODY)
        h->held_by[h->owner[vertex]]--;
    h->owner[vertex] = grip;
    h->distance[vertex] = distance;
    h->held_by[grip]++;
}

/* A vertex may be taken if it is free, or if the bone that has it has another. */
static bool may_take(const holding *h, uint32_t vertex)
{
    uint32_t owner = h->owner[vertex];
    return h->used[vertex] && (owner == NOBODY || (h->grips[owner].bone && h->held_by[owner] > 1));
}

static void choose(holding *h, uint32_t grip)
{
    h->choice[grip] = NOBODY;
    for (uint32_t v = 0; v < h->mesh->vertex_count; v++) {
        if (!may_take(h, v))
            continue;
        double distance = squared_distance(&h->grips[grip], h->mesh->positions + 3 * (size_t)v);
        if (h->choice[grip] != NOBODY && distance >= h->reach[grip])
            continue;
        h->choice[grip] = v;
        h->reach[grip] = distance;
    }
}

static uint32_t nearest_unsettled(const holding *h)
{
    uint32_t best = NOBODY;
    for (uint32_t j = 0; j < h->grip_count; j++) {
        if (!h->settled[j] && h->choice[j] != NOBODY && (best == NOBODY || h->reach[j] < h->reach[best]))
            best = j;
    }
    return best;
}

/* Gives each unsettled grip its nearest vertex, the nearest pair first; whoever wanted the same one looks again. */
static void settle(holding *h)
{
    for (uint32_t j = 0; j < h->grip_count; j++) {
        if (!h->settled[j])
            choose(h, j);
    }
    for (uint32_t best = nearest_unsettled(h); best != NOBODY; best = nearest_unsettled(h)) {
        if (may_take(h, h->choice[best])) {
            take(h, h->choice[best], best, h->reach[best]);
            h->settled[best] = true;
        } else {
            choose(h, best);
        }
    }
}

/* Every vertex within half a mean edge of a bone that no point holds goes to the nearest bone, the first of equals. */
static void spread_bones(holding *h)
{
    double reach = 0.5 * mean_edge(h->mesh);
    for (uint32_t j = 0; j < h->grip_count; j++) {
        if (!h->grips[j].bone)
            continue;
        for (uint32_t v = 0; v < h->mesh->vertex_count; v++) {
            uint32_t owner = h->owner[v];
            if (!h->used[v] || (owner != NOBODY && !h->grips[owner].bone))
                continue;
            double distance = squared_distance(&h->grips[j], h->mesh->positions + 3 * (size_t)v);
            if (distance <= reach * reach && (owner == NOBODY || distance < h->distance[v]))
                take(h, v, j, distance);
        }
    }
}

static void mark_used(holding *h)
{
    for (size_t i = 0; i < 3 * (size_t)h->mesh->triangle_count; i++)
        h->used[h->mesh->triangles[i]] = true;
    for (uint32_t v = 0; v < h->mesh->vertex_count; v++) {
        h->used[v] = h->used[v] || h->mesh->triangle_count == 0;
        h->owner[v] = NOBODY;
    }
}

static void hold(holding *h)
{
    mark_used(h);
    for (uint32_t j = 0; j < h->grip_count; j++)
        h->settled[j] = h->grips[j].bone;
    settle(h);
    spread_bones(h);
    for (uint32_t j = 0; j < h->grip_count; j++)
        h->settled[j] = h->held_by[j] > 0;
    settle(h);
}

static vv_result check_grips(const holding *h, vv_error *error)
{
    for (uint32_t j = 0; j < h->grip_count; j++) {
        for (int k = 0; k < 3; k++) {
            if (!(fabs(h->grips[j].from[k]) <= VV_WEIGH_FARTHEST) || !(fabs(h->grips[j].to[k]) <= VV_WEIGH_FARTHEST))
                return vvi_fail(error, VV_ERROR_ARGUMENT, "handle %u is not at a finite place", j + 1);
        }
    }
    return VV_OK;
}

static bool take_holding(holding *h, vvi_arena *arena)
{
    uint32_t n = h->mesh->vertex_count, k = h->grip_count;
    bool ok = (h->owner = vvi_arena_take(arena, n, sizeof *h->owner));
    ok = ok && (h->distance = vvi_arena_take(arena, n, sizeof *h->distance));
    ok = ok && (h->used = vvi_arena_take(arena, n, sizeof *h->used));
    ok = ok && (h->held_by = vvi_arena_take(arena, k, sizeof *h->held_by));
    ok = ok && (h->settled = vvi_arena_take(arena, k, sizeof *h->settled));
    ok = ok && (h->choice = vvi_arena_take(arena, k, sizeof *h->choice));
    return ok && (h->reach = vvi_arena_take(arena, k, sizeof *h->reach));
}

/* starts[] and held[] from who owns what. Both are counted in held_by. */
static vv_result list_held(const holding *h, uint32_t *starts, uint32_t *held, vv_error *error)
{
    for (uint32_t j = 0; j < h->grip_count; j++) {
        if (h->held_by[j] == 0) {
            vvi_fail(error, VV_ERROR_ARGUMENT, "handle %u finds no vertex of its own", j + 1);
            vvi_error_remedy(error, "use a finer mesh or fewer handles");
            return VV_ERROR_ARGUMENT;
        }
        starts[j + 1] = starts[j] + h->held_by[j];
    }
    for (uint32_t v = 0; v < h->mesh->vertex_count; v++) {
        if (h->owner[v] != NOBODY)
            held[starts[h->owner[v]]++] = v;
    }
    for (uint32_t j = h->grip_count; j > 0; j--)
        starts[j] = starts[j - 1];
    starts[0] = 0;
    return VV_OK;
}

vv_result vv_weigh_hold(const vv_weigh_def *mesh, uint32_t grip_count, const vv_weigh_grip *grips,
                        const vv_allocator *allocator, uint32_t *starts, uint32_t *held, vv_error *error)
{
    vvi_arena arena = {.allocator = allocator};
    holding h = {.mesh = mesh, .grips = grips, .grip_count = grip_count};
    vv_result result = vvi_weigh_check_mesh(mesh, error);
    if (result == VV_OK)
        result = check_grips(&h, error);
    if (result != VV_OK)
        return result;
    if (take_holding(&h, &arena)) {
        hold(&h);
        memset(starts, 0, ((size_t)grip_count + 1) * sizeof *starts);
        result = list_held(&h, starts, held, error);
    } else {
        result = vvi_fail_memory(error, mesh->vertex_count * sizeof(double));
    }
    vvi_arena_release(&arena);
    return result;
}
