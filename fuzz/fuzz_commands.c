/* Any bytes as commands on a small project. A refused command changes nothing; undoing all accepted ones restores the
 * project to the byte, and redoing them gives what they made. */
#include "author/document/document.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char project[] =
    "{\"format\": \"verve-project\", \"version\": 1, \"name\": \"P\", \"artworks\": [{\"name\": \"a\", \"scale\": 100,"
    "\"layers\": [{\"name\": \"l\", \"image\": \"art/l.png\"}, {\"name\": \"m\", \"mesh\": \"m.obj\"}],"
    "\"handles\": [{\"name\": \"h\", \"kind\": \"point\", \"at\": [0, 1]}, {\"name\": \"i\", \"kind\": \"point\", "
    "\"at\": "
    "[1, 1], \"layers\": [\"l\"]}, {\"name\": \"b\", \"kind\": \"bone\", \"from\": [0, 0], \"to\": [1, 0]}],"
    "\"mirror\": [[\"h\", \"i\"]],"
    "\"examples\": [{\"name\": \"e\"}, {\"name\": \"f\", \"pose\": {\"h\": {\"turn\": 1}}}, {\"name\": \"g\"}],"
    "\"complex\": [[\"e\", \"f\", \"g\"]], \"puppet\": {\"joins\": [{\"a\": \"h\", \"b\": \"b\"}], \"densities\": "
    "{\"l\": 2}}, \"correctives\": [{\"name\": \"c\", \"axes\": [{\"name\": \"x\", \"handle\": \"b\", \"base\": "
    "\"h\"}], \"examples\": [{\"at\": [0]}, {\"pose\": \"f\", \"at\": [1]}]}]},"
    "{\"name\": \"o\", \"handles\": [{\"name\": \"k\", \"kind\": \"point\", \"at\": [0, 0]}]}],"
    "\"clips\": [{\"name\": \"c\", \"artwork\": \"a\", \"tracks\": [{\"handle\": \"b\", \"channel\": \"angle\", "
    "\"keys\": "
    "[{\"time\": 0, \"value\": 1}, {\"time\": 2, \"value\": -1}]}]}],"
    "\"families\": [{\"name\": \"f\", \"members\": [\"a\", \"o\"], \"links\": [{\"from\": \"a\", \"to\": \"o\", "
    "\"handles\": [\"h\", \"k\"]}]}],"
    "\"recordings\": [{\"name\": \"r\", \"artwork\": \"a\", \"size\": 1, \"regions\": [{\"handle\": \"h\", \"rest\": "
    "[0, 1], \"frames\": [[0, 0, 1, 0, 0, 1]]}]}],"
    "\"skeletons\": [{\"name\": \"k\", \"file\": \"k.bvh\", \"feet\": []}, {\"name\": \"j\", \"file\": \"j.glb\"}],"
    "\"takes\": [{\"name\": \"t\", \"skeleton\": \"k\", \"file\": \"t.bvh\"}, {\"name\": \"u\", \"skeleton\": \"k\", "
    "\"file\": \"u.glb\", \"clip\": \"c\"}],"
    "\"forms\": [{\"name\": \"f\", \"file\": \"f.obj\"}, {\"name\": \"g\", \"file\": \"g.glb\"}],"
    "\"shapes\": [{\"name\": \"s\", \"axes\": [{\"name\": \"x\", \"joint\": \"q\"}, {\"name\": \"y\"}], \"examples\": "
    "[{\"form\": \"f\", \"at\": [0, 1], \"pose\": {\"q\": [0, 0, 1]}}], \"pseudo\": [{\"from\": [0, 0], \"to\": [1, "
    "1]}], "
    "\"skeleton\": \"j\"}],"
    "\"verbs\": [{\"name\": \"v\", \"skeleton\": \"k\", \"axes\": [{\"name\": \"x\"}, {\"name\": \"y\", \"low\": -1}], "
    "\"examples\": [{\"take\": \"t\", \"at\": [0, 0], \"from\": 0, \"to\": 1}, {\"take\": \"u\", \"at\": [1, 0], "
    "\"keytimes\": [{\"label\": \"a\", \"time\": 0}, {\"label\": \"b\", \"time\": 2}]}]}, {\"name\": \"w\", "
    "\"skeleton\": "
    "\"k\"}],"
    "\"graphs\": [{\"name\": \"g\", \"skeleton\": \"k\", \"inputs\": [\"x\"], \"states\": [{\"name\": \"a\", \"verb\": "
    "\"v\", \"next\": \"b\"}, {\"name\": \"b\", \"verb\": \"w\"}], \"transitions\": [{\"from\": \"a\", \"to\": \"b\", "
    "\"when\": [{\"input\": \"x\", \"above\": 1}]}]}],"
    "\"creatures\": [{\"name\": \"c\", \"seed\": 1}, {\"name\": \"d\", \"file\": \"d.glb\", \"caps\": {\"b\": "
    "[\"foot\", \"horn\"]}, \"colours\": {\"skin\": \"#102030\"}}],"
    "\"motions\": [{\"name\": \"m\", \"channels\": [{\"name\": \"h\", \"select\": {\"cap\": \"grasper\"}, "
    "\"relative\": {\"target\": 0}, \"group\": 1, \"place\": [{\"time\": 0, \"value\": [0, 0, 0]}, {\"time\": 1, "
    "\"value\": [0, 0, 1], \"out\": [0, 0, 1]}], \"deforms\": {\"open\": [{\"time\": 0, \"value\": 1}]}}, {\"name\": "
    "\"k\", \"group\": 2}], \"relations\": [{\"groups\": [1, 2], \"side\": \"same\"}], \"events\": [{\"time\": 1, "
    "\"name\": \"e\"}]}, {\"name\": \"w\", \"action\": \"m\"}],"
    "\"gaits\": [{\"name\": \"g\", \"rows\": [{\"feet\": 1, \"speed\": 0, \"duty\": 0.5, \"stride\": 1, \"triggers\": "
    "[0]}], \"arc\": [{\"time\": 0}, {\"time\": 1, \"forward\": 1}]}, {\"name\": \"h\", \"lift\": 0.5}],"
    "\"lines\": [{\"name\": \"l\", \"skeleton\": \"k\", \"over\": {\"take\": \"t\"}, \"keys\": [{\"time\": 0, "
    "\"points\": "
    "[[0, 0], [0, 1]], \"bones\": [\"q\"]}, {\"time\": 1, \"points\": [[0, 0], [1, 1]], \"pressure\": [0, 1]}], "
    "\"pulls\": "
    "[{\"along\": 1, \"points\": [[0, 1, 0]]}], \"twists\": [{\"bone\": \"q\", \"keys\": [{\"time\": 0, \"angle\": "
    "1}]}], "
    "\"contacts\": [{\"bone\": \"q\", \"from\": 0, \"to\": 1, \"keys\": [{\"time\": 0, \"place\": [0, 0, 0]}]}]}, "
    "{\"name\": "
    "\"m\", \"skeleton\": \"k\", \"over\": {\"line\": \"l\"}}, {\"name\": \"c\", \"creature\": \"d\"}, {\"name\": "
    "\"a\", "
    "\"artwork\": \"a\", \"rest\": [[0, 0], [1, 0]], \"keys\": [{\"time\": 0, \"points\": [[0, 0], [0, 1]], \"bones\": "
    "[\"h\", "
    "\"b\"]}]}],"
    "\"scenes\": [{\"name\": \"s\", \"artwork\": \"a\", \"keys\": [{\"time\": 0, \"place\": {\"e\": 1}}]},"
    "{\"name\": \"t\", \"obstacles\": [{\"kind\": \"ground\"}], \"actors\": [{\"name\": \"x\", \"artwork\": \"a\", "
    "\"place\": "
    "{\"f\": 1}, \"strengths\": {\"energy_example\": \"g\"}}, {\"name\": \"y\", \"artwork\": \"a\"}], \"follow\": "
    "\"y\","
    "\"script\": [{\"time\": 1, \"do\": \"place\", \"actor\": \"x\", \"place\": {\"e\": 1}}, {\"time\": 2, \"do\": "
    "\"flip\", "
    "\"actor\": \"y\"}]},"
    "{\"name\": \"u\", \"actors\": [{\"name\": \"w\", \"artwork\": \"a\", \"kind\": \"puppet\", \"clip\": \"c\", "
    "\"family\": \"f\", \"attractions\": [\"f\", \"e\"]}, {\"name\": \"v\", \"artwork\": \"a\", \"kind\": \"puppet\", "
    "\"follows\": [{\"handle\": \"h\", \"of\": {\"actor\": \"w\", \"handle\": \"i\"}}], \"copies\": [{\"from\": \"w\", "
    "\"regions\": [{\"from\": \"b\", \"to\": \"h\"}]}]}], \"script\": [{\"time\": 0, \"do\": \"play\", \"actor\": "
    "\"v\", "
    "\"clip\": \"c\"}]},"
    "{\"name\": \"vs\", \"verb\": \"v\", \"path\": [{\"time\": 0, \"at\": {\"x\": 1, \"y\": 0}}]},"
    "{\"name\": \"gs\", \"graph\": \"g\", \"script\": [{\"time\": 0, \"set\": {\"x\": 1}}]},"
    "{\"name\": \"ss\", \"shape\": \"s\", \"path\": [{\"time\": 1, \"at\": {\"y\": 1}}]}"
    ",{\"name\": \"cs\", \"creatures\": [{\"name\": \"p\", \"creature\": \"c\", \"gait\": {\"g\": 1, \"h\": 0.5}, "
    "\"speed\": 1, \"path\": [[0, 1]], \"plays\": [{\"action\": \"m\", \"targets\": {\"0\": {\"of\": \"q\"}}}, "
    "{\"time\": 1, \"action\": \"w\"}]}, {\"name\": \"q\", \"creature\": \"d\", \"gait\": \"g\"}]},"
    "{\"name\": \"ls\", \"line\": \"m\", \"camera\": {}}, {\"name\": \"as\", \"line\": \"a\", \"ghosts\": 1}]}";

