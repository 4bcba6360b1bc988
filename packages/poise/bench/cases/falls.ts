/**
 * Somebody who falls: what a picture (1/60 s) costs on the way from lost balance to rest, beside a picture of the same body without muscles
 * in MuJoCo's WebAssembly build (eight steps of 2 ms), from the same pose and velocity; and what a picture allocates.
 */
import { FallingBody } from '../../src/control/fall/falling-body.ts';
import { RisingBody } from '../../src/control/rise/rising-body.ts';
import { coordinateCount, freedomCount } from '../../src/motion/skeleton.ts';
import { createSimulation } from '../../src/sim/index.ts';
import { body, idle } from '../../test/methods/push-cases.ts';
import { leastBytesOf } from '../bytes.ts';
import type { BenchCase, Measurement } from '../case.ts';

const FRAME = 1 / 60; // [s]
const FRAMES = 90;
const ROUNDS = 40;
const LONGEST = 360; // frames
const STEPS = 8; // of 2 ms, per picture
const BOXED = 4000; // bytes a picture: numbers that the engine boxes on their way from function to function

const pose = idle.q.slice(0, coordinateCount(body.skeleton));

function velocity(): Float64Array {
  const v = new Float64Array(freedomCount(body.skeleton));
  v.set([0.6, 0, 1.5]);
  return v;
}

/** Microseconds per picture, mean over the fall; of each picture the best of many rounds. */
function framePrice(begin: () => void, step: () => void): number {
  const best = new Float64Array(FRAMES).fill(Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    begin();
    let start = performance.now();
    for (let frame = 0; frame < FRAMES; frame++) {
      step();
      const end = performance.now();
      best[frame] = Math.min(best[frame]!, end - start);
      start = end;
    }
  }
  return (1000 * best.reduce((sum, one) => sum + one, 0)) / FRAMES;
}

const frameCase: BenchCase = {
  id: 'falls/frame-63',
  async measure(): Promise<Measurement> {
    const fall = new FallingBody(body);
    const v = velocity();
    const value = framePrice(
      () => fall.begin(pose, v),
      () => fall.step(FRAME),
    );
    const { default: load } = await import('@mujoco/mujoco');
    const simulation = createSimulation(await load(), { body, pose, velocity: v, joints: 'massive' });
    const { engine } = simulation;
    const engineValue = framePrice(
      () => simulation.reset(),
      () => {
        for (let k = 0; k < STEPS; k++) {
          engine.beginStep();
          engine.finishStep();
        }
      },
    );
    simulation.delete();
    const note = `1.5 s of a braced fall; target ≤ 500 : eight steps of 2 ms of a limp one in MuJoCo (${engineValue.toFixed(0)} us)`;
    return { value, unit: 'us', against: 'MuJoCo WASM, a picture', ratio: engineValue / value, note };
  },
};

const bytesCase: BenchCase = {
  id: 'falls/frame-bytes',
  measure(): Measurement {
    const fall = new FallingBody(body);
    const v = velocity();
    const again = (): void => fall.begin(pose, v);
    const pictures = Array.from({ length: FRAMES }, () => () => fall.step(FRAME));
    for (let round = 0; round < 20; round++) {
      again();
      for (const picture of pictures) picture();
    }
    const bytes = leastBytesOf(pictures, { before: again }).sort();
    const value = bytes.reduce((sum, one) => sum + one, 0) / bytes.length;
    const note = `mean of 1.5 s; median ${bytes[FRAMES / 2]}, most ${bytes.at(-1)}`;
    return { value, unit: 'B', note, allocationBytesPerCall: value, allocationAllowed: BOXED };
  },
};

/** A body that lies on its side, and a way for it to begin anew. */
function fallen(): { readonly rise: RisingBody; readonly again: () => void } {
  const fall = new FallingBody(body);
  fall.begin(pose, velocity());
  for (let frame = 0; frame < LONGEST && !fall.isDown; frame++) fall.step(FRAME);
  const rise = new RisingBody(body);
  return { rise, again: () => rise.begin(fall.q, { stand: pose, heading: undefined }) };
}

const riseCase: BenchCase = {
  id: 'falls/get-up-frame-63',
  async measure(): Promise<Measurement> {
    const { rise, again } = fallen();
    const value = framePrice(again, () => rise.step(FRAME));
    const { default: load } = await import('@mujoco/mujoco');
    const simulation = createSimulation(await load(), { body, pose, velocity: velocity(), joints: 'massive' });
    const { engine } = simulation;
    const engineValue = framePrice(
      () => simulation.reset(),
      () => {
        for (let k = 0; k < STEPS; k++) {
          engine.beginStep();
          engine.finishStep();
        }
      },
    );
    simulation.delete();
    const note = `the first 1.5 s of getting up, plans of stages among it : eight steps of 2 ms of the same body in MuJoCo (${engineValue.toFixed(0)} us)`;
    return { value, unit: 'us', against: 'MuJoCo WASM, a picture', ratio: engineValue / value, note };
  },
};

export const cases: readonly BenchCase[] = [bytesCase, frameCase, riseCase];
