/* The numbered rules: each is broken on purpose and found at its place; all problems are listed, not only the first;
 * hostile files are refused quickly; the manual lists the same rules. */
#include "author/document/schema.h"
#include "tests/author/document/folders.h"

#include <time.h>

/* ---- One broken rule at a time ----------------------------------------------------------------------------------- */

#define HEAD "{\"format\":\"verve-project\",\"version\":1,\"name\":\"n\",\"artworks\":[{\"name\":\"a\","
#define BODY                                                                                                           \
    "\"layers\":[{\"name\":\"l\",\"image\":\"i.png\"}],\"handles\":[{\"name\":\"p\",\"kind\":\"point\",\"at\":[0,0]}," \
    "{\"name\":\"q\",\"kind\":\"point\",\"at\":[1,0]},{\"name\":\"b\",\"kind\":\"bone\",\"from\":[0,0],\"to\":[1,1]}]" \
    ","
#define EXAMPLES                                                                                                       \
    "\"examples\":[{\"name\":\"x\",\"pose\":{}},{\"name\":\"y\",\"pose\":{\"p\":{\"turn\":2}}},"                       \
    "{\"name\":\"z\",\"pose\":{\"p\":{\"turn\":-2}}}],"
#define SCENE(inside)                                                                                                  \
    HEAD BODY EXAMPLES "\"complex\":[[\"x\",\"y\"]]}],\"scenes\":[{\"name\":\"s\",\"artwork\":\"a\"," inside "}]}"
#define LAYER(inside)   HEAD "\"layers\":[" inside "]}]}"
#define HANDLE(inside)  HEAD "\"layers\":[{\"name\":\"l\",\"image\":\"i.png\"}],\"handles\":[" inside "]}]}"
#define EXAMPLE(inside) HEAD BODY "\"examples\":[" inside "]}]}"
#define AFTER(inside)   HEAD BODY EXAMPLES inside "}]}"

#define SPRITE(inside)                                                                                                 \
    HEAD "\"layers\":[{\"name\":\"l\",\"image\":\"i.png\"},{\"name\":\"m\",\"image\":\"i.png\"}],"                     \
         "\"examples\":[{\"name\":\"x\"}],\"sprite\":{" inside "}}]}"
#define STAGE(inside)    HEAD BODY EXAMPLES "\"complex\":[[\"x\",\"y\"]]}],\"scenes\":[{\"name\":\"s\"," inside "}]}"
#define GROUND           "\"obstacles\":[{\"kind\":\"ground\"}],"
#define ACTOR(inside)    STAGE(GROUND "\"actors\":[{\"name\":\"c\",\"artwork\":\"a\"," inside "}]")
#define CUE(inside)      STAGE(GROUND "\"actors\":[{\"name\":\"c\",\"artwork\":\"a\"}],\"script\":[" inside "]")
#define OBSTACLE(inside) STAGE("\"actors\":[],\"obstacles\":[" inside "]")

#define JOINT(inside)                                                                                                  \
    STAGE("\"obstacles\":[{\"name\":\"o\",\"kind\":\"ground\"}],\"actors\":[{\"name\":\"c\",\"artwork\":\"a\"},{"      \
          "\"name\":"                                                                                                  \
          "\"d\",\"artwork\":\"a\"}],\"joints\":[{" inside "}]")
#define ENDS         "\"a\":{\"actor\":\"c\"},\"b\":{\"obstacle\":\"o\"}"
#define ZONE(inside) STAGE("\"actors\":[],\"zones\":[{\"name\":\"z\"," inside "}]")
#define ZONE_CUE(inside)                                                                                               \
    STAGE(                                                                                                             \
        "\"actors\":[],\"zones\":[{\"name\":\"z\",\"kind\":\"wind\"}],\"script\":[{\"time\":1,\"do\":\"zone\"," inside \
        "}]")
#define PATH(keys, more) OBSTACLE("{\"kind\":\"segments\",\"points\":[[0,0],[1,0]],\"path\":[" keys "]" more "}")

typedef struct broken {
    const char *text, *path;
    vv_rule rule;
} broken;

