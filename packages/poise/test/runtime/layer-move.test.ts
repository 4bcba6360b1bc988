/** Where a reaction leads the character while it goes on: displacement, owners that move their model along, walls, weights. */
import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { movePlace, movePose } from '../../src/gait/placement.ts';
import { sample } from '../../src/motion/sample.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { ReactionLayer } from '../../src/runtime/layer.ts';
import type { ReactionLayerOptions } from '../../src/runtime/options.ts';
import { reactionLibrary } from '../../src/runtime/reaction-library.ts';
import { poseRig } from '../../src/runtime/rig.ts';
import { smallLibrary } from '../methods/push-cases.ts';
import { body, clips } from './stage.ts';

const library = reactionLibrary(smallLibrary());
const nq = coordinateCount(body.skeleton);
const ws = createWorkspace(body);

/** An idle; the game has its model at `at`, and hits it after half a second. */
function someone(options: Partial<ReactionLayerOptions> = {}, impulse: readonly [number, number, number] = [40, 0, 0]) {
  const pose = new Float64Array(nq);
  const layer = new ReactionLayer(body, poseRig(pose), { library, ...options });
  const at = { yaw: 0, x: 0, z: 0 };
  const own = new Float64Array(nq); // what the animation shows
  let frame = 0;
  const next = (): void => {
    sample(pose, clips.idle, frame / 60);
    movePose(at, pose);
    own.set(pose);
    layer.update(1 / 60);
    if (frame === 30) layer.hit({ bone: 'chest', impulse });
    frame++;
  };
  return { layer, pose, own, at, next };
}

function anklesOf(pose: Float64Array): number[] {
  forwardKinematics(body, ws, pose);
  return body.soles.flatMap(({ foot }) => [...ws.segmentOrigin.subarray(3 * foot, 3 * foot + 3)]);
}

describe('displacement', () => {
  it('grows while the character steps, without a jump, and ends where the character stands', () => {
    const { layer, next } = someone();
    const course: number[] = [];
    let midway = 0;
    for (let frame = 0; frame < 420; frame++) {
      next();
      course.push(layer.displacement.x);
      if (layer.status === 'stepping') midway = Math.max(midway, layer.displacement.x);
    }
    expect(midway).toBeGreaterThan(0.1);
    expect(course.at(-1)).toBeGreaterThan(0.1);
    for (let k = 1; k < course.length; k++) expect(Math.abs(course[k]! - course[k - 1]!)).toBeLessThan(0.06);
  });

  it.each([1, 0.5, 0.2, 0])('at weight %f: absorbed at any moment, nothing jumps', (weight) => {
    for (const moment of [75, 150, 350]) {
      const { layer, pose, at, next } = someone({ weight });
      const other = someone({ weight });
      for (let frame = 0; frame < 380; frame++) {
        next();
        other.next();
        if (frame === moment) {
          const { yaw, x, z } = layer.displacement;
          if (weight > 0) expect(x).toBeGreaterThan(0.05 * weight);
          Object.assign(at, { yaw, x, z });
          layer.absorbDisplacement();
        }
        // the same as one whose owner does nothing
        for (let i = 0; i < nq; i++) expect(Math.abs(pose[i]! - other.pose[i]!)).toBeLessThan(1e-3);
      }
    }
  });

  it('is as far as the character is shown to go, at any weight', () => {
    for (const weight of [1, 0.5, 0.25]) {
      const { layer, pose, next } = someone({ weight });
      const idle = new Float64Array(nq);
      for (let frame = 0; frame < 420; frame++) next();
      sample(idle, clips.idle, 419 / 60);
      const [shown, own] = [anklesOf(pose), anklesOf(idle)];
      const went = (shown[0]! + shown[3]! - own[0]! - own[3]!) / 2;
      expect(went).toBeGreaterThan(0.1 * weight);
      expect(layer.displacement.x).toBeCloseTo(went, 2);
    }
  });
});

