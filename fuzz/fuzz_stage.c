/* Any bytes as what a game does to a stage: sprites of six kinds, puppets of two, which may be of one family, and
 * obstacles of all kinds are added and removed, pushed, flipped, held, teleported and driven, follow and copy others,
 * with any numbers that the header allows and others. After every call the stage must be sound: vertices are finite,
 * places valid, centres in the box, ids of removed actors refused, nothing is allocated in a step, and a saved stage
 * continues as it would have. */
#include <verve/behaviour.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { KINDS = 6, PUPPETS = 2, MAX_VERTICES = 32, ACTORS = 8, OBSTACLES = 6, GONE = 8, CALLS = 96, STEPS = 160 };

static void fail(int line)
{
    fprintf(stderr, "fuzz_stage.c:%d\n", line);
    abort();
}

#define EXPECT(condition)                                                                                              \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            fail(__LINE__);                                                                                            \
    } while (0)

/* ---- Bytes to numbers -------------------------------------------------------------------------------------------- */

typedef struct input {
    const uint8_t *data;
    size_t size, at;
} input;

static uint32_t byte_of(input *in) { return in->at < in->size ? in->data[in->at++] : 0; }
static uint32_t below(input *in, uint32_t count) { return byte_of(in) % count; }
static bool coin_flip(input *in) { return (byte_of(in) & 1u) != 0; }

/* Mostly a number of ordinary size; sometimes an extreme one. */
static float number(input *in, float scale)
{
    static const float odd[] = {0.0f,    -0.0f, 1e-30f, -1e-6f, 1e3f, -1e3f,    1e6f,      -1e6f,
                                9999.0f, 1e12f, -1e30f, 3e38f,  NAN,  INFINITY, -INFINITY, 1e-45f};
    uint32_t byte = byte_of(in);
    return byte >= 240 ? odd[byte - 240] : scale * ((float)byte - 120.0f) / 120.0f;
}

static vv_vec2 vector(input *in, float scale)
{
    float x = number(in, scale);
    return (vv_vec2){x, number(in, scale)};
}

/* ---- Sprites: made once ------------------------------------------------------------------------------------------ */

typedef struct shape {
    vv_vec2 positions[MAX_VERTICES];
    uint32_t triangles[3 * 2 * MAX_VERTICES], vertex_count, triangle_count, layer_count;
    vv_layer layers[2];
} shape;

/* A layer of columns × rows cells of 0.25 m from (x, y) on, without those whose bit is set in `holes`; vertices that
 * no triangle uses stay. */
static void add_grid(shape *s, uint32_t columns, uint32_t rows, float x, float y, uint32_t holes)
{
    vv_layer layer = {s->vertex_count, (columns + 1) * (rows + 1), s->triangle_count, 0};
    for (uint32_t i = 0; i < layer.vertex_count; i++)
        s->positions[s->vertex_count++] =
            (vv_vec2){x + 0.25f * (float)(i % (columns + 1)), y + 0.25f * (float)(i / (columns + 1))};
    for (uint32_t i = 0; i < columns * rows; i++) {
        uint32_t a = layer.vertex_start + i % columns + i / columns * (columns + 1), c = a + columns + 1;
        const uint32_t corners[6] = {a, a + 1, c + 1, a, c + 1, c};
        if (holes >> i & 1u)
            continue;
        memcpy(s->triangles + 3 * (size_t)s->triangle_count, corners, sizeof corners);
        s->triangle_count += 2;
    }
    layer.triangle_count = s->triangle_count - layer.triangle_start;
    s->layers[s->layer_count++] = layer;
}

static shape shape_of(uint32_t kind)
{
    shape s = {.vertex_count = 0};
    if (kind == 3) /* two layers */ {
        add_grid(&s, 2, 2, -0.25f, 0.0f, 0);
        add_grid(&s, 3, 1, 0.0f, 0.1f, 0);
    } else if (kind == 4) { /* a U */
        add_grid(&s, 3, 3, -0.375f, 0.0f, 1u << 4 | 1u << 7);
    } else if (kind == 5) { /* one triangle */
        add_grid(&s, 1, 1, 0.0f, 0.0f, 1);
        s.triangles[0] = 0, s.triangles[1] = 1, s.triangles[2] = 2;
        s.vertex_count = s.layers[0].vertex_count = 3;
        s.triangle_count = s.layers[0].triangle_count = 1;
    } else {
        add_grid(&s, kind == 0 ? 2 : 3, 2, -0.25f, 0.0f, 0);
    }
    return s;
}

