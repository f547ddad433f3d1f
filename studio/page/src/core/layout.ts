// Where the core's structs have their members in WebAssembly memory, as indices of 32-bit words, and the numbers that
// both sides agree on. Made by tools/generate from studio/core/studio.h: build the target `generated`, do not edit.

// How many words each has.
export const enum Words {
  figure = 22,
  playActor = 36,
  contactMark = 6,
  playObstacle = 6,
  playJoint = 10,
  playZone = 8,
  playMark = 8,
  play = 19,
  performance3View = 35,
  herdMember = 10,
  herdView = 17,
  actionView = 338,
  affine = 6,
  affine3 = 12,
  transform3 = 7,
  region = 2,
}

export const enum Shared {
  none = 0xffffffff,
  linePoints = 0x3d,
  lineOfArtwork = 0x2,
}

// In the order of vv_scene_kind.
export const sceneKinds = ["tour", "stage", "verb", "graph", "shape", "creatures", "line"] as const;
// In the order of vv_event_kind.
export const eventKinds = ["begin", "end", "stay", "hit", "enter", "leave", "failed", "overflow", "member", "signal", "asleep", "awake", "zone-enter", "zone-leave", "broken"] as const;

// vv_figure
export const enum FigureWord {
  meshVersion = 0,
  vertexCount = 1,
  triangleCount = 2,
  layerCount = 3,
  handleCount = 4,
  exampleCount = 5,
  rest = 6,
  uvs = 7,
  triangles = 8,
  layers = 9,
  weights = 10,
  vertices = 11,
  handles = 12,
  turns = 13,
  pins = 14,
  place = 15,
  posed = 16,
}
export const enum FigureFloat {
  smallestAngle = 17,
  lowX = 18,
  lowY = 19,
  highX = 20,
  highY = 21,
}

// vv_play_actor
export const enum PlayActorWord {
  artwork = 0,
  vertexCount = 1,
  vertices = 2,
  exampleCount = 3,
  place = 4,
  equilibrium = 5,
  goals = 6,
  inputs = 7,
  inputCount = 8,
  flipped = 15,
  asleep = 16,
  grounded = 17,
  touching = 18,
  behaviour = 20,
  state = 21,
  grabbed = 22,
  hiddenLow = 28,
  hiddenHigh = 29,
  handleCount = 30,
  handles = 31,
  fadeArtwork = 33,
  fadeVertexCount = 34,
  fadeVertices = 35,
}
export const enum PlayActorFloat {
  x = 9,
  y = 10,
  velocityX = 11,
  velocityY = 12,
  angle = 13,
  spin = 14,
  contactEnergy = 19,
  size = 23,
  tintR = 24,
  tintG = 25,
  tintB = 26,
  tintA = 27,
  fade = 32,
}

// vv_contact_mark
export const enum ContactMarkFloat {
  x = 0,
  y = 1,
  normalX = 2,
  normalY = 3,
  speed = 4,
  age = 5,
}

// vv_play_obstacle
export const enum PlayObstacleFloat {
  x = 0,
  y = 1,
  angle = 2,
  velocityX = 3,
  velocityY = 4,
  spin = 5,
}

// vv_play_joint
export const enum PlayJointWord {
  present = 0,
  atLimit = 9,
}
export const enum PlayJointFloat {
  aX = 1,
  aY = 2,
  bX = 3,
  bY = 4,
  angle = 5,
  translation = 6,
  length = 7,
  force = 8,
}

// vv_play_zone
export const enum PlayZoneWord {
  active = 0,
}
export const enum PlayZoneFloat {
  x = 1,
  y = 2,
  angle = 3,
  velocityX = 4,
  velocityY = 5,
  accelerationX = 6,
  accelerationY = 7,
}

// vv_play_mark
export const enum PlayMarkWord {
  kind = 1,
  actor = 2,
  other = 3,
  obstacle = 4,
  zone = 5,
  joint = 6,
}
export const enum PlayMarkFloat {
  time = 0,
  impulse = 7,
}

// vv_play
export const enum PlayWord {
  scene = 0,
  actorCount = 1,
  actors = 2,
  contactCount = 3,
  contacts = 4,
  obstacleCount = 5,
  obstacles = 6,
  jointCount = 7,
  joints = 8,
  zoneCount = 9,
  zones = 10,
  markCount = 11,
  marks = 12,
  markVersion = 13,
  stepCount = 14,
  version = 17,
  live = 18,
}
export const enum PlayFloat {
  time = 15,
  step = 16,
}

// vv_performance3_view
export const enum Performance3ViewWord {
  kind = 0,
  subject = 1,
  version = 2,
  vertexCount = 3,
  triangleCount = 4,
  jointCount = 5,
  axisCount = 6,
  exampleCount = 7,
  positions = 8,
  normals = 9,
  triangles = 10,
  colors = 11,
  heat = 12,
  joints = 13,
  at = 14,
  weights = 15,
  color = 16,
  state = 33,
}
export const enum Performance3ViewFloat {
  seconds = 17,
  phase = 18,
  length = 19,
  slide = 20,
  rootX = 21,
  rootY = 22,
  rootZ = 23,
  heading = 24,
  slope = 25,
  beyond = 26,
  low = 27,
  high = 30,
  fading = 34,
}

// vv_herd_member
export const enum HerdMemberWord {
  bodyCount = 0,
  placements = 1,
  bound = 2,
  variantCount = 3,
  variant = 4,
}
export const enum HerdMemberFloat {
  x = 5,
  z = 6,
  seconds = 7,
  height = 8,
  gone = 9,
}

// vv_herd_view
export const enum HerdViewWord {
  version = 0,
  vertexCount = 1,
  triangleCount = 2,
  memberCount = 3,
  positions = 4,
  normals = 5,
  triangles = 6,
  colors = 7,
  members = 8,
}
export const enum HerdViewFloat {
  seconds = 9,
  length = 10,
  low = 11,
  high = 14,
}

// vv_action_view
export const enum ActionViewWord {
  line = 0,
  version = 1,
  serial = 2,
  kind = 3,
  subject = 4,
  keyCount = 5,
  frameCount = 6,
  vertexCount = 10,
  triangleCount = 11,
  jointCount = 12,
  positions = 13,
  normals = 14,
  triangles = 15,
  colors = 16,
  joints = 17,
  parents = 18,
  flatCount = 19,
  flat = 20,
  grabbed = 337,
}
export const enum ActionViewFloat {
  seconds = 7,
  length = 8,
  rate = 9,
  paperTurn = 21,
  paperCentre = 25,
  paperDistance = 28,
  normal = 29,
  points = 32,
  places = 154,
}

// vv_affine
export const enum AffineFloat {
  linear = 0,
  translation = 4,
}

// vv_affine3
export const enum Affine3Float {
  linear = 0,
  translation = 9,
}

// vv_transform3
export const enum Transform3Float {
  position = 0,
  rotation = 3,
}

// vv_region
export const enum RegionWord {
  handle = 0,
}
export const enum RegionFloat {
  threshold = 1,
}
