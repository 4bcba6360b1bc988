/**
 * The studio's state: one immutable tree. `document` is what undo and redo walk through; `view` is how one looks at it;
 * the rest is what the workers have found out. Panels draw, selectors derive, workers compute.
 */
import type {
  AnalyseOptions,
  BalanceReport,
  Body,
  BodyOptions,
  BorderOptions,
  Clip,
  Finding,
  ForceTrack,
  RoleOutcome,
} from 'poise';
import type { AnimatedProp } from 'poise/io';
import type { ContactOverride } from 'poise/lint';
import type { Parameter } from 'poise/perform';

export type ClipId = string;

/** Where a clip came from. */
export type ClipOrigin =
  | { readonly kind: 'built-in'; readonly motion: string; readonly values: Readonly<Record<string, number>> }
  | { readonly kind: 'file'; readonly file: string; readonly take: number; readonly fileId: string }
  | {
      readonly kind: 'made'; // by a mode, from another clip or live
      readonly mode: string;
      readonly from: ClipId | undefined;
      readonly made: Clip;
      readonly revision: number; // counts how often it was made anew
      readonly live: boolean; // it is still growing: not judged yet
      readonly props?: readonly AnimatedProp[] | undefined; // things that move beside the person
    };

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

export type BodySettings = Partial<
  Pick<BodyOptions, 'height' | 'mass' | 'sex' | 'table' | 'soleScale' | 'attachments'>
>;

/** Unit, axes, floor, roles and rate of a file as corrected by hand. */
export interface ImportSettings extends BorderOptions {
  readonly frameRate?: number; // [Hz]
}

/** What was set by hand for one clip. */
export interface ClipEdits {
  readonly values: Readonly<Record<string, number>>; // parameters of a built-in motion that differ from their defaults
  readonly body: BodySettings;
  readonly contacts: readonly ContactOverride[]; // corrections by hand
  readonly pushes: readonly ForceTrack[]; // known forces
  readonly border: ImportSettings; // how the file is read
}

/** What can be undone. The edits are those of the clip on stage; those of other clips wait on the shelf. */
export interface StudioDocument extends ClipEdits {
  readonly clip: ClipId | undefined; // the one on stage
  readonly modes: Readonly<Record<string, unknown>>; // settings of each mode, by its id
  readonly shelf: Readonly<Record<ClipId, ClipEdits>>;
}

/** Settings of the mode Analyse. */
export type AnalyseSettings = Pick<AnalyseOptions, 'inertia' | 'cutoff'>;

export type Theme = 'auto' | 'light' | 'dark';
export type CameraPreset = 'perspective' | 'front' | 'side' | 'top';

/** Where the camera stands, told by what it sees. */
export interface CameraShot {
  readonly target: readonly [x: number, y: number, z: number]; // [m] from the person while following, else in the world
  readonly theta: number; // [rad] about the vertical, 0 from +z
  readonly phi: number; // [rad] from the vertical
  readonly span: number; // [m] height of the picture at the target
  readonly lens: number; // [°] vertical angle of view
}

/** Another clip beside the one on stage, from the same start, at the same time. */
export interface Comparison {
  readonly clip: ClipId;
  readonly beside: boolean; // else over the person, as light
}

export interface StudioView {
  readonly project: string; // its name; '' before it was named
  readonly names: Readonly<Record<ClipId, string>>; // that the user has given to clips
  readonly groups: Readonly<Record<ClipId, string>>; // by which clips are listed together
  readonly folded: readonly string[]; // groups whose clips are not listed
  readonly bookmarks: readonly CameraShot[]; // where the camera stood when the user kept it
  readonly comparison: Comparison | undefined;
  readonly mode: string; // id in the registry of modes
  readonly time: number; // [s] of the playhead
  readonly playing: boolean;
  readonly loop: boolean;
  readonly speed: number; // 0.1 … 4
  readonly overlays: Readonly<Record<string, boolean>>; // by id of the scene layer
  readonly camera: CameraPreset;
  readonly shot: CameraShot | undefined; // where the user has put the camera; undefined: where the preset has it
  readonly follow: boolean;
  readonly ghosts: { readonly on: boolean; readonly count: number; readonly spacing: number }; // spacing [s]
  readonly panels: Readonly<
    Record<'library' | 'inspector' | 'timeline' | 'plots', { readonly open: boolean; readonly size: number }>
  >; // size [px]
  readonly plots: readonly string[]; // ids of the plots shown
  readonly plotRange: readonly [start: number, end: number] | undefined; // [s] zoomed part; undefined: all
  readonly finding: number | undefined; // index of the finding looked at
  readonly help: boolean;
  readonly cinema: boolean; // nothing but the person
  readonly muted: boolean; // … without a sound
  readonly projects: boolean; // the list of projects is open
  readonly greeted: boolean; // knows what can be done here
  readonly exporting: boolean; // the export sheet is open
  readonly theme: Theme;
  readonly inspector: 'report' | 'body' | 'import' | 'mode'; // the tab shown
  readonly search: string; // in the library
  readonly highlight: number | undefined; // joint pointed at in a panel
  readonly picking: string | undefined; // role that waits for a click on a bone
  readonly picked: number | undefined; // the joint that was clicked on for it
}

