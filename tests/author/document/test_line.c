/* Lines of action and their scenes in a document: what is written reads back, every rule is broken on purpose and
 * found at its place, and long strokes are thinned. */
#include "author/document/lines.h"
#include "tests/author/document/documents.h"
#include "tests/author/document/lines_sample.h"

/* ---- Round trips ------------------------------------------------------------------------------------------------- */

static void what_is_written_reads_back(void **state)
{
    (void)state;
    vv_document *document = open_text(lines_sample);
    char *text = text_of(document), *whole = whole_text(document);
    assert_string_equal(text, lines_sample);
    vv_document *again = open_text(whole);
    char *text_again = text_of(again), *whole_again = whole_text(again);
    assert_string_equal(text_again, lines_sample);
    assert_string_equal(whole_again, whole);
    free(whole_again);
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
        "{\"name\":\"nod\",\"skeleton\":\"man\",\"creature\":null,\"artwork\":null,\"over\":{\"line\":\"throw\"},"
        "\"root\":\"free\",\"elements\":10,\"frames\":40,\"way\":\"smooth\",\"preset\":\"normal\",\"temper\":{"
        "\"anticipation\":null,\"overshoot\":null,\"cycles\":null,\"damping\":null,\"lag\":null},\"stiffness\":null,"
        "\"damping\":null,\"view\":{\"heading\":0,\"pitch\":0,\"centre\":[0,1,0],\"distance\":0},\"plane\":{"
        "\"heading\":0,\"pitch\":0},\"rate\":30,\"settle\":0.5,\"rest\":null,\"stretch\":null,\"keys\":[],\"pulls\":["
        "],\"twists\":[],\"contacts\":[]}",
        "{\"name\":\"plain\",\"skeleton\":null,\"creature\":null,\"artwork\":\"ball\",\"over\":null,\"root\":null,",
        "\"view\":null,\"plane\":null,\"rate\":30,\"settle\":0.5,\"rest\":null,\"stretch\":true,\"keys\":[],\"pulls\":"
        "[],\"twists\":null,\"contacts\":null}",
        "{\"time\":0.75,\"points\":[[0,0.5],[0.5,2]],\"pressure\":null,\"bones\":null,\"from\":null,\"to\":null,"
        "\"preset\":null,\"temper\":{\"anticipation\":null,",
        "{\"bone\":\"RightFoot\",\"point\":[0,0,0],\"from\":0.5,\"to\":0.75,\"ease\":0.15,\"keys\":[{\"time\":0.5,"
        "\"place\":[-0.25,0,0],\"turn\":null}]}",
        "{\"name\":\"struck\",\"line\":\"strike\",\"size\":[640,640],\"background\":\"#FFFFFF\",\"centre\":null,"
        "\"zoom\":null,\"seconds\":2,\"rate\":30,\"show\":true,\"ghosts\":0,\"camera\":null,\"follow\":true}",
    };
    vv_document *document = open_text(lines_sample);
    char *whole = whole_text(document);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        if (!strstr(whole, pieces[i]))
            fail_msg("%s\nis not in\n%s", pieces[i], whole);
    }
    free(whole);
    vv_document_destroy(document);
}

/* ---- Resolved ---------------------------------------------------------------------------------------------------- */

