/* Skins of grown creatures: closed, turned outwards, bound so that they bend where the bodies do. 60 seeds. */
#include "tests/testing.h"

#include "author/grow/grow.h"
#include "runtime/base/base.h"

#include <math.h>

#define SEEDS 60u

static vv_creature_plan grown(uint64_t seed)
{
    vv_creature_plan plan;
    assert_int_equal(vv_plan_grow(seed, NULL, &plan, NULL), VV_OK);
    return plan;
}

static vv_manikin skinned(const vv_creature_plan *plan)
{
    vv_manikin skin;
    vv_error error = {0};
    if (vv_plan_skin(plan, NULL, &skin, &error) != VV_OK)
        fail_msg("%s: %s", plan->name, error.message);
    return skin;
}

static float distance(vv_vec3 a, vv_vec3 b) { return vv_vec3_length(vv_vec3_sub(a, b)); }

static void every_vertex_is_sound(const vv_creature_plan *plan, const vv_manikin *skin)
{
    for (uint32_t v = 0; v < skin->form.vertex_count; v++) {
        float sum = 0.0f;
        for (uint32_t k = 0; k < VV_SKIN3_INFLUENCES; k++) {
            float w = skin->weights[v * VV_SKIN3_INFLUENCES + k];
            assert_true(w >= 0.0f && w <= 1.0f && skin->joints[v * VV_SKIN3_INFLUENCES + k] < plan->body_count);
            sum += w;
        }
        assert_true(fabsf(sum - 1.0f) < 1e-5f);
        assert_true(fabsf(vv_vec3_length(skin->normals[v]) - 1.0f) < 1e-3f);
        assert_true(skin->colors[v] >> 24 == 255u);
    }
}

static void a_skin_is_sound_and_of_the_right_size(void **state)
{
    (void)state;
    uint32_t sum = 0;
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        vv_creature_plan plan = grown(seed);
        vv_manikin skin = skinned(&plan);
        every_vertex_is_sound(&plan, &skin);
        assert_in_range(skin.form.triangle_count, 4000, 16000);
        sum += skin.form.triangle_count;
        vv_manikin_destroy(&skin);
        vv_plan_destroy(&plan);
    }
    assert_in_range(sum / SEEDS, 6000, 10500);
}

typedef struct edge {
    uint32_t a, b;
} edge;

static int compare_edges(const void *p, const void *q)
{
    const edge *a = p, *b = q;
    return a->a != b->a ? (a->a < b->a ? -1 : 1) : a->b != b->b ? (a->b < b->b ? -1 : 1) : 0;
}

/* Every edge that is not on a wing's hem goes as often one way as the other: no holes. The volume is positive:
 * outwards. */
static void a_skin_is_closed_and_turned_outwards(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        vv_creature_plan plan = grown(seed);
        bool wings = false;
        for (uint32_t b = 0; b < plan.body_count; b++)
            wings = wings || (plan.bodies[b].body.caps & VV_CAP_BIT(VV_CAP_WING)) != 0;
        vv_manikin skin = skinned(&plan);
        uint32_t n = skin.form.triangle_count, open = 0;
        edge *edges = malloc(3 * n * sizeof *edges);
        double volume = 0.0, agree = 0.0;
        for (uint32_t i = 0; i < 3 * n; i++)
            edges[i] = (edge){skin.form.triangles[i], skin.form.triangles[i % 3 == 2 ? i - 2 : i + 1]};
        qsort(edges, 3 * n, sizeof *edges, compare_edges);
        for (uint32_t i = 0; i < 3 * n; i++) {
            edge back = {edges[i].b, edges[i].a};
            open += bsearch(&back, edges, 3 * n, sizeof *edges, compare_edges) == NULL;
        }
        for (uint32_t t = 0; t < n; t++) {
            const uint32_t *c = &skin.form.triangles[3 * t];
            vv_vec3 p = skin.form.positions[c[0]], q = skin.form.positions[c[1]], r = skin.form.positions[c[2]];
            vv_vec3 cross = vv_vec3_cross(vv_vec3_sub(q, p), vv_vec3_sub(r, p));
            volume += (double)vv_vec3_dot(p, vv_vec3_cross(q, r)) / 6.0;
            agree += vv_vec3_dot(cross, skin.normals[c[0]]) >= 0.0f;
        }
        if (!wings && open > 0)
            fail_msg("seed %u: %u open edges", seed, open);
        assert_true(volume > 0.0);
        assert_true(agree > 0.97 * n);
        free(edges);
        vv_manikin_destroy(&skin);
        vv_plan_destroy(&plan);
    }
}

