/* What motions and scenes of creatures may say but probably do not mean. Runs only where nothing is wrong, so every index is good. */
#include "author/document/creatures.h"

/* ---- Motions -------------------------------------------------------------------------------------------------------- */

static void warn_channel(vvi_reader *r, const vv_json *item, const vv_motion_channel *channel)
{
    bool asks = channel->mode.secondary || channel->mode.lookat;
    if (channel->track_count == 0)
        vvi_problem(r, item, VV_RULE_NO_CURVES, "key something, or remove the channel",
                    "the channel \"%s\" has no keys, so it moves nothing", channel->name);
    if (asks && channel->secondary == VV_SECONDARY_NONE)
        vvi_problem(r, item, VV_RULE_NO_TARGET, "add \"relative\", or change the mode",
                    "the channel \"%s\" is relative to a target, and none is named", channel->name);
    if (!asks && channel->secondary != VV_SECONDARY_NONE)
        vvi_problem(r, item, VV_RULE_IDLE_TARGET, "make the mode secondary or lookat, or remove \"relative\"",
                    "the channel \"%s\" names a target, and its mode does not ask for one", channel->name);
}

/* Bit g: a channel is of group g. */
static uint32_t groups_of(const vv_motion_def *def)
{
    uint32_t groups = 0;
    for (uint32_t i = 0; i < def->channel_count; i++)
        groups |= 1u << def->channels[i].group;
    return groups & ~1u;
}

static void warn_groups(vvi_reader *r, const vv_json *object, const vv_motion_def *def, uint32_t groups)
{
    const vv_json *item = vv_json_member(object, "relations");
    item = item ? item->child : NULL;
    for (uint32_t g = 1; g < VV_MOTION_MAX_GROUPS; g++) {
        if (!(groups >> g & 1u) && groups >> (g + 1))
            vvi_problem(r, object, VV_RULE_GROUP_GAP, "number groups from 1 without gaps",
                        "no channel is of group %u, and some are of later ones", g);
    }
    for (uint32_t i = 0; i < def->relation_count && item && !vvi_stopped(r); i++, item = item->next) {
        const vv_relation *relation = &def->relations[i];
        if (!(groups >> relation->a & 1u) || !(groups >> relation->b & 1u))
            vvi_problem(r, item, VV_RULE_NO_GROUP, "name groups that channels have", "no channel is of group %u",
                        groups >> relation->a & 1u ? relation->b : relation->a);
    }
}

void vvi_warn_motion(vvi_reader *r, const vv_json *object, const vv_project_motion *motion)
{
    const vv_motion_def *def = &motion->def;
    const vv_json *list = vv_json_member(object, "channels");
    uint32_t groups = groups_of(def);
    if (def->channel_count == 0)
        vvi_problem(r, object, VV_RULE_NO_CHANNELS, "add one", "the motion \"%s\" has no channels", motion->name);
    for (const vv_json *item = list ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        const vv_motion_channel *channel = &def->channels[item->index];
        warn_channel(r, item, channel);
        if (channel->relative_group > 0 && !(groups >> channel->relative_group & 1u))
            vvi_problem(r, item, VV_RULE_NO_GROUP, "name a group that a channel has", "no channel is of group %u",
                        channel->relative_group);
    }
    warn_groups(r, object, def, groups);
}

/* ---- Scenes --------------------------------------------------------------------------------------------------------- */

/* Bit t: a motion that the action means reaches for external target t. */
static uint32_t targets_of(const vv_project *project, const char *action)
{
    uint32_t targets = 0;
    for (uint32_t i = 0; i < project->motion_count; i++) {
        const vv_motion_def *def = &project->motions[i]->def;
        for (uint32_t c = 0; vv_project_motion_does(project, i, action) && c < def->channel_count; c++) {
            if (def->channels[c].secondary == VV_SECONDARY_EXTERNAL)
                targets |= 1u << def->channels[c].target;
        }
    }
    return targets;
}

static void warn_play(vvi_reader *r, const vv_json *item, const vv_project *project, const vv_project_play *play)
{
    uint32_t wanted = targets_of(project, play->action), given = 0;
    for (uint32_t i = 0; i < play->aim_count; i++)
        given |= 1u << play->aims[i].target;
    for (uint32_t t = 0; t < VV_MAX_TARGETS; t++) {
        if ((wanted >> t & 1u) && !(given >> t & 1u))
            vvi_problem(r, item, VV_RULE_NO_AIM, "name it in \"targets\"",
                        "\"%s\" reaches for target %u, which is nowhere", play->action, t);
        if (!(wanted >> t & 1u) && (given >> t & 1u))
            vvi_problem(r, item, VV_RULE_NO_AIM, "remove it from \"targets\"", "\"%s\" does not reach for target %u",
                        play->action, t);
    }
}

void vvi_warn_troupe(vvi_reader *r, const vv_json *object, const vv_project *project, const vv_project_scene *scene)
{
    const vv_json *list = vv_json_member(object, "creatures");
    for (const vv_json *item = list ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        const vv_project_cast *cast = &scene->cast[item->index];
        const vv_json *plays = vv_json_member(item, "plays");
        for (const vv_json *play = plays ? plays->child : NULL; play && !vvi_stopped(r); play = play->next)
            warn_play(r, play, project, &cast->plays[play->index]);
    }
}
