#!/bin/sh
# Makes every picture of the documentation again, in docs/images, with the command and the shipped examples.
#   tools/pictures.sh [VERVE]      default: build/verve; needs ffmpeg to put pictures side by side, and for the studio
#                                  the page (make studio) and Chromium (tools/setup.sh browser)
set -eu
cd "$(dirname "$0")/.."
verve=$(realpath "${1:-build/verve}")
source=$PWD
out=$source/docs/images
art=$source/examples/art
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
cp -r examples/ball examples/sack examples/man examples/cat examples/walk examples/platforms \
    examples/cannon examples/bridge examples/strengths examples/materials examples/bounce examples/principle-* examples/slinky \
    examples/playground examples/pond \
    examples/rider examples/puppet-walk examples/puppet-cat \
    examples/blob examples/arm examples/robot examples/person examples/menagerie examples/parade \
    examples/actions examples/pounce examples/snake examples/leap "$work"
cd "$work"
paper='#F7F1E5'

# put NAME.png FILTER INPUT…: inputs through an ffmpeg filter, stored with a palette, which drawings need no more than.
put() {
    name=$1 filter=$2
    shift 2
    inputs=
    for input in "$@"; do inputs="$inputs -i $input"; done
    # shellcheck disable=SC2086
    ffmpeg -v error -y $inputs -filter_complex \
        "$filter,split[a][b];[a]palettegen=max_colors=224:reserve_transparent=0[p];[b][p]paletteuse=dither=none" \
        -frames:v 1 "$out/$name"
}

# ---- Contact sheets of all poses -----------------------------------------------------------------------------------------

sheet() {
    "$verve" render "$1" --examples --captions --columns "$2" --size "$3" -o "$1-poses.png"
    put "poses-$1.png" null "$1-poses.png"
}
sheet ball 5 280x300
sheet sack 4 320x340
sheet man 4 320x360
sheet cat 3 420x330
sheet walk 6 260x340

# A skeleton, posed by pulling at hips and hand (docs/skeletons.md).
"$verve" new skeleton --art "$art/man.svg" >/dev/null
"$verve" apply skeleton "$source/docs/skeleton.json" >/dev/null
"$verve" render skeleton --examples --handles --captions --columns 4 --size 300x380 -o skeleton.png
put poses-skeleton.png null skeleton.png

# What the stage projects hold, nine poses a row.
row() {
    "$verve" render "$1" --artwork "$2" --examples --captions --columns "$3" --size 180x150 -o "$1-$2-row.png"
}
row platforms bricks 2 && row platforms beam 4 && row platforms rope 3
row cannon man 3 && row cannon crate 4 && row cannon cannon 2
row bridge cat 5 && row bridge bridge 4
put poses-stage.png "[0][1][2]hstack=3[u];[3][4][5]hstack=3[m];[6][7]hstack=2,pad=iw+16:ih:0:0:$paper[d];[u][m][d]vstack=3" \
    platforms-bricks-row.png platforms-beam-row.png platforms-rope-row.png cannon-man-row.png cannon-crate-row.png \
    cannon-cannon-row.png bridge-cat-row.png bridge-bridge-row.png

# And the puppets.
row principle-squash-and-stretch square 3 && row principle-follow-through tall-box 3
row principle-exaggeration crocodile 3 && row slinky arc 3 && row slinky mountain 3
row rider rider 3 && row rider sam 3 && row puppet-walk man 5
row puppet-cat cat 2 && row puppet-cat squirrel 2 && row puppet-cat rabbit 2
beside="hstack=3,pad=iw+16:ih:0:0:$paper"
put poses-puppets.png "[0][1][2]$beside[a];[3][4][5]$beside[b];[6][7][8][9]hstack=4[c];[10]pad=1828:ih:0:0:$paper[d];[a][b][c][d]vstack=4" \
    principle-squash-and-stretch-square-row.png principle-follow-through-tall-box-row.png \
    principle-exaggeration-crocodile-row.png slinky-arc-row.png slinky-mountain-row.png rider-sam-row.png \
    rider-rider-row.png puppet-cat-cat-row.png puppet-cat-squirrel-row.png puppet-cat-rabbit-row.png puppet-walk-man-row.png

# ---- The front page: four loops of one length, on one ground -------------------------------------------------------------

