/** When a reaction in a gait is over, the animation goes on from it: no foot slides, and no joint jerks. */
import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { apply3 } from '../../src/math/mat3.ts';
import { difference } from '../../src/motion/coordinates.ts';
import { sample } from '../../src/motion/sample.ts';
import { body, clips, stage } from './stage.ts';

const ws = createWorkspace(body);
const SIDES = [0, 1] as const;
const HITS = [
  [20, 0, 0],
  [0, 0, 15],
  [12, 0, -12],
  [-12, 0, -12],
] as const;

type Place = readonly [x: number, y: number, z: number];

/** World places [m] of the points of a sole. */
function pointsOf(q: Float64Array, side: 0 | 1): readonly Place[] {
  forwardKinematics(body, ws, q);
  const { segments, points } = body.soles[side];
  const out = new Float64Array(3);
  return Array.from(segments, (segment, k) => {
    apply3(out, 0, ws.worldFromSegment, 9 * segment, points, 3 * k);
    const [x, y, z] = [0, 1, 2].map((c) => out[c]! + ws.segmentOrigin[3 * segment + c]!);
    return [x!, y!, z!];
  });
}

function lowestOf(points: readonly Place[]): number {
  const heights = points.map(([, y]) => y);
  return heights.indexOf(Math.min(...heights));
}

/** Does the clip's foot stand at a frame and about it? */
function stands(own: readonly Float64Array[], side: 0 | 1, frame: number): boolean {
  for (let f = frame - 2; f <= frame + 2; f++) {
    const points = pointsOf(own[f]!, side);
    const k = lowestOf(points);
    const [a, b] = [points[k]!, pointsOf(own[f + 1]!, side)[k]!];
    if (a[1] > 0.02 || Math.hypot(b[0] - a[0], b[2] - a[2]) > 1e-3) return false;
  }
  return true;
}

/** [m] farthest that a foot which stands slides between two frames. */
function slide(shown: readonly Float64Array[], own: readonly Float64Array[], from: number, to: number): number {
  let worst = 0;
  for (const side of SIDES) {
    let [k, since] = [-1, [0, 0, 0] as readonly number[]];
    for (let f = from; f < to; f++) {
      if (!stands(own, side, f)) {
        k = -1;
        continue;
      }
      const points = pointsOf(shown[f]!, side);
      const lowest = lowestOf(points);
      const now = points[lowest]!;
      if (lowest !== k) [k, since] = [lowest, now];
      worst = Math.max(worst, Math.hypot(now[0] - since[0]!, now[2] - since[2]!));
    }
  }
  return worst;
}

/** [rad/s] most that a joint's speed changes from one frame to the next. */
function jerk(poses: readonly Float64Array[]): number {
  const speeds = poses.slice(1).map((q, k) => {
    const v = new Float64Array(q.length - 1);
    difference(v, body.skeleton, poses[k]!, 0, q, 0, 1 / 60);
    return v;
  });
  return Math.max(
    ...speeds.slice(1).map((v, k) => Math.max(...v.slice(6).map((x, i) => Math.abs(x - speeds[k]![6 + i]!)))),
  );
}

/** [m/s] most that the hips' speed along z changes from one frame to the next. */
function hipsJolt(poses: readonly Float64Array[]): number {
  const speed = (k: number): number => 60 * (poses[k]![2]! - poses[k - 1]![2]!);
  return Math.max(...poses.slice(2).map((_, k) => Math.abs(speed(k + 2) - speed(k + 1))));
}

/** A hit, and the frames between which the walker has recovered, [calm], and the animation is shown again, [end]. */
function play(name: 'walk' | 'run', k: number) {
  let [calm, end] = [-1, -1];
  const { poses } = stage(clips[name]).play({
    seconds: 10.5,
    hits: [[3 + 0.11 * k, { bone: 'chest', impulse: HITS[k]! }]],
    onFrame: (frame, layer) => {
      if (calm < 0 && frame > 240 && layer.status === 'balanced') calm = frame;
      if (calm >= 0 && end < 0 && !layer.active) end = frame;
    },
  });
  const own = poses.map((q, frame) => {
    const pose = new Float64Array(q.length);
    sample(pose, clips[name], frame / 60);
    return pose;
  });
  return { poses, own, calm, end };
}

describe('a gait that is handed back', () => {
  it.each(['walk', 'run'] as const)('%s: no foot slides, no joint jerks, hips go on evenly', (name) => {
    HITS.forEach((_, k) => {
      const { poses, own, calm, end } = play(name, k);
      expect(calm).toBeGreaterThan(180);
      expect(end).toBeGreaterThanOrEqual(calm); // some are in step again when they have recovered
      const about = <T>(list: readonly T[]): readonly T[] => list.slice(end - 10, end + 30);
      // on the way it has gone faster or slower, to be in step
      expect(hipsJolt(poses.slice(calm, end + 20))).toBeLessThan(hipsJolt(own.slice(calm, end + 20)) + 0.1);
      // strides of a run differ, and the reaction goes back to the clip by one that it has learnt: 7 mm at most
      expect(slide(poses, own, end - 2, end + 30)).toBeLessThan(name === 'run' ? 8e-3 : 5e-3);
      expect(jerk(about(poses))).toBeLessThan(jerk(about(own)) + 2);
    });
  });

  it('has the same future from a saved moment on the way', () => {
    const { end } = play('walk', 1);
    let [saved, gait] = [new Uint8Array(), new Uint8Array()];
    const hits = [[3.11, { bone: 'chest', impulse: HITS[1]! }]] as const;
    const moment = end - 20;
    const first = stage(clips.walk).play({
      seconds: 9,
      hits,
      onFrame: (frame, layer) => {
        if (frame !== moment) return;
        saved = layer.save();
        gait = layer.saveGait()!.bytes;
      },
    });
    const again = stage(clips.walk);
    again.layer.restoreGait(gait);
    again.layer.restore(saved);
    expect(again.play({ seconds: 9, from: moment + 1 }).poses).toEqual(first.poses.slice(moment + 1));
  });

  it('is taken up again by a hit on the way', () => {
    let [again, worst, before] = [false, 0, new Float64Array(0)];
    const { play: playOn, layer } = stage(clips.walk);
    let recovered = false;
    layer.on('recovered', () => {
      recovered = true;
    });
    const { events } = playOn({
      seconds: 10.5,
      hits: [[2.5, { bone: 'chest', impulse: [12, 0, 0] }]],
      onFrame: () => {
        if (!again && layer.active && recovered) {
          again = true;
          layer.hit({ bone: 'chest', impulse: [-15, 0, 0] });
        }
        forwardKinematics(body, ws, Float64Array.from(layer.pose));
        for (let i = 0; i < before.length; i++) worst = Math.max(worst, Math.abs(ws.segmentOrigin[i]! - before[i]!));
        before = ws.segmentOrigin.slice();
      },
    });
    expect(again).toBe(true);
    expect(events.filter(({ kind }) => kind === 'impact').length).toBe(2);
    expect(layer.active).toBeUndefined();
    expect(worst).toBeLessThan(0.12);
  });
});
