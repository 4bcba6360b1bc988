/** A runner's stance beyond its clip: closed forms against small steps, and the ZMP on the sole. */
import { describe, expect, it } from 'vitest';
import { createRng, type Rng, uniform } from '../../src/math/random.ts';
import { createTimedSupport } from '../../src/methods/reactive-locomotion/double-support.ts';
import {
  type LoadCourse,
  loadAt,
  loadCourse,
  loadLeft,
  roomAt,
  SAMPLES,
  writeLoadedWay,
} from '../../src/methods/reactive-locomotion/load-course.ts';
import { writeLoadedSupport } from '../../src/methods/reactive-locomotion/loaded-support.ts';
import { type StanceTask, writeGained } from '../../src/methods/reactive-locomotion/stance-course.ts';

const body = { mass: 70, height: 0.95, gravity: 12, friction: 0.8 };
const T = 0.3; // [s]
const FRAMES = 60;

/** Half a sine of load over a stance, with room that shrinks ahead as a foot rolls on. */
function courseOf(): LoadCourse {
  const up = Float64Array.from(
    { length: FRAMES + 2 },
    (_, k) => 25 * Math.sin((Math.PI * Math.min(k, FRAMES)) / FRAMES) - 9.81,
  );
  const comAcceleration = Float64Array.from({ length: 3 * (FRAMES + 2) }, (_, i) =>
    i % 3 === 1 ? up[(i - 1) / 3]! : 0,
  );
  const room = Float64Array.from({ length: 4 * (SAMPLES + 1) }, (_, i) => {
    const u = Math.floor(i / 4) / SAMPLES;
    return [-0.15, 0.05 * (1 - u), -0.03, 0.03][i % 4]!;
  });
  return loadCourse({ comAcceleration } as never, { touchDown: 0, leave: FRAMES } as never, room);
}

const course = courseOf();

/** A random state in the middle of a stance. */
const stateOf = (rng: Rng) => ({
  from: uniform(rng, 0, 0.6),
  x: uniform(rng, -0.05, 0.05),
  v: uniform(rng, -0.3, 0.3),
  h: uniform(rng, -8, 8),
  z: uniform(rng, -0.05, 0.05),
  target: uniform(rng, -4, 4),
});

describe('the rest of a stance', () => {
  it('ends where small steps of its own force end, with the wanted momentum', () => {
    const rng = createRng(3);
    let solved = 0;
    for (let round = 0; round < 40; round++) {
      const { from, x, v, h, z, target } = stateOf(rng);
      const time = (1 - from) * T;
      const way = createTimedSupport();
      writeLoadedSupport(way, body, { course, from, time, x, v, h, z, target });
      const n = 20000;
      const dt = time / n;
      let [place, speed, momentum] = [x, v, h];
      for (let k = 0; k < n; k++) {
        const share = (k + 0.5) / n;
        const load = loadAt(course, from + share * (1 - from));
        const pull = (way.aB + share * (way.aC - way.aB)) * load;
        const middle = place + (speed * dt) / 2;
        momentum += dt * body.mass * (body.gravity * load * (middle - z) - body.height * pull);
        place += dt * (speed + (pull * dt) / 2);
        speed += dt * pull;
      }
      // u·w is taken as straight between the samples of the load: that leaves a little
      expect(way.position).toBeCloseTo(place, 4);
      expect(way.velocity).toBeCloseTo(speed, 3);
      expect(Math.abs(way.momentum - momentum)).toBeLessThan(0.02);
      if (way.status === 'solved') {
        solved++;
        expect(way.momentum).toBeCloseTo(target, 9);
        // no moment at the end: the force there points at the centre of mass
        expect(way.aC).toBeCloseTo((body.gravity / body.height) * (way.position - z), 9);
      }
    }
    expect(solved).toBeGreaterThan(20);
  });

  it('has as much load left as there is', () => {
    expect(loadLeft(course, 0)).toBeCloseTo(1, 12);
    expect(loadLeft(course, 0.5)).toBeCloseTo(0.5, 9); // half a sine
    expect(loadLeft(course, 1)).toBeCloseTo(0, 12);
  });
});

describe('the course of momentum', () => {
  const task = (rng: Rng): StanceTask => {
    const { from, x, v, target } = stateOf(rng);
    const end = [x + uniform(rng, -0.03, 0.03), v + uniform(rng, -0.2, 0.2)] as [number, number];
    const beyond = { from, time: (1 - from) * T, start: [x, v] as [number, number], end };
    return { body, load: course, beyond, axis: 0, foot: uniform(rng, -0.05, 0.05), wanted: target };
  };
  const at = (of: StanceTask, u: number): readonly [gained: number, turned: number] => {
    const out = new Float64Array(2);
    writeGained(out, of, of, u);
    return [out[0]!, out[1]!];
  };

  it('keeps the ZMP on the sole all the way, and ends as wanted where that can be', () => {
    const rng = createRng(9);
    const way = new Float64Array(6);
    let met = 0;
    for (let round = 0; round < 200; round++) {
      const of = task(rng);
      const { from, time } = of.beyond;
      for (let k = 1; k < SAMPLES; k++) {
        const u = from + ((1 - from) * k) / SAMPLES;
        const step = 1e-4 * (1 - from);
        const rate = (at(of, u + step)[0] - at(of, u - step)[0]) / ((2 * step * time) / (1 - from));
        writeLoadedWay(way, course, of.beyond, u);
        const pull = way[4]! + way[5]! * u;
        // (E1) for what comes beyond the clip, solved for the ZMP, from where the clip has it under the foot
        const load = loadAt(course, u);
        const force = body.mass * body.gravity * load;
        const zmp = way[0]! - of.foot - (rate + body.mass * body.height * pull * load) / force;
        expect(zmp).toBeGreaterThan(roomAt(course, u, 0) - 2e-3);
        expect(zmp).toBeLessThan(roomAt(course, u, 1) + 2e-3);
      }
      if (Math.abs(at(of, 1)[0] - of.wanted) < 1e-6) met++;
    }
    expect(met).toBeGreaterThan(30);
    expect(met).toBeLessThan(200);
  });

  it('turns the body by the integral of what it gains', () => {
    const rng = createRng(4);
    for (let round = 0; round < 20; round++) {
      const of = task(rng);
      const { from, time } = of.beyond;
      const n = 4000;
      let sum = 0;
      for (let k = 0; k < n; k++) sum += (at(of, from + ((k + 0.5) * (1 - from)) / n)[0] * time) / n;
      expect(at(of, 1)[1]).toBeCloseTo(sum, 5);
      expect(at(of, from)).toEqual([0, 0]);
    }
  });

  it('is nothing where nothing is wanted', () => {
    const beyond = { from: 0.2, time: 0.24, start: [0, 0], end: [0, 0] } as const;
    const still: StanceTask = { body, load: course, beyond, axis: 1, foot: 0, wanted: 0 };
    for (const u of [0.2, 0.5, 0.9, 1]) expect(Math.abs(at(still, u)[0])).toBeLessThan(1e-6);
  });
});
