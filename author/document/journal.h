/* Shared by writing the journal's lines (journal.c) and replaying them (journal_replay.c). */
#ifndef VVI_DOCUMENT_JOURNAL_H
#define VVI_DOCUMENT_JOURNAL_H

#include "author/document/state.h"

#define VVI_JOURNAL_VERSION 2u
/* Version 1 began a new journal with every save; in it, `saved` stood for what `saving` is now. */
#define VVI_JOURNAL_OLDEST 1u

#define VVI_HASH_DIGITS 16u
/* A line ends with ,"sum":"0123456789abcdef"} and a line feed. */
#define VVI_SUM_MEMBER     ",\"sum\":\""
#define VVI_SUM_TAIL_BYTES (sizeof VVI_SUM_MEMBER - 1 + VVI_HASH_DIGITS + 2)

/* A journal that is longer than this is written anew, */
#define VVI_JOURNAL_BYTES ((size_t)12 * 1024 * 1024)
#define VVI_JOURNAL_LINES ((size_t)15000)
/* with so much of the history. It is then a good deal shorter, though each step may need a line and, undone,
 * another. */
#define VVI_HISTORY_BYTES ((size_t)4 * 1024 * 1024) /* of the steps; the base may have as many */
#define VVI_HISTORY_STEPS ((size_t)5000)

/* A state in the row that a replay of the journal would have. */
typedef struct vvi_step {
    uint64_t revision;
    char *body; /* [length] the line that made it, without its checksum; NULL for the first step */
    size_t length;
} vvi_step;

typedef enum vvi_journal_change {
    VVI_CHANGE_NONE, /* nothing waits to be written */
    VVI_CHANGE_MARK, /* the row stays as it is */
    VVI_CHANGE_PUSH,
    VVI_CHANGE_UNDO,
    VVI_CHANGE_REDO,
    VVI_CHANGE_TRIM,    /* a whole new journal with a part of the row */
    VVI_CHANGE_RESTART, /* a whole new journal with one state */
} vvi_journal_change;

/* Lines that wait to be written, and what vv_journal_written then does. */
typedef struct vvi_pending {
    vvi_journal_change change;
    char *text;
    size_t length, capacity, lines;
    uint64_t sum;              /* of the last line */
    vvi_step pushed;           /* revision 0: nothing */
    uint64_t revision;         /* VVI_CHANGE_RESTART: the state */
    size_t first, last, index; /* VVI_CHANGE_TRIM: the part of the row that stays, and the present step in the row */
    bool has_base;
} vvi_pending;

struct vv_journal {
    const vv_allocator *allocator;
    uint64_t sum;    /* of the last line */
    vvi_step *steps; /* [count] the row that a replay would have */
    size_t count, capacity, present;
    size_t bytes, lines; /* of the whole journal */
    bool has_base;
    bool too_large; /* the base is, so that the history ends with every save */
    vvi_pending pending;
};

void vvi_print_hash(uint64_t hash, char digits[VVI_HASH_DIGITS]);
/* The row becomes this one state. False if memory ran out. */
bool vvi_journal_restart(vv_journal *journal, uint64_t revision);
/* One more state after the present one; those that could be redone go. False if memory ran out. */
bool vvi_journal_push(vv_journal *journal, uint64_t revision, const char *body, size_t length);

#endif
