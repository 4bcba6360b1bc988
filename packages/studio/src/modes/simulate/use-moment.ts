import { useStudio } from '../../state/use-studio.ts';
import { usePlayhead } from '../shared/use-playhead.ts';
import { runOnStage, type SimPush, type SimTurn, turnAt } from './types.ts';

export function useTurn(): SimTurn | undefined {
  const run = useStudio(runOnStage);
  return usePlayhead((time) => turnAt(run, time / (run?.frameTime ?? 1)));
}

export function usePush(): SimPush | undefined {
  const run = useStudio(runOnStage);
  return usePlayhead((time) => run?.pushes.findLast(({ frame }) => frame * run.frameTime <= time + 1e-6));
}
