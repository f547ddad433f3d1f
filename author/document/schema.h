/* What a project holds, described once: the table of a struct says how it stands in project.json. The functions at the
 * end of this header read, write and copy from the tables, and update references when items are renamed, moved or
 * removed. docs/format.md, the JSON Schema and the page's types are generated from the tables too.
 *
 * How to write a table
 *
 * 1. Write a row (vvi_schema_field) for each key, in the order of the keys in the file. A row begins with the key and a
 *    macro that names the kind, the struct and the member; the macro does not compile for a member of another type.
 *    Then follow presence, flags and tag where they differ from the usual, and last VVI_DOC with the unit and one line
 *    of documentation:
 *
 *        static const vvi_schema_field hold_fields[] = {
 *            {"name", VVI_NAME(vv_project_hold, name), .presence = VVI_NULLABLE, VVI_DOC("", "for the script")},
 *            {"at", VVI_VECTOR(vv_project_hold, at, VV_PROJECT_FAR), .presence = VVI_REQUIRED, VVI_DOC("m", "…")},
 *            {"strength", VVI_NUMBER(vv_project_hold, strength, 1e-3f, 1e6f), .presence = VVI_NULLABLE,
 *             VVI_DOC_SLIDER("Hz", "how strongly; null: exactly", 1.0, 100.0, true)},
 *        };
 *
 * 2. Defaults are one static instance of the struct. They belong to the file format and never change, even if those of
 *    the runtime do. What a default means depends on the presence: an optional field has that value, a nullable one
 *    (INFINITY, VV_NONE, an empty name) has none.
 *
 * 3. The table itself (vvi_schema) gives its name in the singular, VVI_FIELDS, size, defaults and flags. Rules that a
 *    table cannot express are functions beside it: `begin` runs before the fields are read, `check` after them.
 *
 * 4. A list or map of such structs is described by a vvi_schema_list: limit, order, uniqueness. Items that are a value
 *    instead of an object have a table of one row without a key. In a map the first row is the name of the member, and
 *    the rest is its value: one row without a key, or the keys of an object.
 *
 * 5. A reference is an index in memory and a name in the file. Its vvi_schema_reference says of which noun; for
 *    handles, layers, examples and behaviours it also says of which artwork. A wrong artwork corrupts silently when
 *    items are moved; the test that moves everything finds it. For items inside other items (states, axes, earlier
 *    actors) it gives functions for their count and names.
 *
 * 6. A row without a key that is no VVI_CHOICE describes memory only: it is copied and its references are updated,
 *    but it is not in the file. It stands beside a VVI_CUSTOM row whose functions read and write it, or it is a matrix
 *    whose rows belong to items of a list (VVI_ROW).
 *
 *    Several rows may have the same key if their tags differ.
 *
 * 7. Rows are written and read in their order. The name of an item that commands address (VVI_SCHEMA_NOUN) is read
 *    last. VVI_LATE rows are read after all items of the list, so that they may name later ones. */
#ifndef VVI_DOCUMENT_SCHEMA_H
#define VVI_DOCUMENT_SCHEMA_H

#include "author/document/read.h"
#include "author/document/state.h"
#include "author/document/write.h"

#include <stddef.h>

typedef struct vvi_schema vvi_schema;
typedef struct vvi_schema_field vvi_schema_field;
typedef struct vvi_schema_list vvi_schema_list;
typedef struct vvi_schema_reference vvi_schema_reference;

/* ---- Kinds ------------------------------------------------------------------------------------------------------- */

/* The type of the member at `offset` is in brackets. */
typedef enum vvi_schema_kind {
    VVI_KIND_FLAG,          /* [bool] */
    VVI_KIND_TRISTATE,      /* [vv_requirement] true, false, or not given */
    VVI_KIND_WHOLE,         /* [uint32_t] low…high */
    VVI_KIND_NUMBER,        /* [float] low…high */
    VVI_KIND_SECONDS,       /* [double] low…high; the file has a float */
    VVI_KIND_VECTOR,        /* [float[size]] each at most `high` from 0 */
    VVI_KIND_COMPONENTS,    /* [float[size]] a number or a list; the item around it says how many */
    VVI_KIND_COLOUR,        /* [uint8_t[4]] red, green, blue, alpha: #RRGGBB or #RRGGBBAA */
    VVI_KIND_NAME,          /* [char[size]] a name of this project */
    VVI_KIND_LABEL,         /* [char[size]] a name that belongs to another file, such as a joint's */
    VVI_KIND_TEXT,          /* [char[VV_PROJECT_ABOUT_BYTES]] a sentence */
    VVI_KIND_PATH,          /* [const char *] a file in the project folder, or NULL */
    VVI_KIND_WORD,          /* [enum, uint32_t, int32_t or bool] `first` and which of the words */
    VVI_KIND_WORD_SET,      /* [uint32_t] bit i: word i; or, where size is not 0, [bool[size]] */
    VVI_KIND_BIT_SET,       /* [uint32_t] bits as a list of numbers from 0 to 31 */
    VVI_KIND_REFERENCE,     /* [uint32_t] the index of what has this name, or VV_NONE */
    VVI_KIND_REFERENCE_SET, /* [uint32_t[size]] bit i: the one of index i */
    VVI_KIND_NUMBERS, /* [float[] or, VVI_POINTER, const float *] as many as the uint32_t at `count` says, low…high */
    VVI_KIND_MATRIX,  /* [const entry *] no key: one of `size` bytes for each item of a list or of two, by rows */
    VVI_KIND_ROW,     /* numbers of an item of a list: its row of a matrix that what holds the list has */
    VVI_KIND_OBJECT,  /* [struct] with a table of its own */
    VVI_KIND_LIST,    /* [const item * or, VVI_INLINE, item[]] as many as the uint32_t at `count` says */
    VVI_KIND_MAP,     /* the same, as an object whose names are the items' first field */
    VVI_KIND_DENSE,   /* [const item *] one for each entry of another list: an object by their names, without those at
                               their defaults */
    VVI_KIND_CHOICE,  /* no key: exactly one of several keys is there, which the tag remembers */
    VVI_KIND_ITEMS,   /* [const item *const *] of the project itself: all items of a noun, each in memory of its own */
    VVI_KIND_CUSTOM,  /* read and written by functions of its own */
} vvi_schema_kind;

