/** Hits while one animation fades into another: the layer reads whatever the mixer has made of them. */
import { motionNamed, perform, ReactionLayer, sample } from 'poise';
import { bodyOf, coordinateCount } from 'poise/dynamics';
import { poseRig } from 'poise/react';

const [idle, walk] = [perform(motionNamed('idle')), perform(motionNamed('walk'), { values: { strides: 9 } })];
const size = coordinateCount(idle.skeleton);
const [pose, other] = [new Float64Array(size), new Float64Array(size)];
const layer = new ReactionLayer(bodyOf(idle), poseRig(pose));

/** As a mixer fades: places and rotations, each part for itself. */
function fade(to: Float64Array, from: Float64Array, share: number): void {
  for (let i = 0; i < 3; i++) to[i]! += share * (from[i]! - to[i]!);
  for (let i = 3; i < size; i += 4) {
    const dot = [0, 1, 2, 3].reduce((sum, c) => sum + to[i + c]! * from[i + c]!, 0);
    for (let c = 0; c < 4; c++) to[i + c]! += share * ((dot < 0 ? -1 : 1) * from[i + c]! - to[i + c]!);
    const length = Math.hypot(to[i]!, to[i + 1]!, to[i + 2]!, to[i + 3]!);
    for (let c = 0; c < 4; c++) to[i + c]! /= length;
  }
}

let before = Number.NaN;
let leap = 0;
for (let frame = 0; frame < 480; frame++) {
  const t = frame / 60;
  sample(pose, idle, t % 6);
  sample(other, walk, Math.max(0, t - 2));
  const share = Math.max(0, Math.min(1, (t - 2) / 0.5)); // fades from 2 s to 2.5 s
  fade(pose, other, share);
  for (const { time, kind, method } of layer.update(1 / 60))
    if (kind !== 'footfall') console.log(`${time.toFixed(2)} s ${kind} (${method})`);
  if (frame === 130) layer.hit({ bone: 'chest', impulse: [12, 0, 0] }); // in the midst of it
  if (!Number.isNaN(before)) leap = Math.max(leap, Math.abs(pose[0]! - before));
  before = pose[0]!;
}
console.log(`hips move by at most ${(100 * leap).toFixed(1)} cm aside from frame to frame`);
