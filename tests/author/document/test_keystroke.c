/* Commands about lines of action, their keystrokes, pulls, twists and contacts: each does what it says, what refers
 * to what follows, undo and redo are exact, and a refused one or one that runs out of memory has changed nothing. */
#include "author/document/lines.h"
#include "tests/author/document/folders.h"
#include "tests/author/document/lines_sample.h"

static vv_document *after(const char *command) { return after_command(lines_sample, command); }

static const vv_project *project_of(const vv_document *document) { return vv_document_project(document); }

static const vv_project_line *line_of(const vv_document *document, uint32_t line)
{
    return project_of(document)->lines[line];
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

static void lines_are_added_and_set(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"line.add\",\"name\":\"kick\",\"skeleton\":\"dog\",\"over\":{\"take\":"
                                  "\"trot\"},\"before\":\"nod\",\"keys\":[{\"time\":1,\"points\":[[0,0],[1,1]]}]}");
    assert_true(project_of(document)->line_count == 7 && line_of(document, 1)->over_take == 1);
    assert_true(line_of(document, 2)->over_line == 0 && line_of(document, 3)->over_line == 2); /* those follow */
    assert_true(project_of(document)->scenes[0]->subject == 0 && project_of(document)->scenes[1]->subject == 5);
    vv_document_destroy(document);
    document =
        after("{\"do\":\"line.set\",\"line\":\"throw\",\"over\":null,\"root\":null,\"elements\":10,\"stiffness\":"
              "null,\"damping\":[1,1,1,1,1,1,1,1,1,2],\"temper\":{\"lag\":0.5},\"view\":{\"pitch\":0.5},"
              "\"plane\":null,\"settle\":null}");
    const vv_project_line *throw = line_of(document, 0);
    assert_true(throw->over_take == VV_NONE && !throw->hold_root && !throw->stiffness && throw->damping[9] == 2.0f);
    assert_true(throw->temper.given == 1u << 4 && throw->temper.values.lag == 0.5f);
    assert_true(throw->temper.values.cycles == 0.0f && throw->heading == 0.0f && throw->pitch == 0.5f);
    assert_true(throw->centre.y == 1.0f && throw->plane_heading == 0.0f && throw->settle == 0.5f);
    assert_true(throw->rate == 60.0f && throw->key_count == 3); /* what is not named stays */
    vv_document_destroy(document);
    document = after("{\"do\":\"line.set\",\"line\":\"strike\",\"creature\":\"fox\",\"keys\":[{\"time\":0,\"points\":"
                     "[[0,0],[1,0]]}],\"pulls\":[],\"twists\":null}");
    assert_true(line_of(document, 3)->subject == 1 && line_of(document, 3)->key_count == 1);
    vv_document_destroy(document);
    document = after("{\"do\":\"line.set\",\"line\":\"leap\",\"rest\":null,\"stretch\":null}");
    assert_true(line_of(document, 4)->rest_count == 0 && line_of(document, 4)->stretch);
    vv_document_destroy(document);
    document = after("{\"do\":\"line.set\",\"line\":\"plain\",\"artwork\":\"sack\"}");
    assert_int_equal(line_of(document, 5)->subject, 0);
    vv_document_destroy(document);
}

static void lines_are_copied(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"line.duplicate\",\"line\":\"throw\",\"name\":\"pitch\"}");
    const vv_project_line *throw = line_of(document, 0), *pitch = line_of(document, 1);
    assert_string_equal(pitch->name, "pitch");
    assert_true(pitch->keys[0].points != throw->keys[0].points && pitch->keys[0].points[2].x == 0.25f);
    assert_true(pitch->keys[0].pressures != throw->keys[0].pressures && pitch->keys[0].bones != throw->keys[0].bones);
    assert_true(pitch->pulls[0].points != throw->pulls[0].points && pitch->twists[0].steps != throw->twists[0].steps);
    assert_true(pitch->contacts[0].steps != throw->contacts[0].steps && pitch->stiffness != throw->stiffness);
    assert_true(line_of(document, 2)->over_line == 0 && line_of(document, 3)->over_line == 2);
    vv_document_destroy(document);
    document = after("{\"do\":\"line.duplicate\",\"line\":\"walk\",\"name\":\"again\"}");
    assert_int_equal(line_of(document, 3)->over_line, 1); /* over the same */
    vv_document_destroy(document);
}

