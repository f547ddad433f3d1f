/* Edit distance (Wagner and Fischer 1974) with exchanges of neighbouring letters (Damerau 1964), one row at a time,
 * given up where a row has nothing near enough. */
#include "author/document/nearest.h"

#include <string.h>

#define MAX_LETTERS    63u   /* as many bytes as a name has */
#define MAX_CANDIDATES 1000u /* a list of any length is refused quickly */

static char fold_case(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static uint32_t minimum(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Whether two letters of `a` are the two of `b`, exchanged. */
static bool is_exchanged(const char *a, const char *b)
{
    return fold_case(a[0]) == fold_case(b[1]) && fold_case(a[1]) == fold_case(b[0]);
}

/* Insertions, deletions, substitutions and exchanges from a to b; limit + 1 where there are more than `limit`. */
static uint32_t measure_distance(const char *a, size_t a_length, const char *b, size_t b_length, uint32_t limit)
{
    uint32_t rows[3][MAX_LETTERS + 1] = {{0}};
    for (uint32_t j = 0; j <= b_length; j++)
        rows[0][j] = j;
    for (uint32_t i = 1; i <= a_length; i++) {
        const uint32_t *before = rows[(i + 2) % 3], *older = rows[(i + 1) % 3];
        uint32_t *row = rows[i % 3], least = row[0] = i;
        for (uint32_t j = 1; j <= b_length; j++) {
            uint32_t substituted = before[j - 1] + (fold_case(a[i - 1]) != fold_case(b[j - 1]));
            row[j] = minimum(substituted, minimum(before[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && is_exchanged(a + i - 2, b + j - 2))
                row[j] = minimum(row[j], older[j - 2] + 1);
            least = minimum(least, row[j]);
        }
        if (least > limit)
            return limit + 1;
    }
    return minimum(rows[a_length % 3][b_length], limit + 1);
}

void vvi_nearest_try(vvi_nearest *nearest, const char *candidate)
{
    size_t length = strlen(nearest->name), other = strlen(candidate);
    size_t longer = length > other ? length : other, difference = longer - (length < other ? length : other);
    if (longer == 0 || longer > MAX_LETTERS || nearest->tried++ >= MAX_CANDIDATES)
        return;
    uint32_t limit = (uint32_t)longer / 3;
    if (nearest->best && nearest->distance == 0)
        return;
    limit = nearest->best ? minimum(limit, nearest->distance - 1) : limit;
    if (difference > limit)
        return;
    uint32_t distance = measure_distance(nearest->name, length, candidate, other, limit);
    if (distance > limit)
        return;
    nearest->best = candidate;
    nearest->distance = distance;
}

void vvi_nearest_try_keys(vvi_nearest *nearest, vvi_keys keys)
{
    for (; keys && *keys; keys++)
        vvi_nearest_try(nearest, *keys);
}

void vvi_nearest_suggest(const vvi_nearest *nearest, vvi_reader *r, uint32_t before)
{
    if (!nearest->best || r->problems->count <= before)
        return;
    char *remedy = r->problems->items[r->problems->count - 1].error.remedy;
    size_t length = strlen(remedy), bytes = sizeof r->problems->items->error.remedy;
    vvi_format(remedy + length, bytes - length, "%sdid you mean \"%s\"?", length ? ": " : "", nearest->best);
}
