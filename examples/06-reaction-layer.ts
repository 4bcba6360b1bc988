/** Hits on top of an animation, as a game runs it: pose, update, hit; and the same again from a saved moment. */
import { bodyOf, coordinateCount, motionNamed, perform, poseRig, ReactionLayer, sample } from 'poise';

const walk = perform(motionNamed('walk'), { values: { strides: 4 } });
const pose = new Float64Array(coordinateCount(walk.skeleton));
const layer = new ReactionLayer(bodyOf(walk), poseRig(pose));

function play(from: number, to: number): void {
  for (let frame = from; frame < to; frame++) {
    sample(pose, walk, frame / 60); // what a mixer would do
    for (const event of layer.update(1 / 60)) console.log(`${event.time.toFixed(2)} s ${event.kind}`);
    if (frame === 60) layer.hit({ bone: 'chest', impulse: [25, 0, 0] }); // [N·s] to the left
  }
}

play(0, 75);
const saved = JSON.stringify(layer.save());
play(75, 240);
const first = [...pose];
layer.restore(JSON.parse(saved));
play(75, 240);
console.log(`replayed: ${pose.every((value, i) => value === first[i]) ? 'the same to the bit' : 'something else'}`);
