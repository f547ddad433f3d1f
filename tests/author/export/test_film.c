/* Films: what was added is what a decoder sees, in number, size and time; and every way of failing is told and leaves
 * nothing behind: no file, no process, no open descriptor. */
#include "author/base/file.h"
#include "author/export/export.h"
#include "author/import/import.h"
#include "tests/testing.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <webp/demux.h>

enum { FRAMES = 12 };

static char folder[1024]; /* of this test, made anew */

static const char *in_folder(const char *name)
{
    static char path[2048];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void clear_folder(const char *path)
{
    DIR *entries = opendir(path);
    for (const struct dirent *entry; entries && (entry = readdir(entries));) {
        char name[2048];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            remove(name);
    }
    if (entries)
        closedir(entries);
}

static int count_entries(const char *path)
{
    int count = -2;
    DIR *entries = opendir(path);
    while (entries && readdir(entries))
        ++count;
    if (entries)
        closedir(entries);
    return count;
}

static int set_up(void **state)
{
    (void)state;
    const char *build = getenv("VV_BUILD");
    snprintf(folder, sizeof folder, "%s/test-film", build ? build : "/tmp");
    if (vv_folder_create(folder, NULL) != VV_OK)
        return 1;
    clear_folder(folder);
    return 0;
}

/* A dot that moves over a colour that changes: every frame differs. */
static void paint(vv_image *image, unsigned frame)
{
    for (uint32_t y = 0; y < image->height; ++y)
        for (uint32_t x = 0; x < image->width; ++x) {
            double dx = x - (4.0 + frame * 3), dy = y - image->height / 2.0;
            bool dot = dx * dx + dy * dy < 30;
            const uint8_t color[4] = {(uint8_t)(dot ? 228 : 247), (uint8_t)(dot ? 87 : 241 - frame * 8),
                                      (uint8_t)(dot ? 46 : 229), 255};
            memcpy(image->pixels + 4 * ((size_t)y * image->width + x), color, 4);
        }
}

static vv_result make(const char *path, uint32_t width, uint32_t height, float rate, unsigned frames, bool lossless,
                      vv_error *error)
{
    vv_film_def def = {path, width, height, rate, frames, lossless};
    vv_film *film = NULL;
    vv_image image;
    assert_int_equal(vv_image_create(width, height, NULL, &image, NULL), VV_OK);
    vv_result result = vv_film_open(&def, NULL, &film, error);
    for (unsigned i = 0; i < frames && result == VV_OK; ++i) {
        paint(&image, i);
        result = vv_film_add(film, &image, error);
    }
    vv_image_destroy(&image, NULL);
    if (result == VV_OK)
        return vv_film_close(film, error);
    vv_film_abandon(film);
    return result;
}

/* No child is left, dead or alive. */
static void check_no_children(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

/* ---- PNG --------------------------------------------------------------------------------------------------------- */

static void check_png(const char *path, unsigned frame)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_image got, want;
    assert_int_equal(vv_file_read(path, 1u << 24, NULL, &bytes, &count, NULL), VV_OK);
    assert_int_equal(vv_import_png(bytes, count, path, NULL, &got, NULL), VV_OK);
    assert_int_equal(vv_image_create(40, 30, NULL, &want, NULL), VV_OK);
    paint(&want, frame);
    assert_memory_equal(got.pixels, want.pixels, 4 * 40 * 30);
    vv_image_destroy(&got, NULL);
    vv_image_destroy(&want, NULL);
    vv_file_release(NULL, bytes, count);
}

static void one_frame_is_a_picture_and_several_a_sequence(void **state)
{
    (void)state;
    assert_int_equal(make(in_folder("one.png"), 40, 30, 24, 1, false, NULL), VV_OK);
    check_png(in_folder("one.png"), 0);
    assert_int_equal(make(in_folder("many.PNG"), 40, 30, 24, FRAMES, false, NULL), VV_OK);
    check_png(in_folder("many-0001.PNG"), 0);
    check_png(in_folder("many-0012.PNG"), 11);
    assert_int_equal(count_entries(folder), 1 + FRAMES);
    clear_folder(folder);
}

static void an_abandoned_sequence_is_removed(void **state)
{
    (void)state;
    vv_film_def def = {in_folder("gone.png"), 40, 30, 24, FRAMES, false};
    vv_film *film;
    vv_image image;
    assert_int_equal(vv_image_create(40, 30, NULL, &image, NULL), VV_OK);
    assert_int_equal(vv_film_open(&def, NULL, &film, NULL), VV_OK);
    for (int i = 0; i < 3; ++i)
        assert_int_equal(vv_film_add(film, &image, NULL), VV_OK);
    assert_int_equal(count_entries(folder), 3);
    vv_film_abandon(film);
    assert_int_equal(count_entries(folder), 0);
    vv_image_destroy(&image, NULL);
}

/* ---- WebP -------------------------------------------------------------------------------------------------------- */

static void check_webp(const char *path, uint32_t width, uint32_t height, double rate, bool exact)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    assert_int_equal(vv_file_read(path, 1u << 24, NULL, &bytes, &count, NULL), VV_OK);
    WebPData data = {bytes, count};
    WebPAnimDecoderOptions options;
    WebPAnimDecoderOptionsInit(&options);
    WebPAnimDecoder *decoder = WebPAnimDecoderNew(&data, &options);
    WebPAnimInfo info;
    assert_non_null(decoder);
    assert_true(WebPAnimDecoderGetInfo(decoder, &info));
    assert_int_equal(info.frame_count, FRAMES);
    assert_int_equal(info.loop_count, 0);
    assert_int_equal(info.canvas_width, width);
    assert_int_equal(info.canvas_height, height);
    vv_image want;
    assert_int_equal(vv_image_create(width, height, NULL, &want, NULL), VV_OK);
    for (unsigned i = 0; i < FRAMES; ++i) {
        uint8_t *pixels;
        int end;
        assert_true(WebPAnimDecoderGetNext(decoder, &pixels, &end));
        assert_int_equal(end, (int)floor((i + 1) * 1000.0 / rate + 0.5));
        paint(&want, i);
        double difference = 0;
        for (size_t k = 0; k < 4ul * width * height; ++k)
            difference += abs(pixels[k] - want.pixels[k]);
        assert_true(difference <= (exact ? 0 : 3.0) * 4 * width * height);
    }
    vv_image_destroy(&want, NULL);
    WebPAnimDecoderDelete(decoder);
    vv_file_release(NULL, bytes, count);
}