static uint32_t limb_of(const vv_creature_plan *plan, uint32_t body)
{
    while (plan->bodies[body].body.parent != VV_NONE &&
           !(plan->bodies[plan->bodies[body].body.parent].body.caps & VV_CAP_BIT(VV_CAP_SPINE)))
        body = plan->bodies[body].body.parent;
    return plan->bodies[body].body.caps & VV_CAP_BIT(VV_CAP_SPINE) ? VV_NONE : body;
}

/* A vertex follows bodies of two limbs only where it follows the spine between them too. */
static void limbs_do_not_stick_together(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < SEEDS; seed++) {
        vv_creature_plan plan = grown(seed);
        vv_manikin skin = skinned(&plan);
        for (uint32_t v = 0; v < skin.form.vertex_count; v++) {
            uint32_t limb = VV_NONE;
            bool spine = false, two = false;
            for (uint32_t k = 0; k < VV_SKIN3_INFLUENCES; k++) {
                if (!(skin.weights[v * VV_SKIN3_INFLUENCES + k] > 0.05f))
                    continue;
                uint32_t own = limb_of(&plan, skin.joints[v * VV_SKIN3_INFLUENCES + k]);
                spine = spine || own == VV_NONE;
                two = two || (own != VV_NONE && limb != VV_NONE && own != limb);
                limb = own != VV_NONE ? own : limb;
            }
            assert_true(!two || spine);
        }
        vv_manikin_destroy(&skin);
        vv_plan_destroy(&plan);
    }
}

/* At rest the skin is as it was made; turned and moved as a whole, so is the skin. */
static void it_follows_its_bodies(void **state)
{
    (void)state;
    vv_creature_plan plan = grown(12);
    vv_manikin skin = skinned(&plan);
    uint32_t n = skin.form.vertex_count;
    vv_vec3 *at = malloc(n * sizeof *at);
    vv_transform3 placements[132];
    vv_affine3 globals[132], scratch[132];
    vv_quat turn = vv_quat_from_axis_angle((vv_vec3){0.0f, 1.0f, 0.0f}, 1.0f);
    vv_vec3 move = {0.3f, 1.0f, -2.0f};
    for (int moved = 0; moved < 2; moved++) {
        for (uint32_t b = 0; b < plan.body_count; b++) {
            placements[b] = (vv_transform3){plan.bodies[b].body.position, plan.bodies[b].body.rotation};
            if (moved)
                placements[b] = (vv_transform3){vv_vec3_add(move, vv_quat_rotate(turn, placements[b].position)),
                                                vv_quat_multiply(turn, placements[b].rotation)};
        }
        vv_plan_globals(&plan, placements, globals);
        vv_skin3_apply(skin.skin, globals, skin.form.positions, NULL, scratch, at, NULL);
        for (uint32_t v = 0; v < n; v++) {
            vv_vec3 p = skin.form.positions[v];
            assert_true(distance(at[v], moved ? vv_vec3_add(move, vv_quat_rotate(turn, p)) : p) < 1e-5f);
        }
    }
    free(at);
    vv_manikin_destroy(&skin);
    vv_plan_destroy(&plan);
}

static void one_plan_gives_one_skin(void **state)
{
    (void)state;
    vv_creature_plan plan = grown(5);
    vv_manikin a = skinned(&plan), b = skinned(&plan);
    assert_int_equal(a.form.vertex_count, b.form.vertex_count);
    assert_memory_equal(a.form.positions, b.form.positions, a.form.vertex_count * sizeof(vv_vec3));
    assert_memory_equal(a.weights, b.weights, a.form.vertex_count * VV_SKIN3_INFLUENCES * sizeof(float));
    vv_manikin_destroy(&a);
    vv_manikin_destroy(&b);
    vv_plan_destroy(&plan);
}

