// The four programs of the painter, GLSL ES 3.00. All colours are premultiplied.

// ---- Textured triangles. `view` maps metres to clip space: at · view.xy + view.zw.

export const MESH_VERTEX = `#version 300 es
uniform vec4 view;
layout(location = 0) in vec2 at;
layout(location = 1) in vec2 uv;
layout(location = 2) in float heat;
out vec2 place;
out float warmth;
void main() {
  place = uv;
  warmth = heat;
  gl_Position = vec4(at * view.xy + view.zw, 0.0, 1.0);
}`;

// Four samples within the pixel, each from a mip level sharper than the GPU would choose: lines of a drawing that is
// shown small stay lines without steps. Where a texel is as large as a pixel or larger, the samples coincide and
// nothing is blurred. Beyond the picture's border everything is transparent. Heat is drawn as in author/render: the
// ink as a pale grey drawing, multiplied by a colour between white and tomato, so that heat shows on every colour and
// the lines show through it.
export const MESH_FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D image;
uniform vec2 size;
uniform bool heated;
uniform vec3 hot;
in vec2 place;
in float warmth;
out vec4 colour;
void main() {
  vec2 pixel = max(fwidth(place), 1.0 / size);
  vec2 inside = clamp(0.5 - max(-place, place - 1.0) / pixel, 0.0, 1.0);
  vec2 right = dFdx(place), down = dFdy(place), texels = vec2(textureSize(image, 0));
  float spread = clamp(4.0 * (max(length(right * texels), length(down * texels)) - 1.0), 0.0, 1.0);
  right *= spread;
  down *= spread;
  vec2 a = 0.125 * right + 0.375 * down, b = 0.375 * right - 0.125 * down;
  colour = texture(image, place + a, -1.0) + texture(image, place - a, -1.0) + texture(image, place + b, -1.0) + texture(image, place - b, -1.0);
  colour *= 0.25 * inside.x * inside.y;
  if (heated) {
    float grey = dot(colour.rgb, vec3(0.299, 0.587, 0.114));
    float pale = 0.6 * colour.a + 0.4 * grey;
    colour.rgb = pale * mix(vec3(1.0), hot, clamp(warmth, 0.0, 1.0));
  }
}`;

// ---- Edges of a mesh: one instance per edge, whose ends are fetched from a texture of positions, \`width\` device
// pixels wide.

export const EDGE_VERTEX = `#version 300 es
uniform vec4 view;
uniform vec2 screen; // device pixels
uniform float width;
uniform highp sampler2D positions;
layout(location = 0) in uvec2 ends;
out float across;
vec2 find(uint i) {
  uint w = uint(textureSize(positions, 0).x);
  vec2 at = texelFetch(positions, ivec2(int(i % w), int(i / w)), 0).xy;
  return (at * view.xy + view.zw) * 0.5 * screen;
}
void main() {
  vec2 a = find(ends.x), b = find(ends.y), along = b - a;
  float length2 = dot(along, along);
  along = length2 > 0.0 ? along * inversesqrt(length2) : vec2(1.0, 0.0);
  float reach = 0.5 * width + 0.5;
  across = (gl_VertexID & 2) == 0 ? -reach : reach;
  vec2 at = ((gl_VertexID & 1) == 0 ? a : b) + vec2(-along.y, along.x) * across;
  gl_Position = vec4(at / (0.5 * screen), 0.0, 1.0);
}`;

export const EDGE_FRAGMENT = `#version 300 es
precision highp float;
uniform vec4 ink;
uniform float width;
in float across;
out vec4 colour;
void main() {
  float cover = clamp(0.5 * width + 0.5 - abs(across), 0.0, 1.0);
  colour = vec4(ink.rgb, 1.0) * (ink.a * cover);
}`;

// ---- A flattened drawing, blended over the frame.

export const OVER_VERTEX = `#version 300 es
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}`;

export const OVER_FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D flattened;
uniform vec4 tint;
uniform float opacity;
uniform vec3 factor;
out vec4 colour;
void main() {
  vec4 found = texelFetch(flattened, ivec2(gl_FragCoord.xy), 0);
  colour = vec4(mix(min(found.rgb * factor, found.a), tint.rgb * found.a, tint.a), found.a) * opacity;
}`;

