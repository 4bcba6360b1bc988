/** What every method promises, as checks that throw. contract.test.ts runs them over the registry, and over methods that are
 *  broken on purpose. */
import { expect } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { UsageError } from '../../src/errors.ts';
import type { TimedPush } from '../../src/gait/push.ts';
import type { Balancer } from '../../src/methods/balancer.ts';
import type { Method, MethodInput, MethodResult } from '../../src/methods/method.ts';
import { situationOf } from '../../src/methods/situation.ts';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import { coordinateCount, freedomCount, quatIndex } from '../../src/motion/skeleton.ts';
import { type Case, EVENTS, SENTENCE, SITUATIONS } from './contract-case.ts';

const PLANTED = 5e-3; // [m] that a standing foot may slide
const ROOT = 1e-3; // [m] beyond the declared tolerance that the root of a balanced clip may move

const run = (method: Method, { options }: Case, input: MethodInput): MethodResult =>
  method.run(input, options[method.id] ?? {});

export interface Check {
  readonly name: string;
  readonly online?: true; // of methods with `start` only
  readonly run: (method: Method, made: Case) => void;
}

const inputOf = ({ body, balanced, push }: Case): MethodInput => ({ body, clip: balanced[0], pushes: [push] });

export const checks: readonly Check[] = [
  {
    name: 'gives the same bytes for the same seed',
    run: (method, made) => {
      for (const input of [{ body: made.body, clip: made.unbalanced, seed: 7 }, inputOf(made)]) {
        const [first, second] = [run(method, made, input), run(method, made, input)];
        expect(bytesOf(second.clip)).toEqual(bytesOf(first.clip));
        expect(second.outcome).toEqual(first.outcome);
      }
    },
  },
  {
    name: 'never makes a number that is none, and says how it went',
    run: (method, made) => {
      for (const input of [{ body: made.body, clip: made.unbalanced }, inputOf(made)]) {
        const { clip, outcome } = run(method, made, input);
        expect(clip.q.every(Number.isFinite)).toBe(true);
        expect(unitQuats(clip)).toBeLessThan(1e-6);
        expect(clip.frameTime).toBe(input.clip.frameTime);
        expect(outcome.reason).toMatch(/^\S.*\.$/);
        expect(outcome.status).not.toBe('');
      }
    },
  },
  {
    name: 'leaves planted feet where they are',
    run: (method, made) => {
      for (const input of [{ body: made.body, clip: made.unbalanced }, inputOf(made)]) {
        const before = analyse(made.body, input.clip).summary.slide;
        const after = analyse(made.body, run(method, made, input).clip).summary.slide;
        expect(after).toBeLessThan(before + PLANTED);
      }
    },
  },
  {
    name: 'returns a balanced clip as it was, within its tolerance',
    run: (method, made) => {
      for (const clip of made.balanced) {
        const { clip: after, outcome } = run(method, made, { body: made.body, clip });
        expect(outcome.achieved).toBe(true);
        expect(after.frameCount).toBe(clip.frameCount);
        expectSamePoses(clip, after.q, method.tolerance);
      }
    },
  },
  {
    name: 'does not touch its input',
    run: (method, made) => {
      const clip = withCoordinates(made.unbalanced, made.unbalanced.q.slice());
      const push = structuredClone(made.push);
      const { clip: after } = run(method, made, { body: made.body, clip, pushes: [push] });
      expect(bytesOf(clip)).toEqual(bytesOf(made.unbalanced));
      expect(push).toEqual(made.push);
      expect(after.skeleton).toBe(clip.skeleton);
    },
  },
  {
    name: 'reports progress that only rises, and stops when told to',
    run: (method, made) => {
      const told: number[] = [];
      const input = { body: made.body, clip: made.unbalanced };
      run(method, made, { ...input, onProgress: (done) => told.push(done) });
      expect(told.length).toBeGreaterThan(1);
      expect(told.at(-1)).toBe(1);
      told.reduce((before, done) => {
        expect(done).toBeGreaterThanOrEqual(before);
        return done;
      }, 0);
      const stop = new Error('enough');
      const cancel = (): never => {
        throw stop;
      };
      expect(() => run(method, made, { ...input, onProgress: cancel })).toThrow(stop);
    },
  },
  {
    name: 'refuses input that makes no sense',
    run: (method, made) => {
      const input = inputOf(made);
      const broken = input.clip.q.slice();
      broken[12] = Number.NaN;
      const other = { ...made.body, skeleton: { ...made.body.skeleton, names: ['alone'], parents: Int32Array.of(-1) } };
      const pushed = (change: Partial<TimedPush>): MethodInput => ({ ...input, pushes: [{ ...made.push, ...change }] });
      const wrong: readonly MethodInput[] = [
        { ...input, clip: withCoordinates(input.clip, broken) },
        { ...input, clip: withCoordinates(input.clip, new Float64Array(0)) },
        { ...input, body: other },
        { ...input, seed: Number.NaN },
        pushed({ time: -1 }),
        pushed({ segment: 999 }),
        pushed({ duration: 0 }),
        pushed({ impulse: [0, Number.NaN, 0] }),
      ];
      for (const bad of wrong) expect(() => run(method, made, bad)).toThrow(UsageError);
    },
  },
  {
    name: 'says how well it fits any situation, in a sentence',
    run: (method, made) => {
      for (const situation of [...SITUATIONS, situationOf(inputOf(made))]) {
        const before = structuredClone(situation);
        const { fit, reason } = method.fits(situation);
        expect(fit).toBeGreaterThanOrEqual(0);
        expect(fit).toBeLessThanOrEqual(1);
        expect(reason).toMatch(SENTENCE);
        expect(method.fits(situation)).toEqual({ fit, reason });
        expect(situation).toEqual(before);
      }
    },
  },
  {
    name: 'fits no situation in which it has nothing to do',
    run: (method, made) => {
      // who tells of a push answers pushes; the others mend clips that nobody pushes in
      const answers = run(method, made, inputOf(made)).events.some(({ kind }) => kind === 'impact');
      for (const situation of SITUATIONS) {
        if (situation.pushes > 0 !== answers) expect(method.fits(situation).fit).toBe(0);
      }
      expect(SITUATIONS.some((situation) => method.fits(situation).fit > 0)).toBe(true);
    },
  },
  {
    name: 'describes every event in a sentence, and tells them in order',
    run: (method, made) => {
      const { events } = run(method, made, inputOf(made));
      for (const event of [...events, ...EVENTS]) expect(method.describe(event)).toMatch(SENTENCE);
      expect(events.filter(({ kind }) => kind === 'impact').length).toBeLessThanOrEqual(1);
      events.reduce((before, { time }) => {
        expect(time).toBeGreaterThanOrEqual(before);
        return time;
      }, 0);
    },
  },
  {
    name: 'goes on with the clip while nobody pushes',
    online: true,
    run: (method, made) => {
      for (const clip of made.balanced) {
        const balancer = started(method, { body: made.body, clip });
        const q = new Float64Array(clip.q.length);
        const nq = coordinateCount(clip.skeleton);
        q.set(balancer.q, 0);
        for (let frame = 1; frame < clip.frameCount; frame++) {
          balancer.step(clip.frameTime);
          q.set(balancer.q, frame * nq);
        }
        expectSamePoses(clip, q, method.tolerance);
        expect(balancer.status).toBe('balanced');
        expect(balancer.time).toBeCloseTo((clip.frameCount - 1) * clip.frameTime, 9);
      }
    },
  },
  {
    name: 'has the same future after it is saved and restored',
    online: true,
    run: (method, made) => {
      const balancer = started(method, inputOf(made));
      const steps = (count: number): Float64Array[] =>
        Array.from({ length: count }, () => {
          balancer.step(1 / 60);
          return balancer.q.slice();
        });
      steps(20);
      balancer.push(made.push);
      steps(10);
      const saved = structuredClone(balancer.save());
      const first = steps(40);
      balancer.restore(saved);
      expect(steps(40)).toEqual(first);
    },
  },
  {
    name: 'refuses to restore what it did not save',
    online: true,
    run: (method, made) => {
      const balancer = started(method, inputOf(made));
      const before = balancer.q.slice();
      for (const wrong of [undefined, null, 3, 'save', [], {}, { time: 1 }]) {
        expect(() => balancer.restore(wrong), String(wrong)).toThrow(UsageError);
      }
      expect(balancer.q).toEqual(before);
    },
  },
  {
    name: 'takes steps of any length',
    online: true,
    run: (method, made) => {
      const balancer = started(method, inputOf(made));
      for (const dt of [1 / 60, 0, 1e-6, 1 / 7, 0.5, 1 / 240, 3]) {
        const before = balancer.time;
        balancer.step(dt);
        expect(balancer.time).toBeCloseTo(before + dt, 9);
        expect([...balancer.q, ...balancer.v].every(Number.isFinite)).toBe(true);
      }
      balancer.push(made.push);
      for (const dt of [1 / 60, 0, 1 / 7, 0.5, 1 / 240]) balancer.step(dt);
      expect([...balancer.q, ...balancer.v].every(Number.isFinite)).toBe(true);
      for (const dt of [-1, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => balancer.step(dt)).toThrow(UsageError);
    },
  },
  {
    name: 'tells of a push, and moves',
    online: true,
    run: (method, made) => {
      const balancer = started(method, inputOf(made));
      const free = started(method, { ...inputOf(made), pushes: [] });
      balancer.push(made.push);
      const events = Array.from({ length: 30 }, () => [free.step(1 / 60), balancer.step(1 / 60)][1]).flat();
      expect(events.filter(({ kind }) => kind === 'impact')).toHaveLength(1);
      expect(balancer.q).not.toEqual(free.q);
      expect(balancer.q).toHaveLength(coordinateCount(made.body.skeleton));
      expect(balancer.v).toHaveLength(freedomCount(made.body.skeleton));
    },
  },
];

function started(method: Method, input: MethodInput): Balancer {
  if (!method.start) throw new Error(`${method.id} has no start`);
  const { pushes: _, ...still } = input;
  return method.start(still);
}

const bytesOf = ({ q }: Clip): Uint8Array => new Uint8Array(q.buffer, q.byteOffset, q.byteLength);

function unitQuats({ q, skeleton, frameCount }: Clip): number {
  const nq = coordinateCount(skeleton);
  let worst = 0;
  for (let frame = 0; frame < frameCount; frame++) {
    for (let i = frame * nq + quatIndex(0); i < (frame + 1) * nq; i += 4) {
      worst = Math.max(worst, Math.abs(Math.hypot(q[i], q[i + 1], q[i + 2], q[i + 3]) - 1));
    }
  }
  return worst;
}

/** Every joint within `tolerance` [rad] of where the clip has it, the root within a millimetre more. */
function expectSamePoses(clip: Clip, q: Float64Array, tolerance: number): void {
  const nq = coordinateCount(clip.skeleton);
  let [turned, moved] = [0, 0];
  for (let i = 0; i < clip.q.length; i++) {
    if (i % nq < 3) moved = Math.max(moved, Math.abs(q[i] - clip.q[i]));
    else if ((i % nq) % 4 === 3) {
      let dot = 0;
      for (let k = 0; k < 4; k++) dot += q[i + k] * clip.q[i + k];
      turned = Math.max(turned, 2 * Math.acos(Math.min(1, Math.abs(dot))));
    }
  }
  expect(turned).toBeLessThanOrEqual(tolerance + 1e-7); // acos near 1 is no better than that
  expect(moved).toBeLessThanOrEqual(tolerance === 0 ? 0 : tolerance + ROOT);
}
