/** Renderer, lights and sky: what is there before anyone enters. */
import {
  BackSide,
  Color,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  NeutralToneMapping,
  PCFShadowMap,
  Scene,
  ShaderMaterial,
  SphereGeometry,
  Vector3,
  WebGLRenderer,
} from 'three';
import { createGround, type Ground } from './ground.ts';
import type { Palette } from './palette.ts';

const MOST_PIXELS = 2; // per CSS pixel; more costs without being seen
const SHADOW_REACH = 2.2; // [m] around the person
const KEY_FROM = new Vector3(2.5, 5.4, 2.5); // [m] from the person's middle: their left, above, ahead; the camera starts at their right
const FILL_FROM = new Vector3(-4, 1.6, 3);
const RIM_FROM = new Vector3(-2.6, 3.2, -4.2);
const OTHER_RIM_FROM = new Vector3(3.4, 2.2, -3.6);
const UP = new Vector3(0, 1, 0);

export interface Stage {
  readonly renderer: WebGLRenderer;
  readonly scene: Scene;
  readonly ground: Ground;
  readonly setTheme: (palette: Palette, dark: boolean) => void;
  /** Moves light and shadow along with the person; y is where the feet are. */
  readonly lightAt: (x: number, y: number, z: number) => void;
  /** The key light comes from in front of someone who faces this way [rad] about the vertical. */
  readonly lightFor: (heading: number) => void;
  readonly resize: (width: number, height: number) => void;
  readonly dispose: () => void;
}

export function createStage(): Stage {
  const renderer = new WebGLRenderer({ antialias: true, powerPreference: 'high-performance', stencil: true });
  renderer.toneMapping = NeutralToneMapping;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.shadowMap.autoUpdate = false; // only when the pose has changed
  const scene = new Scene();
  const ground = createGround();
  const sky = createSky();
  const lights = createLights();
  scene.add(sky, ground.object, ...lights.objects);
  return {
    renderer,
    scene,
    ground,
    setTheme(palette, dark) {
      ground.setTheme(palette);
      sky.material.uniforms['top']!.value.set(palette.skyTop);
      sky.material.uniforms['horizon']!.value.set(palette.horizon);
      scene.background = new Color(palette.horizon);
      lights.setTheme(dark);
    },
    lightAt: lights.moveTo,
    lightFor: lights.turnTo,
    resize(width, height) {
      renderer.setPixelRatio(Math.min(globalThis.devicePixelRatio || 1, MOST_PIXELS));
      renderer.setSize(Math.max(1, width), Math.max(1, height), false);
    },
    dispose() {
      ground.dispose();
      sky.geometry.dispose();
      sky.material.dispose();
      lights.key.dispose();
      renderer.dispose();
    },
  };
}

/** A soft sky from above, a warm key light that throws the shadow, a weak fill, two cool lights from behind for the silhouette. */
function createLights() {
  const around = new HemisphereLight();
  const key = new DirectionalLight(0xfff0dd, 1);
  const fill = new DirectionalLight(0xe6edff, 1);
  const rim = new DirectionalLight(0xcfe0ff, 1);
  const otherRim = new DirectionalLight(0xb9d2ff, 1);
  key.castShadow = true;
  key.shadow.mapSize.set(2048, 2048);
  key.shadow.radius = 5;
  key.shadow.bias = -0.0004;
  key.shadow.normalBias = 0.035;
  const { camera } = key.shadow;
  camera.left = camera.bottom = -SHADOW_REACH;
  camera.right = camera.top = SHADOW_REACH;
  camera.near = 1;
  camera.far = 14;
  const centre = new Vector3();
  let turn = 0;
  const follow = (light: DirectionalLight, from: Vector3): void => {
    light.target.position.copy(centre);
    light.position.copy(from).applyAxisAngle(UP, turn).add(centre);
  };
  return {
    key,
    objects: [around, key, key.target, fill, fill.target, rim, rim.target, otherRim, otherRim.target],
    setTheme(dark: boolean) {
      around.color.set(dark ? 0xaab8cc : 0xffffff);
      around.groundColor.set(dark ? 0x646b76 : 0xb5b2ac);
      around.intensity = dark ? 0.85 : 1.25;
      key.intensity = dark ? 2.7 : 2.6;
      fill.intensity = dark ? 0.95 : 0.6;
      rim.intensity = dark ? 3.4 : 1.1;
      otherRim.intensity = dark ? 2.2 : 0.6;
    },
    moveTo(x: number, y: number, z: number) {
      // Half-metre steps keep the shadow's texels where they are while the person moves within them.
      centre.set(Math.round(2 * x) / 2, y + 0.9, Math.round(2 * z) / 2);
      follow(key, KEY_FROM);
      follow(fill, FILL_FROM);
      follow(rim, RIM_FROM);
      follow(otherRim, OTHER_RIM_FROM);
    },
    turnTo(heading: number) {
      turn = heading;
    },
  };
}

function createSky(): Mesh<SphereGeometry, ShaderMaterial> {
  const material = new ShaderMaterial({
    side: BackSide,
    depthWrite: false,
    depthTest: false,
    uniforms: { top: { value: new Color() }, horizon: { value: new Color() } },
    vertexShader: /* glsl */ `
      varying vec3 direction;
      void main() {
        direction = position;
        vec4 clip = projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0);
        gl_Position = clip.xyww;
      }`,
    fragmentShader: /* glsl */ `
      uniform vec3 top;
      uniform vec3 horizon;
      varying vec3 direction;
      void main() {
        float rise = max(0.0, normalize(direction).y);
        gl_FragColor = vec4(mix(horizon, top, smoothstep(0.0, 0.55, rise)), 1.0);
        #include <colorspace_fragment>
      }`,
  });
  const sky = new Mesh(new SphereGeometry(1, 24, 16), material);
  sky.frustumCulled = false;
  sky.renderOrder = -100;
  return sky;
}
