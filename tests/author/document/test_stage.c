/* Commands on what a stage has beside its actors: obstacles, zones and joints are added, changed, renamed, moved and
 * removed by name or by index, and what names them follows. */
#include "documents.h"

static const char stage[] =
    "{\"format\":\"verve-project\",\"version\":1,\"name\":\"n\",\"artworks\":[{\"name\":\"a\",\"layers\":[{\"name\":"
    "\"l\",\"image\":\"i.png\"}],\"handles\":[{\"name\":\"h\",\"kind\":\"point\",\"at\":[0,0]}],\"examples\":[{"
    "\"name\":\"e\"}]}],\"scenes\":[{\"name\":\"s\",\"actors\":[{\"name\":\"c\",\"artwork\":\"a\",\"at\":[0,1]},{"
    "\"name\":\"d\",\"artwork\":\"a\",\"at\":[0,1]}]},{\"name\":\"t\",\"artwork\":\"a\"}]}";

static const vv_project_stage *stage_of(vv_document *document)
{
    return &vv_document_project(document)->scenes[0]->stage;
}

/* Refused at this place, and nothing has changed. */
static void must_refuse(vv_document *document, const char *command, vv_result code, const char *path)
{
    vv_error error = {0};
    char *before = text_of(document);
    uint64_t revision = vv_document_revision(document);
    vv_result result = apply_text(document, command, &error);
    if (result != code || strcmp(error.path, path) != 0)
        fail_msg("%s\nexpected %s at %s, got %s at %s: %s", command, vv_result_name(code), path, vv_result_name(result),
                 error.path, error.message);
    char *after = text_of(document);
    assert_string_equal(before, after);
    assert_int_equal(vv_document_revision(document), revision);
    free(before);
    free(after);
}

/* What a document says is what it says when it is read again. */
static void check_whole(vv_document *document)
{
    char *text = text_of(document);
    vv_document *again = open_text(text);
    char *same = text_of(again);
    assert_string_equal(text, same);
    free(text);
    free(same);
    vv_document_destroy(again);
}

static vv_document *open_stage(void)
{
    vv_document *document = open_text(stage);
    must_apply(document,
               "[{\"do\":\"obstacle.add\",\"scene\":\"s\",\"name\":\"post\",\"kind\":\"segments\",\"points\":"
               "[[0,-1],[0,0]]},"
               "{\"do\":\"obstacle.add\",\"scene\":\"s\",\"kind\":\"ground\",\"height\":-1},"
               "{\"do\":\"zone.add\",\"scene\":\"s\",\"kind\":\"wind\",\"velocity\":[1,0]},"
               "{\"do\":\"zone.add\",\"scene\":\"s\",\"name\":\"sea\",\"kind\":\"water\",\"points\":[[0,0],[1,0]],"
               "\"before\":0},"
               "{\"do\":\"joint.add\",\"scene\":\"s\",\"name\":\"tie\",\"kind\":\"rope\",\"a\":{\"obstacle\":"
               "\"post\"},\"b\":{\"actor\":\"c\"}},"
               "{\"do\":\"joint.add\",\"scene\":\"s\",\"kind\":\"weld\",\"a\":{\"actor\":\"c\"},\"b\":{"
               "\"actor\":\"d\"}},"
               "{\"do\":\"scene.set\",\"scene\":\"s\",\"script\":["
               "{\"time\":0,\"do\":\"zone\",\"zone\":\"sea\",\"changes\":{\"at\":[0,1]},\"seconds\":1},"
               "{\"time\":0,\"do\":\"break\",\"joint\":\"tie\"},"
               "{\"time\":0,\"do\":\"move\",\"obstacle\":\"post\",\"to\":[1,1],\"seconds\":1},"
               "{\"time\":0,\"do\":\"flip\",\"actor\":\"c\"}]}]");
    return document;
}

