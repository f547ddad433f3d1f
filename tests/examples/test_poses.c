/* What single artworks of the shipped example projects promise: areas, feet on the ground, faces, a walk. */
#include "tests/examples/artworks.h"

#include <math.h>

static float area_now(const opened *o)
{
    float area = 0.0f;
    for (uint32_t t = 0; t < o->mesh->triangle_count; t++)
        area += triangle_area(o->mesh, vertices, t);
    return area;
}

static void the_ball_keeps_its_area(void **state)
{
    (void)state;
    const opened *ball = artwork_of("ball", "ball");
    static const char *const poses[] = {"squashed", "stretched", "leaning", "airborne"};
    for (int i = 0; i < 4; i++) {
        blend(ball, find(ball, poses[i]), 0, 0.0f);
        assert_float_equal(area_now(ball) / vv_mesh_area(ball->mesh), 1.0f, 0.03f);
    }
}

/* The balls of the stage are posed about their own centre: 60 % and 150 % high, their area kept. */
static void stage_balls_squash_and_stretch_about_their_centre(void **state)
{
    (void)state;
    const opened *balls[] = {artwork_of("bounce", "ball"), artwork_of("platforms", "ball")};
    static const char *const poses[] = {"squashed", "stretched"};
    static const float heights[] = {0.6f, 1.5f};
    for (int i = 0; i < 4; i++) {
        const opened *ball = balls[i / 2];
        assert_int_equal(ball->artwork->example_count, 3);
        blend(ball, find(ball, poses[i % 2]), 0, 0.0f);
        box rest = box_of(ball->mesh->vertex_count, ball->mesh->positions);
        box now = box_of(ball->mesh->vertex_count, vertices);
        float height = (now.high.y - now.low.y) / (rest.high.y - rest.low.y);
        assert_float_equal(height, heights[i % 2], 0.01f);
        assert_float_equal((now.high.x - now.low.x) / (rest.high.x - rest.low.x), 1.0f / heights[i % 2], 0.02f);
        assert_float_equal(now.high.y + now.low.y, rest.high.y + rest.low.y, 0.01f);
        assert_float_equal(area_now(ball) / vv_mesh_area(ball->mesh), 1.0f, 0.01f);
    }
}

static float lowest(const opened *o, const char *layer)
{
    float low = INFINITY;
    for (uint32_t l = 0; l < o->artwork->layer_count; l++) {
        const vv_layer *range = &o->mesh->layers[l];
        for (uint32_t v = range->vertex_start;
             strcmp(o->artwork->layers[l].name, layer) == 0 && v < range->vertex_start + range->vertex_count; v++)
            low = vvi_min(low, vertices[v].y);
    }
    return low;
}

/* The ground is y = 0; the mesh reaches a little beyond the ink. */
static void planted_feet_stand_on_the_ground(void **state)
{
    (void)state;
    static const struct {
        const char *project, *artwork, *pose, *layers[4];
    } planted[] = {
        {"man", "man", "cheer", {"foot-left", "foot-right"}},
        {"man", "man", "crouch", {"foot-left", "foot-right"}},
        {"man", "man", "kick", {"foot-left"}},
        {"cat", "cat", "arch", {"leg-lower-back-near", "leg-lower-front-near"}},
        {"cat", "cat", "crouch", {"leg-lower-back-near", "leg-lower-front-near"}},
        {"cat", "cat", "stretch", {"leg-lower-back-near", "leg-lower-front-near"}},
        {"cat", "cat", "proud", {"leg-lower-back-near", "leg-lower-front-near"}},
        {"sack", "sack", "slump", {"sack"}},
        {"sack", "sack", "crouch", {"sack"}},
        {"sack", "sack", "lean", {"sack"}},
        {"ball", "ball", "squashed", {"ball"}},
        {"ball", "ball", "stretched", {"ball"}},
        {"walk", "man", "stand", {"leg-near", "leg-far"}},
        {"walk", "man", "contact-a", {"leg-near", "leg-far"}},
        {"walk", "man", "down-a", {"leg-near"}},
        {"walk", "man", "passing-a", {"leg-near"}},
        {"walk", "man", "contact-b", {"leg-near", "leg-far"}},
        {"walk", "man", "down-b", {"leg-far"}},
        {"walk", "man", "passing-b", {"leg-far"}},
        {"walk", "man", "crouch", {"leg-near", "leg-far"}},
        {"walk", "man", "inflated", {"leg-near", "leg-far"}},
        {"bridge", "cat", "walk-a", {"leg-lower-back-near", "leg-lower-front-near"}},
        {"bridge", "cat", "walk-b", {"leg-lower-front-near"}},
        {"bridge", "cat", "crouch", {"leg-lower-back-near", "leg-lower-front-near"}},
        {"bridge", "cat", "stretched", {"leg-lower-back-near", "leg-lower-front-near"}},
        {"principle-squash-and-stretch", "square", "squashed", {"square"}},
        {"principle-squash-and-stretch", "square", "stretched", {"square"}},
        {"principle-follow-through", "tall-box", "bent-left", {"box"}},
        {"principle-exaggeration", "crocodile", "gape", {"leg-back-near", "leg-front-near"}},
        {"slinky", "arc", "flat", {"arc"}},
        {"slinky", "mountain", "flat", {"mountain"}},
        {"puppet-walk", "man", "rest", {"leg-near", "leg-far"}},
        {"puppet-walk", "man", "sad-a", {"leg-far"}},
        {"puppet-walk", "man", "sad-b", {"leg-near"}},
        {"puppet-walk", "man", "sneaky-a", {"leg-near"}},
        {"puppet-walk", "man", "sneaky-b", {"leg-far"}},
        {"puppet-cat", "cat", "crouch", {"leg-lower-back-near", "leg-lower-front-near"}},
        {"puppet-cat", "squirrel", "crouch", {"leg-lower-back-near", "leg-lower-front-near"}},
        {"puppet-cat", "rabbit", "crouch", {"leg-lower-back-near", "leg-lower-front-near"}},
        {"rider", "ball", "squashed", {"ball"}},
        {"rider", "rider", "squashed", {"ball"}},
        {"rider", "sam", "squat", {"leg-left", "leg-right"}},
        {"rider", "sam", "tall", {"leg-left", "leg-right"}},
    };
    for (size_t i = 0; i < sizeof planted / sizeof *planted; i++) {
        const opened *o = artwork_of(planted[i].project, planted[i].artwork);
        blend(o, find(o, planted[i].pose), 0, 0.0f);
        for (int l = 0; l < 4 && planted[i].layers[l]; l++) {
            float y = lowest(o, planted[i].layers[l]);
            if (!(fabsf(y) < 0.025f))
                print_error("%s: %s is at %g in %s\n", planted[i].project, planted[i].layers[l], (double)y,
                            planted[i].pose);
            assert_true(fabsf(y) < 0.025f);
        }
    }
}

