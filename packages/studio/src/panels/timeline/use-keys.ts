/** The timeline by keyboard: the playhead with arrows, a lane with up and down, its contacts with Enter and Delete. */
import { type KeyboardEvent, useState } from 'react';
import { contactStretch, type LaneContents } from './hit.ts';
import { actionOf, type KeyAction } from './keys.ts';
import { type Lane, type LaneLayout, laneName } from './lanes.ts';
import { type ContactPlace, type ContactState, nextState, placeName, stateAt, stateWords } from './overrides.ts';
import { frameOfTime, spanOf } from './range.ts';
import type { Stretch } from './runs.ts';
import { pushShape } from './signals.ts';
import type { TimelineProps } from './types.ts';

export interface KeyContext {
  readonly props: TimelineProps;
  readonly contents: LaneContents | undefined;
  readonly layout: LaneLayout;
  readonly now: () => number; // [s] of the playhead
  readonly onStep: (frames: number) => void;
  readonly onSeek: (t: number) => void;
  readonly onZoom: (factor: number | 'fit') => void;
  readonly onContact: (place: ContactPlace, stretch: Stretch, state: ContactState) => void;
}

export interface TimelineKeys {
  readonly active: string | undefined; // lane chosen with the arrow keys
  readonly spoken: string; // for screen readers
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const editable = (lane: Lane): boolean => lane.kind === 'contact' || lane.kind === 'events';

export function useKeys(context: KeyContext): TimelineKeys {
  const [active, setActive] = useState<string>();
  const [spoken, setSpoken] = useState('');
  const lane = context.layout.lanes.find(({ id }) => id === active);

  const choose = (by: number): void => {
    const lanes = context.layout.lanes.filter(editable);
    const at = lane ? lanes.indexOf(lane) : by > 0 ? -1 : lanes.length;
    const next = lanes[Math.min(lanes.length - 1, Math.max(0, at + by))];
    setActive(next?.id);
    setSpoken(next ? `lane ${laneName(next)}` : '');
  };

  const edit = (kind: 'cycle' | 'clear'): void => {
    const { contents, props, now } = context;
    if (!contents || !lane) return;
    const frame = frameOfTime(contents.clip, now());
    if (lane.kind === 'events') editPush(props, kind, now(), contents.clip.frameTime);
    if (!lane.place) return;
    const state = stateAt(contents.overrides, lane.place, frame);
    if (kind === 'clear' && state === 'auto') return;
    const next = kind === 'clear' ? 'auto' : nextState(state);
    context.onContact(lane.place, contactStretch(contents, lane.place, frame), next);
    setSpoken(`${placeName(lane.place)} ${stateWords(next)}`);
  };

  const act = (action: KeyAction): void => {
    const { props } = context;
    if (action.kind === 'step') context.onStep(action.frames);
    else if (action.kind === 'start') context.onSeek(0);
    else if (action.kind === 'end') context.onSeek(props.clip ? spanOf(props.clip) : 0);
    else if (action.kind === 'play') props.onPlay(!props.playing);
    else if (action.kind === 'loop') props.onLoop(!props.loop);
    else if (action.kind === 'zoom') context.onZoom(action.factor);
    else if (action.kind === 'fit') context.onZoom('fit');
    else if (action.kind === 'lane') choose(action.by);
    else if (action.kind === 'cancel') setActive(undefined);
    else edit(action.kind);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const action = actionOf(event);
    if (!action || !context.props.clip) return;
    // The window's own shortcuts must not answer a second time.
    event.preventDefault();
    event.stopPropagation();
    act(action);
  };
  return { active, spoken, onKeyDown };
}

/** Enter adds a push at the playhead; Delete takes away the one under it. */
function editPush(props: TimelineProps, kind: 'cycle' | 'clear', t: number, frameTime: number): void {
  if (kind === 'cycle') props.onEventChange({ kind: 'add', time: t });
  const index = props.events.findIndex((track) => {
    const { start, end } = pushShape(track);
    return t >= start - frameTime && t <= end + frameTime;
  });
  if (kind === 'clear' && index >= 0) props.onEventChange({ kind: 'remove', index });
}
