/* The structs that the studio's page reads out of WebAssembly memory, as named indices into their 32-bit words. The
 * table names every member; whether it is a word or a float follows from its type, and where it lies from the sizes
 * of those before it. A member that the table leaves out, or that has a type which the page cannot read, stops the
 * generator or the compiler; studio/core/layout_check.h has the compiler of the WebAssembly module agree. */
#include "generate.h"

#include "studio/core/studio.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

typedef enum kind {
    WORD, /* uint32_t */
    FLOAT,
    POINTER, /* an address, which is a word too */
} kind;

/* An array member decays to a pointer to what may be written; pointer members are to const. */
#define KIND(member)                                                                                                   \
    _Generic((member),                                                                                                 \
        uint32_t: WORD,                                                                                                \
        float: FLOAT,                                                                                                  \
        float *: FLOAT,                                                                                                \
        vv_vec2: FLOAT,                                                                                                \
        vv_vec2 *: FLOAT,                                                                                              \
        vv_vec3: FLOAT,                                                                                                \
        vv_vec3 *: FLOAT,                                                                                              \
        vv_quat: FLOAT,                                                                                                \
        vv_mat2: FLOAT,                                                                                                \
        vv_mat3: FLOAT,                                                                                                \
        const float *: POINTER,                                                                                        \
        const uint32_t *: POINTER,                                                                                     \
        const uint8_t *: POINTER,                                                                                      \
        const vv_vec2 *: POINTER,                                                                                      \
        const vv_vec3 *: POINTER,                                                                                      \
        const vv_affine *: POINTER,                                                                                    \
        const vv_affine3 *: POINTER,                                                                                   \
        const vv_transform3 *: POINTER,                                                                                 \
        const vv_play_actor *: POINTER,                                                                                \
        const vv_contact_mark *: POINTER,                                                                              \
        const vv_play_obstacle *: POINTER,                                                                             \
        const vv_play_zone *: POINTER,                                                                                 \
        const vv_play_joint *: POINTER,                                                                                \
        const vv_play_mark *: POINTER,                                                                                 \
        const vv_herd_member *: POINTER)

typedef struct member {
    const char *name;
    kind kind;
    size_t offset, size; /* here, where pointers may have eight bytes */
} member;

typedef struct layout {
    const char *type;
    size_t size;
    const member *members;
    size_t count;
} layout;

#define M(type, name)                                                                                                  \
    {                                                                                                                  \
#name, KIND(((type *)0)->name), offsetof(type, name), sizeof((type *)0)->name                                  \
    }
#define LAYOUT(type, table)                                                                                            \
    {                                                                                                                  \
#type, sizeof(type), table, sizeof(table) / sizeof *(table)                                                    \
    }