static void faces_keep_their_shape(void **state)
{
    (void)state;
    uint32_t faces = 0;
    for (int a = 0; a < ARTWORKS; a++) {
        const opened *o = &artworks[a];
        uint32_t head = vv_project_find_handle(o->artwork, "head");
        if (head == VV_NONE)
            continue;
        faces++;
        for (uint32_t e = 0; e < o->artwork->example_count; e++) {
            const vv_handle_pose *turn = &o->artwork->examples[e].turns[head];
            assert_float_equal(turn->xx, 1.0f, 1e-3f);
            assert_float_equal(turn->xy, 0.0f, 1e-3f);
            assert_float_equal(turn->yy, 1.0f, 1e-3f);
        }
    }
    assert_int_equal(faces, 12);
}

/* The hips of a walk: lowest with the knees bent, highest over the straight leg; and b is a with the legs exchanged. */
static void the_walk_rises_and_falls_and_has_two_equal_halves(void **state)
{
    (void)state;
    const opened *man = artwork_of("walk", "man");
    static const char *const keys[][2] = {{"contact-a", "contact-b"}, {"down-a", "down-b"}, {"passing-a", "passing-b"}};
    uint32_t hem = vv_project_find_handle(man->artwork, "hem");
    uint32_t near = vv_project_find_handle(man->artwork, "foot-near");
    uint32_t far = vv_project_find_handle(man->artwork, "foot-far");
    float height[3];
    for (int i = 0; i < 3; i++) {
        const vv_handle_pose *a = man->artwork->examples[find(man, keys[i][0])].turns;
        const vv_handle_pose *b = man->artwork->examples[find(man, keys[i][1])].turns;
        height[i] = a[hem].translation.y;
        assert_float_equal(a[hem].translation.y, b[hem].translation.y, 1e-4f);
        assert_float_equal(a[near].angle, b[far].angle, 1e-4f);
        assert_float_equal(a[far].angle, b[near].angle, 1e-4f);
        assert_float_equal(a[near].translation.y, b[far].translation.y, 1e-4f);
        assert_float_equal(a[far].translation.y, b[near].translation.y, 1e-4f);
    }
    assert_true(height[1] < height[0] - 0.05f && height[0] < height[2] - 0.05f);
}

/* From key to key the lowest sole stays on the ground: the man neither hovers nor sinks in. */
static void the_walk_stays_on_the_ground(void **state)
{
    (void)state;
    const opened *man = artwork_of("walk", "man");
    static const char *const loop[] = {"contact-a", "down-a", "passing-a", "contact-b", "down-b", "passing-b"};
    for (int i = 0; i < 6; i++)
        for (int t = 0; t < 8; t++) {
            blend(man, find(man, loop[i]), find(man, loop[(i + 1) % 6]), 0.125f * (float)t);
            float y = box_of(man->mesh->vertex_count, vertices).low.y;
            if (!(fabsf(y) < 0.03f))
                print_error("%s and %d/8 to the next: %g\n", loop[i], t, (double)y);
            assert_true(fabsf(y) < 0.03f);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ball_keeps_its_area),
        cmocka_unit_test(stage_balls_squash_and_stretch_about_their_centre),
        cmocka_unit_test(planted_feet_stand_on_the_ground),
        cmocka_unit_test(faces_keep_their_shape),
        cmocka_unit_test(the_walk_rises_and_falls_and_has_two_equal_halves),
        cmocka_unit_test(the_walk_stays_on_the_ground),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
