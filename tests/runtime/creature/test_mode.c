/* Movement modes (3.2): G and S undo each other, rest is rest, every mode keeps its promise on every creature, frames
 * follow their target without a jump, and mirrored motion is the mirror image. */
#include "tests/testing.h"

#include "author/grow/grow.h"
#include "sample.h"

/* Grown from a seed, or a random tree. */
static vv_creature *any_creature(uint64_t seed)
{
    static sample made;
    vv_creature_plan plan = {0};
    vv_creature *creature = NULL;
    vv_error error = {0};
    if (seed % 2) {
        sample_random(seed, false, &made);
        return sample_create(&made);
    }
    if (vv_plan_grow(seed, NULL, &plan, &error) != VV_OK || vv_plan_creature(&plan, NULL, &creature, &error) != VV_OK)
        fail_msg("seed %u: %s", (unsigned)seed, error.message);
    vv_plan_destroy(&plan);
    return creature;
}

static vv_movement_mode any_mode(vvi_random *random)
{
    vv_movement_mode mode;
    do
        mode = (vv_movement_mode){.absolute_position = vvi_random_below(random, 4) == 0,
                                  .absolute_rotation = vvi_random_below(random, 2),
                                  .scale = (vv_movement_scale)vvi_random_below(random, 3),
                                  .ground = vvi_random_below(random, 3) == 0,
                                  .sagittal = vvi_random_below(random, 3) == 0,
                                  .secondary = vvi_random_below(random, 2),
                                  .directional = vvi_random_below(random, 3) == 0,
                                  .lookat = vvi_random_below(random, 2)};
    while (!vv_movement_mode_is_valid(mode));
    return mode;
}

/* Anywhere near, now and then at the body itself, straight behind it, or not known. */
static vv_movement_target any_target(vvi_random *random, const vv_creature *c, uint32_t body)
{
    vv_vec3 middle = bodies_of(c)[body].rest_centre;
    vv_movement_target target = {vv_vec3_add(middle, sample_point(random, 2.0f * c->size)), true};
    switch (vvi_random_below(random, 8)) {
    case 0:
        target.position = middle;
        break;
    case 1:
        target.position = vv_vec3_sub(middle, (vv_vec3){0, 0, c->size * vvi_random_unit(random)});
        break;
    case 2:
        target.known = false;
        break;
    default:
        break;
    }
    return target;
}

static const vv_body_transform still = {{0, 0, 0}, {0, 0, 0, 1}};

static float distance(vv_vec3 a, vv_vec3 b) { return vv_vec3_length(vv_vec3_sub(a, b)); }

/* Sine of half the angle between, whichever the signs. */
static float turn_between(vv_quat a, vv_quat b)
{
    vv_quat d = vv_quat_multiply(vv_quat_conjugate(a), b);
    return sqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
}

/* ---- Inverses ---------------------------------------------------------------------------------------------------- */

static void there_and_back_on_ten_thousand_creatures(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(11);
    float worst_place = 0.0f, worst_turn = 0.0f;
    for (uint64_t seed = 0; seed < 10000; seed++) {
        vv_creature *c = any_creature(seed);
        for (int i = 0; i < 8; i++) {
            uint32_t body = vvi_random_below(&random, c->body_count);
            vv_movement_mode mode = any_mode(&random);
            vv_body_frame frame =
                vv_movement_mode_frame(mode, c, body, any_target(&random, c, body), 0.1f * (float)(i - 4), i % 2);
            vv_vec3 s = frame.scale;
            float widest = fmaxf(fabsf(s.x), fmaxf(fabsf(s.y), fabsf(s.z)));
            /* S∘G: a place within two sizes of the body. */
            vv_body_transform pose = {
                vv_vec3_add(bodies_of(c)[body].rest_centre, sample_point(&random, 2.0f * c->size)),
                sample_turn(&random)};
            vv_body_transform back = vv_specialise(&frame, vv_generalise(&frame, pose));
            worst_place = fmaxf(worst_place, distance(pose.position, back.position) / c->size);
            worst_turn = fmaxf(worst_turn, turn_between(pose.rotation, back.rotation));
            /* G∘S: coordinates that do not lead farther than that; each is as exact as its own scale lets it be. */
            vv_body_transform q = {vv_vec3_scale(sample_point(&random, 1.0f), c->size / widest), sample_turn(&random)};
            vv_body_transform again = vv_generalise(&frame, vv_specialise(&frame, q));
            vv_vec3 error = vv_vec3_sub(again.position, q.position);
            vv_vec3 metres = {error.x * s.x, error.y * s.y, error.z * s.z};
            worst_place = fmaxf(worst_place, vv_vec3_length(metres) / c->size);
            worst_turn = fmaxf(worst_turn, turn_between(q.rotation, again.rotation));
        }
        vv_creature_destroy(c, NULL);
    }
    printf("worst: %g of the creature's size, %g of a turn\n", (double)worst_place, (double)worst_turn);
    assert_true(worst_place < 1e-5f && worst_turn < 1e-5f);
}

