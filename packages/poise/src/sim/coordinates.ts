/** Between the engine's coordinates of the person and the Body's q and v. */
import { copyQuat, multiplyQuat, quatFromAxisAngle, relativeQuat } from '../math/quat.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { jointCount, quatIndex, velocityIndex } from '../motion/skeleton.ts';
import { coordinateOf, freedomOf, type Links } from './links.ts';

const turn = new Float64Array(4);

/** Turn about a unit axis that a rotation is, or comes nearest to [rad]. */
export const angleAbout = (q: ReadonlyVector, o: number, axis: ReadonlyVector, a: number): number => {
  const along = q[o] * axis[a] + q[o + 1] * axis[a + 1] + q[o + 2] * axis[a + 2];
  const angle = 2 * Math.atan2(along, q[o + 3]);
  return angle > Math.PI ? angle - 2 * Math.PI : angle < -Math.PI ? angle + 2 * Math.PI : angle;
};

/** qpos and qvel of the person from q and v of the Body; joints that do not move keep their first pose. */
export function writeState(
  qpos: Float64Array,
  qvel: Float64Array,
  links: Links,
  q: ReadonlyVector,
  v: ReadonlyVector,
): void {
  const { planar, joint, axis, pose } = links;
  for (let link = 0; link < links.count; link++) {
    const from = quatIndex(joint[link]);
    const speed = velocityIndex(joint[link]);
    const o = coordinateOf(links, link);
    const f = freedomOf(links, link);
    if (planar) {
      relativeQuat(turn, 0, pose, from, q, from);
      const angle = angleAbout(turn, 0, axis, 3 * link);
      const a = 3 * link;
      const rate = v[speed] * axis[a] + v[speed + 1] * axis[a + 1] + v[speed + 2] * axis[a + 2];
      if (link === 0) {
        qpos[0] = q[1] - pose[1];
        qpos[1] = q[2] - pose[2];
        qvel[0] = v[1];
        qvel[1] = v[2];
      }
      const shift = link === 0 ? 2 : 0;
      qpos[o + shift] = angle;
      qvel[f + shift] = rate;
      continue;
    }
    const shift = link === 0 ? 3 : 0;
    if (link === 0) {
      for (let k = 0; k < 3; k++) {
        qpos[k] = q[k];
        qvel[k] = v[k];
      }
    }
    qpos[o + shift] = q[from + 3];
    for (let k = 0; k < 3; k++) {
      qpos[o + shift + 1 + k] = q[from + k];
      qvel[f + shift + k] = v[speed + k];
    }
  }
}

/** q and v of the Body from the engine's. Joints that do not move: as in the first pose, at rest. */
export function readState(
  q: Float64Array,
  v: Float64Array,
  links: Links,
  qpos: ReadonlyVector,
  qvel: ReadonlyVector,
): void {
  const { planar, joint, axis, pose } = links;
  for (let link = 0; link < links.count; link++) {
    const to = quatIndex(joint[link]);
    const speed = velocityIndex(joint[link]);
    const o = coordinateOf(links, link);
    const f = freedomOf(links, link);
    if (planar) {
      const a = 3 * link;
      const shift = link === 0 ? 2 : 0;
      if (link === 0) {
        q[0] = pose[0];
        q[1] = pose[1] + qpos[0];
        q[2] = pose[2] + qpos[1];
        v[0] = 0;
        v[1] = qvel[0];
        v[2] = qvel[1];
      }
      quatFromAxisAngle(turn, 0, axis[a], axis[a + 1], axis[a + 2], qpos[o + shift]);
      multiplyQuat(q, to, pose, to, turn, 0);
      for (let k = 0; k < 3; k++) v[speed + k] = axis[a + k] * qvel[f + shift];
      continue;
    }
    const shift = link === 0 ? 3 : 0;
    if (link === 0) {
      for (let k = 0; k < 3; k++) {
        q[k] = qpos[k];
        v[k] = qvel[k];
      }
    }
    q[to + 3] = qpos[o + shift];
    for (let k = 0; k < 3; k++) {
      q[to + k] = qpos[o + shift + 1 + k];
      v[speed + k] = qvel[f + shift + k];
    }
  }
}

/** Writes the first pose's rotations of the joints that do not move. */
export function writeStiffJoints(q: Float64Array, links: Links): void {
  for (let j = 0; j < jointCount(links.body.skeleton); j++) {
    if (links.joint[links.linkOf[j]] !== j) copyQuat(q, quatIndex(j), links.pose, quatIndex(j));
  }
}
