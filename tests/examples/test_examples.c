/* The shipped example projects as a game or a tool would meet them: that their poses blend to themselves, keep their
 * area, stay the right side out, stand on the ground and hold together at the joints. */
#include "author/build/folder_host.h"
#include "author/document/folder.h"
#include "runtime/base/base.h"
#include "tests/testing.h"

#include <math.h>

enum { MOST_VERTICES = 4000, MOST_EXAMPLES = 16 };

/* Every artwork of every project, and what it promises: how many vertices it has, how large it is at rest (width and
 * height in metres, 0 where that is nobody's business), how many points its layers are joined at. */
static const struct promise {
    const char *project, *artwork;
    uint32_t least, most;
    float width, height;
    uint32_t joints;
} promises[] = {
    {"ball", "ball", 200, 280, 0, 0, 0},        {"sack", "sack", 200, 340, 0, 0, 0},
    {"man", "man", 200, 1250, 0, 0, 9},         {"cat", "cat", 200, 1250, 0, 0, 9},
    {"bounce", "ball", 200, 280, 1, 1, 0},      {"platforms", "ball", 200, 280, 1, 1, 0},
    {"platforms", "bricks", 150, 300, 3, 0, 0}, {"platforms", "beam", 150, 300, 4, 0, 0},
    {"platforms", "rope", 150, 300, 4, 0, 0},   {"walk", "man", 300, 400, 0, 1.8f, 5},
    {"cannon", "man", 300, 400, 0, 1.8f, 5},    {"cannon", "crate", 150, 300, 1, 1, 0},
    {"cannon", "beam", 150, 300, 2.4f, 0, 0},   {"cannon", "cannon", 150, 400, 2.4f, 0, 1},
    {"bridge", "cat", 300, 450, 1, 0, 9},       {"bridge", "bridge", 150, 300, 8, 0, 0},
};
enum { ARTWORKS = sizeof promises / sizeof *promises };

typedef struct opened {
    const struct promise *promise;
    uint32_t index;
    vv_project_folder *folder;
    vv_folder_host host;
    vv_session *session;
    const vv_project *project;
    const vv_project_artwork *artwork;
    const vv_rigged *rigged;
    const vv_mesh *mesh;
} opened;

static opened artworks[ARTWORKS];
static vv_vec2 vertices[MOST_VERTICES];

static vv_result open_artwork(opened *o, vv_error *error)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/examples/%s", getenv("VV_SOURCE"), o->promise->project);
    vv_result result = vv_project_folder_open(path, VV_FOLDER_READ, VV_FLUSH_HOST, NULL, &o->folder, error);
    if (result == VV_OK)
        result = vv_folder_host_open(path, &o->host, error);
    if (result == VV_OK)
        result = vv_session_create(vv_project_folder_document(o->folder), &o->host.host, NULL, &o->session, error);
    if (result != VV_OK)
        return result;
    o->project = vv_document_project(vv_project_folder_document(o->folder));
    o->index = vv_project_find_artwork(o->project, o->promise->artwork);
    if (o->index == VV_NONE)
        return VV_ERROR_ARGUMENT;
    result = vv_session_artwork(o->session, o->index, NULL, &o->rigged, error);
    if (result != VV_OK)
        return result;
    o->artwork = o->project->artworks[o->index];
    o->mesh = &o->rigged->body->mesh;
    return o->mesh->vertex_count <= MOST_VERTICES && o->rigged->example_count <= MOST_EXAMPLES ? VV_OK : VV_ERROR_LIMIT;
}

static int open_all(void **state)
{
    (void)state;
    for (int a = 0; a < ARTWORKS; a++) {
        vv_error error = {0};
        artworks[a].promise = &promises[a];
        if (open_artwork(&artworks[a], &error) != VV_OK) {
            print_error("%s: %s: %s\n", promises[a].project, promises[a].artwork, error.message);
            return 1;
        }
    }
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    for (int a = 0; a < ARTWORKS; a++) {
        vv_session_destroy(artworks[a].session);
        vv_project_folder_close(artworks[a].folder);
    }
    return 0;
}

static void blend(const opened *o, uint32_t a, uint32_t b, float t)
{
    float weights[MOST_EXAMPLES] = {0};
    weights[a] += 1.0f - t;
    weights[b] += t;
    vv_rigged_vertices(o->rigged, weights, NULL, vertices);
}

