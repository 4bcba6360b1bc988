/** One response of the built-in library, performed and checked: what a thread is given at a time. */
import { type Actor, createActor } from '../../performer/actor.ts';
import type { MannequinOptions } from '../../performer/mannequin/skeleton.ts';
import { checkResponse, failedChecks } from '../../performer/responses/checks.ts';
import { packResponse } from '../../performer/responses/compact.ts';
import { performRequest, responseOfDraft } from '../../performer/responses/generate.ts';
import { libraryPlan } from '../../performer/responses/library-plan.ts';
import { type Neutral, neutralStance } from '../../performer/responses/neutral.ts';

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

export async function performTask({ body, index }: PerformTask): Promise<PerformedLine> {
  const key = JSON.stringify(body);
  if (known?.key !== key) {
    const actor = createActor(body);
    known = { key, actor, neutral: neutralStance(actor) };
  }
  const { actor, neutral } = known;
  const request = libraryPlan()[index];
  const draft = performRequest(actor, neutral, request);
  const response = responseOfDraft(actor, neutral, draft);
  const failures = failedChecks(checkResponse(actor, draft, response));
  return { line: packResponse(draft, response), name: request.name, failures };
}
