/* Binding: the paper's Figure 4, a brute-force enumeration of variants, blend groups, mirroring, what moves relative
 * to what. */
#include "runtime/creature/bind.h"
#include "sample.h"
#include "tests/testing.h"

#include <stdlib.h>
#include <string.h>

static const vv_motion_key still_key = {.value = {0, 0, 0, 1}};
static const vv_motion_track place_track = {.kind = VV_TRACK_POSITION, .key_count = 1, .keys = &still_key};
static const vv_motion_track turn_track = {.kind = VV_TRACK_ROTATION, .key_count = 1, .keys = &still_key};

static vv_motion_channel channel(const char *cap, uint32_t group)
{
    vv_motion_channel c = {.group = group, .mirror = true, .side = 1, .track_count = 1, .tracks = &place_track};
    strcpy(c.context.cap, cap);
    return c;
}

static vv_binding *bind_def(const vv_motion_def *def, const vv_creature *creature, vv_motion **motion)
{
    vv_binding *binding = NULL;
    vv_error error = {0};
    if (vv_motion_create(def, NULL, motion, &error) != VV_OK ||
        vv_binding_create(*motion, creature, NULL, &binding, &error) != VV_OK)
        fail_msg("%s", error.message);
    return binding;
}

/* A motion, a creature and the binding of both. */
typedef struct bound {
    vv_motion *motion;
    vv_creature *creature;
    vv_binding *binding;
} bound;

static bound bind_channels(vv_creature *creature, uint32_t count, const vv_motion_channel *channels,
                           uint32_t relation_count, const vv_relation *relations)
{
    vv_motion_def def = {.duration = 1.0f, .channel_count = count, .channels = channels};
    def.relation_count = relation_count;
    def.relations = relations;
    bound b = {.creature = creature};
    b.binding = bind_def(&def, creature, &b.motion);
    return b;
}

static void release(bound *b)
{
    vv_binding_destroy(b->binding);
    vv_motion_destroy(b->motion, NULL);
    vv_creature_destroy(b->creature, NULL);
}

/* ---- Figure 4 ---------------------------------------------------------------------------------------------------- */

/* The figure's bodies with other caps: one letter a body, in the order A B 1 2 3; g grasper, m mouth, . nothing. */
static vv_creature *figure(const char *caps)
{
    static sample made;
    sample_make(SAMPLE_FIGURE_4, &made);
    for (uint32_t i = 0; i < 5; i++)
        made.bodies[i + 1].caps = caps[i] == 'g'   ? VV_CAP_BIT(VV_CAP_GRASPER)
                                  : caps[i] == 'm' ? VV_CAP_BIT(VV_CAP_MOUTH)
                                                   : 0;
    return sample_create(&made);
}

/* Every variant, as the paper writes them. */
static void expect_variants(const bound *b, const char *expected)
{
    char text[256] = "";
    for (uint32_t v = 0; v < vv_binding_variant_count(b->binding); v++) {
        for (uint32_t g = 1; g <= vv_binding_group_count(b->binding); g++)
            strcat(text, vv_creature_body_at(b->creature, vv_binding_variant_body(b->binding, v, g)).name);
        strcat(text, " ");
    }
    assert_string_equal(text, expected);
}

static void figure_4(void **state)
{
    (void)state;
    vv_motion_channel graspers[2] = {channel("grasper", 1), channel("grasper", 2)};
    vv_motion_channel feed[2] = {channel("grasper", 1), channel("mouth", 2)};
    vv_relation same = {1, 2, VV_RELATION_SAME_SIDE}, opposite = {1, 2, VV_RELATION_OPPOSITE_SIDE};
    bound grab = bind_channels(figure("ggggg"), 1, graspers, 0, NULL);
    expect_variants(&grab, "A B 1 2 3 ");
    release(&grab);
    bound pass = bind_channels(figure("gg..."), 2, graspers, 0, NULL);
    expect_variants(&pass, "AB BA ");
    release(&pass);
    bound eat = bind_channels(figure("mmggg"), 2, feed, 0, NULL);
    expect_variants(&eat, "1A 1B 2A 2B 3A 3B ");
    release(&eat);
    bound beside = bind_channels(figure("..ggg"), 2, graspers, 1, &same);
    expect_variants(&beside, "23 32 ");
    release(&beside);
    bound across = bind_channels(figure("..ggg"), 2, graspers, 1, &opposite);
    expect_variants(&across, "12 13 21 31 ");
    release(&across);
    bound any = bind_channels(figure("..ggg"), 2, graspers, 0, NULL);
    expect_variants(&any, "12 13 21 23 31 32 ");
    release(&any);
}