static void webp_holds_every_frame_at_its_time(void **state)
{
    (void)state;
    static const float rates[] = {24, 30, 60, 29.97f, 7};
    for (unsigned i = 0; i < 5; ++i) {
        assert_int_equal(make(in_folder("a.webp"), 61, 47, rates[i], FRAMES, i % 2, NULL), VV_OK);
        check_webp(in_folder("a.webp"), 61, 47, (double)rates[i], i % 2);
    }
    assert_int_equal(count_entries(folder), 1);
    clear_folder(folder);
}

static void webp_keeps_transparency(void **state)
{
    (void)state;
    vv_film_def def = {in_folder("clear.webp"), 32, 32, 10, 2, true};
    vv_film *film;
    vv_image image;
    assert_int_equal(vv_image_create(32, 32, NULL, &image, NULL), VV_OK);
    assert_int_equal(vv_film_open(&def, NULL, &film, NULL), VV_OK);
    for (uint8_t k = 0; k < 2; ++k) {
        memcpy(image.pixels + 4 * (5 * 32 + 5 + k), "\x10\x20\x30\x80", 4);
        assert_int_equal(vv_film_add(film, &image, NULL), VV_OK);
    }
    assert_int_equal(vv_film_close(film, NULL), VV_OK);
    uint8_t *bytes = NULL, *pixels;
    size_t count = 0;
    int end;
    assert_int_equal(vv_file_read(in_folder("clear.webp"), 1u << 24, NULL, &bytes, &count, NULL), VV_OK);
    WebPAnimDecoder *decoder = WebPAnimDecoderNew(&(WebPData){bytes, count}, NULL);
    assert_true(WebPAnimDecoderGetNext(decoder, &pixels, &end));
    assert_int_equal(pixels[3], 0);
    assert_memory_equal(pixels + 4 * (5 * 32 + 5), "\x10\x20\x30\x80", 4);
    WebPAnimDecoderDelete(decoder);
    vv_file_release(NULL, bytes, count);
    vv_image_destroy(&image, NULL);
    clear_folder(folder);
}

