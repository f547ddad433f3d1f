/* Creatures as bytes: what was made passes at any address; what was changed in any way does no harm, and is refused
 * where it matters. */
#include "tests/testing.h"

#include "sample.h"

static uint8_t *copy_of(const vv_creature *c, size_t *bytes)
{
    *bytes = vvi_creature_bytes(c);
    uint8_t *copy = aligned_alloc(64, (*bytes + 63) / 64 * 64);
    memcpy(copy, c, *bytes);
    return copy;
}

/* Everything that the rest of the room would read; sanitizers watch. */
static void use(const vv_creature *c)
{
    uint32_t n = vv_creature_body_count(c), *bodies = calloc(n, sizeof *bodies);
    vv_transform3 *rest = calloc(n, sizeof *rest);
    vv_creature_rest(c, rest);
    for (int spine = 0; spine < 2; spine++)
        for (vv_extent extent = VV_EXTENT_NONE; extent <= VV_EXTENT_FRONTMOST; extent++) {
            vv_body_context context = {.cap = "grasper", .zones = {VV_ZONE_HIGH}, .extent = extent, .spine = spine};
            assert_true(vv_body_context_select(c, &context, bodies) <= n);
        }
    for (uint32_t b = 0; b < n; b++) {
        vv_movement_mode mode = {.scale = VV_SCALE_LIMB, .secondary = true, .lookat = true};
        vv_body_frame frame = vv_movement_mode_frame(mode, c, b, (vv_movement_target){{1, 2, 3}, true}, 0.0f, b % 2);
        vv_body_transform pose = vv_specialise(&frame, (vv_body_transform){{1, 1, 1}, {0, 0, 0, 1}});
        assert_true(isfinite(pose.position.x) && isfinite(pose.rotation.w));
        assert_true(strlen(vv_creature_body_at(c, b).name) < VV_CREATURE_NAME_BYTES);
    }
    for (uint32_t l = 0; l < vv_creature_leg_count(c); l++)
        for (uint32_t i = 0; i < legs_of(c)[l].path_count; i++)
            assert_true(paths_of(c)[legs_of(c)[l].path + i] < n);
    free(bodies);
    free(rest);
}

static void what_was_made_passes(void **state)
{
    (void)state;
    static sample made;
    for (uint64_t seed = 0; seed < 300 + SAMPLE_KINDS; seed++) {
        if (seed < SAMPLE_KINDS)
            sample_make((sample_kind)seed, &made);
        else
            sample_random(seed, seed % 2, &made);
        size_t bytes;
        vv_creature *c = sample_create(&made);
        uint8_t *copy = copy_of(c, &bytes);
        vv_error error = {0};
        if (vvi_creature_verify(copy, bytes, &error) != VV_OK)
            fail_msg("%s", error.message);
        use((const vv_creature *)(const void *)copy);
        free(copy);
        vv_creature_destroy(c, NULL);
    }
}

static void truncated_ones_are_refused_at_every_length(void **state)
{
    (void)state;
    size_t bytes;
    vv_creature *c = sample_creature(SAMPLE_BRANCHING);
    uint8_t *copy = copy_of(c, &bytes);
    for (size_t n = 0; n < bytes; n++) {
        uint8_t *part = aligned_alloc(64, (n + 64) / 64 * 64);
        memcpy(part, copy, n);
        assert_int_not_equal(vvi_creature_verify(part, n, NULL), VV_OK);
        free(part);
    }
    free(copy);
    vv_creature_destroy(c, NULL);
}

/* Whether a byte is of a section in which everything follows from the bodies. */
static bool is_derived(const vv_creature *c, size_t i)
{
    const struct {
        uint64_t start, bytes;
    } sections[] = {{c->order, c->body_count * 4u},
                    {c->spine, c->spine_count * 4u},
                    {c->limbs, c->limb_count * sizeof(stored_limb)},
                    {c->legs, c->leg_count * sizeof(stored_leg)},
                    {c->paths, c->path_count * 4u},
                    {c->cap_names, c->own_cap_count * 4u},
                    {c->deform_names, c->deform_count * 4u}};
    for (size_t s = 0; s < sizeof sections / sizeof *sections; s++)
        if (i >= sections[s].start && i < sections[s].start + sections[s].bytes)
            return true;
    return i < sizeof *c;
}

/* Every byte of three creatures, with each of its bits turned over. What passes (a cap more, a box that bounds
 * nothing, a name, the room between sections) is used. */
