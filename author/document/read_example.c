/* An example out of JSON: its pose, and the pins that the artist held to make it. */
#include "author/document/read.h"

#include <string.h>

#define MOST_TURN    1000.0f /* radians: far beyond any pose, and near enough that sines stay exact */
#define MOST_STRETCH 1000.0f

/* Poses usually list handles in their own order, so the search begins after the last find: linear in all. */
static uint32_t find_handle_after(const vv_project_artwork *artwork, const char *name, uint32_t *hint)
{
    for (uint32_t n = 0; n < artwork->handle_count; n++) {
        uint32_t i = (*hint + n) % artwork->handle_count;
        if (strcmp(artwork->handles[i].name, name) == 0) {
            *hint = i + 1;
            return i;
        }
    }
    return VV_NONE;
}

static uint32_t find_member_handle(vvi_reader *r, const vv_json *member, const vv_project_artwork *artwork,
                                   uint32_t *hint)
{
    uint32_t handle = find_handle_after(artwork, member->name, hint);
    if (handle == VV_NONE)
        vvi_problem(r, member, VV_RULE_REFERENCE, "name a handle of this artwork", "there is no handle \"%s\"",
                    member->name);
    return handle;
}

static void read_turn(vvi_reader *r, const vv_json *object, vv_turn *turn)
{
    static const char *const keys[] = {"move", "turn", "stretch", NULL};
    float stretch[3];
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    vvi_vec2_member(r, object, "move", turn->move, &turn->move);
    vvi_float_member(r, object, "turn", 0.0f, -MOST_TURN, MOST_TURN, &turn->angle);
    const vv_json *member = vvi_member(object, "stretch");
    if (member && vvi_numbers(r, member, 3, MOST_STRETCH, stretch)) {
        turn->xx = stretch[0];
        turn->xy = stretch[1];
        turn->yy = stretch[2];
    }
}

/* `object` may be NULL: the pose at rest. */
static const vv_turn *read_pose(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork)
{
    vv_turn *turns = vvi_take(r, artwork->handle_count, sizeof *turns);
    if (!turns)
        return NULL;
    for (uint32_t i = 0; i < artwork->handle_count; i++)
        turns[i] = (vv_turn){.xx = 1.0f, .yy = 1.0f};
    if (!object || !vvi_is(r, object, VV_JSON_OBJECT))
        return turns;
    uint32_t hint = 0;
    for (const vv_json *member = object->child; member && !vvi_stopped(r); member = member->next) {
        uint32_t handle = find_member_handle(r, member, artwork, &hint);
        if (handle != VV_NONE)
            read_turn(r, member, &turns[handle]);
    }
    return turns;
}

static void read_pin(vvi_reader *r, const vv_json *object, const vv_handle *shape, vv_project_pin *pin)
{
    static const char *const keys[] = {"from", "to", "turn", "stretch", NULL};
    float stretch[3] = {1.0f, 0.0f, 1.0f};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    *pin = (vv_project_pin){.held = true, .kind = VV_PIN_POSITION, .from = shape->from};
    vvi_required(r, object, "to");
    vvi_vec2_member(r, object, "from", pin->from, &pin->from);
    vvi_vec2_member(r, object, "to", pin->to, &pin->to);
    vvi_float_member(r, object, "turn", 0.0f, -MOST_TURN, MOST_TURN, &pin->angle);
    if (vvi_member(object, "turn"))
        pin->kind = VV_PIN_TURN;
    const vv_json *member = vvi_member(object, "stretch");
    if (member && vvi_numbers(r, member, 3, MOST_STRETCH, stretch))
        pin->kind = VV_PIN_STRETCH;
    pin->xx = stretch[0];
    pin->xy = stretch[1];
    pin->yy = stretch[2];
}

static const vv_project_pin *read_pins(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork)
{
    if (!vvi_is(r, object, VV_JSON_OBJECT) || object->count == 0)
        return NULL;
    uint32_t hint = 0;
    vv_project_pin *pins = vvi_take(r, artwork->handle_count, sizeof *pins);
    for (const vv_json *member = object->child; pins && member && !vvi_stopped(r); member = member->next) {
        uint32_t handle = find_member_handle(r, member, artwork, &hint);
        if (handle != VV_NONE)
            read_pin(r, member, &artwork->handles[handle].shape, &pins[handle]);
    }
    return pins;
}

static void read_board(vvi_reader *r, const vv_json *object, vv_project_example *example)
{
    bool reset;
    const vv_json *board = vvi_optional(object, "board", &reset);
    vvi_vec2_member(r, object, "board", (vv_vec2){0.0f, 0.0f}, &example->board);
    example->placed = board || (example->placed && !reset);
}

void vvi_read_example(vvi_reader *r, const vv_json *object, vvi_keys address, const vv_project_artwork *artwork,
                      vv_project_example *example)
{
    static const char *const keys[] = {"pose", "pins", "board", NULL};
    bool editing = r->editing, reset_pose = false, reset_pins = false;
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    const vv_json *pose = vvi_optional(object, "pose", &reset_pose);
    const vv_json *pins = vvi_optional(object, "pins", &reset_pins);
    r->editing = false; /* a pose that is given is given whole */
    if (pose || reset_pose || !example->turns)
        example->turns = read_pose(r, pose, artwork);
    if (pins || reset_pins)
        example->pins = pins ? read_pins(r, pins, artwork) : NULL;
    r->editing = editing;
    read_board(r, object, example);
}

vv_result vv_project_read_pins(const vv_json_document *json, const vv_json *object, const vv_project_artwork *artwork,
                               const vv_allocator *allocator, vv_project_pin *pins, vv_error *error)
{
    vv_problems problems = {.allocator = allocator, .limit = 1};
    vvi_arena arena = {.allocator = allocator};
    vvi_reader reader = {.json = json, .arena = &arena, .problems = &problems};
    const vv_project_pin *read = read_pins(&reader, object, artwork);
    vv_result result = vvi_first_problem(&problems, error);
    if (result == VV_OK && read)
        memcpy(pins, read, artwork->handle_count * sizeof *pins);
    else if (result == VV_OK)
        memset(pins, 0, artwork->handle_count * sizeof *pins);
    vvi_arena_release(&arena);
    vv_problems_release(&problems);
    return result;
}
