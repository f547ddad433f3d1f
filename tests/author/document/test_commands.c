/* What each command does, against independent statements of it: moving only permutes lines, renaming is a replacement
 * of text, linking is a set of faces, removing leaves nothing that refers to what is gone. */
#include "tests/author/document/folders.h"

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

/* ---- Texts ------------------------------------------------------------------------------------------------------- */

static int compare_lines(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* The lines without commas at their end, sorted: what a move must not change. `text` is taken apart. */
static unsigned sorted_lines(char *text, char **lines)
{
    unsigned count = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        size_t length = strlen(line);
        if (line[length - 1] == ',')
            line[length - 1] = '\0';
        lines[count++] = line;
    }
    qsort(lines, count, sizeof *lines, compare_lines);
    return count;
}

static void moving_only_permutes_lines(void **state)
{
    (void)state;
    static const char *const moves[] = {
        "{\"do\":\"artwork.move\",\"artwork\":\"man\",\"before\":\"ball\"}",
        "{\"do\":\"artwork.move\",\"artwork\":\"ball\"}",
        "{\"do\":\"handle.move\",\"artwork\":\"ball\",\"handle\":\"bottom\",\"before\":\"top\"}",
        "{\"do\":\"handle.move\",\"artwork\":\"man\",\"handle\":\"hand-left\",\"before\":null}",
        "{\"do\":\"handle.move\",\"artwork\":\"man\",\"handle\":\"hip\",\"before\":\"hip\"}",
        "{\"do\":\"example.move\",\"artwork\":\"ball\",\"example\":\"rest\"}",
        "{\"do\":\"scene.move\",\"scene\":\"hello\",\"before\":\"tour\"}",
        "{\"do\":\"behaviour.move\",\"artwork\":\"man\",\"behaviour\":\"limp\",\"before\":\"walker\"}",
        "{\"do\":\"actor.move\",\"scene\":\"drop\",\"actor\":\"lamp\",\"before\":\"bouncer\"}",
        "{\"do\":\"actor.move\",\"scene\":\"show\",\"actor\":\"witness\",\"before\":\"leader\"}",
        "{\"do\":\"clip.move\",\"clip\":\"still\",\"before\":\"stroll\"}",
    };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        vv_document *document = open_text(sample_project);
        char *before = text_of(document), *lines[2][600];
        must_apply(document, moves[i]);
        char *after = text_of(document);
        bool moved = strcmp(before, after) != 0;
        assert_int_equal(moved, !strstr(moves[i], "\"before\":\"hip\""));
        /* Within one line, only the order of a mirror pair, of layers and of a place may follow. */
        if (strstr(moves[i], "hand-left"))
            memcpy(strstr(after, "[\"hand-right\", \"hand-left\"]"), "[\"hand-left\", \"hand-right\"]", 27);
        if (strstr(moves[i], "example.move")) {
            memcpy(strstr(after, "{ \"squashed\": 0.5, \"rest\": 0.5 }"), "{ \"rest\": 0.5, \"squashed\": 0.5 }", 32);
            memcpy(strstr(after, "{ \"stretched\": 0.75, \"rest\": 0.25 }"), "{ \"rest\": 0.25, \"stretched\": 0.75 }",
                   35);
            memcpy(strstr(after, "{ \"squashed\": 0.75, \"rest\": 0.25 }"), "{ \"rest\": 0.25, \"squashed\": 0.75 }",
                   34);
        }
        unsigned count = sorted_lines(before, lines[0]);
        assert_int_equal(sorted_lines(after, lines[1]), count);
        for (unsigned n = 0; n < count; n++)
            assert_string_equal(lines[0][n], lines[1][n]);
        free(before);
        free(after);
        vv_document_destroy(document);
    }
}

static char *replace_all(const char *text, const char *from, const char *to)
{
    char *result = malloc(strlen(text) + count_of(text, from) * strlen(to) + 1), *out = result;
    for (const char *next; (next = strstr(text, from)); text = next + strlen(from)) {
        memcpy(out, text, (size_t)(next - text));
        out += next - text;
        memcpy(out, to, strlen(to));
        out += strlen(to);
    }
    strcpy(out, text);
    return result;
}

