/* Files and images: whole or not at all, limits, permissions, failures. */
#include "tests/testing.h"

#include "author/base/file.h"
#include "author/base/image.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/verve-file-XXXXXX";

static const char *in_folder(const char *name)
{
    static char path[4][512];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static unsigned entries(void)
{
    unsigned count = 0;
    DIR *open = opendir(folder);
    for (const struct dirent *entry; (entry = readdir(open));)
        count += entry->d_name[0] != '.';
    closedir(open);
    return count;
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    uint8_t *bytes, *pattern = malloc(COUNT);
    size_t count;
    for (int i = 0; i < COUNT; i++)
        pattern[i] = (uint8_t)(i * 31 >> 3);
    static const size_t sizes[] = {0, 1, 4095, 4096, 4097, COUNT};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(vv_file_write(in_folder("a"), pattern, sizes[i], NULL), VV_OK);
        assert_int_equal(vv_file_read(in_folder("a"), sizes[i], NULL, &bytes, &count, NULL), VV_OK);
        assert_int_equal(count, sizes[i]);
        assert_memory_equal(bytes, pattern, count);
        assert_int_equal(bytes[count], 0);
        vv_file_release(NULL, bytes, count);
    }
    vv_error error = {0};
    assert_int_equal(vv_file_read(in_folder("a"), COUNT - 1, NULL, &bytes, &count, &error), VV_ERROR_LIMIT);
    assert_string_equal(error.file, in_folder("a"));
    assert_int_equal(entries(), 1); /* nothing is left aside */
    free(pattern);
}

static void permissions_are_kept(void **state)
{
    (void)state;
    struct stat status;
    vv_file_write(in_folder("p"), "x", 1, NULL);
    chmod(in_folder("p"), 0640);
    assert_int_equal(vv_file_write(in_folder("p"), "yy", 2, NULL), VV_OK);
    stat(in_folder("p"), &status);
    assert_int_equal(status.st_mode & 0777, 0640);
}

static void devices_are_written_not_replaced(void **state)
{
    (void)state;
    struct stat status;
    assert_int_equal(vv_file_write("/dev/null", "x", 1, NULL), VV_OK);
    stat("/dev/null", &status);
    assert_true(S_ISCHR(status.st_mode));
}

/* A link is neither followed nor replaced, whatever it leads to. */
static void beside_an_open_folder_only_files_are_replaced(void **state)
{
    (void)state;
    uint8_t *bytes;
    size_t count;
    vv_error error = {0};
    int here = open(folder, O_RDONLY | O_DIRECTORY);
    unsigned before = entries();
    assert_int_equal(vv_file_write_in(here, "beside", "one", 3, NULL), VV_OK);
    assert_int_equal(vv_file_write_in(here, "beside", "two", 3, NULL), VV_OK);
    assert_int_equal(vv_file_read(in_folder("beside"), 10, NULL, &bytes, &count, NULL), VV_OK);
    assert_int_equal(count, 3);
    assert_memory_equal(bytes, "two", 3);
    vv_file_release(NULL, bytes, count);
    assert_int_equal(symlink("beside", in_folder("link")), 0);
    assert_int_equal(vv_file_write_in(here, "link", "x", 1, &error), VV_ERROR_FILE);
    assert_int_equal(errno, ELOOP);
    assert_string_equal(error.file, "link");
    assert_int_equal(unlink(in_folder("link")), 0);
    assert_int_equal(vv_file_write_in(here, "no/such", "x", 1, NULL), VV_ERROR_FILE);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(unlink(in_folder("beside")), 0);
    assert_int_equal(entries(), before);
    close(here);
}

static void failures_say_which_file(void **state)
{
    (void)state;
    vv_error error = {0};
    uint8_t *bytes;
    size_t count;
    assert_int_equal(vv_file_read(in_folder("absent"), 10, NULL, &bytes, &count, &error), VV_ERROR_FILE);
    assert_string_equal(error.file, in_folder("absent"));
    assert_true(error.remedy[0]);
    assert_int_equal(vv_file_read(folder, 10, NULL, &bytes, &count, &error), VV_ERROR_FILE);
    assert_int_equal(vv_file_write(in_folder("no/such/folder"), "x", 1, &error), VV_ERROR_FILE);
    assert_int_equal(vv_file_write(folder, "x", 1, &error), VV_ERROR_FILE);
    char *path = malloc(6000);
    memset(path, 'x', 5999);
    path[5999] = '\0';
    assert_int_equal(vv_file_write(path, "x", 1, &error), VV_ERROR_FILE);
    assert_int_equal(vv_folder_create(path, &error), VV_ERROR_FILE);
    free(path);
    assert_int_equal(vv_folder_create("", &error), VV_ERROR_FILE);
}

static void folders_are_made_with_their_parents(void **state)
{
    (void)state;
    assert_int_equal(vv_folder_create(in_folder("x/y/z/"), NULL), VV_OK);
    assert_int_equal(vv_folder_create(in_folder("x/y"), NULL), VV_OK);
    assert_true(vv_folder_exists(in_folder("x/y/z")));
    assert_false(vv_file_exists(in_folder("x/y/z")));
    vv_file_write(in_folder("x/f"), "", 0, NULL);
    assert_true(vv_file_exists(in_folder("x/f")));
    assert_int_equal(vv_folder_create(in_folder("x/f/g"), NULL), VV_ERROR_FILE);
}

