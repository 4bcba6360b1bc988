/** Gaits in the layer: recorded as they play or handed over, answered by reactive locomotion, steered, left and saved. */
import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { movePose, type Placement, thenMove } from '../../src/gait/placement.ts';
import { sample } from '../../src/motion/sample.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import type { Hit, ReactionEvent } from '../../src/runtime/events.ts';
import { recordCycle } from '../../src/runtime/gait/cycle.ts';
import { createPhases, findPhase } from '../../src/runtime/gait/phase.ts';
import { createRecording, feedRecording, findCycle } from '../../src/runtime/gait/recording.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import { poseRig } from '../../src/runtime/rig.ts';
import { body, clips, savedState, stage } from './stage.ts';

const aside: Hit = { bone: 'chest', impulse: [20, 0, 0] };
const nq = coordinateCount(body.skeleton);
const pose = new Float64Array(nq);

/** One round of the walk, found in what is shown. */
function roundOf(name: 'idle' | 'walk' | 'run', seconds: number, rate = 60) {
  const recording = createRecording(body);
  for (let t = 1; t < 1 + seconds; t += 1 / rate) {
    sample(pose, clips[name], t);
    feedRecording(recording, body, pose, 1 / rate);
  }
  return findCycle(recording, body);
}

describe('a round', () => {
  it.each([
    ['walk', 60],
    ['walk', 47],
    ['run', 60],
    ['run', 144],
  ] as const)('of a %s is found at %d frames a second', (name, rate) => {
    const cycle = roundOf(name, 3, rate)!;
    // the clip's own: strides about as long, which differ a little from each other
    const period = cycle.frameTime * (cycle.frameCount - 1);
    const [a, b] = [new Float64Array(nq), new Float64Array(nq)];
    sample(a, clips[name], 2);
    sample(b, clips[name], 2 + period);
    for (let i = 7; i < nq; i++) expect(Math.abs(Math.abs(a[i]!) - Math.abs(b[i]!))).toBeLessThan(0.06);
    // its ends meet, and it goes straight on as far as the clip does
    const last = (cycle.frameCount - 1) * nq;
    for (let i = 3; i < nq; i++) expect(cycle.q[last + i]).toBeCloseTo(cycle.q[i]!, 9);
    expect(cycle.q[last + 2]! - cycle.q[2]!).toBeCloseTo(b[2]! - a[2]!, 1);
  });

  it('is not found where someone stands, or before it has come twice', () => {
    expect(roundOf('idle', 3)).toBeUndefined();
    expect(roundOf('walk', 1.5)).toBeUndefined();
  });

  it('tells the moment of any pose of it', () => {
    const cycle = roundOf('walk', 3)!;
    const phases = createPhases(body, cycle);
    const found = { time: 0, cost: 0 };
    const v = new Float64Array(nq - 1);
    for (const share of [0.1, 0.33, 0.52, 0.9]) {
      const frame = Math.round(share * (cycle.frameCount - 1));
      phases.joints.forEach((joint, j) => {
        for (let c = 0; c < 3; c++) {
          v[3 + 3 * joint + c] = phases.speeds[3 * (frame * phases.joints.length + j) + c]!;
        }
      });
      findPhase(found, phases, cycle.q.slice(frame * nq, (frame + 1) * nq), v);
      expect(found.time).toBeCloseTo(frame * cycle.frameTime, 2);
      expect(found.cost).toBeLessThan(1e-12);
    }
  });
});

