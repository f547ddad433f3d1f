/* Finds a command by its name and runs it on a copy of the state: those of lists, and those of their own. */
#include "author/document/command.h"

#include <string.h>

bool vvi_edit_failed(const vvi_edit *e) { return e->reader.problems->memory || e->reader.problems->errors > 0; }

bool vvi_edit_memory(vvi_edit *e, bool good)
{
    e->reader.problems->memory = e->reader.problems->memory || !good;
    return good;
}

bool vvi_edit_keys(vvi_edit *e, vvi_keys keys)
{
    static const char *const always[] = {"do", NULL};
    return vvi_known_keys(&e->reader, e->command, keys, always);
}

/* ---- Commands of the whole --------------------------------------------------------------------------------------- */

static void run(vvi_edit *e, const vv_json *command);

static void project_set(vvi_edit *e)
{
    static const char *const address[] = {"do", NULL};
    vvi_scope scope = vvi_scope_of(&vvi_project_head_schema, &e->state->view, &e->state->view);
    e->reader.editing = true;
    vvi_schema_read(&e->reader, e->command, address, &scope);
}

static void run_each(vvi_edit *e, const vv_json *list)
{
    for (const vv_json *command = list->child; command && !vvi_edit_failed(e); command = command->next)
        run(e, command);
}

static void group(vvi_edit *e)
{
    static const char *const keys[] = {"label", "commands", NULL};
    if (!vvi_edit_keys(e, keys))
        return;
    const vv_json *label = vv_json_member(e->command, "label");
    const vv_json *commands = vvi_required(&e->reader, e->command, "commands");
    char unused[VV_PROJECT_NAME_BYTES];
    if (label && !vvi_name(&e->reader, label, unused))
        return;
    if (commands && vvi_is(&e->reader, commands, VV_JSON_ARRAY))
        run_each(e, commands);
}

/* ---- What artworks have but once --------------------------------------------------------------------------------- */

/* A key of an artwork, given whole. */
static void set_key(vvi_edit *e, const char *key)
{
    const char *const keys[] = {"artwork", key, NULL};
    void *artwork = vvi_edit_keys(e, keys) ? vvi_edit_item(e, VVI_ARTWORK, "artwork", NULL) : NULL;
    const vv_json *value = artwork ? vvi_required(&e->reader, e->command, key) : NULL;
    vvi_scope scope = vvi_scope_of(&vvi_artwork_schema, &e->state->view, artwork);
    if (value)
        vvi_schema_read_key(&e->reader, value, key, &scope);
}

/* Keys of an object that an artwork has. */
static void set_part(vvi_edit *e, const char *key)
{
    static const char *const address[] = {"do", "artwork", NULL};
    const vvi_schema_field *f = vvi_schema_field_of(&vvi_artwork_schema, key);
    char *artwork = vvi_edit_item(e, VVI_ARTWORK, "artwork", NULL);
    if (!artwork)
        return;
    vvi_scope owner = vvi_scope_of(&vvi_artwork_schema, &e->state->view, artwork);
    vvi_scope part = vvi_scope_in(&owner, f->of.object, artwork + f->offset);
    e->reader.editing = true;
    vvi_schema_read(&e->reader, e->command, address, &part);
}

/* ---- Dispatch ---------------------------------------------------------------------------------------------------- */

static void as_it_is(void *copy) { (void)copy; }

/* The copy would hide the other on the pose board. */
static void clear_board_place(void *copy)
{
    ((vv_project_example *)copy)->placed = false;
    ((vv_project_example *)copy)->board = (vv_vec2){0.0f, 0.0f};
}

static void refuse_drawing(vvi_edit *e, const vvi_schema_field *list)
{
    vvi_problem(&e->reader, e->command, VV_RULE_LINE_KIND, "name the line of a skeleton or a creature",
                "the line of an artwork has no %s", list->of.list->plural);
}

static void refuse_others(vvi_edit *e, const vvi_schema_field *list)
{
    vvi_problem(&e->reader, vv_json_member(e->command, "scene"), VV_RULE_SCENE_KIND, "name a scene with actors",
                "this scene is no stage: it has no %s", list->of.list->plural);
}

const vvi_listed vvi_example_commands = {VVI_ARTWORK, .key = "examples", .copied = clear_board_place};
const vvi_listed vvi_channel_commands = {VVI_MOTION, .key = "channels", .names_owner = true};
const vvi_listed vvi_keystroke_commands = {VVI_LINE, .key = "keys", .changed = vvi_keystroke_changed};