# loop PROJECT SCENE WIDTH ZOOM X: frames of a scene, the ground 32 pixels above the lower edge.
loop() {
    y=$(awk "BEGIN { print 104 / $4 }")
    echo "{\"do\": \"scene.set\", \"scene\": \"$2\", \"size\": [$3, 272], \"rate\": 25, \"centre\": [$5, $y], \"zoom\": $4}" |
        "$verve" apply "$1" - >loop.log
    "$verve" render "$1" --scene "$2" --sequence -o "$1-loop.png"
}
loop ball bounce 166 56 0
loop sack jump 152 65.6 0.02
loop man jump 186 88 0
loop cat pounce 256 65.6 -0.14
ffmpeg -v error -y -framerate 25 -i ball-loop-%04d.png -framerate 25 -i sack-loop-%04d.png -framerate 25 -i man-loop-%04d.png \
    -framerate 25 -i cat-loop-%04d.png -filter_complex "[0][1][2][3]hstack=4" \
    -c:v libwebp_anim -quality 50 -compression_level 6 -loop 0 -pix_fmt yuv420p "$out/hero.webp"

# ---- Strengths: little and much of each, side by side ----------------------------------------------------------------------

# film PROJECT SCENE NAME.webp: a stage as a small loop; plain colours and lines need no more than this quality.
film() {
    "$verve" render "$1" --scene "$2" --names --sequence -o "$1-$2.png"
    ffmpeg -v error -y -framerate 20 -i "$1-$2-%04d.png" -c:v libwebp_anim -quality 40 -compression_level 6 -loop 0 \
        -pix_fmt yuv420p "$out/$3"
}
for scene in $(sed -n '/^  "scenes"/,$s/^      "name": "\(.*\)",$/\1/p' strengths/project.json); do
    film strengths "$scene" "strength-$scene.webp"
done

# The same of the numbers of a material.
for scene in $(sed -n '/^  "scenes"/,$s/^      "name": "\(.*\)",$/\1/p' materials/project.json); do
    film materials "$scene" "material-$scene.webp"
done

# ---- Stages --------------------------------------------------------------------------------------------------------------

# stage PROJECT SCENE SIZE ZOOM CENTRE: frames of a stage, 25 a second, drawn smaller than the project asks for.
stage() {
    echo "{\"do\": \"scene.set\", \"scene\": \"$2\", \"size\": [$3], \"rate\": 25, \"zoom\": $4, \"centre\": [$5]}" |
        "$verve" apply "$1" - >stage.log
    "$verve" render "$1" --scene "$2" --sequence -o "$1-$2.png"
}

# loop_of NAME.webp FILTER SEQUENCE…: sequences through an ffmpeg filter, as a loop.
loop_of() {
    name=$1 filter=$2
    shift 2
    inputs=
    for input in "$@"; do inputs="$inputs -framerate 25 -i $input-%04d.png"; done
    # shellcheck disable=SC2086
    ffmpeg -v error -y $inputs -filter_complex "$filter" -c:v libwebp_anim -quality 45 -compression_level 6 -loop 0 \
        -pix_fmt yuv420p "$out/$name"
}
for scene in calm lively wild; do stage bounce $scene 256,240 62 -0.6,1.65; done
loop_of bounce.webp "[0][1][2]hstack=3" bounce-calm bounce-lively bounce-wild
stage bounce figure-6 720,300 70 0,1.8 && loop_of figure-6.webp null bounce-figure-6
stage platforms platforms 720,360 49 0,3.2 && loop_of platforms.webp null platforms-platforms
stage platforms beams 640,300 64 0,2 && loop_of beams.webp null platforms-beams
stage cannon launch 720,360 43 0.25,3.7 && loop_of launch.webp null cannon-launch
stage walk stroll 640,280 96 0,1.15 && loop_of walk.webp null walk-stroll
stage walk jump-and-float 640,350 84 0,1.85 && loop_of float.webp null walk-jump-and-float
stage bridge cat-on-a-bridge 720,300 72 0,0.25 && loop_of bridge.webp null bridge-cat-on-a-bridge
stage playground lift 560,262 45.5 2.75,2.1 && loop_of lift.webp null playground-lift
stage playground catapult 640,300 52 0,2.35 && loop_of catapult.webp null playground-catapult
stage playground crossing 520,220 43 0,-0.75 && loop_of crossing.webp null playground-crossing
stage pond flood 520,220 45.5 0,-0.9 && loop_of flood.webp null pond-flood

# ---- Puppets: moments of what is shipped ------------------------------------------------------------------------------------

