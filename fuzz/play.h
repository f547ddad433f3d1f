/* Plays everything in an asset: every sprite with its behaviours and every puppet with its clips on one stage, in
 * contact and pushed, saved and restored; drawings posed and blended; and the 3-D items (items.h). What was accepted
 * must pass: no step fails, all numbers are finite, and a save is restored to the same state. */
#ifndef VV_FUZZ_PLAY_H
#define VV_FUZZ_PLAY_H

#include "fuzz/items.h"

#include <math.h>

enum { PLAY_ACTORS = 24, PLAY_FAMILIES = 8 };

typedef struct play_stage {
    vv_stage *stage;
    vv_family *families[PLAY_FAMILIES];
    vv_actor actors[PLAY_ACTORS];
    float masses[PLAY_ACTORS], sizes[PLAY_ACTORS];
    uint32_t count, family_count;
    vv_vec2 *vertices; /* as many as any drawing has */
    double height;     /* m, of the stack of actors so far */
} play_stage;

/* ---- The stage --------------------------------------------------------------------------------------------------- */

static inline bool play_add(play_stage *p, vv_actor_def *def, float mass, float size)
{
    vv_actor id;
    if (p->count == PLAY_ACTORS)
        return true;
    def->position = (vv_vec2){0.3f * size * (float)(p->count % 3), (float)p->height};
    def->angle = 0.2f * (float)(p->count % 4);
    p->height += 1.2 * (double)size;
    if (vv_stage_add_actor(p->stage, def, &id, NULL) != VV_OK)
        return false;
    p->masses[p->count] = mass;
    p->sizes[p->count] = size;
    p->actors[p->count++] = id;
    return true;
}

static inline bool play_add_sprite(play_stage *p, const vv_asset *asset, uint32_t index)
{
    vv_artwork art = vv_asset_artwork(asset, index);
    vv_actor_def def = vv_default_actor_def();
    def.sprite = art.sprite;
    def.strengths = art.strengths;
    bool good = play_add(p, &def, vv_sprite_mass(art.sprite), vv_sprite_size(art.sprite));
    for (uint32_t i = 0; i < art.behaviour_count && i < 3 && good; i++) {
        def.controller = vv_behaviour_controller(vv_asset_behaviour(asset, index, i));
        good = play_add(p, &def, vv_sprite_mass(art.sprite), vv_sprite_size(art.sprite));
    }
    for (uint32_t i = 0; i < art.clip_count && i < 2 && good; i++) {
        def.controller = (vv_controller){.step = NULL};
        def.clip = vv_asset_clip(asset, index, i);
        good = play_add(p, &def, vv_sprite_mass(art.sprite), vv_sprite_size(art.sprite));
    }
    return good;
}

static inline const vv_family *play_family(play_stage *p, const vv_asset *asset, uint32_t artwork)
{
    for (uint32_t i = 0; i < vv_asset_family_count(asset) && p->family_count < PLAY_FAMILIES; i++)
        if (vv_asset_family_member(asset, i, 0) == artwork &&
            vv_asset_family_create(asset, i, NULL, &p->families[p->family_count], NULL) == VV_OK)
            return p->families[p->family_count++];
    return NULL;
}

static inline bool play_add_puppet(play_stage *p, const vv_asset *asset, uint32_t index)
{
    vv_artwork art = vv_asset_artwork(asset, index);
    vv_actor_def def = vv_default_actor_def();
    uint32_t examples[VV_BLEND_MAX_EXAMPLES];
    for (uint32_t i = 0; i < art.example_count; i++)
        examples[i] = i;
    def.puppet = art.puppet;
    def.material = art.material;
    def.family = play_family(p, asset, index);
    def.attraction_count = vv_puppet_example_count(art.puppet) > 0 ? art.example_count : 0;
    def.attractions = examples;
    bool good = play_add(p, &def, vv_puppet_mass(art.puppet), vv_puppet_size(art.puppet));
    def.family = NULL;
    for (uint32_t i = 0; i < art.clip_count && i < 2 && good; i++) {
        def.clip = vv_asset_clip(asset, index, i);
        good = play_add(p, &def, vv_puppet_mass(art.puppet), vv_puppet_size(art.puppet));
    }
    return good;
}

static inline void play_close(play_stage *p)
{
    vv_stage_destroy(p->stage);
    for (uint32_t i = 0; i < p->family_count; i++)
        vv_family_destroy(p->families[i], NULL);
    free(p->vertices);
}

/* Puts everything that the asset has on a stage, on a sloping ground. False: something that was accepted could not be
 * added. */
