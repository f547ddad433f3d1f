/* vv_strengths as a list of words, so that one loop can lay a state's strengths over the actor's own, compare, keep and
 * restore them. */
#include "layout.h"

#include <string.h>

typedef struct field {
    uint16_t offset;
    uint8_t is_bool;
    uint8_t choices; /* how many; 0: any word will do */
} field;

#define FIELD(name)                                                                                                    \
    {                                                                                                                  \
        offsetof(vv_strengths, name), 0, 0                                                                             \
    }

static const field fields[] = {
    FIELD(stiffness),
    FIELD(local),
    FIELD(damping),
    FIELD(projection),
    FIELD(equilibrium),
    FIELD(settle),
    FIELD(energy),
    FIELD(energy_threshold),
    FIELD(energy_time),
    {offsetof(vv_strengths, energy_towards), 0, VV_ENERGY_VELOCITY + 1},
    FIELD(energy_example),
    FIELD(velocity),
    FIELD(velocity_threshold),
    FIELD(velocity_example),
    FIELD(bounce),
    FIELD(bounce_time),
    {offsetof(vv_strengths, orient), 0, VV_ORIENT_VELOCITY + 1},
    FIELD(orient_rate),
    FIELD(orient_angle),
    {offsetof(vv_strengths, orient_symmetric), 1, 2},
    FIELD(friction),
    FIELD(drag),
    FIELD(gravity),
};

_Static_assert(sizeof fields / sizeof *fields == VV_STRENGTH_COUNT, "a field for each vv_strength");
_Static_assert(sizeof(vv_strengths) == VV_STRENGTH_COUNT * sizeof(uint32_t), "every strength has its vv_strength");
_Static_assert(VV_STRENGTH_COUNT <= 32, "one bit a strength");

void vvi_strengths_to_words(const vv_strengths *strengths, uint32_t *words)
{
    for (uint32_t i = 0; i < VV_STRENGTH_COUNT; i++) {
        const char *from = (const char *)strengths + fields[i].offset;
        if (fields[i].is_bool)
            words[i] = *(const bool *)from;
        else
            memcpy(&words[i], from, sizeof words[i]);
    }
}

vv_strengths vvi_strengths_from_words(const uint32_t *words)
{
    vv_strengths strengths = vv_default_strengths();
    for (uint32_t i = 0; i < VV_STRENGTH_COUNT; i++) {
        char *to = (char *)&strengths + fields[i].offset;
        uint32_t word = fields[i].choices && words[i] >= fields[i].choices ? 0 : words[i];
        if (fields[i].is_bool)
            *(bool *)to = word != 0;
        else
            memcpy(to, &word, sizeof word);
    }
    return strengths;
}

bool vvi_words_are_choices(uint32_t mask, const uint32_t *words)
{
    for (uint32_t i = 0; i < VV_STRENGTH_COUNT; i++)
        if ((mask >> i & 1u) && fields[i].choices && words[i] >= fields[i].choices)
            return false;
    return true;
}
