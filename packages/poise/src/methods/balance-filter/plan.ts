/** What must hold at each site: where the feet are, what carries the body, where the ZMP may be. */
import { SOLE_PARTS } from '../../balance/contacts.ts';
import { type BalanceReport, SUPPORT_PHASES } from '../../balance/report.ts';
import type { Sole } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { transformPoint3 } from '../../math/mat3.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import type { MotionCurve } from './curve.ts';
import type { FilterOptions } from './options.ts';
import { type Edges, edgesOf } from './support-edges.ts';

/** pose: as planned. roll: one point and the direction as planned. height: not lower than planned. */
export type FootRule = 'pose' | 'roll' | 'height';

export interface FootPlan {
  readonly rule: FootRule;
  readonly contact: 'none' | 'flat' | 'heel' | 'toe';
  readonly segment: number; // the foot's joint
  readonly point: Float64Array; // 3 in the foot's frame: what is held
  readonly position: Float64Array; // 3 of that point
  readonly rotation: Float64Array; // 4 world-from-foot
  readonly corners: Float64Array; // points × 3 in the foot's frame: what may not sink
  readonly heights: Float64Array; // of the corners
}

export interface SitePlan {
  readonly time: number; // [s]
  readonly frame: number; // the nearest
  readonly support: 'ground' | 'flight' | 'other'; // other: hands or knees may carry; nothing is asked of forces
  readonly edges: Edges | undefined; // on the ground
  readonly floor: number; // [m] height of the ground that carries
  readonly leastLoad: number; // φ
  readonly feet: readonly [left: FootPlan, right: FootPlan];
}

/** Parts of a foot that touch in a frame, as bits: heel 1, ball 2, toe 4. */
type Touches = readonly [left: number, right: number];

const SOFT_LOAD = 0.02; // φ next to flight: landings and take-offs pass through zero …
const LANDING = 0.05; // [s] … for about so long
const CHANGE = 0.034; // [s] that contact times are uncertain by

/** `levelFloor`: height of the ground under the body per frame, in the curve's coordinates. */
export function planSites(
  curve: MotionCurve,
  report: BalanceReport,
  levelFloor: (frame: number) => number,
  options: FilterOptions,
): SitePlan[] {
  const { body } = curve.mechanism;
  const { siteCount, spacing } = curve.angles;
  const nq = coordinateCount(body.skeleton);
  const ws = createWorkspace(body);
  const frames = Array.from({ length: siteCount }, (_, k) =>
    Math.min(report.frameCount - 1, Math.round((k * spacing) / report.frameTime)),
  );
  const touches = frames.map((frame): Touches => [touchesAt(report, 0, frame), touchesAt(report, 1, frame)]);
  const flies = touches.map(([left, right], k) => left + right === 0 && phaseOf(report, frames[k]) !== 'other');
  const reach = Math.max(1, Math.round(CHANGE / spacing));
  const soft = Math.max(1, Math.round(LANDING / spacing));
  return frames.map((frame, k) => {
    forwardKinematics(body, ws, curve.q, k * nq);
    const now = carrying(touches, k, reach);
    const support = phaseOf(report, frame) === 'other' ? 'other' : flies[k] ? 'flight' : 'ground';
    const nextToFlight =
      flies.slice(Math.max(0, k - soft), k + soft + 1).some(Boolean) ||
      // what comes before the first frame or after the last may be flight
      ((k < soft || k >= siteCount - soft) && loadAt(report, frame) < options.leastLoad);
    const corners = [0, 1].flatMap((foot) => cornersOf(ws, body.soles[foot], now[foot], options.soleScale));
    return {
      time: k * spacing,
      frame,
      support,
      edges: support === 'ground' ? edgesOf(corners, options.margin) : undefined,
      floor: levelFloor(frame),
      leastLoad: nextToFlight ? Math.min(SOFT_LOAD, options.leastLoad) : options.leastLoad,
      feet: [
        planFoot(ws, body.soles[0], touches[k][0], support, options),
        planFoot(ws, body.soles[1], touches[k][1], support, options),
      ],
    };
  });
}

/** [body weights] by the analysis. */
const loadAt = ({ grf, mass }: BalanceReport, frame: number): number => grf[3 * frame + 1] / (mass * GRAVITY);

