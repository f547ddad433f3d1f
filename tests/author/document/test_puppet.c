/* Puppets in a document: what refers to what follows every rename, move and removal; kinds of actors keep to their
 * keys; each rule is broken on purpose and found at its place. */
#include "author/document/schema.h"
#include "tests/author/document/documents.h"

/* Applies; what is left opens again and says the same, and undo and redo are exact. */
static vv_document *after(const char *command) { return after_command(sample_project, command); }

static const vv_project_stage *show_of(const vv_document *document)
{
    const vv_project *project = vv_document_project(document);
    return &project->scenes[vv_project_find_scene(project, "show")]->stage;
}

/* ---- Removing ---------------------------------------------------------------------------------------------------- */

static void a_removed_handle_leaves_nothing(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"handle.remove\",\"artwork\":\"man\",\"handle\":\"hip\"}");
    const vv_project *project = vv_document_project(document);
    must_lack(document, "\"hip\"");
    assert_int_equal(project->clips[0]->track_count, 1);
    assert_int_equal(project->clips[0]->tracks[0].handle, 1); /* hand-right stays where it is */
    assert_int_equal(project->families[0]->link_count, 2);
    assert_int_equal(project->artworks[1]->puppet.join_count, 0);
    const vv_project_actor *shadow = &show_of(document)->actors[1];
    assert_int_equal(shadow->follow_count, 2);
    assert_int_equal(shadow->copies[0].pair_count, 1);
    assert_int_equal(shadow->copies[1].pair_count, 1);
    assert_int_equal(show_of(document)->cue_count, 6);
    vv_document_destroy(document);

    document = after("{\"do\":\"handle.remove\",\"artwork\":\"man\",\"handle\":\"hand-left\"}");
    must_lack(document, "\"hand-left\"");
    assert_int_equal(vv_document_project(document)->clips[0]->tracks[0].handle, 1); /* hip moved up */
    shadow = &show_of(document)->actors[1];
    assert_int_equal(shadow->follow_count, 2); /* what followed the leader's hand went too */
    assert_int_equal(shadow->follows[0].def.handle, 0);
    vv_document_destroy(document);

    document = after("{\"do\":\"handle.remove\",\"artwork\":\"ball\",\"handle\":\"bottom\"}");
    const vv_project_recording *hop = vv_document_project(document)->recordings[0];
    assert_int_equal(hop->region_count, 1);
    assert_int_equal(hop->frame_count, 2);
    assert_true(hop->frames[1].centre.y == 1.5f && hop->frames[1].rest.y == 0.9f);
    must_apply(document, "{\"do\":\"handle.remove\",\"artwork\":\"ball\",\"handle\":\"top\"}");
    assert_int_equal(vv_document_project(document)->recording_count, 0);
    assert_int_equal(show_of(document)->actors[1].copy_count, 1);
    vv_document_destroy(document);
}

static void what_is_removed_is_not_named(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"clip.remove\",\"clip\":\"stroll\"}");
    must_lack(document, "\"stroll\"");
    assert_int_equal(show_of(document)->actors[0].clip, VV_NONE);
    assert_int_equal(show_of(document)->cue_count, 6); /* to play nothing is still said */
    vv_document_destroy(document);
    document = after("{\"do\":\"family.remove\",\"family\":\"folk\"}");
    must_lack(document, "\"folk\"");
    vv_document_destroy(document);
    document = after("{\"do\":\"recording.remove\",\"recording\":\"hop\"}");
    must_lack(document, "\"hop\"");
    assert_int_equal(show_of(document)->actors[1].copy_count, 1);
    vv_document_destroy(document);
    document = after("{\"do\":\"actor.remove\",\"scene\":\"show\",\"actor\":\"leader\"}");
    must_lack(document, "\"leader\"");
    assert_int_equal(show_of(document)->actors[0].follow_count, 3);
    assert_int_equal(show_of(document)->actors[0].copy_count, 1);
    assert_int_equal(show_of(document)->cue_count, 2);
    vv_document_destroy(document);
    document = after("{\"do\":\"example.remove\",\"artwork\":\"man\",\"example\":\"rest\"}");
    assert_int_equal(show_of(document)->actors[0].attraction_count, 1);
    assert_int_equal(show_of(document)->actors[0].attractions[0], 0); /* wave moved up */
    vv_document_destroy(document);
    document = after("{\"do\":\"artwork.remove\",\"artwork\":\"ball\"}");
    const vv_project *project = vv_document_project(document);
    assert_int_equal(project->clip_count, 1);
    assert_int_equal(project->clips[0]->artwork, 0);
    assert_int_equal(project->recording_count, 0);
    assert_true(project->families[0]->member_count == 1 && project->families[0]->members[0] == 0);
    assert_int_equal(project->families[0]->link_count, 0);
    vv_document_destroy(document);
    document = after("{\"do\":\"artwork.remove\",\"artwork\":\"man\"}");
    assert_int_equal(show_of(document)->actor_count, 1);
    assert_int_equal(show_of(document)->cue_count, 0);
    must_apply(document, "{\"do\":\"artwork.remove\",\"artwork\":\"ball\"}");
    assert_int_equal(vv_document_project(document)->family_count, 0); /* nobody was left in it */
    vv_document_destroy(document);
    document = after("{\"do\":\"layer.remove\",\"artwork\":\"man\",\"layer\":\"arm\"}");
    const vv_project_puppet *puppet = &vv_document_project(document)->artworks[1]->puppet;
    assert_true(puppet->densities == NULL && puppet->stiffnesses[0] == 3.0f);
    vv_document_destroy(document);
}

