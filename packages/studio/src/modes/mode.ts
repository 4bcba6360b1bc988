/**
 * A mode of the studio: Analyse, Mend, React … To add one: one folder beside this with its settings and panel, one line in
 * index.ts. The shell carries it without being rebuilt. What a mode can do beyond its Inspector:
 *
 * (a) Scene layers, timeline lanes and plots of its own: `scene`, `lanes`, `plots`. They are shown while the mode is on and
 *     draw from the mode's result, `state.results[id]`, which the mode sets with { type: 'result/set', mode, result }.
 * (b) A second clip on stage: `host.showCompanion({ clip, body, look, tint, beside })`, over the person or beside them. A clip
 *     the mode has made enters library, timeline, report and export through `host.session.take({ id, name, mode, from, clip })`.
 * (c) Drags on the body: `host.onBodyDrag({ begin, move, end })`; the viewport draws the arrow and what `move` returns.
 *     Clicks anywhere on the stage: `host.onClick(listener)` gets the ray under the pointer.
 * (d) A live simulation: `host.goLive(source)`. `source.step(q)` is asked for the next frame sixty times a second; what it
 *     writes is shown and recorded as a clip in the library: pausing lets one scrub back, playing on goes on at the end.
 * (e) Workers of its own: `createLane<MyWorker>(spawn)` of worker/lane.ts, and `host.run(label, lane, task)`, which shows
 *     progress and can be cancelled in the list of jobs.
 *
 * The host is in `useApp().host` and is handed to `start`. On leaving a mode everything that was put up through it is taken
 * down. test/support/test-mode.tsx is a mode that uses all of it.
 */
import type { Body, Clip, Vec3 } from 'poise';
import type { AnimatedProp } from 'poise/io';
import type { ComponentType } from 'react';
import type { Player } from '../app/player.ts';
import type { Session } from '../app/session.ts';
import type { PlotKind } from '../panels/plots/types.ts';
import type { ExtraLane } from '../panels/timeline/types.ts';
import type { Companion, SceneLayer } from '../scene/contract.ts';
import type { Store } from '../state/store.ts';
import type { ClipId, StudioState } from '../state/types.ts';
import type { Progress } from '../worker/api.ts';
import type { Lane } from '../worker/lane.ts';

export interface StudioMode {
  readonly id: string;
  readonly title: string;
  readonly hint: string; // one sentence, shown when the pointer rests on it
  readonly key: string | undefined; // shortcut letter with Shift
  /** Shortcuts while the mode is on; letters that the studio does not use itself. */
  readonly keys?: readonly {
    readonly key: string;
    readonly text: string;
    readonly run: (host: Pick<ModeHost, 'store'>) => void;
  }[];
  readonly settings: unknown; // the mode's settings at the start; kept in document.modes[id]
  readonly accepts?: (settings: unknown) => boolean; // settings that came with a link; absent: any with the same keys
  readonly panel?: string; // name of its tab in the inspector; absent: the title
  /** What stands in the inspector's last tab while the mode is on. */
  readonly Inspector: ComponentType;
  readonly fillsStage?: boolean; // people stand all over it: panels on the stage keep small
  readonly layers?: readonly string[]; // ids of scene layers switched on with the mode
  /** Scene layers of its own. A function, since three is loaded after the page: `() => import('./layers.ts')` and so on. */
  readonly scene?: () => Promise<readonly SceneLayer[]>;
  readonly lanes?: readonly ModeLane[]; // each through modeLane()
  readonly plots?: readonly PlotKind[]; // `source.result` is the mode's result
  /** What a link to the moment must hold so that it happens again: settings, and the clip it began with. undefined: nothing has happened. */
  readonly share?: (
    state: StudioState,
  ) => { readonly settings: unknown; readonly clip: ClipId | undefined } | undefined;
  /** Called on entering, once the viewport is there; what it returns is called on leaving. */
  readonly start?: (host: ModeHost, arrival: Arrival) => undefined | (() => void);
}

/** How a mode was entered: with the page, perhaps by a link that says from where one looks, or from another mode. */
export type Arrival = 'link' | 'switch';

/** A lane of the timeline that is painted from what `select` finds in the state. */
export interface ModeLane<T = unknown> extends Omit<ExtraLane<T>, 'data'> {
  readonly select: (state: StudioState) => T; // must return what the state holds, not a fresh object
}

