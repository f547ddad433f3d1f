/* Calls of public functions, each with NULL for one pointer that must not be NULL. Written by doors.py. */
#ifndef TESTS_DOORS_H
#define TESTS_DOORS_H

#include <verve/verve.h>

typedef struct door {
    const char *function, *parameter;
    void (*call)(void);
} door;

extern const door doors[];
extern const size_t door_count;
/* Zeros that stand for everything that is not NULL. */
extern char memory[65536];

#endif
