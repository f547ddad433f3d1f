/* Puppets of the real drawings: energies against the definition, every width, and what clusters lose. */
#include "author/cut/cut.h"
#include "author/import/import.h"
#include "puppets.h"
#include "tests/author/files.h"

enum { HANDLES = 9, VERTICES = 500 };

static unsigned made;
static double worst;

static void cut_drawing(const vv_image *image, drawing *d)
{
    vv_cut_def def = vv_default_cut_def();
    vv_cut cut;
    def.vertices = VERTICES;
    if (vv_cut_image(image, &def, NULL, NULL, &cut, NULL) != VV_OK)
        return; /* nothing but transparent pixels */
    float scale = 1.0f / (float)(image->width > image->height ? image->width : image->height);
    d->vertex_count = cut.vertex_count;
    d->triangle_count = cut.triangle_count;
    d->positions = calloc(cut.vertex_count, sizeof *d->positions);
    d->triangles = calloc(cut.triangle_count, 3 * sizeof *d->triangles);
    for (uint32_t i = 0; i < cut.vertex_count; i++)
        d->positions[i] = (vv_vec2){scale * cut.positions[i].x, 1.0f - scale * cut.positions[i].y};
    memcpy(d->triangles, cut.triangles, 3 * (size_t)cut.triangle_count * sizeof *d->triangles);
    d->layers[d->layer_count++] = (vv_layer){0, cut.vertex_count, 0, cut.triangle_count};
    vv_cut_destroy(&cut, &def, NULL);
}

/* Each handle on the vertex farthest from all before it. */
static void place_handles(drawing *d)
{
    vv_vec2 places[HANDLES] = {d->positions[0]};
    for (uint32_t j = 1; j < HANDLES; j++) {
        float most = -1.0f;
        for (uint32_t i = 0; i < d->vertex_count; i++) {
            float near = INFINITY;
            for (uint32_t k = 0; k < j; k++)
                near = vvi_min(near, vv_vec2_distance(d->positions[i], places[k]));
            if (near > most) {
                most = near;
                places[j] = d->positions[i];
            }
        }
    }
    drawing_add_handles(d, HANDLES, places, 0.5f);
}

static double energy_of(const drawing *d, vv_elastic elastic, uint32_t clusters, uint64_t seed)
{
    doll s = {.d = *d};
    doll_def(&s);
    s.def.elastic = elastic;
    s.def.cluster_count = clusters;
    doll_make(&s);
    doll_disturb(&s, s.c, 0.05, seed);
    double energy = vvi_puppet_local_step(&s.view, s.c, s.pull, s.scratch);
    if (clusters == 0) {
        double exact = elastic == VV_ELASTIC_ARAP ? doll_arap(&s, s.c, s.rest) : doll_springs(&s, s.c, s.rest);
        assert_true(fabs(energy - exact) < 1e-4 * exact);
    }
    for (uint32_t width = 0; width < (uint32_t)vvi_best_width(); width++) {
        double *pull = calloc(2 * s.view.stride, sizeof *pull);
        assert_true(energy == vvi_puppet_local_step_width(&s.view, s.c, pull, s.scratch, (vvi_width)width));
        assert_memory_equal(pull, s.pull, 2 * s.view.stride * sizeof *pull);
        free(pull);
    }
    doll_unmake(&s);
    return energy;
}

static void try_file(const char *path)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    vv_image image;
    drawing d = {0};
    if (strstr(path, "mask") || strstr(path, "edge"))
        return;
    assert_int_equal(vv_file_read(path, (size_t)1 << 28, NULL, &bytes, &count, NULL), VV_OK);
    vv_result result = vv_import_png(bytes, count, path, NULL, &image, NULL);
    vv_file_release(NULL, bytes, count);
    if (result != VV_OK)
        return;
    cut_drawing(&image, &d);
    vv_image_destroy(&image, NULL);
    if (d.vertex_count < 50)
        return drawing_free(&d);
    place_handles(&d);
    for (uint64_t seed = 1; seed < 3; seed++) {
        double full = energy_of(&d, VV_ELASTIC_ARAP, 0, seed), reduced = energy_of(&d, VV_ELASTIC_ARAP, 80, seed);
        assert_true(reduced > full * (1.0 - 1e-4)); /* fewer rotations never fit better */
        worst = fmax(worst, reduced / full - 1.0);
        energy_of(&d, VV_ELASTIC_SPRINGS, 0, seed);
        energy_of(&d, VV_ELASTIC_SPRINGS, 20, seed);
    }
    made++;
    drawing_free(&d);
}

static void real_drawings_become_puppets(void **state)
{
    (void)state;
    const char *data = testing_data();
    if (!data)
        skip();
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/art/kenney", data);
    testing_each_file(folder, ".png", try_file);
    snprintf(folder, sizeof folder, "%s/art/twemoji", data);
    testing_each_file(folder, ".png", try_file);
    print_message("%u drawings; 80 clusters have at most %.1f %% more energy than all triangles\n", made,
                  100.0 * worst);
    assert_true(made > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(real_drawings_become_puppets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
