/** What is known about the motion that is looked at: that of the clip on stage, or of a mode's result where that leads. */
import type { BalanceReport, Finding } from 'poise';
import { useSyncExternalStore } from 'react';
import { findingsOnStage, reportOnStage } from '../state/selectors.ts';
import { useStudio } from '../state/use-studio.ts';
import { useApp } from './studio-context.ts';

export interface ShownJudgement {
  readonly report: BalanceReport | undefined;
  readonly findings: readonly Finding[];
  readonly leads: boolean; // it is a result's, not the clip's on stage
}

export function useShownJudgement(): ShownJudgement {
  const { host } = useApp();
  const report = useStudio(reportOnStage);
  const findings = useStudio(findingsOnStage);
  const { leads } = useSyncExternalStore(host.subscribe, host.stage).companion ?? {};
  return leads ? { report: leads.report, findings: leads.findings, leads: true } : { report, findings, leads: false };
}