static void what_moves_is_followed(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"artwork.move\",\"artwork\":\"man\",\"before\":\"ball\"}");
    const vv_project *project = vv_document_project(document);
    assert_true(project->clips[0]->artwork == 0 && project->recordings[0]->artwork == 1);
    assert_true(project->families[0]->members[0] == 0 && project->families[0]->members[1] == 1);
    vv_document_destroy(document);
    document = after("{\"do\":\"handle.move\",\"artwork\":\"man\",\"handle\":\"hip\",\"before\":\"hand-left\"}");
    assert_int_equal(vv_document_project(document)->clips[0]->tracks[0].handle, 0);
    assert_int_equal(show_of(document)->actors[1].follows[0].def.other, 1);
    assert_int_equal(show_of(document)->cues[3].handle, 0);
    vv_document_destroy(document);
    document = after("{\"do\":\"clip.move\",\"clip\":\"still\",\"before\":\"stroll\"}");
    assert_int_equal(show_of(document)->actors[0].clip, 1);
    assert_int_equal(show_of(document)->cues[2].clip, 1);
    vv_document_destroy(document);
    document = after("{\"do\":\"clip.add\",\"name\":\"first\",\"artwork\":\"ball\",\"before\":\"stroll\"}");
    assert_int_equal(show_of(document)->actors[0].clip, 1);
    vv_document_destroy(document);
    document = after("{\"do\":\"family.add\",\"name\":\"first\",\"members\":[\"ball\"],\"before\":\"folk\"}");
    assert_int_equal(show_of(document)->actors[0].family, 1);
    vv_document_destroy(document);
    document = after("{\"do\":\"actor.move\",\"scene\":\"show\",\"actor\":\"witness\",\"before\":\"leader\"}");
    assert_int_equal(show_of(document)->actors[2].follows[0].actor, 1);
    assert_int_equal(show_of(document)->actors[2].copies[0].from, 1);
    vv_error error = {0};
    assert_int_equal(apply_text(document,
                                "{\"do\":\"actor.move\",\"scene\":\"show\",\"actor\":\"shadow\",\"before\":\"leader\"}",
                                &error),
                     VV_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "follows or copies"));
    vv_document_destroy(document);
}

/* ---- Families ---------------------------------------------------------------------------------------------------- */

static void links_are_of_two_in_whichever_order(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    must_apply(document, "{\"do\":\"family.link\",\"family\":\"folk\",\"from\":\"ball\",\"to\":\"man\",\"handles\":["
                         "\"bottom\",\"hip\"],\"keep\":[\"angle\"]}");
    const vv_project_family *folk = vv_document_project(document)->families[0];
    assert_int_equal(folk->link_count, 3);
    assert_int_equal(folk->links[0].parts, VV_PART_ANGLE);
    assert_int_equal(folk->links[0].member[0], 1);
    must_apply(document, "{\"do\":\"family.unlink\",\"family\":\"folk\",\"from\":\"man\",\"to\":\"ball\",\"handles\":["
                         "\"hip\",\"bottom\"]}");
    must_apply(document, "{\"do\":\"family.unlink\",\"family\":\"folk\",\"from\":\"ball\",\"to\":\"man\",\"points\":["
                         "[0.1,0.5],[0,0.25]]}");
    folk = vv_document_project(document)->families[0];
    assert_int_equal(folk->link_count, 1);
    vv_error error = {0};
    assert_int_equal(apply_text(document,
                                "{\"do\":\"family.unlink\",\"family\":\"folk\",\"from\":\"ball\",\"to\":\"man\","
                                "\"points\":[[0.1,0.5],[0,0.25]]}",
                                &error),
                     VV_ERROR_NOT_FOUND);
    must_apply(document, "{\"do\":\"family.set\",\"family\":\"folk\",\"members\":[\"ball\",\"man\"]}");
    folk = vv_document_project(document)->families[0];
    assert_true(folk->link_count == 1 && folk->links[0].member[0] == 0 && folk->links[0].member[1] == 1);
    must_apply(document, "{\"do\":\"family.set\",\"family\":\"folk\",\"members\":[\"ball\"]}");
    assert_int_equal(vv_document_project(document)->families[0]->link_count, 0);
    assert_int_equal(show_of(document)->actors[0].family, VV_NONE); /* the man is a member no more */
    vv_document_destroy(document);
}