static void lines_are_as_the_file_says(void **state)
{
    (void)state;
    vv_document *document = open_text(lines_sample);
    const vv_project *project = vv_document_project(document);
    const vv_project_line *throw = project->lines[0], *walk = project->lines[2], *leap = project->lines[4];
    assert_true(throw->kind == VV_LINE_OF_SKELETON && throw->subject == 0 && throw->over_take == 0);
    assert_true(throw->over_line == VV_NONE && walk->over_line == 1 && walk->over_take == VV_NONE);
    assert_true(throw->hold_root && !walk->hold_root && throw->element_count == 12 && throw->way == VV_LINE_SHOOTING);
    assert_true(throw->stiffness[11] == 0.5f && throw->damping[0] == 0.25f && !walk->stiffness && !walk->damping);
    assert_true(throw->centre.y == 1.25f && walk->centre.y == 1.0f && throw->distance == 8.0f);
    assert_true(throw->keys[0].pressures[2] == 0.0f && !throw->keys[1].pressures);
    assert_true(throw->keys[1].from == 1.0f && throw->keys[1].to == 0.0f && throw->keys[2].to == 0.0f);
    assert_string_equal(throw->keys[0].bones[2].name, "RightHand");
    assert_true(throw->keys[2].bone_count == 0 && !throw->keys[2].bones && !throw->keys[0].handles);
    assert_true(throw->pulls[0].points[1].time == 0.375f && throw->pulls[0].points[1].by.y == -0.25f);
    assert_true(throw->twists[0].steps[1].angle == 1.5f && throw->twists[0].steps[1].rotation.w == 1.0f);
    assert_true(throw->contacts[0].turned && !throw->contacts[1].turned && throw->contacts[1].ease == 0.15f);
    assert_true(leap->kind == VV_LINE_OF_ARTWORK && leap->keys[0].handles[0] == 2 && leap->keys[0].handles[1] == 0);
    assert_true(!leap->keys[0].bones && leap->rest_count == 3 && !leap->stretch && project->lines[5]->stretch);
    assert_true(project->lines[3]->kind == VV_LINE_OF_CREATURE && project->lines[3]->subject == 0);
    assert_true(project->scenes[0]->kind == VV_SCENE_LINE && project->scenes[1]->subject == 4);
    assert_true(!project->scenes[0]->show_line && project->scenes[0]->ghosts == 2 && project->scenes[1]->framed);
    vv_document_destroy(document);
}

/* The view takes the middle of the paper to its centre, and the plane is turned as a paper of its heading and pitch
 * is. */
static void papers_and_planes_are_as_drawn(void **state)
{
    (void)state;
    vv_document *document = open_text(lines_sample);
    const vv_project_line *throw = vv_document_project(document)->lines[0];
    vv_view_plane paper = vv_project_line_paper(throw);
    vv_vec2 middle = vv_view_plane_project(&paper, throw->centre);
    assert_float_equal(middle.x, 0.0f, 0.0f);
    assert_float_equal(middle.y, 0.0f, 0.0f);
    vv_vec3 normal = vv_quat_rotate(vv_project_line_plane(throw), (vv_vec3){0.0f, 0.0f, 1.0f});
    assert_float_equal(normal.x, sinf(0.5f) * cosf(-0.125f), 1e-6f);
    assert_float_equal(normal.y, sinf(-0.125f), 1e-6f);
    assert_float_equal(normal.z, cosf(0.5f) * cosf(-0.125f), 1e-6f);
    vv_document_destroy(document);
}

static void tempers_change_what_they_name(void **state)
{
    (void)state;
    vv_line_dynamics temper = {1.0f, 2.0f, 3.0f, 4.0f, 5.0f};
    vv_project_temper changes = {.given = 1u << 1 | 1u << 4,
                                 .values = {.overshoot = 7.0f, .lag = 8.0f, .cycles = 9.0f}};
    vv_project_temper_apply(&changes, &temper);
    assert_true(temper.anticipation == 1.0f && temper.overshoot == 7.0f && temper.cycles == 3.0f);
    assert_true(temper.damping == 4.0f && temper.lag == 8.0f);
}

/* The line's preset and temper, or the key's preset; over both, what the key changes. */
static void tempers_are_found_for_every_keystroke(void **state)
{
    (void)state;
    vv_document *document = open_text(lines_sample);
    const vv_project_line *throw = vv_document_project(document)->lines[0];
    vv_line_dynamics floaty = vv_line_preset_dynamics(VV_LINE_PRESET_FLOATY), first = vv_project_line_temper(throw, 0),
                     second = vv_project_line_temper(throw, 1), third = vv_project_line_temper(throw, 2);
    assert_true(first.cycles == 2.0f && first.lag == floaty.lag && first.damping == floaty.damping);
    assert_true(second.anticipation == 0.5f && second.cycles == 1.5f && second.lag == 0.125f);
    assert_true(third.anticipation == 0.5f && third.cycles == 1.5f && third.lag == 0.25f);
    vv_line_dynamics heavy = vv_line_preset_dynamics(VV_LINE_PRESET_HEAVY);
    first = vv_project_line_temper(vv_document_project(document)->lines[3], 0);
    assert_memory_equal(&first, &heavy, sizeof heavy);
    vv_document_destroy(document);
}

/* ---- Rules ------------------------------------------------------------------------------------------------------- */