/* Lines over it are over nothing; its scenes go. */
static void removed_lines_leave_those_over_them(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"line.remove\",\"line\":\"throw\"}");
    assert_true(line_of(document, 0)->over_line == VV_NONE && line_of(document, 1)->over_line == 0);
    assert_int_equal(project_of(document)->scene_count, 2);
    assert_true(project_of(document)->scenes[0]->subject == 3 && project_of(document)->scenes[1]->subject == 2);
    must_lack(document, "thrown");
    vv_document_destroy(document);
    document = after("{\"do\":\"line.rename\",\"line\":\"throw\",\"to\":\"toss\"}");
    must_lack(document, "\"throw\"");
    vv_document_destroy(document);
    document = after("{\"do\":\"line.move\",\"line\":\"strike\",\"before\":\"throw\"}");
    assert_true(line_of(document, 2)->over_line == 1 && project_of(document)->scenes[0]->subject == 1);
    assert_int_equal(project_of(document)->scenes[2]->subject, 0);
    vv_document_destroy(document);
}

/* ---- What lines refer to ----------------------------------------------------------------------------------------- */

static void lines_follow_what_they_are_of(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"skeleton.move\",\"skeleton\":\"man\"}");
    assert_true(line_of(document, 0)->subject == 1 && line_of(document, 2)->subject == 1);
    vv_document_destroy(document);
    document = after("{\"do\":\"creature.add\",\"name\":\"eel\",\"seed\":1,\"before\":\"snake\"}");
    assert_int_equal(line_of(document, 3)->subject, 1);
    vv_document_destroy(document);
    document = after("{\"do\":\"artwork.move\",\"artwork\":\"ball\",\"before\":\"sack\"}");
    assert_true(line_of(document, 4)->subject == 1 && line_of(document, 5)->subject == 0);
    vv_document_destroy(document);
    document =
        after("{\"do\":\"take.add\",\"name\":\"run\",\"skeleton\":\"man\",\"file\":\"r.bvh\",\"before\":\"walk\"}");
    assert_int_equal(line_of(document, 0)->over_take, 1);
    vv_document_destroy(document);
    document = after("{\"do\":\"take.remove\",\"take\":\"walk\"}");
    assert_int_equal(line_of(document, 0)->over_take, VV_NONE);
    vv_document_destroy(document);
    document = after("[{\"do\":\"take.rename\",\"take\":\"walk\",\"to\":\"stroll\"},{\"do\":\"skeleton.rename\","
                     "\"skeleton\":\"man\",\"to\":\"woman\"}]");
    must_lack(document, "\"man\"");
    assert_int_equal(line_of(document, 0)->over_take, 0);
    vv_document_destroy(document);
}

static void keystrokes_follow_handles(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"handle.remove\",\"artwork\":\"sack\",\"handle\":\"foot\"}");
    const vv_project_line_key *key = &line_of(document, 4)->keys[0];
    assert_true(key->bone_count == 1 && key->handles[0] == 1);
    vv_document_destroy(document);
    document = after("[{\"do\":\"handle.remove\",\"artwork\":\"sack\",\"handle\":\"foot\"},{\"do\":\"handle.remove\","
                     "\"artwork\":\"sack\",\"handle\":\"ear\"}]");
    key = &line_of(document, 4)->keys[0];
    assert_true(key->bone_count == 0 && !key->handles);
    vv_document_destroy(document);
    document = after("{\"do\":\"handle.move\",\"artwork\":\"sack\",\"handle\":\"ear\",\"before\":\"foot\"}");
    key = &line_of(document, 4)->keys[0];
    assert_true(key->handles[0] == 0 && key->handles[1] == 1);
    vv_document_destroy(document);
    document = after("{\"do\":\"handle.rename\",\"artwork\":\"sack\",\"handle\":\"ear\",\"to\":\"lobe\"}");
    must_lack(document, "\"ear\"");
    vv_document_destroy(document);
}

/* ---- Keystrokes -------------------------------------------------------------------------------------------------- */

static vv_document *after_key(double time)
{
    char command[200];
    snprintf(command, sizeof command,
             "{\"do\":\"keystroke.add\",\"line\":\"throw\",\"key\":{\"time\":%.6f,\"points\":[[7,8],[9,9]]}}", time);
    return after(command);
}

static void keystrokes_are_put_in_their_place(void **state)
{
    (void)state;
    static const struct {
        double time;
        uint32_t index, count;
    } expected[] = {{0.0, 0, 3},     {0.00008, 0, 3}, {0.01, 1, 4}, {0.25, 1, 4}, {0.49995, 1, 3},
                    {0.50005, 1, 3}, {0.52, 2, 4},    {1.0, 2, 3},  {1.5, 3, 4}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        vv_document *document = after_key(expected[i].time);
        const vv_project_line *line = line_of(document, 0);
        assert_int_equal(line->key_count, expected[i].count);
        assert_true(line->keys[expected[i].index].points[0].x == 7.0f);
        assert_true(line->keys[expected[i].index].preset == VV_NONE); /* nothing of what was there before */
        vv_document_destroy(document);
    }
}

