/** Steps are heard when feet come down. */
import { analyse, fitBody, motionNamed, perform } from 'poise';
import { createWorkspace, forwardKinematics } from 'poise/dynamics';
import { expect, it } from 'vitest';
import { createLandings } from '../src/app/landings.ts';

const FPS = 60;

/** When which foot is heard [s] as a motion plays. */
function heard(name: string): readonly (readonly [time: number, side: number])[] {
  const clip = perform(motionNamed(name));
  const body = fitBody(clip);
  const ws = createWorkspace(body);
  const nq = clip.q.length / clip.frameCount;
  const listen = createLandings();
  const feet = new Float64Array(6);
  const found: [number, number][] = [];
  const joints = [body.roles.leftFoot!, body.roles.rightFoot!];
  for (let f = 0; f < clip.frameCount; f += Math.max(1, Math.round(1 / FPS / clip.frameTime))) {
    forwardKinematics(body, ws, clip.q.subarray(nq * f, nq * (f + 1)) as Float64Array);
    joints.forEach((joint, side) => {
      feet.set(ws.segmentOrigin.subarray(3 * joint, 3 * joint + 3), 3 * side);
    });
    listen(f * clip.frameTime, feet).forEach((strength, side) => {
      if (strength > 0) found.push([f * clip.frameTime, side]);
    });
  }
  return found;
}

/** First contacts of each foot after the start, by the analysis [s]. */
function touchDowns(name: string): readonly (readonly [time: number, side: number])[] {
  const clip = perform(motionNamed(name));
  const body = fitBody(clip);
  const { feet } = analyse(body, clip);
  return feet.flatMap(({ heel, ball, toe }, side) => {
    const touches = (f: number): boolean => heel[f] === 1 || ball[f] === 1 || toe[f] === 1;
    return Array.from({ length: clip.frameCount }, (_, f) => f)
      .filter((f) => f > 0 && touches(f) && !touches(f - 1))
      .map((f) => [f * clip.frameTime, side] as const);
  });
}

it.each(['walk', 'run'])('every step of the %s is heard once, within 0.2 s', (name) => {
  const steps = touchDowns(name);
  const sounds = heard(name);
  expect(steps.length).toBeGreaterThan(2);
  for (const [time, side] of steps.filter(([at]) => at < steps.at(-1)![0] - 0.2)) {
    const mine = sounds.filter(([at, which]) => which === side && at >= time - 0.05 && at < time + 0.2);
    expect(mine.length, `${name}: step at ${time}`).toBe(1);
  }
  expect(sounds.length).toBeLessThanOrEqual(steps.length + 1);
});

it('who stands is not heard, nor is a jump in time', () => {
  expect(heard('idle')).toEqual([]);
  const listen = createLandings();
  listen(0, new Float64Array(6));
  expect([...listen(5, Float64Array.of(3, 0, 3, 3, 0, 3)), ...listen(5.02, Float64Array.of(3, 0, 3, 3, 0, 3))]).toEqual(
    [0, 0, 0, 0],
  );
});
