/** What carries the body in each frame. */
import type { Body } from '../body/body.ts';
import type { FootContacts } from './contacts.ts';
import type { PartContacts } from './parts.ts';
import { SUPPORT_PHASES, type SupportPhase } from './report.ts';
import type { BodyTrace } from './trace.ts';

/** [s] Hands and knees carry weight a little before and after they are seen down. */
export const PARTS_AROUND = 0.4;
const LYING_RISE = 0.5; // sine of 30°: a trunk flatter than this …
const LYING_HEIGHT = 0.34; // … with hips lower than this share of stature (65 % of the leg) lies, on the floor or on a mat

const indexOf = (phase: SupportPhase): number => SUPPORT_PHASES.indexOf(phase);

/** Index into SUPPORT_PHASES per frame. A hand, knee, hip or head on the floor, or lying down, makes it `other`. */
export function findPhases(
  body: Body,
  trace: BodyTrace,
  contacts: readonly [left: FootContacts, right: FootContacts],
  { touches, points }: PartContacts,
): Uint8Array {
  const phase = new Uint8Array(trace.frameCount);
  const otherNow = new Uint8Array(trace.frameCount);
  for (let frame = 0; frame < trace.frameCount; frame++) {
    const left = touchesAt(contacts[0], frame);
    const right = touchesAt(contacts[1], frame);
    let other = Math.abs(trace.trunkRise[frame]) < LYING_RISE && trace.hipHeight[frame] < LYING_HEIGHT * body.height;
    for (let k = 0; k < points.length; k++) if (touches[frame * points.length + k]) other = true;
    if (other) otherNow[frame] = 1;
    if (left && right) phase[frame] = indexOf('double');
    else if (left) phase[frame] = indexOf('left');
    else if (right) phase[frame] = indexOf('right');
    else phase[frame] = indexOf('flight');
  }
  const reach = Math.round(PARTS_AROUND / trace.frameTime);
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
