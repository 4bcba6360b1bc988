import type { Body } from 'poise';
import type { Companion } from '../../scene/contract.ts';
import type { Compare, Solved } from './types.ts';

const ORIGINAL = 0xe08a2e; // the original is of amber light …
const BESIDE = 1.1; // [m] … over the result, or to its left

interface Made {
  readonly compare: Compare;
  readonly solved: Solved;
  readonly body: Body;
  readonly companion: Companion;
}
let last: Made | undefined;

/** The result as the person looked at, the original as light; the same object while nothing has changed. `body` is that of
 *  the original, so that the figure stays the same from answer to answer. */
export function companionFor(
  compare: Compare,
  solved: Solved | undefined,
  body: Body | undefined,
): Companion | undefined {
  if (!solved || !body || compare === 'before') return undefined;
  if (last?.compare === compare && last.solved === solved && last.body === body) return last.companion;
  const original = compare === 'off' ? undefined : { tint: ORIGINAL, beside: compare === 'beside' ? BESIDE : 0 };
  const { report, findings } = solved.judgement;
  const leads = { report, findings, original };
  const companion: Companion = { clip: solved.clip, body, look: 'solid', tint: ORIGINAL, beside: 0, leads };
  last = { compare, solved, body, companion };
  return companion;
}