/* The sample with one piece replaced. */
typedef struct broken {
    const char *piece, *instead, *path;
    vv_rule rule;
} broken;

static const broken cases[] = {
    /* What follows it. */
    {"\"skeleton\": \"man\",\n      \"over\": { \"take\"", "\"over\": { \"take\"", "$.lines[0]", VV_RULE_ONE_OF},
    {"\"creature\": \"snake\"", "\"creature\": \"snake\", \"artwork\": \"sack\"", "$.lines[3]", VV_RULE_ONE_OF},
    {"\"creature\": \"snake\"", "\"creature\": \"eel\"", "$.lines[3].creature", VV_RULE_REFERENCE},
    {"\"artwork\": \"ball\"\n", "\"artwork\": 3\n", "$.lines[5].artwork", VV_RULE_KIND},
    {"\"artwork\": \"ball\"\n", "\"artwork\": \"ball\", \"view\": {}\n", "$.lines[5].view", VV_RULE_LINE_KIND},
    {"\"artwork\": \"ball\"\n", "\"artwork\": \"ball\", \"root\": \"held\"\n", "$.lines[5].root", VV_RULE_LINE_KIND},
    {"\"artwork\": \"ball\"\n", "\"artwork\": \"ball\", \"twists\": []\n", "$.lines[5].twists", VV_RULE_LINE_KIND},
    {"\"artwork\": \"ball\"\n", "\"artwork\": \"ball\", \"over\": { \"line\": \"leap\" }\n", "$.lines[5].over",
     VV_RULE_LINE_KIND},
    {"\"way\": \"smooth\"", "\"stretch\": true", "$.lines[1].stretch", VV_RULE_LINE_KIND},
    {"\"way\": \"smooth\"", "\"rest\": [[0, 0], [1, 0]]", "$.lines[1].rest", VV_RULE_LINE_KIND},
    {"\"name\": \"strike\"", "\"name\": \"nod\"", "$.lines[3]", VV_RULE_SAME_NAME},
    {"\"name\": \"strike\",", "", "$.lines[3]", VV_RULE_MISSING_KEY},
    {"\"way\": \"smooth\"", "\"weigh\": 1", "$.lines[1].weigh", VV_RULE_UNKNOWN_KEY},
    /* What it is over. */
    {"\"take\": \"walk\"", "\"take\": \"trot\"", "$.lines[0]", VV_RULE_OVER},
    {"\"take\": \"walk\"", "\"take\": \"run\"", "$.lines[0].over.take", VV_RULE_REFERENCE},
    {"\"take\": \"walk\"", "\"take\": \"walk\", \"line\": \"nod\"", "$.lines[0].over", VV_RULE_ONE_OF},
    {"{ \"take\": \"walk\" }", "{}", "$.lines[0].over", VV_RULE_ONE_OF},
    {"{ \"take\": \"walk\" }", "\"walk\"", "$.lines[0].over", VV_RULE_KIND},
    {"\"line\": \"throw\" }", "\"line\": \"nod\" }", "$.lines[1].over.line", VV_RULE_REFERENCE}, /* itself */
    {"\"line\": \"throw\" }", "\"line\": \"strike\" }", "$.lines[1].over.line", VV_RULE_REFERENCE},
    {"\"creature\": \"snake\"", "\"creature\": \"snake\", \"over\": { \"line\": \"nod\" }", "$.lines[3]", VV_RULE_OVER},
    {"\"creature\": \"snake\"", "\"creature\": \"snake\", \"over\": { \"take\": \"walk\" }", "$.lines[3]",
     VV_RULE_OVER},
    /* How it is seen and moves. */
    {"\"root\": \"held\"", "\"root\": \"fixed\"", "$.lines[0].root", VV_RULE_CHOICE},
    {"\"elements\": 12", "\"elements\": 66", "$.lines[0].elements", VV_RULE_RANGE},
    {"\"elements\": 12", "\"elements\": 11", "$.lines[0].elements", VV_RULE_ELEMENTS},
    {"\"elements\": 12", "\"elements\": 14", "$.lines[0].stiffness", VV_RULE_ELEMENTS},
    {"1, 1, 0.5]", "1, 1, 0.01]", "$.lines[0].stiffness[11]", VV_RULE_RANGE},
    {"1, 1, 4]", "1, 4]", "$.lines[0].damping", VV_RULE_ELEMENTS},
    {"\"frames\": 50", "\"frames\": 1001", "$.lines[0].frames", VV_RULE_RANGE},
    {"\"frames\": 50", "\"frames\": 1", "$.lines[0].frames", VV_RULE_RANGE},
    {"\"way\": \"shot\"", "\"way\": \"fast\"", "$.lines[0].way", VV_RULE_CHOICE},
    {"\"preset\": \"heavy\"", "\"preset\": \"light\"", "$.lines[3].preset", VV_RULE_CHOICE},
    {"\"anticipation\": 0.5", "\"anticipation\": 1.5", "$.lines[0].temper.anticipation", VV_RULE_RANGE},
    {"\"overshoot\": 0.25", "\"undershoot\": 0.25", "$.lines[0].temper.undershoot", VV_RULE_UNKNOWN_KEY},
    {"\"cycles\": 1.5", "\"cycles\": 0.05", "$.lines[0].temper.cycles", VV_RULE_RANGE},
    {"\"pitch\": -0.25", "\"pitch\": 2", "$.lines[0].view.pitch", VV_RULE_RANGE},
    {"[0.5, 1.25, -1]", "[0.5, 1.25]", "$.lines[0].view.centre", VV_RULE_KIND},
    {"\"distance\": 8", "\"distance\": -8", "$.lines[0].view.distance", VV_RULE_RANGE},
    {"\"plane\": { \"heading\": 0.5", "\"plane\": { \"heading\": 1.5", "$.lines[0].plane.heading", VV_RULE_RANGE},
    {"\"heading\": 0.5, \"pitch\": -0.125", "\"heading\": 1.3, \"pitch\": 1.3", "$.lines[0].plane", VV_RULE_RANGE},
    {"\"plane\": { \"heading\": 0.5", "\"plane\": { \"roll\": 0.5", "$.lines[0].plane.roll", VV_RULE_UNKNOWN_KEY},
    {"\"rate\": 60", "\"rate\": 0", "$.lines[0].rate", VV_RULE_RANGE},
    {"\"settle\": 1.5", "\"settle\": 61", "$.lines[0].settle", VV_RULE_RANGE},
    {"\"rest\": [[0, 0], [0, 0.5], [0.25, 1]]", "\"rest\": [[0, 0], [0, 0]]", "$.lines[4].rest", VV_RULE_STROKE},
    {"\"stretch\": false", "\"stretch\": 0", "$.lines[4].stretch", VV_RULE_KIND},
    /* Keystrokes. */
    {"\"time\": 0.5, \"points\"", "\"time\": 0, \"points\"", "$.lines[0].keys[1]", VV_RULE_LINE_TIMES},
    {"\"time\": 0.5, \"points\"", "\"time\": 0.009, \"points\"", "$.lines[0].keys[1]", VV_RULE_LINE_TIMES},
    {"\"time\": 0.5, \"points\"", "\"time\": 3601, \"points\"", "$.lines[0].keys[1].time", VV_RULE_RANGE},
    {"\"time\": 1, \"points\"", "\"time\": 400, \"points\"", "$.lines[0]", VV_RULE_LINE_TIMES},
    {"\"time\": 0.5, \"points\": [[-0.5, 0], [0.5, 1]]", "\"time\": 0.5", "$.lines[0].keys[1]", VV_RULE_MISSING_KEY},
    {"\"time\": 0.5, \"points\"", "\"points\"", "$.lines[0].keys[1]", VV_RULE_MISSING_KEY},
    {"[[-0.5, 0], [0.5, 1]]", "[[-0.5, 0]]", "$.lines[0].keys[1].points", VV_RULE_STROKE},
    {"[[-0.5, 0], [0.5, 1]]", "[[0.5, 1], [0.5, 1]]", "$.lines[0].keys[1].points", VV_RULE_STROKE},
    {"[[-0.5, 0], [0.5, 1]]", "[[0.5, 1], [0.50005, 1]]", "$.lines[0].keys[1].points", VV_RULE_STROKE},
    {"[[-0.5, 0], [0.5, 1]]", "[[-2000, 0], [2000, 0], [0, 0]]", "$.lines[0].keys[1].points", VV_RULE_STROKE},
    {"[[-0.5, 0], [0.5, 1]]", "[]", "$.lines[0].keys[1].points", VV_RULE_STROKE},
    {"[[-0.5, 0], [0.5, 1]]", "[[-0.5, 0], [0.5, 1e5]]", "$.lines[0].keys[1].points[1][1]", VV_RULE_RANGE},
    {"[[-0.5, 0], [0.5, 1]]", "[[-0.5, 0], [0.5, 1e99]]", "$.lines[0].keys[1].points[1][1]", VV_RULE_RANGE},
    {"[[-0.5, 0], [0.5, 1]]", "[[-0.5, 0], [0.5]]", "$.lines[0].keys[1].points[1]", VV_RULE_KIND},
    {"\"pressure\": [0.5, 1, 0]", "\"pressure\": [0.5, 1]", "$.lines[0].keys[0].pressure", VV_RULE_STROKE},
    {"\"pressure\": [0.5, 1, 0]", "\"pressure\": [0.5, 1, 2]", "$.lines[0].keys[0].pressure[2]", VV_RULE_RANGE},
    {"\"LeftFoot\", \"Spine\"", "\"Spine\", \"Spine\"", "$.lines[0].keys[0].bones[1]", VV_RULE_REPEATED},
    {"\"LeftFoot\", \"Spine\"", "\"LeftFoot\", \"\"", "$.lines[0].keys[0].bones[1]", VV_RULE_NAME},
    {"[\"ear\", \"foot\"]", "[\"ear\", \"ear\"]", "$.lines[4].keys[0].bones[1]", VV_RULE_REPEATED},
    {"[\"ear\", \"foot\"]", "[\"ear\", \"nose\"]", "$.lines[4].keys[0].bones[1]", VV_RULE_REFERENCE},
    {"\"from\": 0.25, \"to\": 1,", "\"from\": 0.25,", "$.lines[0].keys[0]", VV_RULE_STROKE},
    {"\"from\": 0.25, \"to\": 1,", "\"from\": 0.25, \"to\": 0.25,", "$.lines[0].keys[0]", VV_RULE_STROKE},
    {"\"from\": 0.25, \"to\": 1,", "\"from\": 0, \"to\": 0,", "$.lines[0].keys[0]", VV_RULE_STROKE},
    {"\"from\": 0.25, \"to\": 1,", "\"from\": 0.25, \"to\": 2,", "$.lines[0].keys[0].to", VV_RULE_RANGE},
    {"\"preset\": \"floaty\"", "\"preset\": \"airy\"", "$.lines[0].keys[0].preset", VV_RULE_CHOICE},
    {"\"preset\": \"floaty\"", "\"way\": \"shot\"", "$.lines[0].keys[0].way", VV_RULE_UNKNOWN_KEY},
    {"{ \"lag\": 0.25 }", "{ \"lag\": 0.75 }", "$.lines[0].keys[2].temper.lag", VV_RULE_RANGE},
    /* Pulls, twists and contacts. */
    {"\"along\": 0.5, ", "", "$.lines[0].pulls[1]", VV_RULE_MISSING_KEY},
    {"\"along\": 0.5", "\"along\": 1.5", "$.lines[0].pulls[1].along", VV_RULE_RANGE},
    {"[[1, 0, 1]]", "[]", "$.lines[0].pulls[1].points", VV_RULE_STROKE},
    {"[[1, 0, 1]]", "[[1, 0]]", "$.lines[0].pulls[1].points[0]", VV_RULE_KIND},
    {"[[1, 0, 1]]", "[[-1, 0, 1]]", "$.lines[0].pulls[1].points[0][0]", VV_RULE_RANGE},
    {"[0.375, 1, -0.25]", "[0.125, 1, -0.25]", "$.lines[0].pulls[0].points[1]", VV_RULE_LINE_TIMES},
    {"\"bone\": \"Neck\", ", "", "$.lines[0].twists[1]", VV_RULE_MISSING_KEY},
    {"{ \"time\": 0.5, \"angle\": -1 }", "", "$.lines[0].twists[1].keys", VV_RULE_LINE_TIMES},
    {"\"angle\": -1", "\"turn\": -1", "$.lines[0].twists[1].keys[0].turn", VV_RULE_UNKNOWN_KEY},
    {"\"angle\": -1", "\"angle\": 101", "$.lines[0].twists[1].keys[0].angle", VV_RULE_RANGE},
    {"{ \"time\": 1, \"angle\": 1.5 }", "{ \"time\": 0, \"angle\": 1.5 }", "$.lines[0].twists[0].keys[1]",
     VV_RULE_LINE_TIMES},
    {"\"from\": 0.5, \"to\": 0.75", "\"from\": 0.75, \"to\": 0.75", "$.lines[0].contacts[1]", VV_RULE_LINE_TIMES},
    {"\"from\": 0.5, \"to\": 0.75", "\"from\": 0.5", "$.lines[0].contacts[1]", VV_RULE_MISSING_KEY},
    {"\"ease\": 0.25", "\"ease\": 11", "$.lines[0].contacts[0].ease", VV_RULE_RANGE},
    {"[0, -0.125, 0.25]", "[0, -0.125]", "$.lines[0].contacts[0].point", VV_RULE_KIND},
    {"[0, 0.6, 0, 0.8]", "[0, 0.6, 0, 0.4]", "$.lines[0].contacts[0].keys[1].turn", VV_RULE_RANGE},
    {", \"turn\": [0, 0.6, 0, 0.8]", "", "$.lines[0].contacts[0].keys", VV_RULE_ONE_OF},
    {"\"place\": [-0.25, 0, 0]", "\"turn\": [0, 0, 0, 1]", "$.lines[0].contacts[1].keys[0]", VV_RULE_MISSING_KEY},
    /* Scenes. */
    {"\"line\": \"strike\"", "\"line\": \"bite\"", "$.scenes[2].line", VV_RULE_REFERENCE},
    {"\"line\": \"strike\"", "\"line\": \"strike\", \"zoom\": 2, \"centre\": [0, 0]", "$.scenes[2].zoom",
     VV_RULE_SCENE_KIND},
    {"\"line\": \"strike\"", "\"line\": \"strike\", \"path\": []", "$.scenes[2].path", VV_RULE_SCENE_KIND},
    {"\"line\": \"strike\"", "\"show\": true", "$.scenes[2]", VV_RULE_MISSING_KEY},
    {"\"zoom\": 200", "\"zoom\": 200, \"camera\": {}", "$.scenes[1].camera", VV_RULE_SCENE_KIND},
    {"\"zoom\": 200", "\"zoom\": 200, \"follow\": true", "$.scenes[1].follow", VV_RULE_SCENE_KIND},
    {"\"show\": false", "\"show\": \"no\"", "$.scenes[0].show", VV_RULE_KIND},
    {"\"ghosts\": 2", "\"ghosts\": 257", "$.scenes[0].ghosts", VV_RULE_RANGE},
    {"\"ghosts\": 2", "\"artwork\": \"sack\"", "$.scenes[0].line", VV_RULE_SCENE_KIND},
    /* Warnings. */
    {"\"way\": \"smooth\"", "\"keys\": [{ \"time\": 0, \"points\": [[0, 0], [1, 1]] }]", "$.lines[1]",
     VV_RULE_FEW_KEYSTROKES},
    {"\"plane\": { \"heading\": 0.5", "\"plane\": { \"heading\": 1.31", "$.lines[0]", VV_RULE_STEEP_PLANE},
    {"[2, 0.5]]", "[2.6, 0]]", "$.lines[3].keys[1]", VV_RULE_STROKE_LENGTH},
    {"[2, 0.5]]", "[1.4, 0]]", "$.lines[3].keys[1]", VV_RULE_STROKE_LENGTH},
    {"[[1, 0, 1]]", "[[2.75, 0, 1]]", "$.lines[0].pulls[1]", VV_RULE_TOO_LATE},
    {"{ \"time\": 0.5, \"angle\": -1 }", "{ \"time\": 2.75, \"angle\": -1 }", "$.lines[0].twists[1]", VV_RULE_TOO_LATE},
    {"\"from\": 0.5, \"to\": 0.75", "\"from\": 2.75, \"to\": 3", "$.lines[0].contacts[1]", VV_RULE_TOO_LATE},
};

