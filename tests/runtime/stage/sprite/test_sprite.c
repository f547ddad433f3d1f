/* Making sprites: what they hold, what is refused, and that damaged bytes never get past verification. */
#include "runtime/mesh/mesh.h"
#include "runtime/stage/sprite/layout.h"
#include "sprites.h"

static void particles_are_the_vertices(void **state)
{
    (void)state;
    sheet *s = sheet_create(12, 7);
    const vvi_sprite_view *v = &s->view;
    double mass = 0, x = 0, y = 0;
    float area = vv_mesh_area(&s->def.mesh);
    assert_int_equal(vv_sprite_vertex_count(s->sprite), s->d.vertex_count);
    assert_int_equal(vv_sprite_example_count(s->sprite), SPRITE_EXAMPLES);
    assert_int_equal(vv_complex_simplex_count(vv_sprite_complex(s->sprite)), 5);
    for (uint32_t i = 0; i < v->particle_count; i++) {
        assert_int_equal(v->particles[v->vertices[i]], i);
        double own = 0; /* a third of the triangles around it */
        for (uint32_t c = 0; c < 3 * s->d.triangle_count; c++)
            if (s->d.triangles[c] == v->vertices[i]) {
                const uint32_t *t = s->d.triangles + c / 3 * 3;
                vv_vec2 a = s->d.positions[t[0]], u = vv_vec2_sub(s->d.positions[t[1]], a);
                own += (double)vv_vec2_cross(u, vv_vec2_sub(s->d.positions[t[2]], a)) / 6;
            }
        assert_true(fabs(own - (double)v->masses[i]) < 1e-6 * own);
        mass += own;
        x += own * (double)s->d.positions[v->vertices[i]].x;
        y += own * (double)s->d.positions[v->vertices[i]].y;
    }
    assert_true(fabs(mass - (double)vv_sprite_mass(s->sprite)) < 1e-6 * mass);
    assert_true(fabs((double)area - mass) < 1e-5 * mass); /* the density is 1 */
    assert_true(fabs(x / mass - (double)v->centre.x) < 1e-6 && fabs(y / mass - (double)v->centre.y) < 1e-6);
    assert_true(fabsf(vv_sprite_size(s->sprite) - 2.0f * sqrtf(area / VV_PI)) < 1e-5f);
    for (uint32_t t = 0; t < 3 * v->triangle_count; t++)
        assert_int_equal(v->vertices[v->triangles[t]], s->d.triangles[t]);
    sheet_destroy(s);
}

static void layers_have_their_densities(void **state)
{
    (void)state;
    sheet *s = calloc(1, sizeof *s);
    static const float densities[2] = {1.0f, 5.0f};
    static const vv_vec2 places[SPRITE_HANDLES] = {{-0.8f, 0}, {0.8f, 0}, {0, 0.1f}, {0, 0.9f}, {0.1f, -0.9f}};
    sheet_def(s, 4, 4);
    drawing_add_grid(&s->d, 4, 4, (vv_vec2){-1, -1}, (vv_vec2){1, 1}, 0.0f);
    free(s->d.weights);
    free(s->d.handles);
    drawing_add_handles(&s->d, SPRITE_HANDLES, places, 1.6f);
    s->def.mesh = drawing_mesh(&s->d);
    s->def.handles = s->d.handles;
    s->def.weights = s->d.weights;
    s->def.density = 2.0f;
    s->def.layer_densities = densities;
    vv_sprite_pin pins[2] = {{0, 1, {0.31f, 0.17f}}, {1, 0, {-1.0f, -1.0f}}};
    s->def.pins = pins;
    s->def.pin_count = 2;
    sheet_make(s);
    assert_true(fabsf(s->view.mass - 2.0f * (4.0f + 20.0f)) < 1e-4f);
    /* Layers stay ranges of particles; each side of a pin is in its own, and in the place it was put. */
    for (uint32_t p = 0; p < 2; p++)
        for (uint32_t side = 0; side < 2; side++) {
            uint32_t layer = side == 0 ? pins[p].layer : pins[p].onto;
            vv_vec2 at = {0, 0};
            for (uint32_t c = 0; c < 3; c++) {
                uint32_t i = s->view.pins[p].corners[side][c];
                assert_true(i / 25 == layer && s->view.vertices[i] / 25 == layer);
                at = vv_vec2_add(at,
                                 vv_vec2_scale(s->d.positions[s->view.vertices[i]], s->view.pins[p].weights[side][c]));
            }
            assert_true(vv_vec2_distance(at, pins[p].at) < 1e-6f);
        }
    /* Pins pull layers together without moving the whole. */
    vvi_sprite_rest(&s->view, vv_complex_at_example(s->view.complex, 0), false, s->rest, s->scratch);
    double before[2] = {0, 0}, after[2] = {0, 0};
    for (uint32_t i = 0; i < 50; i++)
        s->x[i] = (vv_vec2){s->rest[i].x + (i < 25 ? 0.3f : 0.0f), s->rest[i].y - (i < 25 ? 0.0f : 0.1f)};
    vv_vec2 start[50];
    memcpy(start, s->x, sizeof start);
    for (int k = 0; k < 50; k++)
        vvi_match_pins(&s->view, 1.0f, s->x);
    for (uint32_t i = 0; i < 50; i++) {
        double m = (double)s->view.masses[i];
        before[0] += m * (double)start[i].x, before[1] += m * (double)start[i].y;
        after[0] += m * (double)s->x[i].x, after[1] += m * (double)s->x[i].y;
    }
    assert_true(fabs(before[0] - after[0]) < 1e-5 && fabs(before[1] - after[1]) < 1e-5);
    for (uint32_t p = 0; p < 2; p++) {
        vv_vec2 gap = {0, 0};
        for (uint32_t side = 0; side < 2; side++)
            for (uint32_t c = 0; c < 3; c++)
                gap = vv_vec2_add(gap, vv_vec2_scale(s->x[s->view.pins[p].corners[side][c]],
                                                     s->view.pins[p].weights[side][c] * (side ? -1.0f : 1.0f)));
        assert_true(vv_vec2_length(gap) < 1e-6f);
    }
    sheet_destroy(s);
}

