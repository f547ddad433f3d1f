/* Families and copies on a stage: puppets that become one another along a clip, with everything that the stage keeps
 * of them, and motion pasted from one actor to another. */
#include "runtime/stage/puppet/family.h"
#include "runtime/stage/stage.h"
#include "tests/runtime/stage/puppet/shapes.h"

static const vv_family_link ENDS[2] = {{.member = {0, 1}, .handle = {0, 0}, .parts = VV_PART_POSITION},
                                       {.member = {0, 1}, .handle = {1, 2}, .parts = VV_PART_POSITION}};

/* A stage with a square that its clip pulls to a crocodile's length and back. */
typedef struct scene {
    shape shapes[2];
    vv_family *family;
    vv_clip *clip;
    vv_stage *stage;
    vv_actor actor;
} scene;

static vv_clip *stretching_clip(void)
{
    const float times[4] = {0.0f, 1.0f, 2.0f, 3.0f}, places[4] = {0.4f, 3.2f, 3.2f, 0.4f};
    vv_key still = vv_default_key(), keys[4];
    still.value[0] = -0.4f;
    for (int k = 0; k < 4; k++) {
        keys[k] = vv_default_key();
        keys[k].time = times[k];
        keys[k].value[0] = places[k];
    }
    vv_track tracks[2] = {{.handle = 0, .channel = VV_CHANNEL_POSITION, .key_count = 1, .keys = &still},
                          {.handle = 1, .channel = VV_CHANNEL_POSITION, .key_count = 4, .keys = keys}};
    vv_clip_def def = {.handle_count = 4, .duration = 4.0f, .track_count = 2, .tracks = tracks};
    vv_clip *clip = NULL;
    vv_error error = {0};
    if (vv_clip_create(&def, NULL, &clip, &error) != VV_OK)
        fail_msg("%s", error.message);
    return clip;
}

static vv_stage *puppet_stage(const vv_allocator *allocator)
{
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = NULL;
    def.step = VV_PUPPET_STEP;
    def.gravity = (vv_vec2){0.0f, 0.0f};
    assert_int_equal(vv_stage_create(&def, allocator, &stage, NULL), VV_OK);
    return stage;
}

static vv_actor_def square_def(const scene *s)
{
    vv_actor_def def = vv_default_actor_def();
    def.puppet = s->shapes[0].puppet;
    def.family = s->family;
    def.clip = s->clip;
    def.position = (vv_vec2){10.0f, 3.0f};
    return def;
}

static scene scene_make(float fade, bool linked)
{
    scene s = {.shapes = {shape_square(), shape_crocodile()}, .clip = stretching_clip()};
    const vv_puppet *members[2] = {s.shapes[0].puppet, s.shapes[1].puppet};
    vv_family_def def = vv_default_family_def();
    vv_error error = {0};
    def.member_count = 2;
    def.members = members;
    def.link_count = linked ? 2 : 0;
    def.links = ENDS;
    def.fade = fade;
    assert_int_equal(vv_family_create(&def, NULL, &s.family, NULL), VV_OK);
    s.stage = puppet_stage(NULL);
    vv_actor_def actor = square_def(&s);
    if (vv_stage_add_actor(s.stage, &actor, &s.actor, &error) != VV_OK)
        fail_msg("%s", error.message);
    return s;
}

static void scene_free(scene *s)
{
    vv_stage_destroy(s->stage);
    vv_clip_destroy(s->clip, NULL);
    vv_family_destroy(s->family, NULL);
    for (int i = 0; i < 2; i++)
        shape_free(&s->shapes[i]);
}

static uint32_t changes(const vv_stage *stage, uint32_t *code)
{
    uint32_t count, found = 0;
    const vv_event *events = vv_stage_events(stage, &count);
    for (uint32_t i = 0; i < count; i++)
        if (events[i].kind == VV_EVENT_MEMBER_CHANGED) {
            *code = events[i].code;
            found++;
        }
    return found;
}

/* ---- Families ---------------------------------------------------------------------------------------------------- */

