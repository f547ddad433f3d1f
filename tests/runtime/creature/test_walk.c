/* Walks: gait diagrams against the known gaits, feet that never slip, reach, speed, terrain, stop and go, every frame
 * rate. */
#include "tests/testing.h"

#include "trip.h"

static trip_report report, other;
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

static trip straight(const vv_creature *creature, float *speed, float seconds)
{
    return (trip){.creature = creature,
                  .gait = plain,
                  .course = trip_straight,
                  .user = speed,
                  .hz = 120,
                  .seconds = seconds,
                  .from = 0.5f * seconds};
}

/* At so many v̂. */
static void go_straight(vv_creature *creature, float froude)
{
    float speed = froude * trip_speed(creature);
    trip t = straight(creature, &speed, 10.0f);
    trip_go(&t, &report);
}

static void assert_lags(uint32_t feet, const float *lags, float tolerance)
{
    for (uint32_t f = 0; f < feet; f++)
        if (fabsf(wrap_cycle(report.lag[f] - lags[f])) > tolerance)
            fail_msg("foot %u treads %g of a cycle after the first, not %g", f, (double)report.lag[f], (double)lags[f]);
}

static void assert_duties(uint32_t feet, float duty, float tolerance)
{
    for (uint32_t f = 0; f < feet; f++)
        if (fabsf(report.duty[f] - duty) > tolerance)
            fail_msg("foot %u stands for %g of its cycle, not %g", f, (double)report.duty[f], (double)duty);
}

/* ---- Diagrams ---------------------------------------------------------------------------------------------------- */

static void two_legs_walk_and_run(void **state)
{
    (void)state;
    vv_creature *creature = trip_walker(2, 1.0f);
    go_straight(creature, 0.45f);
    assert_lags(2, (float[]){0, 0.5f}, 0.03f);
    assert_duties(2, 0.62f, 0.02f);
    assert_int_equal(report.least_standing, 1); /* walking: never in the air, */
    assert_int_equal(report.most_standing, 2);  /* on both feet in between */
    go_straight(creature, 1.6f);
    assert_lags(2, (float[]){0, 0.5f}, 0.03f);
    assert_duties(2, 0.35f, 0.03f);
    assert_int_equal(report.least_standing, 0); /* running: in the air, */
    assert_int_equal(report.most_standing, 1);  /* never on both */
    vv_creature_destroy(creature, NULL);
}

static void four_legs_walk_trot_and_gallop(void **state)
{
    (void)state;
    vv_creature *creature = trip_walker(4, 1.0f); /* left hind, right hind, left fore, right fore */
    go_straight(creature, 0.35f);
    assert_lags(4, (float[]){0, 0.5f, 0.25f, 0.75f}, 0.03f); /* lateral sequence: LH LF RH RF */
    assert_duties(4, 0.685f, 0.02f);
    assert_int_equal(report.least_standing, 2);
    assert_int_equal(report.most_standing, 3);
    go_straight(creature, 0.8f);
    assert_lags(4, (float[]){0, 0.5f, 0.5f, 0}, 0.03f);
    assert_duties(4, 0.445f, 0.02f);
    assert_int_equal(report.most_standing, 2); /* a diagonal, then none */
    assert_int_equal(report.least_standing, 0);
    for (uint32_t i = report.frames / 2; i < report.frames; i++)
        assert_false((report.stands[i][0] && report.stands[i][1]) || (report.stands[i][2] && report.stands[i][3]));
    go_straight(creature, 1.8f);
    assert_lags(4, (float[]){0, 0.1f, 0.5f, 0.6f}, 0.04f);
    vv_creature_destroy(creature, NULL);
}

