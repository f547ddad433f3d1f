/* From a project to artworks that move. */
#include "session.h"

static const vv_rigged *artwork(uint32_t index)
{
    const vv_rigged *rigged = NULL;
    vv_error error = {0};
    vv_result result = vv_session_artwork(session, index, NULL, &rigged, &error);
    if (result != VV_OK)
        print_error("%s\n", error.message);
    assert_int_equal(result, VV_OK);
    return rigged;
}

/* The vertex of a layer nearest to a point, and how far it is. */
static uint32_t nearest(const vv_mesh *mesh, uint32_t layer, vv_vec2 p, float *distance)
{
    uint32_t best = mesh->layers[layer].vertex_start;
    for (uint32_t v = best; v < mesh->layers[layer].vertex_start + mesh->layers[layer].vertex_count; v++)
        if (vv_vec2_distance(mesh->positions[v], p) < vv_vec2_distance(mesh->positions[best], p))
            best = v;
    *distance = vv_vec2_distance(mesh->positions[best], p);
    return best;
}

static void layers_become_one_mesh_in_metres(void **state)
{
    (void)state;
    const vv_body *body = artwork(0)->body;
    assert_int_equal(body->mesh.layer_count, 2);
    assert_int_equal(vv_mesh_check(&body->mesh, NULL), VV_OK);
    for (uint32_t l = 0; l < 2; l++) {
        const vv_layer *layer = &body->mesh.layers[l];
        assert_in_range(layer->vertex_count, 40, 90);
        for (uint32_t v = layer->vertex_start; v < layer->vertex_start + layer->vertex_count; v++) {
            vv_vec2 p = body->mesh.positions[v], uv = body->mesh.uvs[v];
            float top = l == 0 ? 1.5f : 0.7f;
            assert_true(fabsf(p.x) < 0.21f && p.y < top + 0.02f && p.y > top - 1.22f);
            assert_float_equal(uv.x, (p.x + 0.2f) / 0.4f, 1e-4f); /* a pixel is a centimetre */
            assert_float_equal(uv.y, (top - p.y) / 1.2f, 1e-4f);
        }
    }
}

static void a_handle_on_two_layers_holds_both(void **state)
{
    (void)state;
    const vv_body *body = artwork(0)->body;
    float distance;
    for (uint32_t l = 0; l < 2; l++) {
        uint32_t v = nearest(&body->mesh, l, (vv_vec2){0.0f, 0.5f}, &distance);
        assert_true(distance < 0.011f); /* the elbow is a vertex of both, within the cutter's grid */
        assert_float_equal(body->weights[v * 3 + 1], 1.0f, 1e-6f);
    }
    /* The shoulder lies on the upper layer only: the lower one does not know it. */
    const vv_layer *lower = &body->mesh.layers[1];
    for (uint32_t v = lower->vertex_start; v < lower->vertex_start + lower->vertex_count; v++)
        assert_true(body->weights[v * 3] == 0.0f);
    for (uint32_t v = 0; v < body->mesh.vertex_count; v++)
        assert_float_equal(body->weights[v * 3] + body->weights[v * 3 + 1] + body->weights[v * 3 + 2], 1.0f, 1e-5f);
    assert_int_equal(body->report.unconverged, 0);
}

static void at_an_example_the_vertices_are_that_example(void **state)
{
    (void)state;
    const vv_rigged *rigged = artwork(0);
    vv_vec2 vertices[400];
    float rest[3] = {1, 0, 0}, bent[3] = {0, 1, 0};
    assert_true(rigged->body->mesh.vertex_count <= 400);
    vv_rigged_vertices(rigged, rest, NULL, vertices);
    for (uint32_t v = 0; v < rigged->body->mesh.vertex_count; v++)
        assert_true(vv_vec2_distance(vertices[v], rigged->body->mesh.positions[v]) < 1e-6f);
    /* The hand's own vertices turn by one radian about (0, 0) and move by (0.4, 0.3). */
    float distance;
    uint32_t tip = nearest(&rigged->body->mesh, 1, (vv_vec2){0.0f, -0.3f}, &distance);
    vv_vec2 at = rigged->body->mesh.positions[tip];
    assert_float_equal(rigged->body->weights[tip * 3 + 2], 1.0f, 1e-6f);
    vv_rigged_vertices(rigged, bent, NULL, vertices);
    assert_float_equal(vertices[tip].x, cosf(1.0f) * at.x - sinf(1.0f) * at.y + 0.4f, 1e-5f);
    assert_float_equal(vertices[tip].y, sinf(1.0f) * at.x + cosf(1.0f) * at.y + 0.3f, 1e-5f);
}