static char *replaced(const char *piece, const char *instead)
{
    const char *at = strstr(lines_sample, piece);
    if (!at)
        fail_msg("%s is not in the sample", piece);
    char *text = malloc(sizeof lines_sample + strlen(instead));
    memcpy(text, lines_sample, (size_t)(at - lines_sample));
    strcpy(text + (at - lines_sample), instead);
    strcat(text, at + strlen(piece));
    return text;
}

static void every_rule_is_found_at_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = replaced(cases[i].piece, cases[i].instead);
        must_find(text, cases[i].path, cases[i].rule);
        free(text);
    }
}

/* What stands at the edge of a rule is not told. */
static void what_is_good_is_not_told(void **state)
{
    (void)state;
    static const char *const good[][2] = {
        {"\"time\": 0.5, \"points\"", "\"time\": 0.01, \"points\""},
        {"\"plane\": { \"heading\": 0.5", "\"plane\": { \"heading\": 1.3"}, /* 74.6 degrees with its pitch */
        {"[2, 0.5]]", "[2.5, 0]]"},
        {"[2, 0.5]]", "[1.5, 0]]"},
        {"[[1, 0, 1]]", "[[2.5, 0, 1]]"},
        {"[0.375, 1, -0.25]", "[0.25, 1, -0.25]"},
        {"\"time\": 1, \"points\"", "\"time\": 331, \"points\""},
    };
    for (size_t i = 0; i <= sizeof good / sizeof *good; i++) { /* the last is the sample itself */
        bool last = i == sizeof good / sizeof *good;
        char *text = replaced(last ? "\"name\"" : good[i][0], last ? "\"name\"" : good[i][1]);
        vv_problems problems = {.warnings = true};
        assert_int_equal(vv_project_check(text, strlen(text), "", &problems, NULL), VV_OK);
        for (uint32_t p = 0; p < problems.count; p++) {
            if (problems.items[p].rule != VV_RULE_FEW_KEYSTROKES)
                fail_msg("%s: %s", problems.items[p].error.path, problems.items[p].error.message);
        }
        assert_int_equal(problems.count, 3); /* three lines of the sample have no keystrokes */
        vv_problems_release(&problems);
        free(text);
    }
}

