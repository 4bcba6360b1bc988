/** Hits on top of an animation, as a game runs it: pose, update, hit; and the same again from a saved moment. */
import { motionNamed, perform, ReactionLayer, sample } from 'poise';
import { bodyOf, coordinateCount } from 'poise/dynamics';
import { poseRig } from 'poise/react';

const walk = perform(motionNamed('walk'), { values: { strides: 9 } });
const pose = new Float64Array(coordinateCount(walk.skeleton));
const layer = new ReactionLayer(bodyOf(walk), poseRig(pose));

function play(from: number, to: number): void {
  for (let frame = from; frame < to; frame++) {
    sample(pose, walk, frame / 60); // what a mixer would do
    for (const { time, kind, method } of layer.update(1 / 60)) console.log(`${time.toFixed(2)} s ${kind} (${method})`);
    if (frame === 60 || frame === 240) layer.hit({ bone: 'chest', impulse: [20, 0, 0] }); // [N·s] to the left
  }
}

play(0, 255); // by the second hit the walk has been seen twice: reactive locomotion knows it
const [saved, gaits] = [layer.save(), layer.saveGait()]; // bytes: keep them, send them
play(255, 540);
const first = [...pose];
if (gaits) layer.restoreGait(gaits.bytes);
layer.restore(saved);
play(255, 540);
console.log(`replayed: ${pose.every((value, i) => value === first[i]) ? 'the same to the bit' : 'something else'}`);
