/** What panels draw, derived from the state. */
import type { BalanceReport, Body, Clip, Finding } from 'poise';
import type { AnalyseSettings, ClipOrigin, LibraryEntry, StudioState } from './types.ts';

export const entryOnStage = (state: StudioState): LibraryEntry | undefined =>
  state.library.find(({ id }) => id === state.document.clip);

/** The file that the clip on stage came from, or what it was made from did. */
export function fileBehindStage(state: StudioState): Extract<ClipOrigin, { kind: 'file' }> | undefined {
  let origin = entryOnStage(state)?.origin;
  // what something was made from is older: a chain ends
  for (let links = 0; origin?.kind === 'made' && links < state.library.length; links++) {
    const { from }: { readonly from: string | undefined } = origin;
    origin = state.library.find(({ id }) => id === from)?.origin;
  }
  return origin?.kind === 'file' ? origin : undefined;
}

export const clipOnStage = (state: StudioState): Clip | undefined => entryOnStage(state)?.clip;

/** Analysis of the motion on stage; an older one of the same clip stays while the next is under way. */
export function analysisOnStage(state: StudioState): StudioState['analysis'] | undefined {
  const clip = clipOnStage(state);
  return clip && state.analysis.subject === clip ? state.analysis : undefined;
}

export const reportOnStage = (state: StudioState): BalanceReport | undefined => analysisOnStage(state)?.report;
export const bodyOnStage = (state: StudioState): Body | undefined => analysisOnStage(state)?.body;

/** Will the motion on stage get a body, unless something goes wrong? */
export const isBodyAwaited = (state: StudioState): boolean => {
  const analysis = analysisOnStage(state);
  return analysis?.body === undefined && analysis?.status !== 'failed';
};

/** Is what is shown of the analysis older than what it is about? */
export const isOutdated = (state: StudioState): boolean =>
  state.analysis.status !== 'running' && (analysisOnStage(state)?.outdated ?? false);

const NO_FINDINGS: readonly Finding[] = [];
export const findingsOnStage = (state: StudioState): readonly Finding[] =>
  analysisOnStage(state)?.findings ?? NO_FINDINGS;

/** Seconds from the first frame to the last. */
export const durationOnStage = (state: StudioState): number => {
  const clip = clipOnStage(state);
  return clip ? Math.max(0, clip.frameCount - 1) * clip.frameTime : 0;
};

/** Frame (may lie between two) at a time [s], within the clip. */
export const frameAtTime = (clip: Clip, time: number): number =>
  Math.min(clip.frameCount - 1, Math.max(0, time / clip.frameTime));

/** Where the clip on stage comes from, with the parameters as they are set. */
export function originOnStage(state: StudioState): ClipOrigin | undefined {
  const origin = entryOnStage(state)?.origin;
  if (origin?.kind !== 'built-in') return origin;
  return { ...origin, values: { ...origin.values, ...state.document.values } };
}

export const ANALYSE_SETTINGS: AnalyseSettings = { inertia: 'full', cutoff: 'auto' };

export const analyseSettings = (state: StudioState): AnalyseSettings =>
  (state.document.modes['analyse'] as AnalyseSettings | undefined) ?? ANALYSE_SETTINGS;

/** Entries of the library that hold all words of the search in their name or their group's. */
export function entriesFound(
  library: readonly LibraryEntry[],
  groups: StudioState['view']['groups'],
  search: string,
): readonly LibraryEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = ({ id, name }: LibraryEntry): string => `${groups[id] ?? ''} ${name}`.toLowerCase();
  return library.filter((entry) => words.every((word) => textOf(entry).includes(word)));
}

/** A part of the library's list: clips of one group, or those of none. */
export interface Group {
  readonly name: string; // '': of none
  readonly entries: readonly LibraryEntry[];
}

/** Clips of no group first, then group after group in the order of their names. */
export function groupsOf(entries: readonly LibraryEntry[], groups: StudioState['view']['groups']): readonly Group[] {
  const names = [...new Set(entries.map(({ id }) => groups[id] ?? ''))];
  return names
    .toSorted((a, b) => a.localeCompare(b, undefined, { numeric: true }))
    .map((name) => ({ name, entries: entries.filter(({ id }) => (groups[id] ?? '') === name) }));
}

/** How the files of a list came out, in a few words: "3 of 12 go wrong". */
export function tallyOf(entries: readonly LibraryEntry[], verdicts: StudioState['verdicts']): string {
  const all = entries.length;
  const failed = entries.filter(({ id, status }) => status === 'failed' && !verdicts[id]).length;
  const judged = entries.filter(({ id }) => verdicts[id]).length;
  const bad = entries.filter(({ id }) => verdicts[id]?.status === 'bad').length;
  if (judged + failed < all) return `${judged + failed} of ${all} judged`;
  const parts = [bad > 0 && `${bad} of ${all} with errors`, failed > 0 && `${failed} unreadable`].filter(Boolean);
  return parts.join(', ') || `${all} ${all === 1 ? 'file' : 'files'}, no errors`;
}

/** A name that a saved file can start with: 'walk.bvh' → 'walk', 'Xbot.glb · run' → 'Xbot-run', 'walk.bvh, mended' → 'walk-mended'. */
export function fileStem(entry: Pick<LibraryEntry, 'name'> | undefined): string {
  const name = entry?.name ?? 'motion';
  const [file = '', ...take] = name.split(' · ');
  const stem = [file.replace(/\.[^.,]+(?=,|$)/, ''), ...take].join('-').replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return stem || 'motion';
}

/** The clip on stage is being recorded. */
export const isGrowing = (state: StudioState): boolean => {
  const origin = entryOnStage(state)?.origin;
  return origin?.kind === 'made' && origin.live;
};
