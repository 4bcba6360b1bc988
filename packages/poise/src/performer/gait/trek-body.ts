/** The whole body of a trek: feet as planned, CoM over the planned centre of pressure, trunk and arms between standing and
 *  walking by how fast it goes. */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { multiplyQuat, quatFromAxisAngle, slerpQuat } from '../../math/quat.ts';
import { coordinateCount, jointCount } from '../../motion/skeleton.ts';
import type { Actor } from '../actor.ts';
import type { Performance } from '../motion.ts';
import { type Posture, writePosture } from '../pose/posture.ts';
import { createRequest, type PoseRequest } from '../pose/request.ts';
import { solvePose } from '../pose/solve-pose.ts';
import { seriesAt } from './channel.ts';
import { type Cycle, createCycle, writeFootRotation } from './cycle.ts';
import { kneeAt } from './leg-triangle.ts';
import { settle } from './settle.ts';
import type { Stage } from './stage.ts';
import { settleStride } from './stride.ts';
import { comOver, planCop } from './trek-cop.ts';
import { createTrekFeet, type TrekFeet } from './trek-feet.ts';
import { phaseOf } from './trek-phase.ts';
import type { Trek } from './trek-plan.ts';
import { upperBodyAt, writeUpperBody } from './upper-body.ts';

/** How a trek looks besides its footsteps. */
export interface TrekLook {
  readonly posture: (t: number) => Posture; // of standing
  readonly sway: (t: number) => readonly [x: number, z: number]; // [m] of the centre of pressure while standing
  /** Heading of hips, chest and head [rad], and how far the chest leans to the left [rad]. */
  readonly facing: (t: number) => {
    readonly hips: number;
    readonly chest: number;
    readonly head: number;
    readonly lean: number;
  };
}

const STANDING_KNEE = (5 * Math.PI) / 180;

/** Performs a trek and shows it from `from` to `to` [s]; all of it but the long standing at both ends unless told. */
export function performTrek(
  actor: Actor,
  trek: Trek,
  look: TrekLook,
  from = trek.lead,
  to = trek.duration - trek.lead,
): Performance {
  const { frameTime } = trek.options;
  const cycle = createCycle(actor, trek.gait);
  settleStride(cycle);
  const frames = Math.round(trek.duration / frameTime) + 1;
  const body = createTrekBody(actor, trek, look, cycle, frames);
  // The first settling may move the hips by centimetres, which moves what the swinging legs can reach.
  const first = settle(actor, body.stage, { passes: 4, longest: Number.POSITIVE_INFINITY });
  for (let i = 0; i < body.hips.length; i++) body.hips[i] += first.shift[i];
  const { q } = settle(actor, body.stage, { passes: 8, longest: 0.9985, blend: 9 });
  const nq = coordinateCount(actor.skeleton);
  return { q: q.slice(Math.round(from / frameTime) * nq, (Math.round(to / frameTime) + 1) * nq), frameTime };
}

function createTrekBody(
  actor: Actor,
  trek: Trek,
  look: TrekLook,
  cycle: Cycle,
  frames: number,
): { readonly stage: Stage; readonly hips: Float64Array } {
  const { frameTime } = trek.options;
  const feet = createTrekFeet(cycle, trek);
  const phase = phaseOf(trek, frames);
  const request = createRequest(actor);
  const standing = createRequest(actor);
  const stood = standUp(actor, trek, look, feet);
  const cop = planCop(actor, trek, frames, stood.com);
  for (let frame = 0; frame < frames; frame++) {
    const stands = 1 - trek.pace(frame * frameTime);
    look.sway(frame * frameTime).forEach((by, k) => {
      cop[2 * frame + k] += stands * by;
    });
  }
  const com = comOver(cop, stood.com, frameTime);
  const hips = new Float64Array(3 * frames);
  const comHeight = (frame: number): number => {
    const walking = seriesAt(cycle.comHeight, phase[frame]);
    return stood.com + trek.pace(frame * frameTime) * (walking - stood.com);
  };
  for (let i = 0; i < frames; i++) {
    hips[3 * i] = com[2 * i];
    hips[3 * i + 1] = comHeight(i) - stood.above;
    hips[3 * i + 2] = com[2 * i + 1] - stood.ahead;
  }
  const requestAt = (frame: number): PoseRequest => {
    const t = frame * frameTime;
    for (let k = 0; k < 3; k++) request.hips[k] = hips[3 * frame + k];
    writeBody(request, standing, actor, trek, look, t, phase[frame]);
    writeFeet(request, feet, t, look.facing(t).hips);
    return request;
  };
  const stage: Stage = {
    frames,
    frameTime,
    requestAt,
    standing: (frame) => [feet.stands(0, frame * frameTime), feet.stands(1, frame * frameTime)],
    comHeight,
    // A standing body holds the weight where it was planned; a walking one may let it wander within the feet.
    cop: (frame) => (trek.pace(frame * frameTime) === 0 ? [cop[2 * frame], cop[2 * frame + 1]] : undefined),
  };
  return { stage, hips };
}

