/* Commands about creatures, motions, their channels and curves, gaits and scenes of creatures: each does what it
 * says, what refers to what follows, undo and redo are exact, and a refused one or one that runs out of memory has
 * changed nothing. */
#include "author/document/creatures.h"
#include "author/document/schema.h"
#include "tests/author/document/creatures_sample.h"
#include "tests/author/document/folders.h"

static vv_document *after(const char *command) { return after_command(creatures_sample, command); }

static const vv_project *project_of(const vv_document *document) { return vv_document_project(document); }

static const vv_motion_channel *channel_of(const vv_document *document, uint32_t motion, uint32_t channel)
{
    return &project_of(document)->motions[motion]->def.channels[channel];
}

/* ---- Creatures --------------------------------------------------------------------------------------------------- */

static void creatures_are_added_and_set(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"creature.add\",\"name\":\"cat\",\"seed\":7,\"before\":\"fox\"}");
    assert_true(project_of(document)->creature_count == 4 && project_of(document)->creatures[1]->seed == 7);
    assert_int_equal(project_of(document)->scenes[0]->cast[1].creature, 2); /* Bob goes on being the fox */
    vv_document_destroy(document);
    document = after("{\"do\":\"creature.set\",\"creature\":\"hopper\",\"file\":\"creatures/hop.bvh\",\"scale\":2}");
    assert_string_equal(project_of(document)->creatures[0]->file, "creatures/hop.bvh");
    assert_true(project_of(document)->creatures[0]->seed == 0 && project_of(document)->creatures[0]->scale == 2.0f);
    vv_document_destroy(document);
    document = after("{\"do\":\"creature.set\",\"creature\":\"fox\",\"seed\":9,\"caps\":{\"a\":[\"foot\"]},"
                     "\"colours\":null,\"mesh\":null}");
    const vv_project_creature *fox = project_of(document)->creatures[1];
    assert_true(!fox->file && fox->seed == 9 && fox->caps_count == 1 && fox->coloured == 0 && fox->mesh);
    assert_true(fox->scale == 0.5f); /* what is not named stays */
    vv_document_destroy(document);
}

static void a_removed_creature_leaves_its_scenes(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"creature.remove\",\"creature\":\"hopper\"}");
    const vv_project_scene *scene = project_of(document)->scenes[0];
    assert_int_equal(scene->cast_count, 1);
    assert_string_equal(scene->cast[0].name, "Bob");
    assert_true(scene->cast[0].creature == 0 &&
                scene->cast[0].plays[0].aim_count == 0); /* there is no Ann to reach for */
    must_lack(document, "\"Ann\"");
    vv_document_destroy(document);
    document = after("{\"do\":\"creature.remove\",\"creature\":\"fox\"}");
    scene = project_of(document)->scenes[0];
    assert_int_equal(scene->cast_count, 2);
    assert_true(scene->cast[0].plays[0].aim_count == 1 && scene->cast[0].plays[0].aims[0].target == 3);
    vv_document_destroy(document);
    document = after("{\"do\":\"creature.move\",\"creature\":\"robot\",\"before\":\"hopper\"}");
    assert_true(project_of(document)->scenes[0]->cast[0].creature == 1 &&
                project_of(document)->scenes[0]->cast[1].creature == 2);
    vv_document_destroy(document);
    document = after("{\"do\":\"creature.rename\",\"creature\":\"fox\",\"to\":\"vixen\"}");
    must_lack(document, "\"fox\"");
    vv_document_destroy(document);
}

/* ---- Gaits ------------------------------------------------------------------------------------------------------- */

static void gaits_change_and_go(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"gait.remove\",\"gait\":\"limp\"}");
    const vv_project_cast *ann = &project_of(document)->scenes[0]->cast[0];
    assert_true(ann->gait_count == 1 && ann->gaits[0].gait == 1 && ann->gaits[0].weight == 0.25f);
    vv_document_destroy(document);
    document = after("{\"do\":\"gait.remove\",\"gait\":\"walk\"}");
    assert_int_equal(project_of(document)->scenes[0]->cast[1].gait_count, 0);
    vv_document_destroy(document);
    document = after("{\"do\":\"gait.duplicate\",\"gait\":\"limp\",\"name\":\"hobble\"}");
    const vv_project_gait *hobble = project_of(document)->gaits[2];
    assert_string_equal(hobble->name, "hobble");
    assert_true(hobble->def.row_count == 3 && hobble->def.rows != project_of(document)->gaits[1]->def.rows);
    assert_int_equal(project_of(document)->scenes[0]->cast[0].gaits[0].gait, 3); /* sneak is the fourth now */
    vv_document_destroy(document);
    document = after("{\"do\":\"gait.set\",\"gait\":\"limp\",\"rows\":null,\"arc\":null,\"lean\":null,\"limp\":0.5}");
    const vv_gait_def *limp = &project_of(document)->gaits[1]->def;
    assert_true(!limp->rows && !limp->arc && limp->row_count == 0 && limp->arc_count == 0);
    assert_true(limp->lean == ((const vv_project_gait *)vvi_gait_schema.defaults)->def.lean && limp->limp == 0.5f &&
                limp->hurry == 2.0f);
    vv_document_destroy(document);
    document = after("{\"do\":\"gait.rename\",\"gait\":\"walk\",\"to\":\"stroll\"}");
    must_lack(document, "\"walk\"");
    vv_document_destroy(document);
}

/* ---- Motions ----------------------------------------------------------------------------------------------------- */

