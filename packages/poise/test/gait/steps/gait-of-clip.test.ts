import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../../src/balance/fit-body.ts';
import { movePlace, STAY } from '../../../src/gait/placement.ts';
import { countEven } from '../../../src/gait/steps/even-steps.ts';
import { gaitOfClip } from '../../../src/gait/steps/gait-of-clip.ts';
import type { Gait, GaitStep } from '../../../src/gait/steps/gait-step.ts';
import { StepPlan } from '../../../src/gait/steps/step-plan.ts';
import { createNominalSteps, landingTime, writeNominal } from '../../../src/gait/steps/step-plan-memory.ts';
import type { Clip } from '../../../src/motion/clip.ts';
import { readClips } from '../../../src/motion/formats/index.ts';
import { perform } from '../../../src/performer/motion.ts';
import { idle } from '../../../src/performer/motions/idle.ts';
import { kick } from '../../../src/performer/motions/kick.ts';
import { run } from '../../../src/performer/motions/run.ts';
import { startStop } from '../../../src/performer/motions/start-stop.ts';
import { turn } from '../../../src/performer/motions/turn.ts';
import { walk } from '../../../src/performer/motions/walk.ts';
import { LOG_ROW, walkPendulum } from '../../../validate/step-plan/pendulum-walker.ts';
import { describeWithMocap, mocapPath } from '../../support/mocap.ts';

function gaitIn(clip: Clip): Gait {
  const found = gaitOfClip(fitBody(clip), clip);
  if (found.status === 'none') throw new Error(found.reason);
  return found.gait;
}

/** How far the pendulum strays from the gait when nobody pushes it [m]. */
function straying(gait: Gait): number {
  const to = gait.round === undefined ? gait.landings - 1 : 12;
  const { fell, log } = walkPendulum(new StepPlan(1), gait, [], { from: 0, to });
  let most = fell === undefined ? 0 : Number.POSITIVE_INFINITY;
  for (let i = 0; i < log.length; i += LOG_ROW) most = Math.max(most, Math.hypot(log[i + 4]!, log[i + 5]!));
  return most;
}

describe('steps that are like those beside them', () => {
  const { steps } = gaitIn(perform(walk));
  /** The same feet, each landing `ahead` [m] of the other one as the walker faces, foot by foot. */
  const stepping = (left: number, right: number): GaitStep[] =>
    steps.map((step) => {
      const ahead = step.foot === 0 ? left : right;
      const across = (step.foot === 0 ? 0.1 : -0.1) as number;
      const [s, c] = [Math.sin(step.yaw), Math.cos(step.yaw)];
      return { ...step, stepX: s * ahead + c * across, stepZ: c * ahead - s * across };
    });

  it('make a gait where one foot only comes up to the other', () => {
    const { even, asked } = countEven(stepping(0.6, 0));
    expect(even).toBe(asked);
  });

  it('make none where one foot goes ahead and the other as far back: kicks, lunges', () => {
    expect(countEven(stepping(0.6, -0.6)).even).toBe(0);
  });

  it('make one where the feet rock a little on the spot', () => {
    const { even, asked } = countEven(stepping(0.1, -0.1));
    expect(even).toBe(asked);
  });
});

