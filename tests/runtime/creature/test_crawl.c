/* Creatures without feet: those whose spine lies on the ground go like an inch-worm, others float. */
#include "tests/testing.h"

#include "trip.h"

static trip_report report;
static vv_gait *plain;

static int setup(void **state)
{
    (void)state;
    vv_gait_def def = vv_default_gait_def();
    return vv_gait_create(&def, NULL, &plain, NULL) == VV_OK ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    vv_gait_destroy(plain, NULL);
    return 0;
}

static vv_walk *start(const vv_creature *creature, const vv_terrain *terrain)
{
    vv_walk *walk = NULL;
    float one = 1.0f;
    vv_course course = {0};
    assert_int_equal(vv_walk_create(creature, NULL, &walk, NULL), VV_OK);
    vv_walk_set_styles(walk, VV_NONE, 1, (const vv_gait *const *)&plain, &one);
    vv_walk_reset(walk, &course, terrain);
    return walk;
}

/* Where a body's centre is as a player would place it, the spine being moved with the root alone. */
static vv_vec3 root_centre(const vv_walk *walk, const vv_creature *creature)
{
    const stored_body *root = &bodies_of(creature)[creature->root];
    vv_transform3 frame = vv_walk_frame(walk), hips = vv_walk_hips(walk);
    vv_vec3 p = vv_vec3_add(root->place, hips.position);
    p = vv_vec3_add(p, vv_quat_rotate(hips.rotation, vv_vec3_sub(root->rest_centre, root->place)));
    return vv_vec3_add(frame.position, vv_quat_rotate(frame.rotation, p));
}

static void kinds_are_told_apart(void **state)
{
    (void)state;
    const struct {
        sample_kind sample;
        vv_walk_kind kind;
    } known[] = {{SAMPLE_BIPED, VV_WALK_LEGS},
                 {SAMPLE_SNAKE, VV_WALK_CRAWL},
                 {SAMPLE_FIGURE_4, VV_WALK_FLOAT},
                 {SAMPLE_ONE_BODY, VV_WALK_FLOAT},
                 {SAMPLE_HEXAPOD, VV_WALK_LEGS}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        vv_creature *creature = sample_creature(known[i].sample);
        vv_walk *walk = start(creature, NULL);
        assert_int_equal(vv_walk_kind_of(walk), known[i].kind);
        vv_walk_destroy(walk, NULL);
        vv_creature_destroy(creature, NULL);
    }
}

static void go(float speed, float seconds, trip_course course, vv_terrain terrain)
{
    vv_creature *creature = sample_creature(SAMPLE_SNAKE);
    trip t = {.creature = creature, .gait = plain, .course = course, .user = &speed, .hz = 120, .seconds = seconds};
    t.terrain = terrain;
    trip_go(&t, &report);
    vv_creature_destroy(creature, NULL);
}

/* The ends are held in turn, still to the bit; one of them always is; each gets on. */
static void ends_are_held_in_turn(void **state)
{
    (void)state;
    float hill = 0.05f;
    for (int i = 0; i < 3; i++) {
        go(i == 2 ? 0.8f : 0.3f, 8.0f, i == 1 ? trip_circle : trip_straight,
           i == 1 ? (vv_terrain){trip_hills, &hill} : (vv_terrain){NULL, NULL});
        assert_true(report.slip == 0.0f);
        assert_true(report.deepest < 0.002f);
        uint32_t treads[2] = {0, 0}, both_in_air = 0;
        for (uint32_t n = 0; n < report.tread_count; n++)
            treads[report.treads[n].foot]++;
        for (uint32_t n = 120; n < report.frames; n++)
            both_in_air += !report.stands[n][0] && !report.stands[n][1];
        assert_true(treads[0] >= 4 && treads[1] >= 4);
        assert_int_equal(abs((int)treads[0] - (int)treads[1]) <= 1, 1);
        assert_true(both_in_air * 50 < report.frames);
        assert_true(fabsf(wrap_cycle(report.lag[1] - 0.5f)) < 0.05f);
    }
}

