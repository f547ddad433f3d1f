/* Materials of puppets: some of their numbers, over those of an artwork. docs/format.md has the same order. */
#include "author/document/schema.h"

#define MATERIAL vv_project_material
#define MOST     1e6f

#define NUMBER(m, low, high) #m, VVI_NUMBER(MATERIAL, values.m, low, high)
static const vvi_schema_field fields[] = {
    {NUMBER(stiffness, 0.0f, 1000.0f), VVI_DOC_SLIDER("Hz", "how fast the drawing as a whole swings", 0.2, 30.0, true)},
    {NUMBER(half_life, 0.0f, MOST),
     VVI_DOC_SLIDER("s", "until a vibration has half its amplitude; 0: never", 0.0, 2.0, false)},
    {NUMBER(examples, 0.0f, 1.0f), VVI_DOC("", "how far its rest shape gives way to the examples it is drawn to")},
    {"attraction", VVI_WORD(MATERIAL, values.attraction, 0, VVI_WORDS("hull", "quick", "complex", "linear")),
     VVI_DOC("", "to which mixes of them: any, blended by rotations; any sum of their transforms, as in the paper, "
                 "found quickly; those that the complex allows, by rotations; any sum of their transforms, the "
                 "nearest found exactly")},
    {NUMBER(gravity, -1000.0f, 1000.0f), VVI_DOC_SLIDER("", "factor on the stage's gravity", -1.0, 3.0, false)},
    {NUMBER(drag, 0.0f, MOST), VVI_DOC_SLIDER("1/s", "how the wind takes it along", 0.0, 10.0, false)},
    {NUMBER(friction, 0.0f, MOST), VVI_DOC_SLIDER("", "against what it touches", 0.0, 2.0, false)},
    {NUMBER(bounce, 0.0f, 1.0f), VVI_DOC("", "the share of its speed that it leaves contact with")},
    {"iterations", VVI_WHOLE(MATERIAL, values.iterations, 1, 64), VVI_DOC("", "of a step")},
    {"accelerated", VVI_FLAG(MATERIAL, values.accelerated), VVI_DOC("", "whether they are accelerated")},
};
_Static_assert(sizeof fields / sizeof *fields <= 32, "one bit each");

/* The defaults of the file, which must stay what they are; a test compares them with the runtime's. */
static const MATERIAL defaults = {.values = VVI_DEFAULT_MATERIAL};
const vvi_schema vvi_material_schema = {VVI_TABLE("material", MATERIAL, fields),
                                        .flags = VVI_SCHEMA_GIVEN_BITS | VVI_SCHEMA_MERGED, .defaults = &defaults};

/* All of it, as members of the struct around it. */
const vvi_schema vvi_all_material_schema = {VVI_TABLE("material", MATERIAL, fields),
                                            .flags = VVI_SCHEMA_FLAT | VVI_SCHEMA_MERGED, .defaults = &defaults,
                                            .some = &vvi_material_schema};

void vv_project_material_apply(const vv_project_material *changes, vv_material *values)
{
    vvi_schema_apply(&vvi_material_schema, changes, offsetof(MATERIAL, values), values);
}

vv_project_material vv_project_material_between(const vv_material *from, const vv_material *to)
{
    return (MATERIAL){vvi_schema_compare(&vvi_material_schema, offsetof(MATERIAL, values), from, to), *to};
}
