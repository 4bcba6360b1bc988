/** Reactions of someone who walks or runs, made by reactive locomotion on the same clip: what [Komura05] takes from captures. */

import type { Body } from '../../body/body.ts';
import { forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { RigError } from '../../errors.ts';
import { headingYaw } from '../../gait/heading.ts';
import { createWatchedFeet, watchFeet } from '../../gait/streaming-contacts.ts';
import { wrapAngle } from '../../math/angle.ts';
import { filledWith } from '../../math/options.ts';
import { logQuat, relativeQuat } from '../../math/quat.ts';
import { type Clip, durationOf } from '../../motion/clip.ts';
import { difference } from '../../motion/coordinates.ts';
import { freedomCount, quatIndex } from '../../motion/skeleton.ts';
import { legLengthOf } from '../push-response/build-response.ts';
import { Locomotion } from '../reactive-locomotion/locomotion.ts';
import { SIGNATURE, writeSignature } from './pose-signature.ts';
import { postureJoints } from './posture-joints.ts';

export interface GaitReaction {
  readonly name: string;
  readonly angle: number; // [rad] of the push in the heading frame
  readonly strength: number; // [N·s]
  readonly signatures: Float64Array; // frames that can be matched × SIGNATURE
  readonly contacts: Uint8Array; // of the same frames: 1 left, 2 right
  readonly turns: Float64Array; // frames × joints × 3 [rad] beside the undisturbed motion, in each joint's own frame
  readonly spins: Float64Array; // frames × 3 [kg·m²/s] angular momentum beyond the undisturbed motion's, in the heading frame
}

export interface GaitReactionOptions {
  readonly directions: number; // evenly round
  readonly strengths: readonly number[]; // [N·s per kilogram]
  readonly moments: number; // of a second of the clip at which it is hit
  readonly onProgress?: (done: number) => void;
}

export const GAIT_REACTION_DEFAULTS: GaitReactionOptions = { directions: 8, strengths: [0.15, 0.3, 0.5], moments: 4 };

const RATE = 60; // [1/s]
const LENGTH = 54; // frames of a reaction
const MATCHED = 30; // of them, from the push on, that can be matched
const HIT_FROM = 1.2; // [s] into the clip

/** Hits a walk or run from all sides at several moments. Those it cannot recover from are left out. Throws RigError where the clip
 *  shows no gait.
 *
 * ```ts
 * const gaits = generateGaitReactions(body, walk);
 * const { clip } = reactToPushes({ body, clip: walk, pushes }, { gaits });
 * ```
 */
export function generateGaitReactions(
  body: Body,
  clip: Clip,
  options: Partial<GaitReactionOptions> = {},
): GaitReaction[] {
  const { directions, strengths, moments, onProgress } = filledWith(GAIT_REACTION_DEFAULTS, options);
  const walker = new Locomotion(body, clip);
  if (walker.kind !== 'walks' && walker.kind !== 'runs') throw new RigError('the clip neither walks nor runs');
  const fresh = walker.save();
  const from = Math.min(HIT_FROM, 0.3 * durationOf(clip));
  const found: GaitReaction[] = [];
  const count = moments * directions * strengths.length;
  for (let k = 0; k < count; k++) {
    onProgress?.(k / count);
    const moment = from + Math.floor(k / (directions * strengths.length)) / moments;
    const direction = Math.floor(k / strengths.length) % directions;
    const strength = strengths[k % strengths.length];
    const reaction = hitOnce(body, walker, fresh, moment, direction / directions, strength * body.totalMass);
    if (reaction) found.push(reaction);
  }
  return found;
}

/** `round`: share of a whole turn from forward to the left. */
function hitOnce(
  body: Body,
  walker: Locomotion,
  fresh: unknown,
  moment: number,
  round: number,
  strength: number,
): GaitReaction | undefined {
  const own = course(walker, fresh, moment);
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, own[0]);
  const yaw = headingYaw(body, ws);
  const angle = wrapAngle(2 * Math.PI * round);
  const world = yaw + angle;
  const hit = course(walker, fresh, moment, () => {
    const impulse = [strength * Math.sin(world), 0, strength * Math.cos(world)] as const;
    walker.push({ impulse, segment: body.roles.chest ?? body.roles.spine ?? 0 });
  });
  if (walker.status === 'falling') return undefined;
  const degrees = Math.round(360 * round);
  const name = `${walker.kind}-${degrees}-${strength.toFixed(0)} at ${moment.toFixed(2)} s`;
  const [turns, spins] = [turnsBetween(body, own, hit), spinsBetween(body, ws, own, hit, yaw)];
  return { name, angle, strength, ...matchedFrames(body, ws, hit), turns, spins };
}

