/** Wheel and trackpad over anything that shows time: Ctrl (or a pinch) zooms about the pointer, else it pans. */
import { type RefObject, useEffect, useRef } from 'react';
import { pannedRange, type TimeBase, type TimeRange, timeOfX, visibleRange, zoomedRange } from './range.ts';

export interface WheelTurn {
  readonly deltaX: number;
  readonly deltaY: number;
  readonly deltaMode: number;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

const LINE_PX = 16;
const ZOOM_PER_PX = 0.0022;

/** The new range, or 'not mine' when the turn should scroll the page instead. */
export function turnedRange(
  base: TimeBase,
  range: TimeRange | undefined,
  width: number,
  x: number,
  turn: WheelTurn,
): TimeRange | undefined | 'not mine' {
  const unit = turn.deltaMode === 1 ? LINE_PX : turn.deltaMode === 2 ? width : 1;
  const visible = visibleRange(base, range);
  if (turn.ctrlKey || turn.metaKey) {
    const factor = Math.exp(-ZOOM_PER_PX * turn.deltaY * unit);
    return zoomedRange(base, range, timeOfX(visible, width, x), factor);
  }
  if (!range) return 'not mine';
  const along = Math.abs(turn.deltaX) > Math.abs(turn.deltaY) ? turn.deltaX : turn.deltaY;
  return pannedRange(base, range, ((along * unit) / width) * (visible[1] - visible[0]));
}

/** Listens on `target`; `place` says where time runs inside it. Vertical turns scroll `scroller` while it overflows. */
export function useTimeWheel(
  target: RefObject<HTMLElement | null>,
  base: TimeBase,
  range: TimeRange | undefined,
  place: () => { left: number; width: number },
  onRange: (range: TimeRange | undefined) => void,
  scroller?: RefObject<HTMLElement | null>,
): void {
  const latest = useRef({ base, range, place, onRange });
  useEffect(() => {
    latest.current = { base, range, place, onRange };
  });
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const turn = (event: WheelEvent): void => {
      const now = latest.current;
      const { left, width } = now.place();
      const tall = scroller?.current;
      const vertical = Math.abs(event.deltaY) >= Math.abs(event.deltaX) && !event.shiftKey;
      const overflows = tall && tall.scrollHeight > tall.clientHeight + 1;
      if (!event.ctrlKey && !event.metaKey && vertical && overflows) return;
      const next = turnedRange(now.base, now.range, width, event.clientX - left, event);
      if (next === 'not mine') return;
      event.preventDefault();
      now.onRange(next);
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [target, scroller]);
}
