/* The surface of a troupe: its creatures, a ball for each target, and the ground where it is not flat. */
#include "creature_performance.h"

#include <string.h>

enum { rings = 7, sectors = 10, ball_vertices = rings * sectors, ball_triangles = 2 * (rings - 1) * sectors };
enum { ground_cells = 96, ground_vertices = (ground_cells + 1) * (ground_cells + 1) };
static const float ground_cell = 0.17f;

/* Balls are drawn for targets that are places; bodies of other creatures are seen anyway. */
static uint32_t count_balls(const vv_creature_performance *troupe)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < troupe->count; i++)
        for (uint32_t p = 0; p < troupe->members[i].cast->play_count; p++)
            for (uint32_t a = 0; a < troupe->members[i].cast->plays[p].aim_count; a++)
                count += troupe->members[i].cast->plays[p].aims[a].of == VV_NONE;
    return count;
}

/* Where the next indices and colours are written. */
typedef struct cursor {
    uint32_t vertex, triangle;
    uint32_t *triangles, *colors;
} cursor;

static void write_being(cursor *at, vv_draw_data look)
{
    memcpy(at->colors + at->vertex, look.colors, look.vertex_count * sizeof *at->colors);
    for (size_t i = 0; i < 3 * (size_t)look.triangle_count; i++)
        at->triangles[3 * (size_t)at->triangle + i] = at->vertex + look.triangles[i];
    at->vertex += look.vertex_count;
    at->triangle += look.triangle_count;
}

static void write_triangle(cursor *at, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t *corner = &at->triangles[3 * (size_t)at->triangle++];
    corner[0] = a;
    corner[1] = b;
    corner[2] = c;
}

static void write_ball(cursor *at)
{
    for (uint32_t v = 0; v < ball_vertices; v++)
        at->colors[at->vertex + v] = 0xff2e57e4u; /* tomato */
    for (uint32_t r = 0; r + 1 < rings; r++) {
        for (uint32_t s = 0; s < sectors; s++) {
            uint32_t a = at->vertex + r * sectors + s, b = at->vertex + r * sectors + (s + 1) % sectors;
            write_triangle(at, a, b, a + sectors);
            write_triangle(at, b, b + sectors, a + sectors);
        }
    }
    at->vertex += ball_vertices;
}

static void write_ground(cursor *at)
{
    for (uint32_t row = 0; row < ground_cells; row++) {
        for (uint32_t column = 0; column < ground_cells; column++) {
            uint32_t a = at->vertex + row * (ground_cells + 1) + column, b = a + ground_cells + 1;
            write_triangle(at, a, b, a + 1);
            write_triangle(at, a + 1, b, b + 1);
        }
    }
    at->vertex += ground_vertices;
}

static float ball_radius(const vvi_member *member)
{
    vv_vec3 low, high;
    vv_creature_bounds(vv_creature_instance_creature(member->being)->creature, &low, &high);
    return 0.04f * vvi_max(vvi_max(high.x - low.x, high.y - low.y), high.z - low.z);
}

/* ---- The ground -------------------------------------------------------------------------------------------------- */

static uint32_t shade_color(uint32_t color, float light)
{
    uint32_t out = color & 0xff000000u;
    for (uint32_t shift = 0; shift < 24; shift += 8)
        out |= (uint32_t)((float)(color >> shift & 255u) * light + 0.5f) << shift;
    return out;
}

/* A checkerboard, so that one sees how a creature moves. */
static uint32_t square_color(uint32_t row, uint32_t column)
{
    return (row / 4 + column / 4) % 2 ? 0xffb3d3dbu : 0xffa5c8d2u;
}

/* Draws the soft shadow of a body on the vertices around the point below it; the higher the body, the fainter its
 * shadow. */
static void shade_below(const vv_creature_performance *troupe, uint32_t first, vv_vec3 corner, vv_vec3 place,
                        float size)
{
    float radius = 0.12f + 0.12f * size, x = (place.x - corner.x) / ground_cell, z = (place.z - corner.z) / ground_cell;
    float reach = radius / ground_cell;
    int32_t left = (int32_t)ceilf(x - reach), right = (int32_t)floorf(x + reach);
    int32_t back = (int32_t)ceilf(z - reach), front = (int32_t)floorf(z + reach);
    for (int32_t row = back < 0 ? 0 : back; row <= front && row <= ground_cells; row++) {
        for (int32_t column = left < 0 ? 0 : left; column <= right && column <= ground_cells; column++) {
            uint32_t v = first + (uint32_t)row * (ground_cells + 1) + (uint32_t)column;
            float dx = (float)column - x, dz = (float)row - z, near = 1.0f - (dx * dx + dz * dz) / (reach * reach);
            float height = vvi_max(place.y - troupe->positions[v].y, 0.0f) / size;
            if (near > 0.0f)
                troupe->colors[v] = shade_color(troupe->colors[v], 1.0f - 0.3f * near * near / (1.0f + 6.0f * height));
        }
    }
}

static void shade_ground(const vv_creature_performance *troupe, uint32_t first, vv_vec3 corner)
{
    for (uint32_t i = 0; i < troupe->count; i++) {
        const vv_creature_instance *being = troupe->members[i].being;
        const vv_transform3 *placements = vv_player_transforms(vv_creature_instance_player(being));
        float size = vvi_max(ball_radius(&troupe->members[i]) / 0.04f, 0.1f);
        for (uint32_t b = 0; b < vv_creature_body_count(vv_creature_instance_creature(being)->creature); b++)
            shade_below(troupe, first, corner, placements[b].position, size);
    }
}

