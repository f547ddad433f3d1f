/* What names of layers say: which part of a body each is, of which side, and which parts may be joined. */
#include "layers.h"

#include <string.h>

#define WORD_BYTES 32u

/* ---- Words ------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *word;
    vvi_part kind;
} parts[] = {
    {"torso", VVI_PART_TRUNK}, {"body", VVI_PART_TRUNK},  {"trunk", VVI_PART_TRUNK},    {"chest", VVI_PART_TRUNK},
    {"shirt", VVI_PART_TRUNK}, {"belly", VVI_PART_TRUNK}, {"dress", VVI_PART_TRUNK},    {"coat", VVI_PART_TRUNK},
    {"neck", VVI_PART_NECK},   {"head", VVI_PART_HEAD},   {"skull", VVI_PART_HEAD},     {"jaw", VVI_PART_JAW},
    {"chin", VVI_PART_JAW},    {"beak", VVI_PART_JAW},    {"face", VVI_PART_FACE},      {"eye", VVI_PART_FACE},
    {"pupil", VVI_PART_FACE},  {"brow", VVI_PART_FACE},   {"eyebrow", VVI_PART_FACE},   {"mouth", VVI_PART_FACE},
    {"nose", VVI_PART_FACE},   {"beard", VVI_PART_FACE},  {"moustache", VVI_PART_FACE}, {"hair", VVI_PART_HAIR},
    {"hat", VVI_PART_HAIR},    {"cap", VVI_PART_HAIR},    {"helmet", VVI_PART_HAIR},    {"ponytail", VVI_PART_HAIR},
    {"ear", VVI_PART_EAR},     {"horn", VVI_PART_EAR},    {"antenna", VVI_PART_EAR},    {"arm", VVI_PART_ARM},
    {"forearm", VVI_PART_ARM}, {"sleeve", VVI_PART_ARM},  {"hand", VVI_PART_HAND},      {"fist", VVI_PART_HAND},
    {"glove", VVI_PART_HAND},  {"leg", VVI_PART_LEG},     {"thigh", VVI_PART_LEG},      {"shin", VVI_PART_LEG},
    {"calf", VVI_PART_LEG},    {"pants", VVI_PART_LEG},   {"trouser", VVI_PART_LEG},    {"foot", VVI_PART_FOOT},
    {"feet", VVI_PART_FOOT},   {"shoe", VVI_PART_FOOT},   {"boot", VVI_PART_FOOT},      {"paw", VVI_PART_FOOT},
    {"hoof", VVI_PART_FOOT},   {"tail", VVI_PART_TAIL},   {"wing", VVI_PART_WING},      {"fin", VVI_PART_WING},
    {"flipper", VVI_PART_WING}};
static const char *const uppers[] = {"upper", "thigh"}, *const lowers[] = {"lower", "forearm", "shin", "calf"};
static const char *const sides[] = {"left", "right", "near", "far", "front", "back", "l", "r"};

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

/* The next word in small letters, without a plural's s: words end at other characters and before capitals. */
static const char *next_word(const char *at, char word[WORD_BYTES])
{
    uint32_t length = 0;
    while (*at && !is_letter(*at))
        at++;
    for (; is_letter(*at) && !(length > 0 && is_capital(*at) && !is_capital(at[-1])); at++)
        if (length + 1 < WORD_BYTES)
            word[length++] = is_capital(*at) ? (char)(*at + 32) : *at;
    word[length] = '\0';
    return length > 0 ? at : NULL;
}

static bool is_word(const char *word, const char *known)
{
    size_t length = strlen(known);
    return strncmp(word, known, length) == 0 && (word[length] == '\0' || strcmp(word + length, "s") == 0);
}

static bool is_one_of(const char *word, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_word(word, list[i]))
            return true;
    return false;
}

vvi_words vvi_name_read(const char *name)
{
    vvi_words words = {0};
    char word[WORD_BYTES];
    for (const char *at = next_word(name, word); at; at = next_word(at, word)) {
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            if (is_word(word, parts[i].word))
                words.kind = parts[i].kind;
        words.upper = words.upper || is_one_of(word, uppers, sizeof uppers / sizeof *uppers);
        words.lower = words.lower || is_one_of(word, lowers, sizeof lowers / sizeof *lowers);
        for (uint32_t i = 0; i < sizeof sides / sizeof *sides; i++)
            if (strcmp(word, sides[i]) == 0)
                words.sides |= 1u << (i < 6 ? i : i - 6);
    }
    return words;
}

bool vvi_name_is_automatic(const char *name)
{
    static const char *const automatic[] = {"layer",  "path", "g",       "group",  "shape",
                                            "symbol", "rect", "ellipse", "drawing"};
    char word[WORD_BYTES];
    const char *at = next_word(name, word);
    return !at || is_one_of(word, automatic, sizeof automatic / sizeof *automatic);
}

/* ---- Relations --------------------------------------------------------------------------------------------------- */

/* Left and right, near and far, front and back. */
static bool are_opposite(uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < 6; i += 2)
        if (((a >> i & 1u) && (b >> (i + 1) & 1u) && !(b >> i & 1u)) ||
            ((b >> i & 1u) && (a >> (i + 1) & 1u) && !(a >> i & 1u)))
            return true;
    return false;
}

/* Whether a part hangs on another. */
static bool hangs_on(const vvi_words *part, const vvi_words *on)
{
    switch (part->kind) {
    case VVI_PART_NECK:
    case VVI_PART_TAIL:
    case VVI_PART_WING:
        return on->kind == VVI_PART_TRUNK;
    case VVI_PART_HEAD:
        return on->kind == VVI_PART_TRUNK || on->kind == VVI_PART_NECK;
    case VVI_PART_JAW:
        return on->kind == VVI_PART_HEAD || on->kind == VVI_PART_TRUNK;
    case VVI_PART_FACE:
    case VVI_PART_HAIR:
    case VVI_PART_EAR:
        return on->kind == VVI_PART_HEAD;
    case VVI_PART_ARM:
    case VVI_PART_LEG:
        return (on->kind == VVI_PART_TRUNK && !part->lower) || (on->kind == part->kind && part->lower && !on->lower);
    case VVI_PART_HAND:
        return on->kind == VVI_PART_ARM && !on->upper;
    case VVI_PART_FOOT:
        return on->kind == VVI_PART_LEG && !on->upper;
    default:
        return false;
    }
}

vvi_relation vvi_name_relation(const vvi_words *a, const vvi_words *b)
{
    if (are_opposite(a->sides, b->sides))
        return VVI_APART;
    if (a->kind == VVI_PART_OTHER || b->kind == VVI_PART_OTHER)
        return VVI_UNKNOWN;
    if (a->kind == VVI_PART_TRUNK && b->kind == VVI_PART_TRUNK)
        return VVI_RELATED;
    return hangs_on(a, b) || hangs_on(b, a) ? VVI_RELATED : VVI_APART;
}