static void six_legs_go_in_waves_and_tripods(void **state)
{
    (void)state;
    vv_creature *creature = trip_walker(6, 0.5f);
    go_straight(creature, 0.13f);
    assert_lags(6, (float[]){0, 0.5f, 1 / 6.0f, 4 / 6.0f, 2 / 6.0f, 5 / 6.0f}, 0.03f);
    assert_true(report.least_standing >= 4); /* one foot at a time, but for a frame */
    go_straight(creature, 0.62f);
    assert_lags(6, (float[]){0, 0.5f, 0.5f, 0, 0, 0.5f}, 0.03f);
    assert_duties(6, 0.5f, 0.03f);
    uint32_t apart = 0, seen = 0;
    for (uint32_t i = report.frames / 2; i < report.frames; i++) {
        const unsigned char *s = report.stands[i];
        apart += s[0] != s[3] || s[0] != s[4] || s[1] != s[2] || s[1] != s[5]; /* left hind, right middle, left fore */
        seen++;
    }
    assert_true(apart * 20 < seen);
    vv_creature_destroy(creature, NULL);
}

/* Speed changes all the way from standing to galloping and back: phases slide, no foot stands for a frame only. */
static vv_course faster_and_slower(void *user, float time)
{
    float most = *(const float *)user, w = 2.0f * VV_PI / 16.0f; /* ∫ of most·(1 − cos wt)/2 */
    return (vv_course){.z = 0.5f * most * (time - sinf(w * time) / w),
                       .speed_z = 0.5f * most * (1.0f - cosf(w * time))};
}

static void speeds_change_without_stutter(void **state)
{
    (void)state;
    for (uint32_t legs = 1; legs <= 8; legs++) {
        vv_creature *creature = trip_walker(legs, 1.0f);
        float most = 2.0f * trip_speed(creature);
        trip t = straight(creature, &most, 16.0f);
        t.course = faster_and_slower;
        t.from = 0.0f;
        trip_go(&t, &report);
        assert_true(report.slip == 0.0f);
        assert_true(report.farthest <= 1.0f);
        float last[8];
        for (uint32_t f = 0; f < legs; f++)
            last[f] = -1.0f;
        for (uint32_t i = 0; i < report.tread_count; i++) {
            const trip_tread *step = &report.treads[i];
            if (last[step->foot] >= 0.0f) /* the fastest cycle takes 0.3 s */
                assert_true(step->time - last[step->foot] > 0.2f);
            last[step->foot] = step->time;
        }
        vv_creature_destroy(creature, NULL);
    }
}

/* ---- Slip, reach, speed ------------------------------------------------------------------------------------------ */

static const sample_kind kinds[] = {SAMPLE_BIPED, SAMPLE_QUADRUPED, SAMPLE_HEXAPOD, SAMPLE_BRANCHING,
                                    SAMPLE_ASYMMETRIC};
#define KIND_COUNT (sizeof kinds / sizeof *kinds)

static float steep = 0.3f, down = -0.3f, hill = 0.15f;

static vv_terrain terrain_of(int which)
{
    return which == 1   ? (vv_terrain){trip_ramp, &steep}
           : which == 2 ? (vv_terrain){trip_ramp, &down}
           : which == 3 ? (vv_terrain){trip_hills, &hill}
                        : (vv_terrain){NULL, NULL};
}

/* All kinds at four speeds on four grounds, on a curve: stance feet are still to the bit and within reach, feet in
 * the air are no faster than they need be, and never under the ground. */
static void feet_stand_still_within_reach(void **state)
{
    (void)state;
    for (size_t k = 0; k < KIND_COUNT; k++)
        for (int ground = 0; ground < 4; ground++)
            for (int i = 0; i < 4; i++) {
                vv_creature *creature = sample_creature(kinds[k]);
                float speed = (float[]){0.15f, 0.4f, 0.9f, 1.6f}[i] * trip_speed(creature);
                trip t = straight(creature, &speed, 6.0f);
                t.course = trip_circle;
                t.terrain = terrain_of(ground);
                t.from = 0.0f;
                trip_go(&t, &report);
                float fastest = report.foot_step * (float)t.hz;
                if (report.slip != 0.0f || report.farthest > 1.0f || report.deepest > 0.002f ||
                    fastest > 4.0f * speed + 2.5f * trip_speed(creature))
                    fail_msg("%s, ground %d, %g m/s: slip %g, reach %g, below %g, foot %g m/s", sample_name(kinds[k]),
                             ground, (double)speed, (double)report.slip, (double)report.farthest,
                             (double)report.deepest, (double)fastest);
                assert_true(report.tread_count > 4);
                vv_creature_destroy(creature, NULL);
            }
}

