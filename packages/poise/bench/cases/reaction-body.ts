/**
 * The body under all reactions: what a picture (two ticks of 1/120 s) of a reacting character costs, beside one step of the same
 * body, on its feet, in MuJoCo's WebAssembly build; what a tick allocates, and what planning a step from standing costs.
 */
import { fitBody } from '../../src/balance/fit-body.ts';
import type { Body } from '../../src/body/body.ts';
import { type StandingState, StandingSteps } from '../../src/gait/standing-steps.ts';
import { createStepChoice } from '../../src/gait/step-choice.ts';
import { startPushResponse } from '../../src/methods/push-response/as-method.ts';
import type { PushResponder } from '../../src/methods/push-response/responder.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { createSimulation } from '../../src/sim/index.ts';
import { body as body63, idle as idle63, smallLibrary } from '../../test/methods/push-cases.ts';
import { leastBytesOf } from '../bytes.ts';
import { type BenchCase, type Measurement, timePerCall } from '../case.ts';
import { withoutJoints } from '../person.ts';

const FRAMES = 60; // of a recovery, again and again
const ROUNDS = 150;
const FALLS_AFTER = 50; // steps of 2 ms that somebody without muscles stays on their feet
const BOXED = 2000; // bytes a tick: numbers that the engine boxes on their way from function to function

/** Trunk, head, arms and legs, one joint each. */
const SPARE = ['spine', 'upperChest', 'neck', 'leftShoulder', 'rightShoulder'];

interface Person {
  readonly body: Body;
  readonly idle: Clip;
}

const person63 = (): Person => ({ body: body63, idle: idle63 });

function person48(): Person {
  const idle = withoutJoints(idle63, SPARE);
  return { body: fitBody(idle), idle };
}

/** Somebody just pushed, and what brings them back to that moment. */
function pushed({ body, idle }: Person): { readonly responder: PushResponder; readonly again: () => void } {
  const responder = startPushResponse({ body, clip: idle }, { library: smallLibrary() });
  for (let k = 0; k < 30; k++) responder.step(1 / 60);
  responder.push({ impulse: [6, 0, 34], segment: body.roles.chest ?? 0 });
  for (let k = 0; k < 3; k++) responder.step(1 / 60);
  const saved = responder.save();
  return { responder, again: () => responder.restore(saved) };
}

/** Microseconds per picture, mean over a second of recovery; of each picture the best of many rounds. */
function framePrice(person: Person): number {
  const { responder, again } = pushed(person);
  const best = new Float64Array(FRAMES).fill(Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    again();
    let start = performance.now();
    for (let frame = 0; frame < FRAMES; frame++) {
      responder.step(1 / 60);
      const end = performance.now();
      best[frame] = Math.min(best[frame], end - start);
      start = end;
    }
  }
  return (1000 * best.reduce((sum, one) => sum + one, 0)) / FRAMES;
}

/** Microseconds per step of 2 ms of somebody without muscles, on their feet. */
async function mujocoPrice({ body, idle }: Person, freedoms: number): Promise<number> {
  const { default: load } = await import('@mujoco/mujoco');
  const pose = idle.q.slice(0, coordinateCount(body.skeleton));
  const simulation = createSimulation(await load(), { body, pose, joints: 'massive' });
  if (simulation.freedoms !== freedoms) throw new Error(`expected ${freedoms} freedoms, found ${simulation.freedoms}`);
  const { engine } = simulation;
  let step = 0;
  const value = timePerCall(() => {
    if (step++ % FALLS_AFTER === 0) simulation.reset();
    engine.beginStep();
    engine.finishStep();
  });
  simulation.delete();
  return value;
}

const people = { 48: person48, 63: person63 } as const;
type Freedoms = keyof typeof people;

/** Measured together before MuJoCo is loaded, which slows typed arrays down (docs/bench.md). */
let prices: Readonly<Record<Freedoms, number>> | undefined;

const frameCase = (freedoms: Freedoms, target: string): BenchCase => ({
  id: `reaction-body/frame-${freedoms}`,
  async measure(): Promise<Measurement> {
    prices ??= { 48: framePrice(person48()), 63: framePrice(person63()) };
    const value = prices[freedoms];
    const step = await mujocoPrice(people[freedoms](), freedoms);
    const note = `two ticks of a character that recovers with a step${target} : one step of 2 ms in MuJoCo (${step.toFixed(0)} us)`;
    return { value, unit: 'us', against: 'one MuJoCo WASM step', ratio: step / value, note };
  },
});

const bytesCase: BenchCase = {
  id: 'reaction-body/tick-bytes',
  measure(): Measurement {
    const { responder, again } = pushed(person63());
    const { reaction, planner, tactics } = responder.character;
    const plan = {
      update: planner.update.bind(planner),
      posture: tactics.posture.bind(tactics),
    };
    const ticks = Array.from({ length: 2 * FRAMES }, () => () => reaction.tick(1 / 120, plan));
    for (let round = 0; round < 20; round++) {
      again();
      for (const tick of ticks) tick();
    }
    const bytes = leastBytesOf(ticks, { before: again }).sort();
    const value = bytes.reduce((sum, one) => sum + one, 0) / bytes.length;
    const note = `mean of a second of recovery; median ${bytes[FRAMES]}, most ${bytes.at(-1)}`;
    return { value, unit: 'B', note, allocationBytesPerCall: value, allocationAllowed: BOXED };
  },
};

/** Falls towards all sides. */
const planCase: BenchCase = {
  id: 'reaction-body/step-plan',
  measure(): Measurement {
    const steps = new StandingSteps(1);
    const choice = createStepChoice();
    const states = Array.from({ length: 16 }, (_, k) => {
      const angle = (k * Math.PI) / 8;
      const direction = Float64Array.of(Math.cos(angle), Math.sin(angle));
      const xi = direction.map((part) => 0.25 * part);
      const state: StandingState = {
        rate: 3.2,
        xi,
        cop: new Float64Array(2),
        feet: Float64Array.of(0, 0.1, 0, -0.1),
        stance: Float64Array.of(0, 0.2),
        air: -1,
        airPlace: new Float64Array(2),
        airRate: new Float64Array(2),
        airFrom: new Float64Array(2),
        swung: 0,
        crosses: false,
        liftIn: Float64Array.of(0.1, 0.1),
        may: 3,
        slack: 0,
      };
      return { state, direction };
    });
    let next = 0;
    const value = timePerCall(() => {
      const { state, direction } = states[next++ % states.length]!;
      steps.choose(choice, state, direction);
    });
    return { value, unit: 'us', note: 'the best next step, mean of falls towards 16 sides' };
  },
};

export const cases: readonly BenchCase[] = [planCase, bytesCase, frameCase(48, '; target ≤ 150'), frameCase(63, '')];