/* ---- Video ------------------------------------------------------------------------------------------------------- */

static bool has_program(const char *name)
{
    char command[128];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", name);
    return system(command) == 0;
}

static void probe(const char *path, const char *entries, char *answer, size_t bytes)
{
    char command[4096];
    snprintf(command, sizeof command,
             "ffprobe -v error -count_frames -select_streams v:0 -show_entries stream=%s -of csv=p=0 'file:%s'",
             entries, path);
    FILE *pipe = popen(command, "r");
    size_t count = fread(answer, 1, bytes - 1, pipe);
    answer[count] = '\0';
    answer[strcspn(answer, "\r\n")] = '\0';
    assert_int_equal(pclose(pipe), 0);
}

static void check_video(const char *name, uint32_t width, uint32_t height, float rate, const char *expected)
{
    char answer[256];
    vv_error error = {0};
    if (make(in_folder(name), width, height, rate, FRAMES, false, &error) != VV_OK)
        fail_msg("%s: %s", name, error.message);
    check_no_children();
    assert_int_equal(count_entries(folder), 1);
    probe(in_folder(name), "codec_name,width,height,pix_fmt,r_frame_rate,nb_read_frames", answer, sizeof answer);
    assert_string_equal(answer, expected);
    clear_folder(folder);
}

static void videos_have_their_frames_size_and_rate(void **state)
{
    (void)state;
    if (!has_program("ffmpeg") || !has_program("ffprobe")) {
        printf("[  SKIP   ] no ffmpeg here\n");
        skip();
    }
    check_video("a.mp4", 64, 48, 24, "h264,64,48,yuv420p,24/1,12");
    check_video("odd.mp4", 61, 47, 30, "h264,62,48,yuv420p,30/1,12");
    check_video("a.webm", 61, 47, 25, "vp9,62,48,yuv420p,25/1,12");
    check_video("a.gif", 61, 47, 20, "gif,61,47,bgra,20/1,12");
    check_video("fast.gif", 61, 47, 100, "gif,61,47,bgra,50/1,6");
    check_video("one.mp4", 1, 1, 24, "h264,2,2,yuv420p,24/1,12");
    check_video("-y.mp4", 64, 48, 24, "h264,64,48,yuv420p,24/1,12");
    check_video("a b;echo $(x) \"q\" %03d http:üñ.mp4", 64, 48, 24, "h264,64,48,yuv420p,24/1,12");
}

/* The colours survive the way to YUV and back. */
static void video_colours_are_right(void **state)
{
    (void)state;
    if (!has_program("ffmpeg"))
        skip();
    char command[4096];
    assert_int_equal(make(in_folder("c.mp4"), 64, 48, 24, FRAMES, false, NULL), VV_OK);
    snprintf(command, sizeof command,
             "ffmpeg -v error -y -i '%s/c.mp4' -frames:v 1 -vf scale=in_color_matrix=bt709 -pix_fmt rgba '%s/c.png'",
             folder, folder);
    assert_int_equal(system(command), 0);
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_image got;
    assert_int_equal(vv_file_read(in_folder("c.png"), 1u << 24, NULL, &bytes, &count, NULL), VV_OK);
    assert_int_equal(vv_import_png(bytes, count, "c.png", NULL, &got, NULL), VV_OK);
    const uint8_t *corner = got.pixels + 4 * (2 * 64 + 60);
    assert_true(abs(corner[0] - 247) <= 3 && abs(corner[1] - 241) <= 3 && abs(corner[2] - 229) <= 3);
    vv_image_destroy(&got, NULL);
    vv_file_release(NULL, bytes, count);
    clear_folder(folder);
}

