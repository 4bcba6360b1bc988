/** A second opinion on the balance filter: MuJoCo's inverse dynamics of the same body along the same frames. */
import load, { type MainModule } from '@mujoco/mujoco';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Body } from '../../src/body/body.ts';
import { tak2000Body } from '../../src/body/tak2000.ts';
import { balanceFilter } from '../../src/methods/balance-filter/index.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { stretch } from '../../src/performer/motions/stretch.ts';
import { LEVEL } from '../methods/filter-cases.ts';
import { centresOfPressure } from '../support/mujoco-zmp.ts';

let mujoco: MainModule;
beforeAll(async () => {
  mujoco = await load();
});

const cases: readonly (readonly [string, Body, Clip])[] = [
  ['the figure of [Tak00]', tak2000Body(), perform(stretch, { preset: 'tak2000' })],
  ['the mannequin', createActor().body, perform(stretch)],
];

describe.each(cases)('the stretch of %s, mended', (_, body, clip) => {
  it('has its centre of pressure where MuJoCo has it, inside the soles', () => {
    const { clip: mended, report } = balanceFilter(body, clip, { analyse: { ground: LEVEL, cutoff: Infinity } });
    expect(report.status).toBe('balanced');
    const found = centresOfPressure(mujoco, body, mended);
    const first = centresOfPressure(mujoco, body, clip);
    let [worst, before] = [0, 0];
    // one-sided differences at the very ends tell nothing
    for (let frame = 2; frame < clip.frameCount - 2; frame++) {
      const [x, z] = [found[2 * frame], found[2 * frame + 1]];
      worst = Math.max(worst, Math.hypot(x - report.zmpAfter[3 * frame], z - report.zmpAfter[3 * frame + 2]));
      before = Math.max(before, Math.abs(first[2 * frame + 1] - z));
      expect(report.distanceAfter[frame]).toBeGreaterThan(-1e-3);
    }
    expect(worst).toBeLessThan(5e-3);
    expect(before).toBeGreaterThan(0.05); // it has been somewhere else
  });
});
