/** How far the ZMP lies outside the soles, the push included: forces by differences at the recording's rate, clip and answer smoothed the same. */
import { smoothCentroidal } from '../../src/balance/centroidal.ts';
import { CONTACT_DEFAULTS, findContacts } from '../../src/balance/contacts.ts';
import { externalWrench } from '../../src/balance/external.ts';
import { type ForceTrack, forceAt } from '../../src/balance/force-track.ts';
import { levelFrameOf, levelTrace, levelWrench } from '../../src/balance/level.ts';
import type { Ground } from '../../src/balance/report.ts';
import { type Support, supportPolygons } from '../../src/balance/support.ts';
import { traceClip } from '../../src/balance/trace.ts';
import { groundReaction } from '../../src/balance/zmp.ts';
import type { Body } from '../../src/body/body.ts';
import { GRAVITY } from '../../src/dynamics/wrench.ts';
import type { TimedPush } from '../../src/gait/push.ts';
import { pushTrack } from '../../src/gait/push.ts';
import { lowPass } from '../../src/math/low-pass.ts';
import { signedDistance } from '../../src/math/polygon.ts';
import type { Clip } from '../../src/motion/clip.ts';

const CUTOFF = 10; // [Hz] of motion and push
const REACH = 2; // frames: contact times are no better known
const LOADED = 0.3; // of body weight: below, the ZMP is a quotient of two small numbers
/** [s] by which a method may deliver its pushes early or late: half a tick of force is centimetres of ZMP. */
const DELIVERY = [0, 1 / 120, -1 / 120, 1 / 60, -1 / 60];
const FARTHEST = 1; // [m] farther out it is a number, not a place

/** Distance outside [m] per frame; 0 inside, NaN where little weight is on the ground. One series per assumed time of delivery. */
export function zmpOutside(
  body: Body,
  clip: Clip,
  pushes: readonly TimedPush[],
  ground: Ground,
): readonly Float64Array[] {
  const trace = traceClip(body, clip, { inertia: 'full' });
  const level = levelFrameOf(ground);
  levelTrace(trace, level);
  const contacts = findContacts(body, trace, 0, 0, CONTACT_DEFAULTS);
  const support = supportPolygons(body, trace, contacts, REACH);
  const motion = smoothCentroidal(trace, CUTOFF);
  const floor = new Float64Array(clip.frameCount);
  return (pushes.length === 0 ? [0] : DELIVERY).map((late) => {
    const tracks = pushes.map((push) => sampled(body, clip, push, late));
    const external = externalWrench(body, clip, tracks);
    if (external) {
      lowPass(external, 6, 1 / clip.frameTime, CUTOFF);
      levelWrench(external, level);
    }
    const { zmp, force } = groundReaction(body, motion, external, floor);
    return Float64Array.from(floor, (_, frame) =>
      force[3 * frame + 1] > LOADED * body.totalMass * GRAVITY
        ? outside(support, frame, zmp[3 * frame], zmp[3 * frame + 2])
        : Number.NaN,
    );
  });
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