/* Moves the ground in steps of two squares, so that its pattern does not slide under a creature that the camera
 * follows. */
static void place_ground(const vv_creature_performance *troupe, uint32_t first)
{
    vv_root root = vv_creature_performance_root(troupe);
    float stride = 8.0f * ground_cell, half = 0.5f * (float)ground_cells * ground_cell;
    vv_vec3 corner = {stride * floorf(root.x / stride) - half, 0.0f, stride * floorf(root.z / stride) - half};
    for (uint32_t v = 0; v < ground_vertices; v++) {
        uint32_t row = v / (ground_cells + 1), column = v % (ground_cells + 1);
        float x = corner.x + ground_cell * (float)column, z = corner.z + ground_cell * (float)row;
        vv_vec3 normal = {0.0f, 1.0f, 0.0f};
        float y = troupe->terrain.height(troupe->terrain.user, x, z, &normal);
        troupe->positions[first + v] = (vv_vec3){x, y, z};
        troupe->normals[first + v] = normal;
        troupe->colors[first + v] = square_color(row, column);
    }
    shade_ground(troupe, first, corner);
}

/* ---- Targets ----------------------------------------------------------------------------------------------------- */

static void place_ball(const vv_creature_performance *troupe, uint32_t first, vv_vec3 place, float radius)
{
    for (uint32_t r = 0; r < rings; r++) {
        float up, out;
        vv_sin_cos(VV_PI * ((float)r / (float)(rings - 1) - 0.5f), &up, &out);
        for (uint32_t s = 0; s < sectors; s++) {
            float x, z;
            vv_sin_cos(2.0f * VV_PI * (float)s / (float)sectors, &x, &z);
            vv_vec3 normal = {x * out, up, z * out};
            troupe->normals[first + r * sectors + s] = normal;
            troupe->positions[first + r * sectors + s] = vv_vec3_add(place, vv_vec3_scale(normal, radius));
        }
    }
}

static void place_balls(const vv_creature_performance *troupe)
{
    uint32_t at = troupe->first_ball;
    for (uint32_t i = 0; i < troupe->count; i++) {
        const vvi_member *member = &troupe->members[i];
        for (uint32_t p = 0; p < member->cast->play_count; p++) {
            const vv_project_play *play = &member->cast->plays[p];
            for (uint32_t a = 0; a < play->aim_count; a++) {
                if (play->aims[a].of != VV_NONE)
                    continue;
                place_ball(troupe, at, play->aims[a].place, ball_radius(member));
                at += ball_vertices;
            }
        }
    }
}

vv_result vvi_creature_performance_make_draw_data(vv_creature_performance *troupe, vv_error *error)
{
    bool ground = troupe->terrain.height != NULL;
    uint32_t vertices = ground ? ground_vertices : 0, triangles = ground ? 2 * ground_cells * ground_cells : 0;
    troupe->ball_count = count_balls(troupe);
    vertices += troupe->ball_count * ball_vertices;
    triangles += troupe->ball_count * ball_triangles;
    for (uint32_t i = 0; i < troupe->count; i++) {
        vertices += vv_creature_instance_draw_data(troupe->members[i].being).vertex_count;
        triangles += vv_creature_instance_draw_data(troupe->members[i].being).triangle_count;
    }
    cursor at = {.triangles = vvi_arena_allocate(&troupe->arena, 3 * (size_t)triangles + 1, sizeof *at.triangles),
                 .colors = vvi_arena_allocate(&troupe->arena, vertices + 1, sizeof *at.colors)};
    troupe->positions = vvi_arena_allocate(&troupe->arena, vertices + 1, sizeof *troupe->positions);
    troupe->normals = vvi_arena_allocate(&troupe->arena, vertices + 1, sizeof *troupe->normals);
    if (!at.triangles || !at.colors || !troupe->positions || !troupe->normals)
        return vvi_fail_memory(error, vertices * sizeof *troupe->positions);
    for (uint32_t i = 0; i < troupe->count; i++)
        write_being(&at, vv_creature_instance_draw_data(troupe->members[i].being));
    troupe->first_ball = at.vertex;
    for (uint32_t b = 0; b < troupe->ball_count; b++)
        write_ball(&at);
    if (ground)
        write_ground(&at);
    troupe->colors = at.colors;
    troupe->look = (vv_draw_data){.vertex_count = vertices,
                                  .triangle_count = triangles,
                                  .positions = troupe->positions,
                                  .normals = troupe->normals,
                                  .triangles = at.triangles,
                                  .colors = at.colors,
                                  .own_ground = ground,
                                  .scenery = ground ? ground_vertices : 0};
    return VV_OK;
}

void vvi_creature_performance_skin(vv_creature_performance *troupe)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < troupe->count; i++) {
        vv_creature_instance *being = troupe->members[i].being;
        vv_creature_instance_skin(being, NULL);
        vv_draw_data look = vv_creature_instance_draw_data(being);
        memcpy(troupe->positions + at, look.positions, look.vertex_count * sizeof *look.positions);
        memcpy(troupe->normals + at, look.normals, look.vertex_count * sizeof *look.normals);
        at += look.vertex_count;
    }
    place_balls(troupe);
    if (troupe->look.own_ground)
        place_ground(troupe, troupe->first_ball + troupe->ball_count * ball_vertices);
}

vv_draw_data vv_creature_performance_draw_data(const vv_creature_performance *troupe) { return troupe->look; }
