/* Documents for tests: a sample that uses every key, commands as text, and random commands. */
#ifndef VV_TEST_DOCUMENTS_H
#define VV_TEST_DOCUMENTS_H

#include "author/document/document.h"
#include "runtime/base/base.h"
#include "tests/testing.h"

/* In the form that vv_project_write gives it, with every key away from its default somewhere. */
static const char sample_project[] =
    "{\n"
    "  \"format\": \"verve-project\",\n"
    "  \"version\": 1,\n"
    "  \"name\": \"Man and ball\",\n"
    "  \"about\": \"A man, a ball, and what \\\"squash\\\" means.\",\n"
    "  \"artworks\": [\n"
    "    {\n"
    "      \"name\": \"ball\",\n"
    "      \"layers\": [\n"
    "        { \"name\": \"body\", \"image\": \"art/ball-body.png\", \"at\": [-0.5, 1] }\n"
    "      ],\n"
    "      \"handles\": [\n"
    "        { \"name\": \"top\", \"kind\": \"point\", \"at\": [0, 0.9] },\n"
    "        { \"name\": \"bottom\", \"kind\": \"point\", \"at\": [0, 0.1] }\n"
    "      ],\n"
    "      \"examples\": [\n"
    "        {\n"
    "          \"name\": \"rest\",\n"
    "          \"pose\": {}\n"
    "        },\n"
    "        {\n"
    "          \"name\": \"squashed\",\n"
    "          \"pose\": {\n"
    "            \"top\": { \"move\": [0, -0.4], \"stretch\": [1.3, 0, 0.7] },\n"
    "            \"bottom\": { \"stretch\": [1.3, 0, 0.7] }\n"
    "          },\n"
    "          \"pins\": {\n"
    "            \"top\": { \"to\": [0, 0.5], \"stretch\": [1.3, 0, 0.7] },\n"
    "            \"bottom\": { \"to\": [0, 0.1] }\n"
    "          },\n"
    "          \"board\": [-1.5, 0.25]\n"
    "        },\n"
    "        {\n"
    "          \"name\": \"stretched\",\n"
    "          \"pose\": {\n"
    "            \"top\": { \"move\": [0, 0.4] }\n"
    "          }\n"
    "        }\n"
    "      ],\n"
    "      \"complex\": [\n"
    "        [\"rest\", \"squashed\"],\n"
    "        [\"rest\", \"stretched\"]\n"
    "      ],\n"
    "      \"sprite\": {\n"
    "        \"strengths\": {\n"
    "          \"energy\": 1.2,\n"
    "          \"energy_example\": \"squashed\"\n"
    "        }\n"
    "      }\n"
    "    },\n"
    "    {\n"
    "      \"name\": \"man\",\n"
    "      \"scale\": 300,\n"
    "      \"layers\": [\n"
    "        { \"name\": \"arm\", \"image\": \"art/man-arm.png\", \"mesh\": \"art/arm.obj\", \"vertices\": 120, "
    "\"visible\": false, \"locked\": true },\n"
    "        { \"name\": \"torso\", \"mesh\": \"art/torso.obj\" }\n"
    "      ],\n"
    "      \"handles\": [\n"
    "        { \"name\": \"hand-left\", \"kind\": \"bone\", \"from\": [-0.5, 1], \"to\": [-0.75, 1.25], \"layers\": "
    "[\"arm\"] },\n"
    "        { \"name\": \"hand-right\", \"kind\": \"bone\", \"from\": [0.5, 1], \"to\": [0.75, 1.25], \"layers\": "
    "[\"arm\", \"torso\"] },\n"
    "        { \"name\": \"hip\", \"kind\": \"point\", \"at\": [0, 0.5] }\n"
    "      ],\n"
    "      \"mirror\": [\n"
    "        [\"hand-left\", \"hand-right\"]\n"
    "      ],\n"
    "      \"examples\": [\n"
    "        {\n"
    "          \"name\": \"rest\",\n"
    "          \"pose\": {}\n"
    "        },\n"
    "        {\n"
    "          \"name\": \"wave\",\n"
    "          \"pose\": {\n"
    "            \"hand-left\": { \"move\": [0.1, 0.2], \"turn\": 0.7, \"stretch\": [1, 0.1, 0.9] }\n"
    "          },\n"
    "          \"pins\": {\n"
    "            \"hand-left\": { \"from\": [-0.75, 1.25], \"to\": [-0.5, 1.75], \"turn\": 0.7 },\n"
    "            \"hip\": { \"to\": [0, 0.5], \"turn\": 0 }\n"
    "          }\n"
    "        },\n"
    "        {\n"
    "          \"name\": \"bow\",\n"
    "          \"pose\": {\n"
    "            \"hip\": { \"turn\": -1 }\n"
    "          }\n"
    "        }\n"
    "      ],\n"
    "      \"complex\": [\n"
    "        [\"rest\", \"wave\", \"bow\"]\n"
    "      ],\n"
    "      \"sprite\": {\n"
    "        \"ring\": 2,\n"
    "        \"density\": 1.5,\n"
    "        \"pins\": [\n"
    "          { \"layer\": \"arm\", \"onto\": \"torso\", \"at\": [0.1, 0.2] }\n"
    "        ],\n"
    "        \"densities\": {\n"
    "          \"torso\": 2\n"
    "        },\n"
    "        \"strengths\": {\n"
    "          \"stiffness\": 50,\n"
    "          \"local\": 10,\n"
    "          \"damping\": 3,\n"
    "          \"projection\": 0.5,\n"
    "          \"equilibrium\": 12,\n"
    "          \"settle\": 0.5,\n"
    "          \"energy\": 1,\n"
    "          \"energy_threshold\": 0.1,\n"
    "          \"energy_time\": 0.2,\n"
    "          \"energy_towards\": \"away\",\n"
    "          \"velocity\": 0.4,\n"
    "          \"velocity_threshold\": 0.5,\n"
    "          \"velocity_example\": \"wave\",\n"
    "          \"bounce\": 0.6,\n"
    "          \"bounce_time\": 0.1,\n"
    "          \"orient\": \"angle\",\n"
    "          \"orient_rate\": 5,\n"
    "          \"orient_angle\": 0.25,\n"
    "          \"orient_symmetric\": true,\n"
    "          \"friction\": 0.7,\n"
    "          \"drag\": 0.1,\n"
    "          \"gravity\": 0.5\n"
    "        }\n"
    "      },\n"
    "      \"puppet\": {\n"
    "        \"elastic\": \"springs\",\n"
    "        \"clusters\": 0,\n"
    "        \"density\": 2,\n"
    "        \"densities\": {\n"
    "          \"arm\": 0.5\n"
    "        },\n"
    "        \"stiffnesses\": {\n"
    "          \"torso\": 3\n"
    "        },\n"
    "        \"joins\": [\n"
    "          { \"a\": \"hand-left\", \"b\": \"hip\", \"keep\": [\"position\", \"angle\", \"scale\"] },\n"
    "          { \"a\": \"hip\", \"b\": \"hand-right\" }\n"
    "        ],\n"
    "        \"material\": {\n"
    "          \"stiffness\": 5,\n"
    "          \"half_life\": 0.5,\n"
    "          \"examples\": 0.75,\n"
    "          \"attraction\": \"complex\",\n"
    "          \"gravity\": 0.5,\n"
    "          \"drag\": 0.25,\n"
    "          \"friction\": 0.9,\n"
    "          \"bounce\": 0.1,\n"
    "          \"iterations\": 20,\n"
    "          \"accelerated\": false\n"
    "        }\n"
    "      },\n"
    "      \"behaviours\": [\n"
    "        {\n"
    "          \"name\": \"walker\",\n"
    "          \"looks_left\": true,\n"
    "          \"inputs\": [\"go\", \"tilt\"],\n"
    "          \"events\": [\"jump\"],\n"
    "          \"states\": [\n"
    "            {\n"
    "              \"name\": \"idle\",\n"
    "              \"keys\": [\n"
    "                { \"place\": { \"rest\": 0.5, \"bow\": 0.5 }, \"seconds\": 0.25 },\n"
    "                { \"place\": { \"wave\": 1 }, \"seconds\": 1, \"ease\": \"stop\" }\n"
    "              ],\n"
    "              \"loop\": true,\n"
    "              \"start\": \"nearest\",\n"
    "              \"by\": \"input\",\n"
    "              \"input\": \"go\",\n"
    "              \"rate\": -2,\n"
    "              \"strengths\": {\n"
    "                \"energy\": 2,\n"
    "                \"energy_example\": \"wave\",\n"
    "                \"orient\": \"angle\"\n"
    "              },\n"
    "              \"lean\": { \"input\": \"tilt\", \"angle\": 0.25 },\n"
    "              \"float\": { \"example\": \"wave\", \"drag\": 4 },\n"
    "              \"force\": [1, 2],\n"
    "              \"push\": { \"input\": \"tilt\", \"force\": [3, 0] },\n"
    "              \"drive\": { \"input\": \"go\", \"speed\": 1.5, \"grounded\": 10, \"air\": 2 },\n"
    "              \"turn\": { \"input\": \"go\", \"when\": \"always\" }\n"
    "            },\n"
    "            {\n"
    "              \"name\": \"leap\",\n"
    "              \"keys\": [\n"
    "                { \"place\": { \"bow\": 1 }, \"seconds\": 0.5, \"ease\": \"linear\" }\n"
    "              ],\n"
    "              \"next\": \"idle\",\n"
    "              \"by\": \"ground\",\n"
    "              \"metres\": 0.75,\n"
    "              \"turn\": { \"input\": \"go\" },\n"
    "              \"kick\": [0, 4],\n"
    "              \"kick_adds\": true,\n"
    "              \"signal\": 7\n"
    "            }\n"
    "          ],\n"
    "          \"transitions\": [\n"
    "            { \"from\": \"idle\", \"to\": \"leap\", \"when\": [{ \"event\": \"jump\", \"within\": 0.125 }, { "
    "\"grounded\": true, \"seconds\": 0.25 }] },\n"
    "            { \"from\": \"leap\", \"to\": \"idle\", \"when\": [{ \"finished\": true }, { \"touching\": false }, { "
    "\"input\": \"tilt\", \"below\": 0.5, \"absolute\": true }] },\n"
    "            { \"to\": \"idle\", \"when\": [{ \"sense\": \"falling\", \"above\": 2 }, { \"sense\": \"time\", "
    "\"below\": 9 }] },\n"
    "            { \"from\": \"leap\", \"to\": \"leap\" }\n"
    "          ]\n"
    "        },\n"
    "        {\n"
    "          \"name\": \"limp\",\n"
    "          \"states\": [\n"
    "            {\n"
    "              \"name\": \"lie\"\n"
    "            }\n"
    "          ]\n"
    "        }\n"
    "      ]\n"
    "    }\n"
    "  ],\n"
    "  \"clips\": [\n"
    "    {\n"
    "      \"name\": \"stroll\",\n"
    "      \"artwork\": \"man\",\n"
    "      \"length\": 1.5,\n"
    "      \"loop\": true,\n"
    "      \"tracks\": [\n"
    "        {\n"
    "          \"handle\": \"hip\",\n"
    "          \"channel\": \"position\",\n"
    "          \"advance\": [0.5, 0],\n"
    "          \"keys\": [\n"
    "            { \"time\": 0, \"value\": [0, 0.5] },\n"
    "            { \"time\": 0.5, \"value\": [0.25, 0.6], \"in\": [1, 0], \"out\": [-1, 0.5], \"strength\": 0.5 },\n"
    "            { \"time\": 1, \"value\": [0.5, 0.5], \"curve\": \"linear\", \"ease\": 0.25, \"release\": true }\n"
    "          ]\n"
    "        },\n"
    "        {\n"
    "          \"handle\": \"hip\",\n"
    "          \"channel\": \"angle\",\n"
    "          \"advance\": -6.5,\n"
    "          \"keys\": [\n"
    "            { \"time\": 0.25, \"value\": 0.5, \"in\": 2, \"curve\": \"step\" },\n"
    "            { \"time\": 1.25, \"value\": -7, \"out\": 0 }\n"
    "          ]\n"
    "        },\n"
    "        {\n"
    "          \"handle\": \"hand-right\",\n"
    "          \"channel\": \"scale\",\n"
    "          \"keys\": [\n"
    "            { \"time\": 0.75, \"value\": [1.5, 0.5], \"strength\": 0 }\n"
    "          ]\n"
    "        }\n"
    "      ]\n"
    "    },\n"
    "    {\n"
    "      \"name\": \"still\",\n"
    "      \"artwork\": \"ball\"\n"
    "    }\n"
    "  ],\n"
    "  \"families\": [\n"
    "    {\n"
    "      \"name\": \"folk\",\n"
    "      \"members\": [\"man\", \"ball\"],\n"
    "      \"links\": [\n"
    "        { \"from\": \"man\", \"to\": \"ball\", \"handles\": [\"hip\", \"bottom\"], \"keep\": [\"position\", "
    "\"scale\"] },\n"
    "        { \"from\": \"ball\", \"to\": \"man\", \"handles\": [\"top\", \"hand-left\"] },\n"
    "        { \"from\": \"man\", \"to\": \"ball\", \"points\": [[0, 0.25], [0.1, 0.5]] }\n"
    "      ],\n"
    "      \"lambda\": 0.05,\n"
    "      \"margin\": 0.5,\n"
    "      \"pause\": 0.1,\n"
    "      \"fade\": 0.25\n"
    "    }\n"
    "  ],\n"
    "  \"recordings\": [\n"
    "    {\n"
    "      \"name\": \"hop\",\n"
    "      \"artwork\": \"ball\",\n"
    "      \"rate\": 25,\n"
    "      \"loop\": true,\n"
    "      \"size\": 0.8,\n"
    "      \"regions\": [\n"
    "        { \"handle\": \"top\", \"threshold\": 0.5, \"rest\": [0, 0.9], \"frames\": [[0, 1, 1, 0, 0, 1], [0.1, "
    "1.5, 0.9, 0.1, -0.1, 1.1]] },\n"
    "        { \"handle\": \"bottom\", \"rest\": [0, 0.1], \"frames\": [[0, 0, 1, 0, 0, 1], [0.1, 0.5, 1, 0, 0, 1]] }\n"
    "      ]\n"
    "    }\n"
    "  ],\n"
    "  \"scenes\": [\n"
    "    {\n"
    "      \"name\": \"tour\",\n"
    "      \"artwork\": \"ball\",\n"
    "      \"size\": [640, 480],\n"
    "      \"background\": \"#F7F1E5\",\n"
    "      \"seconds\": 3,\n"
    "      \"rate\": 25,\n"
    "      \"keys\": [\n"
    "        { \"time\": 0, \"place\": { \"rest\": 1 } },\n"
    "        { \"time\": 1, \"place\": { \"rest\": 0.25, \"squashed\": 0.75 } },\n"
    "        { \"time\": 2.5, \"place\": { \"stretched\": 1 } }\n"
    "      ]\n"
    "    },\n"
    "    {\n"
    "      \"name\": \"hello\",\n"
    "      \"artwork\": \"man\",\n"
    "      \"background\": \"#00000080\",\n"
    "      \"centre\": [0, 1],\n"
    "      \"zoom\": 200,\n"
    "      \"keys\": [\n"
    "        { \"time\": 0, \"place\": { \"rest\": 0.5, \"wave\": 0.25, \"bow\": 0.25 } }\n"
    "      ]\n"
    "    },\n"
    "    {\n"
    "      \"name\": \"drop\",\n"
    "      \"size\": [960, 540],\n"
    "      \"centre\": [0, 2],\n"
    "      \"zoom\": 100,\n"
    "      \"seconds\": 4,\n"
    "      \"rate\": 60,\n"
    "      \"gravity\": [0, -5],\n"
    "      \"wind\": [1, 0],\n"
    "      \"step\": 0.01,\n"
    "      \"substeps\": 3,\n"
    "      \"iterations\": 6,\n"
    "      \"follow\": \"lamp\",\n"
    "      \"obstacles\": [\n"
    "        { \"kind\": \"ground\", \"height\": -1, \"friction\": 0.8 },\n"
    "        { \"kind\": \"half-plane\", \"points\": [[0, -2], [1, -1]], \"layers\": [0, 3] },\n"
    "        { \"kind\": \"segments\", \"points\": [[-2, 1], [-1, 1], [0, 1.5]], \"one_way\": true, \"visible\": false "
    "},\n"
    "        { \"kind\": \"polygon\", \"points\": [[2, 0], [3, 0], [3, 0.5]], \"sensor\": true, \"colour\": "
    "\"#B9814A\" }\n"
    "      ],\n"
    "      \"actors\": [\n"
    "        {\n"
    "          \"name\": \"bouncer\",\n"
    "          \"artwork\": \"ball\",\n"
    "          \"at\": [0, 3],\n"
    "          \"angle\": 0.5,\n"
    "          \"scale\": 2.5,\n"
    "          \"velocity\": [1, 0],\n"
    "          \"spin\": -2,\n"
    "          \"flipped\": true,\n"
    "          \"place\": { \"rest\": 0.5, \"squashed\": 0.5 },\n"
    "          \"strengths\": {\n"
    "            \"stiffness\": 40,\n"
    "            \"velocity_example\": \"stretched\"\n"
    "          },\n"
    "          \"layers\": [1],\n"
    "          \"mask\": [0, 1, 31]\n"
    "        },\n"
    "        {\n"
    "          \"name\": \"lamp\",\n"
    "          \"artwork\": \"man\",\n"
    "          \"holds\": [\n"
    "            { \"name\": \"chain\", \"at\": [0, 0.4], \"to\": [1, 2.4], \"strength\": 8 },\n"
    "            { \"at\": [0.2, 0.4] }\n"
    "          ],\n"
    "          \"behaviour\": \"walker\",\n"
    "          \"inputs\": { \"go\": 0.5, \"tilt\": -1 }\n"
    "        }\n"
    "      ],\n"
    "      \"script\": [\n"
    "        { \"time\": 0.5, \"do\": \"push\", \"actor\": \"bouncer\", \"impulse\": [0.4, 1] },\n"
    "        { \"time\": 0.5, \"do\": \"velocity\", \"actor\": \"bouncer\", \"velocity\": [0, 1], \"spin\": 2 },\n"
    "        { \"time\": 0.5, \"do\": \"velocity\", \"actor\": \"bouncer\", \"spin\": 3 },\n"
    "        { \"time\": 1, \"do\": \"teleport\", \"actor\": \"lamp\", \"to\": [0, 5], \"angle\": 1 },\n"
    "        { \"time\": 1, \"do\": \"flip\", \"actor\": \"lamp\" },\n"
    "        { \"time\": 1.25, \"do\": \"place\", \"actor\": \"bouncer\", \"place\": { \"rest\": 0.25, \"stretched\": "
    "0.75 } },\n"
    "        { \"time\": 1.5, \"do\": \"strengths\", \"actor\": \"bouncer\", \"strengths\": { \"energy\": 0, "
    "\"energy_example\": \"stretched\" } },\n"
    "        { \"time\": 2, \"do\": \"force\", \"actor\": \"lamp\", \"force\": [0, 9] },\n"
    "        { \"time\": 2, \"do\": \"hold\", \"actor\": \"lamp\", \"hold\": \"hook\", \"at\": [0, 1], \"to\": [0, 4], "
    "\"strength\": 2 },\n"
    "        { \"time\": 2.5, \"do\": \"release\", \"actor\": \"lamp\", \"hold\": \"chain\" },\n"
    "        { \"time\": 2.5, \"do\": \"release\", \"actor\": \"lamp\" },\n"
    "        { \"time\": 2.5, \"do\": \"input\", \"actor\": \"lamp\", \"input\": \"go\", \"value\": -1 },\n"
    "        { \"time\": 2.5, \"do\": \"raise\", \"actor\": \"lamp\", \"event\": \"jump\" },\n"
    "        { \"time\": 3, \"do\": \"wind\", \"wind\": [3, 0] },\n"
    "        { \"time\": 3, \"do\": \"gravity\", \"gravity\": [0, 0] }\n"
    "      ]\n"
    "    },\n"
    "    {\n"
    "      \"name\": \"show\",\n"
    "      \"actors\": [\n"
    "        {\n"
    "          \"name\": \"leader\",\n"
    "          \"artwork\": \"man\",\n"
    "          \"kind\": \"puppet\",\n"
    "          \"at\": [0, 1],\n"
    "          \"holds\": [\n"
    "            { \"name\": \"string\", \"at\": [0, 0.5], \"strength\": 4 }\n"
    "          ],\n"
    "          \"material\": {\n"
    "            \"stiffness\": 2,\n"
    "            \"accelerated\": true\n"
    "          },\n"
    "          \"family\": \"folk\",\n"
    "          \"attractions\": [\"wave\", \"rest\"],\n"
    "          \"clip\": \"stroll\",\n"
    "          \"clip_start\": -0.5\n"
    "        },\n"
    "        {\n"
    "          \"name\": \"shadow\",\n"
    "          \"artwork\": \"man\",\n"
    "          \"kind\": \"puppet\",\n"
    "          \"follows\": [\n"
    "            { \"handle\": \"hip\", \"keep\": [\"position\", \"angle\"], \"strength\": 0.5, \"from\": 0.25, "
    "\"until\": 1.5, \"offset\": [0, 1], \"of\": { \"actor\": \"leader\", \"handle\": \"hand-left\", \"relative\": "
    "false } },\n"
    "            { \"handle\": \"hand-left\", \"particle\": { \"at\": [0, 2], \"velocity\": [1, 0], \"gravity\": 0.5, "
    "\"floor\": 0.5, \"bounce\": 0.9 } },\n"
    "            { \"handle\": \"hand-right\", \"keep\": [\"position\", \"angle\"], \"path\": { \"points\": [[0, 0], "
    "[1, 1], [2, 0]], \"closed\": true, \"seconds\": 3, \"loop\": true, \"ease\": true } },\n"
    "            { \"handle\": \"hip\", \"particle\": { \"at\": [0, 0] } }\n"
    "          ],\n"
    "          \"copies\": [\n"
    "            {\n"
    "              \"from\": \"leader\",\n"
    "              \"size\": 1.5,\n"
    "              \"regions\": [\n"
    "                { \"from\": \"hip\", \"from_threshold\": 0.5, \"to\": \"hip\", \"to_threshold\": 0.25, \"place\": "
    "1, \"shape\": 0 },\n"
    "                { \"from\": \"hand-left\", \"to\": \"hand-right\" }\n"
    "              ]\n"
    "            },\n"
    "            {\n"
    "              \"recording\": \"hop\",\n"
    "              \"start\": 0.5,\n"
    "              \"regions\": [\n"
    "                { \"from\": \"bottom\", \"to\": \"hip\" },\n"
    "                { \"from\": \"top\", \"to\": \"hand-left\" }\n"
    "              ]\n"
    "            }\n"
    "          ]\n"
    "        },\n"
    "        {\n"
    "          \"name\": \"witness\",\n"
    "          \"artwork\": \"ball\",\n"
    "          \"at\": [3, 0]\n"
    "        }\n"
    "      ],\n"
    "      \"script\": [\n"
    "        { \"time\": 0.5, \"do\": \"material\", \"actor\": \"leader\", \"material\": { \"attraction\": \"quick\", "
    "\"drag\": 1 } },\n"
    "        { \"time\": 0.5, \"do\": \"play\", \"actor\": \"leader\", \"clip\": null },\n"
    "        { \"time\": 1, \"do\": \"play\", \"actor\": \"shadow\", \"clip\": \"stroll\", \"start\": 0.5 },\n"
    "        { \"time\": 1, \"do\": \"aim\", \"actor\": \"shadow\", \"handle\": \"hip\", \"channel\": \"position\", "
    "\"value\": [0, 1], \"strength\": 0.5 },\n"
    "        { \"time\": 1, \"do\": \"aim\", \"actor\": \"leader\", \"handle\": \"hand-left\", \"channel\": \"angle\", "
    "\"value\": 0.5 },\n"
    "        { \"time\": 1.5, \"do\": \"aim\", \"actor\": \"leader\", \"handle\": \"hand-left\", \"channel\": "
    "\"angle\", \"strength\": 0 },\n"
    "        { \"time\": 2, \"do\": \"flip\", \"actor\": \"leader\" }\n"
    "      ]\n"
    "    }\n"
    "  ]\n"
    "}\n";

