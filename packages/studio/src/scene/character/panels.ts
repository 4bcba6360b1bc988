/** What the mannequin wears: seams at its joints, a darker top and shorts; and its eyes. Drawn by the shader, so that edges stay sharp. */
import type { Body } from 'poise';
import type { SkinnedMesh as Skin } from 'poise/io';
import {
  BufferAttribute,
  type BufferGeometry,
  Color,
  MeshStandardMaterial,
  type MeshStandardMaterialParameters,
} from 'three';
import { placeJoints } from '../pose-source.ts';

const MATTE = 0.86; // roughness
const COLOURS: Readonly<Record<string, number>> = { body: 0xc6bdb4, face: 0xb0a59b, shoe: 0x30353d, sole: 0x1d2024 };
const COLLAR_SLOPE = 0.5; // how much higher the collar sits per distance from the middle of the neck

/** Colour and answer to light of a part of the skin. */
export function matteMaterial(part: Skin['materials'][number], paint: (colour: Color) => Color): MeshStandardMaterial {
  const own = COLOURS[part.name];
  const options: MeshStandardMaterialParameters = {
    color: paint(own === undefined ? new Color().setRGB(...part.colour) : new Color(own)),
    roughness: Math.max(MATTE, part.roughness),
    metalness: part.metallic,
    vertexColors: true,
  };
  const material = new MeshStandardMaterial(options);
  if (part.name === 'body') material.onBeforeCompile = drawPanels;
  if (part.name === 'face') material.onBeforeCompile = drawEyes;
  return material;
}

/** Where each vertex lies on its limb: arm (0 shoulder, 1 elbow, 2 wrist), leg (0 hip, 1 knee, 2 ankle), trunk (0 hips,
 *  1 shoulders) and neck (as the trunk, from the shoulders on), and how much of it belongs to arm and leg. */
export function addPanels(geometry: BufferGeometry, skin: Skin, body: Body): void {
  const { skeleton, roles } = body;
  const n = skeleton.names.length;
  const origins = new Float64Array(3 * n);
  placeJoints(origins, new Float64Array(4 * n), skeleton, skin.bindPose);
  const arms = limbsOf(body, origins, ['UpperArm', 'LowerArm', 'Hand']);
  const legs = limbsOf(body, origins, ['UpperLeg', 'LowerLeg', 'Foot']);
  const [armOf, legOf] = [membersOf(body, 'UpperArm'), membersOf(body, 'UpperLeg')];
  const middle = (a: number, b: number, k: number): number => (origins[3 * a + k]! + origins[3 * b + k]!) / 2;
  const [hipL, hipR, armL, armR] = [
    roles.leftUpperLeg!,
    roles.rightUpperLeg!,
    roles.leftUpperArm!,
    roles.rightUpperArm!,
  ];
  const hips = middle(hipL, hipR, 1);
  const trunk = Math.max(1e-3, middle(armL, armR, 1) - hips);
  const [neckX, neckZ] = [middle(armL, armR, 0), middle(armL, armR, 2)];
  const count = skin.positions.length / 3;
  const places = new Float32Array(4 * count);
  const shares = new Float32Array(2 * count);
  for (let v = 0; v < count; v++) {
    const [x, y, z] = skin.positions.subarray(3 * v, 3 * v + 3) as unknown as [number, number, number];
    const rise = (y - hips) / trunk;
    const collar = rise - 1 - (COLLAR_SLOPE * Math.hypot(x - neckX, z - neckZ)) / trunk;
    places.set([placeOn(arms, x, y, z), placeOn(legs, x, y, z), rise, collar], 4 * v);
    for (let k = 4 * v; k < 4 * v + 4; k++) {
      shares[2 * v]! += armOf[skin.joints[k]!]! * skin.weights[k]!;
      shares[2 * v + 1]! += legOf[skin.joints[k]!]! * skin.weights[k]!;
    }
  }
  geometry.setAttribute('place', new BufferAttribute(places, 4));
  geometry.setAttribute('share', new BufferAttribute(shares, 2));
  geometry.setAttribute('gaze', new BufferAttribute(placesOnFace(skin), 2));
}

/** Where each vertex lies on the face: from −1 to 1, to the left and up. */
function placesOnFace(skin: Skin): Float32Array {
  const { groups, materials, indices, positions } = skin;
  const face = groups.filter(({ material }) => materials[material]?.name === 'face');
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { start, count } of face)
    for (let i = start; i < start + count; i++)
      for (let k = 0; k < 2; k++) {
        const at = positions[3 * indices[i]! + k]!;
        low[k] = Math.min(low[k]!, at);
        high[k] = Math.max(high[k]!, at);
      }
  const places = new Float32Array((2 * positions.length) / 3);
  for (let i = 0; i < places.length; i++) {
    const k = i % 2;
    const [from, to] = [low[k]!, high[k]!];
    places[i] = to > from ? (2 * positions[(3 * (i - k)) / 2 + k]! - from - to) / (to - from) : 2;
  }
  return places;
}

interface Rod {
  readonly from: readonly number[]; // [m]
  readonly along: readonly number[]; // to the far end [m], over its length squared
}
type Limb = readonly Rod[];

