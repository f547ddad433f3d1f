/* The rule by which guesses are judged, over drawings whose limbs were written down by hand. */
#ifndef VV_TEST_GUESS_RULE_H
#define VV_TEST_GUESS_RULE_H

#include "drawings.h"

#include "author/guess/guess.h"

/* Counts over drawings; each figure is the first number over the second. */
typedef struct guess_score {
    uint32_t found, limbs;  /* limbs that a bone ends at the tip of, with as many bones in a row as its kind asks for */
    double inside, length;  /* of bones, metres: inside the ink, and all */
    uint32_t paired, pairs; /* pairs of limbs whose first bones have names that differ by "left" and "right" */
    uint32_t right, joined; /* joints between layers that are those of the drawing, of those that were guessed */
    uint32_t known, wanted; /* joints of the drawing that were guessed, of all */
} guess_score;

/* Adds a drawing, `file` of the table in rule.c. */
void guess_score_add(guess_score *score, const char *file, const test_drawing *drawing, const vv_guess *guess);
/* The files of the table, one after the other; NULL after the last. Those of examples/art begin with "art/". */
const char *guess_score_file(uint32_t index);
void guess_score_path(const char *file, const char *source, const char *data, char *path, size_t bytes);

#endif
