/* Commands about keys, against a list that is searched and sorted the slow way: any number of random changes leave the
 * same keys in both, and the times ascending. */
#include "runtime/base/base.h"
#include "tests/author/document/documents.h"

#include <time.h>

#define CLIP "{\"do\":\"clip.add\",\"name\":\"c\",\"artwork\":\"man\",\"length\":10}"

static vv_document *open_clip(void)
{
    vv_document *document = open_text(sample_project);
    must_apply(document, CLIP);
    return document;
}

static const vv_project_clip *clip_of(const vv_document *document)
{
    const vv_project *project = vv_document_project(document);
    return project->clips[vv_project_find_clip(project, "c")];
}

static void must_refuse(vv_document *document, const char *command, const char *path, const char *words)
{
    vv_error error = {0};
    char *before = text_of(document);
    if (apply_text(document, command, &error) == VV_OK)
        fail_msg("%s was taken", command);
    if (strcmp(error.path, path) != 0 || !strstr(error.message, words))
        fail_msg("%s\nis refused at %s: %s", command, error.path, error.message);
    char *after = text_of(document);
    assert_string_equal(after, before);
    free(after);
    free(before);
}

/* ---- The model --------------------------------------------------------------------------------------------------- */

#define SLOTS 40 /* times are whole hundredths, so a track is an array of values by time */

typedef struct model {
    bool there[2][SLOTS];
    float value[2][SLOTS];
} model;

static void compare(const vv_document *document, const model *m)
{
    static const vv_handle_channel channels[2] = {VV_CHANNEL_ANGLE, VV_CHANNEL_POSITION};
    const vv_project_clip *clip = clip_of(document);
    for (uint32_t t = 0; t < 2; t++) {
        uint32_t index = vv_project_find_track(clip, t, channels[t]), next = 0;
        for (unsigned s = 0; s < SLOTS; s++) {
            if (!m->there[t][s])
                continue;
            assert_int_not_equal(index, VV_NONE);
            const vv_track *track = &clip->tracks[index];
            assert_true(next < track->key_count);
            assert_true(fabsf(track->keys[next].time - 0.01f * (float)s) < 1e-6f);
            assert_true(track->keys[next].value[0] == m->value[t][s]);
            next++;
        }
        if (index == VV_NONE ? next != 0 : clip->tracks[index].key_count != next)
            fail_msg("track %u has other keys", t);
    }
}

static const char *const heads[2] = {"\"handle\":\"hand-left\",\"channel\":\"angle\"",
                                     "\"handle\":\"hand-right\",\"channel\":\"position\""};

static int write_value(char *text, size_t bytes, unsigned track, double value)
{
    return snprintf(text, bytes, track == 0 ? "\"value\":%g" : "\"value\":[%g,1]", value);
}

static void set_random(vvi_random *r, char *text, size_t bytes, model *m)
{
    unsigned t = vvi_random_below(r, 2), count = vvi_random_below(r, 5);
    bool used[SLOTS] = {false};
    size_t at = (size_t)snprintf(text, bytes, "{\"do\":\"key.set\",\"clip\":\"c\",%s,\"keys\":[", heads[t]);
    for (unsigned i = 0; i < count; i++) {
        unsigned slot;
        do
            slot = vvi_random_below(r, SLOTS);
        while (used[slot]);
        used[slot] = true;
        double value = (double)vvi_random_below(r, 1000);
        at += (size_t)snprintf(text + at, bytes - at, "%s{\"time\":%.2f,", i ? "," : "", slot * 0.01);
        at += (size_t)write_value(text + at, bytes - at, t, value);
        at += (size_t)snprintf(text + at, bytes - at, "}");
        m->there[t][slot] = true;
        m->value[t][slot] = (float)value;
    }
    snprintf(text + at, bytes - at, "]}");
}

/* Whether some keys were there to be removed. */
static bool remove_random(vvi_random *r, char *text, size_t bytes, model *m)
{
    unsigned t = vvi_random_below(r, 2), count = 0;
    size_t at = (size_t)snprintf(text, bytes, "{\"do\":\"key.remove\",\"clip\":\"c\",%s,\"times\":[", heads[t]);
    for (unsigned s = SLOTS; s-- > 0;) {
        if (!m->there[t][s] || vvi_random_below(r, 4) > 0)
            continue;
        at += (size_t)snprintf(text + at, bytes - at, "%s%.5f", count++ ? "," : "", s * 0.01 + 0.00005);
        m->there[t][s] = false;
    }
    snprintf(text + at, bytes - at, "]}");
    return count > 0;
}

