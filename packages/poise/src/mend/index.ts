/**
 * Mend: motion made by models, cameras and suits becomes motion that could happen. One pass finds out what is wrong and does what is needed:
 * gaps → exchanged limbs → jumps → bones → tremor → floor → feet → flight and balance → hands → check. docs/methods/mend.md.
 */
import { fitBody } from '../balance/fit-body.ts';
import { type Judgement, judge } from '../balance/judge.ts';
import type { Body } from '../body/body.ts';
import { UsageError } from '../errors.ts';
import { withDefaults } from '../math/options.ts';
import { measureMotion } from '../measures/published.ts';
import type { Clip } from '../motion/clip.ts';
import { restoreBalance } from './balance.ts';
import { blameOf } from './blame.ts';
import { steadyBones } from './bones.ts';
import { changeBetween } from './change.ts';
import { isWorse } from './check.ts';
import { standFeet } from './feet.ts';
import { flyFreely } from './flight.ts';
import { settleFloor } from './floor.ts';
import { fillGaps } from './gaps.ts';
import { guarded } from './guard.ts';
import { keepHands } from './hands.ts';
import { heldStretches } from './held.ts';
import { calmTremor } from './jitter.ts';
import type { MendJudgement, MendOptions, MendResult, MendStageReport } from './options.ts';
import { removeOutliers } from './outliers.ts';
import { MEND_PARAMETERS } from './parameters.ts';
import { newFaults } from './pops.ts';
import { reasonOf, remainsOf, statusOf } from './reason.ts';
import { MEND_STAGES, type MendStageId, type StageOutcome, type Stretch } from './stage.ts';
import { unswapLimbs } from './swaps.ts';

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
/** Rough shares of the time that stages take, for progress. */
const START: Readonly<Record<MendStageId | 'check', number>> = {
  gaps: 0,
  swaps: 0.01,
  outliers: 0.02,
  bones: 0.03,
  jitter: 0.04,
  floor: 0.06,
  feet: 0.1,
  flight: 0.2,
  balance: 0.2,
  hands: 0.93,
  check: 0.95,
};

/** Mends a clip. Throws UsageError for options that make no sense, RigError where the clip holds nobody.
 *
 * ```ts
 * const { clip: mended, report } = mend(clip);
 * console.log(report.reason, report.stages.flatMap(({ did }) => did).join(' '));
 * ```
 */