/* ---- Failing ----------------------------------------------------------------------------------------------------- */

/* Runs with a program in ffmpeg's place. */
static void check_impostor(const char *script, vv_result code, const char *message)
{
    char program[2048], path[2048];
    snprintf(program, sizeof program, "%s/bin", folder);
    assert_int_equal(vv_folder_create(program, NULL), VV_OK);
    strcat(program, "/ffmpeg");
    if (script) {
        assert_int_equal(vv_file_write(program, script, strlen(script), NULL), VV_OK);
        assert_int_equal(chmod(program, 0755), 0);
    }
    char *kept = strdup(getenv("PATH"));
    snprintf(path, sizeof path, "%s/bin%s", folder, script ? ":/usr/bin:/bin" : "");
    setenv("PATH", path, 1);
    int descriptors = count_entries("/proc/self/fd");
    vv_error error = {0};
    vv_result result = make(in_folder("x.mp4"), 320, 240, 24, FRAMES, false, &error);
    setenv("PATH", kept, 1);
    free(kept);
    remove(program);
    assert_int_equal(result, code);
    if (!strstr(error.message, message))
        fail_msg("\"%s\" does not say \"%s\"", error.message, message);
    assert_true(error.remedy[0] && strstr(error.file, "x.mp4"));
    check_no_children();
    assert_int_equal(count_entries("/proc/self/fd"), descriptors);
    rmdir(in_folder("bin"));
    assert_int_equal(count_entries(folder), 0);
}

static void trouble_with_ffmpeg_is_told_and_leaves_nothing(void **state)
{
    (void)state;
    check_impostor(NULL, VV_ERROR_NOT_FOUND, "not installed");
    check_impostor("#!/bin/sh\necho first >&2\necho 'Unknown encoder libx264' >&2\nexit 1\n", VV_ERROR_FILE,
                   "ffmpeg failed: Unknown encoder libx264");
    check_impostor("#!/bin/sh\nexec 0<&-\nsleep 0.1\nexit 0\n", VV_ERROR_FILE, "gave no reason");
    check_impostor(
        "#!/bin/sh\nhead -c 3000000 /dev/zero | tr '\\0' 'x' >&2\ncat >/dev/null\necho >&2\necho end >&2\nexit "
        "3\n",
        VV_ERROR_FILE, "ffmpeg failed: end");
    check_impostor("#!/bin/sh\nkill -9 $$\n", VV_ERROR_FILE, "gave no reason");
    check_impostor("#!/bin/sh\ncat >/dev/null\nexit 0\n", VV_ERROR_FILE, "cannot be written"); /* and wrote nothing */
}

static void an_abandoned_video_leaves_nothing(void **state)
{
    (void)state;
    if (!has_program("ffmpeg"))
        skip();
    static const char *const names[] = {"x.mp4", "x.webm", "x.gif", "x.webp"};
    for (unsigned k = 0; k < 4; ++k) {
        vv_film_def def = {in_folder(names[k]), 320, 240, 24, 100, false};
        vv_film *film;
        vv_image image;
        int descriptors = count_entries("/proc/self/fd");
        assert_int_equal(vv_image_create(320, 240, NULL, &image, NULL), VV_OK);
        assert_int_equal(vv_film_open(&def, NULL, &film, NULL), VV_OK);
        for (int i = 0; i < 20; ++i)
            assert_int_equal(vv_film_add(film, &image, NULL), VV_OK);
        vv_film_abandon(film);
        vv_image_destroy(&image, NULL);
        check_no_children();
        assert_int_equal(count_entries("/proc/self/fd"), descriptors);
        assert_int_equal(count_entries(folder), 0);
    }
}

static void check_refused(vv_film_def def, vv_result code)
{
    vv_film *film;
    vv_error error = {0};
    assert_int_equal(vv_film_open(&def, NULL, &film, &error), code);
    assert_null(film);
    assert_true(error.message[0] && error.remedy[0]);
}