/* Two handles, below and above; a second example that is low, and a third that leans. */
static vv_sprite *make_sprite(uint32_t kind)
{
    shape s = shape_of(kind);
    float weights[2 * MAX_VERTICES];
    const vv_handle handles[2] = {{VV_HANDLE_POINT, {0.0f, 0.0f}, {0.0f, 0.0f}, 0},
                                  {VV_HANDLE_POINT, {0.0f, 0.5f}, {0.0f, 0.5f}, 0}};
    const vv_sprite_pin pins[2] = {{0, 1, {0.05f, 0.15f}}, {1, 0, {0.2f, 0.3f}}};
    vv_simplex simplices[2] = {{{0, 1, 2}}, {{0, 2, VV_NONE}}};
    vv_handle_pose turns[6];
    for (uint32_t i = 0; i < s.vertex_count; i++) {
        weights[2 * i + 1] = fminf(1.0f, 2.0f * s.positions[i].y);
        weights[2 * i] = 1.0f - weights[2 * i + 1];
    }
    for (uint32_t i = 0; i < 6; i++)
        turns[i] = vv_handle_pose_identity();
    turns[3].translation.y = -0.25f;
    turns[5].translation.x = 0.25f;
    vv_sprite_def def = vv_default_sprite_def();
    def.mesh = (vv_mesh){s.vertex_count, s.triangle_count, s.layer_count, s.positions, NULL, s.triangles, s.layers};
    def.handle_count = 2;
    def.handles = handles;
    def.weights = weights;
    def.example_count = kind == 0 || kind == 5 ? 1 : 3;
    def.example_poses = turns;
    def.pins = pins;
    def.pin_count = kind == 3 ? 2 : 0;
    def.density = kind == 0 ? 100.0f : 1.0f;
    vv_complex_def complex_def = {3, kind == 2 ? 2u : 1u,
                                  kind == 2 ? (vv_simplex[2]){{{0, 1, VV_NONE}}, simplices[1]} : simplices, NULL};
    vv_complex *complex = NULL;
    if (def.example_count == 3)
        EXPECT(vv_complex_create(&complex_def, NULL, &complex, NULL) == VV_OK);
    def.complex = complex;
    vv_sprite *sprite = NULL;
    EXPECT(vv_sprite_create(&def, NULL, &sprite, NULL) == VV_OK);
    vv_complex_destroy(complex, NULL);
    return sprite;
}

/* The same drawings as puppets: with one layer and attractions, and with two layers that are pinned. */
static vv_puppet *make_puppet(uint32_t kind)
{
    shape s = shape_of(kind == 0 ? 1 : 3);
    float weights[2 * MAX_VERTICES];
    const vv_handle handles[2] = {{VV_HANDLE_POINT, {0.0f, 0.0f}, {0.0f, 0.0f}, 0},
                                  {VV_HANDLE_BONE, {0.0f, 0.5f}, {0.2f, 0.6f}, 0}};
    const vv_sprite_pin pins[2] = {{0, 1, {0.05f, 0.15f}}, {1, 0, {0.2f, 0.3f}}};
    vv_handle_pose turns[4];
    for (uint32_t i = 0; i < s.vertex_count; i++) {
        weights[2 * i + 1] = fminf(1.0f, 2.0f * s.positions[i].y);
        weights[2 * i] = 1.0f - weights[2 * i + 1];
    }
    for (uint32_t i = 0; i < 4; i++)
        turns[i] = vv_handle_pose_identity();
    turns[3].translation.y = -0.25f;
    vv_puppet_def def = vv_default_puppet_def();
    def.mesh = (vv_mesh){s.vertex_count, s.triangle_count, s.layer_count, s.positions, NULL, s.triangles, s.layers};
    def.handle_count = 2;
    def.handles = handles;
    def.weights = weights;
    def.example_count = kind == 0 ? 2 : 0;
    def.example_poses = turns;
    def.pins = pins;
    def.pin_count = kind == 0 ? 0 : 2;
    def.elastic = kind == 0 ? VV_ELASTIC_ARAP : VV_ELASTIC_SPRINGS;
    vv_puppet *puppet = NULL;
    EXPECT(vv_puppet_create(&def, NULL, &puppet, NULL) == VV_OK);
    return puppet;
}

/* Both handles move, and one of them is released. */
static vv_clip *make_clip(void)
{
    vv_key keys[3] = {vv_default_key(), vv_default_key(), vv_default_key()};
    keys[1].time = 0.2f;
    keys[1].value[0] = keys[1].value[1] = 1.5f;
    keys[1].strength = 0.5f;
    keys[2].time = 0.4f;
    keys[2].release = true;
    vv_key scale = vv_default_key();
    scale.value[0] = 2.0f;
    scale.value[1] = 0.3f;
    const vv_track tracks[3] = {{1, VV_CHANNEL_POSITION, {0.0f, 0.0f}, 3, keys},
                                {0, VV_CHANNEL_ANGLE, {3.0f, 0.0f}, 2, keys},
                                {0, VV_CHANNEL_SCALE, {0.0f, 0.0f}, 1, &scale}};
    const vv_clip_def def = {2, 0.6f, true, 3, tracks};
    vv_clip *clip = NULL;
    EXPECT(vv_clip_create(&def, NULL, &clip, NULL) == VV_OK);
    return clip;
}