static void keystrokes_are_set_in_parts(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"keystroke.set\",\"line\":\"throw\",\"index\":0,\"points\":[[1,0],[2,0],"
                                  "[3,0]],\"preset\":null,\"bones\":null}");
    const vv_project_line_key *key = &line_of(document, 0)->keys[0];
    assert_true(key->points[2].x == 3.0f && key->pressures[0] == 0.5f && key->preset == VV_NONE);
    assert_true(key->bone_count == 0 && !key->bones && key->from == 0.25f && key->temper.given == 1u << 2);
    vv_document_destroy(document);
    document = after("{\"do\":\"keystroke.set\",\"line\":\"throw\",\"index\":0,\"points\":[[1,0],[2,0]],\"pressure\":"
                     "null,\"from\":null,\"to\":null,\"temper\":null}");
    key = &line_of(document, 0)->keys[0];
    assert_true(!key->pressures && key->point_count == 2 && key->to == 0.0f && key->temper.given == 0);
    vv_document_destroy(document);
    document = after("{\"do\":\"keystroke.set\",\"line\":\"throw\",\"index\":0,\"to\":0.5}");
    assert_true(line_of(document, 0)->keys[0].from == 0.25f && line_of(document, 0)->keys[0].to == 0.5f);
    vv_document_destroy(document);
    document = after("{\"do\":\"keystroke.set\",\"line\":\"throw\",\"index\":0,\"time\":0.75}");
    assert_true(line_of(document, 0)->key_count == 3 && line_of(document, 0)->keys[1].pressures);
    vv_document_destroy(document);
    document = after("{\"do\":\"keystroke.set\",\"line\":\"leap\",\"index\":1,\"bones\":[\"belly\"]}");
    assert_int_equal(line_of(document, 4)->keys[1].handles[0], 1);
    vv_document_destroy(document);
}

static void keystrokes_move_and_go(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"keystroke.move\",\"line\":\"throw\",\"index\":0,\"time\":2}");
    const vv_project_line *line = line_of(document, 0);
    assert_true(line->key_count == 3 && line->keys[2].time == 2.0f && line->keys[2].pressures);
    vv_document_destroy(document);
    document = after("{\"do\":\"keystroke.move\",\"line\":\"throw\",\"index\":2,\"time\":0.50005}"); /* onto another */
    line = line_of(document, 0);
    assert_true(line->key_count == 2 && line->keys[1].points[1].x == 1.0f);
    vv_document_destroy(document);
    document = after("{\"do\":\"keystroke.move\",\"line\":\"throw\",\"index\":1,\"time\":0.50004}"); /* onto itself */
    assert_true(line_of(document, 0)->key_count == 3 && line_of(document, 0)->keys[1].time == 0.50004f);
    vv_document_destroy(document);
    document = after("{\"do\":\"keystroke.remove\",\"line\":\"throw\",\"index\":1}");
    line = line_of(document, 0);
    assert_true(line->key_count == 2 && line->keys[1].time == 1.0f);
    vv_document_destroy(document);
}

/* ---- Pulls, twists and contacts ---------------------------------------------------------------------------------- */

static void pulls_twists_and_contacts_change(void **state)
{
    (void)state;
    vv_document *document = after(
        "[{\"do\":\"pull.add\",\"line\":\"plain\",\"along\":0.25,\"points\":[[0,1,2],[1,0,0]]},{\"do\":\"pull.set\","
        "\"line\":\"throw\",\"index\":1,\"along\":0},{\"do\":\"pull.remove\",\"line\":\"throw\",\"index\":0}]");
    assert_true(line_of(document, 5)->pull_count == 1 && line_of(document, 5)->pulls[0].points[0].by.y == 2.0f);
    assert_true(line_of(document, 0)->pull_count == 1 && line_of(document, 0)->pulls[0].fraction == 0.0f);
    assert_true(line_of(document, 0)->pulls[0].points[0].time == 1.0f);
    vv_document_destroy(document);
    document = after(
        "[{\"do\":\"twist.add\",\"line\":\"throw\",\"bone\":\"Hips\",\"keys\":[{\"time\":0,\"angle\":2}]},{\"do\":"
        "\"twist.set\",\"line\":\"throw\",\"index\":0,\"keys\":[{\"time\":3,\"angle\":1}]},{\"do\":\"twist.remove\","
        "\"line\":\"throw\",\"index\":1}]");
    const vv_project_line *throw = line_of(document, 0);
    assert_true(throw->twist_count == 2 && throw->twists[0].step_count == 1 && throw->twists[0].steps[0].angle == 1.0f);
    assert_string_equal(throw->twists[0].bone, "Spine");
    assert_string_equal(throw->twists[1].bone, "Hips");
    vv_document_destroy(document);
    document =
        after("[{\"do\":\"contact.add\",\"line\":\"strike\",\"bone\":\"tail\",\"from\":0,\"to\":2,\"keys\":["
              "{\"time\":0,\"place\":[0,0,1]}]},{\"do\":\"contact.set\",\"line\":\"throw\",\"index\":0,\"point\":"
              "null,\"to\":3,\"ease\":null,\"keys\":[{\"time\":0,\"place\":[1,2,3]}]},{\"do\":\"contact.remove\","
              "\"line\":\"throw\",\"index\":1}]");
    const vv_project_contact *contact = &line_of(document, 0)->contacts[0];
    assert_true(line_of(document, 0)->contact_count == 1 && line_of(document, 3)->contacts[0].ease == 0.15f);
    assert_true(contact->point.z == 0.0f && contact->to == 3.0f && contact->ease == 0.15f && !contact->turned);
    assert_true(contact->step_count == 1 && contact->steps[0].position.y == 2.0f &&
                contact->steps[0].rotation.w == 1.0f);
    vv_document_destroy(document);
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

static void scenes_of_lines_are_made_and_set(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"scene.add\",\"name\":\"nodding\",\"line\":\"nod\",\"ghosts\":1}");
    const vv_project_scene *scene = project_of(document)->scenes[3];
    assert_true(scene->kind == VV_SCENE_LINE && scene->subject == 1 && scene->show_line && scene->follows);
    char *text;
    size_t length;
    assert_int_equal(vv_project_write_scene(project_of(document), scene, NULL, &text, &length, NULL), VV_OK);
    assert_string_equal(text, "{\"do\":\"scene.add\",\"name\":\"nodding\",\"line\":\"nod\",\"ghosts\":1}");
    vv_project_text_release(NULL, text, length);
    vv_document_destroy(document);
    document = after("{\"do\":\"scene.set\",\"scene\":\"thrown\",\"line\":\"strike\",\"show\":null,\"camera\":null}");
    scene = project_of(document)->scenes[0];
    assert_true(scene->subject == 3 && scene->show_line && !scene->aimed && scene->ghosts == 2);
    vv_document_destroy(document);
}

