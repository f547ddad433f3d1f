/* Creatures, motions, gaits and their scenes in a document: what is written reads back, and every rule is broken on
 * purpose and found at its place. */
#include "author/document/creatures.h"
#include "author/document/schema.h"
#include "tests/author/document/creatures_sample.h"
#include "tests/author/document/documents.h"

/* ---- Round trips ------------------------------------------------------------------------------------------------- */

static void what_is_written_reads_back(void **state)
{
    (void)state;
    vv_document *document = open_text(creatures_sample);
    char *text = text_of(document), *whole = whole_text(document);
    assert_string_equal(text, creatures_sample);
    vv_document *again = open_text(whole);
    char *text_again = text_of(again), *whole_again = whole_text(again);
    assert_string_equal(text_again, creatures_sample);
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
        "{\"name\":\"hopper\",\"file\":null,\"seed\":4294967295,\"caps\":{},\"scale\":1,\"mesh\":true,\"colours\":{"
        "\"skin\":null,\"back\":null,\"belly\":null,\"eyes\":null}}",
        "{\"name\":\"robot\",\"file\":\"creatures/robot.json\",\"seed\":null,",
        "{\"name\":\"wave\",\"action\":\"wave\",\"length\":2,\"loop\":false,\"fade_in\":0.2,\"fade_out\":0.2,"
        "\"branch\":{"
        "\"upright\":null,\"walks\":null,\"caps\":{}},\"relations\":[],\"channels\":[{\"name\":\"head\",\"select\":{"
        "\"cap\":\"mouth\",\"x\":null,\"y\":null,\"z\":null,\"within\":[],\"extent\":null,\"spine\":false},\"mode\":{"
        "\"place\":\"rest\",\"turn\":\"rest\",\"scale\":\"none\",\"ground\":false,\"sagittal\":false,\"secondary\":"
        "false,"
        "\"directional\":false,\"lookat\":false},\"relative\":null,\"blend\":0,\"group\":0,\"mirror\":true,\"side\":"
        "\"left\","
        "\"place\":[{\"time\":2,\"value\":[0,1,0],\"in\":\"auto\",\"out\":\"auto\",\"curve\":\"smooth\"}],\"turn\":[],"
        "\"place_weight\":[],\"turn_weight\":[],\"deforms\":{}}],\"events\":[]}",
        "\"caps\":{\"grasper\":2,\"mouth\":true,\"wing\":false}",
        "{\"name\":\"walk\",\"rows\":null,\"arc\":[],\"lift\":",
        "{\"time\":0,\"forward\":0,\"up\":0,\"out\":0,\"pitch\":0}",
        "{\"name\":\"Eve\",\"creature\":\"hopper\",\"at\":[0,0],\"heading\":0,\"gait\":null,\"speed\":0,\"path\":[],"
        "\"jiggle\":1,\"plays\":[]}",
        "{\"time\":2,\"action\":\"cheer\",\"variant\":5,\"mirror\":false,\"layer\":0,\"weight\":1,\"speed\":1,"
        "\"rounds\":0,"
        "\"queue\":false,\"until\":null,\"targets\":{}}",
        "\"creatures\":[],\"ground\":\"flat\",\"camera\":null,\"follow\":true}",
    };
    vv_document *document = open_text(creatures_sample);
    char *whole = whole_text(document);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        if (!strstr(whole, pieces[i]))
            fail_msg("%s\nis not in\n%s", pieces[i], whole);
    }
    free(whole);
    vv_document_destroy(document);
}

/* ---- Resolved ---------------------------------------------------------------------------------------------------- */

static void creatures_are_as_the_file_says(void **state)
{
    (void)state;
    vv_document *document = open_text(creatures_sample);
    const vv_project *project = vv_document_project(document);
    const vv_project_creature *hopper = project->creatures[0], *fox = project->creatures[1];
    assert_true(!hopper->file && hopper->seed == UINT32_MAX && hopper->mesh && hopper->scale == 1.0f);
    assert_true(fox->caps_count == 3 && fox->caps[1].cap_count == 2 && fox->caps[2].cap_count == 0);
    assert_string_equal(fox->caps[1].caps[1].text, "antler");
    assert_true(fox->coloured == 15 && fox->colours[VV_CREATURE_EYES][3] == 0x80);
    assert_true(project->creatures[2]->coloured == 1u << VV_CREATURE_EYES);
    assert_true(project->gaits[0]->def.rows == NULL && project->gaits[0]->def.row_count == 0);
    assert_true(project->gaits[1]->def.rows[2].triggers[1] == 0.375f && project->gaits[1]->def.arc[1].out == -0.125f);
    vv_document_destroy(document);
}