static void motions_are_added_set_and_copied(void **state)
{
    (void)state;
    vv_document *document =
        after("{\"do\":\"motion.add\",\"name\":\"nod\",\"length\":1,\"channels\":[{\"name\":\"head\","
              "\"select\":{\"cap\":\"mouth\"}}],\"events\":[{\"time\":1,\"name\":\"yes\"}]}");
    assert_true(project_of(document)->motion_count == 4 && project_of(document)->motions[3]->def.event_count == 1);
    vv_document_destroy(document);
    document = after("{\"do\":\"motion.set\",\"motion\":\"wave standing\",\"length\":9,\"loop\":null,\"branch\":null,"
                     "\"relations\":null,\"events\":[]}");
    const vv_motion_def *def = &project_of(document)->motions[0]->def;
    assert_true(def->duration == 9.0f && !def->loop && def->relation_count == 0 && def->event_count == 0);
    assert_true(def->branch.upright == VV_REQUIREMENT_ANY && def->branch.cap_count == 0 && def->channel_count == 4);
    vv_document_destroy(document);
    document = after("{\"do\":\"motion.duplicate\",\"motion\":\"wave standing\",\"name\":\"wave twice\"}");
    const vv_project_motion *copy = project_of(document)->motions[1];
    assert_string_equal(copy->name, "wave twice");
    assert_string_equal(copy->action, "wave"); /* one more branch of it */
    assert_true(copy->def.channels[0].tracks[0].keys != channel_of(document, 0, 0)->tracks[0].keys);
    vv_document_destroy(document);
}

/* Shorter than its keys it cannot be; a loop may have one where it ends. */
static void a_motion_keeps_its_keys(void **state)
{
    (void)state;
    static const char *const refused[] = {
        "{\"do\":\"motion.set\",\"motion\":\"wave standing\",\"length\":1}",
        "{\"do\":\"motion.set\",\"motion\":\"wave\",\"length\":1.75}",
        "{\"do\":\"channel.set\",\"motion\":\"wave\",\"channel\":\"head\",\"turn_weight\":[{\"time\":3,\"value\":0}]}",
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        vv_document *document = open_text(creatures_sample);
        vv_error error = {0};
        assert_int_equal(apply_text(document, refused[i], &error), VV_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, i == 0 ? "\"hand\"" : "\"head\""));
        vv_document_destroy(document);
    }
    vv_document *document = after("{\"do\":\"motion.set\",\"motion\":\"wave\",\"loop\":true}");
    vv_document_destroy(document);
}

/* What scenes play, by the names of motions and by actions. */
static const char *played(const vv_document *document, uint32_t cast, uint32_t play)
{
    return project_of(document)->scenes[0]->cast[cast].plays[play].action;
}

static void scenes_follow_names_and_actions(void **state)
{
    (void)state;
    /* The only motion of its action: the action is renamed with it. */
    vv_document *document = after("{\"do\":\"motion.rename\",\"motion\":\"cheer\",\"to\":\"hurray\"}");
    assert_string_equal(played(document, 0, 1), "hurray");
    assert_string_equal(project_of(document)->motions[2]->action, "");
    vv_document_destroy(document);
    /* A branch of an action that others have: what plays the action goes on, what plays the motion follows. */
    document = after("{\"do\":\"motion.rename\",\"motion\":\"wave\",\"to\":\"wave sitting\"}");
    assert_string_equal(project_of(document)->motions[1]->action, "wave");
    assert_string_equal(played(document, 0, 0), "wave");
    vv_document_destroy(document);
    document = after("{\"do\":\"motion.rename\",\"motion\":\"wave standing\",\"to\":\"wave upright\"}");
    assert_string_equal(played(document, 1, 0), "wave upright");
    assert_string_equal(played(document, 0, 0), "wave");
    vv_document_destroy(document);
    /* Another action for the only one that had it, and for one of two. */
    document = after("{\"do\":\"motion.set\",\"motion\":\"cheer\",\"action\":\"joy\"}");
    assert_string_equal(played(document, 0, 1), "cheer"); /* still its name */
    vv_document_destroy(document);
    document = after("[{\"do\":\"motion.set\",\"motion\":\"cheer\",\"action\":\"joy\"},{\"do\":\"motion.rename\","
                     "\"motion\":\"cheer\",\"to\":\"jump\"}]");
    assert_string_equal(played(document, 0, 1), "jump");
    vv_document_destroy(document);
    document =
        after("[{\"do\":\"motion.rename\",\"motion\":\"wave\",\"to\":\"w\"},{\"do\":\"motion.set\",\"motion\":\"w\","
              "\"action\":\"greet\"},{\"do\":\"motion.set\",\"motion\":\"wave standing\",\"action\":\"greet\"}]");
    assert_string_equal(played(document, 0, 0), "greet");
    vv_document_destroy(document);
}

static void removed_motions_are_played_no_more(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"motion.remove\",\"motion\":\"cheer\"}");
    assert_int_equal(project_of(document)->scenes[0]->cast[0].play_count, 1);
    vv_document_destroy(document);
    document = after("{\"do\":\"motion.remove\",\"motion\":\"wave standing\"}");
    assert_int_equal(project_of(document)->scenes[0]->cast[0].play_count, 2); /* the other branch is there */
    assert_int_equal(project_of(document)->scenes[0]->cast[1].play_count, 0);
    vv_document_destroy(document);
    document = after("[{\"do\":\"motion.remove\",\"motion\":\"wave\"},{\"do\":\"motion.remove\",\"motion\":\"wave "
                     "standing\"}]");
    assert_int_equal(project_of(document)->scenes[0]->cast[0].play_count, 1);
    assert_string_equal(played(document, 0, 0), "cheer");
    vv_document_destroy(document);
}