/* When a key is written. A whole project (vvi_writer.whole) has every key: one that would be left out has its default
 * or, where the default means that nothing is given, null. In a `set` command null restores the default. */
typedef enum vvi_presence {
    VVI_OPTIONAL,  /* unless it is the default */
    VVI_NULLABLE,  /* unless it is the default, which means: not given */
    VVI_FLAGGED,   /* where the bool at `flag` is set; except in a whole project, only where `given` holds too */
    VVI_UNLESS,    /* where the bool at `flag` is not set */
    VVI_TAGGED,    /* where the struct's tag is one of `only` */
    VVI_DEPENDENT, /* as optional where `given` holds; else never */
    VVI_ALWAYS,    /* also at the default; of a reference to nothing that is null */
    VVI_REQUIRED,  /* always, and it must be there */
} vvi_presence;

/* Flags of fields. */
enum {
    VVI_INLINE = 1,     /* a list in an array of the struct itself, which has room for its limit */
    VVI_POINTER = 2,    /* numbers in memory of their own; NULL where all are 1 */
    VVI_LATE = 4,       /* read after all items of the list or, outside lists, after the other rows */
    VVI_BOUND = 8,      /* a nullable reference: if its target is removed, so is the owner */
    VVI_ESSENTIAL = 16, /* if it has a problem, guarded fields are not read */
    VVI_GUARDED = 32,   /* depends on the essential fields and on the schema's `guard` */
    VVI_ABSENT =
        64, /* where the tag is another, or a flagged or dependent field is not `given`, the key is not there at
                              all, even in a whole project */
    VVI_NULLED = 128,      /* the same, but in a whole project it is null */
    VVI_NULL_RESETS = 256, /* a required key; null in a `set` command restores the default */
    VVI_INVERTED = 512,    /* a flag that is false where the file has true */
    VVI_TOGETHER = 1024,   /* null is ignored, also in a `set` command; `begin` or `check` decide */
};

/* Flags of tables. */
enum {
    VVI_SCHEMA_NOUN =
        1, /* an item that commands address: reading goes on after unknown keys, and its name is read last. Of
                                 others nothing but their unknown keys is told */
    VVI_SCHEMA_ONE_LINE = 2, /* is written on one line */
    VVI_SCHEMA_GIVEN_BITS =
        4, /* has a uint32_t at `given` whose bit i says that field i is given; the others are left out */
    VVI_SCHEMA_MERGED = 8,    /* a command changes only the keys that it gives; otherwise it replaces the object */
    VVI_SCHEMA_FLAT = 16,     /* an object of the file alone: its fields are members of the struct around it */
    VVI_SCHEMA_NAMED = 32,    /* its first field is its name, which is read by the list that holds it; so is a noun's */
    VVI_SCHEMA_PART = 64,     /* an item that commands address by its place: reading goes on after unknown keys */
    VVI_SCHEMA_VARIANT = 128, /* begins with the choice of its tag; keys of other tags do not belong here */
    VVI_SCHEMA_BRIEF = 256,   /* members at their defaults are left out of a whole project too */
    VVI_SCHEMA_FORGETS = 512, /* when the tag changes, fields of other tags return to their defaults */
};

/* ---- Scopes ------------------------------------------------------------------------------------------------------ */

/* The item that is read, written or updated, and the chain of items around it up to an item of the project. References
 * are resolved, and checks look around, in this chain. */
typedef struct vvi_scope {
    const struct vvi_scope *outer;
    const vv_project *project;
    const vvi_schema *schema;
    void *item;       /* changed only while it is read, copied or remapped */
    const void *list; /* the list that it is in, its length and its place there; NULL: in none */
    uint32_t count, index;
    uint32_t errors;               /* how many problems there were before that list was read */
    const vvi_schema_field *field; /* for the functions of a row: that row */
} vvi_scope;

