/**
 * How a model's bones lie to each other, whatever stands above them: turned, scaled more along one axis than along another, or in other units.
 * Turns are those of the pose that the skin was bound in; places those of now, so that lengths are what is seen.
 */
import { multiplyQuat, rotateBack3 } from '../../math/quat.ts';
import { invertAxes, type ObjectLike, type SkeletonLike, splitMatrix, timesAxes, worldTurn } from './three-objects.ts';

/** World rotations of bones (parents first) in the pose they were bound in. From bone to bone, since below a stretched node the axes of a matrix
 *  are skewed, and those of one bone in another's are not. */
export function bindTurns(
  bones: readonly ObjectLike[],
  parents: readonly number[],
  skin: SkeletonLike,
): readonly Float64Array[] {
  const inverses = bones.map((bone) => skin.boneInverses[skin.bones.indexOf(bone)]?.elements);
  const turns: Float64Array[] = [];
  bones.forEach((bone, k) => {
    const [own, above] = [inverses[k], inverses[parents[k]]];
    if (parents[k] < 0) {
      turns.push(own ? splitMatrix(invertAxes(own)).turn : worldTurn(bone));
      return;
    }
    // a node that no skin was bound to stands as it does now
    const local = own && above ? splitMatrix(timesAxes(above, invertAxes(own))).turn : quaternionOf(bone);
    multiplyQuat(local, 0, turns[parents[k]], 0, local, 0);
    turns.push(local);
  });
  return turns;
}

/** Places of bones in their parents' axes, in units of the scene, 3 each. */
export function bindOffsets(bones: readonly ObjectLike[], parents: readonly number[]): Float64Array {
  const offsets = new Float64Array(3 * bones.length);
  const turns: Float64Array[] = [];
  bones.forEach((bone, k) => {
    const p = parents[k];
    const hangs = p >= 0 && bone.parent === bones[p];
    const turn = hangs ? quaternionOf(bone) : worldTurn(bone);
    if (hangs) multiplyQuat(turn, 0, turns[p], 0, turn, 0);
    turns.push(turn);
    if (p < 0) return;
    const [at, from] = [bone.matrixWorld.elements, bones[p].matrixWorld.elements];
    for (let c = 0; c < 3; c++) offsets[3 * k + c] = at[12 + c] - from[12 + c];
    rotateBack3(offsets, 3 * k, turns[p], 0, offsets, 3 * k);
  });
  return offsets;
}

const quaternionOf = ({ quaternion: { x, y, z, w } }: ObjectLike): Float64Array => Float64Array.of(x, y, z, w);
