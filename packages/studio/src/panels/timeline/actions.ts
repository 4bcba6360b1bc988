/** What can be done in the timeline, by pointer, key or button: each ends in a callback of its owner. */
import type { RefObject } from 'react';
import { type ContactPlace, type ContactState, placeName, stateWords, withStretch } from './overrides.ts';
import { followedRange, frameOfTime, type TimeBase, visibleRange, zoomedRange } from './range.ts';
import type { Stretch } from './runs.ts';
import type { EventChange, TimelineProps } from './types.ts';

export interface TimelineActions {
  readonly seek: (t: number) => void;
  readonly step: (frames: number) => void;
  readonly zoom: (factor: number | 'fit') => void;
  readonly changeContact: (place: ContactPlace, stretch: Stretch, state: ContactState) => void;
  readonly changeEvent: (change: EventChange) => void;
  readonly openFinding: (index: number) => void;
}

export function timelineActions(
  props: TimelineProps,
  base: TimeBase,
  now: RefObject<number>, // [s] of the playhead
  showTime: (t: number) => void,
  chooseEvent: (index: number | undefined) => void,
): TimelineActions {
  const seek = (t: number): void => {
    showTime(t);
    props.onSeek(t);
  };
  return {
    seek,
    step: (frames) => {
      if (props.playing) props.onPlay(false);
      const frame = frameOfTime(base, now.current) + frames;
      const t = Math.min(base.frameCount - 1, Math.max(0, frame)) * base.frameTime;
      seek(t);
      const next = followedRange(base, props.range, t);
      if (next !== props.range) props.onRange(next);
    },
    zoom: (factor) => {
      const [start, end] = visibleRange(base, props.range);
      const about = now.current >= start && now.current <= end ? now.current : (start + end) / 2;
      props.onRange(factor === 'fit' ? undefined : zoomedRange(base, props.range, about, factor));
    },
    changeContact: (place, stretch, state) => {
      const words = `${placeName(place)} ${stateWords(state)}, ${stretch.end - stretch.start + 1} frames`;
      props.onOverride(withStretch(props.overrides, place, stretch, state), words);
    },
    changeEvent: (change) => {
      // A new push is chosen at once: it is set by hand where it was put.
      if (change.kind === 'add') chooseEvent(props.events.length);
      else chooseEvent(change.kind === 'remove' ? undefined : change.index);
      props.onEventChange(change);
    },
    openFinding: (index) => {
      const finding = props.findings[index];
      if (!finding) return;
      seek(finding.worst * base.frameTime);
      props.onFinding(index);
    },
  };
}
