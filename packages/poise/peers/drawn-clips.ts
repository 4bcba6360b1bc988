/** Performed clips with motion, body and style drawn at random: no captures are needed, and nothing was set on them. */
import { createRng, uniform } from '../src/math/random.ts';
import { type Clip, createClip } from '../src/motion/clip.ts';
import { motions } from '../src/performer/index.ts';
import { perform } from '../src/performer/motion.ts';
import { isSwitch, isWhole } from '../src/performer/parameters.ts';

export interface DrawnClip {
  readonly name: string;
  readonly clip: Clip;
}

/** `count` clips of motions that are possible, as if they came from files that say nothing of themselves. */
export function drawClips(count: number, seed: number): readonly DrawnClip[] {
  const rng = createRng(seed);
  const possible = motions.filter(({ balanced }) => balanced);
  return Array.from({ length: count }, (_, k) => {
    const motion = possible[k % possible.length]!;
    const values = Object.fromEntries(
      motion.parameters.map((parameter) => {
        const { name, min, max, default: usual } = parameter;
        if (name === 'seed') return [name, Math.floor(rng.next() * 1e6)];
        if (isSwitch(parameter)) return [name, usual];
        const value = Math.min(max, Math.max(min, usual + uniform(rng, -0.15, 0.15) * (max - min)));
        return [name, isWhole(parameter) ? Math.round(value) : value];
      }),
    );
    const clip = perform(motion, { values, body: { height: uniform(rng, 1.5, 1.95) }, fps: 30 });
    return { name: `${motion.id}-${k}`, clip: createClip({ ...clip, provenance: 'unknown' }) };
  });
}
