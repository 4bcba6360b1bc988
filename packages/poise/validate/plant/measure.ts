/** What planting does to one captured clip, by measures that are not the planter's own. */
import { findPops, newPops } from '../../src/balance/pops.ts';
import type { Body } from '../../src/body/body.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { logQuat, relativeQuat } from '../../src/math/quat.ts';
import { plantFeet } from '../../src/methods/plant-feet/index.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';

export interface Measured {
  readonly clip: Clip;
  readonly seconds: number;
  readonly pops: readonly string[]; // new ones
  readonly kneeBent: number; // [rad] most that a standing knee is bent beyond what the clip has and ankle and hips require
  readonly kneeFrame: number;
  readonly kneeShare: number; // of standing frames in which that exceeds 3°
  readonly change: number; // [rad] RMS over frames and joints
  readonly worst: number; // [rad] of one joint in one frame
  readonly skate: { readonly before: number; readonly after: number }; // [m/s]
  readonly slide: { readonly before: number; readonly after: number }; // [m]
  readonly left: number; // contacts
  readonly contacts: number;
  readonly notes: readonly string[];
  readonly cpu: number; // [s]
}

const THREE_DEGREES = (3 * Math.PI) / 180;

export function measurePlanting(body: Body, clip: Clip): Measured {
  const start = process.cpuUsage();
  const { clip: after, report } = plantFeet(body, clip);
  const { user, system } = process.cpuUsage(start);
  const joints = Array.from(createWorkspace(body).moving);
  const { skeleton, frameTime, frameCount } = clip;
  const pops = newPops(findPops(clip, joints), findPops(after, joints), frameTime);
  const knees = kneesBent(body, clip, after, report);
  const change = changeOf(clip, after, Object.values(body.roles));
  return {
    clip: after,
    seconds: frameCount * frameTime,
    pops: pops.map(({ joint, start: frame }) => `${joint < 0 ? 'hips place' : skeleton.names[joint]}@${frame}`),
    ...knees,
    ...change,
    skate: report.skate,
    slide: report.slide,
    contacts: report.contacts.length,
    left: report.contacts.filter(({ planted }) => !planted).length,
    notes: report.notes,
    cpu: 1e-6 * (user + system),
  };
}

type Report = ReturnType<typeof plantFeet>['report'];

/** The knee of the clip, or that which the planted ankle needs at the clip's hip height, whichever is more, is what a standing knee may have. */
function kneesBent(body: Body, before: Clip, after: Clip, { contacts, height }: Report) {
  const nq = coordinateCount(before.skeleton);
  const [old, now] = [createWorkspace(body), createWorkspace(body)];
  let [kneeBent, kneeFrame, many, frames] = [0, -1, 0, 0];
  for (let frame = 0; frame < before.frameCount; frame++) {
    const standing = contacts.filter(({ planted, start, end }) => planted && frame >= start && frame <= end);
    if (standing.length === 0) continue;
    forwardKinematics(body, old, before.q, frame * nq);
    forwardKinematics(body, now, after.q, frame * nq);
    for (const { side } of standing) {
      const leg = [`${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`] as const;
      const [hip, knee, ankle] = leg.map((role) => 3 * (body.roles[role] ?? 0));
      const o = now.segmentOrigin;
      const way = (a: Float64Array, i: number, b: Float64Array, j: number, up = 0): number =>
        Math.hypot(a[i] - b[j], a[i + 1] - b[j + 1] + up, a[i + 2] - b[j + 2]);
      const [thigh, shank] = [way(o, hip, o, knee), way(o, knee, o, ankle)];
      const bend = (reach: number): number =>
        Math.acos(Math.max(-1, Math.min(1, (reach ** 2 - thigh ** 2 - shank ** 2) / (2 * thigh * shank))));
      const own = bend(way(old.segmentOrigin, hip, old.segmentOrigin, ankle));
      const needed = bend(way(old.segmentOrigin, hip, o, ankle, height));
      const beyond = bend(way(o, hip, o, ankle)) - Math.max(own, needed);
      frames++;
      if (beyond > THREE_DEGREES) many++;
      if (beyond > kneeBent) [kneeBent, kneeFrame] = [beyond, frame];
    }
  }
  return { kneeBent, kneeFrame, kneeShare: many / Math.max(1, frames) };
}

function changeOf(before: Clip, after: Clip, joints: readonly number[]) {
  const nq = coordinateCount(before.skeleton);
  const turn = new Float64Array(4);
  let [sum, worst] = [0, 0];
  for (let frame = 0; frame < before.frameCount; frame++) {
    for (const joint of joints) {
      const at = frame * nq + quatIndex(joint);
      relativeQuat(turn, 0, before.q, at, after.q, at);
      logQuat(turn, 0, turn, 0);
      const size = Math.hypot(turn[0], turn[1], turn[2]);
      sum += size * size;
      worst = Math.max(worst, size);
    }
  }
  return { change: Math.sqrt(sum / Math.max(1, before.frameCount * joints.length)), worst };
}
