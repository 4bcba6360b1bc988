/** A trajectory for a scenario: one that comes with Poise, one from the cache, or a new one that goes there. */
import { mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Body } from '../../body/body.ts';
import type { Cmrt } from '../../methods/anticipation/cmrt.ts';
import { contentHash } from '../../methods/anticipation/content-hash.ts';
import { familyCmrt, nearestOfFamily } from '../../methods/anticipation/families/index.ts';
import { startAnticipation } from '../../methods/anticipation/optimise.ts';
import type { Anticipated, OpenPool } from '../../methods/anticipation/pool.ts';
import type { Scenario } from '../../methods/anticipation/scenario.ts';
import {
  anticipateParts,
  anticipationKey,
  parseCmrt,
  solvedFor,
  solvedNear,
} from '../../methods/anticipation/solved.ts';
import type { Io } from '../io.ts';
import { createShareBar } from '../lint/progress.ts';
import { fixed } from '../text.ts';
import { releaseSignals } from '../writing/unfinished.ts';
import { writeWhole } from '../writing/write-files.ts';

export interface Learned {
  readonly anticipated: Anticipated;
  readonly from: 'built in' | 'family' | 'cache' | 'search' | 'parts';
  readonly evaluations: number;
  readonly reason: string;
}

interface LearnFlags {
  readonly optimise?: boolean;
  readonly seed: number;
  readonly evaluations?: number;
}

/** σ of a search that starts beside the answer. */
const WARM_STEP = 0.25;

const cacheFolder = (): string => join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'poise');

export async function learnCmrt(
  body: Body,
  scenario: Scenario,
  open: OpenPool,
  flags: LearnFlags,
  io: Io,
): Promise<Learned> {
  if (scenario.parts.length > 0) {
    return { anticipated: anticipateParts(body, scenario), from: 'parts', evaluations: 0, reason: 'sum of its parts' };
  }
  const known = flags.optimise ? undefined : solvedFor(body, scenario);
  if (known)
    return { anticipated: known.cmrt, from: 'built in', evaluations: known.evaluations, reason: 'learned before' };
  const between = flags.optimise ? undefined : familyCmrt(body, scenario);
  if (between) return { anticipated: between, from: 'family', evaluations: 0, reason: 'between what was learned' };
  const start = flags.optimise ? undefined : (nearestOfFamily(body, scenario) ?? solvedNear(scenario));
  const file = join(cacheFolder(), `cmrt-${cacheKey(body, scenario, flags, start)}.json`);
  const cached = flags.optimise ? undefined : await readCached(file);
  if (cached) return { anticipated: cached, from: 'cache', evaluations: 0, reason: 'learned before' };
  const learned = await search(body, scenario, open, flags, start, io);
  // A cache that cannot be written costs time, not the answer.
  await mkdir(cacheFolder(), { recursive: true })
    .then(() => writeWhole(file, JSON.stringify(learned.anticipated)))
    .then(releaseSignals)
    .catch(() => {});
  return learned;
}

/** All that a search depends on, so that the same command has the same answer whatever was learned in between. */
function cacheKey(body: Body, scenario: Scenario, { seed, evaluations }: LearnFlags, start: Cmrt | undefined): string {
  const { threshold, search: plan } = scenario;
  return contentHash({ of: anticipationKey(body, scenario), threshold, plan, start, seed, evaluations });
}

/** A file that is not there, or is damaged, is learned again. */
async function readCached(file: string): Promise<Cmrt | undefined> {
  try {
    return parseCmrt(await readFile(file, 'utf8'), file);
  } catch {
    return undefined;
  }
}

async function search(
  body: Body,
  scenario: Scenario,
  open: OpenPool,
  flags: LearnFlags,
  start: Cmrt | undefined,
  io: Io,
): Promise<Learned> {
  const bar = createShareBar(io, 'learning');
  const job = startAnticipation({ body, scenario }, open, {
    seed: flags.seed,
    ...(flags.evaluations !== undefined && { maxEvaluations: flags.evaluations }),
    ...(start && { start, sigma: WARM_STEP }),
    onProgress: ({ evaluations, maxEvaluations }) => bar.show(evaluations / maxEvaluations),
  });
  const { cmrt, evaluations, reason, rollout } = await job.done;
  bar.clear();
  io.stderr(`learned in ${evaluations} simulations (${reason}); CoP error ${fixed(1000 * rollout.rms, 0)} mm\n`);
  return { anticipated: cmrt, from: 'search', evaluations, reason };
}