/* Both puppets: each becomes the other as soon as that is less deformed. */
static vv_family *make_family(const vv_puppet *const *puppets)
{
    const vv_family_link links[2] = {
        {.member = {0, 1}, .handle = {0, 0}, .parts = VV_PART_POSITION | VV_PART_ANGLE},
        {.member = {1, 0}, .points = true, .at = {{0.0f, 0.5f}, {0.25f, 0.5f}}},
    };
    vv_family_def def = vv_default_family_def();
    def.member_count = PUPPETS;
    def.members = puppets;
    def.link_count = 2;
    def.links = links;
    def.margin = 0.1f;
    def.pause = 0.05f;
    def.fade = 0.05f;
    vv_family *family = NULL;
    EXPECT(vv_family_create(&def, NULL, &family, NULL) == VV_OK);
    return family;
}

/* One region moves up, rotates, and turns inside out. */
static vv_recording *make_recording(void)
{
    const vv_region region = {1, 0.4f};
    const vv_region_state frames[3] = {
        {{0.1f, 0.5f}, {0.1f, 0.5f}, {1.0f, 0.0f, 0.0f, 1.0f}},
        {{0.1f, 0.5f}, {0.4f, 2.0f}, {0.0f, -1.0f, 1.0f, 0.0f}},
        {{0.1f, 0.5f}, {-0.5f, 0.2f}, {-1.5f, 0.1f, 0.0f, 0.7f}},
    };
    const vv_recording_def def = {1, 3, &region, frames, 20.0f, 0.8f, true};
    vv_recording *recording = NULL;
    EXPECT(vv_recording_create(&def, NULL, &recording, NULL) == VV_OK);
    return recording;
}

/* Stands, walks by input, jumps by event; made for the triangle. */
static vv_behaviour *make_behaviour(const vv_sprite *sprite)
{
    static const char *const inputs[] = {"walk"}, *const events[] = {"jump"};
    const vv_example_weight low = {1, 1.0f}, lean = {2, 1.0f}, rest = {0, 1.0f};
    const vv_behaviour_key keys[3] = {
        {1, &rest, 0.1f, VV_EASE_SMOOTH}, {1, &lean, 0.1f, VV_EASE_LINEAR}, {1, &low, 0.05f, VV_EASE_STOP}};
    vv_behaviour_state_def states[3];
    for (uint32_t i = 0; i < 3; i++) {
        states[i] = vv_default_behaviour_state_def();
        states[i].keys = keys + i;
        states[i].key_count = i == 1 ? 2 : 1;
        states[i].strength_mask =
            i == 1 ? 1u << VV_STRENGTH_ORIENT | 1u << VV_STRENGTH_ORIENT_RATE | 1u << VV_STRENGTH_BOUNCE : 0;
        states[i].strengths.orient = VV_ORIENT_ANGLE;
        states[i].strengths.orient_rate = 20.0f;
        states[i].strengths.bounce = 1.0f;
    }
    states[0].name = "stand";
    states[1].name = "walk";
    states[1].end = VV_KEYS_LOOP;
    states[1].by = VV_KEYS_BY_GROUND;
    states[1].drive_input = states[1].lean_input = states[1].turning_input = states[1].force_input = 0;
    states[1].drive_speed = 2.0f;
    states[1].lean = 0.5f;
    states[1].input_force = (vv_vec2){3.0f, 1.0f};
    states[1].turning = VV_TURNING_ALWAYS;
    states[2].name = "jump";
    states[2].end = VV_KEYS_NEXT;
    states[2].next = 0;
    states[2].kick = (vv_vec2){1.0f, 5.0f};
    states[2].signal = 7;
    states[2].drag_example = 1;
    states[2].drag_near = 30.0f;
    const vv_condition walks = {.kind = VV_IF_INPUT, .absolute = true, .value = 0.1f};
    const vv_condition stands = {.kind = VV_IF_INPUT, .absolute = true, .below = true, .value = 0.1f};
    const vv_condition jumps[2] = {{.kind = VV_IF_EVENT, .value = 0.1f}, {.kind = VV_IF_GROUNDED}};
    const vv_transition transitions[3] = {{VV_NONE, 2, 2, jumps}, {0, 1, 1, &walks}, {1, 0, 1, &stands}};
    const vv_behaviour_def def = {vv_sprite_complex(sprite), 3, states, 3, transitions, 1, inputs, 1, events, false};
    vv_behaviour *behaviour = NULL;
    EXPECT(vv_behaviour_create(&def, NULL, &behaviour, NULL) == VV_OK);
    return behaviour;
}

/* ---- The stage and its expected contents ------------------------------------------------------------------------- */

typedef struct world {
    vv_counting counting;
    const vv_sprite *sprites[KINDS];
    const vv_puppet *puppets[PUPPETS];
    const vv_clip *clip;
    const vv_family *family;
    const vv_recording *recording;
    const vv_behaviour *behaviour;
    vv_stage *stage;
    vv_stage_def def;
    vv_actor actors[ACTORS], gone[GONE];
    vv_obstacle obstacles[OBSTACLES], gone_obstacle;
    uint32_t gone_count, steps;
} world;

