/** What holds at the playhead: renders when it changes, not with every picture. */
import type { BalancerStatus } from 'poise';
import { useSyncExternalStore } from 'react';
import { useApp } from '../../app/studio-context.ts';
import { useStudio } from '../../state/use-studio.ts';
import { answerAt, type RunAnswer, runOnStage } from './types.ts';

export function useAnswer(): RunAnswer | undefined {
  const { player } = useApp();
  const run = useStudio(runOnStage);
  return useSyncExternalStore(player.playhead.subscribe, () => answerAt(run, player.playhead.time()));
}

export function useStatus(): BalancerStatus {
  const { player } = useApp();
  const run = useStudio(runOnStage);
  const read = (): BalancerStatus => run?.frames.statusAt(player.playhead.time() / run.frameTime) ?? 'balanced';
  return useSyncExternalStore(player.playhead.subscribe, read);
}
