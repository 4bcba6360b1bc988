/** The source that a clip is: one that ends in a walk or run goes on with it, any other comes to rest at its end. */
import { analyse } from '../../balance/analyse.ts';
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { RigError } from '../../errors.ts';
import { repeatLoop } from '../../gait/repeat-loop.ts';
import type { Clip } from '../../motion/clip.ts';
import { ClipSource } from '../clip-source.ts';
import type { Source } from '../source.ts';
import { RoundSource } from './round-source.ts';

export interface SourceOfClip {
  readonly source: Source;
  readonly restsBecause: string; // why it comes to rest at the clip's end; '': it goes on
}

export function sourceOfClip(body: Body, clip: Clip, report: BalanceReport = analyse(body, clip)): SourceOfClip {
  const own = tried(() => new RoundSource(body, clip, report));
  if (typeof own !== 'string') return { source: own, restsBecause: '' };
  // a clip of one round shows no two whole steps until it is played more than once
  const rounds = repeatLoop(body, clip);
  const repeated = rounds && tried(() => new RoundSource(body, rounds));
  if (repeated !== undefined && typeof repeated !== 'string') return { source: repeated, restsBecause: '' };
  return { source: new ClipSource(body, clip, { report }), restsBecause: own };
}

/** The source, or why there is none. */
function tried(create: () => Source): Source | string {
  try {
    return create();
  } catch (error) {
    if (!(error instanceof RigError)) throw error;
    return error.message;
  }
}
