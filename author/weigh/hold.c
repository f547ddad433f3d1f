/* Finds the vertices that handles hold, from the positions of the handles. */
#include "weigh_private.h"

#define NO_ONE UINT32_MAX

/* What a bone holds: all vertices within reach, the skin around it, or only the nearest vertex. */
typedef enum bone_hold { HOLD_IN_REACH, HOLD_SKIN_AROUND, HOLD_NEAREST } bone_hold;

typedef struct hold_search {
    const vv_weigh_def *mesh;
    const vv_weigh_handle *grips;
    uint32_t grip_count;
    double reach;          /* of a bone */
    bool flat;             /* all z are equal: there is no skin around a bone */
    uint32_t *owner;       /* [vertices] the point that holds the vertex, or NO_ONE */
    bool *used;            /* [vertices] whether a triangle uses it; all true if there are no triangles */
    bool *assigned;        /* [grips] whether a point has got its vertex */
    bone_hold *bone_holds; /* [grips] of bones */
    uint32_t *choice;      /* [grips] the nearest free vertex */
    double *distance;      /* [grips] squared, to that vertex */
} hold_search;

/* The projection of p on a bone's line: 0 at its beginning, 1 at its end. */
static double project_on_bone(const vv_weigh_handle *grip, const double *p)
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
static double squared_distance(const vv_weigh_handle *grip, const double *p)
{
    double t = grip->bone ? project_on_bone(grip, p) : 0.0, sum = 0.0;
    t = vvi_clamp_double(t, 0.0, 1.0);
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

static double distance_to(const hold_search *h, uint32_t grip, uint32_t vertex)
{
    return squared_distance(&h->grips[grip], h->mesh->positions + 3 * (size_t)vertex);
}

/* Whether a handle may hold the vertex: it is part of the mesh and no point holds it. */
static bool is_free(const hold_search *h, uint32_t vertex) { return h->used[vertex] && h->owner[vertex] == NO_ONE; }

static void find_nearest_free(hold_search *h, uint32_t grip)
{
    h->choice[grip] = NO_ONE;
    for (uint32_t v = 0; v < h->mesh->vertex_count; v++) {
        if (!is_free(h, v))
            continue;
        double distance = distance_to(h, grip, v);
        if (h->choice[grip] != NO_ONE && distance >= h->distance[grip])
            continue;
        h->choice[grip] = v;
        h->distance[grip] = distance;
    }
}

static uint32_t find_nearest_unassigned(const hold_search *h)
{
    uint32_t best = NO_ONE;
    for (uint32_t j = 0; j < h->grip_count; j++) {
        if (!h->grips[j].bone && !h->assigned[j] && h->choice[j] != NO_ONE &&
            (best == NO_ONE || h->distance[j] < h->distance[best]))
            best = j;
    }
    return best;
}

/* Gives each point its nearest vertex, the nearest pair first; points whose choice was taken search again. */
static void assign_points(hold_search *h)
{
    for (uint32_t j = 0; j < h->grip_count; j++) {
        if (!h->grips[j].bone)
            find_nearest_free(h, j);
    }
    for (uint32_t best = find_nearest_unassigned(h); best != NO_ONE; best = find_nearest_unassigned(h)) {
        if (is_free(h, h->choice[best])) {
            h->owner[h->choice[best]] = best;
            h->assigned[best] = true;
        } else {
            find_nearest_free(h, best);
        }
    }
}

/* Whether a vertex belongs to the skin around a bone that has no vertex within reach: at most `reach` further away
 * than the nearest vertex, and, so that the joints stay free to bend, at least the skin's distance away from the
 * bone's ends. Of a short bone the middle remains. The tolerance keeps a ring of vertices exactly at the limit
 * together. */
static bool is_skin_around(const hold_search *h, uint32_t grip, uint32_t vertex)
{
    const vv_weigh_handle *bone = &h->grips[grip];
    double x = bone->to[0] - bone->from[0], y = bone->to[1] - bone->from[1], z = bone->to[2] - bone->from[2];
    double half = 0.5 * sqrt(x * x + y * y + z * z), skin_distance = sqrt(h->distance[grip]),
           reach = skin_distance + h->reach;
    double free_half = half - skin_distance > h->reach ? half - skin_distance : h->reach;
    double t = project_on_bone(bone, h->mesh->positions + 3 * (size_t)vertex);
    return is_free(h, vertex) && t >= 0.0 && t <= 1.0 && 2.0 * half * fabs(t - 0.5) <= free_half * (1.0 + 1e-9) &&
           distance_to(h, grip, vertex) <= reach * reach;
}

static bool is_beside(const hold_search *h, uint32_t bone, uint32_t vertex)
{
    double t = project_on_bone(&h->grips[bone], h->mesh->positions + 3 * (size_t)vertex);
    return t >= 0.0 && t <= 1.0;
}

static bone_hold choose_bone_hold(const hold_search *h, uint32_t bone)
{
    if (h->choice[bone] == NO_ONE || h->distance[bone] <= h->reach * h->reach)
        return HOLD_IN_REACH;
    bool inside = !h->flat && is_beside(h, bone, h->choice[bone]);
    for (uint32_t v = 0; v < h->mesh->vertex_count && inside; v++) {
        if (is_skin_around(h, bone, v))
            return HOLD_SKIN_AROUND;
    }
    return HOLD_NEAREST;
}

/* Unlike points, bones may share vertices. */
static void assign_bones(hold_search *h)
{
    for (uint32_t j = 0; j < h->grip_count; j++) {
        if (!h->grips[j].bone)
            continue;
        find_nearest_free(h, j);
        h->bone_holds[j] = choose_bone_hold(h, j);
    }
}

static bool is_held_by(const hold_search *h, uint32_t grip, uint32_t vertex)
{
    if (!h->grips[grip].bone)
        return h->owner[vertex] == grip;
    if (h->bone_holds[grip] == HOLD_NEAREST)
        return vertex == h->choice[grip];
    if (h->bone_holds[grip] == HOLD_SKIN_AROUND)
        return is_skin_around(h, grip, vertex);
    return is_free(h, vertex) && distance_to(h, grip, vertex) <= h->reach * h->reach;
}

static void mark_used(hold_search *h)
{
    for (size_t i = 0; i < 3 * (size_t)h->mesh->triangle_count; i++)
        h->used[h->mesh->triangles[i]] = true;
    h->flat = true;
    for (uint32_t v = 0; v < h->mesh->vertex_count; v++) {
        h->used[v] = h->used[v] || h->mesh->triangle_count == 0;
        h->owner[v] = NO_ONE;
        h->flat = h->flat && h->mesh->positions[3 * (size_t)v + 2] == h->mesh->positions[2];
    }
}

static void assign_vertices(hold_search *h)
{
    h->reach = 0.5 * mean_edge(h->mesh);
    mark_used(h);
    assign_points(h);
    assign_bones(h);
}

static vv_result check_grips(const hold_search *h, vv_error *error)
{
    for (uint32_t j = 0; j < h->grip_count; j++) {
        for (int k = 0; k < 3; k++) {
            if (!(fabs(h->grips[j].from[k]) <= VV_WEIGH_MAX_COORDINATE) ||
                !(fabs(h->grips[j].to[k]) <= VV_WEIGH_MAX_COORDINATE))
                return vvi_fail(error, VV_ERROR_ARGUMENT, "the position of handle %u is not finite", j + 1);
        }
    }
    return VV_OK;
}

static bool allocate_search(hold_search *h, vvi_arena *arena)
{
    uint32_t n = h->mesh->vertex_count, k = h->grip_count;
    bool ok = (h->owner = vvi_arena_allocate(arena, n, sizeof *h->owner));
    ok = ok && (h->used = vvi_arena_allocate(arena, n, sizeof *h->used));
    ok = ok && (h->assigned = vvi_arena_allocate(arena, k, sizeof *h->assigned));
    ok = ok && (h->bone_holds = vvi_arena_allocate(arena, k, sizeof *h->bone_holds));
    ok = ok && (h->choice = vvi_arena_allocate(arena, k, sizeof *h->choice));
    return ok && (h->distance = vvi_arena_allocate(arena, k, sizeof *h->distance));
}

/* Fills starts[], and held[] unless it is NULL. */
static vv_result list_held(const hold_search *h, uint32_t *starts, uint32_t *held, vv_error *error)
{
    uint32_t count = 0;
    for (uint32_t j = 0; j < h->grip_count; j++) {
        starts[j] = count;
        for (uint32_t v = 0; v < h->mesh->vertex_count; v++) {
            if (!is_held_by(h, j, v))
                continue;
            if (held)
                held[count] = v;
            count++;
        }
        if (count == starts[j]) {
            vvi_fail(error, VV_ERROR_ARGUMENT, "no vertex is left for handle %u to hold", j + 1);
            vvi_error_remedy(error, "use a finer mesh or fewer handles");
            return VV_ERROR_ARGUMENT;
        }
    }
    starts[h->grip_count] = count;
    return VV_OK;
}

vv_result vv_weigh_find_held_vertices(const vv_weigh_def *mesh, uint32_t grip_count, const vv_weigh_handle *grips,
                                      const vv_allocator *allocator, uint32_t *starts, uint32_t *held, vv_error *error)
{
    vvi_arena arena = {.allocator = allocator};
    hold_search h = {.mesh = mesh, .grips = grips, .grip_count = grip_count};
    vv_result result = vvi_weigh_check_mesh(mesh, error);
    if (result == VV_OK)
        result = check_grips(&h, error);
    if (result != VV_OK)
        return result;
    if (allocate_search(&h, &arena)) {
        assign_vertices(&h);
        result = list_held(&h, starts, held, error);
    } else {
        result = vvi_fail_memory(error, mesh->vertex_count * sizeof(double));
    }
    vvi_arena_release(&arena);
    return result;
}