static bool is_finite2(vv_vec2 v) { return isfinite(v.x) && isfinite(v.y); }

static void check_family(const world *w, vv_actor id)
{
    uint32_t before = 0, members = 0;
    vv_vec2 vertices[MAX_VERTICES];
    float energies[PUPPETS], seen = vv_stage_fading_member(w->stage, id, &before, vertices);
    EXPECT(seen >= 0.0f && seen <= 1.0f);
    for (uint32_t i = 0; seen > 0.0f && i < vv_puppet_vertex_count(w->puppets[before]); i++)
        EXPECT(is_finite2(vertices[i]));
    members = vv_stage_member_energies(w->stage, id, energies, PUPPETS);
    EXPECT(members <= PUPPETS && (members == 0 || vv_stage_family_member(w->stage, id) < members));
    for (uint32_t i = 0; i < members; i++)
        EXPECT(energies[i] >= 0.0f);
}

/* A key may pull a puppet far, but within a limit. */
static void check_puppet(const world *w, vv_actor id)
{
    const vv_puppet *puppet = vv_stage_puppet(w->stage, id);
    vv_vec2 vertices[MAX_VERTICES];
    vv_affine pose[2];
    float weights[2];
    vv_stage_vertices(w->stage, id, vertices);
    for (uint32_t i = 0; i < vv_puppet_vertex_count(puppet); i++)
        EXPECT(is_finite2(vertices[i]));
    vv_stage_pose(w->stage, id, pose);
    EXPECT(is_finite2(pose[0].translation) && is_finite2(pose[1].translation) && isfinite(pose[1].linear.xy));
    vv_stage_weights(w->stage, id, weights);
    EXPECT(vv_stage_material(w->stage, id) && !vv_stage_strengths(w->stage, id));
    vv_region_state region = vv_stage_region(w->stage, id, (vv_region){1, 0.4f});
    EXPECT(is_finite2(region.centre) && isfinite(region.linear.xx) && isfinite(region.linear.yx));
    check_family(w, id);
}

static void check_sprite(const world *w, vv_actor id)
{
    const vv_sprite *sprite = vv_stage_sprite(w->stage, id);
    vv_actor_state s = vv_stage_actor_state(w->stage, id);
    vv_vec2 vertices[MAX_VERTICES];
    float weights[3];
    vv_stage_vertices(w->stage, id, vertices);
    for (uint32_t i = 0; i < vv_sprite_vertex_count(sprite); i++)
        EXPECT(is_finite2(vertices[i]) && vv_vec2_distance(vertices[i], s.position) < 1000.0f);
    EXPECT(vv_complex_has_place(vv_sprite_complex(sprite), s.place));
    EXPECT(vv_complex_has_place(vv_sprite_complex(sprite), s.equilibrium));
    vv_stage_weights(w->stage, id, weights);
    EXPECT(isfinite(weights[0]));
}

static void check_actor(const world *w, vv_actor id)
{
    vv_actor_state s = vv_stage_actor_state(w->stage, id);
    if (vv_stage_puppet(w->stage, id))
        check_puppet(w, id);
    else
        check_sprite(w, id);
    EXPECT(s.position.x >= w->def.low.x && s.position.x <= w->def.high.x);
    EXPECT(s.position.y >= w->def.low.y && s.position.y <= w->def.high.y);
    EXPECT(is_finite2(s.velocity) && isfinite(s.angle) && isfinite(s.angular_velocity) && is_finite2(s.contact_normal));
    EXPECT(vv_vec2_length(s.velocity) <= 1e4f && isfinite(s.contact_energy) && s.contact_energy >= 0.0f);
}

static void check_removed(world *w, vv_actor id)
{
    const vv_vec2 zero = {0.0f, 0.0f};
    EXPECT(!vv_stage_has_actor(w->stage, id) && !vv_stage_sprite(w->stage, id) && !vv_stage_strengths(w->stage, id));
    EXPECT(!vv_stage_apply_impulse(w->stage, id, zero) && !vv_stage_teleport(w->stage, id, zero, 0.0f));
    EXPECT(!vv_stage_flip(w->stage, id) && !vv_stage_controller_state(w->stage, id));
    EXPECT(!vv_behaviour_raise_event(w->stage, id, 0) && vv_stage_actor_state(w->stage, id).tag == 0);
}

