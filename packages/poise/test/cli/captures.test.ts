/** Commands on captured files of several rigs, as people receive them. Results go to a temporary folder. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';
import { motionFolder, poise } from './support.ts';

describeWithMocap('commands on captures', () => {
  const folder = motionFolder();

  it('plants an .amc of the CMU database, whose feet have two axes', async () => {
    const out = folder.path('planted.amc');
    const { code, stdout } = await poise('plant', mocapPath('cmu-asf-amc/charleston1.amc'), '-o', out);
    expect(code).toBe(0);
    expect(stdout).toContain('the skeleton lets "lfoot", "ltoes", "rfoot", "rtoes" turn about all axes now');
    // Both routes lead to one motion.
    await poise('plant', mocapPath('cmu-asf-amc/charleston1.amc'), '-o', folder.path('planted.bvh'));
    const [a, b] = await Promise.all(
      ['planted.amc', 'planted.bvh'].map(async (name) =>
        JSON.parse((await poise('analyse', folder.path(name), '--json')).stdout),
      ),
    );
    expect(a.summary.slide).toBeCloseTo(b.summary.slide, 5);
    expect(a.summary.penetration).toBeCloseTo(b.summary.penetration, 5);
    // Arms and fingers are the file's own, number for number.
    const hands = (text: string) => text.split(/\r?\n/).filter((line) => /^[lr](humerus|hand|thumb) /.test(line));
    const source = await readFile(mocapPath('cmu-asf-amc/charleston1.amc'), 'utf8');
    expect(hands(await readFile(out, 'utf8'))).toEqual(hands(source));
  });

  it('does not say that the feet of somebody who falls stand still', async () => {
    const asked = ['plant', mocapPath('snu-ys2010/wd2_falling_down.bvh'), '-o', folder.path('fall.bvh'), '--json'];
    const { code, stdout } = await poise(...asked);
    expect([code, JSON.parse(stdout)[0].status]).toEqual([1, 'left-sliding']);
  });

  it('says once that a clip is sunk', async () => {
    const { stdout } = await poise('lint', mocapPath('snu-ys2010/asf-amc/B_boy_8_walking_soft.amc'), '--json');
    const [{ takes }] = JSON.parse(stdout);
    const about = takes[0].findings.filter(({ rule }: { rule: string }) => ['ground', 'penetration'].includes(rule));
    expect(about).toHaveLength(1);
    expect(about[0].message).toContain('The whole clip is sunk');
  });

  it('gives markers that changed names their own back', async () => {
    const run = mocapPath('force-bmc/motion_capture_run.trc'); // RTOE and RMT5 change places in every third frame
    const { findings, notes, summary } = JSON.parse((await poise('analyse', run, '--json')).stdout);
    expect(notes.map(({ text }: { text: string }) => text).join()).toContain('RTOE and RMT5 had changed names');
    expect(findings).toEqual([]);
    expect(summary.jitter).toBeLessThan(10);
  });
});
