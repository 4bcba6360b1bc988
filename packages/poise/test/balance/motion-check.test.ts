import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { segmentDistance } from '../../src/balance/leg-capsules.ts';
import { takeOwn } from '../../src/balance/motion-check/own.ts';
import { checkMotion, type MotionRule } from '../../src/balance/motion-check.ts';
import { expQuat, multiplyQuat } from '../../src/math/quat.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import { trim } from '../../src/motion/trim.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { walk } from '../../src/performer/motions/walk.ts';

const standing = trim(perform(idle), 0, 180);
const walking = perform(walk, { values: { strides: 2 } });
const body = fitBody(standing);
const nq = coordinateCount(standing.skeleton);

/** A copy of the idle with every frame edited. */
function edited(edit: (q: Float64Array, o: number, frame: number) => void, clip: Clip = standing): Clip {
  const q = clip.q.slice();
  for (let frame = 0; frame < clip.frameCount; frame++) edit(q, frame * nq, frame);
  return createClip({ ...clip, q });
}

/** Turns a joint in its own frame by a rotation vector [rad]. */
function turn(q: Float64Array, o: number, role: keyof typeof body.roles, x: number, y: number, z: number): void {
  const i = o + quatIndex(body.roles[role] ?? 0);
  const by = Float64Array.of(x, y, z, 0);
  expQuat(by, 0, by, 0);
  multiplyQuat(q, i, q, i, by, 0);
}

const errors = (clip: Clip, source?: Clip): readonly MotionRule[] => [
  ...new Set(
    checkMotion(body, clip, { source })
      .findings.filter(({ severity }) => severity === 'error')
      .map(({ rule }) => rule),
  ),
];

