/**
 * Mend: motion made by models, cameras and suits becomes motion that could happen. One pass finds out what is wrong and does what is needed:
 * gaps → exchanged limbs → jumps → bones → tremor → floor → feet → flight and balance → hands → check. docs/methods/mend.md.
 */
import { fitBody } from '../balance/fit-body.ts';
import { UsageError } from '../errors.ts';
import { withDefaults } from '../math/options.ts';
import type { Clip } from '../motion/clip.ts';
import { fillGaps } from './gaps.ts';
import { heldStretches } from './held.ts';
import type { MendOptions, MendResult } from './options.ts';
import { MEND_PARAMETERS } from './parameters.ts';
import { runStages } from './run-stages.ts';
import { MEND_STAGES } from './stage.ts';
import { risingProgress, Work } from './work.ts';

export const MEND_DEFAULTS: MendOptions = {
  stages: {},
  force: false,
  handShift: MEND_PARAMETERS.handShift,
  held: 'leave',
  loop: false,
  fit: (clip) => fitBody(clip),
  filter: {},
  analyse: {},
};

const LEAST_FRAMES = 4;
/** Mends a clip. Throws UsageError for options that make no sense, RigError where the clip holds nobody.
 *
 * ```ts
 * const { clip: mended, report } = mend(clip);
 * console.log(report.reason, report.stages.flatMap(({ did }) => did).join(' '));
 * ```
 */
export function mend(clip: Clip, options: Partial<MendOptions> = {}): MendResult {
  const settings = checkedOptions(options);
  const progress = risingProgress(settings);
  const work = new Work(clip, settings, progress);
  work.tell('gaps');
  if (settings.stages.gaps !== false) work.take('gaps', fillGaps(clip));
  const whole = work.clip;
  work.whole = whole;
  work.body = settings.fit(whole);
  const before = work.judge();
  if ((work.isFine() && !settings.force) || clip.frameCount < LEAST_FRAMES) return work.finished(before, []);
  const seemsHeld = settings.held === 'leave' ? heldStretches(whole, before) : [];
  const start = work.state();
  let held = runStages(work, seemsHeld, work.isGuess);
  if (work.isGuess && !work.isSound(before)) {
    // Feet that were planted where nobody complained of them did harm.
    work.goTo(start);
    held = runStages(work, seemsHeld, false);
  }
  work.tell('check');
  const undone = work.takeBack(before);
  return work.finished(before, held, undone);
}

function checkedOptions(options: Partial<MendOptions>): MendOptions {
  const settings = withDefaults('mend', MEND_DEFAULTS, options, ['onProgress']);
  if (!(settings.handShift >= 0)) throw new UsageError(`handShift must be 0 or more, found ${settings.handShift}`);
  for (const name of Object.keys(settings.stages)) {
    if (!(MEND_STAGES as readonly string[]).includes(name)) {
      throw new UsageError(`"${name}" is no stage of mend; stages are ${MEND_STAGES.join(', ')}`);
    }
  }
  return settings;
}