static void rest_is_rest_in_every_mode_but_the_absolute_ones(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(12);
    for (uint64_t seed = 0; seed < 500; seed++) {
        vv_creature *c = any_creature(seed);
        for (uint32_t body = 0; body < c->body_count; body++) {
            vv_movement_mode mode = any_mode(&random);
            bool mirror = vvi_random_below(&random, 2);
            mode.absolute_position = mode.absolute_rotation = mode.lookat = false;
            vv_body_frame frame = vv_movement_mode_frame(mode, c, body, any_target(&random, c, body), 0.0f, mirror);
            vv_body_transform rest = vv_specialise(&frame, still);
            assert_true(distance(rest.position, bodies_of(c)[body].rest_centre) == 0.0f);
            assert_true(turn_between(rest.rotation, bodies_of(c)[body].turn) < 1e-6f);
        }
        vv_creature_destroy(c, NULL);
    }
}

/* ---- Promises ---------------------------------------------------------------------------------------------------- */

/* The lowest corner of the body, turned as at rest, at the ground; unless it is there already. */
static void ground_is_touched_exactly(void **state)
{
    (void)state;
    uint32_t touched = 0;
    for (uint64_t seed = 0; seed < 300; seed++) {
        vv_creature *c = any_creature(seed);
        for (uint32_t body = 0; body < c->body_count; body++) {
            const stored_body *own = &bodies_of(c)[body];
            float ground = 0.05f * c->size * (float)((int)(body % 3) - 1), lowest = INFINITY;
            for (int k = 0; k < 8; k++) {
                vv_vec3 corner = {k & 1 ? own->high.x : own->low.x, k & 2 ? own->high.y : own->low.y,
                                  k & 4 ? own->high.z : own->low.z};
                vv_vec3 way = vv_quat_rotate(own->turn, vv_vec3_sub(corner, own->centre));
                lowest = fminf(lowest, fminf(way.y, 0.0f));
            }
            vv_movement_mode mode = {
                .ground = true, .scale = (vv_movement_scale)(body % 3), .absolute_position = body % 5 == 0};
            vv_body_frame frame = vv_movement_mode_frame(mode, c, body, (vv_movement_target){0}, ground, body % 2);
            vv_body_transform q = {{0, 1, 0}, {0, 0, 0, 1}};
            float height = own->rest_centre.y + lowest - ground;
            float at = vv_specialise(&frame, q).position.y + lowest - ground;
            if (height >= 0.02f * c->size) {
                assert_true(fabsf(at) < 1e-5f * c->size);
                touched++;
            } else {
                assert_true(at <= height && at >= fminf(height, 0.0f) - 0.0101f * c->size);
            }
        }
        vv_creature_destroy(c, NULL);
    }
    assert_true(touched > 1000);
}

