/* Strengths of sprites: some of them, over those of an artwork. docs/format.md has the same order. */
#include "author/document/schema.h"

#define STRENGTHS vv_project_strengths
#define MOST      1e6f

/* The example that a strength leads to is gone: then that strength is off. */
static void switch_off(const vvi_scope *scope)
{
    bool energy = scope->field->offset == offsetof(STRENGTHS, values.energy_example);
    vvi_schema_reset(scope->schema, scope->field, scope->item);
    vvi_schema_reset(scope->schema, vvi_schema_field_of(scope->schema, energy ? "energy" : "velocity"), scope->item);
}

/* Where all strengths are told, an example that one of them leads to is always named, so that the file means the same
 * when examples change places. */
static bool leads_energy(const vvi_scope *scope)
{
    const vv_strengths *s = &((const STRENGTHS *)scope->item)->values;
    return s->energy_example > 0 || (s->energy > 0.0f && s->energy_towards == VV_ENERGY_EXAMPLE);
}

static bool leads_velocity(const vvi_scope *scope)
{
    const vv_strengths *s = &((const STRENGTHS *)scope->item)->values;
    return s->velocity_example > 0 || s->velocity > 0.0f;
}

/* An example that no strength leads to is not followed when it is moved: nothing is said about it, and nothing will
 * be. */
static bool follows_energy(const vvi_scope *scope)
{
    const vv_strengths *s = &((const STRENGTHS *)scope->item)->values;
    return s->energy_example > 0 || s->energy > 0.0f;
}

#define EXAMPLE_OF(followed_where)                                                                                     \
    VVI_TO(.noun = VVI_EXAMPLE, .remedy = "name an example of its artwork", .gone = switch_off,                        \
           .followed = followed_where)
#define NUMBER(m, low, high)       #m, VVI_NUMBER(STRENGTHS, values.m, low, high)
#define EXAMPLE(m, leads, follows) #m, VVI_REFERENCE(STRENGTHS, values.m, EXAMPLE_OF(follows)), .given = leads
static const vvi_schema_field fields[] = {
    {NUMBER(stiffness, 0.0f, 1000.0f),
     VVI_DOC_SLIDER("Hz", "of the whole drawing towards its rest shape", 0.0, 120.0, false)},
    {NUMBER(local, 0.0f, 1000.0f), VVI_DOC_SLIDER("Hz", "of each neighbourhood", 0.0, 120.0, false)},
    {NUMBER(damping, 0.0f, MOST), VVI_DOC_SLIDER("1/s", "of vibrations", 0.0, 30.0, false)},
    {NUMBER(projection, 0.0f, 1.0f), VVI_DOC("", "how far the place follows the shape as it is deformed")},
    {NUMBER(equilibrium, 0.0f, 100.0f),
     VVI_DOC_SLIDER("Hz", "attraction of the place to the equilibrium", 0.0, 40.0, false)},
    {NUMBER(settle, 0.05f, 4.0f), VVI_DOC_SLIDER("", "how it gets there; below 1 it overshoots", 0.05, 2.0, false)},
    {NUMBER(energy, 0.0f, MOST),
     VVI_DOC_SLIDER("", "how far the energy of a contact moves the place", 0.0, 6.0, false)},
    {NUMBER(energy_threshold, 0.0f, MOST),
     VVI_DOC_SLIDER("", "energies below this, in weight × size, are ignored", 0.0, 2.0, false)},
    {NUMBER(energy_time, 1e-3f, MOST), VVI_DOC_SLIDER("s", "how long it lasts", 0.01, 1.0, true)},
    {"energy_towards", VVI_WORD(STRENGTHS, values.energy_towards, 0, VVI_WORDS("example", "away", "velocity")),
     VVI_DOC("", "where to: to `energy_example`, away from the equilibrium, or the way the place is moving")},
    {EXAMPLE(energy_example, leads_energy, follows_energy), VVI_DOC("", "null: the first")},
    {NUMBER(velocity, 0.0f, MOST), VVI_DOC_SLIDER("", "how far speed moves the place", 0.0, 2.0, false)},
    {NUMBER(velocity_threshold, 0.0f, MOST),
     VVI_DOC_SLIDER("", "speeds below this, in √(gravity × size), are ignored", 0.0, 4.0, false)},
    {EXAMPLE(velocity_example, leads_velocity, leads_velocity), VVI_DOC("", "where to; null: the first")},
    {NUMBER(bounce, 0.0f, 1.5f), VVI_DOC("", "the share of the speed lost in contact that is given back")},
    {NUMBER(bounce_time, 0.0f, 1.0f),
     VVI_DOC_SLIDER("s", "how long it lies squashed before it gives it back", 0.0, 0.3, false)},
    {"orient", VVI_WORD(STRENGTHS, values.orient, 0, VVI_WORDS("free", "angle", "velocity")),
     VVI_DOC("", "which angle it turns to: as physics has it, to `orient_angle`, or along its velocity")},
    {NUMBER(orient_rate, 0.0f, 1000.0f), VVI_DOC_SLIDER("1/s", "how fast", 0.0, 40.0, false)},
    {NUMBER(orient_angle, -1000.0f, 1000.0f), VVI_DOC_SLIDER("rad", "", -3.1416, 3.1416, false)},
    {"orient_symmetric", VVI_FLAG(STRENGTHS, values.orient_symmetric), VVI_DOC("", "half a turn looks the same")},
    {NUMBER(friction, 0.0f, MOST), VVI_DOC_SLIDER("", "against what it touches", 0.0, 2.0, false)},
    {NUMBER(drag, 0.0f, MOST), VVI_DOC_SLIDER("1/s", "how the wind takes it along", 0.0, 10.0, false)},
    {NUMBER(gravity, -1000.0f, 1000.0f), VVI_DOC_SLIDER("", "factor on the stage's gravity", -1.0, 3.0, false)},
};
_Static_assert(sizeof fields / sizeof *fields <= 32, "one bit each");

/* The defaults of the file, which must stay what they are; a test compares them with the runtime's. */
static const STRENGTHS defaults = {.values = VVI_DEFAULT_STRENGTHS};
const vvi_schema vvi_strengths_schema = {VVI_TABLE("strengths", STRENGTHS, fields),
                                         .flags = VVI_SCHEMA_GIVEN_BITS | VVI_SCHEMA_MERGED, .defaults = &defaults};

/* All of them, which are members of the struct around it. */
const vvi_schema vvi_all_strengths_schema = {VVI_TABLE("strengths", STRENGTHS, fields),
                                             .flags = VVI_SCHEMA_FLAT | VVI_SCHEMA_MERGED, .defaults = &defaults,
                                             .some = &vvi_strengths_schema};

void vv_project_strengths_apply(const vv_project_strengths *changes, vv_strengths *strengths)
{
    vvi_schema_apply(&vvi_strengths_schema, changes, offsetof(STRENGTHS, values), strengths);
}

vv_project_strengths vv_project_strengths_between(const vv_strengths *from, const vv_strengths *to)
{
    return (STRENGTHS){vvi_schema_compare(&vvi_strengths_schema, offsetof(STRENGTHS, values), from, to), *to};
}