/** Hides what a lane is painted from, so that lanes of different data make one list. */
export const modeLane = <T>(lane: ModeLane<T>): ModeLane => lane as unknown as ModeLane;

export interface ModeHost {
  readonly store: Store;
  readonly session: Session; // take(), show(), follow() …
  readonly player: Player;
  readonly showCompanion: (companion: Companion | undefined) => void;
  /** 0 … 1 of the picture's width: left of it a companion that leads gives way to the original. The line can be dragged. */
  readonly setWipe: (share: number | undefined) => void;
  /** Takes over drags that begin on the body; undefined gives them back to the camera. */
  readonly onBodyDrag: (drag: BodyDrag | undefined) => void;
  /** Told of clicks on the stage that are no drags, beside the body or on it unless a drag took them. */
  readonly onClick: (listener: ((ray: StageRay) => void) | undefined) => void;
  /** Unit, over the floor (x, z): from what is looked at to whoever looks. */
  readonly viewer: () => readonly [x: number, z: number];
  /** What the mode says on the stage, with the ways out: 'This clip is not on its feet', 'Use the built-in idle'. */
  readonly showNote: (note: StageNote | undefined) => void;
  /** Plays a clip on the character of another one; it comes on stage. */
  readonly playOn: (motion: ClipId, character: ClipId) => void;
  /** Starts a live simulation in place of a fixed clip; ends the one before. */
  readonly goLive: (source: LiveSource) => LiveRun;
  /** Runs a task on a worker of the mode as a job with progress and a cancel button; rejects with Cancelled. */
  readonly run: <W, T>(label: string, lane: Lane<W>, task: RunTask<W, T>) => Promise<T>;
}

/** One sentence on the stage, and what can be done about it with one click. */
export interface StageNote {
  readonly text: string;
  readonly ways: readonly { readonly title: string; readonly run: () => void }[];
}

export type RunTask<W, T> = (worker: Parameters<Parameters<Lane<W>['run']>[0]>[0], progress: Progress) => Promise<T>;

/** A look through the pointer into the world. */
export interface StageRay {
  readonly origin: Vec3; // [m]
  readonly direction: Vec3; // unit
}

/** Where a drag took hold of the body. */
export interface Grip {
  readonly joint: number;
  readonly pointInSegment: Vec3; // [m] in the joint's frame
  readonly world: Vec3; // [m] where that point was when it was gripped
  readonly time: number; // [s] of the playhead then
}

/** Where the drag is now. */
export interface Pull {
  readonly vector: Vec3; // [m] world, from the gripped point as it is now to the pointer, in the plane that faces the camera
  readonly origin: Vec3; // [m] of the ray through the pointer
  readonly direction: Vec3; // unit, of the same
}

export interface BodyDrag {
  /** False leaves this drag to the camera. */
  readonly begin?: (grip: Grip) => boolean;
  /** Returns a few words to stand at the arrow's tip: '35 N·s'. */
  readonly move?: (grip: Grip, pull: Pull) => string | undefined;
  readonly end: (grip: Grip, pull: Pull) => void;
  /** Escape, or the browser took the pointer away. */
  readonly cancel?: () => void;
}

/** A simulation that writes poses. On the main thread `step` computes; from a worker it reads what has arrived. */
export interface LiveSource {
  readonly id: ClipId; // of the recording in the library
  readonly name: string;
  readonly template: Clip; // its skeleton, roles and file are those of the recording
  readonly body: Body; // who moves
  readonly from?: ClipId | undefined; // the clip they came with: shown in its skin, exported into its file
  readonly frameTime: number; // [s] per step
  readonly start: Float64Array; // nq: pose of the first frame
  readonly past?: Clip; // frames that were recorded before, the first included: it goes on after them
  /** Writes the next frame into q. 'wait': nothing yet, ask again; 'over': it ends here. Must not allocate. */
  readonly step: (q: Float64Array) => 'more' | 'wait' | 'over';
  /** What moved beside the person so far, frame by frame; asked when the recording rests. */
  readonly props?: (frameCount: number) => readonly AnimatedProp[] | undefined;
  readonly onEnd?: (recording: Clip) => void; // 'over', stopped, or the mode was left
}

export interface LiveRun {
  readonly recording: () => Clip; // all frames so far, without copying
  readonly stop: () => void;
}
