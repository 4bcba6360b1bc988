/**
 * Mouse, pen and touch over ruler and lanes: scrub, edit contacts, move pushes, jump to findings, pan, pinch. One gesture
 * at a time; it ends where the pointer is let go and is dropped when the browser takes the pointer away.
 */
import type { ForceTrack } from 'poise';
import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { type Hit, hitAt, type LaneContents } from './hit.ts';
import type { LaneLayout } from './lanes.ts';
import { type ContactPlace, type ContactState, nextState, stateAt } from './overrides.ts';
import { frameOfTime, settledRange, spanOf, type TimeRange, timeOfX } from './range.ts';
import type { Stretch } from './runs.ts';
import { shiftedPush } from './signals.ts';
import type { EventChange } from './types.ts';

/** A stretch of a contact lane that is being dragged over. */
export interface Selection {
  readonly place: ContactPlace;
  readonly stretch: Stretch;
  readonly state: ContactState; // what it will be
}

/** A push on its way to another moment. */
export interface MovedPush {
  readonly index: number;
  readonly track: ForceTrack;
}

export interface PointerContext {
  readonly contents: LaneContents;
  readonly layout: LaneLayout;
  readonly range: TimeRange; // visible
  readonly width: number;
  readonly onScrub: (t: number) => void;
  readonly onRange: (range: TimeRange | undefined) => void;
  readonly onContact: (place: ContactPlace, stretch: Stretch, state: ContactState) => void;
  readonly onEventChange: (change: EventChange) => void;
  readonly onFinding: (index: number) => void;
  readonly onSelection: (selection: Selection | undefined) => void;
  readonly onMovedPush: (moved: MovedPush | undefined) => void;
  readonly onHover: (hit: Hit | undefined, x: number | undefined, event: PointerEvent | undefined) => void;
}

type Gesture =
  | { readonly kind: 'scrub' }
  | { readonly kind: 'contact'; readonly hit: Extract<Hit, { kind: 'contact' }>; readonly state: ContactState }
  | { readonly kind: 'event'; readonly index: number; readonly track: ForceTrack }
  | { readonly kind: 'finding'; readonly index: number }
  | { readonly kind: 'extra'; readonly frame: number; readonly id: string }
  | { readonly kind: 'grip'; readonly frame: number; readonly id: string }
  | { readonly kind: 'pan'; readonly range: TimeRange }
  | { readonly kind: 'pinch'; readonly times: readonly [number, number]; readonly ids: readonly [number, number] };

const CLICK_PX = 4; // below this a press is a click

const placeOf = (event: MouseEvent): { x: number; y: number } => {
  const box = event.currentTarget.getBoundingClientRect();
  const ruler = (event.currentTarget as HTMLElement).dataset['part'] === 'ruler';
  return { x: event.clientX - box.left, y: ruler ? -1 : event.clientY - box.top };
};

export function usePointer(context: PointerContext | undefined) {
  const gesture = useRef<Gesture>(undefined);
  const pressed = useRef({ x: 0, y: 0, moved: false });
  const touches = useRef(new Map<number, number>());

  const drop = (): void => {
    gesture.current = undefined;
    context?.onSelection(undefined);
    context?.onMovedPush(undefined);
  };

  const onPointerDown = (event: PointerEvent): void => {
    if (!context || (event.button !== 0 && event.button !== 1)) return;
    const { x, y } = placeOf(event);
    touches.current.set(event.pointerId, x);
    // A made-up event has no pointer to capture; the gesture works without.
    if (event.nativeEvent.isTrusted) event.currentTarget.setPointerCapture(event.pointerId);
    if (touches.current.size === 2) {
      drop();
      gesture.current = startPinch(context, touches.current);
      return;
    }
    if (event.button === 1) event.preventDefault();
    pressed.current = { x, y, moved: false };
    gesture.current = event.button === 1 ? { kind: 'pan', range: context.range } : startGesture(context, x, y);
    if (gesture.current.kind === 'scrub') context.onScrub(snapped(context, x));
    if (gesture.current.kind === 'event') context.onEventChange({ kind: 'select', index: gesture.current.index });
    context.onHover(undefined, undefined, undefined);
  };

  const onPointerMove = (event: PointerEvent): void => {
    if (!context) return;
    const { x, y } = placeOf(event);
    if (touches.current.has(event.pointerId)) touches.current.set(event.pointerId, x);
    if (Math.hypot(x - pressed.current.x, y - pressed.current.y) > CLICK_PX) pressed.current.moved = true;
    const now = gesture.current;
    if (!now) {
      const hit = y < 0 ? undefined : hitAt(context.contents, context.layout, context.range, context.width, x, y);
      context.onHover(hit, x, event);
    } else if (now.kind === 'scrub') context.onScrub(snapped(context, x));
    else if (now.kind === 'pan') context.onRange(panned(context, now.range, pressed.current.x - x));
    else if (now.kind === 'pinch') context.onRange(pinched(context, now, touches.current));
    else if (pressed.current.moved) dragOver(context, now, pressed.current.x, x);
    if ((now?.kind === 'finding' || now?.kind === 'extra') && pressed.current.moved)
      gesture.current = { kind: 'scrub' };
  };

  const onPointerUp = (event: PointerEvent): void => {
    const { x } = placeOf(event);
    touches.current.delete(event.pointerId);
    const done = gesture.current;
    drop();
    if (!context || !done) return;
    const { moved, x: from } = pressed.current;
    if (done.kind === 'finding') context.onFinding(done.index);
    else if (done.kind === 'extra' || done.kind === 'grip') {
      const lane = context.contents.extra.find(({ id }) => id === done.id);
      const to = frameOfTime(context.contents.clip, timeOfX(context.range, context.width, x));
      if (done.kind === 'grip' && moved) lane?.onDrag?.(done.frame, to, reachOf(context), lane.data);
      else lane?.onClick?.(done.frame, lane.data);
    } else if (done.kind === 'contact') {
      const stretch = moved ? draggedStretch(context, from, x) : done.hit.stretch;
      context.onContact(done.hit.place, stretch, done.state);
    } else if (done.kind === 'event' && moved) {
      context.onEventChange({ kind: 'move', index: done.index, track: movedTrack(context, done.track, from, x) });
    }
  };

  const onPointerCancel = (event: PointerEvent): void => {
    touches.current.delete(event.pointerId);
    drop();
  };

  const onPointerLeave = (): void => {
    if (!gesture.current) context?.onHover(undefined, undefined, undefined);
  };

  const onDoubleClick = (event: MouseEvent): void => {
    if (!context) return;
    const { x, y } = placeOf(event);
    const hit = y < 0 ? undefined : hitAt(context.contents, context.layout, context.range, context.width, x, y);
    if (hit?.kind === 'contact' || hit?.kind === 'event' || hit?.kind === 'finding') return;
    if (hit?.lane.kind === 'events') context.onEventChange({ kind: 'add', time: snapped(context, x) });
    else context.onRange(undefined);
  };

  const onContextMenu = (event: MouseEvent): void => {
    if (!context) return;
    const { x, y } = placeOf(event);
    const hit = y < 0 ? undefined : hitAt(context.contents, context.layout, context.range, context.width, x, y);
    if (hit?.kind !== 'contact') return;
    event.preventDefault();
    drop();
    const overridden = stateAt(context.contents.overrides, hit.place, hit.frame) !== 'auto';
    if (overridden) context.onContact(hit.place, hit.stretch, 'auto');
  };

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave, onDoubleClick, onContextMenu };
}

