/* Commands about shapes, verbs, graphs and correctives: each does what it says, what refers to what follows, undo and
 * redo are exact, and a refused one or one that runs out of memory has changed nothing. */
#include "tests/author/document/folders.h"
#include "tests/author/document/verbs_sample.h"

/* Applies; what is left opens again and says the same, and undo and redo are exact. */
static vv_document *after(const char *command) { return after_command(verbs_sample, command); }

static const vv_project *project_of(const vv_document *document) { return vv_document_project(document); }

static void expect_numbers(const float *numbers, const float *expected, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        assert_float_equal(numbers[i], expected[i], 0.0f);
}

/* ---- Axes -------------------------------------------------------------------------------------------------------- */

static void a_new_axis_has_all_examples_at_home(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"axis.add\",\"shape\":\"blob\",\"name\":\"age\",\"low\":2,\"high\":9,"
                                  "\"before\":\"thick\",\"extrapolate\":\"clamped\"}");
    const vv_project_field *field = &project_of(document)->shapes[0]->field;
    assert_int_equal(field->axis_count, 3);
    assert_true(field->axes[1].low == 2.0f && field->axes[1].clamped);
    expect_numbers(field->at, (float[]){0, 2, 1, 1, 2, 1, 0, 2, 0.5f}, 9);
    expect_numbers(field->from, (float[]){0.5f, 2, 0.75f, -0.5f, 2, 1.5f}, 6);
    expect_numbers(field->to, (float[]){0.75f, 2, 0.75f, -0.75f, 2, 1.25f}, 6);
    const vv_project_scene *morph = project_of(document)->scenes[2];
    assert_int_equal(morph->path[1].values[1].axis, 2); /* thick is the third now */
    vv_document_destroy(document);
    document = after("{\"do\":\"axis.add\",\"verb\":\"stand up\",\"name\":\"mood\",\"low\":-3,\"high\":-1}");
    assert_float_equal(project_of(document)->verbs[1]->field.at[0], -1.0f, 0.0f);
    vv_document_destroy(document);
}

static void a_removed_axis_takes_its_column_along(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"axis.remove\",\"verb\":\"walk\",\"axis\":\"slope\"}");
    const vv_project_field *field = &project_of(document)->verbs[0]->field;
    expect_numbers(field->at, (float[]){0, 0, 1}, 3);
    expect_numbers(field->from, (float[]){0.5f}, 1);
    const vv_project_scene *hill = project_of(document)->scenes[0];
    assert_int_equal(hill->path_count, 2); /* the first key named slope alone */
    assert_true(hill->path[1].value_count == 1 && hill->path[1].values[0].axis == 0);
    vv_document_destroy(document);
    document = after("[{\"do\":\"axis.remove\",\"verb\":\"walk\",\"axis\":\"slope\"},{\"do\":\"axis.remove\","
                     "\"verb\":\"walk\",\"axis\":\"damage\"}]");
    assert_int_equal(project_of(document)->scenes[0]->path_count, 0);
    assert_int_equal(project_of(document)->verbs[0]->field.example_count, 3);
    vv_document_destroy(document);
}

static void axes_move_and_change(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"axis.move\",\"verb\":\"walk\",\"axis\":\"damage\",\"before\":\"slope\"}");
    expect_numbers(project_of(document)->verbs[0]->field.at, (float[]){0, 0, 0, 1, 1, 0}, 6);
    const vv_project_path_key *last = &project_of(document)->scenes[0]->path[2];
    assert_true(last->values[0].axis == 0 && last->values[1].axis == 1); /* sorted again */
    vv_document_destroy(document);
    document = after("{\"do\":\"axis.set\",\"shape\":\"sleeve\",\"axis\":\"elbow\",\"about\":\"y\",\"high\":null}");
    const vv_project_axis *elbow = &project_of(document)->shapes[1]->field.axes[0];
    assert_true(elbow->about == 1 && elbow->high == 1.0f);
    vv_document_destroy(document);
    document = after("{\"do\":\"axis.set\",\"shape\":\"sleeve\",\"axis\":\"elbow\",\"joint\":null}");
    assert_true(project_of(document)->shapes[1]->field.axes[0].joint[0] == '\0');
    vv_document_destroy(document);
}