/* The nearest item in or around `scope` that this table describes; NULL: none. */
const vvi_scope *vvi_scope_find(const vvi_scope *scope, const vvi_schema *schema);
/* The artwork that names in this scope refer to; NULL where it is not known, after another problem. */
const vv_project_artwork *vvi_scope_artwork(const vvi_scope *scope);
/* Scopes of an item by itself, of one inside `outer`, and of one in a list there. */
static inline vvi_scope vvi_scope_of(const vvi_schema *schema, const vv_project *project, const void *item)
{
    return (vvi_scope){.project = project, .schema = schema, .item = (void *)item};
}
static inline vvi_scope vvi_scope_in(const vvi_scope *outer, const vvi_schema *schema, const void *item)
{
    return (vvi_scope){.outer = outer, .project = outer->project, .schema = schema, .item = (void *)item};
}
vvi_scope vvi_scope_at(const vvi_scope *outer, const vvi_schema *schema, const void *items, uint32_t count,
                       uint32_t index);
/* Whether the list of this item has had no problem so far. */
bool vvi_scope_is_good(const vvi_reader *r, const vvi_scope *scope);

/* ---- Details of kinds -------------------------------------------------------------------------------------------- */

/* A set of words, each at most once. */
typedef struct vvi_schema_word_set {
    vvi_keys words;
    const char *remedy;
    const char *plural;       /* at most as many entries as there are words; NULL: the count is not checked */
    const char *repeated;     /* of one %s; NULL: "is here for the second time" */
    const char *empty_remedy; /* an empty one breaks VV_RULE_PARTS; NULL: it may be empty */
    const char *empty;
} vvi_schema_word_set;

/* What a reference names: an item of the project or of an artwork or, for other nouns, of the nearest list of this noun
 * around it. */
struct vvi_schema_reference {
    vvi_noun noun;
    const char *remedy; /* NULL: "name one of this project" */
    bool owned;         /* where it is missing the artwork that should have it is told too */
    const char *text;   /* of one %s; NULL: "there is no NOUN NAME" */
    vv_rule rule;       /* 0: VV_RULE_REFERENCE */
    /* The artwork that has the item, if it is not the scope's. NULL if it is not known: that was reported already. */
    const vv_project_artwork *(*artwork)(const vvi_scope *scope);
    /* For axes: the item elsewhere in the project whose list it is. */
    vvi_scope (*owner)(const vvi_scope *scope);
    /* For items that are in none of these lists: their number (VV_NONE if it is not known after another problem) and
     * names. */
    uint32_t (*count)(const vvi_scope *scope);
    const char *(*name)(const vvi_scope *scope, uint32_t index);
    /* Reports a missing item where the text above cannot. Returns false. */
    bool (*missing)(vvi_reader *r, const vv_json *value, const char *name, const vvi_scope *scope);
    /* Whether what was found may be named here; false after a problem. */
    bool (*suits)(vvi_reader *r, const vv_json *value, const vvi_scope *scope, uint32_t found);
    /* Called when the target of the scope's field was removed; the owner then stays. NULL: presence and flags say
     * whether the owner stays. */
    void (*gone)(const vvi_scope *scope);
    bool loose;                               /* its owner stays, without a target */
    bool (*followed)(const vvi_scope *scope); /* whether it is in use; NULL: yes */
};

/* How the time of an item compares with that of the item before it. Floats tell the last two apart. */
typedef enum vvi_order {
    VVI_ANY_ORDER,
    VVI_LATER,         /* now > before */
    VVI_NOT_EARLIER,   /* now ≥ before */
    VVI_GAP,           /* now − before ≥ gap */
    VVI_GAP_AFTER_SUM, /* now ≥ before + gap */
} vvi_order;

/* The least number of items of a list, and the problem if there are fewer; the text may have one %u. */
typedef struct vvi_schema_least {
    uint32_t count;
    vv_rule rule;
    const char *remedy, *text;
    bool or_none;
} vvi_schema_least;

/* Refuses two equal items; the text has one %u, the index of the other. */
typedef struct vvi_schema_twins {
    bool (*same)(const void *a, const void *b);
    vv_rule rule;
    const char *remedy, *text;
    bool each; /* report every equal item, not only the first */
} vvi_schema_twins;

/* What a list or map holds. */
struct vvi_schema_list {
    const vvi_schema *item;
    const char *plural;
    uint32_t limit;
    const char *too_many;        /* NULL: "there are %u PLURAL, and at most %u are possible" */
    const char *too_many_remedy; /* NULL: "remove some" */
    bool named;                  /* items begin with their names, and no two are the same */
    bool names_asked;            /* also where an item is not an object */
    bool names_first;            /* all names are read before anything else, so that items may name later ones */
    bool one_line;               /* written on one line */
    bool sorted;                 /* of maps: sorted by the reference that is their first field */
    vvi_noun noun;               /* the noun of its items, for references from the same struct; 0: nothing names them */
    const char *unique;          /* no two plain items are the same; the text has one %s */
    vvi_schema_twins twins;
    vvi_schema_least least;
    /* VVI_TIMES gives the first three. */
    vvi_order order;
    uint16_t time; /* where the float lies */
    vv_rule order_rule;
    float gap;
    bool when_good;   /* checked only while the list has no problem */
    const char *sort; /* the remedy; NULL: "sort the PLURAL by time" and, of VVI_LATER, ", no two at the same time" */
    /* NULL: "this ITEM is not later than the one before it" or "this is earlier than the ITEM before it" */
    const char *out_of_order;
    /* Called when items were removed with their targets: corrects the others, and returns how many stay. */
    uint32_t (*removed)(void *items, uint32_t count);
    /* After each item. */
    void (*check)(vvi_reader *r, const vv_json *json, const vvi_scope *scope);
    /* After all of them, scope->list[scope->count]; the scope has no item. */
    void (*check_all)(vvi_reader *r, const vv_json *json, const vvi_scope *scope);
};

