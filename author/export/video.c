/* Encodes video with the ffmpeg program. It is started without a shell and reads raw frames from a socket, which
 * unlike a pipe can be written to without raising SIGPIPE. Its error messages go to a file in memory, so that neither
 * side ever waits for the other to read, and a full disk does not lose them. The video is written under a temporary
 * name and renamed after ffmpeg has succeeded. */
#define _GNU_SOURCE /* memfd_create */
#include "author/export/film.h"

#include "author/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct vvi_video {
    const vv_allocator *allocator;
    pid_t process; /* 0 if it is not running */
    int frames;    /* our end of the socket, −1 if closed */
    FILE *messages;
    char temporary[VVI_PATH_MAX]; /* with the prefix "file:", so that no name is mistaken for an option or a URL */
    uint32_t width, height;       /* as passed to ffmpeg: even if the format requires it */
    uint8_t *pixels;              /* [3 · width · height] */
};

static const char *temporary_path(const vvi_video *video) { return video->temporary + strlen("file:"); }

static size_t frame_bytes(const vvi_video *video) { return (size_t)video->width * video->height * 3; }

/* ---- Starting -------------------------------------------------------------------------------------------------- */

#define ARGUMENTS_MAX 64

typedef struct argument_list {
    const char *items[ARGUMENTS_MAX];
    int count;
} argument_list;

static void add_arguments(argument_list *list, const char *const *items)
{
    for (; *items; ++items)
        list->items[list->count++] = *items;
}

/* Colours are marked as BT.709, which players assume for all but small old video; without the mark some show slightly
 * wrong reds and greens. */
#define YUV_FILTER "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p"

static void add_codec(argument_list *list, vvi_video_kind kind, float frames_per_second)
{
    static const char *const colors[] = {"-vf",   YUV_FILTER,   "-colorspace", "bt709",        "-color_primaries",
                                         "bt709", "-color_trc", "bt709",       "-color_range", "tv",
                                         NULL};
    static const char *const mp4[] = {"-c:v",      "libx264",   "-preset",    "medium", "-crf", "16", "-tune",
                                      "animation", "-movflags", "+faststart", "-f",     "mp4",  NULL};
    static const char *const webm[] = {"-c:v",      "libvpx-vp9", "-crf",    "20", "-b:v", "0",    "-deadline", "good",
                                       "-cpu-used", "3",          "-row-mt", "1",  "-f",   "webm", NULL};
    /* Players slow down GIF frames shorter than 1/50 s. */
    static const char *const gif[] = {"-filter_complex",
                                      "[0:v]split[a][b];[a]palettegen=stats_mode=diff[p];"
                                      "[b][p]paletteuse=dither=sierra2_4a:diff_mode=rectangle",
                                      "-loop",
                                      "0",
                                      "-f",
                                      "gif",
                                      NULL};
    static const char *const fast_gif[] = {"-filter_complex",
                                           "[0:v]fps=50,split[a][b];[a]palettegen=stats_mode=diff[p];"
                                           "[b][p]paletteuse=dither=sierra2_4a:diff_mode=rectangle",
                                           "-loop",
                                           "0",
                                           "-f",
                                           "gif",
                                           NULL};
    if (kind != VVI_VIDEO_GIF)
        add_arguments(list, colors);
    add_arguments(list, kind == VVI_VIDEO_MP4        ? mp4
                        : kind == VVI_VIDEO_WEBM     ? webm
                        : frames_per_second <= 50.0f ? gif
                                                     : fast_gif);
}

static int spawn(const vvi_video *video, const argument_list *list, int input, pid_t *process)
{
    posix_spawn_file_actions_t actions;
    int status_code = posix_spawn_file_actions_init(&actions);
    if (status_code)
        return status_code;
    status_code = posix_spawn_file_actions_adddup2(&actions, input, 0);
    if (!status_code)
        status_code = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    if (!status_code)
        status_code = posix_spawn_file_actions_adddup2(&actions, fileno(video->messages), 2);
    if (!status_code)
        status_code = posix_spawnp(process, "ffmpeg", &actions, NULL, (char *const *)(uintptr_t)list->items, environ);
    posix_spawn_file_actions_destroy(&actions);
    return status_code;
}