static void renaming_is_a_replacement_of_text(void **state)
{
    (void)state;
    /* Names that the sample uses for one thing only. */
    static const char *const renames[][2] = {
        {"{\"do\":\"artwork.rename\",\"artwork\":\"ball\",\"to\":\"new\"}", "\"ball\""},
        {"{\"do\":\"layer.rename\",\"artwork\":\"man\",\"layer\":\"arm\",\"to\":\"new\"}", "\"arm\""},
        {"{\"do\":\"handle.rename\",\"artwork\":\"man\",\"handle\":\"hand-left\",\"to\":\"new\"}", "\"hand-left\""},
        {"{\"do\":\"example.rename\",\"artwork\":\"ball\",\"example\":\"squashed\",\"to\":\"new\"}", "\"squashed\""},
        {"{\"do\":\"scene.rename\",\"scene\":\"tour\",\"to\":\"new\"}", "\"tour\""},
        {"{\"do\":\"actor.rename\",\"scene\":\"drop\",\"actor\":\"lamp\",\"to\":\"new\"}", "\"lamp\""},
        {"{\"do\":\"behaviour.rename\",\"artwork\":\"man\",\"behaviour\":\"walker\",\"to\":\"new\"}", "\"walker\""},
        {"{\"do\":\"project.set\",\"name\":\"new\"}", "\"Man and ball\""},
        {"{\"do\":\"clip.rename\",\"clip\":\"stroll\",\"to\":\"new\"}", "\"stroll\""},
        {"{\"do\":\"family.rename\",\"family\":\"folk\",\"to\":\"new\"}", "\"folk\""},
        {"{\"do\":\"recording.rename\",\"recording\":\"hop\",\"to\":\"new\"}", "\"hop\""},
        {"{\"do\":\"handle.rename\",\"artwork\":\"man\",\"handle\":\"hip\",\"to\":\"new\"}", "\"hip\""},
        {"{\"do\":\"handle.rename\",\"artwork\":\"ball\",\"handle\":\"bottom\",\"to\":\"new\"}", "\"bottom\""},
        {"{\"do\":\"example.rename\",\"artwork\":\"man\",\"example\":\"wave\",\"to\":\"new\"}", "\"wave\""},
        {"{\"do\":\"artwork.rename\",\"artwork\":\"man\",\"to\":\"new\"}", "\"man\""},
        {"{\"do\":\"actor.rename\",\"scene\":\"show\",\"actor\":\"leader\",\"to\":\"new\"}", "\"leader\""},
    };
    for (size_t i = 0; i < sizeof renames / sizeof *renames; i++) {
        vv_document *document = open_text(sample_project);
        char *expected = replace_all(sample_project, renames[i][1], "\"new\"");
        assert_string_not_equal(expected, sample_project);
        must_apply(document, renames[i][0]);
        char *text = text_of(document);
        assert_string_equal(text, expected);
        free(text);
        free(expected);
        vv_document_destroy(document);
    }
    vv_document *document = open_text(sample_project);
    must_apply(document, "{\"do\":\"layer.rename\",\"artwork\":\"man\",\"layer\":\"arm\",\"to\":\"arm\"}");
    must_refuse(document, "{\"do\":\"layer.rename\",\"artwork\":\"man\",\"layer\":\"arm\",\"to\":\"torso\"}",
                VV_ERROR_ARGUMENT, "$.to");
    must_refuse(document, "{\"do\":\"layer.rename\",\"artwork\":\"man\",\"layer\":\"arm\",\"to\":\"a/b\"}",
                VV_ERROR_ARGUMENT, "$.to");
    must_refuse(document, "{\"do\":\"layer.rename\",\"artwork\":\"man\",\"layer\":\"arm\"}", VV_ERROR_FORMAT, "$");
    vv_document_destroy(document);
}

/* ---- Removing ---------------------------------------------------------------------------------------------------- */

/* Applies, expects that no line of the result says `gone`, and that one undo brings everything back. */
static vv_document *after_removing(const char *command, const char *gone)
{
    vv_document *document = open_text(sample_project);
    must_apply(document, command);
    char *text = text_of(document);
    assert_int_equal(count_of(text, gone), 0);
    vv_document *opened = open_text(text);
    vv_document_destroy(opened);
    free(text);
    vv_document_undo(document);
    text = text_of(document);
    assert_string_equal(text, sample_project);
    free(text);
    vv_document_redo(document);
    return document;
}

static void removing_leaves_nothing_that_refers_to_it(void **state)
{
    (void)state;
    vv_document *document =
        after_removing("{\"do\":\"handle.remove\",\"artwork\":\"man\",\"handle\":\"hand-left\"}", "hand-left");
    const vv_project_artwork *man = vv_document_project(document)->artworks[1];
    assert_int_equal(man->handle_count, 2);
    assert_int_equal(man->partner[0], 0);
    assert_true(man->examples[2].turns[1].angle == -1.0f); /* bow's hip has moved up */
    assert_true(man->examples[1].pins[1].held && !man->examples[1].pins[0].held);
    must_apply(document, "{\"do\":\"handle.remove\",\"artwork\":\"man\",\"handle\":\"hip\"}");
    assert_null(vv_document_project(document)->artworks[1]->examples[1].pins); /* the last pin went */
    vv_document_destroy(document);

    document = after_removing("{\"do\":\"example.remove\",\"artwork\":\"ball\",\"example\":\"squashed\"}", "squashed");
    const vv_project *project = vv_document_project(document);
    assert_int_equal(project->artworks[0]->simplex_count, 1);
    const vv_project_scene *tour = project->scenes[0];
    assert_int_equal(tour->key_count, 3);
    assert_int_equal(tour->keys[1].place.share_count, 1);
    assert_true(tour->keys[1].place.shares[0].weight == 1.0f); /* 0.25 of what is left is all of it */
    vv_document_destroy(document);

    document =
        after_removing("{\"do\":\"example.remove\",\"artwork\":\"ball\",\"example\":\"stretched\"}", "stretched");
    assert_int_equal(vv_document_project(document)->scenes[0]->key_count, 2); /* nothing of the third place was left */
    vv_document_destroy(document);

    document = after_removing("{\"do\":\"example.remove\",\"artwork\":\"man\",\"example\":\"bow\"}", "bow");
    assert_int_equal(vv_document_project(document)->artworks[1]->simplices[0].corner[2], VV_NONE);
    const vv_project_key *key = &vv_document_project(document)->scenes[1]->keys[0];
    assert_true(fabsf(key->place.shares[0].weight - 2.0f / 3.0f) < 1e-6f &&
                fabsf(key->place.shares[1].weight - 1.0f / 3.0f) < 1e-6f);
    vv_document_destroy(document);

    document = after_removing("{\"do\":\"layer.remove\",\"artwork\":\"man\",\"layer\":\"arm\"}", "\"arm\"");
    man = vv_document_project(document)->artworks[1];
    assert_false(man->handles[0].every_layer || vv_project_handle_moves(&man->handles[0], 0));
    assert_true(vv_project_handle_moves(&man->handles[1], 0)); /* torso is the first now */
    vv_document_destroy(document);

    document = after_removing("{\"do\":\"artwork.remove\",\"artwork\":\"ball\"}", "\"ball\"");
    assert_int_equal(vv_document_project(document)->scene_count, 3);
    assert_int_equal(vv_document_project(document)->scenes[0]->artwork, 0);
    const vv_project_stage *stage = &vv_document_project(document)->scenes[1]->stage;
    assert_int_equal(stage->actor_count, 1); /* the lamp, which shows the man */
    assert_int_equal(stage->actors[0].artwork, 0);
    assert_int_equal(stage->follow, 0);
    assert_int_equal(stage->cue_count, 10);
    for (uint32_t i = 0; i < stage->cue_count; i++)
        assert_true(stage->cues[i].actor == 0 || stage->cues[i].kind >= VV_CUE_WIND);
    vv_document_destroy(document);

    document = after_removing("{\"do\":\"scene.remove\",\"scene\":\"tour\"}", "\"tour\"");
    vv_document_destroy(document);
}

