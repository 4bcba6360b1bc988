/** A character controller with a capsule and a wall: the model goes where the reaction leads it, and no further than the wall. */
import { motionNamed, perform, ReactionLayer, reactionLibrary, sample, unpackLibrary } from 'poise';
import { bodyOf, coordinateCount } from 'poise/dynamics';
import { poseRig } from 'poise/react';
import { libraryText } from './support/library-text.ts';

const idle = perform(motionNamed('idle'));
const pose = new Float64Array(coordinateCount(idle.skeleton));
const model = { x: 0, z: 0 }; // [m] where the game has it
const WALL = 0.4; // [m] x of a wall; the capsule has 0.25 m

const layer = new ReactionLayer(bodyOf(idle), poseRig(pose), {
  library: reactionLibrary(unpackLibrary(await libraryText(), 'push-library.json')),
  walkable: (x) => x < WALL - 0.1, // no foot goes there …
  onMove: (delta) => {
    // … and your controller says how far the capsule gets
    const allowed = { x: Math.min(delta.x, WALL - 0.25 - model.x), z: delta.z };
    model.x += allowed.x;
    model.z += allowed.z;
    return allowed;
  },
});

for (let frame = 0; frame < 360; frame++) {
  sample(pose, idle, (frame / 60) % 6); // what a mixer would do
  pose[0]! += model.x;
  pose[2]! += model.z;
  for (const event of layer.update(1 / 60)) {
    if (event.kind === 'step')
      console.log(`${event.time.toFixed(2)} s: ${event.foot} foot to x = ${event.position[0].toFixed(2)} m`);
    if (event.kind === 'settled') console.log(`${event.time.toFixed(2)} s: settled at x = ${model.x.toFixed(2)} m`);
  }
  if (frame === 30) layer.hit({ preset: 'shove', direction: { x: 1, y: 0, z: 0 }, strength: 1.4 });
}
if (model.x > WALL - 0.25 + 1e-9) throw new Error('through the wall');
