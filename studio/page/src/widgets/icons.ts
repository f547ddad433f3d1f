// The icons that the studio uses, from Lucide. A new one is a line here and a line in the table below.
import activity from "lucide-static/icons/activity.svg";
import archive from "lucide-static/icons/archive.svg";
import arrowDownToLine from "lucide-static/icons/arrow-down-to-line.svg";
import arrowDown from "lucide-static/icons/arrow-down.svg";
import arrowLeftRight from "lucide-static/icons/arrow-left-right.svg";
import arrowLeft from "lucide-static/icons/arrow-left.svg";
import arrowRight from "lucide-static/icons/arrow-right.svg";
import arrowRightFromLine from "lucide-static/icons/arrow-right-from-line.svg";
import arrowRightToLine from "lucide-static/icons/arrow-right-to-line.svg";
import arrowUpRight from "lucide-static/icons/arrow-up-right.svg";
import arrowUp from "lucide-static/icons/arrow-up.svg";
import asterisk from "lucide-static/icons/asterisk.svg";
import ban from "lucide-static/icons/ban.svg";
import bone from "lucide-static/icons/bone.svg";
import bookOpen from "lucide-static/icons/book-open.svg";
import box from "lucide-static/icons/box.svg";
import brush from "lucide-static/icons/brush.svg";
import bug from "lucide-static/icons/bug.svg";
import camera from "lucide-static/icons/camera.svg";
import chartNoAxesColumnIncreasing from "lucide-static/icons/chart-no-axes-column-increasing.svg";
import chartSpline from "lucide-static/icons/chart-spline.svg";
import check from "lucide-static/icons/check.svg";
import chevronDown from "lucide-static/icons/chevron-down.svg";
import chevronLeft from "lucide-static/icons/chevron-left.svg";
import chevronRight from "lucide-static/icons/chevron-right.svg";
import chevronUp from "lucide-static/icons/chevron-up.svg";
import chevronsDownUp from "lucide-static/icons/chevrons-down-up.svg";
import chevronsUpDown from "lucide-static/icons/chevrons-up-down.svg";
import circleAlert from "lucide-static/icons/circle-alert.svg";
import circleCheck from "lucide-static/icons/circle-check.svg";
import circleDashed from "lucide-static/icons/circle-dashed.svg";
import circleDot from "lucide-static/icons/circle-dot.svg";
import circlePlus from "lucide-static/icons/circle-plus.svg";
import circleQuestionMark from "lucide-static/icons/circle-question-mark.svg";
import circleX from "lucide-static/icons/circle-x.svg";
import circle from "lucide-static/icons/circle.svg";
import clapperboard from "lucide-static/icons/clapperboard.svg";
import clipboardPaste from "lucide-static/icons/clipboard-paste.svg";
import clipboard from "lucide-static/icons/clipboard.svg";
import clock from "lucide-static/icons/clock.svg";
import cloudOff from "lucide-static/icons/cloud-off.svg";
import cloud from "lucide-static/icons/cloud.svg";
import cog from "lucide-static/icons/cog.svg";
import command from "lucide-static/icons/command.svg";
import contrast from "lucide-static/icons/contrast.svg";
import copy from "lucide-static/icons/copy.svg";
import copyPlus from "lucide-static/icons/copy-plus.svg";
import cornerDownLeft from "lucide-static/icons/corner-down-left.svg";
import crop from "lucide-static/icons/crop.svg";
import crosshair from "lucide-static/icons/crosshair.svg";
import diamond from "lucide-static/icons/diamond.svg";
import diamondPlus from "lucide-static/icons/diamond-plus.svg";
import dices from "lucide-static/icons/dices.svg";
import download from "lucide-static/icons/download.svg";
import droplet from "lucide-static/icons/droplet.svg";
import ellipsisVertical from "lucide-static/icons/ellipsis-vertical.svg";
import ellipsis from "lucide-static/icons/ellipsis.svg";
import eraser from "lucide-static/icons/eraser.svg";
import expand from "lucide-static/icons/expand.svg";
import externalLink from "lucide-static/icons/external-link.svg";
import eyeOff from "lucide-static/icons/eye-off.svg";
import eye from "lucide-static/icons/eye.svg";
import feather from "lucide-static/icons/feather.svg";
import fileDown from "lucide-static/icons/file-down.svg";
import fileImage from "lucide-static/icons/file-image.svg";
import filePlus from "lucide-static/icons/file-plus.svg";
import fileUp from "lucide-static/icons/file-up.svg";
import fileWarning from "lucide-static/icons/file-warning.svg";
import file from "lucide-static/icons/file.svg";
import film from "lucide-static/icons/film.svg";
import flag from "lucide-static/icons/flag.svg";
import flame from "lucide-static/icons/flame.svg";
import flipHorizontal2 from "lucide-static/icons/flip-horizontal-2.svg";
import flipVertical2 from "lucide-static/icons/flip-vertical-2.svg";
import focus from "lucide-static/icons/focus.svg";
import folderOpen from "lucide-static/icons/folder-open.svg";
import folderPlus from "lucide-static/icons/folder-plus.svg";
import folder from "lucide-static/icons/folder.svg";
import footprints from "lucide-static/icons/footprints.svg";
import frame from "lucide-static/icons/frame.svg";
import fullscreen from "lucide-static/icons/fullscreen.svg";
import gamepad2 from "lucide-static/icons/gamepad-2.svg";
import gauge from "lucide-static/icons/gauge.svg";
import ghost from "lucide-static/icons/ghost.svg";
import gitBranch from "lucide-static/icons/git-branch.svg";
import grab from "lucide-static/icons/grab.svg";
import grid2x2 from "lucide-static/icons/grid-2x2.svg";
import grid3x3 from "lucide-static/icons/grid-3x3.svg";
import gripVertical from "lucide-static/icons/grip-vertical.svg";
import group from "lucide-static/icons/group.svg";
import hand from "lucide-static/icons/hand.svg";
import hardDrive from "lucide-static/icons/hard-drive.svg";
import hexagon from "lucide-static/icons/hexagon.svg";
import history from "lucide-static/icons/history.svg";
import house from "lucide-static/icons/house.svg";
import imageDown from "lucide-static/icons/image-down.svg";
import imagePlus from "lucide-static/icons/image-plus.svg";
import image from "lucide-static/icons/image.svg";
import images from "lucide-static/icons/images.svg";
import importIcon from "lucide-static/icons/import.svg";
import info from "lucide-static/icons/info.svg";
import joystick from "lucide-static/icons/joystick.svg";
import keyRound from "lucide-static/icons/key-round.svg";
import keyboard from "lucide-static/icons/keyboard.svg";
import layers2 from "lucide-static/icons/layers-2.svg";
import layers from "lucide-static/icons/layers.svg";
import layoutDashboard from "lucide-static/icons/layout-dashboard.svg";
import layoutGrid from "lucide-static/icons/layout-grid.svg";
import link2Off from "lucide-static/icons/link-2-off.svg";
import link2 from "lucide-static/icons/link-2.svg";
import link from "lucide-static/icons/link.svg";
import listTree from "lucide-static/icons/list-tree.svg";
import list from "lucide-static/icons/list.svg";
import loaderCircle from "lucide-static/icons/loader-circle.svg";
import locateFixed from "lucide-static/icons/locate-fixed.svg";
import lockOpen from "lucide-static/icons/lock-open.svg";
import lock from "lucide-static/icons/lock.svg";
import magnet from "lucide-static/icons/magnet.svg";
import maximize2 from "lucide-static/icons/maximize-2.svg";
import maximize from "lucide-static/icons/maximize.svg";
import menu from "lucide-static/icons/menu.svg";
import milestone from "lucide-static/icons/milestone.svg";
import minus from "lucide-static/icons/minus.svg";
import monitor from "lucide-static/icons/monitor.svg";
import moon from "lucide-static/icons/moon.svg";
import mountain from "lucide-static/icons/mountain.svg";
import mousePointer2 from "lucide-static/icons/mouse-pointer-2.svg";
import mousePointerClick from "lucide-static/icons/mouse-pointer-click.svg";
import mousePointer from "lucide-static/icons/mouse-pointer.svg";
import move3d from "lucide-static/icons/move-3d.svg";
import moveHorizontal from "lucide-static/icons/move-horizontal.svg";
import moveVertical from "lucide-static/icons/move-vertical.svg";
import move from "lucide-static/icons/move.svg";
import network from "lucide-static/icons/network.svg";
import orbit from "lucide-static/icons/orbit.svg";
import packageIcon from "lucide-static/icons/package.svg";
import paintBucket from "lucide-static/icons/paint-bucket.svg";
import palette from "lucide-static/icons/palette.svg";
import panelBottom from "lucide-static/icons/panel-bottom.svg";
import panelLeft from "lucide-static/icons/panel-left.svg";
import panelRight from "lucide-static/icons/panel-right.svg";
import panelsLeftBottom from "lucide-static/icons/panels-left-bottom.svg";
import panelsLeftRight from "lucide-static/icons/panels-left-right.svg";
import panelsTopLeft from "lucide-static/icons/panels-top-left.svg";
import pause from "lucide-static/icons/pause.svg";
import pawPrint from "lucide-static/icons/paw-print.svg";
import penLine from "lucide-static/icons/pen-line.svg";
import penTool from "lucide-static/icons/pen-tool.svg";
import pen from "lucide-static/icons/pen.svg";
import pencil from "lucide-static/icons/pencil.svg";
import personStanding from "lucide-static/icons/person-standing.svg";
import pinOff from "lucide-static/icons/pin-off.svg";
import pin from "lucide-static/icons/pin.svg";
import pipette from "lucide-static/icons/pipette.svg";
import play from "lucide-static/icons/play.svg";
import plug from "lucide-static/icons/plug.svg";
import plus from "lucide-static/icons/plus.svg";
import pointer from "lucide-static/icons/pointer.svg";
import puzzle from "lucide-static/icons/puzzle.svg";
import radio from "lucide-static/icons/radio.svg";
import redo2 from "lucide-static/icons/redo-2.svg";
import refreshCcw from "lucide-static/icons/refresh-ccw.svg";
import refreshCw from "lucide-static/icons/refresh-cw.svg";
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
import share2 from "lucide-static/icons/share-2.svg";
import shieldCheck from "lucide-static/icons/shield-check.svg";
import shrink from "lucide-static/icons/shrink.svg";
import shuffle from "lucide-static/icons/shuffle.svg";
import skipBack from "lucide-static/icons/skip-back.svg";
import skipForward from "lucide-static/icons/skip-forward.svg";
import slash from "lucide-static/icons/slash.svg";
import slidersHorizontal from "lucide-static/icons/sliders-horizontal.svg";
import slidersVertical from "lucide-static/icons/sliders-vertical.svg";
import smile from "lucide-static/icons/smile.svg";
import snowflake from "lucide-static/icons/snowflake.svg";
import sparkles from "lucide-static/icons/sparkles.svg";
import splinePointer from "lucide-static/icons/spline-pointer.svg";
import spline from "lucide-static/icons/spline.svg";
import split from "lucide-static/icons/split.svg";
import squareDashedMousePointer from "lucide-static/icons/square-dashed-mouse-pointer.svg";
import squareDashed from "lucide-static/icons/square-dashed.svg";
import squarePen from "lucide-static/icons/square-pen.svg";
import squarePlus from "lucide-static/icons/square-plus.svg";
import squareStack from "lucide-static/icons/square-stack.svg";
import square from "lucide-static/icons/square.svg";
import star from "lucide-static/icons/star.svg";
import stepBack from "lucide-static/icons/step-back.svg";
import stepForward from "lucide-static/icons/step-forward.svg";
import stretchHorizontal from "lucide-static/icons/stretch-horizontal.svg";
import stretchVertical from "lucide-static/icons/stretch-vertical.svg";
import sunMoon from "lucide-static/icons/sun-moon.svg";
import sun from "lucide-static/icons/sun.svg";
import tangent from "lucide-static/icons/tangent.svg";
import target from "lucide-static/icons/target.svg";
import textCursorInput from "lucide-static/icons/text-cursor-input.svg";
import textCursor from "lucide-static/icons/text-cursor.svg";
import timer from "lucide-static/icons/timer.svg";
import toyBrick from "lucide-static/icons/toy-brick.svg";
import trash2 from "lucide-static/icons/trash-2.svg";
import treePine from "lucide-static/icons/tree-pine.svg";
import trendingUp from "lucide-static/icons/trending-up.svg";
import triangleAlert from "lucide-static/icons/triangle-alert.svg";
import triangle from "lucide-static/icons/triangle.svg";
import undo2 from "lucide-static/icons/undo-2.svg";
import ungroup from "lucide-static/icons/ungroup.svg";
import unlink2 from "lucide-static/icons/unlink-2.svg";
import unlink from "lucide-static/icons/unlink.svg";
import upload from "lucide-static/icons/upload.svg";
import userPlus from "lucide-static/icons/user-plus.svg";
import user from "lucide-static/icons/user.svg";
import users from "lucide-static/icons/users.svg";
import vectorSquare from "lucide-static/icons/vector-square.svg";
import video from "lucide-static/icons/video.svg";
import volleyball from "lucide-static/icons/volleyball.svg";
import wandSparkles from "lucide-static/icons/wand-sparkles.svg";
import waves from "lucide-static/icons/waves.svg";
import waypoints from "lucide-static/icons/waypoints.svg";
import weight from "lucide-static/icons/weight.svg";
import wifiOff from "lucide-static/icons/wifi-off.svg";
import wind from "lucide-static/icons/wind.svg";
import workflow from "lucide-static/icons/workflow.svg";
import worm from "lucide-static/icons/worm.svg";
import wrench from "lucide-static/icons/wrench.svg";
import x from "lucide-static/icons/x.svg";
import zap from "lucide-static/icons/zap.svg";
import zoomIn from "lucide-static/icons/zoom-in.svg";
import zoomOut from "lucide-static/icons/zoom-out.svg";