/* ---- Kinds ------------------------------------------------------------------------------------------------------- */

static void another_kind_forgets_what_only_the_old_one_has(void **state)
{
    (void)state;
    vv_document *document =
        after("{\"do\":\"actor.set\",\"scene\":\"drop\",\"actor\":\"bouncer\",\"kind\":\"puppet\"}");
    const vv_project_stage *drop = &vv_document_project(document)->scenes[2]->stage;
    assert_true(drop->actors[0].place.share_count == 0 && drop->actors[0].strengths.given == 0);
    assert_true(drop->actors[0].scale == 2.5f && drop->step == 0.01f);
    for (uint32_t i = 0; i < drop->cue_count; i++)
        assert_true(drop->cues[i].actor != 0 ||
                    (drop->cues[i].kind != VV_CUE_PLACE && drop->cues[i].kind != VV_CUE_STRENGTHS));
    vv_document_destroy(document);
    document = after("{\"do\":\"actor.set\",\"scene\":\"show\",\"actor\":\"leader\",\"kind\":\"sprite\",\"place\":{"
                     "\"wave\":1}}");
    const vv_project_stage *show = show_of(document);
    assert_true(show->actors[0].clip != VV_NONE && show->actors[0].material.given == 0); /* both play clips */
    assert_true(show->actors[0].hold_count == 1);
    assert_int_equal(show->actors[1].follow_count, 3); /* nobody follows a sprite */
    assert_int_equal(show->actors[1].copy_count, 1);
    assert_int_equal(show->cue_count, 4); /* what is played stays */
    vv_document_destroy(document);
}

static void who_is_on_a_stage_does_not_change_its_step(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    assert_true(show_of(document)->step == 1.0f / 60.0f);
    must_apply(document, "{\"do\":\"scene.add\",\"name\":\"s\",\"actors\":[{\"name\":\"a\",\"artwork\":\"ball\"}]}");
    must_apply(document,
               "{\"do\":\"actor.add\",\"scene\":\"s\",\"name\":\"b\",\"artwork\":\"ball\",\"kind\":\"puppet\"}");
    assert_true(vv_document_project(document)->scenes[4]->stage.step == 1.0f / 60.0f);
    must_apply(document, "{\"do\":\"scene.set\",\"scene\":\"s\",\"step\":0.02}");
    must_apply(document, "{\"do\":\"actor.remove\",\"scene\":\"s\",\"actor\":\"b\"}");
    assert_true(vv_document_project(document)->scenes[4]->stage.step == 0.02f); /* what was asked for stays */
    must_apply(document, "{\"do\":\"scene.set\",\"scene\":\"s\",\"step\":null}");
    assert_true(vv_document_project(document)->scenes[4]->stage.step == 1.0f / 60.0f);
    vv_document_destroy(document);
}

