/* Files, for native hosts only. */
#ifndef VV_FILE_H
#define VV_FILE_H

#include <verve/base.h>

/* The whole file, with a zero after the last byte (not counted). Refused above `limit` bytes. Release with
 * vv_file_release. */
vv_result vv_file_read(const char *path, size_t limit, const vv_allocator *allocator, uint8_t **bytes, size_t *count,
                       vv_error *error);
void vv_file_release(const vv_allocator *allocator, uint8_t *bytes, size_t count);

/* Writes to `path`.NUMBER.new in the same folder, flushes it to disk, and renames it to `path`: a reader sees the old
 * bytes or the new ones, never a mix. Keeps the permissions of a file that is replaced. Devices and pipes are written
 * to directly. */
#define VV_FILE_ASIDE ".new"
vv_result vv_file_write(const char *path, const void *bytes, size_t count, vv_error *error);

/* The same in an open folder: `name` is a single step. Only a plain file is replaced; a link or a device is refused.
 * After an error, errno says why. */
vv_result vv_file_write_in(int folder, const char *name, const void *bytes, size_t count, vv_error *error);

/* Reads or writes a file whose `path` is inside `folder`: relative, with forward slashes. Below the folder no link is
 * followed, and only plain files are read and replaced. Missing folders are made for writing. After an error, errno
 * says why. */
vv_result vv_file_read_inside(const char *folder, const char *path, size_t limit, const vv_allocator *allocator,
                              uint8_t **bytes, size_t *count, vv_error *error);
vv_result vv_file_write_inside(const char *folder, const char *path, const void *bytes, size_t count, vv_error *error);

bool vv_file_exists(const char *path);
bool vv_folder_exists(const char *path);
/* Makes a folder with all its parents; fine if it exists already. */
vv_result vv_folder_create(const char *path, vv_error *error);

/* The same from an open folder: opens a plain file for reading; or the folder that holds `path`, whose last step is
 * put into *name, and which is made with its parents where `make`. −1 and errno on failure (ELOOP or ENOTDIR: a link,
 * EISDIR: no plain file, EINVAL: no such path). */
int vvi_open_inside(int folder, const char *path);
int vvi_open_parent(int folder, const char *path, bool make, const char **name);
/* Reads an open file and closes it; `path` is for error messages. */
vv_result vvi_file_read_open(int file, const char *path, size_t limit, const vv_allocator *allocator, uint8_t **bytes,
                             size_t *count, vv_error *error);
/* The remedy for an errno: about the disk, where that is full or broken, else `otherwise`. */
const char *vvi_file_remedy(int reason, const char *otherwise);

/* Writes all bytes to an open file descriptor, by as many calls as it takes. */
bool vvi_write_all(int file, const void *data, size_t count);

#endif