static void items_are_added_in_their_place(void **state)
{
    (void)state;
    vv_document *document = open_stage();
    const vv_project_stage *s = stage_of(document);
    assert_int_equal(s->obstacle_count, 2);
    assert_string_equal(s->obstacles[0].name, "post");
    assert_string_equal(s->obstacles[1].name, "");
    assert_int_equal(s->zone_count, 2);
    assert_string_equal(s->zones[0].name, "sea");
    assert_int_equal(s->zones[1].kind, VV_ZONE_WIND);
    assert_int_equal(s->joint_count, 2);
    check_whole(document);
    must_refuse(document, "{\"do\":\"zone.add\",\"scene\":\"s\",\"name\":\"sea\",\"kind\":\"wind\"}", VV_ERROR_ARGUMENT,
                "$.name");
    must_refuse(document, "{\"do\":\"zone.add\",\"scene\":\"s\"}", VV_ERROR_FORMAT, "$");
    must_refuse(document, "{\"do\":\"zone.add\",\"scene\":\"t\",\"kind\":\"wind\"}", VV_ERROR_ARGUMENT, "$.scene");
    must_refuse(document, "{\"do\":\"joint.add\",\"scene\":\"s\",\"kind\":\"weld\",\"a\":{},\"b\":{}}",
                VV_ERROR_ARGUMENT, "$");
    vv_document_destroy(document);
}

static void setting_changes_only_what_is_given(void **state)
{
    (void)state;
    vv_document *document = open_stage();
    must_apply(document, "[{\"do\":\"obstacle.set\",\"scene\":\"s\",\"index\":1,\"height\":-2},"
                         "{\"do\":\"obstacle.set\",\"scene\":\"s\",\"obstacle\":\"post\",\"friction\":0.1,\"tag\":3},"
                         "{\"do\":\"zone.set\",\"scene\":\"s\",\"zone\":\"sea\",\"drag\":3},"
                         "{\"do\":\"zone.set\",\"scene\":\"s\",\"index\":1,\"drag\":2},"
                         "{\"do\":\"joint.set\",\"scene\":\"s\",\"joint\":\"tie\",\"length\":2},"
                         "{\"do\":\"joint.set\",\"scene\":\"s\",\"index\":1,\"name\":\"glue\"}]");
    const vv_project_stage *s = stage_of(document);
    assert_true(s->obstacles[1].points[0].y == -2.0f && s->obstacles[1].points[1].y == -2.0f);
    assert_true(s->obstacles[0].friction == 0.1f && s->obstacles[0].tag == 3 && s->obstacles[0].point_count == 2);
    assert_true(s->zones[0].drag == 3.0f && s->zones[0].point_count == 2 && s->zones[1].wind_drag == 2.0f);
    assert_true(s->zones[1].drag == 0.5f && s->zones[0].wind_drag == 0.0f && s->zones[1].velocity.x == 1.0f);
    assert_true(s->joints[0].length == 2.0f && s->joints[0].b.actor == 0);
    assert_string_equal(s->joints[1].name, "glue");
    must_apply(document,
               "{\"do\":\"obstacle.set\",\"scene\":\"s\",\"obstacle\":\"post\",\"points\":[[0,0],[1,0],[1,1]]}");
    assert_int_equal(stage_of(document)->obstacles[0].point_count, 3);
    /* another kind forgets what only the old one had */
    must_apply(document,
               "{\"do\":\"zone.set\",\"scene\":\"s\",\"zone\":\"sea\",\"kind\":\"force\",\"acceleration\":[1,0]}");
    assert_true(stage_of(document)->zones[0].drag == 0.5f);
    check_whole(document);
    must_refuse(document, "{\"do\":\"zone.set\",\"scene\":\"s\",\"zone\":\"sea\",\"density\":2}", VV_ERROR_FORMAT,
                "$.density");
    must_refuse(document, "{\"do\":\"joint.set\",\"scene\":\"s\",\"index\":1,\"name\":\"tie\"}", VV_ERROR_ARGUMENT,
                "$.name");
    must_refuse(document, "{\"do\":\"joint.set\",\"scene\":\"s\",\"joint\":\"tie\",\"b\":{}}", VV_ERROR_ARGUMENT, "$");
    must_refuse(document, "{\"do\":\"zone.set\",\"scene\":\"s\",\"index\":2,\"angle\":1}", VV_ERROR_NOT_FOUND,
                "$.index");
    must_refuse(document, "{\"do\":\"zone.set\",\"scene\":\"s\",\"zone\":\"\",\"angle\":1}", VV_ERROR_NOT_FOUND,
                "$.zone");
    must_refuse(document, "{\"do\":\"zone.set\",\"scene\":\"s\",\"angle\":1}", VV_ERROR_ARGUMENT, "$");
    must_refuse(document, "{\"do\":\"zone.set\",\"scene\":\"s\",\"zone\":\"sea\",\"index\":0,\"angle\":1}",
                VV_ERROR_ARGUMENT, "$");
    must_refuse(document, "{\"do\":\"obstacle.set\",\"scene\":\"s\",\"obstacle\":\"post\",\"height\":1}",
                VV_ERROR_FORMAT, "$.height");
    vv_document_destroy(document);
}