static const vvi_listed *const lists[] = {
    &(const vvi_listed){VVI_PROJECT, .key = "artworks", .set = &vvi_artwork_set_schema, .is_free = vvi_artwork_is_free},
    &(const vvi_listed){VVI_PROJECT, .key = "clips", .copied = as_it_is},
    &(const vvi_listed){VVI_PROJECT, .key = "families", .changed = vvi_family_changed},
    &(const vvi_listed){VVI_PROJECT, .key = "recordings"},
    &(const vvi_listed){VVI_PROJECT, .key = "skeletons", .is_free = vvi_skeleton_is_free},
    &(const vvi_listed){VVI_PROJECT, .key = "takes", .changed = vvi_take_changed},
    &(const vvi_listed){VVI_PROJECT, .key = "forms"},
    &(const vvi_listed){VVI_PROJECT, .key = "shapes", .changed = vvi_field_changed, .copied = as_it_is},
    &(const vvi_listed){VVI_PROJECT, .key = "verbs", .changed = vvi_field_changed, .copied = as_it_is},
    &(const vvi_listed){VVI_PROJECT, .key = "graphs"},
    &(const vvi_listed){VVI_PROJECT, .key = "creatures", .is_free = vvi_creature_is_free},
    &(const vvi_listed){VVI_PROJECT, .key = "motions", .changed = vvi_motion_changed, .copied = as_it_is},
    &(const vvi_listed){VVI_PROJECT, .key = "gaits", .copied = as_it_is},
    &(const vvi_listed){VVI_PROJECT, .key = "lines", .changed = vvi_line_changed, .copied = as_it_is},
    &(const vvi_listed){VVI_PROJECT, .key = "scenes"},
    &(const vvi_listed){VVI_ARTWORK, .key = "layers"},
    &(const vvi_listed){VVI_ARTWORK, .key = "handles", .leaving = vvi_handle_leaving, .changed = vvi_handle_changed},
    &vvi_example_commands,
    &(const vvi_listed){VVI_ARTWORK, .key = "behaviours"},
    &vvi_channel_commands,
    &vvi_keystroke_commands,
    &(const vvi_listed){VVI_LINE, .key = "pulls"},
    &(const vvi_listed){VVI_LINE, .key = "twists", .refuse = refuse_drawing},
    &(const vvi_listed){VVI_LINE, .key = "contacts", .refuse = refuse_drawing},
    &(const vvi_listed){VVI_SCENE, .key = "actors", .refuse = refuse_others, .rearrange = vvi_rearrange_actors,
                        .changed = vvi_actor_changed},
    &(const vvi_listed){VVI_SCENE, .key = "obstacles", .refuse = refuse_others, .changed = vvi_obstacle_changed},
    &(const vvi_listed){VVI_SCENE, .key = "zones", .refuse = refuse_others, .changed = vvi_zone_changed},
    &(const vvi_listed){VVI_SCENE, .key = "joints", .refuse = refuse_others, .changed = vvi_joint_changed},
    &(const vvi_listed){VVI_SHAPE, .key = "axes", .item = "axis", .other = VVI_VERB, .changed = vvi_axis_changed},
    &(const vvi_listed){VVI_SHAPE, .key = "examples", .item = "place", .other = VVI_VERB, .by_reference = true},
    &(const vvi_listed){VVI_SHAPE, .key = "pseudo", .item = "pseudo", .other = VVI_VERB},
};

static void mirror_set(vvi_edit *e) { set_key(e, "mirror"); }
static void complex_set(vvi_edit *e) { set_key(e, "complex"); }
static void corrective_set(vvi_edit *e) { set_key(e, "correctives"); }
static void sprite_set(vvi_edit *e) { set_part(e, "sprite"); }
static void puppet_set(vvi_edit *e) { set_part(e, "puppet"); }

typedef struct special {
    const char *name;
    void (*run)(vvi_edit *e);
} special;

static const special specials[] = {
    {"group", group},
    {"project.set", project_set},
    {"mirror.set", mirror_set},
    {"complex.set", complex_set},
    {"complex.link", vvi_command_complex_link},
    {"complex.unlink", vvi_command_complex_unlink},
    {"example.mirror", vvi_command_example_mirror},
    {"sprite.set", sprite_set},
    {"puppet.set", puppet_set},
    {"corrective.set", corrective_set},
    {"track.set", vvi_command_track_set},
    {"key.set", vvi_command_key_set},
    {"key.remove", vvi_command_key_remove},
    {"key.move", vvi_command_key_move},
    {"family.link", vvi_command_family_link},
    {"family.unlink", vvi_command_family_unlink},
    {"curve.set", vvi_command_curve_set},
    {"curve.key", vvi_command_curve_key},
    {"curve.unkey", vvi_command_curve_unkey},
    {"keystroke.add", vvi_command_keystroke_add},
    {"keystroke.move", vvi_command_keystroke_move},
};

static bool run_special(vvi_edit *e, const char *name)
{
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
        if (strcmp(name, specials[i].name) == 0) {
            specials[i].run(e);
            return true;
        }
    }
    return false;
}

static void run(vvi_edit *e, const vv_json *command)
{
    const vv_json *name = vv_json_member(command, "do");
    if (!name || name->kind != VV_JSON_STRING) {
        vvi_problem(&e->reader, command, VV_RULE_COMMAND, "write it like {\"do\": \"handle.add\", …}",
                    "this is not a command");
        return;
    }
    e->command = command;
    e->reader.editing = false;
    bool found = run_special(e, name->string);
    for (size_t i = 0; !found && i < sizeof lists / sizeof *lists; i++)
        found = vvi_edit_listed(e, lists[i], name->string);
    if (!found)
        vvi_problem(&e->reader, name, VV_RULE_COMMAND, "docs/format.md lists the commands",
                    "there is no command \"%s\"", name->string);
}

static void label_state(vvi_state *state, const vv_json *command)
{
    if (command->kind == VV_JSON_ARRAY && command->count == 1)
        command = command->child;
    const vv_json *label = vv_json_member(command, "label");
    const vv_json *name = vv_json_member(command, "do"); /* a list has none */
    const char *text = label ? label->string : name ? name->string : "group";
    vvi_format(state->label, sizeof state->label, "%s", text);
}

vvi_state *vvi_command_apply(const vvi_state *state, const vv_json_document *json, const vv_json *command,
                             vv_problems *problems)
{
    vvi_edit e = {.reader = {.json = json, .problems = problems},
                  .state = vvi_state_copy(state),
                  .scratch = {.allocator = state->allocator}};
    if (!vvi_edit_memory(&e, e.state != NULL))
        return NULL;
    if (command->kind == VV_JSON_ARRAY)
        run_each(&e, command);
    else
        run(&e, command);
    vvi_arena_release(&e.scratch);
    if (vvi_edit_failed(&e)) {
        vvi_state_destroy(e.state);
        return NULL;
    }
    label_state(e.state, command);
    return e.state;
}
