/* A project folder on disk: nothing that was saved or journalled is ever lost, whatever is cut, damaged or killed. */
#define _DEFAULT_SOURCE /* usleep, MAP_ANONYMOUS */
#include "tests/author/document/folders.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void commands_come_back_without_saving(void **state)
{
    (void)state;
    start_with(sample_project);
    vv_project_folder *folder = open_for(VV_FOLDER_WRITE);
    assert_true(vv_project_folder_is_saved(folder));
    assert_int_equal(apply_to(folder, "{\"do\":\"project.set\",\"name\":\"a\"}", NULL), VV_OK);
    assert_int_equal(apply_to(folder, "{\"do\":\"artwork.remove\",\"artwork\":\"ball\"}", NULL), VV_OK);
    assert_int_equal(apply_to(folder, "{\"do\":\"artwork.remove\",\"artwork\":\"ball\"}", NULL), VV_ERROR_NOT_FOUND);
    assert_int_equal(vv_project_folder_undo(folder, NULL), VV_OK);
    assert_int_equal(vv_project_folder_redo(folder, NULL), VV_OK);
    assert_int_equal(vv_project_folder_redo(folder, NULL), VV_ERROR_NOT_FOUND);
    assert_int_equal(vv_project_folder_undo(folder, NULL), VV_OK);
    assert_false(vv_project_folder_is_saved(folder));
    char *text = folder_text(folder);
    vv_project_folder_close(folder);
    char *saved = read_text("project.json", NULL);
    assert_string_equal(saved, sample_project);
    free(saved);
    folder = open_for(VV_FOLDER_WRITE);
    assert_int_equal(vv_project_folder_report(folder)->replayed, 5);
    char *again = folder_text(folder);
    assert_string_equal(again, text);
    assert_int_equal(vv_project_folder_redo(folder, NULL), VV_OK); /* history came back too */
    assert_int_equal(vv_project_folder_undo(folder, NULL), VV_OK);
    assert_int_equal(vv_project_folder_save(folder, NULL), VV_OK);
    assert_true(vv_project_folder_is_saved(folder));
    vv_project_folder_close(folder);
    saved = read_text("project.json", NULL);
    assert_string_equal(saved, text);
    folder = open_for(VV_FOLDER_READ);
    assert_int_equal(vv_project_folder_report(folder)->state, VV_JOURNAL_CURRENT);
    assert_int_equal(vv_project_folder_report(folder)->replayed, 0);
    assert_int_equal(vv_document_step(vv_project_folder_document(folder)), 1);
    assert_int_equal(vv_document_step_count(vv_project_folder_document(folder)), 2);
    vv_project_folder_close(folder);
    assert_int_equal(count_files("journal"), 1);
    free(saved);
    free(text);
    free(again);
}

/* ---- Cuts ------------------------------------------------------------------------------------------------------- */

/* Random work in the folder; returns the text it ends with. */
static char *work(uint64_t seed, int count)
{
    vvi_random random = vvi_random_seed(seed);
    vv_project_folder *folder = open_for(VV_FOLDER_WRITE);
    char command[6000];
    for (int i = 0; i < count; i++) {
        uint32_t what = vvi_random_below(&random, 10);
        random_command(&random, command, sizeof command, 1);
        if (what == 0)
            vv_project_folder_undo(folder, NULL);
        else if (what == 1)
            vv_project_folder_redo(folder, NULL);
        else
            apply_to(folder, command, NULL);
    }
    char *text = folder_text(folder);
    vv_project_folder_close(folder);
    return text;
}

/* The text, and so many steps of which so many are done. */
static void expect_row(const char *text, uint32_t step, uint32_t step_count)
{
    vv_project_folder *folder = open_for(VV_FOLDER_READ);
    char *now = folder_text(folder);
    assert_string_equal(now, text);
    assert_int_equal(vv_document_step(vv_project_folder_document(folder)), step);
    assert_int_equal(vv_document_step_count(vv_project_folder_document(folder)), step_count);
    free(now);
    vv_project_folder_close(folder);
}

static void expect_text(const char *text)
{
    vv_project_folder *folder = open_for(VV_FOLDER_WRITE);
    char *now = folder_text(folder);
    vv_project_folder_close(folder);
    assert_string_equal(now, text);
    free(now);
    folder = open_for(VV_FOLDER_READ); /* and again, after whatever opening repaired */
    now = folder_text(folder);
    assert_string_equal(now, text);
    assert_int_equal(vv_project_folder_report(folder)->dropped_bytes, 0);
    free(now);
    vv_project_folder_close(folder);
}

