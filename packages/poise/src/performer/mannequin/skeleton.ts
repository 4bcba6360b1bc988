/** A neutral adult: VRM joint names, T-pose, facing +Z, all joint frames parallel to the world at rest. */
import type { Body } from '../../body/body.ts';
import { createBody } from '../../body/create-body.ts';
import { UsageError } from '../../errors.ts';
import type { Vec3 } from '../../math/types.ts';
import { type RoleMap, SIDES } from '../../motion/roles.ts';
import { createSkeleton, type EndSite, restPose, type Skeleton } from '../../motion/skeleton.ts';
import { BACK, COLLAR, FOOT, HEAD, PROPORTIONS, type Sex } from './proportions.ts';

export interface MannequinOptions {
  readonly height: number; // [m] stature
  readonly mass: number; // [kg]
  readonly sex: Sex;
}

/** The size of the figures in most motion libraries; body mass index 22.5. */
export const MANNEQUIN_DEFAULTS: MannequinOptions = { height: 1.75, mass: 68.9, sex: 'average' };

export interface Mannequin {
  readonly skeleton: Skeleton;
  readonly roles: RoleMap;
  readonly body: Body;
  /** Coordinates of the T-pose with both soles on the ground y = 0, the hip joints above x = z = 0. */
  readonly standing: Float64Array;
}

/** A person to animate. Without a mass, body mass index 22.5.
 *
 * ```ts
 * const { skeleton, roles, body, standing } = createMannequin({ height: 1.68, mass: 61, sex: 'female' }); // [m], [kg]
 * ```
 */
export function createMannequin(options: Partial<MannequinOptions> = {}): Mannequin {
  const height = options.height ?? MANNEQUIN_DEFAULTS.height;
  const mass = options.mass ?? 22.5 * height ** 2;
  const sex = options.sex ?? MANNEQUIN_DEFAULTS.sex;
  if (!(height >= 0.5 && height <= 3)) throw new UsageError(`a height from 0.5 to 3 metres is needed, found ${height}`);
  if (!(mass >= 1 && mass <= 1000)) throw new UsageError(`a mass from 1 to 1000 kilograms is needed, found ${mass}`);
  const { skeleton, roles, hipsHeight } = mannequinSkeleton(height, sex);
  const standing = restPose(skeleton);
  standing[1] = hipsHeight;
  return { skeleton, roles, body: createBody(skeleton, roles, { height, mass, sex }), standing };
}

/** Joints are named by where they are in the world; offsets follow from that, the frames being parallel. */
function mannequinSkeleton(height: number, sex: Sex) {
  const p = PROPORTIONS[sex];
  const names: string[] = [];
  const parents: number[] = [];
  const places: Vec3[] = []; // over stature, feet on y = 0, hip joints on z = 0
  const endSites: EndSite[] = [];
  const roles: Record<string, number> = {};
  const add = (name: string, parent: string, place: Vec3): void => {
    roles[name] = names.length;
    parents.push(roles[parent] ?? -1);
    names.push(name);
    places.push(place);
  };
  const end = (joint: string, place: Vec3): void => {
    const [x, y, z] = places[roles[joint]];
    const offset: Vec3 = [height * (place[0] - x), height * (place[1] - y), height * (place[2] - z)];
    endSites.push({ joint: roles[joint], offset });
  };
  const rise = (share: number): number => p.hipHeight + share * p.shoulderRise;
  const back = (part: keyof typeof BACK): Vec3 => [0, rise(BACK[part].rise), BACK[part].ahead];
  add('hips', '', back('hips'));
  add('spine', 'hips', back('spine'));
  add('chest', 'spine', back('chest'));
  add('upperChest', 'chest', back('upperChest'));
  add('neck', 'upperChest', back('neck'));
  add('head', 'neck', [0, HEAD.height, HEAD.ahead]);
  end('head', [0, 1, HEAD.ahead]);
  for (const side of SIDES) {
    const s = side === 'left' ? 1 : -1;
    const shoulder = p.shoulderHalfBreadth;
    add(`${side}Shoulder`, 'upperChest', [s * COLLAR.aside, rise(COLLAR.rise), COLLAR.ahead]);
    add(`${side}UpperArm`, `${side}Shoulder`, [s * shoulder, rise(1), 0]);
    add(`${side}LowerArm`, `${side}UpperArm`, [s * (shoulder + p.upperArm), rise(1), 0]);
    add(`${side}Hand`, `${side}LowerArm`, [s * (shoulder + p.upperArm + p.forearm), rise(1), 0]);
    end(`${side}Hand`, [s * (shoulder + p.upperArm + p.forearm + p.hand), rise(1), 0]);
  }
  for (const side of SIDES) {
    const x = (side === 'left' ? 1 : -1) * p.hipHalfBreadth;
    add(`${side}UpperLeg`, 'hips', [x, p.hipHeight, 0]);
    add(`${side}LowerLeg`, `${side}UpperLeg`, [x, p.kneeHeight, 0]);
    add(`${side}Foot`, `${side}LowerLeg`, [x, p.ankleHeight, 0]);
    add(`${side}Toes`, `${side}Foot`, [x, FOOT.toeHeight, FOOT.ball * FOOT.length]);
    end(`${side}Toes`, [x, FOOT.toeHeight, FOOT.tip * FOOT.length]);
  }
  const offsets = places.flatMap((place, joint) =>
    joint === 0 ? [0, 0, 0] : place.map((value, k) => height * (value - places[parents[joint]][k])),
  );
  const skeleton = createSkeleton({ names, parents, offsets, endSites });
  return { skeleton, roles: roles as RoleMap, hipsHeight: height * rise(BACK.hips.rise) };
}
