/**
 * A person and a motion made by code, for examples, tests and the studio's sample: a squat, a stand on one leg, and a
 * lean so far over the toes that nobody could hold it. Legs follow planted feet by two-bone inverse kinematics.
 */
import { type Clip, createClip, createSkeleton, type Skeleton } from 'poise';
import { coordinateCount, quatFromMat3, relativeQuat } from 'poise/dynamics';

type Vec3 = readonly [number, number, number];

/** What a pose is made from; lengths in metres, angles in radians. */
interface Pose {
  readonly t: number; // [s]
  readonly hips: Vec3; // shift of the hips from standing
  readonly lean: number; // of the trunk, forward
  readonly arms: number; // raised forward
  readonly rightFoot: number; // lifted
}

const THIGH = 0.43;
const SHANK = 0.42;
const ANKLE_HEIGHT = 0.08;
const FOOT_SPREAD = 0.1; // from the middle
/** A person stands with the weight over the middle of the feet, some centimetres ahead of the ankles. */
const AHEAD = 0.05;
const STANDING: Omit<Pose, 't'> = { hips: [0, 0, 0], lean: 0, arms: 0.05, rightFoot: 0 };
const HIP_HEIGHT = ANKLE_HEIGHT + SHANK + THIGH - 0.01; // knees not quite straight

const KEYS: readonly Pose[] = [
  { ...STANDING, t: 0 },
  { ...STANDING, t: 0.6 },
  { ...STANDING, t: 1.5, hips: [0, -0.27, -0.09], lean: 0.65, arms: 1.3 },
  { ...STANDING, t: 2.4 },
  { ...STANDING, t: 3.1, hips: [0.09, -0.02, 0] },
  { ...STANDING, t: 3.6, hips: [0.1, -0.02, 0], rightFoot: 0.16, arms: 0.3 },
  { ...STANDING, t: 4.3, hips: [0.1, -0.02, 0], rightFoot: 0.16, arms: 0.3 },
  { ...STANDING, t: 4.8, hips: [0.09, -0.02, 0] },
  { ...STANDING, t: 5.5 },
  { ...STANDING, t: 6.3, hips: [0, -0.04, 0.19], lean: 0.35, arms: 0.6 },
  { ...STANDING, t: 7.3, hips: [0, -0.04, 0.19], lean: 0.35, arms: 0.6 },
  { ...STANDING, t: 8.1 },
  { ...STANDING, t: 8.6 },
];

/** Joint, parent, offset from the parent [m]. */
const JOINTS: readonly (readonly [name: string, parent: string, offset: Vec3])[] = [
  ['Hips', '', [0, 0, 0]],
  ['Spine', 'Hips', [0, 0.1, 0]],
  ['Spine1', 'Spine', [0, 0.2, 0]],
  ['Neck', 'Spine1', [0, 0.22, 0]],
  ['Head', 'Neck', [0, 0.1, 0.01]],
  ['LeftArm', 'Spine1', [0.18, 0.17, 0]],
  ['LeftForeArm', 'LeftArm', [0, -0.28, 0]],
  ['LeftHand', 'LeftForeArm', [0, -0.26, 0]],
  ['RightArm', 'Spine1', [-0.18, 0.17, 0]],
  ['RightForeArm', 'RightArm', [0, -0.28, 0]],
  ['RightHand', 'RightForeArm', [0, -0.26, 0]],
  ['LeftUpLeg', 'Hips', [0.09, 0, 0]],
  ['LeftLeg', 'LeftUpLeg', [0, -THIGH, 0]],
  ['LeftFoot', 'LeftLeg', [0, -SHANK, 0]],
  ['LeftToeBase', 'LeftFoot', [0, -0.055, 0.14]],
  ['RightUpLeg', 'Hips', [-0.09, 0, 0]],
  ['RightLeg', 'RightUpLeg', [0, -THIGH, 0]],
  ['RightFoot', 'RightLeg', [0, -SHANK, 0]],
  ['RightToeBase', 'RightFoot', [0, -0.055, 0.14]],
];

export function madeUpSkeleton(): Skeleton {
  const names = JOINTS.map(([name]) => name);
  const end = (name: string, offset: Vec3) => ({ joint: names.indexOf(name), offset });
  return createSkeleton({
    names,
    parents: JOINTS.map(([, parent]) => names.indexOf(parent)),
    offsets: JOINTS.flatMap(([, , offset]) => [...offset]),
    endSites: [
      end('Head', [0, 0.2, 0]),
      end('LeftHand', [0, -0.17, 0]),
      end('RightHand', [0, -0.17, 0]),
      end('LeftToeBase', [0, -0.015, 0.07]),
      end('RightToeBase', [0, -0.015, 0.07]),
    ],
  });
}