/* ---- Channels ---------------------------------------------------------------------------------------------------- */

static void channels_are_added_and_moved(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"channel.add\",\"motion\":\"wave standing\",\"name\":\"tail\",\"before\":"
                                  "\"eyes\",\"select\":{\"cap\":\"tail\"},\"place\":[{\"time\":0,\"value\":[1,0,0]}]}");
    assert_int_equal(project_of(document)->motions[0]->def.channel_count, 5);
    assert_string_equal(channel_of(document, 0, 2)->name, "tail");
    assert_true(channel_of(document, 0, 2)->mirror && channel_of(document, 0, 2)->tracks[0].keys[0].value[0] == 1.0f);
    vv_document_destroy(document);
    document = after("{\"do\":\"channel.remove\",\"motion\":\"wave standing\",\"channel\":\"hand\"}");
    assert_int_equal(project_of(document)->motions[0]->def.channel_count, 3);
    assert_string_equal(channel_of(document, 0, 0)->name, "other hand");
    vv_document_destroy(document);
    document = after("{\"do\":\"channel.move\",\"motion\":\"wave standing\",\"channel\":\"body\",\"before\":\"hand\"}");
    assert_string_equal(channel_of(document, 0, 0)->name, "body");
    assert_string_equal(channel_of(document, 0, 3)->name, "eyes");
    vv_document_destroy(document);
    document = after("{\"do\":\"channel.move\",\"motion\":\"wave standing\",\"channel\":\"hand\"}");
    assert_string_equal(channel_of(document, 0, 3)->name, "hand");
    vv_document_destroy(document);
    document = after("{\"do\":\"channel.rename\",\"motion\":\"wave standing\",\"channel\":\"hand\",\"to\":\"paw\"}");
    assert_string_equal(channel_of(document, 0, 0)->name, "paw");
    vv_document_destroy(document);
}

/* Mode and curves in one command, as a change of mode with remapping sends them. */
static void a_channel_is_set_in_parts(void **state)
{
    (void)state;
    vv_document *document =
        after("{\"do\":\"channel.set\",\"motion\":\"wave standing\",\"channel\":\"hand\",\"mode\":"
              "{\"scale\":\"creature\"},\"relative\":null,\"place\":[{\"time\":1,\"value\":[1,2,3]}],"
              "\"turn\":null,\"deforms\":{\"shut\":[{\"time\":0,\"value\":1}],\"none\":[]}}");
    const vv_motion_channel *hand = channel_of(document, 0, 0);
    assert_true(hand->mode.scale == VV_SCALE_CREATURE && !hand->mode.secondary && !hand->mode.lookat);
    assert_true(hand->secondary == VV_SECONDARY_NONE && hand->target == 0 && hand->blend == 2);
    assert_int_equal(hand->track_count, 4); /* place, both weights, and what is shut */
    assert_true(hand->tracks[0].key_count == 1 && hand->tracks[0].keys[0].value[2] == 3.0f);
    assert_true(hand->tracks[1].kind == VV_TRACK_POSITION_WEIGHT && hand->tracks[1].key_count == 2);
    assert_string_equal(hand->tracks[3].deform, "shut");
    vv_document_destroy(document);
    document =
        after("{\"do\":\"channel.set\",\"motion\":\"wave standing\",\"channel\":\"hand\",\"select\":null,\"side\":null,"
              "\"group\":null,\"mirror\":null,\"blend\":null}");
    hand = channel_of(document, 0, 0);
    assert_true(hand->context.cap[0] == '\0' && hand->context.zones[0] == VV_ZONE_ANY && hand->side == 1);
    assert_true(hand->group == 0 && hand->mirror && hand->blend == 0 && hand->track_count == 6);
    vv_document_destroy(document);
}

/* ---- Curves ------------------------------------------------------------------------------------------------------ */

static void curves_are_set_whole(void **state)
{
    (void)state;
    vv_document *document =
        after("{\"do\":\"curve.set\",\"motion\":\"wave standing\",\"channel\":\"hand\",\"track\":\"turn\","
              "\"keys\":[{\"time\":0.25,\"value\":[1,0,0,0]}]}");
    const vv_motion_channel *hand = channel_of(document, 0, 0);
    assert_true(hand->track_count == 6 && hand->tracks[1].key_count == 1 && hand->tracks[1].keys[0].value[0] == 1.0f);
    vv_document_destroy(document);
    document =
        after("{\"do\":\"curve.set\",\"motion\":\"wave standing\",\"channel\":\"hand\",\"track\":\"deform:open\","
              "\"keys\":[]}");
    hand = channel_of(document, 0, 0);
    assert_int_equal(hand->track_count, 5);
    assert_string_equal(hand->tracks[4].deform, "curl");
    vv_document_destroy(document);
    document =
        after("{\"do\":\"curve.set\",\"motion\":\"wave\",\"channel\":\"head\",\"track\":\"deform:open\",\"keys\":"
              "[{\"time\":0,\"value\":0.5}]}");
    assert_int_equal(channel_of(document, 1, 0)->track_count, 2);
    vv_document_destroy(document);
    /* A new curve comes where its kind does, whatever there is. */
    document =
        after("[{\"do\":\"curve.set\",\"motion\":\"wave standing\",\"channel\":\"eyes\",\"track\":\"turn_weight\","
              "\"keys\":[{\"time\":0,\"value\":0}]},{\"do\":\"curve.key\",\"motion\":\"wave standing\",\"channel\":"
              "\"eyes\",\"track\":\"place\",\"key\":{\"time\":0,\"value\":[0,0,1]}}]");
    const vv_motion_channel *eyes = channel_of(document, 0, 2);
    assert_true(eyes->track_count == 3 && eyes->tracks[0].kind == VV_TRACK_POSITION &&
                eyes->tracks[1].kind == VV_TRACK_ROTATION && eyes->tracks[2].kind == VV_TRACK_ROTATION_WEIGHT);
    vv_document_destroy(document);
}

