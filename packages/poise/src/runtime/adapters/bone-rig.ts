/** A person's bones in a scene as a rig: reads the pose that the animation has made, writes another. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { conjugateQuat, multiplyQuat, normalizeQuat, relativeQuat } from '../../math/quat.ts';
import { quatIndex } from '../../motion/skeleton.ts';
import type { Rig } from '../rig.ts';
import { createBoneMemory, noteWritten, putBack } from './bone-memory.ts';
import { invertAxes, type ObjectLike, splitMatrix, worldTurn } from './three-objects.ts';

const turns = new Float64Array(8);
const local = new Float64Array(4);
const way = new Float64Array(3);

/** Bones without a role are read only. `detached`: joints that hang on another bone in the scene than in the body. Mixers set only
 *  what has changed in their tracks, and bones without a track are never set: what nobody has touched since it was written is put
 *  back before it is read. */
export function boneRig(
  body: Body,
  bones: readonly ObjectLike[],
  detached: readonly number[],
  metresPerUnit: number,
  root: ObjectLike,
): Rig {
  const [hips] = bones;
  const { parents } = body.skeleton;
  const written = [...new Set(Object.values(body.roles))].filter((joint) => joint > 0);
  const plain = written.filter((joint) => !detached.includes(joint));
  const loose = written.filter((joint) => detached.includes(joint));
  const memories = [0, ...written].map((joint) => createBoneMemory(bones[joint]));
  const ws = createWorkspace(body);
  return {
    originHeight: () => metresPerUnit * root.matrixWorld.elements[13],
    read(q) {
      for (const memory of memories) putBack(memory);
      hips.updateWorldMatrix(true, false);
      for (let c = 0; c < 3; c++) q[c] = metresPerUnit * hips.matrixWorld.elements[12 + c];
      q.set(worldTurn(hips), 3);
      for (let k = 1; k < bones.length; k++) {
        const { x, y, z, w } = bones[k].quaternion;
        const i = quatIndex(k);
        q[i] = x;
        q[i + 1] = y;
        q[i + 2] = z;
        q[i + 3] = w;
      }
      for (const joint of detached) readTurn(q, quatIndex(joint), bones[joint], bones[parents[joint]]);
    },
    write(q) {
      writeWorld(hips, q, 0, q, 3, metresPerUnit);
      for (const joint of plain) {
        const i = quatIndex(joint);
        bones[joint].quaternion.set(q[i], q[i + 1], q[i + 2], q[i + 3]);
      }
      if (loose.length > 0) forwardKinematics(body, ws, q);
      for (const joint of loose) {
        writeWorld(bones[joint], ws.segmentOrigin, 3 * joint, ws.segmentRotation, 4 * joint, metresPerUnit);
      }
      for (const memory of memories) noteWritten(memory);
    },
  };
}

/** Rotation of a bone in the frame of one that it does not hang on. */
function readTurn(q: Float64Array, i: number, bone: ObjectLike, frame: ObjectLike): void {
  bone.updateWorldMatrix(true, false);
  frame.updateWorldMatrix(true, false);
  turns.set(splitMatrix(frame.matrixWorld.elements).turn, 0);
  turns.set(splitMatrix(bone.matrixWorld.elements).turn, 4);
  relativeQuat(q, i, turns, 0, turns, 4);
}

/** Places a bone in the world; it lives in its parent's frame, which may be turned, moved, scaled and skewed. */
function writeWorld(
  bone: ObjectLike,
  place: Float64Array,
  p: number,
  turn: Float64Array,
  t: number,
  metresPerUnit: number,
): void {
  const above = bone.parent?.matrixWorld.elements ?? IDENTITY;
  for (let c = 0; c < 3; c++) way[c] = place[p + c] / metresPerUnit - above[12 + c];
  const back = invertAxes(above);
  const along = (row: number): number => back[row] * way[0] + back[4 + row] * way[1] + back[8 + row] * way[2];
  bone.position.set(along(0), along(1), along(2));
  conjugateQuat(local, 0, splitMatrix(above).turn, 0);
  multiplyQuat(local, 0, local, 0, turn, t);
  normalizeQuat(local, 0, local, 0);
  bone.quaternion.set(local[0], local[1], local[2], local[3]);
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
