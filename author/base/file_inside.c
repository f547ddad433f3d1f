/* Files inside a folder whose contents are not trusted (POSIX). A path is walked step by step with O_NOFOLLOW from a
 * folder that is already open, so that neither .. nor a symbolic link leads out of it, even one that is made
 * meanwhile. */
#include "author/base/file.h"

#include "runtime/base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STEP_BYTES 256u /* no file system allows longer names */
#define STEP_FLAGS (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

/* Opens a folder inside `folder`, which is closed. */
static int step_down(int folder, const char *name, bool make)
{
    int next = openat(folder, name, STEP_FLAGS);
    if (next < 0 && errno == ENOENT && make && (mkdirat(folder, name, 0777) == 0 || errno == EEXIST))
        next = openat(folder, name, STEP_FLAGS);
    int reason = errno;
    close(folder);
    errno = reason;
    return next;
}

/* Whether a step is a name: not empty, and neither . nor .. */
static bool is_step(const char *step, size_t length)
{
    return length > 0 && length < STEP_BYTES && !(length == 1 && step[0] == '.') &&
           !(length == 2 && step[0] == '.' && step[1] == '.');
}

int vvi_open_parent(int folder, const char *path, bool make, const char **name)
{
    char step[STEP_BYTES];
    int current = fcntl(folder, F_DUPFD_CLOEXEC, 0);
    for (const char *slash; current >= 0; path = slash + 1) {
        size_t length = strcspn(path, "/");
        slash = path + length;
        if (length == 1 && path[0] == '.' && *slash) /* "./model.bin", as models name files beside them */
            continue;
        if (!is_step(path, length)) {
            close(current);
            errno = EINVAL;
            return -1;
        }
        if (!*slash)
            break;
        memcpy(step, path, length);
        step[length] = '\0';
        current = step_down(current, step, make);
    }
    *name = path;
    return current;
}

/* O_NONBLOCK: opening a pipe must not block. */
int vvi_open_inside(int folder, const char *path)
{
    const char *name;
    struct stat status;
    int parent = vvi_open_parent(folder, path, false, &name);
    if (parent < 0)
        return -1;
    int file = openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    int reason = errno;
    close(parent);
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode))
        return file;
    if (file >= 0) {
        close(file);
        reason = EISDIR;
    }
    errno = reason;
    return -1;
}

/* "FOLDER/PATH: what is wrong", by errno. */
static vv_result fail_inside(const char *folder, const char *path, const char *what, vv_error *error)
{
    char place[PATH_MAX];
    int reason = errno;
    vvi_format(place, sizeof place, "%s/%s", folder, path);
    if (reason == ELOOP || reason == ENOTDIR || reason == EISDIR || reason == EINVAL) {
        vvi_fail(error, VV_ERROR_FILE,
                 "is a link, lies behind one, or is no plain file, and a project keeps to its folder");
        vvi_error_remedy(error, "put a copy of the file in its place");
    } else {
        vvi_fail(error, VV_ERROR_FILE, "cannot be %s: %s", what, strerror(reason));
        vvi_error_remedy(error, "%s",
                         reason == ENOENT ? "check the name" : vvi_file_remedy(reason, "check its permissions"));
    }
    vvi_error_place(error, place, 0, "");
    errno = reason;
    return VV_ERROR_FILE;
}

vv_result vv_file_read_inside(const char *folder, const char *path, size_t limit, const vv_allocator *allocator,
                              uint8_t **bytes, size_t *count, vv_error *error)
{
    char place[PATH_MAX];
    int root =
        open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* the folder itself may be a link: the caller has named it */
    int file = root >= 0 ? vvi_open_inside(root, path) : -1;
    int reason = errno;
    if (root >= 0)
        close(root);
    errno = reason;
    if (file < 0)
        return fail_inside(folder, path, "opened", error);
    vvi_format(place, sizeof place, "%s/%s", folder, path);
    return vvi_file_read_open(file, place, limit, allocator, bytes, count, error);
}

vv_result vv_file_write_inside(const char *folder, const char *path, const void *bytes, size_t count, vv_error *error)
{
    const char *name;
    char place[PATH_MAX];
    int root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int parent = root >= 0 ? vvi_open_parent(root, path, true, &name) : -1;
    int reason = errno;
    if (root >= 0)
        close(root);
    errno = reason;
    if (parent < 0)
        return fail_inside(folder, path, "written", error);
    vv_result result = vv_file_write_in(parent, name, bytes, count, error);
    close(parent);
    vvi_format(place, sizeof place, "%s/%s", folder, path);
    if (result != VV_OK)
        vvi_error_place(error, place, 0, "");
    return result;
}