/* Only the walk has a slope and damage, so they are its inputs alone wherever it is played. */
static void a_renamed_axis_is_called_so_everywhere(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"axis.rename\",\"verb\":\"walk\",\"axis\":\"damage\",\"to\":\"wear\"}");
    must_lack(document, "\"damage\"");
    assert_string_equal(project_of(document)->graphs[0]->inputs[1].text, "wear");
    assert_string_equal(project_of(document)->scenes[1]->graph_cues[2].inputs[0].name, "wear");
    vv_document_destroy(document);
    /* Where another verb of the graph has it too, the graph's input stays what it is for both. */
    document = after("[{\"do\":\"axis.add\",\"verb\":\"stand up\",\"name\":\"damage\"},{\"do\":\"axis.rename\","
                     "\"verb\":\"walk\",\"axis\":\"damage\",\"to\":\"wear\"}]");
    assert_string_equal(project_of(document)->graphs[0]->inputs[1].text, "damage");
    assert_string_equal(project_of(document)->scenes[1]->graph_cues[2].inputs[0].name, "damage");
    vv_document_destroy(document);
    document = after("{\"do\":\"axis.rename\",\"shape\":\"blob\",\"axis\":\"bend\",\"to\":\"bow\"}");
    vv_document_destroy(document);
}

/* ---- Places and pseudo-examples ---------------------------------------------------------------------------------- */

static void places_are_added_moved_and_removed(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"place.set\",\"verb\":\"walk\",\"take\":\"damaged\",\"at\":[0.5,0.75]}");
    const vv_project_verb *walk = project_of(document)->verbs[0];
    expect_numbers(walk->field.at + 4, (float[]){0.5f, 0.75f}, 2);
    assert_true(walk->examples[2].from == 0.25f);
    vv_document_destroy(document);
    document = after("{\"do\":\"place.set\",\"verb\":\"walk\",\"take\":\"uphill\",\"keytimes\":null}");
    walk = project_of(document)->verbs[0];
    assert_true(walk->examples[1].ranged && walk->examples[1].keytime_count == 0 && walk->examples[1].to == 1.5f);
    vv_document_destroy(document);
    document = after("{\"do\":\"place.set\",\"verb\":\"walk\",\"take\":\"uphill\",\"keytimes\":null,\"from\":null,"
                     "\"to\":null}");
    assert_false(project_of(document)->verbs[0]->examples[1].ranged);
    vv_document_destroy(document);
    document = after("{\"do\":\"place.set\",\"verb\":\"walk\",\"take\":\"damaged\",\"keytimes\":[{\"label\":\"a\","
                     "\"time\":1},{\"label\":\"b\",\"time\":3}]}");
    assert_true(project_of(document)->verbs[0]->examples[2].to == 3.0f);
    vv_document_destroy(document);
    document = after("{\"do\":\"place.remove\",\"verb\":\"walk\",\"take\":\"flat\"}");
    walk = project_of(document)->verbs[0];
    assert_true(walk->field.example_count == 2 && walk->examples[0].take == 1 && walk->field.at[0] == 1.0f);
    vv_document_destroy(document);
    document = after("{\"do\":\"place.add\",\"verb\":\"stand up\",\"take\":\"uphill\",\"from\":1,\"to\":2}");
    assert_int_equal(project_of(document)->verbs[1]->field.example_count, 2);
    vv_document_destroy(document);
    document = after("[{\"do\":\"axis.add\",\"shape\":\"new\",\"name\":\"x\"},{\"do\":\"place.add\",\"shape\":\"new\","
                     "\"form\":\"thin\",\"at\":[0.5]}]");
    assert_float_equal(project_of(document)->shapes[2]->field.at[0], 0.5f, 0.0f);
    vv_document_destroy(document);
    document = after("{\"do\":\"place.set\",\"shape\":\"sleeve\",\"form\":\"bent\",\"pose\":null}");
    assert_int_equal(project_of(document)->shapes[1]->examples[1].bend_count, 0);
    vv_document_destroy(document);
}

