/** The motion that a scenario asks for, as a table of coordinates, rates and accelerations that the controller follows. */
import type { Body } from '../../body/body.ts';
import { ease } from '../../math/ease.ts';
import { difference } from '../../motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../../motion/skeleton.ts';
import type { ReferenceSampler } from '../../sim/types.ts';
import { LOG_STEP } from './objective.ts';
import { flattenPose, poseBuilder } from './pose-angles.ts';
import type { Scenario } from './scenario.ts';

/** Time between rows of the table [s]: control and logging ask at every second row. */
const STEP = LOG_STEP / 2;

export interface Reference {
  readonly start: Float64Array; // nq, the pose at time 0
  readonly sampler: ReferenceSampler;
  readonly duration: number; // [s] the last pose is held from here on
}

/** Angles [deg] at time t: from pose to pose. */
function anglesAt(out: Float64Array, scenario: Scenario, poses: readonly Float64Array[], t: number): void {
  out.set(poses[0]!);
  scenario.moves.forEach(({ start, duration }, i) => {
    const share = ease((t - start) / duration);
    if (share === 0) return;
    const [from, to] = [poses[i]!, poses[i + 1]!];
    for (let k = 0; k < out.length; k++) out[k] = from[k] + share * (to[k] - from[k]);
  });
}

/** Tabulates a scenario's motion for one body. Looking it up does not allocate. */
export function createReference(body: Body, scenario: Scenario): Reference {
  const { skeleton } = body;
  const [nq, nv] = [coordinateCount(skeleton), freedomCount(skeleton)];
  const builder = poseBuilder(body);
  const poses = [scenario.pose, ...scenario.moves.map(({ to }) => to)].map(flattenPose);
  const rows = Math.round(scenario.duration / STEP) + 1;
  const [q, v, a] = [new Float64Array(rows * nq), new Float64Array(rows * nv), new Float64Array(rows * nv)];
  const angles = poses[0]!.slice();
  const pose = new Float64Array(nq);
  for (let row = 0; row < rows; row++) {
    anglesAt(angles, scenario, poses, row * STEP);
    builder.build(pose, angles, scenario.support);
    q.set(pose, row * nq);
  }
  const rate = new Float64Array(nv);
  for (let row = 1; row + 1 < rows; row++) {
    difference(rate, skeleton, q, (row - 1) * nq, q, (row + 1) * nq, 2 * STEP);
    v.set(rate, row * nv);
  }
  for (let row = 1; row + 1 < rows; row++) {
    for (let k = 0; k < nv; k++) a[row * nv + k] = (v[(row + 1) * nv + k] - v[(row - 1) * nv + k]) / (2 * STEP);
  }
  return {
    start: q.slice(0, nq),
    duration: scenario.duration,
    sampler(out, t) {
      const row = Math.max(0, Math.min(rows - 1, Math.round(t / STEP)));
      out.q.set(q.subarray(row * nq, (row + 1) * nq));
      out.v.set(v.subarray(row * nv, (row + 1) * nv));
      out.a.set(a.subarray(row * nv, (row + 1) * nv));
    },
  };
}