// ---- Marks: one instance each, in device pixels from the top left. Coverage follows from the distance to the
// outline: half a pixel inside is full coverage, half a pixel outside none.

export const CAPSULE = 0; // a, b, radii.x at a and .y at b; dashed if dash.x > 0
export const RING = 1; // a; radii.x, .y = width
export const SHADOW = 2; // centre a, b − a = the long radius, radii.y = the short
export const TRIANGLE = 3; // a, b, c, hard edges that multisampling smooths: parts of polygons
export const HEAD = 4; // a, b, c, antialiased: heads of arrows
export const LETTERS = 5; // from a to b; in the glyph sheet from c to d
export const PLATE = 6; // from a to b, corner radius radii.x
export const CHECKER = 7; // from a to b, squares of radii.x
export const AFTER = 16; // + kind: the line from c to a was drawn before this one
export const CLOSING = 32; // + kind: the line from b to d follows

export const MARK_VERTEX = `#version 300 es
uniform vec2 screen;
layout(location = 0) in vec4 ab;
layout(location = 1) in vec4 cd;
layout(location = 2) in vec4 form; // radii, dash, offset of the dash
layout(location = 3) in vec4 ink;
layout(location = 4) in float kinds;
flat out vec4 AB, CD, shape, paint;
flat out int kind;
out vec2 inSheet;
void main() {
  AB = ab;
  CD = cd;
  shape = form;
  kind = int(kinds);
  paint = vec4(ink.rgb * ink.a, ink.a);
  bool right = (gl_VertexID & 1) != 0, low = (gl_VertexID & 2) != 0;
  int k = kind & 15;
  vec2 at, a = ab.xy, b = ab.zw;
  inSheet = vec2(right ? cd.z : cd.x, low ? cd.w : cd.y);
  if (k == ${TRIANGLE}) {
    at = right ? (low ? cd.xy : b) : (low ? cd.xy : a);
  } else if (k == ${HEAD}) {
    vec2 least = min(min(a, b), cd.xy) - 2.0, most = max(max(a, b), cd.xy) + 2.0;
    at = vec2(right ? most.x : least.x, low ? most.y : least.y);
  } else if (k >= ${LETTERS}) {
    float more = k == ${PLATE} ? 1.0 : 0.0;
    at = vec2(right ? b.x + more : a.x - more, low ? b.y + more : a.y - more);
  } else {
    vec2 along = b - a;
    float l = length(along);
    along = k == ${RING} || l == 0.0 ? vec2(1.0, 0.0) : along / l;
    float reach = (k == ${RING} ? form.x + 0.5 * form.y : k == ${SHADOW} ? form.y : max(form.x, form.y)) + 1.0;
    float ahead = k == ${SHADOW} ? l : reach;
    vec2 end = k == ${CAPSULE} ? b : a;
    at = (right ? end + along * ahead : a - along * ahead) + vec2(-along.y, along.x) * (low ? reach : -reach);
  }
  gl_Position = vec4(at.x / screen.x * 2.0 - 1.0, 1.0 - at.y / screen.y * 2.0, 0.0, 1.0);
}`;