static void materials_go_over_each_other(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    must_apply(document, "{\"do\":\"puppet.set\",\"artwork\":\"man\",\"material\":{\"drag\":3,\"bounce\":null}}");
    const vv_project_artwork *man = vv_document_project(document)->artworks[1];
    assert_true(man->puppet.material.drag == 3.0f && man->puppet.material.bounce == 0.0f);
    assert_true(man->puppet.material.stiffness == 5.0f && man->puppet.clusters == 0);
    vv_material material = man->puppet.material, before = material;
    vv_project_material_apply(&show_of(document)->actors[0].material, &material);
    assert_true(material.stiffness == 2.0f && material.accelerated && material.drag == 3.0f);
    vv_project_material changes = vv_project_material_between(&before, &material);
    vv_project_material_apply(&changes, &before);
    assert_true(before.stiffness == material.stiffness && before.accelerated && changes.given == (1u | 1u << 9));
    must_apply(document, "{\"do\":\"actor.set\",\"scene\":\"show\",\"actor\":\"leader\",\"material\":{\"drag\":1}}");
    assert_int_equal(show_of(document)->actors[0].material.given, 1u | 1u << 5 | 1u << 9);
    must_apply(document,
               "{\"do\":\"puppet.set\",\"artwork\":\"man\",\"elastic\":null,\"clusters\":null,\"density\":null,"
               "\"densities\":null,\"stiffnesses\":null,\"joins\":null,\"material\":null}");
    char *text = text_of(document);
    assert_int_equal(count_of(text, "\"puppet\": {"), 0);
    free(text);
    vv_document_destroy(document);
}

/* A key that must be there when a recording is made may be brought back to its default later. */
static void the_size_of_a_recording_can_be_reset(void **state)
{
    (void)state;
    vv_document *document = after("{\"do\":\"recording.set\",\"recording\":\"hop\",\"size\":null}");
    assert_true(vv_document_project(document)->recordings[0]->size == 1.0f);
    vv_document_destroy(document);
}

/* The file's defaults are written by hand there; the runtime has its own. */
static void the_defaults_are_those_of_the_runtime(void **state)
{
    (void)state;
    vv_material material = vv_default_material(),
                usual = ((const vv_project_material *)vvi_material_schema.defaults)->values;
    assert_int_equal(vv_project_material_between(&material, &usual).given, 0);
    vv_family_def family = vv_default_family_def();
    vv_project_family other = *(const vv_project_family *)vvi_family_schema.defaults;
    assert_true(family.lambda == other.lambda && family.margin == other.margin && family.pause == other.pause &&
                family.fade == other.fade);
    vv_puppet_def puppet = vv_default_puppet_def();
    vv_project_puppet written = *(const vv_project_puppet *)vvi_puppet_schema.defaults;
    assert_true(puppet.elastic == written.elastic && puppet.cluster_count == written.clusters &&
                puppet.density == written.density);
    vv_follow follow = vv_default_follow(), kept = ((const vv_project_follow *)vvi_follow_list.item->defaults)->def;
    assert_true(follow.parts == kept.parts && follow.strength == kept.strength && follow.from == kept.from &&
                follow.until == kept.until && follow.relative == kept.relative);
    assert_true(follow.particle.gravity == kept.particle.gravity && follow.particle.floor == kept.particle.floor &&
                follow.particle.bounce == kept.particle.bounce && follow.path.seconds == kept.path.seconds);
}

/* ---- Rules ------------------------------------------------------------------------------------------------------- */

#define HEAD                                                                                                           \
    "{\"format\":\"verve-project\",\"version\":1,\"name\":\"n\",\"artworks\":[{\"name\":\"a\",\"layers\":[{\"name\":"  \
    "\"l\",\"image\":\"i.png\"}],\"handles\":[{\"name\":\"p\",\"kind\":\"point\",\"at\":[0,0]},{\"name\":\"q\","       \
    "\"kind\":\"point\",\"at\":[1,0]},{\"name\":\"z\",\"kind\":\"point\",\"at\":[2,0],\"layers\":[]}],\"examples\":[{" \
    "\"name\":\"x\"}]"
#define OTHER        "},{\"name\":\"b\",\"handles\":[{\"name\":\"r\",\"kind\":\"point\",\"at\":[0,0]}]}],"
#define PUPPET(keys) HEAD ",\"puppet\":{" keys "}" OTHER "\"scenes\":[]}"
#define CLIP(keys)   HEAD OTHER "\"clips\":[{\"name\":\"c\",\"artwork\":\"a\"," keys "}]}"
#define TRACK(keys)  CLIP("\"tracks\":[{\"handle\":\"p\",\"channel\":\"angle\"," keys "}]")
#define KEY(keys)    TRACK("\"keys\":[{\"time\":0,\"value\":0," keys "}]")
#define FAMILY(keys) HEAD OTHER "\"families\":[{\"name\":\"f\"," keys "}]}"
#define LINK(keys)   FAMILY("\"members\":[\"a\",\"b\"],\"links\":[{\"from\":\"a\",\"to\":\"b\"," keys "}]")
#define RECORD(keys) HEAD OTHER "\"recordings\":[{\"name\":\"r\",\"artwork\":\"a\",\"size\":1," keys "}]}"
#define REGION(keys) RECORD("\"regions\":[{\"handle\":\"p\",\"rest\":[0,0]," keys "}]")
#define FRAME        "[0,0,1,0,0,1]"
#define ACTOR(keys)                                                                                                    \
    HEAD OTHER "\"clips\":[{\"name\":\"c\",\"artwork\":\"b\"}],\"families\":[{\"name\":\"f\",\"members\":[\"b\"]}],"   \
               "\"recordings\":[{\"name\":\"r\",\"artwork\":\"a\",\"size\":1,\"regions\":[{\"handle\":\"p\",\"rest\":" \
               "[0,0],\"frames\":[" FRAME "]}]}],\"scenes\":[{\"name\":\"s\",\"actors\":[{\"name\":\"s\",\"artwork\":" \
               "\"a\"},{\"name\":\"e\",\"artwork\":\"a\",\"kind\":\"puppet\"},{\"name\":\"d\",\"artwork\":\"a\"," keys \
               "}]}]}"
