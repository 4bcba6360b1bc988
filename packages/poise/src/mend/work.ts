/** A clip on its way through the stages of mending: what each did, what the judge says of it by then, and which of them did harm. */
import { type Judgement, judge } from '../balance/judge.ts';
import type { Body } from '../body/body.ts';
import { measureMotion } from '../measures/published.ts';
import type { Clip } from '../motion/clip.ts';
import { changeBetween } from './change.ts';
import { isBetter, isWorse } from './check.ts';
import { guardedWhole } from './guard.ts';
import type { MendJudgement, MendOptions, MendResult, MendStageReport } from './options.ts';
import { newFaults } from './pops.ts';
import { reasonOf, remainsOf, statusOf } from './reason.ts';
import type { MendStageId, StageOutcome, Stretch } from './stage.ts';
import { stretchesInWords } from './words.ts';
import { type Judged, lossOf, TERMS, type Terms, worthwhile } from './worth.ts';

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

const UNSEEN = 2e-4; // [m, rad] a stage that changed less did nothing

const REPAIRS: ReadonlySet<MendStageId> = new Set(['swaps', 'outliers', 'bones', 'jitter']);

interface Step {
  readonly stage: MendStageId;
  readonly clip: Clip; // before it
  readonly body: Body | undefined;
}

export type WorkState = Pick<Work, 'clip' | 'body' | 'steps' | 'reports'>;

export class Work {
  readonly source: Clip;
  readonly settings: MendOptions;
  reports: readonly MendStageReport[] = [];
  steps: readonly Step[] = [];
  whole: Clip; // the source without gaps
  clip: Clip;
  body!: Body;
  private readonly progress: Progress;
  private judged: { readonly clip: Clip; readonly body: Body; readonly judgement: Judgement } | undefined;

  constructor(clip: Clip, settings: MendOptions, progress: Progress) {
    this.source = clip;
    this.settings = settings;
    this.whole = clip;
    this.clip = clip;
    this.progress = progress;
  }

  /** Did nobody measure where joints were? */
  get isGuess(): boolean {
    return this.source.provenance === 'generated';
  }

  /** What the judge says of the clip as it is now. */
  judge(): Judgement {
    const { clip, body, judged } = this;
    if (judged?.clip === clip && judged.body === body) return judged.judgement;
    const judgement = this.judgementOf(clip, body);
    this.judged = { clip, body, judgement };
    return judgement;
  }

  judgementOf(clip: Clip, person: Body): Judgement {
    return judge(clip, { ...this.settings.analyse, person });
  }

  isFine(): boolean {
    return this.judge().findings.every(({ severity }) => severity === 'note');
  }

  complains(rules: ReadonlySet<string>): boolean {
    return this.judge().findings.some(({ rule, severity }) => severity !== 'note' && rules.has(rule));
  }

  tell(stage: MendStageId | 'check', done = START[stage]): void {
    this.progress(stage, done);
  }

  share(stage: MendStageId, length: number): (done: number) => void {
    return (done) => this.tell(stage, START[stage] + length * done);
  }

  take(stage: MendStageId, outcome: StageOutcome): Clip {
    const body = this.body ?? this.settings.fit(outcome.clip);
    const change = changeBetween(body, stage === 'gaps' ? outcome.clip : this.clip, outcome.clip);
    const changed =
      outcome.clip !== this.clip && (stage === 'gaps' || change.largest > UNSEEN || change.turned > UNSEEN);
    if (changed || outcome.left.length > 0) {
      const did = changed ? outcome.did : [];
      this.steps = [...this.steps, { stage, clip: this.clip, body: this.body }];
      this.reports = [...this.reports, { stage, changed, did, left: outcome.left, change }];
    }
    if (changed) this.clip = outcome.clip;
    return this.clip;
  }

  /** How far the work has come, to go back to. */
  state(): WorkState {
    const { clip, body, steps, reports } = this;
    return { clip, body, steps, reports };
  }

  goTo({ clip, body, steps, reports }: WorkState): void {
    Object.assign(this, { clip, body, steps, reports });
  }

