/* Runs a fuzz target on files, without a fuzzer: every test run replays the seeds and all that was ever found.
 * usage: replay_NAME FOLDER… */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int run_file(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        return 1;
    size_t size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes =
        malloc(size ? size : 1); /* exactly as long as the file, so that the sanitizer sees a step beyond */
    int failed = !bytes || fread(bytes, 1, size, file) != size;
    fclose(file);
    if (!failed)
        LLVMFuzzerTestOneInput(bytes, size);
    free(bytes);
    return failed;
}

int main(int count, char **arguments)
{
    int ran = 0, failed = 0;
    for (int i = 1; i < count; i++) {
        DIR *folder = opendir(arguments[i]);
        for (struct dirent *entry; folder && (entry = readdir(folder));) {
            if (entry->d_name[0] == '.')
                continue;
            failed += run_file(arguments[i], entry->d_name);
            ran++;
        }
        if (folder)
            closedir(folder);
    }
    printf("%d passed, %d failed\n", ran - failed, failed);
    return failed || ran == 0;
}
