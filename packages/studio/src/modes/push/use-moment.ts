import type { BalancerStatus } from 'poise/react';
import { useStudio } from '../../state/use-studio.ts';
import { usePlayhead } from '../shared/use-playhead.ts';
import { answerAt, type RunAnswer, runOnStage } from './types.ts';

export function useAnswer(): RunAnswer | undefined {
  const run = useStudio(runOnStage);
  return usePlayhead((time) => answerAt(run, time));
}

export function useStatus(): BalancerStatus {
  const run = useStudio(runOnStage);
  return usePlayhead((time) => run?.frames.statusAt(time / run.frameTime) ?? 'balanced');
}
