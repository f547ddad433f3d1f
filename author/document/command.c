/* Finds a command by its name and runs it on a copy of the state. */
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

/* ---- Dispatch ---------------------------------------------------------------------------------------------------- */

static void run(vvi_edit *e, const vv_json *command);

static void project_set(vvi_edit *e)
{
    static const char *const keys[] = {"name", "about", NULL};
    e->reader.editing = true;
    if (!vvi_edit_keys(e, keys))
        return;
    vvi_name_member(&e->reader, e->command, e->state->view.name);
    vvi_about_member(&e->reader, e->command, e->state->view.about);
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

typedef struct verb {
    const char *name;
    void (*run)(vvi_edit *e, vvi_noun noun);
} verb;

typedef struct special {
    const char *name;
    void (*run)(vvi_edit *e);
} special;

static const verb verbs[] = {{"add", vvi_command_add},
                             {"remove", vvi_command_remove},
                             {"rename", vvi_command_rename},
                             {"move", vvi_command_move},
                             {"set", vvi_command_set}};
static const vvi_noun nouns[] = {VVI_ARTWORK, VVI_LAYER,  VVI_HANDLE,    VVI_EXAMPLE,  VVI_BEHAVIOUR,
                                 VVI_CLIP,    VVI_FAMILY, VVI_RECORDING, VVI_SKELETON, VVI_TAKE,
                                 VVI_FORM,    VVI_SHAPE,  VVI_VERB,      VVI_GRAPH,    VVI_CREATURE,
                                 VVI_MOTION,  VVI_GAIT,   VVI_LINE,      VVI_SCENE};
static const special specials[] = {
    {"project.set", project_set},
    {"mirror.set", vvi_command_mirror_set},
    {"complex.set", vvi_command_complex_set},
    {"complex.link", vvi_command_complex_link},
    {"complex.unlink", vvi_command_complex_unlink},
    {"example.mirror", vvi_command_example_mirror},
    {"example.duplicate", vvi_command_example_duplicate},
    {"sprite.set", vvi_command_sprite_set},
    {"puppet.set", vvi_command_puppet_set},
    {"clip.duplicate", vvi_command_clip_duplicate},
    {"shape.duplicate", vvi_command_shape_duplicate},
    {"verb.duplicate", vvi_command_verb_duplicate},
    {"corrective.set", vvi_command_corrective_set},
    {"axis.add", vvi_command_axis_add},
    {"axis.remove", vvi_command_axis_remove},
    {"axis.rename", vvi_command_axis_rename},
    {"axis.move", vvi_command_axis_move},
    {"axis.set", vvi_command_axis_set},
    {"place.add", vvi_command_place_add},
    {"place.remove", vvi_command_place_remove},
    {"place.set", vvi_command_place_set},
    {"pseudo.add", vvi_command_pseudo_add},
    {"pseudo.remove", vvi_command_pseudo_remove},
    {"pseudo.set", vvi_command_pseudo_set},
    {"track.set", vvi_command_track_set},
    {"key.set", vvi_command_key_set},
    {"key.remove", vvi_command_key_remove},
    {"key.move", vvi_command_key_move},
    {"family.link", vvi_command_family_link},
    {"family.unlink", vvi_command_family_unlink},
    {"motion.duplicate", vvi_command_motion_duplicate},
    {"gait.duplicate", vvi_command_gait_duplicate},
    {"channel.add", vvi_command_channel_add},
    {"channel.remove", vvi_command_channel_remove},
    {"channel.rename", vvi_command_channel_rename},
    {"channel.move", vvi_command_channel_move},
    {"channel.set", vvi_command_channel_set},
    {"curve.set", vvi_command_curve_set},
    {"curve.key", vvi_command_curve_key},
    {"curve.unkey", vvi_command_curve_unkey},
    {"line.duplicate", vvi_command_line_duplicate},
    {"keystroke.add", vvi_command_keystroke_add},
    {"keystroke.set", vvi_command_keystroke_set},
    {"keystroke.remove", vvi_command_keystroke_remove},
    {"keystroke.move", vvi_command_keystroke_move},
    {"pull.add", vvi_command_pull_add},
    {"pull.set", vvi_command_pull_set},
    {"pull.remove", vvi_command_pull_remove},
    {"twist.add", vvi_command_twist_add},
    {"twist.set", vvi_command_twist_set},
    {"twist.remove", vvi_command_twist_remove},
    {"contact.add", vvi_command_contact_add},
    {"contact.set", vvi_command_contact_set},
    {"contact.remove", vvi_command_contact_remove},
    {"actor.add", vvi_command_actor_add},
    {"actor.remove", vvi_command_actor_remove},
    {"actor.rename", vvi_command_actor_rename},
    {"actor.move", vvi_command_actor_move},
    {"actor.set", vvi_command_actor_set},
    {"group", group},
};

/* noun.verb, such as handle.add. */
static const verb *find_verb(const char *name, vvi_noun *noun)
{
    for (size_t n = 0; n < sizeof nouns / sizeof *nouns; n++) {
        const char *first = vvi_noun_name(nouns[n]);
        size_t length = strlen(first);
        if (strncmp(name, first, length) != 0 || name[length] != '.')
            continue;
        *noun = nouns[n];
        for (size_t v = 0; v < sizeof verbs / sizeof *verbs; v++) {
            if (strcmp(name + length + 1, verbs[v].name) == 0)
                return &verbs[v];
        }
    }
    return NULL;
}

static const special *find_special(const char *name)
{
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
        if (strcmp(name, specials[i].name) == 0)
            return &specials[i];
    }
    return NULL;
}

/* The text of `do`, or NULL after a problem. */
static const char *command_name(vvi_reader *r, const vv_json *command)
{
    const vv_json *name = vv_json_member(command, "do");
    if (name && name->kind == VV_JSON_STRING)
        return name->string;
    vvi_problem(r, command, VV_RULE_COMMAND, "write it like {\"do\": \"handle.add\", …}", "this is not a command");
    return NULL;
}

static void run(vvi_edit *e, const vv_json *command)
{
    const char *name = command_name(&e->reader, command);
    if (!name)
        return;
    e->command = command;
    e->reader.editing = false;
    vvi_noun noun = VVI_ARTWORK;
    const special *plain = find_special(name);
    const verb *found = plain ? NULL : find_verb(name, &noun);
    if (plain)
        plain->run(e);
    else if (found)
        found->run(e, noun);
    else
        vvi_problem(&e->reader, vv_json_member(command, "do"), VV_RULE_COMMAND, "docs/format.md lists the commands",
                    "there is no command \"%s\"", name);
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
    vvi_edit e = {.reader = {.json = json, .problems = problems}, .state = vvi_state_copy(state)};
    if (!vvi_edit_memory(&e, e.state != NULL))
        return NULL;
    if (command->kind == VV_JSON_ARRAY)
        run_each(&e, command);
    else
        run(&e, command);
    if (vvi_edit_failed(&e)) {
        vvi_state_destroy(e.state);
        return NULL;
    }
    label_state(e.state, command);
    return e.state;
}
