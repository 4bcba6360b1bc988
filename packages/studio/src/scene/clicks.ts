/** Clicks on the stage that are no drags: told as rays into the world. */
import { type Camera, Raycaster, Vector2 } from 'three';
import type { StageRay } from '../modes/mode.ts';

const STILL = 5; // [px] a pointer may wander and still have clicked
const LONGEST = 500; // [ms]

export interface Clicks {
  readonly listen: (listener: ((ray: StageRay) => void) | undefined) => void;
  readonly dispose: () => void;
}

export function createClicks(canvas: HTMLCanvasElement, camera: Camera): Clicks {
  const leaving = new AbortController();
  const { signal } = leaving;
  const raycaster = new Raycaster();
  let listener: ((ray: StageRay) => void) | undefined;
  let down: { readonly pointer: number; readonly x: number; readonly y: number; readonly at: number } | undefined;

  const aim = ({ clientX, clientY }: PointerEvent): StageRay => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const place = new Vector2((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
    raycaster.setFromCamera(place, camera);
    return { origin: raycaster.ray.origin.toArray(), direction: raycaster.ray.direction.toArray() };
  };
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      // a second finger makes it a gesture of the camera
      down =
        event.isPrimary && event.button === 0
          ? { pointer: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp }
          : undefined;
    },
    { signal },
  );
  canvas.addEventListener(
    'pointerup',
    (event) => {
      const from = down;
      down = undefined;
      if (!listener || from?.pointer !== event.pointerId || event.timeStamp - from.at > LONGEST) return;
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) <= STILL) listener(aim(event));
    },
    { signal },
  );
  return {
    listen(next) {
      listener = next;
      canvas.dataset['click'] = next ? 'on' : '';
    },
    dispose: () => leaving.abort(),
  };
}