static uint32_t find(const opened *o, const char *example)
{
    uint32_t e = vv_project_find_example(o->artwork, example);
    assert_int_not_equal(e, VV_NONE);
    return e;
}

static float triangle_area(const vv_mesh *mesh, const vv_vec2 *at, uint32_t t)
{
    const uint32_t *c = mesh->triangles + 3 * (size_t)t;
    return 0.5f * vv_vec2_cross(vv_vec2_sub(at[c[1]], at[c[0]]), vv_vec2_sub(at[c[2]], at[c[0]]));
}

static const opened *artwork_of(const char *project, const char *artwork)
{
    for (int a = 0; a < ARTWORKS; a++)
        if (strcmp(promises[a].project, project) == 0 && strcmp(promises[a].artwork, artwork) == 0)
            return &artworks[a];
    fail_msg("no %s in %s", artwork, project);
    return NULL;
}

typedef struct box {
    vv_vec2 low, high;
} box;

static box box_of(uint32_t count, const vv_vec2 *points)
{
    box b = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    for (uint32_t v = 0; v < count; v++) {
        b.low = (vv_vec2){vvi_min(b.low.x, points[v].x), vvi_min(b.low.y, points[v].y)};
        b.high = (vv_vec2){vvi_max(b.high.x, points[v].x), vvi_max(b.high.y, points[v].y)};
    }
    return b;
}

/* ---- What every artwork keeps ---------------------------------------------------------------------------------------- */

static void weights_converge_and_budgets_are_kept(void **state)
{
    (void)state;
    for (int a = 0; a < ARTWORKS; a++) {
        const opened *o = &artworks[a];
        print_message("%s: %s: %u vertices\n", o->promise->project, o->promise->artwork, o->mesh->vertex_count);
        assert_int_equal(o->rigged->body->report.unconverged, 0);
        assert_in_range(o->mesh->vertex_count, o->promise->least, o->promise->most);
    }
}

/* The first example is the drawing as it is. Meshes reach up to 0.03 m beyond the ink at each side. */
static void the_first_example_is_the_drawing_at_its_size(void **state)
{
    (void)state;
    for (int a = 0; a < ARTWORKS; a++) {
        const opened *o = &artworks[a];
        blend(o, 0, 0, 0.0f);
        for (uint32_t v = 0; v < o->mesh->vertex_count; v++)
            assert_true(vv_vec2_distance(vertices[v], o->mesh->positions[v]) < 1e-5f);
        box b = box_of(o->mesh->vertex_count, vertices);
        float width = b.high.x - b.low.x, height = b.high.y - b.low.y;
        if (o->promise->width > 0.0f)
            assert_float_equal(width, o->promise->width, 0.02f * o->promise->width + 0.06f);
        if (o->promise->height > 0.0f)
            assert_float_equal(height, o->promise->height, 0.02f * o->promise->height + 0.06f);
    }
}

/* A pose that could be mistaken for rest is not a pose: some vertex goes 3 % of the drawing's diagonal or further. */
static void every_other_example_differs_from_rest(void **state)
{
    (void)state;
    for (int a = 0; a < ARTWORKS; a++) {
        const opened *o = &artworks[a];
        box b = box_of(o->mesh->vertex_count, o->mesh->positions);
        assert_true(o->artwork->example_count >= 2);
        for (uint32_t e = 1; e < o->artwork->example_count; e++) {
            float furthest = 0.0f;
            blend(o, e, e, 0.0f);
            for (uint32_t v = 0; v < o->mesh->vertex_count; v++)
                furthest = vvi_max(furthest, vv_vec2_distance(vertices[v], o->mesh->positions[v]));
            assert_true(furthest > 0.03f * vv_vec2_distance(b.low, b.high));
        }
    }
}

static uint32_t root(uint32_t *parent, uint32_t v)
{
    while (parent[v] != v)
        v = parent[v] = parent[parent[v]];
    return v;
}

/* A layer in two pieces would fall apart on the stage. */
static void every_layer_is_one_piece(void **state)
{
    (void)state;
    static uint32_t parent[MOST_VERTICES];
    for (int a = 0; a < ARTWORKS; a++) {
        const vv_mesh *mesh = artworks[a].mesh;
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            parent[v] = v;
        for (uint32_t c = 0; c < 3 * mesh->triangle_count; c++)
            parent[root(parent, mesh->triangles[c])] = root(parent, mesh->triangles[c - c % 3]);
        for (uint32_t l = 0; l < mesh->layer_count; l++) {
            const vv_layer *layer = &mesh->layers[l];
            for (uint32_t v = layer->vertex_start; v < layer->vertex_start + layer->vertex_count; v++)
                assert_int_equal(root(parent, v), root(parent, layer->vertex_start));
        }
    }
}

