/* Shapes, verbs, graphs and correctives in a document: what is written reads back, every rule is broken on purpose and
 * found at its place, and paths of scenes are where they should be. */
#include "author/document/read.h"
#include "author/document/verbs.h"
#include "tests/author/document/documents.h"
#include "tests/author/document/verbs_sample.h"

/* ---- Round trips ------------------------------------------------------------------------------------------------- */

static void what_is_written_reads_back(void **state)
{
    (void)state;
    vv_document *document = open_text(verbs_sample);
    char *text = text_of(document), *whole = whole_text(document);
    assert_string_equal(text, verbs_sample);
    vv_document *again = open_text(whole);
    char *text_again = text_of(again);
    assert_string_equal(text_again, verbs_sample);
    free(text_again);
    free(whole);
    free(text);
    vv_document_destroy(again);
    vv_document_destroy(document);
}

static void the_whole_has_every_key(void **state)
{
    (void)state;
    static const char *const pieces[] = {
        "{\"name\":\"spare\",\"file\":\"clips/spare.GLTF\",\"scale\":0,\"look\":\"auto\",\"colour\":\"#C8CCD4\","
        "\"accent\":\"#F2B134\",\"feet\":null,\"plant\":true}",
        "\"toe\":\"RightFoot\"}",
        "{\"name\":\"flat\",\"skeleton\":\"robot\",\"file\":\"clips/flat.bvh\",\"clip\":null}",
        "{\"name\":\"thin\",\"file\":\"forms/thin.obj\",\"mesh\":null,\"morph\":null}",
        "{\"name\":\"new\",\"axes\":[],\"radial\":\"bspline\",\"examples\":[],\"pseudo\":[],\"levels\":0,\"colour\":"
        "\"#8FB3C9\",\"skeleton\":null,\"weights\":\"auto\"}",
        "{\"name\":\"shoulder\",\"low\":0,\"high\":1,\"extrapolate\":\"free\",\"joint\":\"shoulder:L\",\"about\":"
        "\"x\"}",
        "{\"name\":\"thick\",\"low\":0.5,\"high\":2,\"extrapolate\":\"free\",\"joint\":null,\"about\":null}",
        "{\"name\":\"strain\",\"low\":0,\"high\":1,\"extrapolate\":\"free\",\"handle\":null,\"base\":null}",
        "{\"pose\":null,\"at\":[0,0,0]}",
        "{\"form\":\"thin\",\"at\":[0,1],\"pose\":{}}",
        "{\"take\":\"flat\",\"at\":[],\"from\":null,\"to\":null,\"keytimes\":null}",
        "{\"take\":\"damaged\",\"at\":[0,1],\"from\":0.25,\"to\":2,\"keytimes\":null}",
        "{\"take\":\"uphill\",\"at\":[1,0],\"from\":0.4,\"to\":1.5,\"keytimes\":[{\"label\":\"left "
        "down\",\"time\":0.4},",
        "\"cyclic\":false,\"controls\":0,\"tolerance\":0.01,",
        "\"any_phase\":false}",
        "{\"name\":\"walking\",\"verb\":\"walk\",\"rate\":1,\"next\":null,\"fade\":0.3,\"signal\":0}",
        "{\"from\":null,\"to\":\"up\",\"fade\":0.3,\"window\":[0,1],\"start\":0,\"when\":[{\"event\":\"stop\","
        "\"within\":0.2}]}",
        "\"start\":\"same\"",
        "\"script\":[],\"camera\":null,\"follow\":true}",
        "\"camera\":{\"heading\":0,\"pitch\":0}}",
    };
    vv_document *document = open_text(verbs_sample);
    char *whole = whole_text(document);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        if (!strstr(whole, pieces[i]))
            fail_msg("%s\nis not in\n%s", pieces[i], whole);
    }
    free(whole);
    vv_document_destroy(document);
}

static const void *defaults_in(const vvi_schema *schema, const char *key)
{
    return vvi_schema_field_of(schema, key)->of.list->item->defaults;
}