/* Keystrokes a hundredth of a second apart stay so wherever they are, though floats there are not that exact. */
static void keystrokes_may_be_as_near_as_is_said(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 3600; i += 7) {
        char instead[120];
        snprintf(
            instead, sizeof instead,
            "\"rate\": 1, \"keys\": [{ \"time\": %u, \"points\": [[0, 0], [1, 0]] }, { \"time\": %u.01, \"points\": "
            "[[0, 0], [1, 0]] }]",
            i, i);
        char *text = replaced("\"way\": \"smooth\"", instead);
        vv_document *document = open_text(text);
        vv_document_destroy(document);
        free(text);
    }
}

static void strokes_have_at_most_so_many_points(void **state)
{
    (void)state;
    char *points = malloc(VV_PROJECT_MAX_STROKE * 16 + 100);
    for (uint32_t extra = 0; extra < 2; extra++) {
        char *end = points + sprintf(points, "[[0, 0]");
        for (uint32_t i = 1; i < VV_PROJECT_MAX_STROKE + extra; i++)
            end += sprintf(end, ", [%u, 0]", i % 2);
        strcpy(end, "]");
        char *text = replaced("[[-0.5, 0], [0.5, 1]]", points);
        vv_document *document = NULL;
        vv_error error = {0};
        assert_int_equal(vv_document_parse(text, strlen(text), "f", NULL, &document, &error),
                         extra ? VV_ERROR_LIMIT : VV_OK);
        assert_true(!extra || strstr(error.remedy, "thin"));
        vv_document_destroy(document);
        free(text);
    }
    free(points);
}

