/** What <poise-view> shows, without its page: clips that go on, balance measured live, pushes, attributes. */
import { analyse, fitBody, motionNamed, perform, trim, writeClip } from 'poise';
import { createMannequin } from 'poise/perform';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endless } from '../src/modes/shared/endless.ts';
import { createLibraryShelf, fileOf, loadClip } from '../src/view/load.ts';
import { createMeasure } from '../src/view/measure.ts';
import { createPerformance, STEP } from '../src/view/performance.ts';
import { methodOf, overlaysOf, wayWords } from '../src/view/words.ts';

const walk = perform(motionNamed('walk'), { values: { strides: 2 } });
const idle = perform(motionNamed('idle'));
const AUTO = { method: 'auto', library: undefined } as const;

describe('a clip without end', () => {
  it('goes on over the seam as fast as before', () => {
    const { closes, duration, travel, pose } = endless(walk);
    expect(closes).toBe(true);
    expect(travel / duration).toBeCloseTo(1.3, 1);
    const [a, b] = [new Float64Array(walk.q.length / walk.frameCount), new Float64Array(91)];
    for (const at of [0.5 * duration, duration - 0.02, duration - 0.005, duration + 0.01, 7 * duration - 0.01]) {
      pose(a, at);
      pose(b, at + 0.02);
      expect((b[2]! - a[2]!) / 0.02).toBeGreaterThan(0.9);
      expect((b[2]! - a[2]!) / 0.02).toBeLessThan(1.8);
    }
    pose(a, 10 * duration);
    pose(b, 0);
    expect((a[2]! - b[2]!) / (10 * duration)).toBeCloseTo(1.3, 1);
  });

  it('begins again where its end does not lead to its start', () => {
    const { closes, duration, pose } = endless(trim(walk, 0, 20));
    expect(closes).toBe(false);
    const q = new Float64Array(91);
    pose(q, duration + 5);
    expect(q.every(Number.isFinite)).toBe(true);
    expect(endless(trim(walk, 0, 1)).duration).toBeGreaterThan(0);
  });
});

describe('balance, measured live', () => {
  it('finds the zero moment point that the analysis finds, a moment later', () => {
    const body = fitBody(walk);
    const report = analyse(body, walk);
    const measure = createMeasure(body);
    const nq = walk.q.length / walk.frameCount;
    const errors: number[] = [];
    const LATE = 4; // frames by which the filters lag
    let inside = 0;
    for (let frame = 0; frame < walk.frameCount; frame++) {
      measure.step(walk.q.subarray(frame * nq, (frame + 1) * nq), walk.frameTime);
      const then = frame - LATE;
      if (then < 10 || Number.isNaN(report.zmp[3 * then]!) || Number.isNaN(measure.zmp[0]!)) continue;
      if (measure.isInside()) inside++;
      errors.push(Math.hypot(measure.zmp[0]! - report.zmp[3 * then]!, measure.zmp[1]! - report.zmp[3 * then + 2]!));
    }
    expect(errors.length).toBeGreaterThan(60);
    const sorted = errors.sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(0.03);
    expect(inside / errors.length).toBeGreaterThan(0.9); // the walk is balanced
  });

  it('has it under the centre of mass of somebody who stands still, inside the support', () => {
    const { body, standing } = createMannequin();
    const measure = createMeasure(body);
    for (let k = 0; k < 10; k++) measure.step(standing, STEP);
    expect(measure.corners()).toBeGreaterThan(4);
    expect(Math.abs(measure.zmp[0]!)).toBeLessThan(1e-6);
    measure.cut();
    measure.step(standing, STEP);
    expect(measure.zmp[0]).toBeNaN();
  });
});