static const broken cases[] = {
    {"{", "", VV_RULE_JSON},
    {"[]", "$", VV_RULE_KIND},
    {"{}", "$", VV_RULE_FORMAT},
    {"{\"format\":\"verve\",\"version\":1}", "$.format", VV_RULE_FORMAT},
    {"{\"format\":\"verve-project\",\"name\":\"n\"}", "$", VV_RULE_VERSION},
    {"{\"format\":\"verve-project\",\"version\":99,\"name\":\"n\"}", "$.version", VV_RULE_VERSION},
    {"{\"format\":\"verve-project\",\"version\":0,\"name\":\"n\"}", "$.version", VV_RULE_VERSION},
    {"{\"format\":\"verve-project\",\"version\":1}", "$", VV_RULE_MISSING_KEY},
    {"{\"format\":\"verve-project\",\"version\":1,\"name\":null}", "$", VV_RULE_MISSING_KEY},
    {"{\"format\":\"verve-project\",\"version\":1,\"name\":\"n\",\"about\":1}", "$.about", VV_RULE_KIND},
    {"{\"format\":\"verve-project\",\"version\":1,\"name\":\"n\",\"about\":\"a\\nb\"}", "$.about", VV_RULE_TEXT},
    {LAYER("{\"name\":\"l\",\"image\":null,\"mesh\":null}"), "$.artworks[0].layers[0]", VV_RULE_LAYER_EMPTY},
    {HANDLE("{\"name\":\"h\",\"kind\":\"point\",\"at\":null}"), "$.artworks[0].handles[0]", VV_RULE_MISSING_KEY},
    {EXAMPLE("{\"name\":\"x\",\"board\":[1]}"), "$.artworks[0].examples[0].board", VV_RULE_KIND},
    {EXAMPLE("{\"name\":\"x\",\"board\":[1,2e6]}"), "$.artworks[0].examples[0].board[1]", VV_RULE_RANGE},
    {"{\"format\":\"verve-project\",\"version\":1,\"name\":3}", "$.name", VV_RULE_KIND},
    {"{\"format\":\"verve-project\",\"version\":1,\"name\":\"n\",\"artwork\":[]}", "$.artwork", VV_RULE_UNKNOWN_KEY},
    {"{\"format\":\"verve-project\",\"version\":1,\"name\":\"n\",\"artworks\":{}}", "$.artworks", VV_RULE_KIND},
    {"{\"format\":\"verve-project\",\"version\":1,\"name\":\"n\",\"artworks\":[7]}", "$.artworks[0]", VV_RULE_KIND},
    {HEAD "\"scale\":0}]}", "$.artworks[0].scale", VV_RULE_RANGE},
    {HEAD "\"scale\":\"1\"}]}", "$.artworks[0].scale", VV_RULE_KIND},
    {HEAD "\"scale\":[]}]}", "$.artworks[0].scale", VV_RULE_KIND},
    {HEAD "\"scale\":1},{\"name\":\"a\"}]}", "$.artworks[1]", VV_RULE_SAME_NAME},
    {LAYER("{\"name\":\"l\"}"), "$.artworks[0].layers[0]", VV_RULE_LAYER_EMPTY},
    {LAYER("{\"image\":\"i.png\"}"), "$.artworks[0].layers[0]", VV_RULE_MISSING_KEY},
    {LAYER("{\"name\":\"\",\"image\":\"i.png\"}"), "$.artworks[0].layers[0].name", VV_RULE_NAME},
    {LAYER("{\"name\":\".l\",\"image\":\"i.png\"}"), "$.artworks[0].layers[0].name", VV_RULE_NAME},
    {LAYER("{\"name\":\"a/b\",\"image\":\"i.png\"}"), "$.artworks[0].layers[0].name", VV_RULE_NAME},
    {LAYER("{\"name\":\"a\\nb\",\"image\":\"i.png\"}"), "$.artworks[0].layers[0].name", VV_RULE_NAME},
    {LAYER("{\"name\":\"a\\u0085\",\"image\":\"i.png\"}"), "$.artworks[0].layers[0].name", VV_RULE_NAME},
    {LAYER("{\"name\":\"a\\u007f\",\"image\":\"i.png\"}"), "$.artworks[0].layers[0].name", VV_RULE_NAME},
    {LAYER("{\"name\":\"a \",\"image\":\"i.png\"}"), "$.artworks[0].layers[0].name", VV_RULE_NAME},
    {LAYER("{\"name\":\"0123456789012345678901234567890123456789012345678901234567890123\",\"image\":\"i.png\"}"),
     "$.artworks[0].layers[0].name", VV_RULE_NAME},
    {LAYER("{\"name\":\"l\",\"image\":\"/i.png\"}"), "$.artworks[0].layers[0].image", VV_RULE_PATH},
    {LAYER("{\"name\":\"l\",\"image\":\"a/../i.png\"}"), "$.artworks[0].layers[0].image", VV_RULE_PATH},
    {LAYER("{\"name\":\"l\",\"image\":\"..\"}"), "$.artworks[0].layers[0].image", VV_RULE_PATH},
    {LAYER("{\"name\":\"l\",\"image\":\"a//i.png\"}"), "$.artworks[0].layers[0].image", VV_RULE_PATH},
    {LAYER("{\"name\":\"l\",\"image\":\"a/\"}"), "$.artworks[0].layers[0].image", VV_RULE_PATH},
    {LAYER("{\"name\":\"l\",\"image\":\"\"}"), "$.artworks[0].layers[0].image", VV_RULE_PATH},
    {LAYER("{\"name\":\"l\",\"mesh\":\"a\\\\i.obj\"}"), "$.artworks[0].layers[0].mesh", VV_RULE_PATH},
    {LAYER("{\"name\":\"l\",\"mesh\":\"C:/i.obj\"}"), "$.artworks[0].layers[0].mesh", VV_RULE_PATH},
    {LAYER("{\"name\":\"l\",\"image\":\"i\",\"at\":[0]}"), "$.artworks[0].layers[0].at", VV_RULE_KIND},
    {LAYER("{\"name\":\"l\",\"image\":\"i\",\"at\":[0,1e7]}"), "$.artworks[0].layers[0].at[1]", VV_RULE_RANGE},
    {LAYER("{\"name\":\"l\",\"image\":\"i\",\"at\":[0,1e39]}"), "$.artworks[0].layers[0].at[1]", VV_RULE_RANGE},
    {LAYER("{\"name\":\"l\",\"image\":\"i\",\"vertices\":2}"), "$.artworks[0].layers[0].vertices", VV_RULE_RANGE},
    {LAYER("{\"name\":\"l\",\"image\":\"i\",\"vertices\":3.5}"), "$.artworks[0].layers[0].vertices", VV_RULE_RANGE},
    {LAYER("{\"name\":\"l\",\"image\":\"i\",\"vertices\":1e300}"), "$.artworks[0].layers[0].vertices", VV_RULE_RANGE},
    {LAYER("{\"name\":\"l\",\"image\":\"i\",\"visible\":1}"), "$.artworks[0].layers[0].visible", VV_RULE_KIND},
    {LAYER("{\"name\":\"l\",\"image\":\"i\"},{\"name\":\"l\",\"image\":\"j\"}"), "$.artworks[0].layers[1]",
     VV_RULE_SAME_NAME},
    {HANDLE("{\"name\":\"h\",\"at\":[0,0]}"), "$.artworks[0].handles[0]", VV_RULE_MISSING_KEY},
    {HANDLE("{\"name\":\"h\",\"kind\":\"cage\",\"at\":[0,0]}"), "$.artworks[0].handles[0].kind", VV_RULE_CHOICE},
    {HANDLE("{\"name\":\"h\",\"kind\":\"point\"}"), "$.artworks[0].handles[0]", VV_RULE_MISSING_KEY},
    {HANDLE("{\"name\":\"h\",\"kind\":\"point\",\"at\":[0,0],\"to\":[1,1]}"), "$.artworks[0].handles[0].to",
     VV_RULE_UNKNOWN_KEY},
    {HANDLE("{\"name\":\"h\",\"kind\":\"bone\",\"at\":[0,0],\"from\":[0,0],\"to\":[1,1]}"),
     "$.artworks[0].handles[0].at", VV_RULE_UNKNOWN_KEY},
    {HANDLE("{\"name\":\"h\",\"kind\":\"bone\",\"from\":[0,0],\"to\":[0,0]}"), "$.artworks[0].handles[0]",
     VV_RULE_BONE_LENGTH},
    {HANDLE("{\"name\":\"h\",\"kind\":\"bone\",\"from\":[0,0]}"), "$.artworks[0].handles[0]", VV_RULE_MISSING_KEY},
    {HANDLE("{\"name\":\"h\",\"kind\":\"point\",\"at\":[0,0],\"layers\":[\"m\"]}"),
     "$.artworks[0].handles[0].layers[0]", VV_RULE_REFERENCE},
    {HANDLE("{\"name\":\"h\",\"kind\":\"point\",\"at\":[0,0],\"layers\":[\"l\",\"l\"]}"),
     "$.artworks[0].handles[0].layers[1]", VV_RULE_REPEATED},
    {EXAMPLE("{\"name\":\"x\",\"pose\":{\"nobody\":{}}}"), "$.artworks[0].examples[0].pose.nobody", VV_RULE_REFERENCE},
    {EXAMPLE("{\"name\":\"x\",\"pose\":{\"p\":{\"spin\":1}}}"), "$.artworks[0].examples[0].pose.p.spin",
     VV_RULE_UNKNOWN_KEY},
    {EXAMPLE("{\"name\":\"x\",\"pose\":{\"p\":{\"turn\":\"1\"}}}"), "$.artworks[0].examples[0].pose.p.turn",
     VV_RULE_KIND},
    {EXAMPLE("{\"name\":\"x\",\"pose\":{\"p\":{\"turn\":1e4}}}"), "$.artworks[0].examples[0].pose.p.turn",
     VV_RULE_RANGE},
    {EXAMPLE("{\"name\":\"x\",\"pose\":{\"p\":{\"stretch\":[1,2]}}}"), "$.artworks[0].examples[0].pose.p.stretch",
     VV_RULE_KIND},
    {EXAMPLE("{\"name\":\"x\",\"pins\":{\"p\":{}}}"), "$.artworks[0].examples[0].pins.p", VV_RULE_MISSING_KEY},
    {EXAMPLE("{\"name\":\"x\",\"pins\":{\"nobody\":{\"to\":[0,0]}}}"), "$.artworks[0].examples[0].pins.nobody",
     VV_RULE_REFERENCE},
    {EXAMPLE("{\"name\":\"x\"},{\"name\":\"x\"}"), "$.artworks[0].examples[1]", VV_RULE_SAME_NAME},
    {AFTER("\"mirror\":[[\"p\"]]"), "$.artworks[0].mirror[0]", VV_RULE_MIRROR},
    {AFTER("\"mirror\":[[\"p\",\"p\"]]"), "$.artworks[0].mirror[0]", VV_RULE_MIRROR},
    {AFTER("\"mirror\":[[\"p\",\"b\"]]"), "$.artworks[0].mirror[0]", VV_RULE_MIRROR},
    {AFTER("\"mirror\":[[\"p\",\"q\"],[\"q\",\"p\"]]"), "$.artworks[0].mirror[1]", VV_RULE_MIRROR},
    {AFTER("\"mirror\":[[\"p\",\"nobody\"]]"), "$.artworks[0].mirror[0][1]", VV_RULE_REFERENCE},
    {AFTER("\"complex\":[[]]"), "$.artworks[0].complex[0]", VV_RULE_SIMPLEX},
    {AFTER("\"complex\":[[\"x\",\"y\",\"z\",\"x\"]]"), "$.artworks[0].complex[0]", VV_RULE_SIMPLEX},
    {AFTER("\"complex\":[[\"x\",\"x\"]]"), "$.artworks[0].complex[0][1]", VV_RULE_REPEATED},
    {AFTER("\"complex\":[[\"x\",\"y\"],[\"y\",\"x\"]]"), "$.artworks[0].complex[1]", VV_RULE_REPEATED},
    {AFTER("\"complex\":[[\"x\",\"w\"]]"), "$.artworks[0].complex[0][1]", VV_RULE_REFERENCE},
    {AFTER("\"complex\":[[\"y\",\"z\"]]"), "$.artworks[0].complex[0]", VV_RULE_HALF_TURN},
    {SCENE("\"size\":[0,1]"), "$.scenes[0].size", VV_RULE_RANGE},
    {SCENE("\"size\":[1.5,1]"), "$.scenes[0].size", VV_RULE_RANGE},
    {SCENE("\"size\":[16384,16384]"), "$.scenes[0].size", VV_RULE_RANGE},
    {SCENE("\"background\":\"red\""), "$.scenes[0].background", VV_RULE_COLOUR},
    {SCENE("\"background\":\"#12345\""), "$.scenes[0].background", VV_RULE_COLOUR},
    {SCENE("\"background\":\"#12345G\""), "$.scenes[0].background", VV_RULE_COLOUR},
    {SCENE("\"centre\":[0,0]"), "$.scenes[0]", VV_RULE_FRAMING},
    {SCENE("\"zoom\":3"), "$.scenes[0]", VV_RULE_FRAMING},
    {SPRITE("\"ring\":9"), "$.artworks[0].sprite.ring", VV_RULE_RANGE},
    {SPRITE("\"density\":0"), "$.artworks[0].sprite.density", VV_RULE_RANGE},
    {SPRITE("\"mass\":1"), "$.artworks[0].sprite.mass", VV_RULE_UNKNOWN_KEY},
    {SPRITE("\"pins\":[{\"layer\":\"l\",\"onto\":\"l\",\"at\":[0,0]}]"), "$.artworks[0].sprite.pins[0]",
     VV_RULE_SPRITE_PIN},
    {SPRITE("\"pins\":[{\"layer\":\"l\",\"onto\":\"n\",\"at\":[0,0]}]"), "$.artworks[0].sprite.pins[0].onto",
     VV_RULE_REFERENCE},
    {SPRITE("\"pins\":[{\"layer\":\"l\",\"onto\":\"m\"}]"), "$.artworks[0].sprite.pins[0]", VV_RULE_MISSING_KEY},
    {SPRITE("\"pins\":[]"), "$.artworks[0].sprite.pins", VV_RULE_LOOSE_LAYER},
    {SPRITE("\"densities\":{\"n\":2}"), "$.artworks[0].sprite.densities.n", VV_RULE_REFERENCE},
    {SPRITE("\"densities\":{\"l\":0}"), "$.artworks[0].sprite.densities.l", VV_RULE_RANGE},
    {SPRITE("\"strengths\":{\"stiff\":1}"), "$.artworks[0].sprite.strengths.stiff", VV_RULE_UNKNOWN_KEY},
    {SPRITE("\"strengths\":{\"stiffness\":1001}"), "$.artworks[0].sprite.strengths.stiffness", VV_RULE_RANGE},
    {SPRITE("\"strengths\":{\"stiffness\":\"1\"}"), "$.artworks[0].sprite.strengths.stiffness", VV_RULE_KIND},
    {SPRITE("\"strengths\":{\"energy_towards\":\"up\"}"), "$.artworks[0].sprite.strengths.energy_towards",
     VV_RULE_CHOICE},
    {SPRITE("\"strengths\":{\"orient\":1}"), "$.artworks[0].sprite.strengths.orient", VV_RULE_KIND},
    {SPRITE("\"strengths\":{\"energy_example\":\"w\"}"), "$.artworks[0].sprite.strengths.energy_example",
     VV_RULE_REFERENCE},
    {SPRITE("\"strengths\":{\"orient_symmetric\":1}"), "$.artworks[0].sprite.strengths.orient_symmetric", VV_RULE_KIND},
    {STAGE("\"artwork\":\"a\",\"actors\":[]"), "$.scenes[0].artwork", VV_RULE_SCENE_KIND},
    {STAGE("\"keys\":[],\"actors\":[]"), "$.scenes[0].keys", VV_RULE_SCENE_KIND},
    {SCENE("\"gravity\":[0,0]"), "$.scenes[0].gravity", VV_RULE_SCENE_KIND},
    {STAGE("\"actors\":{}"), "$.scenes[0].actors", VV_RULE_KIND},
    {STAGE("\"actors\":[],\"step\":1"), "$.scenes[0].step", VV_RULE_RANGE},
    {STAGE("\"actors\":[],\"substeps\":0"), "$.scenes[0].substeps", VV_RULE_RANGE},
    {STAGE("\"actors\":[],\"iterations\":2.5"), "$.scenes[0].iterations", VV_RULE_RANGE},
    {STAGE("\"actors\":[],\"follow\":\"c\""), "$.scenes[0].follow", VV_RULE_REFERENCE},
    {OBSTACLE("{\"kind\":\"wall\"}"), "$.scenes[0].obstacles[0].kind", VV_RULE_CHOICE},
    {OBSTACLE("{}"), "$.scenes[0].obstacles[0]", VV_RULE_MISSING_KEY},
    {OBSTACLE("{\"kind\":\"ground\",\"points\":[]}"), "$.scenes[0].obstacles[0].points", VV_RULE_UNKNOWN_KEY},
    {OBSTACLE("{\"kind\":\"polygon\",\"points\":[[0,0],[1,0]]}"), "$.scenes[0].obstacles[0].points", VV_RULE_OBSTACLE},
    {OBSTACLE("{\"kind\":\"polygon\",\"points\":[[0,0],[1,1],[1,0],[0,1]]}"), "$.scenes[0].obstacles[0].points",
     VV_RULE_CROSSING},
    {OBSTACLE("{\"kind\":\"half-plane\",\"points\":[[0,0],[1,0],[2,0]]}"), "$.scenes[0].obstacles[0].points",
     VV_RULE_OBSTACLE},
    {OBSTACLE("{\"kind\":\"segments\",\"points\":[[0,0],[0,0]]}"), "$.scenes[0].obstacles[0].points[1]",
     VV_RULE_OBSTACLE},
    {OBSTACLE("{\"kind\":\"segments\",\"points\":[[0,0],[0]]}"), "$.scenes[0].obstacles[0].points[1]", VV_RULE_KIND},
    {OBSTACLE("{\"kind\":\"segments\",\"height\":1,\"points\":[[0,0],[1,0]]}"), "$.scenes[0].obstacles[0].height",
     VV_RULE_UNKNOWN_KEY},
    {OBSTACLE("{\"kind\":\"ground\",\"one_way\":true}"), "$.scenes[0].obstacles[0].one_way", VV_RULE_UNKNOWN_KEY},
    {OBSTACLE("{\"kind\":\"ground\",\"layers\":[32]}"), "$.scenes[0].obstacles[0].layers[0]", VV_RULE_RANGE},
    {OBSTACLE("{\"kind\":\"ground\",\"layers\":[1.5]}"), "$.scenes[0].obstacles[0].layers[0]", VV_RULE_RANGE},
    {OBSTACLE("{\"kind\":\"ground\",\"layers\":[1,1]}"), "$.scenes[0].obstacles[0].layers[1]", VV_RULE_REPEATED},
    {OBSTACLE("{\"name\":\"o\",\"kind\":\"ground\"},{\"name\":\"o\",\"kind\":\"ground\"}"), "$.scenes[0].obstacles[1]",
     VV_RULE_SAME_NAME},
    {OBSTACLE("{\"kind\":\"ground\",\"velocity\":[3000,0]}"), "$.scenes[0].obstacles[0].velocity[0]", VV_RULE_RANGE},
    {PATH("{\"time\":1,\"at\":[0,0]},{\"time\":1,\"at\":[1,0]}", ""), "$.scenes[0].obstacles[0].path[1]",
     VV_RULE_TIMES},
    {PATH("{\"time\":1}", ""), "$.scenes[0].obstacles[0].path[0]", VV_RULE_MISSING_KEY},
    {PATH("{\"time\":1,\"at\":[0,0]}", ",\"repeat\":\"twice\""), "$.scenes[0].obstacles[0].repeat", VV_RULE_CHOICE},
    {PATH("{\"time\":1,\"at\":[0,0]}", ",\"spin\":1"), "$.scenes[0].obstacles[0].spin", VV_RULE_UNKNOWN_KEY},
    {PATH("{\"time\":0,\"at\":[0,0]},{\"time\":1,\"at\":[1,0]}", ",\"repeat\":\"loop\""),
     "$.scenes[0].obstacles[0].path", VV_RULE_PATH_ENDS},
    {PATH("{\"time\":0,\"at\":[0,0]}", ",\"repeat\":\"ping-pong\""), "$.scenes[0].obstacles[0].repeat",
     VV_RULE_PATH_ENDS},
    {CUE("{\"time\":0,\"do\":\"move\",\"actor\":\"c\",\"to\":[1,1],\"seconds\":1}"), "$.scenes[0].script[0]",
     VV_RULE_IDLE_CUE},
    {CUE("{\"time\":3000,\"do\":\"push\",\"actor\":\"c\",\"impulse\":[1,1]}"), "$.scenes[0].script[0]",
     VV_RULE_IDLE_CUE},
    {JOINT("\"name\":\"j\",\"kind\":\"rope\"," ENDS "}],\"script\":[{\"time\":0,\"do\":\"motor\",\"joint\":\"j\""),
     "$.scenes[0].script[0]", VV_RULE_IDLE_CUE},
    {ZONE("\"points\":[]"), "$.scenes[0].zones[0]", VV_RULE_MISSING_KEY},
    {ZONE("\"kind\":\"fire\""), "$.scenes[0].zones[0].kind", VV_RULE_CHOICE},
    {ZONE("\"kind\":\"wind\",\"points\":[[0,0]]"), "$.scenes[0].zones[0].points", VV_RULE_ZONE},
    {ZONE("\"kind\":\"wind\",\"points\":[[1,0],[1,0]]"), "$.scenes[0].zones[0].points", VV_RULE_ZONE},
    {ZONE("\"kind\":\"wind\",\"points\":[[0,0],[1,1],[1,0],[0,1]]"), "$.scenes[0].zones[0].points", VV_RULE_CROSSING},
    {ZONE("\"kind\":\"wind\",\"points\":[[0,0],[1,0],[2,0],[3,0],[4,0],[5,0],[6,0],[7,0],[8,0],[9,0],[9,1],[8,1],[7,1],"
          "[6,"
          "1],[5,1],[4,1],[3,1]]"),
     "$.scenes[0].zones[0].points", VV_RULE_TOO_MANY},
    {ZONE("\"kind\":\"wind\",\"density\":2"), "$.scenes[0].zones[0].density", VV_RULE_UNKNOWN_KEY},
    {ZONE("\"kind\":\"water\",\"density\":-2"), "$.scenes[0].zones[0].density", VV_RULE_RANGE},
    {ZONE("\"kind\":\"force\",\"acceleration\":1"), "$.scenes[0].zones[0].acceleration", VV_RULE_KIND},
    {ZONE("\"kind\":\"water\",\"tag\":-1"), "$.scenes[0].zones[0].tag", VV_RULE_RANGE},
    {ZONE("\"kind\":\"water\"},{\"name\":\"z\",\"kind\":\"wind\""), "$.scenes[0].zones[1]", VV_RULE_SAME_NAME},
    {ZONE_CUE("\"changes\":{\"drag\":1}"), "$.scenes[0].script[0]", VV_RULE_MISSING_KEY},
    {ZONE_CUE("\"zone\":\"z\""), "$.scenes[0].script[0]", VV_RULE_MISSING_KEY},
    {ZONE_CUE("\"zone\":\"y\",\"changes\":{\"drag\":1}"), "$.scenes[0].script[0]", VV_RULE_JOINT_END},
    {ZONE_CUE("\"zone\":\"z\",\"changes\":{\"density\":1}"), "$.scenes[0].script[0].changes", VV_RULE_ZONE_CHANGE},
    {ZONE_CUE("\"zone\":\"z\",\"changes\":{\"drag\":-1}"), "$.scenes[0].script[0].changes.drag", VV_RULE_RANGE},
    {ACTOR("\"density\":0"), "$.scenes[0].actors[0].density", VV_RULE_RANGE},
    {ACTOR("\"kind\":\"puppet\",\"density\":2"), "$.scenes[0].actors[0].density", VV_RULE_ACTOR_KIND},
    {ACTOR("\"tag\":4294967296"), "$.scenes[0].actors[0].tag", VV_RULE_RANGE},
    {ACTOR("\"tag\":0.5"), "$.scenes[0].actors[0].tag", VV_RULE_RANGE},
    {STAGE(GROUND "\"actors\":[{\"name\":\"c\",\"artwork\":\"a\",\"kind\":\"puppet\"}],\"script\":[{\"time\":1,\"do\":"
                  "\"change\",\"actor\":\"c\",\"changes\":{\"scale\":2}}]"),
     "$.scenes[0].script[0].changes", VV_RULE_ACTOR_KIND},
    {JOINT(ENDS), "$.scenes[0].joints[0]", VV_RULE_MISSING_KEY},
    {JOINT("\"kind\":\"glue\"," ENDS), "$.scenes[0].joints[0].kind", VV_RULE_CHOICE},
    {JOINT("\"kind\":\"weld\",\"a\":{\"actor\":\"c\"}"), "$.scenes[0].joints[0]", VV_RULE_MISSING_KEY},
    {JOINT("\"kind\":\"weld\",\"a\":{\"actor\":\"e\"},\"b\":{}"), "$.scenes[0].joints[0].a.actor", VV_RULE_REFERENCE},
    {JOINT("\"kind\":\"weld\",\"a\":{},\"b\":{\"obstacle\":\"o\"}"), "$.scenes[0].joints[0]", VV_RULE_JOINT},
    {JOINT("\"kind\":\"weld\",\"a\":{\"actor\":\"c\"},\"b\":{\"actor\":\"c\"}"), "$.scenes[0].joints[0]",
     VV_RULE_JOINT},
    {JOINT("\"kind\":\"weld\",\"a\":{\"actor\":\"c\",\"obstacle\":\"o\"},\"b\":{}"), "$.scenes[0].joints[0].a",
     VV_RULE_ONE_OF},
    {JOINT("\"kind\":\"weld\",\"a\":{\"actor\":\"c\",\"handle\":\"r\"},\"b\":{}"), "$.scenes[0].joints[0].a.handle",
     VV_RULE_REFERENCE},
    {JOINT("\"kind\":\"weld\",\"a\":{\"actor\":\"c\"},\"b\":{\"handle\":\"p\"}"), "$.scenes[0].joints[0].b.handle",
     VV_RULE_JOINT},
    {JOINT("\"kind\":\"rope\",\"low\":0,\"high\":1," ENDS), "$.scenes[0].joints[0].low", VV_RULE_UNKNOWN_KEY},
    {JOINT("\"kind\":\"hinge\",\"low\":0," ENDS), "$.scenes[0].joints[0]", VV_RULE_JOINT},
    {JOINT("\"kind\":\"hinge\",\"low\":1,\"high\":0," ENDS), "$.scenes[0].joints[0]", VV_RULE_JOINT},
    {JOINT("\"kind\":\"slider\",\"axis\":[0,0]," ENDS), "$.scenes[0].joints[0]", VV_RULE_JOINT},
    {JOINT("\"kind\":\"rod\",\"length\":-1," ENDS), "$.scenes[0].joints[0].length", VV_RULE_RANGE},
    {JOINT("\"kind\":\"pull\",\"a\":{\"actor\":\"c\"},\"b\":{\"obstacle\":\"p\"}"), "$.scenes[0].joints[0].b",
     VV_RULE_JOINT_END},
    {JOINT("\"kind\":\"pull\",\"a\":{\"actor\":\"c\",\"at\":[9,0]},\"b\":{}"), "$.scenes[0].joints[0].a",
     VV_RULE_ANCHOR},
    {CUE("{\"time\":1,\"do\":\"move\",\"to\":[0,0],\"seconds\":1}"), "$.scenes[0].script[0]", VV_RULE_ONE_OF},
    {CUE("{\"time\":1,\"do\":\"move\",\"actor\":\"c\",\"obstacle\":\"o\",\"seconds\":1}"), "$.scenes[0].script[0]",
     VV_RULE_ONE_OF},
    {CUE("{\"time\":1,\"do\":\"velocity\",\"obstacle\":\"o\",\"spin\":1}"), "$.scenes[0].script[0]", VV_RULE_JOINT_END},
    {CUE("{\"time\":1,\"do\":\"change\",\"actor\":\"c\",\"changes\":{\"friction\":1}}"),
     "$.scenes[0].script[0].changes", VV_RULE_ACTOR_KIND},
    {CUE("{\"time\":1,\"do\":\"change\",\"obstacle\":\"o\",\"changes\":{\"kinematic\":true}}"),
     "$.scenes[0].script[0].changes", VV_RULE_ACTOR_KIND},
    {CUE("{\"time\":1,\"do\":\"change\",\"actor\":\"c\",\"changes\":{\"hidden\":[\"k\"]}}"),
     "$.scenes[0].script[0].changes.hidden[0]", VV_RULE_REFERENCE},
    {CUE("{\"time\":1,\"do\":\"motor\",\"joint\":\"j\",\"speed\":1}"), "$.scenes[0].script[0]", VV_RULE_JOINT_END},
    {CUE("{\"time\":1,\"do\":\"motor\",\"speed\":1}"), "$.scenes[0].script[0]", VV_RULE_MISSING_KEY},
    {CUE("{\"time\":1,\"do\":\"limits\",\"joint\":\"j\",\"low\":1}"), "$.scenes[0].script[0]", VV_RULE_JOINT},
    {CUE("{\"time\":1,\"do\":\"limits\",\"joint\":\"j\",\"low\":1,\"high\":0}"), "$.scenes[0].script[0]",
     VV_RULE_JOINT},
    {OBSTACLE("{\"kind\":\"ground\",\"colour\":\"red\"}"), "$.scenes[0].obstacles[0].colour", VV_RULE_COLOUR},
    {STAGE("\"actors\":[{\"name\":\"c\"}]"), "$.scenes[0].actors[0]", VV_RULE_MISSING_KEY},
    {STAGE("\"actors\":[{\"name\":\"c\",\"artwork\":\"b\"}]"), "$.scenes[0].actors[0].artwork", VV_RULE_REFERENCE},
    {STAGE("\"actors\":[{\"name\":\"c\",\"artwork\":\"a\"},{\"name\":\"c\",\"artwork\":\"a\"}]"),
     "$.scenes[0].actors[1]", VV_RULE_SAME_NAME},
    {ACTOR("\"inputs\":{\"go\":1}"), "$.scenes[0].actors[0]", VV_RULE_SCRIPT_WORD},
    {ACTOR("\"inputs\":{\"go\":true}"), "$.scenes[0].actors[0].inputs.go", VV_RULE_KIND},
    {ACTOR("\"inputs\":[]"), "$.scenes[0].actors[0].inputs", VV_RULE_KIND},
    {ACTOR("\"weight\":3"), "$.scenes[0].actors[0].weight", VV_RULE_UNKNOWN_KEY},
    {ACTOR("\"place\":{\"w\":1}"), "$.scenes[0].actors[0].place.w", VV_RULE_REFERENCE},
    {ACTOR("\"place\":{\"x\":0.5}"), "$.scenes[0].actors[0].place", VV_RULE_WEIGHTS},
    {ACTOR("\"place\":{\"x\":0.5,\"z\":0.5}"), "$.scenes[0].actors[0]", VV_RULE_PLACE_OUTSIDE},
    {ACTOR("\"holds\":[{\"to\":[0,0]}]"), "$.scenes[0].actors[0].holds[0]", VV_RULE_MISSING_KEY},
    {ACTOR("\"holds\":[{\"name\":\"h\",\"at\":[0,0]},{\"name\":\"h\",\"at\":[1,0]}]"), "$.scenes[0].actors[0].holds[1]",
     VV_RULE_SAME_NAME},
    {ACTOR("\"holds\":[{\"at\":[0,0],\"strength\":0}]"), "$.scenes[0].actors[0].holds[0].strength", VV_RULE_RANGE},
    {ACTOR("\"at\":[0,-2]"), "$.scenes[0].actors[0]", VV_RULE_START_INSIDE},
    {ACTOR("\"angle\":-1"), "$.scenes[0].actors[0]", VV_RULE_START_INSIDE},
    {ACTOR("\"at\":[0,1],\"angle\":-1,\"scale\":2"), "$.scenes[0].actors[0]", VV_RULE_START_INSIDE},
    {ACTOR("\"scale\":0"), "$.scenes[0].actors[0].scale", VV_RULE_RANGE},
    {ACTOR("\"scale\":0.009"), "$.scenes[0].actors[0].scale", VV_RULE_RANGE},
    {ACTOR("\"scale\":101"), "$.scenes[0].actors[0].scale", VV_RULE_RANGE},
    {ACTOR("\"scale\":[1,2]"), "$.scenes[0].actors[0].scale", VV_RULE_KIND},
    {STAGE("\"actors\":[{\"name\":\"c\",\"artwork\":\"a\"}]"), "$.scenes[0].actors", VV_RULE_NOTHING_HOLDS},
    {STAGE("\"actors\":[{\"name\":\"c\",\"artwork\":\"a\"}],\"obstacles\":[{\"kind\":\"ground\",\"sensor\":true}]"),
     "$.scenes[0].actors", VV_RULE_NOTHING_HOLDS},
    {STAGE("\"actors\":[{\"name\":\"c\",\"artwork\":\"a\",\"at\":[0.5,0.5]}],\"obstacles\":[{\"kind\":\"polygon\","
           "\"points\":[[0,0],[2,0],[2,2],[0,2]]}]"),
     "$.scenes[0].actors[0]", VV_RULE_START_INSIDE},
    {CUE("{\"time\":0,\"do\":\"release\",\"actor\":\"c\",\"hold\":\"h\"}"), "$.scenes[0].script[0]", VV_RULE_NO_HOLD},
    {CUE("{\"time\":0,\"do\":\"jump\",\"actor\":\"c\"}"), "$.scenes[0].script[0].do", VV_RULE_CHOICE},
    {CUE("{\"time\":0,\"actor\":\"c\"}"), "$.scenes[0].script[0]", VV_RULE_MISSING_KEY},
    {CUE("{\"do\":\"flip\",\"actor\":\"c\"}"), "$.scenes[0].script[0]", VV_RULE_MISSING_KEY},
    {CUE("{\"time\":0,\"do\":\"flip\"}"), "$.scenes[0].script[0]", VV_RULE_MISSING_KEY},
    {CUE("{\"time\":0,\"do\":\"flip\",\"actor\":\"d\"}"), "$.scenes[0].script[0].actor", VV_RULE_REFERENCE},
    {CUE("{\"time\":0,\"do\":\"flip\",\"actor\":\"c\",\"impulse\":[0,0]}"), "$.scenes[0].script[0].impulse",
     VV_RULE_UNKNOWN_KEY},
    {CUE("{\"time\":0,\"do\":\"wind\",\"actor\":\"c\",\"wind\":[0,0]}"), "$.scenes[0].script[0].actor",
     VV_RULE_UNKNOWN_KEY},
    {CUE("{\"time\":0,\"do\":\"push\",\"actor\":\"c\"}"), "$.scenes[0].script[0]", VV_RULE_MISSING_KEY},
    {CUE("{\"time\":0,\"do\":\"hold\",\"actor\":\"c\"}"), "$.scenes[0].script[0]", VV_RULE_MISSING_KEY},
    {CUE("{\"time\":0,\"do\":\"place\",\"actor\":\"c\",\"place\":{}}"), "$.scenes[0].script[0].place", VV_RULE_WEIGHTS},
    {CUE("{\"time\":0,\"do\":\"place\",\"actor\":\"c\",\"place\":{\"x\":0.5,\"z\":0.5}}"), "$.scenes[0].script[0]",
     VV_RULE_PLACE_OUTSIDE},
    {CUE("{\"time\":0,\"do\":\"strengths\",\"actor\":\"c\",\"strengths\":{\"local\":-1}}"),
     "$.scenes[0].script[0].strengths.local", VV_RULE_RANGE},
    {CUE("{\"time\":1,\"do\":\"flip\",\"actor\":\"c\"},{\"time\":0.5,\"do\":\"flip\",\"actor\":\"c\"}"),
     "$.scenes[0].script[1]", VV_RULE_TIMES},
    {CUE("3"), "$.scenes[0].script[0]", VV_RULE_KIND},
    {SCENE("\"seconds\":0"), "$.scenes[0].seconds", VV_RULE_RANGE},
    {SCENE("\"rate\":1000"), "$.scenes[0].rate", VV_RULE_RANGE},
    {SCENE("\"keys\":[{\"time\":0}]"), "$.scenes[0].keys[0]", VV_RULE_MISSING_KEY},
    {SCENE("\"keys\":[{\"place\":{\"x\":1}}]"), "$.scenes[0].keys[0]", VV_RULE_MISSING_KEY},
    {SCENE("\"keys\":[{\"time\":0,\"place\":{}}]"), "$.scenes[0].keys[0].place", VV_RULE_WEIGHTS},
    {SCENE("\"keys\":[{\"time\":0,\"place\":{\"x\":0.5}}]"), "$.scenes[0].keys[0].place", VV_RULE_WEIGHTS},
    {SCENE("\"keys\":[{\"time\":0,\"place\":{\"x\":2,\"y\":-1}}]"), "$.scenes[0].keys[0].place.y", VV_RULE_RANGE},
    {SCENE("\"keys\":[{\"time\":0,\"place\":{\"w\":1}}]"), "$.scenes[0].keys[0].place.w", VV_RULE_REFERENCE},
    {SCENE("\"keys\":[{\"time\":1,\"place\":{\"x\":1}},{\"time\":1,\"place\":{\"x\":1}}]"), "$.scenes[0].keys[1]",
     VV_RULE_TIMES},
    {SCENE("\"keys\":[{\"time\":5,\"place\":{\"x\":1}}]"), "$.scenes[0].keys", VV_RULE_TIMES},
    {SCENE("\"keys\":[{\"time\":0,\"place\":{\"x\":0.5,\"z\":0.5}}]"), "$.scenes[0].keys[0]", VV_RULE_PLACE_OUTSIDE},
    {SCENE("\"keys\":[{\"time\":0,\"place\":{\"x\":1}},{\"time\":1,\"place\":{\"z\":1}}]"), "$.scenes[0].keys[1]",
     VV_RULE_UNREACHABLE},
    {HEAD BODY EXAMPLES "\"complex\":[]}],\"scenes\":[{\"name\":\"s\",\"artwork\":\"w\"}]}", "$.scenes[0].artwork",
     VV_RULE_REFERENCE},
    {HEAD BODY EXAMPLES "\"complex\":[]}],\"scenes\":[{\"name\":\"s\"}]}", "$.scenes[0]", VV_RULE_MISSING_KEY},
    {HEAD "\"scale\":1}],\"scenes\":[{\"name\":\"s\",\"artwork\":\"a\"},{\"name\":\"s\",\"artwork\":\"a\"}]}",
     "$.scenes[1]", VV_RULE_SAME_NAME},
    {HANDLE("{\"name\":\"h\",\"kind\":\"point\",\"at\":[0,0],\"layers\":[]}"), "$.artworks[0].handles[0]",
     VV_RULE_IDLE_HANDLE},
    {HANDLE("{\"name\":\"h\",\"kind\":\"point\",\"at\":[0,0]},{\"name\":\"i\",\"kind\":\"point\",\"at\":[0,0]}"),
     "$.artworks[0].handles[1]", VV_RULE_SAME_PLACE},
};