/* ---- Refused ----------------------------------------------------------------------------------------------------- */

typedef struct refusal {
    const char *command, *path;
    vv_result code;
} refusal;

static void what_is_wrong_is_refused_with_its_place(void **state)
{
    (void)state;
    static const refusal refused[] = {
        {"{\"do\":\"line.add\",\"name\":\"nod\",\"skeleton\":\"man\"}", "$.name", VV_ERROR_ARGUMENT},
        {"{\"do\":\"line.add\",\"name\":\"x\"}", "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"line.add\",\"name\":\"x\",\"skeleton\":\"man\",\"before\":\"nod\",\"over\":{\"line\":\"nod\"}}",
         "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"line.set\",\"line\":\"nod\",\"over\":{\"line\":\"nod\"}}", "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"line.set\",\"line\":\"nod\",\"over\":{\"line\":\"walk\"}}", "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"line.set\",\"line\":\"nod\",\"over\":{\"take\":\"trot\"}}", "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"line.set\",\"line\":\"nod\",\"creature\":\"fox\"}", "$.creature", VV_ERROR_ARGUMENT},
        {"{\"do\":\"line.set\",\"line\":\"throw\",\"skeleton\":\"dog\"}", "$", VV_ERROR_ARGUMENT}, /* over a take */
        {"{\"do\":\"line.set\",\"line\":\"throw\",\"skeleton\":\"dog\",\"over\":null}", "$",
         VV_ERROR_ARGUMENT}, /* nod is over it */
        {"{\"do\":\"line.set\",\"line\":\"throw\",\"elements\":10}", "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"line.set\",\"line\":\"leap\",\"artwork\":\"ball\"}", "$.artwork", VV_ERROR_ARGUMENT},
        {"{\"do\":\"line.set\",\"line\":\"leap\",\"view\":{\"pitch\":1}}", "$.view", VV_ERROR_ARGUMENT},
        {"{\"do\":\"line.set\",\"line\":\"leap\",\"name\":\"x\"}", "$.name", VV_ERROR_FORMAT},
        {"{\"do\":\"line.set\",\"line\":\"throw\",\"rate\":240,\"keys\":[{\"time\":90,\"points\":[[0,0],[1,1]]}]}", "$",
         VV_ERROR_ARGUMENT},
        {"{\"do\":\"line.move\",\"line\":\"throw\"}", "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"line.move\",\"line\":\"walk\",\"before\":\"nod\"}", "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"line.duplicate\",\"line\":\"walk\",\"name\":\"x\",\"before\":\"throw\"}", "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"take.set\",\"take\":\"walk\",\"skeleton\":\"dog\"}", "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"take.set\",\"take\":\"trot\",\"skeleton\":\"cat\"}", "$.skeleton", VV_ERROR_NOT_FOUND},
        {"{\"do\":\"skeleton.remove\",\"skeleton\":\"man\"}", "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"creature.remove\",\"creature\":\"snake\"}", "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"artwork.remove\",\"artwork\":\"sack\"}", "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"keystroke.add\",\"line\":\"throw\",\"key\":{\"time\":0.505,\"points\":[[0,0],[1,1]]}}", "$",
         VV_ERROR_ARGUMENT},
        {"{\"do\":\"keystroke.add\",\"line\":\"throw\",\"key\":{\"time\":3}}", "$.key", VV_ERROR_FORMAT},
        {"{\"do\":\"keystroke.add\",\"line\":\"throw\"}", "$", VV_ERROR_FORMAT},
        {"{\"do\":\"keystroke.add\",\"line\":\"throw\",\"key\":[]}", "$.key", VV_ERROR_FORMAT},
        {"{\"do\":\"keystroke.set\",\"line\":\"throw\",\"index\":3,\"time\":2}", "$.index", VV_ERROR_NOT_FOUND},
        {"{\"do\":\"keystroke.set\",\"line\":\"throw\",\"index\":-1,\"time\":2}", "$.index", VV_ERROR_ARGUMENT},
        {"{\"do\":\"keystroke.set\",\"line\":\"throw\",\"index\":0,\"points\":[[0,0],[1,1]]}", "$.points",
         VV_ERROR_ARGUMENT}, /* pressures of three */
        {"{\"do\":\"keystroke.set\",\"line\":\"throw\",\"index\":0,\"points\":null}", "$.points", VV_ERROR_FORMAT},
        {"{\"do\":\"keystroke.set\",\"line\":\"throw\",\"index\":2,\"from\":0.5}", "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"keystroke.set\",\"line\":\"throw\",\"index\":0,\"to\":null}", "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"keystroke.set\",\"line\":\"throw\",\"index\":0,\"key\":{}}", "$.key", VV_ERROR_FORMAT},
        {"{\"do\":\"keystroke.move\",\"line\":\"throw\",\"index\":0,\"time\":0.995}", "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"keystroke.move\",\"line\":\"throw\",\"index\":0}", "$", VV_ERROR_FORMAT},
        {"{\"do\":\"keystroke.remove\",\"line\":\"nod\",\"index\":0}", "$.index", VV_ERROR_NOT_FOUND},
        {"{\"do\":\"pull.add\",\"line\":\"nod\",\"along\":0}", "$", VV_ERROR_FORMAT},
        {"{\"do\":\"pull.set\",\"line\":\"throw\",\"index\":0,\"points\":[]}", "$.points", VV_ERROR_ARGUMENT},
        {"{\"do\":\"twist.add\",\"line\":\"leap\",\"bone\":\"a\",\"keys\":[{\"time\":0,\"angle\":1}]}", "$",
         VV_ERROR_ARGUMENT},
        {"{\"do\":\"twist.set\",\"line\":\"throw\",\"index\":0,\"along\":1}", "$.along", VV_ERROR_FORMAT},
        {"{\"do\":\"contact.add\",\"line\":\"throw\",\"bone\":\"a\",\"from\":1,\"to\":0,\"keys\":[{\"time\":0,"
         "\"place\":"
         "[0,0,0]}]}",
         "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"contact.set\",\"line\":\"throw\",\"index\":0,\"from\":1}", "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"contact.remove\",\"line\":\"throw\",\"index\":2}", "$.index", VV_ERROR_NOT_FOUND},
        {"{\"do\":\"scene.set\",\"scene\":\"thrown\",\"line\":\"leap\"}", "$.line", VV_ERROR_ARGUMENT},
        {"{\"do\":\"scene.set\",\"scene\":\"leapt\",\"camera\":{}}", "$.camera", VV_ERROR_ARGUMENT},
        {"{\"do\":\"scene.set\",\"scene\":\"leapt\",\"line\":null}", "$.line", VV_ERROR_FORMAT},
    };
    vv_document *document = open_text(lines_sample);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        vv_error error = {0};
        vv_result result = apply_text(document, refused[i].command, &error);
        if (result != refused[i].code || strcmp(error.path, refused[i].path) != 0)
            fail_msg("%s\n%d at %s: %s", refused[i].command, (int)result, error.path, error.message);
    }
    char *text = text_of(document);
    assert_string_equal(text, lines_sample);
    free(text);
    vv_document_destroy(document);
}

