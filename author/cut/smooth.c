/* Smoothing: free vertices move towards the mean circumcentre of their triangles (optimal Delaunay triangulation, Chen
 * and Xu 2004), as far as the angles allow; then edges are flipped to stay Delaunay. */
#include "mesher.h"

#define GOOD_COSINE_SQUARED 0.71903 /* cos² of 32°: angles above that may shrink to it */

typedef struct spot {
    double x, y;
} spot;

/* cos² of the smallest angle of a triangle (larger is worse; 2 for an inverted triangle). */
static double sharpest_cosine_squared(spot a, spot b, spot c)
{
    double x[3] = {b.x - a.x, c.x - b.x, a.x - c.x}, y[3] = {b.y - a.y, c.y - b.y, a.y - c.y};
    double worst = 0.0;
    if (x[0] * y[1] - y[0] * x[1] <= 0.0)
        return 2.0;
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3;
        double dot = -(x[i] * x[j] + y[i] * y[j]);
        double product = (x[i] * x[i] + y[i] * y[i]) * (x[j] * x[j] + y[j] * y[j]);
        if (dot > 0.0 && dot * dot > worst * product)
            worst = dot * dot / product;
    }
    return worst;
}

static spot spot_of(const vvi_triangulation *t, uint32_t vertex)
{
    return (spot){t->vertices[vertex].at.x, t->vertices[vertex].at.y};
}

/* The worst triangle around a vertex if the vertex were at p. */
static double star_sharpest(const vvi_triangulation *t, uint32_t vertex, spot p)
{
    uint32_t first = t->vertices[vertex].outgoing, side = first;
    double worst = 0.0;
    do {
        double here = sharpest_cosine_squared(p, spot_of(t, vvi_origin(t, vvi_next(side))),
                                              spot_of(t, vvi_origin(t, vvi_previous(side))));
        worst = here > worst ? here : worst;
        side = vvi_next_outgoing(t, side);
    } while (side != first);
    return worst;
}

/* Mean of the circumcentres around a vertex, weighted by area over the square of the wanted edge length. */
static spot mean_circumcentre(const vvi_triangulation *t, uint32_t vertex)
{
    uint32_t first = t->vertices[vertex].outgoing, side = first;
    spot p = spot_of(t, vertex), sum = {0.0, 0.0};
    double weights = 0.0;
    do {
        uint32_t i = vvi_origin(t, vvi_next(side)), j = vvi_origin(t, vvi_previous(side));
        spot a = spot_of(t, i), b = spot_of(t, j);
        double ux = a.x - p.x, uy = a.y - p.y, vx = b.x - p.x, vy = b.y - p.y, area = ux * vy - uy * vx;
        double uu = ux * ux + uy * uy, vv = vx * vx + vy * vy;
        double size = (double)(t->vertices[vertex].size + t->vertices[i].size + t->vertices[j].size);
        double weight = area / (size * size);
        sum.x += weight * (vy * uu - uy * vv) / (2.0 * area);
        sum.y += weight * (ux * vv - vx * uu) / (2.0 * area);
        weights += weight;
        side = vvi_next_outgoing(t, side);
    } while (side != first);
    return (spot){p.x + sum.x / weights, p.y + sum.y / weights};
}

/* Moves the vertex all the way, half or a quarter of it: the furthest that its angles allow. */
static bool move_vertex(vvi_triangulation *t, uint32_t vertex)
{
    spot from = spot_of(t, vertex), to = mean_circumcentre(t, vertex);
    double before = star_sharpest(t, vertex, from),
           allowed = before > GOOD_COSINE_SQUARED ? before : GOOD_COSINE_SQUARED;
    for (double share = 1.0; share > 0.2; share *= 0.5) {
        vvi_grid_point p = vvi_grid_round(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
        if (vvi_same_point(p, vvi_at(t, vertex)))
            return true;
        if (star_sharpest(t, vertex, (spot){p.x, p.y}) > allowed)
            continue;
        t->vertices[vertex].at = p;
        return vvi_legalise_star(t, vertex);
    }
    return true;
}

bool vvi_mesher_smooth(vvi_mesher *m, uint32_t rounds)
{
    vvi_triangulation *t = &m->t;
    for (uint32_t round = 0; round < rounds; ++round) {
        for (uint32_t v = 4; v < t->vertex_count; ++v)
            if (!t->vertices[v].fixed && !move_vertex(t, v))
                return false;
        if (!vvi_mesher_report(m))
            return false;
    }
    return true;
}
