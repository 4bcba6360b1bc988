/** The balance filter as one of the methods. It answers no pushes: it mends the clip itself. */
import { checkInput } from '../check-input.ts';
import { describeEvent } from '../describe-event.ts';
import type { Method, MethodInput, MethodResult } from '../method.ts';
import { balanceFilter } from './index.ts';
import { FILTER_DEFAULTS, type FilterOptions, type FilterProgress } from './options.ts';

const ANALYSIS_SHARE = 0.1; // of the work, roughly

export const balanceFilterMethod: Method<FilterOptions> = {
  id: 'balance-filter',
  title: 'Balance filter',
  summary: 'Returns the closest clip whose zero moment point stays in the support area.',
  paper: '[Tak00]',
  defaults: FILTER_DEFAULTS,
  tolerance: 0, // frames outside its windows are returned bit for bit
  fits: ({ kind, pushes }) => {
    if (pushes > 0) return { fit: 0, reason: 'It mends the clip itself and answers no pushes.' };
    if (kind === 'other')
      return { fit: 0.3, reason: 'The character is not on its feet, and only these are known to carry.' };
    return { fit: 1, reason: `The character ${kind} on its feet.` };
  },
  describe: describeEvent,
  run: (input: MethodInput, options: Partial<FilterOptions> = {}): MethodResult => {
    checkInput(input);
    const tell = rising(input.onProgress);
    const { clip, report } = balanceFilter(input.body, input.clip, {
      ...options,
      analyse: { ...options.analyse, onProgress: (done: number) => tell(ANALYSIS_SHARE * done) },
      onProgress: (progress: FilterProgress) => {
        options.onProgress?.(progress);
        tell(ANALYSIS_SHARE + (1 - ANALYSIS_SHARE) * progress.done);
      },
    });
    const achieved = report.status === 'balanced' || report.status === 'already-balanced';
    return {
      clip,
      outcome: { status: report.status, achieved, reason: report.reason },
      events: [],
      notes: report.notes,
    };
  },
};

/** Progress that never goes back: a window that has to grow starts again. */
function rising(onProgress: ((done: number) => void) | undefined): (done: number) => void {
  let most = 0;
  return (done) => {
    most = Math.min(1, Math.max(most, done));
    onProgress?.(most);
  };
}
