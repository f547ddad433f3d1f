/* Recordings out of JSON: how regions of a puppet moved, a line a region. */
#include "author/document/puppets.h"

vv_project_recording vvi_default_recording(void)
{
    return (vv_project_recording){.artwork = VV_NONE, .rate = 50.0f, .size = 1.0f};
}

/* How many frames all its regions must have: those of the first. */
static uint32_t count_frames(const vv_json *regions)
{
    const vv_json *frames = regions->child ? vvi_member(regions->child, "frames") : NULL;
    return frames && frames->kind == VV_JSON_ARRAY && frames->count <= VV_PROJECT_MAX_FRAMES ? frames->count : 0;
}

static void read_frames(vvi_reader *r, const vv_json *list, const vv_project_recording *recording, uint32_t region,
                        vv_vec2 rest, vv_region_state *states)
{
    uint32_t count = vvi_list(r, list, VV_PROJECT_MAX_FRAMES, "frames");
    if (vvi_stopped(r))
        return;
    if (count == 0 || count != recording->frame_count) {
        vvi_problem(r, list, VV_RULE_FRAMES, "give each region one frame for every moment, at least one",
                    "this region has %u frames, and the first has %u", count, recording->frame_count);
        return;
    }
    for (const vv_json *item = list->child; item && !vvi_stopped(r); item = item->next) {
        float n[6] = {0};
        vvi_numbers(r, item, 6, VV_PROJECT_FAR, n);
        states[(size_t)item->index * recording->region_count + region] =
            (vv_region_state){rest, {n[0], n[1]}, {n[2], n[3], n[4], n[5]}};
    }
}

static void read_region(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork,
                        const vv_project_recording *recording, vv_region *region, vv_region_state *states)
{
    static const char *const keys[] = {"handle", "threshold", "rest", "frames", NULL};
    vv_vec2 rest = {0.0f, 0.0f};
    *region = (vv_region){VV_NONE, VVI_USUAL_THRESHOLD};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    region->handle = vvi_handle_member(r, object, "handle", artwork);
    vvi_float_member(r, object, "threshold", VVI_USUAL_THRESHOLD, 0.0f, 1.0f, &region->threshold);
    vvi_required(r, object, "rest");
    vvi_vec2_member(r, object, "rest", rest, &rest);
    const vv_json *frames = vvi_required(r, object, "frames");
    if (frames)
        read_frames(r, frames, recording, object->index, rest, states);
}

static void read_regions(vvi_reader *r, const vv_json *list, const vv_project_artwork *artwork,
                         vv_project_recording *recording)
{
    uint32_t count = vvi_list(r, list, VV_PUPPET_MAX_REGIONS, "regions");
    if (list->kind != VV_JSON_ARRAY || vvi_stopped(r))
        return;
    if (count == 0) {
        vvi_problem(r, list, VV_RULE_FRAMES, "add a region", "this recording has no regions");
        return;
    }
    recording->region_count = count;
    recording->frame_count = count_frames(list);
    vv_region *regions = vvi_take(r, count, sizeof *regions);
    vv_region_state *states = vvi_take(r, (size_t)count * recording->frame_count, sizeof *states);
    for (const vv_json *item = regions && states ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        vv_region *region = &regions[item->index];
        read_region(r, item, artwork, recording, region, states);
        for (uint32_t i = 0; i < item->index && region->handle != VV_NONE; i++) {
            if (regions[i].handle == region->handle)
                vvi_problem(r, item, VV_RULE_REPEATED, "remove one", "region %u is of the same handle", i);
        }
    }
    recording->regions = regions;
    recording->frames = states;
}

void vvi_read_recording(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project *project,
                        vv_project_recording *recording)
{
    static const char *const keys[] = {"artwork", "rate", "loop", "size", "regions", NULL};
    vv_project_recording usual = vvi_default_recording();
    bool editing = r->editing;
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    const vv_json *artwork = vvi_required(r, object, "artwork"), *regions = vvi_required(r, object, "regions");
    uint32_t found = artwork ? vvi_artwork_value(r, artwork, project) : recording->artwork;
    if (editing && (regions || found != recording->artwork)) {
        vvi_problem(r, regions ? regions : artwork, VV_RULE_REFERENCE, "add another recording",
                    "a recording keeps its artwork and its regions: copies name them");
        return;
    }
    recording->artwork = found;
    vvi_required(r, object, "size");
    vvi_float_member(r, object, "rate", usual.rate, 1.0f, 1000.0f, &recording->rate);
    vvi_bool_member(r, object, "loop", usual.loop, &recording->loop);
    vvi_float_member(r, object, "size", usual.size, 1e-6f, VV_PROJECT_FAR, &recording->size);
    if (regions && found != VV_NONE)
        read_regions(r, regions, project->artworks[found], recording);
}