static void an_artwork_without_handles_or_examples_still_shows(void **state)
{
    (void)state;
    const vv_rigged *rigged = artwork(1);
    vv_vec2 vertices[16];
    float weight = 1.0f;
    assert_int_equal(rigged->body->handle_count, 1);
    assert_int_equal(rigged->example_count, 1);
    assert_string_equal(rigged->example_names[0], "rest");
    vv_rigged_vertices(rigged, &weight, NULL, vertices);
    assert_true(vv_vec2_distance(vertices[4], (vv_vec2){2, 0}) < 1e-6f);
    /* One face of the file is clockwise; here every triangle is counter-clockwise. */
    for (uint32_t t = 0; t < rigged->body->mesh.triangle_count; t++) {
        const uint32_t *c = rigged->body->mesh.triangles + 3 * t;
        assert_true(vv_vec2_cross(vv_vec2_sub(vertices[c[1]], vertices[c[0]]),
                                  vv_vec2_sub(vertices[c[2]], vertices[c[0]])) > 0.0f);
    }
}

static void a_scene_goes_through_rest_from_bent_to_long(void **state)
{
    (void)state;
    const vv_rigged *rigged = artwork(0);
    const vv_project_scene *scene = vv_document_project(document)->scenes[0];
    float weights[3], most_rest = 0.0f, last_bent = 1.0f;
    vv_complex_weights(rigged->complex, vv_scene_place(rigged, scene, 0.0f), weights);
    assert_float_equal(weights[1], 1.0f, 1e-6f);
    for (int i = 0; i <= 60; i++) {
        vv_complex_weights(rigged->complex, vv_scene_place(rigged, scene, (float)i / 60.0f), weights);
        assert_true(weights[1] * weights[2] < 1e-6f); /* bent and long never mix: no segment joins them */
        assert_true(weights[1] <= last_bent + 1e-6f);
        last_bent = weights[1];
        most_rest = vvi_max(most_rest, weights[0]);
    }
    assert_true(most_rest > 0.9f);
    assert_float_equal(weights[2], 1.0f, 1e-5f);
    vv_complex_weights(rigged->complex, vv_scene_place(rigged, scene, 99.0f), weights); /* after the last key */
    assert_float_equal(weights[0], 0.5f, 1e-5f);
    assert_float_equal(weights[1], 0.5f, 1e-5f);
}

/* Keys bent – rest – long lie on one line, long – rest turns back. */
static void a_scene_passes_keys_on_its_way_and_rests_where_it_turns(void **state)
{
    (void)state;
    apply("{\"do\": \"scene.add\", \"name\": \"swing\", \"artwork\": \"arm\", \"seconds\": 3, \"keys\": ["
          "{\"time\": 0, \"place\": {\"bent\": 1}}, {\"time\": 1, \"place\": {\"rest\": 1}},"
          "{\"time\": 2, \"place\": {\"long\": 1}}, {\"time\": 3, \"place\": {\"rest\": 1}}]}");
    const vv_rigged *rigged = artwork(0);
    const vv_project *project = vv_document_project(document);
    const vv_project_scene *scene = project->scenes[project->scene_count - 1];
    const float h = 1.0f / 256.0f;
    float speed[4];
    for (int k = 0; k < 4; k++) {
        vv_place before = vv_scene_place(rigged, scene, (float)k - h),
                 after = vv_scene_place(rigged, scene, (float)k + h);
        speed[k] = vv_complex_distance(rigged->complex, before, after) / (k % 3 ? 2.0f * h : h);
    }
    vv_place bent = vv_complex_at_example(rigged->complex, 1), rest = vv_complex_at_example(rigged->complex, 0);
    vv_place far = vv_complex_at_example(rigged->complex, 2);
    float first = vv_complex_distance(rigged->complex, bent, rest),
          second = vv_complex_distance(rigged->complex, rest, far);
    assert_float_equal(speed[1], 2.0f * first * second / (first + second), 0.02f * speed[1]);
    assert_true(speed[0] < 0.02f * first && speed[2] < 0.02f * second && speed[3] < 0.02f * second);
    for (float t = 0.0f, last = 0.0f; t <= 2.0f; t += h) { /* never back on the way out */
        float done = vv_complex_distance(rigged->complex, bent, vv_scene_place(rigged, scene, t));
        assert_true(done >= last - 1e-5f);
        last = done;
    }
    apply("{\"do\": \"scene.remove\", \"scene\": \"swing\"}");
}