static vv_result fail_start(int status_code, vv_error *error)
{
    if (status_code == ENOENT) {
        vvi_fail(error, VV_ERROR_NOT_FOUND, "the program ffmpeg is not installed");
        vvi_error_remedy(error, "install the package ffmpeg (apt install ffmpeg), or write .webp or .png instead");
        return VV_ERROR_NOT_FOUND;
    }
    vvi_fail(error, VV_ERROR_FILE, "ffmpeg cannot be started: %s", strerror(status_code));
    vvi_error_remedy(error, "try again, or write .webp or .png instead");
    return VV_ERROR_FILE;
}

static FILE *open_messages(void)
{
    int file = memfd_create("ffmpeg", MFD_CLOEXEC);
    FILE *stream = file >= 0 ? fdopen(file, "w+") : NULL;
    if (!stream && file >= 0)
        close(file);
    return stream;
}

static vv_result start_ffmpeg(vvi_video *video, const vv_film_def *def, vvi_video_kind kind, vv_error *error)
{
    char size[32], rate[32];
    vvi_format(size, sizeof size, "%ux%u", video->width, video->height);
    vvi_print_float(rate, def->frames_per_second);
    const char *const input[] = {
        "ffmpeg", "-hide_banner", "-loglevel", "error",      "-y",        "-f", "rawvideo", "-pixel_format",
        "rgb24",  "-video_size",  size,        "-framerate", rate,        "-i", "pipe:0",   "-map_metadata",
        "-1",     "-fflags",      "+bitexact", "-flags:v",   "+bitexact", NULL};
    argument_list list = {0};
    add_arguments(&list, input);
    add_codec(&list, kind, def->frames_per_second);
    add_arguments(&list, (const char *const[]){video->temporary, NULL});
    int sockets[2];
    video->messages = open_messages();
    if (!video->messages || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
        return fail_start(errno, error);
    video->frames = sockets[0];
    int status_code = spawn(video, &list, sockets[1], &video->process);
    close(sockets[1]);
    if (status_code)
        video->process = 0;
    return status_code ? fail_start(status_code, error) : VV_OK;
}

vv_result vvi_video_open(const vv_film_def *def, vvi_video_kind kind, const vv_allocator *allocator, vvi_video **out,
                         vv_error *error)
{
    *out = NULL;
    vvi_video *video = vvi_allocate_zeroed(allocator, 1, sizeof *video);
    if (!video)
        return vvi_fail_memory(error, sizeof *video);
    uint32_t even = kind != VVI_VIDEO_GIF;
    *video = (vvi_video){.allocator = allocator,
                         .frames = -1,
                         .width = def->width + (def->width & even),
                         .height = def->height + (def->height & even)};
    vvi_format(video->temporary, sizeof video->temporary, "file:%s.%d.new", def->path, (int)getpid());
    video->pixels = vvi_allocate(allocator, frame_bytes(video), 1);
    vv_result result =
        video->pixels ? start_ffmpeg(video, def, kind, error) : vvi_fail_memory(error, frame_bytes(video));
    if (result == VV_OK)
        *out = video;
    else
        vvi_video_destroy(video);
    return result;
}

/* ---- Frames ---------------------------------------------------------------------------------------------------- */

/* Composites a frame on white; a row or column added for an even size repeats the last one. */
static void composite_on_white(const vvi_video *video, const vv_image *frame)
{
    for (uint32_t y = 0; y < video->height; ++y) {
        uint32_t from_y = y < frame->height ? y : frame->height - 1;
        for (uint32_t x = 0; x < video->width; ++x) {
            uint32_t from_x = x < frame->width ? x : frame->width - 1;
            const uint8_t *from = frame->pixels + 4 * ((size_t)from_y * frame->width + from_x);
            uint8_t *to = video->pixels + 3 * ((size_t)y * video->width + x);
            for (int c = 0; c < 3; ++c)
                to[c] = (uint8_t)((from[c] * from[3] + 255 * (255 - from[3]) + 127) / 255);
        }
    }
}

/* Sends the pixels to ffmpeg; false if it has ended. */
static bool send_frame(const vvi_video *video)
{
    size_t sent = 0, count = frame_bytes(video);
    while (sent < count) {
        ssize_t n = send(video->frames, video->pixels + sent, count - sent, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        sent += (size_t)n;
    }
    return true;
}

/* ---- Ending ---------------------------------------------------------------------------------------------------- */

/* Closes the socket and waits for ffmpeg; false unless it succeeded. */
static bool wait_for_ffmpeg(vvi_video *video)
{
    if (video->frames >= 0)
        close(video->frames);
    video->frames = -1;
    if (video->process == 0)
        return false;
    int status = 0;
    pid_t done;
    do
        done = waitpid(video->process, &status, 0);
    while (done < 0 && errno == EINTR);
    video->process = 0;
    return done > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

#define MESSAGE_BYTES 4096

/* Reads the end of ffmpeg's messages, without trailing empty lines. */
static void read_messages(const vvi_video *video, char text[MESSAGE_BYTES])
{
    if (fseek(video->messages, -(long)(MESSAGE_BYTES - 1), SEEK_END) != 0)
        rewind(video->messages);
    size_t count = fread(text, 1, MESSAGE_BYTES - 1, video->messages);
    while (count > 0 && (text[count - 1] == '\n' || text[count - 1] == '\r'))
        --count;
    text[count] = '\0';
}

/* The errno of a full or failing disk, if ffmpeg reported one; else 0. ffmpeg may report success all the same. */
static int find_disk_error(const char *messages)
{
    static const int disk_errors[] = {ENOSPC, EDQUOT, EFBIG, EIO};
    for (size_t i = 0; i < sizeof disk_errors / sizeof *disk_errors; ++i)
        if (strstr(messages, strerror(disk_errors[i])))
            return disk_errors[i];
    return 0;
}

static vv_result fail_writing(int reason, vv_error *error)
{
    vvi_fail(error, VV_ERROR_FILE, "cannot be written: %s", strerror(reason));
    vvi_error_remedy(error, "%s", vvi_file_remedy(reason, "check the name and that you may write there"));
    return VV_ERROR_FILE;
}

/* Reports the last line of ffmpeg's messages, which is usually the cause, unless the disk is full. */
static vv_result fail_video(const vvi_video *video, vv_error *error)
{
    char text[MESSAGE_BYTES] = "";
    read_messages(video, text);
    int disk_error = find_disk_error(text);
    if (disk_error)
        return fail_writing(disk_error, error);
    const char *line = strrchr(text, '\n');
    line = line ? line + 1 : text;
    vvi_fail(error, VV_ERROR_FILE, "ffmpeg failed: %s", *line ? line : "it gave no reason");
    vvi_error_remedy(error, "check that the folder can be written to, or write .webp or .png instead");
    return VV_ERROR_FILE;
}

vv_result vvi_video_add(vvi_video *video, const vv_image *frame, vv_error *error)
{
    composite_on_white(video, frame);
    if (send_frame(video))
        return VV_OK;
    wait_for_ffmpeg(video);
    return fail_video(video, error);
}

/* Flushes a file to disk, because some write errors are reported only then. */
static bool flush_file(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool ok = file >= 0 && fsync(file) == 0;
    int reason = errno;
    if (file >= 0)
        close(file);
    errno = reason;
    return ok;
}

vv_result vvi_video_close(vvi_video *video, const char *path, vv_error *error)
{
    char text[MESSAGE_BYTES] = "";
    if (!wait_for_ffmpeg(video))
        return fail_video(video, error);
    read_messages(video, text);
    int disk_error = find_disk_error(text);
    if (!disk_error && flush_file(temporary_path(video)) && rename(temporary_path(video), path) == 0)
        return VV_OK;
    vvi_error_place(error, path, 0, NULL);
    return fail_writing(disk_error ? disk_error : errno, error);
}

void vvi_video_destroy(vvi_video *video)
{
    if (!video)
        return;
    if (video->process)
        kill(video->process, SIGKILL);
    wait_for_ffmpeg(video);
    remove(temporary_path(video));
    if (video->messages)
        fclose(video->messages);
    vvi_release(video->allocator, video->pixels, frame_bytes(video), 1);
    vvi_release(video->allocator, video, 1, sizeof *video);
}