static void removing_leaves_nothing_of_it_on_a_stage(void **state)
{
    (void)state;
    vv_document *document =
        after_removing("{\"do\":\"example.remove\",\"artwork\":\"ball\",\"example\":\"squashed\"}", "squashed");
    const vv_project *project = vv_document_project(document);
    const vv_project_stage *stage = &project->scenes[2]->stage;
    assert_true(project->artworks[0]->sprite.strengths.energy == 0.0f); /* it led there */
    assert_int_equal(stage->actors[0].place.share_count, 1);
    assert_true(stage->actors[0].place.shares[0].weight == 1.0f);
    assert_int_equal(stage->actors[0].strengths.values.velocity_example, 1); /* stretched has moved up */
    assert_int_equal(stage->cue_count, 15);
    vv_document_destroy(document);

    document =
        after_removing("{\"do\":\"example.remove\",\"artwork\":\"ball\",\"example\":\"stretched\"}", "stretched");
    stage = &vv_document_project(document)->scenes[2]->stage;
    assert_int_equal(stage->cue_count, 15);
    assert_true(stage->cues[5].place.shares[0].weight == 1.0f);
    assert_int_equal(stage->cues[6].strengths.given, 0); /* nothing of it was left; it may be filled again */
    vv_document_destroy(document);

    document = after_removing("{\"do\":\"actor.remove\",\"scene\":\"drop\",\"actor\":\"lamp\"}", "\"lamp\"");
    stage = &vv_document_project(document)->scenes[2]->stage;
    assert_int_equal(stage->cue_count, 7);
    assert_int_equal(stage->follow, VV_NONE);
    vv_document_destroy(document);

    document = after_removing("{\"do\":\"layer.remove\",\"artwork\":\"man\",\"layer\":\"torso\"}", "\"torso\"");
    const vv_project_sprite *sprite = &vv_document_project(document)->artworks[1]->sprite;
    assert_true(sprite->pinned);
    assert_int_equal(sprite->pin_count, 0);
    assert_null(sprite->densities);
    vv_document_destroy(document);
}

/* Applies, and compares with the sample in which `from` has become `to`. */
static void must_become(const char *command, const char *from, const char *to)
{
    vv_document *document = open_text(sample_project);
    char *expected = replace_all(sample_project, from, to);
    if (strcmp(expected, sample_project) == 0)
        fail_msg("the sample has no %s", from);
    must_apply(document, command);
    char *text = text_of(document);
    assert_string_equal(text, expected);
    free(text);
    free(expected);
    vv_document_destroy(document);
}

/* A list that is there and empty says another thing than one that is not. */
static void an_empty_list_of_pins_is_kept(void **state)
{
    (void)state;
    static const char plain[] =
        "{\"format\":\"verve-project\",\"version\":1,\"name\":\"n\",\"artworks\":[{\"name\":\"a\","
        "\"layers\":[{\"name\":\"l\",\"image\":\"i.png\"}]}]}";
    vv_document *document = open_text(plain);
    must_apply(document, "{\"do\":\"sprite.set\",\"artwork\":\"a\",\"pins\":[]}");
    char *text = text_of(document);
    assert_int_equal(count_of(text, "\"pins\": []"), 1);
    vv_document *opened = open_text(text);
    assert_true(vv_document_project(opened)->artworks[0]->sprite.pinned);
    vv_document_destroy(opened);
    free(text);
    vv_document_destroy(document);
}

