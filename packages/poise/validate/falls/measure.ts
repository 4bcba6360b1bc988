/** What a fall must not do, measured from its poses; and how fast head and hips meet the ground. */

import { anatomicalAngles } from '../../src/body/anatomical-angles.ts';
import type { Body } from '../../src/body/body.ts';
import type { FallingBody } from '../../src/control/fall/falling-body.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { transformPoint3 } from '../../src/math/mat3.ts';
import type { Faller, Lost } from './people.ts';

export interface FallMeasures {
  readonly finite: boolean;
  readonly overstep: number; // [°] beyond range, and beyond what was handed over
  readonly overstepAt: string;
  readonly depth: number; // [m] of any part in the ground, beyond what was handed over
  readonly depthAt: string;
  readonly gain: number; // [J] most by which the energy grew from tick to tick, over the fall
  readonly rest: number; // [s]; Infinity: none within 6 s
  readonly same: boolean; // a replay gives the same bytes
  readonly head: number; // [m/s] with which it met the ground
  readonly hips: number; // [m/s] of pelvis or thigh
  readonly jolt: number; // [m/s] most by which the hips change their velocity in a frame
  readonly frames: readonly Float64Array[];
}

const LONGEST = 6; // [s]
const FRAME = 1 / 60; // [s]

export function measureFall({ body }: Faller, { q, v }: Lost, create: () => FallingBody): FallMeasures {
  const fall = create();
  const frames = play(fall, q, v);
  const again = play(create(), q, v);
  const same = frames.length === again.length && frames.every((pose, k) => pose.every((x, i) => x === again[k]![i]));
  const watch = createWatch(body, q);
  for (const pose of frames) watch.look(pose);
  return {
    ...watch,
    finite: frames.every((pose) => pose.every(Number.isFinite)),
    gain: energyGain(create(), q, v),
    rest: fall.isDown ? fall.time : Infinity,
    same,
    head: fall.impactOf('head'),
    hips: Math.max(fall.impactOf('pelvis'), fall.impactOf('upperLeg')),
    jolt: joltOf(frames),
    frames,
  };
}

function play(fall: FallingBody, q: Float64Array, v: Float64Array): readonly Float64Array[] {
  fall.begin(q, v);
  const frames: Float64Array[] = [];
  for (let time = 0; time < LONGEST && !fall.isDown; time += FRAME) {
    fall.step(FRAME);
    frames.push(fall.q.slice());
  }
  return frames;
}

/** Sum of what the energy grows by from tick to tick. */
function energyGain(fall: FallingBody, q: Float64Array, v: Float64Array): number {
  fall.begin(q, v);
  let sum = 0;
  let before = fall.energy();
  for (let time = 0; time < LONGEST && !fall.isDown; time += FRAME / 4) {
    fall.step(FRAME / 4);
    const now = fall.energy();
    sum += Math.max(0, now - before);
    before = now;
  }
  return sum;
}

function joltOf(frames: readonly Float64Array[]): number {
  let most = 0;
  for (let k = 2; k < frames.length; k++) {
    const [a, b, c] = [frames[k - 2]!, frames[k - 1]!, frames[k]!];
    most = Math.max(most, Math.hypot(...[0, 1, 2].map((i) => (a[i]! - 2 * b[i]! + c[i]!) / FRAME)));
  }
  return most;
}

/** Looks at shapes and angles of poses; what the first pose has of both is allowed. */
export function createWatch(body: Body, first: Float64Array) {
  const ws = createWorkspace(body);
  const angles = new Float64Array(3);
  const point = new Float64Array(3);
  const balls = [
    ...body.shapes.flatMap(({ part, segment, near, far, nearRadius, farRadius }) => [
      { part, segment, at: Float64Array.from(near), radius: nearRadius },
      { part, segment, at: Float64Array.from(far), radius: farRadius },
    ]),
    ...body.soles.flatMap(({ segments, points }) =>
      Array.from(segments, (segment, k) => ({ part: 'sole', segment, at: points.slice(3 * k, 3 * k + 3), radius: 0 })),
    ),
  ];
  const allowedDepth = new Float64Array(balls.length);
  const allowedTurn = new Float64Array(3 * body.skeleton.names.length);
  const found = { overstep: 0, overstepAt: '', depth: 0, depthAt: '' };
  const depthOf = (k: number): number => {
    const { segment, at, radius } = balls[k]!;
    transformPoint3(point, 0, ws.segmentOrigin, 3 * segment, ws.worldFromSegment, 9 * segment, at, 0);
    return radius - point[1]!;
  };
  const overstepOf = (joint: number, axis: number): number => {
    const { lower, upper } = body.limits;
    return Math.max(lower[3 * joint + axis]! - angles[axis]!, angles[axis]! - upper[3 * joint + axis]!);
  };
  const each = (q: Float64Array, tell: (joint: number, axis: number) => void): void => {
    for (let joint = 1; joint < body.skeleton.names.length; joint++) {
      if (body.limits.lower[3 * joint] === -Infinity) continue;
      anatomicalAngles(angles, 0, body.limits, joint, q, 3 + 4 * joint);
      for (let axis = 0; axis < 3; axis++) tell(joint, axis);
    }
  };
  forwardKinematics(body, ws, first);
  balls.forEach((_, k) => {
    allowedDepth[k] = Math.max(0, depthOf(k));
  });
  each(first, (joint, axis) => {
    allowedTurn[3 * joint + axis] = Math.max(0, overstepOf(joint, axis));
  });
  return Object.assign(found, {
    look(q: Float64Array): void {
      forwardKinematics(body, ws, q);
      balls.forEach(({ part }, k) => {
        const depth = depthOf(k) - allowedDepth[k]!;
        if (depth > found.depth) Object.assign(found, { depth, depthAt: part });
      });
      each(q, (joint, axis) => {
        const overstep = ((overstepOf(joint, axis) - allowedTurn[3 * joint + axis]!) * 180) / Math.PI;
        if (overstep > found.overstep)
          Object.assign(found, { overstep, overstepAt: `${body.skeleton.names[joint]} ${axis}` });
      });
    },
  });
}