/* Several keys of both tracks at once, to places that are all different. */
static bool move_random(vvi_random *r, char *text, size_t bytes, model *m)
{
    bool landed[2][SLOTS] = {{false}};
    model before = *m;
    unsigned count = 0;
    size_t at = (size_t)snprintf(text, bytes, "{\"do\":\"key.move\",\"clip\":\"c\",\"moves\":[");
    for (unsigned n = 0; n < 2 * SLOTS; n++) {
        unsigned t = n % 2, s = n / 2, to = vvi_random_below(r, SLOTS);
        if (!before.there[t][s] || landed[t][to] || vvi_random_below(r, 3) > 0)
            continue;
        bool changes = vvi_random_below(r, 2) == 0;
        double value = changes ? (double)vvi_random_below(r, 1000) : (double)before.value[t][s];
        at += (size_t)snprintf(text + at, bytes - at, "%s{%s,\"time\":%.2f,\"to\":%.2f", count++ ? "," : "", heads[t],
                               s * 0.01, to * 0.01);
        if (changes) {
            at += (size_t)snprintf(text + at, bytes - at, ",");
            at += (size_t)write_value(text + at, bytes - at, t, value);
        }
        at += (size_t)snprintf(text + at, bytes - at, "}");
        if (!landed[t][s])
            m->there[t][s] = false;
        landed[t][to] = m->there[t][to] = true;
        m->value[t][to] = (float)value;
    }
    snprintf(text + at, bytes - at, "]}");
    return count > 0;
}

static void keys_are_those_of_a_plain_list(void **state)
{
    (void)state;
    static char text[20000];
    vvi_random random = vvi_random_seed(11);
    vv_document *document = open_clip();
    model m = {0};
    unsigned moved = 0, removed = 0;
    for (int round = 0; round < 1500; round++) {
        uint32_t kind = vvi_random_below(&random, 4);
        bool useful = true;
        if (kind == 0)
            removed += useful = remove_random(&random, text, sizeof text, &m);
        else if (kind == 1)
            set_random(&random, text, sizeof text, &m);
        else
            moved += useful = move_random(&random, text, sizeof text, &m);
        if (!useful)
            continue;
        char *before = text_of(document);
        must_apply(document, text);
        compare(document, &m);
        char *after = text_of(document);
        vv_document_undo(document);
        char *undone = text_of(document);
        assert_string_equal(undone, before);
        vv_document_redo(document);
        free(undone);
        undone = text_of(document);
        assert_string_equal(undone, after);
        free(undone);
        free(after);
        free(before);
    }
    assert_true(moved > 300 && removed > 100);
    vv_document_destroy(document);
}

/* ---- One at a time ----------------------------------------------------------------------------------------------- */

static void keys_within_a_hair_are_one(void **state)
{
    (void)state;
    vv_document *document = open_clip();
    must_apply(document, "{\"do\":\"key.set\",\"clip\":\"c\",\"handle\":\"hip\",\"channel\":\"angle\",\"keys\":["
                         "{\"time\":1,\"value\":1,\"in\":2,\"strength\":0.5},{\"time\":2,\"value\":2}]}");
    must_apply(document, "{\"do\":\"key.set\",\"clip\":\"c\",\"handle\":\"hip\",\"channel\":\"angle\",\"keys\":["
                         "{\"time\":1.00005,\"value\":3},{\"time\":2.001,\"value\":4}]}");
    const vv_track *track = &clip_of(document)->tracks[0];
    assert_int_equal(track->key_count, 3);
    assert_true(track->keys[0].value[0] == 3.0f && track->keys[0].auto_in && track->keys[0].strength == 1.0f);
    /* A moved key keeps all but its time. */
    must_apply(document, "{\"do\":\"key.set\",\"clip\":\"c\",\"handle\":\"hip\",\"channel\":\"angle\",\"keys\":["
                         "{\"time\":0.5,\"value\":9,\"out\":-3,\"curve\":\"step\",\"ease\":0.5,\"release\":true}]}");
    must_apply(document, "{\"do\":\"key.move\",\"clip\":\"c\",\"moves\":[{\"handle\":\"hip\",\"channel\":\"angle\","
                         "\"time\":0.5,\"to\":2.00005}]}");
    track = &clip_of(document)->tracks[0];
    assert_int_equal(track->key_count, 3); /* the key at 2 s gave way */
    const vv_key *key = &track->keys[1];
    assert_true(key->value[0] == 9.0f && key->out[0] == -3.0f && !key->auto_out && key->auto_in);
    assert_true(key->curve == VV_CURVE_STEP && key->ease == 0.5f && key->release);
    vv_document_destroy(document);
}