/* Boundary edges: the drawing on their left, the triangle beside them. */
static void the_boundary_goes_round(void **state)
{
    (void)state;
    sheet *s = sheet_create(6, 5);
    assert_int_equal(s->view.boundary_count, 2 * (6 + 5));
    for (uint32_t b = 0; b < s->view.boundary_count; b++) {
        const uint32_t *t = s->view.triangles + 3 * s->view.boundary_triangles[b], *edge = s->view.boundary + 2 * b;
        bool found = false;
        for (uint32_t k = 0; k < 3; k++)
            found |= t[k] == edge[0] && t[(k + 1) % 3] == edge[1];
        assert_true(found);
    }
    sheet_destroy(s);
}

static void rest_is_blended_skinned_and_centred(void **state)
{
    (void)state;
    sheet *s = sheet_create(10, 9);
    vv_skin *skin = NULL;
    vv_skin_def def = {s->d.vertex_count, SPRITE_HANDLES, s->d.positions, s->d.weights};
    assert_int_equal(vv_skin_create(&def, NULL, &skin, NULL), VV_OK);
    vv_vec2 *vertices = calloc(s->d.vertex_count, sizeof *vertices);
    for (uint32_t seed = 0; seed < 20; seed++) {
        vvi_random random = vvi_random_seed(seed);
        vv_place place = sheet_random_place(s, seed % 5, &random);
        float weights[SPRITE_EXAMPLES];
        vv_handle_pose turns[SPRITE_HANDLES];
        vv_affine pose[SPRITE_HANDLES];
        vv_complex_weights(s->complex, place, weights);
        vv_pose_blend(SPRITE_HANDLES, SPRITE_EXAMPLES, s->turns, weights, turns);
        vv_pose_compose(SPRITE_HANDLES, s->d.handles, turns, pose);
        vv_skin_apply(skin, pose, vertices);
        vvi_sprite_rest(&s->view, place, seed & 1, s->rest, s->scratch);
        double m = 0, x = 0, y = 0, rx = 0, ry = 0;
        for (uint32_t i = 0; i < s->view.particle_count; i++) {
            double w = (double)s->view.masses[i];
            vv_vec2 p = vertices[s->view.vertices[i]];
            m += w, x += w * (double)p.x, y += w * (double)p.y;
            rx += w * (double)s->rest[i].x, ry += w * (double)s->rest[i].y;
        }
        assert_true(fabs(rx) < 1e-7 * m && fabs(ry) < 1e-7 * m);
        for (uint32_t i = 0; i < s->view.particle_count; i++) {
            vv_vec2 p = vertices[s->view.vertices[i]];
            double ex = ((double)p.x - x / m) * (seed & 1 ? -1 : 1), ey = (double)p.y - y / m;
            assert_true(fabs(ex - (double)s->rest[i].x) < 2e-6 && fabs(ey - (double)s->rest[i].y) < 2e-6);
        }
    }
    for (uint32_t e = 0; e < SPRITE_EXAMPLES; e++) {
        vvi_sprite_rest(&s->view, vv_complex_at_example(s->view.complex, e), false, s->rest, s->scratch);
        for (uint32_t i = 0; i < s->view.particle_count; i++)
            assert_true(vv_vec2_length(s->rest[i]) <= s->view.radius);
    }
    free(vertices);
    vv_skin_destroy(skin, NULL);
    sheet_destroy(s);
}