/* What moves between two frames moves half as far at twice the rate: nothing jumps. */
static void nothing_jumps(void **state)
{
    (void)state;
    for (size_t k = 0; k < KIND_COUNT; k++)
        for (int ground = 0; ground < 4; ground++) {
            vv_creature *creature = sample_creature(kinds[k]);
            float speed = 0.6f * trip_speed(creature);
            trip t = straight(creature, &speed, 6.0f);
            t.course = trip_circle;
            t.terrain = terrain_of(ground);
            t.from = 0.0f;
            t.hz = 240;
            trip_go(&t, &report);
            t.hz = 480;
            trip_go(&t, &other);
            if (other.foot_step > 0.6f * report.foot_step || other.root_step > 0.75f * report.root_step)
                fail_msg("%s, ground %d: foot %g then %g, root %g then %g", sample_name(kinds[k]), ground,
                         (double)report.foot_step, (double)other.foot_step, (double)report.root_step,
                         (double)other.root_step);
            vv_creature_destroy(creature, NULL);
        }
}

/* Steps of 15 cm, up and down: no slip, within reach, on the steps; where a foot passes an edge it is above it nearly
 * always. */
static void stairs_are_climbed(void **state)
{
    (void)state;
    for (size_t k = 0; k < KIND_COUNT; k++)
        for (int i = 0; i < 2; i++) {
            vv_creature *creature = sample_creature(kinds[k]);
            float speed = 0.35f * trip_speed(creature), rise = i ? -0.15f : 0.15f;
            trip t = straight(creature, &speed, 8.0f);
            t.terrain = (vv_terrain){trip_stairs, &rise};
            t.from = 0.0f;
            trip_go(&t, &report);
            assert_true(report.slip == 0.0f);
            assert_true(report.farthest <= 1.0f);
            for (uint32_t n = 0; n < report.tread_count; n++) {
                const trip_tread *step = &report.treads[n];
                const stored_body *foot = &bodies_of(creature)[vv_creature_leg(creature, 0).foot];
                float ground = trip_stairs(&rise, step->place.x, step->place.z, NULL);
                assert_true(step->place.y >= ground && step->place.y <= ground + foot->sole_height + 0.1f);
            }
            vv_creature_destroy(creature, NULL);
        }
}

/* ---- Frame rates ------------------------------------------------------------------------------------------------- */

/* From standing along a bend, faster and slower, nearly to a stop. */
static vv_course about(void *user, float time)
{
    float speed = *(const float *)user, w = 0.6f, x = 0.0f, z = 0.0f, heading = 0.0f;
    float v = 0.0f, h = 1.0f / 1440.0f, spin = 0.0f;
    for (float t = 0.5f * h; t < time; t += h) { /* of which all rates are parts */
        v = 1.5f * speed * sinf(w * t) * sinf(w * t);
        spin = 0.7f * sinf(0.5f * t);
        heading += spin * h;
        x += v * sinf(heading) * h;
        z += v * cosf(heading) * h;
    }
    v = 1.5f * speed * sinf(w * time) * sinf(w * time);
    spin = 0.7f * sinf(0.5f * time);
    return (vv_course){x, z, heading, v * sinf(heading), v * cosf(heading), spin};
}

static void all_frame_rates_tread_alike(void **state)
{
    (void)state;
    static const uint32_t rates[] = {30, 60, 144, 240};
    for (size_t k = 0; k < KIND_COUNT; k++) {
        vv_creature *creature = sample_creature(kinds[k]);
        float speed = 0.6f * trip_speed(creature);
        trip t = straight(creature, &speed, 4.9f);
        t.course = about;
        t.terrain = terrain_of(3);
        t.hz = 480;
        trip_go(&t, &other);
        for (int i = 0; i < 4; i++) {
            t.hz = rates[i];
            trip_go(&t, &report);
            assert_in_range(report.tread_count, other.tread_count - 2, other.tread_count + 2);
            float worst = 0.0f;
            uint32_t count[VV_CREATURE_MAX_LEGS] = {0};
            for (uint32_t n = 0; n + 2 < report.tread_count; n++) { /* the how-manyeth tread of this foot, there */
                uint32_t foot = report.treads[n].foot, want = count[foot]++, m = 0;
                for (m = 0; m < other.tread_count; m++)
                    if (other.treads[m].foot == foot && want-- == 0)
                        break;
                if (m < other.tread_count)
                    worst = vvi_max(worst, vv_vec3_length(vv_vec3_sub(other.treads[m].place, report.treads[n].place)));
            }
            if (worst > 0.01f * report.length)
                fail_msg("%s at %u Hz treads %g of a leg away", sample_name(kinds[k]), rates[i],
                         (double)(worst / report.length));
        }
        vv_creature_destroy(creature, NULL);
    }
}

