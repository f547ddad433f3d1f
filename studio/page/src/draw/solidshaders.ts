// The shaders of the painter of solids.

// Lit by a warm key light from the upper left in front, a cool sky and a little reflection from the ground, so that
// shapes look round and no side is black. Heat is shown in tomato.
export const solidVertex = `#version 300 es
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 paint;
layout(location = 3) in float heat;
uniform mat4 view;
uniform vec3 eye;
uniform float heated;
out vec3 side;
out vec3 seen;
out vec3 colour;
void main() {
  side = normal;
  seen = eye - place;
  colour = mix(paint.rgb, vec3(0.894, 0.341, 0.18), clamp(heat * heated, 0.0, 1.0));
  gl_Position = view * vec4(place, 1.0);
}`;

export const solidFragment = `#version 300 es
precision highp float;
in vec3 side;
in vec3 seen;
in vec3 colour;
uniform vec3 key;
uniform vec4 tint;
uniform float opacity;
out vec4 shown;
void main() {
  vec3 n = normalize(side);
  vec3 v = normalize(seen);
  // Normal of the triangle: at the silhouette of a round shape, n may face away where the triangle does not
  vec3 face = cross(dFdx(seen), dFdy(seen));
  if (dot(face, n) * dot(face, v) < 0.0) n = -n;
  float lit = max(0.0, dot(n, key) * 0.7 + 0.3);
  vec3 around = mix(vec3(0.46, 0.42, 0.42), vec3(0.62, 0.65, 0.72), n.y * 0.5 + 0.5);
  vec3 light = around + vec3(0.52, 0.49, 0.44) * lit * lit;
  float rim = pow(1.0 - max(0.0, dot(n, v)), 3.0) * 0.14;
  float gloss = pow(max(0.0, dot(reflect(-key, n), v)), 24.0) * 0.12;
  shown = vec4(mix(colour, tint.rgb, tint.a) * light + rim + gloss, opacity);
}`;

// The ground lies through `base` and rises by `slope` (rise over run) along x and z.
const onGround = `
uniform vec3 base;
uniform vec2 slope;
float groundAt(vec2 p) { return base.y + dot(p - base.xz, slope); }`;

// The same triangles, projected on the ground along the light. High parts cast a weaker shadow.
export const shadowVertex = `#version 300 es
layout(location = 0) in vec3 place;
uniform mat4 view;
uniform vec3 key;
uniform float size;
out float strength;
${onGround}
void main() {
  float high = max(0.0, place.y - groundAt(place.xz));
  vec2 p = place.xz - key.xz / key.y * high * 0.45;
  strength = 1.0 - smoothstep(0.0, size, high) * 0.75;
  gl_Position = view * vec4(p.x, groundAt(p) + 0.001 * size, p.y, 1.0);
}`;

export const shadowFragment = `#version 300 es
precision highp float;
in float strength;
uniform vec4 ink;
out vec4 shown;
void main() { shown = vec4(ink.rgb, ink.a * strength); }`;

export const groundVertex = `#version 300 es
uniform mat4 view;
uniform vec2 middle;
uniform float reach;
out vec2 at;
${onGround}
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  at = middle + corner * reach;
  gl_Position = view * vec4(at.x, groundAt(at), at.y, 1.0);
}`;

// Lines every `cell`, stronger every fifth, fading with distance; and a soft contact shadow.
export const groundFragment = `#version 300 es
precision highp float;
in vec2 at;
uniform vec2 middle;
uniform float reach;
uniform float cell;
uniform vec4 ink;
uniform float size;
uniform vec2 foot;
uniform float run;
uniform float blob;
out vec4 shown;
float lines(float each) {
  vec2 p = (at + vec2(0.0, run)) / each;
  vec2 wide = fwidth(p);
  vec2 off = abs(fract(p - 0.5) - 0.5) / max(wide, vec2(1e-6));
  vec2 on = (1.0 - smoothstep(0.0, 1.2, off)) * (1.0 - smoothstep(0.25, 0.6, wide));
  return max(on.x, on.y);
}
void main() {
  float fade = 1.0 - smoothstep(0.25, 1.0, length(at - middle) / reach);
  float grid = max(lines(cell) * 0.4, lines(cell * 5.0)) * fade * fade;
  float shade = exp(-dot(at - foot, at - foot) / (0.12 * size * size)) * blob;
  float alpha = max(grid * ink.a, shade * ink.a);
  shown = vec4(ink.rgb, alpha);
}`;
