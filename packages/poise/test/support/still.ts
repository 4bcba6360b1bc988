/** Somebody who stands still, as a second of a clip. */
import { withCoordinates } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { trim } from '../../src/motion/trim.ts';
import { createActor } from '../../src/performer/actor.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';

export const { body } = createActor();
export const nq = coordinateCount(body.skeleton);
export const idle = trim(perform(motionNamed('idle')), 0, 60);
export const still = withCoordinates(
  idle,
  Float64Array.from({ length: 60 * nq }, (_, i) => idle.q[i % nq]!),
);

/** The joint that has a role; the root where there is none. */
export const role = (name: keyof typeof body.roles): number => body.roles[name] ?? 0;