/* For numbers: their count must be that of something else. */
typedef struct vvi_schema_numbers {
    vv_rule rule;
    const char *remedy, *text; /* of two %u: how many there are, and how many must be */
} vvi_schema_numbers;

/* Which files may be named; the text of the problem has one %s. */
typedef struct vvi_schema_endings {
    vvi_keys endings;
    const char *text;
} vvi_schema_endings;

typedef struct vvi_schema_dense {
    const vvi_schema *item;
    const vvi_schema_reference *names; /* of the list that it goes with */
    bool null_if_default;              /* NULL where every entry is at its default */
    bool flagged;                      /* entries begin with a bool: the file has it */
} vvi_schema_dense;

/* How many numbers, and their range; if there are several, each is within ±high. */
typedef struct vvi_components {
    uint32_t width;
    float low, high;
} vvi_components;
typedef struct vvi_schema_components {
    vvi_components (*of)(const vvi_scope *scope);
    /* A further check; NULL: none. */
    void (*check)(vvi_reader *r, const vv_json *value, const vvi_scope *scope, const float *numbers);
} vvi_schema_components;

/* Exactly one of keys[0…] must be given; a `set` command may give none, which changes nothing. The given one resets the
 * fields of the others. */
typedef struct vvi_schema_choice {
    vvi_keys keys;             /* in the order of the tags, the first of which is the row's `first` */
    const char *remedy, *text; /* NULL: as vvi_one_of says it of two */
    vv_rule rule;              /* 0: VV_RULE_ONE_OF */
    const char *several;       /* instead of `text` where there are several */
    bool first_decides;        /* if several are given, the first decides, and the others are unknown keys */
} vvi_schema_choice;

typedef struct vvi_schema_custom {
    /* value NULL: it was null. A value replaces the old one: r->editing is false. */
    void (*read)(vvi_reader *r, const vv_json *value, const vvi_scope *scope);
    void (*write)(vvi_writer *w, const char *name, const vvi_scope *scope);
    bool (*given)(const vvi_scope *scope); /* NULL: `write` decides */
#ifdef VVI_SCHEMA_DOCUMENTED
    const char *type; /* in TypeScript */
#endif
} vvi_schema_custom;

/* A list of `noun` was rearranged, and references into it are to be updated. */
typedef struct vvi_remapping {
    vvi_noun noun;
    const void *owner; /* whose list it is: an artwork or another item; NULL: the project's or, inside an item, any */
    const vvi_map *map;
    vvi_arena *arena; /* for lists that grow */
    bool dry;         /* changes nothing; `changed` says whether anything would change */
    bool changed, no_memory;
} vvi_remapping;

/* ---- Tables ------------------------------------------------------------------------------------------------------ */

struct vvi_schema_field {
    const char *key; /* NULL: not in the file */
    uint8_t kind, presence, size;
    uint16_t flags;
    uint32_t only; /* bit t: of structs whose tag is t; 0: of all */
    uint16_t offset, count,
        /* of matrices `count` and, unless it is 0, `flag` are the lengths; those of rows lie in what holds the list */
        flag;
    int16_t first; /* of words and choices; of items: the noun; of custom rows: whatever their functions need */
    double low, high;
    const char *remedy; /* of words: the remedy for another word; NULL: lists them */
    union {
        vvi_keys words;
        const vvi_schema_word_set *word_set;
        const vvi_schema_reference *reference;
        const vvi_schema *object;
        const vvi_schema_list *list;
        const vvi_schema_numbers *numbers;
        const vvi_schema_endings *endings; /* of paths; NULL: any file */
        const vvi_schema_dense *dense;
        const vvi_schema_components *components;
        const vvi_schema_choice *choice;
        const vvi_schema_custom *custom;
    } of;
    /* Whether it is given, if presence does not determine it. */
    bool (*given)(const vvi_scope *scope);
    /* A further check, after it was read without a problem. False after a problem. */
    bool (*check)(vvi_reader *r, const vv_json *value, const vvi_scope *scope);
#ifdef VVI_SCHEMA_DOCUMENTED
    const char *unit, *documentation;
    double soft_low, soft_high; /* the range of a slider; both 0: low…high */
    bool logarithmic;
#endif
};