describe('a layer with gait reactions', () => {
  it.each(['walk', 'run'] as const)(
    'answers by reactive locomotion once it knows the %s, and goes on in step',
    (name) => {
      let farthest = 0;
      const { layer, events, poses } = stage(clips[name]).play({
        seconds: 9.5,
        hits: [[3, aside]],
        onFrame: (_, { displacement }) => {
          farthest = Math.max(farthest, displacement.x);
        },
      });
      const answers = events.filter(({ method }) => method !== 'animation');
      expect(new Set(answers.map(({ method }) => method))).toEqual(new Set(['reactive-locomotion']));
      expect(events.filter(({ kind }) => kind === 'step').length).toBeGreaterThan(1);
      const kinds = answers.map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'recovered')).toHaveLength(1);
      expect(kinds.at(-1)).toBe('settled');
      expect(layer.active).toBeUndefined();
      expect(layer.displacement.yaw).toBe(0);
      // it was sent aside, and is back on its line
      expect(farthest).toBeGreaterThan(0.1);
      expect(Math.abs(layer.displacement.x)).toBeLessThan(0.1);
      // joints are the clip's own again, to the bit
      sample(pose, clips[name], (poses.length - 1) / 60);
      expect(poses.at(-1)!.slice(7)).toEqual(pose.slice(7));
    },
  );

  it('moves nothing beside the walker while the game does not steer: feet that stand are left alone', () => {
    const moves = new Set<string>();
    // strides that are all alike: the round that was learnt is the clip
    stage(perform(motionNamed('walk'), { values: { strides: 10, variation: 0 } })).play({
      seconds: 5,
      hits: [[3, aside]],
      onFrame: (_, layer) => {
        const state = savedState(layer).driver?.state as { move: Placement } | undefined;
        if (state) moves.add(JSON.stringify(state.move));
      },
    });
    expect(moves.size).toBe(1);
  });

  it('gives one answer to whoever walks, whatever the method; others are for those who stand', () => {
    const methods = (name: keyof typeof clips, at: number, more = {}): Set<string> =>
      new Set(
        stage(clips[name], more)
          .play({ seconds: at + 0.3, hits: [[at, aside]] })
          .events.map(({ method }) => method)
          .filter((method) => method !== 'animation'),
      );
    const [blend, walks] = [new Set(['reactive-blend']), new Set(['reactive-locomotion'])];
    expect(methods('idle', 3)).toEqual(blend);
    expect(methods('idle', 3, { method: 'reactive-locomotion' })).toEqual(blend);
    for (const more of [{}, { method: 'reactive-blend' }]) expect(methods('walk', 3, more)).toEqual(walks);
    const { layer, play } = stage(clips.walk);
    play({ seconds: 3, hits: [[2.8, aside]] });
    expect(layer.active).toBe('reactive-locomotion');
    const letGo = layer.pull({ bone: 'chest', force: [10, 0, 0] });
    expect(layer.active).toBe('reactive-locomotion');
    letGo();
  });

  it('knows a round that is handed over from the start, in place or not', () => {
    const period = roundOf('walk', 3)!;
    const duration = period.frameTime * (period.frameCount - 1);
    for (const inPlace of [false, true]) {
      const own = new Float64Array(nq);
      const rig = poseRig(own);
      const poseAt = (t: number): void => {
        sample(own, clips.walk, 2 + t);
        if (inPlace) own[2]! -= (t / duration) * (period.q[(period.frameCount - 1) * nq + 2]! - period.q[2]!);
      };
      const layer = new ReactionLayer(body, rig);
      layer.learnGait(recordCycle(body, rig, duration, poseAt));
      layer.prepare();
      for (let frame = 0; frame < 40; frame++) {
        sample(own, clips.walk, 2 + frame / 60);
        layer.update(1 / 60);
      }
      layer.hit(aside);
      expect(layer.active).toBe('reactive-locomotion');
    }
  });

  it('keeps rounds that are handed over before recorded ones, also in the midst of a reaction', () => {
    const hits = [[2.9, aside]] as const;
    const play = (late: boolean) =>
      stage(clips.walk).play({
        seconds: 4,
        hits,
        onFrame: (frame, layer) => {
          if (late && frame === 190) layer.learnGait(roundOf('run', 3)!);
        },
      });
    const [alone, joined] = [play(false), play(true)];
    expect(joined.poses).toEqual(alone.poses);
    // Saved with both known, the recorded walk is still the second.
    const again = stage(clips.walk).layer;
    again.learnGait(roundOf('run', 3)!);
    again.restoreGait(joined.layer.saveGait()!.bytes);
    again.restore(joined.layer.save());
    expect(again.save()).toEqual(joined.layer.save());
  });

  it('tells of a fall once, and goes on when nobody takes over', () => {
    const { layer, events, poses } = stage(clips.walk).play({
      seconds: 6,
      hits: [[3, { bone: 'chest', impulse: [180, 0, 0] }]],
    });
    const falls = events.filter((event) => event.kind === 'fall');
    expect(falls.length).toBe(1);
    expect(falls[0]!.method).toBe('reactive-locomotion');
    expect(falls[0]!.v.every(Number.isFinite)).toBe(true);
    expect(layer.active).toBeUndefined();
    expect(poses.every((q) => q.every(Number.isFinite))).toBe(true);
  });

  it('has the same future from a saved moment, to the byte, gaits saved apart', () => {
    const hits = [
      [2.9, aside],
      [3.6, { bone: 'head', impulse: [0, 0, -8] }],
    ] as const;
    // before the walk is known, and in the midst of a reaction
    for (const moment of [100, 222]) {
      let saved = new Uint8Array();
      let gait: Uint8Array | undefined;
      const first = stage(clips.walk).play({
        seconds: 5,
        hits,
        onFrame: (frame, layer) => {
          if (frame !== moment) return;
          saved = layer.save();
          const found = layer.saveGait();
          gait = found?.bytes;
          expect(layer.saveGait(found?.version)).toBeUndefined();
        },
      });
      const again = stage(clips.walk);
      again.layer.restoreGait(gait!);
      again.layer.restore(saved);
      const second = again.play({ seconds: 5, from: moment + 1, hits });
      expect(second.poses).toEqual(first.poses.slice(moment + 1));
      expect(second.events.length).toBeGreaterThan(1);
    }
  });
});

