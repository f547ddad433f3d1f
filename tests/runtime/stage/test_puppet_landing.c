/* Puppets that nobody directs: however they land, no part of them is turned inside out, at the default material; and at
 * the stiffness that the studio gives new ones, figures with legs stand. */
#include "tests/runtime/stage/puppet_actors.h"

enum { COLUMNS = 14, ROWS = 5, MOST_HANDLES = 6 };

/* A bent strip that is thickest in the middle, with handles along it. */
static box make_bean(vvi_random *random)
{
    box b = {.vertex_count = (COLUMNS + 1) * (ROWS + 1)};
    float length = 0.5f + 1.5f * vvi_random_unit(random), thick = length * (0.3f + 0.6f * vvi_random_unit(random));
    float bend = 0.6f * (vvi_random_unit(random) - 0.5f), weights[MOST_HANDLES * BOX_MOST];
    vv_handle handles[MOST_HANDLES];
    b.handle_count = 1u + (uint32_t)(5.99f * vvi_random_unit(random));
    for (uint32_t i = 0; i < b.vertex_count; i++) {
        float u = 2.0f * (float)(i % (COLUMNS + 1)) / COLUMNS - 1.0f, v = (float)(i / (COLUMNS + 1)) / ROWS - 0.5f;
        b.positions[i] = (vv_vec2){0.5f * length * u, bend * length * u * u + thick * v * sqrtf(1.0f - 0.8f * u * u)};
    }
    for (uint32_t j = 0; j < b.handle_count; j++) {
        float u = 2.0f * ((float)j + 0.3f + 0.4f * vvi_random_unit(random)) / (float)b.handle_count - 1.0f;
        vv_vec2 at = {0.5f * length * u, bend * length * u * u};
        handles[j] = (vv_handle){.kind = VV_HANDLE_POINT, .from = at, .to = at};
    }
    for (uint32_t i = 0; i < b.vertex_count; i++) {
        float *w = weights + (size_t)b.handle_count * i, sum = 0.0f;
        for (uint32_t j = 0; j < b.handle_count; j++) {
            float apart = vv_vec2_distance(b.positions[i], handles[j].from) * (float)b.handle_count / length;
            sum += w[j] = vv_exp(-apart * apart);
        }
        for (uint32_t j = 0; j < b.handle_count; j++)
            w[j] /= sum;
    }
    for (uint32_t y = 0; y < ROWS; y++)
        for (uint32_t x = 0; x < COLUMNS; x++) {
            uint32_t a = y * (COLUMNS + 1) + x, c = a + COLUMNS + 1;
            const uint32_t corners[6] = {a, a + 1, c + 1, a, c + 1, c};
            memcpy(b.triangles + 3 * (size_t)b.triangle_count, corners, sizeof corners);
            b.triangle_count += 2;
        }
    const vv_layer layer = {0, b.vertex_count, 0, b.triangle_count};
    vv_puppet_def def = vv_default_puppet_def();
    def.mesh = (vv_mesh){b.vertex_count, b.triangle_count, 1, b.positions, NULL, b.triangles, &layer};
    def.handle_count = b.handle_count;
    def.handles = handles;
    def.weights = weights;
    vv_error error = {0};
    if (vv_puppet_create(&def, NULL, &b.puppet, &error) != VV_OK)
        fail_msg("%s", error.message);
    return b;
}

static uint32_t count_inverted(const box *b, const vv_vec2 *x)
{
    uint32_t count = 0;
    for (uint32_t t = 0; t < b->triangle_count; t++) {
        const uint32_t *k = b->triangles + 3 * (size_t)t;
        vv_vec2 one = vv_vec2_sub(x[k[1]], x[k[0]]), other = vv_vec2_sub(x[k[2]], x[k[0]]);
        count += !(one.x * other.y - one.y * other.x > 0.0f);
    }
    return count;
}

static void beans_are_not_turned_inside_out(void **state)
{
    (void)state;
    float lowest = INFINITY;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        vvi_random random = vvi_random_seed(seed);
        box b = make_bean(&random);
        vv_stage *stage = stage_make();
        stage_ground(stage, 0.6f);
        vv_actor_def def = puppet_def(&b, 0.0f, 1.2f + 4.0f * vvi_random_unit(&random));
        def.material = vv_default_material();
        def.angle = 6.28f * vvi_random_unit(&random);
        def.angular_velocity = 6.0f * (vvi_random_unit(&random) - 0.5f);
        def.velocity = (vv_vec2){4.0f * (vvi_random_unit(&random) - 0.5f), 0.0f};
        vv_actor id = add(stage, &def);
        for (uint32_t f = 0; f < 250; f++) {
            vv_vec2 x[BOX_MOST];
            vv_stage_step(stage, VV_PUPPET_STEP);
            vv_stage_vertices(stage, id, x);
            uint32_t inverted = count_inverted(&b, x);
            if (inverted > 0)
                fail_msg("seed %u, %u handles: %u triangles are inside out after %.2f s", (unsigned)seed,
                         b.handle_count, inverted, 0.02 * (double)f);
            for (uint32_t i = 0; i < b.vertex_count; i++)
                lowest = fminf(lowest, x[i].y);
        }
        vv_stage_destroy(stage);
        box_free(&b);
    }
    assert_true(lowest > -0.05f);
}

