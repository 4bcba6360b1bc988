import { describe, expect, it } from 'vitest';
import { fitBody } from '../../../src/balance/fit-body.ts';
import { forwardKinematics, forwardVelocity } from '../../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../../src/dynamics/workspace.ts';
import { unroll } from '../../../src/gait/loop.ts';
import { movePose, STAY } from '../../../src/gait/placement.ts';
import { LearnedSteps } from '../../../src/gait/steps/learned-steps.ts';
import { createNominalSteps, writeNominal } from '../../../src/gait/steps/step-plan-memory.ts';
import type { Clip } from '../../../src/motion/clip.ts';
import { difference } from '../../../src/motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../../../src/motion/skeleton.ts';
import { perform } from '../../../src/performer/motion.ts';
import { idle } from '../../../src/performer/motions/idle.ts';
import { run } from '../../../src/performer/motions/run.ts';
import { walk } from '../../../src/performer/motions/walk.ts';

interface Foreseen {
  readonly missed: number; // [m] between where a landing was foreseen at the one before, and where it was
  readonly late: number; // [s]
  readonly known: boolean;
  readonly foot: number;
}

/** Shows the clip, steered by `rate` [rad/s] and kept on the spot if `belt`, and says how well each landing was foreseen. */
function show(
  clip: Clip,
  rate: number,
  belt = false,
): { readonly foreseen: Foreseen[]; readonly learned: LearnedSteps } {
  const body = fitBody(clip);
  const { skeleton, frameTime: dt } = clip;
  const nq = coordinateCount(skeleton);
  const q = clip.q.slice();
  let [x, z] = [q[0]!, q[2]!];
  const way = [0, 0];
  for (let k = 1; k < clip.frameCount; k++) {
    const o = k * nq;
    const yaw = rate * k * dt;
    const [dx, dz] = [clip.q[o]! - clip.q[o - nq]!, clip.q[o + 2]! - clip.q[o - nq + 2]!];
    x += Math.cos(yaw) * dx + Math.sin(yaw) * dz;
    z += Math.cos(yaw) * dz - Math.sin(yaw) * dx;
    movePose({ yaw, x: 0, z: 0 }, q, o);
    [q[o], q[o + 2]] = [x, z];
  }
  // an even belt under it
  const last = (clip.frameCount - 1) * nq;
  const seconds = (clip.frameCount - 1) * dt;
  const floor = belt ? [-(q[last]! - q[0]!) / seconds, -(q[last + 2]! - q[2]!) / seconds] : [0, 0];
  for (let k = 0; k < clip.frameCount; k++) {
    q[k * nq]! += floor[0]! * k * dt;
    q[k * nq + 2]! += floor[1]! * k * dt;
  }
  const learned = new LearnedSteps(body);
  const ws = createWorkspace(body);
  const v = new Float64Array(freedomCount(skeleton));
  const nominal = createNominalSteps();
  const foreseen: Foreseen[] = [];
  let [count, due] = [0, Number.NaN];
  for (let k = 1; k < clip.frameCount; k++) {
    difference(v, skeleton, q, (k - 1) * nq, q, k * nq, dt);
    forwardKinematics(body, ws, q, k * nq);
    forwardVelocity(body, ws, v);
    learned.watch(ws, dt, 0, floor[0], floor[1]);
    way[0]! += floor[0]! * dt;
    way[1]! += floor[1]! * dt;
    const gait = learned.gait();
    if (learned.landings === count || gait === undefined) continue;
    count = learned.landings;
    const now = gait.steps[1]!;
    if (!Number.isNaN(due)) {
      // foreseen in the stream's world of then; the floor has moved since
      const { ahead } = nominal;
      const [px, pz] = [ahead[0]!.x + way[0]!, ahead[0]!.z + way[1]!];
      foreseen.push({
        missed: Math.hypot(now.x - px, now.z - pz),
        late: now.land - due,
        known: learned.isKnown,
        foot: now.foot,
      });
    }
    writeNominal(nominal, gait, 1, STAY);
    due = now.land + now.duration;
    way.fill(0);
  }
  return { foreseen, learned };
}

const rounds = (clip: Clip): Clip => unroll(fitBody(clip), clip, Number.POSITIVE_INFINITY).clip;

describe('steps learned from a stream', () => {
  it.each([
    ['walk', rounds(perform(walk, { values: { speed: 1.2, variation: 0 } }))],
    ['run', rounds(perform(run, { values: { speed: 3 } }))],
  ])('foresees every landing of a %s that is steered, straight or on the spot', (_, clip) => {
    for (const [rate, belt] of [
      [0, false],
      [Math.PI / 3, false],
      [-Math.PI / 6, false],
      [0, true],
    ] as const) {
      const { foreseen } = show(clip, rate, belt);
      const known = foreseen.filter((landing) => landing.known);
      expect(known.length).toBeGreaterThan(4);
      for (const { missed, late } of known) {
        expect(missed).toBeLessThan(0.04);
        expect(Math.abs(late)).toBeLessThan(0.04);
      }
      for (let k = 1; k < foreseen.length; k++) expect(foreseen[k]!.foot).toBe(1 - foreseen[k - 1]!.foot);
    }
  });

  it('uses the last step before a round is known', () => {
    const { foreseen } = show(rounds(perform(walk, { values: { speed: 1.2 } })), 0);
    expect(foreseen[0]!.known).toBe(false);
    expect(foreseen[0]!.missed).toBeLessThan(0.2); // a step is 0.7 m long
  });

  it('has no gait where nobody walks, and forgets one that has stopped', () => {
    const { learned } = show(perform(idle), 0);
    expect(learned.gait()).toBeUndefined();
    const walker = show(rounds(perform(walk, { values: { speed: 1.2 } })), 0).learned;
    expect(walker.gait()).toBeDefined();
    walker.forget();
    expect(walker.gait()).toBeUndefined();
    expect(walker.isKnown).toBe(false);
  });
});