static const member figure[] = {
    M(vv_figure, mesh_version), M(vv_figure, vertex_count),   M(vv_figure, triangle_count), M(vv_figure, layer_count),
    M(vv_figure, handle_count), M(vv_figure, example_count),  M(vv_figure, rest),           M(vv_figure, uvs),
    M(vv_figure, triangles),    M(vv_figure, layers),         M(vv_figure, weights),        M(vv_figure, vertices),
    M(vv_figure, handles),      M(vv_figure, turns),          M(vv_figure, pins),           M(vv_figure, place),
    M(vv_figure, posed),        M(vv_figure, smallest_angle), M(vv_figure, low_x),          M(vv_figure, low_y),
    M(vv_figure, high_x),       M(vv_figure, high_y),
};
static const member play_actor[] = {
    M(vv_play_actor, artwork),
    M(vv_play_actor, vertex_count),
    M(vv_play_actor, vertices),
    M(vv_play_actor, example_count),
    M(vv_play_actor, place),
    M(vv_play_actor, equilibrium),
    M(vv_play_actor, goals),
    M(vv_play_actor, inputs),
    M(vv_play_actor, input_count),
    M(vv_play_actor, x),
    M(vv_play_actor, y),
    M(vv_play_actor, velocity_x),
    M(vv_play_actor, velocity_y),
    M(vv_play_actor, angle),
    M(vv_play_actor, spin),
    M(vv_play_actor, flipped),
    M(vv_play_actor, asleep),
    M(vv_play_actor, grounded),
    M(vv_play_actor, touching),
    M(vv_play_actor, contact_energy),
    M(vv_play_actor, behaviour),
    M(vv_play_actor, state),
    M(vv_play_actor, grabbed),
    M(vv_play_actor, size),
    M(vv_play_actor, tint_r),
    M(vv_play_actor, tint_g),
    M(vv_play_actor, tint_b),
    M(vv_play_actor, tint_a),
    M(vv_play_actor, hidden_low),
    M(vv_play_actor, hidden_high),
    M(vv_play_actor, handle_count),
    M(vv_play_actor, handles),
    M(vv_play_actor, fade),
    M(vv_play_actor, fade_artwork),
    M(vv_play_actor, fade_vertex_count),
    M(vv_play_actor, fade_vertices),
};
static const member contact_mark[] = {
    M(vv_contact_mark, x),        M(vv_contact_mark, y),     M(vv_contact_mark, normal_x),
    M(vv_contact_mark, normal_y), M(vv_contact_mark, speed), M(vv_contact_mark, age),
};
static const member play_obstacle[] = {
    M(vv_play_obstacle, x),          M(vv_play_obstacle, y),          M(vv_play_obstacle, angle),
    M(vv_play_obstacle, velocity_x), M(vv_play_obstacle, velocity_y), M(vv_play_obstacle, spin),
};
static const member play_joint[] = {
    M(vv_play_joint, present), M(vv_play_joint, a_x),      M(vv_play_joint, a_y),         M(vv_play_joint, b_x),
    M(vv_play_joint, b_y),     M(vv_play_joint, angle),    M(vv_play_joint, translation), M(vv_play_joint, length),
    M(vv_play_joint, force),   M(vv_play_joint, at_limit),
};
static const member play_zone[] = {
    M(vv_play_zone, active),
    M(vv_play_zone, x),
    M(vv_play_zone, y),
    M(vv_play_zone, angle),
    M(vv_play_zone, velocity_x),
    M(vv_play_zone, velocity_y),
    M(vv_play_zone, acceleration_x),
    M(vv_play_zone, acceleration_y),
};
static const member play_mark[] = {
    M(vv_play_mark, time),     M(vv_play_mark, kind), M(vv_play_mark, actor), M(vv_play_mark, other),
    M(vv_play_mark, obstacle), M(vv_play_mark, zone), M(vv_play_mark, joint), M(vv_play_mark, impulse),
};
static const member play[] = {
    M(vv_play, scene),    M(vv_play, actor_count),    M(vv_play, actors),     M(vv_play, contact_count),
    M(vv_play, contacts), M(vv_play, obstacle_count), M(vv_play, obstacles),  M(vv_play, joint_count),
    M(vv_play, joints),   M(vv_play, zone_count),     M(vv_play, zones),      M(vv_play, mark_count),
    M(vv_play, marks),    M(vv_play, mark_version),   M(vv_play, step_count), M(vv_play, time),
    M(vv_play, step),     M(vv_play, version),        M(vv_play, live),
};
static const member act_view[] = {
    M(vv_performance3_view, kind),
    M(vv_performance3_view, subject),
    M(vv_performance3_view, version),
    M(vv_performance3_view, vertex_count),
    M(vv_performance3_view, triangle_count),
    M(vv_performance3_view, joint_count),
    M(vv_performance3_view, axis_count),
    M(vv_performance3_view, example_count),
    M(vv_performance3_view, positions),
    M(vv_performance3_view, normals),
    M(vv_performance3_view, triangles),
    M(vv_performance3_view, colors),
    M(vv_performance3_view, heat),
    M(vv_performance3_view, joints),
    M(vv_performance3_view, at),
    M(vv_performance3_view, weights),
    M(vv_performance3_view, color),
    M(vv_performance3_view, seconds),
    M(vv_performance3_view, phase),
    M(vv_performance3_view, length),
    M(vv_performance3_view, slide),
    M(vv_performance3_view, root_x),
    M(vv_performance3_view, root_y),
    M(vv_performance3_view, root_z),
    M(vv_performance3_view, heading),
    M(vv_performance3_view, slope),
    M(vv_performance3_view, beyond),
    M(vv_performance3_view, low),
    M(vv_performance3_view, high),
    M(vv_performance3_view, state),
    M(vv_performance3_view, fading),
};
static const member herd_member[] = {
    M(vv_herd_member, body_count), M(vv_herd_member, placements),
    M(vv_herd_member, bound),      M(vv_herd_member, variant_count),
    M(vv_herd_member, variant),    M(vv_herd_member, x),
    M(vv_herd_member, z),          M(vv_herd_member, seconds),
    M(vv_herd_member, height),     M(vv_herd_member, gone),
};
static const member herd_view[] = {
    M(vv_herd_view, version),      M(vv_herd_view, vertex_count), M(vv_herd_view, triangle_count),
    M(vv_herd_view, member_count), M(vv_herd_view, positions),    M(vv_herd_view, normals),
    M(vv_herd_view, triangles),    M(vv_herd_view, colors),       M(vv_herd_view, members),
    M(vv_herd_view, seconds),      M(vv_herd_view, length),       M(vv_herd_view, low),
    M(vv_herd_view, high),
};
static const member action_view[] = {
    M(vv_action_view, line),        M(vv_action_view, version),      M(vv_action_view, serial),
    M(vv_action_view, kind),        M(vv_action_view, subject),      M(vv_action_view, key_count),
    M(vv_action_view, frame_count), M(vv_action_view, seconds),      M(vv_action_view, length),
    M(vv_action_view, rate),        M(vv_action_view, vertex_count), M(vv_action_view, triangle_count),
    M(vv_action_view, joint_count), M(vv_action_view, positions),    M(vv_action_view, normals),
    M(vv_action_view, triangles),   M(vv_action_view, colors),       M(vv_action_view, joints),
    M(vv_action_view, parents),     M(vv_action_view, flat_count),   M(vv_action_view, flat),
    M(vv_action_view, paper_turn),  M(vv_action_view, paper_centre), M(vv_action_view, paper_distance),
    M(vv_action_view, normal),      M(vv_action_view, points),       M(vv_action_view, places),
    M(vv_action_view, grabbed),
};
/* What arrays in those are made of, and what the page hands over. */
static const member affine[] = {M(vv_affine, linear), M(vv_affine, translation)};
static const member affine3[] = {M(vv_affine3, linear), M(vv_affine3, translation)};
static const member placement[] = {M(vv_transform3, position), M(vv_transform3, rotation)};
static const member region[] = {M(vv_region, handle), M(vv_region, threshold)};

