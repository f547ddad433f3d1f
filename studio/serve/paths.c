/* Paths confined to a folder. A requested path is decoded once, validated as text, then opened one component at a
 * time without following links (author/base/file_inside.c). */
#include "studio/serve/server.h"

#include "author/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

bool vvi_path_decode(const char *encoded, char *path, size_t bytes)
{
    size_t used = 0;
    for (const char *c = encoded; *c; c++) {
        int byte = (unsigned char)*c;
        if (byte == '%') {
            int high = g_ascii_xdigit_value(c[1]), low = high < 0 ? -1 : g_ascii_xdigit_value(c[2]);
            if (low < 0)
                return false;
            byte = high * 16 + low;
            c += 2;
            if (byte == '/' || byte == '\\')
                return false;
        }
        if (byte < 0x20 || byte == 0x7f || used + 1 >= bytes)
            return false;
        path[used++] = (char)byte;
    }
    path[used] = '\0';
    return true;
}

static bool is_valid_step(const char *step, size_t length)
{
    return length > 0 && !(length == 1 && step[0] == '.') && !(length == 2 && step[0] == '.' && step[1] == '.');
}

bool vvi_path_is_valid(const char *path)
{
    size_t length = strlen(path);
    if (length >= VVI_PATH_BYTES || !g_utf8_validate(path, -1, NULL) || strpbrk(path, "\\:"))
        return false;
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)path[i] < 0x20 || path[i] == 0x7f)
            return false;
    }
    for (const char *step = path;; step++) {
        size_t step_length = strcspn(step, "/");
        if (!is_valid_step(step, step_length))
            return false;
        step += step_length;
        if (*step == '\0')
            return true;
    }
}

bool vvi_path_is_plain_name(const char *name, size_t length)
{
    char step[VVI_PATH_BYTES];
    if (length == 0 || length >= sizeof step || name[0] == '.')
        return false;
    memcpy(step, name, length);
    step[length] = '\0';
    return !strchr(step, '/') && vvi_path_is_valid(step);
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

int vvi_path_open_parent(int folder, const char *path, bool make, const char **name)
{
    if (vvi_path_is_valid(path))
        return vvi_open_parent(folder, path, make, name);
    errno = EINVAL;
    return -1;
}

int vvi_path_open_file(int folder, const char *path)
{
    if (vvi_path_is_valid(path))
        return vvi_open_inside(folder, path);
    errno = EINVAL;
    return -1;
}

int vvi_path_open_folder(int folder, const char *name) { return openat(folder, name, FOLDER_FLAGS); }

/* File systems without RENAME_NOREPLACE get a check before the rename, which leaves a small race. */
bool vvi_path_rename(int folder, const char *from, const char *to)
{
    if (renameat2(folder, from, folder, to, RENAME_NOREPLACE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
    if (faccessat(folder, to, F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
        errno = EEXIST;
        return false;
    }
    return renameat(folder, from, folder, to) == 0;
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* Reads up to one byte beyond the size and the limit, so that a file that grows in the meantime is noticed. */
static GBytes *read_file(int file, size_t size, size_t limit)
{
    size_t capacity = MIN(size, limit) + 1, filled = 0;
    char *bytes = g_try_malloc(capacity);
    ssize_t count = bytes ? 1 : -1;
    while (count > 0 && filled < capacity) {
        count = read(file, bytes + filled, capacity - filled);
        if (count > 0)
            filled += (size_t)count;
        else if (count < 0 && errno == EINTR)
            count = 1;
    }
    if (count >= 0 && filled <= limit)
        return g_bytes_new_take(bytes, MIN(filled, size));
    int reason = !bytes ? ENOMEM : count < 0 ? errno : EFBIG;
    g_free(bytes);
    errno = reason;
    return NULL;
}

GBytes *vvi_path_read(int folder, const char *path, size_t limit)
{
    struct stat status;
    int file = vvi_path_open_file(folder, path);
    if (file < 0)
        return NULL;
    GBytes *bytes = fstat(file, &status) == 0 ? read_file(file, (size_t)status.st_size, limit) : NULL;
    int reason = errno;
    close(file);
    errno = reason;
    return bytes;
}

void vvi_hash_text(GBytes *bytes, char text[17])
{
    size_t count;
    const void *data = g_bytes_get_data(bytes, &count);
    g_snprintf(text, 17, "%016" G_GINT64_MODIFIER "x", (guint64)vv_hash_bytes(0, data, count));
}
