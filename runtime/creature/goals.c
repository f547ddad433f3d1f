/* Goals out of what plays (3.2.3 and the beginning of 4): every channel's curves are specialised onto its bodies; channels that share a
 * body blend; plays that share a layer cross-fade; layers go over layers. No memory of earlier frames. */
#include "plays.h"

#include <string.h>

/* ---- Sums ------------------------------------------------------------------------------------------------------------------------ */

static blend *sum_of(blends *sums, uint32_t body)
{
    if (!sums->listed[body]) {
        sums->listed[body] = 1;
        sums->bodies[sums->count++] = (uint16_t)body;
        sums->of[body] = (blend){0};
    }
    return &sums->of[body];
}

static void forget(blends *sums)
{
    for (uint32_t i = 0; i < sums->count; i++)
        sums->listed[sums->bodies[i]] = 0;
    sums->count = 0;
}

/* What channels of one play want of a body, times `share`, into the layer's sum: the weighted mean, and a weight of at most 1. */
static void add_play(blends *layer, const blends *sums, float share)
{
    for (uint32_t i = 0; i < sums->count; i++) {
        const blend *from = &sums->of[sums->bodies[i]];
        blend *to = sum_of(layer, sums->bodies[i]);
        if (from->place_weight > 0.0f) {
            float weight = share * vvi_min(1.0f, from->place_weight);
            to->place = vv_vec3_add(to->place, vv_vec3_scale(from->place, weight / from->place_weight));
            to->place_weight += weight;
        }
        if (from->turn_weight > 0.0f) {
            float weight = share * vvi_min(1.0f, from->turn_weight);
            to->turn = q_add(to->turn, from->turn, weight * q_unit_scale(from->turn));
            to->turn_weight += weight;
        }
    }
}

/* A layer over those below it. What is wanted holds means, not sums. */
static void add_layer(blends *wanted, const blends *layer)
{
    for (uint32_t i = 0; i < layer->count; i++) {
        const blend *from = &layer->of[layer->bodies[i]];
        blend *to = sum_of(wanted, layer->bodies[i]);
        if (from->place_weight > 0.0f) {
            float over = vvi_min(1.0f, from->place_weight), under = to->place_weight * (1.0f - over);
            vv_vec3 sum =
                vv_vec3_add(vv_vec3_scale(from->place, over / from->place_weight), vv_vec3_scale(to->place, under));
            to->place_weight = over + under;
            to->place = vv_vec3_scale(sum, 1.0f / to->place_weight);
        }
        if (from->turn_weight > 0.0f) {
            float over = vvi_min(1.0f, from->turn_weight), under = to->turn_weight * (1.0f - over);
            vv_quat sum = q_add(q_scale(from->turn, over * q_unit_scale(from->turn)), to->turn, under);
            to->turn_weight = over + under;
            to->turn = q_scale(sum, q_unit_scale(sum));
        }
    }
}

/* ---- One channel ------------------------------------------------------------------------------------------------------------------- */

/* What a channel's curves say at a moment. */
typedef struct said {
    vv_pose3 pose;
    float place_weight, turn_weight;
    bool place, turn; /* it says something about it */
} said;

static float weight_at(const vv_motion *motion, const stored_track *track, float time)
{
    float value[4];
    if (!track)
        return 1.0f;
    vvi_track_value(motion, track, time, value, NULL);
    return vvi_clamp(value[0], 0.0f, 1.0f);
}

static said listen(const vv_motion *motion, const stored_channel *channel, float time)
{
    said s = {.pose.turn = {0.0f, 0.0f, 0.0f, 1.0f}};
    float value[4];
    const stored_track *place = track_of(motion, channel, VV_TRACK_PLACE),
                       *turn = track_of(motion, channel, VV_TRACK_TURN);
    if (place) {
        vvi_track_value(motion, place, time, value, NULL);
        s.pose.place = (vv_vec3){value[0], value[1], value[2]};
        s.place_weight = weight_at(motion, track_of(motion, channel, VV_TRACK_PLACE_WEIGHT), time);
        s.place = true;
    }
    if (turn) {
        vvi_track_value(motion, turn, time, value, NULL);
        vv_quat q = {value[0], value[1], value[2], value[3]};
        float scale = q_unit_scale(q);
        s.pose.turn = scale > 0.0f ? q_scale(q, scale) : vv_quat_identity();
        s.turn_weight = weight_at(motion, track_of(motion, channel, VV_TRACK_TURN_WEIGHT), time);
        s.turn = true;
    }
    return s;
}

