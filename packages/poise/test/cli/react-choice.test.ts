/** Which method answers where none is asked for. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { chooseReactor } from '../../src/cli/react/reactors.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { trim } from '../../src/motion/trim.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';

describe('the way in which a walker answers', () => {
  const clip = perform(walk, { values: { strides: 3 } });
  const body = fitBody(clip);
  const chosen = (motion: Clip, flags = {}) => {
    const pushes = [{ time: 0.4, segment: 0, impulse: [20, 0, 0] as const }];
    return chooseReactor({ body, clip: motion, pushes }, { out: 'x.bvh', ...flags });
  };

  it('is its own where it can go on walking', () => {
    expect(chosen(clip)).toMatchObject({ reactor: { id: 'reactive-locomotion' }, notes: [] });
  });

  it('is another where less than two steps are shown: it would stop on one leg', () => {
    const short = trim(clip, 60, 60 + Math.round(0.9 / clip.frameTime));
    const { reactor, notes } = chosen(short);
    expect(reactor.id).toBe('reactive-blend');
    expect(notes[0]).toMatch(/^answered by reactive-blend: a gait needs two whole steps/);
    // Options of the walking method, or its name, still choose it.
    for (const flags of [{ method: 'reactive-locomotion' }, { seconds: 2 }, { beta: 0.5 }]) {
      expect(chosen(short, flags)).toMatchObject({ reactor: { id: 'reactive-locomotion' }, notes: [] });
    }
  });
});
