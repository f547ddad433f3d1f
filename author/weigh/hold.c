/* From handles in space to the vertices they hold. */
#include "weigh_private.h"

#define NOBODY UINT32_MAX

/* What a bone holds: all vertices in its reach, the skin around it, or the nearest vertex alone. */
typedef enum grasp { IN_REACH, FROM_AFAR, NEAREST } grasp;

typedef struct holding {
    const vv_weigh_def *mesh;
    const vv_weigh_grip *grips;
    uint32_t grip_count;
    double reach;     /* of a bone */
    bool flat;        /* all z are equal: there is no skin around a bone */
    uint32_t *owner;  /* [vertices] the point that holds it, or NOBODY */
    bool *used;       /* [vertices] a triangle has it; all true where there are no triangles */
    bool *settled;    /* [grips] a point that has its vertex */
    grasp *grasps;    /* [grips] of bones */
    uint32_t *choice; /* [grips] the nearest vertex that it may have */
    double *distance; /* [grips] squared, to that vertex */
} holding;

/* Where along a bone p lies: 0 beside its beginning, 1 beside its end. */
static double share_along(const vv_weigh_grip *grip, const double *p)
{
    double length = 0.0, t = 0.0;
    for (int k = 0; k < 3; k++) {
        double along = grip->to[k] - grip->from[k];
        length += along * along;
        t += along * (p[k] - grip->from[k]);
    }
    return length > 0.0 ? t / length : 0.0;
}

