/* What the JSON reader and writer share: the check of the grammar, which runs before anything is built. */
#ifndef VVI_JSON_SCAN_H
#define VVI_JSON_SCAN_H

#include "author/base/json.h"

/* The result of a scan. On success the counts say how much memory the tree needs; on failure `offset` is the byte at
 * which it is. */
typedef struct vvi_json_scan {
    size_t value_count;  /* values: nodes of the tree */
    size_t name_count;   /* member names */
    size_t string_bytes; /* upper bound of all decoded strings and names with their ending zeros */
    size_t offset;
    vv_result code;
    const char *message, *remedy;
} vvi_json_scan;

/* Checks text[length] against RFC 8259, UTF-8 and VV_JSON_MAX_DEPTH, in one pass with a fixed stack. */
bool vvi_json_check(const char *text, size_t length, vvi_json_scan *scan);

/* The value of four hexadecimal digits, or −1. */
int32_t vvi_json_hex(const char *text);

#endif
