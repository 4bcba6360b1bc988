import { quatFromMat3 } from '../../math/quat-mat3.ts';
import { add, cross, scale, sub } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Role } from '../roles.ts';
import { coordinateCount, quatIndex } from '../skeleton.ts';
import { aimed } from './aim.ts';
import { fitChain } from './chain.ts';
import type { SideLetter } from './landmarks.ts';
import { type MeasuredPerson, type PersonBones, SIDE_NAME } from './person.ts';
import { compose, frameFromXY, frameFromYX, type RigidPose, toWorld, transpose } from './rigid.ts';
import { at, directionOf } from './vectors.ts';

/** Feet stand on the ground and carry the contacts, so ankles count more than knees. */
const LEG_WEIGHTS = [1, 4];
const ARM_WEIGHTS = [1, 1, 1];

/** Measured joint centres [m] that the fit is judged by, per role and frame. */
export type Targets = Partial<Record<Role, Vec3>>;

/** World rotation per joint of one frame; joints that are not set follow their parent. */
type Rotations = (Float64Array | undefined)[];

export interface FittedFrames {
  readonly q: Float64Array; // frames × nq
  readonly errors: ReadonlyMap<Role, number[]>; // [m] distance of each joint from its measured centre, per frame
}

export function fitFrames(person: MeasuredPerson, bones: PersonBones): FittedFrames {
  const { skeleton } = bones;
  const nq = coordinateCount(skeleton);
  const q = new Float64Array(nq * person.trial.frames);
  const errors = new Map<Role, number[]>();
  const places = new Float64Array(3 * skeleton.names.length);
  const previous = new Float64Array(4 * skeleton.names.length);
  for (let frame = 0; frame < person.trial.frames; frame++) {
    const rotations: Rotations = skeleton.names.map(() => undefined);
    const targets: Targets = {};
    const root = person.hips[frame];
    rotations[0] = root.rotation;
    if (person.upper) poseTrunk(person, bones, frame, rotations, targets);
    poseLeg(person, bones, 'l', frame, rotations, targets);
    poseLeg(person, bones, 'r', frame, rotations, targets);
    writeFrame(q, frame * nq, bones, root.origin, rotations, places, previous);
    for (const role of Object.keys(targets) as Role[]) {
      const i = 3 * bones.joint[role]!;
      const [x, y, z] = targets[role]!;
      const list = errors.get(role) ?? [];
      list.push(Math.hypot(places[i] - x, places[i + 1] - y, places[i + 2] - z));
      errors.set(role, list);
    }
  }
  return { q, errors };
}

/** World rotations → coordinates; also the world places of the joints, for the residuals. */
function writeFrame(
  q: Float64Array,
  o: number,
  bones: PersonBones,
  origin: Vec3,
  rotations: Rotations,
  places: Float64Array,
  previous: Float64Array,
): void {
  const { skeleton } = bones;
  q.set(origin, o);
  places.set(origin, 0);
  for (let j = 0; j < skeleton.names.length; j++) {
    const parent = skeleton.parents[j];
    const own = rotations[j] ?? rotations[parent]!;
    rotations[j] = own;
    const local = parent < 0 ? own : compose(transpose(rotations[parent]!), own);
    const at4 = o + quatIndex(j);
    quatFromMat3(q, at4, local, 0);
    // q and −q are the same turn; stay on the side of the frame before
    let alike = 0;
    for (let k = 0; k < 4; k++) alike += q[at4 + k] * previous[4 * j + k];
    for (let k = 0; k < 4; k++) {
      if (alike < 0) q[at4 + k] = -q[at4 + k];
      previous[4 * j + k] = q[at4 + k];
    }
    if (parent < 0) continue;
    const offset: Vec3 = [skeleton.offsets[3 * j], skeleton.offsets[3 * j + 1], skeleton.offsets[3 * j + 2]];
    const base: Vec3 = [places[3 * parent], places[3 * parent + 1], places[3 * parent + 2]];
    places.set(toWorld({ rotation: rotations[parent]!, origin: base }, offset), 3 * j);
  }
}

