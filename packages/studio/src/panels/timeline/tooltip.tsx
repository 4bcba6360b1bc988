/** A few words beside the pointer, in the browser's top layer so that no panel cuts them off. Written without a render. */
import { type RefObject, useImperativeHandle, useRef } from 'react';

export interface TooltipHandle {
  /** The first line is the heading. Coordinates of the pointer in the window [px]. */
  readonly show: (lines: readonly string[], x: number, y: number) => void;
  readonly hide: () => void;
}

const AWAY = 14; // [px] from the pointer
const EDGE = 8; // [px] from the window's edge

export function Tooltip({ handle }: { readonly handle: RefObject<TooltipHandle | null> }) {
  const box = useRef<HTMLDivElement>(null);
  useImperativeHandle(handle, () => ({
    show: (lines, x, y) => {
      const element = box.current;
      if (!element) return;
      const [title, ...rest] = element.children as Iterable<Element> as HTMLElement[];
      const [heading, ...more] = lines;
      if (title) title.textContent = heading ?? '';
      if (rest[0]) rest[0].textContent = more.join('\n');
      if (!element.matches(':popover-open')) element.showPopover();
      const { offsetWidth: width, offsetHeight: height } = element;
      const above = y - height - AWAY;
      const left = Math.min(Math.max(EDGE, x - width / 2), window.innerWidth - width - EDGE);
      element.style.transform = `translate(${Math.round(left)}px, ${Math.round(above < EDGE ? y + AWAY + 6 : above)}px)`;
    },
    hide: () => {
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