/* ---- What the runtime takes -------------------------------------------------------------------------------------- */

static void fit(const vv_project_line *line, uint32_t index, vv_line_key *keys)
{
    const vv_project_line_key *key = &line->keys[index];
    static vv_stroke_point points[VV_PROJECT_MAX_STROKE];
    vv_error error = {0};
    for (uint32_t i = 0; i < key->point_count; i++)
        points[i] = (vv_stroke_point){.at = key->points[i], .pressure = key->pressures ? key->pressures[i] : 1.0f};
    keys[index].time = key->time;
    keys[index].dynamics = vv_project_line_temper(line, index);
    if (vv_stroke_fit(line->element_count, key->point_count, points, index ? &keys[index - 1].pose : NULL, NULL,
                      &keys[index].pose, NULL, &error) != VV_OK)
        fail_msg("%s: %s", line->name, error.message);
}

static void must_be_created(const vv_project_line *line, const char *text)
{
    vv_line_key keys[8] = {0};
    vv_error error = {0};
    vv_line *made = NULL;
    for (uint32_t i = 0; i < line->key_count; i++)
        fit(line, i, keys);
    vv_line_def def = {.element_count = line->element_count,
                       .frame_count = line->frame_count,
                       .key_count = line->key_count,
                       .keys = keys,
                       .method = line->way,
                       .stiffness = line->stiffness,
                       .damping = line->damping,
                       .pull_count = line->pull_count,
                       .pulls = line->pulls,
                       .settle = line->settle};
    if (line->key_count > 0 && vv_line_create(&def, NULL, &made, &error) != VV_OK)
        fail_msg("%s\n%s: %s", text, line->name, error.message);
    if (made)
        assert_true(vv_match_count_frames(made, line->rate) <= VV_MATCH_MAX_FRAMES);
    vv_line_destroy(made, NULL);
}

