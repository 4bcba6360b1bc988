/** A drift is taken out of a body that shows it; feet that slide by themselves carry nobody along. */
import { expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { limbOf, solveLimb } from '../../src/ik/leg-ik.ts';
import { withoutDrift } from '../../src/mend/drift.ts';
import { settleFloor } from '../../src/mend/floor.ts';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import { resample } from '../../src/motion/resample.ts';
import { SIDES } from '../../src/motion/roles.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { asFile, shifted } from './damage.ts';

const { body } = createActor();
const NQ = coordinateCount(body.skeleton);
const standing = asFile(resample(perform(idle), 1 / 30));
const drift = (t: number): number => 0.2 * Math.sin(1.5 * t);

it('takes a drift along the floor out of somebody who stands', () => {
  const drifting = shifted(standing, (t) => [drift(t), 0, 0]);
  const { clip, did } = settleFloor(drifting, () => body);
  expect(did.some((words) => words.includes('slid along'))).toBe(true);
  const span = (of: Clip): number => {
    const off = Array.from({ length: of.frameCount }, (_, f) => of.q[f * NQ] - standing.q[f * NQ]);
    return Math.max(...off) - Math.min(...off);
  };
  expect(span(clip)).toBeLessThan(0.15 * span(drifting));
});

it('leaves a body where it is whose feet slide under it', () => {
  const q = standing.q.slice();
  const ws = createWorkspace(body);
  for (let frame = 0; frame < standing.frameCount; frame++) {
    const row = q.subarray(frame * NQ, (frame + 1) * NQ);
    for (const side of SIDES) {
      const leg = limbOf(body, side, 'leg')!;
      forwardKinematics(body, ws, row);
      const position = ws.segmentOrigin.slice(3 * leg.end, 3 * leg.end + 3);
      position[0] += drift(frame * standing.frameTime);
      solveLimb(row, ws, leg, { position, rotation: ws.segmentRotation.slice(4 * leg.end, 4 * leg.end + 4) });
    }
  }
  expect(
    withoutDrift(
      body,
      shifted(standing, (t) => [drift(t), 0, 0]),
    )?.most,
  ).toBeGreaterThan(0.1);
  expect(withoutDrift(body, withCoordinates(standing, q))).toBeUndefined();
});