static void sagittal_meets_in_the_plane(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        vv_creature *c = any_creature(seed);
        for (uint32_t body = 0; body < c->body_count; body++) {
            vv_movement_mode mode = {.sagittal = true, .ground = body % 2};
            vv_body_frame frame = vv_movement_mode_frame(mode, c, body, (vv_movement_target){0}, 0.0f, body % 3 == 0);
            vv_body_transform half = vv_specialise(&frame, (vv_body_transform){{0.5f, 0, 0}, {0, 0, 0, 1}});
            vv_body_transform full = vv_specialise(&frame, (vv_body_transform){{1, 0, 0}, {0, 0, 0, 1}});
            float x = bodies_of(c)[body].rest_centre.x, sign = body % 3 == 0 ? -1.0f : 1.0f;
            if (bodies_of(c)[body].side == 0) {
                assert_true(fabsf(full.position.x - (x + sign)) < 1e-5f * (1.0f + c->size));
            } else {
                assert_true(fabsf(full.position.x) <= 1e-6f * c->size);
                assert_true(fabsf(half.position.x - 0.5f * x) <= 1e-6f * c->size);
            }
        }
        vv_creature_destroy(c, NULL);
    }
}

/* z = 1 is the target, z = ½ half-way; across it one unit is one metre at a right angle to the way there. */
static void secondary_reaches_its_target_exactly(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(13);
    float worst = 0.0f;
    for (uint64_t seed = 0; seed < 600; seed++) {
        vv_creature *c = any_creature(seed);
        for (int i = 0; i < 10; i++) {
            uint32_t body = vvi_random_below(&random, c->body_count);
            vv_vec3 middle = bodies_of(c)[body].rest_centre;
            vv_movement_target target = any_target(&random, c, body);
            vv_vec3 way = vv_vec3_sub(target.position, middle);
            float far = vv_vec3_length(way),
                  size = 1.0f + far + vv_vec3_length(middle); /* what rounding is relative to */
            if (!target.known || far < 0.05f * c->size)
                continue;
            vv_movement_mode mode = {.secondary = true};
            vv_body_frame frame = vv_movement_mode_frame(mode, c, body, target, 0.0f, i % 2);
            vv_body_transform there = vv_specialise(&frame, (vv_body_transform){{0, 0, 1}, {0, 0, 0, 1}});
            vv_body_transform half = vv_specialise(&frame, (vv_body_transform){{0, 0, 0.5f}, {0, 0, 0, 1}});
            vv_body_transform aside = vv_specialise(&frame, (vv_body_transform){{0.6f, 0.8f, 0}, {0, 0, 0, 1}});
            worst = fmaxf(worst, distance(there.position, target.position) / size);
            assert_true(distance(there.position, target.position) < 1e-6f * size);
            assert_true(distance(half.position, vv_vec3_add(middle, vv_vec3_scale(way, 0.5f))) < 1e-6f * size);
            vv_vec3 off = vv_vec3_sub(aside.position, middle);
            assert_true(fabsf(vv_vec3_length(off) - 1.0f) < 1e-5f * size);
            assert_true(fabsf(vv_vec3_dot(off, way)) < 1e-5f * far * size);
            mode.directional = true; /* a punch that way, of one metre wherever the target is */
            frame = vv_movement_mode_frame(mode, c, body, target, 0.0f, i % 2);
            vv_vec3 punch =
                vv_vec3_sub(vv_specialise(&frame, (vv_body_transform){{0, 0, 1}, {0, 0, 0, 1}}).position, middle);
            assert_true(distance(punch, vv_vec3_scale(way, 1.0f / far)) < 1e-5f * size);
        }
        vv_creature_destroy(c, NULL);
    }
    printf("worst: %g of the lengths involved\n", (double)worst);
}