/* Skinning written out: x = Σ w (R S (r − p) + p + m), against the blend of one example with itself. */
static void at_an_example_the_blend_is_that_example(void **state)
{
    (void)state;
    for (int a = 0; a < ARTWORKS; a++) {
        const opened *o = &artworks[a];
        const vv_body *body = o->rigged->body;
        for (uint32_t e = 0; e < o->artwork->example_count; e++) {
            blend(o, e, e, 0.5f);
            for (uint32_t v = 0; v < o->mesh->vertex_count; v++) {
                double x = 0.0, y = 0.0;
                for (uint32_t h = 0; h < body->handle_count; h++) {
                    const vv_turn *turn = &o->artwork->examples[e].turns[h];
                    vv_vec2 pivot = o->artwork->handles[h].shape.from;
                    double w = (double)body->weights[(size_t)v * body->handle_count + h];
                    double dx = (double)o->mesh->positions[v].x - (double)pivot.x;
                    double dy = (double)o->mesh->positions[v].y - (double)pivot.y;
                    double sx = (double)turn->xx * dx + (double)turn->xy * dy;
                    double sy = (double)turn->xy * dx + (double)turn->yy * dy;
                    double c = cos((double)turn->angle), s = sin((double)turn->angle);
                    x += w * (c * sx - s * sy + (double)pivot.x + (double)turn->move.x);
                    y += w * (s * sx + c * sy + (double)pivot.y + (double)turn->move.y);
                }
                assert_true(hypot(x - (double)vertices[v].x, y - (double)vertices[v].y) < 2e-4);
            }
        }
    }
}

/* The share of area that is inside out, at examples and half way along what may blend. */
static float share_inside_out(const opened *o)
{
    float whole = 0.0f, out = 0.0f;
    for (uint32_t t = 0; t < o->mesh->triangle_count; t++) {
        float area = triangle_area(o->mesh, o->mesh->positions, t);
        whole += area;
        out += triangle_area(o->mesh, vertices, t) <= 0.0f ? area : 0.0f;
    }
    return out / whole;
}

static void no_pose_and_no_blend_is_inside_out(void **state)
{
    (void)state;
    for (int a = 0; a < ARTWORKS; a++) {
        const opened *o = &artworks[a];
        for (uint32_t s = 0; s < o->artwork->simplex_count; s++)
            for (int c = 0; c < 3; c++) {
                uint32_t from = o->artwork->simplices[s].corner[c], to = o->artwork->simplices[s].corner[(c + 1) % 3];
                if (from == VV_NONE || to == VV_NONE)
                    continue;
                for (int i = 0; i <= 4; i++) {
                    blend(o, from, to, 0.25f * (float)i);
                    float share = share_inside_out(o);
                    if (share >= 0.005f)
                        print_error("%s: %s: %s to %s at %d/4: %g\n", o->promise->project, o->promise->artwork,
                                    o->artwork->examples[from].name, o->artwork->examples[to].name, i, (double)share);
                    assert_true(share < 0.005f);
                }
            }
    }
}

/* Where a rest point of one layer is now; false if the layer does not cover it. */
static bool moved_point(const vv_mesh *mesh, uint32_t layer, vv_vec2 p, vv_vec2 *now)
{
    for (uint32_t t = 0; t < mesh->layers[layer].triangle_count; t++) {
        const uint32_t *c = mesh->triangles + 3 * ((size_t)mesh->layers[layer].triangle_start + t);
        vv_vec2 a = mesh->positions[c[0]], b = mesh->positions[c[1]], d = mesh->positions[c[2]];
        float area = vv_vec2_cross(vv_vec2_sub(b, a), vv_vec2_sub(d, a));
        float u = vv_vec2_cross(vv_vec2_sub(p, a), vv_vec2_sub(d, a)) / area;
        float v = vv_vec2_cross(vv_vec2_sub(b, a), vv_vec2_sub(p, a)) / area;
        if (u < -1e-4f || v < -1e-4f || u + v > 1.0001f)
            continue;
        now->x = (1 - u - v) * vertices[c[0]].x + u * vertices[c[1]].x + v * vertices[c[2]].x;
        now->y = (1 - u - v) * vertices[c[0]].y + u * vertices[c[1]].y + v * vertices[c[2]].y;
        return true;
    }
    return false;
}