  loss(clip: Clip, person: Body): number {
    return lossOf(this.whole, { clip, judgement: this.judgementOf(clip, person) });
  }

  /** Takes out what stages did together that none did alone. */
  guardWhole(): void {
    const isRepaired = this.reports.some(({ stage, changed }) => changed && REPAIRS.has(stage));
    this.clip = guardedWhole(this.body, this.whole, this.clip, isRepaired);
  }

  /** May the clip be handed out as it is now? Work that was asked for by force need not be better, but no worse. */
  isSound(before: Judgement): boolean {
    if (this.clip === this.whole) return true;
    const after = this.judge();
    return (
      !isWorse(before, this.whole, after, this.clip) && (this.settings.force || isBetter(before, after, this.clip))
    );
  }

  /** The outcome less what is not worth it. */
  worthwhile(outcome: StageOutcome, terms: Terms = this.isGuess ? TERMS.guessed : TERMS.measured): StageOutcome {
    if (outcome.clip === this.clip) return outcome;
    const { clip, left } = this.worthOf({ clip: this.clip, judgement: this.judge() }, outcome.clip, this.body, terms);
    if (left.length === 0) return outcome;
    const words = `Too little would have been gained in ${stretchesInWords(clip, left)}; it was left as it was.`;
    return { clip, did: clip === this.clip ? [] : outcome.did, left: [...outcome.left, words] };
  }

  /** Is the change from one clip to another worth it as a whole? */
  isWorth(before: Clip, after: Clip, person: Body, isElsewhere: boolean): boolean {
    const judgement = before === this.clip ? this.judge() : this.judgementOf(before, person);
    const terms = isElsewhere || this.isGuess ? TERMS.elsewhere : { ...TERMS.measured, parts: false };
    return this.worthOf({ clip: before, judgement }, after, person, terms).clip === after;
  }

  private worthOf(before: Judged, after: Clip, person: Body, terms: Terms): ReturnType<typeof worthwhile> {
    const scales = {
      source: this.whole,
      judgeOf: (clip: Clip) => this.judgementOf(clip, person),
      hasFaults: (clip: Clip) => newFaults(person, before.clip, clip).length > 0,
    };
    return worthwhile(scales, before, after, this.settings.force ? TERMS.elsewhere : terms);
  }

  /** Takes stages back, the last first, until the result is sound. */
  takeBack(before: Judgement): readonly MendStageId[] {
    const undone: MendStageId[] = [];
    for (let k = this.steps.length - 1; k >= 0 && !this.isSound(before); k--) {
      if (this.steps[k].stage === 'gaps') break; // nothing can be done without numbers
      const balanced = this.steps.findIndex(({ stage }) => stage === 'balance');
      const first = balanced >= 0 && balanced < k ? balanced : k;
      undone.unshift(...this.reports.slice(first, k + 1).flatMap(({ stage, changed }) => (changed ? [stage] : [])));
      k = first;
      this.clip = this.steps[k].clip;
      this.body = this.steps[k].body ?? this.settings.fit(this.clip);
    }
    return undone;
  }

  finished(before: Judgement, held: readonly Stretch[], undone: readonly MendStageId[] = []): MendResult {
    const { clip, source, whole } = this;
    const after = clip === whole ? before : this.judge();
    const shown = ({ body, findings, verdict }: Judgement, of: Clip): MendJudgement => ({
      verdict,
      findings,
      measures: measureMotion(body, of),
    });
    const change = changeBetween(after.body, whole, clip);
    const status = statusOf(clip === source, after);
    const result = { status, stages: this.reports, undone: [...new Set(undone)], change, held };
    const reason = [reasonOf(status, after, change.mean), ...remainsOf(before, after, held)].join(' ');
    this.tell('check', 1);
    return {
      clip,
      body: after.body,
      report: { ...result, reason, before: shown(before, whole), after: shown(after, clip) },
    };
  }
}

export type Progress = (stage: MendStageId | 'check', done: number) => void;

/** Progress never goes back, however often stages run. */
export function risingProgress({ onProgress }: MendOptions): Progress {
  let most = 0;
  return (stage, done) => {
    most = Math.max(most, done);
    onProgress?.({ stage, done: most });
  };
}