static inline vv_document *open_text(const char *text)
{
    vv_document *document = NULL;
    vv_error error = {0};
    if (vv_document_parse(text, strlen(text), "project.json", NULL, &document, &error) != VV_OK)
        fail_msg("line %u %s: %s", error.line, error.path, error.message);
    return document;
}

/* Release with free. */
static inline char *text_of(const vv_document *document)
{
    char *text, *copy;
    size_t length;
    assert_int_equal(vv_project_write(vv_document_project(document), NULL, &text, &length, NULL), VV_OK);
    assert_int_equal(strlen(text), length);
    copy = malloc(length + 1);
    memcpy(copy, text, length + 1);
    vv_project_text_release(NULL, text, length);
    return copy;
}

static inline vv_result apply_text(vv_document *document, const char *command, vv_error *error)
{
    vv_json_document *json;
    vv_result result = vv_json_parse(command, strlen(command), "command", NULL, &json, error);
    if (result != VV_OK)
        return result;
    result = vv_document_apply(document, json, vv_json_root(json), error);
    vv_json_destroy(json);
    return result;
}

/* As vv_project_write_whole gives it, with the two keys that make it a file. Release with free. */
static inline char *whole_text(const vv_document *document)
{
    static const char head[] = "{\"format\":\"verve-project\",\"version\":1,";
    vv_json_writer *writer;
    size_t length;
    assert_int_equal(vv_json_writer_create(NULL, true, &writer, NULL), VV_OK);
    vv_project_write_whole(vv_document_project(document), writer);
    const char *text = vv_json_writer_text(writer, &length);
    assert_non_null(text);
    char *copy = malloc(sizeof head + length);
    memcpy(copy, head, sizeof head - 1);
    memcpy(copy + sizeof head - 1, text + 1, length);
    vv_json_writer_destroy(writer);
    return copy;
}