describe('an owner that moves its model along', () => {
  it('leaves nothing to absorb, and the character goes the same way', () => {
    const alone = someone();
    let moved = 0;
    const along = someone({
      onMove: ({ x, z }) => {
        along.at.x += x;
        along.at.z += z;
        moved += Math.hypot(x, z);
      },
    });
    for (let frame = 0; frame < 420; frame++) {
      alone.next();
      along.next();
      for (let i = 0; i < nq; i++) expect(Math.abs(along.pose[i]! - alone.pose[i]!)).toBeLessThan(1e-3);
      // the character is where its model is; only its heading may differ
      const [x, z] = movePlace(along.layer.displacement, along.own[0]!, along.own[2]!);
      expect(Math.hypot(x - along.own[0]!, z - along.own[2]!)).toBeLessThan(0.03);
    }
    expect(moved).toBeGreaterThan(0.1);
    expect(along.at.x).toBeCloseTo(alone.layer.displacement.x, 2);
  });

  it('keeps the character from going through a wall', () => {
    const wall = 0.05;
    const blocked = someone({
      onMove: ({ x, z }) => {
        const allowed = { x: Math.min(x, wall - blocked.at.x), z };
        blocked.at.x += allowed.x;
        blocked.at.z += allowed.z;
        return allowed;
      },
    });
    const free = someone();
    let [farthest, leap] = [0, 0];
    let before = 0;
    for (let frame = 0; frame < 420; frame++) {
      blocked.next();
      free.next();
      const feet = anklesOf(blocked.pose);
      const middle = (feet[0]! + feet[3]!) / 2;
      if (frame > 0) leap = Math.max(leap, Math.abs(blocked.pose[0]! - before));
      before = blocked.pose[0]!;
      farthest = Math.max(farthest, middle);
      expect(blocked.at.x).toBeLessThanOrEqual(wall + 1e-9);
    }
    const own = anklesOf(clips.idle.q.slice(0, nq));
    const start = (own[0]! + own[3]!) / 2;
    expect(free.layer.displacement.x).toBeGreaterThan(wall + 0.05);
    expect(farthest - start).toBeLessThan(wall + 0.02);
    expect(leap).toBeLessThan(0.04);
    expect(blocked.layer.status).toBe('balanced');
  });

  it('may allow nothing at all', () => {
    const stuck = someone({ onMove: () => false });
    for (let frame = 0; frame < 420; frame++) stuck.next();
    expect(Math.hypot(stuck.at.x, stuck.at.z)).toBe(0);
    expect(Math.hypot(stuck.layer.displacement.x, stuck.layer.displacement.z)).toBeLessThan(0.01);
  });

  it('is told when its answer is no place', () => {
    const wrong = someone({ onMove: () => [0, 0] as never });
    expect(() => {
      for (let frame = 0; frame < 120; frame++) wrong.next();
    }).toThrow(/onMove: expected \{ x, z \}/);
  });
});

describe('weights and masks', () => {
  it('keep feet that stand where they stand, whatever the weight', () => {
    for (const weight of [1, 0.5]) {
      const { layer, pose, next } = someone({ weight }, [0, 0, 8]);
      let worst = 0;
      let before: number[] | undefined;
      for (let frame = 0; frame < 200; frame++) {
        next();
        const feet = anklesOf(pose);
        // no step is taken: all the time both feet stand
        if (before && layer.active) worst = Math.max(worst, ...feet.map((part, i) => Math.abs(part - before![i]!)));
        before = feet;
      }
      expect(layer.displacement.z).toBeLessThan(0.02);
      expect(worst).toBeLessThan(1e-3);
    }
  });

  it('masks of the legs or the hips leave the lower body to the animation, and nothing breaks', () => {
    for (const mask of [{ hips: 0 }, { leftUpperLeg: 0 }] as const) {
      const { layer, pose, next } = someone({ mask });
      const idle = new Float64Array(nq);
      let bent = 0;
      for (let frame = 0; frame < 300; frame++) {
        next();
        sample(idle, clips.idle, frame / 60);
        for (let i = 0; i < 7; i++) expect(pose[i]).toBeCloseTo(idle[i]!, 9);
        const [shown, own] = [anklesOf(pose), anklesOf(idle)];
        shown.forEach((part, i) => {
          expect(part).toBeCloseTo(own[i]!, 9);
        });
        bent = Math.max(bent, ...pose.map((part, i) => Math.abs(part - idle[i]!)));
      }
      expect(bent).toBeGreaterThan(0.05); // the upper body takes the hit
      expect(Math.hypot(layer.displacement.x, layer.displacement.z)).toBe(0);
    }
  });
});
