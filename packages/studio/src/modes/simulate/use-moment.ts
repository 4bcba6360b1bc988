/** What holds at the playhead: renders when it changes, not with every picture. */
import { useSyncExternalStore } from 'react';
import { useApp } from '../../app/studio-context.ts';
import { useStudio } from '../../state/use-studio.ts';
import { runOnStage, type SimPush, type SimTurn, turnAt } from './types.ts';

export function useTurn(): SimTurn | undefined {
  const { player } = useApp();
  const run = useStudio(runOnStage);
  const read = (): SimTurn | undefined => turnAt(run, player.playhead.time() / (run?.frameTime ?? 1));
  return useSyncExternalStore(player.playhead.subscribe, read);
}

export function usePush(): SimPush | undefined {
  const { player } = useApp();
  const run = useStudio(runOnStage);
  const read = (): SimPush | undefined =>
    run?.pushes.findLast(({ frame }) => frame * run.frameTime <= player.playhead.time() + 1e-6);
  return useSyncExternalStore(player.playhead.subscribe, read);
}