static void an_unknown_target_is_one_limb_length_ahead(void **state)
{
    (void)state;
    vv_creature *c = sample_creature(SAMPLE_BIPED);
    uint32_t hand = vv_creature_find(c, "left hand");
    vv_vec3 middle = bodies_of(c)[hand].rest_centre;
    vv_movement_mode mode = {.secondary = true, .lookat = true};
    static const vv_movement_target unknown[3] = {{{9, 9, 9}, false}, {{NAN, 0, 0}, true}, {{0, INFINITY, 0}, true}};
    for (int i = 0; i < 3; i++) {
        vv_body_frame frame = vv_movement_mode_frame(mode, c, hand, unknown[i], 0.0f, false);
        vv_body_transform there = vv_specialise(&frame, (vv_body_transform){{0, 0, 1}, {0, 0, 0, 1}});
        vv_vec3 expected = {middle.x, middle.y, middle.z + vv_creature_limb_length(c, hand)};
        assert_true(distance(there.position, expected) < 1e-6f);
        assert_true(turn_between(there.rotation, bodies_of(c)[hand].turn) < 1e-6f);
    }
    vv_creature_destroy(c, NULL);
}

/* Figure 3: one q, two creatures. */
static void one_pose_suits_creatures_of_every_size(void **state)
{
    (void)state;
    static sample made;
    sample_make(SAMPLE_BIPED, &made);
    vv_creature *small = sample_create(&made);
    for (uint32_t b = 0; b < made.def.body_count; b++) {
        vv_creature_body *body = &made.bodies[b];
        vv_vec3 *lengths[4] = {&body->position, &body->centre, &body->low, &body->high};
        for (int i = 0; i < 4; i++)
            *lengths[i] = (vv_vec3){2 * lengths[i]->x, 3 * lengths[i]->y, 5 * lengths[i]->z};
    }
    vv_creature *large = sample_create(&made);
    uint32_t hand = vv_creature_find(small, "left hand");
    vv_body_transform q = {{0.1f, -0.2f, 0.3f}, {0, 0, 0, 1}};
    for (int scale = 0; scale < 3; scale++) {
        vv_movement_mode mode = {.scale = (vv_movement_scale)scale};
        vv_body_frame a = vv_movement_mode_frame(mode, small, hand, (vv_movement_target){0}, 0, false);
        vv_body_frame b = vv_movement_mode_frame(mode, large, hand, (vv_movement_target){0}, 0, false);
        vv_vec3 moved = vv_vec3_sub(vv_specialise(&a, q).position, bodies_of(small)[hand].rest_centre);
        vv_vec3 large_moved = vv_vec3_sub(vv_specialise(&b, q).position, bodies_of(large)[hand].rest_centre);
        float longer = vv_creature_limb_length(large, hand) / vv_creature_limb_length(small, hand);
        vv_vec3 ratio = scale == VV_SCALE_NONE   ? (vv_vec3){1, 1, 1}
                        : scale == VV_SCALE_LIMB ? (vv_vec3){longer, longer, longer}
                                                 : (vv_vec3){2, 3, 5};
        vv_vec3 expected = {moved.x * ratio.x, moved.y * ratio.y, moved.z * ratio.z};
        assert_true(distance(large_moved, expected) < 1e-5f);
    }
    vv_creature_destroy(small, NULL);
    vv_creature_destroy(large, NULL);
}

static void absolute_modes_are_the_same_for_all(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(14);
    for (uint64_t seed = 0; seed < 100; seed++) {
        vv_creature *c = any_creature(seed);
        vv_movement_mode mode = {.absolute_position = true, .absolute_rotation = true};
        vv_body_frame frame = vv_movement_mode_frame(mode, c, vvi_random_below(&random, c->body_count),
                                                     (vv_movement_target){0}, 0, false);
        vv_body_transform q = {sample_point(&random, 3), sample_turn(&random)}, pose = vv_specialise(&frame, q);
        assert_true(distance(q.position, pose.position) < 1e-6f && turn_between(q.rotation, pose.rotation) < 1e-6f);
        vv_creature_destroy(c, NULL);
    }
}

