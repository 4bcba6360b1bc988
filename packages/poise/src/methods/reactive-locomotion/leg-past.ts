/** What a leg remembers from one tick to the next. */
import type { Workspace } from '../../dynamics/workspace.ts';
import type { ReadonlyVector } from '../../math/types.ts';
import { noteTick } from './held-joints.ts';
import type { FootTarget, Leg } from './reach-feet.ts';
import { bendOf, noteBend } from './smooth-knee.ts';

/** Notes what the last tick has made of a leg, before it is aimed anew. ws: the pose it ended with; rates: nv, of the clip, which is
 *  played `pace` times as fast as it is. */
export function nextTick(leg: Leg, foot: FootTarget, ws: Workspace, rates: ReadonlyVector, pace: number): void {
  const { limb, held, knee, pulled, length } = leg;
  const o = ws.segmentOrigin;
  const hip = 3 * limb.upper;
  const ankle = 3 * limb.end;
  const x = o[ankle] - o[hip];
  const y = o[ankle + 1] - o[hip + 1];
  const z = o[ankle + 2] - o[hip + 2];
  held.known = knee.bent >= 0;
  noteBend(knee, bendOf(Math.sqrt(x * x + y * y + z * z), length), held.dt);
  noteTick(held, rates, pace);
  leg.settles = !foot.stands || (leg.settles && held.behind[2] > 0);
  pulled.copyWithin(2, 0, 2);
}

/** A leg of whose past nothing is known. */
export function forgetPast(leg: Leg): void {
  leg.rise = 0;
  leg.knee.bent = -1;
  leg.held.known = false;
  leg.held.behind.fill(0);
  leg.settles = false;
}

const SEEN = 1e-3; // [rad]

/** True while joints of a leg are held back so far that it can be seen. */
export function isLate({ held: { behind } }: Leg): boolean {
  for (let k = 0; k < behind.length; k++) if (behind[k] > SEEN) return true;
  return false;
}

/** What a leg needs to go on, as plain data. */
export type LegPast = Pick<Leg, 'rise' | 'missing' | 'pulled' | 'across' | 'knee' | 'settles' | 'floor'> &
  Pick<Leg['held'], 'wanted' | 'rates' | 'behind'>;

export const pastOf = ({ rise, missing, pulled, across, knee, settles, floor, held }: Leg): LegPast => {
  const { wanted, rates, behind } = held;
  return { rise, missing, pulled, across, knee, settles, floor, wanted, rates, behind };
};

export function restorePast(leg: Leg, past: LegPast): void {
  const { rise, missing, settles, floor } = past;
  Object.assign(leg, { rise, missing, settles, floor });
  Object.assign(leg.knee, past.knee);
  leg.pulled.set(past.pulled);
  leg.across.set(past.across);
  leg.held.wanted.set(past.wanted);
  leg.held.rates.set(past.rates);
  leg.held.behind.set(past.behind);
}