static void a_motion_is_a_def(void **state)
{
    (void)state;
    vv_document *document = open_text(creatures_sample);
    const vv_motion_def *def = &vv_document_project(document)->motions[0]->def;
    const vv_motion_channel *hand = &def->channels[0], *other = &def->channels[1], *eyes = &def->channels[2];
    assert_true(hand->context.zones[0] == VV_ZONE_HIGH && hand->context.zones[2] == VV_ZONE_HIGH);
    assert_true(hand->context.setspace[0] && !hand->context.setspace[1] && hand->context.setspace[2]);
    assert_true(other->context.zones[0] == VV_ZONE_LOW && other->context.zones[1] == VV_ZONE_LOW &&
                other->context.spine);
    assert_true(eyes->context.zones[1] == VV_ZONE_CENTRE && eyes->context.extent == VV_EXTENT_TOPMOST);
    assert_true(hand->context.extent == VV_EXTENT_FRONTMOST && eyes->relative.extent == VV_EXTENT_LEFTMOST);
    assert_true(hand->secondary == VV_SECONDARY_EXTERNAL && hand->target == 3);
    assert_true(eyes->secondary == VV_SECONDARY_BODIES && eyes->relative_group == 1);
    assert_true(hand->side == -1 && other->side == 0 && eyes->side == 1 && !hand->mirror && eyes->mirror);
    assert_int_equal(hand->track_count, 6);
    for (uint32_t i = 0; i < hand->track_count; i++)
        assert_true(hand->tracks[i].kind == (i < 4 ? (vv_motion_track_kind)i : VV_TRACK_DEFORM));
    assert_string_equal(hand->tracks[5].deform, "curl");
    const vv_motion_key *keys = hand->tracks[VV_TRACK_POSITION].keys;
    assert_true(keys[0].slope_in == VV_SLOPE_FLAT && keys[0].slope_out == VV_SLOPE_FREE && keys[0].out[2] == 2.0f);
    assert_true(keys[1].slope_in == VV_SLOPE_AUTO && keys[1].curve == VV_CURVE_SMOOTH && keys[1].value[3] == 0.0f);
    assert_true(def->branch.caps[0].min_count == 2 && def->branch.caps[2].has == VV_REQUIREMENT_NO);
    assert_true(def->relations[1].a == 2 && def->relations[1].kind == VV_RELATION_SAME_SIDE);
    vv_document_destroy(document);
}

static void a_scene_names_whom_it_aims_at(void **state)
{
    (void)state;
    vv_document *document = open_text(creatures_sample);
    const vv_project *project = vv_document_project(document);
    const vv_project_scene *scene = project->scenes[0];
    const vv_project_cast *ann = &scene->cast[0], *bob = &scene->cast[1];
    assert_true(scene->kind == VV_SCENE_CREATURE && scene->ground == VV_SCENE_GROUND_HILLS && scene->cast_count == 3);
    assert_true(ann->creature == 0 && bob->creature == 1 && ann->gait_count == 2);
    assert_true(ann->gaits[0].gait == 2 && ann->gaits[1].gait == 1 && ann->gaits[1].weight == 0.75f);
    assert_true(ann->pace_count == 2 && bob->pace_count == 1 && bob->paces[0].speed == 1.25f);
    assert_true(ann->plays[0].variant == VV_VARIANT_NEAREST && ann->plays[0].stops && ann->plays[0].until == 4.0f);
    assert_true(ann->plays[0].aims[0].target == 1 && ann->plays[0].aims[0].of == 1);
    assert_true(ann->plays[0].aims[1].of == VV_NONE && ann->plays[0].aims[1].place.y == 1.5f);
    assert_true(bob->plays[0].aims[0].of == 0 && !bob->plays[0].stops);
    vv_document_destroy(document);
}

/* "wave" is the action of the first two, and the name of the second; "wave standing" only a name. */
static void an_action_means_its_branches_or_one_motion(void **state)
{
    (void)state;
    static const char *const actions[] = {"wave", "wave standing", "cheer", "weep"};
    static const bool does[][3] = {{true, true, false}, {true, false, false}, {false, false, true}, {false}};
    vv_document *document = open_text(creatures_sample);
    for (size_t a = 0; a < sizeof actions / sizeof *actions; a++) {
        for (uint32_t m = 0; m < 3; m++)
            assert_int_equal(vv_project_motion_does(vv_document_project(document), m, actions[a]), does[a][m]);
    }
    vv_document_destroy(document);
}

/* ---- Rules ------------------------------------------------------------------------------------------------------- */

/* The sample with one piece replaced. */
typedef struct broken {
    const char *piece, *instead, *path;
    vv_rule rule;
} broken;

