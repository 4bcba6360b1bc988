/** Reactions found in a library: by the pose, in gaits, in captures. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { RigError } from '../../src/errors.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { legLengthOf } from '../../src/methods/push-response/build-response.ts';
import { responsesIn } from '../../src/methods/push-response/capture.ts';
import { LIBRARY_VERSION, type ResponseLibrary } from '../../src/methods/push-response/response.ts';
import { reactToPushes, startReactiveBlend } from '../../src/methods/reactive-blend/as-method.ts';
import { generateGaitReactions } from '../../src/methods/reactive-blend/gait-reactions.ts';
import { mirrorSignature, SIGNATURE, writeSignature } from '../../src/methods/reactive-blend/pose-signature.ts';
import { createReactionIndex } from '../../src/methods/reactive-blend/reaction-index.ts';
import { searchReactions } from '../../src/methods/reactive-blend/reaction-search.ts';
import { createClip } from '../../src/motion/clip.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { mirror } from '../../src/motion/mirror.ts';
import { trim } from '../../src/motion/trim.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { generateResponses } from '../../src/performer/responses/generate.ts';
import { libraryPlan } from '../../src/performer/responses/library-plan.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';
import { body, idle, nq, role, still } from '../support/still.ts';

describe('the search', () => {
  const plan = libraryPlan().filter((_, k) => k % 24 === 0);
  const library = { version: 1 as const, name: 'few', body: '', responses: generateResponses(plan) };
  const index = createReactionIndex(library, body);

  it('finds a planted match at no cost', () => {
    for (let k = 0; k < index.count; k += 17) {
      const found = searchReactions(index, {
        signature: index.signatures.slice(k * SIGNATURE, (k + 1) * SIGNATURE),
        contacts: index.contacts[k]!,
        angle: index.angle[k]!,
        strength: index.strength[k]!,
      });
      expect(found?.relaxed).toBe(0);
      expect(found!.cost).toBeLessThan(0.011);
      // of poses that are as near, the one of this push
      const at = index.entry.findIndex((entry, i) => entry === found!.entry && index.frame[i] === found!.frame);
      expect([index.angle[at], index.strength[at]]).toEqual([index.angle[k], index.strength[k]]);
    }
  });

  it('relaxes its conditions one by one, and gives up on poses unlike any', () => {
    const signature = index.signatures.slice(0, SIGNATURE);
    const query = { signature, contacts: index.contacts[0]!, angle: index.angle[0]!, strength: index.strength[0]! };
    expect(searchReactions(index, { ...query, strength: 1e4 })?.relaxed).toBe(2);
    const upsideDown = signature.map((value) => -3 * value);
    expect(searchReactions(index, { ...query, signature: upsideDown })).toBeUndefined();
  });

  it('does not see where a pose stands and faces, and sees its mirror image mirrored', () => {
    const ws = createWorkspace(body);
    const leg = legLengthOf(body);
    const q = still.q.slice(0, nq);
    const [a, b, flipped] = [0, 1, 2].map(() => new Float64Array(SIGNATURE)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    forwardKinematics(body, ws, q);
    writeSignature(a, 0, body, ws, leg);
    const moved = q.slice();
    const turn = new Float64Array(4);
    quatFromAxisAngle(turn, 0, 0, 1, 0, 1.1);
    multiplyQuat(moved, 3, turn, 0, moved, 3);
    moved[0] = 3;
    moved[2] = -7;
    forwardKinematics(body, ws, moved);
    writeSignature(b, 0, body, ws, leg);
    b.forEach((value, k) => {
      expect(value).toBeCloseTo(a[k]!, 9);
    });
    const image = mirror(createClip({ ...still, q }));
    forwardKinematics(body, ws, image.q);
    writeSignature(b, 0, body, ws, leg);
    mirrorSignature(flipped, 0, a, 0);
    b.forEach((value, k) => {
      expect(value).toBeCloseTo(flipped[k]!, 6);
    });
  });

  it('gives postures to the reaction, and the same future from a saved moment', () => {
    const balancer = startReactiveBlend({ body, clip: still }, { library });
    balancer.push({ impulse: [0, 0, 25], segment: role('chest') });
    const events = [...balancer.step(1 / 60)];
    for (let k = 0; k < 20; k++) events.push(...balancer.step(1 / 60));
    expect(events.some((event) => event.kind === 'strategy' && event.name === 'blend')).toBe(true);
    const saved = JSON.parse(JSON.stringify(balancer.save()));
    const play = (): Float64Array[] =>
      Array.from({ length: 40 }, () => {
        balancer.step(1 / 60);
        return balancer.q.slice();
      });
    const first = play();
    balancer.restore(saved);
    expect(play()).toEqual(first);
  });
});

describe('reactions of a gait', () => {
  const walk = perform(motionNamed('walk'), { values: { strides: 5 } });
  const gaits = generateGaitReactions(body, walk, { directions: 4, strengths: [0.3], moments: 3 });
  const react = (angle: number, options = {}) =>
    reactToPushes(
      {
        body,
        clip: walk,
        pushes: [{ time: 1.6, impulse: [20 * Math.sin(angle), 0, 20 * Math.cos(angle)], segment: role('chest') }],
      },
      options,
    );

  it('are made by reactive locomotion from all sides', () => {
    expect(gaits.length).toBeGreaterThan(9);
    expect(new Set(gaits.map(({ angle }) => angle.toFixed(2))).size).toBe(4);
    expect(gaits.every(({ turns, signatures }) => [...turns, ...signatures].every(Number.isFinite))).toBe(true);
    // walking bodies are met on one foot and on two
    expect(new Set(gaits.flatMap(({ contacts }) => [...contacts])).size).toBeGreaterThan(2);
    expect(() => generateGaitReactions(body, idle)).toThrow(RigError);
  });

  it('are chosen by the direction of the hit, and lend their postures', () => {
    const chosen = [0, 1, 2, 3].map((k) => {
      const { events, outcome } = react((k * Math.PI) / 2, { gaits });
      expect(outcome.achieved).toBe(true);
      const told = events.find((event) => event.kind === 'strategy');
      return told?.kind === 'strategy' ? told.reason : '';
    });
    [/walks-0-/, /walks-90-/, /walks-180-/, /walks-270-/].forEach((name, k) => {
      expect(chosen[k]).toMatch(name);
    });
    const [plain, lent] = [react(0), react(0, { gaits })];
    const frame = Math.round(1.9 * 60) * nq;
    expect(lent.clip.q.slice(frame, frame + nq)).not.toEqual(plain.clip.q.slice(frame, frame + nq));
  });
});

describeWithMocap('reactions that were captured (snu-ys2010)', () => {
  it('lend their postures, and the body comes back', async () => {
    const responses = [];
    for (const name of ['wd2_PushStep00', 'wd2_PushBackStep00']) {
      const file = mocapPath('snu-ys2010', `${name}.bvh`);
      const [clip] = await readClips(readFileSync(file), file);
      responses.push(...responsesIn(trim(clip!, 0, 330), { name }).responses); // the first pushes are enough
    }
    const library: ResponseLibrary = { version: LIBRARY_VERSION, name: 'captured', body: 'captured', responses };
    for (const size of [45, -45]) {
      const made = reactToPushes(
        {
          body,
          clip: perform(motionNamed('idle')),
          pushes: [{ time: 1, impulse: [0, 0, size], segment: role('chest') }],
        },
        { library },
      );
      const chosen = made.events.find((event) => event.kind === 'strategy');
      expect(chosen?.kind === 'strategy' && chosen.reason).toMatch(size > 0 ? /PushStep00/ : /PushBackStep00/);
      expect(made.outcome.status).toBe('reacted');
      expect(made.events.filter(({ kind }) => kind === 'step').length).toBeLessThan(7);
      expect(made.events.at(-1)?.kind).toBe('recovered');
    }
  });
});