/* The defaults of the file must stay what the contracts of the runtime say. */
static void the_defaults_are_as_promised(void **state)
{
    (void)state;
    vv_project_axis axis = *(const vv_project_axis *)vvi_axis_list.item->defaults;
    vv_project_verb verb = *(const vv_project_verb *)vvi_verb_schema.defaults;
    vv_graph_transition transition;
    vv_project_graph_state graph_state;
    memcpy(&transition, defaults_in(&vvi_graph_schema, "transitions"), sizeof transition);
    memcpy(&graph_state, defaults_in(&vvi_graph_schema, "states"), sizeof graph_state);
    assert_true(axis.low == 0.0f && axis.high == 1.0f && !axis.clamped);
    assert_true(verb.cyclic && verb.controls == 0 && verb.tolerance == 0.01f && !verb.any_phase);
    assert_true(transition.seconds == 0.3f && transition.window[0] == 0.0f && transition.window[1] == 1.0f &&
                transition.start < 0.0f);
    assert_true(graph_state.rate == 1.0f && graph_state.fade == 0.3f);
}

/* ---- Resolved ---------------------------------------------------------------------------------------------------- */

static void names_become_indices(void **state)
{
    (void)state;
    vv_document *document = open_text(verbs_sample);
    const vv_project *project = vv_document_project(document);
    const vv_project_verb *walk = project->verbs[0];
    assert_int_equal(walk->field.example_count, 3);
    assert_int_equal(walk->examples[1].take, 1);
    assert_true(walk->examples[1].ranged && walk->examples[1].from == 0.4f && walk->examples[1].to == 1.5f);
    assert_true(!walk->examples[0].ranged && walk->examples[0].keytime_count == 0);
    assert_true(walk->field.at[2] == 1.0f && walk->field.at[5] == 1.0f && walk->field.from[0] == 0.5f);
    assert_int_equal(project->shapes[1]->skeleton, 1);
    assert_int_equal(project->shapes[1]->examples[1].bend_count, 2);
    assert_string_equal(project->shapes[1]->examples[1].bends[1].joint, "shoulder:L");
    assert_true(project->skeletons[1]->footed && project->skeletons[1]->foot_count == 0);
    assert_true(!project->skeletons[2]->footed);
    const vv_project_corrective *elbow = &project->artworks[0]->correctives[0];
    assert_true(elbow->examples[0] == VV_NONE && elbow->examples[1] == 1 && elbow->examples[3] == 0);
    assert_true(elbow->field.axes[0].handle == 1 && elbow->field.axes[0].base == 0 &&
                elbow->field.axes[2].handle == VV_NONE);
    const vv_project_graph *life = project->graphs[0];
    assert_true(life->states[0].next == 1 && life->states[2].verb == 0);
    assert_true(life->transitions[1].start < 0.0f && life->transitions[1].conditions[0].index == 1);
    assert_true(life->transitions[2].from == VV_NONE && life->transitions[2].start == 0.0f);
    assert_true(project->scenes[1]->kind == VV_SCENE_GRAPH && project->scenes[1]->subject == 0);
    vv_document_destroy(document);
}

/* Each axis moves evenly between the keys that name it, and stays before and after. */
static void a_path_is_even_between_its_keys(void **state)
{
    (void)state;
    vv_document *document = open_text(verbs_sample);
    const vv_project *project = vv_document_project(document);
    static const float expected[][3] = {/* time, slope, damage */
                                        {0.0f, 0.0f, 0.5f},   {1.0f, 1.0f / 6.0f, 0.5f}, {2.0f, 1.0f / 3.0f, 0.5f},
                                        {3.0f, 0.5f, 0.625f}, {6.0f, 1.0f, 1.0f},        {8.0f, 1.0f, 1.0f}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        float at[2];
        vv_project_scene_place(&project->verbs[0]->field, project->scenes[0], expected[i][0], at);
        assert_float_equal(at[0], expected[i][1], 1e-6f);
        assert_float_equal(at[1], expected[i][2], 1e-6f);
    }
    float at[2];
    vv_project_scene_place(&project->shapes[0]->field, project->scenes[2], 0.5f, at);
    assert_float_equal(at[0], -0.5f, 1e-6f);
    assert_float_equal(at[1], 2.0f, 1e-6f);
    must_apply(document, "{\"do\":\"scene.set\",\"scene\":\"morph\",\"path\":null}");
    project = vv_document_project(document);
    vv_project_scene_place(&project->shapes[0]->field, project->scenes[2], 0.5f, at);
    assert_float_equal(at[0], 0.0f, 0.0f); /* nobody names them: bend at 0, thick at its low end, which is above 0 */
    assert_float_equal(at[1], 0.5f, 0.0f);
    vv_document_destroy(document);
}

