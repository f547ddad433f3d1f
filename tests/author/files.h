/* Walks a folder tree for tests that run over all files of a kind. */
#ifndef VV_TESTING_FILES_H
#define VV_TESTING_FILES_H

#include "author/base/file.h"
#include "author/base/path.h"
#include "tests/testing.h"

#include <dirent.h>

/* Calls `visit` with the path of every file below `folder` whose name ends in `ending`. Returns how many. */
static inline unsigned testing_each_file(const char *folder, const char *ending, void (*visit)(const char *path))
{
    DIR *entries = opendir(folder);
    if (!entries)
        return 0;
    unsigned count = 0;
    for (const struct dirent *entry; (entry = readdir(entries));) {
        if (entry->d_name[0] == '.')
            continue;
        char path[2048];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (vv_folder_exists(path)) {
            count += testing_each_file(path, ending, visit);
        } else if (vv_text_has_ending(path, ending)) {
            visit(path);
            ++count;
        }
    }
    closedir(entries);
    return count;
}

#endif