/* Squared distance from p to the segment of a grip; a point is a segment of no length. */
static double squared_distance(const vv_weigh_grip *grip, const double *p)
{
    double t = grip->bone ? share_along(grip, p) : 0.0, sum = 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    for (int k = 0; k < 3; k++) {
        double along = grip->bone ? grip->to[k] - grip->from[k] : 0.0, off = p[k] - grip->from[k] - t * along;
        sum += off * off;
    }
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

static double distance_to(const holding *h, uint32_t grip, uint32_t vertex)
{
    return squared_distance(&h->grips[grip], h->mesh->positions + 3 * (size_t)vertex);
}

/* No vertex of a point's is anybody else's. */
static bool is_free(const holding *h, uint32_t vertex) { return h->used[vertex] && h->owner[vertex] == NOBODY; }

static void choose(holding *h, uint32_t grip)
{
    h->choice[grip] = NOBODY;
    for (uint32_t v = 0; v < h->mesh->vertex_count; v++) {
        if (!is_free(h, v))
            continue;
        double distance = distance_to(h, grip, v);
        if (h->choice[grip] != NOBODY && distance >= h->distance[grip])
            continue;
        h->choice[grip] = v;
        h->distance[grip] = distance;
    }
}

static uint32_t nearest_unsettled(const holding *h)
{
    uint32_t best = NOBODY;
    for (uint32_t j = 0; j < h->grip_count; j++) {
        if (!h->grips[j].bone && !h->settled[j] && h->choice[j] != NOBODY &&
            (best == NOBODY || h->distance[j] < h->distance[best]))
            best = j;
    }
    return best;
}

/* Gives each point its nearest vertex, the nearest pair first; whoever wanted the same one looks again. */
static void settle_points(holding *h)
{
    for (uint32_t j = 0; j < h->grip_count; j++) {
        if (!h->grips[j].bone)
            choose(h, j);
    }
    for (uint32_t best = nearest_unsettled(h); best != NOBODY; best = nearest_unsettled(h)) {
        if (is_free(h, h->choice[best])) {
            h->owner[h->choice[best]] = best;
            h->settled[best] = true;
        } else {
            choose(h, best);
        }
    }
}

/* A bone inside a limb, whose skin is out of its reach, holds the skin all around: what is at most `reach` further away
 * than the nearest vertex. As far from its ends as the skin is away, the joint is left free to bend; of a short bone the
 * middle remains. A ring of vertices just there is not torn by rounding. */
static bool holds_from_afar(const holding *h, uint32_t grip, uint32_t vertex)
{
    const vv_weigh_grip *bone = &h->grips[grip];
    double x = bone->to[0] - bone->from[0], y = bone->to[1] - bone->from[1], z = bone->to[2] - bone->from[2];
    double half = 0.5 * sqrt(x * x + y * y + z * z), away = sqrt(h->distance[grip]), reach = away + h->reach;
    double room = half - away > h->reach ? half - away : h->reach;
    double t = share_along(bone, h->mesh->positions + 3 * (size_t)vertex);
    return is_free(h, vertex) && t >= 0.0 && t <= 1.0 && 2.0 * half * fabs(t - 0.5) <= room * (1.0 + 1e-9) &&
           distance_to(h, grip, vertex) <= reach * reach;
}

static bool is_beside(const holding *h, uint32_t bone, uint32_t vertex)
{
    double t = share_along(&h->grips[bone], h->mesh->positions + 3 * (size_t)vertex);
    return t >= 0.0 && t <= 1.0;
}

static grasp find_grasp(const holding *h, uint32_t bone)
{
    if (h->choice[bone] == NOBODY || h->distance[bone] <= h->reach * h->reach)
        return IN_REACH;
    bool inside = !h->flat && is_beside(h, bone, h->choice[bone]);
    for (uint32_t v = 0; v < h->mesh->vertex_count && inside; v++) {
        if (holds_from_afar(h, bone, v))
            return FROM_AFAR;
    }
    return NEAREST;
}

/* Bones may share. */
static void settle_bones(holding *h)
{
    for (uint32_t j = 0; j < h->grip_count; j++) {
        if (!h->grips[j].bone)
            continue;
        choose(h, j);
        h->grasps[j] = find_grasp(h, j);
    }
}

static bool holds(const holding *h, uint32_t grip, uint32_t vertex)
{
    if (!h->grips[grip].bone)
        return h->owner[vertex] == grip;
    if (h->grasps[grip] == NEAREST)
        return vertex == h->choice[grip];
    if (h->grasps[grip] == FROM_AFAR)
        return holds_from_afar(h, grip, vertex);
    return is_free(h, vertex) && distance_to(h, grip, vertex) <= h->reach * h->reach;
}

static void mark_used(holding *h)
{
    for (size_t i = 0; i < 3 * (size_t)h->mesh->triangle_count; i++)
        h->used[h->mesh->triangles[i]] = true;
    h->flat = true;
    for (uint32_t v = 0; v < h->mesh->vertex_count; v++) {
        h->used[v] = h->used[v] || h->mesh->triangle_count == 0;
        h->owner[v] = NOBODY;
        h->flat = h->flat && h->mesh->positions[3 * (size_t)v + 2] == h->mesh->positions[2];
    }
}

static void hold(holding *h)
{
    h->reach = 0.5 * mean_edge(h->mesh);
    mark_used(h);
    settle_points(h);
    settle_bones(h);
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
    ok = ok && (h->used = vvi_arena_take(arena, n, sizeof *h->used));
    ok = ok && (h->settled = vvi_arena_take(arena, k, sizeof *h->settled));
    ok = ok && (h->grasps = vvi_arena_take(arena, k, sizeof *h->grasps));
    ok = ok && (h->choice = vvi_arena_take(arena, k, sizeof *h->choice));
    return ok && (h->distance = vvi_arena_take(arena, k, sizeof *h->distance));
}

/* starts[], and held[] unless it is NULL. */
static vv_result list_held(const holding *h, uint32_t *starts, uint32_t *held, vv_error *error)
{
    uint32_t count = 0;
    for (uint32_t j = 0; j < h->grip_count; j++) {
        starts[j] = count;
        for (uint32_t v = 0; v < h->mesh->vertex_count; v++) {
            if (!holds(h, j, v))
                continue;
            if (held)
                held[count] = v;
            count++;
        }
        if (count == starts[j]) {
            vvi_fail(error, VV_ERROR_ARGUMENT, "handle %u finds no vertex of its own", j + 1);
            vvi_error_remedy(error, "use a finer mesh or fewer handles");
            return VV_ERROR_ARGUMENT;
        }
    }
    starts[h->grip_count] = count;
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
        result = list_held(&h, starts, held, error);
    } else {
        result = vvi_fail_memory(error, mesh->vertex_count * sizeof(double));
    }
    vvi_arena_release(&arena);
    return result;
}