/* Numbers of the sample are replaced by others, of which many are at the edge of what may be. */
static void any_numbers_that_read_can_be_created(void **state)
{
    (void)state;
    static const char *const numbers[] = {"0",    "1",    "-1",   "0.0001", "0.01", "0.009", "0.02", "0.05",  "0.1",
                                          "0.5",  "0.75", "2",    "3",      "12",   "20",    "60",   "64",    "1000",
                                          "5000", "1e4",  "3600", "1e39",   "1.45", "331",   "0.49", "0.501", "1.01"};
    vvi_random random = vvi_random_seed(11);
    const char *begin = strstr(lines_sample, "\"lines\""), *end = strstr(lines_sample, "\"scenes\"");
    char *text = malloc(sizeof lines_sample + 16);
    uint32_t read = 0;
    for (uint32_t n = 0; n < 1500; n++) {
        const char *at = begin + vvi_random_below(&random, (uint32_t)(end - begin));
        at += strcspn(at, "0123456789");
        size_t digits = strspn(at, "0123456789.e"), head = (size_t)(at - lines_sample);
        memcpy(text, lines_sample, head);
        strcpy(text + head, numbers[vvi_random_below(&random, sizeof numbers / sizeof *numbers)]);
        strcat(text, at + digits);
        vv_document *document = NULL;
        if (vv_document_parse(text, strlen(text), "f", NULL, &document, NULL) != VV_OK)
            continue;
        for (uint32_t i = 0; i < vv_document_project(document)->line_count; i++)
            must_be_created(vv_document_project(document)->lines[i], text);
        vv_document_destroy(document);
        read++;
    }
    assert_in_range(read, 300, 1200); /* some are good, and some are not */
    free(text);
}