static void the_same_course_gives_the_same_bits(void **state)
{
    (void)state;
    vv_creature *creature = sample_creature(SAMPLE_QUADRUPED);
    float speed = 2.0f;
    trip t = straight(creature, &speed, 5.0f);
    t.course = about;
    t.terrain = terrain_of(3);
    trip_go(&t, &report);
    trip_go(&t, &other);
    assert_true(report.hash == other.hash);
    speed = 2.0001f;
    trip_go(&t, &other);
    assert_true(report.hash != other.hash);
    vv_creature_destroy(creature, NULL);
}

/* ---- Any number of legs ------------------------------------------------------------------------------------------ */

static void any_number_of_legs_walks(void **state)
{
    (void)state;
    for (uint32_t legs = 1; legs <= VV_CREATURE_MAX_LEGS; legs += legs < 12 ? 1 : 13) {
        vv_creature *creature = trip_walker(legs, 0.7f);
        float speed = 0.5f * trip_speed(creature);
        trip t = straight(creature, &speed, 5.0f);
        t.from = 0.0f;
        t.course = trip_circle;
        trip_go(&t, &report);
        assert_int_equal(report.feet, legs);
        assert_true(report.slip == 0.0f && report.farthest <= 1.0f);
        uint32_t treads[VV_CREATURE_MAX_LEGS] = {0};
        for (uint32_t i = 0; i < report.tread_count; i++)
            treads[report.treads[i].foot]++;
        for (uint32_t f = 0; f < legs; f++)
            assert_true(treads[f] >= 3);
        vv_creature_destroy(creature, NULL);
    }
}

static void feet_of_one_limb_step_together(void **state)
{
    (void)state;
    vv_creature *creature = sample_creature(SAMPLE_BRANCHING);
    float speed = 1.2f;
    trip t = straight(creature, &speed, 5.0f);
    trip_go(&t, &report);
    assert_int_equal(report.feet, 4);
    vv_walk *walk = NULL;
    assert_int_equal(vv_walk_create(creature, NULL, &walk, NULL), VV_OK);
    uint32_t pairs = 0;
    for (uint32_t a = 0; a < 4; a++)
        for (uint32_t b = a + 1; b < 4; b++) {
            uint32_t limb_a = bodies_of(creature)[vv_walk_footholds(walk)[a].body].limb;
            if (limb_a != bodies_of(creature)[vv_walk_footholds(walk)[b].body].limb)
                continue;
            pairs++;
            for (uint32_t i = 0; i < report.frames; i++)
                assert_int_equal(report.stands[i][a], report.stands[i][b]);
        }
    assert_int_equal(pairs, 2);
    vv_walk_destroy(walk, NULL);
    vv_creature_destroy(creature, NULL);
}

