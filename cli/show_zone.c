/* Drawing zones: water is a translucent body with a surface that ripples, wind and forces are short strokes that drift
 * along them. Nothing of this competes with the actors: all of it is pale and slow. */
#include "cli/show_zone.h"

#include "runtime/base/base.h"

#include <math.h>
#include <string.h>

static const vv_color water = {0x76, 0xBE, 0xD0, 0x78}; /* behind the actors */
static const vv_color surface = {0x4C, 0x9B, 0xB1, 0xFF};
static const vv_color glint = {0xE9, 0xF3, 0xEE, 0xFF};
static const vv_color breeze = {0x5E, 0x86, 0x9C, 0x90}; /* strokes of wind */
static const vv_color thrust = {0x6B, 0x3E, 0x75, 0x80}; /* of forces */

enum { EDGE_POINTS = 60, PLANE_POINTS = 240, MOST_POINTS = VV_ZONE_MAX_POINTS * EDGE_POINTS, STROKE_PARTS = 6 };

typedef struct drawn_zone {
    const vv_project_zone *zone;
    vv_zone_def def; /* as it is now */
    double time;     /* seconds shown */
    uint32_t count;
    vv_vec2 outline[VV_ZONE_MAX_POINTS]; /* [count] on the stage, counter-clockwise */
} drawn_zone;

/* ---- Outlines ---------------------------------------------------------------------------------------------------- */

static float area_of(uint32_t count, const vv_vec2 *points)
{
    float area = 0.0f;
    for (uint32_t i = 0, j = count - 1; i < count; j = i++)
        area += vv_vec2_cross(points[j], points[i]);
    return area;
}

static void reverse(uint32_t count, vv_vec2 *points)
{
    for (uint32_t i = 0, j = count - 1; i < j; i++, j--) {
        vv_vec2 point = points[i];
        points[i] = points[j];
        points[j] = point;
    }
}

/* The part of the stage that the picture shows, with something around it. */
static void view_corners(const show_stage *s, vv_camera camera, float around, vv_vec2 corners[4])
{
    float x = 0.5f * (float)s->def.width / camera.pixels_per_metre + around;
    float y = 0.5f * (float)s->def.height / camera.pixels_per_metre + around;
    corners[0] = (vv_vec2){camera.centre.x - x, camera.centre.y - y};
    corners[1] = (vv_vec2){camera.centre.x + x, camera.centre.y - y};
    corners[2] = (vv_vec2){camera.centre.x + x, camera.centre.y + y};
    corners[3] = (vv_vec2){camera.centre.x - x, camera.centre.y + y};
}

/* A half-plane as far as the picture shows it: its border first, from right to left. */
static void outline_plane(const show_stage *s, vv_camera camera, vv_vec2 a, vv_vec2 b, drawn_zone *out)
{
    vv_vec2 along = vv_vec2_scale(vv_vec2_sub(b, a), 1.0f / vvi_max(vv_vec2_distance(a, b), 1e-9f));
    vv_vec2 into = {along.y, -along.x};
    float reach = (float)(s->def.width + s->def.height) / camera.pixels_per_metre;
    vv_vec2 middle = vv_vec2_add(a, vv_vec2_scale(along, vv_vec2_dot(vv_vec2_sub(camera.centre, a), along)));
    vv_vec2 deep = vv_vec2_scale(into, reach + fabsf(vv_vec2_dot(vv_vec2_sub(camera.centre, middle), into)));
    vv_vec2 left = vv_vec2_sub(middle, vv_vec2_scale(along, reach)),
            right = vv_vec2_add(middle, vv_vec2_scale(along, reach));
    out->count = 4;
    out->outline[0] = right;
    out->outline[1] = left;
    out->outline[2] = vv_vec2_add(left, deep);
    out->outline[3] = vv_vec2_add(right, deep);
}