/* Who is in the way is named. */
static void what_has_lines_is_not_removed(void **state)
{
    (void)state;
    vv_document *document = open_text(lines_sample);
    vv_error error = {0};
    apply_text(document, "{\"do\":\"creature.remove\",\"creature\":\"snake\"}", &error);
    assert_non_null(strstr(error.message, "\"strike\""));
    apply_text(document, "{\"do\":\"artwork.remove\",\"artwork\":\"ball\"}", &error);
    assert_non_null(strstr(error.message, "\"plain\""));
    must_apply(document, "{\"do\":\"line.remove\",\"line\":\"plain\"}");
    must_apply(document, "{\"do\":\"artwork.remove\",\"artwork\":\"ball\"}");
    must_apply(document, "{\"do\":\"creature.remove\",\"creature\":\"fox\"}"); /* no line is of it */
    vv_document_destroy(document);
}

static void lists_have_their_limits(void **state)
{
    (void)state;
    vv_document *document = open_text(lines_sample);
    char command[200];
    for (uint32_t i = 0; i <= VV_LINE_MAX_KEYS; i++) {
        snprintf(command, sizeof command,
                 "{\"do\":\"keystroke.add\",\"line\":\"nod\",\"key\":{\"time\":%u,\"points\":[[0,0],[1,0]]}}", i);
        assert_int_equal(apply_text(document, command, NULL), i < VV_LINE_MAX_KEYS ? VV_OK : VV_ERROR_LIMIT);
    }
    must_apply(document, "{\"do\":\"keystroke.add\",\"line\":\"nod\",\"key\":{\"time\":9,\"points\":[[0,0],[2,0]]}}");
    for (uint32_t i = 3; i <= VV_MATCH_MAX_TWISTS + 1; i++)
        assert_int_equal(apply_text(document,
                                    "{\"do\":\"twist.add\",\"line\":\"throw\",\"bone\":\"b\",\"keys\":[{"
                                    "\"time\":0,\"angle\":0}]}",
                                    NULL),
                         i <= VV_MATCH_MAX_TWISTS ? VV_OK : VV_ERROR_LIMIT);
    for (uint32_t i = 7; i <= VV_PROJECT_MAX_LINES + 1; i++) {
        snprintf(command, sizeof command, "{\"do\":\"line.add\",\"name\":\"l%u\",\"artwork\":\"ball\"}", i);
        assert_int_equal(apply_text(document, command, NULL), i <= VV_PROJECT_MAX_LINES ? VV_OK : VV_ERROR_LIMIT);
    }
    vv_document_destroy(document);
}