/* ---- Unusual meshes ---------------------------------------------------------------------------------------------- */

/* A fan: everything is within two edges of everything, in a few runs. */
static void a_hub_takes_little_memory(void **state)
{
    (void)state;
    enum { SPOKES = 1500 };
    vv_vec2 *positions = calloc(SPOKES + 2, sizeof *positions);
    uint32_t *triangles = calloc(3 * SPOKES, sizeof *triangles);
    float *weights = calloc(SPOKES + 2, sizeof *weights);
    for (uint32_t i = 0; i < SPOKES; i++) {
        double a = 6.283185307179586 * i / SPOKES;
        positions[1 + i] = (vv_vec2){(float)cos(a), (float)sin(a)};
        const uint32_t corners[3] = {0, 1 + i, 1 + (i + 1) % SPOKES};
        memcpy(triangles + 3 * i, corners, sizeof corners);
    }
    positions[SPOKES + 1] = (vv_vec2){3.0f, 0.0f}; /* and a vertex that no triangle uses */
    for (uint32_t i = 0; i < SPOKES + 2; i++)
        weights[i] = 1.0f;
    vv_layer layer = {0, SPOKES + 2, 0, SPOKES};
    vv_handle handle = {VV_HANDLE_POINT, {0, 0}, {0, 0}, 0};
    vv_handle_pose turns[2] = {vv_handle_pose_identity(), {{0, 0}, 0.5f, 1.2f, 0.0f, 0.8f}};
    vv_sprite_def def = vv_default_sprite_def();
    def.mesh = (vv_mesh){SPOKES + 2, SPOKES, 1, positions, NULL, triangles, &layer};
    def.handle_count = 1;
    def.handles = &handle;
    def.weights = weights;
    def.example_count = 2;
    def.example_poses = turns;
    def.ring = VV_SPRITE_MAX_RING;
    vv_counting counting = {0};
    vv_allocator allocator = vv_counting_allocator(&counting);
    vv_sprite *sprite = NULL;
    assert_int_equal(vv_sprite_create(&def, &allocator, &sprite, NULL), VV_OK);
    assert_true(counting.peak < 2000000);
    vvi_sprite_view view = vvi_sprite_open(sprite);
    assert_int_equal(vv_complex_simplex_count(view.complex), 2); /* no complex: two points */
    assert_true(view.masses[view.particles[SPOKES + 1]] > 0.0f);
    vv_place place = {1, {1.0f, 0.0f, 0.0f}};
    vv_place same = vvi_sprite_project(&view, positions, false, place, NULL, NULL); /* free: scratch is not touched */
    assert_memory_equal(&same, &place, sizeof place);
    vv_sprite_destroy(sprite, &allocator);
    assert_int_equal(counting.used, 0);
    free(positions);
    free(triangles);
    free(weights);
}

/* ---- Refused ----------------------------------------------------------------------------------------------------- */

static void expect_refused(const sheet *s, const vv_sprite_def *def, const char *says)
{
    vv_sprite *sprite = NULL;
    vv_error error = {0};
    assert_int_not_equal(vv_sprite_create(def, NULL, &sprite, &error), VV_OK);
    assert_null(sprite);
    if (!strstr(error.message, says))
        fail_msg("\"%s\" does not say \"%s\"", error.message, says);
    (void)s;
}