/* The frequencies of groups of different lengths are small ratios of each other, near that of their lengths. */
static void groups_go_together(void **state)
{
    (void)state;
    const sample_kind uneven[] = {SAMPLE_HEXAPOD, SAMPLE_ASYMMETRIC};
    for (int k = 0; k < 2; k++) {
        vv_creature *creature = sample_creature(uneven[k]);
        vv_walk *walk = NULL;
        assert_int_equal(vv_walk_create(creature, NULL, &walk, NULL), VV_OK);
        float one = 1.0f;
        vv_walk_set_styles(walk, VV_NONE, 1, (const vv_gait *const *)&plain, &one);
        vv_course c = {0};
        vv_walk_reset(walk, &c, NULL);
        for (int i = 0; i < 200; i++) {
            c.speed_z = 1.0f;
            c.z += 1.0f / 60;
            vv_walk_step(walk, &c, NULL, 1.0f / 60);
        }
        uint32_t groups = 0;
        for (uint32_t a = 0; a < vv_creature_leg_count(creature); a++)
            for (uint32_t b = 0; b < vv_creature_leg_count(creature); b++) {
                vv_leg la = vv_creature_leg(creature, a), lb = vv_creature_leg(creature, b);
                float ratio = vv_walk_frequency(walk, la.group) / vv_walk_frequency(walk, lb.group);
                groups = la.group + 1 > groups ? la.group + 1 : groups;
                float whole = ratio * 6.0f; /* p/q over p′/q′ with the leading group's 1: a sixth times a small one */
                if (lb.group == walk->groups[walk->lead].leg_group) {
                    assert_float_equal(whole, floorf(whole + 0.5f), 1e-3);
                    assert_true(fabsf(ratio - lb.length / la.length) < 0.26f);
                }
            }
        assert_true(groups >= 2);
        vv_walk_destroy(walk, NULL);
        vv_creature_destroy(creature, NULL);
    }
}

/* ---- Stop and go ------------------------------------------------------------------------------------------------- */

typedef struct journey {
    float speed, stop; /* metres a second until so many seconds, then not at all */
    float back;        /* … then this fast */
} journey;

static vv_course there_and_stop(void *user, float time)
{
    const journey *j = user;
    float going = vvi_min(time, j->stop), after = vvi_max(0.0f, time - j->stop);
    return (vv_course){.z = j->speed * going + j->back * after, .speed_z = time <= j->stop ? j->speed : j->back};
}

static void stopping_brings_feet_home(void **state)
{
    (void)state;
    for (size_t k = 0; k < KIND_COUNT; k++) {
        vv_creature *creature = sample_creature(kinds[k]);
        journey j = {0.5f * trip_speed(creature), 2.0f, 0.0f};
        trip t = straight(creature, NULL, 7.0f);
        t.course = there_and_stop;
        t.user = &j;
        t.from = 0.0f;
        trip_go(&t, &report);
        assert_true(report.slip == 0.0f && report.farthest <= 1.0f);
        vv_walk *walk = NULL;
        assert_int_equal(vv_walk_create(creature, NULL, &walk, NULL), VV_OK);
        /* After the last second nothing moves any more, and all feet are where they are at rest, moved on. */
        const vv_foothold *rest = vv_walk_footholds(walk);
        vv_vec3 at[VV_CREATURE_MAX_LEGS];
        for (uint32_t f = 0; f < report.feet; f++)
            at[f] = rest[f].position;
        for (uint32_t i = 0; i < report.tread_count; i++) {
            assert_true(report.treads[i].time < 6.0f);
            at[report.treads[i].foot] = report.treads[i].place;
        }
        for (uint32_t f = 0; f < report.feet; f++) {
            vv_vec3 home = vv_vec3_add(rest[f].position, (vv_vec3){0, 0, j.speed * j.stop});
            if (vv_vec3_length(vv_vec3_sub(at[f], home)) > 0.03f * report.length)
                fail_msg("%s: foot %u stays %g away from home", sample_name(kinds[k]), f,
                         (double)vv_vec3_length(vv_vec3_sub(at[f], home)));
        }
        /* Coming home, two-legged ones always stand on one. */
        for (uint32_t i = 2 * t.hz + 2 * t.hz / 3; i < report.frames && kinds[k] == SAMPLE_BIPED; i++)
            assert_true(report.stands[i][0] || report.stands[i][1]);
        vv_walk_destroy(walk, NULL);
        vv_creature_destroy(creature, NULL);
    }
}

