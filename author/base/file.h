/* Files, at the rim: native hosts only. */
#ifndef VV_FILE_H
#define VV_FILE_H

#include <verve/base.h>

/* The whole file, with a zero after the last byte (not counted). Refused above `limit` bytes. Release with
 * vv_file_release. */
vv_result vv_file_read(const char *path, size_t limit, const vv_allocator *allocator, uint8_t **bytes, size_t *count,
                       vv_error *error);
void vv_file_release(const vv_allocator *allocator, uint8_t *bytes, size_t count);

/* Writes aside (to `path`.NUMBER.new in the same folder), flushes to disk, renames over `path`: a reader sees the old
 * bytes or the new ones, never a mix. Keeps the permissions of a file that is replaced; devices and pipes are written
 * straight. */
#define VV_FILE_ASIDE ".new"
vv_result vv_file_write(const char *path, const void *bytes, size_t count, vv_error *error);

/* The same beside an open folder: `name` is one step, and only a file is replaced; a link or a device is refused. After an
 * error, errno says why. */
vv_result vv_file_write_in(int folder, const char *name, const void *bytes, size_t count, vv_error *error);

/* A file of a project, whose `path` is inside `folder`: relative, with forward slashes. No link is followed below the folder, and
 * only plain files are read and replaced; missing folders are made for writing. errno says why it failed. */
vv_result vv_file_read_inside(const char *folder, const char *path, size_t limit, const vv_allocator *allocator,
                              uint8_t **bytes, size_t *count, vv_error *error);
vv_result vv_file_write_inside(const char *folder, const char *path, const void *bytes, size_t count, vv_error *error);

bool vv_file_exists(const char *path);
bool vv_folder_exists(const char *path);
/* With all its parents; fine if it is there already. */
vv_result vv_folder_create(const char *path, vv_error *error);

/* The same walk from an open folder. A plain file, for reading; the folder that holds `path`, with its last step in *name, made
 * with all its parents where `make`. −1 and errno (ELOOP or ENOTDIR: a link, EISDIR: no plain file, EINVAL: no such path). */
int vvi_open_inside(int folder, const char *path);
int vvi_open_parent(int folder, const char *path, bool make, const char **name);
/* Reads an open file, which is closed; `path` is for messages. */
vv_result vvi_file_read_open(int file, const char *path, size_t limit, const vv_allocator *allocator, uint8_t **bytes,
                             size_t *count, vv_error *error);
/* What to do about an errno: where a disk is full it says so, else `otherwise`. */
const char *vvi_file_remedy(int reason, const char *otherwise);

/* Writes all bytes to an open file descriptor, however often it takes. */
bool vvi_write_all(int file, const void *data, size_t count);

#endif
