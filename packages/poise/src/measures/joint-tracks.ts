/** Where joints and soles of a person are, frame by frame: what measures of motion are taken from. */
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { rotate3 } from '../math/quat.ts';
import { type Clip, frameAt } from '../motion/clip.ts';
import { contactLabels } from '../motion/formats/numpy/contact-labels.ts';
import { ROLES } from '../motion/roles.ts';

export interface JointTracks {
  readonly frames: number;
  readonly rate: number; // [Hz]
  /** Joints that play a role, one after the other: frames × joints × 3 [m]. */
  readonly body: Float64Array;
  readonly bodyCount: number;
  /** Left and right toe, then left and right ankle: frames × 4 × 3 [m]. Rigs without toes have the front of the sole there. */
  readonly feet: Float64Array;
  readonly soles: Float64Array; // frames × points × 3 [m] both soles
  readonly solePoints: number;
  readonly lowest: Float64Array; // frames [m] height of the lowest point of soles and joints
  readonly labels: Uint8Array | undefined; // frames × 4, in the order of `feet`: what the clip's file says of contacts
}

export function trackJoints(body: Body, clip: Clip): JointTracks {
  const ws = createWorkspace(body);
  const joints = ROLES.flatMap((role) => (body.roles[role] === undefined ? [] : [body.roles[role]]));
  const solePoints = body.soles.reduce((sum, { parts }) => sum + parts.length, 0);
  const { frameCount: frames } = clip;
  const tracks = {
    frames,
    rate: 1 / clip.frameTime,
    body: new Float64Array(3 * frames * joints.length),
    bodyCount: joints.length,
    feet: new Float64Array(12 * frames),
    soles: new Float64Array(3 * frames * solePoints),
    solePoints,
    lowest: new Float64Array(frames),
    labels: labelsOf(clip),
  };
  for (let f = 0; f < frames; f++) {
    forwardKinematics(body, ws, frameAt(clip, f) as Float64Array);
    let lowest = Infinity;
    for (const [i, joint] of joints.entries()) {
      tracks.body.set(originOf(ws, joint), 3 * (f * joints.length + i));
      lowest = Math.min(lowest, ws.segmentOrigin[3 * joint + 1]);
    }
    lowest = Math.min(lowest, writeFeet(tracks, f, body, ws));
    tracks.lowest[f] = lowest;
  }
  return tracks;
}

const IN_FILE = [1, 3, 0, 2]; // toes, then ankles

function labelsOf(clip: Clip): Uint8Array | undefined {
  const labels = contactLabels(clip);
  return labels && Uint8Array.from(labels, (_, i) => labels[4 * (i >> 2) + IN_FILE[i & 3]]);
}

const originOf = (ws: Workspace, joint: number): Float64Array => ws.segmentOrigin.subarray(3 * joint, 3 * joint + 3);

/** Soles and feet of one frame; the height of the lowest sole point. */
function writeFeet(
  tracks: Pick<JointTracks, 'feet' | 'soles' | 'solePoints'>,
  f: number,
  body: Body,
  ws: Workspace,
): number {
  const { feet, soles, solePoints } = tracks;
  let lowest = Infinity;
  let point = f * solePoints;
  for (const [side, sole] of body.soles.entries()) {
    const toe = 3 * (4 * f + side);
    for (let i = 0; i < sole.parts.length; i++, point++) {
      const segment = sole.segments[i];
      rotate3(soles, 3 * point, ws.segmentRotation, 4 * segment, sole.points, 3 * i);
      for (let c = 0; c < 3; c++) soles[3 * point + c] += ws.segmentOrigin[3 * segment + c];
      lowest = Math.min(lowest, soles[3 * point + 1]);
    }
    feet.set(originOf(ws, sole.foot), toe + 6);
    if (sole.toes !== sole.foot) feet.set(originOf(ws, sole.toes), toe);
    else writeBall(feet, toe, soles, 3 * (point - sole.parts.length), sole.parts);
  }
  return lowest;
}

/** The middle of the points of the ball stands for a toe joint that a rig does not have. */
function writeBall(feet: Float64Array, to: number, soles: Float64Array, from: number, parts: readonly string[]): void {
  const balls = parts.flatMap((part, i) => (part === 'ball' ? [i] : []));
  for (let c = 0; c < 3; c++) {
    feet[to + c] = 0;
    for (const i of balls) feet[to + c] += soles[from + 3 * i + c] / balls.length;
  }
}
