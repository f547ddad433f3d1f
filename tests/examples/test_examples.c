/* What every artwork of the shipped example projects keeps: that its poses blend to themselves, stay the right side
 * out, hold together at the joints, and that its scenes are loops. */
#include "tests/examples/artworks.h"

#include <math.h>

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
                    const vv_handle_pose *turn = &o->artwork->examples[e].turns[h];
                    vv_vec2 pivot = o->artwork->handles[h].shape.from;
                    double w = (double)body->weights[(size_t)v * body->handle_count + h];
                    double dx = (double)o->mesh->positions[v].x - (double)pivot.x;
                    double dy = (double)o->mesh->positions[v].y - (double)pivot.y;
                    double sx = (double)turn->xx * dx + (double)turn->xy * dy;
                    double sy = (double)turn->xy * dx + (double)turn->yy * dy;
                    double c = cos((double)turn->angle), s = sin((double)turn->angle);
                    x += w * (c * sx - s * sy + (double)pivot.x + (double)turn->translation.x);
                    y += w * (s * sx + c * sy + (double)pivot.y + (double)turn->translation.y);
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
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
