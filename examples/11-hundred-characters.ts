/** A crowd: one body and one library for all, and everybody saved in a few kilobytes. */
import { motionNamed, perform, ReactionLayer, reactionLibrary, sample, unpackLibrary } from 'poise';
import { bodyOf, coordinateCount } from 'poise/dynamics';
import { poseRig } from 'poise/react';
import { libraryText } from './support/library-text.ts';

const idle = perform(motionNamed('idle'));
const body = bodyOf(idle);
const library = reactionLibrary(unpackLibrary(await libraryText(), 'push-library.json'));
const crowd = Array.from({ length: 100 }, (_, k) => {
  const pose = new Float64Array(coordinateCount(idle.skeleton));
  const layer = new ReactionLayer(body, poseRig(pose), { library });
  return { pose, layer, late: (k * 0.37) % 5 };
});
let [steps, settled] = [0, 0];
for (let frame = 0; frame < 240; frame++) {
  crowd.forEach(({ pose, layer, late }, k) => {
    sample(pose, idle, (frame / 60 + late) % 6);
    for (const { kind } of layer.update(1 / 60)) {
      if (kind === 'step') steps++;
      if (kind === 'settled') settled++;
    }
    if (k % 10 === 0 && frame === 20 + k / 5) layer.hit({ preset: 'shove', direction: [Math.sin(k), 0, Math.cos(k)] });
  });
}
const bytes = crowd.reduce((sum, { layer }) => sum + layer.save().byteLength, 0);
console.log(
  `10 of 100 were shoved: ${steps} steps, ${settled} settled; all of them saved in ${(bytes / 1024).toFixed(0)} kB`,
);
