/** One cell of a map; the unit of work of `poise map`, in process or in a worker thread. */
import { type CellQuestion, type MapCell, mapCell } from '../../methods/recoverability/index.ts';
import type { Clip } from '../../motion/clip.ts';
import { personOf } from '../judge.ts';
import { loadMujoco } from '../mujoco.ts';
import type { BodyFlags } from '../options.ts';

export interface CellTask {
  readonly clip: Clip; // without its source, which may hold what cannot go to a thread
  readonly flags: BodyFlags;
  readonly question: CellQuestion;
  readonly simulate: boolean;
}

export type CellResult = { readonly cell: MapCell } | { readonly failure: string };

export async function fillCell({ clip, flags, question, simulate }: CellTask): Promise<CellResult> {
  const engine = simulate ? await loadMujoco() : undefined;
  return { cell: mapCell(personOf(clip, flags), clip, question, engine) };
}