static void square_becomes_crocodile_and_back(void **state)
{
    (void)state;
    scene s = scene_make(0.0f, true);
    uint32_t jumps = 0, at[2] = {0, 0}, code = VV_NONE;
    vv_vec2 vertices[200];
    for (uint32_t f = 0; f < 200; f++) {
        float before[2], after[2];
        vv_stage_member_energies(s.stage, s.actor, before, 2);
        assert_int_equal(vv_stage_step(s.stage, VV_PUPPET_STEP), 1);
        assert_int_equal(vv_stage_member_energies(s.stage, s.actor, after, 2), 2);
        if (changes(s.stage, &code)) {
            assert_true(jumps < 2);
            assert_int_equal(code, 1 - jumps);
            assert_int_equal(vv_stage_family_member(s.stage, s.actor), code);
            assert_true(after[code] < 0.7f * after[1 - code]);
            at[jumps++] = f;
        }
        const vv_puppet *shown = vv_stage_puppet(s.stage, s.actor);
        assert_ptr_equal(shown, s.shapes[vv_stage_family_member(s.stage, s.actor)].puppet);
        assert_true(vv_puppet_vertex_count(shown) <= 200);
        vv_stage_vertices(s.stage, s.actor, vertices);
        assert_true(vvi_all_finite(&vertices[0].x, 2 * vv_puppet_vertex_count(shown)));
        assert_true(vv_stage_fading_member(s.stage, s.actor, NULL, NULL) == 0.0f);
    }
    print_message("jumps at frames %u and %u\n", at[0], at[1]);
    assert_int_equal(jumps, 2);
    assert_true(at[1] > at[0] + 5 && at[0] < 50 && at[1] >= 100);
    scene_free(&s);
}

/* The crocodile's ends are where the clip wants the square's: keys act through the links. */
static void clip_acts_through_links(void **state)
{
    (void)state;
    scene s = scene_make(0.0f, true);
    vv_affine pose[4];
    vv_stage_step(s.stage, VV_PUPPET_STEP);
    for (uint32_t f = 1; f < 75; f++)
        vv_stage_step(s.stage, VV_PUPPET_STEP);
    assert_int_equal(vv_stage_family_member(s.stage, s.actor), 1);
    vv_stage_step(s.stage, 0.0199f); /* nearly all of the way to the newest step is shown */
    vv_stage_pose(s.stage, s.actor, pose);
    vv_vec2 tail = vv_affine_apply(pose[0], (vv_vec2){-1.8f, 0.0f}),
            snout = vv_affine_apply(pose[2], (vv_vec2){1.8f, 0.0f});
    assert_true(vv_vec2_distance(tail, (vv_vec2){9.6f, 3.0f}) < 0.01f);
    assert_true(vv_vec2_distance(snout, (vv_vec2){13.2f, 3.0f}) < 0.01f);
    scene_free(&s);
}

static void without_links_it_stays(void **state)
{
    (void)state;
    scene s = scene_make(0.0f, false);
    uint32_t code, jumps = 0;
    for (uint32_t f = 0; f < 200; f++) {
        vv_stage_step(s.stage, VV_PUPPET_STEP);
        jumps += changes(s.stage, &code);
    }
    assert_int_equal(jumps, 0);
    scene_free(&s);
}

/* Families whose links are drawn at random, all of whose handles may be keyed: whatever the keys do, the shown member
 * is one that they reach, or no candidate is. Without the rule a member that no key reaches is shown for ever. */