/* False where it is not to be drawn. */
static bool place_zone(const show_stage *s, vv_camera camera, uint32_t index, drawn_zone *out)
{
    *out = (drawn_zone){.zone = &s->scene->stage.zones[index]};
    if (!vv_performance_zone(s->performance, index, &out->def) || !out->zone->visible)
        return false;
    out->time = vv_stage_time(vv_performance_stage(s->performance));
    vv_affine frame = {vv_mat2_rotation(out->def.angle), out->def.position};
    const vv_vec2 *points = out->def.points;
    out->count = out->def.point_count;
    for (uint32_t i = 0; i < out->count; i++)
        out->outline[i] = vv_affine_apply(frame, points[i]);
    if (out->count == 2)
        outline_plane(s, camera, out->outline[0], out->outline[1], out);
    if (out->count == 0) {
        out->count = 4;
        view_corners(s, camera, 1.0f, out->outline);
    }
    if (area_of(out->count, out->outline) < 0.0f)
        reverse(out->count, out->outline);
    return true;
}

static bool is_in_polygon(uint32_t count, const vv_vec2 *points, vv_vec2 p)
{
    bool inside = false;
    for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
        vv_vec2 a = points[i], b = points[j];
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x))
            inside = !inside;
    }
    return inside;
}

static bool is_inside(const drawn_zone *z, vv_vec2 p) { return is_in_polygon(z->count, z->outline, p); }

/* ---- Water ------------------------------------------------------------------------------------------------------- */

/* Whether an edge of the outline is its surface: it faces up, against gravity. */
static bool is_surface(const show_stage *s, const drawn_zone *z, uint32_t edge)
{
    vv_vec2 gravity = vv_stage_gravity(vv_performance_stage(s->performance));
    vv_vec2 along = vv_vec2_sub(z->outline[(edge + 1) % z->count], z->outline[edge]), out = {along.y, -along.x};
    float fall = vv_vec2_length(gravity), length = vv_vec2_length(out);
    return fall > 0.0f && length > 0.0f && vv_vec2_dot(out, gravity) < -0.7f * fall * length;
}

/* How far the surface is out of its line, in pixels of a picture 480 high: two ripples that run against each other. */
static float ripple(double x, double t)
{
    return (float)(1.5 * sin(0.055 * x - 2.1 * t) + 1.0 * sin(0.031 * x + 1.4 * t));
}

/* The points of an edge from its beginning up to its end, without that; those of a surface ripple, less near its
 * ends. The phase goes by the place on the stage, so that the water stands where the camera moves. */
static uint32_t trace_edge(const show_stage *s, vv_camera camera, const drawn_zone *z, uint32_t edge, vv_vec2 *points)
{
    vv_vec2 a = z->outline[edge], b = z->outline[(edge + 1) % z->count];
    points[0] = a;
    if (!is_surface(s, z, edge))
        return 1;
    float unit = (float)s->def.height / (480.0f * camera.pixels_per_metre), length = vv_vec2_distance(a, b);
    vv_vec2 along = vv_vec2_scale(vv_vec2_sub(b, a), 1.0f / length), out = {along.y, -along.x};
    float most = z->def.point_count == 2 ? PLANE_POINTS : EDGE_POINTS;
    uint32_t parts = (uint32_t)vvi_clamp(length / (10.0f * unit), 1.0f, most);
    for (uint32_t i = 1; i < parts; i++) {
        float u = (float)i / (float)parts, near = vvi_min(u, 1.0f - u) * length / (24.0f * unit);
        vv_vec2 p = vv_vec2_lerp(a, b, u);
        float high = ripple((double)((p.x * along.x + p.y * along.y) / unit), z->time) * vvi_min(near, 1.0f) * unit;
        points[i] = vv_vec2_add(p, vv_vec2_scale(out, high));
    }
    return parts;
}

static vv_color own_colour(const drawn_zone *z, vv_color usual)
{
    if (z->zone->coloured)
        memcpy(&usual, z->zone->colour, 4);
    return usual;
}

static void fill_water(const show_stage *s, vv_camera camera, const drawn_zone *z, float opacity)
{
    vv_vec2 points[MOST_POINTS];
    vv_color color = own_colour(z, water);
    uint32_t count = 0;
    for (uint32_t e = 0; e < z->count; e++)
        count += trace_edge(s, camera, z, e, points + count);
    color.a = (uint8_t)((float)color.a * opacity);
    vv_draw_polygon(s->canvas, camera, count, points, color);
}

