/** The motions that Poise can perform by itself. */
import { UsageError } from '../errors.ts';
import type { PerformerMotion } from './motion.ts';
import { bend } from './motions/bend.ts';
import { crouch } from './motions/crouch.ts';
import { idle } from './motions/idle.ts';
import { kick } from './motions/kick.ts';
import { limboRaw } from './motions/limbo-raw.ts';
import { limboWalk } from './motions/limbo-walk.ts';
import { punch } from './motions/punch.ts';
import { run } from './motions/run.ts';
import { squat } from './motions/squat.ts';
import { startStop } from './motions/start-stop.ts';
import { stretch } from './motions/stretch.ts';
import { turn } from './motions/turn.ts';
import { walk } from './motions/walk.ts';

export const motions: readonly PerformerMotion[] = [
  idle,
  stretch,
  bend,
  squat,
  crouch,
  kick,
  punch,
  limboRaw,
  limboWalk,
  walk,
  run,
  startStop,
  turn,
];

/** A motion by its id. Throws UsageError naming the known ones. */
export function motionNamed(id: string): PerformerMotion {
  const found = motions.find((motion) => motion.id === id);
  if (found) return found;
  throw new UsageError(`there is no motion "${id}"; Poise performs: ${motions.map((motion) => motion.id).join(', ')}`);
}
