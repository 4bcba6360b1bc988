/** One response of the built-in library, performed and checked: what a thread is given at a time. */
import { type Actor, createActor } from '../../performer/actor.ts';
import type { MannequinOptions } from '../../performer/mannequin/skeleton.ts';
import { checkResponse, ESTIMATE_CHECKS, failedChecks } from '../../performer/responses/checks.ts';
import { packResponse } from '../../performer/responses/compact.ts';
import { performRequest, responseOfDraft } from '../../performer/responses/generate.ts';
import { libraryPlan } from '../../performer/responses/library-plan.ts';
import { type Neutral, neutralStance } from '../../performer/responses/neutral.ts';
import type { ResponseRequest } from '../../performer/responses/request.ts';
import { timingChanges } from '../../performer/responses/timing-changes.ts';

export interface PerformTask {
  readonly body: MannequinOptions;
  readonly index: number; // in libraryPlan()
}

export interface PerformedLine {
  readonly line: string; // of the packed library
  readonly name: string;
  readonly failures: readonly string[]; // checks that do not pass
}

let known: { readonly key: string; readonly actor: Actor; readonly neutral: Neutral } | undefined;

const ATTEMPTS = 16; // timings that are tried where the usual one could not happen on a body

export async function performTask({ body, index }: PerformTask): Promise<PerformedLine> {
  const key = JSON.stringify(body);
  if (known?.key !== key) {
    const actor = createActor(body);
    known = { key, actor, neutral: neutralStance(actor) };
  }
  const request = libraryPlan()[index];
  const { steps } = request;
  let best = attempt(known.actor, known.neutral, request);
  if (!steps) return best;
  for (const change of timingChanges(steps).slice(1, ATTEMPTS)) {
    if (physicalFailures(best).length === 0) break;
    const other = attempt(known.actor, known.neutral, { ...request, steps: { ...steps, ...change } });
    if (physicalFailures(other).length < physicalFailures(best).length) best = other;
  }
  return best;
}

function attempt(actor: Actor, neutral: Neutral, request: ResponseRequest): PerformedLine {
  const draft = performRequest(actor, neutral, request);
  const response = responseOfDraft(actor, neutral, draft);
  const failures = failedChecks(checkResponse(actor, draft, response));
  return { line: packResponse(draft, response), name: request.name, failures };
}

/** Why a response could not happen; what only the estimators misread does not count, because the impulse is known. */
export const physicalFailures = ({ failures }: PerformedLine): readonly string[] =>
  failures.filter((failure) => !ESTIMATE_CHECKS.includes(failure));