/* ---- Rules ------------------------------------------------------------------------------------------------------- */

/* The sample with one piece replaced. */
typedef struct broken {
    const char *piece, *instead, *path;
    vv_rule rule;
} broken;

static const broken cases[] = {
    /* Skeletons, takes, forms. */
    {"\"file\": \"clips/robot.bvh\",", "", "$.skeletons[0]", VV_RULE_MISSING_KEY},
    {"clips/robot.bvh", "clips/robot.fbx", "$.skeletons[0].file", VV_RULE_FILE_ENDING},
    {"clips/robot.bvh", "../robot.bvh", "$.skeletons[0].file", VV_RULE_PATH},
    {"\"scale\": 0.01", "\"scale\": -1", "$.skeletons[0].scale", VV_RULE_RANGE},
    {"\"look\": \"blocks\"", "\"look\": \"fur\"", "$.skeletons[0].look", VV_RULE_CHOICE},
    {"#8A94A6", "grey", "$.skeletons[0].colour", VV_RULE_COLOUR},
    {"\"plant\": false", "\"plant\": 0", "$.skeletons[0].plant", VV_RULE_KIND},
    {"\"plant\": false", "\"planted\": false", "$.skeletons[0].planted", VV_RULE_UNKNOWN_KEY},
    {"\"knee\": \"LeftLeg\",", "", "$.skeletons[0].feet[0]", VV_RULE_MISSING_KEY},
    {"\"LeftToeBase\"", "\"\"", "$.skeletons[0].feet[0].toe", VV_RULE_NAME},
    {"\"name\": \"ghost\"", "\"name\": \"robot\"", "$.skeletons[1]", VV_RULE_SAME_NAME},
    {"\"flat\", \"skeleton\": \"robot\"", "\"flat\", \"skeleton\": \"nobody\"", "$.takes[0].skeleton",
     VV_RULE_REFERENCE},
    {"\"flat\", \"skeleton\": \"robot\"", "\"flat\", \"skeleton\": \"ghost\"", "$.verbs[0]", VV_RULE_SKELETON},
    {"clips/all.glb", "clips/all.bvh", "$.takes[1].clip", VV_RULE_FILE_ENDING},
    {"\"name\": \"damaged\", \"skeleton\"", "\"name\": \"flat\", \"skeleton\"", "$.takes[2]", VV_RULE_SAME_NAME},
    {"forms/round.obj", "forms/round.bvh", "$.forms[0].file", VV_RULE_FILE_ENDING},
    {"forms/blob.glb", "forms/blob.obj", "$.forms[1].mesh", VV_RULE_FILE_ENDING},
    {"\"morph\": \"bent\"", "\"morph\": 3", "$.forms[1].morph", VV_RULE_KIND},
    /* Fields. */
    {"\"low\": -1, \"extrapolate\": \"clamped\"", "\"low\": 1", "$.shapes[0].axes[0]", VV_RULE_AXIS},
    {"\"low\": 0.5, \"high\": 2", "\"low\": 0.5, \"high\": 2e6", "$.shapes[0].axes[1].high", VV_RULE_RANGE},
    {"\"name\": \"thick\"", "\"name\": \"bend\"", "$.shapes[0].axes[1]", VV_RULE_SAME_NAME},
    {"\"extrapolate\": \"clamped\" },", "\"extrapolate\": \"held\" },", "$.shapes[0].axes[0].extrapolate",
     VV_RULE_CHOICE},
    {"\"thin plate\"", "\"plate\"", "$.shapes[0].radial", VV_RULE_CHOICE},
    {"\"bent\", \"at\": [1, 1]", "\"bent\", \"at\": [1]", "$.shapes[0].examples[1].at", VV_RULE_KIND},
    {"\"bent\", \"at\": [1, 1]", "\"bent\"", "$.shapes[0].examples[1]", VV_RULE_MISSING_KEY},
    {"\"form\": \"bent\", \"at\": [1, 1]", "\"form\": \"round\", \"at\": [1, 1]", "$.shapes[0].examples[1]",
     VV_RULE_REPEATED},
    {"\"form\": \"bent\", \"at\": [1, 1]", "\"form\": \"none\", \"at\": [1, 1]", "$.shapes[0].examples[1].form",
     VV_RULE_REFERENCE},
    {"\"from\": [0.5, 0.75], ", "", "$.shapes[0].pseudo[0]", VV_RULE_MISSING_KEY},
    {"\"to\": [0.75, 0.75]", "\"to\": [0.75, \"x\"]", "$.shapes[0].pseudo[0].to[1]", VV_RULE_KIND},
    {"\"levels\": 2", "\"levels\": 5", "$.shapes[0].levels", VV_RULE_RANGE},
    {"\"low\": -1, \"extrapolate\": \"clamped\"", "\"joint\": \"spine\"", "$.shapes[0]", VV_RULE_NO_SKELETON},
    {"\"low\": -1, \"extrapolate\": \"clamped\"", "\"about\": \"x\"", "$.shapes[0].axes[0]", VV_RULE_AXIS},
    {"\"bent\", \"at\": [1, 1]", "\"bent\", \"at\": [1, 1], \"pose\": { \"a\": [0, 0, 1] }", "$.shapes[0]",
     VV_RULE_NO_SKELETON},
    {"\"levels\": 2", "\"weights\": \"file\"", "$.shapes[0]", VV_RULE_NO_SKELETON},
    {"\"elbow\": [0, 0, 2]", "\"elbow\": [0, 0]", "$.shapes[1].examples[1].pose.elbow", VV_RULE_KIND},
    {"\"elbow\": [0, 0, 2]", "\"\": [0, 0, 1]", "$.shapes[1].examples[1].pose[\"\"]", VV_RULE_NAME},
    {"\"about\": \"z\"", "\"about\": \"w\"", "$.shapes[1].axes[0].about", VV_RULE_CHOICE},
    {"\"skeleton\": \"ghost\",\n      \"weights\"", "\"skeleton\": \"x\",\n      \"weights\"", "$.shapes[1].skeleton",
     VV_RULE_REFERENCE},
    /* Verbs. */
    {"\"name\": \"slope\", \"low\": -1", "\"name\": \"slope\", \"joint\": \"hip\"", "$.verbs[0].axes[0].joint",
     VV_RULE_UNKNOWN_KEY},
    {"\"controls\": 24", "\"controls\": 3", "$.verbs[0].controls", VV_RULE_RANGE},
    {"\"controls\": 24", "\"controls\": 257", "$.verbs[0].controls", VV_RULE_RANGE},
    {"\"tolerance\": 0.02", "\"tolerance\": 0", "$.verbs[0].tolerance", VV_RULE_RANGE},
    {"\"from\": 0.25, \"to\": 2", "\"from\": 0.25", "$.verbs[0].examples[2]", VV_RULE_KEYTIMES},
    {"\"from\": 0.25, \"to\": 2", "\"from\": 2, \"to\": 2", "$.verbs[0].examples[2]", VV_RULE_KEYTIMES},
    {"\"from\": 0.25, \"to\": 2", "\"from\": -1, \"to\": 2", "$.verbs[0].examples[2].from", VV_RULE_RANGE},
    {"\"time\": 0.95", "\"time\": 0.3", "$.verbs[0].examples[1].keytimes[1]", VV_RULE_KEYTIMES},
    {"\"at\": [1, 0], \"keytimes\"", "\"at\": [1, 0], \"from\": 0.5, \"to\": 1.5, \"keytimes\"",
     "$.verbs[0].examples[1]", VV_RULE_KEYTIMES},
    {"\"from\": 0.25, \"to\": 2", "\"keytimes\": [{ \"label\": \"a\", \"time\": 1 }]",
     "$.verbs[0].examples[2].keytimes", VV_RULE_KEYTIMES},
    {"{ \"label\": \"right down\", \"time\": 0.95 }", "{ \"time\": 0.95 }", "$.verbs[0].examples[1].keytimes[1]",
     VV_RULE_MISSING_KEY},
    {"\"right down\"", "\"a label that is far too long to be read\"", "$.verbs[0].examples[1].keytimes[1].label",
     VV_RULE_NAME},
    {"\"take\": \"damaged\"", "\"take\": \"flat\"", "$.verbs[0].examples[2]", VV_RULE_REPEATED},
    {"\"take\": \"damaged\"", "\"take\": \"float\"", "$.verbs[0]", VV_RULE_SKELETON},
    {"\"name\": \"stand up\",\n      \"skeleton\": \"robot\"", "\"name\": \"stand up\"", "$.verbs[1]",
     VV_RULE_MISSING_KEY},
    {"\"any_phase\": true", "\"any_phase\": 1", "$.verbs[0].any_phase", VV_RULE_KIND},
    /* Graphs. */
    {"\"verb\": \"stand up\", \"rate\"", "\"verb\": \"hover\", \"rate\"", "$.graphs[0]", VV_RULE_SKELETON},
    {"\"verb\": \"stand up\", \"rate\"", "\"verb\": \"sit\", \"rate\"", "$.graphs[0].states[0].verb",
     VV_RULE_REFERENCE},
    {"\"rate\": 0.5", "\"rate\": 9", "$.graphs[0].states[0].rate", VV_RULE_RANGE},
    {"\"next\": \"walking\"", "\"next\": \"nowhere\"", "$.graphs[0].states[0].next", VV_RULE_REFERENCE},
    {"\"name\": \"running\"", "\"name\": \"walking\"", "$.graphs[0].states[2]", VV_RULE_SAME_NAME},
    {"\"inputs\": [\"hurry\", \"damage\"]", "\"inputs\": [\"hurry\", \"hurry\"]", "$.graphs[0].inputs[1]",
     VV_RULE_REPEATED},
    {"\"inputs\": [\"hurry\", \"damage\"]", "\"inputs\": [\"hurry\"]", "$.graphs[0].transitions[1].when[0].input",
     VV_RULE_REFERENCE},
    {"\"fade\": 0.1", "\"fade\": 11", "$.graphs[0].transitions[0].fade", VV_RULE_RANGE},
    {"\"window\": [0.9, 0.1]", "\"window\": [-0.5, 0.1]", "$.graphs[0].transitions[0].window", VV_RULE_RANGE},
    {"\"window\": [0.9, 0.1]", "\"window\": [1.5, 0.1]", "$.graphs[0].transitions[0].window[0]", VV_RULE_RANGE},
    {"\"start\": 0.5", "\"start\": 1.5", "$.graphs[0].transitions[0].start", VV_RULE_RANGE},
    {"\"start\": 0.5", "\"start\": \"other\"", "$.graphs[0].transitions[0].start", VV_RULE_CHOICE},
    {"\"sense\": \"time\", \"above\": 1", "\"sense\": \"speed\", \"above\": 1", "$.graphs[0].transitions[1].when[1]",
     VV_RULE_CONDITION},
    {"\"sense\": \"time\", \"above\": 1", "\"grounded\": true", "$.graphs[0].transitions[1].when[1]",
     VV_RULE_CONDITION},
    {"\"sense\": \"time\", \"above\": 1", "\"sense\": \"time\"", "$.graphs[0].transitions[1].when[1]",
     VV_RULE_CONDITION},
    {"{ \"name\": \"hovering\", \"verb\": \"hover\" }", "", "$.graphs[1].states", VV_RULE_STATES},
    {"{ \"to\": \"up\", \"start\": 0", "{ \"from\": \"down\", \"to\": \"up\", \"start\": 0",
     "$.graphs[0].transitions[2].from", VV_RULE_REFERENCE},
    /* Correctives. */
    {"\"handle\": \"lower\", \"base\": \"upper\"", "\"handle\": \"hand\"",
     "$.artworks[0].correctives[0].axes[0].handle", VV_RULE_REFERENCE},
    {"\"handle\": \"lower\", \"base\": \"upper\"", "\"base\": \"upper\"", "$.artworks[0].correctives[0].axes[0]",
     VV_RULE_AXIS},
    {"\"base\": \"upper\"", "\"base\": \"lower\"", "$.artworks[0].correctives[0].axes[0]", VV_RULE_AXIS},
    {"{ \"name\": \"turn\", \"handle\": \"lower\" }", "", "$.artworks[0].correctives[1].axes", VV_RULE_AXIS},
    {"\"pose\": \"rest\"", "\"pose\": \"bent\"", "$.artworks[0].correctives[0].examples[3].pose", VV_RULE_REFERENCE},
    {"\"name\": \"wrist\"", "\"name\": \"elbow\"", "$.artworks[0].correctives[1]", VV_RULE_SAME_NAME},
    /* Scenes. */
    {"\"verb\": \"walk\",\n      \"size\"", "\"verb\": \"run\",\n      \"size\"", "$.scenes[0].verb",
     VV_RULE_REFERENCE},
    {"\"verb\": \"walk\",\n      \"size\"", "\"verb\": \"walk\",\n      \"artwork\": \"arm\",\n      \"size\"",
     "$.scenes[0].verb", VV_RULE_SCENE_KIND},
    {"\"verb\": \"walk\",\n      \"size\"", "\"verb\": \"walk\",\n      \"zoom\": 2,\n      \"size\"",
     "$.scenes[0].zoom", VV_RULE_SCENE_KIND},
    {"\"verb\": \"walk\",\n      \"size\"", "\"size\"", "$.scenes[0]", VV_RULE_MISSING_KEY},
    {"\"seconds\": 8", "\"seconds\": 5", "$.scenes[0].path", VV_RULE_TIMES},
    {"\"time\": 2, \"at\": { \"damage\"", "\"time\": 0, \"at\": { \"damage\"", "$.scenes[0].path[1]", VV_RULE_TIMES},
    {"{ \"damage\": 0.5 }", "{ \"danger\": 0.5 }", "$.scenes[0].path[1].at.danger", VV_RULE_REFERENCE},
    {"{ \"damage\": 0.5 }", "[0.5]", "$.scenes[0].path[1].at", VV_RULE_KIND},
    {"\"pitch\": 0.25", "\"pitch\": 2", "$.scenes[0].camera.pitch", VV_RULE_RANGE},
    {"\"pitch\": 0.25", "\"roll\": 2", "$.scenes[0].camera.roll", VV_RULE_UNKNOWN_KEY},
    {"\"follow\": false", "\"follow\": \"walk\"", "$.scenes[0].follow", VV_RULE_KIND},
    {"\"camera\": {}", "\"follow\": false", "$.scenes[2].follow", VV_RULE_SCENE_KIND},
    {"{ \"time\": 1, \"raise\": \"go\" }", "{ \"time\": 1 }", "$.scenes[1].script[0]", VV_RULE_ONE_OF},
    {"{ \"time\": 1, \"raise\": \"go\" }", "{ \"time\": 5, \"raise\": \"go\" }", "$.scenes[1].script[1]",
     VV_RULE_TIMES},
    {"\"hurry\": 1, ", "\"hurry\": true, ", "$.scenes[1].script[1].set.hurry", VV_RULE_KIND},
    /* Warnings. */
    {"\"form\": \"thin\", \"at\": [0, 0.5]", "\"form\": \"thin\", \"at\": [1, 1]", "$.shapes[0].examples[2]",
     VV_RULE_SAME_SPOT},
    {"\"to\": [0.75, 0.75]", "\"to\": [1, 1]", "$.shapes[0].pseudo[0]", VV_RULE_SAME_SPOT},
    {"\"to\": [-0.75, 1.25]", "\"to\": [0.75, 0.75]", "$.shapes[0].pseudo[1]", VV_RULE_SAME_SPOT},
    {"{ \"form\": \"round\", \"at\": [0, 1] },", "", "$.shapes[0]", VV_RULE_FEW_EXAMPLES},
    {"\"form\": \"thin\", \"at\": [0, 0.5]", "\"form\": \"thin\", \"at\": [-1, 1]", "$.shapes[0].axes[1]",
     VV_RULE_IDLE_AXIS},
    {"\"form\": \"bent\", \"at\": [1, 1]", "\"form\": \"bent\", \"at\": [3, 1]", "$.shapes[0].axes[0]",
     VV_RULE_BEYOND_AXIS},
    {"{ \"pose\": \"swollen\", \"at\": [1] }", "{ \"at\": [0] }", "$.artworks[0].correctives[1].examples[1]",
     VV_RULE_SAME_SPOT},
    {"\"to\": \"running\", \"fade\": 0.1", "\"to\": \"walking\", \"fade\": 0.1", "$.graphs[0].states[2]",
     VV_RULE_STATE_UNREACHED},
    {"\"raise\": \"go\" }", "\"raise\": \"gone\" }", "$.scenes[1].script[0]", VV_RULE_SCRIPT_WORD},
    {"\"hurry\": 1, ", "\"worry\": 1, ", "$.scenes[1].script[1]", VV_RULE_SCRIPT_WORD},
};

