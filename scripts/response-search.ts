// `npx tsx scripts/response-search.ts [name …]`: looks for step timings with which every check of a generated response passes,
// near the mean of people, and prints the rows of performer/responses/tuned-timing.ts. Minutes of work; done once.
import { createActor } from '../packages/poise/src/performer/actor.ts';
import { checkResponse, failedChecks } from '../packages/poise/src/performer/responses/checks.ts';
import { performRequest, responseOfDraft } from '../packages/poise/src/performer/responses/generate.ts';
import { libraryPlan } from '../packages/poise/src/performer/responses/library-plan.ts';
import { neutralStance } from '../packages/poise/src/performer/responses/neutral.ts';
import type { ResponseRequest, StepTiming } from '../packages/poise/src/performer/responses/request.ts';
import { timingChanges } from '../packages/poise/src/performer/responses/timing-changes.ts';

const actor = createActor();
const neutral = neutralStance(actor);
const wanted = process.argv.slice(2);
const chosen = libraryPlan().filter(
  ({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)),
);

function failuresOf(request: ResponseRequest): readonly string[] {
  const draft = performRequest(actor, neutral, request);
  if (!draft.performed.q.every(Number.isFinite)) return ['diverges'];
  return failedChecks(checkResponse(actor, draft, responseOfDraft(actor, neutral, draft)));
}

for (const request of chosen) {
  const { steps } = request;
  const first = failuresOf(request);
  if (first.length === 0) continue;
  let best: { change: Partial<StepTiming>; failures: readonly string[] } = { change: {}, failures: first };
  if (steps) {
    for (const change of timingChanges(steps)) {
      const failures = failuresOf({ ...request, steps: { ...steps, ...change } });
      if (failures.length < best.failures.length) best = { change, failures };
      if (failures.length === 0) break;
    }
  }
  process.stdout.write(
    `  '${request.name}': ${JSON.stringify(best.change)}, // was ${first.join(' ')}; now ${best.failures.join(' ') || 'passes'}\n`,
  );
}