static inline bool play_open(const vv_asset *asset, play_stage *p)
{
    static const vv_vec2 slope[3] = {{1.0f, 0.0f}, {3.0f, 0.0f}, {3.0f, 1.0f}};
    vv_stage_def def = vv_default_stage_def();
    vv_obstacle_def polygon = vv_default_obstacle_def();
    vv_obstacle made;
    uint32_t most = 1;
    *p = (play_stage){.stage = NULL};
    for (uint32_t i = 0; i < vv_asset_artwork_count(asset); i++) {
        vv_artwork art = vv_asset_artwork(asset, i);
        most = art.mesh.vertex_count > most ? art.mesh.vertex_count : most;
        def.step = art.puppet ? VV_PUPPET_STEP : def.step;
    }
    def.max_actors = PLAY_ACTORS;
    polygon.kind = VV_OBSTACLE_POLYGON;
    polygon.point_count = 3;
    polygon.points = slope;
    p->vertices = items_allocate(most, sizeof *p->vertices);
    bool good = vv_stage_create(&def, NULL, &p->stage, NULL) == VV_OK &&
                vv_stage_add_ground(p->stage, 0.0f, 0.6f, &made, NULL) == VV_OK &&
                vv_stage_add_obstacle(p->stage, &polygon, &made, NULL) == VV_OK;
    for (uint32_t i = 0; i < vv_asset_artwork_count(asset) && good; i++) {
        good = !vv_asset_artwork(asset, i).sprite || play_add_sprite(p, asset, i);
        good = good && (!vv_asset_artwork(asset, i).puppet || play_add_puppet(p, asset, i));
    }
    return good;
}

/* ---- Stepping ---------------------------------------------------------------------------------------------------- */

/* Sets inputs and raises events of behaviours, and pushes every actor to about the speed that it reaches by falling
 * its own size. */
static inline void play_disturb(play_stage *p, uint32_t frame)
{
    for (uint32_t i = 0; i < p->count; i++) {
        float speed = 3.0f * sqrtf(p->sizes[i]), way = (float)((i + frame / 20u) % 3u) - 1.0f;
        if (frame % 20u == 5u)
            vv_stage_apply_impulse(p->stage, p->actors[i],
                                   (vv_vec2){speed * way * p->masses[i], 0.5f * speed * p->masses[i]});
        if (frame % 50u == 33u)
            vv_stage_flip(p->stage, p->actors[i]);
        vv_behaviour_set_input(p->stage, p->actors[i], frame / 15u % 4u, way);
        if (frame % 25u == 12u)
            vv_behaviour_raise_event(p->stage, p->actors[i], frame / 25u % 4u);
    }
}

static inline const char *play_step(play_stage *p, uint32_t frame)
{
    uint32_t events;
    play_disturb(p, frame);
    vv_stage_step(p->stage, 1.0f / 60.0f);
    const vv_event *happened = vv_stage_events(p->stage, &events);
    for (uint32_t i = 0; i < events; i++)
        if (happened[i].kind == VV_EVENT_STEP_FAILED)
            return "a step of an actor failed";
    for (uint32_t i = 0; i < p->count; i++) {
        const vv_puppet *puppet = vv_stage_puppet(p->stage, p->actors[i]);
        uint32_t count =
            puppet ? vv_puppet_vertex_count(puppet) : vv_sprite_vertex_count(vv_stage_sprite(p->stage, p->actors[i]));
        vv_stage_vertices(p->stage, p->actors[i], p->vertices);
        if (!items_finite(p->vertices, 2 * (size_t)count))
            return "a vertex is not finite";
    }
    return NULL;
}

/* Plays the last tenth of the frames twice, from a save. */
static inline const char *play_check_rollback(play_stage *p, uint32_t from, uint32_t frames)
{
    size_t bytes = vv_stage_save_bytes(p->stage);
    uint8_t *saved = items_allocate(bytes, 1);
    uint64_t before = vv_stage_hash(p->stage), after[2] = {0, 1};
    const char *wrong =
        vv_stage_save(p->stage, saved, bytes) == bytes ? NULL : "a save does not have the size of vv_stage_save_bytes";
    for (int again = 0; again < 2 && !wrong; again++) {
        for (uint32_t frame = from; frame < frames && !wrong; frame++)
            wrong = play_step(p, frame);
        after[again] = vv_stage_hash(p->stage);
        if (!wrong && vv_stage_restore(p->stage, saved, bytes, NULL) != VV_OK)
            wrong = "a stage refuses its own save";
        else if (!wrong && vv_stage_hash(p->stage) != before)
            wrong = "a restored stage has another hash than the saved one";
    }
    free(saved);
    return wrong || after[0] == after[1] ? wrong : "a restored stage plays differently";
}