static void sprites_and_actors_change_only_where_asked(void **state)
{
    (void)state;
    must_become("{\"do\":\"sprite.set\",\"artwork\":\"ball\",\"strengths\":{\"energy\":2.5}}", "\"energy\": 1.2",
                "\"energy\": 2.5");
    must_become("{\"do\":\"sprite.set\",\"artwork\":\"man\",\"strengths\":{\"bounce\":null}}",
                "          \"bounce\": 0.6,\n", "");
    must_become("{\"do\":\"actor.set\",\"scene\":\"drop\",\"actor\":\"bouncer\",\"at\":[1,1]}",
                "          \"at\": [0, 3],\n", "          \"at\": [1, 1],\n");
    must_become("{\"do\":\"actor.set\",\"scene\":\"drop\",\"actor\":\"bouncer\",\"scale\":0.25}",
                "          \"scale\": 2.5,\n", "          \"scale\": 0.25,\n");
    must_become("{\"do\":\"actor.set\",\"scene\":\"drop\",\"actor\":\"bouncer\",\"scale\":null}",
                "          \"scale\": 2.5,\n", "");
    must_become("{\"do\":\"actor.set\",\"scene\":\"drop\",\"actor\":\"bouncer\",\"strengths\":{\"stiffness\":null}}",
                "            \"stiffness\": 40,\n", "");
    must_become("{\"do\":\"actor.set\",\"scene\":\"drop\",\"actor\":\"bouncer\",\"place\":null}",
                "          \"place\": { \"rest\": 0.5, \"squashed\": 0.5 },\n", "");
    must_become("{\"do\":\"actor.set\",\"scene\":\"drop\",\"actor\":\"bouncer\",\"layers\":null,\"mask\":[0]}",
                "          \"layers\": [1],\n          \"mask\": [0, 1, 31]\n", "          \"mask\": [0]\n");
    must_become("{\"do\":\"actor.set\",\"scene\":\"drop\",\"actor\":\"lamp\",\"inputs\":{\"go\":2}}",
                "{ \"go\": 0.5, \"tilt\": -1 }", "{ \"go\": 2 }");
    must_become("{\"do\":\"actor.set\",\"scene\":\"drop\",\"actor\":\"lamp\",\"inputs\":null}",
                "\"walker\",\n          \"inputs\": { \"go\": 0.5, \"tilt\": -1 }\n", "\"walker\"\n");
    must_become("{\"do\":\"scene.set\",\"scene\":\"drop\",\"follow\":null}", "      \"follow\": \"lamp\",\n", "");
    must_become("{\"do\":\"scene.set\",\"scene\":\"drop\",\"gravity\":null,\"step\":null}",
                "      \"gravity\": [0, -5],\n      \"wind\": [1, 0],\n      \"step\": 0.01,\n",
                "      \"wind\": [1, 0],\n");
    must_become("{\"do\":\"actor.add\",\"scene\":\"drop\",\"name\":\"third\",\"artwork\":\"ball\","
                "\"before\":\"bouncer\"}",
                "        {\n          \"name\": \"bouncer\"",
                "        {\n          \"name\": \"third\",\n          \"artwork\": \"ball\"\n        },\n"
                "        {\n          \"name\": \"bouncer\"");
    must_become("{\"do\":\"actor.add\",\"scene\":\"drop\",\"name\":\"third\",\"artwork\":\"ball\",\"scale\":3,"
                "\"before\":\"bouncer\"}",
                "        {\n          \"name\": \"bouncer\"",
                "        {\n          \"name\": \"third\",\n          \"artwork\": \"ball\",\n          \"scale\": "
                "3\n        },\n        {\n          \"name\": \"bouncer\"");
}

static void sprites_and_actors_obey_the_rules(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    must_refuse(document, "{\"do\":\"actor.set\",\"scene\":\"tour\",\"actor\":\"lamp\"}", VV_ERROR_ARGUMENT, "$.scene");
    must_refuse(document, "{\"do\":\"actor.set\",\"scene\":\"drop\",\"actor\":\"none\"}", VV_ERROR_NOT_FOUND,
                "$.actor");
    must_refuse(document, "{\"do\":\"actor.set\",\"scene\":\"drop\",\"actor\":\"lamp\",\"artwork\":\"ball\"}",
                VV_ERROR_NOT_FOUND, "$.artwork");
    must_refuse(document, "{\"do\":\"actor.rename\",\"scene\":\"drop\",\"actor\":\"lamp\",\"to\":\"bouncer\"}",
                VV_ERROR_ARGUMENT, "$.to");
    must_refuse(document, "{\"do\":\"actor.add\",\"scene\":\"drop\",\"name\":\"x\"}", VV_ERROR_FORMAT, "$");
    must_refuse(document, "{\"do\":\"actor.add\",\"scene\":\"drop\",\"name\":\"x\",\"artwork\":\"ball\",\"colour\":1}",
                VV_ERROR_FORMAT, "$.colour");
    must_refuse(document, "{\"do\":\"scene.set\",\"scene\":\"drop\",\"actors\":[]}", VV_ERROR_NOT_FOUND, "$");
    must_refuse(document, "{\"do\":\"scene.set\",\"scene\":\"drop\",\"artwork\":\"ball\"}", VV_ERROR_ARGUMENT,
                "$.artwork");
    must_refuse(document, "{\"do\":\"scene.set\",\"scene\":\"tour\",\"wind\":[0,0]}", VV_ERROR_ARGUMENT, "$.wind");
    must_refuse(document, "{\"do\":\"sprite.set\",\"artwork\":\"ball\",\"ring\":0}", VV_ERROR_ARGUMENT, "$.ring");
    must_refuse(document, "{\"do\":\"sprite.set\",\"artwork\":\"ball\",\"strengths\":{\"energy_example\":\"wave\"}}",
                VV_ERROR_NOT_FOUND, "$.strengths.energy_example");
    must_apply(document, "{\"do\":\"scene.set\",\"scene\":\"drop\",\"actors\":[],\"script\":null}");
    assert_int_equal(vv_document_project(document)->scenes[2]->stage.follow, VV_NONE);
    char add[160];
    for (uint32_t i = 0; i < VV_PROJECT_MAX_ACTORS; i++) {
        snprintf(add, sizeof add, "{\"do\":\"actor.add\",\"scene\":\"drop\",\"name\":\"a%u\",\"artwork\":\"ball\"}", i);
        must_apply(document, add);
    }
    must_refuse(document, "{\"do\":\"actor.add\",\"scene\":\"drop\",\"name\":\"x\",\"artwork\":\"ball\"}",
                VV_ERROR_LIMIT, "$");
    vv_document_destroy(document);
}

/* ---- Adding and setting ------------------------------------------------------------------------------------------ */