static void pseudo_examples_are_added_moved_and_removed(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"pseudo.add\",\"shape\":\"blob\",\"from\":[1,2],\"to\":[3,4]}");
    const vv_project_field *field = &project_of(document)->shapes[0]->field;
    assert_int_equal(field->pseudo_count, 3);
    expect_numbers(field->to + 4, (float[]){3, 4}, 2);
    vv_document_destroy(document);
    document = after("{\"do\":\"pseudo.set\",\"shape\":\"blob\",\"index\":1,\"to\":[9,8]}");
    field = &project_of(document)->shapes[0]->field;
    expect_numbers(field->to, (float[]){0.75f, 0.75f, 9, 8}, 4);
    expect_numbers(field->from + 2, (float[]){-0.5f, 1.5f}, 2);
    vv_document_destroy(document);
    document = after("{\"do\":\"pseudo.remove\",\"shape\":\"blob\",\"index\":0}");
    expect_numbers(project_of(document)->shapes[0]->field.from, (float[]){-0.5f, 1.5f}, 2);
    vv_document_destroy(document);
}

/* What is dragged is shown, and is no step until it is let go. */
static void a_place_is_shown_while_it_is_dragged(void **state)
{
    (void)state;
    static const char *const moves[] = {
        "{\"do\":\"place.set\",\"verb\":\"walk\",\"take\":\"flat\",\"at\":[0.25,0.5]}",
        "{\"do\":\"pseudo.set\",\"verb\":\"walk\",\"index\":0,\"to\":[0.25,0.5]}",
    };
    for (size_t i = 0; i < 2; i++) {
        vv_document *document = open_text(verbs_sample);
        vv_json_document *json;
        assert_int_equal(vv_json_parse(moves[i], strlen(moves[i]), "", NULL, &json, NULL), VV_OK);
        uint64_t stamp = project_of(document)->verbs[0]->stamp, other = project_of(document)->verbs[1]->stamp;
        assert_int_equal(vv_document_preview(document, json, vv_json_root(json), NULL), VV_OK);
        const vv_project_field *field = &project_of(document)->verbs[0]->field;
        expect_numbers(i == 0 ? field->at : field->to, (float[]){0.25f, 0.5f}, 2);
        assert_true(project_of(document)->verbs[0]->stamp != stamp && project_of(document)->verbs[1]->stamp == other);
        vv_document_preview_end(document);
        char *text = text_of(document);
        assert_string_equal(text, verbs_sample);
        assert_null(vv_document_undo_label(document));
        free(text);
        vv_json_destroy(json);
        vv_document_destroy(document);
    }
}

/* ---- Lists of the project ---------------------------------------------------------------------------------------- */

static void what_is_removed_is_not_named(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"take.remove\",\"take\":\"flat\"}");
    must_lack(document, "\"flat\"");
    assert_int_equal(project_of(document)->verbs[0]->examples[0].take, 0); /* uphill is the first now */
    assert_int_equal(project_of(document)->verbs[1]->field.example_count, 0);
    vv_document_destroy(document);
    document = after("{\"do\":\"form.remove\",\"form\":\"round\"}");
    must_lack(document, "\"round\"");
    assert_true(project_of(document)->shapes[0]->field.at[0] == 1.0f);
    vv_document_destroy(document);
    document = after("{\"do\":\"shape.remove\",\"shape\":\"blob\"}");
    assert_int_equal(vv_project_find_scene(project_of(document), "morph"), VV_NONE);
    vv_document_destroy(document);
    document = after("{\"do\":\"graph.remove\",\"graph\":\"life\"}");
    assert_int_equal(vv_project_find_scene(project_of(document), "day"), VV_NONE);
    assert_int_equal(project_of(document)->scenes[2]->subject, 0); /* the afterlife is the first now */
    vv_document_destroy(document);
    document = after("{\"do\":\"skeleton.remove\",\"skeleton\":\"spare\"}");
    must_lack(document, "\"spare\"");
    vv_document_destroy(document);
}

