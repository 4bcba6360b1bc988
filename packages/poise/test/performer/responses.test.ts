/** Generated push responses: a spread of the library is performed and held against every check of docs/performer.md. */
import { describe, expect, it } from 'vitest';
import { traceClip } from '../../src/balance/trace.ts';
import { STRATEGIES } from '../../src/methods/push-response/response.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import type { MannequinOptions } from '../../src/performer/mannequin/skeleton.ts';
import { checkResponse, ESTIMATE_CHECKS, failedChecks } from '../../src/performer/responses/checks.ts';
import { joinPacked, packResponse, unpackLibrary } from '../../src/performer/responses/compact.ts';
import { generateResponses, performRequest, responseOfDraft } from '../../src/performer/responses/generate.ts';
import { resolveBody } from '../../src/performer/responses/library.ts';
import { libraryPlan } from '../../src/performer/responses/library-plan.ts';
import { neutralStance } from '../../src/performer/responses/neutral.ts';
import type { ResponseRequest } from '../../src/performer/responses/request.ts';

const HARDEST = ['step3-0-57', 'quick2-22.5-52'];
/** All strategies, all directions: one in ten of the library, and the hardest. */
const SPREAD = libraryPlan().filter(({ name }, k) => k % 10 === 4 || HARDEST.includes(name));
const named = (name: string): ResponseRequest => {
  const found = libraryPlan().find((request) => request.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

function performAll(requests: readonly ResponseRequest[], body: Partial<MannequinOptions> = {}) {
  const actor = createActor(body);
  const neutral = neutralStance(actor);
  return requests.map((request) => {
    const draft = performRequest(actor, neutral, request);
    const response = responseOfDraft(actor, neutral, draft);
    return { actor, neutral, draft, response, checks: checkResponse(actor, draft, response) };
  });
}

describe('generated responses', () => {
  const performed = performAll(SPREAD);

  it.each(performed.map((one) => [one.draft.request.name, one] as const))('%s passes every check', (_, { checks }) => {
    expect(failedChecks(checks)).toEqual([]);
  });

  it('show every strategy, labelled by the classifier that captures go through', () => {
    expect(new Set(performed.map(({ response }) => response.strategy))).toEqual(new Set(STRATEGIES));
  });

  it('begin and end in the same stance', () => {
    for (const { neutral, draft, actor } of performed) {
      const { q, frameCount } = draft.clip;
      const nq = coordinateCount(actor.skeleton);
      for (const frame of [0, frameCount - 1]) {
        for (let i = 3; i < nq; i += 4) {
          // An arm that went round once comes back with the other sign: the same rotation.
          const dot = [0, 1, 2, 3].reduce((sum, k) => sum + q[frame * nq + i + k] * neutral.q[i + k], 0);
          expect(Math.abs(dot)).toBeGreaterThan(1 - 1e-7);
        }
      }
    }
  });

  it('are packed and read again to the last bit', () => {
    const lines = performed.map(({ draft, response }) => packResponse(draft, response));
    const text = joinPacked(resolveBody(), lines);
    const { responses } = unpackLibrary(text, 'a.json');
    expect(text.length / lines.length).toBeLessThan(3000); // bytes each
    performed.forEach(({ response, draft }, k) => {
      expect(responses[k].clip.q).toEqual(draft.clip.q);
      expect(responses[k].contacts).toEqual(response.contacts);
      expect(responses[k].truth).toEqual(response.truth);
      expect({ ...responses[k], clip: 0, recoverable: 0, truth: 0 }).toEqual({
        ...response,
        clip: 0,
        recoverable: 0,
        truth: 0,
      });
      response.recoverable.forEach((value, i) => {
        expect(Math.abs(responses[k].recoverable[i] - value)).toBeLessThan(6e-4);
      });
    });
  });

  it('refuse damaged text', () => {
    const line = packResponse(performed[0].draft, performed[0].response);
    const text = joinPacked(resolveBody(), [line]);
    expect(() => unpackLibrary(text.slice(0, -40), 'a.json')).toThrow(/a.json.*JSON/);
    expect(() => unpackLibrary(text.replace('"version":1', '"version":9'), 'a.json')).toThrow(
      /generate makes it again/,
    );
    expect(() => unpackLibrary('{}', 'a.json')).toThrow(/format: expected "poise-perf/);
    const shorter = line.replace(/"hips":"[^"]{40}/, '"hips":"');
    expect(() => unpackLibrary(joinPacked(resolveBody(), [shorter]), 'a.json')).toThrow(/hips: expected \d+ rows/);
  });
});

describe('a response', () => {
  it('is the same every time, and another with another seed', () => {
    const request = named('hip-45-14');
    const [a, b] = [generateResponses([request])[0], generateResponses([request])[0]];
    expect(a.clip.q).toEqual(b.clip.q);
    expect(generateResponses([{ ...request, seed: request.seed + 1 }])[0].clip.q).not.toEqual(a.clip.q);
  });

  it('answers a push to the left and backward on the body that is pushed', () => {
    const [{ response }] = performAll([named('step1-135-28')]);
    expect(response.attributes.firstFoot).toBe('left');
    const { q, frameCount } = response.clip;
    const end = (frameCount - 1) * coordinateCount(response.clip.skeleton);
    expect(q[end]).toBeGreaterThan(0.2); // to the left
    expect(q[end + 2]).toBeLessThan(-0.1); // and back
  });

  it.each([
    ['arm-0-25', 0, 1],
    ['arm-180-20', 0, -1],
    ['arm-90-21', 2, -1],
  ] as const)('%s takes the spin of the fall into the arms', (name, axis, sign) => {
    const [{ actor, draft }] = performAll([named(name)]);
    const { angularMomentum } = traceClip(actor.body, draft.clip, { inertia: 'full' });
    const from = 20; // the push is over
    const early = Array.from({ length: 20 }, (_, k) => sign * angularMomentum[3 * (from + k) + axis]);
    expect(Math.min(...early.slice(8))).toBeGreaterThan(2); // kg·m²/s, the way the body tips
  });

  it('that goes out and back ends where it began', () => {
    const [{ response }] = performAll([named('return-0-28')]);
    const { q, frameCount } = response.clip;
    const end = (frameCount - 1) * coordinateCount(response.clip.skeleton);
    for (const k of [0, 1, 2]) expect(q[end + k]).toBeCloseTo(q[k], 4);
  });

  it.each([[{ height: 1.55, mass: 50, sex: 'female' }], [{ height: 1.9, mass: 95, sex: 'male' }]] as const)(
    'can happen on other bodies: %o',
    (body) => {
      const names = ['hip-0-14', 'arm-90-21', 'step1-45-28', 'step1-180-27', 'step2-90-39'];
      for (const { checks, draft } of performAll(names.map(named), body)) {
        const failures = failedChecks(checks).filter((name) => !ESTIMATE_CHECKS.includes(name));
        expect([draft.request.name, ...failures]).toEqual([draft.request.name]);
      }
    },
  );
});