static char *replaced(const char *piece, const char *instead)
{
    const char *at = strstr(verbs_sample, piece);
    if (!at)
        fail_msg("%s is not in the sample", piece);
    char *text = malloc(sizeof verbs_sample + strlen(instead));
    memcpy(text, verbs_sample, (size_t)(at - verbs_sample));
    strcpy(text + (at - verbs_sample), instead);
    strcat(text, at + strlen(piece));
    return text;
}

/* A list that loses its only or last entry keeps a comma that JSON does not allow. */
static void drop_stray_comma(char *text)
{
    for (char *c = text; (c = strchr(c, ',')); c++) {
        const char *next = c + 1 + strspn(c + 1, " \n");
        if (*next == ']' || *next == '}')
            *c = ' ';
    }
}

static void every_rule_is_found_at_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = replaced(cases[i].piece, cases[i].instead);
        drop_stray_comma(text);
        must_find(text, cases[i].path, cases[i].rule);
        free(text);
    }
}

/* Two fields of the sample have too few examples on purpose; nothing else is wrong with it. */
static void the_sample_breaks_no_rule(void **state)
{
    (void)state;
    vv_problems problems = {.warnings = true};
    assert_int_equal(vv_project_check(verbs_sample, strlen(verbs_sample), "", &problems, NULL), VV_OK);
    assert_int_equal(problems.errors, 0);
    for (uint32_t i = 0; i < problems.count; i++) {
        if (problems.items[i].rule != VV_RULE_FEW_EXAMPLES)
            fail_msg("V%03u at %s", problems.items[i].rule, problems.items[i].error.path);
    }
    assert_int_equal(problems.count, 2);
    vv_problems_release(&problems);
}