static const vv_motion_track *place_of_hand(const vv_document *document)
{
    return &channel_of(document, 0, 0)->tracks[VV_TRACK_POSITION];
}

static vv_document *after_key(double time)
{
    char command[200];
    snprintf(
        command, sizeof command,
        "{\"do\":\"curve.key\",\"motion\":\"wave standing\",\"channel\":\"hand\",\"track\":\"place\",\"key\":{\"time\":"
        "%.6f,\"value\":[7,8,9]}}",
        time);
    return after(command);
}

static void keys_are_put_in_their_place(void **state)
{
    (void)state;
    static const struct {
        double time;
        uint32_t index, count;
    } expected[] = {{0.0, 0, 3},     {0.00008, 0, 3}, {0.0003, 1, 4}, {0.5, 1, 4},  {0.74995, 1, 3},
                    {0.75005, 1, 3}, {0.7503, 2, 4},  {1.25, 2, 3},   {1.375, 3, 4}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        vv_document *document = after_key(expected[i].time);
        const vv_motion_track *track = place_of_hand(document);
        assert_int_equal(track->key_count, expected[i].count);
        assert_true(track->keys[expected[i].index].value[2] == 9.0f);
        assert_true(track->keys[expected[i].index].time == (float)expected[i].time);
        for (uint32_t k = 1; k < track->key_count; k++)
            assert_true(track->keys[k].time - track->keys[k - 1].time >= VV_MOTION_MIN_GAP);
        vv_document_destroy(document);
    }
}

static void keys_are_taken_away(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"curve.unkey\",\"motion\":\"wave standing\",\"channel\":\"hand\",\"track\":"
                                  "\"place\",\"time\":0.75004}");
    const vv_motion_track *track = place_of_hand(document);
    assert_true(track->key_count == 2 && track->keys[0].time == 0.0f && track->keys[1].time == 1.25f);
    vv_document_destroy(document);
    document =
        after("{\"do\":\"curve.unkey\",\"motion\":\"wave\",\"channel\":\"head\",\"track\":\"place\",\"time\":2}");
    assert_int_equal(channel_of(document, 1, 0)->track_count, 0); /* with its last key the curve goes */
    vv_document_destroy(document);
}

/* ---- Scenes ------------------------------------------------------------------------------------------------------ */