static void what_is_added_says_what_was_asked(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    must_apply(document,
               "{\"do\":\"handle.add\",\"artwork\":\"man\",\"name\":\"neck\",\"before\":\"hip\",\"kind\":\"point\","
               "\"at\":[0,1.5]}");
    const vv_project_artwork *man = vv_document_project(document)->artworks[1];
    assert_string_equal(man->handles[2].name, "neck");
    assert_true(man->handles[2].every_layer && man->partner[2] == 2);
    assert_int_equal(man->partner[0], 1);
    assert_true(man->examples[1].turns[2].xx == 1.0f && man->examples[1].turns[2].angle == 0.0f);
    assert_true(man->examples[1].pins[3].held && !man->examples[1].pins[2].held); /* hip's pin moved along */
    must_apply(document,
               "{\"do\":\"layer.add\",\"artwork\":\"man\",\"name\":\"back\",\"before\":\"arm\",\"image\":\"b.png\"}");
    man = vv_document_project(document)->artworks[1];
    assert_true(vv_project_handle_moves(&man->handles[0], 1) && !vv_project_handle_moves(&man->handles[0], 0));
    must_apply(document, "{\"do\":\"example.add\",\"artwork\":\"ball\",\"name\":\"first\",\"before\":\"rest\","
                         "\"pose\":{\"top\":{\"turn\":1}}}");
    const vv_project *project = vv_document_project(document);
    assert_true(project->artworks[0]->examples[0].turns[0].angle == 1.0f);
    assert_string_equal(project->artworks[0]->examples[project->scenes[0]->keys[0].place.shares[0].example].name,
                        "rest");
    assert_int_equal(project->artworks[0]->simplices[0].corner[1], 2);
    must_apply(document,
               "{\"do\":\"artwork.add\",\"name\":\"cat\",\"before\":\"ball\",\"layers\":[{\"name\":\"l\",\"image\":"
               "\"c.png\"}],\"handles\":[{\"name\":\"h\",\"kind\":\"point\",\"at\":[0,0]}],\"examples\":[{\"name\":"
               "\"e\",\"pose\":{\"h\":{\"turn\":1}}}],\"complex\":[[\"e\"]]}");
    project = vv_document_project(document);
    assert_int_equal(project->scenes[0]->artwork, 1);
    must_apply(document,
               "{\"do\":\"scene.add\",\"name\":\"s\",\"before\":\"hello\",\"artwork\":\"cat\",\"seconds\":1}");
    assert_string_equal(vv_document_project(document)->scenes[1]->name, "s");
    must_refuse(document,
                "{\"do\":\"handle.add\",\"artwork\":\"man\",\"name\":\"hip\",\"kind\":\"point\",\"at\":[0,0]}",
                VV_ERROR_ARGUMENT, "$.name");
    must_refuse(document, "{\"do\":\"handle.add\",\"artwork\":\"man\",\"name\":\"x\",\"kind\":\"point\"}",
                VV_ERROR_FORMAT, "$");
    must_refuse(document, "{\"do\":\"handle.add\",\"artwork\":\"dog\",\"name\":\"x\"}", VV_ERROR_NOT_FOUND,
                "$.artwork");
    must_refuse(document, "{\"do\":\"layer.add\",\"artwork\":\"man\",\"name\":\"x\",\"image\":\"i\",\"before\":\"no\"}",
                VV_ERROR_NOT_FOUND, "$.before");
    must_refuse(document, "{\"do\":\"layer.add\",\"artwork\":\"man\",\"name\":\"x\",\"image\":\"i\",\"size\":1}",
                VV_ERROR_FORMAT, "$.size");
    must_refuse(
        document,
        "{\"do\":\"artwork.add\",\"name\":\"dog\",\"handles\":[{\"name\":\"h\",\"kind\":\"point\",\"at\":[0,1e9]}]}",
        VV_ERROR_ARGUMENT, "$.handles[0].at[1]");
    vv_document_destroy(document);
}

