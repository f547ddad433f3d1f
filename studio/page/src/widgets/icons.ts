// The icons that the studio uses, from Lucide. A new icon needs a line here and a line in the table below.
import activity from "lucide-static/icons/activity.svg";
import archive from "lucide-static/icons/archive.svg";
import arrowDown from "lucide-static/icons/arrow-down.svg";
import arrowLeftRight from "lucide-static/icons/arrow-left-right.svg";
import arrowLeft from "lucide-static/icons/arrow-left.svg";
import arrowRight from "lucide-static/icons/arrow-right.svg";
import arrowRightFromLine from "lucide-static/icons/arrow-right-from-line.svg";
import arrowRightToLine from "lucide-static/icons/arrow-right-to-line.svg";
import arrowUpRight from "lucide-static/icons/arrow-up-right.svg";
import arrowUp from "lucide-static/icons/arrow-up.svg";
import bone from "lucide-static/icons/bone.svg";
import box from "lucide-static/icons/box.svg";
import brush from "lucide-static/icons/brush.svg";
import camera from "lucide-static/icons/camera.svg";
import chartNoAxesColumnIncreasing from "lucide-static/icons/chart-no-axes-column-increasing.svg";
import chartSpline from "lucide-static/icons/chart-spline.svg";
import check from "lucide-static/icons/check.svg";
import chevronDown from "lucide-static/icons/chevron-down.svg";
import chevronLeft from "lucide-static/icons/chevron-left.svg";
import chevronRight from "lucide-static/icons/chevron-right.svg";
import chevronsDownUp from "lucide-static/icons/chevrons-down-up.svg";
import chevronsUpDown from "lucide-static/icons/chevrons-up-down.svg";
import circleAlert from "lucide-static/icons/circle-alert.svg";
import circleCheck from "lucide-static/icons/circle-check.svg";
import circleDashed from "lucide-static/icons/circle-dashed.svg";
import circleDot from "lucide-static/icons/circle-dot.svg";
import circlePlus from "lucide-static/icons/circle-plus.svg";
import circle from "lucide-static/icons/circle.svg";
import clapperboard from "lucide-static/icons/clapperboard.svg";
import clipboardPaste from "lucide-static/icons/clipboard-paste.svg";
import cloudOff from "lucide-static/icons/cloud-off.svg";
import command from "lucide-static/icons/command.svg";
import copy from "lucide-static/icons/copy.svg";
import copyPlus from "lucide-static/icons/copy-plus.svg";
import crosshair from "lucide-static/icons/crosshair.svg";
import diamond from "lucide-static/icons/diamond.svg";
import diamondPlus from "lucide-static/icons/diamond-plus.svg";
import dices from "lucide-static/icons/dices.svg";
import download from "lucide-static/icons/download.svg";
import ellipsis from "lucide-static/icons/ellipsis.svg";
import eraser from "lucide-static/icons/eraser.svg";
import eyeOff from "lucide-static/icons/eye-off.svg";
import eye from "lucide-static/icons/eye.svg";
import feather from "lucide-static/icons/feather.svg";
import filePlus from "lucide-static/icons/file-plus.svg";
import fileWarning from "lucide-static/icons/file-warning.svg";
import file from "lucide-static/icons/file.svg";
import film from "lucide-static/icons/film.svg";
import flag from "lucide-static/icons/flag.svg";
import flame from "lucide-static/icons/flame.svg";
import flipHorizontal2 from "lucide-static/icons/flip-horizontal-2.svg";
import focus from "lucide-static/icons/focus.svg";
import folderOpen from "lucide-static/icons/folder-open.svg";
import footprints from "lucide-static/icons/footprints.svg";
import frame from "lucide-static/icons/frame.svg";
import gauge from "lucide-static/icons/gauge.svg";
import ghost from "lucide-static/icons/ghost.svg";
import gitBranch from "lucide-static/icons/git-branch.svg";
import grab from "lucide-static/icons/grab.svg";
import grid2x2 from "lucide-static/icons/grid-2x2.svg";
import grid3x3 from "lucide-static/icons/grid-3x3.svg";
import group from "lucide-static/icons/group.svg";
import hand from "lucide-static/icons/hand.svg";
import history from "lucide-static/icons/history.svg";
import imagePlus from "lucide-static/icons/image-plus.svg";
import image from "lucide-static/icons/image.svg";
import images from "lucide-static/icons/images.svg";
import importIcon from "lucide-static/icons/import.svg";
import info from "lucide-static/icons/info.svg";
import keyRound from "lucide-static/icons/key-round.svg";
import keyboard from "lucide-static/icons/keyboard.svg";
import layers from "lucide-static/icons/layers.svg";
import layoutDashboard from "lucide-static/icons/layout-dashboard.svg";
import layoutGrid from "lucide-static/icons/layout-grid.svg";
import link2Off from "lucide-static/icons/link-2-off.svg";
import link2 from "lucide-static/icons/link-2.svg";
import link from "lucide-static/icons/link.svg";
import loaderCircle from "lucide-static/icons/loader-circle.svg";
import locateFixed from "lucide-static/icons/locate-fixed.svg";
import lockOpen from "lucide-static/icons/lock-open.svg";
import lock from "lucide-static/icons/lock.svg";
import magnet from "lucide-static/icons/magnet.svg";
import maximize2 from "lucide-static/icons/maximize-2.svg";
import maximize from "lucide-static/icons/maximize.svg";
import menu from "lucide-static/icons/menu.svg";
import minus from "lucide-static/icons/minus.svg";
import monitor from "lucide-static/icons/monitor.svg";
import moon from "lucide-static/icons/moon.svg";
import mousePointer2 from "lucide-static/icons/mouse-pointer-2.svg";
import move3d from "lucide-static/icons/move-3d.svg";
import moveHorizontal from "lucide-static/icons/move-horizontal.svg";
import moveVertical from "lucide-static/icons/move-vertical.svg";
import move from "lucide-static/icons/move.svg";
import network from "lucide-static/icons/network.svg";
import palette from "lucide-static/icons/palette.svg";
import panelBottom from "lucide-static/icons/panel-bottom.svg";
import panelLeft from "lucide-static/icons/panel-left.svg";
import panelRight from "lucide-static/icons/panel-right.svg";
import panelsLeftBottom from "lucide-static/icons/panels-left-bottom.svg";
import panelsLeftRight from "lucide-static/icons/panels-left-right.svg";
import panelsTopLeft from "lucide-static/icons/panels-top-left.svg";
import pause from "lucide-static/icons/pause.svg";
import pawPrint from "lucide-static/icons/paw-print.svg";
import penTool from "lucide-static/icons/pen-tool.svg";
import pen from "lucide-static/icons/pen.svg";
import pencil from "lucide-static/icons/pencil.svg";
import personStanding from "lucide-static/icons/person-standing.svg";
import pinOff from "lucide-static/icons/pin-off.svg";
import pin from "lucide-static/icons/pin.svg";
import play from "lucide-static/icons/play.svg";
import plus from "lucide-static/icons/plus.svg";
import pointer from "lucide-static/icons/pointer.svg";
import radio from "lucide-static/icons/radio.svg";
import redo2 from "lucide-static/icons/redo-2.svg";
import repeat from "lucide-static/icons/repeat.svg";
import rotate3d from "lucide-static/icons/rotate-3d.svg";
import rotateCcw from "lucide-static/icons/rotate-ccw.svg";
import rotateCw from "lucide-static/icons/rotate-cw.svg";
import route from "lucide-static/icons/route.svg";
import ruler from "lucide-static/icons/ruler.svg";
import save from "lucide-static/icons/save.svg";
import scale from "lucide-static/icons/scale.svg";
import scaling from "lucide-static/icons/scaling.svg";
import scan from "lucide-static/icons/scan.svg";
import scissors from "lucide-static/icons/scissors.svg";
import search from "lucide-static/icons/search.svg";
import settings2 from "lucide-static/icons/settings-2.svg";
import settings from "lucide-static/icons/settings.svg";
import shapes from "lucide-static/icons/shapes.svg";
import shieldCheck from "lucide-static/icons/shield-check.svg";
import skipBack from "lucide-static/icons/skip-back.svg";
import skipForward from "lucide-static/icons/skip-forward.svg";
import slash from "lucide-static/icons/slash.svg";
import slidersHorizontal from "lucide-static/icons/sliders-horizontal.svg";
import splinePointer from "lucide-static/icons/spline-pointer.svg";
import spline from "lucide-static/icons/spline.svg";
import split from "lucide-static/icons/split.svg";
import square from "lucide-static/icons/square.svg";
import stepBack from "lucide-static/icons/step-back.svg";
import stepForward from "lucide-static/icons/step-forward.svg";
import stretchHorizontal from "lucide-static/icons/stretch-horizontal.svg";
import sunMoon from "lucide-static/icons/sun-moon.svg";
import sun from "lucide-static/icons/sun.svg";
import tangent from "lucide-static/icons/tangent.svg";
import target from "lucide-static/icons/target.svg";
import textCursorInput from "lucide-static/icons/text-cursor-input.svg";
import trash2 from "lucide-static/icons/trash-2.svg";
import trendingUp from "lucide-static/icons/trending-up.svg";
import triangleAlert from "lucide-static/icons/triangle-alert.svg";
import triangle from "lucide-static/icons/triangle.svg";
import undo2 from "lucide-static/icons/undo-2.svg";
import unlink from "lucide-static/icons/unlink.svg";
import user from "lucide-static/icons/user.svg";
import video from "lucide-static/icons/video.svg";
import wandSparkles from "lucide-static/icons/wand-sparkles.svg";
import waves from "lucide-static/icons/waves.svg";
import waypoints from "lucide-static/icons/waypoints.svg";
import weight from "lucide-static/icons/weight.svg";
import wind from "lucide-static/icons/wind.svg";
import workflow from "lucide-static/icons/workflow.svg";
import x from "lucide-static/icons/x.svg";
import zap from "lucide-static/icons/zap.svg";
import zoomIn from "lucide-static/icons/zoom-in.svg";
import zoomOut from "lucide-static/icons/zoom-out.svg";

