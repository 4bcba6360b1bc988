/** Names from files do not steer the terminal. */
import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { withoutSteering } from '../../src/cli/io.ts';
import { TINY } from '../support/bvh-text.ts';
import { makeGlb, swingingChain } from '../support/glb.ts';
import { motionFolder, poise } from './support.ts';

const folder = motionFolder();
const EVIL = '\u001b]0;owned\u0007\u009b2J\u202e\u061c\u200f\u2066\u2028\u007f';
/** Control signs but tab and line feed, signs that turn the direction of writing, line ends that are none of ours: as Unicode lists them. */
const STEERING = /[\p{Bidi_Control}\p{Zl}\p{Zp}]|(?![\t\n])\p{Cc}/u;

describe('what is printed', () => {
  it('holds no sign that steers a terminal, whatever a file calls its joints and takes', async () => {
    const chain = swingingChain(4);
    const takes = chain.animations!.map((take) => ({ ...take, name: `walk${EVIL}` }));
    const glb = makeGlb({
      ...chain,
      nodes: chain.nodes.map((node) => ({ ...node, name: `joint${EVIL}` })),
      animations: takes,
    });
    await writeFile(folder.path('evil.glb'), glb);
    await writeFile(folder.path('evil.bvh'), TINY.replace('CHANNELS', `CH${EVIL}`));
    const runs = await Promise.all([
      poise('info', folder.path('evil.glb')),
      poise('info', folder.path('evil.glb'), '--json'),
      poise('info', folder.path('evil.bvh')),
      poise('lint', folder.path('evil.glb'), folder.path('evil.bvh')),
      poise('info', folder.path(`no${EVIL}.bvh`)),
      poise(`inf${EVIL}`),
    ]);
    for (const { stdout, stderr } of runs) {
      expect(stdout).not.toMatch(STEERING);
      expect(stderr).not.toMatch(STEERING);
    }
    expect(runs[0]!.stdout).toContain('walk\\u001b]0;owned\\u0007\\u009b2J\\u202e\\u061c\\u200f\\u2066\\u2028\\u007f');
    expect(JSON.stringify(JSON.parse(runs[1]!.stdout))).toContain(JSON.stringify(`walk${EVIL}`).slice(1, -1));
    expect(runs[4]!.stderr).toContain('\\u001b');
  });

  it('writes out every control sign and every sign that turns the direction of writing', () => {
    const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).filter((sign) =>
      STEERING.test(sign),
    );
    expect(all).toContain('\u061c'); // the Arabic letter mark
    expect(all.length).toBeGreaterThan(75);
    expect(withoutSteering(all.map((sign) => `a${sign}b`).join(''))).not.toMatch(STEERING);
  });

  it('keeps tabs, line ends and letters of every script', () => {
    const text = 'a\tb\r\nc\nprüfen 歩く עברית 🦴';
    expect(withoutSteering(text)).toBe(text);
  });
});
