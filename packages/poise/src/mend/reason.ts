/** What mending came to, in a word and in sentences. */
import type { Judgement } from '../balance/judge.ts';
import { meets } from './blame.ts';
import type { MendStatus } from './options.ts';
import type { Stretch } from './stage.ts';
import { metres, plural } from './words.ts';

const errorsOf = ({ findings }: Judgement): number => findings.filter(({ severity }) => severity === 'error').length;

export function statusOf(isSame: boolean, after: Judgement): MendStatus {
  if (!isSame) return errorsOf(after) === 0 ? 'mended' : 'improved';
  return after.findings.every(({ severity }) => severity === 'note') ? 'fine' : 'left';
}

/** Why errors remain that no stage can do anything about. */
export function remainsOf(before: Judgement, after: Judgement, held: readonly Stretch[]): string[] {
  const errors = after.findings.filter(({ severity }) => severity === 'error');
  // Smoothed and planted feet may no longer show the speed: it is as it was all the same.
  const [speed] = [...errors, ...before.findings].filter(
    ({ rule, severity }) => rule === 'time-scale' && severity === 'error',
  );
  const [carried] = held.filter((stretch) => errors.some((finding) => meets(finding, stretch)));
  return [
    ...(speed ? [`The speed is not mended: ${speed.message}`] : []),
    ...(carried ? [`Balance was left as it was where ${carried.why}.`] : []),
  ];
}

export function reasonOf(status: MendStatus, after: Judgement, moved: number): string {
  const errors = plural(errorsOf(after), 'error');
  if (status === 'fine') return 'Nothing was wrong: the clip is as it was.';
  const warnings = after.findings.filter(({ severity }) => severity === 'warning').length;
  if (status === 'left') {
    const what = warnings > 0 ? `${errors} and ${plural(warnings, 'warning')}` : errors;
    return `Nothing better was found near the clip: it is as it was, with ${what}.`;
  }
  const far = `joints moved by ${metres(moved)} in the mean`;
  if (status === 'improved') return `Improved: ${errors} left; ${far}.`;
  const left = warnings > 0 ? `, but ${plural(warnings, 'warning')}` : '';
  return `Mended: no error is left${left}; ${far}.`;
}