static void wrong_defs_are_refused(void **state)
{
    (void)state;
    sheet *s = sheet_create(3, 3);
    vv_sprite_def def = s->def;
    def.handle_count = 0;
    expect_refused(s, &def, "handles");
    def = s->def, def.example_count = 0;
    expect_refused(s, &def, "examples");
    def = s->def, def.example_count = 3;
    expect_refused(s, &def, "complex");
    def = s->def, def.ring = 9;
    expect_refused(s, &def, "edges");
    def = s->def, def.density = 0.0f;
    expect_refused(s, &def, "density");
    def = s->def, def.density = NAN;
    expect_refused(s, &def, "density");
    const float densities[1] = {-1.0f};
    def = s->def, def.layer_densities = densities;
    expect_refused(s, &def, "layer 0");
    vv_sprite_pin pin = {0, 0, {0, 0}};
    def = s->def, def.pin_count = 1, def.pins = &pin;
    expect_refused(s, &def, "pin 0");
    vv_handle_pose turns[SPRITE_EXAMPLES * SPRITE_HANDLES];
    memcpy(turns, s->turns, sizeof turns);
    turns[7].xy = INFINITY;
    def = s->def, def.example_poses = turns;
    expect_refused(s, &def, "example");
    turns[7].xy = 1001.0f;
    expect_refused(s, &def, "a stretch of 1000");
    vv_handle handles[SPRITE_HANDLES];
    memcpy(handles, s->d.handles, sizeof handles);
    handles[2].from.y = NAN;
    def = s->def, def.handles = handles;
    expect_refused(s, &def, "handle 2");
    float *weights = calloc(s->d.vertex_count, SPRITE_HANDLES * sizeof *weights);
    def = s->def, def.weights = weights;
    expect_refused(s, &def, "weights of vertex");
    free(weights);
    vv_vec2 *positions = malloc(s->d.vertex_count * sizeof *positions);
    for (uint32_t i = 0; i < s->d.vertex_count; i++)
        positions[i] = vv_vec2_scale(s->d.positions[i], 1e-7f);
    def = s->def, def.mesh.positions = positions;
    expect_refused(s, &def, "area");
    positions[4].x = NAN;
    expect_refused(s, &def, "within");
    free(positions);
    sheet_destroy(s);
}

static void a_pin_outside_its_layer_is_refused(void **state)
{
    (void)state;
    sheet *s = calloc(1, sizeof *s);
    static const vv_vec2 places[SPRITE_HANDLES] = {{-0.8f, 0}, {0.8f, 0}, {0, 0.1f}, {0, 0.9f}, {0.1f, -0.9f}};
    sheet_def(s, 3, 3);
    drawing_add_grid(&s->d, 2, 2, (vv_vec2){0.5f, 0.5f}, (vv_vec2){2, 2}, 0.0f);
    free(s->d.weights);
    free(s->d.handles);
    drawing_add_handles(&s->d, SPRITE_HANDLES, places, 1.6f);
    s->def.mesh = drawing_mesh(&s->d);
    s->def.handles = s->d.handles;
    s->def.weights = s->d.weights;
    vv_sprite_pin pin = {0, 1, {0.4f, 0.8f}};
    s->def.pins = &pin;
    s->def.pin_count = 1;
    expect_refused(s, &s->def, "outside layer 1");
    pin.at = (vv_vec2){1.5f, 1.5f};
    expect_refused(s, &s->def, "outside layer 0");
    pin.at = (vv_vec2){0.5f, NAN};
    expect_refused(s, &s->def, "finite");
    pin.onto = 2;
    expect_refused(s, &s->def, "joins");
    sheet_destroy(s);
}

static void every_failed_allocation_is_survived(void **state)
{
    (void)state;
    for (int points = 0; points < 2; points++) {
        sheet *s = calloc(1, sizeof *s);
        sheet_def(s, 3, 3);
        if (points)
            s->def.complex = NULL;
        uint64_t n = 1;
        for (bool made = false; !made; n++) {
            vv_counting counting = {.fail_at = n};
            vv_allocator allocator = vv_counting_allocator(&counting);
            vv_sprite *sprite = NULL;
            vv_error error = {0};
            vv_result result = vv_sprite_create(&s->def, &allocator, &sprite, &error);
            made = result == VV_OK;
            assert_true(made || (result == VV_ERROR_MEMORY && sprite == NULL && error.code == VV_ERROR_MEMORY));
            vv_sprite_destroy(sprite, &allocator);
            assert_int_equal(counting.used, 0);
        }
        assert_true(n > 12); /* arenas take several things at once */
        sheet_destroy(s);
    }
}

/* ---- Bytes ------------------------------------------------------------------------------------------------------- */

