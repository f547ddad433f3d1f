/* All headers of Verve's runtime. A game includes this one, links libverve, and needs nothing else. */
#ifndef VERVE_H
#define VERVE_H

#include <verve/asset.h>
#include <verve/base.h>
#include <verve/behaviour.h>
#include <verve/blend.h>
#include <verve/clip.h>
#include <verve/creature.h>
#include <verve/field.h>
#include <verve/gait.h>
#include <verve/graph.h>
#include <verve/joint.h>
#include <verve/line.h>
#include <verve/match.h>
#include <verve/math.h>
#include <verve/mesh.h>
#include <verve/puppet.h>
#include <verve/query.h>
#include <verve/retarget.h>
#include <verve/rig.h>
#include <verve/scene.h>
#include <verve/shape.h>
#include <verve/skeleton.h>
#include <verve/sprite.h>
#include <verve/stage.h>
#include <verve/verb.h>
#include <verve/zone.h>

#endif