struct vvi_schema {
    const char *name; /* in the singular */
    const vvi_schema_field *fields;
    uint32_t field_count, size, flags;
    const void *defaults;   /* NULL: all zero */
    const vvi_schema *some; /* of a table of values: the table with VVI_SCHEMA_GIVEN_BITS for some of them */
    uint16_t given;         /* where the bits of VVI_SCHEMA_GIVEN_BITS lie */
    uint16_t tag;           /* where the uint32_t, enum or bool lies that `only` is about, */
    uint8_t tag_size;       /* its size; 0: four bytes */
    /* Before the fields are read; they are not if it returns false, after a problem. */
    bool (*begin)(vvi_reader *r, const vv_json *object, const vvi_scope *scope);
    /* The artwork whose handles, layers, examples and behaviours are named in here: the offset of its index, or a
     * function. Without either it is that of the item around it. */
    uint16_t artwork_at;
    const vv_project_artwork *(*artwork)(const vvi_scope *scope);
    /* Whether the values that VVI_GUARDED fields depend on are known. NULL: yes. */
    bool (*guard)(const vvi_scope *scope);
    /* Reports a key (that of the scope's field) that structs of this tag do not have. NULL: such keys are ignored. */
    void (*refuse)(vvi_reader *r, const vv_json *member, const vvi_scope *scope);
    /* After the fields. */
    void (*check)(vvi_reader *r, const vv_json *object, const vvi_scope *scope);
    /* Checks the item as a whole: after `check` if the object had no problem, and after commands that changed a part of
     * the item. */
    void (*whole)(vvi_reader *r, const vv_json *place, const vvi_scope *scope);
    /* Warnings. Called only if the project has no errors, so that every index is valid. */
    void (*warn)(vvi_reader *r, const vv_json *json, const vvi_scope *scope);
    /* Called when a list is rearranged, before the references of the rows are updated. */
    void (*remap)(vvi_remapping *remapping, const vvi_scope *scope);
};

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

/* The offset of a member, which must have this type. */
#define VVI_AT(T, member, type) (uint16_t)(offsetof(T, member) + _Generic(((T *)0)->member, type : 0u))
/* The same for an enum, whose type may differ between compilers. */
#define VVI_ENUM_AT(T, member) (uint16_t)(offsetof(T, member) + 0u * sizeof(char[sizeof((T *)0)->member <= 4 ? 1 : -1]))
#define VVI_SIZE(T, member)    (uint8_t)sizeof((T *)0)->member

#define VVI_FLAG(T, m)     .kind = VVI_KIND_FLAG, .offset = VVI_AT(T, m, bool)
#define VVI_TRISTATE(T, m) .kind = VVI_KIND_TRISTATE, .offset = VVI_AT(T, m, vv_requirement), .presence = VVI_NULLABLE
#define VVI_WHOLE(T, m, least, most)                                                                                   \
    .kind = VVI_KIND_WHOLE, .offset = VVI_AT(T, m, uint32_t), .low = least, .high = most
#define VVI_NUMBER(T, m, least, most)                                                                                  \
    .kind = VVI_KIND_NUMBER, .offset = VVI_AT(T, m, float), .low = (double)(least), .high = (double)(most)
#define VVI_SECONDS(T, m, least, most)                                                                                 \
    .kind = VVI_KIND_SECONDS, .offset = VVI_AT(T, m, double), .low = (double)(least), .high = (double)(most)
/* For vv_vec2, vv_vec3, vv_quat and float[]. */
#define VVI_VECTOR(T, m, most)                                                                                         \
    .kind = VVI_KIND_VECTOR, .offset = (uint16_t)offsetof(T, m), .size = (uint8_t)(sizeof((T *)0)->m / sizeof(float)), \
    .high = (double)(most)
#define VVI_COMPONENTS(T, m, numbers)                                                                                  \
    .kind = VVI_KIND_COMPONENTS, .offset = VVI_AT(T, m[0], float),                                                     \
    .size = (uint8_t)(sizeof((T *)0)->m / sizeof(float)), .of.components = numbers
#define VVI_COLOUR(T, m)      .kind = VVI_KIND_COLOUR, .offset = VVI_AT(T, m[0], uint8_t), .size = VVI_SIZE(T, m)
#define VVI_NAME(T, m)        .kind = VVI_KIND_NAME, .offset = VVI_AT(T, m[0], char), .size = VVI_SIZE(T, m)
#define VVI_LABEL(T, m)       .kind = VVI_KIND_LABEL, .offset = VVI_AT(T, m[0], char), .size = VVI_SIZE(T, m)
#define VVI_TEXT(T, m)        .kind = VVI_KIND_TEXT, .offset = VVI_AT(T, m[0], char)
#define VVI_PATH(T, m)        .kind = VVI_KIND_PATH, .offset = VVI_AT(T, m, const char *)
#define VVI_FILE(T, m, files) VVI_PATH(T, m), .of.endings = files
/* The words of one row. */
#define VVI_WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define VVI_WORD(T, m, least, choice)                                                                                  \
    .kind = VVI_KIND_WORD, .offset = VVI_ENUM_AT(T, m), .size = VVI_SIZE(T, m), .first = least, .of.words = choice
#define VVI_WORD_SET(T, m, choice) .kind = VVI_KIND_WORD_SET, .offset = VVI_AT(T, m, uint32_t), .of.word_set = choice
#define VVI_WORD_FLAGS(T, m, choice)                                                                                   \
    .kind = VVI_KIND_WORD_SET, .offset = VVI_AT(T, m[0], bool), .size = VVI_SIZE(T, m), .of.word_set = choice
#define VVI_BIT_SET(T, m) .kind = VVI_KIND_BIT_SET, .offset = VVI_AT(T, m, uint32_t), .presence = VVI_NULLABLE
#define VVI_REFERENCE(T, m, referent)                                                                                  \
    .kind = VVI_KIND_REFERENCE, .offset = VVI_AT(T, m, uint32_t), .of.reference = referent