/* How far two layers that share a joint drift apart, at most, on a ring around it. */
static float gap_at_joint(const opened *o, uint32_t h, float radius)
{
    vv_vec2 joint = o->artwork->handles[h].shape.from;
    float gap = 0.0f;
    for (int i = 0; i < 8; i++) {
        float angle = (float)i * 0.785398f;
        vv_vec2 p = {joint.x + radius * cosf(angle), joint.y + radius * sinf(angle)}, first = {0}, now;
        bool any = false;
        for (uint32_t l = 0; l < o->mesh->layer_count; l++) {
            if (!vv_project_handle_moves(&o->artwork->handles[h], l) || !moved_point(o->mesh, l, p, &now))
                continue;
            gap = any ? vvi_max(gap, vv_vec2_distance(first, now)) : gap;
            first = any ? first : now;
            any = true;
        }
    }
    return gap;
}

/* Limbs end in a disc of 0.05 m around the joint. The layers turn about the joint itself, which stays one point, and
 * drift apart by less than that radius half way out, so one always covers what the other leaves. */
static void layers_hold_together_at_their_joints(void **state)
{
    (void)state;
    for (int a = 0; a < ARTWORKS; a++) {
        const opened *o = &artworks[a];
        uint32_t joints = 0;
        for (uint32_t h = 0; h < o->artwork->handle_count; h++) {
            uint32_t layers = 0;
            for (uint32_t l = 0; l < o->artwork->layer_count; l++)
                layers += vv_project_handle_moves(&o->artwork->handles[h], l);
            if (layers < 2 || o->artwork->handles[h].shape.kind != VV_HANDLE_POINT)
                continue;
            joints++;
            for (uint32_t e = 0; e < 2 * o->artwork->example_count; e++) {
                blend(o, 0, e / 2, e % 2 ? 1.0f : 0.5f);
                float here = gap_at_joint(o, h, 0.0f), around = gap_at_joint(o, h, 0.025f);
                if (!(here < 1e-4f && around < 0.05f))
                    print_error("%s: %s opens by %g and %g at %s\n", o->promise->project, o->artwork->handles[h].name,
                                (double)here, (double)around, o->artwork->examples[e / 2].name);
                assert_true(here < 1e-4f && around < 0.05f);
            }
        }
        assert_true(joints >= o->promise->joints);
    }
}

/* Goes through a scene from its first frame to the one after its last. Returns the largest step of a vertex in a frame;
 * the sum of the frames' largest steps is the way, the rest says how far the last picture is from the first. */
static float walk_through(const opened *o, const vv_project_scene *scene, float *way, float *rest)
{
    static vv_vec2 first[MOST_VERTICES], last[MOST_VERTICES];
    float weights[MOST_EXAMPLES], longest = 0.0f;
    uint32_t frames = (uint32_t)(scene->seconds * scene->rate + 0.5f);
    *way = *rest = 0.0f;
    for (uint32_t f = 0; f <= frames; f++) {
        float step = 0.0f;
        vv_complex_weights(o->rigged->complex, vv_scene_place(o->rigged, scene, (float)f / scene->rate), weights);
        vv_rigged_vertices(o->rigged, weights, NULL, vertices);
        for (uint32_t v = 0; f && v < o->mesh->vertex_count; v++)
            step = vvi_max(step, vv_vec2_distance(vertices[v], last[v]));
        longest = vvi_max(longest, step);
        *way += step;
        memcpy(f ? last : first, vertices, sizeof vertices);
        memcpy(last, vertices, sizeof vertices);
    }
    for (uint32_t v = 0; v < o->mesh->vertex_count; v++)
        *rest = vvi_max(*rest, vv_vec2_distance(first[v], last[v]));
    return longest;
}

/* A loop ends where it began, and never jumps: in a frame no vertex moves further than half the man is high. Every
 * artwork is shown by a scene, if not here then in a project that shares the drawing. */
