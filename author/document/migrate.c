/* Older projects become present ones, one version at a time, as JSON: an upgrade never sees the types of today, so it
 * stays right when they change. */
#include "author/document/state.h"

static bool read_version(const vv_json *root, uint32_t *version)
{
    const vv_json *value = vv_json_member(root, "version");
    if (!value || value->kind != VV_JSON_NUMBER || !(value->number >= 1.0 && value->number <= 1e9))
        return false;
    *version = (uint32_t)value->number;
    return (double)*version == value->number;
}

static const vvi_upgrade *find_upgrade(const vvi_upgrade *upgrades, size_t count, uint32_t from)
{
    for (size_t i = 0; i < count; i++) {
        if (upgrades[i].from == from)
            return &upgrades[i];
    }
    return NULL;
}

static vv_result upgrade_once(const vvi_upgrade *upgrade, const vv_allocator *allocator, const char *file,
                              vv_json_document **json, vv_error *error)
{
    vv_json_writer *writer;
    vv_json_document *upgraded = NULL;
    vv_result result = vv_json_writer_create(allocator, true, &writer, error);
    if (result != VV_OK)
        return result;
    upgrade->write(vv_json_root(*json), writer);
    size_t length;
    const char *text = vv_json_writer_text(writer, &length);
    result = text ? vv_json_parse(text, length, file, allocator, &upgraded, error) : vvi_fail_memory(error, 0);
    vv_json_writer_destroy(writer);
    if (result == VV_OK) {
        vv_json_destroy(*json);
        *json = upgraded;
    }
    return result;
}

vv_result vvi_migrate(const vvi_upgrade *upgrades, size_t upgrade_count, uint32_t newest, const vv_allocator *allocator,
                      const char *file, vv_json_document **json, vv_error *error)
{
    for (;;) {
        const vv_json *root = vv_json_root(*json), *place = vv_json_member(root, "version");
        uint32_t version;
        if (!read_version(root, &version)) {
            vv_json_fail(*json, place ? place : root, error, VV_ERROR_VERSION, "\"version\" is not a whole number");
            vvi_error_remedy(error, "write \"version\": %u", newest);
            return VV_ERROR_VERSION;
        }
        if (version == newest)
            return VV_OK;
        if (version > newest) {
            vv_json_fail(*json, place, error, VV_ERROR_VERSION,
                         "this project was made by a newer Verve: it has version %u, and this Verve reads up to %u",
                         version, newest);
            vvi_error_remedy(error, "open it with a newer Verve");
            return VV_ERROR_VERSION;
        }
        const vvi_upgrade *upgrade = find_upgrade(upgrades, upgrade_count, version);
        if (!upgrade) {
            vv_json_fail(*json, place, error, VV_ERROR_VERSION, "there never was a version %u", version);
            vvi_error_remedy(error, "check the number");
            return VV_ERROR_VERSION;
        }
        vv_result result = upgrade_once(upgrade, allocator, file, json, error);
        if (result != VV_OK)
            return result;
    }
}

vv_result vvi_migrate_to_present(const vv_allocator *allocator, const char *file, vv_json_document **json,
                                 vv_error *error)
{
    /* One row a version that was ever released, from the oldest: {1, upgrade_1_to_2}, … */
    return vvi_migrate(NULL, 0, VV_PROJECT_VERSION, allocator, file, json, error);
}
