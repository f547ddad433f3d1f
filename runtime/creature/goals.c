/* Goals from the active plays (3.2.3 and the beginning of 4): the curves of every channel are specialised onto its
 * bodies; channels that share a body are blended; plays on one layer cross-fade; layers cover layers below. There is
 * no memory of earlier frames. */
#include "plays.h"

#include <string.h>

/* ---- Sums -------------------------------------------------------------------------------------------------------- */

static pose_sum *find_sum(pose_sums *sums, uint32_t body)
{
    if (!sums->is_listed[body]) {
        VVI_CHECK(body <= UINT16_MAX && sums->count < UINT16_MAX);
        sums->is_listed[body] = 1;
        sums->bodies[sums->count++] = (uint16_t)body;
        sums->items[body] = (pose_sum){0};
    }
    return &sums->items[body];
}

static void clear_sums(pose_sums *sums)
{
    for (uint32_t i = 0; i < sums->count; i++)
        sums->is_listed[sums->bodies[i]] = 0;
    sums->count = 0;
}

/* Adds the goals of one play to the sums of its layer, weighted by `share`: for each body the weighted mean, with a
 * weight of at most 1. */
static void add_to_layer(pose_sums *layer, const pose_sums *sums, float share)
{
    for (uint32_t i = 0; i < sums->count; i++) {
        const pose_sum *from = &sums->items[sums->bodies[i]];
        VVI_CHECK(share > 0.0f && from->place_weight >= 0.0f && from->turn_weight >= 0.0f);
        pose_sum *to = find_sum(layer, sums->bodies[i]);
        if (from->place_weight > 0.0f) {
            float weight = share * vvi_min(1.0f, from->place_weight);
            to->place = vv_vec3_add(to->place, vv_vec3_scale(from->place, weight / from->place_weight));
            to->place_weight += weight;
        }
        if (from->turn_weight > 0.0f) {
            float weight = share * vvi_min(1.0f, from->turn_weight);
            to->turn = q_add_scaled(to->turn, from->turn, weight * q_inverse_length(from->turn));
            to->turn_weight += weight;
        }
    }
}

/* Puts a layer over those below it. The blended goals hold means, not sums. */
static void cover_with_layer(pose_sums *wanted, const pose_sums *layer)
{
    for (uint32_t i = 0; i < layer->count; i++) {
        const pose_sum *from = &layer->items[layer->bodies[i]];
        pose_sum *to = find_sum(wanted, layer->bodies[i]);
        if (from->place_weight > 0.0f) {
            float over = vvi_min(1.0f, from->place_weight), under = to->place_weight * (1.0f - over);
            VVI_CHECK(to->place_weight >= 0.0f && to->place_weight <= 1.001f && under >= 0.0f);
            vv_vec3 sum =
                vv_vec3_add(vv_vec3_scale(from->place, over / from->place_weight), vv_vec3_scale(to->place, under));
            to->place_weight = over + under;
            to->place = vv_vec3_scale(sum, 1.0f / to->place_weight);
        }
        if (from->turn_weight > 0.0f) {
            float over = vvi_min(1.0f, from->turn_weight), under = to->turn_weight * (1.0f - over);
            VVI_CHECK(to->turn_weight >= 0.0f && to->turn_weight <= 1.001f && under >= 0.0f);
            vv_quat sum = q_add_scaled(q_scale(from->turn, over * q_inverse_length(from->turn)), to->turn, under);
            to->turn_weight = over + under;
            to->turn = q_scale(sum, q_inverse_length(sum));
        }
    }
}

/* ---- One channel ------------------------------------------------------------------------------------------------- */

/* The values of a channel's curves at a time. */
typedef struct channel_value {
    vv_body_transform pose;
    float place_weight, turn_weight;
    bool has_place, has_turn; /* whether it has a position, a rotation */
} channel_value;

static float weight_at(const vv_motion *motion, const stored_track *track, float time)
{
    float value[4];
    if (!track)
        return 1.0f;
    vvi_track_value(motion, track, time, value, NULL);
    return vvi_clamp(value[0], 0.0f, 1.0f);
}

