/** How much of the weight each foot, hand, knee … carries, by where the balance point lies between them. */
import type { Body } from '../body/body.ts';
import { GRAVITY } from '../dynamics/wrench.ts';
import { type FootContacts, SOLE_PARTS } from './contacts.ts';
import type { PartContacts } from './parts.ts';
import { touchesAt } from './phases.ts';
import type { BodyTrace } from './trace.ts';
import type { GroundReaction } from './zmp.ts';

export interface Loads {
  readonly feet: readonly [left: Float64Array, right: Float64Array]; // frames [body weights]
  readonly parts: Float64Array; // frames × points of the parts [body weights]
}

const EVEN = 0.02; // [m] that the balance point may be missed by for the sake of loads that are alike
const PASSES = 40; // of the solve: loads are then right to a percent

/** Loads of all that touches; 0 for what does not. Where three and more points touch, loads are as alike as the balance point allows. */
export function contactLoads(
  body: Body,
  trace: BodyTrace,
  contacts: readonly [FootContacts, FootContacts],
  parts: PartContacts,
  reaction: GroundReaction,
): Loads {
  const frames = trace.frameCount;
  const m = parts.points.length;
  const loads: Loads = {
    feet: [new Float64Array(frames), new Float64Array(frames)],
    parts: new Float64Array(frames * m),
  };
  const weight = body.totalMass * GRAVITY;
  const centres = new Float64Array(2 * (m + 2));
  const share = new Float64Array(m + 2);
  const who = new Int32Array(m + 2); // foot 0 or 1, or 2 + point
  for (let frame = 0; frame < frames; frame++) {
    let count = 0;
    for (let foot = 0; foot < 2; foot++) {
      if (!touchesAt(contacts[foot], frame)) continue;
      placeCentre(centres, 2 * count, body, trace, contacts[foot], foot, frame);
      who[count++] = foot;
    }
    for (let k = 0; k < m; k++) {
      if (!parts.touches[frame * m + k]) continue;
      centres[2 * count] = trace.touchable[3 * (frame * m + k)];
      centres[2 * count + 1] = trace.touchable[3 * (frame * m + k) + 2];
      who[count++] = 2 + k;
    }
    if (count === 0) continue;
    const force = Math.max(0, reaction.force[3 * frame + 1] / weight);
    shareOut(share, centres, count, reaction.zmp[3 * frame], reaction.zmp[3 * frame + 2]);
    for (let i = 0; i < count; i++) {
      if (who[i] < 2) loads.feet[who[i]][frame] = share[i] * force;
      else loads.parts[frame * m + who[i] - 2] = share[i] * force;
    }
  }
  return loads;
}

/** Shares ≥ 0 of `count` points (x, z) whose weighted middle comes as near to (x, z) as they allow: least squares of the miss and of the shares, the sum
 *  held at 1, one point after the other. Two points share by where (x, z) lies between them. */
function shareOut(share: Float64Array, points: Float64Array, count: number, x: number, z: number): void {
  share.fill(1 / count, 0, count);
  if (count === 1 || !Number.isFinite(x)) return;
  for (let pass = 0; pass < (count === 2 ? 1 : PASSES); pass++) {
    for (let i = 0; i < count; i++) {
      for (let j = i + 1; j < count; j++) {
        // Move weight from j to i: the best amount on the line between both.
        let [missX, missZ] = [-x, -z];
        for (let k = 0; k < count; k++) {
          missX += share[k] * points[2 * k];
          missZ += share[k] * points[2 * k + 1];
        }
        const [dx, dz] = [points[2 * i] - points[2 * j], points[2 * i + 1] - points[2 * j + 1]];
        const even = count === 2 ? 1e-9 : EVEN ** 2;
        const slope = missX * dx + missZ * dz + even * (share[i] - share[j]);
        const move = Math.max(-share[i], Math.min(share[j], -slope / (dx * dx + dz * dz + 2 * even)));
        share[i] += move;
        share[j] -= move;
      }
    }
  }
}

/** Middle (x, z) of the touching parts of one sole. */
function placeCentre(
  out: Float64Array,
  o: number,
  body: Body,
  trace: BodyTrace,
  contacts: FootContacts,
  foot: number,
  frame: number,
): void {
  const sole = body.soles[foot];
  const row = frame * sole.points.length;
  let count = 0;
  out[o] = 0;
  out[o + 1] = 0;
  for (let i = 0; i < sole.segments.length; i++) {
    if (contacts.touches[3 * frame + SOLE_PARTS.indexOf(sole.parts[i])] === 0) continue;
    out[o] += trace.soles[foot][row + 3 * i];
    out[o + 1] += trace.soles[foot][row + 3 * i + 2];
    count++;
  }
  out[o] /= count;
  out[o + 1] /= count;
}
