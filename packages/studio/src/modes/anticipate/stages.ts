/** Stages of a worker: building one takes a moment, so the last few are kept. */
import { canonicalJson, type Scenario, type Stage } from 'poise/anticipation';

const KEPT = 3; // as believed, as it is, and the one before

export interface Stages {
  readonly stageFor: (scenario: Scenario) => Stage;
}

export function createStages(build: (scenario: Scenario) => Stage): Stages {
  const stages = new Map<string, Stage>();
  return {
    stageFor(scenario) {
      const key = canonicalJson(scenario);
      const known = stages.get(key);
      const stage = known ?? build(scenario);
      stages.delete(key);
      stages.set(key, stage); // to the end: used last
      for (const [old, unused] of [...stages].slice(0, -KEPT)) {
        stages.delete(old);
        unused.delete();
      }
      return stage;
    },
  };
}