/* ---- Memory and stamps ------------------------------------------------------------------------------------------- */

static const char *const commands[] = {
    "{\"do\":\"line.add\",\"name\":\"x\",\"skeleton\":\"man\",\"before\":\"throw\",\"stiffness\":[2,1,1,1,1,1,1,1,1,1],"
    "\"keys\":[{\"time\":0,\"points\":[[0,0],[1,1]],\"pressure\":[0,1],\"bones\":[\"a\"]}],\"pulls\":[{\"along\":0,"
    "\"points\":[[0,0,0]]}]}",
    "{\"do\":\"line.remove\",\"line\":\"throw\"}",
    "{\"do\":\"line.duplicate\",\"line\":\"throw\",\"name\":\"x\"}",
    "{\"do\":\"line.duplicate\",\"line\":\"leap\",\"name\":\"x\"}",
    "{\"do\":\"line.set\",\"line\":\"throw\",\"rate\":50}",
    "{\"do\":\"line.set\",\"line\":\"leap\",\"rest\":[[0,0],[1,0]]}",
    "{\"do\":\"keystroke.add\",\"line\":\"throw\",\"key\":{\"time\":0.25,\"points\":[[0,0],[1,1]]}}",
    "{\"do\":\"keystroke.set\",\"line\":\"leap\",\"index\":0,\"bones\":[\"belly\"]}",
    "{\"do\":\"keystroke.move\",\"line\":\"throw\",\"index\":0,\"time\":5}",
    "{\"do\":\"keystroke.remove\",\"line\":\"throw\",\"index\":0}",
    "{\"do\":\"pull.add\",\"line\":\"leap\",\"along\":1,\"points\":[[0,0,0]]}",
    "{\"do\":\"twist.set\",\"line\":\"throw\",\"index\":0,\"keys\":[{\"time\":0,\"angle\":1}]}",
    "{\"do\":\"contact.remove\",\"line\":\"throw\",\"index\":0}",
    "{\"do\":\"handle.remove\",\"artwork\":\"sack\",\"handle\":\"foot\"}",
    "{\"do\":\"take.remove\",\"take\":\"walk\"}",
    "{\"do\":\"skeleton.move\",\"skeleton\":\"man\"}",
    "{\"do\":\"creature.move\",\"creature\":\"snake\"}",
    "{\"do\":\"artwork.move\",\"artwork\":\"sack\"}",
    "{\"do\":\"scene.set\",\"scene\":\"thrown\",\"ghosts\":3}",
};

static void commands_survive_every_failed_allocation(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        must_survive_failed_allocations(lines_sample, commands[i]);
}

