/* From a rigged artwork to a sprite: how its layers are joined, and when it is made again. */
#include "session.h"

static const vv_staged *staged(void)
{
    const vv_staged *out = NULL;
    vv_error error = {0};
    if (vv_session_staged(session, 0, NULL, NULL, &out, &error) != VV_OK)
        fail_msg("%s: %s", error.file, error.message);
    return out;
}

/* By areas instead of the picking that joining uses. */
static bool covers(const vv_mesh *mesh, uint32_t layer, vv_vec2 p)
{
    const vv_layer *range = &mesh->layers[layer];
    for (uint32_t t = range->triangle_start; t < range->triangle_start + range->triangle_count; t++) {
        const uint32_t *c = mesh->triangles + 3 * (size_t)t;
        double whole = 0.0, parts = 0.0;
        for (int k = 0; k < 3; k++) {
            vv_vec2 a = mesh->positions[c[k]], b = mesh->positions[c[(k + 1) % 3]], o = mesh->positions[c[(k + 2) % 3]];
            whole = fabs((double)vv_vec2_cross(vv_vec2_sub(b, a), vv_vec2_sub(o, a)));
            parts += fabs((double)vv_vec2_cross(vv_vec2_sub(a, p), vv_vec2_sub(b, p)));
        }
        if (parts <= whole * (1.0 + 1e-4))
            return true;
    }
    return false;
}

static void expect_pins_on_both(const vv_staged *s)
{
    const vv_rigged *rigged = NULL;
    assert_int_equal(vv_session_artwork(session, 0, NULL, &rigged, NULL), VV_OK);
    for (uint32_t i = 0; i < s->pin_count; i++) {
        assert_true(covers(&rigged->body->mesh, s->pins[i].layer, s->pins[i].at));
        assert_true(covers(&rigged->body->mesh, s->pins[i].onto, s->pins[i].at));
    }
}

static void layers_are_joined_at_the_handle_that_moves_both(void **state)
{
    (void)state;
    const vv_staged *s = staged();
    assert_int_equal(s->pin_count, 1);
    assert_true(s->pins[0].at.x == 0.0f && s->pins[0].at.y == 0.5f); /* the elbow */
    assert_true(s->pins[0].layer != s->pins[0].onto);
    assert_int_equal(s->loose_layer, VV_NONE);
    expect_pins_on_both(s);
    assert_int_equal(vv_sprite_example_count(s->sprite), 3);
    const vv_rigged *rigged = NULL;
    assert_int_equal(vv_session_artwork(session, 0, NULL, &rigged, NULL), VV_OK);
    assert_float_equal(vv_sprite_mass(s->sprite), vv_mesh_area(&rigged->body->mesh), 1e-5f);
}

static void layers_without_a_common_handle_are_joined_where_they_overlap(void **state)
{
    (void)state;
    apply("{\"do\":\"handle.set\",\"artwork\":\"arm\",\"handle\":\"elbow\",\"layers\":[\"upper\"]}");
    const vv_staged *s = staged();
    assert_int_equal(s->pin_count, 2);
    assert_true(vv_vec2_distance(s->pins[0].at, s->pins[1].at) > 0.2f);
    assert_int_equal(s->loose_layer, VV_NONE);
    expect_pins_on_both(s);
}

static void a_layer_that_touches_no_other_is_loose(void **state)
{
    (void)state;
    apply("[{\"do\":\"layer.set\",\"artwork\":\"arm\",\"layer\":\"lower\",\"at\":[3,0.7]},"
          "{\"do\":\"handle.add\",\"artwork\":\"arm\",\"name\":\"far\",\"kind\":\"point\",\"at\":[3.2,0.1]}]");
    const vv_staged *s = staged();
    assert_int_equal(s->pin_count, 0);
    assert_int_equal(s->loose_layer, 1);
}

