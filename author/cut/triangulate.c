/* Incremental Delaunay triangulation: walks to a point, inserts it and flips edges (Lawson 1977). */
#include "triangulate.h"

/* ---- Building blocks ------------------------------------------------------------------------------------------- */

static bool reserve(vvi_triangulation *t, uint32_t vertices, uint32_t triangles)
{
    return vvi_grow(t->allocator, (void **)&t->vertices, &t->vertex_capacity, (size_t)t->vertex_count + vertices,
                    sizeof *t->vertices) &&
           vvi_grow(t->allocator, (void **)&t->triangles, &t->triangle_capacity, (size_t)t->triangle_count + triangles,
                    sizeof *t->triangles);
}

static uint32_t add_vertex(vvi_triangulation *t, vvi_grid_point p)
{
    t->vertices[t->vertex_count] = (vvi_vertex){.at = p, .outgoing = VV_NONE, .ends = {VV_NONE, VV_NONE}};
    return t->vertex_count++;
}

static void set_triangle(vvi_triangulation *t, uint32_t triangle, uint32_t a, uint32_t b, uint32_t c, bool inside)
{
    t->triangles[triangle] = (vvi_triangle){{a, b, c}, {VV_NONE, VV_NONE, VV_NONE}, {0, 0, 0}, inside, 0};
    t->vertices[a].outgoing = 4 * triangle;
    t->vertices[b].outgoing = 4 * triangle + 1;
    t->vertices[c].outgoing = 4 * triangle + 2;
}

/* The far side of an edge and its kind, remembered while the near triangle is rebuilt. */
typedef struct rim {
    uint32_t twin;
    uint8_t kind;
} rim;

static rim neighbour_across(const vvi_triangulation *t, uint32_t side)
{
    return (rim){vvi_twin(t, side), vvi_kind(t, side)};
}

static void join(vvi_triangulation *t, uint32_t side, rim with)
{
    t->triangles[side >> 2].twin[side & 3] = with.twin;
    t->triangles[side >> 2].kind[side & 3] = with.kind;
    if (with.twin != VV_NONE) {
        t->triangles[with.twin >> 2].twin[with.twin & 3] = side;
        t->triangles[with.twin >> 2].kind[with.twin & 3] = with.kind;
    }
}

bool vvi_triangulation_create(vvi_grid_point low, vvi_grid_point high, const vv_allocator *allocator,
                              vvi_triangulation *out)
{
    *out = (vvi_triangulation){.allocator = allocator, .random_state = 1};
    if (!reserve(out, 4, 2))
        return false;
    add_vertex(out, low);
    add_vertex(out, (vvi_grid_point){high.x, low.y});
    add_vertex(out, high);
    add_vertex(out, (vvi_grid_point){low.x, high.y});
    out->triangle_count = 2;
    set_triangle(out, 0, 0, 1, 2, false);
    set_triangle(out, 1, 2, 3, 0, false);
    join(out, 2, (rim){4 * 1 + 2, 0});
    return true;
}

void vvi_triangulation_destroy(vvi_triangulation *t)
{
    vvi_release(t->allocator, t->vertices, t->vertex_capacity, sizeof *t->vertices);
    vvi_release(t->allocator, t->triangles, t->triangle_capacity, sizeof *t->triangles);
    vvi_release(t->allocator, t->pairs, t->pair_capacity, sizeof *t->pairs);
    vvi_release(t->allocator, t->cavity, t->cavity_capacity, sizeof *t->cavity);
    *t = (vvi_triangulation){.allocator = t->allocator};
}

uint32_t vvi_find_side(const vvi_triangulation *t, uint32_t from, uint32_t to)
{
    uint32_t first = t->vertices[from].outgoing, side = first;
    do {
        if (vvi_origin(t, vvi_next(side)) == to)
            return side;
        side = vvi_next_outgoing(t, side);
    } while (side != VV_NONE && side != first);
    if (side == first)
        return VV_NONE;
    /* At a corner of the box the fan is open, so search it clockwise as well. */
    for (side = first; vvi_twin(t, side) != VV_NONE;) {
        side = vvi_next(vvi_twin(t, side));
        if (vvi_origin(t, vvi_next(side)) == to)
            return side;
    }
    return VV_NONE;
}