static void equal_defs_give_equal_bytes_that_can_be_moved(void **state)
{
    (void)state;
    sheet *a = sheet_create(9, 4), *b = sheet_create(9, 4);
    size_t count = vvi_sprite_bytes(a->sprite);
    assert_int_equal(count, vvi_sprite_bytes(b->sprite));
    assert_memory_equal(a->sprite, b->sprite, count);
    void *copy = vvi_allocate(NULL, count, 1);
    memcpy(copy, a->sprite, count);
    assert_int_equal(vvi_sprite_verify(copy, count, NULL), VV_OK);
    vvi_sprite_view view = vvi_sprite_open(copy);
    vv_place place = {1, {0.2f, 0.3f, 0.5f}};
    vvi_sprite_rest(&a->view, place, true, a->rest, a->scratch);
    vvi_sprite_rest(&view, place, true, b->rest, b->scratch);
    assert_memory_equal(a->rest, b->rest, view.particle_count * sizeof *a->rest);
    assert_int_equal(vvi_sprite_verify((char *)copy + 16, count - 16, NULL), VV_ERROR_ARGUMENT);
    vvi_release(NULL, copy, count, 1);
    sheet_destroy(a);
    sheet_destroy(b);
}

/* Everything the stage does, on whatever passed verification. */
static void use(const void *bytes, sheet *s)
{
    vvi_sprite_view v = vvi_sprite_open(bytes);
    vv_place place = vv_complex_at_example(v.complex, v.example_count - 1);
    for (uint32_t i = 0; i < v.particle_count; i++)
        s->x[i] = (vv_vec2){(float)(i % 5), (float)(i % 3)};
    for (int k = 0; k < 2; k++) {
        float cost;
        place = vvi_sprite_project(&v, s->x, k, place, &cost, s->scratch);
        assert_true(vvi_place_is_valid(v.complex, place));
        vvi_sprite_rest(&v, place, k, s->rest, s->scratch);
        vvi_match_rings(&v, s->rest, 0.5f, s->x, s->scratch);
        vvi_match_global(&v, s->rest, 0.5f, s->x);
        vvi_match_pins(&v, 1.0f, s->x);
    }
}

/* What the library makes, its verifier accepts: drawings of every size, as a game scales them, moved by one handle
 * alone (whose weights are the same everywhere, so that a part of the matrices is rounding alone) or by several. */
static void whatever_is_made_is_accepted(void **state)
{
    (void)state;
    const float sizes[] = {1e-3f, 0.03f, 1.0f, 70.0f, 2000.0f};
    for (uint32_t k = 0; k < 60; k++) {
        sheet *s = calloc(1, sizeof *s);
        sheet_def(s, 2 + 7 * k % 61, 2 + 5 * k % 37);
        float size = sizes[k % 5], away = k % 3 == 0 ? 50.0f * size : 0.0f;
        for (uint32_t i = 0; i < s->d.vertex_count; i++)
            s->d.positions[i] = (vv_vec2){size * s->d.positions[i].x + away, size * s->d.positions[i].y};
        for (uint32_t j = 0; j < SPRITE_HANDLES; j++) {
            vv_vec2 at = {size * s->d.handles[j].from.x + away, size * s->d.handles[j].from.y};
            s->d.handles[j].from = s->d.handles[j].to = at;
        }
        for (uint32_t t = 0; t < SPRITE_EXAMPLES * SPRITE_HANDLES; t++)
            s->turns[t].translation = vv_vec2_scale(s->turns[t].translation, size);
        if (k % 2 == 0) {
            s->def.handle_count = s->def.example_count = 1;
            s->def.complex = NULL;
            s->turns[0] = vv_handle_pose_identity();
            for (uint32_t i = 0; i < s->d.vertex_count; i++)
                s->d.weights[i] = 1.0f;
        }
        sheet_make(s);
        vv_error error = {0};
        if (vvi_sprite_verify(s->sprite, vvi_sprite_bytes(s->sprite), &error) != VV_OK)
            fail_msg("%u vertices, size %g, %u handles: %s", s->d.vertex_count, (double)size, s->def.handle_count,
                     error.message);
        sheet_destroy(s);
    }
}

