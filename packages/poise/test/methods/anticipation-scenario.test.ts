/** Scenario files: what is read, what is refused and in which words; poses and motions made from them. */
import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { FormatError, UsageError } from '../../src/errors.ts';
import { ease } from '../../src/math/ease.ts';
import { families } from '../../src/methods/anticipation/families/index.ts';
import { LOG_STEP } from '../../src/methods/anticipation/objective.ts';
import { flattenPose, poseBuilder } from '../../src/methods/anticipation/pose-angles.ts';
import { NAMED_POSES } from '../../src/methods/anticipation/poses.ts';
import { createReference } from '../../src/methods/anticipation/reference.ts';
import { loadKind, loadOf, withLoad, withTask } from '../../src/methods/anticipation/scenario.ts';
import { parseScenario, printScenario } from '../../src/methods/anticipation/scenario-file.ts';
import { scenarioNamed, scenarios } from '../../src/methods/anticipation/scenarios/index.ts';
import { integrate } from '../../src/motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../../src/motion/skeleton.ts';
import { worldFramesOf } from '../../src/motion/world-frames.ts';
import { createMannequin } from '../../src/performer/mannequin/skeleton.ts';

const { body, skeleton } = createMannequin({ height: 1.75, mass: 70 });
const nq = coordinateCount(skeleton);

const small = {
  name: 'small',
  duration: 2,
  task: 0.5,
  pose: 'stand',
  moves: [{ start: 1, duration: 0.5, to: { as: 'stand', waist: 20, left: { shoulder: 90 } } }],
};
const parse = (value: unknown) => parseScenario(JSON.stringify(value), 'mine.json');

describe('scenario files', () => {
  it('are read, with defaults, named poses and poses that change named ones', () => {
    const scenario = parse(small);
    expect(scenario).toMatchObject({ planar: true, mode: 'qp', preparation: 1, threshold: 0.016, support: 'both' });
    expect(scenario.moves[0]!.to).toEqual({ ...NAMED_POSES['stand'], waist: 20, left: { shoulder: 90 } });
  });

  it('come back from what they are written as', () => {
    for (const scenario of scenarios) expect(parseScenario(printScenario(scenario), 'again.json')).toEqual(scenario);
  });

  it.each<[string, unknown, string]>([
    ['a text that is no JSON', undefined, 'mine.json:1:1: expected a scenario as JSON'],
    ['a list', [], 'mine.json: the file: expected an object { … }, found []'],
    ['a misspelt field', { ...small, durration: 2 }, 'mine.json: /durration: unknown field; known: name, '],
    ['no duration', { ...small, duration: undefined }, 'duration: expected a number above 0 up to 30, found nothing'],
    ['an endless one', { ...small, duration: 1e9 }, 'duration: expected a number above 0 up to 30, found 1000000000'],
    [
      'a preparation that leaves no time',
      { ...small, preparation: 2 },
      'preparation: expected a preparation (1 s unless given) below 2 s, found 2',
    ],
    [
      'no time for the usual preparation',
      { ...small, duration: 0.5, task: 0.1, moves: [] },
      'preparation: expected a preparation (1 s unless given) below 0.5 s, found nothing',
    ],
    ['an unknown pose', { ...small, pose: 'fly' }, 'pose: expected one of "stand"'],
    [
      'an angle in a text',
      { ...small, pose: { hip: '90' } },
      '/pose/hip: expected a number from -180 up to 180, found "90"',
    ],
    ['a limb angle unknown', { ...small, pose: { left: { nose: 1 } } }, '/pose/left/nose: unknown field'],
    [
      'moves that overlap',
      { ...small, moves: [small.moves[0], { start: 1.2, duration: 0.1, to: 'stand' }] },
      '/moves/1/start: expected a number from 1.5 up to 2, found 1.2',
    ],
    [
      'a ball without a mass',
      { ...small, ball: { time: 1, at: [0, 1, 0.5], velocity: [0, -5, 0] } },
      '/ball/mass: expected a number above 0 up to 50, found nothing',
    ],
    [
      'half a place',
      { ...small, ball: { time: 1, at: [0, 1], velocity: [0, 0, 0], mass: 1 } },
      '/ball/at: expected 3 numbers',
    ],
    ['a box that is to topple and is not there', { ...small, topple: true }, 'topple: expected boxes'],
    ['a name with a path', { ...small, name: '../x' }, 'name: expected a text like'],
    ['a mode', { ...small, mode: 'best' }, 'mode: expected one of "qp", "paper", found "best"'],
  ])('refuse %s', (_, value, message) => {
    expect(() => parse(value)).toThrow(FormatError);
    expect(() => parse(value)).toThrow(message);
  });

  it('refuse what is nested too deeply to print', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const text of [deep, JSON.stringify(small).replace(/}$/, `,"gains":${deep}}`)]) {
      expect(() => parseScenario(text, 'mine.json')).toThrow(/mine\.json: .*expected an object.*nested too deeply/);
    }
  });

  it('take nothing from a prototype', () => {
    const text = JSON.stringify({ ...small, pose: { as: 'constructor' } });
    expect(() => parseScenario(text, 'mine.json')).toThrow(/\/pose\/as: expected one of/);
  });
});