static void scenes_loop_without_a_jump(void **state)
{
    (void)state;
    uint32_t shown = 0;
    for (int a = 0; a < ARTWORKS; a++)
        for (uint32_t s = 0; s < artworks[a].project->scene_count; s++) {
            const vv_project_scene *scene = artworks[a].project->scenes[s];
            if (scene->artwork != artworks[a].index)
                continue;
            float way, rest, step = walk_through(&artworks[a], scene, &way, &rest);
            if (!(step < 1.0f && way > 0.1f))
                print_error("%s: %s moves by %g in a frame, %g in all\n", promises[a].project, scene->name,
                            (double)step, (double)way);
            assert_true(step < 1.0f && way > 0.1f && rest < 1e-5f);
            shown++;
        }
    assert_true(shown >= 20);
}

/* ---- What single projects promise ------------------------------------------------------------------------------------ */

static float area_now(const opened *o)
{
    float area = 0.0f;
    for (uint32_t t = 0; t < o->mesh->triangle_count; t++)
        area += triangle_area(o->mesh, vertices, t);
    return area;
}

static void the_ball_keeps_its_area(void **state)
{
    (void)state;
    const opened *ball = artwork_of("ball", "ball");
    static const char *const poses[] = {"squashed", "stretched", "leaning", "airborne"};
    for (int i = 0; i < 4; i++) {
        blend(ball, find(ball, poses[i]), 0, 0.0f);
        assert_float_equal(area_now(ball) / vv_mesh_area(ball->mesh), 1.0f, 0.03f);
    }
}

/* The balls of the stage are posed about their own centre: 60 % and 150 % high, their area kept. */
static void stage_balls_squash_and_stretch_about_their_centre(void **state)
{
    (void)state;
    const opened *balls[] = {artwork_of("bounce", "ball"), artwork_of("platforms", "ball")};
    static const char *const poses[] = {"squashed", "stretched"};
    static const float heights[] = {0.6f, 1.5f};
    for (int i = 0; i < 4; i++) {
        const opened *ball = balls[i / 2];
        assert_int_equal(ball->artwork->example_count, 3);
        blend(ball, find(ball, poses[i % 2]), 0, 0.0f);
        box rest = box_of(ball->mesh->vertex_count, ball->mesh->positions);
        box now = box_of(ball->mesh->vertex_count, vertices);
        float height = (now.high.y - now.low.y) / (rest.high.y - rest.low.y);
        assert_float_equal(height, heights[i % 2], 0.01f);
        assert_float_equal((now.high.x - now.low.x) / (rest.high.x - rest.low.x), 1.0f / heights[i % 2], 0.02f);
        assert_float_equal(now.high.y + now.low.y, rest.high.y + rest.low.y, 0.01f);
        assert_float_equal(area_now(ball) / vv_mesh_area(ball->mesh), 1.0f, 0.01f);
    }
}

static float lowest(const opened *o, const char *layer)
{
    float low = INFINITY;
    for (uint32_t l = 0; l < o->artwork->layer_count; l++) {
        const vv_layer *range = &o->mesh->layers[l];
        for (uint32_t v = range->vertex_start;
             strcmp(o->artwork->layers[l].name, layer) == 0 && v < range->vertex_start + range->vertex_count; v++)
            low = vvi_min(low, vertices[v].y);
    }
    return low;
}

/* The ground is y = 0; the mesh reaches a little beyond the ink. */
static void planted_feet_stand_on_the_ground(void **state)
{
    (void)state;
    static const struct {
        const char *project, *artwork, *pose, *layers[4];
    } planted[] = {
        {"man", "man", "cheer", {"foot-left", "foot-right"}},
        {"man", "man", "crouch", {"foot-left", "foot-right"}},
        {"man", "man", "kick", {"foot-left"}},
        {"cat", "cat", "arch", {"leg-lower-back-near", "leg-lower-front-near"}},
        {"cat", "cat", "crouch", {"leg-lower-back-near", "leg-lower-front-near"}},
        {"cat", "cat", "stretch", {"leg-lower-back-near", "leg-lower-front-near"}},
        {"cat", "cat", "proud", {"leg-lower-back-near", "leg-lower-front-near"}},
        {"sack", "sack", "slump", {"sack"}},
        {"sack", "sack", "crouch", {"sack"}},
        {"sack", "sack", "lean", {"sack"}},
        {"ball", "ball", "squashed", {"ball"}},
        {"ball", "ball", "stretched", {"ball"}},
        {"walk", "man", "stand", {"leg-near", "leg-far"}},
        {"walk", "man", "contact-a", {"leg-near", "leg-far"}},
        {"walk", "man", "down-a", {"leg-near"}},
        {"walk", "man", "passing-a", {"leg-near"}},
        {"walk", "man", "contact-b", {"leg-near", "leg-far"}},
        {"walk", "man", "down-b", {"leg-far"}},
        {"walk", "man", "passing-b", {"leg-far"}},
        {"walk", "man", "crouch", {"leg-near", "leg-far"}},
        {"walk", "man", "inflated", {"leg-near", "leg-far"}},
        {"bridge", "cat", "walk-a", {"leg-lower-back-near", "leg-lower-front-near"}},
        {"bridge", "cat", "walk-b", {"leg-lower-front-near"}},
        {"bridge", "cat", "crouch", {"leg-lower-back-near", "leg-lower-front-near"}},
        {"bridge", "cat", "stretched", {"leg-lower-back-near", "leg-lower-front-near"}},
    };
    for (size_t i = 0; i < sizeof planted / sizeof *planted; i++) {
        const opened *o = artwork_of(planted[i].project, planted[i].artwork);
        blend(o, find(o, planted[i].pose), 0, 0.0f);
        for (int l = 0; l < 4 && planted[i].layers[l]; l++) {
            float y = lowest(o, planted[i].layers[l]);
            if (!(fabsf(y) < 0.025f))
                print_error("%s: %s is at %g in %s\n", planted[i].project, planted[i].layers[l], (double)y,
                            planted[i].pose);
            assert_true(fabsf(y) < 0.025f);
        }
    }
}

