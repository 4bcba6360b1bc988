/** The floor: a grid of metres and tenths without end, which takes the shadow and fades into the horizon. */
import type { BalanceReport } from 'poise';
import {
  CircleGeometry,
  Color,
  Group,
  Mesh,
  ShadowMaterial,
  Vector3,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import type { Palette } from './palette.ts';

export interface Ground {
  readonly object: Group; // y = 0 is the floor; what lies on the floor goes in here
  /** The plane that the analysis found, or y = 0. */
  readonly place: (report: BalanceReport | undefined) => void;
  /** Keeps the disc under the camera's target (world), large enough for a picture `span` metres high. */
  readonly centre: (x: number, z: number, span: number) => void;
  readonly setTheme: (palette: Palette) => void;
  readonly dispose: () => void;
}

const RADIUS = 60; // [m]
const UP = new Vector3(0, 1, 0);

const GRID = /* glsl */ `
  uniform vec3 groundColour;
  uniform vec3 metreColour;
  uniform vec3 tenthColour;
  uniform vec3 shadowColour;
  uniform float shadowStrength;
  varying vec3 floorPoint;

  // Share of a line of the given width [pixels] at this point; lines closer than a few pixels melt away.
  float lines(vec2 at, float width) {
    vec2 pixel = fwidth(at);
    vec2 distance = abs(fract(at - 0.5) - 0.5) / pixel;
    vec2 line = clamp(0.5 * width + 0.5 - distance, 0.0, 1.0);
    line *= 1.0 - smoothstep(0.04, 0.22, pixel);
    return max(line.x, line.y);
  }`;

const PAINT = /* glsl */ `
  vec2 at = floorPoint.xz;
  float away = length(floorPoint - cameraPosition) - length(middle - cameraPosition);
  // A pool of light where the person is; it holds the eye there.
  float near = length((floorPoint - middle).xz) / (3.2 * reach);
  float pool = exp(-near * near);
  vec3 ground = groundColour * (0.94 + glow * pool);
  vec3 paint = mix(ground, tenthColour, 0.75 * lines(10.0 * at, 1.0));
  paint = mix(paint, metreColour, lines(at, 1.35));
  float shade = shadowStrength * (1.0 - getShadowMask());
  paint = mix(paint, shadowColour, shade);
  // Seen flat and far away, the floor becomes horizon.
  float flat_ = abs(normalize(floorPoint - cameraPosition).y);
  float seen = (1.0 - smoothstep(3.0 * reach, 38.0 * reach, away)) * smoothstep(0.0, 0.09, flat_);
  gl_FragColor = vec4(paint, seen);`;

export function createGround(): Ground {
  const reach = { value: 1 };
  const middle = { value: new Vector3() };
  const uniforms = {
    groundColour: { value: new Color() },
    metreColour: { value: new Color() },
    tenthColour: { value: new Color() },
    shadowColour: { value: new Color() },
    shadowStrength: { value: 0.4 },
    glow: { value: 0.1 },
    reach,
    middle,
  };
  const material = new ShadowMaterial();
  material.toneMapped = false;
  material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('void main() {', 'varying vec3 floorPoint;\nvoid main() {')
      .replace('#include <fog_vertex>', 'floorPoint = (modelMatrix * vec4(transformed, 1.0)).xyz;');
    shader.fragmentShader = shader.fragmentShader
      .replace(
        'void main() {',
        `uniform float reach;\nuniform float glow;\nuniform vec3 middle;\n${GRID}\nvoid main() {`,
      )
      .replace('gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );', PAINT);
  };
  const disc = new Mesh(new CircleGeometry(RADIUS, 48).rotateX(-Math.PI / 2), material);
  disc.receiveShadow = true;
  disc.frustumCulled = false;
  disc.renderOrder = -50;
  const object = new Group();
  object.add(disc);
  return {
    object,
    place(report) {
      object.position.set(0, report?.ground.height ?? 0, 0);
      object.quaternion.setFromUnitVectors(UP, new Vector3(...(report?.ground.normal ?? [0, 1, 0])));
    },
    centre(x, z, span) {
      disc.position.set(Math.round(x), 0, Math.round(z));
      // How far away things look depends on the lens and on how much is in the picture.
      const scale = Math.max(1, span / 4);
      disc.scale.setScalar(scale);
      reach.value = scale;
      middle.value.set(x, object.position.y, z);
    },
    setTheme(palette) {
      uniforms.groundColour.value.set(palette.ground);
      uniforms.metreColour.value.set(palette.gridMetre);
      uniforms.tenthColour.value.set(palette.gridTenth);
      uniforms.shadowColour.value.set(palette.shadow);
      uniforms.shadowStrength.value = palette.shadowStrength;
      uniforms.glow.value = palette.glow;
    },
    dispose() {
      disc.geometry.dispose();
      material.dispose();
    },
  };
}
