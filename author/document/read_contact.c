/* The twists and contacts of a line of action out of JSON: turns of one bone about itself, and places that bones keep. */
#include "author/document/lines.h"

#include <string.h>

#define MOST_ANGLE 100.0f /* radians: more turns than anyone means */
#define MOST_EASE  10.0f  /* seconds */

vv_project_contact vvi_default_contact(void) { return (vv_project_contact){.ease = 0.15f}; }

/* The required member `bone`: a joint's or body's name. */
static void read_bone(vvi_reader *r, const vv_json *object, char *bone)
{
    const vv_json *value = vvi_required(r, object, "bone");
    if (value)
        vvi_foreign_name(r, value, VV_SKELETON_NAME_BYTES, bone);
}

static void read_vec3(vvi_reader *r, const vv_json *value, vv_vec3 *out)
{
    float three[3];
    if (vvi_numbers(r, value, 3, VV_LINE_MAX_VALUE, three))
        *out = (vv_vec3){three[0], three[1], three[2]};
}

/* A rotation need not be of unit length to the last digit. */
static void read_turn(vvi_reader *r, const vv_json *value, vv_quat *turn)
{
    float q[4];
    if (!vvi_numbers(r, value, 4, 2.0f, q))
        return;
    float square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (!(fabsf(square - 1.0f) <= 0.01f)) /* as vv_match_create wants it */
        vvi_problem(r, value, VV_RULE_RANGE, "divide its numbers by its length",
                    "this rotation has the length %g, and a quaternion x y z w of length 1 is needed",
                    sqrt((double)square));
    *turn = (vv_quat){q[0], q[1], q[2], q[3]};
}

/* ---- Steps ---------------------------------------------------------------------------------------------------------- */

typedef void (*step_reader)(vvi_reader *r, const vv_json *object, vv_match_step *step);

static void read_angle_step(vvi_reader *r, const vv_json *object, vv_match_step *step)
{
    static const char *const keys[] = {"time", "angle", NULL};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    const vv_json *angle = vvi_required(r, object, "angle");
    step->turn = vv_quat_identity();
    if (angle)
        vvi_number(r, angle, -MOST_ANGLE, MOST_ANGLE, &step->angle);
}

static void read_place_step(vvi_reader *r, const vv_json *object, vv_match_step *step)
{
    static const char *const keys[] = {"time", "place", "turn", NULL};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    const vv_json *place = vvi_required(r, object, "place"), *turn = vvi_member(object, "turn");
    step->turn = vv_quat_identity();
    if (place)
        read_vec3(r, place, &step->place);
    if (turn)
        read_turn(r, turn, &step->turn);
}

/* Steps that are given are given whole. */
static const vv_match_step *read_steps(vvi_reader *r, const vv_json *list, step_reader read, uint32_t *count)
{
    bool editing = r->editing;
    uint32_t before = r->problems->errors;
    *count = vvi_list(r, list, VV_MATCH_MAX_STEPS, "keys");
    vv_match_step *steps = r->problems->errors == before ? vvi_take(r, *count, sizeof *steps) : NULL;
    if (steps && *count == 0)
        vvi_problem(r, list, VV_RULE_LINE_TIMES, "give one, or remove this", "there are no keys");
    r->editing = false;
    for (const vv_json *item = steps && *count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        vv_match_step *step = &steps[item->index];
        read(r, item, step);
        if (item->kind != VV_JSON_OBJECT)
            continue;
        vvi_required(r, item, "time");
        vvi_float_member(r, item, "time", 0.0f, 0.0f, VV_LINE_MAX_TIME, &step->time);
        if (item->index > 0 && r->problems->errors == before && !(step->time > step[-1].time))
            vvi_problem(r, item, VV_RULE_LINE_TIMES, "sort the keys by time, no two at the same time",
                        "this key is not later than the one before it");
    }
    r->editing = editing;
    *count = steps ? *count : 0;
    return steps;
}

/* ---- Twists --------------------------------------------------------------------------------------------------------- */

void vvi_read_twist(vvi_reader *r, const vv_json *object, vvi_keys address, vv_project_twist *twist)
{
    static const char *const keys[] = {"bone", "keys", NULL};
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    read_bone(r, object, twist->bone);
    const vv_json *steps = vvi_required(r, object, "keys");
    if (steps)
        twist->steps = read_steps(r, steps, read_angle_step, &twist->step_count);
}

/* ---- Contacts ------------------------------------------------------------------------------------------------------- */

/* Turns: in all keys or in none. */
static void settle_turns(vvi_reader *r, const vv_json *list, vv_project_contact *contact)
{
    uint32_t turned = 0;
    for (const vv_json *item = list->child; item; item = item->next)
        turned += vvi_member(item, "turn") != NULL;
    if (turned > 0 && turned != list->count)
        vvi_problem(r, list, VV_RULE_ONE_OF, "give a \"turn\" to every key, or to none",
                    "%u of these %u keys have a \"turn\"", turned, list->count);
    contact->turned = turned > 0;
}

static void read_span(vvi_reader *r, const vv_json *object, vv_project_contact *contact)
{
    const vv_json *from = vvi_required(r, object, "from"), *to = vvi_required(r, object, "to");
    bool good = !from || vvi_number(r, from, 0.0f, VV_LINE_MAX_TIME, &contact->from);
    good = (!to || vvi_number(r, to, 0.0f, VV_LINE_MAX_TIME, &contact->to)) && good;
    if (good && (r->editing || (from && to)) && !(contact->to > contact->from))
        vvi_problem(r, object, VV_RULE_LINE_TIMES, "make \"to\" greater than \"from\"",
                    "this contact lasts from %g to %g s", (double)contact->from, (double)contact->to);
    vvi_float_member(r, object, "ease", vvi_default_contact().ease, 0.0f, MOST_EASE, &contact->ease);
}

void vvi_read_contact(vvi_reader *r, const vv_json *object, vvi_keys address, vv_project_contact *contact)
{
    static const char *const keys[] = {"bone", "point", "from", "to", "ease", "keys", NULL};
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    bool reset;
    const vv_json *point = vvi_optional(object, "point", &reset), *steps = vvi_required(r, object, "keys");
    uint32_t before = r->problems->errors;
    read_bone(r, object, contact->bone);
    if (reset)
        contact->point = (vv_vec3){0.0f, 0.0f, 0.0f};
    if (point)
        read_vec3(r, point, &contact->point);
    read_span(r, object, contact);
    if (steps)
        contact->steps = read_steps(r, steps, read_place_step, &contact->step_count);
    if (steps && r->problems->errors == before && !vvi_stopped(r))
        settle_turns(r, steps, contact);
}
