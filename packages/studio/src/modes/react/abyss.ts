/**
 * The ground that ends: everything outside a convex polygon falls away. Painted on the floor itself, so that bodies stand
 * before it; each point looks past the floor and finds the wall below the polygon's edge that its ray would meet.
 */
import { CircleGeometry, Color, Mesh, ShaderMaterial, Vector2 } from 'three';

const MOST_CORNERS = 8;
const RADIUS = 40; // [m]

const VERTEX = /* glsl */ `
  varying vec3 floorPoint;
  void main() {
    vec4 at = modelMatrix * vec4(position, 1.0);
    floorPoint = at.xyz;
    gl_Position = projectionMatrix * viewMatrix * at;
  }`;

const FRAGMENT = /* glsl */ `
  uniform vec2 corners[${MOST_CORNERS}];
  uniform int count;
  uniform vec3 wall;
  uniform vec3 depth;
  uniform vec2 middle;
  varying vec3 floorPoint;

  void main() {
    vec2 p = floorPoint.xz;
    vec3 ray = normalize(floorPoint - cameraPosition);
    bool inside = true;
    float down = 1e9; // metres below the floor at which the ray meets a wall
    float lit = 1.0;
    for (int i = 0; i < ${MOST_CORNERS}; i++) {
      if (i >= count) break;
      vec2 a = corners[i];
      vec2 b = corners[i + 1 < count ? i + 1 : 0];
      vec2 along = b - a;
      vec2 outward = normalize(vec2(along.y, -along.x));
      float away = dot(p - a, outward);
      if (away > 0.0) inside = false;
      float towards = dot(ray.xz, outward);
      if (away <= 0.0 || towards >= -1e-5) continue;
      float t = away / -towards;
      vec2 hit = p + t * ray.xz;
      float u = dot(hit - a, along) / dot(along, along);
      if (u < 0.0 || u > 1.0 || -t * ray.y > down) continue;
      down = -t * ray.y;
      lit = 0.8 + 0.2 * abs(outward.y);
    }
    if (inside) discard;
    float far = smoothstep(9.0, 26.0, length(p - middle));
    vec3 colour = mix(wall * lit, depth, smoothstep(0.0, 1.6, down));
    gl_FragColor = vec4(colour, 1.0 - far);
    #include <colorspace_fragment>
  }`;

export interface Abyss {
  readonly object: Mesh;
  /** Corners [m] of what carries, counted anticlockwise or clockwise; none: nothing falls away. */
  readonly set: (polygon: readonly (readonly [x: number, z: number])[]) => void;
  readonly setColours: (wall: number, depth: number) => void;
  readonly dispose: () => void;
}

export function createAbyss(order: number, lift: number): Abyss {
  const corners = Array.from({ length: MOST_CORNERS }, () => new Vector2());
  const uniforms = {
    corners: { value: corners },
    count: { value: 0 },
    wall: { value: new Color() },
    depth: { value: new Color() },
    middle: { value: new Vector2() },
  };
  const material = new ShaderMaterial({
    uniforms,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    transparent: true,
    depthWrite: false,
  });
  const object = new Mesh(new CircleGeometry(RADIUS, 40).rotateX(-Math.PI / 2), material);
  object.renderOrder = order;
  object.frustumCulled = false;
  object.visible = false;
  return {
    object,
    set(polygon) {
      const points = turnsLeft(polygon) ? polygon : [...polygon].reverse();
      object.visible = points.length >= 3;
      uniforms.count.value = Math.min(MOST_CORNERS, points.length);
      points.slice(0, MOST_CORNERS).forEach(([x, z], i) => {
        corners[i]!.set(x, z);
      });
      const [x, z] = [0, 1].map((c) => points.reduce((sum, point) => sum + point[c as 0 | 1], 0) / points.length);
      if (!object.visible) return;
      uniforms.middle.value.set(x!, z!);
      object.position.set(x!, lift, z!);
    },
    setColours(wall, depth) {
      uniforms.wall.value.set(wall);
      uniforms.depth.value.set(depth);
    },
    dispose() {
      object.geometry.dispose();
      material.dispose();
    },
  };
}

/** Twice the signed area is positive where (dz, −dx) of an edge points outwards. */
function turnsLeft(polygon: readonly (readonly [x: number, z: number])[]): boolean {
  let area = 0;
  polygon.forEach(([x, z], i) => {
    const [nx, nz] = polygon[(i + 1) % polygon.length]!;
    area += x * nz - nx * z;
  });
  return area > 0;
}