static void check(world *w)
{
    vv_actor there[ACTORS];
    uint32_t count = vv_stage_actors(w->stage, there, ACTORS), event_count;
    EXPECT(count <= ACTORS);
    for (uint32_t i = 0; i < count; i++)
        check_actor(w, there[i]);
    for (uint32_t i = 0; i < GONE && i < w->gone_count; i++)
        check_removed(w, w->gone[i]);
    EXPECT(!vv_stage_has_obstacle(w->stage, w->gone_obstacle));
    const vv_event *events = vv_stage_events(w->stage, &event_count);
    EXPECT(event_count <= w->def.max_events);
    for (uint32_t i = 0; i < event_count; i++)
        EXPECT(is_finite2(events[i].point) && is_finite2(events[i].normal) && events[i].speed >= 0.0f);
    vv_mechanics m = vv_stage_mechanics(w->stage, (vv_actor){0, 0});
    EXPECT(isfinite(m.kinetic) && isfinite(m.potential) && isfinite(m.angular_momentum));
}

static void step(world *w, float seconds)
{
    uint64_t before = w->counting.allocations, count = vv_stage_step_count(w->stage);
    if (w->steps > STEPS)
        return;
    uint32_t ran = vv_stage_step(w->stage, seconds);
    w->steps += ran;
    EXPECT(ran <= w->def.max_steps && vv_stage_step_count(w->stage) == count + ran);
    EXPECT(w->counting.allocations == before);
    check(w);
}

/* ---- What a game does -------------------------------------------------------------------------------------------- */

static void disturb_actor(const void *user, vv_stage *stage, vv_actor actor, void *state, float seconds)
{
    uint8_t *count = state;
    (void)user;
    vv_stage_set_force(stage, actor, (vv_vec2){(float)(*count)++ - 100.0f, seconds});
    if (*count % 16 == 0)
        vv_stage_flip(stage, actor);
    if (*count % 5 == 0)
        vv_stage_signal(stage, actor, *count);
}

static vv_strengths strengths_of(input *in)
{
    vv_strengths s = vv_default_strengths();
    float *numbers[] = {&s.stiffness,
                        &s.local,
                        &s.damping,
                        &s.projection,
                        &s.equilibrium,
                        &s.settle,
                        &s.energy,
                        &s.energy_threshold,
                        &s.energy_time,
                        &s.velocity,
                        &s.velocity_threshold,
                        &s.bounce,
                        &s.bounce_time,
                        &s.orient_rate,
                        &s.orient_angle,
                        &s.friction,
                        &s.drag,
                        &s.gravity};
    for (uint32_t changes = below(in, 8); changes > 0; changes--) {
        uint32_t which = below(in, sizeof numbers / sizeof *numbers);
        static const float scales[] = {1.5f, 40.0f, 1000.0f, 1e6f};
        *numbers[which] = number(in, scales[below(in, 4)]);
    }
    s.energy_towards = (vv_energy_towards)below(in, 3);
    s.orient = (vv_orient)below(in, 3);
    s.energy_example = below(in, 4);
    s.velocity_example = below(in, 4);
    s.orient_symmetric = coin_flip(in);
    return s;
}

static vv_material material_of(input *in)
{
    static const float scales[] = {1.5f, 40.0f, 1000.0f, 1e6f};
    vv_material m = vv_default_material();
    float *numbers[] = {&m.stiffness, &m.half_life, &m.examples, &m.gravity, &m.drag, &m.friction, &m.bounce};
    for (uint32_t changes = below(in, 6); changes > 0; changes--) {
        uint32_t which = below(in, sizeof numbers / sizeof *numbers);
        *numbers[which] = number(in, scales[below(in, 4)]);
    }
    m.attraction = (vv_attraction)below(in, 3);
    m.iterations = below(in, 12);
    m.accelerated = coin_flip(in);
    return m;
}

static vv_follow follow_of(const world *w, input *in, const vv_vec2 *points)
{
    vv_follow f = vv_default_follow();
    f.handle = below(in, 3);
    f.parts = below(in, 9);
    f.strength = coin_flip(in) ? 1.0f : number(in, 1.2f);
    f.offset = vector(in, 1.0f);
    f.kind = (vv_follow_kind)below(in, 3);
    f.from = (double)number(in, 1.0f);
    f.particle.position = vector(in, 2.0f);
    f.particle.velocity = vector(in, 10.0f);
    f.particle.floor = number(in, 1.0f);
    f.particle.bounce = number(in, 1.0f);
    f.path = (vv_follow_path){3, points, coin_flip(in), number(in, 2.0f), coin_flip(in), coin_flip(in)};
    f.actor = w->actors[below(in, ACTORS)];
    f.other = below(in, 3);
    f.relative = coin_flip(in);
    return f;
}

static vv_region_copy copy_of(const world *w, input *in, vv_region_pair *pair)
{
    for (uint32_t side = 0; side < 2; side++) {
        vv_region *region = side == 0 ? &pair->from : &pair->to;
        region->handle = below(in, 3);
        region->threshold = coin_flip(in) ? 0.4f : number(in, 1.2f);
    }
    pair->position_strength = coin_flip(in) ? 1.0f : number(in, 1.2f);
    pair->shape_strength = coin_flip(in) ? 1.0f : number(in, 1.2f);
    vv_region_copy copy = {.pair_count = 1, .pairs = pair};
    copy.start = (double)number(in, 1.0f);
    copy.scale = coin_flip(in) ? 0.0f : number(in, 3.0f);
    if (coin_flip(in))
        copy.recording = w->recording;
    else
        copy.from = w->actors[below(in, ACTORS)];
    return copy;
}

