/* Prints the state hash of a script: replay SCRIPT.json */
#include "author/base/file.h"
#include "studio/core/replay.h"

#include <inttypes.h>
#include <stdio.h>

int main(int count, char **arguments)
{
    uint8_t *script = NULL;
    size_t length = 0;
    uint64_t hash = 0;
    vv_error error = {0};
    char text[1024];
    if (count != 2 || vv_file_read(arguments[1], 16u << 20, NULL, &script, &length, &error) != VV_OK ||
        vv_replay((const char *)script, length, &hash, &error) != VV_OK) {
        fprintf(stderr, "replay: %s\n", vv_error_text(&error, text, sizeof text));
        return 1;
    }
    printf("%016" PRIx64 "\n", hash);
    vv_file_release(NULL, script, length);
    return 0;
}
