/* Handles that carry others, through the commands: whatever changes the tree, poses look the same. */
#include "tests/author/document/folders.h"

#include "runtime/base/base.h"

#include <math.h>

enum { HANDLES = 8, EXAMPLES = 3 };

static vv_document *open_random(vvi_random *random)
{
    char text[8192];
    int length = snprintf(
        text, sizeof text,
        "{\"format\":\"verve-project\",\"version\":1,\"name\":\"p\",\"artworks\":[{\"name\":\"a\",\"handles\":[");
    for (int h = 0; h < HANDLES; h++)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "%s{\"name\":\"h%d\",\"kind\":\"point\",\"at\":[%g,%g]}", h ? "," : "", h,
                           (double)vvi_random_unit(random), (double)vvi_random_unit(random));
    length += snprintf(text + length, sizeof text - (size_t)length, "],\"examples\":[");
    for (int e = 0; e < EXAMPLES; e++) {
        length +=
            snprintf(text + length, sizeof text - (size_t)length, "%s{\"name\":\"e%d\",\"pose\":{", e ? "," : "", e);
        for (int h = 0; h < HANDLES; h++)
            length += snprintf(text + length, sizeof text - (size_t)length,
                               "%s\"h%d\":{\"move\":[%g,%g],\"turn\":%g,\"stretch\":[%g,0.1,1]}", h ? "," : "", h,
                               (double)vvi_random_unit(random), (double)vvi_random_unit(random),
                               6.0 * (double)vvi_random_unit(random) - 3.0, 0.5 + (double)vvi_random_unit(random));
        length += snprintf(text + length, sizeof text - (size_t)length, "}}");
    }
    snprintf(text + length, sizeof text - (size_t)length, "]}]}");
    return open_text(text);
}

static const vv_project_artwork *artwork_of(const vv_document *document)
{
    return vv_document_project(document)->artworks[0];
}

/* Where the handles called h0, h1 … take a point in each example; those that are gone keep their old values. */
static void find_transforms(const vv_document *document, vv_affine transforms[EXAMPLES][HANDLES])
{
    const vv_project_artwork *artwork = artwork_of(document);
    vv_handle handles[HANDLES];
    vv_affine pose[HANDLES];
    vv_project_handles(artwork, handles);
    for (uint32_t e = 0; e < EXAMPLES; e++) {
        vv_pose_compose(artwork->handle_count, handles, artwork->examples[e].turns, pose);
        for (uint32_t h = 0; h < artwork->handle_count; h++)
            transforms[e][artwork->handles[h].name[1] - '0'] = pose[h];
    }
}

static void check_same(const vv_document *document, vv_affine before[EXAMPLES][HANDLES])
{
    vv_affine now[EXAMPLES][HANDLES];
    memcpy(now, before, sizeof now);
    find_transforms(document, now);
    for (uint32_t e = 0; e < EXAMPLES; e++)
        for (uint32_t h = 0; h < HANDLES; h++)
            for (uint32_t k = 0; k < 6; k++)
                assert_true(fabsf((&now[e][h].linear.xx)[k] - (&before[e][h].linear.xx)[k]) < 1e-4f);
}

static void parents_change_and_poses_stay(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 40; seed++) {
        vvi_random random = vvi_random_seed(seed);
        vv_document *document = open_random(&random);
        vv_affine before[EXAMPLES][HANDLES];
        char command[200];
        uint32_t refused = 0;
        find_transforms(document, before);
        for (uint32_t i = 0; i < 30; i++) {
            uint32_t child = vvi_random_below(&random, HANDLES), parent = vvi_random_below(&random, HANDLES + 1);
            if (parent == HANDLES)
                snprintf(command, sizeof command,
                         "{\"do\":\"handle.set\",\"artwork\":\"a\",\"handle\":\"h%u\",\"parent\":null}", child);
            else
                snprintf(command, sizeof command,
                         "{\"do\":\"handle.set\",\"artwork\":\"a\",\"handle\":\"h%u\",\"parent\":\"h%u\"}", child,
                         parent);
            vv_error error = {0};
            bool circle = false;
            for (uint32_t at = parent < HANDLES ? parent : VV_NONE; at != VV_NONE;
                 at = artwork_of(document)->handles[at].parent)
                circle = circle || at == child;
            vv_result result = apply_text(document, command, &error);
            assert_int_equal(result, circle ? VV_ERROR_ARGUMENT : VV_OK);
            refused += circle;
            check_same(document, before);
            if (result == VV_OK && vvi_random_below(&random, 4) == 0) { /* and back, to the same bytes */
                char *now = text_of(document);
                assert_true(vv_document_undo(document));
                check_same(document, before);
                assert_true(vv_document_redo(document));
                char *again = text_of(document);
                assert_string_equal(now, again);
                free(now);
                free(again);
            }
        }
        assert_true(refused > 0);
        must_apply(document, "{\"do\":\"handle.move\",\"artwork\":\"a\",\"handle\":\"h7\",\"before\":\"h0\"}");
        check_same(document, before);
        must_apply(document, "{\"do\":\"handle.rename\",\"artwork\":\"a\",\"handle\":\"h7\",\"to\":\"x7\"}");
        check_same(document, before);
        for (uint32_t h = 1; h < 6; h++) {
            snprintf(command, sizeof command, "{\"do\":\"handle.remove\",\"artwork\":\"a\",\"handle\":\"h%u\"}", h);
            must_apply(document, command);
            check_same(document, before);
        }
        vv_document_destroy(document);
    }
}

static void who_carries_itself_is_refused(void **state)
{
    (void)state;
    static const char text[] =
        "{\"format\":\"verve-project\",\"version\":1,\"name\":\"p\",\"artworks\":[{\"name\":\"a\",\"handles\":["
        "{\"name\":\"x\",\"kind\":\"point\",\"at\":[0,0]},"
        "{\"name\":\"y\",\"kind\":\"point\",\"at\":[1,0],\"parent\":\"z\"},"
        "{\"name\":\"z\",\"kind\":\"point\",\"at\":[2,0],\"parent\":\"y\"}]}]}";
    vv_document *document = NULL;
    vv_error error = {0};
    assert_int_equal(vv_document_parse(text, sizeof text - 1, "project.json", NULL, &document, &error),
                     VV_ERROR_ARGUMENT);
    assert_string_equal(error.path, "$.artworks[0].handles[1]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parents_change_and_poses_stay),
        cmocka_unit_test(who_carries_itself_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