static inline void must_apply(vv_document *document, const char *command)
{
    vv_error error = {0};
    if (apply_text(document, command, &error) != VV_OK)
        fail_msg("%s\nrefused: %s: %s; %s", command, error.path, error.message, error.remedy);
}

/* ---- Random commands ------------------------------------------------------------------------------------------- */

static inline unsigned count_of(const char *text, const char *piece)
{
    unsigned count = 0;
    for (const char *at = text; (at = strstr(at, piece)); at += strlen(piece))
        count++;
    return count;
}

/* Applies; what is left opens again and says the same, and undo and redo are exact. */
static inline vv_document *after_command(const char *sample, const char *command)
{
    vv_document *document = open_text(sample);
    must_apply(document, command);
    char *text = text_of(document);
    vv_document *opened = open_text(text);
    char *again = text_of(opened);
    assert_string_equal(again, text);
    free(again);
    vv_document_destroy(opened);
    vv_document_undo(document);
    again = text_of(document);
    assert_string_equal(again, sample);
    free(again);
    vv_document_redo(document);
    again = text_of(document);
    assert_string_equal(again, text);
    free(again);
    free(text);
    return document;
}

static inline void must_lack(const vv_document *document, const char *piece)
{
    char *text = text_of(document);
    if (count_of(text, piece) != 0)
        fail_msg("%s is still there", piece);
    free(text);
}