/* ---- Brute force ------------------------------------------------------------------------------------------------- */

static bool related(const vv_creature *creature, vv_relation relation, const uint32_t *bodies)
{
    int32_t a = bodies_of(creature)[bodies[relation.a - 1]].side, b = bodies_of(creature)[bodies[relation.b - 1]].side;
    return relation.kind == VV_RELATION_SAME_SIDE ? a == b : a != 0 && a == -b;
}

/* Three groups, every triple. */
static void check_all_triples(const bound *b, uint32_t relation_count, const vv_relation *relations)
{
    uint32_t offered[3][SAMPLE_MAX_BODIES], counts[3], found = 0;
    for (uint32_t g = 0; g < 3; g++) {
        vv_body_context context = vv_motion_channel_at(b->motion, g).context;
        counts[g] = vv_body_context_select(b->creature, &context, offered[g]);
    }
    for (uint32_t i = 0; i < counts[0]; i++)
        for (uint32_t j = 0; j < counts[1]; j++)
            for (uint32_t k = 0; k < counts[2]; k++) {
                uint32_t bodies[3] = {offered[0][i], offered[1][j], offered[2][k]};
                bool goes = bodies[0] != bodies[1] && bodies[0] != bodies[2] && bodies[1] != bodies[2];
                for (uint32_t r = 0; r < relation_count; r++)
                    goes &= related(b->creature, relations[r], bodies);
                if (!goes || found == 65536)
                    continue;
                assert_true(found < vv_binding_variant_count(b->binding));
                for (uint32_t g = 0; g < 3; g++)
                    assert_int_equal(vv_binding_variant_body(b->binding, found, g + 1), bodies[g]);
                found++;
            }
    assert_int_equal(found, vv_binding_variant_count(b->binding));
}

static void variants_are_what_brute_force_finds(void **state)
{
    (void)state;
    static const char *const caps[] = {"grasper", "foot", "limb", "", "eye", ""};
    vvi_random random = vvi_random_seed(4);
    uint32_t with_variants = 0;
    for (uint32_t round = 0; round < 150; round++) {
        static sample made;
        sample_random(1000 + round, round % 2 == 0, &made);
        vv_motion_channel channels[3];
        vv_relation relations[3];
        uint32_t relation_count = vvi_random_below(&random, 4);
        for (uint32_t g = 0; g < 3; g++) {
            channels[g] = channel(caps[vvi_random_below(&random, 6)], g + 1);
            if (vvi_random_below(&random, 3) == 0)
                channels[g].context.zones[g] = (vv_zone)vvi_random_below(&random, 4);
            relations[g] = (vv_relation){g + 1, (g + 1) % 3 + 1, (vv_relation_kind)vvi_random_below(&random, 2)};
        }
        bound b = bind_channels(sample_create(&made), 3, channels, relation_count, relations);
        check_all_triples(&b, relation_count, relations);
        with_variants += vv_binding_variant_count(b.binding) > 0;
        release(&b);
    }
    assert_true(with_variants > 40);
}

/* Eight groups of a hundred bodies: counting stops in good time. */
static void endless_products_end(void **state)
{
    (void)state;
    static sample made;
    sample_random(3, true, &made);
    for (uint64_t seed = 4; made.def.body_count < 60; seed++)
        sample_random(seed, true, &made);
    vv_motion_channel channels[8];
    vv_relation relations[28];
    uint32_t relation_count = 0;
    for (uint32_t g = 0; g < 8; g++) {
        channels[g] = channel("", g + 1);
        for (uint32_t h = 0; h < g; h++)
            relations[relation_count++] = (vv_relation){h + 1, g + 1, VV_RELATION_OPPOSITE_SIDE};
    }
    bound free_ones = bind_channels(sample_create(&made), 8, channels, 0, NULL);
    assert_int_equal(vv_binding_variant_count(free_ones.binding), 65536);
    release(&free_ones);
    bound none = bind_channels(sample_create(&made), 8, channels, relation_count, relations);
    assert_int_equal(vv_binding_variant_count(none.binding), 0); /* three cannot all be opposite to each other */
    release(&none);
}

/* ---- What varies together ---------------------------------------------------------------------------------------- */

