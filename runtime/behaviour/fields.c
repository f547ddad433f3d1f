/* vv_strengths as a list of words, so that one loop can lay a state's strengths over the actor's own, compare, store
 * and restore them. */
#include "layout.h"

#include "runtime/stage/sprite/sprite.h"

_Static_assert(sizeof(vv_strengths) == VV_STRENGTH_COUNT * sizeof(uint32_t), "every strength has its vv_strength");
_Static_assert(VV_STRENGTH_COUNT <= 32, "one bit a strength");

void vvi_strengths_to_words(const vv_strengths *strengths, uint32_t *words)
{
    vvi_parameters_to_words(vvi_strength_parameters(), strengths, words);
}

vv_strengths vvi_strengths_from_words(const uint32_t *words)
{
    vv_strengths strengths = vv_default_strengths();
    vvi_parameters_from_words(vvi_strength_parameters(), words, &strengths);
    return strengths;
}

bool vvi_words_are_choices(uint32_t mask, const uint32_t *words)
{
    return vvi_parameters_have_valid_choices(vvi_strength_parameters(), mask, words);
}