static void a_journal_cut_at_any_byte_opens_and_goes_on(void **state)
{
    (void)state;
    start_with(sample_project);
    free(work(3, 60));
    size_t length;
    char *journal = read_text("journal.jsonl", &length);
    for (size_t cut = 0; cut <= length; cut++) {
        write_text("journal.jsonl", journal, cut);
        vv_project_folder *folder = open_for(VV_FOLDER_READ);
        char *before = folder_text(folder);
        vv_project_folder_close(folder);
        size_t kept;
        free(read_text("journal.jsonl", &kept));
        assert_int_equal(kept, cut); /* reading changes nothing */
        folder = open_for(VV_FOLDER_WRITE);
        char *text = folder_text(folder);
        assert_string_equal(text, before);
        if (cut % 16 == 0) {
            apply_to(folder, "{\"do\":\"project.set\",\"name\":\"goes on\"}", NULL);
            free(text);
            text = folder_text(folder);
        }
        vv_project_folder_close(folder);
        expect_text(text);
        free(text);
        free(before);
    }
    free(journal);
    assert_int_equal(count_files("journal-kept"), 0);
}

/* Every byte at both ends of what is written, and some in between. */
static size_t next_cut(size_t from_start, size_t to_end) { return from_start < 64 || to_end < 64 ? 1 : 13; }

/* Every moment of a save at which a process can die, and every byte of each file that is then half written. */
static void a_save_cut_anywhere_loses_nothing(void **state)
{
    (void)state;
    start_with(sample_project);
    char *text = work(4, 40);
    size_t old_length, saved_length, new_length, text_length = strlen(text);
    char *old_journal = read_text("journal.jsonl", &old_length);
    /* The journal with its last line, {"saving": …}, as it is before project.json is renamed. */
    vv_document *document = open_text(sample_project);
    vv_journal *maker;
    vv_journal_report report;
    const char *line;
    vv_journal_create(NULL, &maker, NULL);
    vv_journal_replay(maker, document, old_journal, old_length, vv_journal_hash(sample_project, strlen(sample_project)),
                      &report, NULL);
    size_t line_length;
    vv_journal_saving(maker, document, vv_journal_hash(text, text_length), &line, &line_length, NULL);
    saved_length = old_length + line_length;
    char *saved_journal = malloc(saved_length);
    memcpy(saved_journal, old_journal, old_length);
    memcpy(saved_journal + old_length, line, line_length);
    uint32_t step = vv_document_step(document), step_count = vv_document_step_count(document);
    vv_journal_destroy(maker);
    vv_document_destroy(document);
    vv_project_folder *folder = open_for(VV_FOLDER_WRITE);
    vv_project_folder_save(folder, NULL);
    vv_project_folder_close(folder);
    char *new_journal = read_text("journal.jsonl", &new_length);

    assert_true(step > 1 && new_length > saved_length);
    for (size_t cut = old_length; cut <= saved_length; cut += next_cut(cut - old_length, saved_length - cut)) {
        start_with(sample_project);
        write_text("journal.jsonl", saved_journal, cut);
        expect_row(text, step, step_count);
        expect_text(text);
    }
    for (size_t cut = 0; cut <= text_length; cut += next_cut(cut, text_length - cut)) {
        start_with(sample_project);
        write_text("journal.jsonl", saved_journal, saved_length);
        write_text("project.json.4711.new", text, cut);
        expect_text(text);
        expect_row(text, step, step_count);
        assert_int_equal(count_files("project.json"), 1); /* the leftover is gone */
    }
    for (size_t cut = saved_length; cut <= new_length; cut++) {
        start_with(text);
        write_text("journal.jsonl", new_journal, cut);
        expect_row(text, step, step_count);
        expect_text(text);
    }
    for (size_t cut = 0; cut <= new_length; cut += 997) { /* one that was being written anew */
        start_with(text);
        write_text("journal.jsonl", saved_journal, saved_length);
        write_text("journal.jsonl.4711.new", new_journal, cut);
        expect_text(text);
        expect_row(text, step, step_count);
        assert_int_equal(count_files("journal"), 1);
    }
    start_with(text);
    write_text("journal.jsonl", new_journal, new_length);
    expect_text(text);
    free(text);
    free(old_journal);
    free(saved_journal);
    free(new_journal);
}

