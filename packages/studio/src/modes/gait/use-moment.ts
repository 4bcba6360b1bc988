/** What holds at the playhead: renders when it changes, not with every picture. */
import { useSyncExternalStore } from 'react';
import { useApp } from '../../app/studio-context.ts';
import { useStudio } from '../../state/use-studio.ts';
import { hitAt, type RunHit, type RunTurn, runOnStage, turnAt } from './types.ts';

export function useTurn(): RunTurn | undefined {
  const { player } = useApp();
  const run = useStudio(runOnStage);
  return useSyncExternalStore(player.playhead.subscribe, () => turnAt(run, player.playhead.time()));
}

export function useHit(): RunHit | undefined {
  const { player } = useApp();
  const run = useStudio(runOnStage);
  return useSyncExternalStore(player.playhead.subscribe, () => hitAt(run, player.playhead.time()));
}