static const broken cases[] = {
    /* Creatures. */
    {"\"seed\": 4294967295", "\"file\": \"a.json\", \"seed\": 1", "$.creatures[0]", VV_RULE_ONE_OF},
    {"\"seed\": 4294967295", "\"mesh\": true", "$.creatures[0]", VV_RULE_ONE_OF},
    {"4294967295", "4294967296", "$.creatures[0].seed", VV_RULE_RANGE},
    {"4294967295", "1.5", "$.creatures[0].seed", VV_RULE_RANGE},
    {"creatures/fox.GLB", "creatures/fox.fbx", "$.creatures[1].file", VV_RULE_FILE_ENDING},
    {"creatures/fox.GLB", "../fox.glb", "$.creatures[1].file", VV_RULE_PATH},
    {"[\"limb\", \"grasper\"]", "[\"limb\", \"limb\"]", "$.creatures[1].caps[\"hand:L\"][1]", VV_RULE_REPEATED},
    {"[\"limb\", \"grasper\"]", "[\"limb\", \"\"]", "$.creatures[1].caps[\"hand:L\"][1]", VV_RULE_NAME},
    {"[\"limb\", \"grasper\"]", "\"limb\"", "$.creatures[1].caps[\"hand:L\"]", VV_RULE_KIND},
    {"\"horn\":", "\"\":", "$.creatures[1].caps[\"\"]", VV_RULE_NAME},
    {"\"scale\": 0.5", "\"scale\": 0", "$.creatures[1].scale", VV_RULE_RANGE},
    {"\"mesh\": false", "\"mesh\": 0", "$.creatures[1].mesh", VV_RULE_KIND},
    {"\"#D2691E\"", "\"brown\"", "$.creatures[1].colours.skin", VV_RULE_COLOUR},
    {"\"back\": \"#8B4513\"", "\"hair\": \"#8B4513\"", "$.creatures[1].colours.hair", VV_RULE_UNKNOWN_KEY},
    {"\"name\": \"robot\"", "\"name\": \"fox\"", "$.creatures[2]", VV_RULE_SAME_NAME},
    /* Motions. */
    {"\"action\": \"wave\"", "\"action\": \"\"", "$.motions[0].action", VV_RULE_NAME},
    {"\"length\": 1.5", "\"length\": 0.001", "$.motions[0].length", VV_RULE_RANGE},
    {"\"length\": 1.5", "\"length\": 601", "$.motions[0].length", VV_RULE_RANGE},
    {"\"length\": 1.5", "\"length\": 1", "$.motions[0]", VV_RULE_CURVE},
    {"\"length\": 1.5", "\"length\": 1.4", "$.motions[0]", VV_RULE_CURVE},
    {"\"loop\": true", "\"loop\": 1", "$.motions[0].loop", VV_RULE_KIND},
    {"\"fade_in\": 0.1", "\"fade_in\": -0.1", "$.motions[0].fade_in", VV_RULE_RANGE},
    {"\"fade_out\": 0.4", "\"fade_out\": 11", "$.motions[0].fade_out", VV_RULE_RANGE},
    {"\"walks\": false", "\"runs\": false", "$.motions[0].branch.runs", VV_RULE_UNKNOWN_KEY},
    {"\"upright\": true", "\"upright\": 1", "$.motions[0].branch.upright", VV_RULE_KIND},
    {"\"grasper\": 2", "\"grasper\": 0", "$.motions[0].branch.caps.grasper", VV_RULE_RANGE},
    {"\"grasper\": 2", "\"grasper\": \"two\"", "$.motions[0].branch.caps.grasper", VV_RULE_KIND},
    {"\"wing\": false", "\"a\": 1, \"b\": 1, \"c\": 1, \"d\": 1, \"e\": 1, \"f\": 1, \"g\": 1",
     "$.motions[0].branch.caps", VV_RULE_TOO_MANY},
    {"\"groups\": [1, 2]", "\"groups\": [1, 1]", "$.motions[0].relations[0].groups", VV_RULE_RELATION},
    {"\"groups\": [1, 2]", "\"groups\": [1]", "$.motions[0].relations[0].groups", VV_RULE_RELATION},
    {"\"groups\": [1, 2]", "\"groups\": [1, 9]", "$.motions[0].relations[0].groups[1]", VV_RULE_RANGE},
    {"\"groups\": [1, 2]", "\"groups\": [3, 2]", "$.motions[0].relations[1]", VV_RULE_RELATION},
    {"\"side\": \"opposite\"", "\"side\": \"other\"", "$.motions[0].relations[0].side", VV_RULE_CHOICE},
    {", \"side\": \"opposite\"", "", "$.motions[0].relations[0]", VV_RULE_MISSING_KEY},
    {"\"name\": \"other hand\"", "\"name\": \"hand\"", "$.motions[0].channels[1]", VV_RULE_SAME_NAME},
    {"\"name\": \"other hand\",", "", "$.motions[0].channels[1]", VV_RULE_MISSING_KEY},
    {"\"name\": \"wave\",", "\"name\": \"wave standing\",", "$.motions[1]", VV_RULE_SAME_NAME},
    {"{ \"time\": 0.5, \"name\": \"again\" }", "{ \"time\": 0.25, \"name\": \"again\" }", "$.motions[0].events[1]",
     VV_RULE_CURVE},
    {"{ \"time\": 1.5, \"name\": \"done\" }", "{ \"time\": 1.625, \"name\": \"done\" }", "$.motions[0]", VV_RULE_CURVE},
    {"\"name\": \"hello\"", "\"name\": \"a/b\"", "$.motions[0].events[0].name", VV_RULE_NAME},
    /* Contexts and modes. */
    {"\"cap\": \"grasper\", \"x\": \"left\"", "\"cap\": 3, \"x\": \"left\"", "$.motions[0].channels[0].select.cap",
     VV_RULE_KIND},
    {"\"x\": \"left\"", "\"x\": \"top\"", "$.motions[0].channels[0].select.x", VV_RULE_CHOICE},
    {"\"y\": \"top\"", "\"y\": \"front\"", "$.motions[0].channels[0].select.y", VV_RULE_CHOICE},
    {"\"within\": [\"x\", \"z\"]", "\"within\": [\"x\", \"x\"]", "$.motions[0].channels[0].select.within[1]",
     VV_RULE_REPEATED},
    {"\"within\": [\"x\", \"z\"]", "\"within\": [\"w\"]", "$.motions[0].channels[0].select.within[0]", VV_RULE_CHOICE},
    {"\"extent\": \"frontmost\"", "\"extent\": \"first\"", "$.motions[0].channels[0].select.extent", VV_RULE_CHOICE},
    {"\"spine\": true", "\"limb\": true", "$.motions[0].channels[1].select.limb", VV_RULE_UNKNOWN_KEY},
    {"\"scale\": \"limb\"", "\"scale\": \"leg\"", "$.motions[0].channels[0].mode.scale", VV_RULE_CHOICE},
    {"\"place\": \"absolute\"", "\"place\": \"world\"", "$.motions[0].channels[1].mode.place", VV_RULE_CHOICE},
    {"\"secondary\": true, ", "", "$.motions[0].channels[0].mode", VV_RULE_MODE},
    {"\"secondary\": true, ", "\"secondary\": true, \"ground\": true, ", "$.motions[0].channels[0].mode", VV_RULE_MODE},
    {"\"secondary\": true, ", "\"secondary\": true, \"sagittal\": true, ", "$.motions[0].channels[0].mode",
     VV_RULE_MODE},
    {"\"secondary\": true, ", "\"secondary\": true, \"place\": \"absolute\", ", "$.motions[0].channels[0].mode",
     VV_RULE_MODE},
    {"\"target\": 3", "\"target\": 8", "$.motions[0].channels[0].relative.target", VV_RULE_RANGE},
    {"\"target\": 3", "\"group\": 3", "$.motions[0].channels[0].relative", VV_RULE_ONE_OF},
    {"\"target\": 3", "\"target\": 3, \"group\": 1", "$.motions[0].channels[0].relative.group", VV_RULE_UNKNOWN_KEY},
    {"\"target\": 3", "\"target\": 3, \"select\": {}", "$.motions[0].channels[0].relative", VV_RULE_ONE_OF},
    {"\"extent\": \"leftmost\" }, \"group\": 1", "\"extent\": \"leftmost\" }, \"group\": 9",
     "$.motions[0].channels[2].relative.group", VV_RULE_RANGE},
    {"\"blend\": 2", "\"blend\": 256", "$.motions[0].channels[0].blend", VV_RULE_RANGE},
    {"\"group\": 1,\n          \"mirror\"", "\"group\": 9,\n          \"mirror\"", "$.motions[0].channels[0].group",
     VV_RULE_RANGE},
    {"\"side\": \"centre\"", "\"side\": \"middle\"", "$.motions[0].channels[1].side", VV_RULE_CHOICE},
    /* Curves. */
    {"\"value\": [0.25, 1, 0] }", "\"value\": [0.25, 1] }", "$.motions[0].channels[0].place[1].value", VV_RULE_KIND},
    {"\"value\": [0.25, 1, 0] }", "\"value\": [0.25, 1e6, 0] }", "$.motions[0].channels[0].place[1].value[1]",
     VV_RULE_RANGE},
    {"\"time\": 0.75", "\"time\": 0", "$.motions[0].channels[0].place[1]", VV_RULE_CURVE},
    {"\"time\": 0.75", "\"time\": 0.00005", "$.motions[0].channels[0].place[1]", VV_RULE_CURVE},
    {"\"time\": 0.75, ", "", "$.motions[0].channels[0].place[1]", VV_RULE_MISSING_KEY},
    {"\"in\": \"flat\"", "\"in\": \"steep\"", "$.motions[0].channels[0].place[0].in", VV_RULE_CHOICE},
    {"\"in\": \"flat\"", "\"in\": 1", "$.motions[0].channels[0].place[0].in", VV_RULE_KIND},
    {"\"out\": [0, 1, 2]", "\"out\": [0, 1]", "$.motions[0].channels[0].place[0].out", VV_RULE_KIND},
    {"\"curve\": \"step\"", "\"curve\": \"jump\"", "$.motions[0].channels[0].place[2].curve", VV_RULE_CHOICE},
    {"[0, 0.6, 0, 0.8]", "[0, 0.6, 0, 0.4]", "$.motions[0].channels[0].turn[1].value", VV_RULE_RANGE},
    {"[0, 0.6, 0, 0.8]", "[0, 0, 0, 0]", "$.motions[0].channels[0].turn[1].value", VV_RULE_RANGE},
    {"{ \"time\": 0.2, \"value\": 1 }", "{ \"time\": 0.2, \"value\": 1.5 }",
     "$.motions[0].channels[0].place_weight[1].value", VV_RULE_RANGE},
    {"\"value\": 1, \"in\": 2", "\"value\": [1], \"in\": 2", "$.motions[0].channels[0].deforms.open[1].value",
     VV_RULE_KIND},
    {"\"curl\": [", "\"\": [", "$.motions[0].channels[0].deforms[\"\"]", VV_RULE_NAME},
    /* Gaits. */
    {"\"feet\": 2, \"speed\": 1,", "\"feet\": 2, \"speed\": 0,", "$.gaits[1].rows[2]", VV_RULE_GAIT},
    {"\"feet\": 2, \"speed\": 1,", "\"feet\": 7, \"speed\": 1,", "$.gaits[1].rows[2].feet", VV_RULE_RANGE},
    {"\"triggers\": [0, 0.375]", "\"triggers\": [0]", "$.gaits[1].rows[2].triggers", VV_RULE_GAIT},
    {"\"triggers\": [0, 0.375]", "\"triggers\": [0, 1.5]", "$.gaits[1].rows[2].triggers[1]", VV_RULE_RANGE},
    {"\"duty\": 0.75", "\"duty\": 0.99", "$.gaits[1].rows[0].duty", VV_RULE_RANGE},
    {"\"stride\": 0.5, ", "", "$.gaits[1].rows[0]", VV_RULE_MISSING_KEY},
    {"{ \"time\": 0 },", "", "$.gaits[1].arc", VV_RULE_GAIT},
    {"{ \"time\": 0 },", "{ \"time\": 0, \"up\": 0.1 },", "$.gaits[1].arc", VV_RULE_GAIT},
    {"\"time\": 0.5, \"forward\"", "\"time\": 1, \"forward\"", "$.gaits[1].arc[2]", VV_RULE_GAIT},
    {"\"forward\": 0.25", "\"forward\": 4.25", "$.gaits[1].arc[1].forward", VV_RULE_RANGE},
    {"\"lift\": 0.25", "\"lift\": 1.25", "$.gaits[1].lift", VV_RULE_RANGE},
    {"\"hurry\": 2", "\"hurry\": 0", "$.gaits[1].hurry", VV_RULE_RANGE},
    {"\"bounce\": 0.75", "\"bouncy\": 0.75", "$.gaits[1].bouncy", VV_RULE_UNKNOWN_KEY},
    /* Scenes. */
    {"\"name\": \"Bob\"", "\"name\": \"Ann\"", "$.scenes[0].creatures[1]", VV_RULE_SAME_NAME},
    {"\"creature\": \"fox\"", "\"creature\": \"ox\"", "$.scenes[0].creatures[1].creature", VV_RULE_REFERENCE},
    {"\"creature\": \"fox\",", "", "$.scenes[0].creatures[1]", VV_RULE_MISSING_KEY},
    {"\"gait\": \"walk\"", "\"gait\": \"swim\"", "$.scenes[0].creatures[1].gait", VV_RULE_REFERENCE},
    {"\"limp\": 0.75", "\"swim\": 0.75", "$.scenes[0].creatures[0].gait.swim", VV_RULE_REFERENCE},
    {"\"limp\": 0.75", "\"limp\": 0", "$.scenes[0].creatures[0].gait.limp", VV_RULE_RANGE},
    {"\"speed\": 1.25", "\"speed\": -1", "$.scenes[0].creatures[1].speed", VV_RULE_RANGE},
    {"[1.5, 2]", "[0, 2]", "$.scenes[0].creatures[0].speed[1]", VV_RULE_TIMES},
    {"[1.5, 2]", "[1.5, 200]", "$.scenes[0].creatures[0].speed[1]", VV_RULE_RANGE},
    {"[[0, 1], [2, 3]]", "[[0, 1, 2]]", "$.scenes[0].creatures[0].path[0]", VV_RULE_KIND},
    {"\"jiggle\": 0.5", "\"jiggle\": 3", "$.scenes[0].creatures[0].jiggle", VV_RULE_RANGE},
    {"\"action\": \"cheer\"", "\"action\": \"weep\"", "$.scenes[0].creatures[0].plays[1].action", VV_RULE_REFERENCE},
    {"\"variant\": \"nearest\"", "\"variant\": \"first\"", "$.scenes[0].creatures[0].plays[0].variant", VV_RULE_CHOICE},
    {"\"variant\": 5", "\"variant\": -1", "$.scenes[0].creatures[0].plays[1].variant", VV_RULE_RANGE},
    {"\"layer\": -1", "\"layer\": 0.5", "$.scenes[0].creatures[0].plays[0].layer", VV_RULE_RANGE},
    {"\"weight\": 0.5", "\"weight\": 2", "$.scenes[0].creatures[0].plays[0].weight", VV_RULE_RANGE},
    {"\"speed\": -2", "\"speed\": -5", "$.scenes[0].creatures[0].plays[0].speed", VV_RULE_RANGE},
    {"\"until\": 4", "\"until\": 0", "$.scenes[0].creatures[0].plays[0].until", VV_RULE_TIMES},
    {"{ \"action\": \"wave\", \"variant\": \"nearest\"",
     "{ \"time\": 3, \"action\": \"wave\", \"variant\": \"nearest\"", "$.scenes[0].creatures[0].plays[1]",
     VV_RULE_TIMES},
    {"\"of\": \"Bob\"", "\"of\": \"Tom\"", "$.scenes[0].creatures[0].plays[0].targets.1.of", VV_RULE_REFERENCE},
    {"\"3\": [1, 1.5, 0]", "\"8\": [1, 1.5, 0]", "$.scenes[0].creatures[0].plays[0].targets.8", VV_RULE_REFERENCE},
    {"\"3\": [1, 1.5, 0]", "\"3\": [1, 1.5]", "$.scenes[0].creatures[0].plays[0].targets.3", VV_RULE_KIND},
    {"\"ground\": \"hills\"", "\"ground\": \"sea\"", "$.scenes[0].ground", VV_RULE_CHOICE},
    {"\"ground\": \"hills\"", "\"zoom\": 3", "$.scenes[0].zoom", VV_RULE_SCENE_KIND},
    {"\"ground\": \"hills\"", "\"verb\": \"walk\"", "$.scenes[0].creatures", VV_RULE_SCENE_KIND},
    {"\"follow\": false", "\"follow\": \"Ann\"", "$.scenes[0].follow", VV_RULE_KIND},
    {"\"creatures\": []\n", "\"seconds\": 2\n", "$.scenes[1]", VV_RULE_MISSING_KEY},
    /* Warnings. */
    {"\"channels\": [\n        {\n          \"name\": \"root\",",
     "\"events\": [], \"channels\": []\n    },\n    { \"name\": \"b\", \"channels\": [{ \"name\": \"root\",",
     "$.motions[2]", VV_RULE_NO_CHANNELS},
    {"\"turn\": [\n            { \"time\": 0, \"value\": [0, 0, 0, 1] }\n          ]", "\"turn\": []",
     "$.motions[0].channels[2]", VV_RULE_NO_CURVES},
    {"\"relative\": { \"target\": 3 },", "", "$.motions[0].channels[0]", VV_RULE_NO_TARGET},
    {"\"select\": { \"cap\": \"mouth\" }", "\"select\": { \"cap\": \"mouth\" }, \"relative\": { \"target\": 3 }",
     "$.motions[1].channels[0]", VV_RULE_IDLE_TARGET},
    {"\"group\": 2,\n          \"side\": \"centre\"", "\"group\": 4,\n          \"side\": \"centre\"", "$.motions[0]",
     VV_RULE_GROUP_GAP},
    {"\"groups\": [2, 3]", "\"groups\": [3, 8]", "$.motions[0].relations[1]", VV_RULE_NO_GROUP},
    {"\"extent\": \"leftmost\" }, \"group\": 1", "\"extent\": \"leftmost\" }, \"group\": 7", "$.motions[0].channels[2]",
     VV_RULE_NO_GROUP},
    {", \"targets\": { \"3\": { \"of\": \"Ann\" } }", "", "$.scenes[0].creatures[1].plays[0]", VV_RULE_NO_AIM},
    {"\"action\": \"cheer\", ", "\"action\": \"cheer\", \"targets\": { \"0\": [0, 0, 0] }, ",
     "$.scenes[0].creatures[0].plays[1]", VV_RULE_NO_AIM},
};

