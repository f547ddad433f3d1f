/* Runs a fuzz target on files, without a fuzzer: every test run replays the seeds and all crashes that were ever
 * found. usage: replay_corpus FORMAT FOLDER… */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT(name) int fuzz_##name(const uint8_t *data, size_t size);
#include <formats.h> /* made by CMakeLists.txt: FORMAT(name) for each */
#undef FORMAT

typedef int fuzz_target(const uint8_t *data, size_t size);

static fuzz_target *find_target(const char *format)
{
#define FORMAT(name)                                                                                                   \
    if (strcmp(format, #name) == 0)                                                                                    \
        return fuzz_##name;
#include <formats.h>
#undef FORMAT
    return NULL;
}

static int run_file(fuzz_target *target, const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        return 1;
    size_t size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes =
        malloc(size ? size : 1); /* exactly as long as the file, so that the sanitizer detects reads beyond its end */
    int failed = !bytes || fread(bytes, 1, size, file) != size;
    fclose(file);
    if (!failed)
        target(bytes, size);
    free(bytes);
    return failed;
}

int main(int count, char **arguments)
{
    fuzz_target *target = count > 1 ? find_target(arguments[1]) : NULL;
    if (!target) {
        fprintf(stderr, "usage: replay_corpus FORMAT FOLDER…; fuzz/CMakeLists.txt names the formats\n");
        return 2;
    }
    int ran = 0, failed = 0;
    for (int i = 2; i < count; i++) {
        DIR *folder = opendir(arguments[i]);
        for (struct dirent *entry; folder && (entry = readdir(folder));) {
            if (entry->d_name[0] == '.')
                continue;
            failed += run_file(target, arguments[i], entry->d_name);
            ran++;
        }
        if (folder)
            closedir(folder);
    }
    printf("%d passed, %d failed\n", ran - failed, failed);
    return failed || ran == 0;
}
