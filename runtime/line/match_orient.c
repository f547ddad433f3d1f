/* Which end of a way the line begins at: as the keystroke says, as the keystroke before it had it, or so that bones turn least. */
#include "matching.h"

static void turn_round(const vv_match *match, match_way *way)
{
    for (uint32_t i = 0, j = way->count; i + 1 < j; i++) {
        uint32_t swap = way->nodes[i];
        double drag = way->drags[i];
        way->nodes[i] = way->nodes[--j];
        way->nodes[j] = swap;
        way->drags[i] = way->drags[j];
        way->drags[j] = drag;
    }
    for (uint32_t i = 0, j = way->count - 1; i + 1 < j; i++) {
        double swap = way->scales[i];
        way->scales[i] = way->scales[--j];
        way->scales[j] = swap;
    }
    way->top = way->count - 1 - way->top;
    for (uint32_t i = 0; i < way->branch_count; i++)
        way->branches[i].direction = -way->branches[i].direction;
    for (uint32_t i = 0; i < match->body.node_count; i++)
        way->tip[i] = (int8_t)-way->tip[i];
}

/* Positive where the nodes that two ways share come in the same order, negative where in the other, 0 where nobody can say. */
static double same_order(const match_way *a, const match_way *b)
{
    double sum = 0.0, sum_a = 0.0, sum_b = 0.0, count = 0.0;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++)
            if (a->nodes[i] == b->nodes[j]) {
                sum += (double)i * (double)j;
                sum_a += (double)i;
                sum_b += (double)j;
                count += 1.0;
            }
    return count < 2.0 ? 0.0 : sum - sum_a * sum_b / count;
}

/* How far bones would have to turn from the base, weighted by their lengths as seen. */
static double turning(vv_match *match, const match_way *way, uint32_t sample)
{
    uint32_t nodes = match->body.node_count;
    const d3 *places = match->base_places + vvi_match_base_of(match, sample) * nodes;
    double *along = match->along, sum = 0.0;
    match_line line = vvi_match_line(match, match->samples[sample].time);
    vvi_match_map_way(match, way, sample, along);
    for (uint32_t i = 0; i + 1 < way->count; i++) {
        double a[2], b[2], slopes[6];
        vvi_match_see(match, places[way->nodes[i]], a, slopes);
        vvi_match_see(match, places[way->nodes[i + 1]], b, slopes);
        vv_vec2 from = vvi_match_line_point(&line, along[way->nodes[i]], NULL);
        vv_vec2 to = vvi_match_line_point(&line, along[way->nodes[i + 1]], NULL);
        vv_vec2 chord = vv_vec2_sub(to, from), bone = {(float)(b[0] - a[0]), (float)(b[1] - a[1])};
        float lengths = vv_vec2_length(chord) * vv_vec2_length(bone);
        if (lengths > 1e-9f)
            sum += (double)vv_vec2_length(bone) * (1.0 - (double)(vv_vec2_dot(chord, bone) / lengths));
    }
    return sum;
}

static void orient(vv_match *match, uint32_t k, const vv_match_key *key)
{
    match_way *way = &match->ways[k];
    way->from = (double)vvi_clamp(key->from, 0.0f, 1.0f);
    way->to = (double)vvi_clamp(key->to, 0.0f, 1.0f);
    if (way->from > way->to) {
        double swap = way->from;
        way->from = way->to;
        way->to = swap;
        turn_round(match, way);
        return;
    }
    if (way->to > 0.0)
        return;
    way->to = 1.0;
    double order = k > 0 ? same_order(&match->ways[k - 1], way) : 0.0;
    if (order < 0.0)
        turn_round(match, way);
    if (order != 0.0)
        return;
    double plain = turning(match, way, match->key_samples[k]);
    turn_round(match, way);
    if (!(turning(match, way, match->key_samples[k]) < plain))
        turn_round(match, way);
}

static bool same_way(const match_way *a, const match_way *b)
{
    bool same = a->count == b->count && a->branch_count == b->branch_count && a->from == b->from && a->to == b->to;
    for (uint32_t i = 0; same && i < a->count; i++)
        same = a->nodes[i] == b->nodes[i];
    for (uint32_t i = 0; same && i < a->branch_count; i++)
        same = a->branches[i].node == b->branches[i].node && a->branches[i].direction == b->branches[i].direction;
    return same;
}

void vvi_match_orient(vv_match *match, const vv_match_key *keys)
{
    for (uint32_t k = 0; k < match->key_count; k++) {
        orient(match, k, &keys[k]);
        match->ways[k].same = k;
        for (uint32_t i = k; i-- > 0;)
            if (same_way(&match->ways[i], &match->ways[k]))
                match->ways[k].same = match->ways[i].same;
    }
}