/* From 0 to twice a natural run, and from there backwards, within a frame. */
static void sudden_changes_do_no_harm(void **state)
{
    (void)state;
    for (size_t k = 0; k < KIND_COUNT; k++)
        for (int ground = 0; ground < 4; ground++) {
            vv_creature *creature = sample_creature(kinds[k]);
            float fast = 1.5f * trip_speed(creature);
            journey j = {fast, 1.5f, -fast};
            trip t = straight(creature, NULL, 4.0f);
            t.course = there_and_stop;
            t.user = &j;
            t.from = 0.0f;
            t.terrain = terrain_of(ground);
            trip_go(&t, &report);
            float fastest = report.foot_step * (float)t.hz;
            if (report.slip != 0.0f || report.farthest > 1.0f || fastest > 8.0f * fast)
                fail_msg("%s, ground %d: slip %g, reach %g, foot %g m/s at %g", sample_name(kinds[k]), ground,
                         (double)report.slip, (double)report.farthest, (double)fastest, (double)fast);
            uint32_t late = 0;
            for (uint32_t i = 0; i < report.tread_count; i++)
                late += report.treads[i].time > 3.0f;
            assert_true(late >= report.feet); /* it goes on walking */
            vv_creature_destroy(creature, NULL);
        }
}

static vv_walk *stand(const vv_creature *creature, vv_course *course)
{
    vv_walk *walk = NULL;
    float one = 1.0f;
    assert_int_equal(vv_walk_create(creature, NULL, &walk, NULL), VV_OK);
    vv_walk_set_styles(walk, VV_NONE, 1, (const vv_gait *const *)&plain, &one);
    *course = (vv_course){0};
    vv_walk_reset(walk, course, NULL);
    return walk;
}

static void who_stands_steps_only_when_moved_enough(void **state)
{
    (void)state;
    vv_creature *creature = sample_creature(SAMPLE_QUADRUPED);
    vv_course course;
    vv_walk *walk = stand(creature, &course);
    uint64_t lifted = 0;
    for (int i = 0; i < 300; i++) { /* pushed by a hand's breadth and back, slowly */
        course.z = 0.05f * sinf(0.02f * (float)i);
        vv_walk_step(walk, &course, NULL, 1.0f / 60);
        for (uint32_t f = 0; f < 4; f++)
            lifted += !vv_walk_footholds(walk)[f].stands;
    }
    assert_int_equal(lifted, 0);
    for (int i = 0; i < 600; i++) { /* and by a step */
        course.z = 0.25f;
        vv_walk_step(walk, &course, NULL, 1.0f / 60);
        uint32_t flying = 0;
        for (uint32_t f = 0; f < 4; f++)
            flying += !vv_walk_footholds(walk)[f].stands;
        lifted += flying;
        assert_true(flying <= 1); /* one after the other */
    }
    assert_true(lifted > 0);
    vv_walk *rest = stand(creature, &course);
    for (uint32_t f = 0; f < 4; f++)
        assert_float_equal(vv_walk_footholds(walk)[f].position.z, vv_walk_footholds(rest)[f].position.z + 0.25f, 0.02f);
    assert_true(vv_walk_frequency(walk, 0) == 0.0f);
    vv_walk_destroy(rest, NULL);
    vv_walk_destroy(walk, NULL);
    vv_creature_destroy(creature, NULL);
}

static void turning_on_the_spot_steps_round(void **state)
{
    (void)state;
    for (size_t k = 0; k < KIND_COUNT; k++) {
        vv_creature *creature = sample_creature(kinds[k]);
        vv_course course;
        vv_walk *walk = stand(creature, &course);
        uint32_t feet = vv_walk_foothold_count(walk), lifts[VV_CREATURE_MAX_LEGS] = {0};
        bool stood[VV_CREATURE_MAX_LEGS] = {0};
        for (int i = 0; i < 360; i++) {
            course.yaw_rate = 1.5f;
            course.heading += 1.5f / 60;
            vv_walk_step(walk, &course, NULL, 1.0f / 60);
            for (uint32_t f = 0; f < feet; f++) {
                bool stands = vv_walk_footholds(walk)[f].stands;
                lifts[f] += stood[f] && !stands;
                stood[f] = stands;
            }
        }
        for (uint32_t f = 0; f < feet; f++)
            assert_true(lifts[f] >= 3);
        vv_walk_destroy(walk, NULL);
        vv_creature_destroy(creature, NULL);
    }
}

