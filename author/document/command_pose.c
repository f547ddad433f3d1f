/* Commands about how examples relate: the mirror, and the complex. */
#include "author/document/command.h"

#include <string.h>

/* ---- Mirror ------------------------------------------------------------------------------------------------------ */

/* The displacement from the handle's pivot is seen in the mirror, as vv_pose_mirror does with `move`. Subtracting
 * from 0 leaves no −0, which would be written like 0 but compare as other bytes. */
static vv_vec2 mirror_point(vv_vec2 point, vv_vec2 pivot, vv_vec2 other_pivot)
{
    return (vv_vec2){other_pivot.x - (point.x - pivot.x), other_pivot.y + (point.y - pivot.y)};
}

static vv_project_pin mirror_pin(vv_project_pin pin, vv_vec2 pivot, vv_vec2 other_pivot)
{
    pin.from = mirror_point(pin.from, pivot, other_pivot);
    pin.to = mirror_point(pin.to, pivot, other_pivot);
    pin.angle = 0.0f - pin.angle;
    pin.xy = 0.0f - pin.xy;
    return pin;
}

static bool is_near(vv_vec2 point) { return fabsf(point.x) <= VV_PROJECT_FAR && fabsf(point.y) <= VV_PROJECT_FAR; }

static bool mirror_example(vvi_edit *e, const vv_project_artwork *artwork, vv_project_example *example)
{
    uint32_t count = artwork->handle_count;
    vv_handle_pose *turns = vvi_take(&e->reader, count, sizeof *turns);
    vv_project_pin *pins = example->pins ? vvi_take(&e->reader, count, sizeof *pins) : NULL;
    if (!turns || (example->pins && !pins))
        return false;
    vv_pose_mirror(count, artwork->partner, example->turns, turns);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = artwork->partner[i];
        turns[i].translation.x += 0.0f; /* no −0 here either */
        turns[i].angle += 0.0f;
        turns[i].xy += 0.0f;
        if (!pins || !example->pins[other].held)
            continue;
        pins[i] = mirror_pin(example->pins[other], artwork->handles[other].shape.from, artwork->handles[i].shape.from);
        if (!is_near(pins[i].from) || !is_near(pins[i].to))
            vvi_problem(&e->reader, e->command, VV_RULE_RANGE, "move the pin nearer first",
                        "mirrored, the pin of \"%s\" is too far away", artwork->handles[other].name);
    }
    example->turns = turns;
    example->pins = pins;
    return true;
}

/* Changes the example or, with "name", makes a new one. */
void vvi_command_example_mirror(vvi_edit *e)
{
    static const char *const keys[] = {"artwork", "example", "name", "before", NULL};
    vvi_target t;
    bool entered = vvi_edit_keys(e, keys) && vvi_edit_enter(e, &vvi_example_commands, &t);
    uint32_t target = entered ? vvi_edit_find(e, &t) : VV_NONE;
    if (target != VV_NONE && vv_json_member(e->command, "name"))
        target = vvi_edit_duplicate(e, &t, target);
    if (target != VV_NONE)
        vvi_edit_memory(e, mirror_example(e, t.owner.item, vvi_target_item(&t, target)));
}

/* ---- Complex ----------------------------------------------------------------------------------------------------- */

/* The artwork and the simplex that "examples" names. */
static vv_project_artwork *enter_simplex(vvi_edit *e, vv_simplex *simplex)
{
    static const char *const keys[] = {"artwork", "examples", NULL};
    vv_project_artwork *artwork = vvi_edit_keys(e, keys) ? vvi_edit_item(e, VVI_ARTWORK, "artwork", NULL) : NULL;
    const vv_json *list = artwork ? vvi_required(&e->reader, e->command, "examples") : NULL;
    return list && vvi_read_simplex(&e->reader, list, artwork, simplex) ? artwork : NULL;
}

static void keep_simplices(vvi_edit *e, vv_project_artwork *artwork, vv_simplex *simplices, uint32_t count)
{
    vvi_tidy_simplices(simplices, &count);
    if (count > VV_PROJECT_MAX_SIMPLICES) {
        vvi_problem(&e->reader, e->command, VV_RULE_TOO_MANY, "unlink others first",
                    "the complex would have %u entries, and at most %u are possible", count, VV_PROJECT_MAX_SIMPLICES);
        return;
    }
    artwork->simplices = simplices;
    artwork->simplex_count = count;
}

void vvi_command_complex_link(vvi_edit *e)
{
    vv_simplex simplex;
    vv_project_artwork *artwork = enter_simplex(e, &simplex);
    uint32_t count = artwork ? artwork->simplex_count : 0;
    vv_simplex *simplices = artwork ? vvi_take(&e->reader, count + 1, sizeof *simplices) : NULL;
    if (!simplices)
        return;
    if (count > 0)
        memcpy(simplices, artwork->simplices, count * sizeof *simplices);
    simplices[count] = simplex;
    keep_simplices(e, artwork, simplices, count + 1);
}

static vv_simplex without_corner(const vv_simplex *simplex, uint32_t corner)
{
    vv_simplex result = {{VV_NONE, VV_NONE, VV_NONE}};
    uint32_t size = 0;
    for (uint32_t i = 0; i < vvi_simplex_size(simplex); i++) {
        if (simplex->corner[i] != corner)
            result.corner[size++] = simplex->corner[i];
    }
    return result;
}

/* Afterwards nothing blends all of these at once; lesser blends stay. What held them is replaced by its largest parts
 * that lack one of them. */
void vvi_command_complex_unlink(vvi_edit *e)
{
    vv_simplex gone;
    vv_project_artwork *artwork = enter_simplex(e, &gone);
    vv_simplex *simplices = artwork ? vvi_take(&e->reader, 3 * artwork->simplex_count, sizeof *simplices) : NULL;
    if (!simplices)
        return;
    uint32_t count = 0;
    for (uint32_t i = 0; i < artwork->simplex_count; i++) {
        const vv_simplex *simplex = &artwork->simplices[i];
        if (!vvi_simplex_holds(simplex, &gone)) {
            simplices[count++] = *simplex;
            continue;
        }
        for (uint32_t c = 0; c < vvi_simplex_size(&gone); c++)
            simplices[count++] = without_corner(simplex, gone.corner[c]);
    }
    keep_simplices(e, artwork, simplices, count);
}
