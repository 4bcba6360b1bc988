/** What the timeline is given and what it says back. */
import type { BalanceReport, Clip, Finding, ForceTrack } from 'poise';
import type { ContactOverride } from 'poise/lint';
import type { Ref } from 'react';
import type { Lane } from './lanes.ts';
import type { Sheet } from './paint/sheet.ts';
import type { TimeRange } from './range.ts';

/** What a person did in the lane of pushes. Moving is said once, when the push is let go. */
export type EventChange =
  | { readonly kind: 'add'; readonly time: number } // [s]
  | { readonly kind: 'move'; readonly index: number; readonly track: ForceTrack }
  | { readonly kind: 'remove'; readonly index: number }
  | { readonly kind: 'select'; readonly index: number };

/** A lane that somebody else paints, with what it is painted from. */
export interface ExtraLane<T = unknown> {
  readonly id: string;
  readonly label: string;
  readonly least: number; // [px] height
  readonly most: number;
  readonly data: T;
  readonly paint: (sheet: Sheet, lane: Lane, data: T) => void;
  /** Lines of the tooltip at a frame. */
  readonly describe?: (frame: number, data: T) => readonly string[];
  /** A click at a frame; without it a click scrubs. */
  readonly onClick?: (frame: number, data: T) => void;
  /** Is there something to take hold of within `reach` frames? Then a drag is its own, and told when it is let go. */
  readonly grips?: (frame: number, reach: number, data: T) => boolean;
  readonly onDrag?: (from: number, to: number, reach: number, data: T) => void;
}

export interface TimelineHandle {
  /** Moves the playhead and the readouts without a render [s]. */
  readonly setTime: (t: number) => void;
}

export interface TimelineProps {
  readonly clip: Clip | undefined;
  readonly report: BalanceReport | undefined; // undefined while the analysis runs
  readonly findings: readonly Finding[];
  readonly overrides: readonly ContactOverride[];
  readonly events: readonly ForceTrack[];
  readonly extra?: readonly ExtraLane[]; // below the others
  readonly time: number; // [s] where the playhead rests; while playing, setTime moves it
  readonly playing: boolean;
  readonly grows?: boolean; // the clip is being recorded
  readonly loop: boolean;
  readonly speed: number;
  readonly range: TimeRange | undefined; // [s] visible; undefined: all
  readonly finding?: number | undefined; // index of the one looked at
  readonly onSeek: (t: number) => void; // on a whole frame [s]
  readonly onPlay: (playing: boolean) => void;
  readonly onLoop: (loop: boolean) => void;
  readonly onSpeed: (speed: number) => void;
  readonly onRange: (range: TimeRange | undefined) => void;
  /** The whole list after an edit, and what was done in words (for undo). */
  readonly onOverride: (overrides: readonly ContactOverride[], words: string) => void;
  readonly onEventChange: (change: EventChange) => void;
  readonly onTrim?: ((range: TimeRange) => void) | undefined; // the part that is shown becomes a clip
  readonly onReact?: (() => void) | undefined; // the character on stage answers the pushes
  readonly onFinding: (index: number) => void; // a seek to its worst frame is said before
  readonly ref?: Ref<TimelineHandle>;
}