static void each_broken_rule_is_found_at_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        vv_problems problems = {.warnings = true};
        vv_document *document = NULL;
        vv_error error = {0};
        assert_int_equal(vv_project_check(cases[i].text, strlen(cases[i].text), "f", &problems, NULL), VV_OK);
        bool found = false;
        for (uint32_t p = 0; p < problems.count; p++) {
            const vv_problem *problem = &problems.items[p];
            found = found || (problem->rule == cases[i].rule && strcmp(problem->error.path, cases[i].path) == 0);
            assert_true(problem->error.message[0] && problem->error.remedy[0]);
            assert_string_equal(problem->error.file, "f");
        }
        if (!found)
            fail_msg("%s\nexpected V%03d at %s, found %u problems, first V%03d at %s: %s", cases[i].text, cases[i].rule,
                     cases[i].path, problems.count, problems.count ? (int)problems.items[0].rule : 0,
                     problems.count ? problems.items[0].error.path : "",
                     problems.count ? problems.items[0].error.message : "");
        /* What has errors does not open; what has warnings does. */
        vv_result opened = vv_document_parse(cases[i].text, strlen(cases[i].text), "f", NULL, &document, &error);
        assert_int_equal(opened == VV_OK, problems.errors == 0);
        if (opened == VV_OK)
            vv_document_destroy(document);
        else
            assert_string_equal(error.message, problems.items[0].error.message);
        vv_problems_release(&problems);
    }
}

