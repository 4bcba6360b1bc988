/** The stages of mending, one after the other, each where the judge complains of what it can mend. */
import type { Clip } from '../motion/clip.ts';
import type { Frames } from '../motion/stretches.ts';
import { restoreBalance } from './balance.ts';
import { blameOf } from './blame.ts';
import { steadyBones } from './bones.ts';
import { movedStretches } from './change.ts';
import { standFeet } from './feet.ts';
import { flyFreely } from './flight.ts';
import { onFloor, settleFloor } from './floor.ts';
import { guarded } from './guard.ts';
import { keepHands } from './hands.ts';
import { heldStretches } from './held.ts';
import { calmTremor } from './jitter.ts';
import { removeOutliers } from './outliers.ts';
import { MEND_PARAMETERS } from './parameters.ts';
import { faultFinder } from './pops.ts';
import type { StageOutcome, Stretch } from './stage.ts';
import { unswapLimbs } from './swaps.ts';
import type { Work } from './work.ts';

const FEET_RULES: ReadonlySet<string> = new Set(['skate', 'penetration', 'ground', 'unsupported']);

/** Runs what is switched on, until nothing is wrong; returns what was left alone. */
export function runStages(work: Work, heldBefore: readonly Stretch[]): readonly Stretch[] {
  const isDone = (): boolean => !work.settings.force && work.isFine();
  repair(work);
  if (isDone()) return heldBefore;
  const { clip } = work;
  const held = ground(work, heldBefore);
  settle(work, clip, held);
  if (isDone()) return held;
  const reference = work.clip;
  fly(work, held);
  balance(work, held);
  const { stages, handShift } = work.settings;
  if (stages.hands !== false) {
    work.tell('hands');
    work.take('hands', guarded(work.body, work.clip, keepHands(work.body, reference, work.clip, handShift)));
  }
  // Feet that came to stand show a height that was not known before.
  if (stages.floor !== false) work.take('floor', onFloor(work.body, work.clip));
  return held;
}

/** What tracking got wrong: exchanged limbs, jumps, bones, tremor. */
function repair(work: Work): void {
  const { stages, fit, force } = work.settings;
  const simple = {
    swaps: unswapLimbs,
    outliers: removeOutliers,
    bones: steadyBones,
    jitter: (body: Work['body'], clip: Clip) => calmTremor(body, clip, force ? undefined : tremorsOf(work)),
  } as const;
  for (const id of ['swaps', 'outliers', 'bones', 'jitter'] as const) {
    if (stages[id] === false) continue;
    work.tell(id);
    const outcome = simple[id](work.body, work.clip);
    // A jump that is bridged was there before: only what is new is taken back.
    const faultsOf = faultFinder(work.body, work.clip, MEND_PARAMETERS.frozenTime);
    const { clip } = work;
    work.take(id, guarded(work.body, work.clip, outcome, faultsOf, true));
    if (work.clip !== clip) work.body = fit(work.clip);
  }
}

const TREMOR_RULES: ReadonlySet<string> = new Set(['jitter', 'pop']);

/** Where the judge complains of tremor: there all of it that is seen is taken out. */
const tremorsOf = (work: Work): readonly Frames[] =>
  work.judge().findings.filter(({ rule, severity }) => severity !== 'note' && TREMOR_RULES.has(rule));

/** The floor; what holds the body all the time is asked anew, in case it only seemed so. */
function ground(work: Work, held: readonly Stretch[]): readonly Stretch[] {
  const { stages, fit } = work.settings;
  if (stages.floor === false) return held;
  work.tell('floor');
  const { body, ...outcome } = settleFloor(work.clip, fit);
  const { clip } = work;
  work.take('floor', outcome);
  work.body = body;
  const isWhole = held.length === 1 && held[0].start === 0 && held[0].end === clip.frameCount - 1;
  return isWhole && work.clip !== clip ? heldStretches(work.clip, work.judge()) : held;
}

/** Feet, where something asks for it or the floor was moved since `before`. */
function settle(work: Work, before: Clip, held: readonly Stretch[]): void {
  const { stages, force, loop, analyse } = work.settings;
  if (stages.feet === false) return;
  work.tell('feet');
  const moved = movedStretches(work.body, before, work.clip, 'shape');
  if (moved.length === 0 && !work.complains(FEET_RULES) && !force) return;
  const needed = force ? undefined : [...moved, ...feetComplaints(work)];
  const input = { body: work.body, clip: work.clip, held, loop, analyse, onProgress: work.share('feet', 0.1) };
  work.take('feet', guarded(work.body, work.clip, standFeet(input, needed)));
}

const feetComplaints = (work: Work): readonly Frames[] =>
  work.judge().findings.filter(({ rule, severity }) => severity !== 'note' && FEET_RULES.has(rule));

/** Free flights, with feet planted again where they take off and land; kept where the judge likes it better. */
function fly(work: Work, held: readonly Stretch[]): void {
  const { stages, loop, analyse } = work.settings;
  if (loop || stages.flight === false) return; // the filter knows how a loop is joined
  work.tell('flight');
  const { body, clip } = work;
  const before = work.judge();
  const flying = guarded(body, clip, flyFreely(clip, before, held));
  if (flying.clip === clip) return;
  const standing = stages.feet === false ? flying : standAgain(work, clip, flying, held, { loop, analyse });
  const whole = { start: 0, end: clip.frameCount - 1 };
  if (blameOf(work.judgementOf(standing.clip, body), whole) >= blameOf(before, whole)) return;
  work.take('flight', { ...flying, clip: standing.clip });
}

function balance(work: Work, held: readonly Stretch[]): void {
  const { stages, loop, filter, analyse } = work.settings;
  if (stages.flight === false && stages.balance === false) return;
  work.tell('balance');
  const { body, clip } = work;
  const outcome = restoreBalance({
    ...{ body, clip, held, loop, analyse, filter },
    judgement: work.judge(),
    flight: stages.flight !== false,
    balance: stages.balance !== false,
    onProgress: work.share('balance', 0.7),
  });
  work.take('balance', outcome);
  // The filter lets standing feet go by a millimetre: they are planted once more where it worked.
  if (outcome.clip === clip || stages.feet === false) return;
  work.take('feet', standAgain(work, clip, outcome, held, { loop, analyse }));
}

/** Feet planted where a stage moved the body. */
function standAgain(
  { body }: Work,
  before: Clip,
  { clip }: StageOutcome,
  held: readonly Stretch[],
  { loop, analyse }: Pick<Work['settings'], 'loop' | 'analyse'>,
): StageOutcome {
  const input = { body, clip, held, loop, analyse };
  return guarded(body, clip, standFeet(input, movedStretches(body, before, clip, 'place')));
}