static void a_damaged_journal_is_kept_aside(void **state)
{
    (void)state;
    start_with(sample_project);
    free(work(5, 60));
    size_t length, kept_length;
    char *journal = read_text("journal.jsonl", &length), *kept;
    size_t first = (size_t)(strchr(journal, '\n') - journal) + 1;
    vvi_random random = vvi_random_seed(9);
    for (int round = 0; round < 300; round++) {
        start_with(sample_project);
        size_t at = vvi_random_below(&random, (uint32_t)length);
        char old = journal[at];
        journal[at] = (char)(old ^ (1 + (int)vvi_random_below(&random, 255)));
        write_text("journal.jsonl", journal, length);
        vv_project_folder *folder = open_for(VV_FOLDER_WRITE);
        assert_true(vv_project_folder_report(folder)->dropped_bytes > 0);
        if (at >= first)
            assert_int_equal(vv_project_folder_report(folder)->state, VV_JOURNAL_CURRENT);
        bool last_line = !memchr(journal + at, '\n', length - at - 1);
        if (!last_line) {
            assert_string_equal(vv_project_folder_aside(folder), "journal-kept-1.jsonl");
            kept = read_text("journal-kept-1.jsonl", &kept_length);
            assert_int_equal(kept_length, length);
            assert_memory_equal(kept, journal, length);
            free(kept);
        }
        char *text = folder_text(folder);
        vv_project_folder_close(folder);
        expect_text(text);
        free(text);
        journal[at] = old;
    }
    free(journal);
}

static void a_project_changed_by_other_means_keeps_its_journal_aside(void **state)
{
    (void)state;
    start_with(sample_project);
    free(work(6, 20));
    char *journal = read_text("journal.jsonl", NULL);
    static const char other[] = "{\"format\":\"verve-project\",\"version\":1,\"name\":\"merged\"}";
    write_text("project.json", other, sizeof other - 1);
    vv_project_folder *folder = open_for(VV_FOLDER_READ);
    assert_int_equal(vv_project_folder_report(folder)->state, VV_JOURNAL_FOREIGN);
    assert_string_equal(vv_document_project(vv_project_folder_document(folder))->name, "merged");
    vv_project_folder_close(folder);
    folder = open_for(VV_FOLDER_WRITE);
    char *kept = read_text(vv_project_folder_aside(folder), NULL);
    assert_string_equal(kept, journal);
    assert_int_equal(apply_to(folder, "{\"do\":\"project.set\",\"name\":\"on\"}", NULL), VV_OK);
    vv_project_folder_close(folder);
    folder = open_for(VV_FOLDER_WRITE);
    assert_string_equal(vv_document_project(vv_project_folder_document(folder))->name, "on");
    assert_string_equal(vv_project_folder_aside(folder), "");
    vv_project_folder_close(folder);
    free(journal);
    free(kept);
}

/* A line with a good checksum that cannot be applied, as a newer Verve might write: what came before it is kept. */
static void a_refused_line_keeps_what_came_before(void **state)
{
    (void)state;
    start_with(sample_project);
    vv_project_folder *folder = open_for(VV_FOLDER_WRITE);
    apply_to(folder, "{\"do\":\"project.set\",\"name\":\"before\"}", NULL);
    vv_project_folder_close(folder);
    size_t length;
    char *journal = read_text("journal.jsonl", &length), forged[256];
    uint64_t sum = strtoull(journal + length - 19, NULL, 16);
    static const char body[] = "{\"do\":{\"do\":\"handle.juggle\"}";
    sum = vv_hash_bytes(sum, body, sizeof body - 1);
    snprintf(forged, sizeof forged, "%s,\"sum\":\"%016llx\"}\n", body, (unsigned long long)sum);
    journal = realloc(journal, length + strlen(forged) + 1);
    strcpy(journal + length, forged);
    write_text("journal.jsonl", journal, strlen(journal));
    folder = open_for(VV_FOLDER_WRITE);
    assert_int_equal(vv_project_folder_report(folder)->state, VV_JOURNAL_REFUSED);
    assert_non_null(strstr(vv_project_folder_report(folder)->refusal.message, "handle.juggle"));
    assert_string_equal(vv_project_folder_aside(folder), "journal-kept-1.jsonl");
    vv_project_folder_close(folder);
    folder = open_for(VV_FOLDER_READ);
    assert_string_equal(vv_document_project(vv_project_folder_document(folder))->name, "before");
    vv_project_folder_close(folder);
    free(journal);
}