const REACH = 6; // [px] around what can be taken hold of in a lane

/** The same in frames. */
const reachOf = ({ contents: { clip }, range, width }: PointerContext): number =>
  Math.max(1, ((range[1] - range[0]) * REACH) / width / clip.frameTime);

function startGesture(context: PointerContext, x: number, y: number): Gesture {
  const { contents, layout, range, width } = context;
  const hit = y < 0 ? undefined : hitAt(contents, layout, range, width, x, y);
  if (hit?.kind === 'finding') return { kind: 'finding', index: hit.index };
  if (hit?.kind === 'event') return { kind: 'event', index: hit.index, track: contents.events[hit.index]! };
  const gripped = contents.extra.find(
    ({ id, grips, data }) => hit && id === hit.lane.id && grips?.(hit.frame, reachOf(context), data),
  );
  if (hit && gripped) return { kind: 'grip', frame: hit.frame, id: gripped.id };
  const clicked = contents.extra.find(({ id, onClick }) => id === hit?.lane.id && onClick);
  if (hit && clicked) return { kind: 'extra', frame: hit.frame, id: clicked.id };
  if (hit?.kind !== 'contact') return { kind: 'scrub' };
  return { kind: 'contact', hit, state: nextState(stateAt(contents.overrides, hit.place, hit.frame)) };
}

/** What a drag shows while it lasts. */
function dragOver(context: PointerContext, now: Gesture, from: number, x: number): void {
  if (now.kind === 'contact') {
    context.onSelection({ place: now.hit.place, stretch: draggedStretch(context, from, x), state: now.state });
  } else if (now.kind === 'event') {
    context.onMovedPush({ index: now.index, track: movedTrack(context, now.track, from, x) });
  }
}

function draggedStretch({ contents, range, width }: PointerContext, from: number, to: number): Stretch {
  const [a, b] = [from, to].map((x) => frameOfTime(contents.clip, timeOfX(range, width, x))) as [number, number];
  return { start: Math.min(a, b), end: Math.max(a, b) };
}

/** Pushes move by whole frames. */
function movedTrack({ contents, range, width }: PointerContext, track: ForceTrack, from: number, to: number) {
  const { frameTime } = contents.clip;
  const shift = ((to - from) / width) * (range[1] - range[0]);
  return shiftedPush(track, Math.round(shift / frameTime) * frameTime, spanOf(contents.clip));
}

const snapped = ({ contents: { clip }, range, width }: PointerContext, x: number): number =>
  frameOfTime(clip, timeOfX(range, width, x)) * clip.frameTime;

function panned({ contents, width }: PointerContext, range: TimeRange, pixels: number): TimeRange | undefined {
  const shift = (pixels / width) * (range[1] - range[0]);
  return settledRange(contents.clip, [range[0] + shift, range[1] + shift]);
}

function startPinch({ range, width }: PointerContext, touches: ReadonlyMap<number, number>): Gesture {
  const [[idA, a], [idB, b]] = [...touches] as [[number, number], [number, number]];
  return { kind: 'pinch', times: [timeOfX(range, width, a), timeOfX(range, width, b)], ids: [idA, idB] };
}

/** The range in which both fingers stay on the moments they took hold of. */
function pinched(
  { contents, range, width }: PointerContext,
  { times, ids }: Extract<Gesture, { kind: 'pinch' }>,
  touches: ReadonlyMap<number, number>,
): TimeRange | undefined {
  const [a, b] = [touches.get(ids[0]) ?? 0, touches.get(ids[1]) ?? 0];
  if (Math.abs(b - a) < 8) return settledRange(contents.clip, range);
  const span = ((times[1] - times[0]) / (b - a)) * width;
  const start = times[0] - (a / width) * span;
  return settledRange(contents.clip, [start, start + span]);
}
