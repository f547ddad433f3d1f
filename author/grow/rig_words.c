/* The names of joints: splits them into words ("b_LeftFoot01_017": b left foot; "IKBackLeg.L": ik back leg l) and
 * looks these up. */
#include "rig.h"

#include "author/base/path.h"

#include <string.h>

#define MOST_WORD 24u

typedef struct rig_entry {
    const char *word;
    uint32_t words;
} rig_entry;

/* Words of four or more letters also match at the end of a longer word ("lfoot", "forearm", "upperleg"). */
static const rig_entry entries[] = {
    {"ik", RIG_CONTROL},     {"pole", RIG_CONTROL},      {"target", RIG_CONTROL},
    {"ctrl", RIG_CONTROL},   {"control", RIG_CONTROL},   {"controller", RIG_CONTROL},
    {"helper", RIG_CONTROL}, {"end", RIG_END},           {"nub", RIG_END},
    {"effector", RIG_END},   {"root", RIG_ROOT},         {"rootjoint", RIG_ROOT},
    {"armature", RIG_ROOT},  {"master", RIG_ROOT},       {"reference", RIG_ROOT},
    {"scene", RIG_ROOT},     {"bone", RIG_ROOT},         {"body", RIG_BODY},
    {"spine", RIG_SPINE},    {"back", RIG_SPINE},        {"lowerback", RIG_SPINE},
    {"torso", RIG_SPINE},    {"hips", RIG_SPINE},        {"hip", RIG_SPINE},
    {"pelvis", RIG_SPINE},   {"chest", RIG_SPINE},       {"abdomen", RIG_SPINE},
    {"thorax", RIG_SPINE},   {"waist", RIG_SPINE},       {"shoulders", RIG_SPINE},
    {"ribcage", RIG_SPINE},  {"neck", RIG_NECK},         {"head", RIG_HEAD},
    {"skull", RIG_HEAD},     {"leg", RIG_LEG},           {"upleg", RIG_LEG},
    {"lowleg", RIG_LEG},     {"upperleg", RIG_LEG},      {"lowerleg", RIG_LEG},
    {"thigh", RIG_LEG},      {"shin", RIG_LEG},          {"calf", RIG_LEG},
    {"knee", RIG_LEG},       {"foot", RIG_FOOT},         {"feet", RIG_FOOT},
    {"paw", RIG_FOOT},       {"hoof", RIG_FOOT},         {"ankle", RIG_FOOT},
    {"toe", RIG_TOE},        {"toes", RIG_TOE},          {"toebase", RIG_TOE},
    {"metatarsal", RIG_TOE}, {"arm", RIG_ARM},           {"forearm", RIG_ARM},
    {"upperarm", RIG_ARM},   {"lowerarm", RIG_ARM},      {"shoulder", RIG_ARM},
    {"clavicle", RIG_ARM},   {"collar", RIG_ARM},        {"elbow", RIG_ARM},
    {"hand", RIG_HAND},      {"palm", RIG_HAND},         {"fist", RIG_HAND},
    {"wrist", RIG_HAND},     {"finger", RIG_FINGER},     {"thumb", RIG_FINGER},
    {"index", RIG_FINGER},   {"middle", RIG_FINGER},     {"ring", RIG_FINGER},
    {"pinky", RIG_FINGER},   {"metacarpal", RIG_FINGER}, {"fingerbase", RIG_FINGER},
    {"jaw", RIG_MOUTH},      {"mouth", RIG_MOUTH},       {"beak", RIG_MOUTH},
    {"nose", RIG_NOSE},      {"snout", RIG_NOSE},        {"eye", RIG_EYE},
    {"eyes", RIG_EYE},       {"ear", RIG_EAR},           {"ears", RIG_EAR},
    {"tail", RIG_TAIL},      {"wing", RIG_WING},         {"fin", RIG_FIN},
    {"flipper", RIG_FIN},    {"spike", RIG_SPIKE},       {"horn", RIG_SPIKE},
    {"l", RIG_LEFT},         {"left", RIG_LEFT},         {"r", RIG_RIGHT},
    {"right", RIG_RIGHT},
};

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

/* Extracts the next word of a name in lower case; returns the rest of the name, or NULL at its end. */
static const char *next_word(const char *name, char word[MOST_WORD])
{
    uint32_t n = 0;
    while (*name != '\0' && !is_letter(*name))
        name++;
    for (; is_letter(*name); name++) {
        bool small_before = n > 0 && !is_capital(name[-1]);
        bool last_of_capitals = n > 0 && is_capital(name[-1]) && is_letter(name[1]) && !is_capital(name[1]);
        if (is_capital(*name) && (small_before || last_of_capitals))
            break;
        if (n + 1 < MOST_WORD)
            word[n++] = is_capital(*name) ? (char)(*name + 32) : *name;
    }
    word[n] = '\0';
    return n > 0 ? name : NULL;
}

static bool matches(const char *word, const char *entry)
{
    return strcmp(word, entry) == 0 || (strlen(entry) >= 4 && vv_text_has_ending(word, entry));
}

uint32_t vvi_rig_parse_name(const char *name)
{
    char word[MOST_WORD];
    uint32_t words = 0;
    while ((name = next_word(name, word)) != NULL)
        for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
            if (matches(word, entries[i].word))
                words |= entries[i].words;
    if (words & (RIG_LIMB | RIG_LEFT | RIG_RIGHT)) /* "BackLeg", "LHipJoint" */
        words &= ~(uint32_t)(RIG_SPINE | RIG_BODY | RIG_ROOT);
    if (words & (RIG_SPINE | RIG_HEAD | RIG_NECK))
        words &= ~(uint32_t)RIG_ROOT;
    if (words & (RIG_LEG | RIG_FOOT | RIG_ARM)) /* "leg-middle-left" is no finger */
        words &= ~(uint32_t)RIG_FINGER;
    return words;
}

uint32_t vvi_rig_count_shared_words(const char *a, const char *b)
{
    char one[MOST_WORD], other[MOST_WORD];
    uint32_t shared = 0;
    for (const char *p = a; (p = next_word(p, one)) != NULL;)
        for (const char *q = b; (q = next_word(q, other)) != NULL;)
            shared += strlen(one) > 1 && strcmp(one, other) == 0;
    return shared;
}
