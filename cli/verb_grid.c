/* verve verb --grid: a field all over its axes, as in Figures 9 to 11 of the paper. */
#include "cli/verb.h"

#include "runtime/base/base.h"

#include <math.h>
#include <string.h>

enum { MOST_CELLS = 25, MARGIN = 46, TOP = 14, GAP = 6 };

/* One direction of the grid. */
typedef struct grid_axis {
    uint32_t axis; /* VV_NONE: there is only one direction */
    uint32_t count;
    float low, high;
} grid_axis;

typedef struct grid {
    verb_job *job;
    grid_axis across, upward;
    show_act show;
    vv_canvas *sheet;
    vv_image cell;
} grid;

/* ---- What is asked for ------------------------------------------------------------------------------------------- */

static const char *const example = "write it as happy:5,slope:3, or happy:7:-2:2; at most 25 each way";

/* Reads "AXIS:N" or "AXIS:N:LOW:HIGH"; *text moves to what follows. */
static vv_result read_axis(verb_job *j, const char **text, grid_axis *out)
{
    size_t length = strcspn(*text, ":,");
    double numbers[3] = {0.0, 0.0, 0.0};
    uint32_t count = 0;
    uint32_t axis = verb_find_axis(j, *text, length);
    if (axis == VV_NONE)
        return VV_ERROR_ARGUMENT;
    const char *at = *text + length;
    while (*at == ':' && count < 3) {
        size_t used = vvi_parse_double(at + 1, strlen(at + 1), &numbers[count]);
        if (used == 0)
            break;
        at += 1 + used;
        count++;
    }
    bool whole = numbers[0] == floor(numbers[0]) && numbers[0] >= 1.0 && numbers[0] <= MOST_CELLS;
    if ((*at != '\0' && *at != ',') || (count != 1 && count != 3) || !whole ||
        (count == 3 && !(numbers[1] < numbers[2])))
        return cli_misuse(j->call, example, "“%s” is not a grid", j->request->grid);
    const vv_project_axis *own = &j->field->axes[axis];
    *out = (grid_axis){axis, (uint32_t)numbers[0], count == 3 ? (float)numbers[1] : own->low,
                       count == 3 ? (float)numbers[2] : own->high};
    *text = at + (*at == ',');
    return VV_OK;
}

static vv_result read_grid(grid *g)
{
    verb_job *j = g->job;
    const char *text = j->request->grid;
    g->upward = (grid_axis){VV_NONE, 1, 0.0f, 0.0f};
    if (j->field == NULL || j->field->axis_count == 0)
        return cli_misuse(j->call, "name a verb or a shape that has axes", "there are no axes to lay a grid over");
    vv_result result = read_axis(j, &text, &g->across);
    if (result == VV_OK && *text != '\0')
        result = read_axis(j, &text, &g->upward);
    if (result == VV_OK && (*text != '\0' || g->across.axis == g->upward.axis))
        return cli_misuse(j->call, example, "“%s” is not a grid", j->request->grid);
    return result;
}

/* ---- Drawing ----------------------------------------------------------------------------------------------------- */

static float value_at(const grid_axis *l, uint32_t index)
{
    return l->count == 1 ? 0.5f * (l->low + l->high)
                         : l->low + (l->high - l->low) * (float)index / (float)(l->count - 1);
}

/* Moves the act to the place of a cell; rows count from above, where the axis is highest. */
static void move_to_cell(grid *g, uint32_t column, uint32_t row)
{
    verb_job *j = g->job;
    float at[VV_FIELD_MAX_AXES];
    memcpy(at, j->at, sizeof at);
    at[g->across.axis] = value_at(&g->across, column);
    if (g->upward.axis != VV_NONE)
        at[g->upward.axis] = value_at(&g->upward, g->upward.count - 1 - row);
    vv_performance3_set_place(j->act, at);
    if (j->kind == VV_SCENE_VERB)
        vv_performance3_set_phase(j->act, isnan(j->request->phase) ? 0.05f : (float)j->request->phase);
    else
        vv_performance3_advance(j->act, 0.0f);
}

/* Which cell is nearest to a coordinate of an axis; VV_NONE where it is outside the grid. */
static uint32_t nearest_cell(const grid_axis *l, float value)
{
    if (l->count == 1)
        return 0;
    /* Of two cells equally near, the one nearer to the middle: mirrored examples mark mirrored cells. */
    float middle = 0.5f * (float)(l->count - 1), index = (value - l->low) / (l->high - l->low) * (float)(l->count - 1);
    index += index < middle ? 0.5f + 1e-4f : 0.5f - 1e-4f;
    return index < 0.0f || index >= (float)l->count ? VV_NONE : (uint32_t)index;
}

static void draw_frame(grid *g, float left, float top, float width, float height, vv_color color)
{
    vv_camera camera = {{(float)vv_canvas_width(g->sheet) / 2.0f, -(float)vv_canvas_height(g->sheet) / 2.0f}, 1.0f};
    vv_vec2 corners[4] = {{left, -top}, {left + width, -top}, {left + width, -top - height}, {left, -top - height}};
    for (uint32_t k = 0; k < 4; k++)
        vv_draw_line(g->sheet, camera, corners[k], corners[(k + 1) % 4], 3.0f, color);
}