/** Walks as a game has it: the model is steered while its clip goes on; every frame is told. */
function walkSteered(
  place: (frame: number) => Placement,
  clipAt: (out: Float64Array, frame: number) => void,
  hits: Readonly<Record<number, Hit>>,
  frames: number,
) {
  const own = new Float64Array(nq);
  const layer = new ReactionLayer(body, poseRig(own));
  const events: ReactionEvent[] = [];
  const shown: Float64Array[] = [];
  for (let frame = 0; frame < frames; frame++) {
    clipAt(own, frame);
    movePose(place(frame), own);
    events.push(...layer.update(1 / 60));
    shown.push(own.slice());
    if (hits[frame]) layer.hit(hits[frame]);
  }
  return { layer, events, shown };
}

const walkAt = (out: Float64Array, frame: number): void => sample(out, clips.walk, frame / 60);

/** [m] farthest that a bone's place moves from one frame to the next. */
function longestJump(shown: readonly Float64Array[]): number {
  const ws = createWorkspace(body);
  let [worst, before] = [0, new Float64Array(0)];
  for (const q of shown) {
    forwardKinematics(body, ws, q);
    for (let i = 0; i < before.length; i += 3) {
      worst = Math.max(worst, Math.hypot(...[0, 1, 2].map((c) => ws.segmentOrigin[i + c]! - before[i + c]!)));
    }
    before = ws.segmentOrigin.slice();
  }
  return worst;
}

describe('a walk that the game steers', () => {
  const hits = { 170: aside };

  it('turns with the model during a reaction', () => {
    // about where it is, frame by frame, from the hit on
    let placed: Placement = { yaw: 0, x: 0, z: 0 };
    const turnAt = (frame: number): Placement => {
      if (frame <= 180 || frame > 270) return placed;
      const yaw = 1.2 / 90;
      walkAt(pose, frame);
      movePose(placed, pose);
      const [x, z] = [pose[0]!, pose[2]!];
      const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)];
      placed = thenMove(placed, { yaw, x: x - cosine * x - sine * z, z: z - cosine * z + sine * x });
      return placed;
    };
    const { layer, shown, events } = walkSteered(turnAt, walkAt, hits, 640);
    expect(events.some(({ kind }) => kind === 'recovered')).toBe(true);
    expect(layer.active).toBeUndefined();
    expect(layer.displacement.yaw).toBe(0);
    // heading of the hips: two cosines and two sines of half angles
    const q = shown.at(-1)!;
    walkAt(pose, 639);
    expect(2 * Math.atan2(q[4]!, q[6]!) - 2 * Math.atan2(pose[4]!, pose[6]!)).toBeCloseTo(1.2, 2);
    expect(longestJump(shown.slice(160, 300))).toBeLessThan(0.13); // a swinging foot: 0.1
  });

  it('that stops during a reaction ends it softly', () => {
    const stopAt = (out: Float64Array, frame: number): void => {
      walkAt(out, Math.min(frame, 200));
      if (frame <= 200) return;
      const [x, z] = [out[0]!, out[2]!];
      // a cross-fade of a quarter second to the idle
      const share = Math.min(1, (frame - 200) / 15);
      const still = new Float64Array(nq);
      sample(still, clips.idle, 1);
      for (let i = 0; i < nq; i++) out[i] = (1 - share) * out[i]! + share * still[i]!;
      for (let i = 3; i < nq; i += 4) {
        const size = Math.hypot(out[i]!, out[i + 1]!, out[i + 2]!, out[i + 3]!);
        for (let c = 0; c < 4; c++) out[i + c]! /= size;
      }
      [out[0], out[2]] = [x, z];
    };
    const { layer, shown } = walkSteered(() => ({ yaw: 0, x: 0, z: 0 }), stopAt, hits, 420);
    expect(layer.active).toBeUndefined();
    expect(shown.every((q) => q.every(Number.isFinite))).toBe(true);
    expect(longestJump(shown.slice(160))).toBeLessThan(0.13);
  });
});
