/** The ground of the scene: wherever the model stands, slopes, stairs, lifts, platforms, and feet that float. */
import { describe, expect, it } from 'vitest';
import { solePointsAt } from '../../src/control/foot-frame.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import type { Vec3 } from '../../src/math/types.ts';
import { sample } from '../../src/motion/sample.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import type { ReactionEvent } from '../../src/runtime/events.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import type { ReactionLayerOptions } from '../../src/runtime/options.ts';
import { reactionLibrary } from '../../src/runtime/reaction-library.ts';
import { poseRig } from '../../src/runtime/rig.ts';
import { smallLibrary } from '../methods/push-cases.ts';
import { body, clips } from './stage.ts';

const library = reactionLibrary(smallLibrary());
const nq = coordinateCount(body.skeleton);
const ws = createWorkspace(body);
const CHEST = { bone: 'chest', impulse: [0, 0, 30] } as const;

interface Shown {
  readonly poses: readonly Float64Array[];
  readonly events: readonly ReactionEvent[];
  readonly layer: ReactionLayer;
}

/** An idle whose model the game puts at a place (x, y, z) at each time. */
function play(
  options: Partial<ReactionLayerOptions>,
  place: (t: number) => Vec3,
  more: {
    readonly seconds?: number;
    readonly hit?: { bone: string; impulse: Vec3 };
    readonly each?: (t: number, layer: ReactionLayer) => void;
  } = {},
): Shown {
  const pose = new Float64Array(nq);
  const layer = new ReactionLayer(body, poseRig(pose), { library, ...options });
  const poses: Float64Array[] = [];
  const events: ReactionEvent[] = [];
  for (let frame = 0; frame < 60 * (more.seconds ?? 5); frame++) {
    const t = frame / 60;
    sample(pose, clips.idle, t);
    place(t).forEach((part, c) => {
      pose[c] += part;
    });
    events.push(...layer.update(1 / 60));
    poses.push(pose.slice());
    if (frame === 30) layer.hit(more.hit ?? CHEST);
    more.each?.(t, layer);
  }
  return { poses, events, layer };
}

const flat = play({}, () => [0, 0, 0]);
const kinds = ({ events }: Shown): string[] => events.map(({ kind }) => kind);

/** Heights of sole points over the ground: lowest of each foot, [m]. */
function soles(q: Float64Array, height: (x: number, z: number) => number): readonly [number, number] {
  forwardKinematics(body, ws, q);
  const counts = body.soles.map(({ parts }) => parts.length);
  const points = new Float64Array(3 * (counts[0]! + counts[1]!));
  solePointsAt(points, body, ws);
  const lowest = (from: number, count: number): number => {
    let least = Infinity;
    for (let k = from; k < from + count; k++) {
      least = Math.min(least, points[3 * k + 1]! - height(points[3 * k]!, points[3 * k + 2]!));
    }
    return least;
  };
  return [lowest(0, counts[0]!), lowest(counts[0]!, counts[1]!)];
}

describe('a layer follows its model', () => {
  const isTheSame = (_: string, place: (t: number) => Vec3): void => {
    const there = play({}, place);
    expect(kinds(there)).toEqual(kinds(flat));
    there.poses.forEach((q, frame) => {
      const at = place(frame / 60);
      for (let c = 0; c < 3; c++) expect(q[c]! - at[c]!).toBeCloseTo(flat.poses[frame]![c]!, 3);
      for (let i = 3; i < nq; i++) expect(Math.abs(q[i]! - flat.poses[frame]![i]!)).toBeLessThan(2e-3);
    });
  };
  it.each([
    ['at y = 5', (): Vec3 => [0, 5, 0]],
    ['at y = −3, far away', (): Vec3 => [40, -3, 7]],
    ['on a lift that goes down', (t: number): Vec3 => [0, 5 - t, 0]],
  ])('%s: the same reaction as at 0', isTheSame);
  // the course is the same, and drifts apart by 2° within seconds
  it('on a lift at 1 m/s: the same reaction as at 0', () => isTheSame('', (t) => [0, 5 + t, 0]));

  it('tells steps and falls where the model is', () => {
    const { events } = play({}, () => [0, 5, 0]);
    const step = events.find((event) => event.kind === 'step');
    expect(step?.kind === 'step' && step.position[1]).toBeCloseTo(5, 1);
    const hard = play({}, () => [0, 5, 0], { hit: { bone: 'chest', impulse: [0, 0, 200] }, seconds: 1.2 });
    const fall = hard.events.find((event) => event.kind === 'fall');
    expect(fall?.kind === 'fall' && fall.q[1]).toBeGreaterThan(5.5);
  });

  it('knows a lift at once from the origin of the model, also while it walks', () => {
    const pose = new Float64Array(nq);
    let height = 0;
    const rig = { ...poseRig(pose), originHeight: () => height };
    const layer = new ReactionLayer(body, rig);
    for (let frame = 0; frame < 120; frame++) {
      sample(pose, clips.walk, frame / 60);
      height = 2 + frame / 60;
      pose[1] += height;
      layer.update(1 / 60);
    }
    layer.hit({ bone: 'chest', impulse: [10, 0, 0] });
    const told: ReactionEvent[] = [];
    for (let frame = 120; frame < 200; frame++) {
      sample(pose, clips.walk, frame / 60);
      height = 2 + frame / 60;
      pose[1] += height;
      told.push(...layer.update(1 / 60));
      expect(Math.abs(pose[1]! - height - 0.9)).toBeLessThan(0.2);
    }
    const step = told.find((event) => event.kind === 'step');
    expect(step?.kind === 'step' && Math.abs(step.position[1] - 2 - step.time)).toBeLessThan(0.1);
  });
});

