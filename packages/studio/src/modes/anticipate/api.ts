/** What the mode Anticipate asks of its workers. Every request says all that is needed; a worker keeps the stages it has built. */
import type { Anticipated, Recording, Rollout, RolloutRequest, Scenario } from 'poise/anticipation';
import type { Judgement } from '../../worker/api.ts';

/** A rollout to look at, judged as any clip, with the forces of what is caught known. The body stays here: the page has it. */
export interface JudgedRecording {
  readonly recording: Recording;
  readonly judgement: Omit<Judgement, 'body'>;
}

export type RolloutOrder = Extract<RolloutRequest, { kind: 'rollout' }>;

export interface AnticipateWorker {
  /** Loads the engine ahead of the first rollout. */
  warm(): Promise<void>;
  rollout(scenario: Scenario, order: RolloutOrder): Promise<Rollout>;
  record(scenario: Scenario, anticipated: Anticipated): Promise<JudgedRecording>;
}
