/** The timeline panel. */
export { type TimeBase, type TimeRange, visibleRange } from './range.ts';
export { Timeline } from './timeline.tsx';
export type { EventChange, ExtraLane, TimelineHandle, TimelineProps } from './types.ts';