static void scenes_of_creatures_are_made_and_set(void **state)
{
    (void)state;
    vv_document *document = after(
        "{\"do\":\"scene.add\",\"name\":\"walk\",\"seconds\":4,\"creatures\":[{\"name\":\"a\",\"creature\":\"robot\","
        "\"gait\":\"walk\",\"speed\":1,\"plays\":[{\"time\":1,\"action\":\"cheer\"}]}]}");
    const vv_project_scene *scene = project_of(document)->scenes[2];
    assert_true(scene->kind == VV_SCENE_CREATURE && scene->cast[0].creature == 2 && scene->follows);
    char *text;
    size_t length;
    assert_int_equal(vv_project_write_scene(project_of(document), scene, NULL, &text, &length, NULL), VV_OK);
    assert_non_null(
        strstr(text, "{\"do\":\"scene.add\",\"name\":\"walk\",\"seconds\":4,\"creatures\":[{\"name\":\"a\""));
    vv_project_text_release(NULL, text, length);
    vv_document_destroy(document);
    document =
        after("{\"do\":\"scene.set\",\"scene\":\"greeting\",\"creatures\":[{\"name\":\"b\",\"creature\":\"fox\"}],"
              "\"ground\":null,\"camera\":null}");
    scene = project_of(document)->scenes[0];
    assert_true(scene->cast_count == 1 && scene->ground == VV_SCENE_GROUND_FLAT && !scene->aimed);
    vv_document_destroy(document);
    document = after("{\"do\":\"scene.set\",\"scene\":\"greeting\",\"ground\":\"flat\",\"seconds\":9}");
    assert_int_equal(project_of(document)->scenes[0]->cast_count, 3); /* what is not named stays */
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
        {"{\"do\":\"creature.add\",\"name\":\"fox\",\"seed\":1}", "$.name", VV_ERROR_ARGUMENT},
        {"{\"do\":\"creature.add\",\"name\":\"cat\"}", "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"creature.set\",\"creature\":\"fox\",\"seed\":1,\"file\":\"a.bvh\"}", "$", VV_ERROR_ARGUMENT},
        {"{\"do\":\"creature.set\",\"creature\":\"ox\",\"seed\":1}", "$.creature", VV_ERROR_NOT_FOUND},
        {"{\"do\":\"creature.set\",\"creature\":\"fox\",\"legs\":4}", "$.legs", VV_ERROR_FORMAT},
        {"{\"do\":\"motion.rename\",\"motion\":\"wave\",\"to\":\"cheer\"}", "$.to", VV_ERROR_ARGUMENT},
        {"{\"do\":\"motion.duplicate\",\"motion\":\"wave\"}", "$", VV_ERROR_FORMAT},
        {"{\"do\":\"channel.add\",\"motion\":\"wave\",\"name\":\"head\"}", "$.name", VV_ERROR_ARGUMENT},
        {"{\"do\":\"channel.add\",\"motion\":\"wave\",\"name\":\"tail\",\"before\":\"hand\"}", "$.before",
         VV_ERROR_NOT_FOUND},
        {"{\"do\":\"channel.add\",\"name\":\"tail\"}", "$", VV_ERROR_FORMAT},
        {"{\"do\":\"channel.set\",\"motion\":\"wave\",\"channel\":\"tail\"}", "$.channel", VV_ERROR_NOT_FOUND},
        {"{\"do\":\"channel.set\",\"motion\":\"wave\",\"channel\":\"head\",\"name\":\"x\"}", "$.name", VV_ERROR_FORMAT},
        {"{\"do\":\"channel.set\",\"motion\":\"wave\",\"channel\":\"head\",\"relative\":{\"x\":1}}", "$.relative",
         VV_ERROR_ARGUMENT},
        {"{\"do\":\"channel.set\",\"motion\":\"wave\",\"channel\":\"head\",\"relative\":{\"target\":1,\"select\":{}}}",
         "$.relative", VV_ERROR_ARGUMENT},
        {"{\"do\":\"channel.set\",\"motion\":\"wave\",\"channel\":\"head\",\"relative\":{\"target\":1,\"group\":1}}",
         "$.relative.group", VV_ERROR_FORMAT},
        {"{\"do\":\"channel.set\",\"motion\":\"wave\",\"channel\":\"head\",\"mode\":{\"directional\":true}}", "$.mode",
         VV_ERROR_ARGUMENT},
        {"{\"do\":\"channel.remove\",\"motion\":\"wave\"}", "$", VV_ERROR_FORMAT},
        {"{\"do\":\"curve.set\",\"motion\":\"wave\",\"channel\":\"head\",\"track\":\"size\",\"keys\":[]}", "$.track",
         VV_ERROR_ARGUMENT},
        {"{\"do\":\"curve.set\",\"motion\":\"wave\",\"channel\":\"head\",\"track\":\"deform:\",\"keys\":[]}", "$.track",
         VV_ERROR_ARGUMENT},
        {"{\"do\":\"curve.set\",\"motion\":\"wave\",\"channel\":\"head\",\"track\":\"place\"}", "$", VV_ERROR_FORMAT},
        {"{\"do\":\"curve.set\",\"motion\":\"wave\",\"channel\":\"head\",\"track\":\"place\",\"keys\":[{\"time\":1,"
         "\"value\":[0,0,0]},{\"time\":0,\"value\":[0,0,0]}]}",
         "$.keys[1]", VV_ERROR_ARGUMENT},
        {"{\"do\":\"curve.key\",\"motion\":\"wave\",\"channel\":\"head\",\"track\":\"turn\",\"key\":{\"time\":0,"
         "\"value\":"
         "[0,0,0]}}",
         "$.key.value", VV_ERROR_FORMAT},
        {"{\"do\":\"curve.key\",\"motion\":\"wave\",\"channel\":\"head\",\"track\":\"turn\",\"key\":null}", "$",
         VV_ERROR_FORMAT},
        {"{\"do\":\"curve.unkey\",\"motion\":\"wave\",\"channel\":\"head\",\"track\":\"place\",\"time\":1}", "$.time",
         VV_ERROR_NOT_FOUND},
        {"{\"do\":\"curve.unkey\",\"motion\":\"wave\",\"channel\":\"head\",\"track\":\"turn\",\"time\":1}", "$.time",
         VV_ERROR_NOT_FOUND},
        {"{\"do\":\"gait.set\",\"gait\":\"limp\",\"rows\":[]}", "$.rows", VV_ERROR_ARGUMENT},
        {"{\"do\":\"gait.set\",\"gait\":\"limp\",\"rows\":[{\"feet\":2}]}", "$.rows[0]", VV_ERROR_FORMAT},
        {"{\"do\":\"gait.set\",\"gait\":\"limp\",\"arc\":[{\"time\":0}]}", "$.arc", VV_ERROR_ARGUMENT},
        {"{\"do\":\"scene.set\",\"scene\":\"greeting\",\"creatures\":null}", "$.creatures", VV_ERROR_FORMAT},
        {"{\"do\":\"scene.set\",\"scene\":\"greeting\",\"path\":[]}", "$.path", VV_ERROR_ARGUMENT},
        {"{\"do\":\"scene.set\",\"scene\":\"greeting\",\"creatures\":[{\"name\":\"a\"}]}", "$.creatures[0]",
         VV_ERROR_FORMAT},
    };
    vv_document *document = open_text(creatures_sample);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        vv_error error = {0};
        vv_result result = apply_text(document, refused[i].command, &error);
        if (result != refused[i].code || strcmp(error.path, refused[i].path) != 0)
            fail_msg("%s\n%d at %s: %s", refused[i].command, (int)result, error.path, error.message);
    }
    char *text = text_of(document);
    assert_string_equal(text, creatures_sample);
    free(text);
    vv_document_destroy(document);
}

