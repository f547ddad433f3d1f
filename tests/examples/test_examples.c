/* The shipped example projects as a game or a tool would meet them: that their poses blend to themselves, keep their
 * area, stay the right side out, stand on the ground and hold together at the joints. */
#include "author/build/folder_host.h"
#include "author/document/folder.h"
#include "runtime/base/base.h"
#include "tests/testing.h"

#include <math.h>

enum { PROJECTS = 4, MOST_VERTICES = 4000, MOST_EXAMPLES = 16 };
static const char *const names[PROJECTS] = {"ball", "sack", "man", "cat"};

typedef struct opened {
    vv_project_folder *folder;
    vv_folder_host host;
    vv_session *session;
    const vv_project *project;
    const vv_project_artwork *artwork;
    const vv_rigged *rigged;
    const vv_mesh *mesh;
} opened;

static opened projects[PROJECTS];
static vv_vec2 vertices[MOST_VERTICES];

static vv_result open_project(const char *name, opened *o, vv_error *error)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/examples/%s", getenv("VV_SOURCE"), name);
    vv_result result = vv_project_folder_open(path, VV_FOLDER_READ, VV_FLUSH_HOST, NULL, &o->folder, error);
    if (result == VV_OK)
        result = vv_folder_host_open(path, &o->host, error);
    if (result == VV_OK)
        result = vv_session_create(vv_project_folder_document(o->folder), &o->host.host, NULL, &o->session, error);
    if (result == VV_OK)
        result = vv_session_artwork(o->session, 0, NULL, &o->rigged, error);
    if (result != VV_OK)
        return result;
    o->project = vv_document_project(vv_project_folder_document(o->folder));
    o->artwork = o->project->artworks[0];
    o->mesh = &o->rigged->body->mesh;
    return o->mesh->vertex_count <= MOST_VERTICES && o->rigged->example_count <= MOST_EXAMPLES ? VV_OK : VV_ERROR_LIMIT;
}

