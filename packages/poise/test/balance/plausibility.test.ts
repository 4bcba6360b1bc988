/** Rules for what dynamics cannot see, on performed clips made wrong by code. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/balance/finding.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { judge } from '../../src/balance/judge.ts';
import { lowPass } from '../../src/math/low-pass.ts';
import { multiplyQuat, normalizeQuat, quatFromAxisAngle, slerpQuat } from '../../src/math/quat.ts';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import type { Role } from '../../src/motion/roles.ts';
import { coordinateCount, jointCount, quatIndex } from '../../src/motion/skeleton.ts';
import { motionNamed, motions } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';

const RULES = ['over-smoothed', 'joint-range', 'swapped', 'through-body', 'thrust', 'bridged', 'reversed'];
const found = (clip: Clip, rule: string): readonly Finding[] => judge(clip).findings.filter((f) => f.rule === rule);
const walk = perform(motionNamed('walk'));
const idle = perform(motionNamed('idle'));

/** The clip with its coordinates changed frame by frame. */
function edited(clip: Clip, edit: (q: Float64Array, at: number, frame: number) => void): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = Float64Array.from(clip.q);
  for (let frame = 0; frame < clip.frameCount; frame++) edit(q, frame * nq, frame);
  return withCoordinates(clip, q);
}

/** A joint turned about an axis of the world, which is its parent's in poses that stand. */
function turned(
  clip: Clip,
  role: Role,
  axis: readonly [number, number, number],
  angle: number,
  from = 30,
  to = 60,
): Clip {
  const joint = fitBody(clip).roles[role]!;
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, ...axis, angle);
  return edited(clip, (q, at, frame) => {
    if (frame >= from && frame < to) multiplyQuat(q, at + quatIndex(joint), turn, 0, q, at + quatIndex(joint));
  });
}

function smoothed(clip: Clip, cutoff: number): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = Float64Array.from(clip.q);
  lowPass(q, nq, 1 / clip.frameTime, cutoff);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    for (let joint = 0; joint < jointCount(clip.skeleton); joint++) {
      const i = frame * nq + quatIndex(joint);
      normalizeQuat(q, i, q, i);
    }
  }
  return withCoordinates(clip, q);
}

