/** What a character is doing: measured in one place, as plain data. Methods are asked whether they fit it. */
import { analyse } from '../balance/analyse.ts';
import { type BalanceReport, phaseAt, SUPPORT_PHASES, type SupportPhase } from '../balance/report.ts';
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { type Clip, durationOf } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import { STANDING_SPEED, STILL_FEET } from './standing.ts';

export interface Situation {
  readonly kind: 'stands' | 'walks' | 'runs' | 'other'; // other: not on its feet; it lies, sits, crawls or leaps
  readonly speed: number; // [m/s] of the hips over the floor, horizontal
  readonly beltSpeed: number; // [m/s] of a floor that moves under a clip on the spot; 0: it does not
  readonly bothFeetDown: boolean; // at the moment, or in every frame of the clip
  readonly feetTravel: number; // [m] most that an ankle moves, within a stride about the moment
  readonly pushes: number; // that are to be answered
  /** Why the steps of a clip that walks or runs are no gait that can be gone on with; '' where they are, undefined where nobody looked. */
  readonly gaitError?: string;
}

const REACH = 0.1; // [s] before and after a moment in which speeds are measured; shorter ones show the noise of captures
const STRIDE = 0.5; // [s] before and after a moment: a whole stride of a walk, in which each foot moves and a runner leaves the ground
const FLIGHT = 0.1; // share of frames in flight: who moves and has more runs. Six captured walks have 0 to 0.03, five runs 0.25 to 0.37
const OFF_FEET = 0.5; // share of frames that are carried by something else than feet, or by nothing while nobody runs

export interface SituationOptions {
  readonly time?: number; // [s] the moment; without it: the whole clip
  readonly pushes?: number; // default 0
  readonly report?: BalanceReport; // of the clip, where it is known already
}

/** Measures what the character of a clip is doing about a moment, or all the time.
 *
 * ```ts
 * const { kind, speed } = measureSituation(body, clip, { time: 1.2 }); // 'walks', 1.4 m/s
 * ```
 */
export function measureSituation(body: Body, clip: Clip, options: SituationOptions = {}): Situation {
  const { time, pushes = 0, report = analyse(body, clip) } = options;
  const [beltX, , beltZ] = report.ground.beltVelocity;
  const stride = windowOf(clip, time, STRIDE);
  const speed = meanSpeed(courseOf(body, clip, windowOf(clip, time, REACH)), clip.frameTime, [beltX, beltZ]);
  const feetTravel = rangeOf(courseOf(body, clip, stride).feet);
  return {
    kind: kindOf(speed, feetTravel, sharesOf(report, stride)),
    speed,
    beltSpeed: Math.hypot(beltX, beltZ),
    bothFeetDown: sharesOf(report, windowOf(clip, time, 0)).double === 1,
    feetTravel,
    pushes,
  };
}

function kindOf(speed: number, feetTravel: number, share: Readonly<Record<SupportPhase, number>>): Situation['kind'] {
  const moves = speed >= STANDING_SPEED && feetTravel > STILL_FEET;
  if (share.other + (moves ? 0 : share.flight) > OFF_FEET || share.flight === 1) return 'other';
  if (!moves) return 'stands';
  return share.flight > FLIGHT ? 'runs' : 'walks';
}

/** Horizontal speed of the hips in the clip's world about a moment [m/s]. */
export function hipSpeed(body: Body, clip: Clip, time: number): number {
  return meanSpeed(courseOf(body, clip, windowOf(clip, time, REACH)), clip.frameTime, [0, 0]);
}

/** Frames, both ends included. */
interface Window {
  readonly from: number;
  readonly to: number;
}

function windowOf(clip: Clip, time: number | undefined, reach: number): Window {
  const last = clip.frameCount - 1;
  if (time === undefined) return { from: 0, to: last };
  const at = Math.round(Math.max(0, Math.min(durationOf(clip), time)) / clip.frameTime);
  const frames = reach > 0 ? Math.max(1, Math.round(reach / clip.frameTime)) : 0;
  return { from: Math.max(0, at - frames), to: Math.min(last, at + frames) };
}

interface Course {
  readonly stride: number; // frames between two rows
  readonly hips: Float64Array; // rows×2 [m] x and z
  readonly feet: Float64Array; // rows×6 [m] left and right ankle
}

/** Where hips and ankles are, from the first frame of the window on every 0.2 s. */
function courseOf(body: Body, clip: Clip, { from, to }: Window): Course {
  const ws = createWorkspace(body);
  const nq = coordinateCount(clip.skeleton);
  const stride = Math.max(1, Math.min(to - from, Math.round((2 * REACH) / clip.frameTime)));
  const rows = Math.floor((to - from) / stride) + 1;
  const hips = new Float64Array(2 * rows);
  const feet = new Float64Array(6 * rows);
  for (let row = 0; row < rows; row++) {
    forwardKinematics(body, ws, clip.q, (from + row * stride) * nq);
    writeRow(hips, feet, row, body, ws);
  }
  return { stride, hips, feet };
}

function writeRow(hips: Float64Array, feet: Float64Array, row: number, { roles }: Body, ws: Workspace): void {
  const at = ws.segmentOrigin;
  const root = 3 * (roles.hips ?? 0);
  hips[2 * row] = at[root];
  hips[2 * row + 1] = at[root + 2];
  const ankles = [roles.leftFoot ?? 0, roles.rightFoot ?? 0];
  for (let side = 0; side < 2; side++) {
    for (let c = 0; c < 3; c++) feet[6 * row + 3 * side + c] = at[3 * ankles[side] + c];
  }
}

/** Mean over the rows' intervals [m/s], over a floor that moves with `belt` [m/s]. */
function meanSpeed({ stride, hips }: Course, frameTime: number, belt: readonly [x: number, z: number]): number {
  const dt = stride * frameTime;
  const count = hips.length / 2 - 1;
  let way = 0;
  for (let row = 1; row <= count; row++) {
    const x = hips[2 * row] - hips[2 * row - 2] - belt[0] * dt;
    const z = hips[2 * row + 1] - hips[2 * row - 1] - belt[1] * dt;
    way += Math.hypot(x, z);
  }
  return count > 0 ? way / (count * dt) : Math.hypot(...belt);
}

/** Largest range of a coordinate over the rows [m]. */
function rangeOf(feet: Float64Array): number {
  let most = 0;
  for (let c = 0; c < 6; c++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = c; i < feet.length; i += 6) {
      low = Math.min(low, feet[i]);
      high = Math.max(high, feet[i]);
    }
    most = Math.max(most, high - low);
  }
  return most;
}

/** Share of a window's frames that are carried in each way. */
function sharesOf(report: BalanceReport, { from, to }: Window): Readonly<Record<SupportPhase, number>> {
  const share = { flight: 0, left: 0, right: 0, double: 0, other: 0 };
  for (let frame = from; frame <= to; frame++) share[phaseAt(report, frame)]++;
  for (const phase of SUPPORT_PHASES) share[phase] /= to - from + 1;
  return share;
}