/* How far a place is from the axis of the limb that is nearest, which all begin at the origin. */
static float from_axis(const vv_creature_plan *plan, vv_vec3 p)
{
    float nearest = 1e9f;
    for (uint32_t b = 1; b < plan->body_count; b++) {
        vv_vec3 to = plan->bodies[b].tip;
        float t = fminf(fmaxf(vv_vec3_dot(p, to) / vv_vec3_dot(to, to), 0.0f), 1.0f);
        nearest = fminf(nearest, distance(p, vv_vec3_scale(to, t)));
    }
    return nearest;
}

/* A ball with long thin limbs in all directions. Away from the ball the true skin is a tube round each: corners lie
 * on it, no edge leaves it by more than those of a hexagon would, and on average by less than half of what those of
 * an octagon would. */
static void thin_limbs_are_round(void **state)
{
    (void)state;
    enum { LIMBS = 12 };
    vv_plan_body bodies[1 + LIMBS] = {
        {.name = "ball", .body = {.parent = VV_NONE, .rotation = {0, 0, 0, 1}}, .radius = {0.2f, 0.2f}}};
    for (uint32_t i = 0; i < LIMBS; i++) {
        float y = -1.0f + (2.0f * (float)i + 1.0f) / LIMBS, around = 2.3999632f * (float)i, flat = sqrtf(1.0f - y * y);
        bodies[1 + i] = (vv_plan_body){.body = {.parent = 0, .rotation = {0, 0, 0, 1}},
                                       .tip = {2.0f * flat * cosf(around), 2.0f * y, 2.0f * flat * sinf(around)},
                                       .radius = {0.06f, 0.06f}};
    }
    vv_creature_plan plan = {.name = "urchin", .body_count = 1 + LIMBS, .bodies = bodies};
    vv_manikin skin = skinned(&plan);
    double sum = 0.0, worst = 0.0, count = 0.0;
    for (uint32_t i = 0; i < 3 * skin.form.triangle_count; i++) {
        vv_vec3 p = skin.form.positions[skin.form.triangles[i]];
        vv_vec3 q = skin.form.positions[skin.form.triangles[i % 3 == 2 ? i - 2 : i + 1]];
        if (vv_vec3_length(p) < 0.6f || vv_vec3_length(q) < 0.6f)
            continue;
        assert_true(fabsf(from_axis(&plan, p) - 0.06f) < 0.0006f);
        double off = fabs(from_axis(&plan, vv_vec3_scale(vv_vec3_add(p, q), 0.5f)) / 0.06f - 1.0);
        sum += off;
        worst = fmax(worst, off);
        count += 1.0;
    }
    printf("edges of thin limbs are off by %.4f of their radius, at worst %.4f\n", sum / count, worst);
    assert_true(sum < 0.5 * 0.076 * count && worst < 0.134);
    vv_manikin_destroy(&skin);
}

static void nothing_to_see_is_told(void **state)
{
    (void)state;
    vv_plan_body body = {.name = "a", .body = {.parent = VV_NONE, .rotation = {0, 0, 0, 1}}};
    vv_creature_plan plan = {.name = "thin air", .body_count = 1, .bodies = &body};
    vv_manikin skin;
    vv_error error = {0};
    assert_int_equal(vv_plan_skin(&plan, NULL, &skin, &error), VV_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "thin air"));
}

static void memory_may_run_out(void **state)
{
    (void)state;
    vv_creature_plan plan = grown(38);
    for (uint64_t n = 1;; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_manikin skin = {0};
        vv_error error = {0};
        vv_result result = vv_plan_skin(&plan, &allocator, &skin, &error);
        vv_manikin_destroy(&skin);
        assert_int_equal(counting.used, 0);
        if (result == VV_OK)
            break;
        assert_int_equal(error.code, VV_ERROR_MEMORY);
    }
    vv_plan_destroy(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_skin_is_sound_and_of_the_right_size),
        cmocka_unit_test(a_skin_is_closed_and_turned_outwards),
        cmocka_unit_test(limbs_do_not_stick_together),
        cmocka_unit_test(it_follows_its_bodies),
        cmocka_unit_test(one_plan_gives_one_skin),
        cmocka_unit_test(thin_limbs_are_round),
        cmocka_unit_test(nothing_to_see_is_told),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
