/* Any bytes as a creature file: a plan that becomes a creature and is written and read again as the same text, or an
 * error. */
#include "author/grow/grow.h"
#include "runtime/base/base.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool good)
{
    if (!good)
        __builtin_trap();
}

/* The figure of a small one too: its grid must hold for any lengths that a file has. */
static void dress(const vv_creature_plan *plan)
{
    vv_manikin figure = {0};
    if (plan->body_count <= 16 && vv_plan_skin(plan, NULL, &figure, NULL) == VV_OK)
        demand(figure.form.triangle_count > 0 && vvi_all_finite(&figure.form.positions[0].x, 3));
    vv_manikin_destroy(&figure);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    vv_creature_plan plan, again;
    vv_creature *creature = NULL;
    vv_error error;
    char *text = NULL, *same = NULL;
    size_t length = 0, second = 0;
    if (vv_plan_read((const char *)data, size, "fuzz.json", NULL, &plan, &error) != VV_OK)
        return 0;
    demand(vv_plan_creature(&plan, NULL, &creature, &error) == VV_OK);
    demand(vv_plan_write(&plan, NULL, &text, &length, &error) == VV_OK);
    demand(vv_plan_read(text, length, "fuzz.json", NULL, &again, &error) == VV_OK);
    demand(vv_plan_write(&again, NULL, &same, &second, &error) == VV_OK);
    demand(length == second && memcmp(text, same, length) == 0);
    dress(&plan);
    vvi_release(NULL, text, length + 1, 1);
    vvi_release(NULL, same, second + 1, 1);
    vv_creature_destroy(creature, NULL);
    vv_plan_destroy(&plan);
    vv_plan_destroy(&again);
    return 0;
}
