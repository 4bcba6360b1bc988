/** The same files read by three's BVHLoader: world positions of all joints agree. */
import { readFileSync } from 'node:fs';
import { QuaternionKeyframeTrack, Vector3, VectorKeyframeTrack } from 'three';
import { BVHLoader } from 'three/examples/jsm/loaders/BVHLoader.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseBvh } from '../../src/motion/formats/bvh-parse.ts';
import { bytesOf, TINY } from '../support/bvh-text.ts';
import { describeWithMocap, mocapPath } from '../support/mocap.ts';
import { worldPositions } from '../support/raw-compare.ts';

// three stores tracks as 32-bit floats; doubles let the comparison go to the last digits.
beforeAll(() => {
  for (const track of [QuaternionKeyframeTrack, VectorKeyframeTrack]) {
    Object.defineProperty(track.prototype, 'ValueBufferType', { value: Float64Array });
  }
});

/** World positions of all joints by three, n × 3. It knows tracks only in the order of its bones. */
function positionsByThree(text: string): (frame: number) => Float64Array {
  const { skeleton, clip } = new BVHLoader().parse(text);
  const bones = skeleton.bones.filter(({ name }) => name !== 'ENDSITE');
  const point = new Vector3();
  return (frame) => {
    bones.forEach((bone, n) => {
      bone.position.fromArray(clip.tracks[2 * n].values, 3 * frame);
      bone.quaternion.fromArray(clip.tracks[2 * n + 1].values, 4 * frame);
    });
    bones[0].updateMatrixWorld(true);
    return Float64Array.from(bones.flatMap((bone) => bone.getWorldPosition(point).toArray()));
  };
}

function expectSame(ours: string, theirs: string): void {
  const raw = parseBvh(bytesOf(ours), 'x.bvh');
  const byThree = positionsByThree(theirs);
  for (let frame = 0; frame < raw.frameCount; frame += Math.ceil(raw.frameCount / 25)) {
    const [a, b] = [worldPositions(raw, frame), byThree(frame)];
    expect(a.length).toBe(b.length);
    const size = Math.max(...b.map(Math.abs));
    a.forEach((value, n) => {
      if (!(Math.abs(value - b[n]) <= 1e-9 * size))
        throw new Error(`frame ${frame}, number ${n}: ${value} and ${b[n]}`);
    });
  }
}

/** three adds positions to the OFFSET. Without the OFFSET of joints that have positions both readings are one. */
const withoutOffsets = (text: string) => text.replaceAll(/OFFSET[^\n]*(\n\s*CHANNELS 6 Xposition)/g, 'OFFSET 0 0 0$1');

describe('against three', () => {
  it('a small file', () => expectSame(TINY, TINY));
});

describeWithMocap('captured files against three', () => {
  const read = (...parts: string[]) => readFileSync(mocapPath(...parts), 'utf8');
  it.each([
    ['cmu-bvh', '02_01.bvh'],
    ['cmu-bvh', '49_20.bvh'],
    ['threejs-examples', 'pirouette.bvh'],
    ['snu-ys2010', 'boxing_boxman_hited_dir.bvh'],
  ])('%s/%s as it stands', (...parts) => expectSame(read(...parts), read(...parts)));
  it('reactidle, where those of the root are added to the OFFSET and the others replace it', () => {
    const text = read('reactidle', '003_genuine.bvh');
    const root = text.indexOf('JOINT');
    expectSame(text, text.slice(0, root) + withoutOffsets(text.slice(root)));
  });
  it.each([
    ['snu-ys2010', 'wd2_PushBack01.bvh'],
    ['snu-ys2010', 'wd2_falling_down.bvh'],
    ['snu-ys2010', 'woddy2_walk_normal_to_slope.bvh'],
    ['bandai-namco', 'dataset-1_walk_normal_001.bvh'],
    ['genoview', 'Geno_bind.bvh'],
  ])('%s/%s, whose positions replace the OFFSET', (...parts) =>
    expectSame(read(...parts), withoutOffsets(read(...parts))),
  );
});
