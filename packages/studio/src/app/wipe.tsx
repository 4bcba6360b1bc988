/** The line between the original on its left and the result on its right: dragged, or moved by arrow keys. */
import { type RefObject, useSyncExternalStore } from 'react';
import { useApp } from './studio-context.ts';

const STEP = 0.02; // of the picture's width, by a key

export function Wipe({ stage }: { readonly stage: RefObject<HTMLElement | null> }) {
  const { host } = useApp();
  const { wipe } = useSyncExternalStore(host.subscribe, host.stage);
  if (wipe === undefined) return null;
  const set = (share: number): void => host.setWipe(Math.min(1, Math.max(0, share)));
  return (
    <div
      className="wipe"
      role="slider"
      tabIndex={0}
      aria-label="Original on the left, result on the right"
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(100 * wipe)}
      style={{ left: `${100 * wipe}%` }}
      onPointerDown={({ currentTarget, pointerId, isTrusted }) => {
        if (isTrusted) currentTarget.setPointerCapture(pointerId);
      }}
      onPointerMove={({ clientX, buttons }) => {
        const box = stage.current?.getBoundingClientRect();
        if (buttons === 1 && box) set((clientX - box.left) / box.width);
      }}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
        if (by === undefined) return;
        set(wipe + by);
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <span>Original</span>
      <span>Result</span>
    </div>
  );
}
