/** `react`: one answer per push, by the method that fits, checked before it is handed out. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { UsageError } from '../../src/errors.ts';
import { react } from '../../src/methods/react.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { body, idle, smallLibrary } from './push-cases.ts';

const walk = perform(motionNamed('walk'));
const walker = fitBody(walk);
const chest = body.roles.chest!;
const forward = (time: number, strength: number, segment = chest) =>
  [{ time, impulse: [0, 0, strength] as const, segment }] as const;

describe('react', () => {
  it('answers somebody who stands by push responses and somebody who walks by locomotion', () => {
    const standing = react({ body, clip: idle, pushes: forward(0.5, 20) }, { library: smallLibrary() });
    expect(standing.method).toBe('push-response');
    expect(standing.outcome).toMatchObject({ achieved: true, status: 'recovered' });
    expect(standing.events.map(({ kind }) => kind)).toContain('impact');
    const walking = react(
      { body: walker, clip: walk, pushes: forward(0.5, 15, walker.roles.chest) },
      { library: smallLibrary() },
    );
    expect(walking.method).toBe('reactive-locomotion');
    expect(walking.check.passed).toBe(true);
  });

  it('says which options the method that answers does not know', () => {
    const { notes } = react({ body, clip: idle, pushes: forward(0.5, 10) }, { beta: 0.4 });
    expect(notes).toContain('push-response has no option beta');
  });

  it('takes a method by its name, and refuses one that answers no pushes', () => {
    const named = react({ body, clip: idle, pushes: forward(0.5, 10) }, { method: 'reactive-blend' });
    expect(named.method).toBe('reactive-blend');
    expect(() => react({ body, clip: idle }, { method: 'plant-feet' })).toThrow(UsageError);
  });

  it('tells a fall as a fall, and getting up as achieved', () => {
    const push = forward(0.5, 160);
    const fallen = react({ body, clip: idle, pushes: push }, {});
    expect(fallen.outcome).toMatchObject({ achieved: false, status: 'fall' });
    const up = react({ body, clip: idle, pushes: push, getUp: { after: 0.5 } }, {});
    expect(up.outcome.status).toBe('up again');
  });
});