#define VVI_REFERENCE_SET(T, m, referent)                                                                              \
    .kind = VVI_KIND_REFERENCE_SET, .offset = VVI_AT(T, m[0], uint32_t),                                               \
    .size = (uint8_t)(sizeof((T *)0)->m / sizeof(uint32_t)), .of.reference = referent
/* In an array of the struct. */
#define VVI_NUMBERS(T, m, length, least, most, rules)                                                                  \
    .kind = VVI_KIND_NUMBERS, .offset = VVI_AT(T, m[0], float), .count = VVI_AT(T, length, uint32_t),                  \
    .low = (double)(least), .high = (double)(most), .of.numbers = rules
/* In memory of their own; guarded, because their count may be essential. */
#define VVI_NUMBERS_POINTER(T, m, length, least, most, rules)                                                          \
    .kind = VVI_KIND_NUMBERS, .flags = VVI_POINTER | VVI_GUARDED, .offset = VVI_AT(T, m, const float *),               \
    .count = VVI_AT(T, length, uint32_t), .low = (double)(least), .high = (double)(most), .of.numbers = rules
/* A matrix of the struct that has the list or both lists; `rows` and `columns` are the members with their lengths. */
#define VVI_EACH(T, m, type, rows)                                                                                     \
    .kind = VVI_KIND_MATRIX, .offset = VVI_AT(T, m, const type *), .count = VVI_AT(T, rows, uint32_t),                 \
    .size = sizeof(type)
#define VVI_MATRIX(T, m, type, rows, columns) VVI_EACH(T, m, type, rows), .flag = VVI_AT(T, columns, uint32_t)
/* The row of an item of a list of T; each number is within ±most. It may be missing if there are no columns. */
#define VVI_ROW(T, m, columns, most)                                                                                   \
    .kind = VVI_KIND_ROW, .presence = VVI_REQUIRED, .offset = VVI_AT(T, m, const float *),                             \
    .count = VVI_AT(T, columns, uint32_t), .low = -(double)(most), .high = (double)(most)
/* A list whose items are rows of matrices and nothing else: their table has the size 0. */
#define VVI_LIST_OF_ROWS(T, length, items)                                                                             \
    .kind = VVI_KIND_LIST, .flags = VVI_INLINE, .count = VVI_AT(T, length, uint32_t), .of.list = items
#define VVI_OBJECT(T, m, table) .kind = VVI_KIND_OBJECT, .offset = (uint16_t)offsetof(T, m), .of.object = table
#define VVI_FLAT_OBJECT(table)  .kind = VVI_KIND_OBJECT, .of.object = table
/* A whole struct of values; S has some of them in its member `values`. */
#define VVI_VALUES(T, m, S, table)                                                                                     \
    .kind = VVI_KIND_OBJECT, .offset = (uint16_t)(offsetof(T, m) - offsetof(S, values)), .of.object = table
#define VVI_LIST(T, length, m, type, items)                                                                            \
    .kind = VVI_KIND_LIST, .offset = VVI_AT(T, m, const type *), .count = VVI_AT(T, length, uint32_t), .of.list = items
#define VVI_INLINE_LIST(T, length, m, type, items)                                                                     \
    .kind = VVI_KIND_LIST, .flags = VVI_INLINE, .offset = VVI_AT(T, m[0], type), .count = VVI_AT(T, length, uint32_t), \
    .of.list = items
#define VVI_MAP(T, length, m, type, items)                                                                             \
    .kind = VVI_KIND_MAP, .offset = VVI_AT(T, m, const type *), .count = VVI_AT(T, length, uint32_t), .of.list = items
#define VVI_INLINE_MAP(T, length, m, type, items)                                                                      \
    .kind = VVI_KIND_MAP, .flags = VVI_INLINE, .offset = VVI_AT(T, m[0], type), .count = VVI_AT(T, length, uint32_t),  \
    .of.list = items
#define VVI_DENSE(T, m, type, entries) .kind = VVI_KIND_DENSE, .offset = VVI_AT(T, m, const type *), .of.dense = entries
#define VVI_CHOICE(T, m, least, choices)                                                                               \
    .kind = VVI_KIND_CHOICE, .offset = VVI_ENUM_AT(T, m), .size = VVI_SIZE(T, m), .first = least, .of.choice = choices
#define VVI_UNTAGGED_CHOICE(choices) .kind = VVI_KIND_CHOICE, .of.choice = choices
#define VVI_ITEMS(length, m, what, items)                                                                              \
    .kind = VVI_KIND_ITEMS, .offset = (uint16_t)offsetof(vv_project, m),                                               \
    .count = VVI_AT(vv_project, length, uint32_t), .first = what, .of.list = items
#define VVI_CUSTOM(functions) .kind = VVI_KIND_CUSTOM, .of.custom = functions

/* Documentation is compiled only into the generator. These macros stand last in a row, after a comma, because they may
 * be empty. */
#ifdef VVI_SCHEMA_DOCUMENTED
#define VVI_DOC(u, text)   .unit = u, .documentation = text
#define VVI_DOC_TYPE(text) .type = text
#define VVI_DOC_SLIDER(u, text, least, most, lg)                                                                       \
    .unit = u, .documentation = text, .soft_low = least, .soft_high = most, .logarithmic = lg