static void the_artists_pins_are_taken_as_they_are(void **state)
{
    (void)state;
    apply("{\"do\":\"sprite.set\",\"artwork\":\"arm\",\"pins\":[{\"layer\":\"lower\",\"onto\":\"upper\",\"at\":[0.05,0."
          "45]}]}");
    const vv_staged *s = staged();
    assert_int_equal(s->pin_count, 1);
    assert_true(s->pins[0].at.x == 0.05f && s->pins[0].layer == 1 && s->pins[0].onto == 0);
    apply("{\"do\":\"sprite.set\",\"artwork\":\"arm\",\"pins\":[]}");
    assert_int_equal(staged()->pin_count, 0);
    assert_int_equal(staged()->loose_layer, 1);
    apply("{\"do\":\"sprite.set\",\"artwork\":\"arm\",\"pins\":[{\"layer\":\"lower\",\"onto\":\"upper\",\"at\":[0,-0.3]"
          "}]}");
    const vv_staged *unused = NULL;
    vv_error error = {0};
    assert_int_equal(vv_session_staged(session, 0, NULL, NULL, &unused, &error), VV_ERROR_ARGUMENT);
    assert_string_equal(error.path, "$.artworks[0].sprite.pins[0]");
    assert_non_null(strstr(error.message, "outside"));
}

static void a_sprite_is_made_again_only_when_it_must(void **state)
{
    (void)state;
    const vv_sprite *first = staged()->sprite;
    float mass = vv_sprite_mass(first);
    apply("{\"do\":\"sprite.set\",\"artwork\":\"arm\",\"strengths\":{\"stiffness\":10}}");
    assert_ptr_equal(staged()->sprite, first);
    apply("{\"do\":\"artwork.rename\",\"artwork\":\"arm\",\"to\":\"limb\"}");
    assert_ptr_equal(staged()->sprite, first);
    apply("{\"do\":\"sprite.set\",\"artwork\":\"limb\",\"density\":2}");
    assert_float_equal(vv_sprite_mass(staged()->sprite), 2.0f * mass, 1e-4f);
    apply("{\"do\":\"sprite.set\",\"artwork\":\"limb\",\"densities\":{\"lower\":3}}");
    assert_float_equal(vv_sprite_mass(staged()->sprite), 4.0f * mass, 1e-3f);
    apply("{\"do\":\"example.remove\",\"artwork\":\"limb\",\"example\":\"long\"}");
    assert_int_equal(vv_sprite_example_count(staged()->sprite), 2);
}

static void every_failed_allocation_is_survived(void **state)
{
    (void)state;
    const vv_rigged *rigged = NULL;
    const vv_project_artwork *artwork = vv_document_project(document)->artworks[0];
    assert_int_equal(vv_session_artwork(session, 0, NULL, &rigged, NULL), VV_OK);
    for (float scale = 1.0f; scale < 3.0f; scale += 1.0f) {
        vv_result result = VV_ERROR_MEMORY;
        for (uint64_t n = 1; result == VV_ERROR_MEMORY; n++) {
            vv_counting counting = {.fail_at = n};
            vv_allocator allocator = vv_counting_allocator(&counting);
            vv_staged *made = NULL;
            result = vv_staged_create(artwork, rigged, VV_ACTOR_SPRITE, scale, &allocator, &made, NULL);
            vv_staged_destroy(made);
            assert_int_equal(counting.used, 0);
        }
        assert_int_equal(result, VV_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(layers_are_joined_at_the_handle_that_moves_both, open_session, close_session),
        cmocka_unit_test_setup_teardown(layers_without_a_common_handle_are_joined_where_they_overlap, open_session,
                                        close_session),
        cmocka_unit_test_setup_teardown(a_layer_that_touches_no_other_is_loose, open_session, close_session),
        cmocka_unit_test_setup_teardown(the_artists_pins_are_taken_as_they_are, open_session, close_session),
        cmocka_unit_test_setup_teardown(a_sprite_is_made_again_only_when_it_must, open_session, close_session),
        cmocka_unit_test_setup_teardown(every_failed_allocation_is_survived, open_session, close_session),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
