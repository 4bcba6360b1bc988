/** Trips: the foot is where it was caught while it is held, and back on its own course afterwards. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { holdFoot } from '../../src/cli/react/hold-foot.ts';
import { createFootFrame } from '../../src/control/foot-frame.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { add, distance, turned, vectorAt } from '../../src/math/tuple.ts';
import type { Vec3 } from '../../src/math/types.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';

const clip = perform(walk);
const body = fitBody(clip);
const START = 1.35; // [s] the right foot swings
const HELD = 0.15; // [s]

function ballAt({ q }: Clip, time: number): Vec3 {
  const ws = createWorkspace(body);
  const { joint, ball } = createFootFrame(body, 1);
  forwardKinematics(body, ws, q, Math.round(time / clip.frameTime) * coordinateCount(clip.skeleton));
  return add(vectorAt(ws.segmentOrigin, 3 * joint), turned(ws.segmentRotation, 4 * joint, vectorAt(ball, 0)));
}

describe('a trip', () => {
  const held = holdFoot(clip, body, { start: START, foot: 'right', seconds: HELD });

  it('holds the ball of the foot where it was caught, as far as the leg reaches, but for the moment in which it stops', () => {
    const caught = ballAt(held, START + 0.07);
    expect(distance(ballAt(held, START + 0.1), caught)).toBeLessThan(0.01);
    expect(distance(ballAt(held, START + HELD), caught)).toBeLessThan(0.08);
    expect(distance(ballAt(held, START + 0.07), ballAt(held, START))).toBeLessThan(0.1);
    expect(distance(ballAt(clip, START + HELD), caught)).toBeGreaterThan(0.15); // where it would have been
  });

  it('lets it catch up, and leaves all else alone', () => {
    expect(ballAt(held, START + 0.5)).toEqual(ballAt(clip, START + 0.5));
    expect(ballAt(held, START - clip.frameTime)).toEqual(ballAt(clip, START - clip.frameTime));
    const nq = coordinateCount(clip.skeleton);
    const frame = Math.round((START + 0.1) / clip.frameTime);
    expect(held.q.slice(frame * nq, frame * nq + 3)).toEqual(clip.q.slice(frame * nq, frame * nq + 3));
  });
});
