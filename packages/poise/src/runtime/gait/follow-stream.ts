/** Where the stream is while a walker reacts: its phase, and what the game does to it beyond its round: steering and moving. */

import { yawBetween } from '../../gait/heading.ts';
import { wrapAngle } from '../../math/angle.ts';
import { ALIKE, type LearnedGait, writeTravel } from './learned-gait.ts';
import { findPhase, type Phase } from './phase.ts';

/** Plain data. */
export interface StreamTrack {
  phase: number; // [s] into the round
  pace: number; // of the round: 1 as it was recorded
  heading: number; // [rad] against the round's, as followed
  at: readonly [x: number, z: number]; // [m]
  owed: readonly [x: number, z: number]; // [m] moved by the game, not followed yet
  lostFor: number; // [s] that something else is shown
}

/** What the walker has to do to go with it: a turn about up, then a shift, world. */
export interface StreamMove {
  turn: number; // [rad]
  x: number; // [m]
  z: number; // [m]
}

interface StreamPose {
  readonly q: Float64Array;
  readonly v: Float64Array;
}

const PHASE = 8; // [1/s] at which a measured phase is believed: poses tell it to a few milliseconds only
const PACE = 3; // [1/s]
const STEERING = 8; // [1/s] at which turns are followed
const MOVING = 3; // [1/s] at which moves are
const QUICKEST_TURN = 0.5; // [rad] more is a jump
const LONGEST_SLIP = 0.2; // [m] in a frame, likewise
/** Less is what measuring gets wrong: feet that stand are left alone. */
const LEAST_TURN = 0.02; // [rad]
const LEAST_MOVE = 0.02; // [m]
const PACES = [0.5, 2] as const;
const measured: Phase = { time: 0, cost: 0 };
const way = new Float64Array(2);

export const startTrack = (gait: LearnedGait, phase: number, { q }: StreamPose): StreamTrack => ({
  phase,
  pace: 1,
  heading: headingIn(gait, phase, q),
  at: [q[0], q[2]],
  owed: [0, 0],
  lostFor: 0,
});

/** The stream's heading against the round's at a phase [rad]. */
function headingIn({ phases: { clip } }: LearnedGait, phase: number, q: Float64Array): number {
  const place = phase / clip.frameTime;
  const frame = Math.floor(place) % (clip.frameCount - 1);
  const a = wrapAngle(yawBetween(clip.q, frame * q.length + 3, q, 3));
  const b = wrapAngle(yawBetween(clip.q, (frame + 1) * q.length + 3, q, 3));
  return a + (place - Math.floor(place)) * wrapAngle(b - a);
}

const beyond = (value: number, least: number): number => Math.sign(value) * Math.max(0, Math.abs(value) - least);

/** Goes on by dt to the pose that is shown now. */
export function followStream(
  track: StreamTrack,
  gait: LearnedGait,
  hips: Float64Array,
  stream: StreamPose,
  dt: number,
): StreamMove {
  const { q } = stream;
  const move = { turn: 0, x: 0, z: 0 };
  const [dx, dz] = [q[0] - track.at[0], q[2] - track.at[1]];
  track.at = [q[0], q[2]];
  const before = track.phase;
  followPhase(track, gait, stream, dt);
  if (track.lostFor > 0) return move;
  const off = wrapAngle(headingIn(gait, track.phase, q) - track.heading);
  move.turn = Math.abs(off) > QUICKEST_TURN ? 0 : beyond(off, LEAST_TURN) * (1 - Math.exp(-STEERING * dt));
  track.heading += Math.abs(off) > QUICKEST_TURN ? off : move.turn;
  writeTravel(way, gait, hips, before, track.phase);
  const [sine, cosine] = [Math.sin(track.heading), Math.cos(track.heading)];
  const [x, z] = [dx - cosine * way[0] - sine * way[1], dz - cosine * way[1] + sine * way[0]];
  const slips = Math.hypot(x, z) < LONGEST_SLIP;
  const owed = [track.owed[0] + (slips ? x : 0), track.owed[1] + (slips ? z : 0)] as const;
  const size = Math.hypot(owed[0], owed[1]);
  const share = size > LEAST_MOVE ? (1 - LEAST_MOVE / size) * (1 - Math.exp(-MOVING * dt)) : 0;
  [move.x, move.z] = [share * owed[0], share * owed[1]];
  track.owed = [owed[0] - move.x, owed[1] - move.z];
  return move;
}

function followPhase(track: StreamTrack, gait: LearnedGait, { q, v }: StreamPose, dt: number): void {
  const { period } = gait;
  findPhase(measured, gait.phases, q, v);
  track.lostFor = measured.cost < ALIKE ? 0 : track.lostFor + dt;
  const expected = track.phase + track.pace * dt;
  const off = ((((measured.time - expected + 0.5 * period) % period) + period) % period) - 0.5 * period;
  const share = 1 - Math.exp(-PHASE * dt);
  if (track.lostFor === 0) {
    const pace = track.pace + PACE * share * off;
    track.pace = Math.max(PACES[0], Math.min(PACES[1], pace));
  }
  track.phase = (expected + (track.lostFor === 0 ? share * off : 0) + period) % period;
}
