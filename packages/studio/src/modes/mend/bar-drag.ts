/** Pointer on the bar: the camera is left alone while it is held. */

export interface BarDragParts {
  readonly hit: (x: number, y: number, width: number, height: number) => boolean;
  readonly heightAt: (x: number, y: number, width: number, height: number) => number | undefined;
  readonly hover: (on: boolean) => void;
  readonly moved: (height: number) => void; // [m]
}

export interface BarDrag {
  /** Called with every picture; listens to the canvas once. */
  readonly listen: (canvas: HTMLCanvasElement) => void;
  readonly dispose: () => void;
}

type Place = readonly [x: number, y: number, width: number, height: number];

export function createBarDrag({ hit, heightAt, hover, moved }: BarDragParts): BarDrag {
  let canvas: HTMLCanvasElement | undefined;
  let stop = (): void => undefined;
  let held: { readonly pointer: number } | undefined;

  const placeOf = (event: PointerEvent): Place => {
    const { left, top, width, height } = (canvas as HTMLCanvasElement).getBoundingClientRect();
    return [event.clientX - left, event.clientY - top, width, height];
  };
  const down = (event: PointerEvent): void => {
    const place = placeOf(event);
    const height = event.button === 0 && hit(...place) ? heightAt(...place) : undefined;
    if (height === undefined) return;
    event.stopPropagation();
    event.preventDefault();
    held = { pointer: event.pointerId };
    hover(true);
    if (event.isTrusted) canvas?.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent): void => {
    const place = placeOf(event);
    if (!held) {
      const over = event.buttons === 0 && hit(...place);
      hover(over);
      if (canvas) canvas.style.cursor = over ? 'ns-resize' : '';
      return;
    }
    event.stopPropagation();
    const height = heightAt(...place);
    if (height !== undefined) moved(height);
  };
  const up = (event: PointerEvent): void => {
    if (!held || event.pointerId !== held.pointer) return;
    event.stopPropagation();
    held = undefined;
    hover(false);
  };

  return {
    listen(next) {
      if (canvas === next) return;
      stop();
      canvas = next;
      // Before the camera's own listeners on the canvas.
      const above = next.parentElement ?? next;
      const events = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up } as const;
      for (const [name, listener] of Object.entries(events)) {
        above.addEventListener(name, listener as EventListener, { capture: true });
      }
      stop = () => {
        next.style.cursor = '';
        for (const [name, listener] of Object.entries(events)) {
          above.removeEventListener(name, listener as EventListener, { capture: true });
        }
      };
    },
    dispose: () => stop(),
  };
}