/** Poses from a moment on, one per frame. */
function course(walker: Locomotion, fresh: unknown, moment: number, begin?: () => void): Float64Array[] {
  walker.restore(fresh);
  walker.step(moment);
  begin?.();
  return Array.from({ length: LENGTH }, () => {
    walker.step(1 / RATE);
    return walker.q.slice();
  });
}

function matchedFrames(
  body: Body,
  ws: Workspace,
  poses: readonly Float64Array[],
): Pick<GaitReaction, 'signatures' | 'contacts'> {
  const leg = legLengthOf(body);
  const watched = createWatchedFeet();
  const signatures = new Float64Array(MATCHED * SIGNATURE);
  const contacts = new Uint8Array(MATCHED);
  const v = new Float64Array(freedomCount(body.skeleton));
  for (let f = 0; f < MATCHED; f++) {
    forwardKinematics(body, ws, poses[f]);
    difference(v, body.skeleton, poses[f], 0, poses[f + 1], 0, 1 / RATE);
    forwardVelocity(body, ws, v);
    writeSignature(signatures, f * SIGNATURE, body, ws, leg);
    watchFeet(watched, body, ws, 0, 1 / RATE);
    contacts[f] = (watched.planted[0] > 0 ? 1 : 0) | (watched.planted[1] > 0 ? 2 : 0);
  }
  return { signatures, contacts };
}

function turnsBetween(body: Body, own: readonly Float64Array[], hit: readonly Float64Array[]): Float64Array {
  const joints = postureJoints(body);
  const turns = new Float64Array(LENGTH * joints.length * 3);
  const turn = new Float64Array(4);
  for (let f = 0; f < LENGTH; f++) {
    joints.forEach((joint, j) => {
      relativeQuat(turn, 0, own[f], quatIndex(joint), hit[f], quatIndex(joint));
      logQuat(turn, 0, turn, 0);
      turns.set(turn.subarray(0, 3), 3 * (f * joints.length + j));
    });
  }
  return turns;
}

/** Angular momentum of the one beyond that of the other; `yaw`: heading when the hit came. */
function spinsBetween(
  body: Body,
  ws: Workspace,
  own: readonly Float64Array[],
  hit: readonly Float64Array[],
  yaw: number,
): Float64Array {
  const spins = new Float64Array(LENGTH * 3);
  const v = new Float64Array(freedomCount(body.skeleton));
  const momentumAt = (poses: readonly Float64Array[], f: number): readonly [number, number, number] => {
    const k = Math.min(f, LENGTH - 2);
    forwardKinematics(body, ws, poses[k]);
    difference(v, body.skeleton, poses[k], 0, poses[k + 1], 0, 1 / RATE);
    forwardVelocity(body, ws, v);
    return [ws.angularMomentum[0], ws.angularMomentum[1], ws.angularMomentum[2]];
  };
  const [s, c] = [Math.sin(yaw), Math.cos(yaw)];
  for (let f = 0; f < LENGTH; f++) {
    const [a, b] = [momentumAt(hit, f), momentumAt(own, f)];
    const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    spins.set([c * x - s * z, y, s * x + c * z], 3 * f);
  }
  return spins;
}