static void damaged_bytes_are_refused_or_harmless(void **state)
{
    (void)state;
    sheet *s = sheet_create(3, 4);
    size_t count = vvi_sprite_bytes(s->sprite);
    uint8_t *forged = vvi_allocate(NULL, count, 1);
    uint32_t accepted = 0, refused = 0;
    const uint32_t bad[] = {0, 1, 63, 0x7fffffffu, 0xffffffffu, 0x7fc00000u, 0x7f800000u, 0x00010000u, 0x7f7fffffu};
    vvi_random random = vvi_random_seed(5);
    for (size_t length = 0; length < count; length += length < 600 ? 1 : 41) {
        memcpy(forged, s->sprite, length);
        assert_int_not_equal(vvi_sprite_verify(forged, length, NULL), VV_OK);
    }
    for (int trial = 0; trial < 20000; trial++) {
        memcpy(forged, s->sprite, count);
        for (uint32_t k = 0; k < 1 + vvi_random_below(&random, 2); k++) {
            uint32_t room = vvi_random_below(&random, 3) ? (uint32_t)count / 4 : (uint32_t)sizeof(vv_sprite) / 4;
            uint32_t word =
                vvi_random_below(&random, 3) ? bad[vvi_random_below(&random, 9)] : vvi_random_below(&random, 100);
            memcpy(forged + 4 * (size_t)vvi_random_below(&random, room), &word, 4);
        }
        if (vvi_sprite_verify(forged, count, NULL) == VV_OK) {
            accepted++;
            use(forged, s);
        } else {
            refused++;
        }
    }
    print_message("%u accepted and used, %u refused\n", accepted, refused);
    assert_true(accepted > 1000 && refused > 5000);
    vvi_release(NULL, forged, count, 1);
    sheet_destroy(s);
}

/* ---- Strengths --------------------------------------------------------------------------------------------------- */

static void strengths_are_checked(void **state)
{
    (void)state;
    vv_strengths s = vv_default_strengths();
    vv_error error = {0};
    assert_int_equal(vv_strengths_check(&s, 1, &error), VV_OK);
    /* every float of it refuses NaN and infinity */
    const size_t floats[] = {offsetof(vv_strengths, stiffness),
                             offsetof(vv_strengths, local),
                             offsetof(vv_strengths, damping),
                             offsetof(vv_strengths, projection),
                             offsetof(vv_strengths, equilibrium),
                             offsetof(vv_strengths, settle),
                             offsetof(vv_strengths, energy),
                             offsetof(vv_strengths, energy_threshold),
                             offsetof(vv_strengths, energy_time),
                             offsetof(vv_strengths, velocity),
                             offsetof(vv_strengths, velocity_threshold),
                             offsetof(vv_strengths, bounce),
                             offsetof(vv_strengths, bounce_time),
                             offsetof(vv_strengths, orient_rate),
                             offsetof(vv_strengths, orient_angle),
                             offsetof(vv_strengths, friction),
                             offsetof(vv_strengths, drag),
                             offsetof(vv_strengths, gravity)};
    const float values[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        for (int k = 0; k < 3; k++) {
            s = vv_default_strengths();
            memcpy((char *)&s + floats[i], &values[k], sizeof(float));
            assert_int_equal(vv_strengths_check(&s, 1, &error), VV_ERROR_ARGUMENT);
        }
    s = vv_default_strengths(), s.energy_example = 1;
    assert_int_equal(vv_strengths_check(&s, 1, &error), VV_ERROR_NOT_FOUND);
    assert_int_equal(vv_strengths_check(&s, 2, &error), VV_OK);
    s = vv_default_strengths(), s.velocity_example = 3;
    assert_int_equal(vv_strengths_check(&s, 3, &error), VV_ERROR_NOT_FOUND);
    s = vv_default_strengths(), s.settle = 0.01f;
    assert_int_equal(vv_strengths_check(&s, 1, &error), VV_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "settle"));
    s = vv_default_strengths(), s.bounce = 1.6f;
    assert_int_equal(vv_strengths_check(&s, 1, &error), VV_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(particles_are_the_vertices),
        cmocka_unit_test(layers_have_their_densities),
        cmocka_unit_test(the_boundary_goes_round),
        cmocka_unit_test(rest_is_blended_skinned_and_centred),
        cmocka_unit_test(a_hub_takes_little_memory),
        cmocka_unit_test(wrong_defs_are_refused),
        cmocka_unit_test(a_pin_outside_its_layer_is_refused),
        cmocka_unit_test(every_failed_allocation_is_survived),
        cmocka_unit_test(equal_defs_give_equal_bytes_that_can_be_moved),
        cmocka_unit_test(whatever_is_made_is_accepted),
        cmocka_unit_test(damaged_bytes_are_refused_or_harmless),
        cmocka_unit_test(strengths_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