static void faces_keep_their_shape(void **state)
{
    (void)state;
    uint32_t faces = 0;
    for (int a = 0; a < ARTWORKS; a++) {
        const opened *o = &artworks[a];
        uint32_t head = vv_project_find_handle(o->artwork, "head");
        if (head == VV_NONE)
            continue;
        faces++;
        for (uint32_t e = 0; e < o->artwork->example_count; e++) {
            const vv_turn *turn = &o->artwork->examples[e].turns[head];
            assert_float_equal(turn->xx, 1.0f, 1e-3f);
            assert_float_equal(turn->xy, 0.0f, 1e-3f);
            assert_float_equal(turn->yy, 1.0f, 1e-3f);
        }
    }
    assert_int_equal(faces, 5);
}

/* The hips of a walk: lowest with the knees bent, highest over the straight leg; and b is a with the legs exchanged. */
static void the_walk_rises_and_falls_and_has_two_equal_halves(void **state)
{
    (void)state;
    const opened *man = artwork_of("walk", "man");
    static const char *const keys[][2] = {{"contact-a", "contact-b"}, {"down-a", "down-b"}, {"passing-a", "passing-b"}};
    uint32_t hem = vv_project_find_handle(man->artwork, "hem");
    uint32_t near = vv_project_find_handle(man->artwork, "foot-near");
    uint32_t far = vv_project_find_handle(man->artwork, "foot-far");
    float height[3];
    for (int i = 0; i < 3; i++) {
        const vv_turn *a = man->artwork->examples[find(man, keys[i][0])].turns;
        const vv_turn *b = man->artwork->examples[find(man, keys[i][1])].turns;
        height[i] = a[hem].move.y;
        assert_float_equal(a[hem].move.y, b[hem].move.y, 1e-4f);
        assert_float_equal(a[near].angle, b[far].angle, 1e-4f);
        assert_float_equal(a[far].angle, b[near].angle, 1e-4f);
        assert_float_equal(a[near].move.y, b[far].move.y, 1e-4f);
        assert_float_equal(a[far].move.y, b[near].move.y, 1e-4f);
    }
    assert_true(height[1] < height[0] - 0.05f && height[0] < height[2] - 0.05f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_converge_and_budgets_are_kept),
        cmocka_unit_test(the_first_example_is_the_drawing_at_its_size),
        cmocka_unit_test(every_other_example_differs_from_rest),
        cmocka_unit_test(every_layer_is_one_piece),
        cmocka_unit_test(at_an_example_the_blend_is_that_example),
        cmocka_unit_test(no_pose_and_no_blend_is_inside_out),
        cmocka_unit_test(layers_hold_together_at_their_joints),
        cmocka_unit_test(scenes_loop_without_a_jump),
        cmocka_unit_test(the_ball_keeps_its_area),
        cmocka_unit_test(stage_balls_squash_and_stretch_about_their_centre),
        cmocka_unit_test(planted_feet_stand_on_the_ground),
        cmocka_unit_test(faces_keep_their_shape),
        cmocka_unit_test(the_walk_rises_and_falls_and_has_two_equal_halves),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
