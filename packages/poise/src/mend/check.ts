/** The last word: is what would be handed out worse than what came? */
import type { Finding } from '../balance/finding.ts';
import type { Judgement } from '../balance/judge.ts';
import { TIMED } from '../balance/lint.ts';
import type { Clip } from '../motion/clip.ts';
import { blameOf } from './blame.ts';

const LONGER = 0.2; // [s] of errors that count as no more than before: their ends are not known better
const SHORTER = 0.5; // of the time in which something was wrong: more stretches that last so much shorter are better
const SPEED = 'time-scale'; // at the wrong speed errors that rest on speeds are told as warnings
const CLEARLY = 0.8; // of the speed at which standing feet slid
const SHALLOWER = 0.005; // [m]
const SEEN: ReadonlySet<string> = new Set(['pop', 'jitter']);

/** There is an error where there was none, something is wrong for longer than before, there are more stretches with errors and they do not
 *  last clearly shorter, there is more to blame where nothing was an error and feet slide as before, or more pops and jitter among the errors. What is wrong in two ways at once is
 *  wrong once: a body that floats is not asked for its balance, and is no worse where it stands and leans. */
export function isWorse(raw: Judgement, source: Clip, mended: Judgement, clip: Clip): boolean {
  if (clip === source) return false;
  const [before, after] = plainPair(raw, mended);
  const seen = (judgement: Judgement): number => errorsOf(judgement).filter(({ rule }) => SEEN.has(rule)).length;
  const [was, is] = [wrongOf(before, clip), wrongOf(after, clip)];
  const whole = { start: 0, end: clip.frameCount - 1 };
  return (
    (errorsOf(before).length === 0 && errorsOf(after).length > 0) ||
    is.time > was.time + LONGER ||
    (is.stretches > was.stretches && is.time > SHORTER * was.time) ||
    seen(after) > seen(before) ||
    (errorsOf(before).length === 0 && blameOf(after, whole) > blameOf(before, whole) && !slidesLess(before, after))
  );
}

/** Less is wrong than before, by what the judge says of the whole clip, or standing feet slide clearly less or are less deep in the floor. */
export function isBetter(before: Judgement, after: Judgement, { frameCount }: Clip): boolean {
  const whole = { start: 0, end: frameCount - 1 };
  if (blameOf(after, whole) < blameOf(before, whole)) return true;
  return slidesLess(before, after) || after.report.summary.penetration < before.report.summary.penetration - SHALLOWER;
}

const slidesLess = (before: Judgement, after: Judgement): boolean =>
  after.report.summary.skate < CLEARLY * before.report.summary.skate;

const hasWrongSpeed = (judgement: Judgement): boolean => errorsOf(judgement).some(({ rule }) => rule === SPEED);

/** Two judgements that can be compared: where only one tells of a wrong speed, both without the doubt that it casts. */
export const plainPair = (a: Judgement, b: Judgement): readonly [Judgement, Judgement] =>
  hasWrongSpeed(a) === hasWrongSpeed(b) ? [a, b] : [plain(a), plain(b)];

/** Without the doubt that a wrong speed casts: what is beyond its limit is an error. */
const plain = (judgement: Judgement): Judgement => ({
  ...judgement,
  findings: judgement.findings.map((finding: Finding) =>
    finding.severity === 'warning' && TIMED.has(finding.rule) && finding.value > finding.limit
      ? { ...finding, severity: 'error' }
      : finding,
  ),
});

const errorsOf = ({ findings }: Judgement) => findings.filter(({ severity }) => severity === 'error');

interface Wrong {
  readonly time: number; // [s]
  readonly stretches: number;
}

/** When there is an error other than the speed. */
function wrongOf(judgement: Judgement, { frameCount, frameTime }: Clip): Wrong {
  const wrong = new Uint8Array(frameCount);
  for (const { rule, start, end } of errorsOf(judgement)) if (rule !== SPEED) wrong.fill(1, start, end + 1);
  const frames = wrong.reduce((sum, one) => sum + one, 0);
  const stretches = wrong.reduce((sum, one, f) => (one && !wrong[f - 1] ? sum + 1 : sum), 0);
  return { time: frames * frameTime, stretches };
}