static vv_hold hold_of(input *in)
{
    vv_vec2 at = vector(in, 0.5f), to = vector(in, 3.0f);
    return (vv_hold){at, to, coin_flip(in) ? INFINITY : number(in, 60.0f)};
}

static void remove_actor(world *w, uint32_t slot)
{
    if (vv_stage_has_actor(w->stage, w->actors[slot]))
        w->gone[w->gone_count++ % GONE] = w->actors[slot];
    vv_stage_remove_actor(w->stage, w->actors[slot]);
}

/* The data that an actor's def points to. */
typedef struct actor_parts {
    vv_hold holds[2];
    vv_vec2 points[3];
    vv_follow follow;
    vv_region_pair pair;
    vv_region_copy copy;
} actor_parts;

static void choose_puppet(const world *w, input *in, uint32_t kind, actor_parts *parts, vv_actor_def *def)
{
    static const uint32_t attractions[2] = {0, 1};
    def->puppet = w->puppets[kind];
    def->clip = coin_flip(in) ? w->clip : NULL;
    def->attraction_count = kind == 0 && coin_flip(in) ? 2 : 0;
    def->attractions = attractions;
    def->follow_count = coin_flip(in);
    def->follows = &parts->follow;
    for (uint32_t i = 0; i < 3 && def->follow_count; i++)
        parts->points[i] = vector(in, 3.0f);
    if (def->follow_count)
        parts->follow = follow_of(w, in, parts->points);
    uint32_t more = byte_of(in);
    def->family = more & 1u ? w->family : NULL;
    def->copy_count = more >> 1 & 1u;
    def->copies = &parts->copy;
    if (def->copy_count)
        parts->copy = copy_of(w, in, &parts->pair);
}

static void add_actor(world *w, input *in, uint32_t slot)
{
    uint32_t kind = below(in, KINDS + PUPPETS), flags = byte_of(in);
    vv_actor_def def = vv_default_actor_def();
    actor_parts parts;
    if (kind < KINDS) {
        def.sprite = w->sprites[kind];
        def.clip = flags & 128u ? w->clip : NULL;
        def.place = vv_complex_at_example(vv_sprite_complex(def.sprite), 0);
    } else {
        choose_puppet(w, in, kind - KINDS, &parts, &def);
    }
    def.position = vector(in, 2.5f);
    def.angle = flags & 1u ? number(in, 4.0f) : 0.0f;
    if (flags & 2u)
        def.velocity = vector(in, 60.0f);
    def.angular_velocity = flags & 4u ? number(in, 30.0f) : 0.0f;
    def.flipped = (flags & 8u) != 0;
    if (flags & 16u && kind < KINDS)
        def.strengths = strengths_of(in);
    else if (flags & 16u)
        def.material = material_of(in);
    def.hold_count = flags >> 5 & 2u;
    def.holds = parts.holds;
    for (uint32_t i = 0; i < def.hold_count; i++)
        parts.holds[i] = hold_of(in);
    def.tag = 1u + kind;
    if (flags & 128u)
        def.controller = coin_flip(in) && kind < KINDS
                             ? vv_behaviour_controller(w->behaviour)
                             : (vv_controller){.step = disturb_actor, .user = NULL, .state_bytes = 1};
    vv_actor id;
    remove_actor(w, slot);
    if (vv_stage_add_actor(w->stage, &def, &id, NULL) == VV_OK)
        w->actors[slot] = id;
}

static void add_obstacle(world *w, input *in)
{
    vv_vec2 points[8];
    vv_obstacle_def def = vv_default_obstacle_def();
    uint32_t slot = below(in, OBSTACLES), flags = byte_of(in);
    def.kind = (vv_obstacle_kind)below(in, 3);
    def.point_count = def.kind == VV_OBSTACLE_HALF_PLANE ? 2u : 2u + below(in, 7);
    def.points = points;
    def.one_way = (flags & 1u) != 0;
    def.sensor = (flags & 2u) != 0;
    def.friction = flags & 4u ? number(in, 2.0f) : 0.6f;
    vv_vec2 at = vector(in, 3.0f);
    for (uint32_t i = 0; i < def.point_count; i++)
        points[i] = vv_vec2_add(at, vector(in, 2.0f));
    if (vv_stage_has_obstacle(w->stage, w->obstacles[slot]))
        w->gone_obstacle = w->obstacles[slot];
    vv_stage_remove_obstacle(w->stage, w->obstacles[slot]);
    vv_obstacle id;
    if (!(flags & 8u) && vv_stage_add_obstacle(w->stage, &def, &id, NULL) == VV_OK)
        w->obstacles[slot] = id;
}