/* Truncated at every seventh length, and with every seventh byte flipped: read or refused, never harmed. */
static void damaged_text_is_refused_or_read(void **state)
{
    (void)state;
    char *text = malloc(sizeof lines_sample);
    for (size_t i = 0; i + 2 < sizeof lines_sample; i += 7) {
        vv_document *document = NULL;
        assert_int_not_equal(vv_document_parse(lines_sample, i, "f", NULL, &document, NULL), VV_OK);
        memcpy(text, lines_sample, sizeof lines_sample);
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
        result = vv_document_parse(lines_sample, sizeof lines_sample - 1, "x", &allocator, &document, NULL);
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
        cmocka_unit_test(lines_are_as_the_file_says),
        cmocka_unit_test(papers_and_planes_are_as_drawn),
        cmocka_unit_test(tempers_change_what_they_name),
        cmocka_unit_test(every_rule_is_found_at_its_place),
        cmocka_unit_test(what_is_good_is_not_told),
        cmocka_unit_test(keystrokes_may_be_as_near_as_is_said),
        cmocka_unit_test(strokes_have_at_most_so_many_points),
        cmocka_unit_test(tempers_are_found_for_every_keystroke),
        cmocka_unit_test(any_numbers_that_read_can_be_created),
        cmocka_unit_test(damaged_text_is_refused_or_read),
        cmocka_unit_test(reading_survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