const phaseOf = (report: BalanceReport, frame: number) => SUPPORT_PHASES[report.phase[frame]];

function touchesAt({ feet }: BalanceReport, foot: number, frame: number): number {
  const { heel, ball, toe } = feet[foot];
  return heel[frame] + 2 * ball[frame] + 4 * toe[frame];
}

/** At a contact change the smaller set counts, on both sides of it, so that the ZMP crosses while both feet stand and not in
 *  the moment of the change, which no one knows so well: only parts that touch all through `reach` sites around, unless
 *  nothing is left; before a change only where the phase has lasted long enough. */
function carrying(touches: readonly Touches[], k: number, reach: number): Touches {
  const last = touches.length - 1;
  const at = (site: number): Touches => touches[Math.max(0, Math.min(last, site))];
  const now = at(k);
  const equal = (site: number): boolean => at(site)[0] === now[0] && at(site)[1] === now[1];
  const before = equal(k - 2 * reach - 1) || !equal(k - 1); // long enough to give up its end
  let set = now;
  for (let d = -reach; d <= (before ? reach : 0); d++) {
    const both: Touches = [set[0] & at(k + d)[0], set[1] & at(k + d)[1]];
    if (both[0] + both[1] > 0) set = both;
  }
  return set;
}

/** (x, z) of the touching sole points, scaled about the ankle. */
function cornersOf(ws: Workspace, sole: Sole, touches: number, scale: number): number[] {
  const out: number[] = [];
  const p = new Float64Array(3);
  const ankle = 3 * sole.foot;
  for (let i = 0; i < sole.segments.length; i++) {
    if ((touches & (1 << SOLE_PARTS.indexOf(sole.parts[i]))) === 0) continue;
    solePoint(p, ws, sole, i);
    for (const c of [0, 2]) out.push(ws.segmentOrigin[ankle + c] + scale * (p[c] - ws.segmentOrigin[ankle + c]));
  }
  return out;
}

function solePoint(out: Float64Array, ws: Workspace, sole: Sole, i: number): void {
  const segment = sole.segments[i];
  transformPoint3(out, 0, ws.segmentOrigin, 3 * segment, ws.worldFromSegment, 9 * segment, sole.points, 3 * i);
}

function planFoot(
  ws: Workspace,
  sole: Sole,
  touches: number,
  support: SitePlan['support'],
  options: FilterOptions,
): FootPlan {
  const contact = touches === 0 ? 'none' : touches === 1 ? 'heel' : (touches & 1) === 0 ? 'toe' : 'flat';
  const free = contact === 'none' && (options.swingFeet === 'height' || support === 'flight');
  const rolls = (contact === 'heel' || contact === 'toe') && options.rollingFeet === 'roll';
  const segment = sole.foot;
  // what stands: the middle of the touching points, or the ankle
  const position = new Float64Array(3);
  const corner = new Float64Array(3);
  const corners: number[] = [];
  const heights: number[] = [];
  let count = 0;
  for (let i = 0; i < sole.segments.length; i++) {
    solePoint(corner, ws, sole, i);
    corners.push(...inFrame(ws, segment, corner));
    heights.push(corner[1]);
    if ((touches & (1 << SOLE_PARTS.indexOf(sole.parts[i]))) === 0) continue;
    for (let c = 0; c < 3; c++) position[c] += corner[c];
    count++;
  }
  for (let c = 0; c < 3; c++) position[c] = count > 0 ? position[c] / count : ws.segmentOrigin[3 * segment + c];
  return {
    rule: rolls ? 'roll' : free ? 'height' : 'pose',
    contact,
    segment,
    point: Float64Array.from(inFrame(ws, segment, position)),
    position,
    rotation: ws.segmentRotation.slice(4 * segment, 4 * segment + 4),
    corners: Float64Array.from(corners),
    heights: Float64Array.from(heights),
  };
}

/** A world point in the frame of a segment. */
function inFrame({ worldFromSegment: m, segmentOrigin: o }: Workspace, segment: number, p: Float64Array): number[] {
  const d = [0, 1, 2].map((c) => p[c] - o[3 * segment + c]);
  return [0, 1, 2].map((c) => [0, 1, 2].reduce((sum, row) => sum + m[9 * segment + 3 * row + c] * d[row], 0));
}
