/** How people brace for a shove, as a table: from the families shove-front and shove-behind, without all that simulates them. */
import { type Cmrt, cmrtCurve, type OffsetCurve } from '../cmrt.ts';
import { interpolateCmrt, type LearnedMember } from '../combine.ts';
import shoves from './solved-shoves.json' with { type: 'json' }; // apart: a page with the layer loads no more

/** The shove comes at this time of the curves [s]. */
export const BRACE_LEAD = 1;

const entries: readonly { readonly family: string; readonly members: readonly LearnedMember[] }[] = shoves;
const membersOf = (name: string): readonly LearnedMember[] =>
  entries.find(({ family }) => family === name)?.members ?? [];

/** The offset of the CoM along the way of a shove, before and after it: `forward` along the heading. `impulse` [N·s] of a person of 70 kg and
 *  1.75 m. Below what the families know the lean is in proportion. */
export function braceCurve(fallsForward: boolean, impulse: number): OffsetCurve {
  const members = membersOf(fallsForward ? 'shove-behind' : 'shove-front');
  const cmrt = interpolateCmrt(members, impulse);
  const least = Math.min(...members.map(({ parameter }) => parameter));
  return cmrtCurve(impulse < least ? shareOf(cmrt, impulse / least) : cmrt);
}

const shareOf = (cmrt: Cmrt, share: number): Cmrt => ({ ...cmrt, forward: cmrt.forward.map((y) => share * y) });