static void no_member_is_a_dead_end(void **state)
{
    (void)state;
    uint32_t jumps = 0, blocked = 0;
    for (uint64_t seed = 1; seed <= 24; seed++) {
        vvi_random random = vvi_random_seed(seed);
        scene s = {.shapes = {shape_square(), shape_crocodile()}};
        const vv_puppet *members[2] = {s.shapes[0].puppet, s.shapes[1].puppet};
        uint32_t from = (uint32_t)(4.0f * vvi_random_unit(&random)) % 4u, other = (from + 1u) % 4u;
        const vv_family_link links[2] = {{.member = {0, 1}, .handle = {from, 0}, .parts = VV_PART_POSITION},
                                         {.member = {0, 1}, .handle = {other, 2}, .parts = VV_PART_POSITION}};
        vv_family_def def = vv_default_family_def();
        def.member_count = def.link_count = 2;
        def.members = members;
        def.links = links;
        assert_int_equal(vv_family_create(&def, NULL, &s.family, NULL), VV_OK);
        s.stage = puppet_stage(NULL);
        vv_actor_def actor = square_def(&s);
        assert_int_equal(vv_stage_add_actor(s.stage, &actor, &s.actor, NULL), VV_OK);
        uint32_t late = (uint32_t)(4.0f * vvi_random_unit(&random)) % 4u; /* keyed from second 2 on */
        for (uint32_t f = 0; f < 250; f++) {
            uint32_t code;
            vv_stage_step(s.stage, VV_PUPPET_STEP);
            jumps += changes(s.stage, &code);
            uint32_t shown = vv_stage_family_member(s.stage, s.actor);
            bool reached = f < 100 || late == from || late == other;
            if (f >= 102 && !reached) {
                blocked++;
                assert_int_equal(shown, 0);
            }
            vv_vec2 ends[2] = {{10.0f - 0.4f, 3.0f}, {10.0f + 0.4f + 2.4f * fminf(1.0f, (float)f / 60.0f), 3.0f}};
            for (uint32_t k = 0; k < 2; k++) {
                vv_handle_target aim = {.value = {ends[k].x, ends[k].y}, .strength = 1.0f};
                vv_stage_set_handle_target(s.stage, s.actor, k ? other : from, VV_CHANNEL_POSITION, aim);
            }
            vv_handle_target aim = {.value = {10.0f, 3.4f}, .strength = f >= 100 ? 0.3f : 0.0f};
            if (late != from && late != other)
                vv_stage_set_handle_target(s.stage, s.actor, late, VV_CHANNEL_POSITION, aim);
        }
        scene_free(&s);
    }
    assert_true(jumps > 8 && blocked > 100); /* both happen */
}

/* Keys go from member to member through others: 0 – 1 – 2 without a link from 0 to 2. */
static void keys_go_through_chains_of_links(void **state)
{
    (void)state;
    shape shapes[3] = {shape_square(), shape_crocodile(), shape_square()};
    const vv_puppet *members[3] = {shapes[0].puppet, shapes[1].puppet, shapes[2].puppet};
    const vv_family_link links[2] = {{.member = {0, 1}, .handle = {1, 2}, .parts = VV_PART_POSITION | VV_PART_ANGLE},
                                     {.member = {2, 1}, .handle = {3, 2}, .parts = VV_PART_POSITION}};
    vv_family_def def = vv_default_family_def();
    vv_family *family;
    def.member_count = 3;
    def.members = members;
    def.link_count = 2;
    def.links = links;
    assert_int_equal(vv_family_create(&def, NULL, &family, NULL), VV_OK);
    assert_int_equal(vvi_family_handle(family, 0, 2, 1, VV_PART_POSITION), 3);
    assert_int_equal(vvi_family_handle(family, 2, 0, 3, VV_PART_POSITION), 1);
    assert_int_equal(vvi_family_handle(family, 0, 2, 1, VV_PART_ANGLE), VV_NONE);
    assert_int_equal(vvi_family_handle(family, 0, 2, 0, VV_PART_POSITION), VV_NONE);
    vv_family_destroy(family, NULL);
    for (int i = 0; i < 3; i++)
        shape_free(&shapes[i]);
}

/* What is drawn does not jump: between the frames before and after, no linked end moves further than it does in a
 * step. */
static void shown_ends_move_evenly(void **state)
{
    (void)state;
    scene s = scene_make(0.0f, true);
    vv_vec2 last = {10.4f, 3.0f};
    vv_affine pose[4];
    for (uint32_t f = 0; f < 800; f++) {
        vv_stage_step(s.stage, 0.25f * VV_PUPPET_STEP);
        vv_stage_pose(s.stage, s.actor, pose);
        bool croc = vv_stage_family_member(s.stage, s.actor) == 1;
        vv_vec2 end = vv_affine_apply(pose[croc ? 2 : 1], (vv_vec2){croc ? 1.8f : 0.4f, 0.0f});
        assert_true(vv_vec2_distance(end, last) < 0.04f); /* at most 4.2 m/s, a two-hundredth of a second */
        last = end;
    }
    scene_free(&s);
}