static float cell_left(const grid *g, uint32_t column) { return (float)(MARGIN + column * (g->show.width + GAP)); }
static float cell_top(const grid *g, uint32_t row) { return (float)(TOP + row * (g->show.height + GAP)); }

/* Draws a frame around the cell of an example, or of the place where a pseudo-example was put; it covers earlier
 * frames of the same cell. */
static void mark_cell(grid *g, const float *at, vv_color color)
{
    uint32_t column = nearest_cell(&g->across, at[g->across.axis]);
    uint32_t up = g->upward.axis == VV_NONE ? 0 : nearest_cell(&g->upward, at[g->upward.axis]);
    if (column == VV_NONE || up == VV_NONE)
        return;
    uint32_t row = g->upward.count - 1 - up;
    draw_frame(g, cell_left(g, column), cell_top(g, row), (float)g->show.width, (float)g->show.height, color);
}

static void mark_examples(grid *g)
{
    const vv_project_field *field = g->job->field;
    for (uint32_t p = 0; p < field->pseudo_count; p++)
        mark_cell(g, &field->to[p * field->axis_count], (vv_color){0xC8, 0x3A, 0x2A, 0xFF});
    for (uint32_t e = 0; e < field->example_count; e++)
        mark_cell(g, &field->at[e * field->axis_count], (vv_color){0x17, 0x87, 0x3D, 0xFF});
}

static void draw_labels(grid *g)
{
    const vv_color ink = {0x5A, 0x50, 0x58, 0xFF};
    const vv_project_axis *axes = g->job->field->axes;
    float bottom = cell_top(g, g->upward.count) + 14.0f;
    char text[96];
    for (uint32_t c = 0; c < g->across.count; c++) {
        vvi_format(text, sizeof text, "%g", (double)floorf(value_at(&g->across, c) * 100.0f + 0.5f) / 100.0);
        float centre = cell_left(g, c) + 0.5f * ((float)g->show.width - vv_text_width(text, 9.0f));
        vv_draw_text(g->sheet, centre, bottom, 9.0f, ink, text);
    }
    vv_draw_text(g->sheet, (float)MARGIN, bottom + 20.0f, 10.0f, ink, axes[g->across.axis].name);
    for (uint32_t r = 0; g->upward.axis != VV_NONE && r < g->upward.count; r++) {
        float value = value_at(&g->upward, g->upward.count - 1 - r);
        vvi_format(text, sizeof text, "%g", (double)floorf(value * 100.0f + 0.5f) / 100.0);
        vv_draw_text(g->sheet, 8.0f, cell_top(g, r) + 0.5f * (float)g->show.height, 9.0f, ink, text);
    }
    if (g->upward.axis != VV_NONE) {
        vvi_format(text, sizeof text, "upwards: %s", axes[g->upward.axis].name);
        float left = (float)vv_canvas_width(g->sheet) - vv_text_width(text, 10.0f) - 12.0f;
        vv_draw_text(g->sheet, left, bottom + 20.0f, 10.0f, ink, text);
    }
}

static vv_result make_sheet(grid *g, vv_error *error)
{
    uint32_t width = MARGIN + g->across.count * (g->show.width + GAP) + 8;
    uint32_t height = TOP + g->upward.count * (g->show.height + GAP) + 44;
    vv_result result = vv_canvas_create(width, height, NULL, &g->sheet, error);
    if (result == VV_OK)
        vv_canvas_clear(g->sheet, (vv_color){0xFF, 0xFB, 0xF3, 0xFF});
    return result == VV_OK ? vv_image_create(g->show.width, g->show.height, NULL, &g->cell, error) : result;
}

static void draw_sheet(void *user, uint32_t index)
{
    grid *g = user;
    (void)index;
    for (uint32_t cell = 0; cell < g->across.count * g->upward.count; cell++) {
        uint32_t column = cell % g->across.count, row = cell / g->across.count;
        move_to_cell(g, column, row);
        show_act_draw(&g->show, g->job->act);
        vv_canvas_resolve(g->show.canvas, &g->cell);
        vv_draw_image(g->sheet, &g->cell, (int32_t)cell_left(g, column), (int32_t)cell_top(g, row));
    }
    mark_examples(g);
    draw_labels(g);
}

static void measure(grid *g)
{
    for (uint32_t cell = 0; cell < g->across.count * g->upward.count; cell++) {
        move_to_cell(g, cell % g->across.count, cell / g->across.count);
        show_act_measure(&g->show, g->job->act);
    }
    show_act_frame(&g->show);
}

vv_result verb_draw_grid(verb_job *j)
{
    grid g = {.job = j};
    vv_result result = read_grid(&g);
    if (result == VV_OK)
        result = verb_open_show(j, 150, 190, &g.show);
    if (result == VV_OK)
        result = make_sheet(&g, j->error);
    if (result == VV_OK) {
        vv_performance3_set_in_place(j->act, true);
        measure(&g);
        picture p = {.out = j->request->out, .canvas = g.sheet, .draw = draw_sheet, .user = &g};
        result = picture_still(&p, 0, j->error);
    }
    vv_canvas_destroy(g.sheet);
    vv_image_destroy(&g.cell, NULL);
    show_act_close(&g.show);
    return result;
}
