/** Walks and runs on the reaction body: as the source while nobody hits, on their feet and back on their way when somebody does. */
import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import type { FootReport } from '../../src/balance/report.ts';
import { ClipSource } from '../../src/control/clip-source.ts';
import { GaitPlanner } from '../../src/control/gait/gait-planner.ts';
import { RoundSource } from '../../src/control/gait/round-source.ts';
import { SourceSteps } from '../../src/control/gait/source-steps.ts';
import { ReactionBody } from '../../src/control/reaction-body.ts';
import { solePointCount } from '../../src/control/source.ts';
import { createNominalSteps } from '../../src/gait/steps/step-plan-memory.ts';
import { startLocomotion } from '../../src/methods/reactive-locomotion/as-method.ts';
import type { Locomotion } from '../../src/methods/reactive-locomotion/locomotion.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { difference } from '../../src/motion/coordinates.ts';
import { freedomCount } from '../../src/motion/skeleton.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { TICK } from './reacting.ts';

const clips = { walk: perform(motionNamed('walk')), run: perform(motionNamed('run')) } as const;
const DT = 1 / 60;

/** Most that two poses differ in a coordinate [rad, m]. */
function apart(clip: Clip, a: Float64Array, b: Float64Array): number {
  const v = new Float64Array(freedomCount(clip.skeleton));
  difference(v, clip.skeleton, a, 0, b, 0, 1);
  return Math.max(...v.map(Math.abs));
}

describe.each(['walk', 'run'] as const)('the performed %s', (name) => {
  const clip = clips[name];
  const body = fitBody(clip);

  it('comes back to rounding, far past the clip’s end, while nobody hits', () => {
    const source = new RoundSource(body, clip);
    const reaction = new ReactionBody(source);
    const planner = new GaitPlanner(source);
    reaction.begin(0.3, TICK);
    planner.reset(0.3);
    for (let k = 0; k < 6 / TICK; k++) reaction.tick(TICK, planner);
    expect(apart(clip, reaction.reference.next, reaction.q)).toBeLessThan(1e-9);
  });

  it('goes on past the end of the clip without a jump', () => {
    const source = new RoundSource(body, clip);
    const [before, after] = [
      new Float64Array(clip.q.length / clip.frameCount),
      new Float64Array(clip.q.length / clip.frameCount),
    ];
    for (const seam of [source.end, source.end + (source.end - source.start)]) {
      source.pose(before, seam - 1e-6);
      source.pose(after, seam + 1e-6);
      expect(apart(clip, before, after)).toBeLessThan(1e-3);
    }
  });
});

describe('a clip that ends on one foot', () => {
  const { walk } = clips;
  const body = fitBody(walk);
  const nq = walk.q.length / walk.frameCount;
  const report = analyse(body, walk);
  const [left, right] = report.feet;
  const carries = (foot: FootReport, frame: number): boolean =>
    foot.heel[frame] === 1 || foot.ball[frame] === 1 || foot.toe[frame] === 1;
  // in the middle of the walk, well after a lift-off
  const end = Array.from({ length: walk.frameCount }, (_, k) => k).find(
    (k) => k > walk.frameCount / 2 && [0, 1, 2, 3, 4, 5].every((i) => carries(left, k - i) !== carries(right, k - i)),
  )!;
  const cut = createClip({ ...walk, q: walk.q.slice(0, (end + 1) * nq), extraTracks: [] });
  const source = new ClipSource(body, cut);

  it('shows its own last pose at its end, and goes on from there without a jump', () => {
    const [before, after] = [new Float64Array(nq), new Float64Array(nq)];
    source.pose(before, source.duration);
    expect(apart(cut, before, cut.q.slice(end * nq))).toBeLessThan(1e-9);
    source.pose(after, source.duration + 1e-6);
    expect(apart(cut, before, after)).toBeLessThan(1e-4);
  });

  it('comes to rest where both feet stood', () => {
    const firmness = new Float64Array(solePointCount(body));
    const points = body.soles[0].parts.length;
    source.contact(firmness, source.duration);
    expect(Math.max(...firmness.subarray(0, points)) > 0).not.toBe(Math.max(...firmness.subarray(points)) > 0);
    source.contact(firmness, source.duration + 4);
    expect(Math.max(...firmness.subarray(0, points))).toBe(1);
    expect(Math.max(...firmness.subarray(points))).toBe(1);
    const [one, other] = [new Float64Array(nq), new Float64Array(nq)];
    source.pose(one, source.duration + 4);
    source.pose(other, source.duration + 5);
    expect(apart(cut, one, other)).toBeLessThan(1e-12);
  });
});

/** Hit at `time` [s] by `speed` [m/s] towards `degrees` (0 ahead, 90 left), then `seconds` more. */
function hitWalker(clip: Clip, speed: number, degrees: number, time: number, seconds: number): Locomotion {
  const body = fitBody(clip);
  const walker = startLocomotion({ body, clip });
  const angle = (degrees * Math.PI) / 180;
  const size = speed * body.totalMass;
  for (let k = 0; k < (time + seconds) / DT; k++) {
    if (k === Math.round(time / DT)) {
      walker.push({ impulse: [size * Math.sin(angle), 0, size * Math.cos(angle)], segment: body.roles.chest ?? 0 });
    }
    walker.step(DT);
  }
  return walker;
}