static void draw_surface(const show_stage *s, vv_camera camera, const drawn_zone *z)
{
    float width = vvi_max(1.5f, 0.006f * (float)s->def.height);
    vv_color line = surface;
    if (z->zone->coloured) /* a darker tone of its own */
        line = (vv_color){(uint8_t)(z->zone->colour[0] * 6 / 10), (uint8_t)(z->zone->colour[1] * 6 / 10),
                          (uint8_t)(z->zone->colour[2] * 6 / 10), 0xFF};
    for (uint32_t e = 0; e < z->count; e++) {
        vv_vec2 points[PLANE_POINTS + 1], below = {0.0f, -1.6f * width / camera.pixels_per_metre};
        if (!is_surface(s, z, e))
            continue;
        uint32_t count = trace_edge(s, camera, z, e, points);
        points[count++] = z->outline[(e + 1) % z->count];
        for (uint32_t i = 1; i < count; i++)
            vv_draw_line(s->canvas, camera, points[i - 1], points[i], width, line);
        for (uint32_t i = 1; i < count; i++)
            if (i % 12 > 2 && i % 12 < 8) /* light on the crests, in dashes */
                vv_draw_line(s->canvas, camera, vv_vec2_add(points[i - 1], below), vv_vec2_add(points[i], below),
                             0.6f * width, glint);
    }
}

/* ---- Winds, forces and flows ------------------------------------------------------------------------------------- */

/* A number 0…1 that belongs to a cell of a grid. */
static float cell_number(int32_t column, int32_t row, uint32_t which)
{
    uint32_t bits = (uint32_t)column * 0x9E3779B1u ^ (uint32_t)row * 0x85EBCA77u ^ which * 0xC2B2AE3Du;
    bits ^= bits >> 15;
    bits *= 0x2C1B3C6Du;
    bits ^= bits >> 13;
    return (float)(bits >> 8) / 16777216.0f;
}

/* A stroke as far as it is in the zone, and an arrow's head where `head`. */
static void draw_stroke(const show_stage *s, vv_camera camera, const drawn_zone *z, vv_vec2 from, vv_vec2 to, bool head,
                        vv_color color)
{
    float width = vvi_max(1.0f, 0.0035f * (float)s->def.height);
    vv_vec2 way = vv_vec2_sub(to, from), side = {-way.y, way.x};
    uint32_t first = STROKE_PARTS, last = 0; /* the parts of it that are inside */
    for (uint32_t i = 0; i <= STROKE_PARTS; i++) {
        if (!is_inside(z, vv_vec2_lerp(from, to, (float)i / STROKE_PARTS)))
            continue;
        first = i < first ? i : first;
        last = i;
    }
    if (first < last)
        vv_draw_line(s->canvas, camera, vv_vec2_lerp(from, to, (float)first / STROKE_PARTS),
                     vv_vec2_lerp(from, to, (float)last / STROKE_PARTS), width, color);
    for (int k = -1; head && last == STROKE_PARTS && k < 2; k += 2) {
        vv_vec2 barb = vv_vec2_add(vv_vec2_lerp(to, from, 0.22f), vv_vec2_scale(side, 0.14f * (float)k));
        vv_draw_line(s->canvas, camera, barb, to, width, color);
    }
}

/* The lesser of width and height; a narrow zone has smaller strokes. */
static float narrowest(const drawn_zone *z)
{
    show_bounds bounds = {0};
    show_grow(&bounds, z->count, z->outline);
    return vvi_min(bounds.high.x - bounds.low.x, bounds.high.y - bounds.low.y);
}

