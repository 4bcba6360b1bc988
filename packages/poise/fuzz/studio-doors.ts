/** Doors of the studio. They lie in a package above this one, so they are found when the program runs. */
import type { Seed } from './seeds.ts';
import type { Target } from './targets.ts';

interface StudioDoors {
  readonly studioTargets: Readonly<Record<string, Target>>;
  readonly studioSeeds: () => readonly Seed[];
}

export const studioDoors = (): Promise<StudioDoors> =>
  import(new URL('../../studio/fuzz/targets.ts', import.meta.url).href) as Promise<StudioDoors>;
