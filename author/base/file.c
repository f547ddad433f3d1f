/* Files (POSIX). A file is written beside its place and renamed after fsync, so that neither a crash nor a full disk
 * can leave half a file under its name. */
#include "author/base/file.h"

#include "runtime/base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *vvi_file_remedy(int reason, const char *otherwise)
{
    switch (reason) {
    case ENOSPC:
        return "the disk is full: free some of it, or write to another one";
    case EDQUOT:
        return "your share of the disk is used up: remove some files, or write to another disk";
    case EFBIG:
        return "the file is larger than this disk or `ulimit -f` allows: write to another disk, or raise the limit";
    case EROFS:
        return "the disk can only be read: write to another one";
    case EIO:
        return "the disk reports a fault: write to another one, and check this one";
    default:
        return otherwise;
    }
}

static vv_result fail_file(vv_error *error, const char *path, const char *what, const char *remedy)
{
    int reason = errno;
    vvi_fail(error, VV_ERROR_FILE, "cannot be %s: %s", what, strerror(reason));
    vvi_error_remedy(error, "%s", vvi_file_remedy(reason, remedy));
    vvi_error_place(error, path, 0, "");
    return VV_ERROR_FILE;
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static vv_result fail_too_large(vv_error *error, const char *path, size_t limit)
{
    vvi_fail(error, VV_ERROR_LIMIT, "is larger than %zu bytes", limit);
    vvi_error_remedy(error, "use a smaller file");
    vvi_error_place(error, path, 0, "");
    return VV_ERROR_LIMIT;
}

/* Reads to the end or until `room` is full: the sizes of pipes and of files in /proc are not known beforehand. */
static bool read_some(int file, uint8_t *bytes, size_t room, size_t *count)
{
    while (*count < room) {
        ssize_t bytes_read = read(file, bytes + *count, room - *count);
        if (bytes_read < 0 && errno == EINTR)
            continue;
        if (bytes_read < 0)
            return false;
        if (bytes_read == 0)
            break;
        *count += (size_t)bytes_read;
    }
    return true;
}

/* The buffer grows by doubling; the result is exactly count + 1 bytes, so that release knows its size. */
static vv_result read_all(int file, const char *path, size_t limit, const vv_allocator *allocator, uint8_t **bytes,
                          size_t *count, vv_error *error)
{
    void *buffer = NULL;
    size_t capacity = 0, filled = 0;
    vv_result result = VV_OK;
    do {
        if (!vvi_grow(allocator, &buffer, &capacity, capacity ? capacity + 1 : 4096, 1))
            result = vvi_fail_memory(error, capacity);
        else if (!read_some(file, buffer, capacity, &filled))
            result = fail_file(error, path, "read", "check the file and the disk");
        else if (filled > limit)
            result = fail_too_large(error, path, limit);
    } while (result == VV_OK && filled == capacity);
    uint8_t *exact = result == VV_OK ? vvi_allocate(allocator, filled + 1, 1) : NULL;
    if (exact) {
        memcpy(exact, buffer, filled);
        exact[filled] = 0;
        *bytes = exact;
        *count = filled;
    } else if (result == VV_OK) {
        result = vvi_fail_memory(error, filled + 1);
    }
    vvi_release(allocator, buffer, capacity, 1);
    return result;
}

vv_result vv_file_read(const char *path, size_t limit, const vv_allocator *allocator, uint8_t **bytes, size_t *count,
                       vv_error *error)
{
    /* Standard input may be a socket, which cannot be opened again by name. */
    int file =
        strcmp(path, "/dev/stdin") == 0 ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return fail_file(error, path, "opened", errno == ENOENT ? "check the name" : "check its permissions");
    return vvi_file_read_open(file, path, limit, allocator, bytes, count, error);
}

vv_result vvi_file_read_open(int file, const char *path, size_t limit, const vv_allocator *allocator, uint8_t **bytes,
                             size_t *count, vv_error *error)
{
    struct stat status;
    vv_result result;
    if (fstat(file, &status) != 0)
        result = fail_file(error, path, "read", "check the file and the disk");
    else if (S_ISREG(status.st_mode) && (uintmax_t)status.st_size > limit)
        result = fail_too_large(error, path, limit);
    else
        result = read_all(file, path, limit, allocator, bytes, count, error);
    close(file);
    return result;
}

void vv_file_release(const vv_allocator *allocator, uint8_t *bytes, size_t count)
{
    vvi_release(allocator, bytes, count + 1, 1);
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

bool vvi_write_all(int file, const void *data, size_t count)
{
    const uint8_t *bytes = data;
    while (count > 0) {
        ssize_t bytes_written = write(file, bytes, count);
        if (bytes_written < 0 && errno != EINTR)
            return false;
        if (bytes_written > 0) {
            bytes += bytes_written;
            count -= (size_t)bytes_written;
        }
    }
    return true;
}

/* Flushes the folder of `path`: a rename is only safe once its folder is on the disk. */
static void flush_parent(const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    if (length >= sizeof folder)
        return;
    memcpy(folder, path, length);
    folder[length] = '\0';
    int handle = open(!slash ? "." : length ? folder : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0)
        return;
    fsync(handle);
    close(handle);
}

/* Devices and pipes cannot be replaced by renaming. */
static vv_result write_in_place(const char *path, const void *bytes, size_t count, vv_error *error)
{
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return fail_file(error, path, "opened for writing", "check its permissions");
    bool good = vvi_write_all(file, bytes, count);
    int reason = errno;
    if (close(file) != 0 && good) {
        good = false;
        reason = errno;
    }
    errno = reason;
    if (!good)
        return fail_file(error, path, "written", "check the program or device that it leads to");
    return VV_OK;
}

/* `path` and `aside` are in `folder`, which may be AT_FDCWD. */
static vv_result write_aside(int folder, const char *path, const char *aside, mode_t mode, const void *bytes,
                             size_t count, vv_error *error)
{
    unlinkat(folder, aside, 0); /* left behind by a killed process with the same id */
    int file = openat(folder, aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0)
        return fail_file(error, path, "created", "check that its folder exists and may be written to");
    bool good = vvi_write_all(file, bytes, count) && (mode == 0 || fchmod(file, mode) == 0) && fsync(file) == 0;
    int reason = errno;
    if (close(file) != 0 && good) {
        good = false;
        reason = errno;
    }
    if (good && renameat(folder, aside, folder, path) == 0)
        return VV_OK;
    reason = good ? errno : reason;
    unlinkat(folder, aside, 0);
    errno = reason;
    vv_result result =
        fail_file(error, path, "written", "check the room on the disk and the permissions of the folder");
    errno = reason;
    return result;
}

static bool name_aside(const char *path, char aside[PATH_MAX])
{
    int length = snprintf(aside, PATH_MAX, "%s.%ld" VV_FILE_ASIDE, path, (long)getpid());
    errno = ENAMETOOLONG;
    return length >= 0 && length < PATH_MAX;
}

vv_result vv_file_write(const char *path, const void *bytes, size_t count, vv_error *error)
{
    char aside[PATH_MAX];
    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return fail_file(error, path, "written", "name a file inside it");
    }
    if (exists && !S_ISREG(status.st_mode))
        return write_in_place(path, bytes, count, error);
    if (!name_aside(path, aside))
        return fail_file(error, path, "written", "use a shorter path");
    mode_t mode = exists ? status.st_mode & 07777 : 0;
    vv_result result = write_aside(AT_FDCWD, path, aside, mode, bytes, count, error);
    if (result == VV_OK)
        flush_parent(path);
    return result;
}

vv_result vv_file_write_in(int folder, const char *name, const void *bytes, size_t count, vv_error *error)
{
    char aside[PATH_MAX];
    struct stat status;
    bool exists = fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
    if (exists && !S_ISREG(status.st_mode)) {
        errno = ELOOP;
        return fail_file(error, name, "written", "it is not a plain file; remove it");
    }
    if (!name_aside(name, aside))
        return fail_file(error, name, "written", "use a shorter name");
    mode_t mode = exists ? status.st_mode & 07777 : 0;
    vv_result result = write_aside(folder, name, aside, mode, bytes, count, error);
    if (result == VV_OK)
        fsync(folder); /* a rename is only safe once its folder is on the disk */
    return result;
}

/* ---- Folders ----------------------------------------------------------------------------------------------------- */

bool vv_file_exists(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool vv_folder_exists(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

vv_result vv_folder_create(const char *path, vv_error *error)
{
    char part[PATH_MAX];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof part) {
        errno = length ? ENAMETOOLONG : EINVAL;
        return fail_file(error, path, "created", "use another path");
    }
    for (size_t i = 1; i <= length; i++) {
        if (i < length && path[i] != '/')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && (errno != EEXIST || !vv_folder_exists(part)))
            return fail_file(error, part, "created as a folder",
                             "check what has this name, and the permissions of its folder");
    }
    return VV_OK;
}