static void a_removed_verb_leaves_its_graphs(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"verb.remove\",\"verb\":\"walk\"}");
    const vv_project_graph *life = project_of(document)->graphs[0];
    assert_true(life->state_count == 1 && life->states[0].verb == 0 && life->states[0].next == VV_NONE);
    assert_true(life->transition_count == 1 && life->transitions[0].to == 0 && life->transitions[0].from == VV_NONE);
    assert_int_equal(vv_project_find_scene(project_of(document), "hill"), VV_NONE);
    vv_document_destroy(document);
    document = after("{\"do\":\"verb.remove\",\"verb\":\"hover\"}"); /* the afterlife had no other state */
    assert_int_equal(project_of(document)->graph_count, 1);
    assert_int_equal(vv_project_find_scene(project_of(document), "haunt"), VV_NONE);
    vv_document_destroy(document);
}

static void what_moves_is_followed(void **state)
{
    (void)state;
    vv_document *document = after("[{\"do\":\"skeleton.move\",\"skeleton\":\"ghost\",\"before\":\"robot\"},{\"do\":"
                                  "\"take.move\",\"take\":\"float\",\"before\":\"flat\"},{\"do\":\"form.move\","
                                  "\"form\":\"round\"},{\"do\":\"verb.move\",\"verb\":\"hover\",\"before\":\"walk\"},"
                                  "{\"do\":\"graph.move\",\"graph\":\"life\"},{\"do\":\"shape.move\",\"shape\":"
                                  "\"blob\"}]");
    const vv_project *project = project_of(document);
    assert_true(project->takes[0]->skeleton == 0 && project->takes[1]->skeleton == 1);
    assert_true(project->verbs[0]->examples[0].take == 0 && project->verbs[1]->examples[0].take == 1);
    assert_true(project->verbs[0]->skeleton == 0 && project->graphs[1]->skeleton == 1);
    assert_true(project->graphs[0]->states[0].verb == 0 && project->graphs[1]->states[0].verb == 2);
    assert_true(project->shapes[2]->examples[0].form == 2 && project->shapes[0]->skeleton == 0);
    assert_true(project->scenes[0]->subject == 1 && project->scenes[1]->subject == 1 &&
                project->scenes[2]->subject == 2 && project->scenes[3]->subject == 0);
    vv_document_destroy(document);
    document = after("[{\"do\":\"take.rename\",\"take\":\"flat\",\"to\":\"level\"},{\"do\":\"skeleton.rename\","
                     "\"skeleton\":\"robot\",\"to\":\"r2\"},{\"do\":\"verb.rename\",\"verb\":\"walk\",\"to\":\"go\"},"
                     "{\"do\":\"form.rename\",\"form\":\"bent\",\"to\":\"bowed\"},{\"do\":\"graph.rename\",\"graph\":"
                     "\"life\",\"to\":\"being\"},{\"do\":\"shape.rename\",\"shape\":\"blob\",\"to\":\"drop\"}]");
    must_lack(document, "\"flat\"");
    must_lack(document, "\"robot\"");
    must_lack(document, "\"walk\"");
    must_lack(document, "\"life\"");
    must_lack(document, "\"shape\": \"blob\"");
    vv_document_destroy(document);
}

