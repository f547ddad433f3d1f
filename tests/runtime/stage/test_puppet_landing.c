/* Puppets that nobody directs, at the default material: however they land, no part of them is turned inside out. */
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
        handles[j] = (vv_handle){VV_HANDLE_POINT, at, at};
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beans_are_not_turned_inside_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