describe('steps of a clip', () => {
  it('are those that a walk was made with', () => {
    const gait = gaitIn(perform(walk, { values: { speed: 1.2 } }));
    expect(gait.kind).toBe('walk');
    const { from, to, move, time } = gait.round!;
    expect(Math.hypot(move.x, move.z) / time).toBeCloseTo(1.2, 1);
    for (const step of gait.steps.slice(from, to)) {
      expect(Math.sign(step.stepX)).toBe(step.foot === 0 ? 1 : -1);
      expect(step.doubleSupport / step.duration).toBeGreaterThan(0.15);
      expect(step.doubleSupport / step.duration).toBeLessThan(0.4);
      expect(step.flight).toBe(0);
      expect(Math.abs(step.yaw)).toBeLessThan(0.1);
      expect(Math.abs(step.height)).toBeLessThan(0.02);
    }
  });

  it('have flight and load in a run, which carries the weight over the whole step', () => {
    const gait = gaitIn(perform(run, { values: { speed: 3 } }));
    expect(gait.kind).toBe('run');
    for (const { load, duration, flight } of gait.steps.slice(gait.round!.from, gait.round!.to)) {
      expect(flight).toBeGreaterThan(0.03);
      const mean =
        load.reduce((sum, value, k) => sum + value * (k === 0 || k === load.length - 1 ? 0.5 : 1), 0) /
        (load.length - 1);
      expect((mean * (duration - flight)) / duration).toBeCloseTo(1, 1);
    }
  });

  it('go on past the end, round after round', () => {
    const gait = gaitIn(perform(walk, { values: { speed: 1 } }));
    const { from, to, move, time } = gait.round!;
    const nominal = createNominalSteps();
    const later = createNominalSteps();
    for (let k = from; k < to + 6; k++) {
      writeNominal(nominal, gait, k, STAY);
      writeNominal(later, gait, k + (to - from), STAY);
      const [x, z] = movePlace(move, nominal.stance.x, nominal.stance.z);
      expect(later.stance.x).toBeCloseTo(x, 9);
      expect(later.stance.z).toBeCloseTo(z, 9);
      expect(later.stance.foot).toBe(nominal.stance.foot);
      expect(landingTime(gait, k + (to - from)) - landingTime(gait, k)).toBeCloseTo(time, 9);
      expect(nominal.known).toBe(3);
    }
  });

  it('end where somebody stops: no more landings are known, but the plan may tread on the spot', () => {
    const gait = gaitIn(perform(startStop, { values: { steps: 7 } }));
    expect(gait.round).toBeUndefined();
    expect(gait.landings).toBe(7);
    const nominal = createNominalSteps();
    writeNominal(nominal, gait, gait.landings - 2, STAY);
    expect([nominal.known, nominal.planned]).toEqual([1, 3]);
    // the feet stay where they are
    const [last, again] = [nominal.ahead[0]!, nominal.ahead[2]!];
    expect(Math.hypot(again.x - last.x, again.z - last.z)).toBeLessThan(1e-9);
  });

  it('turn with the walker', () => {
    const gait = gaitIn(perform(turn));
    const [first, last] = [gait.steps[0]!, gait.steps[gait.landings - 1]!];
    expect(Math.abs(last.yaw - first.yaw)).toBeGreaterThan(0.8);
  });

  it.each([
    ['an idle', perform(idle), /never step/],
    ['a kick', perform(kick), /landings|step/],
  ])('are none in %s', (_, clip, reason) => {
    const found = gaitOfClip(fitBody(clip), clip);
    expect(found.status === 'none' ? found.reason : 'a gait').toMatch(reason);
  });

  it('keep a pendulum on its way when nobody pushes', () => {
    for (const clip of [perform(walk), perform(run), perform(startStop)])
      expect(straying(gaitIn(clip))).toBeLessThan(1e-6);
  });
});

describeWithMocap('steps of captured people', () => {
  const read = async (file: string, rate?: number): Promise<Clip> => {
    const [clip] = await readClips(readFileSync(mocapPath(file)), basename(file));
    return rate === undefined ? clip! : { ...clip!, frameTime: 1 / rate };
  };

  it.each([
    ['cmu-random/138_35.bvh', 'walk'],
    ['cmu-random/69_59.bvh', 'walk'], // sideways, with a turn
    ['cmu-random/35_20.bvh', 'run'],
    ['snu-ys2010/wd2_WalkBackward00.bvh', 'walk'],
    ['bandai-namco/dataset-1_run_normal_001.bvh', 'run'],
  ])('%s is a %s, and nothing is planned where nobody pushes', async (file, kind) => {
    const gait = gaitIn(await read(file));
    expect(gait.kind).toBe(kind);
    expect(straying(gait)).toBeLessThan(1e-6);
  });

  it('limps are a walk with unequal steps', async () => {
    const gait = gaitIn(await read('cmu-random/77_20.bvh', 60));
    expect(gait.landings).toBeGreaterThan(30);
    const mean = (foot: number): number => {
      const own = gait.steps.slice(0, gait.landings).filter((step) => step.foot === foot);
      return own.reduce((sum, { duration }) => sum + duration, 0) / own.length;
    };
    expect(Math.abs(mean(0) - mean(1))).toBeGreaterThan(0.1);
  });

  it('stairs have landing heights', async () => {
    const gait = gaitIn(await read('cmu-random/122_34.bvh'));
    const heights = gait.steps.slice(0, gait.landings).map(({ height }) => height);
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0.15);
  });

  it.each(['05_02', '05_07', '05_17', '14_19', '79_60', '87_04'])(
    'dances, plays and flips are none: %s',
    async (name) => {
      const clip = await read(`cmu-random/${name}.bvh`, name.startsWith('79') ? 60 : undefined);
      const found = gaitOfClip(fitBody(clip), clip);
      expect(found.status).toBe('none');
    },
  );
});