static void all_problems_are_listed_with_their_lines(void **state)
{
    (void)state;
    static const char text[] =
        "{\n\"format\": \"verve-project\",\n\"version\": 1,\n\"name\": \"a/b\",\n\"artworks\": [\n"
        "{ \"name\": \"a\", \"scale\": -1,\n  \"handles\": [\n"
        "    { \"name\": \"h\", \"kind\": \"point\", \"at\": [0, \"1\"] },\n"
        "    { \"name\": \"h\", \"kind\": \"bone\" }\n  ] }\n],\n\"scenes\": [ {} ]\n}";
    static const struct {
        vv_rule rule;
        uint32_t line;
    } expected[] = {{VV_RULE_NAME, 4},        {VV_RULE_RANGE, 6},     {VV_RULE_KIND, 8},
                    {VV_RULE_MISSING_KEY, 9}, {VV_RULE_SAME_NAME, 9}, {VV_RULE_MISSING_KEY, 12},
                    {VV_RULE_MISSING_KEY, 12}};
    vv_problems problems = {.warnings = true};
    vv_project_check(text, sizeof text - 1, "f", &problems, NULL);
    assert_int_equal(problems.count, sizeof expected / sizeof *expected);
    for (uint32_t i = 0; i < problems.count; i++) {
        assert_int_equal(problems.items[i].rule, expected[i].rule);
        assert_int_equal(problems.items[i].error.line, expected[i].line);
    }
    vv_problems_release(&problems);
}