describe('built-in scenarios', () => {
  it('are found by name, and other names are answered with the known ones', () => {
    expect(scenarioNamed('catch').ball!.mass).toBeGreaterThan(3);
    expect(() => scenarioNamed('fly')).toThrow(UsageError);
    expect(() => scenarioNamed('fly')).toThrow(/catch/);
    const names = [...scenarios, ...families.map(({ scenario }) => scenario)].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('have a load that can be believed and be true, apart', () => {
    const ball = scenarioNamed('catch');
    expect([loadKind(ball), loadOf(withLoad(ball, 0.3))]).toEqual(['ball', 0.3]);
    const boxes = scenarioNamed('dominoes');
    const light = withLoad(boxes, boxes.boxes[0]!.mass / 2);
    expect(light.boxes.map(({ mass }) => mass)).toEqual(boxes.boxes.map(({ mass }) => mass / 2));
    expect(withLoad(ball, ball.ball!.mass)).toBe(ball);
    expect(() => withLoad(ball, -1)).toThrow(UsageError);
    expect(() => withLoad(ball, 0)).toThrow('expected a ball above 0 and up to 50 kg, found 0');
    expect(() => withLoad(ball, 1e6)).toThrow('expected a ball above 0 and up to 50 kg, found 1000000');
    expect(() => withLoad(boxes, 1e6)).toThrow('up to 10000 kg');
    expect(() => withLoad(scenarioNamed('push-side'), Number.POSITIVE_INFINITY)).toThrow('of 0 and up to 500 N·s');
    expect(loadOf(withLoad(scenarioNamed('push-side'), 0))).toBe(0);
    expect(() => withLoad(scenarioNamed('bend-fast'), 3)).toThrow(/nothing to expect/);
    const nothing = { ...scenarioNamed('push-side') };
    const still = { ...nothing, pushes: nothing.pushes.map((push) => ({ ...push, impulse: [0, 0, 0] as const })) };
    expect(() => withLoad(still, 3)).toThrow(/no direction/);
  });

  it('have speeds', () => {
    expect(withTask(scenarioNamed('bend-fast'), 0.8)).toMatchObject({
      task: 0.8,
      moves: [{ start: 1, duration: 0.8 }],
    });
    expect(() => withTask(scenarioNamed('bend-fast'), 9)).toThrow(/a task above 0 and up to \d/);
    const late = { ...scenarioNamed('bend-fast'), preparation: 40 };
    expect(() => withTask(late, 0.5)).toThrow(/a preparation of 40 s leaves no time/);
    expect(() => withTask(scenarioNamed('chain'), 0.5)).toThrow(UsageError);
  });
});

describe('poses', () => {
  const builder = poseBuilder(body);
  const built = (pose: string | object, stance: 'both' | 'left' | 'right' = 'both') => {
    const q = new Float64Array(nq);
    builder.build(q, flattenPose(typeof pose === 'string' ? NAMED_POSES[pose]! : pose), stance);
    return { q, frames: worldFramesOf(skeleton, q) };
  };
  const heightOf = (
    role: 'leftFoot' | 'rightFoot' | 'head' | 'leftHand' | 'rightHand',
    frames: { origins: Float64Array },
  ) => frames.origins.slice(3 * body.roles[role]!, 3 * body.roles[role]! + 3);

  it('stand on level feet that stay where they are', () => {
    const straight = built({}).frames;
    for (const pose of ['stand', 'deep-bend', 'crouch']) {
      const { frames } = built(pose);
      for (const foot of ['leftFoot', 'rightFoot'] as const) {
        const [now, then] = [heightOf(foot, frames), heightOf(foot, straight)];
        for (let k = 0; k < 3; k++) expect(now[k]).toBeCloseTo(then[k], 9);
        const turn = frames.rotations.slice(4 * body.roles[foot]!, 4 * body.roles[foot]! + 4);
        expect(Math.hypot(turn[0], turn[2])).toBeLessThan(1e-9);
      }
    }
    const kick = built('kick', 'left').frames;
    expect(heightOf('leftFoot', kick)[1]).toBeCloseTo(heightOf('leftFoot', straight)[1], 9);
    expect(heightOf('rightFoot', kick)[1]).toBeGreaterThan(0.4);
    expect(heightOf('rightFoot', kick)[2]).toBeGreaterThan(0.5);
  });

  it('bend the way a person does: arms hang, flexion leads forward, mirrored sides mirror', () => {
    const hanging = built({}).frames;
    expect(heightOf('leftHand', hanging)[1]).toBeLessThan(0.95);
    const raised = built({ shoulder: 90 }).frames;
    expect(heightOf('leftHand', raised)[2]).toBeGreaterThan(0.45);
    const elbow = built({ elbow: 90 }).frames;
    expect(heightOf('leftHand', elbow)[2]).toBeGreaterThan(0.2);
    const left = built({ left: { shoulder: 50, shoulderOut: 20 }, waistSide: 15 }).frames;
    const right = built({ right: { shoulder: 50, shoulderOut: 20 }, waistSide: -15 }).frames;
    const [a, b] = [heightOf('leftHand', left), heightOf('rightHand', right)];
    expect([a[0], a[1], a[2]].map((x) => x.toFixed(9))).toEqual([-b[0], b[1], b[2]].map((x) => x.toFixed(9)));
    expect(heightOf('head', left)[0]).toBeGreaterThan(0.1);
  });
});

describe('the reference motion', () => {
  const reference = createReference(body, scenarioNamed('bend-fast'));
  const state = () => ({
    q: new Float64Array(nq),
    v: new Float64Array(freedomCount(skeleton)),
    a: new Float64Array(freedomCount(skeleton)),
  });

  it('eases in and out', () => {
    const [early, late] = [state(), state()];
    reference.sampler(early, 0.5);
    reference.sampler(late, 99);
    expect(early.q).toEqual(reference.start);
    expect(Math.max(...late.v.map(Math.abs))).toBe(0);
  });

  it('is there at every tick of the control, not a little before or after', () => {
    const builder = poseBuilder(body);
    const { moves, pose } = scenarioNamed('bend-fast');
    const [from, to] = [flattenPose(pose), flattenPose(moves[0]!.to)];
    const [found, wanted] = [state(), new Float64Array(nq)];
    for (const t of [1.005, 1.105, 1.115, 1.395]) {
      const share = ease((t - moves[0]!.start) / moves[0]!.duration);
      const angles = from.map((angle, k) => angle + share * (to[k]! - angle));
      builder.build(wanted, angles, 'both');
      reference.sampler(found, t);
      for (let k = 0; k < nq; k++) expect(found.q[k]).toBeCloseTo(wanted[k]!, 9);
    }
  });

  it('of a bend has the CoM far ahead of the middle on the way: that is what makes bends hard', () => {
    const ws = createWorkspace(body);
    const slow = createReference(body, scenarioNamed('bend-slow'));
    const now = state();
    const aheadAt = (t: number): number => {
      slow.sampler(now, t);
      forwardKinematics(body, ws, now.q);
      return ws.com[2];
    };
    const way = Array.from({ length: 13 }, (_, k) => aheadAt(1 + 0.1 * k));
    expect(Math.max(...way)).toBeGreaterThan(aheadAt(2.5) + 0.02);
    expect(Math.max(...way)).toBeGreaterThan(way[0]! + 0.08);
  });

  it('has the rates of its poses and the accelerations of its rates', () => {
    const { start, duration } = scenarioNamed('bend-fast').moves[0]!;
    const t = start + 0.3 * duration;
    const [here, next, after] = [state(), state(), state()];
    reference.sampler(here, t);
    reference.sampler(next, t + LOG_STEP / 2);
    reference.sampler(after, t + LOG_STEP);
    const q = new Float64Array(nq);
    integrate(q, skeleton, here.q, here.v, LOG_STEP);
    for (let k = 0; k < nq; k++) expect(q[k]).toBeCloseTo(after.q[k], 3);
    for (let k = 3; k < here.v.length; k++) expect((after.v[k] - here.v[k]) / LOG_STEP).toBeCloseTo(next.a[k], 0);
    expect(Math.max(...here.v.map(Math.abs))).toBeGreaterThan(1);
  });
});