/* Saves, steps, restores and steps again: the result must be the same. */
static void check_rollback(world *w, float seconds)
{
    uint64_t before = vv_stage_hash(w->stage), allocations = w->counting.allocations;
    uint32_t steps = w->steps;
    size_t bytes = vv_stage_save_bytes(w->stage);
    uint8_t *saved = malloc(bytes);
    EXPECT(vv_stage_save(w->stage, saved, bytes) == bytes);
    step(w, seconds);
    uint64_t after = vv_stage_hash(w->stage);
    EXPECT(vv_stage_restore(w->stage, saved, bytes, NULL) == VV_OK);
    EXPECT(vv_stage_hash(w->stage) == before);
    EXPECT(w->counting.allocations == allocations);
    check(w);
    w->steps = steps;
    step(w, seconds);
    EXPECT(vv_stage_hash(w->stage) == after);
    free(saved);
}

/* Restores a save of which a few bytes were changed. */
static void restore_damaged_save(world *w, input *in)
{
    uint64_t before = vv_stage_hash(w->stage);
    size_t bytes = vv_stage_save_bytes(w->stage);
    uint8_t *saved = malloc(bytes);
    vv_stage_save(w->stage, saved, bytes);
    for (uint32_t n = 1 + below(in, 4); n > 0; n--) {
        size_t at = (byte_of(in) | (size_t)byte_of(in) << 8) % bytes;
        saved[at] = (uint8_t)byte_of(in);
    }
    if (vv_stage_restore(w->stage, saved, bytes - below(in, 3), NULL) != VV_OK)
        EXPECT(vv_stage_hash(w->stage) == before);
    free(saved);
    check(w);
}

static void drive(world *w, input *in, vv_actor id)
{
    vv_controller controller = vv_stage_controller(w->stage, id);
    uint8_t *memory = vv_stage_controller_state(w->stage, id);
    vv_behaviour_set_input(w->stage, id, below(in, 2), number(in, 1.5f));
    if (coin_flip(in))
        vv_behaviour_raise_event(w->stage, id, below(in, 2));
    for (uint32_t n = below(in, 8); memory && n > 4; n--) { /* memory from a forged save */
        uint32_t at = (byte_of(in) | byte_of(in) << 8) % controller.state_bytes;
        memory[at] = (uint8_t)byte_of(in);
    }
    vv_behaviour_current_status(w->stage, id);
    vv_behaviour_input(w->stage, id, 0);
}

static void hold(world *w, input *in, vv_actor id)
{
    vv_hold h = hold_of(in);
    uint32_t which = below(in, 4);
    if (which == 0)
        vv_stage_remove_hold(w->stage, id, below(in, 3));
    else if (which == 1)
        vv_stage_move_hold(w->stage, id, below(in, 3), h.to);
    else
        vv_stage_add_hold(w->stage, id, &h);
}

static void set_place(world *w, input *in, vv_actor id)
{
    vv_place place = {below(in, 4), {0.0f, 0.0f, 0.0f}};
    for (int k = 0; k < 3; k++)
        place.weights[k] = coin_flip(in) ? number(in, 1.0f) : (float)below(in, 5) / 4.0f;
    vv_stage_set_equilibrium(w->stage, id, place);
}

static void pick(world *w, input *in)
{
    vv_actor actor;
    vv_vec2 at;
    if (vv_stage_pick(w->stage, vector(in, 3.0f), &actor, &at)) {
        const vv_hold held = {at, {1.0f, 1.0f}, 8.0f};
        EXPECT(vv_stage_has_actor(w->stage, actor) && is_finite2(at));
        vv_stage_add_hold(w->stage, actor, &held);
    }
}

static void count_phase(void *user, vv_step_phase phase)
{
    EXPECT((uint32_t)phase < VV_STEP_PHASE_COUNT);
    ++*(uint32_t *)user;
}

/* Everything that directs a puppet; a sprite must refuse all of it but a clip. */
static void direct_puppet(world *w, input *in, vv_actor id)
{
    vv_handle_target aim = {{number(in, 3.0f), number(in, 3.0f)}, {number(in, 1.0f), number(in, 1.0f)}, 1.0f};
    bool puppet = vv_stage_puppet(w->stage, id) != NULL;
    vv_material material;
    switch (below(in, 4)) {
    case 0:
        material = material_of(in);
        EXPECT(!vv_stage_set_material(w->stage, id, &material) || puppet);
        break;
    case 1:
        vv_stage_play_clip(w->stage, id, coin_flip(in) ? w->clip : NULL, (double)number(in, 1.0f));
        break;
    default:
        aim.strength = coin_flip(in) ? number(in, 1.0f) : 1.0f;
        EXPECT(!vv_stage_set_handle_target(w->stage, id, below(in, 3), (vv_handle_channel)below(in, 3), aim) || puppet);
        break;
    }
}

