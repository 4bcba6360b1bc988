/** What leaves the studio comes back the same. The tests follow one another on one page. */
import { bodyOf, type Clip, meshFor, readClips, writeClip } from 'poise';
import { describe, expect, it } from 'vitest';
import { madeUpMotion } from '../../../examples/support/made-up-person.ts';
import { drop, judged, saved, startStudio } from './support/studio.ts';

const studio = startStudio({ viewport: { width: 900, height: 600 } });
const made = madeUpMotion(30);

function expectSame(a: Clip, b: Clip, tolerance: number): void {
  expect(b.skeleton.names).toEqual(a.skeleton.names);
  expect(b.frameCount).toBe(a.frameCount);
  expect(b.frameTime).toBeCloseTo(a.frameTime, 9);
  let worst = 0;
  for (let i = 0; i < a.q.length; i++) worst = Math.max(worst, Math.abs(a.q[i]! - b.q[i]!));
  expect(worst).toBeLessThan(tolerance);
}

describe('exports', () => {
  it('write signals, report, and picture of the walk', async () => {
    const page = await studio.shared();
    const text = async (title: string): Promise<string> => new TextDecoder().decode((await saved(page, title)).data);
    const csv = await text('Signals as CSV');
    expect(csv).toMatch(/^frame,time \[s\],support,com_x \[m\]/);
    const json = JSON.parse(await text('Signals as JSON')) as { frames: number; series: { zmp: unknown[] } };
    expect(csv.trim().split('\n')).toHaveLength(json.frames + 1);
    expect(json.series.zmp).toHaveLength(json.frames);
    expect(await text('Report')).toContain('<!doctype html>');
    const picture = await saved(page, 'Picture');
    expect(picture.name).toMatch(/\.png$/);
    expect([...picture.data.subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
    const glb = await saved(page, 'GLB');
    expect((await readClips(glb.data, 'walk.glb'))[0]!.frameCount).toBe(json.frames);
    expect(studio.complaints()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('write a BVH that reads as the file it came from, and opens again', async () => {
    const original = await writeClip(made, 'made-up.bvh');
    const page = await studio.shared();
    await drop(page, [{ name: 'made-up.bvh', data: original }]);
    await judged(page, 'made-up.bvh');
    const { name, data } = await saved(page, 'BVH');
    expect(name).toBe('made-up.bvh');
    const [a, b] = [await readClips(original, 'a.bvh'), await readClips(data, 'b.bvh')];
    expectSame(a[0]!, b[0]!, 1e-9);
    await page.keyboard.press('Escape');
    await drop(page, [{ name: 'again.bvh', data }]);
    await judged(page, 'again.bvh');
    expect(await page.textContent('.verdict')).toContain('Could not happen');
  });

  it('write a GLB into the file of the user', async () => {
    const body = bodyOf(made);
    const mesh = meshFor(body, body.roles, made.skeleton);
    const original = await writeClip(made, 'made-up.glb', { fresh: true, mesh });
    const page = await studio.shared();
    await drop(page, [{ name: 'made-up.glb', data: original }]);
    await judged(page, 'made-up.glb');
    const { data } = await saved(page, 'GLB');
    const [a, b] = [await readClips(original, 'a.glb'), await readClips(data, 'b.glb')];
    expectSame(a[0]!, b[0]!, 1e-6);
    // The skin is still there: the file is about as large as it was.
    expect(data.length).toBeGreaterThan(0.9 * original.length);
  });

  it('write a video that can be cancelled', async () => {
    const page = await studio.shared();
    const sheet = page.getByRole('dialog', { name: 'Export' });
    if (!(await sheet.isVisible())) await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Save Video' }).click();
    await page.getByRole('status').getByText('Recording the video').waitFor();
    await page.locator('.job', { hasText: 'Recording' }).getByRole('button', { name: 'Cancel' }).dispatchEvent('click');
    await page.locator('.job').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Save Video' }).isEnabled()).toBe(true);
  });
});