/* ---- Limits and hostile files ------------------------------------------------------------------------------------ */

typedef struct text {
    char *bytes;
    size_t length, capacity;
} text;

static void put(text *t, const char *piece)
{
    size_t length = strlen(piece);
    if (t->length + length + 1 > t->capacity) {
        t->capacity = 2 * (t->length + length + 1);
        t->bytes = realloc(t->bytes, t->capacity);
    }
    memcpy(t->bytes + t->length, piece, length + 1);
    t->length += length;
}

/* before, then `count` times item with its number, then after. */
static text repeat(const char *before, const char *item, unsigned count, const char *after)
{
    text t = {0};
    char piece[256];
    put(&t, before);
    for (unsigned i = 0; i < count; i++) {
        int used = snprintf(piece, sizeof piece, "%s", i ? "," : "");
        for (const char *c = item; *c; c++)
            used += *c == '%' ? snprintf(piece + used, sizeof piece - (size_t)used, "%u", i)
                              : snprintf(piece + used, sizeof piece - (size_t)used, "%c", *c);
        put(&t, piece);
    }
    put(&t, after);
    return t;
}

/* ---- What was probably meant ------------------------------------------------------------------------------------- */

#define POSES(inside)                                                                                                  \
    HEAD "\"examples\":[{\"name\":\"rest\"},{\"name\":\"stretch\"},{\"name\":\"squash\"}]," inside "}]}"

