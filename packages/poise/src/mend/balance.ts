/**
 * Balance and flight: the balance filter, only around what the judge complains of, section by section. A section that something unseen holds,
 * or that would come back worse, stays as it is.
 */
import type { AnalyseOptions } from '../balance/analyse.ts';
import type { Finding } from '../balance/finding.ts';
import { type Judgement, judge } from '../balance/judge.ts';
import type { Body } from '../body/body.ts';
import { balanceFilter, type FilterResult } from '../methods/balance-filter/index.ts';
import type { FilterOptions } from '../methods/balance-filter/options.ts';
import type { FilterWindow } from '../methods/balance-filter/report.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import type { Frames } from '../motion/stretches.ts';
import { blameOf, meets } from './blame.ts';
import { changeBetween, movedBetween } from './change.ts';
import { guarded } from './guard.ts';
import { type Fault, faultFinder } from './pops.ts';
import { type StageInput, type StageOutcome, untouched } from './stage.ts';
import { metres, plural, stretchesInWords } from './words.ts';

/** What the filter can do something about. */
const BALANCE_RULES: ReadonlySet<string> = new Set(['balance', 'lean', 'friction']);
const FLIGHT_RULES: ReadonlySet<string> = new Set(['unsupported', 'pull']);
const LEAST_FRAMES = 8;
const MARGIN = 1.2; // [s] of the clip around a complaint that the filter may use
const WHOLE = 0.7; // of the clip: from here on it is worked on as one
const SITES = 1 / 30; // [s] as the filter has it for captures; finer ones cost several times as much where a clip is far from balance
const ITERATIONS = 12; // of the filter: what is not found by then is seldom found later
const HOPELESS = 0.25; // [m] the balance point is still this far outside …
const HOPELESS_AFTER = 4; // … after so many iterations: no motion near the clip is in balance
/** [m] a joint that would move farther makes another motion of it; what is only warned of is worth less. */
const FARTHEST = { error: 0.25, warning: 0.1 };

export interface BalanceInput extends StageInput {
  readonly judgement: Judgement; // of the clip
  readonly flight: boolean; // make flights ballistic
  readonly balance: boolean; // bring the balance point into the support
  readonly filter: Partial<FilterOptions>;
}

/** Brings a clip into balance where it is not.
 *
 * ```ts
 * const input = { body, clip, held: [], loop: false, judgement: judge(clip), flight: true, balance: true, filter: {} };
 * const { clip: balanced, did } = restoreBalance(input);
 * ```
 */
export function restoreBalance(input: BalanceInput): StageOutcome {
  const { clip, judgement, held, loop } = input;
  const wanted = judgement.findings.filter(
    ({ rule, severity }) =>
      severity !== 'note' && ((input.balance && BALANCE_RULES.has(rule)) || (input.flight && FLIGHT_RULES.has(rule))),
  );
  if (wanted.length === 0 || clip.frameCount < LEAST_FRAMES) return untouched(clip);
  const isHeld = (run: Frames): boolean => held.some((stretch) => meets(run, stretch));
  const free = wanted.filter((finding) => !isHeld(finding));
  const left = wanted.length > free.length ? ['Balance was left where something else holds the body.'] : [];
  if (free.length === 0) return untouched(clip, ...left);
  const q = clip.q.slice();
  const done: Frames[] = [];
  const refused: Frames[] = [];
  const sections = loop ? [{ start: 0, end: clip.frameCount - 1 }] : [...sectionsOf(clip, free)];
  for (let k = 0; k < sections.length; k++) {
    const section = sections[k];
    const tell = (share: number): void => input.onProgress?.((k + share) / sections.length);
    const part = cut(clip, section);
    const here = free
      .filter((finding) => meets(finding, section))
      .map(({ start, end, severity }) => ({ start: start - section.start, end: end - section.start, severity }));
    const own = { ...input, ...(input.analyse && { analyse: ofSection(input.analyse, section.start) }) };
    const solved = solveSection(own, part, here, tell, {
      ...(section.start > 0 && { firstPose: 'keep' }),
      ...(section.end < clip.frameCount - 1 && { lastPose: 'keep' }),
    });
    if (!solved) {
      // One place without hope must not take the others with it.
      const halves = loop ? [] : halvesOf(section, here);
      if (halves.length === 0) refused.push(section);
      sections.push(...halves);
      continue;
    }
    const nq = coordinateCount(clip.skeleton);
    for (const group of solved.accepted) {
      q.set(solved.q.subarray(group.start * nq, (group.end + 1) * nq), (section.start + group.start) * nq);
      done.push({ start: section.start + group.start, end: section.start + group.end });
    }
    refused.push(...solved.refused.map((g) => ({ start: section.start + g.start, end: section.start + g.end })));
  }
  if (refused.length > 0) {
    left.push(`No better motion was found near the clip in ${stretchesInWords(clip, refused)}; it was left as it was.`);
  }
  if (done.length === 0) return untouched(clip, ...left);
  // Where sections are joined to the rest nothing may jump either.
  const joined = guarded(input.body, clip, { clip: withCoordinates(clip, q), did: [], left });
  if (joined.clip === clip) return joined;
  const { largest } = changeBetween(input.body, clip, joined.clip);
  const what = `${plural(done.length, 'section')} ${done.length === 1 ? 'was' : 'were'} brought into balance`;
  return {
    ...joined,
    did: [`${what} (${stretchesInWords(clip, done)}); joints moved by up to ${metres(largest)}.`],
  };
}

