/** Published measures on motions whose values are known by construction. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../src/balance/fit-body.ts';
import { type MeasureValues, measureMotion, measures } from '../src/measures/published.ts';
import { type Clip, type ClipSource, createClip } from '../src/motion/clip.ts';
import { coordinateCount } from '../src/motion/skeleton.ts';
import { perform } from '../src/performer/motion.ts';
import { idle } from '../src/performer/motions/idle.ts';
import { walk } from '../src/performer/motions/walk.ts';
import { poise } from './cli/support.ts';

const standing = perform(idle, { fps: 30 });
const nq = coordinateCount(standing.skeleton);
const body = fitBody(standing);

/** The first pose, moved frame by frame. */
function moved(place: (frame: number) => readonly [x: number, y: number, z: number], frames = 30): Clip {
  const q = new Float64Array(frames * nq);
  for (let f = 0; f < frames; f++) {
    q.set(standing.q.subarray(0, nq), f * nq);
    for (const [c, way] of place(f).entries()) q[f * nq + c]! += way;
  }
  return createClip({ ...standing, q });
}
const measured = (clip: Clip, reference?: Clip): MeasureValues =>
  measureMotion(body, clip, reference && { body, clip: reference });

describe('published measures', () => {
  it('are nothing for somebody who stands still', () => {
    const values = measured(moved(() => [0, 0, 0]));
    expect(values['kimodo-skate-ratio']).toBe(0);
    expect(values['kimodo-skate-from-height']).toBeCloseTo(0, 12);
    expect(values['physdiff-skate']).toBeCloseTo(0, 9);
    expect(values.jitter).toBeCloseTo(0, 6);
    expect(values['mann-skate']).toBeCloseTo(0, 12);
    expect(values['wham-foot-sliding']).toBeUndefined(); // nobody said what was asked for
  });

  it('have the value that their definition gives for a glide of 0.3 m/s', () => {
    const glide = moved((f) => [0.01 * f, 0, 0]);
    const values = measured(
      glide,
      moved(() => [0, 0, 0]),
    );
    expect(values['kimodo-skate-ratio']).toBe(1);
    expect(values['kimodo-skate-from-height']).toBeCloseTo(0.3, 9);
    expect(values['physdiff-skate']).toBeCloseTo(10, 6);
    expect(values['wham-foot-sliding']).toBeCloseTo(10, 6);
    const faster = moved((f) => [0.02 * f, 0, 0]);
    expect(measured(glide, faster)['wham-foot-sliding']).toBeUndefined(); // feet of the reference never rest
    expect(measured(moved((f) => [0.005 * f, 0, 0]))['kimodo-skate-ratio']).toBe(0); // 0.15 m/s is still below the limit
  });

  it('tell depth and height apart, with 5 mm granted', () => {
    const base = measured(moved(() => [0, 0, 0]));
    const up = measured(moved(() => [0, 0.105, 0]));
    const down = measured(moved(() => [0, -0.055, 0]));
    expect(up['physdiff-float']! - base['physdiff-float']!).toBeGreaterThan(99);
    expect(up['physdiff-penetrate']).toBe(0);
    expect(up['kimodo-skate-ratio']).toBeUndefined(); // no toe is low
    expect(down['physdiff-penetrate']! - base['physdiff-penetrate']!).toBeGreaterThan(45);
    expect(down['physdiff-float']).toBe(0);
  });

  it('weigh skate by height as MANN does: none at 2.5 cm, all of it on the floor', () => {
    const still = measured(moved(() => [0, 0, 0]));
    expect(still['mann-skate']).toBeCloseTo(0, 12);
    const high = measured(moved((f) => [0.01 * f, 0.05, 0]))['mann-skate']!;
    const low = measured(moved((f) => [0.01 * f, -0.2, 0]))['mann-skate']!;
    expect(high).toBeCloseTo(0, 9);
    expect(low).toBeCloseTo(1, 9); // 1 cm per frame
  });

  it('take jitter from third differences: a cube of time has 6 times its factor', () => {
    const values = measured(moved((f) => [2 * (f / 30) ** 3, 0, 0]));
    expect(values.jitter).toBeCloseTo(12, 6);
  });

  it('hold labels of contacts against the joints: Kimodo’s own definitions', () => {
    const glide = moved((f) => [0.02 * Math.max(0, f - 15), 0, 0]); // stands, then slides with 0.6 m/s
    const foot_contacts = { kind: 'numbers', shape: [30, 4], values: new Float64Array(120).fill(1) } as const;
    const document = { kind: 'numpy', layout: 'kimodo', arrays: new Map(Object.entries({ foot_contacts })) };
    const source = { document, referenceFrames: new Float64Array(0), notes: [] } as unknown as ClipSource;
    const values = measured(createClip({ ...glide, source }));
    expect(values['kimodo-skate-from-contacts']).toBeCloseTo((0.6 * 14) / 29, 9);
    expect(values['kimodo-skate-from-contacts-max']).toBeCloseTo(0.6, 9);
    expect(values['kimodo-contact-consistency']).toBeCloseTo(15 / 29, 9);
    expect(measured(glide)['kimodo-contact-consistency']).toBeUndefined(); // no file says anything
  });

  it('say where they come from, and refuse a reference of another rate', () => {
    for (const { id, definition, source } of measures) {
      expect(id).toMatch(/^[a-z-]+$/);
      expect(definition.length * source.length).toBeGreaterThan(0);
    }
    const other = createClip({ ...standing, frameTime: 1 / 25 });
    expect(() => measured(standing, other)).toThrow(/reference needs .* 30 frames per second, found 25/);
  });

  it('are printed by `poise measure` as a table, as CSV and as JSON', async () => {
    const { mkdtemp, rm, writeFile } = await import('node:fs/promises');
    const { writeClip } = await import('../src/motion/formats/index.ts');
    const folder = await mkdtemp(`${(await import('node:os')).tmpdir()}/poise-measure-`);
    try {
      const file = `${folder}/walk.bvh`;
      await writeFile(file, await writeClip(perform(walk, { fps: 30 }), 'walk.bvh'));
      const [row] = JSON.parse((await poise('measure', file, '--json')).stdout);
      expect(row['kimodo-skate-ratio']).toBeGreaterThanOrEqual(0);
      expect(row['poise-zmp-outside']).toBeLessThan(0.1);
      const csv = (await poise('measure', file, '--csv')).stdout.trimEnd().split('\n');
      expect(csv).toHaveLength(2);
      expect(csv[1]!.split(',')).toHaveLength(csv[0]!.split(',').length);
      const withReference = JSON.parse((await poise('measure', file, '--reference', file, '--json')).stdout);
      expect(withReference[0]['wham-foot-sliding']).toBeLessThan(10);
      const rows = JSON.parse((await poise('measure', file, '--captures', '--json')).stdout);
      expect(rows.map((one: { file: string }) => one.file).slice(1)).toEqual(
        ['5 %', 'median', '95 %'].map((share) => `captures, ${share}`),
      );
      expect((await poise('measure', file)).stdout).toMatch(/kimodo-skate-ratio +\S+ +\(captures /);
      expect((await poise('measure', '--list')).stdout).toContain('mann-skate');
      expect((await poise('measure', file, '--json', '--csv')).code).toBe(2);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