// The joints of a translucent line must not show twice: where the previous line covers a share c of the pixel, this
// one adds what brings the total to a · max(c, own): x with a·c + x·(1 − a·c) = a·max(c, own).
export const MARK_FRAGMENT = `#version 300 es
precision highp float;
uniform vec2 screen;
uniform sampler2D sheet;
flat in vec4 AB, CD, shape, paint;
flat in int kind;
in vec2 inSheet;
out vec4 colour;

float cover(float distance) { return clamp(0.5 - distance, 0.0, 1.0); }

// As in shape.c of author/render: split along the normals of the tangents through the ends.
float capsule(vec2 p, vec2 a, vec2 b, float r0, float r1) {
  vec2 d = b - a;
  float l = length(d);
  vec2 u = l > 0.0 ? d / l : vec2(1.0, 0.0), q = p - a;
  float slope = l > 0.0 ? clamp((r0 - r1) / l, -1.0, 1.0) : 0.0, rise = sqrt(1.0 - slope * slope);
  float along = dot(q, u), across = abs(q.x * u.y - q.y * u.x), place = along * rise - across * slope;
  if (place <= 0.0) return length(q) - r0;
  if (place >= l * rise) return length(vec2(along - l, across)) - r1;
  return along * slope + across * rise - r0;
}

float triangle(vec2 p, vec2 a, vec2 b, vec2 c) {
  vec2 e0 = b - a, e1 = c - b, e2 = a - c, v0 = p - a, v1 = p - b, v2 = p - c;
  vec2 q0 = v0 - e0 * clamp(dot(v0, e0) / dot(e0, e0), 0.0, 1.0);
  vec2 q1 = v1 - e1 * clamp(dot(v1, e1) / dot(e1, e1), 0.0, 1.0);
  vec2 q2 = v2 - e2 * clamp(dot(v2, e2) / dot(e2, e2), 0.0, 1.0);
  float s = sign(e0.x * e2.y - e0.y * e2.x);
  vec2 d = min(min(vec2(dot(q0, q0), s * (v0.x * e0.y - v0.y * e0.x)), vec2(dot(q1, q1), s * (v1.x * e1.y - v1.y * e1.x))),
               vec2(dot(q2, q2), s * (v2.x * e2.y - v2.y * e2.x)));
  return -sqrt(d.x) * sign(d.y);
}

float stroke(vec2 p) {
  vec2 a = AB.xy, b = AB.zw;
  float own = cover(capsule(p, a, b, shape.x, shape.y));
  if (shape.z > 0.0) {
    vec2 u = (b - a) / max(length(b - a), 1e-6);
    float t = abs(mod(dot(p - a, u) + shape.w, 2.0 * shape.z) - shape.z);
    return own * cover(t - 0.5 * shape.z);
  }
  float before = 0.0;
  if ((kind & ${AFTER}) != 0) before = cover(capsule(p, CD.xy, a, shape.x, shape.y));
  if ((kind & ${CLOSING}) != 0) before = max(before, cover(capsule(p, b, CD.zw, shape.x, shape.y)));
  if (before == 0.0) return own;
  return max(own - before, 0.0) / max(1.0 - paint.a * before, 1e-4);
}

void main() {
  vec2 p = vec2(gl_FragCoord.x, screen.y - gl_FragCoord.y);
  int k = kind & 15;
  float share = 1.0;
  if (k == ${CAPSULE}) share = stroke(p);
  else if (k == ${RING}) share = cover(abs(length(p - AB.xy) - shape.x) - 0.5 * shape.y);
  else if (k == ${SHADOW}) {
    vec2 axis = AB.zw - AB.xy, q = p - AB.xy;
    float l = max(length(axis), 1e-6);
    vec2 u = axis / l, d = vec2(dot(q, u) / l, (q.x * u.y - q.y * u.x) / max(shape.y, 1e-6));
    float fall = max(1.0 - dot(d, d), 0.0);
    share = fall * fall;
  } else if (k == ${HEAD}) share = cover(triangle(p, AB.xy, AB.zw, CD.xy) - 0.75);
  else if (k == ${LETTERS}) share = texture(sheet, inSheet).a;
  else if (k == ${PLATE}) {
    vec2 half_ = 0.5 * (AB.zw - AB.xy), q = abs(p - 0.5 * (AB.xy + AB.zw)) - half_ + shape.x;
    share = cover(length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - shape.x);
  } else if (k == ${CHECKER}) {
    vec2 cell = floor((p - AB.xy) / shape.x);
    share = mod(cell.x + cell.y, 2.0);
  }
  colour = paint * share;
}`;