function limbsOf({ roles }: Body, origins: Float64Array, parts: readonly string[]): readonly Limb[] {
  return ['left', 'right'].map((side) => {
    const joints = parts.map((part) => roles[`${side}${part}` as keyof typeof roles]).filter((j) => j !== undefined);
    return joints.slice(1).map((joint, i): Rod => {
      const from = Array.from(origins.subarray(3 * joints[i]!, 3 * joints[i]! + 3));
      const way = from.map((at, k) => origins[3 * joint + k]! - at);
      const square = Math.max(
        1e-6,
        way.reduce((sum, d) => sum + d * d, 0),
      );
      return { from, along: way.map((d) => d / square) };
    });
  });
}

/** Rods passed, on the limb whose first joint is nearer. */
function placeOn([left = [], right = []]: readonly Limb[], x: number, y: number, z: number): number {
  const away = ([first]: Limb): number =>
    first ? Math.hypot(x - first.from[0]!, y - first.from[1]!, z - first.from[2]!) : Number.POSITIVE_INFINITY;
  const limb = away(left) < away(right) ? left : right;
  let place = 0;
  limb.forEach(({ from, along }, i) => {
    const share = (x - from[0]!) * along[0]! + (y - from[1]!) * along[1]! + (z - from[2]!) * along[2]!;
    if (i === 0 || share > 0) place = i + share;
  });
  return place;
}

/** 1 for joints at and below both joints of a role. */
function membersOf({ skeleton, roles }: Body, part: 'UpperArm' | 'UpperLeg'): Uint8Array {
  const is = new Uint8Array(skeleton.names.length);
  skeleton.parents.forEach((parent, joint) => {
    const starts = joint === roles[`left${part}`] || joint === roles[`right${part}`];
    is[joint] = starts || (joint > 0 && is[parent] === 1) ? 1 : 0;
  });
  return is;
}

function drawPanels(shader: { vertexShader: string; fragmentShader: string }): void {
  shader.vertexShader = shader.vertexShader
    .replace('#include <common>', `#include <common>\n${VERTEX}`)
    .replace('#include <begin_vertex>', '#include <begin_vertex>\nvPlace = place;\nvShare = share;');
  shader.fragmentShader = shader.fragmentShader
    .replace('#include <common>', `#include <common>\n${FRAGMENT}`)
    .replace('#include <color_fragment>', '#include <color_fragment>\ndiffuseColor.rgb *= worn();');
}

/** Two dark eyes with a light in them: one sees where it looks. */
function drawEyes(shader: { vertexShader: string; fragmentShader: string }): void {
  shader.vertexShader = shader.vertexShader
    .replace('#include <common>', '#include <common>\nattribute vec2 gaze;\nvarying vec2 vGaze;')
    .replace('#include <begin_vertex>', '#include <begin_vertex>\nvGaze = gaze;');
  shader.fragmentShader = shader.fragmentShader
    .replace('#include <common>', `#include <common>\n${EYES}`)
    .replace(
      '#include <color_fragment>',
      '#include <color_fragment>\ndiffuseColor.rgb *= 1.0 - 0.9 * eye(vec2(0.0), 1.0);',
    )
    .replace(
      '#include <emissivemap_fragment>',
      '#include <emissivemap_fragment>\ntotalEmissiveRadiance += vec3(0.75 * eye(vec2(0.05, 0.045), 0.26));',
    );
}

const EYES = /* glsl */ `
  varying vec2 vGaze;
  float eye(vec2 shift, float size) {
    vec2 off = vec2(abs(vGaze.x) - 0.37, vGaze.y - 0.13) - vec2(sign(vGaze.x) * shift.x, shift.y);
    float away = length(off / vec2(0.135, 0.085)) / size;
    float soft = fwidth(away) + 0.05;
    return 1.0 - smoothstep(1.0 - soft, 1.0 + soft, away);
  }`;

const VERTEX = /* glsl */ `
  attribute vec4 place;
  attribute vec2 share;
  varying vec4 vPlace;
  varying vec2 vShare;`;

const FRAGMENT = /* glsl */ `
  varying vec4 vPlace;
  varying vec2 vShare;
  float seam(float x, float at, float halfWidth) {
    float soft = fwidth(x) + 1e-6;
    return (1.0 - smoothstep(halfWidth, halfWidth + soft, abs(x - at))) * min(1.0, 2.0 * halfWidth / soft);
  }
  float below(float x, float edge) {
    float soft = fwidth(x) + 1e-6;
    return 1.0 - smoothstep(edge - soft, edge + soft, x);
  }
  float worn() {
    float arm = smoothstep(0.3, 0.5, vShare.x);
    float leg = smoothstep(0.3, 0.5, vShare.y);
    float waist = below(vPlace.z, 0.24);
    float sleeve = below(vPlace.x, 0.4);
    float hem = below(vPlace.y, 0.46);
    float collar = below(vPlace.w, 0.07);
    float shorts = mix(waist, hem, leg) * (1.0 - arm);
    float top = mix((1.0 - waist) * collar * (1.0 - leg), sleeve, arm);
    float lines = max(arm * max(seam(vPlace.x, 0.06, 0.014), max(seam(vPlace.x, 1.0, 0.014), seam(vPlace.x, 1.97, 0.014))),
      leg * max(seam(vPlace.y, 0.04, 0.009), seam(vPlace.y, 1.0, 0.009)));
    lines = max(lines, (1.0 - arm) * (1.0 - leg) * max(seam(vPlace.z, 0.24, 0.009), seam(vPlace.w, 0.07, 0.009)));
    return mix(1.0, 0.24, clamp(shorts, 0.0, 1.0)) * mix(1.0, 0.36, clamp(top, 0.0, 1.0)) * mix(1.0, 0.3, lines);
  }`;