describe('plausibility', () => {
  it('has nothing to say about what the performer does', () => {
    for (const motion of motions) {
      const wrong = judge(perform(motion)).findings.filter(({ rule }) => RULES.includes(rule));
      expect([motion.id, wrong.map(({ message }) => message)]).toEqual([motion.id, []]);
    }
  });

  it('finds a walk whose landings were smoothed away, and more surely the more it was', () => {
    expect(found(smoothed(walk, 2), 'over-smoothed').map(({ severity }) => severity)).toEqual(['warning']);
    const [finding] = found(smoothed(walk, 1), 'over-smoothed');
    expect(finding.severity).toBe('error');
    expect(finding.message).toMatch(/nothing above 2\.\d Hz/);
    expect(found(smoothed(idle, 1), 'over-smoothed')).toEqual([]);
  });

  it('tells a trunk that is tipped in a quarter of a second from a body that is pushed one way', () => {
    const captured: Clip = { ...idle, provenance: 'captured' };
    const { frameTime } = captured;
    const spine = quatIndex(fitBody(captured).roles.spine!);
    const turn = new Float64Array(4);
    const ramp = (u: number): number => Math.min(1, Math.max(0, u)) ** 2 * (3 - 2 * Math.min(1, Math.max(0, u)));
    const tipped = (angle: number): Clip =>
      edited(captured, (q, at, frame) => {
        quatFromAxisAngle(turn, 0, 0, 0, 1, (angle * Math.PI * ramp((frame * frameTime - 1) / 0.25)) / 180);
        multiplyQuat(q, at + spine, turn, 0, q, at + spine);
      });
    const jerks = (clip: Clip): readonly Finding[] =>
      found(clip, 'balance').filter(({ message }) => message.includes('jerks out of balance and back'));
    const [small, middle, large] = [10, 30, 40].map((angle) => jerks(tipped(angle))[0]);
    expect(small).toBeUndefined();
    expect(middle.severity).toBe('warning');
    expect(large.value).toBeGreaterThan(middle.value);
    expect(found(tipped(50), 'balance').map(({ severity }) => severity)).toContain('error');
    // Who is set in motion one way does not swing back.
    const pushed = edited(captured, (q, at, frame) => {
      q[at] += 0.3 * Math.max(0, frame * frameTime - 1) * ramp((frame * frameTime - 1) / 0.2);
    });
    expect(jerks(pushed)).toEqual([]);
    expect(found(pushed, 'carried').length).toBeGreaterThan(0);
  });

  it('finds a body that is thrown up by nothing, and lets one jump that pushes', () => {
    const thrown = (height: number, push: number): Clip =>
      edited(idle, (q, at, frame) => {
        // A parabola from 2 s on; before it, `push` seconds of an even acceleration up to its speed.
        const [speed, t] = [Math.sqrt(2 * 9.81 * height), frame * idle.frameTime - 2];
        const before = push > 0 ? (speed / (2 * push)) * (Math.max(-push, t) + push) ** 2 : 0;
        q[at + 1] += t < 0 ? before : Math.max(0, (speed * push) / 2 + speed * t - 4.905 * t * t);
      });
    expect(found(thrown(0.25, 0), 'thrust').map(({ severity }) => severity)).toEqual(['error']);
    expect(found(thrown(0.25, 0.25), 'thrust')).toEqual([]);
    expect(found(thrown(0.02, 0), 'thrust')).toEqual([]);
  });

  it('finds a gap that was bridged by straight lines, and no rest', () => {
    const bridge = (clip: Clip, seconds: number): Clip => {
      const nq = coordinateCount(clip.skeleton);
      const [from, to] = [60, 60 + Math.round(seconds / clip.frameTime)];
      return edited(clip, (q, at, frame) => {
        if (frame <= from || frame >= to) return;
        const u = (frame - from) / (to - from);
        for (let k = 0; k < 3; k++) q[at + k] = (1 - u) * clip.q[from * nq + k] + u * clip.q[to * nq + k];
        for (let i = 3; i < nq; i += 4) slerpQuat(q, at + i, clip.q, from * nq + i, clip.q, to * nq + i, u);
      });
    };
    const [long] = found(bridge(walk, 0.8), 'bridged');
    expect([long.severity, long.start, long.end]).toEqual(['error', 60, 108]);
    expect(found(bridge(walk, 0.3), 'bridged').map(({ severity }) => severity)).toEqual(['warning']);
    expect(found(bridge(walk, 0.1), 'bridged')).toEqual([]);
    const rest = edited(idle, (q, at) => q.set(idle.q.subarray(0, coordinateCount(idle.skeleton)), at));
    expect(found(rest, 'bridged')).toEqual([]);
  });

  it('finds a stretch that is played backwards, at both of its ends', () => {
    const nq = coordinateCount(walk.skeleton);
    const from = (frame: number): number => (frame < 100 ? frame : frame < 130 ? 200 - frame : frame - 60);
    const back = edited(walk, (q, at, frame) => q.set(walk.q.subarray(from(frame) * nq, (from(frame) + 1) * nq), at));
    const [first, second] = found(back, 'reversed');
    expect([first.start, first.end, first.severity]).toEqual([100, 100, 'error']);
    expect(second.start).toBeGreaterThanOrEqual(129);
    expect(second.end).toBeLessThanOrEqual(131);
  });

  it('finds a head that is tipped farther than necks go', () => {
    for (const axis of [
      [1, 0, 0],
      [0, 0, 1],
    ] as const) {
      const severities = [50, 90, 115].map((angle) =>
        found(turned(idle, 'neck', axis, (angle * Math.PI) / 180), 'joint-range').map(({ severity }) => severity),
      );
      expect(severities).toEqual([[], ['warning'], severities[2]]);
      expect(severities[2]).toContain('error');
    }
  });

  it('finds a body that rises slowly in its place, where it hangs', () => {
    const captured: Clip = { ...idle, provenance: 'captured', floor: 'unknown' };
    const risen = edited(captured, (q, at, frame) => {
      q[at + 1] += 0.2 * Math.min(1, Math.max(0, (frame * captured.frameTime - 2) / 3));
    });
    const errors = judge(risen).findings.filter(({ severity }) => severity === 'error');
    expect([...new Set(errors.map(({ rule }) => rule))]).toEqual(['unsupported']);
    expect(errors[0].start * captured.frameTime).toBeGreaterThan(2);
  });

  it('finds a knee that bends forward', () => {
    const [finding] = found(turned(idle, 'leftLowerLeg', [1, 0, 0], -0.9), 'joint-range');
    expect(finding.severity).toBe('error');
    expect(finding.message).toContain('The left knee bends forward, by ');
    expect([finding.start, finding.end]).toEqual([30, 59]);
  });

  it('finds an elbow that bends backward', () => {
    const [finding] = found(turned(idle, 'rightLowerArm', [0, 1, 0], -1.4), 'joint-range');
    expect(finding.message).toContain('The right elbow bends backward, by ');
  });

  it('finds a head, a foot and a trunk that are turned farther than people can', () => {
    const severities = (role: Role, degrees: number): readonly string[] =>
      found(turned(idle, role, [0, 1, 0], (degrees * Math.PI) / 180), 'joint-range').map(({ severity }) => severity);
    expect([60, 118, 160].map((degrees) => severities('head', degrees))).toEqual([[], ['warning'], ['error']]);
    expect([40, 85, 150].map((degrees) => severities('leftFoot', degrees))).toEqual([[], ['warning'], ['error']]);
    expect([50, 75, 100].map((degrees) => severities('spine', degrees))).toEqual([[], ['warning'], ['error']]);
  });

  it('finds a trunk that is bent back or aside for long, and lets it bow', () => {
    const long = perform(motionNamed('walk'), { values: { strides: 5 } });
    const bent = (axis: readonly [number, number, number], degrees: number): readonly string[] =>
      found(turned(long, 'spine', axis, (degrees * Math.PI) / 180, 60, 60 + 2 / long.frameTime), 'lean')
        .filter(({ message }) => message.includes('trunk'))
        .map(({ severity }) => severity);
    expect(bent([1, 0, 0], 45)).toEqual([]);
    expect(bent([1, 0, 0], -25)).toEqual(['warning']);
    expect(bent([1, 0, 0], -40)).toEqual(['error']);
    expect(bent([0, 0, 1], 40)).toEqual(['error']);
    expect(bent([0, 0, 1], 10)).toEqual([]);
  });

  it('finds an arm that is held on a moving body, but not a style in which keys are held', () => {
    const hold = (roles: readonly Role[], from: number, to: number): Clip => {
      const joints = roles.map((role) => quatIndex(fitBody(walk).roles[role]!));
      const nq = coordinateCount(walk.skeleton);
      return edited(walk, (q, at, frame) => {
        if (frame <= from || frame > to) return;
        for (const joint of joints) q.set(walk.q.subarray(from * nq + joint, from * nq + joint + 4), at + joint);
      });
    };
    const arm: readonly Role[] = ['leftUpperArm', 'leftLowerArm'];
    const [finding, ...others] = found(hold(arm, 40, 70), 'frozen');
    expect([finding.severity, finding.start, finding.end, others]).toEqual(['error', 40, 70, []]);
    expect(finding.message).toContain('The left arm keeps perfectly still on the moving body');
    const legs: readonly Role[] = ['leftUpperLeg', 'leftLowerLeg', 'rightUpperLeg', 'rightLowerLeg'];
    expect(found(hold([...arm, ...legs], 40, 70), 'frozen')).toEqual([]);
  });

  it('finds a body that turns back from one moment to the next, but not one that has the time for it', () => {
    const stretch = (seconds: number): Clip =>
      edited({ ...idle, provenance: 'captured' }, (q, at, frame) => {
        const t = frame * idle.frameTime - 1;
        q[at] += 0.8 * (Math.sqrt(t * t + seconds * seconds) - Math.sqrt(1 + seconds * seconds));
      });
    const severities = (seconds: number): readonly string[] =>
      found(stretch(seconds), 'friction').map(({ severity }) => severity);
    expect(severities(0.005)).toEqual(['error']);
    expect(severities(0.5)).toEqual([]);
  });

  it('finds a body that is stopped in the air faster than gravity can', () => {
    const captured: Clip = { ...idle, provenance: 'captured' };
    const rises = (speed: number): Clip =>
      edited(captured, (q, at, frame) => {
        q[at + 1] += speed * Math.min(0.25, Math.max(0, frame * captured.frameTime - 1));
      });
    expect(found(rises(0.3), 'pull')).toEqual([]);
    expect(found(rises(3), 'pull').map(({ severity }) => severity)).toEqual(['error']);
  });

  it('doubts steps that take far longer than people need, and is sure where the body is out of balance besides', () => {
    const slow: Clip = { ...walk, provenance: 'captured', frameTime: 2 * walk.frameTime };
    const [finding] = found(slow, 'time-scale');
    expect(finding.value).toBeLessThan(0.67);
    expect(finding.message).toMatch(/The clip plays about (half|0\.\d times) as fast as it happened: the feet swing/);
    const { summary } = judge(slow).report;
    expect(finding.severity).toBe(summary.imbalance > 0.015 ? 'error' : 'warning');
    expect(found({ ...walk, provenance: 'captured' }, 'time-scale')).toEqual([]);
  });

  it('takes who stands on something that glides for a rider, and who is thrown along for no rider', () => {
    const along = (rise: (seconds: number) => number): Clip =>
      edited({ ...idle, provenance: 'captured' }, (q, at, frame) => {
        const seconds = frame * idle.frameTime;
        q[at + 1] += 0.1 + rise(seconds);
        q[at + 2] += 1.5 * seconds;
      });
    const rides = (clip: Clip): boolean =>
      found(clip, 'carried').some(({ message }) => message.includes('carries the body along'));
    expect(rides(along(() => 0))).toBe(true);
    const hops = (seconds: number): number => 0.5 * 2.5 * (seconds % 0.8) * (0.8 - (seconds % 0.8)); // a quarter of gravity
    expect(rides(along(hops))).toBe(false);
  });

  it('finds legs that change places for a while, in rotations', () => {
    const { roles } = fitBody(walk);
    const start = 30;
    const clip = edited(walk, (q, at, frame) => {
      if (frame < start || frame >= start + 10) return;
      for (const part of ['UpperLeg', 'LowerLeg', 'Foot'] as const) {
        const [left, right] = [roles[`left${part}`]!, roles[`right${part}`]!].map((joint) => at + quatIndex(joint));
        const kept = q.slice(left, left + 4);
        q.copyWithin(left, right, right + 4);
        q.set(kept, right);
      }
    });
    const [finding, ...others] = found(clip, 'swapped');
    expect(finding.message).toContain('The left and right legs change places');
    expect([finding.start, finding.end]).toEqual([start, start + 9]);
    expect(others).toEqual([]);
  });

  it('does not take a body that jumps as a whole for one with swapped legs', () => {
    const jump = edited(idle, (q, at, frame) => {
      if (frame === 100) q[at + 2] += 0.2;
    });
    expect(found(jump, 'pop').length).toBe(1);
    expect(found(jump, 'swapped')).toEqual([]);
  });

  it('finds a forearm in the trunk', () => {
    const [finding] = found(turned(idle, 'leftUpperArm', [0, 0, 1], -0.7), 'through-body');
    expect(finding.message).toContain('The left forearm and the trunk go through each other');
  });
});