static void tracks_come_and_go_with_their_keys(void **state)
{
    (void)state;
    vv_document *document = open_clip();
    char *empty = text_of(document);
    must_apply(document,
               "{\"do\":\"track.set\",\"clip\":\"c\",\"handle\":\"hip\",\"channel\":\"scale\",\"advance\":[1,2],"
               "\"keys\":[{\"time\":1,\"value\":[1,2]},{\"time\":0,\"value\":[1,1]}]}");
    const vv_track *track = &clip_of(document)->tracks[0];
    assert_true(track->keys[0].time == 0.0f && track->advance[1] == 2.0f);
    must_apply(document,
               "{\"do\":\"track.set\",\"clip\":\"c\",\"handle\":\"hip\",\"channel\":\"scale\",\"advance\":null}");
    track = &clip_of(document)->tracks[0];
    assert_true(track->key_count == 2 && track->advance[1] == 0.0f);
    must_apply(document,
               "{\"do\":\"key.remove\",\"clip\":\"c\",\"handle\":\"hip\",\"channel\":\"scale\",\"times\":[0,1]}");
    char *text = text_of(document);
    assert_string_equal(text, empty);
    free(text);
    must_apply(document, "{\"do\":\"track.set\",\"clip\":\"c\",\"handle\":\"hip\",\"channel\":\"angle\",\"keys\":[]}");
    must_apply(document, "{\"do\":\"clip.duplicate\",\"clip\":\"stroll\",\"name\":\"d\"}");
    const vv_project *project = vv_document_project(document);
    assert_string_equal(project->clips[1]->name, "d");
    assert_int_equal(project->clips[1]->track_count, 3);
    assert_memory_equal(project->clips[1]->tracks[0].keys, project->clips[0]->tracks[0].keys, 3 * sizeof(vv_key));
    must_apply(document,
               "{\"do\":\"key.remove\",\"clip\":\"d\",\"handle\":\"hip\",\"channel\":\"angle\",\"times\":[0.25]}");
    assert_int_equal(vv_document_project(document)->clips[0]->tracks[1].key_count, 2); /* the other is as it was */
    free(empty);
    vv_document_destroy(document);
}