static void setting_changes_only_what_is_given(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    must_apply(document,
               "{\"do\":\"layer.set\",\"artwork\":\"man\",\"layer\":\"arm\",\"vertices\":null,\"visible\":true}");
    char *expected = replace_all(sample_project, ", \"vertices\": 120, \"visible\": false", ""),
         *text = text_of(document);
    assert_string_equal(text, expected);
    free(text);
    free(expected);
    vv_document_undo(document);
    must_apply(document, "{\"do\":\"handle.set\",\"artwork\":\"man\",\"handle\":\"hand-left\",\"layers\":null}");
    expected = replace_all(sample_project, ", \"layers\": [\"arm\"]", "");
    text = text_of(document);
    assert_string_equal(text, expected);
    free(text);
    free(expected);
    vv_document_undo(document);
    must_apply(document,
               "{\"do\":\"scene.set\",\"scene\":\"hello\",\"centre\":null,\"zoom\":null,\"background\":null}");
    expected = replace_all(sample_project, "      \"centre\": [0, 1],\n      \"zoom\": 200,\n", "");
    char *without = replace_all(expected, "      \"background\": \"#00000080\",\n", "");
    text = text_of(document);
    assert_string_equal(text, without);
    free(text);
    free(expected);
    free(without);
    vv_document_undo(document);
    must_apply(document, "{\"do\":\"artwork.set\",\"artwork\":\"man\",\"scale\":null}");
    expected = replace_all(sample_project, "      \"scale\": 300,\n", "");
    text = text_of(document);
    assert_string_equal(text, expected);
    free(text);
    free(expected);
    vv_document_undo(document);
    must_apply(
        document,
        "{\"do\":\"example.set\",\"artwork\":\"man\",\"example\":\"bow\",\"pose\":{\"hand-right\":{\"turn\":1}}}");
    expected = replace_all(sample_project, "\"hip\": { \"turn\": -1 }", "\"hand-right\": { \"turn\": 1 }");
    text = text_of(document);
    assert_string_equal(text, expected);
    free(text);
    free(expected);
    vv_document_undo(document);
    must_refuse(document, "{\"do\":\"layer.set\",\"artwork\":\"ball\",\"layer\":\"body\",\"image\":null}",
                VV_ERROR_ARGUMENT, "$");
    must_refuse(document, "{\"do\":\"scene.set\",\"scene\":\"hello\",\"zoom\":null}", VV_ERROR_ARGUMENT, "$");
    must_refuse(document, "{\"do\":\"scene.set\",\"scene\":\"tour\",\"seconds\":2}", VV_ERROR_ARGUMENT, "$");
    must_refuse(document, "{\"do\":\"scene.set\",\"scene\":\"tour\",\"artwork\":\"man\"}", VV_ERROR_NOT_FOUND,
                "$.artwork");
    must_refuse(document, "{\"do\":\"handle.set\",\"artwork\":\"man\",\"handle\":\"hip\",\"name\":\"x\"}",
                VV_ERROR_FORMAT, "$.name");
    must_refuse(document, "{\"do\":\"handle.set\",\"artwork\":\"man\",\"handle\":\"hip\",\"kind\":\"bone\"}",
                VV_ERROR_ARGUMENT, "$");
    must_refuse(document,
                "{\"do\":\"handle.set\",\"artwork\":\"man\",\"handle\":\"hand-left\",\"kind\":\"point\",\"at\":[0,0]}",
                VV_ERROR_ARGUMENT, "$"); /* its partner is a bone */
    must_refuse(document, "{\"do\":\"example.set\",\"artwork\":\"man\",\"example\":\"bow\",\"pins\":{\"hip\":{}}}",
                VV_ERROR_FORMAT, "$.pins.hip");
    vv_document_destroy(document);
}

static void pins_that_hold_the_pivot_follow_it(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    must_apply(document, "{\"do\":\"handle.set\",\"artwork\":\"man\",\"handle\":\"hip\",\"at\":[0,0.6]}");
    must_apply(document, "{\"do\":\"handle.set\",\"artwork\":\"man\",\"handle\":\"hand-left\",\"from\":[-0.4,1]}");
    const vv_project_artwork *man = vv_document_project(document)->artworks[1];
    assert_true(man->examples[1].pins[2].from.y == 0.6f);
    assert_true(man->examples[1].pins[0].from.x == -0.75f); /* it held the bone's end */
    vv_document_destroy(document);
}

static void a_full_list_takes_no_more(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    char command[160];
    for (unsigned i = 2; i < VV_RIG_MAX_HANDLES; i++) {
        snprintf(command, sizeof command,
                 "{\"do\":\"handle.add\",\"artwork\":\"ball\",\"name\":\"%u\",\"kind\":\"point\",\"at\":[%u,0]}", i, i);
        must_apply(document, command);
    }
    must_refuse(document,
                "{\"do\":\"handle.add\",\"artwork\":\"ball\",\"name\":\"more\",\"kind\":\"point\",\"at\":[0,0]}",
                VV_ERROR_LIMIT, "$");
    must_apply(document, "{\"do\":\"handle.remove\",\"artwork\":\"ball\",\"handle\":\"200\"}");
    must_apply(document, "{\"do\":\"handle.add\",\"artwork\":\"ball\",\"name\":\"more\",\"before\":\"top\",\"kind\":"
                         "\"point\",\"at\":[0,0]}");
    vv_document_destroy(document);
}

/* ---- Mirror and copies ------------------------------------------------------------------------------------------- */

static void a_mirrored_example_is_its_mirror_image(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    must_apply(document, "{\"do\":\"example.mirror\",\"artwork\":\"man\",\"example\":\"wave\",\"name\":\"other\"}");
    const vv_project_artwork *man = vv_document_project(document)->artworks[1];
    assert_int_equal(man->example_count, 4);
    const vv_project_example *wave = &man->examples[1], *other = &man->examples[2];
    assert_string_equal(other->name, "other");
    vv_handle handles[3];
    vv_affine pose[3], mirrored[3];
    for (int i = 0; i < 3; i++)
        handles[i] = man->handles[i].shape;
    vv_pose_compose(3, handles, wave->turns, pose);
    vv_pose_compose(3, handles, other->turns, mirrored);
    for (int i = 0; i < 3; i++) {
        /* Reflect, move by the partner, reflect: x ↦ (−x, y) is the mirror of this drawing. */
        for (float x = -1.0f; x <= 1.0f; x += 0.5f) {
            vv_vec2 point = vv_affine_apply(pose[man->partner[i]], (vv_vec2){-x, x * x});
            vv_vec2 image = vv_affine_apply(mirrored[i], (vv_vec2){x, x * x});
            assert_true(fabsf(image.x + point.x) < 1e-5f && fabsf(image.y - point.y) < 1e-5f);
        }
    }
    assert_true(other->pins[1].held && !other->pins[0].held);
    assert_true(other->pins[1].from.x == 0.75f && other->pins[1].to.x == 0.5f && other->pins[1].to.y == 1.75f);
    assert_true(other->pins[1].angle == -0.7f && other->pins[1].kind == VV_PIN_ROTATION);
    must_apply(document, "{\"do\":\"example.mirror\",\"artwork\":\"man\",\"example\":\"other\"}");
    must_apply(document, "{\"do\":\"example.remove\",\"artwork\":\"man\",\"example\":\"wave\"}");
    must_apply(document, "{\"do\":\"example.rename\",\"artwork\":\"man\",\"example\":\"other\",\"to\":\"wave\"}");
    char *text = text_of(document); /* mirrored twice: the pose and pins of the sample again */
    const char *pose_text = strstr(sample_project, "            \"hand-left\": { \"move\"");
    size_t length = (size_t)(strstr(pose_text, "\"bow\"") - pose_text);
    char *piece = malloc(length + 1);
    memcpy(piece, pose_text, length);
    piece[length] = '\0';
    assert_non_null(strstr(text, piece));
    free(piece);
    free(text);
    must_apply(document,
               "{\"do\":\"example.set\",\"artwork\":\"man\",\"example\":\"bow\",\"pins\":{\"hip\":{\"to\":[1e6,0]}}}");
    must_apply(document, "{\"do\":\"handle.set\",\"artwork\":\"man\",\"handle\":\"hip\",\"at\":[-9e5,0]}");
    must_refuse(document, "{\"do\":\"example.mirror\",\"artwork\":\"man\",\"example\":\"bow\"}", VV_ERROR_ARGUMENT,
                "$");
    vv_document_destroy(document);
}