uint32_t vvi_flip(vvi_triangulation *t, uint32_t side)
{
    uint32_t other = vvi_twin(t, side), near = side >> 2, far = other >> 2;
    uint32_t a = vvi_origin(t, side), b = vvi_origin(t, other);
    uint32_t c = vvi_origin(t, vvi_previous(side)), d = vvi_origin(t, vvi_previous(other));
    rim bc = neighbour_across(t, vvi_next(side)), ca = neighbour_across(t, vvi_previous(side));
    rim ad = neighbour_across(t, vvi_next(other)), db = neighbour_across(t, vvi_previous(other));
    bool inside = t->triangles[near].inside;
    set_triangle(t, near, c, a, d, inside);
    set_triangle(t, far, d, b, c, inside);
    join(t, 4 * near, ca);
    join(t, 4 * near + 1, ad);
    join(t, 4 * far, db);
    join(t, 4 * far + 1, bc);
    join(t, 4 * near + 2, (rim){4 * far + 2, 0});
    return 4 * near + 2;
}

static bool is_illegal(const vvi_triangulation *t, uint32_t side)
{
    uint32_t twin = vvi_twin(t, side);
    if (twin == VV_NONE || vvi_kind(t, side))
        return false;
    const uint32_t *corner = t->triangles[side >> 2].corner;
    return vvi_in_circle(vvi_at(t, corner[0]), vvi_at(t, corner[1]), vvi_at(t, corner[2]),
                         vvi_at(t, vvi_origin(t, vvi_previous(twin))));
}

/* Flips only add vertices to the polygon around the new vertex, so the walk round it comes back to where it started. */
void vvi_legalise(vvi_triangulation *t, uint32_t rim_side)
{
    uint32_t first = vvi_origin(t, rim_side), side = rim_side;
    for (;;) {
        if (is_illegal(t, side)) {
            vvi_flip(t, side);
            side = (side & ~3u) + 1;
        } else if (vvi_origin(t, vvi_next(side)) == first) {
            return;
        } else {
            side = vvi_next(vvi_twin(t, vvi_next(side)));
        }
    }
}

/* ---- Locating -------------------------------------------------------------------------------------------------- */

/* Tells whether p, which is in the triangle, lies on a corner or a side of it. */
static vvi_location locate_in_triangle(const vvi_triangulation *t, uint32_t triangle, vvi_grid_point p)
{
    for (uint32_t i = 0; i < 3; ++i)
        if (vvi_same_point(vvi_at(t, t->triangles[triangle].corner[i]), p))
            return (vvi_location){4 * triangle + i, false, true};
    for (uint32_t i = 0; i < 3; ++i) {
        uint32_t side = 4 * triangle + i;
        if (vvi_orient(vvi_at(t, vvi_origin(t, side)), vvi_at(t, vvi_origin(t, vvi_next(side))), p) == 0)
            return (vvi_location){side, true, false};
    }
    return (vvi_location){4 * triangle, false, false};
}

/* A side of the triangle other than `from` that has p strictly beyond it; VV_NONE if there is none. */
static uint32_t find_side_facing(vvi_triangulation *t, uint32_t triangle, uint32_t from, vvi_grid_point p)
{
    t->random_state = t->random_state * 1664525u + 1013904223u;
    uint32_t i = (t->random_state >> 16) % 3;
    for (uint32_t k = 0; k < 3; ++k, i = i == 2 ? 0 : i + 1) {
        uint32_t side = 4 * triangle + i;
        if (side != from && vvi_orient(vvi_at(t, vvi_origin(t, side)), vvi_at(t, vvi_origin(t, vvi_next(side))), p) < 0)
            return side;
    }
    return VV_NONE;
}

/* In a constrained triangulation a walk may run in circles; trying the sides in random order prevents that. */
vvi_location vvi_locate(vvi_triangulation *t, vvi_grid_point p, uint32_t hint, bool stop, bool *blocked)
{
    uint32_t triangle = hint >> 2, from = VV_NONE;
    if (blocked)
        *blocked = false;
    for (;;) {
        uint32_t side = find_side_facing(t, triangle, from, p);
        if (side == VV_NONE)
            return locate_in_triangle(t, triangle, p);
        if (stop && vvi_kind(t, side)) {
            *blocked = true;
            return (vvi_location){side, true, false};
        }
        from = vvi_twin(t, side);
        VV_ASSERT(from != VV_NONE);
        triangle = from >> 2;
    }
}

static bool push_cavity(vvi_triangulation *t, uint32_t triangle)
{
    if (!vvi_grow(t->allocator, (void **)&t->cavity, &t->cavity_capacity, (size_t)t->cavity_count + 1,
                  sizeof *t->cavity))
        return false;
    t->triangles[triangle].mark = t->marks;
    t->cavity[t->cavity_count++] = triangle;
    return true;
}