static void wrong_films_are_refused(void **state)
{
    (void)state;
    check_refused((vv_film_def){"a.txt", 10, 10, 24, 1, false}, VV_ERROR_ARGUMENT);
    check_refused((vv_film_def){"a", 10, 10, 24, 1, false}, VV_ERROR_ARGUMENT);
    check_refused((vv_film_def){"folder/.png", 10, 10, 24, 1, false}, VV_ERROR_ARGUMENT);
    check_refused((vv_film_def){"a.png", 0, 10, 24, 1, false}, VV_ERROR_ARGUMENT);
    check_refused((vv_film_def){"a.png", 10, 10, NAN, 1, false}, VV_ERROR_ARGUMENT);
    check_refused((vv_film_def){"a.png", 10, 10, 0, 1, false}, VV_ERROR_ARGUMENT);
    check_refused((vv_film_def){"a.png", 10, 10, 24, 0, false}, VV_ERROR_ARGUMENT);
    check_refused((vv_film_def){"a.webp", 16384, 10, 24, 2, false}, VV_ERROR_LIMIT);
    vv_error error = {0};
    assert_int_equal(make("/nowhere/at/all/a.png", 10, 10, 24, 1, false, &error), VV_ERROR_FILE);
    assert_int_equal(make("/nowhere/at/all/a.webp", 10, 10, 24, 2, false, &error), VV_ERROR_FILE);
    if (has_program("ffmpeg"))
        assert_int_equal(make("/nowhere/at/all/a.mp4", 10, 10, 24, 2, false, &error), VV_ERROR_FILE);
    check_no_children();

    vv_film_def def = {in_folder("y.png"), 10, 10, 24, 1, false};
    vv_film *film;
    vv_image small;
    assert_int_equal(vv_image_create(9, 10, NULL, &small, NULL), VV_OK);
    assert_int_equal(vv_film_open(&def, NULL, &film, NULL), VV_OK);
    assert_int_equal(vv_film_add(film, &small, &error), VV_ERROR_ARGUMENT);
    assert_int_equal(vv_film_close(film, &error), VV_ERROR_ARGUMENT); /* no frame */
    vv_image_destroy(&small, NULL);
    vv_film_abandon(NULL);
}

static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    static const char *const names[] = {"m.png", "m.webp", "m.mp4"};
    vv_image image;
    assert_int_equal(vv_image_create(16, 16, NULL, &image, NULL), VV_OK);
    for (unsigned k = 0; k < (has_program("ffmpeg") ? 3u : 2u); ++k)
        for (uint64_t n = 1, passed = 0; !passed; ++n) {
            vv_counting counting = {.fail_at = n};
            vv_allocator allocator = vv_counting_allocator(&counting);
            vv_film_def def = {in_folder(names[k]), 16, 16, 24, 1, false};
            vv_film *film;
            vv_result result = vv_film_open(&def, &allocator, &film, NULL);
            if (result == VV_OK)
                result = vv_film_add(film, &image, NULL);
            if (result == VV_OK)
                result = vv_film_close(film, NULL);
            else
                vv_film_abandon(film);
            passed = counting.fail_at != 0;
            assert_int_equal(result, passed ? VV_OK : VV_ERROR_MEMORY);
            assert_int_equal(counting.used, 0);
            assert_int_equal(count_entries(folder), passed ? 1 : 0);
            clear_folder(folder);
        }
    check_no_children();
    vv_image_destroy(&image, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_frame_is_a_picture_and_several_a_sequence),
        cmocka_unit_test(an_abandoned_sequence_is_removed),
        cmocka_unit_test(webp_holds_every_frame_at_its_time),
        cmocka_unit_test(webp_keeps_transparency),
        cmocka_unit_test(videos_have_their_frames_size_and_rate),
        cmocka_unit_test(video_colours_are_right),
        cmocka_unit_test(trouble_with_ffmpeg_is_told_and_leaves_nothing),
        cmocka_unit_test(an_abandoned_video_leaves_nothing),
        cmocka_unit_test(wrong_films_are_refused),
        cmocka_unit_test(every_failing_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
