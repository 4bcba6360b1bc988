/** Where on the body each corner of the mannequin's skin lies, for whatever it wears. Plain numbers, for the page and for workers. */
import type { Body } from 'poise';
import type { SkinnedMesh as Skin } from 'poise/io';
import { placeJoints } from '../pose-source.ts';

const COLLAR_SLOPE = 0.5; // how much higher the collar sits per distance from the middle of the neck

/** How bright shorts and top are, of the skin's own colour, and where they end (see `PanelPlaces.places`). */
export const CLOTHES = {
  shorts: { shade: 0.24, waist: 0.24, hem: 0.46 },
  top: { shade: 0.36, sleeve: 0.4, collar: 0.07 },
} as const;

export interface PanelPlaces {
  /** n×4: arm (0 shoulder, 1 elbow, 2 wrist), leg (0 hip, 1 knee, 2 ankle), trunk (0 hips, 1 shoulders) and neck (as the trunk, from the
   *  shoulders on). */
  readonly places: Float32Array;
  readonly shares: Float32Array; // n×2: how much of the corner belongs to arm and leg
}

export function panelPlaces(skin: Skin, body: Body): PanelPlaces {
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
  return { places, shares };
}

/** How bright each corner is of its own colour, by what it wears: the same as the shader of the person on stage has it, corner by corner. */
export function wornShades(skin: Skin, body: Body): Float32Array {
  const { places, shares } = panelPlaces(skin, body);
  const { shorts, top } = CLOTHES;
  return Float32Array.from({ length: shares.length / 2 }, (_, v) => {
    const [arm, leg, trunk, neck] = places.subarray(4 * v, 4 * v + 4) as unknown as [number, number, number, number];
    if (shares[2 * v]! > 0.4) return arm < top.sleeve ? top.shade : 1;
    if (shares[2 * v + 1]! > 0.4) return leg < shorts.hem ? shorts.shade : 1;
    if (trunk < shorts.waist) return shorts.shade;
    return neck < top.collar ? top.shade : 1;
  });
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