const SIDES = [0, 90, 180, 270];
const MOMENTS = [1, 1.2, 1.45];

describe('hits of 0.3 m/s', () => {
  it.each(SIDES.flatMap((degrees) => MOMENTS.map((time) => [degrees, time] as const)))(
    'towards %d° at %f s leave a walker on its feet, recovered within 8 s',
    (degrees, time) => {
      const walker = hitWalker(clips.walk, 0.3, degrees, time, 9);
      expect(walker.status).toBe('balanced');
    },
  );

  it.each(SIDES)('towards %d° leave a runner on its feet', (degrees) => {
    expect(hitWalker(clips.run, 0.3, degrees, 1.1, 5).status).toBe('balanced');
  });
});

describe('a walker who was hit from the front', () => {
  it('is the clip again, further back on the same line', () => {
    const walker = hitWalker(clips.walk, 0.3, 180, 1, 7);
    const { character } = walker;
    expect(character.isReacting).toBe(false);
    const { x, z } = character.reaction.reference.placement;
    expect(Math.abs(x)).toBeLessThan(0.02);
    expect(z).toBeLessThan(-0.05);
  });

  it('has the same future after a save, in the middle of the answer, to the byte', () => {
    const walker = hitWalker(clips.walk, 0.4, 60, 1, 0.45);
    const other = startLocomotion({ body: fitBody(clips.walk), clip: clips.walk });
    other.restore(JSON.parse(JSON.stringify(walker.save())));
    for (let k = 0; k < 120; k++) {
      expect(other.step(DT)).toEqual(walker.step(DT));
      expect(other.q).toEqual(walker.q);
    }
  });
});

describe('β', () => {
  it('is how fast a runner who was hit comes upright', () => {
    const lean = (beta: number): number => {
      const runner = startLocomotion({ body: fitBody(clips.run), clip: clips.run }, { beta });
      for (let k = 0; k < 1 / DT; k++) runner.step(DT);
      runner.push({ impulse: [0, 0, 15], segment: fitBody(clips.run).roles.head ?? 0 });
      for (let k = 0; k < 1.2 / DT; k++) runner.step(DT);
      return runner
        .view()
        .steps.slice(0, 3)
        .reduce((sum, step) => sum + step.lean, 0);
    };
    expect(lean(0.3)).toBeGreaterThan(1.2 * lean(0.7));
  });
});

describe('the source that is played faster', () => {
  it('does not fall faster: momentum is that of its own pace', () => {
    const source = new RoundSource(fitBody(clips.walk), clips.walk);
    const slow = new ReactionBody(source);
    const fast = new ReactionBody(source);
    slow.begin(1, TICK);
    fast.begin(1, TICK);
    fast.reference.rate = 1.5;
    slow.reference.prepare(TICK);
    fast.reference.prepare(TICK);
    for (let c = 0; c < 3; c++) {
      expect(fast.reference.ws.linearMomentumRate[c]).toBeCloseTo(slow.reference.ws.linearMomentumRate[c], 9);
    }
    expect(fast.reference.v[2]).toBeCloseTo(1.5 * slow.reference.v[2], 1);
    // what its smoothed forces do not show would not even out
    expect(Math.hypot(...slow.reference.noise)).toBeGreaterThan(0);
    expect(Math.hypot(...fast.reference.noise)).toBe(0);
  });
});

describe('steps of a source', () => {
  it('are the same wherever the search begins', () => {
    const source = new RoundSource(fitBody(clips.walk), clips.walk);
    const [early, late] = [new SourceSteps(source), new SourceSteps(source)];
    early.begin(1);
    late.begin(2.13);
    early.at(1);
    const [a, b] = [early.at(2.2), late.at(2.2)];
    expect(early.landingTime(a + 1)).toBe(late.landingTime(b + 1));
    const [one, two] = [createNominalSteps(), createNominalSteps()];
    early.writeNominal(one, a, { yaw: 0, x: 0, z: 0 });
    late.writeNominal(two, b, { yaw: 0, x: 0, z: 0 });
    expect(one.stance.foot).toBe(two.stance.foot);
    expect(one.ahead[0].step.course).toEqual(two.ahead[0].step.course);
  });

  it('alternate in a walk, overlap while both feet carry, and fly in a run', () => {
    for (const [clip, runs] of [
      [clips.walk, false],
      [clips.run, true],
    ] as const) {
      const steps = new SourceSteps(new RoundSource(fitBody(clip), clip));
      steps.begin(1);
      const k = steps.at(1);
      const [a, b] = [steps.step(k)!, steps.step(k + 1)!];
      expect(a.foot).not.toBe(b.foot);
      expect(a.doubleSupport > 0.05).toBe(!runs);
      expect(a.flight > 0.03).toBe(runs);
      expect(b.land).toBeCloseTo(a.land + a.duration, 9);
    }
  });
});