const icons: Record<string, string> = {
    activity,
    archive,
    "arrow-down": arrowDown,
    "arrow-left-right": arrowLeftRight,
    "arrow-left": arrowLeft,
    "arrow-right": arrowRight,
    "arrow-right-from-line": arrowRightFromLine,
    "arrow-right-to-line": arrowRightToLine,
    "arrow-up-right": arrowUpRight,
    "arrow-up": arrowUp,
    bone,
    box,
    brush,
    camera,
    "chart-no-axes-column-increasing": chartNoAxesColumnIncreasing,
    "chart-spline": chartSpline,
    check,
    "chevron-down": chevronDown,
    "chevron-left": chevronLeft,
    "chevron-right": chevronRight,
    "chevrons-down-up": chevronsDownUp,
    "chevrons-up-down": chevronsUpDown,
    "circle-alert": circleAlert,
    "circle-check": circleCheck,
    "circle-dashed": circleDashed,
    "circle-dot": circleDot,
    "circle-plus": circlePlus,
    circle,
    clapperboard,
    "clipboard-paste": clipboardPaste,
    "cloud-off": cloudOff,
    command,
    copy,
    "copy-plus": copyPlus,
    crosshair,
    diamond,
    "diamond-plus": diamondPlus,
    dices,
    download,
    ellipsis,
    eraser,
    "eye-off": eyeOff,
    eye,
    feather,
    "file-plus": filePlus,
    "file-warning": fileWarning,
    file,
    film,
    flag,
    flame,
    "flip-horizontal-2": flipHorizontal2,
    focus,
    "folder-open": folderOpen,
    footprints,
    frame,
    gauge,
    ghost,
    "git-branch": gitBranch,
    grab,
    "grid-2x2": grid2x2,
    "grid-3x3": grid3x3,
    group,
    hand,
    history,
    "image-plus": imagePlus,
    image,
    images,
    import: importIcon,
    info,
    "key-round": keyRound,
    keyboard,
    layers,
    "layout-dashboard": layoutDashboard,
    "layout-grid": layoutGrid,
    "link-2-off": link2Off,
    "link-2": link2,
    link,
    "loader-circle": loaderCircle,
    "locate-fixed": locateFixed,
    "lock-open": lockOpen,
    lock,
    magnet,
    "maximize-2": maximize2,
    maximize,
    menu,
    minus,
    monitor,
    moon,
    "mouse-pointer-2": mousePointer2,
    "move-3d": move3d,
    "move-horizontal": moveHorizontal,
    "move-vertical": moveVertical,
    move,
    network,
    palette,
    "panel-bottom": panelBottom,
    "panel-left": panelLeft,
    "panel-right": panelRight,
    "panels-left-bottom": panelsLeftBottom,
    "panels-left-right": panelsLeftRight,
    "panels-top-left": panelsTopLeft,
    pause,
    "paw-print": pawPrint,
    "pen-tool": penTool,
    pen,
    pencil,
    "person-standing": personStanding,
    "pin-off": pinOff,
    pin,
    play,
    plus,
    pointer,
    radio,
    "redo-2": redo2,
    repeat,
    "rotate-3d": rotate3d,
    "rotate-ccw": rotateCcw,
    "rotate-cw": rotateCw,
    route,
    ruler,
    save,
    scale,
    scaling,
    scan,
    scissors,
    search,
    "settings-2": settings2,
    settings,
    shapes,
    "shield-check": shieldCheck,
    "skip-back": skipBack,
    "skip-forward": skipForward,
    slash,
    "sliders-horizontal": slidersHorizontal,
    "spline-pointer": splinePointer,
    spline,
    split,
    square,
    "step-back": stepBack,
    "step-forward": stepForward,
    "stretch-horizontal": stretchHorizontal,
    "sun-moon": sunMoon,
    sun,
    tangent,
    target,
    "text-cursor-input": textCursorInput,
    "trash-2": trash2,
    "trending-up": trendingUp,
    "triangle-alert": triangleAlert,
    triangle,
    "undo-2": undo2,
    unlink,
    user,
    video,
    "wand-sparkles": wandSparkles,
    waves,
    waypoints,
    weight,
    wind,
    workflow,
    x,
    zap,
    "zoom-in": zoomIn,
    "zoom-out": zoomOut,
};

// The content of an icon's <svg>, which is all that the build keeps of it; for an unknown name "" and an error on the
// console.
export function iconPaths(name: string): string {
    const paths = icons[name];
    if (paths === undefined) console.error(`There is no icon called ${name}: add it to widgets/icons.ts.`);
    return paths ?? "";
}
