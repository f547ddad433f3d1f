/* Contexts (3.1) and branch predicates (4.1.1): against sentences that a person can check, and against a second
 * formulation that asks every body by itself, in double. */
#include "tests/testing.h"

#include "sample.h"

/* ---- Sentences --------------------------------------------------------------------------------------------------- */

static void check_selects(const vv_creature *c, vv_body_context context, const char *expected)
{
    uint32_t bodies[SAMPLE_MAX_BODIES];
    char text[1024] = "";
    assert_true(vv_body_context_is_valid(&context));
    uint32_t count = vv_body_context_select(c, &context, bodies);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(i == 0 || bodies[i] > bodies[i - 1]);
        strcat(strcat(text, i ? ", " : ""), vv_creature_body_at(c, bodies[i]).name);
    }
    assert_string_equal(text, expected);
}

static void sentences_about_a_biped(void **state)
{
    (void)state;
    vv_creature *c = sample_creature(SAMPLE_BIPED);
    check_selects(c, (vv_body_context){.cap = "grasper"}, "left hand, right hand");
    check_selects(c, (vv_body_context){.cap = "grasper", .zones = {VV_ZONE_HIGH}}, "left hand");
    check_selects(c, (vv_body_context){.cap = "grasper", .zones = {VV_ZONE_LOW}}, "right hand");
    check_selects(c, (vv_body_context){.cap = "grasper", .zones = {VV_ZONE_CENTRE}}, "");
    /* A mouth in the middle is to the left and to the right: sides take in the centre. */
    check_selects(c, (vv_body_context){.cap = "mouth", .zones = {VV_ZONE_HIGH}}, "mouth");
    check_selects(c, (vv_body_context){.cap = "mouth", .zones = {VV_ZONE_LOW}}, "mouth");
    check_selects(c, (vv_body_context){.cap = "mouth", .zones = {VV_ZONE_CENTRE}}, "mouth");
    check_selects(c, (vv_body_context){.cap = "eye", .extent = VV_EXTENT_RIGHTMOST}, "right eye");
    check_selects(c, (vv_body_context){.cap = "eye", .extent = VV_EXTENT_TOPMOST},
                  "left eye"); /* of equals the first */
    check_selects(c, (vv_body_context){.cap = "tail", .extent = VV_EXTENT_BACKMOST}, "tail 3");
    check_selects(c, (vv_body_context){.cap = "tail", .extent = VV_EXTENT_FRONTMOST}, "tail 1");
    check_selects(c, (vv_body_context){.cap = "spine", .extent = VV_EXTENT_BOTTOMMOST}, "pelvis");
    check_selects(c, (vv_body_context){.cap = "root"}, "pelvis");
    check_selects(c, (vv_body_context){.cap = "grasper", .spine = true}, "chest"); /* once, though two hang there */
    check_selects(c, (vv_body_context){.cap = "foot", .spine = true}, "pelvis");
    check_selects(c, (vv_body_context){.cap = "head", .spine = true}, ""); /* no such cap */
    check_selects(c, (vv_body_context){.extent = VV_EXTENT_TOPMOST}, "left eye");
    vv_creature_destroy(c, NULL);
}

/* The paper's example: all graspers are in the front half of the creature; the front of the setspace tells them
 * apart. */
static void a_setspace_separates_what_is_clumped(void **state)
{
    (void)state;
    static sample made;
    sample_make(SAMPLE_FIGURE_4, &made);
    for (uint32_t b = 1; b < made.def.body_count; b++)
        made.bodies[b].position.z = 2.0f + 0.1f * (float)b;
    vv_creature *c = sample_create(&made);
    check_selects(c, (vv_body_context){.cap = "grasper", .zones = {0, 0, VV_ZONE_HIGH}}, "A, B, 1, 2, 3");
    check_selects(c, (vv_body_context){.cap = "grasper", .zones = {0, 0, VV_ZONE_HIGH}, .setspace = {0, 0, true}},
                  "1, 2, 3"); /* 1 is in the middle */
    check_selects(c, (vv_body_context){.cap = "grasper", .zones = {0, 0, VV_ZONE_LOW}, .setspace = {0, 0, true}},
                  "A, B, 1");
    check_selects(c, (vv_body_context){.cap = "grasper", .zones = {0, 0, VV_ZONE_CENTRE}, .setspace = {0, 0, true}},
                  "1");
    check_selects(c, (vv_body_context){.cap = "mouth", .zones = {VV_ZONE_LOW}, .setspace = {true}},
                  ""); /* an empty box */
    check_selects(c, (vv_body_context){.cap = "root", .zones = {VV_ZONE_LOW}, .setspace = {true}},
                  "trunk"); /* a point */
    vv_creature_destroy(c, NULL);
}

/* ---- Second formulation ------------------------------------------------------------------------------------------ */

static double along(vv_vec3 p, int axis) { return (double)(&p.x)[axis]; }