/* The text breaks this rule there, and is an error if that is no warning. */
static inline void must_find(const char *text, const char *path, vv_rule rule)
{
    vv_problems problems = {.warnings = true};
    bool found = false;
    assert_int_equal(vv_project_check(text, strlen(text), "", &problems, NULL), VV_OK);
    for (uint32_t p = 0; p < problems.count; p++)
        found = found || (problems.items[p].rule == rule && strcmp(problems.items[p].error.path, path) == 0);
    if (!found)
        fail_msg("%s\nshould break V%03u at %s; found V%03u at %s: %s", text, rule, path,
                 problems.count ? problems.items[0].rule : 0, problems.count ? problems.items[0].error.path : "",
                 problems.count ? problems.items[0].error.message : "");
    assert_int_equal(problems.errors > 0, !vv_rule_is_warning(rule));
    vv_problems_release(&problems);
}

/* With allocation n of the command failing, for every n: nothing has changed, and nothing leaks. */
static inline void must_survive_failed_allocations(const char *sample, const char *command)
{
    vv_result result = VV_ERROR_MEMORY;
    for (uint64_t n = 1; result == VV_ERROR_MEMORY; n++) {
        vv_counting counting = {0};
        vv_allocator allocator = vv_counting_allocator(&counting);
        vv_document *document;
        vv_json_document *json;
        assert_int_equal(vv_document_parse(sample, strlen(sample), "x", &allocator, &document, NULL), VV_OK);
        assert_int_equal(vv_json_parse(command, strlen(command), "x", NULL, &json, NULL), VV_OK);
        counting.fail_at = n;
        result = vv_document_apply(document, json, vv_json_root(json), NULL);
        counting.fail_at = 0;
        char *text = text_of(document);
        assert_int_equal(strcmp(text, sample) == 0, result != VV_OK);
        free(text);
        vv_json_destroy(json);
        vv_document_destroy(document);
        assert_int_equal(counting.used, 0);
    }
    if (result != VV_OK)
        fail_msg("%s was refused: %d", command, (int)result);
}