/* A trunk on two legs, 1 m high on average: cells of a grid without those between the legs. Handles are the feet, the
 * knees, the hips and the head. */
static box make_figure(vvi_random *random, float *height)
{
    enum { WIDE = 10, TALL = 16 };
    box b = {.handle_count = 6};
    float width = 0.4f + 0.4f * vvi_random_unit(random), weights[6 * BOX_MOST];
    uint32_t leg = 2u + (uint32_t)(1.99f * vvi_random_unit(random)),
             crotch = 5u + (uint32_t)(4.99f * vvi_random_unit(random)), indices[(WIDE + 1) * (TALL + 1)];
    *height = 0.5f + vvi_random_unit(random);
    width *= *height;
    for (uint32_t k = 0; k < (WIDE + 1) * (TALL + 1); k++) {
        uint32_t x = k % (WIDE + 1), y = k / (WIDE + 1);
        bool is_gap = y < crotch && x > leg && x < WIDE - leg;
        indices[k] = is_gap ? VV_NONE : b.vertex_count;
        if (!is_gap)
            b.positions[b.vertex_count++] = (vv_vec2){width * ((float)x / WIDE - 0.5f), *height * (float)y / TALL};
    }
    for (uint32_t k = 0; k < WIDE * TALL; k++) {
        uint32_t x = k % WIDE, y = k / WIDE, a = y * (WIDE + 1) + x, c = a + WIDE + 1;
        const uint32_t corners[6] = {indices[a], indices[a + 1], indices[c + 1],
                                     indices[a], indices[c + 1], indices[c]};
        if (y < crotch && x >= leg && x < WIDE - leg)
            continue;
        memcpy(b.triangles + 3 * (size_t)b.triangle_count, corners, sizeof corners);
        b.triangle_count += 2;
    }
    float side = width * (0.5f - 0.5f * (float)leg / WIDE), hips = *height * (float)crotch / TALL;
    const vv_vec2 at[6] = {{-side, 0.02f * *height}, {side, 0.02f * *height},       {-side, 0.5f * hips},
                           {side, 0.5f * hips},      {0.0f, hips + 0.1f * *height}, {0.0f, 0.9f * *height}};
    vv_handle handles[6];
    for (uint32_t j = 0; j < 6; j++)
        handles[j] = (vv_handle){.kind = VV_HANDLE_POINT, .from = at[j], .to = at[j]};
    for (uint32_t i = 0; i < b.vertex_count; i++) {
        float *w = weights + (size_t)6 * i, sum = 0.0f;
        for (uint32_t j = 0; j < 6; j++) {
            float apart = vv_vec2_distance(b.positions[i], at[j]) / *height;
            sum += w[j] = 1.0f / (1e-4f + apart * apart * apart * apart);
        }
        for (uint32_t j = 0; j < 6; j++)
            w[j] /= sum;
    }
    const vv_layer layer = {0, b.vertex_count, 0, b.triangle_count};
    vv_puppet_def def = vv_default_puppet_def();
    def.mesh = (vv_mesh){b.vertex_count, b.triangle_count, 1, b.positions, NULL, b.triangles, &layer};
    def.handle_count = 6;
    def.handles = handles;
    def.weights = weights;
    vv_error error = {0};
    if (vv_puppet_create(&def, NULL, &b.puppet, &error) != VV_OK)
        fail_msg("%s", error.message);
    return b;
}

/* How high it is after 6 s, as a share of its height, and how far its feet have gone. */
static float stand(const box *b, float height, float stiffness, float *feet)
{
    vv_stage *stage = stage_make();
    stage_ground(stage, 0.6f);
    vv_actor_def def = puppet_def(b, 0.0f, 0.0f);
    def.material = vv_default_material();
    def.material.stiffness = stiffness;
    vv_actor id = add(stage, &def);
    vv_vec2 x[BOX_MOST];
    float top = 0.0f;
    *feet = 0.0f;
    for (uint32_t f = 0; f < 300; f++)
        vv_stage_step(stage, VV_PUPPET_STEP);
    vv_stage_vertices(stage, id, x);
    for (uint32_t i = 0; i < b->vertex_count; i++) {
        top = fmaxf(top, x[i].y / height);
        if (b->positions[i].y == 0.0f)
            *feet = fmaxf(*feet, vv_vec2_distance(x[i], b->positions[i]) / height);
    }
    vv_stage_destroy(stage);
    return top;
}

static void new_figures_stand(void **state)
{
    (void)state;
    const float standing = 12.0f; /* STANDING_STIFFNESS of studio/page/src/stage/inspector.tsx */
    for (uint64_t seed = 1; seed <= 20; seed++) {
        vvi_random random = vvi_random_seed(seed);
        float height, feet;
        box b = make_figure(&random, &height);
        float top = stand(&b, height, standing, &feet);
        if (!(top > 0.93f && feet < 0.03f))
            fail_msg("seed %u: %.2f of its height, feet moved by %.3f", (unsigned)seed, (double)top, (double)feet);
        box_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_figures_stand),
        cmocka_unit_test(beans_are_not_turned_inside_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
