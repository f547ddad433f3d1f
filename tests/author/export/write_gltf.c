/* write_gltf FOLDER: writes the files whose structure check_export.py looks at. */
#include "author/export/model.h"
#include "tests/author/export/figures.h"

static void write_files(const char *folder)
{
    vv_take take = make_take(4, 12, 20, true);
    skinned_strip f = make_figure(&take, 301);
    f.figure.form = &f.form;
    for (int kind = 0; kind < 4; kind++) {
        vv_bytes bytes = {0};
        if (vv_export_gltf(&take, kind < 2 ? &f.figure : NULL, kind % 2, NULL, &bytes, NULL) != VV_OK)
            exit(1);
        char path[1024];
        snprintf(path, sizeof path, "%s/%s.%s", folder, kind < 2 ? "figure" : "take", kind % 2 ? "glb" : "gltf");
        FILE *file = fopen(path, "wb");
        if (!file || fwrite(bytes.data, 1, bytes.count, file) != bytes.count)
            exit(1);
        fclose(file);
        vv_bytes_release(&bytes, NULL);
    }
    free_figure(&f);
    vv_take_destroy(&take);
}

int main(int count, char **arguments)
{
    if (count != 2) {
        fprintf(stderr, "usage: write_gltf FOLDER\n");
        return 2;
    }
    write_files(arguments[1]);
    return 0;
}