static void lists_have_their_limits(void **state)
{
    (void)state;
    vv_document *document = open_text(creatures_sample);
    char command[200];
    for (uint32_t i = 1; i <= VV_MOTION_MAX_CHANNELS; i++) {
        snprintf(command, sizeof command, "{\"do\":\"channel.add\",\"motion\":\"wave\",\"name\":\"c%u\"}", i);
        assert_int_equal(apply_text(document, command, NULL), i < VV_MOTION_MAX_CHANNELS ? VV_OK : VV_ERROR_LIMIT);
    }
    for (uint32_t i = 0; i <= VV_CREATURE_MAX_DEFORMS; i++) {
        snprintf(command, sizeof command,
                 "{\"do\":\"curve.key\",\"motion\":\"wave\",\"channel\":\"head\",\"track\":\"deform:d%u\",\"key\":{"
                 "\"time\":0,"
                 "\"value\":0}}",
                 i);
        assert_int_equal(apply_text(document, command, NULL), i < VV_CREATURE_MAX_DEFORMS ? VV_OK : VV_ERROR_LIMIT);
    }
    for (uint32_t i = 4; i <= VV_PROJECT_MAX_CREATURES + 1; i++) {
        snprintf(command, sizeof command, "{\"do\":\"creature.add\",\"name\":\"c%u\",\"seed\":%u}", i, i);
        assert_int_equal(apply_text(document, command, NULL), i <= VV_PROJECT_MAX_CREATURES ? VV_OK : VV_ERROR_LIMIT);
    }
    vv_document_destroy(document);
}

/* ---- Memory and stamps ------------------------------------------------------------------------------------------- */

static const char *const commands[] = {
    "{\"do\":\"creature.add\",\"name\":\"cat\",\"file\":\"cat.glb\",\"caps\":{\"a\":[\"foot\",\"limb\"]},\"before\":"
    "\"hopper\"}",
    "{\"do\":\"creature.remove\",\"creature\":\"hopper\"}",
    "{\"do\":\"creature.set\",\"creature\":\"fox\",\"caps\":{\"b\":[\"eye\"]}}",
    "{\"do\":\"motion.duplicate\",\"motion\":\"wave standing\",\"name\":\"more\"}",
    "{\"do\":\"motion.rename\",\"motion\":\"cheer\",\"to\":\"hurray\"}",
    "{\"do\":\"motion.remove\",\"motion\":\"cheer\"}",
    "{\"do\":\"motion.set\",\"motion\":\"wave standing\",\"events\":[{\"time\":1,\"name\":\"x\"}],\"relations\":[]}",
    "{\"do\":\"channel.add\",\"motion\":\"wave "
    "standing\",\"name\":\"x\",\"deforms\":{\"a\":[{\"time\":0,\"value\":0}]}}",
    "{\"do\":\"channel.set\",\"motion\":\"wave standing\",\"channel\":\"hand\",\"place\":[]}",
    "{\"do\":\"channel.remove\",\"motion\":\"wave standing\",\"channel\":\"hand\"}",
    "{\"do\":\"curve.set\",\"motion\":\"wave standing\",\"channel\":\"hand\",\"track\":\"place\",\"keys\":[]}",
    "{\"do\":\"curve.key\",\"motion\":\"wave standing\",\"channel\":\"hand\",\"track\":\"place\",\"key\":{\"time\":1,"
    "\"value\":[0,0,0]}}",
    "{\"do\":\"curve.unkey\",\"motion\":\"wave standing\",\"channel\":\"hand\",\"track\":\"place\",\"time\":0}",
    "{\"do\":\"gait.duplicate\",\"gait\":\"limp\",\"name\":\"hobble\"}",
    "{\"do\":\"gait.remove\",\"gait\":\"limp\"}",
    "{\"do\":\"scene.set\",\"scene\":\"greeting\",\"seconds\":3}",
    "{\"do\":\"scene.set\",\"scene\":\"greeting\",\"creatures\":[{\"name\":\"a\",\"creature\":\"fox\",\"path\":[[0,1]],"
    "\"speed\":1,\"plays\":[{\"action\":\"wave\",\"targets\":{\"0\":[0,0,0]}}]}]}",
};

static void commands_survive_every_failed_allocation(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        must_survive_failed_allocations(creatures_sample, commands[i]);
}

/* A cache that compares stamps rebuilds what a command touched, and nothing else; undo brings the old one back. */
static void stamps_tell_what_changed(void **state)
{
    (void)state;
    vv_document *document = open_text(creatures_sample);
    const vv_project *before = vv_document_keep(document);
    must_apply(document, "{\"do\":\"curve.key\",\"motion\":\"wave\",\"channel\":\"head\",\"track\":\"place\",\"key\":"
                         "{\"time\":1,\"value\":[0,0,0]}}");
    must_apply(document, "{\"do\":\"gait.set\",\"gait\":\"sneak\",\"lift\":0.5}");
    must_apply(document, "{\"do\":\"creature.set\",\"creature\":\"hopper\",\"seed\":3}");
    const vv_project *now = project_of(document);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(now->motions[i]->stamp != before->motions[i]->stamp, i == 1);
        assert_int_equal(now->gaits[i]->stamp != before->gaits[i]->stamp, i == 2);
        assert_int_equal(now->creatures[i]->stamp != before->creatures[i]->stamp, i == 0);
    }
    while (vv_document_undo(document)) {}
    assert_true(project_of(document)->motions[1]->stamp == before->motions[1]->stamp);
    vv_project_release(before);
    vv_document_destroy(document);
}

/* ---- Any commands ------------------------------------------------------------------------------------------------ */