static void the_member_before_fades(void **state)
{
    (void)state;
    scene s = scene_make(0.2f, true);
    uint32_t code, member = VV_NONE, seen = 0;
    vv_vec2 vertices[200];
    float last = 1.1f;
    for (uint32_t f = 0; f < 60; f++) {
        vv_stage_step(s.stage, VV_PUPPET_STEP);
        if (changes(s.stage, &code))
            last = 1.1f;
        float left = vv_stage_fading_member(s.stage, s.actor, &member, vertices);
        if (left > 0.0f) {
            assert_int_equal(member, 0);
            assert_true(left < last);
            last = left;
            seen++;
            /* It goes on beside the other: its right handle at the snout, as links have it. */
            vv_affine pose[3];
            uint32_t near = 0, count = vv_puppet_vertex_count(s.shapes[0].puppet);
            assert_true(vvi_all_finite(&vertices[0].x, 2 * count));
            for (uint32_t i = 0; i < count; i++)
                if (vv_vec2_distance(s.shapes[0].d.positions[i], (vv_vec2){0.4f, 0.0f}) <
                    vv_vec2_distance(s.shapes[0].d.positions[near], (vv_vec2){0.4f, 0.0f}))
                    near = i;
            vv_stage_pose(s.stage, s.actor, pose);
            vv_vec2 snout = vv_affine_apply(pose[2], (vv_vec2){1.8f, 0.0f});
            assert_true(vv_vec2_distance(vertices[near], snout) < 0.15f);
        }
    }
    assert_int_equal(seen, 10);
    scene_free(&s);
}

/* Saved and restored at any time, before, between and after jumps, in this stage and in another, it goes on alike. */
static void states_go_on_exactly(void **state)
{
    (void)state;
    scene s = scene_make(0.3f, true), other = scene_make(0.3f, true);
    size_t most = 1 << 20;
    uint8_t *bytes = malloc(most), *again = malloc(most);
    for (uint32_t f = 0; f < 160; f++) {
        vv_stage_step(s.stage, VV_PUPPET_STEP);
        if (f % 20 != 13)
            continue;
        size_t count = vv_stage_save(s.stage, bytes, most);
        uint64_t hash = vv_stage_hash(s.stage);
        assert_true(count <= most);
        for (uint32_t k = 0; k < 40; k++)
            vv_stage_step(s.stage, VV_PUPPET_STEP);
        uint64_t later = vv_stage_hash(s.stage);
        assert_int_equal(vv_stage_restore(s.stage, bytes, count, NULL), VV_OK);
        assert_int_equal(vv_stage_hash(s.stage), hash);
        assert_int_equal(vv_stage_restore(other.stage, bytes, count, NULL), VV_OK);
        assert_int_equal(vv_stage_hash(other.stage), hash);
        assert_int_equal(vv_stage_save(other.stage, again, most), count);
        assert_memory_equal(bytes, again, count);
        for (uint32_t k = 0; k < 40; k++)
            vv_stage_step(other.stage, VV_PUPPET_STEP);
        assert_int_equal(vv_stage_hash(other.stage), later);
    }
    free(bytes);
    free(again);
    scene_free(&s);
    scene_free(&other);
}

