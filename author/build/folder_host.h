/* A host for native programs: the files of a project folder. */
#ifndef VV_FOLDER_HOST_H
#define VV_FOLDER_HOST_H

#include "build.h"

#define VV_FOLDER_HOST_LIMIT (512u * 1024u * 1024u) /* bytes of one file */

typedef struct vv_folder_host {
    vv_host host; /* pass &folder.host to a session */
    char folder[4096];
} vv_folder_host;

vv_result vv_folder_host_open(const char *folder, vv_folder_host *out, vv_error *error);

#endif