# moments PROJECT SCENE NAME [OPTION…]: twelve moments, six a row.
moments() {
    project=$1 scene=$2 name=$3
    shift 3
    "$verve" render "$project" --scene "$scene" --sheet 12 --columns 6 --captions --size 264x150 "$@" -o moments.png
    put "puppets-$name.png" null moments.png
}
moments principle-squash-and-stretch squash-and-stretch squash --from 0.4 --to 2.6
moments principle-follow-through follow-through follow --from 0.7 --to 2.5
moments principle-anticipation anticipation anticipation --from 0.3 --to 3.3
# Once round the walk, three times.
for scene in walk sad sneaky; do
    echo "{\"do\": \"scene.set\", \"scene\": \"$scene\", \"size\": [256, 212], \"zoom\": 98, \"centre\": [0.58, 0.88]}" |
        "$verve" apply puppet-walk - >moments.log
    "$verve" render puppet-walk --scene $scene --sheet 6 --columns 6 --from 1.5 --to 2.5 -o "walk-$scene.png"
done
put puppets-walk.png "[0][1][2]vstack=3" walk-walk.png walk-sad.png walk-sneaky.png
echo '{"do": "scene.set", "scene": "copycats", "size": [540, 200], "zoom": 96, "centre": [0.55, 0.72]}' |
    "$verve" apply puppet-cat - >moments.log
"$verve" render puppet-cat --scene copycats --sheet 6 --columns 3 --captions --from 0.4 --to 3 -o copycats.png
put puppets-cat.png null copycats.png
moments principle-exaggeration exaggeration crocodile
moments slinky slinky slinky
moments principle-appeal rider appeal

# ---- Blending: from squashed through rest to stretched --------------------------------------------------------------------

echo '{"do": "scene.add", "name": "strip", "artwork": "ball", "background": "#F7F1E5", "seconds": 9, "keys": [
    {"time": 0, "place": {"squashed": 1}}, {"time": 1, "place": {"squashed": 0.75, "rest": 0.25}},
    {"time": 2, "place": {"squashed": 0.5, "rest": 0.5}}, {"time": 3, "place": {"squashed": 0.25, "rest": 0.75}},
    {"time": 4, "place": {"rest": 1}}, {"time": 5, "place": {"rest": 0.75, "stretched": 0.25}},
    {"time": 6, "place": {"rest": 0.5, "stretched": 0.5}}, {"time": 7, "place": {"rest": 0.25, "stretched": 0.75}},
    {"time": 8, "place": {"stretched": 1}}]}' | "$verve" apply ball - >strip.log
"$verve" render ball --scene strip --sheet 9 --columns 9 --size 170x170 -o strip.png
put ball-blend.png null strip.png

# ---- Posing: hands and feet are held, everything else follows ----------------------------------------------------------------

echo '[
{"do": "example.drag", "artwork": "man", "example": "reach", "pins": {
    "hand-left": {"to": [-0.47, 1.72], "turn": -2.1}, "hand-right": {"to": [0.62, 1.66], "turn": 2.0},
    "foot-left": {"to": [-0.17, 0.076], "turn": 0}, "foot-right": {"to": [0.17, 0.076], "turn": 0}}},
{"do": "example.drag", "artwork": "man", "example": "lunge", "pins": {
    "hand-left": {"to": [-0.86, 0.84], "turn": -0.6}, "hand-right": {"to": [0.62, 1.5], "turn": 1.9},
    "foot-left": {"to": [-0.46, 0.076], "turn": 0}, "foot-right": {"to": [0.42, 0.076], "turn": 0}}},
{"do": "example.drag", "artwork": "man", "example": "high-kick", "pins": {
    "hand-left": {"to": [-0.74, 1.12], "turn": -1.3}, "hand-right": {"to": [0.4, 1.62], "turn": 2.2},
    "foot-left": {"to": [-0.17, 0.076], "turn": 0}, "foot-right": {"to": [0.7, 0.82], "turn": 1.7}}},
{"do": "scene.add", "name": "drags", "artwork": "man", "background": "#F7F1E5", "seconds": 4, "keys": [
    {"time": 0, "place": {"rest": 1}}, {"time": 1, "place": {"reach": 1}}, {"time": 2, "place": {"lunge": 1}},
    {"time": 3, "place": {"high-kick": 1}}]}
]' | "$verve" apply man - >drag.log
"$verve" render man --scene drags --sheet 4 --columns 4 --handles --size 360x400 -o man-drags.png
put man-drag.png null man-drags.png

# ---- Weights -----------------------------------------------------------------------------------------------------------------

heat() {
    "$verve" render "$1" --artwork "$1" --example rest --weights "$2" --handles --plain --size 300x320 \
        --background "$paper" -o "heat-$1-$2.png"
}
heat sack hand-left && heat sack belly && heat man elbow-left && heat man belly
heat cat back && heat cat tail-2 && heat cat head && heat man foot-right
put weights.png "[0][1][2][3]hstack=4[u];[4][5][6][7]hstack=4[d];[u][d]vstack" heat-sack-hand-left.png heat-sack-belly.png \
    heat-man-elbow-left.png heat-man-belly.png heat-cat-back.png heat-cat-tail-2.png heat-cat-head.png heat-man-foot-right.png