static void a_duplicate_is_the_same_under_another_name(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    must_apply(document,
               "{\"do\":\"example.duplicate\",\"artwork\":\"ball\",\"example\":\"squashed\",\"name\":\"copy\"}");
    must_apply(document,
               "{\"do\":\"example.duplicate\",\"artwork\":\"ball\",\"example\":\"squashed\",\"name\":\"first\","
               "\"before\":\"rest\"}");
    const vv_project_artwork *ball = vv_document_project(document)->artworks[0];
    assert_string_equal(ball->examples[0].name, "first");
    assert_string_equal(ball->examples[3].name, "copy");
    assert_memory_equal(ball->examples[0].turns, ball->examples[2].turns, 2 * sizeof(vv_handle_pose));
    assert_memory_equal(ball->examples[3].turns, ball->examples[2].turns, 2 * sizeof(vv_handle_pose));
    /* A change of one does not reach the other. */
    must_apply(document, "{\"do\":\"handle.set\",\"artwork\":\"ball\",\"handle\":\"top\",\"at\":[0,1]}");
    must_apply(document, "{\"do\":\"example.set\",\"artwork\":\"ball\",\"example\":\"copy\",\"pins\":null}");
    assert_non_null(vv_document_project(document)->artworks[0]->examples[2].pins);
    must_refuse(document,
                "{\"do\":\"example.duplicate\",\"artwork\":\"ball\",\"example\":\"squashed\",\"name\":\"rest\"}",
                VV_ERROR_ARGUMENT, "$.name");
    vv_document_destroy(document);
}

/* ---- The complex: against sets of faces -------------------------------------------------------------------------- */

/* Faces as bits: face[mask] for masks of up to three of six examples. */
static void faces_of(const vv_project_artwork *artwork, bool *face)
{
    memset(face, 0, 64);
    for (uint32_t i = 0; i < artwork->simplex_count; i++) {
        unsigned whole = 0;
        for (int c = 0; c < 3; c++) {
            if (artwork->simplices[i].corner[c] != VV_NONE)
                whole |= 1u << artwork->simplices[i].corner[c];
        }
        for (unsigned mask = 1; mask < 64; mask++)
            face[mask] = face[mask] || (mask & ~whole) == 0;
    }
}

static void linking_is_a_set_of_faces(void **state)
{
    (void)state;
    vv_document *document;
    char command[160];
    assert_int_equal(vv_document_create("n", NULL, &document, NULL), VV_OK);
    must_apply(
        document,
        "{\"do\":\"artwork.add\",\"name\":\"a\",\"examples\":[{\"name\":\"0\"},{\"name\":\"1\"},{\"name\":\"2\"},"
        "{\"name\":\"3\"},{\"name\":\"4\"},{\"name\":\"5\"}]}");
    vvi_random random = vvi_random_seed(5);
    bool face[64] = {false};
    for (int round = 0; round < 3000; round++) {
        unsigned corner[3] = {0}, size = 1 + vvi_random_below(&random, 3), mask = 0;
        for (unsigned i = 0; i < size; i++) {
            do
                corner[i] = vvi_random_below(&random, 6);
            while (mask >> corner[i] & 1);
            mask |= 1u << corner[i];
        }
        bool link = vvi_random_below(&random, 2);
        int used = snprintf(command, sizeof command, "{\"do\":\"complex.%s\",\"artwork\":\"a\",\"examples\":[\"%u\"",
                            link ? "link" : "unlink", corner[0]);
        for (unsigned i = 1; i < size; i++)
            used += snprintf(command + used, sizeof command - (size_t)used, ",\"%u\"", corner[i]);
        snprintf(command + used, sizeof command - (size_t)used, "]}");
        must_apply(document, command);
        for (unsigned m = 1; m < 64; m++) {
            if (link && (m & ~mask) == 0)
                face[m] = true;
            if (!link && (mask & ~m) == 0)
                face[m] = false;
        }
        const vv_project_artwork *artwork = vv_document_project(document)->artworks[0];
        bool now[64];
        faces_of(artwork, now);
        for (unsigned m = 1; m < 64; m++) {
            bool point = (m & (m - 1)) == 0; /* every example is a point of its own, listed or not */
            if (!point && now[m] != face[m])
                fail_msg("round %d: face %u", round, m);
        }
        /* Nothing is listed that is part of something else. */
        for (uint32_t i = 0; i < artwork->simplex_count; i++)
            assert_true(artwork->simplices[i].corner[1] != VV_NONE);
    }
    must_refuse(document, "{\"do\":\"complex.link\",\"artwork\":\"a\",\"examples\":[\"0\",\"0\"]}", VV_ERROR_ARGUMENT,
                "$.examples[1]");
    must_apply(document, "{\"do\":\"complex.set\",\"artwork\":\"a\",\"complex\":[[\"5\"],[\"0\",\"1\"]]}");
    assert_int_equal(vv_document_project(document)->artworks[0]->simplex_count, 2);
    must_apply(document, "{\"do\":\"complex.set\",\"artwork\":\"a\",\"complex\":[]}");
    assert_int_equal(vv_document_project(document)->artworks[0]->simplex_count, 0);
    vv_document_destroy(document);
}