/* Everything that moves one actor. */
static void move_actor(world *w, input *in, uint32_t what, vv_actor id)
{
    vv_strengths s;
    vv_vec2 v;
    switch (what) {
    case 0:
        v = vector(in, 3.0f);
        vv_stage_teleport(w->stage, id, v, number(in, 4.0f));
        break;
    case 1:
        vv_stage_apply_impulse(w->stage, id, vector(in, 20.0f));
        break;
    case 2:
        v = vector(in, 20.0f);
        vv_stage_apply_impulse_at(w->stage, id, v, vector(in, 3.0f));
        break;
    case 3:
        vv_stage_flip(w->stage, id);
        break;
    case 4:
        s = strengths_of(in);
        vv_stage_set_strengths(w->stage, id, &s);
        break;
    case 5:
        set_place(w, in, id);
        break;
    case 6:
        hold(w, in, id);
        break;
    case 7:
        v = vector(in, 40.0f);
        vv_stage_set_velocity(w->stage, id, v, number(in, 40.0f));
        break;
    case 8:
        vv_stage_set_force(w->stage, id, vector(in, 50.0f));
        break;
    case 9:
        vv_stage_wake(w->stage, id);
        direct_puppet(w, in, id);
        break;
    default:
        drive(w, in, id);
        break;
    }
}

static void call_random_function(world *w, input *in)
{
    static const float odd_times[] = {0.0f, -1.0f, NAN, 1e9f, 1e-6f, INFINITY, 0.1f, 1.0f / 240.0f};
    uint32_t what = below(in, 24), slot = below(in, ACTORS), phases = 0;
    switch (what) {
    case 11:
    case 12:
        add_actor(w, in, slot);
        break;
    case 13:
        remove_actor(w, slot);
        break;
    case 14:
        add_obstacle(w, in);
        break;
    case 15:
        vv_stage_set_gravity(w->stage, vector(in, 20.0f));
        break;
    case 16:
        vv_stage_set_wind(w->stage, vector(in, 20.0f));
        break;
    case 17:
        step(w, odd_times[below(in, 8)]);
        break;
    case 18:
        check_rollback(w, 0.05f);
        break;
    case 19:
        restore_damaged_save(w, in);
        break;
    case 20:
        pick(w, in);
        break;
    case 21:
        vv_stage_observe_phases(w->stage, count_phase, &phases);
        step(w, 0.02f);
        vv_stage_observe_phases(w->stage, NULL, NULL);
        break;
    case 22:
    case 23:
        step(w, (float)(1u + slot) / 60.0f);
        break;
    default:
        move_actor(w, in, what, w->actors[slot]);
        break;
    }
    check(w);
}

static vv_stage_def stage_def_of(input *in)
{
    vv_stage_def def = vv_default_stage_def();
    uint32_t flags = byte_of(in);
    def.max_actors = ACTORS - 1;
    def.max_obstacles = OBSTACLES;
    def.max_events = flags & 1u ? 2 : 64;
    def.max_contacts = flags & 2u ? 1 : 0;
    def.sleep = !(flags & 4u);
    def.substeps = flags & 8u ? 1 : 2;
    def.iterations = flags & 16u ? 1 : 4;
    def.step = flags & 32u ? 0.1f : flags & 64u ? 0.001f : 1.0f / 60.0f;
    def.low = (vv_vec2){-50.0f, -20.0f};
    def.high = (vv_vec2){50.0f, 100.0f};
    if (flags & 128u)
        def.gravity = vector(in, 30.0f);
    return def;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const vv_sprite *sprites[KINDS];
    static const vv_behaviour *behaviour;
    for (uint32_t i = 0; i < KINDS && !sprites[i]; i++)
        sprites[i] = make_sprite(i);
    static const vv_puppet *puppets[PUPPETS];
    static const vv_clip *clip;
    for (uint32_t i = 0; i < PUPPETS && !puppets[i]; i++)
        puppets[i] = make_puppet(i);
    static const vv_family *family;
    static const vv_recording *recording;
    if (!clip)
        clip = make_clip();
    if (!family)
        family = make_family(puppets);
    if (!recording)
        recording = make_recording();
    if (!behaviour)
        behaviour = make_behaviour(sprites[1]);
    input in = {data, size, 0};
    world w = {.def = stage_def_of(&in), .behaviour = behaviour, .clip = clip};
    w.family = family;
    w.recording = recording;
    memcpy(w.puppets, puppets, sizeof puppets);
    memcpy(w.sprites, sprites, sizeof sprites);
    vv_allocator allocator = vv_counting_allocator(&w.counting);
    if (vv_stage_create(&w.def, &allocator, &w.stage, NULL) != VV_OK)
        return 0;
    EXPECT(vv_stage_add_ground(w.stage, 0.0f, 0.6f, &w.obstacles[0], NULL) == VV_OK);
    for (uint32_t calls = 0; calls < CALLS && in.at < in.size; calls++)
        call_random_function(&w, &in);
    step(&w, 0.1f);
    vv_stage_destroy(w.stage);
    EXPECT(w.counting.used == 0);
    return 0;
}
