// `npx tsx scripts/response-search.ts [name …]`: looks for step timings with which every check of a generated response passes,
// near the mean of people, and prints the rows of performer/responses/tuned-timing.ts. Minutes of work; done once.
import { createActor } from '../packages/poise/src/performer/actor.ts';
import { checkResponse, failedChecks } from '../packages/poise/src/performer/responses/checks.ts';
import { performRequest, responseOfDraft } from '../packages/poise/src/performer/responses/generate.ts';
import { libraryPlan } from '../packages/poise/src/performer/responses/library-plan.ts';
import { neutralStance } from '../packages/poise/src/performer/responses/neutral.ts';
import type { ResponseRequest, StepTiming } from '../packages/poise/src/performer/responses/request.ts';

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

/** Changes of a timing, the smaller the earlier. */
function changes(steps: StepTiming): readonly Partial<StepTiming>[] {
  const found: { change: Partial<StepTiming>; size: number }[] = [];
  for (const lift of [0, -0.02, 0.02, 0.04]) {
    for (const swing of [0, -0.03, 0.03, -0.06]) {
      for (const sink of [1, 0.75, 1.3]) {
        for (const later of steps.count > 1 ? [0, 0.04, -0.04] : [0]) {
          const change: Partial<StepTiming> = {
            ...(lift !== 0 && { lift: round(steps.lift + lift) }),
            ...(swing !== 0 && { swing: round(steps.swing + swing) }),
            ...(later !== 0 && { later: round(steps.later + later) }),
            ...(sink !== 1 && { sink }),
          };
          const size = Math.abs(lift) / 0.02 + Math.abs(swing) / 0.03 + Math.abs(later) / 0.04 + Math.abs(sink - 1) * 3;
          found.push({ change, size });
        }
      }
    }
  }
  return found.sort((a, b) => a.size - b.size).map(({ change }) => change);
}

const round = (value: number): number => Math.round(1000 * value) / 1000;

for (const request of chosen) {
  const { steps } = request;
  const first = failuresOf(request);
  if (first.length === 0) continue;
  let best: { change: Partial<StepTiming>; failures: readonly string[] } = { change: {}, failures: first };
  if (steps) {
    for (const change of changes(steps)) {
      const failures = failuresOf({ ...request, steps: { ...steps, ...change } });
      if (failures.length < best.failures.length) best = { change, failures };
      if (failures.length === 0) break;
    }
  }
  process.stdout.write(
    `  '${request.name}': ${JSON.stringify(best.change)}, // was ${first.join(' ')}; now ${best.failures.join(' ') || 'passes'}\n`,
  );
}