static void reading_survives_every_failed_allocation(void **state)
{
    (void)state;
    char text[10000] = {0};
    vv_file_write(in_folder("m"), text, sizeof text, NULL);
    vv_result result = VV_ERROR_MEMORY;
    for (uint64_t n = 1; result != VV_OK; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        uint8_t *bytes;
        size_t count;
        result = vv_file_read(in_folder("m"), 1 << 20, &allocator, &bytes, &count, NULL);
        if (result == VV_OK)
            vv_file_release(&allocator, bytes, count);
        else
            assert_int_equal(result, VV_ERROR_MEMORY);
        assert_int_equal(counting.used, 0);
    }
}

static void images_have_checked_sizes(void **state)
{
    (void)state;
    vv_image image;
    assert_int_equal(vv_image_create(3, 2, NULL, &image, NULL), VV_OK);
    for (int i = 0; i < 24; i++)
        assert_int_equal(image.pixels[i], 0);
    vv_image_destroy(&image, NULL);
    assert_null(image.pixels);
    vv_image_destroy(&image, NULL);
    assert_int_equal(vv_image_create(0, 2, NULL, &image, NULL), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_image_create(VV_IMAGE_MAX_SIDE + 1, 1, NULL, &image, NULL), VV_ERROR_LIMIT);
    assert_int_equal(vv_image_create(UINT32_MAX, UINT32_MAX, NULL, &image, NULL), VV_ERROR_LIMIT);
    assert_int_equal(vv_image_create(VV_IMAGE_MAX_SIDE, VV_IMAGE_MAX_SIDE, NULL, &image, NULL), VV_ERROR_LIMIT);
    vv_counting counting = {.fail_at = 1};
    vv_allocator allocator = vv_counting_allocator(&counting);
    assert_int_equal(vv_image_create(3, 2, &allocator, &image, NULL), VV_ERROR_MEMORY);
}

/* Node.js, for one, gives its children a socket. */
static void standard_input_may_be_a_socket(void **state)
{
    (void)state;
    int ends[2], old = dup(STDIN_FILENO);
    uint8_t *bytes = NULL;
    size_t count = 0;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    assert_int_equal(write(ends[1], "text", 4), 4);
    close(ends[1]);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    close(ends[0]);
    assert_int_equal(vv_file_read("/dev/stdin", 100, NULL, &bytes, &count, NULL), VV_OK);
    assert_int_equal(count, 4);
    assert_string_equal((const char *)bytes, "text");
    vv_file_release(NULL, bytes, count);
    if (old >= 0) {
        dup2(old, STDIN_FILENO);
        close(old);
    }
}

/* Every way out of a folder that a path or a link may try; and what a file inside may be. */
static void no_path_leads_out_of_a_folder(void **state)
{
    (void)state;
    static const char *const good[] = {"a.txt", "deep/er/a.txt", "./a.txt", "deep/./er/a.txt"};
    static const char *const bad[] = {"",       "/etc/passwd", "..",      "../outside.txt", "deep/../../outside.txt",
                                      "deep//", "deep",        ".",       "link.txt",       "linked/outside.txt",
                                      "pipe",   "loop",        "missing", "missing/a.txt",  "a.txt/b"};
    char root[512], text[32];
    uint8_t *bytes;
    size_t count;
    vv_error error = {0};
    snprintf(root, sizeof root, "%s/root", folder);
    assert_int_equal(vv_folder_create(root, NULL), VV_OK);
    assert_int_equal(vv_file_write(in_folder("outside.txt"), "out", 3, NULL), VV_OK);
    assert_int_equal(symlink("../outside.txt", in_folder("root/link.txt")), 0);
    assert_int_equal(symlink("..", in_folder("root/linked")), 0);
    assert_int_equal(symlink("loop", in_folder("root/loop")), 0);
    assert_int_equal(mkfifo(in_folder("root/pipe"), 0600), 0);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        int length = snprintf(text, sizeof text, "text %zu", i);
        assert_int_equal(vv_file_write_inside(root, good[i], text, (size_t)length, &error), VV_OK);
        assert_int_equal(vv_file_read_inside(root, good[i], 100, NULL, &bytes, &count, &error), VV_OK);
        assert_string_equal((const char *)bytes, text);
        vv_file_release(NULL, bytes, count);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        error = (vv_error){0};
        assert_int_equal(vv_file_read_inside(root, bad[i], 100, NULL, &bytes, &count, &error), VV_ERROR_FILE);
        assert_true(error.message[0] && error.remedy[0] && strstr(error.file, "/root/"));
        if (strncmp(bad[i], "missing", 7) != 0)
            assert_int_equal(vv_file_write_inside(root, bad[i], "x", 1, &error), VV_ERROR_FILE);
    }
    assert_int_equal(vv_file_read(in_folder("outside.txt"), 100, NULL, &bytes, &count, NULL), VV_OK);
    assert_string_equal((const char *)bytes, "out");
    vv_file_release(NULL, bytes, count);
}

static int clean_up(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(permissions_are_kept),
        cmocka_unit_test(devices_are_written_not_replaced),
        cmocka_unit_test(beside_an_open_folder_only_files_are_replaced),
        cmocka_unit_test(failures_say_which_file),
        cmocka_unit_test(folders_are_made_with_their_parents),
        cmocka_unit_test(reading_survives_every_failed_allocation),
        cmocka_unit_test(images_have_checked_sizes),
        cmocka_unit_test(standard_input_may_be_a_socket),
        cmocka_unit_test(no_path_leads_out_of_a_folder),
    };
    return cmocka_run_group_tests(tests, NULL, clean_up);
}
