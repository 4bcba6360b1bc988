/** The visible stretch of time, shared by timeline and plots. Pure functions; `undefined` means the whole clip. */

export type TimeRange = readonly [start: number, end: number]; // [s]

/** How the whole clip lies in time. */
export interface TimeBase {
  readonly frameCount: number;
  readonly frameTime: number; // [s]
}

const FEWEST_FRAMES = 8; // visible at the deepest zoom

/** Seconds from the first frame to the last; a single frame counts as one, so that nothing divides by zero. */
export const spanOf = ({ frameCount, frameTime }: TimeBase): number => Math.max(1, frameCount - 1) * frameTime;

const LIVE_SPAN = 6; // [s] that are shown of a recording that has just begun

/** What is shown of a recording that grows: room is left on the right, and doubles when it is used up, so that time stands still. */
export function liveRange(base: TimeBase): TimeRange {
  let span = LIVE_SPAN;
  while (span < spanOf(base) + 0.5) span *= 2;
  return [0, span];
}

/** The range to draw: inside the clip, not narrower than a few frames. */
export function visibleRange(base: TimeBase, range: TimeRange | undefined): TimeRange {
  const whole = spanOf(base);
  if (!range || !Number.isFinite(range[0]) || !Number.isFinite(range[1])) return [0, whole];
  const span = Math.min(whole, Math.max(range[1] - range[0], FEWEST_FRAMES * base.frameTime));
  const start = Math.min(Math.max(0, range[0]), whole - span);
  return [start, start + span];
}

/** The same as `visibleRange`, with the whole clip said as undefined: what goes back to the owner of the range. */
export function settledRange(base: TimeBase, range: TimeRange | undefined): TimeRange | undefined {
  const visible = visibleRange(base, range);
  return visible[1] - visible[0] >= spanOf(base) * (1 - 1e-9) ? undefined : visible;
}

/** Zooms by `factor` (above 1: closer) so that the time `about` stays where it is on the screen. */
export function zoomedRange(base: TimeBase, range: TimeRange | undefined, about: number, factor: number) {
  const [start, end] = visibleRange(base, range);
  const share = (about - start) / (end - start);
  const span = Math.max((end - start) / factor, FEWEST_FRAMES * base.frameTime);
  const left = about - share * span;
  return settledRange(base, [left, left + span]);
}

/** Shifts the range by `shift` [s], keeping its width; it stops at the ends of the clip. */
export function pannedRange(base: TimeBase, range: TimeRange | undefined, shift: number): TimeRange | undefined {
  const [start, end] = visibleRange(base, range);
  return settledRange(base, [start + shift, end + shift]);
}

/** The range that shows the playhead: the same one, or the next page once the playhead has run out of it. */
export function followedRange(base: TimeBase, range: TimeRange | undefined, t: number): TimeRange | undefined {
  const [start, end] = visibleRange(base, range);
  if (t >= start && t <= end) return range;
  const lead = 0.05 * (end - start); // a little of what was before stays visible
  return settledRange(base, [t - lead, t - lead + (end - start)]);
}

export const xOfTime = (range: TimeRange, width: number, t: number): number =>
  ((t - range[0]) / (range[1] - range[0])) * width;

export const timeOfX = (range: TimeRange, width: number, x: number): number =>
  range[0] + (x / Math.max(1, width)) * (range[1] - range[0]);

/** The frame nearest to t, inside the clip. */
export const frameOfTime = (base: TimeBase, t: number): number =>
  Math.min(Math.max(0, base.frameCount - 1), Math.max(0, Math.round(t / base.frameTime)));