/* What is random is drawn before it is used: in which order a call's arguments are worked out is the compiler's choice,
 * and a seed must make the same commands everywhere. */

static inline const char *pick(vvi_random *random, const char *const *list, uint32_t count)
{
    return list[vvi_random_below(random, count)];
}

/* A name that a layer (1), handle (2) or example (3) of some artwork may have; sometimes that of another kind. */
static inline const char *name_of(vvi_random *random, uint32_t noun)
{
    static const char *const layers[] = {"body", "arm", "torso", "new"};
    static const char *const handles[] = {"top", "bottom", "hip", "hand-left", "hand-right", "é"};
    static const char *const examples[] = {"rest", "squashed", "stretched", "wave", "bow", "sixth"};
    if (vvi_random_below(random, 40) == 0)
        noun = 1 + vvi_random_below(random, 3);
    return noun == 1 ? pick(random, layers, 4) : noun == 2 ? pick(random, handles, 6) : pick(random, examples, 6);
}

static inline double any_number(vvi_random *random) { return (double)(vvi_random_unit(random) * 4.0f - 2.0f); }

static inline size_t random_pose(vvi_random *r, char *text, size_t bytes, const char *key, bool pins)
{
    size_t used = (size_t)snprintf(text, bytes, ",\"%s\":{", key);
    static const char *const handles[] = {"top", "bottom", "hip", "hand-left", "hand-right", "é"};
    uint32_t first = vvi_random_below(r, 6), count = vvi_random_below(r, 3);
    for (uint32_t i = 0; i < count; i++) {
        double x = any_number(r), y = any_number(r);
        bool turns = vvi_random_below(r, 2);
        used += (size_t)snprintf(text + used, bytes - used, "%s\"%s\":{\"%s\":[%.3f,%.3f]%s}", i ? "," : "",
                                 handles[(first + i) % 6], pins ? "to" : "move", x, y, turns ? ",\"turn\":0.5" : "");
    }
    used += (size_t)snprintf(text + used, bytes - used, "}");
    return used;
}

