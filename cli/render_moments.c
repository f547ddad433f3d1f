/* The moments of a scene as a contact sheet, a still or a film. */
#include "cli/render.h"

#include "runtime/base/base.h"

#include <math.h>

/* The part of a scene that is shown. */
typedef struct span {
    double from, seconds, rate;
    uint32_t frames; /* of a film; at least one */
} span;

typedef struct moments {
    const render_scene *scene;
    span span;
} moments;

static span find_span(const render_request *request, const vv_project_scene *scene)
{
    span s = {.from = isnan(request->from) ? 0.0 : request->from,
              .rate = isnan(request->rate) ? (double)scene->rate : request->rate};
    double to = isnan(request->to) ? (double)scene->seconds : request->to;
    s.seconds = to > s.from ? to - s.from : 0.0;
    s.frames = (uint32_t)(s.seconds * s.rate + 0.5);
    if (s.frames == 0)
        s.frames = 1;
    return s;
}

/* Moments of a sheet divide the span evenly; frame k of a film is k / rate after its beginning. */
static double moment_time(const moments *m, uint32_t index)
{
    const render_request *request = m->scene->request;
    if (request->sheet != VV_NONE)
        return m->span.from + (double)index * m->span.seconds / request->sheet;
    if (picture_is_png(request->out) && !request->sequence)
        return request->time;
    return m->span.from + (double)index / m->span.rate;
}

static void draw(void *user, uint32_t index)
{
    const moments *m = user;
    m->scene->draw(m->scene->user, moment_time(m, index));
}

static void describe(void *user, uint32_t index, char *caption, size_t bytes)
{
    vvi_format(caption, bytes, "%g s", floor(100.0 * moment_time(user, index) + 0.5) / 100.0);
}

vv_result render_moments(const render_scene *r, vv_error *error)
{
    const render_request *request = r->request;
    moments m = {r, find_span(request, r->scene)};
    picture p = {.out = request->out,
                 .canvas = r->canvas,
                 .background = r->background,
                 .draw = draw,
                 .describe = describe,
                 .user = &m};
    if (request->sheet != VV_NONE)
        return picture_sheet(&p, request->sheet, request->columns, request->captions, error);
    if (picture_is_png(request->out) && !request->sequence)
        return picture_still(&p, 0, error);
    return picture_film(&p, m.span.frames, (float)m.span.rate, error);
}
