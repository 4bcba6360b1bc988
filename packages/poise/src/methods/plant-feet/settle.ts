/** The clip as a whole put on its floor, and the stands that hover above it. */
import { type AnalyseOptions, analyse } from '../../balance/analyse.ts';
import type { ContactOverride } from '../../balance/contacts.ts';
import { fitGround, fitPlane } from '../../balance/ground.ts';
import type { BalanceReport } from '../../balance/report.ts';
import { runsWhere } from '../../balance/rules/rule.ts';
import type { Stance } from '../../balance/stance.ts';
import { traceClip } from '../../balance/trace.ts';
import type { Body } from '../../body/body.ts';
import { type Clip, withCoordinates } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';

const LEAST_CHANGE = 5e-4; // [m] the floor is not known better
const HOVERS = 0.15; // [m] a foot that rests up to this high, with nothing else on the ground, was meant to stand …
const HOVERS_FOR = 0.15; // [s] … for at least so long

export interface Settled {
  readonly clip: Clip;
  readonly height: number; // [m] it was raised by
  readonly report: BalanceReport; // of the settled clip; contacts include the hovering stands
}

/** `fit`: raise or lower the clip until what stands stands on y = 0; on stairs and terrain nothing is moved. */
export function settle(body: Body, clip: Clip, fit: boolean, options: Partial<AnalyseOptions>): Settled {
  const { ground, stances } = fitGround(body, clip, traceClip(body, clip, { inertia: 'full' }));
  const known = options.ground !== undefined && options.ground !== 'fit';
  const level = stances.length > 0 && ground.kind === 'plane' && fit && !known ? fitPlane(stances).typical : 0;
  const height = Math.abs(level) < LEAST_CHANGE ? 0 : -level;
  const settled = height === 0 ? clip : raised(clip, height);
  const report = analyse(body, settled, options);
  if (ground.kind === 'uneven') return { clip: settled, height, report };
  const overrides = hovering(report, stances);
  if (overrides.length === 0) return { clip: settled, height, report };
  const contacts = { ...options.contacts, overrides: [...overrides, ...(options.contacts?.overrides ?? [])] };
  return { clip: settled, height, report: analyse(body, settled, { ...options, contacts }) };
}

/** A copy of the clip, higher by `height` [m]. */
export function raised(clip: Clip, height: number): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let i = 1; i < q.length; i += nq) q[i] += height;
  return withCoordinates(clip, q);
}

/** Frames of stances in which no foot touches anything, though somebody stands. */
function hovering(report: BalanceReport, stances: readonly Stance[]): ContactOverride[] {
  const touches = (frame: number): boolean =>
    report.feet.some(({ heel, ball, toe }) => heel[frame] + ball[frame] + toe[frame] > 0);
  return stances.flatMap(({ probe, start, end }): ContactOverride[] => {
    const { side, clearance } = report.feet[probe >> 1];
    const hovers = (k: number): boolean => !touches(start + k) && Math.abs(clearance[start + k]) < HOVERS;
    return runsWhere(end - start + 1, hovers)
      .filter((run) => (run.end - run.start + 1) * report.frameTime >= HOVERS_FOR)
      .map((run) => ({
        side,
        part: probe & 1 ? 'ball' : 'heel',
        start: start + run.start,
        end: start + run.end,
        touches: true,
      }));
  });
}
