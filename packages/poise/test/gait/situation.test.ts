/** Who stands, walks, runs or does neither: on motions whose answer is known. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { hipSpeed, measureSituation } from '../../src/gait/situation.ts';
import { type Clip, durationOf, withCoordinates } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';

const made = (name: string): Clip => perform(motionNamed(name));

/** Kinds found at moments all over the clip. */
function kindsOf(clip: Clip): ReadonlySet<string> {
  const body = fitBody(clip);
  const times = [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => share * durationOf(clip));
  return new Set(times.map((time) => measureSituation(body, clip, { time }).kind));
}

describe('a situation', () => {
  it.each(['idle', 'stretch', 'bend', 'squat', 'crouch', 'punch'])('of %s is standing, at any moment', (name) => {
    const clip = made(name);
    expect([...kindsOf(clip)]).toEqual(['stands']);
    expect(measureSituation(fitBody(clip), clip)).toMatchObject({ kind: 'stands', bothFeetDown: true, beltSpeed: 0 });
  });

  it('of a walk is walking, of a run running', () => {
    expect([...kindsOf(made('walk'))]).toEqual(['walks']);
    const running = made('run');
    const { kind, speed } = measureSituation(fitBody(running), running, { time: 1 });
    expect(kind).toBe('runs');
    expect(speed).toBeGreaterThan(2.5);
  });

  it('of a start and a stop changes on the way', () => {
    const clip = made('start-stop');
    const body = fitBody(clip);
    const at = (share: number) => measureSituation(body, clip, { time: share * durationOf(clip) }).kind;
    expect([at(0), at(0.5), at(1)]).toEqual(['stands', 'walks', 'stands']);
  });

  it('knows a foot that is on its way from one that stands', () => {
    const clip = made('kick');
    const found = measureSituation(fitBody(clip), clip);
    expect(found).toMatchObject({ kind: 'stands', bothFeetDown: false });
    expect(found.feetTravel).toBeGreaterThan(0.5);
  });

  it('of a walk on the spot is that of the walk', () => {
    const clip = made('walk');
    const body = fitBody(clip);
    const nq = coordinateCount(clip.skeleton);
    const speed = hipSpeed(body, clip, 1);
    const mean = (clip.q[(clip.frameCount - 1) * nq + 2]! - clip.q[2]!) / durationOf(clip);
    const q = clip.q.slice();
    for (let frame = 0; frame < clip.frameCount; frame++) q[frame * nq + 2]! -= mean * frame * clip.frameTime;
    const found = measureSituation(body, withCoordinates(clip, q), { time: 1 });
    expect(found.kind).toBe('walks');
    expect(found.beltSpeed).toBeCloseTo(mean, 1);
    expect(found.speed).toBeCloseTo(speed, 0);
  });

  it('of somebody who lies is neither', () => {
    const clip = made('idle');
    const nq = coordinateCount(clip.skeleton);
    const q = clip.q.slice(0, 120 * nq);
    for (let frame = 0; frame < 120; frame++) {
      q[frame * nq + 1] = 0.12;
      q.set([-Math.SQRT1_2, 0, 0, Math.SQRT1_2], frame * nq + 3); // on the back
    }
    const lying = withCoordinates(clip, q);
    expect(measureSituation(fitBody(clip), lying, { time: 1 }).kind).toBe('other');
  });
});
