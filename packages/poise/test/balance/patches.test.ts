import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { judge } from '../../src/balance/judge.ts';
import type { KnownStance } from '../../src/balance/known-stances.ts';
import { createGroundLookup, fitPatches } from '../../src/balance/patches.ts';
import { withCoordinates } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { standingClip } from '../support/standing.ts';

const RUN = 0.28; // [m] depth of a step
const RISE = 0.17;

/** Heel and ball of eight steps forward, on ground of a height. */
function stancesOn(height: (z: number, hold: number) => number): KnownStance[] {
  return Array.from({ length: 16 }, (_, k) => {
    const hold = k >> 1;
    const z = hold * RUN + (k & 1 ? 0.14 : 0);
    const start = 20 * hold;
    const y = height(z, hold);
    return { probe: k & 1, start, end: start + 15, x: 0, y, z, by: 'step' };
  });
}

const footing = ({ x, y, z }: KnownStance) => [-0.05, 0.05].map((side) => [x + side, y, z] as const);
const patchesOn = (height: (z: number, hold: number) => number) =>
  fitPatches(stancesOn(height), (stance) => footing(stance as KnownStance), 1 / 60);

describe('ground as patches', () => {
  it('takes a ramp for one patch with its slope', () => {
    const [patch, ...others] = patchesOn((z) => 0.2 * z);
    expect(others).toEqual([]);
    expect(-patch.normal[2] / patch.normal[1]).toBeCloseTo(0.2, 2);
    expect(patch.evidence).toEqual({ by: 'step', seconds: expect.closeTo((16 * 16) / 60, 6), stands: 16 });
    expect(createGroundLookup([patch])(0, 1, 0.5)).toBeCloseTo(0.1, 2);
  });

  it('takes stairs, as steep as a ramp would be, for a patch per step', () => {
    const patches = patchesOn((_, hold) => hold * RISE);
    expect(patches.map(({ height }) => height)).toEqual(
      Array.from({ length: 8 }, (_, hold) => expect.closeTo(hold * RISE, 6)),
    );
    const lookup = createGroundLookup(patches);
    expect(lookup(0, 3 * RISE, 3 * RUN + 0.07)).toBeCloseTo(3 * RISE, 6);
    expect(lookup(5, 0, 5)).toBeNaN();
  });

  it('finds no steps under a walk that rises and sinks slowly: as one foot takes over from the other, both are as high', () => {
    const walk = perform(motionNamed('walk'));
    const nq = coordinateCount(walk.skeleton);
    for (const height of [0.08, 0.12]) {
      const q = walk.q.slice();
      for (let frame = 0; frame < walk.frameCount; frame++) {
        q[frame * nq + 1] += (height / 2) * (1 - Math.cos((2 * Math.PI * frame * walk.frameTime) / 3));
      }
      const { report, findings } = judge({ ...withCoordinates(walk, q), provenance: 'captured' });
      expect(report.ground.kind).toBe('plane');
      expect(findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)).toContain('unsupported');
    }
  });

  it('judges a clip on patches that are given as on those that it finds', () => {
    const clip = standingClip({ frames: 240 });
    const nq = coordinateCount(clip.skeleton);
    const q = clip.q.slice();
    for (let frame = 0; frame < clip.frameCount; frame++) {
      const step = Math.floor(frame / 60);
      q[frame * nq + 1] += 0.2 * step;
      q[frame * nq + 2] += 0.4 * step;
    }
    const climbing = withCoordinates(clip, q);
    const body = fitBody(climbing);
    const found = analyse(body, climbing);
    expect(found.ground.patches.map(({ height }) => height)).toEqual(
      [0, 0.2, 0.4, 0.6].map((height) => expect.closeTo(height, 1)),
    );
    expect(analyse(body, climbing, { ground: found.ground })).toEqual(found);
  });
});
