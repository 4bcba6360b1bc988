/** Motions that are meant to be impossible, and the figures of [Tak00]. */
import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { tak2000Body } from '../../src/body/tak2000.ts';
import { createActor } from '../../src/performer/actor.ts';
import type { MannequinOptions } from '../../src/performer/mannequin/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { limboRaw } from '../../src/performer/motions/limbo-raw.ts';
import { limboWalk } from '../../src/performer/motions/limbo-walk.ts';
import { stretch } from '../../src/performer/motions/stretch.ts';
import { check, expectSound, jerkOf, jointVelocities, LEVEL } from './checks.ts';

const person = createActor().body;

describe('stretch', () => {
  it('leaves the support by more than 4 cm with the hips over the ankles', () => {
    const found = check(person, perform(stretch));
    expect(found.worstOutside).toBeGreaterThan(0.04);
    expect(found.drift).toBeLessThan(1e-6);
    expect(found.errors.length).toBeGreaterThan(0);
  });

  it('keeps trunk and arms in the balanced twin: only the hips go back', () => {
    const [raw, twin] = [perform(stretch), perform(stretch, { preset: 'balanced' })];
    expect(twin.frameCount).toBe(raw.frameCount);
    const chest = 3 + 4 * (person.roles.chest ?? 0);
    const nq = raw.q.length / raw.frameCount;
    const end = Math.round(1.9 / raw.frameTime); // while the end pose is held
    for (let k = 0; k < 4; k++) expect(twin.q[end * nq + chest + k]).toBeCloseTo(raw.q[end * nq + chest + k], 12);
    expect(twin.q[end * nq + 2]).toBeLessThan(raw.q[end * nq + 2] - 0.03);
  });

  it('is the original of [Tak00] as a preset', () => {
    const clip = perform(stretch, { preset: 'tak2000' });
    expect(clip.frameCount).toBe(31);
    expect(clip.frameTime).toBeCloseTo(1 / 30, 12);
    const report = analyse(tak2000Body(), clip, { ground: LEVEL });
    const zmp = Array.from(report.time, (_, frame) => report.zmp[3 * frame + 2]);
    // The prototype has −184…+262 mm and the COG at 194 mm, with segment centres half-way along the segments; the body's
    // table has the trunk's centre lower.
    expect(Math.min(...zmp)).toBeLessThan(-0.13);
    expect(Math.max(...zmp)).toBeGreaterThan(0.22);
    expect(Math.max(...zmp)).toBeLessThan(0.28);
    expect(report.com[3 * 30 + 2]).toBeGreaterThan(0.155); // ends outside the sole
  });

  it('refuses sizes for a figure that has its own', () => {
    expect(() => perform(stretch, { preset: 'tak2000', body: { height: 1.6 } })).toThrow(/own figure/);
  });
});

describe('limbo-raw', () => {
  it('falls over backwards', () => {
    const found = check(person, perform(limboRaw));
    expect(found.worstOutside).toBeGreaterThan(0.05);
    const frame = found.report.margin.indexOf(Math.min(...found.report.margin));
    expect(found.report.zmp[3 * frame + 2]).toBeLessThan(-0.05);
  });

  it('can be performed by the figure of [Tak00]', () => {
    const report = analyse(tak2000Body(), perform(limboRaw, { preset: 'tak2000' }), { ground: LEVEL });
    expect(report.summary.worstZmpDistance).toBeGreaterThan(0.05);
  });
});

describe.each([
  ['mannequin', {}, person],
  ['tak2000', { preset: 'tak2000' }, tak2000Body()],
] as const)('limbo-walk of the %s', (_, options, body) => {
  const clip = perform(limboWalk, options);
  const found = check(body, clip);

  it('takes four steps of 0.3 m in 136 frames', () => {
    expect(clip.frameCount).toBe(136);
    expect(clip.frameTime).toBeCloseTo(1 / 30, 12);
    const travel = found.report.com[3 * 135 + 2] - found.report.com[2];
    expect(travel).toBeCloseTo(0.9, 2); // two whole strides and the closing step
  });

  it('has feet that stand and legs that reach them', () => {
    expect(found.drift).toBeLessThan(0.002);
    expect(found.penetration).toBeLessThan(0.003);
    // up before they travel, there before they are down; those of [Tak00] have no toes to roll over
    expect(found.report.summary.slide).toBeLessThan(body === person ? 0.01 : 0.02);
    expect(found.kneeRange[0]).toBeGreaterThan(5);
  });

  it('leaves the support now and then, never for long', () => {
    expect(found.worstOutside).toBeGreaterThan(0.005);
    expect(found.zmpOutside).toBeLessThan(0.3);
  });
});

/** Everything of docs/performer.md but balance, which is what these motions lack. */
describe.each([
  ['stretch', stretch, 11 * (Math.PI / 180)], // a living hold: as idling people move at most
  ['limbo-raw', limboRaw, 0.03],
  ['limbo-walk', limboWalk, 0.3], // the hips sink from the first frame on
] as const)('%s, but for its balance', (_, motion, speedAtEnds) => {
  it.each(
    [{}, { height: 1.55, mass: 50, sex: 'female' }, { height: 1.9, mass: 95, sex: 'male' }].flatMap((body) =>
      [0, 7].map((seed) => [body as Partial<MannequinOptions>, seed] as const),
    ),
  )('is sound for %o, seed %d', (body, seed) => {
    const clip = perform(motion, { body, values: { seed } });
    const found = check(createActor(body).body, clip);
    expectSound(found);
    expect(jerkOf(clip)).toBeLessThan(120);
    const v = jointVelocities(clip);
    for (const end of [v[0], v[v.length - 1]]) expect(Math.max(...end.map(Math.abs))).toBeLessThan(speedAtEnds);
    expect(Buffer.from(perform(motion, { body, values: { seed } }).q.buffer).equals(Buffer.from(clip.q.buffer))).toBe(
      true,
    );
  });
});
