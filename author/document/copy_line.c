/* Deep copies of lines of action: see copy.c. */
#include "author/document/state.h"

/* What is not there means the usual. */
static bool copy_optional(vvi_arena *arena, const void *items, size_t count, size_t size, const void **out)
{
    *out = items ? vvi_copied(arena, items, count, size) : NULL;
    return *out || !items;
}

static bool copy_floats(vvi_arena *arena, uint32_t count, const float **floats)
{
    const void *copy;
    bool good = copy_optional(arena, *floats, count, sizeof **floats, &copy);
    *floats = copy;
    return good;
}

static bool copy_key(vvi_arena *arena, vv_project_line_key *key)
{
    const void *bones, *handles;
    bool good = copy_optional(arena, key->bones, key->bone_count, sizeof *key->bones, &bones) &&
                copy_optional(arena, key->handles, key->bone_count, sizeof *key->handles, &handles) &&
                copy_floats(arena, key->point_count, &key->pressures);
    if (!good)
        return false;
    key->bones = bones;
    key->handles = handles;
    key->points = vvi_copied(arena, key->points, key->point_count, sizeof *key->points);
    return key->points != NULL;
}

static bool copy_steps(vvi_arena *arena, uint32_t count, const vv_match_step **steps)
{
    *steps = vvi_copied(arena, *steps, count, sizeof **steps);
    return *steps != NULL;
}

static bool copy_keys(vvi_line *to, const vv_project_line *from)
{
    vv_project_line_key *keys = vvi_copied(&to->arena, from->keys, from->key_count, sizeof *keys);
    vv_line_pull *pulls = vvi_copied(&to->arena, from->pulls, from->pull_count, sizeof *pulls);
    bool good = keys && pulls;
    for (uint32_t i = 0; good && i < from->key_count; i++)
        good = copy_key(&to->arena, &keys[i]);
    for (uint32_t i = 0; good && i < from->pull_count; i++) {
        pulls[i].points = vvi_copied(&to->arena, pulls[i].points, pulls[i].point_count, sizeof *pulls[i].points);
        good = pulls[i].points != NULL;
    }
    to->view.keys = keys;
    to->view.pulls = pulls;
    return good;
}

static bool copy_holds(vvi_line *to, const vv_project_line *from)
{
    vv_project_twist *twists = vvi_copied(&to->arena, from->twists, from->twist_count, sizeof *twists);
    vv_project_contact *contacts = vvi_copied(&to->arena, from->contacts, from->contact_count, sizeof *contacts);
    bool good = twists && contacts;
    for (uint32_t i = 0; good && i < from->twist_count; i++)
        good = copy_steps(&to->arena, twists[i].step_count, &twists[i].steps);
    for (uint32_t i = 0; good && i < from->contact_count; i++)
        good = copy_steps(&to->arena, contacts[i].step_count, &contacts[i].steps);
    to->view.twists = twists;
    to->view.contacts = contacts;
    return good;
}

bool vvi_copy_line(vvi_line *to, const vv_project_line *from)
{
    to->view = *from;
    to->view.rest = vvi_copied(&to->arena, from->rest, from->rest_count, sizeof *from->rest);
    return to->view.rest && copy_keys(to, from) && copy_holds(to, from) &&
           copy_floats(&to->arena, from->element_count, &to->view.stiffness) &&
           copy_floats(&to->arena, from->element_count, &to->view.damping);
}
