/** What recordings are searched and responses are described with: the judge's report, and where feet, arms and trunk are. */
import { analyse } from '../../balance/analyse.ts';
import type { BalanceReport, Ground } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { rotate3 } from '../../math/quat.ts';
import type { Clip } from '../../motion/clip.ts';
import type { Role } from '../../motion/roles.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { TOUCH } from './response.ts';

/** The same floor that `analyse` takes when nothing is to be found out. */
export const LEVEL_GROUND: Ground = {
  height: 0,
  normal: [0, 1, 0],
  residual: 0,
  kind: 'plane',
  patches: [],
  beltVelocity: [0, 0, 0],
};

export interface Measured {
  readonly body: Body;
  readonly clip: Clip;
  readonly report: BalanceReport;
  readonly ankles: readonly [left: Float64Array, right: Float64Array]; // frames×3 [m]
  readonly footYaw: readonly [left: Float64Array, right: Float64Array]; // frames [rad] where the foot points, atan2(x, z)
  readonly contacts: readonly [left: Uint8Array, right: Uint8Array]; // frames, TOUCH bits
  readonly trunkToThigh: Float64Array; // frames [rad] angle between trunk and the mean of the thighs
}

/** Measures a clip. `ground`: a known floor; found under the feet when absent. */
export function measure(body: Body, clip: Clip, ground?: Ground): Measured {
  const report = analyse(body, clip, ground ? { ground } : {});
  const frames = clip.frameCount;
  const ws = createWorkspace(body);
  const measured: Measured = {
    body,
    clip,
    report,
    ankles: [new Float64Array(3 * frames), new Float64Array(3 * frames)],
    footYaw: [new Float64Array(frames), new Float64Array(frames)],
    contacts: [contactBits(report, 0), contactBits(report, 1)],
    trunkToThigh: new Float64Array(frames),
  };
  const nq = coordinateCount(clip.skeleton);
  for (let frame = 0; frame < frames; frame++) {
    forwardKinematics(body, ws, clip.q, frame * nq);
    for (const side of [0, 1] as const) {
      const { foot } = body.soles[side];
      for (let k = 0; k < 3; k++) measured.ankles[side][3 * frame + k] = ws.segmentOrigin[3 * foot + k];
      measured.footYaw[side][frame] = footYawOf(body, ws, side);
    }
    measured.trunkToThigh[frame] = trunkToThigh(body, ws);
  }
  return measured;
}

function contactBits(report: BalanceReport, side: 0 | 1): Uint8Array {
  const { heel, ball, toe } = report.feet[side];
  return heel.map((touches, f) => touches * TOUCH.heel + ball[f] * TOUCH.ball + toe[f] * TOUCH.toe);
}

const ends = new Float64Array(6);

/** Direction of a foot over the ground [rad], atan2(x, z): from the middle of the heel to the middle of the ball. */
function footYawOf(body: Body, ws: Workspace, side: 0 | 1): number {
  const sole = body.soles[side];
  solePoint(ends, 0, body, ws, side, 'heel');
  solePoint(ends, 3, body, ws, side, sole.parts.includes('ball') ? 'ball' : 'toe');
  return Math.atan2(ends[3] - ends[0], ends[5] - ends[2]);
}

const point = new Float64Array(3);

/** out = mean of the sole's points of one part, world. ws holds the position level. */
export function solePoint(
  out: Float64Array,
  o: number,
  body: Body,
  ws: Workspace,
  side: 0 | 1,
  part: 'heel' | 'ball' | 'toe',
): void {
  const { parts, segments, points } = body.soles[side];
  let count = 0;
  out[o] = 0;
  out[o + 1] = 0;
  out[o + 2] = 0;
  for (let i = 0; i < parts.length; i++) {
    if (parts[i] !== part) continue;
    const segment = segments[i];
    rotate3(point, 0, ws.segmentRotation, 4 * segment, points, 3 * i);
    for (let k = 0; k < 3; k++) out[o + k] += point[k] + ws.segmentOrigin[3 * segment + k];
    count++;
  }
  for (let k = 0; k < 3 && count > 0; k++) out[o + k] /= count;
}

/** Angle [rad] between the trunk and the downward thighs: 0 while standing straight. */
function trunkToThigh(body: Body, ws: Workspace): number {
  const { roles } = body;
  const at = (role: Role, k: number): number => ws.segmentOrigin[3 * (roles[role] ?? 0) + k];
  const top: Role = roles.neck !== undefined ? 'neck' : 'head';
  let dot = 0;
  let trunk = 0;
  let thigh = 0;
  for (let k = 0; k < 3; k++) {
    const hip = (at('leftUpperLeg', k) + at('rightUpperLeg', k)) / 2;
    const knee = (at('leftLowerLeg', k) + at('rightLowerLeg', k)) / 2;
    dot += (at(top, k) - hip) * (hip - knee);
    trunk += (at(top, k) - hip) ** 2;
    thigh += (hip - knee) ** 2;
  }
  return Math.acos(Math.max(-1, Math.min(1, dot / Math.sqrt(trunk * thigh))));
}
