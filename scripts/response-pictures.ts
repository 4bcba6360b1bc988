// `npx tsx scripts/response-pictures.ts [name …]`: film strips of push responses for docs/performer.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createActor } from '../packages/poise/src/performer/actor.ts';
import { meshFor } from '../packages/poise/src/performer/mannequin/mesh.ts';
import { performRequest } from '../packages/poise/src/performer/responses/generate.ts';
import { libraryPlan } from '../packages/poise/src/performer/responses/library-plan.ts';
import { neutralStance } from '../packages/poise/src/performer/responses/neutral.ts';
import { drawStrip, type StripOptions } from './film-strip.ts';
import { root } from './run.js';

const POSES = 9;

/** Which response is shown until when [s], and from where. */
const SHOWN: Readonly<Record<string, Partial<StripOptions> & { readonly to: number }>> = {
  'hip-0-19': { to: 1.9, turn: 1.2, spacing: 0.85 },
  'arm-90-21': { to: 1.9, turn: 0.15, spacing: 1.05 },
  'step1-0-37': { to: 1.5, turn: 1.2, spacing: 1.15 },
  'return-0-32': { to: 2.1, turn: 1.2, spacing: 1.1 },
  'step1-90-33': { to: 1.5, turn: 0.1, spacing: 1.15 },
  'step2-180-45': { to: 1.8, turn: 1.2, spacing: 1.15 },
};

const actor = createActor();
const neutral = neutralStance(actor);
const mesh = meshFor(actor.body, actor.roles, actor.skeleton);
const folder = process.env['STRIPS'] ?? join(root, 'docs/images');
mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
for (const request of libraryPlan()) {
  const shown = SHOWN[request.name] ?? (wanted.includes(request.name) ? { to: 1.8, turn: 0.8 } : undefined);
  if (!shown || (wanted.length > 0 && !wanted.includes(request.name))) continue;
  const { to, ...view } = shown;
  const { clip } = performRequest(actor, neutral, request);
  const from = 0.2;
  const times = Array.from({ length: POSES }, (_, k) => from + ((to - from) * k) / (POSES - 1));
  const png = drawStrip(clip, mesh, { times, ...view });
  writeFileSync(join(folder, `response-${request.name}.png`), png);
  process.stdout.write(`response-${request.name}.png ${Math.round(png.length / 1024)} kB\n`);
}