static void shoulders_vary_with_their_hands(void **state)
{
    (void)state;
    static const sample_kind kinds[] = {SAMPLE_BIPED, SAMPLE_ASYMMETRIC, SAMPLE_BRANCHING};
    for (int k = 0; k < 3; k++) {
        vv_motion_channel channels[3] = {channel("grasper", 1), channel("grasper", 1), channel("limb", 1)};
        channels[1].context.spine = true;
        channels[2].tracks = &turn_track; /* a hand may be the nearest of its limb itself, and its place is taken */
        bound b = bind_channels(sample_creature(kinds[k]), 3, channels, 0, NULL);
        uint32_t hands[SAMPLE_MAX_BODIES], bodies[SAMPLE_MAX_BODIES];
        uint32_t hand_count = vv_body_context_select(b.creature, &channels[0].context, hands);
        assert_true(hand_count > 1);
        assert_int_equal(vv_binding_variant_count(b.binding), hand_count);
        for (uint32_t v = 0; v < hand_count; v++) {
            assert_int_equal(vv_binding_bodies(b.binding, v, 0, bodies, NULL), 1);
            assert_int_equal(bodies[0], hands[v]);
            assert_int_equal(vv_binding_bodies(b.binding, v, 1, bodies, NULL), 1);
            assert_int_equal(bodies[0], bodies_of(b.creature)[hands[v]].hip);
            if (vv_binding_bodies(b.binding, v, 2, bodies, NULL) == 1)
                assert_int_equal(bodies_of(b.creature)[bodies[0]].limb, bodies_of(b.creature)[hands[v]].limb);
            /* its short hand has no arm */
            else
                assert_int_equal(kinds[k], SAMPLE_ASYMMETRIC);
        }
        release(&b);
    }
}

/* ---- Ownership --------------------------------------------------------------------------------------------------- */

static uint32_t moved_count(const bound *b, uint32_t c)
{
    uint32_t bodies[SAMPLE_MAX_BODIES];
    return vv_binding_bodies(b->binding, 0, c, bodies, NULL);
}

static void the_first_channel_owns_a_body(void **state)
{
    (void)state;
    vv_motion_track both[2] = {place_track, turn_track};
    vv_motion_channel channels[4] = {channel("grasper", 0), channel("grasper", 0), channel("grasper", 0),
                                     channel("grasper", 0)};
    channels[0].context.zones[0] = VV_ZONE_HIGH; /* the left one's place */
    channels[0].blend = 2;
    channels[2].blend = 2;     /* shares the left with the first, not the right, which is the second's */
    channels[3].tracks = both; /* too late for places; turns are free */
    channels[3].track_count = 2;
    bound b = bind_channels(sample_creature(SAMPLE_BIPED), 4, channels, 0, NULL);
    assert_int_equal(vv_binding_variant_count(b.binding), 1);
    assert_int_equal(moved_count(&b, 0), 1);
    assert_int_equal(moved_count(&b, 1), 1);
    assert_int_equal(moved_count(&b, 2), 1);
    assert_int_equal(moved_count(&b, 3), 2);
    uint32_t first, second, third;
    vv_binding_bodies(b.binding, 0, 0, &first, NULL);
    vv_binding_bodies(b.binding, 0, 1, &second, NULL);
    vv_binding_bodies(b.binding, 0, 2, &third, NULL);
    assert_true(first == third && first != second);
    release(&b);
}

/* ---- Mirroring --------------------------------------------------------------------------------------------------- */

static void the_other_side_plays_mirrored(void **state)
{
    (void)state;
    vv_motion_channel channels[4] = {channel("grasper", 1), channel("mouth", 0), channel("ear", 0), channel("eye", 0)};
    channels[3].mirror = false;
    bound b = bind_channels(sample_creature(SAMPLE_BIPED), 4, channels, 0, NULL);
    assert_int_equal(vv_binding_variant_count(b.binding), 2);
    for (uint32_t v = 0; v < 2; v++) {
        uint32_t bodies[4];
        bool mirrored[4];
        uint32_t hand = vv_binding_variant_body(b.binding, v, 1);
        bool right = bodies_of(b.creature)[hand].side < 0;
        assert_int_equal(vv_binding_bodies(b.binding, v, 0, bodies, mirrored), 1);
        assert_int_equal(mirrored[0], right);
        assert_int_equal(vv_binding_bodies(b.binding, v, 1, bodies, mirrored), 1);
        assert_int_equal(mirrored[0], right); /* in the middle: as the hand */
        assert_int_equal(vv_binding_bodies(b.binding, v, 2, bodies, mirrored), 2);
        for (int i = 0; i < 2; i++)
            assert_int_equal(mirrored[i], bodies_of(b.creature)[bodies[i]].side < 0);
        assert_int_equal(vv_binding_bodies(b.binding, v, 3, bodies, mirrored), 2);
        assert_true(!mirrored[0] && !mirrored[1]);
    }
    release(&b);
}

