/* Strengths and materials as words of a baked file, and back. */
#include "runtime/asset/asset.h"

#include "runtime/stage/puppet/puppet.h"
#include "runtime/stage/sprite/sprite.h"

vvi_asset_strengths vvi_asset_pack_strengths(const vv_strengths *strengths)
{
    vvi_asset_strengths packed;
    vvi_parameters_to_words(vvi_strength_parameters(), strengths, packed.words);
    return packed;
}

vv_strengths vvi_asset_unpack_strengths(const vvi_asset_strengths *packed)
{
    vv_strengths strengths = vv_default_strengths();
    vvi_parameters_from_words(vvi_strength_parameters(), packed->words, &strengths);
    return strengths;
}

vvi_asset_material vvi_asset_pack_material(const vv_material *material)
{
    vvi_asset_material packed;
    vvi_parameters_to_words(vvi_material_parameters(), material, packed.words);
    return packed;
}

vv_material vvi_asset_unpack_material(const vvi_asset_material *packed)
{
    vv_material material = vv_default_material();
    vvi_parameters_from_words(vvi_material_parameters(), packed->words, &material);
    return material;
}