static void any_bit_that_is_turned_over_does_no_harm(void **state)
{
    (void)state;
    static const sample_kind kinds[3] = {SAMPLE_BRANCHING, SAMPLE_FIGURE_4, SAMPLE_ASYMMETRIC};
    for (int k = 0; k < 3; k++) {
        size_t bytes;
        vv_creature *c = sample_creature(kinds[k]);
        uint8_t *copy = copy_of(c, &bytes);
        for (size_t i = 0; i < bytes; i++)
            for (int bit = 0; bit < 8; bit++) {
                copy[i] ^= (uint8_t)(1 << bit);
                if (vvi_creature_verify(copy, bytes, NULL) == VV_OK) {
                    assert_false(is_derived(c, i));
                    use((const vv_creature *)(const void *)copy);
                }
                copy[i] ^= (uint8_t)(1 << bit);
            }
        free(copy);
        vv_creature_destroy(c, NULL);
    }
}

/* Each derived number of each body, changed by itself, is found, and the body named. */
static void every_derived_number_is_compared(void **state)
{
    (void)state;
    static const size_t derived[] = {
        offsetof(stored_body, parent),      offsetof(stored_body, hip),          offsetof(stored_body, limb),
        offsetof(stored_body, first_child), offsetof(stored_body, next_sibling), offsetof(stored_body, side),
        offsetof(stored_body, joint),       offsetof(stored_body, rest_centre),  offsetof(stored_body, facing),
        offsetof(stored_body, length),      offsetof(stored_body, limb_length),  offsetof(stored_body, sole_height),
        offsetof(stored_body, reserved)};
    for (int kind = 0; kind < SAMPLE_KINDS; kind++) {
        size_t bytes;
        vv_creature *c = sample_creature((sample_kind)kind);
        uint8_t *copy = copy_of(c, &bytes);
        for (uint32_t b = 0; b < c->body_count; b++)
            for (size_t i = 0; i < sizeof derived / sizeof *derived; i++) {
                uint8_t *at = copy + c->bodies + b * sizeof(stored_body) + derived[i];
                vv_error error = {0};
                *at ^= 1;
                assert_int_equal(vvi_creature_verify(copy, bytes, &error), VV_ERROR_FORMAT);
                assert_true(strstr(error.message, "damaged") || strstr(error.message, "agree"));
                *at ^= 1;
            }
        static const size_t header[] = {
            offsetof(vv_creature, root),       offsetof(vv_creature, spine_count), offsetof(vv_creature, limb_count),
            offsetof(vv_creature, leg_count),  offsetof(vv_creature, group_count), offsetof(vv_creature, path_count),
            offsetof(vv_creature, spine_root), offsetof(vv_creature, upright),     offsetof(vv_creature, low),
            offsetof(vv_creature, high),       offsetof(vv_creature, size),        offsetof(vv_creature, reserved),
            offsetof(vv_creature, body_count), offsetof(vv_creature, name_bytes)};
        for (size_t i = 0; i < sizeof header / sizeof *header; i++) {
            copy[header[i]] ^= 1;
            assert_int_not_equal(vvi_creature_verify(copy, bytes, NULL), VV_OK);
            copy[header[i]] ^= 1;
        }
        free(copy);
        vv_creature_destroy(c, NULL);
    }
}

static void other_versions_and_addresses_are_refused(void **state)
{
    (void)state;
    size_t bytes;
    vv_creature *c = sample_creature(SAMPLE_SNAKE);
    uint8_t *copy = copy_of(c, &bytes), *moved = aligned_alloc(64, (bytes + 127) / 64 * 64);
    memcpy(moved + 8, copy, bytes);
    assert_int_equal(vvi_creature_verify(moved + 8, bytes, NULL), VV_ERROR_ARGUMENT);
    ((vv_creature *)(void *)copy)->version = CREATURE_VERSION + 1;
    assert_int_equal(vvi_creature_verify(copy, bytes, NULL), VV_ERROR_VERSION);
    free(moved);
    free(copy);
    vv_creature_destroy(c, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_made_passes),
        cmocka_unit_test(truncated_ones_are_refused_at_every_length),
        cmocka_unit_test(any_bit_that_is_turned_over_does_no_harm),
        cmocka_unit_test(every_derived_number_is_compared),
        cmocka_unit_test(other_versions_and_addresses_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