static channel_value evaluate_channel(const vv_motion *motion, const stored_channel *channel, float time)
{
    channel_value s = {.pose.rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
    float value[4];
    const stored_track *place = track_of(motion, channel, VV_TRACK_POSITION),
                       *turn = track_of(motion, channel, VV_TRACK_ROTATION);
    if (place) {
        vvi_track_value(motion, place, time, value, NULL);
        s.pose.position = (vv_vec3){value[0], value[1], value[2]};
        s.place_weight = weight_at(motion, track_of(motion, channel, VV_TRACK_POSITION_WEIGHT), time);
        s.has_place = true;
    }
    if (turn) {
        vvi_track_value(motion, turn, time, value, NULL);
        vv_quat q = {value[0], value[1], value[2], value[3]};
        float scale = q_inverse_length(q);
        s.pose.rotation = scale > 0.0f ? q_scale(q, scale) : vv_quat_identity();
        s.turn_weight = weight_at(motion, track_of(motion, channel, VV_TRACK_ROTATION_WEIGHT), time);
        s.has_turn = true;
    }
    return s;
}

/* ---- Positions of targets ---------------------------------------------------------------------------------------- */

/* The movement of the hips that the frame of a body takes part in, so that arms swing about a crouching body as about
 * a standing one; targets are transformed into that frame first, so they are met all the same. A mode relative to the
 * ground stays upright, absolute positions do not move. */
static vv_transform3 hip_movement(const vv_player *player, const pose_state *state, const vv_movement_mode *mode)
{
    vv_transform3 identity = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
    if (!state->hips_move || mode->absolute_position)
        return identity;
    if (mode->ground)
        return (vv_transform3){state->hips.position, identity.rotation};
    vv_vec3 pivot = bodies_of(player->creature)[player->creature->root].place;
    vv_vec3 moved = vv_vec3_add(pivot, state->hips.position);
    return (vv_transform3){vv_vec3_sub(moved, rotate(state->hips.rotation, pivot)), state->hips.rotation};
}

static float ground_below(const vv_player *player, const pose_state *state, uint32_t body, vv_transform3 carry)
{
    float level = 0.0f;
    if (state->terrain.height) {
        vv_vec3 at = to_world(state->frame, vv_vec3_add(bodies_of(player->creature)[body].rest_centre, carry.position));
        level = state->terrain.height(state->terrain.user, at.x, at.z, NULL);
    }
    return level - state->frame.position.y - carry.position.y;
}

/* The position of another body as far as it is known: where the spine, or before that the hips alone, carries it,
 * blended with its own goals of earlier channels or lower layers by their weights. */
static vv_vec3 place_of_body(const vv_player *player, const pose_state *state, uint32_t body)
{
    const stored_body *stored = &bodies_of(player->creature)[body];
    vv_movement_mode plain = {0};
    vv_vec3 place = state->spine_posed ? vvi_solver_centre(player->solver, body)
                                       : to_world(hip_movement(player, state, &plain), stored->rest_centre);
    const pose_sums *levels[3] = {&player->blended, &player->layer_sums, &player->play_sums};
    for (int i = 0; i < 3; i++) {
        const pose_sum *goal = &levels[i]->items[body];
        if (!levels[i]->is_listed[body] || !(goal->place_weight > 0.0f))
            continue;
        float share = vvi_min(1.0f, goal->place_weight), scale = i == 0 ? share : share / goal->place_weight;
        place = vv_vec3_add(vv_vec3_scale(place, 1.0f - share), vv_vec3_scale(goal->place, scale));
    }
    return place;
}

static vv_movement_target find_target(const vv_player *player, const pose_state *state, const play *p,
                                      const stored_channel *channel, uint16_t relative, uint32_t body)
{
    if (channel->secondary == VV_SECONDARY_BODIES && relative != NO_BODY && relative != body)
        return (vv_movement_target){place_of_body(player, state, relative), true};
    if (channel->secondary != VV_SECONDARY_EXTERNAL || !(p->known_targets >> channel->target & 1u))
        return (vv_movement_target){.known = false};
    vv_vec3 place = p->targets[channel->target];
    return (vv_movement_target){state->targets_in_frame ? place : from_world(state->frame, place), true};
}

/* ---- A channel on a body ----------------------------------------------------------------------------------------- */

static vv_body_transform specialise(const vv_player *player, const pose_state *state, const play *p,
                                    const stored_channel *channel, uint32_t entry, uint32_t body,
                                    const channel_value *s)
{
    vv_movement_target target = {.known = false};
    vv_transform3 carry = hip_movement(player, state, &channel->mode);
    if (channel->mode.secondary || channel->mode.lookat)
        target = find_target(player, state, p, channel, relative_of(p->binding, &p->chosen, channel, entry), body);
    if (target.known && state->hips_move)
        target.position = from_world(carry, target.position);
    float ground = channel->mode.ground ? ground_below(player, state, body, carry) : 0.0f;
    bool mirrored = plays_mirrored(&p->chosen, channel, bodies_of(player->creature)[body].side);
    vv_body_frame frame = vv_movement_mode_frame(channel->mode, player->creature, body, target, ground, mirrored);
    vv_body_transform pose = vv_specialise(&frame, s->pose);
    if (state->hips_move) {
        pose.position = to_world(carry, pose.position);
        pose.rotation = channel->mode.absolute_rotation ? pose.rotation : multiply(carry.rotation, pose.rotation);
    }
    return pose;
}

static void play_channel(vv_player *player, const pose_state *state, const play *p, uint32_t c, float time)
{
    const vv_motion *motion = p->binding->motion;
    const stored_channel *channels = channels_of(motion), *channel = &channels[c];
    selection entries = entries_of_channel(p->binding, &p->chosen, channel, c);
    if (entries.count == 0 ||
        (channel->tracks[VV_TRACK_POSITION] == VV_NONE && channel->tracks[VV_TRACK_ROTATION] == VV_NONE))
        return;
    channel_value s = evaluate_channel(motion, channel, time);
    for (uint32_t e = entries.start; e < entries.start + entries.count; e++) {
        uint32_t body = p->binding->bodies[e];
        VVI_CHECK(body < player->body_count);
        uint8_t *owners = player->owners + (size_t)body * (2 + player->deform_count);
        bool place = s.has_place && claim_ownership(&owners[0], channels, c) && s.place_weight > 0.0f;
        bool turn = s.has_turn && claim_ownership(&owners[1], channels, c) && s.turn_weight > 0.0f;
        if (!place && !turn)
            continue;
        vv_body_transform pose = specialise(player, state, p, channel, e, body, &s);
        pose_sum *sum = find_sum(&player->play_sums, body);
        if (place) {
            sum->place = vv_vec3_add(sum->place, vv_vec3_scale(pose.position, s.place_weight));
            sum->place_weight += s.place_weight;
        }
        if (turn) {
            sum->turn = q_add_scaled(sum->turn, pose.rotation, s.turn_weight);
            sum->turn_weight += s.turn_weight;
        }
    }
}

/* Deforms have no weights of their own: the owning channel alone decides. */
static void play_deforms(vv_player *player, const play *p, uint32_t c, float time, float share)
{
    const vv_motion *motion = p->binding->motion;
    const stored_channel *channel = &channels_of(motion)[c];
    for (uint32_t t = channel->first_track; t < channel->first_track + channel->track_count; t++) {
        uint32_t deform = p->binding->deforms[t];
        if (tracks_of(motion)[t].kind != VV_TRACK_DEFORM || deform == UINT8_MAX)
            continue;
        float value[4];
        vvi_track_value(motion, &tracks_of(motion)[t], time, value, NULL);
        selection entries = entries_of_channel(p->binding, &p->chosen, channel, c);
        for (uint32_t e = entries.start; e < entries.start + entries.count; e++) {
            uint32_t body = p->binding->bodies[e];
            VVI_CHECK(body < player->body_count && deform < player->deform_count);
            uint8_t *owner = player->owners + (size_t)body * (2 + player->deform_count) + 2 + deform;
            if (*owner != 0 || !(bodies_of(player->creature)[body].deforms >> deform & 1u))
                continue;
            *owner = (uint8_t)(c + 1);
            player->layer_deforms.values[body * player->deform_count + deform] += share * value[0];
            player->layer_deforms.weights[body * player->deform_count + deform] += share;
            player->layer_deforms.any = true;
        }
    }
}

static void apply_layer_deforms(vv_player *player)
{
    deform_sums *sums = &player->layer_deforms;
    for (uint32_t i = 0; sums->any && i < player->body_count * player->deform_count; i++) {
        float weight = vvi_min(1.0f, sums->weights[i]);
        VVI_CHECK(weight >= 0.0f);
        if (weight > 0.0f)
            player->deforms[i] = player->deforms[i] * (1.0f - weight) + sums->values[i] * (weight / sums->weights[i]);
        sums->values[i] = sums->weights[i] = 0.0f;
    }
    player->has_deforms |= sums->any;
    sums->any = false;
}

/* ---- All plays --------------------------------------------------------------------------------------------------- */

static void add_play_goals(vv_player *player, const pose_state *state, const weighted_play *play_share)
{
    const play *p = play_share->play;
    float share = play_share->share * vvi_play_strength(p), time = vvi_play_time(p);
    if (!(share > 0.0f))
        return;
    memset(player->owners, 0, (size_t)player->body_count * (2 + player->deform_count));
    for (uint32_t c = 0; c < p->binding->motion->channel_count; c++) {
        play_channel(player, state, p, c, time);
        if (player->deform_count > 0 && !state->spine_posed)
            play_deforms(player, p, c, time, share);
    }
    add_to_layer(&player->layer_sums, &player->play_sums, share);
    clear_sums(&player->play_sums);
}

void vvi_goals_gather(vv_player *player, const pose_state *state, const play_list *list)
{
    clear_sums(&player->blended);
    if (!state->spine_posed && player->has_deforms)
        memset(player->deforms, 0, (size_t)player->body_count * player->deform_count * sizeof *player->deforms);
    if (!state->spine_posed)
        player->has_deforms = false;
    for (uint32_t i = 0; i < list->count; i++) {
        add_play_goals(player, state, &list->items[i]);
        int32_t layer = list->items[i].play->options.layer;
        VVI_CHECK(i == 0 || list->items[i - 1].play->options.layer <= layer);
        if (i + 1 < list->count && list->items[i + 1].play->options.layer == layer)
            continue;
        cover_with_layer(&player->blended, &player->layer_sums);
        clear_sums(&player->layer_sums);
        if (!state->spine_posed)
            apply_layer_deforms(player);
    }
}
