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
import { MEND_STAGES, type MendStageId } from './stage.ts';
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
const TRIES = 2; // times that all is done again without a stage that did harm

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
  const start = (stages: MendOptions['stages']): Work => new Work(clip, { ...settings, stages }, progress);
  const first = start(settings.stages);
  first.tell('gaps');
  const filled = settings.stages.gaps === false ? undefined : fillGaps(clip);
  const whole = filled ? first.take('gaps', filled) : clip;
  first.body = settings.fit(whole);
  const before = first.judge();
  if ((first.isFine() && !settings.force) || clip.frameCount < LEAST_FRAMES) return first.finished(before, whole, []);
  const seemsHeld = settings.held === 'leave' ? heldStretches(whole, before) : [];
  const undone: MendStageId[] = [];
  for (let work = first; ; ) {
    const held = runStages(work, seemsHeld);
    work.tell('check');
    work.guardWhole(whole);
    const guilty = work.isSound(before, whole) || undone.length === TRIES ? undefined : work.guiltyStage();
    if (!guilty) {
      undone.push(...work.takeBack(before, whole));
      return work.finished(before, whole, held, undone);
    }
    undone.push(guilty);
    work = start({ ...work.settings.stages, [guilty]: false });
    if (filled) work.take('gaps', filled);
    work.body = first.settings.fit(whole);
  }
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
