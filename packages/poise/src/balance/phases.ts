/** What carries the body in each frame. */
import type { Body } from '../body/body.ts';
import type { FootContacts } from './contacts.ts';
import { SUPPORT_PHASES, type SupportPhase } from './report.ts';
import { type BodyTrace, TOUCHABLE } from './trace.ts';

const NEAR = 0.02; // of stature: a knee, hand or hip this near to the floor may be carrying weight

const AROUND = 0.4; // [s]
const LYING_RISE = 0.5; // sine of 30°: a trunk flatter than this …
const LYING_HEIGHT = 0.34; // … with hips lower than this share of stature (65 % of the leg) lies, on the floor or on a mat

const indexOf = (phase: SupportPhase): number => SUPPORT_PHASES.indexOf(phase);

/** Index into SUPPORT_PHASES per frame. A hand, knee, hip or head on the floor, or lying down, makes it `other`: who carries what cannot
 *  be told from the motion alone. */
export function findPhases(
  body: Body,
  trace: BodyTrace,
  contacts: readonly [left: FootContacts, right: FootContacts],
): Uint8Array {
  const phase = new Uint8Array(trace.frameCount);
  const near = NEAR * body.height;
  const otherNow = new Uint8Array(trace.frameCount);
  for (let frame = 0; frame < trace.frameCount; frame++) {
    const left = touchesAt(contacts[0], frame);
    const right = touchesAt(contacts[1], frame);
    let other = Math.abs(trace.trunkRise[frame]) < LYING_RISE && trace.hipHeight[frame] < LYING_HEIGHT * body.height;
    for (let k = 0; k < TOUCHABLE.length; k++) {
      if (trace.touchable[frame * TOUCHABLE.length + k] < near) other = true;
    }
    if (other) otherNow[frame] = 1;
    if (left && right) phase[frame] = indexOf('double');
    else if (left) phase[frame] = indexOf('left');
    else if (right) phase[frame] = indexOf('right');
    else phase[frame] = indexOf('flight');
  }
  // Hands and knees carry weight a little before and after they are seen down.
  const reach = Math.round(AROUND / trace.frameTime);
  let last = Number.NEGATIVE_INFINITY;
  for (let frame = 0; frame < trace.frameCount; frame++) {
    if (otherNow[frame]) last = frame;
    if (frame - last <= reach) phase[frame] = indexOf('other');
  }
  let next = Number.POSITIVE_INFINITY;
  for (let frame = trace.frameCount - 1; frame >= 0; frame--) {
    if (otherNow[frame]) next = frame;
    if (next - frame <= reach) phase[frame] = indexOf('other');
  }
  return phase;
}

export const touchesAt = (foot: FootContacts, frame: number): boolean =>
  foot.touches[3 * frame] + foot.touches[3 * frame + 1] + foot.touches[3 * frame + 2] > 0;
