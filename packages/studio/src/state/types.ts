/**
 * The studio's state: one immutable tree. `document` is what undo and redo walk through; `view` is how one looks at it;
 * the rest is what the workers have found out. Panels draw, selectors derive, workers compute.
 */
import type {
  BalanceReport,
  BodyOptions,
  BorderOptions,
  Clip,
  ContactOverride,
  Finding,
  ForceTrack,
  RoleOutcome,
} from 'poise';

export type ClipId = string;

/** Where a clip came from. */
export type ClipOrigin =
  | { readonly kind: 'built-in'; readonly motion: string; readonly values: Readonly<Record<string, number>> }
  | { readonly kind: 'file'; readonly file: string; readonly take: number; readonly fileId: string };

/** A clip of the library. Its motion is loaded when it is first shown. */
export interface LibraryEntry {
  readonly id: ClipId;
  readonly name: string;
  readonly origin: ClipOrigin;
  readonly status: 'waiting' | 'loading' | 'ready' | 'failed';
  readonly error?: string; // in words, when failed
  readonly clip?: Clip; // without the file's own document, which stays with the worker
  readonly roles?: RoleOutcome;
}

/** What can be undone. */
export interface StudioDocument {
  readonly clip: ClipId | undefined; // the one on stage
  readonly body: Partial<Pick<BodyOptions, 'height' | 'mass' | 'sex' | 'table' | 'soleScale' | 'attachments'>>;
  readonly contacts: readonly ContactOverride[]; // corrections by hand, for the clip on stage
  readonly pushes: readonly ForceTrack[]; // known forces, for the clip on stage
  readonly border: BorderOptions; // unit, axes, roles as corrected by hand, for the clip on stage
  readonly modes: Readonly<Record<string, unknown>>; // settings of each mode, by its id
}

export type Theme = 'auto' | 'light' | 'dark';
export type CameraPreset = 'perspective' | 'front' | 'side' | 'top';

export interface StudioView {
  readonly mode: string; // id in the registry of modes
  readonly time: number; // [s] of the playhead
  readonly playing: boolean;
  readonly loop: boolean;
  readonly speed: number; // 0.1 … 4
  readonly overlays: Readonly<Record<string, boolean>>; // by id of the scene layer
  readonly camera: CameraPreset;
  readonly follow: boolean;
  readonly ghosts: { readonly on: boolean; readonly count: number; readonly spacing: number }; // spacing [s]
  readonly panels: Readonly<
    Record<'library' | 'inspector' | 'timeline' | 'plots', { readonly open: boolean; readonly size: number }>
  >; // size [px]
  readonly plots: readonly string[]; // ids of the plots shown
  readonly plotRange: readonly [start: number, end: number] | undefined; // [s] zoomed part; undefined: all
  readonly finding: number | undefined; // index of the finding looked at
  readonly help: boolean;
  readonly theme: Theme;
}

/** What analysis of the clip on stage has found, or how far it is. */
export interface Analysis {
  readonly status: 'idle' | 'running' | 'done' | 'failed';
  readonly progress: number; // 0 … 1
  readonly error?: string;
  readonly report?: BalanceReport;
  readonly findings?: readonly Finding[];
  readonly clip?: ClipId;
}

/** Long work that can be cancelled. */
export interface Job {
  readonly id: number;
  readonly label: string;
  readonly progress: number | undefined; // undefined: unknown
}

export interface Notice {
  readonly id: number;
  readonly kind: 'error' | 'info';
  readonly text: string;
}

/** Verdict of a clip in the list, from a background run. */
export interface Verdict {
  readonly errors: number;
  readonly warnings: number;
  readonly headline: string;
}

export interface StudioState {
  readonly document: StudioDocument;
  readonly view: StudioView;
  readonly library: readonly LibraryEntry[];
  readonly analysis: Analysis;
  readonly verdicts: Readonly<Record<ClipId, Verdict>>;
  readonly jobs: readonly Job[];
  readonly notices: readonly Notice[];
}