static void the_nearest_name_is_suggested(void **state)
{
    (void)state;
    static const struct {
        const char *text, *suggested; /* NULL: nothing is near enough */
    } wrong[] = {
        {POSES("\"complex\":[[\"rest\",\"Squash\"]]"), "did you mean \"squash\"?"},
        {POSES("\"complex\":[[\"rest\",\"SQUISH\"]]"), "did you mean \"squash\"?"},
        {POSES("\"complex\":[[\"rest\",\"strech\"]]"), "did you mean \"stretch\"?"},
        {POSES("\"complex\":[[\"rest\",\"jump\"]]"), NULL},
        {HANDLE("{\"name\":\"h\",\"kind\":\"Point\",\"at\":[0,0]}"), "did you mean \"point\"?"},
        {HANDLE("{\"name\":\"h\",\"kind\":\"boen\",\"from\":[0,0],\"to\":[1,1]}"), "did you mean \"bone\"?"},
        {HANDLE("{\"name\":\"h\",\"kind\":\"boot\",\"from\":[0,0],\"to\":[1,1]}"), NULL}, /* half of the letters */
        {SPRITE("\"strengths\":{\"stifness\":1}"), "did you mean \"stiffness\"?"},
        {ACTOR("\"dnesity\":1"), "did you mean \"density\"?"},
        {ACTOR("\"jumps\":1"), NULL},
        {CUE("{\"time\":0,\"do\":\"psuh\"}"), "did you mean \"push\"?"},
        {CUE("{\"time\":0,\"do\":\"push\",\"actor\":\"c\",\"impulze\":[1,0]}"), "did you mean \"impulse\"?"},
        {OBSTACLE("{\"kind\":\"ground\",\"freiction\":1}"), "did you mean \"friction\"?"},
        {HANDLE("{\"name\":\"h\",\"kind\":\"bones\",\"from\":[0,0],\"to\":[1,1]}"), "did you mean \"bone\"?"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        vv_problems problems = {0};
        assert_int_equal(vv_project_check(wrong[i].text, strlen(wrong[i].text), "p", &problems, NULL), VV_OK);
        assert_true(problems.count > 0);
        const char *remedy = problems.items[0].error.remedy;
        const char *suggested = wrong[i].suggested ? strstr(remedy, wrong[i].suggested) : NULL;
        if (wrong[i].suggested ? !suggested : strstr(remedy, "did you mean") != NULL)
            fail_msg("%s: %s", problems.items[0].error.message, remedy);
        vv_problems_release(&problems);
    }
}

static void lists_have_limits(void **state)
{
    (void)state;
    static const struct {
        const char *before, *item, *after;
        unsigned most;
    } lists[] = {
        {"{\"format\":\"verve-project\",\"version\":1,\"name\":\"n\",\"artworks\":[", "{\"name\":\"%\"}", "]}",
         VV_PROJECT_MAX_ARTWORKS},
        {HEAD "\"layers\":[", "{\"name\":\"%\",\"image\":\"i\"}", "]}]}", VV_PROJECT_MAX_LAYERS},
        {HEAD "\"handles\":[", "{\"name\":\"%\",\"kind\":\"point\",\"at\":[0,0]}", "]}]}", VV_RIG_MAX_HANDLES},
        {HEAD "\"examples\":[", "{\"name\":\"%\"}", "]}]}", VV_BLEND_MAX_EXAMPLES},
        {HEAD "\"scale\":1}],\"scenes\":[", "{\"name\":\"%\",\"artwork\":\"a\"}", "]}", VV_PROJECT_MAX_SCENES},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        for (unsigned over = 0; over < 2; over++) {
            text t = repeat(lists[i].before, lists[i].item, lists[i].most + over, lists[i].after);
            vv_problems problems = {0};
            vv_project_check(t.bytes, t.length, "f", &problems, NULL);
            if (problems.errors != over || (over && problems.items[0].rule != VV_RULE_TOO_MANY))
                fail_msg("list %zu: %u errors, first %s", i, problems.errors,
                         problems.count ? problems.items[0].error.message : "");
            vv_problems_release(&problems);
            free(t.bytes);
        }
    }
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now); /* the machine may be busy */
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The most work that four megabytes can ask for: poses that name their handles in the worst order, unknown names,
 * long complexes. Each must take seconds at most, not minutes. */
static void hostile_projects_take_no_time(void **state)
{
    (void)state;
    text handles = repeat("", "{\"name\":\"%\",\"kind\":\"point\",\"at\":[0,0]}", 256, "");
    text examples = {0}, backwards = {0};
    char piece[64];
    for (int i = 255; i >= 0; i--) {
        snprintf(piece, sizeof piece, "%s\"%d\":{}", i < 255 ? "," : "", i);
        put(&backwards, piece);
    }
    text large = {0};
    put(&large, "{\"format\":\"verve-project\",\"version\":1,\"name\":\"n\",\"artworks\":[");
    for (unsigned i = 0; i < 255; i++) {
        snprintf(piece, sizeof piece, "%s{\"name\":\"e%u\",\"pose\":{", i ? "," : "", i);
        put(&examples, piece);
        put(&examples, backwards.bytes);
        put(&examples, "}}");
    }
    for (unsigned i = 0; large.length + examples.length < VV_PROJECT_MAX_BYTES / 4 - 20000; i++) {
        snprintf(piece, sizeof piece, "%s{\"name\":\"a%u\",\"handles\":[", i ? "," : "", i);
        put(&large, piece);
        put(&large, handles.bytes);
        put(&large, "],\"examples\":[");
        put(&large, examples.bytes);
        put(&large, "]}");
    }
    put(&large, "]}");
    vv_problems problems = {.warnings = true};
    double start = seconds();
    vv_project_check(large.bytes, large.length, "f", &problems, NULL);
    double taken = seconds() - start;
    print_message("%.1f MB of backward poses: %u errors in %.2f s\n", (double)large.length / 1e6, problems.errors,
                  taken);
    assert_int_equal(problems.errors, 0);
    assert_true(taken < 20.0); /* with sanitizers; about 0.5 s otherwise */
    vv_problems_release(&problems);
    text unknown = repeat(HEAD "\"examples\":[{\"name\":\"e\",\"pose\":{", "\"k%\":{}", 300000, "}}]}]}");
    problems = (vv_problems){.warnings = true};
    vv_project_check(unknown.bytes, unknown.length, "f", &problems, NULL);
    assert_int_equal(problems.count, VV_PROBLEMS_MAX);
    assert_true(problems.full);
    vv_problems_release(&problems);
    free(handles.bytes);
    free(examples.bytes);
    free(backwards.bytes);
    free(large.bytes);
    free(unknown.bytes);
}

static void truncated_projects_are_refused(void **state)
{
    (void)state;
    for (size_t length = 0; length + 2 < sizeof sample_project; length++) {
        vv_document *document;
        assert_int_not_equal(vv_document_parse(sample_project, length, "f", NULL, &document, NULL), VV_OK);
    }
}

/* One byte, half of the time a digit for a digit: structure and numbers are both tried. */
static void damage(vvi_random *random, char *bytes, size_t count)
{
    static const char alphabet[] = "{}[]:,\"\\ -.eabnopst";
    bool digit = vvi_random_below(random, 2);
    size_t at = vvi_random_below(random, (uint32_t)count);
    while (digit && !(bytes[at] >= '0' && bytes[at] <= '9'))
        at = (at + 1) % count;
    bytes[at] =
        digit ? (char)('0' + vvi_random_below(random, 10)) : alphabet[vvi_random_below(random, sizeof alphabet - 1)];
}

/* Whatever still opens after damage writes a project that opens again as itself. */
static void damaged_projects_are_refused_or_sound(void **state)
{
    (void)state;
    vvi_random random = vvi_random_seed(17);
    unsigned opened = 0;
    for (int round = 0; round < 20000; round++) {
        char damaged[sizeof sample_project];
        memcpy(damaged, sample_project, sizeof damaged);
        for (uint32_t n = 1 + vvi_random_below(&random, 3); n > 0; n--)
            damage(&random, damaged, sizeof damaged - 1);
        vv_document *document;
        vv_error error = {0};
        if (vv_document_parse(damaged, sizeof damaged - 1, "f", NULL, &document, &error) != VV_OK) {
            assert_true(error.message[0]);
            continue;
        }
        opened++;
        char *once = text_of(document);
        vv_document_destroy(document);
        document = open_text(once);
        char *twice = text_of(document);
        assert_string_equal(once, twice);
        vv_document_destroy(document);
        free(once);
        free(twice);
    }
    assert_true(opened > 1000);
}

static void checking_survives_every_failed_allocation(void **state)
{
    (void)state;
    const char *broken_text = cases[sizeof cases / sizeof *cases - 1].text;
    vv_result result = VV_ERROR_MEMORY;
    for (uint64_t n = 1; result == VV_ERROR_MEMORY; n++) {
        vv_counting counting = {.fail_at = n};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_problems problems = {.allocator = &allocator, .warnings = true};
        result = vv_project_check(broken_text, strlen(broken_text), "f", &problems, NULL);
        vv_problems_release(&problems);
        assert_int_equal(counting.used, 0);
    }
    assert_int_equal(result, VV_OK);
}

/* ---- Folders ----------------------------------------------------------------------------------------------------- */

static unsigned count_rule(const vv_problems *problems, vv_rule rule, const char *path)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < problems->count; i++)
        count += problems->items[i].rule == rule && (!path || strstr(problems->items[i].error.path, path) != NULL);
    return count;
}

