/** Laws that hold in every tick of a reaction, by second routes. */
import { describe, expect, it } from 'vitest';
import { LEAST_FIRMNESS } from '../../src/control/cone.ts';
import { solePointsAt } from '../../src/control/foot-frame.ts';
import { forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { GRAVITY } from '../../src/dynamics/wrench.ts';
import { difference } from '../../src/motion/coordinates.ts';
import { mirrorPairs } from '../../src/motion/mirror-pairs.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { feedback, hit, type Reacting, reacting, TICK, tick } from './reacting.ts';

const idle = perform(motionNamed('idle'));

/** Centre of mass, linear momentum and angular momentum about a fixed point, summed from the segments of a pose and its velocity. */
function momentumOf({ body }: Reacting, q: Float64Array, v: Float64Array, about: ArrayLike<number>) {
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, q);
  forwardVelocity(body, ws, v);
  const out = new Float64Array(6);
  for (let j = 0; j < body.mass.length; j++) {
    const m = body.mass[j];
    if (m === 0) continue;
    const r = [0, 1, 2].map((c) => ws.segmentCom[3 * j + c] - about[c]);
    const p = [0, 1, 2].map((c) => m * ws.segmentComVelocity[3 * j + c]);
    for (let c = 0; c < 3; c++) {
      const [a, b] = [(c + 1) % 3, (c + 2) % 3];
      out[c] += r[a] * p[b] - r[b] * p[a] + ws.segmentSpin[3 * j + c];
      out[3 + c] += p[c];
    }
  }
  return out;
}

describe('in every tick of a reaction', () => {
  it.each([
    ['chest', [0, 0, 20]],
    ['head', [-6, 0, 8]],
    ['hips', [18, 0, -10]],
  ] as const)('momentum changes by gravity, ground, push and allowance alone: %s', (role, impulse) => {
    const scene = reacting(idle);
    const { reaction, body } = scene;
    hit(scene, role, impulse);
    let worst = 0;
    let largest = 0;
    for (let k = 0; k < 90; k++) {
      const q = reaction.q.slice();
      const v = reaction.v.slice();
      reaction.tick(TICK, feedback);
      expect(reaction.failed).toBe(false);
      const com = reaction.reference.ws.com; // any fixed point
      // before and after at the same pose: the change of velocity that the solve made
      const before = momentumOf(scene, q, v, com);
      const solved = v.slice();
      solved.set(reaction.v);
      const after = momentumOf(scene, q, solved, com);
      const ws = createWorkspace(body);
      forwardKinematics(body, ws, q);
      forwardVelocity(body, ws, v);
      // Ȧv about the fixed point, by a small step of the pose along v: momentum of the same velocity a moment later
      const e = 1e-6;
      const bias = biasAlong(scene, q, v, com, e);
      const arm = [0, 1, 2].map((c) => ws.com[c] - com[c]);
      const { wrench: ground } = reaction.cone;
      for (let c = 0; c < 6; c++) {
        let acts = wrenchAbout(ground, arm)[c] + wrenchAbout(reaction.hits.wrench, arm)[c];
        acts += wrenchAbout(reaction.reference.allowance, arm)[c];
        acts += wrenchAbout([0, 0, 0, 0, -body.totalMass * GRAVITY, 0], arm)[c];
        const rate = (after[c] - before[c]) / TICK + bias[c];
        largest = Math.max(largest, Math.abs(acts));
        worst = Math.max(worst, Math.abs(rate - acts));
      }
    }
    expect(largest).toBeGreaterThan(50);
    expect(worst).toBeLessThan(1e-3 * largest);
  });
});

/** A wrench about the centre of mass, about a point `arm` before it. */
function wrenchAbout(w: ArrayLike<number>, arm: readonly number[]): number[] {
  return [0, 1, 2, 3, 4, 5].map((c) => {
    if (c >= 3) return w[c];
    const [a, b] = [(c + 1) % 3, (c + 2) % 3];
    return w[c] + arm[a] * w[3 + b] - arm[b] * w[3 + a];
  });
}
