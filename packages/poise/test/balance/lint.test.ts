import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import type { Finding } from '../../src/balance/finding.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { lint, rules } from '../../src/balance/lint.ts';
import { createRng, normal } from '../../src/math/random.ts';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import { readClips, writeClip } from '../../src/motion/formats/index.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import { motions } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { ease, standingClip } from '../support/standing.ts';

const judge = (clip: Clip): readonly Finding[] => {
  const body = fitBody(clip);
  return lint(body, clip, analyse(body, clip));
};
const of = (findings: readonly Finding[], rule: string): readonly Finding[] => findings.filter((f) => f.rule === rule);
/** Up at `start`, back at `end`, with ramps of 0.2 s. */
const hold = (t: number, start: number, end: number): number =>
  ease(t, start, start + 0.2) * (1 - ease(t, end - 0.2, end));

describe('lint', () => {
  it('has nothing to say about a person who stands', () => {
    expect(judge(standingClip())).toEqual([]);
  });

  it('finds a person who bows far over fixed hips', () => {
    const clip = standingClip({
      frames: 120,
      bend: {
        spine: (t) => 1.3 * hold(t, 1, 3),
        leftUpperArm: (t) => -2 * hold(t, 1, 3),
        rightUpperArm: (t) => -2 * hold(t, 1, 3),
      },
    });
    const [finding] = of(judge(clip), 'balance');
    expect(finding.severity).toBe('error');
    expect(finding.message).toContain('too far forward');
    expect(finding.worst / 30).toBeGreaterThan(1);
    expect(finding.worst / 30).toBeLessThan(3);
  });

  it('finds a person who floats 5 cm, and says so', () => {
    const [finding] = of(
      judge(standingClip({ frames: 150, move: (t) => [0, 0.05 * hold(t, 1.5, 3), 0] })),
      'unsupported',
    );
    expect(finding.severity).toBe('error');
    expect(finding.message).toContain('floats');
    expect(finding.start / 30).toBeGreaterThan(1.4);
    expect(finding.end / 30).toBeLessThan(3.1);
  });

  it('lets a jump pass and finds the same jump at half speed', () => {
    const jump = (slow: number): Clip => {
      const [start, length] = [0.5, 0.4 * slow];
      const height = (t: number): number => {
        const u = (t - start) / slow;
        return u > 0 && u < 0.4 ? 4.905 * u * (0.4 - u) : 0;
      };
      return standingClip({ rate: 120, frames: Math.round(120 * (1 + length)), move: (t) => [0, height(t), 0] });
    };
    expect(of(judge(jump(1)), 'unsupported')).toEqual([]);
    const [finding] = of(judge(jump(2)), 'unsupported');
    expect(finding.severity).toBe('error');
    expect(finding.message).toContain('too slowly');
  });

  it('finds feet that slide', () => {
    const clip = standingClip({ frames: 120, move: (t) => [0, 0, 0.4 * ease(t, 1, 2.5)] });
    const found = of(judge(clip), 'skate');
    expect(found.map((f) => f.severity)).toEqual(['error', 'error']);
    expect(found.some((f) => f.message.includes('left foot'))).toBe(true);
  });

  it('finds feet below the floor', () => {
    const [finding] = of(
      judge(standingClip({ frames: 150, move: (t) => [0, -0.1 * hold(t, 2, 3), 0] })),
      'penetration',
    );
    expect(finding.severity).toBe('error');
    expect(finding.value).toBeCloseTo(0.1, 2);
  });

  it('finds a body that drops faster than a stone', () => {
    const clip = standingClip({
      rate: 60,
      frames: 90,
      move: (t) => [0, 0.9 - 0.5 * 22 * Math.max(0, t - 0.2) ** 2 * (t < 0.48 ? 1 : 0) - (t >= 0.48 ? 0.9 : 0), 0],
    });
    const found = judge(clip);
    expect(of(found, 'pull').map(({ severity }) => severity)).toContain('error');
    expect(of(found, 'time-scale')).toEqual([]); // it hangs in the air before: no other speed makes that right
  });

  it.each([1, 1.5, 2])('tells by a jump whether a clip plays at its speed (%s times)', (factor) => {
    const jump = standingClip({
      rate: 120,
      frames: 120,
      move: (t) => [0, Math.max(0, 2.2 * (t - 0.3) - 0.5 * 9.81 * (t - 0.3) ** 2), 0],
    });
    const found = of(judge({ ...jump, frameTime: jump.frameTime / factor, provenance: 'captured' }), 'time-scale');
    if (factor === 1) expect(found).toEqual([]);
    else expect(found[0].value).toBeCloseTo(factor, 1);
  });

  it('does not take the feet of somebody who slides or hops along for steps', () => {
    const hops = (t: number): number =>
      0.5 * [0.5, 1.2, 1.9, 2.6, 3.3].reduce((sum, at) => sum + ease(t, at, at + 0.25), 0);
    const clip = standingClip({ rate: 60, frames: 240, move: (t) => [0, 0, hops(t)] });
    const findings = judge({ ...clip, provenance: 'captured' });
    expect(findings.map(({ severity }) => severity)).toContain('error');
    expect(of(findings, 'time-scale')).toEqual([]);
  });

  it('finds a limb that jumps, by name', () => {
    const clip = standingClip();
    const q = clip.q.slice();
    const o = 30 * coordinateCount(clip.skeleton) + quatIndex(clip.skeleton.names.indexOf('leftLowerArm'));
    q[o] = Math.sin(0.6);
    q[o + 3] = Math.cos(0.6);
    const found = of(judge(withCoordinates(clip, q)), 'pop');
    expect(found.length).toBe(1); // there and back are one event
    expect(found[0].severity).toBe('error');
    expect(found[0].worst).toBe(30);
    expect(found[0].message).toMatch(/^"leftHand" jumps by \d+ cm for a frame/);
  });

  it('finds a walker who leans back for a stride, along the way of travel', () => {
    // A body carried along at 1 m/s with its trunk tipped back: a caricature of walking, contacts said by hand.
    const judgeGliding = (lean: number): readonly Finding[] => {
      const clip = standingClip({ frames: 150, move: (t) => [0, 0, t], bend: { spine: () => lean } });
      const body = fitBody(clip);
      const overrides = Array.from({ length: 10 }, (_, step) => {
        const touching = (side: 'left' | 'right', touches: boolean) =>
          ({ side, part: 'all', start: 15 * step, end: 15 * step + 14, touches }) as const;
        return [touching('left', step % 2 === 0), touching('right', step % 2 === 1)];
      }).flat();
      return of(lint(body, clip, analyse(body, clip, { contacts: { overrides } })), 'lean');
    };
    expect(judgeGliding(0.3)).toEqual([]);
    expect(judgeGliding(-0.7)[0].severity).toBe('error');
    expect(judgeGliding(-0.7)[0].message).toContain('leans back');
  });

  it('finds feet that would slip', () => {
    // Speeding up at 12 m/s² takes a friction of 1.2; at 2 m/s², 0.2. Contacts are said by hand.
    const rush = (acceleration: number): readonly Finding[] => {
      const clip = standingClip({ move: (t) => [0, 0, 0.5 * acceleration * t * t] });
      const body = fitBody(clip);
      const overrides = (['left', 'right'] as const).map(
        (side) => ({ side, part: 'all', start: 0, end: 59, touches: true }) as const,
      );
      return of(lint(body, clip, analyse(body, clip, { contacts: { overrides } })), 'friction');
    };
    expect(rush(12)[0].value).toBeCloseTo(12 / 9.81, 2);
    expect(rush(2)).toEqual([]);
  });

  it('finds a clip that floats from start to end, and only doubts thick soles', () => {
    const lifted = (height: number): readonly Finding[] =>
      of(judge(standingClip({ move: () => [0, height, 0] })), 'ground');
    expect(lifted(0)).toEqual([]);
    expect(lifted(0.05)[0].severity).toBe('warning');
    expect(lifted(0.08)[0].severity).toBe('error');
    expect(lifted(0.08)[0].message).toContain('whole clip floats');
  });

  it('finds a file whose floor is not its zero, however far off; other origins are only doubted', async () => {
    const read = async (height: number, context = {}): Promise<readonly Finding[]> => {
      const clip = standingClip({ frames: 60, move: () => [0, height, 0] });
      const [again] = await readClips(await writeClip(clip, 'stands.bvh'), 'stands.bvh', context);
      return of(judge(again), 'ground');
    };
    const [floats] = await read(0.25);
    expect(floats).toMatchObject({ severity: 'error' });
    expect(floats.message).toMatch(/^The whole clip floats: .* --ground 0\.2\d\.$/);
    expect((await read(-0.25))[0].message).toContain('is sunk');
    expect((await read(-0.9))[0].severity).toBe('warning');
    expect(await read(0.25, { groundHeight: 0.25 })).toEqual([]);
  });

  it('finds a clip that is sunk from start to end, once, and feet that go deeper still', () => {
    const sunk = (depth: number, deeper = 0): readonly Finding[] =>
      judge(standingClip({ frames: 150, move: (t) => [0, -depth - deeper * hold(t, 2, 3), 0] }));
    const rulesOf = (findings: readonly Finding[]): readonly string[] => findings.map(({ rule }) => rule);
    expect(rulesOf(sunk(0.02))).toEqual([]);
    expect(rulesOf(sunk(0.05))).toEqual(['ground']);
    expect(sunk(0.05)[0].value).toBeCloseTo(0.05, 2);
    expect(sunk(0.05)[0].severity).toBe('warning');
    expect(sunk(0.05)[0].message).toMatch(
      /^The whole clip is sunk: the feet stand \d\.\d cm below y = 0, all the time\.$/,
    );
    expect(sunk(0.1)[0].severity).toBe('error');
    const deep = of(sunk(0.05, 0.06), 'penetration');
    expect(deep.map(({ severity }) => severity)).toEqual(['warning', 'warning']);
    expect(deep[0].value).toBeCloseTo(0.06, 2);
    expect(deep[0].message).toContain('below the floor that it stands on');
  });

  it('says when there is too little to judge', () => {
    const [finding] = of(judge(standingClip({ frames: 2 })), 'unjudged');
    expect(finding.severity).toBe('note');
    expect(finding.message).toContain('2 frames');
    expect(of(judge(standingClip()), 'unjudged')).toEqual([]);
  });

  it('does not call errors what rests on a guessed frame rate', () => {
    const clip = standingClip({ frames: 120, bend: { spine: (t) => 1.3 * hold(t, 1, 3) } });
    const body = fitBody(clip);
    const report = analyse(body, clip);
    const note = { topic: 'rate', confidence: 'guess', text: '30 frames per second is a guess' } as const;
    const source = { notes: [note], referenceFrames: new Float64Array(0) } as unknown as NonNullable<Clip['source']>;
    expect(of(lint(body, clip, report), 'balance')[0].severity).toBe('error');
    const guessed = of(lint(body, { ...clip, source }, report), 'balance')[0];
    expect(guessed.severity).toBe('warning');
    expect(guessed.message).toContain('is a guess');
  });

  it('sorts the gravest first and stays inside the clip', () => {
    const clip = standingClip({ frames: 150, move: (t) => [0.3 * ease(t, 1, 1.6), 0.08 * hold(t, 2, 4), 0] });
    const findings = judge(clip);
    expect(findings.length).toBeGreaterThan(1);
    const ranks = findings.map((f) => ['error', 'warning', 'note'].indexOf(f.severity));
    expect(ranks).toEqual([...ranks].sort());
    for (const f of findings) {
      expect(f.start).toBeGreaterThanOrEqual(0);
      expect(f.end).toBeLessThan(clip.frameCount);
      expect(f.worst).toBeGreaterThanOrEqual(f.start);
      expect(f.worst).toBeLessThanOrEqual(f.end);
    }
  });

  it('finds joints that tremble, and does not take motion for it', () => {
    const clip = standingClip({ rate: 60, frames: 120, bend: { leftUpperArm: (t) => Math.sin(8 * t) } });
    expect(of(judge(clip), 'jitter')).toEqual([]);
    const rng = createRng(5);
    const nq = coordinateCount(clip.skeleton);
    const q = clip.q.slice();
    for (let frame = 40; frame < 100; frame++) for (let k = 0; k < 3; k++) q[frame * nq + k] += 0.012 * normal(rng);
    const [finding] = of(judge(withCoordinates(clip, q)), 'jitter');
    expect(finding.severity).toBe('error');
    expect(finding.worst).toBeGreaterThanOrEqual(38);
    expect(finding.worst).toBeLessThan(102);
  });

  it('finds a body that stops dead, but not one that stands still', () => {
    const glide = (stop: number): Clip =>
      standingClip({ rate: 60, frames: 120, move: (t) => [0, 0, t < stop ? t : t < stop + 0.5 ? stop : t - 0.5] });
    const [finding] = of(judge(glide(0.8)), 'frozen');
    expect(finding.severity).toBe('error');
    expect(finding.start / 60).toBeCloseTo(0.8, 1);
    expect(of(judge(standingClip({ rate: 60, frames: 120 })), 'frozen')).toEqual([]);
  });

  it('finds frames that repeat the one before, and more of them as worse', () => {
    const stuttering = (every: number): Clip =>
      standingClip({
        rate: 60,
        frames: 180,
        move: (t) => [0, 0, (Math.round(60 * t) - (Math.round(60 * t) % every === every - 1 ? 1 : 0)) / 60],
      });
    expect(of(judge(stuttering(500)), 'frozen')).toEqual([]);
    expect(of(judge(stuttering(10)), 'frozen').map(({ severity }) => severity)).toEqual(['warning']);
    const [finding] = of(judge(stuttering(2)), 'frozen');
    expect(finding.severity).toBe('error');
    expect(finding.message).toContain('50 % of the frames repeat the one before');
  });

  it('finds one frame in which the whole body is elsewhere', () => {
    const clip = standingClip({ rate: 60, frames: 90 });
    const q = clip.q.slice();
    q[45 * coordinateCount(clip.skeleton)] += 0.1;
    const [finding] = of(judge(withCoordinates(clip, q)), 'pop');
    expect(finding.severity).toBe('error');
    expect(finding.worst).toBe(45);
    expect(finding.value).toBeCloseTo(0.1, 3);
    expect(finding.message).toContain('The whole body jumps by 10 cm');
  });

  it('finds a walk that plays twice too fast, and says which rate to try', () => {
    const walk = perform(motions.find(({ id }) => id === 'walk')!, { values: { speed: 1.3 } });
    expect(of(judge({ ...walk, provenance: 'captured' }), 'time-scale')).toEqual([]);
    const fast = { ...walk, frameTime: walk.frameTime / 2, provenance: 'captured' } as const;
    const [finding] = of(judge(fast), 'time-scale');
    expect(finding.severity).toBe('error');
    expect(finding.value).toBeGreaterThan(1.5);
    expect(finding.message).toContain('Try --fps 60.');
    expect(of(judge(fast), 'balance').every(({ severity }) => severity !== 'error')).toBe(true);
  });

  it('says that something unseen pushes, where a captured person is pushed', () => {
    const pushed = standingClip({ rate: 60, frames: 180, move: (t) => [0, 0, 0.05 * ease(t, 1, 1.25)] });
    const captured = { ...pushed, provenance: 'captured' } as const;
    const findings = judge(captured);
    const [note] = of(findings, 'carried');
    expect(note.severity).toBe('note');
    expect(note.message).toContain('Something unseen');
    expect(of(findings, 'balance').every(({ severity }) => severity === 'warning')).toBe(true);
  });

  it('gives every rule an id, a title and advice of its own', () => {
    expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length);
    for (const rule of rules) expect(rule.help.length).toBeGreaterThan(20);
  });
});