describe('a reaction as a viewer sees it', () => {
  it.each([
    ['idle', standing],
    ['walk', walking],
  ])('finds nothing in a performed %s, with or without its source', (_, clip) => {
    const own = fitBody(clip);
    for (const source of [undefined, clip]) {
      const check = checkMotion(own, clip, { source });
      expect(check.findings).toEqual([]);
      expect(check.passed).toBe(true);
    }
    const against = checkMotion(own, clip, { source: clip });
    for (const { value, frame } of Object.values(against.worst)) expect([value, frame]).toEqual([0, -1]);
  });

  it('finds a pop of the hips at its frame', () => {
    const popped = edited((q, o, frame) => {
      if (frame >= 90) q[o + 2] += 0.05; // [m] at once
    });
    const { findings, worst, passed } = checkMotion(body, popped, { source: standing });
    expect(passed).toBe(false);
    // 5 cm within one frame are 3 m/s from one frame to the next, and back again
    expect(worst['hip-pop'].value).toBeCloseTo(3, 1);
    expect([89, 90]).toContain(worst['hip-pop'].frame);
    const pop = findings.find(({ rule }) => rule === 'hip-pop');
    expect(pop?.message).toMatch(/^At 1\.\d\d s \(frame (89|90)\) the hips change their velocity by 3\.0 m\/s/);
    expect(pop).toMatchObject({ severity: 'error', limit: 1, unit: 'm/s' });
  });

  it('finds a jolt of a joint and names it, also of the root', () => {
    for (const role of ['rightLowerArm', 'hips'] as const) {
      const jolted = edited((q, o, frame) => turn(q, o, role, 0, frame >= 60 ? (15 / 60) * (frame - 60) : 0, 0));
      const { worst, findings } = checkMotion(body, trim(jolted, 0, 75), { source: standing });
      expect(worst['joint-jolt']).toMatchObject({ frame: 60, what: role });
      expect(worst['joint-jolt'].value).toBeCloseTo(15, 0);
      expect(findings.find(({ rule }) => rule === 'joint-jolt')?.severity).toBe('error');
      expect(findings.map(({ rule }) => rule)).not.toContain('shake'); // once is no shake
    }
  });

  it('tells the same jolt at 60 and 120 frames a second', () => {
    // a joint that gets faster by 480 rad/s² for 1/15 s: 8 rad/s per 1/60 s
    const bent = (fps: number): number => {
      const still = createClip({
        ...standing,
        frameTime: 1 / fps,
        q: Float64Array.from({ length: fps * nq }, (_, i) => standing.q[i % nq]),
      });
      const clip = edited((q, o, frame) => {
        const t = Math.min(1 / 15, Math.max(0, frame / fps - 0.5));
        turn(q, o, 'leftLowerArm', 0, 240 * t * t, 0);
      }, still);
      return checkMotion(body, trim(clip, 0, Math.round(0.56 * fps)), {}).jointChange.reduce((a, b) => Math.max(a, b));
    };
    expect(bent(60)).toBeCloseTo(8, 0);
    expect(bent(120)).toBeCloseTo(8, 0);
  });

  it('finds shaking hips and joints, not a single swing', () => {
    const shaken = edited((q, o, frame) => {
      if (frame >= 100 && frame < 118) q[o] += 0.004 * (frame % 2 === 0 ? 1 : -1);
    });
    const { findings } = checkMotion(body, shaken, { source: standing });
    const shake = findings.find(({ rule }) => rule === 'shake');
    expect(shake?.message).toMatch(/the hips shake/);
    expect(shake?.start).toBeGreaterThanOrEqual(98);
    expect(shake?.start).toBeLessThanOrEqual(101);
    expect(shake?.end).toBeLessThanOrEqual(119);
    const head = edited((q, o, frame) => {
      if (frame >= 50 && frame < 70) turn(q, o, 'head', 0.08 * Math.sin((2 * Math.PI * 10 * frame) / 60), 0, 0);
    });
    expect(checkMotion(body, head, { source: standing }).worst.shake.what).toBe('head');
    expect(errors(head, standing)).toContain('shake');
    const nod = edited((q, o, frame) => turn(q, o, 'head', 0.3 * Math.sin((2 * Math.PI * 2 * frame) / 60), 0, 0));
    expect(errors(nod, standing)).toEqual([]);
  });

  it('does not hold against an answer what its source does', () => {
    const noisy = edited((q, o, frame) => {
      q[o] += 0.01 * (frame % 2); // a capture that trembles
    });
    expect(errors(noisy)).toContain('shake');
    expect(errors(noisy, noisy)).toEqual([]);
    // two frames late
    const late = edited((q, o, frame) =>
      q.set(noisy.q.subarray(Math.max(0, frame - 2) * nq, Math.max(1, frame - 1) * nq), o),
    );
    expect(errors(late, noisy)).toEqual([]);
  });

  it('finds legs that cross through each other', () => {
    const crossed = edited((q, o, frame) => {
      const u = Math.min(1, Math.max(0, (frame - 60) / 60));
      turn(q, o, 'leftUpperLeg', 0, 0, -0.25 * u);
      turn(q, o, 'rightUpperLeg', 0, 0, 0.25 * u);
    });
    const { worst, findings } = checkMotion(body, crossed, { source: standing });
    expect(worst['leg-through-leg'].value).toBeGreaterThan(0.02);
    expect(worst['leg-through-leg'].what).toMatch(/^left (thigh|shank|foot) and right (thigh|shank|foot)$/);
    const finding = findings.find(({ rule }) => rule === 'leg-through-leg');
    expect(finding?.start).toBeGreaterThan(70);
    expect(finding?.start).toBeLessThan(120);
  });

  it('finds a foot that slides and one that sinks', () => {
    const slid = edited((q, o, frame) => {
      q[o + 2] += (0.06 * Math.min(60, Math.max(0, frame - 60))) / 60; // the whole body glides by 6 cm in a second
    });
    const { worst, findings } = checkMotion(body, slid, { source: standing });
    expect(worst['foot-slide'].value).toBeCloseTo(0.06, 2);
    expect(findings.find(({ rule }) => rule === 'foot-slide')).toMatchObject({ severity: 'error' });
    expect(findings.find(({ rule }) => rule === 'foot-slide')?.start).toBeGreaterThan(60);
    const sunk = edited((q, o, frame) => {
      q[o + 1] -= 0.05 * Math.min(1, Math.max(0, (frame - 90) / 30));
    });
    expect(checkMotion(body, sunk, { source: standing }).worst['foot-below-ground'].value).toBeCloseTo(0.05, 2);
    expect(errors(sunk, standing)).toContain('foot-below-ground');
  });
});

describe('its parts', () => {
  it('measures the distance of segments as sampling them does', () => {
    const rng = createRng(5);
    for (let k = 0; k < 200; k++) {
      const ends = Float64Array.from({ length: 12 }, () => uniform(rng, -1, 1));
      if (k % 5 === 0) for (let c = 0; c < 3; c++) ends[9 + c] = ends[6 + c] + ends[3 + c] - ends[c]; // parallel
      if (k % 7 === 0) for (let c = 0; c < 3; c++) ends[3 + c] = ends[c]; // a point
      let least = Number.POSITIVE_INFINITY;
      for (let s = 0; s <= 100; s++) {
        for (let t = 0; t <= 100; t++) {
          const gap = [0, 1, 2].map(
            (c) =>
              ends[c] + (s / 100) * (ends[3 + c] - ends[c]) - ends[6 + c] - (t / 100) * (ends[9 + c] - ends[6 + c]),
          );
          least = Math.min(least, Math.hypot(...gap));
        }
      }
      const exact = segmentDistance(ends, 0, ends, 6);
      expect(exact).toBeLessThanOrEqual(least + 1e-9);
      expect(exact).toBeGreaterThan(least - 0.03);
    }
  });

  it('forgives past the end of a source what the source does anywhere', () => {
    const values = Float64Array.of(5, 5, 5, 5);
    takeOwn(values, Float64Array.of(3, 1), 1, 0);
    expect([...values]).toEqual([2, 4, 2, 2]);
  });
});
