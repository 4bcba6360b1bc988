/** The stages of mending, one after the other, each where the judge complains of what it can mend. */
import type { Judgement } from '../balance/judge.ts';
import type { Clip } from '../motion/clip.ts';
import type { Frames } from '../motion/stretches.ts';
import { restoreBalance } from './balance.ts';
import { steadyBones } from './bones.ts';
import { movedStretches } from './change.ts';
import { standFeet } from './feet.ts';
import { flyFreely } from './flight.ts';
import { onFloor, settleFloor } from './floor.ts';
import { guarded } from './guard.ts';
import { keepHands, withoutFarHands } from './hands.ts';
import { heldStretches } from './held.ts';
import { calmTremor } from './jitter.ts';
import { removeOutliers } from './outliers.ts';
import { MEND_PARAMETERS } from './parameters.ts';
import { faultFinder } from './pops.ts';
import type { StageOutcome, Stretch } from './stage.ts';
import { unswapLimbs } from './swaps.ts';
import type { Work } from './work.ts';
import { TERMS } from './worth.ts';

const FEET_RULES: ReadonlySet<string> = new Set(['skate', 'penetration', 'unsupported']);

/** Runs what is switched on, until nothing is wrong; returns what was left alone. `allFeet`: they are planted wherever they stand, complained of or not. */
export function runStages(work: Work, heldBefore: readonly Stretch[], allFeet: boolean): readonly Stretch[] {
  const held = stagesNeeded(work, heldBefore, allFeet);
  work.guardWhole();
  return held;
}

function stagesNeeded(work: Work, heldBefore: readonly Stretch[], allFeet: boolean): readonly Stretch[] {
  const isDone = (): boolean => !work.settings.force && work.isFine();
  repair(work);
  if (isDone()) return heldBefore;
  const held = ground(work, heldBefore, allFeet);
  settle(work, held, allFeet);
  if (isDone()) return held;
  fly(work, held);
  balance(work, held);
  // Feet that came to stand show a height that was not known before.
  if (work.settings.stages.floor !== false) work.take('floor', work.worthwhile(onFloor(work.body, work.clip)));
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
    const safe = guarded(work.body, work.clip, outcome, faultsOf, true);
    // Lengths of bones are a matter of the file: what they do to the feet is put right later.
    work.take(id, id === 'bones' ? safe : work.worthwhile(safe, TERMS.guessed));
    if (work.clip !== clip) work.body = fit(work.clip);
  }
}

const TREMOR_RULES: ReadonlySet<string> = new Set(['jitter', 'pop']);

/** Where the judge complains of tremor: there all of it that is seen is taken out. */
const tremorsOf = (work: Work): readonly Frames[] =>
  work.judge().findings.filter(({ rule, severity }) => severity !== 'note' && TREMOR_RULES.has(rule));

/** The floor; what holds the body all the time is asked anew, in case it only seemed so. */
function ground(work: Work, held: readonly Stretch[], allFeet: boolean): readonly Stretch[] {
  const { stages, fit } = work.settings;
  if (stages.floor === false) return held;
  work.tell('floor');
  const { body, ...outcome } = settleFloor(
    work.clip,
    fit,
    (before, after, person, how) =>
      work.isWorth(before, after, person, how === 'elsewhere') &&
      (how !== 'lowered' || allFeet || stages.feet === false || isBetterLowered(work, before, after, person)),
  );
  const { clip } = work;
  work.take('floor', outcome);
  work.body = body;
  const isWhole = held.length === 1 && held[0].start === 0 && held[0].end === clip.frameCount - 1;
  return isWhole && work.clip !== clip ? heldStretches(work.clip, work.judge()) : held;
}

/** A body that hovers may be too high, or its feet were drawn up: is it better to lower it than to stretch its legs? */
function isBetterLowered(work: Work, before: Clip, after: Clip, body: Work['body']): boolean {
  const { loop, analyse } = work.settings;
  const input = { body, clip: before, held: [], loop, analyse };
  const needed = feetComplaints(work.judgementOf(before, body));
  const { clip } = guarded(body, before, standFeet(input, needed));
  return work.loss(after, body) <= work.loss(clip, body);
}

/** Feet, where something asks for it. Where models and cameras put feet nothing is known of them: all are planted. */
function settle(work: Work, held: readonly Stretch[], allFeet: boolean): void {
  const { stages, force, loop, analyse } = work.settings;
  if (stages.feet === false) return;
  work.tell('feet');
  const isEverywhere = force || allFeet;
  const needed = isEverywhere ? undefined : feetComplaints(work.judge());
  if (needed?.length === 0) return;
  const input = { body: work.body, clip: work.clip, held, loop, analyse, onProgress: work.share('feet', 0.1) };
  const planted = guarded(work.body, work.clip, standFeet(input, needed));
  work.take('feet', isEverywhere ? planted : work.worthwhile(planted));
}

const feetComplaints = ({ findings }: Judgement): readonly Frames[] =>
  findings.filter(({ rule, severity }) => severity !== 'note' && FEET_RULES.has(rule));

/** Free flights, with feet planted again where they take off and land. */
function fly(work: Work, held: readonly Stretch[]): void {
  const { stages, loop, analyse } = work.settings;
  if (loop || stages.flight === false) return; // the filter knows how a loop is joined
  work.tell('flight');
  const { body, clip } = work;
  const flying = guarded(body, clip, flyFreely(clip, work.judge(), held));
  if (flying.clip === clip) return;
  const standing = stages.feet === false ? flying : standAgain(work, clip, flying, held, { loop, analyse });
  work.take('flight', work.worthwhile({ ...flying, clip: standing.clip }));
}

/** Balance; the filter lets standing feet go by a millimetre: they are planted once more where it worked, and hands that it carried along come back. */
function balance(work: Work, held: readonly Stretch[]): void {
  const { stages, loop, filter, analyse } = work.settings;
  if (stages.flight === false && stages.balance === false) return;
  work.tell('balance');
  const { body, clip } = work;
  const judgement = work.judge();
  const impossible = judgement.findings.filter(({ severity }) => severity === 'error');
  const outcome = restoreBalance({
    ...{ body, clip, held, loop, analyse, filter },
    judgement,
    flight: stages.flight !== false,
    balance: stages.balance !== false,
    onProgress: work.share('balance', 0.7),
  });
  const standing = stages.feet === false ? undefined : standAgain(work, clip, outcome, held, { loop, analyse });
  for (const feet of standing ? [standing, undefined] : [undefined]) {
    const hands = stages.hands === false ? undefined : handsBack(work, clip, feet?.clip ?? outcome.clip);
    const did = [outcome, feet, hands].flatMap((one) => one?.did ?? []);
    const left = [outcome, feet, hands].flatMap((one) => one?.left ?? []);
    const balanced = { clip: hands?.clip ?? feet?.clip ?? outcome.clip, did, left };
    const near = hands
      ? withoutFarHands(body, clip, balanced, { most: work.settings.handShift, impossible })
      : balanced;
    const worth = work.worthwhile(near.clip === balanced.clip ? near : guarded(body, clip, near));
    if (worth.clip === clip && feet) continue;
    work.take('balance', worth);
    return;
  }
}

function handsBack(work: Work, reference: Clip, clip: Clip): StageOutcome {
  work.tell('hands');
  return guarded(work.body, clip, keepHands(work.body, reference, clip, work.settings.handShift));
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
  return guarded(body, clip, standFeet(input, movedStretches(body, before, clip)));
}
