import { describe, expect, it } from 'vitest';
import { SWING_DEFAULTS, SWING_STATE, SwingCourse } from '../../src/gait/swing-course.ts';
import { createRng, uniform } from '../../src/math/random.ts';

const H = 1 / 120; // [s]
const AWAY = [9, 9] as const; // the other foot, far off

interface Sample {
  readonly t: number;
  readonly place: Float64Array;
  readonly rate: Float64Array;
  readonly heel: number;
}

/** Runs a course to its landing; `change` may aim anew before every tick. */
function fly(course: SwingCourse, h = H, change: (course: SwingCourse) => void = () => {}): Sample[] {
  const out: Sample[] = [];
  for (let k = 0; course.time < course.land - 1e-9 && k < 10_000; k++) {
    change(course);
    course.advance(h);
    out.push({ t: course.time, place: course.place.slice(), rate: course.rate.slice(), heel: course.heel });
  }
  return out;
}

function started(x: number, z: number, swing: number, other: readonly [number, number] = AWAY): SwingCourse {
  const course = new SwingCourse();
  course.begin(0, 0, 0, swing);
  course.aim(x, 0, z, swing, other[0], other[1]);
  return course;
}

/** Largest change of velocity from one tick to the next [m/s]. */
function jolt(samples: readonly Sample[]): number {
  let most = 0;
  for (let k = 1; k < samples.length; k++) {
    const [a, b] = [samples[k - 1].rate, samples[k].rate];
    most = Math.max(most, Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]));
  }
  return most;
}

describe('the way of a foot through the air', () => {
  it('lands on the target, level and at rest, from above (30 steps, seed 31)', () => {
    const rng = createRng(31);
    for (let trial = 0; trial < 30; trial++) {
      const [x, z, y] = [uniform(rng, -0.6, 0.9), uniform(rng, -0.5, 0.5), uniform(rng, -0.15, 0.15)];
      const swing = uniform(rng, 0.25, 0.5);
      const h = swing / Math.round(swing / H);
      const course = new SwingCourse();
      course.begin(0, 0, 0, swing);
      course.aim(x, y, z, swing, ...AWAY);
      const samples = fly(course, h);
      const end = samples[samples.length - 1];
      expect(Math.hypot(end.place[0] - x, end.place[1] - y, end.place[2] - z)).toBeLessThan(1e-9);
      expect(Math.abs(end.heel)).toBeLessThan(1e-9);
      // the last tick of a course that comes to rest is slow
      expect(Math.hypot(end.rate[0], end.rate[2])).toBeLessThan(0.1);
      const before = samples[samples.length - 2];
      expect(before.place[1]).toBeGreaterThan(y);
      // places add up from the rates
      const sum = samples.reduce((at, { rate }) => at + h * rate[0], 0);
      expect(sum).toBeCloseTo(x, 9);
    }
  });

  it('lifts the foot, and the toes of a heel that leads', () => {
    const samples = fly(started(0.5, 0, 0.36));
    expect(Math.max(...samples.map(({ place }) => place[1]))).toBeGreaterThan(SWING_DEFAULTS.lift);
    for (const { place, heel } of samples) {
      expect(place[1] - SWING_DEFAULTS.toes * Math.sin(heel)).toBeGreaterThan(-1e-12);
    }
  });

  it('stays smooth when it is aimed anew, at any tick and every tick', () => {
    const calm = jolt(fly(started(0.5, 0.1, 0.36)));
    for (const at of [0.05, 0.12, 0.2, 0.26]) {
      let aimed = false;
      const samples = fly(started(0.5, 0.1, 0.36), H, (course) => {
        if (aimed || course.time < at) return;
        aimed = true;
        course.aim(0.55, 0, 0.15, course.land - course.time + 0.03, ...AWAY);
      });
      expect(aimed).toBe(true);
      expect(jolt(samples)).toBeLessThan(2 * calm);
      const end = samples[samples.length - 1].place;
      expect(Math.hypot(end[0] - 0.55, end[2] - 0.15)).toBeLessThan(1e-9);
    }
    // the same aim again changes nothing
    const same = fly(started(0.5, 0.1, 0.36), H, (course) =>
      course.aim(0.5, 0, 0.1, course.land - course.time, ...AWAY),
    );
    const plain = fly(started(0.5, 0.1, 0.36));
    for (const [k, { place }] of plain.entries()) {
      for (let c = 0; c < 3; c++) expect(Math.abs(same[k].place[c] - place[c])).toBeLessThan(2e-3);
    }
  });

  it('is continuous where a bow around the other foot comes up or goes', () => {
    // the target moves so that the way first passes the other foot and then does not
    const other = [0.05, 0.25] as const;
    for (const at of [0.03, 0.06, 0.09, 0.12]) {
      let aimed = false;
      const course = new SwingCourse();
      course.begin(0, 0, 0, 0.36);
      course.aim(0, 0, 0.5, 0.36, ...other);
      const samples = fly(course, H, () => {
        if (aimed || course.time < at) return;
        aimed = true;
        course.aim(0.1, 0, 0.3, course.land - course.time, 9, 9);
      });
      for (let k = 1; k < samples.length; k++) {
        const step = Math.hypot(
          samples[k].rate[0] - samples[k - 1].rate[0],
          samples[k].rate[2] - samples[k - 1].rate[2],
        );
        expect(step, `${at} s, tick ${k}`).toBeLessThan(0.5);
      }
    }
  });

  it('goes round the other foot, on the side where it is', () => {
    for (const beside of [-0.08, -0.03, 0.03, 0.08]) {
      const samples = fly(started(0, 0.6, 0.36, [beside, 0.3]));
      const nearest = Math.min(...samples.map(({ place }) => Math.hypot(place[0] - beside, place[2] - 0.3)));
      expect(nearest).toBeGreaterThan(0.85 * SWING_DEFAULTS.clearance);
      const passing = samples[Math.floor(samples.length / 2)].place[0];
      expect(Math.sign(passing)).toBe(-Math.sign(beside));
    }
    // far enough away: straight
    for (const { place } of fly(started(0, 0.6, 0.36, [0.3, 0.3]))) expect(Math.abs(place[0])).toBeLessThan(1e-12);
  });

  it('goes on from a save to the byte', () => {
    const course = started(0.5, 0.2, 0.36, [0.2, 0.05]);
    for (let k = 0; k < 15; k++) course.advance(H);
    const saved = new Float64Array(SWING_STATE);
    course.save(saved, 0);
    const other = new SwingCourse();
    other.restore(saved, 0);
    const [a, b] = [fly(course), fly(other)];
    expect(b).toEqual(a);
    expect(a.length).toBeGreaterThan(20);
  });

  it('goes farther round the length of the other foot than round its side', () => {
    const nearest = (ahead: readonly [number, number]): number => {
      const course = new SwingCourse();
      course.begin(-0.2, 0, 0, 0.4);
      course.aim(0.2, 0, 0, 0.4, 0, 0.05, ahead[0], ahead[1]);
      return Math.min(...fly(course).map(({ place }) => Math.hypot(place[0], place[2] - 0.05)));
    };
    const { clearance, length } = SWING_DEFAULTS;
    // a foot that lies along the way is passed at its side, one that lies across it at its end
    expect(nearest([1, 0])).toBeGreaterThan(0.9 * clearance);
    expect(nearest([1, 0])).toBeLessThan(1.1 * clearance);
    expect(nearest([0, 1])).toBeGreaterThan(1.3 * nearest([1, 0]));
    expect(nearest([0, 1])).toBeLessThan(1.1 * length * clearance);
  });
});