export function mend(clip: Clip, options: Partial<MendOptions> = {}): MendResult {
  const settings = checkedOptions(options);
  const work = new Work(clip, settings);
  work.tell('gaps');
  const whole = settings.stages.gaps === false ? clip : work.take('gaps', fillGaps(clip));
  const before = work.judge(whole, settings.fit(whole));
  const isFine = before.findings.every(({ severity }) => severity === 'note');
  if ((isFine && !settings.force && whole === clip) || clip.frameCount < LEAST_FRAMES) {
    return work.finished(before, before, []);
  }
  const held = settings.held === 'leave' ? heldStretches(whole, before) : [];
  repair(work, settings);
  settleAndStand(work, settings, held);
  const reference = work.clip;
  balanceAndHands(work, settings, held, reference);
  work.tell('check');
  return work.checked(before, held);
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

/** What tracking got wrong: exchanged limbs, jumps, bones, tremor. */
function repair(work: Work, { stages, fit }: MendOptions): void {
  const simple = { swaps: unswapLimbs, outliers: removeOutliers, bones: steadyBones, jitter: calmTremor } as const;
  for (const id of ['swaps', 'outliers', 'bones', 'jitter'] as const) {
    if (stages[id] === false) continue;
    work.tell(id);
    work.body = fit(work.clip);
    const outcome = simple[id](work.body, work.clip);
    // A jump that is bridged was there before: only what is new is taken back.
    const faultsOf = (was: Clip, is: Clip) => newFaults(work.body, was, is, MEND_PARAMETERS.frozenTime);
    work.take(id, guarded(work.body, work.clip, outcome, faultsOf, true));
  }
}

const FEET_RULES: ReadonlySet<string> = new Set(['skate', 'penetration', 'ground', 'unsupported']);

function settleAndStand(
  work: Work,
  { stages, fit, force, loop, analyse }: MendOptions,
  held: readonly Stretch[],
): void {
  work.body = fit(work.clip);
  if (stages.floor !== false) {
    work.tell('floor');
    const { body, ...outcome } = settleFloor(work.clip, fit);
    work.take('floor', outcome);
    work.body = body;
  }
  if (stages.feet === false) return;
  work.tell('feet');
  const moved = work.reports.some(({ stage, changed }) => changed && (stage === 'floor' || stage === 'jitter'));
  const complains = work
    .judge(work.clip, work.body)
    .findings.some(({ rule, severity }) => severity !== 'note' && FEET_RULES.has(rule));
  if (!moved && !complains && !force) return;
  const input = { body: work.body, clip: work.clip, held, loop, analyse, onProgress: work.share('feet', 0.1) };
  work.take('feet', guarded(work.body, work.clip, standFeet(input)));
}

/** Free flights, with feet planted again where they take off and land; kept where the judge likes it better. */
function flyAndLand(work: Work, { stages, loop, analyse }: MendOptions, held: readonly Stretch[]): void {
  if (loop) return; // the filter knows how a loop is joined
  work.tell('flight');
  const { body, clip } = work;
  const before = work.judge(clip, body);
  const flying = guarded(body, clip, flyFreely(clip, before, held));
  if (flying.clip === clip) return;
  const standing =
    stages.feet === false
      ? flying
      : guarded(body, flying.clip, standFeet({ body, clip: flying.clip, held, loop, analyse }));
  const whole = { start: 0, end: clip.frameCount - 1 };
  if (blameOf(work.judge(standing.clip, body), whole) >= blameOf(before, whole)) return;
  work.take('flight', { ...flying, clip: standing.clip });
}

function balanceAndHands(work: Work, settings: MendOptions, held: readonly Stretch[], reference: Clip): void {
  const { stages, loop, filter, handShift, analyse } = settings;
  const [flight, balance] = [stages.flight !== false, stages.balance !== false];
  if (flight) flyAndLand(work, settings, held);
  const { body, clip } = work;
  if (flight || balance) {
    work.tell('balance');
    const judgement = work.judge(clip, body);
    const onProgress = work.share('balance', 0.7);
    const outcome = restoreBalance({ body, clip, held, loop, analyse, judgement, flight, balance, filter, onProgress });
    work.take('balance', outcome);
    // The filter lets standing feet go by a millimetre: they are planted once more where it worked.
    if (outcome.clip !== clip && stages.feet !== false) {
      const input = { body, clip: work.clip, held, loop, analyse };
      work.take('feet', guarded(body, work.clip, standFeet(input)));
    }
  }
  if (stages.hands === false) return;
  work.tell('hands');
  work.take('hands', guarded(body, work.clip, keepHands(body, reference, work.clip, handShift)));
}

/** The clip as it goes from stage to stage, and what each did. */
class Work {
  readonly source: Clip;
  readonly settings: MendOptions;
  readonly reports: MendStageReport[] = [];
  readonly steps: { readonly stage: MendStageId; readonly clip: Clip; readonly body: Body | undefined }[] = [];
  clip: Clip;
  body!: Body;
  private done = 0;

  constructor(clip: Clip, settings: MendOptions) {
    this.source = clip;
    this.settings = settings;
    this.clip = clip;
  }

  judge(clip: Clip, person: Body): Judgement {
    return judge(clip, { ...this.settings.analyse, person });
  }

  /** Progress never goes back. */
  tell(stage: MendStageId | 'check', done = START[stage]): void {
    this.done = Math.max(this.done, done);
    this.settings.onProgress?.({ stage, done: this.done });
  }

  share(stage: MendStageId, length: number): (done: number) => void {
    return (done) => this.tell(stage, START[stage] + length * done);
  }

  take(stage: MendStageId, outcome: StageOutcome): Clip {
    const changed = outcome.clip !== this.clip;
    if (changed || outcome.left.length > 0) {
      this.steps.push({ stage, clip: this.clip, body: this.body });
      const body = this.body ?? this.settings.fit(outcome.clip);
      const change = changeBetween(body, stage === 'gaps' ? outcome.clip : this.clip, outcome.clip);
      this.reports.push({ stage, changed, did: outcome.did, left: outcome.left, change });
    }
    this.clip = outcome.clip;
    return this.clip;
  }

  /** Takes stages back, the last first, until the result is not worse than what came. */
  checked(before: Judgement, held: readonly Stretch[]): MendResult {
    const undone: MendStageId[] = [];
    let [clip, person] = [this.clip, this.body];
    let after = this.judge(clip, person);
    for (let k = this.steps.length - 1; k >= 0 && isWorse(before, this.source, after, clip); k--) {
      if (this.steps[k].stage === 'gaps') break; // nothing can be done without numbers
      // Feet and hands that were put back after balancing mean nothing without it.
      const balanced = this.steps.findIndex(({ stage }) => stage === 'balance');
      const first = balanced >= 0 && balanced < k ? balanced : k;
      undone.unshift(...this.steps.slice(first, k + 1).map(({ stage }) => stage));
      k = first;
      clip = this.steps[k].clip;
      person = this.steps[k].body ?? this.settings.fit(clip);
      after = this.judge(clip, person);
    }
    this.clip = clip;
    return this.finished(before, after, held, undone);
  }

  finished(
    before: Judgement,
    after: Judgement,
    held: readonly Stretch[],
    undone: readonly MendStageId[] = [],
  ): MendResult {
    const { clip, source } = this;
    const first = this.steps.find(({ stage }) => stage === 'gaps') ? (this.steps[1]?.clip ?? clip) : source;
    const shown = ({ body, findings, verdict }: Judgement, of: Clip): MendJudgement => ({
      verdict,
      findings,
      measures: measureMotion(body, of),
    });
    const change = changeBetween(after.body, first, clip);
    const status = statusOf(clip === source, after);
    const result = { status, stages: this.reports, undone, change, held };
    const reason = [reasonOf(status, after, change.mean), ...remainsOf(after, held)].join(' ');
    this.tell('check', 1);
    return {
      clip,
      body: after.body,
      report: { ...result, reason, before: shown(before, first), after: shown(after, clip) },
    };
  }
}