/* ---- Where things are ---------------------------------------------------------------------------------------------------------------- */

/* The frame that a body's movement is in goes along with the hips, so that arms swing about a crouching body as about a standing one, and
 * targets are met all the same, since they are taken into that frame first. What is measured from the ground stays upright, what is
 * absolute stays. */
static vv_placement carried(const vv_player *player, const view *v, const vv_mode *mode)
{
    vv_placement still = {.turn = {0.0f, 0.0f, 0.0f, 1.0f}};
    if (!v->hips_move || mode->absolute_place)
        return still;
    if (mode->ground)
        return (vv_placement){v->hips.place, still.turn};
    vv_vec3 pivot = bodies_of(player->creature)[player->creature->root].place;
    vv_vec3 moved = vv_vec3_add(pivot, v->hips.place);
    return (vv_placement){vv_vec3_sub(moved, rotate(v->hips.turn, pivot)), v->hips.turn};
}

static float ground_under(const vv_player *player, const view *v, uint32_t body, vv_placement carry)
{
    float level = 0.0f;
    if (v->terrain.height) {
        vv_vec3 at = to_world(v->frame, vv_vec3_add(bodies_of(player->creature)[body].middle, carry.place));
        level = v->terrain.height(v->terrain.user, at.x, at.z, NULL);
    }
    return level - v->frame.place.y - carry.place.y;
}

/* Another body, as far as it is known: where the spine has brought it, or where the hips alone would; and the more it has a goal of its
 * own (of an earlier channel or a lower layer), the more there. */
static vv_vec3 place_of_body(const vv_player *player, const view *v, uint32_t body)
{
    const hung_body *own = &bodies_of(player->creature)[body];
    vv_mode plain = {0};
    vv_vec3 place =
        v->spine_posed ? vvi_solver_centre(player->solver, body) : to_world(carried(player, v, &plain), own->middle);
    const blends *levels[3] = {&player->wanted, &player->layer_sums, &player->play_sums};
    for (int i = 0; i < 3; i++) {
        const blend *goal = &levels[i]->of[body];
        if (!levels[i]->listed[body] || !(goal->place_weight > 0.0f))
            continue;
        float share = vvi_min(1.0f, goal->place_weight), scale = i == 0 ? share : share / goal->place_weight;
        place = vv_vec3_add(vv_vec3_scale(place, 1.0f - share), vv_vec3_scale(goal->place, scale));
    }
    return place;
}

static vv_target find_target(const vv_player *player, const view *v, const play *p, const stored_channel *channel,
                             uint16_t relative, uint32_t body)
{
    if (channel->secondary == VV_SECONDARY_BODIES && relative != NO_BODY && relative != body)
        return (vv_target){place_of_body(player, v, relative), true};
    if (channel->secondary != VV_SECONDARY_EXTERNAL || !(p->known >> channel->target & 1u))
        return (vv_target){.known = false};
    vv_vec3 place = p->targets[channel->target];
    return (vv_target){v->targets_in_frame ? place : from_world(v->frame, place), true};
}

/* ---- A channel on a body --------------------------------------------------------------------------------------------------------------- */

static vv_pose3 specialise(const vv_player *player, const view *v, const play *p, const stored_channel *channel,
                           uint32_t entry, uint32_t body, const said *s)
{
    vv_target target = {.known = false};
    vv_placement carry = carried(player, v, &channel->mode);
    if (channel->mode.secondary || channel->mode.lookat)
        target = find_target(player, v, p, channel, relative_of(p->binding, &p->way, channel, entry), body);
    if (target.known && v->hips_move)
        target.place = from_world(carry, target.place);
    float ground = channel->mode.ground ? ground_under(player, v, body, carry) : 0.0f;
    bool mirrored = plays_mirrored(&p->way, channel, bodies_of(player->creature)[body].side);
    vv_frame frame = vv_mode_frame(channel->mode, player->creature, body, target, ground, mirrored);
    vv_pose3 pose = vv_specialise(&frame, s->pose);
    if (v->hips_move) {
        pose.place = to_world(carry, pose.place);
        pose.turn = channel->mode.absolute_turn ? pose.turn : multiply(carry.turn, pose.turn);
    }
    return pose;
}

