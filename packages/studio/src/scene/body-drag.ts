/** Drags that begin on the body: who asked for them gets grip and pull, the viewer an arrow with a few words at its tip. */
import { type Camera, Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { BodyDrag, Grip, Pull } from '../modes/mode.ts';
import type { Actors } from './actors.ts';
import { createArrow } from './arrow.ts';
import { gripAt, pointOnBody } from './grip.ts';
import { paletteOf } from './palette.ts';

export interface BodyDragging {
  readonly listen: (drag: BodyDrag | undefined) => void;
  /** A new picture: the gripped point has moved with the body. */
  readonly update: () => void;
  readonly setDark: (dark: boolean) => void;
  readonly dispose: () => void;
}

interface DragStage {
  readonly canvas: HTMLCanvasElement;
  readonly camera: Camera;
  readonly actors: Actors;
  readonly time: () => number; // [s] on stage
  readonly invalidate: () => void;
}

interface Going {
  readonly pointer: number;
  readonly grip: Grip;
  readonly point: Float64Array; // [m] in the segment
  x: number; // of the pointer, −1 … 1
  y: number;
}

const RADIUS = 0.012; // [m] of the arrow's shaft
const BESIDE = 10; // [px] from the tip to the words
const ABOVE = 30; // [px]: a finger covers what is nearer
const EDGE = 8; // [px] that words keep from the edges of the picture

export function createBodyDrag({ canvas, camera, actors, time, invalidate }: DragStage): BodyDragging {
  const arrow = createArrow(RADIUS);
  actors.object.add(arrow.object);
  const label = document.createElement('span');
  label.className = 'viewport-label';
  label.hidden = true;
  const leaving = new AbortController();
  const options = { signal: leaving.signal, capture: true }; // before the camera hears of it
  const raycaster = new Raycaster();
  const facing = new Plane();
  const [held, tip, ahead] = [new Vector3(), new Vector3(), new Vector3()];
  const world = new Float64Array(3);
  let drag: BodyDrag | undefined;
  let going: Going | undefined;

  const aim = (event: PointerEvent): Vector2 => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return new Vector2((2 * (event.clientX - left)) / width - 1, 1 - (2 * (event.clientY - top)) / height);
  };
  /** The pull as it is now: the gripped point as the body has carried it on, the pointer in the plane through it. */
  const pullOf = ({ grip, point, x, y }: Going): Pull => {
    pointOnBody(world, actors.pose, grip.joint, point);
    held.fromArray(world);
    raycaster.setFromCamera(new Vector2(x, y), camera);
    facing.setFromNormalAndCoplanarPoint(camera.getWorldDirection(ahead), held);
    if (!raycaster.ray.intersectPlane(facing, tip)) tip.copy(held);
    return {
      vector: tip.clone().sub(held).toArray(),
      origin: raycaster.ray.origin.toArray(),
      direction: raycaster.ray.direction.toArray(),
    };
  };
  const update = (): void => {
    if (!going || actors.pose.origins.length === 0) return;
    const pull = pullOf(going);
    const [x, y, z] = pull.vector;
    arrow.set(world[0]!, world[1]!, world[2]!, x, y, z, Math.hypot(x, y, z));
    const words = drag?.move?.(going.grip, pull);
    label.hidden = words === undefined;
    label.textContent = words ?? '';
    tip.project(camera);
    placeLabel((0.5 + 0.5 * tip.x) * canvas.clientWidth, (0.5 - 0.5 * tip.y) * canvas.clientHeight);
  };
  /** Beside the tip; above it where there is no room, as near as the edges let it. */
  const placeLabel = (x: number, y: number): void => {
    const [wide, most] = [label.offsetWidth, canvas.clientWidth - EDGE];
    const above = x + BESIDE + wide > most;
    const left = above ? Math.max(EDGE, Math.min(x - wide / 2, most - wide)) : x + BESIDE;
    label.style.left = `${left}px`;
    label.style.top = `${above ? y - ABOVE : y}px`;
  };
  const finish = (): void => {
    going = undefined;
    arrow.hide();
    label.hidden = true;
    invalidate();
  };
  const cancel = (): void => {
    if (!going) return;
    finish();
    drag?.cancel?.();
  };

  canvas.addEventListener(
    'pointerdown',
    (event) => {
      const bones = actors.bones();
      if (!drag || going || event.button !== 0 || !bones || actors.pose.origins.length === 0) return;
      const { x, y } = aim(event);
      raycaster.setFromCamera(new Vector2(x, y), camera);
      const place = gripAt(raycaster.ray, bones, actors.pose);
      if (!place) return;
      const grip: Grip = { ...place, time: time() };
      if (drag.begin?.(grip) === false) return;
      event.stopImmediatePropagation();
      if (event.isTrusted) canvas.setPointerCapture(event.pointerId);
      going = { pointer: event.pointerId, grip, point: Float64Array.from(place.pointInSegment), x, y };
      canvas.parentElement?.append(label);
      invalidate();
    },
    options,
  );
  canvas.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== going?.pointer) return;
      event.stopImmediatePropagation();
      Object.assign(going, { x: aim(event).x, y: aim(event).y });
      invalidate();
    },
    options,
  );
  canvas.addEventListener(
    'pointerup',
    (event) => {
      if (!going || event.pointerId !== going.pointer) return;
      event.stopImmediatePropagation();
      const { grip } = going;
      const pull = pullOf({ ...going, x: aim(event).x, y: aim(event).y });
      finish();
      drag?.end(grip, pull);
    },
    options,
  );
  canvas.addEventListener('pointercancel', cancel, options);
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && cancel(), options);

  return {
    listen(next) {
      cancel();
      drag = next;
      canvas.dataset['grab'] = next ? 'body' : '';
    },
    update,
    setDark: (dark) => arrow.setColour(paletteOf(dark).highlight),
    dispose() {
      leaving.abort();
      label.remove();
      arrow.dispose();
    },
  };
}