static void things_are_added_and_changed(void **state)
{
    (void)state;
    static const char *const commands[] = {
        "{\"do\":\"skeleton.add\",\"name\":\"n\",\"file\":\"a.bvh\",\"before\":\"robot\"}",
        "{\"do\":\"skeleton.set\",\"skeleton\":\"robot\",\"feet\":null,\"look\":null,\"colour\":null,\"file\":"
        "\"b.glb\"}",
        "{\"do\":\"take.add\",\"name\":\"n\",\"skeleton\":\"ghost\",\"file\":\"a.gltf\",\"before\":\"flat\"}",
        "{\"do\":\"take.set\",\"take\":\"uphill\",\"clip\":null,\"file\":\"x.bvh\"}",
        "{\"do\":\"form.add\",\"name\":\"n\",\"file\":\"a.obj\",\"before\":\"round\"}",
        "{\"do\":\"form.set\",\"form\":\"bent\",\"morph\":\"other\"}",
        "{\"do\":\"shape.add\",\"name\":\"n\",\"before\":\"blob\",\"axes\":[{\"name\":\"a\"}],\"examples\":[{\"form\":"
        "\"thin\",\"at\":[1]}]}",
        "{\"do\":\"shape.set\",\"shape\":\"blob\",\"levels\":null,\"radial\":\"linear\",\"skeleton\":\"robot\"}",
        "{\"do\":\"shape.set\",\"shape\":\"blob\",\"axes\":[{\"name\":\"a\"}],\"examples\":[],\"pseudo\":null}",
        "{\"do\":\"shape.duplicate\",\"shape\":\"blob\",\"name\":\"twin\"}",
        "{\"do\":\"verb.add\",\"name\":\"n\",\"skeleton\":\"robot\",\"before\":\"walk\"}",
        "{\"do\":\"verb.set\",\"verb\":\"walk\",\"cyclic\":false,\"controls\":null,\"examples\":[{\"take\":\"flat\","
        "\"at\":[1,1]}]}",
        "{\"do\":\"verb.set\",\"verb\":\"stand up\",\"examples\":null}",
        "{\"do\":\"verb.duplicate\",\"verb\":\"walk\",\"name\":\"twin\",\"before\":\"walk\"}",
        "{\"do\":\"graph.add\",\"name\":\"n\",\"skeleton\":\"robot\",\"before\":\"life\",\"states\":[{\"name\":\"s\","
        "\"verb\":\"walk\"}]}",
        "{\"do\":\"graph.set\",\"graph\":\"life\",\"inputs\":[],\"events\":[],\"states\":[{\"name\":\"s\",\"verb\":"
        "\"stand up\"}],\"transitions\":[{\"to\":\"s\",\"start\":\"same\"}]}",
        "{\"do\":\"corrective.set\",\"artwork\":\"arm\",\"correctives\":[{\"name\":\"c\",\"axes\":[{\"name\":\"a\"}],"
        "\"examples\":[{\"at\":[1]}]}]}",
        "{\"do\":\"corrective.set\",\"artwork\":\"arm\",\"correctives\":[]}",
        "{\"do\":\"scene.add\",\"name\":\"n\",\"shape\":\"new\",\"before\":\"hill\"}",
        "{\"do\":\"scene.set\",\"scene\":\"hill\",\"verb\":\"hover\",\"path\":[{\"time\":1,\"at\":{\"fear\":1}}],"
        "\"camera\":null,\"follow\":null}",
        "{\"do\":\"scene.set\",\"scene\":\"day\",\"script\":null,\"graph\":\"afterlife\"}",
        "{\"do\":\"artwork.move\",\"artwork\":\"arm\"}",
        "{\"do\":\"handle.rename\",\"artwork\":\"arm\",\"handle\":\"lower\",\"to\":\"forearm\"}",
        "{\"do\":\"example.rename\",\"artwork\":\"arm\",\"example\":\"swollen\",\"to\":\"big\"}",
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        vv_document_destroy(after(commands[i]));
    vv_document *document = after(commands[13]);
    assert_int_equal(project_of(document)->graphs[0]->states[1].verb, 1); /* the twin stands before the walk */
    assert_true(project_of(document)->verbs[0]->stamp != project_of(document)->verbs[1]->stamp);
    vv_document_destroy(document);
}

static void correctives_follow_handles_and_examples(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"handle.remove\",\"artwork\":\"arm\",\"handle\":\"lower\"}");
    const vv_project_artwork *arm = project_of(document)->artworks[0];
    assert_int_equal(arm->corrective_count, 1); /* the wrist had no other axis */
    assert_int_equal(arm->correctives[0].field.axis_count, 2);
    expect_numbers(arm->correctives[0].field.at, (float[]){0, 0, 0, 0, 0, 1, 1, 0}, 8);
    vv_document_destroy(document);
    document = after("{\"do\":\"handle.remove\",\"artwork\":\"arm\",\"handle\":\"upper\"}");
    assert_int_equal(project_of(document)->artworks[0]->correctives[0].field.axis_count, 1);
    vv_document_destroy(document);
    document = after("{\"do\":\"handle.move\",\"artwork\":\"arm\",\"handle\":\"upper\"}");
    arm = project_of(document)->artworks[0];
    assert_true(arm->correctives[0].field.axes[0].handle == 0 && arm->correctives[0].field.axes[0].base == 2);
    vv_document_destroy(document);
    document = after("{\"do\":\"example.remove\",\"artwork\":\"arm\",\"example\":\"swollen\"}");
    arm = project_of(document)->artworks[0];
    assert_true(arm->correctives[0].field.example_count == 2 && arm->correctives[0].examples[0] == VV_NONE &&
                arm->correctives[0].examples[1] == 0);
    expect_numbers(arm->correctives[0].field.at + 3, (float[]){0, 1, 0}, 3);
    vv_document_destroy(document);
}

