/** What somebody who gets up does, measured from the poses alone. */

import type { Body } from '../../src/body/body.ts';
import { SHAPE_PARTS } from '../../src/body/shapes.ts';
import { GroundTouch } from '../../src/control/fall/ground-touch.ts';
import { FALL_DEFAULTS } from '../../src/control/fall/parameters.ts';
import { SelfTouch } from '../../src/control/fall/self-touch.ts';
import { levelGround } from '../../src/control/ground.ts';
import { type Effort, measureEffort } from '../../src/control/rise/effort.ts';
import { withFreeWrists } from '../../src/control/rise/figure.ts';
import { RisingBody } from '../../src/control/rise/rising-body.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { transformPoint3 } from '../../src/math/mat3.ts';
import { createWatch } from '../falls/measure.ts';
import type { Faller } from '../falls/people.ts';

export interface RiseMeasures {
  readonly stands: boolean;
  readonly time: number; // [s]
  readonly apart: number; // [°] of the joint that is farthest from where it should be in the end
  readonly slide: number; // [m] of a point of a hand or foot that carries a tenth of the weight or more, while it does, once on hands and knees
  readonly slideAt: string;
  readonly torque: number; // largest, over that of strong adults
  readonly torqueAt: string;
  readonly later: number; // the same, once on hands and knees
  readonly laterAt: string;
  readonly missed: number; // [m] most by which something missed the place where it was to stay
  readonly beyond: number; // [s] that some torque is beyond that of strong adults
  readonly missing: number; // mean force that nothing gives, over body weight
  readonly overstep: number; // [°]
  readonly depth: number; // [m]
  readonly inside: number; // [m] of a forearm or hand in trunk, head or thigh, beyond what it had lying
  readonly handSpeed: number; // [m/s] fastest of an elbow or wrist
  readonly same: boolean; // a replay gives the same bytes
  readonly frames: readonly Float64Array[];
}

const FRAME = 1 / 60; // [s]
const LONGEST = 10; // [s]
const STRIDE = 2; // frames
const CARRIES = 0.1; // of body weight
const LYING: readonly string[] = ['press', 'side', 'reach']; // the trunk carries

const isLying = (name: string): boolean => name === '' || LYING.includes(name);

export function measureRise(faller: Faller, rest: Float64Array): RiseMeasures {
  const { body } = faller;
  const first = play(faller, rest);
  const again = play(faller, rest);
  const { frames, rising, names } = first;
  const same = frames.every((pose, k) => pose.every((x, i) => x === again.frames[k]?.[i]));
  const effort = measureEffort(body, frames, FRAME, levelGround(0), STRIDE);
  const watch = createWatch(withFreeWrists(body), rest);
  for (const pose of frames) watch.look(pose);
  const hardest = effort.torque.indexOf(Math.max(...effort.torque));
  return {
    stands: rising.isUp && frames.every((pose) => pose.every(Number.isFinite)),
    time: frames.length * FRAME,
    apart: apartOf(rising),
    ...slideOf(faller, frames, effort, names),
    torque: effort.torque[hardest]!,
    torqueAt: body.skeleton.names[effort.joint[hardest]!]!,
    ...laterOf(body, effort, names),
    missed: rising.missed,
    beyond: effort.torque.filter((x) => x > 1).length * STRIDE * FRAME,
    missing: effort.missing.reduce((sum, x) => sum + x, 0) / effort.missing.length,
    overstep: watch.overstep,
    depth: watch.depth,
    ...armsOf(body, frames),
    same,
    frames,
  };
}

/** Largest torque once on hands and knees, and where. */
function laterOf({ skeleton }: Body, { torque, joint }: Effort, names: readonly string[]) {
  const found = { later: 0, laterAt: '' };
  torque.forEach((later, k) => {
    const name = names[k * STRIDE]!;
    if (isLying(name) || later <= found.later) return;
    Object.assign(found, { later, laterAt: `${skeleton.names[joint[k]!]} in ${name}` });
  });
  return found;
}

function play({ body, clip }: Faller, rest: Float64Array) {
  const rising = new RisingBody(body);
  const frames = [rest.slice()];
  const names = [''];
  rising.begin(rest, { stand: clip.q.slice(0, rest.length), heading: undefined });
  while (!rising.isUp && frames.length * FRAME < LONGEST) {
    rising.step(FRAME);
    frames.push(rising.q.slice());
    names.push(rising.stages[rising.stage]!.name);
  }
  return { rising, frames, names };
}

/** How far forearms and hands are in the rest of the body, and how fast elbows and wrists go. */
export function armsOf(body: Body, frames: readonly Float64Array[]) {
  const ws = createWorkspace(body);
  const self = new SelfTouch(body, FALL_DEFAULTS.core);
  const joints = (['leftLowerArm', 'rightLowerArm', 'leftHand', 'rightHand'] as const).flatMap(
    (role) => body.roles[role] ?? [],
  );
  const found = { inside: 0, handSpeed: 0 };
  const allowed = new Float64Array(self.pairs);
  let before: Float64Array | undefined;
  for (const pose of frames) {
    forwardKinematics(body, ws, pose);
    self.place(ws);
    for (let k = 0; k < self.pairs; k++) {
      const { part } = self.limbOf(k);
      if (!self.look(k) || (part !== 'lowerArm' && part !== 'hand')) continue;
      if (before) found.inside = Math.max(found.inside, -self.gap - allowed[k]!);
      else allowed[k] = Math.max(0, -self.gap);
    }
    const at = ws.segmentOrigin;
    for (const joint of before ? joints : []) {
      const way = Math.hypot(...[0, 1, 2].map((c) => at[3 * joint + c]! - before![3 * joint + c]!));
      found.handSpeed = Math.max(found.handSpeed, way / FRAME);
    }
    before = at.slice();
  }
  return found;
}

/** [°] */
function apartOf({ q, stages, body }: RisingBody): number {
  const aim = stages.at(-1)!.q;
  return Math.max(
    ...body.skeleton.names.map((_, joint) => {
      const o = 3 + 4 * joint;
      const cosine = [0, 1, 2, 3].reduce((sum, c) => sum + q[o + c]! * aim[o + c]!, 0);
      return (360 / Math.PI) * Math.acos(Math.min(1, Math.abs(cosine)));
    }),
  );
}

function slideOf(
  { body }: Faller,
  frames: readonly Float64Array[],
  { load, torque }: Effort,
  names: readonly string[],
) {
  const ws = createWorkspace(body);
  const { balls } = new GroundTouch(body, FALL_DEFAULTS);
  const start = balls.map((): readonly [number, number] | undefined => undefined);
  const at = new Float64Array(3);
  const found = { slide: 0, slideAt: '' };
  for (let k = 0; k < torque.length; k++) {
    const name = names[k * STRIDE]!;
    if (isLying(name)) continue;
    forwardKinematics(body, ws, frames[k * STRIDE]!);
    balls.forEach(({ part, segment, centre }, b) => {
      const word = SHAPE_PARTS[part]!;
      if (word !== 'hand' && word !== 'foot') return;
      if (load[k * balls.length + b]! < CARRIES) {
        start[b] = undefined;
        return;
      }
      transformPoint3(at, 0, ws.segmentOrigin, 3 * segment, ws.worldFromSegment, 9 * segment, centre, 0);
      start[b] ??= [at[0]!, at[2]!];
      const slide = Math.hypot(at[0]! - start[b][0], at[2]! - start[b][1]);
      if (slide > found.slide) Object.assign(found, { slide, slideAt: `${word} in ${name}` });
    });
  }
  return found;
}
