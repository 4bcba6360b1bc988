/** Which method answers where none is asked for. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { chooseMethod, reactMethodIds } from '../../src/cli/react/choose-method.ts';
import { methods } from '../../src/methods/index.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { trim } from '../../src/motion/trim.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { kick } from '../../src/performer/motions/kick.ts';
import { run } from '../../src/performer/motions/run.ts';
import { squat } from '../../src/performer/motions/squat.ts';
import { walk } from '../../src/performer/motions/walk.ts';

const chosen = (clip: Clip, flags = {}, time = 0.4) => {
  const pushes = [{ time, segment: 0, impulse: [20, 0, 0] as const }];
  return chooseMethod({ body: fitBody(clip), clip, pushes }, { ...flags });
};

describe('the way in which a walker answers', () => {
  const clip = perform(walk, { values: { strides: 3 } });

  it('is its own where it can go on walking', () => {
    expect(chosen(clip)).toMatchObject({ method: { id: 'reactive-locomotion' }, notes: [] });
    expect(chosen(perform(run))).toMatchObject({ method: { id: 'reactive-locomotion' }, notes: [] });
  });

  it('is its own where less than two steps are shown too, and a note says that it does not go on', () => {
    const short = trim(clip, 60, 60 + Math.round(0.9 / clip.frameTime));
    const { method, notes } = chosen(short);
    expect(method.id).toBe('reactive-locomotion');
    expect(notes[0]).toMatch(/^answered by reactive-locomotion: .* in no gait that goes on past the end: \w/);
  });
});

describe('the way in which a stander answers', () => {
  it('is from the library while the feet stand still, however fast the hips are', () => {
    for (const [clip, time] of [
      [perform(idle), 1],
      [perform(squat), 1.2],
    ] as const) {
      expect(chosen(clip, {}, time)).toMatchObject({ method: { id: 'push-response' }, notes: [] });
    }
  });

  it('is one for any moment while a foot is on its way, and a note says why', () => {
    const kicking = perform(kick);
    const { method, notes } = chosen(kicking, {}, 0.5 * (kicking.frameCount - 1) * kicking.frameTime);
    expect(method.id).toBe('reactive-blend');
    expect(notes).toEqual([expect.stringMatching(/^answered by reactive-blend: The character stands/)]);
  });

  it('may be asked for by the options that only one method takes', () => {
    const clip = perform(idle);
    expect(chosen(clip, { beta: 0.5 }).method.id).toBe('reactive-locomotion');
    expect(chosen(clip, { allow: ['hip'] }).method.id).toBe('push-response');
    expect(chosen(clip, { method: 'anticipation' }).method.id).toBe('anticipation');
  });

  it('is refused where no method takes the options', () => {
    const clip = perform(idle);
    expect(() => chosen(clip, { allow: ['hip'], beta: 0.5 })).toThrow(/no method takes --allow, --beta/);
    expect(() => chosen(clip, { method: 'reactive-blend', beta: 0.5 })).toThrow(/reactive-blend does not take --beta/);
    expect(() => chosen(clip, { method: 'balance-filter' })).toThrow(/there are push-response, /);
  });
});

it('every method that answers pushes can be asked for', () => {
  const situation = { kind: 'stands', speed: 0, beltSpeed: 0, bothFeetDown: true, feetTravel: 0, pushes: 1 } as const;
  const answering = methods.filter((method) => method.fits(situation).fit > 0).map(({ id }) => id);
  expect([...reactMethodIds].sort()).toEqual(answering.sort());
});
