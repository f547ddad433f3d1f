/* Motion files, by the ending of a name. */
#include "cli/motion.h"

#include "author/base/path.h"

bool motion_is_file(const char *path)
{
    return vv_path_has_ending(path, ".bvh") || vv_path_has_ending(path, ".gltf") || vv_path_has_ending(path, ".glb");
}

vv_result motion_write(const char *path, const vv_take *take, const vv_manikin *figure, vv_error *error)
{
    vv_bytes bytes = {0};
    vv_gltf_figure skin = {&figure->form,  figure->normals, figure->colors,
                           figure->joints, figure->weights, figure->binds};
    vv_result result = vv_path_has_ending(path, ".bvh")
                           ? vv_export_bvh(take, NULL, &bytes, error)
                           : vv_export_gltf(take, &skin, vv_path_has_ending(path, ".glb"), NULL, &bytes, error);
    if (result == VV_OK)
        result = cli_write(path, bytes.data, bytes.count, error);
    vv_bytes_release(&bytes, NULL);
    return result;
}
