/* Guesses of bones over real drawings, by a rule: limbs found, bones inside the ink, pairs named, joints right. */
#include "rule.h"
#include "tests/testing.h"

#include <math.h>

static test_drawing drawing;
static vv_guess guess;

static bool guess_file(const char *file, bool bones)
{
    char path[2048];
    const char *source = getenv("VV_SOURCE"), *data = getenv("VV_DATA");
    guess_score_path(file, source ? source : ".", data ? data : "", path, sizeof path);
    if (!test_drawing_open(path, &drawing))
        return false;
    assert_int_equal(vv_guess_handles(&drawing.artwork, &drawing.mesh, bones, NULL, &guess, NULL), VV_OK);
    return true;
}

static double share(double part, double whole) { return whole > 0.0 ? part / whole : 1.0; }

static void print_score(const char *name, const guess_score *s)
{
    printf("%-46s limbs %2u of %2u, inside %.3f, pairs %2u of %2u, joints %2u of %2u right, %2u of %2u found\n", name,
           s->found, s->limbs, share(s->inside, s->length), s->paired, s->pairs, s->right, s->joined, s->known,
           s->wanted);
}

static void add_score(guess_score *sum, const guess_score *s)
{
    sum->found += s->found, sum->limbs += s->limbs;
    sum->inside += s->inside, sum->length += s->length;
    sum->paired += s->paired, sum->pairs += s->pairs;
    sum->right += s->right, sum->joined += s->joined;
    sum->known += s->known, sum->wanted += s->wanted;
}

static void test_rule(void **state)
{
    (void)state;
    guess_score sum = {0};
    for (uint32_t i = 0; guess_score_file(i); i++) {
        guess_score one = {0};
        if (!guess_file(guess_score_file(i), true))
            continue;
        guess_score_add(&one, guess_score_file(i), &drawing, &guess);
        print_score(guess_score_file(i), &one);
        add_score(&sum, &one);
        test_drawing_close(&drawing);
    }
    print_score("all", &sum);
    assert_true(share(sum.found, sum.limbs) >= 0.93);
    assert_true(share(sum.inside, sum.length) >= 0.98);
    assert_true(share(sum.paired, sum.pairs) >= 0.88);
    assert_true(share(sum.right, sum.joined) >= 0.98);
    assert_true(share(sum.known, sum.wanted) >= 0.99);
}

/* Points that move two layers are their joints: each pair once, and none that names forbid. */
static void test_points_join_layers(void **state)
{
    (void)state;
    guess_score sum = {0};
    for (uint32_t i = 0; guess_score_file(i); i++) {
        guess_score one = {0};
        if (strncmp(guess_score_file(i), "art/", 4) != 0 || !guess_file(guess_score_file(i), false))
            continue;
        guess_score_add(&one, guess_score_file(i), &drawing, &guess);
        add_score(&sum, &one);
        test_drawing_close(&drawing);
    }
    printf("points: joints %u of %u right, %u of %u found\n", sum.right, sum.joined, sum.known, sum.wanted);
    assert_true(share(sum.right, sum.joined) >= 0.98);
    assert_true(share(sum.known, sum.wanted) >= 0.99);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rule),
        cmocka_unit_test(test_points_join_layers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