/* Truncated at every length, and with every tenth byte flipped: read or refused, never harmed. */
static void damaged_text_is_refused_or_read(void **state)
{
    (void)state;
    char *text = malloc(sizeof verbs_sample);
    for (size_t i = 0; i + 2 < sizeof verbs_sample; i += 7) {
        vv_document *document = NULL;
        assert_int_not_equal(vv_document_parse(verbs_sample, i, "f", NULL, &document, NULL), VV_OK);
        memcpy(text, verbs_sample, sizeof verbs_sample);
        text[i] = (char)(text[i] ^ (1 << (i % 7)));
        if (vv_document_parse(text, strlen(text), "f", NULL, &document, NULL) == VV_OK)
            vv_document_destroy(document);
    }
    free(text);
}

static void reading_survives_every_failed_allocation(void **state)
{
    (void)state;
    vv_result result = VV_ERROR_MEMORY;
    for (uint64_t n = 1; result == VV_ERROR_MEMORY; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_document *document = NULL;
        result = vv_document_parse(verbs_sample, sizeof verbs_sample - 1, "x", &allocator, &document, NULL);
        if (result == VV_OK)
            vv_document_destroy(document);
        assert_int_equal(counting.used, 0);
    }
    assert_int_equal(result, VV_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(the_whole_has_every_key),
        cmocka_unit_test(the_defaults_are_as_promised),
        cmocka_unit_test(names_become_indices),
        cmocka_unit_test(a_path_is_even_between_its_keys),
        cmocka_unit_test(every_rule_is_found_at_its_place),
        cmocka_unit_test(the_sample_breaks_no_rule),
        cmocka_unit_test(damaged_text_is_refused_or_read),
        cmocka_unit_test(reading_survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