/* ---- Refusals ---------------------------------------------------------------------------------------------------- */

static void what_is_refused_changes_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *command, *path, *message;
    } cases[] = {
        {"{\"do\":\"skeleton.remove\",\"skeleton\":\"robot\"}", "$", "the verb \"stand up\" is of this skeleton"},
        {"{\"do\":\"skeleton.remove\",\"skeleton\":\"ghost\"}", "$", "the verb \"hover\" is of this skeleton"},
        {"{\"do\":\"take.set\",\"take\":\"flat\",\"skeleton\":\"ghost\"}", "$", "has this take"},
        {"{\"do\":\"verb.set\",\"verb\":\"stand up\",\"examples\":null,\"skeleton\":\"ghost\"}", "$",
         "plays this verb"},
        {"{\"do\":\"verb.set\",\"verb\":\"walk\",\"skeleton\":\"ghost\"}", "$", "is of the skeleton"},
        {"{\"do\":\"verb.set\",\"verb\":\"walk\",\"skeleton\":null}", "$.skeleton", "null"},
        {"{\"do\":\"skeleton.set\",\"skeleton\":\"robot\",\"file\":null}", "$.file", "null"},
        {"{\"do\":\"shape.set\",\"shape\":\"sleeve\",\"skeleton\":null}", "$", "no skeleton"},
        {"{\"do\":\"shape.set\",\"shape\":\"blob\",\"axes\":[]}", "$.axes", "replaced"},
        {"{\"do\":\"graph.set\",\"graph\":\"life\",\"inputs\":[]}", "$", "change together"},
        {"{\"do\":\"graph.set\",\"graph\":\"life\",\"skeleton\":\"ghost\"}", "$", "of the skeleton"},
        {"{\"do\":\"axis.add\",\"name\":\"x\"}", "$", "neither"},
        {"{\"do\":\"axis.add\",\"shape\":\"blob\",\"verb\":\"walk\",\"name\":\"x\"}", "$", "both"},
        {"{\"do\":\"axis.add\",\"shape\":\"blob\",\"name\":\"bend\"}", "$.name", "already"},
        {"{\"do\":\"axis.add\",\"shape\":\"blob\",\"name\":\"x\",\"before\":\"y\"}", "$.before", "no axis"},
        {"{\"do\":\"axis.add\",\"shape\":\"blob\",\"name\":\"x\",\"low\":1}", "$", "goes from"},
        {"{\"do\":\"axis.add\",\"shape\":\"blob\",\"name\":\"x\",\"joint\":\"j\"}", "$", "no skeleton"},
        {"{\"do\":\"axis.add\",\"verb\":\"walk\",\"name\":\"x\",\"joint\":\"j\"}", "$.joint", "not a key"},
        {"{\"do\":\"axis.set\",\"shape\":\"blob\",\"axis\":\"bend\",\"high\":-2}", "$", "goes from"},
        {"{\"do\":\"axis.set\",\"shape\":\"blob\",\"axis\":\"bend\",\"name\":\"x\"}", "$.name", "not a key"},
        {"{\"do\":\"axis.remove\",\"shape\":\"blob\",\"axis\":\"x\"}", "$.axis", "no axis"},
        {"{\"do\":\"axis.rename\",\"shape\":\"blob\",\"axis\":\"bend\",\"to\":\"thick\"}", "$.to", "already"},
        {"{\"do\":\"axis.rename\",\"shape\":\"blob\",\"axis\":\"bend\"}", "$", "missing"},
        {"{\"do\":\"place.add\",\"shape\":\"blob\",\"form\":\"bent\",\"at\":[0,0]}", "$", "already"},
        {"{\"do\":\"place.add\",\"verb\":\"stand up\",\"take\":\"float\"}", "$", "is of the skeleton"},
        {"{\"do\":\"place.add\",\"verb\":\"walk\",\"form\":\"thin\",\"at\":[0,0]}", "$.form", "not a key"},
        {"{\"do\":\"place.set\",\"verb\":\"walk\",\"take\":\"float\",\"at\":[0,0]}", "$", "no example here"},
        {"{\"do\":\"place.set\",\"verb\":\"walk\",\"take\":\"flat\",\"at\":[0]}", "$.at", "1 numbers"},
        {"{\"do\":\"place.set\",\"verb\":\"walk\",\"take\":\"flat\",\"from\":1}", "$", "without"},
        {"{\"do\":\"place.set\",\"verb\":\"walk\",\"take\":\"uphill\",\"from\":1}", "$", "keytimes"},
        {"{\"do\":\"place.set\",\"shape\":\"blob\",\"form\":\"bent\",\"pose\":{\"j\":[0,0,1]}}", "$", "no skeleton"},
        {"{\"do\":\"place.remove\",\"verb\":\"walk\",\"take\":\"float\"}", "$", "no example here"},
        {"{\"do\":\"pseudo.add\",\"shape\":\"blob\",\"from\":[0,0]}", "$", "missing"},
        {"{\"do\":\"pseudo.set\",\"shape\":\"blob\",\"index\":2,\"to\":[0,0]}", "$.index", "2 pseudo"},
        {"{\"do\":\"pseudo.set\",\"shape\":\"blob\",\"index\":0,\"to\":[0,null]}", "$.to[1]", "null"},
        {"{\"do\":\"pseudo.remove\",\"shape\":\"blob\",\"index\":-1}", "$.index", "whole"},
        {"{\"do\":\"corrective.set\",\"artwork\":\"arm\"}", "$", "missing"},
        {"{\"do\":\"scene.set\",\"scene\":\"hill\",\"verb\":\"hover\"}", "$.verb", "another verb"},
        {"{\"do\":\"scene.set\",\"scene\":\"hill\",\"keys\":[]}", "$.keys", "has no"},
        {"{\"do\":\"scene.set\",\"scene\":\"tour\",\"path\":[]}", "$.path", "has no"},
        {"{\"do\":\"verb.duplicate\",\"verb\":\"walk\",\"name\":\"hover\"}", "$.name", "already"},
    };
    vv_document *document = open_text(verbs_sample);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vv_error error = {0};
        if (apply_text(document, cases[i].command, &error) == VV_OK)
            fail_msg("%s was taken", cases[i].command);
        if (strcmp(error.path, cases[i].path) != 0 || !strstr(error.message, cases[i].message))
            fail_msg("%s\nrefused at %s: %s", cases[i].command, error.path, error.message);
    }
    char *text = text_of(document);
    assert_string_equal(text, verbs_sample);
    free(text);
    vv_document_destroy(document);
}