/* A cache that compares stamps rebuilds what a command touched, and nothing else; undo brings the old one back. */
static void stamps_tell_what_changed(void **state)
{
    (void)state;
    vv_document *document = open_text(lines_sample);
    const vv_project *before = vv_document_keep(document);
    must_apply(document, "{\"do\":\"keystroke.move\",\"line\":\"strike\",\"index\":1,\"time\":3}");
    must_apply(document, "{\"do\":\"handle.remove\",\"artwork\":\"sack\",\"handle\":\"foot\"}");
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(line_of(document, i)->stamp != before->lines[i]->stamp, i == 3 || i == 4);
    while (vv_document_undo(document)) {}
    assert_true(line_of(document, 3)->stamp == before->lines[3]->stamp);
    vv_project_release(before);
    vv_document_destroy(document);
}

/* ---- Any commands ------------------------------------------------------------------------------------------------ */

/* About names and places that there may be or not, with values that may be good or not. */
static void random_line_command(vvi_random *r, char *text, size_t bytes)
{
    static const char *const names[] = {"throw", "nod", "walk", "strike", "leap", "plain", "kick"};
    static const char *const of[] = {"\"skeleton\":\"man\"", "\"skeleton\":\"dog\"", "\"creature\":\"snake\"",
                                     "\"artwork\":\"sack\"", "\"artwork\":\"ball\""};
    static const char *const over[] = {"null", "{\"line\":\"throw\"}", "{\"line\":\"nod\"}", "{\"take\":\"walk\"}",
                                       "{\"take\":\"trot\"}"};
    static const char *const bones[] = {"null", "[\"ear\"]", "[\"foot\",\"belly\"]", "[\"Spine\"]"};
    static const char *const others[] = {
        "{\"do\":\"handle.remove\",\"artwork\":\"sack\",\"handle\":\"foot\"}",
        ("{\"do\":\"handle.add\",\"artwork\":\"sack\",\"name\":\"foot\",\"kind\":\"point\",\"at\":[0,0],\"before\":"
         "\"ear\"}"),
        "{\"do\":\"handle.move\",\"artwork\":\"sack\",\"handle\":\"ear\",\"before\":\"belly\"}",
        "{\"do\":\"take.remove\",\"take\":\"walk\"}",
        "{\"do\":\"take.add\",\"name\":\"walk\",\"skeleton\":\"man\",\"file\":\"w.bvh\",\"before\":\"trot\"}",
        "{\"do\":\"skeleton.move\",\"skeleton\":\"man\"}",
        "{\"do\":\"artwork.move\",\"artwork\":\"sack\"}",
        "{\"do\":\"creature.move\",\"creature\":\"snake\"}",
        "{\"do\":\"artwork.remove\",\"artwork\":\"ball\"}",
        "{\"do\":\"take.set\",\"take\":\"walk\",\"skeleton\":\"dog\"}"};
    const char *name = pick(r, names, 7), *other = pick(r, names, 7), *subject = pick(r, of, 5),
               *below = pick(r, over, 5), *set = pick(r, bones, 4), *odd = pick(r, others, 10);
    uint32_t index = vvi_random_below(r, 4);
    double number = (double)(vvi_random_unit(r) * 2.0f);
    switch (vvi_random_below(r, 13)) {
    case 0:
        snprintf(text, bytes, "{\"do\":\"line.add\",\"name\":\"%s\",%s,\"over\":%s,\"before\":\"%s\"}", name, subject,
                 below, other);
        break;
    case 1:
        if (index == 0) /* else soon nothing is left to change */
            snprintf(text, bytes, "{\"do\":\"line.remove\",\"line\":\"%s\"}", name);
        else
            snprintf(text, bytes, "{\"do\":\"line.add\",\"name\":\"%s\",%s}", name, subject);
        break;
    case 2:
        snprintf(text, bytes, "{\"do\":\"line.move\",\"line\":\"%s\",\"before\":\"%s\"}", name, other);
        break;
    case 3:
        snprintf(text, bytes, "{\"do\":\"line.rename\",\"line\":\"%s\",\"to\":\"%s\"}", name, other);
        break;
    case 4:
        snprintf(text, bytes, "{\"do\":\"line.duplicate\",\"line\":\"%s\",\"name\":\"%s\"}", name, other);
        break;
    case 5:
        snprintf(text, bytes, "{\"do\":\"line.set\",\"line\":\"%s\",%s,\"over\":%s}", name, subject, below);
        break;
    case 6:
        snprintf(
            text, bytes,
            "{\"do\":\"keystroke.add\",\"line\":\"%s\",\"key\":{\"time\":%.2f,\"points\":[[0,0],[%.2f,1]],\"bones\":"
            "%s}}",
            name, number, number, set);
        break;
    case 7:
        snprintf(text, bytes, "{\"do\":\"keystroke.set\",\"line\":\"%s\",\"index\":%u,\"bones\":%s}", name, index, set);
        break;
    case 8:
        snprintf(text, bytes, "{\"do\":\"keystroke.move\",\"line\":\"%s\",\"index\":%u,\"time\":%.2f}", name, index,
                 number);
        break;
    case 9:
        snprintf(text, bytes, "{\"do\":\"%s.remove\",\"line\":\"%s\",\"index\":%u}",
                 number < 1.0 ? "keystroke" : "contact", name, index);
        break;
    case 10:
        snprintf(text, bytes, "{\"do\":\"pull.add\",\"line\":\"%s\",\"along\":%.2f,\"points\":[[0,0,1]]}", name,
                 number);
        break;
    case 11:
        snprintf(text, bytes, "{\"do\":\"scene.add\",\"name\":\"s%.2f\",\"line\":\"%s\"}", number, name);
        break;
    default:
        snprintf(text, bytes, "%s", odd);
        break;
    }
}

