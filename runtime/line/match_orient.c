/* Which end of a path the line begins at: as the keystroke says, as the keystroke before it had it, or so that bones
 * rotate least. */
#include "matching.h"

static void reverse_path(const vv_match *match, match_path *path)
{
    for (uint32_t i = 0, j = path->count; i + 1 < j; i++) {
        uint32_t swap = path->nodes[i];
        double drag = path->weights[i];
        path->nodes[i] = path->nodes[--j];
        path->nodes[j] = swap;
        path->weights[i] = path->weights[j];
        path->weights[j] = drag;
    }
    for (uint32_t i = 0, j = path->count - 1; i + 1 < j; i++) {
        double swap = path->length_scales[i];
        path->length_scales[i] = path->length_scales[--j];
        path->length_scales[j] = swap;
    }
    path->top = path->count - 1 - path->top;
    for (uint32_t i = 0; i < path->branch_count; i++)
        path->branches[i].direction = -path->branches[i].direction;
    for (uint32_t i = 0; i < match->body.node_count; i++)
        path->bone_directions[i] = (int8_t)-path->bone_directions[i];
}

/* Positive if the nodes that two paths share come in the same order, negative if in the opposite one, 0 if
 * undecided. */
static double order_agreement(const match_path *a, const match_path *b)
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

/* How far the bones would have to rotate from the base, weighted by their lengths in the view. */
static double rotation_cost(vv_match *match, const match_path *path, uint32_t sample)
{
    uint32_t nodes = match->body.node_count;
    const d3 *places = match->base_places + vvi_match_base_of(match, sample) * nodes;
    double *arc_shares = match->arc_shares, sum = 0.0;
    match_line line = vvi_match_line(match, match->samples[sample].time);
    vvi_match_map_path(match, path, sample, arc_shares);
    for (uint32_t i = 0; i + 1 < path->count; i++) {
        double a[2], b[2], slopes[6];
        vvi_match_project(match, places[path->nodes[i]], a, slopes);
        vvi_match_project(match, places[path->nodes[i + 1]], b, slopes);
        vv_vec2 from = vvi_match_line_point(&line, arc_shares[path->nodes[i]], NULL);
        vv_vec2 to = vvi_match_line_point(&line, arc_shares[path->nodes[i + 1]], NULL);
        vv_vec2 chord = vv_vec2_sub(to, from), bone = {(float)(b[0] - a[0]), (float)(b[1] - a[1])};
        float lengths = vv_vec2_length(chord) * vv_vec2_length(bone);
        if (lengths > 1e-9f)
            sum += (double)vv_vec2_length(bone) * (1.0 - (double)(vv_vec2_dot(chord, bone) / lengths));
    }
    return sum;
}

static void orient_path(vv_match *match, uint32_t k, const vv_match_key *key)
{
    match_path *path = &match->paths[k];
    path->from = (double)vvi_clamp(key->from, 0.0f, 1.0f);
    path->to = (double)vvi_clamp(key->to, 0.0f, 1.0f);
    if (path->from > path->to) {
        double swap = path->from;
        path->from = path->to;
        path->to = swap;
        reverse_path(match, path);
        return;
    }
    if (path->to > 0.0)
        return;
    path->to = 1.0;
    double order = k > 0 ? order_agreement(&match->paths[k - 1], path) : 0.0;
    if (order < 0.0)
        reverse_path(match, path);
    if (order != 0.0)
        return;
    double plain = rotation_cost(match, path, match->key_samples[k]);
    reverse_path(match, path);
    if (!(rotation_cost(match, path, match->key_samples[k]) < plain))
        reverse_path(match, path);
}

static bool is_same_path(const match_path *a, const match_path *b)
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
        orient_path(match, k, &keys[k]);
        match->paths[k].first_same_key = k;
        for (uint32_t i = k; i-- > 0;)
            if (is_same_path(&match->paths[i], &match->paths[k]))
                match->paths[k].first_same_key = match->paths[i].first_same_key;
    }
}