static void what_does_not_go_together_is_told(void **state)
{
    (void)state;
    assert_true(vv_movement_mode_is_valid((vv_movement_mode){0}));
    assert_true(vv_movement_mode_is_valid(
        (vv_movement_mode){.ground = true, .sagittal = true, .absolute_position = true, .lookat = true}));
    assert_true(
        vv_movement_mode_is_valid((vv_movement_mode){.secondary = true, .directional = true, .scale = VV_SCALE_LIMB}));
    assert_false(vv_movement_mode_is_valid((vv_movement_mode){.scale = (vv_movement_scale)3}));
    assert_false(vv_movement_mode_is_valid((vv_movement_mode){.secondary = true, .ground = true}));
    assert_false(vv_movement_mode_is_valid((vv_movement_mode){.secondary = true, .sagittal = true}));
    assert_false(vv_movement_mode_is_valid((vv_movement_mode){.secondary = true, .absolute_position = true}));
    assert_false(vv_movement_mode_is_valid((vv_movement_mode){.directional = true}));
}

/* ---- Looking ----------------------------------------------------------------------------------------------------- */

/* The curve in double, from the header's words. */
static double soft(double degrees)
{
    double turned = degrees <= 60 ? degrees : 60 + 30 * (1 - exp(-(degrees - 60) / 30));
    double t = fmin(fmax((degrees - 100) / 66, 0), 1);
    return turned * (1 - t * t * (3 - 2 * t));
}

static void heads_follow_up_to_60_degrees_then_ever_less(void **state)
{
    (void)state;
    vv_creature *c = sample_creature(SAMPLE_BIPED);
    uint32_t head = vv_creature_find(c, "head");
    vv_vec3 middle = bodies_of(c)[head].rest_centre;
    vv_movement_mode mode = {.lookat = true};
    for (int roll = 0; roll < 12; roll++)
        for (int tenth = 0; tenth < 1800; tenth++) {
            double angle = tenth * 0.1 * 3.14159265358979 / 180, about = roll * 0.5236 + 0.1;
            vv_vec3 way = {(float)(sin(angle) * cos(about)), (float)(sin(angle) * sin(about)), (float)cos(angle)};
            vv_movement_target target = {vv_vec3_add(middle, vv_vec3_scale(way, 2.0f)), true};
            vv_body_frame frame = vv_movement_mode_frame(mode, c, head, target, 0.0f, false);
            vv_vec3 looks = vv_quat_rotate(frame.look, (vv_vec3){0, 0, 1});
            double turned = atan2((double)sqrtf(looks.x * looks.x + looks.y * looks.y), (double)looks.z);
            assert_true(fabs(turned * 180 / 3.14159265358979 - soft(tenth * 0.1)) < 2e-3);
            if (tenth > 0 && tenth <= 600)
                assert_true(distance(looks, way) < 3e-6f);
            if (turned > 1e-3 && tenth < 1795) /* towards the target, not aside */
                assert_true(fabs((double)(looks.x * way.y - looks.y * way.x)) < 1e-5);
            assert_true(fabsf(frame.look.z) < 1e-6f); /* no twist about where it looked */
        }
    vv_creature_destroy(c, NULL);
}

/* A head that is given with its face to the back, and eyes at its sides. */
static void heads_look_where_their_faces_are(void **state)
{
    (void)state;
    static sample made;
    sample_make(SAMPLE_QUADRUPED, &made);
    vv_creature *c = sample_create(&made);
    assert_true(distance(bodies_of(c)[vv_creature_find(c, "head")].facing, (vv_vec3){0, 0, 1}) == 0.0f);
    vv_creature_destroy(c, NULL);
    for (uint32_t b = 0; b < made.def.body_count; b++)
        if (strcmp(made.names[b], "mouth") == 0 || strstr(made.names[b], "eye"))
            made.bodies[b].position.z = 0.90f - made.bodies[b].position.z;
    c = sample_create(&made);
    uint32_t head = vv_creature_find(c, "head"), eye = vv_creature_find(c, "right eye");
    assert_true(bodies_of(c)[head].facing.z < -0.99f);
    assert_true(bodies_of(c)[eye].facing.x < -0.3f);
    vv_movement_mode mode = {.lookat = true};
    vv_movement_target behind = {vv_vec3_add(bodies_of(c)[head].rest_centre, (vv_vec3){1, 0, -2}), true};
    vv_body_frame frame = vv_movement_mode_frame(mode, c, head, behind, 0.0f, false);
    vv_vec3 looks = vv_quat_rotate(frame.look, bodies_of(c)[head].facing);
    assert_true(distance(looks, vv_vec3_scale((vv_vec3){1, 0, -2}, 1.0f / sqrtf(5.0f))) < 1e-5f);
    vv_creature_destroy(c, NULL);
}