/* One command about actors, a stage or a sprite, right or wrong. */
static inline void random_stage_command(vvi_random *r, char *text, size_t bytes)
{
    static const char *const actors[] = {"bouncer", "lamp", "fourth"}, *const scenes[] = {"drop", "drop", "third",
                                                                                          "tour"};
    static const char *const artworks[] = {"ball", "man"};
    const char *actor = pick(r, actors, 3), *scene = pick(r, scenes, 4), *artwork = pick(r, artworks, 2);
    const char *example = name_of(r, 3), *another = name_of(r, 3), *layer = name_of(r, 1), *onto = name_of(r, 1);
    const double x = any_number(r), y = any_number(r);
    switch (vvi_random_below(r, 7)) {
    case 0:
        snprintf(text, bytes,
                 "{\"do\":\"actor.add\",\"scene\":\"%s\",\"name\":\"%s\",\"artwork\":\"%s\",\"place\":{\"%s\":1},"
                 "\"strengths\":{\"energy\":%.2f,\"energy_example\":\"%s\"}}",
                 scene, actor, artwork, example, 2.0 + x, another);
        break;
    case 1:
        snprintf(text, bytes, "{\"do\":\"actor.remove\",\"scene\":\"%s\",\"actor\":\"%s\"}", scene, actor);
        break;
    case 2:
        snprintf(text, bytes, "{\"do\":\"actor.move\",\"scene\":\"%s\",\"actor\":\"%s\",\"before\":\"%s\"}", scene,
                 actor, pick(r, actors, 3));
        break;
    case 3:
        snprintf(text, bytes, "{\"do\":\"actor.rename\",\"scene\":\"%s\",\"actor\":\"%s\",\"to\":\"%s\"}", scene, actor,
                 pick(r, actors, 3));
        break;
    case 4:
        snprintf(
            text, bytes,
            "{\"do\":\"actor.set\",\"scene\":\"%s\",\"actor\":\"%s\",\"at\":[%.2f,1],\"holds\":[{\"at\":[0,%.2f]}]}",
            scene, actor, x, y);
        break;
    case 5:
        snprintf(text, bytes,
                 "{\"do\":\"sprite.set\",\"artwork\":\"%s\",\"pins\":[{\"layer\":\"%s\",\"onto\":\"%s\",\"at\":[0,0]}],"
                 "\"strengths\":{\"velocity\":1,\"velocity_example\":\"%s\"}}",
                 artwork, layer, onto, example);
        break;
    default:
        snprintf(text, bytes,
                 "{\"do\":\"scene.set\",\"scene\":\"%s\",\"follow\":\"%s\",\"script\":[{\"time\":0.5,\"do\":\"place\","
                 "\"actor\":\"%s\",\"place\":{\"%s\":1}},{\"time\":1,\"do\":\"wind\",\"wind\":[1,0]}]}",
                 scene, actor, actor, example);
        break;
    }
}

/* One command about behaviours, right or wrong. */
static inline void random_behaviour_command(vvi_random *r, char *text, size_t bytes)
{
    static const char *const names[] = {"walker", "limp", "third"}, *const artworks[] = {"ball", "man"};
    const char *name = pick(r, names, 3), *artwork = pick(r, artworks, 2), *example = name_of(r, 3);
    const char *another = name_of(r, 3);
    const double seconds = 2.0 + any_number(r), above = any_number(r);
    const bool looks = vvi_random_below(r, 2), changes = vvi_random_below(r, 2);
    switch (vvi_random_below(r, 6)) {
    case 0:
        snprintf(text, bytes,
                 "{\"do\":\"behaviour.add\",\"artwork\":\"%s\",\"name\":\"%s\",\"inputs\":[\"go\"],\"states\":["
                 "{\"name\":\"a\",\"keys\":[{\"place\":{\"%s\":1},\"seconds\":%.2f}],\"float\":{\"example\":\"%s\","
                 "\"drag\":2}},{\"name\":\"b\",\"next\":\"a\"}],\"transitions\":[{\"to\":\"b\",\"when\":[{\"input\":"
                 "\"go\",\"above\":%.2f}]}]}",
                 artwork, name, example, seconds, another, above);
        break;
    case 1:
        snprintf(text, bytes, "{\"do\":\"behaviour.remove\",\"artwork\":\"%s\",\"behaviour\":\"%s\"}", artwork, name);
        break;
    case 2:
        snprintf(text, bytes, "{\"do\":\"behaviour.rename\",\"artwork\":\"%s\",\"behaviour\":\"%s\",\"to\":\"%s\"}",
                 artwork, name, pick(r, names, 3));
        break;
    case 3:
        snprintf(text, bytes, "{\"do\":\"behaviour.move\",\"artwork\":\"%s\",\"behaviour\":\"%s\",\"before\":\"%s\"}",
                 artwork, name, pick(r, names, 3));
        break;
    case 4:
        snprintf(text, bytes, "{\"do\":\"behaviour.set\",\"artwork\":\"%s\",\"behaviour\":\"%s\",\"looks_left\":%s%s}",
                 artwork, name, looks ? "true" : "null", changes ? ",\"states\":[{\"name\":\"only\"}]" : "");
        break;
    default:
        snprintf(text, bytes, "{\"do\":\"actor.set\",\"scene\":\"drop\",\"actor\":\"%s\",\"behaviour\":\"%s\"}",
                 vvi_random_below(r, 2) ? "bouncer" : "lamp", name);
        break;
    }
}

