/** How the trunk of one who walks answers a hit: with it, about its own axis, and upright again soon. */
import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import type { Workspace } from '../../src/dynamics/workspace.ts';
import { createWalker, pushWalker, TICK, tickWalker } from '../../src/methods/reactive-locomotion/walker.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';

const DEGREES = 180 / Math.PI;
const clip = perform(walk, { values: { strides: 4 } });
const body = fitBody(clip);
const report = analyse(body, clip);

/** Lean beyond the clip's [°], of the line from hips to neck: with the push and to the left of it, tick by tick from the hit on. */
function leansAfter(
  time: number,
  angle: number,
  size: number,
  duration = 0.05,
): readonly (readonly [number, number])[] {
  const walker = createWalker(body, clip, {}, report);
  const [x, z] = [Math.sin(angle / DEGREES), Math.cos(angle / DEGREES)];
  const out: [number, number][] = [];
  const start = Math.round(time / TICK);
  for (let k = 0; k < start + 2.5 / TICK; k++) {
    if (k === start) pushWalker(walker, { impulse: [size * x, 0, size * z], segment: body.roles.chest!, duration });
    tickWalker(walker);
    if (k < start) continue;
    const now = walker.state.calm ? [0, 0] : tiltOf(walker.follower.ws);
    const own = walker.state.calm ? [0, 0] : tiltOf(walker.reference.ws);
    const [dx, dz] = [now[0]! - own[0]!, now[1]! - own[1]!];
    out.push([dx * x + dz * z, dx * z - dz * x]);
  }
  return out;
}

function tiltOf({ segmentOrigin: o }: Workspace): readonly [x: number, z: number] {
  const top = 3 * body.roles.neck!;
  const up = o[top + 1] - o[1];
  return [DEGREES * Math.atan2(o[top] - o[0], up), DEGREES * Math.atan2(o[top + 2] - o[2], up)];
}

const MOMENTS = [1, 1.14, 1.28];
const SIDES = [0, 45, 90, 135, 180, 225, 270, 315];
const answers = MOMENTS.flatMap((time) => SIDES.map((angle) => ({ time, angle, leans: leansAfter(time, angle, 25) })));
const first = (seconds: number): number => Math.round(seconds / TICK);

describe('the trunk of one who walks and is hit at the chest', () => {
  it('goes with the push in the first 0.3 s, from ahead too', () => {
    for (const { time, angle, leans } of answers) {
      const most = Math.max(...leans.slice(0, first(0.3)).map(([along]) => along));
      expect(most, `${angle}° at ${time} s`).toBeGreaterThan(angle === 180 ? 6 : 2.5);
    }
  });

  it('leans about the axis of the push, hardly ahead or back for a push aside, and not against it', () => {
    for (const { time, angle, leans } of answers) {
      const across = Math.max(...leans.map(([, left]) => Math.abs(left)));
      const against = Math.max(...leans.map(([along]) => -along));
      expect(across, `${angle}° at ${time} s`).toBeLessThan(24);
      expect(against, `${angle}° at ${time} s`).toBeLessThan(10);
    }
  });

  it('is upright again soon', () => {
    const until = answers.map(({ leans }) => TICK * leans.findLastIndex(([a, b]) => Math.hypot(a, b) > 8));
    expect(until.reduce((sum, t) => sum + t, 0) / until.length).toBeLessThan(1);
    expect(Math.max(...until)).toBeLessThan(2);
  });

  it('does not wait for the end of a long push before it holds against it', () => {
    const leans = leansAfter(1, 180, 40, 1);
    expect(Math.max(...leans.map(([along]) => along))).toBeLessThan(12);
  });
});
