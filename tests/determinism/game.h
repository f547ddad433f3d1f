/* Shared by the files of the game that tests/determinism builds in many ways. */
#ifndef GAME_H
#define GAME_H

#include <verve/verve.h>

/* Adds what the library returned to the hash. */
void game_add(const void *bytes, size_t count);
#define ADD(value)                                                                                                     \
    do {                                                                                                               \
        __typeof__(value) added = (value);                                                                             \
        game_add(&added, sizeof added);                                                                                \
    } while (0)

/* Zeroed, at a multiple of 64 bytes. */
void *game_room(size_t count, size_t size);
void game_must(vv_result result, const char *what);

/* Characters, verbs, graphs, shapes, creatures, recordings and lines of an asset. */
void game_use_bodies(const vv_asset *asset);
/* Every function of verve/math.h on numbers of all sizes, subnormal ones too. */
void game_use_maths(void);

#endif