/* What cannot be known after a problem is not told; what can is. */
static void what_follows_a_problem_is_told_or_not(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t errors;
    } many[] = {
        {HANDLE("{\"name\":\"h\",\"kind\":null,\"from\":[0,0],\"to\":[1,1]}"), 1},
        {HANDLE("{\"name\":\"h\",\"kind\":\"line\",\"from\":[0,0],\"to\":[1,1]}"), 1},
        {OBSTACLE("{\"kind\":\"ground\",\"one_way\":true,\"points\":[[0,0],[1,0]]}"), 2},
        {OBSTACLE("{\"kind\":\"wall\",\"one_way\":true}"), 1},
        {"{\"format\":\"verve-project\",\"version\":1,\"name\":\"n\",\"recordings\":[{\"name\":\"r\"}]}", 3},
    };
    for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
        vv_problems problems = {0};
        assert_int_equal(vv_project_check(many[i].text, strlen(many[i].text), "", &problems, NULL), VV_OK);
        if (problems.errors != many[i].errors)
            fail_msg("%u problems instead of %u: %s", problems.errors, many[i].errors, many[i].text);
        vv_problems_release(&problems);
    }
}

static void files_are_checked(void **state)
{
    (void)state;
    start_with(sample_project);
    vv_folder_create(in_folder("art/old"), NULL);
    static const char png[] = "\x89PNG\r\n\x1A\n…";
    write_text("art/ball-body.png", png, sizeof png);
    write_text("art/man-arm.png", "GIF89a…", 8);
    write_text("art/arm.obj", "v 0 0 0\n", 8);
    write_text("art/old/unused.png", png, sizeof png);
    write_text("art/notes.txt", "x", 1);
    vv_problems problems = {.warnings = true};
    assert_int_equal(vv_project_folder_check(test_folder, &problems, NULL), VV_OK);
    assert_int_equal(problems.count, 3);
    assert_int_equal(count_rule(&problems, VV_RULE_FILE_MISSING, "$.artworks[1].layers[1].mesh"), 1);
    assert_int_equal(count_rule(&problems, VV_RULE_FILE_KIND, "$.artworks[1].layers[0].image"), 1);
    assert_int_equal(count_rule(&problems, VV_RULE_UNUSED_FILE, NULL), 1);
    assert_int_equal(problems.errors, 2);
    vv_problems_release(&problems);
    /* A layer that only the journal knows is checked too. */
    vv_project_folder *folder = open_for(VV_FOLDER_WRITE);
    apply_to(folder, "{\"do\":\"layer.add\",\"artwork\":\"ball\",\"name\":\"new\",\"image\":\"art/none.png\"}", NULL);
    vv_project_folder_close(folder);
    problems = (vv_problems){.warnings = true};
    vv_project_folder_check(in_folder("project.json"), &problems, NULL);
    assert_int_equal(count_rule(&problems, VV_RULE_FILE_MISSING, NULL), 2);
    vv_problems_release(&problems);
}