#else
#define VVI_DOC(u, text)
#define VVI_DOC_TYPE(text)
#define VVI_DOC_SLIDER(u, text, least, most, lg)
#endif
#define VVI_FIELDS(rows) .fields = rows, .field_count = (uint32_t)(sizeof rows / sizeof *rows)
/* The beginning of the table of a struct. */
#define VVI_TABLE(title, T, rows) .name = title, VVI_FIELDS(rows), .size = sizeof(T)
/* That of a list: what it holds, and that its items are in order of time. */
#define VVI_ITEMS_OF(table, several, most) .item = table, .plural = several, .limit = most
#define VVI_TIMES(T, m, how, rule)         .order = how, .time = VVI_AT(T, m, float), .order_rule = rule
/* A reference for one row. */
#define VVI_TO(...) (&(const vvi_schema_reference){__VA_ARGS__})

/* ---- Functions over tables --------------------------------------------------------------------------------------- */

/* Fills scope->item, which belongs to the caller, from `object`; `address` are keys of a command that stand beside
 * its own. */
void vvi_schema_read(vvi_reader *r, const vv_json *object, vvi_keys address, const vvi_scope *scope);
/* Warnings about the item and all items in it; `json` is the item as it stands in the file. */
void vvi_schema_warn(vvi_reader *r, const vv_json *json, const vvi_scope *scope);
/* Checks the item as a whole, unless there is a problem already; new problems are at `place`. */
void vvi_schema_check_whole(vvi_reader *r, const vv_json *place, const vvi_scope *scope);
/* Whether it has no unknown keys; each is a problem. Reading begins with this. */
bool vvi_schema_known_keys(vvi_reader *r, const vv_json *object, const vvi_scope *scope, vvi_keys address);
/* A whole list or map: *out are *count items, NULL if there are none. `scope` is its owner. */
void vvi_schema_read_list(vvi_reader *r, const vv_json *json, const vvi_schema_list *rules, const vvi_scope *scope,
                          uint32_t *count, const void **out);
void vvi_schema_read_map(vvi_reader *r, const vv_json *json, const vvi_schema_list *rules, const vvi_scope *scope,
                         uint32_t *count, const void **out);
/* Fills one field of scope->item from `value`. */
void vvi_schema_read_key(vvi_reader *r, const vv_json *value, const char *key, const vvi_scope *scope);
/* *out is left alone after a problem. */
bool vvi_schema_read_reference(vvi_reader *r, const vv_json *value, const vvi_schema_reference *reference,
                               const vvi_scope *scope, uint32_t *out);
/* Numbers, by themselves. */
bool vvi_read_components(vvi_reader *r, const vv_json *value, vvi_components as, float *out);
void vvi_write_components(vvi_writer *w, const char *name, uint32_t width, const float *numbers);
/* For a schema's `refuse`: a key of another tag is one that does not belong here. */
void vvi_schema_refuse_unknown(vvi_reader *r, const vv_json *member, const vvi_scope *scope);
/* The artwork in whose lists it is looked for. */
const vv_project_artwork *vvi_schema_artwork(const vvi_schema_reference *reference, const vvi_scope *scope);
/* Restores the default; memory that the field points to is dropped. */
void vvi_schema_reset(const vvi_schema *schema, const vvi_schema_field *f, void *item);

/* The members of scope->item, into an object that is open. */
void vvi_schema_write(vvi_writer *w, const vvi_scope *scope);
void vvi_schema_write_object(vvi_writer *w, const char *name, const vvi_scope *scope);
/* Whether every field that the file has is at its default. */
bool vvi_schema_is_default(const vvi_schema *schema, const void *item);

/* For tables with VVI_SCHEMA_GIVEN_BITS, whose structs have bits and, at the offset `values`, a struct of values:
 * overwrites in `to`, which is such a struct of values, the fields that `changes` gives. */
void vvi_schema_apply(const vvi_schema *schema, const void *changes, size_t values, void *to);
/* The bits of the fields that differ between two structs of values. */
uint32_t vvi_schema_compare(const vvi_schema *schema, size_t values, const void *a, const void *b);

/* Copies into `arena` everything that scope->item points to; the item itself has been copied bit by bit. False if
 * memory ran out. */
bool vvi_schema_copy(vvi_arena *arena, const vvi_scope *scope);

/* Updates the references of an item to a list that was rearranged. False if the item must be removed: a required
 * reference without a target removes its list item, a nullable one becomes none, and a required list that becomes empty
 * removes its owner. */
bool vvi_schema_remap(vvi_remapping *remapping, const vvi_scope *scope);

/* Rearranges the list scope->field of scope->item, which must belong to the state alone: new items have their defaults,
 * and rows and columns of matrices and references inside the owner are updated. False if memory ran out. */
bool vvi_schema_rearrange(vvi_arena *arena, const vvi_scope *scope, const vvi_map *map);

/* Updates the references of the actors of a stage, which belongs to the state alone unless `remapping` is dry; returns
 * whether anything changes. */