static void play_channel(vv_player *player, const view *v, const play *p, uint32_t c, float time)
{
    const vv_motion *motion = p->binding->motion;
    const stored_channel *channels = channels_of(motion), *channel = &channels[c];
    selection entries = entries_of(p->binding, &p->way, channel, c);
    if (entries.count == 0 || (channel->tracks[VV_TRACK_PLACE] == VV_NONE && channel->tracks[VV_TRACK_TURN] == VV_NONE))
        return;
    said s = listen(motion, channel, time);
    for (uint32_t e = entries.start; e < entries.start + entries.count; e++) {
        uint32_t body = p->binding->bodies[e];
        uint8_t *owners = player->owners + (size_t)body * (2 + player->deform_count);
        bool place = s.place && claim(&owners[0], channels, c) && s.place_weight > 0.0f;
        bool turn = s.turn && claim(&owners[1], channels, c) && s.turn_weight > 0.0f;
        if (!place && !turn)
            continue;
        vv_pose3 pose = specialise(player, v, p, channel, e, body, &s);
        blend *sum = sum_of(&player->play_sums, body);
        if (place) {
            sum->place = vv_vec3_add(sum->place, vv_vec3_scale(pose.place, s.place_weight));
            sum->place_weight += s.place_weight;
        }
        if (turn) {
            sum->turn = q_add(sum->turn, pose.turn, s.turn_weight);
            sum->turn_weight += s.turn_weight;
        }
    }
}

/* Deforms have no weights of their own: who owns one says it alone. */
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
        selection entries = entries_of(p->binding, &p->way, channel, c);
        for (uint32_t e = entries.start; e < entries.start + entries.count; e++) {
            uint32_t body = p->binding->bodies[e];
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

static void lay_deforms(vv_player *player)
{
    deform_sums *sums = &player->layer_deforms;
    for (uint32_t i = 0; sums->any && i < player->body_count * player->deform_count; i++) {
        float weight = vvi_min(1.0f, sums->weights[i]);
        if (weight > 0.0f)
            player->deforms[i] = player->deforms[i] * (1.0f - weight) + sums->values[i] * (weight / sums->weights[i]);
        sums->values[i] = sums->weights[i] = 0.0f;
    }
    player->deformed |= sums->any;
    sums->any = false;
}

/* ---- All of it --------------------------------------------------------------------------------------------------------------------------- */

static void play_one(vv_player *player, const view *v, const part *own)
{
    const play *p = own->play;
    float share = own->share * vvi_play_strength(p), time = vvi_play_time(p);
    if (!(share > 0.0f))
        return;
    memset(player->owners, 0, (size_t)player->body_count * (2 + player->deform_count));
    for (uint32_t c = 0; c < p->binding->motion->channel_count; c++) {
        play_channel(player, v, p, c, time);
        if (player->deform_count > 0 && !v->spine_posed)
            play_deforms(player, p, c, time, share);
    }
    add_play(&player->layer_sums, &player->play_sums, share);
    forget(&player->play_sums);
}

void vvi_goals_gather(vv_player *player, const view *v, const part_list *list)
{
    forget(&player->wanted);
    if (!v->spine_posed && player->deformed)
        memset(player->deforms, 0, (size_t)player->body_count * player->deform_count * sizeof *player->deforms);
    if (!v->spine_posed)
        player->deformed = false;
    for (uint32_t i = 0; i < list->count; i++) {
        play_one(player, v, &list->parts[i]);
        int32_t layer = list->parts[i].play->options.layer;
        if (i + 1 < list->count && list->parts[i + 1].play->options.layer == layer)
            continue;
        add_layer(&player->wanted, &player->layer_sums);
        forget(&player->layer_sums);
        if (!v->spine_posed)
            lay_deforms(player);
    }
}
