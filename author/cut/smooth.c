/* Prettier triangles: free vertices move towards the centres of the circles around them (optimal Delaunay
 * triangulation, Chen and Xu 2004), as far as the angles allow, and edges are flipped after them. */
#include "mesher.h"

#define GOOD_ANGLE 0.71903 /* cos² of 32°: better than this need not be kept */

typedef struct spot {
    double x, y;
} spot;

/* cos² of the smallest angle of a triangle (larger is worse; 2 for one that is turned over). */
static double sharpness(spot a, spot b, spot c)
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

/* The worst angle around a vertex, were it at p. */
static double star_sharpness(const vvi_triangulation *t, uint32_t vertex, spot p)
{
    uint32_t first = t->vertices[vertex].spoke, side = first;
    double worst = 0.0;
    do {
        double here =
            sharpness(p, spot_of(t, vvi_origin(t, vvi_next(side))), spot_of(t, vvi_origin(t, vvi_previous(side))));
        worst = here > worst ? here : worst;
        side = vvi_turn(t, side);
    } while (side != first);
    return worst;
}

/* Mean of the circumcentres around a vertex, weighted by area over the square of the size wanted there. */
static spot centre_of_star(const vvi_triangulation *t, uint32_t vertex)
{
    uint32_t first = t->vertices[vertex].spoke, side = first;
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
        side = vvi_turn(t, side);
    } while (side != first);
    return (spot){p.x + sum.x / weights, p.y + sum.y / weights};
}

/* Moves the vertex to where its angles allow it: all the way, half or a quarter of it. */
static bool move(vvi_triangulation *t, uint32_t vertex)
{
    spot from = spot_of(t, vertex), to = centre_of_star(t, vertex);
    double before = star_sharpness(t, vertex, from), allowed = before > GOOD_ANGLE ? before : GOOD_ANGLE;
    for (double share = 1.0; share > 0.2; share *= 0.5) {
        vvi_grid_point p = vvi_grid_round(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
        if (vvi_same_point(p, vvi_at(t, vertex)))
            return true;
        if (star_sharpness(t, vertex, (spot){p.x, p.y}) > allowed)
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
            if (!t->vertices[v].fixed && !move(t, v))
                return false;
        if (!vvi_mesher_report(m))
            return false;
    }
    return true;
}