/* Whatever commands make reads back, and is undone and redone to the byte. */
static void any_commands_are_undone(void **state)
{
    (void)state;
    vv_document *document = open_text(lines_sample);
    vvi_random random = vvi_random_seed(8);
    unsigned done = 0;
    for (int i = 0; i < 3000; i++) {
        char command[1000];
        random_line_command(&random, command, sizeof command);
        if (apply_text(document, command, NULL) != VV_OK)
            continue;
        char *text = text_of(document), *whole = whole_text(document);
        vv_document *opened = open_text(text), *from_whole = open_text(whole);
        char *again = text_of(opened), *whole_again = text_of(from_whole);
        assert_string_equal(again, text);
        assert_string_equal(whole_again, text);
        free(whole_again);
        free(again);
        free(whole);
        free(text);
        vv_document_destroy(from_whole);
        vv_document_destroy(opened);
        done++;
    }
    assert_true(done > 400);
    char *last = text_of(document);
    while (vv_document_undo(document)) {}
    while (vv_document_redo(document)) {}
    char *redone = text_of(document);
    assert_string_equal(redone, last);
    free(redone);
    free(last);
    vv_document_destroy(document);
}

/* A long stroke and copies of its line: the first text that could not be opened again is not written. */
static void what_could_not_be_opened_is_not_written(void **state)
{
    (void)state;
    size_t room = 4096 * 24 + 64, used = 0;
    char *points = malloc(room);
    for (uint32_t i = 0; i < 4096; i++)
        used += (size_t)snprintf(points + used, room - used, "%s[%.6f,%.6f]", i ? "," : "", 0.0001 * i, 0.5 + 1e-5 * i);
    char *command = malloc(32 * room);
    int length = snprintf(command, 32 * room, "{\"do\":\"line.set\",\"line\":\"throw\",\"over\":null,\"keys\":[");
    for (uint32_t k = 0; k < 30; k++)
        length += snprintf(command + length, 32 * room - (size_t)length, "%s{\"time\":%u,\"points\":[%s]}",
                           k ? "," : "", k, points);
    snprintf(command + length, 32 * room - (size_t)length, "]}");
    vv_document *document = open_text(lines_sample);
    must_apply(document, command);
    char *text = NULL;
    size_t bytes = 0;
    vv_result result = VV_OK;
    uint32_t copies = 0;
    for (; result == VV_OK && copies < 58; copies++) {
        char copy[96];
        snprintf(copy, sizeof copy, "{\"do\":\"line.duplicate\",\"line\":\"throw\",\"name\":\"copy %u\"}", copies);
        must_apply(document, copy);
        result = vv_project_write(project_of(document), NULL, &text, &bytes, NULL);
        if (result == VV_OK) {
            assert_true(bytes <= VV_PROJECT_MAX_BYTES);
            vv_project_text_release(NULL, text, bytes);
        }
    }
    assert_int_equal(result, VV_ERROR_LIMIT);
    assert_true(copies > 2);
    vv_document_destroy(document);
    free(points);
    free(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_added_and_set),
        cmocka_unit_test(lines_are_copied),
        cmocka_unit_test(removed_lines_leave_those_over_them),
        cmocka_unit_test(lines_follow_what_they_are_of),
        cmocka_unit_test(keystrokes_follow_handles),
        cmocka_unit_test(keystrokes_are_put_in_their_place),
        cmocka_unit_test(keystrokes_are_set_in_parts),
        cmocka_unit_test(keystrokes_move_and_go),
        cmocka_unit_test(pulls_twists_and_contacts_change),
        cmocka_unit_test(scenes_of_lines_are_made_and_set),
        cmocka_unit_test(what_is_wrong_is_refused_with_its_place),
        cmocka_unit_test(what_has_lines_is_not_removed),
        cmocka_unit_test(lists_have_their_limits),
        cmocka_unit_test(commands_survive_every_failed_allocation),
        cmocka_unit_test(stamps_tell_what_changed),
        cmocka_unit_test(any_commands_are_undone),
        cmocka_unit_test(what_could_not_be_opened_is_not_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
