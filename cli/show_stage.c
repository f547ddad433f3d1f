/* Drawing a stage: a warm ground, obstacles in the same style, soft shadows, ropes, actors in their order, the pins of
 * joints, and zones. */
#include "cli/show_stage.h"

#include "cli/show_zone.h"

#include "runtime/base/base.h"

#include <string.h>

/* Colours on warm paper (docs/rendering.md). */
static const vv_color earth = {0xE8, 0xD8, 0xBC, 0xFF};  /* ground */
static const vv_color timber = {0xD9, 0xC0, 0x98, 0xFF}; /* polygons */
static const vv_color edge = {0x8A, 0x6A, 0x4A, 0xFF};   /* their outlines, and thin walls */
static const vv_color feeler = {0x17, 0x87, 0x7D, 0x22}; /* sensors */
static const vv_color feeler_edge = {0x17, 0x87, 0x7D, 0x50};
static const vv_color shade = {0x2A, 0x24, 0x30, 0x40};
static const vv_color ink = {0x2A, 0x24, 0x30, 0xFF};   /* names */
static const vv_color hemp = {0xD9, 0xB3, 0x6C, 0xFF};  /* ropes */
static const vv_color steel = {0x8A, 0x94, 0xA6, 0xFF}; /* rods and pins */
static const vv_color wire = {0x2A, 0x24, 0x30, 0x90};