static void jumps_and_nonsense_are_survived(void **state)
{
    (void)state;
    vv_creature *creature = sample_creature(SAMPLE_BIPED);
    vv_course course;
    vv_walk *walk = stand(creature, &course);
    for (int i = 0; i < 60; i++) {
        course.speed_z = 1.0f;
        course.z += 1.0f / 60;
        vv_walk_step(walk, &course, NULL, 1.0f / 60);
    }
    vv_vec3 before = vv_walk_footholds(walk)[0].position;
    float bad[3] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        vv_course wrong = course;
        wrong.x = bad[i];
        vv_walk_step(walk, &wrong, NULL, 1.0f / 60);
        wrong = course;
        wrong.yaw_rate = bad[i];
        vv_walk_step(walk, &wrong, NULL, 1.0f / 60);
        vv_walk_step(walk, &course, NULL, bad[i]);
        assert_memory_equal(&before, &vv_walk_footholds(walk)[0].position, sizeof before);
    }
    course.x = 500.0f; /* put elsewhere: it stands there */
    vv_walk_step(walk, &course, NULL, 1.0f / 60);
    for (uint32_t f = 0; f < 2; f++) {
        assert_true(vv_walk_footholds(walk)[f].stands);
        assert_float_equal(vv_walk_footholds(walk)[f].position.x, 500.0f, 0.5f);
    }
    course.z += 30.0f; /* a second with a hitch, and a speed no leg can follow */
    course.speed_z = 30.0f;
    vv_walk_step(walk, &course, NULL, 1.0f);
    for (int i = 0; i < 100; i++) {
        course.z += 0.5f;
        vv_walk_step(walk, &course, NULL, 1.0f / 60);
        for (uint32_t f = 0; f < 2; f++)
            assert_true(fabsf(vv_walk_footholds(walk)[f].position.z - course.z) < 1.5f);
    }
    vv_walk_step(walk, &course, NULL, 0.0f);
    vv_walk_destroy(walk, NULL);
    vv_creature_destroy(creature, NULL);
}

/* ---- Styles ------------------------------------------------------------------------------------------------------ */

static void go_in_style(const vv_creature *creature, const vv_gait_def *def, float froude)
{
    vv_gait *gait = NULL;
    assert_int_equal(vv_gait_create(def, NULL, &gait, NULL), VV_OK);
    float speed = froude * trip_speed(creature);
    trip t = straight(creature, &speed, 8.0f);
    t.gait = gait;
    t.from = 3.0f;
    trip_go(&t, &report);
    assert_true(report.slip == 0.0f && report.farthest <= 1.0f);
    vv_gait_destroy(gait, NULL);
}

static void styles_show(void **state)
{
    (void)state;
    vv_creature *creature = trip_walker(2, 1.0f);
    vv_gait_def def = vv_default_gait_def();
    go_in_style(creature, &def, 0.4f);
    float plain_low = report.lowest_root, plain_range = report.highest_root - report.lowest_root;
    uint32_t plain_treads = report.tread_count;
    def.limp = 1.0f;
    go_in_style(creature, &def, 0.4f);
    assert_true(report.duty[0] > report.duty[1] + 0.15f); /* the right one limps */
    assert_true(report.highest_root - report.lowest_root > plain_range + 0.02f);
    def = vv_default_gait_def();
    def.crouch = 0.35f;
    go_in_style(creature, &def, 0.3f);
    assert_true(report.highest_root < plain_low - 0.1f);
    def = vv_default_gait_def();
    def.hurry = 2.0f;
    go_in_style(creature, &def, 0.4f);
    assert_true(report.tread_count > plain_treads * 16 / 10);
    def = vv_default_gait_def();
    def.bob = 0.0f;
    go_in_style(creature, &def, 0.4f);
    assert_true(report.highest_root - report.lowest_root < 0.5f * plain_range);
    vv_creature_destroy(creature, NULL);
}