/* The whole motion mirrored: left becomes right in what is selected; a pair that mirrors itself stays as it is. */
static void a_mirrored_motion_selects_the_other_side(void **state)
{
    (void)state;
    vv_motion_channel channels[4] = {channel("grasper", 0), channel("ear", 0), channel("mouth", 0), channel("eye", 0)};
    channels[0].context.extent = VV_EXTENT_LEFTMOST;
    channels[3].mirror = false;
    bound b = bind_channels(sample_creature(SAMPLE_BIPED), 4, channels, 0, NULL);
    const stored_channel *stored = channels_of(b.motion);
    const stored_body *bodies = bodies_of(b.creature);
    for (int mirror = 0; mirror < 2; mirror++) {
        variant_choice chosen;
        vvi_binding_choose_variant(b.binding, 0, mirror, &chosen);
        selection hand = entries_of_channel(b.binding, &chosen, &stored[0], 0);
        assert_int_equal(hand.count, 1);
        int32_t side = bodies[b.binding->bodies[hand.start]].side;
        assert_int_equal(side, mirror ? -1 : 1);
        assert_int_equal(plays_mirrored(&chosen, &stored[0], side), mirror);
        assert_true(!plays_mirrored(&chosen, &stored[1], 1) && plays_mirrored(&chosen, &stored[1], -1));
        assert_int_equal(plays_mirrored(&chosen, &stored[2], 0), mirror);
        assert_int_equal(plays_mirrored(&chosen, &stored[3], 1), mirror);
    }
    release(&b);
}

/* ---- Relative to ------------------------------------------------------------------------------------------------- */

static void the_nearest_is_what_it_is_relative_to(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(8);
    uint32_t checked = 0;
    for (uint32_t round = 0; round < 60; round++) {
        static sample made;
        sample_random(round, false, &made);
        vv_motion_channel c = channel("limb", 0);
        c.mode.secondary = true;
        c.secondary = VV_SECONDARY_BODIES;
        strcpy(c.relative.cap, vvi_random_below(&random, 2) ? "limb" : "grasper");
        bound b = bind_channels(sample_create(&made), 1, &c, 0, NULL);
        uint32_t bodies[SAMPLE_MAX_BODIES], offered[SAMPLE_MAX_BODIES];
        uint32_t count = vv_binding_bodies(b.binding, 0, 0, bodies, NULL);
        uint32_t offered_count = vv_body_context_select(b.creature, &c.relative, offered);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t chosen = vv_binding_relative(b.binding, 0, 0, bodies[i]);
            for (uint32_t j = 0; j < offered_count; j++) {
                if (offered[j] == bodies[i])
                    continue;
                assert_true(chosen != VV_NONE && chosen != bodies[i]);
                const stored_body *all = bodies_of(b.creature);
                float own = vv_vec3_length(vv_vec3_sub(all[chosen].rest_centre, all[bodies[i]].rest_centre));
                float other = vv_vec3_length(vv_vec3_sub(all[offered[j]].rest_centre, all[bodies[i]].rest_centre));
                assert_true(own <= other);
                checked++;
            }
            if (offered_count == 0)
                assert_int_equal(chosen, VV_NONE);
        }
        release(&b);
    }
    assert_true(checked > 200);
}

static void relative_to_a_group_is_to_its_body(void **state)
{
    (void)state;
    vv_motion_channel channels[2] = {channel("grasper", 1), channel("grasper", 2)};
    channels[1].secondary = VV_SECONDARY_BODIES;
    channels[1].mode.secondary = true;
    channels[1].relative_group = 1;
    bound b = bind_channels(sample_creature(SAMPLE_FIGURE_4), 2, channels, 0, NULL);
    assert_int_equal(vv_binding_variant_count(b.binding), 20);
    for (uint32_t v = 0; v < 20; v++) {
        uint32_t giver = vv_binding_variant_body(b.binding, v, 1), taker = vv_binding_variant_body(b.binding, v, 2);
        assert_int_equal(vv_binding_relative(b.binding, v, 1, taker), giver);
        assert_int_equal(vv_binding_relative(b.binding, v, 0, giver), VV_NONE);
        assert_int_equal(vv_binding_relative(b.binding, v, 1, giver), VV_NONE);
    }
    release(&b);
}