static void refused_commands_change_nothing(void **state)
{
    (void)state;
#define ON_HIP  "\"clip\":\"stroll\",\"handle\":\"hip\",\"channel\":\"position\""
#define HIP(at) "{\"handle\":\"hip\",\"channel\":\"position\",\"time\":" at "}"
    vv_document *document = open_text(sample_project);
    must_refuse(document, "{\"do\":\"key.remove\"," ON_HIP ",\"times\":[0,0.3]}", "$.times[1]", "no key at");
    must_refuse(document, "{\"do\":\"key.remove\"," ON_HIP ",\"times\":[0,0]}", "$.times[1]", "twice");
    must_refuse(document,
                "{\"do\":\"key.set\"," ON_HIP ",\"keys\":[{\"time\":0.1,\"value\":[0,0]},{\"time\":1.5,"
                "\"value\":[0,0]}]}",
                "$", "before its end");
    must_refuse(document,
                "{\"do\":\"key.set\"," ON_HIP ",\"keys\":[{\"time\":0.1,\"value\":[0,0]},{\"time\":0.10001,"
                "\"value\":[0,0]}]}",
                "$", "two of these keys");
    must_refuse(document, "{\"do\":\"key.set\"," ON_HIP ",\"keys\":[{\"time\":0.1,\"value\":4}]}", "$.keys[0].value",
                "a number where");
    must_refuse(document,
                "{\"do\":\"key.set\",\"clip\":\"stroll\",\"handle\":\"hip\",\"channel\":\"scale\",\"keys\":[{\"time\":"
                "0.1,\"value\":[1,0]}]}",
                "$.keys[0].value", "a scale is between");
    must_refuse(document,
                "{\"do\":\"key.move\",\"clip\":\"stroll\",\"moves\":[{\"handle\":\"hip\",\"channel\":\"position\","
                "\"time\":0,\"to\":0.1},{\"handle\":\"hip\",\"channel\":\"angle\",\"time\":0.3,\"to\":0.4}]}",
                "$.moves[1].time", "no key at");
    must_refuse(document,
                "{\"do\":\"key.move\",\"clip\":\"stroll\",\"moves\":[{\"handle\":\"hip\",\"channel\":\"position\","
                "\"time\":0,\"to\":0.1},{\"handle\":\"hip\",\"channel\":\"position\",\"time\":0.5,\"to\":0.1}]}",
                "$", "two of these keys");
    must_refuse(document,
                "{\"do\":\"key.move\",\"clip\":\"stroll\",\"moves\":[{\"handle\":\"hip\",\"channel\":\"position\","
                "\"time\":0,\"to\":0.1},{\"handle\":\"hip\",\"channel\":\"position\",\"time\":0,\"to\":0.2}]}",
                "$.moves[1].time", "twice");
    must_refuse(document,
                "{\"do\":\"key.move\",\"clip\":\"stroll\",\"moves\":[{\"handle\":\"hand-left\",\"channel\":"
                "\"position\",\"time\":0,\"to\":0.1}]}",
                "$.moves[0]", "no such track");
    must_refuse(document, "{\"do\":\"key.move\",\"clip\":\"stroll\",\"moves\":[" HIP("0") "]}", "$.moves[0]", "\"to\"");
    must_refuse(document, "{\"do\":\"clip.set\",\"clip\":\"stroll\",\"length\":1.25}", "$", "before its end");
    must_refuse(document, "{\"do\":\"clip.set\",\"clip\":\"stroll\",\"artwork\":\"ball\"}", "$.artwork", "keeps its");
    must_refuse(document, "{\"do\":\"track.set\",\"clip\":\"still\",\"handle\":\"top\",\"channel\":\"angle\"}", "$",
                "no such track");
    must_refuse(document, "{\"do\":\"clip.duplicate\",\"clip\":\"stroll\",\"name\":\"still\"}", "$.name", "already");
    must_apply(document, "{\"do\":\"clip.set\",\"clip\":\"stroll\",\"loop\":false,\"length\":1}");
    vv_document_destroy(document);
}

/* ---- Memory and speed -------------------------------------------------------------------------------------------- */