static void names_are_followed(void **state)
{
    (void)state;
    vv_document *document = open_stage();
    must_apply(document, "[{\"do\":\"obstacle.rename\",\"scene\":\"s\",\"obstacle\":\"post\",\"to\":\"pole\"},"
                         "{\"do\":\"zone.rename\",\"scene\":\"s\",\"index\":0,\"to\":\"lake\"},"
                         "{\"do\":\"joint.set\",\"scene\":\"s\",\"joint\":\"tie\",\"name\":\"knot\"},"
                         "{\"do\":\"zone.move\",\"scene\":\"s\",\"zone\":\"lake\"}]");
    const vv_project_stage *s = stage_of(document);
    assert_string_equal(s->joints[0].a.obstacle, "pole");
    assert_string_equal(s->cues[0].name, "lake");
    assert_string_equal(s->cues[1].name, "knot");
    assert_string_equal(s->cues[2].name, "pole");
    assert_string_equal(s->zones[1].name, "lake");
    check_whole(document);
    vv_document_destroy(document);
}

static void what_names_them_goes_with_them(void **state)
{
    (void)state;
    vv_document *document = open_stage();
    must_apply(document, "{\"do\":\"zone.remove\",\"scene\":\"s\",\"zone\":\"sea\"}");
    assert_int_equal(stage_of(document)->zone_count, 1);
    assert_int_equal(stage_of(document)->cue_count, 3);
    must_apply(document, "{\"do\":\"obstacle.remove\",\"scene\":\"s\",\"index\":0}");
    const vv_project_stage *s = stage_of(document);
    assert_int_equal(s->obstacle_count, 1);
    assert_int_equal(s->joint_count, 1); /* the rope at the post went, and the cue that broke it */
    assert_int_equal(s->cue_count, 1);
    assert_int_equal(s->cues[0].kind, VV_CUE_FLIP);
    check_whole(document);
    while (vv_document_undo(document))
        check_whole(document);
    char *text = text_of(document);
    vv_document *first = open_text(stage);
    char *same = text_of(first);
    assert_string_equal(text, same);
    free(text);
    free(same);
    vv_document_destroy(first);
    vv_document_destroy(document);
}

/* A sprite that becomes a puppet has no density, and its script says none. */
static void another_kind_forgets_size_and_weight(void **state)
{
    (void)state;
    vv_document *document = open_text(stage);
    must_apply(document, "[{\"do\":\"actor.set\",\"scene\":\"s\",\"actor\":\"c\",\"density\":2},{\"do\":\"scene.set\","
                         "\"scene\":\"s\",\"script\":[{\"time\":0,\"do\":\"change\",\"actor\":\"c\",\"changes\":{"
                         "\"density\":3,\"tag\":1}}]},{\"do\":\"actor.set\",\"scene\":\"s\",\"actor\":\"c\",\"kind\":"
                         "\"puppet\"}]");
    const vv_project_stage *s = stage_of(document);
    assert_true(s->actors[0].density == 1.0f);
    assert_int_equal(s->cues[0].change.given, 1u << VV_CHANGE_TAG);
    check_whole(document);
    must_refuse(document, "{\"do\":\"actor.set\",\"scene\":\"s\",\"actor\":\"c\",\"density\":2}", VV_ERROR_ARGUMENT,
                "$.density");
    vv_document_destroy(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_are_added_in_their_place),
        cmocka_unit_test(setting_changes_only_what_is_given),
        cmocka_unit_test(names_are_followed),
        cmocka_unit_test(what_names_them_goes_with_them),
        cmocka_unit_test(another_kind_forgets_size_and_weight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