/* A style for one group changes that group alone; weights are shares. */
static void groups_have_styles_of_their_own(void **state)
{
    (void)state;
    vv_creature *creature = sample_creature(SAMPLE_HEXAPOD);
    vv_gait_row row = {4, 0.1f, 0.9f, 0.8f, {0, 0.5f, 0.25f, 0.75f}};
    vv_gait_def def = vv_default_gait_def();
    def.row_count = 1;
    def.rows = &row;
    vv_gait *slow = NULL;
    assert_int_equal(vv_gait_create(&def, NULL, &slow, NULL), VV_OK);
    vv_course course;
    vv_walk *walk = stand(creature, &course);
    uint32_t lead = walk->lead, rest = 1 - lead;
    float weights[2] = {3.0f, 1.0f}, one = 1.0f;
    vv_walk_set_styles(walk, walk->groups[lead].leg_group, 1, (const vv_gait *const *)&slow, &one);
    for (int i = 0; i < 400; i++) {
        course.speed_z = 1.5f;
        course.z += 1.5f / 60;
        vv_walk_step(walk, &course, NULL, 1.0f / 60);
    }
    assert_float_equal(walk->groups[lead].pattern.duty, 0.9f, 1e-5);
    assert_true(walk->groups[rest].pattern.duty < 0.7f);
    float other_duty = 0.0f, t[VV_CREATURE_MAX_LEGS];
    other_duty = vv_gait_pattern_at(plain, 4, walk->groups[lead].speed, NULL, t).duty;
    vv_walk_set_styles(walk, VV_NONE, 2, (const vv_gait *const[]){plain, slow}, weights);
    for (int i = 0; i < 400; i++) {
        course.z += 1.5f / 60;
        vv_walk_step(walk, &course, NULL, 1.0f / 60);
    }
    assert_float_equal(walk->groups[lead].pattern.duty, 0.75f * other_duty + 0.25f * 0.9f, 1e-3);
    vv_walk_destroy(walk, NULL);
    vv_gait_destroy(slow, NULL);
    vv_creature_destroy(creature, NULL);
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

static void walks_allocate_once(void **state)
{
    (void)state;
    vv_creature *creature = sample_creature(SAMPLE_QUADRUPED);
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_walk *walk = NULL;
    vv_error error;
    assert_int_equal(vv_walk_create(creature, &allocator, &walk, &error), VV_ERROR_MEMORY);
    assert_null(walk);
    assert_int_equal(vv_walk_create(creature, &allocator, &walk, &error), VV_OK);
    uint64_t before = counting.allocations;
    float one = 1.0f;
    vv_course course = {0};
    vv_walk_set_styles(walk, VV_NONE, 1, (const vv_gait *const *)&plain, &one);
    for (int i = 0; i < 300; i++) {
        course.speed_z = 2.0f;
        course.z += 2.0f / 60;
        vv_walk_step(walk, &course, NULL, 1.0f / 60);
    }
    vv_walk_reset(walk, &course, NULL);
    assert_int_equal(counting.allocations, before);
    vv_walk_destroy(walk, &allocator);
    assert_int_equal(counting.used, 0);
    vv_walk_destroy(NULL, NULL);
    vv_creature_destroy(creature, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_legs_walk_and_run),
        cmocka_unit_test(four_legs_walk_trot_and_gallop),
        cmocka_unit_test(six_legs_go_in_waves_and_tripods),
        cmocka_unit_test(speeds_change_without_stutter),
        cmocka_unit_test(feet_stand_still_within_reach),
        cmocka_unit_test(nothing_jumps),
        cmocka_unit_test(stairs_are_climbed),
        cmocka_unit_test(all_frame_rates_tread_alike),
        cmocka_unit_test(the_same_course_gives_the_same_bits),
        cmocka_unit_test(any_number_of_legs_walks),
        cmocka_unit_test(feet_of_one_limb_step_together),
        cmocka_unit_test(groups_go_together),
        cmocka_unit_test(stopping_brings_feet_home),
        cmocka_unit_test(sudden_changes_do_no_harm),
        cmocka_unit_test(who_stands_steps_only_when_moved_enough),
        cmocka_unit_test(turning_on_the_spot_steps_round),
        cmocka_unit_test(jumps_and_nonsense_are_survived),
        cmocka_unit_test(styles_show),
        cmocka_unit_test(groups_have_styles_of_their_own),
        cmocka_unit_test(walks_allocate_once),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