/* One command about puppets and what directs them, right or wrong. */
static inline void random_puppet_command(vvi_random *r, char *text, size_t bytes)
{
    static const char *const clips[] = {"stroll", "still", "dash"}, *const artworks[] = {"man", "ball"};
    static const char *const channels[] = {"position", "angle", "scale"}, *const actors[] = {"leader", "shadow",
                                                                                             "witness"};
    static const char *const verbs[] = {"remove", "rename", "move", "set"}, *const kinds[] = {"sprite", "puppet"};
    const char *clip = pick(r, clips, 3), *handle = name_of(r, 2), *actor = pick(r, actors, 3);
    uint32_t c = vvi_random_below(r, 3);
    double value = 2.0 + any_number(r);
    const char *other = name_of(r, 2), *third = name_of(r, 2), *artwork = pick(r, artworks, 2);
    const char *verb = pick(r, verbs, 4);
    const bool coin = vvi_random_below(r, 2), mostly = vvi_random_below(r, 3);
    char number[64];
    snprintf(number, sizeof number, c == 1 ? "%.2f" : "[%.2f,1]", value);
    switch (vvi_random_below(r, 12)) {
    case 0:
        snprintf(text, bytes,
                 "{\"do\":\"key.set\",\"clip\":\"%s\",\"handle\":\"%s\",\"channel\":\"%s\",\"keys\":[{\"time\":%.1f,"
                 "\"value\":%s},{\"time\":0.05,\"value\":%s}]}",
                 clip, handle, channels[c], value / 4.0, number, number);
        break;
    case 1:
        snprintf(text, bytes,
                 "{\"do\":\"key.remove\",\"clip\":\"%s\",\"handle\":\"%s\",\"channel\":\"%s\",\"times\":[%s]}", clip,
                 handle, channels[c], coin ? "0.05" : "0.5");
        break;
    case 2:
        snprintf(text, bytes,
                 "{\"do\":\"key.move\",\"clip\":\"%s\",\"moves\":[{\"handle\":\"%s\",\"channel\":\"%s\",\"time\":0.05,"
                 "\"to\":%.1f}]}",
                 clip, handle, channels[c], value / 4.0);
        break;
    case 3:
        snprintf(text, bytes, "{\"do\":\"clip.add\",\"name\":\"%s\",\"artwork\":\"%s\",\"loop\":%s}", clip, artwork,
                 coin ? "true" : "false");
        break;
    case 4:
        snprintf(text, bytes, "{\"do\":\"clip.%s\",\"clip\":\"%s\"%s}", verb, clip,
                 coin ? ",\"to\":\"dash\"" : ",\"length\":1.5");
        break;
    case 5:
        snprintf(text, bytes, "{\"do\":\"family.%s\",\"family\":\"folk\"%s}", verb,
                 coin ? ",\"members\":[\"ball\"]" : ",\"before\":null");
        break;
    case 6:
        snprintf(
            text, bytes,
            "{\"do\":\"family.%s\",\"family\":\"folk\",\"from\":\"man\",\"to\":\"ball\",\"handles\":[\"%s\",\"%s\"]}",
            mostly ? "link" : "unlink", handle, other);
        break;
    case 7:
        snprintf(text, bytes, "{\"do\":\"family.add\",\"name\":\"folk\",\"members\":[\"%s\",\"ball\"]}", artwork);
        break;
    case 8:
        snprintf(text, bytes,
                 "{\"do\":\"recording.%s\",\"recording\":\"hop\",\"name\":\"hop\",\"artwork\":\"%s\",\"size\":1,"
                 "\"regions\":[{\"handle\":\"%s\",\"rest\":[0,0],\"frames\":[[0,%.2f,1,0,0,1]]}]}",
                 mostly ? "add" : "remove", artwork, handle, value);
        if (strstr(text, ".add"))
            memmove(strstr(text, "\"recording\":"), strstr(text, "\"name\":"), strlen(strstr(text, "\"name\":")) + 1);
        else
            snprintf(text, bytes, "{\"do\":\"recording.remove\",\"recording\":\"hop\"}");
        break;
    case 9:
        snprintf(text, bytes, "{\"do\":\"puppet.set\",\"artwork\":\"%s\",\"joins\":[{\"a\":\"%s\",\"b\":\"%s\"}]}",
                 artwork, handle, other);
        break;
    case 10:
        snprintf(text, bytes,
                 "{\"do\":\"actor.set\",\"scene\":\"show\",\"actor\":\"%s\",\"follows\":[{\"handle\":\"%s\",\"of\":{"
                 "\"actor\":"
                 "\"leader\",\"handle\":\"%s\"}}],\"copies\":[{\"%s\":\"%s\",\"regions\":[{\"from\":\"%s\",\"to\":\"%"
                 "s\"}]}]}",
                 actor, handle, other, c ? "from" : "recording", c ? "leader" : "hop", third, handle);
        break;
    default:
        snprintf(text, bytes, "{\"do\":\"actor.set\",\"scene\":\"show\",\"actor\":\"%s\",\"%s\":\"%s\"}", actor,
                 c ? "kind" : "clip", c ? pick(r, kinds, 2) : clip);
        break;
    }
}

