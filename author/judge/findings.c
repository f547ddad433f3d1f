/* Measures, their limits (docs/validation.md), and findings. */
#include "watch.h"

static const char *const names[VV_MEASURE_COUNT] = {"nan", "miss", "slip", "stretch", "jump", "twist", "sink"};

const char *vv_measure_name(vv_measure measure) { return names[measure]; }

float vv_measure_limit(vv_measure measure, vv_part part, bool strict)
{
    static const float limits[VV_MEASURE_COUNT] = {0.5f, 0.01f, 0.005f, 0.01f, 0.01f, 10.0f * VV_PI / 180.0f, 0.02f};
    if (part == VV_PART_BRANCHING && !strict && measure == VV_MEASURE_MISS)
        return 0.1f;
    if (part == VV_PART_BRANCHING && !strict && measure == VV_MEASURE_SLIP)
        return 0.03f;
    if (part == VV_PART_SPINE && measure == VV_MEASURE_STRETCH)
        return 0.2f;
    return limits[measure];
}

static const vv_worst no_worst = {.value = 0.0f, .body = VV_NONE};

vv_findings vv_no_findings(void)
{
    vv_findings findings = {.self = no_worst, .spine = no_worst};
    for (uint32_t part = 0; part < VV_PART_COUNT; part++)
        for (uint32_t m = 0; m < VV_MEASURE_COUNT; m++)
            findings.worst[part][m] = no_worst;
    return findings;
}

void vvi_raise_worst(vv_worst *worst, float value, uint32_t frame, uint32_t body)
{
    if (worst->body == VV_NONE || value > worst->value)
        *worst = (vv_worst){.value = value, .frame = frame, .body = body};
}

static void merge_worst(vv_worst *all, const vv_worst *more, uint32_t trial)
{
    if (more->body == VV_NONE || (all->body != VV_NONE && all->value >= more->value))
        return;
    *all = *more;
    all->trial = trial;
}

void vv_findings_add(vv_findings *all, const vv_findings *more, uint32_t trial)
{
    for (uint32_t part = 0; part < VV_PART_COUNT; part++)
        for (uint32_t m = 0; m < VV_MEASURE_COUNT; m++)
            merge_worst(&all->worst[part][m], &more->worst[part][m], trial);
    merge_worst(&all->self, &more->self, trial);
    merge_worst(&all->spine, &more->spine, trial);
}

bool vv_findings_worst_fault(const vv_findings *findings, bool strict, vv_fault *out)
{
    float most = 1.0f;
    bool any = false;
    for (uint32_t m = 0; m < VV_MEASURE_COUNT; m++) {
        for (uint32_t part = 0; part < VV_PART_COUNT; part++) {
            const vv_worst *worst = &findings->worst[part][m];
            float limit = vv_measure_limit((vv_measure)m, (vv_part)part, strict);
            if (worst->body == VV_NONE || worst->value <= most * limit)
                continue;
            most = worst->value / limit;
            *out = (vv_fault){(vv_measure)m, (vv_part)part, *worst, limit};
            any = true;
        }
    }
    return any;
}