static void a_drag_meets_its_pins_and_becomes_numbers(void **state)
{
    (void)state;
    apply("{\"do\": \"example.drag\", \"artwork\": \"arm\", \"example\": \"reach\", \"pins\": {"
          "\"shoulder\": {\"to\": [0, 1.3]}, \"hand\": {\"from\": [0, -0.3], \"to\": [0.9, 0.6]}}}");
    const vv_project_artwork *arm = vv_document_project(document)->artworks[0];
    uint32_t reach = vv_project_find_example(arm, "reach");
    assert_int_not_equal(reach, VV_NONE);
    assert_true(arm->examples[reach].pins && arm->examples[reach].pins[2].held);
    vv_affine pose[3];
    vv_pose_compose(3, artwork(0)->body->handles, arm->examples[reach].turns, pose);
    assert_true(vv_vec2_distance(vv_affine_apply(pose[2], (vv_vec2){0, -0.3f}), (vv_vec2){0.9f, 0.6f}) < 1e-4f);
    assert_true(vv_vec2_distance(vv_affine_apply(pose[0], (vv_vec2){0, 1.3f}), (vv_vec2){0, 1.3f}) < 1e-4f);
    /* The elbow was free: it followed. And a second drag on the same example replaces it. */
    assert_true(vv_vec2_distance(vv_affine_apply(pose[1], (vv_vec2){0, 0.5f}), (vv_vec2){0, 0.5f}) > 0.05f);
    apply("{\"do\": \"example.drag\", \"artwork\": \"arm\", \"example\": \"reach\", \"from\": \"bent\", \"pins\": {}}");
    arm = vv_document_project(document)->artworks[0];
    assert_float_equal(arm->examples[reach].turns[2].angle, 0.0f, 1e-6f); /* nothing held: back to rest */
    assert_true(vv_document_undo(document) && vv_document_undo(document));
}

static void refuse(const char *text, const char *because)
{
    vv_json_document *json = NULL, *resolved = NULL;
    vv_error error = {0};
    assert_int_equal(vv_json_parse(text, strlen(text), "command", NULL, &json, &error), VV_OK);
    assert_int_not_equal(vv_session_resolve_command(session, json, vv_json_root(json), &resolved, &error), VV_OK);
    assert_null(resolved);
    assert_non_null(strstr(error.message, because));
    vv_json_destroy(json);
}

static void a_wrong_drag_is_refused_with_its_place(void **state)
{
    (void)state;
    refuse("{\"do\": \"example.drag\", \"artwork\": \"leg\", \"example\": \"x\", \"pins\": {}}", "no artwork");
    refuse("{\"do\": \"example.drag\", \"artwork\": \"arm\", \"pins\": {}}", "example");
    refuse("{\"do\": \"example.drag\", \"artwork\": \"arm\", \"example\": \"x\", \"pin\": {}, \"pins\": {}}",
           "no key \"pin\"");
    refuse("{\"do\": \"example.drag\", \"artwork\": \"arm\", \"example\": \"x\"}", "pins");
    refuse("{\"do\": \"example.drag\", \"artwork\": \"arm\", \"example\": \"x\", \"from\": \"y\", \"pins\": {}}",
           "no example");
    refuse(
        "{\"do\": \"example.drag\", \"artwork\": \"arm\", \"example\": \"x\", \"pins\": {\"toe\": {\"to\": [0, 0]}}}",
        "no handle");
}

static void only_what_changed_is_built_again(void **state)
{
    (void)state;
    const vv_body *body = artwork(0)->body;
    apply("{\"do\": \"example.set\", \"artwork\": \"arm\", \"example\": \"long\", \"pose\": {}}");
    assert_ptr_equal(artwork(0)->body, body); /* a pose changes no mesh */
    apply("{\"do\": \"layer.set\", \"artwork\": \"arm\", \"layer\": \"upper\", \"vertices\": 80}");
    assert_true(artwork(0)->body->mesh.vertex_count > 0);
    assert_int_equal(artwork(0)->body->key, vv_body_key(vv_document_project(document)->artworks[0]));
    while (vv_document_undo(document)) {}
}