/* ---- Continuity -------------------------------------------------------------------------------------------------- */

/* A step of the target by a ten-thousandth of the floor moves the pose by about as little: nowhere more than 60 times
 * its reach over the floor, also where the target passes through the body; but F within 20 degrees of straight
 * behind. A flip would be 100 times that. */
static void poses_follow_their_target_without_a_jump(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(15);
    uint32_t compared = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        vv_creature *c = any_creature(seed);
        float least = 0.05f * c->size, step = 1e-3f * least;
        for (int i = 0; i < 100; i++) {
            uint32_t body = vvi_random_below(&random, c->body_count);
            vv_vec3 middle = bodies_of(c)[body].rest_centre,
                    way = sample_point(&random, (i % 2 ? 2.0f : 30.0f) * least);
            vv_movement_mode mode = {.secondary = true, .lookat = true, .directional = i % 3 == 0};
            vv_vec3 shift = vv_vec3_scale(vv_vec3_normalize(sample_point(&random, 1.0f), (vv_vec3){0, 0, 1}), step);
            if (i % 10 == 0)
                way = vv_vec3_scale(shift, -0.5f); /* right through the body */
            bool behind = way.z < -0.94f * vv_vec3_length(way);
            vv_movement_target from = {vv_vec3_add(middle, way), true}, to = {vv_vec3_add(from.position, shift), true};
            vv_body_frame a = vv_movement_mode_frame(mode, c, body, from, 0.0f, false);
            vv_body_frame b = vv_movement_mode_frame(mode, c, body, to, 0.0f, false);
            vv_body_transform q = {{0.7f * c->size, -0.7f * c->size, 0.5f}, {0, 0, 0, 1}};
            float reach = c->size + fabsf(a.scale.z);
            if (!behind || vv_vec3_length(way) < 0.2f * least) {
                float moved = distance(vv_specialise(&a, q).position, vv_specialise(&b, q).position);
                assert_true(moved < 60.0f * reach * step / least);
                compared++;
            }
            assert_true(turn_between(a.look, b.look) < 20.0f * step / least);
        }
        vv_creature_destroy(c, NULL);
    }
    assert_true(compared > 30000);
}

/* Of the ground too: a body that rises out of it and back. */
static void poses_follow_the_ground_without_a_jump(void **state)
{
    (void)state;
    vv_creature *c = sample_creature(SAMPLE_BIPED);
    uint32_t foot = vv_creature_find(c, "left foot");
    vv_movement_mode mode = {.ground = true};
    float last = NAN;
    for (int i = -2000; i <= 2000; i++) {
        vv_body_frame frame = vv_movement_mode_frame(mode, c, foot, (vv_movement_target){0}, 1e-4f * (float)i, false);
        float y = vv_specialise(&frame, (vv_body_transform){{0, 1, 0}, {0, 0, 0, 1}}).position.y;
        assert_true(!(fabsf(y - last) > 1.01e-4f));
        last = y;
    }
    vv_creature_destroy(c, NULL);
}

/* ---- Mirroring --------------------------------------------------------------------------------------------------- */

/* On creatures whose right is the image of their left: what plays mirrored on the right body, with its target
 * mirrored, is the image of what plays on the left. */
