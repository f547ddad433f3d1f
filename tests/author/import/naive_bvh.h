/* A second reading of BVH, as plain as can be: words by strtok, 4 × 4 matrices in double. For tests of good files
 * only. */
#ifndef TESTS_NAIVE_BVH_H
#define TESTS_NAIVE_BVH_H

#include "tests/testing.h"

#include <ctype.h>
#include <math.h>

typedef struct naive_joint {
    int parent, channel_count, channels[6]; /* 0…2 positions, 3…5 rotations */
    double offset[3], global[16];
} naive_joint;

typedef struct naive_bvh {
    bool added; /* position channels of joints below the root are added to the offset */
    uint32_t joint_count, frame_count, channel_count;
    double *values; /* [frame_count · channel_count] */
    naive_joint joints[1024];
} naive_bvh;

static inline void naive_multiply(double *a, const double *b)
{
    double product[16] = {0};
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++)
            for (int k = 0; k < 4; k++)
                product[4 * r + c] += a[4 * r + k] * b[4 * k + c];
    memcpy(a, product, sizeof product);
}

static inline void naive_rotate(double *m, int axis, double degrees)
{
    double turn[16] = {[0] = 1, [5] = 1, [10] = 1, [15] = 1}, angle = degrees * 3.14159265358979323846 / 180;
    int a = (axis + 1) % 3, b = (axis + 2) % 3;
    turn[4 * a + a] = turn[4 * b + b] = cos(angle);
    turn[4 * b + a] = sin(angle);
    turn[4 * a + b] = -sin(angle);
    naive_multiply(m, turn);
}

static inline void naive_bvh_pose(naive_bvh *bvh, uint32_t frame)
{
    const double *value = bvh->values + (size_t)frame * bvh->channel_count;
    for (uint32_t j = 0; j < bvh->joint_count; j++) {
        naive_joint *joint = &bvh->joints[j];
        double m[16] = {[0] = 1, [5] = 1, [10] = 1, [15] = 1};
        for (int k = 0; k < 3; k++)
            m[4 * k + 3] = joint->offset[k];
        for (int k = 0; k < joint->channel_count; k++, value++) {
            if (joint->channels[k] >= 3)
                naive_rotate(m, joint->channels[k] - 3, *value);
            else
                m[4 * joint->channels[k] + 3] = *value + (j && bvh->added ? joint->offset[joint->channels[k]] : 0.0);
        }
        memset(joint->global, 0, sizeof joint->global);
        for (int k = 0; k < 16; k += 5)
            joint->global[k] = 1;
        if (j)
            memcpy(joint->global, bvh->joints[joint->parent].global, sizeof joint->global);
        naive_multiply(joint->global, m);
    }
}

static inline naive_bvh *naive_bvh_read(const char *text, size_t length, bool added)
{
    naive_bvh *bvh = calloc(1, sizeof *bvh);
    char *copy = malloc(3 * length + 1), *to = copy; /* braces with blanks around them */
    for (size_t i = 0; i < length; i++)
        to += sprintf(to, text[i] == '{' || text[i] == '}' ? " %c " : "%c", text[i]);
    bvh->added = added;
    int current = -1;
    size_t count = 0, capacity = 0;
    const char *blanks = " \t\r\n";
    char *word = strtok(copy, blanks);
    for (; word && strcmp(word, "MOTION"); word = strtok(NULL, blanks)) {
        if (!strcmp(word, "ROOT") || !strcmp(word, "JOINT") || !strcmp(word, "End")) {
            bvh->joints[bvh->joint_count].parent = current;
            current = (int)bvh->joint_count++;
            strtok(NULL, blanks);
        } else if (!strcmp(word, "}")) {
            current = bvh->joints[current].parent;
        } else if (!strcmp(word, "OFFSET")) {
            for (int k = 0; k < 3; k++)
                bvh->joints[current].offset[k] = atof(strtok(NULL, blanks));
        } else if (!strcmp(word, "CHANNELS")) {
            int channels = bvh->joints[current].channel_count = atoi(strtok(NULL, blanks));
            for (int k = 0; k < channels; k++) {
                word = strtok(NULL, blanks);
                bvh->joints[current].channels[k] = word[0] - 'X' + (word[1] == 'r' ? 3 : 0);
            }
            bvh->channel_count += (uint32_t)channels;
        }
    }
    while ((word = strtok(NULL, blanks)) && strcmp(word, "Time:"))
        ;
    strtok(NULL, blanks);
    while ((word = strtok(NULL, blanks))) {
        if (count == capacity)
            bvh->values = realloc(bvh->values, (capacity = 2 * capacity + 1024) * sizeof *bvh->values);
        bvh->values[count++] = atof(word);
    }
    bvh->frame_count = (uint32_t)(count / bvh->channel_count);
    free(copy);
    return bvh;
}

static inline void naive_bvh_free(naive_bvh *bvh)
{
    free(bvh->values);
    free(bvh);
}

#endif
