/** Ground that moves, and ground that is not level: one callback says where it is. */
import { motionNamed, perform, ReactionLayer, reactionLibrary, sample, unpackLibrary } from 'poise';
import { bodyOf, coordinateCount } from 'poise/dynamics';
import { type LayerGround, poseRig } from 'poise/react';
import { libraryText } from './support/library-text.ts';

const idle = perform(motionNamed('idle'));
const body = bodyOf(idle);
const library = reactionLibrary(unpackLibrary(await libraryText(), 'push-library.json'));

/** Plays six seconds with a shove; `place` is where the game has its model. */
function play(
  name: string,
  ground: LayerGround,
  place: (t: number) => readonly [x: number, y: number, z: number],
): void {
  const pose = new Float64Array(coordinateCount(idle.skeleton));
  const layer = new ReactionLayer(body, poseRig(pose), { library, ground });
  const told: string[] = [];
  for (let frame = 0; frame < 360; frame++) {
    sample(pose, idle, (frame / 60) % 6);
    const [x, y, z] = place(frame / 60);
    pose[0]! += x;
    pose[1]! += y;
    pose[2]! += z;
    told.push(...layer.update(1 / 60).map(({ kind }) => kind));
    if (frame === 30) layer.hit({ preset: 'shove', direction: [1, 0, 0], strength: 1.5 });
  }
  if (told.includes('fall') || told.includes('warning')) throw new Error(`${name}: ${told.join(', ')}`);
  console.log(`${name}: ${told.join(', ')}; ${layer.displacement.x.toFixed(2)} m aside`);
}

// a lift needs nothing: the layer follows the model
play('lift', 'model', (t) => [0, 5 + t, 0]);
// a platform says how fast it moves
const deck = { height: 2, normal: [0, 1, 0], velocity: [0.8, 0, 0] } as const;
play(
  'platform',
  () => deck,
  (t) => [0.8 * t, 2, 0],
);
// a hill, by heights alone; feet lie on it
play(
  'slope',
  (x, z) => 0.2 * x + 0.05 * z,
  () => [0, 0, 0],
);
// stairs of 0.15 m, with a hole behind them
play(
  'stairs',
  (x) => (x > 3 ? null : 0.15 * Math.floor((x + 0.4) / 0.8)),
  () => [0, 0, 0],
);