/* The spine keeps its length: where its ends come together the middle rises, as a parabola of that length does. */
static void the_middle_arches(void **state)
{
    (void)state;
    vv_creature *creature = sample_creature(SAMPLE_SNAKE);
    vv_walk *walk = start(creature, NULL);
    vv_course course = {0};
    float shortest = 1e30f, longest = 0.0f, highest = 0.0f, lowest = 1e30f, error = 0.0f;
    vv_vec3 last = {0, 0, 0};
    for (int i = 0; i < 600; i++) {
        course.speed_z = 0.3f;
        course.z += 0.3f / 60;
        vv_walk_step(walk, &course, NULL, 1.0f / 60);
        const vv_foothold *feet = vv_walk_footholds(walk);
        vv_vec3 root = root_centre(walk, creature);
        if (i > 0)
            assert_true(vv_vec3_length(vv_vec3_sub(root, last)) < 0.05f);
        last = root;
        if (i < 120)
            continue;
        float chord = vv_vec3_length(vv_vec3_sub(feet[1].position, feet[0].position));
        shortest = vvi_min(shortest, chord);
        longest = vvi_max(longest, chord);
        highest = vvi_max(highest, root.y);
        lowest = vvi_min(lowest, root.y);
        /* The length of the arc through the ends and the root, by many chords. */
        float length = 0.0f, t = walk->root_share, h = (root.y - feet[0].position.y * (1 - t) - feet[1].position.y * t);
        float top = h / (4.0f * t * (1.0f - t));
        for (int k = 0; k < 200; k++) {
            float a = (float)k / 200, b = (float)(k + 1) / 200;
            float rise = 4.0f * top * (b * (1 - b) - a * (1 - a)) + (feet[1].position.y - feet[0].position.y) / 200;
            length += sqrtf(rise * rise + chord * chord / 40000);
        }
        error = vvi_max(error, fabsf(length - walk->spine_length) / walk->spine_length);
    }
    assert_true(longest <= walk->spine_length * 1.01f);
    assert_true(shortest < 0.85f * longest); /* it gathers, */
    assert_true(highest - lowest > 0.05f);   /* and rises */
    if (error > 0.005f)
        fail_msg("the arch is %g of its length too long or too short", (double)error);
    assert_true(fabsf(last.z - course.z) < 0.2f); /* and does not stay behind */
    vv_walk_destroy(walk, NULL);
    vv_creature_destroy(creature, NULL);
}

static void crawlers_come_to_rest(void **state)
{
    (void)state;
    vv_creature *creature = sample_creature(SAMPLE_SNAKE);
    vv_walk *walk = start(creature, NULL);
    vv_course course = {0};
    for (int i = 0; i < 900; i++) {
        course.speed_z = i < 300 ? 0.4f : 0.0f;
        course.z += course.speed_z / 60;
        vv_walk_step(walk, &course, NULL, 1.0f / 60);
        if (i > 700)
            assert_true(vv_walk_footholds(walk)[0].stands && vv_walk_footholds(walk)[1].stands);
    }
    vv_walk *rest = start(creature, NULL);
    for (uint32_t f = 0; f < 2; f++)
        assert_float_equal(vv_walk_footholds(walk)[f].position.z, vv_walk_footholds(rest)[f].position.z + course.z,
                           0.03);
    vv_walk_destroy(rest, NULL);
    vv_walk_destroy(walk, NULL);
    vv_creature_destroy(creature, NULL);
}

static void who_floats_bobs_and_leans(void **state)
{
    (void)state;
    vv_creature *creature = sample_creature(SAMPLE_FIGURE_4);
    float rise = 0.3f;
    vv_terrain terrain = {trip_ramp, &rise};
    vv_walk *walk = start(creature, &terrain);
    vv_course course = {0};
    assert_int_equal(vv_walk_foothold_count(walk), 0);
    float low = 1e30f, high = -1e30f, last = vv_walk_frame(walk).position.y;
    for (int i = 0; i < 1200; i++) {
        course.speed_z = i < 600 ? 0.0f : 1.0f;
        course.z += course.speed_z / 60;
        vv_walk_step(walk, &course, &terrain, 1.0f / 60);
        vv_transform3 frame = vv_walk_frame(walk);
        assert_true(fabsf(frame.position.y - last) < 0.02f);
        last = frame.position.y;
        float above = frame.position.y - rise * course.z;
        low = vvi_min(low, above);
        high = vvi_max(high, above);
        vv_vec3 up = vv_quat_rotate(vv_walk_hips(walk).rotation, (vv_vec3){0, 1, 0});
        if (i == 599)
            assert_true(fabsf(up.z) < 1e-3f);
        if (i == 1199)
            assert_true(up.z > 0.005f); /* into its way */
    }
    assert_true(high - low > 0.02f && high - low < 0.5f);
    assert_true(low + creature->low.y > 0.0f); /* nothing touches the ground */
    vv_walk_destroy(walk, NULL);
    vv_creature_destroy(creature, NULL);
}

/* Random trees, with feet anywhere or none, go somewhere without harm. */
static void anything_goes(void **state)
{
    (void)state;
    static sample made;
    uint32_t kinds[3] = {0, 0, 0};
    for (uint64_t seed = 1; seed <= 60; seed++) {
        sample_random(seed, seed % 2 == 0, &made);
        vv_creature *creature = sample_create(&made);
        float speed = 1.0f, hill = 0.1f;
        trip t = {
            .creature = creature, .gait = plain, .course = trip_circle, .user = &speed, .hz = 60, .seconds = 4.0f};
        t.terrain = (vv_terrain){trip_hills, &hill};
        trip_go(&t, &report);
        assert_true(report.slip == 0.0f);
        vv_walk *walk = start(creature, NULL);
        kinds[vv_walk_kind_of(walk)]++;
        vv_walk_destroy(walk, NULL);
        vv_creature_destroy(creature, NULL);
    }
    assert_true(kinds[VV_WALK_LEGS] > 10 && kinds[VV_WALK_FLOAT] > 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_are_told_apart),      cmocka_unit_test(ends_are_held_in_turn),
        cmocka_unit_test(the_middle_arches),         cmocka_unit_test(crawlers_come_to_rest),
        cmocka_unit_test(who_floats_bobs_and_leans), cmocka_unit_test(anything_goes),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