const icons: Record<string, string> = {
  activity,
  archive,
  "arrow-down-to-line": arrowDownToLine,
  "arrow-down": arrowDown,
  "arrow-left-right": arrowLeftRight,
  "arrow-left": arrowLeft,
  "arrow-right": arrowRight,
  "arrow-right-from-line": arrowRightFromLine,
  "arrow-right-to-line": arrowRightToLine,
  "arrow-up-right": arrowUpRight,
  "arrow-up": arrowUp,
  asterisk,
  ban,
  bone,
  "book-open": bookOpen,
  box,
  brush,
  bug,
  camera,
  "chart-no-axes-column-increasing": chartNoAxesColumnIncreasing,
  "chart-spline": chartSpline,
  check,
  "chevron-down": chevronDown,
  "chevron-left": chevronLeft,
  "chevron-right": chevronRight,
  "chevron-up": chevronUp,
  "chevrons-down-up": chevronsDownUp,
  "chevrons-up-down": chevronsUpDown,
  "circle-alert": circleAlert,
  "circle-check": circleCheck,
  "circle-dashed": circleDashed,
  "circle-dot": circleDot,
  "circle-plus": circlePlus,
  "circle-question-mark": circleQuestionMark,
  "circle-x": circleX,
  circle,
  clapperboard,
  "clipboard-paste": clipboardPaste,
  clipboard,
  clock,
  "cloud-off": cloudOff,
  cloud,
  cog,
  command,
  contrast,
  copy,
  "copy-plus": copyPlus,
  "corner-down-left": cornerDownLeft,
  crop,
  crosshair,
  diamond,
  "diamond-plus": diamondPlus,
  dices,
  download,
  droplet,
  "ellipsis-vertical": ellipsisVertical,
  ellipsis,
  eraser,
  expand,
  "external-link": externalLink,
  "eye-off": eyeOff,
  eye,
  feather,
  "file-down": fileDown,
  "file-image": fileImage,
  "file-plus": filePlus,
  "file-up": fileUp,
  "file-warning": fileWarning,
  file,
  film,
  flag,
  flame,
  "flip-horizontal-2": flipHorizontal2,
  "flip-vertical-2": flipVertical2,
  focus,
  "folder-open": folderOpen,
  "folder-plus": folderPlus,
  folder,
  footprints,
  frame,
  fullscreen,
  "gamepad-2": gamepad2,
  gauge,
  ghost,
  "git-branch": gitBranch,
  grab,
  "grid-2x2": grid2x2,
  "grid-3x3": grid3x3,
  "grip-vertical": gripVertical,
  group,
  hand,
  "hard-drive": hardDrive,
  hexagon,
  history,
  house,
  "image-down": imageDown,
  "image-plus": imagePlus,
  image,
  images,
  import: importIcon,
  info,
  joystick,
  "key-round": keyRound,
  keyboard,
  "layers-2": layers2,
  layers,
  "layout-dashboard": layoutDashboard,
  "layout-grid": layoutGrid,
  "link-2-off": link2Off,
  "link-2": link2,
  link,
  "list-tree": listTree,
  list,
  "loader-circle": loaderCircle,
  "locate-fixed": locateFixed,
  "lock-open": lockOpen,
  lock,
  magnet,
  "maximize-2": maximize2,
  maximize,
  menu,
  milestone,
  minus,
  monitor,
  moon,
  mountain,
  "mouse-pointer-2": mousePointer2,
  "mouse-pointer-click": mousePointerClick,
  "mouse-pointer": mousePointer,
  "move-3d": move3d,
  "move-horizontal": moveHorizontal,
  "move-vertical": moveVertical,
  move,
  network,
  orbit,
  package: packageIcon,
  "paint-bucket": paintBucket,
  palette,
  "panel-bottom": panelBottom,
  "panel-left": panelLeft,
  "panel-right": panelRight,
  "panels-left-bottom": panelsLeftBottom,
  "panels-left-right": panelsLeftRight,
  "panels-top-left": panelsTopLeft,
  pause,
  "paw-print": pawPrint,
  "pen-line": penLine,
  "pen-tool": penTool,
  pen,
  pencil,
  "person-standing": personStanding,
  "pin-off": pinOff,
  pin,
  pipette,
  play,
  plug,
  plus,
  pointer,
  puzzle,
  radio,
  "redo-2": redo2,
  "refresh-ccw": refreshCcw,
  "refresh-cw": refreshCw,
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
  "share-2": share2,
  "shield-check": shieldCheck,
  shrink,
  shuffle,
  "skip-back": skipBack,
  "skip-forward": skipForward,
  slash,
  "sliders-horizontal": slidersHorizontal,
  "sliders-vertical": slidersVertical,
  smile,
  snowflake,
  sparkles,
  "spline-pointer": splinePointer,
  spline,
  split,
  "square-dashed-mouse-pointer": squareDashedMousePointer,
  "square-dashed": squareDashed,
  "square-pen": squarePen,
  "square-plus": squarePlus,
  "square-stack": squareStack,
  square,
  star,
  "step-back": stepBack,
  "step-forward": stepForward,
  "stretch-horizontal": stretchHorizontal,
  "stretch-vertical": stretchVertical,
  "sun-moon": sunMoon,
  sun,
  tangent,
  target,
  "text-cursor-input": textCursorInput,
  "text-cursor": textCursor,
  timer,
  "toy-brick": toyBrick,
  "trash-2": trash2,
  "tree-pine": treePine,
  "trending-up": trendingUp,
  "triangle-alert": triangleAlert,
  triangle,
  "undo-2": undo2,
  ungroup,
  "unlink-2": unlink2,
  unlink,
  upload,
  "user-plus": userPlus,
  user,
  users,
  "vector-square": vectorSquare,
  video,
  volleyball,
  "wand-sparkles": wandSparkles,
  waves,
  waypoints,
  weight,
  "wifi-off": wifiOff,
  wind,
  workflow,
  worm,
  wrench,
  x,
  zap,
  "zoom-in": zoomIn,
  "zoom-out": zoomOut,
};

// What stands inside the <svg> of an icon, which is all that the build leaves of it; "" and a complaint where there is none of that name.
export function iconPaths(name: string): string {
  const paths = icons[name];
  if (paths === undefined) console.error(`There is no icon called ${name}: add it to widgets/icons.ts.`);
  return paths ?? "";
}