/* ---- Processes --------------------------------------------------------------------------------------------------- */

/* The child counts up in the project's name and, after each command that returned, in shared memory. */
static void count_until_killed(volatile unsigned *done)
{
    vv_project_folder *folder;
    if (vv_project_folder_open(test_folder, VV_FOLDER_WRITE, VV_FLUSH_HOST, NULL, &folder, NULL) != VV_OK)
        _exit(1);
    for (unsigned n = *done + 1;; n++) {
        char command[64];
        snprintf(command, sizeof command, "{\"do\":\"project.set\",\"name\":\"%u\"}", n);
        if (apply_to(folder, command, NULL) != VV_OK)
            _exit(2);
        *done = n;
        if (n % 5 == 0 && vv_project_folder_save(folder, NULL) != VV_OK)
            _exit(3);
    }
}

/* Each undo gives the name before, down to the first; a very long journal has lost its oldest steps. */
static void assert_all_can_be_undone(const vv_project_folder *folder, unsigned number)
{
    enum { KEPT = 5000 };
    vv_document *document = (vv_document *)vv_project_folder_document(folder); /* ours: nothing is written */
    assert_true(vv_document_step(document) >= (number < KEPT ? number : KEPT));
    while (vv_document_undo(document) && number-- > 1)
        assert_int_equal(strtoul(vv_document_project(document)->name, NULL, 10), number);
}