static void the_hash_is_of_the_content(void **state)
{
    (void)state;
    uint64_t first = 0, second = 0, changed = 0;
    assert_int_equal(vv_session_hash(session, &first, NULL), VV_OK);
    vv_session_forget(session);
    assert_int_equal(vv_session_hash(session, &second, NULL), VV_OK);
    assert_true(first == second);
    apply("{\"do\": \"handle.set\", \"artwork\": \"arm\", \"handle\": \"shoulder\", \"at\": [0.02, 1.3]}");
    assert_int_equal(vv_session_hash(session, &changed, NULL), VV_OK);
    assert_true(first != changed);
    assert_true(vv_document_undo(document));
}

static void every_failed_allocation_is_survived(void **state)
{
    (void)state;
    const vv_project *project = vv_document_project(document);
    uint64_t n = 1;
    for (bool done = false; !done; n += n < 40 ? 1 : 7) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_body *body = NULL;
        vv_rigged *rigged = NULL;
        vv_error error = {0};
        vv_result result = vv_body_create(project->artworks[0], &figure_host, &allocator, NULL, &body, &error);
        if (result == VV_OK)
            result = vv_rigged_create(project->artworks[0], body, &allocator, &rigged, &error);
        done = result == VV_OK && counting.fail_at > 0;
        assert_true(result == VV_OK || result == VV_ERROR_MEMORY);
        vv_rigged_destroy(rigged);
        vv_body_destroy(body);
        assert_int_equal(counting.used, 0);
    }
    assert_true(n > 20);
}

static bool cancel_late(void *user, float done)
{
    (void)user;
    return done < 0.3f;
}

static void building_can_be_cancelled_and_missing_files_are_named(void **state)
{
    (void)state;
    vv_progress progress = {cancel_late, NULL};
    vv_body *body = NULL;
    vv_error error = {0};
    const vv_project_artwork *arm = vv_document_project(document)->artworks[0];
    assert_int_equal(vv_body_create(arm, &figure_host, NULL, &progress, &body, &error), VV_ERROR_CANCELLED);
    apply("{\"do\": \"layer.set\", \"artwork\": \"arm\", \"layer\": \"upper\", \"image\": \"art/gone.png\"}");
    arm = vv_document_project(document)->artworks[0];
    assert_int_equal(vv_body_create(arm, &figure_host, NULL, NULL, &body, &error), VV_ERROR_NOT_FOUND);
    assert_string_equal(error.file, "art/gone.png");
    assert_true(vv_document_undo(document));
}

/* Alpha 3 of 255: below what counts as drawing where there is stronger ink. */
static void a_faint_layer_is_cut_and_moved_like_any_other(void **state)
{
    (void)state;
    uint32_t full = artwork(0)->body->mesh.layers[0].vertex_count;
    apply("{\"do\": \"group\", \"commands\": ["
          "{\"do\": \"layer.set\", \"artwork\": \"arm\", \"layer\": \"upper\", \"image\": \"art/faint.png\"},"
          "{\"do\": \"layer.set\", \"artwork\": \"arm\", \"layer\": \"lower\", \"image\": \"art/faint.png\"}]}");
    vv_body *body = NULL;
    vv_error error = {0};
    const vv_project_artwork *arm = vv_document_project(document)->artworks[0];
    assert_int_equal(vv_body_create(arm, &figure_host, NULL, NULL, &body, &error), VV_OK);
    assert_in_range(body->mesh.layers[0].vertex_count, full - full / 5, full + full / 5);
    vv_body_destroy(body);
    assert_true(vv_document_undo(document));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_become_one_mesh_in_metres),
        cmocka_unit_test(a_handle_on_two_layers_holds_both),
        cmocka_unit_test(at_an_example_the_vertices_are_that_example),
        cmocka_unit_test(an_artwork_without_handles_or_examples_still_shows),
        cmocka_unit_test(a_scene_goes_through_rest_from_bent_to_long),
        cmocka_unit_test(a_scene_passes_keys_on_its_way_and_rests_where_it_turns),
        cmocka_unit_test(a_drag_meets_its_pins_and_becomes_numbers),
        cmocka_unit_test(a_wrong_drag_is_refused_with_its_place),
        cmocka_unit_test(only_what_changed_is_built_again),
        cmocka_unit_test(the_hash_is_of_the_content),
        cmocka_unit_test(every_failed_allocation_is_survived),
        cmocka_unit_test(a_faint_layer_is_cut_and_moved_like_any_other),
        cmocka_unit_test(building_can_be_cancelled_and_missing_files_are_named),
    };
    return cmocka_run_group_tests(tests, open_session, close_session);
}
