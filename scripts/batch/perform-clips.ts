/** Very many short clips, made by code: motions, bodies and styles drawn at random, cut at random places. Same seed, same files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRng, type Rng, uniform } from '../../packages/poise/src/math/random.ts';
import { writeClip } from '../../packages/poise/src/motion/formats/index.ts';
import { mirror } from '../../packages/poise/src/motion/mirror.ts';
import { trim } from '../../packages/poise/src/motion/trim.ts';
import { motions } from '../../packages/poise/src/performer/index.ts';
import { perform } from '../../packages/poise/src/performer/motion.ts';
import { isSwitch, isWhole, type Parameter } from '../../packages/poise/src/performer/parameters.ts';

const FPS = 30;
const FRAMES = [30, 75] as const; // of a cut
const CUTS = 40; // of one performance
const FOLDER_SIZE = 500; // files

/** A value in the middle half of a parameter's range; parameters beyond that are the business of other tests. */
function drawnValue(rng: Rng, parameter: Parameter): number {
  if (isSwitch(parameter)) return rng.next() < 0.5 ? 0 : 1;
  const { min, max, default: usual } = parameter;
  const value = usual + uniform(rng, -0.25, 0.25) * (max - min);
  const within = Math.min(max, Math.max(min, value));
  return isWhole(parameter) ? Math.round(within) : within;
}

/** Performs until there are `count` files in `folder`. Returns how many performances were cut up. */
export async function performClips(folder: string, count: number, seed: number): Promise<number> {
  const rng = createRng(seed);
  let made = 0;
  let performances = 0;
  while (made < count) {
    const motion = motions[Math.floor(rng.next() * motions.length)]!;
    const values = Object.fromEntries(
      motion.parameters.map((parameter) => [
        parameter.name,
        parameter.name === 'seed' ? Math.floor(rng.next() * 1e6) : drawnValue(rng, parameter),
      ]),
    );
    const clip = perform(motion, { values, body: { height: uniform(rng, 1.5, 1.95) }, fps: FPS });
    performances++;
    for (let cut = 0; cut < CUTS && made < count; cut++, made++) {
      const length = Math.min(clip.frameCount, Math.round(uniform(rng, ...FRAMES)));
      const start = Math.floor(rng.next() * (clip.frameCount - length + 1));
      const piece = trim(clip, start, start + length);
      const place = join(folder, String(Math.floor(made / FOLDER_SIZE)).padStart(3, '0'));
      mkdirSync(place, { recursive: true });
      const name = `${String(made).padStart(5, '0')}-${motion.id}.bvh`;
      writeFileSync(join(place, name), await writeClip(rng.next() < 0.5 ? mirror(piece) : piece, name));
    }
  }
  return performances;
}
