/** A clip on its way through the stages of mending: what each did, what the judge says of it by then, and which of them did harm. */
import { type Judgement, judge } from '../balance/judge.ts';
import type { Body } from '../body/body.ts';
import { measureMotion } from '../measures/published.ts';
import type { Clip } from '../motion/clip.ts';
import { blameOf } from './blame.ts';
import { changeBetween } from './change.ts';
import { isBetter, isWorse } from './check.ts';
import { guardedWhole } from './guard.ts';
import type { MendJudgement, MendOptions, MendResult, MendStageReport } from './options.ts';
import { reasonOf, remainsOf, statusOf } from './reason.ts';
import type { MendStageId, StageOutcome, Stretch } from './stage.ts';

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

/** Feet and hands that are put back after balancing mean nothing without it. */
const FOLLOWS_BALANCE: ReadonlySet<MendStageId> = new Set(['balance', 'feet', 'hands']);

interface Step {
  readonly stage: MendStageId;
  readonly clip: Clip; // before it
  readonly body: Body | undefined;
}

export class Work {
  readonly source: Clip;
  readonly settings: MendOptions;
  readonly reports: MendStageReport[] = [];
  readonly steps: Step[] = [];
  clip: Clip;
  body!: Body;
  private readonly progress: Progress;
  private judged: { readonly clip: Clip; readonly body: Body; readonly judgement: Judgement } | undefined;

  constructor(clip: Clip, settings: MendOptions, progress: Progress) {
    this.source = clip;
    this.settings = settings;
    this.clip = clip;
    this.progress = progress;
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
      this.steps.push({ stage, clip: this.clip, body: this.body });
      this.reports.push({ stage, changed, did: changed ? outcome.did : [], left: outcome.left, change });
    }
    if (changed) this.clip = outcome.clip;
    return this.clip;
  }

  /** Takes out what stages did together that none did alone. */
  guardWhole(whole: Clip): void {
    const isRepaired = this.reports.some(({ stage, changed }) => changed && REPAIRS.has(stage));
    this.clip = guardedWhole(this.body, whole, this.clip, isRepaired);
  }

  /** May the clip be handed out as it is now? Work that was asked for by force need not be better, but no worse. */
  isSound(before: Judgement, whole: Clip): boolean {
    if (this.clip === whole) return true;
    const after = this.judge();
    return !isWorse(before, whole, after, this.clip) && (this.settings.force || isBetter(before, after, this.clip));
  }

  /** The stage after which the judge blames most that no later stage makes good; undefined where none does harm. */
  guiltyStage(): MendStageId | undefined {
    const blames = this.steps.map(({ clip, body }) => this.blame(clip, body ?? this.settings.fit(clip)));
    blames.push(this.blame(this.clip, this.body));
    const balanced = this.steps.findIndex(({ stage }) => stage === 'balance');
    let [guilty, most]: [MendStageId | undefined, number] = [undefined, 0];
    this.steps.forEach(({ stage, clip }, k) => {
      if (stage === 'gaps' || clip === (this.steps[k + 1]?.clip ?? this.clip)) return;
      const harm = Math.min(...blames.slice(k + 1)) - blames[k];
      if (harm <= most) return;
      most = harm;
      guilty = balanced >= 0 && k > balanced && FOLLOWS_BALANCE.has(stage) ? 'balance' : stage;
    });
    return guilty;
  }

  private blame(clip: Clip, body: Body): number {
    return blameOf(this.judgementOf(clip, body), { start: 0, end: clip.frameCount - 1 });
  }

  /** Takes stages back, the last first, until the result is sound. */
  takeBack(before: Judgement, whole: Clip): readonly MendStageId[] {
    const undone: MendStageId[] = [];
    for (let k = this.steps.length - 1; k >= 0 && !this.isSound(before, whole); k--) {
      if (this.steps[k].stage === 'gaps') break; // nothing can be done without numbers
      const balanced = this.steps.findIndex(({ stage }) => stage === 'balance');
      const first = balanced >= 0 && balanced < k ? balanced : k;
      undone.unshift(...this.steps.slice(first, k + 1).map(({ stage }) => stage));
      k = first;
      this.clip = this.steps[k].clip;
      this.body = this.steps[k].body ?? this.settings.fit(this.clip);
    }
    return undone;
  }

  /** `whole`: the source without gaps. */
  finished(before: Judgement, whole: Clip, held: readonly Stretch[], undone: readonly MendStageId[] = []): MendResult {
    const { clip, source } = this;
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