static bool has(const vv_creature *c, const vv_body_context *context, uint32_t b)
{
    vv_creature_body body = vv_creature_body_at(c, b);
    for (uint32_t cap = 0; cap < 64; cap++)
        if (body.caps >> cap & 1 && strcmp(vv_creature_cap_name(c, cap), context->cap) == 0)
            return true;
    return !context->cap[0];
}

static vv_vec3 middle_of(const vv_creature *c, uint32_t b)
{
    vv_creature_body body = vv_creature_body_at(c, b);
    return vv_vec3_add(body.position, vv_quat_rotate(body.rotation, body.centre));
}

/* Share of the box below the body, by counting how far it is from both ends; −1 near the border of a zone, where
 * floats may differ. */
static double share(const vv_creature *c, const vv_body_context *context, uint32_t b, int axis)
{
    vv_vec3 bounds[2];
    vv_creature_bounds(c, &bounds[0], &bounds[1]);
    double low = along(bounds[0], axis), high = along(bounds[1], axis), x = along(middle_of(c, b), axis);
    if (context->setspace[axis]) {
        low = high = x;
        for (uint32_t k = 0; k < vv_creature_body_count(c); k++)
            if (has(c, context, k)) {
                low = fmin(low, along(middle_of(c, k), axis));
                high = fmax(high, along(middle_of(c, k), axis));
            }
    }
    double s = high > low ? (x - low) / (high - low) : 0.5;
    return fabs(s - 0.4) < 1e-5 || fabs(s - 0.6) < 1e-5 ? -1.0 : s;
}

/* 1 in, 0 out, −1 too near to say. */
static int passes(const vv_creature *c, const vv_body_context *context, uint32_t b)
{
    int answer = has(c, context, b);
    for (int axis = 0; axis < 3 && answer; axis++) {
        double s = share(c, context, b, axis);
        static const double from[4] = {-1e9, -1e9, 0.4, 0.4}, to[4] = {1e9, 0.6, 0.6, 1e9};
        if (context->zones[axis] == VV_ZONE_ANY)
            continue;
        if (s < 0)
            return -1;
        answer = s >= from[context->zones[axis]] && s <= to[context->zones[axis]];
    }
    return answer;
}

/* Up the tree as given until the spine; where the way up has none (the tree was given from a limb), down the way it
 * was given. */
static uint32_t hip_of(const vv_creature *c, uint32_t b)
{
    uint64_t spine = VV_CAP_BIT(VV_CAP_SPINE);
    uint32_t root = vv_creature_root(c);
    for (uint32_t k = b; k != VV_NONE; k = vv_creature_body_at(c, k).parent)
        if (vv_creature_body_at(c, k).caps & spine)
            return k;
    uint32_t top = root; /* the spine's uppermost as given: all that is above hangs on it */
    while (vv_creature_body_at(c, vv_creature_body_at(c, top).parent).caps & spine)
        top = vv_creature_body_at(c, top).parent;
    return top;
}

/* The selection by sentences "is there a body …"; false where it is too near to say. */
static bool brute(const vv_creature *c, const vv_body_context *context, bool *chosen)
{
    uint32_t n = vv_creature_body_count(c);
    bool passed[SAMPLE_MAX_BODIES] = {false};
    for (uint32_t b = 0; b < n; b++) {
        int answer = passes(c, context, b);
        if (answer < 0)
            return false;
        passed[b] = answer;
    }
    for (uint32_t b = 0; b < n; b++) {
        bool best = passed[b];
        for (uint32_t k = 0; best && context->extent && k < n; k++) {
            int axis = ((int)context->extent - 1) / 2;
            double sign = context->extent % 2 ? -1 : 1;
            double more = sign * (along(middle_of(c, k), axis) - along(middle_of(c, b), axis));
            if (passed[k] && k != b && fabs(more) < 1e-6)
                return false;
            best = !(passed[k] && more > 0);
        }
        if (best)
            chosen[context->spine ? hip_of(c, b) : b] = true;
    }
    return true;
}

static void ten_thousand_contexts_agree_with_brute_force(void **state)
{
    (void)state;
    static sample made;
    static const char *const caps[] = {"", "grasper", "foot", "eye", "spine", "limb", "mouth", "wing"};
    vvi_random random = vvi_random_seed(3);
    uint32_t compared = 0, found = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        sample_random(seed, false, &made);
        vv_creature *c = sample_create(&made);
        for (int i = 0; i < 25; i++) {
            vv_body_context context = {.extent =
                                           vvi_random_below(&random, 3) ? 0 : (vv_extent)vvi_random_below(&random, 7)};
            strcpy(context.cap, caps[vvi_random_below(&random, 8)]);
            for (int axis = 0; axis < 3; axis++) {
                context.zones[axis] = (vv_zone)vvi_random_below(&random, 4);
                context.setspace[axis] = vvi_random_below(&random, 2);
            }
            context.spine = vvi_random_below(&random, 3) == 0;
            bool chosen[SAMPLE_MAX_BODIES] = {false};
            uint32_t bodies[SAMPLE_MAX_BODIES], count = vv_body_context_select(c, &context, bodies), k = 0;
            if (!brute(c, &context, chosen))
                continue;
            for (uint32_t b = 0; b < vv_creature_body_count(c); b++)
                if (chosen[b])
                    assert_true(k < count && bodies[k++] == b);
            assert_int_equal(k, count);
            compared++;
            found += count > 0;
        }
        vv_creature_destroy(c, NULL);
    }
    assert_true(compared > 8000 && found > 2000);
}