/* ---- Groups ------------------------------------------------------------------------------------------------------ */

static void a_group_is_one_step(void **state)
{
    (void)state;
    vv_document *document = open_text(sample_project);
    must_apply(document,
               "{\"do\":\"group\",\"label\":\"Tidy up\",\"commands\":[{\"do\":\"artwork.remove\",\"artwork\":\"man\"},"
               "{\"do\":\"group\",\"commands\":[{\"do\":\"project.set\",\"name\":\"x\"}]}]}");
    assert_string_equal(vv_document_undo_label(document), "Tidy up");
    assert_true(vv_document_undo(document));
    assert_false(vv_document_undo(document));
    char *text = text_of(document);
    assert_string_equal(text, sample_project);
    free(text);
    must_refuse(document,
                "{\"do\":\"group\",\"commands\":[{\"do\":\"artwork.remove\",\"artwork\":\"man\"},"
                "{\"do\":\"artwork.remove\",\"artwork\":\"man\"}]}",
                VV_ERROR_NOT_FOUND, "$.commands[1].artwork");
    must_apply(document, "[{\"do\":\"artwork.remove\",\"artwork\":\"man\"},{\"do\":\"project.set\",\"name\":\"x\"}]");
    assert_string_equal(vv_document_undo_label(document), "group");
    vv_document_undo(document);
    must_refuse(document, "{\"do\":\"group\"}", VV_ERROR_FORMAT, "$");
    must_refuse(document, "{\"do\":\"group\",\"label\":7,\"commands\":[]}", VV_ERROR_FORMAT, "$.label");
    static const char *const nonsense[] = {"5", "{}", "null", "\"x\"", "{\"do\":5}"};
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++)
        must_refuse(document, nonsense[i], VV_ERROR_ARGUMENT, "$");
    must_refuse(document, "{\"do\":\"handle.juggle\"}", VV_ERROR_ARGUMENT, "$.do");
    must_refuse(document, "{\"do\":\"handle\"}", VV_ERROR_ARGUMENT, "$.do");
    must_refuse(document, "{\"do\":\"handle.\"}", VV_ERROR_ARGUMENT, "$.do");
    must_refuse(document, "{\"do\":\"\"}", VV_ERROR_ARGUMENT, "$.do");
    must_refuse(document, "[[]]", VV_ERROR_ARGUMENT, "$[0]");
    vv_document_destroy(document);
}

/* ---- The manual -------------------------------------------------------------------------------------------------- */

static void the_manual_lists_every_command(void **state)
{
    (void)state;
    char path[1024], command[128];
    uint8_t *manual;
    size_t length;
    snprintf(path, sizeof path, "%s/docs/format.md", getenv("VV_SOURCE"));
    assert_int_equal(vv_file_read(path, 1u << 20, NULL, &manual, &length, NULL), VV_OK);
    vv_document *document = open_text(sample_project);
    unsigned listed = 0;
    const char *section = strstr((const char *)manual, "## Commands"), *end = strstr(section, "## The journal");
    for (const char *row = section; (row = strstr(row, "\n| `")) && row < end; row++) {
        vv_error error = {0};
        snprintf(command, sizeof command, "{\"do\":\"%.*s\"}", (int)strcspn(row + 4, "`"), row + 4);
        apply_text(document, command, &error);
        if (strstr(error.message, "there is no command"))
            fail_msg("the manual lists %s", command);
        listed++;
    }
    /* add, remove, rename, move and set of twenty nouns, of obstacles, zones and joints, of axes and of channels;
     * fourteen more about lines; and thirty-one others */
    assert_int_equal(listed, 25 * 5 + 14 + 31);
    vv_document_destroy(document);
    vv_file_release(NULL, manual, length);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moving_only_permutes_lines),
        cmocka_unit_test(renaming_is_a_replacement_of_text),
        cmocka_unit_test(removing_leaves_nothing_that_refers_to_it),
        cmocka_unit_test(removing_leaves_nothing_of_it_on_a_stage),
        cmocka_unit_test(sprites_and_actors_change_only_where_asked),
        cmocka_unit_test(sprites_and_actors_obey_the_rules),
        cmocka_unit_test(what_is_added_says_what_was_asked),
        cmocka_unit_test(setting_changes_only_what_is_given),
        cmocka_unit_test(pins_that_hold_the_pivot_follow_it),
        cmocka_unit_test(a_full_list_takes_no_more),
        cmocka_unit_test(a_mirrored_example_is_its_mirror_image),
        cmocka_unit_test(a_duplicate_is_the_same_under_another_name),
        cmocka_unit_test(linking_is_a_set_of_faces),
        cmocka_unit_test(an_empty_list_of_pins_is_kept),
        cmocka_unit_test(a_group_is_one_step),
        cmocka_unit_test(the_manual_lists_every_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