static const layout layouts[] = {
    LAYOUT(vv_figure, figure),
    LAYOUT(vv_play_actor, play_actor),
    LAYOUT(vv_contact_mark, contact_mark),
    LAYOUT(vv_play_obstacle, play_obstacle),
    LAYOUT(vv_play_joint, play_joint),
    LAYOUT(vv_play_zone, play_zone),
    LAYOUT(vv_play_mark, play_mark),
    LAYOUT(vv_play, play),
    LAYOUT(vv_performance3_view, act_view),
    LAYOUT(vv_herd_member, herd_member),
    LAYOUT(vv_herd_view, herd_view),
    LAYOUT(vv_action_view, action_view),
    LAYOUT(vv_affine, affine),
    LAYOUT(vv_affine3, affine3),
    LAYOUT(vv_transform3, placement),
    LAYOUT(vv_region, region),
};

/* Numbers that both sides must agree on. */
static const struct {
    const char *name;
    unsigned value;
} constants[] = {
    {"none", VV_NONE},
    {"linePoints", VV_ACTION_POINTS},
    {"lineOfArtwork", VV_LINE_OF_ARTWORK},
};

/* In the order of vv_scene_kind. */
static const char *const scene_kinds[] = {
    [VV_SCENE_TOUR] = "tour",   [VV_SCENE_STAGE] = "stage",        [VV_SCENE_VERB] = "verb", [VV_SCENE_GRAPH] = "graph",
    [VV_SCENE_SHAPE] = "shape", [VV_SCENE_CREATURE] = "creatures", [VV_SCENE_LINE] = "line",
};

/* In the order of vv_event_kind. */
static const char *const event_kinds[] = {
    [VV_EVENT_CONTACT_BEGIN] = "begin",   [VV_EVENT_CONTACT_END] = "end",       [VV_EVENT_CONTACT_STAY] = "stay",
    [VV_EVENT_CONTACT_HIT] = "hit",       [VV_EVENT_SENSOR_ENTER] = "enter",    [VV_EVENT_SENSOR_LEAVE] = "leave",
    [VV_EVENT_STEP_FAILED] = "failed",    [VV_EVENT_OVERFLOW] = "overflow",     [VV_EVENT_MEMBER_CHANGED] = "member",
    [VV_EVENT_SIGNAL] = "signal",         [VV_EVENT_ASLEEP] = "asleep",         [VV_EVENT_AWAKE] = "awake",
    [VV_EVENT_ZONE_ENTER] = "zone-enter", [VV_EVENT_ZONE_LEAVE] = "zone-leave", [VV_EVENT_JOINT_BROKEN] = "broken",
};

static void print_words(FILE *out, const char *comment, const char *name, const char *const *words, size_t count)
{
    fprintf(out, "// %s\nexport const %s = [", comment, name);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s\"%s\"", i > 0 ? ", " : "", words[i]);
    fprintf(out, "] as const;\n");
}

/* Words of a member in WebAssembly memory. */
static size_t words_of(const member *m) { return m->kind == POINTER ? 1 : m->size / 4; }