static int open_all(void **state)
{
    (void)state;
    for (int p = 0; p < PROJECTS; p++) {
        vv_error error = {0};
        if (open_project(names[p], &projects[p], &error) != VV_OK) {
            print_error("%s: %s\n", names[p], error.message);
            return 1;
        }
    }
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    for (int p = 0; p < PROJECTS; p++) {
        vv_session_destroy(projects[p].session);
        vv_project_folder_close(projects[p].folder);
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

/* ---- What every project keeps ---------------------------------------------------------------------------------------- */

static void weights_converge_and_budgets_are_kept(void **state)
{
    (void)state;
    static const uint32_t most[PROJECTS] = {280, 340, 1250, 1250};
    for (int p = 0; p < PROJECTS; p++) {
        assert_int_equal(projects[p].rigged->body->report.unconverged, 0);
        assert_in_range(projects[p].mesh->vertex_count, 200, most[p]);
        assert_true(projects[p].artwork->example_count >= 3);
        assert_string_equal(projects[p].artwork->examples[0].name, "rest");
    }
}

/* Skinning written out: x = Σ w (R S (r − p) + p + m), against the blend of one example with itself. */
static void at_an_example_the_blend_is_that_example(void **state)
{
    (void)state;
    for (int p = 0; p < PROJECTS; p++) {
        const opened *o = &projects[p];
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
    for (int p = 0; p < PROJECTS; p++) {
        const opened *o = &projects[p];
        for (uint32_t s = 0; s < o->artwork->simplex_count; s++)
            for (int a = 0; a < 3; a++) {
                uint32_t from = o->artwork->simplices[s].corner[a], to = o->artwork->simplices[s].corner[(a + 1) % 3];
                if (from == VV_NONE || to == VV_NONE)
                    continue;
                for (int i = 0; i <= 4; i++) {
                    blend(o, from, to, 0.25f * (float)i);
                    float share = share_inside_out(o);
                    if (share >= 0.005f)
                        print_error("%s: %s to %s at %d/4: %g\n", names[p], o->artwork->examples[from].name,
                                    o->artwork->examples[to].name, i, (double)share);
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
    for (int p = 2; p < PROJECTS; p++) {
        const opened *o = &projects[p];
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
                    print_error("%s: %s opens by %g and %g at %s\n", names[p], o->artwork->handles[h].name,
                                (double)here, (double)around, o->artwork->examples[e / 2].name);
                assert_true(here < 1e-4f && around < 0.05f);
            }
        }
        assert_true(joints >= 9);
    }
}

/* A loop ends where it began, and never jumps: in a frame no vertex moves further than half the drawing is high. */
static void scenes_loop_without_a_jump(void **state)
{
    (void)state;
    static vv_vec2 first[MOST_VERTICES], last[MOST_VERTICES];
    for (int p = 0; p < PROJECTS; p++)
        for (uint32_t s = 0; s < projects[p].project->scene_count; s++) {
            const opened *o = &projects[p];
            const vv_project_scene *scene = o->project->scenes[s];
            float weights[MOST_EXAMPLES], step = 0.0f, way = 0.0f;
            uint32_t frames = (uint32_t)(scene->seconds * scene->rate + 0.5f);
            for (uint32_t f = 0; f <= frames; f++) {
                vv_complex_weights(o->rigged->complex, vv_scene_place(o->rigged, scene, (float)f / scene->rate),
                                   weights);
                vv_rigged_vertices(o->rigged, weights, NULL, vertices);
                for (uint32_t v = 0; f && v < o->mesh->vertex_count; v++)
                    step = vvi_max(step, vv_vec2_distance(vertices[v], last[v]));
                way += f ? vv_vec2_distance(vertices[0], last[0]) : 0.0f;
                memcpy(f ? last : first, vertices, sizeof vertices);
                memcpy(last, vertices, sizeof vertices);
            }
            if (!(step < 1.0f && way > 0.1f))
                print_error("%s: %s moves by %g in a frame, %g in all\n", names[p], scene->name, (double)step,
                            (double)way);
            assert_true(step < 1.0f && way > 0.1f);
            for (uint32_t v = 0; v < o->mesh->vertex_count; v++)
                assert_true(vv_vec2_distance(first[v], last[v]) < 1e-5f);
        }
}

/* ---- What single projects promise ------------------------------------------------------------------------------------ */

static void the_ball_keeps_its_area(void **state)
{
    (void)state;
    const opened *ball = &projects[0];
    static const char *const poses[] = {"squashed", "stretched", "leaning", "airborne"};
    float rest = vv_mesh_area(ball->mesh);
    for (int i = 0; i < 4; i++) {
        float area = 0.0f;
        blend(ball, find(ball, poses[i]), 0, 0.0f);
        for (uint32_t t = 0; t < ball->mesh->triangle_count; t++)
            area += triangle_area(ball->mesh, vertices, t);
        assert_float_equal(area / rest, 1.0f, 0.03f);
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
        int project;
        const char *pose, *layers[4];
    } planted[] = {
        {2, "cheer", {"foot-left", "foot-right"}},
        {2, "crouch", {"foot-left", "foot-right"}},
        {2, "kick", {"foot-left"}},
        {3, "arch", {"leg-lower-back-near", "leg-lower-front-near"}},
        {3, "crouch", {"leg-lower-back-near", "leg-lower-front-near"}},
        {3, "stretch", {"leg-lower-back-near", "leg-lower-front-near"}},
        {3, "proud", {"leg-lower-back-near", "leg-lower-front-near"}},
        {1, "slump", {"sack"}},
        {1, "crouch", {"sack"}},
        {1, "lean", {"sack"}},
        {0, "squashed", {"ball"}},
        {0, "stretched", {"ball"}},
    };
    for (size_t i = 0; i < sizeof planted / sizeof *planted; i++) {
        const opened *o = &projects[planted[i].project];
        blend(o, find(o, planted[i].pose), 0, 0.0f);
        for (int l = 0; l < 4 && planted[i].layers[l]; l++) {
            float y = lowest(o, planted[i].layers[l]);
            if (!(fabsf(y) < 0.025f))
                print_error("%s: %s is at %g in %s\n", names[planted[i].project], planted[i].layers[l], (double)y,
                            planted[i].pose);
            assert_true(fabsf(y) < 0.025f);
        }
    }
}

static void faces_keep_their_shape(void **state)
{
    (void)state;
    for (int p = 2; p < PROJECTS; p++) {
        const opened *o = &projects[p];
        uint32_t head = vv_project_find_handle(o->artwork, "head");
        for (uint32_t e = 0; e < o->artwork->example_count; e++) {
            const vv_turn *turn = &o->artwork->examples[e].turns[head];
            assert_float_equal(turn->xx, 1.0f, 1e-3f);
            assert_float_equal(turn->xy, 0.0f, 1e-3f);
            assert_float_equal(turn->yy, 1.0f, 1e-3f);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_converge_and_budgets_are_kept),
        cmocka_unit_test(at_an_example_the_blend_is_that_example),
        cmocka_unit_test(no_pose_and_no_blend_is_inside_out),
        cmocka_unit_test(layers_hold_together_at_their_joints),
        cmocka_unit_test(scenes_loop_without_a_jump),
        cmocka_unit_test(the_ball_keeps_its_area),
        cmocka_unit_test(planted_feet_stand_on_the_ground),
        cmocka_unit_test(faces_keep_their_shape),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
