/** A few words beside the pointer, in the browser's top layer so that no panel cuts them off. Written without a render. */
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react';

export interface TooltipHandle {
  /** The first line is the heading. Coordinates of the pointer in the window [px]. */
  readonly show: (lines: readonly string[], x: number, y: number) => void;
  readonly hide: () => void;
}

const AWAY = 14; // [px] from the pointer
const DELAY = 250; // [ms]
const EDGE = 8; // [px] from the window's edge

export function Tooltip({ handle }: { readonly handle: RefObject<TooltipHandle | null> }) {
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useImperativeHandle(handle, () => ({
    show: (lines, x, y) => {
      clearTimeout(timer.current);
      // Once it is open it follows at once; before, the pointer must rest.
      if (box.current?.matches(':popover-open')) place(box.current, lines, x, y);
      else timer.current = setTimeout(() => box.current && place(box.current, lines, x, y), DELAY);
    },
    hide: () => {
      clearTimeout(timer.current);
      if (box.current?.matches(':popover-open')) box.current.hidePopover();
    },
  }));
  return (
    <div ref={box} className="tl-tooltip" popover="manual" role="tooltip">
      <div />
      <div className="tl-dim" />
    </div>
  );
}

function place(element: HTMLElement, lines: readonly string[], x: number, y: number): void {
  const [title, ...rest] = element.children as Iterable<Element> as HTMLElement[];
  const [heading, ...more] = lines;
  if (title) title.textContent = heading ?? '';
  if (rest[0]) rest[0].textContent = more.join('\n');
  if (!element.matches(':popover-open')) element.showPopover();
  const { offsetWidth: width, offsetHeight: height } = element;
  const above = y - height - AWAY;
  const left = Math.min(Math.max(EDGE, x - width / 2), window.innerWidth - width - EDGE);
  element.style.transform = `translate(${Math.round(left)}px, ${Math.round(above < EDGE ? y + AWAY + 6 : above)}px)`;
}
