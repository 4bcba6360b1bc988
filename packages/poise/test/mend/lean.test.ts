/** Whom a camera sees with the feet in front of the body comes over the feet again; others who lean are held by something. */
import { expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { judge } from '../../src/balance/judge.ts';
import { mend } from '../../src/mend/index.ts';
import { withoutLean } from '../../src/mend/lean.ts';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { SIDES } from '../../src/motion/roles.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { asFile, turned } from './damage.ts';

const DEGREE = Math.PI / 180;
const LEAN = -16 * DEGREE;
const { body } = createActor();
const whole = asFile(perform(idle, { fps: 30 }));
const standing = withCoordinates(whole, whole.q.slice(0, 75 * coordinateCount(whole.skeleton)));
const frames = Array.from(Array(standing.frameCount).keys());

/** Legs turned forwards at the hips, soles as flat as before. */
const leaning = SIDES.reduce<Clip>(
  (clip, side) =>
    turned(turned(clip, body.roles[`${side}UpperLeg`]!, frames, LEAN), body.roles[`${side}Foot`]!, frames, -LEAN),
  standing,
);
const [seen] = await readClips(await writeClip(leaning, 'seen.trc'), 'seen.trc');

it('turns the legs of somebody whom a camera saw leaning, and of nobody whose joints were measured', () => {
  const person = fitBody(seen!);
  const found = withoutLean(person, seen!, (clip) => judge(clip, { person }));
  expect(found!.angle / DEGREE).toBeGreaterThan(4);
  expect(found!.angle / DEGREE).toBeLessThan(12);
  expect(withoutLean(body, leaning, (clip) => judge(clip, { person: body }))).toBeUndefined();
});

it('leaves no error of balance', () => {
  const { report } = mend(seen!);
  expect(report.before.findings.map(({ rule, severity }) => `${rule} ${severity}`)).toContain('balance error');
  expect(report.after.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(report.held).toEqual([]);
});