static size_t words_before(const layout *l, size_t index)
{
    size_t words = 0;
    for (size_t i = 0; i < index; i++)
        words += words_of(&l->members[i]);
    return words;
}

/* Members one after the other, with nothing between them but what aligns a pointer, and nothing behind the last. */
static bool is_complete(const layout *l)
{
    size_t end = 0, widest = 4;
    for (size_t i = 0; i < l->count; i++) {
        const member *m = &l->members[i];
        size_t alignment = m->kind == POINTER ? sizeof(void *) : 4;
        widest = alignment > widest ? alignment : widest;
        end = (end + alignment - 1) / alignment * alignment;
        if (m->offset != end) {
            fprintf(stderr, "generate: in the table of %s in tools/generate/layout.c a member is missing before %s\n",
                    l->type, m->name);
            return false;
        }
        end += m->size;
    }
    if ((end + widest - 1) / widest * widest == l->size)
        return true;
    fprintf(stderr, "generate: in the table of %s in tools/generate/layout.c the last members are missing\n", l->type);
    return false;
}

static bool are_complete(void)
{
    bool good = true;
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        good = is_complete(&layouts[i]) && good;
    return good;
}

/* vertex_count → vertexCount; vv_play_actor → PlayActor where `upper`. */
static void print_camel(FILE *out, const char *name, bool upper)
{
    if (strncmp(name, "vv_", 3) == 0)
        name += 3;
    for (; *name; name++) {
        if (*name == '_')
            upper = true;
        else {
            fputc(upper ? toupper((unsigned char)*name) : *name, out);
            upper = false;
        }
    }
}

/* One enum for the members of one kind, so that the page cannot read a float as a word. */
static void print_members(FILE *out, const layout *l, bool floats)
{
    size_t count = 0;
    for (size_t i = 0; i < l->count; i++)
        count += (l->members[i].kind == FLOAT) == floats;
    if (count == 0)
        return;
    fprintf(out, "export const enum ");
    print_camel(out, l->type, true);
    fprintf(out, "%s {\n", floats ? "Float" : "Word");
    for (size_t i = 0; i < l->count; i++) {
        if ((l->members[i].kind == FLOAT) != floats)
            continue;
        fprintf(out, "  ");
        print_camel(out, l->members[i].name, false);
        fprintf(out, " = %zu,\n", words_before(l, i));
    }
    fprintf(out, "}\n");
}

bool generate_layout_ts(FILE *out, const char *present)
{
    (void)present;
    fprintf(out, "// Where the core's structs have their members in WebAssembly memory, as indices of 32-bit words, "
                 "and the numbers that\n"
                 "// both sides agree on. Made by tools/generate from studio/core/studio.h: build the target "
                 "`generated`, do not edit.\n\n"
                 "// How many words each has.\nexport const enum Words {\n");
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        fprintf(out, "  ");
        print_camel(out, layouts[i].type, false);
        fprintf(out, " = %zu,\n", words_before(&layouts[i], layouts[i].count));
    }
    fprintf(out, "}\n\nexport const enum Shared {\n");
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        fprintf(out, "  %s = %#x,\n", constants[i].name, constants[i].value);
    fprintf(out, "}\n\n");
    print_words(out, "In the order of vv_scene_kind.", "sceneKinds", scene_kinds,
                sizeof scene_kinds / sizeof *scene_kinds);
    print_words(out, "In the order of vv_event_kind.", "eventKinds", event_kinds,
                sizeof event_kinds / sizeof *event_kinds);
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        fprintf(out, "\n// %s\n", layouts[i].type);
        print_members(out, &layouts[i], false);
        print_members(out, &layouts[i], true);
    }
    return are_complete();
}

bool generate_layout_check(FILE *out, const char *present)
{
    (void)present;
    fprintf(
        out,
        "/* Checks at compile time that structs are laid out in WebAssembly memory as studio/page/src/core/layout.ts\n"
        " * describes. Generated by tools/generate; do not edit, build the target `generated`. */\n"
        "#ifndef VVI_STUDIO_LAYOUT_CHECK_H\n#define VVI_STUDIO_LAYOUT_CHECK_H\n\n"
        "#include \"studio/core/studio.h\"\n\n#include <stddef.h>\n\n");
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        const layout *l = &layouts[i];
        for (size_t m = 0; m < l->count; m++)
            fprintf(out, "_Static_assert(offsetof(%s, %s) == %zu, \"\");\n", l->type, l->members[m].name,
                    4 * words_before(l, m));
        fprintf(out, "_Static_assert(sizeof(%s) == %zu, \"\");\n\n", l->type, 4 * words_before(l, l->count));
    }
    fprintf(out, "#endif\n");
    return are_complete();
}