static void mirrored_is_the_mirror_image(void **state)
{
    (void)state;
    static sample made;
    vvi_random random = vvi_random_seed(16);
    uint32_t pairs = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        sample_random(seed, true, &made);
        vv_creature *c = sample_create(&made);
        for (uint32_t left = 0; left + 1 < c->body_count; left++) {
            if (strncmp(made.names[left], "left", 4) != 0)
                continue;
            vv_movement_mode mode = any_mode(&random);
            vv_movement_target target = any_target(&random, c, left);
            vv_movement_target image = {{-target.position.x, target.position.y, target.position.z}, target.known};
            vv_body_transform q = {sample_point(&random, 1.0f), sample_turn(&random)};
            vv_body_frame a = vv_movement_mode_frame(mode, c, left, target, 0.02f, false);
            vv_body_frame b = vv_movement_mode_frame(mode, c, left + 1, image, 0.02f, true);
            vv_body_transform on_left = vv_specialise(&a, q), on_right = vv_specialise(&b, q);
            float size = c->size + vv_vec3_length(on_left.position);
            assert_true(distance((vv_vec3){-on_left.position.x, on_left.position.y, on_left.position.z},
                                 on_right.position) < 1e-5f * size);
            vv_quat t = on_left.rotation;
            assert_true(turn_between((vv_quat){t.x, -t.y, -t.z, t.w}, on_right.rotation) < 1e-5f);
            pairs++;
        }
        vv_creature_destroy(c, NULL);
    }
    assert_true(pairs > 2000);
}

/* S_m(b, q) = M·S(M b, q) by its definition, on a creature made anew as the image of the first. */
static void mirroring_is_what_the_paper_says(void **state)
{
    (void)state;
    static sample made;
    vvi_random random = vvi_random_seed(17);
    for (uint64_t seed = 0; seed < 300; seed++) {
        sample_random(seed, false, &made);
        vv_creature *c = sample_create(&made);
        for (uint32_t b = 0; b < made.def.body_count; b++) {
            vv_creature_body *body = &made.bodies[b];
            float low = body->low.x;
            body->position.x = -body->position.x;
            body->centre.x = -body->centre.x;
            body->rotation = (vv_quat){body->rotation.x, -body->rotation.y, -body->rotation.z, body->rotation.w};
            body->low.x = -body->high.x;
            body->high.x = -low;
        }
        vv_creature *image = sample_create(&made);
        uint32_t body = vvi_random_below(&random, c->body_count);
        vv_movement_mode mode = any_mode(&random);
        vv_movement_target target = any_target(&random, c, body);
        vv_movement_target mirrored = {{-target.position.x, target.position.y, target.position.z}, target.known};
        vv_body_transform q = {sample_point(&random, 1.0f), sample_turn(&random)};
        vv_body_frame a = vv_movement_mode_frame(mode, c, body, target, 0.0f, true);
        vv_body_frame b = vv_movement_mode_frame(mode, image, body, mirrored, 0.0f, false);
        vv_body_transform own = vv_specialise(&a, q), other = vv_specialise(&b, q);
        assert_true(distance(own.position, (vv_vec3){-other.position.x, other.position.y, other.position.z}) <
                    1e-5f * (c->size + vv_vec3_length(own.position)));
        vv_quat t = other.rotation;
        assert_true(turn_between(own.rotation, (vv_quat){t.x, -t.y, -t.z, t.w}) < 1e-5f);
        vv_creature_destroy(c, NULL);
        vv_creature_destroy(image, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back_on_ten_thousand_creatures),
        cmocka_unit_test(rest_is_rest_in_every_mode_but_the_absolute_ones),
        cmocka_unit_test(ground_is_touched_exactly),
        cmocka_unit_test(sagittal_meets_in_the_plane),
        cmocka_unit_test(secondary_reaches_its_target_exactly),
        cmocka_unit_test(an_unknown_target_is_one_limb_length_ahead),
        cmocka_unit_test(one_pose_suits_creatures_of_every_size),
        cmocka_unit_test(absolute_modes_are_the_same_for_all),
        cmocka_unit_test(what_does_not_go_together_is_told),
        cmocka_unit_test(heads_follow_up_to_60_degrees_then_ever_less),
        cmocka_unit_test(heads_look_where_their_faces_are),
        cmocka_unit_test(poses_follow_their_target_without_a_jump),
        cmocka_unit_test(poses_follow_the_ground_without_a_jump),
        cmocka_unit_test(mirrored_is_the_mirror_image),
        cmocka_unit_test(mirroring_is_what_the_paper_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