static void broken_contexts_are_told(void **state)
{
    (void)state;
    vv_body_context context = {.cap = "grasper"};
    assert_true(vv_body_context_is_valid(&context));
    context.zones[1] = (vv_zone)4;
    assert_false(vv_body_context_is_valid(&context));
    context = (vv_body_context){.extent = (vv_extent)7};
    assert_false(vv_body_context_is_valid(&context));
    memset(context.cap, 'a', sizeof context.cap);
    context.extent = VV_EXTENT_NONE;
    assert_false(vv_body_context_is_valid(&context));
    context.cap[63] = 0;
    assert_true(vv_body_context_is_valid(&context));
    context.cap[5] = '\n';
    assert_false(vv_body_context_is_valid(&context));
}

/* ---- Branches ---------------------------------------------------------------------------------------------------- */

static void branches_ask_for_posture_legs_and_caps(void **state)
{
    (void)state;
    vv_creature *biped = sample_creature(SAMPLE_BIPED), *snake = sample_creature(SAMPLE_SNAKE);
    vv_branch any = {0};
    assert_true(vv_branch_matches(&any, biped) && vv_branch_matches(&any, snake));
    vv_branch upright = {.upright = VV_REQUIREMENT_YES}, prone = {.upright = VV_REQUIREMENT_NO};
    assert_true(vv_branch_matches(&upright, biped) && !vv_branch_matches(&upright, snake));
    assert_true(!vv_branch_matches(&prone, biped) && vv_branch_matches(&prone, snake));
    vv_branch walks = {.walks = VV_REQUIREMENT_YES}, crawls = {.walks = VV_REQUIREMENT_NO};
    assert_true(vv_branch_matches(&walks, biped) && !vv_branch_matches(&walks, snake));
    assert_true(!vv_branch_matches(&crawls, biped) && vv_branch_matches(&crawls, snake));
    for (uint32_t least = 0; least < 5; least++) {
        vv_branch hands = {.cap_count = 2,
                           .caps = {{"grasper", VV_REQUIREMENT_YES, least}, {"mouth", VV_REQUIREMENT_YES, 0}}};
        assert_int_equal(vv_branch_matches(&hands, biped), least <= 2);
        assert_false(vv_branch_matches(&hands, snake));
        hands.caps[0].has = VV_REQUIREMENT_NO; /* `least` is asked with yes alone */
        assert_false(vv_branch_matches(&hands, biped));
        assert_true(vv_branch_matches(&hands, snake));
        hands.caps[0].has = VV_REQUIREMENT_ANY;
        assert_true(vv_branch_matches(&hands, biped) && vv_branch_matches(&hands, snake));
    }
    vv_branch unknown = {.cap_count = 1, .caps = {{"wheel", VV_REQUIREMENT_YES, 0}}};
    assert_false(vv_branch_matches(&unknown, biped));
    unknown.caps[0].has = VV_REQUIREMENT_NO;
    assert_true(vv_branch_matches(&unknown, biped));
    vv_creature_destroy(biped, NULL);
    vv_creature_destroy(snake, NULL);
}

/* The spine of the snake, stood up by ever steeper angles, becomes upright at 45 degrees. */
static void spines_are_upright_from_45_degrees_on(void **state)
{
    (void)state;
    static sample made;
    for (int degrees = 0; degrees <= 90; degrees += 3) {
        if (degrees == 45)
            continue;
        sample_make(SAMPLE_SNAKE, &made);
        double angle = degrees * 3.14159265358979 / 180;
        for (uint32_t b = 0; b < made.def.body_count; b++) {
            float z = made.bodies[b].position.z;
            made.bodies[b].position = (vv_vec3){0, z * (float)sin(angle), -z * (float)cos(angle)};
        }
        vv_creature *c = sample_create(&made);
        assert_int_equal(vv_creature_is_upright(c), degrees > 45);
        vv_creature_destroy(c, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_about_a_biped),
        cmocka_unit_test(a_setspace_separates_what_is_clumped),
        cmocka_unit_test(ten_thousand_contexts_agree_with_brute_force),
        cmocka_unit_test(broken_contexts_are_told),
        cmocka_unit_test(branches_ask_for_posture_legs_and_caps),
        cmocka_unit_test(spines_are_upright_from_45_degrees_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