static inline const char *play_stage_of(const vv_asset *asset, uint32_t frames)
{
    play_stage p;
    const char *wrong = play_open(asset, &p) ? NULL : "an actor cannot be added";
    uint32_t last = frames - frames / 10u - 1u;
    for (uint32_t frame = 0; frame < last && !wrong; frame++)
        wrong = play_step(&p, frame);
    if (!wrong)
        wrong = play_check_rollback(&p, last, frames);
    play_close(&p);
    return wrong;
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

/* Plays a stage scene with its script, the second half of it twice, from a save. A scene that the stage refuses, such
 * as one whose actors begin outside its world, is no fault. */
static inline const char *play_scene(const vv_asset *asset, uint32_t scene, uint32_t frames)
{
    vv_scene_player *player = NULL;
    if (vv_asset_scene_player_create(asset, scene, NULL, NULL, &player, NULL) != VV_OK)
        return NULL;
    const double half = frames / 120.0;
    uint64_t after[2] = {0, 1};
    vv_scene_player_show(player, half);
    size_t bytes = vv_scene_player_save_bytes(player);
    uint8_t *saved = items_allocate(bytes, 1);
    const char *wrong = vv_scene_player_save(player, saved, bytes) == bytes ? NULL : "a scene is not saved";
    for (int again = 0; again < 2 && !wrong; again++) {
        uint32_t events;
        vv_scene_player_show(player, 2.0 * half);
        const vv_event *happened = vv_scene_player_events(player, &events);
        for (uint32_t i = 0; i < events && !wrong; i++)
            wrong = happened[i].kind == VV_EVENT_STEP_FAILED ? "a step of a scene failed" : NULL;
        after[again] = vv_stage_hash(vv_scene_player_stage(player));
        if (!wrong && vv_scene_player_restore(player, saved, bytes, NULL) != VV_OK)
            wrong = "a scene refuses its own save";
    }
    free(saved);
    vv_scene_player_destroy(player);
    return wrong || after[0] == after[1] ? wrong : "a restored scene plays differently";
}

/* ---- Without a stage --------------------------------------------------------------------------------------------- */

/* Blends, corrects, skins, and poses by a pin. */
static inline bool play_pose(const vv_asset *asset, uint32_t index)
{
    vv_artwork art = vv_asset_artwork(asset, index);
    vv_handle_pose *turns = items_allocate(art.handle_count, sizeof *turns);
    vv_affine *pose = items_allocate(art.handle_count, sizeof *pose);
    vv_vec2 *vertices = items_allocate(art.mesh.vertex_count, sizeof *vertices);
    float weights[VV_BLEND_MAX_EXAMPLES];
    vv_place place = vv_complex_at_example(art.complex, art.example_count - 1);
    place = vv_complex_advance(art.complex, place, vv_complex_at_example(art.complex, 0), 0.3f);
    vv_complex_weights(art.complex, place, weights);
    vv_pose_blend(art.handle_count, art.example_count, art.example_poses, weights, turns);
    for (uint32_t i = 0; i < art.corrective_count; i++)
        vv_corrective_apply(vv_asset_corrective(asset, index, i), NULL, turns);
    vv_pose_compose(art.handle_count, art.handles, turns, pose);
    vv_skin_apply(art.skin, pose, vertices);
    bool good = items_finite(vertices, 2 * (size_t)art.mesh.vertex_count);
    vv_posing *posing = NULL;
    if (art.poser && vv_posing_create(art.poser, 1, NULL, &posing, NULL) == VV_OK) {
        vv_pin pin = {.kind = VV_PIN_POSITION, .from = art.handles[0].from, .to = {1, 1}};
        if (vv_posing_set_pins(posing, 1, &pin, NULL) == VV_OK)
            vv_posing_solve(posing, 3, 0.0f);
        good = good && items_finite(vv_posing_pose(posing), 6 * (size_t)art.handle_count);
        vv_posing_destroy(posing, NULL);
    }
    free(turns);
    free(pose);
    free(vertices);
    return good;
}

static inline bool play_clip(const vv_clip *clip)
{
    bool good = true;
    for (uint32_t t = 0; t < vv_clip_track_count(clip); t++)
        for (int i = -2; i < 12; i++) {
            vv_handle_target aim = vv_clip_sample(clip, t, (double)vv_clip_duration(clip) * i / 3.0 + 0.1);
            good = good && items_finite(&aim, sizeof aim / sizeof(float));
        }
    return good;
}

static inline bool play_recording(const vv_recording *recording)
{
    bool good = true;
    for (uint32_t r = 0; r < vv_recording_region_count(recording); r++)
        for (int i = -2; i < 5; i++) {
            vv_region_state s = vv_recording_sample(recording, r, (double)vv_recording_duration(recording) * i / 3.0);
            good = good && items_finite(&s, sizeof s / sizeof(float));
        }
    return good;
}

/* What is wrong, or NULL. */
static inline const char *play_asset(const vv_asset *asset, uint32_t frames)
{
    for (uint32_t i = 0; i < vv_asset_artwork_count(asset); i++) {
        if (!play_pose(asset, i))
            return "a drawing is posed with numbers that are not finite";
        for (uint32_t c = 0; c < vv_asset_artwork(asset, i).clip_count; c++)
            if (!play_clip(vv_asset_clip(asset, i, c)))
                return "a clip has numbers that are not finite";
    }
    for (uint32_t i = 0; i < vv_asset_recording_count(asset); i++)
        if (!play_recording(vv_asset_recording(asset, i)))
            return "a recording has numbers that are not finite";
    const char *wrong = items_use(asset);
    for (uint32_t i = 0; i < vv_asset_scene_count(asset) && i < 4 && !wrong; i++)
        wrong = play_scene(asset, i, frames);
    return wrong ? wrong : play_stage_of(asset, frames);
}

#endif
