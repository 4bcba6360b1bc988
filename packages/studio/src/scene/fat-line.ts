/**
 * Lines of a width in pixels, with a time at every point: trails that glow around the playhead, outlines, bones. One
 * buffer of points; every segment is an instance that reads two neighbours of it.
 */
import {
  Color,
  DynamicDrawUsage,
  Float32BufferAttribute,
  Group,
  InstancedBufferGeometry,
  InstancedInterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  ShaderMaterial,
  Vector2,
} from 'three';

const STRIDE = 5; // x y z, time [s], state

export interface FatLineOptions {
  readonly capacity: number; // points
  readonly width: number; // [CSS pixels]
  readonly hidden: number; // opacity where something stands in front: 0 hides, 1 draws over everything
  readonly past?: number; // [s] before the playhead at which the line has faded; absent: no fading
  readonly future?: number; // [s] after it
  readonly opacity?: number;
  readonly order?: number; // renderOrder
}

export interface FatLine {
  readonly object: Group;
  /** Point i. Points of state 0, 1, 2 take that colour; a negative state breaks the line. Call `finish` afterwards. */
  readonly setPoint: (i: number, x: number, y: number, z: number, time?: number, state?: number) => void;
  /** How many of the points count. */
  readonly finish: (count: number) => void;
  readonly setNow: (time: number) => void;
  readonly setColours: (...colours: readonly number[]) => void;
  readonly setOpacity: (opacity: number) => void;
  readonly dispose: () => void;
}

export function createFatLine(options: FatLineOptions): FatLine {
  const points = new Float32Array(STRIDE * Math.max(2, options.capacity));
  const buffer = new InstancedInterleavedBuffer(points, STRIDE, 1);
  buffer.setUsage(DynamicDrawUsage);
  const geometry = new InstancedBufferGeometry();
  // A quad: x tells the end, y the side.
  geometry.setAttribute('position', new Float32BufferAttribute([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0], 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  geometry.setAttribute('from', new InterleavedBufferAttribute(buffer, 3, 0));
  geometry.setAttribute('fromInfo', new InterleavedBufferAttribute(buffer, 2, 3));
  geometry.setAttribute('to', new InterleavedBufferAttribute(buffer, 3, STRIDE));
  geometry.setAttribute('toInfo', new InterleavedBufferAttribute(buffer, 2, STRIDE + 3));
  geometry.instanceCount = 0;
  const uniforms = {
    colours: { value: [new Color(), new Color(), new Color()] },
    size: { value: new Vector2(1, 1) },
    width: { value: options.width },
    now: { value: 0 },
    past: { value: options.past ?? 1e9 },
    future: { value: options.future ?? 1e9 },
    opacity: { value: options.opacity ?? 1 },
  };
  const order = options.order ?? 5;
  const layer = (depthTest: boolean, strength: number): Mesh<InstancedBufferGeometry, ShaderMaterial> => {
    const material = new ShaderMaterial({
      uniforms: { ...uniforms, strength: { value: strength } },
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthTest,
      depthWrite: false,
    });
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    mesh.renderOrder = order;
    mesh.onBeforeRender = (renderer) => {
      renderer.getSize(uniforms.size.value);
    };
    return mesh;
  };
  // Faint through everything, then full where nothing stands in front.
  const meshes = [
    ...(options.hidden > 0 ? [layer(false, options.hidden)] : []),
    ...(options.hidden < 1 ? [layer(true, 1)] : []),
  ];
  const object = new Group();
  object.add(...meshes);
  object.visible = false;
  return {
    object,
    setPoint(i, x, y, z, time = 0, state = 0) {
      const o = STRIDE * i;
      points[o] = x;
      points[o + 1] = y;
      points[o + 2] = z;
      points[o + 3] = time;
      points[o + 4] = state;
    },
    finish(count) {
      geometry.instanceCount = Math.max(0, count - 1);
      object.visible = count > 1;
      buffer.needsUpdate = true;
    },
    setNow(time) {
      uniforms.now.value = time;
    },
    setColours(...colours) {
      uniforms.colours.value.forEach((colour, i) => {
        colour.set(colours[Math.min(i, colours.length - 1)] ?? 0);
      });
    },
    setOpacity(opacity) {
      uniforms.opacity.value = opacity;
    },
    dispose() {
      geometry.dispose();
      for (const { material } of meshes) material.dispose();
    },
  };
}

const VERTEX = /* glsl */ `
  attribute vec3 from;
  attribute vec2 fromInfo;
  attribute vec3 to;
  attribute vec2 toInfo;
  uniform vec2 size;
  uniform float width;
  uniform float now;
  uniform float past;
  uniform float future;
  varying float seen;
  varying float state;
  varying float across;

  void main() {
    vec4 a = projectionMatrix * modelViewMatrix * vec4(from, 1.0);
    vec4 b = projectionMatrix * modelViewMatrix * vec4(to, 1.0);
    // What lies behind the near plane is cut off, or it would fly across the picture.
    float na = a.z + a.w;
    float nb = b.z + b.w;
    if (na < 0.0 && nb > 0.0) a = mix(a, b, -na / (nb - na) + 1e-4);
    if (nb < 0.0 && na > 0.0) b = mix(b, a, -nb / (na - nb) + 1e-4);
    vec2 along = (b.xy / b.w - a.xy / a.w) * size;
    along = length(along) > 1e-4 ? normalize(along) : vec2(1.0, 0.0);
    vec2 normal = vec2(-along.y, along.x);
    vec4 at = position.x < 0.5 ? a : b;
    // Half a width longer at both ends, so that corners close; not where overlaps would show as beads.
    float reach = past > 1e8 ? position.x - 0.5 : 0.0;
    vec2 shift = normal * position.y + along * reach;
    at.xy += shift * (width + 1.0) / size * at.w;
    across = position.y * (width + 1.0) / width;
    float time = position.x < 0.5 ? fromInfo.x : toInfo.x;
    float away = time < now ? (now - time) / past : (time - now) / future;
    seen = clamp(1.0 - away, 0.0, 1.0) * (time < now ? 1.0 : 0.6);
    if (past > 1e8) seen = 1.0;
    state = max(fromInfo.y, toInfo.y);
    bool broken = fromInfo.y < 0.0 || toInfo.y < 0.0 || (na < 0.0 && nb < 0.0) || away > 1.2;
    gl_Position = broken ? vec4(2.0, 2.0, 2.0, 1.0) : at;
  }`;

const FRAGMENT = /* glsl */ `
  uniform vec3 colours[3];
  uniform float opacity;
  uniform float strength;
  uniform float width;
  varying float seen;
  varying float state;
  varying float across;

  void main() {
    vec3 colour = state < 0.5 ? colours[0] : state < 1.5 ? colours[1] : colours[2];
    float edge = clamp((1.0 - abs(across)) * 0.5 * width + 0.5, 0.0, 1.0);
    gl_FragColor = vec4(colour, opacity * strength * seen * edge);
    #include <colorspace_fragment>
  }`;