static void commands_survive_every_failed_allocation(void **state)
{
    (void)state;
    static const char *const commands[] = {
        "{\"do\":\"key.set\",\"clip\":\"stroll\",\"handle\":\"hip\",\"channel\":\"scale\",\"keys\":[{\"time\":0.6,"
        "\"value\":[1,2]},{\"time\":0.1,\"value\":[1,1]}]}",
        "{\"do\":\"key.move\",\"clip\":\"stroll\",\"moves\":[{\"handle\":\"hip\",\"channel\":\"position\",\"time\":0,"
        "\"to\":0.7},{\"handle\":\"hip\",\"channel\":\"position\",\"time\":0.5,\"to\":0.2}]}",
        "{\"do\":\"key.remove\",\"clip\":\"stroll\",\"handle\":\"hip\",\"channel\":\"position\",\"times\":[0.5]}",
        "{\"do\":\"track.set\",\"clip\":\"stroll\",\"handle\":\"hip\",\"channel\":\"angle\",\"keys\":[]}",
        "{\"do\":\"clip.duplicate\",\"clip\":\"stroll\",\"name\":\"d\"}",
        "{\"do\":\"clip.remove\",\"clip\":\"stroll\"}",
        "{\"do\":\"family.link\",\"family\":\"folk\",\"from\":\"man\",\"to\":\"ball\",\"handles\":[\"hip\",\"top\"]}",
        "{\"do\":\"family.set\",\"family\":\"folk\",\"members\":[\"ball\"]}",
        "{\"do\":\"recording.remove\",\"recording\":\"hop\"}",
        "{\"do\":\"handle.remove\",\"artwork\":\"man\",\"handle\":\"hip\"}",
        "{\"do\":\"artwork.remove\",\"artwork\":\"man\"}",
        "{\"do\":\"actor.set\",\"scene\":\"show\",\"actor\":\"leader\",\"kind\":\"sprite\"}",
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        vv_json_document *json;
        assert_int_equal(vv_json_parse(commands[i], strlen(commands[i]), "", NULL, &json, NULL), VV_OK);
        for (uint64_t n = 1;; n++) {
            vv_counting counting = {0};
            vv_allocator allocator = vv_counting_allocator(&counting);
            vv_document *document;
            vv_error error = {0};
            assert_int_equal(vv_document_parse(sample_project, strlen(sample_project), "", &allocator, &document, NULL),
                             VV_OK);
            counting.fail_at = counting.allocations + n;
            vv_result result = vv_document_apply(document, json, vv_json_root(json), &error);
            if (result != VV_OK) {
                assert_int_equal(result, VV_ERROR_MEMORY);
                char *text = text_of(document);
                assert_string_equal(text, sample_project);
                free(text);
            }
            vv_document_destroy(document);
            assert_int_equal(counting.used, 0);
            if (result == VV_OK)
                break;
        }
        vv_json_destroy(json);
    }
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Many keys of one clip move in a time like that of reading them, not like its square. */
static void big_clips_change_quickly(void **state)
{
    (void)state;
    enum { KEYS = 10000 };
    vv_document *document = open_clip();
    must_apply(document, "{\"do\":\"clip.set\",\"clip\":\"c\",\"length\":3000}");
    size_t bytes = KEYS * 100, used;
    char *text = malloc(bytes);
    used = (size_t)snprintf(text, bytes,
                            "{\"do\":\"key.set\",\"clip\":\"c\",\"handle\":\"hip\",\"channel\":\"angle\","
                            "\"keys\":[");
    for (int i = 0; i < KEYS; i++) /* backwards, so that they must be sorted */
        used += (size_t)snprintf(text + used, bytes - used, "%s{\"time\":%.2f,\"value\":%d}", i ? "," : "",
                                 0.1 * (KEYS - i), i);
    snprintf(text + used, bytes - used, "]}");
    double begin = seconds_now();
    must_apply(document, text);
    double set = seconds_now() - begin;
    used = (size_t)snprintf(text, bytes, "{\"do\":\"key.move\",\"clip\":\"c\",\"moves\":[");
    for (int i = 1; i <= KEYS; i++) /* every key to where its neighbour was, the last one back to the beginning */
        used += (size_t)snprintf(text + used, bytes - used,
                                 "%s{\"handle\":\"hip\",\"channel\":\"angle\",\"time\":%.2f,\"to\":%.2f}",
                                 i > 1 ? "," : "", 0.1 * i, i < KEYS ? 0.1 * (i + 1) : 0.0);
    snprintf(text + used, bytes - used, "]}");
    begin = seconds_now();
    must_apply(document, text);
    double move = seconds_now() - begin;
    const vv_track *track = &clip_of(document)->tracks[0];
    assert_int_equal(track->key_count, KEYS);
    for (uint32_t i = 1; i < KEYS; i++)
        assert_true(track->keys[i].time > track->keys[i - 1].time);
    assert_true(track->keys[0].time == 0.0f && track->keys[0].value[0] == 0.0f && track->keys[1].value[0] == KEYS - 1);
    begin = seconds_now();
    must_apply(document, "{\"do\":\"key.set\",\"clip\":\"c\",\"handle\":\"hip\",\"channel\":\"angle\",\"keys\":["
                         "{\"time\":500.05,\"value\":7}]}");
    double one = seconds_now() - begin;
    printf("10,000 keys: set in %.1f ms, all moved in %.1f ms, one set in %.2f ms\n", 1e3 * set, 1e3 * move, 1e3 * one);
    assert_true(move < 10.0 * set && one < set);
    free(text);
    vv_document_destroy(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_those_of_a_plain_list),           cmocka_unit_test(keys_within_a_hair_are_one),
        cmocka_unit_test(tracks_come_and_go_with_their_keys),       cmocka_unit_test(refused_commands_change_nothing),
        cmocka_unit_test(commands_survive_every_failed_allocation), cmocka_unit_test(big_clips_change_quickly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