static char *replaced(const char *piece, const char *instead)
{
    const char *at = strstr(creatures_sample, piece);
    if (!at)
        fail_msg("%s is not in the sample", piece);
    char *text = malloc(sizeof creatures_sample + strlen(instead));
    memcpy(text, creatures_sample, (size_t)(at - creatures_sample));
    strcpy(text + (at - creatures_sample), instead);
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

/* Ann aims the first wave at two things, and nobody reaches for one of them: that alone is odd about the sample. */
static void the_sample_breaks_no_rule(void **state)
{
    (void)state;
    vv_problems problems = {.warnings = true};
    assert_int_equal(vv_project_check(creatures_sample, strlen(creatures_sample), "", &problems, NULL), VV_OK);
    assert_int_equal(problems.errors, 0);
    assert_int_equal(problems.count, 1);
    assert_int_equal(problems.items[0].rule, VV_RULE_NO_AIM);
    assert_string_equal(problems.items[0].error.path, "$.scenes[0].creatures[0].plays[0]");
    vv_problems_release(&problems);
}

/* As many keys as a motion may have, on one curve or over several; one more is refused. */
static void a_motion_has_at_most_so_many_keys(void **state)
{
    (void)state;
    static const char head[] =
        "{\"format\":\"verve-project\",\"version\":1,\"name\":\"m\",\"artworks\":[],\"scenes\":[],"
        "\"motions\":[{\"name\":\"m\",\"length\":600,\"channels\":[{\"name\":\"c\",";
    char *text = malloc(64 * (VV_MOTION_MAX_KEYS + 8) + sizeof head);
    for (uint32_t extra = 0; extra < 2; extra++) {
        char *end = text + sprintf(text, "%s\"turn_weight\":[{\"time\":0,\"value\":1}],\"place_weight\":[", head);
        for (uint32_t i = 1; i < VV_MOTION_MAX_KEYS + extra; i++)
            end += sprintf(end, "%s{\"time\":%.3f,\"value\":0}", i > 1 ? "," : "", 0.009 * i);
        strcpy(end, "]}]}]}");
        vv_document *document = NULL;
        vv_error error = {0};
        vv_result result = vv_document_parse(text, strlen(text), "f", NULL, &document, &error);
        assert_int_equal(result, extra ? VV_ERROR_LIMIT : VV_OK);
        if (!extra)
            vv_document_destroy(document);
    }
    free(text);
}

/* What reads is what the runtime takes. Numbers of the sample are replaced by others, of which many are at the edge
 * of what may be. */
static void what_reads_can_be_created(const char *text, uint32_t *read)
{
    vv_document *document = NULL;
    if (vv_document_parse(text, strlen(text), "f", NULL, &document, NULL) != VV_OK)
        return;
    const vv_project *project = vv_document_project(document);
    vv_error error = {0};
    ++*read;
    for (uint32_t i = 0; i < project->motion_count; i++) {
        vv_motion *motion = NULL;
        if (vv_motion_create(&project->motions[i]->def, NULL, &motion, &error) != VV_OK)
            fail_msg("%s\n%s", text, error.message);
        vv_motion_destroy(motion, NULL);
    }
    for (uint32_t i = 0; i < project->gait_count; i++) {
        vv_gait *gait = NULL;
        if (vv_gait_create(&project->gaits[i]->def, NULL, &gait, &error) != VV_OK)
            fail_msg("%s\n%s", text, error.message);
        vv_gait_destroy(gait, NULL);
    }
    vv_document_destroy(document);
}

static void any_numbers_that_read_can_be_created(void **state)
{
    (void)state;
    static const char *const numbers[] = {"0",     "1",      "-1",   "0.0001", "0.0002", "0.5001", "1.0001", "0.95",
                                          "0.951", "0.049",  "1.1",  "0.9",    "2",      "3",      "8",      "0.01",
                                          "4",     "-4.001", "1e5",  "1e6",    "1e10",   "1e39",   "0.001",  "0.501",
                                          "600",   "20",     "0.25", "0.3001", "1.25",   "1.5",    "1.5001", "-0.2"};
    vvi_random random = vvi_random_seed(11);
    const char *begin = strstr(creatures_sample, "\"motions\""), *end = strstr(creatures_sample, "\"scenes\"");
    char *text = malloc(sizeof creatures_sample + 16);
    uint32_t read = 0;
    for (uint32_t n = 0; n < 4000; n++) {
        const char *at = begin + vvi_random_below(&random, (uint32_t)(end - begin));
        at += strcspn(at, "0123456789");
        size_t digits = strspn(at, "0123456789.e"), head = (size_t)(at - creatures_sample);
        const char *number = numbers[vvi_random_below(&random, sizeof numbers / sizeof *numbers)];
        memcpy(text, creatures_sample, head);
        strcpy(text + head, number);
        strcat(text, at + digits);
        what_reads_can_be_created(text, &read);
    }
    assert_in_range(read, 1000, 3000); /* some are good, and some are not */
    free(text);
}

/* The defaults of the file are those of the runtime. */
static void a_plain_gait_is_the_default(void **state)
{
    (void)state;
    const vv_project_gait *plain = vvi_gait_schema.defaults;
    vv_gait_def usual = vv_default_gait_def();
    for (uint32_t i = 0; i < vvi_gait_schema.field_count; i++) {
        const vvi_schema_field *f = &vvi_gait_schema.fields[i];
        size_t at = f->offset - offsetof(vv_project_gait, def);
        if (f->kind == VVI_KIND_NUMBER)
            assert_memory_equal((const char *)&plain->def + at, (const char *)&usual + at, sizeof(float));
    }
}

/* Every combination of a mode's words reads if, and only if, the runtime takes it. */
static void modes_read_as_the_runtime_takes_them(void **state)
{
    (void)state;
    static const char *const keys[] = {"\"place\":\"absolute\"", "\"turn\":\"absolute\"", "\"ground\":true",
                                       "\"sagittal\":true",      "\"secondary\":true",    "\"directional\":true",
                                       "\"lookat\":true"};
    vv_document *document = open_text(creatures_sample);
    for (uint32_t bits = 0; bits < 128; bits++) {
        vv_movement_mode mode = {.absolute_position = bits & 1,
                                 .absolute_rotation = bits & 2,
                                 .ground = bits & 4,
                                 .sagittal = bits & 8,
                                 .secondary = bits & 16,
                                 .directional = bits & 32,
                                 .lookat = bits & 64};
        char command[400];
        strcpy(command,
               "{\"do\":\"channel.set\",\"motion\":\"wave\",\"channel\":\"head\",\"mode\":{\"scale\":\"limb\"");
        for (uint32_t i = 0; i < 7; i++) {
            if (bits >> i & 1u)
                strcat(strcat(command, ","), keys[i]);
        }
        strcat(command, "}}");
        assert_int_equal(apply_text(document, command, NULL) == VV_OK, vv_movement_mode_is_valid(mode));
    }
    vv_document_destroy(document);
}

/* Truncated at every length, and with every seventh byte flipped: read or refused, never harmed. */
static void damaged_text_is_refused_or_read(void **state)
{
    (void)state;
    char *text = malloc(sizeof creatures_sample);
    for (size_t i = 0; i + 2 < sizeof creatures_sample; i += 7) {
        vv_document *document = NULL;
        assert_int_not_equal(vv_document_parse(creatures_sample, i, "f", NULL, &document, NULL), VV_OK);
        memcpy(text, creatures_sample, sizeof creatures_sample);
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
        result = vv_document_parse(creatures_sample, sizeof creatures_sample - 1, "x", &allocator, &document, NULL);
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
        cmocka_unit_test(creatures_are_as_the_file_says),
        cmocka_unit_test(a_motion_is_a_def),
        cmocka_unit_test(a_scene_names_whom_it_aims_at),
        cmocka_unit_test(an_action_means_its_branches_or_one_motion),
        cmocka_unit_test(every_rule_is_found_at_its_place),
        cmocka_unit_test(the_sample_breaks_no_rule),
        cmocka_unit_test(a_motion_has_at_most_so_many_keys),
        cmocka_unit_test(any_numbers_that_read_can_be_created),
        cmocka_unit_test(a_plain_gait_is_the_default),
        cmocka_unit_test(modes_read_as_the_runtime_takes_them),
        cmocka_unit_test(damaged_text_is_refused_or_read),
        cmocka_unit_test(reading_survives_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
