/** Frames that are left as they are: hands, knees, seat or back carry there, or something that is not in the file holds the body. */
import { type BalanceReport, SUPPORT_PHASES } from '../../balance/report.ts';
import { boardRuns } from '../../balance/rules/carried.ts';
import { surelyCarriedBy } from '../../balance/rules/carrier.ts';
import { imbalanceRuns } from '../../balance/rules/imbalance-runs.ts';
import { type Run, runsWhere } from '../../balance/rules/rule.ts';
import type { Body } from '../../body/body.ts';
import type { Clip } from '../../motion/clip.ts';
import type { FilterOptions } from './options.ts';

const AROUND = 0.1; // [s] to each side: when a hand leaves the ground is not known better
const LIES = 0.5; // of the clip, or …
const ENDS_LYING = 0.3; // [s] … at its end: nobody stands there

/** A caller that asks for a ceiling, a pin or a bound, or states the forces, knows what carries. Clips that code has made show all there is. */
export function keptRuns(body: Body, clip: Clip, report: BalanceReport, options: FilterOptions): readonly Run[] {
  const asked = options.ceilings.length + options.pins.length + options.bounds.length > 0;
  if (asked || (options.analyse.external?.length ?? 0) > 0 || clip.provenance === 'performed') return [];
  const other = SUPPORT_PHASES.indexOf('other');
  const input = { body, clip, report };
  const held = imbalanceRuns(input).filter((imbalance) => {
    const carrier = surelyCarriedBy(input, imbalance);
    return carrier?.by === 'seat' || carrier?.by === 'hands';
  });
  const kept = new Uint8Array(clip.frameCount);
  const reach = Math.round(AROUND / clip.frameTime);
  const runs = [
    ...runsWhere(clip.frameCount, (frame) => report.phase[frame] === other),
    ...held.map(({ run }) => run),
    ...boardRuns(input),
  ];
  for (const { start, end } of runs) kept.fill(1, Math.max(0, start - reach), end + reach + 1);
  return runsWhere(clip.frameCount, (frame) => kept[frame] === 1);
}

export const keptNote = ({ start, end }: Run): string =>
  `frames ${start}–${end} are left as they are: more than the feet carries or holds the body there`;

/** Does the body lie, kneel or sit for most of the clip, or at its end? Then nobody can call it balanced on its feet. */
export function lies({ phase, frameCount, frameTime }: BalanceReport): boolean {
  const other = SUPPORT_PHASES.indexOf('other');
  const share = phase.reduce((sum, value) => sum + (value === other ? 1 : 0), 0) / frameCount;
  const end = phase.subarray(Math.max(0, frameCount - Math.ceil(ENDS_LYING / frameTime)));
  return share > LIES || end.every((value) => value === other);
}
