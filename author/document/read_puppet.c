/* How an artwork moves as a puppet, out of JSON: its elastic energy, what its layers weigh, which handles stay together,
 * and its material. */
#include "author/document/puppets.h"

static const char *const elastic_words[] = {"arap", "springs", NULL};

vvi_keys vvi_elastic_words(void) { return elastic_words; }

/* The defaults of the file, which must stay what they are; a test compares them with the runtime's. */
vv_project_puppet vvi_default_puppet(void)
{
    return (vv_project_puppet){
        .elastic = VV_ELASTIC_ARAP, .clusters = 80, .density = 1.0f, .material = vvi_usual_material()};
}

static void read_join(vvi_reader *r, const vv_json *object, const vv_project_artwork *artwork, vv_puppet_join *join)
{
    static const char *const keys[] = {"a", "b", "keep", NULL};
    *join = (vv_puppet_join){VV_NONE, VV_NONE, VV_PART_POSITION};
    if (!vvi_known_keys(r, object, keys, NULL))
        return;
    join->a = vvi_handle_member(r, object, "a", artwork);
    join->b = vvi_handle_member(r, object, "b", artwork);
    vvi_parts_member(r, object, &join->parts);
    if (join->a == join->b && join->a != VV_NONE)
        vvi_problem(r, object, VV_RULE_JOIN, "name two different handles", "this joins \"%s\" to itself",
                    artwork->handles[join->a].name);
}

static bool joins_same(const vv_puppet_join *a, const vv_puppet_join *b)
{
    return (a->a == b->a && a->b == b->b) || (a->a == b->b && a->b == b->a);
}

static void read_joins(vvi_reader *r, const vv_json *list, vv_project_artwork *artwork)
{
    uint32_t count = vvi_list(r, list, VV_PROJECT_MAX_JOINS, "joins");
    vv_puppet_join *joins = vvi_take(r, count, sizeof *joins);
    if (!joins)
        return;
    for (const vv_json *item = count ? list->child : NULL; item && !vvi_stopped(r); item = item->next) {
        vv_puppet_join *join = &joins[item->index];
        read_join(r, item, artwork, join);
        for (uint32_t i = 0; i < item->index && join->a != VV_NONE && join->b != VV_NONE; i++) {
            if (joins_same(&joins[i], join))
                vvi_problem(r, item, VV_RULE_JOIN, "remove one", "join %u is of the same two handles", i);
        }
    }
    artwork->puppet.joins = joins;
    artwork->puppet.join_count = count;
}

static void read_elastic(vvi_reader *r, const vv_json *object, vv_project_puppet *puppet)
{
    uint32_t word = puppet->elastic;
    vvi_word_member(r, object, "elastic", elastic_words, "write \"arap\" or \"springs\"", VV_ELASTIC_ARAP, &word);
    puppet->elastic = (vv_elastic)word;
}

static void read_lists(vvi_reader *r, const vv_json *object, vv_project_artwork *artwork)
{
    vv_project_puppet *puppet = &artwork->puppet;
    bool editing = r->editing, no_densities, no_stiffnesses, no_joins;
    const vv_json *densities = vvi_optional(object, "densities", &no_densities);
    const vv_json *stiffnesses = vvi_optional(object, "stiffnesses", &no_stiffnesses);
    const vv_json *joins = vvi_optional(object, "joins", &no_joins);
    r->editing = false; /* lists that are given are given whole */
    if (densities || no_densities)
        puppet->densities = densities ? vvi_read_factors(r, densities, artwork) : NULL;
    if (stiffnesses || no_stiffnesses)
        puppet->stiffnesses = stiffnesses ? vvi_read_factors(r, stiffnesses, artwork) : NULL;
    if (no_joins)
        puppet->join_count = 0;
    if (joins)
        read_joins(r, joins, artwork);
    r->editing = editing;
}

void vvi_read_puppet(vvi_reader *r, const vv_json *object, vvi_keys address, vv_project_artwork *artwork)
{
    static const char *const keys[] = {"elastic",     "clusters", "density",  "densities",
                                       "stiffnesses", "joins",    "material", NULL};
    vv_project_puppet usual = vvi_default_puppet(), *puppet = &artwork->puppet;
    vvi_known_keys(r, object, keys, address);
    if (object->kind != VV_JSON_OBJECT)
        return;
    bool reset;
    const vv_json *material = vvi_optional(object, "material", &reset);
    vv_project_material all = {.values = puppet->material};
    read_elastic(r, object, puppet);
    vvi_whole_member(r, object, "clusters", usual.clusters, 0, VV_RIG_MAX_CLUSTERS, &puppet->clusters);
    vvi_float_member(r, object, "density", usual.density, 1e-3f, 1e6f, &puppet->density);
    read_lists(r, object, artwork);
    if (material)
        vvi_read_material(r, material, &all);
    puppet->material = reset ? usual.material : all.values;
}