static void journals_are_checked(void **state)
{
    (void)state;
    start_with(sample_project);
    vv_project_folder *folder = open_for(VV_FOLDER_WRITE);
    apply_to(folder, "{\"do\":\"project.set\",\"name\":\"x\"}", NULL);
    vv_project_folder_close(folder);
    size_t length;
    char *journal = read_text("journal.jsonl", &length);
    write_text("journal.jsonl", journal, length - 3);
    vv_problems problems = {.warnings = true};
    vv_project_folder_check(test_folder, &problems, NULL);
    assert_int_equal(count_rule(&problems, VV_RULE_JOURNAL_TAIL, NULL), 1);
    vv_problems_release(&problems);
    char *changed = malloc(sizeof sample_project + 1);
    memcpy(changed, sample_project, sizeof sample_project - 1);
    strcpy(changed + sizeof sample_project - 1, "\n");
    write_text("project.json", changed, sizeof sample_project);
    write_text("journal.jsonl", journal, length);
    problems = (vv_problems){.warnings = true};
    vv_project_folder_check(test_folder, &problems, NULL);
    assert_int_equal(count_rule(&problems, VV_RULE_JOURNAL, NULL), 1);
    vv_problems_release(&problems);
    write_text("project.json", "{", 1);
    problems = (vv_problems){.warnings = true};
    assert_int_equal(vv_project_folder_check(test_folder, &problems, NULL), VV_OK);
    assert_int_equal(count_rule(&problems, VV_RULE_JSON, NULL), 1);
    vv_problems_release(&problems);
    vv_error error = {0};
    assert_int_equal(vv_project_folder_check(in_folder("none"), &problems, &error), VV_ERROR_FILE);
    free(journal);
    free(changed);
}

/* The file's defaults are fixed by its version; as long as the runtime's are the same, a file that says nothing and a
 * game that says nothing mean the same. */
static void defaults_are_those_of_the_runtime(void **state)
{
    (void)state;
    vv_sprite_def sprite = vv_default_sprite_def();
    assert_int_equal((*(const vv_project_sprite *)vvi_sprite_schema.defaults).ring, sprite.ring);
    assert_true((*(const vv_project_sprite *)vvi_sprite_schema.defaults).density == sprite.density);
}

/* ---- The manual -------------------------------------------------------------------------------------------------- */

static void the_manual_lists_the_same_rules(void **state)
{
    (void)state;
    char path[1024], row[512];
    uint8_t *manual;
    size_t length;
    snprintf(path, sizeof path, "%s/docs/format.md", getenv("VV_SOURCE"));
    assert_int_equal(vv_file_read(path, 1u << 20, NULL, &manual, &length, NULL), VV_OK);
    unsigned listed = 0, rows = 0;
    for (unsigned rule = 0; rule < 1000; rule++) {
        if (!vv_rule_text((vv_rule)rule))
            continue;
        snprintf(row, sizeof row, "| V%03u | %s |\n", rule, vv_rule_text((vv_rule)rule));
        if (!strstr((const char *)manual, row))
            fail_msg("docs/format.md lacks: %s", row);
        listed++;
    }
    for (const char *at = (const char *)manual; (at = strstr(at, "\n| V")); at++)
        rows++;
    assert_int_equal(rows, listed);
    vv_file_release(NULL, manual, length);
}

int main(void)
{
    if (!make_test_folder())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_broken_rule_is_found_at_its_place),
        cmocka_unit_test(all_problems_are_listed_with_their_lines),
        cmocka_unit_test(the_nearest_name_is_suggested),
        cmocka_unit_test(lists_have_limits),
        cmocka_unit_test(hostile_projects_take_no_time),
        cmocka_unit_test(truncated_projects_are_refused),
        cmocka_unit_test(damaged_projects_are_refused_or_sound),
        cmocka_unit_test(checking_survives_every_failed_allocation),
        cmocka_unit_test(files_are_checked),
        cmocka_unit_test(journals_are_checked),
        cmocka_unit_test(defaults_are_those_of_the_runtime),
        cmocka_unit_test(the_manual_lists_the_same_rules),
        cmocka_unit_test(what_follows_a_problem_is_told_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, remove_folder);
}
