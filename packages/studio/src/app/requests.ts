/** From the state to what the worker is asked. */
import type { BalanceReport } from 'poise';
import { NO_EDITS } from '../state/initial.ts';
import { analyseSettings } from '../state/selectors.ts';
import type { ClipEdits, LibraryEntry, StudioState } from '../state/types.ts';
import type { ClipRequest, JudgeOptions, Moment } from '../worker/api.ts';
import type { MotionFile } from './files.ts';

/** What was set by hand for a clip, on stage or on the shelf. */
export const editsFor = ({ document }: StudioState, id: string): ClipEdits =>
  document.clip === id ? document : (document.shelf[id] ?? NO_EDITS);

export function clipRequest(
  entry: LibraryEntry,
  edits: ClipEdits,
  files: ReadonlyMap<string, MotionFile>,
  state?: StudioState, // to find what a made clip was made from
): ClipRequest | undefined {
  const { origin } = entry;
  if (origin.kind === 'made') {
    const before = state?.library.find(({ id }) => id === origin.from);
    const from = before && state && clipRequest(before, editsFor(state, before.id), files, state);
    const { made: clip, revision, props } = origin;
    return { kind: 'made', key: `${entry.id} ${revision}`, name: entry.name, clip, from, props };
  }
  if (origin.kind === 'built-in') {
    const { height, mass, sex } = edits.body;
    const body = { ...(height && { height }), ...(mass && { mass }), ...(sex && { sex }) };
    return { kind: 'built-in', motion: origin.motion, values: { ...origin.values, ...edits.values }, body };
  }
  const file = files.get(origin.fileId);
  return file && { kind: 'file', ...file, take: origin.take, border: edits.border };
}

/** Two requests with the same key mean the same motion. */
export function requestKey(request: ClipRequest): string {
  if (request.kind === 'made') return request.key;
  return request.kind === 'built-in'
    ? JSON.stringify(request)
    : JSON.stringify([request.fileId, request.take, request.border]);
}

export function judgeOptions(state: StudioState, edits: ClipEdits): JudgeOptions {
  const { body, contacts, pushes } = edits;
  return { ...analyseSettings(state), body, contacts, external: pushes };
}

/** What the report says of one frame. */
export function momentOf(report: BalanceReport, frame: number): Moment {
  const support: [number, number][] = [];
  for (let i = report.supportStart[frame] ?? 0; i < (report.supportStart[frame + 1] ?? 0); i++) {
    support.push([report.supportPoints[2 * i] ?? 0, report.supportPoints[2 * i + 1] ?? 0]);
  }
  const zmp = (k: number): number => report.zmp[3 * frame + k] ?? Number.NaN;
  return {
    frame,
    support,
    floor: zmp(1),
    zmp: [zmp(0), zmp(2)],
    forward: [report.forward[2 * frame] ?? 0, report.forward[2 * frame + 1] ?? 1],
  };
}