/* One command of any kind, right or wrong. Depth bounds groups. */
static inline void random_command(vvi_random *r, char *text, size_t bytes, int depth)
{
    static const char *const nouns[] = {"artwork", "layer", "handle", "example", "scene"};
    static const char *const artworks[] = {"ball", "man", "cat"}, *const scenes[] = {"tour", "hello", "third"};
    uint32_t noun = vvi_random_below(r, 5);
    const char *artwork = pick(r, artworks, 3);
    const char *name = noun == 0 ? artwork : noun == 4 ? pick(r, scenes, 3) : name_of(r, noun);
    const char *other = noun == 0 ? pick(r, artworks, 3) : noun == 4 ? pick(r, scenes, 3) : name_of(r, noun);
    const char *example = name_of(r, 3), *another = name_of(r, 3), *third = name_of(r, 3);
    const char *handle = name_of(r, 2), *twin = name_of(r, 2);
    const double x = any_number(r), y = any_number(r);
    const bool coin = vvi_random_below(r, 2), mostly = vvi_random_below(r, 3);
    char inside[64] = "", item[600] = "";
    if (noun != 0 && noun != 4)
        snprintf(inside, sizeof inside, ",\"artwork\":\"%s\"", artwork);
    switch (noun) {
    case 0:
        snprintf(item, sizeof item, ",\"scale\":%d", 1 + (int)vvi_random_below(r, 400));
        break;
    case 1:
        snprintf(item, sizeof item, ",\"image\":\"art/%s.png\",\"at\":[%.2f,1],\"visible\":%s", name, x,
                 coin ? "true" : "false");
        break;
    case 2:
        if (coin)
            snprintf(item, sizeof item, ",\"kind\":\"point\",\"at\":[%.2f,%.2f]", x, y);
        else
            snprintf(item, sizeof item, ",\"kind\":\"bone\",\"from\":[%.2f,0],\"to\":[%.2f,1],\"layers\":[\"%s\"]", x,
                     y, name_of(r, 1));
        break;
    case 3: {
        size_t used = vvi_random_below(r, 3) ? random_pose(r, item, sizeof item, "pose", false) : 0;
        if (vvi_random_below(r, 2))
            random_pose(r, item + used, sizeof item - used, "pins", true);
        break;
    }
    default:
        snprintf(item, sizeof item,
                 ",\"artwork\":\"%s\",\"seconds\":%d,\"keys\":[{\"time\":0.5,\"place\":{\"%s\":1}},"
                 "{\"time\":1,\"place\":{\"%s\":0.5,\"%s\":0.5}}]",
                 artwork, 1 + (int)vvi_random_below(r, 3), example, another, third);
        break;
    }
    uint32_t kind = vvi_random_below(r, 18);
    if (kind >= 16) {
        random_puppet_command(r, text, bytes);
        return;
    }
    if (kind >= 14 && vvi_random_below(r, 3) == 0) {
        random_behaviour_command(r, text, bytes);
        return;
    }
    if (kind >= 14) {
        random_stage_command(r, text, bytes);
        return;
    }
    if (kind == 3 && noun == 0 && vvi_random_below(r, 8) > 0)
        kind = 4; /* else soon nothing is left to change */
    if (kind <= 2)
        snprintf(text, bytes, "{\"do\":\"%s.add\"%s,\"name\":\"%s\"%s%s%s%s}", nouns[noun], inside, name, item,
                 mostly ? "" : ",\"before\":\"", "", "");
    if (kind <= 2 && strstr(text, "\"before\":\""))
        snprintf(text + strlen(text) - 1, bytes - strlen(text), "%s\"}", other);
    else if (kind == 3)
        snprintf(text, bytes, "{\"do\":\"%s.remove\"%s,\"%s\":\"%s\"}", nouns[noun], inside, nouns[noun], name);
    else if (kind == 4)
        snprintf(text, bytes, "{\"do\":\"%s.rename\"%s,\"%s\":\"%s\",\"to\":\"%s\"}", nouns[noun], inside, nouns[noun],
                 name, other);
    else if (kind == 5)
        snprintf(text, bytes, "{\"do\":\"%s.move\"%s,\"%s\":\"%s\",\"before\":\"%s\"}", nouns[noun], inside,
                 nouns[noun], name, other);
    else if (kind == 6 || kind == 7)
        snprintf(text, bytes, "{\"do\":\"%s.set\"%s,\"%s\":\"%s\"%s}", nouns[noun], inside, nouns[noun], name, item);
    else if (kind == 8)
        snprintf(text, bytes, "{\"do\":\"complex.%s\",\"artwork\":\"%s\",\"examples\":[\"%s\",\"%s\",\"%s\"]}",
                 coin ? "link" : "unlink", artwork, example, another, third);
    else if (kind == 9)
        snprintf(text, bytes, "{\"do\":\"complex.%s\",\"artwork\":\"%s\",\"examples\":[\"%s\",\"%s\"]}",
                 mostly ? "link" : "unlink", artwork, example, another);
    else if (kind == 10)
        snprintf(text, bytes, "{\"do\":\"mirror.set\",\"artwork\":\"%s\",\"mirror\":[[\"%s\",\"%s\"]]}", artwork,
                 handle, twin);
    else if (kind == 11)
        snprintf(text, bytes, "{\"do\":\"example.mirror\",\"artwork\":\"%s\",\"example\":\"%s\"}", artwork, example);
    else if (kind == 12)
        snprintf(text, bytes, "{\"do\":\"example.duplicate\",\"artwork\":\"%s\",\"example\":\"%s\",\"name\":\"%s\"}",
                 artwork, example, another);
    else if (kind == 13 && depth > 0) {
        char first[2000], second[2000];
        random_command(r, first, sizeof first, depth - 1);
        random_command(r, second, sizeof second, depth - 1);
        snprintf(text, bytes, "{\"do\":\"group\",\"label\":\"two\",\"commands\":[%s,%s]}", first, second);
    } else if (kind == 13)
        snprintf(text, bytes, "{\"do\":\"project.set\",\"name\":\"%s\"}", example);
}

#endif