function poseLeg(
  person: MeasuredPerson,
  bones: PersonBones,
  side: SideLetter,
  frame: number,
  rotations: Rotations,
  targets: Targets,
): void {
  const name = SIDE_NAME[side];
  const leg = person.legs[side];
  const { joint, length } = bones;
  const hip = at(leg.hip, frame);
  const wanted = [at(leg.knee, frame), at(leg.ankle, frame)];
  const [thigh, shank] = fitChain(hip, wanted, [length[`${name}LowerLeg`]!, length[`${name}Foot`]!], LEG_WEIGHTS);
  const left = at(leg.left, frame);
  rotations[joint[`${name}UpperLeg`]!] = frameFromYX(scale(thigh, -1), left, hip).rotation;
  rotations[joint[`${name}LowerLeg`]!] = frameFromYX(scale(shank, -1), left, hip).rotation;
  rotations[joint[`${name}Foot`]!] = person.feet[side].rotations[frame];
  targets[`${name}UpperLeg`] = hip;
  targets[`${name}LowerLeg`] = wanted[0];
  targets[`${name}Foot`] = wanted[1];
}

function poseTrunk(
  person: MeasuredPerson,
  bones: PersonBones,
  frame: number,
  rotations: Rotations,
  targets: Targets,
): void {
  const upper = person.upper!;
  const { joint, skeleton } = bones;
  const root = person.hips[frame];
  const thorax = upper.thorax[frame];
  const spine = toWorld(root, offsetOf(bones, 'spine'));
  const chestTarget = toWorld(thorax, bones.chestInThorax);
  const up = directionOf(sub(chestTarget, spine));
  const across = add(turnedX(root), turnedX(thorax));
  rotations[joint.spine!] = frameFromYX(up, across, spine).rotation;
  rotations[joint.chest!] = thorax.rotation;
  const chest: RigidPose = {
    rotation: thorax.rotation,
    origin: add(spine, scale(up, skeleton.offsets[3 * joint.chest! + 1])),
  };
  targets.chest = chestTarget;
  targets.neck = thorax.origin;
  if (upper.head) {
    const head = upper.head[frame];
    const neck = toWorld(chest, offsetOf(bones, 'neck'));
    rotations[joint.neck!] = aimed(thorax, offsetOf(bones, 'head'), sub(head.origin, neck));
    rotations[joint.head!] = head.rotation;
    targets.head = head.origin;
  }
  poseArm(person, bones, 'l', frame, chest, rotations, targets);
  poseArm(person, bones, 'r', frame, chest, rotations, targets);
}

const turnedX = (pose: RigidPose): Vec3 => [pose.rotation[0], pose.rotation[3], pose.rotation[6]];

const offsetOf = ({ skeleton, joint }: PersonBones, role: Role): Vec3 => {
  const i = 3 * joint[role]!;
  return [skeleton.offsets[i], skeleton.offsets[i + 1], skeleton.offsets[i + 2]];
};

function poseArm(
  person: MeasuredPerson,
  bones: PersonBones,
  side: SideLetter,
  frame: number,
  chest: RigidPose,
  rotations: Rotations,
  targets: Targets,
): void {
  const name = SIDE_NAME[side];
  const arm = person.upper!.arms[side];
  const { joint, length } = bones;
  const base = toWorld(chest, offsetOf(bones, `${name}Shoulder`));
  const wanted = [at(arm.shoulder, frame), at(arm.elbow, frame), at(arm.wrist, frame)];
  const lengths = [length[`${name}UpperArm`]!, length[`${name}LowerArm`]!, length[`${name}Hand`]!];
  const [clavicle, upperArm, forearm] = fitChain(base, wanted, lengths, ARM_WEIGHTS);
  const outward = side === 'l' ? 1 : -1;
  const outer = at(arm.elbowOuter, frame);
  rotations[joint[`${name}Shoulder`]!] = aimed(chest, offsetOf(bones, `${name}UpperArm`), clavicle);
  rotations[joint[`${name}UpperArm`]!] = frameFromXY(scale(upperArm, outward), outer, base).rotation;
  // In the T-pose the palms face down: the thumb's side points forward, y = z × x.
  const x = scale(forearm, outward);
  const y = arm.thumbward ? cross(at(arm.thumbward, frame), x) : outer;
  rotations[joint[`${name}LowerArm`]!] = frameFromXY(x, y, base).rotation;
  if (arm.finger)
    rotations[joint[`${name}Hand`]!] = frameFromXY(
      scale(sub(at(arm.finger, frame), wanted[2]), outward),
      y,
      base,
    ).rotation;
  targets[`${name}UpperArm`] = wanted[0];
  targets[`${name}LowerArm`] = wanted[1];
  targets[`${name}Hand`] = wanted[2];
}
