/** From a clip to its judgement. */
import { type Body, type Clip, fitBody, judge as judgeClip, RigError } from 'poise';
import type { BodySettings, Verdict } from '../state/types.ts';
import type { Judgement, JudgeOptions, Progress } from './api.ts';

let lastBody: { readonly clip: Clip; readonly key: string; readonly body: Body } | undefined;

/** The body of a clip's person; the last one is remembered, since the same is asked for again and again. */
export function bodyFor(clip: Clip, settings: BodySettings): Body {
  const key = JSON.stringify(settings);
  if (lastBody?.clip === clip && lastBody.key === key) return lastBody.body;
  const body = fitBody(clip, settings);
  lastBody = { clip, key, body };
  return body;
}

/** `body`: whose motion it is, where that is known better than from the clip. */
export function judge(
  clip: Clip,
  options: JudgeOptions,
  onProgress?: Progress,
  body = bodyFor(clip, options.body),
): Judgement {
  const { report, findings, ...found } = judgeClip(clip, {
    person: body,
    external: options.external,
    inertia: options.inertia,
    cutoff: options.cutoff,
    contacts: { overrides: options.contacts },
    ...(onProgress && { onProgress }),
  });
  const count = (severity: string): number => findings.filter((finding) => finding.severity === severity).length;
  const verdict: Verdict = { ...found.verdict, errors: count('error'), warnings: count('warning') };
  return { report, findings, body, verdict };
}

/** An error as a person reads it; what is wrong with a person does not name the file, so it is added. */
export function inWords(error: unknown, file = ''): string {
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof RangeError) return `${file}: the motion does not fit into the memory of this browser (${words})`;
  return error instanceof RigError && file && !words.includes(file) ? `${file}: ${words}` : words;
}

/** Whatever goes wrong in a worker is told in words. */
export async function told<T>(task: () => T | Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw new Error(inWords(error));
  }
}