/* Strokes in the cells of a grid that drift along `motion` and fade in and out on their way. */
static void draw_strokes(const show_stage *s, vv_camera camera, const drawn_zone *z, vv_vec2 motion, bool heads,
                         vv_color color)
{
    float cell = vvi_min(0.13f * (float)s->def.height / camera.pixels_per_metre, 0.5f * narrowest(z));
    float speed = vv_vec2_length(motion);
    vv_vec2 corners[4], along = vv_vec2_scale(motion, 1.0f / vvi_max(speed, 1e-9f));
    view_corners(s, camera, cell, corners);
    if (!(speed > 0.0f))
        return;
    double period = (double)(2.0f * cell / vvi_clamp(speed, 0.5f * cell, 3.0f * cell)); /* seconds for one way */
    int32_t left = (int32_t)floorf(corners[0].x / cell), right = (int32_t)floorf(corners[2].x / cell);
    int32_t low = (int32_t)floorf(corners[0].y / cell), high = (int32_t)floorf(corners[2].y / cell);
    for (int32_t y = low; y <= high; y++) {
        for (int32_t x = left; x <= right; x++) {
            double turns = z->time / period + (double)cell_number(x, y, 2);
            float u = (float)(turns - floor(turns)), shown = u * (1.0f - u) * 4.0f;
            vv_vec2 at = {((float)x + cell_number(x, y, 0)) * cell, ((float)y + cell_number(x, y, 1)) * cell};
            at = vv_vec2_add(at, vv_vec2_scale(along, (u - 0.5f) * 2.0f * cell));
            vv_color pale = color;
            pale.a = (uint8_t)((float)color.a * shown);
            if (cell_number(x, y, 3) < 0.75f)
                draw_stroke(s, camera, z, at, vv_vec2_add(at, vv_vec2_scale(along, 0.55f * cell)), heads, pale);
        }
    }
}

/* ---- All of them ------------------------------------------------------------------------------------------------- */

void show_zones_behind(const show_stage *s, vv_camera camera)
{
    drawn_zone z;
    for (uint32_t i = 0; i < s->scene->stage.zone_count; i++) {
        if (!place_zone(s, camera, i, &z))
            continue;
        if (z.def.kind == VV_ZONE_WATER)
            fill_water(s, camera, &z, 1.0f);
        else if (z.def.kind == VV_ZONE_WIND)
            draw_strokes(s, camera, &z, z.def.velocity, false, own_colour(&z, breeze));
        else
            draw_strokes(s, camera, &z, z.def.acceleration, true, own_colour(&z, thrust));
    }
}

void show_zones_before(const show_stage *s, vv_camera camera)
{
    drawn_zone z;
    for (uint32_t i = 0; i < s->scene->stage.zone_count; i++) {
        if (s->scene->stage.zones[i].kind != VV_ZONE_WATER || !place_zone(s, camera, i, &z))
            continue;
        fill_water(s, camera, &z, 0.75f);
        if (vv_vec2_length(z.def.velocity) > 0.0f)
            draw_strokes(s, camera, &z, z.def.velocity, false, glint);
        draw_surface(s, camera, &z);
    }
}

/* By samples of what the picture shows. */
bool show_zones_cover(const show_stage *s, vv_camera camera, uint32_t point_count, const vv_vec2 *points)
{
    enum { COLUMNS = 48, ROWS = 27 };
    vv_vec2 corners[4], along = vv_vec2_sub(points[1], points[0]);
    drawn_zone z;
    view_corners(s, camera, 0.0f, corners);
    for (uint32_t i = 0; i < s->scene->stage.zone_count; i++) {
        if (s->scene->stage.zones[i].kind != VV_ZONE_WATER || !place_zone(s, camera, i, &z))
            continue;
        for (uint32_t k = 0; k < COLUMNS * ROWS; k++) {
            float u = ((float)(k % COLUMNS) + 0.5f) / COLUMNS, v = ((float)(k / COLUMNS) + 0.5f) / ROWS;
            vv_vec2 p = {corners[0].x + u * (corners[2].x - corners[0].x),
                         corners[0].y + v * (corners[2].y - corners[0].y)};
            bool solid = point_count == 2 ? vv_vec2_cross(along, vv_vec2_sub(p, points[0])) < 0.0f
                                          : is_in_polygon(point_count, points, p);
            if (solid && is_inside(&z, p))
                return true;
        }
    }
    return false;
}

void show_zones_measure(const show_stage *s, show_bounds *bounds)
{
    const vv_camera anywhere = {{0.0f, 0.0f}, 1.0f};
    drawn_zone z;
    for (uint32_t i = 0; i < s->scene->stage.zone_count; i++)
        if (s->scene->stage.zones[i].kind == VV_ZONE_WATER && s->scene->stage.zones[i].point_count > 2 &&
            place_zone(s, anywhere, i, &z))
            show_grow(bounds, z.count, z.outline);
}