bool vvi_find_cavity(vvi_triangulation *t, vvi_grid_point p, uint32_t side)
{
    t->marks++;
    t->cavity_count = 0;
    if (!push_cavity(t, side >> 2))
        return false;
    for (uint32_t read = 0; read < t->cavity_count; ++read)
        for (uint32_t i = 0; i < 3; ++i) {
            const vvi_triangle *here = &t->triangles[t->cavity[read]];
            uint32_t next = here->twin[i] >> 2;
            if (here->twin[i] == VV_NONE || here->kind[i] || t->triangles[next].mark == t->marks)
                continue;
            const uint32_t *corner = t->triangles[next].corner;
            if (vvi_in_circle(vvi_at(t, corner[0]), vvi_at(t, corner[1]), vvi_at(t, corner[2]), p) &&
                !push_cavity(t, next))
                return false;
        }
    return true;
}

/* ---- Inserting ------------------------------------------------------------------------------------------------- */

/* Splits the triangle into three. */
static uint32_t insert_inside(vvi_triangulation *t, uint32_t triangle, vvi_grid_point p)
{
    uint32_t a = t->triangles[triangle].corner[0], b = t->triangles[triangle].corner[1];
    uint32_t c = t->triangles[triangle].corner[2];
    rim ab = neighbour_across(t, 4 * triangle), bc = neighbour_across(t, 4 * triangle + 1),
        ca = neighbour_across(t, 4 * triangle + 2);
    bool inside = t->triangles[triangle].inside;
    uint32_t v = add_vertex(t, p), second = t->triangle_count++, third = t->triangle_count++;
    set_triangle(t, triangle, a, b, v, inside);
    set_triangle(t, second, b, c, v, inside);
    set_triangle(t, third, c, a, v, inside);
    join(t, 4 * triangle, ab);
    join(t, 4 * second, bc);
    join(t, 4 * third, ca);
    join(t, 4 * triangle + 1, (rim){4 * second + 2, 0});
    join(t, 4 * second + 1, (rim){4 * third + 2, 0});
    join(t, 4 * third + 1, (rim){4 * triangle + 2, 0});
    vvi_legalise(t, 4 * triangle);
    return v;
}

/* Splits the two triangles of the edge into four; both halves of the edge keep its kind. */
static uint32_t insert_on_edge(vvi_triangulation *t, uint32_t side, vvi_grid_point p)
{
    uint32_t other = vvi_twin(t, side), near = side >> 2, far = other >> 2;
    uint32_t a = vvi_origin(t, side), b = vvi_origin(t, other);
    uint32_t c = vvi_origin(t, vvi_previous(side)), d = vvi_origin(t, vvi_previous(other));
    rim bc = neighbour_across(t, vvi_next(side)), ca = neighbour_across(t, vvi_previous(side));
    rim ad = neighbour_across(t, vvi_next(other)), db = neighbour_across(t, vvi_previous(other));
    uint8_t kind = vvi_kind(t, side);
    bool left = t->triangles[near].inside, right = t->triangles[far].inside;
    uint32_t v = add_vertex(t, p), near2 = t->triangle_count++, far2 = t->triangle_count++;
    set_triangle(t, near, c, a, v, left);
    set_triangle(t, near2, b, c, v, left);
    set_triangle(t, far, d, b, v, right);
    set_triangle(t, far2, a, d, v, right);
    join(t, 4 * near, ca);
    join(t, 4 * near2, bc);
    join(t, 4 * far, db);
    join(t, 4 * far2, ad);
    join(t, 4 * near + 1, (rim){4 * far2 + 2, kind});
    join(t, 4 * far2 + 1, (rim){4 * far + 2, 0});
    join(t, 4 * far + 1, (rim){4 * near2 + 2, kind});
    join(t, 4 * near2 + 1, (rim){4 * near + 2, 0});
    vvi_legalise(t, 4 * near);
    return v;
}

bool vvi_insert(vvi_triangulation *t, vvi_grid_point p, vvi_location location, uint32_t *vertex)
{
    if (location.on_vertex) {
        *vertex = vvi_origin(t, location.side);
        return true;
    }
    if (!reserve(t, 1, 2))
        return false;
    *vertex = location.on_edge ? insert_on_edge(t, location.side, p) : insert_inside(t, location.side >> 2, p);
    return true;
}

bool vvi_split(vvi_triangulation *t, uint32_t side, vvi_grid_point p, uint32_t *vertex)
{
    uint32_t other = vvi_twin(t, side);
    vvi_grid_point a = vvi_at(t, vvi_origin(t, side)), b = vvi_at(t, vvi_origin(t, other));
    vvi_grid_point c = vvi_at(t, vvi_origin(t, vvi_previous(side)));
    vvi_grid_point d = vvi_at(t, vvi_origin(t, vvi_previous(other)));
    *vertex = VV_NONE;
    if (vvi_orient(a, p, c) <= 0 || vvi_orient(p, b, c) <= 0 || vvi_orient(p, a, d) <= 0 || vvi_orient(b, p, d) <= 0)
        return true;
    if (!reserve(t, 1, 2))
        return false;
    *vertex = insert_on_edge(t, side, p);
    return true;
}