static void fields_are_never_too_full(void **state)
{
    (void)state;
    vv_document *document = open_text(verbs_sample);
    char command[128];
    vv_error error = {0};
    for (int i = 0; i < 16; i++) {
        snprintf(command, sizeof command, "{\"do\":\"axis.add\",\"shape\":\"new\",\"name\":\"a%d\"}", i);
        must_apply(document, command);
    }
    assert_int_equal(apply_text(document, "{\"do\":\"axis.add\",\"shape\":\"new\",\"name\":\"more\"}", &error),
                     VV_ERROR_LIMIT);
    for (int i = 0; i < 256; i++)
        must_apply(document, "{\"do\":\"pseudo.add\",\"verb\":\"stand up\"}");
    assert_int_equal(apply_text(document, "{\"do\":\"pseudo.add\",\"verb\":\"stand up\"}", &error), VV_ERROR_LIMIT);
    for (int i = 3; i < 64; i++) {
        snprintf(command, sizeof command, "{\"do\":\"shape.duplicate\",\"shape\":\"new\",\"name\":\"n%d\"}", i);
        must_apply(document, command);
    }
    assert_int_equal(apply_text(document, "{\"do\":\"shape.duplicate\",\"shape\":\"new\",\"name\":\"more\"}", &error),
                     VV_ERROR_LIMIT);
    vv_document_destroy(document);
}

