/* Files for native hosts: whole reads with a limit, and writes that are never seen half done. */
#include "file.h"

#include "runtime/base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static vv_result fail_system(vv_error *error, const char *path, const char *what, const char *remedy)
{
    vvi_fail(error, VV_ERROR_FILE, "%s: %s", what, strerror(errno));
    vvi_error_place(error, path, 0, NULL);
    vvi_error_remedy(error, "%s", remedy);
    return VV_ERROR_FILE;
}

/* Reads until the end or `room` bytes; −1 on an error. */
static ssize_t read_fully(int file, uint8_t *to, size_t room)
{
    size_t count = 0;
    while (count < room) {
        ssize_t got = read(file, to + count, room - count);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        count += (size_t)got;
    }
    return (ssize_t)count;
}

static vv_result measure(int file, const char *path, size_t limit, size_t *size, vv_error *error)
{
    struct stat status;
    if (fstat(file, &status) != 0)
        return fail_system(error, path, "cannot be read", "check that it is a file");
    if (!S_ISREG(status.st_mode)) {
        vvi_fail(error, VV_ERROR_FILE, "is not a file");
        vvi_error_place(error, path, 0, NULL);
        vvi_error_remedy(error, "name a file, not a folder or a device");
        return VV_ERROR_FILE;
    }
    if ((uint64_t)status.st_size > limit) {
        vvi_fail(error, VV_ERROR_LIMIT, "has %zu bytes, more than the %zu that are read", (size_t)status.st_size,
                 limit);
        vvi_error_place(error, path, 0, NULL);
        vvi_error_remedy(error, "use a smaller file");
        return VV_ERROR_LIMIT;
    }
    *size = (size_t)status.st_size;
    return VV_OK;
}

vv_result vv_file_read(const char *path, size_t limit, const vv_allocator *allocator, uint8_t **bytes, size_t *count,
                       vv_error *error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return fail_system(error, path, "cannot be opened", "check the name and that you may read it");
    size_t size = 0;
    vv_result result = measure(file, path, limit, &size, error);
    uint8_t *data = result == VV_OK ? vvi_allocate(allocator, size + 1, 1) : NULL;
    if (result == VV_OK && !data)
        result = vvi_fail_memory(error, size + 1);
    ssize_t got = data ? read_fully(file, data, size) : 0;
    if (data && got != (ssize_t)size) {
        result = got < 0 ? fail_system(error, path, "cannot be read", "try again")
                         : vvi_fail(error, VV_ERROR_FILE, "became shorter while it was read");
        vvi_error_place(error, path, 0, NULL);
        vv_file_release(allocator, data, size);
        data = NULL;
    }
    close(file);
    if (data) {
        data[size] = 0;
        *bytes = data;
        *count = size;
    }
    return result;
}

void vv_file_release(const vv_allocator *allocator, uint8_t *bytes, size_t count)
{
    vvi_release(allocator, bytes, count + 1, 1);
}

static bool write_fully(int file, const uint8_t *bytes, size_t count)
{
    while (count > 0) {
        ssize_t put = write(file, bytes, count);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        bytes += put;
        count -= (size_t)put;
    }
    return true;
}

/* After a rename the folder itself must reach the disk, or a power cut could bring the old name back. */
static void sync_folder_of(const char *path)
{
    char folder[4096];
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    if (length >= sizeof folder)
        return;
    memcpy(folder, path, length);
    folder[length] = 0;
    int handle = open(slash ? (length ? folder : "/") : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle >= 0) {
        fsync(handle);
        close(handle);
    }
}

vv_result vv_file_write(const char *path, const void *bytes, size_t count, vv_error *error)
{
    char aside[4096];
    if (vvi_format(aside, sizeof aside, "%s.%d.new", path, (int)getpid()) >= sizeof aside) {
        errno = ENAMETOOLONG;
        return fail_system(error, path, "cannot be written", "use a shorter name");
    }
    int file = open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return fail_system(error, path, "cannot be written",
                           "check that the folder exists and that you may write there");
    bool good = write_fully(file, bytes, count) && fsync(file) == 0;
    int kept = errno;
    good = close(file) == 0 && good;
    if (good && rename(aside, path) == 0) {
        sync_folder_of(path);
        return VV_OK;
    }
    kept = good ? errno : kept;
    unlink(aside);
    errno = kept;
    return fail_system(error, path, "cannot be written", "check that there is room on the disk");
}

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
    char part[4096];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof part) {
        errno = length ? ENAMETOOLONG : ENOENT;
        return fail_system(error, path, "cannot be made", "give another name");
    }
    memcpy(part, path, length + 1);
    for (size_t i = 1; i <= length; i++) {
        if (part[i] != '/' && part[i] != 0)
            continue;
        part[i] = 0;
        if (mkdir(part, 0777) != 0 && !vv_folder_exists(part))
            return fail_system(error, path, "cannot be made", "check the name and that you may write there");
        part[i] = i < length ? '/' : 0;
    }
    return VV_OK;
}