describe('a person who is pushed', () => {
  it('steps, recovers, and the clip goes on', () => {
    const performs = createPerformance(idle, fitBody(idle), AUTO);
    for (let k = 0; k < 30; k++) performs.step();
    expect(performs.status()).toBe('balanced');
    performs.push({ bone: 'chest', impulse: [0, 0, 35] });
    const seen = new Set<string>();
    for (let k = 0; k < 400; k++) {
      performs.step();
      seen.add(performs.status());
    }
    expect([...seen]).toEqual(expect.arrayContaining(['stepping', 'balanced']));
    expect(performs.status()).toBe('balanced');
  });

  it('a walk is answered in its gait from the first round on', () => {
    const performs = createPerformance(walk, fitBody(walk), AUTO);
    for (let k = 0; k < 20; k++) performs.step();
    performs.push({ bone: 'chest', impulse: [12, 0, 0] });
    performs.step();
    expect(performs.method()).toBe('reactive-locomotion');
    for (let k = 0; k < 400; k++) performs.step();
    expect(performs.q[2]).toBeGreaterThan(5); // it went on
  });

  it('who is pushed over lies, gets up and goes on with the clip', () => {
    const performs = createPerformance(idle, fitBody(idle), AUTO);
    for (let k = 0; k < 10; k++) performs.step();
    const height = performs.q[1]!;
    performs.push({ bone: 'chest', impulse: [0, 0, 400] });
    let lowest = height;
    for (let k = 0; k < 600; k++) {
      performs.step();
      lowest = Math.min(lowest, performs.q[1]!);
    }
    expect(lowest).toBeLessThan(0.3 * height);
    expect(performs.q[1]).toBeGreaterThan(0.95 * height);
    expect(performs.status()).toBe('balanced');
    expect(performs.q.every(Number.isFinite)).toBe(true);
  });

  it('a time that is sought ends what went on', () => {
    const performs = createPerformance(idle, fitBody(idle), AUTO);
    performs.step();
    performs.push({ bone: 'chest', impulse: [0, 0, 35] });
    for (let k = 0; k < 20; k++) performs.step();
    performs.seek(3);
    expect(performs.time()).toBeCloseTo(3, 6);
    expect(performs.status()).toBe('balanced');
  });

  it('a file without a person is shown all the same', () => {
    const performs = createPerformance(walk, undefined, AUTO);
    for (let k = 0; k < 5; k++) performs.step();
    performs.push({ bone: 'chest', impulse: [0, 0, 35] });
    expect(performs.status()).toBe('no person');
    expect(performs.time()).toBeCloseTo(5 * STEP, 6);
  });
});

describe('attributes', () => {
  it('overlays', () => {
    expect(overlaysOf(null)).toEqual(['com', 'zmp', 'support']);
    expect(overlaysOf('none')).toEqual([]);
    expect(overlaysOf('all')).toHaveLength(4);
    expect(overlaysOf(' ZMP,com nonsense')).toEqual(['com', 'zmp']);
  });

  it('method, and ways as the viewer sees them', () => {
    expect(methodOf('reactive-blend')).toBe('reactive-blend');
    expect(methodOf('magic')).toBe('auto');
    expect(wayWords(-1, 0)).toBe('to the left');
    expect(wayWords(0, 1)).toBe('away from you');
  });
});

afterEach(() => vi.unstubAllGlobals());

describe('a file without a name', () => {
  it('is known by what it holds: a GLB brings its skin, a BVH does not', async () => {
    vi.stubGlobal('document', { baseURI: 'http://page/' });
    const clip = trim(perform(motionNamed('idle')), 0, 10);
    for (const [kind, ownSkin] of [
      ['glb', true],
      ['bvh', false],
    ] as const) {
      const bytes = await writeClip(clip, `idle.${kind}`);
      vi.stubGlobal('fetch', async () => new Response(bytes.slice()));
      const loaded = await loadClip('blob:http://page/1f0c-77', null, new AbortController().signal);
      expect(loaded.clip.frameCount).toBe(10);
      expect(loaded.character !== undefined).toBe(ownSkin);
    }
    expect(fileOf('data:model/gltf-binary;base64,AAAA/BBBB')).toBe('the file');
    expect(fileOf('http://page/clips/walk%201.bvh?x=1')).toBe('walk 1.bvh');
  });
});

describe('a library', () => {
  it('is loaded once per address, and again where loading was broken off', async () => {
    vi.stubGlobal('document', { baseURI: 'http://page/' });
    const asked: string[] = [];
    const text =
      '{"format":"poise-performed","version":1,"body":{"height":1.75,"mass":75,"sex":"average"},"responses":[]}';
    vi.stubGlobal('fetch', async (address: string, { signal }: { signal: AbortSignal }) => {
      asked.push(address);
      await Promise.resolve();
      signal.throwIfAborted();
      return new Response(text);
    });
    const [shelf, broken, whole] = [createLibraryShelf(), new AbortController(), new AbortController().signal];
    const first = shelf('a.json', broken.signal);
    broken.abort();
    await expect(first).rejects.toThrow();
    const second = await shelf('a.json', whole);
    expect(second).toBeDefined();
    expect(await shelf('a.json', whole)).toBe(second);
    expect(await shelf(null, whole)).toBeUndefined();
    expect(await shelf('b.json', whole)).not.toBe(second);
    expect(asked).toEqual(['http://page/a.json', 'http://page/a.json', 'http://page/b.json']);
  });
});