# ---- Meshes of difficult drawings ------------------------------------------------------------------------------------------------

awk 'BEGIN {
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"512\" height=\"512\"><g id=\"web\" fill=\"none\" stroke=\"#76BED0\""
    print " stroke-width=\"9\" stroke-linejoin=\"round\" stroke-linecap=\"round\">"
    turn = 3.14159265 / 4.5
    for (i = 0; i < 9; i++)
        printf "<path d=\"M256 256L%.1f %.1f\"/>\n", 256 + 240 * cos(i * turn), 256 + 240 * sin(i * turn)
    for (r = 50; r < 230; r += 44) {
        for (i = 0; i <= 9; i++) {
            x = 256 + r * cos(i * turn); y = 256 + r * sin(i * turn)
            mx = 256 + 0.82 * r * cos((i - 0.5) * turn); my = 256 + 0.82 * r * sin((i - 0.5) * turn)
            path = i ? path sprintf("Q%.1f %.1f %.1f %.1f", mx, my, x, y) : sprintf("M%.1f %.1f", x, y)
        }
        printf "<path d=\"%s\"/>\n", path
    }
    print "</g></svg>" }' >web.svg
awk 'BEGIN {
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"512\" height=\"512\"><g id=\"spider\" stroke=\"#B9814A\" stroke-width=\"12\""
    print " stroke-linejoin=\"round\" stroke-linecap=\"round\">"
    for (s = -1; s <= 1; s += 2)
        for (i = 0; i < 4; i++)
            printf "<path fill=\"none\" d=\"M256 %d L%d %d L%d %d L%d %d\"/>\n", 250 + 14 * i, 256 + s * (110 + 18 * (i % 3)),
                150 + 60 * i, 256 + s * (190 - 12 * i), 110 + 84 * i, 256 + s * (228 - 6 * i), 150 + 96 * i
    print "<ellipse cx=\"256\" cy=\"330\" rx=\"74\" ry=\"92\" fill=\"#F2B134\"/><circle cx=\"256\" cy=\"222\" r=\"52\" fill=\"#F2B134\"/>"
    print "<circle cx=\"236\" cy=\"212\" r=\"17\" fill=\"#FFF3DC\"/><circle cx=\"280\" cy=\"212\" r=\"17\" fill=\"#FFF3DC\"/></g></svg>" }' >spider.svg
mesh() {
    "$verve" new "mesh-$1" --art "$2" >mesh.log
    echo "{\"do\": \"layer.set\", \"artwork\": \"$1\", \"layer\": \"$1\", \"vertices\": $3}" | "$verve" apply "mesh-$1" - >mesh.log
    "$verve" render "mesh-$1" --artwork "$1" --mesh --plain --size 440x400 --background "$paper" -o "mesh-$1.png"
}
mesh web web.svg 900
mesh spider spider.svg 460
mesh beam "$art/beam.svg" 260
mesh arc "$art/arc.svg" 220
"$verve" new mesh-crocodile --art "$art/crocodile.svg" >mesh.log
"$verve" render mesh-crocodile --artwork crocodile --mesh --plain --size 440x400 --background "$paper" -o mesh-crocodile.png
"$verve" render cat --artwork cat --example stretch --mesh --plain --size 440x400 --background "$paper" -o mesh-cat.png
put meshes.png "[0][1][2]hstack=3[u];[3][4][5]hstack=3[d];[u][d]vstack" mesh-web.png mesh-spider.png mesh-crocodile.png \
    mesh-beam.png mesh-arc.png mesh-cat.png

# ---- Shapes and verbs ---------------------------------------------------------------------------------------------------------------

"$verve" verb person --grid happy:5,knowing:4 --size 170x210 -o person.png
"$verve" verb robot --name walk --grid slope:5,damage:3 --size 170x210 -o robot.png
"$verve" verb blob --grid bend:5,thickness:4 --size 160x160 -o blob.png
"$verve" verb arm --at elbow=2,build=1 --uncorrected --size 420x340 -o arm-plain.png
"$verve" verb arm --at elbow=2,build=1 --size 420x340 -o arm-good.png
put verbs-person.png null person.png
put verbs-robot.png null robot.png
put verbs-blob.png null blob.png
put verbs-arm.png hstack arm-plain.png arm-good.png

# ---- Creatures ----------------------------------------------------------------------------------------------------------------------