/** Trunk, head and arms between standing and walking. */
function writeBody(
  request: PoseRequest,
  standing: PoseRequest,
  actor: Actor,
  trek: Trek,
  look: TrekLook,
  t: number,
  phase: number,
): void {
  const { hips, chest, head, lean } = look.facing(t);
  const upper = upperBodyAt(trek.gait.curves, phase, trek.gait.arms);
  // Relative to the hips' heading; all turns with the hips below.
  upper.chest.rotation += chest - hips;
  upper.head.rotation += head - hips;
  upper.chest.list -= lean;
  upper.head.list -= 0.3 * lean;
  writeUpperBody(request, actor, upper);
  writePosture(standing, actor, look.posture(t));
  const pace = trek.pace(t);
  slerpQuat(request.hipsRotation, 0, standing.hipsRotation, 0, request.hipsRotation, 0, pace);
  for (let joint = 1; joint < jointCount(actor.skeleton); joint++) {
    slerpQuat(request.turns, 4 * joint, standing.turns, 4 * joint, request.turns, 4 * joint, pace);
  }
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, 0, 1, 0, hips);
  multiplyQuat(request.hipsRotation, 0, turn, 0, request.hipsRotation, 0);
}

function writeFeet(request: PoseRequest, feet: TrekFeet, t: number, heading: number): void {
  for (const k of [0, 1] as const) {
    const [x, y, z, pitch, toeBend, yaw] = feet.at(k, t);
    const foot = request.feet[k];
    foot.ankle.set([x, y, z]);
    writeFootRotation(foot.rotation, yaw, pitch);
    foot.toeBend = toeBend;
    foot.kneeYaw = heading + 0.45 * (yaw - heading);
  }
}

/** The stance before the trek: height of the CoM, and where it is over the hips. */
function standUp(
  actor: Actor,
  trek: Trek,
  look: TrekLook,
  feet: TrekFeet,
): { readonly com: number; readonly above: number; readonly ahead: number } {
  const request = createRequest(actor);
  const q = new Float64Array(coordinateCount(actor.skeleton));
  const leg = actor.legs[0];
  writePosture(request, actor, look.posture(0));
  writeFeet(request, feet, 0, 0);
  // As high as makes the knees slightly bent: by bisection over the height of the hips.
  const [left] = trek.stances;
  const aside = Math.abs(left.x) - Math.abs(actor.skeleton.offsets[3 * leg.upper]);
  let [low, high] = [0.5 * actor.hipHeight, 1.05 * actor.hipHeight];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    const r = Math.hypot(aside, middle - actor.foot.ankleHeight);
    const bent = r < leg.thigh + leg.shank && kneeAt(leg.thigh, leg.shank, r) > STANDING_KNEE;
    if (bent) low = middle;
    else high = middle;
  }
  request.hips.set([0, low, 0]);
  solvePose(q, 0, actor, request);
  forwardKinematics(actor.body, actor.ws, q, 0);
  return { com: actor.ws.com[1], above: actor.ws.com[1] - low, ahead: actor.ws.com[2] };
}