bool vvi_remap_on_stage(const vv_project *project, const vv_project_stage *stage, vvi_remapping remapping);

/* Updates the references of all items that have a table, except of an artwork whose own list was rearranged. Items that
 * must be removed are, and references to them are updated in turn. `dry`, `changed` and `arena` are set here. False if
 * memory ran out. */
bool vvi_remap_items(vvi_state *state, vvi_remapping remapping);

/* The row of a key; NULL: there is none. */
const vvi_schema_field *vvi_schema_field_of(const vvi_schema *schema, const char *key);

/* ---- The tables -------------------------------------------------------------------------------------------------- */

/* Warns of a place that no simplex of the artwork's complex contains. */
void vvi_warn_place(vvi_reader *r, const vv_json *value, const vv_project_artwork *artwork,
                    const vv_project_place *place);
const char *vvi_noun_name(vvi_noun noun);
bool vvi_noun_is_in_artwork(vvi_noun noun);
/* The list of a noun that a project or an artwork has: its row, the table of its items, the number of items that an
 * owner has, and each of them, which begins with its name. */
const vvi_schema_field *vvi_noun_row(vvi_noun noun);
const vvi_schema *vvi_noun_schema(vvi_noun noun);
uint32_t vvi_noun_count(vvi_noun noun, const void *owner);
const void *vvi_noun_item(vvi_noun noun, const void *owner, uint32_t index);
/* The root: from here all others are reached; and what a project has beside its lists, its name and what it is
 * about. */
extern const vvi_schema vvi_project_schema, vvi_project_head_schema;
/* Lists and words that several tables have. */
extern const vvi_schema_list vvi_actor_list, vvi_place_list, vvi_input_list, vvi_follow_list, vvi_copy_list;
extern const vvi_schema_list vvi_corrective_list, vvi_behaviour_list;
extern const vvi_schema_list vvi_obstacle_list, vvi_zone_list, vvi_joint_list, vvi_cue_list, vvi_cast_list;
extern const vvi_schema_reference vvi_stage_actors; /* of the scene around it */
extern const vvi_schema_reference
    vvi_handles; /* of the artwork around it, which may be another than the reader thinks of */
extern const vvi_schema_word_set vvi_part_set;
extern const char *const vvi_channel_words[], *const vvi_preset_words[];
vvi_components vvi_channel_components(vv_handle_channel channel);
/* The index of the obstacle, zone or joint of this name; VV_NONE: there is none. All are read before the script. */
uint32_t vvi_stage_find_obstacle(const vv_project_stage *stage, const char *name);
uint32_t vvi_stage_find_zone(const vv_project_stage *stage, const char *name);
uint32_t vvi_stage_find_joint(const vv_project_stage *stage, const char *name);
/* The kinds of cues, as bits, that are about joints, and that may be about obstacles. */
extern const uint32_t vvi_cues_of_joints, vvi_cues_of_obstacles;
/* Those of the members of a zone's change, by their bits, that zones of this kind have. */
uint32_t vvi_zone_changes_of(vv_zone_kind kind);
/* The frame of an obstacle at the start. */
vv_affine vvi_obstacle_frame(const vv_project_obstacle *obstacle);
/* Layers of the artwork around it, of which only the first can be named here. */
extern const vvi_schema_reference vvi_hidden_layers;
/* Whether the handle moves any layer. */
bool vvi_moves_layer(const vv_project_artwork *artwork, uint32_t handle);
bool vvi_check_channel_value(vvi_reader *r, const vv_json *value, vv_handle_channel channel, const float *numbers);
/* Whether the clip moves this artwork; else a problem. */
bool vvi_is_clip_of(vvi_reader *r, const vv_json *value, const vv_project *project, uint32_t clip, uint32_t artwork);
/* The examples of an artwork, which is the state's own, were rearranged: simplices lose removed corners, and what is
 * then needless goes. */
void vvi_remap_complex(vv_project_artwork *artwork, const vvi_map *map);
extern const vvi_schema_list vvi_example_list, vvi_complex_list;
extern const vvi_schema vvi_artwork_set_schema, vvi_layer_schema, vvi_handle_schema, vvi_example_schema;
extern const vvi_schema vvi_sprite_schema, vvi_puppet_schema, vvi_change_schema, vvi_zone_change_schema;
extern const vvi_schema vvi_artwork_schema, vvi_strengths_schema, vvi_material_schema, vvi_temper_schema;
extern const vvi_schema vvi_all_strengths_schema, vvi_all_material_schema;
extern const vvi_schema vvi_clip_schema, vvi_family_schema, vvi_recording_schema;
extern const vvi_schema vvi_skeleton_schema, vvi_take_schema, vvi_form_schema, vvi_creature_schema;
extern const vvi_schema_list vvi_stroke_list;
extern const vvi_schema vvi_line_schema, vvi_keystroke_schema, vvi_pull_schema, vvi_twist_schema, vvi_contact_schema;
extern const vvi_schema vvi_shape_schema, vvi_verb_schema, vvi_graph_schema, vvi_behaviour_schema;
extern const vvi_schema vvi_scene_schema, vvi_cast_schema, vvi_point_schema;
extern const vvi_schema vvi_gait_schema, vvi_motion_schema, vvi_channel_schema, vvi_actor_schema;

#endif
