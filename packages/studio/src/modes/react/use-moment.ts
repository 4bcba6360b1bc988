/** What holds at the playhead. */
import { useStudio } from '../../state/use-studio.ts';
import { usePlayhead } from '../shared/use-playhead.ts';
import { hitAt, type RunHit, type RunTurn, runOnStage, turnAt } from './types.ts';

export function useTurn(): RunTurn | undefined {
  const run = useStudio(runOnStage);
  return usePlayhead((time) => turnAt(run, time));
}

export function useHit(): RunHit | undefined {
  const run = useStudio(runOnStage);
  return usePlayhead((time) => hitAt(run, time));
}
