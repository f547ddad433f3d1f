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

bool vv_file_exists(const char *path);
bool vv_folder_exists(const char *path);
/* With all its parents; fine if it is there already. */
vv_result vv_folder_create(const char *path, vv_error *error);

/* Writes all bytes to an open file descriptor, however often it takes. */
bool vvi_write_all(int file, const void *data, size_t count);

#endif