/** Stretches around the complaints, far enough for windows to reach out; the whole clip where they are most of it. */
function sectionsOf(clip: Clip, findings: readonly Finding[]): readonly Frames[] {
  const margin = Math.round(MARGIN / clip.frameTime);
  const last = clip.frameCount - 1;
  const padded = findings
    .map(({ start, end }) => ({ start: Math.max(0, start - margin), end: Math.min(last, end + margin) }))
    .sort((a, b) => a.start - b.start);
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of padded) {
    const before = merged[merged.length - 1];
    if (before && start <= before.end) before.end = Math.max(before.end, end);
    else merged.push({ start, end });
  }
  const frames = merged.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  return frames > WHOLE * clip.frameCount ? [{ start: 0, end: last }] : merged;
}

/** A section divided in the middle of the longest time without complaint; none where there is but one complaint. */
function halvesOf({ start, end }: Frames, complaints: readonly Frames[]): readonly Frames[] {
  const sorted = [...complaints].sort((a, b) => a.start - b.start);
  let [widest, at, reached] = [0, -1, -1];
  for (const complaint of sorted) {
    if (reached >= 0 && complaint.start - reached > widest) {
      widest = complaint.start - reached;
      at = start + Math.round((complaint.start + reached) / 2);
    }
    reached = Math.max(reached, complaint.end);
  }
  if (at < 0) return [];
  const halves = [
    { start, end: at },
    { start: at + 1, end },
  ];
  return halves.every((half) => half.end - half.start + 1 >= LEAST_FRAMES) ? halves : [];
}

function cut(clip: Clip, { start, end }: Frames): Clip {
  if (start === 0 && end === clip.frameCount - 1) return clip;
  const nq = coordinateCount(clip.skeleton);
  return withCoordinates({ ...clip, extraTracks: [] }, clip.q.slice(start * nq, (end + 1) * nq));
}

/** Contacts corrected by hand count frames from the start of the clip. */
function ofSection(analyse: Partial<AnalyseOptions>, start: number): Partial<AnalyseOptions> {
  const overrides = analyse.contacts?.overrides;
  if (!overrides || start === 0) return analyse;
  const moved = overrides.map((one) => ({ ...one, start: one.start - start, end: one.end - start }));
  return { ...analyse, contacts: { ...analyse.contacts, overrides: moved } };
}

interface Section {
  readonly q: Float64Array;
  readonly accepted: readonly Frames[];
  readonly refused: readonly Frames[];
}

/** Undefined: no motion near it is in balance. */
function solveSection(
  { body, judgement, flight, loop, filter, analyse }: BalanceInput,
  part: Clip,
  wanted: readonly (Frames & Pick<Finding, 'severity'>)[],
  tell: (done: number) => void,
  ends: Partial<FilterOptions>, // what the section is joined to
): Section | undefined {
  const { ground } = judgement.report;
  const filtered = filteredOrNot(body, part, {
    flight: flight ? 'ballistic' : 'ignore',
    maxIterations: ITERATIONS,
    siteTime: Math.max(SITES, part.frameTime),
    ...filter,
    ...ends,
    loop,
    analyse: { ...analyse, ...filter.analyse, ground },
    onProgress: ({ done, iteration, violation }) => {
      tell(done);
      if (iteration >= HOPELESS_AFTER && violation > HOPELESS) throw new Hopeless();
    },
  });
  if (!filtered) return undefined;
  const { clip: solved, report } = filtered;
  const groups = groupsOf(report.windows.filter(({ left, status }) => !left && status !== 'diverged'));
  const useful = groups.filter((group) => wanted.some((finding) => meets(group, finding)));
  const nq = coordinateCount(part.skeleton);
  if (useful.length === 0) return { q: part.q, accepted: [], refused: [] };
  const tried = part.q.slice();
  for (const { start, end } of useful) tried.set(solved.q.subarray(start * nq, (end + 1) * nq), start * nq);
  const outcome = { clip: withCoordinates(part, tried), did: [], left: [] };
  const farthest = FARTHEST[wanted.some(({ severity }) => severity === 'error') ? 'error' : 'warning'];
  const { clip: safe } = guarded(body, part, outcome, balanceFaults(body, part, farthest));
  if (safe === part) return { q: part.q, accepted: [], refused: useful };
  // Groups of windows do not meet: each is judged by the findings of its own frames.
  const [before, after] = [part, safe].map((clip) => judge(clip, { person: body, ground }));
  const accepted = useful.filter((group) => blameOf(after, group) < blameOf(before, group));
  return { q: safe.q, accepted, refused: useful.filter((group) => !accepted.includes(group)) };
}

class Hopeless extends Error {}

function filteredOrNot(body: Body, part: Clip, options: Partial<FilterOptions>): FilterResult | undefined {
  try {
    return balanceFilter(body, part, options);
  } catch (error) {
    if (error instanceof Hopeless) return undefined;
    throw error;
  }
}

/** Pops, joints beyond their range, and joints that move so far that it becomes another motion. */
function balanceFaults(body: Body, before: Clip, farthest: number): (after: Clip) => Fault[] {
  const faultsOf = faultFinder(body, before);
  return (after) => {
    const faults = faultsOf(after);
    movedBetween(body, before, after).forEach((way, frame) => {
      if (way > farthest) faults.push({ frame, joint: -1, through: [] });
    });
    return faults;
  };
}

/** Windows that share frames are one. */
function groupsOf(windows: readonly FilterWindow[]): readonly Frames[] {
  const groups: { start: number; end: number }[] = [];
  for (const { startFrame, endFrame } of [...windows].sort((a, b) => a.startFrame - b.startFrame)) {
    const last = groups[groups.length - 1];
    if (last && startFrame <= last.end + 1) last.end = Math.max(last.end, endFrame);
    else groups.push({ start: startFrame, end: endFrame });
  }
  return groups;
}
