/** Which low-pass agrees best with force plates? */
import { measure } from './forces.ts';
import { trials } from './trials.ts';
import { type Line, type Outcome, table, VALIDATION_PAGE, type Validation } from './validation.ts';

const CUTOFFS = [4, 6, 8, 10, 15]; // [Hz]

async function run(): Promise<Outcome> {
  const kinds = [...new Set(trials.map(({ kind }) => kind))];
  const lines: Line[] = [];
  const rows = kinds.map((kind) => {
    const own = trials.filter((trial) => trial.kind === kind);
    const cells = CUTOFFS.map((cutoff) => {
      const errors = own.map((trial) => measure(trial, cutoff).rms);
      const mean = (k: 0 | 1): number => (100 * errors.reduce((sum, rms) => sum + rms[k], 0)) / errors.length;
      lines.push({ id: `smoothing/${kind}/${cutoff}-hz/fore-aft`, value: mean(0), unit: 'cm' });
      return `${mean(0).toFixed(1)}, ${mean(1).toFixed(1)}`;
    });
    return [kind, own.length, ...cells];
  });
  const markdown = [
    'RMS of ZMP − CoP, fore-aft and lateral [cm], mean over the trials of a kind:',
    '',
    table(['kind', 'trials', ...CUTOFFS.map((cutoff) => `${cutoff} Hz`)], rows),
  ].join('\n');
  return { lines, markdown, figures: [] };
}

export const smoothing: Validation = { id: 'smoothing', page: VALIDATION_PAGE, run };
