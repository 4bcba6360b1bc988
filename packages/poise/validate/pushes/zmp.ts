/** How far the ZMP lies outside the soles, the push included: forces by differences at the recording's rate, clip and answer smoothed the same. */
import { type CentroidalMotion, smoothCentroidal } from '../../src/balance/centroidal.ts';
import { CONTACT_DEFAULTS, findContacts } from '../../src/balance/contacts.ts';
import { externalWrench } from '../../src/balance/external.ts';
import { type ForceTrack, forceAt } from '../../src/balance/force-track.ts';
import { type LevelFrame, levelFrameOf, levelTrace, levelWrench, toLevel } from '../../src/balance/level.ts';
import { type Support, supportPolygons } from '../../src/balance/support.ts';
import { type BodyTrace, traceClip } from '../../src/balance/trace.ts';
import { groundReaction } from '../../src/balance/zmp.ts';
import type { Body } from '../../src/body/body.ts';
import { forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { GRAVITY } from '../../src/dynamics/wrench.ts';
import type { TimedPush } from '../../src/gait/push.ts';
import { pushTrack } from '../../src/gait/push.ts';
import { lowPass } from '../../src/math/low-pass.ts';
import { signedDistance } from '../../src/math/polygon.ts';
import { rotate3 } from '../../src/math/quat.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { difference, integrate } from '../../src/motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../../src/motion/skeleton.ts';
import type { Scene } from './grounds.ts';

const CUTOFF = 10; // [Hz] of motion and push
const REACH = 2; // frames: contact times are no better known
const LOADED = 0.3; // of body weight: below, the ZMP is a quotient of two small numbers
/** [s] by which a method may deliver its pushes early or late: a quarter of a frame is centimetres of ZMP. */
const DELIVERY = [0, 1 / 240, -1 / 240, 1 / 120, -1 / 120, 1 / 60, -1 / 60];
const FARTHEST = 1; // [m] farther out it is a number, not a place

/** Distance outside [m] per frame; 0 inside, NaN where little weight is on the ground. One series per assumed time of delivery. */
export function zmpOutside(
  body: Body,
  clip: Clip,
  pushes: readonly TimedPush[],
  scene: Scene,
): readonly Float64Array[] {
  const trace = traceClip(body, clip, { inertia: 'full' });
  const level = levelFrameOf(scene.plane);
  if (scene.levels.length > 1) lowerToLevels(trace, scene);
  levelTrace(trace, level);
  const contacts = findContacts(body, trace, 0, 0, CONTACT_DEFAULTS);
  const support = supportPolygons(body, trace, contacts, { reach: { feet: REACH, parts: 0 } });
  const motion = smoothCentroidal(trace, CUTOFF);
  readMoments(motion, body, clip, level);
  const floors = scene.levels.map((height) => new Float64Array(clip.frameCount).fill(height));
  const tilt = scene.slopes ? gravityOnSlope(body, motion.com, level) : undefined;
  return (pushes.length === 0 ? [0] : DELIVERY).map((late) => {
    const tracks = pushes.map((push) => sampled(body, clip, push, late));
    let external = externalWrench(body, clip, tracks);
    if (external) {
      lowPass(external, 6, 1 / clip.frameTime, CUTOFF);
      levelWrench(external, level);
    }
    if (tilt) external = external ? external.map((value, i) => value + tilt[i]) : tilt;
    // feet on two levels share the load: the level on which it fits best counts
    const series = floors.map((floor) => {
      const { zmp, force } = groundReaction(body, motion, external, floor);
      return Float64Array.from(floor, (_, frame) =>
        force[3 * frame + 1] > LOADED * body.totalMass * GRAVITY
          ? outside(support, frame, zmp[3 * frame], zmp[3 * frame + 2])
          : Number.NaN,
      );
    });
    return series.reduce((a, b) => a.map((value, frame) => Math.min(value, b[frame])));
  });
}

/** Rates of angular momentum by differences between neighbouring frames, as forces are and as pushes are sampled. Differences over two
 *  frames would see a push of 0.1 s 7 % weaker in moments than in forces: centimetres of ZMP. */
function readMoments(motion: CentroidalMotion, body: Body, clip: Clip, level: LevelFrame): void {
  const { frameCount: frames, frameTime: dt, skeleton, q } = clip;
  const nq = coordinateCount(skeleton);
  const ws = createWorkspace(body);
  const v = new Float64Array(freedomCount(skeleton));
  const middle = new Float64Array(nq);
  const [com, linear, angular] = [0, 1, 2].map(() => new Float64Array(3 * frames));
  for (let frame = 0; frame < frames - 1; frame++) {
    difference(v, skeleton, q, frame * nq, q, (frame + 1) * nq, dt);
    middle.set(q.subarray(frame * nq, (frame + 1) * nq));
    integrate(middle, skeleton, middle, v, dt / 2);
    forwardKinematics(body, ws, middle);
    forwardVelocity(body, ws, v);
    com.set(ws.com, 3 * frame);
    linear.set(ws.linearMomentum, 3 * frame);
    angular.set(ws.angularMomentum, 3 * frame);
  }
  toLevel(com, level, 'points');
  toLevel(linear, level, 'vectors');
  toLevel(angular, level, 'vectors');
  // about the origin, from half a frame before to half a frame after
  const rate = new Float64Array(3 * frames);
  const about = (frame: number, c: number): number => {
    const [i, a, b] = [3 * frame, (c + 1) % 3, (c + 2) % 3];
    return angular[i + c] + com[i + a] * linear[i + b] - com[i + b] * linear[i + a];
  };
  for (let frame = 1; frame < frames - 1; frame++) {
    for (let c = 0; c < 3; c++) rate[3 * frame + c] = (about(frame, c) - about(frame - 1, c)) / dt;
  }
  lowPass(rate, 3, 1 / dt, CUTOFF);
  const { angularMomentumRate, com: c, acceleration: a } = motion;
  const m = body.totalMass;
  for (let i = 0; i < rate.length; i += 3) {
    angularMomentumRate[i] = rate[i] - m * (c[i + 1] * a[i + 2] - c[i + 2] * a[i + 1]);
    angularMomentumRate[i + 1] = rate[i + 1] - m * (c[i + 2] * a[i] - c[i] * a[i + 2]);
    angularMomentumRate[i + 2] = rate[i + 2] - m * (c[i] * a[i + 1] - c[i + 1] * a[i]);
  }
}

/** Soles over the ground under them. */
function lowerToLevels({ soles }: BodyTrace, { heightAt }: Scene): void {
  const base = heightAt(0, 0);
  for (const points of soles) {
    for (let i = 0; i < points.length; i += 3) points[i + 1] -= Math.min(0, heightAt(points[i], points[i + 2]) - base);
  }
}

/** Seen from the slope, gravity pulls aside: what is missing against a pull square to it, as a wrench about the origin, frames × 6. */
function gravityOnSlope(body: Body, com: Float64Array, { levelFromWorld }: LevelFrame): Float64Array {
  const weight = body.totalMass * GRAVITY;
  const f = Float64Array.of(0, -weight, 0);
  rotate3(f, 0, levelFromWorld, 0, f, 0);
  f[1] += weight;
  const out = new Float64Array(2 * com.length);
  for (let frame = 0; frame < com.length / 3; frame++) {
    const [x, y, z] = com.subarray(3 * frame, 3 * frame + 3);
    out.set([y * f[2] - z * f[1], z * f[0] - x * f[2], x * f[1] - y * f[0], f[0], f[1], f[2]], 6 * frame);
  }
  return out;
}

function outside({ start, points }: Support, frame: number, x: number, z: number): number {
  const count = start[frame + 1] - start[frame];
  if (count === 0) return FARTHEST;
  const inside = signedDistance(new Float64Array(2), points, 2 * start[frame], count, x, z);
  return Math.min(FARTHEST, Math.max(0, -inside));
}

/** A push at the recording's frames as second differences of the motion see it: averaged by a triangle of one frame to each side. */
function sampled(body: Body, clip: Clip, push: TimedPush, late: number): ForceTrack {
  const { segment, impulse, time, duration = 0.1 } = push;
  const mass = [0, 1, 2].map((c) => body.comInSegment[3 * segment + c]) as [number, number, number];
  const point = push.pointInSegment ?? mass;
  const fine = pushTrack({ segment, pointInSegment: point, impulse, time: time + late + 1, duration }); // +1: from −1 s on
  const dt = clip.frameTime;
  const at = new Float64Array(3);
  const times = new Float64Array(clip.frameCount);
  const force = new Float64Array(3 * clip.frameCount);
  const parts = 8;
  for (let frame = 0; frame < clip.frameCount; frame++) {
    times[frame] = frame * dt;
    for (let k = 1 - parts; k < parts; k++) {
      forceAt(at, fine, frame * dt + 1 + (k / parts) * dt);
      const weight = (1 - Math.abs(k) / parts) / parts;
      for (let c = 0; c < 3; c++) force[3 * frame + c] += weight * at[c];
    }
  }
  return { ...fine, time: times, force };
}
