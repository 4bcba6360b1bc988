/**
 * What carries a body besides its feet: hands, forearms, knees, shins, seat, back and head, each with the thickness of its shape. A part is near the
 * ground by height alone; it touches where it also rests, as hands and knees that carry do. Trunk and head touch however they move: who rolls is carried.
 */
import type { Body } from '../body/body.ts';
import type { ShapePart } from '../body/shapes.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { rotate3 } from '../math/quat.ts';
import type { Side } from '../motion/roles.ts';
import type { PartReport } from './report.ts';
import type { BodyTrace } from './trace.ts';

/** One end of a capsule of the body. */
export interface TouchPoint {
  readonly part: TouchPart;
  readonly side: Side | undefined;
  readonly segment: number;
  readonly place: Float64Array; // 3 [m] in the segment's frame
  readonly radius: number; // [m]
  readonly after: number; // index of the point that must be near too; −1: none
}

/** Which ends of which shapes may touch, the one first without which the others do not: ankles of those who stand are low, but no shin lies. The waist
 *  lies between chest and pelvis, thighs between pelvis and knees; of a hand the palm carries, finger tips that reach for the floor do not. */
const ENDS = {
  head: ['near', 'far'],
  chest: ['near', 'far'],
  pelvis: ['near', 'far'],
  lowerArm: ['near'],
  hand: ['near'],
  lowerLeg: ['near', 'far'],
} as const satisfies Partial<Record<ShapePart, readonly ('near' | 'far')[]>>;
export type TouchPart = keyof typeof ENDS;
const ROLLS: ReadonlySet<TouchPart> = new Set(['head', 'chest', 'pelvis']);

const PART_CONTACTS = {
  near: 0.02, // of stature: thickness of flesh and clothes is not known better
  farther: 0.05, // of stature: as far off is near enough where nothing else could carry the body
  speed: 0.5, // [m/s] over the floor of a hand or knee that carries
};

export function touchPointsOf({ shapes }: Body): readonly TouchPoint[] {
  const points: TouchPoint[] = [];
  for (const shape of shapes) {
    if (!(shape.part in ENDS)) continue;
    const part = shape.part as TouchPart;
    for (const [k, end] of ENDS[part].entries()) {
      points.push({
        part,
        side: shape.side,
        segment: shape.segment,
        place: Float64Array.from(shape[end]),
        radius: end === 'near' ? shape.nearRadius : shape.farRadius,
        after: part === 'lowerLeg' && k > 0 ? points.length - 1 : -1,
      });
    }
  }
  return points;
}

/** Writes the undersides of all points for one frame: points × 3 from `o` on. Needs the position level. */
export function placeTouchPoints(out: Float64Array, o: number, points: readonly TouchPoint[], ws: Workspace): void {
  for (let k = 0; k < points.length; k++) {
    const { segment, place, radius } = points[k];
    const i = o + 3 * k;
    rotate3(out, i, ws.segmentRotation, 4 * segment, place, 0);
    for (let c = 0; c < 3; c++) out[i + c] += ws.segmentOrigin[3 * segment + c];
    out[i + 1] -= radius;
  }
}

/** Contacts of the points. Index: frame · points + point. */
export interface PartContacts {
  readonly points: readonly TouchPoint[];
  readonly clearance: Float64Array; // [m] of the underside above the ground
  readonly near: Uint8Array; // low enough to carry
  readonly touches: Uint8Array; // … and at rest, where rest is asked
}

/** `floorAt`: height of the ground under a place in a frame; `needs`: frames in which the body is carried, and no foot touches. */
export function findPartContacts(
  { height }: Body,
  trace: BodyTrace,
  [beltX, beltZ]: readonly [number, number],
  floorAt: (frame: number, x: number, y: number, z: number) => number,
  needs: (frame: number) => boolean,
): PartContacts {
  const { frameCount: frames, frameTime, touchPoints: points, touchable } = trace;
  const m = points.length;
  const clearance = new Float64Array(frames * m);
  const near = new Uint8Array(frames * m);
  const touches = new Uint8Array(frames * m);
  const reach = Math.max(1, Math.round(0.05 / frameTime));
  for (let frame = 0; frame < frames; frame++) {
    let lowest = Number.POSITIVE_INFINITY;
    for (let k = 0; k < m; k++) {
      const i = 3 * (frame * m + k);
      clearance[frame * m + k] = touchable[i + 1] - floorAt(frame, touchable[i], touchable[i + 1], touchable[i + 2]);
      if (points[k].after < 0) lowest = Math.min(lowest, clearance[frame * m + k]);
    }
    const within = lowest < PART_CONTACTS.near * height || !needs(frame) ? PART_CONTACTS.near : PART_CONTACTS.farther;
    if (lowest >= within * height) continue;
    const [a, b] = [Math.max(0, frame - reach), Math.min(frames - 1, frame + reach)];
    for (let k = 0; k < m; k++) {
      const { after, part } = points[k];
      if (clearance[frame * m + k] >= within * height || (after >= 0 && !near[frame * m + after])) continue;
      near[frame * m + k] = 1;
      const seconds = Math.max(1e-9, (b - a) * frameTime);
      const vx = (touchable[3 * (b * m + k)] - touchable[3 * (a * m + k)]) / seconds - beltX;
      const vz = (touchable[3 * (b * m + k) + 2] - touchable[3 * (a * m + k) + 2]) / seconds - beltZ;
      if (ROLLS.has(part) || Math.hypot(vx, vz) < PART_CONTACTS.speed) touches[frame * m + k] = 1;
    }
  }
  return { points, clearance, near, touches };
}

/** One report per part and side: its ends together. `load`: what each point carries, index as the contacts' [body weights]. */
export function partReports({ points, clearance, touches }: PartContacts, load: Float64Array): readonly PartReport[] {
  const m = points.length;
  const frames = m > 0 ? clearance.length / m : 0;
  const reports = new Map<string, PartReport>();
  for (const [k, { part, side, after }] of points.entries()) {
    const name = `${part} ${side}`;
    const own = reports.get(name) ?? {
      part,
      side,
      touches: new Uint8Array(frames),
      clearance: new Float64Array(frames).fill(Number.POSITIVE_INFINITY),
      load: new Float64Array(frames),
    };
    reports.set(name, own);
    for (let frame = 0; frame < frames; frame++) {
      const i = frame * m + k;
      if (touches[i]) own.touches[frame] = 1;
      if (after < 0) own.clearance[frame] = Math.min(own.clearance[frame], clearance[i]);
      own.load[frame] += load[i];
    }
  }
  return [...reports.values()];
}