/* Bytes with a bit turned are refused, or are a state that goes on. */
static void damaged_states_do_no_harm(void **state)
{
    (void)state;
    scene s = scene_make(0.3f, true);
    for (uint32_t f = 0; f < 30; f++)
        vv_stage_step(s.stage, VV_PUPPET_STEP);
    size_t count = vv_stage_save_bytes(s.stage);
    uint8_t *bytes = malloc(count);
    vv_stage_save(s.stage, bytes, count);
    for (size_t length = 0; length < count; length += 97)
        assert_int_not_equal(vv_stage_restore(s.stage, bytes, length, NULL), VV_OK);
    vvi_random random = vvi_random_seed(8);
    for (int i = 0; i < 400; i++) {
        uint32_t bit = vvi_random_below(&random, 8 * (uint32_t)count);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (vv_stage_restore(s.stage, bytes, count, NULL) == VV_OK)
            for (int k = 0; k < 3; k++)
                vv_stage_step(s.stage, VV_PUPPET_STEP);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    free(bytes);
    scene_free(&s);
}

/* Thrown about, turned round, flipped and held by hands at random: it stays finite, and members change no faster than
 * the pause. */
static void nothing_breaks_it(void **state)
{
    (void)state;
    scene s = scene_make(0.1f, true);
    vvi_random random = vvi_random_seed(21);
    uint32_t last = 0, code, jumps = 0;
    vv_hold hold = {.at = {0.0f, 0.4f}, .to = {11.0f, 4.0f}, .strength = 5.0f};
    assert_int_equal(vv_stage_add_hold(s.stage, s.actor, &hold), 0);
    for (uint32_t f = 0; f < 400; f++) {
        float a = vvi_random_unit(&random), b = vvi_random_unit(&random);
        switch (vvi_random_below(&random, 12)) {
        case 0:
            vv_stage_teleport(s.stage, s.actor, (vv_vec2){20.0f * a, 10.0f * b}, 6.0f * a);
            break;
        case 1:
            vv_stage_flip(s.stage, s.actor);
            break;
        case 2:
            vv_stage_apply_impulse(s.stage, s.actor, (vv_vec2){30.0f * a - 15.0f, 30.0f * b - 15.0f});
            break;
        case 3:
            vv_stage_set_handle_target(s.stage, s.actor, vvi_random_below(&random, 4), VV_CHANNEL_POSITION,
                                       (vv_handle_target){.value = {20.0f * a, 10.0f * b}, .strength = b});
            break;
        case 4:
            vv_stage_move_hold(s.stage, s.actor, 0, (vv_vec2){20.0f * a, 10.0f * b});
            break;
        default:
            break;
        }
        vv_stage_step(s.stage, VV_PUPPET_STEP);
        if (changes(s.stage, &code)) {
            assert_true(jumps == 0 || f - last >= 10);
            last = f;
            jumps++;
        }
        vv_vec2 vertices[200];
        vv_stage_vertices(s.stage, s.actor, vertices);
        assert_true(vvi_all_finite(&vertices[0].x, 2 * vv_puppet_vertex_count(vv_stage_puppet(s.stage, s.actor))));
    }
    print_message("%u jumps in 8 s\n", jumps);
    assert_true(jumps > 0 && jumps <= 40);
    scene_free(&s);
}

static void steps_allocate_nothing_and_adding_may_fail(void **state)
{
    (void)state;
    scene s = scene_make(0.1f, true);
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_stage *stage = puppet_stage(&allocator);
    vv_region_pair pair = {{0, 0.4f}, {0, 0.4f}, 0.9f, 0.9f};
    vv_actor first, actor;
    vv_actor_def def = square_def(&s);
    assert_int_equal(vv_stage_add_actor(stage, &def, &first, NULL), VV_OK);
    vv_region_copy copy = {.from = first, .pair_count = 1, .pairs = &pair};
    def.copies = &copy;
    def.copy_count = 1;
    uint64_t n = 1;
    for (;; n++) {
        size_t used = counting.used;
        counting.fail_at = n;
        vv_result result = vv_stage_add_actor(stage, &def, &actor, NULL);
        counting.fail_at = 0;
        if (result == VV_OK)
            break;
        assert_int_equal(result, VV_ERROR_MEMORY);
        assert_true(counting.used >= used); /* what is shared may have grown; the actor's own is given back below */
        assert_true(n < 100);
    }
    assert_true(n > 2);
    uint64_t allocations = counting.allocations;
    uint32_t code, jumps = 0;
    for (uint32_t f = 0; f < 100; f++) {
        vv_stage_step(stage, VV_PUPPET_STEP);
        jumps += changes(stage, &code);
    }
    assert_true(jumps >= 1);
    assert_int_equal(counting.allocations, allocations);
    vv_stage_destroy(stage);
    assert_int_equal(counting.used, 0);
    scene_free(&s);
}

/* ---- Copies ------------------------------------------------------------------------------------------------------ */

static double difference(vv_mat2 a, vv_mat2 b)
{
    double sum = 0.0, size = 0.0;
    for (int k = 0; k < 4; k++) {
        double gap = (double)(&a.xx)[k] - (double)(&b.xx)[k];
        sum += gap * gap;
        size += (double)(&b.xx)[k] * (double)(&b.xx)[k];
    }
    return sqrt(sum / size);
}

/* A long strip that copies both ends of the square: another size, other handles, flipped, and elsewhere. From the
 * live square, or from a recording of it. */
static void motion_is_pasted(bool live)
{
    enum { FRAMES = 60 };
    scene s = scene_make(0.0f, false);
    vv_region_pair pairs[2] = {{{0, 0.4f}, {0, 0.4f}, 0.9f, 0.9f}, {{1, 0.4f}, {2, 0.4f}, 0.9f, 0.9f}};
    vv_region regions[2] = {pairs[0].from, pairs[1].from};
    static vv_region_state frames[FRAMES][2];
    vv_recording *recording = NULL;
    vv_stage *stage = live ? s.stage : puppet_stage(NULL);
    if (!live) {
        for (uint32_t f = 0; f < FRAMES; f++) {
            for (uint32_t k = 0; k < 2; k++)
                frames[f][k] = vv_stage_region_local(s.stage, s.actor, regions[k]);
            vv_stage_step(s.stage, VV_PUPPET_STEP);
        }
        vv_recording_def def = {2, FRAMES, regions, frames[0], 50.0f, vv_puppet_size(s.shapes[0].puppet), false};
        assert_int_equal(vv_recording_create(&def, NULL, &recording, NULL), VV_OK);
    }
    vv_region_copy copy = {.recording = recording, .pair_count = 2, .pairs = pairs};
    vv_actor_def def = vv_default_actor_def();
    vv_actor strip;
    vv_error error = {0};
    if (live)
        copy.from = s.actor;
    def.puppet = s.shapes[1].puppet;
    def.position = (vv_vec2){-20.0f, 0.0f};
    def.flipped = true;
    def.copies = &copy;
    def.copy_count = 1;
    if (vv_stage_add_actor(stage, &def, &strip, &error) != VV_OK)
        fail_msg("%s", error.message);
    double worst = 0.0, off = 0.0;
    float size = vv_puppet_size(s.shapes[1].puppet) / vv_puppet_size(s.shapes[0].puppet);
    for (uint32_t f = 0; f < FRAMES - 1; f++) {
        vv_stage_step(stage, VV_PUPPET_STEP);
        for (uint32_t k = 0; k < 2 && f >= 5; k++) {
            /* A step is shown when the next one is due: at a whole step, the one before it. */
            vv_region_state from = live ? vv_stage_region_local(stage, s.actor, regions[k]) : frames[f][k];
            vv_region_state to = vv_stage_region_local(stage, strip, pairs[k].to);
            vv_vec2 way = vv_vec2_scale(vv_vec2_sub(from.centre, from.rest), size);
            double gap = difference(to.linear, from.linear);
            double aside = (double)vv_vec2_distance(vv_vec2_sub(to.centre, to.rest), way);
            worst = gap > worst ? gap : worst;
            off = aside > off ? aside : off;
            /* On the stage it is the same in the mirror. */
            vv_region_state on = vv_stage_region(stage, strip, pairs[k].to);
            assert_true(fabsf(on.centre.x - (-20.0f - to.centre.x)) < 1e-4f &&
                        fabsf(on.linear.xx + to.linear.xx) < 1e-4f);
        }
    }
    print_message("%s: affine maps differ by %.2f %%, centroids by %.2f %% of size\n", live ? "live" : "recorded",
                  100.0 * worst, 100.0 * off / (double)vv_puppet_size(s.shapes[1].puppet));
    assert_true(worst < 0.05);
    assert_true(off < 0.05 * (double)vv_puppet_size(s.shapes[1].puppet));
    vv_stage_remove_actor(stage, s.actor); /* an actor that is removed frees those that copied it */
    for (uint32_t f = 0; f < 20; f++)
        vv_stage_step(stage, VV_PUPPET_STEP);
    vv_region_state after = vv_stage_region(stage, strip, pairs[0].to);
    assert_true(vvi_all_finite(&after.centre.x, 2));
    if (!live)
        vv_stage_destroy(stage);
    vv_recording_destroy(recording, NULL);
    scene_free(&s);
}

static void motion_is_pasted_live_and_recorded(void **state)
{
    (void)state;
    motion_is_pasted(true);
    motion_is_pasted(false);
}

/* A copy goes on when the source has become another: from what it would be as the one that was copied. */
static void copies_outlive_changes_of_the_source(void **state)
{
    (void)state;
    scene s = scene_make(0.0f, true);
    vv_region_pair pair = {{1, 0.4f}, {1, 0.4f}, 0.9f, 0.0f};
    vv_region_copy copy = {.from = s.actor, .scale = 1.0f, .pair_count = 1, .pairs = &pair};
    vv_actor_def def = vv_default_actor_def();
    shape square = shape_square();
    vv_actor actor;
    def.puppet = square.puppet;
    def.copies = &copy;
    def.copy_count = 1;
    assert_int_equal(vv_stage_add_actor(s.stage, &def, &actor, NULL), VV_OK);
    for (uint32_t f = 0; f < 75; f++)
        vv_stage_step(s.stage, VV_PUPPET_STEP);
    assert_int_equal(vv_stage_family_member(s.stage, s.actor), 1);
    vv_region_state to = vv_stage_region(s.stage, actor, pair.to);
    assert_true(to.centre.x - to.rest.x > 2.0f); /* the right end went 2.8 m */
    vv_stage_destroy(s.stage);
    s.stage = NULL;
    scene_free(&s);
    shape_free(&square);
}

static void wrong_copies_are_refused(void **state)
{
    (void)state;
    scene s = scene_make(0.0f, true);
    vv_region_pair pair = {{0, 0.4f}, {0, 0.4f}, 0.9f, 0.9f};
    vv_region_copy copies[1] = {{.from = s.actor, .pair_count = 1, .pairs = &pair}};
    vv_actor_def def = square_def(&s);
    vv_actor actor;
    def.copies = copies;
    def.copy_count = 1;
    copies[0].from.generation = 7; /* nobody */
    assert_int_not_equal(vv_stage_add_actor(s.stage, &def, &actor, NULL), VV_OK);
    copies[0].from.generation = 0; /* neither an actor nor a recording */
    assert_int_not_equal(vv_stage_add_actor(s.stage, &def, &actor, NULL), VV_OK);
    copies[0].from = s.actor;
    pair.to.handle = 4;
    assert_int_not_equal(vv_stage_add_actor(s.stage, &def, &actor, NULL), VV_OK);
    pair.to.handle = 0;
    assert_int_equal(vv_stage_add_actor(s.stage, &def, &actor, NULL), VV_OK);
    scene_free(&s);
}

/* What fades has no past after a teleport: it does not swing over from how it was turned before. */
static void test_what_fades_is_teleported_too(void **state)
{
    (void)state;
    scene s = scene_make(2.0f, true);
    vv_vec2 first[512], last[512];
    uint32_t which = 0;
    for (int i = 0; i < 60 && vv_stage_family_member(s.stage, s.actor) == 0; i++)
        vv_stage_step(s.stage, VV_PUPPET_STEP);
    assert_true(vv_stage_play_clip(s.stage, s.actor, NULL, 0.0));
    assert_true(vv_stage_teleport(s.stage, s.actor, (vv_vec2){-5.0f, 2.0f}, 2.0f));
    vv_stage_step(s.stage, VV_PUPPET_STEP);
    assert_true(vv_stage_fading_member(s.stage, s.actor, &which, first) > 0.0f && which == 0);
    vv_stage_step(s.stage, 0.99f * VV_PUPPET_STEP);
    assert_true(vv_stage_fading_member(s.stage, s.actor, &which, last) > 0.0f);
    for (uint32_t i = 0; i < vv_puppet_vertex_count(s.shapes[0].puppet); i++)
        assert_true(vv_vec2_distance(first[i], last[i]) < 0.3f);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_fades_is_teleported_too),
        cmocka_unit_test(square_becomes_crocodile_and_back),
        cmocka_unit_test(clip_acts_through_links),
        cmocka_unit_test(without_links_it_stays),
        cmocka_unit_test(no_member_is_a_dead_end),
        cmocka_unit_test(keys_go_through_chains_of_links),
        cmocka_unit_test(shown_ends_move_evenly),
        cmocka_unit_test(the_member_before_fades),
        cmocka_unit_test(states_go_on_exactly),
        cmocka_unit_test(damaged_states_do_no_harm),
        cmocka_unit_test(nothing_breaks_it),
        cmocka_unit_test(steps_allocate_nothing_and_adding_may_fail),
        cmocka_unit_test(motion_is_pasted_live_and_recorded),
        cmocka_unit_test(copies_outlive_changes_of_the_source),
        cmocka_unit_test(wrong_copies_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