/** The motion, 8.6 s. The lean between 5.8 s and 7.8 s cannot be held. */
export function madeUpMotion(framesPerSecond = 60): Clip {
  const skeleton = madeUpSkeleton();
  const frames = Math.round(KEYS[KEYS.length - 1]!.t * framesPerSecond) + 1;
  const nq = coordinateCount(skeleton);
  const q = new Float64Array(frames * nq);
  for (let frame = 0; frame < frames; frame++) {
    writePose(q.subarray(frame * nq, (frame + 1) * nq), skeleton, poseAt(frame / framesPerSecond));
  }
  return createClip({ name: 'made-up motion', skeleton, frameTime: 1 / framesPerSecond, q });
}

/** Between two keys the pose moves with least jerk: it starts and ends at rest. */
function poseAt(t: number): Pose {
  const after = Math.max(
    1,
    KEYS.findIndex((key) => key.t >= t) === -1 ? KEYS.length - 1 : KEYS.findIndex((key) => key.t >= t),
  );
  const a = KEYS[after - 1]!;
  const b = KEYS[after]!;
  const u = Math.min(1, Math.max(0, (t - a.t) / (b.t - a.t)));
  const s = u * u * u * (10 - 15 * u + 6 * u * u);
  const mix = (x: number, y: number): number => x + s * (y - x);
  return {
    t,
    hips: [mix(a.hips[0], b.hips[0]), mix(a.hips[1], b.hips[1]), mix(a.hips[2], b.hips[2])],
    lean: mix(a.lean, b.lean),
    arms: mix(a.arms, b.arms),
    rightFoot: mix(a.rightFoot, b.rightFoot),
  };
}

function writePose(q: Float64Array, skeleton: Skeleton, pose: Pose): void {
  const world = new Float64Array(4 * skeleton.names.length); // world rotation per joint
  const turn = (name: string, x: Vec3, y: Vec3): void => {
    const z: Vec3 = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
    const matrix = Float64Array.of(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]);
    quatFromMat3(world, 4 * skeleton.names.indexOf(name), matrix, 0);
  };
  const pitched = (angle: number): Vec3 => [0, Math.cos(angle), Math.sin(angle)]; // the up axis, tipped forward
  const X: Vec3 = [1, 0, 0];
  const hips: Vec3 = [pose.hips[0], HIP_HEIGHT + pose.hips[1], AHEAD + pose.hips[2]];
  turn('Hips', X, pitched(0));
  turn('Spine', X, pitched(pose.lean / 2));
  for (const name of ['Spine1', 'Neck', 'Head']) turn(name, X, pitched(pose.lean));
  for (const side of ['Left', 'Right']) {
    for (const name of ['Arm', 'ForeArm', 'Hand']) turn(side + name, X, pitched(-pose.arms));
    const out = side === 'Left' ? 1 : -1;
    const lift = side === 'Right' ? pose.rightFoot : 0;
    const hip: Vec3 = [hips[0] + out * 0.09, hips[1], hips[2]];
    const ankle: Vec3 = [out * FOOT_SPREAD, ANKLE_HEIGHT + lift, 0];
    const { thigh, shank, axis } = bendLeg(hip, ankle);
    turn(`${side}UpLeg`, axis, thigh);
    turn(`${side}Leg`, axis, shank);
    turn(`${side}Foot`, X, [0, 1, 0]);
    turn(`${side}ToeBase`, X, [0, 1, 0]);
  }
  // Local rotations are what q holds.
  q.set(hips);
  q.set(world.subarray(0, 4), 3);
  for (let joint = 1; joint < skeleton.names.length; joint++) {
    relativeQuat(q, 3 + 4 * joint, world, 4 * skeleton.parents[joint]!, world, 4 * joint);
  }
}

/** Up axes of thigh and shank, and the knee's axis, for a leg from hip to ankle that bends forward. */
function bendLeg(hip: Vec3, ankle: Vec3): { thigh: Vec3; shank: Vec3; axis: Vec3 } {
  const down: Vec3 = [ankle[0] - hip[0], ankle[1] - hip[1], ankle[2] - hip[2]];
  const reach = Math.min(Math.hypot(...down), THIGH + SHANK - 1e-6);
  const along = scaled(down, 1 / Math.hypot(...down));
  // Forward, at right angles to the line from hip to ankle.
  const ahead = scaled(
    [-along[2] * along[0], -along[2] * along[1], 1 - along[2] * along[2]],
    1 / Math.hypot(along[0], along[1]),
  );
  const cosine = (THIGH * THIGH + reach * reach - SHANK * SHANK) / (2 * THIGH * reach);
  const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
  const knee = [0, 1, 2].map((k) => THIGH * (cosine * along[k]! + sine * ahead[k]!));
  const thigh = scaled([knee[0]!, knee[1]!, knee[2]!], -1 / THIGH);
  const shank = scaled(
    [reach * along[0] - knee[0]!, reach * along[1] - knee[1]!, reach * along[2] - knee[2]!],
    -1 / SHANK,
  );
  const axis: Vec3 = [
    ahead[1] * along[2] - ahead[2] * along[1],
    ahead[2] * along[0] - ahead[0] * along[2],
    ahead[0] * along[1] - ahead[1] * along[0],
  ];
  return { thigh, shank, axis };
}

const scaled = (v: Vec3, s: number): Vec3 => [s * v[0], s * v[1], s * v[2]];