static void a_killed_process_loses_no_command(void **state)
{
    (void)state;
    volatile unsigned *done = mmap(NULL, sizeof *done, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(done != MAP_FAILED);
    start_with(sample_project);
    vvi_random random = vvi_random_seed(77);
    for (int round = 0; round < 60; round++) {
        unsigned before = *done;
        fflush(NULL);
        pid_t child = fork();
        if (child == 0)
            count_until_killed(done);
        /* Half of them at any moment, be it before the first command; half at work, however busy the machine is. */
        int status;
        while (round % 2 && *done < before + 3 && waitpid(child, &status, WNOHANG) == 0)
            usleep(500);
        usleep(1000 + vvi_random_below(&random, 15000));
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        assert_true(WIFSIGNALED(status));
        vv_project_folder *folder = open_for(VV_FOLDER_READ);
        const char *name = vv_document_project(vv_project_folder_document(folder))->name;
        unsigned found = *done == 0 && strcmp(name, "Man and ball") == 0 ? 0 : (unsigned)strtoul(name, NULL, 10);
        /* The last one may have been written but not yet counted. */
        assert_true(found == *done || found == *done + 1);
        *done = found;
        assert_all_can_be_undone(folder, found);
        vv_project_folder_close(folder);
    }
    print_message("%u commands and %u saves survived 60 kills\n", *done, *done / 5);
    assert_true(*done > 60);
    assert_int_equal(count_files("journal-kept"), 0);
    munmap((void *)done, sizeof *done);
}

static void only_one_may_write(void **state)
{
    (void)state;
    start_with(sample_project);
    vv_project_folder *first = open_for(VV_FOLDER_WRITE), *second;
    vv_error error = {0};
    assert_int_equal(vv_project_folder_open(test_folder, VV_FOLDER_WRITE, VV_FLUSH_COMMAND, NULL, &second, &error),
                     VV_ERROR_FILE);
    assert_non_null(strstr(error.message, "another program"));
    char process[32];
    int lock;
    snprintf(process, sizeof process, "process %ld", (long)getpid());
    if (access("/proc/locks", R_OK) == 0)
        assert_non_null(strstr(error.message, process)); /* the lock is this very process's */
    assert_int_equal(vv_project_folder_lock(test_folder, &lock, NULL), VV_ERROR_FILE);
    second = open_for(VV_FOLDER_READ);
    vv_project_folder_close(second);
    vv_project_folder_close(first);
    assert_int_equal(vv_project_folder_lock(test_folder, &lock, NULL), VV_OK);
    assert_int_equal(vv_project_folder_open(test_folder, VV_FOLDER_WRITE, VV_FLUSH_COMMAND, NULL, &second, NULL),
                     VV_ERROR_FILE);
    close(lock);
    second = open_for(VV_FOLDER_WRITE);
    vv_project_folder_close(second);
}

/* The file system refuses to make the journal longer: no half line stays, and the next line makes up for it. */
static void a_full_disk_is_reported_and_made_up_for(void **state)
{
    (void)state;
    start_with(sample_project);
    vv_project_folder *folder = open_for(VV_FOLDER_WRITE);
    size_t length;
    free(read_text("journal.jsonl", &length));
    struct rlimit limit, old;
    getrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, SIG_IGN);
    limit = (struct rlimit){length + 20, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    vv_error error = {0};
    assert_int_equal(apply_to(folder, "{\"do\":\"project.set\",\"name\":\"unwritten\"}", &error), VV_ERROR_FILE);
    assert_int_equal(vv_project_folder_save(folder, &error), VV_ERROR_FILE);
    setrlimit(RLIMIT_FSIZE, &old);
    size_t after;
    free(read_text("journal.jsonl", &after));
    assert_int_equal(after, length);
    char *saved = read_text("project.json", NULL);
    assert_string_equal(saved, sample_project);
    free(saved);
    assert_int_equal(count_files("project.json"), 1);
    assert_int_equal(apply_to(folder, "{\"do\":\"artwork.remove\",\"artwork\":\"man\"}", NULL), VV_OK);
    char *text = folder_text(folder);
    assert_non_null(strstr(text, "unwritten"));
    vv_project_folder_close(folder);
    expect_text(text);
    free(text);
}

/* As `verve apply` changes a project: what could not be saved does not come back from the journal either. */
static void a_change_that_cannot_be_saved_is_not_made(void **state)
{
    (void)state;
    static const char command[] = "{\"do\":\"project.set\",\"name\":\"second\"}";
    start_with(sample_project);
    vv_project_folder *folder = open_for(VV_FOLDER_WRITE);
    assert_int_equal(apply_to(folder, "{\"do\":\"project.set\",\"name\":\"first\"}", NULL), VV_OK);
    char *text = folder_text(folder), blocked[600];
    snprintf(blocked, sizeof blocked, "%s/project.json.%ld.new", test_folder, (long)getpid());
    assert_int_equal(mkdir(blocked, 0777), 0);
    vv_json_document *json;
    assert_int_equal(vv_json_parse(command, strlen(command), "command", NULL, &json, NULL), VV_OK);
    assert_int_equal(vv_project_folder_change(folder, json, vv_json_root(json), NULL), VV_ERROR_FILE);
    char *after = folder_text(folder);
    assert_string_equal(after, text);
    free(after);
    vv_project_folder_close(folder);
    expect_text(text);
    free(text);
    assert_int_equal(rmdir(blocked), 0);
    folder = open_for(VV_FOLDER_WRITE);
    assert_int_equal(vv_project_folder_change(folder, json, vv_json_root(json), NULL), VV_OK);
    assert_true(vv_project_folder_is_saved(folder));
    vv_project_folder_close(folder);
    vv_json_destroy(json);
    text = read_text("project.json", NULL);
    assert_non_null(strstr(text, "second"));
    free(text);
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

static void a_new_project_opens_and_is_not_overwritten(void **state)
{
    (void)state;
    start_with(sample_project);
    vv_error error = {0};
    vv_project_folder *folder;
    assert_int_equal(vv_project_folder_create(test_folder, "n", NULL, &error), VV_ERROR_FILE);
    assert_int_equal(vv_project_folder_create(in_folder("a/b"), "New", NULL, &error), VV_OK);
    assert_true(vv_folder_exists(in_folder("a/b/art")));
    assert_true(vv_file_exists(in_folder("a/b/project.schema.json"))); /* an editor finds it by "$schema" */
    static const char *const paths[] = {"a/b", "a/b/", "a/b/project.json"};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(
            vv_project_folder_open(in_folder(paths[i]), VV_FOLDER_WRITE, VV_FLUSH_COMMAND, NULL, &folder, &error),
            VV_OK);
        assert_string_equal(vv_project_folder_path(folder), in_folder("a/b"));
        assert_string_equal(vv_document_project(vv_project_folder_document(folder))->schema, "project.schema.json");
        vv_project_folder_close(folder);
    }
    assert_int_equal(vv_project_folder_create(in_folder("c"), "bad/name", NULL, &error), VV_ERROR_ARGUMENT);
    assert_false(vv_folder_exists(in_folder("c")));
    assert_int_equal(vv_project_folder_create("", "n", NULL, &error), VV_ERROR_FILE);
    assert_int_equal(vv_project_folder_open(in_folder("none"), VV_FOLDER_READ, VV_FLUSH_HOST, NULL, &folder, &error),
                     VV_ERROR_FILE);
    assert_non_null(strstr(error.remedy, "verve new"));
    assert_int_equal(vv_project_folder_open(in_folder("none"), VV_FOLDER_WRITE, VV_FLUSH_HOST, NULL, &folder, &error),
                     VV_ERROR_FILE);
}

static void opening_survives_every_failed_allocation(void **state)
{
    (void)state;
    start_with(sample_project);
    char *text = work(7, 25);
    vv_result result = VV_ERROR_MEMORY;
    for (uint64_t n = 1; result == VV_ERROR_MEMORY; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_project_folder *folder;
        result = vv_project_folder_open(test_folder, VV_FOLDER_WRITE, VV_FLUSH_HOST, &allocator, &folder, NULL);
        if (result == VV_OK)
            vv_project_folder_close(folder);
        assert_int_equal(counting.used, 0);
    }
    assert_int_equal(result, VV_OK);
    expect_text(text);
    free(text);
}

/* One project of every version that was ever released, in tests/corpus/vN/NAME. */
static void every_version_ever_released_opens(void **state)
{
    (void)state;
    const char *source = getenv("VV_SOURCE");
    assert_non_null(source);
    char pattern[1024];
    unsigned opened = 0;
    for (unsigned version = 1; version <= VV_PROJECT_VERSION; version++) {
        snprintf(pattern, sizeof pattern, "%s/tests/corpus/v%u", source, version);
        DIR *entries = opendir(pattern);
        if (!entries)
            fail_msg("there is no corpus of version %u at %s", version, pattern);
        for (const struct dirent *entry; (entry = readdir(entries));) {
            if (entry->d_name[0] == '.')
                continue;
            char path[2048];
            vv_project_folder *folder;
            vv_error error = {0};
            snprintf(path, sizeof path, "%s/%s", pattern, entry->d_name);
            if (vv_project_folder_open(path, VV_FOLDER_READ, VV_FLUSH_HOST, NULL, &folder, &error) != VV_OK)
                fail_msg("%s: %s %s", path, error.path, error.message);
            assert_true(vv_document_project(vv_project_folder_document(folder))->artwork_count > 0);
            const vv_journal_report *report = vv_project_folder_report(folder);
            assert_true(report->state != VV_JOURNAL_FOREIGN && report->state != VV_JOURNAL_REFUSED);
            if (strcmp(entry->d_name, "history") == 0 && version == VV_PROJECT_VERSION)
                assert_int_equal(vv_document_step(vv_project_folder_document(folder)), 2);
            vv_project_folder_close(folder);
            opened++;
        }
        closedir(entries);
    }
    assert_true(opened >= VV_PROJECT_VERSION);
}

int main(void)
{
    if (!make_test_folder())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_come_back_without_saving),
        cmocka_unit_test(a_journal_cut_at_any_byte_opens_and_goes_on),
        cmocka_unit_test(a_save_cut_anywhere_loses_nothing),
        cmocka_unit_test(a_damaged_journal_is_kept_aside),
        cmocka_unit_test(a_project_changed_by_other_means_keeps_its_journal_aside),
        cmocka_unit_test(a_refused_line_keeps_what_came_before),
        cmocka_unit_test(a_killed_process_loses_no_command),
        cmocka_unit_test(only_one_may_write),
        cmocka_unit_test(a_full_disk_is_reported_and_made_up_for),
        cmocka_unit_test(a_change_that_cannot_be_saved_is_not_made),
        cmocka_unit_test(a_new_project_opens_and_is_not_overwritten),
        cmocka_unit_test(opening_survives_every_failed_allocation),
        cmocka_unit_test(every_version_ever_released_opens),
    };
    return cmocka_run_group_tests(tests, NULL, remove_folder);
}