/* An obstacle where it is now: its points on the stage. */
static vv_project_obstacle place_obstacle(const show_stage *s, uint32_t index)
{
    vv_project_obstacle placed = s->scene->stage.obstacles[index];
    vv_affine frame = vv_performance_obstacle_frame(s->performance, index);
    for (uint32_t i = 0; i < placed.point_count; i++)
        s->points[i] = vv_affine_apply(frame, placed.points[i]);
    placed.points = s->points;
    return placed;
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

static vv_result load_actor(show_stage *s, uint32_t actor, vv_error *error)
{
    vv_actor_drawing looks[VV_PUPPET_MAX_MEMBERS];
    uint32_t count = vv_performance_members(s->performance, actor, looks);
    uint32_t most = vv_performance_max_vertex_count(s->performance, actor);
    s->vertex_count = most > s->vertex_count ? most : s->vertex_count;
    vv_result result = VV_OK;
    for (uint32_t m = 0; result == VV_OK && m < count; m++)
        if (!s->textures[looks[m].artwork])
            result = show_textures_create(s->project->artworks[looks[m].artwork], looks[m].rigged->body,
                                          &s->textures[looks[m].artwork], error);
    return result;
}

static vv_result load_all(show_stage *s, vv_error *error)
{
    s->textures = vvi_allocate_zeroed(NULL, s->project->artwork_count + 1, sizeof *s->textures);
    vv_result result = s->textures ? VV_OK : vvi_fail_memory(error, s->project->artwork_count * sizeof *s->textures);
    for (uint32_t a = 0; result == VV_OK && a < s->scene->stage.actor_count; a++)
        result = load_actor(s, a, error);
    return result;
}

vv_result show_stage_open(const show_def *def, const vv_project *project, const vv_project_scene *scene,
                          const vv_performance *performance, show_stage *out, vv_error *error)
{
    *out = (show_stage){.def = *def, .project = project, .scene = scene, .performance = performance};
    vv_result result = load_all(out, error);
    if (result == VV_OK)
        result = vv_canvas_create(def->width, def->height, NULL, &out->canvas, error);
    out->vertices = vvi_allocate(NULL, out->vertex_count + 1, sizeof *out->vertices);
    out->points = vvi_allocate(NULL, VV_PROJECT_MAX_POINTS, sizeof *out->points);
    if (result == VV_OK && (!out->vertices || !out->points))
        result = vvi_fail_memory(error, out->vertex_count * sizeof *out->vertices);
    if (result != VV_OK)
        show_stage_close(out);
    return result;
}

void show_stage_close(show_stage *s)
{
    for (uint32_t a = 0; s->textures && a < s->project->artwork_count; a++)
        show_textures_destroy(s->project->artworks[a], s->textures[a]);
    if (s->project)
        vvi_release(NULL, s->textures, s->project->artwork_count + 1, sizeof *s->textures);
    vvi_release(NULL, s->vertices, s->vertex_count + 1, sizeof *s->vertices);
    vvi_release(NULL, s->points, VV_PROJECT_MAX_POINTS, sizeof *s->points);
    vv_canvas_destroy(s->canvas);
    *s = (show_stage){0};
}

/* ---- Framing ----------------------------------------------------------------------------------------------------- */

/* Puts the vertices of an actor's first look into s->vertices, and returns their mesh. */
static const vv_mesh *read_vertices(show_stage *s, uint32_t actor)
{
    vv_actor_drawing looks[2];
    vv_performance_drawings(s->performance, actor, looks);
    vv_performance_vertices(s->performance, actor, 0, s->vertices);
    return &looks[0].rigged->body->mesh;
}

/* Obstacles are shown whole too, but for half planes, which have no end, and so are both ends of joints. */
void show_stage_measure(show_stage *s, show_bounds *bounds)
{
    for (uint32_t a = 0; a < s->scene->stage.actor_count; a++)
        show_grow(bounds, read_vertices(s, a)->vertex_count, s->vertices);
    for (uint32_t i = 0; i < s->scene->stage.obstacle_count; i++) {
        vv_project_obstacle obstacle = place_obstacle(s, i);
        if (obstacle.kind != VV_OBSTACLE_HALF_PLANE && obstacle.visible)
            show_grow(bounds, obstacle.point_count, obstacle.points);
    }
    for (uint32_t i = 0; i < s->scene->stage.joint_count; i++) {
        vv_joint_state state;
        if (s->scene->stage.joints[i].visible && vv_performance_joint_state(s->performance, i, &state))
            show_grow(bounds, 2, state.points);
    }
    show_zones_measure(s, bounds);
}

static vv_camera following_camera(const show_stage *s)
{
    uint32_t actor = s->scene->stage.follow;
    float size = vv_performance_size(s->performance, actor);
    float height = vv_performance_actor_state(s->performance, actor).position.y;
    return (vv_camera){{0.0f, height}, (float)s->def.height / (5.0f * vvi_max(size, 1e-3f))};
}

void show_stage_frame(show_stage *s, const show_bounds *bounds)
{
    if (s->scene->framed) {
        s->camera = show_framed(&s->def, s->scene);
        return;
    }
    if (s->scene->stage.follow != VV_NONE) {
        s->camera = following_camera(s);
        return;
    }
    show_bounds all = *bounds;
    vv_vec2 size = vv_vec2_sub(all.high, all.low);
    float across = (float)s->def.width / (vvi_max(size.x, 1e-3f) * 1.12f);
    float upward = (float)s->def.height / (vvi_max(size.y, 1e-3f) * 1.25f);
    s->camera = (vv_camera){vv_vec2_lerp(all.low, all.high, 0.5f), vvi_min(across, upward)};
    s->camera.centre.y -= 0.04f * (float)s->def.height / s->camera.pixels_per_metre; /* ground to stand on */
}

/* A camera that follows an actor moves with it sideways and keeps its height, so that a jump is seen as one; it rises
 * only with an actor that would leave the middle half of the picture. */
static vv_camera current_camera(const show_stage *s)
{
    vv_camera camera = s->camera;
    if (s->scene->stage.follow == VV_NONE)
        return camera;
    vv_vec2 at = vv_performance_actor_state(s->performance, s->scene->stage.follow).position;
    float off = at.y - camera.centre.y, most = 0.25f * (float)s->def.height / camera.pixels_per_metre;
    camera.centre.x += at.x;
    camera.centre.y += off - vvi_clamp(off, -most, most);
    return camera;
}

/* ---- Obstacles --------------------------------------------------------------------------------------------------- */

static float line_width(const show_stage *s) { return vvi_max(1.5f, 0.006f * (float)s->def.height); }

static vv_color obstacle_color(const vv_project_obstacle *obstacle, vv_color usual)
{
    if (obstacle->coloured)
        memcpy(&usual, obstacle->colour, 4);
    return usual;
}

/* A half plane, as far as the picture shows it: along its surface, and down. */
static void draw_ground(const show_stage *s, vv_camera camera, const vv_project_obstacle *obstacle)
{
    float reach = (float)(s->def.width + s->def.height) / camera.pixels_per_metre;
    vv_vec2 along = vv_vec2_sub(obstacle->points[1], obstacle->points[0]);
    along = vv_vec2_scale(along, 1.0f / vvi_max(vv_vec2_length(along), 1e-9f));
    vv_vec2 down = {along.y, -along.x};
    float here = vv_vec2_dot(vv_vec2_sub(camera.centre, obstacle->points[0]), along);
    vv_vec2 middle = vv_vec2_add(obstacle->points[0], vv_vec2_scale(along, here));
    float away = fabsf(vv_vec2_dot(vv_vec2_sub(camera.centre, middle), down));
    vv_vec2 left = vv_vec2_sub(middle, vv_vec2_scale(along, reach)),
            right = vv_vec2_add(middle, vv_vec2_scale(along, reach)), deep = vv_vec2_scale(down, reach + away);
    const vv_vec2 corners[4] = {left, right, vv_vec2_add(right, deep), vv_vec2_add(left, deep)};
    if (obstacle->sensor) {
        vv_draw_polygon(s->canvas, camera, 4, corners, obstacle_color(obstacle, feeler));
        return;
    }
    vv_draw_polygon(s->canvas, camera, 4, corners, obstacle_color(obstacle, earth));
    /* A darker lip under the surface, so that it reads as an edge and not as a change of paper. */
    vv_vec2 lip = vv_vec2_scale(down, 2.5f * line_width(s) / camera.pixels_per_metre);
    const vv_vec2 band[4] = {left, right, vv_vec2_add(right, lip), vv_vec2_add(left, lip)};
    vv_draw_polygon(s->canvas, camera, 4, band, (vv_color){edge.r, edge.g, edge.b, 0x38});
    vv_draw_line(s->canvas, camera, left, right, line_width(s), edge);
}

static void draw_chain(const show_stage *s, vv_camera camera, const vv_project_obstacle *obstacle, bool closed,
                       float width, vv_color color)
{
    for (uint32_t i = closed ? 0 : 1; i < obstacle->point_count; i++) {
        vv_vec2 before = obstacle->points[i ? i - 1 : obstacle->point_count - 1];
        vv_draw_line(s->canvas, camera, before, obstacle->points[i], width, color);
    }
}

/* A one-way platform is a thin board; a wall that stops from both sides a thick one. */
static void draw_segments(const show_stage *s, vv_camera camera, const vv_project_obstacle *obstacle)
{
    float width = line_width(s) * (obstacle->one_way ? 1.6f : 2.6f);
    if (obstacle->sensor) {
        draw_chain(s, camera, obstacle, false, line_width(s), obstacle_color(obstacle, feeler_edge));
        return;
    }
    draw_chain(s, camera, obstacle, false, width, edge);
    draw_chain(s, camera, obstacle, false, 0.45f * width, obstacle_color(obstacle, timber));
}

static void draw_polygon(const show_stage *s, vv_camera camera, const vv_project_obstacle *obstacle)
{
    vv_color fill = obstacle_color(obstacle, obstacle->sensor ? feeler : timber);
    vv_draw_polygon(s->canvas, camera, obstacle->point_count, obstacle->points, fill);
    draw_chain(s, camera, obstacle, true, obstacle->sensor ? 1.0f : line_width(s),
               obstacle->sensor ? feeler_edge : edge);
}

static void draw_obstacle(const show_stage *s, vv_camera camera, const vv_project_obstacle *obstacle)
{
    if (obstacle->kind == VV_OBSTACLE_HALF_PLANE)
        draw_ground(s, camera, obstacle);
    else if (obstacle->kind == VV_OBSTACLE_SEGMENTS)
        draw_segments(s, camera, obstacle);
    else
        draw_polygon(s, camera, obstacle);
}

static void draw_obstacles(const show_stage *s, vv_camera camera)
{
    for (uint32_t i = 0; i < s->scene->stage.obstacle_count; i++) {
        vv_project_obstacle obstacle = place_obstacle(s, i);
        if (obstacle.visible)
            draw_obstacle(s, camera, &obstacle);
    }
}

/* Water ends where solid ground begins: what its film lies over is drawn once more. */
static void draw_obstacles_again(const show_stage *s, vv_camera camera)
{
    for (uint32_t i = 0; i < s->scene->stage.obstacle_count; i++) {
        vv_project_obstacle obstacle = place_obstacle(s, i);
        bool solid = obstacle.kind != VV_OBSTACLE_SEGMENTS && !obstacle.sensor && obstacle.layers == UINT32_MAX;
        if (obstacle.visible && solid && show_zones_cover(s, camera, obstacle.point_count, obstacle.points))
            draw_obstacle(s, camera, &obstacle);
    }
}

/* ---- Shadows ----------------------------------------------------------------------------------------------------- */

typedef struct surface {
    float height, left, right; /* where it is below the actor, and how far it goes to either side */
    vv_vec2 along;             /* its direction, to the right */
} surface;

/* Makes an edge the surface where it is higher than the one found so far and not above `below`. */
static void consider_edge(surface *best, vv_vec2 a, vv_vec2 b, bool endless, float x, float below)
{
    float low = vvi_min(a.x, b.x), high = vvi_max(a.x, b.x);
    if (a.x == b.x || (!endless && (x < low || x > high)))
        return;
    float height = a.y + (x - a.x) / (b.x - a.x) * (b.y - a.y);
    if (height > below || height <= best->height)
        return;
    vv_vec2 along = vv_vec2_scale(vv_vec2_sub(b, a), (b.x < a.x ? -1.0f : 1.0f) / vv_vec2_length(vv_vec2_sub(b, a)));
    *best = endless ? (surface){height, -INFINITY, INFINITY, along} : (surface){height, low, high, along};
}

/* The highest solid surface at x that is not above `below`. */
static surface find_surface(const show_stage *s, float x, float below)
{
    surface best = {-INFINITY, 0.0f, 0.0f, {1.0f, 0.0f}};
    for (uint32_t i = 0; i < s->scene->stage.obstacle_count; i++) {
        const vv_project_obstacle placed = place_obstacle(s, i), *obstacle = &placed;
        bool endless = obstacle->kind == VV_OBSTACLE_HALF_PLANE, closed = obstacle->kind == VV_OBSTACLE_POLYGON;
        if (obstacle->sensor || !obstacle->visible)
            continue;
        for (uint32_t p = closed ? 0 : 1; p < obstacle->point_count; p++) {
            vv_vec2 before = obstacle->points[p ? p - 1 : obstacle->point_count - 1];
            consider_edge(&best, before, obstacle->points[p], endless, x, below);
        }
    }
    return best;
}

/* A shadow is wide and dark where the drawing touches the surface, and narrow and pale where it is above it; it lies
 * along the surface and never reaches over its edge. */
static void draw_shadow(show_stage *s, vv_camera camera, uint32_t actor)
{
    show_bounds bounds = {0};
    show_grow(&bounds, read_vertices(s, actor)->vertex_count, s->vertices);
    float width = bounds.high.x - bounds.low.x, x = 0.5f * (bounds.low.x + bounds.high.x);
    surface ground = find_surface(s, x, vv_vec2_lerp(bounds.low, bounds.high, 0.35f).y);
    float height = vvi_max(bounds.low.y - ground.height, 0.0f), size = vvi_max(width, 1e-3f);
    if (!(height < 8.0f * size))
        return;
    float near = 1.0f / (1.0f + 3.0f * height / size);
    float room = vvi_min(x - ground.left, ground.right - x) / ground.along.x;
    float radius = vvi_min(0.52f * width * (0.6f + 0.4f * near), room);
    vv_color color = shade;
    color.a = (uint8_t)((float)shade.a * near);
    vv_draw_shadow(s->canvas, camera, (vv_vec2){x, ground.height}, (vv_vec2){radius, 0.09f * radius}, ground.along,
                   color);
}

/* ---- Names ------------------------------------------------------------------------------------------------------- */

#define NAME_LETTERS 11.0f /* height of a capital in pixels */

/* A name stands at the lower edge of the picture, below where the actor began, and stays there while the actor
 * moves. */
static void draw_name(const show_stage *s, vv_camera camera, uint32_t actor)
{
    const vv_project_actor *a = &s->scene->stage.actors[actor];
    float x = 0.5f * (float)s->def.width + (a->at.x - camera.centre.x) * camera.pixels_per_metre;
    float left = floorf(x - 0.5f * vv_text_width(a->name, NAME_LETTERS));
    vv_draw_text(s->canvas, left, (float)s->def.height - NAME_LETTERS, NAME_LETTERS, ink, a->name);
}

/* ---- Joints ------------------------------------------------------------------------------------------------------ */

static float joint_width(const show_stage *s, vv_camera camera, const vv_project_joint *joint)
{
    float own = joint->width * camera.pixels_per_metre;
    return joint->width > 0.0f ? own : vvi_max(1.5f, 0.005f * (float)s->def.height);
}

/* A line with a dark outline, like those of the drawings. */
static void draw_cord(const show_stage *s, vv_camera camera, uint32_t count, const vv_vec2 *points, float width,
                      vv_color color)
{
    float rim = vvi_max(1.0f, 0.35f * width);
    for (uint32_t i = 1; i < count; i++)
        vv_draw_line(s->canvas, camera, points[i - 1], points[i], width + 2.0f * rim, ink);
    for (uint32_t i = 1; i < count; i++)
        vv_draw_line(s->canvas, camera, points[i - 1], points[i], width, color);
}

/* The sag of a rope that is longer than the way between its ends: a parabola of its length hangs w deep where
 * length² ≈ way² + 16/3 · w². */
enum { CORD_POINTS = 17 };
static void draw_rope(const show_stage *s, vv_camera camera, const vv_joint_state *joint, float width, vv_color color)
{
    vv_vec2 points[CORD_POINTS], a = joint->points[0], b = joint->points[1];
    float way = vv_vec2_distance(a, b), spare = joint->length * joint->length - way * way;
    float sag = spare > 0.0f ? sqrtf(spare * 3.0f / 16.0f) : 0.0f;
    for (uint32_t i = 0; i < CORD_POINTS; i++) {
        float u = (float)i / (float)(CORD_POINTS - 1);
        points[i] = vv_vec2_lerp(a, b, u);
        points[i].y -= 4.0f * u * (1.0f - u) * sag;
    }
    draw_cord(s, camera, CORD_POINTS, points, width, color);
}

/* The zigzag of a spring, with straight ends. */
static void draw_spring(const show_stage *s, vv_camera camera, const vv_joint_state *joint, float width, vv_color color)
{
    vv_vec2 points[CORD_POINTS], a = joint->points[0], b = joint->points[1];
    float way = vv_vec2_distance(a, b), wide = 2.2f * width / camera.pixels_per_metre;
    vv_vec2 along = way > 0.0f ? vv_vec2_scale(vv_vec2_sub(b, a), 1.0f / way) : (vv_vec2){1.0f, 0.0f};
    vv_vec2 across = vv_vec2_scale((vv_vec2){-along.y, along.x}, wide);
    for (uint32_t i = 0; i < CORD_POINTS; i++) {
        float u = (float)i / (float)(CORD_POINTS - 1), side = i < 2 || i > CORD_POINTS - 3 ? 0.0f
                                                              : i % 2                      ? 1.0f
                                                                                           : -1.0f;
        points[i] = vv_vec2_add(vv_vec2_lerp(a, b, u), vv_vec2_scale(across, side));
    }
    draw_cord(s, camera, CORD_POINTS, points, 0.6f * width, color);
}

/* A pin with a head; of a weld a square plate would be the same, so it is a pin without a hole. */
static void draw_pin(const show_stage *s, vv_camera camera, vv_vec2 at, float width, vv_color color, bool turns)
{
    vv_draw_disc(s->canvas, camera, at, 1.25f * width, ink);
    vv_draw_disc(s->canvas, camera, at, 0.85f * width, color);
    if (turns)
        vv_draw_disc(s->canvas, camera, at, 0.35f * width, ink);
}

static void draw_joint(const show_stage *s, vv_camera camera, uint32_t index, bool behind)
{
    const vv_project_joint *joint = &s->scene->stage.joints[index];
    bool line = joint->kind == VV_JOINT_ROPE || joint->kind == VV_JOINT_ROD || joint->kind == VV_JOINT_PULL;
    vv_joint_state state;
    if (!joint->visible || line != behind || !vv_performance_joint_state(s->performance, index, &state))
        return;
    float width = joint_width(s, camera, joint);
    vv_color color = joint->kind == VV_JOINT_ROPE || joint->kind == VV_JOINT_PULL ? hemp : steel;
    if (joint->coloured)
        memcpy(&color, joint->colour, 4);
    if (joint->kind == VV_JOINT_ROPE)
        draw_rope(s, camera, &state, width, color);
    else if (joint->kind == VV_JOINT_PULL || (joint->kind == VV_JOINT_ROD && joint->strength < INFINITY))
        draw_spring(s, camera, &state, width, color);
    else if (joint->kind == VV_JOINT_ROD)
        draw_cord(s, camera, 2, state.points, width, color);
    else
        draw_pin(s, camera, state.points[1], width, color, joint->kind != VV_JOINT_WELD);
    for (uint32_t i = 0; line && i < 2; i++)
        draw_pin(s, camera, state.points[i], 0.7f * width, color, false);
}

static void draw_joints(const show_stage *s, vv_camera camera, bool behind)
{
    for (uint32_t i = 0; i < s->scene->stage.joint_count; i++)
        draw_joint(s, camera, i, behind);
}

/* ---- Drawing ----------------------------------------------------------------------------------------------------- */

static void draw_look(show_stage *s, vv_camera camera, uint32_t actor, uint32_t index, const vv_actor_drawing *look)
{
    const vv_mesh *mesh = &look->rigged->body->mesh;
    vv_texture *const *textures = s->textures[look->artwork];
    vv_performance_vertices(s->performance, actor, index, s->vertices);
    vv_actor_state state = vv_performance_actor_state(s->performance, actor);
    vv_canvas_set_multiply(s->canvas, state.tint.r, state.tint.g, state.tint.b);
    for (uint32_t l = 0; l < mesh->layer_count; l++)
        if (textures[l] && !(l < 64 && (state.hidden_layers >> l & 1u)))
            vv_draw_layer(s->canvas, camera, mesh, l, s->vertices, textures[l], look->opacity * state.tint.a,
                          (vv_color){0, 0, 0, 0});
    vv_canvas_set_multiply(s->canvas, 1.0f, 1.0f, 1.0f);
    if (s->def.mesh)
        vv_draw_wire(s->canvas, camera, mesh, s->vertices, 1.0f, wire);
}

/* A puppet that has become another member of its family shows the one before over it, while that fades. */
static void draw_actor(show_stage *s, vv_camera camera, uint32_t actor)
{
    vv_actor_drawing looks[2];
    uint32_t count = vv_performance_drawings(s->performance, actor, looks);
    for (uint32_t i = 0; i < count; i++)
        draw_look(s, camera, actor, i, &looks[i]);
}

void show_stage_draw(show_stage *s)
{
    vv_camera camera = current_camera(s);
    vv_canvas_clear(s->canvas, s->def.background);
    show_zones_behind(s, camera);
    draw_obstacles(s, camera);
    for (uint32_t a = 0; s->def.shadow && a < s->scene->stage.actor_count; a++)
        draw_shadow(s, camera, a);
    for (uint32_t a = 0; s->def.names && a < s->scene->stage.actor_count; a++)
        draw_name(s, camera, a);
    draw_joints(s, camera, true);
    for (uint32_t a = 0; a < s->scene->stage.actor_count; a++)
        draw_actor(s, camera, a);
    draw_joints(s, camera, false);
    show_zones_before(s, camera);
    if (s->scene->stage.zone_count > 0)
        draw_obstacles_again(s, camera);
}