# moment SCENE SECONDS: what is to be seen of a row of creatures then.
moment() {
    "$verve" render menagerie --scene "$1" --time "$2" --size 1200x380 -o row.png
    ffmpeg -v error -y -i row.png -vf "crop=980:270:130:75,scale=760:-1:flags=area" "row-$1-$2.png"
}
moment wave 1.1
put creatures-wave.png null row-wave-1.1.png
moment pound-the-ground 0.82
moment pound-the-ground 1.02
put creatures-pound.png vstack row-pound-the-ground-0.82.png row-pound-the-ground-1.02.png
"$verve" render menagerie --scene shake-hands --time 1.5 --size 900x330 -o shake.png
put creatures-shake.png crop=760:310:60:15 shake.png
"$verve" render parade --scene parade --time 3 --size 960x540 -o parade.png
put creatures-parade.png crop=840:290:60:110,scale=760:-1:flags=area parade.png
"$verve" render parade --scene two-legs --time 2.5 --size 1100x460 -o gaits.png
put creatures-gaits.png crop=900:300:130:90,scale=760:-1:flags=area gaits.png

# ---- Lines of action -----------------------------------------------------------------------------------------------------------------

# moments PICTURE PROJECT LINE SIZE SECONDS…: a line and what follows it, at these moments side by side.
moments() {
    picture=$1 project=$2 line=$3 size=$4
    shift 4
    files= count=0
    for time in "$@"; do
        "$verve" line "$project" --name "$line" --time "$time" --size "$size" -o "$line-$count.png"
        files="$files $line-$count.png" count=$((count + 1))
    done
    # shellcheck disable=SC2086
    put "$picture" "hstack=$count" $files
}
moments lines-throw.png actions throw 240x200 0.625 0.917 1 1.083 1.333
moments lines-jump.png actions jump 240x200 0.667 0.958 1.208 1.375 1.625
moments lines-walk-over.png actions walk-over 240x200 0.58 1.083 1.42 1.83 2.54
moments lines-leg-switch.png actions leg-switch 240x200 0.25 1.125 1.417 1.667 2.667
moments lines-lunge.png actions lunge 280x200 0 0.5 0.625 0.875
moments lines-pounce.png pounce pounce 300x180 0.917 1.375 1.583 1.917
moments lines-strike.png snake strike 300x180 0 0.75 1.25 1.417
moments lines-leap.png leap leap 240x200 0 0.625 0.75 1.04 1.333
"$verve" line actions --name throw-other-arm --bare --fps 24 --size 260x220 -o "$out/lines-throw.webp"

# ---- The tour, as it is written ----------------------------------------------------------------------------------------------------

"$source/tests/examples/test_tour.sh" "$verve" "$(dirname "$verve")/runtime/libverve.a" "$source" "$work/tour" >tour.log
put tour-mesh.png scale=420:-1:flags=area tour/mesh.png
put tour-weights.png scale=420:-1:flags=area tour/chest.png
put tour-lean.png scale=420:-1:flags=area tour/lean.png
put tour-poses.png null tour/poses.png
put tour-sheet.png null tour/sheet.png
put tour-stage.png null tour/drop.png

"$source/tests/examples/test_sprites.sh" "$verve" "$(dirname "$verve")/runtime/libverve.a" "$source" "$work/sprites" >sprites.log
put sprites-drop.png null sprites/drop.png

"$source/tests/examples/test_puppets_page.sh" "$verve" "$(dirname "$verve")/runtime/libverve.a" "$source" "$work/puppets" >puppets.log
for name in dash held hop pull two; do put "puppets-$name.png" null "puppets/$name.png"; done

# ---- The studio, as its page does what docs/studio.md says ----------------------------------------------------------------------------

VERVE=$verve node "$source/tests/studio/page/run.mjs" "$source" "$(dirname "$verve")" tutorial
VERVE=$verve node "$source/tests/studio/page/run.mjs" "$source" "$(dirname "$verve")" dash
VERVE=$verve node "$source/tests/studio/page/run.mjs" "$source" "$(dirname "$verve")" world
for shot in tutorial/gallery tutorial/handle tutorial/try tutorial/poses tutorial/stage tutorial/take tutorial/export dash/dash \
    dash/curves world/world; do
    ffmpeg -v error -y -i "$(dirname "$verve")/shots/$shot.png" -c:v libwebp -quality 82 -compression_level 6 \
        "$out/studio-${shot#*/}.webp"
done

cd "$out"
ls -l ./*.png ./*.webp | awk '{ print $5, $9; all += $5 } END { print all, "bytes in all" }'