/* About names that there may be or not, with values that may be good or not. */
static void random_creature_command(vvi_random *r, char *text, size_t bytes)
{
    static const char *const nouns[] = {"creature", "motion", "gait", "channel"};
    static const char *const names[][4] = {{"hopper", "fox", "robot", "cat"},
                                           {"wave standing", "wave", "cheer", "nod"},
                                           {"walk", "limp", "sneak", "trot"},
                                           {"hand", "head", "root", "eyes"}};
    static const char *const items[] = {"\"seed\":3", "\"length\":3", "\"crouch\":0.5", "\"mode\":{\"ground\":true}"};
    static const char *const tracks[] = {"place_weight", "turn_weight", "deform:open", "deform:shut"};
    uint32_t noun = vvi_random_below(r, 4), what = vvi_random_below(r, 9);
    const char *name = pick(r, names[noun], 4), *other = pick(r, names[noun], 4), *motion = pick(r, names[1], 3);
    const char *creature = pick(r, names[0], 4), *gait = pick(r, names[2], 4), *action = pick(r, names[1], 4);
    const char *track = pick(r, tracks, 4);
    double number = (double)(vvi_random_unit(r) * 2.0f);
    char inside[64] = "";
    if (noun == 3)
        snprintf(inside, sizeof inside, ",\"motion\":\"%s\"", motion);
    switch (what) {
    case 0:
        snprintf(text, bytes, "{\"do\":\"%s.add\"%s,\"name\":\"%s\",%s,\"before\":\"%s\"}", nouns[noun], inside, name,
                 items[noun], other);
        break;
    case 1:
        snprintf(text, bytes, "{\"do\":\"%s.remove\"%s,\"%s\":\"%s\"}", nouns[noun], inside, nouns[noun], name);
        break;
    case 2:
        snprintf(text, bytes, "{\"do\":\"%s.rename\"%s,\"%s\":\"%s\",\"to\":\"%s\"}", nouns[noun], inside, nouns[noun],
                 name, other);
        break;
    case 3:
        snprintf(text, bytes, "{\"do\":\"%s.move\"%s,\"%s\":\"%s\",\"before\":\"%s\"}", nouns[noun], inside,
                 nouns[noun], name, other);
        break;
    case 4:
        snprintf(text, bytes, "{\"do\":\"%s.set\"%s,\"%s\":\"%s\",%s}", nouns[noun], inside, nouns[noun], name,
                 items[noun]);
        break;
    case 5:
        snprintf(text, bytes, "{\"do\":\"motion.set\",\"motion\":\"%s\",\"action\":\"%s\"}", motion, action);
        break;
    case 6:
        snprintf(text, bytes,
                 "{\"do\":\"curve.key\",\"motion\":\"%s\",\"channel\":\"%s\",\"track\":\"%s\",\"key\":{\"time\":%.4f,"
                 "\"value\":0.5}}",
                 motion, pick(r, names[3], 4), track, number);
        break;
    case 7:
        snprintf(text, bytes, "{\"do\":\"%s.duplicate\",\"%s\":\"%s\",\"name\":\"%s\"}", noun == 2 ? "gait" : "motion",
                 noun == 2 ? "gait" : "motion", noun == 2 ? gait : motion, noun == 2 ? other : action);
        break;
    default:
        snprintf(text, bytes,
                 "{\"do\":\"scene.set\",\"scene\":\"greeting\",\"creatures\":[{\"name\":\"a\",\"creature\":\"%s\","
                 "\"gait\":\"%s\",\"plays\":[{\"action\":\"%s\",\"targets\":{\"0\":{\"of\":\"b\"}}}]},{\"name\":\"b\","
                 "\"creature\":\"fox\"}]}",
                 creature, gait, action);
        break;
    }
}

static void note(vv_journal *journal, const vv_document *document, const vv_json *command, char **lines, size_t *used)
{
    const char *line;
    size_t length;
    assert_int_equal(vv_journal_note(journal, document, command, &line, &length, NULL), VV_OK);
    *lines = realloc(*lines, *used + length + 1);
    memcpy(*lines + *used, line, length);
    *used += length;
    vv_journal_written(journal);
}

/* Whatever commands make reads back, is undone to the byte, and comes out of the journal again. */
static void any_commands_are_undone_and_replayed(void **state)
{
    (void)state;
    vv_document *document = open_text(creatures_sample), *again = open_text(creatures_sample);
    vv_journal *journal, *reader;
    vvi_random random = vvi_random_seed(4);
    uint64_t hash = vv_journal_hash(creatures_sample, strlen(creatures_sample));
    const char *line;
    size_t length;
    assert_true(vv_journal_create(NULL, &journal, NULL) == VV_OK && vv_journal_create(NULL, &reader, NULL) == VV_OK);
    assert_int_equal(vv_journal_begin(journal, document, vv_document_revision(document), hash, &line, &length, NULL),
                     VV_OK);
    char *lines = malloc(length + 1);
    memcpy(lines, line, length);
    vv_journal_written(journal);
    unsigned done = 0;
    for (int i = 0; i < 600; i++) {
        char command[1000];
        vv_json_document *json;
        random_creature_command(&random, command, sizeof command);
        if (vv_json_parse(command, strlen(command), "c", NULL, &json, NULL) != VV_OK)
            continue;
        if (vv_document_apply(document, json, vv_json_root(json), NULL) == VV_OK) {
            note(journal, document, vv_json_root(json), &lines, &length);
            char *text = text_of(document);
            vv_document_destroy(open_text(text));
            free(text);
            done++;
        }
        vv_json_destroy(json);
    }
    assert_true(done > 100);
    vv_journal_report report;
    assert_int_equal(vv_journal_replay(reader, again, lines, length, hash, &report, NULL), VV_OK);
    assert_int_equal(report.state, VV_JOURNAL_CURRENT);
    char *now = text_of(document), *replayed = text_of(again);
    assert_string_equal(replayed, now);
    while (vv_document_undo(document)) {}
    char *first = text_of(document);
    assert_string_equal(first, creatures_sample);
    free(first);
    free(replayed);
    free(now);
    free(lines);
    vv_journal_destroy(reader);
    vv_journal_destroy(journal);
    vv_document_destroy(again);
    vv_document_destroy(document);
}