static uint64_t state_of(const vv_document *document)
{
    char *text = NULL;
    size_t length = 0;
    if (vv_project_write(vv_document_project(document), NULL, &text, &length, NULL) != VV_OK)
        __builtin_trap();
    uint64_t hash = vv_hash_bytes(0, text, length);
    vv_project_text_release(NULL, text, length);
    return hash;
}

static void apply(vv_document *document, const vv_json_document *json, const vv_json *command)
{
    vv_error error;
    uint64_t before = state_of(document);
    if (vv_document_apply(document, json, command, &error) != VV_OK && state_of(document) != before)
        __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    vv_json_document *json = NULL;
    vv_document *document = NULL;
    vv_error error;
    if (vv_json_parse((const char *)data, size, "fuzz.json", NULL, &json, &error) != VV_OK)
        return 0;
    if (vv_document_parse(project, sizeof project - 1, "project.json", NULL, &document, &error) != VV_OK)
        __builtin_trap();
    uint64_t start = state_of(document);
    const vv_json *root = vv_json_root(json);
    if (root->kind == VV_JSON_ARRAY)
        for (const vv_json *command = root->child; command; command = command->next)
            apply(document, json, command);
    apply(document, json, root);
    uint64_t end = state_of(document);
    while (vv_document_undo(document)) {}
    if (state_of(document) != start)
        __builtin_trap();
    while (vv_document_redo(document)) {}
    if (state_of(document) != end)
        __builtin_trap();
    vv_document_destroy(document);
    vv_json_destroy(json);
    return 0;
}