describe('ground that the owner describes', () => {
  const tilt = Math.tan((12 * Math.PI) / 180);
  const slope = (_: number, z: number): number => tilt * z;
  const stairs = (_: number, z: number): number => 0.15 * Math.floor((z + 0.35) / 0.6);

  it.each([
    ['heights alone', { ground: slope }],
    [
      'heights and normals',
      { ground: (x: number, z: number) => ({ height: slope(x, z), normal: { x: 0, y: 1, z: -tilt } }) },
    ],
  ])('a slope of 12°, %s: soles lie on it, at rest and in a reaction', (_, options) => {
    const { poses, events, layer } = play(options, () => [0, 0, 0], { seconds: 6 });
    expect(kinds({ poses, events, layer })).toContain('recovered');
    expect(kinds({ poses, events, layer })).not.toContain('fall');
    poses.forEach((q, frame) => {
      const [left, right] = soles(q, slope);
      // one foot stands at any time; neither is in the ground
      expect(Math.min(left, right)).toBeLessThan(0.02);
      expect(Math.min(left, right)).toBeGreaterThan(-0.02);
      if (frame > 300) for (const sole of [left, right]) expect(Math.abs(sole)).toBeLessThan(0.02);
    });
    expect(events.filter(({ kind }) => kind === 'step').length).toBeGreaterThan(0);
  });

  it('stairs of 0.15 m: whoever is pushed down or up them comes to stand on a step', () => {
    for (const impulse of [
      [0, 0, 30],
      [0, 0, -30],
    ] as const) {
      const { poses, events, layer } = play({ ground: stairs }, () => [0, 0, 0], {
        hit: { bone: 'chest', impulse },
        seconds: 7,
      });
      expect(kinds({ poses, events, layer })).not.toContain('fall');
      for (const sole of soles(poses.at(-1)!, stairs)) expect(Math.abs(sole)).toBeLessThan(0.03);
    }
  });

  it('is not jumped onto: reactions begin and end without a leap', () => {
    const { poses } = play({ ground: slope }, () => [0, 0, 0], { seconds: 6 });
    for (let frame = 1; frame < poses.length; frame++) {
      for (let c = 0; c < 3; c++) expect(Math.abs(poses[frame]![c]! - poses[frame - 1]![c]!)).toBeLessThan(0.03);
    }
  });

  it('may be set later, and moves: a platform carries the character', () => {
    const { layer } = play({}, () => [0, 0, 0], { seconds: 0.2 });
    layer.ground = (x, z) => slope(x, z);
    expect(typeof layer.ground).toBe('function');
    const speed = 1.2;
    const moving = { height: 0, normal: [0, 1, 0] as const, velocity: [speed, 0, 0] as const };
    const carried = play({ ground: () => moving }, (t) => [speed * t, 0, 0]);
    expect(kinds(carried)).toEqual(kinds(flat));
    carried.poses.forEach((q, frame) => {
      expect(q[0]! - (speed * frame) / 60).toBeCloseTo(flat.poses[frame]![0]!, 2);
      expect(q[2]).toBeCloseTo(flat.poses[frame]![2]!, 2);
    });
  });

  it('warns once when the feet float, and does not pull them down', () => {
    const { poses, events } = play({ ground: () => 0 }, () => [0, 0.4, 0]);
    const warnings = events.filter((event) => event.kind === 'warning');
    expect(warnings.length).toBe(1);
    expect(warnings[0]!.kind === 'warning' && warnings[0]!.message).toMatch(/float above the ground by 0\.4\d m/);
    for (const q of poses) expect(q[1]).toBeGreaterThan(1.1);
    expect(kinds(flat)).not.toContain('warning');
    expect(play({ ground: 0 }, () => [0, 0.4, 0]).events.filter(({ kind }) => kind === 'warning').length).toBe(1);
  });

  it('keeps feet off places where there is no ground, and off those that are not walkable', () => {
    for (const options of [
      { ground: (_: number, z: number) => (z < 0.25 ? 0 : null) },
      { walkable: (_: number, z: number) => z < 0.25 },
      {
        walkable: [
          [
            [-5, -5],
            [5, -5],
            [5, 0.31],
            [-5, 0.31],
          ],
        ] as const,
      },
    ]) {
      const { events } = play(options as Partial<ReactionLayerOptions>, () => [0, 0, 0]);
      for (const event of events) if (event.kind === 'step') expect(event.position[2]).toBeLessThan(0.36); // the ball, ahead of the middle of the foot
    }
    const steps = flat.events.filter((event) => event.kind === 'step');
    expect(Math.max(...steps.map((event) => (event.kind === 'step' ? event.position[2] : 0)))).toBeGreaterThan(0.4);
  });

  it('refuses ground that is none', () => {
    for (const ground of [Number.NaN, 'floor', {}, null, -1e299])
      expect(() => play({ ground: ground as never }, () => [0, 0, 0])).toThrow(/ground/);
    expect(() => play({ ground: () => Number.NaN }, () => [0, 0, 0], { seconds: 0.1 })).toThrow(/height/);
    expect(() =>
      play({ ground: () => ({ height: 0, normal: [0, -1, 0] }) }, () => [0, 0, 0], { seconds: 0.1 }),
    ).toThrow(/normal/);
  });
});