#define DIRECTED(keys) ACTOR("\"kind\":\"puppet\"," keys)
#define FOLLOW(keys)   DIRECTED("\"follows\":[{\"handle\":\"p\"," keys "}]")
#define COPY(keys)     DIRECTED("\"copies\":[{" keys "}]")
#define CUE(keys)                                                                                                      \
    HEAD OTHER "\"scenes\":[{\"name\":\"s\",\"actors\":[{\"name\":\"s\",\"artwork\":\"a\"},{\"name\":\"e\","           \
               "\"artwork\":\"a\",\"kind\":\"puppet\"}],\"script\":[{\"time\":0," keys "}]}]}"
#define ON   "$.scenes[0].actors[2]"
#define CUED "$.scenes[0].script[0]"

typedef struct broken {
    const char *text, *path;
    vv_rule rule;
} broken;

static const broken cases[] = {
    {PUPPET("\"elastic\":\"jelly\""), "$.artworks[0].puppet.elastic", VV_RULE_CHOICE},
    {PUPPET("\"clusters\":1025"), "$.artworks[0].puppet.clusters", VV_RULE_RANGE},
    {PUPPET("\"clusters\":1.5"), "$.artworks[0].puppet.clusters", VV_RULE_RANGE},
    {PUPPET("\"densities\":{\"m\":1}"), "$.artworks[0].puppet.densities.m", VV_RULE_REFERENCE},
    {PUPPET("\"stiffnesses\":{\"l\":0}"), "$.artworks[0].puppet.stiffnesses.l", VV_RULE_RANGE},
    {PUPPET("\"joins\":[{\"a\":\"p\",\"b\":\"p\"}]"), "$.artworks[0].puppet.joins[0]", VV_RULE_JOIN},
    {PUPPET("\"joins\":[{\"a\":\"p\",\"b\":\"q\"},{\"a\":\"q\",\"b\":\"p\"}]"), "$.artworks[0].puppet.joins[1]",
     VV_RULE_JOIN},
    {PUPPET("\"joins\":[{\"a\":\"p\",\"b\":\"r\"}]"), "$.artworks[0].puppet.joins[0].b", VV_RULE_REFERENCE},
    {PUPPET("\"joins\":[{\"a\":\"p\",\"b\":\"q\",\"keep\":[]}]"), "$.artworks[0].puppet.joins[0].keep", VV_RULE_PARTS},
    {PUPPET("\"joins\":[{\"a\":\"p\",\"b\":\"q\",\"keep\":[\"angle\",\"angle\"]}]"),
     "$.artworks[0].puppet.joins[0].keep[1]", VV_RULE_REPEATED},
    {PUPPET("\"material\":{\"iterations\":0}"), "$.artworks[0].puppet.material.iterations", VV_RULE_RANGE},
    {PUPPET("\"material\":{\"attraction\":\"none\"}"), "$.artworks[0].puppet.material.attraction", VV_RULE_CHOICE},
    {PUPPET("\"material\":{\"accelerated\":1}"), "$.artworks[0].puppet.material.accelerated", VV_RULE_KIND},
    {PUPPET("\"material\":{\"softness\":1}"), "$.artworks[0].puppet.material.softness", VV_RULE_UNKNOWN_KEY},
    {CLIP("\"length\":0"), "$.clips[0].length", VV_RULE_RANGE},
    {CLIP("\"tracks\":[{\"handle\":\"p\",\"channel\":\"turn\",\"keys\":[]}]"), "$.clips[0].tracks[0].channel",
     VV_RULE_CHOICE},
    {CLIP("\"tracks\":[{\"handle\":\"r\",\"channel\":\"angle\",\"keys\":[]}]"), "$.clips[0].tracks[0].handle",
     VV_RULE_REFERENCE},
    {TRACK("\"keys\":[]"), "$.clips[0].tracks[0].keys", VV_RULE_TRACK},
    {TRACK("\"x\":1"), "$.clips[0].tracks[0].x", VV_RULE_UNKNOWN_KEY},
    {TRACK("\"advance\":[0,1],\"keys\":[{\"time\":0,\"value\":0}]"), "$.clips[0].tracks[0].advance", VV_RULE_KIND},
    {TRACK("\"keys\":[{\"time\":0,\"value\":0},{\"time\":0,\"value\":0}]"), "$.clips[0].tracks[0].keys[1]",
     VV_RULE_TRACK},
    {TRACK("\"keys\":[{\"value\":0}]"), "$.clips[0].tracks[0].keys[0]", VV_RULE_MISSING_KEY},
    {TRACK("\"keys\":[{\"time\":0}]"), "$.clips[0].tracks[0].keys[0]", VV_RULE_MISSING_KEY},
    {KEY("\"in\":[0,0]"), "$.clips[0].tracks[0].keys[0].in", VV_RULE_KIND},
    {KEY("\"strength\":1.5"), "$.clips[0].tracks[0].keys[0].strength", VV_RULE_RANGE},
    {KEY("\"ease\":-1"), "$.clips[0].tracks[0].keys[0].ease", VV_RULE_RANGE},
    {KEY("\"curve\":\"round\""), "$.clips[0].tracks[0].keys[0].curve", VV_RULE_CHOICE},
    {KEY("\"release\":0"), "$.clips[0].tracks[0].keys[0].release", VV_RULE_KIND},
    {CLIP("\"loop\":true,\"tracks\":[{\"handle\":\"p\",\"channel\":\"angle\",\"keys\":[{\"time\":2,\"value\":0}]}]"),
     "$.clips[0].tracks", VV_RULE_TRACK},
    {CLIP("\"tracks\":[{\"handle\":\"p\",\"channel\":\"angle\",\"keys\":[{\"time\":0,\"value\":0}]},{\"handle\":\"p\","
          "\"channel\":\"angle\",\"keys\":[{\"time\":0,\"value\":0}]}]"),
     "$.clips[0].tracks[1]", VV_RULE_TRACK},
    {FAMILY("\"members\":[]"), "$.families[0].members", VV_RULE_MEMBER},
    {FAMILY("\"pause\":1"), "$.families[0]", VV_RULE_MISSING_KEY},
    {FAMILY("\"members\":[\"a\",\"a\"]"), "$.families[0].members[1]", VV_RULE_REPEATED},
    {FAMILY("\"members\":[\"c\"]"), "$.families[0].members[0]", VV_RULE_REFERENCE},
    {FAMILY("\"members\":[\"a\"],\"margin\":1"), "$.families[0].margin", VV_RULE_RANGE},
    {FAMILY("\"members\":[\"a\"],\"links\":[{\"from\":\"a\",\"to\":\"b\",\"points\":[[0,0],[0,0]]}]"),
     "$.families[0].links[0].to", VV_RULE_MEMBER},
    {FAMILY("\"members\":[\"a\",\"b\"],\"links\":[{\"from\":\"a\",\"to\":\"a\",\"points\":[[0,0],[0,0]]}]"),
     "$.families[0].links[0]", VV_RULE_MEMBER},
    {LINK("\"keep\":[\"angle\"]"), "$.families[0].links[0]", VV_RULE_ONE_OF},
    {LINK("\"handles\":[\"p\",\"r\"],\"points\":[[0,0],[0,0]]"), "$.families[0].links[0]", VV_RULE_ONE_OF},
    {LINK("\"handles\":[\"p\",\"q\"]"), "$.families[0].links[0].handles[1]", VV_RULE_REFERENCE},
    {LINK("\"handles\":[\"p\"]"), "$.families[0].links[0].handles", VV_RULE_KIND},
    {LINK("\"points\":[[0,0],[0,0]],\"keep\":[\"angle\"]"), "$.families[0].links[0].keep", VV_RULE_UNKNOWN_KEY},
    {LINK("\"handles\":[\"p\",\"r\"]},{\"from\":\"b\",\"to\":\"a\",\"handles\":[\"r\",\"p\"]"),
     "$.families[0].links[1]", VV_RULE_REPEATED},
    {RECORD("\"regions\":[]"), "$.recordings[0].regions", VV_RULE_FRAMES},
    {RECORD("\"rate\":0"), "$.recordings[0]", VV_RULE_MISSING_KEY},
    {REGION("\"frames\":[]"), "$.recordings[0].regions[0].frames", VV_RULE_FRAMES},
    {REGION("\"frames\":[[0,0,1,0,0]]"), "$.recordings[0].regions[0].frames[0]", VV_RULE_KIND},
    {REGION("\"frames\":[" FRAME "]},{\"handle\":\"q\",\"rest\":[0,0],\"frames\":[" FRAME "," FRAME "]"),
     "$.recordings[0].regions[1].frames", VV_RULE_FRAMES},
    {REGION("\"frames\":[" FRAME "]},{\"handle\":\"p\",\"rest\":[0,0],\"frames\":[" FRAME "]"),
     "$.recordings[0].regions[1]", VV_RULE_REPEATED},
    {ACTOR("\"kind\":\"ghost\""), ON ".kind", VV_RULE_CHOICE},
    {ACTOR("\"material\":{\"drag\":1}"), ON ".material", VV_RULE_ACTOR_KIND},
    {ACTOR("\"follows\":[{}]"), ON ".follows", VV_RULE_ACTOR_KIND},
    {DIRECTED("\"place\":{\"x\":1}"), ON ".place", VV_RULE_ACTOR_KIND},
    {DIRECTED("\"inputs\":{\"x\":1}"), ON ".inputs", VV_RULE_ACTOR_KIND},
    {DIRECTED("\"behaviour\":\"x\""), ON ".behaviour", VV_RULE_ACTOR_KIND},
    {DIRECTED("\"clip\":\"d\""), ON ".clip", VV_RULE_REFERENCE},
    {DIRECTED("\"clip\":\"c\""), ON ".clip", VV_RULE_MEMBER},
    {DIRECTED("\"family\":\"g\""), ON ".family", VV_RULE_REFERENCE},
    {DIRECTED("\"family\":\"f\""), ON ".family", VV_RULE_MEMBER},
    {DIRECTED("\"attractions\":[\"y\"]"), ON ".attractions[0]", VV_RULE_REFERENCE},
    {DIRECTED("\"attractions\":[\"x\",\"x\"]"), ON ".attractions[1]", VV_RULE_REPEATED},
    {FOLLOW("\"strength\":1"), ON ".follows[0]", VV_RULE_ONE_OF},
    {FOLLOW("\"particle\":{\"at\":[0,0]},\"path\":{\"points\":[[0,0],[1,0]]}"), ON ".follows[0]", VV_RULE_ONE_OF},
    {FOLLOW("\"particle\":{\"at\":[0,0]},\"keep\":[\"angle\"]"), ON ".follows[0].keep", VV_RULE_PARTS},
    {FOLLOW("\"path\":{\"points\":[[0,0],[1,0]]},\"keep\":[\"scale\"]"), ON ".follows[0].keep", VV_RULE_PARTS},
    {FOLLOW("\"particle\":{\"at\":[0,0]},\"from\":8,\"until\":3"), ON ".follows[0].until", VV_RULE_FOLLOW_TIMES},
    {FOLLOW("\"particle\":{\"at\":[0,0]},\"from\":3,\"until\":3"), ON ".follows[0].until", VV_RULE_FOLLOW_TIMES},
    {FOLLOW("\"particle\":{}"), ON ".follows[0].particle", VV_RULE_MISSING_KEY},
    {FOLLOW("\"path\":{\"points\":[[0,0]]}"), ON ".follows[0].path.points", VV_RULE_PATH_POINTS},
    {FOLLOW("\"of\":{\"actor\":\"s\",\"handle\":\"p\"}"), ON ".follows[0].of.actor", VV_RULE_EARLIER},
    {FOLLOW("\"of\":{\"actor\":\"d\",\"handle\":\"p\"}"), ON ".follows[0].of.actor", VV_RULE_EARLIER},
    {FOLLOW("\"of\":{\"actor\":\"e\",\"handle\":\"r\"}"), ON ".follows[0].of.handle", VV_RULE_REFERENCE},
    {COPY("\"regions\":[{\"from\":\"p\",\"to\":\"p\"}]"), ON ".copies[0]", VV_RULE_ONE_OF},
    {COPY("\"from\":\"s\",\"regions\":[{\"from\":\"p\",\"to\":\"p\"}]"), ON ".copies[0].from", VV_RULE_EARLIER},
    {COPY("\"from\":\"e\",\"regions\":[]"), ON ".copies[0].regions", VV_RULE_MISSING_KEY},
    {COPY("\"from\":\"e\",\"regions\":[{\"from\":\"p\",\"to\":\"r\"}]"), ON ".copies[0].regions[0].to",
     VV_RULE_REFERENCE},
    {COPY("\"from\":\"e\",\"regions\":[{\"from\":\"p\",\"to\":\"p\",\"place\":2}]"), ON ".copies[0].regions[0].place",
     VV_RULE_RANGE},
    {COPY("\"recording\":\"q\",\"regions\":[{\"from\":\"p\",\"to\":\"p\"}]"), ON ".copies[0].recording",
     VV_RULE_REFERENCE},
    {COPY("\"recording\":\"r\",\"regions\":[{\"from\":\"q\",\"to\":\"p\"}]"), ON ".copies[0].regions[0].from",
     VV_RULE_REFERENCE},
    {COPY("\"recording\":\"r\",\"regions\":[{\"from\":\"p\",\"from_threshold\":0.5,\"to\":\"p\"}]"),
     ON ".copies[0].regions[0].from_threshold", VV_RULE_UNKNOWN_KEY},
    {CUE("\"do\":\"material\",\"actor\":\"s\",\"material\":{}"), CUED ".do", VV_RULE_ACTOR_KIND},
    {CUE("\"do\":\"place\",\"actor\":\"e\",\"place\":{\"x\":1}"), CUED ".do", VV_RULE_ACTOR_KIND},
    {CUE("\"do\":\"play\",\"actor\":\"e\",\"clip\":\"c\""), CUED ".clip", VV_RULE_REFERENCE},
    {CUE("\"do\":\"aim\",\"actor\":\"e\",\"handle\":\"p\",\"channel\":\"angle\""), CUED, VV_RULE_MISSING_KEY},
    {CUE("\"do\":\"aim\",\"actor\":\"e\",\"handle\":\"p\",\"channel\":\"angle\",\"value\":[0,0]"), CUED ".value",
     VV_RULE_KIND},
    {CUE("\"do\":\"aim\",\"actor\":\"e\",\"handle\":\"r\",\"channel\":\"angle\",\"value\":0"), CUED ".handle",
     VV_RULE_REFERENCE},
    {CUE("\"do\":\"aim\",\"actor\":\"e\",\"handle\":\"p\",\"channel\":\"angle\",\"value\":0,\"strength\":2"),
     CUED ".strength", VV_RULE_RANGE},
    /* What is allowed but probably not meant. */
    {CLIP("\"tracks\":[{\"handle\":\"p\",\"channel\":\"angle\",\"keys\":[{\"time\":3,\"value\":0}]}]"),
     "$.clips[0].tracks[0]", VV_RULE_LATE_KEYS},
    {FAMILY("\"members\":[\"a\",\"b\"]"), "$.families[0]", VV_RULE_NO_LINKS},
    {COPY("\"from\":\"e\",\"regions\":[{\"from\":\"p\",\"to\":\"z\"}]"), ON ".copies[0].regions[0]",
     VV_RULE_EMPTY_REGION},
    {DIRECTED("\"attractions\":[\"x\"],\"material\":{\"examples\":0}"), ON ".attractions", VV_RULE_ATTRACTION},
};

static void every_rule_is_found_at_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        must_find(cases[i].text, cases[i].path, cases[i].rule);
}

/* Nothing that is right is found wrong: the sample has one of everything. */
static void the_sample_breaks_no_rule(void **state)
{
    (void)state;
    vv_problems problems = {0};
    assert_int_equal(vv_project_check(sample_project, strlen(sample_project), "", &problems, NULL), VV_OK);
    assert_int_equal(problems.count, 0);
    vv_problems_release(&problems);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_removed_handle_leaves_nothing),
        cmocka_unit_test(what_is_removed_is_not_named),
        cmocka_unit_test(what_moves_is_followed),
        cmocka_unit_test(links_are_of_two_in_whichever_order),
        cmocka_unit_test(another_kind_forgets_what_only_the_old_one_has),
        cmocka_unit_test(who_is_on_a_stage_does_not_change_its_step),
        cmocka_unit_test(materials_go_over_each_other),
        cmocka_unit_test(the_size_of_a_recording_can_be_reset),
        cmocka_unit_test(the_defaults_are_those_of_the_runtime),
        cmocka_unit_test(every_rule_is_found_at_its_place),
        cmocka_unit_test(the_sample_breaks_no_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