/* ---- Pieces of motions in other texts ---------------------------------------------------------------------------- */

static vv_json_document *parsed(const char *text)
{
    vv_json_document *json = NULL;
    assert_int_equal(vv_json_parse(text, strlen(text), "piece", NULL, &json, NULL), VV_OK);
    return json;
}

static void contexts_and_modes_read_by_themselves(void **state)
{
    (void)state;
    vv_json_document *context = parsed("{\"cap\":\"foot\",\"z\":\"back\",\"within\":[\"z\"],\"extent\":\"leftmost\"}"),
                     *mode = parsed("{\"scale\":\"limb\",\"secondary\":true}"), *bad = parsed("{\"directional\":true}");
    vv_body_context c = {.spine = true};
    vv_movement_mode m = {.ground = true};
    vv_error error = {0};
    assert_int_equal(vv_project_read_context(context, vv_json_root(context), &c, &error), VV_OK);
    assert_true(strcmp(c.cap, "foot") == 0 && c.zones[2] == VV_ZONE_LOW && c.setspace[2] && !c.spine);
    assert_true(c.extent == VV_EXTENT_LEFTMOST && vv_body_context_is_valid(&c));
    assert_int_equal(vv_project_read_mode(mode, vv_json_root(mode), &m, &error), VV_OK);
    assert_true(m.scale == VV_SCALE_LIMB && m.secondary && !m.ground);
    assert_int_equal(vv_project_read_mode(bad, vv_json_root(bad), &m, &error), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_project_read_context(bad, vv_json_root(bad), &c, &error), VV_ERROR_FORMAT);
    vv_json_destroy(bad);
    vv_json_destroy(mode);
    vv_json_destroy(context);
}

static void the_first_channel_is_added(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"motion.add\",\"name\":\"empty\"}");
    must_apply(document, "{\"do\":\"channel.add\",\"motion\":\"empty\",\"name\":\"body\"}");
    const vv_project *project = vv_document_project(document);
    assert_int_equal(project->motions[vv_project_find_motion(project, "empty")]->def.channel_count, 1);
    vv_document_destroy(document);
}

/* A key that is written goes into a command and comes out the same. */
static void a_key_goes_through_a_command(void **state)
{
    (void)state;
    vv_document *document = open_text(creatures_sample);
    const vv_motion_key key = place_of_hand(document)->keys[2];
    vv_json_writer *writer;
    assert_int_equal(vv_json_writer_create(NULL, true, &writer, NULL), VV_OK);
    vv_json_write_object(writer, NULL);
    vv_json_write_string(writer, "do", "curve.key");
    vv_json_write_string(writer, "motion", "cheer");
    vv_json_write_string(writer, "channel", "root");
    vv_json_write_string(writer, "track", "place");
    vv_project_write_key(writer, "key", VV_TRACK_POSITION, &key);
    vv_json_write_end(writer);
    must_apply(document, vv_json_writer_text(writer, NULL));
    vv_json_writer_destroy(writer);
    assert_memory_equal(&channel_of(document, 2, 0)->tracks[0].keys[1], &key, sizeof key);
    vv_document_destroy(document);
}

/* ---- Files ------------------------------------------------------------------------------------------------------- */

/* What is grown needs no file. */
static void missing_files_are_named(void **state)
{
    (void)state;
    start_with(creatures_sample);
    vv_folder_create(in_folder("creatures"), NULL);
    write_text("creatures/robot.json", "x", 1);
    vv_problems problems = {0};
    assert_int_equal(vv_project_folder_check(test_folder, &problems, NULL), VV_OK);
    assert_int_equal(problems.count, 1);
    assert_int_equal(problems.items[0].rule, VV_RULE_FILE_MISSING);
    assert_string_equal(problems.items[0].error.path, "$.creatures[1].file");
    vv_problems_release(&problems);
}

int main(void)
{
    if (!make_test_folder())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(creatures_are_added_and_set),
        cmocka_unit_test(a_removed_creature_leaves_its_scenes),
        cmocka_unit_test(gaits_change_and_go),
        cmocka_unit_test(motions_are_added_set_and_copied),
        cmocka_unit_test(a_motion_keeps_its_keys),
        cmocka_unit_test(scenes_follow_names_and_actions),
        cmocka_unit_test(removed_motions_are_played_no_more),
        cmocka_unit_test(channels_are_added_and_moved),
        cmocka_unit_test(a_channel_is_set_in_parts),
        cmocka_unit_test(curves_are_set_whole),
        cmocka_unit_test(keys_are_put_in_their_place),
        cmocka_unit_test(keys_are_taken_away),
        cmocka_unit_test(scenes_of_creatures_are_made_and_set),
        cmocka_unit_test(what_is_wrong_is_refused_with_its_place),
        cmocka_unit_test(lists_have_their_limits),
        cmocka_unit_test(commands_survive_every_failed_allocation),
        cmocka_unit_test(stamps_tell_what_changed),
        cmocka_unit_test(any_commands_are_undone_and_replayed),
        cmocka_unit_test(contexts_and_modes_read_by_themselves),
        cmocka_unit_test(the_first_channel_is_added),
        cmocka_unit_test(a_key_goes_through_a_command),
        cmocka_unit_test(missing_files_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, remove_folder);
}
