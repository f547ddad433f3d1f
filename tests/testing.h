/* What every test includes: cmocka and the headers it needs. */
#ifndef VV_TESTING_H
#define VV_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The folder of real data, or NULL: the test then says so and skips. */
static inline const char *testing_data(void)
{
    const char *folder = getenv("VV_DATA");
    char probe[1024];
    if (!folder)
        return NULL;
    snprintf(probe, sizeof probe, "%s/MANIFEST.tsv", folder);
    FILE *file = fopen(probe, "rb");
    if (!file) {
        printf("[  SKIP   ] no data folder at %s\n", folder);
        return NULL;
    }
    fclose(file);
    return folder;
}

#endif
