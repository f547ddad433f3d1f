/* Two threads that share every kind of const asset: each runs a stage, performers, players, shapes and lines of its
 * own from the same bytes, and comes to the same hash as one thread alone. Under the thread sanitizer (`make
 * test-long`) this also shows that nothing that is const is written to, not even once. */
#include "tests/reliability/baked.h"

#include <pthread.h>

enum { PROJECTS = 8, KINDS = 11, THREADS = 2, MOST_ACTORS = 24 };

static const char *const names[PROJECTS] = {"walk",  "cannon", "slinky",    "puppet-cat",
                                            "robot", "blob",   "menagerie", "leap"};

typedef struct work {
    const baked *projects; /* [PROJECTS] shared */
    pthread_barrier_t *start;
    uint32_t steps;
    uint64_t hash;
} work;

/* FNV-1a. */
static void add_bytes(uint64_t *hash, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        *hash = (*hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3u;
}

/* ---- What a thread does with an asset ---------------------------------------------------------------------------- */

static void add_actor(const baked *b, vv_stage *stage, uint32_t artwork, bool as_puppet)
{
    vv_artwork a = vv_asset_artwork(b->asset, artwork);
    vv_actor_def def = vv_default_actor_def();
    vv_actor actor;
    def.position = (vv_vec2){2.5f * (float)artwork + (as_puppet ? 1.0f : 0.0f), as_puppet ? 3.0f : 0.5f};
    def.clip = a.clip_count ? vv_asset_clip(b->asset, artwork, 0) : NULL;
    if (as_puppet) {
        def.puppet = a.puppet;
        def.material = a.material;
        def.family = b->family && vv_asset_family_member(b->asset, 0, 0) == artwork ? b->family : NULL;
    } else {
        def.sprite = a.sprite;
        def.strengths = a.strengths;
        if (a.behaviour_count > 0)
            def.controller = vv_behaviour_controller(vv_asset_behaviour(b->asset, artwork, 0));
    }
    vv_error error = {0};
    example_must(vv_stage_add_actor(stage, &def, &actor, &error), &error);
    vv_stage_apply_impulse(stage, actor, (vv_vec2){(float)artwork - 1.0f, 2.0f});
}

static void run_stage(const baked *b, uint32_t steps, uint64_t *hash)
{
    vv_stage_def def = vv_default_stage_def();
    vv_stage *stage = NULL;
    vv_obstacle ground;
    vv_error error = {0};
    example_must(vv_stage_create(&def, NULL, &stage, &error), &error);
    example_must(vv_stage_add_ground(stage, 0.0f, 0.6f, &ground, &error), &error);
    uint32_t count = vv_asset_artwork_count(b->asset);
    for (uint32_t i = 0; i < count && i < MOST_ACTORS; i++) {
        if (vv_asset_artwork(b->asset, i).sprite)
            add_actor(b, stage, i, false);
        if (vv_asset_artwork(b->asset, i).puppet)
            add_actor(b, stage, i, true);
    }
    for (uint32_t i = 0; i < steps; i++)
        vv_stage_step(stage, 1.0f / 60.0f);
    uint64_t end = vv_stage_hash(stage);
    add_bytes(hash, &end, sizeof end);
    vv_stage_destroy(stage);
}

static void run_graphs(const baked *b, uint32_t steps, uint64_t *hash)
{
    for (uint32_t g = 0; g < vv_asset_graph_count(b->asset); g++) {
        const vv_graph *graph = vv_asset_graph(b->asset, g);
        const vv_verb *verbs[VV_GRAPH_MAX_VERBS];
        vv_graph_player *performer = NULL;
        vv_error error = {0};
        vv_asset_graph_verbs(b->asset, g, VV_GRAPH_MAX_VERBS, verbs);
        example_must(vv_graph_player_create(graph, verbs, NULL, &performer, &error), &error);
        uint32_t joints =
            vv_skeleton_joint_count(vv_asset_character(b->asset, vv_asset_graph_character(b->asset, g)).skeleton);
        for (uint32_t i = 0; i < steps; i++) {
            if (vv_graph_input_count(graph) > 0)
                vv_graph_player_set_input(performer, i / 20 % vv_graph_input_count(graph), (float)(i / 20 % 3) * 0.5f);
            vv_graph_player_advance(performer, 1.0f / 60.0f);
            add_bytes(hash, vv_graph_player_globals(performer), joints * sizeof(vv_affine3));
        }
        vv_graph_player_destroy(performer, NULL);
    }
}

/* Every creature walks in the first gait with the first motion that binds. */
static void run_creatures(const baked *b, uint32_t steps, uint64_t *hash)
{
    for (uint32_t c = 0; c < vv_asset_creature_count(b->asset); c++) {
        const vv_creature *creature = vv_asset_creature(b->asset, c);
        vv_player_def def = vv_default_player_def(creature);
        vv_player *player = NULL;
        vv_binding *binding = NULL;
        vv_error error = {0};
        const float whole = 1.0f;
        example_must(vv_player_create(&def, NULL, &player, &error), &error);
        if (vv_asset_gait_count(b->asset) > 0) {
            const vv_gait *gait = vv_asset_gait(b->asset, 0);
            vv_player_set_gaits(player, VV_NONE, 1, &gait, &whole);
        }
        example_must(vv_binding_create(vv_asset_motion(b->asset, c % vv_asset_motion_count(b->asset)), creature, NULL,
                                       &binding, &error),
                     &error);
        vv_play_options options = vv_default_play_options(vv_binding_motion(binding));
        if (vv_binding_variant_count(binding) > 0)
            (void)vv_player_play(player, binding, &options);
        for (uint32_t i = 0; i < steps; i++) {
            vv_course course = {.z = 0.01f * (float)i, .speed_z = 0.6f};
            vv_player_set_course(player, &course);
            vv_player_step(player, 1.0f / 60.0f);
        }
        add_bytes(hash, vv_player_transforms(player), vv_creature_body_count(creature) * sizeof(vv_transform3));
        vv_player_destroy(player);
        vv_binding_destroy(binding);
    }
}

static void run_lines(const baked *b, uint32_t steps, uint64_t *hash)
{
    for (uint32_t l = 0; l < vv_asset_line_count(b->asset); l++) {
        const vv_line *line = vv_asset_line(b->asset, l).line;
        for (uint32_t i = 0; i < steps; i++) {
            vv_line_pose pose, rates;
            memset(&pose, 0, sizeof pose);
            memset(&rates, 0, sizeof rates);
            vv_line_sample(line, (double)i / 60.0, &pose, &rates);
            add_bytes(hash, &pose, sizeof pose);
        }
    }
}

static void run_recordings(const baked *b, uint32_t steps, uint64_t *hash)
{
    for (uint32_t r = 0; r < vv_asset_recording_count(b->asset); r++) {
        const vv_recording *recording = vv_asset_recording(b->asset, r);
        for (uint32_t i = 0; i < steps; i++) {
            vv_region_state s =
                vv_recording_sample(recording, i % vv_recording_region_count(recording), (double)i / 60.0);
            add_bytes(hash, &s, sizeof s);
        }
    }
}

static void *run_all(void *context)
{
    work *w = context;
    w->hash = 0xcbf29ce484222325u;
    if (w->start)
        pthread_barrier_wait(w->start);
    for (uint32_t i = 0; i < PROJECTS; i++) {
        const baked *b = &w->projects[i];
        run_stage(b, w->steps, &w->hash);
        run_graphs(b, w->steps, &w->hash);
        run_creatures(b, w->steps / 4, &w->hash);
        run_lines(b, w->steps, &w->hash);
        run_recordings(b, w->steps, &w->hash);
        items_use(b->asset); /* shapes, skins, verbs by themselves */
    }
    return NULL;
}

/* How many there are of everything that can be shared. */
static void count_kinds(const vv_asset *a, uint32_t kinds[KINDS])
{
    for (uint32_t k = 0; k < vv_asset_artwork_count(a); k++) {
        kinds[0] += vv_asset_artwork(a, k).sprite != NULL;
        kinds[1] += vv_asset_artwork(a, k).puppet != NULL;
        kinds[2] += vv_asset_artwork(a, k).clip_count;
        kinds[3] += vv_asset_artwork(a, k).behaviour_count;
    }
    kinds[4] += vv_asset_verb_count(a);
    kinds[5] += vv_asset_graph_count(a);
    kinds[6] += vv_asset_shape_count(a);
    kinds[7] += vv_asset_creature_count(a);
    kinds[8] += vv_asset_line_count(a);
    kinds[9] += vv_asset_family_count(a);
    kinds[10] += vv_asset_recording_count(a);
}

static void two_threads_share_all_assets(void **state)
{
    (void)state;
    baked projects[PROJECTS];
    uint32_t kinds[KINDS] = {0};
    for (uint32_t i = 0; i < PROJECTS; i++) {
        projects[i] = bake(names[i]);
        count_kinds(projects[i].asset, kinds);
    }
    for (int k = 0; k < KINDS; k++)
        if (kinds[k] == 0)
            fail_msg("the projects have nothing of kind %d", k);
    uint32_t steps = getenv("VV_LONG") ? 1200 : 60;
    pthread_barrier_t start;
    pthread_t threads[THREADS];
    work shares[THREADS + 1];
    assert_int_equal(pthread_barrier_init(&start, NULL, THREADS), 0);
    for (int i = 0; i < THREADS; i++) {
        shares[i] = (work){projects, &start, steps, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, run_all, &shares[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    shares[THREADS] = (work){projects, NULL, steps, 0};
    run_all(&shares[THREADS]);
    assert_true(shares[0].hash == shares[THREADS].hash && shares[1].hash == shares[THREADS].hash);
    pthread_barrier_destroy(&start);
    for (uint32_t i = 0; i < PROJECTS; i++)
        release(&projects[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_threads_share_all_assets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
