/**
 * Is what a stage did worth it? The loss of a clip is what the judge blames, over time, and the price of what joints are moved by from where the file has them. A stage is kept
 * where the loss falls: a motion that was right but for one place stays as it was elsewhere.
 */
import type { Judgement } from '../balance/judge.ts';
import { runsWhere } from '../balance/rules/rule.ts';
import type { Clip } from '../motion/clip.ts';
import { blended, type Frames, shareOf } from '../motion/stretches.ts';
import { blameOver } from './blame.ts';
import { meanMoved } from './change.ts';
import { plainPair } from './check.ts';
import { MEND_PARAMETERS } from './parameters.ts';

const UNMOVED = 1e-6; // [m]

/** A clip and what the judge says of it. */
export interface Judged {
  readonly clip: Clip;
  readonly judgement: Judgement;
}

/** How a change is weighed. */
export interface Terms {
  readonly price: number; // of blame per metre that joints move in the mean
  readonly parts: boolean; // stretches may be kept alone
}

/** Whom to believe where joints were. */
export const TERMS = {
  /** Somebody measured them: what is moved has its price. */
  measured: { price: MEND_PARAMETERS.price, parts: true },
  /** A model or a camera guessed them, or what is taken out is noise. */
  guessed: { price: 0, parts: true },
  /** A whole body that is put elsewhere moves as it did. */
  elsewhere: { price: 0, parts: false },
} as const satisfies Record<string, Terms>;

export interface Scales {
  readonly source: Clip; // where joints were before all stages
  readonly judgeOf: (clip: Clip) => Judgement;
  readonly hasFaults: (after: Clip) => boolean; // that `before` has not
}

/** `after`, what of it is worth more alone, or `before`; and where it stays as it was. */
export function worthwhile(
  { source, judgeOf, hasFaults }: Scales,
  before: Judged,
  after: Clip,
  { price, parts }: Terms,
): { readonly clip: Clip; readonly left: readonly Frames[] } {
  if (after === before.clip) return { clip: after, left: [] };
  const { body } = before.judgement;
  const already = meanMoved(body, source, before.clip);
  /** By what the loss falls, frame by frame. What is measured may not pop where it did not. */
  const gainsOf = (clip: Clip): Float64Array => {
    const judgement = judgeOf(clip);
    if (price > 0 && popsIn(judgement) > popsIn(before.judgement)) return new Float64Array(clip.frameCount).fill(-1);
    const [was, is] = plainPair(before.judgement, judgement).map(blameOver);
    const moved = meanMoved(body, source, clip);
    return was.map((blame, f) => blame - is[f] + price * (farAs(already[f]) - farAs(moved[f])));
  };
  const gains = gainsOf(after);
  const step = meanMoved(body, before.clip, after);
  const whole = { clip: after, left: [], gain: sum(gains) };
  const none = { clip: before.clip, left: runsWhere(after.frameCount, (f) => step[f] > UNMOVED), gain: 0 };
  const some = parts ? bestParts(before.clip, after, gains, step) : undefined;
  const part = some && !hasFaults(some.clip) ? { ...some, gain: sum(gainsOf(some.clip)) } : none;
  const best = part.gain > whole.gain ? part : whole;
  return best.gain > 0 || (price === 0 && best.gain === 0) ? best : none;
}

const popsIn = ({ findings }: Judgement): number =>
  findings.filter(({ rule, severity }) => severity !== 'note' && (rule === 'pop' || rule === 'jitter')).length;

/** Loss of a clip as a whole: what the judge blames, and the price of what joints are moved by from where the file has them. */
export function lossOf(source: Clip, { clip, judgement }: Judged): number {
  const moved = meanMoved(judgement.body, source, clip);
  return sum(blameOver(judgement).map((blame, f) => blame + MEND_PARAMETERS.price * farAs(moved[f])));
}

/** Farther costs no more: the body is elsewhere, and moves as it did. */
const farAs = (moved: number): number => Math.min(MEND_PARAMETERS.priceFar, moved);

const sum = (values: Float64Array): number => values.reduce((total, one) => total + one, 0);

/** The change without the stretches around which nothing is gained; undefined where that is none or all of it. */
function bestParts(
  before: Clip,
  after: Clip,
  gains: Float64Array,
  step: Float64Array,
): { clip: Clip; left: readonly Frames[] } | undefined {
  const { frameCount, frameTime } = after;
  const around = Math.max(1, Math.round(MEND_PARAMETERS.worthTime / frameTime));
  const total = new Float64Array(frameCount + 1);
  for (let f = 0; f < frameCount; f++) total[f + 1] = total[f] + gains[f];
  const isLost = (f: number): boolean =>
    total[Math.min(frameCount, f + around + 1)] - total[Math.max(0, f - around)] <= 0;
  const left = runsWhere(frameCount, isLost).filter((run) => moves(run, step));
  if (left.length === 0) return undefined;
  const fade = Math.max(2, Math.round(MEND_PARAMETERS.blendTime / frameTime));
  const clip = blended(after, before, shareOf(frameCount, left, fade));
  return clip === before ? undefined : { clip, left };
}

/** Does anything move in these frames? */
function moves({ start, end }: Frames, step: Float64Array): boolean {
  for (let f = start; f <= end; f++) if (step[f] > UNMOVED) return true;
  return false;
}
