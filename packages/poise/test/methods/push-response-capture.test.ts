/** Push responses found in recordings, estimated and labelled; and libraries as files. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.ts';
import { createRng, uniform } from '../../src/math/random.ts';
import { relabel } from '../../src/methods/push-response/build-response.ts';
import { responsesIn } from '../../src/methods/push-response/capture.ts';
import { printLibrary } from '../../src/methods/push-response/library-file.ts';
import { packRuns, packSeries, unpackRuns, unpackSeries } from '../../src/methods/push-response/number-text.ts';
import { parseLibrary } from '../../src/methods/push-response/read-library.ts';
import { type Response, TOUCH } from '../../src/methods/push-response/response.ts';
import { createClip } from '../../src/motion/clip.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';
import { body, DEGREE, idle, responseNamed, smallLibrary } from './push-cases.ts';

const nq = coordinateCount(body.skeleton);

describe('estimates', () => {
  it('early: within 12 % and 8° of pushes that are known', () => {
    for (const { name, estimates } of smallLibrary().responses) {
      const { truth, early } = estimates;
      expect(early.radius / truth!.radius, name).toBeGreaterThan(0.88);
      expect(early.radius / truth!.radius, name).toBeLessThan(1.12);
      const gap = Math.abs(early.angle - truth!.angle);
      expect(Math.min(gap, 2 * Math.PI - gap), name).toBeLessThan(8 * DEGREE);
    }
  });

  it('paper: about right in place, too much for steps', () => {
    const ratio = ({ estimates }: Response): number => estimates.paper.radius / estimates.truth!.radius;
    expect(ratio(responseNamed('hip-0'))).toBeGreaterThan(0.8);
    expect(ratio(responseNamed('hip-0'))).toBeLessThan(1);
    expect(ratio(responseNamed('step1-0'))).toBeGreaterThan(1.2);
  });

  it('recoverable momentum is flat to the peak and gone in the end', () => {
    for (const { recoverable, peak, estimates } of smallLibrary().responses) {
      expect(recoverable[0]).toBeCloseTo(estimates.truth!.radius, 9);
      expect(recoverable[peak]).toBeCloseTo(estimates.truth!.radius, 9);
      expect(Math.abs(recoverable.at(-1)!)).toBeLessThan(2);
    }
  });
});

describe('labels', () => {
  it('are those that were performed', () => {
    for (const { name, strategy, attributes } of smallLibrary().responses) {
      expect(strategy, name).toBe(/^(hip|ankle)/.test(name) ? 'hip' : /^arm/.test(name) ? 'arm' : 'step');
      if (strategy === 'step') expect(attributes.steps, name).toBeGreaterThanOrEqual(2);
      if (strategy === 'arm') expect(attributes.armTurns, name).toBeGreaterThanOrEqual(1);
    }
    const side = responseNamed('step1-90');
    expect(side.attributes.firstFoot).toBe('left');
    expect(side.contacts[0][0]).toBe(TOUCH.heel + TOUCH.ball + TOUCH.toe);
  });

  it('can be given by hand', () => {
    const { strategy, provenance } = relabel(responseNamed('hip-0'), 'arm');
    expect(strategy).toBe('arm');
    expect(provenance.note).toMatch(/by hand/);
  });
});

describe('a recording', () => {
  it('gives back the responses that it was made of, and nothing of standing about', () => {
    const parts = ['step1-0', 'step1-90', 'step1-180'].map(responseNamed);
    const q: number[] = [];
    const onsets: number[] = [];
    for (const { clip, onset } of parts) {
      const [x, z] = q.length > 0 ? [q[q.length - nq] - clip.q[0], q[q.length - nq + 2] - clip.q[2]] : [0, 0];
      const still = 90;
      onsets.push(q.length / nq + still + onset);
      for (let f = -still; f < clip.frameCount + 60; f++) {
        const at = Math.max(0, Math.min(clip.frameCount - 1, f)) * nq;
        const pose = [...clip.q.subarray(at, at + nq)];
        pose[0] += x;
        pose[2] += z;
        q.push(...pose);
      }
    }
    const recording = createClip({ ...parts[0].clip, name: 'session', q: Float64Array.from(q) });
    const { responses } = responsesIn(recording, { body });
    expect(responses.map(({ strategy }) => strategy)).toEqual(['step', 'step', 'step']);
    responses.forEach(({ provenance, onset, estimates }, k) => {
      expect(Math.abs(provenance.frames[0] + onset - onsets[k])).toBeLessThan(6);
      const known = parts[k].estimates.truth!;
      expect(estimates.early.radius / known.radius).toBeGreaterThan(0.85);
      expect(estimates.early.radius / known.radius).toBeLessThan(1.2);
      expect(Math.cos(estimates.early.angle - known.angle)).toBeGreaterThan(Math.cos(10 * DEGREE));
    });
    expect(responsesIn(idle, { body }).responses).toEqual([]);
  });
});

describe('a library file', () => {
  const library = smallLibrary();
  const text = printLibrary(library);

  it('is read as it was written', () => {
    const again = parseLibrary(text, 'x.poise.json');
    expect(again.responses.map(({ name, strategy }) => [name, strategy])).toEqual(
      library.responses.map(({ name, strategy }) => [name, strategy]),
    );
    again.responses.forEach((response, k) => {
      const { clip, contacts, estimates, truth, attributes } = library.responses[k];
      expect(response).toMatchObject({ estimates, attributes, contacts });
      expect(response.truth).toEqual(truth);
      let worst = 0;
      for (let i = 0; i < clip.q.length; i++) {
        worst = Math.max(
          worst,
          Math.min(Math.abs(clip.q[i] - response.clip.q[i]), Math.abs(clip.q[i] + response.clip.q[i])),
        );
      }
      expect(worst).toBeLessThan(5e-6);
    });
    expect(printLibrary(again).length).toBeCloseTo(text.length, -3);
    expect(text.length / library.responses.length).toBeLessThan(40_000);
  });

  it.each([
    ['not JSON', '{', /^x\.poise\.json:1:2: expected a library of push responses as JSON, found the end of the file/],
    ['something else', '{"format":"else"}', /\/format: expected "poise-responses", found "else"/],
    ['another version', '{"format":"poise-responses","version":99}', /\/version: expected 1, found 99/],
    ['a person that is not there', text.replace('"person":0', '"person":7'), /\/responses\/0\/person: expected/],
    [
      'frames that are not there',
      text.replace(/"frames":\d+,"root"/, '"frames":9999,"root"'),
      /\/responses\/0\/root: expected 9999 rows/,
    ],
    [
      'a strategy nobody knows',
      text.replace('"strategy":"hip"', '"strategy":"fly"'),
      /\/responses\/0\/strategy: expected one of/,
    ],
  ])('is refused when it is %s', (_, damaged, message) => {
    expect(() => parseLibrary(damaged, 'x.poise.json')).toThrow(FormatError);
    expect(() => parseLibrary(damaged, 'x.poise.json')).toThrow(message);
  });

  it('survives damage anywhere without hanging or numbers that are none', () => {
    const rng = createRng(5);
    for (let n = 0; n < 40; n++) {
      const at = Math.floor(uniform(rng, 0, text.length));
      const damaged = text.slice(0, at) + String.fromCharCode(Math.floor(uniform(rng, 33, 126))) + text.slice(at + 1);
      try {
        const { responses } = parseLibrary(damaged, 'x.poise.json');
        for (const { clip } of responses) expect(clip.q.every(Number.isFinite)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
    }
  });

  it('packs series of numbers to within half a step', () => {
    const rng = createRng(9);
    const values = Float64Array.from({ length: 300 }, (_, i) => Math.sin(i / 7) + uniform(rng, -0.1, 0.1));
    const again = unpackSeries(packSeries(values, 3, 1e-4), 100, 3, 1e-4)!;
    for (let i = 0; i < values.length; i++) expect(Math.abs(again[i] - values[i])).toBeLessThan(0.51e-4);
    const runs = Uint8Array.from([7, 7, 6, 0, 0, 0]);
    expect(unpackRuns(packRuns(runs), 6)).toEqual(runs);
    expect(unpackRuns('7*5', 6)).toBeUndefined();
  });
});

describeWithMocap('people who are pushed (snu-ys2010)', () => {
  const known = (clip: string): number[] =>
    readFileSync(mocapPath('statistics', 'push_events.csv'), 'utf8')
      .split('\n')
      .map((line) => line.split(','))
      .filter(([name]) => name === clip)
      .map(([, onset]) => Number(onset));

  it.each([
    ['wd2_Physics_2_Push01', 10, 0],
    ['wd2_PushBackStep00', 8, 180],
    ['wd2_PushStepLeft00', 10, 0],
  ])('%s: pushes are found when they were, answered by steps of the right foot', async (name, least, direction) => {
    const file = mocapPath('snu-ys2010', `${name}.bvh`);
    const [clip] = await readClips(readFileSync(file), file);
    const { responses } = responsesIn(clip!, { name });
    expect(responses.length).toBeGreaterThanOrEqual(least);
    for (const { provenance, onset, strategy, attributes, estimates } of responses) {
      const time = provenance.frames[0] * clip!.frameTime + onset / 60;
      expect(Math.min(...known(name).map((t) => Math.abs(t - time)))).toBeLessThan(0.3);
      expect(strategy).toBe('step');
      expect(attributes.firstFoot).toBe('right');
      expect(Math.cos(estimates.early.angle - direction * DEGREE)).toBeGreaterThan(Math.cos(25 * DEGREE));
    }
  });

  it.each(['wd2_WalkForwardNormal00', 'wd2_1_kick', 'wd2_slow_2foot_hop'])('%s holds no push', async (name) => {
    const file = mocapPath('snu-ys2010', `${name}.bvh`);
    const [clip] = await readClips(readFileSync(file), file);
    expect(responsesIn(clip!, { name }).responses).toEqual([]);
  });
});