/* ---- Failing memory ---------------------------------------------------------------------------------------------- */

static void commands_survive_every_failed_allocation(void **state)
{
    (void)state;
    static const char *const commands[] = {
        "{\"do\":\"axis.add\",\"shape\":\"blob\",\"name\":\"age\",\"before\":\"bend\"}",
        "{\"do\":\"axis.remove\",\"verb\":\"walk\",\"axis\":\"slope\"}",
        "{\"do\":\"axis.rename\",\"verb\":\"walk\",\"axis\":\"damage\",\"to\":\"wear\"}",
        ("{\"do\":\"place.add\",\"verb\":\"stand up\",\"take\":\"uphill\",\"keytimes\":[{\"label\":\"a\",\"time\":1},"
         "{\"label\":\"b\",\"time\":3}]}"),
        "{\"do\":\"place.set\",\"shape\":\"sleeve\",\"form\":\"thin\",\"pose\":{\"a\":[1,2,3]}}",
        "{\"do\":\"pseudo.add\",\"shape\":\"blob\",\"from\":[1,2],\"to\":[3,4]}",
        "{\"do\":\"take.remove\",\"take\":\"flat\"}",
        "{\"do\":\"skeleton.move\",\"skeleton\":\"robot\"}",
        "{\"do\":\"verb.remove\",\"verb\":\"walk\"}",
        "{\"do\":\"verb.duplicate\",\"verb\":\"walk\",\"name\":\"twin\",\"before\":\"walk\"}",
        "{\"do\":\"graph.move\",\"graph\":\"life\"}",
        "{\"do\":\"handle.remove\",\"artwork\":\"arm\",\"handle\":\"lower\"}",
        "{\"do\":\"form.add\",\"name\":\"n\",\"file\":\"a.obj\",\"before\":\"round\"}",
    };
    for (size_t c = 0; c < sizeof commands / sizeof *commands; c++)
        must_survive_failed_allocations(verbs_sample, commands[c]);
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

static void missing_files_are_named(void **state)
{
    (void)state;
    static const char *const missing[] = {"$.skeletons[0].file", "$.takes[2].file", "$.forms[1].file"};
    start_with(verbs_sample);
    vv_folder_create(in_folder("clips"), NULL);
    write_text("clips/flat.bvh", "x", 1);
    vv_problems problems = {0};
    assert_int_equal(vv_project_folder_check(test_folder, &problems, NULL), VV_OK);
    for (size_t m = 0; m < sizeof missing / sizeof *missing; m++) {
        bool found = false;
        for (uint32_t i = 0; i < problems.count; i++)
            found = found || (problems.items[i].rule == VV_RULE_FILE_MISSING &&
                              strcmp(problems.items[i].error.path, missing[m]) == 0);
        if (!found)
            fail_msg("%s is not told", missing[m]);
    }
    assert_int_equal(problems.errors, 1 + 3 + 3 + 3); /* a layer, three skeletons, three of four takes, three forms */
    vv_problems_release(&problems);
}

int main(void)
{
    if (!make_test_folder())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_axis_has_all_examples_at_home),
        cmocka_unit_test(a_removed_axis_takes_its_column_along),
        cmocka_unit_test(axes_move_and_change),
        cmocka_unit_test(a_renamed_axis_is_called_so_everywhere),
        cmocka_unit_test(places_are_added_moved_and_removed),
        cmocka_unit_test(pseudo_examples_are_added_moved_and_removed),
        cmocka_unit_test(a_place_is_shown_while_it_is_dragged),
        cmocka_unit_test(what_is_removed_is_not_named),
        cmocka_unit_test(a_removed_verb_leaves_its_graphs),
        cmocka_unit_test(what_moves_is_followed),
        cmocka_unit_test(things_are_added_and_changed),
        cmocka_unit_test(correctives_follow_handles_and_examples),
        cmocka_unit_test(what_is_refused_changes_nothing),
        cmocka_unit_test(fields_are_never_too_full),
        cmocka_unit_test(commands_survive_every_failed_allocation),
        cmocka_unit_test(missing_files_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, remove_folder);
}
