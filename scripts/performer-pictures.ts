// `npx tsx scripts/performer-pictures.ts [motion …]`: the film strips of docs/performer.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { motions } from '../packages/poise/src/performer/index.ts';
import { meshFor } from '../packages/poise/src/performer/mannequin/mesh.ts';
import { createMannequin } from '../packages/poise/src/performer/mannequin/skeleton.ts';
import { perform } from '../packages/poise/src/performer/motion.ts';
import { drawStrip, type StripOptions } from './film-strip.ts';
import { root } from './run.js';

const POSES = 8;

/** Where a motion is best seen: from when to when [s], from which side. Others: the whole clip, from the front left. */
const VIEWS: Readonly<Record<string, Partial<StripOptions> & { readonly from?: number; readonly to?: number }>> = {
  idle: { turn: 0.5, spacing: 0.75 },
  stretch: { turn: 1.25, from: 0.5, to: 3.6, spacing: 1.15 },
  'stretch-balanced': { turn: 1.25, from: 0.5, to: 3.6, spacing: 1.15 },
  bend: { turn: 1.1, from: 0.4, to: 4.6, spacing: 0.95 },
  squat: { turn: 1.05, from: 0.5, to: 3.2, spacing: 0.9 },
  crouch: { turn: 0.7, from: 0.5, to: 5 },
  kick: { turn: 1, from: 0.4, to: 2.7, spacing: 1.1 },
  punch: { turn: -0.8, from: 0.6, to: 2, spacing: 0.95 },
  'limbo-raw': { turn: 1.3, from: 0.4, to: 3.4, spacing: 0.95 },
  'limbo-walk': { turn: 1.3 },
};

const { body, roles, skeleton } = createMannequin();
const mesh = meshFor(body, roles, skeleton);
const folder = process.env['STRIPS'] ?? join(root, 'docs/images');
mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
const pictures = motions.flatMap((motion) => [
  { name: motion.id, motion, options: {} },
  ...(motion.presets ?? [])
    .filter(({ figure }) => !figure)
    .map(({ id }) => ({ name: `${motion.id}-${id}`, motion, options: { preset: id } })),
]);
for (const { name, motion, options } of pictures) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const clip = perform(motion, options);
  const { from = 0, to = (clip.frameCount - 1) * clip.frameTime, ...view } = VIEWS[name] ?? {};
  const times = Array.from({ length: POSES }, (_, k) => from + ((to - from) * k) / (POSES - 1));
  const png = drawStrip(clip, mesh, { times, ...view });
  writeFileSync(join(folder, `performer-${name}.png`), png);
  process.stdout.write(`performer-${name}.png ${Math.round(png.length / 1024)} kB\n`);
}