static void the_nearest_variant_is_found(void **state)
{
    (void)state;
    vv_motion_channel channels[2] = {channel("grasper", 1), channel("grasper", 2)};
    bound b = bind_channels(sample_creature(SAMPLE_FIGURE_4), 2, channels, 0, NULL);
    vvi_random random = vvi_random_seed(9);
    for (int i = 0; i < 100; i++) {
        vv_vec3 place = sample_point(&random, 2.0f);
        uint32_t chosen = vv_binding_nearest_variant(b.binding, place);
        const stored_body *all = bodies_of(b.creature);
        float own = vv_vec3_length(vv_vec3_sub(all[vv_binding_variant_body(b.binding, chosen, 1)].rest_centre, place));
        for (uint32_t v = 0; v < 20; v++) {
            float other = vv_vec3_length(vv_vec3_sub(all[vv_binding_variant_body(b.binding, v, 1)].rest_centre, place));
            assert_true(own <= other && (own < other || chosen <= v));
        }
    }
    release(&b);
}

/* ---- What does not bind, and memory ------------------------------------------------------------------------------ */

static void what_cannot_be_played_has_no_variants(void **state)
{
    (void)state;
    vv_creature *snake = sample_creature(SAMPLE_SNAKE);
    vv_motion_channel hand = channel("grasper", 0), varying = channel("grasper", 1), mouth = channel("mouth", 0);
    vv_motion_channel feed[2] = {mouth, varying};
    vv_motion_def defs[4] = {
        {.duration = 1.0f, .channel_count = 1, .channels = &hand},
        {.duration = 1.0f, .channel_count = 1, .channels = &varying},
        {.duration = 1.0f, .channel_count = 2, .channels = feed},
        {.duration = 1.0f, .channel_count = 1, .channels = &mouth, .branch = {.walks = VV_REQUIREMENT_YES}}};
    for (int i = 0; i < 4; i++) {
        vv_motion *motion;
        vv_binding *binding = bind_def(&defs[i], snake, &motion);
        uint32_t bodies[SAMPLE_MAX_BODIES];
        assert_int_equal(vv_binding_variant_count(binding), 0);
        assert_int_equal(vv_binding_nearest_variant(binding, (vv_vec3){0}), VV_NONE);
        assert_int_equal(vv_binding_bodies(binding, 0, 0, bodies, NULL), 0);
        assert_int_equal(vv_binding_relative(binding, 0, 0, 0), VV_NONE);
        assert_ptr_equal(vv_binding_motion(binding), motion);
        assert_ptr_equal(vv_binding_creature(binding), snake);
        vv_binding_destroy(binding);
        vv_motion_destroy(motion, NULL);
    }
    defs[3].branch.walks = VV_REQUIREMENT_NO;
    vv_motion *motion;
    vv_binding *binding = bind_def(&defs[3], snake, &motion);
    assert_int_equal(vv_binding_variant_count(binding), 1);
    vv_binding_destroy(binding);
    vv_motion_destroy(motion, NULL);
    vv_creature_destroy(snake, NULL);
}

static void no_memory_is_said(void **state)
{
    (void)state;
    vv_motion_channel channels[2] = {channel("grasper", 1), channel("grasper", 2)};
    bound b = bind_channels(sample_creature(SAMPLE_FIGURE_4), 2, channels, 0, NULL);
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_binding *binding = NULL;
    uint64_t fail = 1;
    while (counting.fail_at = fail, vv_binding_create(b.motion, b.creature, &allocator, &binding, NULL) != VV_OK) {
        assert_null(binding);
        assert_int_equal(counting.used, 0);
        fail++;
    }
    assert_true(fail > 1 && fail < 5);
    assert_int_equal(vv_binding_variant_count(binding), 20);
    vv_binding_destroy(binding);
    assert_int_equal(counting.used, 0);
    release(&b);
    vv_binding_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_4),
        cmocka_unit_test(variants_are_what_brute_force_finds),
        cmocka_unit_test(endless_products_end),
        cmocka_unit_test(shoulders_vary_with_their_hands),
        cmocka_unit_test(the_first_channel_owns_a_body),
        cmocka_unit_test(the_other_side_plays_mirrored),
        cmocka_unit_test(a_mirrored_motion_selects_the_other_side),
        cmocka_unit_test(the_nearest_is_what_it_is_relative_to),
        cmocka_unit_test(relative_to_a_group_is_to_its_body),
        cmocka_unit_test(the_nearest_variant_is_found),
        cmocka_unit_test(what_cannot_be_played_has_no_variants),
        cmocka_unit_test(no_memory_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