/** What analysis of the clip on stage has found, or how far it is. */
export interface Analysis {
  readonly status: 'idle' | 'running' | 'done' | 'failed';
  readonly progress: number; // 0 … 1
  readonly error?: string;
  readonly outdated?: boolean; // something was changed since, and judging it anew was cancelled or failed
  readonly report?: BalanceReport;
  readonly findings?: readonly Finding[];
  readonly body?: Body;
  readonly verdict?: Verdict;
  readonly clip?: ClipId;
  readonly subject?: Clip; // the very motion that was analysed; a report is drawn only over its own motion
}

/** How much each part of the body contributes to where the zero moment point lies, at one frame. */
export interface Explanation {
  readonly frame: number;
  readonly direction: readonly [x: number, z: number]; // unit, along which shares are counted: outwards from the support
  readonly way: string; // the same in words, 'forward'
  readonly total: number; // [m] ZMP from the middle of the support along the direction
  readonly edge: number; // [m] where the support ends along the direction
  readonly parts: readonly {
    readonly name: string;
    readonly joints: readonly number[];
    readonly mass: number; // share of the body's mass
    readonly weight: number; // [m] by where the part is
    readonly motion: number; // [m] by how it accelerates and turns
  }[];
}

/** Long work that can be cancelled. */
export interface Job {
  readonly id: number;
  readonly label: string;
  readonly progress: number | undefined; // undefined: unknown
  readonly mode?: string | undefined; // whose panel shows it as well, with a way out
}

export interface Notice {
  readonly id: number;
  readonly kind: 'error' | 'info';
  readonly text: string;
}

/** Verdict of a clip in the list, from a background run. */
export interface Verdict {
  readonly status: 'good' | 'doubtful' | 'bad' | 'unjudged';
  readonly errors: number;
  readonly warnings: number;
  readonly headline: string;
  readonly detail: string;
}

/** A built-in motion as the panels know it; the worker performs it. */
export interface MotionInfo {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly loops: boolean;
  readonly balanced: boolean;
  readonly sample: boolean; // made to show a verdict
  readonly parameters: readonly Parameter[];
}

/** What the library can do, told by the worker at the start. */
export interface Catalogue {
  readonly motions: readonly MotionInfo[];
  readonly readable: readonly string[]; // extensions with the dot
  readonly companions: readonly string[]; // extensions of files that only accompany others
  readonly rules: Readonly<Record<string, { readonly title: string; readonly help: string }>>;
}

/** A scene layer as the panels know it. */
export interface LayerInfo {
  readonly id: string;
  readonly title: string;
  readonly key: string | undefined;
  readonly swatch?: readonly [light: number, dark: number]; // 0xrrggbb
  readonly mode?: string; // shown only while this mode is on
}

export interface StudioState {
  readonly document: StudioDocument;
  readonly view: StudioView;
  readonly library: readonly LibraryEntry[];
  readonly analysis: Analysis;
  readonly verdicts: Readonly<Record<ClipId, Verdict>>;
  readonly jobs: readonly Job[];
  readonly notices: readonly Notice[];
  readonly explanation: Explanation | undefined; // of the finding looked at
  readonly catalogue: Catalogue | undefined; // until the worker has answered
  readonly layers: readonly LayerInfo[]; // empty until the viewport is there
  readonly results: Readonly<Record<string, unknown>>; // what each mode has found out, by its id; not undone
}
